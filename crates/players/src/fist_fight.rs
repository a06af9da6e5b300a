//! The pure Fist Fight of Time Rift, solved exactly: two Champions without text on the bare 4x4 Arena.
//!
//! It is a finite game of perfect information with dice, and within a turn the number of Actions falls, so it is
//! solved backwards turn by turn: Tire Fight, Tie Breaker, rounds four to one, placement. A layer holds, for every
//! Life of both and every placement, how likely whoever is to move wins. Rules: TR-R120, TR-R112 to TR-R117.

/// Spaces of the Arena.
const SPACES: usize = 16;
/// Where a figure can be and which way it can face.
const STANCES: usize = SPACES * 4;
/// Rounds of a game. Rules: TR-ROE-1.
const ROUNDS: usize = 4;
/// Laps of a Tire Fight. Rules: TR-R116.
const LAPS: usize = 4;
/// Cells of an attack grid: three columns, and four rows in each direction from the Champion.
const GRID_ROWS: i8 = 4;

/// A Champion as far as its fists go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fighter {
    /// Champion Initiative.
    pub initiative: u8,
    /// Life.
    pub life: u8,
    /// Actions a turn.
    pub agility: u8,
    /// Damage of a base attack.
    pub damage: u8,
    /// Added to defense rolls.
    pub defense: i8,
    /// Numbered cells of the base grid: columns to the right, rows ahead, value.
    pub grid: Vec<(i8, i8, i8)>,
}

/// A space and a facing: `4 * space + facing`; spaces row by row from a1, facings clockwise from the north.
pub type Stance = usize;

/// The space of a stance.
pub fn space(stance: Stance) -> usize {
    stance / 4
}

const FORWARD: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn square(space: usize) -> (i8, i8) {
    ((space % 4) as i8, (space / 4) as i8)
}

fn at((x, y): (i8, i8)) -> Option<usize> {
    ((0..4).contains(&x) && (0..4).contains(&y)).then(|| (y * 4 + x) as usize)
}

fn is_center(space: usize) -> bool {
    let (x, y) = square(space);
    (1..=2).contains(&x) && (1..=2).contains(&y)
}

fn neighbours(space: usize) -> impl Iterator<Item = usize> {
    let (x, y) = square(space);
    FORWARD.into_iter().filter_map(move |(dx, dy)| at((x + dx, y + dy)))
}

impl Fighter {
    /// What the grid shows for a space from a stance. Rules: TR-R3, TR-R4.
    pub fn value(&self, stance: Stance, target: usize) -> Option<i8> {
        let ((x, y), (tx, ty)) = (square(space(stance)), square(target));
        let (fx, fy) = FORWARD[stance % 4];
        let (dx, dy) = (tx - x, ty - y);
        // The right hand of (fx, fy) is (fy, -fx).
        let (right, ahead) = (dx * fy - dy * fx, dx * fx + dy * fy);
        debug_assert!(ahead.abs() <= GRID_ROWS, "the Arena is no larger");
        self.grid.iter().find(|cell| (cell.0, cell.1) == (right, ahead)).map(|cell| cell.2)
    }
}

/// In how many of the 1296 throws an attack hits, and hits critically, with what it has over the defense; ties
/// are won or lost. Rules: TR-COMBAT-8, TR-COMBAT-9, TR-CRIT-1.
pub fn throws(margin: i32, ties_win: bool) -> (u32, u32) {
    let (mut hits, mut criticals) = (0, 0);
    for defense in 0..36 {
        for attack in 0..36 {
            let total = |roll: i32| roll / 6 + roll % 6 + 2;
            let over = total(attack) + margin - total(defense);
            if over > 0 || (over == 0 && ties_win) {
                hits += 1;
                criticals += u32::from(attack / 6 == attack % 6);
            }
        }
    }
    (hits, criticals)
}

/// The chances of an attack: to miss, to hit plainly, to hit critically. Rules: TR-R54, TR-R55.
fn chances(attacker: &Fighter, defender: &Fighter, value: i8) -> [f64; 3] {
    let margin = i32::from(value) - i32::from(defender.defense);
    let part = |ties_win| {
        let (hits, criticals) = throws(margin, ties_win);
        [f64::from(1296 - hits), f64::from(hits - criticals), f64::from(criticals)]
            .map(|count| count / 1296.0)
    };
    match attacker.initiative.cmp(&defender.initiative) {
        std::cmp::Ordering::Greater => part(true),
        std::cmp::Ordering::Less => part(false),
        std::cmp::Ordering::Equal => {
            let (won, lost) = (part(true), part(false));
            [0, 1, 2].map(|i| f64::midpoint(won[i], lost[i]))
        }
    }
}

