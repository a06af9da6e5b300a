//! What decides a game that is open after its last round: Life, Tie Breaker, Tire Fight. Rules: TR-END-5, TR-END-6,
//! TR-TIE-1 to TR-TIE-5, TR-TIRE-1 to TR-TIRE-5, TR-R111 to TR-R118, TR-R129, TR-R142.

use engine::Log;
use smallvec::SmallVec;

use crate::action::{Action, Deed};
use crate::arena::{NOWHERE, bits};
use crate::effects;
use crate::event::Event;
use crate::flow::{placer, rank};
use crate::losses::{self, living_teams, roll_for_victory, win};
use crate::rules::Rules;
use crate::scene::champion_initiative;
use crate::state::{MOST_NEUTRALS, NEUTRALS, Part, Reason, SEATS, State, Step, TIE, TIRE, mark, unit};

/// The teams with the most Life, the sum of their Champions' counting. Rules: TR-R111, TR-R123.
/// Rules: TR-GOAL-2, TR-SETUP-1.
fn best_teams(rules: &Rules, state: &State) -> SmallVec<[u8; 6]> {
    let life = |team: u8| -> u16 {
        bits(u32::from(state.living()))
            .filter(|&seat| rules.teams[usize::from(seat)] == team)
            .map(|seat| u16::from(state.seats[usize::from(seat)].life))
            .sum()
    };
    let teams: SmallVec<[u8; 6]> = bits(u32::from(living_teams(rules, state))).collect();
    let most = teams.iter().map(|&team| life(team)).max().unwrap_or(0);
    teams.into_iter().filter(|&team| life(team) == most).collect()
}

/// Whoever has less is out. Rules: TR-R112, TR-R114.
fn leave_only(rules: &Rules, state: &mut State, teams: &[u8], log: &mut impl Log<Event>) {
    for seat in bits(u32::from(state.living())) {
        if !teams.contains(&rules.teams[usize::from(seat)]) {
            log.add(Event::Out(seat));
            losses::defeat(rules, state, seat, log);
        }
    }
}

/// Works on G1, G2 or G3. Says whether it waits.
#[inline(never)]
pub fn step(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    match (state.step, state.part) {
        (Step::G1, Part::Begin) => {
            let best = best_teams(rules, state);
            if let [team] = best[..] {
                win(rules, state, team, Reason::Life, log);
                return false;
            }
            leave_only(rules, state, &best, log);
            start_roll(rules, state);
            false
        }
        (Step::G1, _) => {
            if state.ties != 0 {
                return true;
            }
            begin_stage(state, TIE)
        }
        (Step::G2, Part::Begin) => {
            let best = best_teams(rules, state);
            if let [team] = best[..] {
                win(rules, state, team, Reason::Tie, log);
                return false;
            }
            leave_only(rules, state, &best, log);
            if rules.mode.first_team().is_some() || fit(rules, state) {
                state.part = Part::Enter;
            } else {
                roll_for_victory(rules, state, &best, Reason::Tire);
            }
            false
        }
        (Step::G2, Part::Enter) => {
            clear_center(rules, state, log);
            if entry_choice(rules, state).is_some() {
                return true;
            }
            enter(rules, state, log);
            state.part = Part::Rank;
            let living = state.living();
            rank(rules, state, living, |state, seat| {
                u32::from(champion_initiative(rules, state, unit(seat, 0)))
            });
            false
        }
        (Step::G2, Part::Rank) => {
            if state.ties != 0 {
                return true;
            }
            let count = usize::from(state.ordered);
            state.order[..count].reverse();
            state.part = Part::Place;
            false
        }
        (Step::G2, Part::Place) => {
            if placer(state).is_some() {
                return true;
            }
            start_roll(rules, state);
            false
        }
        (Step::G2, Part::Roll) => {
            if state.ties != 0 {
                return true;
            }
            begin_stage(state, TIRE)
        }
        (Step::G3, Part::Begin) => {
            let best = best_teams(rules, state);
            if let [team] = best[..] {
                win(rules, state, team, Reason::Tire, log);
            } else {
                roll_for_victory(rules, state, &best, Reason::Tire);
            }
            false
        }
        _ => {
            if state.ties != 0 {
                return true;
            }
            let team = rules.teams[usize::from(state.order[0])];
            let reason = state.reason;
            win(rules, state, team, reason, log);
            false
        }
    }
}

/// Everybody left rolls for the order of turns. Rules: TR-TIE-2, TR-TIRE-3, TR-R113, TR-R115.
fn start_roll(rules: &Rules, state: &mut State) {
    state.part = Part::Roll;
    state.beaten = [0; SEATS];
    let living = state.living();
    rank(rules, state, living, |_, _| 0);
}

