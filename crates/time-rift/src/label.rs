//! Actions as people read them, with the titles of the cards.

use engine::{Actor, cut};

use crate::action::{Action, Argument, Arguments, Deed, MOST_ARGUMENTS, UNKNOWN_CARD};
use crate::arena::{Facing, Square, square_name};
use crate::compile::Program;
use crate::notation;
use crate::rules::Rules;
use crate::state::{NEUTRALS, State, TIE, TIRE, Unit, seat_slot};

/// A card as people name it.
pub fn title(rules: &Rules, card: u16) -> String {
    match rules.faces.get(usize::from(card)) {
        Some(face) => face.card.name.clone(),
        None if card == UNKNOWN_CARD => "face down".to_owned(),
        None => "nothing".to_owned(),
    }
}

/// Whoever a unit is: `Leonidas`, `the neutral`.
pub fn unit_title(rules: &Rules, state: &State, who: Unit) -> String {
    if who >= NEUTRALS { "the neutral".to_owned() } else { title(rules, state.card_of(who)) }
}

/// The round in words.
pub fn clock(rules: &Rules, state: &State) -> String {
    match state.stage {
        0 => "Round Zero".to_owned(),
        TIE => "Tie Breaker".to_owned(),
        stage if stage >= TIRE => format!("Tire Fight, lap {}", stage - TIRE + 1),
        stage => format!("Round {stage} of {}", rules.rounds),
    }
}

fn point(facing: Facing) -> &'static str {
    ["north", "east", "south", "west"][usize::from(facing & 3)]
}

/// An action as a short sentence.
pub fn label(rules: &Rules, state: &State, actor: Actor, action: Action) -> String {
    let name = square_name;
    let seat = match actor {
        Actor::Seat(seat) => seat.index() as u8,
        Actor::Chance => 0,
    };
    let card = |slot: u8| slot_title(rules, state, seat, slot);
    let there = |square: Square| unit_on(rules, state, square);
    match action.deed() {
        Deed::Deck(nth) => {
            let deck = rules.candidates.get(usize::from(seat)).and_then(|decks| decks.get(usize::from(nth)));
            let cards = deck.into_iter().flat_map(|deck| &deck.loadout);
            let loadout: Vec<String> = cards.map(|&card| title(rules, card)).collect();
            let champion = deck.map_or_else(String::new, |deck| title(rules, deck.champion));
            format!("fight as {champion} with {}", loadout.join(", "))
        }
        Deed::Dice(..) => notation::write(rules, actor, action),
        Deed::Pick(Some(card)) => format!("take {} into the battle deck", title(rules, card)),
        Deed::Pick(None) => "take no more cards into the battle deck".to_owned(),
        Deed::Side(side) => format!("take the {} side", point(side)),
        Deed::Place(square, facing) => format!("stand on {} and face {}", name(square), point(facing)),
        Deed::Fill(slot, Some(card)) => format!("put {} into slot {slot}", title(rules, card)),
        Deed::Fill(slot, None) => format!("leave slot {slot} empty"),
        Deed::Move(way, facing) => {
            let steps: Vec<String> = way.squares().into_iter().map(name).collect();
            format!(
                "{} to {}, facing {}",
                mover(rules, state, seat, way.from, "move"),
                steps.join(" "),
                point(facing)
            )
        }
        Deed::Stay(square) => format!("{} no further", mover(rules, state, seat, square, "move")),
        Deed::Rotate(square, facing) => {
            format!("{} to the {}", mover(rules, state, seat, square, "turn"), point(facing))
        }
        Deed::Jump(from, to, facing) => {
            format!("{} to {}, facing {}", mover(rules, state, seat, from, "jump"), name(to), point(facing))
        }
        Deed::Forced(square, direction, far) => {
            let spaces = if far == 1 { "space" } else { "spaces" };
            format!("move {} {far} {spaces} {}", there(square), point(direction))
        }
        Deed::Deploy(slot, square, facing) => {
            let facing = facing.map_or_else(String::new, |facing| format!(", facing {}", point(facing)));
            format!("deploy {} on {}{facing}", card(slot), name(square))
        }
        Deed::Strike(strike) => {
            let mut text = if strike.free { "free: " } else { "" }.to_owned();
            text += &format!("attack {}", there(strike.target));
            text += &match strike.slot {
                0 => " with a base attack".to_owned(),
                slot => format!(" with {}", card(slot)),
            };
            if strike.lent > 0 {
                text += &format!(" by the grid of {}", card(strike.lent));
            }
            if let Some(facing) = strike.facing {
                text += &format!(" to the {}", point(facing));
            }
            text
        }
        Deed::Effect(slot, ability, arguments) => effect(rules, state, seat, slot, ability, &arguments),
        Deed::Reroll(dice) => {
            let again: Vec<String> =
                (0..5u8).filter(|die| dice >> die & 1 == 1).map(|die| shown(state, die)).collect();
            format!("roll again: {}", if again.is_empty() { "none".to_owned() } else { again.join(" and ") })
        }
        Deed::SetDie(die, value) => format!("set {} to {value}", shown(state, die)),
        Deed::Keep(a, b) => format!("keep {} and {}", shown(state, a), shown(state, b)),
        Deed::Look(seat, slot) => format!("look at slot {slot} of {}", notation::seat_name(seat)),
        Deed::Enter(square) => format!("{} enters the Tire Fight", there(square)),
        Deed::End => "end the turn".to_owned(),
        Deed::Pass => "pass".to_owned(),
    }
}

