//! The game behind the engine's trait.

use engine::{
    Actions, Actor, Bot, CardText, Drawing, Edition, EventData, Fault, Faults, Game, Log, OptionSpec,
    Outcome, Purpose, Refusal, Rng, Seat, Settings, Sources, Start, Turn, Viewer, Weighted,
};
use serde_json::{Value, json};
use smallvec::SmallVec;

use crate::action::{Action, Deed};
use crate::arena::{POINTS, square_name};
use crate::bots::Greedy;
use crate::editions::EDITIONS;
use crate::event::{self, Event};
use crate::flow;
use crate::rules::Rules;
use crate::state::{Frame, Part, State, Step, unit};
use crate::view::{self, View};
use crate::{
    chance, chests, drawing, effects, ending, label, losses, notation, picture, position, reading, refusals,
    score, setup, thoughts, turns, windows,
};

/// Time Rift. Rules: `rules/time-rift.toml`.
pub struct TimeRift;

const KINDS: &[&str] = &[
    "deck", "side", "place", "fill", "move", "stay", "rotate", "jump", "forced", "deploy", "attack",
    "effect", "reroll", "die", "keep", "look", "enter", "end", "pass", "dice",
];

/// Everything a seat can do now, in canonical order.
#[inline]
pub fn legal(rules: &Rules, state: &State, seat: u8, out: &mut Actions<Action>) {
    if state.step != Step::T2 || !state.frames.is_empty() {
        legal_elsewhere(rules, state, seat, out);
    } else if state.turn == seat && !state.is_over() {
        turns::options(rules, state, out);
    }
}

/// The same outside of W-IDLE.
#[inline(never)]
fn legal_elsewhere(rules: &Rules, state: &State, seat: u8, out: &mut Actions<Action>) {
    if !flow::turn(rules, state).waits_for(Seat::new(seat)) {
        return;
    }
    match state.frames.last() {
        None => step_options(rules, state, seat, &mut |action| out.push(action)),
        Some(Frame::Window(opening)) => windows::options(rules, state, opening, out),
        Some(Frame::Running(running)) => {
            let mut actions: SmallVec<[Action; 128]> = SmallVec::new();
            effects::step_options(rules, state, running, &mut |action| actions.push(action));
            actions.sort_unstable();
            actions.dedup();
            out.extend(&actions);
        }
        Some(_) => {}
    }
}

/// What is chosen outside of rounds.
fn step_options(rules: &Rules, state: &State, seat: u8, each: &mut dyn FnMut(Action)) {
    match (state.step, state.part) {
        (Step::Z1, _) if rules.games > 1 => {
            let side = &state.seats[usize::from(seat)];
            let chest = chests::of(state, seat);
            chests::picks(rules, side, chest, state.filling, &mut |card| each(Deed::Pick(card).into()));
        }
        (Step::Z1, _) => {
            (0..rules.candidates[usize::from(seat)].len()).for_each(|nth| each(Deed::Deck(nth as u8).into()));
        }
        (Step::Z3, Part::Begin) => {
            let sides = flow::free_sides(rules, state, seat);
            (0..4).filter(|side| sides >> side & 1 == 1).for_each(|side| each(Deed::Side(side).into()));
        }
        (Step::Z3, _) => flow::placements(rules, state, seat, each),
        (Step::Z4, _) => flow::fillings(rules, state, seat, each),
        (Step::G2, Part::Enter) => ending::entry_options(rules, state, each),
        (Step::G2, Part::Place) => ending::placements(rules, state, each),
        _ => {}
    }
}

