//! The catalogues of rules and rulings of every game, and who cites them.
//!
//! A rule has an id, such as `WU-6.6.2`. Where the rule book is silent or contradicts itself, a
//! ruling, such as `WU-R2`, decides. Code and tests cite ids instead of repeating texts. This crate
//! answers what an id means, and whether every rule has code and a test:
//!
//! | module | question |
//! |---|---|
//! | [`catalogue`] | what are the rules of a game? |
//! | [`rulings`] | what has been decided where the rule book leaves it open? |
//! | [`book`] | what does this id mean, in any game? |
//! | [`citations`] | which ids does a text cite? |
//! | [`ledger`] | which ids are cited by tests that ran? |
//! | [`lock`] | which rules have changed since somebody last looked at their code and tests? |
//! | [`models`] | which citations of the engine models lead nowhere? |
//! | [`report`] | which rules have no code, no test, or do not exist? |
//!
//! ```
//! use rulebook::Rulebook;
//!
//! let book = Rulebook::shipped();
//! let rule = book.find("WU-6.0.1.1").expect("the order of the phases");
//! println!("{}", rule.text());
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod book;
pub mod catalogue;
pub mod citations;
mod fault;
pub mod ledger;
pub mod lock;
pub mod models;
pub mod report;
pub mod rulings;
mod shipped;
mod source;

pub use book::{Entry, Game, Rulebook};
pub use catalogue::{Catalogue, Rule};
pub use fault::Fault;
pub use lock::Lock;
pub use report::Report;
pub use rulings::{Ruling, Rulings};
