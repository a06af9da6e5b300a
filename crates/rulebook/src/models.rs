//! The pages `docs/models/*.md`, and what cites them in vain.
//!
//! `docs/models/GAME.md` is the engine model of a game, and `docs/models/GAME-language.md` tells what the texts of its
//! cards mean. They are cited by section: `engine model 7.3`, `card language 5.4`. A table whose first column begins
//! with a letter and a number defines a code, as `D14` for a decision; comments and documents of that game cite it so.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fmt, fs, io};

use crate::Rulebook;
use crate::report::{Place, is_read, walk};

const FOLDER: &str = "docs/models/";
const LANGUAGE: &str = "-language";

/// The pages of all games, by the game's name.
#[derive(Clone, Debug, Default)]
pub struct Models {
    games: BTreeMap<String, Pages>,
}

/// What the pages of a game define.
#[derive(Clone, Debug, Default)]
struct Pages {
    /// The numbered sections of the engine model.
    model: Option<BTreeSet<String>>,
    /// The numbered sections of the card language.
    language: Option<BTreeSet<String>>,
    /// The codes of both.
    codes: BTreeSet<String>,
}

/// A citation that leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stray {
    /// Where it stands.
    pub place: Place,
    /// What is cited.
    pub cited: String,
    /// What to do.
    pub remedy: String,
}

impl fmt::Display for Stray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} leads nowhere; {}", self.place, self.cited, self.remedy)
    }
}

/// Every citation of a page below `root` that leads nowhere, and every link of a document to a file that is not there.
///
/// ```no_run
/// use rulebook::{Rulebook, models};
///
/// for stray in models::strays(".".as_ref(), Rulebook::shipped())? {
///     println!("{stray}");
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn strays(root: &Path, book: &Rulebook) -> io::Result<Vec<Stray>> {
    let mut files = Vec::new();
    walk(root, "", &mut files)?;
    files.retain(|file| is_read(file) || is_document(file));
    let mut texts = BTreeMap::new();
    for file in files {
        let bytes = fs::read(root.join(&file))?;
        texts.insert(file, String::from_utf8_lossy(&bytes).into_owned());
    }
    let mut models = Models::default();
    for (file, text) in &texts {
        models.read(file, text);
    }
    let names: Vec<_> = book.games().iter().map(|game| game.catalogue.game.as_str()).collect();
    let mut strays = Vec::new();
    for (file, text) in &texts {
        strays.extend(models.strays_of(file, text, &names));
        if is_document(file) {
            strays.extend(dead_links(file, text, |target| root.join(target).exists()));
        }
    }
    Ok(strays)
}

fn is_source(file: &str) -> bool {
    has_extension(file, "rs")
}

fn has_extension(file: &str, wanted: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == wanted)
}

fn is_document(file: &str) -> bool {
    has_extension(file, "md") && (file.starts_with("docs/") || !file.contains('/'))
}

impl Models {
    /// Takes notice of what a page defines; other files define nothing.
    fn read(&mut self, file: &str, text: &str) {
        let Some(name) = file.strip_prefix(FOLDER).and_then(|name| name.strip_suffix(".md")) else {
            return;
        };
        let (game, is_language) = match name.strip_suffix(LANGUAGE) {
            Some(game) => (game, true),
            None => (name, false),
        };
        let pages = self.games.entry(game.to_owned()).or_default();
        let sections = if is_language { &mut pages.language } else { &mut pages.model };
        let sections = sections.get_or_insert_default();
        for line in text.lines() {
            if let Some(title) = line.strip_prefix('#') {
                sections.insert(number(title.trim_start_matches(['#', ' '])).to_owned());
            } else if let Some(cell) = line.strip_prefix('|') {
                let first = cell.split('|').next().unwrap_or_default().trim();
                if codes(first).next().is_some_and(|(at, _)| at == 0) {
                    pages.codes.extend(codes(first).map(|(_, code)| code));
                }
            }
        }
    }

