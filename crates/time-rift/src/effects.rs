//! Effects: what is chosen before, the price, and clause by clause what happens. Rules: TR-R63, TR-R73 to TR-R82,
//! TR-R85 to TR-R100, TR-R134, TR-R141.

use engine::Log;
use smallvec::SmallVec;

use crate::action::{Action, Argument, Arguments, Deed, NO_CARD, Strike};
use crate::arena::{NOWHERE, Square, bits};
use crate::cards::Arena;
use crate::event::Event;
use crate::faces::{Window, standing, target_of};
use crate::losses::{self, lose_life};
use crate::moves::{forced_directions, forced_way, ways};
use crate::rules::Rules;
use crate::scene::{Scene, attack_kind, free, has_hands, is_forbidden, is_living, members, units};
use crate::state::{
    ACTION_POISON, Dice, End, Frame, LIFE_POISON, Lasting, NEUTRALS, NOBODY, Opening, Running, SAVE, State,
    Unit, Wait, flag, mark, seat_slot, unit,
};
use crate::text::{
    Action as Doing, Again, Amount, AttackKind, CardType, Clause, CostItem, Deed as Forbidden, DiceCount,
    Duration, Effect, Facing as AnyFacing, FilterOne, Gain, Gift, Grant, May, OwnCard, Pick, Plain, Power,
    Price, SpaceAdjective, Step, Subject, Target, TokenPlace, UpTo, Whose, WithThisCard,
};
use crate::windows::{self, about};
use crate::{attacks, turns};

/// The most Actions anybody can have.
pub const MOST_ACTIONS: u8 = 20;

/// Why an own card is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Deplete,
    Discard,
    Recharge,
}

/// Something that is chosen before an effect is paid for, or when a later clause is accepted.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The clause it belongs to; [`PRICE`] if it does to the price.
    clause: i8,
    /// Its place among the arguments. A card of the War Chest has one of its own; the others go without it.
    place: u8,
    /// Whether it is made before paying. Rules: TR-R82.
    first: bool,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Own(OwnCard, Purpose),
    Unit(Target, bool),
    Number(u8),
    Swap,
    Chest(FilterOne),
}

/// The price has no clause.
const PRICE: i8 = -1;

/// All choices of an effect in the order of the text.
pub fn choices(effect: &Effect) -> Vec<Choice> {
    let mut list = Vec::new();
    let mut place = 0;
    let mut add = |clause: i8, first: bool, what: What| {
        let chest = matches!(what, What::Chest(_));
        list.push(Choice { clause, place, first, what });
        place += u8::from(!chest);
    };
    for item in effect.cost.iter().flat_map(|cost| &cost.items.0) {
        match item {
            CostItem::Deplete { card } if !matches!(card, OwnCard::ThisCard {}) => {
                add(PRICE, true, What::Own(card.clone(), Purpose::Deplete));
            }
            CostItem::Discard { card } if !matches!(card, OwnCard::ThisCard {}) => {
                add(PRICE, true, What::Own(card.clone(), Purpose::Discard));
            }
            _ => {}
        }
    }
    for (nth, clause) in effect.body.0.iter().enumerate() {
        if let Some(what) = choice_of(clause) {
            add(nth as i8, nth == 0 || matches!(clause.may, May::Must {}), what);
        }
    }
    list
}

/// How many choices an effect has, a card of the War Chest left aside; there is room for
/// [`MOST_ARGUMENTS`](crate::action::MOST_ARGUMENTS).
pub fn choice_count(effect: &Effect) -> usize {
    choices(effect).iter().filter(|choice| !matches!(choice.what, What::Chest(_))).count()
}

/// A target that somebody chooses.
fn of_target(target: &Target) -> Option<&Target> {
    match target {
        Target::Chosen { pick: Pick::Target {}, .. } | Target::YouOrAlly { .. } => Some(target),
        _ => None,
    }
}

/// What a clause asks to be chosen.
fn choice_of(clause: &Clause) -> Option<What> {
    let unit =
        |target: &Target, armed: bool| of_target(target).map(|target| What::Unit(target.clone(), armed));
    match &clause.action {
        Doing::Power { power } => match power {
            Power::DisarmWeapon { target } => unit(target, true),
            Power::Save { count } => Some(What::Number(count.0)),
            Power::Combo { step } | Power::React { step } => match step {
                Step::Attack { against: Some(against), .. } => unit(&against.target, false),
                _ => None,
            },
            _ => target_of(clause).and_then(|target| unit(target, false)),
        },
        Doing::Plain { plain } => match plain {
            Plain::Recharge { card, .. } if !matches!(card, OwnCard::ThisCard {}) => {
                Some(What::Own(card.clone(), Purpose::Recharge))
            }
            Plain::Swap {} => Some(What::Swap),
            Plain::Take { filter } => Some(What::Chest(filter.0.clone())),
            _ => target_of(clause).and_then(|target| unit(target, false)),
        },
    }
}

