//! Monsters: whatever is in a file, an option, a record or a message, it is answered soon, with little memory, and in
//! few words.

use std::path::Path;
use std::time::{Duration, Instant};

use cardlang::desk::Desk;
use cpu_time::ThreadTime;
use engine::{
    Faults, Luck, Opening, Registered, Registry, Rng, Seat, Seed, SeedLine, Settings, Sources, Turn, Viewer,
};
use lessons::Course;
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
    read: Read<'static>,
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
    let mut add = |name: String, sound: Vec<String>, read: Read<'static>| {
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
        let many = |text: &str| {
            let (mut sources, mut rest) = (Sources::none(), text);
            while !rest.is_empty() {
                // Whole tables, so that each file can be read.
                let begins = |at: &usize| rest.get(*at..).is_some_and(|rest| rest.starts_with("[["));
                let part = (text.len() / 20 + 1..rest.len()).find(begins).unwrap_or(rest.len());
                let (file, after) = rest.split_at(part);
                sources.push(format!("own-{}.toml", sources.0.len()), file);
                rest = after;
            }
            sources
        };
        add(
            format!("{}: play with many files", desk.game()),
            sound.clone(),
            Box::new(move |text| opened(known, Opening { sources: many(text), ..seeded(Settings::none()) })),
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
    let lessons = folder("lessons");
    add(
        "lessons".to_owned(),
        lessons,
        Box::new(|text| {
            let course = Course::read("own.toml", text).and_then(|course| course.check(registry).or(course));
            course.err().as_ref().map(report).unwrap_or_default()
        }),
    );
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
    let (mut longest, mut largest) = (Duration::ZERO, 0);
    for number in numbers {
        tell(number);
        let mut rng = Rng::from_number(seed.wrapping_mul(1 << 32).wrapping_add(number));
        let victim = prey[number as usize % prey.len()];
        let sound: &String = rng.one_of(&victim.sound);
        let (shape, text) = monster(sound, most, &mut rng);
        let began = ThreadTime::now();
        let (told, held) = most_held(|| (victim.read)(&text));
        let took = began.elapsed();
        (longest, largest) = (longest.max(took), largest.max(held));
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
    eprintln!("none took longer than {longest:?} or held more than {} MB", largest / 1_000_000);
    wrong
}

#[test]
fn monsters_are_answered_soon() {
    let wrong = loose(0..400, 1, 100_000, |_| {});
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `AGON_SEED` chooses other monsters, `AGON_MONSTERS` how many, `AGON_FIRST_MONSTER` the number of the first,
/// `AGON_MONSTER_PREY` those for readers with such a name; with `AGON_MONSTER_KEEP` the bad ones are kept in files.
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

/// What turns the direction of writing, what has no width, and what moves the cursor.
const HIDDEN: [(char, &str); 3] = [('\u{202e}', "202E"), ('\u{200b}', "200B"), ('\u{1b}', "001B")];

/// How a text is read, and what is said then.
type Read<'r> = Box<dyn Fn(&str) -> String + 'r>;

/// Each text has `@` where a hidden character comes; how it is read.
#[test]
fn hidden_characters_are_refused_or_written_out() {
    let registry = registry();
    let file = |game: &'static str, name: &'static str| {
        move |text: &str| {
            let mut sources = Sources::none();
            sources.push(name, text);
            opened(registry.find(game).unwrap(), Opening { sources, ..seeded(Settings::none()) })
        }
    };
    let setup = |game: &'static str| {
        move |text: &str| opened(registry.find(game).unwrap(), seeded(Settings::lenient(text)))
    };
    let (wu, tr, cc) = ("worlds-unchained", "time-rift", "champions-combat");
    let vassal =
        |rest: &str| format!("[[card]]\nkind = \"Vassal\"\nworld = \"Sootspire\"\nclass = \"Mob\"\n{rest}");
    let armor = |rest: &str| {
        format!(
            "[[card]]\nid = \"mine\"\ntype = \"Inspiration\"\nelement = \"Void\"\ninitiative = 3\nregion = \"R\"\nculture = \"C\"\n{rest}"
        )
    };
    let table: Vec<(&str, String, Read<'_>)> = vec![
        ("the name of a card", vassal("name = \"A@b\"\n"), Box::new(file(wu, "f"))),
        ("a Skill", vassal("name = \"Ab\"\nskills = [\"Win: Gain 1@ Boost.\"]\n"), Box::new(file(wu, "f"))),
        ("flavour", vassal("name = \"Ab\"\nflavor = \"a@b\"\n"), Box::new(file(wu, "f"))),
        ("a World", vassal("name = \"Ab\"\n").replace("Sootspire", "S@s"), Box::new(file(wu, "f"))),
        ("the id of a deck", "[[deck]]\nid = \"a@b\"\ncards = []\n".to_owned(), Box::new(file(wu, "f"))),
        (
            "a card of a deck",
            "[[deck]]\nid = \"ab\"\ncards = [\"a@b\"]\n".to_owned(),
            Box::new(file(wu, "f")),
        ),
        (
            "the name of a format",
            "[[format]]\nid = \"ab\"\nname = \"a@b\"\n".to_owned(),
            Box::new(file(wu, "f")),
        ),
        ("the name of a card", armor("name = \"A@b\"\n"), Box::new(file(tr, "f"))),
        ("a card text", armor("name = \"Ab\"\ntext = \"You have +1@ DEF.\"\n"), Box::new(file(tr, "f"))),
        ("flavour", armor("name = \"Ab\"\nflavor = \"a@b\"\n"), Box::new(file(tr, "f"))),
        ("a ready deck", armor("name = \"Ab\"\ndeck = \"a@b\"\n"), Box::new(file(tr, "f"))),
        ("a region", armor("name = \"Ab\"\n").replace("\"R\"", "\"R@\""), Box::new(file(tr, "f"))),
        ("a designation", armor("name = \"Ab\"\ndesignation = [\"a@b\"]\n"), Box::new(file(tr, "f"))),
        ("a key", armor("name = \"Ab\"\n\"a@b\" = 1\n"), Box::new(file(tr, "f"))),
        ("the id of a card", "[[card]]\nid = \"a@b\"\n".to_owned(), Box::new(file(cc, "f"))),
        ("a section", "[[card]]\nid = \"ab\"\nmove = \"1@\"\n".to_owned(), Box::new(file(cc, "f"))),
        ("the id of a board", "id = \"a@b\"\nradius = 2\n".to_owned(), Box::new(file(cc, "f"))),
        ("a value", "decks=a@b,c".to_owned(), Box::new(setup(wu))),
        ("a value", "decks=a@b,c".to_owned(), Box::new(setup(tr))),
        ("a value", "decks=a@b,c".to_owned(), Box::new(setup(cc))),
        ("a key", "a@b=c".to_owned(), Box::new(setup("nim"))),
        ("no option", "a@b".to_owned(), Box::new(setup("nim"))),
        (
            "the name of a file",
            "a@b".to_owned(),
            Box::new(|text| {
                let mut sources = Sources::none();
                sources.push(text, "");
                opened(registry.find(tr).unwrap(), Opening { sources, ..seeded(Settings::none()) })
            }),
        ),
        (
            "the name of a player",
            "a@b".to_owned(),
            Box::new(|text| {
                let players = vec![text.to_owned(), "Bo".to_owned()];
                opened(registry.find(tr).unwrap(), Opening { players, ..seeded(Settings::none()) })
            }),
        ),
        (
            "a position",
            "a@b".to_owned(),
            Box::new(|text| {
                let position = Some(text.to_owned());
                opened(registry.find(wu).unwrap(), Opening { position, ..seeded(Settings::none()) })
            }),
        ),
        (
            "an action",
            "a@b".to_owned(),
            Box::new(|text| {
                let mut play = registry.find("nim").unwrap().game.open(seeded(Settings::none())).unwrap();
                play.submit(Seat::new(0), text).unwrap_err().to_string()
            }),
        ),
        (
            "a record",
            "agon 2\n0000 game a@b 1\n".to_owned(),
            Box::new(|text| report(&registry.replay(&engine::reseal(text)).err().unwrap())),
        ),
        (
            "a scenario",
            "# t\n```play\ngame nim\nexpect a@b\n```\n".to_owned(),
            Box::new(|text| run_text(text, registry)[0].failures[0].to_string()),
        ),
    ];
    let mut wrong = Vec::new();
    for (what, text, read) in &table {
        for (hidden, number) in HIDDEN {
            // TOML has no plain control characters, but it has ways to write them.
            let escape = hidden.is_control() && text.contains(" = ");
            let given = if escape { format!("\\u{:04x}", u32::from(hidden)) } else { hidden.to_string() };
            let told = read(&text.replace('@', &given));
            let signs = [format!("U+{number}"), hidden.escape_default().to_string()];
            // What is quoted from the file is as it is written there.
            let quoted = escape && told.contains(&given);
            if told.contains(hidden) || !(quoted || signs.iter().any(|sign| told.contains(sign))) {
                wrong.push(format!("{what}, U+{number}: {told}"));
            }
        }
        // Without it nothing is said of it.
        if read(&text.replace('@', "")).contains("hidden") {
            wrong.push(format!("{what} without a hidden character"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
