//! Who chooses in an effect or a batch, what there is to choose, and what is chosen. Rules: WU-R88.

use engine::{Actions, Log};
use smallvec::SmallVec;

use super::instead::{settle_instead, threat_of};
use super::planning::{ENOUGH, numbered};
use super::{Need, need, take_member};
use crate::action::{Act, Place, Spot};
use crate::event::Event;
use crate::rules::Rules;
use crate::scene::{Scene, fallen_id, is_in, place_of};
use crate::settle;
use crate::state::{Doing, Id, NO_SEAT, Seats, State, Wait};
use crate::zones::{Places, each_place};

/// Who has to choose in an effect or a batch, as bits; nobody if chance does.
pub fn choosers(rules: &Rules, state: &State) -> Seats {
    let seat = match &state.doing {
        Some(Doing { wait: Wait::Hit, .. }) => return 0,
        Some(Doing { wait: Wait::Bid, .. }) => {
            let owes = |seat: &u8| is_in(state, *seat) && state.players[usize::from(*seat)].bid == 0;
            return (0..rules.seats).filter(owes).fold(0, |seats, seat| seats | 1 << seat);
        }
        Some(doing) if doing.by != NO_SEAT => doing.by,
        _ if settle::asks_lead(state) => state.prime,
        _ => settle::orders(state).map_or(state.prime, |(seat, _)| seat),
    };
    1_u8.checked_shl(seat.into()).unwrap_or(0)
}

/// The place of something that can be chosen.
fn place(state: &State, id: Id) -> Place {
    place_of(state, id).unwrap_or(Place { seat: 0, spot: Spot::Zone(0) })
}

/// What a seat can choose in an effect or a batch, in canonical order.
#[inline]
pub fn options(rules: &Rules, state: &State, seat: u8, out: &mut Actions<Act>) {
    if matches!(&state.doing, Some(doing) if doing.wait == Wait::Target) {
        return offer_targets(state, state.aims, &state.targets, state.enough, out);
    }
    other_options(rules, state, seat, out);
}

/// The same where the choice is not of a target.
#[inline(never)]
fn other_options(rules: &Rules, state: &State, seat: u8, out: &mut Actions<Act>) {
    let Some(need) = need(rules, state) else {
        if settle::asks_lead(state) {
            out.extend(&[Act::Lead, Act::Trail]);
        } else if let Some((_, own)) = settle::orders(state) {
            let mut numbers: SmallVec<[u8; 8]> =
                state.batch[usize::from(state.ordered)..own].iter().map(|waiting| waiting.number).collect();
            numbers.sort_unstable();
            numbers.into_iter().for_each(|number| out.push(Act::Next(number)));
        }
        return;
    };
    match need {
        Need::Versus(by) => {
            let scene = Scene::new(rules, state, by, 0);
            let mut seats: SmallVec<[u8; 4]> = scene.opponents().collect();
            seats.sort_unstable();
            seats.into_iter().for_each(|seat| out.push(Act::Versus(seat)));
        }
        Need::Target { at, from, enough, .. } => offer_targets(state, at, &from, enough, out),
        Need::Hit(_) => {}
        Need::May(_) => out.extend(&[Act::Do, Act::Decline]),
        Need::Option(_, count) => (1..=count).for_each(|nth| out.push(Act::Option(nth))),
        Need::Skill { on, from, .. } => {
            from.into_iter().for_each(|nth| out.push(Act::PickSkill(place(state, on), nth)));
        }
        Need::Status { on, from, .. } => {
            from.into_iter().for_each(|nth| out.push(Act::PickStatus(place(state, on), nth)));
        }
        Need::Member { from, .. } => {
            let mut places: SmallVec<[Place; 8]> = from.into_iter().map(|id| place(state, id)).collect();
            places.sort_unstable();
            places.into_iter().for_each(|place| out.push(Act::For(place)));
        }
        Need::Bid(_, most) => {
            let boosts = state.table.domains[usize::from(seat)].boosts;
            (0..=most.min(boosts)).for_each(|bid| out.push(Act::Bid(bid)));
        }
        Need::Zone(_) => out.extend(&[Act::BackVassal, Act::BackExtra]),
        Need::Instead { from, .. } => {
            from.into_iter().for_each(|(id, number)| out.push(Act::Instead(place(state, id), number)));
        }
    }
}

