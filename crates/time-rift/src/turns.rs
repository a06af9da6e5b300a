//! Turns: what a seat can do in W-IDLE, what it costs, and the duty to spend. Rules: TR-ROUND-5 to TR-ROUND-10,
//! TR-MOVE-1 to TR-MOVE-10, TR-R28 to TR-R32, TR-R101.

use engine::{Actions, Log, Rng};

use crate::action::{Action, Deed, Strike};
use crate::arena::{Facing, Square, bits};
use crate::attacks::{base_targets, card_cost, declare, targets};
use crate::effects::{moved, set_place, step};
use crate::event::Event;
use crate::faces::Window;
use crate::rules::Rules;
use crate::scene::{Scene, is_forbidden, is_restrained};
use crate::state::{NOBODY, Opening, Part, State, Step, Unit, mark, seat_slot, unit};
use crate::text::Deed as Forbidden;
use crate::windows::{self, Usable, about, for_each_listener, may_use};

/// Actions are spent. Rules: TR-R28.
#[inline]
pub fn spend(state: &mut State, seat: u8, count: u8) {
    let side = &mut state.seats[usize::from(seat)];
    side.actions = side.actions.saturating_sub(count);
    if state.turn == seat {
        state.spent = state.spent.saturating_add(count);
    }
}

/// The unit of a seat on one of its spaces.
#[inline]
fn mover(rules: &Rules, state: &State, seat: u8, at: Square) -> Option<Unit> {
    if state.seats[usize::from(seat)].square == at { Some(unit(seat, 0)) } else { state.unit_on(rules, at) }
}

#[inline(never)]
fn may_not_maneuver(rules: &Rules, state: &State, seat: u8, at: Square) -> bool {
    mover(rules, state, seat, at).is_some_and(|who| {
        is_forbidden(rules, state, who, |deed| matches!(deed, Forbidden::Maneuver {} | Forbidden::Move {}))
    })
}

#[inline(never)]
fn may_not_rotate(rules: &Rules, state: &State, seat: u8, at: Square) -> bool {
    mover(rules, state, seat, at)
        .is_some_and(|who| is_forbidden(rules, state, who, |deed| matches!(deed, Forbidden::Rotate {})))
}

/// Calls for every maneuver, rotation and attack that a seat with so many Actions can do, in canonical order, with
/// those of one price that stand together. Rules: TR-ROUND-5, TR-R101.
/// Rules: TR-ODDS-1, TR-ODDS-3.
#[inline]
pub fn ordinary(rules: &Rules, state: &State, seat: u8, actions: u8, mut each: impl FnMut(&[Action], u8)) {
    let side = &state.seats[usize::from(seat)];
    let crowd = state.crowd(rules, seat);
    if actions >= 1 {
        let restrained = is_restrained(state);
        let free = rules.arena.all & !crowd.taken;
        for from in bits(crowd.own) {
            let steps = rules.steps.maneuvers(from, free);
            let held = restrained && may_not_maneuver(rules, state, seat, from);
            if !held && !steps.is_empty() {
                each(steps, 1);
            }
        }
        for at in bits(crowd.own) {
            if !(restrained && may_not_rotate(rules, state, seat, at)) {
                let facing = if at == side.square { side.facing } else { minions_facing(rules, state, at) };
                each(rules.steps.rotations(at, facing), 1);
            }
        }
        for target in bits(base_targets(rules, state, seat, crowd.enemies)) {
            each(&[Action::strike(0, target)], 1);
        }
    }
    for (nth, laid) in side.slots[..usize::from(rules.slots)].iter().enumerate() {
        if !laid.is_ready() {
            continue;
        }
        let slot = nth as u8 + 1;
        let Some(cost) = card_cost(rules, state, seat, slot, actions) else { continue };
        for target in bits(targets(rules, state, seat, Strike::ordinary(slot), crowd.enemies)) {
            each(&[Action::strike(slot, target)], cost);
        }
    }
}

