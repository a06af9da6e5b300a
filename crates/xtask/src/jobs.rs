//! The job runner: which jobs, in which order, how long each took.

use crate::Failure;
use crate::args::{Parsed, remedy};
use crate::table::aligned;
use crate::workspace::Workspace;
use std::time::{Duration, Instant};

/// One thing to check.
pub struct Job {
    pub name: &'static str,
    /// What is known when it is ok; one line.
    pub proves: &'static str,
    pub run: fn(&Workspace, &Done) -> Result<Outcome, String>,
}

/// How a job ended that did not fail.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Ok,
    /// With a figure worth a place in the table.
    Told(String),
    Skipped(String),
}

/// What became of the jobs so far.
#[derive(Default)]
pub struct Done {
    rows: Vec<Row>,
}

struct Row {
    name: &'static str,
    took: Duration,
    result: Result<Outcome, String>,
}

impl Done {
    /// Whether this job went well; nothing if it has not run in this invocation.
    pub fn is_ok(&self, name: &str) -> Option<bool> {
        let row = self.rows.iter().find(|row| row.name == name)?;
        match row.result {
            Ok(Outcome::Ok | Outcome::Told(_)) => Some(true),
            Ok(Outcome::Skipped(_)) => None,
            Err(_) => Some(false),
        }
    }

    fn failed(&self) -> usize {
        self.rows.iter().filter(|row| row.result.is_err()).count()
    }
}

#[derive(Clone, Copy, PartialEq)]
enum AfterFailure {
    KeepGoing,
    Stop,
}

/// Lists or runs the wanted jobs, as the flags say. `tier` is the name of the command.
pub fn command(tier: &str, jobs: &[Job], wanted: &[String], parsed: &Parsed) -> Result<u8, Failure> {
    let selected = select(tier, jobs, wanted).map_err(Failure::Usage)?;
    if parsed.has("--list") {
        print!("{}", list(&selected));
        return Ok(0);
    }
    let after = match (parsed.has("--fail-fast"), parsed.has("--keep-going")) {
        (true, true) => {
            let message = "`--fail-fast` and `--keep-going` exclude each other; drop one";
            return Err(Failure::Usage(message.to_owned()));
        }
        (true, false) => AfterFailure::Stop,
        (false, _) => AfterFailure::KeepGoing,
    };
    let workspace = Workspace::find()?;
    let done = run_all(&workspace, &selected, after);
    print!("\n{}", table(&done));
    Ok(u8::from(done.failed() > 0))
}

/// The wanted jobs in the order of the list; all of them if none is named.
fn select<'a>(tier: &str, jobs: &'a [Job], wanted: &[String]) -> Result<Vec<&'a Job>, String> {
    for name in wanted {
        if !jobs.iter().any(|job| job.name == name) {
            let names = jobs.iter().map(|job| job.name);
            let otherwise = format!("`cargo xtask {tier} --list` lists them");
            return Err(format!("unknown job `{name}`; {}", remedy(name, names, &otherwise)));
        }
    }
    let is_wanted = |job: &&Job| wanted.is_empty() || wanted.iter().any(|name| name == job.name);
    Ok(jobs.iter().filter(is_wanted).collect())
}

fn list(jobs: &[&Job]) -> String {
    let rows: Vec<[String; 2]> =
        jobs.iter().map(|job| [job.name.to_owned(), job.proves.to_owned()]).collect();
    aligned(&rows, &[])
}

fn run_all(workspace: &Workspace, jobs: &[&Job], after: AfterFailure) -> Done {
    let mut done = Done::default();
    for (place, job) in jobs.iter().enumerate() {
        if after == AfterFailure::Stop && done.failed() > 0 {
            let result = Ok(Outcome::Skipped("stopped at the first failure".to_owned()));
            done.rows.push(Row { name: job.name, took: Duration::ZERO, result });
            continue;
        }
        println!("\n=== {}: {}", job.name, job.proves);
        let start = Instant::now();
        let result = (job.run)(workspace, &done);
        match &result {
            Ok(Outcome::Ok) => {}
            Ok(Outcome::Told(figure)) => println!("{}: {figure}", job.name),
            Ok(Outcome::Skipped(why)) => println!("{} skipped: {why}", job.name),
            Err(message) => {
                println!("{} FAILED: {message}", job.name);
                if after == AfterFailure::KeepGoing && place + 1 < jobs.len() {
                    println!("going on with the remaining jobs");
                }
            }
        }
        done.rows.push(Row { name: job.name, took: start.elapsed(), result });
    }
    done
}

