//! Monsters: whatever is in a file, an option, a record or a message, it is answered soon, with little memory, and in
//! few words.

use std::path::Path;
use std::time::{Duration, Instant};

use cardlang::desk::Desk;
use cpu_time::ThreadTime;
use engine::{
    Faults, Luck, Opening, Registered, Registry, Rng, Seat, Seed, SeedLine, Settings, Sources, Turn, Viewer,
};
use testkit::alloc::most_held;
use testkit::monsters::monster;
use testkit::scenario::run_text;

#[global_allocator]
static HEAP: testkit::alloc::Counting = testkit::alloc::Counting;

/// The longest that an answer takes, as built for players; other builds may be slower.
const SOON: Duration = Duration::from_secs(if cfg!(debug_assertions) { 5 } else { 1 });
/// The most memory that an answer takes, in bytes.
const LITTLE: u64 = 200_000_000;
/// The longest report, in bytes.
const FEW: usize = 1_000_000;
/// The largest monster, in bytes.
const LARGEST: usize = 1_000_000;

const DESKS: [&dyn Desk; 3] =
    [&time_rift::explain::CardDesk, &worlds_unchained::explain::CardDesk, &champions_combat::desk::CardDesk];

/// What reads a text from outside, what it gives back to be shown, and a sound text.
struct Prey {
    name: String,
    sound: Vec<String>,
    read: Box<dyn Fn(&str) -> String>,
}

fn report(faults: &Faults) -> String {
    faults.to_string()
}

/// Opens a game; what is wrong, or the first things that can be done.
fn opened(known: &Registered, opening: Opening) -> String {
    let (sources, setup) = (opening.sources.clone(), opening.settings.to_string());
    match known.game.open(opening) {
        Err(faults) => faults.shown_in(&sources, &setup),
        Ok(mut play) => {
            for _ in 0..3 {
                play.settle();
                let Turn::Players(owed) = play.turn() else { break };
                let offers = play.legal(owed.lowest());
                play.submit(owed.lowest(), &offers[0].notation).expect("what is offered is accepted");
            }
            play.position()
        }
    }
}

fn seeded(settings: Settings) -> Opening {
    Opening::new(settings, Luck::seeded(Seed::from_number(1)))
}

fn registry() -> &'static Registry {
    Box::leak(Box::new(games::registry()))
}

/// A played game: its record, and every position and action of it.
fn played(known: &Registered, settings: &str) -> (String, Vec<String>, Vec<String>) {
    let mut play = known.game.open(seeded(Settings::lenient(settings))).expect("named setups are valid");
    let mut rng = Rng::from_number(5);
    let (mut positions, mut actions) = (vec![play.position()], vec!["deal".to_owned()]);
    for _ in 0..60 {
        match play.turn() {
            Turn::Over => break,
            Turn::Chance => {
                actions.extend(play.chances().into_iter().take(1).map(|(text, _)| text));
                play.roll();
            }
            Turn::Players(owed) => {
                let offers = play.legal(owed.lowest());
                let action = rng.one_of(&offers).notation.clone();
                play.submit(owed.lowest(), &action).expect("what is offered is accepted");
                actions.push(action);
            }
        }
        positions.push(play.position());
    }
    (play.record(SeedLine::Always), positions, actions)
}

fn folder(path: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let texts: Vec<String> = files
        .iter()
        .filter(|file| file.is_file())
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    assert!(!texts.is_empty());
    texts
}

