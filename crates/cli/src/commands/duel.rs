//! `agon duel`: which of two bots is better, in mirrored pairs of games.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use engine::{Luck, Opening, Seat, Seed};
use protocol::host::{Host, Stop};
use protocol::message::Limits;
use serde::{Deserialize, Serialize};

use crate::commands::host::{Table, failure, player};
use crate::commands::matches::seed;
use crate::errors::{Failure, read};
use crate::interrupt;
use crate::output::{Progress, STRONG};

/// Let two bots play mirrored pairs of games and tell how often the first wins
///
/// Both games of a pair have the same seed, with seats swapped; a draw counts half. The interval is that of 95 % over
/// pairs.
#[derive(clap::Args)]
pub struct Args {
    /// Which game (see `agon games`)
    game: String,
    /// A built-in bot, or `cmd:` and the command line of a program
    a: String,
    /// The other one
    b: String,
    #[command(flatten)]
    table: Table,
    /// How many pairs of games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Keep what was played in this file, and go on from there the next time
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

/// What makes a duel the same duel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Terms {
    duel: u32,
    game: String,
    game_version: u32,
    setup: String,
    files: String,
    a: String,
    b: String,
    budget_ms: u64,
    seed: String,
}

impl Terms {
    /// What differs, in words.
    fn differs(&self, other: &Self) -> Option<String> {
        let rows = |terms: &Self| {
            [
                ("format", terms.duel.to_string()),
                ("game", format!("{} version {}", terms.game, terms.game_version)),
                ("setup", terms.setup.clone()),
                ("files", terms.files.clone()),
                ("first bot", terms.a.clone()),
                ("second bot", terms.b.clone()),
                ("budget", terms.budget_ms.to_string()),
                ("seed", terms.seed.clone()),
            ]
        };
        let differing = rows(self).into_iter().zip(rows(other)).find(|(mine, other)| mine != other);
        differing.map(|((what, mine), (_, other))| format!("its {what} is `{mine}`, not `{other}`"))
    }
}

/// One pair of games, from the first bot's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Pair {
    number: u32,
    /// Half points of each game: 2 for a win, 1 for a draw.
    halves: [u32; 2],
    /// By bot.
    forfeits: [u32; 2],
    strikes: [u32; 2],
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let registry = games::registry();
    let (known, opening, seats) = args.table.open(&registry, &args.game)?;
    if seats != 2 {
        return Err(Failure::Usage(format!(
            "a duel is for two seats, and this setup has {seats}; choose another setup"
        )));
    }
    let players = vec![player(known, &args.a, "bot")?, player(known, &args.b, "bot")?];
    let mut terms = Terms {
        duel: 1,
        game: known.game.id().to_owned(),
        game_version: known.game.version(),
        setup: opening.settings.to_string(),
        files: digest(&opening),
        a: args.a.clone(),
        b: args.b.clone(),
        budget_ms: args.table.budget,
        seed: seed(args.table.seed.as_deref())?.to_string(),
    };
    let (mut file, mut played) = match &args.state {
        Some(path) => resumed(path, &mut terms, args.table.seed.is_none())?,
        None => (None, Vec::new()),
    };
    let base = Seed::parse(&terms.seed)?;
    interrupt::listen();
    let mut host =
        Host::new(&*known.game, players, Limits::default(), args.table.budget(), &interrupt::asked);
    let mut progress = Progress::new("playing", args.pairs as usize);
    for _ in &played {
        progress.step();
    }
    let mut stopped = None;
    for pair in played.len() as u32 + 1..=args.pairs {
        let opening = Opening { luck: Luck::seeded(base.of_game(pair)), ..opening.clone() };
        match play_pair(&mut host, &opening, pair, args.pairs) {
            Ok(pair) => {
                if let (Some(file), Some(path)) = (&mut file, &args.state) {
                    let line = serde_json::to_string(&pair)? + "\n";
                    file.write_all(line.as_bytes()).map_err(|error| cannot_write(path, &error))?;
                }
                played.push(pair);
                progress.step();
            }
            Err(stop) => {
                stopped = Some(failure(stop));
                break;
            }
        }
    }
    progress.clear();
    host.close();
    played.truncate(args.pairs as usize);
    if !played.is_empty() {
        tell(&terms, &played, args.table.json)?;
    }
    stopped.map_or(Ok(()), Err)
}

