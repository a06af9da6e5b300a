//! The chores of the workspace, reached by `cargo xtask COMMAND`.
//!
//! | file | holds |
//! | --- | --- |
//! | `main.rs` | the list of commands, help, exit codes |
//! | `args.rs` | the flags of a command, and suggestions for misspelt words |
//! | `workspace.rs` | where things are, and how child processes are run |
//! | `jobs.rs` | the job runner: order, timings, the table at the end |
//! | `quick.rs`, `soak.rs` | the jobs of `test` and of `soak` |
//! | `smoke.rs` | the tour through the built `agon` command |
//! | `release.rs` | the fastest `agon` |
//! | `perf.rs` | instruction counts of fixed playouts |
//! | `blessed.rs` | `counts` and `playthroughs`: text files that the engine writes |
//! | `table.rs` | text in columns |
//! | `tools.rs` | cargo tools that are found or installed |
//! | `rules.rs` | the catalogue of rules against code and tests |

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a command prints")]

mod args;
mod blessed;
mod jobs;
mod perf;
mod quick;
mod release;
mod rules;
mod smoke;
mod soak;
mod table;
mod tools;
mod workspace;

use args::{Flag, Parsed};
use std::io::IsTerminal as _;
use std::path::Path;
use std::process::ExitCode;
use workspace::Workspace;

/// Why a command could not do its work.
enum Failure {
    /// The command line makes no sense: exit code 2.
    Usage(String),
    /// The work itself failed: exit code 1.
    Work(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Work(message)
    }
}

