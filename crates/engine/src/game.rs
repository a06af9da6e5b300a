//! The one trait that every game implements.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::bot::{self, Bot};
use crate::bounds;
use crate::buffer::{Actions, Weighted};
use crate::edition::{Edition, FIRST_EDITION};
use crate::event::{EventData, Log};
use crate::fault::{Fault, Faults};
use crate::play::Step;
use crate::refusal::Refusal;
use crate::rng::{Purpose, Rng};
use crate::seat::{Actor, Seat, SeatSet, Viewer};
use crate::settings::{OptionSpec, Settings};
use crate::show::{CardText, Drawing};
use crate::sources::Sources;
use crate::turn::{Outcome, Turn};

/// The complete rules of a game, as pure functions over plain data.
///
/// Nothing here reads a clock, a file or a global, and nothing depends on the order of a hash map:
/// the same setup and the same actions give the same position on every machine.
///
/// The hot path is `turn`, `legal` or `pick`, `sample` and `apply`: none of them may allocate.
/// Whoever calls `apply` guarantees that `legal` offered the action (or `chance` could produce it);
/// [`Play`](crate::Play) is the door that checks.
pub trait Game: Sized + Send + Sync + 'static {
    /// The name in commands and records: `kuhn-poker`.
    const ID: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// Version of the notation of positions and actions; part of every record and hash.
    const VERSION: u32;
    /// The editions of the rules, the latest last: what each changed. A change that could make a record play
    /// differently adds one.
    const EDITIONS: &'static [Edition] = FIRST_EDITION;
    /// The edition that is played now.
    const EDITION: u32 = Self::EDITIONS[Self::EDITIONS.len() - 1].number;
    /// All texts that were ever shipped, those of [`Game::shipped`] among them, a line each: the BLAKE3 hash of the
    /// text, a blank, and the name under which records hold it. Lines are only added.
    const SHIPPED: &'static str = "";
    /// What a setup may say.
    const OPTIONS: &'static [OptionSpec];
    /// Which of these hold secrets (the decks of all seats): a host tells no player what a setup says there.
    const SECRET_OPTIONS: &'static [&'static str] = &[];
    /// Whether everybody may know all texts that a setup uses: no secret stands in them.
    const OPEN_FILES: bool = false;
    /// What files a setup may hand in, in a few words; nothing if none.
    const FILES: &'static str = "";
    /// Every refusal the game can give: codes are unique and stable.
    const REFUSALS: &'static [Refusal];
    /// Every kind of action, chance included.
    const ACTION_KINDS: &'static [&'static str];
    /// Actions that are no choice of a step but done at once, on whoever's turn: giving up a part of the game. They are
    /// never listed.
    const AT_ONCE: &'static [Self::Action] = &[];
    /// Every kind of event.
    const EVENT_KINDS: &'static [&'static str];

    /// Compiled cards, board, format and options: immutable, shared, public.
    type Rules: Send + Sync + 'static;
    /// A position, complete in itself: half-resolved effects and sealed choices are values in it.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// Anything a seat or Chance can do. The order is the canonical order of options.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// Something that happened.
    type Event: Clone + Eq + Debug + Send + Sync + 'static;
    /// A position as somebody may see it, every secret blanked.
    type View: Clone + Eq + Hash + Debug + Serialize + Send + Sync + 'static;

    /// Checks a setup and everything it names, and makes the first position. Reports every fault at once.
    fn compile(settings: &Settings, sources: &Sources) -> Result<Start<Self>, Faults>;
    /// The sources of a setup with every shipped text it uses, so that a record holds all that its game was
    /// played with. What is embedded already stays as it is.
    fn embedded(_settings: &Settings, sources: &Sources) -> Sources {
        sources.clone()
    }
    /// The texts that are shipped now, by the names under which records hold them.
    fn shipped() -> Sources {
        Sources::none()
    }
    /// How many seats there are.
    fn seats(rules: &Self::Rules) -> u8;
    /// How many games a match of this setup has at most; 1 leaves it to the host.
    fn games(_rules: &Self::Rules) -> u8 {
        1
    }
    /// What people call a seat; one word.
    fn seat_name(_rules: &Self::Rules, seat: Seat) -> String {
        seat.to_string()
    }
    /// No play takes more actions than this, chance included.
    fn longest(rules: &Self::Rules) -> u32;

    /// How many bouts a game that is over had: parts that each begin anew. Benchmarks count them.
    fn bouts(_rules: &Self::Rules, _state: &Self::State) -> u32 {
        1
    }

    /// What the position waits for.
    fn turn(rules: &Self::Rules, state: &Self::State) -> Turn;
    /// The result, once the game is over.
    fn outcome(rules: &Self::Rules, state: &Self::State) -> Option<Outcome>;

    /// Adds everything `seat` can do now to `out`, in canonical order. Adds nothing when it is not
    /// that seat's turn. This is the only list of what can be done; of things that are equal it may hold one, for which
    /// [`Game::as_listed`] finds the others.
    fn legal(rules: &Self::Rules, state: &Self::State, seat: Seat, out: &mut Actions<Self::Action>);
    /// One of the legal actions, each equally likely, and how many there were. Games override it
    /// where they can do so without listing.
    #[inline]
    fn pick(rules: &Self::Rules, state: &Self::State, seat: Seat, rng: &mut Rng) -> (Self::Action, u32) {
        let mut actions = Actions::new();
        Self::legal(rules, state, seat, &mut actions);
        (*rng.one_of(&actions), actions.len() as u32)
    }
    /// Why `action` cannot be done by `actor` now; nothing exactly if it can. For Chance it accepts
    /// every real outcome, merged or not.
    fn refuse(
        rules: &Self::Rules,
        state: &Self::State,
        actor: Actor,
        action: Self::Action,
    ) -> Option<Refusal>;
    /// The action of the list that does what `action` does, where equal things are listed once: two copies of a card.
    /// Whoever names another copy that is accepted plays the one listed, and that is recorded. Anything else is
    /// itself.
    fn as_listed(
        _rules: &Self::Rules,
        _state: &Self::State,
        _actor: Actor,
        action: Self::Action,
    ) -> Self::Action {
        action
    }
    /// Adds the outcomes of the chance event that is due, with exact weights, equal ones merged.
    fn chance(rules: &Self::Rules, state: &Self::State, out: &mut Weighted<Self::Action>);
    /// One outcome of the chance event that is due, by the same law.
    fn sample(rules: &Self::Rules, state: &Self::State, rng: &mut Rng) -> Self::Action;
    /// Which random stream the chance event that is due draws from.
    fn purpose(rules: &Self::Rules, state: &Self::State) -> Purpose;
    /// What the chance event that is due draws from, in the order of the draw; nothing where dice are thrown.
    /// `docs/randomness.md` says for each game how a draw becomes an outcome.
    fn pile(_rules: &Self::Rules, _state: &Self::State) -> Vec<String> {
        Vec::new()
    }
    /// Carries out an action that is legal.
    fn apply(
        rules: &Self::Rules,
        state: &mut Self::State,
        actor: Actor,
        action: Self::Action,
        log: &mut impl Log<Self::Event>,
    );
    /// `seat` gives up; possible at any time before the end.
    fn concede(rules: &Self::Rules, state: &mut Self::State, seat: Seat, log: &mut impl Log<Self::Event>);
    /// What a time-out plays for `seat`, whose turn it is.
    fn default_action(rules: &Self::Rules, state: &Self::State, seat: Seat) -> Self::Action;
    /// A policy that attacks, pays and reacts often, so that tests and benchmarks reach the
    /// interesting rules. It sees only what is offered.
    fn lively(rules: &Self::Rules, offered: &[Self::Action], rng: &mut Rng) -> Self::Action;

    /// The position with every secret blanked that `viewer` may not know.
    fn view(rules: &Self::Rules, state: &Self::State, viewer: Viewer) -> Self::View;
    /// A position that looks exactly like `view`, by the law the game states (uniform over
    /// consistent positions unless it documents another).
    fn imagine(rules: &Self::Rules, view: &Self::View, rng: &mut Rng) -> Self::State;
    /// What `viewer` sees of an event: all, part, or nothing.
    fn witness(rules: &Self::Rules, event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;
    /// Whether the event, as somebody witnesses it, tells them something they could not know before:
    /// a card turned up, a die, a sealed choice opened; not the fact that something hidden happened.
    /// An action with such an event cannot be taken back without consent.
    fn reveals(rules: &Self::Rules, event: &Self::Event) -> bool;

    /// The kind of an action, from [`Game::ACTION_KINDS`].
    fn kind(rules: &Self::Rules, action: Self::Action) -> &'static str;
    /// An action as a short sentence for people.
    fn label(rules: &Self::Rules, state: &Self::State, actor: Actor, action: Self::Action) -> String;
    /// The parts of an action as data.
    fn fields(rules: &Self::Rules, actor: Actor, action: Self::Action) -> Value;
    /// An event in words and data; the audience is filled in by the caller.
    fn tell(rules: &Self::Rules, event: &Self::Event) -> EventData;
    /// A picture of a view for the terminal, lines separated by `\n`.
    fn picture(rules: &Self::Rules, view: &Self::View) -> String;
    /// What the picture calls a seat, where that is decided in the course of a game; one word.
    fn called(rules: &Self::Rules, _view: &Self::View, seat: Seat) -> String {
        Self::seat_name(rules, seat)
    }
    /// The same drawn in tones, with everything on the board, at most `width` columns wide where that can be.
    fn drawing(rules: &Self::Rules, view: &Self::View, _width: usize) -> Drawing {
        Drawing::plain(&Self::picture(rules, view))
    }
    /// What `seat` has scored so far, by what `view` tells, in a game that counts points while it is played; nothing
    /// otherwise.
    fn points(_rules: &Self::Rules, _view: &Self::View, _seat: Seat) -> Option<i32> {
        None
    }
    /// The cards that whoever has `view` sees, each once, its own first.
    fn cards(_rules: &Self::Rules, _view: &Self::View) -> Vec<CardText> {
        Vec::new()
    }
    /// How an action that a seat is offered will fall out, in a few words (`58 % to hit`), by what its view tells;
    /// nothing where chance and other players have no say.
    fn odds(_rules: &Self::Rules, _view: &Self::View, _seat: Seat, _action: Self::Action) -> Option<String> {
        None
    }
    /// Adds what a person might think of doing in `seat` now (each card, each Skill), whether it can be done or not.
    /// Front ends show what of it is refused, with the reason.
    fn conceivable(_rules: &Self::Rules, _view: &Self::View, _seat: Seat, _out: &mut Vec<Self::Action>) {}

    /// Appends the one text form of an action by that actor: seats may have cards of the same name that
    /// differ. It is a single line without `;` or ` / `, and does
    /// not start or end with a blank.
    fn write_action(rules: &Self::Rules, actor: Actor, action: Self::Action, out: &mut String);
    /// Reads an action's text form. Accepts exactly what [`Game::write_action`] writes.
    fn read_action(rules: &Self::Rules, actor: Actor, text: &str) -> Result<Self::Action, Fault>;
    /// Appends the one text form of a position: a single line that holds all of it.
    fn write_position(rules: &Self::Rules, state: &Self::State, out: &mut String);
    /// Reads a position's text form, and refuses what no play could make sense of.
    fn read_position(rules: &Self::Rules, text: &str) -> Result<Self::State, Faults>;

    /// A play as people write it down, from its first position and the steps that led to its last; nothing if the game
    /// has no such notation. It tells everything, secrets included.
    fn score(_rules: &Self::Rules, _start: &Self::State, _steps: &[Step<Self::Action>]) -> Option<String> {
        None
    }

    /// The setup of the next game of a series: what carries over.
    fn next_settings(_rules: &Self::Rules, _end: &Self::State, settings: &Settings) -> Settings {
        settings.clone()
    }

    /// The built-in bots by name.
    fn bots() -> Vec<(&'static str, Box<dyn Bot<Self>>)> {
        vec![("random", Box::new(bot::Random)), ("lively", Box::new(bot::Lively))]
    }
}

