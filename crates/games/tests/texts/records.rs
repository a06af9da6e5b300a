//! Records of other days: every one that was ever made is read, and played as far as today's rules agree with it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use engine::{Faults, Luck, Registry, Rng, Seed, SeedLine, Source, Sources, Turn};

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

/// `AGON_BLESS=1 cargo test -p games records` writes the expected files anew: review what changes, and explain it
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

/// The same setups as those of the format before, played by today's rules; every third game goes back once.
#[test]
#[ignore = "writes the records of today's format anew: only after a change of the format that no program has written"]
fn write_records_of_today() {
    let registry = games::registry();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder("format-1")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "agon"));
    files.sort();
    for (file, number) in files.iter().zip(1..) {
        let replayed = registry.replay(&std::fs::read_to_string(file).unwrap()).unwrap();
        let mut opening = replayed.play.opening().clone();
        opening.luck = Luck::seeded(Seed::from_number(number));
        let game = &registry.find(replayed.play.game()).unwrap().game;
        let shipped = game.shipped();
        let own = |source: &Source| shipped.get(&source.name).is_none();
        opening.sources = Sources::of(opening.sources.0.into_iter().filter(own).collect());
        let (mut play, mut bot) = (game.open(opening).unwrap(), game.bot("lively").unwrap());
        let (mut rng, mut back) = (Rng::from_number(number), number.is_multiple_of(3));
        loop {
            match play.turn() {
                Turn::Over => break,
                Turn::Chance => assert!(play.roll(), "the seed decides"),
                Turn::Players(owed) => {
                    if back && play.number() > 8 && play.back_to(play.number() - 6).is_ok() {
                        back = false;
                        continue;
                    }
                    let seat = owed.lowest();
                    let action = bot.choose(&*play, seat, &mut rng).unwrap();
                    play.submit(seat, &action).unwrap();
                }
            }
        }
        let written = folder("format-2").join(file.file_name().unwrap());
        std::fs::write(written, play.record(SeedLine::Always)).unwrap();
    }
}

#[test]
fn records_of_format_2_are_verified() {
    check("format-2");
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
