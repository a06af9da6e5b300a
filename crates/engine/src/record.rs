//! The record of a game: a text file that replays and checks itself. `docs/records.md` has the format.
//!
//! Every line after the first begins with four hexadecimal digits that check it together with all
//! lines before it, so that the first damaged, lost or added line can be named.

use std::fmt::Write as _;

use crate::any::step_text;
use crate::fault::{Fault, Faults, Place};
use crate::game::{Game, action_text};
use crate::play::Play;
use crate::refusal::Refusal;
use crate::rng::{Commitment, Seed};
use crate::seat::{Actor, MAX_SEATS, Seat};
use crate::settings::Settings;
use crate::sources::{Source, Sources};
use crate::text;

/// The version of the record format this program writes; it reads this one and all before it.
pub const FORMAT: u32 = 1;

/// A report of more faults than this helps nobody.
const MOST_FAULTS: usize = 50;

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

/// A line of the record's play, parsed but not yet checked by the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordStep {
    /// The line it stands on.
    pub line: usize,
    /// One deed, or several that were sealed together.
    pub deeds: Vec<Deed>,
}

/// A record that was read; [`Play::replay`] lets the game check it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The game's version.
    pub version: u32,
    /// All that the game was set up from.
    pub opening: Opening,
    /// The steps.
    pub steps: Vec<RecordStep>,
    /// The scores by seat in words, if the game was finished.
    pub result: Option<Vec<String>>,
    /// The hash of the last position.
    pub hash: String,
    /// Lines by what they hold, for messages.
    lines: Lines,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Lines {
    game: usize,
    setup: usize,
    player: usize,
    contribution: usize,
    source: usize,
    commitment: usize,
    position: usize,
    seed: usize,
    result: usize,
    hash: usize,
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
        Faults(report.0.into_iter().map(place).collect())
    }
}

/// The check in front of each line, chained over all lines before it.
struct Chain([u8; 32]);

impl Chain {
    fn new(first_line: &str) -> Self {
        Self(*blake3::hash(first_line.as_bytes()).as_bytes())
    }

    fn next(&mut self, line: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0);
        hasher.update(line.as_bytes());
        self.0 = *hasher.finalize().as_bytes();
        format!("{:02x}{:02x}", self.0[0], self.0[1])
    }
}

struct Writer {
    text: String,
    chain: Chain,
}

impl Writer {
    fn new() -> Self {
        let first = format!("agon {FORMAT}");
        Self { chain: Chain::new(&first), text: first + "\n" }
    }

    fn line(&mut self, line: &str) {
        let check = self.chain.next(line);
        writeln!(self.text, "{check} {line}").expect("writing to a string");
    }
}

/// Writes the checks of an edited record anew, so that its readers look at what it says. Lines too
/// short to hold a check are kept as they are. For tests and fuzzers: a forger can do the same, and is
/// caught by the rules, the seed or the hash.
pub fn reseal(text: &str) -> String {
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default();
    let mut chain = Chain::new(first);
    let mut out = first.to_owned();
    for line in lines {
        out.push('\n');
        match line.split_at_checked(5) {
            Some((_, body)) => write!(out, "{} {body}", chain.next(body)).expect("writing to a string"),
            None => out.push_str(line),
        }
    }
    out
}