/// Calls for every way to choose what must be chosen before paying; with `accepting` what that later clause asks
/// for. Rules: TR-R82.
pub fn for_each_arguments(
    scene: &Scene<'_>,
    choices: &[Choice],
    accepting: Option<u8>,
    each: &mut dyn FnMut(Arguments),
) {
    choose(scene, choices, accepting, Arguments::default(), each);
}

fn choose(
    scene: &Scene<'_>,
    choices: &[Choice],
    accepting: Option<u8>,
    arguments: Arguments,
    each: &mut dyn FnMut(Arguments),
) {
    let Some((choice, rest)) = choices.split_first() else { return each(arguments) };
    if !accepting.map_or(choice.first, |clause| choice.clause == clause as i8) {
        return choose(scene, rest, accepting, arguments, each);
    }
    let place = usize::from(choice.place);
    let mut any = false;
    {
        let mut go_on = |argument: Argument| {
            any = true;
            choose(scene, rest, accepting, arguments.with(place, argument), each);
        };
        match &choice.what {
            What::Own(card, purpose) => {
                for slot in own_slots(scene, card, *purpose) {
                    go_on(Argument::Slot(slot));
                }
            }
            What::Unit(target, armed) => {
                for who in units(scene.rules, scene.state) {
                    if scene.target_fits(target, who) && (!armed || charged_weapon(scene, who).is_some()) {
                        let square = scene.state.square_of(scene.rules, who).expect("it is in the Arena");
                        go_on(Argument::Square(square));
                    }
                }
            }
            What::Number(most) => {
                let most = (*most).min(scene.state.seats[usize::from(scene.seat)].actions);
                for number in 0..=most {
                    go_on(Argument::Number(number));
                }
            }
            What::Swap => {
                let side = &scene.state.seats[usize::from(scene.seat)];
                let down = |slot: &u8| side.slots[usize::from(*slot) - 1].is_down();
                for a in (1..=4).filter(down) {
                    for b in (a + 1..=4).filter(down) {
                        go_on(Argument::Swap(a, b));
                    }
                }
            }
            What::Chest(filter) => {
                let chest =
                    scene.state.chests.as_ref().and_then(|chests| chests.get(usize::from(scene.seat)));
                let mut last = NO_CARD;
                for &card in chest.into_iter().flatten() {
                    if card != last
                        && scene.filter_fits(filter, card)
                        && empty_slot(scene.rules, scene.state, scene.seat).is_some()
                    {
                        any = true;
                        choose(scene, rest, accepting, Arguments { card: card + 1, ..arguments }, each);
                    }
                    last = card;
                }
            }
        }
    }
    // What comes later is done as far as possible; so is a War Chest that is not there. Rules: TR-R81, TR-R134.
    let later = choice.clause > 0 && !matches!(choice.what, What::Unit(..)) && accepting.is_none();
    if !any && (later || matches!(choice.what, What::Chest(_))) {
        choose(scene, rest, accepting, arguments, each);
    }
}

/// The slots of own cards that a text means.
fn own_slots(scene: &Scene<'_>, card: &OwnCard, purpose: Purpose) -> SmallVec<[u8; 4]> {
    let mut found = SmallVec::new();
    let side = &scene.state.seats[usize::from(scene.seat)];
    for (slot, laid) in (1..).zip(&side.slots) {
        let other = unit(scene.seat, slot) != scene.unit;
        let depleted = laid.has(mark::DEPLETED);
        let sort_is = |sort: CardType| laid.is_up() && scene.rules.face(laid.card).sort == Some(sort);
        let is = match card {
            OwnCard::ThisCard {} => !other,
            OwnCard::Weapon {} => sort_is(CardType::Weapon {}),
            OwnCard::Armor {} => sort_is(CardType::Armor {}),
            OwnCard::Special {} => sort_is(CardType::Special {}),
            OwnCard::FaceDown {} => laid.is_down(),
            OwnCard::Charged {} => laid.is_up() && other && !depleted,
            OwnCard::Depleted {} => laid.is_up() && other && depleted,
        };
        let fits = || match purpose {
            Purpose::Deplete => {
                laid.is_up() && !depleted && has_hands(scene.rules, scene.state, scene.seat, slot)
            }
            Purpose::Discard => true,
            Purpose::Recharge => laid.is_up(),
        };
        if is && fits() {
            found.push(slot);
        }
    }
    found
}

