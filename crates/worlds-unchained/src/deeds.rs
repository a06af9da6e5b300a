//! Changes of the table, and what happens with them: stacks, protection, elimination, Boosts, power, tokens,
//! Resources, Statuses, given and erased Skills, zones. Rules: WU-9.1.2 to WU-9.1.16, WU-R28 to WU-R31, WU-R141.

use engine::Log;
use smallvec::SmallVec;

use crate::action::{Place, Spot};
use crate::event::{Cap, Event};
use crate::flow::{empty_zone, free_zones, lowest};
use crate::program::{Subject, Whom};
use crate::rules::{Rules, Sort, ears};
use crate::scene::{cannot, change_vassal, held, place_of, statement, vassal};
use crate::settle::{Happening, Happenings, fire_lost, may_lose};
use crate::stacks::{
    Credit, LastSkills, Stack, Verdict, be_sure_of_lost, eliminate_spent, first_replacement, given_by, judge,
    judge_each, last_skills, leave, note_ghost,
};
use crate::state::{
    CHALLENGER, Cause, Due, EXTRA, Ears, End, Erased, Fallen, Given, Id, Instance, Late, NO_CARD,
    Replacement, Resource, SEATS, State, Status, Step, Timed, Vassal, Zone,
};
use crate::text::{BoostChange, Done, Immunity, ResourceDeed, Single, StackVerb, StatusChange, Threat};
use crate::zones::Hints;

/// The Vassals that do something, at most one of each seat. Rules: WU-R75.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Doers {
    ids: [Id; SEATS],
    count: u8,
}

impl Doers {
    /// Nobody.
    pub const NONE: Self = Self { ids: [0; SEATS], count: 0 };

    /// One.
    pub const fn one(id: Id) -> Self {
        Self { ids: [id, 0, 0, 0], count: 1 }
    }

    /// Does something with each number.
    pub fn each_mut(&mut self, each: impl FnMut(&mut Id)) {
        self.ids[..usize::from(self.count)].iter_mut().for_each(each);
    }

    /// One more, if there is room and it is not among them.
    fn add(&mut self, id: Id) {
        if usize::from(self.count) < SEATS && !self.contains(&id) {
            self.ids[usize::from(self.count)] = id;
            self.count += 1;
        }
    }
}

impl std::ops::Deref for Doers {
    type Target = [Id];
    #[inline]
    fn deref(&self) -> &[Id] {
        &self.ids[..usize::from(self.count)]
    }
}

impl FromIterator<Id> for Doers {
    fn from_iter<I: IntoIterator<Item = Id>>(ids: I) -> Self {
        let mut doers = Self::NONE;
        ids.into_iter().for_each(|id| doers.add(id));
        doers
    }
}

/// No Status more than these on a Vassal. Rules: WU-R141.
pub const MOST_STATUSES: usize = 6;
/// No given Skill more than these.
pub const MOST_GIVEN: usize = 6;
/// No Resource more than these in a stockpile.
pub const MOST_RESOURCES: usize = 16;
/// No Boost more than these.
pub const MOST_BOOSTS: i32 = 250;
/// Base power stops here.
pub const MOST_POWER: i32 = 500;

