//! What the shipped cards are together: enough of every sort, ready decks that may be played, and no wording of
//! the card language without a card. Run with `--nocapture` for the numbers.

#![allow(clippy::print_stdout, reason = "the numbers are for whoever adds cards")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::ShippedText;
use engine::Source;
use time_rift::cards::{self, Arena, Body, Card, ELEMENTS, Kind};
use time_rift::compile::{Program, compile};
use time_rift::text::{Ability, CardType};

const FILES: [&str; 3] = ["starter.toml", "second.toml", "reserve.toml"];

/// Wordings that no shipped card uses, each with the reason.
const UNUSED: &[(&str, &str, &str)] = &[
    ("StaticClause", "Exactly", "values that are set are for cards of one's own (TR-R22, TR-FX-8)"),
    ("Level", "Agility", "the same"),
    ("Level", "Def", "the same"),
];

/// Forms that are made of several wordings, so that the wordings alone do not prove them. Every one stands in
/// some shipped text.
const FORMS: &[&str] = &[
    // The power abilities (TR-R85 to TR-R99).
    "**Combo** to make a free base attack against",
    "**Combo** to make a free weapon attack with this card from any facing",
    "**Combo** to make a free special attack from any facing",
    "using the grid of your Weapon",
    "**Combo** to move up to",
    "**Deploy** this card into an empty space adjacent to",
    "**Deploy** this card into an empty wall space within",
    "**Deploy** this card into an empty corner space.",
    "**Deploy** this card into an empty center space.",
    "**Disarm** that attack.",
    "**Disarm** that attack so it has",
    "**Disarm** the Weapon of",
    "**Dodge** 1 space",
    "**Dodge** up to",
    "**Fear** each enemy so it has",
    "**Fear** each enemy so it cannot",
    "**Heal** 1.",
    "**Heal** target",
    "**Heal** you and each ally",
    "**Jump** into",
    "**Poison** the defender 2 Actions",
    "**Poison** the defender 2 Life",
    "**Poison** target enemy within 2 spaces 3 Life",
    "**Pull** target enemy within 3 spaces up to",
    "**Pull** that enemy 1 space",
    "**Push** target adjacent enemy 1 space",
    "**Push** the defender up to",
    "**Rage** so you have",
    "**React** to make a free base attack against",
    "**React** to make a free weapon attack with this card against",
    "**React** to move",
    "**React** to rotate",
    "**React** to spend up to",
    "**Reroll** one of your dice",
    "**Reroll** any number of your dice",
    "**Reroll** one of the attacker's dice",
    "**Reroll** one of the defender's dice",
    "at the end of your turn, you may **Save** up to",
    "**Save** up to 2 Actions.",
    "**Support** you and each ally within 2 spaces so it has",
    "**Support** you or target ally within 3 spaces so it gains",
    "**Support** each ally within 2 spaces so it has",
    // What they add to.
    "ATK this turn",
    "Damage this turn",
    "Initiative and -1 DEF this round",
    "ATK and +1 DEF this game",
    "-1 DEF until the end of its next turn",
    "ATK until the end of your next turn",
    "-2 ATK for this attack",
    // What is paid.
    "pay 1 Action:",
    "pay 2 Actions:",
    "pay 1 Life:",
    "pay 2 Actions and discard this card:",
    "remove 2 \"Ankh\" tokens from this card:",
    "deplete your Armor and pay 1 Life:",
    "deplete another of your charged cards:",
    "deplete this card:",
    "deplete your Weapon:",
    "discard another of your depleted cards:",
    "discard this card:",
    "discard your Weapon:",
    "discard your Special:",
    "discard one of your face-down cards:",
    "recharge your Weapon so it may attack again this turn",
    "recharge this card so it may attack again this turn",
    "recharge another of your depleted cards so it may attack again this turn",
    "recharge another of your depleted cards.",
    // Where.
    "from in front of you",
    "from beside you",
    "from behind you",
    "with this card against enemies in",
    "against enemies within 1 space of an ally",
    "out of a space adjacent to",
    "from a wall space",
    "into this card's space",
];

/// The cards of every file.
fn pool() -> Vec<Card> {
    let mut pool = Vec::new();
    for name in FILES {
        let text = common::file(&format!("../../cards/time-rift/{name}"));
        let (cards, faults) = cards::read(&Source { name: name.to_owned(), text });
        assert!(faults.is_empty(), "{faults}");
        pool.extend(cards);
    }
    pool
}

fn texts() -> Vec<ShippedText> {
    FILES.iter().flat_map(|name| common::texts(name)).collect()
}

