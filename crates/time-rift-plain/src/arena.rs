//! Spaces, points of the compass, Starting Rows, sides, and what may lie in the Arena.
//!
//! The size of the Arena is the number of its columns, 2 to 5, and is called `size` everywhere.

use std::fmt;

/// A point of the compass: a side of the Arena, or a facing. The order of the variants is the order
/// in which seats are named. Rules: TR-R1, TR-MOVE-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// West.
    W,
    /// South.
    S,
    /// East.
    E,
    /// North.
    N,
}

impl Point {
    /// All four, in the order in which seats are named.
    pub const ALL: [Self; 4] = [Self::W, Self::S, Self::E, Self::N];

    /// The point with this letter.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|point| point.to_string() == text)
    }

    /// One step this way, as columns and rows. Rules: TR-R1.
    pub fn forward(self) -> (i32, i32) {
        match self {
            Self::N => (0, 1),
            Self::E => (1, 0),
            Self::S => (0, -1),
            Self::W => (-1, 0),
        }
    }

    /// The point to the right of somebody who faces this way: a quarter turn clockwise. Rules: TR-R1.
    #[must_use]
    pub fn right(self) -> Self {
        match self {
            Self::N => Self::E,
            Self::E => Self::S,
            Self::S => Self::W,
            Self::W => Self::N,
        }
    }

    /// The point behind somebody who faces this way.
    #[must_use]
    pub fn opposite(self) -> Self {
        self.right().right()
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::W => "W",
            Self::S => "S",
            Self::E => "E",
            Self::N => "N",
        })
    }
}

/// A pair of coordinates. Column 0 is `a`, the westernmost; row 0 is `1`, the southernmost. It may
/// lie outside the Arena. Rules: TR-R1, TR-ARENA-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl Square {
    /// The space with this name, such as `b3`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let x = "abcde".find(letters.next()?)?;
        let y = "12345".find(letters.next()?)?;
        letters.next().is_none().then_some(Self { x: x as i32, y: y as i32 })
    }

    /// The space so many columns and rows away.
    #[must_use]
    pub fn plus(self, (x, y): (i32, i32)) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }

    /// True if the space is in the Arena. Rules: TR-ARENA-1, TR-R142.
    pub fn is_inside(self, size: i32) -> bool {
        (0..size).contains(&self.x) && (0..size).contains(&self.y)
    }

    /// How many lines lie between this space and an edge of the Arena.
    pub fn distance_from(self, edge: Point, size: i32) -> i32 {
        match edge {
            Point::W => self.x,
            Point::S => self.y,
            Point::E => size - 1 - self.x,
            Point::N => size - 1 - self.y,
        }
    }

    /// The boundaries the space touches. Rules: TR-ARENA-5, TR-ARENA-6, TR-ARENA-7.
    pub fn boundaries(self, size: i32) -> Vec<Point> {
        Point::ALL.into_iter().filter(|&edge| self.distance_from(edge, size) == 0).collect()
    }

    /// True if the space touches no boundary. Rules: TR-ARENA-5, TR-R13, TR-R142.
    pub fn is_center(self, size: i32) -> bool {
        self.boundaries(size).is_empty()
    }

    /// True if the space touches a boundary. Rules: TR-ARENA-6, TR-ARENA-8.
    pub fn is_wall(self, size: i32) -> bool {
        !self.is_center(size)
    }

    /// True if the space touches two boundaries. Rules: TR-ARENA-7.
    pub fn is_corner(self, size: i32) -> bool {
        self.boundaries(size).len() == 2
    }

    /// The space on which this one comes to lie when the Arena is turned by 180 degrees.
    #[must_use]
    pub fn turned(self, size: i32) -> Self {
        Self { x: size - 1 - self.x, y: size - 1 - self.y }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = ["a", "b", "c", "d", "e"][self.x as usize];
        write!(f, "{letter}{}", self.y + 1)
    }
}

/// All spaces of the Arena. Rules: TR-ARENA-1, TR-R13, TR-R142.
pub fn all_squares(size: i32) -> Vec<Square> {
    let mut squares = Vec::new();
    for x in 0..size {
        for y in 0..size {
            squares.push(Square { x, y });
        }
    }
    squares
}

