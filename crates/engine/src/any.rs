//! Every game behind one face: setup and view as data, actions in notation.
//!
//! Front ends (terminal, server, bot protocol) know only this layer and a [`Registry`].

use std::any::Any;

use serde::Serialize;
use serde_json::{Value, json};

use crate::bot::{Bot, Seen};
use crate::edition::Edition;
use crate::event::EventData;
use crate::fault::{Fault, Faults, Place, nearest};
use crate::game::{Game, Start, action_text, read_action};
use crate::play::{Back, NoUndo, Play, Step};
use crate::playout::{Policy, Tally, playouts};
use crate::record::{Draw, Opening, Record, Replayed, SeedLine};
use crate::refusal::Refusal;
use crate::rng::Rng;
use crate::seat::{Actor, Seat, Viewer};
use crate::settings::{OptionSpec, Settings};
use crate::show::{CardText, Closed, Drawing};
use crate::sources::Sources;
use crate::turn::{Outcome, Turn};

/// One thing a seat can do, as front ends get it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    /// The text form that [`AnyPlay::submit`] takes.
    pub notation: String,
    /// A short sentence for people.
    pub label: String,
    /// The kind of action.
    pub kind: &'static str,
    /// Its parts as data.
    pub fields: Value,
}

/// Why a submission was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// The text is no action of this game.
    Notation(Fault),
    /// The rules forbid the action.
    Refused(Refusal),
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Notation(fault) => fault.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for Rejection {}

/// A game, whichever it is.
pub trait AnyGame: Send + Sync {
    /// The name in commands and records.
    fn id(&self) -> &'static str;
    /// The name for people.
    fn title(&self) -> &'static str;
    /// The version of rules and notation.
    fn version(&self) -> u32;
    /// What a setup may say.
    fn options(&self) -> &'static [OptionSpec];
    /// What players may know of a setup: all but what holds secrets.
    fn public(&self, settings: &Settings) -> Settings;
    /// Whether everybody may know all texts that a setup uses.
    fn open_files(&self) -> bool;
    /// What files a setup may hand in; nothing if none.
    fn files(&self) -> &'static str;
    /// Every refusal the game can give.
    fn refusals(&self) -> &'static [Refusal];
    /// The names of the built-in bots.
    fn bots(&self) -> Vec<&'static str>;
    /// The built-in bot of that name, for one seat of one game.
    fn bot(&self, name: &str) -> Option<Box<dyn AnyBot>>;
    /// Sets up a game.
    fn open(&self, opening: Opening) -> Result<Box<dyn AnyPlay>, Faults>;
    /// The editions of the rules, the latest last.
    fn editions(&self) -> &'static [Edition];
    /// The edition that is played now.
    fn edition(&self) -> u32;
    /// The texts that are shipped now, by the names under which records hold them.
    fn shipped(&self) -> Sources;
    /// All texts that were ever shipped: see [`Game::SHIPPED`].
    fn ever_shipped(&self) -> &'static str;
    /// Plays a record again and checks it.
    fn replay(&self, record: &Record) -> Result<Replayed<Box<dyn AnyPlay>>, Faults>;
    /// Prepares playouts from a setup.
    fn bench(&self, settings: &Settings, sources: &Sources) -> Result<Box<dyn AnyBench>, Faults>;
}

