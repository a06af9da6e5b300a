//! The position as one line of text, hidden things shown.
//!
//! It is the position of the engine model's notation. Where that leaves something open this crate writes:
//! - phase and step as [`Step`](crate::Step) writes them;
//! - `selector` from the moment there is one, to the end of the game;
//! - `to` for decisions of one player alone, and for the drafter while cards are dealt; in steps with secret
//!   choices there is none, and those who owe are those who are asked and not `sealed`;
//! - `kept` only while mulligans go on, also for who has none left; `done` only while Vassals are placed, also
//!   for who has no card or no zone left;
//! - `,hurt` on the Vassal with the compulsory injury, while it may be restored;
//! - the two cards a drafter looks at as `hand`, collections in `draft` by name;
//! - equal cards side by side in any pile once, with their number;
//! - a margin of 0 in labels that are no win;
//! - nothing but `0` Boosts for a player who left the game; if that ends it, what the last one holds stays.

use crate::cards::Card;
use crate::game::Game;
use crate::side::Side;

impl Game {
    /// Every fact of the position, always in the same order; equal positions have equal text.
    pub fn dump(&self) -> String {
        let format = &self.setup.format;
        let mut score: Vec<String> = self.wins.iter().map(ToString::to_string).collect();
        score.push(self.drawn.to_string());
        let mut text = format!("WU1 {} b{}/{} {}", format.name, self.bout, format.bouts, score.join("-"));
        text += &format!(" r{} {}", self.round, self.step);
        for (word, seat) in [("selector", self.selector), ("prime", self.prime), ("to", self.to)] {
            if let Some(seat) = seat {
                text += &format!(" {word} P{}", seat + 1);
            }
        }
        text += &pile_text("pool", &self.pool);
        for (seat, side) in self.sides.iter().enumerate() {
            text += &format!(" | P{} {}", seat + 1, side_text(side));
        }
        text
    }
}

fn side_text(side: &Side) -> String {
    let mut text = side.boosts.to_string();
    if side.base != 0 {
        text += &format!(" base {}", side.base);
    }
    if let Some(label) = side.label {
        text += &format!(" label {}{}", label.result, label.margin);
    }
    if let Some((result, times)) = side.run {
        text += &format!(" run {result}{times}");
    }
    if side.mulligans > 0 {
        text += &format!(" mulligans {}", side.mulligans);
    }
    if side.kept {
        text += " kept";
    }
    if side.done {
        text += " done";
    }
    if let Some(action) = &side.sealed {
        text += &format!(" sealed({action})");
    }
    for zone in side.filled_zones() {
        let vassal = side.at(zone).expect("a filled zone");
        text += &format!(" {zone}:{}", vassal.card.id);
        if vassal.injuries > 0 {
            text += &format!(",i{}", vassal.injuries);
        }
        if vassal.exhaustion > 0 {
            text += &format!(",e{}", vassal.exhaustion);
        }
        if side.hurt == Some(zone) {
            text += ",hurt";
        }
    }
    for (name, pile) in side.piles() {
        text += &pile_text(name, pile);
    }
    text
}

/// ` hand{a b*2}`, or nothing for an empty pile.
fn pile_text(name: &str, pile: &[Card]) -> String {
    if pile.is_empty() {
        return String::new();
    }
    let mut cards: Vec<(&str, usize)> = Vec::new();
    for card in pile {
        match cards.last_mut() {
            Some((id, number)) if *id == card.id => *number += 1,
            _ => cards.push((&card.id, 1)),
        }
    }
    let card =
        |(id, number): (&str, usize)| if number == 1 { id.to_string() } else { format!("{id}*{number}") };
    format!(" {name}{{{}}}", cards.into_iter().map(card).collect::<Vec<_>>().join(" "))
}