/// A charged face-up Weapon of whoever a unit belongs to. Rules: TR-R87.
/// Rules: TR-PA-3.
fn charged_weapon(scene: &Scene<'_>, who: Unit) -> Option<u8> {
    let (seat, slot) = seat_slot(who);
    if who >= NEUTRALS || slot != 0 {
        return None;
    }
    (1..=4).find(|&slot| {
        let laid = scene.state.slot(seat, slot);
        laid.is_up()
            && !laid.has(mark::DEPLETED)
            && matches!(scene.rules.face(laid.card).sort, Some(CardType::Weapon {}))
    })
}

/// The empty slot that a card of the War Chest goes into: one whose round is here or over. Rules: TR-R134.
fn empty_slot(rules: &Rules, state: &State, seat: u8) -> Option<u8> {
    (1..=rules.slots).find(|&slot| slot <= state.stage && !state.slot(seat, slot).is_filled())
}

/// Spaces become whoever stands on them, so that a target is followed when it moves.
pub fn bind(rules: &Rules, state: &State, mut arguments: Arguments) -> Arguments {
    for byte in &mut arguments.list {
        if let Argument::Square(square) = Argument::unpack(*byte) {
            let who = state.unit_on(rules, square).unwrap_or(63);
            *byte = Argument::Unit(who).pack();
        }
    }
    arguments
}

/// The argument of the `nth` choice that belongs to a clause.
fn argument_of(choices: &[Choice], clause: i8, nth: usize, arguments: &Arguments) -> Argument {
    let mut of_clause =
        choices.iter().filter(|choice| choice.clause == clause && !matches!(choice.what, What::Chest(_)));
    of_clause.nth(nth).map_or(Argument::None, |choice| arguments.get(usize::from(choice.place)))
}

fn choices_of<'a>(rules: &'a Rules, running: &Running) -> &'a [Choice] {
    &rules.face(running.card).choices[usize::from(running.ability)]
}

/// The argument of the clause an effect under way is at.
fn own_argument(rules: &Rules, running: &Running) -> Argument {
    argument_of(choices_of(rules, running), running.clause as i8, 0, &running.arguments)
}

/// Pays for an effect, from left to right. Rules: TR-FX-18, TR-R75, TR-R76.
pub fn pay(
    rules: &Rules,
    state: &mut State,
    of: Unit,
    effect: &Effect,
    choices: &[Choice],
    arguments: Arguments,
    log: &mut impl Log<Event>,
) {
    let (seat, slot) = seat_slot(of);
    let mut chosen = 0;
    for item in effect.cost.iter().flat_map(|cost| &cost.items.0) {
        let mut card = |card: &OwnCard| {
            if matches!(card, OwnCard::ThisCard {}) {
                return slot;
            }
            chosen += 1;
            match argument_of(choices, PRICE, chosen - 1, &arguments) {
                Argument::Slot(slot) => slot,
                _ => 0,
            }
        };
        match item {
            CostItem::Pay { price: Price::Actions { count } } => {
                turns::spend(state, seat, count.0);
                log.add(Event::Paid(seat, count.0, false));
            }
            CostItem::Pay { price: Price::Life { count } } => {
                state.seats[usize::from(seat)].life -= count.0;
                log.add(Event::Paid(seat, count.0, true));
            }
            CostItem::Remove { count, name } => {
                if let Some(name) = rules.tokens.iter().position(|known| *known == name.0) {
                    let left = state.tokens_on(of, name as u8).saturating_sub(count.0);
                    state.set_tokens(of, name as u8, left);
                    log.add(Event::Tokens(of, name as u8, left));
                }
            }
            CostItem::Deplete { card: own } => {
                let slot = card(own);
                if slot > 0 {
                    deplete(state, seat, slot, true, log);
                }
            }
            CostItem::Discard { card: own } => {
                let slot = card(own);
                if slot > 0 {
                    discard(rules, state, seat, slot, log);
                }
            }
        }
    }
}

/// Depletes a card; as a price of its owner it also commits its hands. Rules: TR-R43, TR-R47.
/// Rules: TR-GLOS-3.
pub fn deplete(state: &mut State, seat: u8, slot: u8, own: bool, log: &mut impl Log<Event>) {
    let laid = state.slot_mut(seat, slot);
    laid.marks |= mark::DEPLETED | if own { mark::HANDS } else { 0 };
    let card = laid.card;
    log.add(Event::Depleted(unit(seat, slot), card));
}

