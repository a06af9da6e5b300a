//! The record of a game: a text file that replays and checks itself. `docs/records.md` has the format.
//!
//! Every line after the first begins with four hexadecimal digits that check it together with all
//! lines before it, so that the first damaged, lost or added line can be named. Every entry of the play ends with the
//! first digits of the hash of its position, so that the first entry that plays differently can be named, too.

mod read;
mod replay;
mod write;

use crate::edition::Edition;
use crate::fault::{Fault, Faults, Place};
use crate::play::Back;
use crate::rng::{Commitment, Seed};
use crate::seat::{Actor, Seat};
use crate::settings::Settings;
use crate::sources::Sources;

pub use write::reseal;

/// The version of the record format this program writes; it reads this one and all before it.
pub const FORMAT: u32 = 2;

/// Where the dice and draws of a game come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Luck {
    /// A test or a person says how each chance event falls; nobody can check it.
    Scripted,
    /// A seed that was committed to before the first action, mixed with what players contributed.
    Committed {
        /// The published hash of the seed.
        commitment: Commitment,
        /// What the players contributed, in order of seats; may be empty.
        contributions: Vec<String>,
        /// The seed, if this side knows it.
        seed: Option<Seed>,
    },
}

impl Luck {
    /// Luck from a seed that this side chose.
    pub fn seeded(seed: Seed) -> Self {
        Self::Committed { commitment: seed.commitment(), contributions: Vec::new(), seed: Some(seed) }
    }

    /// The seed all streams of the game start from, if this side can know it.
    pub fn game_seed(&self) -> Option<Seed> {
        match self {
            Self::Committed { contributions, seed: Some(seed), .. } => Some(seed.mixed_with(contributions)),
            _ => None,
        }
    }
}

/// All that a game is set up from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The options.
    pub settings: Settings,
    /// The cards, boards and formats.
    pub sources: Sources,
    /// A name for each seat, or none at all.
    pub players: Vec<String>,
    /// Where chance comes from.
    pub luck: Luck,
    /// A position to start from instead of the game's own.
    pub position: Option<String>,
}

impl Opening {
    /// A game with these settings, no sources, no names.
    pub fn new(settings: Settings, luck: Luck) -> Self {
        Self { settings, sources: Sources::none(), players: Vec::new(), luck, position: None }
    }
}

/// Whether an unfinished record tells the seed. A finished one always does.
///
/// Every record tells all deals and choices, those that are still secret too: until the game is over
/// it is for the host alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeedLine {
    /// Only when the game is over.
    WhenOver,
    /// Always: for a save that must go on exactly as it would have.
    Always,
}

/// One step as the record gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// An actor did this, in notation.
    Act(Actor, String),
    /// A seat gave up.
    Concede(Seat),
}

/// What an entry of a record tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// One deed, or several that were sealed together.
    Deeds(Vec<Deed>),
    /// Something was taken back.
    Back(Back),
    /// Another edition of the rules holds from here on.
    Edition(u32),
}

/// An entry of the record's play, parsed but not yet checked by the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordStep {
    /// The line it stands on.
    pub line: usize,
    /// What it tells.
    pub told: Told,
    /// The first digits of the hash of the position after it; records of format 1 have none.
    pub check: Option<String>,
}

/// A record that was read; [`Play::replay`](crate::Play::replay) lets the game check it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The version of the game's notation.
    pub version: u32,
    /// The edition of the rules that the game began with.
    pub edition: u32,
    /// All that the game was set up from.
    pub opening: Opening,
    /// The entries.
    pub steps: Vec<RecordStep>,
    /// The scores by seat in words, if the game was finished.
    pub result: Option<Vec<String>>,
    /// The hash of the last position.
    pub hash: String,
    /// Lines by what they hold, for messages.
    lines: Lines,
}

/// A record that was played again without a fault, as far as that could be checked.
#[derive(Debug)]
pub struct Replayed<P> {
    /// The play, up to the end of the record or to where today's rules part from it.
    pub play: P,
    /// What could not be checked; nothing if all is verified.
    pub doubts: Vec<Doubt>,
    /// The line of each entry of the play.
    pub lines: Vec<usize>,
}

/// What a chance event of a play was drawn from, for whoever recomputes it: `docs/randomness.md`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The number of its entry, counted from 0.
    pub entry: usize,
    /// The word of its purpose.
    pub purpose: &'static str,
    /// The number of its purpose.
    pub number: u8,
    /// How many events of that purpose came before.
    pub occasion: u32,
    /// How often the game had gone back by then.
    pub backs: u32,
    /// What was drawn from, in order; nothing if dice were thrown.
    pub from: Vec<String>,
    /// What fell, as a record says it.
    pub fell: String,
}

impl<P> Replayed<P> {
    /// The play as another type.
    pub fn map<Q>(self, change: impl FnOnce(P) -> Q) -> Replayed<Q> {
        Replayed { play: change(self.play), doubts: self.doubts, lines: self.lines }
    }

