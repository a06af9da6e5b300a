//! What a person might think of doing, whether it can be done or not.

use engine::Actions;

use crate::action::{Action, Deed, EVERYONE, NOTHING, Part, Play, React};
use crate::icons::Section;
use crate::moves::Hexes;
use crate::setup::Rules;
use crate::state::{State, Step, seats};
use crate::{attacks, phases, turns, walks};

/// No more than this is thought of.
const MOST: usize = 40;

/// Adds each thing in its plain form. `known` is what the seat that decides sees.
pub fn conceivable(rules: &Rules, known: &State, seat: usize, out: &mut Vec<Action>) {
    if known.waits_for() != Some(seat) {
        return;
    }
    let from = out.len();
    let mut offered = Actions::new();
    phases::legal(rules, known, &mut offered);
    match known.step {
        Step::Turn => {
            for card in turns::cards(rules, known, seat) {
                plays(rules, known, seat, card, &offered, out);
            }
            out.push(Deed::Pass.into());
        }
        Step::React => {
            for card in turns::cards(rules, known, seat) {
                out.push(Deed::React(React::still(card)).into());
                let section = &rules.face(seat, card).reaction;
                for hex in taken(rules, known, seat, section) {
                    let facing = known.figures[seat].facing + 1;
                    out.push(Deed::React(React { hex, facing, ..React::still(card) }).into());
                }
            }
            out.push(Deed::Decline.into());
        }
        Step::Walk => {
            let whole = !walks::section(rules, known).displace;
            let at = usize::from(known.figures[seat].hex);
            let facing = if whole || known.walk_left == 1 { known.figures[seat].facing + 1 } else { NOTHING };
            for hex in rules.ways.around(at).iter().map(|hex| hex as u8 + 1) {
                let open = |action: &Action| matches!(action.deed(), Deed::Walk(part) if part.hex == hex);
                if !offered.iter().any(open) {
                    out.push(Deed::Walk(Part { whole, hex, relocation: NOTHING, facing }).into());
                }
            }
        }
        Step::Push => {
            let barrage = attacks::section(rules, known).barrage;
            for target in seats(known.targets & !known.done) {
                let name = if barrage { target as u8 + 1 } else { NOTHING };
                let around = rules.ways.around(usize::from(known.figures[target].hex));
                out.extend(around.iter().map(|hex| Action::from(Deed::Push(name, hex as u8))));
            }
        }
        Step::Fumble => out.extend((0..6).map(|facing| Action::from(Deed::Fumble(facing)))),
        Step::FumbleOrder | Step::ReactOrder => {
            out.extend(seats(known.targets).map(|seat| Action::from(Deed::Order(seat as u8))));
        }
        Step::Style | Step::Hand | Step::Row | Step::Roll | Step::Over => {}
    }
    out.truncate(from + MOST);
}

/// A card on a turn: its Attack on everybody, and its Move, if no form of it is offered, to where others stand.
fn plays(rules: &Rules, known: &State, seat: usize, card: u8, offered: &[Action], out: &mut Vec<Action>) {
    let face = rules.face(seat, card);
    if face.attack.barrage {
        out.push(Deed::Play(Play::attack(card, EVERYONE)).into());
    } else {
        // If nobody is in reach, one attack tells it.
        let most = if attacks::in_reach(rules, known, seat) == 0 { 1 } else { 4 };
        let enemies = seats(known.still_in()).filter(|&other| other != seat).take(most);
        out.extend(enemies.map(|other| Action::from(Deed::Play(Play::attack(card, other as u8 + 1)))));
    }
    let is_offered = offered
        .iter()
        .any(|action| matches!(action.deed(), Deed::Play(play) if !play.attack && play.card == card));
    let facing = known.figures[seat].facing + 1;
    if !is_offered {
        let plain = Play::walk(card);
        let around = rules.ways.around(usize::from(known.figures[seat].hex));
        out.push(match face.walk.steps {
            None => Deed::Play(plain).into(),
            Some(_) if face.walk.is_long() => Deed::Play(plain).into(),
            Some(0) => Deed::Play(Play { facing, ..plain }).into(),
            Some(_) => {
                let hex = around.iter().next().map_or(NOTHING, |hex| hex as u8 + 1);
                Deed::Play(Play { hex, facing, ..plain }).into()
            }
        });
    } else if !face.walk.displace {
        for hex in taken(rules, known, seat, &face.walk) {
            out.push(Deed::Play(Play { hex, facing, ..Play::walk(card) }).into());
        }
    }
}

/// The hexes within a short walk on which others stand, one more than their numbers.
fn taken(rules: &Rules, known: &State, seat: usize, section: &Section) -> Vec<u8> {
    let at = usize::from(known.figures[seat].hex);
    let others: Hexes = known.others(seat);
    let steps = if section.is_long() { 0 } else { section.steps.unwrap_or(0) };
    let near = |&hex: &usize| hex < rules.board.hexes().count() && rules.ways.distance(at, hex) <= steps;
    others.iter().filter(near).map(|hex| hex as u8 + 1).collect()
}
