//! A view cannot be played on as if it were the position.
use classics::Leduc;
use engine::{Actor, Bot, Game, NoLog, Rng, Seen};

struct Peeker;

impl Bot<Leduc> for Peeker {
    fn choose(&mut self, seen: &Seen<Leduc>, _: &mut Rng) -> <Leduc as Game>::Action {
        let mut view = seen.view.clone();
        Leduc::apply(seen.rules, &mut view, Actor::Seat(seen.seat), seen.offered[0], &mut NoLog);
        seen.offered[0]
    }
}

fn main() {}
