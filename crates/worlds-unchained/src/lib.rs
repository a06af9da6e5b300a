//! Worlds Unchained: Vassals of many Worlds fight bouts of Challengers, Chains and Boosts.
//!
//! | chapter | module |
//! | --- | --- |
//! | cards | [`cards`] |
//! | the card language | [`text`], [`compile`], [`check`] |

#![warn(missing_docs)]

pub mod cards;
pub mod check;
pub mod compile;
pub mod text;
