//! Playing a record again, checking all of it.

use super::{Deed, Doubt, Luck, Parting, Record, RecordStep, Replayed, Told};
use crate::fault::{Fault, Faults, Place};
use crate::game::{Game, action_text, position_hash, read_action};
use crate::play::{Play, Step};
use crate::refusal::Refusal;
use crate::seat::Actor;
use crate::sources;

impl<G: Game> Play<G> {
    /// Plays a record again and checks all of it: setup, every action, every die that the seed
    /// decides, every position, result and hash. Reports every fault with its line.
    ///
    /// A record of an older edition of the rules is played as far as today's rules agree with it.
    pub fn replay(record: &Record) -> Result<Replayed<Self>, Faults> {
        check_versions::<G>(record)?;
        let changed = never_shipped::<G>(record);
        match Self::redone(record) {
            Ok(mut replayed) => {
                replayed.doubts.splice(0..0, changed);
                Ok(replayed)
            }
            // Texts that are not what they seem may be the cause of all else.
            Err(mut faults) => {
                changed.iter().rev().for_each(|doubt| faults.push_first(doubt.fault()));
                Err(faults)
            }
        }
    }

    fn redone(record: &Record) -> Result<Replayed<Self>, Faults> {
        let lines = &record.lines;
        let mut play = Self::new(record.opening.clone()).map_err(|report| {
            let mut faults = lines.place(report);
            if record.edition < G::EDITION {
                let what = format!("edition {} of the rules does not take this setup any more", G::EDITION);
                let remedy = format!("an older program plays it, under edition {}", record.edition);
                faults.push_first(Fault::new(what, remedy).at(Place::Line(lines.setup)));
            }
            faults
        })?;
        play.begun_under(record.edition);
        let mut replay = Replay { record, edition: record.edition, faults: Faults::none(), agreed: true };
        replay.check_commitment();
        let parting = replay.steps(&mut play)?;
        if parting.is_none() {
            replay.check_end(&play);
        }
        let doubts = replay.doubts(&play, parting);
        let lines = record.steps.iter().take(play.number()).map(|step| step.line).collect();
        replay.faults.or(Replayed { play, doubts, lines })
    }

    /// Carries out what an entry of a record tells.
    fn redo(&mut self, told: &Told) -> Result<(), Fault> {
        let refused = |refusal: Refusal| {
            Fault::new(format!("refused: {refusal}"), format!("the game forbids it here [{}]", refusal.code))
        };
        let cuts_short = |told: &Told| match told {
            Told::Deeds(deeds) => match &deeds[..] {
                [Deed::Concede(_)] => true,
                [Deed::Act(actor, text)] => read_action::<G>(self.rules(), *actor, text)
                    .is_ok_and(|action| G::AT_ONCE.contains(&action)),
                _ => false,
            },
            _ => false,
        };
        if self.is_sealing() && !cuts_short(told) {
            return Err(Fault::new(
                "the line before leaves a simultaneous choice open",
                "give all its choices on one line",
            ));
        }
        let deeds = match told {
            Told::Deeds(deeds) => deeds,
            Told::Back(back) => {
                let done = match back.by {
                    Some(seat) => self.undo(seat),
                    None => self.back_to(back.to),
                };
                done.map_err(|no| Fault::new(format!("nothing can be taken back here: {no}"), no.code()))?;
                return match self.steps().next_back() {
                    Some(Step::Back(done)) if done == back => Ok(()),
                    Some(Step::Back(done)) => Err(Fault::new(
                        format!("this does not take back to position {}", back.to),
                        format!("it takes back to position {}", done.to),
                    )),
                    _ => Err(Fault::new("nothing was taken back", "leave the line out")),
                };
            }
            Told::Edition(edition) if self.go_on_under(*edition) => return Ok(()),
            Told::Edition(edition) => {
                let what = format!("edition {edition} cannot follow edition {} here", self.edition());
                let remedy = format!(
                    "a game goes on under a later edition until it is over; this program knows edition {}",
                    G::EDITION
                );
                return Err(Fault::new(what, remedy));
            }
        };
        if let [Deed::Act(Actor::Chance, text)] = &deeds[..] {
            let action = read_action::<G>(self.rules(), Actor::Chance, text)?;
            return self.submit_chance(action).map_err(refused);
        }
        // What cuts a simultaneous choice short opens it, as an entry of its own.
        let number = self.number() + usize::from(self.is_sealing());
        for deed in deeds {
            match deed {
                Deed::Concede(seat) if self.concede(*seat) => return Ok(()),
                Deed::Concede(_) => {
                    return Err(Fault::new(
                        "nobody can concede here",
                        "the game was over, the seat had given up already, or there is no such seat",
                    ));
                }
                Deed::Act(Actor::Seat(seat), text) => {
                    let action = read_action::<G>(self.rules(), Actor::Seat(*seat), text)?;
                    self.submit(*seat, action).map_err(refused)?;
                }
                Deed::Act(Actor::Chance, _) => {
                    return Err(Fault::new("chance cannot seal a choice", "give chance a line of its own"));
                }
            }
        }
        if self.number() > number + 1 || (self.number() > number && self.is_sealing()) {
            return Err(Fault::new("these choices are not simultaneous", "give each a line of its own"));
        }
        Ok(())
    }
}

