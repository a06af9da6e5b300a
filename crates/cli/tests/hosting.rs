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

/// Whoever gives up a part of the game while others choose in secret leaves them nothing to answer: they are asked anew,
/// and it is no fault of theirs. The record is read as it was written.
#[test]
fn a_part_given_up_in_the_middle_of_a_secret_choice() {
    let first = broken("gives-up-bouts");
    for (other, strikes) in [("slow-sender", 0), ("never-sends", 3)] {
        let second = broken(other).replacen("0=", "1=", 1);
        let (folder, shown) = fresh(&format!("given-up-{other}"));
        let variant =
            ["host", "worlds-unchained", "--variant", "all-stars", "--budget", "400", "--seed", "9"];
        let seats = ["--seat", &first, "--seat", &second, "--record", &shown, "--json"];
        let lines = json_lines(&[&variant[..], &seats].concat());
        let told = lines[0]["strikes"].as_array().expect("a list");
        assert!(told.len() <= strikes && lines[0]["forfeits"] == serde_json::json!([]), "{other}: {lines:?}");
        said(&["verify", &folder.join("worlds-unchained.00001.agon").display().to_string()], 0);
    }
}

#[test]
fn a_program_with_an_odd_name_plays_on_as_any_other() {
    let (path, _) = fresh(&format!("{}\u{200b}", "long".repeat(20)));
    std::os::unix::fs::symlink("/bin/false", &path).expect("a test can link");
    let all = said(&["host", "nim", "--seat", &format!("0='{}'", path.display())], 3);
    assert!(all.contains("seat 0 forfeits: gone"), "{all}");
}

#[test]
fn broken_programs_are_told_of() {
    let all = said(&["host", "kuhn-poker", "--seat", &broken("crash"), "--games", "2"], 3);
    let line = "seat 0 forfeits: gone: it ended with exit code 7; its last words: cannot find my brain";
    assert_eq!(all.matches(line).count(), 2, "{all}");
    assert!(all.contains("0 python3: 0 won, 2 forfeited, 0 strikes"), "{all}");
    let all = said(&["host", "goofspiel", "--seat", &broken("illegal")], 3);
    assert!(
        all.contains("strike for seat 0: illegal: ") && all.contains("forfeits: strikes: strike 3: "),
        "{all}"
    );
    let crashing = format!("cmd:{}", &broken("crash")[2..]);
    let all = said(&["duel", "kuhn-poker", &crashing, "random", "--pairs", "1"], 3);
    assert!(all.contains("2 games forfeited, 0 strikes"), "{all}");
}

/// Notations are taken to the letter in every arena game.
#[test]
fn blanks_around_an_action_are_refused() {
    for game in ["champions-combat", "time-rift", "worlds-unchained"] {
        let arguments = ["host", game, "--seat", &broken("blanks"), "--seed", "5", "--json"];
        let lines = json_lines(&[&arguments[..], &PATIENT].concat());
        let strikes = lines[0]["strikes"].as_array().expect("a list");
        assert!(strikes.len() == 1 && strikes[0]["code"] == "illegal", "{game}: {strikes:?}");
    }
}

#[test]
fn the_help_tells_the_exit_codes() {
    for command in ["host", "duel"] {
        let help = said(&[command, "--help"], 0);
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("3 a program forfeited a game") && words.contains("130 interrupted"),
            "{help}"
        );
    }
    let help = said(&["--help"], 0);
    assert!(help.contains("3 a hosted program forfeited") && !help.contains("guard"), "{help}");
}

