//! `agon replay`: watch a record.

use std::io::Write as _;
use std::path::PathBuf;

use engine::{AnyPlay, Replayed, Seat, Viewer};
use serde_json::json;

use crate::commands::verify::open;
use crate::errors::{self, Failure};
use crate::output::{FAINT, STRONG, WARNING};

/// Play a record again, step by step
#[derive(clap::Args)]
pub struct Args {
    /// A record (`.agon`)
    file: PathBuf,
    /// Stop at this position (0 is the start)
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Show what this seat saw, instead of everything
    #[arg(long)]
    seat: Option<u8>,
    /// Print the game as JSON
    #[arg(long)]
    json: bool,
    /// Print the game as people write it down, one line a turn
    #[arg(long, conflicts_with_all = ["seat", "json"])]
    score: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let replayed = open(&args.file)?;
    let play = &*replayed.play;
    let viewer = match args.seat {
        None => Viewer::everyone(play.seats()),
        Some(seat) if seat < play.seats() => Viewer::seat(Seat::new(seat)),
        Some(seat) => {
            return Err(Failure::Usage(format!(
                "there is no seat {seat}; the seats are 0 to {}",
                play.seats() - 1
            )));
        }
    };
    let last = args.to.unwrap_or(play.number());
    if last > play.number() {
        return Err(Failure::Usage(format!(
            "there is no position {last}; the record ends with position {}",
            play.number()
        )));
    }
    let mut out = anstream::stdout().lock();
    if args.score {
        let Some(score) = play.branch(last).score() else {
            return Err(Failure::Usage(format!("{} has no scores; leave --score out", play.game())));
        };
        writeln!(out, "{score}")?;
        return parted(&replayed);
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&as_json(play, viewer, last))?)?;
        return parted(&replayed);
    }
    let opening = play.opening();
    writeln!(out, "{STRONG}{}{STRONG:#} {}", play.game(), opening.settings)?;
    if !opening.players.is_empty() {
        writeln!(out, "players: {}", opening.players.join(", "))?;
    }
    writeln!(out, "{}", play.branch(0).picture(viewer))?;
    for number in 0..last {
        if viewer == Viewer::everyone(play.seats()) {
            writeln!(out, "{:>3}. {}", number + 1, play.step(number).unwrap_or_default())?;
        } else {
            writeln!(out, "{:>3}.", number + 1)?;
        }
        for event in play.told(number, viewer) {
            writeln!(out, "     {} {FAINT}{}{FAINT:#}", event.text, event.rule)?;
        }
    }
    let end = play.branch(last);
    writeln!(out, "{}", end.picture(viewer))?;
    match end.outcome() {
        _ if last == play.number() && replayed.parting().is_some() => {}
        Some(outcome) => {
            let scores: Vec<String> =
                Seat::all(outcome.seats()).map(|seat| format!("{:+}", outcome.reward(seat))).collect();
            writeln!(out, "result: {}", scores.join(" "))?;
        }
        None => writeln!(out, "position {last} of {}", play.number())?,
    }
    parted(&replayed)
}

/// Where today's rules part from the record, in a plain word. The rest of it is not shown.
fn parted(replayed: &Replayed<Box<dyn AnyPlay>>) -> Result<(), Failure> {
    match replayed.parting() {
        None => Ok(()),
        Some(parting) => {
            errors::line(format_args!(
                "{WARNING}the record goes on by older rules:{WARNING:#} {}",
                parting.fault()
            ));
            Err(Failure::Check)
        }
    }
}

fn as_json(play: &dyn AnyPlay, viewer: Viewer, last: usize) -> serde_json::Value {
    let steps: Vec<_> = (0..last)
        .map(|number| {
            json!({
                "number": number + 1,
                "step": (viewer == Viewer::everyone(play.seats())).then(|| play.step(number)),
                "events": play.told(number, viewer),
            })
        })
        .collect();
    let end = play.branch(last);
    json!({
        "game": play.game(),
        "setup": play.opening().settings.to_string(),
        "players": play.opening().players,
        "steps": steps,
        "view": end.view(viewer),
        "outcome": end.outcome(),
    })
}