/// What a test counts, under what it is counted by.
fn counted<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_insert(0) += 1;
    }
    counts
}

fn is_champion(card: &Card) -> bool {
    matches!(card.kind, Kind::Champion { .. })
}

/// The place of a loadout card's type among Weapon, Armor, Inspiration, Special.
fn type_number(sort: &CardType) -> usize {
    match sort {
        CardType::Weapon {} => 0,
        CardType::Armor {} => 1,
        CardType::Inspiration {} => 2,
        CardType::Special {} => 3,
    }
}

#[test]
fn there_are_enough_cards_of_every_sort() {
    let pool = pool();
    let ids: BTreeSet<&str> = pool.iter().map(|card| card.id.as_str()).collect();
    assert_eq!(ids.len(), pool.len(), "an id is used twice");
    let names: BTreeSet<&str> = pool.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names.len(), pool.len(), "a name is used twice");

    let types = counted(pool.iter().map(|card| match &card.kind {
        Kind::Champion { .. } => "Champion",
        Kind::Loadout { sort, .. } => ["Weapon", "Armor", "Inspiration", "Special"][type_number(sort)],
    }));
    let elements = counted(pool.iter().map(|card| ELEMENTS[usize::from(card.element)]));
    let bodies = counted(pool.iter().filter_map(|card| card.body.map(|body| body as u8)));
    let arenas = counted(pool.iter().filter_map(|card| match &card.kind {
        Kind::Loadout { arena: Some(arena), .. } => Some(match arena {
            Arena::Minion { .. } => "Minion",
            Arena::Obstacle => "Obstacle",
            Arena::Hazard => "Hazard",
            Arena::Edge => "Edge",
        }),
        _ => None,
    }));
    let hands = counted(pool.iter().map(|card| card.hands));
    println!("{} cards: {types:?}, {elements:?}", pool.len());
    println!("head, torso, legs, arms: {bodies:?}; {arenas:?}; hands {hands:?}");
    assert!(pool.len() >= 104, "{} cards", pool.len());
    assert!(types.values().all(|&count| count >= 16), "{types:?}");
    assert!(elements.len() == 7 && elements.values().all(|&count| count >= 8), "{elements:?}");
    for body in [Body::Head, Body::Torso, Body::Legs, Body::Arms] {
        assert!(bodies.get(&(body as u8)).is_some_and(|&count| count >= 3), "{body:?} in {bodies:?}");
    }
    assert_eq!(arenas.keys().copied().collect::<Vec<_>>(), ["Edge", "Hazard", "Minion", "Obstacle"]);
    assert_eq!(hands.keys().copied().collect::<Vec<_>>(), [0, 1, 2]);
    let reserve = pool.iter().filter(|card| card.deck.is_none()).count();
    assert!(reserve >= 24, "{reserve} cards for free deck building");
}

#[test]
fn champions_of_every_element_and_continent() {
    let pool = pool();
    let champions: Vec<&Card> = pool.iter().filter(|card| is_champion(card)).collect();
    let elements = counted(champions.iter().map(|card| ELEMENTS[usize::from(card.element)]));
    let regions = counted(champions.iter().map(|card| card.keywords.region.as_str()));
    println!("{} Champions: {elements:?}, {regions:?}", champions.len());
    assert_eq!(champions.len(), 16);
    assert_eq!(elements.len(), 7);
    let continents = ["Africa", "Asia", "Europe", "North America", "Oceania", "South America"];
    assert_eq!(regions.keys().copied().collect::<Vec<_>>(), continents);
    let initiatives: BTreeSet<u8> = champions.iter().map(|card| card.initiative).collect();
    assert_eq!(initiatives.len(), champions.len(), "two Champions would have to roll off");
    for card in champions {
        let Kind::Champion { life, agility, damage, defense, .. } = &card.kind else { unreachable!() };
        let usual = (8..=11).contains(life)
            && (3..=5).contains(agility)
            && (1..=2).contains(damage)
            && (-1..=1).contains(defense);
        assert!(usual && card.keywords.rift.is_some(), "{}", card.id);
    }
}

