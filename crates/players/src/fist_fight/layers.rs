//! Backward induction: what every decision of a pair is worth.
//!
//! A layer holds, for every Life of both and every placement, how likely whoever is to move wins. Quarter turns
//! of the Arena change no value, so only placements in which the other faces north are held: 64 stances of the
//! mover, in rows of the 16 spaces of the other.

use std::ops::ControlFlow;

use super::arena::{EAST, SPACES, STANCES, Stance, WEST, is_center, neighbours, space, turned};
use super::table::Table;
use super::{Fighter, LAPS, Named, Odds, ROUNDS, Stage, Turn, compare};

/// The values of a stance of the mover, by the space of the other.
type Row = [f64; SPACES];

/// Worse than anything that can happen: where both would stand on one space, or off the ground.
const NEVER: f64 = f64::NEG_INFINITY;

/// How likely whoever is to move wins, for each Life of both and each placement.
#[derive(Clone)]
pub struct Layer {
    lives: [usize; 2],
    /// By own Life, the other's Life, own stance.
    rows: Vec<Row>,
}

/// Turns the Arena until the other faces north: own stance, the other's space.
pub(crate) fn northward(stance: Stance, there: Stance) -> (Stance, usize) {
    let quarters = 4 - there % 4;
    (turned(stance, quarters), space(turned(there, quarters)))
}

impl Layer {
    fn new(lives: [u8; 2], value: impl Fn(u8, u8, Stance, Stance) -> f64) -> Self {
        let mut rows = Vec::with_capacity(usize::from(lives[0]) * usize::from(lives[1]) * STANCES);
        for own in 1..=lives[0] {
            for other in 1..=lives[1] {
                rows.extend((0..STANCES).map(|stance| -> Row {
                    std::array::from_fn(|there| {
                        if there == space(stance) { NEVER } else { value(own, other, stance, there * 4) }
                    })
                }));
            }
        }
        Self { lives: lives.map(usize::from), rows }
    }

    fn start_of(&self, own: usize, other: usize) -> usize {
        ((own - 1) * self.lives[1] + other - 1) * STANCES
    }

    fn block(&self, own: usize, other: usize) -> &[Row] {
        &self.rows[self.start_of(own, other)..][..STANCES]
    }

    /// How likely whoever is to move wins.
    pub fn value(&self, own: u8, other: u8, stance: Stance, there: Stance) -> f64 {
        let (stance, there) = northward(stance, there);
        self.block(own.into(), other.into())[stance][there]
    }

    /// The most Life of whoever is to move, and of the other.
    pub fn lives(&self) -> [u8; 2] {
        self.lives.map(|life| life as u8)
    }

    /// The same seen by the other, who is to move then.
    #[must_use]
    fn for_other(&self) -> Self {
        let [own, other] = self.lives();
        Self::new([other, own], |own, other, stance, there| 1.0 - self.value(other, own, there, stance))
    }

    /// This layer for the first-named, or the same for the other.
    #[must_use]
    fn seen_by(self, named: Named) -> Self {
        match named {
            Named::First => self,
            Named::Second => self.for_other(),
        }
    }

    /// What it is worth when each of two layers is as likely.
    #[must_use]
    fn mean(mut self, other: &Self) -> Self {
        for (value, &other) in self.rows.as_flattened_mut().iter_mut().zip(other.rows.as_flattened()) {
            *value = f64::midpoint(*value, other);
        }
        self
    }
}

/// A point of a turn at which something is decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// The turn.
    pub turn: Turn,
    /// Actions left to whoever moves.
    pub left: u8,
}

/// How many layers of decisions a pair has; [`solve_watched`] shows as many.
pub fn decisions(fighters: &[Fighter; 2]) -> usize {
    let agility = |turn: Turn| usize::from(fighters[turn.mover as usize].agility);
    Turn::all(fighters).into_iter().map(agility).sum()
}

/// Solves a pair. Rules: TR-R7 to TR-R12, TR-R112 to TR-R117, TR-R120.
pub fn solve(fighters: &[Fighter; 2]) -> Table {
    solve_watched(fighters, |_, _| ControlFlow::Continue(())).expect("nobody stops it")
}

