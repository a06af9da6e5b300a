//! What must hold for a whole play: repetition, records, stepping back, branching.

use engine::{
    Actions, Actor, Back, Game, Luck, Opening, Play, Policy, Record, Rng, Seat, Seed, SeedLine, Settings,
    Turn, Weighted,
};

use super::{Action, Bench, Subject, choose};

/// Everything that can happen at a position: each owing seat's options, or the chance outcomes.
pub(crate) fn moves<G: Game>(rules: &G::Rules, state: &G::State) -> Vec<(Actor, G::Action)> {
    match G::turn(rules, state) {
        Turn::Over => Vec::new(),
        Turn::Chance => {
            let mut outcomes = Weighted::new();
            G::chance(rules, state, &mut outcomes);
            outcomes.iter().map(|&(action, _)| (Actor::Chance, action)).collect()
        }
        Turn::Players(owed) => owed
            .iter()
            .flat_map(|seat| {
                let mut actions = Actions::new();
                G::legal(rules, state, seat, &mut actions);
                actions.iter().map(move |&action| (Actor::Seat(seat), action)).collect::<Vec<_>>()
            })
            .collect(),
    }
}

impl<S: Subject> Bench<'_, S> {
    /// Plays a whole game through the checked door and looks at its record.
    pub(super) fn check_whole_play(&mut self, settings: &Settings, policy: Policy, seed: u64) {
        let name = self.table.name;
        let opening = Opening {
            sources: self.table.sources.clone(),
            ..Opening::new(settings.clone(), Luck::seeded(Seed::from_number(seed)))
        };
        let play = self.play_out(opening.clone(), policy, seed);
        let again = self.play_out(opening, policy, seed);
        let text = play.record(SeedLine::WhenOver);
        self.report.demand("same-seed", text == again.record(SeedLine::WhenOver), || {
            format!("table `{name}`: two games from seed {seed} differ")
        });
        let replayed = Record::parse(&text).and_then(|record| Play::<S::Game>::replay(&record)?.trusted());
        match replayed {
            Err(faults) => {
                self.report.demand("record", false, || format!("table `{name}`, seed {seed}: {faults}"));
            }
            Ok(replayed) => {
                self.report.demand("record", replayed.record(SeedLine::WhenOver) == text, || {
                    format!("table `{name}`, seed {seed}: a record written, read and written again differs")
                });
            }
        }
        self.check_stepping_back(&play, seed);
        if play.outcome().is_some() {
            let next = S::Game::next_settings(play.rules(), play.state(), settings);
            let compiled = S::Game::compile(&next, &self.table.sources).map(|_| ());
            self.report.demand("series", compiled.is_ok(), || {
                format!("table `{name}`: the next game of a series cannot be set up: {compiled:?}")
            });
        }
    }

    /// Plays by `policy`; now and then tries something wrong, which must change nothing.
    fn play_out(&mut self, opening: Opening, policy: Policy, seed: u64) -> Play<S::Game> {
        let mut rng = Rng::from_number(seed);
        let mut play = Play::<S::Game>::new(opening).expect("the table compiled before");
        let rules = play.rules().clone();
        play.settle();
        let mut taken_back = 0;
        while let Some((actor, action)) = choose::<S::Game>(&rules, play.state(), policy, &mut rng) {
            let Actor::Seat(seat) = actor else { break };
            // In some games somebody gives up on the way.
            if seed % 3 == 2 && rng.chance(1, 4) {
                let seat = Seat::new(rng.below(u32::from(S::Game::seats(&rules))) as u8);
                match S::Game::AT_ONCE {
                    // A part of the game, sometimes in the middle of sealed choices.
                    parts if !parts.is_empty() && rng.chance(3, 4) => {
                        drop(play.submit(seat, *rng.one_of(parts)));
                    }
                    _ => drop(play.concede(seat)),
                }
                play.settle();
                continue;
            }
            self.try_wrong(&mut play, &mut rng);
            let number = play.number();
            let undoable = play.is_sealing() || !matches!(play.turn(), Turn::Players(owed) if owed.len() > 1);
            let before = play.state().clone();
            if let Err(refusal) = play.submit(seat, action) {
                self.report.demand("offered-accepted", false, || {
                    format!("checked play refuses {action:?}: {refusal:?}")
                });
                break;
            }
            // What may be taken back leads exactly to where it came from.
            if undoable
                && !play.is_sealing()
                && play.number() == number + 1
                && play.can_undo(seat).is_ok()
                && rng.chance(1, 4)
            {
                play.undo(seat).expect("it may be taken back");
                taken_back += 1;
                let name = self.table.name;
                self.report.demand("undo", *play.state() == before, || {
                    format!("table `{name}`: undo leads elsewhere")
                });
                play.submit(seat, action).expect("it was accepted before");
            }
            play.settle();
            // What is taken back is an entry, and so is taking it back.
            if play.number() > S::Game::longest(&rules) as usize + 2 * taken_back {
                break;
            }
        }
        play
    }

    fn try_wrong(&mut self, play: &mut Play<S::Game>, rng: &mut Rng) {
        let seen: Vec<_> = self.seen.iter().copied().collect();
        if seen.is_empty() {
            return;
        }
        let rules = play.rules().clone();
        let seat = Seat::new(rng.below(u32::from(S::Game::seats(&rules))) as u8);
        let action = *rng.one_of(&seen);
        if S::Game::refuse(&rules, play.state(), Actor::Seat(seat), action).is_none() {
            return self.check_listed(play, seat, action);
        }
        let (hash, number) = (play.hash(), play.number());
        let refused = play.submit(seat, action).is_err();
        self.report.demand(
            "refused-unchanged",
            refused && play.hash() == hash && play.number() == number,
            || format!("a refused {action:?} by seat {seat} changed the position"),
        );
    }

    /// An action that is accepted for one that is listed is recorded as that one.
    fn check_listed(&mut self, play: &Play<S::Game>, seat: Seat, action: Action<S>) {
        let listed = S::Game::as_listed(play.rules(), play.state(), Actor::Seat(seat), action);
        if listed == action || play.is_sealing() {
            return;
        }
        let record = |action| {
            let mut branch = play.branch(play.number());
            branch.submit(seat, action).map(|()| branch.record(SeedLine::WhenOver))
        };
        self.report.demand("as-listed", record(action) == record(listed), || {
            format!("{action:?} stands for {listed:?} and is recorded otherwise")
        });
    }

    /// Any earlier position can be reached again, and the play can go on from there as it did.
    fn check_stepping_back(&mut self, play: &Play<S::Game>, seed: u64) {
        let name = self.table.name;
        let number = Rng::from_number(seed).below(play.number() as u32 + 1) as usize;
        let mut branch = play.branch(number);
        self.report.demand(
            "step-back",
            branch.number() == number && *branch.state() == play.state_at(number),
            || format!("table `{name}`, seed {seed}: going back to {number} leads elsewhere"),
        );
        for step in play.steps().skip(number).cloned().collect::<Vec<_>>() {
            match step {
                engine::Step::Act(Actor::Chance, action) => {
                    let foretold = branch.foretold();
                    self.report.demand("step-back", foretold == Some(action), || {
                        format!("table `{name}`, seed {seed}: after going back the dice fall differently")
                    });
                    branch.roll();
                }
                engine::Step::Act(Actor::Seat(seat), action) => drop(branch.submit(seat, action)),
                engine::Step::Sealed(choices) => {
                    for (seat, action) in choices.into_iter().rev() {
                        drop(branch.submit(seat, action));
                    }
                }
                engine::Step::Concede(seat) => {
                    branch.concede(seat);
                }
                engine::Step::Back(Back { by: Some(seat), .. }) => drop(branch.undo(seat)),
                engine::Step::Back(Back { to, by: None }) => drop(branch.back_to(to)),
                engine::Step::Edition(_) => branch.go_on_under_todays_rules(),
            }
        }
        self.report.demand("step-back", branch.hash() == play.hash(), || {
            format!("table `{name}`, seed {seed}: the same actions after going back lead elsewhere")
        });
    }
}
