//! Words, numbers and marks.

use crate::diagnostic::{Diagnostic, Span};
use crate::names::{Name, Names};

/// What a language's tokens are.
#[derive(Clone, Copy, Debug)]
pub struct Lexicon {
    /// The marks that stand alone. `[`, `"` and `*` are not among them where `[Blade]`, `"Oath"` and `**Heal**`
    /// are one token each, nor are `+` and `-` where a sign belongs to the number behind it.
    pub marks: &'static str,
    /// The code of a text with something else in it.
    pub code: &'static str,
    /// Whether `'s` and the `an` of `another` are tokens of their own.
    pub apart: bool,
}

impl Lexicon {
    /// Words, numbers and stops, for small languages and tests.
    pub const ENGLISH: Self = Self { marks: ".,:", code: "E-PARSE", apart: false };
}

/// The smallest part of a text that means something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// As it is written.
    pub text: String,
    /// Where.
    pub span: Span,
    /// What is called so, if it is a declared name.
    pub names: Vec<Name>,
}

/// The numbers that are written as words, from one on.
pub(crate) const NUMBERS: [&str; 10] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// An article and `other` in one.
const ANOTHER: &str = "another";

/// The words that mean something in every card language, whatever its phrases are.
pub fn common_words() -> impl Iterator<Item = &'static str> {
    NUMBERS.into_iter().chain([ANOTHER])
}

impl Token {
    /// The number it is, if it is one without a sign. Read loosely: with zeros before it, and what is too
    /// large for any text as the largest number.
    pub fn number(&self) -> Option<u32> {
        let plain = self.text.starts_with(|c: char| c.is_ascii_digit());
        plain.then(|| self.text.parse().unwrap_or(u32::MAX))
    }

    /// The number it is, in digits or as a word from `one` to `ten`.
    pub fn count(&self) -> Option<u32> {
        let word = || NUMBERS.iter().position(|word| word.eq_ignore_ascii_case(&self.text));
        self.number().or_else(|| word().map(|at| at as u32 + 1))
    }

    /// The number it is, if it shows its sign. Read as loosely as [`Token::number`], and `-0` as well.
    pub fn signed(&self) -> Option<i32> {
        let digits = self.text.strip_prefix(['+', '-'])?;
        let largest = if self.text.starts_with('-') { i32::MIN } else { i32::MAX };
        (!digits.is_empty()).then(|| self.text.parse().unwrap_or(largest))
    }

    /// What stands between these brackets or quotes.
    pub fn between(&self, open: char, close: char) -> Option<&str> {
        self.text.strip_prefix(open)?.strip_suffix(close)
    }
}

/// Takes a text apart. All that is no token is told at once.
pub fn tokens(text: &str, lexicon: &Lexicon, names: &Names) -> Result<Vec<Token>, Vec<Diagnostic>> {
    let (mut tokens, mut faults) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some((length, names)) = names.find(rest) {
            let span = Span::new(at, at + length);
            tokens.push(Token { text: rest[..length].to_owned(), span, names: names.to_vec() });
            at += length;
            continue;
        }
        let length = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '[' if !lexicon.marks.contains('[') => closed(rest, "[", "]"),
            '"' => closed(rest, "\"", "\""),
            '*' => closed(rest, "**", "**"),
            '+' | '-'
                if !lexicon.marks.contains(first) && rest[1..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                Ok(1 + run(&rest[1..], |c| c.is_ascii_digit()))
            }
            c if c.is_ascii_digit() => Ok(run(rest, |c| c.is_ascii_digit())),
            c if c.is_alphabetic() && lexicon.apart => Ok(part(rest)),
            c if c.is_alphabetic() => Ok(run(rest, |c| c.is_alphabetic() || "'-".contains(c))),
            '\'' if lexicon.apart && rest[1..].starts_with(['s', 'S']) => Ok(2),
            c if lexicon.marks.contains(c) => Ok(c.len_utf8()),
            c => Err((c.len_utf8(), format!("`{c}` does not belong into a card text"))),
        };
        let (length, fault) = match length {
            Ok(length) => (length, None),
            Err((length, message)) => (length, Some(message)),
        };
        let span = Span::new(at, at + length);
        match fault {
            None => tokens.push(Token { text: rest[..length].to_owned(), span, names: Vec::new() }),
            Some(message) => faults.push(Diagnostic::new(lexicon.code, span, message)),
        }
        at += length;
    }
    if faults.is_empty() { Ok(tokens) } else { Err(faults) }
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// How long a word is, of `another` the article.
fn part(text: &str) -> usize {
    let length = run(text, |c| c.is_alphabetic() || c == '-');
    if text[..length].eq_ignore_ascii_case(ANOTHER) { 2 } else { length }
}

/// How long a token between two marks is; without the second one, how much to pass over.
fn closed(text: &str, open: &str, close: &str) -> Result<usize, (usize, String)> {
    let inside = text.strip_prefix(open).ok_or_else(|| (1, format!("`{open}` must be written whole")))?;
    match inside.find(close) {
        Some(length) if length > 0 && !inside[..length].contains('\n') => {
            Ok(open.len() + length + close.len())
        }
        Some(0) => {
            Err((open.len() + close.len(), format!("there is nothing between `{open}` and `{close}`")))
        }
        _ => Err((open.len(), format!("there is no `{close}` for this `{open}`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text, &Lexicon::ENGLISH, &Names::default())
            .unwrap()
            .into_iter()
            .map(|token| token.text)
            .collect()
    }

    #[test]
    fn texts_come_apart() {
        assert_eq!(words("Pay 1 Action: **Pull** it."), ["Pay", "1", "Action", ":", "**Pull**", "it", "."]);
        assert_eq!(
            words("face-down card's -1 +0 [War Band]"),
            ["face-down", "card's", "-1", "+0", "[War Band]"]
        );
        let faults = tokens("a (b) ** \"x", &Lexicon::ENGLISH, &Names::default()).unwrap_err();
        assert_eq!(faults.len(), 4, "{faults:?}");
        assert_eq!(faults[0].span, Span::new(2, 3));
    }

    #[test]
    fn endings_and_articles_stand_apart() {
        let lexicon = Lexicon { marks: ".", code: "E", apart: true };
        let mut names = Names::default();
        let advocate = names.declare(3, "Leviathan's Advocate", None);
        let text = "Another non-Mob Leviathan's Advocate's power.";
        let tokens = tokens(text, &lexicon, &names).unwrap();
        let words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(words, ["An", "other", "non-Mob", "Leviathan's Advocate", "'s", "power", "."]);
        assert_eq!(tokens[3].names, [advocate]);
    }

    #[test]
    fn numbers_are_read_loosely() {
        let token = |text: &str| tokens(text, &Lexicon::ENGLISH, &Names::default()).unwrap()[0].clone();
        assert_eq!(
            (token("12").number(), token("012").number(), token("+1").number()),
            (Some(12), Some(12), None)
        );
        assert_eq!(
            (token("+1").signed(), token("-0").signed(), token("1").signed()),
            (Some(1), Some(0), None)
        );
        assert_eq!((token("-03").signed(), token("-99999999999").signed()), (Some(-3), Some(i32::MIN)));
        assert_eq!(token("99999999999").number(), Some(u32::MAX));
        assert_eq!(token("[War Band]").between('[', ']'), Some("War Band"));
    }
}
