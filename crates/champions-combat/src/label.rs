//! Actions as people read them.

use engine::Actor;

use crate::action::{Action, Deed, EVERYONE, NOTHING};
use crate::event::colour;
use crate::icons::Section;
use crate::notation::{self, facing_name, hex_name};
use crate::setup::Rules;
use crate::state::State;
use crate::words;

/// ` to D3`, ` to D3, Green goes to C2`, ` and face N`.
fn way(rules: &Rules, state: &State, hex: u8, relocation: u8, facing: u8) -> String {
    let mut text = String::new();
    if hex != NOTHING {
        text += &format!(" to {}", hex_name(rules, hex - 1));
    }
    if relocation != NOTHING {
        let other =
            state.occupant(usize::from(hex) - 1).map_or("whoever is there", |seat| colour(seat as u8));
        text += &format!(", {other} goes to {}", hex_name(rules, relocation - 1));
    }
    if facing != NOTHING {
        text += &format!(", face {}", facing_name(facing - 1));
    }
    text
}

/// An action as a short sentence: a card is named with what its section does.
pub fn label(rules: &Rules, state: &State, actor: Actor, action: Action) -> String {
    let seat = match actor {
        Actor::Seat(seat) => seat.index().min(rules.decks.len() - 1),
        Actor::Chance => 0,
    };
    let card = |card: u8| rules.decks[seat].get(usize::from(card)).map_or("-", |card| card.id.as_str());
    let with = |nth: u8, section: &Section| format!("{} ({})", card(nth), words::short(section));
    let hex = |hex| hex_name(rules, hex);
    match action.deed() {
        Deed::Play(play) if play.attack => {
            let whom = match play.target {
                EVERYONE => "everybody in reach",
                target => colour(target.wrapping_sub(1) & 3),
            };
            format!("attack {whom} with {}", with(play.card, &rules.face(seat, play.card).attack))
        }
        Deed::Play(play) => {
            let way = way(rules, state, play.hex, play.relocation, play.facing);
            match (play.hex, play.facing) {
                (NOTHING, NOTHING) => format!("play {}", with(play.card, &rules.face(seat, play.card).walk)),
                (NOTHING, facing) => format!("{}: turn to face {}", card(play.card), facing_name(facing - 1)),
                _ => format!("{}: move{way}", card(play.card)),
            }
        }
        Deed::Walk(part) => format!("walk{}", way(rules, state, part.hex, part.relocation, part.facing)),
        Deed::Push(NOTHING, to) => {
            format!("push {} to {}", colour(state.targets.trailing_zeros() as u8 & 3), hex(to))
        }
        Deed::Push(who, to) => format!("push {} to {}", colour((who - 1) & 3), hex(to)),
        Deed::Fumble(facing) => format!("turn {} to face {}", colour(state.active), facing_name(facing)),
        Deed::Order(who) => format!("{} is next", colour(who & 3)),
        Deed::React(react) => {
            let told = with(react.card, &rules.face(seat, react.card).reaction);
            let way = way(rules, state, react.hex, NOTHING, react.facing);
            match (react.walk, react.hex, react.facing) {
                (true, ..) => format!("react with {told} and walk"),
                (_, NOTHING, NOTHING) if rules.face(seat, react.card).reaction.steps.is_some() => {
                    format!("react with {told}, staying")
                }
                (_, NOTHING, NOTHING) => format!("react with {told}"),
                (_, NOTHING, _) => format!("react with {told}{way}"),
                _ => format!("react with {told}: go{way}"),
            }
        }
        Deed::Decline => "do not react".to_owned(),
        Deed::Pass => "leave the Special turn".to_owned(),
        Deed::Style(who, style) => {
            let id = rules.styles.get(usize::from(style)).map_or("-", |style| style.id.as_str());
            format!("{} gets Style {id}", colour(who & 3))
        }
        Deed::Hand(..) | Deed::Row(..) | Deed::Roll(_) => notation::write(rules, actor, action),
    }
}
