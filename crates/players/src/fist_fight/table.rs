//! A solved pair, small enough to keep: what the start of every turn is worth. What happens inside a turn is
//! worked out again from there, plainly, when somebody asks.

use engine::{Fault, Place};

use super::arena::{Move, STANCES, Stance, is_center, neighbours, space};
use super::layers::{EASTERN, Layer, Openings, WESTERN, best, northward};
use super::{Fighter, LAPS, Named, Odds, ROUNDS, Stage, Turn, compare};

/// A fighter about to spend an Action or to end its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Situation {
    /// When.
    pub stage: Stage,
    /// Who acts first in that stage.
    pub order: Named,
    /// Whose turn it is.
    pub turn: Named,
    /// Actions left to whoever's turn it is.
    pub left: u8,
    /// Actions spent in this turn.
    pub spent: u8,
    /// Where both stand.
    pub stances: [Stance; 2],
    /// Life of both.
    pub lives: [u8; 2],
}

/// A fighter about to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// In Round Zero, or for a Tire Fight at this Life of both.
    pub tire: Option<u8>,
    /// Who is about to be placed.
    pub placer: Named,
    /// Where the other stands, if that one was placed before.
    pub other: Option<Stance>,
}

/// A solved pair. All values are chances of the first-named.
pub struct Table {
    pub(crate) fighters: [Fighter; 2],
    /// By who is placed first: each placement in the West and each answer in the East, exactly.
    pub(crate) openings: Vec<Openings>,
    /// What the Tire Fight is worth when it is entered at each equal Life, from 1, exactly.
    pub(crate) tire: Vec<f64>,
    /// What the start of each turn is worth to whoever moves, in the order of [`Turn::all`].
    pub(crate) starts: Vec<(Turn, Vec<f32>)>,
}

/// Center spaces, in order.
const CENTER: [usize; 4] = [5, 6, 9, 10];

/// How many placements a layer keeps: those of a [`Layer`], or of them the ones on center spaces.
fn placements(stage: Stage) -> usize {
    if matches!(stage, Stage::Lap(_)) { 16 * 4 } else { STANCES * 16 }
}

/// The number of a placement among those.
fn placement(stage: Stage, stance: Stance, there: Stance) -> usize {
    let (stance, there) = northward(stance, there);
    let center = |space: usize| CENTER.iter().position(|&known| known == space).expect("a center space");
    match stage {
        Stage::Lap(_) => (center(space(stance)) * 4 + stance % 4) * 4 + center(there),
        _ => stance * 16 + there,
    }
}

impl Table {
    pub(crate) fn blank(fighters: [Fighter; 2]) -> Self {
        for fighter in &fighters {
            assert!(fighter.life >= 1 && fighter.agility >= 1, "somebody who can fight");
        }
        let size = |turn: &Turn| {
            let lives = turn.stage.lives(&fighters).map(usize::from);
            lives[0] * lives[1] * placements(turn.stage)
        };
        let starts = Turn::all(&fighters).into_iter().map(|turn| (turn, vec![0.0; size(&turn)])).collect();
        Self { fighters, openings: Vec::new(), tire: Vec::new(), starts }
    }

    /// Keeps what the start of a turn is worth to its mover.
    pub(crate) fn keep(&mut self, turn: Turn, layer: &Layer) {
        let [own_lives, other_lives] = layer.lives();
        let stance_fits = |stance: &Stance| !matches!(turn.stage, Stage::Lap(_)) || is_center(space(*stance));
        let stances: Vec<Stance> = (0..STANCES).filter(stance_fits).collect();
        let northern: Vec<Stance> = stances.iter().copied().filter(|stance| stance % 4 == 0).collect();
        let (_, kept) = self.starts.iter_mut().find(|(known, _)| *known == turn).expect("a turn of the pair");
        let mut block = 0;
        for own in 1..=own_lives {
            for other in 1..=other_lives {
                for &stance in &stances {
                    for &there in northern.iter().filter(|&&there| space(there) != space(stance)) {
                        let value = layer.value(own, other, stance, there);
                        kept[block + placement(turn.stage, stance, there)] = value as f32;
                    }
                }
                block += placements(turn.stage);
            }
        }
    }

    /// The fighters, in the order in which they were named.
    pub fn fighters(&self) -> &[Fighter; 2] {
        &self.fighters
    }

