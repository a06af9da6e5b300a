//! Where figures can go: walks, displacements, pushes. Everything is a question about sets of hexes.
//! Rules: CC-MOVE-2 to CC-MOVE-5, CC-DISP-1 to CC-DISP-3, CC-PUSH-1 to CC-PUSH-3.

use crate::board::{Board, Hex, MOST_HEXES};
use crate::hex::Direction;

/// A set of hexes, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hexes(pub u64);

impl Hexes {
    /// Whether a hex belongs to the set.
    pub fn has(self, hex: usize) -> bool {
        self.0 >> hex & 1 == 1
    }

    /// How many hexes it holds.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it holds none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The `nth` hex in order, counted from 0; there must be so many.
    #[inline]
    pub fn nth(self, nth: usize) -> usize {
        (0..nth).fold(self.0, |bits, _| bits & bits.wrapping_sub(1)).trailing_zeros() as usize
    }

    /// The hexes in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let hex = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                hex
            })
        })
    }
}

/// What lies around each hex of a board, walls left out.
#[derive(Clone, Debug)]
pub struct Ways {
    around: [u64; 64],
    /// For each hex and facing the hex directly behind, or none on the edge.
    behind: [[Option<u8>; 6]; MOST_HEXES],
    places: Vec<crate::hex::Axial>,
    walls: Hexes,
}

/// One way to displace: the hex entered and where its occupant goes.
pub type Displacement = (usize, usize);

impl Ways {
    /// The ways of a board.
    pub fn new(board: &Board) -> Self {
        let mut around = [0; 64];
        let mut behind = [[None; 6]; MOST_HEXES];
        for hex in board.hexes() {
            let open =
                |direction: &Direction| board.step(hex, *direction).filter(|&next| !board.is_wall(next));
            around[hex.index()] =
                Direction::ALL.iter().filter_map(open).map(|next: Hex| 1 << next.index()).sum();
        }
        for hex in board.hexes() {
            behind[hex.index()] =
                Direction::ALL.map(|facing| board.step(hex, facing.turned(3)).map(|back| back.index() as u8));
        }
        let walls = board.hexes().filter(|&hex| board.is_wall(hex)).map(|hex| 1 << hex.index()).sum();
        let places = board.hexes().map(|hex| board.place(hex)).collect();
        Self { around, behind, places, walls: Hexes(walls) }
    }

    /// How many steps two hexes are apart, whatever lies between.
    pub fn distance(&self, from: usize, to: usize) -> u8 {
        self.places[from].distance(self.places[to])
    }

    /// The hex directly behind a figure, walls too. Rules: CC-REACT-3, CC-R57.
    pub fn behind(&self, hex: u8, facing: u8) -> Option<u8> {
        self.behind[usize::from(hex)][usize::from(facing)]
    }

    /// Whether nothing may stand on a hex: a wall, or no hex of the board at all.
    pub fn is_wall(&self, hex: usize) -> bool {
        hex >= self.places.len() || self.walls.has(hex)
    }

    /// The neighbours of a hex that are no walls.
    #[inline]
    pub fn around(&self, hex: usize) -> Hexes {
        Hexes(self.around[hex])
    }

    /// Where a walk of exactly `steps` can end. The others' hexes are in the way; the figure's own is not,
    /// but the walk must not end there. Rules: CC-MOVE-2 to CC-MOVE-5, CC-R27, CC-R28, CC-R33.
    #[inline]
    pub fn walk_ends(&self, from: usize, others: Hexes, steps: u8) -> Hexes {
        let mut here = 1u64 << from;
        for _ in 0..steps {
            let next = Hexes(here).iter().fold(0, |set, hex| set | self.around[hex & 63]);
            here = next & !others.0;
        }
        Hexes(here & !(1 << from))
    }

    /// Where the occupant of `entered` can be put when a figure enters it from `from`. Rules: CC-DISP-2,
    /// CC-DISP-3, CC-R35, CC-R36.
    pub fn relocations(&self, from: usize, entered: usize, others: Hexes) -> Hexes {
        Hexes(self.around[entered] & !others.0 & !(1 << from))
    }