/// Solves a pair and shows every layer of decisions once, from the end to the start, each for its mover. The
/// watcher may stop it; there is no table then.
pub fn solve_watched(
    fighters: &[Fighter; 2],
    mut watch: impl FnMut(Decision, &Layer) -> ControlFlow<()>,
) -> Option<Table> {
    let table = Table::blank(fighters.clone());
    match (Solver { fighters, table, watch: &mut watch }.fight()) {
        ControlFlow::Continue(table) => Some(table),
        ControlFlow::Break(()) => None,
    }
}

struct Solver<'a> {
    fighters: &'a [Fighter; 2],
    table: Table,
    watch: &'a mut dyn FnMut(Decision, &Layer) -> ControlFlow<()>,
}

impl Solver<'_> {
    fn fight(mut self) -> ControlFlow<(), Table> {
        self.table.tire = self.tire_fight()?;
        // The Tie Breaker starts with equal Life, and its order is rolled.
        let end = Layer::new(Stage::TieBreaker.lives(self.fighters), |own, other, _, _| {
            compare(own, other, || self.table.tire[usize::from(own) - 1])
        });
        let tie_breaker = self.stage(Stage::TieBreaker, &end)?;
        let mut end = Layer::new(Stage::Round(1).lives(self.fighters), |own, other, stance, there| {
            compare(own, other, || tie_breaker.value(own, other, stance, there))
        });
        for round in (1..=ROUNDS).rev() {
            end = self.stage(Stage::Round(round), &end)?;
        }
        self.table.openings = Named::slower(self.fighters).iter().map(|&one| openings(one, &end)).collect();
        ControlFlow::Continue(self.table)
    }

    /// A stage from its end to its start, before its order is known, both for the first-named.
    fn stage(&mut self, stage: Stage, end: &Layer) -> ControlFlow<(), Layer> {
        let mut start: Option<Layer> = None;
        for &first in stage.orders(self.fighters) {
            let one = self.round(stage, first, end)?;
            start = Some(start.map_or_else(|| one.clone(), |other| other.mean(&one)));
        }
        ControlFlow::Continue(start.expect("somebody acts first"))
    }

    /// Both turns of a stage, from its end to its start, both for the first-named.
    fn round(&mut self, stage: Stage, first: Named, end: &Layer) -> ControlFlow<(), Layer> {
        let last = Turn { stage, first, mover: first.other() };
        let middle = self.turn(last, &end.clone().seen_by(last.mover))?.for_other();
        let start = self.turn(Turn { mover: first, ..last }, &middle)?;
        ControlFlow::Continue(start.seen_by(first))
    }

    /// One turn: from what each end of it is worth to what its start is worth, for whoever moves. Rules: TR-R28,
    /// TR-R29, TR-R31.
    fn turn(&mut self, turn: Turn, end: &Layer) -> ControlFlow<(), Layer> {
        let (mover, other) =
            (&self.fighters[turn.mover as usize], &self.fighters[turn.mover.other() as usize]);
        let ground = Ground::of(turn.stage);
        let strikes = strikes(mover, other, &ground);
        let mut now = Layer { lives: end.lives, rows: vec![[NEVER; SPACES]; end.rows.len()] };
        let mut after = end.clone();
        for left in 1..=mover.agility {
            for own in 1..=end.lives[0] {
                for life in 1..=end.lives[1] {
                    let start = now.start_of(own, life);
                    let rows = &mut now.rows[start..start + STANCES];
                    // Whoever has spent something may end the turn.
                    let stop = (left < mover.agility).then(|| end.block(own, life));
                    ground.move_about(rows, after.block(own, life), stop);
                    for strike in &strikes {
                        let then = |loss: u8| match life.checked_sub(loss.into()) {
                            None | Some(0) => 1.0,
                            Some(life) => after.block(own, life)[strike.stance][strike.target],
                        };
                        let [miss, hit, critical] = strike.chances;
                        let value =
                            miss * then(0) + hit * then(mover.damage) + critical * then(2 * mover.damage);
                        let best = &mut rows[strike.stance][strike.target];
                        *best = larger(*best, value);
                    }
                }
            }
            (self.watch)(Decision { turn, left }, &now)?;
            std::mem::swap(&mut now, &mut after);
        }
        self.table.keep(turn, &after);
        ControlFlow::Continue(after)
    }

    /// What a Tire Fight is worth to the first-named at each equal Life: the order is rolled once, whoever has the
    /// lower Initiative is placed first. Rules: TR-R115, TR-R116.
    fn tire_fight(&mut self) -> ControlFlow<(), Vec<f64>> {
        let lives = Stage::Lap(1).lives(self.fighters);
        let draw = Layer::new(lives, |own, other, _, _| compare(own, other, || 0.5));
        let mut starts = [draw.clone(), draw];
        for (first, layer) in Named::BOTH.into_iter().zip(&mut starts) {
            for lap in (1..=LAPS).rev() {
                *layer = self.round(Stage::Lap(lap), first, layer)?;
            }
        }
        let [start, other] = starts;
        let start = start.mean(&other);
        let center: Vec<Stance> = (0..STANCES).filter(|&stance| is_center(space(stance))).collect();
        let value = |life: u8, placer: Named| {
            best(placer, center.iter().copied(), |one| {
                let free = center.iter().copied().filter(|&two| space(two) != space(one));
                best(placer.other(), free, |two| {
                    let [own, there] = if placer == Named::First { [one, two] } else { [two, one] };
                    start.value(life, life, own, there)
                })
            })
        };
        let placers = Named::slower(self.fighters);
        let mean =
            |life| placers.iter().map(|&placer| value(life, placer)).sum::<f64>() / placers.len() as f64;
        ControlFlow::Continue((1..=lives[0]).map(mean).collect())
    }
}

