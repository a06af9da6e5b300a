//! Chains: which can be activated, what they cost, and what follows. Rules: WU-7.2.3 to WU-7.5.2, WU-8.3.2, WU-8.4.2,
//! WU-8.4.3, WU-R26, WU-R72 to WU-R85, WU-R136.

use engine::Log;
use smallvec::SmallVec;

use crate::action::{Act, Spot};
use crate::deeds::{Change, carry_out};
use crate::effects;
use crate::event::Event;
use crate::flow::{bits, in_bout, next_in_bout, settle};
use crate::rules::{Rules, Terms, ears};
use crate::scene::{
    Held, Thing, cannot_activate, cost_from, each_held, held, held_by, is_changed, most_chains, thing,
    world_of,
};
use crate::settle::{Happening, count_use, fire, uses_of};
use crate::stacks::{Verdict, judge, pay_plainly};
use crate::state::{
    CHALLENGER, Cause, Domain, Ears, Id, Instance, Link, NO_CARD, NO_SEAT, Paid, State, Step, Waiting, Zone,
};
use crate::text::{BoostChange, ChainKind, ChainKinds};
use crate::zones::{Hints, ZoneSet};

/// Why a Chain cannot be activated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bar {
    /// There is no Chain of that number.
    NoChain,
    /// It belongs to the other step, or to the other players. Rules: WU-R82.
    Step,
    /// Its bearer stands in the wrong zone.
    Zone,
    /// Another Chain came before. Rules: WU-R80.
    NotFirst,
    /// Its bearer is exhausted.
    Exhausted,
    /// Its bearer has activated enough this round. Rules: WU-R78.
    UsedUp,
    /// A text forbids it.
    Forbidden,
    /// No use is left in this bout.
    Limit,
    /// It costs too much.
    Cost,
}

/// What stands on an own spot.
fn object_at(state: &State, seat: u8, spot: Spot) -> Option<Id> {
    let domain = &state.table.domains[usize::from(seat)];
    match spot {
        Spot::Zone(zone) => {
            domain.zones.get(usize::from(zone)).filter(|vassal| vassal.is_some()).map(|vassal| vassal.id)
        }
        Spot::Stock(nth) => domain.stock.get(usize::from(nth)).map(|resource| resource.id),
        Spot::Infirmary(_) => None,
    }
}

/// The card of something.
pub fn card_of(state: &State, id: Id) -> u16 {
    thing(state, id).map_or(NO_CARD, Thing::card)
}

/// Chains that something has activated this round, of these uses.
pub fn used(uses: &[(Id, u8)], id: Id) -> u8 {
    uses.iter().find(|(of, _)| *of == id).map_or(0, |&(_, count)| count)
}

/// What bars a seat from activating a Skill of something; nothing if it can. Rules: WU-R72, WU-7.2.3.2, WU-7.4.1,
/// WU-7.5.2.1, WU-7.5.2.2, WU-9.2.3, WU-9.2.4, WU-9.2.5, WU-9.2.6, WU-9.2.7.
fn bar(rules: &Rules, state: &State, seat: u8, spot: Spot, skill: &Held, bearer: Id) -> Option<Bar> {
    let terms = rules.skills[usize::from(skill.instance.skill)].terms;
    let Some(terms) = terms.filter(|_| !skill.erased) else { return Some(Bar::NoChain) };
    let kinds = terms.kinds;
    let (riposte, combo) = (kinds.has(ChainKind::Riposte), kinds.has(ChainKind::Combo));
    let fits = match state.step {
        Step::Chain => !riposte && !combo,
        Step::Reaction => {
            if seat == state.by {
                combo
            } else {
                riposte
            }
        }
        _ => false,
    };
    if !fits {
        return Some(Bar::Step);
    }
    let zones = &state.table.domains[usize::from(seat)].zones;
    let exhausted = matches!(spot, Spot::Zone(zone) if zones[usize::from(zone)].is_exhausted());
    bar_of_place(state, spot, kinds)
        .or_else(|| exhausted.then_some(Bar::Exhausted))
        .or_else(|| bar_of_use(rules, state, &state.used, bearer))
        .or_else(|| bar_of_price(rules, state, seat, spot, (bearer, skill.instance), terms))
}

/// What bars Chains of these kinds from being activated there and now.
#[inline]
fn bar_of_place(state: &State, spot: Spot, kinds: ChainKinds) -> Option<Bar> {
    // A Resource stands in no zone of either kind. Rules: WU-R26.
    let front = spot == Spot::Zone(CHALLENGER);
    let behind = !front && matches!(spot, Spot::Zone(_));
    if (kinds.has(ChainKind::Reinforce) && !behind) || (kinds.has(ChainKind::Challenge) && !front) {
        return Some(Bar::Zone);
    }
    (kinds.has(ChainKind::Prime) && state.chains > 0).then_some(Bar::NotFirst)
}

