//! Rules for tests of texts and views: the shipped cards and a few more, in the standard format.

use engine::{Faults, Sources};

use crate::cards::{read_beside, shipped_sources};
use crate::check::Bearer;
use crate::compile::compile;
use crate::rules::{Format, Rules};
use crate::{programs, setup};

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
const GIVEN: [&str; 3] = ["Overkill 3: Gain 2 Boosts.", "Lose: Gain 1 Boost.", "Riposte: Gain 1 Boost."];

/// The standard format with these seats.
pub fn rules(seats: u8) -> Rules {
    let mut sources = Sources::none();
    sources.push("cards.toml", CARDS);
    let reading = read_beside(&sources, &shipped_sources());
    assert!(reading.errors.iter().all(Faults::is_empty), "{:?}", reading.errors);
    let pool = reading.pool;
    let mut faults = Faults::none();
    let mut rules = setup::rules(&pool, standard(), seats, &mut faults);
    assert!(faults.is_empty(), "{faults}");
    let mut skills = programs::Skills::after(rules.begins, std::mem::take(&mut rules.skills));
    for text in GIVEN {
        skills.add(&compile(text, &pool.names, Bearer::Vassal).expect("a Skill"));
    }
    rules.skills = skills.all;
    rules
}

/// The standard format.
pub fn standard() -> Format {
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
