//! The scripted bots: greedy is the floor for every player to come.

use engine::{
    Actions, Actor, Bot, Game, NoLog, Rng, Seat, Seed, Seen, Settings, Sources, Start, Turn, Viewer,
    action_text,
};
use time_rift::TimeRift;
use time_rift::action::{Action, Deed};
use time_rift::bots::Greedy;
use time_rift::rules::Rules;
use time_rift::state::State;

fn start(setup: &str) -> Start<TimeRift> {
    let settings = Settings::parse(setup).expect("settings");
    TimeRift::compile(&settings, &Sources::none()).unwrap_or_else(|faults| panic!("{setup}: {faults}"))
}

fn bot(name: &str) -> Box<dyn Bot<TimeRift>> {
    TimeRift::bots().into_iter().find(|(known, _)| *known == name).expect("a bot").1
}

/// What a bot does when a seat has to choose.
fn ask(bot: &mut dyn Bot<TimeRift>, rules: &Rules, state: &State, seat: Seat, rng: &mut Rng) -> Action {
    let mut offered = Actions::new();
    TimeRift::legal(rules, state, seat, &mut offered);
    let view = TimeRift::view(rules, state, Viewer::seat(seat));
    let action = bot.choose(&Seen { rules, view: &view, seat, offered: &offered }, rng);
    assert!(offered.contains(&action), "{}", text(rules, seat, action));
    action
}

fn text(rules: &Rules, seat: Seat, action: Action) -> String {
    action_text::<TimeRift>(rules, Actor::Seat(seat), action)
}

/// Plays one game, the dice following from the seed alone; gives the team that won and everything that was done.
fn play(start: &Start<TimeRift>, names: &[&str], seed: u64) -> (u8, Vec<Action>) {
    let mut bots: Vec<_> = names.iter().map(|name| bot(name)).collect();
    let (mut dice, mut rng) = (Rng::from_number(seed), Seed::from_number(seed).stream(BOTS, 0));
    let rules = &*start.rules;
    let (mut state, mut done) = (start.state.clone(), Vec::new());
    loop {
        let (actor, action) = match TimeRift::turn(rules, &state) {
            Turn::Over => break,
            Turn::Chance => (Actor::Chance, TimeRift::sample(rules, &state, &mut dice)),
            Turn::Players(owed) => {
                let seat = owed.lowest();
                let action = ask(&mut *bots[seat.index()], rules, &state, seat, &mut rng);
                (Actor::Seat(seat), action)
            }
        };
        TimeRift::apply(rules, &mut state, actor, action, &mut NoLog);
        done.push(action);
        assert!(done.len() < 5000, "a game without an end");
    }
    (rules.teams[state.winners.trailing_zeros() as usize], done)
}

const WEST: Actor = Actor::Seat(Seat::new(0));
const BOTS: engine::Purpose = engine::Purpose::new("bots");

/// Each seed is played twice, the bots changing seats. Wins of greedy.
fn wins(setups: &[&str], other: &str, seeds: u64) -> u64 {
    let mut won = 0;
    for setup in setups {
        let start = start(setup);
        for seed in 0..seeds {
            won += u64::from(play(&start, &["greedy", other], seed).0 == 0);
            won += u64::from(play(&start, &[other, "greedy"], seed).0 == 1);
        }
    }
    won
}

const FISTS: [&str; 2] = ["mode=fist decks=boudica,cleopatra", "mode=fist pure=on decks=leonidas,caterina"];
const DUELS: [&str; 4] = [
    "decks=spartacus,boudica",
    "decks=leonidas,zhuge",
    "decks=hannibal,lakshmibai",
    "decks=caterina,kamehameha",
];

#[test]
fn greedy_beats_random() {
    let won = wins(&FISTS, "random", 8);
    assert!(won >= 30, "{won} of 32 fights");
    let won = wins(&DUELS, "random", 4);
    assert!(won >= 30, "{won} of 32 duels");
}

