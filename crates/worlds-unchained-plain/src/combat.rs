//! First priority, results, resolution phase. Rules: WU-6.5.1 to WU-6.6.6, WU-8.1.1 to WU-8.5.3.

use crate::action::{Zone, ZoneKind};
use crate::game::{Game, Step, WentOn};
use crate::side::{CombatResult, Label};

impl Game {
    /// Who gets priority first: greatest power, then fewest injuries, then the prime player or the first of
    /// the tied clockwise from there. Nobody if nobody has Vassals in play. Rules: WU-8.2.1, WU-R86.
    pub fn first_priority(&self) -> Option<usize> {
        let mut best = self.in_bout();
        let greatest = best.iter().map(|&seat| self.sides[seat].power()).max()?;
        best.retain(|&seat| self.sides[seat].power() == greatest);
        // Nobody in the zone is worse than any Challenger.
        let injuries =
            |seat: usize| self.sides[seat].challenger.as_ref().map_or(i32::MAX, |vassal| vassal.injuries);
        let fewest = best.iter().map(|&seat| injuries(seat)).min()?;
        best.retain(|&seat| injuries(seat) == fewest);
        let from_prime = self.clockwise_from(self.prime.unwrap_or(0));
        from_prime.into_iter().find(|seat| best.contains(seat))
    }

    /// Priority goes round once, and as nobody has a Chain everybody abstains. Rules: WU-8.3.3, WU-R87.
    pub(crate) fn abstain(&mut self) -> WentOn {
        self.step = Step::Result;
        true
    }

    /// Results are labelled and recorded, an empty zone being a Challenger with power 0.
    /// Rules: WU-8.5.1, WU-8.5.2, WU-R98, WU-R100, WU-R102.
    pub(crate) fn label(&mut self) -> WentOn {
        let players = self.in_bout();
        let mut powers: Vec<i32> = players.iter().map(|&seat| self.sides[seat].power()).collect();
        powers.sort_unstable();
        let highest = powers[powers.len() - 1];
        let next = powers[powers.len() - 2];
        for seat in players {
            let side = &mut self.sides[seat];
            let result = match (side.power() == highest, next == highest) {
                (false, _) => CombatResult::Lose,
                (true, false) => CombatResult::Win,
                (true, true) => CombatResult::Tie,
            };
            let margin = if result == CombatResult::Win { highest - next } else { 0 };
            side.label = Some(Label { result, margin });
            side.run = match side.run {
                Some((last, times)) if last == result => Some((result, times + 1)),
                _ => Some((result, 1)),
            };
        }
        self.step = Step::ResolutionInjure;
        true
    }

    /// Whether a player's Challenger is injured by the result: somebody else's Challenger won or tied, and
    /// is still there. Rules: WU-6.6.2, WU-R102, WU-R104, WU-R106.
    fn is_injured_by_result(&self, seat: usize) -> bool {
        let labelled = |seat: usize| self.sides[seat].label.map(|label| label.result);
        let somebody_injures = (0..self.sides.len()).any(|other| {
            let injures = matches!(labelled(other), Some(CombatResult::Win | CombatResult::Tie));
            other != seat && injures && self.sides[other].challenger.is_some()
        });
        let is_hit = matches!(labelled(seat), Some(CombatResult::Lose | CombatResult::Tie));
        is_hit && self.sides[seat].challenger.is_some() && somebody_injures
    }

    /// Rules: WU-6.6.2.1, WU-6.6.2.2, WU-R105.
    pub(crate) fn injure_challengers(&mut self) -> WentOn {
        let injured: Vec<bool> = (0..self.sides.len()).map(|seat| self.is_injured_by_result(seat)).collect();
        for (side, is_injured) in self.sides.iter_mut().zip(injured) {
            if let Some(challenger) = side.challenger.as_mut().filter(|_| is_injured) {
                challenger.injuries += 1;
            }
        }
        self.eliminate_spent();
        self.step = Step::ResolutionExhaust;
        self.check_bout_end();
        true
    }

