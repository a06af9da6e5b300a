//! Modes and options.

use std::fmt;

use crate::arena::{Feature, Point, Square, center_squares, starting_row};
use crate::cards::Deck;

/// The ways to play. Culture Shock is none of them, only a restriction of decks. Rules: TR-R128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A duel.
    Normal,
    /// Three or four players, each for themselves. Rules: TR-VAR-2, TR-VAR-5, TR-R122.
    Ffa,
    /// Without loadouts, two to four players, each for themselves. Rules: TR-FIST-1, TR-R120.
    Fist,
    /// One against two. Rules: TR-VAR-1, TR-R124.
    OneVsTwo,
    /// One against three. Rules: TR-VAR-3, TR-R126.
    OneVsThree,
    /// Two against two. Rules: TR-VAR-4, TR-R125.
    TwoVsTwo,
    /// Three against three. Rules: TR-VAR-7, TR-R127.
    ThreeVsThree,
    /// A Tire Fight and nothing else, two to four players. Rules: TR-VAR-9, TR-R129.
    Tire,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 8] = [
        Self::Normal,
        Self::Ffa,
        Self::Fist,
        Self::OneVsTwo,
        Self::OneVsThree,
        Self::TwoVsTwo,
        Self::ThreeVsThree,
        Self::Tire,
    ];

    /// The numbers of seats it can be played with.
    pub fn seats(self) -> Vec<usize> {
        match self {
            Self::Normal => vec![2],
            Self::Ffa => vec![3, 4],
            Self::Fist | Self::Tire => vec![2, 3, 4],
            Self::OneVsTwo => vec![3],
            Self::OneVsThree | Self::TwoVsTwo => vec![4],
            Self::ThreeVsThree => vec![6],
        }
    }

    /// The sizes of the two teams, the smaller first, if there are teams. Rules: TR-R123.
    pub fn team_sizes(self) -> Option<[usize; 2]> {
        match self {
            Self::OneVsTwo => Some([1, 2]),
            Self::OneVsThree => Some([1, 3]),
            Self::TwoVsTwo => Some([2, 2]),
            Self::ThreeVsThree => Some([3, 3]),
            Self::Normal | Self::Ffa | Self::Fist | Self::Tire => None,
        }
    }

    /// True if the Champions bring loadout cards. Rules: TR-FIST-1, TR-R120, TR-R129.
    pub fn has_loadouts(self) -> bool {
        !matches!(self, Self::Fist | Self::Tire)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normal => "normal",
            Self::Ffa => "ffa",
            Self::Fist => "fist",
            Self::OneVsTwo => "1v2",
            Self::OneVsThree => "1v3",
            Self::TwoVsTwo => "2v2",
            Self::ThreeVsThree => "3v3",
            Self::Tire => "tire",
        })
    }
}

/// Where a Champion looks when it is placed. Rules: TR-SETUP-11, TR-R9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitialFacing {
    /// Straight away from the own edge.
    Edge,
    /// Toward the midpoint.
    Center,
}

/// What a side is with three or four of them. Rules: TR-SETUP-9, TR-R8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TacticalSide {
    /// Without the Starting Rows of others.
    Trimmed,
    /// Two full lines.
    Half,
}

/// How one Champion stands up to several. Rules: TR-R124, TR-R126.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoloHandicap {
    /// Life and turns times the number of enemies.
    Full,
    /// Nothing.
    None,
}

/// Everything that is fixed before the first action.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The mode.
    pub mode: Mode,
    /// The battle deck of every seat. They are not checked here, see
    /// [`check_deck`](crate::check_deck). Rules: TR-R25.
    pub decks: Vec<Deck>,
    /// The team of every seat, 0 or 1, in team modes; empty in the others. Rules: TR-R123.
    pub teams: Vec<usize>,
    /// Columns and rows of the Arena, 2 to 5. Rules: TR-R13, TR-R142.
    pub arena: i32,
    /// Rounds, 1 to 4. Rules: TR-ROE-1, TR-R142.
    pub rounds: usize,
    /// Loadout slots, 1 to 4. Rules: TR-SETUP-15, TR-R142.
    pub slots: usize,
    /// Facing at placement. Rules: TR-R9.
    pub initial_facing: InitialFacing,
    /// Space for Tactical Advantage. Rules: TR-R8.
    pub tactical_side: TacticalSide,
    /// Handicap of the modes 1v2 and 1v3. Rules: TR-R124.
    pub solo_handicap: SoloHandicap,
    /// Laps of a Tire Fight, 1 to 9. Rules: TR-R116.
    pub lap_cap: usize,
    /// The most Life, 1 to 12. Rules: TR-R110.
    pub life_cap: i32,
    /// What lies in the Arena. Rules: TR-R14.
    pub features: Vec<Feature>,
}

impl Setup {
    /// A game with default options; team modes need their teams set. Rules: TR-R142.
    pub fn new(mode: Mode, decks: Vec<Deck>) -> Self {
        Self {
            mode,
            decks,
            teams: Vec::new(),
            arena: 4,
            rounds: 4,
            slots: 4,
            initial_facing: InitialFacing::Edge,
            tactical_side: TacticalSide::Trimmed,
            solo_handicap: SoloHandicap::Full,
            lap_cap: 4,
            life_cap: 12,
            features: Vec::new(),
        }
    }

    /// The team of a seat: without teams everybody is their own. Rules: TR-R122, TR-R123.
    pub fn team(&self, seat: usize) -> usize {
        if self.mode.team_sizes().is_some() { self.teams[seat] } else { seat }
    }

