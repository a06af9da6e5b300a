//! Cards from files: statistics, grids, keywords and texts, every fault at its place. Rules: TR-R2, TR-R4,
//! TR-R49, TR-R50, TR-R101, TR-R105, TR-R138.

use cardlang::file::{At, CardFile, Table};
use engine::{Faults, Source};

use crate::arena::read_square;
use crate::check::Facts;
use crate::compile::{Program, compile};
use crate::notation::read_seat_name;
use crate::text::CardType;

/// A card.
/// Rules: TR-ELEM-1, TR-WEAP-3, TR-WEAP-9, TR-WEAP-10, TR-ARMR-2, TR-INSP-2, TR-SPEC-2, TR-SPEC-3, TR-FX-6,
/// TR-GLOS-6.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Its id, unique in a pool.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it is, with the numbers only such cards have.
    pub kind: Kind,
    /// Its element, by number in [`ELEMENTS`].
    pub element: u8,
    /// Champion Initiative, or the Initiative of its round.
    pub initiative: u8,
    /// Hands it needs.
    pub hands: u8,
    /// Where on the body it is worn.
    pub body: Option<Body>,
    /// The chain it belongs to: name, which part, of how many.
    pub chain: Option<(String, u8, u8)>,
    /// Region, culture and designations, and a Champion's Rift Color.
    pub keywords: Keywords,
    /// The ready deck it belongs to, if any.
    pub deck: Option<String>,
    /// Something to read that has no effect. Rules: TR-WEAP-10.
    pub flavor: Option<String>,
    /// What its text does.
    pub program: Program,
}

/// The keyword line. Rules: TR-R138.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Keywords {
    /// Where it comes from.
    pub region: String,
    /// Whose it is.
    pub culture: String,
    /// What it is.
    pub designations: Vec<String>,
    /// A Champion's Rift Color.
    pub rift: Option<String>,
}

/// What a card is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A Champion.
    Champion {
        /// Life.
        life: u8,
        /// Actions a round.
        agility: u8,
        /// Damage of base attacks.
        damage: u8,
        /// Added to defense rolls.
        defense: i8,
        /// The base grid.
        grid: Grid,
    },
    /// A loadout card; Weapons always attack.
    Loadout {
        /// Its type.
        sort: CardType,
        /// How it attacks, if it does.
        attack: Option<Attack>,
        /// What it is in the Arena, if it can be deployed.
        arena: Option<Arena>,
    },
}

/// A weapon or special attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Actions it costs.
    pub cost: u8,
    /// Damage it deals.
    pub damage: u8,
    /// Where it reaches.
    pub grid: Grid,
}

/// What a Special is in the Arena. Rules: TR-R101, TR-R102.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arena {
    /// A Minion with Life and DEF.
    Minion {
        /// Life.
        life: u8,
        /// Added to defense rolls.
        defense: i8,
    },
    /// It occupies its space.
    Obstacle,
    /// It lies under whoever enters.
    Hazard,
    /// It lies on an outer side.
    Edge,
}

/// A place on the body. Rules: TR-R48.
/// Rules: TR-ARMR-3, TR-ARMR-4, TR-LOAD-11.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body {
    /// The head.
    Head,
    /// The torso.
    Torso,
    /// Legs and feet.
    Legs,
    /// Arms and hands.
    Arms,
}

impl Body {
    /// Its word in card files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Torso => "torso",
            Self::Legs => "legs",
            Self::Arms => "arms",
        }
    }
}

/// An attack grid: columns to the right, rows ahead, value of every numbered cell. Rules: TR-R2, TR-R3.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grid(pub Vec<(i8, i8, i8)>);

