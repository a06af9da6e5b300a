//! Why something cannot be done.

use engine::{Actions, Actor, Refusal, Turn};

use crate::action::{Action, Arguments, Deed, NO_CARD as NO_CARD_NUMBER, Strike};
use crate::arena::NOWHERE;
use crate::attacks::{for_each_target, is_kind_forbidden};
use crate::game::legal;
use crate::rules::Rules;
use crate::scene::{Scene, has_hands, is_forbidden};
use crate::state::{Frame, State, Step, mark, seat_slot, unit};
use crate::text::Deed as Forbidden;
use crate::{chests, effects, flow};

const OVER: Refusal = Refusal::new("game-over", "TR-END-4", "the game is over");
const DICE_FIRST: Refusal = Refusal::new("dice-first", "TR-COMBAT-2", "dice have to fall first");
const NO_DICE: Refusal = Refusal::new("no-dice", "TR-COMP-2", "no dice are due");
const DICE_COUNT: Refusal = Refusal::new("wrong-dice", "TR-COMP-2", "so many dice are not due");
const OTHER_TURN: Refusal = Refusal::new("not-your-turn", "TR-ROUND-4", "somebody else has to choose");
const OTHER_MOMENT: Refusal = Refusal::new("wrong-moment", "TR-R63", "that is not to be chosen now");
const NOT_THERE: Refusal = Refusal::new("nobody-there", "TR-MOVE-1", "nobody of yours stands there");
const NO_ACTIONS: Refusal = Refusal::new("no-actions", "TR-ROUND-6", "you have not enough Actions");
const TAKEN: Refusal = Refusal::new("space-taken", "TR-MOVE-8", "the space is occupied");
const OUTSIDE: Refusal = Refusal::new("outside", "TR-MOVE-10", "there is no such space in the Arena");
const DIAGONAL: Refusal = Refusal::new("diagonal", "TR-MOVE-9", "a step goes along a row or a column");
const ONE_STEP: Refusal = Refusal::new("one-step", "TR-MOVE-2", "a maneuver is one space");
const SAME_FACING: Refusal = Refusal::new("same-facing", "TR-MOVE-5", "a rotation changes the facing");
const FORBIDDEN: Refusal = Refusal::new("forbidden", "TR-R22", "an effect forbids that");
const MUST_SPEND: Refusal = Refusal::new("must-spend", "TR-ROUND-7", "you must spend at least one Action");
const OWED: Refusal = Refusal::new("effect-owed", "TR-R64", "an effect that must happen is owed");
const MUST_CHOOSE: Refusal = Refusal::new("must-choose", "TR-R66", "the effect goes on: this must be chosen");
const NO_CARD: Refusal = Refusal::new("no-such-card", "TR-FX-21", "no card of yours lies face up there");
const NO_GRID: Refusal = Refusal::new("cannot-attack", "TR-SPEC-4", "that card does not attack now");
const USED: Refusal = Refusal::new("attacked-already", "TR-R42", "that card has attacked this turn");
const DEPLETED: Refusal = Refusal::new("depleted", "TR-R42", "that card is depleted");
const HANDS: Refusal = Refusal::new("no-hands", "TR-WIELD-5", "two hands a round are not enough for that");
const NO_ENEMY: Refusal = Refusal::new("no-enemy", "TR-ATK-3", "no enemy stands there");
const OUT_OF_GRID: Refusal =
    Refusal::new("out-of-grid", "TR-GRID-7", "the grid shows no number for that space");
const NOT_GRANTED: Refusal = Refusal::new("not-granted", "TR-R46", "no effect grants that attack");
const NO_EFFECT: Refusal = Refusal::new("no-such-effect", "TR-FX-2", "the card has no such effect");
const NOT_NOW: Refusal = Refusal::new("not-now", "TR-R63", "the effect cannot be used at this moment");
const USED_UP: Refusal = Refusal::new("used-up", "TR-R69", "the effect has been used as often as it can be");
const POWER_DEPLETED: Refusal = Refusal::new("power-depleted", "TR-POW-6", "its card is depleted");
const GUARDED: Refusal = Refusal::new("condition", "TR-FX-16", "the condition of the effect does not hold");
const UNPAID: Refusal = Refusal::new("cannot-pay", "TR-FX-18", "the price of the effect cannot be paid");
const BAD_CHOICE: Refusal = Refusal::new("no-such-target", "TR-R82", "that cannot be chosen for the effect");
const NO_STEP: Refusal = Refusal::new("no-such-step", "TR-R73", "the effect does not allow that step");
const NO_PLACE: Refusal = Refusal::new("not-your-side", "TR-SETUP-8", "you cannot start there");
const NOT_CENTER: Refusal =
    Refusal::new("not-center", "TR-TIRE-2", "a Tire Fight begins on the center spaces");
