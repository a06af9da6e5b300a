//! Literate scenarios: Markdown whose `play` blocks are carried out and checked.
//! `docs/scenarios.md` gives the grammar.

use std::path::{Path, PathBuf};

use engine::{
    AnyPlay, Fault, Faults, Luck, Opening, Outcome, Place, Registry, Rejection, Seat, Seed, Series, Settings,
    Sources, Turn, Viewer, bounds, cut,
};
use rulebook::{Rulebook, citations, ledger};
use serde_json::Value;

/// One `play` block after it was run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// The nearest heading before the block.
    pub title: String,
    /// The line the block begins on.
    pub line: usize,
    /// The rules its heading cites.
    pub rules: Vec<String>,
    /// What did not come out as expected, with lines; empty if it passed.
    pub failures: Vec<Fault>,
}

/// Runs every `play` block of a Markdown text.
pub fn run_text(text: &str, registry: &Registry) -> Vec<Scenario> {
    let book = Rulebook::shipped();
    let prefixes = book.prefixes();
    let (mut scenarios, mut done) = (Vec::new(), 0);
    if let Err(fault) = bounds::bytes("the file", text.len(), bounds::SCRIPT) {
        let failures = vec![fault.at(Place::Line(1))];
        return vec![Scenario { title: String::new(), line: 1, rules: Vec::new(), failures }];
    }
    let (mut title, mut rules) = (String::new(), Vec::new());
    let mut game = None;
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    while let Some((number, line)) = lines.next() {
        if line.starts_with('#') {
            if let Err(fault) = bounds::bytes("the heading", line.len(), bounds::TEXT) {
                let (failures, title) = (vec![fault.at(Place::Line(number))], cut(line, bounds::QUOTED));
                scenarios.push(Scenario { title, line: number, rules: Vec::new(), failures });
                break;
            }
            title = String::from(line.trim_start_matches('#').trim());
            rules = citations::find(&title, &prefixes)
                .iter()
                .flat_map(|cited| cited.ids(|id| book.find(id).is_some()))
                .collect();
        } else if let Some(fence) = Fence::opening(line) {
            let mut block = Vec::new();
            let mut closed = false;
            for (number, line) in lines.by_ref() {
                if fence.is_closed_by(line) {
                    closed = true;
                    break;
                }
                block.push((number, line));
            }
            if closed && fence.info != "play" {
                continue;
            }
            done += block.iter().map(|(_, line)| statements(line).len()).sum::<usize>();
            let small = bounds::count("the file", scenarios.len() + 1, "scenarios", bounds::LIST)
                .and_then(|()| bounds::count("the file", done, "statements up to here", bounds::STATEMENTS));
            if let Err(fault) = small {
                let (failures, rules) = (vec![fault.at(Place::Line(number))], Vec::new());
                scenarios.push(Scenario { title, line: number, rules, failures });
                break;
            }
            let mut failures = if closed {
                Runner::new(registry, &mut game).run(&block)
            } else {
                vec![Fault::new("the block is not closed", "end it with ```").at(Place::Line(number))]
            };
            failures.extend(rules.iter().filter(|id| book.find(id).is_none()).map(|id| {
                let remedy = book
                    .nearest(id)
                    .map_or_else(|| "cite a rule that exists".into(), |near| format!("did you mean {near}?"));
                Fault::new(format!("the heading cites the unknown rule {id}"), remedy).at(Place::Line(number))
            }));
            scenarios.push(Scenario { title: title.clone(), line: number, rules: rules.clone(), failures });
        }
    }
    scenarios
}

/// The line that opens a block of code: up to three blanks, three or more of one mark, a word.
struct Fence<'t> {
    mark: char,
    length: usize,
    info: &'t str,
}

impl<'t> Fence<'t> {
    fn opening(line: &'t str) -> Option<Self> {
        let text = line.trim_start_matches(' ');
        let mark = text.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
        let info = text.trim_start_matches(mark);
        let length = text.len() - info.len();
        let fits = line.len() - text.len() <= 3 && length >= 3 && (mark == '~' || !info.contains('`'));
        fits.then(|| Self { mark, length, info: info.trim() })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let text = line.trim();
        text.len() >= self.length && text.chars().all(|c| c == self.mark)
    }
}