impl<G: Game> Play<G> {
    /// The record of the play so far, for the host. Choices that are sealed but not open are left out.
    pub fn record(&self, seed_line: SeedLine) -> String {
        let (opening, rules) = (self.opening(), self.rules());
        let mut out = Writer::new();
        out.line(&format!("game {} {}", G::ID, G::VERSION));
        out.line(format!("setup {}", opening.settings).trim_end());
        for (seat, name) in opening.players.iter().enumerate() {
            out.line(&format!("player {seat} {}", one_line(name)));
        }
        match &opening.luck {
            Luck::Scripted => out.line("luck scripted"),
            Luck::Committed { commitment, contributions, .. } => {
                out.line(&format!("luck committed {commitment}"));
                for (seat, contribution) in contributions.iter().enumerate() {
                    out.line(&format!("contribution {seat} {}", one_line(contribution)));
                }
            }
        }
        if let Some(position) = &opening.position {
            out.line(&format!("position {position}"));
        }
        for source in &opening.sources.0 {
            write_source(&mut out, source);
        }
        out.line("play");
        for (i, step) in self.steps().enumerate() {
            let deeds = step_text::<G>(rules, step);
            out.line(&format!("{}. {deeds}", i + 1));
        }
        let outcome = self.outcome();
        if let Luck::Committed { seed: Some(seed), .. } = &opening.luck
            && (outcome.is_some() || seed_line == SeedLine::Always)
        {
            out.line(&format!("seed {seed}"));
        }
        match &outcome {
            Some(outcome) => out.line(&format!("result {}", outcome.score_texts().join(" "))),
            None => out.line("result *"),
        }
        out.line(&format!("hash {}", self.settled_hash()));
        out.line("end");
        out.text
    }

    /// The hash of the last open position.
    fn settled_hash(&self) -> String {
        crate::game::position_hash::<G>(self.rules(), &self.state_at(self.number()))
    }

    /// Plays a record again and checks all of it: setup, every action, every die that the seed
    /// decides, result and hash. Reports every fault with its line.
    pub fn replay(record: &Record) -> Result<Self, Faults> {
        let mut faults = Faults::none();
        let lines = &record.lines;
        if record.game != G::ID {
            return Err(Fault::new(
                format!("this is a record of `{}`", record.game),
                format!("not of `{}`", G::ID),
            )
            .at(Place::Line(lines.game))
            .into());
        }
        if record.version != G::VERSION {
            let remedy = if record.version > G::VERSION {
                "it was made by a newer program: update this one".to_owned()
            } else {
                format!("this program plays version {}: use an older program", G::VERSION)
            };
            let what = format!("{} version {} is not known here", G::ID, record.version);
            return Err(Fault::new(what, remedy).at(Place::Line(lines.game)).into());
        }
        let mut play = Self::new(record.opening.clone()).map_err(|report| lines.place(report))?;
        if let Luck::Committed { commitment, seed: Some(seed), .. } = &record.opening.luck
            && seed.commitment() != *commitment
        {
            faults.push(
                Fault::new(
                    format!("the seed does not match the commitment on line {}", lines.commitment),
                    "the seed was changed after the game began: do not trust the dice of this record",
                )
                .at(Place::Line(lines.seed)),
            );
        }
        for step in &record.steps {
            if let Err(fault) = play.redo(step, &mut faults) {
                faults.push(fault.at(Place::Line(step.line)));
                return Err(faults);
            }
        }
        if let Some(step) = record.steps.last().filter(|_| play.is_sealing()) {
            let what = "the record ends in the middle of a simultaneous choice";
            faults.push(Fault::new(what, "give all its choices, or none").at(Place::Line(step.line)));
        }
        let scores = play.outcome().map(|outcome| outcome.score_texts());
        if scores != record.result {
            let words = |scores: &Option<Vec<String>>| match scores {
                None => "an unfinished game".to_owned(),
                Some(scores) => format!("the result {}", scores.join(" ")),
            };
            faults.push(
                Fault::new(
                    format!("the record claims {}", words(&record.result)),
                    format!("its play gives {}", words(&scores)),
                )
                .at(Place::Line(lines.result)),
            );
        }
        let hash = play.settled_hash();
        if hash != record.hash {
            faults.push(
                Fault::new("the last position does not have this hash", format!("its hash is {hash}"))
                    .at(Place::Line(lines.hash)),
            );
        }
        faults.or(play)
    }

