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
//!
//! A game with checks, a refusal and a record:
//!
//! ```
//! use engine::{Luck, Opening, Play, Record, Seat, Seed, SeedLine, Settings, Turn, Viewer};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let opening = Opening::new(Settings::none(), Luck::seeded(Seed::from_number(7)));
//! let mut play = Play::<classics::Leduc>::new(opening)?;
//! play.settle(); // chance deals the cards
//! assert_eq!(play.turn(), Turn::seat(Seat::new(0)));
//!
//! let options = play.legal(Seat::new(0)).to_vec();
//! play.submit(Seat::new(0), options[1])?;
//! let refusal = play.submit(Seat::new(0), options[1]).unwrap_err();
//! assert_eq!((refusal.code, refusal.rule), ("not-your-turn", "LEDUC-3"));
//!
//! play.undo(Seat::new(0))?; // nothing hidden was shown, and nobody has acted since
//! play.concede(Seat::new(0));
//! let record = play.record(SeedLine::WhenOver);
//! let again = Play::<classics::Leduc>::replay(&Record::parse(&record)?)?.trusted()?;
//! assert_eq!(again.hash(), play.hash());
//! assert_eq!(again.view(Viewer::Spectator), play.view(Viewer::Spectator));
//! # Ok(())
//! # }
//! ```

#![warn(missing_docs)]

mod any;
mod bot;
pub mod bounds;
mod buffer;
mod edition;
mod event;
mod fault;
mod game;
mod history;
mod play;
mod playout;
mod record;
mod refusal;
mod rng;
mod seat;
mod series;
mod settings;
mod show;
mod sources;
pub mod text;
mod turn;

pub use any::{
    AnyBench, AnyBot, AnyGame, AnyPlay, Face, Offer, Registered, Registry, Rejection, Shelf, Variant,
    step_text,
};
pub use bot::{Bot, Lively, Random, Seen};
pub use buffer::{Actions, MAX_ACTIONS, Weighted};
pub use edition::{Change, Edition, FIRST_EDITION};
pub use event::{EventData, Log, NoLog};
pub use fault::{Fault, Faults, Place, nearest};
pub use game::{Game, Start, action_text, event_data, position_hash, position_text};
pub use play::{Back, MOST_BACKS, MOST_CONTRIBUTED, NoUndo, Play, Step};
pub use playout::{Policy, Tally, playouts};
pub use record::{
    Deed, Doubt, Draw, FORMAT, Luck, Opening, Parting, Record, RecordStep, Replayed, SeedLine, Told, reseal,
};
pub use refusal::{CATCH_ALL, Refusal};
pub use rng::{Commitment, Purpose, Rng, Seed};
pub use seat::{Actor, MAX_SEATS, Seat, SeatSet, Viewer};
pub use series::Series;
pub use settings::{Checked, OptionSpec, Settings, Values};
pub use show::{CardText, Closed, Drawing, Line, Span, Tone, cut};
pub use sources::{Source, Sources};
pub use turn::{Outcome, Turn};
