//! The game behind the engine's trait.

use engine::{
    Actions, Actor, Bot, CardText, Drawing, EventData, Fault, Faults, Game, Log, OptionSpec, Outcome,
    Purpose, Refusal, Rng, Seat, Settings, Sources, Start, Turn, Viewer, Weighted,
};
use serde_json::{Value, json};

use crate::action::{Action, Deed, EVERYONE, NOTHING};
use crate::bots::Greedy;
use crate::event::{self, Event};
use crate::notation::{self, SEATS, card_ids, facing_name, hex_name};
use crate::setup::{self, Rules};
use crate::state::{State, Step};
use crate::view::{self, View};
use crate::{chance, drawing, label, phases, picture, position, reading, refusals, rounds, thoughts, turns};

/// Champion's Combat. Rules: `rules/champions-combat.toml`.
pub struct ChampionsCombat;

const KINDS: &[&str] = &[
    "move", "attack", "walk", "push", "fumble", "order", "react", "decline", "pass", "style", "hand", "row",
    "roll",
];

impl Game for ChampionsCombat {
    const ID: &'static str = "champions-combat";
    const TITLE: &'static str = "Champion's Combat";
    const VERSION: u32 = 1;
    const SHIPPED: &'static str = include_str!("../../../cards/champions-combat.shipped");
    const OPTIONS: &'static [OptionSpec] = setup::OPTIONS;
    const OPEN_FILES: bool = true;
    const FILES: &'static str = "decks, Styles and boards (docs/champions-combat.md)";
    const REFUSALS: &'static [Refusal] = refusals::ALL;
    const ACTION_KINDS: &'static [&'static str] = KINDS;
    const EVENT_KINDS: &'static [&'static str] = event::KINDS;

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn compile(settings: &Settings, sources: &Sources) -> Result<Start<Self>, Faults> {
        let rules = setup::rules(settings, sources)?;
        let state = rounds::start(&rules);
        Ok(Start::new(rules, state))
    }

    fn shipped() -> Sources {
        setup::shipped()
    }
    fn embedded(settings: &Settings, sources: &Sources) -> Sources {
        setup::embedded(settings, sources)
    }

    fn seats(rules: &Rules) -> u8 {
        rules.players
    }

    fn seat_name(_: &Rules, seat: Seat) -> String {
        SEATS.get(seat.index()).map_or_else(|| seat.to_string(), |name| (*name).to_owned())
    }

    /// For each Round a hand for everybody, the row, and for each slot a turn: a long walk of four parts, or a
    /// roll, three Pushes, two orders and three Fumbles, two orders and three Reactions of five parts each.
    fn longest(rules: &Rules) -> u32 {
        let players = u32::from(rules.players);
        let turn = 1 + 1 + 3 + 5 + 2 + 15;
        let round = players + 2 + (2 * players + 1) * turn;
        match u32::from(rules.round_cap) {
            0 => u32::MAX,
            cap => players + cap * round,
        }
    }

    #[inline]
    fn turn(_: &Rules, state: &State) -> Turn {
        match state.waits_for() {
            Some(seat) => Turn::seat(Seat::new(seat as u8)),
            None if state.step == Step::Over => Turn::Over,
            None => Turn::Chance,
        }
    }

    /// A sole winner has 1 and everybody else -1; those who draw for the win have 0. Places go by points, those
    /// who left last. Rules: CC-WIN-1, CC-R68, CC-R69, CC-R74.
    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        if state.step != Step::Over {
            return None;
        }
        let winners = rounds::winners(rules, state);
        let best = i32::from(winners.is_power_of_two());
        let seats = 0..usize::from(rules.players);
        let won = |seat: usize| winners >> seat & 1 == 1;
        let scores: Vec<i32> = seats.clone().map(|seat| if won(seat) { best } else { -1 }).collect();
        let rank = |seat: usize| {
            let (still_in, score) = (state.still_in() >> seat & 1, state.figures[seat].score);
            if won(seat) { (true, 0, 0) } else { (false, still_in, score) }
        };
        let place = |seat: usize| 1 + seats.clone().filter(|&other| rank(other) > rank(seat)).count() as u8;
        let places: Vec<u8> = seats.clone().map(place).collect();
        let teams: Vec<u8> = (0..rules.players).collect();
        Some(Outcome::new(&scores, &teams, &places))
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if state.waits_for() == Some(seat.index()) {
            phases::legal(rules, state, out);
        }
    }

    #[inline]
    fn pick(rules: &Rules, state: &State, _: Seat, rng: &mut Rng) -> (Action, u32) {
        phases::pick(rules, state, rng)
    }

    fn refuse(rules: &Rules, state: &State, actor: Actor, action: Action) -> Option<Refusal> {
        refusals::refuse(rules, state, actor, action)
    }

    /// Rules: CC-R8.
    fn as_listed(rules: &Rules, state: &State, _: Actor, action: Action) -> Action {
        turns::as_listed(rules, state, action)
    }

    fn chance(rules: &Rules, state: &State, out: &mut Weighted<Action>) {
        chance::list(rules, state, out);
    }

    #[inline]
    fn sample(rules: &Rules, state: &State, rng: &mut Rng) -> Action {
        chance::sample(rules, state, rng)
    }

    fn pile(rules: &Rules, state: &State) -> Vec<String> {
        chance::drawn_from(rules, state)
    }

    fn purpose(_: &Rules, state: &State) -> Purpose {
        chance::purpose(state)
    }

    #[inline]
    fn apply(rules: &Rules, state: &mut State, _: Actor, action: Action, log: &mut impl Log<Event>) {
        phases::apply(rules, state, action, log);
    }

    fn concede(rules: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        rounds::resign(rules, state, seat.index() as u8, log);
    }

    fn default_action(rules: &Rules, state: &State, _: Seat) -> Action {
        phases::default_action(rules, state)
    }

    /// On a turn an Attack in half of the cases where there is one; in a reaction a card in half of the cases,
    /// else none; anything else at random.
    fn lively(_: &Rules, offered: &[Action], rng: &mut Rng) -> Action {
        let last = *offered.last().expect("something is offered");
        if last.deed() == Deed::Decline {
            let cards = offered.len() as u32 - 1;
            return if cards > 0 && rng.chance(1, 2) { offered[rng.below(cards) as usize] } else { last };
        }
        let attacks = offered.iter().filter(|action| action.is_attack()).count() as u32;
        if attacks > 0 && rng.chance(1, 2) {
            let nth = rng.below(attacks) as usize;
            return *offered.iter().filter(|action| action.is_attack()).nth(nth).expect("it was counted");
        }
        *rng.one_of(offered)
    }

    fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
        view::view(rules, state, viewer)
    }

    fn imagine(rules: &Rules, view: &View, rng: &mut Rng) -> State {
        view::imagine(rules, view, rng)
    }

    fn witness(_: &Rules, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.witnessed(|seat| viewer.holds(seat)))
    }

    fn reveals(_: &Rules, event: &Event) -> bool {
        event.reveals()
    }

    fn kind(_: &Rules, action: Action) -> &'static str {
        match action.deed() {
            Deed::Play(play) if play.attack => "attack",
            Deed::Play(_) => "move",
            Deed::Walk(_) => "walk",
            Deed::Push(..) => "push",
            Deed::Fumble(_) => "fumble",
            Deed::Order(_) => "order",
            Deed::React(_) => "react",
            Deed::Decline => "decline",
            Deed::Pass => "pass",
            Deed::Style(..) => "style",
            Deed::Hand(..) => "hand",
            Deed::Row(..) => "row",
            Deed::Roll(_) => "roll",
        }
    }

    fn label(rules: &Rules, state: &State, actor: Actor, action: Action) -> String {
        label::label(rules, state, actor, action)
    }

    fn fields(rules: &Rules, actor: Actor, action: Action) -> Value {
        fields(rules, actor, action)
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

    /// The Score, which everybody sees. Rules: CC-SCORE-1.
    fn points(_: &Rules, view: &View, seat: Seat) -> Option<i32> {
        view.figures.get(seat.index()).map(|figure| figure.score.into())
    }

    fn odds(rules: &Rules, view: &View, seat: Seat, action: Action) -> Option<String> {
        reading::odds(rules, view, seat, action)
    }

    fn conceivable(rules: &Rules, view: &View, seat: Seat, out: &mut Vec<Action>) {
        thoughts::conceivable(rules, view.known(), seat.index(), out);
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

    fn bots() -> Vec<(&'static str, Box<dyn Bot<Self>>)> {
        vec![
            ("random", Box::new(engine::Random)),
            ("lively", Box::new(engine::Lively)),
            ("greedy", Box::new(Greedy)),
        ]
    }
}

fn card_id(rules: &Rules, actor: Actor, card: u8) -> &str {
    let seat = match actor {
        Actor::Seat(seat) => seat.index().min(rules.decks.len() - 1),
        Actor::Chance => 0,
    };
    rules.decks[seat].get(usize::from(card)).map_or("-", |card| card.id.as_str())
}

fn fields(rules: &Rules, actor: Actor, action: Action) -> Value {
    let card = |card| card_id(rules, actor, card);
    let hex = |hex: u8| (hex != NOTHING).then(|| hex_name(rules, hex - 1));
    let facing = |facing: u8| (facing != NOTHING).then(|| facing_name(facing - 1));
    match action.deed() {
        Deed::Play(play) if play.attack => {
            let target = if play.target == EVERYONE { "*" } else { SEATS[usize::from(play.target - 1) & 3] };
            json!({ "card": card(play.card), "target": target })
        }
        Deed::Play(play) => json!({
            "card": card(play.card),
            "hex": hex(play.hex),
            "relocation": hex(play.relocation),
            "facing": facing(play.facing),
        }),
        Deed::Walk(part) => {
            json!({ "hex": hex(part.hex), "relocation": hex(part.relocation), "facing": facing(part.facing) })
        }
        Deed::Push(who, to) => {
            let seat = (who != NOTHING).then(|| SEATS[usize::from(who - 1) & 3]);
            json!({ "seat": seat, "hex": hex_name(rules, to) })
        }
        Deed::Fumble(to) => json!({ "facing": facing_name(to) }),
        Deed::Order(who) => json!({ "seat": SEATS[usize::from(who) & 3] }),
        Deed::React(react) => json!({
            "card": card(react.card),
            "hex": hex(react.hex),
            "facing": facing(react.facing),
            "walk": react.walk,
        }),
        Deed::Decline | Deed::Pass => json!({}),
        Deed::Style(who, style) => {
            json!({ "seat": SEATS[usize::from(who) & 3], "style": rules.styles.get(usize::from(style)).map(|s| &s.id) })
        }
        Deed::Hand(who, hand) => {
            let who = usize::from(who).min(rules.decks.len() - 1);
            json!({ "seat": SEATS[who], "cards": card_ids(rules, who, hand) })
        }
        Deed::Row(count, seats) => {
            let names: Vec<&str> =
                (0..count.min(4)).map(|i| SEATS[usize::from(seats >> (2 * i) & 3)]).collect();
            json!({ "seats": names })
        }
        Deed::Roll(roll) => {
            let targets = (0..4usize).filter(|seat| roll.targets >> seat & 1 == 1);
            let rolls: Vec<Value> = targets
                .enumerate()
                .map(|(nth, seat)| json!({ "seat": SEATS[seat], "faces": roll.of(nth).collect::<Vec<_>>() }))
                .collect();
            json!({ "rolls": rolls })
        }
    }
}