/// Vassals come before all else of a seat, and never with anything else.
fn offer_targets(state: &State, at: Places, from: &[Id], enough: bool, out: &mut Actions<Act>) {
    for (seat, zone) in each_place(at) {
        out.push(Act::At(Place { seat, spot: Spot::Zone(zone) }));
    }
    if !from.is_empty() {
        offer_others(state, from, out);
    }
    if enough {
        out.push(Act::Enough);
    }
}

/// What is no Vassal in play.
#[inline(never)]
fn offer_others(state: &State, from: &[Id], out: &mut Actions<Act>) {
    let mut places: SmallVec<[Place; 16]> = from.iter().map(|&id| place(state, id)).collect();
    places.sort_unstable();
    places.iter().for_each(|&place| out.push(Act::At(place)));
}

/// What may come by chance in an effect, all equally likely.
pub fn hits(rules: &Rules, state: &State) -> SmallVec<[Act; 16]> {
    match need(rules, state) {
        Some(Need::Hit(from)) => from.into_iter().map(|id| Act::Hit(place(state, id))).collect(),
        _ => SmallVec::new(),
    }
}

/// What is on a place, by the number that choices go by; 0 for nothing.
fn chosen_at(state: &State, Place { seat, spot }: Place) -> Id {
    let domain = &state.table.domains[usize::from(seat)];
    match spot {
        Spot::Zone(zone) => domain.zones[usize::from(zone)].id,
        Spot::Stock(nth) => domain.stock.get(usize::from(nth)).map_or(0, |resource| resource.id),
        Spot::Infirmary(nth) => fallen_id(seat, nth),
    }
}

/// A seat has chosen, or chance has.
#[inline(never)]
pub fn choose(rules: &Rules, state: &mut State, seat: Option<u8>, act: Act, log: &mut impl Log<Event>) {
    match act {
        Act::Lead => return settle::take_turns(rules, state, true),
        Act::Trail => return settle::take_turns(rules, state, false),
        Act::Next(number) => return settle::order_next(state, number),
        Act::Bid(bid) => {
            if let Some(seat) = seat {
                state.players[usize::from(seat)].bid = bid + 1;
                log.add(Event::Sealed(seat));
            }
            return;
        }
        _ => {}
    }
    if let Act::Instead(wanted, number) = act {
        let bearer = chosen_at(state, wanted);
        if let Some(doing) = &mut state.doing {
            (doing.wait, doing.by) = (Wait::No, NO_SEAT);
            if let Some(threat) = threat_of(doing) {
                settle_instead(rules, state, threat, (bearer, number));
            }
        }
        return;
    }
    let pick = match act {
        Act::Versus(seat) => Id::from(seat),
        Act::At(wanted) | Act::Hit(wanted) => chosen_at(state, wanted),
        Act::For(wanted) => {
            let members = state.doing.iter().flat_map(|doing| &doing.members);
            let member = members.copied().find(|&id| place_of(state, id) == Some(wanted));
            member.unwrap_or_else(|| chosen_at(state, wanted))
        }
        Act::Enough => ENOUGH,
        Act::Do => 1,
        Act::Decline => 2,
        Act::BackVassal => numbered(1),
        Act::BackExtra => numbered(2),
        Act::Option(nth) => Id::from(nth),
        Act::PickSkill(_, nth) | Act::PickStatus(_, nth) => numbered(nth),
        _ => return,
    };
    if let Act::Hit(wanted) = act {
        log.add(Event::Hit(wanted));
    }
    if let Some(doing) = &mut state.doing {
        take(doing, pick);
    }
}

/// Remembers a choice: an object or a number, as it was asked for.
fn take(doing: &mut Doing, pick: Id) {
    let wait = std::mem::replace(&mut doing.wait, Wait::No);
    doing.by = NO_SEAT;
    match wait {
        Wait::Opponent => doing.versus = pick as u8,
        Wait::May => {
            doing.option = pick as u8;
            if pick != 1 {
                doing.did = false;
            }
        }
        Wait::Option => doing.option = pick as u8,
        Wait::Member => take_member(doing, pick),
        Wait::Target | Wait::Hit | Wait::Pick | Wait::Zone => doing.picks.push(pick),
        Wait::No | Wait::Bid | Wait::Instead => {}
    }
}
