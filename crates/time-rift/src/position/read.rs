//! A position from its text, with every fault in its place.

use engine::{Fault, Faults};

use super::check::check;
use super::write::{usual_place, usually_began, write};
use super::{BLOWS, STEPS};
use crate::action::{Argument, Arguments, MOST_ARGUMENTS, NO_CARD};
use crate::arena::{NOWHERE, read_facing, read_square};
use crate::effects;
use crate::event::reason_name;
use crate::faces::Window;
use crate::flow::{self, name_rank};
use crate::notation::read_seat_name;
use crate::rules::{Mode, Rules};
use crate::setup::{Feature, NAMED};
use crate::state::{
    Dice, End, Fight, Frame, Lasting, Loss, MOST_TOKENS, NEUTRALS, NO_SEAT, NOBODY, Neutral, Neutrals, OVER,
    POWER_TOKENS, Part, Reason, Running, SEATS, Shove, Side, Slot, State, Step, TIE, TIRE, Unit, Units, Use,
    Wait, flag, mark, seat_slot, unit,
};

/// Reads the text of a position.
pub fn read(rules: &Rules, text: &str) -> Result<State, Faults> {
    if text.len() > 20_000 {
        return Err(Fault::new("a position is not that long", "give one line of the notation").into());
    }
    let mut reader = Reader { rules, state: flow::nobody(rules), names: Vec::new(), nth_turn: None };
    reader.position(text).map_err(Faults::from)?;
    let state = reader.state;
    check(rules, &state).map_err(Faults::from)?;
    let mut again = String::new();
    write(rules, &state, &mut again);
    if again != text {
        let at = again.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        let from = again
            .char_indices()
            .map(|(i, _)| i)
            .take_while(|&i| i <= at.saturating_sub(20))
            .last()
            .unwrap_or(0);
        let shown: String = again[from..].chars().take(60).collect();
        return Err(Fault::new(
            format!("the position is not written in its one way, from character {} on", at + 1),
            format!("write there `{shown}`"),
        )
        .into());
    }
    Ok(state)
}

struct Reader<'a> {
    rules: &'a Rules,
    state: State,
    /// The names of the seats, as they come.
    names: Vec<(u8, u8)>,
    /// Which of its turns one against several has, where it is given.
    nth_turn: Option<u8>,
}

pub(super) type Read<T> = Result<T, Fault>;

fn misread(what: &str, text: &str, wanted: &str) -> Fault {
    let shown: String = text.chars().take(60).collect();
    Fault::new(format!("{what} `{shown}` cannot be read"), wanted.to_owned())
}

