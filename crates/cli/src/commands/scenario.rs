//! `agon scenario`: run anybody's scenario files.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use engine::text::shown;
use engine::{Fault, bounds};
use serde_json::{Value, json};
use testkit::scenario::Scenario;
use testkit::shared::{in_order, processors};

use crate::errors::{Failure, name, read};
use crate::output::{ERROR, GOOD};

/// Run scenario files: Markdown with `play` blocks
#[derive(clap::Args)]
pub struct Args {
    /// Scenario files (`.md`)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object a scenario
    #[arg(long)]
    json: bool,
    /// Name every scenario that passes, too, and tell where play ran on by itself
    #[arg(long, short)]
    verbose: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let registry = games::registry();
    let mut out = anstream::stdout().lock();
    let (mut passed, mut failed, mut unreadable, mut printed) = (0, 0, Ok(()), Ok(()));
    let mut told = 0;
    let run = |file: &PathBuf| {
        let text = read(file, bounds::SCRIPT)?;
        let scenarios = testkit::scenario::run_text_of(file, &text, &registry);
        let remedy = "there is no `play` block; write one between ```play and ```";
        if scenarios.is_empty() {
            return Err(Failure::Usage(format!("{}: {remedy}", name(file))));
        }
        Ok(scenarios)
    };
    in_order(&args.files, processors(), run, |file, scenarios| {
        let scenarios = match scenarios {
            Ok(scenarios) => scenarios,
            Err(failure) => {
                // The others run all the same; the last such failure is told at the end.
                if let Err(earlier) = std::mem::replace(&mut unreadable, Err(failure)) {
                    earlier.report();
                }
                return ControlFlow::Continue(());
            }
        };
        for scenario in scenarios {
            let good = scenario.failures.is_empty();
            *if good { &mut passed } else { &mut failed } += 1;
            printed = if args.json {
                writeln!(out, "{}", as_json(file, &scenario)).map_err(Failure::from)
            } else {
                let left = bounds::FAULTS.saturating_sub(told);
                told += scenario.failures.len();
                tell(&mut out, file, &scenario, left, args.verbose)
            };
            if printed.is_err() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    printed?;
    if told > bounds::FAULTS {
        writeln!(out, "and {} more faults; mend these first", told - bounds::FAULTS)?;
    }
    if !args.json {
        writeln!(out, "{passed} passed, {failed} failed")?;
    }
    unreadable?;
    if failed == 0 { Ok(()) } else { Err(Failure::Check) }
}

/// A scenario for people, with so many of its failures at most. One that passes is told only if it shows something, or if
/// all are to be told.
fn tell(
    out: &mut impl Write,
    file: &Path,
    scenario: &Scenario,
    failures: usize,
    verbose: bool,
) -> Result<(), Failure> {
    let good = scenario.failures.is_empty();
    let is_told = if good { verbose } else { failures > 0 };
    if scenario.shown.is_empty() && !is_told {
        return Ok(());
    }
    let style = if good { GOOD } else { ERROR };
    writeln!(out, "{style}{}:{}: {}{style:#}", name(file), scenario.line, shown(&scenario.title))?;
    for shown in &scenario.shown {
        writeln!(out, "  line {}: {}", shown.line, shown.what)?;
        if shown.found.is_empty() {
            writeln!(out, "    nothing")?;
        }
        for line in &shown.found {
            writeln!(out, "    {line}")?;
        }
    }
    if verbose {
        for note in &scenario.notes {
            writeln!(out, "  {note}")?;
        }
    }
    for failure in scenario.failures.iter().take(failures) {
        writeln!(out, "  {failure}")?;
    }
    Ok(())
}

/// A scenario for programs.
fn as_json(file: &Path, scenario: &Scenario) -> Value {
    let texts = |faults: &[Fault]| faults.iter().map(ToString::to_string).collect::<Vec<_>>();
    let shown = scenario
        .shown
        .iter()
        .map(|shown| json!({ "line": shown.line, "what": shown.what, "found": shown.found }));
    json!({
        "file": file.display().to_string(),
        "line": scenario.line,
        "title": scenario.title,
        "rules": scenario.rules,
        "passed": scenario.failures.is_empty(),
        "failures": texts(&scenario.failures),
        "shown": shown.collect::<Vec<_>>(),
        "notes": texts(&scenario.notes),
    })
}
