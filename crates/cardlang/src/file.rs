//! Files of cards: TOML whose every fault is told at its place.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;

use engine::{Fault, Faults, Place, Source, bounds, cut, nearest, text};
use toml::Spanned;
use toml::de::DeTable;

pub use toml::de::DeValue;

use crate::diagnostic::Diagnostic;

/// A file being read, and what is wrong with it so far.
pub struct CardFile<'s> {
    source: &'s Source,
    /// Each with the byte where it lies; its place is found when all are known.
    faults: Vec<(usize, Fault)>,
    /// How many there were beside them.
    more: usize,
    /// What is being read, for the words of its faults.
    about: Option<String>,
    lines: Lines<'s>,
}

/// Where the lines of a text begin; they are looked for once, when the first place is asked for.
struct Lines<'t> {
    text: &'t str,
    starts: OnceCell<Vec<usize>>,
}

impl Lines<'_> {
    /// The line of a byte, counted from 1, and the byte that it begins with.
    fn line(&self, at: usize) -> (usize, usize) {
        let starts = self.starts.get_or_init(|| {
            let breaks = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect()
        });
        let line = starts.partition_point(|start| *start <= at.min(self.text.len()));
        (line, starts[line - 1])
    }
}

/// A table of the file.
pub type Table<'t> = DeTable<'t>;
/// Where something stands in the file, in bytes.
pub type At = Range<usize>;

impl<'s> CardFile<'s> {
    /// A file of which nothing is read yet.
    pub fn new(source: &'s Source) -> Self {
        let lines = Lines { text: &source.text, starts: OnceCell::new() };
        Self { source, faults: Vec::new(), more: 0, about: None, lines }
    }

