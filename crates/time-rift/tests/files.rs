//! Scenarios, counts and playthroughs: text that the engine must reproduce.

use std::path::{Path, PathBuf};

use engine::{Policy, Registry, Shelf, Sources};
use time_rift::TimeRift;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

#[test]
fn scenarios() {
    let registry = Registry::new().with::<TimeRift>(Shelf::Arena, &[("duel", "")]);
    testkit::scenario::run_folder(&folder("scenarios"), &registry);
}

#[test]
fn counts() {
    testkit::counts::check_file::<TimeRift>(&folder("counts").join("time-rift.txt"), &Sources::none());
}

fn playthrough(name: &str, settings: &str, policy: Policy) {
    let file = folder("playthroughs").join(format!("time-rift-{name}.txt"));
    testkit::playthrough::check_file::<TimeRift>(&file, settings, &Sources::none(), policy, 1);
}

#[test]
fn playthroughs() {
    playthrough("duel", "decks=zheng,leonidas", Policy::Lively);
    playthrough(
        "boss",
        "mode=1v3 decks=cleopatra,boudica,khutulun,musashi rounds=2 life_cap=4",
        Policy::Lively,
    );
    playthrough("fists", "mode=fist players=3 field=bear-garden", Policy::Uniform);
}

#[test]
fn every_card_has_a_scenario() {
    let cards = time_rift::setup::shipped_sources()
        .into_iter()
        .flat_map(|file| time_rift::cards::read(&file).0)
        .map(|card| card.id);
    let without = testkit::scenario::cards_without(&folder("scenarios"), cards);
    assert!(without.is_empty(), "no heading of a scenario names {without:?}");
    let unknown = testkit::scenario::cards_without(&folder("scenarios"), ["no-such-card".to_owned()]);
    assert_eq!(unknown, ["no-such-card"]);
}
