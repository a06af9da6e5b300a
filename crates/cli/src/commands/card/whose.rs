//! Whose cards are meant: by `--game`, else by what is written in the files, else by their folders.
//!
//! A game tells which tables and keys its files have ([`Desk::tables`]). One that no other game has is an own word of
//! it, such as `card.kind`; a file with own words of just one game is of that game.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use cardlang::desk::{Desk, Heading};
use cardlang::file::{CardFile, words};
use engine::{Source, Sources};

use super::{DESKS, Opened, no_such_card};
use crate::errors::Failure;

/// The game of this id.
pub fn named(game: &str) -> Result<&'static dyn Desk, Failure> {
    DESKS.into_iter().find(|desk| desk.game() == game).ok_or_else(|| {
        let games = DESKS.map(Desk::game);
        let remedy = engine::nearest(game, games).map_or_else(
            || format!("the games with cards are {}", games.join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        Failure::Usage(format!("there are no cards of `{game}` to write; {remedy}"))
    })
}

/// The game of all these files.
pub fn of_files(files: &[Opened]) -> Result<&'static dyn Desk, Failure> {
    let told: Vec<(&Opened, &dyn Desk)> =
        files.iter().filter_map(|file| Some((file, game_of(file)?))).collect();
    let Some((first, desk)) = told.first().copied() else {
        return Err(untold(files));
    };
    let Some((other, theirs)) = told.iter().find(|(_, theirs)| theirs.game() != desk.game()) else {
        return Ok(desk);
    };
    let of = |file: &Opened, desk: &dyn Desk| format!("{} is of {}", file.source.name, desk.game());
    let remedy = "name the files of one game at a time";
    Err(Failure::Usage(format!("{}, {}; {remedy}", of(first, desk), of(other, *theirs))))
}

/// The game of a file: the one whose own words are in it, if they are of one game; else the one that the nearest folder
/// is called after.
fn game_of(file: &Opened) -> Option<&'static dyn Desk> {
    if let [(desk, _)] = own_words_in(&file.source)[..] {
        return Some(desk);
    }
    let called = |part: &OsStr| DESKS.into_iter().find(|desk| part == desk.game());
    file.path.iter().rev().find_map(called)
}

/// The games whose own words are in a file, each with one of them.
fn own_words_in(file: &Source) -> Vec<(&'static dyn Desk, String)> {
    let written = words(file);
    let mut found = Vec::new();
    for desk in DESKS {
        let word = own_words(desk).intersection(&written).next().cloned();
        found.extend(word.map(|word| (desk, word)));
    }
    found
}

/// The tables and keys that a game has and no other, such as `chest` and `card.kind`.
fn own_words(desk: &dyn Desk) -> BTreeSet<String> {
    let mut own = all_words(desk);
    for other in DESKS.into_iter().filter(|other| other.game() != desk.game()) {
        own = &own - &all_words(other);
    }
    own
}

fn all_words(desk: &dyn Desk) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for (table, keys) in desk.tables() {
        words.insert(table.to_owned());
        words.extend(keys.into_iter().map(|key| format!("{table}.{key}")));
    }
    words
}

/// Why it cannot be told whose cards files have: what is no TOML, else what speaks for which game.
fn untold(files: &[Opened]) -> Failure {
    let mut told = Vec::new();
    for Opened { source, .. } in files {
        let mut read = CardFile::new(source);
        read.root();
        let broken = read.finish();
        if !broken.is_empty() {
            told.push(broken.shown_in(&Sources::of(vec![source.clone()]), ""));
            continue;
        }
        let found = own_words_in(source).into_iter();
        let found: Vec<String> =
            found.map(|(desk, word)| format!("`{word}` is of {}", desk.game())).collect();
        let why = if found.is_empty() { "nothing in it tells".to_owned() } else { found.join(", ") };
        told.push(format!("{}: whose cards are these? {why}; {}", source.name, name_game()));
    }
    Failure::Usage(told.join("\n"))
}

fn name_game() -> String {
    format!("add {}", DESKS.map(|desk| format!("`--game {}`", desk.game())).join(" or "))
}

/// The game that ships a card of this id or name.
pub fn with_card(card: &str) -> Result<&'static dyn Desk, Failure> {
    let lower = card.to_lowercase();
    let mut shipped: Vec<Heading> = Vec::new();
    let mut desks: Vec<&'static dyn Desk> = Vec::new();
    for desk in DESKS {
        let cards: Vec<Heading> =
            desk.check(&desk.shipped()).into_iter().flat_map(|file| file.cards).collect();
        if cards.iter().any(|card| [&card.id, &card.name].iter().any(|word| word.to_lowercase() == lower)) {
            desks.push(desk);
        }
        shipped.extend(cards);
    }
    match desks[..] {
        [] => Err(no_such_card(card, shipped.iter())),
        [desk] => Ok(desk),
        _ => Err(Failure::Usage(format!("several games have a card `{card}`; {}", name_game()))),
    }
}