/// A game in progress, whichever it is. See [`Play`] for what each method promises.
///
/// Positions, hashes, steps, chances and records hold secrets: they are for the host. What a person or
/// bot may get is the view, the picture, the offers and the told events of its seats.
pub trait AnyPlay: Send {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// How many seats there are.
    fn seats(&self) -> u8;
    /// How many games a match of this setup has at most; 1 leaves it to the host.
    fn games(&self) -> u8;
    /// What people call a seat.
    fn seat_name(&self, seat: Seat) -> String;
    /// No play takes more actions than this.
    fn longest(&self) -> u32;
    /// What the play was set up from.
    fn opening(&self) -> &Opening;
    /// What the position waits for.
    fn turn(&self) -> Turn;
    /// The public number of the position.
    fn number(&self) -> usize;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Everything `seat` can do now.
    fn legal(&self, seat: Seat) -> Vec<Offer>;
    /// The notation of everything `seat` can do now, in the same order and without the rest.
    fn notations(&self, seat: Seat) -> Vec<String>;
    /// `seat` does something, given in notation.
    fn submit(&mut self, seat: Seat, notation: &str) -> Result<(), Rejection>;
    /// The outcomes of the chance event that is due, in notation with weights.
    fn chances(&self) -> Vec<(String, u64)>;
    /// Lets the seed decide the chance event that is due.
    fn roll(&mut self) -> bool;
    /// Rolls until a player must choose or the game is over.
    fn settle(&mut self);
    /// Says how the chance event falls, in notation.
    fn submit_chance(&mut self, notation: &str) -> Result<(), Rejection>;
    /// `seat` gives up.
    fn concede(&mut self, seat: Seat) -> bool;
    /// What a time-out plays for `seat`, in notation, if it is its turn.
    fn default_action(&self, seat: Seat) -> Option<String>;
    /// The position as `viewer` may see it, as data.
    fn view(&self, viewer: Viewer) -> Value;
    /// The position as `viewer` may see it, as a picture for the terminal.
    fn picture(&self, viewer: Viewer) -> String;
    /// What the picture for `viewer` calls a seat.
    fn called(&self, viewer: Viewer, seat: Seat) -> String;
    /// The same in tones, at most `width` columns wide where that can be.
    fn drawing(&self, viewer: Viewer, width: usize) -> Drawing;
    /// What `seat` has scored so far, as everybody sees it, in a game that counts points while it is played.
    fn points(&self, seat: Seat) -> Option<i32>;
    /// The cards that `viewer` sees, to be read in full.
    fn cards(&self, viewer: Viewer) -> Vec<CardText>;
    /// How an action that `seat` is offered will fall out, in a few words, where chance has a say.
    fn odds(&self, seat: Seat, notation: &str) -> Option<String>;
    /// What `seat` might think of doing now and cannot, with the reasons.
    fn closed(&self, seat: Seat) -> Vec<Closed>;
    /// The position's text form.
    fn position(&self) -> String;
    /// The position's hash.
    fn hash(&self) -> String;
    /// Step `number` (counted from 0) in the record's words: who did what, secrets included. For hosts;
    /// players get [`AnyPlay::told`].
    fn step(&self, number: usize) -> Option<String>;
    /// The events of step `number` (counted from 0) as `viewer` saw them.
    fn told(&self, number: usize, viewer: Viewer) -> Vec<EventData>;
    /// Whether `seat` may take its last action back without consent.
    fn can_undo(&self, seat: Seat) -> Result<(), NoUndo>;
    /// Takes it back.
    fn undo(&mut self, seat: Seat) -> Result<(), NoUndo>;
    /// Goes back to position `number`, as everybody agreed.
    fn back_to(&mut self, number: usize) -> Result<(), NoUndo>;
    /// Mixes what the players contributed into the seed, before anything has happened.
    fn contribute(&mut self, contributions: Vec<String>) -> Result<(), Fault>;
    /// The edition of the rules that holds.
    fn edition(&self) -> u32;
    /// Goes on under today's edition of the rules.
    fn go_on_under_todays_rules(&mut self);
    /// Another play that shares everything up to position `number`.
    fn branch(&self, number: usize) -> Box<dyn AnyPlay>;
    /// The record of the play so far.
    fn record(&self, seed_line: SeedLine) -> String;
    /// Every die and draw so far, with what it was drawn from. For hosts.
    fn draws(&self) -> Vec<Draw>;
    /// The play so far as people write it down, if the game has a notation for that. For hosts: it tells everything.
    fn score(&self) -> Option<String>;
    /// The setup of the next game of a series: what carries over.
    fn next_settings(&self) -> Settings;
    /// The play as its own type.
    fn as_any(&self) -> &dyn Any;
}

impl Replayed<Box<dyn AnyPlay>> {
    /// Every die and draw of the record in its order, as `docs/randomness.md` describes them.
    pub fn draw_sheet(&self) -> impl Iterator<Item = Value> {
        self.play.draws().into_iter().map(|draw| {
            json!({
                "line": self.lines[draw.entry],
                "purpose": draw.purpose,
                "number": draw.number,
                "occasion": draw.occasion,
                "backs": draw.backs,
                "from": draw.from,
                "fell": draw.fell,
            })
        })
    }
}

/// A built-in bot, whichever game it plays. It keeps what it remembers from one choice to the next.
pub trait AnyBot: Send {
    /// What the bot does in `seat`, in notation, if it is that seat's turn in a play of its game. The
    /// bot is shown the seat's view only.
    fn choose(&mut self, play: &dyn AnyPlay, seat: Seat, rng: &mut Rng) -> Option<String>;
}

struct Hosted<G: Game>(Box<dyn Bot<G>>);

