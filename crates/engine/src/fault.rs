//! What is wrong with an input, where, and what to do about it.

use std::fmt;

use crate::bounds;
use crate::show::cut;
use crate::sources::Sources;
use crate::text::{self, shown};

/// Where in an input a fault lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// The input as a whole.
    Whole,
    /// A line of the input, counted from 1.
    Line(usize),
    /// A part of what a game is set up from: `players`, `contributions`, `position`.
    Part(&'static str),
    /// An option of a setup.
    Option(String),
    /// A place in one of the sources (cards, boards, formats): name, line, column, counted from 1.
    Source(String, usize, usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(line) => write!(f, "line {line}: "),
            Self::Part(part) => write!(f, "{part}: "),
            Self::Option(key) => write!(f, "option `{}`: ", shown(&cut(key, bounds::QUOTED))),
            Self::Source(name, line, column) => {
                write!(f, "{}:{line}:{column}: ", shown(&cut(name, bounds::FILE_NAME)))
            }
        }
    }
}

/// One thing that is wrong with an input.
///
/// ```
/// use engine::{Fault, Place};
/// let fault = Fault::new("there is no move 12", "the game ended with move 11").at(Place::Line(14));
/// assert_eq!(fault.to_string(), "line 14: there is no move 12; the game ended with move 11");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where it lies.
    pub place: Place,
    /// What is wrong, in lower case without a full stop.
    pub what: String,
    /// What to do about it; empty only where `what` already says so.
    pub remedy: String,
}

impl Fault {
    /// A fault of the input as a whole. What it quotes between `` ` `` is cut to [`bounds::QUOTED`] characters.
    pub fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        let what = bounds::told(what.into(), bounds::QUOTED);
        Self { place: Place::Whole, what, remedy: bounds::told(remedy.into(), bounds::TOLD) }
    }

    /// The same fault at a place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = place;
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.place, shown(&self.what))?;
        if self.remedy.is_empty() { Ok(()) } else { write!(f, "; {}", shown(&self.remedy)) }
    }
}

impl std::error::Error for Fault {}

/// Characters of a long line that are shown before the place of a fault, and behind it.
const AROUND: usize = 100;

/// A line with a caret under one of its characters, both indented; of a long line what is near it.
fn pointed(head: &str, line: &str, column: usize) -> String {
    let skipped = column.saturating_sub(AROUND);
    let mut near = line.chars().skip(skipped);
    let mut shown: String = near.by_ref().take(column - skipped + AROUND).collect();
    if near.next().is_some() {
        shown.push('…');
    }
    let before = if skipped > 0 { "…" } else { "" };
    // Tabs stay tabs, so that the caret stands where the terminal puts the character.
    let blank = |c| if c == '\t' { '\t' } else { ' ' };
    let indent: String = before.chars().chain(shown.chars().take(column - skipped)).map(blank).collect();
    let clean: String =
        shown.chars().map(|c| if text::is_hidden(c) && c != '\t' { ' ' } else { c }).collect();
    format!(" {head:>5} | {before}{clean}\n       | {indent}^")
}

/// Everything that is wrong with an input, in one report: the first [`bounds::FAULTS`] faults, and how many more there
/// are.
///
/// ```
/// use engine::{Fault, Faults};
/// let faults: Faults = (0..120).map(|nth| Fault::new(format!("fault {nth}"), "")).collect();
/// assert_eq!((faults.0.len(), faults.count()), (100, 120));
/// assert!(faults.to_string().ends_with("fault 99\nand 20 more faults; mend these first"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults(pub Vec<Fault>, usize);

impl Faults {
    /// Nothing wrong so far.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a fault, or counts it if there are many already.
    pub fn push(&mut self, fault: Fault) {
        if self.0.len() < bounds::FAULTS { self.0.push(fault) } else { self.1 += 1 }
    }

    /// Adds all that another report tells.
    pub fn append(&mut self, other: Self) {
        other.0.into_iter().for_each(|fault| self.push(fault));
        self.1 += other.1;
    }

    /// Puts a fault before all others.
    pub fn push_first(&mut self, fault: Fault) {
        self.0.insert(0, fault);
        self.1 += usize::from(self.0.len() > bounds::FAULTS);
        self.0.truncate(bounds::FAULTS);
    }

    /// The same, and so many more that are only counted.
    #[must_use]
    pub fn and_more(mut self, more: usize) -> Self {
        self.1 += more;
        self
    }

    /// How many there are, those that are only counted among them.
    pub fn count(&self) -> usize {
        self.0.len() + self.1
    }

    /// The same faults, each changed.
    #[must_use]
    pub fn map(self, change: impl FnMut(Fault) -> Fault) -> Self {
        Self(self.0.into_iter().map(change).collect(), self.1)
    }

    /// The line that says how many faults are only counted, if there are any.
    pub fn more(&self) -> Option<String> {
        let faults = if self.1 == 1 { "fault" } else { "faults" };
        (self.1 > 0).then(|| format!("and {} more {faults}; mend these first", self.1))
    }

