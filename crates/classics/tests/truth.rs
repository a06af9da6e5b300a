//! Published figures, reproduced exactly by walking the whole game.
//!
//! Sources: Kuhn 1950; Neller and Presser 2004; the tests of `OpenSpiel` (tabular best response) and
//! values computed with its packaged version 2.0.2.

use classics::{Goofspiel, Kuhn, Leduc, LiarsDice, OshiZumo, Pig, TicTacToe};
use engine::{Actions, Actor, Game, NoLog, Seat, Settings, Sources, Start, Turn, Weighted};
use testkit::rules;
use testkit::truth::{Everyone, best_response, nash_conv, values};

fn start<G: Game>(settings: &str) -> Start<G> {
    G::compile(&Settings::parse(settings).unwrap(), &Sources::none())
        .unwrap_or_else(|faults| panic!("{faults}"))
}

fn close(actual: f64, published: f64, tolerance: f64) {
    assert!((actual - published).abs() <= tolerance, "found {actual}, published {published}");
}

#[rules("KUHN-1..KUHN-6")]
#[test]
fn kuhn_poker() {
    let two = start::<Kuhn>("players=2");
    close(nash_conv(&two, Everyone::Uniform), 0.916_666_666_666_667, 1e-9);
    close(nash_conv(&two, Everyone::First), 2.0, 1e-9);
    close(best_response(&two, Seat::new(0), Everyone::Uniform), 0.5, 1e-6);
    close(best_response(&two, Seat::new(1), Everyone::Uniform), 0.416_667, 1e-6);
    close(nash_conv(&start::<Kuhn>("players=3"), Everyone::Uniform), 2.0625, 1e-9);
}

#[rules("LEDUC-1..LEDUC-7")]
#[test]
fn leduc_poker() {
    let leduc = start::<Leduc>("");
    close(nash_conv(&leduc, Everyone::Uniform), 4.747_222_222_222_222, 1e-9);
    close(nash_conv(&leduc, Everyone::First), 2.0, 1e-9);
    close(best_response(&leduc, Seat::new(0), Everyone::Uniform), 2.0875, 1e-6);
    close(best_response(&leduc, Seat::new(1), Everyone::Uniform), 2.659_722, 1e-6);
}

#[test]
fn liars_dice() {
    close(nash_conv(&start::<LiarsDice>(""), Everyone::Uniform), 1.561_488_646_384_479, 1e-9);
}

#[rules("TTT-1..TTT-5")]
#[test]
fn tic_tac_toe() {
    close(nash_conv(&start::<TicTacToe>(""), Everyone::Uniform), 1.919_659_391_534_391, 1e-9);
    assert_eq!(minimax::<TicTacToe>(&start::<TicTacToe>(""), &start::<TicTacToe>("").state), 0);
}

#[test]
fn oshi_zumo() {
    let oshi = start::<OshiZumo>("coins=10 size=3 min_bid=1");
    close(nash_conv(&oshi, Everyone::Uniform), 1.988_311_287_477_953, 1e-9);
    close(nash_conv(&oshi, Everyone::First), 2.0, 1e-9);
    // Exploitability 0.894444444 of uniform play is the first row of the published CFR table.
    close(
        nash_conv(&start::<OshiZumo>("coins=6 size=2 min_bid=1 horizon=12"), Everyone::Uniform) / 2.0,
        0.894_444_444,
        1e-8,
    );
}

#[test]
fn goofspiel() {
    let imperfect = start::<Goofspiel>("cards=4 order=descending information=imperfect");
    close(nash_conv(&imperfect, Everyone::Uniform), 1.416_666_667, 1e-8);
    let perfect = start::<Goofspiel>("cards=4 order=descending");
    close(nash_conv(&perfect, Everyone::Uniform), 1.5, 1e-8);
    let values = values(&start::<Goofspiel>("cards=4"), Everyone::Uniform);
    close(values[0], 0.0, 1e-12);
}

/// Optimal play on both sides wins 53.06 % for the first player. Value iteration over the game's own
/// positions and transitions, one pair of banked scores after another.
#[test]
fn pig() {
    let start = start::<Pig>("target=100");
    close(optimal_pig(&start), 0.530_593, 1e-6);
}

