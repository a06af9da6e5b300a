//! Sound programs play, broken ones lose as the policy says, and the host outlives them all.

#![cfg(unix)]

mod common;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use classics::{Goofspiel, Kuhn, Nim, TicTacToe};
use engine::{AnyGame, Face, Luck, Opening, Purpose, Seat, Seed, SeedLine, Settings};
use protocol::host::{Bout, Host, Player, Report, Stop};
use protocol::luck::{BotSeeds, Dice};
use protocol::message::Limits;
use protocol::program::Launcher;
use serde_json::{Value, json};

use common::{broken, broken_command, is_alive, sample_python_command, sample_rust_command};

/// Enough for an interpreter on a busy machine; the slow bots take longer.
const BUDGET: Duration = Duration::from_millis(500);

fn limits() -> Limits {
    Limits { hello_ms: 5_000, ready_ms: 2_000, grace_ms: 300, ..Limits::default() }
}

fn opening(setup: &str, seed: u64) -> Opening {
    let settings = Settings::parse(setup).expect("a good setup");
    Opening::new(settings, Luck::seeded(Seed::from_number(seed)))
}

fn bout(opening: Opening, seating: &[usize], number: u32, games: u32) -> Bout<'_> {
    let seeds = BotSeeds { base: Seed::from_number(1), round: number };
    Bout { opening, seating, number, games, seeds, dice: Dice::Committed }
}

fn host(game: &dyn AnyGame, players: Vec<Player>) -> Host<'_> {
    Host::new(game, players, limits(), BUDGET, &|| false)
}

fn built_in(name: &str) -> Player {
    Player::BuiltIn(name.to_owned())
}

/// One game of a bot in seat 0, and whether its process is gone afterwards.
fn one_game(game: &dyn AnyGame, setup: &str, player: Player) -> Report {
    let others = built_in("random");
    let mut host = host(game, vec![player, others]);
    let report = host.play(bout(opening(setup, 7), &[0, 1], 1, 1)).expect("a game");
    let processes = host.processes();
    host.close();
    assert!(processes.iter().all(|&id| !is_alive(id)), "a process is left");
    report
}

fn codes(faults: &[protocol::host::Fault]) -> Vec<&str> {
    faults.iter().map(|fault| fault.code).collect()
}

/// A broken bot loses in that way, in not much more than `seconds`.
#[track_caller]
fn forfeits(way: &str, code: &str, strikes: &[&str], seconds: f64) -> Report {
    let since = Instant::now();
    let report = one_game(&Face::<Goofspiel>::new(), "cards=8", broken(way));
    let took = since.elapsed().as_secs_f64();
    assert_eq!((codes(&report.forfeits), codes(&report.strikes)), (vec![code], strikes.to_vec()), "{way}");
    assert_eq!(report.outcome.place(Seat::new(1)), 1, "{way}: the other wins");
    // Starting an interpreter on a busy machine takes its time.
    assert!(took < seconds + 4.0, "{way} took {took} s");
    report
}

