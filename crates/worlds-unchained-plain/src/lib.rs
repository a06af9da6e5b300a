//! Worlds Unchained without Skills, written plainly.
//!
//! This is the slow and obvious implementation of the game. It exists so that a fast one can be
//! played against it in lock step: both get the same actions in the same notation, and at every
//! point their options and their positions must agree. It shares no code with anything, keeps no
//! tables and recomputes every fact when it is asked for.
//!
//! Skills are left out: a card is its name, World and Class. There are therefore no Chains,
//! Abilities, tokens, Statuses or Resources; everybody abstains in combat without being asked, and
//! every settle is no more than the check whether the bout is over. Rules: WU-R68, WU-R87.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`cards`] | Classes, Vassal cards and how they are written |
//! | [`mod@format`] | formats: the four official ones and what a custom one may say |
//! | [`setup`] | format and decks or draft pool, with all their faults |
//! | [`action`] | what a seat can decide, and how it is written |
//! | [`side`] | what belongs to one seat: zones, piles, Boosts, power |
//! | [`game`] | the position, the calls from outside, and the list of steps |
//! | `draft` | the draft |
//! | `preparation` | drawing, mulligans, prime player, placing, leftovers, Boosts |
//! | `rounds` | challenge, rest and power phase, end of the round |
//! | `combat` | first priority, results, resolution phase |
//! | `ending` | elimination, end of bout and game, conceding |
//! | `dump` | the position as one line of text |
//! | `read` | that line read back |
//!
//! Rule ids in the documentation are those of the catalogue and of the rulings; `D` and `C` numbers
//! are the decisions and chance events of the engine model.

pub mod action;
pub mod cards;
mod combat;
mod draft;
mod dump;
mod ending;
pub mod format;
pub mod game;
mod preparation;
mod read;
mod rounds;
pub mod setup;
pub mod side;

pub use action::{Action, Zone, ZoneKind};
pub use cards::{Card, Class};
pub use ending::{BoutEnd, BoutReason, GameReason, GameResult};
pub use format::Format;
pub use game::{Game, Step, Turn};
pub use setup::{Fault, Setup, check_deck, check_pool};
pub use side::{CombatResult, Label, Side, Vassal};