/// Puts a card of a slot into the discard pile; its tokens are gone. Rules: TR-R76, TR-R77, TR-R103.
pub fn discard(rules: &Rules, state: &mut State, seat: u8, slot: u8, log: &mut impl Log<Event>) {
    if !state.slot(seat, slot).is_filled() {
        return;
    }
    // The hands a card has taken stay taken for the round. Rules: TR-R47.
    if state.slot(seat, slot).has(mark::HANDS) {
        state.seats[usize::from(seat)].gone_hands += crate::scene::hands_needed(rules, state, seat, slot);
    }
    let card = std::mem::replace(state.slot_mut(seat, slot), crate::state::Slot::EMPTY).card;
    state.put_out(seat, card);
    let shift = 6 * (slot - 1);
    state.seats[usize::from(seat)].seen &= !(63 << shift);
    state.tokens.retain(|token| token.unit != unit(seat, slot));
    state.lasting.retain(|lasting| lasting.bearer != unit(seat, slot));
    log.add(Event::Discarded(seat, slot, card));
    refresh(rules, state);
}

/// Notes what the face-up cards of each seat, and all of them, listen to and change.
pub fn note_ears(rules: &Rules, state: &mut State) {
    state.ears = 0;
    // Before all decks are in, nobody's cards count.
    let started = state.step != crate::state::Step::Z1;
    for seat in 0..rules.players {
        let side = &mut state.seats[usize::from(seat)];
        side.ears = 0;
        if started && side.is_alive() && side.champion != NO_CARD {
            side.ears = rules.face(side.champion).ears;
            for slot in side.slots.iter().filter(|slot| slot.is_up()) {
                side.ears |= rules.face(slot.card).ears;
                if slot.has(mark::DEPLOYED) {
                    state.ears |= standing::IN_ARENA;
                }
            }
        }
        state.ears |= side.ears;
    }
}

/// Works that out anew after a card has come or gone; a change of Agility counts at once. Rules: TR-R19.
pub fn refresh(rules: &Rules, state: &mut State) {
    let before = state.ears;
    note_ears(rules, state);
    if (before | state.ears) & standing::AGILITY != 0 {
        settle_agility(rules, state, &mut engine::NoLog);
    }
}

/// Puts the pools right after Agility has changed. Rules: TR-R19.
pub fn settle_agility(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    if state.stage == 0 || state.is_over() {
        return;
    }
    for seat in 0..rules.players {
        let side = &state.seats[usize::from(seat)];
        if !side.is_alive() {
            continue;
        }
        let now = crate::scene::agility(rules, state, seat);
        if now != side.agility {
            let side = &mut state.seats[usize::from(seat)];
            let pool = i16::from(side.actions) + i16::from(now) - i16::from(side.agility);
            side.agility = now;
            side.actions = pool.clamp(0, i16::from(MOST_ACTIONS)) as u8;
            log.add(Event::Actions(seat, side.actions));
        }
    }
}

/// Whether some part of an effect can do something in a window. Rules: TR-R63, TR-R82.
pub fn can_act(scene: &Scene<'_>, effect: &Effect, window: Window) -> bool {
    let state = scene.state;
    let first = &effect.body.0[0];
    let enemy_turn = state.turn != crate::state::NO_SEAT && scene.rules.hostile(scene.seat, state.turn);
    let own_turn = state.turn == scene.seat;
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
                Plain::Has { mods, .. } => {
                    let stat =
                        |bit: u32| mods.0.iter().any(|change| crate::faces::stat_bit(&change.stat) == bit);
                    window.is_of_attack()
                        && ((stat(standing::ATK) && window <= Window::AttackDice)
                            || (stat(standing::DEF) && window <= Window::DefenseDice)
                            || stat(standing::DAMAGE))
                }
                Plain::Reduce { .. } => {
                    window == Window::Result && state.fight().is_some_and(|fight| fight.hit == Some(true))
                }
                Plain::Critical {} => window.is_of_attack(),
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
fn dice_of(scene: &Scene<'_>, whose: &Whose, window: Window) -> Option<bool> {
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
fn dice_window(state: &State) -> Window {
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
        Step::Attack { .. } => {
            // Any target will do here: the one that is chosen is looked at again when arguments are listed.
            let mut any = false;
            free_strikes(scene, step, None, &mut |strike| {
                any |= fits_against(scene, clause, strike.target);
            });
            any
        }
        Step::Move { .. } => !forbidden(|deed| matches!(deed, Forbidden::Move {})),
        Step::Rotate {} => !forbidden(|deed| matches!(deed, Forbidden::Rotate {})),
        Step::Spend { count } => scene.state.seats[usize::from(scene.seat)].actions > 0 && count.0 > 0,
    }
}

/// Whether a free attack on a space fits the target its clause names.
fn fits_against(scene: &Scene<'_>, clause: &Clause, square: Square) -> bool {
    let Some(target) = target_of(clause) else { return true };
    scene.state.unit_on(scene.rules, square).is_some_and(|who| scene.target_fits(target, who))
}

/// Every free attack that a step allows, on whomever; with `only` on that unit. Rules: TR-R46, TR-R85.
/// Rules: TR-FX-4, TR-PA-1.
fn free_strikes(scene: &Scene<'_>, step: &Step, only: Option<Unit>, each: &mut dyn FnMut(Strike)) {
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
            let fits = face.sort.as_ref() == Some(&wanted)
                && face.cost.is_some()
                && has_hands(scene.rules, state, seat, slot);
            if !fits {
                continue;
            }
        }
        let lents: SmallVec<[u8; 4]> = match grid {
            None => SmallVec::from_slice(&[0]),
            Some(of) => own_slots(scene, &of.card, Purpose::Discard)
                .into_iter()
                .filter(|&slot| {
                    state.slot(seat, slot).is_up()
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
                attacks::for_each_target(scene.rules, state, seat, strike, |target, who| {
                    if only.is_none_or(|only| only == who) {
                        each(Strike { target, ..strike });
                    }
                });
            }
        }
    }
}

