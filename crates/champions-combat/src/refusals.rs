//! Why something cannot be done. What can be done is listed by [`phases::legal`] alone; here is only the
//! reason for the rest. `docs/champions-combat.md` lists the codes.

use engine::{Actions, Actor, Refusal};

use crate::action::{Action, Deed, EVERYONE, NOTHING, Part, Play, React, Roll};
use crate::event::colour;
use crate::icons::Section;
use crate::moves::Hexes;
use crate::notation::hex_name;
use crate::setup::Rules;
use crate::state::{State, Step};
use crate::{attacks, chance, phases, turns, walks};

macro_rules! refusals {
    ($($name:ident $code:literal $rule:literal $text:literal;)*) => {
        $(const $name: Refusal = Refusal::new($code, $rule, $text);)*
        /// Every refusal of the game.
        pub const ALL: &[Refusal] = &[$($name),*];
    };
}

refusals! {
    OVER "game-over" "CC-SCORE-2" "the game is over";
    NOT_YOUR_TURN "not-your-turn" "CC-RES-1" "somebody else decides now";
    NOT_NOW "not-now" "CC-R42" "something else is to be decided first";
    CHANCE_DECIDES "chance-decides" "CC-R70" "only chance deals cards and rolls dice";
    CHANCE_ONLY_FALLS "chance-only-falls" "CC-R70" "chance only deals cards and rolls dice";
    NO_CHANCE_NOW "no-chance-now" "CC-R70" "a player is to decide, nothing is dealt or rolled";
    WRONG_CHANCE "wrong-chance" "CC-R70" "something else is to be dealt or rolled";
    STYLE_TAKEN "style-taken" "CC-SETUP-4" "that Style is dealt already";
    WRONG_HAND_SIZE "wrong-hand-size" "CC-DRAW-3" "a hand has another number of cards";
    WRONG_ROW "wrong-row" "CC-INIT-2" "each half of the row names everybody in the game once";
    WRONG_TARGETS "wrong-targets" "CC-R44" "the dice are rolled for each target, and nobody else";
    WRONG_DICE "wrong-dice" "CC-ATTACK-5" "the card says how many dice are rolled for each target";
    NO_PASS "no-pass" "CC-RES-6" "whoever can play a card must: only the Special turn may be left";
    CARD_NOT_HELD "card-not-held" "CC-RES-2" "that card is not in the hand";
    UNPAID "unpaid" "CC-POWER-3" "there is too little Power for that section";
    NOBODY_IN_REACH "nobody-in-reach" "CC-ATTACK-4" "nobody stands on a Style hex, so nobody can be attacked";
    OUT_OF_REACH "out-of-reach" "CC-ATTACK-3" "the target does not stand on a Style hex";
    BARRAGE_TAKES_ALL "barrage-takes-all" "CC-BARR-1" "a Barrage attacks everybody in reach: write * for the target";
    ONE_TARGET "one-target" "CC-ATTACK-2" "without a Barrage one target is named";
    NO_NUMBER "no-number" "CC-R32" "a section without a number neither moves nor turns the figure";
    STAYS "stays" "CC-MOVE-7" "a 0 only turns the figure where it stands";
    IN_PARTS "in-parts" "CC-R72" "a long walk is declared in parts, and only a long walk: in steps if it displaces";
    NO_WALK "no-walk" "CC-R27" "there is no complete walk of that length";
    PLACE_MISSING "place-missing" "CC-MOVE-2" "the section has a number, so the figure must go somewhere";
    FACING_MISSING "facing-missing" "CC-MOVE-6" "say which way the figure faces after the move";
    FACING_TOO_EARLY "facing-too-early" "CC-R72" "the facing is chosen with the last step";
    ALL_OR_NOTHING "all-or-nothing" "CC-R60" "who does not move in a Reaction does not turn either";
    SAME_HEX "same-hex" "CC-MOVE-5" "a move must not end where it began";
    WALL "wall" "CC-R33" "a wall cannot be entered";
    OCCUPIED "occupied" "CC-MOVE-4" "a move must not end in an occupied hex";
    BLOCKED "blocked" "CC-MOVE-3" "figures or walls are in the way of every walk of that length";
    NOT_EXACT "not-exact" "CC-MOVE-2" "no walk of exactly that length ends there";
    NO_DISPLACE "no-displace" "CC-DISP-1" "nobody is displaced: the section has no Displace, or nobody stands there";
    RELOCATION_MISSING "relocation-missing" "CC-DISP-2" "say where the displaced figure goes";
    RELOCATION_BACK "relocation-back" "CC-DISP-3" "a displaced figure must not go where the mover came from";
    RELOCATION_FAR "relocation-far" "CC-R35" "a displaced figure goes to a hex next to the one it leaves, not into a wall";
    RELOCATION_OCCUPIED "relocation-occupied" "CC-R36" "a displaced figure cannot go onto another";
    DEAD_END "dead-end" "CC-R72" "the walk could not be completed from there";
    PUSH_FAR "push-far" "CC-PUSH-1" "a target is pushed by one hex";
    PUSH_WALL "push-wall" "CC-PUSH-3" "nobody is pushed into a wall";
    PUSH_OCCUPIED "push-occupied" "CC-R54" "nobody is pushed onto a figure";
    PUSH_NEARER "push-nearer" "CC-R53" "in this game a target is only pushed away from the attacker";
    PUSH_WHOM "push-whom" "CC-R50" "in a Barrage a target that is still to be pushed is named, otherwise none";
    MUST_TURN "must-turn" "CC-FUMB-1" "a Fumble must change the attacker's facing";
    NOT_AMONG "not-among" "CC-BARR-2" "that player is not among those who are next";
}