/// What bars something that is not exhausted from activating any Chain, after these uses.
#[inline]
fn bar_of_use(rules: &Rules, state: &State, uses: &[(Id, u8)], bearer: Id) -> Option<Bar> {
    let used = used(uses, bearer);
    if used > 0 && used >= most_chains(rules, state, bearer) {
        return Some(Bar::UsedUp);
    }
    cannot_activate(rules, state, bearer).then_some(Bar::Forbidden)
}

/// What bars a Chain of something by its Limit and cost.
#[inline]
fn bar_of_price(
    rules: &Rules,
    state: &State,
    seat: u8,
    spot: Spot,
    (bearer, instance): (Id, Instance),
    terms: Terms,
) -> Option<Bar> {
    if terms.limit.is_some_and(|limit| uses_of(state, bearer, instance) >= limit) {
        return Some(Bar::Limit);
    }
    let boosts = state.table.domains[usize::from(seat)].boosts;
    if boosts > terms.cost && state.ears.all & ears::DEARER == 0 {
        // Not even the tax makes it too dear.
        return None;
    }
    if boosts < terms.cost && state.ears.all & ears::COST == 0 {
        // Nothing makes it cheaper.
        return Some(Bar::Cost);
    }
    let price = cost_from(rules, state, seat, zone_of(spot), bearer, instance.skill);
    (price > boosts).then_some(Bar::Cost)
}

/// The zone on whose account a Chain is paid. Resources are never taxed. Rules: WU-R76.
fn zone_of(spot: Spot) -> Zone {
    if let Spot::Zone(zone) = spot { zone } else { CHALLENGER }
}

/// A search for Chains that a seat can activate.
struct Search<'a> {
    rules: &'a Rules,
    state: &'a State,
    seat: u8,
    /// Chains of this step, as a bit of [`ears`].
    wanted: u64,
    /// [`State::used`].
    uses: &'a [(Id, u8)],
    found: &'a mut Vec<Act>,
}

impl Search<'_> {
    /// The Chains of something that may have other Skills than what is printed, or not, and is not exhausted.
    fn among(&mut self, id: Id, card: u16, spot: Spot, changed: bool) {
        let &mut Self { rules, state, seat, wanted, uses, .. } = self;
        let face = rules.face(card);
        if (!changed && face.ears.all & wanted == 0) || bar_of_use(rules, state, uses, id).is_some() {
            return;
        }
        if changed {
            return each_held(rules, state, id, (seat, card), |instance, number| {
                let program = &rules.skills[usize::from(instance.skill)];
                if let Some(terms) = program.terms
                    && program.ears.all & wanted != 0
                {
                    self.try_one(id, spot, instance, terms, number);
                }
            });
        }
        for chain in face.chains.iter().filter(|chain| chain.ears & wanted != 0) {
            let instance = Instance { origin: 0, skill: chain.skill };
            self.try_one(id, spot, instance, chain.terms, chain.number);
        }
    }

    /// A Chain of this step.
    #[inline]
    fn try_one(&mut self, id: Id, spot: Spot, instance: Instance, terms: Terms, number: u8) {
        let &mut Self { rules, state, seat, .. } = self;
        if bar_of_place(state, spot, terms.kinds).is_none()
            && bar_of_price(rules, state, seat, spot, (id, instance), terms).is_none()
        {
            self.found.push(Act::Use(spot, number));
        }
    }
}

/// Notes the Chains that whoever has priority can activate, in the order of places, and says whether there are any: who
/// has none abstains. Rules: WU-R82, WU-R87.
pub fn note_chances(rules: &Rules, state: &mut State) -> bool {
    state.chances.clear();
    let seat = state.to;
    let wanted = match state.step {
        Step::Reaction if seat == state.by => ears::COMBO,
        Step::Reaction => ears::RIPOSTE,
        _ => ears::CHAIN,
    };
    if state.ears.all & wanted == 0 || seat == NO_SEAT {
        return false;
    }
    let domain = &state.table.domains[usize::from(seat)];
    let zones = &domain.zones;
    // Who gets Chains by statements is known only when they are asked.
    let granted = state.ears.all & ears::GRANT != 0;
    let able = if granted { zones.rested() } else { zones.hearing(Ears::hint(wanted)) & zones.rested() };
    if able == 0 && domain.stock.is_empty() {
        return false;
    }
    let mut chances = std::mem::take(&mut state.chances);
    search(rules, state, seat, wanted, able, &mut chances);
    state.chances = chances;
    !state.chances.is_empty()
}

/// Finds the Chains of Vassals in these zones and of Resources.
fn search(rules: &Rules, state: &State, seat: u8, wanted: u64, able: ZoneSet, found: &mut Vec<Act>) {
    let mut search = Search { rules, state, seat, wanted, uses: &state.used, found };
    let Domain { zones, stock, .. } = &state.table.domains[usize::from(seat)];
    let changed = is_changed(state);
    for zone in bits(able) {
        let vassal = &zones[usize::from(zone)];
        let extras = changed || zones.hears(zone, Hints::EXTRAS);
        search.among(vassal.id, vassal.card, Spot::Zone(zone), extras);
    }
    for (nth, resource) in stock.iter().enumerate() {
        search.among(resource.id, resource.card, Spot::Stock(nth as u8), changed);
    }
}