    /// The whole file; what is no TOML is reported and left out, and so is all of a file that is too large.
    pub fn root(&mut self) -> Spanned<Table<'s>> {
        if let Err(fault) = bounds::bytes("the file", self.source.text.len(), bounds::FILE) {
            self.push(0..0, fault.what, &fault.remedy);
            return Spanned::new(0..0, Table::new());
        }
        let (root, errors) = DeTable::parse_recoverable(&self.source.text);
        self.more += errors.len().saturating_sub(bounds::FAULTS);
        for error in errors.iter().take(bounds::FAULTS) {
            let what = error.message().lines().collect::<Vec<_>>().join(", ");
            let at = error.span().unwrap_or(0..0);
            self.push(at, what, "the file must be TOML");
        }
        root
    }

    /// Everything that is wrong, in the order of the file; of very many faults the first.
    pub fn finish(mut self) -> Faults {
        self.keep_first();
        let placed = self.faults.iter().map(|(at, fault)| {
            let (line, start) = self.lines.line(*at);
            let before = self.source.text.get(start..*at).unwrap_or_default();
            let place = Place::Source(self.source.name.clone(), line, 1 + before.chars().count());
            fault.clone().at(place)
        });
        placed.collect::<Faults>().and_more(self.more)
    }

    /// Keeps the first faults in the order of the file and counts the others.
    fn keep_first(&mut self) {
        self.faults.sort_by_key(|(at, _)| *at);
        self.more += self.faults.len().saturating_sub(bounds::FAULTS);
        self.faults.truncate(bounds::FAULTS);
    }

    /// The line of a byte of the file, counted from 1.
    pub fn line(&self, at: usize) -> usize {
        self.lines.line(at).0
    }

    /// Names what is read from now on, such as a card, so that its faults name it too.
    pub fn about(&mut self, what: Option<&str>) {
        self.about = what.map(|what| cut(what, bounds::QUOTED));
    }

    /// Notes a fault at a place.
    pub fn push(&mut self, at: Range<usize>, what: impl Into<String>, remedy: &str) {
        let what = match &self.about {
            Some(about) => format!("{} (`{about}`)", what.into()),
            None => what.into(),
        };
        self.faults.push((at.start, Fault::new(what, remedy)));
        if self.faults.len() >= 10 * bounds::FAULTS {
            self.keep_first();
        }
    }

    /// Notes what is wrong with a text that begins at a place.
    pub fn diagnostic(&mut self, at: &At, diagnostic: &Diagnostic) {
        let written = |offset: usize| at.start + written_length(&self.source.text, at, offset);
        let span = written(diagnostic.span.start)..written(diagnostic.span.end);
        self.push(span, format!("{}: {}", diagnostic.code, diagnostic.message), &diagnostic.hints.join("; "));
    }

    /// Notes a fault with its code.
    pub fn fault(&mut self, code: &str, at: Range<usize>, what: impl Into<String>, remedy: &str) {
        self.push(at, format!("{code}: {}", what.into()), remedy);
    }

    /// Reports every key that means nothing here.
    pub fn only(&mut self, table: &Table<'_>, known: &[&str]) {
        for key in table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            let remedy = nearest(name, known.iter().copied()).map_or_else(
                || format!("the keys here are {}", known.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            self.push(key.span(), format!("`{name}` means nothing here"), &remedy);
        }
    }

    /// Notes that a key holds something else than it should.
    pub fn wrong(&mut self, at: Range<usize>, key: &str, wanted: &str) {
        self.push(at, format!("`{key}` is not {wanted}"), "see the shipped files for examples");
    }

    /// A text and where its first character stands.
    pub fn text(&mut self, table: &Table<'_>, key: &str) -> Option<(String, Range<usize>)> {
        let value = table.get(key)?;
        let DeValue::String(text) = value.get_ref() else {
            self.wrong(value.span(), key, "a text");
            return None;
        };
        self.is_sound(text, &value.span(), key).then(|| (text.to_string(), self.inside(value.span())))
    }

    /// A text that is one line, and where its first character stands.
    pub fn one_line(&mut self, table: &Table<'_>, key: &str) -> Option<(String, At)> {
        let (line, at) = self.text(table, key)?;
        self.is_line(&line, &at, key).then_some((line, at))
    }

    /// Whether a text is one line; if not, that is noted.
    fn is_line(&mut self, text: &str, at: &At, key: &str) -> bool {
        let sound = !text.contains(['\n', '\r', '\t']);
        if !sound {
            self.push(
                at.clone(),
                format!("`{key}` has line breaks or tabs"),
                "write it on one line with blanks",
            );
        }
        sound
    }

    /// What something is called, and where that stands: a text that is not blank and has at most [`bounds::NAME`]
    /// characters.
    pub fn name(&mut self, table: &Table<'_>, key: &str) -> Option<(String, At)> {
        let (name, at) = self.one_line(table, key)?;
        let length = name.chars().count();
        if name.trim().is_empty() {
            self.push(at.clone(), format!("`{key}` is empty"), "give it a letter or more");
        } else if length > bounds::NAME {
            let remedy = format!("give at most {}", bounds::NAME);
            self.push(at.clone(), format!("`{key}` has {length} characters"), &remedy);
        }
        Some((name, at))
    }

    /// Whether a text is no longer than texts are, and all of it is seen; if not, that is noted.
    fn is_sound(&mut self, text: &str, at: &At, key: &str) -> bool {
        let plain = text.replace("\r\n", " ").replace(['\n', '\t'], " ");
        let what = format!("`{key}`");
        let sound = bounds::bytes(&what, text.len(), bounds::TEXT).and_then(|()| text::seen(&plain, &what));
        if let Err(fault) = &sound {
            self.push(at.clone(), fault.what.as_str(), &fault.remedy);
        }
        sound.is_ok()
    }

    /// A text that means nothing, to be shown on one line; nothing if it is blank.
    pub fn in_a_line(&mut self, table: &Table<'_>, key: &str) -> Option<String> {
        let (text, _) = self.text(table, key)?;
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (!line.is_empty()).then_some(line)
    }

    /// Where the first character of a text stands whose marks and all stand here.
    pub fn inside(&self, span: At) -> At {
        let written = self.source.text.get(span.clone()).unwrap_or_default();
        let marks = if written.starts_with("\"\"\"") || written.starts_with("'''") { 3 } else { 1 };
        // A line break right after three marks does not belong to the text.
        let inside = written.get(marks..).filter(|_| marks == 3).unwrap_or_default();
        let skipped = ["\n", "\r\n"].into_iter().find(|line| inside.starts_with(line)).map_or(0, str::len);
        span.start + marks + skipped..span.end
    }

    /// A text of a line that should be there: nothing at `span` if it is missing, nothing at all if something else is.
    pub fn line_or(&mut self, table: &Table<'_>, key: &str, span: &At) -> Option<(String, At)> {
        if table.contains_key(key) { self.one_line(table, key) } else { Some((String::new(), span.clone())) }
    }

    /// The same with a text that may have several lines.
    pub fn text_or(&mut self, table: &Table<'_>, key: &str, span: &At) -> Option<(String, At)> {
        if table.contains_key(key) { self.text(table, key) } else { Some((String::new(), span.clone())) }
    }

    /// A list of texts of a line each, with where each stands, marks and all.
    pub fn texts(&mut self, table: &Table<'_>, key: &str) -> Vec<(String, Range<usize>)> {
        let mut texts = self.list(table, key, "a list of texts", |value| match value {
            DeValue::String(text) => Some(text.to_string()),
            _ => None,
        });
        texts.retain(|(text, at)| self.is_sound(text, at, key) && self.is_line(text, at, key));
        texts
    }

    /// A whole number.
    pub fn whole(&mut self, table: &Table<'_>, key: &str) -> Option<(i64, Range<usize>)> {
        let value = table.get(key)?;
        let number = number(value.get_ref());
        if number.is_none() {
            self.wrong(value.span(), key, "a whole number");
        }
        number.map(|number| (number, value.span()))
    }

    /// A list of tables.
    pub fn tables<'t>(&mut self, table: &'t Table<'s>, key: &str) -> Vec<(&'t Table<'s>, Range<usize>)> {
        let Some(value) = table.get(key) else { return Vec::new() };
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(value.span(), key, "a list of tables");
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in self.bounded(items, value.span(), key, "tables") {
            match item.get_ref() {
                DeValue::Table(table) => tables.push((table, item.span())),
                _ => self.wrong(item.span(), key, "a list of tables"),
            }
        }
        tables
    }

    /// The first members of a list, as many as lists have.
    fn bounded<'l, M>(&mut self, members: &'l [M], at: At, key: &str, of: &str) -> &'l [M] {
        if let Err(fault) = bounds::count(&format!("`{key}`"), members.len(), of, bounds::LIST) {
            self.push(at, fault.what, &fault.remedy);
        }
        &members[..members.len().min(bounds::LIST)]
    }

    /// The members of a list, each read by `read`.
    pub fn list<T>(
        &mut self,
        table: &Table<'_>,
        key: &str,
        wanted: &str,
        read: impl Fn(&DeValue<'_>) -> Option<T>,
    ) -> Vec<(T, Range<usize>)> {
        let Some(value) = table.get(key) else { return Vec::new() };
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(value.span(), key, wanted);
            return Vec::new();
        };
        let mut list = Vec::new();
        for item in self.bounded(items, value.span(), key, "members") {
            match read(item.get_ref()) {
                Some(read) => list.push((read, item.span())),
                None => self.wrong(item.span(), key, wanted),
            }
        }
        list
    }

    /// An id of letters, digits and hyphens, and where it stands. Hyphens alone are none: in positions and lists
    /// they stand for what is not there.
    pub fn id(&mut self, table: &Table<'_>, span: &Range<usize>) -> (String, Range<usize>) {
        let (id, at) = self.text(table, "id").unwrap_or((String::new(), span.clone()));
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if !id.contains(|c: char| c.is_ascii_alphanumeric()) || !id.chars().all(fits) {
            let remedy = "give an `id` of letters, digits and hyphens, not of hyphens alone";
            self.push(at.clone(), format!("`{id}` is no id"), remedy);
        } else if id.len() > bounds::NAME {
            let remedy = format!("give at most {}", bounds::NAME);
            self.push(at.clone(), format!("the id `{id}` has {} characters", id.len()), &remedy);
        }
        (id, at)
    }
}