/// One Champion and four loadout cards, one of each type unless construction text or chains say otherwise, no
/// place on the body twice. A deck is taken to make use of its construction text. Rules: TR-R25, TR-R48, TR-R105.
fn illegal(deck: &[&Card]) -> Option<&'static str> {
    let (champions, loadout): (Vec<&Card>, Vec<&Card>) = deck.iter().partition(|card| is_champion(card));
    if champions.len() != 1 || loadout.len() != 4 {
        return Some("one Champion and four loadout cards");
    }
    let mut allowed = [1_i32; 4];
    let abilities = deck.iter().flat_map(|card| &card.program.0);
    for construction in abilities.filter_map(|ability| match ability {
        Ability::Construction { construction } => Some(construction),
        _ => None,
    }) {
        allowed[type_number(&construction.sort)] += i32::from(construction.count.0);
        if let Some(instead) = &construction.instead {
            allowed[type_number(&instead.sort)] -= i32::from(construction.count.0);
        }
    }
    for card in loadout.iter().filter(|card| card.chain.is_none()) {
        let Kind::Loadout { sort, .. } = &card.kind else { unreachable!() };
        allowed[type_number(sort)] -= 1;
    }
    if allowed.iter().any(|&left| left < 0) {
        return Some("a type too often");
    }
    let worn: Vec<Body> = loadout.iter().filter_map(|card| card.body).collect();
    let twice = (1..worn.len()).any(|at| worn[..at].contains(&worn[at]));
    twice.then_some("a place on the body twice")
}

#[test]
fn every_ready_deck_may_be_played() {
    let pool = pool();
    let mut decks: BTreeMap<&str, Vec<&Card>> = BTreeMap::new();
    for card in &pool {
        if let Some(deck) = &card.deck {
            decks.entry(deck).or_default().push(card);
        }
    }
    assert_eq!(decks.len(), 16);
    for (name, deck) in &decks {
        assert_eq!(illegal(deck), None, "{name}");
        let cultures: BTreeSet<&str> = deck.iter().map(|card| card.keywords.culture.as_str()).collect();
        assert_eq!(cultures.len(), 1, "{name} is for Culture Shock too: {cultures:?}");
        let slots = deck.iter().filter(|card| !is_champion(card)).map(|card| u32::from(card.initiative));
        let slots = slots.sum::<u32>();
        assert!((20..=25).contains(&slots), "{name} has {slots} Initiative in its slots");
    }
    println!("{} decks, all of one culture each", decks.len());
    // The test itself tells illegal decks from legal ones.
    let swapped = |from: &str, out: &str, into: &str| {
        let mut deck = decks[from].clone();
        deck.retain(|card| card.id != out);
        deck.push(pool.iter().find(|card| card.id == into).expect(into));
        illegal(&deck)
    };
    assert_eq!(swapped("lakshmibai", "reins-in-the-teeth", "wave-after-wave"), Some("a type too often"));
    assert_eq!(swapped("spartacus", "retiarius-net", "katar"), Some("a type too often"));
    assert_eq!(swapped("shaka", "isihlangu", "katar"), None, "the chain stands for what is missing");
    assert_eq!(swapped("khutulun", "riders-boots", "sea-lion-hide"), Some("a place on the body twice"));
    assert_eq!(swapped("joan", "white-harness", "uraeus-crown"), None);
}

/// Rules: TR-R105.
#[test]
fn chains_can_be_completed() {
    let pool = pool();
    let mut chains: BTreeMap<(&str, u8), Vec<u8>> = BTreeMap::new();
    for card in &pool {
        if let Some((name, part, of)) = &card.chain {
            chains.entry((name, *of)).or_default().push(*part);
        }
    }
    println!("{chains:?}");
    for ((name, of), mut parts) in chains.clone() {
        parts.sort_unstable();
        assert_eq!(parts, (1..=of).collect::<Vec<_>>(), "{name}");
    }
    assert!(chains.len() >= 2 && chains.keys().any(|&(_, of)| of >= 3));
}

#[test]
fn every_wording_is_on_a_card() {
    let mut uses: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for card in pool() {
        for ability in &card.program.0 {
            cardlang::Phrase::visit(ability, &mut |phrase, wording| {
                *uses.entry((phrase, wording)).or_insert(0) += 1;
            });
        }
    }
    let grammar = cardlang::Grammar::of::<Ability>();
    let excepted = |phrase: &str, name: &str| UNUSED.iter().any(|known| (known.0, known.1) == (phrase, name));
    let (mut missing, mut used) = (Vec::new(), 0);
    for production in grammar.productions() {
        let on_card = uses.contains_key(&(production.phrase, production.name));
        used += usize::from(on_card);
        match (on_card, excepted(production.phrase, production.name)) {
            (false, false) => {
                missing.push(format!("{}::{}: {}", production.phrase, production.name, production.wording));
            }
            (true, true) => panic!("{}::{} is used after all", production.phrase, production.name),
            _ => {}
        }
    }
    println!("{used} of {} wordings used, {} excepted", grammar.productions().len(), UNUSED.len());
    let once = uses.values().filter(|&&count| count == 1).count();
    println!("{once} of them by one sentence only");
    for (phrase, name, reason) in UNUSED {
        println!("excepted: {phrase}::{name}: {reason}");
        let known = grammar.productions().iter().any(|known| (known.phrase, known.name) == (*phrase, *name));
        assert!(known, "{phrase}::{name} is no wording");
    }
    assert!(missing.is_empty(), "no card uses\n{}", missing.join("\n"));
}

