//! Stacks of injury and exhaustion: what forbids, prevents or replaces them, and who is eliminated.
//! Rules: WU-2.3.4, WU-2.4.4, WU-R28 to WU-R31, WU-R58, WU-R116, WU-R122.

use engine::Log;
use smallvec::SmallVec;

use crate::deeds::{Change, Doers, take_away, wait_with_check};
use crate::event::{Cap, Event};
use crate::flow::bits;
use crate::rules::Rules;
use crate::scene::{
    Bars, BarsAt, Held, bars, bars_at, cannot, challenger, change_vassal, held, is_heard_by, may_concern,
    replacements, stack_limit, vassal,
};
use crate::settle::{Happening, Happenings, done_by, fire_lost, fire_of, may_lose};
use crate::state::{
    CHALLENGER, Cause, Doing, Due, Ghost, Id, Instance, Replacement, Seats, State, Vassal, ZONES, Zone,
};
use crate::text::{BoostChange, Done, Immunity, StackKind, StackVerb, Threat};
use crate::zones::{Places, ZoneSet, Zones, each_place, place};

/// Such zones of all seats.
#[inline]
pub fn places_of(state: &State, of: impl Fn(&Zones) -> ZoneSet) -> Places {
    let domains = &state.table.domains;
    domains.fold(0, |places, seat, domain| places | Places::from(of(&domain.zones)) << (ZONES * seat))
}

/// Those of some places whom Skills may concern that listen to this or change it, as [`may_concern`].
#[inline]
fn concerned(rules: &Rules, state: &State, places: Places, bits: u64) -> Places {
    if state.ears.wide & bits != 0 {
        return places;
    }
    if state.ears.all & bits == 0 {
        return 0;
    }
    each_place(places).fold(0, |concerned, (seat, zone)| {
        let zones = &state.table.domains[usize::from(seat)].zones;
        concerned | if is_heard_by(rules, zones, zone, bits) { place(seat, zone) } else { 0 }
    })
}

/// What Skills say that forbid, prevent or replace a stack.
const fn barring(verb: StackVerb) -> u64 {
    use crate::rules::ears::{PROTECT, cannot, instead};
    const BARRING: [u64; 4] = [
        cannot(Immunity::Injured) | PROTECT | instead(Threat::Injured),
        cannot(Immunity::Healed),
        cannot(Immunity::Exhausted) | instead(Threat::Exhausted),
        cannot(Immunity::Restored),
    ];
    BARRING[verb as usize]
}

/// What Skills listen to that hear of a stack, given by Vassals or not.
const fn hearing(verb: StackVerb, by_somebody: bool) -> u64 {
    const HEARING: [[u64; 2]; 4] = {
        let mut bits = [[0; 2]; 4];
        let mut verb = 0;
        while verb < bits.len() {
            bits[verb] = [done_by(DONE[verb], false), done_by(DONE[verb], true)];
            verb += 1;
        }
        bits
    };
    HEARING[verb as usize][by_somebody as usize]
}

/// What has been done with a stack, by its verb.
const DONE: [Done; 4] = [Done::Injured, Done::Healed, Done::Exhausted, Done::Restored];

/// A step of the rules that gives or takes one stack of each Vassal at these places. The Challengers of certain seats
/// do it, but not to themselves. What is forced nothing prevents or replaces. Rules: WU-R58, WU-R61, WU-R105, WU-R109,
/// WU-R139.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "what is done is known where it is called, and most of it is left out there"
)]
pub fn rules_step(
    rules: &Rules,
    state: &mut State,
    verb: StackVerb,
    places: Places,
    by: Seats,
    forced: bool,
    log: &mut impl Log<Event>,
) {
    if places == 0 {
        return check_limits(rules, state, log);
    }
    let mut minded =
        concerned(rules, state, places, hearing(verb, by != 0) | if forced { 0 } else { barring(verb) });
    if verb == StackVerb::Injure {
        minded |= places_of(state, Zones::safe) & places;
    }
    let is_free =
        state.spent == 0 && state.ears.all & crate::rules::ears::GRANT == 0 && state.instead.is_empty();
    if minded != 0 || !is_free {
        return minded_step(rules, state, (verb, by), (places, minded), forced, log);
    }
    let mut happens = places;
    for (seat, zone) in each_place(places) {
        let zones = &mut state.table.domains[usize::from(seat)].zones;
        if !put_stack(zones, verb, seat, zone, log) {
            happens &= !place(seat, zone);
        }
        state.spent |= spent_at(rules, zones, seat, zone);
    }
    if state.spent != 0 {
        tell_of_step(rules, state, (verb, by), (happens, 0), false, log);
    }
}