/// Unoccupied spaces that fit a Deploy. Rules: TR-R86, TR-R35.
/// Rules: TR-PA-2.
fn deploy_spaces(scene: &Scene<'_>, space: &crate::text::Space) -> u32 {
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
    let you = scene.state.square_of(scene.rules, scene.you());
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

/// The scene of an effect under way.
pub fn scene_of<'a>(rules: &'a Rules, state: &'a State, running: &Running) -> Scene<'a> {
    Scene {
        rules,
        state,
        seat: seat_slot(running.unit).0,
        unit: running.unit,
        card: running.card,
        named: running.named,
        stopped: running.stopped,
    }
}

/// The clause an effect under way is at.
fn clause_of<'a>(rules: &'a Rules, running: &Running) -> Option<&'a Clause> {
    let effect = rules.face(running.card).effect(running.ability)?;
    effect.body.0.get(usize::from(running.clause))
}

fn store(state: &mut State, depth: usize, running: Running) {
    state.frames[depth] = Frame::Running(running);
}

/// Works on the effect on top. Says whether somebody has to choose, or dice to fall.
#[inline(never)]
pub fn advance(rules: &Rules, state: &mut State, mut running: Running, log: &mut impl Log<Event>) -> bool {
    let depth = state.frames.len() - 1;
    let (seat, _) = seat_slot(running.unit);
    match running.wait {
        Wait::Step | Wait::Keep | Wait::Dice => {
            // Whoever is gone chooses nothing any more, nor about whoever is gone. Rules: TR-R119.
            if !state.seats[usize::from(seat)].is_alive() {
                state.frames.truncate(depth);
                return false;
            }
            let mut any = running.wait == Wait::Dice;
            step_options(rules, state, &running, &mut |_| any = true);
            if !any {
                running.wait = Wait::Done;
                store(state, depth, running);
            }
            return any;
        }
        Wait::Done => {
            running.clause += 1;
            running.left = 0;
            running.wait = Wait::No;
        }
        Wait::No => {}
    }
    let Some(clause) = clause_of(rules, &running) else {
        state.frames.truncate(depth);
        return false;
    };
    let alive = state.seats[usize::from(seat)].is_alive();
    // In W-DEFEAT its owner is as good as gone, and yet acts.
    if !alive {
        state.frames.truncate(depth);
        return false;
    }
    let scene = scene_of(rules, state, &running);
    let holds = clause.condition.as_ref().is_none_or(|condition| scene.holds(&condition.condition.0));
    if !holds {
        running.wait = Wait::Done;
        store(state, depth, running);
        return false;
    }
    let asked = running.clause > 0 && matches!(clause.may, May::May {});
    if let Some(count) = spending(clause)
        && !running.stopped
    {
        // The flag says here that spending has begun.
        (running.left, running.stopped) = (count, true);
    }
    if asked || is_step(clause) {
        let mut any = false;
        step_options(rules, state, &running, &mut |_| any = true);
        running.wait = if any { Wait::Step } else { Wait::Done };
        store(state, depth, running);
        return any;
    }
    do_clause(rules, state, running, clause, log)
}

/// How many Actions a clause lets its user spend on ordinary actions, if it does. Rules: TR-R96.
fn spending(clause: &Clause) -> Option<u8> {
    match &clause.action {
        Doing::Power {
            power: Power::React { step: Step::Spend { count } } | Power::Combo { step: Step::Spend { count } },
        } => Some(count.0),
        _ => None,
    }
}

/// Whether a clause is a step that its user carries out.
fn is_step(clause: &Clause) -> bool {
    match &clause.action {
        Doing::Power { power } => matches!(
            power,
            Power::Combo { .. }
                | Power::React { .. }
                | Power::Deploy { .. }
                | Power::Dodge { .. }
                | Power::Jump { .. }
                | Power::Pull { .. }
                | Power::Push { .. }
                | Power::Reroll { .. }
        ),
        Doing::Plain { plain } => matches!(
            plain,
            Plain::Move { .. }
                | Plain::Rotate {}
                | Plain::SetDie { .. }
                | Plain::ChangeDie { .. }
                | Plain::Look { .. }
        ),
    }
}

