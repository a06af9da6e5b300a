//! Plays a course through to see that it holds what it says.

use engine::{Fault, Faults, Place, Registry, Turn};
use rulebook::{Rulebook, citations};

use crate::course::{Ask, Course, Step, Task, Try, fits};
use crate::lesson::{Answer, Lesson, Now};

/// No list of options is longer: a person reads it.
const MOST_CHOICES: usize = 14;

impl Course {
    /// Everything that is wrong with the course as it plays: every script is carried out, every answer that would be
    /// accepted is given and the rest of its chapter played, every try is refused as it says, every reply can be
    /// reached, and every rule cited exists.
    pub fn check(&self, registry: &Registry) -> Faults {
        let mut faults = self.unknown_rules();
        for chapter in 0..self.chapters.len() {
            match self.walk(registry, chapter, &[], &mut faults) {
                Ok(forks) => self.walk_forks(registry, chapter, forks, &mut faults),
                Err(more) => faults.append(more),
            }
        }
        faults
    }

    /// Plays a chapter: the answers given, then the first ones accepted. Gives the other answers that would have been
    /// accepted, each with those before it.
    fn walk(
        &self,
        registry: &Registry,
        chapter: usize,
        answers: &[String],
        faults: &mut Faults,
    ) -> Result<Vec<Vec<String>>, Faults> {
        let mut lesson = Lesson::open(self, registry, chapter)?;
        let (mut past, mut forks) = (Vec::new(), Vec::new());
        // What was checked on the first way is not told again on the others.
        let first = answers.is_empty();
        loop {
            let place = lesson.place();
            match lesson.now() {
                Now::End => return Ok(forks),
                Now::Read(_) => lesson.read_on()?,
                Now::Try(attempt) => {
                    let answer = lesson.answer(&attempt.action)?;
                    let wrong = wrong_try(attempt, &answer);
                    if let Some(what) = wrong {
                        return Err(Fault::new(what, "mend `action` or `code`").at(place).into());
                    }
                }
                Now::Ask(ask) => {
                    if first {
                        faults
                            .0
                            .extend(wrong_ask(&lesson, ask).into_iter().map(|fault| fault.at(place.clone())));
                    }
                    let offered = lesson.play().notations(lesson.seat());
                    let accepted: Vec<String> =
                        offered.into_iter().filter(|notation| ask.accepts(notation)).collect();
                    let given = match (answers.get(past.len()), accepted.first()) {
                        (Some(answer), _) | (None, Some(answer)) => answer.clone(),
                        (None, None) if first => return Ok(forks),
                        (None, None) => {
                            let fault =
                                Fault::new("nothing that is asked for is offered", "accept less before");
                            return Err(fault.at(place).into());
                        }
                    };
                    if first {
                        let others = accepted.into_iter().filter(|other| *other != given);
                        forks.extend(others.map(|other| [past.as_slice(), &[other]].concat()));
                    }
                    lesson.answer(&given)?;
                    past.push(given);
                }
            }
        }
    }

    fn walk_forks(&self, registry: &Registry, chapter: usize, forks: Vec<Vec<String>>, faults: &mut Faults) {
        for answers in forks {
            if let Err(more) = self.walk(registry, chapter, &answers, faults) {
                let last = answers.last().map_or("", String::as_str);
                faults.append(more.map(|mut fault| {
                    fault.what = format!("after the answer `{last}`: {}", fault.what);
                    fault
                }));
            }
        }
    }

    fn unknown_rules(&self) -> Faults {
        let book = Rulebook::shipped();
        let prefixes = book.prefixes();
        let mut faults = Faults::none();
        for step in self.chapters.iter().flat_map(|chapter| &chapter.steps) {
            let cited = step.texts().into_iter().flat_map(|text| citations::find(text, &prefixes));
            for id in cited.flat_map(|cited| cited.ids(|id| book.find(id).is_some())) {
                if book.find(&id).is_none() {
                    let remedy = book.nearest(&id).map_or_else(
                        || "cite a rule that exists".to_owned(),
                        |near| format!("did you mean {near}?"),
                    );
                    faults.push(Fault::new(format!("there is no rule {id}"), remedy).at(step.place.clone()));
                }
            }
        }
        faults
    }
}

impl Step {
    /// Everything in it that the learner may read.
    pub fn texts(&self) -> Vec<&str> {
        match &self.task {
            Task::Say(text) => vec![text],
            Task::Ask(ask) => {
                let replies = ask.others.iter().map(|other| other.say.as_str());
                [ask.goal.as_str(), &ask.hint, &ask.otherwise].into_iter().chain(replies).collect()
            }
            Task::Try(attempt) => vec![&attempt.goal, &attempt.hint],
            Task::Play(_) | Task::Expect(_) => Vec::new(),
        }
    }
}

impl Lesson<'_> {
    /// Where the present step stands in its file.
    fn place(&self) -> Place {
        let chapter = &self.course().chapters[self.chapter()];
        chapter.steps.get(self.step()).map_or(&chapter.place, |step| &step.place).clone()
    }
}

fn wrong_try(attempt: &Try, answer: &Answer) -> Option<String> {
    let action = &attempt.action;
    match answer {
        Answer::Learnt(refusal) if refusal.code == attempt.code => None,
        Answer::Learnt(refusal) => {
            Some(format!("`{action}` is refused as `{}`, not as `{}`", refusal.code, attempt.code))
        }
        Answer::Other(_) => Some(format!("`{action}` is allowed")),
        Answer::Unreadable(fault) => Some(fault.to_string()),
        Answer::Done | Answer::Refused(_) => Some(format!("`{action}` is no try")),
    }
}

fn wrong_ask(lesson: &Lesson<'_>, ask: &Ask) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut wrong = |what: String, remedy: &str| faults.push(Fault::new(what, remedy));
    let offered = lesson.play().notations(lesson.seat());
    if offered.is_empty() {
        let due = match lesson.play().turn() {
            Turn::Players(seats) => format!("seat {seats} is to act"),
            Turn::Chance => "chance is due".to_owned(),
            Turn::Over => "the game is over".to_owned(),
        };
        wrong(format!("the learner is asked and cannot act: {due}"), "play up to the learner's turn");
        return faults;
    }
    for pattern in ask.accept.iter().chain(&ask.offer) {
        if !offered.iter().any(|notation| fits(pattern, notation)) {
            let shown = offered[..offered.len().min(12)].join(" | ");
            wrong(format!("nothing offered fits `{pattern}`"), &format!("offered are {shown}"));
        }
    }
    for (nth, other) in ask.others.iter().enumerate() {
        let reached = |notation: &&String| {
            fits(&other.choice, notation)
                && !ask.accepts(notation)
                && !ask.others[..nth].iter().any(|earlier| fits(&earlier.choice, notation))
        };
        if !offered.iter().any(|notation| reached(&notation)) {
            wrong(format!("nobody can get the reply to `{}`", other.choice), "give a legal choice");
        }
    }
    let choices = lesson.choices();
    if choices.len() > MOST_CHOICES {
        wrong(format!("{} options are listed", choices.len()), "pick some of them with `offer`");
    }
    if !choices.iter().any(|choice| ask.accepts(&choice.notation)) {
        wrong("no right answer is listed".to_owned(), "let `offer` name one");
    }
    faults
}
