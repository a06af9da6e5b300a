//! Champion's Combat: two to four fighters on a hex board.
//!
//! | chapter of the rule book | module |
//! | --- | --- |
//! | components: board | [`board`], [`hex`] |
//! | components: cards and Styles | [`icons`], [`content`] |
//! | setup, options | [`setup`] |
//! | Draw, Initiative, the row, leaving | [`rounds`] |
//! | turns, Move sections, Displace | [`turns`], [`walks`], over [`moves`] |
//! | Attack sections, Barrage, Push, Fumble | [`attacks`] |
//! | Reaction sections, scoring | [`reactions`] |
//!
//! [`phases`] leads to them; [`state`], [`action`] and [`event`] are the nouns; [`chance`] says how dice and
//! cards fall, [`refusals`] why something cannot be done; [`notation`], [`position`], [`view`] and
//! [`picture`] are for people and programs, [`desk`] for those who write cards. [`game`] puts all of it behind the engine's trait.

#![warn(missing_docs)]

pub mod action;
pub mod attacks;
pub mod board;
pub mod bots;
pub mod chance;
pub mod content;
pub mod desk;
pub mod drawing;
pub mod event;
pub mod game;
pub mod hex;
pub mod icons;
pub mod label;
pub mod moves;
pub mod notation;
pub mod phases;
pub mod picture;
pub mod position;
pub mod reactions;
pub mod reading;
pub mod refusals;
pub mod rounds;
pub mod setup;
pub mod state;
pub mod thoughts;
pub mod turns;
pub mod view;
pub mod walks;
pub mod words;

pub use game::ChampionsCombat;
