//! What a seat can decide, and how it is written.

use std::fmt;

/// A zone of one player's domain that holds one Vassal. Rules: WU-4.0.2, WU-R39.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// The challenger zone. Rules: WU-4.4.1.
    Challenger,
    /// A vassal zone, counted from 1. Rules: WU-4.2.1.
    Vassal(usize),
    /// An extra zone, counted from 1. Rules: WU-4.3.1.
    Extra(usize),
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Challenger => write!(f, "c"),
            Self::Vassal(number) => write!(f, "v{number}"),
            Self::Extra(number) => write!(f, "x{number}"),
        }
    }
}

/// The two kinds of reinforcer zones. Rules: WU-4.1.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneKind {
    /// A vassal zone.
    Vassal,
    /// An extra zone.
    Extra,
}

/// One decision of a seat. Conceding is not among them, see
/// [`Game::concede_bout`](crate::Game::concede_bout) and
/// [`Game::concede_game`](crate::Game::concede_game).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// D2: who drafts first. Rules: WU-3.3.1.2.
    First(usize),
    /// D3: the card to keep. Rules: WU-3.3.1.3.
    Take(String),
    /// D4: the card to remove, or none. Rules: WU-3.3.1.4.
    Cut(Option<String>),
    /// D5: whether the infirmary is shuffled into the deck. Rules: WU-5.2.2.1.
    Infirmary(bool),
    /// D6: a new hand. Rules: WU-5.2.3.
    Mulligan,
    /// D6: this hand. Rules: WU-R47.
    Keep,
    /// D7: who is the prime player. Rules: WU-5.2.4.
    Prime(usize),
    /// D8: a card of the hand for the next vassal zone. Rules: WU-5.2.5.
    Place(String),
    /// D8: no more Vassals. Rules: WU-R49.
    Stop,
    /// D9: the leftover card that goes lowest. Rules: WU-R51.
    Under(String),
    /// D10: the Vassal to injure. Rules: WU-6.2.2.
    Hurt(Zone),
    /// D11: whether it is restored. Rules: WU-R57.
    Rouse(bool),
    /// D12: the Challenger. Rules: WU-6.2.3.
    Send(Zone),
    /// D13: Boosts for power. Rules: WU-6.4.2.
    Bet(i32),
    /// D17: the kind of zone the Challenger returns to. Rules: WU-R40.
    Back(ZoneKind),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let yes = |yes: &bool| if *yes { "yes" } else { "no" };
        match self {
            Self::First(seat) => write!(f, "first P{}", seat + 1),
            Self::Take(card) => write!(f, "take {card}"),
            Self::Cut(Some(card)) => write!(f, "cut {card}"),
            Self::Cut(None) => write!(f, "cut -"),
            Self::Infirmary(answer) => write!(f, "infirmary {}", yes(answer)),
            Self::Mulligan => write!(f, "mulligan"),
            Self::Keep => write!(f, "keep"),
            Self::Prime(seat) => write!(f, "prime P{}", seat + 1),
            Self::Place(card) => write!(f, "place {card}"),
            Self::Stop => write!(f, "stop"),
            Self::Under(card) => write!(f, "under {card}"),
            Self::Hurt(zone) => write!(f, "hurt {zone}"),
            Self::Rouse(answer) => write!(f, "rouse {}", yes(answer)),
            Self::Send(zone) => write!(f, "send {zone}"),
            Self::Bet(boosts) => write!(f, "bet {boosts}"),
            Self::Back(ZoneKind::Vassal) => write!(f, "back v"),
            Self::Back(ZoneKind::Extra) => write!(f, "back x"),
        }
    }
}
