//! The rulings of one game: `rules/<game>.rulings.md`.

use crate::citations::{self, Shape};
use crate::{Catalogue, Fault};

const BULLETS: [&str; 4] = ["Rules", "Problem", "Ruling", "Why"];

/// Every ruling of one game, in the order of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulings {
    /// The rulings.
    pub list: Vec<Ruling>,
}

/// One decision about what the rule book leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Stable id, such as `CC-R14`.
    pub id: String,
    /// The title after the id.
    pub title: String,
    /// Ids of the rules it touches; ranges are taken apart.
    pub rules: Vec<String>,
    /// Everything below the heading: problem, ruling, reason, tables and figures.
    pub body: String,
    /// Line of the heading in the file, counted from one.
    pub line: usize,
}

impl Rulings {
    /// Reads the rulings of one game, or says everything that is wrong with them.
    ///
    /// A ruling is a heading `### CC-R1 Title`, the bullets `- Rules:`, `- Problem:`, `- Ruling:`
    /// and `- Why:`, and whatever stands between them. Text before the first ruling is free.
    ///
    /// ```
    /// let text = "### CC-R14 Initiative row\n\
    ///     - Rules: CC-INIT-1..CC-INIT-3, CC-RES-1\n\
    ///     - Problem: the order is not said.\n\
    ///     - Ruling: left to right.\n\
    ///     - Why: it is how people read.\n";
    /// let rulings = rulebook::Rulings::parse("champions-combat.rulings.md", text).unwrap();
    /// let row = rulings.get("CC-R14").unwrap();
    /// assert_eq!(row.title, "Initiative row");
    /// assert_eq!(row.rules, ["CC-INIT-1", "CC-INIT-2", "CC-INIT-3", "CC-RES-1"]);
    /// ```
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let (rulings, faults) = Self::read(file, text);
        if faults.is_empty() { Ok(rulings) } else { Err(faults) }
    }

    /// Reads what can be read, with every fault in the order of lines.
    pub(crate) fn read(file: &str, text: &str) -> (Self, Vec<Fault>) {
        let mut faults = Vec::new();
        let mut list: Vec<Ruling> = Vec::new();
        for block in blocks(text) {
            let Some(ruling) = read_ruling(file, &block, &mut faults) else {
                continue;
            };
            if let Some(first) = list.iter().find(|known| known.id == ruling.id) {
                faults.push(Fault::new(
                    file,
                    ruling.line,
                    format!("the id {} is already used in line {}", ruling.id, first.line),
                    "give the newer ruling the next free number",
                ));
            }
            list.push(ruling);
        }
        (Self { list }, faults)
    }

    /// Every rule that a ruling touches although it does not exist, and every foreign id.
    ///
    /// ```
    /// # let book = rulebook::Rulebook::shipped();
    /// let game = book.game("time-rift").unwrap();
    /// assert!(game.rulings.check_rules("time-rift.rulings.md", &game.catalogue).is_empty());
    /// ```
    pub fn check_rules(&self, file: &str, catalogue: &Catalogue) -> Vec<Fault> {
        let mut faults = Vec::new();
        let prefix = &catalogue.prefix;
        for ruling in &self.list {
            if citations::shape(&ruling.id, prefix) != Some(Shape::Ruling) {
                faults.push(Fault::new(
                    file,
                    ruling.line,
                    format!("{} is no ruling of {}", ruling.id, catalogue.game),
                    format!("number the rulings of this game {prefix}-R1, {prefix}-R2 and so on"),
                ));
            }
            for rule in &ruling.rules {
                if catalogue.get(rule).is_none() {
                    faults.push(Fault::new(
                        file,
                        ruling.line,
                        format!("{} touches {rule}, which is no rule", ruling.id),
                        format!("name rules of {}.toml only", catalogue.game),
                    ));
                }
            }
        }
        faults
    }

    /// The ruling with this id.
    ///
    /// ```
    /// # let book = rulebook::Rulebook::shipped();
    /// let rulings = &book.game("worlds-unchained").unwrap().rulings;
    /// assert_eq!(rulings.get("WU-R18").unwrap().title, "Do Boosts persist across bouts?");
    /// assert!(rulings.get("WU-R9999").is_none());
    /// ```
    pub fn get(&self, id: &str) -> Option<&Ruling> {
        self.list.iter().find(|ruling| ruling.id == id)
    }
}