    /// The play if nothing is in doubt.
    pub fn trusted(self) -> Result<P, Faults> {
        self.doubts.iter().map(Doubt::fault).collect::<Faults>().or(self.play)
    }

    /// The play if it is whole, whatever else is in doubt.
    pub fn whole(self) -> Result<P, Faults> {
        match self.parting() {
            Some(parting) => Err(parting.fault().into()),
            None => Ok(self.play),
        }
    }

    /// Where today's rules part from the record, if they do.
    pub fn parting(&self) -> Option<&Parting> {
        self.doubts.iter().find_map(|doubt| match doubt {
            Doubt::Parted(parting) => Some(parting),
            _ => None,
        })
    }
}

/// Why a record without a fault is not verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// The game is over and its seed should be told, but is not: nobody can check the dice.
    NoSeed {
        /// Where it should stand.
        line: usize,
    },
    /// A person or a test said how the dice fall: nobody can check them.
    Scripted {
        /// The line that says so.
        line: usize,
    },
    /// A text has the name of a shipped one, but no such text was ever shipped under it.
    NeverShipped {
        /// Where it begins.
        line: usize,
        /// Its name.
        name: String,
    },
    /// Positions are written in another way since, so that none could be compared.
    OldNotation {
        /// The line that tells it.
        line: usize,
    },
    /// The record was made under an older edition of the rules, and today's play it differently.
    Parted(Parting),
}

impl Doubt {
    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoSeed { .. } => "no-seed",
            Self::Scripted { .. } => "scripted",
            Self::NeverShipped { .. } => "never-shipped",
            Self::OldNotation { .. } => "old-notation",
            Self::Parted(_) => "older-rules",
        }
    }

    /// In words.
    pub fn fault(&self) -> Fault {
        let fault = |line: &usize, what: &str, remedy: &str| Fault::new(what, remedy).at(Place::Line(*line));
        match self {
            Self::NoSeed { line } => fault(
                line,
                "the game is over, but its seed is missing, so nobody can check the dice",
                "ask whoever hosted the game for the whole record",
            ),
            Self::Scripted { line } => fault(
                line,
                "whoever made this record said how the dice and cards fall, so nobody can check them",
                "all else is checked",
            ),
            Self::NeverShipped { line, name } => fault(
                line,
                &format!("`{name}` has the name of a shipped text, but no such text was ever shipped"),
                "the cards of this game were changed under their own name: compare them with the shipped ones",
            ),
            Self::OldNotation { line } => fault(
                line,
                "positions are written in another way since, so none could be compared",
                "the moves, dice and result are checked; an older program can compare the positions",
            ),
            Self::Parted(parting) => parting.fault(),
        }
    }
}

/// Where and why today's rules part from a record of an older edition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// So many entries are played alike.
    pub number: usize,
    /// The line of the first one that is not.
    pub line: usize,
    /// The edition of the record.
    pub edition: u32,
    /// What today's rules say to that entry.
    pub why: String,
    /// The editions since, with what they changed.
    pub since: &'static [Edition],
}

impl Parting {
    /// In one sentence.
    pub fn fault(&self) -> Fault {
        let today = self.since.last().map_or(self.edition, |edition| edition.number);
        let what = format!(
            "the record was played under edition {} of the rules; edition {today} parts from it at entry {}: {}",
            self.edition,
            self.number + 1,
            self.why,
        );
        let changes = self.since.iter().flat_map(|edition| edition.changes);
        let changes: Vec<String> =
            changes.map(|change| format!("{} ({})", change.text, change.rules.join(", "))).collect();
        let remedy = match changes.len() {
            0 => "an older program plays it to its end".to_owned(),
            _ => format!("changed since: {}", changes.join("; ")),
        };
        Fault::new(what, remedy).at(Place::Line(self.line))
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Lines {
    game: usize,
    edition: usize,
    setup: usize,
    player: usize,
    contribution: usize,
    commitment: usize,
    position: usize,
    seed: usize,
    result: usize,
    hash: usize,
    /// The lines that the sources begin on, in order.
    sources: Vec<usize>,
}

impl Lines {
    /// The faults of a setup at the lines that it stands on.
    fn place(&self, report: Faults) -> Faults {
        let place = |fault: Fault| match &fault.place {
            Place::Part("players") => fault.at(Place::Line(self.player)),
            Place::Part("contributions") => fault.at(Place::Line(self.contribution)),
            Place::Part(_) => fault.at(Place::Line(self.position)),
            Place::Option(_) => {
                let what = format!("{}{}", fault.place, fault.what);
                Fault { what, ..fault }.at(Place::Line(self.setup))
            }
            Place::Whole => fault.at(Place::Line(self.setup)),
            Place::Line(_) | Place::Source(..) => fault,
        };
        report.map(place)
    }
}