/// The table at the end.
fn table(done: &Done) -> String {
    let line = |name: &str, took: Duration, result: String| {
        [name.to_owned(), format!("{:.1}", took.as_secs_f64()), result]
    };
    let mut rows = vec![["job", "seconds", "result"].map(str::to_owned)];
    for Row { name, took, result } in &done.rows {
        let result = match result {
            Ok(Outcome::Ok) => "ok".to_owned(),
            Ok(Outcome::Told(figure)) => format!("ok ({figure})"),
            Ok(Outcome::Skipped(why)) => format!("skipped ({why})"),
            Err(message) => format!("FAILED ({message})"),
        };
        rows.push(line(name, *took, result));
    }
    let verdict = match done.failed() {
        0 => "ok".to_owned(),
        failed => format!("{failed} FAILED"),
    };
    rows.push(line("total", done.rows.iter().map(|row| row.took).sum(), verdict));
    aligned(&rows, &[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOBS: &[Job] = &[
        Job { name: "fmt", proves: "it is formatted", run: |_, _| Ok(Outcome::Ok) },
        Job { name: "test", proves: "it works", run: |_, _| Err("it does not".to_owned()) },
        Job {
            name: "rules",
            proves: "it is cited",
            run: |_, done| Ok(Outcome::Told(format!("{:?} {:?}", done.is_ok("fmt"), done.is_ok("test")))),
        },
        Job {
            name: "perf",
            proves: "it is fast",
            run: |_, _| Ok(Outcome::Skipped("no valgrind".to_owned())),
        },
    ];

    fn selected(wanted: &[&str]) -> Result<Vec<&'static str>, String> {
        let wanted: Vec<String> = wanted.iter().map(|name| (*name).to_owned()).collect();
        Ok(select("test", JOBS, &wanted)?.iter().map(|job| job.name).collect())
    }

    fn results(after: AfterFailure) -> Done {
        let workspace = Workspace { root: ".".into(), target: "target".into() };
        let mut done = run_all(&workspace, &JOBS.iter().collect::<Vec<_>>(), after);
        for row in &mut done.rows {
            row.took = Duration::from_millis(1500);
        }
        done
    }

    #[test]
    fn jobs_run_in_the_order_of_the_list() {
        assert_eq!(selected(&[]), Ok(vec!["fmt", "test", "rules", "perf"]));
        assert_eq!(selected(&["perf", "fmt", "perf"]), Ok(vec!["fmt", "perf"]));
    }

    #[test]
    fn an_unknown_job_is_refused_with_a_remedy() {
        assert_eq!(selected(&["fnt"]), Err("unknown job `fnt`; did you mean `fmt`?".to_owned()));
        assert_eq!(
            selected(&["fmt", "deploy"]),
            Err("unknown job `deploy`; `cargo xtask test --list` lists them".to_owned())
        );
    }

    #[test]
    fn a_failure_does_not_stop_the_others() {
        assert_eq!(
            table(&results(AfterFailure::KeepGoing)),
            "job    seconds  result\n\
             fmt        1.5  ok\n\
             test       1.5  FAILED (it does not)\n\
             rules      1.5  ok (Some(true) Some(false))\n\
             perf       1.5  skipped (no valgrind)\n\
             total      6.0  1 FAILED\n"
        );
    }

    #[test]
    fn fail_fast_says_what_it_left_out() {
        let done = results(AfterFailure::Stop);
        assert_eq!(done.failed(), 1);
        assert_eq!(done.rows[2].result, Ok(Outcome::Skipped("stopped at the first failure".to_owned())));
    }

    #[test]
    fn the_list_has_one_line_for_each_job() {
        let all: Vec<&Job> = JOBS.iter().collect();
        assert_eq!(list(&all).lines().next(), Some("fmt    it is formatted"));
        assert_eq!(list(&all).lines().count(), JOBS.len());
    }
}
