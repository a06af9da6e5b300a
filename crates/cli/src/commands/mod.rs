//! One file a command.

pub mod bench;
pub mod card;
pub mod games;
pub mod matches;
pub mod replay;
pub mod rules;
pub mod scenario;
pub mod solve;
pub mod verify;