/// How likely whoever is to move wins, for each Life of both and each placement.
#[derive(Clone)]
pub struct Layer {
    lives: [usize; 2],
    /// By own Life, the other's Life, own stance, the other's stance.
    values: Vec<f64>,
}

impl Layer {
    fn new(lives: [usize; 2], value: impl Fn(usize, usize, Stance, Stance) -> f64) -> Self {
        let mut values = Vec::with_capacity(lives[0] * lives[1] * STANCES * STANCES);
        for own in 1..=lives[0] {
            for other in 1..=lives[1] {
                for stance in 0..STANCES {
                    values.extend((0..STANCES).map(|there| value(own, other, stance, there)));
                }
            }
        }
        Self { lives, values }
    }

    fn block(&self, own: usize, other: usize) -> &[f64] {
        let start = ((own - 1) * self.lives[1] + other - 1) * STANCES * STANCES;
        &self.values[start..start + STANCES * STANCES]
    }

    /// How likely whoever is to move wins.
    pub fn value(&self, own: usize, other: usize, stance: Stance, there: Stance) -> f64 {
        self.block(own, other)[stance * STANCES + there]
    }

    /// The same seen by the other, who is to move then.
    #[must_use]
    fn turned(&self) -> Self {
        Self::new([self.lives[1], self.lives[0]], |own, other, stance, there| {
            1.0 - self.value(other, own, there, stance)
        })
    }
}

/// Where a turn is fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ground {
    /// Everywhere.
    Arena,
    /// The four center spaces; whoever leaves them has lost, so nobody does. Rules: TR-R117.
    Center,
}

/// One turn: from what each end of it is worth to what its start is worth, for whoever moves. Rules: TR-R28,
/// TR-R29, TR-R31.
fn turn(mover: &Fighter, other: &Fighter, end: &Layer, ground: Ground) -> Layer {
    let open = |space: usize| ground == Ground::Arena || is_center(space);
    let stances: Vec<Stance> = (0..STANCES).filter(|&stance| open(space(stance))).collect();
    let strikes = strikes(mover, other, &stances);
    let mut start = Layer { lives: end.lives, values: vec![0.0; end.values.len()] };
    let block = STANCES * STANCES;
    let damage = usize::from(mover.damage);
    for own in 1..=end.lives[0] {
        // What it is worth with so many Actions left, by the other's Life.
        let mut before: Vec<f64> =
            (1..=end.lives[1]).flat_map(|life| end.block(own, life).iter().copied()).collect();
        let mut now = vec![0.0; before.len()];
        for left in 1..=mover.agility {
            for life in 1..=end.lives[1] {
                let worth = &before[(life - 1) * block..life * block];
                let cell = &mut now[(life - 1) * block..life * block];
                // The best that a maneuver into a space can lead to, by the other's stance.
                let mut into = [[f64::NEG_INFINITY; STANCES]; SPACES];
                for &stance in &stances {
                    let (best, row) = (&mut into[space(stance)], &worth[stance * STANCES..][..STANCES]);
                    for (there, (best, &value)) in best.iter_mut().zip(row).enumerate() {
                        if space(there) != space(stance) {
                            *best = best.max(value);
                        }
                    }
                }
                for &stance in &stances {
                    let row = &mut cell[stance * STANCES..][..STANCES];
                    // Whoever has spent something may end the turn.
                    if left < mover.agility {
                        row.copy_from_slice(&end.block(own, life)[stance * STANCES..][..STANCES]);
                    } else {
                        row.fill(f64::NEG_INFINITY);
                    }
                    for turned in
                        (0..4).map(|facing| space(stance) * 4 + facing).filter(|&turned| turned != stance)
                    {
                        raise(row, &worth[turned * STANCES..][..STANCES]);
                    }
                    for next in neighbours(space(stance)).filter(|&next| open(next)) {
                        raise(row, &into[next]);
                    }
                }
                for &(stance, there, [miss, hit, critical]) in &strikes {
                    let index = stance * STANCES + there;
                    let after = |loss: usize| match life.checked_sub(loss) {
                        None | Some(0) => 1.0,
                        Some(rest) => before[(rest - 1) * block + index],
                    };
                    let value = miss * worth[index] + hit * after(damage) + critical * after(2 * damage);
                    cell[index] = cell[index].max(value);
                }
            }
            std::mem::swap(&mut before, &mut now);
        }
        let first = (own - 1) * end.lives[1] * block;
        start.values[first..first + before.len()].copy_from_slice(&before);
    }
    start
}

