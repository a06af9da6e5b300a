//! There is no state among the things a bot is shown.
use classics::Leduc;
use engine::{Bot, Game, Rng, Seen};

struct Peeker;

impl Bot<Leduc> for Peeker {
    fn choose(&mut self, seen: &Seen<Leduc>, _: &mut Rng) -> <Leduc as Game>::Action {
        let _ = seen.state.cards();
        seen.offered[0]
    }
}

fn main() {}
