//! How dice fall. Rules: TR-COMP-2, TR-R12, TR-R53, TR-R54.

use engine::{NoLog, Purpose, Rng, Weighted};
use smallvec::SmallVec;

use crate::action::Action;
use crate::flow::{self, dice_due};
use crate::rules::Rules;
use crate::state::{Blow, Frame, State};

/// Which stream of random numbers the dice that are due come from.
pub fn purpose(state: &State) -> Purpose {
    match state.frames.last() {
        Some(Frame::Fight(fight)) => match fight.step {
            Blow::A5 => Purpose::nth("dice", 0),
            Blow::A8 => Purpose::nth("dice", 1),
            _ => Purpose::nth("dice", 2),
        },
        Some(Frame::Running(_)) => Purpose::nth("dice", 3),
        _ => Purpose::new("roll-off"),
    }
}

/// One throw of the dice that are due.
#[inline]
pub fn sample(rules: &Rules, state: &State, rng: &mut Rng) -> Action {
    if let Some(Frame::Fight(fight)) = state.frames.last()
        && fight.step != Blow::A11
    {
        let pair = rng.below(36) as u8;
        return Action::two_dice(pair / 6 + 1, pair % 6 + 1);
    }
    let faces: SmallVec<[u8; 6]> = (0..dice_due(rules, state)).map(|_| rng.below(6) as u8 + 1).collect();
    Action::dice(&faces)
}

/// Every throw of the dice that are due, those that lead to the same position merged.
pub fn list(rules: &Rules, state: &State, out: &mut Weighted<Action>) {
    let count = dice_due(rules, state);
    let roll_off = state.frames.is_empty();
    let mut throws: Vec<(SmallVec<[u8; 6]>, u64)> = Vec::new();
    for nth in 0..6u32.pow(u32::from(count)) {
        let mut rest = nth;
        let mut faces: SmallVec<[u8; 6]> = SmallVec::from_elem(1, usize::from(count));
        for face in faces.iter_mut().rev() {
            *face = (rest % 6) as u8 + 1;
            rest /= 6;
        }
        // A roll-off only tells who is before whom: the highest face stands for 6, the next one for 5.
        let shown = if roll_off { places(&faces) } else { faces };
        match throws.iter_mut().find(|(known, _)| roll_off && *known == shown) {
            Some((_, weight)) => *weight += 1,
            None => throws.push((shown, 1)),
        }
    }
    // Defense dice lie open, each throw a position of its own.
    let all_differ = matches!(state.frames.last(), Some(Frame::Fight(fight)) if fight.step == Blow::A5);
    if all_differ {
        for (faces, weight) in throws {
            out.push(Action::dice(&faces), weight);
        }
        return;
    }
    let mut merged: Vec<(State, Action, u64)> = Vec::new();
    for (faces, weight) in throws {
        let action = Action::dice(&faces);
        let mut after = state.clone();
        flow::apply(rules, &mut after, None, action, &mut NoLog);
        match merged.iter_mut().find(|(known, ..)| *known == after) {
            Some((.., sum)) => *sum += weight,
            None => merged.push((after, action, weight)),
        }
    }
    merged.sort_by_key(|&(_, action, _)| action);
    for (_, action, weight) in merged {
        out.push(action, weight);
    }
}

/// Faces with the same order among them: the highest is 6, the next one 5.
fn places(faces: &[u8]) -> SmallVec<[u8; 6]> {
    let place = |face: u8| {
        let mut higher: SmallVec<[u8; 6]> = faces.iter().copied().filter(|&other| other > face).collect();
        higher.sort_unstable();
        higher.dedup();
        6 - higher.len() as u8
    };
    faces.iter().map(|&face| place(face)).collect()
}