/// Those of the cards that no heading of the scenarios in a folder names, as `` `id` ``.
pub fn cards_without(folder: &Path, cards: impl IntoIterator<Item = String>) -> Vec<String> {
    let texts: Vec<String> = files_of(folder).iter().map(|file| read(file)).collect();
    let headings: Vec<&str> =
        texts.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with("## ")).collect();
    let named = |id: &String| headings.iter().any(|heading| heading.contains(&format!("`{id}`")));
    cards.into_iter().filter(|id| !named(id)).collect()
}

/// The scenario files of a folder, by name.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no scenarios", folder.display());
    files
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Runs all `.md` files of a folder as one test: fails with every failure of every file, and enters
/// the rules that the passing scenarios cite in the ledger.
pub fn run_folder(folder: &Path, registry: &Registry) {
    let mut report = String::new();
    for file in files_of(folder) {
        let scenarios = run_text(&read(&file), registry);
        assert!(!scenarios.is_empty(), "{} holds no `play` block", file.display());
        for scenario in scenarios {
            if scenario.failures.is_empty() {
                let name = format!(
                    "{} ({})",
                    scenario.title,
                    file.file_name().unwrap_or_default().to_string_lossy()
                );
                ledger::record(&scenario.rules, &name).expect("the ledger of rules can be written");
            }
            for failure in scenario.failures {
                report += &format!("{}: {}: {failure}\n", file.display(), scenario.title);
            }
        }
    }
    assert!(report.is_empty(), "scenarios failed:\n{report}");
}

/// Carries out the statements of one block.
struct Runner<'a> {
    registry: &'a Registry,
    /// The game named last in the file holds for later blocks.
    game: &'a mut Option<String>,
    settings: Settings,
    sources: Sources,
    position: Option<String>,
    seed: Option<u64>,
    play: Option<Box<dyn AnyPlay>>,
    /// Of the games of a series that were finished and left behind.
    outcomes: Vec<Outcome>,
    /// The setup failed; what it said is still to be expected.
    opening_faults: Option<Faults>,
    /// The number of the position before the last action.
    before: usize,
    failures: Vec<Fault>,
    /// Something was expected: a block that expects nothing shows nothing.
    expected: bool,
}

/// A statement failed: later ones of the block make no sense (`Stop`) or still do (`Note`).
enum Trouble {
    Stop(Fault),
    Note(Fault),
}

type Done = Result<(), Trouble>;

fn stop(what: impl Into<String>, remedy: impl Into<String>) -> Trouble {
    Trouble::Stop(Fault::new(what, remedy))
}

/// Texts that differ are told whole.
fn note(what: impl Into<String>) -> Trouble {
    Trouble::Note(Fault { place: Place::Whole, what: what.into(), remedy: String::new() })
}

/// Fails softly unless `actual` is `expected`.
fn same(what: &str, expected: &str, actual: &str) -> Done {
    if expected == actual {
        Ok(())
    } else {
        Err(note(format!("{what} should be `{expected}` and is `{actual}`")))
    }
}

const STATEMENTS: &str = "see docs/scenarios.md for the statements";

impl<'a> Runner<'a> {
    fn new(registry: &'a Registry, game: &'a mut Option<String>) -> Self {
        Self {
            registry,
            game,
            settings: Settings::none(),
            sources: Sources::none(),
            position: None,
            seed: None,
            play: None,
            outcomes: Vec::new(),
            opening_faults: None,
            before: 0,
            failures: Vec::new(),
            expected: false,
        }
    }

