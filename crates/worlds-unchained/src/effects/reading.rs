//! Conditions and numbers of an effect, and when they are read. Rules: WU-R88; card language 5.5.

use super::{scene, versus_at_start};
use crate::program::{Acts, Amount, Asked, Readable, Reading};
use crate::rules::Rules;
use crate::scene::Scene;
use crate::state::{Doing, Id, NO_SEAT, State, VALUES, Waiting};

/// Reads every condition and number of an Ability from the common state of its batch. Rules: WU-R88.
pub fn read_values(rules: &Rules, state: &State, waiting: &mut Waiting) {
    waiting.values = [0; VALUES];
    waiting.read = 0;
    let commons = &rules.skills[usize::from(waiting.instance.skill)].commons;
    if commons.is_empty() {
        return;
    }
    let versus = versus_at_start(rules, state, waiting);
    for (common, value) in commons.iter().zip(&mut waiting.values) {
        let actor = match common.acts {
            Acts::Opponent => versus,
            Acts::ThatPlayer => waiting.player,
            Acts::You | Acts::Each => NO_SEAT,
        };
        let scene = Scene {
            it: waiting.it,
            player: waiting.player,
            actor,
            versus,
            ..Scene::new(rules, state, waiting.user, waiting.bearer)
        };
        let now = match &common.what {
            Readable::Condition(condition) => i32::from(scene.holds(condition)),
            Readable::Number(number) => scene.number(number),
        };
        *value = now.clamp(-999, 999) as i16;
        waiting.read += 1;
    }
}

/// What was read from the common state, if it was. Rules: card language 5.5.
#[inline]
fn as_read(rules: &Rules, state: &State, doing: &Doing, reading: Reading) -> Option<i16> {
    if doing.chain || reading.constant {
        return None;
    }
    // What is about an opponent who was chosen in the effect is read when it is reached. Rules: WU-R140.
    let chosen = || doing.versus != versus_at_start(rules, state, &doing.of);
    if (reading.opponent || reading.them) && chosen() {
        return None;
    }
    let place = reading.common.filter(|&place| place < doing.of.read)?;
    doing.of.values.get(usize::from(place)).copied()
}

/// An instruction of the effect has changed something: from now on it sees what it has done. Rules: WU-R88.
pub(super) fn forget_read(doing: &mut Doing) {
    (doing.of.read, doing.of.values) = (0, [0; VALUES]);
}

/// Whether a condition holds: as it was read, or now.
pub(super) fn holds(rules: &Rules, state: &State, doing: &Doing, it: Id, asked: &Asked) -> bool {
    match as_read(rules, state, doing, asked.reading) {
        Some(value) => value != 0,
        None => Scene { it, ..scene(rules, state, doing, NO_SEAT) }.holds(&asked.condition),
    }
}

/// What an amount comes to where somebody acts: as it was read, or now.
pub(super) fn amount(
    rules: &Rules,
    state: &State,
    doing: &Doing,
    (actor, it): (u8, Id),
    amount: &Amount,
) -> i32 {
    match as_read(rules, state, doing, amount.reading) {
        Some(value) => i32::from(value),
        None => Scene { it, ..scene(rules, state, doing, actor) }.number(&amount.number),
    }
}
