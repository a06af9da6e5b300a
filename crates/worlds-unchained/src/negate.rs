//! Negate: the table as it was before the effect of a Chain, payments made again, and what they set off waiting
//! again. Rules: WU-9.1.15, WU-R117 to WU-R121.

use engine::Log;
use smallvec::SmallVec;

use crate::deeds::{Change, Doers, carry_out_judged, forget_origin};
use crate::event::{Back, Event};
use crate::flow::bits;
use crate::rules::Rules;
use crate::scene::{Held, Thing, change_vassal, ears, held, played, vassal};
use crate::settle::{Happening, fire};
use crate::stacks::{LastSkills, Verdict, check_spent, note_ghost};
use crate::state::{Cause, Id, Instance, Paid, Seats, Snapshot, State, Table, Vassal, Waiting, Zone};
use crate::zones::Places;

/// Undoes the Chain that an effect speaks of: in a Riposte the one that opened the step, in an Ability the one whose
/// activation set it off. Says whether there was one. Rules: WU-R117.
#[cold]
#[inline(never)]
pub fn negate<L: Log<Event>>(
    rules: &Rules,
    state: &mut State,
    riposte: bool,
    own: &Waiting,
    log: &mut L,
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
    let before = L::LIVE.then(|| state.table.clone());
    let Some(Snapshot { table, paid, owed }) = state.snapshots.get(place) else { return true };
    state.table.clone_from(table);
    let restored = L::LIVE.then(|| state.table.clone());
    if vassal(state, own.bearer).is_some() {
        state.ghosts.truncate(known);
    }
    // Whoever was out by what is undone is in again. Rules: WU-R147.
    for (seat, domain) in state.table.domains.iter().enumerate() {
        let stands = domain.zones.there() != 0;
        state.out &= !(Seats::from(stands) << seat);
    }
    let (paid, mut owed) = (paid.clone(), owed.clone());
    state.fresh.clear();
    state.batch.clear();
    state.ordered = 0;
    log.add(Event::Negated(player, crate::combat::card_of(state, bearer)));
    state.ears = ears(rules, state);
    // What did not happen cannot trigger: Abilities that only the negated effect had made do not wait again.
    // Rules: WU-R120.
    owed.retain(|waiting| {
        let is_there = matches!(played(state, waiting.bearer), Some(Thing::Vassal(..) | Thing::Resource(..)));
        let is_it = |held: &Held| held.instance == waiting.instance && !held.erased;
        is_there && held(rules, state, waiting.bearer).iter().any(is_it)
    });
    // Nobody is credited with what a payment made again eliminates: it is not done by this effect. What would take the
    // place of it waits for the next check. Rules: WU-R121.
    let (doing, known) = (state.doing.take(), state.instead.len());
    for paid in paid {
        pay_again(rules, state, paid, log);
    }
    state.ears = ears(rules, state);
    // Chains that were activated stay so. Rules: WU-R118.
    state.table.domains.each_mut(|domain| domain.zones.set_used(true));
    (state.spent, state.stocked, state.lasting, state.thinned) = (Places::MAX, true, true, true);
    check_spent(rules, state, log);
    if let (Some(before), Some(restored)) = (before, restored) {
        tell_back(&before, &restored, &state.table, log);
    }
    state.doing = doing;
    state.instead.truncate(known);
    state.again.clear();
    state.again.extend(
        owed.into_iter()
            .filter(|waiting| riposte || (waiting.bearer, waiting.instance) != (own.bearer, own.instance)),
    );
    if riposte {
        // By then another Chain is being activated. Rules: WU-R117, WU-R120.
        let activated = state.again.iter_mut().filter(|waiting| waiting.cause == Cause::Activation);
        activated.for_each(|waiting| waiting.cause = Cause::Opening);
    }
    fire(rules, state, &Happening::Negated(player), Cause::Effect, log);
    true
}

/// A payment is made on the table that was put back, as far as there is something to take. Only an elimination is told:
/// it sets Abilities off anew. Rules: WU-R121.
fn pay_again(rules: &Rules, state: &mut State, paid: Paid, log: &mut impl Log<Event>) {
    match paid {
        Paid::Boosts(seat, amount) => {
            let boosts = &mut state.table.domains[usize::from(seat)].boosts;
            *boosts = boosts.saturating_sub(amount);
        }
        Paid::Exhausted(id) => {
            change_vassal(state, id, |vassal| vassal.exhaustion = vassal.exhaustion.saturating_add(1));
        }
        Paid::Injured(id) => {
            change_vassal(state, id, |vassal| vassal.injuries = vassal.injuries.saturating_add(1));
        }
        Paid::Eliminated(on) => {
            let change = Change::Eliminate { on, by: Doers::NONE };
            carry_out_judged(rules, state, &change, Verdict::Happens, (0, Cause::Effect), log);
        }
        Paid::Expended(id) => {
            state.table.domains.each_mut(|domain| domain.stock.retain(|resource| resource.id != id));
        }
        Paid::Cleared(id) => {
            state.table.statuses.retain(|status| status.id != id);
            forget_origin(state, id);
        }
    }
}

/// A Vassal of a table, with its seat and zone.
type Placed = (u8, Zone, Vassal);

