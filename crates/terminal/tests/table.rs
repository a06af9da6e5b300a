//! Tables without a screen: who is asked, what is kept, and that a game goes on after a kill as if nothing had been.

use std::path::PathBuf;

use engine::{NoUndo, Opening, Registry, Rng, Seat, Seed, Settings, Viewer};
use terminal::saving::Shelf;
use terminal::session::Session;
use terminal::setup::{Wish, seatings, strongest};
use terminal::table::{Next, Sitter, Table, teams};

/// An empty shelf of this test alone.
fn shelf(test: &str) -> (Shelf, PathBuf) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("saves").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    (Shelf::new(folder.clone()), folder)
}

fn table<'r>(registry: &'r Registry, game: &str, setup: &str, seats: &[&str], best_of: u8) -> Table<'r> {
    let known = registry.find(game).unwrap();
    let opening = Opening::new(Settings::parse(setup).unwrap(), engine::Luck::Scripted);
    let play = known.game.open(opening.clone()).unwrap();
    let wish = Wish {
        seats: seats.iter().map(ToString::to_string).collect(),
        bot: Some("lively".to_owned()),
        ..Wish::default()
    };
    let sitters = wish.sitters(&*known.game, &*play).unwrap();
    Table::new(&*known.game, opening, Seed::from_number(5), best_of, sitters).unwrap()
}

/// Everything there is to a table: the position and what everybody has seen.
fn all_of(table: &Table<'_>) -> (String, Vec<engine::EventData>, usize) {
    let play = table.play();
    let everyone = Viewer::everyone(play.seats());
    let told = (0..play.number()).flat_map(|step| play.told(step, everyone)).collect();
    (play.hash(), told, table.series().game_number())
}

/// Somebody does anything.
fn choose(session: &mut Session<'_>, seat: Seat, rng: &mut Rng) {
    let choices = session.table().choices(seat);
    session.submit(seat, &rng.one_of(&choices).offer.notation).unwrap();
}

/// Plays on until a person must choose or the series is over. Says whether a person must.
fn settle(session: &mut Session<'_>) -> Option<Seat> {
    loop {
        match session.table().next() {
            Next::Step => assert!(session.step()),
            Next::HandOver(person) => session.hand_over(Some(person)),
            Next::Choose(seat) => return Some(seat),
            Next::Over if session.table().series().is_over() => return None,
            Next::Over => assert!(session.next_game().unwrap()),
        }
    }
}

/// Kills the game after every `every`-th choice: the resumed table is the same, and so is all that follows.
fn killed(game: &str, setup: &str, seats: &[&str], best_of: u8, every: u32) {
    let registry = games::registry();
    let (_, folder) = shelf(&format!("killed-{game}-{best_of}-{}", seats.len()));
    let mut sessions: Vec<Session> = (0..2)
        .map(|_| {
            let table = table(&registry, game, setup, seats, best_of);
            Session::new(table, Ok(Shelf::new(folder.clone())), None)
        })
        .collect();
    let mut rng = Rng::from_number(11);
    let mut choices = 0;
    loop {
        let seat = settle(&mut sessions[0]);
        assert_eq!(seat, settle(&mut sessions[1]));
        assert_eq!(all_of(sessions[0].table()), all_of(sessions[1].table()), "after {choices} choices");
        let Some(seat) = seat else { break };
        let before = rng.clone();
        choose(&mut sessions[0], seat, &mut rng);
        choose(&mut sessions[1], seat, &mut before.clone());
        choices += 1;
        if choices % every == 0 && sessions[0].table().play().outcome().is_none() {
            let saved = all_of(sessions[0].table());
            // What the program held is let go with it.
            drop(sessions.remove(0));
            let shelf = Shelf::new(folder.clone());
            let resumed = shelf.resume(&registry, Some(&format!("{game}-1"))).unwrap();
            assert_eq!(all_of(&resumed.table), saved, "{choices}");
            let here = sessions[0].table().here();
            sessions.insert(0, Session::resumed(resumed, shelf));
            // Whoever was at the screen has to come back to it.
            sessions[0].hand_over(here);
        }
    }
    assert!(choices > 0);
    let left = Shelf::new(folder).list();
    assert!(left.is_empty(), "a finished game is forgotten: {left:?}");
}

