//! Which rules have code and a test, and which citations mean nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fmt, fs, io};

use crate::source::without_tests;
use crate::{Game, Rulebook, citations};

/// Crates whose sources mention ids as examples.
const NOT_CITING: [&str; 4] = ["rulebook", "testkit", "testkit-macros", "xtask"];

/// Where something is cited.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, from the root of the project, with `/` between folders.
    pub file: String,
    /// The line, counted from one.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// Every citation in the files of the project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// Where each id is cited in code: Rust source of a crate without its tests.
    pub code: BTreeMap<String, Vec<Place>>,
    /// Where each id is cited at all: code, tests, scenarios, documents and rulings.
    pub everywhere: BTreeMap<String, Vec<Place>>,
}

impl Scan {
    /// Looks for citations in the project below `root`.
    ///
    /// Read are all Rust files, `crates/*/tests/**/*.md`, `docs/**/*.md` and `rules/*.md`; not the
    /// build's output, nor hidden folders, nor the crates whose sources mention ids as examples.
    ///
    /// ```no_run
    /// use rulebook::{Rulebook, report::Scan};
    ///
    /// let scan = Scan::of(".".as_ref(), Rulebook::shipped())?;
    /// println!("{} ids are cited in code", scan.code.len());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn of(root: &Path, book: &Rulebook) -> io::Result<Self> {
        let mut files = Vec::new();
        walk(root, "", &mut files)?;
        files.sort();
        let mut scan = Self::default();
        for file in files {
            if !is_read(&file) {
                continue;
            }
            let bytes = fs::read(root.join(&file))?;
            scan.read(&file, &String::from_utf8_lossy(&bytes), book);
        }
        Ok(scan)
    }

    fn read(&mut self, file: &str, text: &str, book: &Rulebook) {
        add(&mut self.everywhere, file, text, book);
        if is_code(file) {
            add(&mut self.code, file, &without_tests(text), book);
        }
    }
}

/// Adds every citation in a text.
fn add(found: &mut BTreeMap<String, Vec<Place>>, file: &str, text: &str, book: &Rulebook) {
    for cited in citations::find(text, &book.prefixes()) {
        for id in cited.ids(|id| book.find(id).is_some()) {
            found.entry(id).or_default().push(Place { file: file.to_owned(), line: cited.line });
        }
    }
}

/// Collects the files below a folder, named from the root.
pub(crate) fn walk(dir: &Path, name: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let own = entry.file_name().to_string_lossy().into_owned();
        if own.starts_with('.') || own == "target" || own == "node_modules" {
            continue;
        }
        let path = if name.is_empty() { own } else { format!("{name}/{own}") };
        let kind = entry.file_type()?;
        if kind.is_dir() {
            walk(&entry.path(), &path, files)?;
        } else if kind.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

pub(crate) fn is_read(file: &str) -> bool {
    let parts: Vec<_> = file.split('/').collect();
    if let ["crates", name, ..] = parts[..]
        && NOT_CITING.contains(&name)
    {
        return false;
    }
    match file.rsplit_once('.') {
        Some((_, "rs")) => true,
        Some((_, "md")) => matches!(parts[..], ["crates", _, "tests", ..] | ["docs", ..] | ["rules", _]),
        _ => false,
    }
}

/// Whether a file that is read holds code. A file or folder `tests` within `src` does not.
fn is_code(file: &str) -> bool {
    let parts: Vec<_> = file.split('/').collect();
    match &parts[..] {
        ["crates", _, "src", inside @ ..] => !inside.contains(&"tests") && !inside.contains(&"tests.rs"),
        _ => false,
    }
}

/// A citation of something that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unknown {
    /// The id as cited.
    pub id: String,
    /// A file and line, or the name of a test.
    pub place: String,
}

/// How far the rules of one game have come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many rules the game has.
    pub rules: usize,
    /// How many of them a test can observe.
    pub testable: usize,
    /// How many rules are cited in code.
    pub in_code: usize,
    /// How many rules are cited by tests that ran.
    pub in_tests: usize,
    /// Citations with the game's prefix that name neither a rule nor a ruling.
    pub unknown: Vec<Unknown>,
    /// Testable rules that no test cites, in the order of the catalogue.
    pub untested: Vec<String>,
    /// Testable rules that no code cites, in the order of the catalogue.
    pub uncoded: Vec<String>,
}

