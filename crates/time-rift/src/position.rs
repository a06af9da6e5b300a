//! The text form of a position: one line that holds all of it. Rules: the engine model, 7.3.
//!
//! Beyond the model's grammar: `seats=` gives the seats in the order of the text if that is not 0, 1, 2, ...;
//! `won=` the roll-offs of this round; `place=` which of its turns one against several has; `entering=`
//! who is chosen for a Tire Fight; a few words in pending things, each written only where it is needed.

mod check;
mod read;
mod write;

use crate::arena::{bits, square_name};
use crate::flow::name_rank;
use crate::notation::seat_name;
use crate::rules::Rules;
use crate::setup::Feature;
use crate::state::{Blow, NEUTRALS, Neutral, State, Step, Unit, seat_slot};

pub use read::read;
pub use write::{lasting_text, pending_text, write};

const STEPS: [(Step, &str); 22] = [
    (Step::Z1, "Z1"),
    (Step::Z2, "Z2"),
    (Step::Z3, "Z3"),
    (Step::Z4, "Z4"),
    (Step::P1, "P1"),
    (Step::P2, "P2"),
    (Step::P3, "P3"),
    (Step::P4, "P4"),
    (Step::P5, "P5"),
    (Step::P6, "P6"),
    (Step::P7, "P7"),
    (Step::P8, "P8"),
    (Step::T1, "T1"),
    (Step::T2, "T2"),
    (Step::T3, "T3"),
    (Step::T4, "T4"),
    (Step::E1, "E1"),
    (Step::E2, "E2"),
    (Step::E3, "E3"),
    (Step::G1, "G1"),
    (Step::G2, "G2"),
    (Step::G3, "G3"),
];

/// The steps of an attack at which it can rest, and how they are written: while a window is open the step of the
/// window.
const BLOWS: [(Blow, &str); 8] = [
    (Blow::A4, "A3"),
    (Blow::A5, "A5"),
    (Blow::A7, "A6"),
    (Blow::A8, "A8"),
    (Blow::A10, "A9"),
    (Blow::A11, "A11"),
    (Blow::A13, "A12"),
    (Blow::A15, "A14"),
];

/// The word of a step; an attack or effect of a turn is T3.
pub fn step_name(state: &State) -> &'static str {
    if state.step == Step::T2 && !state.frames.is_empty() {
        return "T3";
    }
    STEPS.iter().find(|(step, _)| *step == state.step).map_or("?", |(_, name)| name)
}

/// The seats in the order of the notation.
pub fn in_text_order(rules: &Rules, state: &State) -> Vec<u8> {
    let mut seats: Vec<u8> = (0..rules.players).collect();
    seats.sort_by_key(|&seat| name_rank(state.seats[usize::from(seat)].name));
    seats
}

/// What a seat is called now.
pub fn name_of(state: &State, seat: u8) -> String {
    state.seats.get(usize::from(seat)).map_or_else(|| "-".to_owned(), |side| seat_name(side.name))
}

/// What a unit is called: `W`, `E.2`, `n1` for a neutral.
pub fn unit_name(state: &State, who: Unit) -> String {
    match seat_slot(who) {
        _ if who >= NEUTRALS => format!("n{}", who - NEUTRALS + 1),
        (seat, 0) => name_of(state, seat),
        (seat, slot) => format!("{}.{slot}", name_of(state, seat)),
    }
}

/// The features that lie in the Arena now, in order. A neutral that was moved, or bears tokens, has its number before
/// it: `n1@c3L2`. Rules: TR-R102.
pub fn features(rules: &Rules, state: &State) -> Vec<String> {
    let mut features: Vec<Feature> = bits(rules.pits).map(Feature::Pit).collect();
    features.extend(bits(state.obstacles).map(Feature::Obstacle));
    for square in bits(rules.arena.all) {
        let spikes = rules.spikes[usize::from(square)];
        features
            .extend((0..4).filter(|side| spikes >> side & 1 == 1).map(|side| Feature::Spike(square, side)));
    }
    let mut texts: Vec<String> = features.into_iter().map(Feature::text).collect();
    for (who, Neutral { life, square }) in state.neutrals.iter() {
        let (home, _, defense) = rules.neutrals[usize::from(who - NEUTRALS)];
        let tokens = write::tokens_text(rules, state, who);
        texts.push(if square == home && tokens.is_empty() {
            Feature::Neutral(square, life, defense).text()
        } else {
            let mut text = format!("{}@{}L{life}", unit_name(state, who), square_name(square));
            for token in tokens {
                text.push(',');
                text.push_str(&token);
            }
            text
        });
    }
    texts
}
