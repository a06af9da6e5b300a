//! From the text of a position back, every fault with its place and what to write there.

mod head;
mod names;
mod side;
mod things;
mod waiting;

use engine::{Fault, Faults, Place as Part};

use super::check::{check, check_waiting};
use super::{ENDS, HIDDEN, write};
use crate::notation::{read_card, read_seat};
use crate::rules::{Rules, Sort};
use crate::scene;
use crate::state::{Deck, End, Id, NO_WORLD, State, Table, UNKNOWN_CARD};
use crate::tidy::tidy;

use things::Granted;

/// Reads the text of a position, and refuses what no play could make sense of.
pub fn read(rules: &Rules, text: &str) -> Result<State, Faults> {
    let state = read_known(rules, text)?;
    let hidden = state.players.iter().any(|player| {
        let Deck { bag, bottom, hand } = &player.deck;
        bag.iter().chain(bottom).chain(hand).any(|&card| card == UNKNOWN_CARD)
            || player.sealed == Some(HIDDEN)
    });
    if hidden || state.pool.contains(&UNKNOWN_CARD) {
        let at = text.find(['?']).or_else(|| text.find(" sealed ")).unwrap_or(0);
        let fault = Fault::new(
            format!("something is hidden at character {}", text[..at].chars().count() + 1),
            "name every card: a game goes on from a position that hides nothing",
        );
        return Err(fault.at(Part::Part("position")).into());
    }
    check_waiting(rules, &state).map_err(|fault| Faults::from(fault.at(Part::Part("position"))))?;
    Ok(state)
}

/// Reads the text of a position as somebody sees it: cards may be `?`, and choices `sealed`.
pub fn read_known(rules: &Rules, text: &str) -> Result<State, Faults> {
    if text.len() > 40_000 {
        return Err(Fault::new("a position is not that long", "give one line of the notation").into());
    }
    let mut reader =
        Reader { rules, whole: text, state: State::empty(rules.seats), next: 1, granted: Vec::new() };
    reader.position(text).map_err(Faults::from)?;
    let mut state = reader.state;
    tidy(&mut state);
    check(rules, &state).map_err(|fault| Faults::from(fault.at(Part::Part("position"))))?;
    note_worlds(rules, &mut state);
    drop_taken_numbers(&mut state);
    crate::effects::note_chooser(rules, &mut state);
    crate::flow::note(rules, &mut state);
    let mut again = String::new();
    write(rules, &state, &mut again);
    if again != text {
        let at = again.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        let from = (0..=at.saturating_sub(20)).rev().find(|&from| again.is_char_boundary(from)).unwrap_or(0);
        let shown: String = again[from..].chars().take(60).collect();
        let fault = Fault::new(
            format!("the position is not written in its one way, from character {} on", at + 1),
            format!("write there `{shown}`"),
        );
        return Err(fault.at(Part::Part("position")).into());
    }
    Ok(state)
}

/// Cards in infirmaries that were given the numbers of things in snapshots have none.
fn drop_taken_numbers(state: &mut State) {
    let mut taken: Vec<Id> = Vec::new();
    for snapshot in state.snapshots.iter() {
        taken.extend(snapshot.table.statuses.iter().map(|status| status.id));
        taken.extend(snapshot.table.given.iter().map(|given| given.id));
    }
    for fallen in state.table.domains.iter_mut().flat_map(|domain| &mut domain.infirmary) {
        if taken.contains(&fallen.id) {
            fallen.id = 0;
        }
    }
}

/// Notes the Worlds of bearers that are known; those of others were read.
fn note_worlds(rules: &Rules, state: &mut State) {
    if let Some(link) = state.activating {
        let world = scene::world_of(rules, state, link.bearer, link.instance.skill);
        state.making = if world == NO_WORLD { state.making } else { world };
    }
    let bearers: Vec<(Id, u16)> =
        state.waiting_mut().map(|waiting| (waiting.bearer, waiting.instance.skill)).collect();
    let world = |(bearer, skill)| scene::world_of(rules, state, bearer, skill);
    let worlds: Vec<u8> = bearers.into_iter().map(world).collect();
    for (waiting, world) in state.waiting_mut().zip(worlds).filter(|(_, world)| *world != NO_WORLD) {
        waiting.world = world;
    }
}

type Read<T> = Result<T, Fault>;

