//! Nobody can do better than the table anywhere: every decision is looked at one step ahead by plain code that
//! shares nothing with the solver but its layers.

use std::collections::HashMap;
use std::ops::ControlFlow;

use engine::Source;
use players::fist_fight::arena::Move;
use players::fist_fight::layers::{Decision, Layer, solve_watched};
use players::fist_fight::table::{Placement, Situation, Table};
use players::fist_fight::{Fighter, Named, Stage, Turn};

fn champion(id: &str) -> Fighter {
    let text = include_str!("../../../cards/time-rift/starter.toml").to_owned();
    let (cards, faults) = time_rift::cards::read(&Source { name: "starter.toml".to_owned(), text });
    assert!(faults.is_empty(), "{faults}");
    Fighter::of(cards.iter().find(|card| card.id == id).expect("a card")).expect("a Champion")
}

/// A small pair: Musashi against Boudica with two Life and two Actions each.
fn small(initiatives: [u8; 2], defense: i8) -> [Fighter; 2] {
    let small = |id, initiative, defense| Fighter {
        initiative,
        life: 2,
        agility: 2,
        damage: 1,
        defense,
        ..champion(id)
    };
    [small("miyamoto-musashi", initiatives[0], 0), small("boudica", initiatives[1], defense)]
}

/// Column, row and facing, all from 0; facings clockwise from the north.
type Figure = (i32, i32, i32);

fn figure(stance: usize) -> Figure {
    let n = stance as i32;
    (n / 4 % 4, n / 16, n % 4)
}

fn stance((x, y, facing): Figure) -> usize {
    ((y * 4 + x) * 4 + facing) as usize
}

const AHEAD: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn in_center((x, y, _): Figure) -> bool {
    (x == 1 || x == 2) && (y == 1 || y == 2)
}

/// All figures that can be on a ground.
fn figures(center: bool) -> Vec<Figure> {
    (0..64).map(figure).filter(|&figure| !center || in_center(figure)).collect()
}

/// What an Action can be spent on without dice.
fn steps(own: Figure, other: Figure) -> Vec<Figure> {
    let (x, y, facing) = own;
    let mut steps: Vec<Figure> = (0..4).filter(|&f| f != facing).map(|f| (x, y, f)).collect();
    for (dx, dy) in AHEAD {
        let (x, y) = (x + dx, y + dy);
        if (0..4).contains(&x) && (0..4).contains(&y) && (x, y) != (other.0, other.1) {
            steps.extend((0..4).map(|f| (x, y, f)));
        }
    }
    steps
}

/// The value of the attacker's grid for the other, found by walking.
fn grid(attacker: &Fighter, own: Figure, other: Figure) -> Option<i32> {
    let ahead = AHEAD[own.2 as usize];
    let right = AHEAD[(own.2 as usize + 1) % 4];
    let cell = attacker.grid.iter().find(|&&(to_right, forward, _)| {
        let (to_right, forward) = (i32::from(to_right), i32::from(forward));
        let x = own.0 + to_right * right.0 + forward * ahead.0;
        let y = own.1 + to_right * right.1 + forward * ahead.1;
        (x, y) == (other.0, other.1)
    });
    cell.map(|&(_, _, value)| i32::from(value))
}

/// Chances of no loss, the damage, twice the damage: all throws of five dice, the last settling equal Initiatives.
fn losses(attacker: &Fighter, defender: &Fighter, value: i32) -> [f64; 3] {
    let mut counts = [0_u32; 3];
    for throw in 0..6_u32.pow(5) {
        let die = |n: u32| (throw / 6_u32.pow(n) % 6 + 1) as i32;
        let defense = die(0) + die(1) + i32::from(defender.defense);
        let attack = die(2) + die(3) + value;
        let tie = if attacker.initiative == defender.initiative {
            die(4) >= 4
        } else {
            attacker.initiative > defender.initiative
        };
        let hit = attack > defense || (attack == defense && tie);
        counts[usize::from(hit) + usize::from(hit && die(2) == die(3))] += 1;
    }
    counts.map(|count| f64::from(count) / 7776.0)
}

struct Sweep {
    fighters: [Fighter; 2],
    layers: HashMap<Decision, Layer>,
    table: Table,
    /// What the Tire Fight is worth at each equal Life.
    tire: Vec<f64>,
}

