//! Instruction counts of fixed playouts, measured by valgrind's callgrind and compared with committed ones.
//!
//! The measured program is the example `playouts` of the crate `games`.
//! Only its function `measured_playouts` is counted, with all that it calls.

use crate::Failure;
use crate::args::Parsed;
use crate::jobs::{Done, Outcome};
use crate::table::aligned;
use crate::tools::is_on_path;
use crate::workspace::{Workspace, emptied, output, run, shown};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const FIGURES: &str = "perf/instructions.txt";
const BLESS: &str = "cargo xtask perf --bless";
const NO_VALGRIND: &str =
    "valgrind is not installed; get it with your package manager: apt-get install valgrind";

/// The target of the measured program.
pub const PLAYOUTS: [&str; 2] = ["--example", "playouts"];

/// Counting starts and ends with this function, plain or generic.
/// The patterns leave out closures inside it: entering one would switch the counting off.
const COUNTED: [&str; 2] =
    ["--toggle-collect=*::measured_playouts", "--toggle-collect=playouts::measured_playouts::<*>"];

/// Change, in per cent, above which a count has grown or shrunk.
const BOUND: u64 = 3;

enum Mode {
    Show,
    Check,
    Bless,
}

pub fn command(parsed: &Parsed) -> Result<u8, Failure> {
    let mode = match (parsed.has("--check"), parsed.has("--bless")) {
        (true, true) => {
            return Err(Failure::Usage("`--check` and `--bless` exclude each other; drop one".to_owned()));
        }
        (true, false) => Mode::Check,
        (false, true) => Mode::Bless,
        (false, false) => Mode::Show,
    };
    let checked = matches!(mode, Mode::Check);
    match perf(&Workspace::find()?, &mode)? {
        Outcome::Skipped(why) if checked => {
            println!("NOTE: the check of instruction counts is skipped: {why}");
        }
        Outcome::Skipped(why) => return Err(Failure::Work(why)),
        Outcome::Ok | Outcome::Told(_) => {}
    }
    Ok(0)
}

/// The job of `cargo xtask test`.
pub fn job(workspace: &Workspace, _: &Done) -> Result<Outcome, String> {
    perf(workspace, &Mode::Check)
}

fn perf(workspace: &Workspace, mode: &Mode) -> Result<Outcome, String> {
    if !is_on_path("valgrind") {
        return Ok(Outcome::Skipped(NO_VALGRIND.to_owned()));
    }
    let now = measure_all(workspace)?;
    let file = workspace.root.join(FIGURES);
    let compiler = output(Command::new("rustc").arg("--version").current_dir(&workspace.root))?;
    let compiler = compiler.trim();
    if matches!(mode, Mode::Bless) {
        return bless(&file, compiler, &now);
    }
    let committed = read_figures(&file)?;
    if committed.compiler.as_deref().is_some_and(|name| name != compiler) {
        println!(
            "note: committed with {}, now {compiler}",
            committed.compiler.as_deref().unwrap_or_default()
        );
    }
    let rows = compare(&committed.counts, &now);
    print!("\n{}", table(&rows));
    if rows.iter().any(|row| row.verdict() == Verdict::Shrunk) {
        println!("hint: a count fell by more than {BOUND} %; keep the gain with `{BLESS}`");
    }
    match faults(&rows) {
        Some(faults) if matches!(mode, Mode::Check) => {
            Err(format!("{faults}; if that is meant, accept it with `{BLESS}`"))
        }
        Some(faults) => {
            println!("note: {faults}; `{BLESS}` would accept that");
            Ok(Outcome::Ok)
        }
        None => Ok(Outcome::Ok),
    }
}

fn bless(file: &Path, compiler: &str, now: &[(Case, u64)]) -> Result<Outcome, String> {
    let fault = |error: std::io::Error| format!("cannot write {FIGURES}: {error}");
    let before = if file.exists() { read_figures(file)?.counts } else { BTreeMap::new() };
    print!("\n{}", table(&compare(&before, now)));
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    std::fs::write(file, figures_text(compiler, now)).map_err(fault)?;
    println!("wrote {FIGURES}; explain the change in the commit");
    Ok(Outcome::Ok)
}

/// One fixed run: game, variant, policy and how many games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Case {
    game: String,
    variant: String,
    policy: String,
    games: u64,
}