/// One change. Those of an instruction happen together. Rules: card language 5.6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Stacks on or off.
    Stacks {
        /// Which.
        verb: StackVerb,
        /// Whom.
        on: Id,
        /// How many.
        times: u8,
        /// Who does it.
        by: Doers,
    },
    /// Protection.
    Protect {
        /// Whom.
        on: Id,
        /// Until when.
        end: End,
        /// Who does it.
        by: Id,
    },
    /// Out of play at once. Rules: WU-9.5.2.4.
    Eliminate {
        /// Whom.
        on: Id,
        /// Who does it.
        by: Doers,
    },
    /// A Status.
    Apply {
        /// Its card.
        card: u16,
        /// On whom.
        on: Id,
        /// Whose it is.
        owner: u8,
        /// Until when.
        end: End,
    },
    /// A Status goes.
    Clear(Id),
    /// A Skill for somebody.
    Give {
        /// Which.
        skill: u16,
        /// Whom.
        on: Id,
        /// Until when.
        end: End,
        /// Whether this is an Augment, and not a Skill nested in another. Rules: WU-R95.
        augments: bool,
    },
    /// A Skill less.
    Erase {
        /// Whose.
        on: Id,
        /// Which.
        instance: Instance,
        /// Until when.
        end: End,
    },
    /// Boosts of a seat.
    Boosts {
        /// Whose.
        seat: u8,
        /// What happens to them.
        change: BoostChange,
        /// How many.
        amount: i32,
    },
    /// Base power of a seat.
    Power {
        /// Whose.
        seat: u8,
        /// How much more or less.
        amount: i32,
    },
    /// A token.
    Summon {
        /// Whose.
        seat: u8,
        /// Its card.
        card: u16,
        /// Its World.
        world: u8,
    },
    /// A Resource.
    Fabricate {
        /// Whose.
        seat: u8,
        /// Its card.
        card: u16,
        /// Its World.
        world: u8,
    },
    /// A Resource goes.
    Expend(Id),
    /// Two change places.
    Swap(Id, Id),
    /// Into the own challenger zone.
    Front(Id),
    /// From there to a reinforcer zone of that kind: extra or not.
    Back(Id, Option<bool>),
    /// From the infirmary of a seat to a reinforcer zone.
    Return {
        /// Whose.
        seat: u8,
        /// Which card.
        id: Id,
        /// Extra or not, if that was chosen.
        extra: Option<bool>,
    },
}

impl Change {
    /// Whether it takes no Ability from anybody who stays in play, nor moves anybody who is there; stacks one by one.
    #[inline]
    fn is_plain(&self) -> bool {
        match self {
            Self::Stacks { times, .. } => *times == 1,
            Self::Boosts { .. }
            | Self::Power { .. }
            | Self::Protect { .. }
            | Self::Apply { .. }
            | Self::Give { .. }
            | Self::Summon { .. }
            | Self::Fabricate { .. } => true,
            _ => false,
        }
    }

    /// A stack of injury that players give.
    pub fn injure(on: Id) -> Self {
        Self::Stacks { verb: StackVerb::Injure, on, times: 1, by: Doers::NONE }
    }

    /// What the thing listens to that comes with it, and that may hear of what happens at the same time. Rules: WU-R90.
    fn brings(&self, rules: &Rules) -> u64 {
        match *self {
            Self::Apply { card, .. } | Self::Summon { card, .. } | Self::Fabricate { card, .. } => {
                rules.face(card).ears.all
            }
            Self::Give { skill, .. } => rules.skills[usize::from(skill)].ears.all,
            Self::Return { .. } => u64::MAX,
            _ => 0,
        }
    }

    /// A stack of exhaustion that players give.
    pub fn exhaust(on: Id) -> Self {
        Self::Stacks { verb: StackVerb::Exhaust, on, times: 1, by: Doers::NONE }
    }
}

/// How much of an instruction was carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Amounts {
    /// In all.
    pub all: i32,
    /// Of the last action, "that many". Rules: card language 5.4.
    pub last: i32,
}

/// All changes of one instruction or rules step, then one check for eliminations, then what they set off. What
/// something takes the place of stands within so many replacements. Rules: WU-R28, WU-R29, WU-R90.
#[inline]
pub fn carry_out(
    rules: &Rules,
    state: &mut State,
    changes: &[Change],
    within: u8,
    cause: Cause,
    log: &mut impl Log<Event>,
) -> Amounts {
    carry_out_all(rules, state, (changes, 0), within, cause, log)
}

/// The same, where the last action begins with this change.
pub fn carry_out_all(
    rules: &Rules,
    state: &mut State,
    (changes, last_action): (&[Change], usize),
    within: u8,
    cause: Cause,
    log: &mut impl Log<Event>,
) -> Amounts {
    if let [change] = changes
        && change.is_plain()
        && state.ears.all & ears::GRANT == 0
        && !state.late.is_some()
    {
        let known = state.instead.len();
        let all = carry_out_one(rules, state, change, within, cause, log);
        for due in state.instead.iter_mut().skip(known) {
            due.counts = last_action == 0 && due.threat != Threat::Eliminated;
        }
        // The last action may have come to nothing.
        return Amounts { all, last: if last_action == 0 { all } else { 0 } };
    }
    carry_out_several(rules, state, (changes, last_action), &[], within, cause, log)
}

