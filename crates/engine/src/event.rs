//! What happened, for the log, the animation and the question "why?".

use serde::Serialize;
use serde_json::Value;

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
    /// The rule by which it happened.
    pub rule: &'static str,
    /// The card clause that caused it, where one did.
    pub clause: Option<String>,
    /// The seats that see the event in full; a spectator sees what every seat sees.
    pub audience: SeatSet,
    /// The parts of the event as data.
    pub fields: Value,
}