    /// How likely the first-named wins before anybody is placed, exactly.
    pub fn value(&self) -> f64 {
        let placers = Named::slower(&self.fighters);
        let value = |&placer: &Named| best(placer, WESTERN.into_iter(), |one| self.answered(placer, one));
        placers.iter().map(value).sum::<f64>() / placers.len() as f64
    }

    /// What a Tire Fight is worth that is entered with this Life, exactly.
    pub fn tire_fight(&self, life: u8) -> f64 {
        self.tire[usize::from(life) - 1]
    }

    fn opening(&self, placer: Named) -> &Openings {
        let placers = Named::slower(&self.fighters);
        &self.openings[placers.iter().position(|&known| known == placer).expect("is placed first")]
    }

    /// A placement in the West with the best answer.
    fn answered(&self, placer: Named, one: Stance) -> f64 {
        let row = WESTERN.iter().position(|&known| known == one).expect("a western space");
        best(placer.other(), 0..EASTERN.len(), |answer| self.opening(placer)[row][answer])
    }

    /// The value of every way to be placed, for the first-named. The placement must fit.
    pub fn placements(&self, asked: &Placement) -> Vec<(Move, f64)> {
        let Placement { tire, placer, other } = *asked;
        let values: Vec<(Stance, f64)> = match (tire, other) {
            (None, None) => WESTERN.map(|one| (one, self.answered(placer, one))).to_vec(),
            (None, Some(one)) => {
                let row = WESTERN.iter().position(|&known| known == one).expect("a western space");
                EASTERN.into_iter().zip(self.opening(placer.other())[row]).collect()
            }
            (Some(life), None) => center().map(|one| (one, self.tire_answered(life, placer, one))).collect(),
            (Some(life), Some(one)) => {
                let free = center().filter(|&two| space(two) != space(one));
                free.map(|two| (two, self.tire_start(life, placer, two, one))).collect()
            }
        };
        values.into_iter().map(|(stance, value)| (Move::Place(stance), value)).collect()
    }

    fn tire_answered(&self, life: u8, placer: Named, one: Stance) -> f64 {
        let free = center().filter(|&two| space(two) != space(one));
        best(placer.other(), free, |two| self.tire_start(life, placer, one, two))
    }

    fn tire_start(&self, life: u8, placer: Named, own: Stance, there: Stance) -> f64 {
        let stances = if placer == Named::First { [own, there] } else { [there, own] };
        self.open(Stage::Lap(1), [life; 2], stances)
    }

    /// The start of a stage, before its order is known.
    fn open(&self, stage: Stage, lives: [u8; 2], stances: [Stance; 2]) -> f64 {
        let orders = stage.orders(&self.fighters);
        let start = |&first: &Named| self.start(Turn { stage, first, mover: first }, lives, stances);
        orders.iter().map(start).sum::<f64>() / orders.len() as f64
    }

    /// The start of a turn.
    pub fn start(&self, turn: Turn, lives: [u8; 2], stances: [Stance; 2]) -> f64 {
        let (own, other) = (turn.mover as usize, turn.mover.other() as usize);
        let most = usize::from(turn.stage.lives(&self.fighters)[other]);
        let block = (usize::from(lives[own]) - 1) * most + usize::from(lives[other]) - 1;
        let index = block * placements(turn.stage) + placement(turn.stage, stances[own], stances[other]);
        let (_, kept) = self.starts.iter().find(|(known, _)| *known == turn).expect("a turn of the pair");
        turn.mover.of(f64::from(kept[index]))
    }

    /// The end of a turn.
    fn end(&self, turn: Turn, lives: [u8; 2], stances: [Stance; 2]) -> f64 {
        let Turn { stage, first, mover } = turn;
        if mover == first {
            return self.start(Turn { mover: first.other(), ..turn }, lives, stances);
        }
        match stage {
            Stage::Round(ROUNDS) => {
                compare(lives[0], lives[1], || self.open(Stage::TieBreaker, lives, stances))
            }
            Stage::Round(round) => self.open(Stage::Round(round + 1), lives, stances),
            Stage::TieBreaker => compare(lives[0], lives[1], || self.tire_fight(lives[0])),
            Stage::Lap(LAPS) => compare(lives[0], lives[1], || 0.5),
            // The order is rolled once for the whole Tire Fight.
            Stage::Lap(lap) => {
                self.start(Turn { stage: Stage::Lap(lap + 1), first, mover: first }, lives, stances)
            }
        }
    }

