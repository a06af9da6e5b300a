//! What an effect can do, and what it lets choose on the way.

use smallvec::SmallVec;

use super::choices::{
    Purpose, argument_of, charged_weapon, choices_of, for_each_arguments, own_argument, own_slots,
};
use super::{Paid, clause_of, is_step, pool, running_attackers, scene_of};
use crate::action::{Action, Argument, Arguments, Deed, Strike};
use crate::arena::{NOWHERE, Square, bits};
use crate::cards::Arena;
use crate::faces::{Window, standing, target_of};
use crate::moves::{forced_directions, ways};
use crate::rules::Rules;
use crate::scene::{Scene, attack_kind, free, is_forbidden, is_living, members, units};
use crate::state::{Frame, NEUTRALS, NOBODY, Opening, Running, State, Unit, Wait, mark, seat_slot};
use crate::text::{
    Action as Doing, Amount, AttackKind, CardType, Clause, Deed as Forbidden, DiceCount, Effect,
    Facing as AnyFacing, May, Pick, Plain, Power, SpaceAdjective, Step, Subject, Target, UpTo, Whose,
    WithThisCard,
};
use crate::{attacks, turns};

/// Whether some part of an effect can do something in a window. Rules: TR-R63, TR-R82.
pub fn can_act(scene: &Scene<'_>, effect: &Effect, window: Window) -> bool {
    let state = scene.state;
    let first = &effect.body.0[0];
    let enemy_turn = state.turn != crate::state::NO_SEAT && scene.rules.hostile(scene.seat, state.turn);
    let own_turn = state.turn == scene.seat;
    // What has no time is used only where it can act; an event that has come brings the others. Rules: TR-R149.
    let untimed = effect.timing.is_none();
    let is_missed = || untimed && state.fight().is_some_and(|fight| fight.hit == Some(false));
    match &first.action {
        Doing::Power { power } => match power {
            Power::Combo { step } => step_is_possible(scene, step, first),
            Power::React { step } => enemy_turn && step_is_possible(scene, step, first),
            Power::Dodge { .. } => enemy_turn,
            Power::DisarmAttack { .. } => state.fight().is_some_and(|fight| {
                !fight.cancelled
                    && scene.is_enemy(fight.attacker)
                    && attack_kind(scene.rules, fight) == AttackKind::Weapon {}
            }),
            Power::Deploy { space } => {
                let (seat, slot) = seat_slot(scene.unit);
                slot > 0 && !state.slot(seat, slot).has(mark::DEPLOYED) && deploy_spaces(scene, space) != 0
            }
            Power::Jump { space } => {
                !is_forbidden(scene.rules, state, scene.you(), |deed| matches!(deed, Forbidden::Move {}))
                    && jump_spaces(scene, space) != 0
            }
            Power::Reroll { whose, .. } => dice_of(scene, whose, window).is_some(),
            Power::Save { .. } => own_turn && window == Window::TurnEnd,
            // Nobody pays for nothing: some Weapon must be there to be disarmed. Rules: TR-R82, TR-R87.
            Power::DisarmWeapon { target } => units(scene.rules, state)
                .any(|who| scene.target_fits(target, who) && charged_weapon(scene, who).is_some()),
            _ => true,
        },
        Doing::Plain { .. } => effect.body.0.iter().any(|clause| {
            let Doing::Plain { plain } = &clause.action else { return true };
            match plain {
                Plain::Move { .. } | Plain::Rotate {} => own_turn || effect.timing.is_some(),
                Plain::Has { who, mods, scope } => state.fight().is_some_and(|fight| {
                    let stat =
                        |bit: u32| mods.0.iter().any(|change| crate::faces::stat_bit(&change.stat) == bit);
                    let bears = |unit: Unit| {
                        let mine = || unit == scene.you() && scene.is_in_scope(scope.as_ref(), unit, fight);
                        !untimed || *who != Subject::You {} || mine()
                    };
                    window.is_of_attack()
                        && ((stat(standing::ATK) && window <= Window::AttackDice && bears(fight.attacker))
                            || (stat(standing::DEF) && window <= Window::DefenseDice && bears(fight.target))
                            || (stat(standing::DAMAGE) && bears(fight.attacker) && !is_missed()))
                }),
                Plain::Reduce { .. } => {
                    window == Window::Result && state.fight().is_some_and(|fight| fight.hit == Some(true))
                }
                Plain::Critical {} => window.is_of_attack() && !is_missed(),
                Plain::SetDie { whose, .. } | Plain::ChangeDie { whose, .. } => {
                    dice_of(scene, whose, window).is_some()
                }
                Plain::ExtraDice { .. } => dice_of(scene, &Whose::Your {}, window).is_some(),
                _ => true,
            }
        }),
    }
}