impl Case {
    fn fields(&self) -> [String; 4] {
        [self.game.clone(), self.variant.clone(), self.policy.clone(), self.games.to_string()]
    }

    fn read(fields: &[&str]) -> Result<Self, String> {
        let [game, variant, policy, games] = fields else {
            return Err("expected `GAME VARIANT POLICY GAMES`".to_owned());
        };
        let games = games.parse().ok().filter(|games| *games > 0);
        let games = games.ok_or("the number of games is not a number above 0")?;
        let (game, variant, policy) = ((*game).to_owned(), (*variant).to_owned(), (*policy).to_owned());
        Ok(Self { game, variant, policy, games })
    }
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {} {}", self.game, self.variant, self.policy, self.games)
    }
}

/// Builds the program and counts each of its cases, in its own order.
fn measure_all(workspace: &Workspace) -> Result<Vec<(Case, u64)>, String> {
    run(&mut workspace.cargo_release(PLAYOUTS))?;
    let name = format!("playouts{}", std::env::consts::EXE_SUFFIX);
    let program = workspace.target.join("release").join("examples").join(name);
    let cases = read_cases(&output(Command::new(&program).arg("--list"))?)?;
    let folder = workspace.target.join("callgrind");
    emptied(&folder)?;
    let mut counts = Vec::new();
    for (number, case) in cases.into_iter().enumerate() {
        let count = measure(&program, &case, &folder.join(format!("{number}.out")))?;
        counts.push((case, count));
    }
    Ok(counts)
}

/// The cases that `playouts --list` prints.
fn read_cases(text: &str) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let case =
            Case::read(&fields).map_err(|message| format!("`playouts --list`: `{line}`: {message}"))?;
        if cases.contains(&case) {
            return Err(format!("`playouts --list` has `{case}` twice; drop one"));
        }
        cases.push(case);
    }
    if cases.is_empty() { Err("`playouts --list` lists no case".to_owned()) } else { Ok(cases) }
}

fn measure(program: &Path, case: &Case, file: &PathBuf) -> Result<u64, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--tool=callgrind", "--collect-atstart=no"]).args(COUNTED);
    valgrind.arg(format!("--callgrind-out-file={}", file.display()));
    valgrind.arg(program).args(case.fields());
    eprintln!("$ valgrind --tool=callgrind playouts {case}");
    let output = valgrind
        .stdout(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start valgrind: {error}; {NO_VALGRIND}"))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        return Err(format!("`{}` ended with {}", shown(&valgrind), output.status));
    }
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("cannot read what callgrind wrote ({}): {error}", file.display()))?;
    match total(&text) {
        Some(0) => {
            let name = "`measured_playouts`";
            Err(format!("{case}: nothing was counted; is {name} still there, and not inlined?"))
        }
        Some(count) => Ok(count),
        None => Err(format!("callgrind wrote no total into {}; is the run complete?", file.display())),
    }
}

/// The instructions counted in a callgrind output file: the first event of its `totals:` or `summary:` line.
fn total(text: &str) -> Option<u64> {
    let number = |key: &str| {
        let line = text.lines().rev().find_map(|line| line.strip_prefix(key))?;
        line.split_whitespace().next()?.parse().ok()
    };
    number("totals:").or_else(|| number("summary:"))
}

/// What `perf/instructions.txt` holds.
#[derive(Debug)]
struct Figures {
    compiler: Option<String>,
    counts: BTreeMap<Case, u64>,
}

fn read_figures(file: &Path) -> Result<Figures, String> {
    match std::fs::read_to_string(file) {
        Ok(text) => parse_figures(&text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Ok(Figures { compiler: None, counts: BTreeMap::new() })
        }
        Err(error) => Err(format!("cannot read {FIGURES}: {error}")),
    }
}

