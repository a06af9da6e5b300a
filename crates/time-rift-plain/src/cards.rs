//! Attack grids, Champions, loadout cards, and the check of a battle deck.

use std::fmt;

use crate::arena::{Point, Square};

/// An attack grid: the numbered cells and the row of the Champion. Rules: TR-GRID-1, TR-GRID-9, TR-R2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Four rows of three cells, the first row furthest ahead; nothing where no number stands.
    pub cells: [[Option<i32>; 3]; 4],
    /// The row of the Champion, who is in the middle column.
    pub anchor: usize,
}

impl Grid {
    /// A grid from four lines of three cells: `.` blank, `+1` a number, `^` the Champion.
    /// Rules: TR-R2, TR-R4.
    pub fn parse(text: &str) -> Result<Self, String> {
        let rows: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>())
            .filter(|row| !row.is_empty())
            .collect();
        if rows.len() != 4 || rows.iter().any(|row| row.len() != 3) {
            return Err("a grid has four rows of three cells".to_string());
        }
        let mut cells = [[None; 3]; 4];
        let mut anchors = Vec::new();
        for (row, words) in rows.iter().enumerate() {
            for (column, &word) in words.iter().enumerate() {
                match word {
                    "." => {}
                    "^" if column == 1 => anchors.push(row),
                    "^" => return Err("the Champion stands in the middle column".to_string()),
                    _ => {
                        let value: i32 =
                            word.parse().map_err(|_| format!("`{word}` is no cell of a grid"))?;
                        if !(-3..=3).contains(&value) {
                            return Err(format!("`{word}` is not from -3 to +3"));
                        }
                        cells[row][column] = Some(value);
                    }
                }
            }
        }
        match anchors[..] {
            [anchor] => Ok(Self { cells, anchor }),
            _ => Err("a grid has one `^`".to_string()),
        }
    }

    /// The spaces that can be attacked from a space with a facing, each with its number. Some may
    /// lie outside the Arena. Rules: TR-GRID-2, TR-GRID-4, TR-GRID-7, TR-R3.
    pub fn numbered(&self, from: Square, facing: Point) -> Vec<(Square, i32)> {
        let mut spaces = Vec::new();
        for row in 0..4 {
            for column in 0..3 {
                if let Some(value) = self.cells[row][column] {
                    let ahead = self.anchor as i32 - row as i32;
                    let to_the_right = column as i32 - 1;
                    let (forward_x, forward_y) = facing.forward();
                    let (right_x, right_y) = facing.right().forward();
                    let x = to_the_right * right_x + ahead * forward_x;
                    let y = to_the_right * right_y + ahead * forward_y;
                    spaces.push((from.plus((x, y)), value));
                }
            }
        }
        spaces
    }
}

/// A Champion card without its text. Rules: TR-CHAMP-15.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Champion {
    /// The slug.
    pub id: String,
    /// Champion Initiative: placement and ties. Rules: TR-CHAMP-3, TR-CHAMP-4, TR-R136.
    pub initiative: i32,
    /// Life at the start. Rules: TR-CHAMP-5.
    pub life: i32,
    /// Actions in a round. Rules: TR-CHAMP-7.
    pub agility: i32,
    /// Damage of a Base Attack. Rules: TR-CHAMP-9.
    pub damage: i32,
    /// Added to defense dice. Rules: TR-CHAMP-11.
    pub defense: i32,
    /// The grid of Base Attacks. Rules: TR-CHAMP-13.
    pub grid: Grid,
    /// Culture keywords; only Culture Shock looks at them. Rules: TR-GLOS-9, TR-R128.
    pub cultures: Vec<String>,
}

/// The types of loadout cards. Rules: TR-LOAD-9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Weapon.
    Weapon,
    /// Armor or an Adornment. Rules: TR-LOAD-11.
    Armor,
    /// An Inspiration.
    Inspiration,
    /// A Special Item or Ability.
    Special,
}