    /// The seats of a team.
    pub fn members(&self, team: usize) -> Vec<usize> {
        (0..self.decks.len()).filter(|&seat| self.team(seat) == team).collect()
    }

    /// The seat that has the handicap of one against several, if there is one. Rules: TR-R124, TR-R126.
    pub fn handicapped_solo(&self) -> Option<usize> {
        let is_solo_mode = matches!(self.mode, Mode::OneVsTwo | Mode::OneVsThree);
        if !is_solo_mode || self.solo_handicap == SoloHandicap::None {
            return None;
        }
        (0..self.decks.len()).find(|&seat| self.members(self.team(seat)).len() == 1)
    }

    /// Life at the start. Rules: TR-CHAMP-5, TR-R110, TR-R124, TR-R126.
    pub fn starting_life(&self, seat: usize) -> i32 {
        let life = self.decks[seat].champion.life.min(self.life_cap);
        let enemies = self.decks.len() as i32 - 1;
        if self.handicapped_solo() == Some(seat) { life * enemies } else { life }
    }

    /// True if the features come to lie on themselves when the Arena is turned by 180 degrees, so
    /// that West and East are the same. Rules: TR-R10.
    pub fn is_symmetric(&self) -> bool {
        let mut as_is = self.features.clone();
        let mut turned: Vec<Feature> =
            self.features.iter().map(|feature| feature.turned(self.arena)).collect();
        as_is.sort();
        turned.sort();
        as_is == turned
    }

    /// Everything that keeps this from being a game. The legality of decks is another matter.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut check = |is_good: bool, fault: String| {
            if !is_good {
                faults.push(fault);
            }
        };
        let seats = self.decks.len();
        check(self.mode.seats().contains(&seats), format!("mode {} cannot have {seats} seats", self.mode));
        check((2..=5).contains(&self.arena), "arena is 2 to 5".to_string());
        check(self.arena >= 4 || seats == 2, "an arena of 2 or 3 is for two seats".to_string());
        check((1..=4).contains(&self.rounds), "rounds is 1 to 4".to_string());
        check((1..=4).contains(&self.slots), "slots is 1 to 4".to_string());
        check((1..=9).contains(&self.lap_cap), "lap_cap is 1 to 9".to_string());
        check((1..=12).contains(&self.life_cap), "life_cap is 1 to 12".to_string());
        check(self.teams_fit(), format!("teams do not fit mode {}", self.mode));
        let most_cards = if self.mode.has_loadouts() { self.slots } else { 0 };
        for (seat, deck) in self.decks.iter().enumerate() {
            check(
                deck.loadout.len() <= most_cards,
                format!("seat {seat} has more than {most_cards} loadout cards"),
            );
            check(deck.champion.life >= 1, format!("seat {seat} has no Life"));
        }
        // The rest only makes sense if all of that is right.
        if faults.is_empty() {
            faults.extend(self.feature_faults());
            faults.extend(self.room_faults());
        }
        faults
    }

    fn teams_fit(&self) -> bool {
        let Some(sizes) = self.mode.team_sizes() else { return self.teams.is_empty() };
        let size = |team: usize| self.teams.iter().filter(|&&of| of == team).count();
        let mut found = [size(0), size(1)];
        found.sort_unstable();
        self.teams.len() == self.decks.len() && found == sizes
    }

    /// Features lie inside, at most one occupier and one Hazard on a space, edges on boundaries.
    /// Rules: TR-R35, TR-R102.
    fn feature_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (index, feature) in self.features.iter().enumerate() {
            let before = &self.features[..index];
            let here = |other: &&Feature| other.square() == feature.square();
            let fits = feature.square().is_inside(self.arena)
                && match feature {
                    Feature::Pit(_) => !before.contains(feature),
                    Feature::Obstacle(_) | Feature::Neutral { .. } => {
                        !before.iter().filter(here).any(Feature::occupies)
                    }
                    Feature::Spike(square, side) => {
                        !before.contains(feature) && square.boundaries(self.arena).contains(side)
                    }
                };
            let lives = !matches!(feature, Feature::Neutral { life, .. } if *life < 1);
            if !fits || !lives {
                faults.push(format!("feature {feature} cannot be there"));
            }
        }
        faults
    }

    /// There is always a space to place a Champion on, however the others place theirs.
    /// Rules: TR-R7, TR-R115, TR-R142.
    fn room_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let seats = self.decks.len();
        if self.mode == Mode::Tire {
            if center_squares(self.arena).len() < seats {
                faults.push("the Champions do not fit on the center spaces".to_string());
            }
            return faults;
        }
        let has_two_sides = seats == 2 || self.mode.team_sizes().is_some();
        let sides = match seats {
            _ if has_two_sides => vec![Point::W, Point::E],
            3 => vec![Point::W, Point::S, Point::E],
            _ => Point::ALL.to_vec(),
        };
        let largest_team = self.mode.team_sizes().map_or(1, |sizes| sizes[1]);
        for &side in &sides {
            // A corner may be taken by a neighbour.
            let is_in_another_row = |square: Square| {
                sides.iter().any(|&other| other != side && starting_row(other, self.arena).contains(&square))
            };
            let is_taken =
                |square: Square| self.features.iter().any(|f| f.occupies() && f.square() == square);
            let row = starting_row(side, self.arena);
            let sure =
                row.into_iter().filter(|&square| !is_taken(square) && !is_in_another_row(square)).count();
            if sure < largest_team {
                faults.push(format!("no room in the Starting Row of {side}"));
            }
        }
        faults
    }
}
