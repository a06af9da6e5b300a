//! The Arena in tones, with everything on and beside it. Rules: TR-R2, TR-R3 for the grids.

use engine::{Drawing, Line, Seat, Tone, cut};

use crate::action::{NO_CARD, UNKNOWN_CARD};
use crate::arena::{NOWHERE, Square, relative, square_name};
use crate::cards::Arena as InArena;
use crate::faces::{Face, Window};
use crate::label::{clock, title};
use crate::position::{name_of, unit_name};
use crate::rules::Rules;
use crate::scene::{agility, grid_value};
use crate::state::{
    Blow, Dice, End, Fight, Frame, NEUTRALS, Part, Slot, State, Step, Unit, mark, seat_slot, unit,
};
use crate::view::View;

/// Which way somebody faces.
pub const ARROWS: [char; 4] = ['↑', '→', '↓', '←'];
/// Columns of a space.
const CELL: usize = 5;

/// The Arena, what goes on beside it, and the Champions with their slots below.
pub fn draw(rules: &Rules, view: &View, width: usize) -> Drawing {
    let state = view.known();
    let mut drawing = arena(rules, state);
    let column = usize::from(rules.arena.size) * (CELL + 1) + 6;
    let mut panel = clock_lines(rules, view);
    match state.fight() {
        Some(fight) => fight_lines(rules, state, fight, &mut panel),
        None => grids(rules, view, if width >= column + 25 { 13 } else { 11 }, &mut panel),
    }
    drawing.beside(column, panel.within(width.saturating_sub(column)));
    let seats = 0..rules.players;
    if rules.players == 2 {
        seats.for_each(|seat| full(rules, state, seat, &mut drawing));
    } else {
        seats.for_each(|seat| terse(rules, state, seat, width, &mut drawing));
        if rules.slots > 0 {
            drawing.line().tone(Tone::Faint, "+ ready  - depleted  ! attacked  v face down  ? hidden");
        }
    }
    lasting(rules, state, width, &mut drawing);
    chests(view, &mut drawing);
    drawing.within(width)
}

fn tone(rules: &Rules, who: Unit) -> Tone {
    let (seat, _) = seat_slot(who);
    if seat < rules.players { Tone::Of(Seat::new(seat)) } else { Tone::Strong }
}

/// The spaces with their lines: spikes are `v`, `^`, `>` and `<` on an outer side, cards on one `=`.
fn arena(rules: &Rules, state: &State) -> Drawing {
    let size = rules.arena.size;
    let mut drawing = Drawing::default();
    for row in (0..size).rev() {
        rule(rules, state, row * 5, (row + 1 == size).then_some(0), &mut drawing);
        let line = drawing.line();
        line.tone(Tone::Faint, format!(" {} ", row + 1));
        for column in 0..size {
            let square = row * 5 + column;
            let side = if column == 0 { side_mark(rules, state, square, 3, '>') } else { None };
            line.tone(Tone::Faint, side.unwrap_or('│').to_string());
            cell(rules, state, square, line);
        }
        let side = side_mark(rules, state, row * 5 + size - 1, 1, '<');
        line.tone(Tone::Faint, side.unwrap_or('│').to_string());
    }
    rule(rules, state, 0, Some(2), &mut drawing);
    let letters: Vec<String> = (0..size).map(|column| format!("   {}  ", (b'a' + column) as char)).collect();
    drawing.line().tone(Tone::Faint, format!("   {}", letters.concat()));
    drawing
}

/// What lies on an outer side of a space.
fn side_mark(rules: &Rules, state: &State, square: Square, side: u8, spikes: char) -> Option<char> {
    if rules.spikes[usize::from(square)] >> side & 1 == 1 {
        return Some(spikes);
    }
    let mut slots = (0..rules.players).flat_map(|seat| &state.seats[usize::from(seat)].slots);
    let edge = |slot: &Slot| {
        slot.has(mark::DEPLOYED)
            && (slot.square, slot.facing) == (square, side)
            && matches!(rules.face(slot.card).arena(), Some(InArena::Edge))
    };
    slots.any(edge).then_some('=')
}

