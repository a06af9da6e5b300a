//! Spaces, facings and moves of the bare 4x4 Arena, and how they are written.

use std::fmt;

/// Spaces of the Arena.
pub const SPACES: usize = 16;
/// Where a figure can be and which way it can face.
pub const STANCES: usize = SPACES * 4;

/// A space and a facing: `4 * space + facing`; spaces row by row from a1, facings clockwise from the north.
pub type Stance = usize;

/// The space of a stance.
pub const fn space(stance: Stance) -> usize {
    stance / 4
}

const FORWARD: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const FACINGS: [char; 4] = ['N', 'E', 'S', 'W'];
/// Facing east.
pub(crate) const EAST: usize = 1;
/// Facing west.
pub(crate) const WEST: usize = 3;

fn square(space: usize) -> (i8, i8) {
    ((space % 4) as i8, (space / 4) as i8)
}

/// Whether a space is one of the four in the middle.
pub fn is_center(space: usize) -> bool {
    matches!(space, 5 | 6 | 9 | 10)
}

/// The spaces beside a space.
pub fn neighbours(space: usize) -> impl Iterator<Item = usize> {
    let (x, y) = square(space);
    FORWARD.into_iter().filter_map(move |(dx, dy)| {
        let (x, y) = (x + dx, y + dy);
        ((0..4).contains(&x) && (0..4).contains(&y)).then(|| (y * 4 + x) as usize)
    })
}

/// Where a space lies from a stance: columns to the right, rows ahead. Rules: TR-R3.
pub fn offset(stance: Stance, target: usize) -> (i8, i8) {
    let ((x, y), (tx, ty)) = (square(space(stance)), square(target));
    let (fx, fy) = FORWARD[stance % 4];
    let (dx, dy) = (tx - x, ty - y);
    // The right hand of (fx, fy) is (fy, -fx).
    (dx * fy - dy * fx, dx * fx + dy * fy)
}

/// The stance after so many quarter turns of the whole Arena, clockwise.
pub const fn turned(stance: Stance, quarters: usize) -> Stance {
    TURNED[quarters % 4][stance] as Stance
}

const TURNED: [[u8; STANCES]; 4] = {
    let mut table = [[0; STANCES]; 4];
    let mut stance = 0;
    while stance < STANCES {
        table[0][stance] = stance as u8;
        let mut quarters = 1;
        while quarters < 4 {
            let before = table[quarters - 1][stance] as usize;
            let (x, y, facing) = (before / 4 % 4, before / 16, before % 4);
            table[quarters][stance] = (((3 - x) * 4 + y) * 4 + (facing + 1) % 4) as u8;
            quarters += 1;
        }
        stance += 1;
    }
    table
};

/// A space as people write it: `c2`.
pub fn write_space(space: usize) -> String {
    let (x, y) = square(space);
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

/// A space and a facing as people write them: `c2W`.
pub fn write_stance(stance: Stance) -> String {
    format!("{}{}", write_space(space(stance)), FACINGS[stance % 4])
}

/// Reads `c2W`.
pub fn read_stance(text: &str) -> Option<Stance> {
    let [column @ b'a'..=b'd', row @ b'1'..=b'4', facing] = text.as_bytes() else { return None };
    let facing = FACINGS.iter().position(|&known| known == char::from(*facing))?;
    Some((usize::from(row - b'1') * 4 + usize::from(column - b'a')) * 4 + facing)
}

/// What a fighter can decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// To be placed: `@a2E`.
    Place(Stance),
    /// One space on, then face anywhere: `c2-c3W`.
    Maneuver(usize, Stance),
    /// Face elsewhere: `c2=N`.
    Rotate(Stance),
    /// A base attack on a space: `Bxb2`.
    Attack(usize),
    /// To end the turn: `.`
    End,
}

impl fmt::Display for Move {
    /// In the notation of the game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Place(stance) => write!(f, "@{}", write_stance(stance)),
            Self::Maneuver(from, stance) => write!(f, "{}-{}", write_space(from), write_stance(stance)),
            Self::Rotate(stance) => write!(f, "{}={}", write_space(space(stance)), FACINGS[stance % 4]),
            Self::Attack(target) => write!(f, "Bx{}", write_space(target)),
            Self::End => write!(f, "."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stances_are_written_and_read() {
        for stance in 0..STANCES {
            assert_eq!(read_stance(&write_stance(stance)), Some(stance));
        }
        assert_eq!(write_stance(4 * 6 + 3), "c2W");
        for text in ["", "c2", "e1N", "a5N", "a0N", "c2w", "c2Wx", "é2W"] {
            assert_eq!(read_stance(text), None, "{text}");
        }
    }

    #[test]
    fn moves_are_written() {
        let at = |text| read_stance(text).expect("a stance");
        assert_eq!(Move::Maneuver(space(at("c2N")), at("c3W")).to_string(), "c2-c3W");
        assert_eq!(Move::Rotate(at("c2N")).to_string(), "c2=N");
        assert_eq!(Move::Attack(space(at("b2N"))).to_string(), "Bxb2");
        assert_eq!(Move::Place(at("a2E")).to_string(), "@a2E");
        assert_eq!(Move::End.to_string(), ".");
    }

    /// Turning the whole Arena changes nothing that anybody can see from inside.
    #[test]
    fn quarter_turns_keep_what_lies_where() {
        let at = |text| read_stance(text).expect("a stance");
        assert_eq!(turned(at("a4N"), 1), at("d4E"));
        for stance in 0..STANCES {
            assert_eq!(turned(turned(stance, 1), 3), stance);
            assert_eq!(is_center(space(stance)), is_center(space(turned(stance, 1))));
            for other in 0..STANCES {
                let seen = offset(turned(stance, 1), space(turned(other, 1)));
                assert_eq!(offset(stance, space(other)), seen);
            }
        }
    }
}