    fn run(mut self, block: &[(usize, &str)]) -> Vec<Fault> {
        let mut lines = block.iter();
        let mut last = block.first().map_or(0, |&(number, _)| number);
        while let Some(&(number, line)) = lines.next() {
            last = number;
            if let Some(name) = line.trim().strip_prefix("source ") {
                if self.play.is_some() {
                    let fault = Fault::new("`source` after play began", "put it at the start of the block");
                    self.failures.push(fault.at(Place::Line(number)));
                    return self.failures;
                }
                let name = name.trim();
                if self.sources.get(name).is_some() {
                    let fault = Fault::new(format!("two sources are called `{name}`"), "rename one");
                    self.failures.push(fault.at(Place::Line(number)));
                    return self.failures;
                }
                let mut text = String::new();
                let ended = lines.by_ref().any(|&(_, line)| {
                    let end = line.trim() == "end source";
                    if !end {
                        text.push_str(line);
                        text.push('\n');
                    }
                    end
                });
                if !ended {
                    self.failures.push(
                        Fault::new("the source does not end", "add a line `end source`")
                            .at(Place::Line(number)),
                    );
                    return self.failures;
                }
                self.sources.push(name, text);
                continue;
            }
            for statement in statements(line) {
                match self.statement(statement) {
                    Ok(()) => {}
                    Err(Trouble::Note(fault)) => self.failures.push(fault.at(Place::Line(number))),
                    Err(Trouble::Stop(fault)) => {
                        self.failures.push(fault.at(Place::Line(number)));
                        return self.failures;
                    }
                }
            }
        }
        if self.play.is_none() && self.opening_faults.is_none() {
            match self.open() {
                Ok(_) => {}
                Err(Trouble::Stop(fault) | Trouble::Note(fault)) => {
                    self.failures.push(fault.at(Place::Line(last)));
                }
            }
        }
        if !self.expected {
            let remedy = "expect something: a turn, an event, a refusal";
            self.failures.push(Fault::new("the block shows nothing", remedy).at(Place::Line(last)));
        }
        if let Some(faults) = self.opening_faults.take()
            && !faults.is_empty()
        {
            self.failures.push(
                Fault::new(
                    format!("the setup is refused: {}", in_a_line(&faults)),
                    "expect these faults or mend it",
                )
                .at(Place::Line(last)),
            );
        }
        self.failures
    }

    fn statement(&mut self, statement: &str) -> Done {
        let (word, rest) =
            statement.split_once(' ').map_or((statement, ""), |(word, rest)| (word, rest.trim()));
        self.expected |= matches!(word, "expect" | "refuse" | "reject");
        match word {
            "game" | "setup" | "position" | "seed" => {
                if self.play.is_some() {
                    return Err(stop(
                        format!("`{word}` after play began"),
                        "put it at the start of the block",
                    ));
                }
                self.prepare(word, rest)
            }
            "next" if rest == "game" => self.next_game(),
            "expect" => self.expect(rest),
            "refuse" => self.refuse(rest),
            "reject" => self.reject(rest),
            _ => self.act(statement),
        }
    }

    fn prepare(&mut self, word: &str, rest: &str) -> Done {
        match word {
            "game" => *self.game = Some(rest.to_owned()),
            "setup" if self.settings != Settings::none() => {
                return Err(stop("the setup is given twice", "give all options on one line"));
            }
            "setup" => self.settings = Settings::lenient(rest),
            "position" => self.position = Some(rest.to_owned()),
            _ => {
                self.seed = Some(
                    rest.parse().map_err(|_| stop(format!("`{rest}` is no seed"), "give a whole number"))?,
                );
            }
        }
        Ok(())
    }

    /// The play, set up on first use.
    fn open(&mut self) -> Result<&mut Box<dyn AnyPlay>, Trouble> {
        if let Some(faults) = &self.opening_faults {
            return Err(stop(format!("there is no game: its setup was refused: {faults}"), "mend the setup"));
        }
        if self.play.is_none() {
            let id = self.game.clone().ok_or_else(|| stop("no game is named", "begin with `game NAME`"))?;
            let known = self.registry.find(&id).map_err(Trouble::Stop)?;
            let luck = self.seed.map_or(Luck::Scripted, |seed| Luck::seeded(Seed::from_number(seed)));
            let opening = Opening {
                sources: self.sources.clone(),
                position: self.position.clone(),
                ..Opening::new(self.settings.clone(), luck)
            };
            match known.game.open(opening) {
                Ok(mut play) => {
                    play.settle();
                    self.before = play.number();
                    self.play = Some(play);
                }
                Err(faults) => {
                    let what = format!("the setup is refused: {}", in_a_line(&faults));
                    let fault = stop(what, "mend it, or expect the fault");
                    self.opening_faults = Some(faults);
                    return Err(fault);
                }
            }
        }
        Ok(self.play.as_mut().expect("just set up"))
    }

    /// `next game`: the next one of a series, with what carries over.
    fn next_game(&mut self) -> Done {
        let play = self.open()?;
        let Some(outcome) = play.outcome() else {
            return Err(stop("the game is not over", "play it to its end before the next"));
        };
        let (games, settings) = (play.games(), play.next_settings());
        self.outcomes.push(outcome);
        if games > 1 && Series::is_decided(games, &self.outcomes) {
            return Err(stop("the match is decided", "end the block here"));
        }
        self.settings = settings;
        (self.position, self.play) = (None, None);
        self.open().map(|_| ())
    }

