//! The `agon` command as its users meet it: output, exit codes, error messages.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn agon(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(arguments).output().expect("agon runs")
}

/// Standard output of a run that must succeed.
fn good(arguments: &[&str]) -> String {
    let output = agon(arguments);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "agon {arguments:?} failed:\n{out}{err}");
    assert!(!out.contains('\x1b'), "colour without a terminal: {out}");
    out
}

/// Everything a run says that must end with `code`.
fn bad(arguments: &[&str], code: i32) -> String {
    let output = agon(arguments);
    let all = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "agon {arguments:?}:\n{all}");
    assert!(!all.contains("panicked"), "{all}");
    all
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// A path for a file of this test alone.
fn file(name: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let shown = path.display().to_string();
    (path, shown)
}

#[test]
fn help_names_every_command_and_exit_code() {
    let help = good(&["--help"]);
    for word in [
        "play",
        "games",
        "learn",
        "match",
        "host",
        "duel",
        "replay",
        "verify",
        "scenario",
        "rules",
        "card",
        "solve",
        "bench",
        "Exit codes",
        "130",
    ] {
        assert!(help.contains(word), "{word} is missing:\n{help}");
    }
    for command in [
        "play", "games", "learn", "match", "host", "duel", "replay", "verify", "scenario", "rules", "card",
        "solve", "bench",
    ] {
        assert!(good(&[command, "--help"]).contains("Usage: agon"), "{command}");
    }
    assert!(bad(&[], 2).contains("Usage: agon"));
    assert!(bad(&["gmaes"], 2).contains("games"), "a near command is suggested");
    assert!(good(&["--version"]).starts_with("agon "));
}

#[test]
fn games_are_listed() {
    let list: Value = serde_json::from_str(&good(&["games", "--json"])).expect("JSON");
    let ids: Vec<&str> = list.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    let plain = good(&["games"]);
    for id in
        ["tic-tac-toe", "nim", "kuhn-poker", "leduc-poker", "goofspiel", "oshi-zumo", "liars-dice", "pig"]
    {
        assert!(ids.contains(&id) && plain.contains(id), "{id}");
    }
    assert!(good(&["games", "--options"]).contains("min_bid=0"));
}

#[test]
fn bench_rows_have_the_promised_keys() {
    let rows: Value =
        serde_json::from_str(&good(&["bench", "leduc-poker", "--seconds", "0.01", "--json"])).expect("JSON");
    let rows = rows.as_array().unwrap();
    assert_eq!(
        rows.iter().map(|row| row["policy"].as_str().unwrap()).collect::<Vec<_>>(),
        ["uniform", "lively"]
    );
    for row in rows {
        let mut keys: Vec<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        let mut wanted = [
            "game",
            "variant",
            "players",
            "policy",
            "decisions_per_s",
            "games_per_s",
            "bouts_per_s",
            "mean_decisions",
            "ns_per_decision",
            "state_bytes",
            "allocations",
        ];
        wanted.sort_unstable();
        assert_eq!(keys, wanted);
        assert_eq!(row["allocations"], 0);
        assert!(row["decisions_per_s"].as_f64().unwrap() > 1000.0);
    }
    let table = good(&["bench", "kuhn-poker", "--policy", "pick", "--seconds", "0.01", "--threads", "2"]);
    assert!(table.contains("3-players") && table.contains("pick"), "{table}");
}

#[test]
fn wrong_words_get_a_remedy() {
    assert!(bad(&["bench", "leduk-poker"], 2).contains("did you mean `leduc-poker`?"));
    assert!(bad(&["bench", "--policy", "bold"], 2).contains("the policies are uniform, lively and pick"));
    assert!(bad(&["bench", "--seconds", "-1"], 2).contains("seconds"));
    assert!(bad(&["bench", "--threads", "0"], 2).contains("threads"));
    assert!(bad(&["match", "chess"], 2).contains("the games are"));
    assert!(bad(&["match", "nim", "--bot", "clever"], 2).contains("nim has random, lively"));
    assert!(bad(&["match", "nim", "--seed", "xyz"], 2).contains("64 hexadecimal digits"));
    assert!(bad(&["match", "nim", "--best-of", "2"], 2).contains("odd number"));
    assert!(bad(&["match", "nim", "--variant", "huge"], 2).contains("it has misere, normal"));
    let faults = bad(&["match", "goofspiel", "--setup", "cards=77 ordr=random reward=win nonsense"], 2);
    assert_eq!(faults.matches("error:").count(), 4, "all faults at once:\n{faults}");
    assert!(
        bad(&["match", "nim", "--bot", "random", "--bot", "random", "--bot", "random"], 2)
            .contains("3 bots for 2 seats")
    );
    assert!(bad(&["match", "nim", "--best-of", "300"], 2).contains("99"));
    assert!(bad(&["rules", "nim", "CC-MOVE-2"], 2).contains("its rules begin with NIM-"));
    assert!(bad(&["rules", "chess"], 2).contains("the games are"));
    assert!(
        bad(&["rules", "champions-combat", &format!("CC-MOVE-{}", 99)], 2)
            .contains("did you mean CC-MOVE-9?")
    );
    assert!(bad(&["replay", "no-such-file.agon"], 2).contains("check the name"));
}

