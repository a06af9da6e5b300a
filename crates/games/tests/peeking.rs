//! A bot gets its seat's view and nothing else: reaching for more does not compile.

use classics::Leduc;
use engine::{Bot, Game, Rng, Seen, Settings, Sources, Viewer};

/// What a bot can do: read its view, imagine worlds, choose.
struct Honest;

impl Bot<Leduc> for Honest {
    fn choose(&mut self, seen: &Seen<Leduc>, rng: &mut Rng) -> <Leduc as Game>::Action {
        let world = Leduc::imagine(seen.rules, seen.view, rng);
        assert_eq!(Leduc::view(seen.rules, &world, Viewer::seat(seen.seat)), *seen.view);
        seen.offered[0]
    }
}

#[test]
fn an_honest_bot_has_all_it_needs() {
    let start =
        Leduc::compile(&Settings::none(), &Sources::none()).unwrap_or_else(|faults| panic!("{faults}"));
    let state = Leduc::read_position(&start.rules, "KJ - r").unwrap();
    let (seat, mut offered) = (engine::Seat::new(1), engine::Actions::new());
    Leduc::legal(&start.rules, &state, seat, &mut offered);
    let view = Leduc::view(&start.rules, &state, Viewer::seat(seat));
    let seen = Seen { rules: &*start.rules, view: &view, seat, offered: &offered };
    assert_eq!(Honest.choose(&seen, &mut Rng::from_number(1)), offered[0]);
}

#[test]
fn peeking_does_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/peeking/state_of_seen.rs");
    cases.compile_fail("tests/peeking/secret_of_view.rs");
    cases.compile_fail("tests/peeking/apply_to_view.rs");
    cases.compile_fail("tests/peeking/view_as_state.rs");
}
