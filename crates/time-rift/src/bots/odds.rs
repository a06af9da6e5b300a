//! What an attack can be expected to do before its dice have fallen. Rules: TR-R37, TR-R54.

use std::cmp::Ordering;

use crate::action::Strike;
use crate::attacks;
use crate::faces::standing;
use crate::rules::Rules;
use crate::scene::{champion_initiative, change, own_defense};
use crate::state::{Blow, Dice, Fight, State, Unit, seat_slot, unit};

/// Cases in which the chances of an attack are counted: 1296 throws, twice because of ties.
pub(super) const CASES: i64 = 2592;

/// Of 1296 throws those that hit, and those that hit with doubles, by the margin from -20 and whether ties win.
const THROWS: [[(u16, u16); 2]; 41] = {
    let mut table = [[(0, 0); 2]; 41];
    let mut throw = 0;
    while throw < 1296 {
        let (a, b, c, d) = (throw / 216, throw / 36 % 6, throw / 6 % 6, throw % 6);
        let mut margin = 0;
        while margin < 41 {
            let over = a + b + margin as i32 - 20 - c - d;
            let mut ties_win = 0;
            while ties_win < 2 {
                if over + ties_win as i32 > 0 {
                    table[margin][ties_win].0 += 1;
                    table[margin][ties_win].1 += (a == b) as u16;
                }
                ties_win += 1;
            }
            margin += 1;
        }
        throw += 1;
    }
    table
};

/// In how many of [`CASES`] an attack hits, and hits with doubles, before any die has fallen. Rules: TR-R54.
pub(super) fn chances(margin: i32, initiative: Ordering) -> (i64, i64) {
    let [lost, won] = THROWS[(margin.clamp(-20, 20) + 20) as usize];
    let (a, b) = match initiative {
        Ordering::Less => (lost, lost),
        Ordering::Equal => (lost, won),
        Ordering::Greater => (won, won),
    };
    (i64::from(a.0) + i64::from(b.0), i64::from(a.1) + i64::from(b.1))
}

/// The same when the attacker has to throw more than `need`.
fn chances_against(need: i32, initiative: Ordering) -> (i64, i64) {
    let (mut hit, mut critical) = (0, 0);
    for throw in 0..36 {
        let (a, b) = (throw / 6 + 1, throw % 6 + 1);
        let cases = match ((a + b).cmp(&need), initiative) {
            (Ordering::Greater, _) | (Ordering::Equal, Ordering::Greater) => 72,
            (Ordering::Equal, Ordering::Equal) => 36,
            _ => 0,
        };
        hit += cases;
        critical += if a == b { cases } else { 0 };
    }
    (hit, critical)
}

/// How often an attack hits and hits critically, in [`CASES`], and the damage of both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    pub(super) hit: i64,
    pub(super) critical: i64,
    pub(super) plain: u8,
    pub(super) doubled: u8,
}

/// ATK less DEF, without the grid.
pub(super) fn margin(rules: &Rules, state: &State, fight: &Fight) -> i32 {
    change(rules, state, standing::ATK, fight.attacker, Some(fight))
        - i32::from(own_defense(rules, state, fight.target))
        - change(rules, state, standing::DEF, fight.target, Some(fight))
}

/// Whether ties hit: the attacker's Champion Initiative beside the defender's. Rules: TR-R54.
pub(super) fn initiative(rules: &Rules, state: &State, fight: &Fight) -> Ordering {
    let own = champion_initiative(rules, state, fight.attacker);
    own.cmp(&champion_initiative(rules, state, fight.target))
}

/// The odds of the attack on top, which waits for dice. Rules: TR-R37.
pub(super) fn odds(rules: &Rules, state: &State, fight: &Fight) -> Odds {
    let grid = i32::from(fight.grid);
    let (hit, mut critical) = match fight.step {
        Blow::A8 => {
            let attack = grid + change(rules, state, standing::ATK, fight.attacker, Some(fight));
            chances_against(i32::from(fight.defense_total) - attack, initiative(rules, state, fight))
        }
        Blow::A11 => (CASES / 2, if fight.attack.doubles() { CASES / 2 } else { 0 }),
        _ => chances(grid + margin(rules, state, fight), initiative(rules, state, fight)),
    };
    if fight.forced {
        critical = hit;
    }
    let done = Fight { hit: Some(true), forced: false, attack: Dice::default(), ..*fight };
    let plain = attacks::damage(rules, state, &done);
    let doubled = attacks::damage(rules, state, &Fight { forced: true, ..done });
    Odds { hit, critical, plain, doubled }
}

/// An attack that has just been announced, before its dice.
pub(super) fn announced(state: &State, attacker: Unit, slot: u8, target: Unit, grid: i8) -> Fight {
    let card = state.card_of(unit(seat_slot(attacker).0, slot));
    Fight { step: Blow::A5, grid, ..Fight::announced(attacker, card, Strike::ordinary(slot), target) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_the_view() {
        for margin in -12..=12 {
            for (ties_win, initiative) in [(false, Ordering::Less), (true, Ordering::Greater)] {
                let (hit, critical) = crate::view::throws(margin, ties_win);
                assert_eq!(chances(margin, initiative), (2 * i64::from(hit), 2 * i64::from(critical)));
            }
            let (lost, won) = (chances(margin, Ordering::Less), chances(margin, Ordering::Greater));
            let (hit, critical) = chances(margin, Ordering::Equal);
            assert_eq!((2 * hit, 2 * critical), (lost.0 + won.0, lost.1 + won.1));
        }
        // Against each Defense Total in turn it comes to the same.
        for ties in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
            let each = (0..36).map(|throw| chances_against(throw / 6 + throw % 6 + 2 - 1, ties));
            let sum = each.fold((0, 0), |sum, (hit, critical)| (sum.0 + hit, sum.1 + critical));
            assert_eq!((sum.0 / 36, sum.1 / 36), chances(1, ties));
        }
    }
}
