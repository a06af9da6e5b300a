//! Negate: the table as it was before the effect of a Chain, payments made again, and what they set off waiting
//! again. Rules: WU-9.1.15, WU-R117 to WU-R121.

use engine::Log;

use crate::event::Event;
use crate::rules::Rules;
use crate::scene::{change_vassal, ears, vassal};
use crate::settle::{Happening, fire};
use crate::stacks::{LastSkills, check_spent, note_ghost};
use crate::state::{Cause, Paid, Seats, Snapshot, State, Waiting};
use crate::zones::Places;

/// Undoes the Chain that an effect speaks of: in a Riposte the one that opened the step, in an Ability the one whose
/// activation set it off. Says whether there was one. Rules: WU-R117.
#[cold]
#[inline(never)]
pub fn negate(
    rules: &Rules,
    state: &mut State,
    riposte: bool,
    own: &Waiting,
    log: &mut impl Log<Event>,
) -> bool {
    let of_open = riposte || own.cause == Cause::Opening;
    let link = if of_open { state.open.as_mut() } else { state.activating.as_mut().or(state.open.as_mut()) };
    let Some(link) = link.filter(|link| !link.negated) else { return false };
    link.negated = true;
    let (player, bearer) = (link.player, link.bearer);
    let place = if riposte { 0 } else { state.snapshots.len().wrapping_sub(1) };
    if state.snapshots.get(place).is_none() {
        return true;
    }
    // Who negates may be a token that the other Chain has made. Rules: WU-R120, WU-R148.
    let known = state.ghosts.len();
    note_ghost(rules, state, own.bearer, &LastSkills::new());
    let Some(Snapshot { table, paid, owed }) = state.snapshots.get(place) else { return true };
    state.table.clone_from(table);
    if vassal(state, own.bearer).is_some() {
        state.ghosts.truncate(known);
    }
    // Whoever was out by what is undone is in again. Rules: WU-R147.
    for (seat, domain) in state.table.domains.iter().enumerate() {
        let stands = domain.zones.there() != 0;
        state.out &= !(Seats::from(stands) << seat);
    }
    let (paid, owed) = (paid.clone(), owed.clone());
    state.fresh.clear();
    state.batch.clear();
    state.ordered = 0;
    log.add(Event::Negated(player, crate::combat::card_of(state, bearer)));
    for paid in paid {
        match paid {
            Paid::Boosts(seat, amount) => {
                let boosts = &mut state.table.domains[usize::from(seat)].boosts;
                *boosts = boosts.saturating_sub(amount);
            }
            Paid::Exhausted(id) => {
                change_vassal(state, id, |vassal| {
                    vassal.exhaustion = vassal.exhaustion.saturating_add(1);
                });
            }
        }
    }
    state.ears = ears(rules, state);
    // Chains that were activated stay so. Rules: WU-R118.
    state.table.domains.each_mut(|domain| domain.zones.set_used(true));
    (state.spent, state.stocked, state.lasting) = (Places::MAX, true, true);
    // Nobody is credited with what a payment made again eliminates: it is not done by this effect. What would take the
    // place of it waits for the next check. Rules: WU-R121.
    let (doing, known) = (state.doing.take(), state.instead.len());
    check_spent(rules, state, log);
    state.doing = doing;
    state.instead.truncate(known);
    let owed = owed.into_iter();
    state.again.clear();
    state.again.extend(
        owed.filter(|waiting| riposte || (waiting.bearer, waiting.instance) != (own.bearer, own.instance)),
    );
    if riposte {
        // By then another Chain is being activated. Rules: WU-R117, WU-R120.
        let activated = state.again.iter_mut().filter(|waiting| waiting.cause == Cause::Activation);
        activated.for_each(|waiting| waiting.cause = Cause::Opening);
    }
    fire(rules, state, &Happening::Negated(player), Cause::Effect, log);
    true
}
