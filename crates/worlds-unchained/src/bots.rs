//! Scripted players.

use engine::{Actor, Bot, Game, NoLog, Rng, Seat, Seen, Turn};

use crate::action::Act;
use crate::game::WorldsUnchained;
use crate::rules::Rules;
use crate::state::{CHALLENGER, State, Step, Vassal};
use crate::text::StackKind;
use crate::{flow, scene};

/// Looks one action ahead, in a few positions that look like the one it sees, and takes what is worth most on average.
/// Choices that others make at the same time are any that they have, each equally likely; chance is drawn.
///
/// The value of a position is that of one's own side less that of the strongest other one. A bout that was won counts
/// `BOUT`, a Vassal in play `VASSAL`, less `INJURY` and `EXHAUSTION` for each stack, a Resource `RESOURCE`, a
/// Boost `BOOST`. In combat the injuries count that the powers as they are would lead to. Ties are broken at random.
pub struct Greedy;

/// What a bout is worth.
const BOUT: i32 = 1000;
/// What a Vassal in play is worth.
const VASSAL: i32 = 60;
/// What a stack of injury takes from that.
const INJURY: i32 = 30;
/// What a stack of exhaustion takes from it.
const EXHAUSTION: i32 = 6;
/// What a Resource is worth.
const RESOURCE: i32 = 5;
/// What a Boost is worth.
const BOOST: i32 = 4;
/// In how many positions each action is tried.
const WORLDS: u32 = 6;

impl Bot<WorldsUnchained> for Greedy {
    fn choose(&mut self, seen: &Seen<WorldsUnchained>, rng: &mut Rng) -> Act {
        let (rules, seat) = (seen.rules, seen.seat.index() as u8);
        if seen.offered.len() == 1 {
            return seen.offered[0];
        }
        let mut values = vec![0; seen.offered.len()];
        for _ in 0..WORLDS {
            let mut world = WorldsUnchained::imagine(rules, seen.view, rng);
            choose_for_others(rules, &mut world, seat, rng);
            // Every action meets the same luck and the same choices of others.
            let luck = Rng::from_number(u64::from(rng.below(u32::MAX)));
            for (value, &act) in values.iter_mut().zip(seen.offered.iter()) {
                *value += value_after(rules, &world, seat, act, luck.clone());
            }
        }
        let best = values.iter().copied().max().unwrap_or(0);
        let ties = seen.offered.iter().zip(&values).filter(|(_, value)| **value == best);
        let ties: Vec<Act> = ties.map(|(act, _)| *act).collect();
        *rng.one_of(&ties)
    }
}

/// Those who choose at the same time as a seat have chosen, whether they have already or not: either way nobody knows
/// what. Rules: WU-R133.
fn choose_for_others(rules: &Rules, world: &mut State, seat: u8, rng: &mut Rng) {
    let Turn::Players(owed) = WorldsUnchained::turn(rules, world) else { return };
    for other in owed.iter().filter(|other| other.index() != usize::from(seat)) {
        flow::choose_anew(rules, world, other.index() as u8, rng);
    }
}

/// What a position is worth to a seat once it has acted and chance has done what follows in this bout.
fn value_after(rules: &Rules, world: &State, seat: u8, act: Act, mut luck: Rng) -> i32 {
    let mut state = world.clone();
    let bout = state.bout;
    WorldsUnchained::apply(rules, &mut state, Seat::new(seat).into(), act, &mut NoLog);
    while WorldsUnchained::turn(rules, &state) == Turn::Chance && state.bout == bout {
        let outcome = WorldsUnchained::sample(rules, &state, &mut luck);
        WorldsUnchained::apply(rules, &mut state, Actor::Chance, outcome, &mut NoLog);
    }
    value(rules, &state, seat)
}

/// What a position is worth to a seat.
fn value(rules: &Rules, state: &State, seat: u8) -> i32 {
    let side = |seat: u8| worth(state, seat) - expected_loss(rules, state, seat);
    let others = (0..rules.seats).filter(|&other| other != seat).map(side);
    side(seat) - others.max().unwrap_or(0)
}

/// What a seat has.
fn worth(state: &State, seat: u8) -> i32 {
    let (domain, player) = (&state.table.domains[usize::from(seat)], &state.players[usize::from(seat)]);
    let vassals: i32 = domain.zones.iter().filter(|vassal| vassal.is_some()).map(of_vassal).sum();
    BOUT * i32::from(player.wins)
        + vassals
        + RESOURCE * domain.stock.len() as i32
        + BOOST * i32::from(domain.boosts)
}

fn of_vassal(vassal: &Vassal) -> i32 {
    VASSAL - INJURY * i32::from(vassal.injuries) - EXHAUSTION * i32::from(vassal.exhaustion)
}

/// What a seat would lose if the combat ended now. Rules: WU-6.6.2.
fn expected_loss(rules: &Rules, state: &State, seat: u8) -> i32 {
    let challenger = &state.table.domains[usize::from(seat)].zones[usize::from(CHALLENGER)];
    if !(Step::CombatStart..=Step::Injure).contains(&state.step) || !challenger.is_some() {
        return 0;
    }
    let power = |seat: u8| scene::power(rules, state, seat);
    let beaten = (0..rules.seats).filter(|&other| other != seat).any(|other| power(other) >= power(seat));
    if !beaten || scene::is_protected(rules, state, challenger.id) {
        return 0;
    }
    let limit = scene::stack_limit(rules, state, challenger.id, StackKind::Injury);
    if challenger.injuries + 1 >= limit { of_vassal(challenger) } else { INJURY }
}