/// The same where Skills may mind what happens at some of the places, or something else stands in the way.
#[inline(never)]
fn minded_step(
    rules: &Rules,
    state: &mut State,
    (verb, by): (StackVerb, Seats),
    (places, minded): (Places, Places),
    forced: bool,
    log: &mut impl Log<Event>,
) {
    let heard = hearing(verb, by != 0);
    // They happen together: what forbids, prevents or replaces one is not changed by another.
    let (mut happens, mut prevented) = (places, 0);
    let loses = may_lose(state, false);
    if !forced {
        // What forbids it comes before protection, and that before what takes its place.
        let BarsAt { forbids, mut protects, mut replaced } = bars_at(rules, state, minded, barring(verb));
        if verb == StackVerb::Injure {
            protects |= places_of(state, Zones::safe) & places;
        }
        prevented = protects & !forbids;
        replaced &= !(forbids | prevented);
        happens &= !(forbids | prevented | replaced);
        if replaced != 0 {
            replace_all(state, verb, replaced, by);
        }
    }
    for (seat, zone) in each_place(happens | prevented) {
        let zones = &mut state.table.domains[usize::from(seat)].zones;
        if prevented & place(seat, zone) != 0 {
            log.add(Event::Prevented(seat, zone, zones[usize::from(zone)].card));
        } else if put_stack(zones, verb, seat, zone, log) {
            state.spent |= spent_at(rules, zones, seat, zone);
        } else {
            happens &= !place(seat, zone);
        }
    }
    if state.spent == 0 && !loses && state.instead.is_empty() {
        for (seat, zone) in each_place((happens | prevented) & minded) {
            let is_prevented = prevented & place(seat, zone) != 0;
            let bits = if is_prevented { crate::rules::ears::PREVENTED } else { heard };
            let told = |state: &State| told_of_stack(state, (verb, by), (seat, zone), is_prevented);
            fire_of(rules, state, (seat, zone), bits, told, log);
        }
        return;
    }
    tell_of_step(rules, state, (verb, by), (happens, prevented), loses, log);
}

/// What happened to somebody in a step of the rules.
fn told_of_stack(
    state: &State,
    (verb, by): (StackVerb, Seats),
    (seat, zone): (u8, Zone),
    is_prevented: bool,
) -> Happening {
    let on = state.table.domains[usize::from(seat)].zones[usize::from(zone)].id;
    if is_prevented {
        return Happening::Prevented(on);
    }
    Happening::Done { done: DONE[verb as usize], on, by: doers(state, by, seat) }
}

/// The end of a step of the rules in which somebody may be eliminated, or that something takes the place of.
#[inline(never)]
fn tell_of_step(
    rules: &Rules,
    state: &mut State,
    step: (StackVerb, Seats),
    (happens, prevented): (Places, Places),
    loses: bool,
    log: &mut impl Log<Event>,
) {
    let (mut happened, mut credit) = (Happenings::default(), Credit::new());
    for at in each_place(happens | prevented) {
        let happening = told_of_stack(state, step, at, prevented & place(at.0, at.1) != 0);
        if let (Happening::Done { on, by, .. }, Some(kind)) = (&happening, given_by(step.0)) {
            credit.extend(by.iter().map(|&doer| (*on, doer, kind)));
        }
        happened.push(happening);
    }
    let ghosts = state.ghosts.len();
    if !state.instead.is_empty() {
        let zones = |(seat, zone)| &state.table.domains[usize::from(seat)].zones[usize::from(zone)];
        let plain: SmallVec<[(Id, StackVerb); 16]> =
            each_place(happens).map(|place| (zones(place).id, step.0)).collect();
        wait_with_check(state, &credit, plain);
    } else if state.spent != 0 {
        eliminate_spent(rules, state, &credit, 0, &mut happened, log);
        state.order_instead(0);
    }
    happened.tell(rules, state, Cause::Effect, ghosts, log);
    if loses {
        fire_lost(rules, state, &happened, Cause::Effect, ghosts, log);
    }
}