const NO_FACING: Refusal =
    Refusal::new("wrong-facing", "TR-SETUP-11", "you cannot face that way at the start");
const NO_SIDE: Refusal = Refusal::new("side-taken", "TR-R10", "that side is not free for you");
const NOT_LEFT: Refusal = Refusal::new("not-left", "TR-SETUP-15", "you cannot put that into the slot");
const NO_DECK: Refusal = Refusal::new("no-such-deck", "TR-LOAD-5", "that deck is not among yours");
const NOT_IN_CHEST: Refusal =
    Refusal::new("not-in-chest", "TR-MATCH-2", "that card is not left in your War Chest");
const DECK_ORDER: Refusal =
    Refusal::new("deck-order", "TR-R151", "the cards of a battle deck are chosen in ascending order");
const DECK_ILLEGAL: Refusal =
    Refusal::new("deck-illegal", "TR-R131", "no legal battle deck can be made with that card now");
const DECK_NOT_FULL: Refusal =
    Refusal::new("deck-not-full", "TR-R133", "a legal battle deck can be fielded, so every slot is filled");

/// Every refusal there is.
pub const ALL: &[Refusal] = &[
    OVER,
    DICE_FIRST,
    NO_DICE,
    DICE_COUNT,
    OTHER_TURN,
    OTHER_MOMENT,
    NOT_THERE,
    NO_ACTIONS,
    TAKEN,
    OUTSIDE,
    DIAGONAL,
    ONE_STEP,
    SAME_FACING,
    FORBIDDEN,
    MUST_SPEND,
    OWED,
    MUST_CHOOSE,
    NO_CARD,
    NO_GRID,
    USED,
    DEPLETED,
    HANDS,
    NO_ENEMY,
    OUT_OF_GRID,
    NOT_GRANTED,
    NO_EFFECT,
    NOT_NOW,
    USED_UP,
    POWER_DEPLETED,
    GUARDED,
    UNPAID,
    BAD_CHOICE,
    NO_STEP,
    NO_PLACE,
    NOT_CENTER,
    NO_FACING,
    NO_SIDE,
    NOT_LEFT,
    NO_DECK,
    NOT_IN_CHEST,
    DECK_ORDER,
    DECK_ILLEGAL,
    DECK_NOT_FULL,
];

/// Why `actor` cannot do something now; nothing if it can.
pub fn refuse(rules: &Rules, state: &State, actor: Actor, action: Action) -> Option<Refusal> {
    let turn = flow::turn(rules, state);
    let seat = match actor {
        Actor::Chance => {
            return match (turn, action.deed()) {
                (Turn::Over, _) => Some(OVER),
                (Turn::Players(_), _) => Some(NO_DICE),
                (Turn::Chance, Deed::Dice(count, faces)) => {
                    let due = flow::dice_due(rules, state);
                    let count = usize::from(count.min(6));
                    let sane = faces[..count].iter().all(|face| (1..=6).contains(face))
                        && faces[count..] == [0; 6][count..];
                    (usize::from(due) != count || !sane).then_some(DICE_COUNT)
                }
                (Turn::Chance, _) => Some(DICE_COUNT),
            };
        }
        Actor::Seat(seat) => seat,
    };
    match turn {
        Turn::Over => return Some(OVER),
        Turn::Chance => return Some(DICE_FIRST),
        Turn::Players(seats) if !seats.has(seat) => return Some(OTHER_TURN),
        Turn::Players(_) => {}
    }
    let seat = seat.index() as u8;
    if !is_due(state, &action.deed()) {
        return Some(reason(rules, state, seat, action, &[]));
    }
    let mut offered = Actions::new();
    legal(rules, state, seat, &mut offered);
    if offered.contains(&action) {
        return None;
    }
    Some(reason(rules, state, seat, action, &offered))
}

