//! `agon card`: for people who write cards.

mod whose;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cardlang::desk::{Desk, Edit, Explained, Finding, Heading, Report, Severity};
use engine::{Faults, Place, Source, Sources, bounds};
use rulebook::Rulebook;
use serde_json::{Value, json};
use terminal::words::wrap;

use crate::errors::{Failure, name, read};
use crate::output::{ERROR, FAINT, GOOD, STRONG, WARNING};

/// The games that know cards. Another game is another line.
const DESKS: [&dyn Desk; 3] =
    [&time_rift::explain::CardDesk, &worlds_unchained::explain::CardDesk, &champions_combat::desk::CardDesk];

/// Check, format and explain cards
///
/// Cards are TOML files, such as those in `cards`. Texts of Time Rift and Worlds Unchained are controlled English and are their programs; decks, Styles and boards of Champion's Combat are checked in the same way.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    /// The game whose cards they are; if not given, the one whose keys the files have, else the one a folder of theirs is called after
    #[arg(long, global = true)]
    game: Option<String>,
}

#[derive(clap::Subcommand)]
enum Command {
    Check(Check),
    Fmt(Format),
    Explain(Explain),
}

/// Tell everything that is wrong with card files, then what is doubtful
///
/// Files are looked at together, with the shipped cards: a card may speak of the keywords and tokens of another.
#[derive(clap::Args)]
struct Check {
    /// Card files (`.toml`)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Take warnings for errors
    #[arg(long)]
    strict: bool,
    /// Print one JSON object a finding
    #[arg(long)]
    json: bool,
}

/// Write every card text in its one spelling; all else stays as it is, byte for byte
#[derive(clap::Args)]
struct Format {
    /// Card files (`.toml`)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Change nothing; fail if something would change
    #[arg(long)]
    check: bool,
}