#[test]
fn a_game_is_written_down() {
    let (_, record) = file("score.agon");
    good(&["match", "time-rift", "--seed", "5", "--setup", "mode=fist pure=on", "--record", &record]);
    let score = good(&["replay", &record, "--score"]);
    let lines: Vec<&str> = score.lines().collect();
    assert!(lines[0].starts_with("W@a") && lines[1].starts_with("E@") && lines[2] == "R1 > E W", "{score}");
    assert!(
        lines[3].starts_with("E: ") && lines.last().is_some_and(|line| line.starts_with("# ")),
        "{score}"
    );
    assert_eq!(good(&["replay", &record, "--score", "--to", "1"]), format!("{}\n", lines[0]));
    assert!(bad(&["replay", &record, "--score", "--seat", "0"], 2).contains("cannot be used with"));
}

#[test]
fn a_match_is_recorded_replayed_and_verified() {
    let (path, record) = file("match.agon");
    let told = good(&["match", "leduc-poker", "--seed", "5", "--record", &record]);
    assert!(told.contains("LEDUC-2") && told.contains("result:"), "{told}");
    assert!(good(&["verify", &record]).contains("every chance event follows from the committed seed"));
    let replayed = good(&["replay", &record]);
    assert!(replayed.contains("  1. chance deal"), "{replayed}");
    let seen = good(&["replay", &record, "--seat", "1", "--to", "2"]);
    assert!(seen.contains("0 is dealt ?") && seen.contains("position 2 of"), "{seen}");
    let json: Value = serde_json::from_str(&good(&["replay", &record, "--json"])).expect("JSON");
    assert_eq!(json["game"], "leduc-poker");
    assert_eq!(json["steps"][0]["events"][0]["rule"], "LEDUC-2");
    let hidden = good(&["replay", &record, "--json", "--seat", "0"]);
    assert!(!hidden.contains("\"step\": \""), "what others did in secret is not told: {hidden}");
    assert!(bad(&["replay", &record, "--to", "99"], 2).contains("the record ends with position"));
    assert!(bad(&["replay", &record, "--seat", "7"], 2).contains("the seats are 0 to 1"));
    assert!(bad(&["replay", &record, "--score"], 2).contains("leduc-poker has no scores; leave --score out"));
    // Whoever published a commitment before the game can insist on it.
    let commitment = "d65cb05d0cfeff71e0fd67e8ddab90ed37dec99b7b5da92ff57d2adc2157deb7";
    good(&["verify", &record, "--commitment", commitment]);
    let other = commitment.replace('d', "e");
    let told = bad(&["verify", &record, "--commitment", &other], 1);
    assert!(told.contains("not the one that was published; this is a record of another game"), "{told}");
    assert!(bad(&["verify", &record, "--commitment", "x"], 2).contains("`x` is not a seed commitment"));
    // The same seed gives the same record; without one every game differs.
    let (other_path, other) = file("again.agon");
    good(&["match", "leduc-poker", "--seed", "5", "--record", &other]);
    assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&other_path).unwrap());
    // The example in docs/records.md is this very record.
    let text = std::fs::read_to_string(&path).unwrap();
    let docs = include_str!("../../../docs/records.md");
    for line in text.lines().take(9).chain(text.lines().skip(16)) {
        assert!(docs.contains(line), "docs/records.md lacks `{line}`");
    }
}

#[test]
fn a_damaged_record_fails_with_its_line() {
    let (path, record) = file("damaged.agon");
    good(&["match", "nim", "--seed", "1", "--record", &record]);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("player 1 lively", "player 1 nobody", 1)).unwrap();
    assert!(bad(&["verify", &record], 1).contains("line 6: the line or its check was changed"));
    assert!(bad(&["replay", &record], 1).contains("line 6"));
    let report: Value = serde_json::from_slice(&agon(&["verify", "--json", &record]).stdout).expect("JSON");
    assert_eq!(report["verified"], false);
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert!(bad(&["verify", &record], 1).contains("the file was cut off"));
    std::fs::write(&path, b"agon 1\n\xff\xfe").unwrap();
    assert!(bad(&["verify", &record], 2).contains("line 2: not UTF-8 text"));
    let (_, sound) = file("sound.agon");
    good(&["match", "nim", "--seed", "2", "--record", &sound]);
    let all = bad(&["verify", "missing.agon", &sound], 2);
    assert!(all.contains("cannot read missing.agon") && all.contains("sound.agon: verified"), "{all}");
    std::fs::write(&path, "agon 7\n").unwrap();
    assert!(bad(&["verify", &record], 1).contains("update agon"));
}

