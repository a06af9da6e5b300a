//! Plans for the rest of the own turn.

use smallvec::SmallVec;

use super::odds::{announced, odds};
use super::outlook::cannot;
use super::{Mind, PLAN_WORK, Stance, WIN};
use crate::action::{Action, Deed, Strike};
use crate::arena::{NOWHERE, bits};
use crate::attacks;
use crate::cards::Arena as Terrain;
use crate::faces::Face;
use crate::scene::{free, grid_value, hands_needed, hands_used};
use crate::state::{Frame, State, TIRE, Unit, flag, mark, unit};
use crate::text::{Ability, Deed as Forbidden, Event as Trigger, Mover, Timing};

/// Stances: four facings on each of 32 numbers of spaces.
const STANCES: usize = 128;

fn index((square, facing): Stance) -> usize {
    usize::from(square) * 4 + usize::from(facing)
}

/// A plan for the rest of a turn.
pub(super) struct Plan {
    /// The position with the own Champion lifted off.
    key: State,
    /// How many sets of cards there are.
    sets: usize,
    /// What it is worth to have so many Actions left, to have used a set of cards, and to be in a stance.
    values: Vec<i32>,
    /// What it is worth to end the turn in a stance.
    end: [i32; STANCES],
    /// What a base attack, or that of a slot, is expected to do from a stance.
    blows: [[i32; STANCES]; 5],
    /// Slots that can attack: the bit of each in a set, and its price.
    slots: [Option<(u8, u8)>; 5],
    /// A bit of every set that an attack belongs to, if nobody can move after an attack.
    stuck: usize,
    /// What it costs to enter a space, and the Actions it takes besides.
    enter: [(i32, u8); 32],
}

impl Plan {
    fn place(&self, actions: u8, set: usize, stance: Stance) -> usize {
        (usize::from(actions) * self.sets + set) * STANCES + index(stance)
    }

    pub(super) fn at(&self, actions: u8, set: usize, stance: Stance) -> i32 {
        self.values[self.place(actions, set, stance)]
    }

    /// What it is worth to go to a stance on the next space with so many Actions, nothing paid yet.
    fn going(&self, actions: u8, set: usize, to: Stance) -> i32 {
        let (toll, slow) = self.enter[usize::from(to.0)];
        self.at(actions.saturating_sub(1 + slow), set, to) - toll
    }
}

