//! The table's policies in the full game: whoever plays them wins as often as the table says.

#![allow(clippy::print_stdout, reason = "the long tier quotes its figures")]

use engine::{
    Actions, Actor, Bot as _, Game as _, NoLog, Rng, Seat, Seen, Settings, Sources, Start, Turn, Viewer,
};
use players::fist_fight::layers::solve;
use players::fist_fight::play::{Policy, Solved, asked, check_rules, fighters};
use time_rift::TimeRift;

const SEATS: [u8; 2] = [0, 1];

/// Champions, and how often the first one wins.
const PAIRS: [([&str; 2], f64); 3] = [
    (["spartacus", "musashi"], 0.489_954_537),
    (["leonidas", "boudica"], 0.578_919_072),
    (["quick", "slow"], 0.445_404_849),
];

/// A pair of equal Initiatives, whose fights are full of ties and roll-offs.
const EQUAL: &str = r#"
[[card]]
id = "quick"
name = "Quick"
type = "Champion"
element = "Fire"
initiative = 4
life = 2
agility = 2
damage = 1
def = 0
region = "Europe"
culture = "Roman"
grid = """
. . .
+0 +1 +0
+1 ^ -1
. . .
"""
[[card]]
id = "slow"
name = "Slow"
type = "Champion"
element = "Fire"
initiative = 4
life = 2
agility = 2
damage = 1
def = 0
region = "Europe"
culture = "Roman"
grid = """
. -1 .
+0 +1 +0
. ^ .
. . .
"""
"#;

fn setup([first, second]: [&str; 2]) -> Start<TimeRift> {
    let text = format!("mode=fist pure=on decks={first},{second}");
    let mut sources = Sources::none();
    sources.push("equal.toml", EQUAL);
    TimeRift::compile(&Settings::parse(&text).expect("settings"), &sources).expect("a fight")
}

/// Plays so many fights, both sides by the table. Gives how many the first-named won.
fn fights(start: &Start<TimeRift>, policy: &mut Policy, count: u64, rng: &mut Rng) -> u64 {
    let rules = &*start.rules;
    let mut won = 0;
    for _ in 0..count {
        let mut state = start.state.clone();
        loop {
            let (actor, action) = match TimeRift::turn(rules, &state) {
                Turn::Over => break,
                Turn::Chance => (Actor::Chance, TimeRift::sample(rules, &state, rng)),
                Turn::Players(seats) => {
                    let seat = seats.iter().next().expect("somebody acts");
                    let asked = asked(rules, &state, SEATS).expect("every decision is in the table");
                    (Actor::Seat(seat), policy.best(asked))
                }
            };
            debug_assert!(TimeRift::refuse(rules, &state, actor, action).is_none(), "{action:?}");
            TimeRift::apply(rules, &mut state, actor, action, &mut NoLog);
        }
        won += u64::from(TimeRift::outcome(rules, &state).expect("an end").score(Seat::new(0)) > 0);
    }
    won
}

fn compare(count: u64) {
    for (nth, (pair, known)) in PAIRS.into_iter().enumerate() {
        let start = setup(pair);
        check_rules(&start.rules).expect("solved rules");
        let mut policy = Policy::new(solve(&fighters(&start.rules, &start.state, SEATS).expect("fighters")));
        let value = policy.table().value();
        assert!((value - known).abs() < 1e-8, "{pair:?}: {value}");
        let won = fights(&start, &mut policy, count, &mut Rng::from_number(nth as u64));
        let share = won as f64 / count as f64;
        let error = (value * (1.0 - value) / count as f64).sqrt();
        let off = (share - value) / error;
        println!(
            "{pair:?}: table {value:.6}, {won} of {count} won, {share:.6}, off by {off:+.2} standard errors"
        );
        assert!(off.abs() < 3.0, "{pair:?}: {share} is not {value}, by {off} standard errors");
    }
}

#[test]
fn fights_by_the_table_are_won_as_often_as_it_says() {
    compare(20_000);
}

#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_fights_by_the_table_are_won_as_often_as_it_says() {
    compare(1_000_000);
}

/// The player of the table does what is best where it is asked, and finds something to do in other games too.
#[test]
fn the_solved_player_makes_no_mistake() {
    let rng = &mut Rng::from_number(7);
    for (setup, solved) in
        [("mode=fist pure=on decks=spartacus,musashi", true), ("mode=fist", false), ("", false)]
    {
        let settings = Settings::parse(setup).expect("settings");
        let Start { rules, mut state } = TimeRift::compile(&settings, &Sources::none()).expect("a game");
        let mut bots = [Solved::default(), Solved::default()];
        let mut policy = Policy::new(solve(&fighters(&rules, &state, SEATS).expect("fighters")));
        let mut chosen = 0;
        loop {
            let (actor, action) = match TimeRift::turn(&rules, &state) {
                Turn::Over => break,
                Turn::Chance => (Actor::Chance, TimeRift::sample(&rules, &state, rng)),
                Turn::Players(seats) => {
                    let seat = seats.iter().next().expect("somebody acts");
                    let mut offered = Actions::new();
                    TimeRift::legal(&rules, &state, seat, &mut offered);
                    let view = TimeRift::view(&rules, &state, Viewer::seat(seat));
                    let seen = Seen { rules: &*rules, view: &view, seat, offered: &offered };
                    let action = bots[seat.index()].choose(&seen, rng);
                    assert!(offered.contains(&action), "{setup}: {action:?}");
                    if solved {
                        assert_eq!(action, policy.best(asked(&rules, &state, SEATS).expect("in the table")));
                    }
                    chosen += 1;
                    (Actor::Seat(seat), action)
                }
            };
            TimeRift::apply(&rules, &mut state, actor, action, &mut NoLog);
        }
        assert!(chosen > 4, "{setup}");
    }
}