fn parse_figures(text: &str) -> Result<Figures, String> {
    let mut figures = Figures { compiler: None, counts: BTreeMap::new() };
    for (number, line) in text.lines().enumerate() {
        let fault =
            |message: &str| format!("{FIGURES}, line {}: {message}; rewrite it with `{BLESS}`", number + 1);
        if let Some(comment) = line.strip_prefix('#') {
            if let Some(compiler) = comment.trim().strip_prefix("compiler: ") {
                figures.compiler = Some(compiler.to_owned());
            }
            continue;
        }
        let fields: Vec<&str> = line.split_whitespace().collect();
        if fields.is_empty() {
            continue;
        }
        let [case @ .., count, _each] = fields.as_slice() else {
            return Err(fault("too few fields"));
        };
        let case = Case::read(case).map_err(|message| fault(&message))?;
        let count = count.parse().map_err(|_| fault("the instructions are not a number"))?;
        if figures.counts.insert(case, count).is_some() {
            return Err(fault("this case stands there twice"));
        }
    }
    Ok(figures)
}

fn figures_text(compiler: &str, counts: &[(Case, u64)]) -> String {
    let row = |(case, count): &(Case, u64)| {
        let [game, variant, policy, games] = case.fields();
        let each = format!("{:.1}", *count as f64 / case.games as f64);
        [game, variant, policy, games, count.to_string(), each]
    };
    let rows: Vec<[String; 6]> = counts.iter().map(row).collect();
    format!(
        "# Instructions of fixed playouts, counted by callgrind. Written by `{BLESS}`.\n\
         # compiler: {compiler}\n\
         # game variant policy games instructions instructions-per-game\n{}",
        aligned(&rows, &[3, 4, 5])
    )
}

/// One case, committed and now; at least one of them is there.
struct Row {
    case: Case,
    committed: Option<u64>,
    now: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Same,
    Grown,
    Shrunk,
    /// Measured, but not committed.
    Missing,
    /// Committed, but no longer measured.
    Stale,
}

impl Row {
    fn verdict(&self) -> Verdict {
        match (self.committed, self.now) {
            (None, _) => Verdict::Missing,
            (_, None) => Verdict::Stale,
            (Some(committed), Some(now)) => {
                let (committed, now) = (u128::from(committed), u128::from(now));
                if now * 100 > committed * u128::from(100 + BOUND) {
                    Verdict::Grown
                } else if now * 100 < committed * u128::from(100 - BOUND) {
                    Verdict::Shrunk
                } else {
                    Verdict::Same
                }
            }
        }
    }

    fn change(&self) -> String {
        match (self.committed, self.now) {
            (Some(committed), Some(now)) => {
                let change = 100.0 * (now as f64 / committed as f64 - 1.0);
                // Without this, a tiny fall would print as -0.00.
                let change = if change.abs() < 0.005 { 0.0 } else { change };
                let mark = match self.verdict() {
                    Verdict::Grown => " GROWN",
                    Verdict::Shrunk => " better",
                    _ => "",
                };
                format!("{change:+.2} %{mark}")
            }
            (None, _) => "not committed".to_owned(),
            (_, None) => "stale".to_owned(),
        }
    }
}

/// The measured cases in their order, then the stale ones.
fn compare(committed: &BTreeMap<Case, u64>, now: &[(Case, u64)]) -> Vec<Row> {
    let measured = now.iter().map(|(case, count)| Row {
        case: case.clone(),
        committed: committed.get(case).copied(),
        now: Some(*count),
    });
    let stale = committed
        .iter()
        .filter(|(case, _)| now.iter().all(|(other, _)| other != *case))
        .map(|(case, count)| Row { case: case.clone(), committed: Some(*count), now: None });
    measured.chain(stale).collect()
}

/// What `--check` objects to, in a few words.
fn faults(rows: &[Row]) -> Option<String> {
    let count = |verdict| rows.iter().filter(|row| row.verdict() == verdict).count();
    let kinds = [
        (count(Verdict::Grown), format!("grown by more than {BOUND} %")),
        (count(Verdict::Missing), format!("not in {FIGURES}")),
        (count(Verdict::Stale), format!("stale in {FIGURES}")),
    ];
    let told: Vec<String> =
        kinds.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    (!told.is_empty()).then(|| format!("of {} cases, {}", rows.len(), told.join(", ")))
}

