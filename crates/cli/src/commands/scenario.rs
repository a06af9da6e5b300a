//! `agon scenario`: run anybody's scenario files.

use std::io::Write as _;
use std::path::PathBuf;

use engine::text::shown;
use serde_json::json;

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
    /// Name every scenario that passes, too
    #[arg(long, short)]
    verbose: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let registry = games::registry();
    let mut out = anstream::stdout().lock();
    let (mut passed, mut failed, mut unreadable) = (0, 0, Ok(()));
    let mut told = 0;
    for file in &args.files {
        let scenarios = read(file, engine::bounds::SCRIPT).and_then(|text| {
            let scenarios = testkit::scenario::run_text(&text, &registry);
            let remedy = "there is no `play` block; write one between ```play and ```";
            if scenarios.is_empty() {
                Err(Failure::Usage(format!("{}: {remedy}", name(file))))
            } else {
                Ok(scenarios)
            }
        });
        let scenarios = match scenarios {
            Ok(scenarios) => scenarios,
            Err(failure) => {
                // The others run all the same; the last such failure is told at the end.
                if let Err(earlier) = std::mem::replace(&mut unreadable, Err(failure)) {
                    earlier.report();
                }
                continue;
            }
        };
        for scenario in scenarios {
            let good = scenario.failures.is_empty();
            *if good { &mut passed } else { &mut failed } += 1;
            if args.json {
                let failures: Vec<String> = scenario.failures.iter().map(ToString::to_string).collect();
                let line = json!({
                    "file": file.display().to_string(),
                    "line": scenario.line,
                    "title": scenario.title,
                    "rules": scenario.rules,
                    "passed": good,
                    "failures": failures,
                });
                writeln!(out, "{line}")?;
            } else if !good {
                let (before, most) = (told, engine::bounds::FAULTS);
                told += scenario.failures.len();
                if before >= most {
                    continue;
                }
                let title = shown(&scenario.title);
                writeln!(out, "{ERROR}{}:{}: {title}{ERROR:#}", name(file), scenario.line)?;
                for failure in scenario.failures.iter().take(most - before) {
                    writeln!(out, "  {failure}")?;
                }
            } else if args.verbose {
                writeln!(out, "{GOOD}{}:{}: {}{GOOD:#}", name(file), scenario.line, shown(&scenario.title))?;
            }
        }
    }
    if told > engine::bounds::FAULTS && !args.json {
        writeln!(out, "and {} more faults; mend these first", told - engine::bounds::FAULTS)?;
    }
    if !args.json {
        writeln!(out, "{passed} passed, {failed} failed")?;
    }
    unreadable?;
    if failed == 0 { Ok(()) } else { Err(Failure::Check) }
}