/// How many bytes the first `length` bytes of the text at a place take in the file: escapes are longer there.
fn written_length(file: &str, at: &At, length: usize) -> usize {
    let before = file.get(..at.start).unwrap_or_default();
    let written = file.get(at.clone()).unwrap_or_default();
    let marks = before.strip_suffix('\n').unwrap_or(before);
    let marks = marks.strip_suffix('\r').unwrap_or(marks);
    if !marks.ends_with('"') {
        return length;
    }
    let (mut read, mut passed) = (0, 0);
    while let Some(rest) = written.get(passed..).filter(|rest| !rest.is_empty()) {
        let (taken, meant) = escape(rest);
        if read >= length && meant > 0 {
            break;
        }
        passed += taken;
        read += meant;
    }
    passed.min(written.len())
}

/// How long the next character is as it is written between double marks, and how long what it means is.
fn escape(written: &str) -> (usize, usize) {
    let Some(escaped) = written.strip_prefix('\\') else {
        let length = written.chars().next().map_or(1, char::len_utf8);
        return (length, length);
    };
    let digits = match escaped.as_bytes().first() {
        Some(b'x') => 2,
        Some(b'u') => 4,
        Some(b'U') => 8,
        // A mark before the end of a line takes the break and all blanks behind it away.
        Some(b' ' | b'\t' | b'\r' | b'\n') => {
            return (1 + escaped.len() - escaped.trim_start_matches([' ', '\t', '\r', '\n']).len(), 0);
        }
        first => return (1 + usize::from(first.is_some()), 1),
    };
    let value = escaped.get(1..=digits).and_then(|hex| u32::from_str_radix(hex, 16).ok());
    (2 + digits, value.and_then(char::from_u32).map_or(1, char::len_utf8))
}

