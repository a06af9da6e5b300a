//! The game behind the engine's trait.

use std::hint::select_unpredictable;

use engine::{
    Actions, Actor, Bot, CardText, Drawing, Edition, EventData, Fault, Faults, Game, Log, OptionSpec,
    Outcome, Purpose, Refusal, Rng, Seat, Settings, Sources, Start, Turn, Viewer, Weighted,
};
use serde_json::{Value, json};

use crate::action::{Act, Answer};
use crate::bots::Greedy;
use crate::editions::EDITIONS;
use crate::event::{self, Event};
use crate::rules::Rules;
use crate::state::{State, Step};
use crate::view::{self, View};
use crate::{
    chance, drawing, ending, flow, label, notation, picture, position, reading, refusals, setup, thoughts,
};

/// Worlds Unchained. Rules: `rules/worlds-unchained.toml`.
pub struct WorldsUnchained;

const KINDS: &[&str] = &[
    "first",
    "take",
    "cut",
    "infirmary",
    "mulligan",
    "keep",
    "prime",
    "place",
    "stop",
    "under",
    "hurt",
    "rouse",
    "send",
    "bet",
    "use",
    "pass",
    "back",
    "next",
    "at",
    "enough",
    "do",
    "decline",
    "option",
    "pick",
    "instead",
    "bid",
    "for",
    "versus",
    "lead",
    "trail",
    "pool",
    "draw",
    "hit",
];

/// The word that the text of an action begins with.
pub fn kind(act: Act) -> &'static str {
    match act {
        Act::First(_) => "first",
        Act::Take(_) => "take",
        Act::Cut(_) | Act::CutNone => "cut",
        Act::Infirmary(_) => "infirmary",
        Act::Mulligan => "mulligan",
        Act::Keep => "keep",
        Act::Prime(_) => "prime",
        Act::Place(_) => "place",
        Act::Stop => "stop",
        Act::Under(_) => "under",
        Act::Hurt(_) => "hurt",
        Act::Rouse(_) => "rouse",
        Act::Send(_) => "send",
        Act::Bet(_) => "bet",
        Act::Use(..) => "use",
        Act::Pass => "pass",
        Act::BackVassal | Act::BackExtra => "back",
        Act::Next(_) => "next",
        Act::At(_) => "at",
        Act::Enough => "enough",
        Act::Do => "do",
        Act::Decline => "decline",
        Act::Option(_) => "option",
        Act::PickSkill(..) | Act::PickStatus(..) | Act::Pick(_) => "pick",
        Act::Instead(..) => "instead",
        Act::Bid(_) => "bid",
        Act::For(_) => "for",
        Act::Versus(_) => "versus",
        Act::Lead => "lead",
        Act::Trail => "trail",
        Act::ConcedeBout => "concede",
        Act::Pool(_) => "pool",
        Act::Draw(..) => "draw",
        Act::Hit(_) => "hit",
    }
}

fn seat_of(actor: Actor) -> Option<u8> {
    match actor {
        Actor::Seat(seat) => Some(seat.index() as u8),
        Actor::Chance => None,
    }
}