/// A line between rows; the one at the top has the mark of North. Rules: TR-ARENA-11.
fn rule(rules: &Rules, state: &State, first: Square, side: Option<u8>, drawing: &mut Drawing) {
    let size = rules.arena.size;
    let (left, cross, right) = match side {
        Some(0) => ('┌', '┬', '┐'),
        Some(_) => ('└', '┴', '┘'),
        None => ('├', '┼', '┤'),
    };
    let mut text = if side == Some(0) { "N↑ " } else { "   " }.to_owned();
    for column in 0..size {
        text.push(if column == 0 { left } else { cross });
        let spikes = if side == Some(0) { 'v' } else { '^' };
        let mark = side.and_then(|side| side_mark(rules, state, first + column, side, spikes));
        text.extend(std::iter::repeat_n(mark.unwrap_or('─'), CELL));
    }
    text.push(right);
    drawing.line().tone(Tone::Faint, text);
}

/// Who stands on a space and which way it faces, and what lies there.
fn cell(rules: &Rules, state: &State, square: Square, line: &mut Line) {
    let end = line.width() + CELL;
    if let Some(who) = state.unit_on(rules, square) {
        let mut text = match seat_slot(who) {
            _ if who >= NEUTRALS => format!(" n L{}", state.life_of(who)),
            (seat, 0) => format!(" {}", name_of(state, seat)),
            (seat, slot) => format!("{}.{slot}", name_of(state, seat).to_lowercase()),
        };
        if who < NEUTRALS {
            text.push(ARROWS[usize::from(state.facing_of(who) & 3)]);
        }
        line.tone(tone(rules, who), text);
    }
    let laid = (0..rules.players).find_map(|seat| {
        let slots = state.seats[usize::from(seat)].slots.iter().enumerate();
        let mut here = slots.filter(|(_, slot)| slot.has(mark::DEPLOYED) && slot.square == square);
        here.find_map(|(nth, slot)| {
            let mark = match rules.face(slot.card).arena() {
                Some(InArena::Obstacle) => '#',
                Some(InArena::Hazard) => '~',
                _ => return None,
            };
            Some((seat, format!("{mark}{}{}", name_of(state, seat).to_lowercase(), nth + 1)))
        })
    });
    let room = end - line.width();
    if let Some((seat, text)) = laid {
        let text = if text.chars().count() > room { text.chars().take(room).collect() } else { text };
        line.to(end - text.chars().count()).tone(Tone::Of(Seat::new(seat)), text);
    } else if state.obstacles >> square & 1 == 1 {
        line.tone(Tone::Faint, "#".repeat(room));
    } else if rules.pits >> square & 1 == 1 {
        line.tone(Tone::Faint, if room == CELL { " pit" } else { " o" });
    }
    line.to(end);
}

/// Round, what is going on, the order, and whose turn it is.
fn clock_lines(rules: &Rules, view: &View) -> Drawing {
    let state = view.known();
    let mut panel = Drawing::default();
    if let Some(result) = &view.result {
        panel.line().tone(Tone::Strong, format!("{} won", result.winners.join(" and ")));
        panel.line().plain(match result.reason {
            "ko" => "the enemies are defeated",
            "life" => "by Life",
            "tie" => "by the Tie Breaker",
            "tire" => "by the Tire Fight",
            _ => "the enemies gave up",
        });
        return panel;
    }
    panel.line().tone(Tone::Strong, clock(rules, state));
    let what = match (state.step, state.part) {
        (Step::Z1, _) => "battle decks are chosen",
        (Step::Z2, _) => "who is placed first",
        (Step::Z3, Part::Begin) => "sides are chosen",
        (Step::Z3, _) => "Champions are placed",
        (Step::Z4, _) => "slots are filled",
        (Step::P1 | Step::P2 | Step::P3 | Step::P4 | Step::P5, _) => "cards are revealed",
        (Step::P6 | Step::P7 | Step::P8, _) => "the round starts",
        (Step::E1 | Step::E2 | Step::E3, _) => "the round ends",
        (Step::G1, _) => "the Tie Breaker",
        (Step::G2, Part::Enter) => "who fights on",
        (Step::G2, _) => "the Tire Fight",
        _ => "",
    };
    if state.turn < rules.players {
        let name = name_of(state, state.turn);
        panel.line().tone(tone(rules, unit(state.turn, 0)), format!("{name}'s turn"));
    } else if !what.is_empty() {
        panel.line().plain(what);
    }
    if let Some(Frame::Window(opening)) = state.frames.last() {
        let go = name_of(state, opening.go);
        panel
            .line()
            .tone(tone(rules, unit(opening.go, 0)), go)
            .plain(format!(": {}?", asked(opening.window)));
    } else if view.order.len() > 4 {
        panel.line().plain(view.order.join("›"));
    } else if !view.order.is_empty() {
        panel.line().plain(format!("order {}", view.order.join(" ")));
    }
    panel
}

