//! The guard writes to the ledger exactly when its test passes.
//!
//! The variable that names the ledger belongs to a process, so these tests start this very program
//! again and ask it for one of the ignored tests below. Their ids belong to no game.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use rulebook::ledger::{self, Citation};

#[test]
#[ignore = "run by the tests below"]
fn child_passes() {
    let _citation = Citation::new(&["DEMO-1", "DEMO-2..DEMO-4"], "demo::passes");
}

#[test]
#[ignore = "run by the tests below"]
fn child_fails() {
    let _citation = Citation::new(&["DEMO-1"], "demo::fails");
    panic!("as intended");
}

#[test]
#[ignore = "run by the tests below"]
fn child_records() {
    let ids = ["DEMO-1".to_owned(), "DEMO-9".to_owned()];
    ledger::record(&ids, "a\nname").unwrap();
    ledger::record(&ids, "a\nname").unwrap();
}

#[test]
fn a_test_that_passes_is_recorded() {
    let dir = fresh("passes");
    assert!(run("child_passes", Some(&dir)));
    let found = ledger::read(&dir).unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found["DEMO-1"], ["demo::passes"]);
    assert_eq!(found["DEMO-2..DEMO-4"], ["demo::passes"]);
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "no drafts are left");
}

#[test]
fn a_test_that_fails_is_not_recorded() {
    let dir = fresh("fails");
    fs::create_dir_all(&dir).unwrap();
    assert!(!run("child_fails", Some(&dir)));
    assert!(ledger::read(&dir).unwrap().is_empty());
}

#[test]
fn several_runs_add_up_and_equal_names_are_listed_once() {
    let dir = fresh("records");
    assert!(run("child_records", Some(&dir)));
    assert!(run("child_passes", Some(&dir)));
    let found = ledger::read(&dir).unwrap();
    assert_eq!(found["DEMO-1"], ["a name", "demo::passes"]);
    assert_eq!(found["DEMO-9"], ["a name"]);
}

#[test]
fn without_the_variable_nothing_is_written() {
    assert!(run("child_passes", None));
}

#[test]
fn a_ledger_that_cannot_be_written_fails_the_test() {
    let file = fresh("blocked");
    fs::write(&file, "not a folder").unwrap();
    assert!(!run("child_passes", Some(&file)));
}

#[test]
fn a_ledger_that_does_not_exist_is_an_error() {
    assert!(ledger::read(&fresh("nowhere")).is_err());
}

/// Runs one ignored test of this program and says whether it passed.
fn run(test: &str, ledger: Option<&Path>) -> bool {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "--include-ignored", test]);
    match ledger {
        Some(dir) => command.env(ledger::VARIABLE, dir),
        None => command.env_remove(ledger::VARIABLE),
    };
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("running 1 test"), "{text}");
    output.status.success()
}

/// A path in the build's own temporary folder at which nothing exists.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("ledger-{name}"));
    let _ = fs::remove_dir_all(&path);
    let _ = fs::remove_file(&path);
    path
}
