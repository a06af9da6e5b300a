//! The steps of a game one after another, and what each waits for. Rules: the engine model, section 5.
//!
//! What a step has set off is settled when the next step is named already but has not `begun`.

use std::hint::select_unpredictable;
use std::ops::ControlFlow;

use engine::{Actions, Log, Rng, SeatSet, Turn};
use smallvec::SmallVec;

use crate::action::{Act, Answer};
use crate::event::Event;
use crate::few::Few;
use crate::rules::Rules;
use crate::state::{
    CHALLENGER, EXTRA, HAND, Id, NO_CARD, NO_SEAT, Player, Seats, State, Step, ZONES, seat_flag,
};
use crate::{combat, effects, ending, prep, rounds, tidy};

/// Seats that have not conceded the game.
#[inline]
pub fn in_game(state: &State) -> impl Iterator<Item = u8> + use<> {
    bits(!state.gone)
}

/// Seats that are still in the bout. Rules: WU-R106.
#[inline]
pub fn in_bout(state: &State) -> impl Iterator<Item = u8> + use<> {
    bits(!(state.gone | state.out))
}

/// The seats of a set, lowest first.
#[inline]
pub fn bits(seats: Seats) -> impl Iterator<Item = u8> {
    let mut left = seats;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let seat = left.trailing_zeros() as u8;
        left &= left - 1;
        Some(seat)
    })
}

/// All seats clockwise from one. Rules: WU-8.1.2, WU-R4.
#[inline]
pub fn clockwise(state: &State, from: u8) -> impl Iterator<Item = u8> + use<> {
    let seats = state.players.seats() as u8;
    let (mut next, mut left) = (if from < seats { from } else { from % seats }, seats);
    std::iter::from_fn(move || {
        left = left.checked_sub(1)?;
        let seat = next;
        next = if seat + 1 == seats { 0 } else { seat + 1 };
        Some(seat)
    })
}

/// The next seat clockwise that is still in the bout: the same one if there is no other.
#[inline]
pub fn next_in_bout(state: &State, seat: u8) -> u8 {
    let there = !(state.gone | state.out);
    let behind = there & (Seats::MAX << seat) << 1;
    let next = select_unpredictable(behind == 0, there, behind);
    if next == 0 { seat } else { next.trailing_zeros() as u8 }
}

/// A player.
#[inline]
pub fn player(state: &State, seat: u8) -> &Player {
    &state.players[usize::from(seat)]
}

/// A player, to be changed.
#[inline]
pub fn player_mut(state: &mut State, seat: u8) -> &mut Player {
    &mut state.players[usize::from(seat)]
}

/// Goes on to another step.
#[inline]
pub fn go(state: &mut State, step: Step) {
    state.step = step;
    state.begun = false;
}

/// What comes before the next row of the state machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// What was set off.
    Settle,
    /// Somebody's choice.
    Wait,
}

/// What follows a row of the state machine: the next one at once, or not.
pub type Then = ControlFlow<Halt>;

/// Somebody must choose first.
pub const WAIT: Then = Then::Break(Halt::Wait);
/// The next row follows at once.
pub const NEXT: Then = Then::Continue(());

/// Goes on to another step once everything that this one has set off is settled. Rules: WU-R68.
#[inline]
pub fn settle_then(state: &mut State, step: Step) -> Then {
    go(state, step);
    settle(state)
}

/// Settles what was set off.
#[inline]
pub fn settle(state: &mut State) -> Then {
    note_settling(state);
    if state.settling { Then::Break(Halt::Settle) } else { NEXT }
}

/// Notes whether something is to be settled. Where nothing was set off, and nobody has left, nothing is.
#[inline]
pub fn note_settling(state: &mut State) {
    let set_off = state.fresh.len() | state.again.len() | state.instead.len() | state.ghosts.len();
    state.settling = set_off != 0;
}

/// When so many numbers have been used the position is tidied, so that they never run out.
const MANY: Id = 1 << 12;

/// Goes on until somebody has to choose, chance is due or the game is over.
#[inline(never)]
pub fn advance(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    while state.step != Step::Over {
        let waits = if state.doing.is_some() || !state.instead.is_empty() || state.late.is_some() {
            effects::advance(rules, state, log)
        } else if state.settling {
            crate::settle::advance(rules, state, log)
        } else {
            take_steps(rules, state, log)
        };
        if waits {
            note_turn(rules, state);
            break;
        }
    }
    if state.next > MANY {
        tidy::tidy(state);
    }
}