/// One change of an effect of which it is known what becomes of it. Says how much was done.
pub fn carry_out_judged(
    rules: &Rules,
    state: &mut State,
    change: &Change,
    verdict: Verdict,
    (within, cause): (u8, Cause),
    log: &mut impl Log<Event>,
) -> i32 {
    let changes = std::slice::from_ref(change);
    carry_out_several(rules, state, (changes, 0), &[verdict], within, cause, log).all
}

/// A single change that takes no Ability away, where no check waits.
fn carry_out_one(
    rules: &Rules,
    state: &mut State,
    change: &Change,
    within: u8,
    cause: Cause,
    log: &mut impl Log<Event>,
) -> i32 {
    let (ghosts, known) = (state.ghosts.len(), state.instead.len());
    let mut happened = Happenings::default();
    let amount = match *change {
        Change::Power { seat, amount } => power(state, seat, amount, log),
        Change::Boosts { seat, change, amount } => boosts(state, seat, change, amount, &mut happened, log),
        Change::Stacks { verb, on, by, .. } => {
            let verdict = judge(rules, state, change);
            let stack = Stack { verb, on, by, within, all_heard: false };
            i32::from(stack.put(rules, state, verdict, &mut happened, log))
        }
        ref other => apply(rules, state, other, &mut happened, &[], log),
    };
    if state.spent != 0 || state.instead.len() > known {
        let mut credit = Credit::new();
        if let Change::Stacks { verb, on, by, .. } = *change
            && amount > 0
            && let Some(kind) = given_by(verb)
        {
            credit.extend(by.iter().map(|&doer| (on, doer, kind)));
        }
        if state.instead.len() > known {
            wait_with_check(state, &credit, []);
        } else {
            eliminate_spent(rules, state, &credit, within, &mut happened, log);
        }
        state.order_instead(known);
    }
    happened.tell(rules, state, cause, ghosts, log);
    amount
}

#[inline(never)]
fn carry_out_several(
    rules: &Rules,
    state: &mut State,
    (changes, last_action): (&[Change], usize),
    judged: &[Verdict],
    within: u8,
    cause: Cause,
    log: &mut impl Log<Event>,
) -> Amounts {
    let mut amounts = Amounts::default();
    let mut happened = Happenings::default();
    let mut credit = Credit::new();
    let (ghosts, known) = (state.ghosts.len(), state.instead.len());
    let (mut loses, mut plain_only) = (false, true);
    for change in changes {
        plain_only &= matches!(change, Change::Stacks { .. } | Change::Boosts { .. });
        loses |= matches!(change, Change::Clear(_) | Change::Erase { .. } | Change::Expend(_));
    }
    let loses = may_lose(state, loses);
    // Somebody who comes with these changes may hear of all of them.
    let all_heard = !plain_only;
    // They happen together: what forbids, prevents or replaces one is not changed by another. Rules: WU-R61, WU-R105,
    // WU-R109, WU-R139.
    let mut verdicts: SmallVec<[Verdict; 32]> = SmallVec::from_slice(judged);
    if changes.len() > 1 {
        for change in changes {
            judge_each(rules, state, change, &mut verdicts);
        }
    }
    let mut judged = verdicts.iter().copied();
    let (mixed, mut plain) =
        (verdicts.contains(&Verdict::Replaced), SmallVec::<[(Id, StackVerb); 16]>::new());
    let mut last = LastSkills::new();
    // Who has returned: what the card in the infirmary was named by, and the Vassal.
    let mut back = SmallVec::<[(Id, Id); 2]>::new();
    if !plain_only {
        let leaving = changes.iter().filter_map(|change| match *change {
            Change::Eliminate { on, .. } if changes.len() > 1 => Some(on),
            _ => None,
        });
        last = last_skills(rules, state, leaving);
        if changes.iter().any(|change| matches!(change, Change::Return { .. })) {
            number_returning(state, changes, &mut back);
        }
    }
    // What takes the place of something does so though it is lost in the same instruction. Rules: WU-R122.
    let sure: SmallVec<[Option<Replacement>; 8]> = if mixed && !plain_only {
        changes.iter().map(|change| first_replacement(rules, state, change)).collect()
    } else {
        SmallVec::new()
    };
    for (nth, change) in changes.iter().enumerate() {
        if matches!(change, Change::Swap(..) | Change::Front(_) | Change::Back(..)) {
            // Whom something has happened to is who it was before it was moved, unless something comes that may hear.
            let brought = changes.iter().fold(0, |bits, change| bits | change.brings(rules));
            if happened.untold().iter().all(|happening| happening.bit() & brought == 0) {
                happened.tell(rules, state, cause, ghosts, log);
            }
        }
        let first_due = state.instead.len();
        let mut verdict = |state: &State| judged.next().unwrap_or_else(|| judge(rules, state, change));
        let amount = match *change {
            Change::Stacks { verb, on, times, by } => {
                let stack = Stack { verb, on, by, within, all_heard };
                let mut done = 0;
                for time in 0..times {
                    // Each stack is an action of its own, and an event. Rules: WU-R144, WU-R89.
                    let verdict = verdict(state);
                    if time > 0 && changes.len() == 1 {
                        happened.tell(rules, state, cause, ghosts, log);
                    }
                    if stack.put(rules, state, verdict, &mut happened, log) {
                        done += 1;
                        if let Some(kind) = given_by(verb) {
                            by.iter().for_each(|&doer| credit.push((on, doer, kind)));
                        }
                        if mixed {
                            plain.push((on, verb));
                        }
                    }
                }
                done
            }
            Change::Boosts { seat, change, amount } => {
                boosts(state, seat, change, amount, &mut happened, log)
            }
            Change::Power { seat, amount } => power(state, seat, amount, log),
            Change::Eliminate { on, by } => {
                let verdict = verdict(state);
                if verdict == Verdict::Replaced {
                    state.instead.push(Due::new(on, Threat::Eliminated, by, within));
                }
                let goes = verdict == Verdict::Happens && vassal(state, on).is_some();
                if goes {
                    leave(rules, state, on, by, &last, &mut happened, log);
                }
                i32::from(goes)
            }
            ref other => apply(rules, state, other, &mut happened, &back, log),
        };
        for due in state.instead.iter_mut().skip(first_due) {
            (due.sure, due.counts) = (sure.get(nth).copied().flatten(), nth >= last_action);
        }
        amounts.all += amount;
        amounts.last += if nth >= last_action { amount } else { 0 };
    }
    if state.late.is_some() || state.instead.len() > known {
        wait_with_check(state, &credit, plain);
        if !sure.is_empty() {
            be_sure_of_lost(rules, state, known, &[]);
        }
    } else if state.spent != 0 {
        eliminate_spent(rules, state, &credit, within, &mut happened, log);
    }
    state.order_instead(known);
    happened.tell(rules, state, cause, ghosts, log);
    if loses {
        fire_lost(rules, state, &happened, cause, ghosts, log);
    }
    if !back.is_empty() {
        rename_returned(state, &back);
    }
    amounts
}

