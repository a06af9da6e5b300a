//! Decks and draft pools from files, and whether a format allows them. Rules: WU-1.1.2, WU-3.1.1, WU-3.2.1, WU-3.3.1.1,
//! WU-3.4.1, WU-R22, WU-R34, WU-R37.

use std::iter::{RepeatN, repeat_n};

use cardlang::file::{At, CardFile, Table};
use engine::{Faults, Source, nearest};

use crate::formats;
use crate::notation::slug;
use crate::rules::{Format, Rules, Sort};
use crate::text::Class;

/// Cards of a pool. Rules: WU-3.3.1.1.
pub const POOL: usize = 25;

/// What a list of cards is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// A player's deck.
    Deck,
    /// The pool of a draft.
    Pool,
}

/// A deck or a draft pool of a file.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What it is called.
    pub id: String,
    /// The format it was made for.
    pub format: Option<String>,
    /// Its cards; none if something is wrong with the list.
    pub cards: Option<Vec<u16>>,
}

/// The pack of every World: each Vassal from it once. Wanderers are in none. Rules: WU-3.3.1.1, WU-2.1.3, WU-R34.
pub fn packs(rules: &Rules) -> Vec<Listed> {
    let pack = |(world, name): (usize, &String)| {
        let is_from = |card: &u16| usize::from(rules.face(*card).world) == world;
        let vassals = (0..rules.begins[0]).filter(is_from).collect();
        Listed { id: slug(name), format: None, cards: Some(vassals) }
    };
    rules.worlds.iter().enumerate().map(pack).collect()
}

/// The keys of a list in a file.
pub(crate) const KEYS: [&str; 3] = ["id", "format", "cards"];

/// Adds the lists of a file and tells what is wrong with them, in the format each was made for. Later ones replace
/// earlier ones of the same id. What is wrong with the file as TOML is told where its cards are read.
pub fn add(
    source: &Source,
    made: Use,
    rules: &Rules,
    formats: &[Format],
    lists: &mut Vec<Listed>,
    faults: &mut Faults,
) {
    let root = CardFile::new(source).root();
    let mut file = CardFile::new(source);
    let kind = if made == Use::Deck { "deck" } else { "pool" };
    for (table, span) in file.tables(root.get_ref(), kind) {
        let (id, at) = file.id(table, &span);
        file.about(Some(&id));
        file.only(table, &KEYS);
        let cards = known_cards(&mut file, table, rules);
        let format = file.text(table, "format");
        let allowing = made_for(&mut file, format.as_ref(), made, formats);
        let wrong = match (&cards, &allowing) {
            (Some(cards), Some(format)) if made == Use::Deck => deck_faults(rules, format, cards),
            (Some(cards), _) if made == Use::Pool => pool_faults(rules, cards),
            _ => Vec::new(),
        };
        let sound = wrong.is_empty() && allowing.is_some();
        for (what, remedy) in wrong {
            file.push(at.clone(), what, &remedy);
        }
        file.about(None);
        lists.retain(|known| known.id != id);
        let format = format.map(|(format, _)| format);
        lists.push(Listed { id, format, cards: cards.filter(|_| sound) });
    }
    faults.append(file.finish());
}

/// The cards of a list, if all are known.
fn known_cards(file: &mut CardFile<'_>, table: &Table<'_>, rules: &Rules) -> Option<Vec<u16>> {
    let mut cards = Some(Vec::new());
    for (text, at) in file.texts(table, "cards") {
        match copies(rules, &text) {
            Ok(copies) => {
                if let Some(cards) = &mut cards {
                    cards.extend(copies);
                }
            }
            Err((what, remedy)) => {
                file.push(file.inside(at), what, &remedy);
                cards = None;
            }
        }
    }
    cards
}

/// The format that a list was made for, the widest if none is named; nothing if there is no such format.
fn made_for(
    file: &mut CardFile<'_>,
    named: Option<&(String, At)>,
    made: Use,
    formats: &[Format],
) -> Option<Format> {
    let widest = formats::blank("custom", "Custom");
    let Some((id, at)) = named else { return Some(widest) };
    let Some(format) = formats.iter().chain([&widest]).find(|format| format.id == *id) else {
        let remedy = formats::others(id, formats);
        file.push(at.clone(), format!("there is no format `{id}`"), &remedy);
        return None;
    };
    let (what, remedy) = match made {
        Use::Deck if format.draft => {
            (format!("decks of {id} are drafted (WU-3.3.1)"), "name another format, or make it a [[pool]]")
        }
        Use::Pool if !format.draft => {
            (format!("{id} has no draft"), "name a format with a draft, or leave `format` out")
        }
        _ => return Some(format.clone()),
    };
    file.push(at.clone(), what, remedy);
    None
}

