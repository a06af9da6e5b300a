//! The full screen without a terminal: what is drawn, and what the keys do.

use engine::{Luck, Opening, Registry, Seed, Settings};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use terminal::Left;
use terminal::screen::draw;
use terminal::screen::menu::Menu;
use terminal::screen::scene::{Cover, Focus, Item, Scene};
use terminal::session::Session;
use terminal::setup::Wish;
use terminal::table::Table;

/// A game that nobody saves.
fn session<'r>(registry: &'r Registry, game: &str, setup: &str, seats: &[&str], best_of: u8) -> Session<'r> {
    let known = registry.find(game).unwrap();
    let opening = Opening::new(Settings::parse(setup).unwrap(), Luck::Scripted);
    let play = known.game.open(opening.clone()).unwrap();
    let seats = seats.iter().map(ToString::to_string).collect();
    let wish = Wish { seats, bot: Some("lively".to_owned()), ..Wish::default() };
    let sitters = wish.sitters(&*known.game, &*play).unwrap();
    let table = Table::new(&*known.game, opening, Seed::from_number(9), best_of, sitters).unwrap();
    let mut session = Session::new(table, Err(engine::Fault::new("this is a test", "")), None);
    session.warning();
    session
}

/// The screen as text, one line a row.
fn drawn(scene: &Scene<'_, '_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw::scene(frame, scene)).unwrap();
    text(&terminal)
}

fn text(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..buffer.area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}

fn press(scene: &mut Scene<'_, '_>, code: KeyCode) {
    scene.key(KeyEvent::new(code, KeyModifiers::NONE));
}

fn type_text(scene: &mut Scene<'_, '_>, text: &str) {
    text.chars().for_each(|c| press(scene, KeyCode::Char(c)));
}

/// Lets bots and dice do what they do.
fn settle(scene: &mut Scene<'_, '_>) {
    while scene.patience().is_zero() {
        scene.tick();
    }
}

#[test]
fn every_arena_game_fits_on_a_hundred_by_thirty_and_eighty_by_twenty_four() {
    let registry = games::registry();
    for (game, setup) in [
        ("champions-combat", ""),
        ("champions-combat", "players=4"),
        ("time-rift", ""),
        ("time-rift", "mode=3v3 arena=5"),
        ("worlds-unchained", ""),
        ("worlds-unchained", "format=free-for-all"),
    ] {
        let mut session = session(&registry, game, setup, &["0"], 1);
        let title = session.table().game().title();
        let mut scene = Scene::new(&mut session, true);
        settle(&mut scene);
        for (width, height) in [(100, 30), (80, 24), (160, 50)] {
            let screen = drawn(&scene, width, height);
            for part in [title, "(you): choose", "Board", "Log", "Options: ", ">  1 ", "Enter do", "q leave"]
            {
                assert!(screen.contains(part), "{game} {setup} at {width}x{height} lacks {part}:\n{screen}");
            }
        }
    }
}

#[test]
fn a_small_window_says_what_it_needs() {
    let registry = games::registry();
    let mut session = session(&registry, "nim", "", &["0"], 1);
    let scene = Scene::new(&mut session, true);
    for (width, height) in [(79, 24), (80, 23), (30, 10), (1, 1)] {
        let screen = drawn(&scene, width, height);
        assert!(width < 30 || screen.contains("Agon needs 80 columns"), "{screen}");
        assert!(!screen.contains("Options"), "{screen}");
    }
}

#[test]
fn without_colour_there_is_none() {
    let registry = games::registry();
    for game in ["champions-combat", "time-rift", "worlds-unchained"] {
        let mut session = session(&registry, game, "", &["0"], 1);
        let mut scene = Scene::new(&mut session, false);
        settle(&mut scene);
        let mut terminal = Terminal::new(TestBackend::new(100, 30)).unwrap();
        terminal.draw(|frame| draw::scene(frame, &scene)).unwrap();
        let cells = &terminal.backend().buffer().content;
        assert!(cells.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset), "{game}");
    }
}

#[test]
fn with_colour_seats_have_theirs() {
    let registry = games::registry();
    for game in ["champions-combat", "time-rift", "worlds-unchained"] {
        let mut session = session(&registry, game, "", &["0"], 1);
        let mut scene = Scene::new(&mut session, true);
        settle(&mut scene);
        let mut terminal = Terminal::new(TestBackend::new(100, 30)).unwrap();
        terminal.draw(|frame| draw::scene(frame, &scene)).unwrap();
        let has = |colour| terminal.backend().buffer().content.iter().any(|cell| cell.fg == colour);
        assert!(has(Color::Cyan) && has(Color::Yellow), "{game}");
    }
}