impl Report {
    /// The report of every game, by name, from the project's files and a ledger of its tests.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use rulebook::{Report, Rulebook, report::Scan};
    ///
    /// let ledger = BTreeMap::from([("NIM-1".to_owned(), vec!["nim::taking".to_owned()])]);
    /// let reports = Report::all(Rulebook::shipped(), &Scan::default(), &ledger);
    /// assert_eq!(reports["nim"].in_tests, 1);
    /// assert_eq!(reports["nim"].in_code, 0);
    /// ```
    pub fn all(
        book: &Rulebook,
        scan: &Scan,
        ledger: &BTreeMap<String, Vec<String>>,
    ) -> BTreeMap<String, Self> {
        let tested = tested(book, ledger);
        let report = |game: &Game| {
            let name = game.catalogue.game.clone();
            (name, Self::of(game, scan, &tested))
        };
        book.games().iter().map(report).collect()
    }

    fn of(game: &Game, scan: &Scan, tested: &BTreeMap<String, Vec<String>>) -> Self {
        let rules = &game.catalogue.rules;
        let testable = rules.iter().filter(|rule| rule.testable);
        let without = |cited: &dyn Fn(&str) -> bool| -> Vec<String> {
            let missing = testable.clone().filter(|rule| !cited(&rule.id));
            missing.map(|rule| rule.id.clone()).collect()
        };
        let count = |cited: &dyn Fn(&str) -> bool| rules.iter().filter(|r| cited(&r.id)).count();
        let in_code = |id: &str| scan.code.contains_key(id);
        let in_tests = |id: &str| tested.contains_key(id);
        Self {
            rules: rules.len(),
            testable: testable.clone().count(),
            in_code: count(&in_code),
            in_tests: count(&in_tests),
            unknown: unknown(game, scan, tested),
            untested: without(&in_tests),
            uncoded: without(&in_code),
        }
    }

    /// The ids that are cited although they do not exist, each once.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use rulebook::{Report, Rulebook, report::Scan};
    /// let ledger = BTreeMap::from([("NIM-999".to_owned(), vec!["nim::taking".to_owned()])]);
    /// let reports = Report::all(Rulebook::shipped(), &Scan::default(), &ledger);
    /// assert!(reports["nim"].unknown_ids().contains("NIM-999"));
    /// ```
    pub fn unknown_ids(&self) -> BTreeSet<&str> {
        self.unknown.iter().map(|unknown| unknown.id.as_str()).collect()
    }
}

/// The ledger with its ranges taken apart.
///
/// ```
/// use std::collections::BTreeMap;
/// use rulebook::{Rulebook, report::tested};
///
/// let ledger = BTreeMap::from([("CC-INIT-1..CC-INIT-3".to_owned(), vec!["row".to_owned()])]);
/// assert_eq!(tested(Rulebook::shipped(), &ledger)["CC-INIT-2"], ["row"]);
/// ```
pub fn tested(book: &Rulebook, ledger: &BTreeMap<String, Vec<String>>) -> BTreeMap<String, Vec<String>> {
    let mut tested: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (written, tests) in ledger {
        let cited = citations::find(written, &book.prefixes());
        let whole = |cited: &&citations::Cited| {
            let last = cited.last.as_ref().map_or(0, |last| last.len() + 2);
            cited.first.len() + last == written.len()
        };
        let ids = match cited.first().filter(whole) {
            Some(cited) => cited.ids(|id| book.find(id).is_some()),
            None => vec![written.clone()],
        };
        for id in ids {
            tested.entry(id).or_default().extend(tests.iter().cloned());
        }
    }
    for tests in tested.values_mut() {
        tests.sort();
        tests.dedup();
    }
    tested
}

