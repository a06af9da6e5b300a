//! Lost Life, defeat, and the end when one side is left. Rules: TR-ROE-2, TR-END-1 to TR-END-4, TR-R106 to
//! TR-R109, TR-R119.

use engine::Log;

use crate::arena::{NOWHERE, bits};
use crate::effects::{discard, refresh};
use crate::event::{Event, Why};
use crate::faces::Window;
use crate::rules::Rules;
use crate::scene::{champion_initiative, members};
use crate::state::{
    Frame, Loss, MOST_NEUTRALS, NEUTRALS, NO_SEAT, Neutral, Opening, Part, Reason, SEATS, State, Step, Unit,
    Units, flag, mark, seat_slot, unit,
};
use crate::windows::{self, about};

/// Several lose Life by one change: applied together, then worked out together. Rules: TR-R107.
pub fn lose_life(
    rules: &Rules,
    state: &mut State,
    losses: &[(Unit, u8)],
    why: Why,
    log: &mut impl Log<Event>,
) {
    let (none, before) = (Units::default(), lives(state));
    let mut loss = Loss { units: none, done: none, removed: false, gone: none, before };
    for &(who, count) in losses {
        let before = state.life_of(who);
        let lost = count.min(before);
        if lost == 0 {
            continue;
        }
        state.set_life(who, before - lost);
        log.add(Event::Lost(who, lost, before - lost, why));
        loss.units.add(who);
    }
    if loss.units.bits() != 0 {
        work_out(rules, state, loss, log);
    }
}

/// Champions that are defeated without a loss of Life: they left the center, say. Rules: TR-R117.
/// Rules: TR-TIRE-4.
pub fn put_out(rules: &Rules, state: &mut State, units: Units, log: &mut impl Log<Event>) {
    let loss = Loss { units, done: Units::default(), removed: false, gone: units, before: lives(state) };
    work_out(rules, state, loss, log);
}

fn lives(state: &State) -> [u8; SEATS] {
    std::array::from_fn(|seat| state.seats.get(seat).map_or(0, |side| side.life))
}

/// Without anybody listening all is done at once; else it goes on as a frame of its own.
fn work_out(rules: &Rules, state: &mut State, mut loss: Loss, log: &mut impl Log<Event>) {
    if state.ears & (Window::Defeat.bit() | Window::Damaged.bit()) == 0 {
        remove(rules, state, &mut loss, log);
    } else {
        state.frames.push(Frame::Loss(loss));
    }
}

/// The units of a set in Round Order, Champions before their minions; neutrals come last.
fn in_order(rules: &Rules, state: &State, set: u64) -> impl Iterator<Item = Unit> {
    let mut seats: smallvec::SmallVec<[u8; 6]> = state.order().iter().copied().collect();
    seats.extend((0..rules.players).filter(|seat| !state.order().contains(seat)));
    seats
        .into_iter()
        .flat_map(|seat| (0..5).map(move |slot| unit(seat, slot)))
        .chain(NEUTRALS..NEUTRALS + MOST_NEUTRALS as u8)
        .filter(move |&who| set >> who & 1 == 1)
}

/// Works on the loss on top: W-DEFEAT for Champions at 0, removal, W-DAMAGED.
#[inline(never)]
pub fn advance(rules: &Rules, state: &mut State, mut loss: Loss, log: &mut impl Log<Event>) {
    let depth = state.frames.len() - 1;
    if !loss.removed {
        let put_out = loss.gone;
        let fallen =
            in_order(rules, state, loss.units.bits() & !loss.done.bits() & !put_out.bits()).find(|&who| {
                let (seat, slot) = seat_slot(who);
                let champion = slot == 0 && who < NEUTRALS;
                champion && state.seats[usize::from(seat)].is_alive() && state.life_of(who) == 0
            });
        if let Some(who) = fallen {
            loss.done.add(who);
            state.frames[depth] = Frame::Loss(loss);
            windows::open(state, about(Window::Defeat, who), log);
            return;
        }
        remove(rules, state, &mut loss, log);
        if state.is_over() || state.frames.len() <= depth {
            return;
        }
        loss.removed = true;
        loss.done = Units::default();
        state.frames[depth] = Frame::Loss(loss);
        return;
    }
    let next = in_order(rules, state, loss.units.bits() & !loss.done.bits()).next();
    let Some(who) = next else {
        state.frames.truncate(depth);
        return;
    };
    loss.done.add(who);
    state.frames[depth] = Frame::Loss(loss);
    let defeated = loss.gone.has(who);
    let (seat, slot) = seat_slot(who);
    // Whoever left the center has lost no Life by it.
    let champion = slot == 0 && who < NEUTRALS;
    let lost = !champion || state.life_of(who) < loss.before[usize::from(seat)] || !defeated;
    windows::open(state, Opening { lost, defeated, ..about(Window::Damaged, who) }, log);
}