/// Why `actor` cannot do `action`; nothing exactly if it can.
pub fn refuse(rules: &Rules, state: &State, actor: Actor, action: Action) -> Option<Refusal> {
    if state.step == Step::Over {
        return Some(OVER);
    }
    let falls = matches!(action.deed(), Deed::Style(..) | Deed::Hand(..) | Deed::Row(..) | Deed::Roll(_));
    match actor {
        Actor::Chance if !falls => Some(CHANCE_ONLY_FALLS),
        Actor::Chance if state.waits_for().is_some() => Some(NO_CHANCE_NOW),
        Actor::Chance => refuse_chance(rules, state, action.deed()),
        Actor::Seat(_) if falls => Some(CHANCE_DECIDES),
        Actor::Seat(seat) if state.waits_for() != Some(seat.index()) => Some(match state.waits_for() {
            Some(other) => NOT_YOUR_TURN.because(format!("{} decides now", colour(other as u8))),
            None => NOT_YOUR_TURN.because("cards are dealt or dice rolled first"),
        }),
        Actor::Seat(_) => {
            let mut actions = Actions::new();
            phases::legal(rules, state, &mut actions);
            let listed = turns::as_listed(rules, state, action);
            if actions.binary_search(&listed).is_ok() { None } else { Some(why(rules, state, listed.deed())) }
        }
    }
}

/// Rules: CC-SETUP-4, CC-DRAW-3, CC-INIT-2, CC-ATTACK-5, CC-R44, CC-R70.
fn refuse_chance(rules: &Rules, state: &State, deed: Deed) -> Option<Refusal> {
    match (state.step, deed) {
        (Step::Style, Deed::Style(seat, style)) if seat == state.current => {
            (chance::free_styles(rules, state) >> style & 1 == 0).then_some(STYLE_TAKEN)
        }
        (Step::Hand, Deed::Hand(seat, hand)) if seat == state.current => {
            let known = hand >> rules.decks[usize::from(seat)].len() == 0;
            let right = known && hand.count_ones() == u32::from(rules.hand_size);
            (!right).then(|| WRONG_HAND_SIZE.because(format!("a hand has {} cards", rules.hand_size)))
        }
        (Step::Row, Deed::Row(count, seats)) => {
            let named = (0..count.min(4)).fold(0, |set, i| set | 1u8 << (seats >> (2 * i) & 3));
            let right = named == state.still_in()
                && u32::from(count) == named.count_ones()
                && u16::from(seats) >> (2 * count) == 0;
            (!right).then_some(WRONG_ROW)
        }
        (Step::Roll, Deed::Roll(roll)) => refuse_roll(rules, state, roll),
        _ => Some(WRONG_CHANCE),
    }
}

fn refuse_roll(rules: &Rules, state: &State, roll: Roll) -> Option<Refusal> {
    let dice = attacks::section(rules, state).dice;
    let count = u64::from(roll.targets.count_ones()) * u64::from(dice);
    if roll.targets != state.targets {
        Some(WRONG_TARGETS)
    } else if roll.dice != dice
        || roll.faces >> (3 * count) != 0
        || (0..count).any(|die| !(1..=6).contains(&(roll.faces >> (3 * die) & 7)))
    {
        Some(WRONG_DICE.because(format!("{dice} dice are rolled for each target")))
    } else {
        None
    }
}

