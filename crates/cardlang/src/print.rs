//! Writing: the one right spelling of what was read.

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
pub struct Printer {
    out: String,
    style: Style,
}

impl Printer {
    /// Nothing written yet.
    pub fn new(style: Style) -> Self {
        Self { out: String::new(), style }
    }

    /// What is written out.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Adds a word or mark, with a blank before it unless it is a mark.
    pub fn word(&mut self, word: &str) {
        if !self.out.is_empty() && !matches!(word, "." | "," | ":" | ";" | "]" | "'s") {
            self.out.push(' ');
        }
        self.out.push_str(word);
    }

    /// Adds something that a skeleton leaves open.
    pub fn open(&mut self, word: &str, sort: &str) {
        match self.style {
            Style::Text => self.word(word),
            Style::Skeleton => self.word(sort),
        }
    }

    /// Adds words; `{field|have|has}` is bent by what `agreement` says of the field.
    pub fn words(&mut self, words: &str, agreement: &dyn Fn(&str) -> Agreement) {
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            match word.strip_prefix('{').and_then(|forms| forms.strip_suffix('}')) {
                None => self.word(word),
                Some(forms) => {
                    let mut forms = forms.split('|');
                    let field = forms.next().unwrap_or_default();
                    let (many, one) = (forms.next().unwrap_or_default(), forms.next().unwrap_or_default());
                    self.word(if agreement(field) == Agreement::Many { many } else { one });
                }
            }
        }
    }

    /// What was written.
    pub fn finish(self) -> String {
        self.out
    }
}

/// A phrase as it is written.
pub fn written<P: Phrase>(phrase: &P) -> String {
    let mut printer = Printer::new(Style::Text);
    phrase.write(&mut printer);
    printer.finish()
}