#[test]
fn closed_options_are_marked_and_say_why() {
    let registry = games::registry();
    let mut session = session(&registry, "champions-combat", "", &["0"], 1);
    let mut scene = Scene::new(&mut session, true);
    settle(&mut scene);
    press(&mut scene, KeyCode::End);
    let screen = drawn(&scene, 100, 30);
    assert!(screen.contains(">  x ") && screen.contains(" open, "), "{screen}");
    assert!(screen.contains("closed: ") && screen.contains("(CC-"), "{screen}");
    let number = scene.table().play().number();
    press(&mut scene, KeyCode::Enter);
    assert_eq!(scene.table().play().number(), number, "what is closed is not done");
    let screen = drawn(&scene, 100, 30);
    assert!(screen.contains("Why?") && screen.contains("Closed: "), "{screen}");
}

#[test]
fn odds_stand_beside_attacks_and_do_not_push_them_out() {
    let registry = games::registry();
    let mut session = session(&registry, "time-rift", "mode=fist", &["0"], 1);
    let mut scene = Scene::new(&mut session, true);
    // Whoever walks towards the other comes to blows.
    for _ in 0..200 {
        settle(&mut scene);
        let attack = scene
            .items()
            .iter()
            .position(|item| matches!(item, Item::Open(..)) && item.notation().starts_with('B'));
        if let Some(at) = attack {
            press(&mut scene, KeyCode::Home);
            type_text(&mut scene, &(at + 1).to_string());
            let screen = drawn(&scene, 100, 30);
            let line = screen.lines().find(|line| line.contains("> ") && line.contains(" % to hit"));
            assert!(line.is_some_and(|line| line.contains(&format!("{} ", at + 1))), "{screen}");
            return;
        }
        let towards = scene.items().iter().position(|item| item.notation().contains('-')).unwrap_or(0);
        type_text(&mut scene, &(towards + 1).to_string());
        press(&mut scene, KeyCode::Enter);
    }
    panic!("nobody was ever in reach");
}

#[test]
fn cards_are_read_in_full() {
    let registry = games::registry();
    for game in ["champions-combat", "time-rift", "worlds-unchained"] {
        let mut session = session(&registry, game, "", &["0"], 1);
        let mut scene = Scene::new(&mut session, true);
        settle(&mut scene);
        let cards = scene.table().play().cards(scene.table().viewer());
        type_text(&mut scene, "c");
        for card in cards.iter().take(3) {
            let screen = drawn(&scene, 100, 30);
            assert!(screen.contains(&format!("> {}", card.title)), "{game}:\n{screen}");
            let last = card.text.last().and_then(|text| text.split_whitespace().last()).unwrap();
            assert!(screen.contains(last), "{game} {} to its last word:\n{screen}", card.title);
            press(&mut scene, KeyCode::Down);
        }
    }
}

#[test]
fn options_are_chosen_with_arrows_and_digits() {
    let registry = games::registry();
    let mut session = session(&registry, "tic-tac-toe", "", &["0,1"], 1);
    let mut scene = Scene::new(&mut session, true);
    press(&mut scene, KeyCode::Down);
    assert_eq!(scene.selected(), 1);
    press(&mut scene, KeyCode::End);
    assert_eq!(scene.selected(), 8);
    type_text(&mut scene, "5");
    assert_eq!(scene.selected(), 4);
    type_text(&mut scene, "3");
    assert_eq!(scene.selected(), 2, "there is no option 53, so a new number begins");
    let notation = scene.items()[2].notation().to_owned();
    press(&mut scene, KeyCode::Enter);
    assert_eq!(scene.table().play().step(0).unwrap(), format!("0 {notation}"));
    assert!(drawn(&scene, 100, 30).contains("* "), "what is new is marked");
}

#[test]
fn numbers_have_as_many_digits_as_they_need() {
    let registry = games::registry();
    let mut session = session(&registry, "champions-combat", "", &["0"], 1);
    let mut scene = Scene::new(&mut session, true);
    settle(&mut scene);
    assert!(scene.items().len() > 12);
    type_text(&mut scene, "12");
    assert_eq!(scene.selected(), 11);
}

#[test]
fn typing_picks_options_out_and_tab_completes() {
    let registry = games::registry();
    let mut session = session(&registry, "tic-tac-toe", "", &["0,1"], 1);
    let mut scene = Scene::new(&mut session, true);
    type_text(&mut scene, "/b");
    assert_eq!(scene.items().len(), 3);
    assert!(drawn(&scene, 100, 30).contains("Options that fit: 3"));
    type_text(&mut scene, "3");
    press(&mut scene, KeyCode::Backspace);
    type_text(&mut scene, "2");
    press(&mut scene, KeyCode::Tab);
    assert_eq!(scene.typed.as_deref(), Some("b2"));
    press(&mut scene, KeyCode::Enter);
    assert_eq!(scene.table().play().step(0).unwrap(), "0 b2");

    type_text(&mut scene, "/b2");
    assert!(drawn(&scene, 100, 30).contains("nothing fits"));
    press(&mut scene, KeyCode::Enter);
    let refused = scene.message.clone().unwrap();
    assert!(refused.contains("TTT-3"), "{refused}");
    press(&mut scene, KeyCode::Esc);
    assert_eq!(scene.typed, None);
}