fn raise(row: &mut [f64], values: &[f64]) {
    for (best, &value) in row.iter_mut().zip(values) {
        *best = best.max(value);
    }
}

/// Every attack that is possible: own stance, the other's stance, chances.
fn strikes(mover: &Fighter, other: &Fighter, stances: &[Stance]) -> Vec<(Stance, Stance, [f64; 3])> {
    let mut strikes = Vec::new();
    for &stance in stances {
        for &there in stances {
            if space(there) != space(stance)
                && let Some(value) = mover.value(stance, space(there))
            {
                strikes.push((stance, there, chances(mover, other, value)));
            }
        }
    }
    strikes
}

/// Both turns of a round, `first` acting first: what its start is worth to `first`.
fn round(first: &Fighter, second: &Fighter, end: &Layer, ground: Ground) -> Layer {
    let middle = turn(second, first, &end.turned(), ground);
    turn(first, second, &middle.turned(), ground)
}

/// A solved pair. All values are for the first-named.
pub struct Solution {
    /// How likely the first-named wins before anybody is placed.
    pub value: f64,
    /// The same for each space of whoever is placed first, all answers considered: space and value.
    pub placements: Vec<(usize, f64)>,
    /// What the Tire Fight is worth when it is entered at each equal Life, from 1.
    pub tire: Vec<f64>,
    /// What the start of each round is worth, before its order is known.
    pub rounds: Vec<Layer>,
}

/// Solves a pair. Rules: TR-R7 to TR-R12, TR-R112 to TR-R117, TR-R120.
pub fn solve(first: &Fighter, second: &Fighter) -> Solution {
    let lives = [usize::from(first.life), usize::from(second.life)];
    let least = lives[0].min(lives[1]);
    let tire = tire_fight(first, second, least);
    let by_life = |own: usize, other: usize, tied: f64| match own.cmp(&other) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => tied,
    };
    // The Tie Breaker starts with equal Life, and its order is rolled.
    let end = Layer::new([least; 2], |own, other, _, _| by_life(own, other, tire[own.min(least) - 1]));
    let tie_breaker = either_order(first, second, &end, Ground::Arena);
    let mut end = Layer::new(lives, |own, other, stance, there| {
        let tied = if own == other { tie_breaker.value(own, other, stance, there) } else { 0.0 };
        by_life(own, other, tied)
    });
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        end = match first.initiative.cmp(&second.initiative) {
            std::cmp::Ordering::Greater => round(first, second, &end, Ground::Arena),
            std::cmp::Ordering::Less => round(second, first, &end.turned(), Ground::Arena).turned(),
            std::cmp::Ordering::Equal => either_order(first, second, &end, Ground::Arena),
        };
        rounds.insert(0, end.clone());
    }
    let (value, placements) = place(first, second, &end);
    Solution { value, placements, tire, rounds }
}

/// A round whose order is rolled.
fn either_order(first: &Fighter, second: &Fighter, end: &Layer, ground: Ground) -> Layer {
    let mut mean = round(first, second, end, ground);
    let other = round(second, first, &end.turned(), ground).turned();
    for (value, &other) in mean.values.iter_mut().zip(&other.values) {
        *value = f64::midpoint(*value, other);
    }
    mean
}

/// What a Tire Fight is worth at each equal Life: the order is rolled once, whoever has the lower Initiative is
/// placed first. Rules: TR-R115, TR-R116.
fn tire_fight(first: &Fighter, second: &Fighter, least: usize) -> Vec<f64> {
    let draw = Layer::new([least; 2], |own, other, _, _| match own.cmp(&other) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
    });
    let (mut ahead, mut behind) = (draw.clone(), draw.turned());
    for _ in 0..LAPS {
        ahead = round(first, second, &ahead, Ground::Center);
        behind = round(second, first, &behind, Ground::Center);
    }
    let behind = behind.turned();
    let stances: Vec<Stance> = (0..STANCES).filter(|&stance| is_center(space(stance))).collect();
    (1..=least)
        .map(|life| {
            let worth = |own: Stance, there: Stance| {
                f64::midpoint(ahead.value(life, life, own, there), behind.value(life, life, own, there))
            };
            by_order(first, second, |first_is_placed_first| {
                best(&stances, first_is_placed_first, |one| {
                    let free: Vec<Stance> =
                        stances.iter().copied().filter(|&two| space(two) != space(one)).collect();
                    best(&free, !first_is_placed_first, |two| {
                        if first_is_placed_first { worth(one, two) } else { worth(two, one) }
                    })
                })
            })
        })
        .collect()
}