impl Grid {
    /// Reads four lines of three cells. Gives what is wrong with it otherwise.
    pub fn read(text: &str) -> Result<Self, String> {
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .filter(|line: &Vec<_>| !line.is_empty())
            .collect();
        if lines.len() != 4 || lines.iter().any(|line| line.len() != 3) {
            return Err("a grid is four lines of three cells".to_owned());
        }
        let marks: Vec<(usize, usize)> = (0..4)
            .flat_map(|row| (0..3).map(move |column| (row, column)))
            .filter(|&(row, column)| lines[row][column] == "^")
            .collect();
        let [(own_row, 1)] = marks[..] else {
            return Err("the Champion `^` stands once, in the middle column".to_owned());
        };
        let mut cells = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            for (column, cell) in line.iter().enumerate().filter(|(_, cell)| !matches!(**cell, "." | "^")) {
                let signed = cell.starts_with(['+', '-']) && cell.len() == 2 && *cell != "-0";
                let value = cell.parse::<i8>().ok().filter(|value| signed && (-3..=3).contains(value));
                let value = value
                    .ok_or_else(|| format!("`{cell}` is no cell: write `.`, or -3 to +3 with its sign"))?;
                cells.push((column as i8 - 1, own_row as i8 - row as i8, value));
            }
        }
        Ok(Self(cells))
    }
}

/// The elements in the order of their numbers.
pub const ELEMENTS: [&str; 7] = ["Aether", "Fire", "Metal", "Wood", "Earth", "Water", "Void"];

/// What every card has or may have.
const COMMON: &[&str] = &[
    "id",
    "deck",
    "name",
    "type",
    "element",
    "initiative",
    "region",
    "culture",
    "designation",
    "text",
    "flavor",
];
/// What else a card of each type has, in the order Champion, Weapon, Armor, Inspiration, Special.
const OWN: [&[&str]; 5] = [
    &["life", "agility", "damage", "def", "grid", "rift"],
    &["cost", "damage", "grid", "hands", "body", "chain"],
    &["hands", "body", "chain"],
    &["hands", "body", "chain"],
    &["cost", "damage", "grid", "hands", "body", "chain", "arena", "life", "def"],
];

/// The tables of card files.
const TABLES: [&str; 4] = ["card", "deck", "chest", "arena"];

/// The keys of cards of every type.
pub(crate) fn keys() -> Vec<&'static str> {
    [COMMON, &OWN.concat()].concat()
}

/// Reads the cards of a file, as far as they can be read, and everything that is wrong with them.
pub fn read(source: &Source) -> (Vec<Card>, Faults) {
    let mut file = CardFile::new(source);
    let root = file.root();
    let root = root.get_ref();
    file.only(root, &TABLES);
    let mut cards: Vec<Card> = Vec::new();
    for (table, span) in file.tables(root, "card") {
        let (id, at) = file.id(table, &span);
        file.about(Some(&id));
        if let Some(other) = other_reading(&id) {
            let what = format!("the id `{id}` would be read as {other} where cards are named in a game");
            file.push(at.clone(), what, "give another id, one that begins with two letters, say");
        }
        if cards.iter().any(|card| card.id == id) {
            file.fault(
                "E-TYPE",
                at,
                format!("there are two cards `{id}`"),
                "give every card an id of its own",
            );
        }
        if let Some(card) = card(&mut file, table, &span, id) {
            one_length(&mut file, table, &card, &cards);
            cards.push(card);
        }
        file.about(None);
    }
    if cards.is_empty() && !TABLES.iter().any(|key| root.contains_key(*key)) {
        file.push(0..0, "there are no cards here", "a card is a [[card]] table");
    }
    (cards, file.finish())
}

/// What an id means beside cards, in actions or positions. Rules: the engine model, 7.
fn other_reading(id: &str) -> Option<&'static str> {
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    match id {
        _ if id.starts_with('-') => Some("no card"),
        _ if is_number(id) => Some("a number"),
        _ if read_square(id).is_some() => Some("a space"),
        _ if id.strip_prefix('s').is_some_and(is_number) => Some("a slot"),
        _ if id.strip_prefix('n').is_some_and(is_number) => Some("a neutral"),
        _ if read_seat_name(id).is_some() => Some("a seat"),
        _ => None,
    }
}