struct Reader<'a> {
    rules: &'a Rules,
    whole: &'a str,
    state: State,
    /// The number that comes next on the table.
    next: Id,
    /// What is said of Skills that statements grant, which are known when all Vassals are.
    granted: Vec<Granted<'a>>,
}

impl<'a> Reader<'a> {
    fn position(&mut self, text: &'a str) -> Read<()> {
        let parts = split(text, " | ");
        let head = split(parts[0], " ");
        let seats = usize::from(self.rules.seats);
        if head[0] != "WU1" || head.len() < 6 {
            return Err(self.misread(parts[0], "begin with `WU1 format b1/3 0-0-0 r1 step`"));
        }
        if parts.len() != seats + 1 {
            let what = format!("there are {} sides and {seats} seats", parts.len() - 1);
            return Err(Fault::new(what, "give each seat a side behind ` | `").at(Part::Part("position")));
        }
        self.clock(&head)?;
        self.state.settling = head[6..].contains(&"settle");
        self.step(head[5])?;
        let mut table = Table::empty(seats);
        let mut later = Vec::new();
        for (seat, part) in parts[1..].iter().enumerate() {
            self.side(seat as u8, part, &mut table, &mut later, true)?;
        }
        self.state.table = table;
        let timed = self.statements(later)?;
        self.state.table.timed = timed;
        self.state.ears = scene::ears(self.rules, &self.state);
        scene::renew_hints(self.rules, &mut self.state);
        self.granted_skills()?;
        self.open_things(&head[6..])
    }

    fn misread(&self, text: &str, wanted: &str) -> Fault {
        let at = (text.as_ptr() as usize).wrapping_sub(self.whole.as_ptr() as usize);
        let shown: String = text.chars().take(60).collect();
        let place = match self.whole.get(..at) {
            Some(before) => format!(" at character {}", before.chars().count() + 1),
            None => String::new(),
        };
        Fault::new(format!("`{shown}`{place} cannot be read"), wanted).at(Part::Part("position"))
    }

    fn number<N: std::str::FromStr + ToString>(&self, text: &str, what: &str) -> Read<N> {
        engine::text::number(text, what).map_err(|_| self.misread(text, &format!("write {what} there")))
    }

    fn seat(&self, text: &str) -> Read<u8> {
        read_seat(text)
            .filter(|&seat| seat < self.rules.seats)
            .ok_or_else(|| self.misread(text, &format!("write a seat from P1 to P{}", self.rules.seats)))
    }

    fn card(&self, text: &str, sorts: &[Sort]) -> Read<u16> {
        if text == "?" {
            return Ok(UNKNOWN_CARD);
        }
        let card = read_card(self.rules, text).map_err(|fault| fault.at(Part::Part("position")))?;
        if sorts.contains(&self.rules.face(card).sort) {
            return Ok(card);
        }
        let what = match sorts[0] {
            Sort::Vassal => "a Vassal",
            Sort::Token => "a token",
            Sort::Status => "a Status",
            Sort::Resource => "a Resource",
        };
        Err(self.misread(text, &format!("name {what} there")))
    }
}

/// The parts of a text between these separators, brackets being whole.
fn split<'a>(text: &'a str, by: &str) -> Vec<&'a str> {
    let (mut parts, mut from, mut depth, mut at) = (Vec::new(), 0, 0i32, 0);
    while at < text.len() {
        match text.as_bytes()[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        // What a thing is `of`, its `owner` and its `limit` belong to it.
        let bound = || [",of", ",owner", ",limit"].iter().any(|word| text[from..at].ends_with(word));
        if depth == 0 && text.is_char_boundary(at) && text[at..].starts_with(by) && !(by == " " && bound()) {
            parts.push(&text[from..at]);
            at += by.len();
            from = at;
        } else {
            at += 1;
        }
    }
    parts.push(&text[from..]);
    parts
}

/// What stands within brackets after a word.
fn within<'a>(text: &'a str, word: &str, close: char) -> Option<&'a str> {
    text.strip_prefix(word)?.strip_suffix(close)
}

/// An end and what follows it.
fn end_of(text: &str) -> (End, &str) {
    let found = ENDS.iter().find_map(|(end, mark)| Some((*end, text.strip_prefix(mark)?)));
    found.unwrap_or((End::Never, text))
}