    fn strays_of(&self, file: &str, text: &str, names: &[&str]) -> Vec<Stray> {
        // The longest name that stands in the path: none of our games is named like the beginning of another.
        let game = names.iter().filter(|name| file.contains(**name)).max_by_key(|name| name.len());
        let pages = game.and_then(|game| self.games.get(*game));
        let mut strays = Vec::new();
        let mut is_fenced = false;
        for (index, line) in text.lines().enumerate() {
            let mut stray = |cited: String, remedy: String| {
                let place = Place { file: file.to_owned(), line: index + 1 };
                strays.push(Stray { place, cited, remedy });
            };
            for (words, is_language) in [("engine model", false), ("card language", true)] {
                for cited in sections_after(line, words) {
                    // Prose may speak of the card language, or of engine models, without citing a page.
                    let (Some(game), false) = (game, cited.is_empty() && (is_language || pages.is_none()))
                    else {
                        continue;
                    };
                    let sections =
                        pages.and_then(|p| if is_language { p.language.as_ref() } else { p.model.as_ref() });
                    let page = format!("{FOLDER}{game}{}.md", if is_language { LANGUAGE } else { "" });
                    match sections {
                        None => stray(format!("{words} {cited}"), format!("there is no {page}")),
                        Some(sections) if !cited.is_empty() && !sections.contains(cited) => {
                            stray(format!("{words} {cited}"), format!("cite a numbered section of {page}"));
                        }
                        Some(_) => {}
                    }
                }
            }
            is_fenced ^= !is_source(file) && line.trim_start().starts_with("```");
            let prose = match is_source(file) {
                true => line.split_once("//").map_or("", |(_, comment)| comment),
                false if is_fenced => "",
                false => line,
            };
            let Some(pages) = pages else { continue };
            for (_, code) in codes(&without_quotes(prose)) {
                if pages.means_code(&code) && !pages.codes.contains(&code) {
                    let remedy =
                        "cite a code of the tables in docs/models, or quote it if it is something else";
                    stray(code, remedy.to_owned());
                }
            }
        }
        strays
    }
}

impl Pages {
    /// Whether a word has the form of this game's codes: one of their letters, and as many digits where they are
    /// padded with zeros.
    fn means_code(&self, word: &str) -> bool {
        let mut alike = self.codes.iter().filter(|code| code[..1] == word[..1]).peekable();
        alike.peek().is_some() && alike.all(|code| code.as_bytes()[1] != b'0' || code.len() == word.len())
    }
}

/// The section numbers that follow each mention of `words`, as in `5.4, 5.9 and 7`; an empty one where none follows.
fn sections_after<'a>(line: &'a str, words: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(words).flat_map(move |(at, _)| {
        let mut rest = &line[at + words.len()..];
        for between in [",", " ", "sections", "section", " "] {
            rest = rest.strip_prefix(between).unwrap_or(rest);
        }
        if let Some((letter, _)) = rest.strip_prefix('(').and_then(|inner| inner.split_once(')'))
            && letter.len() == 1
        {
            return vec![letter];
        }
        let mut cited = vec![number(rest)];
        while let Some(last) = cited.last().filter(|last| !last.is_empty()) {
            rest = &rest[last.len()..];
            let more = [", ", " and ", " to "].iter().find_map(|between| rest.strip_prefix(between));
            // A number with a unit or another mark behind it is none of a section.
            let next = more.map(number).filter(|next| next.contains('.') && !next.is_empty());
            let (Some(more), Some(next)) = (more, next) else { break };
            rest = more;
            cited.push(next);
        }
        cited
    })
}