fn table(rows: &[Row]) -> String {
    let head = ["game", "variant", "policy", "games", "committed", "now", "change"];
    let mut cells = vec![head.map(str::to_owned)];
    for row in rows {
        let [game, variant, policy, games] = row.case.fields();
        let shown = |count: Option<u64>| count.map_or_else(|| "-".to_owned(), |count| count.to_string());
        cells.push([game, variant, policy, games, shown(row.committed), shown(row.now), row.change()]);
    }
    aligned(&cells, &[3, 4, 5])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(game: &str) -> Case {
        Case { game: game.into(), variant: "default".into(), policy: "random".into(), games: 100 }
    }

    fn verdict(committed: u64, now: u64) -> Verdict {
        Row { case: case("nim"), committed: Some(committed), now: Some(now) }.verdict()
    }

    #[test]
    fn the_total_of_a_callgrind_file_is_found() {
        let head = "# callgrind format\nversion: 1\nevents: Ir\n";
        assert_eq!(total(&format!("{head}summary: 41\n\nfn=(1)\n3 7\n\ntotals: 42\n")), Some(42));
        assert_eq!(total(&format!("{head}summary: 41\n")), Some(41));
        assert_eq!(total(&format!("{head}totals: 5 6 7\n")), Some(5));
        assert_eq!(total(head), None);
        assert_eq!(total("totals: many\n"), None);
    }

    #[test]
    fn exactly_three_per_cent_is_within_the_bound() {
        assert_eq!(verdict(1_000, 1_030), Verdict::Same);
        assert_eq!(verdict(1_000, 1_031), Verdict::Grown);
        assert_eq!(verdict(1_000, 970), Verdict::Same);
        assert_eq!(verdict(1_000, 969), Verdict::Shrunk);
        assert_eq!(verdict(u64::MAX, u64::MAX), Verdict::Same);
    }

    #[test]
    fn missing_and_stale_cases_are_faults_and_gains_are_not() {
        let committed = BTreeMap::from([(case("nim"), 1_000), (case("kuhn"), 500), (case("gone"), 7)]);
        let now = [(case("kuhn"), 400), (case("nim"), 1_100), (case("leduc"), 9)];
        let rows = compare(&committed, &now);
        let verdicts: Vec<Verdict> = rows.iter().map(Row::verdict).collect();
        assert_eq!(verdicts, [Verdict::Shrunk, Verdict::Grown, Verdict::Missing, Verdict::Stale]);
        let text = "of 4 cases, 1 grown by more than 3 %, 1 not in perf/instructions.txt, 1 stale in perf/instructions.txt";
        assert_eq!(faults(&rows).as_deref(), Some(text));
        assert_eq!(faults(&rows[..1]), None);
        assert_eq!(
            table(&rows),
            "game   variant  policy  games  committed   now  change\n\
             kuhn   default  random    100        500   400  -20.00 % better\n\
             nim    default  random    100       1000  1100  +10.00 % GROWN\n\
             leduc  default  random    100          -     9  not committed\n\
             gone   default  random    100          7     -  stale\n"
        );
    }

    #[test]
    fn figures_survive_being_written_and_read() {
        let counts = [(case("nim"), 123_456), (case("kuhn"), 99)];
        let text = figures_text("rustc 1.95.0", &counts);
        assert!(text.ends_with(
            "nim   default  random  100  123456  1234.6\nkuhn  default  random  100      99     1.0\n"
        ));
        let figures = parse_figures(&text).expect("written by us");
        assert_eq!(figures.compiler.as_deref(), Some("rustc 1.95.0"));
        assert_eq!(figures.counts, BTreeMap::from(counts));
    }

    #[test]
    fn broken_figures_are_told_with_their_line() {
        let fault = |text: &str| parse_figures(text).expect_err("broken");
        assert!(fault("# head\nnim\n").starts_with("perf/instructions.txt, line 2: too few fields"));
        assert!(fault("nim default random many 5 1.0\n").contains("not a number above 0"));
        assert!(fault("nim default random 5 five 1.0\n").contains("the instructions are not a number"));
        assert!(fault("a b c 1 2 2.0\na b c 1 2 2.0\n").contains("line 2: this case stands there twice"));
    }

    #[test]
    fn the_list_of_cases_is_checked() {
        assert_eq!(read_cases("nim default random 100\n\n"), Ok(vec![case("nim")]));
        assert!(read_cases("nim default random\n").is_err());
        assert!(read_cases("nim default random 0\n").is_err());
        assert!(read_cases("a b c 1\na b c 1\n").expect_err("twice").contains("twice"));
        assert!(read_cases("").is_err());
    }
}
