//! One file a command.

pub mod bench;
pub mod card;
#[cfg(unix)]
pub mod duel;
pub mod games;
#[cfg(unix)]
pub mod guard;
#[cfg(unix)]
pub mod host;
pub mod learn;
pub mod matches;
pub mod play;
pub mod replay;
pub mod rules;
pub mod scenario;
pub mod solve;
pub mod verify;
