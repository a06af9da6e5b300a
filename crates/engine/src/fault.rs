//! What is wrong with an input, where, and what to do about it.

use std::fmt;

use crate::sources::Sources;
use crate::text;

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
            Self::Option(key) => write!(f, "option `{key}`: "),
            Self::Source(name, line, column) => write!(f, "{name}:{line}:{column}: "),
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
    /// A fault of the input as a whole.
    pub fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { place: Place::Whole, what: what.into(), remedy: remedy.into() }
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
        write!(f, "{}{}", self.place, Clean(&self.what))?;
        if self.remedy.is_empty() { Ok(()) } else { write!(f, "; {}", Clean(&self.remedy)) }
    }
}

impl std::error::Error for Fault {}

/// A line with a caret under one of its characters, both indented.
fn pointed(head: &str, line: &str, column: usize) -> String {
    // Tabs stay tabs, so that the caret stands where the terminal puts the character.
    let indent: String = line.chars().take(column).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let clean: String = line.chars().map(|c| if text::is_hidden(c) && c != '\t' { ' ' } else { c }).collect();
    format!(" {head:>5} | {clean}\n       | {indent}^")
}

/// A text that may quote anything, on one line and without control characters.
struct Clean<'t>(&'t str);

impl fmt::Display for Clean<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            if text::is_hidden(c) { write!(f, "{}", c.escape_default())? } else { write!(f, "{c}")? }
        }
        Ok(())
    }
}

/// Everything that is wrong with an input, in one report.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Nothing wrong so far.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a fault.
    pub fn push(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// Keeps the value of `result`, or its fault.
    pub fn take<T>(&mut self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.push(fault)).ok()
    }

    /// `value` if nothing is wrong, else the report.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The report with carets: under the place in its source, or under the option in the setup's text.
    ///
    /// ```
    /// use engine::{Fault, Faults, Place, Sources};
    /// let mut sources = Sources::none();
    /// sources.push("deck.toml", "[[card]]\nmove = \"5\"\n");
    /// let icon = Fault::new("`5` is no icon", "the icons are 0 to 4");
    /// let players = Fault::new("`9` does not fit", "give 2 to 4");
    /// let faults = Faults(vec![
    ///     icon.at(Place::Source("deck.toml".to_owned(), 2, 9)),
    ///     players.at(Place::Option("players".to_owned())),
    /// ]);
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
        shown.collect::<Vec<_>>().join("\n")
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

impl fmt::Display for Faults {
    /// One fault a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
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
    let begun = known.iter().copied().find(|candidate| word.len() >= 3 && candidate.starts_with(&word));
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
