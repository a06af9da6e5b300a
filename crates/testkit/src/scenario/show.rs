//! What a block asks to be shown: what is so at that point, without expecting anything of it.

use engine::{Turn, Viewer};

use super::expect::told;
use super::scene::Scene;
use super::words::{meant_show, word_and_rest};
use super::{Trouble, data, stop};

/// What one `show` statement found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The line of the statement.
    pub line: usize,
    /// What was asked for: `legal P1`.
    pub what: String,
    /// What was found, line by line, in the words in which it can be expected.
    pub found: Vec<String>,
}

impl Scene<'_> {
    /// `show events`, `legal`, `position`, `state` or `view`: the lines of what is so now.
    pub fn show(&mut self, statement: &str) -> Result<Vec<String>, Trouble> {
        let (word, rest) = word_and_rest(statement);
        let everyone = Viewer::everyone(self.play.seats());
        match (word, rest) {
            ("events", "") => Ok(self.told(everyone)),
            ("events", who) => self.viewer(who).map(|viewer| self.told(viewer)),
            ("legal", "") => Ok(self.options_of_all()),
            ("legal", who) => Ok(self.seat(who).map(|seat| self.play.notations(seat))?),
            ("position", "") => Ok(vec![self.play.position()]),
            ("state", path) => below(&self.play.view(everyone), path),
            ("view", "") => Err(stop("nobody looks", "write `show view SEAT` or `show view spectator`")),
            ("view", rest) => {
                let (who, path) = rest.split_once(':').unwrap_or((rest, ""));
                let viewer = self.viewer(who)?;
                below(&self.play.view(viewer), path.trim())
            }
            ("position", _) => Err(stop("`show position` takes no more words", "leave them out")),
            _ => Err(stop(format!("`show {word}` is no statement"), meant_show(word))),
        }
    }

    fn told(&self, viewer: Viewer) -> Vec<String> {
        self.events(viewer).iter().map(told).collect()
    }

    /// What everybody can do who owes a choice, or the outcomes of chance.
    fn options_of_all(&self) -> Vec<String> {
        let of = |seat| {
            let options = self.play.notations(seat);
            options.into_iter().map(move |option| format!("{}: {option}", self.name(seat)))
        };
        match self.play.turn() {
            Turn::Players(owed) => owed.iter().flat_map(of).collect(),
            Turn::Chance => self.chances().iter().map(|outcome| format!("chance: {outcome}")).collect(),
            Turn::Over => Vec::new(),
        }
    }
}

/// The values below a path; of the whole, if it is empty.
fn below(data: &serde_json::Value, path: &str) -> Result<Vec<String>, Trouble> {
    let part = if path.is_empty() { data } else { data::at(data, path)? };
    let mut lines = Vec::new();
    data::lines(path, part, &mut lines);
    Ok(lines)
}
