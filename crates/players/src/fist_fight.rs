//! The pure Fist Fight of Time Rift, solved exactly: two Champions without text on the bare 4x4 Arena.
//!
//! It is a finite game of perfect information with dice, and within a turn the number of Actions falls, so it is
//! solved backwards turn by turn: Tire Fight, Tie Breaker, rounds four to one, placement. Rules: TR-R120,
//! TR-R112 to TR-R117.
//!
//! | question | module |
//! | --- | --- |
//! | where does a figure stand, and how is that written? | [`arena`] |
//! | how likely does whoever is to move win, everywhere at once? | [`layers`] |
//! | what is each move of one situation worth? | [`table`] |
//! | how is a table kept in a file? | [`cache`] |
//! | what does a position of the game ask of a table? | [`play`] |

pub mod arena;
pub mod cache;
pub mod layers;
pub mod play;
pub mod table;

use std::cmp::Ordering;

use arena::{Stance, offset};
use time_rift::cards::{Card, Kind};

/// A Champion as far as its fists go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fighter {
    /// Champion Initiative.
    pub initiative: u8,
    /// Life, at least 1.
    pub life: u8,
    /// Actions a turn, at least 1.
    pub agility: u8,
    /// Damage of a base attack.
    pub damage: u8,
    /// Added to defense rolls.
    pub defense: i8,
    /// Numbered cells of the base grid: columns to the right, rows ahead, value.
    pub grid: Vec<(i8, i8, i8)>,
}

impl Fighter {
    /// The Champion of a card without its text; no other card fights for itself. Rules: TR-R120.
    pub fn of(card: &Card) -> Option<Self> {
        let Kind::Champion { life, agility, damage, defense, grid } = &card.kind else { return None };
        Some(Self {
            initiative: card.initiative,
            life: *life,
            agility: *agility,
            damage: *damage,
            defense: *defense,
            grid: grid.0.clone(),
        })
    }

    /// What the grid shows for a space from a stance. Rules: TR-R3, TR-R4.
    pub fn value(&self, stance: Stance, target: usize) -> Option<i8> {
        let there = offset(stance, target);
        self.grid.iter().find(|cell| (cell.0, cell.1) == there).map(|cell| cell.2)
    }
}

/// Which of the two fighters, as they were named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Named {
    /// The first-named.
    First,
    /// The second-named.
    Second,
}

impl Named {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Whoever has the higher Champion Initiative; both if they are equal and a roll-off decides.
    pub fn faster(fighters: &[Fighter; 2]) -> &'static [Self] {
        match fighters[0].initiative.cmp(&fighters[1].initiative) {
            Ordering::Greater => &[Self::First],
            Ordering::Less => &[Self::Second],
            Ordering::Equal => &Self::BOTH,
        }
    }

    /// Whoever has the lower Champion Initiative and is placed first; both if a roll-off decides. Rules: TR-R11.
    pub fn slower(fighters: &[Fighter; 2]) -> &'static [Self] {
        match Self::faster(fighters) {
            [Self::First] => &[Self::Second],
            [Self::Second] => &[Self::First],
            _ => &Self::BOTH,
        }
    }

    /// What the first-named has of a chance, or the other of the rest.
    pub(crate) fn of(self, first_wins: f64) -> f64 {
        match self {
            Self::First => first_wins,
            Self::Second => 1.0 - first_wins,
        }
    }
}

/// A part of a fight in which each has one turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Rounds 1 to 4. Rules: TR-ROE-1.
    Round(u8),
    /// The round after them if Life is equal. Rules: TR-R113.
    TieBreaker,
    /// Laps 1 to 4 of the Tire Fight. Rules: TR-R116.
    Lap(u8),
}

/// Rounds of a game. Rules: TR-ROE-1.
pub const ROUNDS: u8 = 4;
/// Laps of a Tire Fight. Rules: TR-R116.
pub const LAPS: u8 = 4;

impl Stage {
    /// The most Life each can have. The Tie Breaker begins with equal Life, so nobody has more than the lesser.
    pub fn lives(self, fighters: &[Fighter; 2]) -> [u8; 2] {
        let lives = [fighters[0].life, fighters[1].life];
        if matches!(self, Self::Round(_)) { lives } else { [lives[0].min(lives[1]); 2] }
    }

    /// Who may act first: by Champion Initiative in the rounds, by a roll-off later. Rules: TR-R113, TR-R115.
    pub fn orders(self, fighters: &[Fighter; 2]) -> &'static [Named] {
        if matches!(self, Self::Round(_)) { Named::faster(fighters) } else { &Named::BOTH }
    }
}

/// One turn of a fight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// When.
    pub stage: Stage,
    /// Who acts first in that stage.
    pub first: Named,
    /// Whose turn it is.
    pub mover: Named,
}

impl Turn {
    /// Every turn a fight of these can have, from its start to its end.
    pub fn all(fighters: &[Fighter; 2]) -> Vec<Self> {
        let rounds = (1..=ROUNDS).map(Stage::Round);
        let stages = rounds.chain([Stage::TieBreaker]).chain((1..=LAPS).map(Stage::Lap));
        stages
            .flat_map(|stage| stage.orders(fighters).iter().map(move |&first| (stage, first)))
            .flat_map(|(stage, first)| [first, first.other()].map(|mover| Self { stage, first, mover }))
            .collect()
    }
}

