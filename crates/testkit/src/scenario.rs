//! Literate scenarios: Markdown whose `play` blocks are carried out and checked.
//! `docs/scenarios.md` gives the grammar.

use std::path::{Path, PathBuf};

use engine::{Fault, Place, Registry, bounds, cut};
use rulebook::{Rulebook, citations, ledger};

use crate::shared::{processors, shared_out};

mod block;
mod data;
mod difference;
mod expect;
mod scene;
mod show;
mod words;

use block::{Carried, Report, Runner};
pub use show::Shown;
use words::statements;

/// One `play` block after it was run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// The nearest heading before the block.
    pub title: String,
    /// The line the block begins on.
    pub line: usize,
    /// The rules its heading cites.
    pub rules: Vec<String>,
    /// What did not come out as expected, with lines; empty if it passed.
    pub failures: Vec<Fault>,
    /// What it asked to be shown, in its order.
    pub shown: Vec<Shown>,
    /// What is good to know of it and no failure, with lines.
    pub notes: Vec<Fault>,
}

/// Runs every `play` block of a Markdown text that stands in no folder: no file can stand beside it.
pub fn run_text(text: &str, registry: &Registry) -> Vec<Scenario> {
    run(text, None, registry)
}

impl Scenario {
    /// What stands in the place of all that is not read.
    fn too_large(title: String, line: usize, fault: Fault) -> Self {
        let failures = vec![fault.at(Place::Line(line))];
        Self { title, line, rules: Vec::new(), failures, shown: Vec::new(), notes: Vec::new() }
    }
}

/// Runs every `play` block of the text of a Markdown file. The paths that it names begin at its folder.
pub fn run_text_of(file: &Path, text: &str, registry: &Registry) -> Vec<Scenario> {
    run(text, Some(file.parent().unwrap_or(Path::new(""))), registry)
}

fn run(text: &str, folder: Option<&Path>, registry: &Registry) -> Vec<Scenario> {
    let book = Rulebook::shipped();
    let prefixes = book.prefixes();
    let (mut scenarios, mut done) = (Vec::new(), 0);
    if let Err(fault) = bounds::bytes("the file", text.len(), bounds::SCRIPT) {
        return vec![Scenario::too_large(String::new(), 1, fault)];
    }
    let (mut title, mut rules) = (String::new(), Vec::new());
    let mut carried = Carried::default();
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    while let Some((number, line)) = lines.next() {
        if line.starts_with('#') {
            if let Err(fault) = bounds::bytes("the heading", line.len(), bounds::TEXT) {
                scenarios.push(Scenario::too_large(cut(line, bounds::QUOTED), number, fault));
                break;
            }
            title = String::from(line.trim_start_matches('#').trim());
            rules = citations::find(&title, &prefixes)
                .iter()
                .flat_map(|cited| cited.ids(|id| book.find(id).is_some()))
                .collect();
        } else if let Some(fence) = Fence::opening(line) {
            let mut block = Vec::new();
            let mut closed = false;
            for (number, line) in lines.by_ref() {
                if fence.is_closed_by(line) {
                    closed = true;
                    break;
                }
                block.push((number, line));
            }
            if closed && fence.info != "play" {
                continue;
            }
            done += block.iter().map(|(_, line)| statements(line).len()).sum::<usize>();
            let small = bounds::count("the file", scenarios.len() + 1, "scenarios", bounds::LIST)
                .and_then(|()| bounds::count("the file", done, "statements up to here", bounds::STATEMENTS));
            if let Err(fault) = small {
                scenarios.push(Scenario::too_large(title, number, fault));
                break;
            }
            let mut report = if closed {
                Runner::new(registry, folder, &mut carried).run(&block)
            } else {
                let fault = Fault::new("the block is not closed", "end it with ```").at(Place::Line(number));
                Report { failures: vec![fault], ..Report::default() }
            };
            report.failures.extend(rules.iter().filter(|id| book.find(id).is_none()).map(|id| {
                let remedy = book
                    .nearest(id)
                    .map_or_else(|| "cite a rule that exists".into(), |near| format!("did you mean {near}?"));
                Fault::new(format!("the heading cites the unknown rule {id}"), remedy).at(Place::Line(number))
            }));
            let Report { failures, shown, notes } = report;
            let (title, rules) = (title.clone(), rules.clone());
            scenarios.push(Scenario { title, line: number, rules, failures, shown, notes });
        }
    }
    scenarios
}

/// The line that opens a block of code: up to three blanks, three or more of one mark, a word.
struct Fence<'t> {
    mark: char,
    length: usize,
    info: &'t str,
}

impl<'t> Fence<'t> {
    fn opening(line: &'t str) -> Option<Self> {
        let text = line.trim_start_matches(' ');
        let mark = text.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
        let info = text.trim_start_matches(mark);
        let length = text.len() - info.len();
        let fits = line.len() - text.len() <= 3 && length >= 3 && (mark == '~' || !info.contains('`'));
        fits.then(|| Self { mark, length, info: info.trim() })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let text = line.trim();
        text.len() >= self.length && text.chars().all(|c| c == self.mark)
    }
}

/// Those of the cards that no heading of the scenarios in a folder names, as `` `id` ``.
pub fn cards_without(folder: &Path, cards: impl IntoIterator<Item = String>) -> Vec<String> {
    let texts: Vec<String> = files_of(folder).iter().map(|file| read(file)).collect();
    let headings: Vec<&str> =
        texts.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with("## ")).collect();
    let named = |id: &String| headings.iter().any(|heading| heading.contains(&format!("`{id}`")));
    cards.into_iter().filter(|id| !named(id)).collect()
}

/// The scenario files of a folder, by name.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no scenarios", folder.display());
    files
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Runs all `.md` files of a folder as one test: fails with every failure of every file, and enters
/// the rules that the passing scenarios cite in the ledger.
pub fn run_folder(folder: &Path, registry: &Registry) {
    let texts: Vec<(PathBuf, String)> = files_of(folder)
        .into_iter()
        .map(|file| {
            let text = read(&file);
            (file, text)
        })
        .collect();
    let run = |(file, text): &(PathBuf, String)| run_text_of(file, text, registry);
    let results = shared_out(&texts, processors(), |(_, text)| text.len(), run);
    let mut report = String::new();
    for ((file, _), scenarios) in texts.iter().zip(results) {
        assert!(!scenarios.is_empty(), "{} holds no `play` block", file.display());
        for scenario in scenarios {
            if scenario.failures.is_empty() {
                let name = format!(
                    "{} ({})",
                    scenario.title,
                    file.file_name().unwrap_or_default().to_string_lossy()
                );
                ledger::record(&scenario.rules, &name).expect("the ledger of rules can be written");
            }
            for failure in scenario.failures {
                report += &format!("{}: {}: {failure}\n", file.display(), scenario.title);
            }
        }
    }
    assert!(report.is_empty(), "scenarios failed:\n{report}");
}

/// A statement failed: later ones of the block make no sense (`Stop`) or still do (`Note`); or there is no game, since
/// its setup was refused.
enum Trouble {
    Stop(Fault),
    Note(Fault),
    Setup,
}

type Done = Result<(), Trouble>;

fn stop(what: impl Into<String>, remedy: impl Into<String>) -> Trouble {
    Trouble::Stop(Fault::new(what, remedy))
}

/// Texts that differ are told whole.
fn note(what: impl Into<String>) -> Trouble {
    Trouble::Note(Fault { place: Place::Whole, what: what.into(), remedy: String::new() })
}