/// What a setup compiles to: the rules and the first position.
pub struct Start<G: Game> {
    /// Public and shared by everybody at the table.
    pub rules: Arc<G::Rules>,
    /// The first position; it holds whatever the setup keeps secret.
    pub state: G::State,
}

impl<G: Game> Start<G> {
    /// Rules and first position.
    pub fn new(rules: G::Rules, state: G::State) -> Self {
        Self { rules: Arc::new(rules), state }
    }
}

impl<G: Game> Clone for Start<G> {
    fn clone(&self) -> Self {
        Self { rules: Arc::clone(&self.rules), state: self.state.clone() }
    }
}

/// An action's text form.
pub fn action_text<G: Game>(rules: &G::Rules, actor: Actor, action: G::Action) -> String {
    let mut text = String::new();
    G::write_action(rules, actor, action, &mut text);
    text
}

/// Reads an action's text form, if it is no longer than any action is.
pub(crate) fn read_action<G: Game>(rules: &G::Rules, actor: Actor, text: &str) -> Result<G::Action, Fault> {
    bounds::bytes("the action", text.len(), bounds::ACTION)?;
    G::read_action(rules, actor, text)
}

/// A position's text form.
pub fn position_text<G: Game>(rules: &G::Rules, state: &G::State) -> String {
    let mut text = String::new();
    G::write_position(rules, state, &mut text);
    text
}

/// The hash of a position: BLAKE3 of the game's name, its version and the position's text form,
/// separated by line feeds. It never depends on how a state lies in memory.
pub fn position_hash<G: Game>(rules: &G::Rules, state: &G::State) -> String {
    let text = format!("{}\n{}\n{}", G::ID, G::VERSION, position_text::<G>(rules, state));
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// What `viewer` sees of an event, in words and data, with the seats that see it in full.
pub fn event_data<G: Game>(rules: &G::Rules, event: &G::Event, viewer: Viewer) -> Option<EventData> {
    let audience: SeatSet = Seat::all(G::seats(rules))
        .filter(|&seat| G::witness(rules, event, Viewer::seat(seat)).as_ref() == Some(event))
        .collect();
    Some(EventData { audience, ..G::tell(rules, &G::witness(rules, event, viewer)?) })
}
