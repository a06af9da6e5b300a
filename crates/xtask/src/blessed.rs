//! Text files that the engine writes and people review: counts and playthroughs.
//!
//! The tests compare them; with `AGON_BLESS=1` they rewrite them.

use crate::Failure;
use crate::args::Parsed;
use crate::workspace::{Workspace, output, run};
use std::process::Command;

/// Runs the tests named after `kind`, and shows what changed in `crates/*/tests/<kind>/*.txt`.
pub fn command(kind: &str, parsed: &Parsed) -> Result<u8, Failure> {
    let workspace = Workspace::find()?;
    let mut tests = workspace.cargo(["test", "--workspace", "--locked", "--no-fail-fast", "--tests", kind]);
    tests.env_remove("AGON_BLESS");
    if parsed.has("--bless") {
        tests.env("AGON_BLESS", "1");
    }
    let compared = run(&mut tests);
    show_changes(&workspace, kind)?;
    match compared {
        Err(message) if !parsed.has("--bless") => {
            let accept = format!("if the change is meant, accept it with `cargo xtask {kind} --bless`");
            Err(Failure::Work(format!("{message}; {accept}")))
        }
        other => Ok(other.map(|()| 0)?),
    }
}

fn show_changes(workspace: &Workspace, kind: &str) -> Result<(), String> {
    let files = format!(":(glob)crates/*/tests/{kind}/*.txt");
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.args(args).arg("--").arg(&files).current_dir(&workspace.root);
        command
    };
    let changed = output(&mut git(&["--no-pager", "diff", "--stat"]))?;
    let new = output(&mut git(&["ls-files", "--others", "--exclude-standard"]))?;
    print!("{changed}");
    for file in new.lines() {
        println!(" {file} (new)");
    }
    if changed.is_empty() && new.is_empty() {
        println!("no {kind} differ from what git has");
    }
    Ok(())
}
