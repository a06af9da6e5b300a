//! Records of other days: every one that was ever made is read, and played as far as today's rules agree with it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use engine::{Faults, Registry};

fn folder(format: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records").join(format)
}

/// What today's program says to each record of a folder: a line for each.
fn told(folder: &Path, registry: &Registry) -> String {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "agon"));
    files.sort();
    let mut told = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy();
        let replayed = registry.replay(&text).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let doubts = replayed.doubts.iter().map(engine::Doubt::fault).collect::<Faults>();
        let verdict = match doubts.0.as_slice() {
            [] => "verified".to_owned(),
            _ => doubts.to_string(),
        };
        writeln!(told, "{name}: {verdict}").unwrap();
    }
    told
}

/// `AGON_BLESS=1 cargo test -p games --test records` writes the expected files anew: review what changes, and explain it
/// in the commit. A record that was verified may part only where the list of editions says what has changed.
fn check(format: &str) {
    let told = told(&folder(format), &games::registry());
    let expected = folder(format).join("expected.txt");
    if std::env::var_os("AGON_BLESS").is_some() {
        std::fs::write(&expected, &told).unwrap();
    }
    let expected = std::fs::read_to_string(&expected).unwrap_or_default();
    assert_eq!(told, expected, "records of {format} are not told as they were");
}

#[test]
fn records_of_format_1_are_played_as_far_as_the_rules_agree() {
    check("format-1");
}

/// Whoever changes a shipped text adds a line to the list of all that were ever shipped, so that records of the old one
/// are still known as such.
#[test]
fn every_shipped_text_is_listed() {
    for known in games::registry().iter() {
        let listed: Vec<&str> = known.game.ever_shipped().lines().collect();
        for source in known.game.shipped().0 {
            let line = format!("{} {}", blake3::hash(source.text.as_bytes()).to_hex(), source.name);
            let game = known.game.id();
            assert!(listed.contains(&line.as_str()), "add this line to cards/{game}.shipped:\n{line}");
        }
    }
}

/// A shipped text that somebody changed under its own name is told as what it is.
#[test]
fn a_changed_card_under_its_own_name_is_no_shipped_one() {
    let record = std::fs::read_to_string(folder("format-1").join("champions-combat-2.agon")).unwrap();
    let forged = engine::reseal(&record.replacen("move = \"++\"", "move = \"+++\"", 1));
    assert_ne!(forged, record);
    let told: Faults = match games::registry().replay(&forged) {
        Ok(replayed) => replayed.doubts.iter().map(engine::Doubt::fault).collect(),
        Err(faults) => faults,
    };
    let told = told.to_string();
    assert!(told.contains("`shipped/deck` has the name of a shipped text, but no such text"), "{told}");
}
