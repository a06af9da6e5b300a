//! Skills that things have, and what continuous statements say. They are never stored: each question asks those
//! Skills that are on. The order is that of WU-R93, told apart by [`Stage`] and [`Pass`].

use std::hint::select_unpredictable;

use smallvec::SmallVec;

use super::{Held, Scene, Thing, challenger, is_in, played};
use crate::flow::bits;
use crate::program::{Clause, Condition, Countable, Does, Fact, Says, When, Whom};
use crate::rules::{MOST_SKILLS, Program, Rules, ears};
use crate::state::{
    CHALLENGER, Domain, Ears, GRANTED, Id, Instance, NO_SEAT, NO_WORLD, Replacement, Resource, SEATS, Seats,
    State, Table, Timed, Vassal, ZONES, Zone,
};
use crate::text::{Class, Immunity, Single, StackKind, Threat, World};
use crate::zones::{Places, ZoneSet, place};

/// How much of the continuous statements is known while one of them is judged. Rules: WU-R93.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// Which Skills there are, and what counts as what: by what is printed alone.
    Skills,
    /// Protection, prohibitions, costs and limits: what counts as what is known.
    Rest,
    /// All.
    All,
}

impl Stage {
    /// What is known while statements of this kind are judged.
    const fn of(kind: u64) -> Self {
        let instead = ears::instead(Threat::Injured)
            | ears::instead(Threat::Exhausted)
            | ears::instead(Threat::Eliminated);
        if kind & (ears::COUNTS_AS_FROM | ears::COUNTS_AS_CLASS | ears::GRANT) != 0 {
            Self::Skills
        } else if kind & (instead | ears::POWER) != 0 {
            Self::All
        } else {
            Self::Rest
        }
    }
}

/// Whether Skills whose condition reads power take part. Rules: WU-R93.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// They and what they grant are left out.
    First,
    /// They are judged on the power of the first pass.
    Second,
}

/// A position, and the pass in which its statements are read.
#[derive(Clone, Copy)]
pub(super) struct Board<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
    pub pass: Pass,
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Source {
    bearer: Id,
    instance: Instance,
    nth: u8,
    user: u8,
}

/// What Skills are looked for.
#[derive(Clone, Copy)]
pub(super) struct Want {
    /// What they listen to or change, as [`ears`].
    bits: u64,
    /// Whom the question is about; 0 for everybody. Of others only Skills are meant that concern more than their
    /// bearer.
    on: Id,
    /// Where those stand whom it is about.
    about: Places,
}

impl Want {
    /// Of everybody.
    fn any(bits: u64) -> Self {
        Self { bits, on: 0, about: Places::MAX }
    }

    /// About somebody.
    #[inline]
    fn of(state: &State, bits: u64, on: Id) -> Self {
        Self { bits, on, about: super::vassal(state, on).map_or(0, |(seat, zone, _)| place(seat, zone)) }
    }

    /// Whether it is about this one.
    #[inline]
    fn is_about(self, id: Id) -> bool {
        self.on == 0 || self.on == id
    }
}

/// A Skill that was found: whose it is, itself, and who uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// What has it.
    pub bearer: Id,
    /// The Skill.
    pub instance: Instance,
    /// Who controls what has it.
    pub seat: u8,
    /// Who "you" is.
    pub user: u8,
}

/// Skills that were found.
pub type Finds = SmallVec<[Found; 16]>;

/// Is told a Skill that is granted, and whether it is erased; says whether to stop.
pub(super) trait Hear: FnMut(Found, bool) -> bool {}
impl<F: FnMut(Found, bool) -> bool> Hear for F {}
/// Is told a statement that is on; says whether to stop.
type Judge<'f> = dyn FnMut(&Fact, Source) -> bool + 'f;

impl<'a> Board<'a> {
    /// With all that holds.
    pub fn new(rules: &'a Rules, state: &'a State) -> Self {
        Self { rules, state, pass: Pass::Second }
    }