/// A die of those that fell last: `die 1 (4)`.
fn shown(state: &State, die: u8) -> String {
    let dice = state.fight().map(|fight| if fight.attack.count() > 0 { fight.attack } else { fight.defense });
    match dice.map_or(0, |dice| if die < 5 { dice.get(die) } else { 0 }) {
        0 => format!("die {}", die + 1),
        face => format!("die {} ({face})", die + 1),
    }
}

/// The card in an own slot, with the slot if another one holds a card of that name.
fn slot_title(rules: &Rules, state: &State, seat: u8, slot: u8) -> String {
    let slots = &state.seats[usize::from(seat)].slots;
    let Some(laid) = slots.get(usize::from(slot).wrapping_sub(1)) else { return "nothing".to_owned() };
    let name = title(rules, laid.card);
    let same = slots.iter().filter(|other| other.is_filled() && title(rules, other.card) == name).count();
    if same > 1 { format!("{name} (slot {slot})") } else { name }
}

/// Whoever stands on a space, and the space.
fn unit_on(rules: &Rules, state: &State, square: Square) -> String {
    match state.unit_on(rules, square) {
        Some(who) => format!("{} on {}", unit_title(rules, state, who), square_name(square)),
        None => square_name(square),
    }
}

/// What the Champion does goes without its name.
fn mover(rules: &Rules, state: &State, seat: u8, square: Square, verb: &str) -> String {
    match state.unit_on(rules, square) {
        Some(who) if seat_slot(who) != (seat, 0) => format!("{verb} {}", unit_on(rules, state, square)),
        _ => verb.to_owned(),
    }
}

/// The card with the number of the ability, what is chosen for it, and its text as far as it fits.
fn effect(rules: &Rules, state: &State, seat: u8, slot: u8, ability: u8, arguments: &Arguments) -> String {
    let card = match slot {
        0 => state.seats[usize::from(seat)].champion,
        _ => state.seats[usize::from(seat)].slots[usize::from(slot) - 1].card,
    };
    let name = if slot == 0 { title(rules, card) } else { slot_title(rules, state, seat, slot) };
    let face = rules.faces.get(usize::from(card));
    let several = face.is_some_and(|face| face.abilities.len() > 1);
    let number = if several { format!(", text {ability}") } else { String::new() };
    let text = face.and_then(|face| face.abilities.get(usize::from(ability).wrapping_sub(1)));
    let text = text.map_or_else(String::new, |one| {
        format!(": {}", cut(&Program(vec![one.clone()]).text().replace("**", ""), 90))
    });
    format!("{name}{number}{}{text}", chosen(rules, state, seat, arguments))
}

fn chosen(rules: &Rules, state: &State, seat: u8, arguments: &Arguments) -> String {
    let slot_title = |slot: u8| slot_title(rules, state, seat, slot);
    let mut parts: Vec<String> = (0..MOST_ARGUMENTS)
        .filter_map(|nth| match arguments.get(nth) {
            Argument::None => None,
            Argument::Unit(who) => Some(unit_title(rules, state, who)),
            Argument::Square(square) => Some(unit_on(rules, state, square)),
            Argument::Number(number) => Some(number.to_string()),
            Argument::Slot(slot) => Some(slot_title(slot)),
            Argument::Swap(a, b) => Some(format!("{} for {}", slot_title(a), slot_title(b))),
        })
        .collect();
    if arguments.card > 0 {
        parts.push(title(rules, arguments.card - 1));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}
