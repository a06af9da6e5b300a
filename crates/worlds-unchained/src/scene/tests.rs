//! Small positions made of card texts, and what is asked of them.

mod asked;
mod stated;

use std::fmt::Write as _;

use cardlang::{Names, Phrase, Text};
use engine::{Faults, Sources};
use smallvec::SmallVec;

use super::{Scene, ears};
use crate::cards::{Pool, read};
use crate::compile::LEXICON;
use crate::program::{Acts, Condition, Group, Maker, Number, Subject, Sum};
use crate::rules::Rules;
use crate::state::*;
use crate::zones::Hints;
use crate::{setup, testing};

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
        let mut faults = Faults::none();
        let rules = setup::rules(&pool, testing::standard(), seats, &mut faults);
        assert!(faults.is_empty(), "{faults}");
        let state =
            State { round: 1, step: Step::Chain, begun: true, prime: 0, to: 0, ..State::empty(seats) };
        Self { rules, state, names: pool.names }
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
        let vassal = Vassal::new(card, id, seat, world);
        self.state.table.domains[usize::from(seat)].zones.put(zone, vassal, Hints::NONE);
        self.hear();
        id
    }

    fn change(&mut self, id: Id, change: impl FnOnce(&mut Vassal)) {
        assert!(super::change_vassal(&mut self.state, id, change), "a Vassal of the test");
    }

    /// Takes a Vassal out of play, as an elimination does.
    fn eliminate(&mut self, id: Id) {
        let (seat, zone, &vassal) = super::vassal(&self.state, id).expect("a Vassal of the test");
        let held = super::held(&self.rules, &self.state, id);
        let skills: SmallVec<[Instance; 16]> = held.iter().map(|held| held.instance).collect();
        let owner = |origin: Id| self.state.table.statuses.iter().find(|status| status.id == origin);
        let users = skills.iter().map(|skill| owner(skill.origin).map_or(NO_SEAT, |status| status.owner));
        let users = users.collect();
        self.state.ghosts.push(Ghost { vassal, seat, zone, skills, users });
        self.state.table.domains[usize::from(seat)].zones.take(zone);
        self.state.table.statuses.retain(|status| status.on != id);
        let fallen = Fallen { card: vassal.card, id };
        self.state.table.domains[usize::from(vassal.owner())].infirmary.push(fallen);
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
        self.state.table.timed.push(Timed {
            skill,
            clause: 0,
            user,
            bearer,
            world: super::thing(&self.state, bearer).map_or(NO_WORLD, |bearer| bearer.world(&self.rules)),
            it,
            their: NO_SEAT,
            end: End::Round,
        });
        self.hear();
    }

    fn erase(&mut self, on: Id, instance: Instance) {
        self.state.table.erased.push(Erased { on, instance, end: End::Round });
        self.hear();
    }

    fn base(&mut self, seat: u8, base: i16) {
        self.state.table.domains[usize::from(seat)].base = base;
    }

    fn power(&self, seat: u8) -> i32 {
        super::power(&self.rules, &self.state, seat)
    }

    fn hear(&mut self) {
        self.state.ears = ears(&self.rules, &self.state);
        super::renew_hints(&self.rules, &mut self.state);
    }

    fn scene(&self, user: u8, bearer: Id) -> Scene<'_> {
        Scene::new(&self.rules, &self.state, user, bearer)
    }

    /// What makes programs of texts.
    fn maker(&self) -> Maker<'_> {
        Maker { begins: self.rules.begins, nested: &[], commons: Vec::new() }
    }

    fn group(&self, text: &str) -> Group {
        self.maker().group(&self.read(text))
    }

    fn condition(&self, text: &str) -> Condition {
        self.maker().condition(&self.read(text))
    }

    fn sum(&self, text: &str) -> Sum {
        self.maker().sum(&self.read(text))
    }

    fn subject(&self, text: &str) -> Subject {
        self.maker().subject(&self.read(text))
    }

    fn boosts(&self, text: &str) -> Number {
        self.maker().boosts(&self.read(text), Acts::You).number
    }

    fn power_amount(&self, text: &str) -> Number {
        self.maker().power(&self.read(text)).number
    }

    /// Reads a part of a text.
    fn read<P: Phrase>(&self, text: &str) -> P {
        let parts = Text::with_names(text, &LEXICON, &self.names).expect("words");
        parts.read::<P>(0).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
    }
}
