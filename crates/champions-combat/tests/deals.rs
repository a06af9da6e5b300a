//! How cards and rows fall over many games.

use champions_combat::ChampionsCombat;
use champions_combat::state::{State, Step};
use engine::{Actor, Game, NoLog, Rng, Seat, Settings, Sources, Viewer};
use testkit::rules;

/// A new game of four, dealt up to its first turn.
fn dealt(rng: &mut Rng, start: &engine::Start<ChampionsCombat>) -> State {
    let mut state = start.state;
    while matches!(state.step, Step::Style | Step::Hand | Step::Row) {
        let fell = ChampionsCombat::sample(&start.rules, &state, rng);
        ChampionsCombat::apply(&start.rules, &mut state, Actor::Chance, fell, &mut NoLog);
    }
    state
}

/// Scenario SC-03: rows of four players over ten thousand games.
#[rules("CC-INIT-1", "CC-INIT-2", "CC-INIT-3", "CC-SETUP-3", "CC-SETUP-4", "CC-DRAW-3")]
#[test]
fn rows_of_four_players() {
    let settings = Settings::parse("players=4").unwrap();
    let start =
        ChampionsCombat::compile(&settings, &Sources::none()).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rng = Rng::from_number(8);
    let mut firsts = std::collections::BTreeMap::new();
    let (mut same, mut styles) = (0, [0u32; 9]);
    for _ in 0..10_000 {
        let state = dealt(&mut rng, &start);
        let places: Vec<&str> = (0..4)
            .map(|seat| start.rules.board.name(start.rules.board.hex(state.figures[seat].hex)))
            .collect();
        assert_eq!(places, ["F1", "F5", "B5", "B1"]);
        for half in [&state.row[..4], &state.row[4..]] {
            let mut named = half.to_vec();
            named.sort_unstable();
            assert_eq!(named, [0, 1, 2, 3], "each half names everybody once");
        }
        *firsts.entry(state.row[..4].to_vec()).or_insert(0u32) += 1;
        same += u32::from(state.row[3] == state.row[4]);
        for figure in &state.figures {
            styles[usize::from(figure.style)] += 1;
            assert_eq!((figure.hand.count_ones(), figure.discard), (4, 0));
        }
        let view = ChampionsCombat::view(&start.rules, &state, Viewer::seat(Seat::new(2)));
        assert_eq!((view.row.len(), view.row[8]), (9, "special"), "the whole row is seen by everybody");
    }
    assert_eq!(firsts.len(), 24);
    // Means are 417, 2,500 and 4,444, with standard deviations of about 20, 43 and 50.
    assert!(firsts.values().all(|&count| (317..=517).contains(&count)), "{firsts:?}");
    assert!((2_300..=2_700).contains(&same), "{same}");
    assert!(styles.iter().all(|&count| (4_200..=4_700).contains(&count)), "{styles:?}");
}
