//! The lists in `docs/` that follow from the code: written anew with `AGON_BLESS=1 cargo test -p games docs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use engine::{AnyGame, AnyPlay, Luck, NoUndo, Opening, Registered, Rng, Seed, Settings, Turn, Viewer};
use serde_json::Value;

const BLESS: &str = "AGON_BLESS=1 cargo test -p games docs";

fn expect_page(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    testkit::expect_file(&path, text, BLESS);
}

/// The beginning of a generated page.
fn page(title: &str, about: &str) -> String {
    format!("# {title}\n\n{about}\nThis page is written from the code by `{BLESS}`, which also tests it.\n")
}

#[test]
fn refusals_stand_in_the_docs() {
    let about = "What the rules answer to an action that they forbid: `refuse SEAT: ACTION -> CODE RULE` in a \
                 [scenario](scenarios.md), `refused` in the [bot protocol](bot-protocol.md). Codes are stable.\n\
                 The words say more where the case at hand does.";
    let mut text = page("Refusals", about);
    text += "\n## Taking back\n`refuse undo SEAT -> CODE`; no rule of a game forbids it.\n\n| code | words |\n| --- | --- |\n";
    for reason in NoUndo::ALL {
        writeln!(text, "| `{}` | {reason} |", reason.code()).unwrap();
    }
    for known in games::registry().iter() {
        writeln!(text, "\n## {} (`{}`)\n", known.game.title(), known.game.id()).unwrap();
        text += "| code | rule | words |\n| --- | --- | --- |\n";
        let mut refusals: Vec<_> = known.game.refusals().iter().collect();
        refusals.sort_by_key(|refusal| refusal.code);
        for refusal in refusals {
            writeln!(text, "| `{}` | {} | {} |", refusal.code, refusal.rule, refusal.text).unwrap();
        }
    }
    expect_page("refusals.md", &text);
}

/// What was found at a path of the data.
type Paths = BTreeMap<String, BTreeSet<&'static str>>;

#[test]
fn state_paths_stand_in_the_docs() {
    let about = "What `expect state PATH` and `expect view SEAT: PATH` find in the positions of each game, and which \
                 kinds of value ([scenarios](scenarios.md)): `N` stands for an index counted from 0, `SEAT` for \
                 the name of a seat, `TOKEN` for the name of a kind of token.\nA view has the same paths; what its viewer may not know is blanked.\n\
                 `show state` tells all values of one position.";
    let mut text = page("Paths through the data of a position", about);
    for known in games::registry().iter() {
        writeln!(text, "\n## {} (`{}`)\n", known.game.title(), known.game.id()).unwrap();
        text += "| path | value |\n| --- | --- |\n";
        for (path, kinds) in paths_of(known) {
            let kinds: Vec<&str> = kinds.into_iter().collect();
            writeln!(text, "| `{path}` | {} |", kinds.join(", ")).unwrap();
        }
    }
    expect_page("state-paths.md", &text);
}

/// The paths in all positions of games of every named setup, played in both manners, and in those of some scenarios.
fn paths_of(known: &Registered) -> Paths {
    let mut paths = Paths::new();
    for variant in &known.variants {
        for (seed, bot) in (0..GAMES).flat_map(|seed| [(seed, "lively"), (seed, "random")]) {
            let settings = Settings::parse(variant.settings).expect("named setups are valid");
            let opening = Opening::new(settings, Luck::seeded(Seed::from_number(seed)));
            let play = known.game.open(opening).unwrap_or_else(|faults| panic!("{faults}"));
            walk(&*known.game, play, bot, seed, &mut paths);
        }
    }
    for (_, file) in RARE.iter().filter(|(game, _)| *game == known.game.id()) {
        read_scenarios(known.game.id(), file, &mut paths);
    }
    paths
}

/// Scenarios that show what games without cards of one's own hardly ever come to.
const RARE: [(&str, &str); 9] = [
    ("champions-combat", "leaving"),
    ("champions-combat", "long-walks"),
    ("time-rift", "matches"),
    ("time-rift", "neutrals-and-causes"),
    ("time-rift", "places-and-minions"),
    ("time-rift", "powers"),
    ("worlds-unchained", "leaving"),
    ("worlds-unchained", "seats"),
    ("worlds-unchained", "secrecy"),
];

/// The paths of all positions of which the scenarios of a file expect something.
fn read_scenarios(game: &str, file: &str, paths: &mut Paths) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{game}/tests/scenarios/{file}.md"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut showing = String::new();
    for line in text.lines() {
        if line.starts_with("expect ") && !line.starts_with("expect fault") {
            showing += "show state\n";
        }
        writeln!(showing, "{line}").unwrap();
    }
    for scenario in testkit::scenario::run_text(&showing, &games::registry()) {
        for line in scenario.shown.iter().flat_map(|shown| &shown.found) {
            let (path, value) = line.split_once(" = ").expect("`show state` tells `PATH = VALUE`");
            let value: Value = serde_json::from_str(value).expect("values are JSON");
            enter(path.split('.'), &value, paths);
        }
    }
}

/// So many games of each setup and manner.
const GAMES: u64 = 6;

fn walk(game: &dyn AnyGame, mut play: Box<dyn AnyPlay>, bot: &str, seed: u64, paths: &mut Paths) {
    let mut bot = game.bot(bot).expect("every game has it");
    let mut rng = Rng::from_number(seed);
    loop {
        note(&play.view(Viewer::everyone(play.seats())), &mut Vec::new(), paths);
        match play.turn() {
            Turn::Over => return,
            Turn::Chance => assert!(play.roll()),
            Turn::Players(owed) => {
                let action = bot.choose(&*play, owed.lowest(), &mut rng).expect("it is its turn");
                play.submit(owed.lowest(), &action).expect("bots do what is offered");
            }
        }
    }
}

/// Enters the kinds of value below a path.
fn note<'v>(value: &'v Value, path: &mut Vec<&'v str>, paths: &mut Paths) {
    match value {
        Value::Object(parts) if !parts.is_empty() => {
            for (key, value) in parts {
                path.push(key);
                note(value, path, paths);
                path.pop();
            }
        }
        Value::Array(list) if list.iter().any(|value| value.is_array() || value.is_object()) => {
            for value in list {
                path.push("0");
                note(value, path, paths);
                path.pop();
            }
        }
        _ => enter(path.iter().copied(), value, paths),
    }
}

/// Enters the kind of a value at a path.
fn enter<'p>(path: impl Iterator<Item = &'p str>, value: &Value, paths: &mut Paths) {
    let mut keys: Vec<&str> = Vec::new();
    for key in path {
        keys.push(match key {
            _ if keys.last() == Some(&"tokens") => "TOKEN",
            "P1" | "P2" | "P3" | "P4" => "SEAT",
            _ if key.parse::<usize>().is_ok() => "N",
            _ => key,
        });
    }
    paths.entry(keys.join(".")).or_default().insert(kind(value));
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "`null`",
        Value::Bool(_) => "`true` or `false`",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Object(_) => "nothing",
        Value::Array(list) => match list.iter().find(|value| !value.is_null()) {
            None => "list",
            Some(Value::String(_)) => "list of texts",
            Some(Value::Number(_)) => "list of numbers",
            Some(_) => "list of `true` or `false`",
        },
    }
}