#[test]
fn greedy_beats_lively() {
    let won = wins(&FISTS, "lively", 8);
    assert!(won >= 27, "{won} of 32 fights");
    let won = wins(&DUELS, "lively", 4);
    assert!(won >= 27, "{won} of 32 duels");
}

/// Whatever is played, greedy finds something to do, and the game ends.
#[test]
fn greedy_plays_every_mode() {
    let setups = [
        "mode=ffa players=3",
        "mode=ffa players=4 field=bear-garden",
        "mode=fist players=4",
        "mode=1v2",
        "mode=1v3 field=spiked-pit",
        "mode=2v2 field=pillars",
        "mode=3v3",
        "mode=3v3 field=old-wall",
        "mode=tire players=4",
        "mode=normal arena=2",
        "mode=normal arena=5 initial_facing=center reattack_after_recharge=on",
        "mode=normal rounds=1 life_cap=1",
        "mode=normal decks=spartacus|musashi|boudica,leonidas|shaka|zhuge",
    ];
    for setup in setups {
        let start = start(setup);
        let names = vec!["greedy"; usize::from(TimeRift::seats(&start.rules))];
        play(&start, &names, 5);
    }
}

#[test]
fn the_same_numbers_give_the_same_game() {
    let start = start("decks=joan,khutulun");
    let game = |seed: u64| play(&start, &["greedy", "greedy"], seed).1;
    assert_eq!(game(3), game(3));
    assert_ne!(game(3), game(4));
}