#[test]
fn samples_play_whole_games() {
    let games: [(&dyn AnyGame, &str); 4] = [
        (&Face::<TicTacToe>::new(), ""),
        (&Face::<Nim>::new(), ""),
        (&Face::<Kuhn>::new(), ""),
        (&Face::<Goofspiel>::new(), "cards=5"),
    ];
    for (game, setup) in games {
        let players = vec![Player::Program(sample_python_command()), Player::Program(sample_rust_command())];
        let mut host = Host::new(game, players, limits(), Duration::from_secs(5), &|| false);
        for number in 1..=3 {
            let seating = if number == 2 { [1, 0] } else { [0, 1] };
            let report =
                host.play(bout(opening(setup, u64::from(number)), &seating, number, 3)).expect("a game");
            assert!(report.forfeits.is_empty() && report.strikes.is_empty(), "{:?}", report.strikes);
            let mut names = report.play.opening().players.clone();
            names.sort();
            assert_eq!(names, ["random.py", "random.rs"]);
            let record = report.play.record(SeedLine::Always);
            let record = engine::Record::parse(&record).expect("a record");
            game.replay(&record).expect("it replays");
        }
        host.close();
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let play = || {
        let players = vec![Player::Program(sample_python_command()), built_in("random")];
        let game = Face::<Kuhn>::new();
        let mut host = Host::new(&game, players, limits(), Duration::from_secs(5), &|| false);
        let report = host.play(bout(opening("", 11), &[0, 1], 1, 1)).expect("a game");
        report.play.record(SeedLine::Always)
    };
    assert_eq!(play(), play());
}

/// What a bot that writes it down heard of setups and ends.
fn heard(game: &dyn AnyGame, words: &[&str], others: Player, bout: Bout<'_>) -> (Report, Vec<Value>) {
    let mut note = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    note.push(format!("heard-{}-{:?}", std::process::id(), std::thread::current().id()));
    let _ = std::fs::remove_file(&note);
    let mut command = broken_command(words[0]);
    command.extend(words[1..].iter().map(|&word| word.to_owned()));
    command.push(note.display().to_string());
    let mut host = host(game, vec![Player::Program(command), others]);
    let report = host.play(bout).expect("a game");
    host.close();
    let lines = std::fs::read_to_string(note).expect("the bot noted what it heard");
    (report, lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
}

#[test]
fn contributions_are_mixed_in_by_seat_and_stand_in_the_record() {
    let game = Face::<Kuhn>::new();
    let mut quiet = broken_command("contribute");
    quiet.push(" c \" d".to_owned());
    let others = Player::Program(quiet);
    let (report, heard) = heard(&game, &["contribute", "ada"], others, bout(opening("", 11), &[1, 0], 1, 1));
    let [setup, end] = &heard[..] else { panic!("{heard:?}") };
    let seed = Seed::from_number(11);
    assert_eq!(setup["commitment"], seed.commitment().to_string(), "it comes before the contribution");
    assert_eq!((&end["seed"], &end["contributions"]), (&seed.to_string().into(), &json!([" c \" d", "ada"])));
    let record = report.play.record(SeedLine::Always);
    assert!(
        record.contains("contribution 0  c \" d\n") && record.contains("contribution 1 ada\n"),
        "{record}"
    );
    let replayed = game.replay(&engine::Record::parse(&record).expect("a record")).expect("it replays");
    let luck = &replayed.whole().expect("the dice fit").opening().luck.clone();
    assert_eq!(luck.game_seed(), Some(seed.mixed_with(&[" c \" d".to_owned(), "ada".to_owned()])));
    // Whoever says nothing has an empty line of its own.
    let (report, _) = self::heard(
        &game,
        &["contribute", "brook"],
        built_in("random"),
        bout(opening("", 11), &[1, 0], 1, 1),
    );
    let record = report.play.record(SeedLine::Always);
    assert!(record.contains("contribution 0 \n") && record.contains("contribution 1 brook\n"), "{record}");
    game.replay(&engine::Record::parse(&record).expect("a record")).expect("it replays");
}

/// Whoever forfeits before the game begins gives up after the contributions were mixed in.
#[test]
fn a_forfeit_does_not_hinder_contributions() {
    let game = Face::<Kuhn>::new();
    let mut contributing = broken_command("contribute");
    contributing.push("ada".to_owned());
    for way in ["crash", "not-ready"] {
        let players = vec![broken(way), Player::Program(contributing.clone()), built_in("random")];
        let mut host = host(&game, players);
        let report = host.play(bout(opening("players=3", 5), &[0, 1, 2], 1, 1)).expect("a game");
        assert_eq!(report.forfeits.len(), 1, "{way}");
        let record = report.play.record(SeedLine::Always);
        assert!(record.contains("contribution 1 ada\n") && record.contains(" 1. 0 concedes"), "{record}");
        let record = engine::Record::parse(&record).expect("a record");
        game.replay(&record).expect("it replays").whole().expect("the dice fit");
    }
}

#[test]
fn a_contribution_that_does_not_fit_is_a_strike() {
    let (report, _) = heard(
        &Face::<Kuhn>::new(),
        &["contribute-again", ""],
        built_in("random"),
        bout(opening("", 11), &[0, 1], 1, 1),
    );
    assert_eq!((codes(&report.forfeits), codes(&report.strikes)), (vec![], vec!["unfit"]));
    let Luck::Committed { contributions, .. } = &report.play.opening().luck else { panic!("a seed") };
    assert_eq!(contributions[0], "x".repeat(64), "the second ready counts");
}

#[test]
fn dice_that_could_be_guessed_are_not_told() {
    let game = Face::<Kuhn>::new();
    let untold = Bout { dice: Dice::Untold, ..bout(opening("", 11), &[0, 1], 1, 1) };
    let (report, heard) = heard(&game, &["contribute", "ada"], built_in("random"), untold);
    for message in heard {
        for field in ["commitment", "contributions"] {
            assert_eq!(message.get(field), None, "{message}");
        }
        assert!(message["type"] == "setup" || message.get("seed").is_none(), "{message}");
    }
    let Luck::Committed { contributions, .. } = &report.play.opening().luck else { panic!("a seed") };
    assert!(contributions.is_empty());
}

/// A bot that knows all small numbers learns nothing of the dice from its own seed.
#[test]
fn the_seed_of_a_bot_is_no_function_of_the_dice() {
    let game = Face::<Kuhn>::new();
    let one = |dice: u64, base: u64, round: u32| {
        let seeds = BotSeeds { base: Seed::from_number(base), round };
        let bout = Bout { seeds, ..bout(opening("", dice), &[0, 1], 1, 1) };
        let (report, heard) = heard(&game, &["sound", ""], built_in("random"), bout);
        let deals: Vec<String> = (0..2).filter_map(|step| report.play.step(step)).collect();
        (heard[0]["seed"].as_u64().expect("a number"), deals)
    };
    let (seed, deals) = one(3, 5, 1);
    let other_dice: Vec<_> = (4..12).map(|dice| one(dice, 5, 1)).collect();
    assert!(other_dice.iter().all(|(other, _)| *other == seed), "the same whatever the dice");
    assert!(other_dice.iter().any(|(_, other)| *other != deals), "the dice are others");
    let (other, same) = one(3, 6, 1);
    assert!(other != seed && same == deals, "another seed of the bot, the same dice");
    assert_ne!(one(3, 5, 2).0, seed, "another in each round");
    // No small number gives it by the ways in which dice are drawn.
    for number in 0..100_000 {
        let master = Seed::from_number(number);
        for from in [master, master.of_game(1), master.mixed_with(&[]), master.of_game(1).mixed_with(&[])] {
            let first = u64::from_le_bytes(from.0[..8].try_into().expect("8 bytes"));
            let streamed = from.stream(Purpose::nth("programs", 0), 0).next_u64();
            assert!(first >> 12 != seed && streamed >> 12 != seed, "{number}");
        }
    }
}

#[test]
fn sound_bots_with_small_faults_go_on() {
    for (way, strikes) in [
        ("sound", &[][..]),
        ("malformed-once", &["malformed"]),
        ("slow-once", &["late"]),
        ("some-chatter", &[]),
        ("noisy-errors", &[]),
        ("stays", &[]),
        ("odd-name", &[]),
    ] {
        let report = one_game(&Face::<TicTacToe>::new(), "", broken(way));
        assert_eq!((codes(&report.forfeits), codes(&report.strikes)), (vec![], strikes.to_vec()), "{way}");
        let name = if way == "odd-name" { "brokenname" } else { "broken" };
        assert_eq!(report.play.opening().players[0], name, "a name keeps to one line");
    }
}

#[test]
fn crashing_bots_forfeit_at_once_with_their_last_words() {
    let report = forfeits("crash", "gone", &[], 0.5);
    assert_eq!(report.forfeits[0].text, "it ended with exit code 7; its last words: cannot find my brain");
    let report = forfeits("crash-later", "gone", &[], 0.5);
    assert_eq!(report.forfeits[0].text, "it ended with exit code 3; its last words: something burst");
    let report = forfeits("close-output", "gone", &[], 1.0);
    assert_eq!(report.forfeits[0].text, "it closed its output but went on running");
    forfeits("stubborn", "gone", &[], 1.0);
}

#[test]
fn bots_that_do_not_begin_forfeit() {
    let short = Limits { hello_ms: 500, ..limits() };
    for way in ["silent", "never-reads", "no-newline"] {
        let game = Face::<TicTacToe>::new();
        let players = vec![broken(way), built_in("random")];
        let mut host = Host::new(&game, players, short, BUDGET, &|| false);
        let report = host.play(bout(opening("", 7), &[0, 1], 1, 1)).expect("a game");
        assert_eq!(codes(&report.forfeits), ["no-hello"], "{way}");
        assert!(host.processes().is_empty(), "{way}");
    }
    forfeits("not-ready", "no-ready", &[], 1.0);
    forfeits("deaf", "no-ready", &[], 1.0);
    let report = forfeits("other-protocol", "protocol", &[], 0.5);
    assert_eq!(report.forfeits[0].text, "it speaks version 2, this host version 1");
}

#[test]
fn what_a_bot_says_wrong_is_a_strike_each() {
    forfeits("illegal", "strikes", &["illegal"; 3], 0.5);
    let report = forfeits("bad-index", "strikes", &["illegal"; 3], 0.5);
    assert_eq!(report.strikes[0].text, "there is no action 9999; give 0 to 7");
}

/// Nothing is read into an answer that it does not say to the letter.
#[test]
fn blanks_and_broken_numbers_are_refused() {
    let games: [(&dyn AnyGame, &str); 4] = [
        (&Face::<TicTacToe>::new(), ""),
        (&Face::<Nim>::new(), ""),
        (&Face::<Kuhn>::new(), ""),
        (&Face::<Goofspiel>::new(), "cards=5"),
    ];
    for (game, setup) in games {
        let report = one_game(game, setup, broken("blanks"));
        assert_eq!(
            (codes(&report.forfeits), codes(&report.strikes)),
            (vec![], vec!["illegal"]),
            "{}",
            game.id()
        );
    }
    let report = one_game(&Face::<TicTacToe>::new(), "", broken("float-index"));
    assert_eq!(
        codes(&report.strikes),
        ["unfit", "late"],
        "0.0 is no whole number, and the bot does not try again"
    );
    assert!(report.strikes[0].text.contains("floating point `0.0`"), "{:?}", report.strikes[0]);
    forfeits("negative-index", "strikes", &["unfit", "late", "unfit"], 2.0);
    forfeits("text-index", "strikes", &["unfit", "late", "unfit"], 2.0);
}

#[test]
fn babblers_forfeit_quickly() {
    forfeits("chatter", "strikes", &["unasked"; 3], 0.5);
    forfeits("huge-line", "strikes", &["too-long"; 3], 1.0);
    forfeits("endless-line", "strikes", &["too-long", "late", "late"], 1.5);
    forfeits("malformed", "strikes", &["malformed"; 3], 0.5);
    forfeits("unknown-type", "strikes", &["unfit"; 3], 0.5);
    forfeits("many-hellos", "strikes", &["unexpected"; 3], 0.5);
}

#[test]
fn dawdlers_forfeit_after_three_defaults() {
    forfeits("never-answers", "strikes", &["late"; 3], 3.0);
    forfeits("slow", "strikes", &["late"; 3], 3.0);
    forfeits("stops-reading", "strikes", &["late"; 3], 3.0);
    forfeits("neither", "strikes", &["unfit", "late", "unfit"], 2.0);
    forfeits("wrong-id", "strikes", &["wrong-id", "late", "wrong-id"], 2.0);
}

#[test]
fn what_a_bot_started_ends_with_it() {
    let note = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("heir");
    let mut command = broken_command("heir");
    command.push(note.display().to_string());
    let report = one_game(&Face::<TicTacToe>::new(), "", Player::Program(command));
    assert_eq!(codes(&report.forfeits), ["gone"], "though its child holds the pipes open");
    let child =
        std::fs::read_to_string(note).expect("the bot noted its child").parse().expect("a process id");
    let patience = Instant::now() + Duration::from_secs(5);
    while is_alive(child) && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!is_alive(child));
}

#[test]
fn the_others_play_on() {
    let game = Face::<Kuhn>::new();
    let players = vec![built_in("random"), broken("crash"), Player::Program(sample_rust_command())];
    let mut host = host(&game, players);
    for number in 1..=2 {
        let report = host.play(bout(opening("players=3", 5), &[0, 1, 2], number, 2)).expect("a game");
        assert_eq!(codes(&report.forfeits), ["gone"], "it is started anew for each game");
        assert!(report.decisions[0] > 0 && report.decisions[2] > 0);
    }
}

#[test]
fn a_forfeit_withdraws_what_the_others_were_asked() {
    // Seat 1 still thinks when seat 0 crashes; its answer comes in the next game and is no strike.
    let game = Face::<Goofspiel>::new();
    let players = vec![broken("crash-later"), broken("slow-second")];
    let mut host = Host::new(&game, players, limits(), Duration::from_secs(5), &|| false);
    for number in 1..=2 {
        let report = host.play(bout(opening("cards=5", 5), &[0, 1], number, 2)).expect("a game");
        assert_eq!((codes(&report.forfeits), codes(&report.strikes)), (vec!["gone"], vec![]));
        assert_eq!(report.decisions, [2, 2]);
    }
}

#[test]
fn what_cannot_start_is_no_forfeit() {
    let game = Face::<TicTacToe>::new();
    let mut absent = host(&game, vec![Player::program("/no/such/bot --fast").unwrap(), built_in("random")]);
    assert!(
        matches!(absent.play(bout(opening("", 1), &[0, 1], 1, 1)), Err(Stop::Start(what, _)) if what == "/no/such/bot --fast")
    );
    let mut unknown = host(&game, vec![built_in("grandmaster"), built_in("random")]);
    assert!(matches!(unknown.play(bout(opening("", 1), &[0, 1], 1, 1)), Err(Stop::NoBot(_))));
}

#[test]
fn a_host_that_is_asked_to_stop_does() {
    let game = Face::<TicTacToe>::new();
    let since = Instant::now();
    let stop = || since.elapsed() > Duration::from_millis(300);
    let players = vec![broken("silent"), built_in("random")];
    let mut host = Host::new(&game, players, limits(), BUDGET, &stop);
    assert!(matches!(host.play(bout(opening("", 1), &[0, 1], 1, 1)), Err(Stop::Interrupted)));
    let processes = host.processes();
    drop(host);
    assert!(since.elapsed() < Duration::from_secs(3) && processes.iter().all(|&id| !is_alive(id)));
}

#[test]
fn a_full_pipe_blocks_nobody() {
    let since = Instant::now();
    let command = ["sleep".to_owned(), "60".to_owned()];
    let mut program = Launcher::default().start(&command, 100).expect("sleep starts");
    let message = "x".repeat(1_000_000);
    for _ in 0..20 {
        program.send(&message);
        program.flush();
    }
    protocol::program::wait(&mut [&mut program], since + Duration::from_millis(100));
    let id = program.id();
    drop(program);
    assert!(since.elapsed() < Duration::from_secs(3) && !is_alive(id));
}
