//! How long the shipped cards take to compile: `cargo run --release -p time-rift --example compile_time_rift`.

#![allow(clippy::print_stdout, reason = "an example that is run as a program")]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use engine::Source;
use time_rift::cards;
use time_rift::check::Facts;
use time_rift::compile::compile;

/// Each time is the least of so many runs, since other programs only ever make it longer.
const RUNS: u32 = 200;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards/time-rift");
    let sources = ["starter.toml", "second.toml", "reserve.toml"].map(|name| {
        let text = std::fs::read_to_string(folder.join(name)).expect("the shipped cards can be read");
        Source { name: name.to_owned(), text }
    });
    let pool: Vec<cards::Card> = sources.iter().flat_map(|source| cards::read(source).0).collect();
    let times: Vec<(f64, &str)> = pool
        .iter()
        .map(|card| {
            let text = card.program.text();
            let facts = Facts {
                champion: matches!(card.kind, cards::Kind::Champion { .. }),
                chain: card.chain.is_some(),
                deployable: matches!(card.kind, cards::Kind::Loadout { arena: Some(_), .. }),
            };
            let time = least(|| compile(black_box(&text), facts).is_ok());
            (time, card.id.as_str())
        })
        .collect();
    let sum: f64 = times.iter().map(|(time, _)| time).sum();
    let (most, slowest) =
        times.iter().fold((0.0, ""), |worst, &(time, id)| if time > worst.0 { (time, id) } else { worst });
    let files = least(|| sources.iter().all(|source| cards::read(black_box(source)).1.is_empty()));
    println!("{} cards", pool.len());
    println!("a text: {:.1} µs on average, {most:.1} µs at most ({slowest})", sum / times.len() as f64);
    println!("all texts: {sum:.0} µs; all files, TOML included: {files:.0} µs");
}

/// Microseconds of the fastest run.
fn least(mut run: impl FnMut() -> bool) -> f64 {
    let mut least = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        assert!(run(), "the shipped cards are sound");
        least = least.min(start.elapsed());
    }
    least.as_secs_f64() * 1e6
}
