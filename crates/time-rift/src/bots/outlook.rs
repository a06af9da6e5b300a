//! What lies ahead when a turn is over: what enemies can do to the own Champion, and it to them.

use smallvec::SmallVec;

use super::odds::{Odds, announced, chances, initiative, margin, odds};
use super::{HOPE, LATER, Mind, NEAR, Stance, THREAT};
use crate::action::NO_CARD;
use crate::arena::{Arena, NOWHERE, STRIDE, Square, bits, column_row, distance, forward, relative};
use crate::faces::standing;
use crate::rules::Rules;
use crate::scene::{agility, grid_value, hands_needed, hands_used, is_forbidden};
use crate::state::{
    ACTION_POISON, End, Frame, NO_SEAT, SAVE, SEATS, State, Step, TIE, TIRE, Unit, flag, mark, unit,
};
use crate::text::{CardType, Deed as Forbidden};

/// When somebody acts next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// In this round.
    Now,
    /// In another.
    Later,
    /// Not before the game is over.
    Never,
}

/// When a seat acts next; its turn that is under way counts unless it is the `own` one. Rules: TR-ROUND-4, TR-R124.
fn next_turn(rules: &Rules, state: &State, seat: u8, own: bool) -> Next {
    let others = state.order().iter().filter(|&&other| rules.solo != Some(other));
    let place = usize::from(state.place);
    let is_to_come = match others.clone().position(|&other| other == seat) {
        Some(nth) if rules.solo.is_some() => nth >= place / 2,
        Some(nth) => nth > place || (nth == place && state.turn == NO_SEAT),
        None => true,
    };
    let is_under_way = state.turn == seat;
    let in_round = (Step::P1..Step::T4).contains(&state.step);
    if (is_under_way && !own) || (!is_under_way && in_round && is_to_come) {
        return Next::Now;
    }
    let more = match state.stage {
        0 => true,
        stage if stage < TIE => stage < rules.rounds,
        stage if stage >= TIRE => stage - TIRE + 1 < rules.lap_cap,
        _ => false,
    };
    if more || is_level(rules, state) { Next::Later } else { Next::Never }
}

/// Whether several sides have the most Life. Rules: TR-R111.
fn is_level(rules: &Rules, state: &State) -> bool {
    let mut lives = [0u16; SEATS];
    for seat in bits(u32::from(state.living())) {
        lives[usize::from(rules.teams[usize::from(seat)])] += u16::from(state.seats[usize::from(seat)].life);
    }
    let most = lives.iter().max();
    lives.iter().filter(|life| Some(*life) == most).count() > 1
}

/// No way leads there.
const NO_WAY: u8 = 99;

/// The steps from a space to each other one.
fn steps(arena: &Arena, free: u32, from: Square) -> [u8; 32] {
    let mut far = [NO_WAY; 32];
    far[usize::from(from)] = 0;
    let (mut level, mut reached) = (1u32 << from, 1u32 << from);
    for step in 1..NO_WAY {
        let next = bits(level).flat_map(|square| arena.next[usize::from(square)]);
        level = next.filter(|&to| to != NOWHERE).fold(0, |set, to| set | 1u32 << to) & free & !reached;
        if level == 0 {
            break;
        }
        reached |= level;
        bits(level).for_each(|square| far[usize::from(square)] = step);
    }
    far
}

/// Where an attacker is for somebody: in front, beside or behind. Rules: TR-R6.
fn arc((square, facing): Stance, attacker: Square) -> usize {
    match relative(square, facing, attacker).1 {
        1.. => 0,
        0 => 1,
        _ => 2,
    }
}

/// A cell of a Champion's grids: what each slot is expected to do there, by the arc it strikes from.
struct Cell {
    right: i8,
    ahead: i8,
    worth: [[i32; 5]; 3],
}

/// What a Champion can do to another in one turn, with the changes that hold where both stand now.
struct Arsenal {
    cells: SmallVec<[Cell; 12]>,
    /// Slots that can be used together, as bits, and their price.
    sets: SmallVec<[(u8, u8); 4]>,
    /// Actions.
    pool: u8,
    can_move: bool,
    can_rotate: bool,
    /// Hundredths that it counts for.
    weight: i32,
}

