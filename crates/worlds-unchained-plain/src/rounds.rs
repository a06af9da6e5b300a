//! Challenge, rest and power phase, end of the round. Rules: WU-6.0.1 to WU-6.4.4, WU-6.7.1, WU-6.7.2.

use crate::action::{Action, Zone};
use crate::game::{Game, Step, WentOn};

impl Game {
    /// The round starts. Rules: WU-6.1.1, WU-6.1.2.
    pub(crate) fn start_round(&mut self) -> WentOn {
        self.round += 1;
        self.step = Step::ChallengeForced;
        true
    }

    /// Whether a player must injure a Vassal and has a choice which. Rules: WU-6.2.2.
    pub(crate) fn is_asked_whom_to_hurt(&self, seat: usize) -> bool {
        let side = &self.sides[seat];
        side.is_all_exhausted() && side.vassals().len() > 1
    }

    /// D10: whoever has only exhausted Vassals injures one of them. Rules: WU-6.2.2, WU-R56.
    pub(crate) fn open_compulsory_injuries(&mut self) -> WentOn {
        let Some(choices) = self.opened() else { return false };
        for (seat, choice) in choices.into_iter().enumerate() {
            let side = &mut self.sides[seat];
            if !side.is_all_exhausted() {
                continue;
            }
            let victim = match choice {
                Some(Action::Hurt(zone)) => zone,
                _ => side.filled_zones()[0],
            };
            side.at_mut(victim).as_mut().expect("a Vassal to injure").injuries += 1;
            side.hurt = Some(victim);
        }
        self.eliminate_spent();
        for side in &mut self.sides {
            side.hurt = side.hurt.filter(|&zone| side.at(zone).is_some());
        }
        self.step = Step::ChallengeRouse;
        self.check_bout_end();
        true
    }

    /// D11: those who want to restore the injured Vassal by one. Rules: WU-6.2.2, WU-R57.
    pub(crate) fn open_restorings(&mut self) -> WentOn {
        let Some(answers) = self.opened() else { return false };
        for (seat, answer) in answers.into_iter().enumerate() {
            let side = &mut self.sides[seat];
            if let Some(zone) = side.hurt.take()
                && answer == Some(Action::Rouse(true))
            {
                side.at_mut(zone).as_mut().expect("the injured Vassal").exhaustion -= 1;
            }
        }
        self.step = Step::ChallengeSelect;
        true
    }

    /// Where unexhausted Vassals stand in the reinforcer zones of a player. Rules: WU-6.2.3, WU-R60.
    pub(crate) fn eligible(&self, seat: usize) -> Vec<Zone> {
        let side = &self.sides[seat];
        let is_unexhausted = |zone: &Zone| side.at(*zone).is_some_and(|vassal| !vassal.is_exhausted());
        side.reinforcer_zones().into_iter().filter(is_unexhausted).collect()
    }

    /// D12: the Challengers are revealed and move together. Who could choose nobody has none.
    /// Rules: WU-6.2.3, WU-6.2.4, WU-6.2.5, WU-R59.
    pub(crate) fn open_challengers(&mut self) -> WentOn {
        let Some(choices) = self.opened() else { return false };
        for (seat, choice) in choices.into_iter().enumerate() {
            let chosen = match choice {
                Some(Action::Send(zone)) => Some(zone),
                _ => self.eligible(seat).first().copied(),
            };
            if let Some(zone) = chosen {
                let side = &mut self.sides[seat];
                side.challenger = side.at_mut(zone).take();
            }
        }
        self.step = Step::Rest;
        true
    }

    /// Every exhausted Vassal loses one stack. Rules: WU-6.3.2, WU-6.3.3, WU-R2, WU-R61.
    pub(crate) fn rest(&mut self) -> WentOn {
        for side in &mut self.sides {
            for zone in side.filled_zones() {
                let vassal = side.at_mut(zone).as_mut().expect("a filled zone");
                if vassal.is_exhausted() {
                    vassal.exhaustion -= 1;
                }
            }
        }
        self.step = Step::PowerBet;
        true
    }

    /// D13: the bets are revealed, spent and turned into power. Who has no Boosts bets 0.
    /// Rules: WU-6.4.2, WU-6.4.3, WU-6.4.4, WU-R62.
    pub(crate) fn open_bets(&mut self) -> WentOn {
        let Some(bets) = self.opened() else { return false };
        for (seat, bet) in bets.into_iter().enumerate() {
            if let Some(Action::Bet(boosts)) = bet {
                self.sides[seat].boosts -= boosts;
                self.sides[seat].base += boosts;
            }
        }
        self.step = Step::Combat;
        true
    }

    /// The round ends, and with the last one the bout. Rules: WU-6.7.2, WU-R71.
    pub(crate) fn end_round(&mut self) -> WentOn {
        if self.round == self.setup.format.round_cap {
            self.reach_round_cap();
        } else {
            self.step = Step::Start;
        }
        true
    }
}
