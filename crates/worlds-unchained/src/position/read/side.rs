//! The side of a seat: what is said of the player, piles and statements.

use engine::{Fault, Place as Part, Seat};

use super::{Read, Reader, end_of, split, within};
use crate::few::Few;
use crate::notation::{self, seat_name};
use crate::position::{HIDDEN, Leaving, mark_name, usual_leaving, world_at};
use crate::rules::Sort;
use crate::state::{Fallen, Mark, NO_SEAT, NO_WORLD, Step, Table, Timed, seat_flag};

/// A statement whose Vassals are read when all are known.
pub(super) struct Later<'a> {
    timed: Timed,
    bearer: &'a str,
    it: Option<&'a str>,
}

impl<'a> Reader<'a> {
    pub(super) fn side(
        &mut self,
        seat: u8,
        text: &'a str,
        table: &mut Table,
        later: &mut Vec<Later<'a>>,
        now: bool,
    ) -> Read<()> {
        let mut words = split(text, " ").into_iter();
        let name = words.next().unwrap_or("");
        if name != seat_name(seat) {
            return Err(self.misread(text, &format!("write the side of {} here", seat_name(seat))));
        }
        let at = usize::from(seat);
        table.domains[at].boosts =
            match self.number::<u8>(words.next().unwrap_or(name), "Boosts from 0 to 250")? {
                boosts @ 0..=250 => boosts,
                boosts => {
                    let what = format!("{name} has {boosts} Boosts");
                    return Err(Fault::new(what, "write 0 to 250").at(Part::Part("position")));
                }
            };
        let mut leaving: Option<Leaving> = None;
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or_else(|| self.misread(word, "say what after this word"));
            match word {
                "base" => {
                    let base: i16 = self.number(next()?, "base power from -500 to 500")?;
                    if !(-500..=500).contains(&base) {
                        return Err(self.misread(word, "base power is -500 to 500"));
                    }
                    table.domains[at].base = base;
                }
                "label" if now => {
                    let (mark, margin) = self.mark_and_number(next()?)?;
                    let player = &mut self.state.players[at];
                    (player.label, player.margin) = (Some(mark), margin);
                }
                "run" if now => {
                    let run = next()?;
                    let (mark, row) = self.mark_and_number(run)?;
                    let row = u8::try_from(row).map_err(|_| self.misread(run, "write for example W2"))?;
                    let player = &mut self.state.players[at];
                    (player.last, player.row) = (Some(mark), row);
                }
                "mulligans" if now => {
                    self.state.players[at].mulligans = self.number(next()?, "mulligans used")?;
                }
                "bid" if now => {
                    let bid: u8 = self.number(next()?, "a bid")?;
                    self.state.players[at].bid = bid.saturating_add(1);
                }
                "kept" if now => self.state.players[at].flags |= seat_flag::KEPT,
                "done" if now => self.state.players[at].flags |= seat_flag::DONE,
                "asked" if now => self.state.players[at].flags |= seat_flag::ASKED,
                "out" if now => leaving.get_or_insert_default().out = true,
                "gone" if now => leaving.get_or_insert_default().gone = true,
                "here" if now => leaving = Some(Leaving::default()),
                "sealed" if now => self.state.players[at].sealed = Some(HIDDEN),
                _ if now && word.starts_with("sealed(") => {
                    let act = within(word, "sealed(", ')').unwrap_or("");
                    let act = notation::read(self.rules, Seat::new(seat).into(), act);
                    self.state.players[at].sealed =
                        Some(act.map_err(|fault| fault.at(Part::Part("position")))?);
                }
                _ if word.starts_with("until[") => later.push(self.until(seat, &word["until".len()..])?),
                _ if word.ends_with('}') => self.seat_pile(seat, word, table, now)?,
                _ if word.contains(':') => self.object(seat, word, table, now)?,
                _ => return Err(self.misread(word, "this says nothing about a side")),
            }
        }
        if now {
            let table = std::mem::replace(&mut self.state.table, table.clone());
            let usual = usual_leaving(&self.state, at);
            self.state.table = table;
            let Leaving { out, gone } = leaving.unwrap_or(usual);
            self.state.out |= u8::from(out) << at;
            self.state.gone |= u8::from(gone) << at;
        }
        Ok(())
    }

    pub(super) fn statements(&self, later: Vec<Later<'a>>) -> Read<Few<Timed, 2>> {
        let one = |later: Later<'a>| {
            let it = later.it.map_or(Ok(0), |it| self.reference(it))?;
            let mut timed = Timed { bearer: self.reference(later.bearer)?, it, ..later.timed };
            timed.world = world_at(&self.state.table, timed.bearer).unwrap_or(timed.world);
            Ok(timed)
        };
        later.into_iter().map(one).collect()
    }

    fn until(&self, seat: u8, text: &'a str) -> Read<Later<'a>> {
        let wrong = || self.misread(text, "write for example until[Skill].1/r@P1.v2");
        let (skill, rest) = self.skill_text(text)?;
        let rest = rest.strip_prefix('.').ok_or_else(wrong)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let clause = self.number::<u8>(&rest[..digits], "the number of a sentence")?;
        let clause = clause.checked_sub(1).ok_or_else(wrong)?;
        let (end, rest) = end_of(&rest[digits..]);
        let rest = rest.strip_prefix('@').ok_or_else(wrong)?;
        let mut parts = rest.split('<');
        let (bearer, mut it, mut their) = (parts.next().unwrap_or(""), None, NO_SEAT);
        let mut world = NO_WORLD;
        for part in parts {
            if notation::read_seat(part).is_some() {
                their = self.seat(part)?;
            } else if !part.starts_with(|first: char| first.is_ascii_lowercase()) {
                it = Some(part);
            } else {
                world = self.world(part)?;
            }
        }
        let timed = Timed { skill, clause, user: seat, bearer: 0, world, it: 0, their, end };
        Ok(Later { timed, bearer, it })
    }

    fn mark_and_number(&self, text: &str) -> Read<(Mark, i16)> {
        let wrong = || self.misread(text, "write for example W2, L0 or T1");
        let (mark, number) = text.split_at_checked(1).ok_or_else(wrong)?;
        let marks = [Mark::Win, Mark::Lose, Mark::Tie];
        let mark = marks.into_iter().find(|known| mark_name(*known) == mark).ok_or_else(wrong)?;
        Ok((mark, self.number(number, "a number")?))
    }

    fn seat_pile(&mut self, seat: u8, word: &'a str, table: &mut Table, now: bool) -> Read<()> {
        let (name, cards) =
            word.split_once('{').ok_or_else(|| self.misread(word, "write bag{card card*2}"))?;
        let cards = &cards[..cards.len() - 1];
        let drafts = self.state.step <= Step::DraftCut;
        match name {
            "infirmary" => {
                for word in split(cards, " ") {
                    let (word, count) = self.times(word)?;
                    for _ in 0..count {
                        self.fallen(seat, word, table, now)?;
                    }
                }
            }
            "hand" if now => {
                self.state.players[usize::from(seat)].deck.hand = self.pile(cards)?.into_iter().collect();
            }
            "bottom" if now && !drafts => {
                self.state.players[usize::from(seat)].deck.bottom = self.pile(cards)?.into_iter().collect();
            }
            "bag" | "draft" if now && drafts == (name == "draft") => {
                let mut cards = self.pile(cards)?;
                cards.sort_unstable();
                self.state.players[usize::from(seat)].deck.bag = cards.into_iter().collect();
            }
            "given" if now && drafts => {
                let mut given = self.pile(cards)?;
                given.sort_unstable();
                let deck = &mut self.state.players[usize::from(seat)].deck;
                for card in &given {
                    let held = deck.bag.iter().position(|held| held == card);
                    let Some(held) = held else {
                        return Err(self.misread(word, "cards that were given stand in `draft` too"));
                    };
                    deck.bag.remove(held);
                }
                deck.bottom = given.into_iter().collect();
            }
            _ => {
                return Err(
                    self.misread(word, "the piles are hand, bag, bottom and infirmary, or draft and given")
                );
            }
        }
        Ok(())
    }

    fn fallen(&mut self, seat: u8, word: &'a str, table: &mut Table, now: bool) -> Read<()> {
        let mut parts = split(word, ",").into_iter();
        let (card, number) = self.numbered_card(parts.next().unwrap_or(""), now, &[Sort::Vassal])?;
        let id = number.unwrap_or(if now { self.next } else { 0 });
        if now {
            self.next = id + 1;
        }
        table.domains[usize::from(seat)].infirmary.push(Fallen { card, id });
        for part in parts {
            if !now || !self.usage(part, id, card)? {
                return Err(self.misread(part, "a card in an infirmary has only `used` and `limit`"));
            }
        }
        Ok(())
    }

    pub(super) fn pile(&self, text: &'a str) -> Read<Vec<u16>> {
        let mut cards = Vec::new();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let (id, count) = self.times(word)?;
            let card = self.card(id, &[Sort::Vassal])?;
            cards.extend(std::iter::repeat_n(card, count));
        }
        Ok(cards)
    }

    /// `card*3`.
    fn times<'t>(&self, word: &'t str) -> Read<(&'t str, usize)> {
        let Some((card, count)) = word.rsplit_once('*') else { return Ok((word, 1)) };
        Ok((card, usize::from(self.number::<u8>(count, "how many cards")?)))
    }
}
