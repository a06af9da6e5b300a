//! Time Rift: champions of history in an arena.
//!
//! | chapter | module |
//! | --- | --- |
//! | arena, movement | [`arena`], [`moves`] |
//! | cards, decks | [`cards`], [`faces`], [`decks`] |
//! | the card language | [`text`], [`compile`], [`check`] |
//! | setup, modes, options | [`setup`], [`rules`] |
//! | matches and War Chests | [`chests`] |
//! | Round Zero, phases, Round Order | [`flow`] |
//! | turns | [`turns`] |
//! | attacks | [`attacks`] |
//! | windows, effects, power abilities | [`windows`], [`effects`], over [`scene`] |
//! | defeat and the end | [`losses`], [`ending`] |
//! | which rules held when | [`editions`] |
//! | how a game is written down | [`notation`], [`position`], [`score`] |
//! | what people are shown | [`drawing`], [`reading`], [`label`], [`thoughts`] |
//! | for those who write cards | [`warn`], [`explain`] |

#![warn(missing_docs)]

pub mod action;
pub mod arena;
pub mod attacks;
pub mod bots;
pub mod cards;
pub mod chance;
pub mod check;
pub mod chests;
pub mod compile;
pub mod decks;
pub mod drawing;
pub mod editions;
pub mod effects;
pub mod ending;
pub mod event;
pub mod explain;
pub mod faces;
pub mod flow;
pub mod game;
pub mod label;
pub mod losses;
pub mod moves;
pub mod notation;
pub mod picture;
pub mod position;
pub mod reading;
pub mod refusals;
pub mod rules;
pub mod scene;
pub mod score;
pub mod setup;
pub mod state;
pub mod text;
pub mod thoughts;
pub mod turns;
pub mod view;
pub mod warn;
pub mod windows;

pub use game::TimeRift;