/// What is wrong, and what to do about it.
pub type Wrong = (String, String);

/// The numbers of cards as they are written; or everything that is wrong with them.
pub fn numbers<'t>(rules: &Rules, cards: impl Iterator<Item = &'t str>) -> Result<Vec<u16>, Vec<Wrong>> {
    let (mut numbers, mut faults) = (Vec::new(), Vec::new());
    for text in cards {
        match copies(rules, text) {
            Ok(copies) => numbers.extend(copies),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(numbers) } else { Err(faults) }
}

/// The copies of a card as they are written: `Vexa Coalhand`, `cinder-pickets*3`. Rules: WU-R22.
fn copies(rules: &Rules, text: &str) -> Result<RepeatN<u16>, Wrong> {
    let (name, copies) = text.rsplit_once('*').unwrap_or((text, "1"));
    let folded = name.trim().to_lowercase();
    let named = || rules.faces.iter().position(|face| face.name.to_lowercase() == folded);
    let Some(card) = rules.card(&folded).or_else(|| named().map(|nth| nth as u16)) else {
        let near = nearest(&slug(name), rules.faces.iter().map(|face| face.id.as_str()));
        let remedy = near.map_or_else(|| "name a card".to_owned(), |near| format!("did you mean `{near}`?"));
        return Err((format!("there is no card `{name}`"), remedy));
    };
    match copies.parse() {
        Ok(copies @ 1..=99) => Ok(repeat_n(card, copies)),
        _ => Err((format!("`{text}` is no number of copies"), "write for example `name*3`".to_owned())),
    }
}

/// Everything that is wrong with a deck. Rules: WU-3.1.1, WU-3.2.1, WU-3.4.1, WU-R22, WU-R37.
pub fn deck_faults(rules: &Rules, format: &Format, deck: &[u16]) -> Vec<Wrong> {
    let mut faults = Vec::new();
    let (fewest, most) = format.deck;
    if !(usize::from(fewest)..=usize::from(most)).contains(&deck.len()) {
        let what = format!("{} cards where {} wants {fewest} to {most}", deck.len(), format.id);
        faults.push((what, "add or take away cards".to_owned()));
    }
    let mut sorted = deck.to_vec();
    sorted.sort_unstable();
    for copies in sorted.chunk_by(|a, b| a == b) {
        let face = rules.face(copies[0]);
        let limit = if face.class == Class::Mob { format.mob_copies } else { format.copies };
        // A limit that only a deck of too many cards can pass is none of its own.
        let limit = limit.filter(|&limit| limit < most);
        if face.sort == Sort::Vassal && limit.is_some_and(|limit| copies.len() > usize::from(limit)) {
            let what = format!(
                "{} of `{}` where {} allows {}",
                copies.len(),
                face.id,
                format.id,
                limit.unwrap_or_default()
            );
            faults.push((what, "replace some of them".to_owned()));
        }
    }
    faults.extend(no_cards(rules, &sorted));
    faults
}

/// Everything that is wrong with a draft pool. Rules: WU-3.3.1.1, WU-R34.
pub fn pool_faults(rules: &Rules, pool: &[u16]) -> Vec<Wrong> {
    let mut faults = Vec::new();
    if pool.len() != POOL {
        let what = format!("{} cards where a pool has {POOL}", pool.len());
        faults.push((what, "add or take away cards".to_owned()));
    }
    let mut sorted = pool.to_vec();
    sorted.sort_unstable();
    faults.extend(no_cards(rules, &sorted));
    faults
}

/// Things that are no Vassal cards. Rules: WU-1.1.2, WU-1.4.2.
fn no_cards(rules: &Rules, sorted: &[u16]) -> Vec<Wrong> {
    let mut others: Vec<u16> = sorted.to_vec();
    others.dedup();
    others.retain(|&card| rules.face(card).sort != Sort::Vassal);
    let what = |card: u16| format!("`{}` is no Vassal card", rules.id(card));
    others.into_iter().map(|card| (what(card), "leave it out".to_owned())).collect()
}
