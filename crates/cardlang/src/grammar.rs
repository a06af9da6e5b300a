//! The grammar as documentation: every phrase with its wordings.

use std::collections::BTreeSet;

use crate::phrase::Phrase;

/// One wording of a phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Production {
    /// The phrase it belongs to.
    pub phrase: &'static str,
    /// Which of its wordings.
    pub name: &'static str,
    /// What it is for.
    pub about: String,
    /// The wording: words in quotation marks, phrases by name.
    pub wording: String,
}

/// All phrases that one phrase is made of, in the order they are met.
#[derive(Default, Debug)]
pub struct Grammar {
    productions: Vec<Production>,
    known: BTreeSet<&'static str>,
}

impl Grammar {
    /// The grammar of a phrase.
    pub fn of<P: Phrase>() -> Self {
        let mut grammar = Self::default();
        P::document(&mut grammar);
        grammar
    }

    /// Says that a phrase is being told of; not twice.
    pub fn begin(&mut self, phrase: &'static str) -> bool {
        self.known.insert(phrase)
    }

    /// Adds a wording.
    pub fn add(&mut self, production: Production) {
        self.productions.push(production);
    }

    /// Every wording.
    pub fn productions(&self) -> &[Production] {
        &self.productions
    }
}