/// How a command takes its words.
enum Words {
    /// Checked against the flags listed here, then handed over.
    Checked(&'static [Flag], fn(&Parsed) -> Result<u8, Failure>),
    /// Handed over as typed. The function gets `--help` too if the flag says so.
    Raw(OwnHelp, fn(&[String]) -> Result<u8, Failure>),
}

#[derive(PartialEq)]
enum OwnHelp {
    Yes,
    No,
}

struct Command {
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    more: &'static str,
    words: Words,
}

const BLESS: Flag = Flag::switch("--bless", "rewrite the files with what the engine gives now");
const LIST: Flag = Flag::switch("--list", "list the jobs and run nothing");

const COMMANDS: &[Command] = &[
    Command {
        name: "play",
        usage: "play [ARGS...]",
        about: "build agon and run it; without ARGS, choose a game and play",
        more: "ARGS go to agon as they are. To see agon's own help: cargo xtask play -- --help\n\
               Without ARGS and without a terminal it lists the games and shows a bot match.",
        words: Words::Raw(OwnHelp::No, play),
    },
    Command {
        name: "test",
        usage: "test [--job NAME]... [--list] [--keep-going | --fail-fast]",
        about: "run every check a reviewer would: the quick tier, some minutes",
        more: "Jobs run in the order of --list, whatever the order of --job.\n\
               A failed job does not stop the others. The exit code is 1 if any failed.",
        words: Words::Checked(
            &[
                Flag::value("--job", "NAME", "run this job only; may be given several times"),
                LIST,
                Flag::switch("--keep-going", "run the remaining jobs after a failure (the default)"),
                Flag::switch("--fail-fast", "stop at the first failure"),
            ],
            quick::command,
        ),
    },
    Command {
        name: "soak",
        usage: "soak [JOB...] [--list] [--keep-going | --fail-fast]",
        about: "run the long tier: many seeds, fuzzing, mutants, benchmarks; hours",
        more: "Without JOB all jobs run in the order of --list.\n\
               AGON_FUZZ_SECONDS sets the time for each fuzz target (300 unless set).",
        words: Words::Checked(
            &[
                Flag::words("JOB", "run this job only; may be given several times"),
                LIST,
                Flag::switch("--keep-going", "run the remaining jobs after a failure (the default)"),
                Flag::switch("--fail-fast", "stop at the first failure"),
            ],
            soak::command,
        ),
    },
    Command {
        name: "release",
        usage: "release",
        about: "build the fastest agon: twice, the second time with a profile of its playouts",
        more: "It is left in target/guided/release. What is missing of the compiler (llvm-tools) is installed by\n\
               rustup. The ordinary release build is left alone.",
        words: Words::Checked(&[], release::command),
    },
    Command {
        name: "perf",
        usage: "perf [--check | --bless]",
        about: "count the instructions of fixed playouts under valgrind",
        more: "The committed figures are in perf/instructions.txt.",
        words: Words::Checked(
            &[
                Flag::switch("--check", "fail on growth above 3 %, and on a missing or stale case"),
                Flag::switch("--bless", "rewrite perf/instructions.txt with the counts of now"),
            ],
            perf::command,
        ),
    },
    Command {
        name: "counts",
        usage: "counts [--bless]",
        about: "compare the counts of legal paths with crates/*/tests/counts/*.txt",
        more: "Review what --bless changes as a diff, and explain it in the commit.",
        words: Words::Checked(&[BLESS], |parsed| blessed::command("counts", parsed)),
    },
    Command {
        name: "playthroughs",
        usage: "playthroughs [--bless]",
        about: "compare whole matches with crates/*/tests/playthroughs/*.txt",
        more: "Review what --bless changes as a diff, and explain it in the commit.",
        words: Words::Checked(&[BLESS], |parsed| blessed::command("playthroughs", parsed)),
    },
    Command {
        name: "rules",
        usage: "rules [ARGS...]",
        about: "compare the catalogue of rules with the ids that code and tests cite",
        more: "",
        words: Words::Raw(OwnHelp::Yes, rules_command),
    },
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&words) {
        Ok(code) => ExitCode::from(code),
        Err(Failure::Usage(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
        Err(Failure::Work(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(1)
        }
    }
}

fn dispatch(words: &[String]) -> Result<u8, Failure> {
    let Some((name, rest)) = words.split_first() else {
        println!("{}", overview());
        return Ok(0);
    };
    if args::is_help(name) {
        println!("{}", overview());
        return Ok(0);
    }
    // `cargo xtask help perf` is `cargo xtask perf --help`.
    if name == "help" {
        return match rest {
            [] => dispatch(&[]),
            [command, ..] => dispatch(&[command.clone(), "--help".to_owned()]),
        };
    }
    let command = find_command(name)?;
    let help = rest.iter().take_while(|word| *word != "--").any(|word| args::is_help(word));
    match &command.words {
        Words::Raw(OwnHelp::Yes, run) => run(rest),
        // Only the first word asks for help here: `play match --help` is a question to agon.
        Words::Raw(OwnHelp::No, run) if !rest.first().is_some_and(|word| args::is_help(word)) => run(rest),
        Words::Checked(flags, run) if !help => run(&args::parse(command.name, flags, rest)?),
        _ => {
            println!("{}", command.help());
            Ok(0)
        }
    }
}

fn find_command(name: &str) -> Result<&'static Command, Failure> {
    COMMANDS.iter().find(|command| command.name == name).ok_or_else(|| {
        let names = COMMANDS.iter().map(|command| command.name);
        let kind = if name.starts_with('-') { "flag" } else { "command" };
        Failure::Usage(format!(
            "unknown {kind} `{name}`; {}",
            args::remedy(name, names, "`cargo xtask --help` lists the commands")
        ))
    })
}

/// The text of `cargo xtask --help`.
fn overview() -> String {
    let rows: Vec<[String; 2]> =
        COMMANDS.iter().map(|command| [format!("  {}", command.name), command.about.to_owned()]).collect();
    format!(
        "The chores of the Agon workspace\n\nUsage: cargo xtask COMMAND\n\nCommands:\n{}\n\
         `cargo xtask COMMAND --help` says more about one of them.",
        table::aligned(&rows, &[])
    )
}

impl Command {
    /// The text of `cargo xtask COMMAND --help`.
    fn help(&self) -> String {
        let about = capitalised(self.about);
        let usage = format!("Usage: cargo xtask {}", self.usage);
        let flags = match self.words {
            Words::Checked(flags, _) => args::describe(flags),
            Words::Raw(..) => String::new(),
        };
        let parts = [about.as_str(), &usage, flags.trim_end(), self.more];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn play(words: &[String]) -> Result<u8, Failure> {
    let workspace = Workspace::find()?;
    let agon = workspace.build_agon()?;
    // agon runs where the user stands, so that relative file names mean what they say.
    let words = if words.first().is_some_and(|word| word == "--") { &words[1..] } else { words };
    if !words.is_empty() {
        return Ok(workspace::exit_code(&mut agon.here(words))?);
    }
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let parts: &[&str] = if terminal { &["play"] } else { &["games", "match"] };
    for part in parts {
        let code = workspace::exit_code(&mut agon.here(&[(*part).to_owned()]))?;
        if code != 0 {
            return Ok(code);
        }
    }
    Ok(0)
}

fn rules_command(words: &[String]) -> Result<u8, Failure> {
    let workspace = Workspace::find()?;
    rules_in(&workspace.root, words)
}

fn rules_in(root: &Path, words: &[String]) -> Result<u8, Failure> {
    match rules::run(root, words) {
        Ok(fine) => Ok(u8::from(!fine)),
        // A fault of the command line, and nothing else, is answered with the usage line.
        Err(message) if message.contains("usage: cargo xtask rules") => Err(Failure::Usage(message)),
        Err(message) => Err(Failure::Work(message)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_listed_with_one_line() {
        let text = overview();
        for command in COMMANDS {
            assert!(text.contains(&format!("\n  {}", command.name)), "{}", command.name);
            assert!(!command.about.contains('\n'), "{}", command.name);
        }
    }

    #[test]
    fn every_help_shows_usage_and_each_flag() {
        for command in COMMANDS {
            let text = command.help();
            assert!(text.contains(&format!("Usage: cargo xtask {}", command.name)), "{text}");
            if let Words::Checked(flags, _) = command.words {
                assert!(flags.iter().all(|flag| text.contains(flag.name)), "{text}");
            }
        }
    }

    #[test]
    fn a_misspelt_command_is_a_usage_error_with_a_suggestion() {
        let Err(Failure::Usage(message)) = dispatch(&["pref".to_owned()]) else {
            panic!("accepted");
        };
        assert_eq!(message, "unknown command `pref`; did you mean `perf`?");
    }

    #[test]
    fn a_misspelt_flag_of_rules_is_a_usage_error_too() {
        assert!(matches!(rules_in(Path::new("."), &["--chek".to_owned()]), Err(Failure::Usage(_))));
    }

    #[test]
    fn a_hopeless_word_is_answered_with_the_way_to_the_list() {
        let Err(Failure::Usage(message)) = dispatch(&["--frobnicate".to_owned()]) else {
            panic!("accepted");
        };
        assert_eq!(message, "unknown flag `--frobnicate`; `cargo xtask --help` lists the commands");
    }
}