#[test]
fn every_form_is_on_a_card() {
    let texts: Vec<String> = texts().into_iter().map(|(_, _, text)| text.to_lowercase()).collect();
    let missing: Vec<&&str> =
        FORMS.iter().filter(|form| !texts.iter().any(|text| text.contains(&form.to_lowercase()))).collect();
    println!("{} forms", FORMS.len());
    assert!(missing.is_empty(), "no card uses {missing:#?}");
}

/// A skeleton without the words that say whom, which element, or how many. It takes more for the same than it
/// should (`you` is a target everywhere), so that two that differ differ in what they do.
fn deed(program: &Program) -> String {
    let mut text = program.skeleton().to_lowercase();
    let mut replace = |from: &str, to: &str| text = text.replace(from, to);
    for group in ["you and each ally", "you or target ally"] {
        replace(group, "whom");
    }
    for noun in ["enemy minion", "enemy", "ally", "champion", "minion"] {
        for pick in ["target adjacent", "each adjacent", "target", "each"] {
            replace(&format!("{pick} {noun}"), "whom");
        }
    }
    for named in ["the attacker", "the defender", "that enemy", "that champion"] {
        replace(named, "whom");
    }
    for reference in ["you", "this card", "an enemy", "an ally", "whom"] {
        replace(&format!("whom within n space of {reference}"), "whom");
    }
    for near in ["within n space", "in front of you", "beside you", "behind you"] {
        replace(&format!("whom {near}"), "whom");
    }
    for element in ELEMENTS {
        replace(&format!(" {}", element.to_lowercase()), " element");
    }
    text.split(' ').map(uninflected).collect::<Vec<_>>().join(" ")
}

/// A word without what its number or person makes of it; `you` is anybody.
fn uninflected(word: &str) -> &str {
    match word {
        "you" => "whom",
        "has" => "have",
        "loses" => "lose",
        "gains" => "gain",
        "tokens" => "token",
        "cards" => "card",
        "hands" => "hand",
        "dice" => "die",
        "an" => "a",
        _ => word,
    }
}

#[test]
fn programs_differ_in_what_they_do() {
    let pool = pool();
    let programs: Vec<&Program> = pool.iter().map(|card| &card.program).collect();
    let skeletons: BTreeSet<String> = programs.iter().map(|program| program.skeleton()).collect();
    let deeds = counted(programs.iter().map(|program| deed(program)));
    let sentences: Vec<Program> = programs
        .iter()
        .flat_map(|program| program.0.iter().map(|ability| Program(vec![ability.clone()])))
        .collect();
    let sentence_deeds: BTreeSet<String> = sentences.iter().map(deed).collect();
    println!(
        "{} skeletons of {} programs, {} with targets and elements disregarded; {} of {} sentences",
        skeletons.len(),
        programs.len(),
        deeds.len(),
        sentence_deeds.len(),
        sentences.len()
    );
    for (deed, count) in deeds.iter().filter(|(_, count)| **count > 1) {
        println!("{count} cards: {deed}");
    }
    assert!(deeds.len() >= 100, "{} different programs", deeds.len());
    // Numbers, names and targets are indeed disregarded.
    let facts = time_rift::check::Facts::default();
    let same = |a: &str, b: &str| deed(&compile(a, facts).unwrap()) == deed(&compile(b, facts).unwrap());
    assert!(same("Pay 1 Action: target adjacent enemy loses 1 Life.", "Pay 2 Actions: you lose 2 Life."));
    assert!(same(
        "While you have a face-up Fire [Oath] card, you have +1 ATK.",
        "While you have a face-up Wood [Blade] card, each ally within 2 spaces of an enemy has -1 ATK."
    ));
    assert!(!same("You have +1 ATK.", "You have +1 DEF."));
}

#[test]
fn every_text_is_its_program() {
    common::every_text_is_its_program(&texts());
}

#[test]
fn every_word_means_something() {
    let cases = common::every_word_means_something(&texts());
    println!("{cases} changed texts, all refused or another program");
    assert!(cases > 4_000, "{cases} cases");
}
