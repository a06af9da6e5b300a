//! Writing: the one right spelling of what was read.

use crate::names::{Name, Names};
use crate::phrase::Phrase;

/// How a subject bends its verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// `it has`.
    One,
    /// `you have`.
    Many,
}

/// What is written out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// The text.
    Text,
    /// The text with numbers, names and whatever else does not make another program left open, to tell how
    /// different two programs are.
    Skeleton,
}

/// Puts words together.
pub struct Printer<'n> {
    out: String,
    style: Style,
    names: Option<&'n Names>,
    /// Of how many the next noun speaks.
    number: Agreement,
    /// Whether the next word begins with a capital.
    capital: bool,
    /// Whether an article stands before the next word.
    article: bool,
}

impl<'n> Printer<'n> {
    /// Nothing written yet.
    pub fn new(style: Style) -> Self {
        let number = Agreement::One;
        Self { out: String::new(), style, names: None, number, capital: false, article: false }
    }

    /// Nothing written yet, in a language with declared names.
    pub fn with_names(style: Style, names: &'n Names) -> Self {
        Self { names: Some(names), ..Self::new(style) }
    }

    /// What is written out.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Adds a word or mark, with a blank before it unless it is a mark.
    pub fn word(&mut self, word: &str) {
        if std::mem::take(&mut self.article) {
            if word == "other" {
                return self.put("another");
            }
            let first = word.chars().find(|c| c.is_alphabetic());
            let vowel = first.is_some_and(|c| "aeiou".contains(c.to_ascii_lowercase()));
            self.put(if vowel { "an" } else { "a" });
        }
        self.put(word);
    }

    fn put(&mut self, word: &str) {
        let close = matches!(word, "." | "," | ":" | ";" | "]" | "'s") || self.out.ends_with('[');
        if !self.out.is_empty() && !close {
            self.out.push(' ');
        }
        let mut rest = word.chars();
        if std::mem::take(&mut self.capital) {
            self.out.extend(rest.next().into_iter().flat_map(char::to_uppercase));
        }
        self.out.push_str(rest.as_str());
    }

    /// Puts the fitting article before the next word.
    pub fn article(&mut self) {
        self.article = true;
    }

    /// Makes the first letter of the next word a capital.
    pub fn capital(&mut self) {
        self.capital = true;
    }

    /// Says of how many the next noun speaks; of one unless it is said. Gives what was said before.
    pub fn number(&mut self, number: Agreement) -> Agreement {
        std::mem::replace(&mut self.number, number)
    }

    /// Adds something that a skeleton leaves open.
    pub fn open(&mut self, word: &str, sort: &str) {
        match self.style {
            Style::Text => self.word(word),
            Style::Skeleton => self.word(sort),
        }
    }

    /// Adds a declared name, bent as a noun; a skeleton leaves it open.
    pub fn name(&mut self, name: Name, sort: &str) {
        let number = self.number(Agreement::One);
        let word = self.names.map_or(sort, |names| match number {
            Agreement::One => names.one(name),
            Agreement::Many => names.many(name),
        });
        self.open(word, sort);
    }

    /// Adds words. `{field|have|has}` is bent by what `agreement` says of the field, `{#|Vassals|Vassal}` by how
    /// many the noun is to speak of, which `{=one}`, `{=many}` or `{=field}` says before. `{a}` is the article that
    /// fits the next word, and `{^}` makes that one begin with a capital.
    pub fn words(&mut self, words: &str, agreement: &dyn Fn(&str) -> Agreement) {
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            match word.strip_prefix('{').and_then(|forms| forms.strip_suffix('}')) {
                None => self.word(word),
                Some("a") => self.article(),
                Some("^") => self.capital(),
                Some("=many") => self.number = Agreement::Many,
                Some("=one") => self.number = Agreement::One,
                Some(forms) => match forms.strip_prefix('=') {
                    Some(field) => self.number = agreement(field),
                    None => self.bent(forms, agreement),
                },
            }
        }
    }

    fn bent(&mut self, forms: &str, agreement: &dyn Fn(&str) -> Agreement) {
        let mut forms = forms.split('|');
        let number = match forms.next().unwrap_or_default() {
            "#" => self.number(Agreement::One),
            field => agreement(field),
        };
        let (many, one) = (forms.next().unwrap_or_default(), forms.next().unwrap_or_default());
        self.word(if number == Agreement::Many { many } else { one });
    }

    /// What was written.
    pub fn finish(self) -> String {
        self.out
    }
}

/// A phrase as it is written.
pub fn written<P: Phrase>(phrase: &P) -> String {
    write(phrase, Printer::new(Style::Text))
}

/// A phrase of a language with declared names as it is written.
pub fn written_with<P: Phrase>(phrase: &P, names: &Names) -> String {
    write(phrase, Printer::with_names(Style::Text, names))
}

fn write<P: Phrase>(phrase: &P, mut printer: Printer<'_>) -> String {
    phrase.write(&mut printer);
    printer.finish()
}
