//! What the files of a setup hold: cards, Arenas, decks and War Chests.

use cardlang::file::{At, CardFile, Table};
use engine::{Fault, Faults, Place, Settings, Source, Sources, nearest};

use super::features::{FEATURE_HINT, Feature};
use crate::cards::{self, Card};

const SHIPPED: &str = "shipped/";
/// The file with the ready War Chests.
const CHESTS: &str = "chests";

/// The files that every game knows.
fn shipped() -> [(String, &'static str); 5] {
    [
        ("starter", include_str!("../../../../cards/time-rift/starter.toml")),
        ("second", include_str!("../../../../cards/time-rift/second.toml")),
        ("reserve", include_str!("../../../../cards/time-rift/reserve.toml")),
        ("arenas", include_str!("../../../../cards/time-rift/arenas.toml")),
        (CHESTS, include_str!("../../../../cards/time-rift/chests.toml")),
    ]
    .map(|(name, text)| (format!("{SHIPPED}{name}"), text))
}

/// The shipped cards and arenas, for programs that need no game.
pub fn shipped_sources() -> Vec<Source> {
    shipped().into_iter().map(|(name, text)| Source { name, text: text.to_owned() }).collect()
}

/// The sources of a setup with every shipped text; War Chests are for matches only.
pub fn embedded(settings: &Settings, sources: &Sources) -> Sources {
    let mut all = sources.clone();
    let chests = settings.get("match").is_some_and(|length| length != "off");
    for (name, text) in shipped() {
        if all.get(&name).is_none() && (chests || !name.ends_with(CHESTS)) {
            all.push(name, text);
        }
    }
    all
}

/// An Arena from a file.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) id: String,
    pub(super) size: u8,
    pub(super) features: Vec<String>,
}

/// A deck or a War Chest from a file.
#[derive(Clone)]
pub(super) struct NamedCards {
    pub(super) id: String,
    pub(super) cards: Vec<String>,
}

/// What all files hold together.
#[derive(Clone, Default)]
pub(super) struct Files {
    pub(super) cards: Vec<Card>,
    pub(super) fields: Vec<Field>,
    decks: Vec<NamedCards>,
    pub(super) chests: Vec<NamedCards>,
}

impl Files {
    pub(super) fn read(sources: &Sources, faults: &mut Faults) -> Self {
        let mut files = Self::default();
        if shipped().iter().any(|(name, text)| sources.get(name).is_some_and(|given| given != *text)) {
            for (name, text) in shipped() {
                let text = sources.get(&name).unwrap_or(text).to_owned();
                files.add(&Source { name, text }, faults);
            }
        } else {
            files = Self::shipped().clone();
        }
        for source in &sources.0 {
            if !source.name.starts_with(SHIPPED) {
                files.add(source, faults);
            } else if shipped().iter().all(|(name, _)| *name != source.name) {
                let fault = Fault::new("no such file is shipped", "leave it out");
                faults.push(fault.at(Place::Source(source.name.clone(), 1, 1)));
            }
        }
        files
    }

    /// What is shipped, read once: the texts are part of the program and never change.
    fn shipped() -> &'static Self {
        static FILES: std::sync::OnceLock<Files> = std::sync::OnceLock::new();
        FILES.get_or_init(|| {
            let mut files = Self::default();
            for source in shipped_sources() {
                files.add(&source, &mut Faults::none());
            }
            files
        })
    }

    /// Later files replace what earlier ones call by the same name.
    fn add(&mut self, source: &Source, faults: &mut Faults) {
        let (cards, found) = cards::read(source);
        found.0.into_iter().for_each(|fault| faults.push(fault));
        for card in cards {
            match self.cards.iter_mut().find(|known| known.id == card.id) {
                Some(known) => *known = card,
                None => self.cards.push(card),
            }
        }
        let tables = Tables::read(source, None, faults);
        for (known, new) in [(&mut self.decks, tables.decks), (&mut self.chests, tables.chests)] {
            for list in new {
                known.retain(|known| known.id != list.id);
                known.push(list);
            }
        }
        for field in tables.fields {
            self.fields.retain(|known| known.id != field.id);
            self.fields.push(field);
        }
    }

    /// The ready decks: those of the cards' own `deck` fields, then those of files; a later one of the same name
    /// counts.
    pub(super) fn ready(&self) -> Vec<(String, Vec<String>)> {
        let mut decks: Vec<(String, Vec<String>)> = Vec::new();
        for card in &self.cards {
            let Some(name) = &card.deck else { continue };
            match decks.iter_mut().find(|(known, _)| known == name) {
                Some((_, cards)) => cards.push(card.id.clone()),
                None => decks.push((name.clone(), vec![card.id.clone()])),
            }
        }
        for deck in &self.decks {
            decks.retain(|(known, _)| *known != deck.id);
            decks.push((deck.id.clone(), deck.cards.clone()));
        }
        decks
    }
}