fn card(file: &mut CardFile<'_>, table: &Table<'_>, span: &At, id: String) -> Option<Card> {
    let name = file.name(table, "name").map(|(name, _)| name).unwrap_or_default();
    let sort = one_of(file, table, span, "type", &["Champion", "Weapon", "Armor", "Inspiration", "Special"]);
    let element = one_of(file, table, span, "element", &ELEMENTS).unwrap_or(0) as u8;
    let initiative = number(file, table, span, "initiative", 0, 20) as u8;
    let hands = optional(file, table, "hands", 0, 2).unwrap_or(0) as u8;
    let body = table
        .contains_key("body")
        .then(|| one_of(file, table, span, "body", &["head", "torso", "legs", "arms"]));
    let body = body.flatten().map(|place| [Body::Head, Body::Torso, Body::Legs, Body::Arms][place]);
    let chain = chain(file, table);
    let keywords = Keywords {
        region: file.line_or(table, "region", span).map(|(text, _)| text).unwrap_or_default(),
        culture: file.line_or(table, "culture", span).map(|(text, _)| text).unwrap_or_default(),
        designations: file.texts(table, "designation").into_iter().map(|(text, _)| text).collect(),
        rift: file.name(table, "rift").map(|(text, _)| text),
    };
    let deck = file.name(table, "deck").map(|(deck, _)| deck);
    let flavor = file.in_a_line(table, "flavor");
    let own = sort.map_or(OWN.concat(), |sort| OWN[sort].to_vec());
    file.only(table, &[COMMON, &own].concat());
    let Some(sort) = sort else {
        // The text is checked all the same, as that of a card that may do anything.
        program(file, table, Facts { chain: true, deployable: true, champion: false });
        return None;
    };
    let kind = if sort == 0 { champion(file, table, span) } else { loadout(file, table, span, sort) };
    if sort == 2 && body.is_none() {
        file.fault("E-TYPE", span.clone(), "Armor without a place on the body", "add `body`");
    }
    let deployable = matches!(kind, Kind::Loadout { arena: Some(_), .. });
    let facts = Facts { champion: sort == 0, chain: chain.is_some(), deployable };
    let program = program(file, table, facts);
    Some(Card { id, name, kind, element, initiative, hands, body, chain, keywords, deck, flavor, program })
}

fn program(file: &mut CardFile<'_>, table: &Table<'_>, facts: Facts) -> Program {
    let Some((text, at)) = file.text(table, "text") else { return Program::default() };
    compile(&text, facts).unwrap_or_else(|faults| {
        for fault in &faults {
            file.diagnostic(&at, fault);
        }
        Program::default()
    })
}

fn champion(file: &mut CardFile<'_>, table: &Table<'_>, span: &At) -> Kind {
    Kind::Champion {
        life: number(file, table, span, "life", 1, 12) as u8,
        agility: number(file, table, span, "agility", 1, 9) as u8,
        damage: number(file, table, span, "damage", 0, 6) as u8,
        defense: number(file, table, span, "def", -3, 3) as i8,
        grid: grid(file, table, span),
    }
}

fn loadout(file: &mut CardFile<'_>, table: &Table<'_>, span: &At, sort: usize) -> Kind {
    let attacks = ["cost", "damage", "grid"].iter().any(|key| table.contains_key(*key));
    if attacks && sort != 1 && sort != 4 {
        file.fault(
            "E-GRID",
            span.clone(),
            "only Weapons and Specials attack",
            "leave cost, damage and grid out",
        );
    }
    let missing: Vec<_> = ["cost", "damage"].into_iter().filter(|key| !table.contains_key(*key)).collect();
    let bare = table.contains_key("grid") && !missing.is_empty();
    if bare {
        let what = format!("a grid without {}", missing.join(" and "));
        file.fault("E-GRID", span.clone(), what, "cost and damage belong to a grid");
    }
    let beside = |file: &mut CardFile<'_>, key, most| {
        if bare {
            optional(file, table, key, 0, most).unwrap_or(0)
        } else {
            number(file, table, span, key, 0, most)
        }
    };
    let attack = (attacks || sort == 1).then(|| Attack {
        cost: beside(file, "cost", 4) as u8,
        damage: beside(file, "damage", 9) as u8,
        grid: grid(file, table, span),
    });
    let minion = sort == 4 && table.get("arena").is_some_and(|of| of.get_ref().as_str() == Some("Minion"));
    for key in ["life", "def"].into_iter().filter(|key| !minion && table.contains_key(*key)) {
        let remedy = format!("leave `{key}` out, or give it to a Special with `arena = \"Minion\"`");
        file.fault("E-TYPE", span.clone(), format!("only Champions and Minions have `{key}`"), &remedy);
    }
    let arena = (sort == 4 && table.contains_key("arena")).then(|| {
        match one_of(file, table, span, "arena", &["Minion", "Obstacle", "Hazard", "Edge"])? {
            0 => Some(Arena::Minion {
                life: number(file, table, span, "life", 1, 6) as u8,
                defense: number(file, table, span, "def", -3, 3) as i8,
            }),
            1 => Some(Arena::Obstacle),
            2 => Some(Arena::Hazard),
            _ => Some(Arena::Edge),
        }
    });
    let sort = match sort {
        1 => CardType::Weapon {},
        2 => CardType::Armor {},
        3 => CardType::Inspiration {},
        _ => CardType::Special {},
    };
    Kind::Loadout { sort, attack, arena: arena.flatten() }
}

