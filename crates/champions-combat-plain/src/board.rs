//! Hexes, directions, names, walls and start sets.

use std::collections::BTreeMap;

/// A hex in axial coordinates (q, r). Rules: CC-R2.
pub type Hex = (i32, i32);

/// The names of the six directions, clockwise from north. Rules: CC-R2, CC-R3.
pub const FACINGS: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

/// The offsets of the six directions, clockwise from north. Rules: CC-R2.
pub const DIRECTIONS: [Hex; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// The number of a facing by its name. Rules: CC-R2.
pub fn facing_by_name(name: &str) -> Option<usize> {
    FACINGS.iter().position(|known| *known == name)
}

/// The hex one step away in a direction. Rules: CC-R2.
pub fn step(from: Hex, direction: usize) -> Hex {
    let (q, r) = DIRECTIONS[direction % 6];
    (from.0 + q, from.1 + r)
}

/// Hex distance; walls and figures do not matter. Rules: CC-R2, CC-R53.
pub fn distance(a: Hex, b: Hex) -> i32 {
    let q = a.0 - b.0;
    let r = a.1 - b.1;
    q.abs().max(r.abs()).max((q + r).abs())
}

/// An offset turned clockwise as often as given. Rules: CC-R2.
pub fn rotate(offset: Hex, times: usize) -> Hex {
    let mut turned = offset;
    for _ in 0..times {
        turned = (-turned.1, turned.0 + turned.1);
    }
    turned
}

/// A board: its hexes with the walls among them, and where figures start. Rules: CC-R1, CC-R4, CC-R5.
#[derive(Clone, Debug)]
pub struct Board {
    /// All hexes, walls included, by index: column by column, each from the top. Rules: CC-R2.
    pub hexes: Vec<Hex>,
    /// The hexes that are walls. Rules: CC-R4.
    pub walls: Vec<Hex>,
    /// For each number of players the hex and facing of every seat. Rules: CC-R5.
    pub starts: BTreeMap<usize, Vec<(Hex, usize)>>,
}

impl Board {
    /// A board of the given hexes, in any order. Start sets and walls are added by the caller.
    pub fn new(mut hexes: Vec<Hex>) -> Self {
        hexes.sort_unstable();
        hexes.dedup();
        Self { hexes, walls: Vec::new(), starts: BTreeMap::new() }
    }

    /// A regular hexagon without walls or start sets. Rules: CC-R1.
    pub fn hexagon(radius: i32) -> Self {
        let mut hexes = Vec::new();
        for q in -radius..=radius {
            for r in -radius..=radius {
                if distance((q, r), (0, 0)) <= radius {
                    hexes.push((q, r));
                }
            }
        }
        Self::new(hexes)
    }

    /// The default board. Rules: CC-R1, CC-R5.
    pub fn arena_37() -> Self {
        let mut board = Self::hexagon(3);
        board.add_start(&[("D1", "S"), ("D7", "N")]);
        board.add_start(&[("D1", "S"), ("G4", "NW"), ("A4", "NE")]);
        board.add_start(&[("F1", "SW"), ("F5", "NW"), ("B5", "NE"), ("B1", "SE")]);
        board
    }

    /// Adds the start set for as many players as places are given. Rules: CC-R5.
    pub fn add_start(&mut self, places: &[(&str, &str)]) {
        let places: Vec<(Hex, usize)> = places
            .iter()
            .map(|(hex, facing)| {
                (self.by_name(hex).expect("start hex exists"), facing_by_name(facing).expect("facing exists"))
            })
            .collect();
        self.starts.insert(places.len(), places);
    }

    /// True if a figure can stand there: on the board and no wall. Rules: CC-R4.
    pub fn is_floor(&self, hex: Hex) -> bool {
        self.hexes.contains(&hex) && !self.walls.contains(&hex)
    }

    /// The hexes next to a hex on which a figure can stand, clockwise from north. Rules: CC-R2, CC-R4.
    pub fn neighbours(&self, hex: Hex) -> Vec<Hex> {
        (0..6).map(|direction| step(hex, direction)).filter(|&next| self.is_floor(next)).collect()
    }

    /// The index of a hex. Rules: CC-R2.
    pub fn index(&self, hex: Hex) -> usize {
        self.hexes.iter().position(|&known| known == hex).expect("hex is on the board")
    }

    /// The name of a hex: a letter for its column, a number from the top of it. Rules: CC-R2.
    pub fn name(&self, hex: Hex) -> String {
        let mut column = 0_u8;
        let mut number = 0;
        let mut last_q = None;
        for &(q, r) in &self.hexes {
            if last_q != Some(q) {
                if last_q.is_some() {
                    column += 1;
                }
                number = 0;
                last_q = Some(q);
            }
            number += 1;
            if (q, r) == hex {
                return format!("{}{number}", char::from(b'A' + column));
            }
        }
        panic!("hex is on the board");
    }

    /// The hex with a name. Rules: CC-R2.
    pub fn by_name(&self, name: &str) -> Option<Hex> {
        self.hexes.iter().copied().find(|&hex| self.name(hex) == name)
    }

    /// Hexes put in the order of their indices, each once. Rules: CC-R2.
    pub fn in_order(&self, mut hexes: Vec<Hex>) -> Vec<Hex> {
        hexes.sort_by_key(|&hex| self.index(hex));
        hexes.dedup();
        hexes
    }
}