#[test]
fn completion_stops_where_notations_part() {
    let registry = games::registry();
    let mut session = session(&registry, "time-rift", "", &["0"], 1);
    let mut scene = Scene::new(&mut session, true);
    settle(&mut scene);
    type_text(&mut scene, "/");
    press(&mut scene, KeyCode::Tab);
    assert_eq!(scene.typed.as_deref(), Some("@a"));
    type_text(&mut scene, "3");
    press(&mut scene, KeyCode::Tab);
    assert_eq!(scene.typed.as_deref(), Some("@a3E"));
}

#[test]
fn why_reads_the_rule_behind_an_event() {
    let registry = games::registry();
    let mut session = session(&registry, "tic-tac-toe", "", &["0,1"], 1);
    let mut scene = Scene::new(&mut session, true);
    press(&mut scene, KeyCode::Enter);
    press(&mut scene, KeyCode::Tab);
    assert_eq!(scene.focus, Focus::Log);
    type_text(&mut scene, "w");
    let screen = drawn(&scene, 100, 30);
    assert!(screen.contains("Why?") && screen.contains("TTT-"), "{screen}");
    press(&mut scene, KeyCode::Esc);
    assert!(scene.overlay.is_none());
}

#[test]
fn undo_help_giving_up_and_leaving() {
    let registry = games::registry();
    let mut session = session(&registry, "tic-tac-toe", "", &["0,1"], 1);
    let mut scene = Scene::new(&mut session, true);
    type_text(&mut scene, "u");
    assert!(scene.message.as_ref().unwrap().contains("nothing of yours"));
    press(&mut scene, KeyCode::Enter);
    type_text(&mut scene, "u");
    assert_eq!((scene.message.as_deref(), scene.table().play().number()), (Some("taken back"), 2));
    type_text(&mut scene, "?");
    assert!(drawn(&scene, 100, 30).contains("take your last action back"));
    assert!(drawn(&scene, 80, 24).contains("n           one move"));
    press(&mut scene, KeyCode::Esc);
    type_text(&mut scene, "gn");
    assert_eq!(scene.table().play().outcome(), None);
    type_text(&mut scene, "gy");
    let screen = drawn(&scene, 100, 30);
    assert!(screen.contains("The game is over") && screen.contains("place 1"), "{screen}");
    press(&mut scene, KeyCode::Enter);
    assert_eq!(scene.left(), Some(Left::Over));
}

#[test]
fn control_c_leaves_whatever_is_on_the_screen() {
    let registry = games::registry();
    for keys in ["", "?", "s", "/b", "g"] {
        let mut session = session(&registry, "tic-tac-toe", "", &["0"], 1);
        let mut scene = Scene::new(&mut session, true);
        type_text(&mut scene, keys);
        scene.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert_eq!(scene.left(), Some(Left::Early), "{keys}");
    }
}

#[test]
fn a_record_is_written_where_the_person_says() {
    let registry = games::registry();
    let mut session = session(&registry, "tic-tac-toe", "", &["0,1"], 1);
    let mut scene = Scene::new(&mut session, true);
    press(&mut scene, KeyCode::Enter);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved-as.agon");
    let _ = std::fs::remove_file(&file);
    type_text(&mut scene, "s");
    assert!(drawn(&scene, 100, 30).contains("File: tic-tac-toe.agon_"));
    "tic-tac-toe.agon".chars().for_each(|_| press(&mut scene, KeyCode::Backspace));
    type_text(&mut scene, &file.display().to_string());
    press(&mut scene, KeyCode::Enter);
    assert!(scene.message.as_ref().unwrap().contains("it tells everything"));
    registry.replay(&std::fs::read_to_string(file).unwrap()).unwrap();
}

