//! An instruction before it is carried out: all choices from left to right, then what is to change. Rules: WU-R73,
//! WU-R75, WU-R139, WU-R140; card language 5.6.

use smallvec::SmallVec;

use super::{Need, reading, scene};
use crate::deeds::{Change, Doers};
use crate::flow::free_zones;
use crate::program::{Action, Amount, Deed, Group, Instruction, Pile, Reading, Target};
use crate::rules::{Rules, ears};
use crate::scene::{Ids, Scene, bars_at, challenger, held, is_in, vassal};
use crate::state::{CHALLENGER, Doing, EXTRA, End, Id, Instance, NO_SEAT, State, Zone};
use crate::text::{BoostChange, Immunity, Player, ResourceDeed, Single, Skill, SkillKind};
use crate::zones::{Places, each_place, place, seat_places};

/// Whether it is "it" or "that Vassal".
fn is_pronoun(target: &Target) -> bool {
    matches!(target, Target::One(Single::It | Single::ThatVassal))
}

/// Stands for "enough" among the choices of an instruction.
pub(super) const ENOUGH: Id = 0;
/// Marks numbers among the choices of an instruction, which are no objects.
pub const NUMBER: Id = 0b11 << 14;

/// A number among the choices of an instruction.
pub(super) fn numbered(number: u8) -> Id {
    NUMBER | Id::from(number)
}

/// What an effect is about to do, all choices made.
pub(super) struct Plan {
    pub changes: SmallVec<[Change; 16]>,
    /// Where those of the last action begin.
    pub last: usize,
    /// The last one chosen or named; 0 for nobody.
    pub it: Id,
    /// The last several chosen; nobody if none were.
    pub those: Ids,
    pub negates: bool,
    /// Whether an optional action could be done at all.
    pub possible: bool,
    /// Whom the action concerns that is planned.
    targets: Ids,
}

impl Plan {
    /// Nothing yet.
    #[inline]
    pub fn empty() -> Self {
        Self {
            changes: SmallVec::new(),
            last: 0,
            it: 0,
            those: Ids::new(),
            negates: false,
            possible: true,
            targets: Ids::new(),
        }
    }

    /// One change for each target.
    #[inline]
    fn for_each(&mut self, change: impl Fn(Id) -> Change) {
        let Self { targets, changes, .. } = self;
        for &on in targets.iter() {
            changes.push(change(on));
        }
    }
}

/// What an instruction that is [`plain`](Instruction::plain) comes to.
pub(super) enum Plain {
    /// A change, if there is any.
    Change {
        /// Which.
        change: Option<Change>,
        /// Whom it names or chooses last, or 0.
        it: Id,
        /// Whom it chooses, or 0.
        chosen: Id,
    },
    /// The user chooses one of those who stand there.
    Choose(Places),
    /// More than that.
    Other,
}

