//! An instruction before it is carried out: all choices from left to right, then what is to change. Rules: WU-R73,
//! WU-R75, WU-R139, WU-R140; card language 5.6.

use smallvec::SmallVec;

use super::{Need, reading, scene};
use crate::deeds::{Change, Doers};
use crate::flow::free_zones;
use crate::program::{Amount, Deed, Instruction, Reading, Target};
use crate::rules::{Rules, ears};
use crate::scene::{Ids, Scene, cannot, challenger, held, is_in, vassal};
use crate::state::{CHALLENGER, Doing, EXTRA, End, Id, Instance, NO_SEAT, State};
use crate::text::{BoostChange, Immunity, Player, ResourceDeed, Single, Skill, SkillKind};

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
    /// The last one chosen or named, if any.
    pub it: Option<Id>,
    /// The last several chosen.
    pub those: Option<Ids>,
    pub negates: bool,
    /// Whether an optional action could be done at all.
    pub possible: bool,
}

impl Plan {
    /// Nothing yet.
    pub fn empty() -> Self {
        Self { changes: SmallVec::new(), last: 0, it: None, those: None, negates: false, possible: true }
    }
}

/// The choices made so far, taken one by one.
struct Picks<'a> {
    list: &'a [Id],
    next: usize,
}

impl Picks<'_> {
    fn take(&mut self) -> Option<Id> {
        let pick = self.list.get(self.next).copied();
        self.next += usize::from(pick.is_some());
        pick
    }
}

/// Everything that is needed to plan an instruction.
pub(super) struct Planner<'a> {
    rules: &'a Rules,
    state: &'a State,
    doing: &'a Doing,
    picks: Picks<'a>,
    plan: &'a mut Plan,
    /// Whether the instruction makes no other choices than those of one target.
    alone: bool,
    /// Who acts in the sentence where a text names somebody else than "you", for "their"; or [`NO_SEAT`]. Rules:
    /// WU-R140 point 8.
    pub their: u8,
}

impl<'a> Planner<'a> {
    /// Fills an empty plan.
    pub fn new(rules: &'a Rules, state: &'a State, doing: &'a Doing, plan: &'a mut Plan) -> Self {
        let picks = Picks { list: &doing.picks, next: 0 };
        Self { rules, state, doing, picks, plan, alone: false, their: NO_SEAT }
    }