#[inline(never)]
fn minions_facing(rules: &Rules, state: &State, at: Square) -> Facing {
    state.unit_on(rules, at).map_or(0, |who| state.facing_of(who))
}

/// What an ordinary action costs.
pub fn price(rules: &Rules, state: &State, seat: u8, deed: &Deed) -> u8 {
    match deed {
        Deed::Strike(strike) if strike.slot > 0 => {
            rules.face(state.slot(seat, strike.slot).card).cost.unwrap_or(0)
        }
        _ => 1,
    }
}

/// Carries out an ordinary action and pays for it.
#[inline]
pub fn do_ordinary(rules: &Rules, state: &mut State, seat: u8, deed: Deed, log: &mut impl Log<Event>) {
    spend(state, seat, price(rules, state, seat, &deed));
    match deed {
        Deed::Move(way, facing) => {
            let Some(who) = mover(rules, state, seat, way.from) else { return };
            let to = way.end();
            set_place(state, who, to, facing, log);
            moved(rules, state, who, way.from, to, log);
        }
        Deed::Rotate(at, facing) => {
            let Some(who) = mover(rules, state, seat, at) else { return };
            set_place(state, who, at, facing, log);
        }
        Deed::Strike(strike) => declare(rules, state, seat, strike, log),
        _ => {}
    }
}

/// Calls for every use of an effect that the seat on turn can make in W-IDLE. Rules: TR-R63.
pub fn for_each_usable(rules: &Rules, state: &State, seat: u8, mut each: impl FnMut(Usable)) {
    let bit = Window::Idle.bit();
    if state.seats[usize::from(seat)].ears & bit == 0 {
        return;
    }
    for_each_listener(rules, state, seat, bit, |unit, face| {
        for (ability, note) in face.notes.iter().enumerate() {
            if note.ears & bit == 0 {
                continue;
            }
            let Some(effect) = face.effect(ability as u8) else { continue };
            let scene = Scene::of(rules, state, unit);
            if may_use(&scene, effect, note, Window::Idle) {
                let ability = ability as u8;
                windows::for_each_use(
                    &scene,
                    ability,
                    &face.choices[usize::from(ability)],
                    &mut |arguments| {
                        each(Usable { unit, ability, arguments, mandatory: false });
                    },
                );
            }
        }
    });
}

/// Everything the seat on turn can do in W-IDLE, in canonical order. The end of the turn is not offered while an
/// Action must be spent. Rules: TR-ROUND-7, TR-ROUND-8, TR-R28, TR-R30.
pub fn options(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    let seat = state.turn;
    let actions = state.seats[usize::from(seat)].actions;
    let mut can_spend = false;
    ordinary(rules, state, seat, actions, |actions, cost| {
        can_spend |= cost > 0;
        out.extend(actions);
    });
    if state.seats[usize::from(seat)].ears & Window::Idle.bit() != 0 {
        can_spend |= effect_options(rules, state, seat, out);
    }
    if !(actions >= 1 && state.spent == 0 && can_spend) {
        out.push(Action::END);
    }
}

/// Every use of an effect, in canonical order; whether an Action can be spent on one.
#[inline(never)]
fn effect_options(rules: &Rules, state: &State, seat: u8, out: &mut Actions<Action>) -> bool {
    let mut can_spend = false;
    let before = out.len();
    for_each_usable(rules, state, seat, |usable| {
        if out.len() - before < windows::MOST_USES {
            out.push(usable.action());
            let face = rules.face(state.card_of(usable.unit));
            can_spend |= face.notes[usize::from(usable.ability)].pays_actions;
        }
    });
    out.sort_from(before);
    can_spend
}

/// Whether no text and no minion has a say in what the seat on turn can do.
#[inline]
fn is_plain(state: &State) -> bool {
    let side = &state.seats[usize::from(state.turn)];
    side.ears & Window::Idle.bit() == 0
        && !is_restrained(state)
        && !(state.is_laid() && side.slots.iter().any(|slot| slot.has(mark::DEPLOYED)))
}