/// Who has returned is spoken of as the Vassal it is now. Rules: card language 5.4.
#[cold]
#[inline(never)]
fn rename_returned(state: &mut State, back: &[(Id, Id)]) {
    for &(card, id) in back {
        if vassal(state, id).is_some()
            && let Some(doing) = &mut state.doing
        {
            let now = |spoken: &mut Id| *spoken = if *spoken == card { id } else { *spoken };
            now(&mut doing.it);
            doing.those.iter_mut().for_each(now);
        }
    }
}

/// The check for eliminations waits until what takes the place of parts of this is done. Rules: WU-R28, WU-R29.
#[cold]
#[inline(never)]
pub fn wait_with_check(state: &mut State, credit: &Credit, plain: impl IntoIterator<Item = (Id, StackVerb)>) {
    let within = state.replacing();
    if let Some(late) = state.late.get_mut() {
        late.credit.extend_from_slice(credit);
    } else {
        let (credit, plain) = (credit.clone(), plain.into_iter().collect());
        state.late.set(Late { within, credit, plain });
    }
}

/// An instruction or step is complete now: the check for eliminations, if it has waited.
pub fn check_late(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let Some(within) = state.late.get().map(|late| late.within) else { return };
    if state.replacing() > within || state.instead.iter().any(|due| due.within >= within) {
        return;
    }
    let credit = state.late.take().map_or_else(Credit::new, |late| late.credit);
    let mut happened = Happenings::default();
    let (ghosts, known) = (state.ghosts.len(), state.instead.len());
    let loses = may_lose(state, false);
    if state.spent != 0 {
        eliminate_spent(rules, state, &credit, within, &mut happened, log);
    }
    happened.tell(rules, state, Cause::Effect, ghosts, log);
    if loses {
        fire_lost(rules, state, &happened, Cause::Effect, ghosts, log);
    }
    state.order_instead(known);
}

