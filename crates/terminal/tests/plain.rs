//! The dialogue of lines: every game and setup is played to its end, and every command answers.

use std::io::{BufReader, Cursor, Read};

use engine::{Luck, Opening, Registry, Rng, Seed, Settings, Shelf as Kind};
use terminal::Left;
use terminal::plain::Dialogue;
use terminal::saving::Shelf;
use terminal::session::Session;
use terminal::setup::Wish;
use terminal::table::Table;

fn shelf(test: &str) -> Shelf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    Shelf::new(folder)
}

fn session<'r>(registry: &'r Registry, game: &str, setup: &str, seats: &[&str], best_of: u8) -> Session<'r> {
    let known = registry.find(game).unwrap();
    let opening = Opening::new(Settings::parse(setup).unwrap(), Luck::Scripted);
    let play = known.game.open(opening.clone()).unwrap();
    let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
    let name = format!("{game}-{setup}-{}-{best_of}", seats.join("-")).replace([' ', '=', ','], "_");
    let wish = Wish { seats, bot: Some("lively".to_owned()), ..Wish::default() };
    let sitters = wish.sitters(&*known.game, &*play).unwrap();
    let table = Table::new(&*known.game, opening, Seed::from_number(9), best_of, sitters).unwrap();
    Session::new(table, Ok(shelf(&name)), None)
}

/// Answers without end: mostly numbers, now and then a question.
struct Answers {
    rng: Rng,
    left: u32,
}