/// Where on the body a card is worn. Rules: TR-ARMR-4, TR-R48.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// The head.
    Head,
    /// The torso.
    Torso,
    /// Legs and feet.
    Legs,
    /// Arms and hands.
    Arms,
}

/// What a card that attacks shows besides. Rules: TR-WEAP-4, TR-WEAP-5, TR-WEAP-6, TR-SPEC-4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    /// Actions an attack costs, perhaps none. Rules: TR-R50.
    pub cost: i32,
    /// Damage of a hit. Rules: TR-R59.
    pub damage: i32,
    /// Where it reaches.
    pub grid: Grid,
}

/// A loadout card without its text. Rules: TR-LOAD-1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The slug.
    pub id: String,
    /// The type.
    pub kind: Kind,
    /// Initiative of the round in whose slot it lies. Rules: TR-REVL-6.
    pub initiative: i32,
    /// Cost, damage and grid, if one can attack with it. Rules: TR-SPEC-4.
    pub strike: Option<Strike>,
    /// How many hands it takes to use it; 0 if it shows no hand. Rules: TR-WIELD-2, TR-R49.
    pub hands: i32,
    /// Where it is worn. Rules: TR-WIELD-1.
    pub location: Option<Location>,
    /// Culture keywords; only Culture Shock looks at them. Rules: TR-GLOS-9, TR-R128.
    pub cultures: Vec<String>,
}

/// A battle deck. Rules: TR-LOAD-4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The Champion.
    pub champion: Champion,
    /// The loadout cards in the order of the deck file. Rules: TR-R119.
    pub loadout: Vec<Card>,
}

/// What can be wrong with a battle deck. Rules: TR-R25.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not as many loadout cards as there are slots: how many there are. Rules: TR-LOAD-2, TR-R142.
    Count(usize),
    /// More than one card of a type. Rules: TR-LOAD-2, TR-LOAD-10.
    KindTwice(Kind),
    /// A body location shown by more than one card. Rules: TR-WIELD-6, TR-R48.
    LocationTwice(Location),
    /// A hand number beyond 0 to 2. Rules: TR-WIELD-2.
    Hands(String),
    /// Another statistic of a card out of its range: card and statistic. Rules: TR-R50.
    Range(String, &'static str),
    /// A Weapon one cannot attack with. Rules: TR-WEAP-6.
    WeaponWithoutStrike(String),
    /// Armor or an Inspiration one could attack with. Rules: TR-ARMR-2, TR-INSP-2.
    StrikeOnOtherKind(String),
    /// Armor that is worn nowhere. Rules: TR-ARMR-3.
    ArmorWithoutLocation(String),
    /// The cards share no Culture, and Culture Shock wants one. Rules: TR-VAR-8, TR-R128.
    Culture,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "the loadout has {count} cards, not one for each slot"),
            Self::KindTwice(kind) => write!(f, "more than one {kind:?}"),
            Self::LocationTwice(location) => write!(f, "more than one card on one location, {location:?}"),
            Self::Hands(card) => write!(f, "{card}: the hand number is not 0 to 2"),
            Self::Range(card, what) => write!(f, "{card}: {what} is out of range"),
            Self::WeaponWithoutStrike(card) => write!(f, "{card}: a Weapon needs cost, damage and grid"),
            Self::StrikeOnOtherKind(card) => write!(f, "{card}: only Weapons and Specials attack"),
            Self::ArmorWithoutLocation(card) => write!(f, "{card}: Armor needs a body location"),
            Self::Culture => write!(f, "the cards share no Culture"),
        }
    }
}

