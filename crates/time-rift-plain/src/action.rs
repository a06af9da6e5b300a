//! What a seat can decide, and how it is written.

use std::fmt;

use crate::arena::{Point, Square};

/// With what an attack is made. Rules: TR-ATK-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The Champion itself: a Base Attack. Rules: TR-BASE-1.
    Base,
    /// The card in a slot, counted from 1: a Weapon or Special Attack. Rules: TR-WATK-1, TR-SATK-1.
    Slot(usize),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base => write!(f, "B"),
            Self::Slot(slot) => write!(f, "L{slot}"),
        }
    }
}

/// One decision of a seat. Conceding is not among them, see
/// [`Game::concede`](crate::Game::concede).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// D2: the side to sit at. Rules: TR-R10.
    Side(Point),
    /// D3 and D14: the space and facing to start from. Rules: TR-SETUP-8, TR-TIRE-2.
    Place(Square, Point),
    /// D4: the card for a slot, or none. Rules: TR-SETUP-15, TR-R16.
    Fill(usize, Option<String>),
    /// D5: one step and the facing after it. Rules: TR-MOVE-2, TR-MOVE-3.
    Maneuver(Square, Square, Point),
    /// D5: a turn on the spot. Rules: TR-MOVE-4.
    Rotate(Square, Point),
    /// D5: an attack on whoever stands on a space. Rules: TR-ATK-1.
    Attack(Source, Square),
    /// D5: the end of the turn. Rules: TR-ROUND-8.
    EndTurn,
    /// D15: the Champion on this space enters the Tire Fight. Rules: TR-R118.
    Enter(Square),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side(side) => write!(f, "side={side}"),
            Self::Place(square, facing) => write!(f, "@{square}{facing}"),
            Self::Fill(slot, Some(card)) => write!(f, "s{slot}={card}"),
            Self::Fill(slot, None) => write!(f, "s{slot}=-"),
            Self::Maneuver(from, to, facing) => write!(f, "{from}-{to}{facing}"),
            Self::Rotate(square, facing) => write!(f, "{square}={facing}"),
            Self::Attack(source, target) => write!(f, "{source}x{target}"),
            Self::EndTurn => write!(f, "."),
            Self::Enter(square) => write!(f, "in={square}"),
        }
    }
}
