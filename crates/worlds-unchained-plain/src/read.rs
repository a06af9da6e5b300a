//! The line of [`Game::dump`] read back.

use crate::action::{Action, Zone};
use crate::cards::Card;
use crate::game::{Game, Step, Turn};
use crate::setup::Setup;
use crate::side::{CombatResult, Label, Side, Vassal};

impl Game {
    /// A game that begins in the position that [`Game::dump`] wrote, or in one written like it. How many
    /// cards there are of each sort is not checked, so that a position of a test can leave out decks. Games
    /// that are over are refused, as their text does not say who conceded.
    pub fn read(setup: Setup, text: &str) -> Result<Self, String> {
        let mut game = Self::read_unmoved(setup, text)?;
        game.run();
        let can_choose = |&seat: &usize| !game.legal(seat).is_empty();
        match game.turn() {
            Turn::Seats(seats) if seats.is_empty() || !seats.iter().all(can_choose) => {
                Err("nobody can act in this position".to_string())
            }
            _ => Ok(game),
        }
    }

    /// The position itself, even if nobody has to act in it.
    pub(crate) fn read_unmoved(setup: Setup, text: &str) -> Result<Self, String> {
        let faults = setup.format.faults();
        if !faults.is_empty() {
            return Err(faults.join("; "));
        }
        let mut game = Self::unstarted(setup);
        let mut parts = text.split(" | ");
        game.read_head(parts.next().unwrap_or_default())?;
        for seat in 0..game.sides.len() {
            let part = parts.next().ok_or_else(|| format!("no side P{}", seat + 1))?;
            let rest = part.strip_prefix(&format!("P{} ", seat + 1));
            let rest = rest.ok_or_else(|| format!("`{part}` is not the side of P{}", seat + 1))?;
            game.read_side(seat, rest)?;
        }
        if game.step == Step::Over {
            return Err("the game is over".to_string());
        }
        let is_draft = game.step.to_string().starts_with("draft");
        for side in &mut game.sides {
            side.in_game = is_draft || !side.cards().is_empty();
        }
        game.check_sense()?;
        let written = game.dump();
        if written != text {
            return Err(format!("the position is not written as it should be: {written}"));
        }
        Ok(game)
    }

    /// Refuses what the steps could not go on from.
    fn check_sense(&mut self) -> Result<(), String> {
        let format = self.setup.format.clone();
        let is_draft = self.step.to_string().starts_with("draft");
        let has_drafter = self.to.is_some() || self.step == Step::DraftSelect;
        if is_draft
            && (!format.has_draft || !has_drafter || self.pool.is_empty() != (self.step == Step::DraftCut))
        {
            return Err("no draft gets there".to_string());
        }
        if self.step.is_in_bout() && (self.prime.is_none() || self.in_bout().len() < 2) {
            return Err("a bout has a prime player and two players with Vassals".to_string());
        }
        if self.round > format.round_cap {
            return Err(format!("no bout has more than {} rounds", format.round_cap));
        }
        for seat in 0..self.sides.len() {
            let side = &self.sides[seat];
            let is_hurt = |zone: Zone| side.at(zone).is_some_and(Vassal::is_exhausted);
            let is_unwell =
                |vassal: &&Vassal| vassal.injuries < 0 || vassal.exhaustion < 0 || vassal.is_spent(&format);
            let makes_sense = (0..=250).contains(&side.boosts)
                && (-500..=500).contains(&side.base)
                && side.mulligans <= format.mulligans
                && side.vassals().len() <= format.vassal_zones + format.extra_zones
                && !side.vassals().iter().any(is_unwell)
                && side.hurt.is_none_or(is_hurt)
                && side.bag.is_sorted_by_key(|card| &card.id);
            if !makes_sense {
                return Err(format!("P{} cannot be like this", seat + 1));
            }
            let sealed = self.sides[seat].sealed.take();
            if let Some(action) = &sealed
                && !self.legal(seat).contains(&action.to_string())
            {
                return Err(format!("P{} cannot have chosen `{action}`", seat + 1));
            }
            self.sides[seat].sealed = sealed;
        }
        Ok(())
    }

    fn read_head(&mut self, text: &str) -> Result<(), String> {
        let mut words = words(text).into_iter();
        let mut next = || words.next().ok_or_else(|| "the position ends too soon".to_string());
        if next()? != "WU1" || next()? != self.setup.format.name {
            return Err(format!("no position of the format {}", self.setup.format.name));
        }
        let bout = next()?;
        self.bout = number(between(&bout, "b", &format!("/{}", self.setup.format.bouts))?)?;
        let score = next()?;
        let mut score: Vec<usize> = score.split('-').map(number).collect::<Result<_, _>>()?;
        self.drawn = score.pop().unwrap_or_default();
        if score.len() != self.sides.len() || self.bout == 0 || self.bout > self.setup.format.bouts {
            return Err("bout or score does not fit the format".to_string());
        }
        self.wins = score;
        self.round = number(between(&next()?, "r", "")?)?;
        let step = next()?;
        let known = Step::ALL.into_iter().find(|known| known.to_string() == step);
        self.step = known.ok_or_else(|| format!("no step `{step}`"))?;
        while let Some(word) = words.next() {
            if word.starts_with("pool{") {
                self.pool = self.read_pile(between(&word, "pool{", "}")?)?;
                continue;
            }
            let seat = Some(self.read_seat(&words.next().unwrap_or_default())?);
            match word.as_str() {
                "selector" => self.selector = seat,
                "prime" => self.prime = seat,
                "to" => self.to = seat,
                _ => return Err(format!("no such word: `{word}`")),
            }
        }
        Ok(())
    }

