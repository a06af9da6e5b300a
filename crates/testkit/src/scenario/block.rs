//! One `play` block: its setup, its sources and the loop over its statements.

use std::io::Read as _;
use std::path::Path;

use engine::{
    Fault, Faults, Luck, Opening, Outcome, Place, Registry, Seed, Series, Settings, Sources, bounds,
};

use super::scene::{Scene, Spelling};
use super::show::Shown;
use super::words::{statements, unquoted, word_and_rest};
use super::{Done, Trouble, note, stop};

/// What earlier blocks of a file leave to later ones.
#[derive(Default)]
pub struct Carried {
    /// The game named last.
    game: Option<String>,
    /// How seats were named last.
    spelling: Spelling,
}

/// What became of a block.
#[derive(Default)]
pub struct Report {
    pub failures: Vec<Fault>,
    pub shown: Vec<Shown>,
    pub notes: Vec<Fault>,
}

/// Where the text of a source stands.
enum Origin {
    /// In the block, from this line on.
    Block(usize),
    /// In a file of its own, by the path that the statement gives.
    File(usize, String),
}

type Lines<'l, 't> = std::slice::Iter<'l, (usize, &'t str)>;

/// Carries out the statements of one block.
pub struct Runner<'a> {
    registry: &'a Registry,
    /// The folder that paths begin at, if the text stands in one.
    folder: Option<&'a Path>,
    carried: &'a mut Carried,
    /// The line that is carried out.
    line: usize,
    settings: Settings,
    setup_line: Option<usize>,
    sources: Sources,
    origins: Vec<Origin>,
    position: Option<(String, usize)>,
    seed: Option<u64>,
    scene: Option<Scene<'a>>,
    /// Of the games of a series that were finished and left behind.
    outcomes: Vec<Outcome>,
    /// The setup failed; what it said is still to be expected.
    opening_faults: Option<Faults>,
    report: Report,
    /// Something was expected: a block that expects nothing shows nothing.
    expected: bool,
}

impl<'a> Runner<'a> {
    pub fn new(registry: &'a Registry, folder: Option<&'a Path>, carried: &'a mut Carried) -> Self {
        Self {
            registry,
            folder,
            carried,
            line: 0,
            settings: Settings::none(),
            setup_line: None,
            sources: Sources::none(),
            origins: Vec::new(),
            position: None,
            seed: None,
            scene: None,
            outcomes: Vec::new(),
            opening_faults: None,
            report: Report::default(),
            expected: false,
        }
    }

    pub fn run(mut self, block: &[(usize, &str)]) -> Report {
        if self.carry_out(block) {
            self.close();
        }
        if let Some(scene) = &self.scene {
            self.carried.spelling = scene.spelling;
        }
        self.report
    }

    /// Says whether it came to the end.
    fn carry_out(&mut self, block: &[(usize, &str)]) -> bool {
        let mut lines = block.iter();
        self.line = block.first().map_or(0, |&(number, _)| number);
        while let Some(&(number, line)) = lines.next() {
            self.line = number;
            for statement in statements(line) {
                let done = self.statement(statement, &mut lines);
                if !self.goes_on_after(done) {
                    return false;
                }
            }
        }
        true
    }

    /// What is left to say at the end of the block.
    fn close(&mut self) {
        if self.scene.is_none() && self.opening_faults.is_none() {
            let opened = self.open().map(|_| ());
            self.goes_on_after(opened);
        }
        if !self.expected {
            let remedy = "expect something: a turn, an event, a refusal";
            self.fail(Fault::new("the block shows nothing", remedy));
        }
        self.fail_with_opening_faults();
    }

    /// Enters what went wrong; says whether the next statement still makes sense.
    fn goes_on_after(&mut self, done: Done) -> bool {
        match done {
            Ok(()) => return true,
            Err(Trouble::Note(fault)) => {
                self.fail(fault);
                return true;
            }
            Err(Trouble::Stop(fault)) => self.fail(fault),
            Err(Trouble::Setup) => self.fail_with_opening_faults(),
        }
        false
    }

    fn fail(&mut self, fault: Fault) {
        self.report.failures.push(fault.at(Place::Line(self.line)));
    }

