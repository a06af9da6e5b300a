//! What each clause does.

use engine::Log;
use smallvec::SmallVec;

use super::choices::{charged_weapon, empty_slot, own_argument};
use super::options::{dice_of, dice_window, targets};
use super::{
    MOST_ACTIONS, clause_of, deplete, discard, pool_mut, refresh, running_attackers, scene_of, store,
};
use crate::action::Argument;
use crate::event::{Event, Why};
use crate::faces::target_of;
use crate::losses::lose_life;
use crate::rules::Rules;
use crate::scene::{is_forbidden, is_living, members};
use crate::state::{
    ACTION_POISON, End, LIFE_POISON, Lasting, NEUTRALS, NOBODY, Running, SAVE, State, Unit, Wait, mark,
    seat_slot, unit,
};
use crate::text::{
    Action as Doing, Again, Clause, Deed as Forbidden, Duration, Gain, Gift, Grant, OwnCard, Plain, Power,
    Price, Subject, TokenPlace, Whose,
};

/// Does a clause that needs no step. Says whether dice have to fall.
/// Rules: TR-FX-5, TR-PA-8, TR-PA-14.
pub(super) fn do_clause(
    rules: &Rules,
    state: &mut State,
    mut running: Running,
    clause: &Clause,
    log: &mut impl Log<Event>,
) -> bool {
    let depth = state.frames.len() - 1;
    let (seat, _) = seat_slot(running.unit);
    let you = unit(seat, 0);
    // A card that has paid with itself holds no tokens. Rules: TR-R77.
    let is_here = state.card_of(running.unit) == running.card;
    let scene = scene_of(rules, state, &running);
    let set = target_of(clause).map(|target| targets(&scene, &running, target));
    let who = set.unwrap_or(0);
    // The target of a clause is who `it` and `that enemy` mean from then on, unless the trigger named somebody.
    let single = set.is_some() && who.is_power_of_two();
    if running.named == NOBODY && single {
        running.named = members(who).next().unwrap_or(NOBODY);
    }
    running.wait = Wait::Done;
    store(state, depth, running);
    let why = Why::Text(running.card, running.ability + 1);
    let subjects = |subject: &Subject| -> u64 {
        match subject {
            Subject::You {} => 1 << you,
            Subject::It {} | Subject::ThatEnemy {} => match set {
                Some(set) => set,
                None if running.named == NOBODY => 0,
                None => 1 << running.named,
            },
        }
    };
    match &clause.action {
        Doing::Power { power } => match power {
            Power::DisarmAttack { so } => {
                let Some(fight) = state.fight_mut() else { return false };
                let attacker = fight.attacker;
                if so.is_none() {
                    fight.cancelled = true;
                    log.add(Event::Disarmed(attacker));
                } else {
                    grant(state, &running, 1 << attacker, &Duration::Attack {}, log);
                }
            }
            Power::DisarmWeapon { .. } => {
                let scene = scene_of(rules, state, &running);
                let weapons: SmallVec<[(u8, u8); 4]> = members(who)
                    .filter_map(|who| charged_weapon(&scene, who).map(|slot| (seat_slot(who).0, slot)))
                    .collect();
                for (seat, slot) in weapons {
                    deplete(state, seat, slot, false, log);
                }
            }
            Power::Fear { grant: what, .. }
            | Power::Rage { grant: what }
            | Power::Support { gift: Gift::Grant { grant: what }, .. } => {
                let (subject, duration) = match what {
                    Grant::Has { who, duration, .. } | Grant::Cannot { who, duration, .. } => (who, duration),
                };
                grant(state, &running, subjects(subject), duration, log);
            }
            Power::Support { gift: Gift::Gain { gain: what }, .. } => {
                gain(state, what, subjects(&what.who), why, log);
            }
            Power::Heal { count, .. } => {
                let set = set.unwrap_or(1 << you);
                for who in members(set) {
                    heal(rules, state, who, count.0, log);
                }
            }
            Power::Poison { price, .. } => {
                let (name, count) = match price {
                    Price::Life { count } => (LIFE_POISON, count.0),
                    Price::Actions { count } => (ACTION_POISON, count.0),
                };
                for who in members(who) {
                    put_tokens(state, who, name, count, log);
                }
            }
            Power::Save { .. } => {
                if let (Argument::Number(count), true) = (own_argument(rules, &running), is_here) {
                    let pool = &mut state.seats[usize::from(seat)].actions;
                    let count = count.min(*pool);
                    *pool -= count;
                    let left = *pool;
                    if count > 0 {
                        log.add(Event::Actions(seat, left, why));
                    }
                    put_tokens(state, running.unit, SAVE, count, log);
                }
            }
            _ => {}
        },
        Doing::Plain { plain } => match plain {
            Plain::Has { who, .. } => grant(state, &running, subjects(who), &Duration::Attack {}, log),
            Plain::Gain { gain: what } => gain(state, what, subjects(&what.who), why, log),
            Plain::Lose { price, .. } => match price {
                Price::Life { count } => {
                    let losses: SmallVec<[(Unit, u8); 8]> = members(who).map(|who| (who, count.0)).collect();
                    lose_life(rules, state, &losses, why, log);
                }
                Price::Actions { count } => {
                    for who in members(who).filter(|&who| who < NEUTRALS && seat_slot(who).1 == 0) {
                        let (seat, _) = seat_slot(who);
                        let pool = &mut state.seats[usize::from(seat)].actions;
                        *pool = pool.saturating_sub(count.0);
                        let left = *pool;
                        log.add(Event::Actions(seat, left, why));
                    }
                }
            },
            Plain::Reduce { count } => {
                if let Some(fight) = state.fight_mut() {
                    fight.damage = fight.damage.saturating_sub(count.0 as i8);
                }
            }
            Plain::Critical {} => {
                if let Some(fight) = state.fight_mut() {
                    fight.forced = true;
                }
            }
            Plain::ExtraDice { count } => {
                if dice_of(&scene_of(rules, state, &running), &Whose::Your {}, dice_window(state)).is_some() {
                    running.left = count.0;
                    running.wait = Wait::Dice;
                    store(state, depth, running);
                    return true;
                }
            }
            Plain::LifeBecomes { count } => {
                let life = count.0.min(rules.cap(seat));
                state.seats[usize::from(seat)].life = life;
                log.add(Event::LifeSet(you, life));
            }
            Plain::Put { count, name, place } => {
                if let Some(name) = rules.token(&name.0) {
                    let set = match place {
                        TokenPlace::ThisCard {} => u64::from(is_here) << running.unit,
                        TokenPlace::Target { .. } => who,
                    };
                    for who in members(set) {
                        put_tokens(state, who, name, count.0, log);
                    }
                }
            }
            Plain::Recharge { card, again } => {
                let slot = match card {
                    OwnCard::ThisCard {} => seat_slot(running.unit).1,
                    _ => match own_argument(rules, &running) {
                        Argument::Slot(slot) => slot,
                        _ => 0,
                    },
                };
                if slot > 0 && state.slot(seat, slot).is_up() {
                    let laid = state.slot_mut(seat, slot);
                    laid.marks &= !mark::DEPLETED;
                    if rules.reattack || matches!(again, Again::Again {}) {
                        laid.marks &= !mark::ATTACKED;
                    }
                    let card = laid.card;
                    log.add(Event::Recharged(unit(seat, slot), card));
                }
            }
            Plain::Swap {} => {
                if let Argument::Swap(a, b) = own_argument(rules, &running) {
                    let side = &mut state.seats[usize::from(seat)];
                    let (i, j) = (usize::from(a) - 1, usize::from(b) - 1);
                    side.slots.swap(i, j);
                    let seen = |slot: usize| side.seen >> (6 * slot) & 63;
                    let (left, right) = (seen(i), seen(j));
                    side.seen =
                        side.seen & !(63 << (6 * i) | 63 << (6 * j)) | left << (6 * j) | right << (6 * i);
                    log.add(Event::Swapped(seat, a, b));
                }
            }
            Plain::Take { .. } => {
                if running.arguments.card > 0 {
                    take(rules, state, seat, running.arguments.card - 1, log);
                }
            }
            Plain::Move { .. }
            | Plain::Rotate {}
            | Plain::SetDie { .. }
            | Plain::ChangeDie { .. }
            | Plain::Look { .. } => {}
        },
    }
    false
}

