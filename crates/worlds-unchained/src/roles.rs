//! What the Classes are best at.

use std::fmt::{self, Display, Formatter};

use crate::text::Class;

/// What a Class is best at. It is shown beside the Class and binds nobody: every Vassal may be sent and may reinforce.
/// Rules: WU-2.2.1, WU-2.2.2, WU-R23.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// To be the Challenger. Rules: WU-2.2.2.1.
    Challenger(Strength),
    /// To reinforce. Rules: WU-2.2.2.2.
    Reinforcer(Strength),
    /// Nothing in particular. Rules: WU-2.2.2.3.
    Folk,
}

/// What a Challenger or reinforcer is good for. Rules: WU-2.2.2.1, WU-2.2.2.2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// To strike.
    Offence,
    /// To endure and to guard.
    Defence,
    /// To husband what its player has.
    Resources,
    /// To spoil what the opponent has.
    Disruption,
}

impl Class {
    /// What it is best at.
    pub const fn role(self) -> Role {
        match self {
            Self::Vanguard => Role::Challenger(Strength::Offence),
            Self::Protector => Role::Challenger(Strength::Defence),
            Self::Scout => Role::Challenger(Strength::Resources),
            Self::Disruptor => Role::Challenger(Strength::Disruption),
            Self::Assault => Role::Reinforcer(Strength::Offence),
            Self::Sentry => Role::Reinforcer(Strength::Defence),
            Self::Support => Role::Reinforcer(Strength::Resources),
            Self::Saboteur => Role::Reinforcer(Strength::Disruption),
            Self::Mob => Role::Folk,
        }
    }
}

impl Role {
    /// One letter for it, where there is room for no more: `C` or `R`, a blank for common folk.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Challenger(_) => "C",
            Self::Reinforcer(_) => "R",
            Self::Folk => " ",
        }
    }
}

impl Display for Role {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Challenger(strength) => write!(f, "Challenger, {strength}"),
            Self::Reinforcer(strength) => write!(f, "reinforcer, {strength}"),
            Self::Folk => f.write_str("common folk"),
        }
    }
}

impl Display for Strength {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Offence => "offence",
            Self::Defence => "defence",
            Self::Resources => "resources",
            Self::Disruption => "disruption",
        })
    }
}

#[cfg(test)]
mod tests {
    use cardlang::{Grammar, written};

    use super::*;
    use crate::text::Skill;

    #[testkit::rules("WU-2.2.2", "WU-2.2.2.1", "WU-2.2.2.2", "WU-2.2.2.3")]
    #[test]
    fn four_classes_for_challengers_four_for_reinforcers_and_mob() {
        let with = |role: &dyn Fn(Role) -> bool| -> Vec<String> {
            Class::ALL.iter().filter(|class| role(class.role())).map(written).collect()
        };
        let challengers = with(&|role| matches!(role, Role::Challenger(_)));
        assert_eq!(challengers, ["Vanguard", "Protector", "Scout", "Disruptor"]);
        let reinforcers = with(&|role| matches!(role, Role::Reinforcer(_)));
        assert_eq!(reinforcers, ["Assault", "Sentry", "Support", "Saboteur"]);
        assert_eq!(with(&|role| role == Role::Folk), ["Mob"]);
        for (strength, pair) in [
            (Strength::Offence, ["Vanguard", "Assault"]),
            (Strength::Defence, ["Protector", "Sentry"]),
            (Strength::Resources, ["Scout", "Support"]),
            (Strength::Disruption, ["Disruptor", "Saboteur"]),
        ] {
            let good = |role| role == Role::Challenger(strength) || role == Role::Reinforcer(strength);
            assert_eq!(with(&good), pair, "{strength}");
        }
    }

    /// The page of the card language says the same of every Class.
    #[test]
    fn the_grammar_tells_the_roles() {
        let grammar = Grammar::of::<Skill>();
        let told = grammar.productions().iter().filter(|production| production.phrase == "Class");
        let told: Vec<String> = told.map(|production| production.about.to_lowercase()).collect();
        let roles = Class::ALL.iter().map(|class| format!("{}.", class.role()).to_lowercase());
        assert_eq!(told, roles.collect::<Vec<_>>());
    }
}