/// A heading of the third level and what stands below it.
struct Block<'a> {
    line: usize,
    heading: &'a str,
    body: Vec<&'a str>,
}

/// Takes a text apart at its headings. A `#` within a fence is no heading.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open = false;
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        if fenced || !line.starts_with('#') {
            if let (true, Some(block)) = (open, blocks.last_mut()) {
                block.body.push(line);
            }
            continue;
        }
        let heading = line.strip_prefix("### ");
        open = heading.is_some();
        if let Some(heading) = heading {
            blocks.push(Block { line: index + 1, heading: heading.trim(), body: Vec::new() });
        }
    }
    blocks
}

fn read_ruling(file: &str, block: &Block<'_>, faults: &mut Vec<Fault>) -> Option<Ruling> {
    let (id, title) = block.heading.split_once(' ').unwrap_or((block.heading, ""));
    let title = title.trim();
    let prefix = id.split('-').next().unwrap_or_default();
    if prefix.is_empty() || citations::shape(id, prefix) != Some(Shape::Ruling) {
        faults.push(Fault::new(
            file,
            block.line,
            format!("the heading `{}` does not begin with the id of a ruling", block.heading),
            "write it as ### CC-R1 Title",
        ));
        return None;
    }
    if title.is_empty() || title.starts_with("- ") {
        faults.push(Fault::new(
            file,
            block.line,
            format!("{id} has no title, or a dash before it"),
            format!("write it as ### {id} Title"),
        ));
    }
    let mut rules = Vec::new();
    for bullet in BULLETS {
        let start = format!("- {bullet}:");
        let found: Vec<_> = (block.line + 1..)
            .zip(&block.body)
            .filter_map(|(line, text)| Some((line, text.strip_prefix(&start)?.trim())))
            .collect();
        let [(line, text)] = found[..] else {
            faults.push(Fault::new(
                file,
                block.line,
                format!("{id} has {} bullets `{start}`", found.len()),
                "write exactly one",
            ));
            continue;
        };
        if text.is_empty() {
            faults.push(Fault::new(file, line, format!("`{start}` of {id} is empty"), "fill it in"));
        }
        if bullet == "Rules" {
            rules = read_rules(file, line, id, prefix, text, faults);
        }
    }
    Some(Ruling {
        id: id.to_owned(),
        title: title.to_owned(),
        rules,
        body: block.body.join("\n").trim().to_owned(),
        line: block.line,
    })
}

