//! How much anything from outside may hold. Whatever holds more is refused before it is read, with the bound and what
//! was given, so that a megabyte costs a second and 200 MB at most, whoever wrote it. A record may have several: its
//! game may be long, and much of it taken back.

use crate::fault::Fault;

/// Bytes of a file of cards, decks, formats, boards or lessons: to take TOML apart takes several hundred times its size.
pub const FILE: usize = 250_000;
/// Bytes of all files of a setup together, the shipped ones that its record holds among them.
pub const ALL_FILES: usize = 500_000;
/// Bytes of a file of scenarios.
pub const SCRIPT: usize = 1_000_000;
/// Statements of a file of scenarios.
pub const STATEMENTS: usize = 20_000;
/// Cards of a setup.
pub const CARDS: usize = 2_000;
/// Bytes of a record: it grows with the game and holds every file that was played with.
pub const RECORD: usize = 16_000_000;
/// Files of a setup.
pub const FILES: usize = 100;
/// Bytes of a setup in its text form, and of one option.
pub const SETUP: usize = 60_000;
/// Options of a setup.
pub const OPTIONS: usize = 100;
/// Bytes of a position.
pub const POSITION: usize = 60_000;
/// Bytes of an action.
pub const ACTION: usize = 10_000;
/// Tables of a kind in a file, members of a list, and scenarios of a file.
pub const LIST: usize = 1_000;
/// Bytes of a text in a file: a name, what a card does, a picture.
pub const TEXT: usize = 2_000;
/// Bytes of what a card does in controlled English: what a text asks of its reader grows faster than the text.
pub const CARD_TEXT: usize = 1_000;
/// Characters of an id in a file, and of the name of a card.
pub const NAME: usize = 40;
/// Bytes of the name of a file that a record holds.
pub const FILE_NAME: usize = 200;
/// Faults that are told at once.
pub const FAULTS: usize = 100;
/// Faults of a record after which reading it stops: a damaged line makes all behind it doubtful.
pub const RECORD_FAULTS: usize = 50;
/// Characters of what a fault quotes.
pub const QUOTED: usize = 60;
/// Characters of what a fault says, and of its remedy.
pub const TOLD: usize = 4_000;

/// Refuses what has too many bytes.
///
/// ```
/// let fault = engine::bounds::bytes("the position", 70_000, engine::bounds::POSITION).unwrap_err();
/// assert_eq!(fault.to_string(), "the position has 70000 bytes; at most 60000 are read");
/// ```
pub fn bytes(what: &str, given: usize, most: usize) -> Result<(), Fault> {
    count(what, given, "bytes", most)
}

/// Refuses too many of something.
///
/// ```
/// assert!(engine::bounds::count("the file", 3, "cards", 3).is_ok());
/// let fault = engine::bounds::count("the file", 4, "cards", 3).unwrap_err();
/// assert_eq!(fault.to_string(), "the file has 4 cards; at most 3 are read");
/// ```
pub fn count(what: &str, given: usize, of: &str, most: usize) -> Result<(), Fault> {
    if given <= most {
        return Ok(());
    }
    Err(Fault::new(format!("{what} has {given} {of}"), format!("at most {most} are read")))
}

/// A text of a fault: what it quotes between marks is cut, and so is all of it.
pub(crate) fn told(text: String, quoted: usize) -> String {
    if text.len() <= quoted {
        return text;
    }
    let (mut out, mut length) = (String::new(), 0);
    for (nth, part) in text.split('`').enumerate() {
        if nth > 0 {
            out.push('`');
        }
        let most = (TOLD - length).min(if nth % 2 == 1 { quoted } else { TOLD });
        let part = crate::show::cut(part, most);
        length += 1 + part.chars().count();
        out += &part;
        if length >= TOLD {
            out.push('…');
            break;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_cut() {
        let long = "x".repeat(5000);
        let fault = Fault::new(format!("`{long}` is no `{long}`"), format!("{long} `{long}`"));
        let (x, rest) = ("x".repeat(QUOTED - 1), long.chars().count());
        assert_eq!(fault.what, format!("`{x}…` is no `{x}…`"));
        assert!(fault.remedy.chars().count() <= TOLD + 2 && rest > TOLD);
        assert!(fault.remedy.ends_with('…'), "{}", fault.remedy);
        let many = "`é` ".repeat(9000);
        assert!(Fault::new(many.as_str(), "").what.chars().count() < TOLD + 10);
        let short = "`a` is no b";
        assert_eq!(Fault::new(short, short).to_string(), "`a` is no b; `a` is no b");
    }
}