    /// Every way to enter an enemy's hex from `from`, in order. Rules: CC-DISP-1, CC-R34.
    pub fn displacements(&self, from: usize, others: Hexes) -> impl Iterator<Item = Displacement> {
        let enemies = Hexes(self.around[from] & others.0);
        enemies.iter().flat_map(move |entered| {
            self.relocations(from, entered, others).iter().map(move |relocation| (entered, relocation))
        })
    }

    /// Whether a walk that displaces can be completed: `left` more steps from `at`, ending elsewhere than at
    /// `start`. Rules: CC-R27, CC-R37, CC-R72.
    pub fn completes(&self, start: usize, at: usize, others: Hexes, left: u8) -> bool {
        if left == 0 {
            return at != start;
        }
        let free = Hexes(self.around[at] & !others.0);
        free.iter().any(|next| self.completes(start, next, others, left - 1))
            || self.displacements(at, others).any(|(entered, relocation)| {
                let others = Hexes(others.0 & !(1 << entered) | 1 << relocation);
                self.completes(start, entered, others, left - 1)
            })
    }

    /// Where a target can be pushed. With `away` only further from the attacker than it stands. Rules:
    /// CC-PUSH-1 to CC-PUSH-3, CC-R53, CC-R54.
    pub fn pushes(&self, attacker: usize, target: usize, others: Hexes, away: bool) -> Hexes {
        let free = Hexes(self.around[target] & !others.0 & !(1 << attacker));
        if !away {
            return free;
        }
        let distance = |hex: usize| self.distance(attacker, hex);
        Hexes(free.iter().filter(|&hex| distance(hex) > distance(target)).map(|hex| 1 << hex).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::rules;

    struct Arena(Board, Ways);

    impl Arena {
        fn new() -> Self {
            let board = Board::new(Board::hexagon(3));
            let ways = Ways::new(&board);
            Self(board, ways)
        }

        fn hex(&self, name: &str) -> usize {
            self.0.read(name).unwrap_or_else(|| panic!("{name}")).index()
        }

        fn set(&self, names: &str) -> Hexes {
            Hexes(names.split_whitespace().fold(0, |set, name| set | 1 << self.hex(name)))
        }

        fn names(&self, set: Hexes) -> String {
            let names: Vec<&str> =
                self.0.hexes().filter(|hex| set.has(hex.index())).map(|hex| self.0.name(hex)).collect();
            names.join(" ")
        }
    }

    /// Scenarios SC-07 and SC-08: ends of exact walks, free and blocked.
    #[rules("CC-MOVE-2", "CC-MOVE-3", "CC-MOVE-4", "CC-MOVE-5")]
    #[test]
    fn walks() {
        let arena = Arena::new();
        let ends =
            |from, others, steps| arena.names(arena.1.walk_ends(arena.hex(from), arena.set(others), steps));
        assert_eq!(ends("D1", "D7", 2), "B1 C1 C2 D2 D3 E1 E2 F1");
        assert_eq!(ends("D1", "D7", 1), "C1 D2 E1");
        assert_eq!(ends("D4", "D3 E4 C5", 2), "B2 B3 B4 C2 C3 C4 D5 D6 E2 E5 F2 F3");
        assert_eq!(ends("D4", "D3 E4 C5", 1), "C3 C4 D5 E3");
        assert_eq!(ends("D1", "D2 C1 E1", 1), "");
        assert_eq!(ends("D4", "D7", 0), "", "a walk of nothing ends nowhere else");
        // Scenario SC-41: three steps reach every hex but D1, D3 and the start, when D3 is taken.
        assert_eq!(arena.1.walk_ends(arena.hex("D4"), arena.set("D3"), 3).len(), 34);
        assert!(!arena.1.walk_ends(arena.hex("D4"), arena.set("D3"), 3).has(arena.hex("D1")));
    }

    /// Scenarios SC-12 and SC-13.
    #[rules("CC-DISP-1", "CC-DISP-2", "CC-DISP-3")]
    #[test]
    fn displacing() {
        let arena = Arena::new();
        let put = |from, entered, others| {
            arena.names(arena.1.relocations(arena.hex(from), arena.hex(entered), arena.set(others)))
        };
        assert_eq!(put("D4", "D3", "D3 E2"), "C2 C3 D2 E3");
        assert_eq!(put("D2", "D1", "D1"), "C1 E1");
        assert_eq!(put("D2", "D1", "D1 C1 E1"), "");
        assert_eq!(put("D2", "C1", "D1 C1 E1"), "B1 C2");
        assert_eq!(put("D2", "E1", "D1 C1 E1"), "E2 F1");
        assert_eq!(arena.1.displacements(arena.hex("D2"), arena.set("D1 C1 E1")).count(), 4);
    }

    /// Scenario SC-37.
    #[rules("CC-PUSH-1", "CC-PUSH-3")]
    #[test]
    fn pushing() {
        let arena = Arena::new();
        let push = |attacker, target, others, away| {
            arena.names(arena.1.pushes(arena.hex(attacker), arena.hex(target), arena.set(others), away))
        };
        assert_eq!(push("D4", "D3", "D3", true), "C2 D2 E2");
        assert_eq!(push("D4", "D3", "D3 D2", true), "C2 E2");
        assert_eq!(push("D4", "C2", "C2", true), "B1 C1");
        assert_eq!(push("D2", "D1", "D1", true), "");
        assert_eq!(push("D4", "D3", "D3", false), "C2 C3 D2 E2 E3");
        assert_eq!(push("D2", "D1", "D1", false), "C1 E1");
    }

    #[test]
    fn a_walk_that_displaces_must_get_somewhere() {
        let arena = Arena::new();
        let corner = arena.hex("D1");
        let walled_in = arena.set("D2 C1 E1");
        assert!(arena.1.completes(corner, corner, walled_in, 1), "by displacing");
        let crowded = arena.set("D2 C1 E1 B1 C2 D3 E2 F1");
        assert!(!arena.1.completes(corner, corner, crowded, 1), "nobody has room");
        assert!(!arena.1.completes(corner, corner, Hexes::default(), 0), "standing still is no walk");
        assert!(arena.1.completes(corner, corner, arena.set("D2 C1"), 2));
    }

    /// In a corridor whoever is displaced stays in the way.
    #[rules("CC-DISP-1", "CC-DISP-3")]
    #[test]
    fn a_corridor_is_left_only_by_displacing() {
        let corridor = |length: i8| {
            let places = (0..length).map(|r| crate::hex::Axial { q: 0, r }).collect();
            Ways::new(&Board::new(places))
        };
        let completes = |length, enemies: u64, left| corridor(length).completes(0, 0, Hexes(enemies), left);
        // One enemy next to the start: it can be put back once for each hex behind it.
        assert!(!completes(2, 0b10, 1));
        assert!(completes(3, 0b10, 1));
        assert!(!completes(3, 0b10, 2), "two steps lead back, or into a dead end");
        assert!(completes(4, 0b10, 2), "the enemy goes back twice");
        assert!(completes(3, 0b10, 3), "there, back, and there again: the hex is free by then");
        assert!(!completes(4, 0b110, 1), "two in a row have no room");
        assert!(!completes(5, 0b1010, 2), "the second is in the way of the first");
        assert!(completes(5, 0b10010, 2) && !completes(4, 0b1010, 2));
        assert!(!completes(3, 0b10, 0) && !completes(1, 0, 2));
    }

    #[test]
    fn sets_of_hexes() {
        let set = Hexes(0b1011);
        assert_eq!((set.len(), set.is_empty(), set.has(2), set.has(3)), (3, false, false, true));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 1, 3]);
        assert_eq!([0, 1, 2].map(|nth| set.nth(nth)), [0, 1, 3]);
    }
}