/// All faults of a battle deck for a game with so many slots (0 in a Fist Fight), with or without
/// the restriction of Culture Shock.
/// Rules: TR-LOAD-2, TR-LOAD-8, TR-LOAD-10, TR-R25, TR-R48, TR-R128, TR-R142.
pub fn check_deck(deck: &Deck, slots: usize, culture_shock: bool) -> Vec<Fault> {
    let mut faults = Vec::new();
    faults.extend(champion_faults(&deck.champion));
    for card in &deck.loadout {
        faults.extend(card_faults(card));
    }
    if deck.loadout.len() != slots {
        faults.push(Fault::Count(deck.loadout.len()));
    }
    for kind in [Kind::Weapon, Kind::Armor, Kind::Inspiration, Kind::Special] {
        if deck.loadout.iter().filter(|card| card.kind == kind).count() > 1 {
            faults.push(Fault::KindTwice(kind));
        }
    }
    for location in [Location::Head, Location::Torso, Location::Legs, Location::Arms] {
        if deck.loadout.iter().filter(|card| card.location == Some(location)).count() > 1 {
            faults.push(Fault::LocationTwice(location));
        }
    }
    let is_shared = |culture: &String| deck.loadout.iter().all(|card| card.cultures.contains(culture));
    if culture_shock && !deck.champion.cultures.iter().any(is_shared) {
        faults.push(Fault::Culture);
    }
    faults
}

fn champion_faults(champion: &Champion) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut check = |value: i32, low: i32, high: i32, what: &'static str| {
        if !(low..=high).contains(&value) {
            faults.push(Fault::Range(champion.id.clone(), what));
        }
    };
    check(champion.initiative, 0, 20, "initiative");
    check(champion.life, 1, 12, "life");
    check(champion.agility, 1, 9, "agility");
    check(champion.damage, 0, 6, "damage");
    check(champion.defense, -3, 3, "defense");
    faults
}

fn card_faults(card: &Card) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !(0..=20).contains(&card.initiative) {
        faults.push(Fault::Range(card.id.clone(), "initiative"));
    }
    if !(0..=2).contains(&card.hands) {
        faults.push(Fault::Hands(card.id.clone()));
    }
    match (&card.strike, card.kind) {
        (None, Kind::Weapon) => faults.push(Fault::WeaponWithoutStrike(card.id.clone())),
        (Some(_), Kind::Armor | Kind::Inspiration) => faults.push(Fault::StrikeOnOtherKind(card.id.clone())),
        _ => {}
    }
    if let Some(strike) = &card.strike {
        if !(0..=4).contains(&strike.cost) {
            faults.push(Fault::Range(card.id.clone(), "cost"));
        }
        if !(0..=9).contains(&strike.damage) {
            faults.push(Fault::Range(card.id.clone(), "damage"));
        }
    }
    if card.kind == Kind::Armor && card.location.is_none() {
        faults.push(Fault::ArmorWithoutLocation(card.id.clone()));
    }
    faults
}

/// True if a newly revealed card may stay beside the cards its owner already has face up: no type
/// and no body location twice, and a possible hand number. Rules: TR-REVL-2, TR-R25.
pub fn may_stay(card: &Card, face_up: &[&Card]) -> bool {
    let kind_is_free = face_up.iter().all(|other| other.kind != card.kind);
    let location_is_free =
        card.location.is_none() || face_up.iter().all(|other| other.location != card.location);
    let hands_are_possible = (0..=2).contains(&card.hands);
    kind_is_free && location_is_free && hands_are_possible
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faulty_grids_are_refused() {
        let good = ". . .\n+0 +1 0\n-3 ^ +3\n. . .";
        let grid = Grid::parse(good).expect("a grid");
        assert_eq!(grid.anchor, 2);
        assert_eq!(grid.cells[1], [Some(0), Some(1), Some(0)]);
        for (old, new) in
            [("^", "."), ("+3", "+4"), ("+3", "^"), ("+1", "^"), ("+1", "x"), ("+1", ""), ("+1", ". .")]
        {
            assert!(Grid::parse(&good.replace(old, new)).is_err(), "{old} -> {new}");
        }
        assert!(Grid::parse(". . .\n. ^ .\n. . .").is_err());
    }
}
