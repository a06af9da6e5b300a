//! What people are shown: drawings, cards, odds, and what they might think of.

use std::cmp::Ordering;
use std::path::Path;

use engine::{Actions, Actor, Game, Log, Seat, Sources, Turn, Viewer};
use testkit::faces;
use worlds_unchained::WorldsUnchained;
use worlds_unchained::action::Act;
use worlds_unchained::event::Event;
use worlds_unchained::rules::Rules;
use worlds_unchained::scene;
use worlds_unchained::state::{Mark, State, Step};

const SETUPS: [&str; 6] = [
    "",
    "format=speed",
    "format=draft",
    "format=all-stars",
    "format=free-for-all",
    "format=free-for-all players=4",
];

#[test]
fn every_position_is_shown_well() {
    for setup in SETUPS {
        let shown = faces::check::<WorldsUnchained>(setup, &Sources::none(), 3);
        assert!(shown.tallest <= 26, "{setup}: {} lines", shown.tallest);
        assert!(shown.cards > 0 && shown.odds > 0, "{setup}: {shown:?}");
    }
}

#[test]
fn what_cannot_be_done_has_its_reason() {
    let shown = faces::check::<WorldsUnchained>("", &Sources::none(), 4);
    for code in ["exhausted", "too-much", "challengers-only", "used-up", "is-a-reaction", "no-such-target"] {
        assert!(shown.refused.contains_key(code), "{code}: {:?}", shown.refused);
    }
}

/// How the combat ended for each seat.
#[derive(Default)]
struct Results(Vec<(u8, Mark, i16)>);

impl Log<Event> for Results {
    const LIVE: bool = true;
    fn add(&mut self, event: Event) {
        if let Event::Result(seat, mark, margin) = event {
            self.0.push((seat, mark, margin));
        }
    }
}

/// Somebody uses a Chain and everybody abstains until the combat is over; nothing if somebody cannot.
fn result(rules: &Rules, mut state: State, seat: Seat, act: Act) -> Option<Results> {
    let mut results = Results::default();
    WorldsUnchained::apply(rules, &mut state, Actor::Seat(seat), act, &mut results);
    while results.0.is_empty() {
        let Turn::Players(seats) = WorldsUnchained::turn(rules, &state) else { return None };
        let mut offered = Actions::new();
        WorldsUnchained::legal(rules, &state, seats.lowest(), &mut offered);
        let pass = *offered.iter().find(|act| **act == Act::Pass)?;
        WorldsUnchained::apply(rules, &mut state, Actor::Seat(seats.lowest()), pass, &mut results);
    }
    Some(results)
}

/// The result that the words promise.
fn promised(text: &str) -> (Mark, i32) {
    let numbers: Vec<i32> = text.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
    match text.split(' ').next() {
        Some("wins") => (Mark::Win, numbers[0]),
        Some("loses") => (Mark::Lose, 0),
        Some("ties") => (Mark::Tie, 0),
        _ => {
            let best = numbers[1..].iter().max().expect("an opponent");
            match numbers[0].cmp(best) {
                Ordering::Less => (Mark::Lose, 0),
                Ordering::Equal => (Mark::Tie, 0),
                Ordering::Greater => (Mark::Win, numbers[0] - best),
            }
        }
    }
}

#[test]
fn chains_come_to_what_is_told_if_nobody_answers() {
    let (mut proved, mut ends) = (0, 0);
    for setup in ["", "format=free-for-all"] {
        faces::walk::<WorldsUnchained>(setup, &Sources::none(), 12, |rules, state| {
            let Turn::Players(seats) = WorldsUnchained::turn(rules, state) else { return };
            let seat: Seat = seats.lowest();
            let view = WorldsUnchained::view(rules, state, Viewer::seat(seat));
            let mut offered = Actions::new();
            WorldsUnchained::legal(rules, state, seat, &mut offered);
            for &act in offered.iter().filter(|act| matches!(act, Act::Use(..))) {
                let Some(text) = WorldsUnchained::odds(rules, &view, seat, act) else { continue };
                let Some(results) = result(rules, state.clone(), seat, act) else { continue };
                let told = results.0.iter().find(|result| usize::from(result.0) == seat.index());
                let told = told.map(|&(_, mark, margin)| (mark, i32::from(margin)));
                assert_eq!(told, Some(promised(&text)), "{text}");
                proved += 1;
                ends += u32::from(!text.starts_with("power"));
            }
        });
    }
    assert!(proved > 300 && ends > 30, "{proved} Chains, {ends} of them the last ones");
}

#[test]
fn bets_come_to_what_is_told_if_nothing_changes_it() {
    let mut proved = 0;
    faces::walk::<WorldsUnchained>("", &Sources::none(), 6, |rules, state| {
        let Turn::Players(seats) = WorldsUnchained::turn(rules, state) else { return };
        let view = WorldsUnchained::view(rules, state, Viewer::seat(seats.lowest()));
        let told = |boosts| WorldsUnchained::odds(rules, &view, seats.lowest(), Act::Bet(boosts));
        let Some(text) = told(1) else { return };
        // The last one to bet: the powers are seen at once, unless bets set something off.
        let mut after = state.clone();
        WorldsUnchained::apply(
            rules,
            &mut after,
            Actor::Seat(seats.lowest()),
            Act::Bet(1),
            &mut engine::NoLog,
        );
        if seats.len() > 1 || after.step != Step::Chain || after.chains > 0 || after.doing.is_some() {
            return;
        }
        let power = scene::power(rules, &after, seats.lowest().index() as u8);
        assert_eq!(text, format!("power {power}, if nothing else changes it"));
        proved += 1;
    });
    assert!(proved > 10, "{proved} bets");
}

#[test]
fn some_positions_look_as_reviewed() {
    let sheets = [
        ("", &[45][..]),
        ("format=speed", &[39, 43, 46, 54, 86]),
        ("format=draft", &[10]),
        ("format=free-for-all", &[120]),
        ("format=free-for-all players=4", &[107, 109]),
    ];
    let text: String = sheets
        .iter()
        .map(|(setup, at)| faces::sheet::<WorldsUnchained>(setup, &Sources::none(), at))
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faces.txt");
    testkit::expect_file(&path, &text, "AGON_BLESS=1 cargo test -p worlds-unchained --test faces");
}