/// What the first-named has of each placement in the West and each answer in the East.
pub type Openings = [[f64; EASTERN.len()]; WESTERN.len()];

fn openings(placer: Named, start: &Layer) -> Openings {
    let [first, second] = start.lives();
    WESTERN.map(|one| {
        EASTERN.map(|two| {
            let [own, there] = if placer == Named::First { [one, two] } else { [two, one] };
            start.value(first, second, own, there)
        })
    })
}

/// Where whoever is placed first can be put: the western Starting Row. Rules: TR-R7, TR-R9, TR-R10.
pub const WESTERN: [Stance; 4] = {
    let mut stances = [0; 4];
    let mut row = 0;
    while row < 4 {
        stances[row] = row * 16 + EAST;
        row += 1;
    }
    stances
};

/// Where the last can be put: the eastern half. Rules: TR-R8.
pub const EASTERN: [Stance; 8] = {
    let mut stances = [0; 8];
    let mut i = 0;
    while i < 8 {
        stances[i] = (i / 2 * 4 + 2 + i % 2) * 4 + WEST;
        i += 1;
    }
    stances
};

/// The best of these for whoever chooses, as chances of the first-named.
pub(crate) fn best(
    chooser: Named,
    stances: impl Iterator<Item = Stance>,
    value: impl Fn(Stance) -> f64,
) -> f64 {
    let values = stances.map(value);
    match chooser {
        Named::First => values.fold(f64::NEG_INFINITY, f64::max),
        Named::Second => values.fold(f64::INFINITY, f64::min),
    }
}

/// Where a turn is fought: everywhere, or on the four center spaces; whoever leaves those has lost, so nobody
/// does. Rules: TR-R117.
struct Ground {
    spaces: Vec<usize>,
    /// For each space of the ground, those that can be entered from there.
    ways: Vec<Vec<usize>>,
}

impl Ground {
    fn of(stage: Stage) -> Self {
        let open = |space: &usize| !matches!(stage, Stage::Lap(_)) || is_center(*space);
        let spaces: Vec<usize> = (0..SPACES).filter(open).collect();
        let ways = spaces.iter().map(|&space| neighbours(space).filter(open).collect()).collect();
        Self { spaces, ways }
    }

