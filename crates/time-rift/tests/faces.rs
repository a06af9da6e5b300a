//! What people are shown: drawings, cards, odds, and what they might think of.

use std::path::Path;

use engine::{Actions, Actor, Game, Log, Sources, Turn, Viewer, Weighted};
use testkit::faces;
use time_rift::TimeRift;
use time_rift::action::{Action, Deed};
use time_rift::event::Event;
use time_rift::notation;
use time_rift::rules::Rules;
use time_rift::state::{Frame, State};

const SETUPS: [&str; 9] = [
    "",
    "mode=fist pure=on",
    "mode=ffa players=4",
    "mode=2v2",
    "mode=3v3 arena=5",
    "mode=1v3",
    "field=bear-garden",
    "field=spiked-pit mode=ffa players=3",
    "match=3 chests=men-of-iron,queens-of-war",
];

#[test]
fn every_position_is_shown_well() {
    for setup in SETUPS {
        let shown = faces::check::<TimeRift>(setup, &Sources::none(), 2);
        assert!(shown.tallest <= 26, "{setup}: {} lines", shown.tallest);
        assert!(shown.cards > 0 && shown.odds > 0, "{setup}: {shown:?}");
    }
}

/// Whoever is placed where: the mark stands at the edge above the highest row, and at no other one.
#[testkit::rules("TR-ARENA-11")]
#[test]
fn north_is_marked_on_every_arena() {
    let mut seen = 0;
    for setup in SETUPS {
        faces::walk::<TimeRift>(setup, &Sources::none(), 1, |rules, state| {
            let view = TimeRift::view(rules, state, Viewer::Spectator);
            let drawn = TimeRift::drawing(rules, &view, 80).to_string();
            for text in [drawn, TimeRift::picture(rules, &view)] {
                // Before battle decks are chosen there is no Arena to be seen.
                let Some(top) = text.lines().position(|line| line.contains(['┌', '+'])) else { continue };
                let marked: Vec<usize> = text
                    .lines()
                    .enumerate()
                    .filter(|(_, line)| line.starts_with("N↑"))
                    .map(|(at, _)| at)
                    .collect();
                assert_eq!(marked, [top], "{setup}:\n{text}");
                let row = text.lines().nth(top + 1).expect("a row");
                assert!(row.starts_with(&format!(" {} ", rules.arena.size)), "{setup}:\n{text}");
                seen += 1;
            }
        });
    }
    assert!(seen > 1000, "{seen} Arenas");
}

#[test]
fn what_cannot_be_done_has_its_reason() {
    let shown = faces::check::<TimeRift>("", &Sources::none(), 4);
    for code in ["out-of-grid", "depleted", "no-such-card", "must-spend", "not-left", "not-now"] {
        assert!(shown.refused.contains_key(code), "{code}: {:?}", shown.refused);
    }
}

/// What an attack came to.
#[derive(Default)]
struct Blows(Vec<(bool, u8)>);

impl Log<Event> for Blows {
    const LIVE: bool = true;
    fn add(&mut self, event: Event) {
        if let Event::Hit(_, damage, critical) = event {
            self.0.push((critical, damage));
        }
    }
}

