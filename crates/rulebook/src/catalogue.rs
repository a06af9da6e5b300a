//! The rules of one game: `rules/<game>.toml`.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::{Fault, Rulings, citations};

/// The kinds of rule that a catalogue may name.
pub const KINDS: [&str; 7] =
    ["definition", "procedure", "constraint", "timing", "format", "component", "card-anatomy"];

const TOP_KEYS: [&str; 5] = ["game", "title", "prefix", "version", "rule"];
const RULE_KEYS: [&str; 8] = ["id", "section", "kind", "testable", "text", "source", "rulings", "why"];

/// Every rule of one game, in the order of its rule book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue {
    /// Name of the game and of its file, such as `time-rift`.
    pub game: String,
    /// The game's name as people write it, such as `Time Rift`.
    pub title: String,
    /// What every id of the game begins with, such as `TR`.
    pub prefix: String,
    /// Version of the meaning of the keys.
    pub version: u32,
    /// The rules.
    pub rules: Vec<Rule>,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable id, such as `TR-MOVE-5`.
    pub id: String,
    /// Chapter of the rule book.
    pub section: String,
    /// One of [`KINDS`].
    pub kind: String,
    /// Whether a test can observe the rule.
    pub testable: bool,
    /// The rule, in our own words.
    pub text: String,
    /// Where the rule book says so.
    pub source: String,
    /// Ids of the rulings that settle what the rule leaves open.
    pub rulings: Vec<String>,
    /// Why no test can observe the rule; present exactly where `testable` is false.
    pub why: Option<String>,
    /// Line of the id in the file, counted from one.
    pub line: usize,
}

impl Catalogue {
    /// Reads a catalogue, or says everything that is wrong with it.
    ///
    /// Whether the rulings that it names exist is known to
    /// [`Game::parse`](crate::Game::parse), which reads both files.
    ///
    /// ```
    /// let text = r#"
    /// game = "nim"
    /// title = "Nim"
    /// prefix = "NIM"
    /// version = 1
    ///
    /// [[rule]]
    /// id = "NIM-1"
    /// section = "Play"
    /// kind = "procedure"
    /// testable = true
    /// text = "A player takes from one heap."
    /// source = "book"
    /// rulings = []
    /// "#;
    /// let catalogue = rulebook::Catalogue::parse("nim.toml", text).unwrap();
    /// assert_eq!(catalogue.rules[0].line, 8);
    ///
    /// let faults = rulebook::Catalogue::parse("nim.toml", &text.replace("true", "false")).unwrap_err();
    /// assert_eq!(faults[0].line, 8);
    /// assert!(faults[0].what.contains("no `why`"));
    /// ```
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let (catalogue, faults) = Self::read(file, text);
        if faults.is_empty() { Ok(catalogue) } else { Err(faults) }
    }

    /// Reads what can be read, with every fault in the order of lines.
    pub(crate) fn read(file: &str, text: &str) -> (Self, Vec<Fault>) {
        let mut reader = Reader { file, text, faults: Vec::new() };
        let catalogue = reader.catalogue();
        let mut faults = reader.faults;
        faults.sort_by_key(|fault| fault.line);
        (catalogue, faults)
    }

    /// Every ruling that a rule names although it does not exist.
    ///
    /// ```
    /// use rulebook::{Rulebook, Rulings};
    ///
    /// let game = Rulebook::shipped().game("time-rift").unwrap();
    /// let none = Rulings::default();
    /// let faults = game.catalogue.check_rulings("time-rift.toml", &none);
    /// assert!(faults[0].what.contains("which is no ruling"));
    /// ```
    pub fn check_rulings(&self, file: &str, rulings: &Rulings) -> Vec<Fault> {
        let mut faults = Vec::new();
        for rule in &self.rules {
            for named in &rule.rulings {
                if rulings.get(named).is_none() {
                    faults.push(Fault::new(
                        file,
                        rule.line,
                        format!("{} names {named}, which is no ruling", rule.id),
                        format!("add {named} to {}.rulings.md or take it out", self.game),
                    ));
                }
            }
        }
        faults
    }

    /// The rule with this id.
    ///
    /// ```
    /// # let book = rulebook::Rulebook::shipped();
    /// let rules = &book.game("worlds-unchained").unwrap().catalogue;
    /// assert_eq!(rules.get("WU-6.3.3").unwrap().section, "6.3 Rest phase");
    /// assert!(rules.get("WU-99").is_none());
    /// ```
    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id == id)
    }
}