    /// The best that can be had by moving, rotating or stopping, with what all is worth after that.
    fn move_about(&self, rows: &mut [Row], after: &[Row], stop: Option<&[Row]>) {
        // The best that a maneuver into a space can lead to.
        let mut into = [[NEVER; SPACES]; SPACES];
        for &space in &self.spaces {
            for facing in 0..4 {
                raise(&mut into[space], &after[space * 4 + facing]);
            }
        }
        for (&space, ways) in self.spaces.iter().zip(&self.ways) {
            let mut moved = [NEVER; SPACES];
            for &way in ways {
                raise(&mut moved, &into[way]);
            }
            for stance in space * 4..space * 4 + 4 {
                let mut row = moved;
                if let Some(stop) = stop {
                    raise(&mut row, &stop[stance]);
                }
                for turned in (space * 4..space * 4 + 4).filter(|&turned| turned != stance) {
                    raise(&mut row, &after[turned]);
                }
                row[space] = NEVER;
                rows[stance] = row;
            }
        }
    }
}

/// One processor instruction, unlike `f64::max`: there is no NaN here.
fn larger(one: f64, other: f64) -> f64 {
    if other > one { other } else { one }
}

fn raise(row: &mut Row, values: &Row) {
    for (best, &value) in row.iter_mut().zip(values) {
        *best = larger(*best, value);
    }
}

/// An attack that is possible.
struct Strike {
    stance: Stance,
    target: usize,
    chances: [f64; 3],
}

fn strikes(mover: &Fighter, other: &Fighter, ground: &Ground) -> Vec<Strike> {
    let mut strikes = Vec::new();
    for stance in ground.spaces.iter().flat_map(|space| space * 4..space * 4 + 4) {
        for &target in ground.spaces.iter().filter(|&&target| target != space(stance)) {
            if let Some(value) = mover.value(stance, target) {
                strikes.push(Strike { stance, target, chances: Odds::new(mover, other, value).chances() });
            }
        }
    }
    strikes
}

#[cfg(test)]
mod tests {
    use super::super::fixtures;
    use super::*;

    #[test]
    fn small_fights() {
        let value = solve(&fixtures::f1()).value();
        assert!((value - 0.497_222_191).abs() < 1e-8, "F1 {value}");
        let value = solve(&fixtures::f2()).value();
        assert!((value - 0.445_404_849).abs() < 1e-8, "F2 {value}");
        // The plain implementation is asked for this one in every run of its tests.
        let short = fixtures::f1().map(|fighter| Fighter { life: 1, agility: 1, ..fighter });
        let value = solve(&short).value();
        assert!((value - 0.637_182_477).abs() < 1e-8, "F1 with one Life and one Action {value}");
    }

    #[test]
    fn spartacus_and_musashi() {
        let table = solve(&fixtures::spartacus_and_musashi());
        assert!((table.tire_fight(1) - 0.462_664_133).abs() < 1e-8, "tire {}", table.tire_fight(1));
        assert!((table.value() - 0.489_954_537).abs() < 1e-8, "{}", table.value());
    }

    /// A fight seen from the other side is the same fight.
    #[test]
    fn names_change_nothing() {
        for [one, two] in [fixtures::f1(), fixtures::f2()] {
            let (here, there) = (solve(&[one.clone(), two.clone()]), solve(&[two, one]));
            assert!((here.value() + there.value() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn every_decision_is_shown_until_somebody_stops_it() {
        let fighters = fixtures::f2();
        let mut shown = Vec::new();
        let mut watch = |decision, _: &Layer| {
            assert!(!shown.contains(&decision), "{decision:?}");
            shown.push(decision);
            ControlFlow::Continue(())
        };
        assert!(solve_watched(&fighters, &mut watch).is_some());
        assert_eq!(shown.len(), decisions(&fighters));
        let mut count = 0;
        let stopped = solve_watched(&fighters, |_, _| {
            count += 1;
            if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(stopped.is_none() && count == 3);
    }
}
