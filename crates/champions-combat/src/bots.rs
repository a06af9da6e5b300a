//! Scripted players.

use engine::{Bot, NoLog, Rng, Seen};

use crate::action::{Action, Deed};
use crate::game::ChampionsCombat;
use crate::setup::Rules;
use crate::state::{GONE, State, seats};
use crate::view::attacks_on;
use crate::{attacks, phases};

/// Looks one action ahead and takes what promises most points, by exact expectation over the dice.
///
/// In sixths of a point: the expected hits of an attack count in full, hits stopped by shields too. What an
/// action leaves counts for less: the best attack that could follow from there, the best that each enemy could
/// make in turn, and Power. Ties are broken at random.
pub struct Greedy;

/// What a point is worth in the sum: the expected hits of a die are sixths of it.
const POINT: i32 = 6 * WEIGHT;
/// What is sure counts so much more than what may follow.
const WEIGHT: i32 = 8;

impl Bot<ChampionsCombat> for Greedy {
    fn choose(&mut self, seen: &Seen<ChampionsCombat>, rng: &mut Rng) -> Action {
        let (rules, state, seat) = (seen.rules, seen.view.known(), seen.seat.index());
        let values: Vec<i32> = seen.offered.iter().map(|&action| value(rules, state, seat, action)).collect();
        let best = values.iter().copied().max().expect("something is offered");
        let ties: Vec<Action> =
            seen.offered.iter().zip(&values).filter(|(_, value)| **value == best).map(|(a, _)| *a).collect();
        *rng.one_of(&ties)
    }
}

/// What an action promises `seat`.
fn value(rules: &Rules, state: &State, seat: usize, action: Action) -> i32 {
    match action.deed() {
        Deed::Play(play) if play.attack => {
            let section = &rules.face(seat, play.card).attack;
            let targets = attacks_on(rules, state, play.target);
            let hits: i32 = seats(targets)
                .map(|target| {
                    i32::from(section.dice) * i32::from(7 - attacks::need(rules, state, seat, target))
                })
                .sum();
            hits * WEIGHT + power(section.gain, section.cost)
        }
        Deed::Play(play) => {
            let section = &rules.face(seat, play.card).walk;
            after(rules, state, seat, action) + power(section.gain, section.cost)
        }
        Deed::React(react) => {
            let section = &rules.face(seat, react.card).reaction;
            let stopped = i32::from(section.shields.min(state.hits[seat]));
            // A card kept may save a point later, so it is not spent for nothing.
            stopped * POINT + after(rules, state, seat, action) + power(section.gain, section.cost) - 1
        }
        Deed::Decline | Deed::Pass => standing(rules, state, seat),
        Deed::Push(..) | Deed::Fumble(_) | Deed::Walk(_) => after(rules, state, seat, action),
        _ => 0,
    }
}

fn power(gain: u8, cost: u8) -> i32 {
    3 * (i32::from(gain) - i32::from(cost))
}

/// What the board is worth to `seat` after an action, before anybody else acts.
fn after(rules: &Rules, state: &State, seat: usize, action: Action) -> i32 {
    // Only places and facings are looked at; whatever follows the action is not.
    let mut next = *state;
    match action.deed() {
        Deed::Fumble(facing) => next.figures[usize::from(state.active)].facing = facing,
        Deed::Push(name, hex) => next.figures[attacks::pushed(state, name)].hex = hex,
        Deed::Play(play) => place(&mut next, seat, play.hex, play.relocation, play.facing),
        Deed::React(react) => place(&mut next, seat, react.hex, 0, react.facing),
        Deed::Walk(part) => place(&mut next, seat, part.hex, part.relocation, part.facing),
        _ => phases::apply(rules, &mut next, action, &mut NoLog),
    }
    standing(rules, &next, seat)
}

fn place(state: &mut State, seat: usize, hex: u8, relocation: u8, facing: u8) {
    crate::walks::go(state, seat, hex, relocation, facing, &mut NoLog);
}

/// Enemies in one's own reach, less one's place in theirs, and a little for coming closer.
fn standing(rules: &Rules, state: &State, seat: usize) -> i32 {
    let strike = |by: usize, on: usize| {
        let reached = attacks::in_reach(rules, state, by) >> on & 1 == 1;
        if reached { i32::from(7 - attacks::need(rules, state, by, on)) } else { 0 }
    };
    let enemies: Vec<usize> =
        (0..4).filter(|&other| other != seat && state.figures[other].hex != GONE).collect();
    let mine = enemies.iter().map(|&enemy| strike(seat, enemy)).max().unwrap_or(0);
    let theirs: i32 = enemies.iter().map(|&enemy| strike(enemy, seat)).sum();
    let board = &rules.board;
    let at = |seat: usize| board.place(board.hex(state.figures[seat].hex));
    let nearest = enemies.iter().map(|&enemy| i32::from(at(seat).distance(at(enemy)))).min().unwrap_or(0);
    6 * mine - 3 * theirs - 2 * nearest
}
