//! What the files of a setup hold: cards, Arenas, decks and War Chests.

use std::sync::{LazyLock, OnceLock};

use cardlang::file::{At, CardFile, Table};
use engine::{Faults, Place, Settings, Source, Sources, bounds, nearest};

use super::features::{FEATURE_HINT, Feature, misplaced, misplacement};
use super::seats::{deck_of, ready_faults};
use crate::arena::Arena;
use crate::cards::{self, Card};
use crate::faces::Face;
use crate::rules::Rules;

/// How the names of shipped files begin.
const FOLDER: &str = "shipped/";
/// The file with the ready War Chests.
const CHESTS: &str = "chests";

/// The files that every game knows.
static SHIPPED: LazyLock<Sources> = LazyLock::new(|| {
    let mut sources = Sources::none();
    for (name, text) in [
        ("starter", include_str!("../../../../cards/time-rift/starter.toml")),
        ("second", include_str!("../../../../cards/time-rift/second.toml")),
        ("reserve", include_str!("../../../../cards/time-rift/reserve.toml")),
        ("arenas", include_str!("../../../../cards/time-rift/arenas.toml")),
        (CHESTS, include_str!("../../../../cards/time-rift/chests.toml")),
    ] {
        sources.push(format!("{FOLDER}{name}"), text);
    }
    sources
});

/// The shipped cards and arenas, for programs that need no game.
pub fn shipped_sources() -> Vec<Source> {
    SHIPPED.0.clone()
}

/// The sources of a setup with every shipped text; War Chests are for matches only.
pub fn embedded(settings: &Settings, sources: &Sources) -> Sources {
    let mut all = sources.clone();
    let chests = settings.get("match").is_some_and(|length| length != "off");
    for Source { name, text } in &SHIPPED.0 {
        if all.get(name).is_none() && (chests || !name.ends_with(CHESTS)) {
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
        if SHIPPED.replaced_by(sources).eq(&SHIPPED.0) {
            files = Self::shipped().clone();
        } else {
            SHIPPED.replaced_by(sources).for_each(|source| files.add(source, faults));
        }
        for source in sources.beside(&SHIPPED, FOLDER) {
            if let Some(source) = faults.take(source) {
                files.add(source, faults);
            }
        }
        files
    }

    /// What is shipped, read once: the texts are part of the program and never change.
    fn shipped() -> &'static Self {
        static FILES: OnceLock<Files> = OnceLock::new();
        FILES.get_or_init(|| {
            let mut files = Self::default();
            SHIPPED.0.iter().for_each(|source| files.add(source, &mut Faults::none()));
            files
        })
    }

    /// Later files replace what earlier ones call by the same name.
    fn add(&mut self, source: &Source, faults: &mut Faults) {
        let (cards, found) = cards::read(source);
        faults.append(found);
        let tables = Tables::read(source, None, faults);
        let all = bounds::count("the setup", self.cards.len() + cards.len(), "cards", bounds::CARDS);
        if let Err(fault) = all {
            faults.push(fault.at(Place::Source(source.name.clone(), 1, 1)));
            return;
        }
        self.put(cards, tables);
    }

    fn put(&mut self, cards: Vec<Card>, tables: Tables) {
        for card in cards {
            match self.cards.iter_mut().find(|known| known.id == card.id) {
                Some(known) => *known = card,
                None => self.cards.push(card),
            }
        }
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
    /// Reads them; a judge looks at whatever can be read.
    fn read(source: &Source, mut judge: Option<&mut Judge<'_>>, faults: &mut Faults) -> Self {
        let mut tables = Self::default();
        let mut file = CardFile::new(source);
        let root = file.root();
        let root = root.get_ref();
        for (table, span) in file.tables(root, "arena") {
            let (field, features) = read_field(&mut file, table, &span);
            if judge.is_some() {
                tell_misplaced(&mut file, &field, features);
            }
            tables.fields.push(field);
        }
        for (kind, lists) in [("deck", &mut tables.decks), ("chest", &mut tables.chests)] {
            for (table, span) in file.tables(root, kind) {
                lists.push(read_list(&mut file, kind, table, span, judge.as_deref_mut()));
            }
        }
        // The file was read as TOML before, and what is wrong with that has been told.
        if ["arena", "deck", "chest"].iter().any(|key| root.contains_key(*key)) {
            faults.append(file.finish());
        }
        tables
    }
}

/// The shipped cards.
pub(crate) fn shipped_cards() -> &'static [Card] {
    &Files::shipped().cards
}

