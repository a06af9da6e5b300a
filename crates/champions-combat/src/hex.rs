//! Hexes, directions and names. Rules: CC-COMP-6, CC-R2, CC-R3.

/// A place on an endless board of flat-top hexes, in axial coordinates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Axial {
    /// The column, ascending to the east.
    pub q: i8,
    /// Within a column, ascending to the south.
    pub r: i8,
}

/// One of the six sides of a hex, clockwise from the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Direction(u8);

impl Direction {
    /// North, the first direction.
    pub const N: Self = Self(0);
    /// All six, clockwise.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];
    const NAMES: [&'static str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

    /// The direction called `name`.
    pub fn read(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|known| *known == name).map(|i| Self(i as u8))
    }

    /// `N`, `NE`, `SE`, `S`, `SW` or `NW`.
    pub fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    /// 0 for the north, then clockwise.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// This direction turned clockwise by `steps` sixths of a turn.
    #[must_use]
    pub fn turned(self, steps: usize) -> Self {
        Self(((self.index() + steps) % 6) as u8)
    }
}

impl Axial {
    /// The hex in the middle.
    pub const CENTRE: Self = Self { q: 0, r: 0 };

    /// The neighbour in a direction.
    #[must_use]
    pub fn step(self, direction: Direction) -> Self {
        const OFFSETS: [(i8, i8); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
        let (q, r) = OFFSETS[direction.index()];
        Self { q: self.q + q, r: self.r + r }
    }

    /// The same place after turning the board clockwise around its centre by `steps` sixths.
    #[must_use]
    pub fn turned(self, steps: usize) -> Self {
        (0..steps % 6).fold(self, |hex, _| Self { q: -hex.r, r: hex.q + hex.r })
    }

    /// How many steps away another hex is, whatever lies between.
    pub fn distance(self, other: Self) -> u8 {
        let (q, r) = (i16::from(self.q) - i16::from(other.q), i16::from(self.r) - i16::from(other.r));
        q.abs().max(r.abs()).max((q + r).abs()) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_steps_around_come_back() {
        let walk = Direction::ALL.iter().fold(Axial::CENTRE, |hex, &direction| hex.step(direction));
        assert_eq!(walk, Axial::CENTRE);
        for direction in Direction::ALL {
            assert_eq!(Direction::read(direction.name()), Some(direction));
            assert_eq!(
                Axial::CENTRE.step(direction),
                Axial::CENTRE.step(Direction::N).turned(direction.index())
            );
            assert_eq!(Axial::CENTRE.step(direction).distance(Axial::CENTRE), 1);
        }
        assert_eq!(Direction::read("n"), None);
    }
}