#[test]
fn a_killed_game_goes_on_exactly() {
    killed("tic-tac-toe", "", &["0"], 1, 1);
    killed("kuhn-poker", "", &["1"], 3, 1);
    killed("leduc-poker", "", &["0"], 1, 1);
    killed("pig", "", &["0"], 1, 5);
}

#[test]
fn sealed_choices_survive_a_kill() {
    killed("goofspiel", "", &["all"], 1, 1);
    killed("oshi-zumo", "coins=10 min_bid=1", &["0", "1"], 3, 1);
}

#[test]
fn arena_games_survive_a_kill() {
    killed("champions-combat", "", &["0"], 1, 9);
    killed("time-rift", "", &["0"], 1, 3);
    killed("time-rift", "mode=2v2", &["0,1", "2"], 1, 7);
    killed("worlds-unchained", "format=speed", &["0"], 1, 9);
}

#[test]
fn a_match_with_war_chests_survives_a_kill() {
    killed("time-rift", "match=3", &["0"], 3, 17);
}

#[test]
fn what_a_person_did_can_be_taken_back_until_something_is_learnt() {
    let registry = games::registry();
    let mut table = table(&registry, "tic-tac-toe", "", &["0,1"], 1);
    assert_eq!(table.undo(), Err(NoUndo::Nothing));
    table.submit(Seat::new(0), "b2").unwrap();
    table.submit(Seat::new(1), "a1").unwrap();
    table.undo().unwrap();
    assert_eq!(table.next(), Next::Choose(Seat::new(1)));
    table.undo().unwrap();
    assert_eq!(table.next(), Next::Choose(Seat::new(0)));
}

#[test]
fn a_sealed_choice_is_taken_back_in_the_file_too() {
    let registry = games::registry();
    let mut table = table(&registry, "goofspiel", "", &["0,1"], 1);
    while table.step() {}
    table.submit(Seat::new(0), &table.choices(Seat::new(0))[0].offer.notation).unwrap();
    assert_eq!(table.kept().sealed.len(), 1);
    assert_eq!(table.next(), Next::Choose(Seat::new(1)));
    table.undo().unwrap();
    assert!(table.kept().sealed.is_empty());
    assert_eq!(table.next(), Next::Choose(Seat::new(0)));
}

#[test]
fn several_people_take_turns_and_each_sees_only_their_own() {
    let registry = games::registry();
    let mut table = table(&registry, "kuhn-poker", "", &["all"], 1);
    while table.step() {}
    assert_eq!(table.next(), Next::HandOver(0));
    assert_eq!(table.viewer(), Viewer::Spectator, "nobody is at the screen yet");
    table.hand_over(Some(0));
    assert_eq!(table.next(), Next::Choose(Seat::new(0)));
    assert_eq!(table.viewer(), Viewer::seat(Seat::new(0)));
    table.submit(Seat::new(0), &table.choices(Seat::new(0))[0].offer.notation).unwrap();
    assert_eq!(table.next(), Next::HandOver(1));
}

#[test]
fn simultaneous_choices_ask_every_person_before_any_bot() {
    let registry = games::registry();
    let mut table = table(&registry, "goofspiel", "", &["1"], 1);
    while table.step() {}
    assert_eq!(table.next(), Next::Choose(Seat::new(1)));
    table.submit(Seat::new(1), &table.choices(Seat::new(1))[0].offer.notation).unwrap();
    assert_eq!(table.next(), Next::Step, "the bot has still to seal");
}

#[test]
fn whoever_concedes_has_lost() {
    let registry = games::registry();
    let mut table = table(&registry, "champions-combat", "", &["0"], 1);
    while table.step() {}
    assert!(table.concede());
    assert_eq!(table.next(), Next::Over);
    assert!(table.result().unwrap()[0].starts_with("you have lost"), "{:?}", table.result());
}

