//! Worlds Unchained: Vassals of many Worlds fight bouts of Challengers, Chains and Boosts.
//!
//! | chapter | module |
//! | --- | --- |
//! | cards | [`cards`] |
//! | the card language | [`text`], [`compile`], [`check`] |
//! | for those who write cards | [`warn`], [`explain`] |

#![warn(missing_docs)]

pub mod cards;
pub mod check;
pub mod compile;
pub mod explain;
pub mod text;
pub mod warn;