#[test]
fn a_series_writes_numbered_records() {
    let (_, record) = file("series.agon");
    let told = good(&["match", "tic-tac-toe", "--seed", "9", "--best-of", "3", "--record", &record]);
    assert!(told.contains("Game 2 of at most 3"), "{told}");
    good(&["verify", &record.replace(".agon", ".1.agon"), &record.replace(".agon", ".2.agon")]);
}

#[test]
fn a_match_of_the_setup_is_a_series() {
    let (_, record) = file("chests.agon");
    let setup = "match=3 rounds=1 life_cap=2";
    let told = good(&["match", "time-rift", "--setup", setup, "--seed", "4", "--record", &record]);
    assert!(told.contains("Game 2 of at most 3") && told.contains("spent: "), "{told}");
    let wins = told.lines().rfind(|line| line.starts_with("wins ")).unwrap_or_default();
    assert!(["wins 2 - 0", "wins 2 - 1", "wins 0 - 2", "wins 1 - 2"].contains(&wins), "{wins}");
    good(&["verify", &record.replace(".agon", ".1.agon"), &record.replace(".agon", ".2.agon")]);
    let other = bad(&["match", "time-rift", "--setup", setup, "--best-of", "5"], 2);
    assert!(other.contains("play best of 3, or change the setup"), "{other}");
}

#[test]
fn scenarios_pass_and_fail() {
    let (path, shown) = file("scenario.md");
    let write =
        |block: &str| std::fs::write(&path, format!("# Try (TTT-3)\n```play\n{block}\n```\n")).unwrap();
    write("game tic-tac-toe; 0: a1\nrefuse 1: a1 -> cell-taken TTT-3");
    assert!(good(&["scenario", "--verbose", &shown]).contains("1 passed, 0 failed"));
    write("game tic-tac-toe; 0: a1");
    assert!(bad(&["scenario", &shown], 1).contains("the block shows nothing"));
    write("game tic-tac-toe; 0: a1\n1: a1\n0: b2");
    assert!(bad(&["scenario", &shown], 1).contains("line 4: 1 cannot `a1`: a1 is already marked (TTT-3)"));
    write("game tic-tac-toe\nexpect turn 1\nexpect turn 1\n0: z9");
    let all = bad(&["scenario", &shown], 1);
    assert_eq!(all.matches("the turn should be `1` and is `0`").count(), 2, "expectations go on:\n{all}");
    assert!(all.contains("expected a cell from a1 to c3"), "{all}");
    write("game tic-tac-toe\nsource a.toml\nend source\nsource a.toml\nend source\nexpect turn 0");
    assert!(bad(&["scenario", &shown], 1).contains("line 6: two sources are called `a.toml`; rename one"));
    std::fs::write(&path, "no block\n").unwrap();
    assert!(bad(&["scenario", &shown], 2).contains("there is no `play` block"));
    let line: Value = {
        write("game tic-tac-toe; 0: a1; expect turn 1");
        serde_json::from_str(good(&["scenario", "--json", &shown]).trim()).expect("JSON")
    };
    assert_eq!((&line["passed"], &line["rules"][0]), (&Value::Bool(true), &Value::String("TTT-3".into())));
}

#[test]
fn scenarios_show_what_they_are_asked_for() {
    let (path, shown) = file("showing.md");
    let write = |block: &str| std::fs::write(&path, format!("# Try\n```play\n{block}\n```\n")).unwrap();
    write("game pig\nseed 1\n0: roll\nshow legal 1\nshow position; expect view spectator: moves = 1");
    let plain = good(&["scenario", &shown]);
    assert!(plain.contains("  line 6: legal 1\n    nothing\n  line 7: position\n    0,0 "), "{plain}");
    assert!(!plain.contains("ran on"), "{plain}");
    let verbose = good(&["scenario", "--verbose", &shown]);
    assert!(
        verbose.contains("  line 5: play ran on by itself over one forced step: `chance die "),
        "{verbose}"
    );
    let line: Value = serde_json::from_str(good(&["scenario", "--json", &shown]).trim()).expect("JSON");
    assert_eq!(line["shown"][1]["what"], "position");
    assert_eq!(
        (&line["shown"][0]["line"], &line["shown"][0]["found"]),
        (&Value::from(6), &Value::Array(vec![]))
    );
    assert!(line["notes"][0].as_str().unwrap().starts_with("line 5: play ran on"), "{line}");
    // A file beside the scenario, by its path from there.
    std::fs::write(path.with_file_name("beside.toml"), "[[card]]\n").unwrap();
    write("game time-rift\nsource cards.toml from beside.toml\nexpect turn 0");
    let told = bad(&["scenario", &shown], 1);
    assert!(told.contains("line 4: the setup is refused at beside.toml:1:1: "), "{told}");
}

