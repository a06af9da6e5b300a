//! Elimination, end of bout and game, conceding. Rules: WU-5.3.1, WU-6.8.1, WU-6.8.2, WU-9.5.1, WU-R5, WU-R36.

use std::fmt;

use crate::game::{Game, Step};
use crate::side::Side;

/// Why a bout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoutReason {
    /// At most one player had Vassals left. Rules: WU-6.8.1.
    Vassals,
    /// So it was because somebody conceded. Rules: WU-R5.
    Concession,
    /// The last round allowed was over. Rules: WU-R71.
    RoundCap,
}

/// How a bout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoutEnd {
    /// Who won it; nobody if it was drawn. Rules: WU-6.8.1.1, WU-6.8.1.2.
    pub winner: Option<usize>,
    /// Why.
    pub reason: BoutReason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameReason {
    /// The bouts decided it. Rules: WU-5.3.1, WU-R36.
    Bouts,
    /// All others conceded. Rules: WU-R5.
    Concession,
}

impl fmt::Display for GameReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bouts => "bouts",
            Self::Concession => "concession",
        })
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Who won; nobody in a tie. Rules: WU-5.3.1, WU-5.3.1.1.
    pub winner: Option<usize>,
    /// Why.
    pub reason: GameReason,
}

impl Game {
    /// Every Vassal at a limit leaves, all together. Rules: WU-2.3.4, WU-2.4.4, WU-R28, WU-R30.
    pub(crate) fn eliminate_spent(&mut self) {
        for side in &mut self.sides {
            for zone in side.filled_zones() {
                if side.at(zone).is_some_and(|vassal| vassal.is_spent(&self.setup.format)) {
                    side.remove(zone);
                }
            }
        }
    }

    /// Ends the bout if at most one player has a Vassal in play. Rules: WU-6.8.1, WU-R67, WU-R68, WU-R69.
    pub(crate) fn check_bout_end(&mut self) {
        self.check_bout_end_for(BoutReason::Vassals);
    }

    fn check_bout_end_for(&mut self, reason: BoutReason) {
        match self.in_bout()[..] {
            [] => self.end_bout(BoutEnd { winner: None, reason }),
            [winner] => self.end_bout(BoutEnd { winner: Some(winner), reason }),
            _ => {}
        }
    }

    /// Nobody has won in the rounds allowed. Rules: WU-R71.
    pub(crate) fn reach_round_cap(&mut self) {
        self.end_bout(BoutEnd { winner: None, reason: BoutReason::RoundCap });
    }

    /// The bout is over: it is counted and cleaned up, and the next one is prepared unless the game is
    /// decided. Rules: WU-6.8.1.1, WU-6.8.1.2, WU-6.8.2, WU-R36.
    fn end_bout(&mut self, end: BoutEnd) {
        self.ended.push(end);
        match end.winner {
            Some(winner) => self.wins[winner] += 1,
            None => self.drawn += 1,
        }
        self.clean_up();
        let left = self.setup.format.bouts - self.bout;
        if left == 0 || self.is_decided(left) {
            self.end_game(GameReason::Bouts);
        } else {
            self.bout += 1;
            self.step = Step::Infirmary;
        }
    }

    /// Whether somebody has won more bouts than anybody else in the game can still reach. Rules: WU-R36.
    fn is_decided(&self, left: usize) -> bool {
        let players = self.in_game();
        let beats_all = |&winner: &usize| {
            players.iter().all(|&other| other == winner || self.wins[winner] > self.wins[other] + left)
        };
        !self.setup.format.plays_all_bouts && players.iter().any(beats_all)
    }

    /// Everything of the bout is put away: Vassals to the infirmaries, all else is forgotten.
    /// Rules: WU-R54, WU-R70.
    fn clean_up(&mut self) {
        for side in &mut self.sides {
            side.remove_all();
            side.boosts = 0;
            side.base = 0;
            side.label = None;
            side.run = None;
            side.kept = false;
            side.done = false;
            side.sealed = None;
            side.hurt = None;
        }
        self.round = 0;
        self.prime = None;
        self.to = None;
    }

    /// The player still in the game with the most bouts has won it, if there is only one such.
    /// Rules: WU-5.3.1, WU-5.3.1.1.
    fn end_game(&mut self, reason: GameReason) {
        let players = self.in_game();
        let most = players.iter().map(|&seat| self.wins[seat]).max();
        let leaders: Vec<usize> = players.into_iter().filter(|&seat| Some(self.wins[seat]) == most).collect();
        let winner = if leaders.len() == 1 { Some(leaders[0]) } else { None };
        self.result = Some(GameResult { winner, reason });
        self.step = Step::Over;
    }

    /// Whether a seat may concede the bout now. Rules: WU-R5.
    pub fn may_concede_bout(&self, seat: usize) -> bool {
        self.step.is_in_bout() && self.sides.get(seat).is_some_and(Side::has_vassals)
    }

    /// Whether a seat may concede the game now. Rules: WU-R5.
    pub fn may_concede_game(&self, seat: usize) -> bool {
        self.result.is_none() && self.sides.get(seat).is_some_and(|side| side.in_game)
    }

    /// A player gives the bout up: their Vassals leave it, and the last one left has won it. Rules: WU-R5.
    pub fn concede_bout(&mut self, seat: usize) -> Result<(), String> {
        if !self.may_concede_bout(seat) {
            return Err(format!("P{} is not in a bout that has started", seat + 1));
        }
        let side = &mut self.sides[seat];
        side.remove_all();
        side.sealed = None;
        side.hurt = None;
        self.check_bout_end_for(BoutReason::Concession);
        self.run();
        Ok(())
    }

    /// A player gives the game up and leaves with everything. The others go on; the last one left has won.
    /// Rules: WU-R5.
    pub fn concede_game(&mut self, seat: usize) -> Result<(), String> {
        if !self.may_concede_game(seat) {
            return Err(format!("P{} is not in the game", seat + 1));
        }
        self.sides[seat] = Side { in_game: false, ..Side::empty(&self.setup.format) };
        let left = self.setup.format.bouts - self.bout + 1;
        if self.in_game().len() == 1 {
            self.clean_up();
            self.end_game(GameReason::Concession);
        } else if self.is_decided(left) {
            self.clean_up();
            self.end_game(GameReason::Bouts);
        } else if self.step.is_in_bout() {
            self.check_bout_end_for(BoutReason::Concession);
        } else if self.to == Some(seat) {
            self.pass_on(seat);
        }
        self.run();
        Ok(())
    }

    /// Somebody else takes over what a player who left the game had to do in bout preparation.
    fn pass_on(&mut self, seat: usize) {
        match self.step {
            Step::Prime => self.select_selector(self.next_in_game(seat)),
            Step::Place => self.to = self.next_placer(seat + 1),
            _ => {}
        }
    }
}