    /// Keeps the value of `result`, or its fault.
    pub fn take<T>(&mut self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.push(fault)).ok()
    }

    /// `value` if nothing is wrong, else the report.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The report with carets: under the place in its source, or under the option in the setup's text.
    ///
    /// ```
    /// use engine::{Fault, Faults, Place, Sources};
    /// let mut sources = Sources::none();
    /// sources.push("deck.toml", "[[card]]\nmove = \"5\"\n");
    /// let icon = Fault::new("`5` is no icon", "the icons are 0 to 4");
    /// let players = Fault::new("`9` does not fit", "give 2 to 4");
    /// let mut faults = Faults::from(icon.at(Place::Source("deck.toml".to_owned(), 2, 9)));
    /// faults.push(players.at(Place::Option("players".to_owned())));
    /// let report = faults.shown_in(&sources, "board=moon players=9");
    /// let lines: Vec<&str> = report.lines().collect();
    /// assert_eq!(lines[1], "     2 | move = \"5\"");
    /// assert_eq!(lines[2], "       |         ^");
    /// assert_eq!(lines[3], "option `players`: `9` does not fit; give 2 to 4");
    /// assert_eq!(lines[4], " setup | board=moon players=9");
    /// assert_eq!(lines[5], "       |            ^");
    /// ```
    pub fn shown_in(&self, sources: &Sources, setup: &str) -> String {
        let shown = self.0.iter().map(|fault| match &fault.place {
            Place::Source(name, line, column) => {
                let text = sources.get(name).and_then(|text| text.lines().nth(line - 1)).unwrap_or_default();
                format!("{fault}\n{}", pointed(&line.to_string(), text, column - 1))
            }
            Place::Option(key) => {
                let starts = |at: &usize| setup[*at..].starts_with(&format!("{key}="));
                let mut words = setup.match_indices(key.as_str()).map(|(at, _)| at).filter(starts);
                let own = words.find(|&at| at == 0 || setup[..at].ends_with(char::is_whitespace));
                match own {
                    Some(at) => format!("{fault}\n{}", pointed("setup", setup, setup[..at].chars().count())),
                    None => fault.to_string(),
                }
            }
            _ => fault.to_string(),
        });
        shown.chain(self.more()).collect::<Vec<_>>().join("\n")
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault], 0)
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Self {
        let mut all = Self::none();
        faults.into_iter().for_each(|fault| all.push(fault));
        all
    }
}

impl fmt::Display for Faults {
    /// One fault a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "\n" })?;
        }
        self.more().map_or(Ok(()), |more| write!(f, "\n{more}"))
    }
}

impl std::error::Error for Faults {}

/// The nearest of `known` to a mistyped `word`, if one is near enough to suggest.
///
/// ```
/// assert_eq!(engine::nearest("playres", ["players", "cards"]), Some("players"));
/// assert_eq!(engine::nearest("play", ["players", "cards"]), Some("players"));
/// assert_eq!(engine::nearest("zebra", ["players", "cards"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.chars().take(64).flat_map(char::to_lowercase).collect();
    let limit = 1 + (word.chars().count() / 3).min(4);
    let known: Vec<&str> = known.into_iter().collect();
    let begins = known.iter().copied().filter(|candidate| word.len() >= 3 && candidate.starts_with(&word));
    let begun = begins.min_by_key(|candidate| candidate.len());
    begun.or_else(|| {
        let fits = |candidate: &&str| letters_apart(&word, candidate) <= limit;
        let near = known
            .into_iter()
            .filter(fits)
            .map(|candidate| (strsim::osa_distance(&word, &candidate.to_lowercase()), candidate));
        near.filter(|&(distance, _)| distance <= limit)
            .min_by_key(|&(distance, _)| distance)
            .map(|(_, candidate)| candidate)
    })
}

/// How many letters one text has and the other has not, the greater number of the two ways: no way of changing one into
/// the other takes fewer steps, and it is counted quickly.
fn letters_apart(one: &str, other: &str) -> usize {
    let mut counts = [0_i32; 32];
    // The same for small letters and capitals.
    one.chars().for_each(|letter| counts[letter as usize % 32] += 1);
    other.chars().for_each(|letter| counts[letter as usize % 32] -= 1);
    let more: i32 = counts.iter().filter(|count| **count > 0).sum();
    let fewer: i32 = counts.iter().filter(|count| **count < 0).sum();
    more.max(-fewer) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_line_what_is_near_is_shown() {
        let line = format!("{}here{}", "a\t".repeat(200), "b".repeat(900));
        let shown = pointed("setup", &line, 400);
        let (told, caret) = shown.split_once('\n').unwrap();
        assert_eq!(told, format!(" setup | …{}here{}…", "a\t".repeat(50), "b".repeat(96)));
        assert_eq!(caret, format!("       |  {}^", " \t".repeat(50)));
        assert_eq!(pointed("3", "short", 1), "     3 | short\n       |  ^");
    }

    #[test]
    fn reports_are_bounded_however_they_grow() {
        let fault = |nth: usize| Fault::new(format!("fault {nth}"), "");
        let mut faults: Faults = (1..=bounds::FAULTS).map(fault).collect();
        assert_eq!((faults.more(), faults.count()), (None, 100));
        faults.push_first(fault(0));
        assert_eq!((faults.0[0].what.as_str(), faults.0.len()), ("fault 0", 100));
        assert!(faults.to_string().ends_with("\nand 1 more fault; mend these first"), "{faults}");
        let mut twice = faults.clone();
        twice.append(faults);
        assert_eq!((twice.0.len(), twice.count()), (100, 202));
        assert_eq!(twice.map(|fault| fault.at(Place::Line(1))).count(), 202);
    }

    #[test]
    fn letters_apart_are_never_more_than_steps() {
        let words =
            ["", "a", "speed", "sped", "Speed", "deeps", "standard", "all-stars", "forge-hands", "été"];
        for (one, other) in words.iter().flat_map(|one| words.map(|other| (*one, other))) {
            let steps = strsim::osa_distance(&one.to_lowercase(), &other.to_lowercase());
            assert!(letters_apart(one, other) <= steps, "{one} {other}");
        }
        assert_eq!(letters_apart("speed", "sped"), 1);
        assert_eq!(nearest("sped", ["standard", "speed"]), Some("speed"));
        assert_eq!(nearest("xyz", ["standard", "speed"]), None);
    }
}