/// Whether the dice that can be changed now are those that a text means; whether they are the attacker's.
pub(super) fn dice_of(scene: &Scene<'_>, whose: &Whose, window: Window) -> Option<bool> {
    let fight = scene.state.fight()?;
    let (attackers, owner) = match window {
        Window::DefenseDice => (false, fight.target),
        Window::AttackDice => (true, fight.attacker),
        _ => return None,
    };
    let fits = match whose {
        Whose::Your {} => seat_slot(owner).0 == scene.seat && owner < NEUTRALS,
        Whose::Attackers {} => attackers,
        Whose::Defenders {} => !attackers,
        Whose::ThatEnemys {} => owner == scene.named,
    };
    fits.then_some(attackers)
}

/// The dice window an effect under way belongs to.
pub(super) fn dice_window(state: &State) -> Window {
    state
        .frames
        .iter()
        .rev()
        .find_map(|frame| match frame {
            Frame::Window(Opening { window, .. }) => Some(*window),
            _ => None,
        })
        .unwrap_or(Window::Idle)
}

/// Whether an instructed step can be taken.
fn step_is_possible(scene: &Scene<'_>, step: &Step, clause: &Clause) -> bool {
    let forbidden = |is: fn(&Forbidden) -> bool| is_forbidden(scene.rules, scene.state, scene.you(), is);
    match step {
        // Price and target are looked at when uses are listed.
        Step::Attack { .. } => has_attack(scene, step, clause, Paid::default(), None),
        Step::Move { .. } => !forbidden(|deed| matches!(deed, Forbidden::Move {})),
        Step::Rotate {} => !forbidden(|deed| matches!(deed, Forbidden::Rotate {})),
        Step::Spend { count } => scene.state.seats[usize::from(scene.seat)].actions > 0 && count.0 > 0,
    }
}

/// Whether an effect that begins with a free attack has one left when its price is paid, on the target that is
/// chosen. What else a price changes is not foreseen, such as a grid that grows with Life.
/// Rules: TR-R46, TR-R47, TR-R82, TR-R149.
pub fn leaves_attack(scene: &Scene<'_>, ability: u8, arguments: &Arguments, paid: Paid) -> bool {
    let face = scene.rules.face(scene.card);
    let Some(first) = face.effect(ability).map(|effect| &effect.body.0[0]) else { return false };
    let Doing::Power { power: Power::Combo { step } | Power::React { step } } = &first.action else {
        return true;
    };
    let chosen = match argument_of(&face.choices[usize::from(ability)], 0, 0, arguments) {
        Argument::Square(square) => Some(square),
        _ => None,
    };
    !matches!(step, Step::Attack { .. }) || has_attack(scene, step, first, paid, chosen)
}

/// Whether a step allows a free attack with the cards that a price leaves, on whoever fits or stands on that space.
fn has_attack(scene: &Scene<'_>, step: &Step, clause: &Clause, paid: Paid, on: Option<Square>) -> bool {
    let mut any = false;
    free_strikes(scene, step, paid, &mut |strike| {
        any |= on.is_none_or(|on| on == strike.target) && fits_against(scene, clause, strike.target);
    });
    any
}

/// Whether a free attack on a space fits the target its clause names.
fn fits_against(scene: &Scene<'_>, clause: &Clause, square: Square) -> bool {
    let Some(target) = target_of(clause) else { return true };
    scene.state.unit_on(scene.rules, square).is_some_and(|who| scene.target_fits(target, who))
}