/// Those that come seldom; the others are carried out where they are met.
#[inline(never)]
fn apply(
    rules: &Rules,
    state: &mut State,
    change: &Change,
    happened: &mut Happenings,
    back: &[(Id, Id)],
    log: &mut impl Log<Event>,
) -> i32 {
    // Only effects do these things. Rules: WU-R75.
    let by = state.doing.as_ref().map_or(Doers::NONE, |doing| Doers::one(doing.of.bearer));
    match *change {
        Change::Stacks { .. } | Change::Boosts { .. } | Change::Eliminate { .. } | Change::Power { .. } => 0,
        Change::Protect { on, end, by } => {
            if !change_vassal(state, on, |vassal| vassal.protect(safe_until(end))) {
                return 0;
            }
            state.lasting |= end.is_soon();
            happened.push(Happening::Done { done: Done::Protected, on, by: Doers::one(by) });
            let card = vassal(state, on).map_or(NO_CARD, |(.., vassal)| vassal.card);
            told(state, on, log, |seat, zone| Event::Protected(seat, zone, card));
            1
        }
        Change::Apply { card, on, owner, end } => {
            let there = state.table.statuses.iter().filter(|status| status.on == on).count();
            if vassal(state, on).is_none() {
                return 0;
            }
            if there >= MOST_STATUSES {
                log.add(Event::Capped(Cap::Statuses));
                return 0;
            }
            let id = next_id(state);
            state.lasting |= end.is_soon();
            state.table.statuses.push(Status { card, id, on, owner, end });
            hear(state, on, rules.face(card).ears);
            happened.push(Happening::Status { card, on, change: StatusChange::Applied });
            told(state, on, log, |seat, zone| Event::Applied(seat, zone, card));
            1
        }
        Change::Clear(id) => {
            let Some(place) = state.table.statuses.iter().position(|status| status.id == id) else {
                return 0;
            };
            let status = state.table.statuses.remove(place);
            state.thinned = true;
            forget_origin(state, id);
            happened.push(Happening::Status {
                card: status.card,
                on: status.on,
                change: StatusChange::Cleared,
            });
            told(state, status.on, log, |seat, zone| Event::Cleared(seat, zone, status.card));
            1
        }
        Change::Give { skill, on, end, augments } => {
            let there = state.table.given.iter().filter(|given| given.on == on).count();
            if vassal(state, on).is_none() {
                return 0;
            }
            if there >= MOST_GIVEN {
                log.add(Event::Capped(Cap::Skills));
                return 0;
            }
            let id = next_id(state);
            state.lasting |= end.is_soon();
            state.table.given.push(Given { skill, id, on, end });
            hear(state, on, rules.skills[usize::from(skill)].ears);
            let event = if augments { Event::Augmented } else { Event::Nested };
            if augments {
                happened.push(Happening::Done { done: Done::Augmented, on, by });
            }
            told(state, on, log, |seat, zone| event(seat, zone, skill));
            1
        }
        Change::Erase { on, instance, end } => {
            if held(rules, state, on).iter().any(|held| held.instance == instance && !held.erased) {
                let given = state.table.given.iter().position(|given| given.id == instance.origin);
                match given {
                    // Nothing brings it back, so it takes no room either. Rules: WU-R114, WU-R141.
                    Some(place) if end == End::Never => {
                        state.table.given.remove(place);
                        state.thinned = true;
                        forget_origin(state, instance.origin);
                    }
                    _ => {
                        state.lasting |= end.is_soon();
                        state.table.erased.push(Erased { on, instance, end });
                        lose(state, on);
                    }
                }
                told(state, on, log, |seat, zone| Event::Erased(seat, zone, instance.skill));
                return 1;
            }
            0
        }
        Change::Summon { seat, card, world } => summon(rules, state, (seat, card, world), by, happened, log),
        Change::Fabricate { seat, card, world } => {
            if state.table.domains[usize::from(seat)].stock.len() >= MOST_RESOURCES {
                log.add(Event::Capped(Cap::Resources));
                return 0;
            }
            let id = next_id(state);
            state.stocked = true;
            state.table.domains[usize::from(seat)].stock.push(Resource { card, id, world });
            state.ears |= rules.face(card).ears;
            happened.push(Happening::Resource { player: seat, deed: ResourceDeed::Fabricate, card });
            log.add(Event::Fabricated(seat, card));
            1
        }
        Change::Expend(id) => {
            for seat in 0..state.table.domains.seats() {
                let stock = &mut state.table.domains[seat].stock;
                if let Some(place) = stock.iter().position(|resource| resource.id == id) {
                    let card = stock.remove(place).card;
                    state.thinned = true;
                    let player = seat as u8;
                    happened.push(Happening::Resource { player, deed: ResourceDeed::Expend, card });
                    log.add(Event::Expended(player, card));
                    return 1;
                }
            }
            0
        }
        Change::Swap(a, b) => swap(rules, state, (a, b), by, happened, log),
        Change::Front(id) => {
            let Some((seat, zone, &Vassal { card, .. })) = vassal(state, id) else { return 0 };
            let open = state.step >= Step::RestStart && state.step <= Step::Return;
            let zones = &state.table.domains[usize::from(seat)].zones;
            if zone == CHALLENGER || zones[0].is_some() || !open {
                return 0;
            }
            state.exchange(seat, CHALLENGER, zone);
            happened.push(Happening::Done { done: Done::Moved, on: id, by });
            happened.push(Happening::Becomes(id));
            log.add(Event::Moved(seat, zone, CHALLENGER, card));
            1
        }
        Change::Back(id, extra) => {
            let Some((seat, CHALLENGER, &Vassal { card, .. })) = vassal(state, id) else { return 0 };
            let Some(zone) = free_zone(rules, state, seat, extra) else { return 0 };
            state.exchange(seat, CHALLENGER, zone);
            happened.push(Happening::Done { done: Done::Moved, on: id, by });
            happened.push(Happening::Stops(id, seat));
            log.add(Event::Moved(seat, CHALLENGER, zone, card));
            1
        }
        Change::Return { seat, id, extra } => {
            let Some(zone) = free_zone(rules, state, seat, extra) else { return 0 };
            let id = back.iter().find(|(named, _)| *named == id).map_or(id, |(_, known)| *known);
            let Some(Place { seat: whose, spot: Spot::Infirmary(nth) }) = place_of(state, id) else {
                return 0;
            };
            if whose != seat || is_full(rules, state, seat) {
                return 0;
            }
            // Its number stays: Limit and Chain use stay with the card. Rules: WU-R17.
            let Fallen { card, .. } =
                state.table.domains[usize::from(seat)].infirmary.remove(usize::from(nth));
            let face = rules.face(card);
            state.ears |= face.ears;
            let hints = Hints { used: true, ..rules.print(card).hints };
            state.put(seat, zone, Vassal::new(card, id, seat, face.world), hints);
            happened.push(Happening::Done { done: Done::Returned, on: id, by });
            log.add(Event::Returned(seat, zone, card));
            1
        }
    }
}