/// The Challengers of these seats, but not of one's own.
fn doers(state: &State, seats: Seats, own: u8) -> Doers {
    bits(seats & !(1 << own)).map(|other| challenger(state, other)).collect()
}

/// Boosts for a Chain are paid, and its bearer in a reinforcer zone is exhausted, where nobody minds and nobody is
/// eliminated; says whether it was so. Else nothing is done.
pub fn pay_plainly(
    rules: &Rules,
    state: &mut State,
    seat: u8,
    price: u8,
    zone: Zone,
    log: &mut impl Log<Event>,
) -> bool {
    let (verb, change) = (StackVerb::Exhaust, BoostChange::Spend);
    let exhaustion = state.table.domains[usize::from(seat)].zones[usize::from(zone)].exhaustion;
    let minded = (price > 0 && state.ears.all & crate::rules::ears::boosts(change) != 0)
        || (zone != CHALLENGER
            && (may_concern(rules, state, seat, zone, barring(verb) | hearing(verb, false))
                || exhaustion.saturating_add(1) >= rules.least_limits[1]));
    if minded || state.spent != 0 {
        return false;
    }
    let domain = &mut state.table.domains[usize::from(seat)];
    domain.boosts -= price;
    if price > 0 {
        log.add(Event::BoostsChanged(seat, change, price));
    }
    if zone != CHALLENGER {
        put_stack(&mut domain.zones, verb, seat, zone, log);
    }
    true
}

/// What becomes of a stack or an elimination before anything of its instruction has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It happens.
    Happens,
    /// A statement forbids it.
    Forbidden,
    /// Protection prevents it.
    Prevented,
    /// Something takes its place.
    Replaced,
}

/// Rules: WU-R6, WU-R58, WU-R116, WU-R122.
pub fn judge(rules: &Rules, state: &State, change: &Change) -> Verdict {
    match *change {
        Change::Stacks { verb, on, .. } => match vassal(state, on) {
            Some((seat, zone, _)) => judge_stack(rules, state, verb, seat, zone),
            None => Verdict::Happens,
        },
        Change::Eliminate { on, .. } if cannot(rules, state, on, Immunity::Eliminated) => Verdict::Forbidden,
        Change::Eliminate { on, .. } if is_replaced(rules, state, on, Threat::Eliminated) => {
            Verdict::Replaced
        }
        _ => Verdict::Happens,
    }
}

/// The same of each stack that one of several changes gives or takes, before any of them has happened: a stack comes
/// upon those before it, and on nothing else of its instruction. Nothing is noted of changes that are no stacks or
/// eliminations. Rules: WU-R139, WU-R144.
pub fn judge_each(rules: &Rules, state: &mut State, change: &Change, verdicts: &mut SmallVec<[Verdict; 32]>) {
    match *change {
        Change::Stacks { times: 1, .. } | Change::Eliminate { .. } => {
            verdicts.push(judge(rules, state, change));
        }
        Change::Stacks { verb, on, times, .. } => {
            let now = vassal(state, on).map(|(.., vassal)| *vassal);
            for _ in 0..times {
                let verdict = judge(rules, state, change);
                if verdict == Verdict::Happens {
                    change_vassal(state, on, |vassal| add_stack(vassal, verb));
                }
                verdicts.push(verdict);
            }
            if let Some(now) = now {
                change_vassal(state, on, |vassal| *vassal = now);
            }
        }
        _ => {}
    }
}

/// A Vassal with one more stack, or one less.
fn add_stack(vassal: &mut Vassal, verb: StackVerb) {
    let stacks = match verb {
        StackVerb::Injure | StackVerb::Heal => &mut vassal.injuries,
        StackVerb::Exhaust | StackVerb::Restore => &mut vassal.exhaustion,
    };
    *stacks = match verb {
        StackVerb::Injure | StackVerb::Exhaust => stacks.saturating_add(1),
        StackVerb::Heal | StackVerb::Restore => stacks.saturating_sub(1),
    };
}