impl<G: Game> AnyBot for Hosted<G> {
    fn choose(&mut self, play: &dyn AnyPlay, seat: Seat, rng: &mut Rng) -> Option<String> {
        let play = play.as_any().downcast_ref::<Play<G>>()?;
        let offered = play.legal(seat);
        if offered.is_empty() {
            return None;
        }
        let view = play.view(Viewer::seat(seat));
        let action = self.0.choose(&Seen { rules: play.rules(), view: &view, seat, offered: &offered }, rng);
        Some(action_text::<G>(play.rules(), Actor::Seat(seat), action))
    }
}

/// Playouts of one setup, whichever game it is.
pub trait AnyBench: Send {
    /// How many seats there are.
    fn seats(&self) -> u8;
    /// The size of a state in memory.
    fn state_bytes(&self) -> usize;
    /// Plays so many games and counts.
    fn run(&mut self, policy: Policy, games: u64, rng: &mut Rng) -> Tally;
    /// The same playouts for another thread.
    fn again(&self) -> Box<dyn AnyBench>;
}

/// The face of game `G`: `registry.add(Box::new(Face::<Kuhn>::new()))`.
pub struct Face<G>(std::marker::PhantomData<fn() -> G>);

impl<G: Game> Face<G> {
    /// The face of `G`.
    pub const fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<G: Game> Default for Face<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> AnyGame for Face<G> {
    fn id(&self) -> &'static str {
        G::ID
    }
    fn title(&self) -> &'static str {
        G::TITLE
    }
    fn version(&self) -> u32 {
        G::VERSION
    }
    fn options(&self) -> &'static [OptionSpec] {
        G::OPTIONS
    }
    fn public(&self, settings: &Settings) -> Settings {
        let mut public = Settings::none();
        for (key, value) in settings.iter().filter(|(key, _)| !G::SECRET_OPTIONS.contains(key)) {
            public.set(key, value);
        }
        public
    }
    fn open_files(&self) -> bool {
        G::OPEN_FILES
    }
    fn files(&self) -> &'static str {
        G::FILES
    }
    fn refusals(&self) -> &'static [Refusal] {
        G::REFUSALS
    }
    fn bots(&self) -> Vec<&'static str> {
        G::bots().into_iter().map(|(name, _)| name).collect()
    }
    fn bot(&self, name: &str) -> Option<Box<dyn AnyBot>> {
        let (_, bot) = G::bots().into_iter().find(|(known, _)| *known == name)?;
        Some(Box::new(Hosted(bot)))
    }
    fn open(&self, opening: Opening) -> Result<Box<dyn AnyPlay>, Faults> {
        Ok(Box::new(Play::<G>::new(opening)?))
    }
    fn editions(&self) -> &'static [Edition] {
        G::EDITIONS
    }
    fn edition(&self) -> u32 {
        G::EDITION
    }
    fn shipped(&self) -> Sources {
        G::shipped()
    }
    fn ever_shipped(&self) -> &'static str {
        G::SHIPPED
    }
    fn replay(&self, record: &Record) -> Result<Replayed<Box<dyn AnyPlay>>, Faults> {
        Ok(Play::<G>::replay(record)?.map(|play| Box::new(play) as Box<dyn AnyPlay>))
    }
    fn bench(&self, settings: &Settings, sources: &Sources) -> Result<Box<dyn AnyBench>, Faults> {
        Ok(Box::new(Bench::new(G::compile(settings, sources)?)))
    }
}

/// Playouts of game `G`. All are played on one position, whose lists keep the room they have got.
struct Bench<G: Game> {
    start: Start<G>,
    state: G::State,
}

impl<G: Game> Bench<G> {
    fn new(start: Start<G>) -> Self {
        let state = start.state.clone();
        Self { start, state }
    }
}

impl<G: Game> AnyBench for Bench<G> {
    fn seats(&self) -> u8 {
        G::seats(&self.start.rules)
    }
    fn state_bytes(&self) -> usize {
        size_of::<G::State>()
    }
    fn run(&mut self, policy: Policy, games: u64, rng: &mut Rng) -> Tally {
        playouts(&self.start, &mut self.state, policy, games, rng)
    }
    fn again(&self) -> Box<dyn AnyBench> {
        Box::new(Self::new(self.start.clone()))
    }
}