/// The two games of a pair.
fn play_pair(host: &mut Host<'_>, opening: &Opening, pair: u32, pairs: u32) -> Result<Pair, Stop> {
    let mut result = Pair { number: pair, halves: [0; 2], forfeits: [0; 2], strikes: [0; 2] };
    for game in 0..2 {
        // Who sits in seat 0 and 1; the same list says where each bot sits.
        let seating = if game == 0 { [0, 1] } else { [1, 0] };
        let report = host.play(opening.clone(), &seating, 2 * pair - 1 + game as u32, 2 * pairs)?;
        let place = |bot: usize| report.outcome.place(Seat::new(seating[bot] as u8));
        result.halves[game] = match place(0).cmp(&place(1)) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        };
        report.forfeits.iter().for_each(|fault| result.forfeits[seating[usize::from(fault.seat)]] += 1);
        report.strikes.iter().for_each(|fault| result.strikes[seating[usize::from(fault.seat)]] += 1);
    }
    Ok(result)
}

/// What tells one set of files from another.
fn digest(opening: &Opening) -> String {
    let mut hasher = blake3::Hasher::new();
    for source in &opening.sources.0 {
        for text in [&source.name, &source.text] {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
    }
    if opening.sources.0.is_empty() { "none".to_owned() } else { hasher.finalize().to_hex()[..16].to_owned() }
}

/// No state of a duel is larger, in bytes: millions of pairs.
const MOST_STATE: usize = 256_000_000;

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {error}; choose another file with --state", path.display()))
}

/// The file to go on with and the pairs it holds; a new one gets the terms. Takes the file's seed if none was given.
fn resumed(path: &Path, terms: &mut Terms, any_seed: bool) -> Result<(Option<File>, Vec<Pair>), Failure> {
    let append = |kept: u64| {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(kept)?;
        Ok(file)
    };
    let text = if path.exists() { read(path, MOST_STATE)? } else { String::new() };
    let (whole, _) = text.rsplit_once('\n').unwrap_or(("", ""));
    let mut lines = whole.lines();
    let Some(first) = lines.next() else {
        if !text.is_empty() {
            return Err(Failure::Usage(format!(
                "{} is no duel; choose another file with --state",
                path.display()
            )));
        }
        let mut file = append(0).map_err(|error| cannot_write(path, &error))?;
        let line = serde_json::to_string(terms)? + "\n";
        file.write_all(line.as_bytes()).map_err(|error| cannot_write(path, &error))?;
        return Ok((Some(file), Vec::new()));
    };
    let Ok(kept) = serde_json::from_str::<Terms>(first) else {
        return Err(Failure::Usage(format!(
            "{} is no duel; choose another file with --state",
            path.display()
        )));
    };
    if any_seed {
        terms.seed.clone_from(&kept.seed);
    }
    if let Some(difference) = kept.differs(terms) {
        return Err(Failure::Usage(format!(
            "{} holds another duel: {difference}; repeat that one or choose another file with --state",
            path.display()
        )));
    }
    let mut pairs: Vec<Pair> = Vec::new();
    for line in lines {
        match serde_json::from_str::<Pair>(line) {
            Ok(pair)
                if pair.number as usize == pairs.len() + 1 && pair.halves.iter().all(|&half| half <= 2) =>
            {
                pairs.push(pair);
            }
            _ => {
                let (line, due) = (pairs.len() + 2, pairs.len() + 1);
                return Err(Failure::Usage(format!(
                    "{}: line {line}: this is no result of pair {due}; delete this line and all after it to go on",
                    path.display()
                )));
            }
        }
    }
    // A line that was cut short when the program was ended is played again.
    let file = append(whole.len() as u64 + 1).map_err(|error| cannot_write(path, &error))?;
    Ok((Some(file), pairs))
}

/// The result for programs.
#[derive(Serialize)]
struct Result95<'a> {
    #[serde(flatten)]
    terms: &'a Terms,
    pairs: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    win_rate: f64,
    low: f64,
    high: f64,
    forfeits: [u32; 2],
    strikes: [u32; 2],
}