    /// What the words of a Skill mean that is always on. With two seats the opponent is known.
    #[inline]
    fn scene(self, stage: Stage, Found { bearer, seat, user, .. }: Found) -> Scene<'a> {
        let versus = match 1_u8.wrapping_sub(user) {
            _ if seat != user => seat,
            other if self.state.players.are_two() && is_in(self.state, other) => other,
            _ => NO_SEAT,
        };
        let (standing, pass) = (true, self.pass);
        Scene { versus, standing, stage, pass, ..Scene::new(self.rules, self.state, user, bearer) }
    }

    /// The same for a statement that holds for a time.
    fn scene_timed(self, stage: Stage, timed: &Timed) -> Scene<'a> {
        let &Timed { bearer, user, it, their: player, .. } = timed;
        let instance = Instance { origin: GRANTED, skill: timed.skill };
        Scene { it, player, ..self.scene(stage, Found { bearer, instance, seat: user, user }) }
    }

    fn program(self, skill: u16) -> &'a Program {
        &self.rules.skills[usize::from(skill)]
    }

    /// Who "you" is in a Skill of a Status on a Vassal of this seat. Rules: WU-R113.
    fn user(self, skill: u16, owner: u8, seat: u8) -> u8 {
        if self.program(skill).terms.is_some() { seat } else { owner }
    }

    /// Calls for Skills that something was given or has from Statuses, by age: origin, Skill and user. Rules:
    /// WU-9.6.4.
    #[inline]
    fn extras(self, id: Id, seat: u8, add: &mut impl FnMut(Id, u16, u8) -> bool) -> bool {
        let table = &self.state.table;
        if table.given.is_empty() && table.statuses.is_empty() {
            return false;
        }
        let mut last = 0;
        loop {
            // Each list is by age: the older of the first ones is the next.
            let given = table.given.iter().find(|given| given.on == id && given.id > last);
            let status = table.statuses.iter().find(|status| status.on == id && status.id > last);
            let stop = match (given, status) {
                (Some(given), status) if status.is_none_or(|status| given.id < status.id) => {
                    last = given.id;
                    add(given.id, given.skill, seat)
                }
                (_, Some(status)) => {
                    last = status.id;
                    let skills = &self.rules.face(status.card).skills;
                    skills.iter().any(|&skill| add(status.id, skill, self.user(skill, status.owner, seat)))
                }
                _ => return false,
            };
            if stop {
                return true;
            }
        }
    }

    /// Every Skill that continuous statements grant and that listens to any of this. Rules: WU-7.10.2, WU-R93.
    fn each_granted(self, want: u64, hear: &mut impl Hear) -> bool {
        if self.state.ears.all & want == 0 {
            return false;
        }
        each_own(self.rules, self.state, Want::any(ears::GRANT), &mut |found| self.grants(found, want, hear))
            || self.state.table.timed.iter().any(|timed| {
                statement(self.rules, timed.skill, timed.clause).is_some_and(|fact| {
                    let scene = self.scene_timed(Stage::Skills, timed);
                    self.grant(&scene, fact, GRANTED | timed.bearer, want, hear)
                })
            })
    }

    /// What a Skill grants, and what that grants; brackets end, so this does.
    fn grants(self, found: Found, want: u64, hear: &mut impl Hear) -> bool {
        let Found { bearer, instance: Instance { origin, skill }, .. } = found;
        let program = self.program(skill);
        if program.ears.all & ears::GRANT == 0 || program.ears.all & want == 0 {
            return false;
        }
        let is_own = origin == 0 || origin & GRANTED != 0;
        let origin = GRANTED | if is_own { bearer } else { origin };
        let scene = self.scene(Stage::Skills, found);
        self.is_on(Stage::Skills, found, program)
            && program.facts().iter().any(|fact| self.grant(&scene, fact, origin, want, hear))
    }

    fn grant(self, scene: &Scene<'_>, fact: &Fact, origin: Id, want: u64, hear: &mut impl Hear) -> bool {
        let Says::Has(skill) = fact.says else { return false };
        if self.program(skill).ears.all & want == 0 {
            return false;
        }
        scene.covered(&fact.whom).into_iter().any(|id| {
            let Some(thing) = played(self.state, id) else { return false };
            let (instance, seat) = (Instance { origin, skill }, thing.seat());
            let erased = is_erased(self.state, id, instance);
            let found = Found { bearer: id, instance, seat, user: seat };
            hear(found, erased) || (!erased && self.grants(found, want, hear))
        })
    }

    /// Calls for the Skills in play that listen to any of this or change it, and are not erased; says whether one of
    /// them made it stop.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "mostly there is one, and what is done with it is known here")]
    fn each(self, want: Want, each: &mut impl FnMut(Found) -> bool) -> bool {
        each_own(self.rules, self.state, want, each)
            || (self.state.ears.all & ears::GRANT != 0 && self.each_found_granted(want, each))
    }

    /// Of the Skills that continuous statements grant.
    #[cold]
    #[inline(never)]
    fn each_found_granted(self, want: Want, each: &mut impl FnMut(Found) -> bool) -> bool {
        self.each_granted(want.bits, &mut |found, erased| {
            let ears = self.program(found.instance.skill).ears;
            !erased && ears.of(want.is_about(found.bearer)) & want.bits != 0 && each(found)
        })
    }

    /// Whether any statement of this kind that is on and concerns somebody makes the judge stop.
    #[inline]
    fn any(self, want: u64, on: Id, judge: &mut Judge<'_>) -> bool {
        let ears = self.state.ears;
        if ears.all & want == 0 {
            return false;
        }
        if ears.wide & want == 0
            && let Some((seat, zone, vassal)) = super::vassal(self.state, on)
            && !self.state.table.domains[usize::from(seat)].zones.has_extras(zone)
            && ears.all & ears::GRANT == 0
        {
            return self.rules.print(vassal.card).ears.all & want != 0
                && self.ask_own(want, (seat, vassal), judge);
        }
        self.ask(want, on, judge)
    }

    /// The same where nobody else has such statements, and somebody has only those that are printed.
    #[inline(never)]
    fn ask_own(self, want: u64, (seat, vassal): (u8, &Vassal), judge: &mut Judge<'_>) -> bool {
        let print = self.rules.print(vassal.card);
        for nth in bits(print.hearing(true, want)) {
            let skill = print.skills[usize::from(nth) % MOST_SKILLS];
            let Does::Facts(when, facts) = &self.program(skill).does else { continue };
            let instance = Instance { origin: 0, skill };
            for (fact, nth) in facts.iter().zip(0..) {
                let is_on = fact.kind & want != 0
                    && match (&fact.whom, when) {
                        (Whom::One(Single::ThisVassal), When::Always) => true,
                        (Whom::One(Single::ThisVassal), When::Injured(must)) => {
                            (vassal.injuries > 0) == *must
                        }
                        (Whom::One(Single::ThisVassal), When::Exhausted(must)) => {
                            vassal.is_exhausted() == *must
                        }
                        _ => {
                            let found = Found { bearer: vassal.id, instance, seat, user: seat };
                            self.speaks_of(found, fact, vassal.id)
                        }
                    };
                if is_on && judge(fact, Source { bearer: vassal.id, instance, nth, user: seat }) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a statement of a Skill concerns somebody, and is on. Whom it concerns is sooner told than whether it is
    /// on.
    #[inline(never)]
    fn speaks_of(self, found: Found, fact: &Fact, on: Id) -> bool {
        self.concerns(found, fact, on)
            && self.is_on(Stage::of(fact.kind), found, self.program(found.instance.skill))
    }

    #[inline(never)]
    fn ask(self, want: u64, on: Id, judge: &mut Judge<'_>) -> bool {
        self.each(Want::of(self.state, want, on), &mut |found| self.asked(found, want, on, judge))
            || (!self.state.table.timed.is_empty() && self.ask_timed(want, on, judge))
    }

    /// The same of statements for a time.
    #[cold]
    #[inline(never)]
    fn ask_timed(self, want: u64, on: Id, judge: &mut Judge<'_>) -> bool {
        self.state.table.timed.iter().any(|timed| {
            statement(self.rules, timed.skill, timed.clause).is_some_and(|fact| {
                let instance = Instance { origin: GRANTED, skill: timed.skill };
                let (bearer, nth, user) = (timed.bearer, timed.clause, timed.user);
                fact.kind & want != 0
                    && self.scene_timed(Stage::of(fact.kind), timed).covers(&fact.whom, on)
                    && judge(fact, Source { bearer, instance, nth, user })
            })
        })
    }

    /// The same of the statements of one Skill.
    #[inline(never)]
    fn asked(self, found: Found, want: u64, on: Id, judge: &mut Judge<'_>) -> bool {
        let Found { bearer, instance, user, .. } = found;
        let program = self.program(instance.skill);
        program.facts().iter().zip(0..).any(|(fact, nth)| {
            // Whom a statement concerns is sooner told than whether it is on.
            fact.kind & want != 0
                && self.concerns(found, fact, on)
                && self.is_on(Stage::of(fact.kind), found, program)
                && judge(fact, Source { bearer, instance, nth, user })
        })
    }

    /// Whether a statement of a Skill concerns somebody.
    #[inline]
    fn concerns(self, found: Found, fact: &Fact, on: Id) -> bool {
        match &fact.whom {
            Whom::One(Single::ThisVassal) => found.bearer == on,
            whom => self.scene(Stage::of(fact.kind), found).covers(whom, on),
        }
    }

    /// Whether a Passive or solid state Ability is on, where so much is known. Rules: WU-7.7.2, WU-7.9.1.
    #[inline]
    fn is_on(self, stage: Stage, found: Found, program: &Program) -> bool {
        let bearer = || super::vassal(self.state, found.bearer);
        match &program.does {
            Does::Facts(When::Always, _) => true,
            Does::Facts(When::Injured(must), _) => {
                bearer().is_some_and(|(.., vassal)| (vassal.injuries > 0) == *must)
            }
            Does::Facts(When::Exhausted(must), _) => {
                bearer().is_some_and(|(.., vassal)| vassal.is_exhausted() == *must)
            }
            Does::Facts(When::While(condition), _) => {
                (self.pass == Pass::Second || program.ears.all & ears::READS_POWER == 0)
                    && self.holds(stage, found, condition)
            }
            Does::Effect(_) => false,
        }
    }

    /// Whether the condition of a solid state Ability holds.
    #[inline(never)]
    fn holds(self, stage: Stage, found: Found, condition: &Condition) -> bool {
        self.scene(stage, found).holds(condition)
    }

    /// Power of all seats as read: base plus modifiers, never below 0. Rules: WU-R63, WU-R93.
    pub fn powers(self) -> [i32; SEATS] {
        let mut powers = [0; SEATS];
        self.state.table.domains.fold((), |(), seat, domain| {
            powers[seat] = if domain.zones[0].is_some() { i32::from(domain.base) } else { 0 };
        });
        if self.state.ears.all & ears::POWER != 0 {
            self.modify(&mut powers);
        }
        powers.map(|power| power.max(0))
    }

    /// What statements say of power is added. Of those who are no Challenger only what concerns more than themselves.
    #[inline(never)]
    fn modify(self, powers: &mut [i32; SEATS]) {
        const LEADERS: Places = Places::from_le_bytes([1 << CHALLENGER; SEATS]);
        self.each(Want { bits: ears::POWER, on: 0, about: LEADERS }, &mut |found| {
            self.modify_by(found, powers);
            false
        });
        for timed in &self.state.table.timed {
            if let Some(Fact { says: Says::Power(change, each), whom, .. }) =
                statement(self.rules, timed.skill, timed.clause)
            {
                let scene = self.scene_timed(Stage::All, timed);
                let whom = self.leaders_in(&scene, whom);
                self.add(&scene, whom, *change, each.as_ref(), powers);
            }
        }
    }

    /// What the statements of one Skill say.
    #[inline(never)]
    fn modify_by(self, found: Found, powers: &mut [i32; SEATS]) {
        let program = self.program(found.instance.skill);
        for fact in program.facts() {
            if let Says::Power(change, each) = &fact.says {
                let whom = self.leaders(found, fact);
                if whom == 0 || !self.is_on(Stage::All, found, program) {
                    continue;
                }
                if each.is_none() && whom.is_power_of_two() {
                    powers[whom.trailing_zeros() as usize] += change;
                } else {
                    self.add(&self.scene(Stage::All, found), whom, *change, each.as_ref(), powers);
                }
            }
        }
    }

    /// The seats whose Challengers a statement concerns. Whom it concerns is sooner told than whether it is on.
    #[inline]
    fn leaders(self, found: Found, fact: &Fact) -> Seats {
        match &fact.whom {
            Whom::One(Single::ThisVassal) => match super::vassal(self.state, found.bearer) {
                Some((seat, CHALLENGER, _)) => 1 << seat,
                _ => 0,
            },
            Whom::One(Single::YourChallenger) => {
                Seats::from(challenger(self.state, found.user) != 0) << found.user
            }
            Whom::One(Single::OpposingChallenger) if self.state.players.are_two() => {
                let other = 1 - found.user;
                let is_there = is_in(self.state, other) && challenger(self.state, other) != 0;
                Seats::from(is_there) << other
            }
            whom => self.leaders_in(&self.scene(Stage::All, found), whom),
        }
    }

    /// The same by what the words mean.
    #[inline(never)]
    fn leaders_in(self, scene: &Scene<'_>, whom: &Whom) -> Seats {
        let concerned = |seat: &u8| {
            let leader = challenger(self.state, *seat);
            leader != 0 && scene.covers(whom, leader)
        };
        (0..self.rules.seats).filter(concerned).fold(0, |seats, seat| seats | 1 << seat)
    }

    /// What a statement says of the power of these seats is added. Whom it concerns is "it" in what it counts.
    /// Rules: card language 5.4.
    #[inline(never)]
    fn add(
        self,
        scene: &Scene<'_>,
        whom: Seats,
        change: i32,
        each: Option<&Countable>,
        powers: &mut [i32; SEATS],
    ) {
        for seat in bits(whom) {
            let it = challenger(self.state, seat);
            let times = each.map_or(1, |each| Scene { it, ..*scene }.count(each));
            powers[usize::from(seat)] += change * times;
        }
    }

    /// Power of one seat.
    pub fn power(self, seat: u8) -> i32 {
        self.powers()[usize::from(seat)]
    }

    pub fn is_from(self, stage: Stage, id: Id, thing: Thing<'_>, world: World) -> bool {
        u16::from(thing.world(self.rules)) == world.0
            || self.was(thing, |says| matches!(says, Says::CountsAsFrom(added) if *added == world))
            || (stage > Stage::Skills
                && self.any(
                    ears::COUNTS_AS_FROM,
                    id,
                    &mut |fact, _| matches!(fact.says, Says::CountsAsFrom(added) if added == world),
                ))
    }

    pub fn is_class(self, stage: Stage, id: Id, thing: Thing<'_>, class: Class) -> bool {
        thing.class(self.rules) == Some(class)
            || self.was(thing, |says| matches!(says, Says::CountsAsClass(added) if *added == class))
            || (stage > Stage::Skills
                && self.any(
                    ears::COUNTS_AS_CLASS,
                    id,
                    &mut |fact, _| matches!(fact.says, Says::CountsAsClass(added) if added == class),
                ))
    }

    /// Whether a Passive of its own said so of a Vassal that has left play. Rules: WU-R108.
    fn was(self, thing: Thing<'_>, is: impl Fn(&Says) -> bool) -> bool {
        let Thing::Ghost(ghost) = thing else { return false };
        ghost.skills.iter().any(|instance| match &self.program(instance.skill).does {
            Does::Facts(When::Always, facts) => {
                facts.iter().any(|fact| matches!(fact.whom, Whom::One(Single::ThisVassal)) && is(&fact.says))
            }
            _ => false,
        })
    }

    /// Whether something is a Wanderer: counting as from a World adds that World, and takes nothing away.
    /// Rules: WU-2.1.3.1.
    pub fn is_wanderer(self, thing: Thing<'_>) -> bool {
        thing.world(self.rules) == NO_WORLD
    }

    /// Rules: WU-R24.
    pub fn same_world(self, stage: Stage, (a, one): (Id, Thing<'_>), (b, other): (Id, Thing<'_>)) -> bool {
        let (first, second) = (one.world(self.rules), other.world(self.rules));
        if first != NO_WORLD && first == second {
            return true;
        }
        if stage == Stage::Skills || self.state.ears.all & ears::COUNTS_AS_FROM == 0 {
            return false;
        }
        (0..self.rules.worlds.len() as u16)
            .map(World)
            .any(|world| self.is_from(stage, a, one, world) && self.is_from(stage, b, other, world))
    }

    pub fn is_protected(self, stage: Stage, id: Id, thing: Thing<'_>) -> bool {
        thing.vassal().is_some_and(Vassal::is_safe)
            || (stage == Stage::All && self.any(ears::PROTECT, id, &mut |_, _| true))
    }
}

/// Calls for the Skills in play that listen to any of this or change it, but for those that are granted, and are not
/// erased; says whether one of them made it stop.
#[inline(always)]
#[expect(clippy::inline_always, reason = "mostly there is one, and what is done with it is known here")]
fn each_own(rules: &Rules, state: &State, want: Want, each: &mut impl FnMut(Found) -> bool) -> bool {
    let mut left = hearers(state, want);
    while left != 0 {
        let at = left.trailing_zeros() as u8;
        left &= left - 1;
        if each_at(rules, state, at, want, each) {
            return true;
        }
    }
    state.stocked && each_in_stocks(rules, state, want, each)
}

/// The places of Vassals that may have such Skills.
#[inline]
fn hearers(state: &State, want: Want) -> Places {
    let domains = &state.table.domains;
    if state.ears.wide & want.bits == 0 && want.on != 0 {
        // Nobody but the one whom it is about.
        return want.about;
    }
    let others = if state.ears.wide & want.bits == 0 { 0 } else { ZoneSet::MAX };
    let [first, second] = domains.first_two();
    let [own, other_own, ..] = want.about.to_le_bytes();
    let (mut left, mut places) = (Ears::hint(want.bits), 0);
    while left != 0 {
        let bit = left.trailing_zeros();
        left &= left - 1;
        places |= Places::from(first.zones.hearers(bit, own, others))
            | Places::from(second.zones.hearers(bit, other_own, others)) << ZONES;
    }
    if domains.are_two() { places } else { places | hearers_beyond(state, want, others) }
}

/// The same of the third and fourth seat.
#[cold]
#[inline(never)]
fn hearers_beyond(state: &State, want: Want, others: ZoneSet) -> Places {
    let hint = Ears::hint(want.bits);
    let seats = state.table.domains.iter().enumerate().skip(2);
    seats.fold(0, |places, (seat, Domain { zones, .. })| {
        let own = want.about.to_le_bytes()[seat];
        let heard = zones.hearing(hint) & own | zones.hearing_others(hint) & others;
        places | Places::from(heard) << (ZONES * seat)
    })
}

/// Of the Skills of Resources.
#[cold]
#[inline(never)]
fn each_in_stocks(rules: &Rules, state: &State, want: Want, each: &mut impl FnMut(Found) -> bool) -> bool {
    state.table.domains.iter().zip(0..).any(|(domain, seat)| {
        domain.stock.iter().any(|&Resource { id, card, .. }| {
            each_printed(rules, (id, seat, card), (want.is_about(id), want.bits), each)
        })
    })
}

/// Of the Skills of the Vassal at a place.
#[inline]
fn each_at(rules: &Rules, state: &State, at: u8, want: Want, each: &mut impl FnMut(Found) -> bool) -> bool {
    let (seat, zone) = (at / ZONES as u8, at % ZONES as u8);
    let zones = &state.table.domains[usize::from(seat)].zones;
    let Vassal { id, card, .. } = zones[usize::from(zone)];
    let is_own = want.about >> at & 1 == 1;
    if zones.has_extras(zone) && has_others(rules, state, id, want.bits) {
        each_of_all(rules, state, (id, seat, card), (is_own, want.bits), each)
    } else {
        each_printed(rules, (id, seat, card), (is_own, want.bits), each)
    }
}

/// Whether somebody was given a Skill or has one from a Status that listens to any of this or changes it, or has lost
/// one.
fn has_others(rules: &Rules, state: &State, id: Id, bits: u64) -> bool {
    let Table { statuses, given, erased, .. } = &state.table;
    // There are few, on whomever: to look at all is sooner done than to foresee on whom.
    let if_on = |on: Id, ears: Ears| select_unpredictable(on == id, ears.all, 0);
    let mut heard = statuses.iter().fold(0, |heard, one| heard | if_on(one.on, rules.print(one.card).ears));
    heard = given
        .iter()
        .fold(heard, |heard, one| heard | if_on(one.on, rules.skills[usize::from(one.skill)].ears));
    heard & bits != 0 || erased.iter().any(|erased| erased.on == id)
}

/// Of the Skills that are printed on something; those that concern their bearer alone only if it is about it.
#[inline]
fn each_printed(
    rules: &Rules,
    (bearer, seat, card): (Id, u8, u16),
    (is_own, want): (bool, u64),
    each: &mut impl FnMut(Found) -> bool,
) -> bool {
    let print = rules.print(card);
    let mut left = print.hearing(is_own, want);
    while left != 0 {
        let skill = print.skills[left.trailing_zeros() as usize % MOST_SKILLS];
        left &= left - 1;
        if each(Found { bearer, instance: Instance { origin: 0, skill }, seat, user: seat }) {
            return true;
        }
    }
    false
}

/// Of the Skills of somebody who has others than what is printed, or has lost some.
#[inline(never)]
fn each_of_all(
    rules: &Rules,
    state: &State,
    (bearer, seat, card): (Id, u8, u16),
    (is_own, want): (bool, u64),
    each: &mut impl FnMut(Found) -> bool,
) -> bool {
    let mut tell = |origin, skill, user| {
        let instance = Instance { origin, skill };
        rules.skills[usize::from(skill)].ears.of(is_own) & want != 0
            && !is_erased(state, bearer, instance)
            && each(Found { bearer, instance, seat, user })
    };
    rules.face(card).skills.iter().any(|&skill| tell(0, skill, seat))
        || Board::new(rules, state).extras(bearer, seat, &mut tell)
}

#[inline]
fn is_erased(state: &State, on: Id, instance: Instance) -> bool {
    state.table.erased.iter().any(|erased| erased.on == on && erased.instance == instance)
}

/// A statement by its Skill and its place there: of a Passive or solid state Ability the statement, of a Chain or
/// single trigger Ability the sentence "until X".
pub fn statement(rules: &Rules, skill: u16, nth: u8) -> Option<&Fact> {
    let nth = usize::from(nth);
    match &rules.skills[usize::from(skill)].does {
        Does::Facts(_, facts) => facts.get(nth),
        Does::Effect(effect) => match effect.get(nth) {
            Some(Clause::Until { fact, .. }) => Some(fact),
            _ => None,
        },
    }
}

/// Every Skill of a Vassal or Resource: what is printed, then what it was given and what its Statuses have by age,
/// then what continuous statements grant. Those that have left play have what they last had. Rules: WU-R16, WU-R108.
pub fn held(rules: &Rules, state: &State, id: Id) -> SmallVec<[Held; 24]> {
    let board = Board::new(rules, state);
    if let Some(Thing::Ghost(ghost)) = played(state, id) {
        let skills = ghost.skills.iter().zip(&ghost.users);
        return skills
            .map(|(&instance, &owner)| {
                let owner = if owner == NO_SEAT { ghost.seat } else { owner };
                let user = board.user(instance.skill, owner, ghost.seat);
                Held { instance, user, erased: false }
            })
            .collect();
    }
    let Some(thing) = played(state, id) else { return SmallVec::new() };
    held_by(rules, state, id, thing.seat(), thing.card())
}

/// The same of a Vassal or Resource in play whose seat and card are known.
pub fn held_by(rules: &Rules, state: &State, id: Id, seat: u8, card: u16) -> SmallVec<[Held; 24]> {
    let (board, mut found) = (Board::new(rules, state), SmallVec::<[Held; 24]>::new());
    let mut add = |origin, skill, user| {
        let instance = Instance { origin, skill };
        found.push(Held { instance, user, erased: is_erased(state, id, instance) });
        false
    };
    for &skill in &rules.face(card).skills {
        add(0, skill, seat);
    }
    board.extras(id, seat, &mut add);
    if state.ears.all & ears::GRANT == 0 {
        return found;
    }
    // By the places of those who grant them, as any position tells them.
    board.each_granted(u64::MAX, &mut |granted, erased| {
        if granted.bearer == id {
            found.push(Held { instance: granted.instance, user: granted.user, erased });
        }
        false
    });
    found
}

/// Calls for every Skill of a Vassal or Resource in play that is not erased: which, and its number, counted from 1.
pub fn each_held(
    rules: &Rules,
    state: &State,
    id: Id,
    (seat, card): (u8, u16),
    mut each: impl FnMut(Instance, u8),
) {
    if state.ears.all & ears::GRANT != 0 {
        let held = held_by(rules, state, id, seat, card);
        let there = held.iter().zip(1..).filter(|(held, _)| !held.erased);
        return there.for_each(|(held, number)| each(held.instance, number));
    }
    let (board, mut number) = (Board::new(rules, state), 0);
    let mut tell = |origin, skill, _| {
        let instance = Instance { origin, skill };
        number += 1;
        if !is_erased(state, id, instance) {
            each(instance, number);
        }
        false
    };
    rules.face(card).skills.iter().for_each(|&skill| _ = tell(0, skill, seat));
    board.extras(id, seat, &mut tell);
}

/// Finds every Skill in play that listens to any of this, as far as it can concern somebody or 0 for all, and is not
/// erased.
#[inline]
pub fn listening(rules: &Rules, state: &State, want: u64, on: Id, finds: &mut Finds) {
    let want = if on == 0 { Want::any(want) } else { Want::of(state, want, on) };
    Board::new(rules, state).each(want, &mut |found| {
        finds.push(found);
        false
    });
}

/// Power of a seat as read: base plus modifiers, not below 0, and 0 for an empty zone. Rules: WU-R63, WU-R93,
/// WU-9.4.3, WU-9.4.1.
pub fn power(rules: &Rules, state: &State, seat: u8) -> i32 {
    Board::new(rules, state).power(seat)
}

/// The same of all seats.
pub fn powers(rules: &Rules, state: &State) -> [i32; SEATS] {
    Board::new(rules, state).powers()
}

/// Whether all injuries to it are prevented. Rules: WU-9.1.14, WU-R116.
#[inline]
pub fn is_protected(rules: &Rules, state: &State, id: Id) -> bool {
    played(state, id).is_some_and(|thing| Board::new(rules, state).is_protected(Stage::All, id, thing))
}

/// Whether something is from a World, or counts as from it.
pub fn is_from(rules: &Rules, state: &State, id: Id, world: World) -> bool {
    super::thing(state, id)
        .is_some_and(|thing| Board::new(rules, state).is_from(Stage::All, id, thing, world))
}

/// Whether something is of a Class, or counts as such.
pub fn is_class(rules: &Rules, state: &State, id: Id, class: Class) -> bool {
    super::thing(state, id)
        .is_some_and(|thing| Board::new(rules, state).is_class(Stage::All, id, thing, class))
}

/// Whether two share a World. Rules: WU-R24.
pub fn same_world(rules: &Rules, state: &State, a: Id, b: Id) -> bool {
    let (Some(one), Some(other)) = (super::thing(state, a), super::thing(state, b)) else { return false };
    Board::new(rules, state).same_world(Stage::All, (a, one), (b, other))
}

/// Whether any statement about protection, prohibitions, costs or limits stops.
#[inline]
fn any(rules: &Rules, state: &State, want: u64, on: Id, judge: &mut Judge<'_>) -> bool {
    Board::new(rules, state).any(want, on, judge)
}

/// What is in the way of something that is about to happen to somebody.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// A statement forbids it.
    pub forbids: bool,
    /// A statement protects from injuries.
    pub protects: bool,
    /// What would take its place.
    pub replaced: SmallVec<[Replacement; 2]>,
}

/// What statements of these kinds are in the way. Rules: WU-R6, WU-R116, WU-R122.
pub fn bars(rules: &Rules, state: &State, id: Id, kinds: u64) -> Bars {
    let mut bars = Bars::default();
    any(rules, state, kinds, id, &mut |fact, source| {
        match fact.says {
            Says::Cannot(_) => bars.forbids = true,
            Says::Protected => bars.protects = true,
            _ => bars.replaced.push((source.bearer, source.instance, source.nth, source.user)),
        }
        bars.forbids
    });
    bars
}

/// The places where something is in the way of what is about to happen to all who stand there.
#[derive(Clone, Copy, Debug, Default)]
pub struct BarsAt {
    /// A statement forbids it.
    pub forbids: Places,
    /// A statement protects from injuries.
    pub protects: Places,
    /// Something would take its place.
    pub replaced: Places,
}

/// Where statements of these kinds are in the way. Rules: WU-R6, WU-R116, WU-R122.
#[inline(never)]
pub fn bars_at(rules: &Rules, state: &State, places: Places, kinds: u64) -> BarsAt {
    let (board, mut bars) = (Board::new(rules, state), BarsAt::default());
    let mut add = |says: &Says, concerned: Places| match says {
        Says::Cannot(_) => bars.forbids |= concerned,
        Says::Protected => bars.protects |= concerned,
        _ => bars.replaced |= concerned,
    };
    if state.ears.all & kinds == 0 {
        return bars;
    }
    board.each(Want { bits: kinds, on: 0, about: places }, &mut |found| {
        let program = board.program(found.instance.skill);
        for fact in program.facts().iter().filter(|fact| fact.kind & kinds != 0) {
            let stage = Stage::of(fact.kind);
            let concerned = board.scene(stage, found).stand(&fact.whom) & places;
            if concerned != 0 && board.is_on(stage, found, program) {
                add(&fact.says, concerned);
            }
        }
        false
    });
    for timed in &state.table.timed {
        if let Some(fact) = statement(rules, timed.skill, timed.clause)
            && fact.kind & kinds != 0
        {
            add(&fact.says, board.scene_timed(Stage::of(fact.kind), timed).stand(&fact.whom) & places);
        }
    }
    bars
}

/// Whether this does not happen to it. Rules: WU-R6.
#[inline]
pub fn cannot(rules: &Rules, state: &State, id: Id, what: Immunity) -> bool {
    state.ears.all & ears::cannot(what) != 0 && any(rules, state, ears::cannot(what), id, &mut |_, _| true)
}

/// Whether it cannot activate Chains.
#[inline]
pub fn cannot_activate(rules: &Rules, state: &State, id: Id) -> bool {
    state.ears.all & ears::CANNOT_ACTIVATE != 0
        && any(rules, state, ears::CANNOT_ACTIVATE, id, &mut |_, _| true)
}

/// How many Chains it may activate each round; of several permissions the highest counts. Rules: WU-7.2.7.
#[inline]
pub fn most_chains(rules: &Rules, state: &State, id: Id) -> u8 {
    if state.ears.all & ears::MAY_ACTIVATE == 0 {
        return 1;
    }
    let mut most = None;
    any(rules, state, ears::MAY_ACTIVATE, id, &mut |fact, _| {
        if let Says::MayActivate(count) = fact.says {
            most = most.max(Some(count));
        }
        false
    });
    most.unwrap_or(1)
}

/// Whether it may be selected as Challenger though it is exhausted. Rules: WU-6.2.3.
#[inline]
pub fn may_be_selected_exhausted(rules: &Rules, state: &State, id: Id) -> bool {
    state.ears.all & ears::MAY_BE_SELECTED != 0
        && any(rules, state, ears::MAY_BE_SELECTED, id, &mut |_, _| true)
}

/// What a Chain costs a seat now: as printed, the tax, increases, reductions; never below 0. Rules: WU-R76, WU-R77,
/// WU-7.2.4, WU-7.2.6.
pub fn cost(rules: &Rules, state: &State, seat: u8, id: Id, skill: u16) -> u8 {
    let zone = super::vassal(state, id).map_or(CHALLENGER, |(_, zone, _)| zone);
    cost_from(rules, state, seat, zone, id, skill)
}

/// The same of something in a zone of that seat; Resources pay as from the challenger zone.
#[inline]
pub fn cost_from(rules: &Rules, state: &State, seat: u8, zone: Zone, id: Id, skill: u16) -> u8 {
    let Some(terms) = rules.skills[usize::from(skill)].terms else { return 0 };
    let tax = zone != CHALLENGER && !has_world_of_leader(rules, state, seat, zone);
    let zones = &state.table.domains[usize::from(seat)].zones;
    let is_stated = || {
        zones[usize::from(zone)].id != id
            || super::may_concern(rules, state, seat, zone, ears::COST | ears::TAX)
    };
    if state.ears.all & (ears::COST | ears::TAX) != 0 && is_stated() {
        return cost_as_stated(rules, state, id, terms.cost, tax);
    }
    terms.cost.saturating_add(u8::from(tax))
}

/// Whether a reinforcer has the World of the Challenger of its seat. Rules: WU-7.2.6, WU-R24.
#[inline]
fn has_world_of_leader(rules: &Rules, state: &State, seat: u8, zone: Zone) -> bool {
    let zones = &state.table.domains[usize::from(seat)].zones;
    let (one, leader) = (&zones[usize::from(zone)], &zones[usize::from(CHALLENGER)]);
    if !leader.is_some() || state.ears.all & ears::COUNTS_AS_FROM == 0 {
        return leader.is_some() && one.world == leader.world && one.world != NO_WORLD;
    }
    let [a, b] = [(zone, one), (CHALLENGER, leader)].map(|(zone, vassal)| Thing::Vassal(seat, zone, vassal));
    Board::new(rules, state).same_world(Stage::All, (one.id, a), (leader.id, b))
}

/// What a Chain costs by what is said of costs and taxes.
#[inline(never)]
fn cost_as_stated(rules: &Rules, state: &State, id: Id, cost: u8, mut tax: bool) -> u8 {
    let mut total = i32::from(cost);
    any(rules, state, ears::COST | ears::TAX, id, &mut |fact, _| {
        match fact.says {
            Says::Cost(change) => total += change,
            _ => tax = false,
        }
        false
    });
    (total + i32::from(tax)).clamp(0, i32::from(u8::MAX)) as u8
}

/// How many stacks eliminate it: the highest limit that is stated for it, else that of the format. Rules: WU-R132.
pub fn stack_limit(rules: &Rules, state: &State, id: Id, kind: StackKind) -> u8 {
    let mut limit = None;
    any(rules, state, ears::limit(kind), id, &mut |fact, _| {
        if let Says::Limit(_, count) = fact.says {
            limit = limit.max(Some(count));
        }
        false
    });
    limit.unwrap_or(match kind {
        StackKind::Injury => rules.format.injury_limit,
        StackKind::Exhaustion => rules.format.exhaustion_limit,
    })
}

/// What would take the place of this: bearer, Skill, which [`statement`] of it, and its user. The origin of those
/// that stand in an effect "until X" is [`GRANTED`] alone. Rules: WU-R122.
pub fn replacements(rules: &Rules, state: &State, id: Id, threat: Threat) -> SmallVec<[Replacement; 2]> {
    let mut found = SmallVec::new();
    Board::new(rules, state).any(ears::instead(threat), id, &mut |_, source| {
        found.push((source.bearer, source.instance, source.nth, source.user));
        false
    });
    found
}
