//! What a view keeps for itself is private, and blank anyway.
use classics::Leduc;
use engine::{Bot, Game, Rng, Seen};

struct Peeker;

impl Bot<Leduc> for Peeker {
    fn choose(&mut self, seen: &Seen<Leduc>, _: &mut Rng) -> <Leduc as Game>::Action {
        let _ = seen.view.known.cards();
        seen.offered[0]
    }
}

fn main() {}
