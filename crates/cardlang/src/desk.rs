//! The desk of somebody who writes cards: what is wrong with files, the one spelling of their texts, and what a
//! card does in plain words. A front end serves every game through [`Desk`].

use std::ops::Range;

use engine::{Fault, Faults, Place, Sources};

/// A game whose cards can be checked, formatted and explained.
pub trait Desk: Sync {
    /// The game's id.
    fn game(&self) -> &'static str;

    /// The files of cards that come with the game.
    fn shipped(&self) -> Sources;

    /// The tables that a file of cards may have, each with its keys: whoever finds one that no other game has knows
    /// whose file it is.
    fn tables(&self) -> Vec<(&'static str, Vec<&'static str>)>;

    /// What is in files and what is wrong or doubtful about it, one report a file. Files are looked at together,
    /// with the shipped ones: a card may speak of another.
    fn check(&self, files: &Sources) -> Vec<Report>;

    /// What must change in one of several files so that every text that can be read is written in its one spelling;
    /// the faults of a file that is no TOML. They are looked at together as in [`Desk::check`].
    fn format(&self, files: &Sources, file: usize) -> Result<Vec<Edit>, Faults>;

    /// What a card does that stands in one of several files, which are looked at together as in [`Desk::check`]; if it
    /// is there and sound.
    fn explain(&self, files: &Sources, file: usize, id: &str) -> Option<Explained>;
}

/// What was found in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The cards, in the order of the file, whether they are sound or not.
    pub cards: Vec<Heading>,
    /// What is wrong, then what is doubtful.
    pub findings: Vec<Finding>,
}

impl Report {
    /// The findings of a file with these cards, each with the card it belongs to.
    pub fn new(cards: Vec<Heading>, errors: Faults, warnings: Faults) -> Self {
        let mut findings = Vec::new();
        for (severity, faults) in [(Severity::Error, errors), (Severity::Warning, warnings)] {
            let more = faults.more().map(|more| Fault::new(more, ""));
            let faults = faults.0.into_iter().chain(more);
            findings.extend(faults.map(|fault| Finding::new(severity, fault, &cards)));
        }
        Self { cards, findings }
    }

    /// What is wrong with a card.
    pub fn errors_of<'r>(&'r self, id: &'r str) -> impl Iterator<Item = &'r Finding> {
        let own = move |finding: &&Finding| finding.card.as_deref() == Some(id);
        self.findings.iter().filter(|finding| finding.severity == Severity::Error).filter(own)
    }
}

/// A card of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The line in which it begins, counted from 1.
    pub line: usize,
}

/// Whether something must be mended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// It must.
    Error,
    /// It should be looked at.
    Warning,
}

/// One thing that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// A stable code, such as `E-PARSE` or `W-COST`.
    pub code: String,
    /// Where it is, what is wrong, and what to do.
    pub fault: Fault,
    /// The id of the card it belongs to.
    pub card: Option<String>,
    /// What that card is called.
    name: Option<String>,
}

/// The code of what is wrong with a file rather than with a card.
const FILE: &str = "E-FILE";

impl Finding {
    /// A fault of a file with these cards; its code stands before its first colon.
    fn new(severity: Severity, mut fault: Fault, cards: &[Heading]) -> Self {
        let code = fault.what.split_once(": ").map(|(code, _)| code).filter(|code| is_code(code));
        let code = code.unwrap_or(FILE).to_owned();
        if code == FILE && !fault.what.starts_with(FILE) {
            fault.what = format!("{FILE}: {}", fault.what);
        }
        let card = match &fault.place {
            Place::Source(_, line, _) => cards.iter().rev().find(|card| card.line <= *line),
            _ => None,
        };
        let (card, name) = card.map(|card| (card.id.clone(), card.name.clone())).unzip();
        Self { severity, code, fault, card, name }
    }

    /// What is wrong, without the code and without the name of the card.
    pub fn message(&self) -> &str {
        let told = self.fault.what.strip_prefix(&self.code).map_or(&*self.fault.what, |rest| &rest[2..]);
        let mut about = [&self.card, &self.name].into_iter().flatten().map(|card| format!(" (`{card}`)"));
        about.find_map(|about| told.strip_suffix(&about)).unwrap_or(told)
    }
}

/// Whether a word looks like `E-PARSE` or `E17`.
fn is_code(word: &str) -> bool {
    let Some(name) = word.strip_prefix(['E', 'W']) else { return false };
    let (name, fits): (&str, fn(&u8) -> bool) = match name.strip_prefix('-') {
        Some(name) => (name, u8::is_ascii_uppercase),
        None => (name, u8::is_ascii_digit),
    };
    !name.is_empty() && name.bytes().all(|b| fits(&b))
}