/// Whether this program plays such records at all.
fn check_versions<G: Game>(record: &Record) -> Result<(), Fault> {
    let newer = "it was made by a newer program: update this one";
    let fault = |what: String, remedy: &str| Err(Fault::new(what, remedy).at(Place::Line(record.lines.game)));
    if record.game != G::ID {
        return fault(format!("this is a record of `{}`", record.game), &format!("not of `{}`", G::ID));
    }
    if record.version > G::VERSION {
        return fault(format!("{} version {} is not known here", G::ID, record.version), newer);
    }
    if record.version == 0 {
        return fault("there is no version 0".to_owned(), "restore the file from an undamaged copy");
    }
    if record.edition > G::EDITION {
        let what = format!("edition {} of the rules of {} is not known here", record.edition, G::ID);
        return Err(Fault::new(what, newer).at(Place::Line(record.lines.edition)));
    }
    Ok(())
}

struct Replay<'r> {
    record: &'r Record,
    /// The edition that the entries told so far were played under.
    edition: u32,
    faults: Faults,
    /// Whether the position before was compared and is the one of the record.
    agreed: bool,
}

impl Replay<'_> {
    fn check_commitment(&mut self) {
        let lines = &self.record.lines;
        if let Luck::Committed { commitment, seed: Some(seed), .. } = &self.record.opening.luck
            && seed.commitment() != *commitment
        {
            let what = format!("the seed does not match the commitment on line {}", lines.commitment);
            let remedy = "the seed was changed after the game began: do not trust the dice of this record";
            self.faults.push(Fault::new(what, remedy).at(Place::Line(lines.seed)));
        }
    }

    /// Carries out all entries, or those before today's rules part from them.
    fn steps<G: Game>(&mut self, play: &mut Play<G>) -> Result<Option<Parting>, Faults> {
        let comparable = self.record.version == G::VERSION;
        for step in &self.record.steps {
            let number = play.number();
            let mut differs = die_that_differs(play, step);
            // Nothing but a new way to draw makes the same seed give another die in the same position.
            let changed_luck =
                G::EDITIONS.iter().any(|edition| edition.number > self.edition && edition.luck);
            if let Some(fault) = differs.take_if(|_| !self.is_older::<G>() || (self.agreed && !changed_luck))
            {
                self.faults.push(fault.at(Place::Line(step.line)));
            }
            if let Some(fault) = differs.as_mut().filter(|_| !self.agreed) {
                fault.what += ", and no position before it was compared: either the rules had parted, or the die was changed";
            }
            let done = differs.map_or_else(|| play.redo(&step.told), Err);
            let compared = done.and_then(|()| match &step.check {
                Some(check) if comparable && !play.is_sealing() => same_position(play, check),
                _ => Ok(()),
            });
            self.agreed = step.check.is_some() && comparable;
            match compared {
                Ok(()) => {}
                Err(fault) if self.is_older::<G>() => {
                    let parting = Parting {
                        number,
                        line: step.line,
                        edition: self.edition,
                        why: fault.what,
                        since: since::<G>(self.edition),
                    };
                    *play = play.branch(number);
                    return Ok(Some(parting));
                }
                Err(fault) => {
                    self.faults.push(fault.at(Place::Line(step.line)));
                    return Err(std::mem::take(&mut self.faults));
                }
            }
            if let Told::Edition(edition) = step.told {
                self.edition = edition;
            }
        }
        if let Some(step) = self.record.steps.last().filter(|_| play.is_sealing()) {
            let what = "the record ends in the middle of a simultaneous choice";
            self.faults.push(Fault::new(what, "give all its choices, or none").at(Place::Line(step.line)));
        }
        Ok(None)
    }

    fn is_older<G: Game>(&self) -> bool {
        self.edition < G::EDITION
    }

    /// Result and hash.
    fn check_end<G: Game>(&mut self, play: &Play<G>) {
        let (record, lines) = (self.record, &self.record.lines);
        let scores = play.outcome().map(|outcome| outcome.score_texts());
        if scores != record.result {
            let words = |scores: &Option<Vec<String>>| match scores {
                None => "an unfinished game".to_owned(),
                Some(scores) => format!("the result {}", scores.join(" ")),
            };
            let what = format!("the record claims {}", words(&record.result));
            let remedy = format!("its play gives {}", words(&scores));
            self.faults.push(Fault::new(what, remedy).at(Place::Line(lines.result)));
        }
        let hash = position_hash::<G>(play.rules(), &play.state_at(play.number()));
        if hash != record.hash && record.version == G::VERSION {
            let what = "the last position does not have this hash";
            self.faults.push(Fault::new(what, format!("its hash is {hash}")).at(Place::Line(lines.hash)));
        }
    }

    /// What could not be checked.
    fn doubts<G: Game>(&self, play: &Play<G>, parting: Option<Parting>) -> Vec<Doubt> {
        let (record, lines) = (self.record, &self.record.lines);
        let mut doubts = Vec::new();
        if record.opening.luck == Luck::Scripted && play.steps().any(Step::is_chance) {
            doubts.push(Doubt::Scripted { line: lines.commitment });
        }
        let secret = matches!(record.opening.luck, Luck::Committed { seed: None, .. });
        if secret && (record.result.is_some() || play.outcome().is_some()) {
            doubts.push(Doubt::NoSeed { line: lines.result });
        }
        if record.version != G::VERSION {
            doubts.push(Doubt::OldNotation { line: lines.game });
        }
        doubts.extend(parting.map(Doubt::Parted));
        doubts
    }
}