/// What a plain instruction comes to. Rules: WU-R73.
#[inline]
pub(super) fn plain(rules: &Rules, state: &State, doing: &Doing, step: &Instruction) -> Plain {
    let [Action { deed, who }] = &step.actions[..] else { return Plain::Other };
    let (bearer, user) = (doing.of.bearer, doing.of.user);
    // With more than two an opponent may have to be chosen.
    let is_duel = rules.seats == 2;
    // What an amount comes to, and whom it names.
    let number = |amount: &Amount, actor: u8, it: Id| match amount.reading {
        Reading { constant: true, .. } => Some((amount.number.as_it_stands(), 0)),
        _ if !is_duel => None,
        reading => {
            let it = if it == 0 { doing.it } else { it };
            let much = reading::amount(rules, state, doing, (actor, it), amount).max(0);
            let scene = Scene { it, ..scene(rules, state, doing, actor) };
            Some((much, reading.named.map_or(0, |single| scene.single(single))))
        }
    };
    let target = match deed {
        Deed::Stack(.., target)
        | Deed::Protect(target, _)
        | Deed::Apply(_, target, _)
        | Deed::Give { target, .. }
        | Deed::Power { target, .. } => target,
        &Deed::Boosts(change, ref amount) => {
            let (seat, actor) = match who {
                None => (user, NO_SEAT),
                Some(_) if is_duel && is_in(state, 1 - user) => (1 - user, 1 - user),
                Some(_) => return Plain::Other,
            };
            let Some((amount, it)) = number(amount, actor, 0) else { return Plain::Other };
            return Plain::Change { change: Some(Change::Boosts { seat, change, amount }), it, chosen: 0 };
        }
        _ => return Plain::Other,
    };
    let (whom, is_chosen) = match target {
        Target::One(single) => match *single {
            Single::ThisVassal | Single::ThisResource => (bearer, false),
            Single::YourChallenger => (challenger(state, user), false),
            Single::It | Single::ThatVassal => (doing.it, false),
            Single::OpposingChallenger if rules.seats > 2 => return Plain::Other,
            single => (scene(rules, state, doing, NO_SEAT).single(single), false),
        },
        // What was chosen among several is still there: nothing has happened since.
        Target::Choose(..) if let Some(&pick) = doing.picks.first() => (pick, true),
        Target::Choose(_, group) => {
            let at = targeted(rules, state, user, scene(rules, state, doing, NO_SEAT).places(group));
            if at.count_ones() > 1 {
                return Plain::Choose(at);
            }
            let only = each_place(at).next();
            (only.map_or(0, |(seat, zone)| id_at(state, seat, zone)), true)
        }
        _ => return Plain::Other,
    };
    let (mut it, chosen) = (whom, if is_chosen { whom } else { 0 });
    let change = match *deed {
        Deed::Power { ref amount, less, .. } => {
            let Some((much, named)) = number(amount, NO_SEAT, whom) else { return Plain::Other };
            it = if named == 0 { whom } else { named };
            // Power belongs to the zone of whoever is Challenger. Rules: WU-R63.
            match vassal(state, whom) {
                Some((seat, CHALLENGER, _)) => {
                    Some(Change::Power { seat, amount: if less { -much } else { much } })
                }
                _ => None,
            }
        }
        _ if whom == 0 => None,
        Deed::Stack(verb, times, _) => Some(Change::Stacks { verb, on: whom, times, by: Doers::one(bearer) }),
        Deed::Protect(_, end) => Some(Change::Protect { on: whom, end, by: bearer }),
        Deed::Apply(card, _, end) => Some(Change::Apply { card, on: whom, owner: user, end }),
        Deed::Give { skill, end, augments, .. } => Some(Change::Give { skill, on: whom, end, augments }),
        _ => None,
    };
    Plain::Change { change, it, chosen }
}

/// Who stands there.
fn id_at(state: &State, seat: u8, zone: Zone) -> Id {
    state.table.domains[usize::from(seat)].zones[usize::from(zone)].id
}

/// Those who can be chosen by an effect of a user: not those of others who cannot be targeted.
#[inline]
fn targeted(rules: &Rules, state: &State, user: u8, places: Places) -> Places {
    let bits = ears::cannot(Immunity::Targeted);
    if state.ears.all & bits == 0 {
        return places;
    }
    places & !(bars_at(rules, state, places & !seat_places(user), bits).forbids)
}

/// Somebody has to choose before the plan can go on.
pub(super) struct Stop;

/// Whether a plan goes on.
type Going<T = ()> = Result<T, Stop>;

/// Everything that is needed to plan an instruction.
pub(super) struct Planner<'a> {
    rules: &'a Rules,
    state: &'a State,
    doing: &'a Doing,
    plan: &'a mut Plan,
    /// The choices that were made and not looked at yet.
    picks: &'a [Id],
    /// The choice that it stopped at.
    need: Option<Need>,
    /// Whether the instruction makes no other choices than those of one target.
    alone: bool,
    /// Who acts in the sentence where a text names somebody else than "you", for "their"; or [`NO_SEAT`]. Rules:
    /// WU-R140 point 8.
    pub their: u8,
}