/// Every free attack that a step allows with the cards that a price leaves, on whomever. Rules: TR-R46, TR-R85.
/// Rules: TR-FX-4, TR-PA-1.
fn free_strikes(scene: &Scene<'_>, step: &Step, paid: Paid, each: &mut dyn FnMut(Strike)) {
    let Step::Attack { kind, with, facing, grid, .. } = step else { return };
    let state = scene.state;
    let (seat, own_slot) = seat_slot(scene.unit);
    let base = matches!(kind, AttackKind::Base {});
    let slots: SmallVec<[u8; 5]> = match (with, base) {
        (_, true) => SmallVec::from_slice(&[0]),
        (WithThisCard::ThisCard {}, false) => SmallVec::from_slice(&[own_slot]),
        (WithThisCard::Any {}, false) => (1..=4).collect(),
    };
    for slot in slots {
        if slot > 0 {
            let laid = state.slot(seat, slot);
            let wanted = match kind {
                AttackKind::Weapon {} => CardType::Weapon {},
                _ => CardType::Special {},
            };
            let face = if laid.is_up() { scene.rules.face(laid.card) } else { continue };
            let fits = face.sort.as_ref() == Some(&wanted) && face.cost.is_some() && paid.leaves(scene, slot);
            if !fits {
                continue;
            }
        }
        let lents: SmallVec<[u8; 4]> = match grid {
            None => SmallVec::from_slice(&[0]),
            Some(of) => own_slots(scene, &of.card, Purpose::Discard)
                .into_iter()
                .filter(|&slot| {
                    paid.leaves_grid(slot)
                        && state.slot(seat, slot).is_up()
                        && scene.rules.face(state.slot(seat, slot).card).cost.is_some()
                })
                .collect(),
        };
        for lent in lents {
            let facings: &[Option<u8>] = match facing {
                AnyFacing::Any {} => &[Some(0), Some(1), Some(2), Some(3)],
                AnyFacing::Own {} => &[None],
            };
            for &facing in facings {
                let strike = Strike { free: true, slot, lent, target: NOWHERE, facing };
                attacks::for_each_target(scene.rules, state, seat, strike, |target, _| {
                    each(Strike { target, ..strike });
                });
            }
        }
    }
}

/// Unoccupied spaces that fit a Deploy; none for a card that has gone. Rules: TR-R86, TR-R35.
/// Rules: TR-PA-2.
fn deploy_spaces(scene: &Scene<'_>, space: &crate::text::Space) -> u32 {
    if scene.state.card_of(scene.unit) != scene.card {
        return 0;
    }
    let arena = scene.rules.face(scene.card).arena();
    let mut spaces = free(scene.rules, scene.state);
    if arena == Some(Arena::Edge) {
        spaces &= scene.rules.arena.wall;
    }
    if arena == Some(Arena::Hazard) {
        let hazards =
            scene.state.seats.iter().flat_map(|side| &side.slots).filter(|slot| slot.has(mark::DEPLOYED));
        let hazards = hazards.filter(|slot| scene.rules.face(slot.card).arena() == Some(Arena::Hazard));
        spaces &= !hazards.fold(scene.rules.pits, |set, slot| set | 1 << slot.square);
    }
    // Where the text says neither near whom nor what space, it is next to the own Champion. Rules: TR-R144.
    let open = match space {
        crate::text::Space::Any { space } => {
            let adjectives = space.0.adjectives.iter().flat_map(|several| &several.0);
            space.0.relation.is_none()
                && adjectives.into_iter().all(|word| matches!(word, SpaceAdjective::Empty {}))
        }
        crate::text::Space::ThisCards {} => false,
    };
    let you = scene.state.square_of(scene.you());
    let near = |square: u8| !open || you.is_some_and(|you| crate::arena::distance(you, square) == 1);
    bits(spaces)
        .filter(|&square| near(square) && scene.space_fits(space, square, NOBODY))
        .fold(0, |set, square| set | 1 << square)
}

/// Unoccupied spaces that fit a Jump. Rules: TR-R91.
/// Rules: TR-PA-7.
fn jump_spaces(scene: &Scene<'_>, space: &crate::text::Space) -> u32 {
    let spaces = free(scene.rules, scene.state);
    bits(spaces)
        .filter(|&square| scene.space_fits(space, square, NOBODY))
        .fold(0, |set, square| set | 1 << square)
}