impl Read for Answers {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        const QUESTIONS: [&str; 12] = [
            "board", "cards", "card x", "log 5", "why", "why not", "why 1", "odds", "undo", "options",
            "help", "nonsense",
        ];
        assert!(self.left > 0, "the game does not end");
        self.left -= 1;
        let answer = match self.rng.below(20) {
            0 => (*self.rng.one_of(&QUESTIONS)).to_owned(),
            _ => (1 + self.rng.below(24)).to_string(),
        };
        let line = format!("{answer}\n");
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

/// Plays to the end of the series with answers by chance.
fn play_out(registry: &Registry, game: &str, setup: &str, seats: &[&str], best_of: u8) -> String {
    let mut session = session(registry, game, setup, seats, best_of);
    let answers = Answers { rng: Rng::from_number(2), left: 60_000 };
    let mut out = Vec::new();
    let left = Dialogue::new(BufReader::new(answers), &mut out).play(&mut session).unwrap();
    let out = String::from_utf8(out).unwrap();
    assert_eq!(left, Left::Over, "{game} {setup}");
    assert!(out.contains("place 1"), "{game} {setup}:\n{out}");
    let drawn = out.lines().find(|line| line.contains(['┌', '─', '│', '\x1b']) || line.contains("+--"));
    assert_eq!(drawn, None, "{game} {setup}: nothing is drawn with boxes");
    out
}

fn every_setup(game: &str) {
    let registry = games::registry();
    for variant in &registry.find(game).unwrap().variants {
        play_out(&registry, game, variant.settings, &["0"], 1);
    }
}

#[test]
fn champions_combat_in_every_setup() {
    every_setup("champions-combat");
}

#[test]
fn time_rift_in_every_setup() {
    every_setup("time-rift");
}

#[test]
fn worlds_unchained_in_every_setup() {
    every_setup("worlds-unchained");
}

#[test]
fn time_rift_in_every_mode_and_as_a_match() {
    let registry = games::registry();
    let known = registry.find("time-rift").unwrap();
    let modes = known.game.options().iter().find(|spec| spec.key == "mode").unwrap();
    let engine::Values::OneOf(modes) = modes.values else { panic!("modes are words") };
    for mode in modes {
        play_out(&registry, "time-rift", &format!("mode={mode}"), &["0"], 1);
    }
    let out = play_out(&registry, "time-rift", "match=3", &["0"], 3);
    assert!(out.contains("game 2 of at most 3"), "{out}");
}

#[test]
fn known_games_too() {
    let registry = games::registry();
    for known in registry.iter().filter(|known| known.shelf == Kind::Classic) {
        play_out(&registry, known.game.id(), "", &["0"], 1);
    }
}

#[test]
fn several_people_one_on_several_seats_and_nobody() {
    let registry = games::registry();
    let out = play_out(&registry, "kuhn-poker", "", &["all"], 3);
    assert!(out.contains("Now player 2 (seat 1) plays; nobody else should look"), "{out}");
    play_out(&registry, "goofspiel", "cards=4", &["all"], 1);
    play_out(&registry, "time-rift", "mode=2v2", &["0,1", "2,3"], 1);
    play_out(&registry, "champions-combat", "players=3", &["1", "2"], 1);
    let watched = play_out(&registry, "worlds-unchained", "format=speed", &["none"], 1);
    assert!(!watched.contains("help"), "nobody is asked");
}

/// What a person is told who types these lines and no more.
fn told(session: &mut Session<'_>, lines: &str) -> (String, Left) {
    let mut out = Vec::new();
    let left = Dialogue::new(Cursor::new(lines.to_owned()), &mut out).play(session).unwrap();
    (String::from_utf8(out).unwrap(), left)
}

#[test]
fn a_hand_over_hides_what_the_other_holds() {
    let registry = games::registry();
    let mut session = session(&registry, "kuhn-poker", "", &["all"], 1);
    let (out, _) = told(&mut session, "\n1\n\n\n");
    let first = out.find("[1] 0 is dealt").expect("the first person is told");
    let second = out.rfind("Now player 2").expect("the second is called");
    let between = &out[first..second];
    assert!(between.ends_with(&"\n".repeat(50)), "{between:?}");
    let (own, others) = (&out[first..second], &out[second..]);
    assert!(own.contains("1 is dealt ?") && others.contains("0 is dealt ?"), "{out}");
}

#[test]
fn the_end_of_input_is_no_loss() {
    let registry = games::registry();
    let mut session = session(&registry, "tic-tac-toe", "", &["0"], 1);
    let (out, left) = told(&mut session, "b2\n");
    assert_eq!(left, Left::Early);
    assert!(out.ends_with("the input has ended\n"), "{out}");
    assert!(session.farewell().contains("--resume tic-tac-toe-1"));
}

#[test]
fn every_command_answers_and_every_fault_says_what_to_do() {
    let registry = games::registry();
    let mut session = session(&registry, "tic-tac-toe", "", &["0,1"], 1);
    let lines = "help\nb2\nundo\nb2\nwhy\nwhy b2\nwhy a1\nwhy zz\nwhy TTT-3\nwhy ttt-33\nwhy 99\nwhy not\nodds\ncards\ncard x\n99\n\n\
                 b2\nsave\nsave /nowhere/x.agon\nconcede\nno\nlog\nquit\n";
    let (out, left) = told(&mut session, lines);
    assert_eq!(left, Left::Early);
    for said in [
        "concede             give this game up",
        "taken back",
        "[1] ",
        "it can be done: type `a1`",
        "33`; did you mean `TTT-3`?",
        "there is no line 99 in the log; it has 3",
        "chance has no say",
        "you see no cards",
        "you see no card `x`; `cards` lists those you see",
        "there is no option 99; give 1 to 8",
        "give a number or a notation",
        "already marked",
        "name a file: save game.agon",
        "choose another file",
        "the game goes on",
    ] {
        assert!(out.contains(said), "`{said}` is missing:\n{out}");
    }
    assert!(out.matches("TTT-3").count() > 2, "{out}");
}

#[test]
fn a_record_of_the_game_so_far_can_be_written() {
    let registry = games::registry();
    let mut session = session(&registry, "nim", "", &["0"], 1);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("nim-so-far.agon");
    let _ = std::fs::remove_file(&file);
    let (out, _) = told(&mut session, &format!("1\nsave {0}\nsave {0}\n", file.display()));
    assert!(out.contains("it tells everything"), "{out}");
    assert!(out.contains("nim-so-far.agon already; choose another name"), "{out}");
    registry.replay(&std::fs::read_to_string(file).unwrap()).unwrap();
}

#[test]
fn giving_up_ends_the_game() {
    let registry = games::registry();
    let (out, left) = told(&mut session(&registry, "pig", "", &["0"], 1), "concede\nyes\n");
    assert_eq!(left, Left::Over);
    assert!(out.contains("you have lost"), "{out}");
}

#[test]
fn cards_and_closed_options_are_read_out() {
    let registry = games::registry();
    let mut session = session(&registry, "time-rift", "", &["0"], 1);
    let (out, _) =
        told(&mut session, "cards\ncard retiarius net\ncard gladus-of-the-revolt\n1\n1\n1\n1\n1\nwhy not\n");
    let meant = "you see no card `gladus-of-the-revolt`; did you mean `gladius-of-the-revolt`?";
    for said in ["Spartacus, your Champion [spartacus]", "Pull target enemy", meant] {
        assert!(out.contains(said), "`{said}` is missing:\n{out}");
    }
    assert!(out.contains("more cannot be done now; `why not` tells why") && out.contains("(TR-"), "{out}");
}