impl<'a> Planner<'a> {
    /// Fills an empty plan.
    #[inline]
    pub fn new(rules: &'a Rules, state: &'a State, doing: &'a Doing, plan: &'a mut Plan) -> Self {
        Self { rules, state, doing, plan, picks: &doing.picks, need: None, alone: false, their: NO_SEAT }
    }

    fn scene(&self) -> Scene<'a> {
        let scene = scene(self.rules, self.state, self.doing, self.their);
        Scene { it: self.it(), ..scene }
    }

    /// Whom "it" means.
    fn it(&self) -> Id {
        if self.plan.it == 0 { self.doing.it } else { self.plan.it }
    }

    fn user(&self) -> u8 {
        self.doing.of.user
    }

    /// Somebody must choose this; the first of several choices comes first.
    #[cold]
    fn ask<T>(&mut self, need: Need) -> Going<T> {
        self.need.get_or_insert(need);
        Err(Stop)
    }

    /// The next of the choices that were made.
    #[inline]
    fn pick(&mut self) -> Option<Id> {
        let (&pick, left) = self.picks.split_first()?;
        self.picks = left;
        Some(pick)
    }

    /// What can be chosen of a group, by a player or by chance: effects of opponents do not choose what cannot be
    /// targeted.
    fn gather(&mut self, group: &Group, of: Option<u8>) -> Places {
        let scene = self.scene();
        if group.pile == Pile::Zones {
            let places = of.map_or_else(|| scene.places(group), |seat| scene.places_of(group, seat));
            return targeted(self.rules, self.state, self.user(), places);
        }
        let targets = &mut self.plan.targets;
        scene.each_member(group, of.unwrap_or(scene.user), of, |id| targets.push(id));
        0
    }

    /// So many of those that were gathered are chosen one by one; all if there are not more. Rules: WU-R73.
    fn choose(&mut self, mut at: Places, count: u8, up_to: bool, by: u8) -> Going {
        let count = usize::from(count);
        let many = |at: Places, from: &Ids| at.count_ones() as usize + from.len();
        if !up_to && many(at, &self.plan.targets) <= count {
            self.aim(at);
            return Ok(());
        }
        let (mut from, mut chosen) = (std::mem::take(&mut self.plan.targets), Ids::new());
        while chosen.len() < count && many(at, &from) > 0 {
            match self.pick() {
                Some(ENOUGH) => break,
                Some(pick) => {
                    match vassal(self.state, pick) {
                        Some((seat, zone, _)) => at &= !place(seat, zone),
                        None => from.retain(|id| *id != pick),
                    }
                    chosen.push(pick);
                }
                None => return self.ask(Need::Target { by, at, from, enough: up_to }),
            }
        }
        self.plan.targets = chosen;
        Ok(())
    }

    /// Those who stand there are meant, in the order of places.
    fn aim(&mut self, at: Places) {
        for (seat, zone) in each_place(at) {
            self.plan.targets.push(id_at(self.state, seat, zone));
        }
    }

    /// So many of those that were gathered are hit by chance. Rules: WU-R125.
    fn hit(&mut self, at: Places, count: u8) -> Going {
        self.aim(at);
        let (mut from, mut hit) = (std::mem::take(&mut self.plan.targets), Ids::new());
        while hit.len() < usize::from(count) && !from.is_empty() {
            if from.len() <= usize::from(count) - hit.len() {
                hit.append(&mut from);
                break;
            }
            let Some(pick) = self.pick() else { return self.ask(Need::Hit(from)) };
            from.retain(|id| *id != pick);
            hit.push(pick);
        }
        self.plan.targets = hit;
        Ok(())
    }

    /// Leaves those whom a player does not control. Rules: WU-R127.
    fn only_of(&mut self, seat: u8) {
        let state = self.state;
        self.plan.targets.retain(|id| vassal(state, *id).is_some_and(|(whose, ..)| whose == seat));
    }

    /// Finds whom an action of a player concerns.
    fn find(&mut self, target: &Target, actor: u8) -> Going {
        self.plan.targets.clear();
        match target {
            Target::One(single) => {
                let id = self.single(*single)?;
                if id != 0 {
                    self.plan.it = id;
                    self.plan.targets.push(id);
                }
                return Ok(());
            }
            // Nobody of a whole group is chosen or named. Rules: card language 5.4.
            Target::Each(group) => {
                let (scene, targets) = (self.scene(), &mut self.plan.targets);
                scene.each_member(group, scene.user, None, |id| targets.push(id));
                return Ok(());
            }
            // What was chosen among several is still there: nothing has happened since.
            Target::Choose(1, _) if self.alone && !self.picks.is_empty() => {
                self.plan.targets.extend(self.picks.iter().copied());
            }
            Target::Choose(count, group) => {
                let at = self.gather(group, None);
                self.choose(at, *count, false, actor)?;
            }
            Target::UpTo(count, group) => {
                let at = self.gather(group, None);
                self.choose(at, *count, true, actor)?;
            }
            Target::Random(count, group) => {
                let at = self.gather(group, None);
                self.hit(at, *count)?;
            }
            Target::OfTheir(count, group) => {
                let their = self.scene().their();
                let at = self.gather(group, Some(their));
                self.choose(at, *count, false, actor)?;
            }
            Target::Those => self.plan.targets.extend(self.doing.those.iter().copied()),
        }
        let Plan { targets, those, it, .. } = &mut *self.plan;
        if let Some(&last) = targets.last() {
            *it = last;
            those.clear();
            those.extend(targets.iter().copied());
        }
        Ok(())
    }

    /// Somebody who is named, or 0. Of several opposing Challengers with the most power the user chooses.
    /// Rules: WU-R140.
    #[inline]
    fn single(&mut self, single: Single) -> Going<Id> {
        match single {
            Single::ThisVassal | Single::ThisResource => Ok(self.doing.of.bearer),
            Single::YourChallenger => Ok(challenger(self.state, self.user())),
            Single::It | Single::ThatVassal => Ok(self.it()),
            Single::OpposingChallenger if self.rules.seats > 2 => self.one_of_the_best(),
            Single::OpposingChallenger | Single::TheirChallenger => Ok(self.scene().single(single)),
        }
    }

    /// The opposing Challenger with the most power, which the user chooses of several.
    #[cold]
    fn one_of_the_best(&mut self) -> Going<Id> {
        let power = |seat: u8| crate::scene::power(self.rules, self.state, seat);
        let there: SmallVec<[u8; 4]> =
            self.scene().opponents().filter(|&seat| challenger(self.state, seat) != 0).collect();
        let most = there.iter().map(|&seat| power(seat)).max();
        let best = there.iter().filter(|&&seat| Some(power(seat)) == most);
        let at = best.fold(0, |places, &seat| places | place(seat, CHALLENGER));
        self.plan.targets.clear();
        self.choose(at, 1, false, self.user())?;
        Ok(self.plan.targets.drain(..).next().unwrap_or(0))
    }

    /// The players that a text names. Rules: WU-R139, WU-R140.
    pub fn players(&mut self, who: Player) -> Going<SmallVec<[u8; 4]>> {
        let scene = self.scene();
        let prime = if self.state.prime == NO_SEAT { 0 } else { self.state.prime };
        let seats = self.rules.seats;
        let mut list: SmallVec<[u8; 4]> = match who {
            Player::Opponent => {
                if self.doing.versus == NO_SEAT && scene.opponents().count() > 1 {
                    return self.ask(Need::Versus(self.user()));
                }
                // Nobody takes the place of the one that is meant. Rules: WU-R145.
                let meant = self.doing.versus;
                scene.opponents().find(|&seat| meant == NO_SEAT || seat == meant).into_iter().collect()
            }
            Player::EachOpponent => scene.opponents().collect(),
            Player::EachPlayer => (0..seats).filter(|&seat| is_in(self.state, seat)).collect(),
            Player::ThatPlayer => self.that_player().into_iter().collect(),
        };
        list.sort_by_key(|&seat| (seat + seats - prime) % seats);
        Ok(list)
    }

    /// The player of the event, unless they have left since. Rules: WU-R145.
    pub fn that_player(&self) -> Option<u8> {
        Some(self.doing.of.player).filter(|&seat| seat != NO_SEAT && is_in(self.state, seat))
    }

    /// The bearer as a performer; Resources and what has left play do nothing by themselves. Rules: WU-R75, WU-R107,
    /// WU-7.1.2.
    fn doer(&self) -> Id {
        self.doing.of.bearer
    }

    fn doers(&self) -> Doers {
        Doers::one(self.doer())
    }

    /// The World that things the bearer makes get. Rules: WU-R13.
    fn world(&self) -> u8 {
        self.doing.of.world
    }

    /// The choice that it stopped at.
    #[cold]
    pub fn needs(self) -> Need {
        self.need.expect("a plan stops only where somebody must choose")
    }

    /// Plans an instruction: all choices from left to right, then all changes. Rules: card language 5.6.
    #[inline]
    pub fn step(mut self, step: &Instruction) -> Result<(), Need> {
        self.alone = step.alone;
        match self.actions(&step.actions) {
            Ok(()) => Ok(()),
            Err(Stop) => Err(self.needs()),
        }
    }

    fn actions(&mut self, actions: &[Action]) -> Going {
        for action in actions {
            self.begin_action();
            match action.who {
                None => self.deed(&action.deed, self.user())?,
                Some(who) => {
                    for seat in self.players(who)? {
                        self.their = seat;
                        self.deed(&action.deed, seat)?;
                    }
                    self.their = NO_SEAT;
                }
            }
        }
        Ok(())
    }

    /// Another action of the instruction.
    #[inline]
    pub fn begin_action(&mut self) {
        self.plan.last = self.plan.changes.len();
    }

    /// A player acts, or is concerned.
    pub fn deed(&mut self, deed: &Deed, actor: u8) -> Going {
        match deed {
            &Deed::Stack(verb, times, ref target) => {
                self.find(target, actor)?;
                let by = self.doers();
                self.plan.for_each(|on| Change::Stacks { verb, on, times, by });
            }
            &Deed::Protect(ref target, end) => {
                self.find(target, actor)?;
                let by = self.doer();
                self.plan.for_each(|on| Change::Protect { on, end, by });
            }
            Deed::Eliminate(target) => {
                self.find(target, actor)?;
                let by = self.doers();
                self.plan.for_each(|on| Change::Eliminate { on, by });
            }
            &Deed::Apply(card, ref target, end) => {
                self.find(target, actor)?;
                self.plan.for_each(|on| Change::Apply { card, on, owner: actor, end });
            }
            &Deed::Clear { card, all, ref target } => {
                self.find(target, actor)?;
                for on in std::mem::take(&mut self.plan.targets) {
                    self.clear(card, all, on, actor)?;
                }
            }
            // Given by a Chain it lasts from here until the text says, or the round ends. Rules: WU-7.10.3.
            &Deed::Give { skill, ref target, end, augments } => {
                self.find(target, actor)?;
                self.plan.for_each(|on| Change::Give { skill, on, end, augments });
            }
            &Deed::Erase { kind, all, ref target, end } => {
                self.find(target, actor)?;
                for on in std::mem::take(&mut self.plan.targets) {
                    self.erase((kind, all), on, end, actor)?;
                }
            }
            &Deed::Boosts(change, ref amount) => {
                let amount = self.amount(amount)?;
                if change == BoostChange::Spend {
                    let have = i32::from(self.state.table.domains[usize::from(actor)].boosts);
                    self.plan.possible &= have >= amount;
                }
                self.plan.changes.push(Change::Boosts { seat: actor, change, amount });
            }
            Deed::Power { target, amount, less } => {
                self.find(target, actor)?;
                let much = self.amount(amount)?;
                let amount = if *less { -much } else { much };
                let Plan { targets, changes, .. } = &mut *self.plan;
                for &id in targets.iter() {
                    // Power belongs to the zone of whoever is Challenger. Rules: WU-R63.
                    if let Some((seat, CHALLENGER, _)) = vassal(self.state, id) {
                        changes.push(Change::Power { seat, amount });
                    }
                }
            }
            &Deed::Summon(count, card) => {
                let world = self.world();
                for _ in 0..count {
                    self.plan.changes.push(Change::Summon { seat: actor, card, world });
                }
            }
            &Deed::Resource(deed, count, card) => self.resources(deed, count, card, actor),
            Deed::ExpendThis => self.plan.changes.push(Change::Expend(self.doer())),
            Deed::Negate => self.plan.negates = true,
            Deed::Swap(one, other) => self.swap(one, other, actor)?,
            Deed::Front(target) => {
                self.find(target, actor)?;
                self.only_of(actor);
                self.plan.for_each(Change::Front);
            }
            Deed::Back(target) => {
                self.find(target, actor)?;
                self.only_of(actor);
                for id in std::mem::take(&mut self.plan.targets) {
                    let extra = self.zone_kind(actor)?;
                    self.plan.changes.push(Change::Back(id, extra));
                }
            }
            Deed::Return(target) => {
                // The first in the infirmary comes to the lowest zone, whoever was chosen first.
                self.find(target, actor)?;
                let mut chosen = std::mem::take(&mut self.plan.targets);
                chosen.sort_unstable();
                for id in chosen {
                    let extra = self.zone_kind(actor)?;
                    self.plan.changes.push(Change::Return { seat: actor, id, extra });
                }
            }
        }
        Ok(())
    }

    /// Two Vassals change places. "With it" is not the one that was just named: that one cannot be swapped with itself.
    fn swap(&mut self, one: &Target, other: &Target, actor: u8) -> Going {
        let it = self.plan.it;
        self.find(one, actor)?;
        let a = self.plan.targets.first().copied();
        let named = if is_pronoun(other) { std::mem::replace(&mut self.plan.it, it) } else { 0 };
        self.find(other, actor)?;
        if self.plan.it == 0 {
            self.plan.it = named;
        }
        let b = self.plan.targets.iter().copied().find(|id| Some(*id) != a);
        if let (Some(a), Some(b)) = (a, b) {
            self.plan.changes.push(Change::Swap(a, b));
        }
        Ok(())
    }

    /// Vassal zone or extra zone, if that is asked. Rules: WU-R40, WU-R127.
    fn zone_kind(&mut self, seat: u8) -> Going<Option<bool>> {
        let zones = free_zones(self.rules, self.state, seat) & !(1 << CHALLENGER);
        // Some of them are for others who come with this instruction.
        let planned = |kind: bool| {
            let comes = |change: &&Change| matches!(**change, Change::Return { seat: to, extra, .. } if to == seat && extra == Some(kind));
            self.plan.changes.iter().filter(comes).count()
        };
        let free = |kind: bool| {
            let extras = zones >> EXTRA;
            let kinds = if kind { extras } else { zones & !(extras << EXTRA) };
            kinds.count_ones() as usize > planned(kind)
        };
        if !self.rules.format.choose_return || !free(false) || !free(true) {
            return Ok(None);
        }
        match self.pick() {
            Some(pick) => Ok(Some(pick == numbered(2))),
            None => self.ask(Need::Zone(self.user())),
        }
    }

    /// What an amount comes to, not below 0. Whom it names is "it" then. Rules: card language 5.4.
    #[inline]
    fn amount(&mut self, amount: &Amount) -> Going<i32> {
        if amount.reading.constant {
            return Ok(amount.number.as_it_stands());
        }
        self.ask_opponent(amount.reading)?;
        let who = (self.their, self.it());
        let much = reading::amount(self.rules, self.state, self.doing, who, amount).max(0);
        if let Some(single) = amount.reading.named {
            let id = self.scene().single(single);
            self.plan.it = if id == 0 { self.plan.it } else { id };
        }
        Ok(much)
    }

    /// An amount of "your opponent" asks which one is meant. Rules: WU-R140.
    fn ask_opponent(&mut self, reading: Reading) -> Going {
        let open = self.doing.versus == NO_SEAT && reading.opponent;
        if open && self.scene().opponents().count() > 1 {
            return self.ask(Need::Versus(self.user()));
        }
        Ok(())
    }

    fn resources(&mut self, deed: ResourceDeed, count: u8, card: u16, seat: u8) {
        match deed {
            ResourceDeed::Fabricate => {
                let world = self.world();
                for _ in 0..count {
                    self.plan.changes.push(Change::Fabricate { seat, card, world });
                }
            }
            ResourceDeed::Expend => {
                let stock = &self.state.table.domains[usize::from(seat)].stock;
                let own: Ids = stock
                    .iter()
                    .filter(|resource| resource.card == card)
                    .map(|resource| resource.id)
                    .collect();
                self.plan.possible &= own.len() >= usize::from(count);
                self.plan.changes.extend(own.into_iter().take(usize::from(count)).map(Change::Expend));
            }
        }
    }

    /// Statuses that are taken off somebody. Rules: WU-9.1.3, WU-R112.
    fn clear(&mut self, wanted: Option<u16>, all: bool, on: Id, by: u8) -> Going {
        let there: SmallVec<[(u8, Id); 8]> = self
            .state
            .table
            .statuses
            .iter()
            .filter(|status| status.on == on)
            .enumerate()
            .filter(|(_, status)| wanted.is_none_or(|card| status.card == card))
            .map(|(nth, status)| (nth as u8 + 1, status.id))
            .collect();
        if all || there.len() <= 1 {
            self.plan.changes.extend(there.iter().map(|&(_, id)| Change::Clear(id)));
            return Ok(());
        }
        let Some(number) = self.pick() else {
            let from = there.iter().map(|&(number, _)| number).collect();
            return self.ask(Need::Status { by, on, from });
        };
        let chosen = there.iter().find(|&&(nth, _)| numbered(nth) == number);
        self.plan.changes.extend(chosen.map(|&(_, id)| Change::Clear(id)));
        Ok(())
    }

    /// Skills that are taken from somebody in play. Rules: WU-9.1.5, WU-R90, WU-R115.
    fn erase(&mut self, (kind, all): (SkillKind, bool), on: Id, end: End, by: u8) -> Going {
        if vassal(self.state, on).is_none() {
            return Ok(());
        }
        let fits = |skill: u16| {
            let skill = &self.rules.skills[usize::from(skill)].skill;
            match kind {
                SkillKind::Skill => true,
                SkillKind::Chain => matches!(skill, Skill::Chain { .. }),
                SkillKind::Ability => matches!(skill, Skill::Trigger { .. } | Skill::Solid { .. }),
                SkillKind::Passive => matches!(skill, Skill::Passive { .. }),
            }
        };
        let there: SmallVec<[(u8, Instance); 8]> = held(self.rules, self.state, on)
            .iter()
            .enumerate()
            .filter(|(_, held)| !held.erased && fits(held.instance.skill))
            .map(|(nth, held)| (nth as u8 + 1, held.instance))
            .collect();
        if all || there.len() <= 1 {
            self.plan.changes.extend(there.iter().map(|&(_, instance)| Change::Erase { on, instance, end }));
            return Ok(());
        }
        let Some(number) = self.pick() else {
            let from = there.iter().map(|&(number, _)| number).collect();
            return self.ask(Need::Skill { by, on, from });
        };
        let chosen = there.iter().find(|&&(nth, _)| numbered(nth) == number);
        self.plan.changes.extend(chosen.map(|&(_, instance)| Change::Erase { on, instance, end }));
        Ok(())
    }
}
