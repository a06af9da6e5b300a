//! Where somebody can go: steps, granted moves, jumps, pushes and pulls. Rules: TR-MOVE-2 to TR-MOVE-11, TR-R31
//! to TR-R34, TR-R100, TR-R143.

use smallvec::SmallVec;

use crate::action::{LONGEST_MOVE, Way};
use crate::arena::{Arena, Facing, NOWHERE, Square, column_row};
use crate::state::Unit;

/// The directions in the order of the spaces they lead to: south, west, east, north.
pub const BY_SQUARE: [Facing; 4] = [2, 3, 1, 0];

/// One way to each space that `steps` steps lead to through free spaces, none entered twice: with `up_to` the
/// shortest, else one of exactly that length, or of the greatest there is. Of several the first in the order of
/// spaces. By the space it ends on.
pub fn ways(arena: &Arena, free: u32, from: Square, steps: u8, up_to: bool) -> [Option<Way>; 32] {
    let steps = steps.min(LONGEST_MOVE as u8);
    let mut best: [Option<Way>; 32] = [None; 32];
    if up_to {
        // Level by level; within a level in the order of spaces, so that the first way found is the first one.
        let mut found: SmallVec<[Way; 32]> = SmallVec::from_slice(&[Way { from, steps: 0, turns: 0 }]);
        let (mut begin, mut reached) = (0, 1u32 << from);
        for _ in 0..steps {
            let end = found.len();
            for nth in begin..end {
                let way = found[nth];
                for direction in BY_SQUARE {
                    let to = arena.next[usize::from(way.end())][usize::from(direction)];
                    if to != NOWHERE && free >> to & 1 == 1 && reached >> to & 1 == 0 {
                        reached |= 1 << to;
                        best[usize::from(to)] = Some(way.and(direction));
                        found.push(way.and(direction));
                    }
                }
            }
            begin = end;
        }
    } else {
        let mut longest = 0;
        let mut search = Search { arena, free, steps, best: &mut best, longest: &mut longest };
        search.walk(Way { from, steps: 0, turns: 0 }, from, 1 << from);
        for way in &mut best {
            *way = way.filter(|way| way.steps == longest);
        }
    }
    best
}

struct Search<'a> {
    arena: &'a Arena,
    free: u32,
    steps: u8,
    best: &'a mut [Option<Way>; 32],
    longest: &'a mut u8,
}

impl Search<'_> {
    /// Follows every way that enters no space twice, in the order of spaces.
    fn walk(&mut self, way: Way, at: Square, seen: u32) {
        if way.steps > 0 && way.steps >= *self.longest {
            *self.longest = way.steps;
            let best = &mut self.best[usize::from(at)];
            if best.is_none_or(|best| best.steps < way.steps) {
                *best = Some(way);
            }
        }
        if way.steps == self.steps {
            return;
        }
        for direction in BY_SQUARE {
            let to = self.arena.next[usize::from(at)][usize::from(direction)];
            if to != NOWHERE && self.free >> to & 1 == 1 && seen >> to & 1 == 0 {
                self.walk(way.and(direction), to, seen | 1 << to);
            }
        }
    }
}

/// The directions in which a push (or a pull) goes: along the axis on which source and target are further apart,
/// along either if that is equal. Rules: TR-R100.
pub fn forced_directions(source: Square, target: Square, pull: bool) -> u8 {
    let ((sx, sy), (tx, ty)) = (column_row(source), column_row(target));
    let (dx, dy) = (tx - sx, ty - sy);
    let along_x = if (dx > 0) == pull { 0b1000 } else { 0b10 };
    let along_y = if (dy > 0) == pull { 0b100 } else { 0b1 };
    match dx.abs().cmp(&dy.abs()) {
        std::cmp::Ordering::Greater => along_x,
        std::cmp::Ordering::Less => along_y,
        std::cmp::Ordering::Equal if dx == 0 => 0,
        std::cmp::Ordering::Equal => along_x | along_y,
    }
}

/// Somebody on a forced movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forced {
    /// Who, for the caller.
    pub who: Unit,
    /// Where it stands.
    pub at: Square,
    /// Which way it goes.
    pub direction: Facing,
    /// How far it still has to go.
    pub far: u8,
    /// Whether something stopped it.
    pub stopped: bool,
}

