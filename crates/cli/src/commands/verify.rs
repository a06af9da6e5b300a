//! `agon verify`: is a record what it claims to be?

use std::io::Write as _;
use std::path::{Path, PathBuf};

use engine::{AnyPlay, Faults, Luck};
use serde_json::json;

use crate::errors::{Failure, read};
use crate::output::{ERROR, GOOD};

/// Check records: every line, action, die, result and hash
#[derive(clap::Args)]
pub struct Args {
    /// Records (`.agon`)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object a file
    #[arg(long)]
    json: bool,
}

/// Reads and checks a record; prints every fault and fails if there is one.
pub fn open(file: &Path) -> Result<Box<dyn AnyPlay>, Failure> {
    check(file)?.map_err(|faults| {
        complain(file, &faults);
        Failure::Check
    })
}

fn check(file: &Path) -> Result<Result<Box<dyn AnyPlay>, Faults>, Failure> {
    Ok(games::registry().replay(&read(file)?))
}

fn complain(file: &Path, faults: &Faults) {
    for fault in &faults.0 {
        anstream::eprintln!("{ERROR}{}:{ERROR:#} {fault}", file.display());
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let (mut all_good, mut unreadable) = (true, Ok(()));
    for file in &args.files {
        let result = match check(file) {
            Ok(result) => result,
            Err(failure) => {
                // The others are checked all the same; the last such failure is told at the end.
                if let Err(earlier) = std::mem::replace(&mut unreadable, Err(failure)) {
                    earlier.report();
                }
                continue;
            }
        };
        all_good &= result.is_ok();
        match (result, args.json) {
            (Ok(play), false) => {
                writeln!(
                    out,
                    "{GOOD}{}: verified{GOOD:#}: {}, {} moves, {}; {}",
                    file.display(),
                    play.game(),
                    play.number(),
                    if play.outcome().is_some() { "finished" } else { "unfinished" },
                    luck(&*play),
                )?;
            }
            (Err(faults), false) => complain(file, &faults),
            (Ok(play), true) => {
                let line = json!({
                    "file": file.display().to_string(),
                    "verified": true,
                    "game": play.game(),
                    "moves": play.number(),
                    "outcome": play.outcome(),
                    "luck": luck(&*play),
                    "hash": play.hash(),
                });
                writeln!(out, "{line}")?;
            }
            (Err(faults), true) => {
                let faults: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
                writeln!(
                    out,
                    "{}",
                    json!({ "file": file.display().to_string(), "verified": false, "faults": faults })
                )?;
            }
        }
    }
    unreadable?;
    if all_good { Ok(()) } else { Err(Failure::Check) }
}

/// How far the dice could be checked.
fn luck(play: &dyn AnyPlay) -> &'static str {
    match &play.opening().luck {
        Luck::Scripted => "chance was scripted and cannot be checked",
        Luck::Committed { seed: Some(_), .. } => "every chance event follows from the committed seed",
        Luck::Committed { seed: None, .. } => "the seed is not revealed yet, so chance cannot be checked",
    }
}
