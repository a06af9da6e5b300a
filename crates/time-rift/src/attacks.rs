//! Attacks from the announcement to the damage. Rules: TR-ATK-1 to TR-ATK-5, TR-COMBAT-1 to TR-COMBAT-12,
//! TR-CRIT-1 to TR-CRIT-3, TR-R37 to TR-R61.

use engine::Log;

use crate::action::{NO_CARD, Strike};
use crate::arena::{Square, bits, relative};
use crate::event::{Event, Why};
use crate::faces::{Window, standing};
use crate::losses::lose_life;
use crate::rules::Rules;
use crate::scene::{
    champion_initiative, change, grid_value, has_hands, is_forbidden, is_forbidden_to_card, is_living,
    is_restrained, own_defense,
};
use crate::state::{Blow, Dice, End, Fight, Frame, State, Unit, flag, mark, seat_slot, unit};
use crate::text::{CardType, Deed as Forbidden};
use crate::windows::{self, about};

/// The unit that attacks with the card in a slot: a minion that card is, else the Champion. Rules: TR-R101.
pub fn attacker_of(rules: &Rules, state: &State, seat: u8, slot: u8) -> Unit {
    if slot > 0 && rules.face(state.slot(seat, slot).card).is_minion() {
        unit(seat, slot)
    } else {
        unit(seat, 0)
    }
}

/// Of these spaces those within the grid of an attack, as bits. Rules: TR-GRID-5.
/// Rules: TR-GRID-3, TR-WATK-3, TR-SATK-2, TR-WEAP-6.
pub fn targets(rules: &Rules, state: &State, seat: u8, strike: Strike, among: u32) -> u32 {
    let reached = reached(rules, state, seat, strike, among);
    if reached != 0 && is_attack_forbidden(rules, state, seat, strike.slot) { 0 } else { reached }
}

/// The same for a base attack.
#[inline]
pub fn base_targets(rules: &Rules, state: &State, seat: u8, among: u32) -> u32 {
    if state.ears & standing::GRID != 0 {
        return targets(rules, state, seat, Strike::ordinary(0), among);
    }
    let side = &state.seats[usize::from(seat)];
    let reached = rules.face(side.champion).reach.from(side.square, side.facing) & among;
    if reached != 0 && is_attack_forbidden(rules, state, seat, 0) { 0 } else { reached }
}

fn reached(rules: &Rules, state: &State, seat: u8, strike: Strike, among: u32) -> u32 {
    let Strike { slot, lent, facing, .. } = strike;
    let side = &state.seats[usize::from(seat)];
    let card_in = |slot: u8| match slot {
        0 => side.champion,
        _ => side.slots[usize::from(slot) - 1].card,
    };
    let (from, own_facing) = if slot > 0 && rules.face(card_in(slot)).is_minion() {
        state.stance_of(unit(seat, slot))
    } else {
        (side.square, side.facing)
    };
    let facing = facing.unwrap_or(own_facing);
    let grid = if lent > 0 { lent } else { slot };
    let face = rules.face(card_in(grid));
    if face.ears & standing::GRID == 0 {
        return face.reach.from(from, facing) & among;
    }
    let card = unit(seat, grid);
    bits(among)
        .filter(|&at| grid_value(rules, state, card, (from, facing), at).is_some())
        .fold(0, |set, at| set | 1 << at)
}

/// Every enemy within the grid of an attack: its space, and who it is.
pub fn for_each_target(
    rules: &Rules,
    state: &State,
    seat: u8,
    strike: Strike,
    mut each: impl FnMut(Square, Unit),
) {
    for at in bits(targets(rules, state, seat, strike, state.crowd(rules, seat).enemies)) {
        if let Some(who) = state.unit_on(rules, at) {
            each(at, who);
        }
    }
}

#[inline]
fn is_attack_forbidden(rules: &Rules, state: &State, seat: u8, slot: u8) -> bool {
    is_restrained(state) && is_kind_forbidden(rules, state, seat, slot)
}

/// Whether something forbids attacks with a slot, whatever they could reach. Rules: TR-R22, TR-R101.
#[inline(never)]
pub fn is_kind_forbidden(rules: &Rules, state: &State, seat: u8, slot: u8) -> bool {
    let attacker = attacker_of(rules, state, seat, slot);
    let weapon =
        slot > 0 && matches!(rules.face(state.slot(seat, slot).card).sort, Some(CardType::Weapon {}));
    let is = |deed: &Forbidden| match deed {
        Forbidden::Attack {} => true,
        Forbidden::Base {} => slot == 0,
        Forbidden::Weapon {} => weapon,
        Forbidden::Special {} => slot > 0 && !weapon,
        _ => false,
    };
    is_forbidden(rules, state, attacker, is) || is_forbidden_to_card(rules, state, unit(seat, slot), is)
}

