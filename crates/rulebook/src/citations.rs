//! Finding the ids of rules and rulings in a text.
//!
//! An id is a prefix, a dash, words in capitals followed by dashes, and a number:
//! `CC-MOVE-2`, `WU-6.6.2.2`, `WU-P-3`, `TTT-1`. A ruling is `TR-R12`.
//! `TR-S12` is the name of a scenario and never cites a rule.
//! `CC-SETUP-1..CC-SETUP-6` cites all six.

/// What an id names, by its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A rule, as `CC-MOVE-2`.
    Rule,
    /// A ruling, as `CC-R2`.
    Ruling,
    /// A scenario, as `WU-S02`.
    Scenario,
}

/// The longest range that is taken apart; a longer one is a slip of the pen.
const LONGEST_RANGE: u32 = 500;

/// An id, or a range of ids, found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// The id, or the first of the range.
    pub first: String,
    /// The last id of a range.
    pub last: Option<String>,
    /// The line, counted from one.
    pub line: usize,
}

impl Cited {
    /// The ids cited. A range gives its two ends and, in between, those that `exists` knows.
    ///
    /// Both ends of a range share everything but the last number, and the numbers rise. Anything
    /// else gives back the range as written, which is the id of nothing and will be reported so.
    ///
    /// ```
    /// use rulebook::citations::find;
    ///
    /// let cited = find("Rules: CC-INIT-1..CC-INIT-4.", &["CC"]);
    /// let ids = cited[0].ids(|id| id != "CC-INIT-3");
    /// assert_eq!(ids, ["CC-INIT-1", "CC-INIT-2", "CC-INIT-4"]);
    /// ```
    pub fn ids(&self, exists: impl Fn(&str) -> bool) -> Vec<String> {
        let Some(last) = &self.last else {
            return vec![self.first.clone()];
        };
        let as_written = || vec![format!("{}..{last}", self.first)];
        let (Some((stem, from)), Some((last_stem, to))) = (split(&self.first), split(last)) else {
            return as_written();
        };
        if stem != last_stem || from >= to || to - from > LONGEST_RANGE {
            return as_written();
        }
        let mut ids = vec![self.first.clone()];
        ids.extend((from + 1..to).map(|n| format!("{stem}{n}")).filter(|id| exists(id)));
        ids.push(last.clone());
        ids
    }
}

/// Every id and range in a text whose prefix is one of `prefixes`, in order.
///
/// An id ends where it can end no other way: the full stop of a sentence is not part of it, and
/// the beginning of a longer word is not an id.
///
/// ```
/// use rulebook::citations::find;
///
/// let found = find("Ties injure both (WU-6.6.2.2).\nSee TR-R12.", &["TR", "WU"]);
/// assert_eq!(found.len(), 2);
/// assert_eq!((found[0].first.as_str(), found[0].line), ("WU-6.6.2.2", 1));
/// assert_eq!((found[1].first.as_str(), found[1].line), ("TR-R12", 2));
/// ```
pub fn find(text: &str, prefixes: &[&str]) -> Vec<Cited> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut rest = 0;
        while let Some((start, end)) = next_id(line, rest, prefixes) {
            rest = end;
            let mut last = None;
            if let Some(after) = line[end..].strip_prefix("..") {
                let from = line.len() - after.len();
                if let Some((start, end)) = next_id(line, from, prefixes)
                    && start == from
                {
                    last = Some(line[start..end].to_owned());
                    rest = end;
                }
            }
            found.push(Cited { first: line[start..end].to_owned(), last, line: index + 1 });
        }
    }
    found
}

/// What an id with this prefix names, or nothing if it is no id.
///
/// ```
/// use rulebook::citations::{Shape, shape};
///
/// assert_eq!(shape("WU-P-3", "WU"), Some(Shape::Rule));
/// assert_eq!(shape("WU-R3", "WU"), Some(Shape::Ruling));
/// assert_eq!(shape("WU-S03", "WU"), Some(Shape::Scenario));
/// assert_eq!(shape("WU-P-3.", "WU"), None);
/// ```
pub fn shape(id: &str, prefix: &str) -> Option<Shape> {
    let body = id.strip_prefix(prefix)?.strip_prefix('-')?;
    let (length, shape) = body_of_id(body)?;
    (length == body.len()).then_some(shape)
}

/// Start and end of the next id of a rule or ruling at or after `from`.
fn next_id(line: &str, from: usize, prefixes: &[&str]) -> Option<(usize, usize)> {
    let mut at = from;
    while let Some(dash) = line[at..].find('-').map(|offset| at + offset) {
        at = dash + 1;
        let before = &line[from..dash];
        let capitals = before.bytes().rev().take_while(u8::is_ascii_uppercase).count();
        let start = dash - capitals;
        if !prefixes.contains(&&line[start..dash]) || continues_word(&line[..start]) {
            continue;
        }
        let Some((length, shape)) = body_of_id(&line[dash + 1..]) else {
            continue;
        };
        let end = dash + 1 + length;
        at = end;
        if shape != Shape::Scenario && !is_continued(&line[end..]) {
            return Some((start, end));
        }
    }
    None
}

