//! Conditions and numbers of an effect, and when they are read. Rules: WU-R88; card language 5.5.

use cardlang::Phrase;

use super::{effect_of, scene, versus_at_start};
use crate::rules::Rules;
use crate::scene::Scene;
use crate::state::{Doing, Id, NO_SEAT, State, VALUES, Waiting};
use crate::text::{
    Action, Atom, Bidder, BoostAmount, Change as To, Clause, Condition, Controller, Countable, Decider, Deed,
    Effect, Expr, Group, Order, Player, PowerAmount, Qualifier, Quantity, Report, Single, Steps, Whose,
};

/// A condition or number of an effect, in the order of the text.
#[derive(Clone, Copy)]
pub(super) enum Readable<'a> {
    Condition(&'a Condition),
    Boosts(&'a BoostAmount),
    Power(&'a PowerAmount),
}

/// Who acts where something is read, and whom "their" means therefore. Rules: WU-R140 point 8.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Acts {
    /// Nobody but the user.
    You,
    /// The opponent that is fixed.
    Opponent,
    /// The player of the event.
    ThatPlayer,
    /// Several, each for themself.
    Each,
}

impl Acts {
    const fn of(who: Player) -> Self {
        match who {
            Player::Opponent => Self::Opponent,
            Player::ThatPlayer => Self::ThatPlayer,
            Player::EachOpponent | Player::EachPlayer => Self::Each,
        }
    }
}

/// Takes what is read in a text, and who acts there.
type Each<'a, 'b> = &'b mut dyn FnMut(Readable<'a>, Acts);

/// Everything that is read from the common state, or when it is reached. Rules: WU-R88.
fn readables<'a>(effect: &'a Effect, each: Each<'a, '_>) {
    for clause in &effect.0 {
        match clause {
            Clause::Steps { steps }
            | Clause::IfDo { steps, .. }
            | Clause::Otherwise { steps }
            | Clause::ForEach { steps, .. } => steps_readables(steps, each),
            Clause::If { condition, steps } | Clause::Instead { condition, steps } => {
                each(Readable::Condition(condition), Acts::You);
                steps_readables(steps, each);
            }
            Clause::May { who, orders } => {
                let acts = match who {
                    Decider::You => Acts::You,
                    Decider::Opponent => Acts::Opponent,
                    Decider::ThatPlayer => Acts::ThatPlayer,
                };
                orders.0.iter().for_each(|order| order_readables(order, acts, each));
            }
            Clause::Choose { options } => options.0.iter().for_each(|steps| steps_readables(steps, each)),
            Clause::Bid { .. } | Clause::Until { .. } => {}
        }
    }
}

fn steps_readables<'a>(steps: &'a Steps, each: Each<'a, '_>) {
    for action in steps.0.iter().flat_map(|step| &step.actions.0) {
        match action {
            Action::Order { order } => order_readables(order, Acts::You, each),
            Action::Report { report } => match report {
                Report::Vassal { change: To::GainPower { amount } | To::LosePower { amount }, .. } => {
                    each(Readable::Power(amount), Acts::You);
                }
                Report::Player { who, deed: Deed::Boosts { amount, .. } } => {
                    each(Readable::Boosts(amount), Acts::of(*who));
                }
                _ => {}
            },
        }
    }
}

fn order_readables<'a>(order: &'a Order, acts: Acts, each: Each<'a, '_>) {
    if let Order::Spend { amount } | Order::Gain { amount } = order {
        each(Readable::Boosts(amount), acts);
    }
}

/// Whether something is read from the common state: it is no mere number and does not refer to the effect's own
/// results, nor to several players. Rules: WU-R88.
fn is_common(readable: Readable<'_>, acts: Acts) -> bool {
    !(is_constant(readable) || is_live(readable) || acts == Acts::Each && names_them(readable))
}

