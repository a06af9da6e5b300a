//! Decks, Styles and boards from files, checked with the codes of the validation table. All faults of a
//! file are reported, each at its place. Rules: CC-DATA-1, CC-DATA-3, CC-DATA-4, CC-R71.

use std::collections::BTreeSet;
use std::ops::Range;

use engine::{Fault, Faults, Place, Source, nearest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::board::{Board, MOST_COLUMNS, MOST_HEXES, Start};
use crate::hex::{Axial, Direction};
use crate::icons::{Kind, Section};

/// The most cards of a deck, hexes of a Style and Styles of a set.
const MOST_CARDS: usize = 30;
const MOST_STYLE_HEXES: usize = 12;
const MOST_STYLES: usize = 16;
/// No Style hex is further away.
const FARTHEST: u8 = 6;

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
}

/// A Style card: the hexes it covers for a figure that faces north, and what a hit needs there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// Its id, unique in a set.
    pub id: String,
    /// Offset and number needed.
    pub hexes: Vec<(Axial, u8)>,
}

/// Reads a deck.
pub fn deck(source: &Source) -> Result<Vec<Card>, Faults> {
    let mut file = File::new(source);
    let root = file.root();
    let root = root.get_ref();
    file.only(root, &["card"]);
    let mut cards: Vec<Card> = Vec::new();
    for (table, span) in file.tables(root, "card") {
        file.only(table, &["id", "move", "attack", "reaction", "type"]);
        let (id, at) = file.id(table, &span);
        if cards.iter().any(|card| card.id == id) {
            file.fault("E13", at, format!("there are two cards `{id}`"), "give every card an id of its own");
        }
        let walk = file.section(table, Kind::Move, "move", &span);
        let attack = file.section(table, Kind::Attack, "attack", &span);
        let reaction = file.section(table, Kind::Reaction, "reaction", &span);
        if let Some((kind, at)) = file.text(table, "type")
            && !["move", "attack", "reaction"].contains(&kind.as_str())
        {
            file.fault(
                "E12",
                at,
                format!("`{kind}` is no type of card"),
                "the types are move, attack and reaction",
            );
        }
        cards.push(Card { id, walk, attack, reaction });
    }
    if cards.is_empty() || cards.len() > MOST_CARDS {
        file.fault("E13", 0..0, format!("a deck of {} cards", cards.len()), "a deck has 1 to 30 cards");
    }
    file.faults.or(cards)
}

/// Reads a set of Styles.
pub fn styles(source: &Source) -> Result<Vec<Style>, Faults> {
    let mut file = File::new(source);
    let root = file.root();
    let root = root.get_ref();
    file.only(root, &["style"]);
    let mut styles: Vec<Style> = Vec::new();
    for (table, span) in file.tables(root, "style") {
        file.only(table, &["id", "hexes"]);
        let (id, at) = file.id(table, &span);
        if styles.iter().any(|style| style.id == id) {
            file.fault(
                "E15",
                at,
                format!("there are two Styles `{id}`"),
                "give every Style an id of its own",
            );
        }
        let mut hexes: Vec<(Axial, u8)> = Vec::new();
        let entries = file.tables(table, "hexes");
        for (entry, span) in &entries {
            file.only(entry, &["at", "need"]);
            if let Some((offset, need)) = file.style_hex(entry, span, &hexes) {
                hexes.push((offset, need));
            }
        }
        if entries.is_empty() || entries.len() > MOST_STYLE_HEXES {
            file.fault(
                "E14",
                span,
                format!("a Style with {} hexes", entries.len()),
                "a Style covers 1 to 12 hexes",
            );
        }
        styles.push(Style { id, hexes });
    }
    if styles.is_empty() || styles.len() > MOST_STYLES {
        file.fault("E15", 0..0, format!("a set of {} Styles", styles.len()), "a set has 1 to 16 Styles");
    }
    file.faults.or(styles)
}

