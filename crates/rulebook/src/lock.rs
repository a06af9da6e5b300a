//! Which rules have changed since somebody last looked at the code and tests that cite them.
//!
//! `rules/lock` holds a line for every rule and ruling: its id and a short hash of what it says.
//! Whoever changes a rule reviews what cites it and then renews the lock.

use std::collections::BTreeMap;
use std::fmt;

use crate::{Fault, Rule, Rulebook, Ruling};

const HEADER: &str = "\
# A line for every rule and ruling: its id and a hash of what it says.
# After a change, review the code and tests that cite the id, then run `cargo xtask rules --relock`.
";

/// What every rule and ruling says, as a short hash of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    lines: Vec<(String, String)>,
}

/// How a lock differs from the rules, by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// What says something else than when it was locked.
    pub changed: Vec<String>,
    /// What is not in the lock yet.
    pub missing: Vec<String>,
    /// What is in the lock but no longer in the rules.
    pub stale: Vec<String>,
}

impl Difference {
    /// Whether the lock agrees with the rules.
    ///
    /// ```
    /// assert!(rulebook::lock::Difference::default().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.missing.is_empty() && self.stale.is_empty()
    }
}

impl Lock {
    /// The lock that fits these rules, in their order.
    ///
    /// A rule counts by its text, whether it is testable, and its rulings; a ruling by its body
    /// with white space folded.
    ///
    /// ```
    /// use rulebook::{Lock, Rulebook};
    ///
    /// let lock = Lock::of(Rulebook::shipped());
    /// let again = Lock::parse("lock", &lock.to_string()).unwrap();
    /// assert!(again.compare(&lock).is_empty());
    /// ```
    pub fn of(book: &Rulebook) -> Self {
        let mut lines = Vec::new();
        for game in book.games() {
            for rule in &game.catalogue.rules {
                lines.push((rule.id.clone(), hash_rule(rule)));
            }
            for ruling in &game.rulings.list {
                lines.push((ruling.id.clone(), hash_ruling(ruling)));
            }
        }
        Self { lines }
    }

    /// Reads a lock as [`Display`](fmt::Display) writes it, or says everything that is wrong.
    ///
    /// ```
    /// let faults = rulebook::Lock::parse("lock", "NIM-1 12345\nNIM-2").unwrap_err();
    /// assert_eq!(faults.len(), 2);
    /// ```
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Fault>> {
        const REMEDY: &str = "write the lock by `cargo xtask rules --relock`, not by hand";
        let mut faults = Vec::new();
        let mut seen = BTreeMap::new();
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let words: Vec<_> = line.split_whitespace().collect();
            let [id, hash] = words[..] else {
                let what = format!("`{line}` is not an id and a hash");
                faults.push(Fault::new(file, number, what, REMEDY));
                continue;
            };
            if hash.len() != 16 || !hash.bytes().all(|b| b.is_ascii_hexdigit()) {
                let what = format!("the hash of {id} has not 16 hexadecimal digits");
                faults.push(Fault::new(file, number, what, REMEDY));
            }
            if let Some(first) = seen.insert(id.to_owned(), number) {
                let what = format!("{id} is already locked in line {first}");
                faults.push(Fault::new(file, number, what, REMEDY));
            }
            lines.push((id.to_owned(), hash.to_owned()));
        }
        if faults.is_empty() { Ok(Self { lines }) } else { Err(faults) }
    }

    /// How this lock differs from the lock that fits the rules now.
    ///
    /// ```
    /// use rulebook::{Lock, Rulebook};
    ///
    /// let now = Lock::of(Rulebook::shipped());
    /// let old = Lock::parse("lock", "NIM-0 0123456789abcdef").unwrap();
    /// let difference = old.compare(&now);
    /// assert_eq!(difference.stale, ["NIM-0"]);
    /// assert!(difference.missing.contains(&"TR-R1".to_owned()));
    /// ```
    pub fn compare(&self, now: &Self) -> Difference {
        let old: BTreeMap<_, _> = self.lines.iter().map(|(id, hash)| (id, hash)).collect();
        let new: BTreeMap<_, _> = now.lines.iter().map(|(id, hash)| (id, hash)).collect();
        let mut difference = Difference::default();
        for (id, hash) in &now.lines {
            match old.get(id) {
                None => difference.missing.push(id.clone()),
                Some(&locked) if locked != hash => difference.changed.push(id.clone()),
                Some(_) => {}
            }
        }
        let stale = self.lines.iter().filter(|(id, _)| !new.contains_key(id));
        difference.stale = stale.map(|(id, _)| id.clone()).collect();
        difference
    }
}

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEADER)?;
        for (id, hash) in &self.lines {
            writeln!(f, "{id} {hash}")?;
        }
        Ok(())
    }
}

