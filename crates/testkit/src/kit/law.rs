//! Samples follow their stated laws.

use std::collections::{BTreeMap, HashMap};

use engine::{Actions, Actor, Game, NoLog, Policy, Rng, Turn, Viewer, Weighted};

use super::{Bench, Effort, State, Subject, choose};
use crate::chi::misfit;

/// Random games from which positions are drawn to check the laws of `pick` and `sample`, and how many
/// of each kind.
const LAW_GAMES: usize = 20;
const LAW_POSITIONS: usize = 8;
/// No more positions than this are enumerated.
const MAX_POSITIONS: usize = 200_000;
/// Of the sets of worlds that look alike, so many are sampled.
const MAX_GROUPS: usize = 60;

fn is_due(checked: &mut BTreeMap<&'static str, usize>, kind: &'static str) -> bool {
    let count = checked.entry(kind).or_default();
    *count += 1;
    *count <= LAW_POSITIONS
}

impl<S: Subject> Bench<'_, S> {
    /// `pick` is uniform over `legal`; `sample` follows `chance`: at positions drawn from whole games.
    pub(super) fn check_laws(&mut self, effort: Effort) {
        let rules = &*self.start.rules;
        let mut rng = Rng::from_number(4711);
        let mut positions = Vec::new();
        for game in 0..LAW_GAMES {
            let policy = if game % 2 == 0 { Policy::Uniform } else { Policy::Lively };
            let mut state = self.start.state.clone();
            for _ in 0..S::Game::longest(rules) {
                let Some((actor, action)) = choose::<S::Game>(rules, &state, policy, &mut rng) else { break };
                positions.push(state.clone());
                S::Game::apply(rules, &mut state, actor, action, &mut NoLog);
            }
        }
        // Some positions of each kind, early and late ones alike.
        rng.shuffle(&mut positions);
        let mut checked: BTreeMap<&'static str, usize> = BTreeMap::new();
        for state in &positions {
            match S::Game::turn(rules, state) {
                Turn::Players(owed) => {
                    let mut actions = Actions::new();
                    S::Game::legal(rules, state, owed.lowest(), &mut actions);
                    let Some(&action) = actions.first() else { continue };
                    if is_due(&mut checked, S::Game::kind(rules, action)) {
                        self.check_pick(state, owed.lowest(), effort, &mut rng);
                    }
                }
                Turn::Chance => {
                    if is_due(&mut checked, S::Game::purpose(rules, state).name) {
                        self.check_sample(state, effort, &mut rng);
                    }
                }
                Turn::Over => {}
            }
        }
    }

    fn check_pick(&mut self, state: &State<S>, seat: engine::Seat, effort: Effort, rng: &mut Rng) {
        let rules = &*self.start.rules;
        let mut actions = Actions::new();
        S::Game::legal(rules, state, seat, &mut actions);
        if actions.is_empty() {
            return;
        }
        let mut counts = vec![0; actions.len()];
        for _ in 0..effort.samples {
            let (picked, _) = S::Game::pick(rules, state, seat, rng);
            if let Some(i) = actions.iter().position(|&action| action == picked) {
                counts[i] += 1;
            }
        }
        let place = self.place(state);
        let bad = misfit(&counts, &vec![1; counts.len()]);
        self.report.demand("pick-law", bad.is_none(), || format!("{place}: pick is not uniform: {bad:?}"));
    }

    /// Outcomes are compared by the positions they lead to, since equal ones are merged in the list.
    fn check_sample(&mut self, state: &State<S>, effort: Effort, rng: &mut Rng) {
        let rules = &*self.start.rules;
        let mut outcomes = Weighted::new();
        S::Game::chance(rules, state, &mut outcomes);
        let after = |action| {
            let mut next = state.clone();
            S::Game::apply(rules, &mut next, Actor::Chance, action, &mut NoLog);
            next
        };
        let place = self.place(state);
        let mut index = HashMap::new();
        let mut weights = Vec::new();
        for &(action, weight) in outcomes.iter() {
            let fresh = index.insert(after(action), weights.len()).is_none();
            self.report.demand("chance-merged", fresh, || {
                format!("{place}: {action:?} is listed but equals another outcome")
            });
            weights.push(weight);
        }
        let mut counts = vec![0; weights.len()];
        for _ in 0..effort.samples {
            let action = S::Game::sample(rules, state, rng);
            match index.get(&after(action)) {
                Some(&i) => counts[i] += 1,
                None => self.report.demand("sample-law", false, || {
                    format!("{place}: {action:?} was sampled and is not listed")
                }),
            }
        }
        let bad = misfit(&counts, &weights);
        self.report.demand("sample-law", bad.is_none(), || {
            format!("{place}: samples do not follow the weights: {bad:?}")
        });
    }

    /// `imagine` draws from exactly the positions that look alike, by the stated law.
    pub(super) fn check_worlds(&mut self, effort: Effort) {
        let rules = &*self.start.rules;
        let positions = self.all_positions();
        let seats = S::Game::seats(rules);
        let mut rng = Rng::from_number(1234);
        for viewer in Viewer::around(seats).chain([Viewer::everyone(seats)]) {
            let mut groups: HashMap<_, Vec<&State<S>>> = HashMap::new();
            for state in &positions {
                groups.entry(S::Game::view(rules, state, viewer)).or_default().push(state);
            }
            // Follow the order of discovery, not the hash map's.
            let mut views: Vec<_> =
                positions.iter().map(|state| S::Game::view(rules, state, viewer)).collect();
            views.retain(|view| groups[view].len() > 1);
            let step = views.len().div_ceil(MAX_GROUPS).max(1);
            for view in views.iter().step_by(step) {
                let worlds = &groups[view];
                let weights: Vec<u64> = worlds.iter().map(|state| S::weight(rules, view, state)).collect();
                let mut counts = vec![0; worlds.len()];
                for _ in 0..effort.samples.min(20 * worlds.len() as u64 + 2_000) {
                    let world = S::Game::imagine(rules, view, &mut rng);
                    match worlds.iter().position(|&state| *state == world) {
                        Some(i) => counts[i] += 1,
                        None => self.report.demand("imagine-law", false, || {
                            format!("table `{}`: {viewer} sees {view:?} and imagines {world:?}, which no play reaches", self.table.name)
                        }),
                    }
                }
                let reached: std::collections::HashSet<State<S>> = (0..200 + 20 * worlds.len())
                    .map(|_| S::permute(rules, worlds[0], viewer, &mut rng))
                    .collect();
                self.report.demand("view-tells", worlds.iter().all(|world| reached.contains(*world)), || {
                    format!("table `{}`: {viewer} may know more than it sees: {view:?}", self.table.name)
                });
                let bad = misfit(&counts, &weights);
                let name = self.table.name;
                self.report.demand("imagine-law", bad.is_none(), || {
                    format!("table `{name}`: {viewer} sees {view:?}; worlds do not follow the law: {bad:?}")
                });
            }
        }
    }

    /// Every position that play can reach.
    fn all_positions(&self) -> Vec<State<S>> {
        let rules = &*self.start.rules;
        let mut found = std::collections::HashSet::from([self.start.state.clone()]);
        let mut list = vec![self.start.state.clone()];
        let mut next = 0;
        while next < list.len() {
            let state = list[next].clone();
            next += 1;
            for (actor, action) in super::whole::moves::<S::Game>(rules, &state) {
                let mut after = state.clone();
                S::Game::apply(rules, &mut after, actor, action, &mut NoLog);
                if found.insert(after.clone()) {
                    list.push(after);
                }
            }
            assert!(
                list.len() <= MAX_POSITIONS,
                "table `{}` is not enumerable: over {MAX_POSITIONS} positions",
                self.table.name
            );
        }
        list
    }
}
