//! The scripted bots: greedy is the floor for every player to come.

use engine::{
    Actions, Actor, Bot, Game, NoLog, Rng, Seat, Seed, Seen, Settings, Sources, Start, Turn, Viewer,
};
use worlds_unchained::WorldsUnchained as Wu;
use worlds_unchained::action::Act;
use worlds_unchained::rules::Rules;
use worlds_unchained::state::State;

fn start(setup: &str) -> Start<Wu> {
    let settings = Settings::parse(setup).expect("settings");
    Wu::compile(&settings, &Sources::none()).unwrap_or_else(|faults| panic!("{setup}: {faults}"))
}

fn bot(name: &str) -> Box<dyn Bot<Wu>> {
    Wu::bots().into_iter().find(|(known, _)| *known == name).expect("a bot").1
}

/// Both seats have the same deck.
const MIRRORED: &str = "format=speed decks=forge-hands,forge-hands";

/// What a bot does when a seat has to choose.
fn ask(bot: &mut dyn Bot<Wu>, rules: &Rules, state: &State, seat: Seat, rng: &mut Rng) -> Act {
    let mut offered = Actions::new();
    Wu::legal(rules, state, seat, &mut offered);
    let view = Wu::view(rules, state, Viewer::seat(seat));
    let act = bot.choose(&Seen { rules, view: &view, seat, offered: &offered }, rng);
    assert!(offered.contains(&act), "{act:?}");
    act
}

const BOTS: engine::Purpose = engine::Purpose::new("bots");

/// Plays one game, chance following from the seed alone; gives the score of each seat and everything that was done.
fn play(start: &Start<Wu>, names: &[&str], seed: u64) -> (Vec<f64>, Vec<Act>) {
    let mut bots: Vec<_> = names.iter().map(|name| bot(name)).collect();
    let (mut luck, mut rng) = (Rng::from_number(seed), Seed::from_number(seed).stream(BOTS, 0));
    let rules = &*start.rules;
    let (mut state, mut done) = (start.state.clone(), Vec::new());
    loop {
        let (actor, act) = match Wu::turn(rules, &state) {
            Turn::Over => break,
            Turn::Chance => (Actor::Chance, Wu::sample(rules, &state, &mut luck)),
            Turn::Players(owed) => {
                let seat = owed.lowest();
                (Actor::Seat(seat), ask(&mut *bots[seat.index()], rules, &state, seat, &mut rng))
            }
        };
        Wu::apply(rules, &mut state, actor, act, &mut NoLog);
        done.push(act);
        assert!(done.len() < 20_000, "a game without an end");
    }
    let outcome = Wu::outcome(rules, &state).expect("it is over");
    let winners = outcome.winners();
    let share = |seat: u8| {
        if winners.has(Seat::new(seat)) { 1.0 / winners.len() as f64 } else { 0.0 }
    };
    ((0..rules.seats).map(share).collect(), done)
}

/// The share of games that the first bot wins against the second, seats swapped.
fn share(setup: &str, bots: [&str; 2], pairs: u64) -> f64 {
    let start = start(setup);
    let won =
        (0..pairs).map(|seed| play(&start, &bots, seed).0[0] + play(&start, &[bots[1], bots[0]], seed).0[1]);
    won.sum::<f64>() / (2 * pairs) as f64
}

#[test]
fn greedy_beats_the_others() {
    for (setup, other, least) in [
        ("format=speed", "random", 0.9),
        ("format=speed", "lively", 0.8),
        ("format=standard", "random", 0.9),
        ("format=all-stars", "lively", 0.65),
        ("format=draft", "lively", 0.65),
    ] {
        let share = share(setup, ["greedy", other], 20);
        assert!(share >= least, "{setup}: greedy wins {share} against {other}");
    }
}

#[test]
fn greedy_plays_at_every_table() {
    for setup in ["format=free-for-all players=3", "format=free-for-all players=4", "format=draft"] {
        let start = start(setup);
        let names = vec!["greedy"; usize::from(start.rules.seats)];
        let (shares, done) = play(&start, &names, 5);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(play(&start, &names, 5).1, done, "the same luck and the same bots");
    }
}

/// What the others do at the same time is unknown whether they have done it or not: who is asked last chooses as if
/// it were asked first.
#[test]
fn greedy_does_not_care_who_chose_before_it() {
    let start = start(MIRRORED);
    let (rules, mut rng) = (&*start.rules, Rng::from_number(1));
    let (mut state, mut compared) = (start.state.clone(), 0);
    loop {
        let (actor, act) = match Wu::turn(rules, &state) {
            Turn::Over => break,
            Turn::Chance => (Actor::Chance, Wu::sample(rules, &state, &mut rng)),
            Turn::Players(owed) => {
                let seat = owed.lowest();
                let act = ask(&mut *bot("greedy"), rules, &state, seat, &mut rng);
                for last in owed.iter().filter(|&other| other != seat) {
                    let thoughts = Rng::from_number(rng.next_u64());
                    let choice = |state| ask(&mut *bot("greedy"), rules, state, last, &mut thoughts.clone());
                    let mut after = state.clone();
                    Wu::apply(rules, &mut after, Actor::Seat(seat), act, &mut NoLog);
                    assert_eq!(choice(&state), choice(&after), "seat {last} when {act:?} is sealed");
                    compared += 1;
                }
                (Actor::Seat(seat), act)
            }
        };
        Wu::apply(rules, &mut state, actor, act, &mut NoLog);
    }
    assert!(compared >= 20, "{compared} choices made at the same time");
}

/// With the same deck in both seats each wins half of the games, within the interval of 99.9 %.
#[test]
fn greedy_plays_as_well_in_every_seat() {
    let start = start(MIRRORED);
    let games = 400_u32;
    let shares = (0..u64::from(games)).map(|seed| play(&start, &["greedy", "greedy"], seed).0[0]);
    let share = shares.sum::<f64>() / f64::from(games);
    let half = 3.29 * (0.25 / f64::from(games)).sqrt();
    assert!((share - 0.5).abs() <= half, "seat 0 wins {share}, wanted 0.5 within {half}");
}
