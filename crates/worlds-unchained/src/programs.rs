//! Cards as the rules use them: each Skill a program with a number, those in brackets too. Rules: WU-7.10.1.

use std::collections::HashMap;

use cardlang::Phrase as _;

use crate::cards::{Card, Kind, Pool};
use crate::notation::slug;
use crate::rules::{Face, Format, PrintedChain, Program, Sort, Terms};
use crate::scene;
use crate::state::{Ears, NO_WORLD};
use crate::text::{Action, Change, Class, Clause, Effect, Holding, Order, Report, Skill, Static, Steps};

/// The faces of all cards, and every Skill.
pub fn faces(pool: &Pool) -> (Vec<Face>, Vec<Program>) {
    let (mut faces, mut skills) = (Vec::<Face>::new(), Vec::new());
    for card in pool.cards() {
        let mut face = face(card, &mut skills);
        // Names are unique in their kind only.
        if faces.iter().any(|other| other.id == face.id && other.sort != face.sort) {
            face.id.push_str(match face.sort {
                Sort::Vassal => "-vassal",
                Sort::Token => "-token",
                Sort::Status => "-status",
                Sort::Resource => "-resource",
            });
        }
        faces.push(face);
    }
    let mut first = HashMap::new();
    for (place, program) in skills.iter_mut().enumerate() {
        program.first = *first.entry(program.skill.clone()).or_insert(place as u16);
    }
    (faces, skills)
}

fn face(card: &Card, skills: &mut Vec<Program>) -> Face {
    let (sort, world, class) = match card.kind {
        Kind::Vassal { world, class } => (Sort::Vassal, world.map_or(NO_WORLD, |world| world.0 as u8), class),
        Kind::Token { class } => (Sort::Token, NO_WORLD, class),
        Kind::Status => (Sort::Status, NO_WORLD, Class::Mob),
        Kind::Resource => (Sort::Resource, NO_WORLD, Class::Mob),
    };
    let own: Vec<u16> = card.skills.iter().map(|skill| add(skill, skills)).collect();
    let (mut ears, mut chains) = (Ears::default(), Vec::new());
    let heard = own.iter().map(|&skill| (skills[usize::from(skill)].ears, skill)).collect();
    for (&skill, number) in own.iter().zip(1..) {
        let program = &skills[usize::from(skill)];
        ears |= program.ears;
        if let Some(terms) = program.terms {
            chains.push(PrintedChain { ears: program.ears.all, skill, number, terms });
        }
    }
    Face {
        id: slug(&card.name),
        name: card.name.clone(),
        sort,
        world,
        class,
        skills: own,
        heard,
        chains,
        ears,
    }
}

/// Numbers a Skill, then those in its brackets.
pub fn add(skill: &Skill, skills: &mut Vec<Program>) -> u16 {
    let place = skills.len();
    let ears = Ears { all: scene::ears_of(skill), wide: scene::wide_of(skill) };
    let terms = match skill {
        Skill::Chain { words, cost, limit, .. } => {
            let limit = limit.as_ref().map(|limit| limit.count.0);
            Some(Terms { kinds: words.0, cost: cost.0, limit })
        }
        _ => None,
    };
    skills.push(Program {
        skill: skill.clone(),
        nested: Vec::new(),
        ears,
        terms,
        makes: makes(skill),
        first: place as u16,
    });
    let mut inner = Vec::new();
    nested(skill, &mut |skill| inner.push(skill.clone()));
    for skill in inner {
        let number = add(&skill, skills);
        skills[place].nested.push((skill, number));
    }
    place as u16
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
    let mut state = |statement: &Static| {
        if let Static::Of { what: Holding::Limit { count, kind, .. }, .. } = statement {
            let limit = &mut least[*kind as usize];
            *limit = count.0.min(*limit);
        }
    };
    for program in skills {
        match &program.skill {
            Skill::Solid { statics, .. } | Skill::Passive { statics } => {
                statics.0.iter().for_each(&mut state);
            }
            Skill::Chain { effect, .. } | Skill::Trigger { effect, .. } => {
                for clause in &effect.0 {
                    if let Clause::Until { statement, .. } = clause {
                        state(statement);
                    }
                }
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