/// Why a Chain on a spot cannot be activated; for refusals.
pub fn bar_at(rules: &Rules, state: &State, seat: u8, spot: Spot, number: u8) -> Option<Bar> {
    let Some(id) = object_at(state, seat, spot) else { return Some(Bar::NoChain) };
    let skills = held(rules, state, id);
    let Some(skill) = usize::from(number).checked_sub(1).and_then(|nth| skills.get(nth)) else {
        return Some(Bar::NoChain);
    };
    bar(rules, state, seat, spot, skill, id)
}

/// A Chain is paid for. Its effect follows when what the payment sets off is settled. Rules: WU-R72, WU-P-3,
/// WU-1.6.2.1, WU-7.2.5, WU-8.3.2.1, WU-8.4.3.1.
#[inline(never)]
pub fn activate(
    rules: &Rules,
    state: &mut State,
    seat: u8,
    spot: Spot,
    number: u8,
    log: &mut impl Log<Event>,
) {
    let Some(bearer) = object_at(state, seat, spot) else { return };
    let card = card_of(state, bearer);
    let nth = usize::from(number) - 1;
    let instance = match rules.face(card).skills.get(nth) {
        // What is printed comes first.
        Some(&skill) => Instance { origin: 0, skill },
        None => held_by(rules, state, bearer, seat, card)[nth].instance,
    };
    let Some(terms) = rules.skills[usize::from(instance.skill)].terms else { return };
    let price = cost_from(rules, state, seat, zone_of(spot), bearer, instance.skill);
    log.add(Event::ChainUsed(seat, card, number));
    let reinforcer = matches!(spot, Spot::Zone(zone) if zone != CHALLENGER);
    if !state.snapshots.is_empty() {
        // Exhaustion that is forbidden or replaced is not given, and not given again. Rules: WU-R118, WU-R121.
        let exhausts = reinforcer && judge(rules, state, &Change::exhaust(bearer)) == Verdict::Happens;
        for snapshot in state.snapshots.iter_mut() {
            if price > 0 {
                snapshot.paid.push(Paid::Boosts(seat, price));
            }
            if exhausts {
                snapshot.paid.push(Paid::Exhausted(bearer));
            }
        }
    }
    match state.used.iter_mut().find(|(of, _)| *of == bearer) {
        Some((_, count)) => *count += 1,
        None => state.used.push((bearer, 1)),
    }
    state.chains = state.chains.saturating_add(1);
    if let Some(limit) = terms.limit {
        count_use(state, bearer, instance, limit);
    }
    state.activating = Some(Link { player: seat, bearer, instance, negated: false });
    state.begun = false;
    if pay_plainly(rules, state, seat, price, zone_of(spot), log) {
        return;
    }
    let mut changes: SmallVec<[Change; 2]> = SmallVec::new();
    changes.push(Change::Boosts { seat, change: BoostChange::Spend, amount: i32::from(price) });
    if reinforcer {
        changes.push(Change::exhaust(bearer));
    }
    let outcome = carry_out(rules, state, &changes, Cause::Payment, log);
    state.replace(outcome.instead, 0);
    settle(state);
}

/// Goes on with a Chain that is being activated: its effect after the payment, the reaction step after the effect.
/// Rules: WU-8.4.2.1, WU-8.4.2.2.
pub fn go_on(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let Some(link) = state.activating else { return };
    if !state.begun {
        if rules.negates {
            state.snapshots.take(&state.table);
        }
        let world = world_of(rules, state, link.bearer, link.instance.skill);
        let of = Waiting::by(link.player, link.bearer, link.instance, Cause::Activation, world);
        effects::start(rules, state, of, true, log);
        return;
    }
    state.activating = None;
    state.begun = false;
    state.snapshots.keep_last();
    (state.open, state.by) = (Some(link), link.player);
    state.to = next_in_bout(state, link.player);
    state.step = Step::Reaction;
}

/// The effect of the Chain that is being activated is done: now it counts as activated.
pub fn effect_done(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let Some(link) = state.activating else { return };
    if let Some(Terms { kinds, .. }) = rules.skills[usize::from(link.instance.skill)].terms {
        let happening = Happening::Activates { player: link.player, bearer: link.bearer, kinds };
        fire(rules, state, &happening, Cause::Activation, log);
    }
    state.begun = true;
    settle(state);
    // A player who has conceded meanwhile leaves no ghosts.
    let stands = |seat| state.table.domains[usize::from(seat)].zones.there() != 0;
    state.settling |= in_bout(state).count() < 2 || !in_bout(state).all(stands);
}
