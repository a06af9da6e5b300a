//! What people are shown: drawings, cards, odds, and what they might think of.

use std::path::Path;

use champions_combat::ChampionsCombat;
use champions_combat::event::Event;
use engine::{Actions, Actor, Game, Log, Sources, Turn, Viewer, Weighted};
use testkit::faces;

const SETUPS: [&str; 6] = [
    "",
    "players=3",
    "players=4",
    "board=gate-59",
    "board=three-pillars players=3 push_direction=away",
    "players=4 hand_size=6",
];

#[test]
fn every_position_is_shown_well() {
    for setup in SETUPS {
        let shown = faces::check::<ChampionsCombat>(setup, &Sources::none(), 1);
        assert!(shown.tallest <= 26, "{setup}: {} lines", shown.tallest);
        assert!(shown.cards > 0 && shown.odds > 0, "{setup}: {shown:?}");
    }
}

#[test]
fn what_cannot_be_done_has_its_reason() {
    let shown = faces::check::<ChampionsCombat>("players=3", &Sources::none(), 3);
    for code in ["out-of-reach", "nobody-in-reach", "unpaid", "occupied", "no-pass", "must-turn"] {
        assert!(shown.refused.contains_key(code), "{code}: {:?}", shown.refused);
    }
}

/// Hits on everybody together.
#[derive(Default)]
struct Hits(u64);

impl Log<Event> for Hits {
    const LIVE: bool = true;
    fn add(&mut self, event: Event) {
        if let Event::Hit(_, hits, _) = event {
            self.0 += u64::from(hits);
        }
    }
}

#[testkit::rules("CC-ATTACK-9", "CC-BARR-1")]
#[test]
fn odds_are_what_the_dice_give() {
    let (mut proved, mut barrages) = (0, 0);
    faces::walk::<ChampionsCombat>("players=4", &Sources::none(), 20, |rules, state| {
        let Turn::Players(seats) = ChampionsCombat::turn(rules, state) else { return };
        let seat = seats.lowest();
        let view = ChampionsCombat::view(rules, state, Viewer::seat(seat));
        let mut offered = Actions::new();
        ChampionsCombat::legal(rules, state, seat, &mut offered);
        for &action in offered.iter().filter(|action| action.is_attack()) {
            let text = ChampionsCombat::odds(rules, &view, seat, action).expect("Attacks have odds");
            let mut declared = *state;
            ChampionsCombat::apply(rules, &mut declared, Actor::Seat(seat), action, &mut engine::NoLog);
            let mut rolls = Weighted::new();
            ChampionsCombat::chance(rules, &declared, &mut rolls);
            let (mut struck, mut points) = (0, 0);
            for &(roll, weight) in rolls.iter() {
                let (mut after, mut hits) = (declared, Hits::default());
                ChampionsCombat::apply(rules, &mut after, Actor::Chance, roll, &mut hits);
                struck += if hits.0 > 0 { weight } else { 0 };
                points += weight * hits.0;
            }
            let tenths = |part: u64| {
                let tenths = (part * 20 + rolls.total()) / (rolls.total() * 2);
                format!("{}.{}", tenths / 10, tenths % 10)
            };
            let expected = format!("{} % to hit, {} points, ", tenths(struck * 100), tenths(points));
            assert!(text.starts_with(&expected), "{text}, not {expected}");
            proved += 1;
            barrages += u32::from(declared.targets.count_ones() > 1);
        }
    });
    assert!(proved > 100 && barrages > 3, "{proved} Attacks, {barrages} on several");
}

#[test]
fn some_positions_look_as_reviewed() {
    let sheets = [
        ("", &[24, 31][..]),
        ("players=4", &[60, 75]),
        ("board=gate-59", &[40]),
        ("board=three-pillars players=3", &[80]),
    ];
    let text: String = sheets
        .iter()
        .map(|(setup, at)| faces::sheet::<ChampionsCombat>(setup, &Sources::none(), at))
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faces.txt");
    testkit::expect_file(&path, &text, "AGON_BLESS=1 cargo test -p champions-combat --test faces");
}
