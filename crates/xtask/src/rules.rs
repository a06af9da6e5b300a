//! `cargo xtask rules`: which rules have code and a test, and which citations mean nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io, path, process};

use rulebook::lock::Difference;
use rulebook::report::{self, Scan, Unknown};
use rulebook::{Entry, Lock, Report, Rulebook, ledger, models};
use serde_json::{Map, Value, json};

const USAGE: &str = "usage: cargo xtask rules [--check] [--json] [--ledger DIR] [--relock]";
const HELP: &str = "\
Shows how many rules of each game are cited in code and by tests that ran.

  --check       fail on whatever is wrong, and say where and what to do
  --json        print the report for a program to read
  --ledger DIR  take the citations of tests from there instead of running the tests
  --relock      accept what rules and rulings say now, and list what cites them
";
const LOCK: &str = "rules/lock";
const FINISHED: &str = "rules/finished";
const RELOCK: &str = "run `cargo xtask rules --relock`";

/// Reports on the rules of the project below `root`; false means that a check has failed.
pub fn run(root: &Path, args: &[String]) -> Result<bool, String> {
    run_to(root, args, &mut io::stdout().lock())
}

fn run_to(root: &Path, args: &[String], out: &mut impl io::Write) -> Result<bool, String> {
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        return print(out, &format!("{USAGE}\n\n{HELP}")).map(|()| true);
    }
    let options = Options::parse(args)?;
    let book = match Rulebook::load(&root.join("rules")) {
        Ok(book) => book,
        Err(faults) => {
            complain(&faults);
            return Ok(false);
        }
    };
    let scan = Scan::of(root, &book)
        .map_err(|error| format!("the sources cannot be read: {error}; mend the access to them"))?;
    if options.relock {
        let tested = match &options.ledger {
            Some(dir) => report::tested(&book, &read_ledger(dir)?),
            None => BTreeMap::new(),
        };
        return relock(root, &book, &Citing { scan, tested }, out).map(|()| true);
    }
    let written = match &options.ledger {
        Some(dir) => read_ledger(dir)?,
        None => run_tests(root)?,
    };
    let reports = Report::all(&book, &scan, &written);
    let finished = read_finished(root)?;
    if options.json {
        print(out, &as_json(&reports))?;
    } else {
        print(out, &as_table(&reports, &finished))?;
    }
    if !options.check {
        return Ok(true);
    }
    let tested = report::tested(&book, &written);
    let mut reasons = unknown_reasons(&book, &reports);
    reasons.extend(lock_reasons(root, &book, &Citing { scan, tested }));
    reasons.extend(finished_reasons(&book, &reports, &finished));
    let strays = models::strays(root, &book)
        .map_err(|error| format!("the documents cannot be read: {error}; mend the access to them"))?;
    reasons.extend(strays.iter().map(ToString::to_string));
    complain(&reasons);
    Ok(reasons.is_empty())
}

#[derive(Debug, Default)]
struct Options {
    check: bool,
    json: bool,
    relock: bool,
    ledger: Option<PathBuf>,
}

impl Options {
    fn parse(args: &[String]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--check" => options.check = true,
                "--json" => options.json = true,
                "--relock" => options.relock = true,
                "--ledger" => match args.next() {
                    Some(dir) => options.ledger = Some(dir.into()),
                    None => return Err(format!("--ledger names no folder; {USAGE}")),
                },
                other => return Err(format!("unknown option `{other}`; {USAGE}")),
            }
        }
        if options.relock && (options.check || options.json) {
            return Err(format!("--relock goes with neither --check nor --json; {USAGE}"));
        }
        Ok(options)
    }
}

/// Who cites what.
struct Citing {
    scan: Scan,
    tested: BTreeMap<String, Vec<String>>,
}