/// A stack that takes such a one back.
const fn undoing(verb: StackVerb) -> StackVerb {
    match verb {
        StackVerb::Injure => StackVerb::Heal,
        StackVerb::Heal => StackVerb::Injure,
        StackVerb::Exhaust => StackVerb::Restore,
        StackVerb::Restore => StackVerb::Exhaust,
    }
}

/// The same of a stack that is not forced.
#[inline]
fn judge_stack(rules: &Rules, state: &State, verb: StackVerb, seat: u8, zone: Zone) -> Verdict {
    let zones = &state.table.domains[usize::from(seat)].zones;
    let vassal = &zones[usize::from(zone)];
    if !vassal.is_safe() && !may_concern(rules, state, seat, zone, barring(verb)) {
        return Verdict::Happens;
    }
    judge_barred(rules, state, verb, vassal.id)
}

/// The same where something may be in its way: what forbids it comes before protection, and that before what takes
/// its place.
#[inline(never)]
fn judge_barred(rules: &Rules, state: &State, verb: StackVerb, on: Id) -> Verdict {
    let Bars { forbids, protects, replaced } = bars(rules, state, on, barring(verb));
    let is_safe = || vassal(state, on).is_some_and(|(.., vassal)| vassal.is_safe());
    if forbids {
        Verdict::Forbidden
    } else if verb == StackVerb::Injure && (protects || is_safe()) {
        Verdict::Prevented
    } else if !unless_busy(replaced, &state.below).is_empty() {
        Verdict::Replaced
    } else {
        Verdict::Happens
    }
}

/// What replacements speak of, of stacks that they can replace.
const fn threat(verb: StackVerb) -> Threat {
    if matches!(verb, StackVerb::Injure) { Threat::Injured } else { Threat::Exhausted }
}

/// The Skills of Vassals that leave together, as they last were. Rules: WU-R28, WU-R90, WU-R108.
pub type LastSkills = SmallVec<[(Id, SmallVec<[Held; 24]>); 4]>;

/// Where nothing is granted, each keeps its own until it leaves, and there is nothing to note.
#[inline]
pub fn last_skills(rules: &Rules, state: &State, ids: impl Iterator<Item = Id>) -> LastSkills {
    if state.ears.all & crate::rules::ears::GRANT == 0 {
        return LastSkills::new();
    }
    note_last_skills(rules, state, ids)
}

#[cold]
#[inline(never)]
fn note_last_skills(rules: &Rules, state: &State, ids: impl Iterator<Item = Id>) -> LastSkills {
    ids.map(|id| (id, held(rules, state, id))).collect()
}

/// What could take the place of this, within so many replacements: nothing twice for one action. Rules: WU-R122.
pub fn open_replacements(
    rules: &Rules,
    state: &mut State,
    on: Id,
    threat: Threat,
    within: u8,
) -> Replacements {
    let found = before_plain(state, within, (on, threat), |state| replacements(rules, state, on, threat));
    unless_busy(found, state.below.iter().chain(&state.doing))
}

/// Asks something about an action in the position without the other stacks of its instruction or step, which stands
/// within so many replacements: they come at the same time. Stacks of its own kind on the same Vassal are there: each
/// comes upon those before it. Rules: WU-R61, WU-R105, WU-R139, WU-R144.
pub fn before_plain<T>(
    state: &mut State,
    within: u8,
    (on, what): (Id, Threat),
    ask: impl FnOnce(&State) -> T,
) -> T {
    let late = state.late.get().filter(|late| late.within == within);
    let mut plain = late.map_or_else(SmallVec::new, |late| late.plain.clone());
    plain.retain(|&mut (id, verb)| id != on || given_by(verb).is_none() || threat(verb) != what);
    let mut now: SmallVec<[Vassal; 16]> = SmallVec::new();
    for &(id, verb) in &plain {
        change_vassal(state, id, |vassal| {
            now.push(*vassal);
            add_stack(vassal, undoing(verb));
        });
    }
    let answer = ask(state);
    for is in now.into_iter().rev() {
        change_vassal(state, is.id, |vassal| *vassal = is);
    }
    answer
}

/// What would take the place of something, as [`replacements`] tells.
pub type Replacements = SmallVec<[Replacement; 2]>;

