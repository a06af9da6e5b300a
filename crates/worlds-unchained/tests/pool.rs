//! What the shipped cards are together: enough of every sort, every keyword, action and wording of the language on
//! a card, and no word without a meaning. Run with `--nocapture` for the numbers.

#![allow(clippy::print_stdout, reason = "the numbers are for whoever adds cards")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use cardlang::{Grammar, Phrase as _};
use common::{file, pool};
use worlds_unchained::cards::{Card, Kind, read, shipped_sources};
use worlds_unchained::compile::{canonical, compile};
use worlds_unchained::text::{Class, Skill};

/// Wordings that no shipped card uses, each with the reason.
const UNUSED: &[(&str, &str, &str)] = &[];

/// The keywords of chapter 9.2 by the words they are written with. Rules: WU-9.2.2 to WU-9.2.22.
const KEYWORDS: [&str; 24] = [
    "Chain",
    "Prime",
    "Riposte",
    "Combo",
    "Reinforce",
    "Challenge",
    "Eliminated",
    "Elimination",
    "Injured",
    "Uninjured",
    "Exhausted",
    "Unexhausted",
    "Lose",
    "Overkill",
    "Limit",
    "Revenge",
    "Streak",
    "Survive",
    "Tie",
    "Win",
    "Start of Bout",
    "Passive",
    "When",
    "While",
];

/// The game actions of chapter 9.1 as wordings. Rules: WU-9.1.2 to WU-9.1.16.
const ACTIONS: [(&str, &str); 15] = [
    ("Order", "Apply"),
    ("Order", "Clear"),
    ("Order", "Augment"),
    ("Order", "Erase"),
    ("StackVerb", "Injure"),
    ("StackVerb", "Heal"),
    ("StackVerb", "Exhaust"),
    ("StackVerb", "Restore"),
    ("Order", "Spend"),
    ("Order", "Summon"),
    ("Order", "Fabricate"),
    ("Order", "Eliminate"),
    ("Order", "Protect"),
    ("Order", "Negate"),
    ("Order", "Swap"),
];

/// Forms that are made of several wordings or of none, so that the wordings alone do not prove them.
const FORMS: [&str; 30] = [
    "Challenge: ",
    " or ",
    ", Limit ",
    " while ",
    " twice",
    " 3 times",
    "a random ",
    "two random ",
    "up to two ",
    "another ",
    "each other ",
    "1 of their ",
    "its power",
    "'s power",
    "an Ability ",
    "a Chain ",
    "each Passive ",
    "each Status ",
    " until start of round",
    " until end of bout",
    "] until end of round",
    "; or ",
    ", then ",
    "power equal to ",
    "Boosts equal to ",
    " plus ",
    " minus ",
    "-1 power",
    "Fisherfolk",
    "Gearboxes",
];

/// The Skills as they stand in the card files: cut out of them, so that no reader can hide a fault.
fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for source in shipped_sources().0 {
        let cards = file(&format!("../../{}", source.name));
        assert_eq!(cards, source.text);
        for list in cards.split("\nskills = [").skip(1) {
            // A Skill may hold brackets of its own; the list ends where a line does.
            let list = list.split("]\n").next().unwrap();
            texts.extend(list.split('"').skip(1).step_by(2).map(str::to_owned));
        }
    }
    texts
}

fn skills() -> Vec<(&'static Card, &'static Skill)> {
    pool().cards().flat_map(|card| card.skills.iter().map(move |skill| (card, skill))).collect()
}

fn uses() -> BTreeMap<(&'static str, &'static str), usize> {
    let mut uses = BTreeMap::new();
    for (_, skill) in skills() {
        skill.visit(&mut |phrase, wording| *uses.entry((phrase, wording)).or_insert(0) += 1);
    }
    uses
}

#[test]
fn every_shipped_card_is_sound() {
    let reading = read(&shipped_sources());
    for told in [&reading.errors, &reading.warnings] {
        let told: Vec<String> =
            told.iter().map(ToString::to_string).filter(|told| !told.is_empty()).collect();
        assert!(told.is_empty(), "{}", told.join("\n"));
    }
}

#[test]
fn every_text_is_its_program() {
    let written: BTreeSet<String> = skills().iter().map(|(_, skill)| skill.text(&pool().names)).collect();
    let texts = texts();
    assert_eq!(texts.len(), skills().len());
    for text in &texts {
        assert!(written.contains(text), "{text}");
    }
    println!("{} Skills of {} cards, all written back as they are", texts.len(), pool().cards().count());
}

