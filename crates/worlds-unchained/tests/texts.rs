//! Whole games in every format, and at each stop: texts that read back, views without secrets, imagined positions
//! that look the same, and refusals exactly of what is not offered.

use engine::{
    Actions, Actor, Game, Log, Rng, Seat, Settings, Sources, Turn, Viewer, Weighted, action_text,
    position_text,
};
use worlds_unchained::WorldsUnchained as Wu;
use worlds_unchained::action::Act;
use worlds_unchained::event::{self, Event};
use worlds_unchained::rules::Rules;
use worlds_unchained::state::State;

const SETUPS: [&str; 8] = [
    "format=standard",
    "format=speed",
    "format=draft",
    "format=draft pool=orrery-nine",
    "format=draft pool=umbral-assize",
    "format=all-stars",
    "format=free-for-all players=4",
    "format=custom players=3 choose_return_zone=on mulligans=3 play_all_bouts=on",
];

/// Checks what is told, and that nobody else is told a card that was drawn.
struct Telling<'a>(&'a Rules, u32);

impl Log<Event> for Telling<'_> {
    const LIVE: bool = true;
    fn add(&mut self, event: Event) {
        let told = event::tell(self.0, &event);
        assert!(event::KINDS.contains(&told.kind) && !told.text.is_empty(), "{event:?}");
        if let Event::Drew(seat, card) = event {
            let other = event::witness(self.0, &event, Viewer::seat(Seat::new((seat + 1) % self.0.seats)));
            assert_ne!(other, Some(Event::Drew(seat, card)));
        }
        self.1 += 1;
    }
}

fn check(rules: &Rules, state: &State, rng: &mut Rng, seen: &[Act]) {
    let text = position_text::<Wu>(rules, state);
    assert_eq!(Wu::read_position(rules, &text).as_ref(), Ok(state), "{text}");
    for viewer in Viewer::around(rules.seats) {
        let view = Wu::view(rules, state, viewer);
        let other = Wu::imagine(rules, &view, rng);
        assert_eq!(Wu::view(rules, &other, viewer), view, "{viewer} of {text}");
        assert!(!Wu::picture(rules, &view).is_empty());
        let text = position_text::<Wu>(rules, &other);
        assert_eq!(Wu::read_position(rules, &text).as_ref(), Ok(&other), "{text}");
    }
    for seat in Seat::all(rules.seats) {
        let mut offered = Actions::new();
        Wu::legal(rules, state, seat, &mut offered);
        for &act in offered.iter().chain(seen) {
            let refusal = Wu::refuse(rules, state, Actor::Seat(seat), act);
            assert_eq!(refusal.is_none(), offered.contains(&act), "{act:?} by {seat} in {text}");
        }
        for &act in offered.iter() {
            let written = action_text::<Wu>(rules, seat.into(), act);
            assert_eq!(Wu::read_action(rules, seat.into(), &written), Ok(act), "{written}");
        }
    }
}

#[test]
fn whole_games() {
    for setup in SETUPS {
        let start = Wu::compile(&Settings::parse(setup).expect(setup), &Sources::none());
        let start = start.unwrap_or_else(|faults| panic!("{setup}: {faults}"));
        let rules = &*start.rules;
        let mut rng = Rng::from_number(7);
        for _ in 0..8 {
            let mut state = start.state.clone();
            let mut log = Telling(rules, 0);
            let mut seen: Vec<Act> = Vec::new();
            loop {
                let (actor, act) = match Wu::turn(rules, &state) {
                    Turn::Over => break,
                    Turn::Chance => (Actor::Chance, Wu::sample(rules, &state, &mut rng)),
                    Turn::Players(seats) => {
                        let seat = seats.lowest();
                        (Actor::Seat(seat), Wu::pick(rules, &state, seat, &mut rng).0)
                    }
                };
                if rng.chance(1, 4) {
                    check(rules, &state, &mut rng, &seen);
                }
                if actor == Actor::Chance {
                    let mut outcomes = Weighted::new();
                    Wu::chance(rules, &state, &mut outcomes);
                    assert!(outcomes.iter().all(|(act, _)| Wu::refuse(rules, &state, actor, *act).is_none()));
                }
                if seen.len() < 200 {
                    seen.push(act);
                }
                Wu::apply(rules, &mut state, actor, act, &mut log);
            }
            check(rules, &state, &mut rng, &seen);
            assert!(log.1 > 20, "{setup}");
        }
    }
}
