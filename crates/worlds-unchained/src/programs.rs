//! Cards as the rules use them: each Skill a program with a number, those in brackets too. Rules: WU-7.10.1.

use std::collections::HashMap;

use cardlang::Phrase as _;

use crate::cards::{Card, Kind, Pool};
use crate::program::{Clause, Does, Fact, Maker, Says};
use crate::rules::{Face, Format, Program, Sort, Terms};
use crate::state::{Ears, NO_WORLD};
use crate::text::{self, Action, Change, Class, Effect, Holding, Order, Report, Skill, Static, Steps};
use crate::{explain, scene};

/// The faces of all cards, and every Skill.
pub fn faces(pool: &Pool) -> (Vec<Face>, Vec<Program>) {
    let (mut faces, mut skills) = (Vec::new(), Skills::new(begins(pool)));
    for (card, id) in pool.cards().zip(pool.ids()) {
        faces.push(face(card, id, &pool.worlds, &mut skills));
    }
    (faces, skills.all)
}

/// Where tokens, Statuses and Resources begin among the cards of a pool.
pub fn begins(pool: &Pool) -> [u16; 3] {
    let tokens = pool.vassals.len();
    let statuses = tokens + pool.tokens.len();
    let resources = statuses + pool.statuses.len();
    [tokens, statuses, resources].map(|begin| begin as u16)
}

fn face(card: &Card, id: String, worlds: &[String], skills: &mut Skills) -> Face {
    let (sort, world, class) = match card.kind {
        Kind::Vassal { world, class } => (Sort::Vassal, world.map_or(NO_WORLD, |world| world.0 as u8), class),
        Kind::Token { class } => (Sort::Token, NO_WORLD, class),
        Kind::Status => (Sort::Status, NO_WORLD, Class::Mob),
        Kind::Resource => (Sort::Resource, NO_WORLD, Class::Mob),
    };
    let own: Vec<u16> = card.skills.iter().map(|skill| skills.add(skill)).collect();
    let mut ears = Ears::default();
    for &skill in &own {
        ears |= skills.all[usize::from(skill)].ears;
    }
    let printed = explain::printed(card, worlds);
    Face { id, name: card.name.clone(), sort, world, class, printed, skills: own, ears }
}

/// Skills that get their numbers.
pub struct Skills {
    begins: [u16; 3],
    /// All so far.
    pub all: Vec<Program>,
    /// The first of those that say the same.
    first: HashMap<Skill, u16>,
}

impl Skills {
    /// None yet; the cards of the pool begin there.
    pub fn new(begins: [u16; 3]) -> Self {
        Self::after(begins, Vec::new())
    }

    /// Behind these.
    pub fn after(begins: [u16; 3], all: Vec<Program>) -> Self {
        let first = all.iter().map(|program| (program.skill.clone(), program.first)).collect();
        Self { begins, all, first }
    }

    /// Numbers a Skill, then those in its brackets.
    pub fn add(&mut self, skill: &Skill) -> u16 {
        let place = self.all.len();
        let first = *self.first.entry(skill.clone()).or_insert(place as u16);
        let ears = Ears { all: scene::ears_of(skill), wide: scene::wide_of(skill) };
        let (terms, limit) = match skill {
            Skill::Chain { words, cost, limit, .. } => {
                let limit = limit.as_ref().map(|limit| limit.count.0);
                (Some(Terms { kinds: words.0, cost: cost.0, limit }), None)
            }
            Skill::Trigger { limit, .. } => (None, limit.as_ref().map(|limit| limit.count.0)),
            Skill::Solid { .. } | Skill::Passive { .. } => (None, None),
        };
        self.all.push(Program {
            skill: skill.clone(),
            ears,
            terms,
            triggers: Box::default(),
            limit,
            does: Does::Effect(Box::default()),
            commons: Box::default(),
            nested: Box::default(),
            makes: makes(skill),
            first,
        });
        let mut inner = Vec::new();
        nested(skill, &mut |skill| inner.push(skill.clone()));
        let inner: Vec<(Skill, u16, u16)> = inner
            .into_iter()
            .map(|skill| {
                let place = self.add(&skill);
                (skill, place, self.all[usize::from(place)].first)
            })
            .collect();
        let mut maker = Maker { begins: self.begins, nested: &inner, commons: Vec::new() };
        let (triggers, does) = (maker.triggers(skill), maker.does(skill));
        let commons = maker.commons.into();
        let program = &mut self.all[place];
        (program.triggers, program.does, program.commons) = (triggers, does, commons);
        program.nested = inner.iter().map(|&(_, place, _)| place).collect();
        place as u16
    }
}