/// Tell in plain words what a card does
#[derive(clap::Args)]
struct Explain {
    /// The id or name of a card
    card: String,
    /// Files with cards to look among, before the shipped ones
    #[arg(long = "cards", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

const WIDTH: usize = 96;

pub fn run(args: &Args) -> Result<(), Failure> {
    let (files, unreadable) = open_all(match &args.command {
        Command::Check(args) => &args.files,
        Command::Fmt(args) => &args.files,
        Command::Explain(args) => &args.files,
    });
    if files.is_empty() && unreadable.is_err() {
        return unreadable;
    }
    let desk = match (&args.game, &args.command) {
        (Some(game), _) => whose::named(game),
        (None, Command::Explain(args)) if files.is_empty() => whose::with_card(&args.card),
        (None, _) => whose::of_files(&files),
    };
    let done = desk.and_then(|desk| match &args.command {
        Command::Check(args) => check(desk, args, &sources(files)),
        Command::Fmt(args) => format(desk, args, &files),
        // What is meant may stand in a file that cannot be read.
        Command::Explain(_) if unreadable.is_err() => Ok(()),
        Command::Explain(args) => explain(desk, args, sources(files)),
    });
    match (done, unreadable) {
        (Err(failure @ Failure::Usage(_)), Err(earlier)) => {
            earlier.report();
            Err(failure)
        }
        (done, unreadable) => unreadable.and(done),
    }
}

/// A card file under the name people gave it.
struct Opened {
    path: PathBuf,
    source: Source,
    /// The mark of three bytes that some editors put before the text.
    mark: &'static str,
}

fn open(path: &Path) -> Result<Opened, Failure> {
    if path.as_os_str() == "-" {
        let remedy = "give the name of a file";
        return Err(Failure::Usage(format!("cards are not read from standard input; {remedy}")));
    }
    if path.is_dir() {
        let shown = path.display();
        let remedy = format!("name the files in it, for example {shown}/*.toml");
        return Err(Failure::Usage(format!("{shown} is a folder; {remedy}")));
    }
    let text = read(path, bounds::FILE)?;
    let mark = if text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    let source = Source { name: path.display().to_string(), text: text[mark.len()..].to_owned() };
    Ok(Opened { path: path.to_owned(), source, mark })
}

/// The files that can be read, each once, and the last reason why one cannot; earlier ones are told at once.
fn open_all(paths: &[PathBuf]) -> (Vec<Opened>, Result<(), Failure>) {
    let (mut files, mut unreadable): (Vec<Opened>, _) = (Vec::new(), Ok(()));
    for path in paths.iter().enumerate().filter(|(i, path)| !paths[..*i].contains(path)).map(|(_, path)| path)
    {
        match open(path) {
            Ok(file) => files.push(file),
            Err(failure) => {
                if let Err(earlier) = std::mem::replace(&mut unreadable, Err(failure)) {
                    earlier.report();
                }
            }
        }
    }
    (files, unreadable)
}

fn sources(files: Vec<Opened>) -> Sources {
    Sources::of(files.into_iter().map(|file| file.source).collect())
}

fn check(desk: &dyn Desk, args: &Check, files: &Sources) -> Result<(), Failure> {
    let reports = desk.check(files);
    let cards: usize = reports.iter().map(|report| report.cards.len()).sum();
    let mut findings: Vec<Finding> = reports.into_iter().flat_map(|report| report.findings).collect();
    findings.sort_by_key(|finding| finding.severity);
    for finding in findings.iter_mut().filter(|_| args.strict) {
        finding.severity = Severity::Error;
    }
    let mut out = anstream::stdout().lock();
    let told = if args.json { findings.len() } else { bounds::FAULTS };
    for finding in findings.iter().take(told) {
        if args.json {
            writeln!(out, "{}", finding_json(finding, files))?;
        } else {
            write_finding(&mut out, finding, files)?;
        }
    }
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    let warnings = findings.len() - errors;
    if findings.len() > told {
        writeln!(out, "and {} more; mend these first", findings.len() - told)?;
    }
    if !args.json {
        let told =
            [counted(cards, "card"), counted(errors, "error"), counted(warnings, "warning")].join(", ");
        let style = [GOOD, WARNING, ERROR][usize::from(warnings > 0).max(2 * usize::from(errors > 0))];
        writeln!(out, "{style}{told}{style:#}")?;
    }
    if errors == 0 { Ok(()) } else { Err(Failure::Check) }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A finding with its line and a caret.
fn write_finding(out: &mut impl Write, finding: &Finding, files: &Sources) -> io::Result<()> {
    let (style, word) = match finding.severity {
        Severity::Error => (ERROR, "error"),
        Severity::Warning => (WARNING, "warning"),
    };
    let shown = Faults::from(finding.fault.clone()).shown_in(files, "");
    writeln!(out, "{style}{word}:{style:#} {shown}")
}

fn finding_json(finding: &Finding, files: &Sources) -> Value {
    let (file, line, column) = match &finding.fault.place {
        Place::Source(name, line, column) => (Some(name), Some(line), Some(column)),
        _ => (None, None, None),
    };
    let text = file.and_then(|name| files.get(name));
    let shown = text.zip(line).and_then(|(text, line)| text.lines().nth(line - 1));
    json!({
        "file": file, "line": line, "column": column, "card": finding.card, "source": shown,
        "severity": match finding.severity { Severity::Error => "error", Severity::Warning => "warning" },
        "code": finding.code, "message": finding.message(), "hint": finding.fault.remedy,
    })
}

fn format(desk: &dyn Desk, args: &Format, files: &[Opened]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let (mut changed, mut texts, mut broken) = (0, 0, false);
    let sources = Sources::of(files.iter().map(|opened| opened.source.clone()).collect());
    for (nth, Opened { path, source, mark }) in files.iter().enumerate() {
        let edits = match desk.format(&sources, nth) {
            Ok(edits) => edits,
            Err(faults) => {
                broken = true;
                let report = Report::new(Vec::new(), faults, Faults::none());
                let all = Sources::of(vec![source.clone()]);
                report.findings.iter().try_for_each(|finding| write_finding(&mut out, finding, &all))?;
                continue;
            }
        };
        if edits.is_empty() {
            continue;
        }
        changed += 1;
        texts += edits.len();
        let cards: Vec<&str> = edits.iter().map(|edit| edit.card.as_str()).collect();
        let verb = if args.check { "would change" } else { "changed" };
        if !args.check {
            replace(path, &format!("{mark}{}", Edit::all(&edits, &source.text)))?;
        }
        writeln!(out, "{STRONG}{}{STRONG:#}: {verb} {}", name(path), cards.join(", "))?;
    }
    let would = if args.check { "would change" } else { "changed" };
    writeln!(out, "{}, {changed} {would}, {}", counted(files.len(), "file"), counted(texts, "text"))?;
    if broken || (args.check && changed > 0) { Err(Failure::Check) } else { Ok(()) }
}

/// Puts a text in the place of a file: all of it, or none. A link still leads to its file afterwards.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let real = fs::canonicalize(path).map_err(|error| unwritten(path, &error))?;
    let name = real.file_name().unwrap_or(real.as_os_str()).to_string_lossy();
    let beside = real.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let write = || {
        let mut file: File = OpenOptions::new().write(true).create_new(true).open(&beside)?;
        file.write_all(text.as_bytes())?;
        file.set_permissions(fs::metadata(&real)?.permissions())?;
        file.sync_all()?;
        fs::rename(&beside, &real)
    };
    write().map_err(|error| {
        // Whatever half of it is there is of no use.
        let _ = fs::remove_file(&beside);
        unwritten(path, &error)
    })
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {error}; it is as it was", path.display()))
}

fn explain(desk: &dyn Desk, args: &Explain, mut files: Sources) -> Result<(), Failure> {
    let own = files.0.len();
    files.0.extend(desk.shipped().0);
    let reports = desk.check(&files);
    let (file, id) = find(&args.card, &reports, own)?;
    let mut out = anstream::stdout().lock();
    let wrong: Vec<&Finding> = reports[file].errors_of(&id).collect();
    if !wrong.is_empty() {
        wrong.into_iter().try_for_each(|finding| write_finding(&mut out, finding, &files))?;
        return Err(Failure::Check);
    }
    let explained = desk.explain(&files, file, &id).ok_or_else(|| {
        Failure::Usage(format!("`{id}` cannot be read; `agon card check` tells what is wrong"))
    })?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&explained_json(desk, &explained))?)?;
        return Ok(());
    }
    write_explained(&mut out, &explained)?;
    Ok(())
}