/// A change of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The bytes that go.
    pub at: Range<usize>,
    /// What comes in their place.
    pub text: String,
    /// The card that it changes, by its id or name.
    pub card: String,
}

impl Edit {
    /// A text with all these changes, which are in the order of the text and apart from one another.
    ///
    /// ```
    /// use cardlang::desk::Edit;
    /// let edit = |at, text: &str| Edit { at, text: text.to_owned(), card: String::new() };
    /// assert_eq!(Edit::all(&[edit(0..1, "A"), edit(4..5, "day")], "a b d"), "A b day");
    /// ```
    pub fn all(edits: &[Self], text: &str) -> String {
        let (mut out, mut from) = (String::with_capacity(text.len()), 0);
        for edit in edits {
            out += &text[from..edit.at.start];
            out += &edit.text;
            from = edit.at.end;
        }
        out + &text[from..]
    }
}

/// What is printed on a card besides its picture and what it does. Whoever shows a card, in a game or outside, shows all
/// of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Printed {
    /// What it is, in the order in which it is told: `("type", "Weapon")`.
    pub facts: Vec<(&'static str, String)>,
    /// Something to read that has no effect.
    pub flavor: Option<String>,
}

impl Printed {
    /// Changes a fact, or tells it behind the others.
    pub fn set(&mut self, name: &'static str, value: String) {
        match self.facts.iter_mut().find(|(known, _)| *known == name) {
            Some(fact) => fact.1 = value,
            None => self.facts.push((name, value)),
        }
    }

    /// The card as it is read in a game, one paragraph an entry: what it is, what it does, its flavor.
    ///
    /// ```
    /// use cardlang::desk::Printed;
    /// let facts = vec![("kind", "Vassal".to_owned()), ("Class", "Scout".to_owned())];
    /// let card = Printed { facts, flavor: Some("Falls down every shaft.".to_owned()) };
    /// let read = card.around(["Lose: Gain 3 Boosts.".to_owned()]);
    /// assert_eq!(read, ["kind: Vassal; Class: Scout", "Lose: Gain 3 Boosts.", "\"Falls down every shaft.\""]);
    /// ```
    pub fn around(&self, does: impl IntoIterator<Item = String>) -> Vec<String> {
        let facts: Vec<String> = self.facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let facts = (!facts.is_empty()).then(|| facts.join("; "));
        facts.into_iter().chain(does).chain(self.quoted_flavor()).collect()
    }

    /// The flavor in quotation marks, as it is shown.
    pub fn quoted_flavor(&self) -> Option<String> {
        self.flavor.as_ref().map(|flavor| format!("\"{flavor}\""))
    }
}

/// A card in plain words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explained {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What is printed on it.
    pub printed: Printed,
    /// Its attack grid or other picture, line by line; empty if it has none.
    pub picture: Vec<String>,
    /// Its abilities, in the order of its text.
    pub abilities: Vec<ExplainedAbility>,
    /// The ids of rulings that its statistics and picture touch.
    pub rules: Vec<&'static str>,
}

/// An ability in plain words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExplainedAbility {
    /// The sentence of the card.
    pub text: String,
    /// The windows in which it can be used, by name.
    pub windows: Vec<&'static str>,
    /// What it means, point by point: `("when", "...")`, each a sentence or more.
    pub points: Vec<(&'static str, String)>,
    /// The ids of the rulings it touches.
    pub rules: Vec<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_knows_its_code_and_card() {
        let cards = [("first", 3), ("second", 9)].map(|(id, line)| Heading {
            id: id.to_owned(),
            name: id.to_owned(),
            line,
        });
        let at = |line, what: &str| {
            let fault = Fault::new(what, "mend it").at(Place::Source("f.toml".to_owned(), line, 1));
            Finding::new(Severity::Error, fault, &cards)
        };
        let found = at(9, "E-PARSE: `x: y` does not fit here (`second`)");
        assert_eq!((found.code.as_str(), found.message()), ("E-PARSE", "`x: y` does not fit here"));
        assert_eq!(found.card.as_deref(), Some("second"));
        let found = at(8, "`lief` means nothing here");
        assert_eq!((found.code.as_str(), found.message()), ("E-FILE", "`lief` means nothing here"));
        assert_eq!(found.fault.to_string(), "f.toml:8:1: E-FILE: `lief` means nothing here; mend it");
        assert_eq!(found.card.as_deref(), Some("first"));
        assert_eq!(at(1, "E-: a: b").code, "E-FILE");
        assert_eq!((at(9, "W3: nothing").code.as_str(), at(9, "E: x").code.as_str()), ("W3", "E-FILE"));
        assert_eq!((at(1, "E-PARSE").card, at(1, "E-PARSE").message()), (None, "E-PARSE"));
    }
}
