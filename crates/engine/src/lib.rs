//! The engine under every game of Agon: the [`Game`] trait, checked [`Play`], records, series,
//! seats and chance. It knows no game and does no input or output.
//!
//! | to... | look at |
//! | --- | --- |
//! | write a game | [`Game`], [`Start`], [`Actions`], [`Weighted`], [`Refusal`], [`Log`] |
//! | play one with checks, undo and a record | [`Play`], [`Opening`], [`Luck`] |
//! | play millions | [`playouts`], [`Policy`] |
//! | host whatever game somebody names | [`Registry`], [`AnyGame`], [`AnyPlay`], [`Series`] |
//! | write a bot | [`Bot`], [`Seen`] |

#![warn(missing_docs)]

mod any;
mod bot;
mod buffer;
mod event;
mod fault;
mod game;
mod play;
mod playout;
mod record;
mod refusal;
mod rng;
mod seat;
mod series;
mod settings;
mod sources;
pub mod text;
mod turn;

pub use any::{
    AnyBench, AnyBot, AnyGame, AnyPlay, Face, Offer, Registered, Registry, Rejection, Shelf, Variant,
    step_text,
};
pub use bot::{Bot, Lively, Random, Seen};
pub use buffer::{Actions, MAX_ACTIONS, Weighted};
pub use event::{EventData, Log, NoLog};
pub use fault::{Fault, Faults, Place, nearest};
pub use game::{Game, Start, action_text, event_data, position_hash, position_text};
pub use play::{NoUndo, Play, Step};
pub use playout::{Policy, Tally, playouts};
pub use record::{Deed, FORMAT, Luck, Opening, Record, RecordStep, SeedLine, reseal};
pub use refusal::{CATCH_ALL, Refusal};
pub use rng::{Commitment, Purpose, Rng, Seed};
pub use seat::{Actor, MAX_SEATS, Seat, SeatSet, Viewer};
pub use series::Series;
pub use settings::{Checked, OptionSpec, Settings, Values};
pub use sources::{Source, Sources};
pub use turn::{Outcome, Turn};