/// The file and id of the card that is meant: in own files before the shipped ones, by id before name.
fn find(word: &str, reports: &[Report], own: usize) -> Result<(usize, String), Failure> {
    let cards: Vec<(usize, &Heading)> = reports
        .iter()
        .enumerate()
        .flat_map(|(file, report)| report.cards.iter().map(move |card| (file, card)))
        .collect();
    let lower = word.to_lowercase();
    for shipped in [false, true] {
        let here = || cards.iter().filter(|(file, _)| (*file >= own) == shipped);
        if let Some((file, card)) = here().find(|(_, card)| card.id.to_lowercase() == lower) {
            return Ok((*file, card.id.clone()));
        }
        let named: Vec<_> = here().filter(|(_, card)| card.name.to_lowercase() == lower).collect();
        match &named[..] {
            [] => {}
            [(file, card)] => return Ok((*file, card.id.clone())),
            several => {
                let ids: Vec<&str> = several.iter().map(|(_, card)| card.id.as_str()).collect();
                let ids = ids.join(", ");
                return Err(Failure::Usage(format!("several cards are called `{word}`; give an id: {ids}")));
            }
        }
    }
    Err(no_such_card(word, cards.into_iter().map(|(_, card)| card)))
}

fn no_such_card<'c>(word: &str, cards: impl Iterator<Item = &'c Heading>) -> Failure {
    let known = cards.flat_map(|card| [card.id.as_str(), card.name.as_str()]);
    let remedy = engine::nearest(word, known).map_or_else(
        || "`--cards FILE` looks among the cards of a file".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    Failure::Usage(format!("there is no card `{word}`; {remedy}"))
}

fn write_explained(out: &mut impl Write, card: &Explained) -> io::Result<()> {
    writeln!(out, "{STRONG}{}{STRONG:#} {FAINT}{}{FAINT:#}", card.name, card.id)?;
    for (name, value) in &card.printed.facts {
        write_point(out, name, value)?;
    }
    for (i, line) in card.picture.iter().enumerate() {
        writeln!(out, "  {:<13} {line}", if i == 0 { "grid" } else { "" })?;
    }
    write_rules(out, &card.rules)?;
    if card.abilities.is_empty() {
        writeln!(out, "\nIt has no text.")?;
    }
    for (i, ability) in card.abilities.iter().enumerate() {
        writeln!(out)?;
        for (line, words) in wrap(&ability.text, WIDTH - 4).into_iter().enumerate() {
            let number = if line == 0 { format!("{}.", i + 1) } else { String::new() };
            writeln!(out, "{number:<3} {STRONG}{words}{STRONG:#}")?;
        }
        for (name, told) in &ability.points {
            write_point(out, name, told)?;
        }
        write_rules(out, &ability.rules)?;
    }
    if let Some(flavor) = card.printed.quoted_flavor() {
        writeln!(out)?;
        wrap(&flavor, WIDTH).iter().try_for_each(|line| writeln!(out, "{FAINT}{line}{FAINT:#}"))?;
    }
    Ok(())
}

fn write_point(out: &mut impl Write, name: &str, told: &str) -> io::Result<()> {
    for (line, words) in wrap(told, WIDTH - 16).into_iter().enumerate() {
        writeln!(out, "  {:<13} {words}", if line == 0 { name } else { "" })?;
    }
    Ok(())
}

/// Rulings with their titles and the rules they settle.
fn write_rules(out: &mut impl Write, ids: &[&str]) -> io::Result<()> {
    for (i, (id, title, rules)) in titles(ids).into_iter().enumerate() {
        let head = if i == 0 { "rulings" } else { "" };
        let rules = if rules.is_empty() { String::new() } else { format!(" ({})", rules.join(", ")) };
        for (line, words) in wrap(&format!("{id} {title}{rules}"), WIDTH - 16).into_iter().enumerate() {
            let head = if line == 0 { head } else { "" };
            writeln!(out, "  {head:<13} {FAINT}{words}{FAINT:#}")?;
        }
    }
    Ok(())
}

/// The ids with their short titles and the rules behind them.
fn titles<'i>(ids: &[&'i str]) -> Vec<(&'i str, &'static str, &'static [String])> {
    let book = Rulebook::shipped();
    let told = ids.iter().map(|id| match book.find(id) {
        Some(rulebook::Entry::Ruling(ruling)) => (*id, ruling.title.as_str(), &ruling.rules[..]),
        Some(rulebook::Entry::Rule(rule)) => (*id, rule.section.as_str(), &[][..]),
        None => (*id, "", &[][..]),
    });
    told.collect()
}

