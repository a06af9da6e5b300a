//! A tour through the built `agon` command.

use crate::jobs::{Done, Outcome};
use crate::perf::PLAYOUTS;
use crate::workspace::{Agon, Workspace, emptied, output, run};
use serde_json::Value;

/// What every row of `agon bench --json` tells.
const BENCH_KEYS: [&str; 11] = [
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

pub fn job(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    // The job `perf` comes next. Links of releases keep one processor busy for a minute each, so both are made at once.
    let [example, playouts] = PLAYOUTS;
    run(&mut workspace.cargo_release(["--bin", "agon", example, playouts]))?;
    let agon = workspace.build_agon()?;
    run(&mut agon.command(["games"]))?;
    bench(&agon)?;
    scenarios(workspace, &agon)?;
    record(workspace, &agon)?;
    played(workspace, &agon)?;
    Ok(Outcome::Ok)
}

/// Processor seconds for each row of the benchmark.
const SECONDS: f64 = 0.2;

/// A state of more bytes than these may let a list grow once in 500 games, one of more than two seats in 100: lists
/// get their room in the first thousands of games.
const LARGE: f64 = 1024.0;

/// Every game is measured and none allocates while it is played by two.
fn bench(agon: &Agon) -> Result<(), String> {
    let seconds = SECONDS.to_string();
    let text = output(&mut agon.command(["bench", "--seconds", seconds.as_str(), "--json"]))?;
    let rows = check_bench(&text)?;
    println!("bench: {rows} rows, hardly an allocation where two play");
    Ok(())
}

/// Checks the answer of `agon bench --json` and counts its rows.
fn check_bench(text: &str) -> Result<usize, String> {
    let answer: Value = serde_json::from_str(text)
        .map_err(|error| format!("`agon bench --json` printed something that is not JSON: {error}"))?;
    let rows = answer.as_array().filter(|rows| !rows.is_empty());
    let rows = rows.ok_or("`agon bench --json` printed no list of rows")?;
    for row in rows {
        let missing: Vec<&str> = BENCH_KEYS.into_iter().filter(|key| row.get(key).is_none()).collect();
        if !missing.is_empty() {
            return Err(format!("a row of `agon bench --json` lacks {}: {row}", missing.join(", ")));
        }
        let number = |key: &str| row[key].as_f64().unwrap_or(f64::INFINITY);
        // States of crowds keep their lists on the heap and ask for them once in many games. Where two play there is
        // room in the state for everything but, in states that are large already, for the longest lists of all.
        let games = number("games_per_s") * SECONDS;
        let most = match (number("players") > 2.0, number("state_bytes") > LARGE) {
            (true, _) => games / 100.0,
            (false, true) => games / 500.0,
            (false, false) => 0.0,
        };
        if number("allocations") > most {
            return Err(format!(
                "playouts of {} {} allocate ({}); keep the hot path free of it",
                row["game"], row["variant"], row["allocations"]
            ));
        }
    }
    Ok(rows.len())
}

fn scenarios(workspace: &Workspace, agon: &Agon) -> Result<(), String> {
    let files = workspace.crate_files("tests/scenarios", "md")?;
    if files.is_empty() {
        return Err("there is no scenario in crates/*/tests/scenarios; was the folder renamed?".to_owned());
    }
    let names = files.iter().map(|file| file.strip_prefix(&workspace.root).unwrap_or(file));
    run(agon.command(["scenario"]).args(names))
}

/// A match is recorded, and the record replays.
fn record(workspace: &Workspace, agon: &Agon) -> Result<(), String> {
    let folder = workspace.target.join("smoke");
    emptied(&folder)?;
    let file = folder.join("tic-tac-toe.agon");
    run(agon.command(["match", "tic-tac-toe", "--record"]).arg(&file))?;
    run(agon.command(["verify"]).arg(&file))
}

/// A person plays each arena game line by line to its end, always taking the first option, and the record is right.
fn played(workspace: &Workspace, agon: &Agon) -> Result<(), String> {
    let folder = workspace.target.join("smoke");
    let answers = folder.join("answers.txt");
    let cannot = |error: std::io::Error| format!("cannot use {}: {error}", answers.display());
    std::fs::write(&answers, "1\n".repeat(5000)).map_err(cannot)?;
    for game in ["champions-combat", "time-rift", "worlds-unchained"] {
        let file = folder.join(format!("{game}.agon"));
        let mut play = agon.command(["play", game, "--plain", "--seed", "1", "--record"]);
        play.arg(&file).env("AGON_HOME", folder.join("home"));
        output(play.stdin(std::fs::File::open(&answers).map_err(cannot)?))?;
        run(agon.command(["verify"]).arg(&file))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(allocations: &str) -> String {
        sized_row(2, 100, 1, allocations)
    }

    fn sized_row(players: u32, bytes: u32, games: u32, allocations: &str) -> String {
        let value = |key: &str| match key {
            "players" => players,
            "state_bytes" => bytes,
            "games_per_s" => games,
            _ => 1,
        };
        let others: Vec<String> =
            BENCH_KEYS[..10].iter().map(|key| format!("\"{key}\": {}", value(key))).collect();
        format!("{{{}, \"allocations\": {allocations}}}", others.join(", "))
    }

    #[test]
    fn large_states_and_crowds_may_allocate_now_and_then() {
        // In 0.2 s 2,000 games.
        for (players, bytes, most) in [(2, 1024, 0), (2, 4096, 4), (3, 1024, 20), (4, 4096, 20)] {
            let rows = |count: u32| format!("[{}]", sized_row(players, bytes, 10_000, &count.to_string()));
            assert_eq!(check_bench(&rows(most)), Ok(1), "{players} {bytes}");
            assert!(check_bench(&rows(most + 1)).is_err(), "{players} {bytes}");
        }
    }

    #[test]
    fn complete_rows_without_allocations_pass() {
        assert_eq!(check_bench(&format!("[{}, {}]", row("0"), row("0.0"))), Ok(2));
    }

    #[test]
    fn allocations_are_refused() {
        let message = check_bench(&format!("[{}, {}]", row("0"), row("2"))).expect_err("it allocates");
        assert!(message.contains("allocate (2)"), "{message}");
        assert!(check_bench(&format!("[{}]", row("null"))).is_err());
    }

    #[test]
    fn missing_keys_and_other_shapes_are_refused() {
        assert!(check_bench("[{\"game\": \"nim\"}]").expect_err("keys").contains("lacks variant, players"));
        assert!(check_bench("[]").is_err());
        assert!(check_bench("{}").is_err());
        assert!(check_bench("nim 3").expect_err("no JSON").contains("not JSON"));
    }
}
