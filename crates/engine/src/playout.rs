//! The fast door: play to the end as quickly as the rules allow, without log or heap.

use std::str::FromStr;

use crate::buffer::Actions;
use crate::event::NoLog;
use crate::fault::Fault;
use crate::game::{Game, Start};
use crate::rng::Rng;
use crate::seat::{Actor, Seat};
use crate::turn::Turn;

/// How a playout chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Every option equally likely, the list of options built at each decision.
    Uniform,
    /// The game's own lively policy, the list built too.
    Lively,
    /// Every option equally likely, by [`Game::pick`], nothing listed.
    Pick,
}

impl Policy {
    /// All policies with their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("uniform", Self::Uniform), ("lively", Self::Lively), ("pick", Self::Pick)];

    /// The policy's name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, p)| *p == self).expect("every policy is listed").0
    }
}

impl FromStr for Policy {
    type Err = Fault;
    fn from_str(text: &str) -> Result<Self, Fault> {
        Self::ALL.iter().find(|(name, _)| *name == text).map(|&(_, policy)| policy).ok_or_else(|| {
            Fault::new(format!("there is no policy `{text}`"), "the policies are uniform, lively and pick")
        })
    }
}

/// What a batch of playouts counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games played to their end.
    pub games: u64,
    /// Bouts of these games; each game is one where there are no bouts.
    pub bouts: u64,
    /// Choices of players among at least two options.
    pub decisions: u64,
    /// Choices of players with one option only.
    pub forced: u64,
    /// Chance events.
    pub chance: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.bouts += other.bouts;
        self.decisions += other.decisions;
        self.forced += other.forced;
        self.chance += other.chance;
    }
}

/// Plays `games` games from `start` on a position that may be any, and counts.
pub fn playouts<G: Game>(
    start: &Start<G>,
    state: &mut G::State,
    policy: Policy,
    games: u64,
    rng: &mut Rng,
) -> Tally {
    match policy {
        Policy::Uniform => run::<G>(start, state, games, rng, &mut |rules, state, seat, actions, rng| {
            actions.clear();
            G::legal(rules, state, seat, actions);
            (*rng.one_of(actions), actions.len() as u32)
        }),
        Policy::Lively => run::<G>(start, state, games, rng, &mut |rules, state, seat, actions, rng| {
            actions.clear();
            G::legal(rules, state, seat, actions);
            (G::lively(rules, actions, rng), actions.len() as u32)
        }),
        Policy::Pick => run::<G>(start, state, games, rng, &mut |rules, state, seat, _, rng| {
            G::pick(rules, state, seat, rng)
        }),
    }
}

#[inline]
fn run<G: Game>(
    start: &Start<G>,
    state: &mut G::State,
    games: u64,
    rng: &mut Rng,
    choose: &mut impl FnMut(&G::Rules, &G::State, Seat, &mut Actions<G::Action>, &mut Rng) -> (G::Action, u32),
) -> Tally {
    let rules = &*start.rules;
    let mut actions = Actions::new();
    let mut tally = Tally { games, ..Tally::default() };
    for _ in 0..games {
        state.clone_from(&start.state);
        loop {
            match G::turn(rules, state) {
                Turn::Players(seats) => {
                    let seat = seats.lowest();
                    let (action, options) = choose(rules, state, seat, &mut actions, rng);
                    tally.decisions += u64::from(options > 1);
                    tally.forced += u64::from(options == 1);
                    G::apply(rules, state, Actor::Seat(seat), action, &mut NoLog);
                }
                Turn::Chance => {
                    let action = G::sample(rules, state, rng);
                    tally.chance += 1;
                    G::apply(rules, state, Actor::Chance, action, &mut NoLog);
                }
                Turn::Over => break,
            }
        }
        tally.bouts += u64::from(G::bouts(rules, state));
        std::hint::black_box(&*state);
    }
    tally
}
