//! Small games with published answers, in the conventions of the published figures: the same
//! rewards, the same order of players. They check search and speed against truth that nobody here
//! wrote; they are not meant for players.
//!
//! | module | game | figures |
//! | --- | --- | --- |
//! | [`tic_tac_toe`] | nine cells, perfect information | value 0 |
//! | [`nim`] | piles of objects, perfect information | 1,3,5,7 is lost for seat 0 |
//! | [`kuhn`] | one card each, one bet | value -1/18 for two seats |
//! | [`pig`] | a die and nerve, perfect information | best play wins 53.06 % for seat 0 |
//! | [`oshi_zumo`] | sealed bids of coins, no chance | value 0 by symmetry |
//! | [`liars_dice`] | hidden dice, rising bids | 24576 information states, 147420 endings |
//! | [`goofspiel`] | sealed bids for prizes, perfect or imperfect | 2124 information states, 14400 endings with 5 cards, descending, imperfect |

pub mod goofspiel;
pub mod kuhn;
pub mod leduc;
pub mod liars_dice;
pub mod nim;
pub mod oshi_zumo;
pub mod pig;
pub mod tic_tac_toe;

pub use goofspiel::Goofspiel;
pub use kuhn::Kuhn;
pub use leduc::Leduc;
pub use liars_dice::LiarsDice;
pub use nim::Nim;
pub use oshi_zumo::OshiZumo;
pub use pig::Pig;
pub use tic_tac_toe::TicTacToe;

use engine::{EventData, Fault, Seat, SeatSet, text};
use serde_json::Value;

/// An event of a game without cards: no clause, and the audience left to the caller.
fn event_data(kind: &'static str, text: String, rule: &'static str, fields: Value) -> EventData {
    EventData { kind, text, rule, clause: None, audience: SeatSet::EMPTY, fields }
}

/// Reads a seat number below `seats`.
fn seat(text: &str, seats: u8) -> Result<Seat, Fault> {
    match text::number::<u8>(text, "a seat") {
        Ok(number) if number < seats => Ok(Seat::new(number)),
        _ => Err(Fault::new(format!("`{text}` is no seat"), format!("the seats are 0 to {}", seats - 1))),
    }
}