impl<G: Game> AnyPlay for Play<G> {
    fn game(&self) -> &'static str {
        G::ID
    }
    fn seats(&self) -> u8 {
        G::seats(self.rules())
    }
    fn games(&self) -> u8 {
        G::games(self.rules())
    }
    fn seat_name(&self, seat: Seat) -> String {
        G::seat_name(self.rules(), seat)
    }
    fn longest(&self) -> u32 {
        G::longest(self.rules())
    }
    fn opening(&self) -> &Opening {
        self.opening()
    }
    fn turn(&self) -> Turn {
        self.turn()
    }
    fn number(&self) -> usize {
        self.number()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
    fn legal(&self, seat: Seat) -> Vec<Offer> {
        let rules = self.rules();
        self.legal(seat)
            .iter()
            .map(|&action| Offer {
                notation: action_text::<G>(rules, Actor::Seat(seat), action),
                label: G::label(rules, self.state(), Actor::Seat(seat), action),
                kind: G::kind(rules, action),
                fields: G::fields(rules, Actor::Seat(seat), action),
            })
            .collect()
    }
    fn notations(&self, seat: Seat) -> Vec<String> {
        let text = |&action| action_text::<G>(self.rules(), Actor::Seat(seat), action);
        self.legal(seat).iter().map(text).collect()
    }
    fn submit(&mut self, seat: Seat, notation: &str) -> Result<(), Rejection> {
        let action =
            read_action::<G>(self.rules(), Actor::Seat(seat), notation).map_err(Rejection::Notation)?;
        self.submit(seat, action).map_err(Rejection::Refused)
    }
    fn chances(&self) -> Vec<(String, u64)> {
        self.chances()
            .iter()
            .map(|&(action, weight)| (action_text::<G>(self.rules(), Actor::Chance, action), weight))
            .collect()
    }
    fn roll(&mut self) -> bool {
        self.roll()
    }
    fn settle(&mut self) {
        self.settle();
    }
    fn submit_chance(&mut self, notation: &str) -> Result<(), Rejection> {
        let action = read_action::<G>(self.rules(), Actor::Chance, notation).map_err(Rejection::Notation)?;
        self.submit_chance(action).map_err(Rejection::Refused)
    }
    fn concede(&mut self, seat: Seat) -> bool {
        self.concede(seat)
    }
    fn default_action(&self, seat: Seat) -> Option<String> {
        self.turn().waits_for(seat).then(|| {
            action_text::<G>(
                self.rules(),
                Actor::Seat(seat),
                G::default_action(self.rules(), self.state(), seat),
            )
        })
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn view(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.view(viewer)).expect("views are plain data")
    }
    fn picture(&self, viewer: Viewer) -> String {
        G::picture(self.rules(), &self.view(viewer))
    }
    fn called(&self, viewer: Viewer, seat: Seat) -> String {
        G::called(self.rules(), &self.view(viewer), seat)
    }
    fn points(&self, seat: Seat) -> Option<i32> {
        G::points(self.rules(), &self.view(Viewer::Spectator), seat)
    }
    fn drawing(&self, viewer: Viewer, width: usize) -> Drawing {
        G::drawing(self.rules(), &self.view(viewer), width)
    }
    fn cards(&self, viewer: Viewer) -> Vec<CardText> {
        G::cards(self.rules(), &self.view(viewer))
    }
    fn odds(&self, seat: Seat, notation: &str) -> Option<String> {
        let action = read_action::<G>(self.rules(), Actor::Seat(seat), notation).ok()?;
        G::odds(self.rules(), &self.view(Viewer::seat(seat)), seat, action)
    }
    fn closed(&self, seat: Seat) -> Vec<Closed> {
        if !self.turn().waits_for(seat) {
            return Vec::new();
        }
        let (rules, actor) = (self.rules(), Actor::Seat(seat));
        let mut thinkable = Vec::new();
        G::conceivable(rules, &self.view(Viewer::seat(seat)), seat, &mut thinkable);
        let closed = |action| {
            Some(Closed {
                refusal: G::refuse(rules, self.state(), actor, action)?,
                notation: action_text::<G>(rules, actor, action),
                label: G::label(rules, self.state(), actor, action),
            })
        };
        thinkable.into_iter().filter_map(closed).collect()
    }
    fn position(&self) -> String {
        self.position()
    }
    fn hash(&self) -> String {
        self.hash()
    }
    fn step(&self, number: usize) -> Option<String> {
        self.step(number).map(|step| step_text::<G>(self.rules(), step))
    }
    fn told(&self, number: usize, viewer: Viewer) -> Vec<EventData> {
        self.told(number, viewer)
    }
    fn can_undo(&self, seat: Seat) -> Result<(), NoUndo> {
        self.can_undo(seat)
    }
    fn undo(&mut self, seat: Seat) -> Result<(), NoUndo> {
        self.undo(seat)
    }
    fn back_to(&mut self, number: usize) -> Result<(), NoUndo> {
        self.back_to(number)
    }
    fn contribute(&mut self, contributions: Vec<String>) -> Result<(), Fault> {
        self.contribute(contributions)
    }
    fn edition(&self) -> u32 {
        self.edition()
    }
    fn go_on_under_todays_rules(&mut self) {
        self.go_on_under_todays_rules();
    }
    fn branch(&self, number: usize) -> Box<dyn AnyPlay> {
        Box::new(self.branch(number))
    }
    fn record(&self, seed_line: SeedLine) -> String {
        self.record(seed_line)
    }
    fn score(&self) -> Option<String> {
        let steps: Vec<_> = self.steps_of_line().into_iter().cloned().collect();
        G::score(self.rules(), &self.state_at(0), &steps)
    }
    fn draws(&self) -> Vec<Draw> {
        self.draws()
    }
    fn next_settings(&self) -> Settings {
        G::next_settings(self.rules(), self.state(), &self.opening().settings)
    }
}

