//! Exact values of small games, by walking the whole tree: what published figures are checked with.
//!
//! A seat's information is what it saw at its own decisions and what it did there, so that the
//! figures hold for players who forget nothing.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use engine::{Actions, Actor, Game, NoLog, Seat, Start, Turn, Viewer, Weighted};

/// A policy that everybody follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Everyone {
    /// Every option equally likely.
    Uniform,
    /// Always the first option in canonical order.
    First,
}

impl Everyone {
    /// How likely option `i` of `n` is.
    fn probability(self, i: usize, n: usize) -> f64 {
        match self {
            Self::Uniform => 1.0 / n as f64,
            Self::First => f64::from(u8::from(i == 0)),
        }
    }
}

/// What each seat wins on average when everybody follows `policy`.
pub fn values<G: Game>(start: &Start<G>, policy: Everyone) -> Vec<f64> {
    let mut values = vec![0.0; usize::from(G::seats(&start.rules))];
    let mut todo = vec![(start.state.clone(), 1.0)];
    while let Some((state, weight)) = todo.pop() {
        match step::<G>(&start.rules, &state) {
            Next::Over(scores) => {
                for (value, score) in values.iter_mut().zip(scores) {
                    *value += weight * score;
                }
            }
            Next::Chance(outcomes) => todo.extend(outcomes.into_iter().map(|(next, p)| (next, weight * p))),
            Next::Player(seat, actions) => {
                for (i, &action) in actions.iter().enumerate() {
                    let p = policy.probability(i, actions.len());
                    if p > 0.0 {
                        todo.push((after::<G>(&start.rules, &state, Actor::Seat(seat), action), weight * p));
                    }
                }
            }
        }
    }
    values
}

/// What `seat` wins on average with its best play when everybody else follows `policy`.
pub fn best_response<G: Game>(start: &Start<G>, seat: Seat, policy: Everyone) -> f64 {
    best::<G>(&start.rules, seat, policy, vec![(start.state.clone(), 1.0, 0)])
}

/// How much all seats together could gain by deviating from `policy` one at a time.
pub fn nash_conv<G: Game>(start: &Start<G>, policy: Everyone) -> f64 {
    let values = values::<G>(start, policy);
    Seat::all(G::seats(&start.rules))
        .map(|seat| best_response::<G>(start, seat, policy) - values[seat.index()])
        .sum()
}

enum Next<G: Game> {
    Over(Vec<f64>),
    Chance(Vec<(G::State, f64)>),
    Player(Seat, Actions<G::Action>),
}

fn after<G: Game>(rules: &G::Rules, state: &G::State, actor: Actor, action: G::Action) -> G::State {
    let mut next = state.clone();
    G::apply(rules, &mut next, actor, action, &mut NoLog);
    next
}

fn step<G: Game>(rules: &G::Rules, state: &G::State) -> Next<G> {
    match G::turn(rules, state) {
        Turn::Over => {
            let outcome = G::outcome(rules, state).expect("a finished game has an outcome");
            Next::Over(Seat::all(outcome.seats()).map(|seat| outcome.reward(seat)).collect())
        }
        Turn::Chance => {
            let mut outcomes = Weighted::new();
            G::chance(rules, state, &mut outcomes);
            let total = outcomes.total() as f64;
            let weigh = |&(action, weight): &(G::Action, u64)| {
                (after::<G>(rules, state, Actor::Chance, action), weight as f64 / total)
            };
            Next::Chance(outcomes.iter().map(weigh).collect())
        }
        Turn::Players(owed) => {
            let mut actions = Actions::new();
            G::legal(rules, state, owed.lowest(), &mut actions);
            Next::Player(owed.lowest(), actions)
        }
    }
}

/// A position, how likely the others and chance make it, and what the seat remembers.
type Weighed<G> = (<G as Game>::State, f64, u64);

/// Positions that the seat cannot tell apart, with its options there.
type InformationSet<G> = (Actions<<G as Game>::Action>, Vec<Weighed<G>>);

/// The best value of a bundle of positions that `seat` may be in.
fn best<G: Game>(rules: &G::Rules, seat: Seat, policy: Everyone, mut todo: Vec<Weighed<G>>) -> f64 {
    let mut total = 0.0;
    let mut known: HashMap<u64, usize> = HashMap::new();
    let mut sets: Vec<InformationSet<G>> = Vec::new();
    while let Some((state, weight, memory)) = todo.pop() {
        match step::<G>(rules, &state) {
            Next::Over(scores) => total += weight * scores[seat.index()],
            Next::Chance(outcomes) => {
                todo.extend(outcomes.into_iter().map(|(next, p)| (next, weight * p, memory)));
            }
            Next::Player(mover, actions) if mover != seat => {
                for (i, &action) in actions.iter().enumerate() {
                    let p = policy.probability(i, actions.len());
                    if p > 0.0 {
                        todo.push((
                            after::<G>(rules, &state, Actor::Seat(mover), action),
                            weight * p,
                            memory,
                        ));
                    }
                }
            }
            Next::Player(_, actions) => {
                let mut hasher = DefaultHasher::new();
                (memory, G::view(rules, &state, Viewer::seat(seat))).hash(&mut hasher);
                let seen = hasher.finish();
                let index = *known.entry(seen).or_insert_with(|| {
                    sets.push((actions, Vec::new()));
                    sets.len() - 1
                });
                sets[index].1.push((state, weight, seen));
            }
        }
    }
    for (actions, positions) in sets {
        let value = |action: G::Action| {
            let next = positions
                .iter()
                .map(|(state, weight, seen)| {
                    let mut hasher = DefaultHasher::new();
                    (seen, action).hash(&mut hasher);
                    (after::<G>(rules, state, Actor::Seat(seat), action), *weight, hasher.finish())
                })
                .collect();
            best::<G>(rules, seat, policy, next)
        };
        total += actions.iter().map(|&action| value(action)).fold(f64::NEG_INFINITY, f64::max);
    }
    total
}
