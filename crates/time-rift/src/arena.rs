//! Spaces, facings, sides and distances. Rules: TR-R1, TR-R6 to TR-R9, TR-R13, TR-R142.

/// A space: `5 * row + column`, both counted from 0, whatever the size of the Arena.
pub type Square = u8;
/// A facing: north, east, south, west are 0, 1, 2, 3; the right hand of one is the next.
pub type Facing = u8;

/// No space at all.
pub const NOWHERE: Square = 31;
/// Columns and rows that numbers of spaces allow for.
pub const STRIDE: u8 = 5;
/// The letters of the facings.
pub const POINTS: [char; 4] = ['N', 'E', 'S', 'W'];
/// The sides in the order of the notation, as facings: West, South, East, North.
pub const SIDES: [Facing; 4] = [3, 2, 1, 0];

/// Column and row of a space.
#[inline]
pub const fn column_row(square: Square) -> (i8, i8) {
    ((square % STRIDE) as i8, (square / STRIDE) as i8)
}

/// One step in a direction.
#[inline]
pub const fn forward(facing: Facing) -> (i8, i8) {
    match facing & 3 {
        0 => (0, 1),
        1 => (1, 0),
        2 => (0, -1),
        _ => (-1, 0),
    }
}

/// King's moves between two spaces. Rules: TR-ARENA-13, TR-R6.
/// Rules: TR-ARENA-14.
#[inline]
pub fn distance(a: Square, b: Square) -> u8 {
    let ((ax, ay), (bx, by)) = (column_row(a), column_row(b));
    (ax - bx).unsigned_abs().max((ay - by).unsigned_abs())
}

/// How far to the right of and ahead of somebody at `from` facing `facing` a space lies. Rules: TR-R3.
/// Rules: TR-CHAMP-13, TR-GRID-2, TR-GRID-4.
#[inline]
pub fn relative(from: Square, facing: Facing, to: Square) -> (i8, i8) {
    let ((fx, fy), (tx, ty)) = (column_row(from), column_row(to));
    let (dx, dy) = (tx - fx, ty - fy);
    match facing & 3 {
        0 => (dx, dy),
        1 => (-dy, dx),
        2 => (-dx, -dy),
        _ => (dy, -dx),
    }
}

/// A square Arena of 2 to 5 columns and rows.
/// Rules: TR-ARENA-1, TR-ARENA-4, TR-ARENA-8, TR-ARENA-15.
#[derive(Clone, Debug)]
pub struct Arena {
    /// Columns and rows.
    pub size: u8,
    /// All spaces, as bits.
    pub all: u32,
    /// Spaces that touch one boundary or two. Rules: TR-ARENA-5.
    pub wall: u32,
    /// Spaces that touch two boundaries. Rules: TR-ARENA-7.
    pub corner: u32,
    /// Spaces that touch none. Rules: TR-ARENA-6.
    pub center: u32,
    /// The next space in each direction; [`NOWHERE`] outside.
    pub next: [[Square; 4]; 32],
    /// The lines along each edge, as bits: one, two.
    edges: [[u32; 2]; 4],
}

impl Arena {
    /// The Arena of that size.
    pub fn new(size: u8) -> Self {
        let mut arena = Self {
            size,
            all: 0,
            wall: 0,
            corner: 0,
            center: 0,
            next: [[NOWHERE; 4]; 32],
            edges: [[0; 2]; 4],
        };
        for row in 0..size {
            for column in 0..size {
                let square = row * STRIDE + column;
                let bit = 1 << square;
                let touched = [row == 0, column == 0, row + 1 == size, column + 1 == size];
                let touched = touched.into_iter().filter(|touches| *touches).count();
                arena.all |= bit;
                // A single space cannot be, so no space touches more than two boundaries but on 1x1.
                match touched {
                    0 => arena.center |= bit,
                    1 => arena.wall |= bit,
                    _ => {
                        arena.wall |= bit;
                        arena.corner |= bit;
                    }
                }
                for facing in 0..4 {
                    arena.next[usize::from(square)][usize::from(facing)] = arena.ahead(square, facing);
                }
            }
        }
        for side in 0..4 {
            arena.edges[usize::from(side)] = [1, 2].map(|depth| arena.along(side, depth));
        }
        arena
    }