/// A step in the words of a record: `0 bid 3 / 1 bid 5`.
pub fn step_text<G: Game>(rules: &G::Rules, step: &Step<G::Action>) -> String {
    match step {
        Step::Act(actor, action) => format!("{actor} {}", action_text::<G>(rules, *actor, *action)),
        Step::Sealed(choices) => {
            let parts: Vec<String> = choices
                .iter()
                .map(|&(seat, action)| {
                    format!("{seat} {}", action_text::<G>(rules, Actor::Seat(seat), action))
                })
                .collect();
            parts.join(" / ")
        }
        Step::Concede(seat) => format!("{seat} concedes"),
        Step::Back(Back { to, by: None }) => format!("back {to}"),
        Step::Back(Back { to, by: Some(seat) }) => format!("back {to} by {seat}"),
        Step::Edition(edition) => format!("edition {edition}"),
    }
}

/// Who a registered game is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shelf {
    /// For players.
    Arena,
    /// A known game with published answers, for tests and benchmarks.
    Classic,
}

/// A setup worth naming: a row of the benchmark, a choice in a menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Variant {
    /// One word.
    pub name: &'static str,
    /// The settings in their text form.
    pub settings: &'static str,
}

/// A game with what front ends need to list it.
pub struct Registered {
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// Who it is for.
    pub shelf: Shelf,
    /// Its named setups; the first is the usual one.
    pub variants: Vec<Variant>,
}

/// The games that a front end lists.
#[derive(Default)]
pub struct Registry(Vec<Registered>);

impl Registry {
    /// No games yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game with its named setups (name and settings). Two games of one name are a defect and
    /// panic, and so is a game without a setup.
    #[must_use]
    pub fn with<G: Game>(mut self, shelf: Shelf, variants: &[(&'static str, &'static str)]) -> Self {
        assert!(self.0.iter().all(|known| known.game.id() != G::ID), "two games are called {}", G::ID);
        assert!(!variants.is_empty(), "{} has no setup", G::ID);
        let variants = variants.iter().map(|&(name, settings)| Variant { name, settings }).collect();
        self.0.push(Registered { game: Box::new(Face::<G>::new()), shelf, variants });
        self
    }

    /// The games in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Registered> {
        self.0.iter()
    }

    /// The game called `id`, or a fault that suggests the nearest.
    pub fn find(&self, id: &str) -> Result<&Registered, Fault> {
        self.0.iter().find(|known| known.game.id() == id).ok_or_else(|| {
            let known = self.0.iter().map(|known| known.game.id());
            let remedy = match nearest(id, known.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the games are {}", known.collect::<Vec<_>>().join(", ")),
            };
            Fault::new(format!("there is no game `{id}`"), remedy)
        })
    }

    /// Reads a record of any game and plays it again, checking all of it.
    pub fn replay(&self, text: &str) -> Result<Replayed<Box<dyn AnyPlay>>, Faults> {
        let record = Record::parse(text).map_err(|mut faults| {
            // An unknown game is worth telling beside whatever else is wrong.
            if let Some((line, name)) = Record::named_game(text)
                && let Err(fault) = self.find(name)
            {
                faults.push(fault.at(Place::Line(line)));
            }
            faults
        })?;
        let known = self.find(&record.game).map_err(|fault| fault.at(Place::Line(record.game_line())))?;
        known.game.replay(&record)
    }
}