/// The center spaces. Rules: TR-ARENA-5, TR-R13, TR-R142.
pub fn center_squares(size: i32) -> Vec<Square> {
    all_squares(size).into_iter().filter(|square| square.is_center(size)).collect()
}

/// The line of spaces along a side's own edge. Rules: TR-SETUP-8, TR-R7, TR-R142.
pub fn starting_row(side: Point, size: i32) -> Vec<Square> {
    all_squares(size).into_iter().filter(|square| square.distance_from(side, size) == 0).collect()
}

/// The lines that make up a side before anything is trimmed off: two, but only one in an Arena of 2
/// or 3. Rules: TR-R8, TR-R13, TR-R142.
pub fn side_lines(side: Point, size: i32) -> Vec<Square> {
    let depth = if size <= 3 { 1 } else { 2 };
    all_squares(size).into_iter().filter(|square| square.distance_from(side, size) < depth).collect()
}

/// The lines of a side without what belongs to another occupied side's Starting Row and not to the
/// own one. Rules: TR-R8.
pub fn trimmed_side(side: Point, occupied: &[Point], size: i32) -> Vec<Square> {
    let belongs_to_another = |square: &Square| {
        let is_in_row_of = |of: Point| starting_row(of, size).contains(square);
        !is_in_row_of(side) && occupied.iter().any(|&other| other != side && is_in_row_of(other))
    };
    side_lines(side, size).into_iter().filter(|square| !belongs_to_another(square)).collect()
}

/// The facings toward the midpoint of the Arena: along the axis on which the space is farther from
/// it, along either if it is as far on both, any in the very middle. Rules: TR-R9.
pub fn center_facings(square: Square, size: i32) -> Vec<Point> {
    // Twice the way to the midpoint, so that nothing is a half.
    let east = size - 1 - 2 * square.x;
    let north = size - 1 - 2 * square.y;
    if east == 0 && north == 0 {
        return Point::ALL.to_vec();
    }
    let mut facings = Vec::new();
    if east.abs() >= north.abs() {
        facings.push(if east > 0 { Point::E } else { Point::W });
    }
    if north.abs() >= east.abs() {
        facings.push(if north > 0 { Point::N } else { Point::S });
    }
    facings
}

/// Something that lies in the Arena from the start. Rules: TR-ARENA-3, TR-R14, TR-R102.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// A Hazard: who moves into it loses 1 Life and 1 unspent Action. Rules: TR-R102.
    Pit(Square),
    /// It occupies its space and cannot be attacked. Rules: TR-R102.
    Obstacle(Square),
    /// A spiked edge on an outer side of a wall space. Only a Push or Pull can meet it, and these
    /// need card text. Rules: TR-R102.
    Spike(Square, Point),
    /// It occupies its space, is everybody's enemy and never acts. Rules: TR-R102, TR-R140.
    Neutral {
        /// Where it stands.
        square: Square,
        /// How much Life it has left.
        life: i32,
        /// What is added to its defense dice.
        defense: i32,
    },
}

impl Feature {
    /// The feature written as in a position: `pit@d2`, `obstacle@b3`, `spike@a2W`, `neutral@c3L2+1`.
    pub fn parse(text: &str) -> Option<Self> {
        let (word, rest) = text.split_once('@')?;
        let square = Square::parse(rest.get(..2)?)?;
        let rest = &rest[2..];
        match word {
            "pit" if rest.is_empty() => Some(Self::Pit(square)),
            "obstacle" if rest.is_empty() => Some(Self::Obstacle(square)),
            "spike" => Some(Self::Spike(square, Point::parse(rest)?)),
            "neutral" => {
                let numbers = rest.strip_prefix('L')?;
                let sign = numbers.find(['+', '-'])?;
                let life = numbers[..sign].parse().ok()?;
                let defense = numbers[sign..].parse().ok()?;
                Some(Self::Neutral { square, life, defense })
            }
            _ => None,
        }
    }