/// A card from the War Chest. Rules: TR-R134.
/// Rules: TR-MATCH-5.
fn take(rules: &Rules, state: &mut State, seat: u8, card: u16, log: &mut impl Log<Event>) {
    let Some(slot) = empty_slot(rules, state, seat) else { return };
    let Some(chest) = state.chests.as_mut().and_then(|chests| chests.get_mut(usize::from(seat))) else {
        return;
    };
    let Some(place) = chest.iter().position(|&known| known == card) else { return };
    chest.remove(place);
    *state.slot_mut(seat, slot) = crate::state::Slot { marks: mark::UP, ..crate::state::Slot::hidden(card) };
    log.add(Event::Taken(seat, slot, card));
    if !crate::decks::may_stay(rules, state, seat, slot) {
        discard(rules, state, seat, slot, log);
    }
    refresh(rules, state);
}

/// Life for somebody, up to its cap. Rules: TR-R90, TR-R110.
/// Rules: TR-PA-6.
fn heal(rules: &Rules, state: &mut State, who: Unit, count: u8, log: &mut impl Log<Event>) {
    if !is_living(rules, state, who)
        || is_forbidden(rules, state, who, |deed| matches!(deed, Forbidden::GainLife {}))
    {
        return;
    }
    let cap = match seat_slot(who) {
        _ if who >= NEUTRALS => return,
        (seat, 0) => rules.cap(seat),
        _ => rules.face(state.card_of(who)).life,
    };
    let before = state.life_of(who);
    let after = (before + count).min(cap).max(before);
    state.set_life(who, after);
    log.add(Event::Healed(who, after - before, after));
}

