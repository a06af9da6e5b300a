//! The position as named texts.

use std::fmt::Display;

use crate::game::{Actor, Game, Laid, Seat, Target, Turn};
use crate::roll_off::Member;

impl Game {
    /// Every fact of the position, always the same names in the same order. `-` means nothing.
    /// Seats are written by number. Hidden cards are shown.
    pub fn dump(&self) -> Vec<(String, String)> {
        let mut facts: Vec<(String, String)> = Vec::new();
        let mut add = |name: &str, value: String| facts.push((name.to_string(), value));
        let stage = if self.result.is_some() { "OVER".to_string() } else { self.stage.to_string() };
        add("stage", stage);
        add("step", self.step.to_string());
        add("order", list(&self.order));
        add("turn", maybe(self.active));
        add("spent", self.spent.to_string());
        add("turns", list(&self.turns.iter().map(|&turn| turn_text(turn)).collect::<Vec<_>>()));
        add("turn index", self.turn_index.to_string());
        add("solo is first", (if self.solo_is_first { "yes" } else { "no" }).to_string());
        add("placing", list(&self.placing));
        add("filling", self.filling.to_string());
        add("entering", list(&self.entering));
        add("features", list(&self.features));
        for (number, seat) in self.seats.iter().enumerate() {
            for (name, value) in seat_facts(seat) {
                add(&format!("seat {number} {name}"), value);
            }
        }
        for (name, value) in self.attack_facts() {
            add(&format!("attack {name}"), value);
        }
        add("roll-off", self.roll_off_text());
        let chance = self.chance_due();
        add("chance", maybe(chance.as_ref().map(|chance| chance.event)));
        add("chance seats", chance.as_ref().map_or("-".to_string(), |chance| list(&chance.seats)));
        add("chance dice", maybe(chance.as_ref().map(|chance| chance.dice)));
        let owing = match self.actor() {
            Actor::Seats(seats) => seats,
            Actor::Chance | Actor::Over => Vec::new(),
        };
        add("owing", list(&owing));
        let result = self.result.as_ref();
        add(
            "result",
            result.map_or("-".to_string(), |result| format!("{} {}", list(&result.winners), result.reason)),
        );
        facts
    }

    fn attack_facts(&self) -> Vec<(&'static str, String)> {
        let attack = self.attack.as_ref();
        let target = attack.map(|attack| match attack.target {
            Target::Champion(seat) => seat.to_string(),
            Target::Neutral => "neutral".to_string(),
        });
        vec![
            ("step", attack.map_or("-".to_string(), |attack| format!("{:?}", attack.step))),
            ("attacker", maybe(attack.map(|attack| attack.attacker))),
            ("source", maybe(attack.map(|attack| attack.source))),
            ("target", maybe(target)),
            ("square", maybe(attack.map(|attack| attack.square))),
            ("grid value", maybe(attack.map(|attack| attack.grid_value))),
            ("defense dice", attack.map_or("-".to_string(), |attack| list(&attack.defense_dice))),
            ("defense total", maybe(attack.and_then(|attack| attack.defense_total))),
            ("attack dice", attack.map_or("-".to_string(), |attack| list(&attack.attack_dice))),
            ("attack total", maybe(attack.and_then(|attack| attack.attack_total))),
        ]
    }

    /// Everybody's numbers in the roll-off under way: `0:11,4 1:11,4`. Nothing if nobody is tied.
    fn roll_off_text(&self) -> String {
        let Some(roll_off) = &self.roll_off else { return "-".to_string() };
        let member = |member: &Member| {
            let numbers: Vec<String> = member.numbers.iter().map(ToString::to_string).collect();
            format!("{}:{}", member.who, numbers.join(","))
        };
        list(&roll_off.members.iter().map(member).collect::<Vec<_>>())
    }
}

fn seat_facts(seat: &Seat) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut add = |name: &str, value: String| facts.push((name.to_string(), value));
    add("living", (if seat.living { "yes" } else { "no" }).to_string());
    add("side", maybe(seat.side));
    add("square", maybe(seat.standing.map(|(square, _)| square)));
    add("facing", maybe(seat.standing.map(|(_, facing)| facing)));
    add("life", seat.life.to_string());
    add("actions", seat.actions.to_string());
    add("marks", marks(&[(seat.moved, "m"), (seat.attacked, "t"), (seat.sealed, "k")]));
    add("hands", seat.hands_used().to_string());
    for (index, slot) in seat.slots.iter().enumerate() {
        add(&format!("slot {}", index + 1), slot.as_ref().map_or("-".to_string(), laid_text));
    }
    let loadout: Vec<&str> = seat.loadout.iter().map(|card| card.id.as_str()).collect();
    add("loadout", list(&loadout));
    add("discard", list(&seat.discard));
    add("returned", list(&seat.returned));
    facts
}

/// A card in a slot as a position writes it: `(dory)` face down; `dory!,h,a` face up, depleted,
/// hands committed, attacked.
fn laid_text(laid: &Laid) -> String {
    if !laid.face_up {
        return format!("({})", laid.card.id);
    }
    let depleted = if laid.depleted { "!" } else { "" };
    let committed = if laid.committed { ",h" } else { "" };
    let attacked = if laid.attacked { ",a" } else { "" };
    format!("{}{depleted}{committed}{attacked}", laid.card.id)
}

fn turn_text(turn: Turn) -> String {
    match turn {
        Turn::Own(seat) => seat.to_string(),
        Turn::Before(seat, enemy) => format!("{seat}<{enemy}"),
        Turn::After(seat, enemy) => format!("{seat}>{enemy}"),
    }
}

fn marks(marks: &[(bool, &str)]) -> String {
    let set: Vec<&str> = marks.iter().filter(|(is_set, _)| *is_set).map(|(_, mark)| *mark).collect();
    list(&set)
}

fn maybe<T: Display>(value: Option<T>) -> String {
    value.map_or("-".to_string(), |value| value.to_string())
}

fn list<T: Display>(values: &[T]) -> String {
    if values.is_empty() {
        return "-".to_string();
    }
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