impl Sweep {
    fn new(fighters: [Fighter; 2]) -> Self {
        let mut layers = HashMap::new();
        let table = solve_watched(&fighters, |decision, layer| {
            assert!(layers.insert(decision, layer.clone()).is_none(), "{decision:?} twice");
            ControlFlow::Continue(())
        });
        let mut sweep = Self { fighters, layers, table: table.expect("nobody stopped it"), tire: Vec::new() };
        sweep.tire = (1..=sweep.least()).map(|life| sweep.tire_fight(life)).collect();
        sweep
    }

    fn least(&self) -> u8 {
        self.fighters[0].life.min(self.fighters[1].life)
    }

    fn lives(&self, stage: Stage) -> [u8; 2] {
        match stage {
            Stage::Round(_) => [self.fighters[0].life, self.fighters[1].life],
            _ => [self.least(); 2],
        }
    }

    /// The first-named's chance at the start of a turn.
    fn start(&self, turn: Turn, lives: [u8; 2], at: [Figure; 2]) -> f64 {
        let (own, other) = (turn.mover as usize, 1 - turn.mover as usize);
        let decision = Decision { turn, left: self.fighters[own].agility };
        let value =
            self.layers[&decision].value(lives[own], lives[other], stance(at[own]), stance(at[other]));
        if own == 0 { value } else { 1.0 - value }
    }

    /// The first-named's chance at the start of a stage: who acts first is known, or as likely one as the other.
    fn open(&self, stage: Stage, lives: [u8; 2], at: [Figure; 2]) -> f64 {
        let first = |first| self.start(Turn { stage, first, mover: first }, lives, at);
        let [one, two] = [self.fighters[0].initiative, self.fighters[1].initiative];
        if !matches!(stage, Stage::Round(_)) || one == two {
            f64::midpoint(first(Named::First), first(Named::Second))
        } else if one > two {
            first(Named::First)
        } else {
            first(Named::Second)
        }
    }

    /// The first-named's chance when a turn is over.
    fn end(&self, turn: Turn, lives: [u8; 2], at: [Figure; 2]) -> f64 {
        if turn.mover == turn.first {
            return self.start(Turn { mover: turn.first.other(), ..turn }, lives, at);
        }
        let last = matches!(turn.stage, Stage::Round(4) | Stage::TieBreaker | Stage::Lap(4));
        if last && lives[0] != lives[1] {
            return if lives[0] > lives[1] { 1.0 } else { 0.0 };
        }
        match turn.stage {
            Stage::Round(4) => self.open(Stage::TieBreaker, lives, at),
            Stage::Round(round) => self.open(Stage::Round(round + 1), lives, at),
            Stage::TieBreaker => self.tire[usize::from(lives[0]) - 1],
            Stage::Lap(4) => 0.5,
            Stage::Lap(lap) => self.start(
                Turn { stage: Stage::Lap(lap + 1), first: turn.first, mover: turn.first },
                lives,
                at,
            ),
        }
    }

    /// The better of two chances of the first-named for whoever chooses.
    fn prefer(chooser: usize, one: f64, two: f64) -> f64 {
        if (one > two) == (chooser == 0) { one } else { two }
    }

    /// Both are placed, the slower first, the faster knowing where; equal Initiatives are rolled off.
    fn placed(&self, first: &[Figure], second: &[Figure], value: impl Fn([Figure; 2]) -> f64) -> f64 {
        let by = |placer: usize| {
            let mut best: Option<f64> = None;
            for &one in first {
                let mut answer: Option<f64> = None;
                for &two in second.iter().filter(|two| (two.0, two.1) != (one.0, one.1)) {
                    let value = value(if placer == 0 { [one, two] } else { [two, one] });
                    answer = Some(answer.map_or(value, |known| Self::prefer(1 - placer, known, value)));
                }
                let answer = answer.expect("there is room");
                best = Some(best.map_or(answer, |known| Self::prefer(placer, known, answer)));
            }
            best.expect("there is room")
        };
        let [one, two] = [self.fighters[0].initiative, self.fighters[1].initiative];
        if one == two { f64::midpoint(by(0), by(1)) } else { by(usize::from(two < one)) }
    }

    fn tire_fight(&self, life: u8) -> f64 {
        let center = figures(true);
        self.placed(&center, &center, |at| self.open(Stage::Lap(1), [life; 2], at))
    }

    /// The first-named's chance at the start of everything.
    fn opening(&self) -> f64 {
        let west: Vec<Figure> = (0..4).map(|y| (0, y, 1)).collect();
        let east: Vec<Figure> = (0..4).flat_map(|y| [(2, y, 3), (3, y, 3)]).collect();
        let lives = self.lives(Stage::Round(1));
        self.placed(&west, &east, |at| self.open(Stage::Round(1), lives, at))
    }