#[test]
fn wrong_seats_and_players_are_explained() {
    for (arguments, words) in [
        (&["host", "nim", "--seat", "bot"][..], "names no seat; write for example"),
        (&["host", "nim", "--seat", "2=bot:random"], "there is no seat `2`; the seats are 0 to 1"),
        (&["host", "nim", "--seat", "0=bot:deep"], "there is no bot `deep`; nim has random, lively"),
        (&["host", "nim", "--seat", "0=bot:random", "--seat", "0=x"], "seat 0 is given twice"),
        (&["host", "nim", "--seat", "0="], "names no program"),
        (&["host", "nim", "--seat", "0=python3 'x.py"], "with every quotation mark closed"),
        (&["host", "nim", "--seat", "0=/no/such/bot -v"], "cannot start `/no/such/bot -v`"),
        (&["host", "nmi"], "did you mean `nim`?"),
        (&["host", "nim", "--setup", "heaps=x"], "heaps"),
        (&["duel", "nim", "random", "deep"], "there is no bot `deep`"),
        (&["duel", "pig", "random", "random", "--setup", "players=1"], "players"),
        (&["duel", "nim", "random", "random", "--setup", "", "--setup", "heaps=x"], "heaps"),
        (&["duel", "nim", "random", "random", "--setups-from", "/no/such/file"], "cannot read /no/such/file"),
        (&["duel", "nim", "random", "random", "--setups-from", "rust-toolchain.toml"], "[toolchain]"),
        (
            &[
                "duel",
                "nim",
                "random",
                "random",
                "--pairs",
                "1000000000",
                "--setup",
                "",
                "--setup",
                "",
                "--setup",
                "",
                "--setup",
                "",
                "--setup",
                "",
            ],
            "too many",
        ),
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

/// What a duel of equals comes to, in every arrangement of each setup: the choices go with the seat, not the bot.
fn even_duel(arguments: &[&str]) -> Value {
    let all = said(&[&["duel"], arguments, &["--seed", "3", "--json"]].concat(), 0);
    let result: Value = serde_json::from_str(&all).expect("JSON");
    assert_eq!(result["win_rate"], 0.5, "{result}");
    for row in result["by_setup"].as_array().expect("a list") {
        assert_eq!(row["win_rate"], 0.5, "{result}");
        assert!(row["low"].as_f64() < Some(0.5) && row["high"].as_f64() > Some(0.5), "{result}");
    }
    result
}

#[test]
fn a_duel_of_more_sides_has_every_arrangement() {
    for (game, setup, games) in [
        ("kuhn-poker", "players=3", 6),
        ("champions-combat", "players=3", 6),
        ("time-rift", "mode=ffa players=4", 14),
        ("time-rift", "mode=2v2", 2),
        ("time-rift", "mode=3v3", 2),
    ] {
        let result = even_duel(&[game, "random", "random", "--pairs", "2", "--setup", setup]);
        let counts = ["wins", "draws", "losses"].map(|count| result[count].as_u64().expect("a count"));
        assert_eq!(
            (result["pairs"].as_u64(), counts.iter().sum()),
            (Some(2), 2 * games),
            "{setup}: {result}"
        );
    }
    let cmd = format!("cmd:{PYTHON}");
    let arguments =
        ["duel", "kuhn-poker", &cmd, "random", "--pairs", "2", "--setup", "players=3", "--seed", "1"];
    let all = said(&[&arguments[..], &PATIENT].concat(), 0);
    assert!(all.contains("\n2 groups: ") && all.contains(" lost; seed "), "{all}");
}

#[test]
fn a_duel_tells_each_of_its_setups() {
    let (path, shown) = fresh("setups");
    std::fs::write(&path, "# match-ups\nmode=fist pure=on\n\n  mode=fist\n").expect("a test can write");
    let setups =
        ["time-rift", "random", "random", "--setup", "decks=spartacus,musashi", "--setups-from", &shown];
    let result = even_duel(&[&setups[..], &["--pairs", "3"]].concat());
    assert_eq!(result["pairs"], 9);
    let rows = result["by_setup"].as_array().expect("a list");
    let told: Vec<(&str, u64)> =
        rows.iter().map(|row| (row["setup"].as_str().unwrap(), row["pairs"].as_u64().unwrap())).collect();
    assert_eq!(told, [("decks=spartacus,musashi", 3), ("mode=fist pure=on", 3), ("mode=fist", 3)]);
    let all = said(&[&["duel"], &setups[..], &["--pairs", "3"]].concat(), 0);
    assert!(all.contains("\nsetup") && all.contains("\nmode=fist pure=on "), "{all}");
    // It goes on in the middle of a round of setups.
    let (state, kept) = fresh("setups-state");
    let duel =
        |more: &[&str]| said(&[&["duel"], &setups[..], &["--seed", "4", "--state", &kept], more].concat(), 0);
    let whole = duel(&["--pairs", "4"]);
    let lines: Vec<String> = std::fs::read_to_string(&state)
        .expect("a state")
        .lines()
        .take(6)
        .map(|line| line.to_owned() + "\n")
        .collect();
    std::fs::write(&state, lines.concat()).expect("a test can write");
    assert_eq!(duel(&["--pairs", "4"]), whole);
}

/// A match has as many games as it needs, and each is set up with what carries over.
#[test]
fn matches_are_played_whole() {
    let (folder, shown) = fresh("matches");
    let arguments = ["host", "time-rift", "--setup", "match=3", "--games", "3", "--seat", "0=bot:greedy"];
    let lines = json_lines(&[&arguments[..], &["--seed", "5", "--record", &shown, "--json"]].concat());
    let matches: Vec<&Value> = lines.iter().filter(|line| line.get("match").is_some()).collect();
    let games: Vec<&Value> = lines.iter().filter(|line| line.get("game").is_some()).collect();
    assert_eq!(matches.len(), 3);
    for (number, told) in (0..).zip(matches) {
        let own: Vec<&&Value> =
            games.iter().filter(|game| (game["game"].as_u64().unwrap() - 1) / 3 == number).collect();
        let most = told["wins"].as_array().unwrap().iter().filter_map(Value::as_u64).max();
        assert!(own.len() == 3 || (own.len() == 2 && most == Some(2)), "{told} after {own:?}");
        for (nth, game) in own.iter().enumerate() {
            let record = game["record"].as_str().expect("a record");
            let text = std::fs::read_to_string(record).expect("a record");
            assert_eq!(text.contains("spent="), nth > 0, "{text}");
            said(&["verify", record], 0);
        }
    }
    assert!(folder.is_dir());
    let total = &lines.last().expect("the total")["total"];
    assert!(
        total["matches"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>() <= 3,
        "{total}"
    );
    let all = said(&[&arguments[..], &["--seed", "5"]].concat(), 0);
    assert!(all.contains("\nmatch 3: wins ") && all.contains(" matches won; games: "), "{all}");
    let result = even_duel(&["time-rift", "random", "random", "--pairs", "2", "--setup", "match=3"]);
    assert_eq!(result["pairs"], 2, "a match counts as one game: {result}");
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
    let all = other(&["duel", "kuhn-poker", &cmd, "random", "--bot-seed", "8", "--budget", "20000"]);
    assert!(all.contains("holds another duel: its bot seed is"), "{all}");
    let kept = std::fs::read_to_string(&path).expect("a state").replace("\"number\":3", "\"number\":4");
    std::fs::write(&path, &kept).expect("a test can write");
    let all = other(&["duel", "kuhn-poker", &cmd, "random", "--budget", "20000"]);
    assert!(all.contains("line 4: this is no result of pair 3; delete this line"), "{all}");
    let old = kept.replace("\"duel\":2", "\"duel\":1").replace(",\"bot_seed\":", ",\"other\":");
    std::fs::write(&path, old).expect("a test can write");
    let all = other(&["duel", "kuhn-poker", &cmd, "random", "--budget", "20000"]);
    assert!(all.contains("holds a duel of format 1, and this program goes on with format 2 only"), "{all}");
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

/// What a program heard in a run that ends well.
fn heard(name: &str, arguments: &[&str]) -> Vec<Value> {
    let (heard, shown) = fresh(name);
    let spy = format!("0=sh -c 'tee -a {shown} | {PYTHON}'");
    said(&[&["host"], arguments, &["--seat", &spy], &PATIENT].concat(), 0);
    let heard = std::fs::read_to_string(heard).expect("what the bot heard");
    heard.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn fields<'a>(heard: &'a [Value], kind: &str, field: &str) -> Vec<Option<&'a Value>> {
    heard.iter().filter(|message| message["type"] == kind).map(|message| message.get(field)).collect()
}

#[test]
fn the_seeds_of_bots_have_nothing_to_do_with_the_dice() {
    let seeds = |name: &str, more: &[&str]| -> Vec<u64> {
        let heard = heard(name, &[&["kuhn-poker", "--games", "3"], more].concat());
        fields(&heard, "setup", "seed").into_iter().map(|seed| seed.unwrap().as_u64().unwrap()).collect()
    };
    let fixed = seeds("seeds-1", &["--seed", "1"]);
    assert_eq!(seeds("seeds-2", &["--seed", "2"]), fixed, "fixed if the dice are");
    assert_eq!(seeds("seeds-3", &["--bot-seed", "0"]), fixed, "the seed of a number is known");
    assert_ne!(seeds("seeds-4", &["--seed", "1", "--bot-seed", "7"]), fixed);
    assert_ne!(seeds("seeds-5", &[]), fixed, "drawn freshly");
    assert!(fixed[0] != fixed[1] && fixed[1] != fixed[2], "{fixed:?}");
    assert!(said(&["host", "nim", "--bot-seed", "x"], 2).contains("`x` is no seed"));
}

#[test]
fn dice_are_committed_to_unless_they_can_be_guessed() {
    let (folder, shown) = fresh("committed");
    let heard_open = heard("committed-heard", &["kuhn-poker", "--games", "2", "--record", &shown]);
    let (hashes, seeds) = (fields(&heard_open, "setup", "commitment"), fields(&heard_open, "end", "seed"));
    for number in [1, 2] {
        let record = folder.join(format!("kuhn-poker.0000{number}.agon")).display().to_string();
        let text = std::fs::read_to_string(&record).expect("a record");
        let hash = hashes[number - 1].and_then(Value::as_str).expect("a commitment");
        let seed = seeds[number - 1].and_then(Value::as_str).expect("a seed");
        assert!(text.contains(&format!("luck committed {hash}")) && text.contains(&format!("seed {seed}")));
        said(&["verify", &record, "--commitment", hash], 0);
    }
    let whole = "1d0e8f3a5b7c9d2e4f60718293a4b5c6d7e8f9010a1b2c3d4e5f60718293a4bc";
    let of_digits = format!("{:064}", 42);
    for (seed, told) in [("42", false), ("18446744073709551615", false), (&of_digits, false), (whole, true)] {
        let heard = heard(&format!("committed-{seed}"), &["kuhn-poker", "--games", "2", "--seed", seed]);
        let [hashes, seeds] = [("setup", "commitment"), ("end", "seed")]
            .map(|(kind, field)| fields(&heard, kind, field).into_iter().flatten().count());
        assert_eq!((hashes, seeds), if told { (2, 2) } else { (0, 0) }, "{seed}");
    }
}

#[test]
fn what_bots_contribute_stands_in_a_record_that_verifies() {
    let (folder, shown) = fresh("contributed");
    let seats = [format!("{} ada", broken("contribute")), format!("1{} brook", &broken("contribute")[1..])];
    let arguments = ["host", "time-rift", "--seat", &seats[0], "--seat", &seats[1], "--record", &shown];
    said(&[&arguments[..], &PATIENT].concat(), 0);
    let record = folder.join("time-rift.00001.agon");
    let text = std::fs::read_to_string(&record).expect("a record");
    assert!(text.contains("contribution 0 ada\n") && text.contains("contribution 1 brook\n"), "{text}");
    assert!(said(&["verify", &record.display().to_string()], 0).contains("verified"));
}

/// The second game of a pair has the dice and the bots' seeds of the first.
#[test]
fn pairs_are_mirrored_and_tell_nothing_of_their_dice() {
    let (heard, shown) = fresh("pairs-heard");
    let spy = format!("cmd:sh -c 'tee -a {shown} | {PYTHON}'");
    said(&[&["duel", "kuhn-poker", &spy, &spy, "--pairs", "2"][..], &PATIENT].concat(), 0);
    let heard = std::fs::read_to_string(heard).expect("what the bots heard");
    assert!(!heard.contains("commitment") && !heard.contains("contributions"), "{heard}");
    let setups: Vec<Value> = heard
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter(|m: &Value| m["type"] == "setup")
        .collect();
    assert_eq!(setups.len(), 8);
    for setup in &setups {
        let same = |other: &&Value| {
            other["seat"] == setup["seat"]
                && (other["number"].as_u64().unwrap() - 1) / 2 == (setup["number"].as_u64().unwrap() - 1) / 2
        };
        let mates: Vec<&Value> = setups.iter().filter(same).collect();
        assert!(mates.len() == 2 && mates[0]["seed"] == mates[1]["seed"], "{setups:?}");
    }
    assert_ne!(setups[0]["seed"], setups[7]["seed"]);
}

/// Everything below a process that was started now.
struct Started {
    child: std::process::Child,
    note: PathBuf,
}

impl Started {
    /// Waits until the bot has noted its own process and the one it started.
    fn new(name: &str, arguments: &dyn Fn(&str) -> Vec<String>) -> Self {
        let (note, shown) = fresh(name);
        let child = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args(arguments(&format!(
                "sh -c 'sleep 300 & echo $$ $! > {shown}; trap \"\" INT TERM HUP; exec sleep 300'"
            )))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("agon runs");
        while !std::fs::read_to_string(&note).is_ok_and(|text| text.ends_with('\n')) {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        Self { child, note }
    }

    /// Sends a signal to the host alone; nothing of the bot is left after two seconds.
    fn leaves_nothing_after(mut self, signal: &str) {
        let noted = std::fs::read_to_string(&self.note).expect("a note");
        let bots: Vec<u32> = noted.split_whitespace().map(|id| id.parse().expect("a number")).collect();
        assert!(bots.len() == 2 && bots.iter().all(|&id| is_alive(id)), "{noted}");
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
        self.child.wait().expect("agon ends");
        let until = std::time::Instant::now() + std::time::Duration::from_secs(2);
        while bots.iter().any(|&id| is_alive(id)) {
            assert!(std::time::Instant::now() < until, "{signal}: of {bots:?} some are left");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
}

/// Whether a process of that id is there and running; one that has ended and waits for its parent is not.
fn is_alive(id: u32) -> bool {
    let shown = Command::new("ps").args(["-o", "stat=", "-p", &id.to_string()]).output().expect("ps runs");
    let state = text(&shown.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

/// The bot ignores the end of its input and all signals that can be ignored.
#[test]
fn no_bot_outlives_its_host() {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let host = |bot: &str| words(&["host", "nim", "--seat", &format!("0={bot}")]);
    let duel = |bot: &str| words(&["duel", "nim", &format!("cmd:{bot}"), "random"]);
    let kit = |bot: &str| words(&["host", "--conformance", bot]);
    for signal in ["-KILL", "-INT", "-TERM", "-HUP"] {
        Started::new(&format!("left-host{signal}"), &host).leaves_nothing_after(signal);
        Started::new(&format!("left-kit{signal}"), &kit).leaves_nothing_after(signal);
    }
    Started::new("left-duel", &duel).leaves_nothing_after("-KILL");
}

/// Whether programs can be held in a sandbox here; says so if not.
fn can_confine() -> bool {
    let run = agon(&["host", "nim", "--sandbox", "--seat", "0=bot:random"]);
    let all = text(&run.stderr);
    if all.contains("there is no sandbox here") {
        assert_eq!(run.status.code(), Some(2), "refused, not run without");
        eprintln!("skipped: {all}");
        return false;
    }
    assert!(run.status.success(), "{all}");
    true
}

/// The interpreter itself, whatever script stands before it in PATH, and the folder it belongs to.
fn python() -> (String, String) {
    let told = "import sys; print(sys.executable); print(sys.base_prefix)";
    let shown = text(&Command::new("python3").args(["-c", told]).output().expect("python3 runs").stdout);
    let mut lines = shown.lines().map(str::to_owned);
    (lines.next().expect("a program"), lines.next().expect("a folder"))
}

#[test]
fn bots_play_in_the_sandbox() {
    if !can_confine() {
        return;
    }
    let (python, home) = python();
    let bot = format!("{python} examples/bots/random_bot.py");
    let confined = ["--sandbox", "--sandbox-read", &home, "--budget", "20000"];
    for game in ["kuhn-poker", "worlds-unchained"] {
        let seats = [format!("0={bot}"), format!("1={bot}")];
        let arguments = ["host", game, "--seat", &seats[0], "--seat", &seats[1], "--json"];
        let lines = json_lines(&[&arguments[..], &confined].concat());
        assert_eq!(lines[1]["total"]["strikes"], serde_json::json!([0, 0]), "{lines:?}");
    }
    let cmd = format!("cmd:{bot}");
    said(&[&["duel", "nim", &cmd, "random", "--pairs", "1"][..], &confined].concat(), 0);
    let all = said(&[&["host", "--conformance", &bot][..], &confined].concat(), 0);
    assert!(all.ends_with("nothing is wrong with this bot\n"), "{all}");
    let all = said(&["host", "nim", "--sandbox", "--seat", "0=/no/such/bot -v"], 2);
    assert!(all.contains("cannot start `/no/such/bot -v`: No such file"), "{all}");
    let all = said(&["host", "nim", "--sandbox", "--seat", "0=no-such-bot"], 2);
    assert!(all.contains("there is no such program in the folders of PATH"), "{all}");
    let all = said(&["host", "nim", "--sandbox", "--sandbox-read", "/no/such"], 2);
    assert!(all.contains("there is no /no/such; give --sandbox-read"), "{all}");
    said(&["host", "nim", "--sandbox-memory", "100"], 2);
}

#[test]
fn a_bot_in_the_sandbox_can_only_play() {
    if !can_confine() {
        return;
    }
    let (written, shown) = fresh("written-by-a-bot");
    let (record, secret) = fresh("secret.agon");
    std::fs::write(record, "the host's alone\n").expect("a test can write");
    // Its own copy: free to do all, it writes to itself.
    let (copy, script) = fresh("prober.py");
    let prober = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol/tests/bots/prober.py");
    std::fs::copy(prober, copy).expect("a test can copy");
    // The secret's name must not stand among the words of the command as a file: those may be read.
    let (python, home) = python();
    let seat = format!("0=sh -c 'exec {python} -S {script} {shown} {secret}'");
    let probe = |more: &[&str]| {
        let all = said(&[&["host", "nim", "--seat", &seat], more].concat(), 3);
        let (_, could) = all.split_once("its last words: could: ").expect(&all);
        could.lines().next().expect("a line").to_owned()
    };
    let free = probe(&[]);
    assert_eq!(free.split(", ").count(), 17, "every attempt works without a sandbox: {free}");
    assert!(written.exists());
    std::fs::remove_file(&written).expect("it is there");
    let confined =
        ["--sandbox", "--sandbox-memory", "512", "--sandbox-read", &script, "--sandbox-read", &home];
    let could = probe(&confined);
    // Before Linux 6.12 signals are not held back.
    assert!(could == "nothing" || could == "signal", "{could}");
    assert!(!written.exists());
    let could = probe(&[&confined[..], &["--sandbox-read", &secret]].concat());
    assert!(could.starts_with("record"), "what is allowed can be read: {could}");
    let busy = format!("0={python} -S -c 'while True: pass'");
    let limits = ["--sandbox", "--sandbox-read", &home, "--sandbox-cpu", "1"];
    let all = said(&[&["host", "nim", "--seat", &busy][..], &limits].concat(), 3);
    assert!(all.contains("it was ended by signal"), "{all}");
}

/// The pipe is full and its reader does not read: one signal is enough.
#[test]
fn a_stalled_reader_does_not_hold_a_command() {
    let (record, shown) = fresh("stalled.agon");
    let bots = ["--seat", "0=bot:random", "--games", "1000000"];
    let host = [&["host", "nim"][..], &bots].concat();
    let json = [&["host", "nim", "--json"][..], &bots].concat();
    std::thread::scope(|scope| {
        scope.spawn(|| stalls(&["match", "champions-combat", "--bot", "random", "--record", &shown]));
        scope.spawn(|| stalls(&host));
        scope.spawn(|| stalls(&json));
    });
    assert!(record.exists(), "the record of the game so far");
}

/// Runs a command that nobody reads, and interrupts it once it has to wait for its reader.
fn stalls(arguments: &[&str]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(arguments)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("agon runs");
    // It has filled the pipe when it needs no more of the processor.
    let ticks = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
        stat.split(' ').skip(13).take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut before = vec![String::new()];
    while before != ticks() {
        before = ticks();
        std::thread::sleep(std::time::Duration::from_millis(1500));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    let until = std::time::Instant::now() + std::time::Duration::from_secs(3);
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if std::time::Instant::now() > until {
            child.kill().expect("it runs");
            panic!("{arguments:?} goes on");
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(130), "{arguments:?}");
}

/// The shell's 128 and the number of the signal: the terminal is gone.
#[test]
fn a_hangup_has_its_exit_code() {
    for (signal, code) in [("-HUP", 129), ("-INT", 130), ("-TERM", 130)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args(["host", "nim", "--seat", "0=bot:random", "--games", "100000000"])
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("agon runs");
        std::thread::sleep(std::time::Duration::from_millis(300));
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
        assert_eq!(child.wait().expect("a child").code(), Some(code), "{signal}");
    }
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
