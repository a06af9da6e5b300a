//! Turns: what a seat can do in W-IDLE, what it costs, and the duty to spend. Rules: TR-ROUND-5 to TR-ROUND-10,
//! TR-MOVE-1 to TR-MOVE-10, TR-R28 to TR-R32, TR-R101.

use engine::{Actions, Log, Rng};
use smallvec::SmallVec;

use crate::action::{Action, Deed, Strike, Way};
use crate::arena::{NOWHERE, bits};
use crate::attacks::{declare, for_each_target, ordinary_cost};
use crate::effects::{moved, set_place};
use crate::event::Event;
use crate::faces::{Window, standing};
use crate::moves::BY_SQUARE;
use crate::rules::Rules;
use crate::scene::{Scene, free, is_forbidden};
use crate::state::{NOBODY, Opening, State, Unit, mark, seat_slot, unit};
use crate::text::Deed as Forbidden;
use crate::windows::{self, Usable, UsableList, about, for_each_face_up, may_use};

/// Actions are spent. Rules: TR-R28.
pub fn spend(state: &mut State, seat: u8, count: u8) {
    let side = &mut state.seats[usize::from(seat)];
    side.actions = side.actions.saturating_sub(count);
    if state.turn == seat {
        state.spent = state.spent.saturating_add(count);
    }
}

/// The Champion and the minions of a seat, by the space they stand on.
fn movers(rules: &Rules, state: &State, seat: u8) -> SmallVec<[Unit; 5]> {
    let mut movers: SmallVec<[Unit; 5]> = SmallVec::from_slice(&[unit(seat, 0)]);
    if rules.deploys {
        for slot in 1..=4 {
            let laid = state.slot(seat, slot);
            if laid.has(mark::DEPLOYED) && rules.face(laid.card).is_minion() {
                movers.push(unit(seat, slot));
            }
        }
        if movers.len() > 1 {
            movers.sort_unstable_by_key(|&who| state.square_of(rules, who));
        }
    }
    movers
}

/// Calls for every maneuver, rotation and attack that a seat with so many Actions can do, and its price, in
/// canonical order. Rules: TR-ROUND-5, TR-R101.
/// Rules: TR-ODDS-1, TR-ODDS-3.
#[inline]
pub fn ordinary(rules: &Rules, state: &State, seat: u8, actions: u8, mut each: impl FnMut(Action, u8)) {
    let restrained = state.ears & standing::CANNOT != 0 || !state.lasting.is_empty();
    if actions >= 1 {
        let movers = movers(rules, state, seat);
        let free = free(rules, state);
        for &who in &movers {
            let cannot = restrained
                && is_forbidden(rules, state, who, |deed| {
                    matches!(deed, Forbidden::Maneuver {} | Forbidden::Move {})
                });
            let Some(from) = state.square_of(rules, who).filter(|_| !cannot) else { continue };
            for direction in BY_SQUARE {
                let to = rules.arena.next[usize::from(from)][usize::from(direction)];
                if to != NOWHERE && free >> to & 1 == 1 {
                    for facing in 0..4 {
                        each(Deed::Move(Way::step(from, direction), facing).into(), 1);
                    }
                }
            }
        }
        for &who in &movers {
            let cannot =
                restrained && is_forbidden(rules, state, who, |deed| matches!(deed, Forbidden::Rotate {}));
            let Some(at) = state.square_of(rules, who).filter(|_| !cannot) else { continue };
            for facing in (0..4).filter(|&facing| facing != state.facing_of(who)) {
                each(Deed::Rotate(at, facing).into(), 1);
            }
        }
    }
    for slot in 0..=rules.slots {
        let Some(cost) = ordinary_cost(rules, state, seat, slot, actions) else { continue };
        let mut targets: SmallVec<[u8; 8]> = SmallVec::new();
        for_each_target(rules, state, seat, Strike::ordinary(slot), |square, _| targets.push(square));
        targets.sort_unstable();
        for target in targets {
            each(Deed::Strike(Strike { target, ..Strike::ordinary(slot) }).into(), cost);
        }
    }
}