/// `a, b or c`.
fn either(words: &[&str]) -> String {
    match words {
        [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        _ => words.concat(),
    }
}

pub(super) fn number<N: std::str::FromStr + ToString>(text: &str, what: &str) -> Read<N> {
    engine::text::number(text, what)
}

impl Reader<'_> {
    fn position(&mut self, text: &str) -> Read<()> {
        let parts: Vec<&str> = split(text, "; ");
        let players = usize::from(self.rules.players);
        if parts.len() < players + 3 {
            return Err(misread(
                "the position",
                text,
                &format!("write `tr1 mode; clock; {players} seats; ...; pending`"),
            ));
        }
        // Names of seats are needed for the clock and for everything after.
        let seats = &parts[2..2 + players];
        let numbers = self.head(parts[0])?;
        for (nth, part) in seats.iter().enumerate() {
            let name = part.split(' ').next().unwrap_or("");
            let name = read_seat_name(name)
                .ok_or_else(|| misread("the seat", name, "write W, S, E, N or W1, E2"))?;
            self.names.push((name, numbers[nth]));
            self.state.seats[usize::from(numbers[nth])].name = name;
        }
        let mut known: Vec<u8> = self.names.iter().map(|(name, _)| *name).collect();
        let sorted = known.is_sorted_by_key(|&name| name_rank(name));
        known.sort_unstable();
        known.dedup();
        if known.len() != players || !sorted || !names_fit(self.rules, &self.names) {
            return Err(Fault::new(
                "the seats are not those of the mode",
                "give them in the order W, S, E, N, team by team",
            ));
        }
        self.clock(parts[1])?;
        for (nth, part) in seats.iter().enumerate() {
            self.seat(numbers[nth], part)?;
        }
        let mut rest = parts[2 + players..].iter().copied().peekable();
        self.features(rest.next_if(|part| part.starts_with("arena ")))?;
        let lasting = rest.next_if(|part| part.starts_with("lasting "));
        let (Some(pending), None) = (rest.next(), rest.next()) else {
            return Err(misread(
                "the position",
                text,
                "after the seats come `arena`, `lasting` and what is pending",
            ));
        };
        // Durations count the attacks in progress, so these come first.
        self.pending(pending)?;
        if let Some(lasting) = lasting {
            self.lasting(lasting)?;
        }
        effects::note_ears(self.rules, &mut self.state);
        for seat in 0..self.rules.players {
            let side = &self.state.seats[usize::from(seat)];
            if side.is_alive() && side.champion != NO_CARD && self.state.stage > 0 && !self.state.is_over() {
                let agility = crate::scene::agility(self.rules, &self.state, seat);
                self.state.seats[usize::from(seat)].agility = agility;
            }
        }
        Ok(())
    }

    /// Mode and options; gives the seats in the order of the text.
    fn head(&mut self, text: &str) -> Read<Vec<u8>> {
        let mut words = text.split(' ');
        if words.next() != Some("tr1") {
            return Err(misread("the position", text, "begin with `tr1` and the mode"));
        }
        let mode = words.next().unwrap_or("");
        if !Mode::NAMES.contains(&mode) {
            return Err(Fault::new(format!("`{mode}` is no mode"), format!("write {}", either(Mode::NAMES))));
        }
        if mode != self.rules.mode.name() {
            return Err(Fault::new(
                format!("the position is of mode `{mode}`, the setup of mode `{}`", self.rules.mode.name()),
                format!("set up the game with mode={mode}"),
            ));
        }
        let players = self.rules.players;
        let mut seats: Vec<u8> = (0..players).collect();
        let mut options: Vec<(&str, &str)> = Vec::new();
        for word in words {
            let wrong = || {
                let names = [NAMED, &["seats", "won", "place", "entering"]].concat().join(", ");
                misread("the option", word, &format!("after the mode come {names}, each as name=value"))
            };
            let (key, value) = word.split_once('=').ok_or_else(wrong)?;
            let digits = || -> Read<Vec<u8>> {
                let digit = |byte: u8| byte.checked_sub(b'0').filter(|digit| *digit < players);
                let digits: Option<Vec<u8>> = value.bytes().map(digit).collect();
                digits.ok_or_else(|| misread("the option", word, "write numbers of seats"))
            };
            match key {
                "seats" => {
                    let given = digits()?;
                    let mut sorted = given.clone();
                    sorted.sort_unstable();
                    if sorted != seats {
                        return Err(misread("the option", word, "write every seat once"));
                    }
                    seats = given;
                }
                "won" => {
                    for pair in digits()?.chunks(2) {
                        let &[a, b] = pair else {
                            return Err(misread("the option", word, "write pairs of seats"));
                        };
                        if a == b {
                            return Err(misread("the option", word, "write pairs of seats"));
                        }
                        if self.state.beaten[usize::from(b)] >> a & 1 == 1 {
                            return Err(Fault::new(
                                format!("in `{word}` two have each won"),
                                "name the winner of a roll-off first, once for each pair",
                            ));
                        }
                        self.state.beaten[usize::from(a)] |= 1 << b;
                    }
                }
                "place" => self.nth_turn = Some(number(value, "which of its turns it is")?),
                "entering" => {
                    self.state.entering = digits()?.into_iter().fold(0, |set, seat| set | 1 << seat);
                }
                _ if NAMED.contains(&key) => options.push((key, value)),
                _ => return Err(wrong()),
            }
        }
        let named: Vec<(&str, &str)> =
            self.rules.named_options.iter().map(|(key, value)| (*key, value.as_str())).collect();
        if options != named {
            let list = |options: &[(&str, &str)]| {
                let words: Vec<String> =
                    options.iter().map(|(key, value)| format!("{key}={value}")).collect();
                if words.is_empty() { "none".to_owned() } else { words.join(" ") }
            };
            return Err(Fault::new(
                format!("the position has options {}, the setup {}", list(&options), list(&named)),
                "set up the game with the options of the position",
            ));
        }
        Ok(seats)
    }

    fn seat_named(&self, text: &str) -> Read<u8> {
        let name = read_seat_name(text);
        let found = self.names.iter().find(|(known, _)| Some(*known) == name);
        found.map(|(_, seat)| *seat).ok_or_else(|| misread("the seat", text, "name one of the seats"))
    }

    fn unit_named(&self, text: &str) -> Read<Unit> {
        if let Some(nth) = text.strip_prefix('n') {
            let nth: u8 = number(nth, "a neutral")?;
            let there = nth >= 1 && usize::from(nth) <= self.rules.neutrals.len();
            return if there {
                Ok(NEUTRALS + nth - 1)
            } else {
                Err(misread("the neutral", text, "count from n1"))
            };
        }
        match text.split_once('.') {
            None => self.seat_named(text).map(|seat| unit(seat, 0)),
            Some((seat, slot)) => {
                let slot: u8 = number(slot, "a slot")?;
                let seat = self.seat_named(seat)?;
                if (1..=4).contains(&slot) {
                    Ok(unit(seat, slot))
                } else {
                    Err(misread("the slot", text, "write 1 to 4"))
                }
            }
        }
    }

    fn card(&self, id: &str) -> Read<u16> {
        self.rules.card(id).ok_or_else(|| misread("the card", id, "name a card by its id"))
    }

    fn clock(&mut self, text: &str) -> Read<()> {
        let wrong = || misread("the clock", text, "write for example `R1 T2 > E W turn E spent 0`");
        let (left, right) = text.split_once(" >").ok_or_else(wrong)?;
        let (stage, step) = left.split_once(' ').ok_or_else(wrong)?;
        self.state.stage = match stage {
            "OVER" => OVER,
            "RT" => TIE,
            _ => match stage.strip_prefix("RX") {
                Some(lap) => {
                    TIRE + number::<u8>(lap, "a lap")?
                        .checked_sub(1)
                        .filter(|lap| *lap < 9)
                        .ok_or_else(wrong)?
                }
                None => number::<u8>(stage.strip_prefix('R').ok_or_else(wrong)?, "a round")
                    .ok()
                    .filter(|round| *round <= 4)
                    .ok_or_else(wrong)?,
            },
        };
        let (step, _) = STEPS.iter().find(|(_, name)| *name == step).ok_or_else(wrong)?;
        self.state.step = if *step == Step::T3 { Step::T2 } else { *step };
        let (order, rest) = right
            .split_once(" turn ")
            .or_else(|| Some(("", right.strip_prefix(" turn ")?)))
            .ok_or_else(wrong)?;
        let mut count = 0;
        for name in order.split(' ').filter(|name| !name.is_empty()) {
            let seat = self.seat_named(name)?;
            if self.state.order[..count].contains(&seat) {
                return Err(Fault::new(format!("`{name}` is in the order twice"), "name each seat once"));
            }
            self.state.order[count] = seat;
            count += 1;
        }
        self.state.ordered = count as u8;
        let (turn, spent) = rest.split_once(" spent ").ok_or_else(wrong)?;
        self.state.turn = if turn == "-" { NO_SEAT } else { self.seat_named(turn)? };
        self.state.spent = number(spent, "Actions spent")?;
        if self.state.turn != NO_SEAT && !self.state.order().contains(&self.state.turn) {
            return Err(Fault::new("the seat on turn is not in the order", "name it there"));
        }
        self.state.place = usual_place(self.rules, &self.state);
        if let Some(nth) = self.nth_turn {
            let solo = self.rules.solo.filter(|&solo| solo == self.state.turn);
            let turns = solo.map_or(1, |_| self.state.ordered - 1);
            if !(2..=turns).contains(&nth) {
                return Err(Fault::new(
                    format!("`place={nth}` cannot be: the seat on turn has {turns} in this round"),
                    "count the turns of one against several from 1, and leave the first out (TR-R124)",
                ));
            }
            self.state.place += 2 * (nth - 1);
        }
        Ok(())
    }

    fn seat(&mut self, seat: u8, text: &str) -> Read<()> {
        let mut words = text.split(' ').skip(1);
        let wrong = || misread("the seat", text, "write for example `W spartacus@a2E L10 A4`");
        let (id, place) = words.next().and_then(|word| word.split_once('@')).ok_or_else(wrong)?;
        let mut side = Side { name: self.state.seats[usize::from(seat)].name, ..Side::EMPTY };
        if id != "?" && id != "-" {
            side.champion = self.card(id)?;
            if self.rules.face(side.champion).sort.is_some() {
                return Err(Fault::new(format!("`{id}` is no Champion"), "name a Champion before the @"));
            }
        }
        if place != "-" {
            let (square, facing) = place.split_at_checked(2).ok_or_else(wrong)?;
            side.square =
                read_square(square).filter(|&square| self.rules.arena.has(square)).ok_or_else(wrong)?;
            let mut letters = facing.chars();
            side.facing = letters.next().and_then(read_facing).ok_or_else(wrong)?;
            if letters.next().is_some() {
                return Err(wrong());
            }
        }
        side.life = number(words.next().and_then(|word| word.strip_prefix('L')).ok_or_else(wrong)?, "Life")?;
        side.actions =
            number(words.next().and_then(|word| word.strip_prefix('A')).ok_or_else(wrong)?, "Actions")?;
        if side.life > self.rules.cap(seat) || side.actions > effects::MOST_ACTIONS {
            return Err(Fault::new(
                format!("`{text}` has too much Life or too many Actions"),
                format!(
                    "Life is at most {}, Actions at most {}",
                    self.rules.cap(seat),
                    effects::MOST_ACTIONS
                ),
            ));
        }
        let unchosen = id == "?" && self.state.step == Step::Z1;
        if side.life > 0 || side.square != NOWHERE || unchosen {
            side.flags |= flag::ALIVE;
        }
        if usually_began(self.rules, &self.state, seat) {
            side.flags |= flag::BEGAN;
        }
        let rest = words.collect::<Vec<_>>().join(" ");
        self.state.seats[usize::from(seat)] = side;
        for word in split(&rest, " ").into_iter().filter(|_| !rest.is_empty()) {
            self.seat_mark(seat, word)?;
        }
        Ok(())
    }

    fn seat_mark(&mut self, seat: u8, word: &str) -> Read<()> {
        let list = |word: &str, head: &str| -> Option<Vec<String>> {
            let inner = word.strip_prefix(head)?.strip_suffix(')')?;
            Some(inner.split(',').map(str::to_owned).collect())
        };
        let side = &mut self.state.seats[usize::from(seat)];
        match word {
            "m" => side.flags |= flag::MOVED,
            "t" => side.flags |= flag::ATTACKED,
            "k" => side.flags |= flag::SEALED,
            "n" => side.flags &= !flag::BEGAN,
            _ if word.starts_with("h=") => {
                side.gone_hands = number(&word[2..], "hands")?;
                if side.gone_hands > 9 {
                    return Err(misread("the mark", word, "at most two hands are used in a round"));
                }
            }
            _ if word.starts_with("out(") => {
                for id in
                    list(word, "out(").ok_or_else(|| misread("the mark", word, "write out(card,card)"))?
                {
                    let card = self.card(&id)?;
                    self.state.put_out(seat, card);
                }
            }
            _ if word.starts_with("chest(") => {
                let ids = list(word, "chest(")
                    .ok_or_else(|| misread("the mark", word, "write chest(card,card)"))?;
                let cards: Vec<u16> = ids.iter().map(|id| self.card(id)).collect::<Read<_>>()?;
                if seat > 1 {
                    return Err(Fault::new("only two sides have War Chests", "leave `chest` out"));
                }
                let chests = self.state.chests.get_or_insert_default();
                chests[usize::from(seat)] = cards;
            }
            _ => {
                if let [digit @ b'1'..=b'4', b':', ..] = word.as_bytes() {
                    self.slot(seat, digit - b'0', &word[2..])?;
                } else {
                    let champion = self.state.seats[usize::from(seat)].champion;
                    self.mark(unit(seat, 0), champion, word)?;
                }
            }
        }
        Ok(())
    }

    /// Uses and tokens of a unit.
    fn mark(&mut self, who: Unit, card: u16, word: &str) -> Read<()> {
        let wrong = || misread("the mark", word, "write for example u1, u2x3, lp=1 or \"Ankh\"=2");
        if let Some(used) = word.strip_prefix('u') {
            let (ability, count) = used.split_once('x').unwrap_or((used, "1"));
            let ability: usize = number(ability, "an ability")?;
            let count: u8 = number(count, "a number of uses")?;
            if card == NO_CARD {
                return Err(wrong());
            }
            let notes = &self.rules.face(card).notes;
            let note = ability.checked_sub(1).and_then(|nth| notes.get(nth)).filter(|note| note.limit > 0);
            let note = note.filter(|note| (1..=note.limit.max(1)).contains(&count)).ok_or_else(wrong)?;
            self.state.uses_of_mut(who).set(note.counter, count);
            return Ok(());
        }
        let (name, count) = word.rsplit_once('=').ok_or_else(wrong)?;
        let count: u8 = number(count, "a number of tokens")?;
        let plain = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
        let place = match plain {
            Some(name) => self.rules.token(name),
            None => POWER_TOKENS.iter().position(|known| *known == name).map(|nth| nth as u8),
        };
        let place = place.ok_or_else(wrong)?;
        if !(1..=MOST_TOKENS).contains(&count) {
            return Err(misread("the mark", word, "tokens are 1 to 12"));
        }
        self.state.set_tokens(who, place, count);
        Ok(())
    }

    fn slot(&mut self, seat: u8, slot: u8, text: &str) -> Read<()> {
        let wrong =
            || misread("the slot", text, "write `card`, `card!,h,a` or `(card)` for one that lies face down");
        if slot > self.rules.slots || self.state.slot(seat, slot).is_filled() {
            return Err(Fault::new(
                format!("slot {slot} is not there, or given twice"),
                "name each slot once",
            ));
        }
        if text == "-" {
            return Err(Fault::new(
                format!("slot {slot} is given and empty"),
                "leave it out: only what lies in a slot is written",
            ));
        }
        if let Some(rest) = text.strip_prefix('(') {
            let (id, seen) = rest.split_once(')').ok_or_else(wrong)?;
            let card = self.loadout_card(id)?;
            *self.state.slot_mut(seat, slot) = Slot::hidden(card);
            for name in seen.split('^').skip(1) {
                // Only others are written: whoever names the owner does not write it the one way.
                let by = self.seat_named(name)?;
                let bit = u32::from(by != seat) << by;
                self.state.seats[usize::from(seat)].seen |= bit << (6 * (slot - 1));
            }
            return Ok(());
        }
        let mut parts = split(text, ",").into_iter();
        let head = parts.next().ok_or_else(wrong)?;
        let (id, depleted) = match head.strip_suffix('!') {
            Some(id) => (id, mark::DEPLETED),
            None => (head, 0),
        };
        let card = self.loadout_card(id)?;
        let mut laid = Slot { marks: mark::UP | depleted, ..Slot::hidden(card) };
        let mut more = Vec::new();
        for part in parts {
            match part {
                "h" => laid.marks |= mark::HANDS,
                "a" => laid.marks |= mark::ATTACKED,
                _ if part.starts_with('@') => {
                    let (square, facing) = part[1..].split_at_checked(2).ok_or_else(wrong)?;
                    laid.square =
                        read_square(square).filter(|&at| self.rules.arena.has(at)).ok_or_else(wrong)?;
                    laid.facing = match facing.chars().next() {
                        Some(letter) => read_facing(letter).ok_or_else(wrong)?,
                        None => 0,
                    };
                    laid.marks |= mark::DEPLOYED;
                    if self.rules.face(card).arena().is_none() {
                        return Err(Fault::new(format!("`{id}` cannot be deployed"), "leave its space out"));
                    }
                }
                _ if part.starts_with('L') => laid.life = number(&part[1..], "Life")?,
                _ => more.push(part),
            }
        }
        let face = self.rules.face(card);
        let deployed_minion = laid.has(mark::DEPLOYED) && face.is_minion();
        if laid.life > face.life || (laid.life > 0) != deployed_minion {
            return Err(Fault::new(
                format!("`{text}` has no such Life"),
                "a deployed minion has 1 to its printed Life",
            ));
        }
        *self.state.slot_mut(seat, slot) = laid;
        for part in more {
            self.mark(unit(seat, slot), card, part)?;
        }
        Ok(())
    }

    fn loadout_card(&self, id: &str) -> Read<u16> {
        let card = self.card(id)?;
        if self.rules.face(card).sort.is_none() {
            return Err(Fault::new(format!("`{id}` is a Champion"), "a slot holds a loadout card"));
        }
        Ok(card)
    }

    fn features(&mut self, text: Option<&str>) -> Read<()> {
        let words = text.map_or(Vec::new(), |text| split(text, " ").split_off(1));
        let (mut pits, mut obstacles) = (0u32, 0u32);
        let mut spikes = [0u8; 32];
        self.state.neutrals = Neutrals::default();
        for word in words {
            if word.starts_with('n') && !word.starts_with("neutral@") {
                self.neutral(word)?;
                continue;
            }
            let feature = Feature::read(word)
                .ok_or_else(|| misread("the feature", word, "write for example pit@b2"))?;
            let known = match feature {
                Feature::Pit(square) => {
                    pits |= 1 << square;
                    self.rules.pits >> square & 1 == 1
                }
                Feature::Obstacle(square) => {
                    obstacles |= 1 << square;
                    self.rules.obstacles >> square & 1 == 1
                }
                Feature::Spike(square, side) => {
                    spikes[usize::from(square)] |= 1 << side;
                    self.rules.spikes[usize::from(square)] >> side & 1 == 1
                }
                Feature::Neutral(square, life, defense) => {
                    let nth = self
                        .rules
                        .neutrals
                        .iter()
                        .position(|&(at, most, def)| at == square && life <= most && def == defense);
                    if let Some(nth) = nth {
                        self.state.neutrals.set(nth, Neutral { life, square });
                    }
                    nth.is_some()
                }
            };
            if !known {
                return Err(Fault::new(
                    format!("the setup has no {word}"),
                    "set up the game with the features of the position",
                ));
            }
        }
        if pits != self.rules.pits || spikes != self.rules.spikes {
            return Err(Fault::new(
                "pits or spikes of the setup are missing",
                "they never go away: name all of them",
            ));
        }
        self.state.obstacles = obstacles;
        Ok(())
    }

    /// A neutral that was moved, or bears tokens: `n1@c3L2,lp=1`. Rules: TR-R102.
    fn neutral(&mut self, word: &str) -> Read<()> {
        let wrong = || misread("the neutral", word, "write for example `n1@c3L2` or `n1@c3L2,lp=1`");
        let (name, rest) = word.split_once('@').ok_or_else(wrong)?;
        let who = self.unit_named(name)?;
        let nth = usize::from(who.checked_sub(NEUTRALS).ok_or_else(wrong)?);
        let mut parts = split(rest, ",").into_iter();
        let (square, life) = parts.next().and_then(|place| place.split_once('L')).ok_or_else(wrong)?;
        let square = read_square(square).filter(|&square| self.rules.arena.has(square)).ok_or_else(wrong)?;
        let life = number(life, "Life")?;
        if !(1..=self.rules.neutrals[nth].1).contains(&life) || self.state.neutrals.get(nth).life > 0 {
            let what = format!("`{word}` has no such Life, or is there twice");
            return Err(Fault::new(what, "give each neutral once, with 1 to the Life of the setup"));
        }
        self.state.neutrals.set(nth, Neutral { life, square });
        parts.try_for_each(|part| self.mark(who, NO_CARD, part))
    }

    fn lasting(&mut self, text: &str) -> Read<()> {
        for word in text.split(' ').skip(1) {
            let wrong = || misread("the lasting effect", word, "write for example torc-and-woad.1/W>E:nextW");
            let (source, rest) = word.split_once('/').ok_or_else(wrong)?;
            let mut parts = source.split('.');
            let card = self.card(parts.next().unwrap_or(""))?;
            let ability: u8 = number(parts.next().ok_or_else(wrong)?, "an ability")?;
            let clause: u8 = parts.next().map_or(Ok(1), |clause| number(clause, "a clause"))?;
            let (owner, rest) = rest.split_once('>').ok_or_else(wrong)?;
            let (bearer, end) = rest.split_once(':').ok_or_else(wrong)?;
            let fights = self.state.fights();
            let end = match end {
                "attack" => End::Attack(fights),
                "turn" => End::Turn,
                "round" => End::Round,
                "game" => End::Game,
                _ => match (end.strip_prefix("next"), end.strip_prefix("attack")) {
                    (Some(seat), _) => End::Next(self.seat_named(seat)?),
                    (None, Some(nth)) => End::Attack(number(nth, "an attack")?),
                    _ => return Err(wrong()),
                },
            };
            if matches!(end, End::Attack(nth) if nth == 0 || nth > fights) {
                return Err(Fault::new(
                    format!("`{word}` lasts for an attack that is not there"),
                    "name another end",
                ));
            }
            let lasting = Lasting {
                card,
                ability: ability.checked_sub(1).ok_or_else(wrong)?,
                clause: clause.checked_sub(1).ok_or_else(wrong)?,
                owner: self.seat_named(owner)?,
                bearer: self.unit_named(bearer)?,
                end,
            };
            if crate::scene::granted_by(self.rules, &lasting).is_none() {
                return Err(Fault::new(
                    format!("`{source}` gives nothing that lasts"),
                    "name an ability that does",
                ));
            }
            self.state.lasting.push(lasting);
        }
        Ok(())
    }

    fn pending(&mut self, text: &str) -> Read<()> {
        let frames: Vec<&str> = text.split(" / ").collect();
        let wrong = || {
            misread("what is pending", text, "write `idle`, an open window, an attack, an effect or a choice")
        };
        for (nth, frame) in frames.iter().enumerate() {
            let last = nth + 1 == frames.len();
            let (head, rest) = frame.split_once(' ').unwrap_or((frame, ""));
            match head {
                "idle" if frames.len() == 1 && rest.is_empty() => {}
                "over" if frames.len() == 1 => self.over(rest)?,
                "attack" => self.fight(rest)?,
                "forced" => self.shove(rest)?,
                "effect" => self.running(rest)?,
                "loss" => self.loss(rest)?,
                "seal" if last => match rest.split_once(' ') {
                    None if rest == "D1" => {}
                    Some(("D1", card)) => self.state.filling = number(card, "a card of the deck")?,
                    Some(("D4", slot)) => self.state.filling = number(slot, "a slot")?,
                    _ => return Err(wrong()),
                },
                "choose" if last => {
                    let (point, _) = rest.split_once(' ').ok_or_else(wrong)?;
                    self.choose(point)?;
                }
                "roll" => self.roll(rest)?,
                _ if head.starts_with("W-") => self.window(head, rest)?,
                _ => return Err(wrong()),
            }
        }
        // A step that has opened something has begun.
        let opened = !self.state.frames.is_empty() || self.state.ties != 0;
        if self.state.part == Part::Begin && opened && !matches!(self.state.step, Step::T2 | Step::Z3) {
            self.state.part = Part::Roll;
        }
        if self.state.step == Step::G3 && !self.state.is_over() {
            let dead = self.state.living() == 0;
            self.state.reason = if dead { Reason::Ko } else { Reason::Tire };
        }
        Ok(())
    }

    fn over(&mut self, text: &str) -> Read<()> {
        let (names, reason) = text
            .rsplit_once(' ')
            .ok_or_else(|| misread("the result", text, "write for example `over W ko`"))?;
        for name in names.split(' ') {
            let seat = self.seat_named(name)?;
            self.state.winners |= 1 << seat;
        }
        let reasons = [Reason::Ko, Reason::Life, Reason::Tie, Reason::Tire, Reason::Concede];
        self.state.reason = reasons
            .into_iter()
            .find(|&known| reason_name(known) == reason)
            .ok_or_else(|| misread("the reason", reason, "write ko, life, tie, tire or concede"))?;
        Ok(())
    }

    /// What kind of choice is due; whose it is follows from the position.
    fn choose(&mut self, point: &str) -> Read<()> {
        let wait = match self.state.frames.last_mut() {
            Some(Frame::Running(running)) => Some(&mut running.wait),
            _ => None,
        };
        match (point, wait) {
            ("D6", Some(wait)) => *wait = Wait::Step,
            ("D9", Some(wait)) => *wait = Wait::Keep,
            ("D2", None) => self.state.part = Part::Begin,
            ("D3" | "D14", None) => self.state.part = Part::Place,
            ("D15", None) => self.state.part = Part::Enter,
            _ => {
                return Err(misread("the choice", point, "write D2, D3, D6, D9, D14 or D15 where it is due"));
            }
        }
        Ok(())
    }

    fn roll(&mut self, text: &str) -> Read<()> {
        let (event, names) = text.split_once(' ').unwrap_or((text, ""));
        match (event, self.state.frames.last_mut()) {
            ("C3" | "C4", Some(Frame::Running(running))) => running.wait = Wait::Dice,
            ("C1" | "C2" | "C5", Some(Frame::Fight(_))) => {}
            ("C6" | "C7", None) => {
                let mut places = Vec::new();
                for name in names.split(' ') {
                    let seat = self.seat_named(name)?;
                    let place = self.state.order().iter().position(|&other| other == seat);
                    places.push(place.ok_or_else(|| {
                        Fault::new(format!("`{name}` is not in the order"), "name it there")
                    })?);
                }
                if !places.windows(2).all(|pair| pair[1] == pair[0] + 1) || places.len() < 2 {
                    return Err(misread(
                        "the roll",
                        text,
                        "name seats that stand next to each other in the order",
                    ));
                }
                for place in &places[..places.len() - 1] {
                    self.state.ties |= 1 << place;
                }
                self.state.part = match (self.state.step, event) {
                    (Step::G2, "C6") => Part::Rank,
                    _ => Part::Roll,
                };
            }
            _ => return Err(misread("the roll", text, "write C1 to C7 where it is due")),
        }
        Ok(())
    }

    fn window(&mut self, name: &str, text: &str) -> Read<()> {
        let wrong = || misread("the window", text, "write for example `W-ATK-DICE of S go W had 1 quiet 1`");
        let window = Window::ALL.into_iter().find(|window| window.name() == name && *window != Window::Idle);
        let unknown = || {
            let names: Vec<&str> = Window::ALL.iter().map(|window| window.name()).collect();
            misread("the window", name, &format!("write {}", either(&names)))
        };
        let mut opening = crate::windows::about(window.ok_or_else(unknown)?, NOBODY);
        let mut words = text.split(' ').peekable();
        if words.next_if_eq(&"of").is_some() {
            opening.subject = self.unit_named(words.next().ok_or_else(wrong)?)?;
            if let Some(path) = words.next_if(|word| word.contains('-')) {
                let (from, to) = path.split_once('-').ok_or_else(wrong)?;
                let on = |square: &str| read_square(square).filter(|&at| self.rules.arena.has(at));
                (opening.from, opening.to) = (on(from).ok_or_else(wrong)?, on(to).ok_or_else(wrong)?);
            }
        }
        opening.lost = words.next_if_eq(&"lost").is_some();
        opening.defeated = words.next_if_eq(&"defeated").is_some();
        let mut named = |word: &str| -> Read<&str> {
            if words.next() == Some(word) { words.next().ok_or_else(wrong) } else { Err(wrong()) }
        };
        let (go, had, quiet) = (named("go")?, named("had")?, named("quiet")?);
        opening.go = self.seat_named(go)?;
        let had: usize = number(had, "goes")?;
        opening.quiet = number(quiet, "goes")?;
        opening.acted = words.next_if_eq(&"acted").is_some();
        let depth = self.state.frames.len() as u8;
        if words.next_if_eq(&"used").is_some() {
            for reference in words.next().ok_or_else(wrong)?.split(',') {
                let (who, ability) = self.reference(reference)?;
                self.state.uses.push(Use { depth, unit: who, ability });
            }
        }
        if words.next().is_some() {
            return Err(wrong());
        }
        let order = crate::windows::order(&self.state, &opening);
        if had > order.len() || usize::from(opening.quiet) >= order.len().max(1) {
            return Err(Fault::new(
                format!("`{text}`: so many goes cannot have been"),
                "count the seats of the window",
            ));
        }
        opening.had = order[..had].iter().fold(0, |set, seat| set | 1 << seat);
        self.state.frames.push(Frame::Window(opening));
        Ok(())
    }

    fn reference(&self, text: &str) -> Read<(Unit, u8)> {
        let wrong = || misread("the ability", text, "write seat.slot.ability, such as W.2.1");
        let (place, ability) = text.rsplit_once('.').ok_or_else(wrong)?;
        let (seat, slot) = place.split_once('.').ok_or_else(wrong)?;
        let slot: u8 = number(slot, "a slot")?;
        let ability: u8 = number(ability, "an ability")?;
        let seat = self.seat_named(seat)?;
        let fits = slot <= 4 && (1..=9).contains(&ability);
        if fits { Ok((unit(seat, slot), ability - 1)) } else { Err(wrong()) }
    }

    fn fight(&mut self, text: &str) -> Read<()> {
        let wrong = || misread("the attack", text, "write for example `A9 S L1xc2 W g+1 d42 D6 a66`");
        let mut words = text.split(' ').peekable();
        let step = words.next().ok_or_else(wrong)?;
        let (step, _) = *BLOWS.iter().find(|(_, name)| *name == step).ok_or_else(wrong)?;
        let attacker = self.unit_named(words.next().ok_or_else(wrong)?)?;
        let strike = words.next().ok_or_else(wrong)?;
        let target = self.unit_named(words.next().ok_or_else(wrong)?)?;
        let seat = engine::Actor::Chance;
        let action = crate::notation::read(self.rules, seat, strike)?;
        let crate::action::Deed::Strike(strike) = action.deed() else { return Err(wrong()) };
        if attacker >= NEUTRALS {
            return Err(wrong());
        }
        for slot in [strike.slot, strike.lent].into_iter().filter(|&slot| slot > 0) {
            let laid = self.state.slot(seat_slot(attacker).0, slot);
            if laid.is_filled() && self.rules.face(laid.card).cost.is_none() {
                return Err(Fault::new(format!("slot {slot} does not attack"), "name a card with a grid"));
            }
        }
        let mut card = self.state.card_of(unit(seat_slot(attacker).0, strike.slot));
        if words.next_if_eq(&"of").is_some() {
            card = self.card(words.next().ok_or_else(wrong)?)?;
        }
        if card == NO_CARD || self.rules.face(card).cost.is_none() {
            return Err(Fault::new(format!("`{text}`: that card does not attack"), "name one that does"));
        }
        let mut fight = Fight { step, ..Fight::announced(attacker, card, strike, target) };
        let dice = |text: &str| -> Read<Dice> {
            let faces: Option<Vec<u8>> =
                text.bytes().map(|byte| (b'1'..=b'6').contains(&byte).then(|| byte - b'0')).collect();
            faces
                .filter(|faces| (2..=5).contains(&faces.len()))
                .map(|faces| Dice::new(&faces))
                .ok_or_else(wrong)
        };
        if let Some(grid) = words.next_if(|word| word.starts_with('g')) {
            fight.grid = grid[1..].parse().ok().filter(|grid: &i8| grid.abs() <= 30).ok_or_else(wrong)?;
        }
        if let Some(faces) = words.next_if(|word| word.starts_with('d') && !word.starts_with("dmg")) {
            fight.defense = dice(&faces[1..])?;
        }
        if let Some(total) = words.next_if(|word| word.starts_with('D')) {
            fight.defense_total = number(&total[1..], "a total")?;
        }
        if let Some(faces) = words.next_if(|word| word.starts_with('a')) {
            fight.attack = dice(&faces[1..])?;
        }
        if let Some(total) = words.next_if(|word| word.starts_with('A')) {
            fight.attack_total = number(&total[1..], "a total")?;
        }
        if let Some(result) = words.next_if(|word| ["hit", "miss", "crit"].contains(word)) {
            fight.hit = Some(result != "miss");
        }
        if let Some(damage) = words.next_if(|word| word.starts_with("dmg")) {
            fight.damage =
                damage[3..].parse().ok().filter(|damage: &i8| damage.abs() <= 60).ok_or_else(wrong)?;
        }
        fight.forced = words.next_if_eq(&"forced").is_some();
        fight.cancelled = words.next_if_eq(&"cancelled").is_some();
        if words.next().is_some() {
            return Err(wrong());
        }
        self.state.frames.push(Frame::Fight(fight));
        Ok(())
    }

    fn shove(&mut self, text: &str) -> Read<()> {
        let wrong = || misread("the forced movement", text, "write for example `E>W1`");
        let (who, way) = text.split_once('>').ok_or_else(wrong)?;
        let (direction, far) = way.split_at_checked(1).ok_or_else(wrong)?;
        let direction = direction.chars().next().and_then(read_facing).ok_or_else(wrong)?;
        let far: u8 = number(far, "a distance")?;
        let who = self.unit_named(who)?;
        if !(1..=12).contains(&far) {
            return Err(wrong());
        }
        self.state.frames.push(Frame::Shove(Shove { who, direction, far }));
        Ok(())
    }

    fn running(&mut self, text: &str) -> Read<()> {
        let wrong = || misread("the effect", text, "write for example `W.4.1 clause 1(c3)`");
        let (reference, rest) = text.split_once(" clause ").ok_or_else(wrong)?;
        let (who, ability) = self.reference(reference)?;
        let (clause, list, rest) = match rest.split_once('(') {
            Some((clause, rest)) if !clause.contains(' ') => {
                let (list, rest) = rest.split_once(')').ok_or_else(wrong)?;
                (clause, Some(list), rest.strip_prefix(' ').unwrap_or(rest))
            }
            _ => match rest.split_once(' ') {
                Some((clause, rest)) => (clause, None, rest),
                None => (rest, None, ""),
            },
        };
        let clause: u8 = number(clause, "a clause")?;
        let mut arguments = Arguments::default();
        let mut nth = 0;
        for part in list.into_iter().flat_map(|list| list.split(',')) {
            if let Some(card) = self.rules.card(part) {
                arguments.card = card + 1;
                continue;
            }
            let argument = match part {
                "-" => Argument::None,
                "?" => Argument::Unit(63),
                _ if part.starts_with('s') => match part[1..].split_once('/') {
                    Some((a, b)) => Argument::Swap(number(a, "a slot")?, number(b, "a slot")?),
                    None => Argument::Slot(number(&part[1..], "a slot")?),
                },
                _ if part.starts_with(|c: char| c.is_ascii_digit()) => {
                    Argument::Number(number(part, "a number")?)
                }
                _ => Argument::Unit(self.unit_named(part)?),
            };
            let sane = match argument {
                Argument::Slot(slot) => (1..=4).contains(&slot),
                Argument::Swap(a, b) => (1..b).contains(&a) && b <= 4,
                Argument::Number(number) => number <= 31,
                _ => true,
            };
            if nth == MOST_ARGUMENTS || !sane {
                return Err(wrong());
            }
            arguments = arguments.with(nth, argument);
            nth += 1;
        }
        let mut words = rest.split(' ').filter(|word| !word.is_empty()).peekable();
        let mut card = self.state.card_of(who);
        if words.next_if_eq(&"of").is_some() {
            card = self.card(words.next().ok_or_else(wrong)?)?;
        }
        let named = match words.next_if_eq(&"it") {
            Some(_) => self.unit_named(words.next().ok_or_else(wrong)?)?,
            None => NOBODY,
        };
        let left = match words.next_if_eq(&"left") {
            Some(_) => number(words.next().ok_or_else(wrong)?, "a number")?,
            None => 0,
        };
        let stopped = words.next_if_eq(&"stopped").is_some();
        let wait = if words.next_if_eq(&"again").is_some() { Wait::No } else { Wait::Done };
        if words.next().is_some() || card == NO_CARD || left > 64 {
            return Err(wrong());
        }
        let effect = self.rules.face(card).effect(ability).ok_or_else(wrong)?;
        let clause = clause
            .checked_sub(1)
            .filter(|clause| usize::from(*clause) < effect.body.0.len())
            .ok_or_else(wrong)?;
        self.state.frames.push(Frame::Running(Running {
            unit: who,
            card,
            ability,
            clause,
            wait,
            left,
            stopped,
            named,
            arguments,
        }));
        Ok(())
    }

    fn loss(&mut self, text: &str) -> Read<()> {
        let wrong = || misread("the loss", text, "write for example `loss E before 4,3`");
        let mut words = text.split(' ').peekable();
        let set = |reader: &Self, list: Option<&str>| -> Read<Units> {
            let mut set = Units::default();
            for name in list.ok_or_else(wrong)?.split(',') {
                let who = reader.unit_named(name)?;
                set.add(who);
            }
            Ok(set)
        };
        let units = set(self, words.next())?;
        let done =
            if words.next_if_eq(&"done").is_some() { set(self, words.next())? } else { Units::default() };
        let gone =
            if words.next_if_eq(&"gone").is_some() { set(self, words.next())? } else { Units::default() };
        let removed = words.next_if_eq(&"removed").is_some();
        if words.next() != Some("before") {
            return Err(wrong());
        }
        let mut before = [0; SEATS];
        let lives: Vec<&str> = words.next().ok_or_else(wrong)?.split(',').collect();
        if lives.len() != self.names.len() || words.next().is_some() {
            return Err(wrong());
        }
        for (life, (_, seat)) in lives.iter().zip(&self.names) {
            before[usize::from(*seat)] = number(life, "Life")?;
        }
        self.state.frames.push(Frame::Loss(Loss { units, done, removed, gone, before }));
        Ok(())
    }
}

