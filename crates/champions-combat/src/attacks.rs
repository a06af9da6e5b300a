//! Attacks: who is in reach, declaring, dice, Push and Fumble. Rules: CC-ATTACK-2 to CC-ATTACK-11, CC-BARR-1,
//! CC-PUSH-1 to CC-PUSH-3, CC-FUMB-1.

use engine::{Actions, Log};

use crate::action::{Action, Deed, EVERYONE, NOTHING, Play, Roll};
use crate::event::Event;
use crate::hex::Direction;
use crate::icons::{Kind, Section};
use crate::moves::Hexes;
use crate::setup::Rules;
use crate::state::{State, Step, seats};
use crate::{reactions, walks};

/// The enemies on Style hexes, as bits. Rules: CC-ATTACK-2, CC-ATTACK-3, CC-R40, CC-R41.
#[inline]
pub fn in_reach(rules: &Rules, state: &State, seat: usize) -> u8 {
    let figure = &state.figures[seat];
    let [three, four] = rules.reach(figure.style, figure.hex, figure.facing);
    let covered = Hexes(three | four);
    // A figure that is gone stands on no hex of any board, and nobody's Style covers its own hex.
    (0..4).map(|other| u8::from(covered.has(usize::from(state.figures[other].hex))) << other).sum()
}

/// Whom an Attack of the active player on this target strikes, as bits. Rules: CC-BARR-1, CC-R46.
pub fn struck(rules: &Rules, state: &State, target: u8) -> u8 {
    match target {
        EVERYONE => in_reach(rules, state, usize::from(state.active)),
        _ => 1 << (target - 1),
    }
}

/// What a hit on a target needs. Rules: CC-ATTACK-6 to CC-ATTACK-8, CC-R40.
#[inline]
pub fn need(rules: &Rules, state: &State, attacker: usize, target: usize) -> u8 {
    let figure = &state.figures[attacker];
    let [three, _] = rules.reach(figure.style, figure.hex, figure.facing);
    if Hexes(three).has(usize::from(state.figures[target].hex)) { 3 } else { 4 }
}

/// Who of these targets is attacked from directly behind. Rules: CC-REACT-3, CC-R57.
pub fn behind(rules: &Rules, state: &State, attacker: usize, targets: u8) -> u8 {
    let from = state.figures[attacker].hex;
    seats(targets)
        .filter(|&target| {
            let figure = &state.figures[target];
            rules.ways.behind(figure.hex, figure.facing) == Some(from)
        })
        .map(|target| 1 << target)
        .sum()
}

/// The Attack section in use.
pub fn section<'r>(rules: &'r Rules, state: &State) -> &'r Section {
    &rules.face(usize::from(state.active), state.card).attack
}

/// Declares an attack: targets and who is attacked from behind are fixed here. Rules: CC-BARR-1, CC-R42,
/// CC-R43, CC-R46, CC-R48.
pub fn declare(rules: &Rules, state: &mut State, play: &Play, log: &mut impl Log<Event>) {
    let seat = usize::from(state.active);
    let section = &rules.face(seat, play.card).attack;
    log.add(Event::Played(state.active, play.card, Kind::Attack));
    walks::spend(state, seat, play.card, section, log);
    state.card = play.card;
    state.targets = struck(rules, state, play.target);
    state.behind = behind(rules, state, seat, state.targets);
    log.add(Event::Attacked(state.active, state.targets, state.behind, section.barrage));
    state.step = Step::Roll;
}

/// The dice fall: each target has its own. Rules: CC-ATTACK-5, CC-ATTACK-9, CC-ATTACK-10, CC-COMP-8, CC-R44.
pub fn roll(rules: &Rules, state: &mut State, roll: Roll, log: &mut impl Log<Event>) {
    log.add(Event::Rolled(roll));
    for (nth, target) in seats(state.targets).enumerate() {
        let need = need(rules, state, usize::from(state.active), target);
        state.hits[target] = roll.of(nth).filter(|&face| face >= need).count() as u8;
        log.add(Event::Hit(target as u8, state.hits[target], need));
    }
    next_push(rules, state, log);
}

/// The next Push, if one is due and there is room. Rules: CC-PUSH-1, CC-R50, CC-R54, CC-R55, CC-R56.
fn next_push(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    if section(rules, state).push {
        if seats(state.targets & !state.done).any(|target| !push_hexes(rules, state, target).is_empty()) {
            state.step = Step::Push;
            return;
        }
        for target in seats(state.targets & !state.done) {
            log.add(Event::PushBlocked(target as u8));
        }
    }
    state.done = 0;
    if section(rules, state).fumble { next_fumble(state) } else { worked_out(rules, state, log) }
}

