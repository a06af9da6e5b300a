//! Scenarios, counts and playthroughs: text that the engine must reproduce.

use std::path::{Path, PathBuf};

use engine::{Policy, Registry, Shelf, Sources};
use worlds_unchained::WorldsUnchained;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

#[test]
fn scenarios() {
    let registry = Registry::new().with::<WorldsUnchained>(Shelf::Arena, &[("standard", "")]);
    testkit::scenario::run_folder(&folder("scenarios"), &registry);
}

#[test]
fn counts() {
    let file = folder("counts").join("worlds-unchained.txt");
    testkit::counts::check_file::<WorldsUnchained>(&file, &Sources::none());
}

fn playthrough(name: &str, settings: &str, policy: Policy) {
    let file = folder("playthroughs").join(format!("worlds-unchained-{name}.txt"));
    testkit::playthrough::check_file::<WorldsUnchained>(&file, settings, &Sources::none(), policy, 1);
}

#[test]
fn playthroughs() {
    playthrough("speed", "format=speed decks=forge-hands,court-costs", Policy::Lively);
    playthrough("draft", "format=draft", Policy::Uniform);
    playthrough(
        "three",
        "format=custom players=3 decks=changing-places,first-strike,full-wind-up bouts=1 round_cap=3 boosts=8",
        Policy::Lively,
    );
}

#[test]
fn every_card_has_a_scenario() {
    let cards = worlds_unchained::cards::shipped()
        .cards()
        .map(|card| worlds_unchained::notation::slug(&card.name))
        .collect::<Vec<_>>();
    let without = testkit::scenario::cards_without(&folder("scenarios"), cards);
    assert!(without.is_empty(), "no heading of a scenario names {without:?}");
    let unknown = testkit::scenario::cards_without(&folder("scenarios"), ["no-such-card".to_owned()]);
    assert_eq!(unknown, ["no-such-card"]);
}
