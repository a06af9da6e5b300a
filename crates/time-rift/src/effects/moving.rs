//! Units that change their place.

use engine::Log;

use super::settle;
use crate::arena::Square;
use crate::event::Event;
use crate::faces::Window;
use crate::losses::{self, lose_life};
use crate::rules::Rules;
use crate::state::{NEUTRALS, Opening, State, Unit, flag, seat_slot, unit};
use crate::windows::{self, about};

/// Puts a Champion or minion somewhere.
pub(super) fn set_square(state: &mut State, who: Unit, to: Square) {
    match seat_slot(who) {
        _ if who >= NEUTRALS => {}
        (seat, 0) => state.seats[usize::from(seat)].square = to,
        (seat, slot) => state.slot_mut(seat, slot).square = to,
    }
}

/// Puts a Champion or minion somewhere, with a facing.
#[inline]
pub fn set_place(state: &mut State, who: Unit, to: Square, facing: u8, log: &mut impl Log<Event>) {
    let (seat, slot) = seat_slot(who);
    let before = if slot == 0 {
        let side = &mut state.seats[usize::from(seat)];
        side.square = to;
        std::mem::replace(&mut side.facing, facing)
    } else {
        let laid = state.slot_mut(seat, slot);
        laid.square = to;
        std::mem::replace(&mut laid.facing, facing)
    };
    if before != facing {
        log.add(Event::Turned(who, facing));
    }
}

/// A Champion goes to the next space, or turns where it is.
#[inline]
pub fn step(rules: &Rules, state: &mut State, seat: u8, to: Square, facing: u8, log: &mut impl Log<Event>) {
    let side = &mut state.seats[usize::from(seat)];
    let from = std::mem::replace(&mut side.square, to);
    let before = std::mem::replace(&mut side.facing, facing);
    if before != facing {
        log.add(Event::Turned(unit(seat, 0), facing));
    }
    if from != to {
        side.flags |= flag::MOVED;
        went(rules, state, unit(seat, 0), from, to, log);
    }
}

/// What follows from a movement that has just been made: pits, the edge of a Tire Fight, W-MOVED.
/// Rules: TR-PATH-1 to TR-PATH-3, TR-R33, TR-R102, TR-R117.
pub fn moved(
    rules: &Rules,
    state: &mut State,
    who: Unit,
    from: Square,
    to: Square,
    log: &mut impl Log<Event>,
) {
    let (seat, slot) = seat_slot(who);
    if slot == 0 && who < NEUTRALS {
        state.seats[usize::from(seat)].flags |= flag::MOVED;
    }
    went(rules, state, who, from, to, log);
}

#[inline]
fn went(rules: &Rules, state: &mut State, who: Unit, from: Square, to: Square, log: &mut impl Log<Event>) {
    log.add(Event::Moved(who, from, to));
    let pit = rules.pits >> to & 1 == 1;
    if pit || state.ears & Window::Moved.bit() != 0 || state.stage >= crate::state::TIRE {
        arrived(rules, state, who, from, to, log);
    }
}

#[inline(never)]
fn arrived(rules: &Rules, state: &mut State, who: Unit, from: Square, to: Square, log: &mut impl Log<Event>) {
    let (seat, slot) = seat_slot(who);
    let tire = state.stage >= crate::state::TIRE;
    let leaves =
        tire && slot == 0 && rules.arena.center >> from & 1 == 1 && rules.arena.center >> to & 1 == 0;
    if state.ears & Window::Moved.bit() != 0 {
        windows::open(state, Opening { from, to, ..about(Window::Moved, who) }, log);
    }
    if rules.pits >> to & 1 == 1 {
        if who < NEUTRALS {
            // The place counts before the pit does.
            settle(rules, state, log);
            let pool = &mut state.seats[usize::from(seat)].actions;
            *pool = pool.saturating_sub(1);
        }
        lose_life(rules, state, &[(who, 1)], log);
    }
    if leaves && state.seats[usize::from(seat)].is_alive() && !state.is_over() {
        losses::put_out(rules, state, 1 << who, log);
    }
}