/// Reads a board.
pub fn board(source: &Source) -> Result<Board, Faults> {
    let mut file = File::new(source);
    let root = file.root();
    let root = root.get_ref();
    file.only(root, &["id", "radius", "hexes", "without", "walls", "start"]);
    file.id(root, &(0..0));
    let mut places = match file.whole(root, "radius") {
        Some((radius, _)) if (0..=12).contains(&radius) => Board::hexagon(radius as i8),
        Some((radius, at)) => {
            file.fault("E16", at, format!("a radius of {radius}"), "give 0 to 12");
            Vec::new()
        }
        None => Vec::new(),
    };
    places.extend(file.places(root, "hexes"));
    let without = file.places(root, "without");
    places.retain(|place| !without.contains(place));
    places.sort_unstable();
    places.dedup();
    let columns = places.iter().map(|place| place.q).collect::<BTreeSet<_>>().len();
    if places.is_empty() || places.len() > MOST_HEXES || columns > MOST_COLUMNS {
        let what = format!("a board of {} hexes in {columns} columns", places.len());
        file.fault("E16", 0..0, what, "a board has 1 to 63 hexes, walls counted, in at most 26 columns");
        return Err(file.faults);
    }
    let mut board = Board::new(places);
    for (name, at) in file.texts(root, "walls") {
        match board.read(&name) {
            Some(hex) => board.add_wall(hex),
            None => file.fault(
                "E16",
                at,
                format!("there is no hex `{name}`"),
                "name hexes like A1, column by column",
            ),
        }
    }
    if !board.is_connected() {
        file.fault(
            "E16",
            0..0,
            "the board is not connected".to_owned(),
            "leave a way between all hexes that are no walls",
        );
    }
    for (table, span) in file.tables(root, "start") {
        file.only(table, &["players", "seats"]);
        let mut seats: Vec<Start> = Vec::new();
        let entries = file.tables(table, "seats");
        for (entry, span) in &entries {
            file.only(entry, &["hex", "face"]);
            if let Some(start) = file.start(entry, span, &board, &seats) {
                seats.push(start);
            }
        }
        match file.whole(table, "players") {
            Some((players, _)) if (2..=4).contains(&players) && players as usize == entries.len() => {}
            _ => {
                let what = format!("a start for {} seats", entries.len());
                file.fault("E16", span, what, "say `players = 2`, 3 or 4 and give as many seats");
            }
        }
        board.add_start(seats);
    }
    file.faults.or(board)
}

/// The id of a board file, as far as it has one.
pub fn board_id(source: &Source) -> String {
    let mut file = File::new(source);
    let root = file.root();
    file.text(root.get_ref(), "id").map(|(id, _)| id).unwrap_or_default()
}

/// A file being read, and what is wrong with it so far.
struct File<'s> {
    source: &'s Source,
    faults: Faults,
}

type Table<'t> = DeTable<'t>;

impl<'s> File<'s> {
    fn new(source: &'s Source) -> Self {
        Self { source, faults: Faults::none() }
    }