/// A text as TOML, between the marks of the value that it takes the place of as far as they can hold it.
///
/// ```
/// use cardlang::file::requoted;
/// assert_eq!(requoted("\"\"\"old\"\"\"", "a \"Mark\" token."), "\"\"\"a \"Mark\" token.\"\"\"");
/// assert_eq!(requoted("\"old\"", "a \"Mark\" token."), "\"a \\\"Mark\\\" token.\"");
/// assert_eq!(requoted("'old'", "a \"Mark\" token."), "'a \"Mark\" token.'");
/// assert_eq!(requoted("'old'", "this card's grid"), "\"this card's grid\"");
/// ```
pub fn requoted(written: &str, text: &str) -> String {
    let marks =
        ["\"\"\"", "'''", "\"", "'"].into_iter().find(|marks| written.starts_with(marks)).unwrap_or("\"");
    let plain = !text.contains(|c: char| c.is_control());
    let fits = plain && !text.contains(marks) && !text.ends_with(&marks[..1]);
    if fits && (marks.starts_with('\'') || !text.contains('\\')) {
        return format!("{marks}{text}{marks}");
    }
    let mut out = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\U{:08X}", c as u32)),
            c => out.push(c),
        }
    }
    out + "\""
}

/// The tables of a file and their keys, each once; of a file that is no TOML as much as can be read.
///
/// ```
/// use cardlang::file::words;
/// let source = engine::Source { name: String::new(), text: "[[card]]\nid = \"a\"\n[[deck]]\n".to_owned() };
/// assert_eq!(words(&source).into_iter().collect::<Vec<_>>(), ["card", "card.id", "deck"]);
/// ```
pub fn words(source: &Source) -> BTreeSet<String> {
    let root = CardFile::new(source).root();
    let mut words = BTreeSet::new();
    for (name, value) in root.get_ref() {
        let name = name.get_ref();
        words.insert(name.to_string());
        let tables = match value.get_ref() {
            DeValue::Array(items) => items.iter().filter_map(|item| item.get_ref().as_table()).collect(),
            value => Vec::from_iter(value.as_table()),
        };
        for table in tables {
            words.extend(table.keys().map(|key| format!("{name}.{}", key.get_ref())));
        }
    }
    words
}