/// Whether such a thing could be among the options at all.
fn is_due(state: &State, deed: &Deed) -> bool {
    match state.frames.last() {
        None => match state.step {
            Step::T2 => matches!(
                deed,
                Deed::Move(..) | Deed::Rotate(..) | Deed::Strike(_) | Deed::Effect(..) | Deed::End
            ),
            Step::Z1 => matches!(deed, Deed::Deck(_) | Deed::Pick(_)),
            Step::Z3 => matches!(deed, Deed::Side(_) | Deed::Place(..)),
            Step::Z4 => matches!(deed, Deed::Fill(..)),
            _ => matches!(deed, Deed::Enter(_) | Deed::Place(..)),
        },
        Some(Frame::Window(_)) => matches!(deed, Deed::Effect(..) | Deed::Pass),
        Some(_) => true,
    }
}

fn reason(rules: &Rules, state: &State, seat: u8, action: Action, offered: &[Action]) -> Refusal {
    let kind_is_due = |is: fn(&Deed) -> bool| offered.iter().any(|action| is(&action.deed()));
    match state.frames.last() {
        Some(Frame::Running(running)) => {
            return match action.deed() {
                Deed::Pass => MUST_CHOOSE,
                Deed::Strike(strike) if strike.free && lacks_hands(rules, state, seat, strike.slot) => HANDS,
                deed if effects::is_spending(rules, running) => {
                    ordinary(rules, state, seat, &deed).unwrap_or(NO_STEP)
                }
                _ => NO_STEP,
            };
        }
        Some(Frame::Window(_)) => {
            return match action.deed() {
                Deed::Pass => OWED,
                Deed::Effect(slot, ability, arguments) => {
                    effect(rules, state, seat, (slot, ability, arguments))
                }
                _ => OTHER_MOMENT,
            };
        }
        _ => {}
    }
    match (state.step, action.deed()) {
        (Step::Z1, Deed::Pick(card)) if rules.games > 1 => pick(rules, state, seat, card),
        (Step::Z1, Deed::Deck(_) | Deed::Pick(_)) => NO_DECK,
        (Step::Z3, Deed::Side(_)) if kind_is_due(|deed| matches!(deed, Deed::Side(_))) => NO_SIDE,
        (Step::Z3 | Step::G2, Deed::Place(square, _))
            if kind_is_due(|deed| matches!(deed, Deed::Place(..))) =>
        {
            let there =
                offered.iter().any(|action| matches!(action.deed(), Deed::Place(at, _) if at == square));
            if there {
                NO_FACING
            } else if !rules.arena.has(square) {
                OUTSIDE
            } else if state.occupied(rules) >> square & 1 == 1 {
                TAKEN
            } else if state.step == Step::G2 {
                NOT_CENTER
            } else {
                NO_PLACE
            }
        }
        (Step::Z4, Deed::Fill(..)) => NOT_LEFT,
        (Step::G2, Deed::Enter(_)) if kind_is_due(|deed| matches!(deed, Deed::Enter(_))) => NOT_THERE,
        (Step::T2, Deed::Effect(slot, ability, arguments)) => {
            effect(rules, state, seat, (slot, ability, arguments))
        }
        (Step::T2, Deed::End) => MUST_SPEND,
        (Step::T2, deed) => ordinary(rules, state, seat, &deed).unwrap_or(OTHER_MOMENT),
        _ => OTHER_MOMENT,
    }
}

/// Why an ordinary action cannot be done; nothing if it is none.
fn ordinary(rules: &Rules, state: &State, seat: u8, deed: &Deed) -> Option<Refusal> {
    Some(match *deed {
        Deed::Move(way, _) => {
            let mine = state.unit_on(rules, way.from).filter(|&who| seat_slot(who).0 == seat);
            let to = way.end();
            let direction = usize::from(way.directions().next().unwrap_or(0) & 3);
            match mine {
                None => NOT_THERE,
                _ if !way.is_straight() => DIAGONAL,
                _ if way.steps != 1 => ONE_STEP,
                _ if !rules.arena.has(way.from)
                    || rules.arena.next[usize::from(way.from)][direction] == NOWHERE =>
                {
                    OUTSIDE
                }
                _ if state.occupied(rules) >> to & 1 == 1 => TAKEN,
                Some(who)
                    if is_forbidden(rules, state, who, |deed| {
                        matches!(deed, Forbidden::Maneuver {} | Forbidden::Move {})
                    }) =>
                {
                    FORBIDDEN
                }
                _ => NO_ACTIONS,
            }
        }
        Deed::Rotate(at, facing) => match state.unit_on(rules, at).filter(|&who| seat_slot(who).0 == seat) {
            None => NOT_THERE,
            Some(who) if state.facing_of(who) == facing => SAME_FACING,
            Some(who) if is_forbidden(rules, state, who, |deed| matches!(deed, Forbidden::Rotate {})) => {
                FORBIDDEN
            }
            _ => NO_ACTIONS,
        },
        Deed::Strike(strike) => attack(rules, state, seat, &strike),
        _ => return None,
    })
}

