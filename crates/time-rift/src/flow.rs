//! The steps of a game one after another, and what each waits for. Rules: TR-SETUP-6 to TR-SETUP-16, TR-RECH-1 to
//! TR-RECH-3, TR-REVL-1 to TR-REVL-11, TR-ROUND-1 to TR-ROUND-12, TR-EOR-1 to TR-EOR-3, TR-R10 to TR-R30, TR-R36.

use engine::{Log, Seat, SeatSet, Turn};
use smallvec::SmallVec;

use crate::action::{Action, Deed, NO_CARD};
use crate::arena::{Facing, NOWHERE, SIDES, bits};
use crate::effects::{self, refresh, settle_agility};
use crate::event::Event;
use crate::faces::{Reset, Window, standing};
use crate::losses::{self, lose_life};
use crate::rules::{Deck, Mode, Rules};
use crate::scene::{agility, champion_initiative, round_initiative};
use crate::state::{
    ACTION_POISON, Blow, End, Frame, LIFE_POISON, NO_SEAT, Part, Reason, SAVE, SEATS, Seats, Slot, State,
    Step, TIE, TIRE, Uses, Wait, flag, mark, unit,
};
use crate::windows::{self, about};
use crate::{attacks, chests, decks, ending, turns};

/// The name of a seat: the point of its side and its number in a team.
pub const fn name(point: Facing, number: u8) -> u8 {
    point * 4 + number
}

/// Where a name stands in the order of the notation: West, South, East, North.
pub const fn name_rank(name: u8) -> u8 {
    (3 - name / 4) * 4 + name % 4
}

/// The names that seats have until sides are known: in the order of the seats.
fn first_names(rules: &Rules, state: &mut State) {
    for seat in 0..rules.players {
        state.seats[usize::from(seat)].name = match rules.mode.first_team() {
            Some(first) if seat < first => name(3, seat + 1),
            Some(first) => name(1, seat - first + 1),
            None if rules.players == 2 => name([3, 1][usize::from(seat)], 0),
            None => name(SIDES[usize::from(seat)], 0),
        };
    }
}

/// A position with nobody in it.
pub fn nobody(rules: &Rules) -> State {
    State {
        seats: Seats::new(rules.players),
        frames: SmallVec::new(),
        lasting: SmallVec::new(),
        tokens: SmallVec::new(),
        out: SmallVec::new(),
        uses: SmallVec::new(),
        chests: (rules.games > 1).then(Box::default),
        stage: 0,
        step: Step::Z1,
        part: Part::Begin,
        order: [0; SEATS],
        ordered: 0,
        ties: 0,
        beaten: [0; SEATS],
        turn: NO_SEAT,
        place: 0,
        spent: 0,
        filling: 0,
        entering: 0,
        obstacles: rules.obstacles,
        neutrals: std::array::from_fn(|nth| rules.neutrals.get(nth).map_or(0, |neutral| neutral.1)),
        ears: 0,
        winners: 0,
        reason: Reason::Ko,
    }
}

/// The position before anything has happened. A seat without a deck chooses one, in a match from its War Chest.
pub fn start(rules: &Rules, decks: &[Option<Deck>], chests: Option<[Vec<u16>; 2]>) -> State {
    let mut state = nobody(rules);
    if let Some(chests) = chests {
        state.chests = Some(Box::new(chests));
        state.filling = 1;
    }
    first_names(rules, &mut state);
    for (seat, deck) in decks.iter().enumerate() {
        state.seats[seat].flags = flag::ALIVE;
        if let Some(deck) = deck {
            give_deck(rules, &mut state, seat as u8, deck);
        }
    }
    advance(rules, &mut state, &mut engine::NoLog);
    state
}

fn give_deck(rules: &Rules, state: &mut State, seat: u8, deck: &Deck) {
    let side = &mut state.seats[usize::from(seat)];
    side.champion = deck.champion;
    side.life = rules.starting_life(seat, deck.champion);
    side.slots = std::array::from_fn(|nth| match deck.loadout.get(nth) {
        Some(&card) if nth < usize::from(rules.slots) => Slot::hidden(card),
        _ => Slot::EMPTY,
    });
}

