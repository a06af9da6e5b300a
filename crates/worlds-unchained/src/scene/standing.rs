//! Skills that things have, and what continuous statements say. They are never stored: each question asks those
//! Skills that are on. The order is that of WU-R93, told apart by [`Stage`] and [`Pass`].

use smallvec::SmallVec;

use super::{Held, Scene, Thing, is_in, played};
use crate::flow::bits;
use crate::program::{Clause, Does, Fact, Says, When, Whom};
use crate::rules::{Program, Rules, ears};
use crate::state::{
    CHALLENGER, Domain, Ears, GRANTED, Id, Instance, NO_SEAT, NO_WORLD, Replacement, SEATS, State, Timed,
    Vassal, Zone,
};
use crate::text::{Class, Immunity, Single, StackKind, Threat, World};
use crate::zones::{Hints, Zones};

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
    /// Whom the question is about; 0 for everybody. Skills that concern their bearer alone are passed by otherwise.
    on: Id,
}

/// Nothing in play has this number.
const NOBODY: Id = Id::MAX;

impl Want {
    fn any(bits: u64) -> Self {
        Self { bits, on: 0 }
    }

    #[inline]
    fn hears(self, bearer: Id, ears: Ears) -> bool {
        let bits = if self.on == 0 || self.on == bearer { ears.all } else { ears.wide };
        bits & self.bits != 0
    }
}

/// Is told something that has a Skill, its seat and the Skill; says whether to stop.
pub(super) trait Hear: FnMut(Id, u8, Held) -> bool {}
impl<F: FnMut(Id, u8, Held) -> bool> Hear for F {}
/// Is told a statement that is on; says whether to stop.
type Judge<'f> = dyn FnMut(&Fact, Source) -> bool + 'f;

impl<'a> Board<'a> {
    /// With all that holds.
    pub fn new(rules: &'a Rules, state: &'a State) -> Self {
        Self { rules, state, pass: Pass::Second }
    }