impl Game for TimeRift {
    const ID: &'static str = "time-rift";
    const TITLE: &'static str = "Time Rift";
    const VERSION: u32 = 1;
    const EDITIONS: &'static [Edition] = EDITIONS;
    const SHIPPED: &'static str = include_str!("../../../cards/time-rift.shipped");
    const OPTIONS: &'static [OptionSpec] = setup::OPTIONS;
    const SECRET_OPTIONS: &'static [&'static str] = &["decks", "chests", "spent"];
    const FILES: &'static str = "cards, decks, War Chests and arenas (docs/time-rift.md)";
    const REFUSALS: &'static [Refusal] = refusals::ALL;
    const ACTION_KINDS: &'static [&'static str] = KINDS;
    const EVENT_KINDS: &'static [&'static str] = event::KINDS;

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn compile(settings: &Settings, sources: &Sources) -> Result<Start<Self>, Faults> {
        let (rules, decks, chests) = setup::compile(settings, sources)?;
        let state = flow::start(&rules, &decks, chests);
        Ok(Start::new(rules, state))
    }

    fn shipped() -> Sources {
        Sources::of(setup::shipped_sources())
    }
    fn embedded(settings: &Settings, sources: &Sources) -> Sources {
        setup::embedded(settings, sources)
    }

    fn seats(rules: &Rules) -> u8 {
        rules.players
    }

    /// Rules: TR-MATCH-1.
    fn games(rules: &Rules) -> u8 {
        rules.games
    }

    /// Roll-offs can go on for ever; each throw ends them with a chance of five sixths or more.
    fn longest(_: &Rules) -> u32 {
        u32::MAX
    }

    #[inline]
    fn turn(rules: &Rules, state: &State) -> Turn {
        flow::turn(rules, state)
    }

    /// The seats of the winning side have 1, all others -1. Rules: TR-R108, TR-R123.
    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        if !state.is_over() {
            return None;
        }
        let seats = 0..rules.players;
        let won = |seat: u8| state.winners >> seat & 1 == 1;
        let scores: Vec<i32> = seats.clone().map(|seat| if won(seat) { 1 } else { -1 }).collect();
        let places: Vec<u8> = seats.map(|seat| if won(seat) { 1 } else { 2 }).collect();
        Some(Outcome::new(&scores, &rules.teams[..usize::from(rules.players)], &places))
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, seat: Seat, out: &mut Actions<Action>) {
        legal(rules, state, seat.index() as u8, out);
    }

    #[inline]
    fn pick(rules: &Rules, state: &State, seat: Seat, rng: &mut Rng) -> (Action, u32) {
        if state.frames.is_empty()
            && state.step == Step::T2
            && let Some(picked) = turns::pick(rules, state, rng)
        {
            return picked;
        }
        let mut actions = Actions::new();
        legal(rules, state, seat.index() as u8, &mut actions);
        (*rng.one_of(&actions), actions.len() as u32)
    }

    fn refuse(rules: &Rules, state: &State, actor: Actor, action: Action) -> Option<Refusal> {
        refusals::refuse(rules, state, actor, action)
    }

    fn chance(rules: &Rules, state: &State, out: &mut Weighted<Action>) {
        chance::list(rules, state, out);
    }

    #[inline]
    fn sample(rules: &Rules, state: &State, rng: &mut Rng) -> Action {
        chance::sample(rules, state, rng)
    }

    fn purpose(_: &Rules, state: &State) -> Purpose {
        chance::purpose(state)
    }

    #[inline]
    fn apply(rules: &Rules, state: &mut State, actor: Actor, action: Action, log: &mut impl Log<Event>) {
        let seat = match actor {
            Actor::Seat(seat) => Some(seat.index() as u8),
            Actor::Chance => None,
        };
        flow::apply(rules, state, seat, action, log);
    }

    fn concede(rules: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        losses::concede(rules, state, seat.index() as u8, log);
    }

    /// Owed effects lowest slot first, passes, the end of the turn; a turn clockwise if an Action must be spent.
    /// Rules: TR-R119.
    fn default_action(rules: &Rules, state: &State, seat: Seat) -> Action {
        let mut offered = Actions::new();
        legal(rules, state, seat.index() as u8, &mut offered);
        let quiet = [Action::from(Deed::Pass), Action::from(Deed::End)];
        if let Some(action) = quiet.into_iter().find(|action| offered.contains(action)) {
            return action;
        }
        if state.frames.is_empty() && state.step == Step::T2 {
            let own = unit(state.turn, 0);
            if let Some(at) = state.square_of(own) {
                let clockwise = Action::from(Deed::Rotate(at, (state.facing_of(own) + 1) % 4));
                if offered.contains(&clockwise) {
                    return clockwise;
                }
            }
        }
        if state.step == Step::Z4 {
            // The order of the deck file.
            let next = state.seats[seat.index()].slots[usize::from(state.filling) - 1].card;
            let wanted =
                Action::from(Deed::Fill(state.filling, (next != crate::action::NO_CARD).then_some(next)));
            if offered.contains(&wanted) {
                return wanted;
            }
        }
        offered[0]
    }

    /// Attacks in half of the cases where it can, uses an effect in half of the others; does not end a turn early
    /// more often than once in eight.
    fn lively(_: &Rules, offered: &[Action], rng: &mut Rng) -> Action {
        // Options of one kind stand together.
        let some = |is: fn(Action) -> bool, rng: &mut Rng| -> Option<Action> {
            let from = offered.iter().position(|&action| is(action))?;
            let count = offered[from..].iter().take_while(|&&action| is(action)).count();
            Some(offered[from + rng.below(count as u32) as usize])
        };
        if rng.chance(1, 2)
            && let Some(action) = some(Action::is_strike, rng)
        {
            return action;
        }
        if rng.chance(1, 2)
            && let Some(action) = some(Action::is_effect, rng)
        {
            return action;
        }
        let action = *rng.one_of(offered);
        if action == Action::END && rng.chance(7, 8) { *rng.one_of(offered) } else { action }
    }

    fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
        view::view(rules, state, viewer)
    }

    fn imagine(rules: &Rules, view: &View, rng: &mut Rng) -> State {
        view::imagine(rules, view, rng)
    }

    fn witness(rules: &Rules, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.witnessed(|seat| viewer.holds(Seat::new(seat)), |seat| view::sees(rules, viewer, seat)))
    }

    fn reveals(_: &Rules, event: &Event) -> bool {
        event.reveals()
    }

    fn kind(_: &Rules, action: Action) -> &'static str {
        match action.deed() {
            Deed::Deck(_) | Deed::Pick(_) => "deck",
            Deed::Side(_) => "side",
            Deed::Place(..) => "place",
            Deed::Fill(..) => "fill",
            Deed::Move(..) => "move",
            Deed::Stay(_) => "stay",
            Deed::Rotate(..) => "rotate",
            Deed::Jump(..) => "jump",
            Deed::Forced(..) => "forced",
            Deed::Deploy(..) => "deploy",
            Deed::Strike(_) => "attack",
            Deed::Effect(..) => "effect",
            Deed::Reroll(_) => "reroll",
            Deed::SetDie(..) => "die",
            Deed::Keep(..) => "keep",
            Deed::Look(..) => "look",
            Deed::Enter(_) => "enter",
            Deed::End => "end",
            Deed::Pass => "pass",
            Deed::Dice(..) => "dice",
        }
    }

    fn label(rules: &Rules, state: &State, actor: Actor, action: Action) -> String {
        label::label(rules, state, actor, action)
    }

    fn fields(rules: &Rules, actor: Actor, action: Action) -> Value {
        fields(rules, actor, action)
    }

    fn tell(rules: &Rules, event: &Event) -> EventData {
        event::tell(rules, *event)
    }

    fn picture(rules: &Rules, view: &View) -> String {
        picture::draw(rules, view)
    }

    fn called(_: &Rules, view: &View, seat: Seat) -> String {
        position::name_of(view.known(), seat.index() as u8)
    }

    fn drawing(rules: &Rules, view: &View, width: usize) -> Drawing {
        drawing::draw(rules, view, width)
    }

    fn cards(rules: &Rules, view: &View) -> Vec<CardText> {
        reading::cards(rules, view)
    }

    fn odds(rules: &Rules, view: &View, seat: Seat, action: Action) -> Option<String> {
        reading::odds(rules, view, seat, action)
    }

    fn conceivable(rules: &Rules, view: &View, seat: Seat, out: &mut Vec<Action>) {
        thoughts::conceivable(rules, view.known(), seat.index() as u8, out);
    }

    fn write_action(rules: &Rules, actor: Actor, action: Action, out: &mut String) {
        out.push_str(&notation::write(rules, actor, action));
    }

    fn read_action(rules: &Rules, actor: Actor, text: &str) -> Result<Action, Fault> {
        notation::read(rules, actor, text)
    }

    fn write_position(rules: &Rules, state: &State, out: &mut String) {
        position::write(rules, state, out);
    }

    fn read_position(rules: &Rules, text: &str) -> Result<State, Faults> {
        position::read(rules, text)
    }

    fn score(rules: &Rules, start: &State, steps: &[engine::Step<Action>]) -> Option<String> {
        Some(score::write(rules, start, steps))
    }

    /// In a match the War Chests without what is spent. Rules: TR-MATCH-4, TR-R132.
    fn next_settings(rules: &Rules, end: &State, settings: &Settings) -> Settings {
        let mut next = settings.clone();
        if rules.games > 1 {
            let spent = [0, 1].map(|seat| chests::text(rules, &chests::spent(rules, end, seat)));
            next.set("spent", spent.join(","));
        }
        next
    }

    fn bots() -> Vec<(&'static str, Box<dyn Bot<Self>>)> {
        vec![
            ("random", Box::new(engine::Random)),
            ("lively", Box::new(engine::Lively)),
            ("greedy", Box::new(Greedy)),
        ]
    }
}

