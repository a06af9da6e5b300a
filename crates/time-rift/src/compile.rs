//! From the text of a card to its program, and back.

use cardlang::{Diagnostic, Lexicon, Span, Style, Text, Token};

use crate::check::{Facts, check};
use crate::faces::{MOST_ABILITIES, MOST_LIMITED, limited};
use crate::text::Ability;

/// The abilities of a card, in the order of its text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Program(pub Vec<Ability>);

/// Words, numbers, names in quotation marks or brackets, power words in asterisks, and three marks.
pub const LEXICON: Lexicon = Lexicon::ENGLISH;

/// No number of a text is larger; statistics and dice have ranges of their own.
const LARGEST: u32 = 12;

/// Reads a card text and checks that it makes sense. Every sentence that is wrong is told.
pub fn compile(text: &str, facts: Facts) -> Result<Program, Vec<Diagnostic>> {
    let parts = Text::new(text, &LEXICON)?;
    let (mut abilities, mut faults) = (Vec::new(), Vec::new());
    let mut read = true;
    for sentence in parts.sentences() {
        let tokens = &parts.tokens()[sentence.clone()];
        let span = tokens[0].span.to(tokens[tokens.len() - 1].span);
        for token in tokens.iter().filter(|token| token.number().is_some_and(|number| number > LARGEST)) {
            let message = format!("{} is too large", token.text);
            faults.push(Diagnostic::new("E-RANGE", token.span, message).hint("numbers are 0 to 12"));
        }
        let changes = tokens.iter().filter(|token| token.signed().is_some_and(|n| i8::try_from(n).is_err()));
        for token in changes.clone() {
            let message = format!("{} is out of range", token.text);
            faults.push(Diagnostic::new("E-RANGE", token.span, message).hint("a change is -9 to +9"));
        }
        let beyond = |token: &Token| token.number().is_some_and(|number| u8::try_from(number).is_err());
        if changes.count() > 0 || tokens.iter().any(beyond) {
            // No program holds such a number; the rest of the sentence may well be right.
            read = false;
            continue;
        }
        match parts.read_range::<Ability>(sentence) {
            Ok(ability) => {
                faults.extend(check(&ability, facts, text, span));
                abilities.push(ability);
            }
            Err(fault) => {
                read = false;
                faults.push(fault);
            }
        }
    }
    let whole = Span::new(0, text.len());
    if abilities.len() > MOST_ABILITIES {
        let message = format!("a card has at most {MOST_ABILITIES} abilities");
        faults.push(Diagnostic::new("E-RANGE", whole, message).hint("leave some out"));
    }
    if limited(&abilities) > MOST_LIMITED {
        let message = format!("a card has at most {MOST_LIMITED} abilities that are powers or have a limit");
        faults.push(Diagnostic::new("E-RANGE", whole, message).hint("leave some out"));
    }
    let program = Program(abilities);
    if read {
        let canonical = program.text();
        if canonical != text {
            let at = canonical.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
            let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let span = Span::new(at, (at + 1).min(text.len()));
            let message = "this is not the one way to write it";
            faults.push(Diagnostic::new("E-FORM", span, message).hint(format!("write: {canonical}")));
        }
    }
    if faults.is_empty() { Ok(program) } else { Err(faults) }
}

impl Program {
    /// The text it was read from.
    pub fn text(&self) -> String {
        self.written(Style::Text)
    }

    /// The text with numbers and names left open: programs with the same skeleton differ in nothing else.
    pub fn skeleton(&self) -> String {
        self.written(Style::Skeleton)
    }

    fn written(&self, style: Style) -> String {
        let sentences = self.0.iter().map(|ability| {
            let mut printer = cardlang::Printer::new(style);
            cardlang::Phrase::write(ability, &mut printer);
            capitalised(&printer.finish())
        });
        sentences.collect::<Vec<_>>().join(" ")
    }
}

/// The first letter of a sentence is a capital.
fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