    /// The value of every legal move, for the first-named. The situation must fit. Rules: TR-R28 to TR-R31,
    /// TR-R117.
    pub fn values(&self, situation: &Situation) -> Vec<(Move, f64)> {
        let &Situation { stage, order, turn: mover, left, spent, stances, lives } = situation;
        let (own, other) = (mover as usize, mover.other() as usize);
        let inside = Inside { fighters: &self.fighters, mover, stage, target: space(stances[other]) };
        let ways: Vec<Vec<Way>> = (0..STANCES).map(|stance| inside.ways(stance)).collect();
        let life = usize::from(lives[other]);
        // What each stance is worth to the mover, by Life of the other.
        let mut end = vec![[1.0; STANCES]; life + 1];
        for (life, end) in end.iter_mut().enumerate().skip(1) {
            for stance in (0..STANCES).filter(|&stance| inside.holds(stance)) {
                let (mut then, mut there) = (lives, stances);
                (then[other], there[own]) = (life as u8, stance);
                let value = self.end(Turn { stage, first: order, mover }, then, there);
                end[stance] = mover.of(value);
            }
        }
        let mut after = end.clone();
        for _ in 1..left {
            let mut now = end.clone();
            for (life, now) in now.iter_mut().enumerate().skip(1) {
                for (best, ways) in now.iter_mut().zip(&ways) {
                    *best = ways.iter().map(|way| inside.worth(way, life, &after)).fold(*best, f64::max);
                }
            }
            after = now;
        }
        let here = stances[own];
        let end = (spent > 0).then_some((Move::End, end[life][here]));
        let values = ways[here].iter().map(|way| (way.what, inside.worth(way, life, &after)));
        values.chain(end).map(|(what, value)| (what, mover.of(value))).collect()
    }

    /// The odds of the base attack that a situation allows, with the value of the grid.
    pub fn odds(&self, situation: &Situation) -> Option<(i8, Odds)> {
        let (own, other) = (situation.turn as usize, situation.turn.other() as usize);
        let (attacker, defender) = (&self.fighters[own], &self.fighters[other]);
        let value = attacker.value(situation.stances[own], space(situation.stances[other]))?;
        Some((value, Odds::new(attacker, defender, value)))
    }
}

fn center() -> impl Iterator<Item = Stance> {
    CENTER.into_iter().flat_map(|space| space * 4..space * 4 + 4)
}

/// A turn seen from inside: the other stands still.
struct Inside<'a> {
    fighters: &'a [Fighter; 2],
    mover: Named,
    stage: Stage,
    target: usize,
}

/// What an Action can be spent on.
struct Way {
    what: Move,
    /// Where the mover is then.
    to: Stance,
    /// The chances that the other loses nothing, the damage, or twice the damage.
    chances: [f64; 3],
}

impl Inside<'_> {
    /// Whether the mover can be there and still be in the fight.
    fn holds(&self, stance: Stance) -> bool {
        space(stance) != self.target && !self.is_out(stance)
    }

    /// Whoever leaves the center in a Tire Fight has lost. Rules: TR-R117.
    fn is_out(&self, stance: Stance) -> bool {
        matches!(self.stage, Stage::Lap(_)) && !is_center(space(stance))
    }

    /// Everything an Action can be spent on in a stance: an attack, rotations, maneuvers.
    fn ways(&self, stance: Stance) -> Vec<Way> {
        if !self.holds(stance) {
            return Vec::new();
        }
        let (attacker, defender) =
            (&self.fighters[self.mover as usize], &self.fighters[self.mover.other() as usize]);
        let attack = attacker.value(stance, self.target).map(|value| Way {
            what: Move::Attack(self.target),
            to: stance,
            chances: Odds::new(attacker, defender, value).chances(),
        });
        let here = space(stance);
        let facings = |space: usize| space * 4..space * 4 + 4;
        let sure = |what, to| Way { what, to, chances: [1.0, 0.0, 0.0] };
        let turns = facings(here).filter(|&to| to != stance).map(|to| sure(Move::Rotate(to), to));
        let steps = neighbours(here).filter(|&next| next != self.target).flat_map(facings);
        let steps = steps.map(|to| sure(Move::Maneuver(here, to), to));
        attack.into_iter().chain(turns).chain(steps).collect()
    }

    /// What a way is worth to the mover, with what all is worth after it.
    fn worth(&self, way: &Way, life: usize, after: &[[f64; STANCES]]) -> f64 {
        if self.is_out(way.to) {
            return 0.0;
        }
        let damage = usize::from(self.fighters[self.mover as usize].damage);
        let then = |loss: usize| after[life.saturating_sub(loss)][way.to];
        let [miss, hit, critical] = way.chances;
        miss * then(0) + hit * then(damage) + critical * then(2 * damage)
    }
}

