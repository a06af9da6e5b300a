//! Chains: which can be activated, what they cost, and what follows. Rules: WU-7.2.3 to WU-7.5.2, WU-8.3.2, WU-8.4.2,
//! WU-8.4.3, WU-R26, WU-R72 to WU-R85, WU-R136.

use engine::Log;
use smallvec::SmallVec;

use crate::action::{Act, Spot};
use crate::deeds::{Change, carry_out};
use crate::effects;
use crate::event::Event;
use crate::flow::{Halt, NEXT, Then, bits, in_bout, next_in_bout, note_settling};
use crate::rules::{MOST_SKILLS, Rules, Terms, Turn, ears, moment};
use crate::scene::{
    Held, Thing, cannot_activate, cost_from, each_held, held, held_by, most_chains, thing, world_of,
};
use crate::settle::{Happening, count_use, fire, uses_of};
use crate::stacks::{Verdict, judge, pay_plainly};
use crate::state::{
    CHALLENGER, Cause, Domain, Id, Instance, Link, NO_CARD, NO_SEAT, NO_WORLD, Paid, Resource, State, Step,
    Vassal, Waiting, Zone,
};
use crate::text::{BoostChange, ChainKind, ChainKinds};
use crate::zones::ZoneSet;

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

/// What stands on an own spot, and its card.
fn thing_at(state: &State, seat: u8, spot: Spot) -> Option<(Id, u16)> {
    let domain = &state.table.domains[usize::from(seat)];
    match spot {
        Spot::Zone(zone) => {
            let vassal = domain.zones.get(usize::from(zone)).filter(|vassal| vassal.is_some());
            vassal.map(|vassal| (vassal.id, vassal.card))
        }
        Spot::Stock(nth) => domain.stock.get(usize::from(nth)).map(|resource| (resource.id, resource.card)),
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
    let (reaction, wanted) = reaction_of(state, seat);
    let in_combat = matches!(state.step, Step::Chain | Step::Reaction);
    let kinds = terms.kinds;
    if !in_combat || kinds.among(reaction) != wanted {
        return Some(Bar::Step);
    }
    let bars = bars_of_place(state, spot);
    if kinds.among(bars) != ChainKinds::NONE {
        let prime = ChainKinds::NONE.with(ChainKind::Prime);
        return Some(if kinds.among(bars) == prime { Bar::NotFirst } else { Bar::Zone });
    }
    let zones = &state.table.domains[usize::from(seat)].zones;
    let exhausted = matches!(spot, Spot::Zone(zone) if zones[usize::from(zone)].is_exhausted());
    let by_use = || bar_of_use(rules, state, bearer);
    let by_price = || bar_of_price(rules, state, seat, spot, (bearer, skill.instance), terms);
    exhausted.then_some(Bar::Exhausted).or_else(by_use).or_else(by_price)
}

/// The kinds of Chains that belong to reaction steps, and those of them that a seat can activate now. Rules: WU-R82.
#[inline]
fn reaction_of(state: &State, seat: u8) -> (ChainKinds, ChainKinds) {
    const REACTIONS: ChainKinds = ChainKinds::NONE.with(ChainKind::Riposte).with(ChainKind::Combo);
    let wanted = match turn(state, seat) {
        Turn::Combo => ChainKinds::NONE.with(ChainKind::Combo),
        Turn::Riposte => ChainKinds::NONE.with(ChainKind::Riposte),
        Turn::Chain => ChainKinds::NONE,
    };
    (REACTIONS, wanted)
}

/// The kinds of Chains that cannot be activated there and now. A Resource stands in no zone of either kind.
/// Rules: WU-R26, WU-R80.
#[inline]
fn bars_of_place(state: &State, spot: Spot) -> ChainKinds {
    let bars = match spot {
        Spot::Zone(CHALLENGER) => ChainKinds::NONE.with(ChainKind::Reinforce),
        Spot::Zone(_) => ChainKinds::NONE.with(ChainKind::Challenge),
        _ => ChainKinds::NONE.with(ChainKind::Reinforce).with(ChainKind::Challenge),
    };
    if state.chains > 0 { bars.with(ChainKind::Prime) } else { bars }
}

/// What bars something that is not exhausted from activating any Chain.
#[inline]
fn bar_of_use(rules: &Rules, state: &State, bearer: Id) -> Option<Bar> {
    if is_used_up(rules, state, bearer) {
        return Some(Bar::UsedUp);
    }
    cannot_activate(rules, state, bearer).then_some(Bar::Forbidden)
}

/// Whether something has activated enough Chains this round.
fn is_used_up(rules: &Rules, state: &State, bearer: Id) -> bool {
    let used = used(&state.used, bearer);
    used > 0 && used >= most_chains(rules, state, bearer)
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

/// Which Chains a seat can activate now.
#[inline]
fn turn(state: &State, seat: u8) -> Turn {
    match state.step {
        Step::Reaction if seat == state.by => Turn::Combo,
        Step::Reaction => Turn::Riposte,
        _ => Turn::Chain,
    }
}

/// Notes the Chains that whoever has priority can activate, in the order of places, and says whether there are any: who
/// has none abstains. Rules: WU-R82, WU-R87.
#[inline]
pub fn note_chances(rules: &Rules, state: &mut State) -> bool {
    state.chances.clear();
    let turn = turn(state, state.to);
    if state.ears.all & turn.ear() == 0 || state.to == NO_SEAT {
        return false;
    }
    let zones = &state.table.domains[usize::from(state.to)].zones;
    let able = (zones.with_chains(turn, state.chains > 0) | zones.other_chains()) & zones.rested();
    let is_hidden = state.stocked || state.ears.all & ears::GRANT != 0;
    (able != 0 || is_hidden) && search_chances(rules, state, turn, able)
}

/// The same where those in some zones may have such Chains, or Resources, or such to whom they are granted.
#[inline(never)]
fn search_chances(rules: &Rules, state: &mut State, turn: Turn, mut able: ZoneSet) -> bool {
    let seat = state.to;
    if state.ears.all & ears::GRANT != 0 {
        note_all_chances(rules, state);
        return !state.chances.is_empty();
    }
    while able != 0 {
        let zone = able.trailing_zeros() as Zone;
        able &= able - 1;
        note_chances_at(rules, state, seat, zone, turn);
    }
    if state.stocked {
        note_chances_of_resources(rules, state);
    }
    !state.chances.is_empty()
}

/// The same of the Vassal in a zone.
#[inline]
fn note_chances_at(rules: &Rules, state: &mut State, seat: u8, zone: Zone, turn: Turn) {
    let Domain { zones, boosts, .. } = &state.table.domains[usize::from(seat)];
    let (Vassal { id, card, .. }, boosts) = (zones[usize::from(zone)], *boosts);
    let print = rules.print(card);
    let mut chains = print.chains(moment(turn, zone != CHALLENGER, state.chains > 0));
    if zones.other_chains() >> zone & 1 == 1 {
        return note_held_chances(rules, state, seat, Spot::Zone(zone), (id, card));
    }
    let may_be_used = zones.used() >> zone & 1 == 1;
    if chains == 0 || (may_be_used && is_used_up(rules, state, id)) || cannot_activate(rules, state, id) {
        return;
    }
    while chains != 0 {
        let nth = chains.trailing_zeros() as usize % MOST_SKILLS;
        chains &= chains - 1;
        // Not even the tax makes it too dear.
        let is_cheap =
            print.limits[nth] == 0 && boosts > print.costs[nth] && state.ears.all & ears::DEARER == 0;
        if is_cheap || can_pay(rules, state, seat, zone, id, print.skills[nth]) {
            state.chances.push(Act::Use(Spot::Zone(zone), nth as u8 + 1));
        }
    }
}

/// Whether Limit and cost allow a printed Chain of a Vassal.
#[inline(never)]
fn can_pay(rules: &Rules, state: &State, seat: u8, zone: Zone, bearer: Id, skill: u16) -> bool {
    let Some(terms) = rules.skills[usize::from(skill)].terms else { return false };
    let of = (bearer, Instance { origin: 0, skill });
    bar_of_price(rules, state, seat, Spot::Zone(zone), of, terms).is_none()
}

/// Notes the Chains of all Vassals and Resources of whoever has priority, whatever they have them from: who gets Chains
/// by statements is known only when they are asked.
#[cold]
#[inline(never)]
fn note_all_chances(rules: &Rules, state: &mut State) {
    let seat = state.to;
    for zone in bits(state.table.domains[usize::from(seat)].zones.rested()) {
        let Vassal { id, card, .. } = state.table.domains[usize::from(seat)].zones[usize::from(zone)];
        note_held_chances(rules, state, seat, Spot::Zone(zone), (id, card));
    }
    note_chances_of_resources(rules, state);
}

/// Notes the Chains of Resources of whoever has priority.
#[inline(never)]
fn note_chances_of_resources(rules: &Rules, state: &mut State) {
    let seat = state.to;
    for nth in 0..state.table.domains[usize::from(seat)].stock.len() {
        let Resource { id, card, .. } = state.table.domains[usize::from(seat)].stock[nth];
        note_held_chances(rules, state, seat, Spot::Stock(nth as u8), (id, card));
    }
}

/// Notes the Chains of something that is not exhausted and may have other Skills than what is printed.
#[inline(never)]
fn note_held_chances(rules: &Rules, state: &mut State, seat: u8, spot: Spot, (id, card): (Id, u16)) {
    if bar_of_use(rules, state, id).is_some() {
        return;
    }
    let ((reaction, wanted), bars) = (reaction_of(state, seat), bars_of_place(state, spot));
    let mut found = std::mem::take(&mut state.chances);
    each_held(rules, state, id, (seat, card), |instance, number| {
        if let Some(terms) = rules.skills[usize::from(instance.skill)].terms
            && terms.kinds.among(reaction) == wanted
            && terms.kinds.among(bars) == ChainKinds::NONE
            && bar_of_price(rules, state, seat, spot, (id, instance), terms).is_none()
        {
            found.push(Act::Use(spot, number));
        }
    });
    state.chances = found;
}

/// Why a Chain on a spot cannot be activated; for refusals.
pub fn bar_at(rules: &Rules, state: &State, seat: u8, spot: Spot, number: u8) -> Option<Bar> {
    let Some((id, _)) = thing_at(state, seat, spot) else { return Some(Bar::NoChain) };
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
    let Some((bearer, card)) = thing_at(state, seat, spot) else { return };
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
    count_chain(state, seat, spot, bearer);
    state.chains = state.chains.saturating_add(1);
    if terms.limit.is_some() {
        count_use(state, bearer, instance);
    }
    state.making = world_of(rules, state, bearer, instance.skill);
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
    carry_out(rules, state, &changes, 0, Cause::Payment, log);
    note_settling(state);
}

/// Counts a Chain that something activates. Rules: WU-R78.
#[inline]
fn count_chain(state: &mut State, seat: u8, spot: Spot, bearer: Id) {
    let mut is_first = false;
    if let Spot::Zone(zone) = spot {
        let zones = &mut state.table.domains[usize::from(seat)].zones;
        is_first = zones.used() >> zone & 1 == 0;
        zones.use_up(zone);
    }
    let known = if is_first { None } else { state.used.iter_mut().find(|(of, _)| *of == bearer) };
    match known {
        Some((_, count)) => *count += 1,
        None => state.used.push((bearer, 1)),
    }
}

/// Goes on with a Chain that is being activated: its effect after the payment, the reaction step after the effect.
/// Rules: WU-8.4.2.1, WU-8.4.2.2.
pub fn go_on(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    let Some(link) = state.activating else { return NEXT };
    if !state.begun {
        if rules.negates {
            state.snapshots.take(&state.table);
        }
        let of = Waiting::by(link.player, link.bearer, link.instance, Cause::Activation, state.making);
        effects::start(rules, state, of, true, log);
        return Then::Break(Halt::Settle);
    }
    state.activating = None;
    state.begun = false;
    state.snapshots.keep_last();
    state.making = NO_WORLD;
    (state.open, state.by) = (Some(link), link.player);
    state.to = next_in_bout(state, link.player);
    state.step = Step::Reaction;
    NEXT
}

/// The effect of the Chain that is being activated is done: now it counts as activated.
pub fn effect_done(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let Some(link) = state.activating else { return };
    if let Some(Terms { kinds, .. }) = rules.skills[usize::from(link.instance.skill)].terms {
        let happening = Happening::Activates { player: link.player, bearer: link.bearer, kinds };
        fire(rules, state, &happening, Cause::Activation, log);
    }
    state.begun = true;
    note_settling(state);
    // A player who has conceded meanwhile leaves no ghosts.
    let stands = |seat| state.table.domains[usize::from(seat)].zones.there() != 0;
    state.settling |= in_bout(state).count() < 2 || !in_bout(state).all(stands);
}