    fn fail_with_opening_faults(&mut self) {
        let faults = self.opening_faults.take().unwrap_or_default();
        let untold = faults.count() - faults.0.len();
        for fault in faults.0 {
            let located = self.located(&fault);
            self.report.failures.push(located);
        }
        if untold > 0 {
            self.fail(Fault::new(format!("the setup has {untold} more faults"), "mend these first"));
        }
    }

    /// A fault of the setup at the line that it is about: that of the source, of `setup` or of `position`.
    fn located(&self, fault: &Fault) -> Fault {
        let (line, place) = match &fault.place {
            Place::Source(name, at, column) => {
                let number = self.sources.0.iter().position(|source| source.name == *name);
                match number.map(|number| &self.origins[number]) {
                    Some(Origin::Block(first)) => {
                        (Some(first + at - 1), format!(" at column {column} ({name}:{at})"))
                    }
                    Some(Origin::File(line, path)) => (Some(*line), format!(" at {path}:{at}:{column}")),
                    None => (None, format!(" at {name}:{at}:{column}")),
                }
            }
            Place::Option(key) => (self.setup_line, format!(" for its option `{key}`")),
            Place::Part("position") => {
                (self.position.as_ref().map(|(_, line)| *line), " for its position".to_owned())
            }
            Place::Part(part) => (None, format!(" for its {part}")),
            Place::Whole | Place::Line(_) => (None, String::new()),
        };
        let what = format!("the setup is refused{place}: {}", fault.what);
        Fault::new(what, fault.remedy.clone()).at(Place::Line(line.unwrap_or(self.line)))
    }

    fn statement(&mut self, statement: &str, lines: &mut Lines<'_, '_>) -> Done {
        let (word, rest) = word_and_rest(statement);
        self.expected |= matches!(word, "expect" | "refuse" | "reject");
        match word {
            "game" | "setup" | "position" | "seed" | "source" if self.scene.is_some() => {
                Err(stop(format!("`{word}` after play began"), "put it at the start of the block"))
            }
            "source" => self.source(rest, lines),
            "game" | "setup" | "position" | "seed" => self.prepare(word, rest),
            "next" if rest == "game" => self.next_game(),
            "expect" if word_and_rest(rest).0 == "fault" => {
                self.expect_fault(unquoted(word_and_rest(rest).1))
            }
            "expect" => self.open()?.expect(rest),
            "show" => self.show(rest),
            "refuse" => self.open()?.refuse(rest),
            "reject" => self.open()?.reject(rest),
            _ => self.act(statement),
        }
    }

    fn prepare(&mut self, word: &str, rest: &str) -> Done {
        match word {
            "game" => self.carried.game = Some(rest.to_owned()),
            "setup" if self.setup_line.is_some() => {
                return Err(stop("the setup is given twice", "give all options on one line"));
            }
            "setup" => (self.settings, self.setup_line) = (Settings::lenient(rest), Some(self.line)),
            "position" => self.position = Some((rest.to_owned(), self.line)),
            _ => {
                self.seed = Some(
                    rest.parse().map_err(|_| stop(format!("`{rest}` is no seed"), "give a whole number"))?,
                );
            }
        }
        Ok(())
    }

    /// `source NAME`, lines, `end source`; or `source NAME from PATH`.
    fn source(&mut self, rest: &str, lines: &mut Lines<'_, '_>) -> Done {
        let (name, path) =
            rest.split_once(" from ").map_or((rest, None), |(name, path)| (name.trim(), Some(path.trim())));
        if name.is_empty() {
            return Err(stop("the source has no name", "write `source NAME`, its lines and `end source`"));
        }
        if self.sources.get(name).is_some() {
            return Err(stop(format!("two sources are called `{name}`"), "rename one"));
        }
        let (text, origin) = match path {
            Some(path) => (
                read_beside(self.folder, path).map_err(Trouble::Stop)?,
                Origin::File(self.line, path.to_owned()),
            ),
            None => (lines_of_source(lines)?, Origin::Block(self.line + 1)),
        };
        self.sources.push(name, text);
        self.origins.push(origin);
        Ok(())
    }