    /// The whole file; what is no TOML is reported and left out.
    fn root(&mut self) -> Spanned<Table<'s>> {
        let (root, errors) = DeTable::parse_recoverable(&self.source.text);
        for error in errors {
            let what = error.message().lines().collect::<Vec<_>>().join(", ");
            let at = error.span().unwrap_or(0..0);
            self.push(at, what, "the file must be TOML");
        }
        root
    }

    fn push(&mut self, at: Range<usize>, what: impl Into<String>, remedy: &str) {
        let before = self.source.text.get(..at.start).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        let place = Place::Source(self.source.name.clone(), line, column);
        self.faults.push(Fault::new(what, remedy).at(place));
    }

    fn fault(&mut self, code: &str, at: Range<usize>, what: impl Into<String>, remedy: &str) {
        self.push(at, format!("{code}: {}", what.into()), remedy);
    }

    /// Reports every key that means nothing here.
    fn only(&mut self, table: &Table<'_>, known: &[&str]) {
        for key in table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            let remedy = nearest(name, known.iter().copied()).map_or_else(
                || format!("the keys here are {}", known.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            self.push(key.span(), format!("`{name}` means nothing here"), &remedy);
        }
    }

    fn wrong(&mut self, at: Range<usize>, key: &str, wanted: &str) {
        self.push(at, format!("`{key}` is not {wanted}"), "see the shipped files for examples");
    }

    /// A text and where its first character stands.
    fn text(&mut self, table: &Table<'_>, key: &str) -> Option<(String, Range<usize>)> {
        let value = table.get(key)?;
        if let DeValue::String(text) = value.get_ref() {
            Some((text.to_string(), value.span().start + 1..value.span().end))
        } else {
            self.wrong(value.span(), key, "a text");
            None
        }
    }

    fn texts(&mut self, table: &Table<'_>, key: &str) -> Vec<(String, Range<usize>)> {
        self.list(table, key, "a list of texts", |value| match value {
            DeValue::String(text) => Some(text.to_string()),
            _ => None,
        })
    }

    fn whole(&mut self, table: &Table<'_>, key: &str) -> Option<(i64, Range<usize>)> {
        let value = table.get(key)?;
        let number = number(value.get_ref());
        if number.is_none() {
            self.wrong(value.span(), key, "a whole number");
        }
        number.map(|number| (number, value.span()))
    }

    /// Places as pairs of axial coordinates.
    fn places(&mut self, table: &Table<'_>, key: &str) -> Vec<Axial> {
        let pair = |value: &DeValue<'_>| {
            let DeValue::Array(pair) = value else { return None };
            let numbers: Vec<i8> =
                pair.iter().filter_map(|value| i8::try_from(number(value.get_ref())?).ok()).collect();
            match numbers[..] {
                [q, r] if pair.len() == 2 && q.abs() <= 100 && r.abs() <= 100 => Some(Axial { q, r }),
                _ => None,
            }
        };
        self.list(table, key, "a list of pairs like [0, -1]", pair)
            .into_iter()
            .map(|(place, _)| place)
            .collect()
    }

    fn tables<'t>(&mut self, table: &'t Table<'s>, key: &str) -> Vec<(&'t Table<'s>, Range<usize>)> {
        let Some(value) = table.get(key) else { return Vec::new() };
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(value.span(), key, "a list of tables");
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::Table(table) => tables.push((table, item.span())),
                _ => self.wrong(item.span(), key, "a list of tables"),
            }
        }
        tables
    }

    fn list<T>(
        &mut self,
        table: &Table<'_>,
        key: &str,
        wanted: &str,
        read: impl Fn(&DeValue<'_>) -> Option<T>,
    ) -> Vec<(T, Range<usize>)> {
        let Some(value) = table.get(key) else { return Vec::new() };
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(value.span(), key, wanted);
            return Vec::new();
        };
        let mut list = Vec::new();
        for item in items {
            match read(item.get_ref()) {
                Some(read) => list.push((read, item.span())),
                None => self.wrong(item.span(), key, wanted),
            }
        }
        list
    }

    /// An id of letters, digits and hyphens, and where it stands.
    fn id(&mut self, table: &Table<'_>, span: &Range<usize>) -> (String, Range<usize>) {
        let (id, at) = self.text(table, "id").unwrap_or((String::new(), span.clone()));
        if id.is_empty() || !id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            self.push(at.clone(), format!("`{id}` is no id"), "give an `id` of letters, digits and hyphens");
        }
        (id, at)
    }

    fn section(&mut self, table: &Table<'_>, kind: Kind, key: &str, span: &Range<usize>) -> Section {
        let (text, at) = self.text(table, key).unwrap_or((String::new(), span.clone()));
        Section::read(kind, &text).unwrap_or_else(|flaw| {
            self.fault(flaw.code, at.start + flaw.at..at.end, flaw.what, flaw.remedy);
            Section::default()
        })
    }

    /// One hex of a Style; the first thing that is wrong with it is reported.
    fn style_hex(
        &mut self,
        entry: &Table<'_>,
        span: &Range<usize>,
        known: &[(Axial, u8)],
    ) -> Option<(Axial, u8)> {
        let (steps, at) = self.text(entry, "at").unwrap_or((String::new(), span.clone()));
        let need = self.whole(entry, "need");
        let Some(offset) = read_steps(&steps) else {
            let remedy = "write F, FF, B, FL, FR, BL or BR, joined by + (for example F+FL)";
            self.fault("E14", at, format!("`{steps}` is no way to a hex"), remedy);
            return None;
        };
        if offset == Axial::CENTRE || offset.distance(Axial::CENTRE) > FARTHEST {
            self.fault(
                "E14",
                at,
                format!("`{steps}` leads to the figure itself or too far"),
                "a Style hex is 1 to 6 steps away",
            );
            return None;
        }
        if known.iter().any(|(place, _)| *place == offset) {
            self.fault(
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
            self.fault(
                "E14",
                span.clone(),
                "what a hit needs is not 3 or 4".to_owned(),
                "write `need = 3` or `need = 4`",
            );
            None
        }
    }

    fn start(
        &mut self,
        entry: &Table<'_>,
        span: &Range<usize>,
        board: &Board,
        taken: &[Start],
    ) -> Option<Start> {
        let (name, at) = self.text(entry, "hex").unwrap_or((String::new(), span.clone()));
        let (face, face_at) = self.text(entry, "face").unwrap_or((String::new(), span.clone()));
        let face = Direction::read(&face).or_else(|| {
            self.fault("E16", face_at, format!("`{face}` is no direction"), "write N, NE, SE, S, SW or NW");
            None
        });
        match board.read(&name) {
            None => self.fault(
                "E16",
                at,
                format!("there is no hex `{name}`"),
                "name hexes like A1, column by column",
            ),
            Some(hex) if board.is_wall(hex) => {
                self.fault("E16", at, format!("`{name}` is a wall"), "nobody starts in a wall");
            }
            Some(hex) if taken.iter().any(|start| start.hex == hex) => {
                self.fault("E16", at, format!("two figures start on `{name}`"), "give each a hex of its own");
            }
            Some(hex) => return face.map(|face| Start { hex, face }),
        }
        None
    }
}

fn number(value: &DeValue<'_>) -> Option<i64> {
    match value {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    }
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