/// The first-named's chance when Life is compared, `tied` if it is equal. Rules: TR-R111, TR-R112.
pub(crate) fn compare(first: u8, second: u8, tied: impl FnOnce() -> f64) -> f64 {
    match first.cmp(&second) {
        Ordering::Greater => 1.0,
        Ordering::Less => 0.0,
        Ordering::Equal => tied(),
    }
}

/// In how many of the 1296 throws an attack hits, and hits critically, with what it has over the defense; ties
/// are won or lost. Rules: TR-COMBAT-8, TR-COMBAT-9, TR-CRIT-1.
pub fn throws(margin: i32, ties_win: bool) -> (u32, u32) {
    let (mut hits, mut criticals) = (0, 0);
    for defense in 0..36 {
        for attack in 0..36 {
            let total = |roll: i32| roll / 6 + roll % 6 + 2;
            let over = total(attack) + margin - total(defense);
            if over > 0 || (over == 0 && ties_win) {
                hits += 1;
                criticals += u32::from(attack / 6 == attack % 6);
            }
        }
    }
    (hits, criticals)
}

/// How likely an attack hits: counts of throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// Throws that hit, critical ones included.
    pub hits: u32,
    /// Throws that hit critically.
    pub criticals: u32,
    /// All throws: 1296, or twice that where a die settles ties.
    pub of: u32,
}

impl Odds {
    /// The odds of a base attack with a value of the grid. Rules: TR-R54, TR-R55.
    pub fn new(attacker: &Fighter, defender: &Fighter, value: i8) -> Self {
        let margin = i32::from(value) - i32::from(defender.defense);
        let (won, lost) = (throws(margin, true), throws(margin, false));
        match attacker.initiative.cmp(&defender.initiative) {
            Ordering::Greater => Self { hits: won.0, criticals: won.1, of: 1296 },
            Ordering::Less => Self { hits: lost.0, criticals: lost.1, of: 1296 },
            Ordering::Equal => Self { hits: won.0 + lost.0, criticals: won.1 + lost.1, of: 2592 },
        }
    }

    /// The chances to miss, to hit plainly, to hit critically.
    pub fn chances(self) -> [f64; 3] {
        [self.of - self.hits, self.hits - self.criticals, self.criticals]
            .map(|count| f64::from(count) / f64::from(self.of))
    }
}

#[cfg(test)]
pub(crate) mod fixtures {
    //! The pairs with known values.

    use super::Fighter;

    pub(crate) fn fighter(
        initiative: u8,
        life: u8,
        agility: u8,
        defense: i8,
        grid: &[(i8, i8, i8)],
    ) -> Fighter {
        Fighter { initiative, life, agility, damage: 1, defense, grid: grid.to_vec() }
    }

    const SPARTACUS: &[(i8, i8, i8)] = &[(-1, 1, 0), (0, 1, 1), (1, 1, 0), (-1, 0, 0), (1, 0, 0)];
    const MUSASHI: &[(i8, i8, i8)] = &[(-1, 1, 0), (0, 1, 1), (1, 1, 0), (-1, 0, 1), (1, 0, -1)];
    const BOUDICA: &[(i8, i8, i8)] = &[(0, 2, -1), (-1, 1, 0), (0, 1, 1), (1, 1, 0)];

    pub(crate) fn spartacus_and_musashi() -> [Fighter; 2] {
        [fighter(11, 10, 4, 0, SPARTACUS), fighter(18, 8, 4, 0, MUSASHI)]
    }

    pub(crate) fn f1() -> [Fighter; 2] {
        [fighter(5, 2, 2, 0, MUSASHI), fighter(3, 2, 2, 1, BOUDICA)]
    }

    pub(crate) fn f2() -> [Fighter; 2] {
        [fighter(4, 2, 2, 0, MUSASHI), fighter(4, 2, 2, 0, BOUDICA)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of the rule book's example and of the table of odds.
    #[test]
    fn throws_are_counted() {
        assert_eq!(throws(1, false), (721, 117));
        assert_eq!(throws(0, false), (575, 99));
        assert_eq!(throws(0, true), (721, 117));
        assert_eq!(throws(-6, false), (35, 13));
        assert_eq!(throws(6, true), (1261, 203));
    }

    /// With equal Initiatives a die settles ties: no advantage is exactly one half. Rules: TR-ODDS-2, TR-R60.
    #[test]
    fn equal_initiatives_halve_the_ties() {
        let [musashi, boudica] = fixtures::f2();
        let odds = Odds::new(&musashi, &boudica, 0);
        assert_eq!((odds.hits, odds.criticals, odds.of), (1296, 216, 2592));
        assert!((odds.chances().iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn turns_are_listed_once() {
        let count = |fighters| Turn::all(&fighters).len();
        assert_eq!(count(fixtures::f1()), 4 * 2 + 4 + 16);
        assert_eq!(count(fixtures::f2()), 4 * 4 + 4 + 16);
    }
}
