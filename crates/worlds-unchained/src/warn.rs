//! What is doubtful about Skills: W1 a Chain that can hardly be used, W2 power for a reinforcer, W3 nothing at all,
//! W4 more tokens than there is room for.

use cardlang::{Diagnostic, HowMany, Span};

use crate::text::{
    Action, Adjective, BoostAmount, ChainKind, ChainKinds, Change, Class, Clause, Countable, Deed, Effect,
    ForEach, Group, Holding, Noun, Order, PowerAmount, Report, Scope, Side, Single, Skill, Standing, Static,
    Steps, Subject, Target,
};

/// Zones for summoned tokens. Rules: WU-R39, WU-R41.
const EXTRA_ZONES: u8 = 2;

/// The limits of official formats, of injuries and exhaustion. Rules: WU-2.3.4, WU-2.4.4.
const USUAL_LIMITS: [u8; 2] = [2, 4];

/// What is doubtful about the Skills of a card, by the number of the Skill.
pub fn warnings(skills: &[Skill]) -> Vec<(usize, Diagnostic)> {
    let more_chains = skills.iter().any(|skill| match skill {
        Skill::Solid { statics, .. } | Skill::Passive { statics } => {
            statics.0.iter().any(|held| matches!(held, Static::Of { what: Holding::MayActivate { .. }, .. }))
        }
        Skill::Chain { .. } | Skill::Trigger { .. } => false,
    });
    let mut found = Vec::new();
    for (at, skill) in skills.iter().enumerate() {
        let mut doubts = Doubts { more_chains, found: Vec::new() };
        doubts.skill(skill);
        found.extend(doubts.found.into_iter().map(|doubt| (at, doubt)));
    }
    found
}

struct Doubts {
    more_chains: bool,
    found: Vec<Diagnostic>,
}

impl Doubts {
    fn doubt(&mut self, code: &'static str, message: &str, hint: &str) {
        self.found.push(Diagnostic::new(code, Span::default(), message).hint(hint));
    }

    fn skill(&mut self, skill: &Skill) {
        if is_void(skill) {
            self.doubt("W3", "this Skill can never have an effect", "look at its numbers and adjectives");
        }
        match skill {
            Skill::Chain { words, effect, .. } => self.effect(effect, Some(words.0)),
            Skill::Trigger { effect, .. } => self.effect(effect, None),
            Skill::Solid { statics, .. } | Skill::Passive { statics } => {
                statics.0.iter().for_each(|statement| self.statement(statement));
            }
        }
    }

    fn effect(&mut self, effect: &Effect, mut chain: Option<ChainKinds>) {
        for clause in &effect.0 {
            match clause {
                Clause::Until { statement, .. } => self.statement(statement),
                clause => actions(clause, &mut |action| {
                    self.action(action, chain);
                    if matches!(action, Done::Order(Order::Swap { .. } | Order::Move { .. })) {
                        // From then on nobody knows who stands where.
                        chain = chain.map(|_| ChainKinds::NONE);
                    }
                }),
            }
        }
    }

    fn statement(&mut self, statement: &Static) {
        match statement {
            Static::Of { what: Holding::Has { skill }, .. } => self.skill(skill),
            Static::Instead { steps, .. } => in_steps(steps, &mut |action| self.action(action, None)),
            _ => {}
        }
    }

    fn action(&mut self, action: Done<'_>, chain: Option<ChainKinds>) {
        let this = |target: &Target| matches!(target, Target::Single { single: Single::ThisVassal });
        match action {
            Done::Order(Order::Summon { count: HowMany(count), .. }) if *count > EXTRA_ZONES => {
                self.doubt("W4", "there are two extra zones", "summon no more than two");
            }
            Done::Order(Order::Augment { target, skill, .. })
            | Done::Report(Report::Vassal { target, change: Change::Has { skill, .. } }) => {
                let chain_in_chain = chain.is_some() && matches!(**skill, Skill::Chain { .. });
                if chain_in_chain && this(target) && !self.more_chains {
                    let hint = "a Vassal activates one Chain each round (WU-R96)";
                    self.doubt(
                        "W1",
                        "this Vassal has used its Chain of the round when it gets this one",
                        hint,
                    );
                }
                self.skill(skill);
            }
            Done::Report(Report::Vassal { target, change: Change::GainPower { .. } })
                if this(target) && chain.is_some_and(|kinds| kinds.has(ChainKind::Reinforce)) =>
            {
                let hint = "write `your Challenger`, or Challenge before the Chain";
                self.doubt("W2", "a reinforcer is no Challenger and gains no power", hint);
            }
            Done::Order(_) | Done::Report(_) => {}
        }
    }
}