/// What a file holds beside cards.
#[derive(Default)]
struct Tables {
    fields: Vec<Field>,
    decks: Vec<NamedCards>,
    chests: Vec<NamedCards>,
}

impl Tables {
    /// Reads them; if the ids of all cards are given, lists may name no others.
    fn read(source: &Source, ids: Option<&[String]>, faults: &mut Faults) -> Self {
        let mut tables = Self::default();
        let mut file = CardFile::new(source);
        let root = file.root();
        let root = root.get_ref();
        for (table, span) in file.tables(root, "arena") {
            tables.fields.push(read_field(&mut file, table, &span));
        }
        for (kind, lists) in [("deck", &mut tables.decks), ("chest", &mut tables.chests)] {
            for (table, span) in file.tables(root, kind) {
                lists.push(read_list(&mut file, kind, table, span, ids));
            }
        }
        // The file was read as TOML before, and what is wrong with that has been told.
        if ["arena", "deck", "chest"].iter().any(|key| root.contains_key(*key)) {
            file.finish().0.into_iter().for_each(|fault| faults.push(fault));
        }
        tables
    }
}

/// What is wrong with the Arenas, decks and War Chests of a file, if these are the ids of all cards.
pub fn table_faults(source: &Source, ids: &[String]) -> Faults {
    let mut faults = Faults::none();
    Tables::read(source, Some(ids), &mut faults);
    faults
}

/// The keys of an Arena in a file.
pub(crate) const FIELD_KEYS: [&str; 3] = ["id", "size", "features"];

/// The keys of a deck or a War Chest in a file.
pub(crate) const LIST_KEYS: [&str; 2] = ["id", "cards"];

fn read_field(file: &mut CardFile<'_>, table: &Table<'_>, span: &At) -> Field {
    let (id, _) = file.id(table, span);
    file.only(table, &FIELD_KEYS);
    let size = match file.whole(table, "size") {
        Some((size @ 2..=5, _)) => size as u8,
        Some((_, at)) => {
            file.fault("E-RANGE", at, "an Arena has 2 to 5 columns and rows", "write `size = 4`");
            4
        }
        None => 4,
    };
    let mut features = Vec::new();
    for (text, at) in file.texts(table, "features") {
        if Feature::read(&text).is_none() {
            file.fault("E-TYPE", at, format!("`{text}` is no feature"), FEATURE_HINT);
        } else {
            features.push(text);
        }
    }
    Field { id, size, features }
}

fn read_list(
    file: &mut CardFile<'_>,
    kind: &str,
    table: &Table<'_>,
    span: At,
    ids: Option<&[String]>,
) -> NamedCards {
    let (id, _) = file.id(table, &span);
    file.only(table, &LIST_KEYS);
    let cards = file.texts(table, "cards");
    for (card, at) in &cards {
        let Some(ids) = ids.filter(|ids| !ids.contains(card)) else { continue };
        let near = nearest(card, ids.iter().map(String::as_str));
        let hint = near.map_or("name a card by its id".to_owned(), |near| format!("did you mean `{near}`?"));
        file.fault("E-REF", at.clone(), format!("there is no card `{card}`"), &hint);
    }
    // Whatever is no list of texts has been told.
    let list = table.get("cards");
    if list.is_none_or(|list| list.get_ref().as_array().is_some_and(|list| list.is_empty())) {
        let at = if let Some(list) = list { list.span() } else { span };
        let hint = "list the ids of its cards: `cards = [...]`";
        file.fault("E-RANGE", at, format!("{kind} `{id}` has no cards"), hint);
    }
    NamedCards { id, cards: cards.into_iter().map(|(card, _)| card).collect() }
}