fn point(facing: u8) -> char {
    POINTS[usize::from(facing & 3)]
}

fn fields(rules: &Rules, actor: Actor, action: Action) -> Value {
    let name = square_name;
    match action.deed() {
        Deed::Deck(nth) => json!({ "deck": nth, "cards": notation::write(rules, actor, action) }),
        Deed::Pick(card) => json!({ "card": card.map(|card| rules.id(card)) }),
        Deed::Side(side) => json!({ "side": point(side) }),
        Deed::Fill(slot, card) => json!({ "slot": slot, "card": card.map(|card| rules.id(card)) }),
        Deed::Move(way, facing) => {
            let squares: Vec<String> = way.squares().into_iter().map(name).collect();
            json!({ "from": name(way.from), "path": squares, "facing": point(facing) })
        }
        Deed::Stay(square) | Deed::Enter(square) => json!({ "square": name(square) }),
        Deed::Place(square, facing) | Deed::Rotate(square, facing) => {
            json!({ "square": name(square), "facing": point(facing) })
        }
        Deed::Jump(from, to, facing) => {
            json!({ "from": name(from), "to": name(to), "facing": point(facing) })
        }
        Deed::Forced(square, direction, far) => {
            json!({ "square": name(square), "direction": point(direction), "distance": far })
        }
        Deed::Deploy(slot, square, facing) => {
            json!({ "slot": slot, "square": name(square), "facing": facing.map(point) })
        }
        Deed::Strike(strike) => json!({
            "free": strike.free,
            "slot": strike.slot,
            "grid_of": strike.lent,
            "target": name(strike.target),
            "facing": strike.facing.map(point),
        }),
        Deed::Effect(slot, ability, arguments) => json!({
            "slot": slot,
            "ability": ability,
            "arguments": notation::arguments_text(rules, &arguments),
        }),
        Deed::Reroll(dice) => {
            json!({ "dice": (0..5).filter(|die| dice >> die & 1 == 1).collect::<Vec<u8>>() })
        }
        Deed::SetDie(die, value) => json!({ "die": die, "value": value }),
        Deed::Keep(a, b) => json!({ "dice": [a, b] }),
        Deed::Look(seat, slot) => json!({ "seat": notation::seat_name(seat), "slot": slot }),
        Deed::End | Deed::Pass => json!({}),
        Deed::Dice(count, faces) => json!({ "faces": faces[..usize::from(count.min(6))] }),
    }
}