/// Whether a word before the id runs into it.
fn continues_word(before: &str) -> bool {
    before.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Whether the id runs into a longer word.
fn is_continued(after: &str) -> bool {
    let mut chars = after.chars();
    match chars.next() {
        Some('-') => chars.next().is_some_and(char::is_alphanumeric),
        Some(c) => c.is_alphanumeric() || c == '_',
        None => false,
    }
}

/// Length and shape of what follows the prefix and its dash.
fn body_of_id(body: &str) -> Option<(usize, Shape)> {
    let bytes = body.as_bytes();
    for (letter, shape) in [(b'R', Shape::Ruling), (b'S', Shape::Scenario)] {
        if bytes.first() == Some(&letter) {
            let digits = count_digits(&bytes[1..]);
            if digits > 0 {
                return Some((1 + digits, shape));
            }
        }
    }
    let mut at = 0;
    while bytes.get(at).is_some_and(u8::is_ascii_uppercase) {
        let word = bytes[at..].iter().take_while(|b| b.is_ascii_uppercase() || b.is_ascii_digit()).count();
        if bytes.get(at + word) != Some(&b'-') {
            return None;
        }
        at += word + 1;
    }
    let digits = count_digits(&bytes[at..]);
    if digits == 0 {
        return None;
    }
    at += digits;
    while bytes.get(at) == Some(&b'.') {
        let digits = count_digits(&bytes[at + 1..]);
        if digits == 0 {
            break;
        }
        at += 1 + digits;
    }
    Some((at, Shape::Rule))
}

fn count_digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| b.is_ascii_digit()).count()
}

/// An id without its last number, and that number.
fn split(id: &str) -> Option<(&str, u32)> {
    let digits = count_digits(&id.bytes().rev().collect::<Vec<_>>());
    let (stem, number) = id.split_at(id.len() - digits);
    Some((stem, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREFIXES: [&str; 4] = ["CC", "WU", "TR", "TTT"];

    fn ids(text: &str) -> Vec<String> {
        find(text, &PREFIXES).into_iter().flat_map(|cited| cited.ids(|_| true)).collect()
    }

    #[test]
    fn every_form_of_id_is_found() {
        assert_eq!(
            ids("CC-MOVE-2, WU-6.6.2.2; WU-P-3 (TR-R12) `TTT-1` \"WU-7.10.1\""),
            ["CC-MOVE-2", "WU-6.6.2.2", "WU-P-3", "TR-R12", "TTT-1", "WU-7.10.1"]
        );
    }

    #[test]
    fn the_end_of_a_sentence_is_no_part_of_the_id() {
        assert_eq!(ids("See WU-6.6.2."), ["WU-6.6.2"]);
        assert_eq!(ids("See WU-6.6.2. Then TTT-1... and CC-R1.."), ["WU-6.6.2", "TTT-1", "CC-R1"]);
        assert_eq!(ids("WU-6.6.x, TR-R1's, CC-R1-"), ["WU-6.6", "TR-R1", "CC-R1"]);
    }

    #[test]
    fn longer_words_are_not_ids() {
        for text in [
            "ACC-MOVE-2",
            "xCC-1",
            "X-CC-1",
            "_CC-1",
            "éCC-1",
            "9CC-1",
            "CC-1a",
            "CC-1é",
            "CC-MOVE-2b",
            "CC-1_000",
            "CC-1-based",
            "CC-R",
            "CC-R1x",
            "CC-MOVE",
            "CC-MOVE-",
            "CC-move-1",
            "CC--1",
            "CC-",
            "CC",
            "TR-R...",
            "cc-1",
            "ZZ-1",
        ] {
            assert_eq!(ids(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn scenarios_are_not_rules() {
        assert_eq!(ids("TR-S1 cites TR-R1; WU-S01."), ["TR-R1"]);
        assert_eq!(ids("CC-SETUP-1 CC-S-1"), ["CC-SETUP-1", "CC-S-1"]);
    }

    #[test]
    fn ranges_are_taken_apart() {
        assert_eq!(
            ids("Cites: CC-SETUP-1..CC-SETUP-3, TR-R9..TR-R11."),
            ["CC-SETUP-1", "CC-SETUP-2", "CC-SETUP-3", "TR-R9", "TR-R10", "TR-R11"]
        );
        assert_eq!(ids("WU-6.6.1..WU-6.6.3"), ["WU-6.6.1", "WU-6.6.2", "WU-6.6.3"]);
        assert_eq!(ids("CC-R1..4"), ["CC-R1"]);
    }

    #[test]
    fn a_range_of_nothing_stays_as_written() {
        for text in [
            "CC-SETUP-3..CC-SETUP-1",
            "CC-SETUP-1..CC-SETUP-1",
            "CC-SETUP-1..CC-MOVE-3",
            "CC-SETUP-1..CC-SETUP-99999",
            "CC-SETUP-1..CC-SETUP-99999999999999999999",
            "WU-6.6..WU-6.6.2",
        ] {
            assert_eq!(ids(text), [text]);
        }
    }

    #[test]
    fn lines_are_counted() {
        let found = find("\n\nTTT-1\r\nand\nTTT-2", &PREFIXES);
        let lines: Vec<_> = found.iter().map(|cited| cited.line).collect();
        assert_eq!(lines, [3, 5]);
    }
}
