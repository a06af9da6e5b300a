//! Time Rift without card text, written plainly.
//!
//! This is the slow and obvious implementation of the game. It exists so that a fast one can be
//! played against it in lock step: both get the same actions in the same notation, and at every
//! point their options and their positions must agree. It shares no code with anything, keeps no
//! tables and recomputes every fact when it is asked for.
//!
//! Card text is left out: cards are their printed statistics. All reaction windows are therefore
//! empty and are passed over without a word. Rules: TR-R64, TR-R137.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`arena`] | spaces, points of the compass, Starting Rows, sides, features |
//! | [`cards`] | attack grids, Champions, loadout cards, the check of a battle deck |
//! | [`setup`] | modes and options |
//! | [`action`] | what a seat can decide, and how it is written |
//! | [`roll_off`] | dice that put tied players in order |
//! | [`game`] | the position, the calls from outside, and the list of steps |
//! | `round_zero` | steps Z2 to Z4: order of placement, sides, placement, slots |
//! | `rounds` | steps P1 to P8 and E1 to E3: Recharge, Reveal, Round Order, end of the round |
//! | `turns` | steps T1 to T4: turns, maneuvers, rotations |
//! | `combat` | attacks |
//! | `ending` | defeat, last standing, Tie Breaker, Tire Fight |
//! | `dump` | the position as named texts |
//!
//! Rule ids in the documentation are those of the catalogue and of the rulings, step names those of
//! the engine model.

pub mod action;
pub mod arena;
pub mod cards;
mod combat;
mod dump;
mod ending;
pub mod game;
pub mod roll_off;
mod round_zero;
mod rounds;
pub mod setup;
mod turns;

pub use action::{Action, Source};
pub use arena::{Feature, Point, Square};
pub use cards::{Card, Champion, Deck, Fault, Grid, Kind, Location, Strike, check_deck};
pub use game::{
    Actor, Attack, AttackStep, Chance, Game, GameResult, Laid, Placed, Position, Reason, Seat, Stage, Step,
    Target,
};
pub use roll_off::{Member, RollOff};
pub use setup::{InitialFacing, Mode, Setup, SoloHandicap, TacticalSide};