/// The mean over who is placed first: the lower Initiative, or by a roll. Rules: TR-R11.
fn by_order(first: &Fighter, second: &Fighter, value: impl Fn(bool) -> f64) -> f64 {
    match first.initiative.cmp(&second.initiative) {
        std::cmp::Ordering::Less => value(true),
        std::cmp::Ordering::Greater => value(false),
        std::cmp::Ordering::Equal => f64::midpoint(value(true), value(false)),
    }
}

/// The best of these for the first-named, or for the other.
fn best(stances: &[Stance], for_first: bool, value: impl Fn(Stance) -> f64) -> f64 {
    let values = stances.iter().map(|&stance| value(stance));
    if for_first { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
}

/// Placement: first West's Starting Row, then East's half. Rules: TR-R7 to TR-R10.
fn place(first: &Fighter, second: &Fighter, start: &Layer) -> (f64, Vec<(usize, f64)>) {
    const EAST: usize = 1;
    const WEST: usize = 3;
    let lives = [usize::from(first.life), usize::from(second.life)];
    let west: Vec<Stance> = (0..4).map(|row| (row * 4) * 4 + EAST).collect();
    let east: Vec<Stance> =
        (0..4).flat_map(|row| [2, 3].map(|column| (row * 4 + column) * 4 + WEST)).collect();
    let answer = |one: Stance, first_is_placed_first: bool| {
        best(&east, !first_is_placed_first, |two| {
            let (own, there) = if first_is_placed_first { (one, two) } else { (two, one) };
            start.value(lives[0], lives[1], own, there)
        })
    };
    let value = by_order(first, second, |first_is_placed_first| {
        best(&west, first_is_placed_first, |one| answer(one, first_is_placed_first))
    });
    let first_places = first.initiative <= second.initiative;
    (value, west.iter().map(|&one| (space(one), answer(one, first_places))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fighter(initiative: u8, life: u8, agility: u8, defense: i8, grid: &[(i8, i8, i8)]) -> Fighter {
        Fighter { initiative, life, agility, damage: 1, defense, grid: grid.to_vec() }
    }

    const SPARTACUS: &[(i8, i8, i8)] = &[(-1, 1, 0), (0, 1, 1), (1, 1, 0), (-1, 0, 0), (1, 0, 0)];
    const MUSASHI: &[(i8, i8, i8)] = &[(-1, 1, 0), (0, 1, 1), (1, 1, 0), (-1, 0, 1), (1, 0, -1)];
    const BOUDICA: &[(i8, i8, i8)] = &[(0, 2, -1), (-1, 1, 0), (0, 1, 1), (1, 1, 0)];

    /// The figures of the rule book's example and of the table of odds.
    #[test]
    fn odds() {
        assert_eq!(throws(1, false), (721, 117));
        assert_eq!(throws(0, false), (575, 99));
        assert_eq!(throws(0, true), (721, 117));
        assert_eq!(throws(-6, false), (35, 13));
        assert_eq!(throws(6, true), (1261, 203));
    }

    #[test]
    fn small_fights() {
        let solution = solve(&fighter(5, 2, 2, 0, MUSASHI), &fighter(3, 2, 2, 1, BOUDICA));
        assert!((solution.value - 0.497_222_191).abs() < 1e-8, "F1 {}", solution.value);
        let solution = solve(&fighter(4, 2, 2, 0, MUSASHI), &fighter(4, 2, 2, 0, BOUDICA));
        assert!((solution.value - 0.445_404_849).abs() < 1e-8, "F2 {}", solution.value);
    }

    #[test]
    fn spartacus_and_musashi() {
        let solution = solve(&fighter(11, 10, 4, 0, SPARTACUS), &fighter(18, 8, 4, 0, MUSASHI));
        assert!((solution.tire[0] - 0.462_664_133).abs() < 1e-8, "tire {}", solution.tire[0]);
        assert!((solution.value - 0.489_954_537).abs() < 1e-8, "{}", solution.value);
    }
}
