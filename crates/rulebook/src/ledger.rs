//! Proof that a test which cites rules has run and passed.
//!
//! While the environment variable `AGON_RULE_LEDGER` names a folder, every citing test that passes
//! leaves one small file there: its name, then the ids, a line each. Without the variable nothing
//! is written.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, io, process, thread};

/// The environment variable that names the folder.
pub const VARIABLE: &str = "AGON_RULE_LEDGER";

const EXTENSION: &str = "cited";

/// A guard that lives as long as a test and records what it cites once it has passed.
///
/// Nothing is recorded while the thread is panicking, and so nothing by a test that is expected to
/// panic. A ledger that cannot be written fails the test, because its proof would be lost.
///
/// ```
/// use rulebook::ledger::Citation;
///
/// fn a_row_wins() {
///     let _citation = Citation::new(&["DEMO-3"], "demo::a_row_wins");
///     assert_eq!(1 + 1, 2);
/// }
/// # a_row_wins();
/// ```
#[derive(Debug)]
#[must_use = "the citation is recorded when the guard is dropped at the end of the test"]
pub struct Citation {
    ids: &'static [&'static str],
    test: String,
}

impl Citation {
    /// Begins a test of this name that cites these ids or ranges of ids.
    pub fn new(ids: &'static [&'static str], test: &str) -> Self {
        Self { ids, test: test.to_owned() }
    }
}

impl Drop for Citation {
    fn drop(&mut self) {
        if thread::panicking() {
            return;
        }
        if let Err(error) = record(self.ids, &self.test) {
            panic!("the citations of {} cannot be recorded: {error}", self.test);
        }
    }
}

/// Records the ids that a test cites, if a ledger is kept.
///
/// ```
/// let ids = ["DEMO-6.6.2".to_owned()];
/// rulebook::ledger::record(&ids, "scenarios/ties.md: a tie injures both").unwrap();
/// ```
pub fn record(ids: &[impl AsRef<str>], test: &str) -> io::Result<()> {
    match env::var_os(VARIABLE) {
        Some(dir) if !dir.is_empty() => record_in(Path::new(&dir), ids, test),
        _ => Ok(()),
    }
}

fn record_in(dir: &Path, ids: &[impl AsRef<str>], test: &str) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut text = test.replace(['\n', '\r'], " ");
    for id in ids {
        text.push('\n');
        text.push_str(id.as_ref());
    }
    text.push('\n');
    // Several processes write at once, and a later one may get the number of an earlier one.
    let hash = blake3::hash(text.as_bytes()).to_hex();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("{}-{}-{count}", &hash[..16], process::id());
    fs::create_dir_all(dir)?;
    let draft = dir.join(format!("{name}.draft"));
    fs::write(&draft, text)?;
    fs::rename(&draft, dir.join(format!("{name}.{EXTENSION}")))
}

/// Reads a ledger: for every id as written by the tests, the names of those tests in order.
///
/// ```no_run
/// let ledger = rulebook::ledger::read("target/rule-ledger".as_ref())?;
/// for (id, tests) in &ledger {
///     println!("{id}: {}", tests.join(", "));
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read(dir: &Path) -> io::Result<BTreeMap<String, Vec<String>>> {
    let mut ledger: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension() != Some(OsStr::new(EXTENSION)) {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let mut lines = text.lines();
        let test = lines.next().unwrap_or_default();
        for id in lines.filter(|line| !line.is_empty()) {
            ledger.entry(id.to_owned()).or_default().push(test.to_owned());
        }
    }
    for tests in ledger.values_mut() {
        tests.sort();
        tests.dedup();
    }
    Ok(ledger)
}
