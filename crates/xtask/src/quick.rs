//! The jobs of `cargo xtask test`, the quick tier.

use crate::Failure;
use crate::args::Parsed;
use crate::jobs::{self, Done, Job, Outcome};
use crate::workspace::{Workspace, emptied, run, watch};
use crate::{perf, rules, smoke, tools};
use std::path::PathBuf;

const JOBS: &[Job] = &[
    Job { name: "fmt", proves: "every file is formatted", run: fmt },
    Job { name: "clippy", proves: "no lint complains, in any target", run: clippy },
    Job { name: "test", proves: "all tests and documentation examples pass", run: test },
    Job { name: "rules", proves: "cited rules exist, and rules have code and tests", run: check_rules },
    Job { name: "doc", proves: "the documentation builds without a warning", run: doc },
    Job { name: "smoke", proves: "the built agon plays, measures, replays and verifies", run: smoke::job },
    Job { name: "perf", proves: "no playout costs 3 % more instructions than committed", run: perf::job },
    Job { name: "licences", proves: "dependencies have allowed licences and sources", run: licences },
];

pub fn command(parsed: &Parsed) -> Result<u8, Failure> {
    jobs::command("test", JOBS, &parsed.all("--job"), parsed)
}

fn fmt(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    run(&mut workspace.cargo(["fmt", "--all", "--check"]))
        .map_err(|message| format!("{message}; `cargo fmt --all` formats"))?;
    Ok(Outcome::Ok)
}

fn clippy(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    run(&mut workspace.cargo(lints))?;
    Ok(Outcome::Ok)
}

fn test(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    let ledger = ledger(workspace);
    emptied(&ledger)?;
    let mut tests = workspace.cargo(["test", "--workspace", "--locked", "--no-fail-fast"]);
    tests.env("AGON_RULE_LEDGER", ledger).env_remove("AGON_BLESS");
    run(&mut tests)?;
    Ok(Outcome::Ok)
}

/// Where the tests note which rules they exercised.
fn ledger(workspace: &Workspace) -> PathBuf {
    workspace.target.join("rule-ledger")
}

fn check_rules(workspace: &Workspace, done: &Done) -> Result<Outcome, String> {
    let mut args = vec!["--check".to_owned()];
    match done.is_ok("test") {
        Some(true) => args.extend(["--ledger".to_owned(), ledger(workspace).to_string_lossy().into_owned()]),
        // Tests that stopped half way would look like rules without a test.
        Some(false) => {
            return Ok(Outcome::Skipped("the job `test` failed, so its ledger is incomplete".to_owned()));
        }
        // A ledger of another day proves nothing; without one, the tests run again.
        None => {}
    }
    eprintln!("$ cargo xtask rules {}", args.join(" "));
    if rules::run(&workspace.root, &args)? {
        Ok(Outcome::Ok)
    } else {
        Err("catalogue, code and tests disagree; see above".to_owned())
    }
}

fn doc(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    let mut doc = workspace.cargo(["doc", "--workspace", "--no-deps", "--locked"]);
    run(doc.env("RUSTDOCFLAGS", "-Dwarnings"))?;
    Ok(Outcome::Ok)
}

fn licences(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    tools::ensure(workspace, &tools::DENY)?;
    run(&mut workspace.cargo(["deny", "--locked", "check", "bans", "licenses", "sources"]))?;
    let mut no_database = false;
    let code = watch(&mut workspace.cargo(["deny", "--locked", "check", "advisories"]), |line| {
        no_database |= lacks_database(line);
    })?;
    match (code, no_database) {
        (0, _) => Ok(Outcome::Ok),
        (_, true) => Ok(Outcome::Told("advisories not checked: their database cannot be had".to_owned())),
        _ => Err("a dependency has a known advisory; see above".to_owned()),
    }
}

/// Whether cargo-deny says that it could not get the advisories.
fn lacks_database(line: &str) -> bool {
    let line = line.to_lowercase();
    line.contains("advisory database") && (line.contains("failed") || line.contains("error"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jobs_are_the_documented_ones_in_order() {
        let names: Vec<&str> = JOBS.iter().map(|job| job.name).collect();
        assert_eq!(names, ["fmt", "clippy", "test", "rules", "doc", "smoke", "perf", "licences"]);
    }

    #[test]
    fn a_missing_database_is_no_advisory() {
        assert!(lacks_database(
            "2026-01-01 [ERROR] failed to fetch advisory database https://example.org/db"
        ));
        assert!(!lacks_database("error[vulnerability]: a crate is unsound"));
        assert!(!lacks_database("advisories FAILED"));
    }
}
