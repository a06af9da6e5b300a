//! The lists in `docs/` that follow from the code: written anew with `AGON_BLESS=1 cargo test -p games --test docs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use engine::{AnyGame, AnyPlay, Luck, NoUndo, Opening, Registered, Rng, Seed, Settings, Turn, Viewer};
use serde_json::Value;

const BLESS: &str = "AGON_BLESS=1 cargo test -p games --test docs";

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
                 kinds of value ([scenarios](scenarios.md)): `N` stands for an index counted from 0, `NAME` for \
                 a name that cards or seats bring.\nA view has the same paths; what its viewer may not know is blanked.\n\
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

/// The paths in all positions of games of every named setup, played in both manners.
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
    paths
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
    let kind = match value {
        Value::Object(parts) if !path.is_empty() && parts.is_empty() => "parts",
        Value::Object(parts) => {
            for (key, value) in parts {
                let named = path.last().is_some_and(|last| *last == "tokens");
                path.push(if named { "NAME" } else { key });
                note(value, path, paths);
                path.pop();
            }
            return;
        }
        Value::Array(list) if list.iter().any(|value| value.is_array() || value.is_object()) => {
            for value in list {
                path.push("N");
                note(value, path, paths);
                path.pop();
            }
            return;
        }
        Value::Array(list) => match list.first() {
            None => "empty list",
            Some(Value::String(_)) => "list of texts",
            Some(Value::Number(_)) => "list of numbers",
            Some(Value::Bool(_)) => "list of yes or no",
            Some(_) => "list",
        },
        Value::Null => "`null`",
        Value::Bool(_) => "`true` or `false`",
        Value::Number(_) => "number",
        Value::String(_) => "text",
    };
    paths.entry(path.join(".")).or_default().insert(kind);
}
