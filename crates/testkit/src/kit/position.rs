//! What must hold at every position.

use std::collections::BTreeSet;
use std::fmt::Display;

use engine::{
    Actions, Actor, CATCH_ALL, Game, MAX_SEATS, NoLog, Rng, Seat, SeatSet, Seen, Turn, Viewer, Weighted,
    action_text, event_data, position_hash, position_text,
};

use super::{Action, Bench, State, Subject, choose};

/// So many positions are kept with their texts.
const KEPT_TEXTS: usize = 20_000;

impl<S: Subject> Bench<'_, S> {
    pub(super) fn check_position(&mut self, state: &State<S>, rng: &mut Rng) {
        self.check_turn(state);
        self.check_offers(state, rng);
        self.check_refusals(state, rng);
        self.check_chance(state, rng);
        self.check_saving(state);
        self.check_simultaneous(state, rng);
        self.check_conceding(state, rng);
    }

    fn check_turn(&mut self, state: &State<S>) {
        let rules = &*self.start.rules;
        let (place, seats) = (self.place(state), S::Game::seats(rules));
        let turn = S::Game::turn(rules, state);
        let outcome = S::Game::outcome(rules, state);
        let fits = match turn {
            Turn::Players(owed) => {
                !owed.is_empty() && owed.iter().all(|seat| seat.index() < usize::from(seats))
            }
            Turn::Chance | Turn::Over => true,
        };
        self.report.demand("turn", fits, || format!("{place}: the turn is {turn:?} at a table of {seats}"));
        self.report.demand("outcome", outcome.is_some() == (turn == Turn::Over), || {
            format!("{place}: the turn is {turn:?} and the outcome {outcome:?}")
        });
        self.report.demand("outcome", outcome.is_none_or(|outcome| !outcome.winners().is_empty()), || {
            format!("{place}: nobody is first")
        });
        self.report.demand("outcome", outcome.is_none_or(|outcome| outcome.seats() == seats), || {
            format!("{place}: the outcome {outcome:?} is not for {seats} seats")
        });
    }

    /// Offered means accepted; lists are sorted, short and in notation that reads back.
    fn check_offers(&mut self, state: &State<S>, rng: &mut Rng) {
        let rules = &*self.start.rules;
        let (place, turn) = (self.place(state), S::Game::turn(rules, state));
        for seat in Seat::all(S::Game::seats(rules)) {
            let mut actions = Actions::new();
            S::Game::legal(rules, state, seat, &mut actions);
            self.report.demand("offered", actions.is_empty() != turn.waits_for(seat), || {
                format!("{place}: the turn is {turn:?} and seat {seat} has {} options", actions.len())
            });
            self.report.demand("canonical-order", actions.is_sorted_by(|a, b| a < b), || {
                format!(
                    "{place}: the options of seat {seat} are not sorted or not different: {:?}",
                    &actions[..]
                )
            });
            let (mut texts, mut labels) = (BTreeSet::new(), BTreeSet::new());
            for &action in actions.iter() {
                let refusal = S::Game::refuse(rules, state, Actor::Seat(seat), action);
                self.report.demand("offered-accepted", refusal.is_none(), || {
                    format!("{place}: {action:?} is offered to seat {seat} and refused: {refusal:?}")
                });
                let listed = S::Game::as_listed(rules, state, Actor::Seat(seat), action);
                self.report.demand("as-listed", listed == action, || {
                    format!("{place}: {action:?} is offered to seat {seat} and stands for {listed:?}")
                });
                let text = self.check_notation(Actor::Seat(seat), action, &place);
                let label = S::Game::label(rules, state, Actor::Seat(seat), action);
                self.report.demand("label", !label.is_empty() && !label.contains('\n'), || {
                    format!("{place}: {action:?} has no label")
                });
                self.report.demand("label", labels.insert(label.clone()), || {
                    format!("{place}: two options are both called `{label}`")
                });
                self.report.demand("notation", texts.insert(text.clone()), || {
                    format!("{place}: two options of seat {seat} are both written `{text}`")
                });
                // Applying it must not panic, whatever follows.
                S::Game::apply(rules, &mut state.clone(), Actor::Seat(seat), action, &mut NoLog);
            }
            if actions.is_empty() {
                continue;
            }
            let default = S::Game::default_action(rules, state, seat);
            self.report.demand("default-action", actions.contains(&default), || {
                format!("{place}: the default action {default:?} of seat {seat} is not offered")
            });
            if rng.chance(1, 8) {
                self.check_bots(state, seat, &actions, rng);
            }
            let lively = S::Game::lively(rules, &actions, rng);
            self.report.demand("lively", actions.contains(&lively), || {
                format!("{place}: the lively policy plays {lively:?}, which is not offered")
            });
            let (picked, options) = S::Game::pick(rules, state, seat, rng);
            self.report.demand(
                "pick",
                actions.contains(&picked) && options as usize == actions.len(),
                || format!("{place}: pick gives {picked:?} of {options}, the list has {}", actions.len()),
            );
        }
    }

    /// Every built-in bot chooses something that is offered.
    fn check_bots(&mut self, state: &State<S>, seat: Seat, offered: &[Action<S>], rng: &mut Rng) {
        let rules = &*self.start.rules;
        let view = S::Game::view(rules, state, Viewer::seat(seat));
        for (name, mut bot) in S::Game::bots() {
            let choice = bot.choose(&Seen { rules, view: &view, seat, offered }, rng);
            let place = self.place(state);
            self.report.demand("bots", offered.contains(&choice), || {
                format!("{place}: the bot `{name}` plays {choice:?}, which is not offered")
            });
        }
    }

    fn check_notation(&mut self, actor: Actor, action: Action<S>, place: &dyn Display) -> String {
        let rules = &*self.start.rules;
        let text = action_text::<S::Game>(rules, actor, action);
        let tidy = !text.is_empty()
            && text.trim() == text
            && !text.contains([';', '\n', '\r'])
            && !text.contains(" / ");
        self.report.demand("notation", tidy && text != "concedes", || {
            format!(
                "{place}: {action:?} is written `{text}`, which is not one tidy line without `;` and ` / `"
            )
        });
        let back = S::Game::read_action(rules, actor, &text);
        self.report.demand("notation", back.as_ref() == Ok(&action), || {
            format!("{place}: {action:?} is written `{text}` and read back as {back:?}")
        });
        let mut rng = Rng::from_number(self.report.cases.get("notation").copied().unwrap_or(0));
        for damaged in [crate::fuzz::damage(&text, &mut rng), text.replace(' ', " 0")] {
            if let Ok(read) = S::Game::read_action(rules, actor, &damaged) {
                let again = action_text::<S::Game>(rules, actor, read);
                self.report
                    .demand("notation", again == damaged, || format!("`{damaged}` is read as `{again}`"));
            }
        }
        let kind = S::Game::kind(rules, action);
        self.report.demand("kinds", S::Game::ACTION_KINDS.contains(&kind), || {
            format!("{place}: undeclared kind of action `{kind}`")
        });
        text
    }

    /// Whatever neither is offered nor equals something offered is refused with a rule id, whoever tries it.
    fn check_refusals(&mut self, state: &State<S>, rng: &mut Rng) {
        let rules = &*self.start.rules;
        let place = self.place(state);
        let mut tries: Vec<Action<S>> = S::near_misses(rules, state, rng);
        let seen: Vec<Action<S>> = self.seen.iter().copied().collect();
        // All that was seen if it is not much, else a sample.
        if seen.len() <= 64 {
            tries.extend(seen);
        } else {
            tries.extend((0..64).map(|_| *rng.one_of(&seen)));
        }
        let seats = S::Game::seats(rules);
        let outsider = (usize::from(seats) < MAX_SEATS).then(|| Seat::new(seats));
        let turn = S::Game::turn(rules, state);
        let offered: Vec<(Actor, Actions<Action<S>>)> = Seat::all(seats)
            .chain(outsider)
            .map(|seat| {
                let mut actions = Actions::new();
                S::Game::legal(rules, state, seat, &mut actions);
                self.report.demand(
                    "offered",
                    seat.index() < usize::from(seats) || actions.is_empty(),
                    || format!("{place}: seat {seat} does not exist and has options"),
                );
                (Actor::Seat(seat), actions)
            })
            .chain([(Actor::Chance, Actions::new())])
            .collect();
        for action in tries {
            for &(actor, ref actions) in &offered {
                let refusal = S::Game::refuse(rules, state, actor, action);
                let fair = match actor {
                    // Of equal things one is offered, and stands for the others.
                    Actor::Seat(_) => actions.contains(&S::Game::as_listed(rules, state, actor, action)),
                    // A real outcome need not be listed, but chance must be due.
                    Actor::Chance => {
                        turn == Turn::Chance && refusal.is_none() && {
                            let mut outcomes = Weighted::new();
                            S::Game::chance(rules, state, &mut outcomes);
                            let after = |action| {
                                let mut next = state.clone();
                                S::Game::apply(rules, &mut next, Actor::Chance, action, &mut NoLog);
                                next
                            };
                            let there = after(action);
                            outcomes.iter().any(|&(listed, _)| listed == action || after(listed) == there)
                        }
                    }
                };
                self.report.demand("unoffered-refused", fair == refusal.is_none(), || {
                    format!(
                        "{place}: {action:?} by {actor} is {}offered and the refusal is {refusal:?}",
                        if fair { "" } else { "not " }
                    )
                });
                let Some(refusal) = refusal else { continue };
                self.report.case("refused");
                if refusal.code == CATCH_ALL {
                    self.report.case("catch-all");
                }
                let known =
                    S::Game::REFUSALS.iter().any(|r| r.code == refusal.code && r.rule == refusal.rule);
                let text = refusal.text.as_ref();
                self.report.demand("refusal-text", !text.is_empty() && !text.ends_with('.'), || {
                    format!("refusal `{text}`")
                });
                self.report.refusals.insert(refusal.code);
                self.report.demand("refusal-declared", known, || {
                    format!(
                        "{place}: refusal `{}` ({}) is not among the game's declared refusals",
                        refusal.code, refusal.rule
                    )
                });
            }
        }
    }

    fn check_chance(&mut self, state: &State<S>, rng: &mut Rng) {
        let rules = &*self.start.rules;
        let place = self.place(state);
        let mut outcomes = Weighted::new();
        if S::Game::turn(rules, state) != Turn::Chance {
            return;
        }
        S::Game::chance(rules, state, &mut outcomes);
        self.report
            .demand("chance", outcomes.total() > 0, || format!("{place}: chance is due and lists nothing"));
        let purpose = S::Game::purpose(rules, state);
        self.report.demand("chance", !purpose.name.is_empty(), || {
            format!("{place}: a chance event without a purpose")
        });
        let sampled = S::Game::sample(rules, state, rng);
        for action in outcomes.iter().map(|&(action, _)| action).chain([sampled]) {
            let refusal = S::Game::refuse(rules, state, Actor::Chance, action);
            self.report.demand("offered-accepted", refusal.is_none(), || {
                format!("{place}: chance can give {action:?} and is refused: {refusal:?}")
            });
            self.check_notation(Actor::Chance, action, &place);
        }
    }

    /// A position survives clone, save and load, also in the middle of an effect.
    fn check_saving(&mut self, state: &State<S>) {
        let rules = &*self.start.rules;
        let text = position_text::<S::Game>(rules, state);
        self.report.demand("position-text", !text.contains(['\n', '\r']) && text.trim() == text, || {
            format!("the position text `{text}` is not one tidy line")
        });
        let back = S::Game::read_position(rules, &text);
        self.report.demand("position-text", back.as_ref() == Ok(state), || {
            format!("table `{}`: `{text}` is read back as {back:?}, not {state:?}", self.table.name)
        });
        let hash = |state: &State<S>| {
            use std::hash::{BuildHasher, BuildHasherDefault};
            BuildHasherDefault::<std::collections::hash_map::DefaultHasher>::default().hash_one(state)
        };
        if let Ok(back) = &back {
            self.report.demand("equality", hash(back) == hash(state), || {
                format!("`{text}`: equal positions have different hashes")
            });
        }
        // Some ten thousand positions show an `Eq` that overlooks something; millions need not be kept.
        if self.texts.len() < KEPT_TEXTS || self.texts.contains_key(state) {
            let known = self.texts.entry(state.clone()).or_insert_with(|| text.clone()).clone();
            self.report
                .demand("equality", known == text, || format!("`{known}` and `{text}` are equal positions"));
        }
        let mut rng = Rng::from_number(self.report.cases.get("clone").copied().unwrap_or(0));
        for _ in 0..2 {
            let damaged = crate::fuzz::damage(&text, &mut rng);
            if let Ok(read) = S::Game::read_position(rules, &damaged) {
                let again = position_text::<S::Game>(rules, &read);
                self.report.demand("position-text", again == damaged, || {
                    format!("`{damaged}` is read as `{again}`")
                });
                let now = [&self.start.state, &read].map(|state| S::conserved(rules, state));
                self.report.demand("position-text", now[0] == now[1], || {
                    format!("`{damaged}` is read, with {:?}", now[1])
                });
            }
        }
        let copy = state.clone();
        self.report.demand(
            "clone",
            copy == *state
                && position_hash::<S::Game>(rules, &copy) == position_hash::<S::Game>(rules, state),
            || format!("`{text}`: a clone differs"),
        );
    }

    /// Simultaneous choices: each submission leaves exactly the others owing, in any order the same.
    fn check_simultaneous(&mut self, state: &State<S>, rng: &mut Rng) {
        let rules = &*self.start.rules;
        let Turn::Players(owed) = S::Game::turn(rules, state) else { return };
        if owed.len() < 2 {
            return;
        }
        let place = self.place(state);
        let mut choices: Vec<(Seat, Action<S>)> = owed
            .iter()
            .filter_map(|seat| {
                let mut actions = Actions::new();
                S::Game::legal(rules, state, seat, &mut actions);
                (!actions.is_empty()).then(|| (seat, *rng.one_of(&actions)))
            })
            .collect();
        let mut results = Vec::new();
        for _ in 0..2 {
            let (mut now, mut left): (_, SeatSet) = (state.clone(), owed);
            for &(seat, action) in &choices {
                S::Game::apply(rules, &mut now, Actor::Seat(seat), action, &mut NoLog);
                left = left.without(seat);
                let turn = S::Game::turn(rules, &now);
                self.report.demand("sealing", left.is_empty() || turn == Turn::Players(left), || {
                    format!(
                        "{place}: after seat {seat} sealed, seats {left} should owe, but the turn is {turn:?}"
                    )
                });
                let again = S::Game::refuse(rules, &now, Actor::Seat(seat), action);
                self.report.demand("sealing", left.is_empty() || again.is_some(), || {
                    format!("{place}: seat {seat} may choose twice")
                });
            }
            results.push(now);
            choices.reverse();
        }
        self.report.demand("sealing-order", results[0] == results[1], || {
            format!("{place}: the order of sealing {choices:?} matters")
        });
    }

    /// Everybody may concede at any time, and the game goes on to its end.
    fn check_conceding(&mut self, state: &State<S>, rng: &mut Rng) {
        let rules = &*self.start.rules;
        if S::Game::turn(rules, state) == Turn::Over {
            return;
        }
        let place = self.place(state);
        for seat in Seat::all(S::Game::seats(rules)) {
            let (mut now, mut events) = (state.clone(), Vec::new());
            S::Game::concede(rules, &mut now, seat, &mut events);
            // Whoever is out of the game already has nothing to give up.
            let out = now == *state && !S::Game::turn(rules, state).waits_for(seat);
            self.report.demand("concede", events.is_empty() == out, || {
                format!("{place}: seat {seat} concedes and nothing happens")
            });
            if out {
                continue;
            }
            self.check_events(&events, &place);
            for event in &events {
                *self.report.kinds.entry(S::Game::tell(rules, event).kind).or_default() += 1;
            }
            self.check_turn(&now);
            self.check_saving(&now);
            self.check_secrecy(&now, rng);
            self.report.demand(
                "conservation",
                S::conserved(rules, &now) == S::conserved(rules, state),
                || format!("{place}: seat {seat} concedes and something is lost"),
            );
            for viewer in Viewer::around(S::Game::seats(rules)) {
                let (mut other, mut tale) = (S::permute(rules, state, viewer, rng), Vec::new());
                S::Game::concede(rules, &mut other, seat, &mut tale);
                let seen = [&events, &tale].map(|events| {
                    events
                        .iter()
                        .filter_map(|event| S::Game::witness(rules, event, viewer))
                        .collect::<Vec<_>>()
                });
                let fork = seen[0].iter().zip(&seen[1]).find(|(x, y)| x != y);
                let fair = match fork {
                    Some((x, y)) => S::Game::reveals(rules, x) || S::Game::reveals(rules, y),
                    None => seen[0].len() == seen[1].len(),
                };
                self.report.demand("secrecy-events", fair, || {
                    format!("{place}: seat {seat} concedes and {viewer} sees {seen:?}")
                });
            }
            let mut again = state.clone();
            S::Game::concede(rules, &mut again, seat, &mut NoLog);
            self.report.demand(
                "concede",
                position_text::<S::Game>(rules, &again) == position_text::<S::Game>(rules, &now),
                || format!("{place}: seat {seat} concedes twice from here, differently"),
            );
            let mut steps = 0;
            while let Some((actor, action)) = choose::<S::Game>(rules, &now, engine::Policy::Uniform, rng) {
                self.report.demand("concede", actor != Actor::Seat(seat), || {
                    format!("{place}: seat {seat} conceded and must still choose")
                });
                S::Game::apply(rules, &mut now, actor, action, &mut NoLog);
                steps += 1;
                if steps > S::Game::longest(rules) {
                    break;
                }
            }
            let outcome = S::Game::outcome(rules, &now);
            // Whoever has a team may win with it all the same.
            let won = outcome.is_some_and(|o| {
                let mates = Seat::all(o.seats()).filter(|&mate| o.team(mate) == o.team(seat)).count();
                o.winners().has(seat) && o.winners().iter().all(|w| o.team(w) == o.team(seat)) && mates == 1
            });
            self.report.demand("concede", !won, || format!("{place}: seat {seat} concedes and wins"));
            self.report.demand("concede", S::Game::turn(rules, &now) == Turn::Over, || {
                format!("{place}: after seat {seat} conceded the game does not end")
            });
        }
    }

    pub(super) fn check_events(&mut self, events: &[<S::Game as Game>::Event], place: &dyn Display) {
        let rules = &*self.start.rules;
        let everyone = Viewer::everyone(S::Game::seats(rules));
        for event in events {
            let Some(data) = event_data::<S::Game>(rules, event, everyone) else {
                self.report.demand("witness", false, || {
                    format!("{place}: whoever holds all seats misses {event:?}")
                });
                continue;
            };
            self.report.demand("kinds", S::Game::EVENT_KINDS.contains(&data.kind), || {
                format!("{place}: undeclared kind of event `{}`", data.kind)
            });
            self.report.demand("event-rules", S::knows_rule(data.rule), || {
                format!("{place}: event `{}` cites the unknown rule `{}`", data.text, data.rule)
            });
            self.report.demand(
                "witness",
                !S::Game::reveals(rules, event) || !data.audience.is_empty(),
                || format!("{place}: {event:?} reveals something and nobody sees it in full"),
            );
            self.report.demand(
                "event-text",
                !data.text.ends_with('.') && !data.text.is_empty() && !data.text.contains('\n'),
                || format!("{place}: event {event:?} has no words"),
            );
            let everywhere = data.audience.len() == u32::from(S::Game::seats(rules));
            let watched = S::Game::witness(rules, event, Viewer::Spectator);
            self.report.demand("audience", everywhere || watched.as_ref() != Some(event), || {
                format!("{place}: a spectator sees all of {event:?}, but not every seat does")
            });
            let seen = S::Game::witness(rules, event, everyone);
            self.report.demand("witness", seen.as_ref() == Some(event), || {
                format!("{place}: whoever holds all seats sees {seen:?} of {event:?}")
            });
        }
    }
}