fn all_prey() -> Vec<Prey> {
    let registry = registry();
    let mut prey: Vec<Prey> = Vec::new();
    let mut add = |name: String, sound: Vec<String>, read: Box<dyn Fn(&str) -> String>| {
        prey.push(Prey { name, sound, read });
    };
    let mut records = Vec::new();
    for known in registry.iter() {
        let id = known.game.id();
        let mut setups = vec!["a=b".to_owned(), "decks=ready,ready".to_owned(), "decks=a*3+b,c".to_owned()];
        setups.extend(known.variants.iter().map(|variant| variant.settings.to_owned()));
        setups.extend(known.game.options().iter().map(|option| format!("{}={}", option.key, option.default)));
        add(format!("{id}: setup"), setups, Box::new(|text| opened(known, seeded(Settings::lenient(text)))));
        let (record, positions, actions) = played(known, known.variants[0].settings);
        records.push(record);
        let settings = Settings::lenient(known.variants[0].settings);
        let opening = seeded(settings.clone());
        add(
            format!("{id}: position"),
            positions,
            Box::new(move |text| {
                opened(known, Opening { position: Some(text.to_owned()), ..opening.clone() })
            }),
        );
        add(
            format!("{id}: action"),
            actions,
            Box::new(move |text| {
                let mut play = known.game.open(seeded(settings.clone())).expect("named setups are valid");
                let mut told: Vec<String> =
                    play.submit_chance(text).err().iter().map(ToString::to_string).collect();
                play.settle();
                told.extend(play.submit(Seat::new(0), text).err().iter().map(ToString::to_string));
                told.join("\n")
            }),
        );
    }
    for desk in DESKS {
        let known = registry.find(desk.game()).expect("a game with cards");
        let mut sound: Vec<String> = known.game.shipped().0.into_iter().map(|source| source.text).collect();
        // Shorter ones leave more room for what is wrong.
        let short: Vec<String> =
            sound.iter().filter_map(|text| Some(format!("[[{}", text.split("\n[[").nth(1)?))).collect();
        sound.extend(short);
        let files = |text: &str| {
            let mut sources = Sources::none();
            sources.push("own.toml", text);
            sources
        };
        add(
            format!("{}: play with a file", desk.game()),
            sound.clone(),
            Box::new(move |text| opened(known, Opening { sources: files(text), ..seeded(Settings::none()) })),
        );
        add(
            format!("{}: card check and fmt", desk.game()),
            sound,
            Box::new(move |text| {
                let sources = files(text);
                let reports = desk.check(&sources);
                let findings = reports.iter().flat_map(|report| &report.findings);
                let told: Vec<String> = findings
                    .map(|finding| Faults::from(finding.fault.clone()).shown_in(&sources, ""))
                    .collect();
                let changed = desk.format(&sources, 0).map(|edits| edits.len());
                format!("{}\n{}", told.join("\n"), changed.err().as_ref().map(report).unwrap_or_default())
            }),
        );
    }
    let replayed = |text: &str| match registry.replay(text) {
        Ok(replayed) => replayed.play.picture(Viewer::Spectator),
        Err(faults) => report(&faults),
    };
    add("record".to_owned(), records.clone(), Box::new(replayed));
    add("resealed record".to_owned(), records, Box::new(move |text| replayed(&engine::reseal(text))));
    let mut scenarios = folder("crates/classics/tests/scenarios");
    scenarios.extend(folder("crates/champions-combat/tests/scenarios").into_iter().take(3));
    scenarios.push("## t\n```play\ngame nim\nexpect turn 0\n```\n".to_owned());
    scenarios.push("```play\ngame time-rift\nexpect turn 0\n```\n".to_owned());
    add(
        "scenario".to_owned(),
        scenarios,
        Box::new(|text| {
            let told = run_text(text, registry);
            let failures = told.iter().flat_map(|scenario| &scenario.failures);
            failures.map(ToString::to_string).collect::<Vec<_>>().join("\n")
        }),
    );
    prey
}

/// Lets so many monsters loose; tells what did not come back soon enough, or wanted too much.
fn loose(numbers: std::ops::Range<u64>, seed: u64, most: usize, tell: impl Fn(u64)) -> Vec<String> {
    let prey = all_prey();
    let only = std::env::var("AGON_MONSTER_PREY").unwrap_or_default();
    let prey: Vec<&Prey> = prey.iter().filter(|prey| prey.name.contains(&only)).collect();
    let mut wrong = Vec::new();
    for number in numbers {
        tell(number);
        let mut rng = Rng::from_number(seed.wrapping_mul(1 << 32).wrapping_add(number));
        let victim = prey[number as usize % prey.len()];
        let sound: &String = rng.one_of(&victim.sound);
        let (shape, text) = monster(sound, most, &mut rng);
        let began = ThreadTime::now();
        let (told, held) = most_held(|| (victim.read)(&text));
        let took = began.elapsed();
        let mut because = Vec::new();
        if took > SOON {
            because.push(format!("took {took:?}"));
        }
        if held > LITTLE {
            because.push(format!("held {} MB", held / 1_000_000));
        }
        if told.len() > FEW {
            because.push(format!("told {} kB", told.len() / 1000));
        }
        if !because.is_empty() {
            let because = because.join(", ");
            if std::env::var_os("AGON_MONSTER_KEEP").is_some() {
                let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("monster-{number}"));
                std::fs::write(file, &text).unwrap();
            }
            let line = format!(
                "monster {number} of seed {seed}, {}, {shape}, {} bytes: {because}",
                victim.name,
                text.len()
            );
            eprintln!("{line}");
            wrong.push(line);
        }
    }
    wrong
}

#[test]
fn monsters_are_answered_soon() {
    let wrong = loose(0..400, 1, 100_000, |_| {});
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `AGON_SEED` chooses other monsters, `AGON_MONSTERS` how many.
#[test]
#[ignore = "long: run by `cargo xtask soak monsters`"]
fn masses_of_monsters_are_answered_soon() {
    let number = |key: &str, usual: u64| {
        std::env::var(key)
            .map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{key} is `{text}`; give a number")))
    };
    let (seed, count) = (number("AGON_SEED", 1), number("AGON_MONSTERS", 100_000));
    let first = number("AGON_FIRST_MONSTER", 0);
    let began = Instant::now();
    // What ends the whole process is found again by its number.
    let at_work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("monster");
    eprintln!("seed {seed}; the number of the monster at work stands in {}", at_work.display());
    let wrong = loose(first..first + count, seed, LARGEST, |number| {
        std::fs::write(&at_work, number.to_string()).expect("a file can be written");
        if number % 1000 == 0 {
            eprintln!("{} of {count} monsters, {} s", number - first, began.elapsed().as_secs());
        }
    });
    assert!(wrong.is_empty(), "{} of {count}, seed {seed}:\n{}", wrong.len(), wrong.join("\n"));
}