    fn ahead(&self, square: Square, facing: Facing) -> Square {
        let ((x, y), (dx, dy)) = (column_row(square), forward(facing));
        let (x, y, size) = (x + dx, y + dy, self.size as i8);
        if (0..size).contains(&x) && (0..size).contains(&y) { (y * 5 + x) as Square } else { NOWHERE }
    }

    /// Whether a space lies in the Arena.
    #[inline]
    pub fn has(&self, square: Square) -> bool {
        self.all >> (square & 31) & 1 == 1
    }

    /// The line of spaces along an edge, as bits; one or two lines of them from the edge. Rules: TR-R7, TR-R8.
    #[inline]
    pub fn lines(&self, side: Facing, depth: u8) -> u32 {
        self.edges[usize::from(side & 3)][usize::from(depth > 1)]
    }

    fn along(&self, side: Facing, depth: u8) -> u32 {
        bits(self.all)
            .filter(|&square| {
                let (x, y) = column_row(square);
                let last = self.size as i8 - 1;
                let from_edge = match side & 3 {
                    0 => last - y,
                    1 => last - x,
                    2 => y,
                    _ => x,
                };
                from_edge < depth as i8
            })
            .fold(0, |set, square| set | 1 << square)
    }

    /// Lines of a side: two, in small Arenas one. Rules: TR-R8, TR-R13, TR-R142.
    pub fn side_depth(&self) -> u8 {
        if self.size < 4 { 1 } else { 2 }
    }

    /// The facings toward the middle of the Arena from a space, as bits. Rules: TR-R9.
    pub fn toward_center(&self, square: Square) -> u8 {
        let (x, y) = column_row(square);
        let last = self.size as i8 - 1;
        // Twice the way to the middle, with its sign.
        let (dx, dy) = (last - 2 * x, last - 2 * y);
        let (east_west, north_south) = (if dx > 0 { 0b10 } else { 0b1000 }, if dy > 0 { 0b1 } else { 0b100 });
        match (dx.abs()).cmp(&dy.abs()) {
            std::cmp::Ordering::Greater => east_west,
            std::cmp::Ordering::Less => north_south,
            std::cmp::Ordering::Equal if dx == 0 => 0b1111,
            std::cmp::Ordering::Equal => east_west | north_south,
        }
    }
}

/// The numbers of a set of bits, ascending.
#[inline]
pub fn bits(mut set: u32) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let lowest = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(lowest)
    })
}

/// `b2`.
pub fn square_name(square: Square) -> String {
    let (x, y) = column_row(square);
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}

/// Reads `b2`.
pub fn read_square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [column @ b'a'..=b'e', row @ b'1'..=b'5'] => Some((row - b'1') * STRIDE + (column - b'a')),
        _ => None,
    }
}

/// Reads `N`.
pub fn read_facing(letter: char) -> Option<Facing> {
    POINTS.iter().position(|&point| point == letter).map(|facing| facing as Facing)
}

/// Values of a grid by columns to the right (-1 to 1) and rows ahead (-3 to 3).
/// Rules: TR-CHAMP-14, TR-GRID-1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells(pub [i8; 21]);

/// A cell without a number.
pub const BLANK: i8 = i8::MIN;

impl Cells {
    /// Nothing but blanks.
    pub const NONE: Self = Self([BLANK; 21]);

    #[inline]
    fn index(right: i8, ahead: i8) -> Option<usize> {
        ((-1..=1).contains(&right) && (-3..=3).contains(&ahead))
            .then(|| ((ahead + 3) * 3 + right + 1) as usize)
    }

    /// The number of a cell. Rules: TR-GRID-5, TR-GRID-7.
    #[inline]
    pub fn get(&self, right: i8, ahead: i8) -> Option<i8> {
        Self::index(right, ahead).map(|index| self.0[index]).filter(|&value| value != BLANK)
    }