#[test]
fn there_are_enough_cards_of_every_sort() {
    let pool = pool();
    let mut classes: BTreeMap<&str, BTreeSet<Class>> = BTreeMap::new();
    let mut packs: BTreeMap<&str, usize> = BTreeMap::new();
    let mut mobs = 0;
    for card in &pool.vassals {
        let Kind::Vassal { world, class } = card.kind else { panic!("{} is no Vassal", card.name) };
        let world = world.map_or("Wanderer", |world| &pool.worlds[usize::from(world.0)]);
        classes.entry(world).or_default().insert(class);
        *packs.entry(world).or_default() += 1;
        mobs += usize::from(class == Class::Mob);
    }
    println!(
        "{} Vassals ({mobs} Mobs), {} tokens, {} Statuses, {} Resources of {} Worlds",
        pool.vassals.len(),
        pool.tokens.len(),
        pool.statuses.len(),
        pool.resources.len(),
        pool.worlds.len()
    );
    assert!(pool.vassals.len() >= 120, "{} Vassals", pool.vassals.len());
    assert!(mobs >= 8, "{mobs} Mobs");
    assert_eq!(pool.worlds.len(), 6);
    for world in &pool.worlds {
        assert_eq!(classes[world.as_str()].len(), Class::ALL.len(), "{world}");
        // The pack of a World is the pool of a draft. Rules: WU-3.3.1.1, WU-R34.
        assert_eq!(packs[world.as_str()], 25, "{world}");
    }
    let made = pool.tokens.len() + pool.statuses.len() + pool.resources.len();
    assert!(made >= 12, "{made} cards that are made");
}

#[test]
fn every_keyword_and_action_is_on_a_card() {
    let texts = texts();
    for keyword in KEYWORDS {
        let count = texts.iter().filter(|text| stands_in(text, keyword)).count();
        assert!(count > 0, "no card uses {keyword}");
    }
    let uses = uses();
    for action in ACTIONS {
        assert!(uses.contains_key(&action), "no card uses {action:?}");
    }
    for form in FORMS {
        assert!(texts.iter().any(|text| text.contains(form)), "no card uses `{form}`");
    }
    println!("{} keywords, {} actions, {} forms", KEYWORDS.len(), ACTIONS.len(), FORMS.len());
}

/// Whether these words stand in a text with nothing else around them.
fn stands_in(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !letter(text[..at].chars().next_back()) && !letter(text[at + words.len()..].chars().next())
    })
}

#[test]
fn every_wording_is_on_a_card() {
    let uses = uses();
    let grammar = Grammar::of::<Skill>();
    let (mut missing, mut used) = (Vec::new(), 0);
    for production in grammar.productions() {
        let on_card = uses.contains_key(&(production.phrase, production.name));
        let excepted = UNUSED.iter().any(|known| (known.0, known.1) == (production.phrase, production.name));
        used += usize::from(on_card);
        match (on_card, excepted) {
            (false, false) => missing.push(format!("{}::{}", production.phrase, production.name)),
            (true, true) => panic!("{}::{} is used after all", production.phrase, production.name),
            _ => {}
        }
    }
    let once = uses.values().filter(|&&count| count == 1).count();
    println!("{used} of {} wordings used, {once} of them once only", grammar.productions().len());
    assert!(missing.is_empty(), "no card uses {missing:#?}");
}

#[test]
fn programs_differ_in_what_they_do() {
    let deed = |card: &Card| card.skills.iter().map(Skill::deed).collect::<Vec<_>>();
    let cards: BTreeSet<_> = pool().vassals.iter().map(deed).collect();
    let single: BTreeSet<_> = skills().iter().map(|(_, skill)| skill.deed()).collect();
    println!(
        "{} different programs of {} Vassals, {} of {} Skills",
        cards.len(),
        pool().vassals.len(),
        single.len(),
        skills().len()
    );
    assert!(cards.len() >= 80, "{} different programs", cards.len());
    // Numbers, names and targets are indeed disregarded.
    let read = |text: &str| {
        let skill = compile(text, &pool().names, worlds_unchained::check::Bearer::Vassal);
        skill.unwrap_or_else(|faults| panic!("{text}: {}", faults[0])).deed()
    };
    let same = |a: &str, b: &str| read(a) == read(b);
    assert!(same("Chain 1: Injure a friendly Mob.", "Chain 3: Injure two random Vassals with Smoulder."));
    assert!(same(
        "Win: Apply Smoulder to this Vassal.",
        "Win: Apply Overgrowth to each opposing reinforcer."
    ));
    assert!(same("Passive: This Vassal has +1 power.", "Passive: Each friendly Scout has -2 power."));
    assert!(!same("Win: Injure a Vassal.", "Win: Heal a Vassal."));
    assert!(!same("Win: Injure a Vassal.", "Lose: Injure a Vassal."));
}

