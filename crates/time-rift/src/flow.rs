//! The steps of a game one after another, and what each waits for. Rules: TR-SETUP-6 to TR-SETUP-16, TR-RECH-1 to
//! TR-RECH-3, TR-REVL-1 to TR-REVL-11, TR-ROUND-1 to TR-ROUND-12, TR-EOR-1 to TR-EOR-3, TR-R10 to TR-R30, TR-R36.

mod order;
mod rounds;
mod zero;

use engine::{Log, Seat, Turn};
use smallvec::SmallVec;

use crate::action::{Action, Deed, NO_CARD};
use crate::arena::Facing;
use crate::effects;
use crate::event::Event;
use crate::faces::{Window, standing};
use crate::losses;
use crate::rules::{Deck, Rules};
use crate::state::{
    Blow, Frame, NO_SEAT, Neutral, Neutrals, Part, Reason, SEATS, Seats, State, Step, TIE, Wait, flag, unit,
};
use crate::windows::{self, about};
use crate::{attacks, chests, ending, turns};

use order::throw;
pub use order::{forget, rank, throwers};
pub use rounds::forget_turns;
use rounds::{clean_up, end_turn, poison, recharge, reveal, round_order, start_turn};
pub use zero::{fillings, free_sides, placements, placer};
use zero::{
    first_names, give_deck, lay_loadouts, order_placement, place_champions, places_last, take_decks,
    take_side, unsealed,
};

/// The name of a seat: the point of its side and its number in a team.
pub const fn name(point: Facing, number: u8) -> u8 {
    point * 4 + number
}

/// Where a name stands in the order of the notation: West, South, East, North.
pub const fn name_rank(name: u8) -> u8 {
    (3 - name / 4) * 4 + name % 4
}

/// The neutrals of the setup.
fn neutrals(rules: &Rules) -> Neutrals {
    let mut neutrals = Neutrals::default();
    for (nth, &(square, life, _)) in rules.neutrals.iter().enumerate() {
        neutrals.set(nth, Neutral { life, square });
    }
    neutrals
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
        neutrals: neutrals(rules),
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
        Some(Frame::Fight(_) | Frame::Loss(_) | Frame::Shove(_)) => Turn::Chance,
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
        // What was done before may have changed Agility, and with it what can be done now. Rules: TR-R19.
        effects::settle(rules, state, log);
        let waits = match state.frames.last() {
            Some(&Frame::Window(opening)) => windows::advance(rules, state, opening, log),
            Some(&Frame::Fight(fight)) => attacks::advance(rules, state, fight, log),
            Some(&Frame::Running(running)) => effects::advance(rules, state, running, log),
            // Its effect is gone.
            Some(Frame::Shove(_)) => state.frames.pop().is_none(),
            Some(&Frame::Loss(loss)) => {
                losses::advance(rules, state, loss, log);
                false
            }
            None => step(rules, state, log),
        };
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