    /// Looks one step ahead at every decision; gives how many there were and the largest gap between what is
    /// claimed and the best that can be done.
    fn run(&self) -> (u64, f64) {
        let mut decisions: Vec<&Decision> = self.layers.keys().collect();
        decisions.sort_by_key(|decision| format!("{decision:?}"));
        let (mut count, mut gap) = (0, 0.0_f64);
        for decision in decisions {
            let (states, worst) = self.decision(*decision);
            count += states;
            gap = gap.max(worst);
        }
        (count, gap.max((self.opening() - self.table.value()).abs()))
    }

    fn decision(&self, decision: Decision) -> (u64, f64) {
        let Decision { turn, left } = decision;
        let (own, other) = (turn.mover as usize, 1 - turn.mover as usize);
        let (mover, defender) = (&self.fighters[own], &self.fighters[other]);
        let center = matches!(turn.stage, Stage::Lap(_));
        let (claimed, ground, most) = (&self.layers[&decision], figures(center), self.lives(turn.stage));
        let before = (left > 1).then(|| &self.layers[&Decision { turn, left: left - 1 }]);
        let chances: Vec<(i32, [f64; 3])> =
            (-3..=3).map(|value| (value, losses(mover, defender, value))).collect();
        let (mut count, mut gap) = (0, 0.0_f64);
        for own_life in 1..=most[own] {
            for life in 1..=most[other] {
                for &there in &ground {
                    // What it is worth to the mover to stand somewhere when the turn is over, or after an Action.
                    let done = |here: Figure, life: u8| {
                        let (lives, at) = if own == 0 {
                            ([own_life, life], [here, there])
                        } else {
                            ([life, own_life], [there, here])
                        };
                        let value = self.end(turn, lives, at);
                        if own == 0 { value } else { 1.0 - value }
                    };
                    let after = |here: Figure, life: u8| match before {
                        Some(before) => before.value(own_life, life, stance(here), stance(there)),
                        None => done(here, life),
                    };
                    for &here in ground.iter().filter(|here| (here.0, here.1) != (there.0, there.1)) {
                        let mut best = if left < mover.agility { done(here, life) } else { -1.0 };
                        for step in steps(here, there) {
                            best = best.max(if center && !in_center(step) { 0.0 } else { after(step, life) });
                        }
                        if let Some(value) = grid(mover, here, there) {
                            let (_, chances) =
                                chances.iter().find(|known| known.0 == value).expect("a value");
                            let after = |loss: u8| {
                                if loss >= life { 1.0 } else { after(here, life - loss) }
                            };
                            let [miss, hit, critical] = *chances;
                            let value = miss * after(0)
                                + hit * after(mover.damage)
                                + critical * after(2 * mover.damage);
                            best = best.max(value);
                        }
                        let claim = claimed.value(own_life, life, stance(here), stance(there));
                        gap = gap.max((best - claim).abs());
                        count += 1;
                    }
                }
            }
        }
        (count, gap)
    }

    /// The answers of the table agree with the layers; every `stride`th situation is asked.
    fn ask(&self, stride: u64) {
        let mut number = 0_u64;
        for (decision, layer) in &self.layers {
            let Decision { turn, left } = *decision;
            let (own, other) = (turn.mover as usize, 1 - turn.mover as usize);
            let ground = figures(matches!(turn.stage, Stage::Lap(_)));
            let most = self.lives(turn.stage);
            for own_life in 1..=most[own] {
                for life in 1..=most[other] {
                    for (&here, &there) in
                        ground.iter().flat_map(|here| ground.iter().map(move |there| (here, there)))
                    {
                        number += 1;
                        if (here.0, here.1) == (there.0, there.1) || !number.is_multiple_of(stride) {
                            continue;
                        }
                        let (mut lives, mut stances) = ([0; 2], [0; 2]);
                        (lives[own], lives[other]) = (own_life, life);
                        (stances[own], stances[other]) = (stance(here), stance(there));
                        let spent = self.fighters[own].agility - left;
                        let (stage, order) = (turn.stage, turn.first);
                        let situation =
                            Situation { stage, order, turn: turn.mover, left, spent, stances, lives };
                        situation.check(&self.fighters).expect("it fits");
                        let values = self.table.values(&situation);
                        let attack = usize::from(grid(&self.fighters[own], here, there).is_some());
                        assert_eq!(values.len(), steps(here, there).len() + attack + usize::from(spent > 0));
                        let chances =
                            values.iter().map(|&(_, value)| if own == 0 { value } else { 1.0 - value });
                        let best = chances.fold(f64::NEG_INFINITY, f64::max);
                        let claim = layer.value(own_life, life, stance(here), stance(there));
                        assert!((best - claim).abs() < 1e-7, "{situation:?}: {best} and {claim}");
                    }
                }
            }
        }
        assert!(number > 100 * stride, "something was asked");
    }