/// In how many of all throws the attack on top hits, hits critically, and with how much damage, everybody passing;
/// nothing where somebody cannot.
/// `weight` is that of the position: two throws of two dice and perhaps one die for a tie share it.
fn enumerate(rules: &Rules, state: &State, depth: usize, weight: u64, sum: &mut [u64; 4]) -> Option<()> {
    let (actor, actions) = match TimeRift::turn(rules, state) {
        _ if state.frames.len() < depth => {
            sum[3] += weight;
            return Some(());
        }
        Turn::Over => return None,
        Turn::Chance => {
            // The game's own list merges throws that leave the same position behind, critical or not.
            let mut merged = Weighted::new();
            TimeRift::chance(rules, state, &mut merged);
            let one = (1..=6).map(|face| Action::dice(&[face]));
            let two = (1..=36).map(|nth| Action::dice(&[(nth - 1) / 6 + 1, (nth - 1) % 6 + 1]));
            let throws: Vec<Action> = if merged.total() == 6 { one.collect() } else { two.collect() };
            assert_eq!(throws.len() as u64, merged.total());
            assert!(throws.iter().all(|&dice| TimeRift::refuse(rules, state, Actor::Chance, dice).is_none()));
            (Actor::Chance, throws)
        }
        Turn::Players(seats) => {
            let mut offered = Actions::new();
            TimeRift::legal(rules, state, seats.lowest(), &mut offered);
            let pass = Action::from(Deed::Pass);
            (Actor::Seat(seats.lowest()), vec![*offered.iter().find(|action| **action == pass)?])
        }
    };
    let share = actions.len() as u64;
    for action in actions {
        let mut after = state.clone();
        let mut blows = Blows::default();
        TimeRift::apply(rules, &mut after, actor, action, &mut blows);
        let weight = weight / share;
        match blows.0[..] {
            [(critical, damage)] => {
                sum[0] += weight;
                sum[1] += if critical { weight } else { 0 };
                sum[2] += weight * u64::from(damage);
                sum[3] += weight;
            }
            _ => enumerate(rules, &after, depth, weight, sum)?,
        }
    }
    Some(())
}

#[testkit::rules("TR-R60")]
#[test]
fn odds_are_what_the_dice_give() {
    let (mut proved, mut ties) = (0, 0);
    for setup in ["", "mode=fist pure=on decks=leonidas,leonidas", "field=bear-garden"] {
        let mut positions = 0;
        faces::walk::<TimeRift>(setup, &Sources::none(), 12, |rules, state| {
            let Turn::Players(seats) = TimeRift::turn(rules, state) else { return };
            let seat = seats.lowest();
            positions += 1;
            if positions % 7 != 0 {
                return;
            }
            let view = TimeRift::view(rules, state, Viewer::seat(seat));
            let mut offered = Actions::new();
            TimeRift::legal(rules, state, seat, &mut offered);
            for &action in offered.iter().filter(|action| action.is_strike()) {
                let text = TimeRift::odds(rules, &view, seat, action).expect("attacks have odds");
                let mut after = state.clone();
                TimeRift::apply(rules, &mut after, Actor::Seat(seat), action, &mut engine::NoLog);
                let depth = 1 + after
                    .frames
                    .iter()
                    .position(|frame| matches!(frame, Frame::Fight(_)))
                    .expect("a fight");
                let mut sum = [0; 4];
                if enumerate(rules, &after, depth, 36 * 36 * 6, &mut sum).is_none() {
                    continue;
                }
                let name = notation::write(rules, Actor::Seat(seat), action);
                let odds = view.odds.iter().find(|odds| odds.action == name).expect("listed");
                let [hit, critical, damage, all] = sum;
                let same = |part: u32, whole: u64| u64::from(part) * all == whole * u64::from(odds.of);
                assert!(same(odds.hit, hit) && same(odds.critical, critical), "{name}: {odds:?} {sum:?}");
                assert!(same(odds.damage, damage), "{name}: {odds:?} {sum:?}");
                let percent = (hit * 2000 + all) / (all * 2);
                assert!(text.starts_with(&format!("{}.{} % to hit", percent / 10, percent % 10)), "{text}");
                proved += 1;
                ties += u32::from(odds.of == 2592);
            }
        });
    }
    assert!(proved >= 50 && ties > 0, "{proved} attacks, {ties} with a die for ties");
}

#[test]
fn some_positions_look_as_reviewed() {
    let sheets = [
        ("", &[9, 40, 61, 96][..]),
        ("mode=ffa players=4", &[150]),
        ("mode=3v3 arena=5", &[120]),
        ("field=bear-garden", &[30]),
        ("match=3 chests=men-of-iron,queens-of-war", &[3]),
    ];
    let text: String =
        sheets.iter().map(|(setup, at)| faces::sheet::<TimeRift>(setup, &Sources::none(), at)).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faces.txt");
    testkit::expect_file(&path, &text, "AGON_BLESS=1 cargo test -p time-rift --test faces");
}
