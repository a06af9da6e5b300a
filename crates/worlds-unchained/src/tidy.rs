//! One numbering for each position: things in play are numbered in the order in which the position's text names
//! them, so that equal positions are equal values, however they came about. Play goes on without it; positions that
//! are written, shown or compared are tidy.
//!
//! What can be told from a number stays: of two things on one Vassal the younger has the higher number. Ages of
//! things in different places mean nothing to the rules (WU-R88, WU-R95), and are forgotten.

use smallvec::SmallVec;

use crate::scene::FALLEN;
use crate::state::{Fallen, GRANTED, Id, Instance, Link, State, Table};

/// New numbers by old ones.
#[derive(Default)]
struct Numbers {
    known: SmallVec<[(Id, Id); 64]>,
    last: Id,
}

impl Numbers {
    fn of(&self, old: Id) -> Option<Id> {
        // Places in infirmaries are no numbers.
        if old & FALLEN != 0 {
            return Some(old);
        }
        self.known.iter().find(|(known, _)| *known == old).map(|(_, new)| *new)
    }

    /// Gives the next number, unless there is one; nothing stays nothing.
    fn give(&mut self, old: Id) {
        if old != 0 && self.of(old).is_none() {
            self.last += 1;
            self.known.push((old, self.last));
        }
    }
}

/// A tidy copy.
pub fn tidied(state: &State) -> State {
    let mut copy = state.clone();
    tidy(&mut copy);
    copy
}

/// Numbers everything anew, sorts what has no order of its own, and drops what nothing refers to any more. For
/// positions where play stops.
pub fn tidy(state: &mut State) {
    if has_references(state) {
        tidy_all(state);
    } else {
        number_objects(state);
    }
}

/// Whether there is anything beside Vassals, Resources and cards.
fn has_references(state: &State) -> bool {
    let State { table, .. } = state;
    state.settling
        || state.doing.is_some()
        || state.open.is_some()
        || state.activating.is_some()
        || state.hurt.iter().any(|&id| id != 0)
        || !(table.statuses.is_empty() && table.given.is_empty() && table.erased.is_empty())
        || !(table.timed.is_empty() && state.snapshots.is_empty() && state.used.is_empty())
        || !(state.limits.is_empty() && state.batch.is_empty() && state.fresh.is_empty())
        || !(state.again.is_empty() && state.ghosts.is_empty() && state.ran.is_empty())
}

/// What [`tidy_all`] comes to where nothing refers to anything.
fn number_objects(state: &mut State) {
    state.settled = 0;
    state.lead = None;
    let mut next = 1;
    let mut give = |id: &mut Id| {
        *id = next;
        next += 1;
    };
    for domain in &mut state.table.domains {
        domain.zones.change_all(!0, |vassal| give(&mut vassal.id));
        domain.stock.iter_mut().for_each(|resource| give(&mut resource.id));
        for fallen in &mut domain.infirmary {
            give(&mut fallen.id);
            fallen.id = 0;
        }
    }
    state.next = next;
}

fn tidy_all(state: &mut State) {
    if !state.settling {
        state.settled = 0;
        state.lead = None;
        state.ran.clear();
    }
    for waiting in state.waiting_mut() {
        let read = usize::from(waiting.read).min(waiting.values.len());
        waiting.values[read..].fill(0);
    }
    drop_unbound(&mut state.table);
    state.snapshots.iter_mut().for_each(|snapshot| drop_unbound(&mut snapshot.table));
    let mut numbers = Numbers::default();
    for seat in 0..state.table.domains.seats() {
        for zone in 0..crate::state::ZONES {
            let vassal = state.table.domains[seat].zones[zone];
            if vassal.is_some() {
                number_vassal(state, vassal.id, &mut numbers);
            }
        }
        let domain = &state.table.domains[seat];
        domain.stock.iter().for_each(|resource| numbers.give(resource.id));
        for fallen in &domain.infirmary {
            let before = numbers.last;
            numbers.give(fallen.id);
            // Every card there has a number of its own, whether or not somebody refers to it.
            numbers.last = before + 1;
        }
    }
    for nth in 0..state.ghosts.len() {
        number_vassal(state, state.ghosts[nth].vassal.id, &mut numbers);
    }
    for nth in 0..state.snapshots.len() {
        for seat in 0..state.snapshots[nth].table.domains.seats() {
            for zone in 0..crate::state::ZONES {
                let vassal = state.snapshots[nth].table.domains[seat].zones[zone];
                if vassal.is_some() {
                    number_vassal(state, vassal.id, &mut numbers);
                }
            }
            let domain = &state.snapshots[nth].table.domains[seat];
            domain.stock.iter().for_each(|resource| numbers.give(resource.id));
        }
    }
    state.used.retain(|(id, count)| numbers.of(*id).is_some() && *count > 0);
    state.limits.retain(|(id, _, count)| numbers.of(*id).is_some() && *count > 0);
    forget_ended(state);
    forget_fallen(state);
    for_each_reference(state, &mut |id| numbers.give(*id));
    for_each_id(state, &mut |id| *id = numbers.of(*id).unwrap_or(0));
    sort(&mut state.table);
    state.snapshots.iter_mut().for_each(|snapshot| sort(&mut snapshot.table));
    state.used.sort_unstable();
    state.limits.sort_unstable();
    state.ran.sort_unstable();
    state.next = numbers.last + 1;
}

/// A Vassal, then what is on it by age, whether it is there now or only when a Negate puts things back.
fn number_vassal(state: &State, id: Id, numbers: &mut Numbers) {
    numbers.give(id);
    let mut things: SmallVec<[Id; 16]> = SmallVec::new();
    for table in std::iter::once(&state.table).chain(state.snapshots.iter().map(|snapshot| &snapshot.table)) {
        things.extend(table.statuses.iter().filter(|status| status.on == id).map(|status| status.id));
        things.extend(table.given.iter().filter(|given| given.on == id).map(|given| given.id));
    }
    things.sort_unstable();
    things.into_iter().for_each(|thing| numbers.give(thing));
}

