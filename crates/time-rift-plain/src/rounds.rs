//! The phases of a round around its turns: Recharge, Reveal, Round Order, end of the round.

use crate::cards::{Card, may_stay};
use crate::game::{Game, Stage, Step, Turn, WentOn};

impl Game {
    /// P1: the next round, the Tie Breaker or the next lap begins; cards are charged, hands free,
    /// pools full. Rules: TR-RECH-1, TR-RECH-2, TR-RECH-3, TR-R18, TR-R47.
    pub(crate) fn recharge(&mut self) -> WentOn {
        // The stage was set for Tie Breaker and laps when they were decided on.
        if let Stage::Round(round) = self.stage {
            self.stage = Stage::Round(round + 1);
            self.order.clear();
        }
        self.turns.clear();
        self.turn_index = 0;
        self.began.clear();
        for number in self.living() {
            let agility = self.champion(number).agility;
            let seat = &mut self.seats[number];
            seat.actions = agility;
            for laid in seat.slots.iter_mut().flatten() {
                laid.depleted = false;
                laid.committed = false;
            }
        }
        let has_reveal = matches!(self.stage, Stage::Round(_));
        self.step = if has_reveal { Step::P2 } else { Step::P7 };
        true
    }

    /// The number of the round; only asked in rounds.
    fn round(&self) -> usize {
        match self.stage {
            Stage::Round(round) => round,
            Stage::Tie | Stage::Tire(_) => unreachable!("no Reveal outside of rounds, TR-R113"),
        }
    }

    /// P2: everybody's card of the round is turned up. Without a slot there is no Reveal.
    /// Rules: TR-REVL-1, TR-R24, TR-R142.
    pub(crate) fn flip(&mut self) -> WentOn {
        let round = self.round();
        for seat in &mut self.seats {
            if let Some(Some(laid)) = seat.slots.get_mut(round - 1) {
                laid.face_up = true;
            }
        }
        self.step = Step::P3;
        true
    }

    /// P3: a new card that does not go with the face-up ones is discarded.
    /// Rules: TR-REVL-2, TR-REVL-3, TR-REVL-4, TR-R25, TR-R26.
    pub(crate) fn check_legality(&mut self) -> WentOn {
        let new = self.round() - 1;
        for seat in &mut self.seats {
            let Some(Some(laid)) = seat.slots.get(new) else { continue };
            let card = laid.card.clone();
            let mut others: Vec<&Card> = Vec::new();
            for (index, laid) in seat.slots.iter().enumerate() {
                if let Some(laid) = laid
                    && laid.face_up
                    && index != new
                {
                    others.push(&laid.card);
                }
            }
            if !may_stay(&card, &others) {
                seat.slots[new] = None;
                seat.discard.push(card.id);
            }
        }
        self.roll_off = Some(
            self.ranking(|game, seat| vec![game.round_initiative(seat), game.champion(seat).initiative]),
        );
        self.step = Step::P4;
        true
    }

    /// The number on the card in the slot of the round, 0 without one. Rules: TR-REVL-6, TR-REVL-7.
    pub(crate) fn round_initiative(&self, seat: usize) -> i32 {
        match self.seats[seat].slots.get(self.round() - 1) {
            Some(Some(laid)) => laid.card.initiative,
            _ => 0,
        }
    }

    /// P4: round Initiative, then Champion Initiative, then dice.
    /// Rules: TR-REVL-6, TR-REVL-8, TR-REVL-9, TR-REVL-10, TR-R20.
    pub(crate) fn make_round_order(&mut self) -> WentOn {
        let Some(order) = self.take_order() else { return false };
        self.order = order;
        self.step = Step::P5;
        true
    }

    /// P6, and the first half of P8: the order is computed again. Without text no Initiative has
    /// changed, and roll-offs made stand, so it is what it was. Rules: TR-R20.
    pub(crate) fn keep_round_order(&mut self, next: Step) -> WentOn {
        self.step = next;
        true
    }

