//! Decks, Styles and boards from files, checked with the codes of the validation table. All faults of a
//! file are reported, each at its place. Rules: CC-DATA-1, CC-DATA-3, CC-DATA-4, CC-R71.

use std::collections::BTreeSet;

use cardlang::file::{At, CardFile, DeValue, Table, number};
use engine::{Faults, Source};

use crate::board::{Board, MOST_COLUMNS, MOST_HEXES, Start};
use crate::hex::{Axial, Direction};
use crate::icons::{Kind, Section};

/// The most cards of a deck, hexes of a Style and Styles of a set.
const MOST_CARDS: usize = 30;
const MOST_STYLE_HEXES: usize = 12;
const MOST_STYLES: usize = 16;
/// No Style hex is further away.
const FARTHEST: u8 = 6;

/// What a card may be called a card of.
const TYPES: [(&str, Kind); 3] =
    [("move", Kind::Move), ("attack", Kind::Attack), ("reaction", Kind::Reaction)];

/// The keys of the files.
pub(crate) const CARD_KEYS: [&str; 5] = ["id", "move", "attack", "reaction", "type"];
pub(crate) const STYLE_KEYS: [&str; 2] = ["id", "hexes"];
pub(crate) const BOARD_KEYS: [&str; 6] = ["id", "radius", "hexes", "without", "walls", "start"];
pub(crate) const START_KEYS: [&str; 2] = ["players", "seats"];

/// An Action card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Its id, unique in a deck.
    pub id: String,
    /// The Move section.
    pub walk: Section,
    /// The Attack section.
    pub attack: Section,
    /// The Reaction section.
    pub reaction: Section,
    /// The type that is printed on it, if any; it means nothing. Rules: CC-R8.
    pub sort: Option<Kind>,
}

/// A Style card: the hexes it covers for a figure that faces north, and what a hit needs there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// Its id, unique in a set.
    pub id: String,
    /// Offset and number needed.
    pub hexes: Vec<(Axial, u8)>,
}

/// What a file holds.
pub enum Content {
    /// A deck.
    Deck(Vec<Card>),
    /// A set of Styles.
    Styles(Vec<Style>),
    /// A board with its id, if there is anything to play on.
    Board(String, Option<Board>),
}

/// Reads a file, as far as it can be read, and tells everything that is wrong with it. Its keys say what it is;
/// `known` are the Styles there are already.
pub fn read(source: &Source, known: &[Style]) -> (Option<Content>, Faults) {
    let mut file = CardFile::new(source);
    let root = file.root();
    let root = root.get_ref();
    let has = |keys: &[&str]| keys.iter().any(|key| root.contains_key(*key));
    let content = if has(&["card"]) {
        Some(Content::Deck(deck(&mut file, root)))
    } else if has(&["style"]) {
        Some(Content::Styles(styles(&mut file, root, known)))
    } else if has(&["radius", "hexes", "start"]) {
        let (id, _) = file.id(root, &(0..0));
        Some(Content::Board(id, board(&mut file, root)))
    } else {
        file.only(root, &["card", "style", "radius", "hexes", "start", "id", "without", "walls"]);
        let what = "this is neither a deck nor Styles nor a board";
        let remedy = "a deck has [[card]] tables, Styles [[style]] tables, a board a `radius` or `hexes`";
        file.push(0..0, what, remedy);
        None
    };
    (content, file.finish())
}

fn deck<'s>(file: &mut CardFile<'s>, root: &Table<'s>) -> Vec<Card> {
    file.only(root, &["card"]);
    let mut cards: Vec<Card> = Vec::new();
    for (table, span) in file.tables(root, "card") {
        file.only(table, &CARD_KEYS);
        let (id, at) = file.id(table, &span);
        if cards.iter().any(|card| card.id == id) {
            file.fault("E13", at, format!("there are two cards `{id}`"), "give every card an id of its own");
        }
        let walk = section(file, table, Kind::Move, "move", &span);
        let attack = section(file, table, Kind::Attack, "attack", &span);
        let reaction = section(file, table, Kind::Reaction, "reaction", &span);
        let sort = file.text(table, "type").and_then(|(word, at)| {
            let sort = TYPES.into_iter().find(|(known, _)| *known == word).map(|(_, kind)| kind);
            if sort.is_none() {
                let remedy = "the types are move, attack and reaction";
                file.fault("E12", at, format!("`{word}` is no type of card"), remedy);
            }
            sort
        });
        cards.push(Card { id, walk, attack, reaction, sort });
    }
    if cards.is_empty() || cards.len() > MOST_CARDS {
        file.fault("E13", 0..0, format!("a deck of {} cards", cards.len()), "a deck has 1 to 30 cards");
        cards.truncate(MOST_CARDS);
    }
    cards
}

