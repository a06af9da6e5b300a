//! The texts a game is made from: cards, boards, formats.

/// One text with its name, as a record embeds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// What it is called in messages: `cards/worlds-unchained/starter.toml`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// All the texts a setup uses, in the order given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources(pub Vec<Source>);

impl Sources {
    /// No texts: games without cards or boards need none.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a text.
    pub fn push(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.0.push(Source { name: name.into(), text: text.into() });
    }

    /// The text called `name`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|source| source.name == name).map(|source| source.text.as_str())
    }
}
