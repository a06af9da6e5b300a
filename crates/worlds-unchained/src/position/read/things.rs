//! Vassals and Resources, and what is said of each.

use super::{Read, Reader, end_of, split};
use crate::notation::{read_zone, slug};
use crate::position::ENDS;
use crate::rules::Sort;
use crate::scene;
use crate::state::{
    End, Erased, GRANTED, Given, Id, Instance, NO_WORLD, Resource, Status, Table, UNKNOWN_CARD, Vassal,
};
use crate::zones::Hints;

/// A Skill by its bearer and its place, and what is said of it.
pub(super) struct Granted<'a> {
    on: Id,
    nth: &'a str,
    said: Said,
}

enum Said {
    /// How often it was used.
    Used(u8),
    /// Until when it is erased.
    Erased(End),
}

impl<'a> Reader<'a> {
    pub(super) fn object(&mut self, seat: u8, word: &'a str, table: &mut Table, now: bool) -> Read<()> {
        let (at, thing) = word.split_once(':').unwrap_or((word, ""));
        let mut parts = split(thing, ",").into_iter();
        let head = parts.next().unwrap_or("");
        if let Some(nth) = at.strip_prefix('s') {
            let nth: usize = self.number(nth, "a place in the stockpile")?;
            if nth != table.domains[usize::from(seat)].stock.len() + 1 {
                return Err(self.misread(word, "count the stockpile from s1, each place once"));
            }
            let (card, number) = self.numbered_card(head, now, &[Sort::Resource])?;
            let id = self.own_number(number, now, word)?;
            let mut resource = Resource { card, id, world: NO_WORLD };
            for part in parts {
                if let Some(world) = part.strip_prefix("of ") {
                    resource.world = self.world(world)?;
                } else if !now || !self.usage(part, id, card)? {
                    return Err(self.misread(part, "a Resource has `of`, `used` and `limit`"));
                }
            }
            table.domains[usize::from(seat)].stock.push(resource);
            return Ok(());
        }
        let zone = read_zone(at).filter(|&zone| self.rules.has_zone(zone));
        let zone = zone.ok_or_else(|| self.misread(word, "there is no such zone in this format"))?;
        if table.domains[usize::from(seat)].zones[usize::from(zone)].is_some() {
            return Err(self.misread(word, &format!("{at} is given twice; a zone holds one Vassal")));
        }
        let (card, number) = self.numbered_card(head, now, &[Sort::Vassal, Sort::Token])?;
        if card == UNKNOWN_CARD {
            return Err(self.misread(word, "Vassals in play are known to all: name the card"));
        }
        let id = self.own_number(number, now, word)?;
        let mut vassal = self.fresh(card, id, seat);
        // What it listens to is noted for the table as a whole; in a snapshot it may be anything.
        table.domains[usize::from(seat)].zones.put(zone, vassal, Hints::ALL);
        for part in parts {
            if let Some(status) = part.strip_prefix('!') {
                self.status(id, status, table, now)?;
            } else if let Some(given) = part.strip_prefix('+') {
                let (skill, rest) = self.skill_text(given)?;
                let (end, rest) = end_of(rest);
                let (number, limits) = self.tail(rest, now)?;
                let own = self.own_number(number, now, part)?;
                table.given.push(Given { skill, id: own, on: id, end });
                for limit in limits {
                    let count = limit.strip_prefix("1=").ok_or_else(|| self.misread(limit, "write (1=2)"))?;
                    let count = self.number(count, "how often it was used")?;
                    self.state.limits.push((id, Instance { origin: own, skill }, count));
                }
            } else if let Some(erased) = part.strip_prefix('~') {
                let cut = erased.find('/').unwrap_or(erased.len());
                let (end, rest) = end_of(&erased[cut..]);
                if !rest.is_empty() {
                    return Err(self.misread(part, "write for example ~2/r"));
                }
                match self.instance(table, id, &erased[..cut]) {
                    Ok(instance) => table.erased.push(Erased { on: id, instance, end }),
                    Err(fault) if !now => return Err(fault),
                    Err(_) => {
                        let said = Said::Erased(end);
                        self.granted.push(Granted { on: id, nth: &erased[..cut], said });
                    }
                }
            } else if part == "hurt" && now {
                self.state.hurt[usize::from(seat)] = id;
            } else if let Some(whose) = part.strip_prefix("hurt@").filter(|_| now) {
                let whose = self.seat(whose)?;
                self.state.hurt[usize::from(whose)] = id;
            } else if !(self.mark(&mut vassal, part)? || (now && self.usage(part, id, card)?)) {
                return Err(self.misread(part, "this says nothing about a Vassal"));
            }
        }
        table.domains[usize::from(seat)].zones.put(zone, vassal, Hints::ALL);
        Ok(())
    }

    fn status(&mut self, on: Id, text: &'a str, table: &mut Table, now: bool) -> Read<()> {
        let wrong = || self.misread(text, "write for example !writ-of-debt@P1");
        let (card, rest) = text.split_once('@').ok_or_else(wrong)?;
        let card = self.card(card, &[Sort::Status])?;
        let (owner, rest) = rest.split_at_checked(2).ok_or_else(wrong)?;
        let owner = self.seat(owner)?;
        let (end, rest) = end_of(rest);
        let (number, limits) = self.tail(rest, now)?;
        let id = self.own_number(number, now, text)?;
        table.statuses.push(Status { card, id, on, owner, end });
        for limit in limits {
            let (nth, count) = limit.split_once('=').ok_or_else(|| self.misread(limit, "write (1=2)"))?;
            let instance = self.printed(card, id, nth)?;
            let count = self.number(count, "how often it was used")?;
            self.state.limits.push((on, instance, count));
        }
        Ok(())
    }