/// The chance that whoever is about to move wins, by best play of both: banked scores and turn total.
/// Every position is made, and every transition taken, by the game itself.
fn optimal_pig(start: &Start<Pig>) -> f64 {
    const TARGET: usize = 100;
    let rules = &*start.rules;
    let position = |mine: usize, other: usize, total: usize| {
        Pig::read_position(rules, &format!("{mine},{other} {total} 500 0")).ok()
    };
    let [roll, stop] =
        ["roll", "stop"].map(|text| Pig::read_action(rules, Actor::Seat(Seat::new(0)), text).unwrap());
    let mut wins = vec![vec![vec![0.0f64; TARGET]; TARGET]; TARGET];
    // What follows from a position of seat 0: won, or the banked scores and the turn total of whoever moves.
    let follow = |state: &<Pig as Game>::State| match Pig::turn(rules, state) {
        Turn::Over => None,
        _ => Some((
            state.mover() == Seat::new(0),
            state.scores().map(usize::from),
            usize::from(state.turn_total()),
        )),
    };
    let value = |wins: &[Vec<Vec<f64>>], next: Option<(bool, [usize; 2], usize)>| match next {
        None => 1.0,
        Some((true, [mine, other], total)) => wins[mine][other][total],
        Some((false, [mine, other], total)) => 1.0 - wins[other][mine][total],
    };
    for sum in (0..2 * TARGET - 1).rev() {
        for mine in sum.saturating_sub(TARGET - 1)..=sum / 2 {
            let other = sum - mine;
            // The two orders of a pair depend on each other and on larger sums only.
            let mut plans = Vec::new();
            for (i, j) in [(mine, other), (other, mine)] {
                for total in 0..TARGET - i {
                    // Scores and totals of 1 cannot be, and the game refuses them.
                    let Some(here) = position(i, j, total) else { continue };
                    let (mut banked, mut thrown) = (here, here);
                    Pig::apply(rules, &mut banked, Actor::Seat(Seat::new(0)), stop, &mut NoLog);
                    Pig::apply(rules, &mut thrown, Actor::Seat(Seat::new(0)), roll, &mut NoLog);
                    let mut outcomes = Weighted::new();
                    Pig::chance(rules, &thrown, &mut outcomes);
                    let faces: Vec<_> = outcomes
                        .iter()
                        .map(|&(die, weight)| {
                            let mut fallen = thrown;
                            Pig::apply(rules, &mut fallen, Actor::Chance, die, &mut NoLog);
                            let next = follow(&fallen);
                            // At the target only stopping is left, and it wins.
                            let won =
                                next.is_some_and(|(own, [mine, _], total)| own && mine + total >= TARGET);
                            (if won { None } else { next }, weight as f64 / outcomes.total() as f64)
                        })
                        .collect();
                    plans.push((i, j, total, follow(&banked), faces));
                }
            }
            loop {
                let mut change = 0.0f64;
                for (i, j, total, banked, faces) in plans.iter().rev() {
                    let rolled: f64 = faces.iter().map(|&(next, p)| p * value(&wins, next)).sum();
                    let best = rolled.max(value(&wins, *banked));
                    change = change.max((best - wins[*i][*j][*total]).abs());
                    wins[*i][*j][*total] = best;
                }
                if change < 1e-12 {
                    break;
                }
            }
        }
    }
    wins[0][0][0]
}

/// Two levels of expectation over a three-sided die: rolling gains 5/3 on average.
#[test]
fn pig_with_a_three_sided_die() {
    let start = start::<Pig>("sides=3 target=100");
    let mut rolled = start.state;
    let Turn::Players(owed) = Pig::turn(&start.rules, &rolled) else { panic!("seat 0 begins") };
    let mut actions = Actions::new();
    Pig::legal(&start.rules, &rolled, owed.lowest(), &mut actions);
    Pig::apply(&start.rules, &mut rolled, Actor::Seat(owed.lowest()), actions[0], &mut NoLog);
    let mut outcomes = Weighted::new();
    Pig::chance(&start.rules, &rolled, &mut outcomes);
    let gain: f64 = outcomes
        .iter()
        .map(|&(die, weight)| {
            let mut after = rolled;
            Pig::apply(&start.rules, &mut after, Actor::Chance, die, &mut NoLog);
            after.turn_total() as f64 * weight as f64 / outcomes.total() as f64
        })
        .sum();
    close(gain, 5.0 / 3.0, 1e-12);
}

/// The value for seat 0 of a two-player game without chance or secrets.
fn minimax<G: Game>(start: &Start<G>, state: &G::State) -> i32 {
    let Turn::Players(owed) = G::turn(&start.rules, state) else {
        return G::outcome(&start.rules, state).expect("over").score(Seat::new(0));
    };
    let mut actions = Actions::new();
    G::legal(&start.rules, state, owed.lowest(), &mut actions);
    let values = actions.iter().map(|&action| {
        let mut next = state.clone();
        G::apply(&start.rules, &mut next, Actor::Seat(owed.lowest()), action, &mut NoLog);
        minimax(start, &next)
    });
    if owed.lowest() == Seat::new(0) { values.max() } else { values.min() }.expect("somebody can move")
}
