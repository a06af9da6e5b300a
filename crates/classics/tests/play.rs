//! Checked play over real games: sealing, undo, branching, conceding, series.

use classics::{Goofspiel, Kuhn, Leduc, TicTacToe};
use engine::{
    Actor, AnyGame, Face, Game, Luck, NoUndo, Opening, Play, Record, Seat, Seed, SeedLine, Series, Settings,
    Step, Turn, Viewer, action_text, position_hash,
};

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

fn play<G: Game>(settings: &str, luck: Luck) -> Play<G> {
    Play::new(Opening::new(Settings::parse(settings).unwrap(), luck))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

fn act<G: Game>(play: &mut Play<G>, seat: Seat, text: &str) {
    let action = G::read_action(play.rules(), Actor::Seat(seat), text).unwrap();
    play.submit(seat, action).unwrap_or_else(|refusal| panic!("{seat} {text}: {refusal}"));
}

fn fall<G: Game>(play: &mut Play<G>, text: &str) {
    let action = G::read_action(play.rules(), Actor::Chance, text).unwrap();
    play.submit_chance(action).unwrap_or_else(|refusal| panic!("chance {text}: {refusal}"));
}

#[test]
fn an_open_action_can_be_taken_back_until_somebody_acts() {
    let mut play = play::<TicTacToe>("", Luck::Scripted);
    assert_eq!(play.can_undo(FIRST), Err(NoUndo::Nothing));
    act(&mut play, FIRST, "b2");
    assert_eq!(play.can_undo(SECOND), Err(NoUndo::Nothing));
    let before = play.position();
    play.undo(FIRST).unwrap();
    assert_eq!(
        (play.number(), play.turn()),
        (2, Turn::seat(FIRST)),
        "what was taken back stays in the record"
    );
    act(&mut play, FIRST, "b2");
    assert_eq!(play.position(), before);
    act(&mut play, SECOND, "a1");
    assert_eq!(play.undo(FIRST), Err(NoUndo::SomebodyActed));
    play.undo(SECOND).unwrap();
    play.undo(FIRST).unwrap();
}

#[test]
fn what_chance_or_a_showdown_told_cannot_be_taken_back() {
    let mut play = play::<Leduc>("", Luck::Scripted);
    fall(&mut play, "deal K");
    fall(&mut play, "deal J");
    assert_eq!(play.can_undo(FIRST), Err(NoUndo::Nothing));
    act(&mut play, FIRST, "raise");
    act(&mut play, SECOND, "call");
    assert_eq!(play.can_undo(SECOND), Ok(()));
    fall(&mut play, "deal J");
    assert_eq!(play.can_undo(SECOND), Err(NoUndo::ChanceHappened));
    act(&mut play, FIRST, "call");
    act(&mut play, SECOND, "call");
    assert_eq!(play.can_undo(SECOND), Err(NoUndo::Over));
    assert_eq!(play.outcome().unwrap().scores(), [-3, 3]);
}

#[test]
fn a_sealed_choice_is_secret_and_can_be_taken_back() {
    let mut play = play::<Goofspiel>("cards=4 order=descending", Luck::Scripted);
    let other_view = play.view(Viewer::seat(SECOND));
    let number = play.number();
    act(&mut play, FIRST, "bid 3");
    assert!(play.is_sealing());
    assert_eq!(play.number(), number, "the public number must not move when one seat seals");
    assert_eq!(play.turn(), Turn::seat(SECOND));
    assert_eq!(play.can_undo(SECOND), Err(NoUndo::Nothing));
    play.undo(FIRST).unwrap();
    assert!(!play.is_sealing());
    assert_eq!(play.view(Viewer::seat(SECOND)), other_view);
    // In either order, the same.
    let mut reverse = play.branch(play.number());
    act(&mut play, FIRST, "bid 3");
    act(&mut play, SECOND, "bid 1");
    act(&mut reverse, SECOND, "bid 1");
    act(&mut reverse, FIRST, "bid 3");
    assert_eq!(play.record(SeedLine::Always), reverse.record(SeedLine::Always));
    assert_eq!(play.number(), number + 1);
    assert!(play.record(SeedLine::Always).contains(" 1. 0 bid 3 / 1 bid 1 #"));
    assert_eq!(play.can_undo(FIRST), Err(NoUndo::HiddenRevealed));
}

#[test]
fn a_concession_cuts_a_simultaneous_choice_short_and_replays() {
    let mut play = play::<Goofspiel>("cards=4 order=descending", Luck::Scripted);
    act(&mut play, FIRST, "bid 3");
    assert!(play.concede(SECOND));
    assert_eq!(play.outcome().unwrap().winners().to_string(), "0");
    assert!(!play.concede(FIRST), "nobody can concede after the end");
    let text = play.record(SeedLine::Always);
    assert!(text.contains(" 1. 0 bid 3 #") && text.contains(" 2. 1 concedes #"), "{text}");
    let again =
        Play::<Goofspiel>::replay(&Record::parse(&text).unwrap()).unwrap_or_else(|faults| panic!("{faults}"));
    let again = again.trusted().unwrap();
    assert_eq!(again.record(SeedLine::Always), text);
    assert_eq!(again.can_undo(SECOND), Err(NoUndo::Over));
}

#[test]
fn a_seat_concedes_once() {
    let mut play = play::<Kuhn>("players=3", Luck::seeded(Seed::from_number(4)));
    play.settle();
    assert!(play.concede(FIRST));
    let number = play.number();
    assert!(!play.concede(FIRST), "twice");
    assert_eq!(play.number(), number);
    assert_eq!(play.can_undo(FIRST), Err(NoUndo::Conceded));
}

/// What one seat sees of an event does not change who saw all of it.
#[test]
fn the_audience_is_who_saw_everything() {
    let mut play = play::<Leduc>("", Luck::Scripted);
    fall(&mut play, "deal K");
    for viewer in [Viewer::seat(FIRST), Viewer::seat(SECOND), Viewer::Spectator] {
        let told = play.told(0, viewer);
        assert_eq!(told[0].audience.to_string(), "0", "{viewer}");
        assert_eq!(told[0].text.contains('K'), viewer == Viewer::seat(FIRST));
    }
    assert_eq!(
        serde_json::to_value(&play.told(0, Viewer::Spectator)[0]).unwrap()["audience"],
        serde_json::json!([0])
    );
}

#[test]
fn a_branch_leaves_the_play_alone() {
    let mut play = play::<Leduc>("", Luck::seeded(Seed::from_number(3)));
    play.settle();
    act(&mut play, FIRST, "raise");
    act(&mut play, SECOND, "raise");
    let hash = play.hash();
    let mut branch = play.branch(3);
    act(&mut branch, SECOND, "fold");
    assert_eq!(play.hash(), hash);
    assert_ne!(branch.hash(), hash);
    assert_eq!(play.steps().count(), 4);
    assert!(
        matches!(branch.steps().last(), Some(Step::Act(actor, action)) if action_text::<Leduc>(play.rules(), *actor, *action) == "fold")
    );
}

/// Going back far enough to need several kept positions.
#[test]
fn long_games_step_back_exactly() {
    let mut play = play::<Goofspiel>("cards=13", Luck::seeded(Seed::from_number(8)));
    let mut hashes = Vec::new();
    while play.turn() != Turn::Over {
        hashes.push(play.hash());
        match play.turn() {
            Turn::Players(owed) => {
                for seat in owed.iter() {
                    let action = play.legal(seat)[0];
                    play.submit(seat, action).unwrap();
                }
            }
            _ => assert!(play.roll()),
        }
    }
    assert!(hashes.len() > 20);
    for (number, hash) in hashes.iter().enumerate().rev() {
        assert_eq!(&position_hash::<Goofspiel>(play.rules(), &play.state_at(number)), hash);
        let branch = play.branch(number);
        assert_eq!((branch.number(), &branch.hash()), (number, hash));
    }
}

/// Going back is an entry of its own: the record tells it, and what was taken back stays there.
#[test]
fn going_back_is_told_and_replays() {
    let mut play = play::<Leduc>("", Luck::seeded(Seed::from_number(9)));
    play.settle();
    act(&mut play, FIRST, "raise");
    act(&mut play, SECOND, "raise");
    play.undo(SECOND).unwrap();
    act(&mut play, SECOND, "call");
    play.settle();
    assert_eq!(play.can_undo(SECOND), Err(NoUndo::ChanceHappened));
    // The others agree.
    assert_eq!(play.back_to(play.number()), Err(NoUndo::NotBefore));
    play.back_to(3).unwrap();
    assert_eq!(play.turn(), Turn::seat(SECOND));
    assert_eq!(play.hash(), position_hash::<Leduc>(play.rules(), &play.state_at(3)));
    // One who has nothing to take back there: the raise of the other was before.
    assert_eq!(play.can_undo(SECOND), Err(NoUndo::Nothing));
    assert_eq!(play.can_undo(FIRST), Ok(()));
    act(&mut play, SECOND, "fold");
    let text = play.record(SeedLine::WhenOver);
    for entry in [
        " 4. 1 raise #",
        " 5. back 3 by 1 #",
        " 6. 1 call #",
        " 7. chance deal",
        " 8. back 3 #",
        " 9. 1 fold #",
    ] {
        assert!(text.contains(entry), "{entry} in:\n{text}");
    }
    let again = Play::<Leduc>::replay(&Record::parse(&text).unwrap()).unwrap().trusted().unwrap();
    assert_eq!(again.record(SeedLine::WhenOver), text);
    assert_eq!(again.steps_of_line(), play.steps_of_line());
    assert_eq!(play.steps_of_line().len(), 4, "two deals, a raise, a fold");
    let told = play.told(4, Viewer::Spectator);
    assert_eq!((told.len(), told[0].kind), (1, "went-back"));
    assert_eq!(play.back_to(3), Err(NoUndo::Over));
}

/// A branch from before anything was taken back knows nothing of it.
#[test]
fn a_branch_ends_where_it_is_cut() {
    let mut play = play::<Leduc>("", Luck::seeded(Seed::from_number(9)));
    play.settle();
    act(&mut play, FIRST, "raise");
    play.undo(FIRST).unwrap();
    act(&mut play, FIRST, "call");
    for (number, entries) in [(0, 0), (2, 2), (3, 3), (4, 2), (5, 3)] {
        let branch = play.branch(number);
        assert_eq!((branch.number(), branch.steps_of_line().len()), (number, entries));
        assert_eq!(*branch.state(), play.state_at(number));
    }
}

/// Both sides have seen the dice that were taken back, so others fall.
#[test]
fn other_dice_fall_after_going_back() {
    let deals = |backs: usize| {
        let mut play = play::<Kuhn>("players=3", Luck::seeded(Seed::from_number(77)));
        for _ in 0..backs {
            play.settle();
            play.back_to(0).unwrap();
        }
        play.settle();
        play.position()
    };
    let different: std::collections::BTreeSet<String> = (0..8).map(deals).collect();
    // Eight times 24 deals.
    assert!(different.len() > 4, "{different:?}");
    assert_eq!(deals(3), deals(3), "the seed decides them all the same");
}

/// Nobody makes a record without end by taking back.
#[test]
fn taking_back_has_a_limit() {
    let mut play = play::<TicTacToe>("", Luck::Scripted);
    for _ in 0..engine::MOST_BACKS {
        act(&mut play, FIRST, "b2");
        play.undo(FIRST).unwrap();
    }
    act(&mut play, FIRST, "b2");
    assert_eq!(play.undo(FIRST), Err(NoUndo::TooOften));
    assert_eq!(play.back_to(0), Err(NoUndo::TooOften));
    act(&mut play, SECOND, "a1");
}

#[test]
fn players_mix_something_in_before_the_first_die() {
    let mut play = play::<Kuhn>("", Luck::seeded(Seed::from_number(5)));
    let words = |one: &str, two: &str| vec![one.to_owned(), two.to_owned()];
    let fault = |play: &mut Play<Kuhn>, given| play.contribute(given).unwrap_err().to_string();
    assert!(fault(&mut play, vec![String::new(); 3]).contains("3 contributions for 2 seats"));
    assert!(fault(&mut play, vec![String::new()]).contains("1 contributions for 2 seats"));
    assert!(fault(&mut play, words("a\nb", "")).contains("the hidden character U+000A"));
    assert!(fault(&mut play, words("a\u{202e}b", "")).contains("the hidden character U+202E"));
    assert!(fault(&mut play, words(&"x".repeat(257), "")).contains("257 bytes; give at most 256"));
    play.contribute(words("heads", "tails")).unwrap();
    play.settle();
    assert!(fault(&mut play, words("heads", "heads")).contains("the game has begun"));
    act(&mut play, FIRST, "pass");
    play.concede(FIRST);
    let text = play.record(SeedLine::WhenOver);
    assert!(text.contains("contribution 0 heads\n") && text.contains("contribution 1 tails\n"), "{text}");
    Play::<Kuhn>::replay(&Record::parse(&text).unwrap()).unwrap().trusted().unwrap();
}

/// Names are for people to read.
#[test]
fn names_that_cannot_be_read_are_refused() {
    let opened = |name: &str| {
        let opening = Opening::new(Settings::none(), Luck::Scripted);
        let players = vec![name.to_owned(), "Brook".to_owned()];
        Play::<TicTacToe>::new(Opening { players, ..opening })
            .map(|_| ())
            .map_err(|faults| faults.to_string())
    };
    assert_eq!(opened("Ada"), Ok(()));
    assert_eq!(opened("Zoë 語"), Ok(()));
    for (name, what) in [
        ("", "players: a name is empty; give it a letter or more"),
        (" ", "players: a name is empty"),
        ("Ada ", "players: the name `Ada ` begins or ends with a blank"),
        ("a\u{202e}b", "players: the name `a\\u{202e}b` holds the hidden character U+202E; leave it out"),
        ("a\u{200b}b", "hidden character U+200B"),
        ("Brook the\nBold", "hidden character U+000A"),
        (&"x".repeat(61), "has 61 characters; give at most 60"),
    ] {
        let fault = opened(name).unwrap_err();
        assert!(fault.contains(what), "{fault}");
    }
}

#[test]
fn a_series_can_be_given_up() {
    let face = Face::<TicTacToe>::new();
    let opening = Opening::new(Settings::none(), Luck::seeded(Seed::from_number(1)));
    let series =
        |length| Series::new(&face, opening.clone(), length).unwrap_or_else(|faults| panic!("{faults}"));
    let mut given_up = series(5);
    // The first game is lost, then the one that leads gives the series up in the second.
    assert!(given_up.current().concede(Seat::new(1)));
    assert!(given_up.next_game().unwrap());
    assert!(!given_up.concede(Seat::new(2)), "there is no such seat");
    assert!(given_up.concede(Seat::new(0)));
    assert!(given_up.is_over() && !given_up.next_game().unwrap());
    assert!(!given_up.concede(Seat::new(1)), "it is over");
    assert_eq!(given_up.wins(), [1, 1]);
    assert_eq!(given_up.winners().unwrap().to_string(), "1");
    // Between two games, too.
    let mut between = series(3);
    assert!(between.current().concede(Seat::new(1)));
    assert!(between.concede(Seat::new(0)));
    assert_eq!((between.wins(), between.winners().unwrap().to_string()), (vec![1, 0], "1".to_owned()));
}

#[test]
fn a_series_ends_when_it_is_decided() {
    let face = Face::<TicTacToe>::new();
    let opening = Opening::new(Settings::none(), Luck::seeded(Seed::from_number(1)));
    assert!(Series::new(&face, opening.clone(), 4).is_err(), "an even number of games may be tied");
    let mut series = Series::new(&face, opening, 5).unwrap_or_else(|faults| panic!("{faults}"));
    // First wins, second wins, a draw, first wins, first wins.
    let games = [
        "0a1 1a2 0b1 1b2 0c1",
        "0a1 1a2 0b1 1b2 0c3 1c2",
        "0a1 1b1 0c1 1b2 0b3 1a2 0c2 1c3 0a3",
        "0a1 1a2 0b1 1b2 0c1",
        "0a1 1a2 0b1 1b2 0c1",
    ];
    for (i, moves) in games.iter().enumerate() {
        assert_eq!(series.game_number(), i + 1);
        assert!(!series.is_over());
        assert_eq!(series.winners(), None);
        assert!(!series.next_game().unwrap(), "the game is not over yet");
        for deed in moves.split(' ') {
            let (seat, cell) = deed.split_at(1);
            series.current().submit(Seat::new(seat.parse().unwrap()), cell).unwrap();
        }
        assert_eq!(series.next_game().unwrap(), i < 4, "after game {}", i + 1);
    }
    assert_eq!(series.wins(), [3, 1]);
    assert!(series.is_over());
    assert_eq!(series.winners().unwrap().to_string(), "0");
    let records = series.records();
    assert_eq!(records.len(), 5);
    assert_eq!(
        records.iter().collect::<std::collections::BTreeSet<_>>().len(),
        5,
        "every game has its own seed"
    );
    let seeds: Vec<&str> =
        records.iter().flat_map(|text| text.lines()).filter(|line| line.contains(" seed ")).collect();
    let master = Seed::from_number(1);
    assert!(seeds.iter().all(|line| !line.contains(&master.to_string())), "no record tells the master seed");
    for record in records {
        let replayed = face.replay(&Record::parse(&record).unwrap());
        assert!(replayed.unwrap_or_else(|faults| panic!("{faults}")).doubts.is_empty());
    }
}