fn explained_json(desk: &dyn Desk, card: &Explained) -> Value {
    let rules = |ids: &[&str]| -> Vec<Value> {
        let told = titles(ids).into_iter();
        told.map(|(id, title, rules)| json!({ "id": id, "title": title, "rules": rules })).collect()
    };
    let pairs = |pairs: &[(&str, String)]| -> Vec<Value> {
        pairs.iter().map(|(name, told)| json!({ "name": name, "text": told })).collect()
    };
    let abilities: Vec<Value> = card
        .abilities
        .iter()
        .map(|ability| {
            json!({
                "text": ability.text, "windows": ability.windows, "points": pairs(&ability.points),
                "rulings": rules(&ability.rules),
            })
        })
        .collect();
    json!({
        "game": desk.game(), "id": card.id, "name": card.name, "facts": pairs(&card.printed.facts), "grid": card.picture,
        "abilities": abilities, "flavor": card.printed.flavor, "rulings": rules(&card.rules),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    use cardlang::file::{CardFile, DeValue, Table};

    /// All texts of a value, those in lists and tables too.
    fn texts(value: &DeValue<'_>, found: &mut Vec<String>) {
        match value {
            DeValue::String(text) => found.push(text.to_string()),
            DeValue::Array(list) => list.iter().for_each(|one| texts(one.get_ref(), found)),
            DeValue::Table(table) => table.values().for_each(|one| texts(one.get_ref(), found)),
            _ => {}
        }
    }

    /// In small letters, blanks of any kind as one, without marks and what is said of the parts of a chain.
    fn plain(text: &str) -> String {
        let bare = text.replace("**", "").replace(", part ", " ").to_lowercase();
        bare.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Whatever the file says of the card, to people and to programs. A grid is drawn another way, and a plural is no
    /// part of a card.
    fn demand_all_of(table: &Table<'_>, desk: &dyn Desk, told: &Explained) {
        let mut shown = Vec::new();
        write_explained(&mut shown, told).expect("writing to memory");
        let shown = String::from_utf8(shown).expect("text");
        let shown = plain(&anstream::adapter::strip_str(&shown).to_string());
        let mut data = Vec::new();
        every_text(&explained_json(desk, told), &mut data);
        let data = plain(&data.join(" "));
        for (key, value) in table {
            let key = key.get_ref().as_ref();
            let mut wanted = Vec::new();
            match key {
                "grid" | "plural" => {}
                // The sentences of a text are told one by one.
                "text" => wanted.extend(told.abilities.iter().map(|ability| ability.text.clone())),
                _ => texts(value.get_ref(), &mut wanted),
            }
            for text in wanted.iter().map(|text| plain(text)) {
                assert!(shown.contains(&text), "{}: {key}: `{text}` in {shown}", told.id);
                assert!(data.contains(&text), "{}: {key}: `{text}` in {data}", told.id);
            }
        }
    }

    /// All texts of an object for programs.
    fn every_text(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) => found.push(text.clone()),
            Value::Array(list) => list.iter().for_each(|one| every_text(one, found)),
            Value::Object(object) => object.values().for_each(|one| every_text(one, found)),
            _ => {}
        }
    }

    #[test]
    fn everything_printed_on_a_shipped_card_is_told() {
        for desk in DESKS {
            let (files, mut cards, mut flavors) = (desk.shipped(), 0, 0);
            for (nth, report) in desk.check(&files).iter().enumerate() {
                let mut file = CardFile::new(&files.0[nth]);
                let root = file.root();
                for (heading, (table, _)) in report.cards.iter().zip(file.tables(root.get_ref(), "card")) {
                    let told = desk.explain(&files, nth, &heading.id).expect("a shipped card");
                    demand_all_of(table, desk, &told);
                    cards += 1;
                    flavors += u32::from(told.printed.flavor.is_some());
                }
            }
            // Those of Champion's Combat have none.
            let has_flavors = desk.game() != "champions-combat";
            let game = desk.game();
            assert!(cards >= 15 && (flavors > 50) == has_flavors, "{game}: {cards} cards, {flavors} flavors");
        }
    }
}