/// Those that are not running already.
pub fn unless_busy<'a>(
    mut found: Replacements,
    running: impl IntoIterator<Item = &'a Doing>,
) -> Replacements {
    for doing in running.into_iter().filter(|doing| doing.statement > 0) {
        let runs = (doing.of.bearer, doing.of.instance, doing.statement);
        found.retain(|&mut (bearer, instance, nth, _)| (bearer, instance, nth + 1) != runs);
    }
    found
}

/// Whether something takes the place of this. An effect that carries it out is in the way of itself only when what
/// takes the place begins.
fn is_replaced(rules: &Rules, state: &State, on: Id, threat: Threat) -> bool {
    !replaced_by(rules, state, on, threat).is_empty()
}

/// What takes the place of this.
#[inline]
fn replaced_by(rules: &Rules, state: &State, on: Id, threat: Threat) -> Replacements {
    if state.ears.all & crate::rules::ears::instead(threat) == 0 {
        return Replacements::new();
    }
    unless_busy(replacements(rules, state, on, threat), &state.below)
}

/// What takes the place of a change.
pub fn first_replacement(rules: &Rules, state: &State, change: &Change) -> Option<Replacement> {
    let (on, threat) = match *change {
        Change::Stacks { verb: verb @ (StackVerb::Injure | StackVerb::Exhaust), on, .. } => {
            (on, threat(verb))
        }
        Change::Eliminate { on, .. } => (on, Threat::Eliminated),
        _ => return None,
    };
    replaced_by(rules, state, on, threat).first().copied()
}

/// One stack on or off.
pub struct Stack {
    /// Which.
    pub verb: StackVerb,
    /// Whom.
    pub on: Id,
    /// Who does it.
    pub by: Doers,
    /// Within how many replacements.
    pub within: u8,
    /// Whether all is told, or only what somebody can hear of.
    pub all_heard: bool,
}

impl Stack {
    /// Puts it on or takes it off, by what was judged. Says whether it happened. Rules: WU-R31, WU-R58, WU-R116,
    /// WU-R122.
    pub fn put(
        &self,
        rules: &Rules,
        state: &mut State,
        verdict: Verdict,
        happened: &mut Happenings,
        log: &mut impl Log<Event>,
    ) -> bool {
        let &Self { verb, on, by, within, all_heard } = self;
        let Some((seat, zone, &Vassal { card, .. })) = vassal(state, on) else { return false };
        match verdict {
            Verdict::Happens => {}
            Verdict::Forbidden => return false,
            Verdict::Prevented => {
                happened.push(Happening::Prevented(on));
                log.add(Event::Prevented(seat, zone, card));
                return false;
            }
            Verdict::Replaced => {
                state.instead.push(Due::new(on, threat(verb), by, within));
                return false;
            }
        }
        let zones = &mut state.table.domains[usize::from(seat)].zones;
        if !put_stack(zones, verb, seat, zone, log) {
            return false;
        }
        state.spent |= spent_at(rules, zones, seat, zone);
        if all_heard || may_concern(rules, state, seat, zone, hearing(verb, !by.is_empty())) {
            happened.push(Happening::Done { done: DONE[verb as usize], on, by });
        }
        true
    }
}

/// Whether a Vassal has the least stacks that can eliminate.
#[inline]
fn is_spent(rules: &Rules, vassal: &Vassal) -> bool {
    let [injury, exhaustion] = rules.least_limits;
    vassal.injuries >= injury || vassal.exhaustion >= exhaustion
}

/// The place of whoever stands there, if it is so.
#[inline]
fn spent_at(rules: &Rules, zones: &Zones, seat: u8, zone: Zone) -> Places {
    if is_spent(rules, &zones[usize::from(zone)]) { place(seat, zone) } else { 0 }
}

/// One stack on or off a Vassal that stands there; whether it had room for one, or one to take off.
#[inline]
fn put_stack(zones: &mut Zones, verb: StackVerb, seat: u8, zone: Zone, log: &mut impl Log<Event>) -> bool {
    let card = zones[usize::from(zone)].card;
    let (kind, is_more) = match verb {
        StackVerb::Injure => (StackKind::Injury, true),
        StackVerb::Heal => (StackKind::Injury, false),
        StackVerb::Exhaust => (StackKind::Exhaustion, true),
        StackVerb::Restore => (StackKind::Exhaustion, false),
    };
    if !zones.stack(zone, kind, is_more) {
        if is_more {
            log.add(Event::Capped(Cap::Stacks));
        }
        return false;
    }
    log.add(match verb {
        StackVerb::Injure => Event::Injured(seat, zone, card),
        StackVerb::Heal => Event::Healed(seat, zone, card),
        StackVerb::Exhaust => Event::Exhausted(seat, zone, card),
        StackVerb::Restore => Event::Restored(seat, zone, card),
    });
    true
}