/// The own turn.
impl Mind<'_> {
    /// What each option of the own turn is worth.
    pub(super) fn idle(&mut self, state: &State, offered: &[Action]) -> Vec<i32> {
        let (side, worth) = (&state.seats[usize::from(self.seat)], self.worth(state));
        let here = (side.square, side.facing);
        let mut scratch = state.clone();
        let planned = offered.iter().map(|&action| {
            let value = match action.deed() {
                Deed::Move(way, facing) if way.from == side.square => {
                    self.plan_of(state).going(side.actions, 0, (way.end(), facing))
                }
                Deed::Rotate(square, facing) if square == side.square => {
                    self.plan_of(state).at(side.actions.saturating_sub(1), 0, (square, facing))
                }
                Deed::Strike(strike) => {
                    let target = state.unit_on(self.rules, strike.target);
                    let gain = target.map_or(0, |who| self.strike(&mut scratch, strike.slot, who));
                    let plan = self.plan_of(state);
                    let (set, cost) = match plan.slots[usize::from(strike.slot)] {
                        Some((bit, cost)) => (1 << bit, cost),
                        None => (0, 1),
                    };
                    gain + plan.at(side.actions.saturating_sub(cost), set | plan.stuck, here)
                }
                Deed::End => self.plan_of(state).end[index(here)],
                _ => return None,
            };
            Some(worth + value)
        });
        let planned: Vec<Option<i32>> = planned.collect();
        let others = planned.iter().filter(|value| value.is_none()).count();
        let values = offered.iter().zip(planned);
        values.map(|(&action, value)| value.unwrap_or_else(|| self.option(state, action, others))).collect()
    }

    /// What an ordinary attack can be expected to do from where its attacker stands.
    fn strike(&self, state: &mut State, slot: u8, target: Unit) -> i32 {
        let rules = self.rules;
        let attacker = attacks::attacker_of(rules, state, self.seat, slot);
        let (Some(from), Some(at)) = (state.square_of(attacker), state.square_of(target)) else {
            return 0;
        };
        let stance = (from, state.facing_of(attacker));
        let Some(grid) = grid_value(rules, state, unit(self.seat, slot), stance, at) else { return 0 };
        let fight = announced(state, attacker, slot, target, grid);
        state.frames.push(Frame::Fight(fight));
        let odds = odds(rules, state, &fight);
        state.frames.pop();
        self.gain(state, target, &odds)
    }

    /// The plan for a position of the own turn.
    pub(super) fn plan_of(&mut self, state: &State) -> &Plan {
        let mut key = state.clone();
        let side = &mut key.seats[usize::from(self.seat)];
        (side.square, side.facing) = (NOWHERE, 0);
        if self.plan.as_ref().is_none_or(|plan| plan.key != key) {
            self.work = self.work.saturating_sub(PLAN_WORK);
            self.plan = Some(Box::new(self.make_plan(state, key)));
        }
        self.plan.as_ref().expect("just made")
    }

    /// Works a plan out, from no Actions left to all of them.
    fn make_plan(&self, state: &State, key: State) -> Plan {
        let rules = self.rules;
        let side = &state.seats[usize::from(self.seat)];
        let you = unit(self.seat, 0);
        let mut slots = [None; 5];
        let mut count = 0;
        for slot in 1..=rules.slots {
            if let Some(cost) = attacks::ordinary_cost(rules, state, self.seat, slot, side.actions) {
                slots[usize::from(slot)] = Some((count, cost));
                count += 1;
            }
        }
        let is_move = |deed: &Forbidden| matches!(deed, Forbidden::Maneuver {} | Forbidden::Move {});
        let can_move = !cannot(rules, state, you, is_move);
        let can_rotate = !cannot(rules, state, you, |deed| matches!(deed, Forbidden::Rotate {}));
        let mut attacked = state.clone();
        attacked.seats[usize::from(self.seat)].flags |= flag::ATTACKED;
        let sticks = can_move && cannot(rules, &attacked, you, is_move);
        let sets = 1 << (count + u8::from(sticks));
        let mut plan = Plan {
            key,
            sets,
            values: vec![0; (usize::from(side.actions) + 1) * sets * STANCES],
            end: [0; STANCES],
            blows: [[0; STANCES]; 5],
            slots,
            stuck: if sticks { 1 << count } else { 0 },
            enter: self.entering(state),
        };
        let spaces = free(rules, state) | (1 << side.square & rules.arena.all);
        self.look_around(state, &mut plan, spaces);
        let in_hand: SmallVec<[bool; 32]> = (0..sets).map(|set| self.has_hands(state, &plan, set)).collect();
        for actions in 0..=side.actions {
            // A set comes after those with more in it: an attack may cost nothing.
            for set in (0..sets).rev() {
                for square in bits(spaces) {
                    let mut away = i32::MIN;
                    for facing in (0..4).filter(|_| actions > 0) {
                        if can_rotate {
                            away = away.max(plan.at(actions - 1, set, (square, facing)));
                        }
                        let next = rules.arena.next[usize::from(square)].into_iter();
                        for to in next.filter(|&to| can_move && set & plan.stuck == 0 && to != NOWHERE) {
                            if spaces >> to & 1 == 1 {
                                away = away.max(plan.going(actions, set, (to, facing)));
                            }
                        }
                    }
                    for facing in 0..4 {
                        let stance = (square, facing);
                        let best = strikes(&plan, actions, set, stance, &in_hand);
                        let place = plan.place(actions, set, stance);
                        plan.values[place] = plan.end[index(stance)].max(away).max(best);
                    }
                }
            }
        }
        plan
    }

    /// What attacks from each stance are expected to do, and what it is worth to end there.
    fn look_around(&self, state: &State, plan: &mut Plan, spaces: u32) {
        let (rules, seat) = (self.rules, usize::from(self.seat));
        let start = &state.seats[seat];
        let outlook = self.outlook(state);
        let mut scratch = state.clone();
        for square in bits(spaces) {
            let moved = if square == start.square { 0 } else { flag::MOVED };
            (scratch.seats[seat].square, scratch.seats[seat].flags) = (square, start.flags | moved);
            for facing in 0..4 {
                scratch.seats[seat].facing = facing;
                let nth = index((square, facing));
                plan.end[nth] = outlook.at(rules, (square, facing));
                for slot in
                    (0..=rules.slots).filter(|&slot| slot == 0 || plan.slots[usize::from(slot)].is_some())
                {
                    let mut targets: SmallVec<[Unit; 6]> = SmallVec::new();
                    let strike = Strike { free: false, slot, lent: 0, target: NOWHERE, facing: None };
                    attacks::for_each_target(rules, &scratch, self.seat, strike, |_, who| targets.push(who));
                    let blows = targets.into_iter().map(|who| self.strike(&mut scratch, slot, who));
                    plan.blows[usize::from(slot)][nth] = blows.max().unwrap_or(0);
                }
            }
        }
    }

    /// Whether there are hands for all cards of a set. Rules: TR-R47.
    fn has_hands(&self, state: &State, plan: &Plan, set: usize) -> bool {
        let taken = (1..=self.rules.slots).filter(|&slot| {
            plan.slots[usize::from(slot)].is_some_and(|(bit, _)| set >> bit & 1 == 1)
                && !state.slot(self.seat, slot).has(mark::HANDS)
        });
        let taken: u8 = taken.map(|slot| hands_needed(self.rules, state, self.seat, slot)).sum();
        hands_used(self.rules, state, self.seat) + taken <= 2
    }

    /// What it costs the own Champion to enter each space, and how many Actions besides. Rules: TR-R102, TR-R117.
    fn entering(&self, state: &State) -> [(i32, u8); 32] {
        let rules = self.rules;
        let one = self.loss(state, unit(self.seat, 0), 1);
        let mut enter = [(0, 0); 32];
        bits(rules.pits).for_each(|square| enter[usize::from(square)] = (one, 1));
        for seat in (0..rules.players).filter(|_| state.is_laid()) {
            for slot in state.seats[usize::from(seat)].slots.iter().filter(|slot| slot.has(mark::DEPLOYED)) {
                if is_trap(rules.face(slot.card), rules.hostile(self.seat, seat)) {
                    enter[usize::from(slot.square)].0 += one;
                }
            }
        }
        let is_inside = rules.arena.center >> state.seats[usize::from(self.seat)].square & 1 == 1;
        if state.stage >= TIRE && is_inside {
            let outside = rules.arena.all & !rules.arena.center;
            bits(outside).for_each(|square| enter[usize::from(square)].0 += WIN / 2);
        }
        enter
    }
}