    /// Placements for a Tire Fight are worth what the layers say.
    fn ask_placements(&self) {
        let best = |values: &[(Move, f64)], chooser: Named| {
            let values = values.iter().map(|&(_, value)| value);
            values.reduce(|one, two| Self::prefer(chooser as usize, one, two)).expect("there is room")
        };
        let [one, two] = [self.fighters[0].initiative, self.fighters[1].initiative];
        let placers = Named::BOTH.into_iter().filter(|&named| match named {
            Named::First => one <= two,
            Named::Second => two <= one,
        });
        for life in 1..=self.least() {
            let mut worth = Vec::new();
            for placer in placers.clone() {
                let first = Placement { tire: Some(life), placer, other: None };
                first.check(&self.fighters).expect("it fits");
                let values = self.table.placements(&first);
                assert_eq!(values.len(), 16);
                worth.push(best(&values, placer));
                for (one, value) in values {
                    let Move::Place(one) = one else { panic!("{one} is no placement") };
                    let answer = Placement { tire: Some(life), placer: placer.other(), other: Some(one) };
                    let answers = self.table.placements(&answer);
                    assert_eq!(answers.len(), 12);
                    assert!((best(&answers, placer.other()) - value).abs() < 1e-15);
                }
            }
            let mean = worth.iter().sum::<f64>() / worth.len() as f64;
            let wanted = self.tire[usize::from(life) - 1];
            assert!((mean - wanted).abs() < 1e-7 && (self.table.tire_fight(life) - wanted).abs() < 1e-12);
        }
    }
}

fn sweep(fighters: [Fighter; 2]) -> (Sweep, u64) {
    let sweep = Sweep::new(fighters);
    let (count, gap) = sweep.run();
    assert!(gap < 1e-9, "somebody can do better by {gap}");
    sweep.ask_placements();
    (sweep, count)
}

#[test]
fn nobody_can_do_better_in_small_fights() {
    let (f1, count) = sweep(small([5, 3], 1));
    assert!((f1.opening() - 0.497_222_191).abs() < 1e-8, "{}", f1.opening());
    // Rounds, Tie Breaker, Tire Fight: placements, Life, Actions, turns.
    assert_eq!(count, 3840 * 4 * 2 * (8 + 4) + 192 * 4 * 2 * 16);
    f1.ask(997);
    let (f2, count) = sweep(small([4, 4], 0));
    assert!((f2.opening() - 0.445_404_849).abs() < 1e-8, "{}", f2.opening());
    assert_eq!(count, 3840 * 4 * 2 * (16 + 4) + 192 * 4 * 2 * 16);
    f2.ask(997);
}

/// Everything differs between these two, and whoever has one Action must spend it (TR-R28).
#[test]
fn nobody_can_do_better_in_an_uneven_fight() {
    let [musashi, boudica] = small([5, 7], -1);
    let fighters = [Fighter { life: 3, agility: 1, ..musashi }, Fighter { agility: 3, damage: 2, ..boudica }];
    let (uneven, count) = sweep(fighters);
    // Rounds, Tie Breaker, Tire Fight: placements, Life, Actions of both, turns of each.
    assert_eq!(count, 3840 * 6 * 4 * 4 + 3840 * 4 * 4 * 2 + 192 * 4 * 4 * 8);
    uneven.ask(997);
}

/// The whole table of the first reference game, every placement and Life.
#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_nobody_can_do_better_than_the_table() {
    let (table, count) = sweep([champion("spartacus"), champion("miyamoto-musashi")]);
    assert!((table.opening() - 0.489_954_537).abs() < 1e-8, "{}", table.opening());
    assert!((table.tire[0] - 0.462_664_133).abs() < 1e-8, "{}", table.tire[0]);
    assert_eq!(count, 9_830_400 + 3840 * 64 * 4 * 4 + 786_432);
    table.ask(1009);
}
