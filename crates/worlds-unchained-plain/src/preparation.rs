//! Drawing, mulligans, prime player, placing, leftovers, Boosts. Rules: WU-5.2.1 to WU-5.2.10.

use crate::action::Action;
use crate::cards::{different, take_card};
use crate::game::{Game, Step, WentOn};
use crate::side::Vassal;

/// The most Boosts a player can have. Rules: WU-R141.
const MOST_BOOSTS: i32 = 250;

impl Game {
    /// Whether a player about to draw has too small a deck, and an infirmary to shuffle in. Who has kept a
    /// hand draws no more. Rules: WU-5.2.2.1, WU-R44.
    pub(crate) fn is_short(&self, seat: usize) -> bool {
        let side = &self.sides[seat];
        !side.kept && side.deck_size() < self.setup.format.drawn && !side.infirmary.is_empty()
    }

    /// D5: those who said yes shuffle their infirmaries in. Rules: WU-5.2.2.1, WU-R44.
    pub(crate) fn open_infirmaries(&mut self) -> WentOn {
        let Some(answers) = self.opened() else { return false };
        for (seat, answer) in answers.into_iter().enumerate() {
            if answer == Some(Action::Infirmary(true)) {
                let side = &mut self.sides[seat];
                let infirmary = std::mem::take(&mut side.infirmary);
                side.shuffle_in(infirmary);
            }
        }
        self.step = Step::Draw;
        true
    }

    /// The first seat that still has a card to draw. Rules: WU-5.2.2.
    pub(crate) fn drawing(&self) -> Option<usize> {
        self.in_game().into_iter().find(|&seat| {
            let side = &self.sides[seat];
            !side.kept && side.hand.len() < self.setup.format.drawn && side.deck_size() > 0
        })
    }

    /// C3 to C5: a card comes out of the bag. Rules: WU-5.2.2, WU-R125.
    pub(crate) fn draw(&mut self, id: &str) {
        let seat = self.drawing().expect("somebody draws");
        let card = take_card(&mut self.sides[seat].bag, id);
        self.sides[seat].hand.push(card);
    }

    /// Draws from the known run without chance once the bag is empty. Rules: WU-R51, WU-R125.
    pub(crate) fn draw_known(&mut self) -> WentOn {
        let Some(seat) = self.drawing() else {
            self.step = Step::Mulligan;
            return true;
        };
        let side = &mut self.sides[seat];
        if !side.bag.is_empty() {
            return false;
        }
        let card = side.bottom.remove(0);
        side.hand.push(card);
        true
    }

    /// D6: who has no mulligan left keeps; the others choose; who takes one draws anew.
    /// Rules: WU-5.2.3, WU-R46, WU-R47.
    pub(crate) fn open_mulligans(&mut self) -> WentOn {
        for seat in self.in_game() {
            if self.sides[seat].mulligans == self.setup.format.mulligans {
                self.sides[seat].kept = true;
            }
        }
        let Some(answers) = self.opened() else { return false };
        let mut somebody_draws = false;
        for (seat, answer) in answers.into_iter().enumerate() {
            let side = &mut self.sides[seat];
            match answer {
                Some(Action::Mulligan) => {
                    side.mulligans += 1;
                    let hand = std::mem::take(&mut side.hand);
                    side.shuffle_in(hand);
                    somebody_draws = true;
                }
                _ => side.kept = side.in_game,
            }
        }
        if somebody_draws {
            self.step = Step::Infirmary;
        } else {
            self.enter_prime();
        }
        true
    }

    /// In bout 1 chance picks the selector, later it is the next player clockwise. Rules: WU-5.2.4, WU-R48.
    fn enter_prime(&mut self) {
        for side in &mut self.sides {
            side.kept = false;
        }
        self.step = Step::Prime;
        if let Some(previous) = self.selector {
            self.select_selector(self.next_in_game(previous));
        }
    }

    /// C6 and later bouts: this player names the prime player.
    pub(crate) fn select_selector(&mut self, seat: usize) {
        self.selector = Some(seat);
        self.to = Some(seat);
    }