fn misfit(what: impl Into<String>, remedy: impl Into<String>) -> Fault {
    Fault::new(what, remedy).at(Place::Part("position"))
}

impl Situation {
    /// Whether it can be looked up in the table of these fighters, or why not.
    pub fn check(&self, fighters: &[Fighter; 2]) -> Result<(), Fault> {
        let &Self { stage, order, turn, left, spent, stances, lives } = self;
        let (Stage::Round(1..=ROUNDS) | Stage::TieBreaker | Stage::Lap(1..=LAPS)) = stage else {
            return Err(misfit("there is no such stage", "the stages are R1 to R4, RT and RX1 to RX4"));
        };
        if space(stances[0]) == space(stances[1]) {
            return Err(misfit("both stand on one space", "move one of them"));
        }
        if matches!(stage, Stage::Lap(_)) && !stances.iter().all(|&stance| is_center(space(stance))) {
            return Err(misfit(
                "a Tire Fight is fought on the center (TR-R117)",
                "let both stand on b2, c2, b3 or c3",
            ));
        }
        for (life, most) in lives.into_iter().zip(stage.lives(fighters)) {
            if life == 0 {
                return Err(misfit("whoever has no Life is defeated", "give both at least L1"));
            }
            if life > most {
                let why = if matches!(stage, Stage::Round(_)) {
                    "more than is printed"
                } else {
                    "more than both can have when they are tied"
                };
                return Err(misfit(format!("{life} Life is {why}"), format!("give at most L{most}")));
            }
        }
        if !stage.orders(fighters).contains(&order) {
            return Err(misfit(
                "whoever has the higher Champion Initiative acts first in the rounds (TR-R120)",
                "name the seats after `>` in that order",
            ));
        }
        let agility = fighters[turn as usize].agility;
        if left == 0 {
            return Err(misfit("the turn is over: no Actions are left", "give the next turn"));
        }
        if left.checked_add(spent) != Some(agility) {
            return Err(misfit(
                format!("{left} Actions left and {spent} spent do not make the Agility of {agility}"),
                format!("what is left (A) and what was spent must add up to {agility}"),
            ));
        }
        Ok(())
    }
}