/// The section number that a text begins with, as `5` or `7.3`.
fn number(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

/// The words of a capital and one or two digits, with their places; of a range as `D1-D4` its ends.
fn codes(text: &str) -> impl Iterator<Item = (usize, String)> {
    let is_inside = |c: char| c.is_alphanumeric() || c == '_' || c == '-' || c == '.';
    let mut at = 0;
    let words = text.split_inclusive(move |c| !is_inside(c)).map(move |piece| {
        let start = at;
        at += piece.len();
        (start, piece.trim_end_matches(|c| !is_inside(c)).trim_end_matches(['.', '-']))
    });
    words.flat_map(|(start, word)| {
        let ends: Vec<_> = match word.split_once('-') {
            Some((first, last)) if is_code(first) && is_code(last) => vec![first, last],
            _ => vec![word],
        };
        ends.into_iter().filter(|end| is_code(end)).map(move |end| (start, end.to_owned()))
    })
}

fn is_code(word: &str) -> bool {
    let Some((letter, digits)) = word.split_at_checked(1) else { return false };
    letter.as_bytes()[0].is_ascii_uppercase()
        && matches!(digits.len(), 1 | 2)
        && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// The text with everything within backticks or quotation marks blanked.
fn without_quotes(text: &str) -> String {
    let mut open = None;
    let blank = |c: char| match open {
        None if c == '`' || c == '"' => {
            open = Some(c);
            ' '
        }
        None => c,
        Some(mark) => {
            if c == mark {
                open = None;
            }
            ' '
        }
    };
    text.chars().map(blank).collect()
}

/// The links of a document to files that do not exist.
fn dead_links(file: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<Stray> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut strays = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for (at, _) in line.match_indices("](") {
            let Some((target, _)) = line[at + 2..].split_once(')') else { continue };
            let path = target.split('#').next().unwrap_or_default();
            if path.is_empty()
                || path.contains(':')
                || exists(format!("{folder}/{path}").trim_start_matches('/'))
            {
                continue;
            }
            strays.push(Stray {
                place: Place { file: file.to_owned(), line: index + 1 },
                cited: format!("the link to {target}"),
                remedy: "name a file of the project, relative to this one".to_owned(),
            });
        }
    }
    strays
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Nim\n\n## 1. Decisions\n| Id | Who |\n|---|---|\n| D1 heap | both |\n| D2 | one |\n\n### 1.2 More\n";

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let mut models = Models::default();
        for (file, text) in files {
            models.read(file, text);
        }
        let strays = files.iter().flat_map(|(file, text)| models.strays_of(file, text, &["nim", "pig"]));
        strays.map(|stray| format!("{}:{} {}", stray.place.file, stray.place.line, stray.cited)).collect()
    }

    #[test]
    fn what_is_defined_may_be_cited() {
        let code = "//! Rules: the engine model, section 1; engine model 1.2. D1 and D2, `D9`, \"D9\".\nlet D7 = 3;\n";
        let files = [
            ("docs/models/nim.md", PAGE),
            ("crates/nim/src/a.rs", code),
            ("docs/other.md", "engine model 8, D9"),
        ];
        assert_eq!(found(&files), Vec::<String>::new());
    }

    #[test]
    fn what_leads_nowhere_is_told_with_its_place() {
        let code =
            "/// engine model, section (g)\n/// The engine model, 1.3; card language 5.\n// D3, and D1-D4.\n";
        let files = [
            ("docs/models/nim.md", PAGE),
            ("crates/nim/src/a.rs", code),
            ("docs/nim.md", "See D5.\n```text\nposition D6\n```\n"),
            ("crates/pig/src/a.rs", "// card language 5.3"),
        ];
        assert_eq!(
            found(&files),
            [
                "crates/nim/src/a.rs:1 engine model g",
                "crates/nim/src/a.rs:2 engine model 1.3",
                "crates/nim/src/a.rs:2 card language 5",
                "crates/nim/src/a.rs:3 D3",
                "crates/nim/src/a.rs:3 D4",
                "docs/nim.md:1 D5",
                "crates/pig/src/a.rs:1 card language 5.3",
            ]
        );
    }

    #[test]
    fn padded_codes_are_no_hexes() {
        let page = "| E01, E02 | a |\n| E12 | b |\n";
        let files = [("docs/models/nim.md", page), ("crates/nim/src/a.rs", "// hex E4, E02, fault E13\n")];
        assert_eq!(found(&files), ["crates/nim/src/a.rs:1 E13"]);
    }

    #[test]
    fn dead_links_are_told() {
        let text = "[a](b.md#x) [c](#d) [e](https://example.org) [f](../g.md)";
        let exists = |target: &str| target == "docs/b.md";
        let strays = dead_links("docs/a.md", text, exists);
        let cited: Vec<_> = strays.iter().map(|stray| stray.cited.as_str()).collect();
        assert_eq!(cited, ["the link to ../g.md"]);
    }

    #[test]
    fn the_project_cites_nothing_in_vain() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let strays = strays(&root, Rulebook::shipped()).unwrap();
        let lines: Vec<_> = strays.iter().map(ToString::to_string).collect();
        assert!(lines.is_empty(), "{}", lines.join("\n"));
    }
}
