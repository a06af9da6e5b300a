//! What a person might think of doing, whether it can be done or not.

use engine::Actions;

use crate::action::{Action, Arguments, Deed, NO_CARD, Strike, UNKNOWN_CARD, Way};
use crate::arena::{Facing, NOWHERE, Square, bits};
use crate::chests;
use crate::game::legal;
use crate::rules::Rules;
use crate::state::{Frame, Part, State, Step, mark, unit};

/// No more than this is thought of.
const MOST: usize = 40;

/// Adds each thing in its plain form. `known` is what the seat sees.
pub fn conceivable(rules: &Rules, known: &State, seat: u8, out: &mut Vec<Action>) {
    let from = out.len();
    match known.frames.last() {
        Some(Frame::Window(_)) => {
            out.push(Deed::Pass.into());
            effects(rules, known, seat, out);
        }
        Some(_) => out.push(Deed::Pass.into()),
        None => match (known.step, known.part) {
            (Step::T2, _) => {
                moves(rules, known, seat, out);
                strikes(rules, known, seat, out);
                effects(rules, known, seat, out);
                out.push(Deed::End.into());
            }
            (Step::Z1, _) if rules.games > 1 => {
                out.extend(chests::of(known, seat).iter().map(|&card| Action::from(Deed::Pick(Some(card)))));
                out.push(Deed::Pick(None).into());
            }
            (Step::Z3, Part::Begin) => out.extend((0..4).map(|side| Action::from(Deed::Side(side)))),
            (Step::Z3, _) | (Step::G2, Part::Place) => places(rules, known, seat, out),
            (Step::Z4, _) => {
                let slots = known.seats[usize::from(seat)].slots.iter().filter(|slot| slot.is_filled());
                out.extend(slots.map(|slot| Action::from(Deed::Fill(known.filling, Some(slot.card)))));
                out.push(Deed::Fill(known.filling, None).into());
            }
            (Step::G2, Part::Enter) => {
                let squares = known.seats.iter().map(|side| side.square).filter(|&square| square != NOWHERE);
                out.extend(squares.map(|square| Action::from(Deed::Enter(square))));
            }
            _ => {}
        },
    }
    let mut seen = Vec::new();
    let thoughts = out.split_off(from);
    for action in thoughts {
        if !seen.contains(&action) && seen.len() < MOST {
            seen.push(action);
        }
    }
    out.append(&mut seen);
}

/// Every space where nothing is offered, with a facing that is offered elsewhere.
fn places(rules: &Rules, known: &State, seat: u8, out: &mut Vec<Action>) {
    let mut offered = Actions::new();
    legal(rules, known, seat, &mut offered);
    let stands: Vec<(Square, Facing)> = offered
        .iter()
        .filter_map(|action| match action.deed() {
            Deed::Place(at, facing) => Some((at, facing)),
            _ => None,
        })
        .collect();
    let facing = stands.first().map_or(0, |stand| stand.1);
    let closed = bits(rules.arena.all).filter(|square| stands.iter().all(|(at, _)| at != square));
    out.extend(closed.map(|at| Action::from(Deed::Place(at, facing))));
}

/// A step each way and each turn of the Champion.
fn moves(rules: &Rules, known: &State, seat: u8, out: &mut Vec<Action>) {
    let side = &known.seats[usize::from(seat)];
    for direction in (0..4).filter(|_| side.square != NOWHERE) {
        if rules.arena.next[usize::from(side.square)][usize::from(direction)] != NOWHERE {
            out.push(Deed::Move(Way::step(side.square, direction), side.facing).into());
        }
        if direction != side.facing {
            out.push(Deed::Rotate(side.square, direction).into());
        }
    }
}

/// The base attack and every card that attacks, on each enemy.
fn strikes(rules: &Rules, known: &State, seat: u8, out: &mut Vec<Action>) {
    let enemies = known.crowd(rules, seat).enemies;
    let side = &known.seats[usize::from(seat)];
    let attacks = side.slots.iter().map(|slot| match rules.faces.get(usize::from(slot.card)) {
        Some(face) => face.cost.is_some() && (!face.is_minion() || slot.has(mark::DEPLOYED)),
        None => false,
    });
    let attacks: Vec<bool> = std::iter::once(true).chain(attacks).collect();
    for (slot, _) in attacks.iter().enumerate().filter(|(_, attacks)| **attacks) {
        for target in bits(enemies) {
            out.push(Deed::Strike(Strike { target, ..Strike::ordinary(slot as u8) }).into());
        }
    }
}

/// Every effect of an own card that is not offered in any form, without anything chosen for it.
fn effects(rules: &Rules, known: &State, seat: u8, out: &mut Vec<Action>) {
    let mut offered = Actions::new();
    legal(rules, known, seat, &mut offered);
    for slot in 0..=rules.slots {
        let card = known.card_of(unit(seat, slot));
        if card == NO_CARD || card == UNKNOWN_CARD {
            continue;
        }
        let face = rules.face(card);
        for ability in (0..face.abilities.len() as u8).filter(|&ability| face.effect(ability).is_some()) {
            let is_offered = offered.iter().any(|action| {
                matches!(action.deed(), Deed::Effect(of, nth, _) if (of, nth) == (slot, ability + 1))
            });
            if !is_offered {
                out.push(Deed::Effect(slot, ability + 1, Arguments::default()).into());
            }
        }
    }
}