    /// Carries out one recorded step. A die that differs from the seed's is reported, not fatal.
    fn redo(&mut self, step: &RecordStep, faults: &mut Faults) -> Result<(), Fault> {
        let refused = |refusal: Refusal| {
            Fault::new(format!("refused: {refusal}"), format!("the game forbids it here [{}]", refusal.code))
        };
        if let [Deed::Act(Actor::Chance, text)] = &step.deeds[..] {
            let action = G::read_action(self.rules(), Actor::Chance, text)?;
            if let Some(foretold) = self.foretold()
                && foretold != action
            {
                let expected = action_text::<G>(self.rules(), Actor::Chance, foretold);
                faults.push(
                    Fault::new(
                        format!("chance did not fall as the seed says, `{text}`"),
                        format!("the seed gives `{expected}`"),
                    )
                    .at(Place::Line(step.line)),
                );
            }
            return self.submit_chance(action).map_err(refused);
        }
        if self.is_sealing() && !matches!(step.deeds[..], [Deed::Concede(_)]) {
            return Err(Fault::new(
                "the line before leaves a simultaneous choice open",
                "give all its choices on one line",
            ));
        }
        let number = self.number();
        for deed in &step.deeds {
            match deed {
                Deed::Concede(seat) if self.concede(*seat) => return Ok(()),
                Deed::Concede(_) => {
                    return Err(Fault::new(
                        "nobody can concede here",
                        "the game was over, the seat had given up already, or there is no such seat",
                    ));
                }
                Deed::Act(Actor::Seat(seat), text) => {
                    let action = G::read_action(self.rules(), Actor::Seat(*seat), text)?;
                    self.submit(*seat, action).map_err(refused)?;
                }
                Deed::Act(Actor::Chance, _) => {
                    return Err(Fault::new("chance cannot seal a choice", "give chance a line of its own"));
                }
            }
        }
        if self.number() > number + 1 || (self.number() > number && self.is_sealing()) {
            return Err(Fault::new("these choices are not simultaneous", "give each a line of its own"));
        }
        Ok(())
    }
}

/// A name or contribution must not break the line it stands on.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Embeds a text line by line; whether it ends in a line feed is part of its head.
fn write_source(out: &mut Writer, source: &Source) {
    let (body, ending) = match source.text.strip_suffix('\n') {
        Some(body) => (body, "whole"),
        None => (source.text.as_str(), "open"),
    };
    out.line(&format!("source {ending} {}", one_line(&source.name)));
    for line in body.split('\n') {
        out.line(&format!("|{line}"));
    }
}

impl Record {
    /// The line on which a text names a game, and the name, if it does so in the usual place. For
    /// records that cannot be read otherwise.
    pub(crate) fn named_game(text: &str) -> Option<(usize, &str)> {
        let line = text.lines().nth(1)?.get(5..)?;
        let name = line.strip_prefix("game ")?.split(' ').next()?;
        Some((2, name))
    }

    /// The line that names the game.
    pub fn game_line(&self) -> usize {
        self.lines.game
    }

    /// Reads a record without asking any game. Reports every fault with its line.
    pub fn parse(text: &str) -> Result<Self, Faults> {
        let mut lines = text.trim_end_matches('\n').split('\n').enumerate().map(|(i, line)| (i + 1, line));
        let (_, first) = lines.next().expect("splitting gives at least one line");
        check_first_line(first)?;
        let mut reader = Reader::default();
        let mut chain = Chain::new(first);
        let mut damaged = false;
        let mut last = 1;
        for (number, line) in lines {
            last = number;
            if reader.faults.0.len() >= MOST_FAULTS {
                reader.fault(number, "there are more faults than are worth reading", "restore the file");
                return Err(reader.faults);
            }
            if reader.stage == Stage::Ended {
                reader.fault(number, "there is more after `end`", "a record ends with that line");
                break;
            }
            let Some((check, body)) = line.split_at_checked(5).filter(|(check, _)| check.ends_with(' '))
            else {
                let remedy = "restore it: four digits and a blank, then the text";
                reader.fault(number, "the line does not begin with its check", remedy);
                damaged = true;
                continue;
            };
            if !damaged && chain.next(body) != check[..4] {
                damaged = true;
                reader.fault(
                    number,
                    "the line or its check was changed, or a line just before it is missing",
                    "restore the file from an undamaged copy",
                );
            }
            reader.line(number, body);
        }
        reader.finish(last)
    }
}

