//! The file of a duel: its terms, then a line a group of games.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::Path;

use engine::Sources;
use serde::{Deserialize, Serialize};

use crate::commands::host::Pace;
use crate::errors::{Failure, read};

/// The format of the file. In format 1 the bots' seeds were drawn from the dice, and there was one setup.
pub const FORMAT: u32 = 2;

/// What every format tells.
#[derive(Deserialize)]
struct Format {
    duel: u32,
}

/// What makes a duel the same duel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    pub duel: u32,
    pub game: String,
    pub game_version: u32,
    /// The edition of the rules.
    pub edition: u32,
    pub setups: Vec<String>,
    pub files: String,
    pub a: String,
    pub b: String,
    pub budget_ms: u64,
    pub seed: String,
    pub bot_seed: String,
}

impl Terms {
    /// What differs, in words.
    fn differs(&self, other: &Self) -> Option<String> {
        let rows = |terms: &Self| {
            [
                ("game", format!("{} version {}, edition {}", terms.game, terms.game_version, terms.edition)),
                ("setup", terms.setups.join(" | ")),
                ("files", terms.files.clone()),
                ("first bot", terms.a.clone()),
                ("second bot", terms.b.clone()),
                ("budget", terms.budget_ms.to_string()),
                ("seed", terms.seed.clone()),
                ("bot seed", terms.bot_seed.clone()),
            ]
        };
        let differing = rows(self).into_iter().zip(rows(other)).find(|(mine, other)| mine != other);
        differing.map(|((what, mine), (_, other))| format!("its {what} is `{mine}`, not `{other}`"))
    }
}

/// One group of games that have the same seed, from the first bot's side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// Counted from 1 over all setups, which take turns.
    pub number: u32,
    /// Half points of each game: 2 for each opponent that one of the first bot's sides came before, 1 for a draw.
    pub halves: Vec<u32>,
    /// By bot.
    pub forfeits: [u32; 2],
    pub strikes: [u32; 2],
}

/// What tells the files of some setups, shipped ones among them, from others.
pub fn digest<'s>(setups: impl IntoIterator<Item = &'s Sources>) -> String {
    let mut hasher = blake3::Hasher::new();
    for sources in setups {
        hasher.update(&(sources.0.len() as u64).to_le_bytes());
        for text in sources.0.iter().flat_map(|source| [&source.name, &source.text]) {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// No state of a duel is larger, in bytes: millions of groups.
const MOST_STATE: usize = 256_000_000;

pub fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {error}; choose another file with --state", path.display()))
}

/// The file to go on with and the groups it holds; a new one gets the terms. Takes the file's seeds if none were given.
/// `fits` says whether a group can be a result of the duel.
pub fn resumed(
    path: &Path,
    terms: &mut Terms,
    pace: &Pace,
    fits: impl Fn(&Group) -> bool,
) -> Result<(File, Vec<Group>), Failure> {
    let append = |kept: u64| {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => std::io::Error::other("another duel is writing to it"),
            TryLockError::Error(error) => error,
        })?;
        file.set_len(kept)?;
        Ok(file)
    };
    let text = if path.exists() { read(path, MOST_STATE)? } else { String::new() };
    let (whole, _) = text.rsplit_once('\n').unwrap_or(("", ""));
    let mut lines = whole.lines();
    let no_duel =
        || Failure::Usage(format!("{} is no duel; choose another file with --state", path.display()));
    let Some(first) = lines.next() else {
        if !text.is_empty() {
            return Err(no_duel());
        }
        let mut file = append(0).map_err(|error| cannot_write(path, &error))?;
        let line = serde_json::to_string(terms)? + "\n";
        file.write_all(line.as_bytes()).map_err(|error| cannot_write(path, &error))?;
        return Ok((file, Vec::new()));
    };
    let Format { duel } = serde_json::from_str(first).map_err(|_| no_duel())?;
    if duel != FORMAT {
        return Err(Failure::Usage(format!(
            "{} holds a duel of format {duel}, and this program goes on with format {FORMAT} only; begin a new one \
             with another file",
            path.display()
        )));
    }
    let kept: Terms = serde_json::from_str(first).map_err(|_| no_duel())?;
    if pace.seed.is_none() {
        terms.seed.clone_from(&kept.seed);
    }
    if pace.bot_seed.is_none() {
        terms.bot_seed.clone_from(&kept.bot_seed);
    }
    if let Some(difference) = kept.differs(terms) {
        return Err(Failure::Usage(format!(
            "{} holds another duel: {difference}; repeat that one or choose another file with --state",
            path.display()
        )));
    }
    let mut groups: Vec<Group> = Vec::new();
    for line in lines {
        match serde_json::from_str::<Group>(line) {
            Ok(group) if group.number as usize == groups.len() + 1 && fits(&group) => groups.push(group),
            _ => {
                let (line, due) = (groups.len() + 2, groups.len() + 1);
                return Err(Failure::Usage(format!(
                    "{}: line {line}: this is no result of pair {due}; delete this line and all after it to go on",
                    path.display()
                )));
            }
        }
    }
    // A line that was cut short when the program was ended is played again.
    let file = append(whole.len() as u64 + 1).map_err(|error| cannot_write(path, &error))?;
    Ok((file, groups))
}
