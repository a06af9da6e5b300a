//! The compiler comes back from any text, soon, and what it takes is written back byte by byte; so do those who
//! explain and warn.

use testkit::fuzz;
use worlds_unchained::cards::{Card, shipped};
use worlds_unchained::check::Bearer;
use worlds_unchained::compile::{canonical, compile};
use worlds_unchained::explain::explain;
use worlds_unchained::warn::warnings;

/// Tries as many damaged texts and as many reworded ones; how many of the latter compiled.
fn try_texts(cases: usize) -> usize {
    let pool = shipped();
    let all = pool.cards().flat_map(|card| &card.skills);
    let texts: Vec<String> = all.map(|skill| skill.text(&pool.names)).collect();
    let bearer = pool.cards().next().expect("a card").clone();
    fuzz::card_texts(&texts, cases, |text| {
        if let Some(spelt) = canonical(text, &pool.names) {
            assert_eq!(canonical(&spelt, &pool.names).as_ref(), Some(&spelt), "of `{text}`");
        }
        let skill = compile(text, &pool.names, Bearer::Vassal).ok()?;
        let back = skill.text(&pool.names);
        let card = Card { skills: vec![skill], ..bearer.clone() };
        explain(&card, "any", &pool);
        warnings(&card.skills);
        Some(back)
    })
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
    let names = shipped().names;
    let parts = [
        ("While ", "you control a Mob and ", "you control a Scout: This Vassal has +1 power."),
        ("Passive: This Vassal ", "has +1 power and ", "is protected."),
        ("Chain 1: ", "Gain 1 Boost. ", "Gain 1 Boost."),
        ("Chain 1: Gain 1 Boost", ", then gain 1 Boost", "."),
        ("Chain 1: Heal an ", "injured ", "Vassal."),
        ("Win: This Vassal has ", "[Win: This Vassal has ", "[Win: Gain 1 Boost.]."),
        ("", "Win or ", "Lose: Gain 1 Boost."),
        ("Chain ", "9", ": Gain 1 Boost."),
        ("Chain 1: Gain Boosts equal to ", "the round number plus ", "1."),
    ];
    fuzz::long_card_texts(&parts, |text| {
        compile(text, &names, Bearer::Vassal).is_err() || canonical(text, &names).is_some()
    });
}