fn hash_rule(rule: &Rule) -> String {
    let rulings = rule.rulings.join(",");
    hash(&[&rule.text, &rule.testable.to_string(), &rulings])
}

fn hash_ruling(ruling: &Ruling) -> String {
    let folded: Vec<_> = ruling.body.split_whitespace().collect();
    hash(&[&folded.join(" ")])
}

/// The first 16 hexadecimal digits of BLAKE3 over the parts, each closed by a zero byte.
fn hash(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rulings;

    fn rule() -> Rule {
        Rule {
            id: "NIM-1".to_owned(),
            section: "Play".to_owned(),
            kind: "timing".to_owned(),
            testable: true,
            text: "Take one.".to_owned(),
            source: "book".to_owned(),
            rulings: vec!["NIM-R1".to_owned()],
            why: None,
            line: 1,
        }
    }

    #[test]
    fn what_a_rule_says_is_hashed_and_nothing_else() {
        let locked = hash_rule(&rule());
        assert_eq!(locked.len(), 16);
        let mut other = rule();
        other.text.push(' ');
        assert_ne!(hash_rule(&other), locked);
        other = rule();
        other.testable = false;
        assert_ne!(hash_rule(&other), locked);
        other = rule();
        other.rulings.clear();
        assert_ne!(hash_rule(&other), locked);
        other = rule();
        other.section = "End".to_owned();
        other.line = 9;
        assert_eq!(hash_rule(&other), locked);
    }

    #[test]
    fn white_space_of_a_ruling_is_folded() {
        let text = "### NIM-R1 T\n- Rules: NIM-1\n- Problem: p\n- Ruling: one two\n- Why: w\n";
        let parse = |text: &str| Rulings::parse("r", text).unwrap().list.remove(0);
        let locked = hash_ruling(&parse(text));
        let folded = text.replace("one two", "one\n  two");
        assert_eq!(hash_ruling(&parse(&folded)), locked);
        assert_ne!(hash_ruling(&parse(&text.replace("two", "too"))), locked);
    }

    #[test]
    fn hashes_are_those_of_blake3() {
        let expected = blake3::hash(b"a\0true\0").to_hex();
        assert_eq!(hash(&["a", "true"]), expected[..16]);
        assert_ne!(hash(&["a", "true"]), hash(&["atrue", ""]));
    }

    #[test]
    fn changed_missing_and_stale_ids_are_told_apart() {
        let lock = |text| Lock::parse("lock", text).unwrap();
        let old = lock("# comment\n\nN-1 0000000000000001\nN-2 0000000000000002\nN-3 0000000000000003\n");
        let now = lock("N-1 0000000000000001\nN-3 0000000000000004\nN-4 0000000000000004\n");
        let difference = old.compare(&now);
        assert_eq!(difference.changed, ["N-3"]);
        assert_eq!(difference.missing, ["N-4"]);
        assert_eq!(difference.stale, ["N-2"]);
        assert!(!difference.is_empty());
        assert!(old.compare(&old).is_empty());
    }

    #[test]
    fn a_broken_lock_is_told_line_by_line() {
        let text = "N-1 0000000000000001\nN-1 0000000000000001\nN-2\nN-3 xyz\n";
        let lines: Vec<_> =
            Lock::parse("lock", text).unwrap_err().into_iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [2, 3, 4]);
    }
}