    /// `0: a1`, `chance: deal K`, `each: pass`, `0 concedes`, `0 undoes`.
    fn act(&mut self, statement: &str) -> Done {
        let play = self.open()?;
        let before = play.number();
        if let Some(who) = statement.strip_suffix(" concedes") {
            let seat = seat(play.as_ref(), who)?;
            if !play.concede(seat) {
                return Err(stop(
                    format!("{who} cannot concede here"),
                    "the game is over, or it has given up already",
                ));
            }
        } else if let Some(who) = statement.strip_suffix(" undoes") {
            let seat = seat(play.as_ref(), who)?;
            play.undo(seat).map_err(|no| stop(format!("seat {seat} may not undo: {no}"), ""))?;
        } else if let Some((who, action)) = statement.split_once(':') {
            let action = action.trim();
            match who.trim() {
                "chance" => {
                    play.submit_chance(action).map_err(|rejection| rejected("chance", action, &rejection))?;
                }
                "each" | "both" => {
                    let Turn::Players(owed) = play.turn() else {
                        return Err(stop("no seat owes a choice", ""));
                    };
                    for seat in owed.iter() {
                        play.submit(seat, action)
                            .map_err(|rejection| rejected(&seat.to_string(), action, &rejection))?;
                    }
                }
                name => {
                    let seat = seat(play.as_ref(), name)?;
                    play.submit(seat, action).map_err(|rejection| rejected(name, action, &rejection))?;
                }
            }
        } else {
            return Err(stop(format!("`{statement}` is no statement"), STATEMENTS));
        }
        play.settle();
        self.before = before;
        Ok(())
    }

    /// `refuse 0: a1 -> cell-taken TTT-3`, `refuse undo 0 -> somebody-acted`.
    fn refuse(&mut self, rest: &str) -> Done {
        let (attempt, wanted) = rest
            .split_once("->")
            .map(|(a, w)| (a.trim(), w.split_whitespace().collect::<Vec<_>>()))
            .filter(|(_, wanted)| !wanted.is_empty())
            .ok_or_else(|| {
                stop("nothing says how it is refused", "write `refuse SEAT: ACTION -> CODE RULE`")
            })?;
        let play = self.open()?;
        let hash = play.hash();
        let got = if let Some(who) = attempt.strip_prefix("undo ") {
            let seat = seat(play.as_ref(), who)?;
            match play.undo(seat) {
                Ok(()) => return Err(stop(format!("seat {seat} was allowed to undo"), "")),
                Err(no) => vec![no.code().to_owned()],
            }
        } else {
            let (who, action) = attempt
                .split_once(':')
                .ok_or_else(|| stop(format!("`{attempt}` names no action"), STATEMENTS))?;
            let (who, action) = (who.trim(), action.trim());
            match submit(play.as_mut(), who, action)? {
                Ok(()) => return Err(stop(format!("`{attempt}` was accepted"), "it should be refused")),
                Err(Rejection::Refused(refusal)) => vec![refusal.code.to_owned(), refusal.rule.to_owned()],
                Err(Rejection::Notation(fault)) => {
                    return Err(note(format!(
                        "`{action}` cannot even be read: {fault}; use `reject` for that"
                    )));
                }
            }
        };
        if play.hash() != hash {
            return Err(stop(format!("`{attempt}` was refused but changed the position"), ""));
        }
        match wanted.iter().find(|word| !got.iter().any(|g| g == *word)) {
            None => Ok(()),
            Some(_) => Err(note(format!(
                "`{attempt}` should be refused with `{}` and is with `{}`",
                wanted.join(" "),
                got.join(" ")
            ))),
        }
    }

    /// `reject 0: nonsense`: the text is no action at all.
    fn reject(&mut self, rest: &str) -> Done {
        let (who, action) =
            rest.split_once(':').ok_or_else(|| stop("nothing to reject", "write `reject SEAT: TEXT`"))?;
        let (who, action) = (who.trim(), action.trim());
        match submit(self.open()?.as_mut(), who, action)? {
            Err(Rejection::Notation(_)) => Ok(()),
            Err(Rejection::Refused(refusal)) => {
                Err(note(format!("`{action}` is read and refused: {refusal}; use `refuse` for that")))
            }
            Ok(()) => Err(stop(format!("`{action}` was accepted"), "it should be unreadable")),
        }
    }