/// Whether a face-up card would need more hands than are left.
fn lacks_hands(rules: &Rules, state: &State, seat: u8, slot: u8) -> bool {
    slot > 0 && state.slot(seat, slot).is_up() && !has_hands(rules, state, seat, slot)
}

/// Why a card cannot be chosen for a battle deck.
fn pick(rules: &Rules, state: &State, seat: u8, card: Option<u16>) -> Refusal {
    let chest = chests::of(state, seat);
    let deck = state.seats[usize::from(seat)].slots.iter().map(|slot| slot.card);
    let last = deck.clone().rfind(|&other| other != NO_CARD_NUMBER);
    match card {
        None if chests::can_field(rules, chest) => DECK_NOT_FULL,
        None => DECK_ILLEGAL,
        Some(card) => {
            let copies = chest.iter().filter(|&&known| known == card).count();
            if copies <= deck.filter(|&other| other == card).count() {
                NOT_IN_CHEST
            } else if last.is_some_and(|last| card < last) {
                DECK_ORDER
            } else {
                DECK_ILLEGAL
            }
        }
    }
}

fn attack(rules: &Rules, state: &State, seat: u8, strike: &Strike) -> Refusal {
    let Strike { free, slot, lent, target, facing } = *strike;
    if free || lent > 0 || facing.is_some() {
        return NOT_GRANTED;
    }
    if slot > 0 {
        let laid = state.slot(seat, slot);
        if !laid.is_up() {
            return NO_CARD;
        }
        let face = rules.face(laid.card);
        if face.cost.is_none() || face.is_minion() != laid.has(mark::DEPLOYED) {
            return NO_GRID;
        }
        if laid.has(mark::ATTACKED) {
            return USED;
        }
        if laid.has(mark::DEPLETED) {
            return DEPLETED;
        }
        if !has_hands(rules, state, seat, slot) {
            return HANDS;
        }
    }
    let enemy = state.unit_on(rules, target).is_some_and(|who| rules.is_enemy(seat, who));
    if !enemy {
        return NO_ENEMY;
    }
    let mut any = false;
    for_each_target(rules, state, seat, Strike::ordinary(slot), |square, _| any |= square == target);
    if any {
        return NO_ACTIONS;
    }
    if is_kind_forbidden(rules, state, seat, slot) { FORBIDDEN } else { OUT_OF_GRID }
}

fn effect(
    rules: &Rules,
    state: &State,
    seat: u8,
    (slot, ability, arguments): (u8, u8, Arguments),
) -> Refusal {
    if slot > 0 && !state.slot(seat, slot).is_up() {
        return NO_CARD;
    }
    let who = unit(seat, slot);
    let face = rules.face(state.card_of(who));
    let Some(effect) = ability.checked_sub(1).and_then(|nth| face.effect(nth)) else { return NO_EFFECT };
    let note = face.notes[usize::from(ability) - 1];
    let window = match state.frames.last() {
        Some(Frame::Window(opening)) => opening.window,
        _ => crate::faces::Window::Idle,
    };
    if note.ears & window.bit() == 0 {
        return NOT_NOW;
    }
    if note.limit > 0 && state.uses_of(who).of(note.counter) >= note.limit {
        return USED_UP;
    }
    if note.depletes && slot > 0 && state.slot(seat, slot).has(mark::DEPLETED) && !note.rider {
        return POWER_DEPLETED;
    }
    if note.depletes
        && slot > 0
        && !state.slot(seat, slot).has(mark::DEPLETED)
        && !has_hands(rules, state, seat, slot)
    {
        return HANDS;
    }
    let scene = Scene::of(rules, state, who);
    if effect.guard.as_ref().is_some_and(|guard| !scene.holds(&guard.condition.0)) {
        return GUARDED;
    }
    if !crate::windows::can_pay(&scene, effect)
        || effects::cards_paid(&scene, ability - 1, &arguments).is_none()
    {
        return UNPAID;
    }
    if !effects::can_act(&scene, effect, window) {
        return NOT_NOW;
    }
    BAD_CHOICE
}