/// Whether something is about "their" things.
fn names_them(readable: Readable<'_>) -> bool {
    let mut found = false;
    let seen = &mut |_: &str, wording: &str| found |= matches!(wording, "Their" | "TheirChallenger");
    match readable {
        Readable::Condition(condition) => condition.visit(seen),
        Readable::Boosts(amount) => amount.visit(seen),
        Readable::Power(amount) => amount.visit(seen),
    }
    found
}

/// Whether something is read when it is reached, since it refers to the effect's own results. Rules: WU-R88.
fn is_live(readable: Readable<'_>) -> bool {
    match readable {
        Readable::Condition(condition) => condition.atoms().iter().any(live_atom),
        Readable::Boosts(BoostAmount::Number { each, .. })
        | Readable::Power(PowerAmount::Number { each, .. }) => {
            each.as_ref().is_some_and(|each| live_countable(&each.what))
        }
        Readable::Boosts(BoostAmount::Equal { expr }) | Readable::Power(PowerAmount::Equal { expr }) => {
            live_expr(expr)
        }
    }
}

/// Whether it is a number as it stands.
fn is_constant(readable: Readable<'_>) -> bool {
    matches!(
        readable,
        Readable::Boosts(BoostAmount::Number { each: None, .. })
            | Readable::Power(PowerAmount::Number { each: None, .. })
    )
}

/// Whom it names last, but for "it": that one is "it" afterwards. Rules: card language 5.4.
pub(super) fn named(readable: Readable<'_>) -> Option<Single> {
    let of_expr = |expr: &Expr| {
        let singles = expr.quantities().filter_map(|quantity| match quantity {
            Quantity::Power { of } => Some(of.0),
            Quantity::Stacks { single, .. } => Some(*single),
            _ => None,
        });
        singles.filter(|single| names_anew(*single)).last()
    };
    match readable {
        Readable::Condition(condition) => {
            let of_atom = |atom: &Atom| match atom {
                Atom::Is { single, .. } | Atom::Has { single, .. } | Atom::Eliminated { single } => {
                    Some(*single).filter(|single| names_anew(*single))
                }
                Atom::Compare { left, right, .. } => of_expr(right).or_else(|| of_expr(left)),
                Atom::Controls { .. } => None,
            };
            condition.atoms().iter().rev().find_map(of_atom)
        }
        Readable::Boosts(BoostAmount::Equal { expr }) | Readable::Power(PowerAmount::Equal { expr }) => {
            of_expr(expr)
        }
        Readable::Boosts(BoostAmount::Number { .. }) | Readable::Power(PowerAmount::Number { .. }) => None,
    }
}

/// Whether it is somebody who was not spoken of before.
pub(super) fn names_anew(single: Single) -> bool {
    !matches!(single, Single::It | Single::ThatVassal | Single::ThisResource)
}

fn live_single(single: Single) -> bool {
    matches!(single, Single::It | Single::ThatVassal)
}

fn live_group(group: &Group) -> bool {
    group.qualifiers.0.iter().any(|qualifier| match qualifier {
        Qualifier::SameWorld { single } => live_single(*single),
        _ => false,
    })
}

fn live_countable(what: &Countable) -> bool {
    matches!(what, Countable::Group { group } if live_group(group))
}

fn live_expr(expr: &Expr) -> bool {
    expr.quantities().any(|quantity| match quantity {
        Quantity::Number { what } => live_countable(what),
        Quantity::Bid { .. } | Quantity::ThatMany {} => true,
        Quantity::Power { of } => live_single(of.0),
        Quantity::Stacks { single, .. } => live_single(*single),
        Quantity::Boosts { .. } | Quantity::Round {} => false,
    })
}

fn live_atom(atom: &Atom) -> bool {
    match atom {
        Atom::Is { single, .. } | Atom::Has { single, .. } => live_single(*single),
        Atom::Eliminated { .. } => true,
        Atom::Controls { group, .. } => live_group(group),
        Atom::Compare { left, right, .. } => live_expr(left) || live_expr(right),
    }
}