/// Who has given stacks to whom in one instruction or step. Rules: WU-R29.
pub type Credit = SmallVec<[(Id, Id, StackKind); 12]>;

/// Which stack is given by this; taking one off gives none. Rules: WU-9.5.2, WU-R132.
#[inline]
pub fn given_by(verb: StackVerb) -> Option<StackKind> {
    match verb {
        StackVerb::Injure => Some(StackKind::Injury),
        StackVerb::Exhaust => Some(StackKind::Exhaustion),
        StackVerb::Heal | StackVerb::Restore => None,
    }
}

/// A step of the rules has changed what raised limits hang on. Rules: WU-R28, WU-R132.
#[inline]
pub fn check_limits(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    if state.spent != 0 {
        check_spent(rules, state, log);
    }
}

/// The same where somebody may have stacks enough.
#[inline(never)]
pub fn check_spent(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let (ghosts, known) = (state.ghosts.len(), state.instead.len());
    let loses = may_lose(state, false);
    let mut happened = Happenings::default();
    if !state.late.is_some() {
        eliminate_spent(rules, state, &Credit::new(), 0, &mut happened, log);
        state.order_instead(known);
    }
    happened.tell(rules, state, Cause::Effect, ghosts, log);
    if loses {
        fire_lost(rules, state, &happened, Cause::Effect, ghosts, log);
    }
}

/// Something takes the place of a step of the rules at these places.
#[cold]
#[inline(never)]
fn replace_all(state: &mut State, verb: StackVerb, places: Places, by: Seats) {
    let known = state.instead.len();
    for (seat, zone) in each_place(places) {
        let id = state.table.domains[usize::from(seat)].zones[usize::from(zone)].id;
        let by = doers(state, by, seat);
        state.instead.push(Due::new(id, threat(verb), by, 0));
    }
    state.order_instead(known);
}

/// Everybody at a limit leaves play together, by the effect that runs if one does. Rules: WU-2.3.4, WU-2.4.4, WU-R28, WU-R29, WU-R107, WU-9.5.2,
/// WU-9.5.2.1, WU-9.5.2.2, WU-9.5.2.3.
pub fn eliminate_spent(
    rules: &Rules,
    state: &mut State,
    credit: &Credit,
    within: u8,
    happened: &mut Happenings,
    log: &mut impl Log<Event>,
) {
    let [injury, exhaustion] = rules.least_limits;
    // Mostly nobody reaches the least limits, and there is nothing to ask.
    let there = places_of(state, |zones| zones.injured() | zones.exhausted());
    // Who they are, and of which stacks they have too many.
    let mut spent: SmallVec<[(Id, [bool; 2]); 4]> = SmallVec::new();
    let mut left = 0;
    for (seat, zone) in each_place(std::mem::take(&mut state.spent) & there) {
        let vassal = &state.table.domains[usize::from(seat)].zones[usize::from(zone)];
        if !is_spent(rules, vassal) {
            continue;
        }
        let over = [
            vassal.injuries >= injury
                && vassal.injuries >= stack_limit(rules, state, vassal.id, StackKind::Injury),
            vassal.exhaustion >= exhaustion
                && vassal.exhaustion >= stack_limit(rules, state, vassal.id, StackKind::Exhaustion),
        ];
        // Whoever is about to be eliminated, but for what takes the place of it, is not so once more.
        let is_due = |due: &Due| due.on == vassal.id && due.threat == Threat::Eliminated;
        let waits = state.instead.iter().any(is_due);
        if over != [false; 2] && !waits && !cannot(rules, state, vassal.id, Immunity::Eliminated) {
            spent.push((vassal.id, over));
        } else {
            left |= place(seat, zone);
        }
    }
    state.spent = left;
    if spent.is_empty() {
        return;
    }
    let replaced: SmallVec<[Option<Replacement>; 4]> = spent
        .iter()
        .map(|&(id, _)| replaced_by(rules, state, id, Threat::Eliminated).first().copied())
        .collect();
    let last = last_skills(rules, state, spent.iter().map(|&(id, _)| id));
    let known = state.instead.len();
    for (&(id, over), replaced) in spent.iter().zip(replaced) {
        let credited =
            credit.iter().filter(|&&(on, doer, kind)| on == id && doer != id && over[kind as usize]);
        // What took the place of this has left it as it was, and given no stack of its own.
        let is_left = |doing: &&Doing| {
            doing.statement > 0 && doing.of.it == id && credit.iter().all(|&(on, ..)| on != id)
        };
        let replaced_now = state.doing.iter().chain(&state.below).filter(is_left);
        let before = replaced_now.flat_map(|doing| doing.members.iter());
        let by: Doers = credited.map(|&(_, doer, _)| doer).chain(before.copied()).collect();
        if replaced.is_some() {
            state.spent = Places::MAX;
            state.instead.push(Due { sure: replaced, ..Due::new(id, Threat::Eliminated, by, within) });
            continue;
        }
        leave(rules, state, id, by, &last, happened, log);
        if let Some(doing) = &mut state.doing {
            doing.gone.push(id);
        }
    }
    if state.instead.len() > known {
        // Whoever is at a limit may fall before the turn of the others comes.
        let falling: SmallVec<[Id; 4]> = spent.iter().map(|&(id, _)| id).collect();
        be_sure_of_lost(rules, state, known, &falling);
    }
}

