//! `agon host` and `agon duel` as their users meet them.

#![cfg(unix)]

mod common;

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use common::{agon, said, text};

fn json_lines(arguments: &[&str]) -> Vec<Value> {
    said(arguments, 0).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// A path of this test alone, where nothing is yet.
fn fresh(name: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    let _ = std::fs::remove_dir_all(&path);
    let shown = path.display().to_string();
    (path, shown)
}

const PYTHON: &str = "python3 examples/bots/random_bot.py";
const SEAT_0: &str = "0=python3 examples/bots/random_bot.py";
/// Tests do not measure how busy the machine is.
const PATIENT: [&str; 2] = ["--budget", "20000"];

fn broken(way: &str) -> String {
    format!("0=python3 -S crates/protocol/tests/bots/broken.py {way}")
}

#[test]
fn a_program_plays_every_arena_game() {
    for (game, setup) in [
        ("champions-combat", "players=3"),
        ("time-rift", ""),
        ("time-rift", "mode=fist pure=on"),
        ("time-rift", "mode=2v2"),
        ("worlds-unchained", ""),
        ("worlds-unchained", "format=draft"),
    ] {
        let (folder, shown) = fresh(&format!("host-{game}-{}", setup.replace([' ', '='], "-")));
        let arguments =
            ["host", game, "--setup", setup, "--seat", SEAT_0, "--seed", "5", "--record", &shown, "--json"];
        let lines = json_lines(&[&arguments[..], &PATIENT].concat());
        let [row, total] = &lines[..] else { panic!("a game and the total: {lines:?}") };
        assert_eq!((&row["players"][0], &row["strikes"]), (&"random.py".into(), &Value::Array(Vec::new())));
        assert_eq!(total["total"]["games"], 1);
        let record = folder.join(format!("{game}.00001.agon"));
        said(&["verify", &record.display().to_string()], 0);
    }
}

#[test]
fn broken_programs_are_told_of() {
    let all = said(&["host", "kuhn-poker", "--seat", &broken("crash"), "--games", "2"], 0);
    let line = "seat 0 forfeits: gone: it ended with exit code 7; its last words: cannot find my brain";
    assert_eq!(all.matches(line).count(), 2, "{all}");
    assert!(all.contains("0 python3: 0 won, 2 forfeited, 0 strikes"), "{all}");
    let all = said(&["host", "goofspiel", "--seat", &broken("illegal")], 0);
    assert!(
        all.contains("strike for seat 0: illegal: ") && all.contains("forfeits: strikes: strike 3: "),
        "{all}"
    );
}

#[test]
fn wrong_seats_and_players_are_explained() {
    for (arguments, words) in [
        (&["host", "nim", "--seat", "bot"][..], "names no seat; write for example"),
        (&["host", "nim", "--seat", "2=bot:random"], "there is no seat `2`; the seats are 0 to 1"),
        (&["host", "nim", "--seat", "0=bot:deep"], "there is no bot `deep`; nim has random, lively"),
        (&["host", "nim", "--seat", "0=bot:random", "--seat", "0=x"], "seat 0 is given twice"),
        (&["host", "nim", "--seat", "0="], "names no program"),
        (&["host", "nim", "--seat", "0=/no/such/bot -v"], "cannot start `/no/such/bot -v`"),
        (&["host", "nmi"], "did you mean `nim`?"),
        (&["host", "nim", "--setup", "heaps=x"], "heaps"),
        (&["duel", "nim", "random", "deep"], "there is no bot `deep`"),
        (&["duel", "kuhn-poker", "random", "random", "--setup", "players=3"], "a duel is for two seats"),
    ] {
        let all = said(arguments, 2);
        assert!(all.contains(words), "{arguments:?}: {all}");
    }
}

#[test]
fn mirrored_pairs_of_equals_are_even() {
    let arguments = ["duel", "kuhn-poker", "random", "random", "--pairs", "30", "--seed", "3", "--json"];
    let result: Value = serde_json::from_str(&said(&arguments, 0)).expect("JSON");
    assert_eq!(result["win_rate"], 0.5, "the same choices on the same cards: {result}");
    assert_eq!((&result["wins"], &result["losses"]), (&30.into(), &30.into()));
    assert!(result["low"].as_f64() < Some(0.5) && result["high"].as_f64() > Some(0.5));
    let all =
        said(&["duel", "time-rift", "greedy", "random", "--pairs", "10", "--setup", "mode=fist pure=on"], 0);
    assert!(all.starts_with("greedy v random in time-rift: "), "{all}");
}

/// Only what is random by its seed is compared, so the bots are the samples.
#[test]
fn a_duel_goes_on_where_it_stopped() {
    let (path, shown) = fresh("duel-state");
    let cmd = format!("cmd:{PYTHON}");
    let duel = |pairs: &str, more: &[&str]| {
        let arguments = ["duel", "kuhn-poker", &cmd, "random", "--pairs", pairs];
        said(&[&arguments[..], &PATIENT, more].concat(), 0)
    };
    let whole = duel("12", &["--seed", "9"]);
    duel("5", &["--seed", "9", "--state", &shown]);
    // The program was ended while it wrote.
    let mut kept = std::fs::read_to_string(&path).expect("a state");
    assert_eq!(kept.lines().count(), 6);
    kept.push_str("{\"number\":6,\"hal");
    std::fs::write(&path, kept).expect("a test can write");
    assert_eq!(duel("12", &["--state", &shown]), whole, "the seed comes from the file");
    assert_eq!(duel("12", &["--seed", "9", "--state", &shown]), whole, "nothing is left to play");

    let other = |arguments: &[&str]| said(&[arguments, &["--state", &shown]].concat(), 2);
    let all = other(&["duel", "kuhn-poker", "random", "random"]);
    assert!(all.contains("holds another duel: its first bot is `cmd:python3"), "{all}");
    let all = other(&["duel", "kuhn-poker", &cmd, "random", "--seed", "8", "--budget", "20000"]);
    assert!(all.contains("holds another duel: its seed is"), "{all}");
    let kept = std::fs::read_to_string(&path).expect("a state").replace("\"number\":3", "\"number\":4");
    std::fs::write(&path, kept).expect("a test can write");
    let all = other(&["duel", "kuhn-poker", &cmd, "random", "--budget", "20000"]);
    assert!(all.contains("line 4: this is no result of pair 3; delete this line"), "{all}");
    std::fs::write(&path, "my diary\n").expect("a test can write");
    assert!(other(&["duel", "kuhn-poker", "random", "random"]).contains("is no duel"));
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "my diary\n", "what is no duel stays");
}

