//! The compiler comes back from any text, soon, and what it takes is written back byte by byte; so do those who
//! explain and warn.

use testkit::fuzz;
use time_rift::cards::{self, Card};
use time_rift::check::Facts;
use time_rift::compile::compile;
use time_rift::explain::{canonical, explain};
use time_rift::setup::shipped_sources;
use time_rift::warn::{Known, warnings};

const ANY: Facts = Facts { champion: false, chain: true, deployable: true };

fn shipped() -> Vec<Card> {
    shipped_sources().iter().flat_map(|file| cards::read(file).0).collect()
}

/// Tries as many damaged texts and as many reworded ones; how many of the latter compiled.
fn try_texts(cases: usize) -> usize {
    let cards = shipped();
    let known = Known::of(&cards);
    let texts: Vec<String> = cards.iter().map(|card| card.program.text()).collect();
    let read = |text: &str| {
        if let Some(spelt) = canonical(text) {
            assert_eq!(canonical(&spelt).as_ref(), Some(&spelt), "of `{text}`");
        }
        let card = Card { program: compile(text, ANY).ok()?, ..cards[1].clone() };
        explain(&card);
        warnings(&card, &known);
        Some(card.program.text())
    };
    fuzz::card_texts(&texts, cases, read)
}

#[test]
fn any_text_is_read() {
    let compiled = try_texts(4_000);
    assert!(compiled > 1_000, "only {compiled} of 4,000 reworded texts compile: few get past the grammar");
}

#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_any_text_is_read() {
    try_texts(5_000_000);
}

#[test]
fn long_texts_are_read_quickly() {
    let parts = [
        ("While ", "you have 2 or more Life and ", "you are in a wall space, you have +1 DEF."),
        ("You have ", "+1 ATK and ", "+1 DEF."),
        ("", "you have +1 ATK and +1 DEF with base attacks and ", "you have +1 DEF."),
        ("**Heal** 1", ", then target enemy within 2 spaces loses 1 Life", "."),
        ("**Jump** into an ", "empty ", "space."),
        ("", "pay 1 Life and ", "pay 1 Life: **Heal** 1."),
        ("", "You have +1 DEF. ", "You have +1 DEF."),
        ("Pay ", "9", " Life: **Heal** 1."),
    ];
    fuzz::long_card_texts(&parts, |text| compile(text, ANY).is_err() || canonical(text).is_some());
}