    /// P8: the order stands, and with it the list of turns. Rules: TR-ROUND-4, TR-R20, TR-R113.
    pub(crate) fn freeze_round_order(&mut self) -> WentOn {
        self.make_turn_list();
        self.keep_round_order(Step::T1)
    }

    /// One turn each in Round Order; with the handicap of one against several that one has a turn
    /// before or after each enemy's. Which of the two is settled by the order as it was made: a Tire
    /// Fight keeps the one it was rolled in, whoever has fallen since.
    /// Rules: TR-ROUND-4, TR-R27, TR-R115, TR-R118, TR-R124, TR-R126.
    pub(crate) fn make_turn_list(&mut self) {
        let Some(solo) = self.setup.handicapped_solo() else {
            self.turns = self.order.iter().map(|&seat| Turn::Own(seat)).collect();
            return;
        };
        let is_new_order = !matches!(self.stage, Stage::Tire(lap) if lap > 1);
        if is_new_order {
            self.solo_is_first = self.order[0] == solo;
        }
        let acts_before = self.solo_is_first;
        for &enemy in self.order.iter().filter(|&&seat| seat != solo) {
            if acts_before {
                self.turns.push(Turn::Before(solo, enemy));
            }
            self.turns.push(Turn::Own(enemy));
            if !acts_before {
                self.turns.push(Turn::After(solo, enemy));
            }
        }
    }

    /// E3: unspent Actions vanish, and on it goes. Rules: TR-ROUND-9, TR-EOR-2, TR-EOR-3, TR-R27, TR-R36, TR-R116.
    pub(crate) fn clean_up(&mut self) -> WentOn {
        for seat in &mut self.seats {
            seat.actions = 0;
        }
        self.step = match self.stage {
            Stage::Round(round) if round < self.setup.rounds => Step::P1,
            Stage::Round(_) => Step::G1,
            Stage::Tie => Step::G2,
            Stage::Tire(lap) if lap < self.setup.lap_cap => {
                self.stage = Stage::Tire(lap + 1);
                Step::P1
            }
            Stage::Tire(_) => Step::G3,
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::cards::{Champion, Deck, Grid};
    use crate::game::{Game, Stage, Turn};
    use crate::setup::{Mode, Setup};

    /// TR-R115, TR-R118, TR-R124: the order of a Tire Fight is kept, so one who acted after the
    /// enemies still does when the enemy ahead has fallen.
    #[test]
    fn the_solo_of_a_tire_fight_keeps_its_place() {
        let grid = Grid::parse(". . .\n. +1 .\n. ^ .\n. . .").expect("a grid");
        let champion = Champion {
            id: "somebody".to_string(),
            initiative: 5,
            life: 3,
            agility: 2,
            damage: 1,
            defense: 0,
            grid,
            cultures: Vec::new(),
        };
        let deck = Deck { champion, loadout: Vec::new() };
        let mut setup = Setup::new(Mode::OneVsTwo, vec![deck; 3]);
        setup.teams = vec![0, 1, 1];
        let mut game = Game::unstarted(setup).expect("a game");
        let mut turns = |lap: usize, fallen: Option<usize>, order: &[usize]| {
            game.stage = Stage::Tire(lap);
            if lap == 1 {
                game.order = order.to_vec();
            }
            if let Some(seat) = fallen {
                game.defeat(seat);
            }
            game.turns.clear();
            game.make_turn_list();
            game.turns.clone()
        };
        let (after_one, after_two) = (Turn::After(0, 1), Turn::After(0, 2));
        assert_eq!(turns(1, None, &[1, 0, 2]), [Turn::Own(1), after_one, Turn::Own(2), after_two]);
        assert_eq!(turns(2, Some(1), &[]), [Turn::Own(2), after_two]);
        assert_eq!(turns(1, None, &[0, 2]), [Turn::Before(0, 2), Turn::Own(2)]);
    }
}