    /// What a Skill's words mean that is always on. With two seats the opponent is known.
    #[inline]
    fn scene(self, stage: Stage, bearer: Id, seat: u8, user: u8) -> Scene<'a> {
        let versus = match 1_u8.wrapping_sub(user) {
            _ if seat != user => seat,
            other if self.state.players.seats() == 2 && is_in(self.state, other) => other,
            _ => NO_SEAT,
        };
        let (standing, pass) = (true, self.pass);
        Scene { versus, standing, stage, pass, ..Scene::new(self.rules, self.state, user, bearer) }
    }

    /// The same for a statement that holds for a time.
    fn scene_timed(self, stage: Stage, timed: &Timed) -> Scene<'a> {
        let scene = self.scene(stage, timed.bearer, timed.user, timed.user);
        Scene { it: timed.it, player: timed.their, ..scene }
    }

    fn program(self, skill: u16) -> &'a Program {
        &self.rules.skills[usize::from(skill)]
    }

    /// Who "you" is in a Skill of a Status on a Vassal of this seat. Rules: WU-R113.
    fn user(self, skill: u16, owner: u8, seat: u8) -> u8 {
        if self.program(skill).terms.is_some() { seat } else { owner }
    }

    fn is_erased(self, on: Id, instance: Instance) -> bool {
        self.state.table.erased.iter().any(|erased| erased.on == on && erased.instance == instance)
    }

    /// Calls for Skills of something that listen to any of this: what is printed, then what it was given by age.
    #[inline]
    fn own(self, id: Id, seat: u8, card: u16, extras: bool, want: Want, hear: &mut impl Hear) -> bool {
        let face = self.rules.face(card);
        let mut add = |ears, origin, skill, user| {
            if !want.hears(id, ears) {
                return false;
            }
            let instance = Instance { origin, skill };
            hear(id, seat, Held { instance, user, erased: self.is_erased(id, instance) })
        };
        face.heard.iter().any(|&(ears, skill)| add(ears, 0, skill, seat))
            || (extras
                && self.extras(id, seat, &mut |origin, skill, user| {
                    add(self.program(skill).ears, origin, skill, user)
                }))
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

    /// Every Skill in play that listens to any of this, but for those that are granted.
    fn each_own(self, want: Want, hear: &mut impl Hear) -> bool {
        let hint = Ears::hint(want.bits);
        if want.on != 0 && self.state.ears.wide & want.bits == 0 {
            // Nobody but the one it is about has anything to say.
            return match played(self.state, want.on) {
                Some(Thing::Vassal(seat, zone, _)) => {
                    let zones = &self.state.table.domains[usize::from(seat)].zones;
                    zones.hears(zone, hint) && self.in_zone(seat, zones, zone, want, hear)
                }
                Some(Thing::Resource(seat, resource)) => {
                    self.own(resource.id, seat, resource.card, false, want, hear)
                }
                _ => false,
            };
        }
        // Of others than the one it is about only what concerns more than themselves.
        let about = super::vassal(self.state, want.on);
        self.state.table.domains.iter().enumerate().any(|(seat, domain)| {
            let seat = seat as u8;
            let hearing = match about {
                _ if want.on == 0 => domain.zones.hearing(hint),
                Some((whose, zone, _)) if whose == seat => {
                    domain.zones.hearing_others(hint) | domain.zones.hearing(hint) & 1 << zone
                }
                _ => domain.zones.hearing_others(hint),
            };
            bits(hearing).any(|zone| self.in_zone(seat, &domain.zones, zone, want, hear))
                || domain
                    .stock
                    .iter()
                    .any(|resource| self.own(resource.id, seat, resource.card, false, want, hear))
        })
    }

    /// Calls for Skills of the Vassal in a zone that listen to any of this.
    #[inline]
    fn in_zone(self, seat: u8, zones: &Zones, zone: Zone, want: Want, hear: &mut impl Hear) -> bool {
        let vassal = &zones[usize::from(zone)];
        let extras = zones.hears(zone, Hints::EXTRAS);
        self.own(vassal.id, seat, vassal.card, extras, want, hear)
    }

    /// Every Skill that continuous statements grant and that listens to any of this. Rules: WU-7.10.2, WU-R93.
    #[inline]
    fn each_granted(self, want: u64, hear: &mut impl Hear) -> bool {
        self.state.ears.all & ears::GRANT != 0
            && self.state.ears.all & want != 0
            && self.each_that_is_granted(want, hear)
    }

    /// The same where there may be some.
    #[cold]
    #[inline(never)]
    fn each_that_is_granted(self, want: u64, hear: &mut impl Hear) -> bool {
        self.each_own(Want::any(ears::GRANT), &mut |bearer, seat, held| {
            self.grants(bearer, seat, held, want, hear)
        }) || self.state.table.timed.iter().any(|timed| {
            statement(self.rules, timed.skill, timed.clause).is_some_and(|fact| {
                let scene = self.scene_timed(Stage::Skills, timed);
                self.grant(&scene, fact, GRANTED | timed.bearer, want, hear)
            })
        })
    }

    /// What a Skill grants, and what that grants; brackets end, so this does.
    fn grants(self, bearer: Id, seat: u8, held: Held, want: u64, hear: &mut impl Hear) -> bool {
        let Instance { origin, skill } = held.instance;
        let program = self.program(skill);
        if held.erased || program.ears.all & ears::GRANT == 0 || program.ears.all & want == 0 {
            return false;
        }
        let scene = self.scene(Stage::Skills, bearer, seat, held.user);
        let is_own = origin == 0 || origin & GRANTED != 0;
        let origin = GRANTED | if is_own { bearer } else { origin };
        scene.is_on(program)
            && program.facts().iter().any(|fact| self.grant(&scene, fact, origin, want, hear))
    }

    fn grant(self, scene: &Scene<'_>, fact: &Fact, origin: Id, want: u64, hear: &mut impl Hear) -> bool {
        let Says::Has(skill) = fact.says else { return false };
        if self.program(skill).ears.all & want == 0 {
            return false;
        }
        scene.covered(&fact.whom).into_iter().any(|id| {
            let Some(thing) = played(self.state, id) else { return false };
            let instance = Instance { origin, skill };
            let held = Held { instance, user: thing.seat(), erased: self.is_erased(id, instance) };
            hear(id, thing.seat(), held) || self.grants(id, thing.seat(), held, want, hear)
        })
    }

    /// Every Skill in play that listens to any of this.
    pub fn each(self, want: Want, hear: &mut impl Hear) -> bool {
        self.each_own(want, hear) || self.each_granted(want.bits, hear)
    }

    /// Whether any statement of this kind that is on and concerns somebody makes the judge stop.
    #[inline]
    fn any(self, want: u64, on: Id, stage: Stage, judge: &mut Judge<'_>) -> bool {
        self.state.ears.all & want != 0 && self.ask(Want { bits: want, on }, stage, judge)
    }

    #[inline(never)]
    fn ask(self, want: Want, stage: Stage, judge: &mut Judge<'_>) -> bool {
        self.each(want, &mut |bearer, seat, held| self.asked(bearer, seat, held, want, stage, judge))
            || self.state.table.timed.iter().any(|timed| {
                statement(self.rules, timed.skill, timed.clause).is_some_and(|fact| {
                    let instance = Instance { origin: GRANTED, skill: timed.skill };
                    let (bearer, nth, user) = (timed.bearer, timed.clause, timed.user);
                    fact.kind & want.bits != 0
                        && self.scene_timed(stage, timed).covers(&fact.whom, want.on)
                        && judge(fact, Source { bearer, instance, nth, user })
                })
            })
    }

    /// The same of the statements of one Skill.
    #[inline(never)]
    fn asked(
        self,
        bearer: Id,
        seat: u8,
        held: Held,
        want: Want,
        stage: Stage,
        judge: &mut Judge<'_>,
    ) -> bool {
        let program = self.program(held.instance.skill);
        if held.erased || !want.hears(bearer, program.ears) {
            return false;
        }
        let scene = self.scene(stage, bearer, seat, held.user);
        // Whom a statement concerns is sooner told than whether it is on.
        let mut on = None;
        program.facts().iter().zip(0..).any(|(fact, nth)| {
            let source = Source { bearer, instance: held.instance, nth, user: held.user };
            fact.kind & want.bits != 0
                && scene.covers(&fact.whom, want.on)
                && *on.get_or_insert_with(|| scene.is_on(program))
                && judge(fact, source)
        })
    }

    /// Power of all seats as read: base plus modifiers, never below 0. Rules: WU-R63, WU-R93.
    pub fn powers(self) -> [i32; SEATS] {
        let mut powers = [0; SEATS];
        let domains = &self.state.table.domains;
        domains.iter().zip(&mut powers).for_each(|(domain, power)| {
            *power = if domain.zones[0].is_some() { i32::from(domain.base) } else { 0 };
        });
        if self.state.ears.all & ears::POWER != 0 {
            self.modify(&mut powers);
        }
        powers.map(|power| power.max(0))
    }

    /// What statements say of power is added.
    #[inline(never)]
    fn modify(self, powers: &mut [i32; SEATS]) {
        let hint = Ears::hint(ears::POWER);
        let mut hear = |bearer, seat, held: Held| {
            let program = self.program(held.instance.skill);
            if !held.erased && program.ears.all & ears::POWER != 0 {
                self.add_power(bearer, seat, held.user, program, powers);
            }
            false
        };
        let mut of_seat = |domain: &Domain, seat: u8| {
            // Of those who are no Challenger only what concerns more than themselves.
            let zones = &domain.zones;
            if zones.hears(CHALLENGER, hint) {
                let want = Want { bits: ears::POWER, on: zones[usize::from(CHALLENGER)].id };
                self.in_zone(seat, zones, CHALLENGER, want, &mut hear);
            }
            for zone in bits(zones.hearing_others(hint) & !(1 << CHALLENGER)) {
                self.in_zone(seat, zones, zone, Want { bits: ears::POWER, on: NOBODY }, &mut hear);
            }
            for resource in &domain.stock {
                self.own(resource.id, seat, resource.card, false, Want::any(ears::POWER), &mut hear);
            }
        };
        self.state.table.domains.iter().zip(0..).for_each(|(domain, seat)| of_seat(domain, seat));
        self.each_granted(ears::POWER, &mut hear);
        for timed in &self.state.table.timed {
            if let Some(fact) = statement(self.rules, timed.skill, timed.clause) {
                add(&self.scene_timed(Stage::All, timed), fact, powers, &mut || true);
            }
        }
    }

    /// What the statements of a Skill say of power is added.
    #[inline(never)]
    fn add_power(self, bearer: Id, seat: u8, user: u8, program: &Program, powers: &mut [i32; SEATS]) {
        let scene = self.scene(Stage::All, bearer, seat, user);
        // Whom a statement concerns is sooner told than whether it is on.
        let mut on = None;
        for fact in program.facts() {
            add(&scene, fact, powers, &mut || *on.get_or_insert_with(|| scene.is_on(program)));
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
                    Stage::Skills,
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
                    Stage::Skills,
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
        thing.vassal().is_some_and(|vassal| vassal.safe != 0)
            || (stage == Stage::All && self.any(ears::PROTECT, id, Stage::Rest, &mut |_, _| true))
    }
}

impl Scene<'_> {
    /// Whether a Passive or solid state Ability is on. Rules: WU-7.7.2, WU-7.9.1.
    fn is_on(&self, program: &Program) -> bool {
        let is = |holds: fn(&Vassal) -> bool, must: bool| {
            let bearer = played(self.state, self.bearer).and_then(Thing::vassal);
            bearer.is_some_and(|vassal| holds(vassal) == must)
        };
        match &program.does {
            Does::Facts(When::Always, _) => true,
            Does::Facts(When::Injured(must), _) => is(|vassal| vassal.injuries > 0, *must),
            Does::Facts(When::Exhausted(must), _) => is(Vassal::is_exhausted, *must),
            Does::Facts(When::While(condition), _) => {
                (self.pass == Pass::Second || program.ears.all & ears::READS_POWER == 0)
                    && self.holds(condition)
            }
            Does::Effect(_) => false,
        }
    }
}