/// Whether a Skill, or one in its brackets, makes tokens, Statuses or Resources.
fn makes(skill: &Skill) -> bool {
    let mut found = false;
    let makes = ["Apply", "Summon", "Fabricate", "Resource"];
    skill.visit(&mut |_, wording| found |= makes.contains(&wording));
    found
}

/// Whether a Skill, or one in its brackets, negates Chains. Rules: WU-9.1.15.
pub fn negates(skill: &Skill) -> bool {
    let mut found = false;
    skill.visit(&mut |phrase, wording| found |= (phrase, wording) == ("Order", "Negate"));
    found
}

/// The least stacks of injury and of exhaustion that eliminate: in the format, or by any statement; at least 1.
/// Rules: WU-R132.
pub fn least_limits(format: &Format, skills: &[Program]) -> [u8; 2] {
    let mut least = [format.injury_limit, format.exhaustion_limit];
    let mut state = |fact: &Fact| {
        if let Says::Limit(kind, count) = fact.says {
            let limit = &mut least[kind as usize];
            *limit = count.min(*limit);
        }
    };
    for program in skills {
        program.facts().iter().for_each(&mut state);
        for clause in program.effect() {
            if let Clause::Until { fact, .. } = clause {
                state(fact);
            }
        }
    }
    least.map(|limit| limit.max(1))
}

/// The Skills in the brackets of a Skill, in the order of the text.
fn nested(skill: &Skill, each: &mut dyn FnMut(&Skill)) {
    match skill {
        Skill::Chain { effect, .. } | Skill::Trigger { effect, .. } => in_effect(effect, each),
        Skill::Solid { statics, .. } | Skill::Passive { statics } => {
            statics.0.iter().for_each(|statement| in_static(statement, each));
        }
    }
}

fn in_effect(effect: &Effect, each: &mut dyn FnMut(&Skill)) {
    use text::Clause;
    for clause in &effect.0 {
        match clause {
            Clause::May { orders, .. } => orders.0.iter().for_each(|order| in_order(order, each)),
            Clause::Choose { options } => options.0.iter().for_each(|steps| in_steps(steps, each)),
            Clause::Until { statement, .. } => in_static(statement, each),
            Clause::Bid { .. } => {}
            Clause::Steps { steps }
            | Clause::If { steps, .. }
            | Clause::Instead { steps, .. }
            | Clause::IfDo { steps, .. }
            | Clause::Otherwise { steps }
            | Clause::ForEach { steps, .. } => in_steps(steps, each),
        }
    }
}

fn in_steps(steps: &Steps, each: &mut dyn FnMut(&Skill)) {
    for action in steps.0.iter().flat_map(|step| &step.actions.0) {
        match action {
            Action::Order { order } => in_order(order, each),
            Action::Report { report: Report::Vassal { change: Change::Has { skill, .. }, .. } } => {
                each(skill);
            }
            Action::Report { .. } => {}
        }
    }
}

fn in_order(order: &Order, each: &mut dyn FnMut(&Skill)) {
    if let Order::Augment { skill, .. } = order {
        each(skill);
    }
}

fn in_static(statement: &Static, each: &mut dyn FnMut(&Skill)) {
    match statement {
        Static::Of { what: Holding::Has { skill }, .. } => each(skill),
        Static::Instead { steps, .. } => in_steps(steps, each),
        _ => {}
    }
}