/// What an ordinary action costs.
pub fn price(rules: &Rules, state: &State, seat: u8, action: Action) -> u8 {
    match action.deed() {
        Deed::Strike(strike) if strike.slot > 0 => {
            rules.face(state.slot(seat, strike.slot).card).cost.unwrap_or(0)
        }
        _ => 1,
    }
}

/// Carries out an ordinary action and pays for it.
pub fn do_ordinary(rules: &Rules, state: &mut State, seat: u8, action: Action, log: &mut impl Log<Event>) {
    spend(state, seat, price(rules, state, seat, action));
    let own = state.seats[usize::from(seat)].square;
    let mover =
        |state: &State, from| if from == own { Some(unit(seat, 0)) } else { state.unit_on(rules, from) };
    match action.deed() {
        Deed::Move(way, facing) => {
            let Some(who) = mover(state, way.from) else { return };
            let to = way.end();
            set_place(state, who, to, facing, log);
            moved(rules, state, who, way.from, to, log);
        }
        Deed::Rotate(at, facing) => {
            let Some(who) = mover(state, at) else { return };
            set_place(state, who, at, facing, log);
        }
        Deed::Strike(strike) => declare(rules, state, seat, strike, log),
        _ => {}
    }
}

/// Effects that the seat on turn can use in W-IDLE. Rules: TR-R63.
pub fn usable(rules: &Rules, state: &State, seat: u8) -> UsableList {
    let mut found = UsableList::new();
    if state.ears & Window::Idle.bit() == 0 {
        return found;
    }
    for_each_face_up(rules, state, seat, |unit, face| {
        for (ability, note) in face.notes.iter().enumerate() {
            if note.ears & Window::Idle.bit() == 0 {
                continue;
            }
            let Some(effect) = face.effect(ability as u8) else { continue };
            let scene = Scene::of(rules, state, unit);
            if may_use(&scene, effect, note, Window::Idle) {
                crate::effects::for_each_arguments(&scene, effect, &mut |arguments| {
                    if found.len() < windows::MOST_USES {
                        found.push(Usable { unit, ability: ability as u8, arguments, mandatory: false });
                    }
                });
            }
        }
    });
    found
}

/// Everything the seat on turn can do in W-IDLE, in canonical order. The end of the turn is not offered while an
/// Action must be spent. Rules: TR-ROUND-7, TR-ROUND-8, TR-R28, TR-R30.
pub fn options(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    if is_plain(rules, state) {
        return plain_options(rules, state, out);
    }
    let seat = state.turn;
    let actions = state.seats[usize::from(seat)].actions;
    let mut can_spend = false;
    ordinary(rules, state, seat, actions, |action, cost| {
        can_spend |= cost > 0;
        out.push(action);
    });
    let usable = usable(rules, state, seat);
    if !usable.is_empty() {
        let mut effects: SmallVec<[Action; 64]> = usable.iter().map(Usable::action).collect();
        effects.sort_unstable();
        for action in effects {
            out.push(action);
        }
        can_spend |= usable.iter().any(|usable| {
            let face = rules.face(state.card_of(usable.unit));
            face.notes[usize::from(usable.ability)].pays_actions
        });
    }
    if !(actions >= 1 && state.spent == 0 && can_spend) {
        out.push(Deed::End.into());
    }
}

/// Whether no text and no minion has a say in what the seat on turn can do.
#[inline]
fn is_plain(rules: &Rules, state: &State) -> bool {
    let side = &state.seats[usize::from(state.turn)];
    state.ears & (Window::Idle.bit() | standing::CANNOT) == 0
        && state.lasting.is_empty()
        && !(rules.deploys && side.slots.iter().any(|slot| slot.has(mark::DEPLOYED)))
}