/// The reason for something that is not offered to whoever decides.
fn why(rules: &Rules, state: &State, deed: Deed) -> Refusal {
    match (state.step, deed) {
        (Step::Turn, Deed::Pass) => NO_PASS,
        (Step::Turn, Deed::Play(play)) => why_play(rules, state, &play),
        (Step::Walk, Deed::Walk(part)) => why_part(rules, state, &part),
        (Step::Push, Deed::Push(name, hex)) => why_push(rules, state, name, hex),
        (Step::Fumble, Deed::Fumble(_)) => MUST_TURN,
        (Step::FumbleOrder | Step::ReactOrder, Deed::Order(_)) => NOT_AMONG,
        (Step::React, Deed::React(react)) => why_react(rules, state, &react),
        _ => NOT_NOW.because(format!("{} is to be decided now", due(state.step))),
    }
}

fn due(step: Step) -> &'static str {
    match step {
        Step::Turn => "a turn",
        Step::Walk => "the next part of a walk",
        Step::Push => "a Push",
        Step::FumbleOrder => "who fumbles next",
        Step::Fumble => "the attacker's facing",
        Step::ReactOrder => "who reacts next",
        Step::React => "a Reaction",
        Step::Style | Step::Hand | Step::Row | Step::Roll => "chance",
        Step::Over => "nothing",
    }
}

/// Whether a card can be used at all for a section.
fn why_card(rules: &Rules, state: &State, seat: usize, card: u8, cost: u8) -> Option<Refusal> {
    if card >= 32 || state.figures[seat].hand >> card & 1 == 0 {
        let id = rules.decks[seat].get(usize::from(card)).map_or("-", |card| card.id.as_str());
        return Some(CARD_NOT_HELD.because(format!("{id} is not in the hand")));
    }
    let power = state.figures[seat].power;
    (cost > power).then(|| {
        let held = if power == 0 { "none".to_owned() } else { power.to_string() };
        UNPAID.because(format!("that section costs {cost} Power and {} has {held}", colour(seat as u8)))
    })
}

fn why_play(rules: &Rules, state: &State, play: &Play) -> Refusal {
    let seat = usize::from(state.active);
    let face = rules.face(seat, play.card);
    let section = if play.attack { &face.attack } else { &face.walk };
    if let Some(refusal) = why_card(rules, state, seat, play.card, section.cost) {
        return refusal;
    }
    if !play.attack {
        return why_move(rules, state, section, play);
    }
    let in_reach = attacks::in_reach(rules, state, seat);
    match (in_reach, section.barrage, play.target) {
        (0, ..) => NOBODY_IN_REACH,
        (_, true, target) if target != EVERYONE => BARRAGE_TAKES_ALL,
        (_, false, target @ 1..=4) if in_reach >> (target - 1) & 1 == 0 => {
            OUT_OF_REACH.because(format!("{} does not stand on a Style hex", colour(target - 1)))
        }
        _ => ONE_TARGET,
    }
}

/// Rules: CC-MOVE-2 to CC-MOVE-7, CC-DISP-1 to CC-DISP-3.
fn why_move(rules: &Rules, state: &State, section: &Section, play: &Play) -> Refusal {
    let seat = usize::from(state.active);
    let from = usize::from(state.figures[seat].hex);
    match section.steps {
        None => NO_NUMBER,
        Some(0) if play.hex != NOTHING => STAYS,
        Some(0) => FACING_MISSING,
        Some(_) if section.is_long() && play.hex == NOTHING && play.facing == NOTHING => NO_WALK,
        Some(_) if section.is_long() => IN_PARTS,
        Some(_) if play.hex == NOTHING => PLACE_MISSING,
        Some(_) if section.displace => {
            match why_step(rules, Some(from), from, state.others(seat), play.hex, play.relocation) {
                Some(refusal) => refusal,
                None => FACING_MISSING,
            }
        }
        Some(_) if play.relocation != NOTHING => NO_DISPLACE,
        Some(steps) => why_end(rules, from, state.others(seat), steps, play.hex),
    }
}

/// Why a walk of so many steps does not end there: on an empty board every other hex within reach is the end
/// of one. Rules: CC-MOVE-2 to CC-MOVE-6.
fn why_end(rules: &Rules, from: usize, others: Hexes, steps: u8, hex: u8) -> Refusal {
    let to = usize::from(hex) - 1;
    let name = hex_name(rules, hex - 1);
    if to == from {
        SAME_HEX
    } else if rules.ways.is_wall(to) {
        WALL.because(format!("{name} is a wall"))
    } else if others.has(to) {
        OCCUPIED.because(format!("{name} is occupied"))
    } else if rules.ways.distance(from, to) > steps {
        NOT_EXACT.because(format!("{name} is more than {steps} away"))
    } else if !rules.ways.walk_ends(from, others, steps).has(to) {
        BLOCKED.because(format!("figures or walls are in the way of every walk of {steps} to {name}"))
    } else {
        FACING_MISSING
    }
}