fn tell(terms: &Terms, played: &[Pair], json: bool) -> Result<(), Failure> {
    let count = |halves: u32| played.iter().flat_map(|pair| pair.halves).filter(|&h| h == halves).count();
    let sum = |of: fn(&Pair) -> [u32; 2]| {
        played.iter().map(of).fold([0, 0], |sum, pair| [sum[0] + pair[0], sum[1] + pair[1]])
    };
    let points: Vec<f64> =
        played.iter().map(|pair| f64::from(pair.halves[0] + pair.halves[1]) / 4.0).collect();
    let (win_rate, low, high) = interval(&points);
    let result = Result95 {
        terms,
        pairs: played.len(),
        wins: count(2),
        draws: count(1),
        losses: count(0),
        win_rate,
        low,
        high,
        forfeits: sum(|pair| pair.forfeits),
        strikes: sum(|pair| pair.strikes),
    };
    let mut out = anstream::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&result)?)?;
        return Ok(());
    }
    let Result95 { pairs, wins, draws, losses, .. } = result;
    let percent = |share: f64| 100.0 * share;
    writeln!(
        out,
        "{STRONG}{} v {}{STRONG:#} in {}: {STRONG}{:.1} %{STRONG:#} for {}, 95 % within {:.1} to {:.1} %",
        terms.a,
        terms.b,
        terms.game,
        percent(win_rate),
        terms.a,
        percent(low),
        percent(high)
    )?;
    writeln!(out, "{pairs} pairs: {wins} won, {draws} drawn, {losses} lost; seed {}", terms.seed)?;
    for (bot, name) in [&terms.a, &terms.b].into_iter().enumerate() {
        let (forfeits, strikes) = (result.forfeits[bot], result.strikes[bot]);
        if forfeits + strikes > 0 {
            writeln!(out, "{name}: {forfeits} games forfeited, {strikes} strikes; `agon host` tells why")?;
        }
    }
    Ok(())
}

/// The mean of the pairs' results, each from 0 to 1, and its interval of 95 %.
///
/// Four pairs are thought added, two lost and two won (Agresti and Coull), so that a short or one-sided duel does not
/// look certain.
fn interval(points: &[f64]) -> (f64, f64, f64) {
    let all = || points.iter().copied().chain([0.0, 0.0, 1.0, 1.0]);
    let n = points.len() as f64 + 4.0;
    let centre = all().sum::<f64>() / n;
    let variance = all().map(|point| (point - centre).powi(2)).sum::<f64>() / (n - 1.0);
    let half = 1.96 * (variance / n).sqrt();
    let mean = points.iter().sum::<f64>() / points.len() as f64;
    (mean, (centre - half).clamp(0.0, mean), (centre + half).clamp(mean, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Rng;

    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        let mut rng = Rng::from_number(1);
        for (pairs, percent, same) in [(20, 50, 0), (50, 70, 0), (200, 90, 0), (50, 50, 80), (100, 60, 100)] {
            let truth = f64::from(percent) / 100.0;
            let trials = 4000;
            let mut held = 0;
            for _ in 0..trials {
                let game = |rng: &mut Rng| f64::from(u8::from(rng.chance(percent, 100)));
                let points: Vec<f64> = (0..pairs)
                    .map(|_| {
                        let first = game(&mut rng);
                        // Games of a pair resemble each other more or less.
                        let second = if rng.chance(same, 100) { first } else { game(&mut rng) };
                        f64::midpoint(first, second)
                    })
                    .collect();
                let (_, low, high) = interval(&points);
                held += u32::from(low <= truth && truth <= high);
            }
            let share = f64::from(held) / f64::from(trials);
            assert!((0.935..=0.995).contains(&share), "{pairs} pairs, {percent} %, {same} % alike: {share}");
        }
    }

    #[test]
    fn a_clean_sweep_is_not_certain() {
        let (mean, low, high) = interval(&[1.0; 10]);
        assert!(mean > 0.99 && low > 0.6 && low < 0.95 && high > 0.99, "{mean} {low} {high}");
        let (mean, low, high) = interval(&[0.5; 3]);
        assert!((0.49..0.51).contains(&mean) && low < 0.4 && high > 0.6, "{mean} {low} {high}");
    }
}