    /// The play, set up on first use.
    fn open(&mut self) -> Result<&mut Scene<'a>, Trouble> {
        if let Some(faults) = &self.opening_faults {
            let remedy = "end the block after the faults that it expects";
            return Err(if faults.is_empty() {
                stop("the setup was refused, so there is no game", remedy)
            } else {
                Trouble::Setup
            });
        }
        if self.scene.is_none() {
            let id = self.carried.game.clone();
            let id = id.ok_or_else(|| stop("no game is named", "begin with `game NAME`"))?;
            let known = self.registry.find(&id).map_err(Trouble::Stop)?;
            let luck = self.seed.map_or(Luck::Scripted, |seed| Luck::seeded(Seed::from_number(seed)));
            let opening = Opening {
                sources: self.sources.clone(),
                position: self.position.as_ref().map(|(text, _)| text.clone()),
                ..Opening::new(self.settings.clone(), luck)
            };
            match known.game.open(opening) {
                Ok(play) => {
                    let scene = Scene::new(&*known.game, play, self.carried.spelling);
                    self.report.notes.extend(scene.told_of_opening().map(|told| remark(told, self.line)));
                    self.scene = Some(scene);
                }
                Err(faults) => {
                    self.opening_faults = Some(faults);
                    return Err(Trouble::Setup);
                }
            }
        }
        Ok(self.scene.as_mut().expect("just set up"))
    }

    fn act(&mut self, statement: &str) -> Done {
        let scene = self.open()?;
        scene.act(statement)?;
        let told = scene.told_of_running_on();
        self.report.notes.extend(told.map(|told| remark(told, self.line)));
        Ok(())
    }

    fn show(&mut self, what: &str) -> Done {
        let found = self.open()?.show(what)?;
        self.report.shown.push(Shown { line: self.line, what: what.to_owned(), found });
        Ok(())
    }

    /// `next game`: the next one of a series, with what carries over.
    fn next_game(&mut self) -> Done {
        let scene = self.open()?;
        let Some(outcome) = scene.play.outcome() else {
            return Err(stop("the game is not over", "play it to its end before the next"));
        };
        let (games, settings, spelling) = (scene.play.games(), scene.play.next_settings(), scene.spelling);
        self.outcomes.push(outcome);
        if games > 1 && Series::is_decided(games, &self.outcomes) {
            return Err(stop("the match is decided", "end the block here"));
        }
        (self.settings, self.carried.spelling) = (settings, spelling);
        (self.position, self.scene) = (None, None);
        self.open().map(|_| ())
    }

    /// The setup must be refused with a fault that contains these words; each fault is ticked off.
    fn expect_fault(&mut self, words: &str) -> Done {
        if self.scene.is_none() && self.opening_faults.is_none() {
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

fn remark(told: String, line: usize) -> Fault {
    Fault::new(told, "").at(Place::Line(line))
}

/// Faults one behind another.
fn in_a_line(faults: &Faults) -> String {
    faults.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" -- ")
}

/// The lines up to `end source`.
fn lines_of_source(lines: &mut Lines<'_, '_>) -> Result<String, Trouble> {
    let mut text = String::new();
    for &(_, line) in lines {
        if line.trim() == "end source" {
            return Ok(text);
        }
        text.push_str(line);
        text.push('\n');
    }
    Err(stop("the source does not end", "add a line `end source`"))
}

/// The text of a file, by its path from the folder of the scenario file.
fn read_beside(folder: Option<&Path>, path: &str) -> Result<String, Fault> {
    let folder = folder.ok_or_else(|| {
        Fault::new(
            "this text stands in no folder, so no file stands beside it",
            "put the lines into the block",
        )
    })?;
    if path.is_empty() || Path::new(path).is_absolute() {
        let remedy = "give it from the folder of the scenario file: `../cards/own.toml`";
        return Err(Fault::new(format!("`{path}` is no path from here"), remedy));
    }
    let unreadable = |error: std::io::Error| {
        let remedy = "check the name; the path begins at the folder of the scenario file";
        Fault::new(format!("cannot read `{path}`: {error}"), remedy)
    };
    let file = folder.join(path);
    // Pipes and devices may never end.
    if !std::fs::metadata(&file).map_err(unreadable)?.is_file() {
        return Err(Fault::new(format!("`{path}` is no file"), "name a file of cards, a board or a format"));
    }
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(&file).map_err(unreadable)?;
    opened.take(bounds::FILE as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > bounds::FILE {
        let what = format!("`{path}` has more than {} bytes", bounds::FILE);
        return Err(Fault::new(what, "is this the right file?"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let readable = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let line = 1 + readable.matches('\n').count();
        Fault::new(format!("`{path}`: line {line} is not UTF-8 text"), "is this the right file?")
    })?;
    // Some editors put a mark of three bytes before the text.
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}