/// Cards that are about to return are known by numbers of their own: they do not change as others leave the infirmary,
/// and a Negate that puts the cards back knows them again. Rules: WU-R17, WU-R118.
#[cold]
#[inline(never)]
fn number_returning(state: &mut State, changes: &[Change], back: &mut SmallVec<[(Id, Id); 2]>) {
    for change in changes {
        let &Change::Return { id: named, .. } = change else { continue };
        let Some(Place { seat, spot: Spot::Infirmary(nth) }) = place_of(state, named) else { continue };
        let (seat, nth) = (usize::from(seat), usize::from(nth));
        let infirmary = &state.table.domains[seat].infirmary;
        let Fallen { card, id } = infirmary[nth];
        if id != 0 {
            back.push((named, id));
            continue;
        }
        let unknown = |fallen: &Fallen| fallen.card == card && fallen.id == 0;
        let before = infirmary[..nth].iter().filter(|fallen| unknown(fallen)).count();
        let id = next_id(state);
        back.push((named, id));
        state.table.domains[seat].infirmary[nth].id = id;
        for snapshot in state.snapshots.iter_mut() {
            let mut same = snapshot.table.domains[seat].infirmary.iter_mut().filter(|fallen| unknown(fallen));
            if let Some(same) = same.nth(before) {
                same.id = id;
            }
        }
    }
}