impl Arsenal {
    /// The most to be expected of a Champion in `from`, to which `far` tells the steps, against one in `target`.
    fn best(&self, rules: &Rules, from: Stance, far: &[u8; 32], target: Stance) -> i32 {
        let (x, y) = column_row(target.0);
        let size = rules.arena.size as i8;
        let mut best = 0;
        for facing in 0..4 {
            let ((fx, fy), (rx, ry)) = (forward(facing), forward((facing + 1) % 4));
            for cell in &self.cells {
                let x = x - cell.right * rx - cell.ahead * fx;
                let y = y - cell.right * ry - cell.ahead * fy;
                if !(0..size).contains(&x) || !(0..size).contains(&y) {
                    continue;
                }
                let spot = y as Square * STRIDE + x as Square;
                let steps = match (spot == from.0, facing == from.1) {
                    (true, true) => 0,
                    (true, false) if self.can_rotate => 1,
                    (false, _) if self.can_move => far[usize::from(spot)],
                    _ => NO_WAY,
                };
                if let Some(actions) = self.pool.checked_sub(steps) {
                    best = best.max(self.spent(&cell.worth[arc(target, spot)], actions));
                }
            }
        }
        best * self.weight / 100
    }

    /// The most to be expected of so many Actions spent on attacks from one place.
    fn spent(&self, worth: &[i32; 5], actions: u8) -> i32 {
        let affordable = self.sets.iter().filter(|(_, price)| *price <= actions);
        let values = affordable.map(|&(set, price)| {
            let cards = (1..5).filter(|slot| set >> slot & 1 == 1).map(|slot| worth[slot]);
            i32::from(actions - price) * worth[0] + cards.sum::<i32>()
        });
        values.max().unwrap_or(0)
    }
}

/// An enemy as a plan sees it.
struct Foe {
    stance: Stance,
    /// Its steps to each space.
    far: [u8; 32],
    /// What it can do to the own Champion in its next turn.
    threat: Arsenal,
    /// What the own Champion can do to it in the turn after this one.
    hope: Arsenal,
}

/// What lies ahead when the own turn is over.
pub(super) struct Outlook {
    foes: SmallVec<[Foe; 2]>,
    /// The steps of the own Champion from each space.
    far: Vec<[u8; 32]>,
}

impl Outlook {
    /// What it is worth that the own Champion stands like this.
    pub(super) fn at(&self, rules: &Rules, stance: Stance) -> i32 {
        let far = &self.far[usize::from(stance.0)];
        let threats = self.foes.iter().map(|foe| foe.threat.best(rules, foe.stance, &foe.far, stance));
        let hopes = self.foes.iter().map(|foe| foe.hope.best(rules, stance, far, foe.stance));
        let near = self.foes.iter().map(|foe| i32::from(distance(stance.0, foe.stance.0))).min();
        (hopes.max().unwrap_or(0) * HOPE - threats.sum::<i32>() * THREAT) / 100 - near.unwrap_or(0) * NEAR
    }
}