/// The parts of a text; what stands within quotation marks separates nothing. Rules: TR-R77.
fn split<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let (mut parts, mut from, mut quoted) = (Vec::new(), 0, false);
    for (at, c) in text.char_indices() {
        quoted ^= c == '"';
        if !quoted && at >= from && text[at..].starts_with(separator) {
            parts.push(&text[from..at]);
            from = at + separator.len();
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Whether names are those of the mode: sides once each, teams whole and apart.
fn names_fit(rules: &Rules, names: &[(u8, u8)]) -> bool {
    match rules.mode.first_team() {
        None => {
            let points: Vec<u8> = names.iter().map(|(name, _)| name / 4).collect();
            let plain = names.iter().all(|(name, _)| name % 4 == 0);
            let known: &[u8] = match rules.players {
                2 => &[3, 1],
                3 => &[3, 2, 1],
                _ => &[3, 2, 1, 0],
            };
            plain && points == known
        }
        Some(_) => names.iter().all(|&(name, seat)| {
            let same = |&&(other, of): &&(u8, u8)| {
                (other / 4 == name / 4) == (rules.teams[usize::from(of)] == rules.teams[usize::from(seat)])
            };
            let before = names.iter().filter(|(other, of)| other / 4 == name / 4 && of < &seat).count() as u8;
            names.iter().filter(same).count() == names.len()
                && name % 4 == before + 1
                && matches!(name / 4, 1 | 3)
        }),
    }
}