/// The Vassal that a statement for a time is about alone: it ends when that one leaves play. Rules: WU-R17.
pub fn subject_of(rules: &Rules, timed: &Timed) -> Option<Id> {
    match statement(rules, timed.skill, timed.clause)?.whom {
        Whom::One(Single::ThisVassal) | Whom::Threatened(Subject::This) => Some(timed.bearer),
        Whom::One(Single::It | Single::ThatVassal) => Some(timed.it),
        _ => None,
    }
}

/// Somebody gets more Skills, which listen to this.
fn hear(state: &mut State, on: Id, ears: Ears) {
    state.ears |= ears;
    if let Some((seat, zone, _)) = vassal(state, on) {
        state.table.domains[usize::from(seat)].zones.hear(zone, ears);
    }
}

/// Somebody has lost a Skill.
fn lose(state: &mut State, on: Id) {
    if let Some((seat, zone, _)) = vassal(state, on) {
        state.table.domains[usize::from(seat)].zones.lose(zone);
    }
}

/// Tells something of a Vassal in play.
fn told<L: Log<Event>>(state: &State, on: Id, log: &mut L, event: impl FnOnce(u8, Zone) -> Event) {
    if L::LIVE
        && let Some((seat, zone, _)) = vassal(state, on)
    {
        log.add(event(seat, zone));
    }
}

/// A number for something new.
pub fn next_id(state: &mut State) -> Id {
    let id = state.next.max(1);
    // Numbers of granted Skills have the highest bit.
    state.next = if id >= crate::state::GRANTED - 1 { 1 } else { id + 1 };
    id
}

/// Empties a zone; the card goes to its owner's infirmary, a token ceases to exist. Rules: WU-R10, WU-R11.
pub fn take_away(rules: &Rules, state: &mut State, seat: u8, zone: Zone) {
    let zones = &mut state.table.domains[usize::from(seat)].zones;
    let is_changed = zones.has_extras(zone);
    let vassal = zones.take(zone);
    if !vassal.is_some() {
        return;
    }
    state.thinned = true;
    let id = vassal.id;
    if rules.face(vassal.card).sort == Sort::Vassal {
        let infirmary = &mut state.table.domains[usize::from(vassal.owner())].infirmary;
        infirmary.push(Fallen { card: vassal.card, id });
    }
    if is_changed {
        state.table.statuses.retain(|status| status.on != id);
        state.table.given.retain(|given| given.on != id);
        state.table.erased.retain(|erased| erased.on != id);
    }
    if !state.table.timed.is_empty() {
        state.table.timed.retain(|timed| subject_of(rules, timed) != Some(id));
    }
}

/// What came from a Status or a given Skill is gone with it.
pub fn forget_origin(state: &mut State, origin: Id) {
    state.table.erased.retain(|erased| erased.instance.origin != origin);
}

/// Base power of a seat changes. Rules: WU-R63, WU-R141.
fn power(state: &mut State, seat: u8, amount: i32, log: &mut impl Log<Event>) -> i32 {
    let domain = &mut state.table.domains[usize::from(seat)];
    let before = i32::from(domain.base);
    let after = (before + amount).clamp(-MOST_POWER, MOST_POWER);
    domain.base = after as i16;
    if after != before + amount {
        log.add(Event::Capped(Cap::Power));
    }
    log.add(Event::Power(seat, domain.base));
    (after - before).abs()
}

/// Boosts of a seat change. Rules: WU-R19, WU-R20, WU-R141, WU-1.6.2.
fn boosts(
    state: &mut State,
    seat: u8,
    change: BoostChange,
    amount: i32,
    happened: &mut Happenings,
    log: &mut impl Log<Event>,
) -> i32 {
    let boosts = &mut state.table.domains[usize::from(seat)].boosts;
    let now = i32::from(*boosts);
    let after = match change {
        BoostChange::Gain if now + amount > MOST_BOOSTS => {
            log.add(Event::Capped(Cap::Boosts));
            MOST_BOOSTS
        }
        BoostChange::Gain => now + amount,
        BoostChange::Spend | BoostChange::Lose => (now - amount).max(0),
    };
    *boosts = after as u8;
    let moved = (after - now).abs();
    if moved > 0 {
        happened.push(Happening::Boosts { player: seat, change, amount: moved });
        log.add(Event::BoostsChanged(seat, change, moved as u8));
    }
    moved
}