/// What is wrong and what is doubtful about the Arenas, decks and War Chests of files, file by file, with the cards that
/// were read in each and what is wrong with these, if these are the ids of all cards.
pub(crate) fn table_faults(
    files: &Sources,
    read: &[(Vec<Card>, Faults)],
    ids: &[String],
) -> Vec<(Faults, Faults)> {
    let mut all = Files::shipped().clone();
    for (source, (cards, _)) in files.0.iter().zip(read) {
        all.put(cards.clone(), Tables::read(source, None, &mut Faults::none()));
    }
    let mut rules = super::usual_rules();
    rules.faces = all.cards.iter().map(|card| Face::new(card.clone(), true)).collect();
    let mut told = Vec::new();
    for (source, (_, wrong)) in files.0.iter().zip(read) {
        let (mut faults, doubts) = (Faults::none(), CardFile::new(source));
        let mut judge = Judge { rules: &mut rules, ids, doubts };
        Tables::read(source, Some(&mut judge), &mut faults);
        // Of a card that cannot be read nobody knows whether it goes with the others.
        if wrong.is_empty() {
            let of_cards = judge.decks_of_cards(source, &all);
            faults.append(of_cards);
        }
        told.push((faults, judge.doubts.finish()));
    }
    told
}

/// Whoever looks at tables without setting a game up.
struct Judge<'a> {
    /// The usual rules, with all cards.
    rules: &'a mut Rules,
    /// The ids of all cards, those that cannot be read included.
    ids: &'a [String],
    /// The file again, for what is doubtful.
    doubts: CardFile<'a>,
}

impl Judge<'_> {
    /// Tells what is wrong with a ready deck: an error if it is so in every setup, else it is doubtful. One that has
    /// fewer cards than there are slots is for setups with fewer slots.
    fn deck(&mut self, file: &mut CardFile<'_>, at: At, id: &str, cards: &[String]) {
        let Some(deck) = deck_of(self.rules, cards) else { return };
        let usual = self.rules.slots;
        self.rules.slots = usual.min(u8::try_from(deck.loadout.len()).unwrap_or(u8::MAX));
        let wrong = ready_faults(self.rules, deck.clone());
        self.rules.slots = usual;
        let sound = wrong.is_empty();
        for (what, hint) in wrong {
            file.fault("E-DECK", at.clone(), format!("deck `{id}`: {what}"), &hint);
        }
        for (what, hint) in ready_faults(self.rules, deck).into_iter().filter(|_| sound) {
            self.doubts.fault("W-DECK", at.clone(), format!("deck `{id}`: {what}"), &hint);
        }
    }

    /// Looks at the decks that cards name in their own `deck` fields, each where its first card is.
    fn decks_of_cards(&mut self, source: &Source, all: &Files) -> Faults {
        let mut file = CardFile::new(source);
        let root = file.root();
        let ready = all.ready();
        for (table, span) in file.tables(root.get_ref(), "card") {
            let (id, _) = file.id(table, &span);
            let Some((name, at)) = file.text(table, "deck") else { continue };
            let is_listed = all.decks.iter().any(|deck| deck.id == name);
            let deck = ready.iter().find(|(known, cards)| *known == name && cards.first() == Some(&id));
            if let Some((_, cards)) = deck.filter(|_| !is_listed) {
                self.deck(&mut file, at, &name, cards);
            }
        }
        file.finish()
    }
}

/// The keys of an Arena in a file.
pub(crate) const FIELD_KEYS: [&str; 3] = ["id", "size", "features"];

