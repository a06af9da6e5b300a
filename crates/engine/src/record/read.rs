//! Reading a record, without asking any game.

use super::write::{CHECK, Chain};
use super::{Deed, FORMAT, Lines, Luck, Opening, Record, RecordStep, Told};
use crate::bounds;
use crate::fault::{Fault, Faults, Place};
use crate::play::Back;
use crate::rng::{Commitment, Seed};
use crate::seat::{Actor, MAX_SEATS, Seat};
use crate::settings::Settings;
use crate::sources::Sources;
use crate::text;

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
        bounds::bytes("the record", text.len(), bounds::RECORD)?;
        let text = text.strip_suffix('\n').unwrap_or(text);
        let mut lines = text.split('\n').enumerate().map(|(i, line)| (i + 1, line));
        let (_, first) = lines.next().expect("splitting gives at least one line");
        let mut reader = Reader { format: read_first_line(first)?, ..Reader::default() };
        let mut chain = Chain::new(first);
        let mut damaged = false;
        let mut last = 1;
        for (number, line) in lines {
            last = number;
            if reader.faults.0.len() >= bounds::RECORD_FAULTS {
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

/// The version of the format.
fn read_first_line(first: &str) -> Result<u32, Fault> {
    let fault = |what: String, remedy: &str| Err(Fault::new(what, remedy).at(Place::Line(1)));
    if first.ends_with('\r') {
        return fault("the lines end in carriage returns".into(), "save the file with plain line feeds");
    }
    match first.strip_prefix("agon ").map(|version| text::number::<u32>(version, "a version")) {
        Some(Ok(format @ 1..=FORMAT)) => Ok(format),
        Some(Ok(newer)) if newer > FORMAT => fault(
            format!("record format {newer} is newer than this program, which reads formats 1 to {FORMAT}"),
            "update agon",
        ),
        _ => fault(
            "this is not an agon record".into(),
            &format!("its first line must be `agon {FORMAT}`, or `agon` and an older format"),
        ),
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
    format: u32,
    stage: Stage,
    faults: Faults,
    lines: Lines,
    game: Option<(String, u32)>,
    edition: Option<u32>,
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
            (
                Stage::Head,
                "game" | "edition" | "setup" | "player" | "luck" | "contribution" | "position" | "source",
            ) => {
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
                    Stage::Head => {
                        "game, edition, setup, player, luck, contribution, position, source or play"
                    }
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
            let line = self.lines.sources.last().copied().unwrap_or_default();
            self.fault(line, "a source without text", "an empty text is one line with a bar");
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
            "edition" if self.format == 1 => {
                let remedy = "leave it out; such games were played under edition 1";
                self.fault(number, "records of format 1 tell no edition", remedy);
            }
            "edition" => {
                self.lines.edition = number;
                match text::number::<u32>(rest, "an edition") {
                    Ok(edition) if edition > 0 && self.edition.is_none() => self.edition = Some(edition),
                    _ => {
                        let what = "the edition is not given once, as a number";
                        self.fault(number, what, "write `edition NUMBER`");
                    }
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
                if let Err(fault) =
                    bounds::count("the record", self.sources.0.len() + 1, "sources", bounds::FILES)
                {
                    self.faults.push(fault.at(Place::Line(number)));
                    self.sources.0.pop();
                    self.lines.sources.pop();
                }
                self.sources.push(rest, "");
                self.source_open = Some(true);
                self.lines.sources.push(number);
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
        let checked = rest.rsplit_once(" #").filter(|(_, check)| is_check(check));
        let (rest, check) = match checked {
            _ if self.format == 1 => (rest, None),
            Some((rest, check)) => (rest, Some(check.to_owned())),
            None => {
                let what = "the move does not end with the check of its position";
                return self.fault(number, what, "write a blank, `#` and four digits behind it");
            }
        };
        let told = match rest.split_once(' ') {
            Some(("back", to)) if self.format > 1 => read_back(to).map(Told::Back),
            Some(("edition", edition)) if self.format > 1 => {
                text::number(edition, "an edition").map(Told::Edition)
            }
            _ => Ok(Told::Deeds(self.deeds(number, rest))),
        };
        match told {
            Ok(told) => self.steps.push(RecordStep { line: number, told, check }),
            Err(fault) => self.faults.push(fault.at(Place::Line(number))),
        }
    }

    fn deeds(&mut self, number: usize, text: &str) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for part in text.split(" / ") {
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
        deeds
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
            (self.edition.is_none() && self.format > 1, "edition"),
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
            edition: self.edition.unwrap_or(1),
            opening: Opening {
                settings,
                sources: self.sources.alone(),
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

/// `5 by 0`, or `5` if all agreed.
fn read_back(text: &str) -> Result<Back, Fault> {
    let remedy = "write for example `back 5`, or `back 5 by 0`";
    let (to, by) = match text.split_once(" by ") {
        Some((to, by)) => (to, Some(by)),
        None => (text, None),
    };
    let wrong = |fault: Fault| Fault { remedy: remedy.to_owned(), ..fault };
    let seat = |by: &str| match text::number::<u8>(by, "a seat") {
        Ok(seat) if usize::from(seat) < MAX_SEATS => Ok(Seat::new(seat)),
        _ => Err(Fault::new(format!("`{by}` is no seat"), remedy)),
    };
    Ok(Back {
        to: text::number(to, "the number of a position").map_err(wrong)?,
        by: by.map(seat).transpose()?,
    })
}

fn is_check(text: &str) -> bool {
    text.len() == CHECK && text.bytes().all(|digit| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit))
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