impl Game for WorldsUnchained {
    const ID: &'static str = "worlds-unchained";
    const TITLE: &'static str = "Worlds Unchained";
    const VERSION: u32 = 1;
    const EDITIONS: &'static [Edition] = EDITIONS;
    const SHIPPED: &'static str = include_str!("../../../cards/worlds-unchained.shipped");
    const OPTIONS: &'static [OptionSpec] = setup::OPTIONS;
    const SECRET_OPTIONS: &'static [&'static str] = &["decks", "pool"];
    const FILES: &'static str = "cards, decks, pools and formats (docs/worlds-unchained.md)";
    const REFUSALS: &'static [Refusal] = refusals::ALL;
    const ACTION_KINDS: &'static [&'static str] = KINDS;
    const AT_ONCE: &'static [Act] = &[Act::ConcedeBout];
    const EVENT_KINDS: &'static [&'static str] = event::KINDS;

    type Rules = Rules;
    type State = State;
    type Action = Act;
    type Event = Event;
    type View = View;

    fn compile(settings: &Settings, sources: &Sources) -> Result<Start<Self>, Faults> {
        let (rules, state) = setup::compile(settings, sources)?;
        Ok(Start::new(rules, state))
    }

    fn shipped() -> Sources {
        setup::shipped_sources()
    }
    fn embedded(settings: &Settings, sources: &Sources) -> Sources {
        setup::embedded(settings, sources)
    }

    fn seats(rules: &Rules) -> u8 {
        rules.seats
    }

    fn seat_name(_: &Rules, seat: Seat) -> String {
        format!("P{}", seat.index() + 1)
    }

    /// Rounds are capped, but a settle takes up to a thousand Abilities of many choices each, and a round many
    /// settles: the bound that follows is of no use. Rules: WU-R71, WU-R91.
    fn longest(_: &Rules) -> u32 {
        u32::MAX
    }

    fn bouts(_: &Rules, state: &State) -> u32 {
        u32::from(state.bout)
    }

    #[inline]
    fn turn(_: &Rules, state: &State) -> Turn {
        flow::turn(state)
    }

    /// A winner has 1 and the others -1; those who tie for the most bouts have 0. Rules: WU-5.3.1, WU-5.3.1.1.
    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        if state.step != Step::Over {
            return None;
        }
        let best = i32::from(state.winners.is_power_of_two());
        let score = |seat: u8| if state.winners >> seat & 1 == 1 { best } else { -1 };
        Some(Outcome::by_score(&(0..rules.seats).map(score).collect::<Vec<_>>()))
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, seat: Seat, out: &mut Actions<Act>) {
        flow::legal(rules, state, seat.index() as u8, out);
    }

    #[inline]
    fn pick(rules: &Rules, state: &State, seat: Seat, rng: &mut Rng) -> (Act, u32) {
        if state.step == Step::PowerBet && !state.settling && state.doing.is_none() {
            let count = u32::from(state.table.domains[seat.index()].boosts) + 1;
            return (Act::Bet(rng.below(count) as u8), count);
        }
        let mut actions = Actions::new();
        flow::legal(rules, state, seat.index() as u8, &mut actions);
        (*rng.one_of(&actions), actions.len() as u32)
    }

    fn refuse(rules: &Rules, state: &State, actor: Actor, action: Act) -> Option<Refusal> {
        refusals::refuse(rules, state, actor, action)
    }

    fn chance(rules: &Rules, state: &State, out: &mut Weighted<Act>) {
        chance::list(rules, state, out);
    }

    #[inline]
    fn sample(rules: &Rules, state: &State, rng: &mut Rng) -> Act {
        chance::sample(rules, state, rng)
    }

    fn pile(rules: &Rules, state: &State) -> Vec<String> {
        chance::drawn_from(rules, state)
    }

    fn purpose(_: &Rules, state: &State) -> Purpose {
        chance::purpose(state)
    }

    #[inline]
    fn apply(rules: &Rules, state: &mut State, actor: Actor, action: Act, log: &mut impl Log<Event>) {
        flow::apply(rules, state, seat_of(actor), action, log);
    }

    fn concede(rules: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        ending::concede(rules, state, seat.index() as u8, log);
    }

    /// Abstains, bets nothing, declines, keeps the hand, has own Abilities first; places the first card drawn; else
    /// the first option. Rules: WU-R126, WU-R49.
    fn default_action(rules: &Rules, state: &State, seat: Seat) -> Act {
        let quiet = [
            Act::CutNone,
            Act::Infirmary(Answer::No),
            Act::Keep,
            Act::Rouse(Answer::No),
            Act::Bet(0),
            Act::Pass,
            Act::Enough,
            Act::Decline,
            Act::Bid(0),
            Act::Lead,
        ];
        let mut offered = Actions::new();
        flow::legal(rules, state, seat.index() as u8, &mut offered);
        if let Some(act) = quiet.into_iter().find(|act| offered.contains(act)) {
            return act;
        }
        match state.players[seat.index()].deck.hand.first() {
            Some(&card) if offered.contains(&Act::Place(card)) => Act::Place(card),
            _ => offered[0],
        }
    }

    /// Uses a Chain, does what it may, places and keeps the hand in three quarters of the cases where it can, and takes
    /// any option in the others; bets little more often than much.
    fn lively(_: &Rules, offered: &[Act], rng: &mut Rng) -> Act {
        let is_eager =
            |act: Option<&Act>| matches!(act, Some(Act::Use(..) | Act::Do | Act::Place(_) | Act::Keep));
        // Such options stand together, with at most one other before them and one behind.
        let first = usize::from(!is_eager(offered.first()));
        let (mut from, mut count) = (0, offered.len());
        if is_eager(offered.get(first)) {
            let behind = usize::from(!is_eager(offered.last()));
            let (eager, is_so) = (count - first - behind, rng.chance(3, 4));
            from = select_unpredictable(is_so, first, from);
            count = select_unpredictable(is_so, eager, count);
        }
        match offered[from + rng.below(count as u32) as usize] {
            Act::Bet(boosts) if rng.chance(7, 8) => Act::Bet(boosts.min(rng.below(10) as u8)),
            act => act,
        }
    }

    fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
        view::view(rules, state, viewer)
    }

    fn imagine(rules: &Rules, view: &View, rng: &mut Rng) -> State {
        view::imagine(rules, view, rng)
    }

    fn witness(rules: &Rules, event: &Event, viewer: Viewer) -> Option<Event> {
        view::witness(rules, event, viewer)
    }

    fn reveals(_: &Rules, event: &Event) -> bool {
        view::reveals(event)
    }

    fn kind(_: &Rules, action: Act) -> &'static str {
        kind(action)
    }

    fn label(rules: &Rules, state: &State, actor: Actor, action: Act) -> String {
        label::label(rules, state, actor, action)
    }

    fn fields(rules: &Rules, _: Actor, action: Act) -> Value {
        let text = notation::write(rules, action);
        let parts: Vec<&str> = text.split(' ').skip(1).collect();
        json!({ "parts": parts })
    }

    fn tell(rules: &Rules, event: &Event) -> EventData {
        event::tell(rules, event)
    }

    fn picture(rules: &Rules, view: &View) -> String {
        picture::draw(rules, view)
    }

    fn drawing(rules: &Rules, view: &View, width: usize) -> Drawing {
        drawing::draw(rules, view, width)
    }

    fn cards(rules: &Rules, view: &View) -> Vec<CardText> {
        reading::cards(rules, view)
    }

    /// The bouts it has won. Rules: WU-5.3.1.
    fn points(_: &Rules, view: &View, seat: Seat) -> Option<i32> {
        view.known().players.get(seat.index()).map(|player| player.wins.into())
    }

    fn odds(rules: &Rules, view: &View, seat: Seat, action: Act) -> Option<String> {
        reading::odds(rules, view, seat, action)
    }

    fn conceivable(rules: &Rules, view: &View, seat: Seat, out: &mut Vec<Act>) {
        thoughts::conceivable(rules, view.known(), seat.index() as u8, out);
    }

    fn write_action(rules: &Rules, _: Actor, action: Act, out: &mut String) {
        out.push_str(&notation::write(rules, action));
    }

    fn read_action(rules: &Rules, actor: Actor, text: &str) -> Result<Act, Fault> {
        notation::read(rules, actor, text)
    }

    fn write_position(rules: &Rules, state: &State, out: &mut String) {
        position::write(rules, state, out);
    }

    fn read_position(rules: &Rules, text: &str) -> Result<State, Faults> {
        position::read(rules, text)
    }

    fn bots() -> Vec<(&'static str, Box<dyn Bot<Self>>)> {
        vec![
            ("random", Box::new(engine::Random)),
            ("lively", Box::new(engine::Lively)),
            ("greedy", Box::new(Greedy)),
        ]
    }
}