/// The keys of a deck or a War Chest in a file.
pub(crate) const LIST_KEYS: [&str; 2] = ["id", "cards"];

/// An Arena, and its features with their places.
fn read_field(file: &mut CardFile<'_>, table: &Table<'_>, span: &At) -> (Field, Vec<(Feature, At)>) {
    let (id, _) = file.id(table, span);
    file.only(table, &FIELD_KEYS);
    let size = match file.whole(table, "size") {
        Some((size @ 2..=5, _)) => size as u8,
        Some((size, at)) => {
            file.fault("E-RANGE", at, "an Arena has 2 to 5 columns and rows", "write `size = 4`");
            size.clamp(2, 5) as u8
        }
        None => 4,
    };
    let mut features = Vec::new();
    for (text, at) in file.texts(table, "features") {
        match Feature::read(&text) {
            Some(feature) => features.push((feature, at)),
            None => file.fault("E-TYPE", at, format!("`{text}` is no feature"), FEATURE_HINT),
        }
    }
    let texts = features.iter().map(|(feature, _)| feature.text()).collect();
    (Field { id, size, features: texts }, features)
}

/// Tells which features of an Arena do not find their places. Rules: TR-R35, TR-R102.
fn tell_misplaced(file: &mut CardFile<'_>, field: &Field, features: Vec<(Feature, At)>) {
    let (features, places): (Vec<Feature>, Vec<At>) = features.into_iter().unzip();
    for nth in misplaced(&Arena::new(field.size), &features) {
        let (what, hint) = misplacement(features[nth]);
        file.fault("E-ARENA", places[nth].clone(), format!("Arena `{}`: {what}", field.id), hint);
    }
}

fn read_list(
    file: &mut CardFile<'_>,
    kind: &str,
    table: &Table<'_>,
    span: At,
    judge: Option<&mut Judge<'_>>,
) -> NamedCards {
    let (id, at_id) = file.id(table, &span);
    file.only(table, &LIST_KEYS);
    let cards = file.texts(table, "cards");
    // Whatever is no list of texts has been told.
    let list = table.get("cards");
    if list.is_none_or(|list| list.get_ref().as_array().is_some_and(|list| list.is_empty())) {
        let at = if let Some(list) = list { list.span() } else { span };
        let hint = "list the ids of its cards: `cards = [...]`";
        file.fault("E-RANGE", at, format!("{kind} `{id}` has no cards"), hint);
    }
    if let Some(judge) = &judge {
        tell_unknown(file, judge.ids, &cards);
    }
    let cards: Vec<String> = cards.into_iter().map(|(card, _)| card).collect();
    if let Some(judge) = judge.filter(|_| kind == "deck") {
        judge.deck(file, at_id, &id, &cards);
    }
    NamedCards { id, cards }
}

/// Tells which cards of a list are not there.
fn tell_unknown(file: &mut CardFile<'_>, ids: &[String], cards: &[(String, At)]) {
    for (card, at) in cards.iter().filter(|(card, _)| !ids.contains(card)) {
        let near = nearest(card, ids.iter().map(String::as_str));
        let hint = near.map_or("name a card by its id".to_owned(), |near| format!("did you mean `{near}`?"));
        file.fault("E-REF", at.clone(), format!("there is no card `{card}`"), &hint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that is called like shipped ones takes the place of one, or is refused.
    #[test]
    fn names_of_shipped_files() {
        let read = |name: &str| {
            let (mut sources, mut faults) = (Sources::none(), Faults::none());
            sources.push(name, "card = []");
            (Files::read(&sources, &mut faults).cards.len(), faults.to_string())
        };
        let all = shipped_cards().len();
        assert_eq!(read("own.toml"), (all, String::new()));
        let (fewer, faults) = read("shipped/second");
        assert!(fewer < all && faults.is_empty(), "{fewer} of {all}: {faults}");
        let fault = "shipped/moon:1:1: no such file is shipped; leave it out";
        assert_eq!(read("shipped/moon"), (all, fault.to_owned()));
    }
}