/// The targets of a clause, as bits of units. Those that do not fit any more are left out. Rules: TR-R82.
fn targets(scene: &Scene<'_>, running: &Running, target: &Target) -> u64 {
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
fn forced_target(scene: &Scene<'_>, running: &Running, target: &Target) -> Option<Unit> {
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
        let Some(from) = state.square_of(rules, you) else { return };
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
        let Some(at) = state.square_of(rules, you) else { return };
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
                    free_strikes(&scene, step, None, &mut |strike| {
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
                let Some(from) = state.square_of(rules, you) else { return };
                for square in bits(jump_spaces(&scene, space)) {
                    for facing in 0..4 {
                        give(Deed::Jump(from, square, facing).into());
                    }
                }
            }
            Power::Push { target, amount } | Power::Pull { target, amount } => {
                let pull = matches!(power, Power::Pull { .. });
                let who = forced_target(&scene, running, target);
                let (Some(who), Some(source)) = (who, state.square_of(rules, you)) else { return };
                let Some(at) = state.square_of(rules, who) else { return };
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

fn pool(fight: &crate::state::Fight, attackers: bool) -> Dice {
    if attackers { fight.attack } else { fight.defense }
}

fn pool_mut(fight: &mut crate::state::Fight, attackers: bool) -> &mut Dice {
    if attackers { &mut fight.attack } else { &mut fight.defense }
}

/// Whether the dice that an effect under way changes are the attacker's.
fn running_attackers(_: &Rules, state: &State, _: &Running) -> bool {
    dice_window(state) == Window::AttackDice
}

/// Who has to choose for the effect on top: its user, or the owner of dice that are kept. Rules: TR-R53.
pub fn chooser(rules: &Rules, state: &State, running: &Running) -> u8 {
    if running.wait == Wait::Keep
        && let Some(fight) = state.fight()
    {
        let attackers = running_attackers(rules, state, running);
        return seat_slot(if attackers { fight.attacker } else { fight.target }).0;
    }
    seat_slot(running.unit).0
}

/// Carries out what was chosen for the effect on top.
/// Rules: TR-PA-4, TR-PA-9, TR-PA-10, TR-PA-12.
pub fn do_step(
    rules: &Rules,
    state: &mut State,
    mut running: Running,
    action: Action,
    log: &mut impl Log<Event>,
) {
    let depth = state.frames.len() - 1;
    let (seat, slot) = seat_slot(running.unit);
    let you = unit(seat, 0);
    let Some(clause) = clause_of(rules, &running) else { return };
    running.wait = Wait::Done;
    if spending(clause).is_some() {
        if action.deed() == Deed::Pass {
            store(state, depth, running);
            return;
        }
        let cost = turns::price(rules, state, seat, &action.deed());
        running.left -= cost;
        running.wait = Wait::No;
        store(state, depth, running);
        turns::do_ordinary(rules, state, seat, action.deed(), log);
        return;
    }
    match action.deed() {
        Deed::Pass => {
            store(state, depth, running);
            log.add(Event::Declined(running.unit, running.card, running.ability + 1));
        }
        Deed::Move(way, facing) => {
            store(state, depth, running);
            let to = way.end();
            set_place(state, you, to, facing, log);
            moved(rules, state, you, way.from, to, log);
        }
        Deed::Stay(_) => {
            next_target(rules, state, &mut running, clause);
            store(state, depth, running);
        }
        Deed::Rotate(_, facing) => {
            store(state, depth, running);
            state.seats[usize::from(seat)].facing = facing;
            log.add(Event::Turned(you, facing));
        }
        Deed::Jump(from, to, facing) => {
            store(state, depth, running);
            set_place(state, you, to, facing, log);
            moved(rules, state, you, from, to, log);
        }
        Deed::Strike(strike) => {
            store(state, depth, running);
            attacks::declare(rules, state, seat, strike, log);
        }
        Deed::Deploy(_, square, facing) => {
            store(state, depth, running);
            state.ears |= standing::IN_ARENA;
            let laid = state.slot_mut(seat, slot);
            laid.marks |= mark::DEPLOYED;
            laid.square = square;
            laid.facing = facing.unwrap_or(0);
            laid.life = rules.face(laid.card).life;
            let card = laid.card;
            log.add(Event::Deployed(running.unit, card, square));
            let opening = Opening { from: square, to: square, ..about(Window::Moved, running.unit) };
            windows::open(state, opening, log);
        }
        Deed::Forced(at, direction, far) => {
            let pull = matches!(&clause.action, Doing::Power { power: Power::Pull { .. } });
            let (Some(who), Some(source)) = (state.unit_on(rules, at), state.square_of(rules, you)) else {
                store(state, depth, running);
                return;
            };
            let (to, stopped) =
                forced_way(&rules.arena, free(rules, state), source, at, direction, far, pull);
            running.stopped = stopped;
            next_target(rules, state, &mut running, clause);
            store(state, depth, running);
            log.add(Event::Forced(who, at, to, stopped));
            set_square(state, who, to);
            if to != at {
                moved(rules, state, who, at, to, log);
            }
            if stopped
                && rules.spikes[usize::from(to)] >> direction & 1 == 1
                && rules.arena.next[usize::from(to)][usize::from(direction)] == NOWHERE
            {
                lose_life(rules, state, &[(who, 1)], log);
            }
        }
        Deed::Reroll(dice) => {
            running.left = dice;
            running.wait = Wait::Dice;
            store(state, depth, running);
        }
        Deed::SetDie(die, value) => {
            store(state, depth, running);
            let attackers = running_attackers(rules, state, &running);
            if let Some(fight) = state.fight_mut() {
                let dice = pool_mut(fight, attackers);
                dice.set(die, value);
                let dice = *dice;
                log.add(Event::Adjusted(attackers, dice));
            }
        }
        Deed::Keep(a, b) => {
            store(state, depth, running);
            let attackers = running_attackers(rules, state, &running);
            if let Some(fight) = state.fight_mut() {
                let dice = pool_mut(fight, attackers);
                *dice = Dice::new(&[dice.get(a), dice.get(b)]);
                let dice = *dice;
                log.add(Event::Adjusted(attackers, dice));
            }
        }
        Deed::Look(name, slot) => {
            store(state, depth, running);
            if let Some(owner) =
                (0..rules.players).find(|&owner| state.seats[usize::from(owner)].name == name)
            {
                state.seats[usize::from(owner)].seen |= 1 << (6 * (slot - 1) + seat);
                let card = state.slot(owner, slot).card;
                log.add(Event::Looked(seat, owner, slot, Some(card)));
            }
        }
        Deed::Effect(_, _, accepted) => {
            // Only what this clause asks for is taken over.
            let accepted = bind(rules, state, accepted);
            for (place, byte) in accepted.list.iter().enumerate().filter(|(_, byte)| **byte != 0) {
                running.arguments.list[place] = *byte;
            }
            running.arguments.card = running.arguments.card.max(accepted.card);
            running.wait = Wait::No;
            store(state, depth, running);
            do_clause(rules, state, running, clause, log);
        }
        _ => store(state, depth, running),
    }
}

/// A push or pull of several goes on with the next of them.
fn next_target(rules: &Rules, state: &State, running: &mut Running, clause: &Clause) {
    let Doing::Power { power: Power::Push { target, .. } | Power::Pull { target, .. } } = &clause.action
    else {
        return;
    };
    let scene = scene_of(rules, state, running);
    let Some(who) = forced_target(&scene, running, target) else { return };
    let more = matches!(target, Target::Chosen { pick: Pick::Each {}, .. });
    if more {
        running.left = who + 1;
        running.wait = Wait::No;
    }
    if running.named == NOBODY {
        running.named = who;
    }
}

/// Puts a Champion or minion somewhere.
fn set_square(state: &mut State, who: Unit, to: Square) {
    match seat_slot(who) {
        _ if who >= NEUTRALS => {}
        (seat, 0) => state.seats[usize::from(seat)].square = to,
        (seat, slot) => state.slot_mut(seat, slot).square = to,
    }
}

/// Puts a Champion or minion somewhere, with a facing.
#[inline]
pub fn set_place(state: &mut State, who: Unit, to: Square, facing: u8, log: &mut impl Log<Event>) {
    let (seat, slot) = seat_slot(who);
    let before = if slot == 0 {
        let side = &mut state.seats[usize::from(seat)];
        side.square = to;
        std::mem::replace(&mut side.facing, facing)
    } else {
        let laid = state.slot_mut(seat, slot);
        laid.square = to;
        std::mem::replace(&mut laid.facing, facing)
    };
    if before != facing {
        log.add(Event::Turned(who, facing));
    }
}

/// A Champion goes to the next space, or turns where it is.
#[inline]
pub fn step(rules: &Rules, state: &mut State, seat: u8, to: Square, facing: u8, log: &mut impl Log<Event>) {
    let side = &mut state.seats[usize::from(seat)];
    let from = std::mem::replace(&mut side.square, to);
    let before = std::mem::replace(&mut side.facing, facing);
    if before != facing {
        log.add(Event::Turned(unit(seat, 0), facing));
    }
    if from != to {
        side.flags |= flag::MOVED;
        went(rules, state, unit(seat, 0), from, to, log);
    }
}

/// What follows from a movement that has just been made: pits, the edge of a Tire Fight, W-MOVED.
/// Rules: TR-PATH-1 to TR-PATH-3, TR-R33, TR-R102, TR-R117.
pub fn moved(
    rules: &Rules,
    state: &mut State,
    who: Unit,
    from: Square,
    to: Square,
    log: &mut impl Log<Event>,
) {
    let (seat, slot) = seat_slot(who);
    if slot == 0 && who < NEUTRALS {
        state.seats[usize::from(seat)].flags |= flag::MOVED;
    }
    went(rules, state, who, from, to, log);
}

#[inline]
fn went(rules: &Rules, state: &mut State, who: Unit, from: Square, to: Square, log: &mut impl Log<Event>) {
    log.add(Event::Moved(who, from, to));
    let pit = rules.pits >> to & 1 == 1;
    if pit || state.ears & Window::Moved.bit() != 0 || state.stage >= crate::state::TIRE {
        arrived(rules, state, who, from, to, log);
    }
}

#[inline(never)]
fn arrived(rules: &Rules, state: &mut State, who: Unit, from: Square, to: Square, log: &mut impl Log<Event>) {
    let (seat, slot) = seat_slot(who);
    let tire = state.stage >= crate::state::TIRE;
    let leaves =
        tire && slot == 0 && rules.arena.center >> from & 1 == 1 && rules.arena.center >> to & 1 == 0;
    if state.ears & Window::Moved.bit() != 0 {
        windows::open(state, Opening { from, to, ..about(Window::Moved, who) }, log);
    }
    if rules.pits >> to & 1 == 1 {
        if who < NEUTRALS {
            let pool = &mut state.seats[usize::from(seat)].actions;
            *pool = pool.saturating_sub(1);
        }
        lose_life(rules, state, &[(who, 1)], log);
    }
    if leaves && state.seats[usize::from(seat)].is_alive() && !state.is_over() {
        losses::put_out(rules, state, 1 << who, log);
    }
}

/// Does a clause that needs no step. Says whether dice have to fall.
/// Rules: TR-FX-5, TR-PA-8, TR-PA-14.
fn do_clause(
    rules: &Rules,
    state: &mut State,
    mut running: Running,
    clause: &Clause,
    log: &mut impl Log<Event>,
) -> bool {
    let depth = state.frames.len() - 1;
    let (seat, _) = seat_slot(running.unit);
    let you = unit(seat, 0);
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
                gain(state, what, subjects(&what.who), log);
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
                if let Argument::Number(count) = own_argument(rules, &running) {
                    let pool = &mut state.seats[usize::from(seat)].actions;
                    let count = count.min(*pool);
                    *pool -= count;
                    put_tokens(state, running.unit, SAVE, count, log);
                }
            }
            _ => {}
        },
        Doing::Plain { plain } => match plain {
            Plain::Has { who, .. } => grant(state, &running, subjects(who), &Duration::Attack {}, log),
            Plain::Gain { gain: what } => gain(state, what, subjects(&what.who), log),
            Plain::Lose { price, .. } => match price {
                Price::Life { count } => {
                    let losses: SmallVec<[(Unit, u8); 8]> = members(who).map(|who| (who, count.0)).collect();
                    lose_life(rules, state, &losses, log);
                }
                Price::Actions { count } => {
                    for who in members(who).filter(|&who| who < NEUTRALS && seat_slot(who).1 == 0) {
                        let (seat, _) = seat_slot(who);
                        let pool = &mut state.seats[usize::from(seat)].actions;
                        *pool = pool.saturating_sub(count.0);
                        let left = *pool;
                        log.add(Event::Actions(seat, left));
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
                if let Some(name) = rules.tokens.iter().position(|known| *known == name.0) {
                    let set = match place {
                        TokenPlace::ThisCard {} => 1 << running.unit,
                        TokenPlace::Target { .. } => who,
                    };
                    for who in members(set) {
                        put_tokens(state, who, name as u8, count.0, log);
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

fn gain(state: &mut State, gain: &Gain, set: u64, log: &mut impl Log<Event>) {
    for who in members(set).filter(|&who| who < NEUTRALS && seat_slot(who).1 == 0) {
        let (seat, _) = seat_slot(who);
        let side = &mut state.seats[usize::from(seat)];
        side.actions = (side.actions + gain.count.0).min(MOST_ACTIONS);
        log.add(Event::Actions(seat, side.actions));
    }
}

fn put_tokens(state: &mut State, who: Unit, name: u8, count: u8, log: &mut impl Log<Event>) {
    if who >= NEUTRALS {
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