/// Where a target can be pushed now. Rules: CC-PUSH-1, CC-PUSH-3, CC-R53, CC-R54.
pub fn push_hexes(rules: &Rules, state: &State, target: usize) -> Hexes {
    let attacker = usize::from(state.figures[usize::from(state.active)].hex);
    rules.ways.pushes(attacker, usize::from(state.figures[target].hex), state.others(target), rules.push_away)
}

/// Rules: CC-PUSH-1 to CC-PUSH-3, CC-R50.
pub fn legal_push(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    let barrage = section(rules, state).barrage;
    for target in seats(state.targets & !state.done) {
        let name = if barrage { target as u8 + 1 } else { NOTHING };
        for hex in push_hexes(rules, state, target).iter() {
            out.push(Deed::Push(name, hex as u8).into());
        }
    }
}

/// Whom a Push names: outside a Barrage there is one target only.
pub fn pushed(state: &State, name: u8) -> usize {
    if name == NOTHING { state.targets.trailing_zeros() as usize } else { usize::from(name) - 1 }
}

/// What a time-out pushes: the lowest seat, the first direction clockwise from the north. Rules: CC-R69.
pub fn default_push(rules: &Rules, state: &State, actions: &[Action]) -> Action {
    let Deed::Push(name, _) = actions[0].deed() else { unreachable!("a Push is due") };
    let hex = rules.board.hex(state.figures[pushed(state, name)].hex);
    let clockwise = Direction::ALL.iter().filter_map(|&direction| rules.board.step(hex, direction));
    let pushes = clockwise.map(|next| Action::from(Deed::Push(name, next.index() as u8)));
    pushes.into_iter().find(|push| actions.contains(push)).unwrap_or(actions[0])
}

/// The target goes to a hex and keeps its facing. Rules: CC-PUSH-1, CC-PUSH-2.
pub fn push(rules: &Rules, state: &mut State, name: u8, hex: u8, log: &mut impl Log<Event>) {
    let target = pushed(state, name);
    state.figures[target].hex = hex;
    state.done |= 1 << target;
    log.add(Event::Pushed(target as u8, hex));
    next_push(rules, state, log);
}

/// Rules: CC-FUMB-1, CC-R50, CC-R51.
fn next_fumble(state: &mut State) {
    let left = state.targets & !state.done;
    if left.count_ones() > 1 {
        state.step = Step::FumbleOrder;
        state.current = 0;
    } else {
        state.step = Step::Fumble;
        state.current = left.trailing_zeros() as u8;
    }
}

/// Rules: CC-R50.
pub fn legal_fumble_order(state: &State, out: &mut Actions<Action>) {
    for seat in seats(state.targets & !state.done) {
        out.push(Deed::Order(seat as u8).into());
    }
}

/// The attacker names who fumbles next. Rules: CC-R50.
pub fn order(state: &mut State, seat: u8, log: &mut impl Log<Event>) {
    state.current = seat;
    state.step = Step::Fumble;
    log.add(Event::Ordered(seat, false));
}

/// Rules: CC-FUMB-1, CC-R52.
pub fn legal_fumble(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    let now = state.figures[usize::from(state.active)].facing;
    for facing in (0..6).filter(|&facing| facing != now || !rules.fumble_must_turn) {
        out.push(Deed::Fumble(facing).into());
    }
}

/// A target turns the attacker. Rules: CC-FUMB-1.
pub fn fumble(rules: &Rules, state: &mut State, facing: u8, log: &mut impl Log<Event>) {
    state.figures[usize::from(state.active)].facing = facing;
    state.done |= 1 << state.current;
    log.add(Event::Fumbled(state.current, state.active, facing));
    if state.targets & !state.done == 0 {
        state.done = 0;
        worked_out(rules, state, log);
    } else {
        next_fumble(state);
    }
}

/// The Attack section is worked out: the attacker gains, then the targets react. Rules: CC-ATTACK-14, CC-R42,
/// CC-R45.
fn worked_out(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    walks::gain(state, usize::from(state.active), section(rules, state), log);
    state.card = 0;
    for target in seats(state.behind) {
        log.add(Event::CannotReact(target as u8));
    }
    reactions::next(rules, state, log);
}
