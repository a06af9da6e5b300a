//! The text form of every action. Rules: the engine model, 7.1.

use engine::{Actor, Fault};

use crate::action::{Action, Argument, Arguments, Deed, MOST_ARGUMENTS, NO_CARD, Strike, Way};
use crate::arena::{Facing, NOWHERE, POINTS, Square, read_facing, read_square, square_name};
use crate::rules::{Deck, Rules};

fn point(facing: Facing) -> char {
    POINTS[usize::from(facing & 3)]
}

/// `W`, `E2`.
pub fn seat_name(name: u8) -> String {
    match name % 4 {
        0 => point(name / 4).to_string(),
        number => format!("{}{number}", point(name / 4)),
    }
}

/// Reads `W`, `E2`.
pub fn read_seat_name(text: &str) -> Option<u8> {
    let mut letters = text.chars();
    let point = read_facing(letters.next()?)?;
    match (letters.next(), letters.next()) {
        (None, _) => Some(point * 4),
        (Some(digit @ '1'..='3'), None) => Some(point * 4 + digit as u8 - b'0'),
        _ => None,
    }
}

/// `deck(leonidas,dory,...)`.
pub fn deck_text(rules: &Rules, deck: &Deck) -> String {
    let mut text = format!("deck({}", rules.id(deck.champion));
    for &card in &deck.loadout {
        text += &format!(",{}", rules.id(card));
    }
    text + ")"
}

/// `(c3,s2)`; nothing without arguments.
pub fn arguments_text(rules: &Rules, arguments: &Arguments) -> String {
    let mut parts: Vec<String> = (0..MOST_ARGUMENTS)
        .filter_map(|nth| match arguments.get(nth) {
            Argument::None | Argument::Unit(_) => None,
            Argument::Square(square) => Some(square_name(square)),
            Argument::Number(number) => Some(number.to_string()),
            Argument::Slot(slot) => Some(format!("s{slot}")),
            Argument::Swap(a, b) => Some(format!("s{a}/{b}")),
        })
        .collect();
    if arguments.card > 0 {
        parts.push(rules.id(arguments.card - 1).to_owned());
    }
    if parts.is_empty() { String::new() } else { format!("({})", parts.join(",")) }
}

/// `Bxc2`, `fL1/4xb2W`.
pub fn strike_text(strike: &Strike) -> String {
    let free = if strike.free { "f" } else { "" };
    let source = if strike.slot == 0 { "B".to_owned() } else { format!("L{}", strike.slot) };
    let lent = if strike.lent == 0 { String::new() } else { format!("/{}", strike.lent) };
    let facing = strike.facing.map(point).map_or_else(String::new, |point| point.to_string());
    format!("{free}{source}{lent}x{}{facing}", square_name(strike.target))
}

/// The text of an action.
/// Rules: TR-ARENA-12.
pub fn write(rules: &Rules, actor: Actor, action: Action) -> String {
    let name = square_name;
    match action.deed() {
        Deed::Deck(nth) => {
            let seat = match actor {
                Actor::Seat(seat) => seat.index(),
                Actor::Chance => 0,
            };
            let deck = rules.candidates.get(seat).and_then(|decks| decks.get(usize::from(nth)));
            deck.map_or_else(|| "deck(-)".to_owned(), |deck| deck_text(rules, deck))
        }
        Deed::Pick(card) => format!("deck({})", rules.id(card.unwrap_or(NO_CARD))),
        Deed::Side(side) => format!("side={}", point(side)),
        Deed::Place(square, facing) => format!("@{}{}", name(square), point(facing)),
        Deed::Fill(slot, card) => format!("s{slot}={}", rules.id(card.unwrap_or(NO_CARD))),
        Deed::Move(way, facing) => {
            let mut text = name(way.from);
            for square in way.squares() {
                text += &format!("-{}", name(square));
            }
            text.push(point(facing));
            text
        }
        Deed::Stay(square) => format!("{}-0", name(square)),
        Deed::Rotate(square, facing) => format!("{}={}", name(square), point(facing)),
        Deed::Jump(from, to, facing) => format!("{}^{}{}", name(from), name(to), point(facing)),
        Deed::Forced(square, direction, far) => format!("{}>{}{far}", name(square), point(direction)),
        Deed::Deploy(slot, square, facing) => {
            let facing = facing.map(point).map_or_else(String::new, |point| point.to_string());
            format!("+{slot}{}{facing}", name(square))
        }
        Deed::Strike(strike) => strike_text(&strike),
        Deed::Effect(slot, ability, arguments) => {
            format!("*{slot}.{ability}{}", arguments_text(rules, &arguments))
        }
        Deed::Reroll(dice) => {
            let places: String =
                (0..5u8).filter(|die| dice >> die & 1 == 1).map(|die| (b'1' + die) as char).collect();
            format!("r{places}")
        }
        Deed::SetDie(die, value) => format!("v{}={value}", die + 1),
        Deed::Keep(a, b) => format!("k{}{}", a + 1, b + 1),
        Deed::Look(seat, slot) => format!("?{}.{slot}", seat_name(seat)),
        Deed::Enter(square) => format!("in={}", name(square)),
        Deed::End => ".".to_owned(),
        Deed::Pass => "/".to_owned(),
        Deed::Dice(count, faces) => {
            let faces: String =
                faces[..usize::from(count.min(6))].iter().map(|face| (b'0' + face) as char).collect();
            format!("dice({faces})")
        }
    }
}