/// A value as a whole number.
pub fn number(value: &DeValue<'_>) -> Option<i64> {
    match value {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagnostic, Span};

    /// The line and column that are told for the byte `offset` of the text of a file.
    fn told(file: &str, offset: usize) -> (usize, usize) {
        let source = Source { name: "f.toml".to_owned(), text: file.to_owned() };
        let mut read = CardFile::new(&source);
        let root = read.root();
        let (_, at) = read.text(root.get_ref(), "text").expect("a text");
        read.diagnostic(&at, &Diagnostic::new("E-PARSE", Span::new(offset, offset + 1), "wrong"));
        match &read.finish().0[0].place {
            Place::Source(_, line, column) => (*line, *column),
            place => panic!("{place:?}"),
        }
    }

    #[test]
    fn what_means_nothing_is_one_line_to_be_shown() {
        let line = |text: &str| {
            let source = Source { name: "f.toml".to_owned(), text: format!("text = {text}") };
            let mut read = CardFile::new(&source);
            let root = read.root();
            let line = read.in_a_line(root.get_ref(), "text");
            (line, read.finish().0.len())
        };
        assert_eq!(line(r#""a\tb \n c""#), (Some("a b c".to_owned()), 0));
        assert_eq!(line(r#"" \n""#), (None, 0));
        assert_eq!(line(r#""a\u001b[31m""#), (None, 1), "what cannot be seen is a fault");
    }

    #[test]
    fn places_in_a_text_are_places_in_the_file() {
        assert_eq!(told("text = \"abc wrong\"", 4), (1, 13));
        assert_eq!(told("text = \"\"\"abc wrong\"\"\"", 4), (1, 15));
        assert_eq!(told("text = \"\"\"\nabc wrong\"\"\"", 4), (2, 5));
        assert_eq!(told("text = \"\"\"\r\nabc wrong\"\"\"", 4), (2, 5));
        assert_eq!(told("text = 'a\\bc wrong'", 5), (1, 14));
    }

    #[test]
    fn escapes_are_longer_than_what_they_mean() {
        assert_eq!(told(r#"text = "a \"b\" wrong""#, 6), (1, 17));
        assert_eq!(told(r#"text = "\u0041\x42\\ wrong""#, 4), (1, 22));
        assert_eq!(told("text = \"\"\"abc \\\n   wrong\"\"\"", 4), (2, 4));
        assert_eq!(told("text = \"\"\"\n\\\n   wrong\"\"\"", 0), (3, 4), "behind what is skipped");
        assert_eq!(told(r#"text = "ends \"""#, 90), (1, 17), "never behind the value");
    }

    fn told_of(text: &str, look: impl Fn(&mut CardFile<'_>)) -> Faults {
        let source = Source { name: "f.toml".to_owned(), text: text.to_owned() };
        let mut read = CardFile::new(&source);
        look(&mut read);
        read.finish()
    }

    #[test]
    fn what_is_too_much_is_told_once() {
        let cards = "[[card]]\n".repeat(1001);
        let tables = |read: &mut CardFile<'_>| {
            let root = read.root();
            assert_eq!(read.tables(root.get_ref(), "card").len(), 1000);
        };
        let told = "f.toml:1:1: `card` has 1001 tables; at most 1000 are read";
        assert_eq!(told_of(&cards, tables).to_string(), told);
        let list = format!("cards = [{}]", "\"a\",".repeat(1500));
        let texts = |read: &mut CardFile<'_>| {
            let root = read.root();
            assert_eq!(read.texts(root.get_ref(), "cards").len(), 1000);
        };
        let told = "f.toml:1:9: `cards` has 1500 members; at most 1000 are read";
        assert_eq!(told_of(&list, texts).to_string(), told);
        let large = "x".repeat(250_001);
        let root = |read: &mut CardFile<'_>| assert!(read.root().get_ref().is_empty());
        let told = "f.toml:1:1: the file has 250001 bytes; at most 250000 are read";
        assert_eq!(told_of(&large, root).to_string(), told);
    }

    #[test]
    fn texts_and_names_have_lengths() {
        let name = |text: &str| {
            told_of(&format!("name = \"{text}\""), |read| {
                let root = read.root();
                read.name(root.get_ref(), "name");
            })
            .to_string()
        };
        assert_eq!((name("Ada"), name(&"é".repeat(40))), Default::default());
        assert_eq!(name(" "), "f.toml:1:9: `name` is empty; give it a letter or more");
        assert_eq!(name(&"é".repeat(41)), "f.toml:1:9: `name` has 41 characters; give at most 40");
        assert_eq!(name(&"x".repeat(2001)), "f.toml:1:8: `name` has 2001 bytes; at most 2000 are read");
        let hidden = "f.toml:1:8: `name` holds the hidden character U+200B; leave it out";
        assert_eq!((name("a\u{200b}"), name("a\\u200B")), (hidden.to_owned(), hidden.to_owned()));
    }

    #[test]
    fn the_first_faults_of_the_file_are_told() {
        let lines = "line\n".repeat(3000);
        let faults = told_of(&lines, |read| {
            // From the end to the beginning.
            for line in (0..3000).rev() {
                read.push(5 * line + 2..5 * line + 3, format!("fault {line}"), "");
            }
        });
        assert_eq!((faults.0.len(), faults.count()), (100, 3000));
        assert_eq!(faults.0[99].to_string(), "f.toml:100:3: fault 99");
        assert_eq!(faults.0[0].to_string(), "f.toml:1:3: fault 0");
    }

    #[test]
    fn hyphens_alone_are_no_id() {
        let told = |id: &str| {
            let source = Source { name: "f.toml".to_owned(), text: format!("id = \"{id}\"") };
            let mut read = CardFile::new(&source);
            let root = read.root();
            read.id(root.get_ref(), &(0..0));
            read.finish().to_string()
        };
        for id in ["a", "7", "a-b", "-a", "S-"] {
            assert_eq!(told(id), "");
        }
        for id in ["", "-", "--", "a b", "ä", "a_"] {
            let remedy = "give an `id` of letters, digits and hyphens, not of hyphens alone";
            assert_eq!(told(id), format!("f.toml:1:7: `{id}` is no id; {remedy}"));
        }
    }

    #[test]
    fn a_text_put_back_is_read_again() {
        for old in ["\"\"\"x\"\"\"", "'''x'''", "\"x\"", "'x'"] {
            for text in ["a \"b\" c.", "card's", "a \\ b", "\"", "'", "\n\t", "", "\"\"\"", "'''"] {
                let file = format!("text = {}", requoted(old, text));
                let source = Source { name: String::new(), text: file.clone() };
                let mut read = CardFile::new(&source);
                let root = read.root();
                let found = read.text(root.get_ref(), "text").map(|(text, _)| text);
                assert_eq!(found.as_deref(), Some(text), "{file}: {}", read.finish());
            }
        }
    }
}
