//! Solved tables and strong players of each game.

#![warn(missing_docs)]

pub mod fist_fight;
