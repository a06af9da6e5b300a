//! Round Zero: decks, sides, the places of Champions, loadouts. Rules: TR-SETUP-6 to TR-SETUP-16, TR-R7 to TR-R10,
//! TR-R16, TR-R123, TR-R133, TR-R142.

use engine::{Log, Seat, SeatSet};
use smallvec::SmallVec;

use super::order::rank;
use super::{go, name};
use crate::action::{Action, Deed, NO_CARD};
use crate::arena::{Facing, NOWHERE, SIDES, bits};
use crate::chests;
use crate::effects::refresh;
use crate::event::Event;
use crate::losses;
use crate::rules::{Deck, Mode, Rules};
use crate::scene::champion_initiative;
use crate::state::{NO_SEAT, Part, SEATS, Slot, State, Step, flag, unit};

/// The names that seats have until sides are known: in the order of the seats.
pub(super) fn first_names(rules: &Rules, state: &mut State) {
    for seat in 0..rules.players {
        state.seats[usize::from(seat)].name = match rules.mode.first_team() {
            Some(first) if seat < first => name(3, seat + 1),
            Some(first) => name(1, seat - first + 1),
            None if rules.players == 2 => name([3, 1][usize::from(seat)], 0),
            None => name(SIDES[usize::from(seat)], 0),
        };
    }
}

pub(super) fn give_deck(rules: &Rules, state: &mut State, seat: u8, deck: &Deck) {
    let side = &mut state.seats[usize::from(seat)];
    side.champion = deck.champion;
    side.life = rules.starting_life(seat, deck.champion);
    side.slots = std::array::from_fn(|nth| match deck.loadout.get(nth) {
        Some(&card) if nth < usize::from(rules.slots) => Slot::hidden(card),
        _ => Slot::EMPTY,
    });
}

/// Who still owes a sealed choice.
pub(super) fn unsealed(rules: &Rules, state: &State) -> SeatSet {
    let owes = |seat: &u8| {
        let side = &state.seats[usize::from(*seat)];
        let chooses =
            state.step != Step::Z1 || rules.games > 1 || !rules.candidates[usize::from(*seat)].is_empty();
        side.is_alive() && side.flags & flag::SEALED == 0 && chooses
    };
    (0..rules.players).filter(owes).map(Seat::new).collect()
}

/// The first in the order of placement who is not in the Arena.
pub fn placer(state: &State) -> Option<u8> {
    state.order().iter().copied().find(|&seat| {
        let side = &state.seats[usize::from(seat)];
        side.is_alive() && side.square == NOWHERE
    })
}

/// Whether nobody places after a seat. Rules: TR-SETUP-9.
pub(super) fn places_last(state: &State, seat: u8) -> bool {
    state.order().iter().rfind(|&&other| losses::is_alive(state, other)) == Some(&seat)
}

/// The points of the sides that are taken, as bits; that of whoever is about to place counts. Rules: TR-R10.
fn occupied_sides(rules: &Rules, state: &State, placing: u8) -> u8 {
    let taken = (0..rules.players).filter(|&seat| {
        let side = &state.seats[usize::from(seat)];
        side.is_alive() && (side.square != NOWHERE || seat == placing)
    });
    taken.fold(0, |set, seat| set | 1 << (state.seats[usize::from(seat)].name / 4))
}

/// The sides a seat may take, as bits. Rules: TR-SETUP-13, TR-SETUP-14, TR-R10.
/// Rules: TR-SETUP-12.
pub fn free_sides(rules: &Rules, state: &State, seat: u8) -> u8 {
    let sides = |points: &[Facing]| points.iter().fold(0, |set, point| set | 1 << point);
    if rules.players == 2 {
        let first = state.order().first() == Some(&seat);
        return if first { sides(&[3, 1]) } else { 1 << (state.seats[usize::from(seat)].name / 4) };
    }
    if rules.players == 4 && places_last(state, seat) {
        return sides(&[0]);
    }
    sides(&[3, 2, 1]) & !occupied_sides(rules, state, NO_SEAT)
}

/// Whether a seat has to be given a side before it places.
fn needs_side(rules: &Rules) -> bool {
    rules.mode.first_team().is_none() && (rules.players > 2 || !rules.symmetric)
}

/// A seat takes a side; whoever had the name of it takes over the other. Rules: TR-SETUP-4, TR-R10.
pub(super) fn take_side(rules: &Rules, state: &mut State, seat: u8, side: Facing, log: &mut impl Log<Event>) {
    let wanted = name(side, 0);
    let own = state.seats[usize::from(seat)].name;
    let holder = (0..rules.players).find(|&other| state.seats[usize::from(other)].name == wanted);
    if let Some(holder) = holder {
        state.seats[usize::from(holder)].name = own;
    }
    state.seats[usize::from(seat)].name = wanted;
    state.part = Part::Place;
    log.add(Event::Side(seat, side));
}

/// The spaces a seat may start on, as bits. Rules: TR-SETUP-8, TR-SETUP-9, TR-R7, TR-R8, TR-R142.
fn starting_spaces(rules: &Rules, state: &State, seat: u8) -> u32 {
    let side = state.seats[usize::from(seat)].name / 4;
    let arena = &rules.arena;
    let mut spaces = arena.lines(side, 1);
    if places_last(state, seat) {
        spaces = arena.lines(side, arena.side_depth());
        let occupied = if rules.has_two_sides() { 0 } else { occupied_sides(rules, state, seat) };
        if occupied.count_ones() >= 3 && !rules.half_side {
            let others = (0..4).filter(|point| occupied >> point & 1 == 1 && *point != side);
            let rows = others.fold(0, |set, point| set | arena.lines(point, 1));
            spaces &= !rows | arena.lines(side, 1);
        }
    }
    spaces & !state.occupied(rules)
}

