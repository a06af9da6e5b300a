//! Scenarios, counts and playthroughs: text that the engine must reproduce.

use std::path::{Path, PathBuf};

use classics::{Goofspiel, Kuhn, Leduc, LiarsDice, Nim, OshiZumo, Pig, TicTacToe};
use engine::{Game, Policy, Registry, Shelf, Sources};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

#[test]
fn scenarios() {
    const STANDARD: &[(&str, &str)] = &[("standard", "")];
    let registry = Registry::new()
        .with::<TicTacToe>(Shelf::Classic, STANDARD)
        .with::<Nim>(Shelf::Classic, STANDARD)
        .with::<Kuhn>(Shelf::Classic, STANDARD)
        .with::<Leduc>(Shelf::Classic, STANDARD)
        .with::<Goofspiel>(Shelf::Classic, STANDARD)
        .with::<OshiZumo>(Shelf::Classic, STANDARD)
        .with::<LiarsDice>(Shelf::Classic, STANDARD)
        .with::<Pig>(Shelf::Classic, STANDARD);
    testkit::scenario::run_folder(&folder("scenarios"), &registry);
}

fn counts_of<G: Game>() {
    testkit::counts::check_file::<G>(&folder("counts").join(format!("{}.txt", G::ID)), &Sources::none());
}

#[test]
fn counts() {
    counts_of::<TicTacToe>();
    counts_of::<Nim>();
    counts_of::<Kuhn>();
    counts_of::<Leduc>();
    counts_of::<Goofspiel>();
    counts_of::<OshiZumo>();
    counts_of::<LiarsDice>();
    counts_of::<Pig>();
}

fn playthrough<G: Game>(name: &str, settings: &str, policy: Policy) {
    let file = folder("playthroughs").join(format!("{}-{name}.txt", G::ID));
    testkit::playthrough::check_file::<G>(&file, settings, &Sources::none(), policy, 1);
}

#[test]
fn playthroughs() {
    playthrough::<TicTacToe>("uniform", "", Policy::Uniform);
    playthrough::<Nim>("uniform", "", Policy::Uniform);
    playthrough::<Kuhn>("three", "players=3", Policy::Lively);
    playthrough::<Leduc>("lively", "", Policy::Lively);
    playthrough::<Goofspiel>("imperfect", "cards=5 information=imperfect", Policy::Uniform);
    playthrough::<OshiZumo>("ten", "coins=10 min_bid=1", Policy::Lively);
    playthrough::<LiarsDice>("two", "dice=2", Policy::Uniform);
    playthrough::<Pig>("twenty", "target=20", Policy::Lively);
}
