//! Worlds Unchained: Vassals of many Worlds fight bouts of Challengers, Chains and Boosts.
//!
//! | chapter | module |
//! | --- | --- |
//! | setups: cards, decks, formats | [`cards`], [`decks`], [`formats`], [`setup`], [`rules`] |
//! | the card language, and what Classes are best at | [`text`], [`compile`], [`check`], [`roles`] |
//! | a position | [`state`] of [`zones`], [`by_seat`], [`few`], [`seldom`]; [`tidy`] |
//! | bouts, rounds and combat | [`flow`], [`prep`], [`rounds`], [`combat`], [`ending`], [`chance`] |
//! | Skills as they are carried out | [`programs`], [`program`] |
//! | what they say, and who listens | [`scene`] |
//! | what they do | [`effects`], [`deeds`], [`stacks`], [`settle`], [`negate`] |
//! | what is written | [`action`], [`notation`], [`position`], [`event`], [`refusals`] |
//! | secrets | [`view`] |
//! | which rules held when | [`editions`] |
//! | what people are shown | [`drawing`], [`picture`], [`reading`], [`label`], [`thoughts`] |
//! | for those who write cards | [`warn`], [`explain`] |
//! | bots | [`bots`] |

#![warn(missing_docs)]

pub mod action;
pub mod bots;
pub mod by_seat;
pub mod cards;
pub mod chance;
pub mod check;
pub mod combat;
pub mod compile;
pub mod decks;
pub mod deeds;
pub mod drawing;
pub mod editions;
pub mod effects;
pub mod ending;
pub mod event;
pub mod explain;
pub mod few;
pub mod flow;
pub mod formats;
pub mod game;
pub mod label;
pub mod negate;
pub mod notation;
pub mod picture;
pub mod position;
pub mod prep;
pub mod program;
pub mod programs;
pub mod reading;
pub mod refusals;
pub mod roles;
pub mod rounds;
pub mod rules;
pub mod scene;
pub mod seldom;
pub mod settle;
pub mod setup;
pub mod stacks;
pub mod state;
#[cfg(test)]
mod testing;
pub mod text;
pub mod thoughts;
pub mod tidy;
pub mod view;
pub mod warn;
pub mod zones;

pub use game::WorldsUnchained;