impl Citing {
    /// The places that cite an id, a line each; the rules themselves do not count.
    fn places(&self, id: &str) -> String {
        let places = self.scan.everywhere.get(id).into_iter().flatten();
        let mut lines: BTreeSet<String> =
            places.filter(|place| !place.file.starts_with("rules/")).map(ToString::to_string).collect();
        let tests = self.tested.get(id).into_iter().flatten();
        lines.extend(tests.map(|test| format!("test {test}")));
        if lines.is_empty() {
            return "\n    cited nowhere".to_owned();
        }
        lines.into_iter().fold(String::new(), |mut all, line| {
            all.push_str("\n    cited in ");
            all.push_str(&line);
            all
        })
    }
}

fn read_ledger(dir: &Path) -> Result<BTreeMap<String, Vec<String>>, String> {
    ledger::read(dir).map_err(|error| {
        format!(
            "the ledger {} cannot be read: {error}; run the tests with {} naming that folder",
            dir.display(),
            ledger::VARIABLE
        )
    })
}

/// Runs every test of the workspace with a fresh ledger, and reads it.
fn run_tests(root: &Path) -> Result<BTreeMap<String, Vec<String>>, String> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let dir = target.join(format!("rule-ledger-{}", process::id()));
    let trouble = |error| format!("the ledger {} cannot be made: {error}", dir.display());
    // Tests run in the folders of their crates, so the path must not depend on ours.
    let dir = path::absolute(&dir).map_err(trouble)?;
    if dir.exists() {
        fs::remove_dir_all(&dir).map_err(trouble)?;
    }
    fs::create_dir_all(&dir).map_err(trouble)?;
    eprintln!("running the tests to see which rules they cite");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--workspace", "--tests", "--quiet"])
        .current_dir(root)
        .env(ledger::VARIABLE, &dir)
        .stdout(Stdio::from(io::stderr()))
        .status()
        .map_err(|error| format!("cargo cannot be started: {error}; is it on the path?"))?;
    let written = read_ledger(&dir);
    fs::remove_dir_all(&dir).map_err(trouble)?;
    if status.success() {
        written
    } else {
        Err("tests fail, so their citations prove nothing; mend the tests shown above".to_owned())
    }
}

/// The lines of `rules/finished` that name a game, with their numbers.
fn read_finished(root: &Path) -> Result<Vec<(usize, String)>, String> {
    let text = fs::read_to_string(root.join(FINISHED)).map_err(|error| {
        format!("{FINISHED} cannot be read: {error}; write the finished games there, a name per line")
    })?;
    let lines = (1..).zip(text.lines().map(str::trim));
    let names = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    Ok(names.map(|(number, name)| (number, name.to_owned())).collect())
}

fn as_table(reports: &BTreeMap<String, Report>, finished: &[(usize, String)]) -> String {
    let width = reports.keys().map(String::len).max().unwrap_or_default().max("game".len());
    let mut table = format!("{:width$}  rules  testable  in code  in tests  unknown  finished\n", "game");
    for (game, report) in reports {
        let done = finished.iter().any(|(_, name)| name == game);
        let Report { rules, testable, in_code, in_tests, unknown, .. } = report;
        let unknown = unknown.len();
        let done = if done { "yes" } else { "no" };
        let _ = writeln!(
            table,
            "{game:width$}  {rules:5}  {testable:8}  {in_code:7}  {in_tests:8}  {unknown:7}  {done}"
        );
    }
    table
}

fn as_json(reports: &BTreeMap<String, Report>) -> String {
    let games: Map<String, Value> = reports
        .iter()
        .map(|(game, report)| {
            let value = json!({
                "rules": report.rules,
                "testable": report.testable,
                "in_code": report.in_code,
                "in_tests": report.in_tests,
                "unknown": report.unknown_ids(),
                "untested": report.untested,
            });
            (game.clone(), value)
        })
        .collect();
    format!("{}\n", Value::Object(games))
}

fn unknown_reasons(book: &Rulebook, reports: &BTreeMap<String, Report>) -> Vec<String> {
    let mut reasons = Vec::new();
    for (game, report) in reports {
        for Unknown { id, place } in &report.unknown {
            let remedy = match book.nearest(id) {
                Some(nearest) => format!("did you mean {nearest}?"),
                None => format!("cite an id of rules/{game}.toml"),
            };
            reasons.push(format!("{place}: {id} is neither a rule nor a ruling; {remedy}"));
        }
    }
    reasons
}

