//! Reading: a text, where one is in it, and what was expected where nothing fits.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use engine::bounds;

use crate::diagnostic::{Diagnostic, Span};
use crate::lexer::{Lexicon, Token, tokens};
use crate::names::Names;
use crate::phrase::Phrase;

/// A text taken apart.
pub struct Text {
    tokens: Vec<Token>,
    length: usize,
    code: &'static str,
}

/// What a phrase reads from. Places are numbers of tokens.
pub struct Cursor<'t> {
    tokens: &'t [Token],
    /// Whether what is missing is noted; only a text that cannot be read is read a second time for it.
    noting: bool,
    furthest: Cell<usize>,
    expected: RefCell<BTreeSet<String>>,
}

impl Text {
    /// Takes a text apart.
    pub fn new(text: &str, lexicon: &Lexicon) -> Result<Self, Vec<Diagnostic>> {
        Self::with_names(text, lexicon, &Names::default())
    }

    /// Takes a text apart in which declared names may stand. They are found first, with exactly these letters. A text
    /// of more than [`bounds::CARD_TEXT`] bytes is refused.
    pub fn with_names(text: &str, lexicon: &Lexicon, names: &Names) -> Result<Self, Vec<Diagnostic>> {
        if let Err(fault) = bounds::bytes("the text of a card", text.len(), bounds::CARD_TEXT) {
            let diagnostic = Diagnostic::new("E-RANGE", Span::new(0, 0), fault.what);
            return Err(vec![diagnostic.hint(fault.remedy).hint("make several texts or cards of it")]);
        }
        Ok(Self { tokens: tokens(text, lexicon, names)?, length: text.len(), code: lexicon.code })
    }

    /// The tokens.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Where the sentences are, each with its stop: ranges of tokens.
    pub fn sentences(&self) -> Vec<std::ops::Range<usize>> {
        let mut sentences = Vec::new();
        let mut start = 0;
        for (at, token) in self.tokens.iter().enumerate() {
            if token.text == "." {
                sentences.push(start..at + 1);
                start = at + 1;
            }
        }
        if start < self.tokens.len() {
            sentences.push(start..self.tokens.len());
        }
        sentences
    }

    /// What the whole text from a token on says.
    pub fn read<P: Phrase>(&self, from: usize) -> Result<P, Diagnostic> {
        self.read_range(from..self.tokens.len())
    }

    /// What exactly these tokens say. A text that can be read in two ways is refused.
    pub fn read_range<P: Phrase>(&self, range: std::ops::Range<usize>) -> Result<P, Diagnostic> {
        let part = &self.tokens[range];
        let cursor = Cursor::new(part, false);
        let mut found: Vec<P> = Vec::new();
        for (phrase, end) in P::read(&cursor, 0) {
            if end == part.len() {
                found.push(phrase);
            }
        }
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(self.unread::<P>(part)),
            _ => {
                let span =
                    part.first().map_or(Span::default(), |token| token.span.to(part[part.len() - 1].span));
                Err(Diagnostic::new(self.code, span, "this can be read in two ways")
                    .hint("say it another way"))
            }
        }
    }

    /// How many tokens make sense, and what could have come behind them.
    pub fn stuck<P: Phrase>(&self) -> (usize, Vec<String>) {
        stuck::<P>(&self.tokens)
    }

    fn unread<P: Phrase>(&self, part: &[Token]) -> Diagnostic {
        let (at, expected) = stuck::<P>(part);
        let (span, message) = if let Some(token) = part.get(at) {
            (token.span, format!("`{}` does not fit here", token.text))
        } else {
            let end = part.last().map_or(self.length, |token| token.span.end);
            (Span::new(end, end), "the text ends too early".to_owned())
        };
        let mut diagnostic = Diagnostic::new(self.code, span, message);
        let words = expected.iter().filter_map(|what| what.strip_prefix('`')?.strip_suffix('`'));
        let near = part.get(at).and_then(|token| engine::nearest(&token.text, words));
        if let Some(near) = near {
            diagnostic = diagnostic.hint(format!("did you mean `{near}`"));
        }
        if !expected.is_empty() {
            let shown: Vec<&str> = expected.iter().take(8).map(String::as_str).collect();
            let more = if expected.len() > 8 { ", and others" } else { "" };
            diagnostic = diagnostic.hint(format!("expected {}{more}", shown.join(", ")));
        }
        diagnostic
    }
}

/// Reads again to see how far it goes and what could have come there.
fn stuck<P: Phrase>(part: &[Token]) -> (usize, Vec<String>) {
    let cursor = Cursor::new(part, true);
    for (_, end) in P::read(&cursor, 0) {
        cursor.expect(end, "the end of the sentence");
    }
    (cursor.furthest.get(), cursor.expected.into_inner().into_iter().collect())
}

impl<'t> Cursor<'t> {
    fn new(tokens: &'t [Token], noting: bool) -> Self {
        Self { tokens, noting, furthest: Cell::new(0), expected: RefCell::new(BTreeSet::new()) }
    }

    /// The token at a place.
    pub fn token(&self, at: usize) -> Option<&'t Token> {
        self.tokens.get(at)
    }

    /// Notes that something could have come at a place.
    pub fn expect(&self, at: usize, what: &str) {
        if !self.noting || at < self.furthest.get() {
            return;
        }
        let mut expected = self.expected.borrow_mut();
        if at > self.furthest.get() {
            self.furthest.set(at);
            expected.clear();
        }
        expected.insert(what.to_owned());
    }

    /// The place behind these words, if they are there; capitals are disregarded.
    pub fn words(&self, words: &str, mut at: usize) -> Option<usize> {
        if !self.noting && !self.may_begin(words, at) {
            return None;
        }
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            at = self.word(word, at)?;
        }
        Some(at)
    }

    /// Whether these words may be there, by the first letter: mostly it tells that they are not.
    fn may_begin(&self, words: &str, at: usize) -> bool {
        let is_letter = |letter: &&u8| letter.is_ascii_alphabetic();
        match (words.as_bytes().first().filter(is_letter), self.token(at)) {
            (Some(first), Some(token)) => {
                token.text.as_bytes().first().is_some_and(|letter| letter.eq_ignore_ascii_case(first))
            }
            _ => true,
        }
    }

    /// The place behind one word, or behind any form of it if it is written `{field|form|form}`. What stands in
    /// other braces is for writing; of those only the article `{a}` is read.
    fn word(&self, word: &str, at: usize) -> Option<usize> {
        let token = self.token(at).filter(|token| token.names.is_empty());
        let token = token.map_or("", |token| token.text.as_str());
        let (fits, what) = match word.strip_prefix('{').and_then(|forms| forms.strip_suffix('}')) {
            Some("a") => (["a", "an"].iter().any(|form| form.eq_ignore_ascii_case(token)), "a"),
            Some(mark) if !mark.contains('|') => return Some(at),
            Some(forms) => {
                let mut forms = forms.split('|').skip(1);
                (forms.clone().any(|form| form.eq_ignore_ascii_case(token)), forms.next().unwrap_or_default())
            }
            None => (word.eq_ignore_ascii_case(token), word),
        };
        if fits {
            return Some(at + 1);
        }
        if self.noting {
            self.expect(at, &format!("`{what}`"));
        }
        None
    }
}