/// A position of a duel or of a Tire Fight; the features are those of its Arena.
fn position(features: &str, text: &str) -> (Start<TimeRift>, State) {
    let start = start(&format!("features={features}"));
    let state =
        TimeRift::read_position(&start.rules, text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
    (start, state)
}

/// What greedy does in a position as a text, for several streams of numbers.
fn does(features: &str, state: &str, seat: u8) -> Vec<String> {
    let (start, state) = position(features, state);
    let answers = (0..8).map(|number| {
        let (seat, mut rng) = (Seat::new(seat), Rng::from_number(number));
        text(&start.rules, seat, ask(&mut Greedy, &start.rules, &state, seat, &mut rng))
    });
    let mut answers: Vec<String> = answers.collect();
    answers.sort();
    answers.dedup();
    answers
}

/// Plays the turn of West to its end; every attack misses. Gives what was done, and the grid's number of each attack.
fn turn(features: &str, text_of: &str) -> (Vec<String>, Vec<i8>) {
    let (start, mut state) = position(features, text_of);
    let (rules, west, mut rng) = (&*start.rules, Seat::new(0), Rng::from_number(1));
    let (mut done, mut grids) = (Vec::new(), Vec::new());
    while state.turn == 0 && !state.is_over() {
        match TimeRift::turn(rules, &state) {
            waiting if waiting.waits_for(west) => {
                let action = ask(&mut Greedy, rules, &state, west, &mut rng);
                done.push(text(rules, west, action));
                TimeRift::apply(rules, &mut state, Actor::Seat(west), action, &mut NoLog);
                if let (Deed::Strike(_), Some(fight)) = (action.deed(), state.fight()) {
                    grids.push(fight.grid);
                }
            }
            Turn::Chance => {
                let first = state.fight().is_some_and(|fight| fight.defense.count() == 0);
                let dice = Action::dice(if first { &[6, 6] } else { &[1, 2] });
                TimeRift::apply(rules, &mut state, Actor::Chance, dice, &mut NoLog);
            }
            waiting => panic!("{waiting:?}"),
        }
    }
    (done, grids)
}

/// Musashi strikes with +1 ahead and to the left, but with -1 to the right: three attacks are better than four.
#[test]
fn it_turns_before_it_strikes_if_that_is_worth_it() {
    let (done, grids) = turn(
        "none",
        "tr1 normal; R2 T2 > E W turn W spent 0; W miyamoto-musashi@b2N L8 A4; E spartacus@c2W L10 A0; idle",
    );
    assert!(!done[0].starts_with('B'), "{done:?}");
    assert!(grids.len() >= 2 && grids.iter().all(|&grid| grid == 1), "{done:?}");
}

/// Spartacus has +0 beside him and +1 ahead: with two Actions he does not turn first.
#[test]
fn it_strikes_at_once_if_that_is_better() {
    let (done, grids) = turn(
        "none",
        "tr1 normal; R4 T2 > E W turn W spent 2; W spartacus@b2N L10 A2; E leonidas@c2W L11 A0; idle",
    );
    assert_eq!((done, grids), (vec!["Bxc2".to_owned(); 2], vec![0, 0]));
}

/// The best number in reach: one step, and both attacks that are left are made with +1.
#[test]
fn it_goes_where_its_grid_is_best() {
    let (done, grids) = turn(
        "none",
        "tr1 normal; R4 T2 > E W turn W spent 1; W spartacus@a2E L10 A3; E leonidas@c2W L11 A0; idle",
    );
    assert_eq!(grids, [1, 1], "{done:?}");
}

/// The weapon does two and more, fists do one: it is used as well, once, whichever comes first.
#[test]
fn it_uses_its_weapon() {
    let (done, _) = turn(
        "none",
        "tr1 normal; R4 T2 > E W turn W spent 1; W spartacus@b2E L10 A2 1:gladius-of-the-revolt; E leonidas@c2W L11 A0; idle",
    );
    assert_eq!(done.len(), 2, "{done:?}");
    assert!(done.contains(&"L1xc2".to_owned()) && done.contains(&"Bxc2".to_owned()), "{done:?}");
}

/// Rules: TR-R117.
#[test]
fn it_stays_in_the_center_of_a_tire_fight() {
    for facing in ['N', 'E', 'S', 'W'] {
        // Outside it would be out of reach, and with one Life left that would be worth a lot.
        let text = format!(
            "tr1 normal; RX1 T2 > W E turn W spent 0; W spartacus@b2{facing} L1 A4; E miyamoto-musashi@c3W L8 A4; idle"
        );
        let (done, _) = turn("none", &text);
        let outside = |action: &String| {
            action.split_once('-').is_some_and(|(_, to)| !["b2", "b3", "c2", "c3"].contains(&&to[..2]))
        };
        assert!(!done.iter().any(outside), "{done:?}");
    }
}

/// A push that ends the game. Rules: TR-R117.
#[test]
fn it_pushes_an_enemy_out_of_the_center() {
    let answers = does(
        "none",
        "tr1 normal; RX1 T2 > E W turn E spent 0; W spartacus@c2W L4 A4; E khutulun@b3E L4 A3; idle",
        1,
    );
    assert_eq!(answers, ["*0.1(c2)"]);
}

/// Rules: TR-R102.
#[test]
fn it_walks_around_a_pit() {
    let text = |pits: &str| {
        format!(
            "tr1 normal; R2 T2 > E W turn W spent 0; W spartacus@a2E L10 A4; E miyamoto-musashi@d2W L8 A0{pits}; idle"
        )
    };
    let squares = |done: &[String]| {
        done.iter().filter_map(|action| action.split_once('-').map(|(_, to)| to[..2].to_owned())).collect()
    };
    let straight: Vec<String> = squares(&turn("none", &text("")).0);
    let around: Vec<String> = squares(&turn("pit@b2,pit@c2", &text("; arena pit@b2 pit@c2")).0);
    assert!(!around.is_empty() && straight != around, "{straight:?} {around:?}");
    assert!(!around.iter().any(|square| square == "b2" || square == "c2"), "{around:?}");
}

/// A position in which West has attacked East, defense dice and then attack dice have fallen, and a seat chooses.
fn dice_lie(text_of: &str, throws: &[[u8; 2]]) -> (Start<TimeRift>, State) {
    let (start, mut state) = position("none", text_of);
    let strike = TimeRift::read_action(&start.rules, WEST, "Bxc2").unwrap_or_else(|fault| panic!("{fault}"));
    TimeRift::apply(&start.rules, &mut state, WEST, strike, &mut NoLog);
    for throw in throws {
        TimeRift::apply(&start.rules, &mut state, Actor::Chance, Action::dice(throw), &mut NoLog);
    }
    (start, state)
}

/// What a seat does until it has nothing more to choose in the attack.
fn answers(start: &Start<TimeRift>, mut state: State, seat: u8) -> Vec<String> {
    let (seat, mut rng, mut done) = (Seat::new(seat), Rng::from_number(2), Vec::new());
    while state.fight().is_some() && TimeRift::turn(&start.rules, &state).waits_for(seat) {
        let action = ask(&mut Greedy, &start.rules, &state, seat, &mut rng);
        done.push(text(&start.rules, seat, action));
        TimeRift::apply(&start.rules, &mut state, Actor::Seat(seat), action, &mut NoLog);
    }
    done
}

/// Zhuge Liang may roll any number of attack dice again. Rules: TR-R97.
#[test]
fn it_rolls_again_what_missed_and_keeps_what_hit() {
    let position =
        "tr1 normal; R2 T2 > E W turn W spent 0; W zhuge-liang@b2E L8 A4; E spartacus@c2W L10 A4; idle";
    let (start, missed) = dice_lie(position, &[[5, 4], [1, 2]]);
    assert_eq!(answers(&start, missed, 0), ["*0.1", "r12"], "both dice are too low");
    let (start, missed) = dice_lie(position, &[[5, 5], [6, 1]]);
    assert_eq!(answers(&start, missed, 0), ["*0.1", "r2"], "the six stays");
    let (start, hit) = dice_lie(position, &[[1, 2], [6, 6]]);
    assert_eq!(answers(&start, hit, 0), ["/"]);
}

/// Cleopatra may roll one defense die again: the lower one, if it is low. Rules: TR-R97.
#[test]
fn it_rolls_a_low_defense_die_again() {
    let position =
        "tr1 normal; R2 T2 > W E turn W spent 0; W spartacus@b2E L10 A4; E cleopatra@c2W L9 A4; idle";
    let (start, low) = dice_lie(position, &[[5, 1]]);
    assert_eq!(answers(&start, low, 1), ["*0.1", "r2"]);
    let (start, high) = dice_lie(position, &[[5, 6]]);
    assert_eq!(answers(&start, high, 1), ["/"]);
}

/// Uraeus Crown sets one of the attacker's dice to 1, once in a game: it is kept for a hit. Rules: TR-R53.
#[test]
fn it_spoils_a_die_of_an_attack_that_hits() {
    let position = "tr1 normal; R2 T2 > W E turn W spent 0; W spartacus@b2E L10 A4; E joan-of-arc@c2W L11 A4 2:uraeus-crown; idle";
    let (start, hit) = dice_lie(position, &[[3, 4], [6, 2]]);
    assert_eq!(answers(&start, hit, 1), ["*2.1", "v1=1"]);
    let (start, missed) = dice_lie(position, &[[6, 6], [1, 2]]);
    assert_eq!(answers(&start, missed, 1), ["/"]);
}

/// What is hidden in an enemy's slots changes nothing, and is not asked for.
#[test]
fn it_does_not_peek() {
    let text = |hidden: &str| {
        format!(
            "tr1 normal; R1 T2 > E W turn W spent 0; W spartacus@b2E L10 A4 1:gladius-of-the-revolt; E leonidas@d2W L11 A3 1:aspis {hidden}; idle"
        )
    };
    let one = does("none", &text("2:(dory) 3:(phocian-wall)"), 0);
    assert_eq!(one, does("none", &text("2:(phocian-wall) 3:(dory)"), 0));
}