/// Why one step that may displace is impossible, its facing apart; the last of a walk has a start that it must not
/// end on. Rules: CC-DISP-1 to CC-DISP-3, CC-R34 to CC-R36.
fn why_step(
    rules: &Rules,
    start: Option<usize>,
    from: usize,
    others: Hexes,
    hex: u8,
    relocation: u8,
) -> Option<Refusal> {
    let to = usize::from(hex).checked_sub(1)?;
    if to == from {
        return Some(if start == Some(to) {
            SAME_HEX
        } else {
            NOT_EXACT.because("a step leads to another hex")
        });
    }
    if rules.ways.is_wall(to) {
        return Some(WALL.because(format!("{} is a wall", hex_name(rules, hex - 1))));
    }
    if !rules.ways.around(from).has(to) {
        return Some(NOT_EXACT.because(format!("{} is not one step away", hex_name(rules, hex - 1))));
    }
    match (others.has(to), usize::from(relocation).checked_sub(1)) {
        (false, Some(_)) => Some(NO_DISPLACE),
        (true, None) => Some(RELOCATION_MISSING),
        (true, Some(there)) if there == from => Some(RELOCATION_BACK),
        (true, Some(there)) if others.has(there) && there != to => Some(RELOCATION_OCCUPIED),
        (true, Some(there)) if !rules.ways.around(to).has(there) => Some(RELOCATION_FAR),
        _ => None,
    }
}

/// Rules: CC-R37, CC-R72.
fn why_part(rules: &Rules, state: &State, part: &Part) -> Refusal {
    let seat = usize::from(state.current);
    let section = walks::section(rules, state);
    let (at, others) = (usize::from(state.figures[seat].hex), state.others(seat));
    if part.whole == section.displace || part.hex == NOTHING {
        return IN_PARTS;
    }
    if part.whole {
        if part.relocation != NOTHING {
            return NO_DISPLACE;
        }
        return why_end(rules, at, others, state.walk_left, part.hex);
    }
    let last = state.walk_left == 1;
    let start = last.then_some(usize::from(state.walk_from));
    if let Some(refusal) = why_step(rules, start, at, others, part.hex, part.relocation) {
        return refusal;
    }
    let to = usize::from(part.hex) - 1;
    if start == Some(to) {
        SAME_HEX
    } else if last {
        FACING_MISSING
    } else if part.facing != NOTHING {
        FACING_TOO_EARLY
    } else {
        DEAD_END
    }
}

/// Rules: CC-PUSH-1, CC-PUSH-3, CC-R50, CC-R53, CC-R54.
fn why_push(rules: &Rules, state: &State, name: u8, hex: u8) -> Refusal {
    let barrage = attacks::section(rules, state).barrage;
    if barrage == (name == NOTHING) || name > 4 {
        return PUSH_WHOM;
    }
    let target = attacks::pushed(state, name);
    if (state.targets & !state.done) >> target & 1 == 0 {
        return PUSH_WHOM.because(format!("{} is not to be pushed", colour(target as u8)));
    }
    let (at, to) = (usize::from(state.figures[target].hex), usize::from(hex));
    if attacks::push_hexes(rules, state, target).is_empty() {
        return PUSH_WHOM.because(format!("{} has no room to be pushed to", colour(target as u8)));
    }
    if rules.ways.is_wall(to) {
        PUSH_WALL
    } else if !rules.ways.around(at).has(to) {
        PUSH_FAR.because(format!("{} is not next to the target", hex_name(rules, hex)))
    } else if state.others(target).has(to) {
        PUSH_OCCUPIED.because(format!("{} is occupied", hex_name(rules, hex)))
    } else {
        PUSH_NEARER
    }
}

/// Rules: CC-REACT-2, CC-RMOVE-1, CC-R60, CC-R61.
fn why_react(rules: &Rules, state: &State, react: &React) -> Refusal {
    let seat = usize::from(state.current);
    let section = &rules.face(seat, react.card).reaction;
    if let Some(refusal) = why_card(rules, state, seat, react.card, section.cost) {
        return refusal;
    }
    let (from, others) = (usize::from(state.figures[seat].hex), state.others(seat));
    match section.steps {
        Some(_) if section.is_long() && react.walk && react.hex == NOTHING => NO_WALK,
        _ if section.is_long() || react.walk => IN_PARTS,
        None => NO_NUMBER,
        Some(0) => STAYS,
        Some(_) if react.hex == NOTHING => ALL_OR_NOTHING,
        Some(steps) => why_end(rules, from, others, steps, react.hex),
    }
}