/// The same options as ever where neither texts nor minions have a say, without asking for them.
fn plain_options(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    let seat = state.turn;
    let side = &state.seats[usize::from(seat)];
    let (from, facing, actions) = (side.square, side.facing, side.actions);
    let mut can_spend = actions >= 1;
    if actions >= 1 {
        let free = free(rules, state);
        for direction in BY_SQUARE {
            let to = rules.arena.next[usize::from(from)][usize::from(direction)];
            if free >> to & 1 == 1 {
                out.extend(Action::maneuvers(from, to, direction));
            }
        }
        let others = match facing & 3 {
            0 => [1, 2, 3],
            1 => [0, 2, 3],
            2 => [0, 1, 3],
            _ => [0, 1, 2],
        };
        out.extend(others.map(|facing| Action::rotate(from, facing)));
    }
    for slot in 0..=rules.slots {
        let Some(cost) = ordinary_cost(rules, state, seat, slot, actions) else { continue };
        let mut targets = 0u32;
        for_each_target(rules, state, seat, Strike::ordinary(slot), |square, _| targets |= 1 << square);
        for target in bits(targets) {
            can_spend |= cost > 0;
            out.push(Action::strike(slot, target));
        }
    }
    if !(actions >= 1 && state.spent == 0 && can_spend) {
        out.push(Action::END);
    }
}

/// One of the options of W-IDLE, each equally likely, and how many there are; nothing where texts have a say, which
/// takes the list.
pub fn pick(rules: &Rules, state: &State, rng: &mut Rng) -> Option<(Action, u32)> {
    if !is_plain(rules, state) {
        return None;
    }
    let seat = state.turn;
    let side = &state.seats[usize::from(seat)];
    let (from, facing, actions) = (side.square, side.facing, side.actions);
    let mut open = 0u32;
    let mut steps = [0; 4];
    if actions >= 1 {
        let free = free(rules, state);
        for direction in 0..4 {
            let to = rules.arena.next[usize::from(from)][usize::from(direction)];
            if to != NOWHERE && free >> to & 1 == 1 {
                steps[open as usize] = direction;
                open += 1;
            }
        }
    }
    let mut strikes: SmallVec<[(u8, u8); 8]> = SmallVec::new();
    let mut can_spend = actions >= 1;
    for slot in 0..=rules.slots {
        let Some(cost) = ordinary_cost(rules, state, seat, slot, actions) else { continue };
        for_each_target(rules, state, seat, Strike::ordinary(slot), |square, _| {
            can_spend |= cost > 0;
            strikes.push((slot, square));
        });
    }
    let turns = if actions >= 1 { 3 } else { 0 };
    let end = u32::from(!(actions >= 1 && state.spent == 0 && can_spend));
    let count = 4 * open + turns + strikes.len() as u32 + end;
    let mut nth = rng.below(count);
    if nth < 4 * open {
        let way = Way::step(from, steps[(nth / 4) as usize]);
        return Some((Deed::Move(way, (nth % 4) as u8).into(), count));
    }
    nth -= 4 * open;
    if nth < turns {
        return Some((Deed::Rotate(from, (facing + 1 + nth as u8) & 3).into(), count));
    }
    nth -= turns;
    let action = match strikes.get(nth as usize) {
        Some(&(slot, target)) => Deed::Strike(Strike { target, ..Strike::ordinary(slot) }).into(),
        None => Deed::End.into(),
    };
    Some((action, count))
}

/// Whether the seat on turn has anything left to do. Rules: TR-R29.
/// Rules: TR-FX-23.
pub fn can_go_on(rules: &Rules, state: &State) -> bool {
    let seat = state.turn;
    let side = &state.seats[usize::from(seat)];
    if !side.is_alive() {
        return false;
    }
    if side.actions > 0 || !usable(rules, state, seat).is_empty() {
        return true;
    }
    // An attack may cost nothing. Rules: TR-R50.
    let mut any = false;
    if rules.slots > 0 {
        ordinary(rules, state, seat, 0, |_, _| any = true);
    }
    any
}

/// Carries out what was chosen in W-IDLE; the end of the turn is for the caller.
pub fn apply(rules: &Rules, state: &mut State, action: Action, log: &mut impl Log<Event>) {
    let seat = state.turn;
    match action.deed() {
        Deed::Effect(slot, ability, arguments) => {
            let usable = Usable { unit: unit(seat, slot), ability: ability - 1, arguments, mandatory: false };
            windows::use_effect(rules, state, &usable, log);
        }
        _ => do_ordinary(rules, state, seat, action, log),
    }
}

/// The window of a turn's start or end.
pub fn turn_window(window: Window, seat: u8) -> Opening {
    about(window, unit(seat, 0))
}

const _: () = assert!(NOBODY == 255 && seat_slot(unit(3, 2)).0 == 3);
