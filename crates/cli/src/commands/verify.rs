//! `agon verify`: is a record what it claims to be?

use std::io::Write as _;
use std::path::{Path, PathBuf};

use engine::text::shown;
use engine::{AnyPlay, Commitment, Doubt, Fault, Faults, Luck, Replayed};
use serde_json::{Value, json};

use crate::errors::{self, Failure, name, read};
use crate::output::{ERROR, GOOD, WARNING};

/// Check records: every line, action, die, result and hash
#[derive(clap::Args)]
pub struct Args {
    /// Records (`.agon`)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object a file
    #[arg(long)]
    json: bool,
    /// Print what every die and draw was drawn from, one JSON object a line, for a program of your own
    /// (docs/randomness.md)
    #[arg(long, conflicts_with = "json")]
    draws: bool,
    /// The commitment that was published before the first action: the record must have this one
    #[arg(long, value_name = "HASH", value_parser = commitment)]
    commitment: Option<Commitment>,
}

fn commitment(text: &str) -> Result<Commitment, String> {
    Commitment::parse(text).map_err(|fault| fault.to_string())
}

/// What came of checking a record.
pub type Checked = Result<Replayed<Box<dyn AnyPlay>>, Faults>;

/// Reads a record and plays it again; prints every fault and fails if there is one.
pub fn open(file: &Path) -> Result<Replayed<Box<dyn AnyPlay>>, Failure> {
    check(file)?.map_err(|faults| {
        complain(file, &faults);
        Failure::Check
    })
}

fn check(file: &Path) -> Result<Checked, Failure> {
    Ok(games::registry().replay(&read(file, engine::bounds::RECORD)?))
}

/// The record, if it has the commitment that was published.
fn published(replayed: Replayed<Box<dyn AnyPlay>>, commitment: Option<Commitment>) -> Checked {
    let remedy = "this is a record of another game, or the host has chosen the dice afterwards";
    let what = match (commitment, &replayed.play.opening().luck) {
        (None, _) => return Ok(replayed),
        (Some(published), Luck::Committed { commitment, .. }) if published == *commitment => {
            return Ok(replayed);
        }
        (Some(_), Luck::Committed { commitment, .. }) => {
            format!("the commitment of the record is {commitment}, not the one that was published")
        }
        (Some(_), Luck::Scripted) => "the record has no commitment: its luck was scripted".to_owned(),
    };
    Err(Fault::new(what, remedy).into())
}

fn complain(file: &Path, faults: &Faults) {
    for line in faults.to_string().lines() {
        errors::line(format_args!("{ERROR}{}:{ERROR:#} {line}", name(file)));
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    if args.draws && args.files.len() > 1 {
        return Err(Failure::Usage("--draws is for one record; give them one after another".to_owned()));
    }
    let mut out = anstream::stdout().lock();
    let (mut all_good, mut unreadable) = (true, Ok(()));
    for file in &args.files {
        let result = match check(file) {
            Ok(result) => result.and_then(|replayed| published(replayed, args.commitment)),
            Err(failure) => {
                // The others are checked all the same; the last such failure is told at the end.
                if let Err(earlier) = std::mem::replace(&mut unreadable, Err(failure)) {
                    earlier.report();
                }
                continue;
            }
        };
        all_good &= matches!(&result, Ok(replayed) if replayed.doubts.is_empty());
        if let (true, Ok(replayed)) = (args.draws, &result) {
            for row in replayed.draw_sheet() {
                writeln!(out, "{row}")?;
            }
            replayed.doubts.iter().for_each(|doubt| complain(file, &doubt.fault().into()));
            continue;
        }
        match (args.json, result) {
            (true, result) => writeln!(out, "{}", as_json(file, &result))?,
            (false, Err(faults)) => complain(file, &faults),
            (false, Ok(replayed)) => tell(&mut out, file, &replayed)?,
        }
    }
    unreadable?;
    if all_good { Ok(()) } else { Err(Failure::Check) }
}

/// A record without a fault: verified, or as far as it could be.
fn tell(
    out: &mut impl std::io::Write,
    file: &Path,
    replayed: &Replayed<Box<dyn AnyPlay>>,
) -> Result<(), Failure> {
    let (file, play) = (name(file), &*replayed.play);
    for doubt in &replayed.doubts {
        errors::line(format_args!("{WARNING}{file}: not verified:{WARNING:#} {}", doubt.fault()));
    }
    if replayed.doubts.is_empty() {
        let entries = match play.number() {
            1 => "1 entry".to_owned(),
            number => format!("{number} entries"),
        };
        let end = if play.outcome().is_some() { "finished" } else { "unfinished" };
        let game = play.game();
        writeln!(
            out,
            "{GOOD}{file}: verified{GOOD:#}: {game}, {entries}, {end}; {}{}",
            luck(replayed),
            own_texts(replayed)
        )?;
    }
    Ok(())
}

fn as_json(file: &Path, result: &Checked) -> Value {
    let file = file.display().to_string();
    match result {
        Err(faults) => {
            let faults: Vec<String> = faults.to_string().lines().map(str::to_owned).collect();
            json!({ "file": file, "verified": false, "faults": faults })
        }
        Ok(replayed) => {
            let doubt = |doubt: &Doubt| json!({ "code": doubt.code(), "text": doubt.fault().to_string() });
            let doubts: Vec<Value> = replayed.doubts.iter().map(doubt).collect();
            let play = &replayed.play;
            json!({
                "file": file,
                "verified": doubts.is_empty(),
                "doubts": doubts,
                "game": play.game(),
                "edition": play.edition(),
                "entries": play.number(),
                "outcome": play.outcome(),
                "luck": luck(replayed),
                "own": own(replayed),
                "hash": play.hash(),
            })
        }
    }
}

/// How far the dice could be checked.
fn luck(replayed: &Replayed<Box<dyn AnyPlay>>) -> &'static str {
    match &replayed.play.opening().luck {
        Luck::Scripted => "chance was scripted and cannot be checked",
        Luck::Committed { seed: None, .. } => "the seed is not revealed yet, so chance cannot be checked",
        Luck::Committed { .. } if replayed.parting().is_some() => {
            "chance was checked as far as the rules agree"
        }
        Luck::Committed { .. } => "every chance event follows from the committed seed",
    }
}

/// The names of the texts that were not shipped: cards, decks and boards of somebody's own.
fn own(replayed: &Replayed<Box<dyn AnyPlay>>) -> Vec<&str> {
    let play = &replayed.play;
    let registry = games::registry();
    let Ok(known) = registry.find(play.game()) else { return Vec::new() };
    let shipped = known.game.ever_shipped();
    let is_shipped =
        |name: &str| shipped.lines().any(|line| line.split_once(' ').is_some_and(|(_, known)| known == name));
    let names = play.opening().sources.0.iter().map(|source| source.name.as_str());
    names.filter(|name| !is_shipped(name)).collect()
}

fn own_texts(replayed: &Replayed<Box<dyn AnyPlay>>) -> String {
    match &own(replayed)[..] {
        [] => String::new(),
        names => format!("; with texts of its own: {}", shown(&names.join(", "))),
    }
}