/// Reads `CC-INIT-1..CC-INIT-6, CC-RES-1`.
fn read_rules(
    file: &str,
    line: usize,
    id: &str,
    prefix: &str,
    text: &str,
    faults: &mut Vec<Fault>,
) -> Vec<String> {
    let mut rules = Vec::new();
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let cited = citations::find(item, &[prefix]);
        let ids = match &cited[..] {
            [cited] => cited.ids(|_| true),
            _ => Vec::new(),
        };
        let written = cited.first().map(|cited| match &cited.last {
            Some(last) => format!("{}..{last}", cited.first),
            None => cited.first.clone(),
        });
        if written.as_deref() != Some(item) || ids.is_empty() {
            faults.push(Fault::new(
                file,
                line,
                format!("`{item}` of {id} is not the id of a rule"),
                format!("write ids of {prefix} with commas between them, or a range {prefix}-MOVE-1..{prefix}-MOVE-3"),
            ));
        }
        for rule in ids {
            if rules.contains(&rule) {
                faults.push(Fault::new(
                    file,
                    line,
                    format!("{id} names {rule} twice"),
                    "name each rule once",
                ));
            } else {
                rules.push(rule);
            }
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
# Nim: rulings

Some words first.

## A. Heaps

### NIM-R1 Exact heaps
- Rules: NIM-1..NIM-3, NIM-7
- Problem: not said.
- Ruling: as below.

```
### NIM-R9 not a heading
```

| a | b |
- Why: a table is clear.

## B. Turns

Free words between chapters.

### NIM-R2 Passing
- Rules: NIM-1
- Problem: not said.
- Ruling: no.
- Why: it would not end.
";

    fn faults(text: &str) -> Vec<(usize, String)> {
        match Rulings::parse("nim.rulings.md", text) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.into_iter().map(|f| (f.line, f.what)).collect(),
        }
    }

    #[test]
    fn rulings_are_read_whole() {
        let rulings = Rulings::parse("nim.rulings.md", GOOD).unwrap();
        let [first, second] = &rulings.list[..] else { panic!("two rulings") };
        assert_eq!((first.id.as_str(), first.line), ("NIM-R1", 7));
        assert_eq!(first.title, "Exact heaps");
        assert_eq!(first.rules, ["NIM-1", "NIM-2", "NIM-3", "NIM-7"]);
        assert!(first.body.starts_with("- Rules: NIM-1..NIM-3"));
        assert!(first.body.contains("### NIM-R9 not a heading"));
        assert!(first.body.ends_with("- Why: a table is clear."));
        assert!(!first.body.contains("Free words"));
        assert_eq!((second.id.as_str(), second.line), ("NIM-R2", 23));
    }

    #[test]
    fn every_fault_is_reported_at_once() {
        let text = GOOD
            .replace("NIM-R2 Passing", "NIM-R1 - Passing")
            .replace("NIM-7", "NIM-seven, NIM-2")
            .replace("- Why: it would not end.\n", "");
        let expected = [
            (8, "`NIM-seven` of NIM-R1 is not the id of a rule"),
            (8, "NIM-R1 names NIM-2 twice"),
            (23, "NIM-R1 has no title, or a dash before it"),
            (23, "NIM-R1 has 0 bullets `- Why:`"),
            (23, "the id NIM-R1 is already used in line 7"),
        ];
        let found = faults(&text);
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for ((line, what), expected) in found.iter().zip(expected) {
            assert_eq!((*line, what.as_str()), expected);
        }
    }

    #[test]
    fn a_heading_without_an_id_is_a_fault() {
        for heading in ["### Passing", "### NIM-2 Passing", "### -R2 Passing"] {
            let found = faults(&GOOD.replace("### NIM-R2 Passing", heading));
            assert_eq!(found.len(), 1, "{heading}");
            assert_eq!(found[0].0, 23);
        }
    }

    #[test]
    fn a_bullet_without_words_is_a_fault() {
        assert_eq!(
            faults(&GOOD.replace("- Ruling: no.", "- Ruling:")),
            [(26, "`- Ruling:` of NIM-R2 is empty".to_owned())]
        );
    }

    #[test]
    fn rules_that_do_not_exist_are_faults() {
        let rulings = Rulings::parse("nim.rulings.md", GOOD).unwrap();
        let rule = |id: &str| crate::Rule {
            id: id.to_owned(),
            section: String::new(),
            kind: String::new(),
            testable: true,
            text: String::new(),
            source: String::new(),
            rulings: Vec::new(),
            why: None,
            line: 1,
        };
        let mut catalogue = Catalogue {
            game: "nim".to_owned(),
            title: "Nim".to_owned(),
            prefix: "NIM".to_owned(),
            version: 1,
            rules: vec![rule("NIM-1"), rule("NIM-2"), rule("NIM-3")],
        };
        let found = rulings.check_rules("nim.rulings.md", &catalogue);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].what, "NIM-R1 touches NIM-7, which is no rule");
        catalogue.prefix = "PIG".to_owned();
        assert_eq!(rulings.check_rules("nim.rulings.md", &catalogue).len(), 3);
    }
}
