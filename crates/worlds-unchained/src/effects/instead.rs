//! What takes the place of an action. Rules: WU-R122, WU-R144.

use engine::Log;
use smallvec::SmallVec;

use super::{begin, running, versus_at_start};
use crate::deeds::{Change, carry_out};
use crate::event::Event;
use crate::rules::Rules;
use crate::scene::{held, replacements};
use crate::stacks::{before_plain, open_replacements};
use crate::state::{Cause, Doing, Due, Id, Instance, NO_SEAT, State, Waiting};
use crate::text::{StackVerb, Threat};

/// Marks a replacement that is not chosen yet; behind it what it takes the place of.
const UNDECIDED: u8 = 200;

/// The next action that something takes the place of, within so many replacements.
pub(super) fn next_instead(state: &State, within: u8) -> Option<usize> {
    state.instead.iter().position(|due| due.within == within)
}

/// What takes the place of an action begins; the effect that runs waits for it. Each stack is an action of its own:
/// if what would have taken its place is used up by then, it comes after all. Rules: WU-R122, WU-R144.
pub(super) fn begin_instead(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    if state.instead.is_empty() {
        return;
    }
    let Some(nth) = next_instead(state, state.replacing()) else { return };
    let Due { on, threat, by, within } = state.instead.remove(nth);
    let Some(&(bearer, instance, _, user)) = open_replacements(rules, state, on, threat, within).first()
    else {
        let change = match threat {
            Threat::Injured => Change::Stacks { verb: StackVerb::Injure, on, times: 1, by },
            Threat::Exhausted => Change::Stacks { verb: StackVerb::Exhaust, on, times: 1, by },
            Threat::Eliminated => Change::Eliminate { on, by },
        };
        // The effect that runs waits meanwhile, and is in the way of itself.
        let waits = state.doing.take();
        let is_waiting = waits.is_some();
        state.below.extend(waits);
        let outcome = carry_out(rules, state, &[change], Cause::Effect, log);
        if is_waiting {
            state.doing = state.below.pop();
        }
        state.replace(outcome.instead, within);
        return;
    };
    let (cause, player) = (Cause::Effect, NO_SEAT);
    let of = Waiting { bearer, instance, user, cause, it: on, player, number: 0, read: 0, values: [0; 8] };
    let doing = Doing { statement: UNDECIDED + threat as u8, ..begin(rules, state, of, true) };
    if let Some(running) = state.doing.replace(doing) {
        state.below.push(running);
    }
}

/// What a replacement that is not chosen yet takes the place of.
pub(super) fn threat_of(doing: &Doing) -> Option<Threat> {
    doing.statement.checked_sub(UNDECIDED).and_then(|nth| Threat::ALL.get(usize::from(nth)).copied())
}

/// The position that an action looks for replacements in, while one of them is chosen.
fn before_undecided(state: &State) -> Option<State> {
    before_plain(state, state.replacing().wrapping_sub(1))
}

/// The replacements that an action has, each with the number of its Skill.
pub(super) fn choices_instead(
    rules: &Rules,
    state: &State,
    doing: &Doing,
    threat: Threat,
) -> SmallVec<[(Id, u8, u8); 4]> {
    let before = before_undecided(state);
    let seen = before.as_ref().unwrap_or(state);
    // Whatever runs now is no longer in the way of itself.
    let open = replacements(rules, seen, doing.it, threat);
    let busy = |bearer: Id, instance: Instance| {
        let mut below = state.below.iter().filter(|below| below.statement > 0);
        below.any(|below| (below.of.bearer, below.of.instance) == (bearer, instance))
    };
    open.iter()
        .filter(|&&(bearer, instance, ..)| !busy(bearer, instance))
        .map(|&(bearer, instance, statement, _)| {
            let skills = held(rules, seen, bearer);
            let number = skills.iter().position(|held| held.instance == instance).map_or(0, |nth| nth + 1);
            (bearer, number as u8, statement)
        })
        .collect()
}

/// Chooses a replacement by its place in the list.
pub(super) fn settle_instead(rules: &Rules, state: &mut State, threat: Threat, bearer: Id, number: u8) {
    let on = running(state).it;
    let before = before_undecided(state);
    for &(who, instance, statement, user) in
        &replacements(rules, before.as_ref().unwrap_or(state), on, threat)
    {
        let skills = held(rules, before.as_ref().unwrap_or(state), who);
        let nth = skills.iter().position(|held| held.instance == instance).map_or(0, |nth| nth + 1) as u8;
        if who == bearer && nth == number {
            let of = Waiting { bearer: who, instance, user, ..running(state).of };
            let versus = versus_at_start(rules, state, &of);
            let doing = running(state);
            (doing.of, doing.statement, doing.versus) = (of, statement + 1, versus);
            return;
        }
    }
}