    /// Rules: WU-6.6.3, WU-R30, WU-R109.
    pub(crate) fn exhaust_challengers(&mut self) -> WentOn {
        for side in &mut self.sides {
            if let Some(challenger) = &mut side.challenger {
                challenger.exhaustion += 1;
            }
        }
        self.eliminate_spent();
        self.step = Step::ResolutionReturn;
        self.check_bout_end();
        true
    }

    /// The kinds of reinforcer zones with an empty one, vassal zones first. Rules: WU-R40.
    pub(crate) fn return_kinds(&self, seat: usize) -> Vec<ZoneKind> {
        let side = &self.sides[seat];
        let mut kinds = Vec::new();
        if side.empty_vassal_zone().is_some() {
            kinds.push(ZoneKind::Vassal);
        }
        if side.empty_extra_zone().is_some() {
            kinds.push(ZoneKind::Extra);
        }
        kinds
    }

    /// Challengers return, the prime player's first. With the option a player who can choose is asked.
    /// Rules: WU-6.6.4, WU-R40.
    pub(crate) fn return_challengers(&mut self) -> WentOn {
        self.to = None;
        for seat in self.clockwise_from(self.prime.expect("a prime player in a bout")) {
            if self.sides[seat].challenger.is_none() {
                continue;
            }
            let kinds = self.return_kinds(seat);
            if self.setup.format.chooses_return_zone && kinds.len() > 1 {
                self.to = Some(seat);
                return false;
            }
            self.return_challenger(seat, kinds[0]);
        }
        self.step = Step::ResolutionReset;
        true
    }

    /// D17: a Challenger returns to the lowest empty zone of a kind. Rules: WU-R40.
    pub(crate) fn return_challenger(&mut self, seat: usize, kind: ZoneKind) {
        let side = &mut self.sides[seat];
        let zone: Zone = match kind {
            ZoneKind::Vassal => side.empty_vassal_zone(),
            ZoneKind::Extra => side.empty_extra_zone(),
        }
        .expect("an empty zone of this kind");
        *side.at_mut(zone) = side.challenger.take();
    }

    /// Rules: WU-6.6.5, WU-6.6.6, WU-R64.
    pub(crate) fn reset_power(&mut self) -> WentOn {
        for side in &mut self.sides {
            side.base = 0;
            side.label = None;
        }
        self.step = Step::RoundEnd;
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::{Card, Class, Format, Game, Setup};

    /// Three seats in the priority step, P2 being prime.
    fn priority(p1: &str, p2: &str, p3: &str) -> Option<usize> {
        let format = Format { name: "table".to_string(), seats: 3, ..Format::standard() };
        let deck = vec![Card::new("a", "Wanderer", Class::Mob)];
        let setup = Setup::with_decks(format, vec![deck.clone(), deck.clone(), deck]);
        let head = "WU1 table b1/3 0-0-0-0 r1 combat.priority selector P1 prime P2";
        let text = format!("{head} | P1 {p1} | P2 {p2} | P3 {p3}");
        Game::read_unmoved(setup, &text).expect("a position").first_priority()
    }

    /// WU-8.2.1, WU-R86, and the skill-less cases of WU-S13 and WU-S11.
    #[test]
    fn first_priority() {
        let out = "0 infirmary{a}";
        // Power, then injuries, then the prime player.
        assert_eq!(priority("9 base 5 c:a", "9 base 4 c:a", out), Some(0));
        assert_eq!(priority("9 base 4 c:a", "9 base 4 c:a,i1", out), Some(0));
        assert_eq!(priority("9 base 4 c:a", "9 base 4 c:a", out), Some(1));
        // An empty zone has power 0 and ranks behind every injury.
        assert_eq!(priority("9 c:a,i1", "9 base 7 v1:a", out), Some(0));
        assert_eq!(priority("9 v1:a", "9 v1:a", "9 v1:a"), Some(1));
        // Clockwise from the prime player, whoever that is.
        assert_eq!(priority("9 base 4 c:a", "9 base 1 c:a", "9 base 4 c:a"), Some(2));
        assert_eq!(priority("9 base 4 c:a", out, "9 base 4 c:a"), Some(2));
        assert_eq!(priority("9 base 4 c:a", out, "9 base 4 c:a,i1"), Some(0));
    }
}