    /// `#12(1=2)`: a number and uses.
    fn tail(&self, text: &'a str, now: bool) -> Read<(Option<Id>, Vec<&'a str>)> {
        let (number, limits) = match text.strip_suffix(')') {
            Some(rest) => {
                let wrong = || self.misread(text, "write uses as (1=2)");
                let (number, limits) = rest.split_once('(').filter(|_| now).ok_or_else(wrong)?;
                (number, limits.split(' ').collect())
            }
            None => (text, Vec::new()),
        };
        if number.is_empty() {
            return Ok((None, limits));
        }
        let own =
            number.strip_prefix('#').ok_or_else(|| self.misread(text, "nothing more can follow here"))?;
        let id = self.number::<Id>(own, "a number")?;
        if id == 0 || id >= GRANTED || (now && id < self.next) {
            return Err(self.misread(text, "that number is not free"));
        }
        Ok((Some(id), limits))
    }

    /// A card and the number behind it, which in a snapshot may be any.
    pub(super) fn numbered_card(&self, text: &str, now: bool, sorts: &[Sort]) -> Read<(u16, Option<Id>)> {
        let (card, number) = match text.split_once('#') {
            Some((card, number)) => (card, Some(self.number::<Id>(number, "a number")?)),
            None => (text, None),
        };
        if number.is_some_and(|number| number == 0 || number >= GRANTED || (now && number < self.next)) {
            return Err(self.misread(text, "that number is not free"));
        }
        Ok((self.card(card, sorts)?, number))
    }

    /// The number of a thing that was read.
    fn own_number(&mut self, number: Option<Id>, now: bool, text: &str) -> Read<Id> {
        if !now {
            return number.ok_or_else(|| self.misread(text, "what a Negate puts back has a number behind #"));
        }
        let id = number.unwrap_or(self.next);
        self.next = id + 1;
        Ok(id)
    }

    pub(super) fn fresh(&self, card: u16, id: Id, seat: u8) -> Vassal {
        let world = self.rules.faces.get(usize::from(card)).map_or(NO_WORLD, |face| face.world);
        Vassal::new(card, id, seat, world)
    }

    /// Stacks, World, owner and protections.
    pub(super) fn mark(&self, vassal: &mut Vassal, part: &str) -> Read<bool> {
        let stacks = |rest: &str| {
            self.number::<u8>(rest, "a number of stacks").and_then(|stacks| {
                if stacks > 0 { Ok(stacks) } else { Err(self.misread(part, "write 1 to 255 stacks")) }
            })
        };
        if let Some(world) = part.strip_prefix("of ") {
            vassal.world = self.world(world)?;
        } else if let Some(owner) = part.strip_prefix("owner ") {
            vassal.set_owner(self.seat(owner)?);
        } else if let Some(end) = part.strip_prefix("safe") {
            let bit = ENDS.iter().take(3).position(|(_, mark)| *mark == end);
            vassal.protect(1 << bit.ok_or_else(|| self.misread(part, "write safe/r, safe/s or safe/b"))?);
        } else if let Some(rest) = part.strip_prefix('i') {
            vassal.injuries = stacks(rest)?;
        } else if let Some(rest) = part.strip_prefix('e') {
            vassal.exhaustion = stacks(rest)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    pub(super) fn world(&self, text: &str) -> Read<u8> {
        if text == "wanderer" {
            return Ok(NO_WORLD);
        }
        let world = self.rules.worlds.iter().position(|world| slug(world) == text);
        world.map(|world| world as u8).ok_or_else(|| self.misread(text, "name a World, or write wanderer"))
    }

    /// `used1` and `limit 1=2`.
    pub(super) fn usage(&mut self, part: &'a str, id: Id, card: u16) -> Read<bool> {
        if let Some(count) = part.strip_prefix("used") {
            let count = self.number(count, "how many Chains were activated")?;
            self.state.used.push((id, count));
        } else if let Some(limit) = part.strip_prefix("limit ") {
            let (skill, count) =
                limit.rsplit_once('=').ok_or_else(|| self.misread(part, "write for example limit 1=2"))?;
            let count = self.number(count, "how often it was used")?;
            match self.printed(card, 0, skill) {
                Ok(instance) => self.state.limits.push((id, instance, count)),
                Err(_) => self.granted.push(Granted { on: id, nth: skill, said: Said::Used(count) }),
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// A Skill of a card by its place.
    fn printed(&self, card: u16, origin: Id, nth: &str) -> Read<Instance> {
        let skills = self.rules.faces.get(usize::from(card)).map_or(&[][..], |face| &face.skills);
        let place: usize = self.number(nth, "the number of a Skill")?;
        let skill = place.checked_sub(1).and_then(|place| skills.get(place));
        let skill =
            *skill.ok_or_else(|| self.misread(nth, &format!("the card has {} Skills", skills.len())))?;
        Ok(Instance { origin, skill })
    }

    /// Skills that statements grant, now that all Vassals are known.
    pub(super) fn granted_skills(&mut self) -> Read<()> {
        for Granted { on, nth, said } in std::mem::take(&mut self.granted) {
            let place: usize = self.number(nth, "the number of a Skill")?;
            let held = scene::held(self.rules, &self.state, on);
            let found = place.checked_sub(1).and_then(|place| held.get(place));
            let found = found.filter(|held| held.instance.origin & GRANTED != 0);
            let wrong = || self.misread(nth, &format!("there are {} Skills, counted from 1", held.len()));
            let instance = found.ok_or_else(wrong)?.instance;
            match said {
                Said::Used(count) => self.state.limits.push((on, instance, count)),
                Said::Erased(end) => self.state.table.erased.push(Erased { on, instance, end }),
            }
        }
        Ok(())
    }
}
