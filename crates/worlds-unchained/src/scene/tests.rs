//! Small positions made of card texts, and what is asked of them.

mod asked;
mod stated;

use std::fmt::Write as _;

use cardlang::{Names, Phrase, Text};
use engine::Sources;
use smallvec::{SmallVec, smallvec};

use super::{Scene, ears, ears_of};
use crate::cards::{Card, Kind, Pool, read};
use crate::compile::LEXICON;
use crate::rules::{Face, Format, Program, Rules, Sort};
use crate::state::*;
use crate::text::{Class, Clause, Holding, Skill, Static};

/// A card: its name; its World and Class, `Token` and Class, `Status` or `Resource`; and its Skills.
type Spec<'a> = (&'a str, &'a str, &'a [&'a str]);

/// Rules and a position to ask.
struct Board {
    rules: Rules,
    state: State,
    names: Names,
}

impl Board {
    /// Cards and seats; nothing is in play yet.
    fn new(seats: u8, cards: &[Spec<'_>]) -> Self {
        let mut text = String::new();
        for (name, what, skills) in cards {
            let (kind, world, class) = match what.split_once(' ') {
                Some(("Token", class)) => ("Token", None, Some(class)),
                Some((world, class)) => ("Vassal", Some(world), Some(class)),
                None => (*what, None, None),
            };
            writeln!(text, "[[card]]\nkind = \"{kind}\"\nname = \"{name}\"").unwrap();
            if let Some(world) = world {
                writeln!(text, "world = \"{world}\"").unwrap();
            }
            if let Some(class) = class {
                writeln!(text, "class = \"{class}\"").unwrap();
            }
            writeln!(text, "skills = {skills:?}").unwrap();
        }
        let mut sources = Sources::none();
        sources.push("test.toml", text);
        let reading = read(&sources);
        let faults: String = reading.errors.iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "{faults}");
        Self::of(seats, reading.pool)
    }

    fn of(seats: u8, pool: Pool) -> Self {
        let mut rules = Rules {
            format: format(),
            seats,
            faces: Vec::new(),
            begins: [0; 3],
            skills: Vec::new(),
            names: pool.names.clone(),
            worlds: pool.worlds.clone(),
            pool: Vec::new(),
            lists: Vec::new(),
            negates: false,
        };
        pool.cards().for_each(|card| add_face(&mut rules, card));
        let (vassals, tokens) = (pool.vassals.len(), pool.tokens.len());
        let ends = [vassals, vassals + tokens, vassals + tokens + pool.statuses.len()];
        rules.begins = ends.map(|end| end as u16);
        Self { rules, state: state(seats), names: pool.names }
    }

    fn card(&self, name: &str) -> u16 {
        self.rules.faces.iter().position(|face| face.name == name).expect("a card of the test") as u16
    }

    /// The number of a new thing.
    fn next(&mut self) -> Id {
        self.state.next += 1;
        self.state.next - 1
    }

    /// Puts a Vassal into a zone.
    fn put(&mut self, seat: u8, zone: Zone, name: &str) -> Id {
        let (card, id) = (self.card(name), self.next());
        let world = self.rules.face(card).world;
        self.state.table.domains[usize::from(seat)].zones[usize::from(zone)] =
            Vassal { card, id, owner: seat, world, ..Vassal::NONE };
        self.hear();
        id
    }

    fn vassal(&mut self, id: Id) -> &mut Vassal {
        super::vassal_mut(&mut self.state, id).expect("a Vassal of the test")
    }

    /// Takes a Vassal out of play, as an elimination does.
    fn eliminate(&mut self, id: Id) {
        let (seat, zone, &vassal) = super::vassal(&self.state, id).expect("a Vassal of the test");
        let held = super::held(&self.rules, &self.state, id);
        let skills: SmallVec<[Instance; 4]> = held.iter().map(|held| held.instance).collect();
        let owner = |origin: Id| self.state.table.statuses.iter().find(|status| status.id == origin);
        let users = skills.iter().map(|skill| owner(skill.origin).map_or(NO_SEAT, |status| status.owner));
        let users = users.collect();
        self.state.ghosts.push(Ghost { vassal, seat, zone, skills, users });
        self.state.table.domains[usize::from(seat)].zones[usize::from(zone)] = Vassal::NONE;
        self.state.table.statuses.retain(|status| status.on != id);
        let fallen = Fallen { card: vassal.card, id };
        self.state.table.domains[usize::from(vassal.owner)].infirmary.push(fallen);
        self.hear();
    }

    /// Puts a Resource into a stockpile.
    fn stock(&mut self, seat: u8, name: &str) -> Id {
        let (card, id) = (self.card(name), self.next());
        let resource = Resource { card, id, world: NO_WORLD };
        self.state.table.domains[usize::from(seat)].stock.push(resource);
        self.hear();
        id
    }

    /// Puts a card of an earlier bout into an infirmary.
    fn lay(&mut self, seat: u8, name: &str) {
        let card = self.card(name);
        self.state.table.domains[usize::from(seat)].infirmary.push(Fallen { card, id: 0 });
    }

    fn apply(&mut self, owner: u8, name: &str, on: Id) -> Id {
        let (card, id) = (self.card(name), self.next());
        self.state.table.statuses.push(Status { card, id, on, owner, end: End::Never });
        self.hear();
        id
    }

    /// Gives a Skill that is printed on a card.
    fn give(&mut self, on: Id, name: &str) -> Id {
        let (card, id) = (self.card(name), self.next());
        let skill = self.rules.face(card).skills[0];
        self.state.table.given.push(Given { skill, id, on, end: End::Bout });
        self.hear();
        id
    }

    /// Lets the first sentence of a card's first Skill be in force.
    fn declare(&mut self, user: u8, name: &str, bearer: Id, it: Id) {
        let skill = self.rules.face(self.card(name)).skills[0];
        self.state.table.timed.push(Timed { skill, clause: 0, user, bearer, it, end: End::Round });
        self.hear();
    }

    fn erase(&mut self, on: Id, instance: Instance) {
        self.state.table.erased.push(Erased { on, instance, end: End::Round });
    }

    fn base(&mut self, seat: u8, base: i16) {
        self.state.table.domains[usize::from(seat)].base = base;
    }

    fn power(&self, seat: u8) -> i32 {
        super::power(&self.rules, &self.state, seat)
    }

    fn hear(&mut self) {
        self.state.ears = ears(&self.rules, &self.state);
    }

    fn scene(&self, user: u8, bearer: Id) -> Scene<'_> {
        Scene::new(&self.rules, &self.state, user, bearer)
    }

    /// Reads a part of a text.
    fn read<P: Phrase>(&self, text: &str) -> P {
        let parts = Text::with_names(text, &LEXICON, &self.names).expect("words");
        parts.read::<P>(0).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
    }
}