fn styles<'s>(file: &mut CardFile<'s>, root: &Table<'s>, known: &[Style]) -> Vec<Style> {
    file.only(root, &["style"]);
    let mut styles: Vec<Style> = Vec::new();
    for (table, span) in file.tables(root, "style") {
        file.only(table, &STYLE_KEYS);
        let (id, at) = file.id(table, &span);
        if styles.iter().chain(known).any(|style| style.id == id) {
            let what = format!("there is a Style `{id}` already");
            file.fault("E15", at, what, "give every Style an id of its own");
        }
        let mut hexes: Vec<(Axial, u8)> = Vec::new();
        let entries = file.tables(table, "hexes");
        for (entry, span) in &entries {
            file.only(entry, &["at", "need"]);
            if let Some((offset, need)) = style_hex(file, entry, span, &hexes) {
                hexes.push((offset, need));
            }
        }
        if entries.is_empty() || entries.len() > MOST_STYLE_HEXES {
            let what = format!("a Style with {} hexes", entries.len());
            file.fault("E14", span, what, "a Style covers 1 to 12 hexes");
        }
        styles.push(Style { id, hexes });
    }
    let total = styles.len() + known.len();
    if styles.is_empty() || total > MOST_STYLES {
        file.fault(
            "E15",
            0..0,
            format!("a set of {total} Styles"),
            "a set has 1 to 16 Styles, the shipped ones counted",
        );
        styles.truncate(MOST_STYLES.saturating_sub(known.len()));
    }
    styles
}

fn board<'s>(file: &mut CardFile<'s>, root: &Table<'s>) -> Option<Board> {
    file.only(root, &BOARD_KEYS);
    let mut places = match file.whole(root, "radius") {
        Some((radius, _)) if (0..=12).contains(&radius) => Board::hexagon(radius as i8),
        Some((radius, at)) => {
            file.fault("E16", at, format!("a radius of {radius}"), "give 0 to 12");
            Vec::new()
        }
        None => Vec::new(),
    };
    places.extend(axial_places(file, root, "hexes").into_iter().map(|(place, _)| place));
    for (place, at) in axial_places(file, root, "without") {
        if !places.contains(&place) {
            let what = format!("there is no hex at [{}, {}] to leave out", place.q, place.r);
            file.fault("E16", at, what, "name a hex of the board");
        }
        places.retain(|other| *other != place);
    }
    places.sort_unstable();
    places.dedup();
    let columns = places.iter().map(|place| place.q).collect::<BTreeSet<_>>().len();
    if places.is_empty() || places.len() > MOST_HEXES || columns > MOST_COLUMNS {
        let what = format!("a board of {} hexes in {columns} columns", places.len());
        file.fault("E16", 0..0, what, "a board has 1 to 63 hexes, walls counted, in at most 26 columns");
        return None;
    }
    let mut board = Board::new(places);
    for (name, at) in file.texts(root, "walls") {
        match board.read(&name) {
            Some(hex) => board.add_wall(hex),
            None => no_hex(file, at, &name),
        }
    }
    if !board.is_connected() {
        let remedy = "leave a way between all hexes that are no walls";
        file.fault("E16", 0..0, "the board is not connected", remedy);
    }
    for (table, span) in file.tables(root, "start") {
        file.only(table, &START_KEYS);
        let mut seats: Vec<Start> = Vec::new();
        let entries = file.tables(table, "seats");
        for (entry, span) in &entries {
            file.only(entry, &["hex", "face"]);
            if let Some(start) = start(file, entry, span, &board, &seats) {
                seats.push(start);
            }
        }
        match file.whole(table, "players") {
            Some((players, at)) if (2..=4).contains(&players) && players as usize == entries.len() => {
                if board.start(players as u8).is_some() {
                    let what = format!("there is a start for {players} players already");
                    file.fault("E16", at, what, "give one for each number of players");
                }
            }
            _ => {
                let what = format!("a start for {} seats", entries.len());
                file.fault("E16", span, what, "say `players = 2`, 3 or 4 and give as many seats");
            }
        }
        // With a fault among the seats there are fewer; nothing is played then.
        if seats.len() == entries.len() {
            board.add_start(seats);
        }
    }
    Some(board)
}

fn no_hex(file: &mut CardFile<'_>, at: At, name: &str) {
    file.fault("E16", at, format!("there is no hex `{name}`"), "name hexes like A1, column by column");
}