/// Pays Boosts in the open. Rules: WU-R20.
pub fn pay(rules: &Rules, state: &mut State, seat: u8, amount: u8, cause: Cause, log: &mut impl Log<Event>) {
    let change = Change::Boosts { seat, change: BoostChange::Spend, amount: i32::from(amount) };
    carry_out(rules, state, &[change], 0, cause, log);
}

/// A token comes to an empty extra zone. Rules: WU-9.1.11, WU-R41, WU-1.4.1, WU-1.4.5.
fn summon(
    rules: &Rules,
    state: &mut State,
    (seat, card, world): (u8, u16, u8),
    by: Doers,
    happened: &mut Happenings,
    log: &mut impl Log<Event>,
) -> i32 {
    let Some(zone) = empty_zone(rules, state, seat, EXTRA).filter(|_| !is_full(rules, state, seat)) else {
        log.add(Event::Capped(Cap::Vassals));
        return 0;
    };
    let id = next_id(state);
    let ears = rules.face(card).ears;
    state.ears |= ears;
    state.put(seat, zone, Vassal::new(card, id, seat, world), rules.print(card).hints);
    happened.push(Happening::Done { done: Done::Summoned, on: id, by });
    log.add(Event::Summoned(seat, zone, card));
    1
}

/// The reinforcer zone that somebody comes back to: the lowest empty vassal zone, else extra zone, or one of the kind
/// that was chosen. Rules: WU-R40.
pub fn free_zone(rules: &Rules, state: &State, seat: u8, extra: Option<bool>) -> Option<Zone> {
    match extra {
        Some(false) => empty_zone(rules, state, seat, 1),
        Some(true) => empty_zone(rules, state, seat, EXTRA),
        None => lowest(free_zones(rules, state, seat) & !(1 << CHALLENGER)),
    }
}

/// Whether a seat controls as many Vassals as it can. Rules: WU-R39.
fn is_full(rules: &Rules, state: &State, seat: u8) -> bool {
    let there = state.table.domains[usize::from(seat)].zones.there();
    there.count_ones() >= u32::from(rules.most_vassals())
}

/// Two Vassals change places. Rules: WU-9.1.16, WU-R12, WU-R110, WU-R111, WU-1.4.3, WU-1.4.6.
fn swap(
    rules: &Rules,
    state: &mut State,
    (a, b): (Id, Id),
    by: Doers,
    happened: &mut Happenings,
    log: &mut impl Log<Event>,
) -> i32 {
    let (Some((one, zone_a, &va)), Some((two, zone_b, &vb))) = (vassal(state, a), vassal(state, b)) else {
        return 0;
    };
    let fixed = |id| cannot(rules, state, id, Immunity::Swapped);
    if a == b || fixed(a) || fixed(b) {
        return 0;
    }
    let token = |vassal: &Vassal| rules.face(vassal.card).sort == Sort::Token;
    let crossing = one != two;
    for (id, moved) in [(a, &va), (b, &vb)] {
        if crossing && token(moved) {
            note_ghost(rules, state, id, &LastSkills::new());
        }
    }
    let hints = |seat: u8, zone: Zone| state.table.domains[usize::from(seat)].zones.hints(zone);
    let (ha, hb) = (hints(one, zone_a), hints(two, zone_b));
    state.put(one, zone_a, vb, hb);
    state.put(two, zone_b, va, ha);
    log.add(Event::Swapped(one, zone_a, two, zone_b));
    for (id, from, to, moved) in
        [(a, (one, zone_a), (two, zone_b), va), (b, (two, zone_b), (one, zone_a), vb)]
    {
        if crossing && token(&moved) {
            take_away(rules, state, to.0, to.1);
            log.add(Event::Vanished(from.0, from.1, moved.card));
            if from.1 == CHALLENGER {
                happened.push(Happening::Stops(id, from.0));
            }
            continue;
        }
        if crossing {
            log.add(Event::Controlled(to.0, to.1, moved.card));
        }
        happened.push(Happening::Done { done: Done::Swapped, on: id, by });
        if from.1 == CHALLENGER {
            happened.push(Happening::Stops(id, from.0));
        }
        if to.1 == CHALLENGER {
            happened.push(Happening::Becomes(id));
        }
    }
    1
}

/// The bit of [`Vassal::safe`].
const fn safe_until(end: End) -> u8 {
    match end {
        End::Round => 1,
        End::Start => 2,
        End::Bout | End::Never => 4,
    }
}
