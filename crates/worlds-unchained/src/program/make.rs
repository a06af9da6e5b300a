//! What the phrases of a text come to.

use cardlang::AndList;

use super::readings::{Said, names_them};
use super::{
    Action, Acts, Amount, Asked, Atom, Clause, Common, Condition, Countable, Deed, Does, Effect, Fact, Group,
    Instruction, Is, Must, Number, On, Pile, Quantity, Readable, Says, Steps, Subject, Sum, Target, Term,
    Test, Trigger, When, Whom,
};
use crate::scene::{ears_of_statement, kind_of_statement};
use crate::state::{CHALLENGER, End, Mark};
use crate::text::{self, CombatResult, Decider, MoreOrLess, Negation, Player, Skill, Standing};

/// Makes programs of texts.
pub struct Maker<'a> {
    /// Where tokens, Statuses and Resources begin among the cards.
    pub begins: [u16; 3],
    /// The Skills in the brackets of the Skill, in the order of the text: each with its place among all Skills, and
    /// that of the first one which says the same.
    pub nested: &'a [(Skill, u16, u16)],
    /// What the effect reads from the common state, in the order of the text.
    pub commons: Vec<Common>,
}

impl Maker<'_> {
    /// What a Skill does.
    pub fn does(&mut self, skill: &Skill) -> Does {
        match skill {
            Skill::Chain { effect, .. } | Skill::Trigger { effect, .. } => Does::Effect(self.effect(effect)),
            Skill::Passive { statics } => Does::Facts(When::Always, self.facts(statics)),
            Skill::Solid { when, statics } => {
                let when = match when {
                    text::Solid::Injured {} => When::Injured(true),
                    text::Solid::Uninjured {} => When::Injured(false),
                    text::Solid::Exhausted {} => When::Exhausted(true),
                    text::Solid::Unexhausted {} => When::Exhausted(false),
                    text::Solid::While { condition } => When::While(self.condition(condition)),
                };
                Does::Facts(when, self.facts(statics))
            }
        }
    }

    /// What sets an Ability off.
    pub fn triggers(&self, skill: &Skill) -> Box<[Trigger]> {
        match skill {
            Skill::Trigger { triggers, .. } => triggers.0.iter().map(|one| self.trigger(one)).collect(),
            _ => Box::default(),
        }
    }

    fn trigger(&self, trigger: &text::Trigger) -> Trigger {
        let (on, condition) = match trigger {
            text::Trigger::Eliminated {} => (On::Eliminated, None),
            text::Trigger::Elimination {} => (On::Elimination, None),
            text::Trigger::Win {} => (On::Result(Some(Mark::Win)), None),
            text::Trigger::Lose {} => (On::Result(Some(Mark::Lose)), None),
            text::Trigger::Tie {} => (On::Result(Some(Mark::Tie)), None),
            text::Trigger::Survive {} => (On::Result(None), None),
            text::Trigger::Overkill { margin } => (On::Overkill(margin.0), None),
            text::Trigger::Revenge { count } => (On::Row(Mark::Lose, count.0), None),
            text::Trigger::Streak { count } => (On::Row(Mark::Win, count.0), None),
            text::Trigger::StartOfBout {} => (On::BoutStarts, None),
            text::Trigger::When { event, condition } => {
                (self.event(event), condition.as_ref().map(|held| self.condition(&held.condition)))
            }
        };
        Trigger { on, condition }
    }

    fn event(&self, event: &text::Event) -> On {
        match event {
            text::Event::BoutStarts {} => On::BoutStarts,
            text::Event::Round { edge } => On::Round(*edge),
            text::Event::Phase { phase } => On::Phase(*phase),
            text::Event::Revealed { what } => On::Revealed(*what),
            text::Event::Vassal { subject, what } => {
                let subject = self.subject(subject);
                match what {
                    text::Happening::Is { done, by } => {
                        On::Done(*done, subject, by.as_ref().map(|by| self.subject(&by.subject)))
                    }
                    text::Happening::Does { does, object } => {
                        On::Does(does.done(), subject, self.subject(object))
                    }
                    text::Happening::Becomes {} => On::Becomes(subject),
                    text::Happening::Stops {} => On::Stops(subject),
                    text::Happening::Combat { result } => {
                        let mark = match result {
                            CombatResult::Wins => Mark::Win,
                            CombatResult::Loses => Mark::Lose,
                            CombatResult::Ties => Mark::Tie,
                        };
                        On::Combat(mark, subject)
                    }
                    text::Happening::Activates { kinds } => On::Activates(*kinds, subject),
                }
            }
            text::Event::Prevented { subject } => On::Prevented(self.subject(subject)),
            text::Event::Status { status, change, subject } => {
                On::Status(self.begins[1] + status.0, *change, self.subject(subject))
            }
            text::Event::Player { who, what } => match what {
                text::PlayerEvent::Boosts { change, least } => {
                    On::Boosts(*who, *change, least.as_ref().map_or(0, |least| least.count.0))
                }
                text::PlayerEvent::Resource { deed, resource } => {
                    On::Resource(*who, *deed, self.begins[2] + resource.0)
                }
                text::PlayerEvent::Activates { kinds } => On::Uses(*who, *kinds),
            },
            text::Event::Negated { side } => On::Negated(*side),
        }
    }

    /// Whom an event concerns.
    pub fn subject(&self, subject: &text::Subject) -> Subject {
        match subject {
            text::Subject::ThisVassal {} => Subject::This,
            text::Subject::YourChallenger {} => Subject::YourChallenger,
            text::Subject::OpposingChallenger {} => Subject::OpposingChallenger,
            text::Subject::Any { group } => Subject::Any(self.group(group)),
        }
    }

    /// Things that a text means.
    pub fn group(&self, group: &text::Group) -> Group {
        let front = 1 << CHALLENGER;
        let infirmary = group.qualifiers.0.iter().find_map(|qualifier| match qualifier {
            text::Qualifier::Infirmary { whose } => Some(*whose),
            _ => None,
        });
        let mut made = Group {
            pile: infirmary.map_or(Pile::Zones, Pile::Infirmary),
            side: None,
            other: false,
            injured: Must::ANY,
            exhausted: Must::ANY,
            zones: !0,
            tells_stacks: group.tells_stacks(),
            tests: Box::default(),
        };
        let mut tests = Vec::new();
        // A card in an infirmary stands in no zone of either kind.
        let nowhere = |tests: &mut Vec<Test>| {
            if infirmary.is_some() {
                tests.push(Test::Never);
            }
        };
        match &group.noun {
            text::Noun::Vassal {} => {}
            text::Noun::Reinforcer {} => {
                made.zones = !front;
                nowhere(&mut tests);
            }
            text::Noun::Challenger {} => {
                made.zones = front;
                nowhere(&mut tests);
            }
            text::Noun::Wanderer {} => tests.push(Test::Wanderer),
            text::Noun::Class { class } => tests.push(Test::Class(*class)),
            text::Noun::Card { card } => tests.push(Test::Card(card.0)),
            text::Noun::Token { card } => tests.push(Test::Card(self.begins[0] + card.0)),
            text::Noun::Resource { card } if infirmary.is_none() => {
                made.pile = Pile::Stock(self.begins[2] + card.0);
            }
            text::Noun::Resource { .. } => tests.push(Test::Never),
        }
        for adjective in &group.adjectives.0 {
            match adjective {
                text::Adjective::Other {} => made.other = true,
                text::Adjective::Side { side } => {
                    if made.side.is_some_and(|known| known != *side) {
                        tests.push(Test::Never);
                    }
                    made.side = Some(*side);
                }
                text::Adjective::Is { standing } => {
                    let (must, is) = match standing {
                        Standing::Injured => (&mut made.injured, Must::YES),
                        Standing::Uninjured => (&mut made.injured, Must::NO),
                        Standing::Exhausted => (&mut made.exhausted, Must::YES),
                        Standing::Unexhausted => (&mut made.exhausted, Must::NO),
                        Standing::Protected => {
                            tests.push(Test::Protected);
                            continue;
                        }
                    };
                    if *must != Must::ANY && *must != is {
                        tests.push(Test::Never);
                    }
                    *must = is;
                }
                text::Adjective::Token {} => tests.push(Test::Token),
                text::Adjective::NonMob {} => tests.push(Test::NonMob),
                text::Adjective::World { world } => tests.push(Test::World(*world)),
                text::Adjective::Class { class } => tests.push(Test::Class(*class)),
            }
        }
        for qualifier in &group.qualifiers.0 {
            match qualifier {
                text::Qualifier::SameWorld { single } => tests.push(Test::SameWorld(*single)),
                text::Qualifier::Stacks { count, kind } => tests.push(Test::Stacks(*kind, count.0)),
                text::Qualifier::With { status } => {
                    tests.push(Test::Status(self.begins[1] + status.0, true));
                }
                text::Qualifier::Without { status } => {
                    tests.push(Test::Status(self.begins[1] + status.0, false));
                }
                text::Qualifier::Infirmary { .. } => {}
            }
        }
        made.tests = tests.into();
        made
    }

    /// What can be counted.
    pub fn countable(&self, what: &text::Countable) -> Countable {
        match what {
            text::Countable::Chains {} => Countable::Chains,
            text::Countable::Group { group } => Countable::Group(self.group(group)),
        }
    }

    /// A sum.
    pub fn sum(&self, expr: &text::Expr) -> Sum {
        let (mut constant, mut terms) = (0, Vec::new());
        let rest = expr.rest.0.iter().map(|more| match more {
            text::More::Plus { term } => (1, term),
            text::More::Minus { term } => (-1, term),
        });
        for (sign, term) in std::iter::once((1, &expr.first)).chain(rest) {
            let (quantity, times, half) = match term {
                text::Term::Number { number } => {
                    constant += i32::from(sign) * i32::from(number.0);
                    continue;
                }
                text::Term::Once { quantity } => (quantity, sign, false),
                text::Term::Twice { quantity } => (quantity, 2 * sign, false),
                text::Term::Half { quantity } => (quantity, sign, true),
            };
            terms.push(Term { quantity: self.quantity(quantity), times, half });
        }
        Sum { constant, terms: terms.into() }
    }

    fn quantity(&self, quantity: &text::Quantity) -> Quantity {
        match quantity {
            text::Quantity::Number { what } => Quantity::Number(self.countable(what)),
            text::Quantity::Boosts { whose } => Quantity::Boosts(*whose),
            text::Quantity::Bid { whose } => Quantity::Bid { opponents: *whose == text::Bidder::Opponents },
            text::Quantity::Power { of } => Quantity::Power(of.0),
            text::Quantity::Stacks { kind, single } => Quantity::Stacks(*kind, *single),
            text::Quantity::Round {} => Quantity::Round,
            text::Quantity::ThatMany {} => Quantity::ThatMany,
        }
    }

    /// What must hold.
    pub fn condition(&self, condition: &text::Condition) -> Condition {
        let all = matches!(condition, text::Condition::All { atoms: AndList(_) });
        Condition { all, atoms: condition.atoms().iter().map(|atom| self.atom(atom)).collect() }
    }

    fn atom(&self, atom: &text::Atom) -> Atom {
        match atom {
            text::Atom::Is { single, not, state } => {
                let is = match state {
                    text::State::Standing { standing } => Is::Standing(*standing),
                    text::State::YourChallenger {} => Is::YourChallenger,
                    text::State::Challenger {} => Is::Challenger,
                    text::State::Reinforcer {} => Is::Reinforcer,
                    text::State::Wanderer {} => Is::Wanderer,
                    text::State::Token {} => Is::Token,
                    text::State::Class { class } => Is::Class(*class),
                    text::State::From { world } => Is::From(*world),
                };
                Atom::Is(*single, is, *not == Negation::Indeed)
            }
            text::Atom::Eliminated { single } => Atom::Eliminated(*single),
            text::Atom::Has { single, has, status } => {
                Atom::Has(*single, self.begins[1] + status.0, *has == text::Bearing::Has)
            }
            text::Atom::Controls { who, count, group } => {
                let (least, most) = match count {
                    text::HowMuch::No {} => (0, 0),
                    text::HowMuch::Some { count } => (count.0, u8::MAX),
                    text::HowMuch::OrMore { count } => (count.0, u8::MAX),
                    text::HowMuch::OrFewer { count } => (0, count.0),
                };
                let opponent = *who == text::Controller::Opponent;
                Atom::Controls { opponent, least, most, group: self.group(group) }
            }
            text::Atom::Compare { left, compare, right } => {
                Atom::Compare(self.sum(left), *compare, self.sum(right))
            }
        }
    }

    fn facts(&mut self, statics: &text::Statics) -> Box<[Fact]> {
        statics.0.iter().map(|statement| self.fact(statement)).collect()
    }

    fn fact(&mut self, statement: &text::Static) -> Fact {
        use text::Holding;
        let whom = match statement {
            text::Static::Of { scope, .. } | text::Static::Cost { scope, .. } => match scope {
                text::Scope::Single { single } => Whom::One(*single),
                text::Scope::Each { group } => Whom::Each(self.group(group)),
            },
            text::Static::Instead { subject, .. } => Whom::Threatened(self.subject(subject)),
        };
        let says = match statement {
            text::Static::Of { what, .. } => match what {
                Holding::Power { change, each } => {
                    Says::Power(i32::from(change.0), each.as_ref().map(|each| self.countable(&each.what)))
                }
                Holding::Has { skill } => Says::Has(self.place_of(skill)),
                Holding::Protected {} => Says::Protected,
                Holding::CannotBe { what } => Says::Cannot(*what),
                Holding::CannotActivate {} => Says::CannotActivate,
                Holding::MayActivate { count } => Says::MayActivate(count.0),
                Holding::MayBeSelected {} => Says::MayBeSelected,
                Holding::IgnoresTax {} => Says::IgnoresTax,
                Holding::CountsAsFrom { world } => Says::CountsAsFrom(*world),
                Holding::CountsAsClass { class } => Says::CountsAsClass(*class),
                Holding::Limit { count, kind, .. } => Says::Limit(*kind, count.0),
            },
            text::Static::Cost { number, change, .. } => {
                let number = i32::from(number.0);
                Says::Cost(if *change == MoreOrLess::More { number } else { -number })
            }
            text::Static::Instead { what, steps, .. } => {
                // What takes the place of something is read when it is reached.
                let known = std::mem::take(&mut self.commons);
                let steps = self.steps(steps);
                self.commons = known;
                Says::Instead(*what, without_commons(steps))
            }
        };
        Fact { kind: kind_of_statement(statement), whom, says }
    }

    /// The place of a Skill in brackets.
    fn place_of(&self, nested: &Skill) -> u16 {
        let found = self.nested.iter().find(|(skill, ..)| skill == nested);
        found.map_or(0, |&(_, place, _)| place)
    }

    /// The place of the first Skill that says the same as one in brackets.
    fn first_of(&self, nested: &Skill) -> u16 {
        let found = self.nested.iter().find(|(skill, ..)| skill == nested);
        found.map_or(0, |&(.., first)| first)
    }

    fn effect(&mut self, effect: &text::Effect) -> Effect {
        let mut clauses: Effect = effect.0.iter().map(|clause| self.clause(clause)).collect();
        for nth in 1..clauses.len() {
            if let [before @ Clause::Steps(_), Clause::Instead(..)] = &mut clauses[nth - 1..=nth]
                && let Clause::Steps(steps) = before
            {
                *before = Clause::Replaceable(std::mem::take(steps));
            }
        }
        clauses
    }

    fn clause(&mut self, clause: &text::Clause) -> Clause {
        match clause {
            text::Clause::Steps { steps } => Clause::Steps(self.steps(steps)),
            text::Clause::If { condition, steps } => Clause::If(self.asked(condition), self.steps(steps)),
            text::Clause::Instead { condition, steps } => {
                Clause::Instead(self.asked(condition), self.steps(steps))
            }
            text::Clause::IfDo { not, steps, .. } => {
                Clause::IfDo(*not == Negation::Indeed, self.steps(steps))
            }
            text::Clause::Otherwise { steps } => Clause::Otherwise(self.steps(steps)),
            text::Clause::May { who, orders } => {
                let acts = match who {
                    Decider::You => Acts::You,
                    Decider::Opponent => Acts::Opponent,
                    Decider::ThatPlayer => Acts::ThatPlayer,
                };
                Clause::May(*who, orders.0.iter().map(|order| self.order(order, acts)).collect())
            }
            text::Clause::Choose { options } => {
                Clause::Choose(options.0.iter().map(|steps| self.steps(steps)).collect())
            }
            text::Clause::ForEach { group, steps } => Clause::ForEach(self.group(group), self.steps(steps)),
            text::Clause::Bid { most } => Clause::Bid(most.0),
            text::Clause::Until { until, statement } => Clause::Until {
                end: end_of(*until),
                fact: self.fact(statement),
                ears: ears_of_statement(statement),
                them: names_them(statement),
            },
        }
    }

    fn asked(&mut self, condition: &text::Condition) -> Asked {
        let made = self.condition(condition);
        let reading = Said::Condition(condition).reading(Acts::You, self.commons.len());
        if reading.common.is_some() {
            self.commons.push(Common { acts: Acts::You, what: Readable::Condition(made.clone()) });
        }
        Asked { condition: made, reading }
    }

    /// So many Boosts.
    pub fn boosts(&mut self, amount: &text::BoostAmount, acts: Acts) -> Amount {
        let number = match amount {
            text::BoostAmount::Number { number, each } => self.times(number.0, each.as_ref()),
            text::BoostAmount::Equal { expr } => Number::Equal(self.sum(expr)),
        };
        self.amount(number, Said::Boosts(amount), acts)
    }

    /// So much power.
    pub fn power(&mut self, amount: &text::PowerAmount) -> Amount {
        let number = match amount {
            text::PowerAmount::Number { number, each } => self.times(number.0, each.as_ref()),
            text::PowerAmount::Equal { expr } => Number::Equal(self.sum(expr)),
        };
        self.amount(number, Said::Power(amount), Acts::You)
    }

    fn times(&self, number: u8, each: Option<&text::ForEach>) -> Number {
        Number::Times(number, each.map(|each| self.countable(&each.what)))
    }

    fn amount(&mut self, number: Number, said: Said<'_>, acts: Acts) -> Amount {
        let reading = said.reading(acts, self.commons.len());
        if reading.common.is_some() {
            self.commons.push(Common { acts, what: Readable::Number(number.clone()) });
        }
        Amount { number, reading }
    }

    fn steps(&mut self, steps: &text::Steps) -> Steps {
        steps.0.iter().map(|step| self.instruction(step)).collect()
    }

    fn instruction(&mut self, step: &text::Step) -> Instruction {
        let actions: Box<[Action]> = step.actions.0.iter().map(|action| self.action(action)).collect();
        let alone = matches!(
            &actions[..],
            [Action { who: None, deed: Deed::Stack(..) | Deed::Protect(..) | Deed::Eliminate(_) }]
        );
        let of_their = |action: &Action| {
            let (Deed::Stack(.., target) | Deed::Eliminate(target) | Deed::Protect(target, _)) = &action.deed
            else {
                return false;
            };
            action.who.is_some() && matches!(target, Target::OfTheir(..))
        };
        let of_their = actions.iter().any(of_their);
        let is_one = |target: &Target| match target {
            Target::One(_) => true,
            Target::Choose(1, group) => group.pile == Pile::Zones,
            _ => false,
        };
        let plain = match &actions[..] {
            [Action { who: None, deed }] => match deed {
                Deed::Stack(_, _, target)
                | Deed::Protect(target, _)
                | Deed::Apply(_, target, _)
                | Deed::Give { target, .. }
                | Deed::Power { target, .. } => is_one(target),
                Deed::Boosts(..) => true,
                _ => false,
            },
            [Action { who: Some(Player::Opponent | Player::EachOpponent), deed: Deed::Boosts(..) }] => true,
            _ => false,
        };
        Instruction { actions, alone, of_their, plain }
    }

    fn action(&mut self, action: &text::Action) -> Action {
        let report = match action {
            text::Action::Order { order } => {
                return Action { who: None, deed: self.order(order, Acts::You) };
            }
            text::Action::Report { report } => report,
        };
        match report {
            text::Report::Vassal { target, change } => {
                let target = self.target(target);
                let deed = match change {
                    text::Change::GainPower { amount } => {
                        Deed::Power { target, amount: self.power(amount), less: false }
                    }
                    text::Change::LosePower { amount } => {
                        Deed::Power { target, amount: self.power(amount), less: true }
                    }
                    text::Change::Has { skill, until } => {
                        let (skill, end) = (self.first_of(skill), end_of(until.0));
                        Deed::Give { skill, target, end, augments: false }
                    }
                };
                Action { who: None, deed }
            }
            text::Report::Player { who, deed } => {
                let acts = match who {
                    Player::Opponent => Acts::Opponent,
                    Player::ThatPlayer => Acts::ThatPlayer,
                    Player::EachOpponent | Player::EachPlayer => Acts::Each,
                };
                let deed = match deed {
                    text::Deed::Boosts { change, amount } => Deed::Boosts(*change, self.boosts(amount, acts)),
                    text::Deed::Stack { verb, target, times } => {
                        Deed::Stack(*verb, times.0, self.target(target))
                    }
                    text::Deed::Eliminate { target } => Deed::Eliminate(self.target(target)),
                    text::Deed::Protect { target } => Deed::Protect(self.target(target), End::Round),
                    text::Deed::Resource { deed, count, resource } => {
                        Deed::Resource(*deed, count.0, self.begins[2] + resource.0)
                    }
                };
                Action { who: Some(*who), deed }
            }
        }
    }

    fn order(&mut self, order: &text::Order, acts: Acts) -> Deed {
        use text::{BoostChange, MoveZone, Order, ResourceDeed, SkillPick, StatusPick};
        let lasting = |until: &Option<text::Lasting>| {
            until.as_ref().map_or(End::Never, |lasting| end_of(lasting.until))
        };
        match order {
            Order::Stack { verb, target, times } => Deed::Stack(*verb, times.0, self.target(target)),
            Order::Protect { target, until } => Deed::Protect(self.target(target), end_of(until.0)),
            Order::Eliminate { target } => Deed::Eliminate(self.target(target)),
            Order::Apply { status, target, until } => {
                Deed::Apply(self.begins[1] + status.0, self.target(target), lasting(until))
            }
            Order::Clear { pick, target } => {
                let (card, all) = match pick {
                    StatusPick::One { status } => (Some(status), false),
                    StatusPick::Each { status } => (Some(status), true),
                    StatusPick::Any {} => (None, false),
                    StatusPick::All {} => (None, true),
                };
                let card = card.map(|status| self.begins[1] + status.0);
                Deed::Clear { card, all, target: self.target(target) }
            }
            Order::Augment { target, skill, until } => Deed::Give {
                skill: self.first_of(skill),
                target: self.target(target),
                end: lasting(until),
                augments: true,
            },
            Order::Erase { pick, target, until } => {
                let (SkillPick::One { kind } | SkillPick::Each { kind }) = pick;
                let all = matches!(pick, SkillPick::Each { .. });
                Deed::Erase { kind: *kind, all, target: self.target(target), end: lasting(until) }
            }
            Order::Spend { amount } => Deed::Boosts(BoostChange::Spend, self.boosts(amount, acts)),
            Order::Gain { amount } => Deed::Boosts(BoostChange::Gain, self.boosts(amount, acts)),
            Order::Summon { count, token } => Deed::Summon(count.0, self.begins[0] + token.0),
            Order::Fabricate { count, resource } => {
                Deed::Resource(ResourceDeed::Fabricate, count.0, self.begins[2] + resource.0)
            }
            Order::Expend { count, resource } => {
                Deed::Resource(ResourceDeed::Expend, count.0, self.begins[2] + resource.0)
            }
            Order::ExpendThis {} => Deed::ExpendThis,
            Order::Negate {} => Deed::Negate,
            Order::Swap { one, other } => Deed::Swap(self.target(one), self.target(other)),
            Order::Move { target, zone: MoveZone::Challenger } => Deed::Front(self.target(target)),
            Order::Move { target, zone: MoveZone::Reinforcer } => Deed::Back(self.target(target)),
            Order::Return { target } => Deed::Return(self.target(target)),
        }
    }

    fn target(&self, target: &text::Target) -> Target {
        match target {
            text::Target::Single { single } => Target::One(*single),
            text::Target::Choose { count, group } => Target::Choose(count.0, self.group(group)),
            text::Target::UpTo { count, group } => Target::UpTo(count.0, self.group(group)),
            text::Target::Random { count, group } => Target::Random(count.0, self.group(group)),
            text::Target::Each { group } => Target::Each(self.group(group)),
            text::Target::OfTheir { count, group } => Target::OfTheir(count.0, self.group(group)),
            text::Target::Those {} => Target::Those,
        }
    }
}

/// Instructions whose numbers are all read when they are reached.
fn without_commons(mut steps: Steps) -> Steps {
    for action in steps.iter_mut().flat_map(|step| &mut step.actions) {
        if let Deed::Boosts(_, amount) | Deed::Power { amount, .. } = &mut action.deed {
            amount.reading.common = None;
        }
    }
    steps
}

/// The end that a text names.
fn end_of(until: text::Until) -> End {
    match until {
        text::Until::EndOfRound => End::Round,
        text::Until::StartOfRound => End::Start,
        text::Until::EndOfBout => End::Bout,
    }
}
