//! Worlds Unchained: Vassals of many Worlds fight bouts of Challengers, Chains and Boosts.
//!
//! | chapter | module |
//! | --- | --- |
//! | the card language | [`text`] |

#![warn(missing_docs)]

pub mod text;
