//! What people are shown of a game, looked at in every position of whole games.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use engine::{Actions, Actor, Game, NoLog, Rng, Settings, Sources, Start, Turn, Viewer, action_text};

/// What was seen.
#[derive(Default, Debug)]
pub struct Shown {
    /// Positions.
    pub positions: usize,
    /// The most lines of a drawing.
    pub tallest: usize,
    /// Cards that were shown.
    pub cards: usize,
    /// Offers with odds.
    pub odds: usize,
    /// Why what somebody might think of was refused, with how often that was.
    pub refused: BTreeMap<&'static str, usize>,
}

/// Plays so many games by chance and as many lively ones, and calls for every position, the last one too.
pub fn walk<G: Game>(
    settings: &str,
    sources: &Sources,
    games: u64,
    mut each: impl FnMut(&G::Rules, &G::State),
) {
    let settings = Settings::parse(settings).expect("settings of a test");
    let Start { rules, state: first } = G::compile(&settings, sources).expect("a setup of a test compiles");
    for game in 0..games * 2 {
        let mut rng = Rng::from_number(game);
        let mut state = first.clone();
        loop {
            each(&rules, &state);
            let (actor, action) = match G::turn(&rules, &state) {
                Turn::Over => break,
                Turn::Chance => (Actor::Chance, G::sample(&rules, &state, &mut rng)),
                Turn::Players(seats) => {
                    let mut offered = Actions::new();
                    G::legal(&rules, &state, seats.lowest(), &mut offered);
                    let lively = game % 2 == 1;
                    let action =
                        if lively { G::lively(&rules, &offered, &mut rng) } else { *rng.one_of(&offered) };
                    (Actor::Seat(seats.lowest()), action)
                }
            };
            G::apply(&rules, &mut state, actor, action, &mut NoLog);
        }
    }
}

/// Looks at every position of such games from every side: drawings keep to their width, cards can be read and stand
/// there once, offers have labels of their own, and whatever is conceivable is written in
/// notation that reads back, stands there once, and is allowed or refused for a reason.
pub fn check<G: Game>(settings: &str, sources: &Sources, games: u64) -> Shown {
    let mut shown = Shown::default();
    walk::<G>(settings, sources, games, |rules, state| {
        shown.positions += 1;
        for viewer in Viewer::around(G::seats(rules)) {
            look::<G>(rules, &G::view(rules, state, viewer), &mut shown);
        }
        if let Turn::Players(seats) = G::turn(rules, state) {
            for seat in seats.iter() {
                think::<G>(rules, state, seat, &mut shown);
            }
        }
    });
    shown
}

fn look<G: Game>(rules: &G::Rules, view: &G::View, shown: &mut Shown) {
    for width in [56, 58, 80] {
        let drawing = G::drawing(rules, view, width);
        shown.tallest = shown.tallest.max(drawing.lines.len());
        let widest = drawing.lines.iter().map(engine::Line::width).max().unwrap_or(0);
        assert!(widest <= width, "{widest} columns of {width}:\n{drawing}");
        assert!(!drawing.to_string().contains("\n\n\n"), "blank lines:\n{drawing}");
    }
    let cards = G::cards(rules, view);
    shown.cards += cards.len();
    for (nth, card) in cards.iter().enumerate() {
        let whole = [&card.name, &card.title, &card.place].iter().all(|text| !text.is_empty());
        let readable = card.text.iter().all(|text| !text.is_empty() && !text.contains('\n'));
        assert!(whole && readable && !card.text.is_empty(), "{card:?}");
        assert!(!cards[..nth].contains(card), "twice: {card:?}");
    }
}

fn think<G: Game>(rules: &G::Rules, state: &G::State, seat: engine::Seat, shown: &mut Shown) {
    let actor = Actor::Seat(seat);
    let view = G::view(rules, state, Viewer::seat(seat));
    let mut offered = Actions::new();
    G::legal(rules, state, seat, &mut offered);
    let mut labels = BTreeSet::new();
    for &action in offered.iter() {
        let label = G::label(rules, state, actor, action);
        assert!(labels.insert(label.clone()), "two options are called `{label}`");
        assert!(!label.trim().is_empty() && !label.contains('\n'), "{action:?} is labelled `{label}`");
        shown.odds += usize::from(G::odds(rules, &view, seat, action).is_some());
    }
    let mut thoughts = Vec::new();
    G::conceivable(rules, &view, seat, &mut thoughts);
    assert!(thoughts.len() <= 40, "{} things to think of", thoughts.len());
    for (nth, &action) in thoughts.iter().enumerate() {
        let text = action_text::<G>(rules, actor, action);
        assert!(!thoughts[..nth].contains(&action), "{text} twice");
        assert_eq!(G::read_action(rules, actor, &text).as_ref(), Ok(&action), "{text}");
        let refusal = G::refuse(rules, state, actor, action);
        assert_eq!(refusal.is_none(), offered.contains(&action), "{text}");
        if let Some(refusal) = refusal {
            *shown.refused.entry(refusal.code).or_default() += 1;
            assert!(!G::label(rules, state, actor, action).is_empty(), "{text}");
        }
    }
}

/// How things look at some positions of a lively game, for people to review: the drawing for whoever acts, what is
/// offered with odds, what is closed and why, and the first few cards.
pub fn sheet<G: Game>(settings: &str, sources: &Sources, positions: &[usize]) -> String {
    let mut out = String::new();
    let (mut number, mut last_game) = (0, false);
    walk::<G>(settings, sources, 1, |rules, state| {
        let turn = G::turn(rules, state);
        // The second game is the lively one.
        if last_game && positions.contains(&number) {
            writeln!(out, "==== {} {settings} position {number}", G::ID).expect("writing to a string");
            sheet_of::<G>(rules, state, turn, &mut out);
        }
        number += 1;
        if turn == Turn::Over {
            (number, last_game) = (0, true);
        }
    });
    out
}

fn sheet_of<G: Game>(rules: &G::Rules, state: &G::State, turn: Turn, out: &mut String) {
    let seat = match turn {
        Turn::Players(seats) => seats.lowest(),
        _ => engine::Seat::new(0),
    };
    let (actor, view) = (Actor::Seat(seat), G::view(rules, state, Viewer::seat(seat)));
    out.extend(G::drawing(rules, &view, 58).to_string().lines().map(|line| format!("{}\n", line.trim_end())));
    let mut offered = Actions::new();
    G::legal(rules, state, seat, &mut offered);
    for &action in offered.iter() {
        let odds = G::odds(rules, &view, seat, action).map_or_else(String::new, |odds| format!(" [{odds}]"));
        writeln!(out, "  > {}{odds}", G::label(rules, state, actor, action)).expect("writing to a string");
    }
    let mut thoughts = Vec::new();
    if !offered.is_empty() {
        G::conceivable(rules, &view, seat, &mut thoughts);
    }
    for action in thoughts {
        if let Some(refusal) = G::refuse(rules, state, actor, action) {
            let label = G::label(rules, state, actor, action);
            writeln!(out, "  x {label} [{refusal}]").expect("writing to a string");
        }
    }
    for card in G::cards(rules, &view).into_iter().take(3) {
        writeln!(out, "  # {} ({})", card.title, card.place).expect("writing to a string");
        for text in &card.text {
            writeln!(out, "    {text}").expect("writing to a string");
        }
    }
}