/// An action of either kind.
#[derive(Clone, Copy)]
enum Done<'a> {
    Order(&'a Order),
    Report(&'a Report),
}

fn in_steps<'a>(steps: &'a Steps, tell: &mut dyn FnMut(Done<'a>)) {
    for action in steps.0.iter().flat_map(|step| &step.actions.0) {
        match action {
            Action::Order { order } => tell(Done::Order(order)),
            Action::Report { report } => tell(Done::Report(report)),
        }
    }
}

/// Tells every action of a sentence.
fn actions<'a>(clause: &'a Clause, tell: &mut dyn FnMut(Done<'a>)) {
    match clause {
        Clause::Steps { steps }
        | Clause::If { steps, .. }
        | Clause::Instead { steps, .. }
        | Clause::IfDo { steps, .. }
        | Clause::Otherwise { steps }
        | Clause::ForEach { steps, .. } => in_steps(steps, tell),
        Clause::May { orders, .. } => orders.0.iter().for_each(|order| tell(Done::Order(order))),
        Clause::Choose { options } => options.0.iter().for_each(|steps| in_steps(steps, tell)),
        Clause::Bid { .. } | Clause::Until { .. } => {}
    }
}

/// Whether nothing it says can ever change anything.
fn is_void(skill: &Skill) -> bool {
    match skill {
        Skill::Chain { effect, .. } | Skill::Trigger { effect, .. } => {
            effect.0.iter().all(|clause| match clause {
                Clause::Until { statement, .. } => void_statement(statement),
                Clause::Bid { .. } => false,
                Clause::ForEach { group, .. } if void_group(group) => true,
                clause => {
                    let mut void = true;
                    actions(clause, &mut |action| void &= void_action(action));
                    void
                }
            })
        }
        Skill::Solid { statics, .. } | Skill::Passive { statics } => statics.0.iter().all(void_statement),
    }
}

fn void_action(action: Done<'_>) -> bool {
    let boosts = |amount: &BoostAmount| match amount {
        BoostAmount::Number { number, each } => number.0 == 0 || void_each(each.as_ref()),
        BoostAmount::Equal { .. } => false,
    };
    let power = |amount: &PowerAmount| match amount {
        PowerAmount::Number { number, each } => number.0 == 0 || void_each(each.as_ref()),
        PowerAmount::Equal { .. } => false,
    };
    match action {
        Done::Order(order) => match order {
            Order::Stack { target, .. }
            | Order::Protect { target, .. }
            | Order::Eliminate { target }
            | Order::Apply { target, .. }
            | Order::Clear { target, .. }
            | Order::Erase { target, .. }
            | Order::Move { target, .. }
            | Order::Return { target } => void_target(target),
            Order::Augment { target, skill, .. } => void_target(target) || is_void(skill),
            Order::Spend { amount } | Order::Gain { amount } => boosts(amount),
            Order::Summon { count, .. } | Order::Fabricate { count, .. } | Order::Expend { count, .. } => {
                count.0 == 0
            }
            Order::Swap { one, other } => one == other && matches!(one, Target::Single { .. }),
            Order::ExpendThis {} | Order::Negate {} => false,
        },
        Done::Report(Report::Vassal { target, change }) => {
            void_target(target)
                || match change {
                    Change::GainPower { amount } | Change::LosePower { amount } => power(amount),
                    Change::Has { skill, .. } => is_void(skill),
                }
        }
        Done::Report(Report::Player { deed, .. }) => match deed {
            Deed::Boosts { amount, .. } => boosts(amount),
            Deed::Stack { target, .. } | Deed::Eliminate { target } | Deed::Protect { target } => {
                void_target(target)
            }
            Deed::Resource { count, .. } => count.0 == 0,
        },
    }
}

fn void_each(each: Option<&ForEach>) -> bool {
    each.is_some_and(|each| matches!(&each.what, Countable::Group { group } if void_group(group)))
}

fn void_target(target: &Target) -> bool {
    match target {
        Target::Choose { count, group } | Target::Random { count, group } => {
            count.0 == 0 || void_group(group)
        }
        Target::OfTheir { count, group } => count.0 == 0 || void_group(group),
        Target::UpTo { group, .. } | Target::Each { group } => void_group(group),
        Target::Single { .. } | Target::Those {} => false,
    }
}

/// Whether nothing can be all of this.
fn void_group(group: &Group) -> bool {
    let has = |adjective: &Adjective| group.adjectives.0.contains(adjective);
    let is = |standing| has(&Adjective::Is { standing });
    let side = |side| has(&Adjective::Side { side });
    let mob = Class::Mob;
    (is(Standing::Injured) && is(Standing::Uninjured))
        || (is(Standing::Exhausted) && is(Standing::Unexhausted))
        || (side(Side::Friendly) && side(Side::Opposing))
        || (has(&Adjective::NonMob {})
            && (has(&Adjective::Class { class: mob }) || group.noun == Noun::Class { class: mob }))
}

fn void_statement(statement: &Static) -> bool {
    let scope = |scope: &Scope| matches!(scope, Scope::Each { group } if void_group(group));
    match statement {
        Static::Of { scope: whom, what } => {
            scope(whom)
                || match what {
                    Holding::Power { change, each } => change.0 == 0 || void_each(each.as_ref()),
                    Holding::Has { skill } => is_void(skill),
                    Holding::MayActivate { count, .. } => count.0 == 1,
                    Holding::Limit { count, kind, .. } => count.0 == USUAL_LIMITS[*kind as usize],
                    _ => false,
                }
        }
        Static::Cost { scope: whom, number, .. } => number.0 == 0 || scope(whom),
        Static::Instead { subject, .. } => matches!(subject, Subject::Any { group } if void_group(group)),
    }
}