/// What somebody may answer to.
fn asked(window: Window) -> &'static str {
    match window {
        Window::Reveal => "cards were revealed",
        Window::RoundStart => "the round starts",
        Window::TurnStart => "the turn starts",
        Window::Idle => "in the turn",
        Window::Moved => "somebody moved",
        Window::Declared => "attack announced",
        Window::DefenseDice => "defense dice lie",
        Window::AttackDice => "attack dice lie",
        Window::Result => "hit or miss",
        Window::Defeat => "at 0 Life",
        Window::Damaged => "Life was lost",
        Window::TurnEnd => "the turn ends",
        Window::RoundEnd => "the round ends",
    }
}

/// The attack in progress: who, with what, its grid, dice and totals.
fn fight_lines(rules: &Rules, state: &State, fight: &Fight, panel: &mut Drawing) {
    let (attacker, target) = (unit_name(state, fight.attacker), unit_name(state, fight.target));
    let line = panel.line();
    line.tone(tone(rules, fight.attacker), attacker.clone()).plain(" attacks ");
    line.tone(tone(rules, fight.target), target.clone());
    let with = if fight.slot == 0 { "base attack".to_owned() } else { title(rules, fight.card) };
    panel.line().plain(with);
    let (seat, _) = seat_slot(fight.attacker);
    let card = unit(seat, if fight.lent > 0 { fight.lent } else { fight.slot });
    let facing = fight.facing.unwrap_or_else(|| state.facing_of(fight.attacker));
    let struck = state
        .square_of(fight.attacker)
        .zip(state.square_of(fight.target))
        .map(|(from, at)| relative(from, facing, at));
    panel.lines.extend(grid_lines(rules, state, card, struck));
    let dice = |name: &str, dice: Dice, total: Option<i8>| {
        let faces: Vec<String> = dice.faces().map(|face| face.to_string()).collect();
        let total = total.map_or_else(String::new, |total| format!(" total {total}"));
        format!("{name} dice {}{total}", faces.join("+"))
    };
    if fight.defense.count() > 0 {
        let total = (fight.step >= Blow::A8).then_some(fight.defense_total);
        panel.line().tone(tone(rules, fight.target), dice(&target, fight.defense, total));
    }
    if fight.attack.count() > 0 {
        let total = (fight.step >= Blow::A11).then_some(fight.attack_total);
        panel.line().tone(tone(rules, fight.attacker), dice(&attacker, fight.attack, total));
    }
    match fight.hit {
        Some(true) if fight.is_critical() => panel.line().tone(Tone::Strong, "a critical hit"),
        Some(true) => panel.line().tone(Tone::Strong, "a hit"),
        Some(false) => panel.line().tone(Tone::Strong, "a miss"),
        None => return,
    };
}

/// The attack grids of whoever is on turn, else of the viewer, two beside each other; in a duel then those of the
/// other one.
fn grids(rules: &Rules, view: &View, apart: usize, panel: &mut Drawing) {
    let state = view.known();
    let own = (0..rules.players).find(|&seat| view.own.has(Seat::new(seat)));
    let first = if state.turn < rules.players { state.turn } else { own.unwrap_or(0) };
    grids_of(rules, state, first, apart, panel);
    if rules.players == 2 {
        grids_of(rules, state, 1 - first, apart, panel);
    }
}

fn grids_of(rules: &Rules, state: &State, seat: u8, apart: usize, panel: &mut Drawing) {
    let side = &state.seats[usize::from(seat)];
    if side.champion == NO_CARD || !side.is_alive() {
        return;
    }
    let letter = name_of(state, seat);
    let mut shown = vec![(format!("{letter} base"), grid_lines(rules, state, unit(seat, 0), None))];
    for (nth, slot) in side.slots.iter().enumerate() {
        let seen = slot.is_filled() && slot.card != UNKNOWN_CARD;
        if seen && rules.face(slot.card).cost.is_some() {
            let name = format!("{letter}.{} {}", nth + 1, title(rules, slot.card));
            shown.push((name, grid_lines(rules, state, unit(seat, nth as u8 + 1), None)));
        }
    }
    for pair in shown.chunks(2) {
        let mut both = Drawing::default();
        for (nth, (name, lines)) in pair.iter().enumerate() {
            let mut small = Drawing::default();
            small.line().tone(tone(rules, unit(seat, 0)), cut(name, apart - 1));
            small.lines.extend(lines.iter().cloned());
            both.beside(nth * apart, small);
        }
        // No further down than the Arena.
        if panel.lines.len() + both.lines.len() <= usize::from(rules.arena.size) * 2 + 2 {
            panel.lines.append(&mut both.lines);
        }
    }
}

