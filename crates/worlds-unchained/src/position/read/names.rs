//! How a position names what it has already told: places, numbers and Skills.

use super::{Read, Reader, split, within};
use crate::action::Spot;
use crate::effects::NUMBER;
use crate::notation::read_place;
use crate::position::{find, is_played, skills_of};
use crate::scene::{self, fallen_id};
use crate::state::{GRANTED, Id, Instance, Link, Table, Vassal};

impl<'a> Reader<'a> {
    /// `P1.v2`, `#12` or `-`.
    pub(super) fn reference(&self, text: &str) -> Read<Id> {
        if text == "-" {
            return Ok(0);
        }
        if let Some(number) = text.strip_prefix('=') {
            let number: u8 = self.number(number, "a number")?;
            return Ok(NUMBER | Id::from(number));
        }
        if let Some(number) = text.strip_prefix('#') {
            let number = self.number(number, "a number")?;
            return if number > 0 && number < GRANTED {
                Ok(number)
            } else {
                Err(self.misread(text, "write #1 or more"))
            };
        }
        let place = read_place(text).ok_or_else(|| self.misread(text, "write a place such as P2.v3"))?;
        let domain = self.state.table.domains.get(usize::from(place.seat));
        let id = domain.and_then(|domain| match place.spot {
            Spot::Zone(zone) => {
                Some(domain.zones[usize::from(zone)]).filter(Vassal::is_some).map(|vassal| vassal.id)
            }
            Spot::Stock(nth) => domain.stock.get(usize::from(nth)).map(|resource| resource.id),
            Spot::Infirmary(nth) => {
                domain.infirmary.get(usize::from(nth)).map(|_| fallen_id(place.seat, nth))
            }
        });
        id.ok_or_else(|| self.misread(text, "name a place where something is"))
    }

    /// `P1.v2.1`.
    pub(super) fn skill(&self, text: &str) -> Read<(Id, Instance)> {
        let (id, skill) =
            text.rsplit_once('.').ok_or_else(|| self.misread(text, "write a Skill such as P1.v2.1"))?;
        let id = self.reference(id)?;
        if let Some(explicit) = within(skill, "(", ')') {
            return Ok((id, self.explicit(explicit)?));
        }
        let nth: usize = self.number(skill, "the number of a Skill")?;
        let held = scene::held(self.rules, &self.state, id);
        let held =
            nth.checked_sub(1).and_then(|nth| held.get(nth).filter(|_| is_played(&self.state.table, id)));
        let held = held.ok_or_else(|| self.misread(text, "name a Skill that is there, counted from 1"))?;
        Ok((id, held.instance))
    }

    pub(super) fn instance(&self, table: &Table, id: Id, text: &str) -> Read<Instance> {
        if let Some(explicit) = within(text, "(", ')') {
            return self.explicit(explicit);
        }
        let nth: usize = self.number(text, "the number of a Skill")?;
        let skills = skills_of(self.rules, table, id);
        let skill = nth.checked_sub(1).and_then(|nth| skills.get(nth)).copied();
        skill.ok_or_else(|| self.misread(text, &format!("there are {} Skills, counted from 1", skills.len())))
    }

    /// A Skill of the rules and because of what: `S12#5g`.
    pub(super) fn explicit(&self, text: &str) -> Read<Instance> {
        let wrong = || self.misread(text, "write a Skill of the rules as S12#0");
        let (skill, origin) =
            text.strip_prefix('S').and_then(|rest| rest.split_once('#')).ok_or_else(wrong)?;
        let skill: u16 = self.number(skill, "the number of a Skill")?;
        let (origin, granted) = origin.strip_suffix('g').map_or((origin, 0), |origin| (origin, GRANTED));
        let origin: Id = self.number(origin, "a number")?;
        if usize::from(skill) >= self.rules.skills.len() || origin >= GRANTED {
            return Err(wrong());
        }
        Ok(Instance { origin: origin | granted, skill })
    }

    /// A Skill in brackets, and what follows it.
    pub(super) fn skill_text(&self, text: &'a str) -> Read<(u16, &'a str)> {
        let wrong = || self.misread(text, "write a Skill in brackets");
        let mut depth = 0;
        let end = text.bytes().position(|byte| {
            depth += i32::from(byte == b'[') - i32::from(byte == b']');
            depth == 0
        });
        let end = end.filter(|&end| end > 0).ok_or_else(wrong)?;
        let (inner, mut rest) = (&text[1..end], &text[end + 1..]);
        let says = |skill: usize| self.rules.skills[skill].skill.text(&self.rules.names) == inner;
        let mut skill = (0..self.rules.skills.len()).find(|&skill| says(skill));
        if let Some(number) = rest.strip_prefix('%') {
            let digits = number.bytes().take_while(u8::is_ascii_digit).count();
            let nth: usize = self.number(&number[..digits], "the number of a Skill")?;
            skill = Some(nth).filter(|&nth| nth < self.rules.skills.len() && says(nth));
            rest = &number[digits..];
        }
        let skill =
            skill.ok_or_else(|| self.misread(text, "no card of this game has or gives that Skill"))?;
        Ok((skill as u16, rest))
    }

    pub(super) fn link(&self, text: &str) -> Read<Link> {
        let (rest, negated) = text.strip_suffix('!').map_or((text, false), |rest| (rest, true));
        let (skill, player) = match rest.rsplit_once('@') {
            Some((skill, seat)) => (skill, Some(self.seat(seat)?)),
            None => (rest, None),
        };
        let (bearer, instance) = self.skill(skill)?;
        let controller = find(&self.state.table, bearer).map(|found| found.0);
        let player =
            player.or(controller).ok_or_else(|| self.misread(text, "say who activated it, as in #5.1@P1"))?;
        Ok(Link { player, bearer, instance, negated })
    }

    pub(super) fn counted(&self, text: &'a str) -> Read<Vec<(Id, Instance, u8)>> {
        let one = |part: &'a str| {
            let (skill, count) =
                part.rsplit_once('=').ok_or_else(|| self.misread(part, "write P1.v2.1=3"))?;
            let (id, instance) = self.skill(skill)?;
            Ok((id, instance, self.number(count, "how often")?))
        };
        split(text, " ").into_iter().map(one).collect()
    }
}