fn begin_stage(state: &mut State, stage: u8) -> bool {
    state.stage = stage;
    state.step = Step::P1;
    state.part = Part::Begin;
    false
}

/// Whether everybody left finds room in the center.
fn fit(rules: &Rules, state: &State) -> bool {
    state.living().count_ones() <= rules.arena.center.count_ones()
}

/// What takes up room in the center is removed. Rules: TR-R115.
fn clear_center(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let center = rules.arena.center;
    state.obstacles &= !center;
    for who in NEUTRALS..NEUTRALS + MOST_NEUTRALS as u8 {
        if state.square_of(who).is_some_and(|square| center >> square & 1 == 1) {
            losses::remove_neutral(state, who);
        }
    }
    for seat in 0..rules.players {
        for slot in 1..=4 {
            let laid = state.slot(seat, slot);
            let occupies = laid.has(mark::DEPLOYED) && rules.face(laid.card).occupies();
            if occupies && center >> laid.square & 1 == 1 {
                effects::discard(rules, state, seat, slot, log);
            }
        }
    }
}

/// Of a team that enters two: who is sure to enter, and who else is as good as the last of them. Rules: TR-R118.
fn entrants(rules: &Rules, state: &State, team: u8) -> (u8, u8) {
    let members: SmallVec<[u8; 6]> =
        bits(u32::from(state.living())).filter(|&seat| rules.teams[usize::from(seat)] == team).collect();
    let set = |seats: &[u8]| seats.iter().fold(0u8, |set, seat| set | 1 << seat);
    if members.len() <= 2 {
        return (set(&members), 0);
    }
    let life = |seat: u8| state.seats[usize::from(seat)].life;
    let mut lives: SmallVec<[u8; 6]> = members.iter().map(|&seat| life(seat)).collect();
    lives.sort_unstable();
    let second = lives[lives.len() - 2];
    let (mut sure, mut equal) = (0u8, 0u8);
    for &seat in &members {
        if life(seat) > second || state.entering >> seat & 1 == 1 {
            sure |= 1 << seat;
        } else if life(seat) == second {
            equal |= 1 << seat;
        }
    }
    if (sure | equal).count_ones() <= 2 {
        (sure, equal) = (sure | equal, 0);
    }
    if sure.count_ones() == 2 {
        equal = 0;
    }
    (sure, equal)
}

/// D15: who chooses, and among whom: West before East, the first seat of the team for its owner. Rules: TR-R118.
pub fn entry_choice(rules: &Rules, state: &State) -> Option<(u8, u8)> {
    if fit(rules, state) {
        return None;
    }
    let mut teams: SmallVec<[u8; 6]> = bits(u32::from(living_teams(rules, state))).collect();
    let first = |team: u8| {
        bits(u32::from(state.living())).find(|&seat| rules.teams[usize::from(seat)] == team).unwrap_or(0)
    };
    teams.sort_by_key(|&team| crate::flow::name_rank(state.seats[usize::from(first(team))].name));
    teams.into_iter().find_map(|team| {
        let (_, equal) = entrants(rules, state, team);
        (equal != 0).then(|| (first(team), equal))
    })
}

/// Calls for every Champion that may be chosen to enter, by its space.
pub fn entry_options(rules: &Rules, state: &State, each: &mut dyn FnMut(Action)) {
    let Some((_, seats)) = entry_choice(rules, state) else { return };
    let mut squares: SmallVec<[u8; 6]> =
        bits(u32::from(seats)).map(|seat| state.seats[usize::from(seat)].square).collect();
    squares.sort_unstable();
    for square in squares {
        each(Deed::Enter(square).into());
    }
}

/// Those who stay behind leave the game, the others are lifted from the Arena. Rules: TR-R115, TR-R118.
fn enter(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    if !fit(rules, state) {
        let teams: SmallVec<[u8; 6]> = bits(u32::from(living_teams(rules, state))).collect();
        let staying = teams.into_iter().fold(0u8, |set, team| set | entrants(rules, state, team).0);
        for seat in bits(u32::from(state.living() & !staying)) {
            log.add(Event::Out(seat));
            losses::defeat(rules, state, seat, log);
        }
    }
    state.entering = 0;
    for side in state.seats.iter_mut() {
        (side.square, side.facing) = (NOWHERE, 0);
    }
}

/// Calls for every placement in the center, D14. Rules: TR-TIRE-2, TR-R115.
pub fn placements(rules: &Rules, state: &State, each: &mut dyn FnMut(Action)) {
    for square in bits(rules.arena.center & !state.occupied(rules)) {
        for facing in 0..4 {
            each(Deed::Place(square, facing).into());
        }
    }
}