fn add_face(rules: &mut Rules, card: &Card) {
    let (sort, world, class) = match card.kind {
        Kind::Vassal { world, class } => (Sort::Vassal, world, class),
        Kind::Token { class } => (Sort::Token, None, class),
        Kind::Status => (Sort::Status, None, Class::Mob),
        Kind::Resource => (Sort::Resource, None, Class::Mob),
    };
    let world = world.map_or(NO_WORLD, |world| world.0 as u8);
    let skills: Vec<u16> = card.skills.iter().map(|skill| add_skill(rules, skill)).collect();
    let heard = card.skills.iter().map(ears_of).fold(0, |a, b| a | b);
    let (id, name) = (card.name.to_lowercase(), card.name.clone());
    rules.faces.push(Face { id, name, sort, world, class, skills, ears: heard });
}

/// Adds a Skill, after those that its statements grant.
fn add_skill(rules: &mut Rules, skill: &Skill) -> u16 {
    let statements: Vec<&Static> = match skill {
        Skill::Passive { statics } | Skill::Solid { statics, .. } => statics.0.iter().collect(),
        Skill::Chain { effect, .. } | Skill::Trigger { effect, .. } => {
            let until = effect.0.iter().filter_map(|clause| match clause {
                Clause::Until { statement, .. } => Some(statement),
                _ => None,
            });
            until.collect()
        }
    };
    let nested = statements.into_iter().filter_map(|statement| match statement {
        Static::Of { what: Holding::Has { skill }, .. } => Some((**skill).clone()),
        _ => None,
    });
    let nested: Vec<Skill> = nested.collect();
    let nested = nested.into_iter().map(|skill| (skill.clone(), add_skill(rules, &skill))).collect();
    rules.skills.push(Program { skill: skill.clone(), nested, ears: ears_of(skill) });
    (rules.skills.len() - 1) as u16
}

fn format() -> Format {
    Format {
        id: "standard".to_owned(),
        name: "Standard".to_owned(),
        official: true,
        seats: (2, 4),
        draft: false,
        pool_public: false,
        deck: (20, 20),
        copies: Some(1),
        mob_copies: None,
        bouts: 3,
        play_all: false,
        draw: 7,
        mulligans: 1,
        boosts: 40,
        non_prime_bonus: 0,
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

fn state(seats: u8) -> State {
    let player = Player {
        deck: Deck::default(),
        sealed: None,
        wins: 0,
        mulligans: 0,
        flags: 0,
        hurt: 0,
        label: None,
        margin: 0,
        last: None,
        row: 0,
        bid: 0,
    };
    let table = Table {
        domains: smallvec![Domain::empty(); usize::from(seats)],
        statuses: smallvec![],
        given: smallvec![],
        erased: smallvec![],
        timed: smallvec![],
    };
    State {
        table,
        players: smallvec![player; usize::from(seats)],
        pool: smallvec![],
        bout: 1,
        drawn: 0,
        round: 1,
        step: Step::Chain,
        begun: true,
        selector: 0,
        prime: 0,
        to: 0,
        by: NO_SEAT,
        quiet: 0,
        chains: 0,
        open: None,
        snapshots: smallvec![],
        used: smallvec![],
        limits: smallvec![],
        doing: None,
        below: SmallVec::new(),
        instead: SmallVec::new(),
        activating: None,
        fresh: smallvec![],
        batch: smallvec![],
        ordered: 0,
        lead: None,
        again: smallvec![],
        settling: false,
        settled: 0,
        ran: smallvec![],
        ghosts: smallvec![],
        next: 1,
        winners: 0,
        ears: 0,
    }
}