    /// Puts a number into a cell.
    pub fn set(&mut self, right: i8, ahead: i8, value: i8) {
        if let Some(index) = Self::index(right, ahead) {
            self.0[index] = value;
        }
    }
}

/// The spaces with a number in a grid, as bits, by facing and own space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach([[u32; 32]; 4]);

impl Reach {
    /// Nothing.
    pub const NONE: Self = Self([[0; 32]; 4]);

    /// Where the numbers of a grid lie; nobody reaches the own space.
    pub fn of(cells: &Cells) -> Self {
        let mut reach = Self::NONE;
        let numbers = (-3..=3).flat_map(|ahead| (-1..=1).map(move |right| (right, ahead)));
        for (right, ahead) in numbers.filter(|&(right, ahead)| cells.get(right, ahead).is_some()) {
            for facing in 0..4 {
                let (dx, dy) = match facing {
                    0 => (right, ahead),
                    1 => (ahead, -right),
                    2 => (-right, -ahead),
                    _ => (-ahead, right),
                };
                for from in 0..STRIDE * STRIDE {
                    let (x, y) = column_row(from);
                    let (x, y) = (x + dx, y + dy);
                    let inside = (0..STRIDE as i8).contains(&x) && (0..STRIDE as i8).contains(&y);
                    if inside && (dx, dy) != (0, 0) {
                        reach.0[facing][usize::from(from)] |= 1 << (y * STRIDE as i8 + x);
                    }
                }
            }
        }
        reach
    }

    /// The spaces reached from one with a facing.
    #[inline]
    pub fn from(&self, from: Square, facing: Facing) -> u32 {
        self.0[usize::from(facing & 3)][usize::from(from & 31)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_reaches_where_its_numbers_lie() {
        let mut cells = Cells::NONE;
        for (right, ahead) in [(0, 1), (1, 1), (-1, 0), (0, -2), (0, 0)] {
            cells.set(right, ahead, 1);
        }
        let reach = Reach::of(&cells);
        for facing in 0..4 {
            for from in 0..25 {
                let reached = (0..25).filter(|&to| {
                    let (right, ahead) = relative(from, facing, to);
                    to != from && cells.get(right, ahead).is_some()
                });
                assert_eq!(reach.from(from, facing), reached.fold(0, |set, to| set | 1 << to));
            }
        }
        assert_eq!(reach.from(NOWHERE, 0), 0);
    }

    #[test]
    fn spaces_by_the_boundaries_they_touch() {
        let names = |set: u32| bits(set).map(square_name).collect::<Vec<_>>().join(" ");
        let four = Arena::new(4);
        assert_eq!(names(four.center), "b2 c2 b3 c3");
        assert_eq!(names(four.corner), "a1 d1 a4 d4");
        assert_eq!(four.wall.count_ones(), 12);
        assert_eq!(names(Arena::new(3).center), "b2");
        assert_eq!(Arena::new(2).center, 0);
        assert_eq!(Arena::new(5).center.count_ones(), 9);
        assert_eq!(names(four.lines(3, 1)), "a1 a2 a3 a4");
        assert_eq!(names(four.lines(0, 2)), "a3 b3 c3 d3 a4 b4 c4 d4");
    }

    #[test]
    fn facing_the_middle() {
        let four = Arena::new(4);
        let facings = |name: &str| four.toward_center(read_square(name).expect("a space"));
        assert_eq!(facings("a1"), 0b11, "N or E");
        assert_eq!(facings("a2"), 0b10, "E");
        assert_eq!(facings("d3"), 0b1000, "W");
        assert_eq!(facings("c2"), 0b1001, "N or W");
        assert_eq!(Arena::new(5).toward_center(read_square("c3").expect("a space")), 0b1111);
    }

    #[test]
    fn grids_turn_with_the_facing() {
        let [b2, c2] = ["b2", "c2"].map(|name| read_square(name).expect("a space"));
        assert_eq!(relative(b2, 0, c2), (1, 0));
        assert_eq!(relative(b2, 1, c2), (0, 1));
        assert_eq!(relative(b2, 2, c2), (-1, 0));
        assert_eq!(relative(b2, 3, c2), (0, -1));
    }
}
