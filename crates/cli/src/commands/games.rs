//! `agon games`: what can be played.

use std::io::Write as _;

use engine::Shelf;
use serde_json::json;

use crate::errors::Failure;
use crate::output::{FAINT, STRONG};

/// List the games with their options and named setups
#[derive(clap::Args)]
pub struct Args {
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
    /// Show every option of every game
    #[arg(long)]
    options: bool,
    /// Show the editions of the rules, with what each changed
    #[arg(long)]
    editions: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let registry = games::registry();
    let mut out = anstream::stdout().lock();
    if args.json {
        let list: Vec<_> = registry
            .iter()
            .map(|known| {
                json!({
                    "id": known.game.id(),
                    "title": known.game.title(),
                    "version": known.game.version(),
                    "edition": known.game.edition(),
                    "editions": known.game.editions(),
                    "shelf": known.shelf,
                    "options": known.game.options(),
                    "variants": known.variants,
                    "bots": known.game.bots(),
                })
            })
            .collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&list)?)?;
        return Ok(());
    }
    for (shelf, heading) in [
        (Shelf::Arena, "Games for players"),
        (Shelf::Classic, "Known games with published answers, for tests and benchmarks"),
    ] {
        let mut listed = registry.iter().filter(|known| known.shelf == shelf).peekable();
        if listed.peek().is_none() {
            continue;
        }
        writeln!(out, "{STRONG}{heading}{STRONG:#}")?;
        for known in listed {
            let variants: Vec<&str> = known.variants.iter().map(|variant| variant.name).collect();
            writeln!(
                out,
                "  {:<16} {:<22} {FAINT}{}{FAINT:#}",
                known.game.id(),
                known.game.title(),
                variants.join(", ")
            )?;
            for option in known.game.options().iter().filter(|_| args.options) {
                writeln!(
                    out,
                    "    {}={}  {} {FAINT}({}){FAINT:#}",
                    option.key, option.default, option.help, option.values
                )?;
            }
            for edition in known.game.editions().iter().filter(|_| args.editions) {
                writeln!(out, "    edition {} of the rules, since {}", edition.number, edition.since)?;
                for change in edition.changes {
                    writeln!(out, "      {} {FAINT}({}){FAINT:#}", change.text, change.rules.join(", "))?;
                }
            }
        }
    }
    Ok(())
}
