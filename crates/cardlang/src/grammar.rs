//! The grammar as documentation: every phrase with its wordings.

use std::collections::{BTreeMap, BTreeSet};

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

    /// The wordings as tables in Markdown, each with its example; the wordings that have none otherwise.
    pub fn page(&self, examples: &BTreeMap<(&str, &str), String>) -> Result<String, Vec<&Production>> {
        let mut page = String::new();
        let (mut phrase, mut without) = ("", Vec::new());
        let cell = |text: &str| text.replace('|', "\\|");
        for production in &self.productions {
            if production.phrase != phrase {
                phrase = production.phrase;
                page += &format!("\n## {phrase}\n\n| wording | means | example |\n| --- | --- | --- |\n");
            }
            let Some(example) = examples.get(&(production.phrase, production.name)) else {
                without.push(production);
                continue;
            };
            let wording = if production.wording.is_empty() { "(nothing)" } else { &production.wording };
            page += &format!("| {} | {} | {} |\n", cell(wording), cell(&production.about), cell(example));
        }
        if without.is_empty() { Ok(page) } else { Err(without) }
    }
}