#[test]
fn rules_are_looked_up_with_their_rulings() {
    assert!(good(&["rules", "worlds-unchained"]).contains("282 rules"));
    let shown = good(&["rules", "champions-combat", "CC-MOVE-2"]);
    assert!(shown.contains("CC-MOVE-2") && shown.contains("CC-R27 Exactly n, or not at all"), "{shown}");
    assert!(good(&["rules", "wu-r2"]).contains("WU-R2"));
    let json: Value =
        serde_json::from_str(&good(&["rules", "time-rift", "TR-GOAL-1", "--json"])).expect("JSON");
    assert_eq!(json["rulings"][0]["id"], "TR-R108");
}

/// Whoever closes the pipe has seen enough: no error, no panic.
#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["rules", "worlds-unchained"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("agon runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    let status = child.wait().unwrap();
    assert!(status.success() && errors.is_empty(), "{status}: {errors}");
}

/// Ctrl-C ends a long measurement at once, with the rows so far and exit code 130.
#[cfg(unix)]
#[test]
fn an_interrupted_bench_tells_what_it_has() {
    let child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["bench", "tic-tac-toe", "--seconds", "600", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("agon runs");
    std::thread::sleep(std::time::Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let rows: Value = serde_json::from_slice(&output.stdout).expect("the rows so far");
    assert_eq!(rows.as_array().unwrap().len(), 1);
}

/// Whatever the words of a command hold, what is said of them is short and can be seen.
#[test]
fn strange_words_are_told_in_few() {
    let (hidden, long) = ("a\u{202e}b\u{1b}[2J", "x".repeat(100_000));
    let many = format!("decks={}", vec!["nobody"; 8000].join(","));
    let keys: Vec<String> = (0..5000).map(|nth| format!("key{nth}=1")).collect();
    for arguments in [
        vec![hidden],
        vec![&long],
        vec!["games", "--options", hidden],
        vec!["play", hidden],
        vec!["play", &long],
        vec!["play", "nim", "--seed", hidden],
        vec!["play", "time-rift", "--deck", hidden],
        vec!["play", "nim", "--setup", hidden],
        vec!["play", "nim", "--setup", &long],
        vec!["play", "worlds-unchained", "--setup", &many],
        vec!["play", "nim", "--setup", &keys.join(" ")],
        vec!["match", "nim", "--bots", hidden],
        vec!["verify", hidden],
        vec!["replay", hidden],
        vec!["scenario", hidden],
        vec!["card", "check", hidden],
        vec!["card", "explain", hidden],
        vec!["card", "explain", &long],
        vec!["rules", hidden],
    ] {
        let output = agon(&arguments);
        let all = text(&output.stdout) + &text(&output.stderr);
        let shown: String = arguments.join(" ").chars().take(60).collect();
        assert_eq!(output.status.code(), Some(2), "{shown}: {all}");
        assert!(!all.contains(['\u{202e}', '\u{1b}']), "{shown}: {all:?}");
        assert!(all.len() < 50_000, "{shown}: {} bytes", all.len());
    }
}

/// A record takes the place of an older one, and of nothing else.
#[test]
fn records_replace_nothing_but_records() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("precious.txt");
    let record = file.display().to_string();
    for command in [&["match", "nim"][..], &["play", "nim", "--plain"]] {
        std::fs::write(&file, "precious\n").expect("a test can write");
        let run = agon(&[command, &["--record", &record]].concat());
        assert_eq!(run.status.code(), Some(2), "{command:?}");
        assert!(
            text(&run.stderr).contains("is there already, and no record; choose another name"),
            "{command:?}"
        );
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "precious\n");
    }
    std::fs::remove_file(&file).expect("it is there");
    for seed in ["1", "2"] {
        good(&["match", "nim", "--seed", seed, "--record", &record]);
        good(&["verify", &record]);
    }
}
