//! Fixed playouts whose instructions `cargo xtask perf` counts.
//!
//! `playouts --list` names the cases; `playouts GAME VARIANT POLICY GAMES` plays one of them.

#![allow(clippy::print_stdout, reason = "an example that is run as a program")]

use std::hint::black_box;
use std::process::ExitCode;

use engine::{AnyBench, Policy, Registered, Rng, Settings, Shelf, Sources, Tally};

const POLICIES: [Policy; 3] = [Policy::Uniform, Policy::Lively, Policy::Pick];
/// Games of the arena are hundreds of times as long as the small ones.
const fn games_of(shelf: Shelf) -> u64 {
    match shelf {
        Shelf::Arena => 100,
        Shelf::Classic => 2_000,
    }
}

/// The loop that is measured; nothing else is counted.
#[inline(never)]
fn measured_playouts(bench: &mut dyn AnyBench, policy: Policy, games: u64, rng: &mut Rng) -> Tally {
    black_box(bench.run(policy, games, rng))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let registry = games::registry();
    let result = match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list"] => {
            for known in registry.iter() {
                // The usual setup of each game is enough to notice a slower engine.
                for policy in POLICIES {
                    let (variant, games) = (known.variants[0].name, games_of(known.shelf));
                    println!("{} {variant} {} {games}", known.game.id(), policy.name());
                }
            }
            Ok(())
        }
        [game, variant, policy, games] => play(&registry, game, variant, policy, games),
        _ => Err("use `playouts --list` or `playouts GAME VARIANT POLICY GAMES`".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn play(
    registry: &engine::Registry,
    game: &str,
    variant: &str,
    policy: &str,
    games: &str,
) -> Result<(), String> {
    let known: &Registered = registry.find(game).map_err(|fault| fault.to_string())?;
    let variant = known.variants.iter().find(|v| v.name == variant).ok_or("no such variant; see --list")?;
    let policy: Policy = policy.parse().map_err(|fault: engine::Fault| fault.to_string())?;
    let games = games.parse().map_err(|_| "the number of games is not a number".to_owned())?;
    let settings = Settings::parse(variant.settings).map_err(|faults| faults.to_string())?;
    let mut bench = known.game.bench(&settings, &Sources::none()).map_err(|faults| faults.to_string())?;
    let tally = measured_playouts(&mut *bench, policy, games, &mut Rng::from_number(1));
    println!("{tally:?}");
    Ok(())
}