/// What a statement says of power is added, if it is on.
fn add(scene: &Scene<'_>, fact: &Fact, powers: &mut [i32; SEATS], is_on: &mut dyn FnMut() -> bool) {
    let Says::Power(change, each) = &fact.says else { return };
    let named = match fact.whom {
        Whom::One(single) => Some(scene.single(single)),
        _ => None,
    };
    scene.state.table.domains.iter().zip(powers).for_each(|(domain, power)| {
        let leader = &domain.zones[0];
        let is_meant =
            || named.map_or_else(|| scene.covers(&fact.whom, leader.id), |named| named == leader.id);
        if leader.is_some() && is_meant() && is_on() {
            // Whom it concerns is "it" in what follows. Rules: card language 5.4.
            let count = |each| Scene { it: leader.id, ..*scene }.count(each);
            *power += change * each.as_ref().map_or(1, count);
        }
    });
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
        found.push(Held { instance, user, erased: board.is_erased(id, instance) });
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
    board.each_granted(u64::MAX, &mut |to, _, held| {
        if to == id {
            found.push(held);
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
        if !board.is_erased(id, instance) {
            each(instance, number);
        }
        false
    };
    rules.face(card).skills.iter().for_each(|&skill| _ = tell(0, skill, seat));
    board.extras(id, seat, &mut tell);
}

/// Whether continuous statements may grant Skills, or some are erased: what things have is more or less than what is
/// printed on them and what they were given.
pub fn is_changed(state: &State) -> bool {
    state.ears.all & ears::GRANT != 0 || !state.table.erased.is_empty()
}

/// Calls for every Skill in play that listens to any of this, as far as it can concern somebody or 0 for all, and is
/// not erased: its bearer, itself and its user.
pub fn each_listening(
    rules: &Rules,
    state: &State,
    want: u64,
    on: Id,
    mut each: impl FnMut(Id, Instance, u8),
) {
    Board::new(rules, state).each(Want { bits: want, on }, &mut |id, _, held| {
        if !held.erased {
            each(id, held.instance, held.user);
        }
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
    Board::new(rules, state).any(want, on, Stage::Rest, judge)
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
pub fn cost_from(rules: &Rules, state: &State, seat: u8, zone: Zone, id: Id, skill: u16) -> u8 {
    let Some(terms) = rules.skills[usize::from(skill)].terms else { return 0 };
    let mut total = i32::from(terms.cost);
    let mut tax = zone != CHALLENGER && {
        let zones = &state.table.domains[usize::from(seat)].zones;
        let [one, front] =
            [zone, CHALLENGER].map(|zone| Thing::Vassal(seat, zone, &zones[usize::from(zone)]));
        let leader = zones[usize::from(CHALLENGER)];
        let same = || Board::new(rules, state).same_world(Stage::All, (id, one), (leader.id, front));
        !(leader.is_some() && same())
    };
    if state.ears.all & (ears::COST | ears::TAX) != 0 {
        any(rules, state, ears::COST | ears::TAX, id, &mut |fact, _| {
            match fact.says {
                Says::Cost(change) => total += change,
                _ => tax = false,
            }
            false
        });
    }
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
    Board::new(rules, state).any(ears::instead(threat), id, Stage::All, &mut |_, source| {
        found.push((source.bearer, source.instance, source.nth, source.user));
        false
    });
    found
}