fn check_first_line(first: &str) -> Result<(), Fault> {
    let fault = |what: String, remedy: &str| Err(Fault::new(what, remedy).at(Place::Line(1)));
    if first.ends_with('\r') {
        return fault("the lines end in carriage returns".into(), "save the file with plain line feeds");
    }
    match first.strip_prefix("agon ").map(str::parse::<u32>) {
        Some(Ok(FORMAT)) => Ok(()),
        Some(Ok(newer)) if newer > FORMAT => fault(
            format!("record format {newer} is newer than this program, which reads format {FORMAT}"),
            "update agon",
        ),
        _ => fault("this is not an agon record".into(), "its first line must be `agon 1`"),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    #[default]
    Head,
    Play,
    Tail,
    Ended,
}

/// A record being read, line by line.
#[derive(Default)]
struct Reader {
    stage: Stage,
    faults: Faults,
    lines: Lines,
    game: Option<(String, u32)>,
    settings: Option<Settings>,
    players: Vec<String>,
    commitment: Option<Commitment>,
    scripted: bool,
    contributions: Vec<String>,
    position: Option<String>,
    sources: Sources,
    source_open: Option<bool>,
    steps: Vec<RecordStep>,
    seed: Option<Seed>,
    result: Option<Vec<String>>,
    has_result: bool,
    hash: Option<String>,
}

impl Reader {
    fn fault(&mut self, line: usize, what: impl Into<String>, remedy: impl Into<String>) {
        self.faults.push(Fault::new(what, remedy).at(Place::Line(line)));
    }

    fn line(&mut self, number: usize, body: &str) {
        if let Some(text) = body.strip_prefix('|') {
            match (self.source_open, self.sources.0.last_mut()) {
                (Some(first), Some(source)) => {
                    if !first {
                        source.text.push('\n');
                    }
                    source.text.push_str(text);
                    self.source_open = Some(false);
                }
                _ => self.fault(
                    number,
                    "a line of a source outside a source",
                    "it must follow a `source` line",
                ),
            }
            return;
        }
        self.close_source();
        let (word, rest) = body.split_once(' ').unwrap_or((body, ""));
        match (self.stage, word) {
            (Stage::Head, "game" | "setup" | "player" | "luck" | "contribution" | "position" | "source") => {
                self.head(number, word, rest);
            }
            (Stage::Head, "play") if rest.is_empty() => self.stage = Stage::Play,
            (Stage::Play, _) if word.ends_with('.') => self.step(number, &word[..word.len() - 1], rest),
            (Stage::Play | Stage::Tail, "seed" | "result" | "hash" | "end") => {
                self.stage = Stage::Tail;
                self.tail(number, word, rest);
            }
            (stage, _) => {
                let expected = match stage {
                    Stage::Head => "game, setup, player, luck, contribution, position, source or play",
                    Stage::Play => "a numbered move, seed, result, hash or end",
                    Stage::Tail | Stage::Ended => "seed, result, hash or end",
                };
                self.fault(number, format!("`{word}` is not expected here"), format!("expected {expected}"));
            }
        }
    }

    /// The head of a source says whether its text ends in a line feed.
    fn close_source(&mut self) {
        let open = self.source_open.take();
        if open == Some(true) {
            self.fault(self.lines.source, "a source without text", "an empty text is one line with a bar");
        }
        let open = open.is_some();
        let Some(source) = self.sources.0.last_mut().filter(|_| open) else { return };
        if let Some((ending, name)) = source.name.split_once(' ') {
            if ending == "whole" {
                source.text.push('\n');
            }
            source.name = name.to_owned();
        }
    }

    fn head(&mut self, number: usize, word: &str, rest: &str) {
        match word {
            "game" => {
                self.lines.game = number;
                match rest.split_once(' ').map(|(id, version)| (id, text::number(version, "a version"))) {
                    Some((id, Ok(version))) if self.game.is_none() => {
                        self.game = Some((id.to_owned(), version));
                    }
                    _ => self.fault(
                        number,
                        "the game is not named once, with its version",
                        "write `game NAME VERSION`",
                    ),
                }
            }
            "setup" => {
                self.lines.setup = number;
                if self.settings.replace(Settings::lenient(rest)).is_some() {
                    self.fault(number, "the setup is given twice", "leave one");
                }
            }
            "player" => self.seat_line(number, rest, "player"),
            "contribution" => self.seat_line(number, rest, "contribution"),
            "luck" => {
                self.lines.commitment = number;
                if self.scripted || self.commitment.is_some() {
                    return self.fault(number, "the luck is given twice", "leave one");
                }
                match rest.split_once(' ') {
                    None if rest == "scripted" => self.scripted = true,
                    Some(("committed", hex)) => match Commitment::parse(hex) {
                        Ok(commitment) => self.commitment = Some(commitment),
                        Err(fault) => {
                            self.scripted = true;
                            self.faults.push(fault.at(Place::Line(number)));
                        }
                    },
                    _ => self.fault(
                        number,
                        "unknown kind of luck",
                        "write `luck scripted` or `luck committed HASH`",
                    ),
                }
            }
            "position" => {
                self.lines.position = number;
                if self.position.replace(rest.to_owned()).is_some() {
                    self.fault(number, "the position is given twice", "leave one");
                }
            }
            _ => {
                let named = rest
                    .split_once(' ')
                    .is_some_and(|(kind, name)| ["whole", "open"].contains(&kind) && !name.is_empty());
                if !named {
                    self.fault(
                        number,
                        "a source without kind and name",
                        "write `source whole NAME` or `source open NAME`",
                    );
                }
                if self
                    .sources
                    .0
                    .iter()
                    .any(|source| rest.split_once(' ').is_some_and(|(_, name)| source.name == name))
                {
                    self.fault(number, "two sources have this name", "name each source once");
                }
                self.sources.push(rest, "");
                self.source_open = Some(true);
                self.lines.source = number;
            }
        }
    }

    /// `player 0 Ada`, `contribution 1 words`: seats in order from 0.
    fn seat_line(&mut self, number: usize, rest: &str, what: &str) {
        let list = if what == "player" { &mut self.players } else { &mut self.contributions };
        let (seat, words) = rest.split_once(' ').unwrap_or((rest, ""));
        let line = if what == "player" { &mut self.lines.player } else { &mut self.lines.contribution };
        *line = number;
        if list.len() < MAX_SEATS && text::number(seat, "a seat") == Ok(list.len()) {
            list.push(words.to_owned());
        } else {
            let next = list.len();
            self.fault(
                number,
                format!("`{seat}` is not the next seat"),
                format!("expected `{what} {next} ...`"),
            );
        }
    }

    fn step(&mut self, number: usize, count: &str, rest: &str) {
        let next = self.steps.len() + 1;
        if text::number(count, "a move") != Ok(next) {
            self.fault(number, format!("move number {count}"), format!("expected {next}"));
        }
        let mut deeds = Vec::new();
        for part in rest.split(" / ") {
            match read_deed(part) {
                Ok(deed) => deeds.push(deed),
                Err(fault) => self.faults.push(fault.at(Place::Line(number))),
            }
        }
        let seats = |deed: &Deed| match deed {
            Deed::Act(Actor::Seat(seat), _) => Some(*seat),
            _ => None,
        };
        if deeds.len() > 1 && !deeds.is_sorted_by(|a, b| seats(a).is_some() && seats(a) < seats(b)) {
            self.fault(number, "sealed choices are not given once a seat in order of seats", "sort them");
        }
        self.steps.push(RecordStep { line: number, deeds });
    }

    fn tail(&mut self, number: usize, word: &str, rest: &str) {
        let given = match word {
            "seed" => self.lines.seed,
            "result" => self.lines.result,
            "hash" => self.lines.hash,
            _ => 0,
        };
        if given > 0 {
            return self.fault(
                number,
                format!("the {word} is given twice"),
                format!("line {given} gives it, too"),
            );
        }
        match word {
            "seed" => {
                self.lines.seed = number;
                match Seed::parse(rest) {
                    Ok(seed) => self.seed = Some(seed),
                    Err(fault) => self.faults.push(fault.at(Place::Line(number))),
                }
            }
            "result" => {
                self.lines.result = number;
                self.has_result = true;
                let scores: Vec<String> = rest.split(' ').map(str::to_owned).collect();
                if scores.len() <= MAX_SEATS && scores.iter().all(|score| is_score(score)) {
                    self.result = Some(scores);
                } else if rest != "*" {
                    self.fault(
                        number,
                        "the result is not a number for each seat",
                        "write for example `result 1 -1`, or `result *` for an unfinished game",
                    );
                }
            }
            "hash" => {
                self.lines.hash = number;
                self.hash = Some(rest.to_owned());
            }
            _ => self.stage = Stage::Ended,
        }
    }

    /// What must be there and is not, then the whole record.
    fn finish(mut self, last: usize) -> Result<Record, Faults> {
        if self.stage != Stage::Ended {
            self.fault(
                last,
                "the record stops here without its `end` line",
                "the file was cut off: restore it from an undamaged copy",
            );
        }
        for (missing, word) in [
            (self.game.is_none(), "game"),
            (self.settings.is_none(), "setup"),
            (!self.scripted && self.commitment.is_none(), "luck"),
            (!self.has_result, "result"),
            (self.hash.is_none(), "hash"),
        ] {
            if missing && self.stage == Stage::Ended {
                self.fault(last, format!("there is no `{word}` line"), "add it, or restore the file");
            }
        }
        if self.commitment.is_none() && (self.seed.is_some() || !self.contributions.is_empty()) {
            let line = self.lines.seed.max(self.lines.commitment);
            self.fault(
                line,
                "a seed or contribution without a commitment",
                "write `luck committed HASH` before it",
            );
        }
        let luck = match self.commitment {
            Some(commitment) => {
                Luck::Committed { commitment, contributions: self.contributions, seed: self.seed }
            }
            None => Luck::Scripted,
        };
        let (Some((game, version)), Some(settings), Some(hash)) = (self.game, self.settings, self.hash)
        else {
            return Err(self.faults);
        };
        self.faults.or(Record {
            game,
            version,
            opening: Opening {
                settings,
                sources: self.sources,
                players: self.players,
                luck,
                position: self.position,
            },
            steps: self.steps,
            result: self.result,
            hash,
            lines: self.lines,
        })
    }
}

/// `7`, `-1`, `3/2`.
fn is_score(text: &str) -> bool {
    let (whole, part) = text.split_once('/').unwrap_or((text, "1"));
    whole.parse::<i32>().is_ok() && part.parse::<u8>().is_ok_and(|part| part > 0)
}

/// `0 bid 3`, `chance deal K`, `1 concedes`.
fn read_deed(text: &str) -> Result<Deed, Fault> {
    let remedy = "write for example `0 bid 3`, `chance deal K` or `1 concedes`";
    let Some((actor, action)) = text.split_once(' ') else {
        return Err(Fault::new(format!("`{text}` names no action"), remedy));
    };
    if actor == "chance" {
        return Ok(Deed::Act(Actor::Chance, action.to_owned()));
    }
    match actor.parse::<u8>() {
        Ok(seat) if usize::from(seat) < MAX_SEATS && actor.len() == 1 => {
            let seat = Seat::new(seat);
            Ok(if action == "concedes" {
                Deed::Concede(seat)
            } else {
                Deed::Act(Actor::Seat(seat), action.to_owned())
            })
        }
        _ => Err(Fault::new(format!("`{actor}` is no seat"), remedy)),
    }
}
