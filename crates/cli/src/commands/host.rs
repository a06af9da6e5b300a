//! `agon host`: programs play as players.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::{AnyGame, Outcome, Registered, Seat, Seed, SeedLine};
use protocol::host::{Bout, Fault, Host, Player, Report, Stop};
use protocol::kit;
use protocol::luck::{BotSeeds, Dice};
use protocol::message::Limits;
use protocol::program::words;
use serde::Serialize;

use crate::best_of::{BestOf, winners};
use crate::commands::guard::Rights;
use crate::commands::matches::{seed, write_record};
use crate::errors::Failure;
use crate::interrupt;
use crate::opening::Setting;
use crate::output::{ERROR, FAINT, GOOD, STRONG, WARNING, stdout};

/// What the commands that host programs end with.
pub const EXIT_CODES: &str = "Exit codes: 0 all games were played and no program forfeited one; 1 --conformance found a fault; 2 the command, \
     a file or a setup is wrong, or a program cannot be started; 3 a program forfeited a game, one at least; 129 the \
     terminal is gone; 130 interrupted.";

/// Run programs as players, by the protocol of docs/bot-protocol.md
#[derive(clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Args {
    /// Which game (see `agon games`)
    #[arg(required_unless_present = "conformance")]
    game: Option<String>,
    /// Try a program instead and tell everything that is wrong with it, in the game given or in three small ones
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["seats", "record", "games"])]
    conformance: Option<String>,
    #[command(flatten)]
    setting: Setting,
    #[command(flatten)]
    pace: Pace,
    /// Who sits there: a seat, `=`, and the command line of a program or `bot:NAME`; may be given several times.
    /// Seats that are left out are taken by `bot:lively`
    #[arg(long = "seat", value_name = "SEAT=WHO")]
    seats: Vec<String>,
    /// How many games; of a setup that is a match by itself, how many matches
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Write the record of each game to this folder, in the place of older ones
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
}

/// How fast it is played, and with which luck.
#[derive(clap::Args)]
pub struct Pace {
    /// Milliseconds that a program may take for a decision
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub budget: u64,
    /// A number or 64 hexadecimal digits; without it every run is different
    #[arg(long)]
    pub seed: Option<String>,
    /// What the programs' own seeds are derived from, a number or 64 hexadecimal digits; without it they are fixed if
    /// `--seed` is given and different in every run otherwise. The dice have no part in it
    #[arg(long, value_name = "N")]
    pub bot_seed: Option<String>,
    #[command(flatten)]
    pub rights: Rights,
    /// Print results as JSON
    #[arg(long)]
    pub json: bool,
}

impl Pace {
    /// What the programs' own seeds are derived from. A match with a given seed repeats itself.
    pub fn bot_seed(&self) -> Result<Seed, Failure> {
        match (&self.bot_seed, &self.seed) {
            (None, Some(_)) => Ok(Seed::from_number(0)),
            (given, _) => seed(given.as_deref()),
        }
    }

    pub fn budget(&self) -> Duration {
        Duration::from_millis(self.budget)
    }
}

/// A player from its words, `bot:NAME` or `cmd:COMMAND`; what has no such beginning is `plain`.
pub fn player(known: &Registered, text: &str, plain: &str) -> Result<Player, Failure> {
    let (kind, rest) = match text.split_once(':') {
        Some((kind @ ("bot" | "cmd"), rest)) => (kind, rest),
        _ => (plain, text),
    };
    if kind == "bot" {
        let bots = known.game.bots();
        return if bots.contains(&rest) {
            Ok(Player::BuiltIn(rest.to_owned()))
        } else {
            let all = bots.join(", ");
            let hint = "a program is given as cmd:COMMAND";
            Err(Failure::Usage(format!("there is no bot `{rest}`; {} has {all}; {hint}", known.game.id())))
        };
    }
    Player::program(rest).ok_or_else(|| no_program(text))
}

fn no_program(text: &str) -> Failure {
    Failure::Usage(format!(
        "`{text}` names no program; give its command line, with every quotation mark closed"
    ))
}