/// The targets of a clause, as bits of units. Those that do not fit any more are left out. Rules: TR-R82.
pub(super) fn targets(scene: &Scene<'_>, running: &Running, target: &Target) -> u64 {
    let mut set = 0u64;
    match target {
        Target::Chosen { pick: Pick::Target {}, .. } | Target::YouOrAlly { .. } => {
            if let Argument::Unit(who) = own_argument(scene.rules, running)
                && scene.target_fits(target, who)
            {
                set |= 1 << who;
            }
        }
        Target::ThatEnemy {} | Target::ThatChampion {} => {
            if is_living(scene.rules, scene.state, scene.named) {
                set |= 1 << scene.named;
            }
        }
        _ => {
            for who in units(scene.rules, scene.state).filter(|&who| scene.target_fits(target, who)) {
                set |= 1 << who;
            }
        }
    }
    set
}

/// The one unit that a push or pull is about now.
pub(super) fn forced_target(scene: &Scene<'_>, running: &Running, target: &Target) -> Option<Unit> {
    members(targets(scene, running, target)).find(|&who| who >= running.left)
}

fn distance_of(amount: &Amount) -> (u8, bool) {
    (amount.count.0, matches!(amount.up_to, UpTo::UpTo {}))
}

/// Everything the user of an effect can do at the clause it is at, in no order; dice keepers included.
pub fn step_options(rules: &Rules, state: &State, running: &Running, each: &mut dyn FnMut(Action)) {
    let Some(clause) = clause_of(rules, running) else { return };
    let scene = scene_of(rules, state, running);
    let seat = scene.seat;
    if running.wait == Wait::Keep {
        let count =
            state.fight().map_or(0, |fight| pool(fight, running_attackers(rules, state, running)).count());
        for a in 0..count {
            for b in a + 1..count {
                each(Deed::Keep(a, b).into());
            }
        }
        return;
    }
    let asked = running.clause > 0 && matches!(clause.may, May::May {});
    let mut any = false;
    let mut give = |action: Action| {
        any = true;
        each(action);
    };
    let you = scene.you();
    let cannot = |is: fn(&Forbidden) -> bool| is_forbidden(rules, state, you, is);
    let move_options = |amount: &Amount, give: &mut dyn FnMut(Action)| {
        let Some(from) = state.square_of(you) else { return };
        let (count, up_to) = distance_of(amount);
        if !cannot(|deed| matches!(deed, Forbidden::Move {})) {
            for way in ways(&rules.arena, free(rules, state), from, count, up_to).into_iter().flatten() {
                for facing in 0..4 {
                    give(Deed::Move(way, facing).into());
                }
            }
        }
        if up_to {
            give(Deed::Stay(from).into());
        }
    };
    let rotate_options = |give: &mut dyn FnMut(Action)| {
        let Some(at) = state.square_of(you) else { return };
        if !cannot(|deed| matches!(deed, Forbidden::Rotate {})) {
            for facing in (0..4).filter(|&facing| facing != state.facing_of(you)) {
                give(Deed::Rotate(at, facing).into());
            }
        }
    };
    match &clause.action {
        Doing::Power { power } => match power {
            Power::Combo { step } | Power::React { step } => match step {
                Step::Attack { against, .. } => {
                    let only = against.as_ref().map(|against| targets(&scene, running, &against.target));
                    free_strikes(&scene, step, Paid::default(), &mut |strike| {
                        let who = state.unit_on(rules, strike.target).unwrap_or(NOBODY);
                        if only.is_none_or(|only| who != NOBODY && only >> who & 1 == 1) {
                            give(Deed::Strike(strike).into());
                        }
                    });
                }
                Step::Move { amount } => move_options(amount, &mut give),
                Step::Rotate {} => rotate_options(&mut give),
                Step::Spend { .. } => {
                    let most = running.left.min(state.seats[usize::from(seat)].actions);
                    if running.left == 0 {
                        return;
                    }
                    turns::ordinary(rules, state, seat, most, |actions, _| {
                        for &action in actions {
                            give(action);
                        }
                    });
                    if any {
                        each(Deed::Pass.into());
                    }
                    return;
                }
            },
            Power::Dodge { amount } => move_options(amount, &mut give),
            Power::Deploy { space } => {
                let slot = seat_slot(running.unit).1;
                let arena = rules.face(running.card).arena();
                for square in bits(deploy_spaces(&scene, space)) {
                    match arena {
                        Some(Arena::Minion { .. }) => {
                            for facing in 0..4 {
                                give(Deed::Deploy(slot, square, Some(facing)).into());
                            }
                        }
                        Some(Arena::Edge) => {
                            for side in 0..4 {
                                if rules.arena.next[usize::from(square)][usize::from(side)] == NOWHERE {
                                    give(Deed::Deploy(slot, square, Some(side)).into());
                                }
                            }
                        }
                        _ => give(Deed::Deploy(slot, square, None).into()),
                    }
                }
            }
            Power::Jump { space } => {
                let Some(from) = state.square_of(you) else { return };
                for square in bits(jump_spaces(&scene, space)) {
                    for facing in 0..4 {
                        give(Deed::Jump(from, square, facing).into());
                    }
                }
            }
            Power::Push { target, amount } | Power::Pull { target, amount } => {
                let pull = matches!(power, Power::Pull { .. });
                let who = forced_target(&scene, running, target);
                let (Some(who), Some(source)) = (who, state.square_of(you)) else { return };
                let Some(at) = state.square_of(who) else { return };
                let (count, up_to) = distance_of(amount);
                let directions = forced_directions(source, at, pull);
                for direction in (0..4).filter(|direction| directions >> direction & 1 == 1) {
                    for far in (if up_to { 1 } else { count.max(1) })..=count {
                        give(Deed::Forced(at, direction, far).into());
                    }
                }
                if up_to {
                    give(Deed::Stay(at).into());
                }
            }
            Power::Reroll { many, whose } => {
                let Some(attackers) = dice_of(&scene, whose, dice_window(state)) else { return };
                let count = state.fight().map_or(0, |fight| pool(fight, attackers).count());
                for set in 1u8..1 << count {
                    if matches!(many, DiceCount::Any {}) || set.is_power_of_two() {
                        give(Deed::Reroll(set).into());
                    }
                }
            }
            _ => {}
        },
        Doing::Plain { plain } => match plain {
            Plain::Move { amount } => move_options(amount, &mut give),
            Plain::Rotate {} => rotate_options(&mut give),
            Plain::SetDie { whose, value } => {
                let Some(attackers) = dice_of(&scene, whose, dice_window(state)) else { return };
                let count = state.fight().map_or(0, |fight| pool(fight, attackers).count());
                for die in 0..count {
                    give(Deed::SetDie(die, value.0).into());
                }
            }
            Plain::ChangeDie { whose, count: by } => {
                let Some(attackers) = dice_of(&scene, whose, dice_window(state)) else { return };
                let Some(fight) = state.fight() else { return };
                let dice = pool(fight, attackers);
                for die in 0..dice.count() {
                    let face = dice.get(die);
                    for value in face.saturating_sub(by.0).max(1)..=(face + by.0).min(6) {
                        give(Deed::SetDie(die, value).into());
                    }
                }
            }
            Plain::Look { whose } => {
                let Some(owner) = owner_of(&scene, whose) else { return };
                let name = state.seats[usize::from(owner)].name;
                for slot in (1..=4).filter(|&slot| state.slot(owner, slot).is_down()) {
                    give(Deed::Look(name, slot).into());
                }
            }
            _ => {}
        },
    }
    if asked && !is_step(clause) {
        let slot = seat_slot(running.unit).1;
        for_each_arguments(&scene, choices_of(rules, running), Some(running.clause), &mut |arguments| {
            any = true;
            each(Deed::Effect(slot, running.ability + 1, arguments).into());
        });
    }
    if asked && any {
        each(Deed::Pass.into());
    }
}

/// The seat whose face-down cards a text means.
fn owner_of(scene: &Scene<'_>, whose: &Whose) -> Option<u8> {
    let fight = scene.state.fight();
    let who = match whose {
        Whose::Your {} => scene.you(),
        Whose::Attackers {} => fight?.attacker,
        Whose::Defenders {} => fight?.target,
        Whose::ThatEnemys {} => scene.named,
    };
    (who < NEUTRALS).then(|| seat_slot(who).0)
}
