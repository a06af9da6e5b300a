//! How long the shipped cards take to compile: `cargo run --release -p worlds-unchained --example compile_worlds_unchained`.

#![allow(clippy::print_stdout, reason = "an example that is run as a program")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use worlds_unchained::cards::{read, shipped_sources};
use worlds_unchained::compile::compile;

/// Each time is the least of so many runs, since other programs only ever make it longer.
const RUNS: u32 = 200;

fn main() {
    let sources = shipped_sources();
    let pool = read(&sources).pool;
    let mut times: Vec<(f64, &str)> = Vec::new();
    for card in pool.cards() {
        let texts: Vec<String> = card.skills.iter().map(|skill| skill.text(&pool.names)).collect();
        let bearer = card.kind.bearer();
        let all = || texts.iter().all(|text| compile(black_box(text), &pool.names, bearer).is_ok());
        times.push((least(all), &card.name));
    }
    let sum: f64 = times.iter().map(|(time, _)| time).sum();
    let (most, slowest) = times
        .iter()
        .fold((0.0, ""), |worst, &(time, name)| if time > worst.0 { (time, name) } else { worst });
    let files = least(|| read(black_box(&sources)).errors.iter().all(engine::Faults::is_empty));
    println!("{} cards", times.len());
    println!("a card: {:.1} µs on average, {most:.1} µs at most ({slowest})", sum / times.len() as f64);
    println!("all Skills: {sum:.0} µs; all files, TOML included: {files:.0} µs");
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
