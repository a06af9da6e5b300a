//! Controlled English for cards.
//!
//! A grammar is a set of types. Each is declared once with [`phrase!`], as a list of its wordings; that one
//! declaration reads the text, writes it back, and documents the grammar:
//!
//! ```
//! use cardlang::{phrase, counted, Lexicon, Text};
//!
//! counted! {
//!     /// A number of spaces.
//!     pub Spaces: "space" "spaces";
//! }
//! phrase! {
//!     /// What a card does.
//!     pub enum Deed {
//!         /// A walk.
//!         Move: "move" far: Spaces;
//!         /// A turn.
//!         Rotate: "rotate";
//!     }
//! }
//!
//! let text = Text::new("move 2 spaces", &Lexicon::ENGLISH).unwrap();
//! let deed = text.read::<Deed>(0).unwrap();
//! assert_eq!(deed, Deed::Move { far: Spaces(2) });
//! assert_eq!(cardlang::written(&deed), "move 2 spaces");
//! ```
//!
//! Reading is complete: every way to read a text is found, so that one with two meanings is refused. It is
//! also looser than what is accepted: capitals and agreement are disregarded, and whoever reads compares
//! with what is written back and shows the one right spelling.

#![warn(missing_docs)]

pub mod desk;
mod diagnostic;
pub mod file;
mod grammar;
mod lexer;
mod names;
mod phrase;
mod print;
mod read;

pub use diagnostic::{Diagnostic, Span};
pub use grammar::{Grammar, Production};
pub use lexer::{Lexicon, Token, common_words};
pub use names::{Name, Names, plural_of};
#[doc(hidden)]
pub use phrase::__wording;
pub use phrase::{
    An, AndList, Any, Bracketed, Count, Digits, Either, HowMany, Int, Matches, Options, OrList, Phrase,
    Quoted, Sentences, Several, Signed, Sorted, ThenList,
};
pub use print::{Agreement, Printer, Style, written, written_with};
pub use read::{Cursor, Text};
