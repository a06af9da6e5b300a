//! Scenarios, counts and playthroughs: text that the engine must reproduce.

use std::path::{Path, PathBuf};

use champions_combat::ChampionsCombat;
use engine::{Policy, Registry, Shelf, Sources};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

#[test]
fn scenarios() {
    let registry = Registry::new().with::<ChampionsCombat>(Shelf::Arena, &[("2-players", "")]);
    testkit::scenario::run_folder(&folder("scenarios"), &registry);
}

#[test]
fn counts() {
    let file = folder("counts").join("champions-combat.txt");
    testkit::counts::check_file::<ChampionsCombat>(&file, &Sources::none());
}

fn playthrough(name: &str, settings: &str, policy: Policy) {
    let file = folder("playthroughs").join(format!("champions-combat-{name}.txt"));
    testkit::playthrough::check_file::<ChampionsCombat>(&file, settings, &Sources::none(), policy, 1);
}

#[test]
fn playthroughs() {
    playthrough("three", "players=3 hand_size=2 win_score=3 round_cap=8 styles=S3,S3,S5", Policy::Lively);
    playthrough("four", "players=4 hand_size=2 win_score=2 round_cap=6", Policy::Lively);
}