/// A text without one of its words, for each of them, and with two different neighbours swapped; those two words.
fn mutants(text: &str) -> Vec<(String, Option<[&str; 2]>)> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut mutants = Vec::new();
    for at in 0..words.len() {
        let mut shorter = words.clone();
        shorter.remove(at);
        mutants.push((shorter.join(" "), None));
        if at + 1 < words.len() && words[at] != words[at + 1] {
            let mut swapped = words.clone();
            swapped.swap(at, at + 1);
            mutants.push((swapped.join(" "), Some([words[at], words[at + 1]])));
        }
    }
    mutants
}

/// Words whose order has no meaning but only one right form: restrictions of Chains and adjectives. Their swaps are
/// read the same and refused for their form (E17).
const UNORDERED: [&str; 19] = [
    "Prime",
    "Riposte",
    "Combo",
    "Reinforce",
    "Challenge",
    "other",
    "another",
    "injured",
    "uninjured",
    "exhausted",
    "unexhausted",
    "protected",
    "friendly",
    "opposing",
    "token",
    "non-Mob",
    "Mosswane",
    "Vanguard",
    "Umbral",
];

/// Deleting a word, or swapping two neighbours, is refused or makes another program; only what has no order is read
/// the same, never to be accepted.
#[test]
fn every_word_means_something() {
    let names = &pool().names;
    let (mut cases, mut refused, mut unordered, mut same) = (0, 0, 0, Vec::new());
    for (card, skill) in skills() {
        let text = skill.text(names);
        for (mutant, swapped) in mutants(&text) {
            cases += 1;
            let read = compile(&mutant, names, card.kind.bearer());
            assert_ne!(read.as_ref(), Ok(skill), "{mutant}");
            refused += usize::from(read.is_err());
            if canonical(&mutant, names).as_ref() != Some(&text) {
                continue;
            }
            match swapped {
                Some(words) if words.iter().all(|word| UNORDERED.contains(word)) => unordered += 1,
                _ => same.push(mutant),
            }
        }
    }
    let accepted = cases - refused;
    println!(
        "{cases} changed texts: {refused} refused, {unordered} of them for their order only; {accepted} accepted as another program"
    );
    assert!(same.is_empty(), "these are read as the same: {same:#?}");
    assert!(cases > 5_000, "{cases} cases");
}

/// What is written for a text that was read loosely is read as the same program and is the right form.
#[test]
fn the_right_form_is_right() {
    let names = &pool().names;
    let fixtures = file("tests/language/ok.txt");
    let texts: BTreeSet<String> = texts().into_iter().chain(fixtures.lines().map(str::to_owned)).collect();
    let mut read = 0;
    for text in &texts {
        let loose = [
            text.to_lowercase(),
            text.to_uppercase(),
            text.replace(" a ", " an ").replace(" an ", " one "),
            text.replace(" two ", " 2 ").replace(" 2 ", " two "),
            text.replace(' ', "  "),
        ];
        for loose in mutants(text).into_iter().map(|(mutant, _)| mutant).chain(loose) {
            let Some(right) = canonical(&loose, names) else { continue };
            read += 1;
            assert_eq!(canonical(&right, names).as_ref(), Some(&right), "from {loose}");
        }
    }
    println!("{read} changed texts were read");
    assert!(read > 1_000, "{read}");
}

#[test]
fn no_text_takes_long() {
    let names = &pool().names;
    let bearer = worlds_unchained::check::Bearer::Vassal;
    let start = std::time::Instant::now();
    for (head, part) in [
        ("Win: Heal it", " and heal it"),
        ("Win: Heal it", ", then if you control a Mob"),
        ("Win: ", "If you control a Mob and you control a Mob, "),
        ("Win: Heal a", " friendly"),
        ("Win: Gain Boosts equal to 1", " plus 1"),
        ("Win: Choose one: heal it", "; heal it"),
        ("Win: Heal it.", " Heal it."),
        ("Win", " or Win"),
        ("Win: ", "This Vassal has [Win: If you control a Mob, "),
        ("", "["),
        ("", "Pearl "),
    ] {
        let mut text = head.to_owned();
        while text.len() + part.len() < 1000 {
            text += part;
        }
        for end in ["", ".", "; or heal it.", " Mob.", ": Gain 1 Boost."] {
            std::hint::black_box(compile(&format!("{text}{end}"), names, bearer).is_ok());
        }
    }
    println!("hostile texts: {:?}", start.elapsed());
    assert!(start.elapsed().as_secs() < 10, "{:?} for 55 texts", start.elapsed());
}
