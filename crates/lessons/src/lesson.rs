//! One person's way through a course.

use engine::{
    AnyPlay, EventData, Fault, Faults, Luck, Opening, Refusal, Registry, Rejection, Seat, Settings, Turn,
    Viewer,
};

use crate::course::{Ask, Chapter, Course, Step, Task, Try};

/// A course being played, in one of its chapters.
pub struct Lesson<'c> {
    course: &'c Course,
    registry: &'c Registry,
    /// Counted from 0.
    chapter: usize,
    /// The step that waits for the learner, or the number of steps.
    step: usize,
    seat: Seat,
    play: Box<dyn AnyPlay>,
    /// What was done at the stops of this chapter so far: an answer, or nothing for a text that was read.
    past: Vec<Option<String>>,
    /// The number of the position at the last stop.
    seen: usize,
}

/// What the lesson waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Now<'c> {
    /// The learner reads this; then [`Lesson::read_on`].
    Read(&'c str),
    /// The learner does this, by [`Lesson::answer`].
    Ask(&'c Ask),
    /// The learner tries this, by [`Lesson::answer`].
    Try(&'c Try),
    /// The chapter is done; [`Lesson::next_chapter`] goes on.
    End,
}

/// What came of an answer. Only `Done` and `Learnt` change the lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// That was it; it has been carried out.
    Done,
    /// The try was refused, as it should.
    Learnt(Refusal),
    /// Allowed, but not what is asked; here is why.
    Other(String),
    /// The rules forbid it.
    Refused(Refusal),
    /// It is no action of the game, or nothing is asked.
    Unreadable(Fault),
}

/// Something the learner can pick.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What [`Lesson::answer`] takes.
    pub notation: String,
    /// A short sentence; empty for what is forbidden.
    pub label: String,
    /// How it will fall out, where chance has a say.
    pub odds: Option<String>,
}

impl<'c> Lesson<'c> {
    /// Begins a chapter, counted from 0. A fault tells what is wrong with the course.
    pub fn open(course: &'c Course, registry: &'c Registry, chapter: usize) -> Result<Self, Faults> {
        let of = course.chapters.len();
        let told = course.chapters.get(chapter).ok_or_else(|| {
            Fault::new(format!("there is no chapter {}", chapter + 1), format!("the chapters are 1 to {of}"))
        })?;
        let play = begin(registry, &course.game, told)?;
        let seat = seat(play.as_ref(), &told.seat).map_err(|fault| fault.at(told.place.clone()))?;
        let mut lesson = Self { course, registry, chapter, step: 0, seat, play, past: Vec::new(), seen: 0 };
        lesson.run_script()?;
        Ok(lesson)
    }