fn unknown(game: &Game, scan: &Scan, tested: &BTreeMap<String, Vec<String>>) -> Vec<Unknown> {
    let start = format!("{}-", game.catalogue.prefix);
    let exists = |id: &str| game.catalogue.get(id).is_some() || game.rulings.get(id).is_some();
    let strange = |id: &str| id.starts_with(&start) && !exists(id);
    let mut unknown = Vec::new();
    for (id, places) in scan.everywhere.iter().filter(|(id, _)| strange(id)) {
        unknown.extend(places.iter().map(|place| Unknown { id: id.clone(), place: place.to_string() }));
    }
    for (id, tests) in tested.iter().filter(|(id, _)| strange(id)) {
        unknown.extend(tests.iter().map(|test| Unknown { id: id.clone(), place: format!("test {test}") }));
    }
    unknown.sort();
    unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(files: &[(&str, &str)]) -> Scan {
        let mut scan = Scan::default();
        for (file, text) in files {
            if is_read(file) {
                scan.read(file, text, Rulebook::shipped());
            }
        }
        scan
    }

    fn report(files: &[(&str, &str)], ledger: &[(&str, &str)]) -> Report {
        let ledger = ledger.iter().map(|(id, test)| ((*id).to_owned(), vec![(*test).to_owned()])).collect();
        Report::all(Rulebook::shipped(), &scan(files), &ledger).remove("champions-combat").unwrap()
    }

    #[test]
    fn nothing_cited_means_nothing_done() {
        let report = report(&[], &[]);
        assert_eq!((report.rules, report.testable), (99, 92));
        assert_eq!((report.in_code, report.in_tests), (0, 0));
        assert_eq!(report.untested.len(), 92);
        assert_eq!(report.uncoded.len(), 92);
        assert_eq!(report.untested[0], "CC-COMP-1");
        assert!(report.unknown.is_empty());
    }

    #[test]
    fn code_counts_and_tests_in_code_do_not() {
        let text = "/// Rules: CC-COMP-1, CC-COMP-1, CC-R1.\nfn a() {}\n\
            #[cfg(test)]\nmod tests {\n#[rules(\"CC-COMP-2\")]\n#[test]\nfn b() {} // CC-COMP-3\n}\n";
        let files = [
            ("crates/champions-combat/src/phases/move.rs", text),
            ("crates/champions-combat/src/tests.rs", "// CC-COMP-4"),
            ("crates/champions-combat/tests/a.rs", "// CC-COMP-5"),
            ("crates/rulebook/src/lib.rs", "// CC-COMP-6 CC-NONE-1"),
            ("crates/testkit/tests/a.rs", "// CC-NONE-1"),
        ];
        let report = report(&files, &[]);
        assert_eq!(report.in_code, 1, "a ruling is no rule");
        assert_eq!(report.uncoded.len(), 91);
        assert!(report.unknown.is_empty(), "{:?}", report.unknown);
        let scan = scan(&files);
        let lines: Vec<_> = scan.everywhere["CC-COMP-2"].iter().map(|p| p.line).collect();
        assert_eq!(lines, [5]);
        assert!(scan.everywhere.contains_key("CC-COMP-5"));
    }

    #[test]
    fn unknown_ids_are_found_in_code_tests_scenarios_documents_and_ledger() {
        let files = [
            ("crates/games/src/a.rs", "// CC-NONE-1"),
            ("crates/games/tests/a.rs", "\n#[rules(\"CC-NONE-2\")]"),
            ("crates/games/tests/scenarios/a.md", "## Row (CC-NONE-3)"),
            ("docs/deep/a.md", "CC-R999."),
            ("docs/a.txt", "CC-NONE-9"),
            ("README.md", "CC-NONE-9"),
            ("fuzz/a.rs", "// CC-COMP-1..CC-MOVE-1"),
        ];
        let ledger = [("CC-NONE-4", "x::y"), ("CC-COMPX", "x::z"), ("ZZ-1", "x::y")];
        let found: Vec<_> = report(&files, &ledger)
            .unknown
            .into_iter()
            .map(|unknown| format!("{} {}", unknown.id, unknown.place))
            .collect();
        assert_eq!(
            found,
            [
                "CC-COMP-1..CC-MOVE-1 fuzz/a.rs:1",
                "CC-COMPX test x::z",
                "CC-NONE-1 crates/games/src/a.rs:1",
                "CC-NONE-2 crates/games/tests/a.rs:2",
                "CC-NONE-3 crates/games/tests/scenarios/a.md:1",
                "CC-NONE-4 test x::y",
                "CC-R999 docs/deep/a.md:1",
            ]
        );
    }

    #[test]
    fn the_ledger_counts_rules_and_its_ranges() {
        let ledger = [("CC-INIT-1..CC-INIT-6", "x::row"), ("CC-INIT-1", "x::again"), ("CC-R14", "x::row")];
        let report = report(&[], &ledger);
        assert_eq!(report.in_tests, 6);
        assert!(!report.untested.contains(&"CC-INIT-4".to_owned()));
        assert!(report.unknown.is_empty());
    }

    #[test]
    fn one_game_does_not_answer_for_another() {
        let ledger = BTreeMap::from([("WU-0.0.0".to_owned(), vec!["x".to_owned()])]);
        let reports = Report::all(Rulebook::shipped(), &Scan::default(), &ledger);
        assert_eq!(reports["worlds-unchained"].unknown_ids().len(), 1);
        assert!(reports["champions-combat"].unknown.is_empty());
    }

    #[test]
    fn the_files_of_a_project_are_walked() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut files = Vec::new();
        walk(&root, "", &mut files).unwrap();
        assert!(files.contains(&"crates/rulebook/src/report.rs".to_owned()));
        assert!(files.contains(&"rules/time-rift.rulings.md".to_owned()));
        assert!(!files.iter().any(|file| file.starts_with("target/")));
        let scan = Scan::of(&root, Rulebook::shipped()).unwrap();
        let places = &scan.everywhere["TR-R12"];
        let in_rules = |place: &Place| place.file == "rules/time-rift.rulings.md";
        assert!(places.iter().any(in_rules), "{places:?}");
    }
}
