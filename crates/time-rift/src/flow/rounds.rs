//! The phases of a round, from recharging to its end. Rules: TR-RECH-1 to TR-RECH-3, TR-REVL-1 to TR-REVL-11,
//! TR-ROUND-1 to TR-ROUND-12, TR-EOR-1 to TR-EOR-3, TR-R18 to TR-R27, TR-R36, TR-R124.

use engine::Log;
use smallvec::SmallVec;

use super::go;
use super::order::rank;
use crate::action::NO_CARD;
use crate::effects::{self, refresh, settle_agility};
use crate::event::{Event, Why};
use crate::faces::{Reset, Window};
use crate::losses::{self, lose_life};
use crate::rules::Rules;
use crate::scene::{agility, champion_initiative, round_initiative};
use crate::state::{
    ACTION_POISON, End, LIFE_POISON, NO_SEAT, Part, SAVE, SEATS, State, Step, TIE, TIRE, Unit, Uses, flag,
    mark, unit,
};
use crate::{decks, turns, windows};

/// P1: cards are charged, hands free, pools full. Rules: TR-RECH-1 to TR-RECH-3, TR-R18, TR-R92, TR-R98.
/// Rules: TR-CHAMP-7, TR-CHAMP-8.
#[inline(never)]
pub(super) fn recharge(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
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
            pool = pool_with_tokens(state, seat, pool, log);
        }
        let side = &mut state.seats[usize::from(seat)];
        side.agility = now;
        side.actions = pool;
    }
}

/// Action-poison takes from a pool, Save tokens add to it; both are used up.
fn pool_with_tokens(state: &mut State, seat: u8, mut pool: u8, log: &mut impl Log<Event>) -> u8 {
    let mut use_up = |state: &mut State, who: Unit, name: u8, left: u8| {
        state.set_tokens(who, name, left);
        log.add(Event::Tokens(who, name, left));
    };
    let before = pool;
    let poison = state.tokens_on(unit(seat, 0), ACTION_POISON);
    if poison > 0 {
        use_up(state, unit(seat, 0), ACTION_POISON, poison - 1);
        pool = pool.saturating_sub(1);
    }
    let poisoned = pool;
    for slot in 0..5 {
        let saved = state.tokens_on(unit(seat, slot), SAVE);
        if saved > 0 {
            use_up(state, unit(seat, slot), SAVE, 0);
            pool = (pool + saved).min(effects::MOST_ACTIONS);
        }
    }
    if poisoned != before {
        log.add(Event::Actions(seat, poisoned, Why::Poison));
    }
    if pool != poisoned {
        log.add(Event::Actions(seat, pool, Why::Saved));
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
pub(super) fn reveal(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let slot = state.stage;
    let mut new = 0_u8;
    for seat in 0..rules.players {
        if state.slot(seat, slot).is_down() && losses::is_alive(state, seat) {
            new |= 1 << seat;
            let laid = state.slot_mut(seat, slot);
            laid.marks |= mark::UP;
            let card = laid.card;
            state.seats[usize::from(seat)].seen &= !(63 << (6 * (slot - 1)));
            log.add(Event::Revealed(seat, slot, card));
        }
    }
    // A position may show cards before their round: those are not new.
    for seat in (0..rules.players).filter(|seat| new >> seat & 1 == 1) {
        if !decks::may_stay(rules, state, seat, slot) {
            log.add(Event::Illegal(seat, slot, state.slot(seat, slot).card));
            effects::discard(rules, state, seat, slot, log);
        }
    }
    refresh(rules, state);
}

/// P4, P6, P8: round Initiative, then Champion Initiative, then dice. Rules: TR-REVL-6 to TR-REVL-10, TR-R20.
/// Rules: TR-ROUND-2.
#[inline(never)]
pub(super) fn round_order(rules: &Rules, state: &mut State, next: Step, log: &mut impl Log<Event>) -> bool {
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

/// The turns of a round are over: nobody has begun one any more.
pub fn forget_turns(state: &mut State) {
    for side in state.seats.iter_mut() {
        side.flags &= !flag::BEGAN;
    }
}

pub(super) fn start_turn(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    if state.part == Part::Begin {
        let Some((place, seat)) = next_turn(rules, state) else {
            state.place = 0;
            forget_turns(state);
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
            // Several turns in a round: the first with the pool of its start, each later one with a full pool.
            // Rules: TR-R124.
            let side = &mut state.seats[usize::from(seat)];
            if side.flags & flag::BEGAN != 0 {
                side.actions = side.agility;
            }
            side.flags |= flag::BEGAN;
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

pub(super) fn end_turn(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
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
pub(super) fn poison(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let bearers: SmallVec<[(u8, u8); 8]> = state
        .tokens
        .iter()
        .filter(|token| token.name == LIFE_POISON)
        .map(|token| (token.unit, token.count))
        .collect();
    for &(bearer, count) in &bearers {
        state.set_tokens(bearer, LIFE_POISON, count - 1);
        log.add(Event::Tokens(bearer, LIFE_POISON, count - 1));
    }
    let losses: SmallVec<[(u8, u8); 8]> = bearers.iter().map(|&(bearer, _)| (bearer, 1)).collect();
    lose_life(rules, state, &losses, Why::Poison, log);
}

/// E3: what lasted for the round ends, unspent Actions vanish. Rules: TR-EOR-2, TR-R27, TR-R36, TR-R116.
/// Rules: TR-ROE-1, TR-TIE-3.
#[inline(never)]
pub(super) fn clean_up(rules: &Rules, state: &mut State) -> bool {
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