impl Placement {
    /// Whether it can be looked up in the table of these fighters, or why not.
    pub fn check(&self, fighters: &[Fighter; 2]) -> Result<(), Fault> {
        let one = if self.other.is_none() { self.placer } else { self.placer.other() };
        if !Named::slower(fighters).contains(&one) {
            return Err(misfit(
                "whoever has the lower Champion Initiative is placed first (TR-R115, TR-SETUP-7)",
                "let that one choose, or stand there already",
            ));
        }
        match (self.tire, self.other) {
            (None, Some(one)) if !WESTERN.contains(&one) => Err(misfit(
                "the first is placed in the western Starting Row, facing east (TR-R7, TR-R9)",
                "write a1E, a2E, a3E or a4E",
            )),
            (Some(_), Some(one)) if !is_center(space(one)) => Err(misfit(
                "the first is placed on the center (TR-R115)",
                "write b2, c2, b3 or c3 and a facing",
            )),
            (Some(life), _) if !(1..=Stage::Lap(1).lives(fighters)[0]).contains(&life) => Err(misfit(
                format!("no Tire Fight begins at {life} Life"),
                format!("give L1 to L{}", Stage::Lap(1).lives(fighters)[0]),
            )),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::arena::read_stance;
    use super::super::fixtures;
    use super::super::layers::solve;
    use super::*;

    fn at(text: &str) -> Stance {
        read_stance(text).expect("a stance")
    }

    fn start() -> Situation {
        Situation {
            stage: Stage::Round(1),
            order: Named::Second,
            turn: Named::Second,
            left: 4,
            spent: 0,
            stances: [at("a2E"), at("c2W")],
            lives: [10, 8],
        }
    }

    /// Musashi to act after the best placement: its best move is worth what the whole fight is.
    #[test]
    fn the_first_turn_is_worth_the_fight() {
        let table = solve(&fixtures::spartacus_and_musashi());
        start().check(table.fighters()).expect("it fits");
        let values = table.values(&start());
        assert_eq!(values.len(), 3 + 16);
        let best = values.iter().map(|&(_, value)| value).fold(f64::INFINITY, f64::min);
        assert!((best - table.value()).abs() < 1e-7, "{best}");
        // With an Action spent the turn can be ended.
        let later = Situation { left: 3, spent: 1, ..start() };
        assert_eq!(table.values(&later).last().map(|&(what, _)| what), Some(Move::End));
        // Whoever leaves the center has lost, and may.
        let stances = [at("b2E"), at("c2W")];
        let lap = Situation { stage: Stage::Lap(4), stances, lives: [1, 1], ..start() };
        let values = table.values(&lap);
        let lost =
            values.iter().filter(|(what, _)| matches!(what, Move::Maneuver(_, to) if !is_center(space(*to))));
        assert_eq!(lost.clone().count(), 8);
        assert!(lost.clone().all(|&(_, value)| value > 1.0 - 1e-15), "Musashi leaves");
        assert_eq!(table.odds(&lap).map(|(value, odds)| (value, odds.hits, odds.of)), Some((1, 861, 1296)));
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let fighters = fixtures::spartacus_and_musashi();
        let told =
            |situation: Situation| situation.check(&fighters).expect_err("it does not fit").to_string();
        for (situation, words) in [
            (Situation { stage: Stage::Round(5), ..start() }, "there is no such stage"),
            (Situation { stage: Stage::Lap(0), ..start() }, "there is no such stage"),
            (Situation { stances: [at("a2E"), at("a2W")], ..start() }, "both stand on one space"),
            (Situation { stage: Stage::Lap(1), lives: [8, 8], ..start() }, "on the center"),
            (Situation { lives: [0, 8], ..start() }, "no Life"),
            (Situation { lives: [11, 8], ..start() }, "give at most L10"),
            (
                Situation { stage: Stage::TieBreaker, lives: [9, 8], ..start() },
                "when they are tied; give at most L8",
            ),
            (Situation { order: Named::First, ..start() }, "higher Champion Initiative"),
            (Situation { left: 0, spent: 4, ..start() }, "the turn is over"),
            (Situation { spent: 1, ..start() }, "add up to 4"),
            (Situation { left: 255, spent: 255, ..start() }, "add up to 4"),
        ] {
            assert!(told(situation).contains(words), "{words}: {}", told(situation));
        }
        let placement = Placement { tire: None, placer: Named::First, other: None };
        placement.check(&fighters).expect("Spartacus is placed first");
        let told =
            |placement: Placement| placement.check(&fighters).expect_err("it does not fit").to_string();
        for (placement, words) in [
            (Placement { placer: Named::Second, ..placement }, "the lower Champion Initiative"),
            (Placement { other: Some(at("a2E")), ..placement }, "the lower Champion Initiative"),
            (Placement { placer: Named::Second, other: Some(at("b2E")), ..placement }, "Starting Row"),
            (Placement { placer: Named::Second, other: Some(at("a2E")), tire: Some(3) }, "on the center"),
            (Placement { tire: Some(9), ..placement }, "no Tire Fight begins at 9 Life; give L1 to L8"),
        ] {
            assert!(told(placement).contains(words), "{words}: {}", told(placement));
        }
    }

    #[test]
    fn placements_are_worth_the_fight() {
        let table = solve(&fixtures::spartacus_and_musashi());
        let first = Placement { tire: None, placer: Named::First, other: None };
        let values = table.placements(&first);
        let best = values.iter().map(|&(_, value)| value).fold(0.0, f64::max);
        assert_eq!(values.len(), 4);
        assert!((best - table.value()).abs() < 1e-15);
        assert!(values.iter().any(|&(what, value)| what == Move::Place(at("a2E")) && value >= best));
        let answer = Placement { placer: Named::Second, other: Some(at("a2E")), ..first };
        answer.check(table.fighters()).expect("it fits");
        let answers = table.placements(&answer);
        let least = answers.iter().map(|&(_, value)| value).fold(1.0, f64::min);
        assert_eq!(answers.len(), 8);
        assert!(answers.iter().any(|&(what, value)| what == Move::Place(at("c2W")) && value <= least));
        assert!((least - best).abs() < 1e-15);
    }
}
