//! Champion's Combat: two to four fighters on a hex board.
//!
//! | chapter of the rule book | module |
//! | --- | --- |
//! | components: board | [`board`], [`hex`] |
//! | components: cards and Styles | [`icons`], [`content`] |
//! | setup | [`setup`] |
//! | moves, Displace, Push: where figures can go | [`moves`] |

#![warn(missing_docs)]

pub mod board;
pub mod content;
pub mod hex;
pub mod icons;
pub mod moves;
pub mod setup;