    fn scene(&self) -> Scene<'a> {
        let mut scene = scene(self.rules, self.state, self.doing, self.their);
        if let Some(it) = self.plan.it {
            scene.it = it;
        }
        scene
    }

    fn user(&self) -> u8 {
        self.doing.of.user
    }

    /// What can be chosen, by a player or by chance: effects of opponents do not choose what cannot be targeted.
    fn candidates(&self, mut members: Ids) -> Ids {
        if self.state.ears.all & ears::cannot(Immunity::Targeted) != 0 {
            members.retain(|&mut id| {
                let own = vassal(self.state, id).is_none_or(|(seat, ..)| seat == self.user());
                own || !cannot(self.rules, self.state, id, Immunity::Targeted)
            });
        }
        members
    }

    /// So many of these, chosen one by one; all if there are not more. Rules: WU-R73.
    fn choose(&mut self, mut from: Ids, count: usize, up_to: bool, by: u8) -> Result<Ids, Need> {
        let mut chosen = Ids::new();
        if !up_to && from.len() <= count {
            return Ok(from);
        }
        while chosen.len() < count && !from.is_empty() {
            match self.picks.take() {
                Some(ENOUGH) => break,
                Some(pick) => {
                    from.retain(|id| *id != pick);
                    chosen.push(pick);
                }
                None => return Err(Need::Target { by, from, enough: up_to }),
            }
        }
        Ok(chosen)
    }

    /// Whom an action of a player concerns.
    fn targets(&mut self, target: &Target, actor: u8) -> Result<Ids, Need> {
        let chosen: Ids = match target {
            Target::One(single) => {
                let mut one = Ids::new();
                let id = self.single(*single)?;
                if id != 0 {
                    self.plan.it = Some(id);
                    one.push(id);
                }
                return Ok(one);
            }
            // What was chosen among several is still there: nothing has happened since.
            Target::Choose(1, _) if self.alone && !self.picks.list.is_empty() => {
                Ids::from_slice(self.picks.list)
            }
            Target::Choose(count, group) => {
                let from = self.candidates(self.scene().members(group));
                self.choose(from, usize::from(*count), false, actor)?
            }
            Target::UpTo(count, group) => {
                let from = self.candidates(self.scene().members(group));
                self.choose(from, usize::from(*count), true, actor)?
            }
            Target::Random(count, group) => {
                let mut from = self.candidates(self.scene().members(group));
                let mut hit = Ids::new();
                while hit.len() < usize::from(*count) && !from.is_empty() {
                    if from.len() <= usize::from(*count) - hit.len() {
                        hit.append(&mut from);
                        break;
                    }
                    let Some(pick) = self.picks.take() else { return Err(Need::Hit(from)) };
                    from.retain(|id| *id != pick);
                    hit.push(pick);
                }
                hit
            }
            // Nobody of a whole group is chosen or named. Rules: card language 5.4.
            Target::Each(group) => return Ok(self.scene().members(group)),
            Target::OfTheir(count, group) => {
                let scene = self.scene();
                let from = self.candidates(scene.members_of(group, scene.their()));
                self.choose(from, usize::from(*count), false, actor)?
            }
            Target::Those => Ids::from_slice(&self.doing.those),
        };
        if let Some(&last) = chosen.last() {
            self.plan.it = Some(last);
            self.plan.those = Some(chosen.clone());
        }
        Ok(chosen)
    }

    /// Somebody who is named. Of several opposing Challengers with the most power the user chooses. Rules: WU-R140.
    fn single(&mut self, single: Single) -> Result<Id, Need> {
        if single == Single::OpposingChallenger && self.rules.seats > 2 {
            let scene = self.scene();
            let power = |seat: u8| crate::scene::power(self.rules, self.state, seat);
            let there: SmallVec<[u8; 4]> =
                scene.opponents().filter(|&seat| challenger(self.state, seat) != 0).collect();
            let most = there.iter().map(|&seat| power(seat)).max();
            let best: Ids = there
                .iter()
                .filter(|&&seat| Some(power(seat)) == most)
                .map(|&seat| challenger(self.state, seat))
                .collect();
            return Ok(self.choose(best, 1, false, self.doing.of.user)?.first().copied().unwrap_or(0));
        }
        Ok(self.scene().single(single))
    }

    /// The players that a text names. Rules: WU-R139, WU-R140.
    pub fn players(&self, who: Player) -> Result<SmallVec<[u8; 4]>, Need> {
        let scene = self.scene();
        let prime = if self.state.prime == NO_SEAT { 0 } else { self.state.prime };
        let seats = self.rules.seats;
        let mut list: SmallVec<[u8; 4]> = match who {
            Player::Opponent => {
                if self.doing.versus == NO_SEAT && scene.opponents().count() > 1 {
                    return Err(Need::Versus(self.user()));
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

    /// Plans an instruction: all choices from left to right, then all changes. Rules: card language 5.6.
    pub fn step(mut self, step: &Instruction) -> Result<(), Need> {
        self.alone = step.alone;
        for action in &step.actions {
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
    pub fn begin_action(&mut self) {
        self.plan.last = self.plan.changes.len();
    }

    /// A player acts, or is concerned.
    pub fn deed(&mut self, deed: &Deed, actor: u8) -> Result<(), Need> {
        match deed {
            &Deed::Stack(verb, times, ref target) => {
                for on in self.targets(target, actor)? {
                    let by = self.doers();
                    self.plan.changes.push(Change::Stacks { verb, on, times, by });
                }
            }
            &Deed::Protect(ref target, end) => {
                for on in self.targets(target, actor)? {
                    self.plan.changes.push(Change::Protect { on, end, by: self.doer() });
                }
            }
            Deed::Eliminate(target) => {
                for on in self.targets(target, actor)? {
                    self.plan.changes.push(Change::Eliminate { on, by: self.doers() });
                }
            }
            &Deed::Apply(card, ref target, end) => {
                for on in self.targets(target, actor)? {
                    self.plan.changes.push(Change::Apply { card, on, owner: actor, end });
                }
            }
            &Deed::Clear { card, all, ref target } => {
                for on in self.targets(target, actor)? {
                    self.clear(card, all, on, actor)?;
                }
            }
            &Deed::Give { skill, ref target, end, augments } => {
                for on in self.targets(target, actor)? {
                    self.plan.changes.push(Change::Give { skill, on, end, augments });
                }
            }
            &Deed::Erase { kind, all, ref target, end } => {
                for on in self.targets(target, actor)? {
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
                let targets = self.targets(target, actor)?;
                let much = self.amount(amount)?;
                let amount = if *less { -much } else { much };
                for id in targets {
                    // Power belongs to the zone of whoever is Challenger. Rules: WU-R63.
                    if let Some((seat, CHALLENGER, _)) = vassal(self.state, id) {
                        self.plan.changes.push(Change::Power { seat, amount });
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
            Deed::Swap(one, other) => {
                // "With it" is not the one that was just named: that one cannot be swapped with itself.
                let it = self.plan.it;
                let a = self.targets(one, actor)?.first().copied();
                let named = if is_pronoun(other) { std::mem::replace(&mut self.plan.it, it) } else { None };
                let mut others = self.targets(other, actor)?;
                self.plan.it = self.plan.it.or(named);
                others.retain(|id| Some(*id) != a);
                if let (Some(a), Some(&b)) = (a, others.first()) {
                    self.plan.changes.push(Change::Swap(a, b));
                }
            }
            Deed::Front(target) => {
                for id in self.targets(target, actor)? {
                    self.plan.changes.push(Change::Front(id));
                }
            }
            Deed::Back(target) => {
                for id in self.targets(target, actor)? {
                    let seat = vassal(self.state, id).map_or(self.user(), |(seat, ..)| seat);
                    let extra = self.zone_kind(seat)?;
                    self.plan.changes.push(Change::Back(id, extra));
                }
            }
            Deed::Return(target) => {
                // The first in the infirmary comes to the lowest zone, whoever was chosen first.
                let mut chosen = self.targets(target, actor)?;
                chosen.sort_unstable();
                for id in chosen {
                    let extra = self.zone_kind(actor)?;
                    self.plan.changes.push(Change::Return { seat: actor, id, extra });
                }
            }
        }
        Ok(())
    }

    /// Vassal zone or extra zone, if that is asked. Rules: WU-R40, WU-R127.
    fn zone_kind(&mut self, seat: u8) -> Result<Option<bool>, Need> {
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
        match self.picks.take() {
            Some(pick) => Ok(Some(pick == numbered(2))),
            None => Err(Need::Zone(self.user())),
        }
    }

    /// What an amount comes to, not below 0. Whom it names is "it" then. Rules: card language 5.4.
    fn amount(&mut self, amount: &Amount) -> Result<i32, Need> {
        self.ask_opponent(amount.reading)?;
        let it = self.plan.it.unwrap_or(self.doing.it);
        let much = reading::amount(self.rules, self.state, self.doing, (self.their, it), amount).max(0);
        if let Some(single) = amount.reading.named {
            let id = self.scene().single(single);
            self.plan.it = if id == 0 { self.plan.it } else { Some(id) };
        }
        Ok(much)
    }

    /// An amount of "your opponent" asks which one is meant. Rules: WU-R140.
    fn ask_opponent(&self, reading: Reading) -> Result<(), Need> {
        let open = self.doing.versus == NO_SEAT && reading.opponent;
        if open && self.scene().opponents().count() > 1 {
            return Err(Need::Versus(self.user()));
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
    fn clear(&mut self, wanted: Option<u16>, all: bool, on: Id, by: u8) -> Result<(), Need> {
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
        let Some(number) = self.picks.take() else {
            return Err(Need::Status { by, on, from: there.iter().map(|&(number, _)| number).collect() });
        };
        let chosen = there.iter().find(|&&(nth, _)| numbered(nth) == number);
        self.plan.changes.extend(chosen.map(|&(_, id)| Change::Clear(id)));
        Ok(())
    }

    /// Skills that are taken from somebody in play. Rules: WU-9.1.5, WU-R90, WU-R115.
    fn erase(&mut self, (kind, all): (SkillKind, bool), on: Id, end: End, by: u8) -> Result<(), Need> {
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
        let Some(number) = self.picks.take() else {
            return Err(Need::Skill { by, on, from: there.iter().map(|&(number, _)| number).collect() });
        };
        let chosen = there.iter().find(|&&(nth, _)| numbered(nth) == number);
        self.plan.changes.extend(chosen.map(|&(_, instance)| Change::Erase { on, instance, end }));
        Ok(())
    }
}