fn lock_reasons(root: &Path, book: &Rulebook, citing: &Citing) -> Vec<String> {
    let old = match read_lock(root) {
        Ok(Some(old)) => old,
        Ok(None) => return vec![format!("{LOCK}: there is no lock; {RELOCK}")],
        Err(reasons) => return reasons,
    };
    let difference = old.compare(&Lock::of(book));
    let mut reasons = Vec::new();
    for id in &difference.changed {
        reasons.push(format!(
            "{}: {id} says something else than when it was locked; \
             review what cites it, then {RELOCK} to accept it{}",
            defined(book, id),
            citing.places(id)
        ));
    }
    for id in &difference.missing {
        reasons.push(format!("{}: {id} is not in {LOCK}; {RELOCK} to accept it", defined(book, id)));
    }
    for id in &difference.stale {
        reasons.push(format!(
            "{LOCK}: {id} is no longer in the rules; \
             review what cites it, then {RELOCK} to accept it{}",
            citing.places(id)
        ));
    }
    reasons
}

/// The file and line of a rule or ruling.
fn defined(book: &Rulebook, id: &str) -> String {
    let (line, ending) = match book.find(id) {
        Some(Entry::Rule(rule)) => (rule.line, "toml"),
        Some(Entry::Ruling(ruling)) => (ruling.line, "rulings.md"),
        None => return "rules".to_owned(),
    };
    let owner = book.games().iter().find(|game| {
        let prefix = id.strip_prefix(&game.catalogue.prefix);
        prefix.is_some_and(|rest| rest.starts_with('-'))
    });
    let game = owner.map_or("?", |game| game.catalogue.game.as_str());
    format!("rules/{game}.{ending}:{line}")
}

fn finished_reasons(
    book: &Rulebook,
    reports: &BTreeMap<String, Report>,
    finished: &[(usize, String)],
) -> Vec<String> {
    let mut reasons = Vec::new();
    for (line, name) in finished {
        let Some(report) = reports.get(name) else {
            let games: Vec<_> = reports.keys().map(String::as_str).collect();
            reasons.push(format!(
                "{FINISHED}:{line}: there is no game `{name}`; name one of {}",
                games.join(", ")
            ));
            continue;
        };
        for id in &report.untested {
            reasons.push(format!(
                "{}: {id} has no test although {name} is finished; \
                 cite it by #[rules(\"{id}\")] or in a scenario",
                defined(book, id)
            ));
        }
        for id in &report.uncoded {
            reasons.push(format!(
                "{}: {id} is not cited in code although {name} is finished; \
                 cite it where it is carried out",
                defined(book, id)
            ));
        }
    }
    reasons
}