/// The rows of the state machine, until one waits for somebody or has set something off; whether one waits.
#[inline]
fn take_steps(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    loop {
        match take_round(rules, state, log) {
            NEXT if state.step == Step::Over => return true,
            NEXT => {}
            Then::Break(Halt::Settle) => return false,
            WAIT => {
                state.begun = true;
                return true;
            }
        }
    }
}

/// The rows one behind another from the one that the position is in, up to the end of the round or bout.
/// Rules: WU-6.0.1.1, WU-6.5.2, WU-6.5.2.1, WU-8.0.1.
#[inline]
fn take_round(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    if state.step < Step::Start {
        return prepare(rules, state, log);
    }
    if state.step <= Step::ChallengeSelect {
        rounds::start_to_challenge(rules, state, log)?;
    }
    if state.step <= Step::PowerBet {
        rounds::rest_and_power(rules, state, log)?;
    }
    if state.step <= Step::Priority {
        rounds::start_combat(rules, state, log)?;
    }
    while state.step <= Step::Reaction {
        if state.activating.is_some() {
            combat::go_on(rules, state, log)?;
        }
        if state.step == Step::Chain {
            rounds::chain_step(rules, state, log)?;
        } else {
            rounds::reaction_step(rules, state, log)?;
        }
    }
    if state.step <= Step::RoundEnd {
        rounds::result_to_end(rules, state, log)?;
    }
    if state.step == Step::BoutEnd { ending::after_bout(rules, state, log) } else { NEXT }
}

/// The rows before a bout.
#[inline(never)]
fn prepare(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    match state.step {
        Step::Infirmary => prep::open_infirmaries(rules, state, log),
        Step::Draw => prep::draw_known(rules, state, log),
        Step::Mulligan => prep::open_mulligans(rules, state, log),
        Step::Place => prep::place_on(state),
        Step::Leftovers => prep::put_leftovers_away(rules, state, log),
        Step::Boosts => prep::set_boosts(rules, state, log),
        Step::BoutStart => prep::start_bout(rules, state, log),
        _ => WAIT,
    }
}

/// Whether one seat alone decides in a step, [`State::to`], or chance if there is none.
#[inline]
fn one_decides(step: Step) -> bool {
    matches!(
        step,
        Step::DraftFirst
            | Step::DraftTake
            | Step::DraftCut
            | Step::Prime
            | Step::Place
            | Step::Leftovers
            | Step::Chain
            | Step::Reaction
            | Step::Return
    )
}

/// What the position waits for.
#[inline]
pub fn turn(state: &State) -> Turn {
    if state.step == Step::Over {
        Turn::Over
    } else if state.owed == 0 {
        Turn::Chance
    } else {
        Turn::Players(SeatSet::from_bits(state.owed))
    }
}

/// Notes who owes a choice; nobody if chance is due. In a step with secret choices that is known.
#[inline]
fn note_turn(rules: &Rules, state: &mut State) {
    if state.doing.is_some() || state.settling {
        state.owed = effects::choosers(rules, state);
        return;
    }
    match state.step {
        Step::DraftSelect | Step::DraftDeal | Step::Draw | Step::Over => state.owed = 0,
        step if one_decides(step) => state.owed = 1_u8.checked_shl(state.to.into()).unwrap_or(0),
        _ => {}
    }
}

/// A seat makes its secret choice. Rules: WU-R133.
#[inline]
pub fn seal(state: &mut State, seat: u8, choice: Act) {
    player_mut(state, seat).sealed = Some(choice);
    state.owed &= !(1 << seat);
}

/// A secret choice or bid that was made becomes any that the seat could have made: somebody who does not know it
/// imagines another one. Rules: WU-R133.
pub fn choose_anew(rules: &Rules, state: &mut State, seat: u8, rng: &mut Rng) {
    let player = player_mut(state, seat);
    if player.sealed.take().is_none() {
        player.bid = 0;
    }
    state.owed |= 1 << seat;
    let mut options = Actions::new();
    legal(rules, state, seat, &mut options);
    match *rng.one_of(&options) {
        Act::Bid(boosts) => {
            player_mut(state, seat).bid = boosts + 1;
            state.owed &= !(1 << seat);
        }
        act => seal(state, seat, act),
    }
}

/// Whether a step waits for secret choices. Who has one to make is found out as the step begins: nothing changes
/// until all are made, unless somebody leaves.
#[inline]
pub fn awaits_choices(rules: &Rules, state: &mut State, step: Step) -> bool {
    if !state.begun {
        note_owed(rules, state, step);
    }
    state.owed != 0
}

/// Notes what follows from the rest, in a position that was read or that somebody has left.
pub fn note(rules: &Rules, state: &mut State) {
    note_owed(rules, state, state.step);
    note_turn(rules, state);
    rounds::note_powers(rules, state);
    combat::note_chances(rules, state);
}