/// What the position waits for.
#[inline]
pub fn turn(rules: &Rules, state: &State) -> Turn {
    if state.step == Step::T2 && state.frames.is_empty() && !state.is_over() {
        return Turn::seat(Seat::new(state.turn));
    }
    turn_elsewhere(rules, state)
}

/// The same outside of W-IDLE.
#[inline(never)]
fn turn_elsewhere(rules: &Rules, state: &State) -> Turn {
    if state.is_over() {
        return Turn::Over;
    }
    let seat = |seat: u8| Turn::seat(Seat::new(seat));
    match state.frames.last() {
        Some(Frame::Window(opening)) => seat(opening.go),
        Some(Frame::Fight(_) | Frame::Loss(_)) => Turn::Chance,
        Some(Frame::Running(running)) if running.wait == Wait::Dice => Turn::Chance,
        Some(Frame::Running(running)) => seat(effects::chooser(rules, state, running)),
        None => match state.step {
            Step::T2 => seat(state.turn),
            Step::Z1 | Step::Z4 => Turn::Players(unsealed(rules, state)),
            Step::Z3 => seat(placer(state).unwrap_or(0)),
            Step::G2 => match state.part {
                Part::Enter => seat(ending::entry_choice(rules, state).map_or(0, |(seat, _)| seat)),
                Part::Place => seat(placer(state).unwrap_or(0)),
                _ => Turn::Chance,
            },
            _ => Turn::Chance,
        },
    }
}