/// The committed lock, nothing if there is none, or everything that is wrong with it.
fn read_lock(root: &Path) -> Result<Option<Lock>, Vec<String>> {
    match fs::read_to_string(root.join(LOCK)) {
        Ok(text) => Lock::parse(LOCK, &text)
            .map(Some)
            .map_err(|faults| faults.iter().map(ToString::to_string).collect()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(vec![format!("{LOCK}: cannot be read: {error}; {RELOCK}")]),
    }
}

fn relock(root: &Path, book: &Rulebook, citing: &Citing, out: &mut impl io::Write) -> Result<(), String> {
    // A lock that cannot be read is replaced like one that is not there.
    let old = read_lock(root).unwrap_or_default().unwrap_or_default();
    let now = Lock::of(book);
    let difference = old.compare(&now);
    if difference.is_empty() {
        return print(out, "the lock fits the rules already\n");
    }
    fs::write(root.join(LOCK), now.to_string())
        .map_err(|error| format!("{LOCK} cannot be written: {error}; mend the access to it"))?;
    print(out, &as_review(&difference, citing))
}

fn as_review(difference: &Difference, citing: &Citing) -> String {
    let mut text = String::new();
    for (ids, verb) in [(&difference.changed, "changed"), (&difference.stale, "taken out")] {
        for id in ids {
            let _ = writeln!(text, "{verb}: {id}{}", citing.places(id));
        }
    }
    if !difference.missing.is_empty() {
        let _ = writeln!(text, "new: {}", difference.missing.join(" "));
    }
    let to_review = difference.changed.len() + difference.stale.len();
    let _ = writeln!(
        text,
        "{LOCK} is rewritten: {} new, {} changed, {} taken out",
        difference.missing.len(),
        difference.changed.len(),
        difference.stale.len()
    );
    if to_review > 0 {
        text.push_str("review the places above before committing it\n");
    }
    text
}

fn complain(reasons: &[impl ToString]) {
    for reason in reasons {
        eprintln!("{}", reason.to_string());
    }
    if !reasons.is_empty() {
        eprintln!("{} to mend", reasons.len());
    }
}

/// Prints a text; a reader that has gone away is no error.
fn print(out: &mut impl io::Write, text: &str) -> Result<(), String> {
    match out.write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("the report cannot be printed: {error}"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NIM: &str = r#"game = "nim"
title = "Nim"
prefix = "NIM"
version = 1

[[rule]]
id = "NIM-1"
section = "Play"
kind = "procedure"
testable = true
text = "A player takes from one heap."
source = "book"
rulings = ["NIM-R1"]

[[rule]]
id = "NIM-2"
section = "Play"
kind = "definition"
testable = false
text = "Nim is old."
source = "book"
rulings = []
why = "history"
"#;

    const RULINGS: &str = "\
### NIM-R1 Taking nothing
- Rules: NIM-1
- Problem: not said.
- Ruling: at least one.
- Why: it would not end.
";

    /// A small project in a folder of its own, taken away at the end.
    struct Project(PathBuf);

    impl Project {
        fn new(name: &str) -> Self {
            let dir = env::temp_dir().join(format!("agon-xtask-{name}-{}", process::id()));
            let _ = fs::remove_dir_all(&dir);
            let project = Self(dir);
            project.write("rules/nim.toml", NIM);
            project.write("rules/nim.rulings.md", RULINGS);
            project.write(FINISHED, "# none\n");
            project.write("crates/nim/src/lib.rs", "/// Rules: NIM-1.\nfn take() {}\n");
            project.write("ledger/1.cited", "nim::takes\nNIM-1\n");
            assert_eq!(project.run(&["--relock"]), Ok(true));
            project
        }

        fn write(&self, file: &str, text: &str) {
            let path = self.0.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn run(&self, args: &[&str]) -> Result<bool, String> {
            let mut args: Vec<_> = args.iter().map(|&arg| arg.to_owned()).collect();
            args.push("--ledger".to_owned());
            args.push(self.0.join("ledger").to_string_lossy().into_owned());
            run_to(&self.0, &args, &mut Vec::new())
        }

        fn check(&self) -> bool {
            self.run(&["--check"]).unwrap()
        }

        fn book(&self) -> Rulebook {
            Rulebook::load(&self.0.join("rules")).unwrap()
        }

        fn citing(&self) -> Citing {
            let written = read_ledger(&self.0.join("ledger")).unwrap();
            Citing {
                scan: Scan::of(&self.0, &self.book()).unwrap(),
                tested: report::tested(&self.book(), &written),
            }
        }

        fn reports(&self) -> BTreeMap<String, Report> {
            let citing = self.citing();
            Report::all(&self.book(), &citing.scan, &citing.tested)
        }
    }

    impl Drop for Project {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_project_in_order_passes() {
        let project = Project::new("passes");
        assert!(project.check());
        project.write(FINISHED, "nim\n");
        assert!(project.check());
    }

    #[test]
    fn an_unknown_id_fails_with_a_suggestion() {
        let project = Project::new("unknown");
        project.write("crates/nim/src/b.rs", "\n// NIM-7\n");
        assert!(!project.check());
        assert_eq!(
            unknown_reasons(&project.book(), &project.reports()),
            ["crates/nim/src/b.rs:2: NIM-7 is neither a rule nor a ruling; did you mean NIM-1?"]
        );
    }

    #[test]
    fn a_fault_of_a_catalogue_fails() {
        let project = Project::new("fault");
        project.write("rules/nim.toml", &NIM.replace("why =", "because ="));
        assert!(!project.check());
        assert_eq!(project.run(&[]), Ok(false));
    }

    #[test]
    fn a_changed_rule_fails_until_it_is_locked_again() {
        let project = Project::new("lock");
        project.write("rules/nim.toml", &NIM.replace("one heap", "any heap"));
        assert!(!project.check());
        let reasons = lock_reasons(&project.0, &project.book(), &project.citing());
        assert_eq!(reasons.len(), 1);
        let lines: Vec<_> = reasons[0].lines().collect();
        assert!(lines[0].starts_with("rules/nim.toml:7: NIM-1 says something else"));
        assert!(lines[0].contains("cargo xtask rules --relock"));
        assert_eq!(lines[1..], ["    cited in crates/nim/src/lib.rs:1", "    cited in test nim::takes"]);
        assert_eq!(project.run(&["--relock"]), Ok(true));
        assert!(project.check());
    }

    #[test]
    fn new_and_stale_ids_and_a_missing_or_broken_lock_fail() {
        let project = Project::new("stale");
        project.write("rules/nim.toml", &NIM.replace("NIM-2", "NIM-3"));
        let reasons = lock_reasons(&project.0, &project.book(), &project.citing());
        assert_eq!(reasons.len(), 2);
        assert!(reasons[0].starts_with("rules/nim.toml:16: NIM-3 is not in rules/lock"));
        assert!(reasons[1].starts_with("rules/lock: NIM-2 is no longer in the rules"));
        project.write(LOCK, "NIM-1\n");
        assert!(!project.check());
        fs::remove_file(project.0.join(LOCK)).unwrap();
        assert!(!project.check());
        assert_eq!(project.run(&["--relock"]), Ok(true));
        assert!(project.check());
    }

    #[test]
    fn a_finished_game_needs_code_and_tests() {
        let project = Project::new("finished");
        project.write("ledger/1.cited", "nim::takes\nNIM-R1\n");
        project.write("crates/nim/src/lib.rs", "fn take() {}\n");
        assert!(project.check());
        project.write(FINISHED, "# comment\n\nnim\ngo\n");
        assert!(!project.check());
        let finished = read_finished(&project.0).unwrap();
        let reasons = finished_reasons(&project.book(), &project.reports(), &finished);
        assert_eq!(reasons.len(), 3);
        assert!(reasons[0].starts_with("rules/nim.toml:7: NIM-1 has no test"));
        assert!(reasons[1].starts_with("rules/nim.toml:7: NIM-1 is not cited in code"));
        assert_eq!(reasons[2], "rules/finished:4: there is no game `go`; name one of nim");
    }

    #[test]
    fn the_report_for_programs_has_exactly_these_keys() {
        let project = Project::new("json");
        project.write("ledger/1.cited", "nim::takes\nNIM-8\nNIM-9\n");
        let text = as_json(&project.reports());
        let value: Value = serde_json::from_str(&text).unwrap();
        let expected = json!({"nim": {
            "rules": 2, "testable": 1, "in_code": 1, "in_tests": 0,
            "unknown": ["NIM-8", "NIM-9"], "untested": ["NIM-1"],
        }});
        assert_eq!(value, expected);
    }

    #[test]
    fn the_table_has_a_line_for_each_game() {
        let project = Project::new("table");
        let table = as_table(&project.reports(), &[(1, "nim".to_owned())]);
        assert_eq!(
            table,
            "game  rules  testable  in code  in tests  unknown  finished\n\
             nim       2         1        1         1        0  yes\n"
        );
    }

    #[test]
    fn wrong_options_are_refused() {
        let project = Project::new("options");
        assert!(project.run(&["--chekc"]).is_err());
        assert!(project.run(&["--relock", "--check"]).is_err());
        assert!(run(&project.0, &["--ledger".to_owned()]).is_err());
        assert_eq!(project.run(&["--help"]), Ok(true));
        let nowhere = ["--ledger".to_owned(), "no/such/ledger".to_owned()];
        assert!(run(&project.0, &nowhere).is_err());
    }
}
