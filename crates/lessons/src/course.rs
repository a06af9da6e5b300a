//! Courses as data: what a file of lessons holds.

use cardlang::file::{At, CardFile, Table};
use engine::{Fault, Faults, Place, Source, nearest};

use crate::SHIPPED;

/// A tutorial of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The game's name in the registry.
    pub game: String,
    /// What the course is called.
    pub title: String,
    /// In the order they are meant to be played.
    pub chapters: Vec<Chapter>,
}

/// A part of a course with a position of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// What it is about.
    pub title: String,
    /// The options of its setup.
    pub setup: String,
    /// The position it begins with; the game's own beginning if none.
    pub position: Option<String>,
    /// The learner's seat, by name or number.
    pub seat: String,
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// Where it stands in its file.
    pub place: Place,
}

/// One step of a chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What it does.
    pub task: Task,
    /// Where it stands in its file.
    pub place: Place,
}

/// What a step does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Text to read.
    Say(String),
    /// What others and chance do: `SEAT: ACTION` and `chance: ACTION`.
    Play(Vec<String>),
    /// What must be true now, so that the words around it never go stale.
    Expect(Vec<String>),
    /// The learner has to do something.
    Ask(Ask),
    /// The learner tries something that the rules forbid.
    Try(Try),
}

/// What the learner has to do. Actions are given as patterns: notation in which `...` stands for anything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ask {
    /// What to do, in a sentence.
    pub goal: String,
    /// What counts as done.
    pub accept: Vec<String>,
    /// The options to list; all if none are given.
    pub offer: Vec<String>,
    /// Help for who is stuck.
    pub hint: String,
    /// Legal choices that miss the goal, and what to say to them.
    pub others: Vec<Other>,
    /// What to say to every other legal choice.
    pub otherwise: String,
}

/// A legal choice that misses the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Other {
    /// Which actions are meant, as a pattern.
    pub choice: String,
    /// What to say.
    pub say: String,
}

/// Something forbidden that is worth a try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// What to try, in a sentence.
    pub goal: String,
    /// The forbidden action, in notation.
    pub action: String,
    /// The code with which the rules refuse it.
    pub code: String,
    /// Help for who is stuck.
    pub hint: String,
}

const STUCK: &str = "Pick one of the options by its number.";
const ELSEWHERE: &str = "The rules allow that. For now, please do what is asked.";

impl Course {
    /// The course that comes with the program for a game.
    pub fn shipped(game: &str) -> Result<Self, Faults> {
        let Some((_, text)) = SHIPPED.iter().find(|(known, _)| *known == game) else {
            let names: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
            let remedy = nearest(game, names.iter().copied()).map_or_else(
                || format!("there are tutorials for {}", names.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            return Err(Fault::new(format!("there is no tutorial for `{game}`"), remedy).into());
        };
        Self::read(&format!("lessons/{game}.toml"), text)
    }

    /// Reads a file of lessons; tells everything that is wrong with it, with places.
    ///
    /// ```
    /// let faults = lessons::Course::read("mine.toml", "game = \"nim\"\ntitel = \"Nim\"\n").unwrap_err();
    /// assert_eq!(faults.0[0].to_string(), "mine.toml:1:1: the course has no `title`; add one");
    /// assert_eq!(faults.0[2].to_string(), "mine.toml:2:1: `titel` means nothing here; did you mean `title`?");
    /// ```
    pub fn read(name: &str, text: &str) -> Result<Self, Faults> {
        let source = Source { name: name.to_owned(), text: text.to_owned() };
        let mut reader = Reader { file: CardFile::new(&source), source: &source };
        let root = reader.file.root();
        let root = root.get_ref();
        reader.file.only(root, &["game", "title", "chapter"]);
        let game = reader.needed(root, "game", "the course", &(0..0));
        let title = reader.needed(root, "title", "the course", &(0..0));
        let mut chapters = Vec::new();
        for (table, at) in reader.file.tables(root, "chapter") {
            chapters.push(reader.chapter(table, &at));
        }
        if chapters.is_empty() {
            reader.file.push(0..0, "there is nothing to learn", "add [[chapter]] tables");
        }
        reader.file.finish().or(Self { game, title, chapters })
    }
}

/// Reads the parts of a file.
struct Reader<'s> {
    file: CardFile<'s>,
    source: &'s Source,
}

impl<'s> Reader<'s> {
    fn place(&self, at: &At) -> Place {
        let before = self.source.text.get(..at.start).unwrap_or_default();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        Place::Source(self.source.name.clone(), 1 + before.matches('\n').count(), column)
    }

    /// A text that must be there.
    fn needed(&mut self, table: &Table<'_>, key: &str, whose: &str, at: &At) -> String {
        let text = self.optional(table, key);
        if text.is_empty() {
            self.file.push(at.clone(), format!("{whose} has no `{key}`"), "add one");
        }
        text
    }