/// One of the options of W-IDLE, each equally likely, and how many there are; nothing where texts have a say, which
/// takes the list.
pub fn pick(rules: &Rules, state: &State, rng: &mut Rng) -> Option<(Action, u32)> {
    if !is_plain(state) {
        return None;
    }
    let seat = state.turn;
    let side = &state.seats[usize::from(seat)];
    let (from, facing, actions) = (side.square, side.facing, side.actions);
    let crowd = state.crowd(rules, seat);
    let mut steps: &[Action] = &[];
    let mut strikes = [0u32; 5];
    if actions >= 1 {
        steps = rules.steps.maneuvers(from, rules.arena.all & !crowd.taken);
        strikes[0] = base_targets(rules, state, seat, crowd.enemies);
    }
    let mut can_spend = actions >= 1;
    for (nth, laid) in side.slots[..usize::from(rules.slots)].iter().enumerate() {
        if !laid.is_ready() {
            continue;
        }
        let slot = nth as u8 + 1;
        let Some(cost) = card_cost(rules, state, seat, slot, actions) else { continue };
        let reached = targets(rules, state, seat, Strike::ordinary(slot), crowd.enemies);
        can_spend |= cost > 0 && reached != 0;
        strikes[usize::from(slot)] = reached;
    }
    let turns = if actions >= 1 { 3 } else { 0 };
    let end = u32::from(!(actions >= 1 && state.spent == 0 && can_spend));
    let attacks: u32 = strikes.iter().map(|set| set.count_ones()).sum();
    let count = steps.len() as u32 + turns + attacks + end;
    let mut nth = rng.below(count);
    if let Some(&step) = steps.get(nth as usize) {
        return Some((step, count));
    }
    nth -= steps.len() as u32;
    if nth < turns {
        return Some((rules.steps.rotations(from, facing)[nth as usize], count));
    }
    nth -= turns;
    for (slot, &set) in strikes.iter().enumerate() {
        if let Some(target) = bits(set).nth(nth as usize) {
            return Some((Action::strike(slot as u8, target), count));
        }
        nth -= set.count_ones();
    }
    Some((Action::END, count))
}

/// Whether the seat on turn has anything left to do. Rules: TR-R29.
/// Rules: TR-FX-23.
pub fn can_go_on(rules: &Rules, state: &State) -> bool {
    let seat = state.turn;
    let side = &state.seats[usize::from(seat)];
    if !side.is_alive() {
        return false;
    }
    if side.actions > 0 {
        return true;
    }
    let mut any = false;
    for_each_usable(rules, state, seat, |_| any = true);
    // An attack may cost nothing. Rules: TR-R50.
    if !any && rules.gifts {
        ordinary(rules, state, seat, 0, |_, _| any = true);
    }
    any
}

/// Carries out what was chosen in W-IDLE.
#[inline]
pub fn apply(rules: &Rules, state: &mut State, action: Action, log: &mut impl Log<Event>) {
    let seat = state.turn;
    if let Some((from, to, facing)) = action.step()
        && state.seats[usize::from(seat)].square == from
    {
        // So it is most often: the Champion goes a step or turns.
        spend(state, seat, 1);
        return step(rules, state, seat, to, facing, log);
    }
    apply_other(rules, state, seat, action, log);
}

#[inline(never)]
fn apply_other(rules: &Rules, state: &mut State, seat: u8, action: Action, log: &mut impl Log<Event>) {
    match action.deed() {
        Deed::End => (state.step, state.part) = (Step::T4, Part::Begin),
        Deed::Effect(slot, ability, arguments) => {
            let usable = Usable { unit: unit(seat, slot), ability: ability - 1, arguments, mandatory: false };
            windows::use_effect(rules, state, &usable, log);
        }
        deed => do_ordinary(rules, state, seat, deed, log),
    }
}

/// The window of a turn's start or end.
pub fn turn_window(window: Window, seat: u8) -> Opening {
    about(window, unit(seat, 0))
}

const _: () = assert!(NOBODY == 255 && seat_slot(unit(3, 2)).0 == 3);