/// What lies ahead.
impl Mind<'_> {
    pub(super) fn outlook(&self, state: &State) -> Outlook {
        let rules = self.rules;
        let own = &state.seats[usize::from(self.seat)];
        // Changes that are over by then do not count.
        let mut now = state.clone();
        now.frames.clear();
        now.lasting.retain(|lasting| lasting.end != End::Turn || state.turn != self.seat);
        let mut later = now.clone();
        later.lasting.retain(|lasting| !matches!(lasting.end, End::Turn | End::Round));
        let taken = state.occupied(rules) & !(1 << own.square);
        let mut foes = SmallVec::new();
        for enemy in self.enemies(state) {
            let side = &state.seats[usize::from(enemy)];
            if side.square == NOWHERE || side.champion == NO_CARD {
                continue;
            }
            let mut arsenal = |by: u8, on: u8| {
                let when = next_turn(rules, state, by, by == self.seat);
                let scene = if when == Next::Now { &mut now } else { &mut later };
                (when, self.arsenal(scene, by, on, when))
            };
            let (when, mut threat) = arsenal(enemy, self.seat);
            // Somebody who can strike others too strikes here less often.
            let rivals = bits(u32::from(state.living())).filter(|&seat| rules.hostile(enemy, seat)).count();
            threat.weight = 50 + 50 / rivals.max(1) as i32;
            // Without loadouts the order of turns stays as it is.
            if when == Next::Later && rules.slots > 0 {
                threat.weight = threat.weight * LATER / 100;
            }
            foes.push(Foe {
                stance: (side.square, side.facing),
                far: steps(&rules.arena, rules.arena.all & !taken, side.square),
                threat,
                hope: arsenal(self.seat, enemy).1,
            });
        }
        let free = rules.arena.all & !taken;
        let far = (0..32)
            .map(|from| if free >> from & 1 == 1 { steps(&rules.arena, free, from) } else { [NO_WAY; 32] });
        Outlook { foes, far: far.collect() }
    }

    /// What the Champion of a seat can do to that of another in its next turn.
    fn arsenal(&self, state: &mut State, by: u8, on: u8, when: Next) -> Arsenal {
        let rules = self.rules;
        let champion = unit(by, 0);
        let side = &state.seats[usize::from(by)];
        let pool = match when {
            // A turn of one against several after its first begins with a full pool. Rules: TR-R124.
            Next::Now if state.turn != by && side.flags & flag::BEGAN != 0 => side.agility,
            Next::Now => side.actions,
            Next::Later => {
                let saved: u8 = (0..5).map(|slot| state.tokens_on(unit(by, slot), SAVE)).sum();
                let poisoned = u8::from(state.tokens_on(champion, ACTION_POISON) > 0);
                (agility(rules, state, by) + saved).saturating_sub(poisoned)
            }
            Next::Never => 0,
        };
        let may = |is: fn(&Forbidden) -> bool| !cannot(rules, state, champion, is);
        let mut arsenal = Arsenal {
            cells: SmallVec::new(),
            sets: SmallVec::from_slice(&[(0, 0)]),
            pool,
            can_move: may(|deed| matches!(deed, Forbidden::Maneuver {} | Forbidden::Move {})),
            can_rotate: may(|deed| matches!(deed, Forbidden::Rotate {})),
            weight: 100,
        };
        let placed = |seat: u8| state.seats[usize::from(seat)].square != NOWHERE;
        if pool == 0 || !placed(by) || !placed(on) {
            return arsenal;
        }
        for slot in 0..=rules.slots {
            if slot > 0 && !add_sets(rules, state, &mut arsenal, by, slot, when) {
                continue;
            }
            let face = rules.face(state.card_of(unit(by, slot)));
            let is_weapon = matches!(face.sort, Some(CardType::Weapon {}));
            let forbidden = cannot(rules, state, champion, |deed| match deed {
                Forbidden::Attack {} => true,
                Forbidden::Base {} => slot == 0,
                Forbidden::Weapon {} => is_weapon,
                Forbidden::Special {} => slot > 0 && !is_weapon,
                _ => false,
            });
            if !forbidden {
                self.add_cells(state, &mut arsenal, by, slot, on);
            }
        }
        arsenal
    }

    /// Adds what the card in a slot can do.
    fn add_cells(&self, state: &mut State, arsenal: &mut Arsenal, by: u8, slot: u8, on: u8) {
        let rules = self.rules;
        let (card, target) = (unit(by, slot), unit(on, 0));
        let from = state.seats[usize::from(by)].square;
        let (at, facing) = (state.seats[usize::from(on)].square, state.seats[usize::from(on)].facing);
        let fight = announced(state, unit(by, 0), slot, target, 0);
        state.frames.push(Frame::Fight(fight));
        let odds = odds(rules, state, &fight);
        let ties = initiative(rules, state, &fight);
        let mut margins = [margin(rules, state, &fight); 3];
        if state.ears & standing::DEF != 0 {
            for turned in 0..4 {
                state.seats[usize::from(on)].facing = turned;
                margins[arc((at, turned), from)] = margin(rules, state, &fight);
            }
            state.seats[usize::from(on)].facing = facing;
        }
        state.frames.pop();
        let face = rules.face(state.card_of(card));
        for ahead in -3..=3i8 {
            for right in -1..=1i8 {
                let printed = face.cells.get(right, ahead);
                let value = if face.ears & standing::GRID != 0 && ahead >= -2 {
                    // Any space will do: the middle of the largest Arena, looking north.
                    grid_value(rules, state, card, (12, 0), ((2 + ahead) * 5 + 2 + right) as Square)
                } else {
                    printed
                };
                let Some(value) = value else { continue };
                let nth = arsenal.cells.iter().position(|cell| (cell.right, cell.ahead) == (right, ahead));
                let nth = nth.unwrap_or_else(|| {
                    arsenal.cells.push(Cell { right, ahead, worth: [[0; 5]; 3] });
                    arsenal.cells.len() - 1
                });
                for (arc, margin) in margins.into_iter().enumerate() {
                    let (hit, critical) = chances(margin + i32::from(value), ties);
                    let odds = Odds { hit, critical, ..odds };
                    arsenal.cells[nth].worth[arc][usize::from(slot)] = self.gain(state, target, &odds);
                }
            }
        }
    }
}