/// The setup of Time Rift names the decks of both seats, which are secret.
#[test]
fn a_program_is_not_told_the_decks() {
    let (heard, shown) = fresh("heard");
    let spy = format!("0=sh -c 'tee {shown} | {PYTHON}'");
    let setup = "decks=spartacus,musashi rounds=3";
    said(&["host", "time-rift", "--setup", setup, "--seat", &spy, "--budget", "20000"], 0);
    let heard = std::fs::read_to_string(heard).expect("what the bot heard");
    let setup = heard.lines().find(|line| line.contains("\"type\":\"setup\"")).expect("a setup");
    assert!(setup.contains("\"setup\":\"rounds=3\""), "{setup}");
}

#[test]
fn an_interrupted_duel_tells_what_was_played() {
    let (_, shown) = fresh("interrupted");
    let child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["duel", "time-rift", "random", "random", "--pairs", "100000000", "--state", &shown])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("agon runs");
    let begun = || std::fs::read_to_string(&shown).is_ok_and(|state| state.lines().count() > 3);
    while !begun() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    let output = child.wait_with_output().expect("agon ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).contains("random v random in time-rift"), "{output:?}");
}

#[test]
fn the_kit_tells_what_is_wrong() {
    let all = said(&["host", "--budget", "20000", "--conformance", PYTHON], 0);
    assert!(all.ends_with("nothing is wrong with this bot\n") && !all.contains("wrong  "), "{all}");
    let all = said(&["host", "leduc-poker", "--budget", "20000", "--conformance", PYTHON], 0);
    assert!(all.contains("ok     says hello"), "{all}");
    let all = said(&["host", "--conformance", &broken("bad-index")[2..]], 1);
    assert!(
        all.contains("wrong  answers every decision") && all.contains("there is no action 9999;"),
        "{all}"
    );
    let json = text(&agon(&["host", "--json", "--conformance", &broken("crash")[2..]]).stdout);
    let checks: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&checks[0]["tried"], &checks[2]["tried"]), (&true.into(), &false.into()));
    assert!(said(&["host", "--conformance", "/no/such/bot"], 2).contains("cannot start `/no/such/bot`"));
}