/// Replacements that are still there after an instruction or check are looked for again; only those that it has taken
/// away, or which are of somebody who is falling, are sure for its actions, behind the ones that were known.
/// Rules: WU-R28, WU-R122, WU-R144.
#[cold]
#[inline(never)]
pub fn be_sure_of_lost(rules: &Rules, state: &mut State, known: usize, falling: &[Id]) {
    for nth in known..state.instead.len() {
        let Due { on, threat, within, sure: Some(sure), .. } = state.instead[nth] else { continue };
        if falling.contains(&sure.0) {
            continue;
        }
        let now = before_plain(state, within, (on, threat), |state| replacements(rules, state, on, threat));
        if now.contains(&sure) {
            state.instead[nth].sure = None;
        }
    }
}

/// Notes how a Vassal last was that is about to leave play. Rules: WU-R90, WU-R108.
pub fn note_ghost(rules: &Rules, state: &mut State, id: Id, last: &LastSkills) {
    let Some((seat, zone, &gone)) = vassal(state, id) else { return };
    let (mut skills, mut users) = (SmallVec::new(), SmallVec::new());
    let is_changed = state.table.domains[usize::from(seat)].zones.has_extras(zone);
    if is_changed || state.ears.all & crate::rules::ears::GRANT != 0 {
        let known = last.iter().find(|(of, _)| *of == id).map(|(_, skills)| skills.clone());
        let held = known.unwrap_or_else(|| held(rules, state, id));
        for skill in held.iter().filter(|skill| !skill.erased) {
            skills.push(skill.instance);
            users.push(skill.user);
        }
    } else {
        for &skill in &rules.face(gone.card).skills {
            skills.push(Instance { origin: 0, skill });
            users.push(seat);
        }
    }
    state.ghosts.push(Ghost { vassal: gone, seat, zone, skills, users });
}

/// A Vassal is eliminated: to its owner's infirmary, tokens to nowhere. Rules: WU-9.1.13, WU-R10, WU-R11, WU-R17.
pub fn leave(
    rules: &Rules,
    state: &mut State,
    id: Id,
    by: Doers,
    last: &LastSkills,
    happened: &mut Happenings,
    log: &mut impl Log<Event>,
) {
    let Some((seat, zone, &gone)) = vassal(state, id) else { return };
    note_ghost(rules, state, id, last);
    take_away(rules, state, seat, zone);
    if zone == CHALLENGER {
        happened.push(Happening::Stops(id, seat));
    }
    happened.push(Happening::Done { done: Done::Eliminated, on: id, by });
    log.add(Event::Eliminated(seat, zone, gone.card));
}