/// What stopped the host, for people.
pub fn failure(stop: Stop) -> Failure {
    match stop {
        Stop::Setup(faults) => faults.into(),
        Stop::Start(command, error) => Failure::Usage(format!(
            "cannot start `{command}`: {error}; check the command and its permissions"
        )),
        Stop::NoBot(name) => Failure::Usage(format!("there is no bot `{name}`")),
        Stop::Interrupted => Failure::Interrupted,
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let registry = games::registry();
    let game = args.game.as_deref();
    if let Some(command) = &args.conformance {
        return conformance(&registry, command, game, &args.pace);
    }
    let known = registry.find(game.expect("required without --conformance"))?;
    let (opening, opened) = args.setting.open(known, Seed::from_number(0))?;
    let (seats, length) = (opened.seats(), opened.games());
    let players = seated(known, &args.seats, seats)?;
    let base = seed(args.pace.seed.as_deref())?;
    let (dice, bot_seed) = (Dice::of(&base), args.pace.bot_seed()?);
    if let Some(folder) = &args.record {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::Usage(format!("cannot make {}: {error}; choose another with --record", folder.display()))
        })?;
    }
    interrupt::listen();
    let mut host = Host::new(&*known.game, players, Limits::default(), args.pace.budget(), &interrupt::asked)
        .launched_by(args.pace.rights.launcher()?);
    let mut totals = Totals::new(seats);
    let seating: Vec<usize> = (0..usize::from(seats)).collect();
    let mut result = Ok(());
    let most = u32::from(length);
    'matches: for round in 0..args.games {
        let mut series = BestOf::new(&opening, base.of_game(round + 1), length);
        while let Some((game, opening)) = series.next() {
            let number = round.saturating_mul(most).saturating_add(game);
            let bout = Bout {
                opening,
                seating: &seating,
                number,
                games: args.games.saturating_mul(most),
                seeds: BotSeeds { base: bot_seed, round: number },
                dice,
            };
            let played = host.play(bout).map_err(failure).and_then(|report| {
                series.add(&report);
                totals.add(&report, number, args)
            });
            if let Err(failure) = played {
                result = Err(failure);
                break 'matches;
            }
        }
        if length > 1 {
            result = totals.add_match(&series, round + 1, args.pace.json);
            if result.is_err() {
                break;
            }
        }
    }
    host.close();
    if totals.games > 0 && !matches!(result, Err(Failure::Output(_))) {
        totals.tell(args.pace.json)?;
    }
    match result {
        Ok(()) if totals.forfeits.iter().any(|&games| games > 0) => Err(Failure::Forfeited),
        result => result,
    }
}

/// The player of each seat.
fn seated(known: &Registered, given: &[String], seats: u8) -> Result<Vec<Player>, Failure> {
    let mut players: Vec<Option<Player>> = vec![None; usize::from(seats)];
    for text in given {
        let Some((seat, who)) = text.split_once('=') else {
            return Err(Failure::Usage(format!(
                "`{text}` names no seat; write for example --seat 0='python3 bot.py'"
            )));
        };
        let place = seat.parse().ok().and_then(|seat: usize| players.get_mut(seat));
        let Some(place) = place else {
            return Err(Failure::Usage(format!(
                "there is no seat `{seat}`; the seats are 0 to {}",
                seats - 1
            )));
        };
        if place.replace(player(known, who, "cmd")?).is_some() {
            return Err(Failure::Usage(format!("seat {seat} is given twice; give it once")));
        }
    }
    Ok(players.into_iter().map(|player| player.unwrap_or(Player::BuiltIn("lively".to_owned()))).collect())
}

/// What all games came to.
#[derive(Serialize)]
struct Totals {
    games: u32,
    /// Games in which each seat was alone in the first place, or its team was.
    wins: Vec<u32>,
    /// Best-of matches that each seat has won; nothing if there were none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    matches: Vec<u32>,
    scores: Vec<f64>,
    forfeits: Vec<u32>,
    strikes: Vec<u32>,
    decisions: Vec<u32>,
    /// Mean time of a decision.
    microseconds: Vec<f64>,
    #[serde(skip)]
    waited: Vec<Duration>,
    #[serde(skip)]
    players: Vec<String>,
}

/// One game for programs.
#[derive(Serialize)]
struct Row<'a> {
    game: u32,
    players: &'a [String],
    outcome: Outcome,
    forfeits: &'a [Fault],
    strikes: &'a [Fault],
    decisions: &'a [u32],
    record: Option<PathBuf>,
}

impl Totals {
    fn new(seats: u8) -> Self {
        let none = vec![0; usize::from(seats)];
        Self {
            games: 0,
            wins: none.clone(),
            matches: Vec::new(),
            scores: vec![0.0; usize::from(seats)],
            forfeits: none.clone(),
            strikes: none.clone(),
            decisions: none,
            microseconds: vec![0.0; usize::from(seats)],
            waited: vec![Duration::ZERO; usize::from(seats)],
            players: Vec::new(),
        }
    }

    /// Counts a game and tells of it.
    fn add(&mut self, report: &Report, number: u32, args: &Args) -> Result<(), Failure> {
        let record = args.record.as_ref().map(|folder| record_file(folder, report.play.game(), number));
        if let Some(file) = &record {
            write_record(file, &report.play.record(SeedLine::Always))?;
        }
        self.games += 1;
        self.players.clone_from(&report.play.opening().players);
        let winners = winners(&report.outcome);
        for seat in Seat::all(report.outcome.seats()) {
            self.wins[seat.index()] += u32::from(winners.has(seat));
            self.scores[seat.index()] += report.outcome.reward(seat);
            self.decisions[seat.index()] += report.decisions[seat.index()];
            self.waited[seat.index()] += report.waited[seat.index()];
        }
        report.forfeits.iter().for_each(|fault| self.forfeits[usize::from(fault.seat)] += 1);
        report.strikes.iter().for_each(|fault| self.strikes[usize::from(fault.seat)] += 1);
        let mut out = stdout();
        if args.pace.json {
            let row = Row {
                game: number,
                players: &self.players,
                outcome: report.outcome,
                forfeits: &report.forfeits,
                strikes: &report.strikes,
                decisions: &report.decisions,
                record,
            };
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
            return Ok(());
        }
        let seats = Seat::all(report.outcome.seats());
        let results: Vec<String> = seats
            .map(|seat| {
                let (score, place) = (report.outcome.reward(seat), report.outcome.place(seat));
                format!("{seat} {} {score:+} (place {place})", self.players[seat.index()])
            })
            .collect();
        writeln!(out, "game {number}: {}", results.join(", "))?;
        for fault in &report.strikes {
            writeln!(
                out,
                "  {FAINT}strike for seat {}: {}: {}{FAINT:#}",
                fault.seat, fault.code, fault.text
            )?;
        }
        for fault in &report.forfeits {
            let Fault { seat, code, text } = fault;
            writeln!(out, "  {WARNING}seat {seat} forfeits{WARNING:#}: {code}: {text}")?;
        }
        Ok(())
    }

