//! Scripted players.

use engine::{Bot, NoLog, Rng, Seen};

use crate::action::{Action, Deed};
use crate::attacks;
use crate::game::ChampionsCombat;
use crate::setup::Rules;
use crate::state::{GONE, State, seats};

/// Looks one action ahead and takes what promises most points, by exact expectation over the dice.
///
/// A point is worth 48: the expected hits of an attack (sixths of a point) and the hits that shields stop count
/// in full. What an action leaves counts for less: the best chance to hit somebody from there, the chances of
/// others to hit oneself, the way to the nearest enemy, and Power. Ties are broken at random.
pub struct Greedy;

/// What a sixth of a point is worth.
const SIXTH: i32 = 8;
/// What a token of Power is worth.
const POWER: i32 = 3;

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
            let targets = attacks::struck(rules, state, play.target);
            let hits: i32 = seats(targets)
                .map(|target| {
                    i32::from(section.dice) * i32::from(7 - attacks::need(rules, state, seat, target))
                })
                .sum();
            hits * SIXTH + power(section.gain, section.cost)
        }
        Deed::Play(play) => {
            let section = &rules.face(seat, play.card).walk;
            after(rules, state, seat, action) + power(section.gain, section.cost)
        }
        Deed::React(react) => {
            let section = &rules.face(seat, react.card).reaction;
            let stopped = i32::from(section.shields.min(state.hits[seat]));
            // A card kept may save a point later, so it is not spent for nothing.
            stopped * 6 * SIXTH + after(rules, state, seat, action) + power(section.gain, section.cost) - 1
        }
        Deed::Decline | Deed::Pass => standing(rules, state, seat),
        Deed::Push(..) | Deed::Fumble(_) | Deed::Walk(_) => after(rules, state, seat, action),
        _ => 0,
    }
}

fn power(gain: u8, cost: u8) -> i32 {
    POWER * (i32::from(gain) - i32::from(cost))
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
        _ => {}
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
    6 * mine - 3 * theirs - 4 * nearest
}