/// Adds the sets of cards that one in a slot makes possible; says whether it can attack. Rules: TR-R42, TR-R47.
fn add_sets(rules: &Rules, state: &State, arsenal: &mut Arsenal, by: u8, slot: u8, when: Next) -> bool {
    let laid = state.slot(by, slot);
    if !laid.is_up() || (when == Next::Now && laid.marks & (mark::DEPLETED | mark::ATTACKED) != 0) {
        return false;
    }
    let face = rules.face(laid.card);
    let Some(cost) = face.cost.filter(|_| !face.is_minion()) else { return false };
    let hands = if when == Next::Now { hands_used(rules, state, by) } else { 0 };
    for nth in 0..arsenal.sets.len() {
        let (set, price) = (arsenal.sets[nth].0 | 1 << slot, arsenal.sets[nth].1 + cost);
        let held = (1..5).filter(|other| set >> other & 1 == 1);
        let held: u8 = held.map(|other| hands_needed(rules, state, by, other)).sum();
        if hands + held <= 2 && price <= arsenal.pool {
            arsenal.sets.push((set, price));
        }
    }
    true
}

/// Whether something is forbidden to somebody.
pub(super) fn cannot(rules: &Rules, state: &State, who: Unit, is: impl Fn(&Forbidden) -> bool) -> bool {
    (state.ears & standing::CANNOT != 0 || !state.lasting.is_empty()) && is_forbidden(rules, state, who, is)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Facing;
    use crate::bots::testing::{blow, think};

    /// Leonidas has one Action left in this round: he strikes what is before him, or nothing. Spartacus could answer
    /// with all of his in the next round.
    #[test]
    fn a_place_is_worth_what_can_happen_there() {
        let text =
            "tr1 normal; R2 T2 > W E turn W spent 1; W spartacus@b2E L10 A3; E leonidas@c2W L11 A1; idle";
        think(text, |mind, state| {
            let outlook = mind.outlook(state);
            let foe = &outlook.foes[0];
            assert_eq!((foe.threat.pool, foe.hope.pool), (1, 4));
            let at = |square: Square, facing: Facing| outlook.at(mind.rules, (square, facing));
            let far = |square: Square| &outlook.far[usize::from(square)];
            let threat = |square: Square| foe.threat.best(mind.rules, foe.stance, &foe.far, (square, 1));
            let hope = |square, facing| foe.hope.best(mind.rules, (square, facing), far(square), foe.stance);
            assert!(threat(6) > 0 && threat(0) == 0 && threat(15) == 0);
            assert_eq!(hope(6, 1), 4 * blow(11, 1));
            assert_eq!(hope(6, 3), 3 * blow(11, 1), "one Action to turn around");
            assert_eq!(hope(5, 3), 3 * blow(11, 1), "one to come closer");
            assert_eq!(at(6, 1), (4 * blow(11, 1) * HOPE - threat(6) * THREAT) / 100 - NEAR);
            assert_eq!(at(5, 1), 3 * blow(11, 1) * HOPE / 100 - 2 * NEAR);
        });
    }

    /// Rules: TR-R111, TR-R124.
    #[test]
    fn when_somebody_acts_next() {
        let next = |text: &str| {
            think(text, |mind, state| [0, 1].map(|seat| next_turn(mind.rules, state, seat, seat == 0)))
        };
        let text = |clock: &str, life: u8| {
            format!(
                "tr1 normal; {clock} turn W spent 1; W spartacus@b2E L10 A3; E leonidas@c2W L{life} A1; idle"
            )
        };
        assert_eq!(next(&text("R2 T2 > W E", 9)), [Next::Later, Next::Now]);
        assert_eq!(next(&text("R2 T2 > E W", 9)), [Next::Later, Next::Later]);
        assert_eq!(next(&text("R4 T2 > E W", 9)), [Next::Never, Next::Never]);
        assert_eq!(next(&text("R4 T2 > E W", 10)), [Next::Later, Next::Later], "a Tie Breaker");
    }

    #[test]
    fn steps_go_around_what_is_in_the_way() {
        let arena = Arena::new(4);
        // a1 to c1 with b1 and b2 taken: by a2, a3, b3, c3, c2.
        let far = steps(&arena, arena.all & !(1 << 1 | 1 << 6), 0);
        assert_eq!((far[2], far[1], far[5]), (6, NO_WAY, 1));
    }
}
