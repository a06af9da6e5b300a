//! Players that are programs. A bot gets what its seat sees and nothing else.

use crate::game::Game;
use crate::rng::Rng;
use crate::seat::Seat;

/// All that a bot learns when it must choose.
pub struct Seen<'a, G: Game> {
    /// The public rules.
    pub rules: &'a G::Rules,
    /// The position as the bot's seat may see it.
    pub view: &'a G::View,
    /// The seat that chooses.
    pub seat: Seat,
    /// What it may do, in canonical order; never empty.
    pub offered: &'a [G::Action],
}

/// A program that plays one game. It receives views, never states, so it cannot peek:
///
/// ```compile_fail
/// fn peek<G: engine::Game>(seen: &engine::Seen<G>) -> G::State {
///     seen.state.clone()
/// }
/// ```
pub trait Bot<G: Game>: Send {
    /// One of the offered actions.
    fn choose(&mut self, seen: &Seen<G>, rng: &mut Rng) -> G::Action;
}

/// Any offered action, each equally likely.
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, seen: &Seen<G>, rng: &mut Rng) -> G::Action {
        *rng.one_of(seen.offered)
    }
}

/// The game's own lively policy.
pub struct Lively;

impl<G: Game> Bot<G> for Lively {
    fn choose(&mut self, seen: &Seen<G>, rng: &mut Rng) -> G::Action {
        G::lively(seen.rules, seen.offered, rng)
    }
}
