//! How programs play: the messages that cross the boundary, and the host that runs programs as players.
//!
//! `docs/bot-protocol.md` is the specification. Here, by question: what is said? [`message`]. What is told of the dice? [`luck`]. How does it travel?
//! [`program`], one JSON object a line over the pipes of a child process. What if the host is ended itself? [`guard`]. What may a bot do to the
//! machine? [`sandbox`]. What happens to a bot that crashes, dawdles
//! or babbles? [`host`]. What is wrong with my bot? [`kit`].
//!
//! Games are known only by their erased layer, so that every registered game can be hosted.

#[cfg(unix)]
pub mod guard;
#[cfg(unix)]
pub mod host;
#[cfg(unix)]
pub mod kit;
pub mod luck;
pub mod message;
#[cfg(unix)]
pub mod program;
#[cfg(unix)]
pub mod sandbox;

/// The version of the protocol that this crate speaks.
pub const PROTOCOL: u32 = 1;
