//! Boards: which hexes there are, what they are called, who starts where.
//! Rules: CC-COMP-6, CC-R1, CC-R2, CC-R4, CC-R5.

use std::collections::BTreeMap;

use crate::hex::{Axial, Direction};

/// The most hexes of a board, walls counted: 63 marks a figure that has left.
pub const MOST_HEXES: usize = 63;
/// The most columns: they are lettered.
pub const MOST_COLUMNS: usize = 26;

/// A hex of a board by its number: column by column from the west, each from the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hex(u8);

impl Hex {
    /// Its number.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Where a seat starts, and which way it faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Where.
    pub hex: Hex,
    /// Which way.
    pub face: Direction,
}

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    places: Vec<Axial>,
    names: Vec<String>,
    walls: u64,
    starts: BTreeMap<u8, Vec<Start>>,
}

impl Board {
    /// The board of these places, at most [`MOST_HEXES`]; walls and starts are added by name.
    pub fn new(mut places: Vec<Axial>) -> Self {
        places.sort_unstable();
        places.dedup();
        assert!(places.len() <= MOST_HEXES, "checked by whoever read them");
        let names = names(&places);
        Self { places, names, walls: 0, starts: BTreeMap::new() }
    }

    /// All places of a regular hexagon around the centre.
    pub fn hexagon(radius: i8) -> Vec<Axial> {
        let span = -radius..=radius;
        let all = span.clone().flat_map(|q| span.clone().map(move |r| Axial { q, r }));
        all.filter(|hex| hex.distance(Axial::CENTRE) <= radius as u8).collect()
    }

    /// Makes a hex a wall.
    pub fn add_wall(&mut self, hex: Hex) {
        self.walls |= 1 << hex.0;
    }

    /// Says where a game of so many players starts.
    pub fn add_start(&mut self, seats: Vec<Start>) {
        self.starts.insert(seats.len() as u8, seats);
    }

    /// Where a game of so many players starts.
    pub fn start(&self, players: u8) -> Option<&[Start]> {
        self.starts.get(&players).map(Vec::as_slice)
    }

    /// Every hex in order, walls too.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..self.places.len() as u8).map(Hex)
    }

    /// The hex of a number.
    pub fn hex(&self, index: u8) -> Hex {
        assert!(usize::from(index) < self.places.len(), "a hex of this board");
        Hex(index)
    }

    /// Where a hex lies.
    pub fn place(&self, hex: Hex) -> Axial {
        self.places[hex.index()]
    }

    /// The hex at a place, if the board has one there.
    pub fn at(&self, place: Axial) -> Option<Hex> {
        self.places.binary_search(&place).ok().map(|i| Hex(i as u8))
    }

    /// Whether nothing may stand there.
    pub fn is_wall(&self, hex: Hex) -> bool {
        self.walls >> hex.0 & 1 == 1
    }

    /// The neighbour in a direction, walls too; off the board there is none.
    pub fn step(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        self.at(self.place(hex).step(direction))
    }

    /// What a hex is called: its column's letter and its number within the column. Rules: CC-R2.
    pub fn name(&self, hex: Hex) -> &str {
        &self.names[hex.index()]
    }

    /// The hex called `name`.
    pub fn read(&self, name: &str) -> Option<Hex> {
        self.names.iter().position(|known| known == name).map(|i| Hex(i as u8))
    }

    /// Whether one can walk from every hex to every other, walls left out.
    pub fn is_connected(&self) -> bool {
        let open: Vec<Hex> = self.hexes().filter(|&hex| !self.is_wall(hex)).collect();
        let Some(&first) = open.first() else { return false };
        let (mut reached, mut todo) = (1u64 << first.0, vec![first]);
        while let Some(hex) = todo.pop() {
            for next in Direction::ALL.iter().filter_map(|&direction| self.step(hex, direction)) {
                if !self.is_wall(next) && reached >> next.0 & 1 == 0 {
                    reached |= 1 << next.0;
                    todo.push(next);
                }
            }
        }
        reached.count_ones() as usize == open.len()
    }
}

/// The names of sorted places: columns are lettered from the west, hexes of a column numbered from the north.
fn names(places: &[Axial]) -> Vec<String> {
    let mut names = Vec::new();
    let (mut column, mut number) = (b'A', 0u8);
    for (i, place) in places.iter().enumerate() {
        if i > 0 && places[i - 1].q != place.q {
            (column, number) = (column.saturating_add(1), 0);
        }
        number += 1;
        names.push(format!("{}{number}", char::from(column)));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::rules;

    /// Scenario SC-01.
    #[rules("CC-COMP-6")]
    #[test]
    fn board_census() {
        let board = Board::new(Board::hexagon(3));
        assert_eq!(board.hexes().count(), 37);
        let neighbours =
            |hex| Direction::ALL.iter().filter(|&&direction| board.step(hex, direction).is_some()).count();
        let with = |count| board.hexes().filter(|&hex| neighbours(hex) == count).count();
        assert_eq!((with(3), with(4), with(6)), (6, 12, 19));
        let corners = ["A1", "A4", "D1", "D7", "G1", "G4"].map(|name| board.read(name).unwrap());
        assert!(corners.iter().all(|&hex| neighbours(hex) == 3));
        let centre = board.read("D4").unwrap();
        assert_eq!((centre.index(), board.place(centre)), (18, Axial::CENTRE));
        let around =
            Direction::ALL.map(|direction| board.name(board.step(centre, direction).unwrap()).to_owned());
        assert_eq!(around, ["D3", "E3", "E4", "D5", "C4", "C3"]);
        for hex in board.hexes() {
            let opposite = board.at(board.place(hex).turned(3)).unwrap();
            assert_eq!(hex.index() + opposite.index(), 36);
            assert_eq!(board.read(board.name(hex)), Some(hex));
        }
        let distance =
            |a, b| board.place(board.read(a).unwrap()).distance(board.place(board.read(b).unwrap()));
        assert_eq!((distance("D1", "D7"), distance("A1", "G4"), distance("A1", "A4")), (6, 6, 3));
        assert_eq!(board.read("D8"), None);
    }

    #[test]
    fn walls_can_cut_a_board() {
        let mut board = Board::new(Board::hexagon(1));
        assert!(board.is_connected());
        for name in ["A1", "B2", "C2"] {
            board.add_wall(board.read(name).unwrap());
        }
        assert!(!board.is_connected());
    }
}
