//! Where somebody can go: steps, granted moves, jumps, pushes and pulls. Rules: TR-MOVE-2 to TR-MOVE-11, TR-R31
//! to TR-R34, TR-R100, TR-R143.

use smallvec::SmallVec;

use crate::action::{LONGEST_MOVE, Way};
use crate::arena::{Arena, Facing, NOWHERE, Square, column_row};

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

/// Where a forced movement ends, and whether something stopped it. A pull ends on the line of its source.
/// Rules: TR-R100.
pub fn forced_way(
    arena: &Arena,
    free: u32,
    source: Square,
    target: Square,
    direction: Facing,
    far: u8,
    pull: bool,
) -> (Square, bool) {
    let mut at = target;
    let line = |square: Square| {
        let (x, y) = column_row(square);
        if direction % 2 == 1 { x } else { y }
    };
    for _ in 0..far {
        if pull && line(at) == line(source) {
            return (at, false);
        }
        let next = arena.next[usize::from(at)][usize::from(direction)];
        if next == NOWHERE || free >> next & 1 == 0 {
            return (at, true);
        }
        at = next;
    }
    (at, false)
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
        assert_eq!(forced_way(&arena, free, at("c2"), at("d2"), 1, 1, false), (at("d2"), true));
        // A pull ends on the line of its source without being stopped.
        let free = arena.all & !(1 << at("a1") | 1 << at("c2"));
        assert_eq!(forced_directions(at("a1"), at("c2"), true), 0b1000);
        assert_eq!(forced_way(&arena, free, at("a1"), at("c2"), 3, 3, true), (at("a2"), false));
        assert_eq!(forced_way(&arena, free, at("a1"), at("c1"), 3, 2, true), (at("b1"), true));
    }
}
