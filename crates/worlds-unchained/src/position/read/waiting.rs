//! Abilities that wait, the effect under way, and the past that both may need.

use smallvec::SmallVec;

use super::{Read, Reader, split, within};
use crate::action::Spot;
use crate::notation::{read_place, read_seat};
use crate::position::{WAITS, usual_user};
use crate::rules::Sort;
use crate::state::{
    Cause, Doing, Ghost, Instance, NO_SEAT, NO_WORLD, Paid, Snapshot, Table, VALUES, Waiting,
};

impl<'a> Reader<'a> {
    /// `w1=... w2=...`.
    pub(super) fn numbered(&self, text: &'a str) -> Read<Vec<Waiting>> {
        let one = |part: &'a str| {
            let wrong = || self.misread(part, "count them as w1=, w2= and so on");
            let (number, waiting) =
                part.strip_prefix('w').and_then(|rest| rest.split_once('=')).ok_or_else(wrong)?;
            let number = self.number::<u8>(number, "a number from 1")?;
            Ok(Waiting { number, ..self.waiting(waiting)? })
        };
        split(text, " ").into_iter().map(one).collect()
    }

    fn waiting(&self, text: &'a str) -> Read<Waiting> {
        let wrong = || self.misread(text, "write for example P1.v2.1<P2.c{3}");
        let (rest, list) = match text.strip_suffix('}') {
            Some(rest) => rest.rsplit_once('{').map(|(rest, list)| (rest, Some(list))).ok_or_else(wrong)?,
            None => (text, None),
        };
        let mut parts = rest.split('<');
        let mut head = parts.next().unwrap_or("");
        let mut waiting = Waiting::by(NO_SEAT, 0, Instance { origin: 0, skill: 0 }, Cause::Effect, NO_WORLD);
        for (mark, cause) in [("/p", Cause::Payment), ("/a", Cause::Activation), ("/o", Cause::Opening)] {
            if let Some(rest) = head.strip_suffix(mark) {
                (head, waiting.cause) = (rest, cause);
            }
        }
        let user = match head.rsplit_once('@') {
            Some((rest, seat)) => {
                head = rest;
                Some(self.seat(seat)?)
            }
            None => None,
        };
        (waiting.bearer, waiting.instance) = self.skill(head)?;
        waiting.user =
            user.unwrap_or_else(|| usual_user(&self.state.table, waiting.bearer, waiting.instance));
        if waiting.user == NO_SEAT {
            return Err(self.misread(text, "say who uses it, as in #5.1@P1"));
        }
        for part in parts {
            if part.starts_with(|first: char| first.is_ascii_lowercase()) {
                waiting.world = self.world(part)?;
            } else if read_seat(part).is_some() {
                waiting.player = self.seat(part)?;
            } else if part.starts_with(|first: char| first.is_ascii_digit()) {
                waiting.many = self.number(part, "Boosts of an event")?;
            } else {
                waiting.it = self.reference(part)?;
            }
        }
        for value in list.into_iter().flat_map(|list| list.split(',')) {
            if usize::from(waiting.read) == VALUES {
                return Err(wrong());
            }
            waiting.values[usize::from(waiting.read)] = self.number(value, "a value that was read")?;
            waiting.read += 1;
        }
        Ok(waiting)
    }

    pub(super) fn doing(&self, text: &'a str) -> Read<Doing> {
        let mut words = split(text, " ").into_iter();
        let head = words.next().unwrap_or("");
        let wrong =
            || self.misread(head, "write for example P1.c.1#1.2: the Skill, the sentence, the instruction");
        let (of, at) = head.rsplit_once('#').ok_or_else(wrong)?;
        let (clause, step) = at.split_once('.').ok_or_else(wrong)?;
        let from_one =
            |text: &str| self.number::<u8>(text, "a number from 1")?.checked_sub(1).ok_or_else(wrong);
        let of = self.waiting(of)?;
        let mut doing = Doing { clause: from_one(clause)?, step: from_one(step)?, ..Doing::of(of) };
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or_else(|| self.misread(word, "say what after this word"));
            let list = |list: &'a str| split(list, " ").into_iter().map(|id| self.reference(id));
            match word {
                "chain" => doing.chain = true,
                "wait" => {
                    let name = next()?;
                    let wait = WAITS.iter().find(|(_, known)| *known == name);
                    doing.wait =
                        wait.ok_or_else(|| self.misread(name, "write target, may, option or the like"))?.0;
                }
                "option" => doing.option = self.number(next()?, "the option")?,
                "instead" => doing.statement = self.number(next()?, "which statement")?,
                "many" => doing.many = self.number(next()?, "an amount")?,
                "did" => doing.did = true,
                "held" => doing.held = true,
                "it" => doing.it = self.reference(next()?)?,
                "vs" => doing.versus = self.seat(next()?)?,
                _ => {
                    if let Some(ids) = within(word, "those(", ')') {
                        doing.those = list(ids).collect::<Read<_>>()?;
                    } else if let Some(ids) = within(word, "picks(", ')') {
                        doing.picks = list(ids).collect::<Read<_>>()?;
                    } else if let Some(ids) = within(word, "members(", ')') {
                        doing.members = list(ids).collect::<Read<_>>()?;
                    } else if let Some(ids) = within(word, "gone(", ')') {
                        doing.gone = list(ids).collect::<Read<_>>()?;
                    } else {
                        return Err(self.misread(word, "this says nothing about an effect"));
                    }
                }
            }
        }
        Ok(doing)
    }

    pub(super) fn ghost(&self, text: &'a str) -> Read<Ghost> {
        let wrong = || self.misread(text, "write for example #12=sprout,of mosswane@P1.v2(S3#0)");
        let (rest, skills) = match text.strip_suffix(')') {
            Some(rest) => {
                rest.split_once('(').map(|(rest, list)| (rest, split(list, " "))).ok_or_else(wrong)?
            }
            None => (text, Vec::new()),
        };
        let (vassal, place) = rest.rsplit_once('@').ok_or_else(wrong)?;
        let place = read_place(place).filter(|place| place.seat < self.rules.seats).ok_or_else(wrong)?;
        let Spot::Zone(zone) = place.spot else { return Err(wrong()) };
        let (number, vassal) = vassal.split_once('=').ok_or_else(wrong)?;
        let mut parts = split(vassal, ",").into_iter();
        let card = self.card(parts.next().unwrap_or(""), &[Sort::Vassal, Sort::Token])?;
        let mut vassal = self.fresh(card, self.reference(number)?, place.seat);
        for part in parts {
            if !self.mark(&mut vassal, part)? {
                return Err(
                    self.misread(part, "a Vassal that has left has stacks, World, owner and protections")
                );
            }
        }
        let mut ghost =
            Ghost { vassal, seat: place.seat, zone, skills: SmallVec::new(), users: SmallVec::new() };
        for skill in skills {
            let (instance, user) = match skill.split_once('@') {
                Some((instance, seat)) => (instance, self.seat(seat)?),
                None => (skill, NO_SEAT),
            };
            ghost.skills.push(self.explicit(instance)?);
            ghost.users.push(user);
        }
        Ok(ghost)
    }

    pub(super) fn snapshot(&mut self, text: &'a str) -> Read<Snapshot> {
        let seats = usize::from(self.rules.seats);
        let mut table = Table::empty(seats);
        let mut later = Vec::new();
        let mut sides = split(text, " | ");
        if sides.len() != seats {
            return Err(self.misread(text, "give a side for every seat"));
        }
        // Payments and Abilities that are owed stand behind the last side.
        let last = sides[seats - 1];
        let ends: Vec<usize> = [" paid ", " owed "].iter().filter_map(|word| last.find(word)).collect();
        let end = ends.into_iter().min().unwrap_or(last.len());
        sides[seats - 1] = &last[..end];
        for (seat, side) in sides.into_iter().enumerate() {
            self.side(seat as u8, side, &mut table, &mut later, false)?;
        }
        table.timed = self.statements(later)?;
        let mut snapshot = Snapshot { table, paid: SmallVec::new(), owed: SmallVec::new() };
        let mut words = split(&last[end..], " ").into_iter().skip(1);
        while let Some(word) = words.next() {
            let what = words.next().unwrap_or("");
            match word {
                "owed" => snapshot.owed.push(self.waiting(what)?),
                "paid" => {
                    let how = words.next().unwrap_or("");
                    let of_thing = Paid::OF_THINGS.iter().find(|(letter, _)| *letter == how);
                    snapshot.paid.push(match of_thing {
                        Some((_, paid)) => paid(self.reference(what)?),
                        None => Paid::Boosts(self.seat(what)?, self.number(how, "Boosts that were paid")?),
                    });
                }
                _ => return Err(self.misread(word, "write `paid` or `owed`")),
            }
        }
        Ok(snapshot)
    }
}