/// The best attack of a plan with what follows it.
fn strikes(plan: &Plan, actions: u8, set: usize, stance: Stance, in_hand: &[bool]) -> i32 {
    let nth = index(stance);
    let mut best = i32::MIN;
    if actions > 0 && plan.blows[0][nth] > 0 {
        best = plan.blows[0][nth] + plan.at(actions - 1, set | plan.stuck, stance);
    }
    for (slot, blows) in plan.blows.iter().enumerate().skip(1) {
        let Some((bit, cost)) = plan.slots[slot] else { continue };
        let then = set | 1 << bit;
        if blows[nth] > 0 && then != set && cost <= actions && in_hand[then] {
            best = best.max(blows[nth] + plan.at(actions - cost, then | plan.stuck, stance));
        }
    }
    best
}

/// Whether a card in the Arena does something to a Champion that enters its space: an enemy of its owner, or not.
fn is_trap(face: &Face, enemy: bool) -> bool {
    let springs = |timing: &Timing| match timing {
        Timing::When { event: Trigger::Moves { mover, .. } } => match mover {
            Mover::Champion {} => true,
            Mover::Enemy {} => enemy,
            Mover::You {} | Mover::Ally {} => false,
        },
        _ => false,
    };
    face.arena() == Some(Terrain::Hazard)
        && face.abilities.iter().any(|ability| match ability {
            Ability::Effect { effect } => effect.timing.as_ref().is_some_and(|timed| springs(&timed.timing)),
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use crate::bots::NEAR;
    use crate::bots::testing::{blow, think};

    /// It is the last turn, so that nothing counts but attacks and a step nearer.
    #[test]
    fn a_plan_adds_its_attacks_up() {
        let text = "tr1 normal; R4 T2 > E W turn W spent 1; W spartacus@b2E L10 A3 1:gladius-of-the-revolt; \
                    E leonidas@c2W L11 A0; idle";
        think(text, |mind, state| {
            let plan = mind.plan_of(state);
            let here = (6, 1);
            assert_eq!(plan.at(0, 0, here), -NEAR);
            assert_eq!(plan.at(1, 0, here), blow(11, 2) - NEAR, "the blade");
            assert_eq!(plan.at(2, 0, here), blow(11, 2) + blow(11, 1) - NEAR, "the blade once, and a fist");
            assert_eq!(plan.at(3, 0, here), blow(11, 2) + 2 * blow(11, 1) - NEAR);
            assert_eq!(plan.at(2, 1, here), 2 * blow(11, 1) - NEAR, "the blade has been used");
            // With the back to him: a turn first.
            assert_eq!(plan.at(2, 0, (6, 3)), blow(11, 2) - NEAR);
            // From the corner it takes two steps, with the turn for nothing.
            assert_eq!(plan.at(3, 0, (0, 0)), blow(11, 2) - NEAR);
        });
    }
}