#[test]
fn teams_are_found_and_can_be_held_by_one_person() {
    let registry = games::registry();
    let teams_of = |setup| {
        let table = table(&registry, "time-rift", setup, &["0"], 1);
        teams(table.play()).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(teams_of("mode=2v2"), ["0,1", "2,3"]);
    assert_eq!(teams_of("mode=ffa players=3"), ["0", "1", "2"]);
    let table = table(&registry, "time-rift", "mode=2v2", &["0,1"], 1);
    assert_eq!(table.viewer().to_string(), "seat 0,1");
    let ways: Vec<Vec<String>> = seatings(table.play()).into_iter().map(|(_, seats)| seats).collect();
    assert_eq!(ways[0], ["0,1"]);
    assert!(ways.contains(&vec!["0,1".to_owned(), "2,3".to_owned()]));
}

#[test]
fn a_wish_becomes_settings_and_sitters() {
    let registry = games::registry();
    let known = registry.find("time-rift").unwrap();
    let wish = |mode: &str, decks: &[&str], seats: &[&str]| Wish {
        mode: Some(mode.to_owned()),
        decks: decks.iter().map(ToString::to_string).collect(),
        seats: seats.iter().map(ToString::to_string).collect(),
        ..Wish::default()
    };
    assert_eq!(wish("fist-fight", &[], &[]).settings(known).unwrap().to_string(), "mode=fist pure=on");
    assert_eq!(wish("tire", &[], &[]).settings(known).unwrap().to_string(), "mode=tire");
    let fault = wish("chess", &[], &[]).settings(known).unwrap_err().to_string();
    assert!(fault.contains("no setup called `chess`") && fault.contains("fist-fight"), "{fault}");

    let asked = wish("duel", &["1=spartacus"], &[]);
    let mut settings = asked.settings(known).unwrap();
    asked.add_decks(known, &mut settings, 2).unwrap();
    assert_eq!(settings.to_string(), "decks=ready,spartacus");
    let play = known.game.open(Opening::new(settings, engine::Luck::Scripted)).unwrap();
    assert_eq!(
        asked.sitters(&*known.game, &*play).unwrap(),
        [Sitter::Person(0), Sitter::Bot(strongest(&*known.game).to_owned())]
    );
    for (decks, said) in [(&["2=spartacus"][..], "no seat `2`"), (&["1=a", "1=b"], "two decks")] {
        let fault = wish("duel", decks, &[]).add_decks(known, &mut Settings::none(), 2).unwrap_err();
        assert!(fault.to_string().contains(said), "{fault}");
    }
    for (seats, said) in [(&["5"][..], "no seat `5`"), (&["0", "0"], "given twice")] {
        let fault = wish("duel", &[], seats).sitters(&*known.game, &*play).unwrap_err();
        assert!(fault.to_string().contains(said), "{fault}");
    }
}

#[test]
fn saved_games_are_listed_resumed_by_game_and_forgotten() {
    let registry = games::registry();
    let (shelf, folder) = shelf("list");
    assert!(shelf.list().is_empty());
    for game in ["nim", "tic-tac-toe"] {
        let session =
            Session::new(table(&registry, game, "", &["0"], 1), Ok(Shelf::new(folder.clone())), None);
        assert!(session.farewell().contains(&format!("agon play --resume {game}-1")));
    }
    let mut names: Vec<String> = shelf.list().into_iter().map(|listed| listed.name).collect();
    names.sort();
    assert_eq!(names, ["nim-1", "tic-tac-toe-1"]);
    assert_eq!(
        shelf.resume(&registry, Some("nim")).map(|resumed| resumed.name).ok(),
        Some("nim-1".to_owned())
    );
    let fault = shelf.resume(&registry, Some("nim-2")).err().unwrap().to_string();
    assert!(fault.contains("did you mean `nim-1`?"), "{fault}");
    shelf.forget("nim-1").unwrap();
    assert!(shelf.resume(&registry, Some("nim")).is_err());
}

#[test]
fn a_damaged_file_is_told_with_the_way_out() {
    let registry = games::registry();
    let (shelf, folder) = shelf("damaged");
    drop(Session::new(table(&registry, "nim", "", &["0"], 1), Ok(Shelf::new(folder.clone())), None));
    let file = folder.join("nim-1.json");
    let whole = std::fs::read_to_string(&file).unwrap();
    assert!(shelf.damaged().is_empty());
    std::fs::write(&file, "").unwrap();
    assert_eq!((shelf.damaged(), shelf.list()), (vec!["nim-1".to_owned()], Vec::new()));
    for (from, to) in
        [("{", ""), ("game nim", "game nom"), ("person 0", "person 99"), ("\"best_of\": 1", "\"best_of\": 2")]
    {
        std::fs::write(&file, whole.replacen(from, to, 1)).unwrap();
        let fault = shelf.resume(&registry, Some("nim-1")).err().unwrap().to_string();
        assert!(fault.contains("nim-1"), "{fault}");
    }
}

#[test]
fn a_shelf_that_cannot_be_written_does_not_stop_the_game() {
    let registry = games::registry();
    let (_, folder) = shelf("blocked");
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    std::fs::write(&folder, "no folder").unwrap();
    let mut session = Session::new(table(&registry, "nim", "", &["0"], 1), Ok(Shelf::new(folder)), None);
    assert!(session.warning().unwrap().contains("AGON_HOME"));
    choose(&mut session, Seat::new(0), &mut Rng::from_number(1));
}

#[test]
fn the_record_of_each_game_is_written_where_asked() {
    let registry = games::registry();
    let (shelf, folder) = shelf("records");
    let file = folder.join("match.agon");
    std::fs::create_dir_all(&folder).unwrap();
    let table = table(&registry, "tic-tac-toe", "", &["0"], 3);
    let mut session = Session::new(table, Ok(shelf), Some(file.clone()));
    let mut rng = Rng::from_number(3);
    while let Some(seat) = settle(&mut session) {
        choose(&mut session, seat, &mut rng);
    }
    for number in 1..=session.table().series().game_number() {
        let text = std::fs::read_to_string(folder.join(format!("match.{number}.agon"))).unwrap();
        assert!(registry.replay(&text).unwrap().trusted().unwrap().outcome().is_some());
    }
}

#[test]
fn a_game_killed_after_its_last_move_still_gets_its_record() {
    let registry = games::registry();
    let (shelf, folder) = shelf("last-move");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("late.agon");
    let mut table = table(&registry, "tic-tac-toe", "", &["none"], 1);
    while table.step() {}
    shelf.reserve("tic-tac-toe").unwrap();
    shelf.keep("tic-tac-toe-1", &table, Some(&file)).unwrap();
    let resumed = shelf.resume(&registry, None).unwrap();
    drop(Session::resumed(resumed, Shelf::new(folder)));
    assert!(
        registry
            .replay(&std::fs::read_to_string(file).unwrap())
            .unwrap()
            .trusted()
            .unwrap()
            .outcome()
            .is_some()
    );
    assert!(shelf.list().is_empty());
}

#[test]
fn a_new_game_of_several_people_begins_with_a_hand_over() {
    let registry = games::registry();
    let mut table = table(&registry, "kuhn-poker", "", &["0", "1"], 3);
    table.hand_over(Some(0));
    assert!(table.concede() && table.next_game().unwrap());
    while table.step() {}
    assert!(table.here().is_none() && matches!(table.next(), Next::HandOver(_)), "{:?}", table.next());
    assert!(table.log(0).iter().all(|line| !line.text.contains('K')), "{:?}", table.log(0));
}

#[test]
fn a_game_is_played_in_one_window_only() {
    let registry = games::registry();
    let (shelf, folder) = shelf("window");
    let session = Session::new(table(&registry, "nim", "", &["0"], 1), Ok(shelf), None);
    let again = Shelf::new(folder.clone());
    let fault = again.resume(&registry, Some("nim-1")).err().expect("somebody plays it").to_string();
    assert!(fault.contains("`nim-1` is being played in another window; leave it there first"), "{fault}");
    let fault = again.forget("nim-1").expect_err("somebody plays it").to_string();
    assert!(fault.contains("another window"), "{fault}");
    drop(session);
    assert!(again.resume(&registry, Some("nim-1")).is_ok());
    again.forget("nim-1").unwrap();
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
}