/// A grid, the furthest line on top: numbers where it reaches now, `^` for the attacker, the cell that is struck in
/// brackets. Rules: TR-R2.
fn grid_lines(rules: &Rules, state: &State, card: Unit, struck: Option<(i8, i8)>) -> Vec<Line> {
    // Asked as if the attacker stood at the middle of an edge, where the whole grid fits.
    let value = |column: i8, row: i8| {
        let from = if row < 0 { 22 } else { 2 };
        let at = from + 5 * row + column;
        grid_value(rules, state, card, (from as Square, 0), at as Square)
    };
    let reaches = |row: &i8| (-1..=1).any(|column| value(column, *row).is_some());
    let bottom = (-3..0).find(reaches).unwrap_or(0);
    let top = (1..=3).rev().find(reaches).unwrap_or(0);
    let line = |row: i8| {
        let mut line = Line::default();
        for column in -1..=1 {
            let hit = struck == Some((column, row));
            let (before, after) = if hit { ("[", "]") } else { (" ", " ") };
            // Brackets need room between the numbers.
            let (before, after) = if struck.is_some() { (before, after) } else { ("", " ") };
            match value(column, row) {
                _ if (column, row) == (0, 0) => line.tone(Tone::Strong, format!("{before} ^{after}")),
                Some(value) if hit => line.tone(Tone::Strong, format!("{before}{value:+}{after}")),
                Some(value) => line.plain(format!("{before}{value:+}{after}")),
                None => line.tone(Tone::Faint, format!("{before} ·{after}")),
            };
        }
        line
    };
    (bottom..=top).rev().map(line).collect()
}

/// Life of somebody: `Life 7/10 ██████··`.
fn life(line: &mut Line, life: u8, most: u8) {
    let filled = (usize::from(life) * 8).div_ceil(usize::from(most.max(1))).min(8);
    line.plain(format!("Life {:<6}", format!("{life}/{most}")));
    let tone = if filled > 2 { Tone::Good } else { Tone::Bad };
    line.tone(tone, "█".repeat(filled)).tone(Tone::Faint, "·".repeat(8 - filled));
}

fn head(rules: &Rules, state: &State, seat: u8, name_width: usize, drawing: &mut Drawing) {
    let side = &state.seats[usize::from(seat)];
    let line = drawing.line();
    let name =
        if side.champion == NO_CARD { "not chosen yet".to_owned() } else { title(rules, side.champion) };
    let here = if side.square == NOWHERE {
        String::new()
    } else {
        format!("{}{}", square_name(side.square), ARROWS[usize::from(side.facing & 3)])
    };
    let mark = if state.turn == seat { "▸" } else { " " };
    line.tone(
        tone(rules, unit(seat, 0)),
        format!("{mark}{:<2} {}", name_of(state, seat), cut(&name, name_width)),
    );
    line.to(name_width + 5).plain(format!("{here:<4}"));
    if side.champion == NO_CARD {
        return;
    }
    if !side.is_alive() {
        line.tone(Tone::Bad, "defeated");
        return;
    }
    life(line, side.life, rules.starting_life(seat, side.champion));
    line.plain(format!(" Actions {}/{}", side.actions, agility(rules, state, seat)));
}

/// The tokens on somebody, if any.
fn tokens_of(rules: &Rules, state: &State, who: Unit) -> Option<Line> {
    let mut line = Line::default();
    tokens(rules, state, who, line.plain("tokens"));
    (line.spans.len() > 1).then_some(line)
}

fn tokens(rules: &Rules, state: &State, who: Unit, line: &mut Line) {
    for token in state.tokens.iter().filter(|token| token.unit == who) {
        line.plain(format!("  {} {}", rules.token_title(token.name), token.count));
    }
}

/// Where a card lies in the Arena, and its numbers: `c3↑ L2 cost 1 dmg 2`.
fn numbers(face: &Face, slot: &Slot) -> String {
    let mut parts = Vec::new();
    if slot.has(mark::DEPLOYED) {
        let facing =
            if face.has_facing() { ARROWS[usize::from(slot.facing & 3)].to_string() } else { String::new() };
        parts.push(format!("{}{facing}", square_name(slot.square)));
    }
    if slot.life > 0 {
        parts.push(format!("L{}", slot.life));
    }
    if let Some(cost) = face.cost {
        parts.push(format!("cost {cost} dmg {}", face.damage));
    }
    if face.card.hands > 0 && !slot.has(mark::DEPLOYED) {
        parts.push(format!("hands {}", face.card.hands));
    }
    parts.join(" ")
}

