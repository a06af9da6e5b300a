//! Champion's Combat, written plainly.
//!
//! This is the slow and obvious implementation of the game. It exists so that a fast one can be
//! played against it in lock step: both get the same actions in the same notation, and at every
//! point their lists of legal actions and their positions must agree. It shares no code with
//! anything, keeps no tables and recomputes every fact when it is asked for.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`board`] | hexes, directions, names, walls, start sets |
//! | [`content`] | cards, Styles and the icon notation |
//! | [`setup`] | the options of a game |
//! | [`choice`] | what a seat can decide, and how it is written |
//! | [`game`] | the position and one function for every step of the state machine |
//!
//! Rule ids in the documentation are those of the catalogue and of the rulings.

pub mod board;
pub mod choice;
pub mod content;
pub mod game;
mod legal;
pub mod setup;

pub use board::{Board, Hex};
pub use choice::{Choice, Way};
pub use content::{Card, Style, StyleHex};
pub use game::{Actor, Game, GameResult, Placed, Position, Step};
pub use setup::Setup;

/// The letters of the seats: Blue, Green, Orange, Red. Rules: CC-R6.
pub const SEAT_LETTERS: [&str; 4] = ["B", "G", "O", "R"];

/// The letter of a seat. Rules: CC-R6.
pub fn seat_letter(seat: usize) -> &'static str {
    SEAT_LETTERS[seat]
}

/// The letters of several seats with blanks between, or `-` for nobody.
pub fn seat_letters(seats: &[usize]) -> String {
    if seats.is_empty() {
        return "-".to_string();
    }
    seats.iter().map(|&seat| seat_letter(seat)).collect::<Vec<_>>().join(" ")
}
