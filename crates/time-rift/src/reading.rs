//! Cards to be read in full, and the chances of attacks in words.

use engine::{Actor, CardText, Seat};

use crate::action::{Action, NO_CARD};
use crate::cards::Grid;
use crate::explain;
use crate::label::title;
use crate::notation;
use crate::position::name_of;
use crate::rules::Rules;
use crate::state::Step;
use crate::view::View;

/// The cards that whoever has a view sees, each once, its own first.
pub fn cards(rules: &Rules, view: &View) -> Vec<CardText> {
    let (own, others): (Vec<u8>, Vec<u8>) =
        (0..rules.players).partition(|&seat| view.own.has(Seat::new(seat)));
    let mut list = Vec::new();
    for seat in own.into_iter().chain(others) {
        of_seat(rules, view, seat, &mut |card, place| {
            if rules.faces.get(usize::from(card)).is_some() {
                list.push(text(rules, card, place));
            }
        });
    }
    list
}

fn of_seat(rules: &Rules, view: &View, seat: u8, each: &mut dyn FnMut(u16, String)) {
    let state = view.known();
    let side = &state.seats[usize::from(seat)];
    let mine = view.own.has(Seat::new(seat));
    let whose =
        if mine && view.own.len() == 1 { "your".to_owned() } else { format!("{}'s", name_of(state, seat)) };
    // While battle decks are made, all cards still lie in the War Chest.
    if state.step != Step::Z1 || rules.games == 1 {
        each(side.champion, format!("{whose} Champion"));
        for (nth, slot) in side.slots.iter().enumerate() {
            let face = if slot.is_down() { ", face down" } else { "" };
            each(slot.card, format!("{whose} slot {}{face}", nth + 1));
        }
    }
    for &(_, card) in state.out.iter().filter(|(of, _)| *of == seat) {
        each(card, format!("{whose} discard pile"));
    }
    if state.step == Step::Z1 && mine && side.champion == NO_CARD && rules.games == 1 {
        for (nth, deck) in rules.candidates[usize::from(seat)].iter().enumerate() {
            each(deck.champion, format!("{whose} battle deck {}", nth + 1));
            deck.loadout.iter().for_each(|&card| each(card, format!("{whose} battle deck {}", nth + 1)));
        }
    }
    let mut last = NO_CARD;
    for &card in crate::chests::of(state, seat) {
        if card != last {
            each(card, format!("{whose} War Chest"));
        }
        last = card;
    }
}

/// A card with everything printed on it. The ready deck it belongs to is not.
fn text(rules: &Rules, card: u16, place: String) -> CardText {
    let face = rules.face(card);
    let mut told = explain::explain(&face.card);
    told.printed.facts.retain(|(key, _)| *key != "deck");
    let mut does = Vec::new();
    if let Some(grid) = grid(&face.card) {
        does.push("grid, seen from above with the attacker at ^ looking up:".to_owned());
        does.extend(grid_rows(grid));
    }
    does.extend(told.abilities.iter().map(|ability| ability.text.replace("**", "")));
    if face.abilities.len() < told.abilities.len() {
        does.push("Its text is off in this game.".to_owned());
    }
    let text = told.printed.around(does);
    CardText { name: face.card.id.clone(), title: title(rules, card), place, text }
}

fn grid(card: &crate::cards::Card) -> Option<&Grid> {
    match &card.kind {
        crate::cards::Kind::Champion { grid, .. } => Some(grid),
        crate::cards::Kind::Loadout { attack, .. } => attack.as_ref().map(|attack| &attack.grid),
    }
}

/// One line for each row of a grid, the furthest first.
fn grid_rows(grid: &Grid) -> Vec<String> {
    let rows = grid.0.iter().map(|cell| cell.1);
    let (bottom, top) = (rows.clone().min().unwrap_or(0).min(0), rows.max().unwrap_or(0).max(0));
    let cell = |column: i8, row: i8| match grid.0.iter().find(|cell| (cell.0, cell.1) == (column, row)) {
        _ if (column, row) == (0, 0) => " ^ ".to_owned(),
        Some((_, _, value)) => format!(" {value:+}"),
        None => " . ".to_owned(),
    };
    let line = |row: i8| format!("|{} {} {} |", cell(-1, row), cell(0, row), cell(1, row));
    (bottom..=top).rev().map(line).collect()
}

/// The chances of an attack, nobody using anything. Rules: TR-ODDS-2.
pub fn odds(rules: &Rules, view: &View, seat: Seat, action: Action) -> Option<String> {
    let notation = notation::write(rules, Actor::Seat(seat), action);
    let odds = view.odds.iter().find(|odds| odds.action == notation)?;
    Some(format!(
        "{} % to hit, {} % critical, {} damage, before reactions",
        tenths(odds.hit * 100, odds.of),
        tenths(odds.critical * 100, odds.of),
        tenths(odds.damage, odds.of),
    ))
}

/// A fraction with one digit behind the point, rounded.
fn tenths(part: u32, whole: u32) -> String {
    let tenths = (part * 20 + whole) / (whole * 2);
    format!("{}.{}", tenths / 10, tenths % 10)
}