/// Notes who has a secret choice to make in this step and has not made it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the step is known where it is asked")]
fn note_owed(rules: &Rules, state: &mut State, step: Step) {
    if step == Step::ChallengeSelect {
        rounds::note_eligible(rules, state);
    }
    let asked =
        |seat: usize| player(state, seat as u8).sealed.is_none() && is_asked(rules, state, step, seat as u8);
    let owed = state.players.fold(0, |seats, seat, _| seats | Seats::from(asked(seat)) << seat);
    state.owed = owed & !state.gone;
}

/// Whether a seat has a secret choice to make in this step, the one that the position is in.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the step is known where it is asked")]
fn is_asked(rules: &Rules, state: &State, step: Step, seat: u8) -> bool {
    match step {
        Step::Infirmary => prep::is_short(rules, state, seat),
        Step::Mulligan => player(state, seat).flags & seat_flag::KEPT == 0,
        Step::ChallengeForced => are_several(rounds::forced(state, seat)),
        Step::ChallengeRouse => state.hurt[usize::from(seat)] != 0,
        Step::ChallengeSelect => are_several(state.eligible[usize::from(seat)]),
        Step::PowerBet => state.out >> seat & 1 == 0 && state.table.domains[usize::from(seat)].boosts > 0,
        _ => false,
    }
}

/// Whether there are two bits or more.
#[inline]
const fn are_several(bits: u8) -> bool {
    bits & bits.wrapping_sub(1) != 0
}

/// Everything a seat can do now, in canonical order. Rules: the engine model, section 1.
pub fn legal(rules: &Rules, state: &State, seat: u8, out: &mut Actions<Act>) {
    if state.owed >> seat & 1 == 0 || state.step == Step::Over {
        return;
    }
    if state.doing.is_some() || state.settling {
        return effects::options(rules, state, seat, out);
    }
    let deck = &player(state, seat).deck;
    match state.step {
        Step::DraftFirst => in_game(state).for_each(|seat| out.push(Act::First(seat))),
        Step::DraftTake => offer_hand(&deck.hand, Act::Take, out),
        Step::DraftCut => {
            let held: SmallVec<[u16; 32]> = deck.bag.iter().chain(&deck.bottom).copied().collect();
            each_card(&held, |card| out.push(Act::Cut(card)));
            out.push(Act::CutNone);
        }
        Step::Infirmary => out.extend(&[Act::Infirmary(Answer::Yes), Act::Infirmary(Answer::No)]),
        Step::Mulligan => out.extend(&[Act::Mulligan, Act::Keep]),
        Step::Prime => in_game(state).for_each(|seat| out.push(Act::Prime(seat))),
        Step::Place => {
            offer_hand(&deck.hand, Act::Place, out);
            out.push(Act::Stop);
        }
        Step::Leftovers => offer_hand(&deck.hand, Act::Under, out),
        Step::ChallengeForced => bits(rounds::forced(state, seat)).for_each(|zone| out.push(Act::Hurt(zone))),
        Step::ChallengeRouse => out.extend(&[Act::Rouse(Answer::Yes), Act::Rouse(Answer::No)]),
        Step::ChallengeSelect => {
            let zones = state.eligible[usize::from(seat)];
            out.extend_some(&SENDS[usize::from(zones)], zones.count_ones() as usize);
        }
        Step::PowerBet => {
            let boosts = state.table.domains[usize::from(seat)].boosts;
            let count = usize::from(boosts) + 1;
            for (some, left) in BETS.as_chunks::<16>().0.iter().zip((1..=count).rev().step_by(16)) {
                out.extend_some(some, left);
            }
        }
        Step::Chain | Step::Reaction => {
            state.chances.iter().for_each(|&chance| out.push(chance));
            out.push(Act::Pass);
        }
        Step::Return => out.extend(&[Act::BackVassal, Act::BackExtra]),
        _ => {}
    }
}

/// Every bet.
const BETS: [Act; 256] = {
    let mut bets = [Act::Bet(0); 256];
    let mut boosts = 0;
    while boosts < bets.len() {
        bets[boosts] = Act::Bet(boosts as u8);
        boosts += 1;
    }
    bets
};

/// The Challengers to choose from by the zones of those who can be.
const SENDS: [[Act; ZONES]; 256] = {
    let mut sends = [[Act::Send(CHALLENGER); ZONES]; 256];
    let mut zones = 0;
    while zones < sends.len() {
        let (mut zone, mut nth) = (0, 0);
        while zone < ZONES {
            if zones >> zone & 1 == 1 {
                sends[zones][nth] = Act::Send(zone as u8);
                nth += 1;
            }
            zone += 1;
        }
        zones += 1;
    }
    sends
};

