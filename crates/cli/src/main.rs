//! The `agon` command: play, learn, list, measure, watch, host bots, replay, verify, look up, solve, and write cards.

#![allow(clippy::print_stdout, reason = "this is the program that talks to people")]

#[cfg(unix)]
mod best_of;
mod commands;
mod errors;
mod interrupt;
mod opening;
mod output;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{bench, card, games, learn, matches, play, replay, rules, scenario, solve, verify};
#[cfg(unix)]
use crate::commands::{duel, guard, host};

/// Counts allocations, so that `agon bench` can show that playouts make none.
#[global_allocator]
static HEAP: testkit::alloc::Counting = testkit::alloc::Counting;

/// Plays arena card games by their complete rules.
///
/// Every game has one list of what can be done, every refusal and event cites its rule, and every
/// record replays and checks itself.
#[derive(Parser)]
#[command(
    name = "agon",
    version,
    arg_required_else_help = true,
    after_help = "Exit codes: 0 all went well; 1 a check failed (a record is damaged, a scenario fails, a card is wrong); \
                  2 the command, a file or a setup is wrong; 3 a hosted program forfeited a game; 129 the terminal is gone; \
                  130 interrupted.\n\
                  Colour is used on a terminal only; NO_COLOR=1 turns it off."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Learn(learn::Args),
    Games(games::Args),
    Match(matches::Args),
    #[cfg(unix)]
    Host(host::Args),
    #[cfg(unix)]
    Duel(duel::Args),
    Replay(replay::Args),
    Verify(verify::Args),
    Scenario(scenario::Args),
    Rules(rules::Args),
    Card(card::Args),
    Solve(solve::Args),
    Bench(bench::Args),
    #[cfg(unix)]
    #[command(hide = true)]
    Guard(guard::Args),
    #[cfg(unix)]
    #[command(hide = true)]
    Confine(guard::Confined),
}

fn main() -> ExitCode {
    interrupt::survive_full_files();
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(error) => return errors::misread(&error),
    };
    let result = match command {
        Command::Play(args) => play::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Learn(args) => learn::run(&args),
        Command::Match(args) => matches::run(&args),
        #[cfg(unix)]
        Command::Host(args) => host::run(&args),
        #[cfg(unix)]
        Command::Duel(args) => duel::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Scenario(args) => scenario::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Card(args) => card::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Bench(args) => bench::run(&args),
        #[cfg(unix)]
        Command::Guard(args) => guard::run(&args),
        #[cfg(unix)]
        Command::Confine(args) => guard::confine(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