    fn expect(&mut self, rest: &str) -> Done {
        let (word, rest) = rest.split_once(' ').map_or((rest, ""), |(word, rest)| (word, rest.trim()));
        if word == "fault" {
            return self.expect_fault(rest);
        }
        let before = self.before;
        let play = self.open()?;
        match word {
            "turn" => {
                let actual = match play.turn() {
                    Turn::Players(seats) => seats.to_string(),
                    Turn::Chance => "chance".to_owned(),
                    Turn::Over => "over".to_owned(),
                };
                let wanted = match rest {
                    "chance" | "over" => rest.to_owned(),
                    _ => {
                        let seats: Result<Vec<Seat>, Trouble> =
                            rest.split(',').map(|who| seat(play.as_ref(), who)).collect();
                        seats?.into_iter().collect::<engine::SeatSet>().to_string()
                    }
                };
                same("the turn", &wanted, &actual)
            }
            "position" => same("the position", rest, &play.position()),
            "number" => same("the number of the position", rest, &play.number().to_string()),
            "outcome" => {
                let actual = play
                    .outcome()
                    .map_or_else(|| "none".to_owned(), |outcome| outcome.score_texts().join(" "));
                same("the outcome", rest, &actual)
            }
            "legal" => {
                let (seat, wanted) = seat_and(play.as_ref(), rest)?;
                let offers: Vec<String> = play.legal(seat).into_iter().map(|offer| offer.notation).collect();
                let actual = if offers.is_empty() { "none".to_owned() } else { offers.join(" | ") };
                same(&format!("the options of seat {seat}"), wanted, &actual)
            }
            "options" => {
                let (who, count) = rest
                    .split_once('=')
                    .ok_or_else(|| stop("no number of options", "write `expect options SEAT = N`"))?;
                let seat = seat(play.as_ref(), who)?;
                same(
                    &format!("the number of options of seat {seat}"),
                    count.trim(),
                    &play.legal(seat).len().to_string(),
                )
            }
            "offered" => {
                let (seat, action) = seat_and(play.as_ref(), rest)?;
                offered(play.as_ref(), seat, action, true)
            }
            "not" if rest.starts_with("offered ") => {
                let (seat, action) = seat_and(play.as_ref(), &rest["offered ".len()..])?;
                offered(play.as_ref(), seat, action, false)
            }
            "chance" => {
                let actual: Vec<String> =
                    play.chances().iter().map(|(text, weight)| format!("{text} {weight}")).collect();
                same("chance", rest, &actual.join(" | "))
            }
            "state" => expect_data(&play.view(Viewer::everyone(play.seats())), rest),
            "view" => {
                let (who, wanted) = rest
                    .split_once(':')
                    .ok_or_else(|| stop("no viewer", "write `expect view SEAT: PATH = VALUE`"))?;
                let viewer = match who.trim() {
                    "spectator" => Viewer::Spectator,
                    who => Viewer::seat(seat(play.as_ref(), who)?),
                };
                expect_data(&play.view(viewer), wanted.trim())
            }
            "event" => expect_event(play.as_ref(), before, Viewer::everyone(play.seats()), rest, true),
            "no" if rest.starts_with("event ") => expect_event(
                play.as_ref(),
                before,
                Viewer::everyone(play.seats()),
                &rest["event ".len()..],
                false,
            ),
            "sees" => {
                let (viewer, wanted) = viewer_and(play.as_ref(), rest)?;
                expect_event(play.as_ref(), before, viewer, wanted, true)
            }
            "unseen" => {
                let (viewer, wanted) = viewer_and(play.as_ref(), rest)?;
                expect_event(play.as_ref(), before, viewer, wanted, false)
            }
            _ => Err(stop(format!("`expect {word}` is no statement"), STATEMENTS)),
        }
    }

    /// The setup must be refused with a fault that contains these words; each fault is ticked off.
    fn expect_fault(&mut self, words: &str) -> Done {
        if self.play.is_none() && self.opening_faults.is_none() {
            let opened = self.open().map(|_| ());
            if self.opening_faults.is_none() {
                opened?;
            }
        }
        let Some(faults) = &mut self.opening_faults else {
            return Err(stop("the setup was accepted", format!("it should be refused with `{words}`")));
        };
        match faults.0.iter().position(|fault| fault.to_string().contains(words)) {
            Some(i) => {
                faults.0.remove(i);
                Ok(())
            }
            None => Err(note(format!("no fault of the setup says `{words}`: {}", in_a_line(faults)))),
        }
    }
}

/// Faults one behind another.
fn in_a_line(faults: &Faults) -> String {
    faults.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" -- ")
}

