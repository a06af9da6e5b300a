//! What takes the place of an action. Rules: WU-R122, WU-R144.

use engine::Log;
use smallvec::SmallVec;

use super::{begin, forget_read, running, versus_at_start};
use crate::deeds::{Change, carry_out_judged};
use crate::event::Event;
use crate::negate;
use crate::program::{Clause, Says};
use crate::rules::Rules;
use crate::scene::{Held, Thing, held, place_of, played, replacements, statement, vassal, world_of};
use crate::stacks::{Verdict, before_plain, judge, open_replacements, unless_busy};
use crate::state::{Cause, Doing, Due, GRANTED, Id, Instance, Replacement, State, Timed, Waiting};
use crate::text::{StackVerb, Threat};

/// Marks a replacement that is not chosen yet; behind it what it takes the place of.
const UNDECIDED: u8 = 200;

/// Added to the number of a statement whose Skill is not there any more.
const NAMELESS: u8 = 101;

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
    let Due { on, threat, by, within, sure, counts } = state.instead.remove(nth);
    let change = match threat {
        Threat::Injured => Change::Stacks { verb: StackVerb::Injure, on, times: 1, by },
        Threat::Exhausted => Change::Stacks { verb: StackVerb::Exhaust, on, times: 1, by },
        Threat::Eliminated => Change::Eliminate { on, by },
    };
    // What came instead of an earlier stack may forbid or prevent this one.
    let verdict = before_plain(state, within, (on, threat), |state| judge(rules, state, &change));
    let barred = matches!(verdict, Verdict::Forbidden | Verdict::Prevented);
    let replacements = open_replacements(rules, state, on, threat, within);
    let found = replacements.first().filter(|_| !barred).map(|found| (*found, UNDECIDED + threat as u8));
    let runs = |sure: &Replacement| {
        unless_busy(SmallVec::from_slice(&[*sure]), state.below.iter().chain(&state.doing)).is_empty()
    };
    let lost = sure.filter(|sure| verdict == Verdict::Happens && !runs(sure)).map(|sure| (sure, sure.2 + 1));
    let Some(((bearer, instance, _, user), statement)) = found.or(lost) else {
        // The effect that runs waits meanwhile, and is in the way of itself.
        let waits = state.doing.take();
        let is_waiting = waits.is_some();
        state.below.extend(waits);
        // Nothing takes its place any more: what is judged here is not judged again.
        let verdict = if verdict == Verdict::Replaced { Verdict::Happens } else { verdict };
        let is_price = threat != Threat::Eliminated && is_price(rules, state);
        let before = if is_price { negate::before_paying(state) } else { None };
        let cause = if is_price { Cause::Payment } else { Cause::Effect };
        let amount = carry_out_judged(rules, state, &change, verdict, (within, cause), log);
        negate::note_paid(state, before);
        if let (Change::Stacks { verb, .. }, Some(late)) = (&change, state.late.get_mut())
            && amount > 0
            && late.within == within
        {
            late.plain.push((on, *verb));
        }
        if is_waiting {
            state.doing = state.below.pop();
            let is_part = counts || threat != Threat::Eliminated;
            count_late(rules, running(state), if is_part { amount } else { 0 }, counts);
            if threat == Threat::Eliminated && amount > 0 {
                running(state).gone.push(on);
            }
        }
        return;
    };
    let world = world_of(rules, state, bearer, instance.skill);
    let of = Waiting { it: on, ..Waiting::by(user, bearer, instance, Cause::Effect, world) };
    // Should it be eliminated after all, they have done it. Rules: WU-R29.
    let members = if threat == Threat::Eliminated { by.iter().copied().collect() } else { SmallVec::new() };
    let doing = Doing { statement, members, ..begin(rules, state, of, true) };
    if let Some(running) = state.doing.replace(doing) {
        state.below.push(running);
    }
}

/// Whether what runs, or begins, takes the place of the price of a Chain: of its payment, and not of what the payment
/// has set off. Rules: WU-R118, WU-R121.
pub(super) fn is_price(rules: &Rules, state: &State) -> bool {
    let takes_place = |doing: &Doing| {
        let nth = doing.statement.checked_sub(1);
        let fact = nth.and_then(|nth| statement(rules, doing.of.instance.skill, nth));
        fact.is_some_and(
            |fact| matches!(&fact.says, Says::Instead(threat, _) if *threat != Threat::Eliminated),
        )
    };
    state.activating.is_some() && !state.begun && state.doing.iter().chain(&state.below).all(takes_place)
}