/// What an ordinary attack with a slot costs, if somebody with so many Actions can make it.
/// Rules: TR-CHAMP-10, TR-BASE-1, TR-BASE-2.
pub fn ordinary_cost(rules: &Rules, state: &State, seat: u8, slot: u8, actions: u8) -> Option<u8> {
    if slot == 0 { (actions >= 1).then_some(1) } else { card_cost(rules, state, seat, slot, actions) }
}

/// The same with a card. Rules: TR-WATK-1, TR-WATK-4, TR-SATK-1, TR-SATK-3, TR-R42, TR-R47, TR-R50, TR-R86.
/// Rules: TR-WEAP-4, TR-SATK-4.
pub fn card_cost(rules: &Rules, state: &State, seat: u8, slot: u8, actions: u8) -> Option<u8> {
    let laid = state.slot(seat, slot);
    if !laid.is_ready() {
        return None;
    }
    let face = rules.face(laid.card);
    let cost = face.cost.filter(|&cost| cost <= actions)?;
    // A minion attacks from the Arena; other cards that lie there do not.
    if face.is_minion() != laid.has(mark::DEPLOYED) {
        return None;
    }
    has_hands(rules, state, seat, slot).then_some(cost)
}

/// A1 and A2: an attack is announced and paid for. Rules: TR-R37, TR-R43, TR-R46.
/// Rules: TR-ATK-4.
pub fn declare(rules: &Rules, state: &mut State, seat: u8, strike: Strike, log: &mut impl Log<Event>) {
    let Strike { free, slot, target: square, .. } = strike;
    let attacker = attacker_of(rules, state, seat, slot);
    let Some(target) = state.unit_on(rules, square) else { return };
    if slot > 0 {
        let laid = state.slot_mut(seat, slot);
        laid.marks |= if free { mark::HANDS } else { mark::DEPLETED | mark::HANDS | mark::ATTACKED };
    }
    if attacker == unit(seat, 0) {
        state.seats[usize::from(seat)].flags |= flag::ATTACKED;
    }
    log.add(Event::Declared(attacker, slot, target, free));
    let card = state.card_of(unit(seat, slot));
    state.frames.push(Frame::Fight(Fight::announced(attacker, card, strike, target)));
}

/// The number of the target's space in the grid now. Of a card that has left play the printed grid counts.
/// Rules: TR-R38.
fn value_now(rules: &Rules, state: &State, fight: &Fight) -> Option<i8> {
    let from = state.square_of(fight.attacker)?;
    let at = state.square_of(fight.target)?;
    let (seat, _) = seat_slot(fight.attacker);
    let facing = fight.facing.unwrap_or_else(|| state.facing_of(fight.attacker));
    let card = unit(seat, if fight.lent > 0 { fight.lent } else { fight.slot });
    if fight.lent == 0 && state.card_of(card) != fight.card {
        let (right, ahead) = relative(from, facing, at);
        return rules.face(fight.card).cells.get(right, ahead);
    }
    if state.card_of(card) == NO_CARD {
        return None;
    }
    grid_value(rules, state, card, (from, facing), at)
}

