//! Playing in the terminal: the same game full screen or as a dialogue of lines.
//!
//! | module | holds |
//! | --- | --- |
//! | [`table`] | who sits where and what may be done; no input or output |
//! | [`saving`] | games on disk: every move is saved, and a game that was left goes on exactly |
//! | [`session`] | a table that saves itself, and the words of "why?" |
//! | [`setup`] | from what a person asks for to a table |
//! | [`words`] | text in lines |
//! | [`plain`] | the dialogue |
//! | [`screen`] | full screen |

pub mod plain;
pub mod saving;
pub mod screen;
pub mod session;
pub mod setup;
pub mod table;
pub mod words;

/// How a front end was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// The series is over.
    Over,
    /// The person left before the end, or the input ended.
    Early,
}