/// Who still owes a sealed choice.
fn unsealed(rules: &Rules, state: &State) -> SeatSet {
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
fn places_last(state: &State, seat: u8) -> bool {
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

/// A seat takes a side; whoever had the name of it takes over the other. Rules: TR-R10.
/// Rules: TR-ARENA-11, TR-SETUP-4.
fn take_side(rules: &Rules, state: &mut State, seat: u8, side: Facing, log: &mut impl Log<Event>) {
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
pub fn tied(state: &State) -> std::ops::RangeInclusive<usize> {
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
fn throw(state: &mut State, faces: &[u8], log: &mut impl Log<Event>) {
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

/// Goes on until somebody has to choose, dice have to fall, or the game is over.
#[inline]
pub fn advance(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    if !is_mid_turn(state) {
        go_on(rules, state, log);
    }
}

/// Whether somebody is in the middle of a turn, with Actions left and nothing under way: so it is most often.
#[inline]
fn is_mid_turn(state: &State) -> bool {
    state.step == Step::T2
        && state.frames.is_empty()
        && state.ears & standing::AGILITY == 0
        && state.lasting.is_empty()
        && state.seats.get(usize::from(state.turn)).is_some_and(|side| side.actions > 0 && side.is_alive())
        && !state.is_over()
}

#[inline(never)]
fn go_on(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    loop {
        if state.is_over() {
            return;
        }
        let waits = match state.frames.last() {
            Some(&Frame::Window(opening)) => windows::advance(rules, state, opening, log),
            Some(&Frame::Fight(fight)) => attacks::advance(rules, state, fight, log),
            Some(&Frame::Running(running)) => effects::advance(rules, state, running, log),
            Some(&Frame::Loss(loss)) => {
                losses::advance(rules, state, loss, log);
                false
            }
            None => step(rules, state, log),
        };
        if (state.ears & standing::AGILITY != 0 || !state.lasting.is_empty()) && state.step >= Step::P2 {
            settle_agility(rules, state, log);
        }
        if waits {
            return;
        }
    }
}

fn go(state: &mut State, step: Step) -> bool {
    state.step = step;
    state.part = Part::Begin;
    false
}

/// Opens a window once in a step; then goes on to the next.
fn window(state: &mut State, window: Window, next: Step, log: &mut impl Log<Event>) -> bool {
    if state.part == Part::Begin && state.ears & window.bit() != 0 {
        state.part = Part::Roll;
        windows::open(state, about(window, crate::state::NOBODY), log);
        return false;
    }
    go(state, next)
}

/// One step of the model's machine. Says whether it waits.
/// Rules: TR-ROE-3, TR-FIST-2.
fn step(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    match state.step {
        Step::Z1 => take_decks(rules, state, log),
        Step::Z2 => order_placement(rules, state),
        Step::Z3 => place_champions(rules, state, log),
        Step::Z4 => lay_loadouts(rules, state, log),
        Step::P1 => {
            recharge(rules, state, log);
            let next = match state.stage {
                TIE.. => Step::P7,
                stage if stage <= rules.slots => Step::P2,
                // There is nothing to reveal.
                _ => Step::P4,
            };
            go(state, next)
        }
        Step::P2 => {
            reveal(rules, state, log);
            go(state, Step::P4)
        }
        Step::P3 => go(state, Step::P4),
        Step::P4 => round_order(rules, state, Step::P5, log),
        Step::P5 => window(state, Window::Reveal, Step::P6, log),
        Step::P6 => round_order(rules, state, Step::P7, log),
        Step::P7 => {
            let next = if state.stage <= 4 { Step::P8 } else { Step::T1 };
            window(state, Window::RoundStart, next, log)
        }
        Step::P8 => round_order(rules, state, Step::T1, log),
        Step::T1 => start_turn(rules, state, log),
        Step::T2 => turns::can_go_on(rules, state) || go(state, Step::T4),
        Step::T3 => go(state, Step::T2),
        Step::T4 => end_turn(rules, state, log),
        Step::E1 => {
            if state.part == Part::Begin && !state.tokens.is_empty() {
                state.part = Part::Roll;
                poison(rules, state, log);
                return false;
            }
            go(state, Step::E2)
        }
        Step::E2 => window(state, Window::RoundEnd, Step::E3, log),
        Step::E3 => clean_up(rules, state),
        Step::G1 | Step::G2 | Step::G3 => ending::step(rules, state, log),
    }
}

/// Z1: once all decks are in, the Champions are shown.
#[inline(never)]
fn take_decks(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
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
fn order_placement(rules: &Rules, state: &mut State) -> bool {
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
fn lay_loadouts(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
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
fn place_champions(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
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

/// P1: cards are charged, hands free, pools full. Rules: TR-RECH-1 to TR-RECH-3, TR-R18, TR-R92, TR-R98.
/// Rules: TR-CHAMP-7, TR-CHAMP-8.
#[inline(never)]
fn recharge(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    if state.stage < TIE {
        state.stage += 1;
        state.ordered = 0;
        state.order = [0; SEATS];
    }
    state.place = 0;
    log.add(Event::Round(state.stage));
    for seat in 0..rules.players {
        if !losses::is_alive(state, seat) {
            continue;
        }
        let side = &mut state.seats[usize::from(seat)];
        side.uses = reset(rules, side.champion, side.uses, Reset::Round);
        side.gone_hands = 0;
        for slot in &mut side.slots[..usize::from(rules.slots)] {
            if slot.card != NO_CARD {
                slot.marks &= !(mark::DEPLETED | mark::HANDS);
                slot.uses = reset(rules, slot.card, slot.uses, Reset::Round);
            }
        }
        let now = agility(rules, state, seat);
        let mut pool = now;
        if !state.tokens.is_empty() {
            pool = pool_with_tokens(state, seat, pool);
        }
        let side = &mut state.seats[usize::from(seat)];
        side.agility = now;
        side.actions = pool;
    }
}

/// Action-poison takes from a pool, Save tokens add to it; both are used up.
fn pool_with_tokens(state: &mut State, seat: u8, mut pool: u8) -> u8 {
    let poison = state.tokens_on(unit(seat, 0), ACTION_POISON);
    if poison > 0 {
        state.set_tokens(unit(seat, 0), ACTION_POISON, poison - 1);
        pool = pool.saturating_sub(1);
    }
    for slot in 0..5 {
        let saved = state.tokens_on(unit(seat, slot), SAVE);
        if saved > 0 {
            state.set_tokens(unit(seat, slot), SAVE, 0);
            pool = (pool + saved).min(effects::MOST_ACTIONS);
        }
    }
    pool
}

/// The uses that are left after a reset.
#[inline]
fn reset(rules: &Rules, card: u16, uses: Uses, when: Reset) -> Uses {
    if uses.0 == 0 { uses } else { left_after(rules, card, uses, when) }
}

#[inline(never)]
fn left_after(rules: &Rules, card: u16, mut uses: Uses, when: Reset) -> Uses {
    for note in &rules.face(card).notes {
        if note.limit > 0 && note.reset == when {
            uses.set(note.counter, 0);
        }
    }
    uses
}

/// P2 and P3: everybody's card of the round is turned up; one that does not go with the others is discarded.
/// Rules: TR-REVL-1 to TR-REVL-5, TR-R24 to TR-R26.
/// Rules: TR-SETUP-17.
#[inline(never)]
fn reveal(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let slot = state.stage;
    for seat in 0..rules.players {
        if state.slot(seat, slot).is_down() && losses::is_alive(state, seat) {
            let laid = state.slot_mut(seat, slot);
            laid.marks |= mark::UP;
            let card = laid.card;
            state.seats[usize::from(seat)].seen &= !(63 << (6 * (slot - 1)));
            log.add(Event::Revealed(seat, slot, card));
        }
    }
    for seat in 0..rules.players {
        if state.slot(seat, slot).is_up() && !decks::may_stay(rules, state, seat, slot) {
            log.add(Event::Illegal(seat, slot, state.slot(seat, slot).card));
            effects::discard(rules, state, seat, slot, log);
        }
    }
    refresh(rules, state);
}

/// P4, P6, P8: round Initiative, then Champion Initiative, then dice. Rules: TR-REVL-6 to TR-REVL-10, TR-R20.
/// Rules: TR-ROUND-2.
#[inline(never)]
fn round_order(rules: &Rules, state: &mut State, next: Step, log: &mut impl Log<Event>) -> bool {
    if state.part == Part::Begin {
        state.part = Part::Roll;
        let living = state.living();
        rank(rules, state, living, |state, seat| {
            let champion = champion_initiative(rules, state, unit(seat, 0));
            u32::from(round_initiative(rules, state, seat)) << 8 | u32::from(champion)
        });
    }
    if state.ties != 0 {
        return true;
    }
    // Where nobody can do anything before the first turn, the order stays as it is.
    let stays = state.ears & (Window::Reveal.bit() | Window::RoundStart.bit()) == 0;
    let next = if stays { Step::T1 } else { next };
    if next == Step::T1 {
        state.beaten = [0; SEATS];
        log.add(Event::Order(state.ordered, state.order));
    }
    go(state, next)
}

/// The next turn that is due: its place in the list and its seat. One against several acts before or after each
/// of them. Rules: TR-ROUND-4, TR-R124.
/// Rules: TR-GLOS-5, TR-GLOS-13.
fn next_turn(rules: &Rules, state: &State) -> Option<(u8, u8)> {
    let mut place = state.place;
    let alive = |seat: u8| losses::is_alive(state, seat);
    let Some(solo) = rules.solo else {
        while let Some(&seat) = state.order().get(usize::from(place)) {
            if alive(seat) {
                return Some((place, seat));
            }
            place += 1;
        }
        return None;
    };
    let enemies: SmallVec<[u8; 6]> = state.order().iter().copied().filter(|&seat| seat != solo).collect();
    let before = state.order().first() == Some(&solo);
    while let Some(&enemy) = enemies.get(usize::from(place / 2)) {
        let own = (place % 2 == 1) == before;
        if !own {
            // A turn before an enemy's needs that enemy, one after it that its turn began.
            if alive(solo) && (!before || alive(enemy)) {
                return Some((place, solo));
            }
            place += 1;
        } else if alive(enemy) {
            return Some((place, enemy));
        } else {
            place += if before { 1 } else { 2 };
        }
    }
    None
}

/// The first step of the end of a round at which there is something to do.
fn end_of_round(state: &State) -> Step {
    if !state.tokens.is_empty() {
        Step::E1
    } else if state.ears & Window::RoundEnd.bit() != 0 {
        Step::E2
    } else {
        Step::E3
    }
}

fn start_turn(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    if state.part == Part::Begin {
        let Some((place, seat)) = next_turn(rules, state) else {
            state.place = 0;
            return go(state, end_of_round(state));
        };
        // Between turns nothing happens; before the first of a round cards may have been used.
        if state.place == 0 {
            clear_turn(rules, state, log);
        }
        (state.place, state.turn, state.spent) = (place, seat, 0);
        for lasting in &mut state.lasting {
            if lasting.end == End::Next(seat) {
                lasting.end = End::Turn;
            }
        }
        state.lasting.sort_unstable();
        if rules.solo == Some(seat) {
            // Several turns in a round, each with a full pool. Rules: TR-R124.
            let side = &mut state.seats[usize::from(seat)];
            side.actions = side.agility;
        }
        log.add(Event::TurnBegan(seat));
        if state.ears & Window::TurnStart.bit() != 0 {
            state.part = Part::Roll;
            windows::open(state, turns::turn_window(Window::TurnStart, seat), log);
            return false;
        }
    }
    go(state, Step::T2)
}

/// What belongs to one turn begins anew: marks, counters, effects for a turn. Rules: cardtext 4.3, TR-R79.
#[inline(never)]
fn clear_turn(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    for seat in 0..rules.players {
        let side = &mut state.seats[usize::from(seat)];
        side.flags &= !(flag::MOVED | flag::ATTACKED);
        side.uses = reset(rules, side.champion, side.uses, Reset::Turn);
        for slot in &mut side.slots[..usize::from(rules.slots)] {
            slot.marks &= !mark::ATTACKED;
            slot.uses = reset(rules, slot.card, slot.uses, Reset::Turn);
        }
    }
    let count = state.lasting.len();
    state.lasting.retain(|lasting| lasting.end != End::Turn);
    if state.lasting.len() != count {
        settle_agility(rules, state, log);
    }
}

fn end_turn(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    let seat = state.turn;
    let listens = state.ears & Window::TurnEnd.bit() != 0 && losses::is_alive(state, seat);
    if state.part == Part::Begin && listens {
        state.part = Part::Roll;
        windows::open(state, turns::turn_window(Window::TurnEnd, seat), log);
        return false;
    }
    log.add(Event::TurnEnded(seat));
    clear_turn(rules, state, log);
    state.turn = NO_SEAT;
    state.spent = 0;
    state.place += 1;
    go(state, Step::T1)
}

/// E1: Life-poison, all bearers at once. Rules: TR-EOR-1, TR-R36, TR-R92.
#[inline(never)]
fn poison(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let bearers: SmallVec<[(u8, u8); 8]> = state
        .tokens
        .iter()
        .filter(|token| token.name == LIFE_POISON)
        .map(|token| (token.unit, token.count))
        .collect();
    for &(bearer, count) in &bearers {
        state.set_tokens(bearer, LIFE_POISON, count - 1);
    }
    let losses: SmallVec<[(u8, u8); 8]> = bearers.iter().map(|&(bearer, _)| (bearer, 1)).collect();
    lose_life(rules, state, &losses, log);
}

/// E3: what lasted for the round ends, unspent Actions vanish. Rules: TR-EOR-2, TR-R27, TR-R36, TR-R116.
/// Rules: TR-ROE-1, TR-TIE-3.
#[inline(never)]
fn clean_up(rules: &Rules, state: &mut State) -> bool {
    if !state.lasting.is_empty() {
        state.lasting.retain(|lasting| !matches!(lasting.end, End::Round | End::Turn));
        settle_agility(rules, state, &mut engine::NoLog);
    }
    for side in state.seats.iter_mut() {
        side.actions = 0;
    }
    let stage = state.stage;
    if stage < TIE {
        return go(state, if stage < rules.rounds { Step::P1 } else { Step::G1 });
    }
    if stage == TIE {
        return go(state, Step::G2);
    }
    if stage - TIRE + 1 < rules.lap_cap {
        state.stage += 1;
        return go(state, Step::P1);
    }
    go(state, Step::G3)
}

/// Carries out an action that is legal.
#[inline]
pub fn apply(rules: &Rules, state: &mut State, actor: Option<u8>, action: Action, log: &mut impl Log<Event>) {
    if state.step == Step::T2 && state.frames.is_empty() {
        turns::apply(rules, state, action, log);
        return advance(rules, state, log);
    }
    apply_elsewhere(rules, state, actor, action, log);
    advance(rules, state, log);
}

/// What was chosen or has fallen outside of W-IDLE.
#[inline(never)]
fn apply_elsewhere(
    rules: &Rules,
    state: &mut State,
    actor: Option<u8>,
    action: Action,
    log: &mut impl Log<Event>,
) {
    match (state.frames.last(), action.deed()) {
        (_, Deed::Dice(count, faces)) => fall(rules, state, &faces[..usize::from(count)], log),
        (Some(Frame::Window(_)), Deed::Pass) => windows::pass_go(state),
        (Some(Frame::Window(opening)), Deed::Effect(slot, ability, arguments)) => {
            let usable = windows::Usable {
                unit: unit(opening.go, slot),
                ability: ability - 1,
                arguments,
                mandatory: false,
            };
            windows::use_effect(rules, state, &usable, log);
        }
        (Some(&Frame::Running(running)), _) => effects::do_step(rules, state, running, action, log),
        (None, _) => apply_step(rules, state, actor.unwrap_or(0), action, log),
        _ => {}
    }
}

fn apply_step(rules: &Rules, state: &mut State, seat: u8, action: Action, log: &mut impl Log<Event>) {
    match action.deed() {
        Deed::Deck(nth) => {
            let deck = rules.candidates[usize::from(seat)][usize::from(nth)].clone();
            give_deck(rules, state, seat, &deck);
            state.seats[usize::from(seat)].flags |= flag::SEALED;
            log.add(Event::Sealed(seat));
        }
        Deed::Pick(card) => {
            let side = &mut state.seats[usize::from(seat)];
            chests::put(rules, side, seat, state.filling, card);
            side.flags |= flag::SEALED;
            log.add(Event::Sealed(seat));
        }
        Deed::Side(side) => take_side(rules, state, seat, side, log),
        Deed::Place(square, facing) => {
            let side = &mut state.seats[usize::from(seat)];
            (side.square, side.facing) = (square, facing);
            let last = state.step == Step::Z3 && places_last(state, seat);
            log.add(Event::Placed(unit(seat, 0), square, facing, last));
            if state.step == Step::Z3 {
                state.part = Part::Begin;
            }
        }
        Deed::Fill(slot, card) => {
            let from = usize::from(slot) - 1;
            let wanted = card.unwrap_or(NO_CARD);
            let slots = &mut state.seats[usize::from(seat)].slots[..usize::from(rules.slots)];
            if let Some(at) = (from..slots.len()).find(|&at| slots[at].card == wanted) {
                slots[from..=at].rotate_right(1);
            }
            state.seats[usize::from(seat)].flags |= flag::SEALED;
            log.add(Event::Filled(seat, slot, card));
        }
        Deed::Enter(square) => {
            if let Some(who) = state.unit_on(rules, square) {
                let (seat, _) = crate::state::seat_slot(who);
                state.entering |= 1 << seat;
                log.add(Event::Entered(seat));
            }
        }
        _ => {}
    }
}

/// Dice have fallen.
fn fall(rules: &Rules, state: &mut State, faces: &[u8], log: &mut impl Log<Event>) {
    match state.frames.last().copied() {
        Some(Frame::Fight(fight)) => attacks::do_dice(state, fight, faces, log),
        Some(Frame::Running(running)) => effects::do_dice(rules, state, running, faces, log),
        _ => throw(state, faces, log),
    }
}

/// How many dice have to fall.
pub fn dice_due(rules: &Rules, state: &State) -> u8 {
    match state.frames.last() {
        Some(Frame::Fight(fight)) if fight.step == Blow::A11 => 1,
        Some(Frame::Fight(_)) => 2,
        Some(Frame::Running(running)) => effects::dice_due(rules, running),
        _ => throwers(state).len() as u8,
    }
}
