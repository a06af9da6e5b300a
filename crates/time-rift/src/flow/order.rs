//! Who comes first: orders by numbers, and dice among those who are tied. Rules: TR-R12, TR-R119.

use engine::Log;
use smallvec::SmallVec;

use super::name_rank;
use crate::event::Event;
use crate::losses;
use crate::rules::Rules;
use crate::state::{Part, SEATS, State, Step};

/// Sorts seats by a number, the highest first; equal ones are tied unless dice have settled it. Rules: TR-R12.
/// Rules: TR-CHAMP-3, TR-CHAMP-4, TR-FX-10.
pub fn rank(rules: &Rules, state: &mut State, seats: u8, key: impl Fn(&State, u8) -> u32) {
    // Two who differ need no sorting.
    if rules.players == 2 && seats == 0b11 {
        let (a, b) = (key(state, 0), key(state, 1));
        if a != b {
            state.order = if a > b { [0, 1, 0, 0, 0, 0] } else { [1, 0, 0, 0, 0, 0] };
            (state.ordered, state.ties) = (2, 0);
            return;
        }
    }
    let mut order: SmallVec<[u8; 6]> = (0..rules.players).filter(|seat| seats >> seat & 1 == 1).collect();
    let beats = |state: &State, a: u8, b: u8| state.beaten[usize::from(a)] >> b & 1 == 1;
    order.sort_by_key(|&seat| {
        (std::cmp::Reverse(key(state, seat)), name_rank(state.seats[usize::from(seat)].name))
    });
    let mut ties = 0u8;
    let mut from = 0;
    while from < order.len() {
        let to = (from..order.len())
            .rfind(|&nth| key(state, order[nth]) == key(state, order[from]))
            .unwrap_or(from);
        let group = &mut order[from..=to];
        let settled =
            group.iter().all(|&a| group.iter().all(|&b| a == b || beats(state, a, b) || beats(state, b, a)));
        if settled {
            group.sort_by(|&a, &b| {
                if beats(state, a, b) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater }
            });
        } else {
            (from..to).for_each(|nth| ties |= 1 << nth);
        }
        from = to + 1;
    }
    state.order = [0; SEATS];
    state.order[..order.len()].copy_from_slice(&order);
    state.ordered = order.len() as u8;
    state.ties = ties;
}

/// The places of the order that throw now: the first group that is tied.
fn tied(state: &State) -> std::ops::RangeInclusive<usize> {
    let from = state.ties.trailing_zeros() as usize;
    let mut to = from;
    while state.ties >> to & 1 == 1 {
        to += 1;
    }
    from..=to
}

/// The seats that throw now, in the order in which faces are written.
pub fn throwers(state: &State) -> SmallVec<[u8; 6]> {
    let mut seats: SmallVec<[u8; 6]> = SmallVec::from_slice(&state.order[tied(state)]);
    seats.sort_by_key(|&seat| name_rank(state.seats[usize::from(seat)].name));
    seats
}

/// The tied group has thrown one die each. Rules: TR-R12.
pub(super) fn throw(state: &mut State, faces: &[u8], log: &mut impl Log<Event>) {
    let range = tied(state);
    let seats = throwers(state);
    let mut named = ([0; 6], [0; 6]);
    for (nth, (&seat, &face)) in seats.iter().zip(faces).enumerate() {
        named.0[nth] = seat;
        named.1[nth] = face;
    }
    log.add(Event::RolledOff(seats.len() as u8, named.0, named.1));
    let face_of = |seat: u8| seats.iter().position(|&known| known == seat).map_or(0, |nth| faces[nth]);
    if matches!(state.step, Step::P4 | Step::P6 | Step::P8) {
        for &a in &seats {
            for &b in seats.iter().filter(|&&b| face_of(a) > face_of(b)) {
                state.beaten[usize::from(a)] |= 1 << b;
            }
        }
    }
    let mut group = seats.clone();
    group.sort_by_key(|&seat| std::cmp::Reverse(face_of(seat)));
    let from = *range.start();
    for (nth, &seat) in group.iter().enumerate() {
        state.order[from + nth] = seat;
        if nth + 1 < group.len() && face_of(seat) != face_of(group[nth + 1]) {
            state.ties &= !(1 << (from + nth));
        }
    }
}

/// Somebody is gone: leaves the order where it is still being made. Rules: TR-R119.
pub fn forget(rules: &Rules, state: &mut State, seat: u8, was_placing: bool) {
    let rolling = state.ties != 0;
    let placing = matches!(state.step, Step::Z3) || (state.step == Step::G2 && state.part == Part::Place);
    if !rolling && !placing {
        return;
    }
    if state.step == Step::G3 && losses::living_teams(rules, state) >> rules.teams[usize::from(seat)] & 1 == 1
    {
        return;
    }
    let gone = if state.step == Step::G3 { rules.members(rules.teams[usize::from(seat)]) } else { 1 << seat };
    let Some(place) = state.order().iter().position(|&other| gone >> other & 1 == 1) else { return };
    let count = usize::from(state.ordered);
    state.order.copy_within(place + 1..count, place);
    state.ordered -= 1;
    state.order[count - 1] = 0;
    // The tie with the one before goes if there was none with the one after.
    let (low, high) = (state.ties & ((1 << place) - 1), state.ties >> place);
    let joined = if place > 0 && low >> (place - 1) & 1 == 1 && high & 1 == 0 {
        low & !(1 << (place - 1))
    } else {
        low
    };
    state.ties = joined | (high >> 1) << place;
    if was_placing && state.step == Step::Z3 {
        // Whoever is next may have to take a side first.
        state.part = Part::Begin;
    }
}