    fn read_seat(&self, text: &str) -> Result<usize, String> {
        let seat: usize = number(between(text, "P", "")?)?;
        if seat == 0 || seat > self.sides.len() {
            return Err(format!("no seat `{text}`"));
        }
        Ok(seat - 1)
    }

    fn read_side(&mut self, seat: usize, text: &str) -> Result<(), String> {
        let mut side = Side::empty(&self.setup.format);
        let mut words = words(text).into_iter();
        side.boosts = number(&words.next().unwrap_or_default())?;
        while let Some(word) = words.next() {
            match word.as_str() {
                "base" => side.base = number(&words.next().unwrap_or_default())?,
                "label" => {
                    let (result, margin) = read_result(&words.next().unwrap_or_default())?;
                    side.label = Some(Label { result, margin });
                }
                "run" => {
                    let (result, times) = read_result(&words.next().unwrap_or_default())?;
                    side.run = Some((result, times as usize));
                }
                "mulligans" => side.mulligans = number(&words.next().unwrap_or_default())?,
                "kept" => side.kept = true,
                "done" => side.done = true,
                sealed if sealed.starts_with("sealed(") => {
                    side.sealed = Some(read_secret(between(sealed, "sealed(", ")")?)?);
                }
                object if object.contains(':') => self.read_object(&mut side, object)?,
                pile => {
                    let (name, cards) =
                        pile.split_once('{').ok_or_else(|| format!("no such word: `{pile}`"))?;
                    let cards = self.read_pile(between(cards, "", "}")?)?;
                    match name {
                        "hand" => side.hand = cards,
                        "bag" => side.bag = cards,
                        "bottom" => side.bottom = cards,
                        "infirmary" => side.infirmary = cards,
                        "draft" => side.draft = cards,
                        _ => return Err(format!("no pile `{name}`")),
                    }
                }
            }
        }
        self.sides[seat] = side;
        Ok(())
    }

    fn read_object(&self, side: &mut Side, text: &str) -> Result<(), String> {
        let (zone, vassal) = text.split_once(':').expect("an object has a colon");
        let zone = read_zone(zone)?;
        if !side.zones().contains(&zone) {
            return Err(format!("no zone {zone} in this format"));
        }
        let mut parts = vassal.split(',');
        let mut vassal = Vassal::fresh(self.read_card(parts.next().unwrap_or_default())?);
        for part in parts {
            match part.split_at_checked(1) {
                Some(("i", stacks)) => vassal.injuries = number(stacks)?,
                Some(("e", stacks)) => vassal.exhaustion = number(stacks)?,
                _ if part == "hurt" => side.hurt = Some(zone),
                _ => return Err(format!("no such mark: `{part}`")),
            }
        }
        *side.at_mut(zone) = Some(vassal);
        Ok(())
    }

    fn read_pile(&self, text: &str) -> Result<Vec<Card>, String> {
        let mut pile = Vec::new();
        for word in text.split_whitespace() {
            let (id, times) = word.split_once('*').unwrap_or((word, "1"));
            let card = self.read_card(id)?;
            pile.extend(vec![card; number(times)?]);
        }
        Ok(pile)
    }

    fn read_card(&self, id: &str) -> Result<Card, String> {
        let card = self.setup.cards().into_iter().find(|card| card.id == id);
        card.cloned().ok_or_else(|| format!("no card `{id}` in this game"))
    }
}

/// The words of a line, brackets being part of their word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ => {}
        }
        if letter == ' ' && depth == 0 {
            words.push(std::mem::take(&mut word));
        } else {
            word.push(letter);
        }
    }
    words.push(word);
    words
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Result<&'a str, String> {
    let inner = text.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    inner.ok_or_else(|| format!("`{text}` should be `{before}...{after}`"))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is no number that fits here"))
}

fn read_result(text: &str) -> Result<(CombatResult, i32), String> {
    let results = [CombatResult::Win, CombatResult::Lose, CombatResult::Tie];
    let (letter, rest) = text.split_at_checked(1).ok_or_else(|| format!("no result `{text}`"))?;
    let result = results.into_iter().find(|result| result.to_string() == letter);
    Ok((result.ok_or_else(|| format!("no result `{text}`"))?, number(rest)?))
}

fn read_zone(text: &str) -> Result<Zone, String> {
    match text.split_at_checked(1) {
        Some(("c", "")) => Ok(Zone::Challenger),
        Some(("v", rest)) => Ok(Zone::Vassal(number(rest)?)),
        Some(("x", rest)) => Ok(Zone::Extra(number(rest)?)),
        _ => Err(format!("no zone `{text}`")),
    }
}

/// The choices that can be sealed.
fn read_secret(text: &str) -> Result<Action, String> {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (verb, rest) {
        ("infirmary", "yes" | "no") => Ok(Action::Infirmary(rest == "yes")),
        ("mulligan", "") => Ok(Action::Mulligan),
        ("keep", "") => Ok(Action::Keep),
        ("hurt", _) => Ok(Action::Hurt(read_zone(rest)?)),
        ("rouse", "yes" | "no") => Ok(Action::Rouse(rest == "yes")),
        ("send", _) => Ok(Action::Send(read_zone(rest)?)),
        ("bet", _) => Ok(Action::Bet(number(rest)?)),
        _ => Err(format!("`{text}` is nothing that can be sealed")),
    }
}
