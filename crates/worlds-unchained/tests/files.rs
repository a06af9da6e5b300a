//! Scenarios: text that the engine must reproduce.

use std::path::{Path, PathBuf};

use engine::{Registry, Shelf};
use worlds_unchained::WorldsUnchained;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

#[test]
fn scenarios() {
    let registry = Registry::new().with::<WorldsUnchained>(Shelf::Arena, &[("standard", "")]);
    testkit::scenario::run_folder(&folder("scenarios"), &registry);
}