/// Walks over a parsed TOML document and collects faults on the way.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn catalogue(&mut self) -> Catalogue {
        let (root, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            let line = error.span().map_or(1, |span| self.line(&span));
            self.fault(line, error.message(), "mend the TOML of this line");
        }
        let root = root.into_inner();
        self.reject_unknown_keys(&root, &TOP_KEYS, "the catalogue");
        let game = self.string(&root, "game", "the catalogue", 1);
        let title = self.string(&root, "title", "the catalogue", 1);
        let prefix = self.string(&root, "prefix", "the catalogue", 1);
        let version = self.version(&root);
        if !game.is_empty() && file_stem(self.file) != game {
            self.fault(
                self.key_line(&root, "game"),
                format!("the game `{game}` is in the file `{}`", self.file),
                format!("name the file {game}.toml or mend `game`"),
            );
        }
        if !prefix.is_empty() && !prefix.bytes().all(|b| b.is_ascii_uppercase()) {
            self.fault(
                self.key_line(&root, "prefix"),
                format!("the prefix `{prefix}` is not made of capital letters"),
                "use capital letters only",
            );
        }
        let rules = self.rules(&root, &prefix);
        Catalogue { game, title, prefix, version, rules }
    }

    fn version(&mut self, root: &DeTable<'_>) -> u32 {
        let Some((line, value)) = self.value(root, "version", "the catalogue", 1) else {
            return 0;
        };
        let number = match value {
            DeValue::Integer(number) => u32::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let Some(number) = number else {
            self.fault(line, "`version` is not a whole number", "write version = 1");
            return 0;
        };
        number
    }

    fn rules(&mut self, root: &DeTable<'_>, prefix: &str) -> Vec<Rule> {
        let Some((line, value)) = self.value(root, "rule", "the catalogue", 1) else {
            return Vec::new();
        };
        let Some(items) = value.as_array() else {
            self.fault(line, "`rule` is not a list of tables", "write [[rule]] above each rule");
            return Vec::new();
        };
        let mut rules = Vec::new();
        let mut lines = BTreeMap::new();
        for item in items {
            let line = self.line(&item.span());
            let Some(table) = item.get_ref().as_table() else {
                self.fault(line, "a rule is not a table", "write [[rule]] above each rule");
                continue;
            };
            let rule = self.rule(table, line, prefix);
            if rule.id.is_empty() {
                continue;
            }
            if let Some(first) = lines.insert(rule.id.clone(), rule.line) {
                self.fault(
                    rule.line,
                    format!("the id {} is already used in line {first}", rule.id),
                    "give the newer rule the next free number",
                );
            }
            rules.push(rule);
        }
        rules
    }

    fn rule(&mut self, table: &DeTable<'_>, table_line: usize, prefix: &str) -> Rule {
        let line = match table.get("id") {
            Some(id) => self.line(&id.span()),
            None => table_line,
        };
        let id = self.string(table, "id", "the rule", line);
        let whose = if id.is_empty() { "the rule".to_owned() } else { id.clone() };
        self.reject_unknown_keys(table, &RULE_KEYS, &whose);
        if !id.is_empty() && !prefix.is_empty() {
            self.check_id(&id, prefix, line);
        }
        let kind = self.string(table, "kind", &whose, line);
        if !kind.is_empty() && !KINDS.contains(&kind.as_str()) {
            self.fault(
                self.key_line(table, "kind"),
                format!("{whose} is of the unknown kind `{kind}`"),
                format!("use one of {}", KINDS.join(", ")),
            );
        }
        let testable = self.testable(table, &whose, line);
        let why = table.contains_key("why").then(|| self.string(table, "why", &whose, line));
        match (testable, &why) {
            (Some(false), None) => self.fault(
                line,
                format!("{whose} is not testable and has no `why`"),
                "say in `why` what keeps a test from observing it",
            ),
            (Some(true), Some(_)) => self.fault(
                self.key_line(table, "why"),
                format!("{whose} is testable and has a `why`"),
                "take out `why`, or write testable = false",
            ),
            _ => {}
        }
        Rule {
            section: self.string(table, "section", &whose, line),
            text: self.string(table, "text", &whose, line),
            source: self.string(table, "source", &whose, line),
            rulings: self.rulings(table, &whose, line),
            testable: testable.unwrap_or(true),
            id,
            kind,
            why,
            line,
        }
    }

    fn check_id(&mut self, id: &str, prefix: &str, line: usize) {
        if !id.starts_with(&format!("{prefix}-")) {
            self.fault(
                line,
                format!("the id {id} does not begin with {prefix}-"),
                format!("begin every id of this game with {prefix}-"),
            );
        } else if citations::shape(id, prefix) != Some(citations::Shape::Rule) {
            self.fault(
                line,
                format!("the id {id} is not of a form that can be cited as a rule"),
                format!(
                    "end it in a number, as {prefix}-1, {prefix}-MOVE-1 or {prefix}-6.2.1; \
                     {prefix}-R1 is a ruling, {prefix}-S1 a scenario"
                ),
            );
        }
    }

    fn testable(&mut self, table: &DeTable<'_>, whose: &str, line: usize) -> Option<bool> {
        let (line, value) = self.value(table, "testable", whose, line)?;
        let answer = value.as_bool();
        if answer.is_none() {
            self.wrong_type("testable", value, "a boolean", "write true or false", line);
        }
        answer
    }

    fn rulings(&mut self, table: &DeTable<'_>, whose: &str, line: usize) -> Vec<String> {
        let Some((line, value)) = self.value(table, "rulings", whose, line) else {
            return Vec::new();
        };
        let Some(items) = value.as_array() else {
            self.wrong_type("rulings", value, "a list", "write [] for none", line);
            return Vec::new();
        };
        let mut ids = Vec::new();
        for item in items {
            match item.get_ref().as_str() {
                Some(id) => ids.push(id.to_owned()),
                None => self.wrong_type(
                    "rulings",
                    item.get_ref(),
                    "a list of strings",
                    "write each ruling in quotation marks",
                    line,
                ),
            }
        }
        ids
    }

    /// The text of a key, or an empty one after a fault.
    fn string(&mut self, table: &DeTable<'_>, key: &str, whose: &str, line: usize) -> String {
        let Some((line, value)) = self.value(table, key, whose, line) else {
            return String::new();
        };
        let Some(text) = value.as_str() else {
            self.wrong_type(key, value, "a string", "write it in quotation marks", line);
            return String::new();
        };
        if text.trim().is_empty() {
            self.fault(line, format!("`{key}` of {whose} is empty"), "fill it in");
        }
        text.to_owned()
    }

    fn value<'t, 'i>(
        &mut self,
        table: &'t DeTable<'i>,
        key: &str,
        whose: &str,
        line: usize,
    ) -> Option<(usize, &'t DeValue<'i>)> {
        let Some(value) = table.get(key) else {
            self.fault(line, format!("{whose} has no `{key}`"), format!("add `{key}`"));
            return None;
        };
        Some((self.line(&value.span()), value.get_ref()))
    }

    fn reject_unknown_keys(&mut self, table: &DeTable<'_>, known: &[&str], whose: &str) {
        for key in table.keys() {
            if !known.contains(&key.get_ref().as_ref()) {
                self.fault(
                    self.line(&key.span()),
                    format!("{whose} has the unknown key `{}`", key.get_ref()),
                    format!("use only {}", known.join(", ")),
                );
            }
        }
    }

    fn wrong_type(&mut self, key: &str, value: &DeValue<'_>, wanted: &str, remedy: &str, line: usize) {
        let article = if matches!(value, DeValue::Integer(_) | DeValue::Array(_)) { "an" } else { "a" };
        let found = value.type_str();
        self.fault(line, format!("`{key}` is {article} {found}, not {wanted}"), remedy);
    }

    fn fault(&mut self, line: usize, what: impl Into<String>, remedy: impl Into<String>) {
        self.faults.push(Fault::new(self.file, line, what, remedy));
    }

    fn key_line(&self, table: &DeTable<'_>, key: &str) -> usize {
        table.get(key).map_or(1, |value: &Spanned<DeValue<'_>>| self.line(&value.span()))
    }

    fn line(&self, span: &Range<usize>) -> usize {
        let before = self.text.as_bytes().iter().take(span.start);
        1 + before.filter(|&&byte| byte == b'\n').count()
    }
}

/// The file's name without folder and without `.toml`.
fn file_stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.strip_suffix(".toml").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"game = "nim"
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
rulings = []

[[rule]]
id = "NIM-2"
section = "End"
kind = "definition"
testable = false
text = "Nim is old."
source = "book"
rulings = ["NIM-R1"]
why = "history"
"#;

    fn faults(text: &str) -> Vec<(usize, String)> {
        match Catalogue::parse("rules/nim.toml", text) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.into_iter().map(|f| (f.line, f.what)).collect(),
        }
    }

    #[test]
    fn a_good_catalogue_is_read_whole() {
        let catalogue = Catalogue::parse("rules/nim.toml", GOOD).unwrap();
        assert_eq!(catalogue.prefix, "NIM");
        assert_eq!(catalogue.version, 1);
        let [first, second] = &catalogue.rules[..] else { panic!("two rules") };
        assert_eq!((first.id.as_str(), first.line), ("NIM-1", 7));
        assert_eq!(first.why, None);
        assert_eq!(second.why.as_deref(), Some("history"));
        assert_eq!(second.rulings, ["NIM-R1"]);
        assert!(!second.testable);
    }

    #[test]
    fn every_fault_is_reported_at_once_with_its_line() {
        let text = GOOD
            .replace("title = \"Nim\"", "titel = \"Nim\"")
            .replace("id = \"NIM-2\"", "id = \"NIM-1\"")
            .replace("testable = true", "testable = \"yes\"")
            .replace("source = \"book\"\nrulings = []", "rulings = \"none\"");
        let expected = [
            (1, "the catalogue has no `title`"),
            (2, "the catalogue has the unknown key `titel`"),
            (7, "NIM-1 has no `source`"),
            (10, "`testable` is a string, not a boolean"),
            (12, "`rulings` is a string, not a list"),
            (15, "the id NIM-1 is already used in line 7"),
        ];
        let found = faults(&text);
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for ((line, what), expected) in found.iter().zip(expected) {
            assert_eq!((*line, what.as_str()), expected);
        }
    }

    #[test]
    fn why_belongs_to_untestable_rules_only() {
        let text = GOOD
            .replace("testable = false", "testable = false\n#")
            .replace("why = \"history\"\n", "")
            .replace("rulings = []", "rulings = []\nwhy = \"because\"");
        assert_eq!(
            faults(&text),
            [
                (14, "NIM-1 is testable and has a `why`".to_owned()),
                (17, "NIM-2 is not testable and has no `why`".to_owned()),
            ]
        );
    }

    #[test]
    fn ids_carry_the_prefix_and_can_be_cited() {
        for (id, what) in [
            ("TTT-1", "the id TTT-1 does not begin with NIM-"),
            ("NIMBLE-1", "the id NIMBLE-1 does not begin with NIM-"),
            ("NIM-HEAP", "the id NIM-HEAP is not of a form that can be cited as a rule"),
            ("NIM-1a", "the id NIM-1a is not of a form that can be cited as a rule"),
            ("NIM-R1", "the id NIM-R1 is not of a form that can be cited as a rule"),
            ("NIM-S1", "the id NIM-S1 is not of a form that can be cited as a rule"),
        ] {
            let text = GOOD.replace("\"NIM-1\"", &format!("\"{id}\""));
            assert_eq!(faults(&text), [(7, what.to_owned())]);
        }
    }

    #[test]
    fn bad_toml_is_a_fault_with_its_line() {
        let found = faults(&GOOD.replace("kind = \"procedure\"", "kind = procedure\""));
        assert!(!found.is_empty());
        assert!(found.iter().any(|(line, _)| *line == 9), "{found:?}");
        assert!(!faults("[[rule").is_empty());
        assert!(!faults("\u{0}").is_empty());
        assert!(!faults("").is_empty());
        assert!(!faults("rule = 3").is_empty());
        assert!(!faults("rule = [3]").is_empty());
    }

    #[test]
    fn a_key_given_twice_is_a_fault() {
        let found = faults(&GOOD.replace("version = 1", "version = 1\nversion = 1"));
        assert!(found.iter().any(|(line, _)| *line == 5), "{found:?}");
    }

    #[test]
    fn file_kind_version_and_empty_texts_are_checked() {
        let other = Catalogue::parse("rules/chess.toml", GOOD).unwrap_err();
        assert_eq!(other[0].what, "the game `nim` is in the file `rules/chess.toml`");
        assert_eq!(
            faults(&GOOD.replace("procedure", "habit")),
            [(9, "NIM-1 is of the unknown kind `habit`".to_owned())]
        );
        assert_eq!(
            faults(&GOOD.replace("version = 1", "version = \"1\"")),
            [(4, "`version` is not a whole number".to_owned())]
        );
        assert_eq!(
            faults(&GOOD.replace("A player takes from one heap.", " ")),
            [(11, "`text` of NIM-1 is empty".to_owned())]
        );
        assert_eq!(
            faults(&GOOD.replace("prefix = \"NIM\"", "prefix = \"Nim\"")).len(),
            3,
            "the prefix and both ids"
        );
    }

    #[test]
    fn a_ruling_that_does_not_exist_is_a_fault() {
        let catalogue = Catalogue::parse("rules/nim.toml", GOOD).unwrap();
        let rulings = "### NIM-R2 Heaps\n- Rules: NIM-2\n- Problem: p\n- Ruling: r\n- Why: w\n";
        let wrong = Rulings::parse("nim.rulings.md", rulings).unwrap();
        let right = Rulings::parse("nim.rulings.md", &rulings.replace("NIM-R2", "NIM-R1")).unwrap();
        let faults = catalogue.check_rulings("rules/nim.toml", &wrong);
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].line, 16);
        assert_eq!(faults[0].what, "NIM-2 names NIM-R1, which is no ruling");
        assert!(catalogue.check_rulings("rules/nim.toml", &right).is_empty());
    }
}