/// Calls for every placement a seat may choose, D3. Rules: TR-R9.
pub fn placements(rules: &Rules, state: &State, seat: u8, each: &mut dyn FnMut(Action)) {
    let away = (state.seats[usize::from(seat)].name / 4 + 2) % 4;
    for square in bits(starting_spaces(rules, state, seat)) {
        let facings = if rules.face_center { rules.arena.toward_center(square) } else { 1 << away };
        for facing in (0..4).filter(|facing| facings >> facing & 1 == 1) {
            each(Deed::Place(square, facing).into());
        }
    }
}

/// Calls for every card a seat may put into the slot that is filled, D4. Rules: TR-R16.
pub fn fillings(rules: &Rules, state: &State, seat: u8, each: &mut dyn FnMut(Action)) {
    let slots =
        &state.seats[usize::from(seat)].slots[usize::from(state.filling) - 1..usize::from(rules.slots)];
    let mut cards: SmallVec<[u16; 4]> = slots.iter().map(|slot| slot.card).collect();
    cards.sort_unstable();
    cards.dedup();
    for card in cards {
        // An empty slot sorts last: it has the greatest number.
        each(Deed::Fill(state.filling, (card != NO_CARD).then_some(card)).into());
    }
}

/// Z1: once all decks are in, the Champions are shown.
#[inline(never)]
pub(super) fn take_decks(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    if rules.games > 1 {
        chests::forfeit(rules, state, log);
    }
    if !unsealed(rules, state).is_empty() {
        return true;
    }
    for side in state.seats.iter_mut() {
        side.flags &= !flag::SEALED;
    }
    if rules.games > 1 {
        if state.filling <= rules.slots {
            state.filling += 1;
            return false;
        }
        chests::take_decks(state);
        state.filling = 0;
    }
    for seat in 0..rules.players {
        log.add(Event::Champion(seat, state.seats[usize::from(seat)].champion));
    }
    (state.step, state.part) =
        if rules.mode == Mode::Tire { (Step::G2, Part::Enter) } else { (Step::Z2, Part::Begin) };
    refresh(rules, state);
    false
}

/// Z2: whoever has the lower Champion Initiative places first.
#[inline(never)]
pub(super) fn order_placement(rules: &Rules, state: &mut State) -> bool {
    if state.part == Part::Begin {
        state.part = Part::Roll;
        let living = state.living();
        rank(rules, state, living, |state, seat| u32::from(champion_initiative(rules, state, unit(seat, 0))));
    }
    if state.ties != 0 {
        return true;
    }
    let count = usize::from(state.ordered);
    state.order[..count].reverse();
    give_two_sides(rules, state);
    go(state, Step::Z3)
}

/// Z4: slot by slot.
#[inline(never)]
pub(super) fn lay_loadouts(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    if !unsealed(rules, state).is_empty() {
        return true;
    }
    if rules.games > 1 {
        show_gaps(rules, state, log);
    }
    for side in state.seats.iter_mut() {
        side.flags &= !flag::SEALED;
    }
    if state.filling == rules.slots {
        state.filling = 0;
        return go(state, Step::P1);
    }
    state.filling += 1;
    false
}

/// Of a loadout with fewer cards everybody sees which slots are left empty, slot by slot. Rules: TR-R16, TR-R133.
fn show_gaps(rules: &Rules, state: &State, log: &mut impl Log<Event>) {
    for seat in 0..rules.players {
        let slots = &state.seats[usize::from(seat)].slots;
        let rest = &slots[usize::from(state.filling) - 1..usize::from(rules.slots)];
        if rest.iter().any(Slot::is_filled) && !rest.iter().all(Slot::is_filled) {
            log.add(Event::Laid(seat, state.filling, rest[0].is_filled()));
        }
    }
}

/// Two sides are given without a choice: West places first, or is the team of whoever does. Rules: TR-R10, TR-R123.
fn give_two_sides(rules: &Rules, state: &mut State) {
    let Some(&first) = state.order().first() else { return };
    if rules.mode.first_team().is_some() {
        let west = rules.teams[usize::from(first)];
        let mut numbers = [0; 2];
        for seat in 0..rules.players {
            let team = rules.teams[usize::from(seat)];
            numbers[usize::from(team != west)] += 1;
            let number = numbers[usize::from(team != west)];
            state.seats[usize::from(seat)].name = name(if team == west { 3 } else { 1 }, number);
        }
    } else if rules.players == 2 && rules.symmetric {
        for seat in 0..2 {
            state.seats[usize::from(seat)].name = name(if seat == first { 3 } else { 1 }, 0);
        }
    }
}

#[inline(never)]
pub(super) fn place_champions(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    let Some(seat) = placer(state) else {
        state.ordered = 0;
        state.order = [0; SEATS];
        if rules.slots > 0 {
            state.filling = 1;
            return go(state, Step::Z4);
        }
        return go(state, Step::P1);
    };
    if state.part == Part::Begin {
        if !needs_side(rules) {
            state.part = Part::Place;
            return true;
        }
        let sides = free_sides(rules, state, seat);
        if sides.is_power_of_two() {
            take_side(rules, state, seat, sides.trailing_zeros() as Facing, log);
        }
    }
    true
}