    /// Counts a best-of match and tells of it.
    fn add_match(&mut self, series: &BestOf, number: u32, json: bool) -> Result<(), Failure> {
        let (wins, standing) = (series.wins(), series.standing());
        self.matches.resize(wins.len(), 0);
        let best = standing.iter().min().copied();
        let winners: Vec<usize> = (0..wins.len()).filter(|&seat| Some(standing[seat]) == best).collect();
        if let [winner] = winners[..] {
            self.matches[winner] += 1;
        }
        let mut out = stdout();
        if json {
            writeln!(
                out,
                "{}",
                serde_json::to_string(&serde_json::json!({ "match": number, "wins": wins }))?
            )?;
        } else {
            let wins: Vec<String> = wins.iter().map(u32::to_string).collect();
            writeln!(out, "{STRONG}match {number}{STRONG:#}: wins {}", wins.join(" - "))?;
        }
        Ok(())
    }

    fn tell(&mut self, json: bool) -> Result<(), Failure> {
        for (seat, mean) in self.microseconds.iter_mut().enumerate() {
            *mean = self.waited[seat].as_secs_f64() * 1e6 / f64::from(self.decisions[seat].max(1));
        }
        let mut out = stdout();
        if json {
            writeln!(out, "{}", serde_json::to_string(&serde_json::json!({ "total": self }))?)?;
            return Ok(());
        }
        if self.games > 1 {
            writeln!(out, "{STRONG}{} games{STRONG:#}", self.games)?;
        }
        for (seat, name) in self.players.iter().enumerate() {
            if let Some(matches) = self.matches.get(seat) {
                write!(out, "{seat} {name}: {matches} matches won; games: ")?;
            } else {
                write!(out, "{seat} {name}: ")?;
            }
            writeln!(
                out,
                "{} won, {} forfeited, {} strikes, {} decisions in {:.1} µs each",
                self.wins[seat],
                self.forfeits[seat],
                self.strikes[seat],
                self.decisions[seat],
                self.microseconds[seat],
            )?;
        }
        Ok(())
    }
}

fn record_file(folder: &Path, game: &str, number: u32) -> PathBuf {
    folder.join(format!("{game}.{number:05}.agon"))
}

/// The games that a bot is tried in: plain, with secrets and luck, with simultaneous choices.
const TRIED: [&str; 3] = ["tic-tac-toe", "kuhn-poker", "goofspiel"];

fn conformance(
    registry: &engine::Registry,
    command: &str,
    game: Option<&str>,
    pace: &Pace,
) -> Result<(), Failure> {
    let names = game.map_or(TRIED.to_vec(), |game| vec![game]);
    let games: Vec<&dyn AnyGame> =
        names.into_iter().map(|name| Ok(&*registry.find(name)?.game)).collect::<Result<_, Failure>>()?;
    let words = words(command).filter(|words| !words.is_empty()).ok_or_else(|| no_program(command))?;
    let checks = kit::check(&words, &games, pace.budget(), Limits::default(), &pace.rights.launcher()?)
        .map_err(|error| failure(Stop::Start(command.to_owned(), error)))?;
    let faults: usize = checks.iter().map(|check| check.faults.len()).sum();
    let mut out = stdout();
    if pace.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&checks)?)?;
    } else {
        for check in &checks {
            match (check.faults.is_empty(), check.tried) {
                (true, true) => writeln!(out, "{GOOD}ok{GOOD:#}     {}", check.what)?,
                (true, false) => {
                    writeln!(out, "{FAINT}-      {} (it did not come to that){FAINT:#}", check.what)?;
                }
                (false, _) => writeln!(out, "{ERROR}wrong{ERROR:#}  {}", check.what)?,
            }
            for fault in &check.faults {
                writeln!(out, "       {fault}")?;
            }
        }
        match faults {
            0 => writeln!(out, "nothing is wrong with this bot")?,
            1 => writeln!(out, "1 fault")?,
            _ => writeln!(out, "{faults} faults")?,
        }
    }
    if faults == 0 { Ok(()) } else { Err(Failure::Check) }
}
