//! The words of the language: where statements end, what is quoted, which word was meant.

use engine::nearest;

/// What a statement may begin with; `SEAT` stands for a name.
const STATEMENTS: [&str; 13] = [
    "game", "setup", "source", "position", "seed", "show", "expect", "refuse", "reject", "next", "chance:",
    "each:", "both:",
];

/// What a seat does other than an action.
const DEEDS: [&str; 3] = ["concedes", "undoes", "times out"];

/// What `expect` may be followed by.
const EXPECTATIONS: [&str; 18] = [
    "turn",
    "position",
    "number",
    "outcome",
    "score",
    "legal",
    "options",
    "offered",
    "not offered",
    "chance",
    "state",
    "view",
    "views equal",
    "event",
    "no event",
    "sees",
    "unseen",
    "fault",
];

/// What `show` may be followed by.
const SHOWS: [&str; 5] = ["events", "legal", "position", "state", "view"];

const PAGE: &str = "see docs/scenarios.md for the statements";

/// The first word and what follows it.
pub fn word_and_rest(text: &str) -> (&str, &str) {
    text.split_once(' ').map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

/// The statements of a line. `;` separates them, except between double quotes; a `#` where a statement could begin
/// opens a comment, which goes to the end of the line. A position may hold semicolons of its own, so it takes the
/// rest of its line; so does a source.
pub fn statements(line: &str) -> Vec<&str> {
    let mut statements = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() && !rest.starts_with('#') {
        let whole = ["position ", "expect position ", "source "].iter().any(|word| rest.starts_with(word));
        let end = if whole { rest.len() } else { end_of_statement(rest) };
        statements.push(rest[..end].trim());
        rest = rest[end..].trim_start_matches(';').trim_start();
    }
    statements.retain(|statement| !statement.is_empty());
    statements
}

/// Where a statement ends: before a `;` that does not stand between quotes. A quote that nothing closes quotes nothing.
fn end_of_statement(text: &str) -> usize {
    let mut at = 0;
    while let Some(found) = text[at..].find(['"', ';']) {
        at += found;
        if text[at..].starts_with(';') {
            return at;
        }
        at += 1;
        at += text[at..].find('"').map_or(0, |close| close + 1);
    }
    text.len()
}

/// Words that stand in double quotes as a whole, without them.
pub fn unquoted(words: &str) -> &str {
    let inner = words.strip_prefix('"').and_then(|words| words.strip_suffix('"'));
    inner.filter(|words| !words.contains('"')).unwrap_or(words)
}

/// Which word may have been meant, as a remedy.
pub fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, known).map(|near| format!("did you mean `{near}`?"))
}

/// What to do about a line that is no statement.
pub fn meant_statement(statement: &str) -> String {
    let (word, rest) = word_and_rest(statement);
    meant(word, STATEMENTS)
        .or_else(|| meant(rest, DEEDS))
        .unwrap_or_else(|| format!("{PAGE}; words that hold a `;` stand between double quotes"))
}

/// What to do about `expect` with a word that does not follow it.
pub fn meant_expectation(rest: &str) -> String {
    let two: String = rest.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    let two_words = EXPECTATIONS.into_iter().filter(|known| known.contains(' '));
    meant(&two, two_words)
        .or_else(|| meant(word_and_rest(rest).0, EXPECTATIONS))
        .unwrap_or_else(|| PAGE.to_owned())
}

/// What to do about `show` with a word that does not follow it.
pub fn meant_show(word: &str) -> String {
    meant(word, SHOWS).unwrap_or_else(|| format!("`show` takes {}", SHOWS.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_separate_but_not_in_quotes_and_comments() {
        let cases: [(&str, &[&str]); 8] = [
            ("0: a1; expect turn 1;; 1: b2 ;", &["0: a1", "expect turn 1", "1: b2"]),
            ("# a comment; 0: a1", &[]),
            ("0: a1; # the corner; really", &["0: a1"]),
            ("expect event \"won; over\" (X-1); 0: a1", &["expect event \"won; over\" (X-1)", "0: a1"]),
            ("expect event 5\" wide; 0: a1", &["expect event 5\" wide", "0: a1"]),
            ("position a; b; c", &["position a; b; c"]),
            ("0: a1; expect position a; b", &["0: a1", "expect position a; b"]),
            ("\"é;\";x", &["\"é;\"", "x"]),
        ];
        for (line, wanted) in cases {
            assert_eq!(statements(line), wanted, "{line}");
        }
    }

    #[test]
    fn only_whole_quotes_are_taken_off() {
        assert_eq!(unquoted("\"a; b\""), "a; b");
        for kept in ["a", "\"a", "\"a\" and \"b\"", "\""] {
            assert_eq!(unquoted(kept), kept);
        }
    }

    #[test]
    fn near_words_are_suggested() {
        assert_eq!(meant_statement("exepct turn 0"), "did you mean `expect`?");
        assert_eq!(meant_statement("0 conceeds"), "did you mean `concedes`?");
        assert_eq!(meant_statement("P1 time out"), "did you mean `times out`?");
        assert_eq!(meant_expectation("evnt x"), "did you mean `event`?");
        assert_eq!(meant_expectation("no evnt x"), "did you mean `no event`?");
        assert_eq!(meant_show("posision"), "did you mean `position`?");
    }
}
