//! Champion's Combat: two to four fighters on a hex board.
//!
//! | chapter of the rule book | module |
//! | --- | --- |
//! | components: board | [`board`], [`hex`] |
//! | components: cards and Styles | [`icons`], [`content`] |
//! | setup | [`setup`] |
//! | rounds, turns, attacks, reactions, scoring | [`flow`], over [`state`] and [`action`] |
//! | the text of actions | [`notation`] |
//! | moves, Displace, Push: where figures can go | [`moves`] |

#![warn(missing_docs)]

pub mod action;
pub mod board;
pub mod content;
pub mod flow;
pub mod hex;
pub mod icons;
pub mod moves;
pub mod notation;
pub mod setup;
pub mod state;