fn vassals(table: &Table) -> impl Iterator<Item = Placed> {
    table.domains.iter().enumerate().flat_map(|(seat, domain)| {
        bits(domain.zones.there()).map(move |zone| (seat as u8, zone, domain.zones[usize::from(zone)]))
    })
}

/// What is in one list and not in the other, by number.
fn lacks<'a, T>(list: &'a [T], other: &'a [T], id: impl Fn(&T) -> Id + 'a) -> impl Iterator<Item = &'a T> {
    list.iter().filter(move |one| other.iter().all(|another| id(another) != id(one)))
}

/// Tells what differs between the table before and after a Negate. What was on the table that was put back and is gone by
/// a payment made again was told as it went. Rules: WU-R118.
fn tell_back(before: &Table, restored: &Table, after: &Table, log: &mut impl Log<Event>) {
    let mut tell = |back| log.add(Event::Back(back));
    let find = |table, id| vassals(table).find(|(.., vassal)| vassal.id == id);
    for (seat, (had, has)) in before.domains.iter().zip(after.domains.iter()).enumerate() {
        let seat = seat as u8;
        if had.boosts != has.boosts {
            tell(Back::Boosts(seat, has.boosts));
        }
        if had.base != has.base {
            tell(Back::Power(seat, has.base));
        }
        for gone in lacks(&had.stock, &has.stock, |resource| resource.id) {
            tell(Back::Resource(seat, gone.card, false));
        }
        for back in lacks(&has.stock, &had.stock, |resource| resource.id) {
            tell(Back::Resource(seat, back.card, true));
        }
    }
    for (seat, zone, vassal) in vassals(before) {
        if find(after, vassal.id).is_none() && find(restored, vassal.id).is_none() {
            tell(Back::OutOf(seat, zone, vassal.card));
        }
    }
    for (seat, zone, vassal) in vassals(after) {
        let was = find(before, vassal.id);
        if was.is_none_or(|was| (was.0, was.1) != (seat, zone)) {
            tell(Back::Into(seat, zone, vassal.card));
        }
        let stacks = |vassal: &Vassal| [vassal.injuries, vassal.exhaustion];
        if was.is_some_and(|(.., was)| stacks(&was) != stacks(&vassal)) {
            tell(Back::Stacks(seat, zone, vassal.card, stacks(&vassal)));
        }
        let given = |table: &Table| -> SmallVec<[Id; 8]> {
            table.given.iter().filter(|given| given.on == vassal.id).map(|given| given.id).collect()
        };
        let erased = |table: &Table| -> SmallVec<[Instance; 8]> {
            table
                .erased
                .iter()
                .filter(|erased| erased.on == vassal.id)
                .map(|erased| erased.instance)
                .collect()
        };
        if was.is_some() && (given(before), erased(before)) != (given(after), erased(after)) {
            tell(Back::Skills(seat, zone, vassal.card));
        }
    }
    for (one, other, there) in [(before, after, false), (after, before, true)] {
        for status in lacks(&one.statuses, &other.statuses, |status| status.id) {
            if let Some((seat, zone, _)) = find(after, status.on) {
                tell(Back::Status(seat, zone, status.card, there));
            }
        }
    }
    if before.timed != after.timed {
        tell(Back::Lasting);
    }
}

/// The table before something is paid in the place of a payment, if a Negate may ask for it.
pub fn before_paying(state: &State) -> Option<Table> {
    (!state.snapshots.is_empty()).then(|| state.table.clone())
}

/// Notes what was taken since, in the place of a payment. What was given is not: a Negate takes it back.
/// Rules: WU-R118, WU-R121.
pub fn note_paid(state: &mut State, before: Option<Table>) {
    let Some(before) = before else { return };
    let mut taken: SmallVec<[Paid; 4]> = SmallVec::new();
    for (seat, (had, has)) in before.domains.iter().zip(state.table.domains.iter()).enumerate() {
        if had.boosts > has.boosts {
            taken.push(Paid::Boosts(seat as u8, had.boosts - has.boosts));
        }
        for resource in had.stock.iter().filter(|had| has.stock.iter().all(|has| has.id != had.id)) {
            taken.push(Paid::Expended(resource.id));
        }
        for zone in bits(had.zones.there()) {
            let had = &had.zones[usize::from(zone)];
            let ghost = state.ghosts.iter().rev().map(|ghost| &ghost.vassal).find(|ghost| ghost.id == had.id);
            let now = vassal(state, had.id).map(|(.., now)| now);
            let Some(last) = now.or(ghost) else { continue };
            let stacks = [
                (last.exhaustion.saturating_sub(had.exhaustion), Paid::Exhausted(had.id)),
                (last.injuries.saturating_sub(had.injuries), Paid::Injured(had.id)),
            ];
            for (many, stack) in stacks {
                taken.extend(std::iter::repeat_n(stack, many.into()));
            }
            // A stack too many eliminates by itself.
            if now.is_none() && stacks.iter().all(|(many, _)| *many == 0) {
                taken.push(Paid::Eliminated(had.id));
            }
        }
    }
    for status in before.statuses.iter().filter(|had| state.table.statuses.iter().all(|has| has.id != had.id))
    {
        if vassal(state, status.on).is_some() {
            taken.push(Paid::Cleared(status.id));
        }
    }
    for snapshot in state.snapshots.iter_mut() {
        snapshot.paid.extend_from_slice(&taken);
    }
}
