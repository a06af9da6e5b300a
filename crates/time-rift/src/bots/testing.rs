//! For the tests of this bot: what it thinks of a position, and what a blow is worth.

use engine::{Game as _, Rng, Settings, Sources, Start};

use super::{LIVES, MOST_WORK, Mind};
use crate::game::TimeRift;
use crate::state::State;

/// What West thinks of a position of a duel.
pub fn think<T>(text: &str, question: impl FnOnce(&mut Mind<'_>, &State) -> T) -> T {
    let start: Start<TimeRift> =
        TimeRift::compile(&Settings::none(), &Sources::none()).unwrap_or_else(|faults| panic!("{faults}"));
    let state = TimeRift::read_position(&start.rules, text).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rng = Rng::from_number(1);
    let mut mind = Mind { rules: &start.rules, seat: 0, plan: None, work: MOST_WORK, rng: &mut rng };
    question(&mut mind, &state)
}

/// In how many of 1296 cases Spartacus hits Leonidas with +1 against DEF 1, ties won, and how many are critical.
const EVEN: (i32, i32) = (721, 117);

/// The mean of so much damage, against somebody with enough Life, of which each is worth the same.
pub fn blow(life: usize, damage: usize) -> i32 {
    let loss = |damage: usize| i64::from(LIVES[life] - LIVES[life - damage]);
    let (hit, critical) = (i64::from(EVEN.0), i64::from(EVEN.1));
    (((hit - critical) * loss(damage) + critical * loss(2 * damage)) / 1296) as i32
}