/// The texts that have the name of a shipped one and are none.
fn never_shipped<G: Game>(record: &Record) -> Vec<Doubt> {
    let sources = record.opening.sources.0.iter().zip(&record.lines.sources);
    let changed = sources.filter(|(source, _)| sources::was_shipped(G::SHIPPED, source) == Some(false));
    changed.map(|(source, &line)| Doubt::NeverShipped { line, name: source.name.clone() }).collect()
}

/// What is wrong with the chance event that an entry tells, by the seed.
fn die_that_differs<G: Game>(play: &Play<G>, step: &RecordStep) -> Option<Fault> {
    let Told::Deeds(deeds) = &step.told else { return None };
    let [Deed::Act(Actor::Chance, text)] = &deeds[..] else { return None };
    let foretold = action_text::<G>(play.rules(), Actor::Chance, play.foretold()?);
    (foretold != *text).then(|| {
        let what = format!("chance did not fall as the seed says, `{text}`");
        Fault::new(what, format!("the seed gives `{foretold}`"))
    })
}

/// Whether the hash of the position begins like this.
fn same_position<G: Game>(play: &Play<G>, check: &str) -> Result<(), Fault> {
    let hash = position_hash::<G>(play.rules(), play.state());
    if hash.starts_with(check) {
        return Ok(());
    }
    let remedy = format!("its hash begins with {}", &hash[..check.len()]);
    Err(Fault::new("it does not lead to the position of the record", remedy))
}

/// The editions after that one.
fn since<G: Game>(edition: u32) -> &'static [crate::edition::Edition] {
    let at = G::EDITIONS.partition_point(|known| known.number <= edition);
    &G::EDITIONS[at..]
}