/// A seat or chance does something; the outer fault is that of a statement that names nobody.
fn submit(play: &mut dyn AnyPlay, who: &str, action: &str) -> Result<Result<(), Rejection>, Trouble> {
    if who == "chance" {
        return Ok(play.submit_chance(action));
    }
    let seat = seat(play, who)?;
    Ok(play.submit(seat, action))
}

fn rejected(who: &str, action: &str, rejection: &Rejection) -> Trouble {
    let code = match rejection {
        Rejection::Refused(refusal) => refusal.code,
        Rejection::Notation(_) => "unreadable",
    };
    stop(format!("{who} cannot `{action}`: {rejection}"), format!("[{code}]"))
}

fn seat(play: &dyn AnyPlay, text: &str) -> Result<Seat, Trouble> {
    let text = text.trim();
    Seat::all(play.seats())
        .find(|seat| seat.to_string() == text || play.seat_name(*seat).eq_ignore_ascii_case(text))
        .ok_or_else(|| {
            stop(format!("`{text}` is no seat"), format!("the seats are 0 to {}", play.seats() - 1))
        })
}

fn seat_and<'t>(play: &dyn AnyPlay, text: &'t str) -> Result<(Seat, &'t str), Trouble> {
    let (who, rest) =
        text.split_once(':').ok_or_else(|| stop(format!("`{text}` names no seat"), "write `SEAT: ...`"))?;
    Ok((seat(play, who)?, rest.trim()))
}

fn viewer_and<'t>(play: &dyn AnyPlay, text: &'t str) -> Result<(Viewer, &'t str), Trouble> {
    match text.strip_prefix("spectator:") {
        Some(rest) => Ok((Viewer::Spectator, rest.trim())),
        None => seat_and(play, text).map(|(seat, rest)| (Viewer::seat(seat), rest)),
    }
}

fn offered(play: &dyn AnyPlay, seat: Seat, action: &str, wanted: bool) -> Done {
    if play.legal(seat).iter().any(|offer| offer.notation == action) == wanted {
        return Ok(());
    }
    Err(note(format!("`{action}` is {}offered to seat {seat}", if wanted { "not " } else { "" })))
}

/// `hands.0 = K`: the value at a path of the data.
fn expect_data(data: &Value, wanted: &str) -> Done {
    let (path, value) = wanted.split_once('=').ok_or_else(|| stop("no value", "write `PATH = VALUE`"))?;
    let (path, value) = (path.trim(), value.trim());
    let mut at = data;
    for key in path.split('.') {
        let next = key.parse::<usize>().ok().and_then(|i| at.get(i)).or_else(|| at.get(key));
        at = next.ok_or_else(|| note(format!("there is no `{path}` in {data}")))?;
    }
    let equal = match at {
        Value::String(text) => text == value.trim_matches('"'),
        other => serde_json::from_str::<Value>(value).is_ok_and(|value| value == *other),
    };
    if equal { Ok(()) } else { Err(note(format!("`{path}` should be `{value}` and is `{at}`"))) }
}

/// An event of the last action whose words contain these; `(RULE)` at the end also asks for its rule.
fn expect_event(play: &dyn AnyPlay, before: usize, viewer: Viewer, wanted: &str, present: bool) -> Done {
    let (words, rule) = match wanted.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((words, rule)) => (words.trim_end(), Some(rule)),
        None => (wanted, None),
    };
    let events: Vec<_> = (before..play.number()).flat_map(|number| play.told(number, viewer)).collect();
    let found =
        events.iter().any(|event| event.text.contains(words) && rule.is_none_or(|rule| event.rule == rule));
    if found == present {
        return Ok(());
    }
    let list: Vec<String> = events.iter().map(|event| format!("`{} ({})`", event.text, event.rule)).collect();
    let list = if list.is_empty() { "nothing".to_owned() } else { list.join(", ") };
    Err(note(format!(
        "`{wanted}` should {}be seen by {viewer}; seen: {list}",
        if present { "" } else { "not " }
    )))
}

/// The statements of a line. A position may hold semicolons of its own, so it takes the rest of its line.
fn statements(line: &str) -> Vec<&str> {
    let mut statements = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let whole = ["position ", "expect position "].iter().any(|word| rest.starts_with(word));
        let (statement, after) = match rest.split_once(';') {
            Some((statement, after)) if !whole => (statement, after),
            _ => (rest, ""),
        };
        statements.push(statement.trim());
        rest = after.trim();
    }
    statements.retain(|statement| !statement.is_empty() && !statement.starts_with('#'));
    statements
}
