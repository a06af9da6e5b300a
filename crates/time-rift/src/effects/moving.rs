//! Units that change their place.

use engine::Log;
use smallvec::SmallVec;

use super::settle;
use crate::arena::Square;
use crate::event::{Event, Why};
use crate::faces::Window;
use crate::losses::{self, lose_life};
use crate::rules::Rules;
use crate::state::{NEUTRALS, Neutral, Opening, State, TIRE, Unit, Units, flag, seat_slot, unit};
use crate::windows::{self, about};

/// Who went, from where and to where.
pub(super) type Movement = (Unit, Square, Square);

/// Puts somebody somewhere.
pub(super) fn set_square(state: &mut State, who: Unit, to: Square) {
    match seat_slot(who) {
        _ if who >= NEUTRALS => {
            let nth = usize::from(who - NEUTRALS);
            state.neutrals.set(nth, Neutral { square: to, ..state.neutrals.get(nth) });
        }
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
    note_moved(state, who);
    went(rules, state, who, from, to, log);
}

fn note_moved(state: &mut State, who: Unit) {
    let (seat, slot) = seat_slot(who);
    if slot == 0 && who < NEUTRALS {
        state.seats[usize::from(seat)].flags |= flag::MOVED;
    }
}

/// The same of several movements that were made at once; who comes first has its window first. Rules: TR-R152.
pub(super) fn moved_together(
    rules: &Rules,
    state: &mut State,
    movements: &[Movement],
    log: &mut impl Log<Event>,
) {
    for &(who, from, to) in movements {
        note_moved(state, who);
        log.add(Event::Moved(who, from, to));
    }
    arrived(rules, state, movements, log);
}

#[inline]
fn went(rules: &Rules, state: &mut State, who: Unit, from: Square, to: Square, log: &mut impl Log<Event>) {
    log.add(Event::Moved(who, from, to));
    let pit = rules.pits >> to & 1 == 1;
    if pit || state.ears & Window::Moved.bit() != 0 || state.stage >= TIRE {
        arrived(rules, state, &[(who, from, to)], log);
    }
}

#[inline(never)]
fn arrived(rules: &Rules, state: &mut State, movements: &[Movement], log: &mut impl Log<Event>) {
    let center = |square: Square| rules.arena.center >> square & 1 == 1;
    // What is opened last goes on first.
    for &(who, from, to) in movements.iter().rev() {
        windows::open(state, Opening { from, to, ..about(Window::Moved, who) }, log);
    }
    let mut fallen: SmallVec<[(Unit, u8); 6]> = SmallVec::new();
    for &(who, _, to) in movements {
        if rules.pits >> to & 1 == 1 {
            fallen.push((who, 1));
        }
    }
    if !fallen.is_empty() {
        // The place counts before the pit does.
        settle(rules, state, log);
        for &(who, _) in fallen.iter().filter(|(who, _)| *who < NEUTRALS) {
            let (seat, _) = seat_slot(who);
            let pool = &mut state.seats[usize::from(seat)].actions;
            if *pool > 0 {
                *pool -= 1;
                let left = *pool;
                log.add(Event::Actions(seat, left, Why::Pit));
            }
        }
        lose_life(rules, state, &fallen, Why::Pit, log);
    }
    if state.stage < TIRE || state.is_over() {
        return;
    }
    let leaves = |&&(who, from, to): &&Movement| {
        let (seat, slot) = seat_slot(who);
        let champion = slot == 0 && who < NEUTRALS;
        champion && center(from) && !center(to) && state.seats[usize::from(seat)].is_alive()
    };
    let mut gone = Units::default();
    movements.iter().filter(leaves).for_each(|&(who, ..)| gone.add(who));
    if gone != Units::default() {
        losses::put_out(rules, state, gone, log);
    }
}