/// Takes everybody at 0 Life out of the Arena and ends the game if one side is left.
fn remove(rules: &Rules, state: &mut State, loss: &mut Loss, log: &mut impl Log<Event>) {
    for who in members(loss.units.bits()) {
        let (seat, slot) = seat_slot(who);
        if who >= NEUTRALS {
            if state.life_of(who) == 0 {
                loss.gone.add(who);
                log.add(Event::Defeated(who));
                remove_neutral(state, who);
            }
        } else if slot == 0 {
            let out = loss.gone.has(who) || state.life_of(who) == 0;
            if out && state.seats[usize::from(seat)].is_alive() {
                loss.gone.add(who);
                defeat(rules, state, seat, log);
            }
        } else if state.slot(seat, slot).has(mark::DEPLOYED) && state.life_of(who) == 0 {
            loss.gone.add(who);
            log.add(Event::Defeated(who));
            discard(rules, state, seat, slot, log);
        }
    }
    let fallen = loss.gone;
    if fallen.bits() != 0 {
        if state.living() == 0 {
            all_fell(rules, state, fallen, &loss.before, log);
        } else {
            end_if_alone(rules, state, Reason::Ko, log);
        }
    }
}

/// A neutral leaves the Arena, and with it what lay on it.
pub fn remove_neutral(state: &mut State, who: Unit) {
    state.neutrals.set(usize::from(who - NEUTRALS), Neutral::default());
    state.tokens.retain(|token| token.unit != who);
    state.lasting.retain(|lasting| lasting.bearer != who);
}

/// A Champion leaves the Arena: its face-up cards go to the discard pile, the others back to their owner.
/// Rules: TR-END-1 to TR-END-3, TR-R104.
pub fn defeat(rules: &Rules, state: &mut State, seat: u8, log: &mut impl Log<Event>) {
    log.add(Event::Defeated(unit(seat, 0)));
    let side = &mut state.seats[usize::from(seat)];
    side.flags = 0;
    (side.square, side.facing, side.life, side.actions, side.agility) = (NOWHERE, 0, 0, 0, 0);
    side.uses = crate::state::Uses::default();
    side.seen = 0;
    side.gone_hands = 0;
    let slots = std::mem::replace(&mut side.slots, [crate::state::Slot::EMPTY; crate::state::SLOTS]);
    slots.iter().filter(|slot| slot.is_up()).for_each(|slot| state.put_out(seat, slot.card));
    for frame in &mut state.frames {
        if let Frame::Window(opening) = frame {
            opening.had &= !(1 << seat);
        }
    }
    state.tokens.retain(|token| seat_slot(token.unit).0 != seat);
    state.lasting.retain(|lasting| seat_slot(lasting.bearer).0 != seat);
    state.entering &= !(1 << seat);
    refresh(rules, state);
}

/// The teams that are left, as bits.
pub fn living_teams(rules: &Rules, state: &State) -> u8 {
    bits(u32::from(state.living())).fold(0, |set, seat| set | 1 << rules.teams[usize::from(seat)])
}

/// Ends the game if one side is left. Rules: TR-GOAL-1, TR-END-4, TR-R114.
/// Rules: TR-TIE-4.
pub fn end_if_alone(rules: &Rules, state: &mut State, reason: Reason, log: &mut impl Log<Event>) {
    let teams = living_teams(rules, state);
    if teams.is_power_of_two() {
        win(rules, state, teams.trailing_zeros() as u8, reason, log);
    }
}

