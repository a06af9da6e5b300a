//! What each seat brings: a battle deck, or a War Chest in a match. Rules: TR-QUICK-1, TR-QUICK-2, TR-FIST-1,
//! TR-MATCH-2, TR-MATCH-3, TR-R131, TR-R132, TR-R151.

use engine::{Faults, nearest};

use super::files::NamedCards;
use super::option_fault;
use crate::rules::{Deck, Rules};
use crate::{chests, decks};

/// A deck from the ids of its cards, Champion first; nothing if one is unknown.
pub(super) fn deck_of(rules: &Rules, ids: &[String]) -> Option<Deck> {
    let numbers: Option<Vec<u16>> = ids.iter().map(|id| rules.card(id)).collect();
    let (champion, loadout) = numbers?.split_first().map(|(first, rest)| (*first, rest.to_vec()))?;
    Some(Deck { champion, loadout })
}

/// A ready deck as it is played: with no more cards than there are slots, the Champion alone in modes without loadouts.
/// Rules: TR-FIST-1.
fn as_played(rules: &Rules, mut deck: Deck) -> Deck {
    deck.loadout.truncate(usize::from(rules.slots));
    deck
}

/// Everything that is wrong with a ready deck, and what to do about it.
pub(super) fn ready_faults(rules: &Rules, deck: Deck) -> Vec<(String, String)> {
    decks::faults(rules, &as_played(rules, deck), true)
}

/// The deck of each seat; with several candidates nothing, and the rules hold these.
/// Rules: TR-QUICK-2.
pub(super) fn seat_decks(
    rules: &mut Rules,
    ready: &[(String, Vec<String>)],
    named: &[&str],
    faults: &mut Faults,
) -> Vec<Option<Deck>> {
    let mut decks = Vec::new();
    for seat in 0..usize::from(rules.players) {
        let choices: Vec<&str> = match named.get(seat).filter(|text| **text != "ready") {
            Some(text) => text.split('|').collect(),
            None => ready.get(seat % ready.len().max(1)).map(|(name, _)| name.as_str()).into_iter().collect(),
        };
        let mut candidates: Vec<Deck> = Vec::new();
        for text in choices {
            if let Some(deck) = one_deck(rules, ready, text, faults)
                && !candidates.contains(&deck)
            {
                candidates.push(deck);
            }
        }
        if candidates.len() > 200 {
            faults.push(option_fault("decks", "more than 200 decks to choose from", "leave some out"));
        }
        if candidates.len() > 1 {
            rules.candidates[seat] = candidates;
            decks.push(None);
        } else {
            decks.push(candidates.pop());
        }
    }
    decks
}

fn one_deck(rules: &Rules, ready: &[(String, Vec<String>)], text: &str, faults: &mut Faults) -> Option<Deck> {
    let found = ready.iter().find(|(name, _)| name == text);
    let ids: Vec<String> = match found {
        Some((_, ids)) => ids.clone(),
        None if text.contains('+') || rules.card(text).is_some() => {
            text.split('+').map(str::to_owned).collect()
        }
        None => {
            let known = ready.iter().map(|(name, _)| name.as_str());
            let remedy = match nearest(text, known.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "name one of {}, or write champion+card+card",
                    known.collect::<Vec<_>>().join(", ")
                ),
            };
            faults.push(option_fault("decks", format!("there is no ready deck `{text}`"), remedy));
            return None;
        }
    };
    let mut sound = true;
    for id in &ids {
        if rules.card(id).is_none() {
            let near = nearest(id, rules.faces.iter().map(|face| face.card.id.as_str()));
            let remedy = near
                .map_or_else(|| "name a card by its id".to_owned(), |near| format!("did you mean `{near}`?"));
            faults.push(option_fault("decks", format!("there is no card `{id}`"), remedy));
            sound = false;
        }
    }
    let mut deck = deck_of(rules, &ids).filter(|_| sound)?;
    if found.is_some() {
        deck = as_played(rules, deck);
    }
    if rules.quick && found.is_none() {
        let what = format!("`{text}` is no packaged deck (TR-QUICK-1)");
        faults.push(option_fault("decks", what, "with quick=on name ready decks"));
    }
    for (what, hint) in decks::faults(rules, &deck, true) {
        faults.push(option_fault("decks", format!("deck `{text}`: {what}"), hint));
    }
    Some(deck)
}

