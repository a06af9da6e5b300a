//! What can go wrong with a command, and the exit code for it.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use engine::text::{self, shown};
use engine::{Fault, Faults, Sources, bounds, cut};

use crate::interrupt;
use crate::output::ERROR;

/// Why a command did not succeed.
pub enum Failure {
    /// A check failed; the command has already said what. Exit code 1.
    Check,
    /// The command, a file or a setup is wrong. Exit code 2.
    Usage(String),
    /// A hosted program forfeited a game; the command has already said which. Exit code 3.
    Forfeited,
    /// Interrupted by the person. Exit code 130.
    Interrupted,
    /// Output could not be written.
    Output(io::Error),
}

impl Failure {
    /// Tells the person and gives the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Self::Check => ExitCode::from(1),
            Self::Usage(message) => {
                // An indented line belongs to the error above it.
                let told = message.lines().map(|line| {
                    let line = cut(line, bounds::TOLD);
                    let line = line.split('\t').map(shown).collect::<Vec<_>>().join("\t");
                    let own = !line.starts_with(' ');
                    if own { format!("{ERROR}error:{ERROR:#} {line}\n") } else { format!("{line}\n") }
                });
                say(&told.collect::<String>());
                ExitCode::from(2)
            }
            Self::Forfeited => ExitCode::from(3),
            Self::Interrupted => {
                say("interrupted\n");
                ExitCode::from(interrupt::exit_code())
            }
            // Whoever closed the pipe has seen enough.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                say(&format!("{ERROR}error:{ERROR:#} cannot write: {error}\n"));
                // If the terminal is gone the shell would have said 128 and the number of the signal.
                ExitCode::from(if is_of_lost_terminal(&error) { 129 } else { 2 })
            }
        }
    }
}

/// Whether output fails since the terminal is gone, as far as the system can tell: it says EIO.
fn is_of_lost_terminal(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::UnexpectedEof || (cfg!(unix) && error.raw_os_error() == Some(5))
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // Only output that nobody reads waits for a time.
        if error.kind() == io::ErrorKind::TimedOut { Self::Interrupted } else { Self::Output(error) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Usage(fault.to_string())
    }
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Self {
        Self::Usage(faults.to_string())
    }
}

/// Tells what is wrong with the words of a command, or what was asked of them. What they quote may be anything.
pub fn misread(error: &clap::Error) -> ExitCode {
    let told = error.render().to_string();
    let sound = |line: &str| line.len() <= LONGEST_LINE && !line.contains(text::is_hidden);
    if !error.use_stderr() || told.lines().all(sound) {
        error.exit();
    }
    let lines: Vec<String> = told.lines().map(|line| cut(&shown(line), LONGEST_LINE)).collect();
    say(&format!("{}\n", lines.join("\n")));
    ExitCode::from(2)
}

/// The longest line about the words of a command.
const LONGEST_LINE: usize = 400;

/// Writes a line to standard error at once: piece by piece, as formatting comes, it would be as many calls.
pub fn line(text: std::fmt::Arguments<'_>) {
    say(&format!("{text}\n"));
}

fn say(text: &str) {
    let choice = anstream::AutoStream::choice(&io::stderr());
    let mut shown = anstream::AutoStream::new(Vec::new(), choice);
    // Where even this cannot be written there is nobody to tell.
    let _ = shown.write_all(text.as_bytes());
    let _ = io::stderr().write_all(&shown.into_inner());
}

/// What is wrong with a setup, with carets.
pub fn in_setup(faults: &Faults, sources: &Sources, setup: &str) -> Failure {
    Failure::Usage(faults.shown_in(sources, setup))
}

/// The files given as cards, Styles, boards and formats, under the names people gave them.
pub fn sources(files: &[PathBuf]) -> Result<Sources, Failure> {
    let mut sources = Sources::none();
    for file in files {
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        text::seen(&name, "the name of a file")
            .map_err(|fault| Failure::Usage(format!("{name}: {fault}")))?;
        if sources.get(&name).is_some() {
            return Err(Failure::Usage(format!("two files are called {name}; rename one")));
        }
        let text = read(file, bounds::FILE).map_err(|failure| match failure {
            Failure::Usage(message) if file.extension().is_none() => {
                Failure::Usage(format!("{message}; a shipped board is chosen with --setup board=NAME"))
            }
            other => other,
        })?;
        // Some editors put a mark of three bytes before the text.
        sources.push(name, text.trim_start_matches('\u{feff}'));
    }
    Ok(sources)
}

/// The name of a file as it is shown.
pub fn name(file: &Path) -> String {
    shown(&file.to_string_lossy())
}

/// Reads a text file of at most so many bytes, with an error that says what to do.
pub fn read(path: &Path, most: usize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    // What is no file, such as a pipe, does not tell how much is in it.
    let read = File::open(path).and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| {
        Failure::Usage(format!("cannot read {}: {error}; check the name and the permissions", path.display()))
    })?;
    if bytes.len() > most {
        let what = format!("{} has more than {most} bytes", path.display());
        return Err(Failure::Usage(format!("{what}; is this the right file?")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let readable = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let line = 1 + readable.matches('\n').count();
        Failure::Usage(format!("{}: line {line}: not UTF-8 text; is this the right file?", path.display()))
    })
}
