//! Every die and draw of finished games is recomputed by a program that knows nothing but `docs/randomness.md`.

use std::path::{Path, PathBuf};
use std::process::Command;

use engine::{AnyPlay, Luck, Opening, Registered, Rng, Seed, SeedLine, Settings, Turn};

const GAMES_OF_EACH_KIND: u64 = 10;

/// A finished game of lively bots whose luck the players have had a hand in; in every third one they went back once.
fn finished(known: &Registered, settings: &str, seed: u64) -> Box<dyn AnyPlay> {
    let mut luck = Luck::seeded(Seed::from_number(seed));
    let mut opening = Opening::new(Settings::parse(settings).unwrap(), luck.clone());
    let mut play = known.game.open(opening.clone()).unwrap_or_else(|faults| panic!("{faults}"));
    if let (Luck::Committed { contributions, .. }, true) = (&mut luck, seed % 2 == 1) {
        *contributions =
            (0..play.seats()).map(|seat| ["ada", "", "brook"][usize::from(seat) % 3].to_owned()).collect();
        opening.luck = luck;
        play = known.game.open(opening).unwrap_or_else(|faults| panic!("{faults}"));
    }
    let mut rng = Rng::from_number(seed);
    let mut bot = known.game.bot("lively").unwrap();
    let mut backs_left = usize::from(seed.is_multiple_of(3));
    loop {
        match play.turn() {
            Turn::Over => return play,
            Turn::Chance => assert!(play.roll(), "the seed decides"),
            Turn::Players(owed) => {
                if backs_left > 0 && play.number() > 8 && play.back_to(play.number() - 6).is_ok() {
                    backs_left -= 1;
                    continue;
                }
                let seat = owed.lowest();
                let action = bot.choose(&*play, seat, &mut rng).unwrap();
                play.submit(seat, &action).unwrap();
            }
        }
    }
}

fn check(arguments: &[PathBuf]) -> (bool, String) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/randomness/check.py");
    let python = Command::new("python3").arg("-S").arg(program).args(arguments).output();
    let output = python.expect("python3, which the tests of hosted bots need, too");
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said)
}

/// Writes a record and its draw sheet; the arguments for the program.
fn written(folder: &Path, name: &str, record: &str, sheet: &str) -> [PathBuf; 2] {
    [("agon", record), ("draws", sheet)].map(|(ending, text)| {
        let file = folder.join(format!("{name}.{ending}"));
        std::fs::write(&file, text).unwrap();
        file
    })
}

fn sheet(record: &str) -> String {
    let replayed = games::registry().replay(record).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(replayed.doubts, [], "nothing is in doubt");
    let lines = replayed.draw_sheet().map(|row| row.to_string() + "\n");
    lines.collect()
}

#[test]
fn a_program_written_from_the_page_recomputes_every_die_and_draw() {
    let folder = tempfile();
    let mut arguments = Vec::new();
    for known in games::registry().iter() {
        for (nth, variant) in known.variants.iter().enumerate() {
            for seed in 1..=GAMES_OF_EACH_KIND {
                let record = finished(known, variant.settings, seed).record(SeedLine::Always);
                let name = format!("{}-{nth}-{seed}", known.game.id());
                arguments.extend(written(&folder, &name, &record, &sheet(&record)));
            }
        }
    }
    let (is_right, said) = check(&arguments);
    let wrong: Vec<&str> = said.lines().filter(|line| !line.ends_with("are right")).collect();
    assert!(is_right && wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(said.lines().count(), arguments.len() / 2, "one line a game");
    let (is_right, said) = check(&["--vectors".into()]);
    assert!(is_right, "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_die_that_the_seed_does_not_give_is_found() {
    let folder = tempfile();
    let registry = games::registry();
    let pig = registry.iter().find(|known| known.game.id() == "pig").unwrap();
    let record = finished(pig, "", 1).record(SeedLine::Always);
    let (other, falls) = if record.contains("chance die 2 ") { ("3", "die 2") } else { ("2", "die 3") };
    let forged = record.replacen(&format!("chance {falls} "), &format!("chance die {other} "), 1);
    assert_ne!(forged, record);
    let sheet = sheet(&record);
    let quoted = |face: &str| format!("\"fell\":\"{face}\"");
    let forged_sheet = sheet.replacen(&quoted(falls), &quoted(&format!("die {other}")), 1);
    for (name, record, sheet) in [("both", &forged, &forged_sheet), ("record", &forged, &sheet)] {
        let (is_right, said) = check(&written(&folder, name, record, sheet));
        assert!(!is_right && said.contains("die"), "{name}: {said}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

fn tempfile() -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let nth = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("agon-draws-{}-{nth}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