/// Drops what is on nobody.
fn drop_unbound(table: &mut Table) {
    let Table { domains, statuses, given, erased, .. } = table;
    let is_there = |id: Id| {
        domains.iter().flat_map(|domain| &domain.zones).any(|vassal| vassal.is_some() && vassal.id == id)
    };
    statuses.retain(|status| is_there(status.on));
    given.retain(|given| is_there(given.on));
    erased.retain(|erased| is_there(erased.on));
}

fn sort(table: &mut Table) {
    table.statuses.sort_unstable_by_key(|status| status.id);
    table.given.sort_unstable_by_key(|given| given.id);
    table.erased.sort_unstable_by_key(|erased| (erased.on, erased.instance));
    table.timed.sort_by_key(|timed| timed.user);
}

/// Uses of Skills that came from a Status or were given end with what they came from. Rules: WU-R17, WU-R97.
fn forget_ended(state: &mut State) {
    let mut live: SmallVec<[Id; 64]> = SmallVec::new();
    for table in tables_mut(state) {
        live.extend(table.statuses.iter().map(|status| status.id));
        live.extend(table.given.iter().map(|given| given.id));
    }
    let lasts = |origin: Id| origin == 0 || origin & GRANTED != 0 || live.contains(&origin);
    state.limits.retain(|(_, of, _)| lasts(of.origin));
}

/// Cards in infirmaries keep their number only while something refers to it. Rules: WU-R17.
fn forget_fallen(state: &mut State) {
    let mut live: SmallVec<[Id; 64]> = SmallVec::new();
    for_each_reference(state, &mut |id| live.push(*id));
    for table in tables_mut(state) {
        for domain in &table.domains {
            live.extend(domain.zones.iter().filter(|vassal| vassal.is_some()).map(|vassal| vassal.id));
        }
    }
    for fallen in
        tables_mut(state).flat_map(|table| &mut table.domains).flat_map(|domain| &mut domain.infirmary)
    {
        if !live.contains(&fallen.id) {
            *fallen = Fallen { id: 0, ..*fallen };
        }
    }
}

fn tables_mut(state: &mut State) -> impl Iterator<Item = &mut Table> {
    std::iter::once(&mut state.table).chain(state.snapshots.iter_mut().map(|snapshot| &mut snapshot.table))
}

type Each<'f> = &'f mut dyn FnMut(&mut Id);

fn instance(instance: &mut Instance, each: Each<'_>) {
    let granted = instance.origin & GRANTED;
    instance.origin &= !GRANTED;
    if instance.origin != 0 {
        each(&mut instance.origin);
    }
    instance.origin |= granted;
}

fn link(link: &mut Link, each: Each<'_>) {
    each(&mut link.bearer);
    instance(&mut link.instance, each);
}

/// Every number that stands for something without being that thing's own, always in the same order.
fn for_each_reference(state: &mut State, each: Each<'_>) {
    for of in state.open.iter_mut().chain(&mut state.activating) {
        link(of, each);
    }
    state.hurt.iter_mut().for_each(&mut *each);
    for waiting in state.waiting_mut() {
        each(&mut waiting.bearer);
        instance(&mut waiting.instance, each);
        each(&mut waiting.it);
    }
    for due in &mut state.instead {
        each(&mut due.on);
        due.by.each_mut(&mut *each);
        if let Some((bearer, of, ..)) = &mut due.sure {
            each(bearer);
            instance(of, each);
        }
    }
    if let Some(late) = state.late.get_mut() {
        for (on, by, _) in &mut late.credit {
            each(on);
            each(by);
        }
        late.plain.iter_mut().for_each(|(on, _)| each(on));
    }
    for doing in state.doing.iter_mut().chain(&mut state.below) {
        each(&mut doing.it);
        let lists = doing.those.iter_mut().chain(&mut doing.picks).chain(&mut doing.members);
        lists.chain(&mut doing.gone).for_each(&mut *each);
    }
    state.used.iter_mut().for_each(|(id, _)| each(id));
    for (id, of, _) in state.limits.iter_mut().chain(&mut state.ran) {
        each(id);
        instance(of, each);
    }
    for ghost in &mut state.ghosts {
        each(&mut ghost.vassal.id);
        ghost.skills.iter_mut().for_each(|skill| instance(skill, each));
    }
    for table in tables_mut(state) {
        for erased in &mut table.erased {
            each(&mut erased.on);
            instance(&mut erased.instance, each);
        }
        for timed in &mut table.timed {
            each(&mut timed.bearer);
            each(&mut timed.it);
        }
    }
    for paid in state.snapshots.iter_mut().flat_map(|snapshot| &mut snapshot.paid) {
        paid.thing().into_iter().for_each(&mut *each);
    }
}

/// Every number.
fn for_each_id(state: &mut State, each: Each<'_>) {
    for_each_reference(state, each);
    state.targets.iter_mut().for_each(&mut *each);
    for table in tables_mut(state) {
        for domain in &mut table.domains {
            domain.zones.change_all(!0, |vassal| each(&mut vassal.id));
            domain.stock.iter_mut().for_each(|resource| each(&mut resource.id));
            domain.infirmary.iter_mut().for_each(|fallen| each(&mut fallen.id));
        }
        for status in &mut table.statuses {
            each(&mut status.id);
            each(&mut status.on);
        }
        for given in &mut table.given {
            each(&mut given.id);
            each(&mut given.on);
        }
    }
}
