//! A view does not turn into a state.
use classics::Leduc;
use engine::{Bot, Game, Rng, Seen};

struct Peeker;

impl Bot<Leduc> for Peeker {
    fn choose(&mut self, seen: &Seen<Leduc>, _: &mut Rng) -> <Leduc as Game>::Action {
        let _state: <Leduc as Game>::State = seen.view.clone().into();
        seen.offered[0]
    }
}

fn main() {}