/// A Champion with each slot on a line of its own.
fn full(rules: &Rules, state: &State, seat: u8, drawing: &mut Drawing) {
    head(rules, state, seat, 16, drawing);
    drawing.flow(3, usize::MAX, tokens_of(rules, state, unit(seat, 0)));
    let side = &state.seats[usize::from(seat)];
    let slots = side.slots.iter().take(usize::from(rules.slots)).enumerate();
    for (nth, slot) in slots.filter(|(_, slot)| slot.is_filled()) {
        let line = drawing.line();
        let name = cut(&title(rules, slot.card), 20);
        line.plain(format!("   {} ", nth + 1)).tone(tone(rules, unit(seat, 0)), name);
        if slot.card == UNKNOWN_CARD {
            continue;
        }
        line.to(26).plain(numbers(rules.face(slot.card), slot));
        let (tone, told) = condition(slot);
        line.to(47).tone(tone, told);
        tokens(rules, state, unit(seat, nth as u8 + 1), line);
    }
}

/// How a slot is, in words.
fn condition(slot: &Slot) -> (Tone, &'static str) {
    match slot {
        slot if slot.is_down() => (Tone::Faint, "face down"),
        slot if slot.has(mark::DEPLETED) => (Tone::Bad, "depleted"),
        slot if slot.has(mark::ATTACKED) => (Tone::Plain, "attacked"),
        _ => (Tone::Good, "ready"),
    }
}

/// A Champion with its slots on as few lines as they take.
fn terse(rules: &Rules, state: &State, seat: u8, width: usize, drawing: &mut Drawing) {
    head(rules, state, seat, 14, drawing);
    let side = &state.seats[usize::from(seat)];
    if !side.is_alive() {
        return;
    }
    let slots = side.slots.iter().take(usize::from(rules.slots)).enumerate();
    let own = tokens_of(rules, state, unit(seat, 0));
    let room = width.saturating_sub(3 + own.as_ref().map_or(0, |own| own.width() + 2));
    let room = (room / usize::from(rules.slots.max(1))).saturating_sub(5);
    let parts = slots.filter(|(_, slot)| slot.is_filled()).map(|(nth, slot)| {
        let mut part = Line::default();
        let (tone, told) = condition(slot);
        if slot.card == UNKNOWN_CARD {
            part.plain(format!("{} ?", nth + 1));
            return part;
        }
        let mark = match told {
            "face down" => "v",
            "depleted" => "-",
            "attacked" => "!",
            _ => "+",
        };
        let at =
            if slot.has(mark::DEPLOYED) { format!("@{}", square_name(slot.square)) } else { String::new() };
        let room = room.saturating_sub(at.len());
        part.plain(format!("{} {}{at}", nth + 1, cut(&title(rules, slot.card), room))).tone(tone, mark);
        part
    });
    drawing.flow(3, width, parts.chain(own));
}

/// Changes that last, the first few: whose text, on whom, how long.
fn lasting(rules: &Rules, state: &State, width: usize, drawing: &mut Drawing) {
    let most = if rules.players == 2 { 2 } else { 1 };
    let parts = state.lasting.iter().take(most).map(|lasting| {
        let end = match lasting.end {
            End::Attack(_) => "this attack".to_owned(),
            End::Turn => "this turn".to_owned(),
            End::Round => "this round".to_owned(),
            End::Game => "this game".to_owned(),
            End::Next(seat) => format!("{}'s next turn", name_of(state, seat)),
        };
        let mut part = Line::default();
        part.tone(Tone::Of(Seat::new(lasting.owner)), cut(&title(rules, lasting.card), 20));
        part.plain(format!(" on {} for {end}", unit_name(state, lasting.bearer)));
        part
    });
    let more = state.lasting.len().saturating_sub(most);
    let more = (more > 0).then(|| Drawing::plain(&format!("and {more} more")).lines.remove(0));
    drawing.flow(0, width, parts.chain(more));
}

/// How many cards each War Chest has, and how many are spent.
fn chests(view: &View, drawing: &mut Drawing) {
    let told: Vec<String> = view
        .seats
        .iter()
        .filter_map(|seat| {
            let chest = seat.chest.as_ref()?;
            let spent =
                if chest.spent.is_empty() { String::new() } else { format!(", {} spent", chest.spent.len()) };
            Some(format!("{} {} cards{spent}", seat.name, chest.count))
        })
        .collect();
    if !told.is_empty() {
        drawing.line().plain(format!("War Chests: {}", told.join("; ")));
    }
}
