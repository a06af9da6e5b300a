//! `agon match`: bots play, people watch.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use engine::{AnyBot, AnyPlay, Rng, Seat, Seed, SeedLine, Series, Turn, Viewer};

use terminal::saving::{may_be_record, numbered, write_whole};

use crate::errors::{Failure, name};
use crate::interrupt;
use crate::opening::Setting;
use crate::output::{FAINT, STRONG, stdout};

/// Watch built-in bots play a game
///
/// Without a game, tic-tac-toe is played.
#[derive(clap::Args)]
pub struct Args {
    /// Which game (see `agon games`)
    #[arg(default_value = "tic-tac-toe")]
    game: String,
    #[command(flatten)]
    setting: Setting,
    /// The bot for each seat in order; the last one also takes the seats that are left
    #[arg(long = "bot", value_name = "NAME", default_value = "lively")]
    bots: Vec<String>,
    /// A number or 64 hexadecimal digits; without it every game is different
    #[arg(long)]
    seed: Option<String>,
    /// Play a series of at most so many games (an odd number); without it a single one, or the match that the
    /// setup asks for
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=99))]
    best_of: Option<u8>,
    /// Write the record to this file, in the place of an older one; games of a series get a number before the ending
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The seed given as a number or in full, or a fresh one.
pub fn seed(text: Option<&str>) -> Result<Seed, Failure> {
    match text {
        None => {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(|error| {
                Failure::Usage(format!("no random seed can be had: {error}; give --seed"))
            })?;
            Ok(Seed(bytes))
        }
        // 64 digits are a whole seed, even if a number could be read from them.
        Some(text) => match (Seed::parse(text), text.parse()) {
            (Ok(seed), _) => Ok(seed),
            (_, Ok(number)) => Ok(Seed::from_number(number)),
            _ => Err(Failure::Usage(format!(
                "`{text}` is no seed; give a number below 2^64, or 64 hexadecimal digits in lower case"
            ))),
        },
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let registry = games::registry();
    let known = registry.find(&args.game)?;
    let available = known.game.bots();
    if let Some(unknown) = args.bots.iter().find(|bot| !available.contains(&bot.as_str())) {
        return Err(Failure::Usage(format!(
            "there is no bot `{unknown}`; {} has {}",
            known.game.id(),
            available.join(", ")
        )));
    }
    let seed = seed(args.seed.as_deref())?;
    let (mut opening, opened) = args.setting.open(known, seed)?;
    let (seats, best_of) = (opened.seats(), args.best_of.unwrap_or(opened.games()));
    if args.bots.len() > usize::from(seats) {
        return Err(Failure::Usage(format!("{} bots for {seats} seats; leave some out", args.bots.len())));
    }
    let bot = |seat: Seat| {
        args.bots.get(seat.index()).or(args.bots.last()).expect("there is a default bot").clone()
    };
    opening.players = Seat::all(seats).map(bot).collect();
    if let Some(file) = &args.record {
        may_be_record(file).map_err(Failure::Usage)?;
    }
    let mut series = Series::new(&*known.game, opening, best_of)?;
    let mut rng = seed.stream(engine::Purpose::new("bots"), 0);
    let mut out = stdout();
    interrupt::listen();
    loop {
        if best_of > 1 {
            writeln!(out, "{STRONG}Game {} of at most {}{STRONG:#}", series.game_number(), best_of)?;
        }
        let number = series.game_number();
        let names = series.current().opening().players.clone();
        let mut bots: Vec<_> =
            names.iter().map(|name| known.game.bot(name).expect("checked above")).collect();
        let finished = watch(series.current(), &mut bots, &mut rng, &mut out);
        if let Some(file) = &args.record {
            let file = if best_of > 1 { numbered(file, number) } else { file.clone() };
            let text = series.current().record(SeedLine::Always);
            write_record(&file, &text)?;
            writeln!(out, "{FAINT}record written to {}{FAINT:#}", name(&file))?;
        }
        finished?;
        if best_of > 1 {
            let wins: Vec<String> = series.wins().iter().map(u8::to_string).collect();
            writeln!(out, "wins {}", wins.join(" - "))?;
        }
        if !series.next_game()? {
            return Ok(());
        }
        writeln!(out)?;
    }
}

/// Writes beside the file and renames, so that a crash leaves the old file or the new one. Nothing but an older record is
/// replaced.
pub fn write_record(file: &Path, text: &str) -> Result<(), Failure> {
    may_be_record(file).map_err(Failure::Usage)?;
    write_whole(file, text).map_err(|error| {
        Failure::Usage(format!("cannot write {}: {error}; choose another file with --record", file.display()))
    })
}

/// Plays one game to its end, telling every step.
fn watch(
    play: &mut dyn AnyPlay,
    bots: &mut [Box<dyn AnyBot>],
    rng: &mut Rng,
    out: &mut impl std::io::Write,
) -> Result<(), Failure> {
    let everyone = Viewer::everyone(play.seats());
    let names: Vec<String> = Seat::all(play.seats())
        .map(|seat| format!("{} ({})", play.seat_name(seat), play.opening().players[seat.index()]))
        .collect();
    writeln!(out, "{STRONG}{}{STRONG:#}: {}", play.game(), names.join(", "))?;
    writeln!(out, "{}", play.picture(everyone))?;
    let mut told = 0;
    loop {
        if interrupt::asked() {
            return Err(Failure::Interrupted);
        }
        match play.turn() {
            Turn::Over => break,
            Turn::Chance => {
                play.roll();
            }
            Turn::Players(owed) => {
                for seat in owed.iter() {
                    let choice = bots[seat.index()].choose(play, seat, rng);
                    let action = choice.expect("a bot of this game, whose turn it is");
                    if let Err(rejection) = play.submit(seat, &action) {
                        return Err(Failure::Usage(format!(
                            "the bot of seat {seat} tried `{action}`: {rejection}"
                        )));
                    }
                }
            }
        }
        while told < play.number() {
            writeln!(out, "{:>3}. {}", told + 1, play.step(told).unwrap_or_default())?;
            for event in play.told(told, everyone) {
                writeln!(out, "     {} {FAINT}{}{FAINT:#}", event.text, event.rule)?;
            }
            told += 1;
        }
    }
    writeln!(out, "{}", play.picture(everyone))?;
    let outcome = play.outcome().expect("the game is over");
    let scores: Vec<String> = Seat::all(outcome.seats())
        .map(|seat| {
            format!("{} {:+} (place {})", names[seat.index()], outcome.reward(seat), outcome.place(seat))
        })
        .collect();
    writeln!(out, "result: {}", scores.join(", "))?;
    Ok(())
}
