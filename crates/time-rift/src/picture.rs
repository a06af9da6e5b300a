//! A picture of a view for the terminal.

use crate::arena::{NOWHERE, column_row, square_name};
use crate::position::name_of;
use crate::rules::Rules;
use crate::state::{State, mark};
use crate::view::View;

const ARROWS: [char; 4] = ['^', '>', 'v', '<'];

/// Three characters for a space: who stands there and which way it faces, or what lies there.
fn cell(rules: &Rules, state: &State, square: u8) -> String {
    for (seat, side) in state.seats.iter().take(usize::from(rules.players)).enumerate() {
        if side.square == square {
            return format!("{:>2}{}", name_of(state, seat as u8), ARROWS[usize::from(side.facing & 3)]);
        }
        for slot in side.slots.iter().filter(|slot| slot.has(mark::DEPLOYED) && slot.square == square) {
            let face = rules.face(slot.card);
            let letter = name_of(state, seat as u8).to_lowercase();
            if face.is_minion() {
                return format!("{letter:>2}{}", ARROWS[usize::from(slot.facing & 3)]);
            }
            if face.occupies() {
                return format!("{letter:>2}#");
            }
        }
    }
    let bit = 1u32 << square;
    if state.obstacles & bit != 0 {
        return "###".to_owned();
    }
    if let Some((_, neutral)) = state.neutrals.iter().find(|(_, neutral)| neutral.square == square) {
        return format!(" n{}", neutral.life);
    }
    let hazard = state
        .seats
        .iter()
        .flat_map(|side| &side.slots)
        .any(|slot| slot.has(mark::DEPLOYED) && slot.square == square && slot.square != NOWHERE);
    if rules.pits & bit != 0 {
        " o ".to_owned()
    } else if hazard {
        " ~ ".to_owned()
    } else {
        "   ".to_owned()
    }
}

/// The board with North marked and spikes on its outside, a line for each seat, and what is pending.
/// Rules: TR-ARENA-11.
pub fn draw(rules: &Rules, view: &View) -> String {
    let state = view.known();
    let size = rules.arena.size;
    let mut lines = Vec::new();
    let spiked = |square: u8, side: usize| rules.spikes[usize::from(square)] >> side & 1 == 1;
    let rule = |row: Option<u8>, side: usize| -> String {
        let mut line = if side == 0 && row.is_some() { "N↑ +" } else { "   +" }.to_owned();
        for column in 0..size {
            let spikes = row.is_some_and(|row| spiked(row * 5 + column, side));
            line += if spikes { "vvv+" } else { "---+" };
        }
        line
    };
    for row in (0..size).rev() {
        lines.push(rule((row + 1 == size).then_some(row), 0));
        let mut line = format!(" {} ", row + 1);
        for column in 0..size {
            let square = row * 5 + column;
            let west = column == 0 && spiked(square, 3);
            line += if west { ">" } else { "|" };
            line += &cell(rules, state, square);
        }
        let (x, _) = column_row(row * 5 + size - 1);
        line += if spiked(row * 5 + x as u8, 1) { "<" } else { "|" };
        lines.push(line);
    }
    lines.push(rule(Some(0), 2));
    let letters: Vec<String> = (0..size).map(|column| format!("  {} ", (b'a' + column) as char)).collect();
    lines.push(format!("   {}", letters.concat()));
    let order =
        if view.order.is_empty() { String::new() } else { format!("   order {}", view.order.join(" ")) };
    let turn = view.turn.as_ref().map_or_else(String::new, |turn| format!("   turn {turn}"));
    lines.push(format!("{} {}{order}{turn}", view.stage, view.step));
    for seat in &view.seats {
        let name = seat.champion.as_deref().unwrap_or("?");
        let place = match (&seat.square, seat.facing) {
            (Some(square), Some(facing)) => format!("{square}{facing}"),
            _ => "-".to_owned(),
        };
        let mut line =
            format!("{:>2} {name} {place}  Life {}  Actions {}", seat.name, seat.life, seat.actions);
        for (name, count) in &seat.tokens {
            line += &format!("  {name} {count}");
        }
        lines.push(line);
        for (nth, slot) in seat.slots.iter().enumerate().filter(|(_, slot)| slot.face != "empty") {
            let card = slot.card.as_deref().unwrap_or("hidden");
            let mut line = format!("     {} {card}", nth + 1);
            if slot.face == "down" && slot.card.is_some() {
                line += " (face down)";
            }
            if slot.depleted {
                line += " depleted";
            }
            if let Some(square) = &slot.square {
                line += &format!(" on {square}");
            }
            if let Some(life) = slot.life {
                line += &format!(" Life {life}");
            }
            for (name, count) in &slot.tokens {
                line += &format!("  {name} {count}");
            }
            lines.push(line);
        }
        if let Some(chest) = &seat.chest {
            let cards =
                chest.cards.as_ref().map_or_else(String::new, |cards| format!(": {}", cards.join(" ")));
            lines.push(format!("     War Chest of {}{cards}", chest.count));
            if !chest.spent.is_empty() {
                lines.push(format!("     spent: {}", chest.spent.join(" ")));
            }
        }
    }
    if let Some(attack) = &view.attack {
        let dice = |faces: &[u8]| faces.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
        let mut line = format!("{} attacks {}: {}", attack.attacker, attack.target, attack.action);
        if !attack.defense.is_empty() {
            line += &format!("   defense {}", dice(&attack.defense));
        }
        if let Some(total) = attack.defense_total {
            line += &format!(" = {total}");
        }
        if !attack.dice.is_empty() {
            line += &format!("   attack {}", dice(&attack.dice));
        }
        if let Some(total) = attack.attack_total {
            line += &format!(" = {total}");
        }
        lines.push(line);
    }
    for odds in &view.odds {
        let percent = f64::from(odds.hit) * 100.0 / f64::from(odds.of);
        let critical = f64::from(odds.critical) * 100.0 / f64::from(odds.of);
        let mean = f64::from(odds.damage) / f64::from(odds.of);
        lines.push(format!(
            "   {}: hits {percent:.2} %, critically {critical:.2} %, {mean:.2} damage",
            odds.action
        ));
    }
    if let Some(result) = &view.result {
        lines.push(format!("{} won ({})", result.winners.join(" and "), result.reason));
    } else {
        lines.push(format!("pending: {}", view.pending));
    }
    debug_assert!(square_name(0) == "a1");
    lines.join("\n")
}