fn gain(state: &mut State, gain: &Gain, set: u64, why: Why, log: &mut impl Log<Event>) {
    for who in members(set).filter(|&who| who < NEUTRALS && seat_slot(who).1 == 0) {
        let (seat, _) = seat_slot(who);
        let side = &mut state.seats[usize::from(seat)];
        side.actions = (side.actions + gain.count.0).min(MOST_ACTIONS);
        log.add(Event::Actions(seat, side.actions, why));
    }
}

/// Tokens for somebody; a neutral has no Actions to be poisoned. Rules: TR-R77, TR-R102.
fn put_tokens(state: &mut State, who: Unit, name: u8, count: u8, log: &mut impl Log<Event>) {
    if who >= NEUTRALS && name == ACTION_POISON {
        return;
    }
    let now = (state.tokens_on(who, name) + count).min(crate::state::MOST_TOKENS);
    state.set_tokens(who, name, now);
    log.add(Event::Tokens(who, name, now));
}

/// A change that lasts, for everybody in the set. Rules: TR-R79.
/// Rules: TR-PA-5, TR-PA-11, TR-PA-15.
fn grant(state: &mut State, running: &Running, set: u64, duration: &Duration, log: &mut impl Log<Event>) {
    let owner = seat_slot(running.unit).0;
    for bearer in members(set) {
        let end = match duration {
            Duration::Attack {} => End::Attack(state.fights()),
            Duration::Turn {} => End::Turn,
            Duration::Round {} => End::Round,
            Duration::Game {} => End::Game,
            Duration::YourNextTurn {} => End::Next(owner),
            // A neutral has no turns. Rules: TR-R102.
            Duration::ItsNextTurn {} if bearer >= NEUTRALS => End::Round,
            Duration::ItsNextTurn {} => End::Next(seat_slot(bearer).0),
        };
        let lasting = Lasting {
            card: running.card,
            ability: running.ability,
            clause: running.clause,
            owner,
            bearer,
            end,
        };
        let place = state.lasting.iter().position(|known| *known > lasting).unwrap_or(state.lasting.len());
        state.lasting.insert(place, lasting);
        log.add(Event::Granted(running.card, running.ability + 1, bearer));
    }
}

/// How many dice the effect on top waits for.
pub fn dice_due(rules: &Rules, running: &Running) -> u8 {
    match clause_of(rules, running) {
        Some(Clause { action: Doing::Power { .. }, .. }) => running.left.count_ones() as u8,
        _ => running.left,
    }
}

/// The dice that the effect on top waited for have fallen. Rules: TR-R53, TR-R97.
/// Rules: TR-PA-13.
pub fn do_dice(
    rules: &Rules,
    state: &mut State,
    mut running: Running,
    faces: &[u8],
    log: &mut impl Log<Event>,
) {
    let depth = state.frames.len() - 1;
    let reroll = matches!(clause_of(rules, &running), Some(Clause { action: Doing::Power { .. }, .. }));
    let attackers = running_attackers(rules, state, &running);
    running.wait = if reroll { Wait::Done } else { Wait::Keep };
    let which = running.left;
    running.left = 0;
    store(state, depth, running);
    if let Some(fight) = state.fight_mut() {
        let dice = pool_mut(fight, attackers);
        if reroll {
            for (die, &face) in (0..5).filter(|die| which >> die & 1 == 1).zip(faces) {
                dice.set(die, face);
            }
        } else {
            let count = dice.count();
            for (nth, &face) in faces.iter().enumerate() {
                dice.set(count + nth as u8, face);
            }
        }
        let dice = *dice;
        log.add(Event::Adjusted(attackers, dice));
    }
}

/// Whether the effect on top rolls dice again, rather than extra ones.
pub fn is_reroll(rules: &Rules, running: &Running) -> bool {
    matches!(clause_of(rules, running), Some(Clause { action: Doing::Power { .. }, .. }))
}