#[test]
fn the_screen_is_hidden_between_two_people() {
    let registry = games::registry();
    let mut session = session(&registry, "kuhn-poker", "", &["all"], 1);
    let mut scene = Scene::new(&mut session, true);
    settle(&mut scene);
    assert_eq!(scene.cover, Cover::Hidden(0));
    let hidden = drawn(&scene, 100, 30);
    assert!(hidden.contains("Now player 1 (seat 0) plays") && !hidden.contains("hands"), "{hidden}");
    type_text(&mut scene, "wuc1");
    assert_eq!(scene.cover, Cover::Hidden(0), "only Enter uncovers");
    press(&mut scene, KeyCode::Enter);
    let own = drawn(&scene, 100, 30);
    assert!(own.contains("1 is dealt ?"), "{own}");
    press(&mut scene, KeyCode::Enter);
    assert_eq!(scene.cover, Cover::Leaving(1), "what came of it is read first");
    press(&mut scene, KeyCode::Enter);
    assert_eq!(scene.cover, Cover::Hidden(1));
    assert!(!drawn(&scene, 100, 30).contains("is dealt"));
    press(&mut scene, KeyCode::Enter);
    let others = drawn(&scene, 100, 30);
    assert!(others.contains("0 is dealt ?"), "{others}");
}

#[test]
fn sealed_choices_are_made_one_person_after_another() {
    let registry = games::registry();
    let mut session = session(&registry, "goofspiel", "cards=4", &["all"], 1);
    let mut scene = Scene::new(&mut session, true);
    settle(&mut scene);
    press(&mut scene, KeyCode::Enter);
    press(&mut scene, KeyCode::Enter);
    assert_eq!(scene.cover, Cover::Hidden(1), "there is nothing to read before the other has chosen");
    press(&mut scene, KeyCode::Enter);
    let screen = drawn(&scene, 100, 30);
    assert!(screen.contains("seat 1 (you): choose"), "{screen}");
}

#[test]
fn bots_are_watched_at_a_pace() {
    let registry = games::registry();
    let mut session = session(&registry, "pig", "", &["none"], 1);
    let mut scene = Scene::new(&mut session, true);
    assert!(drawn(&scene, 100, 30).contains("watching, pace 3 of 6"));
    type_text(&mut scene, " ");
    let number = scene.table().play().number();
    scene.tick();
    assert_eq!(scene.table().play().number(), number, "stopped");
    type_text(&mut scene, "n");
    assert_eq!(scene.table().play().number(), number + 1);
    type_text(&mut scene, "+++");
    assert!(drawn(&scene, 100, 30).contains("stopped, pace 6 of 6"));
    type_text(&mut scene, " ");
    settle(&mut scene);
    assert!(drawn(&scene, 100, 30).contains("The game is over"));
}

#[test]
fn the_next_game_of_a_series_begins_after_the_last() {
    let registry = games::registry();
    let mut session = session(&registry, "tic-tac-toe", "", &["0"], 3);
    let mut scene = Scene::new(&mut session, true);
    type_text(&mut scene, "gy");
    let screen = drawn(&scene, 100, 30);
    assert!(screen.contains("Enter begins the next game") && screen.contains("0 - 1"), "{screen}");
    press(&mut scene, KeyCode::Enter);
    let screen = drawn(&scene, 100, 30);
    assert!(screen.contains("game 2 of at most 3"), "{screen}");
}

#[test]
fn long_boards_are_scrolled() {
    let registry = games::registry();
    let mut session = session(&registry, "time-rift", "mode=3v3 arena=5", &["0"], 1);
    let mut scene = Scene::new(&mut session, true);
    settle(&mut scene);
    assert!(drawn(&scene, 80, 24).contains("Board, lines 1 to"));
    press(&mut scene, KeyCode::BackTab);
    press(&mut scene, KeyCode::End);
    let end = drawn(&scene, 80, 24);
    assert!(end.contains("> Board, lines ") && !end.contains("lines 1 to"), "{end}");
    let scrolled = scene.scroll;
    press(&mut scene, KeyCode::Down);
    assert_eq!(scene.scroll, scrolled, "there is nothing below");
    press(&mut scene, KeyCode::Up);
    assert_eq!(scene.scroll, scrolled - 1);
    press(&mut scene, KeyCode::Esc);
    assert_eq!(scene.focus, Focus::Options);
}

#[test]
fn a_menu_is_answered_by_number_or_arrow() {
    let options = ["one".to_owned(), "two".to_owned(), "three".to_owned()];
    let mut menu = Menu::new("Which?", &options);
    let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
    assert_eq!(menu.key(key(KeyCode::Down)), None);
    assert_eq!(menu.key(key(KeyCode::Enter)), Some(1));
    menu.key(key(KeyCode::Char('3')));
    let mut terminal = Terminal::new(TestBackend::new(60, 12)).unwrap();
    terminal.draw(|frame| menu.draw(frame)).unwrap();
    assert!(text(&terminal).contains(">  3  three"), "{}", text(&terminal));
    assert_eq!(menu.key(key(KeyCode::Enter)), Some(2));
    menu.key(key(KeyCode::Esc));
    assert!(menu.left);
}
