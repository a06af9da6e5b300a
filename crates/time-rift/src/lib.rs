//! Time Rift: champions of history in an arena.
//!
//! | chapter | module |
//! | --- | --- |
//! | the card language | [`text`], [`compile`] |

#![warn(missing_docs)]

pub mod compile;
pub mod text;
