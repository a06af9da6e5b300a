//! The texts a game is made from: cards, boards, formats.

use crate::bounds;
use crate::fault::{Fault, Faults, Place};
use crate::text;

/// One text with its name, as a record embeds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// What it is called in messages: `cards/worlds-unchained/starter.toml`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// All the texts a setup uses, in the order given; and whether they are all there is, so that nothing is shipped beside
/// them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources(pub Vec<Source>, bool);

impl Sources {
    /// No texts: games without cards or boards need none.
    pub fn none() -> Self {
        Self::default()
    }

    /// These texts, beside what is shipped.
    pub fn of(texts: Vec<Source>) -> Self {
        Self(texts, false)
    }

    /// The same texts, and nothing beside them: a game is played with what its record holds, whatever is shipped now.
    #[must_use]
    pub fn alone(self) -> Self {
        Self(self.0, true)
    }

    /// Whether nothing is shipped beside these texts.
    pub fn are_alone(&self) -> bool {
        self.1
    }

    /// Adds a text.
    pub fn push(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.0.push(Source { name: name.into(), text: text.into() });
    }

    /// Refuses too many files, too much in them, and names that cannot be shown.
    ///
    /// ```
    /// # use engine::Sources;
    /// let mut sources = Sources::none();
    /// sources.push("large", "x".repeat(300_000));
    /// let fault = "the file `large` has 300000 bytes; at most 250000 are read";
    /// assert_eq!(sources.check().unwrap_err().to_string(), fault);
    /// ```
    pub fn check(&self) -> Result<(), Faults> {
        let mut faults = Faults::none();
        for source in &self.0 {
            let name = &source.name;
            if name.trim().is_empty() {
                faults.push(Fault::new("the name of a file is empty", "give it a letter or more"));
            }
            faults.take(text::seen(name, &format!("the name `{name}` of a file")));
            faults.take(bounds::bytes("the name of a file", name.len(), bounds::FILE_NAME));
            faults.take(bounds::bytes(&format!("the file `{name}`"), source.text.len(), bounds::FILE));
        }
        faults.take(bounds::count("the setup", self.0.len(), "files", bounds::FILES));
        let all = self.0.iter().map(|source| source.text.len()).sum();
        faults.take(bounds::count("the setup", all, "bytes of files", bounds::ALL_FILES));
        faults.or(())
    }

    /// The text called `name`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|source| source.name == name).map(|source| source.text.as_str())
    }

    /// These texts, each replaced by the one of its name in `given`, if there is one. If there is none it stays, unless
    /// what is given stands alone.
    ///
    /// ```
    /// # use engine::Sources;
    /// let (mut shipped, mut given) = (Sources::none(), Sources::none());
    /// shipped.push("shipped/deck", "new");
    /// given.push("shipped/deck", "old");
    /// shipped.push("shipped/later", "");
    /// assert_eq!(shipped.replaced_by(&given).count(), 2);
    /// let given = given.alone();
    /// assert!(shipped.replaced_by(&given).eq(&given.0));
    /// ```
    pub fn replaced_by<'a>(&'a self, given: &'a Self) -> impl Iterator<Item = &'a Source> {
        self.0.iter().filter_map(|own| {
            let replaced = given.0.iter().find(|source| source.name == own.name);
            replaced.or((!given.are_alone()).then_some(own))
        })
    }

    /// These texts without those that replace a `shipped` one. One whose name begins with `folder`, as the names of
    /// shipped ones do, is a fault: it would be read as something of one's own.
    ///
    /// ```
    /// # use engine::Sources;
    /// let mut given = Sources::none();
    /// given.push("shipped/moon", "");
    /// let fault = given.beside(&Sources::none(), "shipped/").next().unwrap().unwrap_err();
    /// assert_eq!(fault.to_string(), "shipped/moon:1:1: no such file is shipped; leave it out");
    /// ```
    pub fn beside<'a>(
        &'a self,
        shipped: &'a Self,
        folder: &'a str,
    ) -> impl Iterator<Item = Result<&'a Source, Fault>> {
        let own = self.0.iter().filter(|source| shipped.get(&source.name).is_none());
        own.map(move |source| {
            if !source.name.starts_with(folder) {
                return Ok(source);
            }
            let fault = Fault::new("no such file is shipped", "leave it out");
            Err(fault.at(Place::Source(source.name.clone(), 1, 1)))
        })
    }
}

/// Whether a text was ever shipped under its name, by the list `shipped` of a game (lines of a BLAKE3 hash, a blank and
/// a name); nothing if no shipped text has that name.
pub(crate) fn was_shipped(shipped: &str, source: &Source) -> Option<bool> {
    let mut known = shipped
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(_, name)| *name == source.name)
        .map(|(hash, _)| hash)
        .peekable();
    known.peek()?;
    let hash = blake3::hash(source.text.as_bytes()).to_hex();
    Some(known.any(|known| known == hash.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> Sources {
        Sources::of(
            files.iter().map(|&(name, text)| Source { name: name.into(), text: text.into() }).collect(),
        )
    }

    #[test]
    fn given_texts_replace_shipped_ones_or_come_beside_them() {
        let shipped = sources(&[("shipped/deck", "1"), ("shipped/board", "2")]);
        let given = sources(&[("a", "3"), ("shipped/moon", "4"), ("shipped/board", "5"), ("deck", "6")]);
        let now: Vec<Source> = shipped.replaced_by(&given).cloned().collect();
        assert_eq!(Sources::of(now), sources(&[("shipped/deck", "1"), ("shipped/board", "5")]));
        let told: Vec<String> = given
            .beside(&shipped, "shipped/")
            .map(|source| source.map_or_else(|fault| fault.to_string(), |source| source.text.clone()))
            .collect();
        assert_eq!(told, ["3", "shipped/moon:1:1: no such file is shipped; leave it out", "6"]);
    }
}