    fn optional(&mut self, table: &Table<'_>, key: &str) -> String {
        // Blanks at the beginning of a text mean that its lines stay as they are.
        let text = self.file.text(table, key).map(|(text, _)| text).unwrap_or_default();
        text.trim_end().trim_start_matches('\n').to_owned()
    }

    fn texts(&mut self, table: &Table<'_>, key: &str) -> Vec<String> {
        self.file.texts(table, key).into_iter().map(|(text, _)| text).collect()
    }

    fn chapter(&mut self, table: &Table<'s>, at: &At) -> Chapter {
        self.file.only(table, &["title", "setup", "position", "seat", "step"]);
        let title = self.needed(table, "title", "the chapter", at);
        let mut steps = Vec::new();
        for (step, at) in self.file.tables(table, "step") {
            let task = self.task(step, &at);
            steps.extend(task.map(|task| Step { task, place: self.place(&at) }));
        }
        if steps.is_empty() && !table.contains_key("step") {
            self.file.push(at.clone(), "the chapter has no steps", "add [[chapter.step]] tables");
        }
        let seat = self.optional(table, "seat");
        Chapter {
            title,
            setup: self.optional(table, "setup"),
            position: Some(self.optional(table, "position")).filter(|text| !text.is_empty()),
            seat: if seat.is_empty() { "0".to_owned() } else { seat },
            steps,
            place: self.place(at),
        }
    }

    /// The keys of a step, by the one that says what it does.
    const KEYS: [(&'static str, &'static [&'static str]); 5] = [
        ("say", &["say"]),
        ("play", &["play"]),
        ("expect", &["expect"]),
        ("ask", &["ask", "accept", "offer", "hint", "other", "otherwise"]),
        ("try", &["try", "action", "code", "hint"]),
    ];

    fn task(&mut self, table: &Table<'s>, at: &At) -> Option<Task> {
        let Some((kind, known)) = Self::KEYS.iter().find(|(kind, _)| table.contains_key(*kind)) else {
            let what = "the step does nothing";
            self.file.push(at.clone(), what, "give it one of say, play, expect, ask and try");
            return None;
        };
        self.file.only(table, known);
        Some(match *kind {
            "say" => Task::Say(self.needed(table, "say", "the step", at)),
            "play" => Task::Play(self.texts(table, "play")),
            "expect" => Task::Expect(self.texts(table, "expect")),
            "ask" => Task::Ask(self.ask(table, at)),
            _ => Task::Try(Try {
                goal: self.needed(table, "try", "the step", at),
                action: self.needed(table, "action", "the step", at),
                code: self.needed(table, "code", "the step", at),
                hint: or(self.optional(table, "hint"), STUCK),
            }),
        })
    }

    fn ask(&mut self, table: &Table<'s>, at: &At) -> Ask {
        let goal = self.needed(table, "ask", "the step", at);
        let accept = self.texts(table, "accept");
        if accept.is_empty() {
            self.file.push(at.clone(), "nothing is the right answer", "list some in `accept`");
        }
        let mut others = Vec::new();
        for (table, at) in self.file.tables(table, "other") {
            self.file.only(table, &["choice", "say"]);
            let choice = self.needed(table, "choice", "the other choice", &at);
            others.push(Other { choice, say: self.needed(table, "say", "the other choice", &at) });
        }
        Ask {
            goal,
            accept,
            offer: self.texts(table, "offer"),
            hint: or(self.optional(table, "hint"), STUCK),
            others,
            otherwise: or(self.optional(table, "otherwise"), ELSEWHERE),
        }
    }
}

fn or(text: String, default: &str) -> String {
    if text.is_empty() { default.to_owned() } else { text }
}

impl Ask {
    /// Whether an action, in notation, is what is asked for.
    pub fn accepts(&self, notation: &str) -> bool {
        self.accept.iter().any(|pattern| fits(pattern, notation))
    }

    /// Whether an action belongs in the list of options.
    pub fn lists(&self, notation: &str) -> bool {
        self.offer.is_empty() || self.offer.iter().any(|pattern| fits(pattern, notation))
    }

    /// What to say to a legal action that misses the goal.
    pub fn reply(&self, notation: &str) -> &str {
        let other = self.others.iter().find(|other| fits(&other.choice, notation));
        other.map_or(&self.otherwise, |other| &other.say)
    }
}

/// Whether a notation fits a pattern, in which `...` stands for anything.
pub(crate) fn fits(pattern: &str, notation: &str) -> bool {
    let mut parts = pattern.split("...");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = notation.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn three_dots_stand_for_anything() {
        for (pattern, notation) in
            [("pass", "pass"), ("...", "pass"), ("A ...", "A K06 *"), ("M ... @S", "M K01 D3 @S")]
        {
            assert!(fits(pattern, notation), "{pattern} {notation}");
        }
        for (pattern, notation) in
            [("pas", "pass"), ("A ...", "M K01"), ("M ... @S", "M K01 D3 @SE"), ("ab...b", "ab")]
        {
            assert!(!fits(pattern, notation), "{pattern} {notation}");
        }
    }
}
