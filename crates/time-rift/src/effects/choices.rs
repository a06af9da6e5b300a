//! What is chosen before an effect begins, and the arguments that say so.

use smallvec::SmallVec;

use crate::action::{Argument, Arguments, NO_CARD};
use crate::faces::target_of;
use crate::rules::Rules;
use crate::scene::{Scene, has_hands, units};
use crate::state::{NEUTRALS, Running, State, Unit, mark, seat_slot, unit};
use crate::text::{
    Action as Doing, CardType, Clause, CostItem, Effect, FilterOne, May, OwnCard, Pick, Plain, Power, Step,
    Target,
};

/// Why an own card is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
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
pub(super) const PRICE: i8 = -1;

/// All choices of an effect in the order of the text.
pub fn choices(effect: &Effect) -> Vec<Choice> {
    let mut list = Vec::new();
    let mut place = 0;
    let mut add = |clause: i8, first: bool, what: What| {
        let chest = matches!(what, What::Chest(_));
        list.push(Choice { clause, place, first, what });
        // Long texts are refused for their length later.
        place = place.saturating_add(u8::from(!chest));
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
                        let square = scene.state.square_of(who).expect("it is in the Arena");
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
pub(super) fn own_slots(scene: &Scene<'_>, card: &OwnCard, purpose: Purpose) -> SmallVec<[u8; 4]> {
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
pub(super) fn charged_weapon(scene: &Scene<'_>, who: Unit) -> Option<u8> {
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
pub(super) fn empty_slot(rules: &Rules, state: &State, seat: u8) -> Option<u8> {
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
pub(super) fn argument_of(choices: &[Choice], clause: i8, nth: usize, arguments: &Arguments) -> Argument {
    let mut of_clause =
        choices.iter().filter(|choice| choice.clause == clause && !matches!(choice.what, What::Chest(_)));
    of_clause.nth(nth).map_or(Argument::None, |choice| arguments.get(usize::from(choice.place)))
}

pub(super) fn choices_of<'a>(rules: &'a Rules, running: &Running) -> &'a [Choice] {
    &rules.face(running.card).choices[usize::from(running.ability)]
}

/// The argument of the clause an effect under way is at.
pub(super) fn own_argument(rules: &Rules, running: &Running) -> Argument {
    argument_of(choices_of(rules, running), running.clause as i8, 0, &running.arguments)
}