    /// D7: the prime player is named and places first. Rules: WU-5.2.4, WU-5.2.5.
    pub(crate) fn name_prime(&mut self, prime: usize) {
        self.prime = Some(prime);
        for seat in self.in_game() {
            self.note_done(seat);
        }
        self.step = Step::Place;
        self.to = self.next_placer(prime);
    }

    /// Who has no card or no empty vassal zone left is done. Rules: WU-R49.
    fn note_done(&mut self, seat: usize) {
        let side = &mut self.sides[seat];
        if side.hand.is_empty() || side.empty_vassal_zone().is_none() {
            side.done = true;
        }
    }

    /// The first player from this seat on who goes on placing. Rules: WU-R50.
    pub(crate) fn next_placer(&self, seat: usize) -> Option<usize> {
        let goes_on = |seat: &usize| self.sides[*seat].in_game && !self.sides[*seat].done;
        self.clockwise_from(seat).into_iter().find(goes_on)
    }

    /// D8: which cards may be placed, and stopping.
    pub(crate) fn placings(&self, seat: usize) -> Vec<Action> {
        let cards = different(&self.sides[seat].hand).into_iter().map(Action::Place);
        cards.chain([Action::Stop]).collect()
    }

    /// D8: a card goes to the lowest empty vassal zone. Rules: WU-5.2.5, WU-R42, WU-R50.
    pub(crate) fn place(&mut self, seat: usize, id: &str) {
        let side = &mut self.sides[seat];
        let card = take_card(&mut side.hand, id);
        let zone = side.empty_vassal_zone().expect("an empty vassal zone");
        *side.at_mut(zone) = Some(Vassal::fresh(card));
        self.note_done(seat);
        self.to = self.next_placer(seat + 1);
    }

    /// D8: no more Vassals in this bout. Rules: WU-R49.
    pub(crate) fn stop(&mut self, seat: usize) {
        self.sides[seat].done = true;
        self.to = self.next_placer(seat + 1);
    }

    /// Placing goes on until everybody is done. Rules: WU-5.2.5, WU-R49.
    pub(crate) fn place_on(&mut self) -> WentOn {
        if self.to.is_some() {
            return false;
        }
        for side in &mut self.sides {
            side.done = false;
        }
        self.step = Step::Leftovers;
        true
    }

    /// Hands go under the decks, in seat order. The order is asked for with two cards or more, except in
    /// the last bout. Rules: WU-5.2.6, WU-R51.
    pub(crate) fn put_leftovers_away(&mut self) -> WentOn {
        self.to = None;
        let is_last = self.bout == self.setup.format.bouts;
        for seat in self.in_game() {
            let side = &mut self.sides[seat];
            if side.hand.len() > 1 && !is_last {
                self.to = Some(seat);
                return false;
            }
            side.bottom.append(&mut side.hand);
        }
        self.step = Step::Boosts;
        true
    }

    /// D9: which card may go lowest next.
    pub(crate) fn leftovers(&self, seat: usize) -> Vec<Action> {
        different(&self.sides[seat].hand).into_iter().map(Action::Under).collect()
    }

    /// D9: a card goes lowest. Rules: WU-R51.
    pub(crate) fn put_under(&mut self, seat: usize, id: &str) {
        let side = &mut self.sides[seat];
        let card = take_card(&mut side.hand, id);
        side.bottom.push(card);
    }

    /// Boosts, then the check for players without Vassals, then the bout starts.
    /// Rules: WU-5.2.7, WU-5.2.8, WU-5.2.9, WU-5.2.10, WU-R49, WU-R52, WU-R53, WU-R134.
    pub(crate) fn set_boosts(&mut self) -> WentOn {
        let format = self.setup.format.clone();
        for seat in self.in_game() {
            let side = &mut self.sides[seat];
            let mobs = side.vassal_zones.iter().flatten().filter(|vassal| vassal.card.is_mob()).count();
            let bonus = if self.prime == Some(seat) { 0 } else { format.non_prime_bonus };
            let boosts = format.starting_boosts + bonus + format.mob_bonus * mobs as i32;
            side.boosts = boosts.min(MOST_BOOSTS);
        }
        self.step = Step::Start;
        self.check_bout_end();
        true
    }
}