/// Reads the text of an action.
pub fn read(rules: &Rules, actor: Actor, text: &str) -> Result<Action, Fault> {
    let deed = if text.len() <= 400 { deed(rules, actor, text) } else { None };
    let action = deed.map(Action::from);
    // Each action has one text.
    action.filter(|&action| write(rules, actor, action) == text).ok_or_else(|| {
        let shown: String = text.chars().take(60).collect();
        Fault::new(
            format!("`{shown}` is no action"),
            "write for example `b2-b3W`, `b2=N`, `Bxc2`, `L1xc2`, `*2.1(c3)`, `.` or `/` (docs/time-rift.md)",
        )
    })
}

fn digit(text: &str, least: u8, most: u8) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0').filter(|digit| (least..=most).contains(digit)),
        _ => None,
    }
}

/// A space and a facing.
fn stance(text: &str) -> Option<(Square, Facing)> {
    let (square, facing) = text.split_at_checked(2)?;
    let mut letters = facing.chars();
    let facing = read_facing(letters.next()?)?;
    (letters.next().is_none()).then_some((read_square(square)?, facing))
}

/// A space, and perhaps a facing.
fn perhaps_stance(text: &str) -> Option<(Square, Option<Facing>)> {
    match text.len() {
        2 => Some((read_square(text)?, None)),
        _ => stance(text).map(|(square, facing)| (square, Some(facing))),
    }
}

fn card(rules: &Rules, id: &str) -> Option<u16> {
    rules.card(id)
}

fn deed(rules: &Rules, actor: Actor, text: &str) -> Option<Deed> {
    match text {
        "." => return Some(Deed::End),
        "/" => return Some(Deed::Pass),
        _ => {}
    }
    if let Some(id) = text.strip_prefix("deck(").filter(|_| rules.games > 1) {
        return match id.strip_suffix(')')? {
            "-" => Some(Deed::Pick(None)),
            id => card(rules, id).map(|card| Deed::Pick(Some(card))),
        };
    }
    if text.starts_with("deck(") {
        let Actor::Seat(seat) = actor else { return None };
        let decks = rules.candidates.get(seat.index())?;
        let nth = decks.iter().position(|deck| deck_text(rules, deck) == text)?;
        return Some(Deed::Deck(nth as u8));
    }
    if let Some(faces) = text.strip_prefix("dice(").and_then(|rest| rest.strip_suffix(')')) {
        let faces: Option<Vec<u8>> =
            faces.bytes().map(|byte| (b'1'..=b'6').contains(&byte).then(|| byte - b'0')).collect();
        let faces = faces.filter(|faces| (1..=6).contains(&faces.len()))?;
        return Some(Action::dice(&faces).deed());
    }
    if let Some(side) = text.strip_prefix("side=") {
        let mut letters = side.chars();
        let side = read_facing(letters.next()?)?;
        return letters.next().is_none().then_some(Deed::Side(side));
    }
    if let Some(place) = text.strip_prefix('@') {
        return stance(place).map(|(square, facing)| Deed::Place(square, facing));
    }
    if let Some(square) = text.strip_prefix("in=") {
        return read_square(square).map(Deed::Enter);
    }
    if let Some(rest) = text.strip_prefix('s') {
        let (slot, id) = rest.split_once('=')?;
        let filled = if id == "-" { None } else { Some(card(rules, id)?) };
        return Some(Deed::Fill(digit(slot, 1, 4)?, filled));
    }
    if let Some(rest) = text.strip_prefix('+') {
        let (slot, place) = rest.split_at_checked(1)?;
        let (square, facing) = perhaps_stance(place)?;
        return Some(Deed::Deploy(digit(slot, 1, 4)?, square, facing));
    }
    if let Some(rest) = text.strip_prefix('*') {
        return effect(rules, rest);
    }
    if let Some(rest) = text.strip_prefix('?') {
        let (seat, slot) = rest.split_once('.')?;
        return Some(Deed::Look(read_seat_name(seat)?, digit(slot, 1, 4)?));
    }
    if let Some(dice) = text.strip_prefix('r') {
        let mut set = 0;
        for byte in dice.bytes() {
            set |= 1 << (b'1'..=b'5').contains(&byte).then(|| byte - b'1')?;
        }
        return (set != 0).then_some(Deed::Reroll(set));
    }
    if let Some(rest) = text.strip_prefix('v') {
        let (die, value) = rest.split_once('=')?;
        return Some(Deed::SetDie(digit(die, 1, 5)? - 1, digit(value, 1, 6)?));
    }
    if let Some(rest) = text.strip_prefix('k') {
        let (a, b) = rest.split_at_checked(1)?;
        return Some(Deed::Keep(digit(a, 1, 5)? - 1, digit(b, 1, 5)? - 1));
    }
    if text.contains('x') {
        return strike(text);
    }
    movement(text)
}

