//! What happened, for the log, the animation and the question "why?".

use serde::Serialize;
use serde_json::{Value, json};

use crate::play::Back;
use crate::seat::SeatSet;

/// Where `apply` reports events. Playouts pass [`NoLog`], which compiles to nothing.
pub trait Log<E> {
    /// Whether anybody listens; a game may skip costly events when nobody does.
    const LIVE: bool;

    /// Reports one event.
    fn add(&mut self, event: E);
}

/// Nobody listens.
pub struct NoLog;

impl<E> Log<E> for NoLog {
    const LIVE: bool = false;
    #[inline(always)]
    fn add(&mut self, _: E) {}
}

impl<E> Log<E> for Vec<E> {
    const LIVE: bool = true;
    fn add(&mut self, event: E) {
        self.push(event);
    }
}

/// An event in words and data, as front ends get it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EventData {
    /// Which kind of event, from [`Game::EVENT_KINDS`](crate::Game::EVENT_KINDS).
    pub kind: &'static str,
    /// What happened, as a sentence without a full stop.
    pub text: String,
    /// The rule by which it happened; empty for what is no event of the game, such as taking back.
    pub rule: &'static str,
    /// The card clause that caused it, where one did.
    pub clause: Option<String>,
    /// The seats that see the event in full; a spectator sees what every seat sees.
    pub audience: SeatSet,
    /// The parts of the event as data.
    pub fields: Value,
}

impl EventData {
    /// The kind of `EventData::back`.
    pub const BACK: &'static str = "went-back";
    /// The kind of `EventData::edition`.
    pub const EDITION: &'static str = "edition";

    /// Something was taken back.
    pub(crate) fn back(back: Back, seats: u8) -> Self {
        let text = match back.by {
            Some(seat) => format!("seat {seat} takes its last action back"),
            None => format!("all agree to go back to position {}", back.to),
        };
        Self::of_play(Self::BACK, text, seats, json!({ "to": back.to, "seat": back.by }))
    }

    /// The game goes on under another edition of the rules.
    pub(crate) fn edition(edition: u32, seats: u8) -> Self {
        let text = format!("from here on edition {edition} of the rules holds");
        Self::of_play(Self::EDITION, text, seats, json!({ "edition": edition }))
    }

    fn of_play(kind: &'static str, text: String, seats: u8, fields: Value) -> Self {
        Self { kind, text, rule: "", clause: None, audience: SeatSet::first(seats), fields }
    }
}