/// Works on the attack on top. Says whether dice have to fall.
/// Rules: TR-COMBAT-3, TR-COMBAT-6.
#[inline(never)]
pub fn advance(rules: &Rules, state: &mut State, mut fight: Fight, log: &mut impl Log<Event>) -> bool {
    let depth = state.frames.len() - 1;
    // Whoever is gone neither strikes nor is struck. Rules: TR-R61.
    let gone = !is_living(rules, state, fight.attacker) || !is_living(rules, state, fight.target);
    if fight.step <= Blow::A13 && fight.step > Blow::A4 && gone {
        return finish(rules, state, depth, log);
    }
    loop {
        match fight.step {
            Blow::A3 => {
                fight.step = Blow::A4;
                if state.ears & Window::Declared.bit() != 0 {
                    state.frames[depth] = Frame::Fight(fight);
                    windows::open(state, about(Window::Declared, fight.attacker), log);
                    return false;
                }
            }
            Blow::A4 => {
                let value = if gone || fight.cancelled { None } else { value_now(rules, state, &fight) };
                let Some(value) = value else {
                    log.add(Event::Evaded(fight.attacker, fight.target));
                    return finish(rules, state, depth, log);
                };
                fight.grid = value;
                fight.step = Blow::A5;
            }
            Blow::A5 | Blow::A8 => {
                state.frames[depth] = Frame::Fight(fight);
                return true;
            }
            Blow::A6 => {
                fight.step = Blow::A7;
                if state.ears & Window::DefenseDice.bit() != 0 {
                    state.frames[depth] = Frame::Fight(fight);
                    windows::open(state, about(Window::DefenseDice, fight.target), log);
                    return false;
                }
            }
            Blow::A7 => {
                let more = change(rules, state, standing::DEF, fight.target, Some(&fight));
                fight.defense_total =
                    fight.defense.sum() + own_defense(rules, state, fight.target) + more as i8;
                fight.step = Blow::A8;
            }
            Blow::A9 => {
                fight.step = Blow::A10;
                if state.ears & Window::AttackDice.bit() != 0 {
                    state.frames[depth] = Frame::Fight(fight);
                    windows::open(state, about(Window::AttackDice, fight.attacker), log);
                    return false;
                }
            }
            Blow::A10 => {
                let more = change(rules, state, standing::ATK, fight.attacker, Some(&fight));
                fight.attack_total = fight.attack.sum() + fight.grid + more as i8;
                log.add(Event::Totals(fight.defense_total, fight.attack_total));
                fight.step = Blow::A11;
                let own = champion_initiative(rules, state, fight.attacker);
                let other = champion_initiative(rules, state, fight.target);
                fight.hit = match fight.attack_total.cmp(&fight.defense_total) {
                    std::cmp::Ordering::Greater => Some(true),
                    std::cmp::Ordering::Less => Some(false),
                    std::cmp::Ordering::Equal if own == other => None,
                    std::cmp::Ordering::Equal => {
                        log.add(Event::Tie(own > other));
                        Some(own > other)
                    }
                };
            }
            Blow::A11 => {
                if fight.hit.is_none() {
                    state.frames[depth] = Frame::Fight(fight);
                    return true;
                }
                fight.step = Blow::A12;
            }
            Blow::A12 => {
                fight.step = Blow::A13;
                if state.ears & Window::Result.bit() != 0 {
                    state.frames[depth] = Frame::Fight(fight);
                    windows::open(state, about(Window::Result, fight.attacker), log);
                    return false;
                }
            }
            Blow::A13 => {
                if fight.hit != Some(true) {
                    log.add(Event::Missed(fight.target));
                    return finish(rules, state, depth, log);
                }
                let damage = damage(rules, state, &fight);
                log.add(Event::Hit(fight.target, damage, fight.is_critical()));
                fight.step = Blow::A15;
                state.frames[depth] = Frame::Fight(fight);
                if damage > 0 {
                    lose_life(rules, state, &[(fight.target, damage)], Why::Hit, log);
                }
                return false;
            }
            Blow::A14 | Blow::A15 => return finish(rules, state, depth, log),
        }
    }
}

/// What a hit comes to: the printed damage, twice on a critical hit, then all changes. Rules: TR-R57, TR-R59.
/// Rules: TR-CHAMP-9, TR-WEAP-5.
pub fn damage(rules: &Rules, state: &State, fight: &Fight) -> u8 {
    let face = rules.face(fight.card);
    let twice = if fight.is_critical() { 2 } else { 1 };
    let more = change(rules, state, standing::DAMAGE, fight.attacker, Some(fight));
    (i32::from(face.damage) * twice + more + i32::from(fight.damage)).clamp(0, 99) as u8
}

/// The attack is over, and with it what was to last for it. Rules: TR-R79.
fn finish(rules: &Rules, state: &mut State, depth: usize, log: &mut impl Log<Event>) -> bool {
    let nth = state.fights();
    state.frames.truncate(depth);
    let count = state.lasting.len();
    state.lasting.retain(|lasting| lasting.end != End::Attack(nth));
    if state.lasting.len() != count {
        crate::effects::settle_agility(rules, state, log);
    }
    false
}

/// The dice that the attack on top waited for have fallen.
pub fn do_dice(state: &mut State, mut fight: Fight, faces: &[u8], log: &mut impl Log<Event>) {
    let depth = state.frames.len() - 1;
    match fight.step {
        Blow::A5 => {
            fight.defense = Dice::new(faces);
            fight.step = Blow::A6;
            log.add(Event::DefenseDice(fight.target, fight.defense));
        }
        Blow::A8 => {
            fight.attack = Dice::new(faces);
            fight.step = Blow::A9;
            log.add(Event::AttackDice(fight.attacker, fight.attack));
        }
        _ => {
            // 4, 5 and 6 hit. Rules: TR-COMBAT-10, TR-R54.
            fight.hit = Some(faces[0] >= 4);
            log.add(Event::TieDie(faces[0]));
        }
    }
    state.frames[depth] = Frame::Fight(fight);
}