/// Whether something is about "your opponent": if that one is chosen in the effect, it is read when it is reached.
/// Rules: WU-R140 points 2 and 3.
pub(super) fn is_about_opponent(readable: Readable<'_>) -> bool {
    let group = |group: &Group| {
        let theirs = |one: &Qualifier| matches!(one, Qualifier::Infirmary { whose: Whose::Opponents });
        group.qualifiers.0.iter().any(theirs)
    };
    let countable = |what: &Countable| matches!(what, Countable::Group { group: of } if group(of));
    let expr = |expr: &Expr| {
        expr.quantities().any(|quantity| match quantity {
            Quantity::Number { what } => countable(what),
            Quantity::Boosts { whose } => *whose == Whose::Opponents,
            Quantity::Bid { whose } => *whose == Bidder::Opponents,
            _ => false,
        })
    };
    match readable {
        Readable::Condition(condition) => condition.atoms().iter().any(|atom| match atom {
            Atom::Controls { who, group: of, .. } => *who == Controller::Opponent || group(of),
            Atom::Compare { left, right, .. } => expr(left) || expr(right),
            _ => false,
        }),
        Readable::Boosts(BoostAmount::Number { each, .. })
        | Readable::Power(PowerAmount::Number { each, .. }) => {
            each.as_ref().is_some_and(|each| countable(&each.what))
        }
        Readable::Boosts(BoostAmount::Equal { expr: amount })
        | Readable::Power(PowerAmount::Equal { expr: amount }) => expr(amount),
    }
}

fn evaluate(scene: &Scene<'_>, readable: Readable<'_>) -> i32 {
    match readable {
        Readable::Condition(condition) => i32::from(scene.holds(condition)),
        Readable::Boosts(amount) => scene.boost_amount(amount),
        Readable::Power(amount) => scene.power_amount(amount),
    }
}

/// Reads every condition and number of an Ability from the common state of its batch. Rules: WU-R88.
pub fn read_values(rules: &Rules, state: &State, waiting: &mut Waiting) {
    let versus = versus_at_start(rules, state, waiting);
    let mut values = [0; VALUES];
    let mut read = 0;
    let own = *waiting;
    readables(effect_of(rules, &own), &mut |readable, acts| {
        if !is_common(readable, acts) {
            return;
        }
        if read < VALUES {
            let actor = match acts {
                Acts::Opponent => versus,
                Acts::ThatPlayer => own.player,
                Acts::You | Acts::Each => NO_SEAT,
            };
            let scene = Scene {
                it: own.it,
                player: own.player,
                actor,
                versus,
                ..Scene::new(rules, state, own.user, own.bearer)
            };
            values[read] = evaluate(&scene, readable).clamp(-999, 999) as i16;
        }
        read += 1;
    });
    (waiting.values, waiting.read) = (values, read.min(VALUES) as u8);
}

/// What a condition or number comes to now: as it was read, or live. Rules: card language 5.5.
pub(super) fn read(
    rules: &Rules,
    state: &State,
    doing: &Doing,
    (actor, it): (u8, Id),
    wanted: Readable<'_>,
) -> i32 {
    let chosen = || doing.versus != versus_at_start(rules, state, &doing.of);
    let now = is_constant(wanted) || ((is_about_opponent(wanted) || names_them(wanted)) && chosen());
    if !doing.chain && !now {
        let mut nth = 0;
        let mut place = None;
        readables(effect_of(rules, &doing.of), &mut |readable, acts| {
            if !is_common(readable, acts) {
                return;
            }
            let same = match (readable, wanted) {
                (Readable::Condition(a), Readable::Condition(b)) => std::ptr::eq(a, b),
                (Readable::Boosts(a), Readable::Boosts(b)) => std::ptr::eq(a, b),
                (Readable::Power(a), Readable::Power(b)) => std::ptr::eq(a, b),
                _ => false,
            };
            if same {
                place = Some(nth);
            }
            nth += 1;
        });
        if let Some(value) = place.and_then(|place| doing.of.values.get(place)) {
            return i32::from(*value);
        }
    }
    evaluate(&Scene { it, ..scene(rules, state, doing, actor) }, wanted)
}
