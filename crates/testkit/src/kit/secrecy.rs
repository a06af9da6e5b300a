//! Nobody learns what they may not know.

use std::fmt::Display;

use engine::{Actions, Actor, Game, NoLog, Rng, Seat, Turn, Viewer, Weighted, action_text};

use super::{Action, Bench, State, Subject};

/// Whether two steps may differ where an event reveals something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mercy {
    Revelations,
    None,
}

type View<S> = <<S as Subject>::Game as Game>::View;

/// What a viewer gets from a position.
struct Shown<S: Subject> {
    view: View<S>,
    message: String,
    turn: Turn,
}

impl<S: Subject> Bench<'_, S> {
    /// Non-interference: change what a viewer may not know, and nothing the viewer gets changes.
    pub(super) fn check_secrecy(&mut self, state: &State<S>, rng: &mut Rng) {
        let rules = &*self.start.rules;
        let seats = S::Game::seats(rules);
        let place = self.place(state);
        self.tries = S::near_misses(rules, state, rng);
        let seen: Vec<Action<S>> = self.seen.iter().copied().collect();
        self.tries.extend((0..seen.len().min(4)).map(|_| *rng.one_of(&seen)));
        self.tries.truncate(12);
        // Single seats, the spectator, everybody, and some allies.
        let allies = Seat::all(seats).filter(|_| rng.chance(1, 2)).collect();
        for viewer in Viewer::around(seats).chain([Viewer::everyone(seats), Viewer::Seats(allies)]) {
            let true_one = self.show(state, viewer);
            let other = S::permute(rules, state, viewer, rng);
            self.report.case("secrecy");
            if other != *state {
                self.report.case("secrets-permuted");
                self.permuted += 1;
                self.compare(&true_one, &self.show(&other, viewer), viewer, "secrecy", &place);
                self.compare_next(state, &other, viewer, &place, rng);
            }
            let view = &true_one.view;
            let world = S::Game::imagine(rules, view, rng);
            self.compare(&true_one, &self.show(&world, viewer), viewer, "imagine", &place);
            self.report.demand("imagine-truth", S::weight(rules, view, state) > 0, || {
                format!("{place}: {viewer} would never imagine the true position")
            });
            self.report.demand("imagine-law", S::weight(rules, view, &world) > 0, || {
                format!("{place}: {viewer} imagines {world:?}, which its law excludes")
            });
        }
    }

    /// Everything a viewer gets from two positions it must not tell apart.
    fn compare(
        &mut self,
        a: &Shown<S>,
        b: &Shown<S>,
        viewer: Viewer,
        check: &'static str,
        place: &dyn Display,
    ) {
        self.report.demand(check, a.view == b.view, || {
            format!("{place}: {viewer} sees a difference: {:?} and {:?}", a.view, b.view)
        });
        self.report.demand(check, a.message == b.message, || {
            format!("{place}: {viewer} gets different messages: {} and {}", a.message, b.message)
        });
        self.report.demand(check, a.turn == b.turn, || {
            format!("{place}: {viewer} can tell by whose turn it is: {:?} and {:?}", a.turn, b.turn)
        });
    }

    /// Everything that a viewer gets from a position.
    fn show(&self, state: &State<S>, viewer: Viewer) -> Shown<S> {
        let rules = &*self.start.rules;
        let view = S::Game::view(rules, state, viewer);
        let message = self.message(state, &view, viewer);
        Shown { view, message, turn: S::Game::turn(rules, state) }
    }

    /// What a host would send: the view, and what the seats held are offered or told why they cannot do.
    fn message(&self, state: &State<S>, view: &View<S>, viewer: Viewer) -> String {
        let rules = &*self.start.rules;
        let shown = serde_json::to_string(view).expect("views are plain data");
        let mut message = format!("{shown} {}", S::Game::picture(rules, view));
        for seat in Seat::all(S::Game::seats(rules)).filter(|&seat| viewer.holds(seat)) {
            let mut actions = Actions::new();
            S::Game::legal(rules, state, seat, &mut actions);
            if !actions.is_empty() {
                message.push_str(&format!(" default {:?} ", S::Game::default_action(rules, state, seat)));
            }
            for &action in &self.tries {
                message.push_str(&format!("{:?}", S::Game::refuse(rules, state, Actor::Seat(seat), action)));
            }
            let mut conceivable = Vec::new();
            if !actions.is_empty() {
                S::Game::conceivable(rules, view, seat, &mut conceivable);
            }
            for &action in actions.iter().chain(&conceivable) {
                message.push_str(&action_text::<S::Game>(rules, Actor::Seat(seat), action));
                message.push_str(&S::Game::label(rules, state, Actor::Seat(seat), action));
            }
            for action in conceivable {
                message.push_str(&format!("{:?}", S::Game::refuse(rules, state, Actor::Seat(seat), action)));
            }
        }
        message
    }

    /// The same action in two positions that look alike: the same events, until one of them openly
    /// reveals something.
    fn compare_next(
        &mut self,
        a: &State<S>,
        b: &State<S>,
        viewer: Viewer,
        place: &dyn Display,
        rng: &mut Rng,
    ) {
        let rules = &*self.start.rules;
        let Some((actor, action)) = super::choose::<S::Game>(rules, a, engine::Policy::Uniform, rng) else {
            return;
        };
        if S::Game::refuse(rules, b, actor, action).is_none() {
            self.compare_outcomes(
                [(a, action), (b, action)],
                actor,
                viewer,
                "secrecy-events",
                Mercy::Revelations,
                place,
            );
        }
    }

    /// Two steps that `viewer` must not tell apart unless an event it witnesses reveals something.
    fn compare_outcomes(
        &mut self,
        twins: [(&State<S>, Action<S>); 2],
        actor: Actor,
        viewer: Viewer,
        check: &'static str,
        mercy: Mercy,
        place: &dyn Display,
    ) {
        let rules = &*self.start.rules;
        let mut streams = Vec::new();
        let mut after = Vec::new();
        for (state, action) in twins {
            let (mut state, mut events) = (state.clone(), Vec::new());
            S::Game::apply(rules, &mut state, actor, action, &mut events);
            streams.push(
                events.iter().filter_map(|event| S::Game::witness(rules, event, viewer)).collect::<Vec<_>>(),
            );
            after.push(state);
        }
        let (first, second) = (&streams[0], &streams[1]);
        let fork = first.iter().zip(second).position(|(x, y)| x != y);
        let excused =
            |x, y| mercy == Mercy::Revelations && (S::Game::reveals(rules, x) || S::Game::reveals(rules, y));
        let same = match fork {
            Some(i) => excused(&first[i], &second[i]),
            None => first.len() == second.len(),
        };
        self.report.demand(check, same, || {
            format!(
                "{place}: after {actor}'s {:?} or {:?}, {viewer} sees {first:?} or {second:?}",
                twins[0].1, twins[1].1
            )
        });
        if fork.is_none() {
            let shown = [0, 1].map(|nth| self.show(&after[nth], viewer));
            self.compare(&shown[0], &shown[1], viewer, check, place);
        }
    }

    /// One step: secret choices and private chance stay secret, and what may be undone gave nothing away.
    pub(super) fn check_step(&mut self, state: &State<S>, actor: Actor, action: Action<S>, rng: &mut Rng) {
        let rules = &*self.start.rules;
        let seats = S::Game::seats(rules);
        let place = self.place(state);
        let others = || Viewer::around(seats);
        match actor {
            Actor::Chance => {
                let mut outcomes = Weighted::new();
                S::Game::chance(rules, state, &mut outcomes);
                if outcomes.is_empty() {
                    return;
                }
                let other = rng.one_of(&outcomes).0;
                for viewer in others() {
                    let owner = S::private(rules, state, action);
                    let blind = owner.is_some()
                        && owner == S::private(rules, state, other)
                        && !owner.is_some_and(|seat| viewer.holds(seat));
                    let mercy = if blind { Mercy::None } else { Mercy::Revelations };
                    self.compare_outcomes(
                        [(state, action), (state, other)],
                        actor,
                        viewer,
                        "private-chance",
                        mercy,
                        &place,
                    );
                }
            }
            Actor::Seat(seat) => {
                let Turn::Players(owed) = S::Game::turn(rules, state) else { return };
                let mut actions = Actions::new();
                S::Game::legal(rules, state, seat, &mut actions);
                let other = *rng.one_of(&actions);
                let secret = owed.len() > 1
                    || (S::secret(rules, state, seat, action) && S::secret(rules, state, seat, other));
                if secret {
                    for viewer in others().filter(|&viewer| !S::shares(rules, viewer, seat)) {
                        self.compare_outcomes(
                            [(state, action), (state, other)],
                            actor,
                            viewer,
                            "sealed-choice",
                            Mercy::None,
                            &place,
                        );
                    }
                }
                if owed.len() == 1 {
                    self.check_undo(state, seat, action, &place, rng);
                }
            }
        }
    }

    /// An action without a revealing event can be taken back without consent, so nobody may have
    /// learnt anything by it: it is possible, and looks the same, in every world they imagine.
    fn check_undo(
        &mut self,
        state: &State<S>,
        seat: Seat,
        action: Action<S>,
        place: &dyn Display,
        rng: &mut Rng,
    ) {
        let rules = &*self.start.rules;
        let (mut after, mut events) = (state.clone(), Vec::new());
        S::Game::apply(rules, &mut after, Actor::Seat(seat), action, &mut events);
        if events.iter().any(|event| S::Game::reveals(rules, event)) {
            return;
        }
        for viewer in Viewer::around(S::Game::seats(rules)) {
            let mut world = S::Game::imagine(rules, &S::Game::view(rules, state, viewer), rng);
            let possible = S::Game::refuse(rules, &world, Actor::Seat(seat), action).is_none();
            // Whoever does not learn what was chosen may well imagine that it could not be.
            if !possible && S::secret(rules, state, seat, action) && !S::shares(rules, viewer, seat) {
                continue;
            }
            self.report.demand("undo", possible, || {
                format!(
                    "{place}: {action:?} by seat {seat} told {viewer} something, but no event of it reveals"
                )
            });
            if possible {
                S::Game::apply(rules, &mut world, Actor::Seat(seat), action, &mut NoLog);
                let views = [&after, &world].map(|state| S::Game::view(rules, state, viewer));
                self.report.demand("undo", views[0] == views[1], || {
                    format!("{place}: {action:?} by seat {seat} showed {viewer} something, but no event of it reveals")
                });
            }
        }
    }
}