    /// The course.
    pub fn course(&self) -> &'c Course {
        self.course
    }

    /// The chapter, counted from 0.
    pub fn chapter(&self) -> usize {
        self.chapter
    }

    /// The step that waits, counted from 0 in the chapter's list.
    pub fn step(&self) -> usize {
        self.step
    }

    /// What the chapter is called.
    pub fn chapter_title(&self) -> &'c str {
        &self.course.chapters[self.chapter].title
    }

    /// The learner's seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The position, to be drawn as the learner's seat sees it.
    pub fn play(&self) -> &dyn AnyPlay {
        self.play.as_ref()
    }

    /// What the lesson waits for.
    pub fn now(&self) -> Now<'c> {
        match self.steps().get(self.step).map(|step| &step.task) {
            Some(Task::Say(text)) => Now::Read(text),
            Some(Task::Ask(ask)) => Now::Ask(ask),
            Some(Task::Try(attempt)) => Now::Try(attempt),
            // Scripts have run when a stop is reached.
            _ => Now::End,
        }
    }

    /// What happened since the last stop, as the learner's seat saw it.
    pub fn happened(&self) -> Vec<EventData> {
        let viewer = Viewer::seat(self.seat);
        (self.seen..self.play.number()).flat_map(|number| self.play.told(number, viewer)).collect()
    }

    /// What the learner can pick now: the options that the step lists, or what is to be tried.
    pub fn choices(&self) -> Vec<Choice> {
        match self.now() {
            Now::Ask(ask) => {
                let legal = self.play.legal(self.seat).into_iter();
                let listed = legal.filter(|offer| ask.lists(&offer.notation));
                listed
                    .map(|offer| Choice {
                        odds: self.play.odds(self.seat, &offer.notation),
                        notation: offer.notation,
                        label: offer.label,
                    })
                    .collect()
            }
            Now::Try(attempt) => {
                vec![Choice { notation: attempt.action.clone(), label: String::new(), odds: None }]
            }
            Now::Read(_) | Now::End => Vec::new(),
        }
    }

    /// Whether the rules allow the learner an action, in notation; capital or small letters do not matter.
    pub fn is_offered(&self, action: &str) -> bool {
        self.play.notations(self.seat).iter().any(|notation| notation.eq_ignore_ascii_case(action))
    }

    /// Whether a task comes right behind the text to read, so that both can be shown together.
    pub fn task_follows(&self) -> bool {
        let next = self.steps().get(self.step + 1);
        next.is_some_and(|step| matches!(step.task, Task::Ask(_) | Task::Try(_)))
    }

    /// The text was read.
    pub fn read_on(&mut self) -> Result<(), Faults> {
        if let Now::Read(_) = self.now() { Ok(self.pass(None)?) } else { Ok(()) }
    }

    /// The learner does something, given in notation; in what is offered or to be tried capital or small letters do
    /// not matter.
    pub fn answer(&mut self, text: &str) -> Result<Answer, Faults> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let legal = self.play.notations(self.seat);
        let offered = legal.iter().find(|notation| notation.eq_ignore_ascii_case(&text));
        match (self.now(), offered) {
            (Now::Ask(ask), Some(notation)) if ask.accepts(notation) => {
                self.pass(Some(notation.clone()))?;
                Ok(Answer::Done)
            }
            (Now::Ask(ask), Some(notation)) => Ok(Answer::Other(ask.reply(notation).to_owned())),
            (Now::Try(_), Some(_)) => {
                Ok(Answer::Other("The rules allow that. Try the forbidden one.".to_owned()))
            }
            (Now::Ask(_), None) => self.unlisted(&text),
            (Now::Try(attempt), None) => {
                let same = attempt.action.eq_ignore_ascii_case(&text);
                match self.unlisted(if same { &attempt.action } else { &text })? {
                    Answer::Refused(refusal) if same => {
                        self.pass(None)?;
                        Ok(Answer::Learnt(refusal))
                    }
                    answer => Ok(answer),
                }
            }
            (Now::Read(_) | Now::End, _) => {
                Ok(Answer::Unreadable(Fault::new("nothing is asked now", "read on")))
            }
        }
    }

    /// What the rules say to something that is not offered; the position stays.
    fn unlisted(&mut self, text: &str) -> Result<Answer, Faults> {
        match self.play.submit(self.seat, text) {
            Err(Rejection::Refused(refusal)) => Ok(Answer::Refused(refusal)),
            Err(Rejection::Notation(fault)) => Ok(Answer::Unreadable(fault)),
            Ok(()) => {
                // A game may accept what it never lists, such as to concede.
                let past = std::mem::take(&mut self.past);
                self.replay(self.chapter, past)?;
                Ok(Answer::Other("The rules allow that, but the lesson would be over.".to_owned()))
            }
        }
    }

    /// Back to the stop before, or to the beginning of the chapter before. A text and the task right behind it are
    /// one stop.
    pub fn back(&mut self) -> Result<(), Faults> {
        let before = self.step.checked_sub(1).map(|step| &self.steps()[step].task);
        let with_text =
            matches!(self.now(), Now::Ask(_) | Now::Try(_)) && matches!(before, Some(Task::Say(_)));
        let mut past = std::mem::take(&mut self.past);
        let kept = past.len().checked_sub(if with_text { 2 } else { 1 });
        let chapter = if kept.is_some() { self.chapter } else { self.chapter.saturating_sub(1) };
        past.truncate(kept.unwrap_or(0));
        self.replay(chapter, past)
    }

    /// Plays a chapter from its beginning with what was done at its stops.
    fn replay(&mut self, chapter: usize, past: Vec<Option<String>>) -> Result<(), Faults> {
        *self = Self::open(self.course, self.registry, chapter)?;
        past.into_iter().try_for_each(|deed| Ok(self.pass(deed)?))
    }

    /// On to the next chapter, finished or not. Says whether there is one.
    pub fn next_chapter(&mut self) -> Result<bool, Faults> {
        let next = self.chapter + 1;
        if next < self.course.chapters.len() {
            *self = Self::open(self.course, self.registry, next)?;
            return Ok(true);
        }
        Ok(false)
    }

    fn steps(&self) -> &'c [Step] {
        &self.course.chapters[self.chapter].steps
    }

    /// Leaves a stop for the next one.
    fn pass(&mut self, answer: Option<String>) -> Result<(), Fault> {
        self.seen = self.play.number();
        if let Some(notation) = &answer {
            let step = &self.steps()[self.step];
            self.play.submit(self.seat, notation).map_err(|rejection| {
                let what = format!("`{notation}` cannot be done: {rejection}");
                Fault::new(what, "accept what is offered").at(step.place.clone())
            })?;
        }
        self.past.push(answer);
        self.step += 1;
        self.run_script()
    }

    /// Carries the script out as far as the next stop.
    fn run_script(&mut self) -> Result<(), Fault> {
        let steps = self.steps();
        while let Some(step) = steps.get(self.step) {
            let done = match &step.task {
                Task::Play(actions) => actions.iter().try_for_each(|action| self.act(action)),
                Task::Expect(facts) => facts.iter().try_for_each(|fact| self.expect(fact)),
                Task::Say(_) | Task::Ask(_) | Task::Try(_) => return Ok(()),
            };
            done.map_err(|fault| fault.at(step.place.clone()))?;
            self.step += 1;
        }
        Ok(())
    }

    /// `SEAT: ACTION` or `chance: ACTION`.
    fn act(&mut self, text: &str) -> Result<(), Fault> {
        let remedy = "write `SEAT: ACTION` or `chance: ACTION`";
        let (who, action) =
            text.split_once(':').ok_or_else(|| Fault::new(format!("`{text}` names nobody"), remedy))?;
        let (who, action) = (who.trim(), action.trim());
        let done = if who == "chance" {
            self.play.submit_chance(action)
        } else {
            let seat = seat(self.play.as_ref(), who)?;
            self.play.submit(seat, action)
        };
        done.map_err(|rejection| {
            Fault::new(format!("`{text}` cannot be played: {rejection}"), self.possible())
        })
    }

    /// What could be played instead, for who writes a lesson.
    fn possible(&self) -> String {
        let some = |list: Vec<String>| list.into_iter().take(8).collect::<Vec<_>>().join(" | ");
        match self.play.turn() {
            Turn::Over => "the game is over".to_owned(),
            Turn::Chance => {
                let outcomes = self.play.chances().into_iter().map(|(notation, _)| notation).collect();
                format!("chance is due: {}", some(outcomes))
            }
            Turn::Players(owed) => {
                let options =
                    owed.iter().map(|seat| format!("{seat} can {}", some(self.play.notations(seat))));
                options.collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// `turn SEAT`, `turn chance`, `turn over`, `event WORDS`, `offered ACTION`, `not offered ACTION`.
    fn expect(&self, fact: &str) -> Result<(), Fault> {
        let wrong = |what: String| Err(Fault::new(what, "mend the lesson"));
        let (word, rest) = fact.split_once(' ').unwrap_or((fact, ""));
        match word {
            "turn" => {
                let turn = self.play.turn();
                let holds = match rest {
                    "chance" => turn == Turn::Chance,
                    "over" => turn == Turn::Over,
                    who => turn.waits_for(seat(self.play.as_ref(), who)?),
                };
                if holds { Ok(()) } else { wrong(format!("it is not `{fact}`: {turn:?}")) }
            }
            "event" => {
                let events = self.happened();
                if events.iter().any(|event| event.text.contains(rest)) {
                    return Ok(());
                }
                let told: Vec<&str> = events.iter().map(|event| event.text.as_str()).collect();
                wrong(format!("no event says `{rest}`: {}", told.join(" | ")))
            }
            "offered" if self.is_offered(rest) => Ok(()),
            "offered" => wrong(format!("`{rest}` is not offered; {}", self.possible())),
            "not" => match rest.strip_prefix("offered ") {
                Some(action) if !self.is_offered(action) => Ok(()),
                Some(action) => wrong(format!("`{action}` is offered")),
                None => wrong(format!("`{fact}` says nothing that can be checked")),
            },
            _ => wrong(format!("`{fact}` says nothing that can be checked")),
        }
    }
}

/// The play that a chapter begins with. All its chance is scripted.
fn begin(registry: &Registry, game: &str, chapter: &Chapter) -> Result<Box<dyn AnyPlay>, Faults> {
    let known = registry.find(game).map_err(|fault| fault.at(chapter.place.clone()))?;
    let opening = Opening {
        position: chapter.position.clone(),
        ..Opening::new(Settings::lenient(&chapter.setup), Luck::Scripted)
    };
    known.game.open(opening).map_err(|faults| {
        let here = |fault: Fault| {
            Fault::new(format!("the chapter cannot be set up: {fault}"), "").at(chapter.place.clone())
        };
        faults.map(here)
    })
}

fn seat(play: &dyn AnyPlay, who: &str) -> Result<Seat, Fault> {
    let is = |seat: &Seat| seat.to_string() == who || play.seat_name(*seat).eq_ignore_ascii_case(who);
    Seat::all(play.seats()).find(is).ok_or_else(|| {
        let names: Vec<String> = Seat::all(play.seats()).map(|seat| play.seat_name(seat)).collect();
        Fault::new(format!("`{who}` is no seat"), format!("the seats are {}", names.join(", ")))
    })
}