/// The different cards of a hand, in canonical order.
#[inline]
fn offer_hand(hand: &Few<u16, HAND>, act: impl Fn(u16) -> Act, out: &mut Actions<Act>) {
    match hand.places() {
        Some(cards) => {
            let (cards, count) = different(cards, hand.len());
            out.extend_some(&cards.map(act), count);
        }
        None => each_card(hand, |card| out.push(act(card))),
    }
}

/// The different ones of so many cards in order, and how many they are. No order of cards can be foreseen: this takes
/// the same steps for all.
#[expect(clippy::many_single_char_names, reason = "eight cards without names")]
fn different(cards: &[u16; HAND], many: usize) -> ([u16; HAND], usize) {
    // Those that are not there come last.
    let there = |at: usize| select_unpredictable(at < many, cards[at], NO_CARD);
    let [a, b, c, d, e, f, g, h] = std::array::from_fn(there);
    // Two by two they are put in order.
    let pair = |one: u16, other: u16| (one.min(other), one.max(other));
    let ((a, c), (b, d), (e, g), (f, h)) = (pair(a, c), pair(b, d), pair(e, g), pair(f, h));
    let ((a, e), (b, f), (c, g), (d, h)) = (pair(a, e), pair(b, f), pair(c, g), pair(d, h));
    let ((a, b), (c, d), (e, f), (g, h)) = (pair(a, b), pair(c, d), pair(e, f), pair(g, h));
    let ((c, e), (d, f)) = (pair(c, e), pair(d, f));
    let ((b, e), (d, g)) = (pair(b, e), pair(d, g));
    let ((b, c), (d, e), (f, g)) = (pair(b, c), pair(d, e), pair(f, g));
    let (mut found, mut count, mut last) = ([NO_CARD; HAND], 0, NO_CARD);
    for card in [a, b, c, d, e, f, g, h] {
        found[count % HAND] = card;
        count += usize::from(card != last) & usize::from(card != NO_CARD);
        last = card;
    }
    (found, count)
}

/// The different cards of a pile, in canonical order.
fn each_card(pile: &[u16], each: impl FnMut(u16)) {
    let mut cards: SmallVec<[u16; 32]> = SmallVec::from_slice(pile);
    cards.sort_unstable();
    cards.dedup();
    cards.into_iter().for_each(each);
}

/// A seat chooses, or chance does, and play goes on until the next choice. What is done is legal.
pub fn apply(rules: &Rules, state: &mut State, seat: Option<u8>, act: Act, log: &mut impl Log<Event>) {
    if let (Act::ConcedeBout, Some(seat)) = (act, seat) {
        return ending::concede_bout(rules, state, seat, log);
    }
    if state.doing.is_some() || state.settling {
        effects::choose(rules, state, seat, act, log);
        return advance(rules, state, log);
    }
    let by = seat.unwrap_or(NO_SEAT);
    match act {
        Act::Infirmary(_)
        | Act::Mulligan
        | Act::Keep
        | Act::Hurt(_)
        | Act::Rouse(_)
        | Act::Send(_)
        | Act::Bet(_) => {
            seal(state, by, act);
            log.add(Event::Sealed(by));
            if state.owed != 0 {
                return;
            }
        }
        Act::Draw(seat, card) => {
            if prep::draw(rules, state, seat, card, log) {
                return;
            }
        }
        Act::Use(spot, skill) => combat::activate(rules, state, by, spot, skill, log),
        Act::Pass => rounds::abstain(state, log),
        Act::BackVassal => rounds::return_challenger(rules, state, by, 1, log),
        Act::BackExtra => rounds::return_challenger(rules, state, by, EXTRA, log),
        _ => prep::apply(rules, state, by, act, log),
    }
    advance(rules, state, log);
}

/// The lowest empty zone of the kind that begins with this one. Rules: WU-R42.
pub fn empty_zone(rules: &Rules, state: &State, seat: u8, first: u8) -> Option<u8> {
    let kind = if first < EXTRA { !0 << 1 & !(!0 << EXTRA) } else { !0 << EXTRA };
    lowest(free_zones(rules, state, seat) & kind)
}

/// The empty zones of a seat that exist in this format, as bits.
#[inline]
pub fn free_zones(rules: &Rules, state: &State, seat: u8) -> u8 {
    rules.zones & !state.table.domains[usize::from(seat)].zones.there()
}

/// The lowest of some zones.
#[inline]
pub fn lowest(zones: u8) -> Option<u8> {
    (zones != 0).then(|| zones.trailing_zeros() as u8)
}
