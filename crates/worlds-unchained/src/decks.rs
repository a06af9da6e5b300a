//! Decks and draft pools from files, and whether a format allows them. Rules: WU-1.1.2, WU-3.1.1, WU-3.2.1, WU-3.3.1.1,
//! WU-3.4.1, WU-R22, WU-R34, WU-R37.

use cardlang::file::CardFile;
use engine::{Faults, Source, nearest};

use crate::notation::slug;
use crate::rules::{Format, Rules, Sort};
use crate::text::Class;

/// Cards of a pool. Rules: WU-3.3.1.1.
pub const POOL: usize = 25;

/// A deck or a draft pool as a file has it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What it is called.
    pub id: String,
    /// The format it was made for.
    pub format: Option<String>,
    /// Its cards as they are written there: `Vexa Coalhand`, `cinder-pickets*3`.
    pub cards: Vec<String>,
}

/// Adds the tables of one kind, `deck` or `pool`. Later ones replace earlier ones of the same id.
pub fn add(source: &Source, kind: &str, lists: &mut Vec<Listed>, faults: &mut Faults) {
    let mut file = CardFile::new(source);
    let root = file.root();
    let root = root.get_ref();
    for (table, span) in file.tables(root, kind) {
        let (id, _) = file.id(table, &span);
        file.about(Some(&id));
        file.only(table, &["id", "format", "cards"]);
        let format = file.text(table, "format").map(|(format, _)| format);
        let cards = file.texts(table, "cards").into_iter().map(|(card, _)| card).collect();
        lists.retain(|known| known.id != id);
        lists.push(Listed { id, format, cards });
        file.about(None);
    }
    // What is wrong with the file as TOML is told where its cards are read.
    if root.contains_key(kind) {
        file.finish().0.into_iter().for_each(|fault| faults.push(fault));
    }
}

/// What is wrong, and what to do about it.
pub type Wrong = (String, String);

/// The numbers of cards as they are written; or everything that is wrong with them.
pub fn numbers(rules: &Rules, cards: &[String]) -> Result<Vec<u16>, Vec<Wrong>> {
    let (mut numbers, mut faults) = (Vec::new(), Vec::new());
    for text in cards {
        let (name, copies) = text.rsplit_once('*').unwrap_or((text, "1"));
        let copies: Option<usize> = copies.parse().ok().filter(|copies| (1..=99).contains(copies));
        let id = slug(name.trim());
        match (rules.card(&id), copies) {
            (Some(card), Some(copies)) => numbers.extend(std::iter::repeat_n(card, copies)),
            (None, _) => {
                let near = nearest(&id, rules.faces.iter().map(|face| face.id.as_str()));
                let remedy =
                    near.map_or_else(|| "name a card".to_owned(), |near| format!("did you mean `{near}`?"));
                faults.push((format!("there is no card `{name}`"), remedy));
            }
            (_, None) => {
                faults.push((
                    format!("`{text}` is no number of copies"),
                    "write for example `name*3`".to_owned(),
                ));
            }
        }
    }
    if faults.is_empty() { Ok(numbers) } else { Err(faults) }
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
