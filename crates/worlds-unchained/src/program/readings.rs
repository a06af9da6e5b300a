//! When conditions and numbers of an effect are read: from the common state of a batch, or when they are reached.
//! Rules: WU-R88, WU-R140; card language 5.4, 5.5.

use cardlang::Phrase;

use super::{Acts, Reading};
use crate::text::{
    Atom, Bidder, BoostAmount, Condition, Controller, Countable, Expr, Group, PowerAmount, Qualifier,
    Quantity, Single, Whose,
};

/// A condition or number of an effect.
#[derive(Clone, Copy)]
pub(super) enum Said<'a> {
    Condition(&'a Condition),
    Boosts(&'a BoostAmount),
    Power(&'a PowerAmount),
}

impl Said<'_> {
    /// When it is read; `next` is its place if it is read from the common state.
    pub fn reading(self, acts: Acts, next: usize) -> Reading {
        let common = self.is_common(acts).then_some(next).and_then(|place| u8::try_from(place).ok());
        Reading {
            common,
            constant: self.is_constant(),
            opponent: self.is_about_opponent(),
            them: self.names_them(),
            named: self.named(),
        }
    }

    /// Whether something is read from the common state: it is no mere number and does not refer to the effect's own
    /// results, nor to several players. Rules: WU-R88.
    fn is_common(self, acts: Acts) -> bool {
        !(self.is_constant() || self.is_live() || acts == Acts::Each && self.names_them())
    }

    /// Whether something is about "their" things.
    fn names_them(self) -> bool {
        match self {
            Self::Condition(condition) => names_them(condition),
            Self::Boosts(amount) => names_them(amount),
            Self::Power(amount) => names_them(amount),
        }
    }

    /// Whether something is read when it is reached, since it refers to the effect's own results. Rules: WU-R88.
    fn is_live(self) -> bool {
        match self {
            Self::Condition(condition) => condition.atoms().iter().any(live_atom),
            Self::Boosts(BoostAmount::Number { each, .. })
            | Self::Power(PowerAmount::Number { each, .. }) => {
                each.as_ref().is_some_and(|each| live_countable(&each.what))
            }
            Self::Boosts(BoostAmount::Equal { expr }) | Self::Power(PowerAmount::Equal { expr }) => {
                live_expr(expr)
            }
        }
    }

    /// Whether it is a number as it stands.
    fn is_constant(self) -> bool {
        matches!(
            self,
            Self::Boosts(BoostAmount::Number { each: None, .. })
                | Self::Power(PowerAmount::Number { each: None, .. })
        )
    }

    /// Whom it names last, but for "it": that one is "it" afterwards. Rules: card language 5.4.
    fn named(self) -> Option<Single> {
        let of_expr = |expr: &Expr| {
            let singles = expr.quantities().filter_map(|quantity| match quantity {
                Quantity::Power { of } => Some(of.0),
                Quantity::Stacks { single, .. } => Some(*single),
                _ => None,
            });
            singles.filter(|single| names_anew(*single)).last()
        };
        match self {
            Self::Condition(condition) => {
                let of_atom = |atom: &Atom| match atom {
                    Atom::Is { single, .. } | Atom::Has { single, .. } | Atom::Eliminated { single } => {
                        Some(*single).filter(|single| names_anew(*single))
                    }
                    Atom::Compare { left, right, .. } => of_expr(right).or_else(|| of_expr(left)),
                    Atom::Controls { .. } => None,
                };
                condition.atoms().iter().rev().find_map(of_atom)
            }
            Self::Boosts(BoostAmount::Equal { expr }) | Self::Power(PowerAmount::Equal { expr }) => {
                of_expr(expr)
            }
            Self::Boosts(BoostAmount::Number { .. }) | Self::Power(PowerAmount::Number { .. }) => None,
        }
    }

    /// Whether something is about "your opponent": if that one is chosen in the effect, it is read when it is reached.
    /// Rules: WU-R140 points 2 and 3.
    fn is_about_opponent(self) -> bool {
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
        match self {
            Self::Condition(condition) => condition.atoms().iter().any(|atom| match atom {
                Atom::Controls { who, group: of, .. } => *who == Controller::Opponent || group(of),
                Atom::Compare { left, right, .. } => expr(left) || expr(right),
                _ => false,
            }),
            Self::Boosts(BoostAmount::Number { each, .. })
            | Self::Power(PowerAmount::Number { each, .. }) => {
                each.as_ref().is_some_and(|each| countable(&each.what))
            }
            Self::Boosts(BoostAmount::Equal { expr: amount })
            | Self::Power(PowerAmount::Equal { expr: amount }) => expr(amount),
        }
    }
}

/// Whether a text is about "their" things.
pub(super) fn names_them(phrase: &impl Phrase) -> bool {
    let mut found = false;
    phrase.visit(&mut |_, wording| found |= matches!(wording, "Their" | "TheirChallenger"));
    found
}

/// Whether it is somebody who was not spoken of before.
pub fn names_anew(single: Single) -> bool {
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