/// Which of these words a key holds.
fn one_of(file: &mut CardFile<'_>, table: &Table<'_>, span: &At, key: &str, known: &[&str]) -> Option<usize> {
    let (word, at) = file.line_or(table, key, span)?;
    let found = known.iter().position(|known| *known == word);
    if found.is_none() {
        let what =
            if word.is_empty() { format!("`{key}` is missing") } else { format!("`{word}` is no {key}") };
        file.fault("E-TYPE", at, what, &format!("write one of {}", known.join(", ")));
    }
    found
}

/// A number that must be there, within bounds; the least of them where it is not.
fn number(file: &mut CardFile<'_>, table: &Table<'_>, span: &At, key: &str, least: i64, most: i64) -> i64 {
    if !table.contains_key(key) {
        file.fault(
            "E-RANGE",
            span.clone(),
            format!("`{key}` is missing"),
            &format!("give {least} to {most}"),
        );
    }
    optional(file, table, key, least, most).unwrap_or(least)
}

fn optional(file: &mut CardFile<'_>, table: &Table<'_>, key: &str, least: i64, most: i64) -> Option<i64> {
    let (number, at) = file.whole(table, key)?;
    if !(least..=most).contains(&number) {
        file.fault("E-RANGE", at, format!("`{key}` is {number}"), &format!("give {least} to {most}"));
        return None;
    }
    Some(number)
}

fn grid(file: &mut CardFile<'_>, table: &Table<'_>, span: &At) -> Grid {
    let Some((text, at)) = file.text_or(table, "grid", span) else { return Grid::default() };
    Grid::read(&text).unwrap_or_else(|what| {
        file.fault("E-GRID", at, what, "see the shipped cards for examples");
        Grid::default()
    })
}

/// All parts of a chain in a file agree on how many there are. Rules: TR-R105.
fn one_length(file: &mut CardFile<'_>, table: &Table<'_>, card: &Card, before: &[Card]) {
    let Some((name, _, length)) = &card.chain else { return };
    let mut parts = before.iter().filter_map(|other| other.chain.as_ref().map(|chain| (&other.id, chain)));
    let other = parts.find(|(_, (chain, _, of))| chain == name && of != length);
    if let (Some((id, (_, _, of))), Some((_, at))) = (other, file.text(table, "chain")) {
        let what = format!("the chain `{name}` has {length} parts here and {of} on `{id}`");
        file.fault("E-TYPE", at, what, "give all its parts the same number");
    }
}

/// `Two Heavens 1 of 2`. Rules: TR-R105.
fn chain(file: &mut CardFile<'_>, table: &Table<'_>) -> Option<(String, u8, u8)> {
    let (text, at) = file.one_line(table, "chain")?;
    let read = || {
        let (head, of) = text.rsplit_once(" of ")?;
        let (name, part) = head.rsplit_once(' ')?;
        let (part, of) = (part.parse().ok()?, of.parse().ok()?);
        (!name.is_empty() && (2..=4).contains(&of) && (1..=of).contains(&part))
            .then(|| (name.to_owned(), part, of))
    };
    let chain = read();
    if chain.is_none() {
        file.fault(
            "E-TYPE",
            at,
            format!("`{text}` is no part of a chain"),
            "write for example `Two Heavens 1 of 2`",
        );
    }
    chain
}