/// What is left in the War Chest of each seat; the rules get what is spent. Rules: TR-MATCH-2, TR-MATCH-3, TR-R131.
pub(super) fn seat_chests(
    rules: &mut Rules,
    ready: &[NamedCards],
    asked: &str,
    spent: &str,
    faults: &mut Faults,
) -> [Vec<u16>; 2] {
    let fitting = ready.iter().filter(|chest| chest.cards.len() == chests::size(rules.games));
    let named: Vec<&str> = match asked {
        "ready" => fitting.map(|chest| chest.id.as_str()).cycle().take(2).collect(),
        _ => asked.split(',').collect(),
    };
    let spent: Vec<&str> = if spent == "none" { vec!["-"; 2] } else { spent.split(',').collect() };
    for (key, list) in [("chests", &named), ("spent", &spent)] {
        if list.len() != 2 {
            let what = format!("{} for two seats", list.len());
            faults.push(option_fault(key, what, "give one for each seat, with a comma between"));
        }
    }
    let mut left = [Vec::new(), Vec::new()];
    for (seat, name) in named.iter().enumerate().take(2) {
        let Some(chest) = one_chest(rules, ready, name, faults) else { continue };
        let gone = spent.get(seat).copied().unwrap_or("-");
        rules.spent[seat] = if gone == "-" { Vec::new() } else { card_list(rules, "spent", gone, faults) };
        if let Some(rest) = chests::without(&chest, rules.spent[seat].iter().copied()) {
            left[seat] = rest;
        } else {
            let what = format!("seat {seat} has spent cards that are not in its War Chest (TR-R132)");
            faults.push(option_fault("spent", what, "name cards of the chest, no more than it has"));
        }
    }
    let has_champion = |chest: &Vec<u16>| chest.iter().any(|&card| rules.face(card).sort.is_none());
    if faults.is_empty() && !left.iter().any(has_champion) {
        let what = "neither War Chest has a Champion left (TR-R151)";
        faults.push(option_fault("spent", what, "leave a Champion to one seat at least"));
    }
    left
}

/// A War Chest, in order, and everything that is wrong with it.
fn one_chest(rules: &Rules, ready: &[NamedCards], text: &str, faults: &mut Faults) -> Option<Vec<u16>> {
    let found = ready.iter().find(|chest| chest.id == text);
    if found.is_none() && !text.contains(['+', '*']) {
        let known = ready.iter().map(|chest| chest.id.as_str());
        let remedy = match nearest(text, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("name one of {}, or write card+card*3", known.collect::<Vec<_>>().join(", ")),
        };
        faults.push(option_fault("chests", format!("there is no ready War Chest `{text}`"), remedy));
        return None;
    }
    let before = faults.count();
    let list = found.map_or_else(|| text.to_owned(), |chest| chest.cards.join("+"));
    let cards = card_list(rules, "chests", &list, faults);
    if faults.count() > before {
        return None;
    }
    let short: String = text.chars().take(40).collect();
    let shown = if short.len() < text.len() { format!("{short}...") } else { short };
    let (games, size) = (rules.games, chests::size(rules.games));
    if cards.len() != size {
        let what = format!(
            "War Chest `{shown}` has {} cards, for best of {games} it has {size} (TR-MATCH-3)",
            cards.len()
        );
        let remedy = match size.checked_sub(cards.len()) {
            Some(few) => format!("add {few}"),
            None => format!("leave out {}", cards.len() - size),
        };
        faults.push(option_fault("chests", what, remedy));
    }
    if cards.len() <= 40 && !chests::holds_decks(rules, &cards, games) {
        let champions = cards.iter().filter(|&&card| rules.face(card).sort.is_none()).count();
        let what =
            format!("no {games} disjoint legal battle decks are found in War Chest `{shown}` (TR-R131)");
        let remedy = match usize::from(games).checked_sub(champions) {
            Some(few) if few > 0 => format!("it has {champions} Champions: add {few}"),
            _ => "give every Champion loadout cards that go together, each card for one deck".to_owned(),
        };
        faults.push(option_fault("chests", what, remedy));
    }
    Some(cards)
}

/// Reads `card+card*3`; the cards come in order.
fn card_list(rules: &Rules, key: &str, text: &str, faults: &mut Faults) -> Vec<u16> {
    let mut cards = Vec::new();
    for part in text.split('+') {
        let (id, copies) = part.split_once('*').unwrap_or((part, "1"));
        let copies =
            engine::text::number::<usize>(copies, "copies").ok().filter(|copies| (1..=40).contains(copies));
        match (rules.card(id), copies) {
            (Some(card), Some(copies)) => cards.extend(std::iter::repeat_n(card, copies)),
            (None, _) => {
                let near = nearest(id, rules.faces.iter().map(|face| face.card.id.as_str()));
                let remedy = near.map_or_else(
                    || "name a card by its id".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                faults.push(option_fault(key, format!("there is no card `{id}`"), remedy));
            }
            (_, None) => {
                let what = format!("`{part}` does not say how many");
                faults.push(option_fault(key, what, "write for example `dory*3`, from 1 to 40"));
            }
        }
    }
    cards.sort_unstable();
    cards
}