/// A team has won; nothing pending is worked out any more. Rules: TR-R106, TR-R123.
pub fn win(rules: &Rules, state: &mut State, team: u8, reason: Reason, log: &mut impl Log<Event>) {
    state.winners = rules.members(team);
    state.reason = reason;
    state.stage = crate::state::OVER;
    state.frames.clear();
    state.uses.clear();
    state.lasting.clear();
    state.part = Part::Begin;
    (state.ties, state.turn, state.spent, state.place, state.entering) = (0, NO_SEAT, 0, 0, 0);
    state.filling = 0;
    for side in state.seats.iter_mut() {
        side.agility = 0;
    }
    crate::flow::forget_turns(state);
    state.beaten = [0; SEATS];
    log.add(Event::Won(state.winners, reason));
}

/// Nobody is left: of those who fell the side with more Life before wins, then the one with the higher Champion
/// Initiative, then dice. Rules: TR-R108.
fn all_fell(
    rules: &Rules,
    state: &mut State,
    fallen: Units,
    before: &[u8; SEATS],
    log: &mut impl Log<Event>,
) {
    let mut best: Option<(u16, u8)> = None;
    let mut teams: smallvec::SmallVec<[u8; 6]> = smallvec::SmallVec::new();
    for team in 0..rules.players {
        let is_of_team = |&seat: &u8| fallen.has(unit(seat, 0)) && rules.teams[usize::from(seat)] == team;
        let seats = (0..rules.players).filter(is_of_team);
        let life: u16 = seats.clone().map(|seat| u16::from(before[usize::from(seat)])).sum();
        let Some(initiative) = seats.map(|seat| champion_initiative(rules, state, unit(seat, 0))).max()
        else {
            continue;
        };
        match best {
            Some(known) if known > (life, initiative) => {}
            Some(known) if known == (life, initiative) => teams.push(team),
            _ => {
                best = Some((life, initiative));
                teams.clear();
                teams.push(team);
            }
        }
    }
    if let [team] = teams[..] {
        return win(rules, state, team, Reason::Ko, log);
    }
    roll_for_victory(rules, state, &teams, Reason::Ko);
}

/// Sides roll off for the victory. Each is named by its first seat. Rules: TR-R12, TR-R116.
pub fn roll_for_victory(rules: &Rules, state: &mut State, teams: &[u8], reason: Reason) {
    state.frames.clear();
    state.uses.clear();
    state.step = Step::G3;
    state.part = Part::Roll;
    state.reason = reason;
    state.turn = NO_SEAT;
    state.spent = 0;
    let mut seats: smallvec::SmallVec<[u8; 6]> =
        teams.iter().map(|&team| rules.members(team).trailing_zeros() as u8).collect();
    seats.sort_unstable_by_key(|&seat| crate::flow::name_rank(state.seats[usize::from(seat)].name));
    state.ordered = seats.len() as u8;
    state.order = [0; SEATS];
    state.order[..seats.len()].copy_from_slice(&seats);
    state.ties = (1 << (seats.len() - 1)) - 1;
}

/// A seat gives up: its Champion is defeated at once. Rules: TR-R119.
pub fn concede(rules: &Rules, state: &mut State, seat: u8, log: &mut impl Log<Event>) {
    if state.is_over() || !state.seats[usize::from(seat)].is_alive() {
        return;
    }
    log.add(Event::Conceded(seat));
    let was_placing = crate::flow::placer(state) == Some(seat);
    defeat(rules, state, seat, log);
    crate::flow::forget(rules, state, seat, was_placing);
    end_if_alone(rules, state, Reason::Concede, log);
    crate::flow::advance(rules, state, log);
}

/// Whether somebody can still be spoken of as alive.
pub fn is_alive(state: &State, seat: u8) -> bool {
    state.seats[usize::from(seat)].flags & flag::ALIVE != 0
}