/// So much of an instruction came after all: it is part of "that many", and what could be done was done.
/// Rules: WU-R123, WU-R144, WU-R148.
fn count_late(rules: &Rules, doing: &mut Doing, amount: i32, counts: bool) {
    if amount > 0 {
        forget_read(doing);
    }
    if counts {
        doing.many = (i32::from(doing.many) + amount).clamp(0, 999) as i16;
    }
    let last = usize::from(doing.clause).checked_sub(1);
    let last = last.and_then(|last| super::effect_of(rules, &doing.of).get(last));
    doing.did |=
        amount > 0 && doing.step == 0 && doing.statement == 0 && matches!(last, Some(Clause::May(..)));
}

/// What a replacement that is not chosen yet takes the place of.
pub(super) fn threat_of(doing: &Doing) -> Option<Threat> {
    doing.statement.checked_sub(UNDECIDED).and_then(|nth| Threat::ALL.get(usize::from(nth)).copied())
}

/// A replacement that can be chosen.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// By what it is named: the thing whose Skill it is, and the number of the Skill there; for a statement whose
    /// Skill is not there any more whoever it concerns, and [`NAMELESS`] and its own number.
    pub name: (Id, u8),
    bearer: Id,
    instance: Instance,
    statement: u8,
    user: u8,
}

type Choices = SmallVec<[Choice; 4]>;

/// The replacements that an action has while one of them is chosen.
pub(super) fn choices_instead(rules: &Rules, state: &mut State, threat: Threat) -> Choices {
    let Some(on) = state.doing.as_ref().map(|doing| doing.it) else { return Choices::new() };
    let within = state.replacing().wrapping_sub(1);
    before_plain(state, within, (on, threat), |state| choices_now(rules, state, on, threat))
}

/// The same for somebody who only looks on; the other stacks of an instruction are taken away from a copy.
pub(super) fn choices_seen(rules: &Rules, state: &State, on: Id, threat: Threat) -> Choices {
    if state.late.get().is_some_and(|late| !late.plain.is_empty()) {
        return choices_instead(rules, &mut state.clone(), threat);
    }
    choices_now(rules, state, on, threat)
}

/// The same in a position as it is.
fn choices_now(rules: &Rules, state: &State, on: Id, threat: Threat) -> Choices {
    // Whatever runs now is no longer in the way of itself.
    let mut choices = Choices::new();
    for (bearer, instance, statement, user) in
        unless_busy(replacements(rules, state, on, threat), &state.below)
    {
        let name = name_of(rules, state, on, bearer, instance, statement);
        // Of several statements of one Skill the first counts.
        if choices.iter().all(|known| known.name != name) {
            choices.push(Choice { name, bearer, instance, statement, user });
        }
    }
    let place = |choice: &Choice| (place_of(state, choice.name.0), choice.name.1);
    choices.sort_by_key(place);
    choices
}

fn name_of(rules: &Rules, state: &State, on: Id, bearer: Id, instance: Instance, statement: u8) -> (Id, u8) {
    let for_a_time = instance.origin == GRANTED;
    let is_it = |held: &Held| {
        held.instance == instance
            || (for_a_time
                && rules.skills[usize::from(held.instance.skill)].first == instance.skill
                && !held.erased)
    };
    let is_there =
        vassal(state, bearer).is_some() || matches!(played(state, bearer), Some(Thing::Resource(..)));
    let number = held(rules, state, bearer).iter().position(is_it).filter(|_| is_there);
    number.map_or_else(
        || {
            let same = |timed: &Timed| {
                (timed.bearer, timed.skill, timed.clause) == (bearer, instance.skill, statement)
            };
            let nth = state.table.timed.iter().position(same).unwrap_or(0);
            (on, NAMELESS + nth as u8)
        },
        |nth| (bearer, nth as u8 + 1),
    )
}

/// A replacement is chosen by its name.
pub(super) fn settle_instead(rules: &Rules, state: &mut State, threat: Threat, name: (Id, u8)) {
    let choices = choices_instead(rules, state, threat);
    let Some(choice) = choices.iter().find(|choice| choice.name == name) else { return };
    let bearer = choice.bearer;
    let world = world_of(rules, state, bearer, choice.instance.skill);
    let of = Waiting { bearer, instance: choice.instance, user: choice.user, world, ..running(state).of };
    let versus = versus_at_start(rules, state, &of);
    let doing = running(state);
    (doing.of, doing.statement, doing.versus) = (of, choice.statement + 1, versus);
}
