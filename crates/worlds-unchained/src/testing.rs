//! Rules for tests of texts and views: the shipped cards and a few more, in the standard format.

use engine::Sources;

use crate::cards::{Kind, read_beside, shipped_sources};
use crate::check::Bearer;
use crate::compile::compile;
use crate::notation::slug;
use crate::rules::{Face, Format, Program, Rules, Sort};
use crate::scene::ears_of;
use crate::state::NO_WORLD;
use crate::text::{Class, Skill};

const CARDS: &str = r#"
card = [
  { kind = "Vassal", name = "Footman", world = "Sootspire", class = "Mob" },
  { kind = "Vassal", name = "Guard", world = "Sootspire", class = "Vanguard" },
  { kind = "Vassal", name = "Pikeman", world = "Ondrel Deep", class = "Mob" },
  { kind = "Vassal", name = "A2", world = "Sootspire", class = "Vanguard", skills = [
    "Chain 1, Limit 2: Gain 1 Boost.",
    "Win: Gain 1 Boost.",
  ] },
  { kind = "Vassal", name = "A3", world = "Sootspire", class = "Vanguard", skills = [
    "Chain 2: Until end of round, this Vassal has +2 power.",
    "Passive: Each friendly Mob has +1 power.",
  ] },
]
"#;

/// Skills that no card gives.
const GIVEN: [&str; 2] = ["Overkill 3: Gain 2 Boosts.", "Lose: Gain 1 Boost."];

/// The standard format with these seats.
pub fn rules(seats: u8) -> Rules {
    let mut sources = Sources::none();
    sources.push("cards.toml", CARDS);
    let reading = read_beside(&sources, &shipped_sources());
    assert!(reading.errors.iter().all(engine::Faults::is_empty), "{:?}", reading.errors);
    let pool = reading.pool;
    let mut skills = Vec::new();
    let add = |skill: &Skill, skills: &mut Vec<Program>| {
        skills.push(Program { skill: skill.clone(), nested: Vec::new(), ears: ears_of(skill) });
        (skills.len() - 1) as u16
    };
    let mut faces = Vec::new();
    for card in pool.cards() {
        let (sort, world, class) = match card.kind {
            Kind::Vassal { world, class } => {
                (Sort::Vassal, world.map_or(NO_WORLD, |world| world.0 as u8), class)
            }
            Kind::Token { class } => (Sort::Token, NO_WORLD, class),
            Kind::Status => (Sort::Status, NO_WORLD, Class::Mob),
            Kind::Resource => (Sort::Resource, NO_WORLD, Class::Mob),
        };
        let own: Vec<u16> = card.skills.iter().map(|skill| add(skill, &mut skills)).collect();
        let ears = own.iter().fold(0, |ears, &skill| ears | skills[usize::from(skill)].ears);
        faces.push(Face {
            id: slug(&card.name),
            name: card.name.clone(),
            sort,
            world,
            class,
            skills: own,
            ears,
        });
    }
    for text in GIVEN {
        let skill = compile(text, &pool.names, Bearer::Vassal).expect("a Skill");
        add(&skill, &mut skills);
    }
    let vassals = pool.vassals.len() as u16;
    let tokens = vassals + pool.tokens.len() as u16;
    Rules {
        format: standard(),
        seats,
        faces,
        begins: [vassals, tokens, tokens + pool.statuses.len() as u16],
        skills,
        names: pool.names,
        worlds: pool.worlds,
        pool: Vec::new(),
        lists: vec![Vec::new(); usize::from(seats)],
        negates: true,
    }
}

fn standard() -> Format {
    Format {
        id: "standard".to_owned(),
        name: "Standard".to_owned(),
        official: true,
        seats: (2, 2),
        draft: false,
        pool_public: true,
        deck: (20, 20),
        copies: Some(1),
        mob_copies: None,
        bouts: 3,
        play_all: false,
        draw: 7,
        mulligans: 2,
        boosts: 40,
        non_prime_bonus: 3,
        mob_bonus: 1,
        vassal_zones: 5,
        extra_zones: 2,
        choose_return: false,
        injury_limit: 2,
        exhaustion_limit: 4,
        round_cap: 100,
        lists_public: false,
    }
}