/// Places as pairs of axial coordinates.
fn axial_places(file: &mut CardFile<'_>, table: &Table<'_>, key: &str) -> Vec<(Axial, At)> {
    let pair = |value: &DeValue<'_>| {
        let DeValue::Array(pair) = value else { return None };
        let numbers: Vec<i8> =
            pair.iter().filter_map(|value| i8::try_from(number(value.get_ref())?).ok()).collect();
        match numbers[..] {
            [q, r] if pair.len() == 2 && q.abs() <= 100 && r.abs() <= 100 => Some(Axial { q, r }),
            _ => None,
        }
    };
    file.list(table, key, "a list of pairs like [0, -1]", pair)
}

fn section(file: &mut CardFile<'_>, table: &Table<'_>, kind: Kind, key: &str, span: &At) -> Section {
    let Some((text, at)) = file.line_or(table, key, span) else { return Section::default() };
    Section::read(kind, &text).unwrap_or_else(|flaw| {
        file.fault(flaw.code, at.start + flaw.at..at.end, flaw.what, flaw.remedy);
        Section::default()
    })
}

/// One hex of a Style; the first thing that is wrong with it is reported.
fn style_hex(
    file: &mut CardFile<'_>,
    entry: &Table<'_>,
    span: &At,
    known: &[(Axial, u8)],
) -> Option<(Axial, u8)> {
    let (steps, at) = file.line_or(entry, "at", span)?;
    let need = match (entry.contains_key("need"), file.whole(entry, "need")) {
        (true, None) => return None,
        (_, need) => need,
    };
    let Some(offset) = read_steps(&steps) else {
        let remedy = "write F, FF, B, FL, FR, BL or BR, joined by + (for example F+FL)";
        file.fault("E14", at, format!("`{steps}` is no way to a hex"), remedy);
        return None;
    };
    if offset == Axial::CENTRE || offset.distance(Axial::CENTRE) > FARTHEST {
        file.fault(
            "E14",
            at,
            format!("`{steps}` leads to the figure itself or too far"),
            "a Style hex is 1 to 6 steps away",
        );
        return None;
    }
    if known.iter().any(|(place, _)| *place == offset) {
        file.fault(
            "E14",
            at,
            format!("`{steps}` leads to a hex that is covered already"),
            "name each hex once",
        );
        return None;
    }
    if let Some((need @ 3..=4, _)) = need {
        Some((offset, need as u8))
    } else {
        file.fault(
            "E14",
            span.clone(),
            "what a hit needs is not 3 or 4".to_owned(),
            "write `need = 3` or `need = 4`",
        );
        None
    }
}

fn start(
    file: &mut CardFile<'_>,
    entry: &Table<'_>,
    span: &At,
    board: &Board,
    taken: &[Start],
) -> Option<Start> {
    let (name, at) = file.line_or(entry, "hex", span)?;
    let (face, face_at) = file.line_or(entry, "face", span)?;
    let face = Direction::read(&face).or_else(|| {
        file.fault("E16", face_at, format!("`{face}` is no direction"), "write N, NE, SE, S, SW or NW");
        None
    });
    match board.read(&name) {
        None => no_hex(file, at, &name),
        Some(hex) if board.is_wall(hex) => {
            file.fault("E16", at, format!("`{name}` is a wall"), "nobody starts in a wall");
        }
        Some(hex) if taken.iter().any(|start| start.hex == hex) => {
            file.fault("E16", at, format!("two figures start on `{name}`"), "give each a hex of its own");
        }
        Some(hex) => return face.map(|face| Start { hex, face }),
    }
    None
}

/// Where steps lead from a figure that faces north: `F+FL`, `FFF`, `BR`. They never turn.
fn read_steps(text: &str) -> Option<Axial> {
    text.split('+').try_fold(Axial::CENTRE, |place, step| {
        let (direction, count) = match step {
            "FR" => (1, 1),
            "BR" => (2, 1),
            "BL" => (4, 1),
            "FL" => (5, 1),
            _ if !step.is_empty() && step.len() <= 8 && step.chars().all(|c| c == 'F') => (0, step.len()),
            _ if !step.is_empty() && step.len() <= 8 && step.chars().all(|c| c == 'B') => (3, step.len()),
            _ => return None,
        };
        let direction = Direction::N.turned(direction);
        // Anything far off the board is refused by its distance; do not run out of numbers before that.
        let place = (0..count).fold(place, |place, _| place.step(direction));
        (place.distance(Axial::CENTRE) <= 40).then_some(place)
    })
}
