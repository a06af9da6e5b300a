//! The text of actions. Rules: CC-R21, CC-R70.

use crate::action::{Action, EVERYONE, NOTHING, Part, Play, React};
use crate::hex::Direction;
use crate::setup::Rules;

/// The letters of the seats: Blue, Green, Orange, Red. Rules: CC-R6.
pub const SEATS: [&str; 4] = ["B", "G", "O", "R"];

fn hex(rules: &Rules, index: u8) -> String {
    rules.board.hexes().nth(usize::from(index)).map_or_else(|| "-".to_owned(), |hex| rules.board.name(hex))
}

/// ` D3`, ` D3>C2`, or nothing.
fn place(rules: &Rules, to: u8, relocation: u8) -> String {
    match (to, relocation) {
        (NOTHING, _) => String::new(),
        (to, NOTHING) => format!(" {}", hex(rules, to - 1)),
        (to, relocation) => format!(" {}>{}", hex(rules, to - 1), hex(rules, relocation - 1)),
    }
}

/// ` @N`, or nothing.
fn facing(facing: u8) -> String {
    if facing == NOTHING { String::new() } else { format!(" @{}", face(facing - 1)) }
}

fn face(facing: u8) -> &'static str {
    Direction::N.turned(usize::from(facing)).name()
}

/// An action of a seat, or of Chance, as it is written.
pub fn write(rules: &Rules, seat: usize, action: Action) -> String {
    let card = |card: u8| rules.decks[seat][usize::from(card)].id.as_str();
    match action {
        Action::Play(Play { card: c, attack: true, target: EVERYONE, .. }) => format!("A {} *", card(c)),
        Action::Play(Play { card: c, attack: true, target, .. }) => {
            format!("A {} {}", card(c), SEATS[usize::from(target) - 1])
        }
        Action::Play(play) => {
            format!("M {}{}{}", card(play.card), place(rules, play.hex, play.relocation), facing(play.facing))
        }
        Action::Walk(Part { whole, hex, relocation, facing: f }) => {
            format!("{}{}{}", if whole { "to" } else { "step" }, place(rules, hex, relocation), facing(f))
        }
        Action::Push(NOTHING, to) => format!("push {}", hex(rules, to)),
        Action::Push(target, to) => format!("push {} {}", SEATS[usize::from(target) - 1], hex(rules, to)),
        Action::Fumble(f) => format!("fumble {}", face(f)),
        Action::Order(who) => format!("order {}", SEATS[usize::from(who)]),
        Action::React(React { card: c, walk: true, .. }) => format!("react {} walk", card(c)),
        Action::React(react) => {
            format!("react {}{}{}", card(react.card), place(rules, react.hex, NOTHING), facing(react.facing))
        }
        Action::Decline => "decline".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Style(who, style) => {
            format!("style {} {}", SEATS[usize::from(who)], rules.styles[usize::from(style)].id)
        }
        Action::Hand(who, hand) => {
            let deck = &rules.decks[usize::from(who)];
            let ids: Vec<&str> =
                (0..deck.len()).filter(|i| hand >> i & 1 == 1).map(|i| deck[i].id.as_str()).collect();
            format!("hand {} {}", SEATS[usize::from(who)], ids.join(" "))
        }
        Action::Row(count, seats) => {
            let names: Vec<&str> = (0..count).map(|i| SEATS[usize::from(seats >> (2 * i) & 3)]).collect();
            format!("row {}", names.join(" "))
        }
        Action::Roll(_) => unreachable!("a roll is written with its targets, by `write_roll`"),
    }
}

/// A roll with its targets: `roll G 3,3 O 3,4`.
pub fn write_roll(targets: u8, dice: u8, faces: u64) -> String {
    let mut text = "roll".to_owned();
    let hit = (0..4usize).filter(|seat| targets >> seat & 1 == 1);
    for (i, seat) in hit.enumerate() {
        let fell =
            (0..usize::from(dice)).map(|die| (faces >> (3 * (i * usize::from(dice) + die)) & 7).to_string());
        text += &format!(" {} {}", SEATS[seat], fell.collect::<Vec<_>>().join(","));
    }
    text
}