/// Moves all at once, space by space, until each has gone its way or is stopped. A space that is left in the same
/// step is free; of two that would enter one space neither does. A pull ends on the line of its source.
/// Rules: TR-R100, TR-R152.
pub fn force(arena: &Arena, free: u32, source: Square, pull: bool, all: &mut [Forced]) {
    let line = |square: Square, direction: Facing| {
        let (x, y) = column_row(square);
        if direction % 2 == 1 { x } else { y }
    };
    let fixed = all.iter().fold(arena.all & !free, |set, one| set & !(1 << one.at));
    let next = |one: &Forced| arena.next[usize::from(one.at)][usize::from(one.direction)];
    loop {
        for one in all.iter_mut() {
            if pull && line(one.at, one.direction) == line(source, one.direction) {
                one.far = 0;
            }
        }
        // Whoever cannot go is in the way of others.
        while let Some(nth) = all.iter().position(|one| {
            let to = next(one);
            let others = || all.iter().filter(|other| other.who != one.who);
            one.far > 0
                && (to == NOWHERE
                    || fixed >> to & 1 == 1
                    || others().any(|other| if other.far > 0 { next(other) == to } else { other.at == to }))
        }) {
            let to = next(&all[nth]);
            for one in all.iter_mut().filter(|one| one.far > 0 && next(one) == to) {
                (one.far, one.stopped) = (0, true);
            }
        }
        if all.iter().all(|one| one.far == 0) {
            return;
        }
        for one in all.iter_mut().filter(|one| one.far > 0) {
            one.at = next(one);
            one.far -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{read_square, square_name};

    fn at(name: &str) -> Square {
        read_square(name).expect("a space")
    }

    #[test]
    fn one_way_to_each_space() {
        let arena = Arena::new(4);
        let names = |ways: &[Option<Way>]| {
            ways.iter().flatten().map(|way| square_name(way.end())).collect::<Vec<_>>().join(" ")
        };
        let up_to = ways(&arena, arena.all & !(1 << at("b2")), at("b2"), 2, true);
        assert_eq!(names(&up_to), "a1 b1 c1 a2 c2 d2 a3 b3 c3 b4");
        let exactly = ways(&arena, arena.all & !(1 << at("b2")), at("b2"), 2, false);
        assert_eq!(names(&exactly), "a1 c1 d2 a3 c3 b4");
        // a1 is reached by b1 first.
        assert_eq!(exactly[0].map(|way| way.squares().to_vec()), Some(vec![at("b1"), at("a1")]));
        // In a dead end as far as possible.
        let dead_end = ways(&arena, 1 << at("a2"), at("a1"), 3, false);
        assert_eq!(names(&dead_end), "a2");
        assert_eq!(ways(&arena, 0, at("a1"), 3, false), [None; 32]);
    }

    #[test]
    fn pushes_and_pulls() {
        let arena = Arena::new(4);
        let free = arena.all & !(1 << at("c2") | 1 << at("d2"));
        assert_eq!(forced_directions(at("c2"), at("d2"), false), 0b10);
        assert_eq!(forced_directions(at("c2"), at("d3"), false), 0b11);
        let force = |free: u32, source: &str, pull: bool, all: &[(&str, Facing, u8)]| {
            let mut list: Vec<Forced> = (0..)
                .zip(all)
                .map(|(who, &(from, direction, far))| Forced {
                    who,
                    at: at(from),
                    direction,
                    far,
                    stopped: false,
                })
                .collect();
            force(&arena, free, at(source), pull, &mut list);
            let ends = list.iter().map(|one| square_name(one.at) + if one.stopped { "#" } else { "" });
            ends.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(force(free, "c2", false, &[("d2", 1, 1)]), "d2#");
        // A pull ends on the line of its source without being stopped.
        let free = arena.all & !(1 << at("a1") | 1 << at("c2"));
        assert_eq!(forced_directions(at("a1"), at("c2"), true), 0b1000);
        assert_eq!(force(free, "a1", true, &[("c2", 3, 3)]), "a2");
        assert_eq!(force(free, "a1", true, &[("c1", 3, 2)]), "b1#");
        // In a row all go; the last is stopped by the one that the wall stops.
        let row = arena.all & !(1 << at("a2") | 1 << at("b2") | 1 << at("c2"));
        assert_eq!(force(row, "a2", false, &[("b2", 1, 1), ("c2", 1, 1)]), "c2 d2");
        assert_eq!(force(row, "a2", false, &[("c2", 1, 2), ("b2", 1, 2)]), "d2# c2#");
        assert_eq!(force(row, "a2", false, &[("c2", 1, 1), ("b2", 1, 2)]), "d2 c2#");
        // Two that would enter one space are both stopped, and so is who comes behind.
        let cross = arena.all & !(1 << at("a2") | 1 << at("b1") | 1 << at("b3") | 1 << at("b4"));
        let all = [("b1", 0, 1), ("b3", 2, 1), ("b4", 2, 1)];
        assert_eq!(force(cross, "a2", true, &all), "b1# b3# b4#");
    }
}
