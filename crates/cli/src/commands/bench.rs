//! `agon bench`: how fast the engine is.

use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use cpu_time::ThreadTime;
use engine::{AnyBench, Policy, Registered, Rng, Settings, Sources, Tally, Variant};
use serde::Serialize;

use crate::errors::Failure;
use crate::interrupt;
use crate::output::{short, table};

/// Measure random playouts: decisions and games per second
///
/// A decision is a player's choice among at least two options. Time is the processor time of each
/// thread, so that other work on the machine hardly counts.
#[derive(clap::Args)]
pub struct Args {
    /// Only this game (see `agon games`)
    game: Option<String>,
    /// Only this policy: uniform and lively list the options at each decision, pick does not
    #[arg(long, value_name = "uniform|lively|pick")]
    policy: Option<Policy>,
    /// Processor seconds for each row
    #[arg(long, default_value_t = 1.0, value_parser = seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// Threads that play at the same time; rates are summed
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print the rows as JSON
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("give seconds from 0.001 to 3600".to_owned()),
    }
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    variant: &'static str,
    players: u8,
    policy: &'static str,
    decisions_per_s: f64,
    games_per_s: f64,
    bouts_per_s: f64,
    mean_decisions: f64,
    ns_per_decision: f64,
    state_bytes: usize,
    allocations: u64,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let registry = games::registry();
    let chosen: Vec<&Registered> = match &args.game {
        Some(id) => vec![registry.find(id)?],
        None => registry.iter().collect(),
    };
    let policies = args.policy.map_or(vec![Policy::Uniform, Policy::Lively], |policy| vec![policy]);
    let plan: Vec<(&Registered, &Variant, Policy)> = chosen
        .iter()
        .flat_map(|known| known.variants.iter().map(|variant| (*known, variant)))
        .flat_map(|(known, variant)| policies.iter().map(move |&policy| (known, variant, policy)))
        .collect();
    let progress = std::io::stderr().is_terminal() && args.seconds * plan.len() as f64 > 2.0;
    interrupt::listen();
    let mut rows = Vec::new();
    for (i, &(known, variant, policy)) in plan.iter().enumerate() {
        if progress {
            anstream::eprint!(
                "\r\x1b[2K{}/{} {} {} {}",
                i + 1,
                plan.len(),
                known.game.id(),
                variant.name,
                policy.name()
            );
        }
        rows.push(measure(known, variant, policy, args)?);
        if interrupt::asked() {
            break;
        }
    }
    if progress {
        anstream::eprint!("\r\x1b[2K");
    }
    show(&rows, args.json)?;
    if interrupt::asked() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn measure(known: &Registered, variant: &Variant, policy: Policy, args: &Args) -> Result<Row, Failure> {
    let bench = known.game.bench(&Settings::parse(variant.settings)?, &Sources::none())?;
    let (players, state_bytes) = (bench.seats(), bench.state_bytes());
    let limit = Duration::from_secs_f64(args.seconds);
    let results: Vec<(Tally, Duration, u64)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..args.threads)
            .map(|thread| {
                let mut bench = bench.again();
                scope.spawn(move || timed(&mut *bench, policy, limit, u64::from(thread)))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("a playout does not panic")).collect()
    });
    let mut total = Tally::default();
    let (mut decisions_per_s, mut games_per_s, mut bouts_per_s, mut allocations) = (0.0, 0.0, 0.0, 0);
    for (tally, time, count) in &results {
        total += *tally;
        decisions_per_s += tally.decisions as f64 / time.as_secs_f64();
        games_per_s += tally.games as f64 / time.as_secs_f64();
        bouts_per_s += tally.bouts as f64 / time.as_secs_f64();
        allocations += count;
    }
    Ok(Row {
        game: known.game.id(),
        variant: variant.name,
        players,
        policy: policy.name(),
        decisions_per_s,
        games_per_s,
        bouts_per_s,
        mean_decisions: total.decisions as f64 / total.games as f64,
        ns_per_decision: 1e9 * f64::from(args.threads) / decisions_per_s,
        state_bytes,
        allocations,
    })
}

/// Plays in batches until the time is up; the first batch is not counted.
fn timed(bench: &mut dyn AnyBench, policy: Policy, limit: Duration, thread: u64) -> (Tally, Duration, u64) {
    let mut rng = Rng::from_number(thread + 1);
    let mut batch = 1;
    // Find a batch that lasts long enough to time and short enough to stop.
    loop {
        let start = ThreadTime::now();
        bench.run(policy, batch, &mut rng);
        if start.elapsed() >= limit.min(Duration::from_millis(20)) / 2 || interrupt::asked() {
            break;
        }
        batch *= 2;
    }
    let mut total = Tally::default();
    let allocated = testkit::alloc::count();
    let start = ThreadTime::now();
    while total.games == 0 || (start.elapsed() < limit && !interrupt::asked()) {
        total += bench.run(policy, batch, &mut rng);
    }
    (total, start.elapsed(), testkit::alloc::count() - allocated)
}

fn show(rows: &[Row], as_json: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if as_json {
        writeln!(out, "{}", serde_json::to_string_pretty(rows)?)?;
        return Ok(());
    }
    let heads = [
        "game",
        "variant",
        "policy",
        "players",
        "decisions/s",
        "games/s",
        "bouts/s",
        "decisions/game",
        "ns/decision",
        "state B",
        "allocations",
    ];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    lines.extend(rows.iter().map(|row| {
        vec![
            row.game.to_owned(),
            row.variant.to_owned(),
            row.policy.to_owned(),
            row.players.to_string(),
            short(row.decisions_per_s),
            short(row.games_per_s),
            short(row.bouts_per_s),
            format!("{:.2}", row.mean_decisions),
            format!("{:.1}", row.ns_per_decision),
            row.state_bytes.to_string(),
            row.allocations.to_string(),
        ]
    }));
    write!(out, "{}", table(&lines, 3))?;
    Ok(())
}