fn effect(rules: &Rules, text: &str) -> Option<Deed> {
    let (head, list) = match text.split_once('(') {
        Some((head, list)) => (head, Some(list.strip_suffix(')')?)),
        None => (text, None),
    };
    let (slot, ability) = head.split_once('.')?;
    let mut arguments = Arguments::default();
    let mut nth = 0;
    for part in list.into_iter().flat_map(|list| list.split(',')) {
        let argument = if let Some(square) = read_square(part) {
            Argument::Square(square)
        } else if part.starts_with(|c: char| c.is_ascii_digit()) {
            Argument::Number(part.parse().ok().filter(|number| *number <= 31)?)
        } else if let Some(slots) =
            part.strip_prefix('s').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        {
            match slots.split_once('/') {
                Some((a, b)) => Argument::Swap(digit(a, 1, 4)?, digit(b, 1, 4)?),
                None => Argument::Slot(digit(slots, 1, 4)?),
            }
        } else {
            arguments.card = card(rules, part)? + 1;
            continue;
        };
        if nth == MOST_ARGUMENTS {
            return None;
        }
        arguments = arguments.with(nth, argument);
        nth += 1;
    }
    Some(Deed::Effect(digit(slot, 0, 4)?, digit(ability, 1, 9)?, arguments))
}

fn strike(text: &str) -> Option<Deed> {
    let (free, rest) = match text.strip_prefix('f') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (source, target) = rest.split_once('x')?;
    let (source, lent) = match source.split_once('/') {
        Some((source, lent)) => (source, digit(lent, 1, 4)?),
        None => (source, 0),
    };
    let slot = match source {
        "B" => 0,
        _ => digit(source.strip_prefix('L')?, 1, 4)?,
    };
    let (target, facing) = perhaps_stance(target)?;
    Some(Deed::Strike(Strike { free, slot, lent, target, facing }))
}

fn movement(text: &str) -> Option<Deed> {
    let (from, rest) = text.split_at_checked(2)?;
    let from = read_square(from)?;
    if rest == "-0" {
        return Some(Deed::Stay(from));
    }
    if let Some(facing) = rest.strip_prefix('=') {
        let mut letters = facing.chars();
        let facing = read_facing(letters.next()?)?;
        return letters.next().is_none().then_some(Deed::Rotate(from, facing));
    }
    if let Some(to) = rest.strip_prefix('^') {
        return stance(to).map(|(to, facing)| Deed::Jump(from, to, facing));
    }
    if let Some(forced) = rest.strip_prefix('>') {
        let (direction, far) = forced.split_at_checked(1)?;
        let far: u8 = far.parse().ok().filter(|far| (1..=12).contains(far))?;
        return Some(Deed::Forced(from, read_facing(direction.chars().next()?)?, far));
    }
    let path = rest.strip_prefix('-')?;
    let (path, facing) = path.split_at_checked(path.len().checked_sub(1)?)?;
    let mut way = Way { from, steps: 0, turns: 0 };
    let mut at = from;
    for square in path.split('-') {
        let to = read_square(square)?;
        let direction = (0..8).find(|&direction| step(at, direction) == Some(to))?;
        if usize::from(way.steps) == crate::action::LONGEST_MOVE {
            return None;
        }
        way = way.and(direction);
        at = to;
    }
    Some(Deed::Move(way, read_facing(facing.chars().next()?)?))
}

/// The next space on the largest Arena; directions beyond the facings are diagonal.
fn step(at: Square, direction: Facing) -> Option<Square> {
    let (x, y) = crate::arena::column_row(at);
    let (dx, dy) = match direction {
        4 => (1, 1),
        5 => (1, -1),
        6 => (-1, -1),
        7 => (-1, 1),
        _ => crate::arena::forward(direction),
    };
    let (x, y) = (x + dx, y + dy);
    let inside = (0..5).contains(&x) && (0..5).contains(&y);
    inside.then(|| (y * 5 + x) as Square).filter(|&to| to != NOWHERE)
}