    /// The space it lies on.
    pub fn square(&self) -> Square {
        match self {
            Self::Pit(square)
            | Self::Obstacle(square)
            | Self::Spike(square, _)
            | Self::Neutral { square, .. } => *square,
        }
    }

    /// True if nothing else may stand on its space. Rules: TR-R35, TR-R102.
    pub fn occupies(&self) -> bool {
        matches!(self, Self::Obstacle(_) | Self::Neutral { .. })
    }

    /// The feature after the Arena has been turned by 180 degrees. Rules: TR-R10.
    #[must_use]
    pub fn turned(&self, size: i32) -> Self {
        let square = self.square().turned(size);
        match *self {
            Self::Pit(_) => Self::Pit(square),
            Self::Obstacle(_) => Self::Obstacle(square),
            Self::Spike(_, side) => Self::Spike(square, side.opposite()),
            Self::Neutral { life, defense, .. } => Self::Neutral { square, life, defense },
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pit(square) => write!(f, "pit@{square}"),
            Self::Obstacle(square) => write!(f, "obstacle@{square}"),
            Self::Spike(square, side) => write!(f, "spike@{square}{side}"),
            Self::Neutral { square, life, defense } => write!(f, "neutral@{square}L{life}{defense:+}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(squares: &[Square]) -> String {
        squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn kinds_of_spaces() {
        let count = |size, test: fn(Square, i32) -> bool| {
            all_squares(size).into_iter().filter(|&square| test(square, size)).count()
        };
        for (size, center, wall) in [(2, 0, 4), (3, 1, 8), (4, 4, 12), (5, 9, 16)] {
            assert_eq!(count(size, Square::is_center), center);
            assert_eq!(count(size, Square::is_wall), wall);
            assert_eq!(count(size, Square::is_corner), 4);
        }
    }

    #[test]
    fn rows_and_sides() {
        assert_eq!(names(&starting_row(Point::W, 4)), "a1 a2 a3 a4");
        assert_eq!(names(&starting_row(Point::N, 5)), "a5 b5 c5 d5 e5");
        assert_eq!(names(&side_lines(Point::E, 4)), "c1 c2 c3 c4 d1 d2 d3 d4");
        assert_eq!(names(&side_lines(Point::E, 3)), "c1 c2 c3");
        assert_eq!(names(&side_lines(Point::S, 2)), "a1 b1");
        assert_eq!(names(&trimmed_side(Point::N, &Point::ALL, 4)), "a4 b3 b4 c3 c4 d4");
        let three = [Point::W, Point::S, Point::E];
        assert_eq!(names(&trimmed_side(Point::W, &three, 4)), "a1 a2 a3 a4 b2 b3 b4");
        assert_eq!(
            names(&trimmed_side(Point::N, &Point::ALL, 5)),
            "a5 b4 b5 c4 c5 d4 d5 e5",
            "a4 and e4 belong to West and East"
        );
    }

    #[test]
    fn facing_the_center() {
        let at = |name: &str, size| center_facings(Square::parse(name).expect("a space"), size);
        assert_eq!(at("a1", 4), [Point::E, Point::N]);
        assert_eq!(at("a2", 4), [Point::E]);
        assert_eq!(at("d3", 4), [Point::W]);
        assert_eq!(at("c2", 4), [Point::W, Point::N]);
        assert_eq!(at("c1", 5), [Point::N]);
        assert_eq!(at("c3", 5), Point::ALL);
    }

    #[test]
    fn features_are_written_and_read() {
        for text in
            ["pit@d2", "obstacle@b3", "spike@a2W", "neutral@c3L2+1", "neutral@e5L6-3", "neutral@a1L1+0"]
        {
            assert_eq!(Feature::parse(text).expect("a feature").to_string(), text);
        }
        for text in ["pit@", "pit@f1", "pit@a1x", "spike@a2", "neutral@c3", "neutral@c3L2", "wall@a1"] {
            assert_eq!(Feature::parse(text), None, "{text}");
        }
        let spike = Feature::parse("spike@a2W").expect("a feature");
        assert_eq!(spike.turned(4).to_string(), "spike@d3E");
    }
}
