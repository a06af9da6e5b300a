//! The worked examples of the game, one test each, named after them.
//!
//! A position is written as in the examples: one text per seat with hex, facing, Style, Power,
//! Score and hand, such as `D4 N S1 pw1 sc4 [K07]`.

use std::collections::BTreeSet;

use champions_combat_plain::board::{FACINGS, distance, rotate};
use champions_combat_plain::content::{canonical, is_long, section_fault, standard_deck};
use champions_combat_plain::game::Section;
use champions_combat_plain::{Actor, Board, Card, Game, Placed, Position, Setup, Step};

/// One seat from its text. A missing Style is S1.
fn placed(text: &str) -> Placed {
    let (facts, hand) = text.split_once('[').unwrap_or((text, ""));
    let hand = hand.trim_end_matches(']').split_whitespace().map(ToString::to_string).collect();
    let mut words = facts.split_whitespace();
    let mut place = Placed {
        hex: words.next().expect("a hex").to_string(),
        facing: words.next().expect("a facing").to_string(),
        style: "S1".to_string(),
        hand,
        ..Placed::default()
    };
    for word in words {
        if let Some(power) = word.strip_prefix("pw") {
            place.power = power.parse().expect("a number");
        } else if let Some(score) = word.strip_prefix("sc") {
            place.score = score.parse().expect("a number");
        } else {
            place.style = word.to_string();
        }
    }
    place
}

/// A position in an ordinary first slot of Blue, or in another slot.
fn position(seats: &[&str], slot: usize) -> Position {
    let order: Vec<usize> = (0..seats.len()).collect();
    Position {
        seats: seats.iter().map(|text| placed(text)).collect(),
        round: 1,
        row: [order.clone(), order].concat(),
        slot,
    }
}

/// The standard game from a position with Blue to act in slot 0.
fn game(seats: &[&str]) -> Game {
    Game::from_position(Setup::standard(seats.len()), position(seats, 0))
}

/// The same with Blue on the Special card.
fn special(seats: &[&str]) -> Game {
    Game::from_position(Setup::standard(seats.len()), position(seats, 2 * seats.len()))
}

/// The same with more cards in everybody's deck.
fn game_with(cards: &[Card], seats: &[&str]) -> Game {
    let mut setup = Setup::standard(seats.len());
    for deck in &mut setup.decks {
        deck.extend(cards.iter().cloned());
    }
    Game::from_position(setup, position(seats, 0))
}

/// Plays actions that must all be accepted.
fn play(game: &mut Game, actions: &[&str]) {
    for action in actions {
        game.apply(action).unwrap_or_else(|error| panic!("{action}: {error}"));
    }
}

/// Checks that an action is refused and changes nothing.
fn refused(game: &Game, action: &str) {
    let mut copy = game.clone();
    assert!(game.accepts(action).is_err(), "{action} should be refused");
    assert!(copy.apply(action).is_err(), "{action} should be refused");
    assert_eq!(copy.dump(), game.dump());
}

/// One field of the dump.
fn field(game: &Game, name: &str) -> String {
    game.dump().into_iter().find(|(known, _)| known == name).expect("the field exists").1
}

/// Checks fields of the dump, written as `name value`, with `;` between.
fn holds(game: &Game, facts: &str) {
    for fact in facts.split(';') {
        let (name, value) = fact.trim().split_once(' ').expect("a name and a value");
        assert_eq!(field(game, name), value, "{name}");
    }
}

/// How many legal actions begin like this.
fn starting(game: &Game, start: &str) -> usize {
    game.legal().iter().filter(|action| action.starts_with(start)).count()
}

/// The hexes named by the legal actions that begin like this, in order, with any relocation.
fn ends(game: &Game, start: &str) -> String {
    let mut list: Vec<String> = Vec::new();
    for action in game.legal() {
        if let Some(rest) = action.strip_prefix(start) {
            let hex = rest.split_whitespace().next().expect("a hex").to_string();
            if !list.contains(&hex) {
                list.push(hex);
            }
        }
    }
    list.join(" ")
}

#[test]
fn sc_01_board_census() {
    let board = Board::arena_37();
    assert_eq!(board.hexes.len(), 37);
    let with = |count: usize| -> Vec<String> {
        board
            .hexes
            .iter()
            .filter(|&&hex| board.neighbours(hex).len() == count)
            .map(|&hex| board.name(hex))
            .collect()
    };
    assert_eq!(with(3).join(" "), "A1 A4 D1 D7 G1 G4");
    assert_eq!((with(4).len(), with(6).len()), (12, 19));
    let hex = |name: &str| board.by_name(name).expect("the hex exists");
    assert_eq!(board.index(hex("D4")), 18);
    let around: Vec<String> = board.neighbours(hex("D4")).into_iter().map(|near| board.name(near)).collect();
    assert_eq!(around.join(" "), "D3 E3 E4 D5 C4 C3");
    for index in 0..37 {
        assert_eq!(rotate(board.hexes[index], 3), board.hexes[36 - index]);
    }
    assert_eq!(distance(hex("D1"), hex("D7")), 6);
    assert_eq!(distance(hex("A1"), hex("G4")), 6);
    assert_eq!(distance(hex("A1"), hex("A4")), 3);
}

#[test]
fn sc_02_two_player_setup() {
    let mut game = Game::new(Setup::standard(2));
    assert_eq!(game.actor(), Actor::Chance);
    assert_eq!(game.chance_kind(), "style B");
    play(&mut game, &["style B S4"]);
    refused(&game, "style G S4");
    play(&mut game, &["style G S5"]);
    assert_eq!(game.chance_kind(), "hand B 4");
    refused(&game, "hand B K01 K02 K03");
    refused(&game, "hand B K02 K01 K03 K04");
    refused(&game, "hand B K01 K01 K03 K04");
    refused(&game, "hand B K01 K02 K03 K16");
    play(&mut game, &["hand B K01 K02 K03 K08", "hand G K01 K05 K08 K12"]);
    assert_eq!(game.chance_kind(), "row first B G");
    refused(&game, "row G G");
    play(&mut game, &["row G B"]);
    assert_eq!(game.chance_kind(), "row second B G");
    play(&mut game, &["row B G"]);
    holds(&game, "B.hex D1; B.facing S; G.hex D7; G.facing N; B.power 0; G.power 0; B.score 0; G.score 0");
    holds(&game, "B.style S4; G.style S5; row G B B G; slot 0; round 1; active G; step T-TURN; B.discard -");
    assert_eq!(game.pile(), 20);
    assert_eq!(game.actor(), Actor::Seat(1));
}

#[test]
fn sc_03_four_player_setup_and_row() {
    let mut game = Game::new(Setup::standard(4));
    play(&mut game, &["style B S1", "style G S2", "style O S3", "style R S9"]);
    for seat in ["B", "G", "O", "R"] {
        play(&mut game, &[&format!("hand {seat} K01 K02 K03 K08")]);
    }
    refused(&game, "row B G O");
    play(&mut game, &["row R G B O", "row O B G R"]);
    holds(
        &game,
        "B.hex F1; B.facing SW; G.hex F5; G.facing NW; O.hex B5; O.facing NE; R.hex B1; R.facing SE",
    );
    holds(&game, "row R G B O O B G R; active R");
}

#[test]
#[should_panic(expected = "two, three or four")]
fn sc_03_five_players_are_refused() {
    Game::new(Setup::standard(5));
}

#[test]
fn sc_04_style_hexes_turn_and_fall_off() {
    let covered = |hex: &str, facing: &str, style: &str| {
        let other = if hex == "D1" { "D7" } else { "D1" };
        let blue = format!("{hex} {facing} {style}");
        let game = Game::from_position(Setup::standard(2), position(&[&blue, &format!("{other} N")], 0));
        let mut list: Vec<String> = game
            .covered(0)
            .into_iter()
            .map(|(place, need)| format!("{}:{need}", game.setup().board.name(place)))
            .collect();
        list.sort();
        list.join(" ")
    };
    assert_eq!(covered("D4", "SE", "S6"), "E3:4 E4:3 F3:4 F4:4");
    assert_eq!(covered("D4", "S", "S9"), "C4:4 C5:4 D5:3 E4:4");
    assert_eq!(covered("C3", "SW", "S1"), "B2:4 B3:3 C2:4 C4:4");
    assert_eq!(covered("E3", "NW", "S2"), "D3:3 D4:4 E2:4 E4:4");
    assert_eq!(covered("B3", "SE", "S7"), "B4:4 C4:3 C5:4 D5:4");
    assert_eq!(covered("F2", "NE", "S3"), "G1:3");
}

#[test]
fn sc_05_a_new_round() {
    let mut start = position(&["E3 NW pw3 sc2 [K05 K09]", "D3 S pw1 sc4 []"], 4);
    start.seats[0].discard = vec!["K01".to_string(), "K12".to_string()];
    start.seats[1].discard = vec!["K02".to_string(), "K06".to_string()];
    let mut game = Game::from_position(Setup::standard(2), start);
    play(&mut game, &["pass"]);
    holds(&game, "round 2; step DRAW; B.hand -; G.hand -; B.discard -; G.discard -");
    play(&mut game, &["hand B K01 K05 K09 K12", "hand G K02 K06 K07 K11", "row B G", "row B G"]);
    holds(&game, "B.hex E3; B.facing NW; B.power 3; B.score 2; G.hex D3; G.facing S; G.power 1; G.score 4");
}

#[test]
fn sc_06_opening_action_count() {
    let game = game(&["D1 S S1 [K01 K02 K03 K08]", "D7 N"]);
    assert_eq!(game.legal().len(), 73);
    let counts = ["M K01", "M K02", "M K03", "M K08", "A"].map(|start| starting(&game, start));
    assert_eq!(counts, [48, 18, 1, 6, 0]);
    refused(&game, "pass");
}

#[test]
fn sc_07_two_steps_from_a_corner() {
    let game = game(&["D1 S S1 [K01 K02 K03 K08]", "D7 N"]);
    assert_eq!(ends(&game, "M K01 "), "B1 C1 C2 D2 D3 E1 E2 F1");
    refused(&game, "M K01 D1 @N");
    refused(&game, "M K01 D4 @S");
    assert!(game.accepts("M K01 D2 @S").is_ok());
}

#[test]
fn sc_08_blocked_walks() {
    let game = game(&["D4 N [K01 K07]", "D3 S", "E4 N", "C5 N"]);
    assert_eq!(ends(&game, "M K01 "), "B2 B3 B4 C2 C3 C4 D5 D6 E2 E5 F2 F3");
    assert_eq!(ends(&game, "M K07 "), "C3 C4 D5 E3");
}

#[test]
fn sc_09_nothing_playable() {
    let game = game(&["D1 N S3 [K01 K05 K07 K11]", "D2 S [K03]", "C1 S", "E1 S"]);
    holds(&game, "slot 1; active G; B.hand K01 K05 K07 K11; B.discard -; B.power 0");
}

#[test]
fn sc_10_forced_gain_without_turning() {
    let mut game = game(&["D1 N S3 [K01 K03 K05 K07]", "D2 S [K03]", "C1 S", "E1 S"]);
    assert_eq!(game.legal(), ["M K03"]);
    refused(&game, "M K03 @S");
    refused(&game, "pass");
    play(&mut game, &["M K03"]);
    holds(&game, "B.power 2; B.hex D1; B.facing N; B.discard K03; B.hand K01 K05 K07");
    assert_eq!(game.pile(), 18);
}

#[test]
fn sc_11_zero_move() {
    let game = game(&["D4 N S1 [K08]", "D7 N"]);
    assert_eq!(game.legal().len(), 6);
    for facing in ["N", "SW"] {
        let mut copy = game.clone();
        play(&mut copy, &[&format!("M K08 @{facing}")]);
        holds(&copy, &format!("B.hex D4; B.facing {facing}; B.power 1"));
        assert_eq!(copy.pile(), 19);
    }
}

#[test]
fn sc_12_displace() {
    let mut game = game(&["D4 N S1 [K02]", "D3 SE [K05]", "E2 N"]);
    assert_eq!(starting(&game, "M K02"), 54);
    assert_eq!(ends(&game, "M K02 D3>"), "C2 C3 D2 E3");
    assert!(game.accepts("A K02 G").is_ok());
    for wrong in ["M K02 D3>D4 @N", "M K02 D3>E2 @N", "M K02 D3 @N"] {
        refused(&game, wrong);
    }
    play(&mut game, &["M K02 D3>C2 @NW"]);
    holds(&game, "B.hex D3; B.facing NW; G.hex C2; G.facing SE; O.hex E2; G.hand K05; active G; slot 1");
}

#[test]
fn sc_13_displace_with_little_room() {
    let a = game(&["D2 N S3 [K02]", "D1 S"]);
    assert_eq!(ends(&a, "M K02 D1>"), "C1 E1");
    assert_eq!(starting(&a, "M K02"), 42);
    let b = game(&["D2 S S3 [K02]", "D1 S", "C1 N", "E1 N"]);
    assert_eq!(ends(&b, "M K02 "), "C1>B1 C1>C2 C2 D3 E1>E2 E1>F1 E2");
    assert_eq!(starting(&b, "M K02"), 42);
}

#[test]
fn sc_14_need_number_and_hits() {
    let game = game(&["D4 N S1 [K07]", "D3 S", "E4 NW"]);
    assert_eq!(ends(&game, "A K07 "), "G O");
    let mut a = game.clone();
    play(&mut a, &["A K07 G", "roll G 3,4"]);
    assert_eq!(field(&a, "B.score"), "2");
    let mut b = game.clone();
    play(&mut b, &["A K07 O"]);
    assert_eq!(b.chance_kind(), "roll 2 O");
    play(&mut b, &["roll O 3,4"]);
    holds(&b, "B.score 1; O.score 0");
}

#[test]
fn sc_15_no_target() {
    let game = game(&["D4 N S4 pw3 [K08 K12]", "D5 N"]);
    assert_eq!(game.legal().len(), 36);
    assert_eq!(starting(&game, "M K08"), 6);
    assert_eq!(ends(&game, "M K12 "), "C3 C4 D3 E3 E4");
}

#[test]
fn sc_16_paying() {
    assert_eq!(game(&["D4 N S5 [K08 K09 K10]", "D3 S"]).legal().len(), 18);
    let mut b = game(&["D4 N S5 pw1 [K08 K09 K10]", "D3 S"]);
    assert_eq!((b.legal().len(), starting(&b, "A")), (21, 3));
    play(&mut b, &["A K10 *"]);
    holds(&b, "B.power 0; card K10; section attack; attack.targets G; step ROLL");
    assert_eq!(b.pile(), 20);
}

#[test]
fn sc_17_nothing_blocks_sight() {
    let mut game = game(&["D7 N S3 [K07]", "D3 S", "D6 S"]);
    assert_eq!(ends(&game, "A K07 "), "G O");
    play(&mut game, &["A K07 G", "roll G 3,5"]);
    holds(&game, "B.score 1");
}

#[test]
fn sc_18_complete_miss() {
    let mut game = game(&["D4 N S9 [K12]", "D3 S [K11]"]);
    play(&mut game, &["A K12 G", "roll G 1", "react K11"]);
    // Both hands are empty now and Green leads in Power but cannot play, so the Round ends.
    holds(&game, "B.power 1; G.power 2; B.score 0; G.score 0; round 2; step DRAW");
    assert_eq!(game.pile(), 17);
}

#[test]
fn sc_19_directly_behind() {
    let mut a = game(&["D4 N S1 [K07]", "D3 N [K05]"]);
    play(&mut a, &["A K07 G", "roll G 6,1"]);
    holds(&a, "B.score 1; step T-TURN; active G");
    let mut b = game(&["D5 N S3 [K07]", "D3 N [K05]"]);
    play(&mut b, &["A K07 G", "roll G 6,1"]);
    holds(&b, "step T-REACT; attack.current G; attack.hits G 1");
    play(&mut b, &["react K05"]);
    holds(&b, "B.score 0");
    let mut c = game(&["D4 N S1 [K07]", "D3 NE [K05]"]);
    play(&mut c, &["A K07 G", "roll G 6,1"]);
    holds(&c, "step T-REACT");
}

#[test]
fn sc_20_shields_stop_at_zero() {
    let mut game = game(&["D4 N S1 [K07]", "D3 S pw1 [K12 K05]"]);
    play(&mut game, &["A K07 G", "roll G 2,6", "react K12"]);
    holds(&game, "G.power 0; B.score 0; G.discard K12");
}

#[test]
fn sc_21_affordable_reactions() {
    let mut a = game(&["D4 N [K07]", "D3 S [K05 K12 K13 K15]"]);
    play(&mut a, &["A K07 G", "roll G 1,6"]);
    assert_eq!(a.legal(), ["react K05", "decline"]);
    let mut b = game(&["D4 N [K07]", "D3 S pw1 [K05 K12 K13 K15]"]);
    play(&mut b, &["A K07 G", "roll G 1,6"]);
    let counts = ["react K05", "react K12", "react K13", "react K15"].map(|start| starting(&b, start));
    assert_eq!(counts, [1, 1, 1 + 16 * 6, 1 + 5 * 6]);
    assert_eq!(b.legal().last().map(String::as_str), Some("decline"));
    play(&mut b, &["react K05"]);
    refused(&b, "react K12");
}

#[test]
fn sc_22_stepping_away_does_not_help() {
    let mut game = game(&["D4 N S1 [K07]", "D3 S pw1 [K13 K05]"]);
    play(&mut game, &["A K07 G", "roll G 4,5"]);
    assert_eq!(ends(&game, "react K13 "), "B1 B2 B3 C1 C2 C3 C4 D1 D2 E1 E2 E3 E4 F1 F2 F3");
    refused(&game, "react K13 @N");
    let mut stay = game.clone();
    play(&mut stay, &["react K13"]);
    holds(&stay, "G.hex D3; G.facing S; G.power 0");
    play(&mut game, &["react K13 D1 @S"]);
    holds(&game, "G.hex D1; G.facing S; G.power 0; B.score 2");
}

#[test]
fn sc_23_reacting_without_room() {
    let mut game = game(&["D2 N S3 [K07]", "D1 S [K01 K03]", "C1 S", "E1 S"]);
    play(&mut game, &["A K07 G", "roll G 1,1"]);
    assert_eq!(game.legal(), ["react K01", "react K03", "decline"]);
    refused(&game, "react K01 C1 @S");
    play(&mut game, &["react K01"]);
    holds(&game, "G.power 1; G.hex D1; G.facing S");
}

#[test]
fn sc_24_last_card_spent_on_a_reaction() {
    let mut game = game(&["D4 N S1 [K07 K11]", "D3 S [K05]"]);
    play(&mut game, &["A K07 G", "roll G 6,6", "react K05"]);
    holds(&game, "B.score 1; slot 2; active B; G.hand -");
    play(&mut game, &["A K11 G", "roll G 6,1"]);
    holds(&game, "B.score 2; step DRAW");
}

#[test]
fn sc_25_push_then_react() {
    let mut game = game(&["D4 N S5 pw1 [K08]", "D3 SE [K01]", "E2 N"]);
    play(&mut game, &["A K08 G", "roll G 1,2"]);
    assert_eq!(game.legal(), ["push C2", "push C3", "push D2", "push E3"]);
    play(&mut game, &["push E3"]);
    holds(&game, "B.power 0; G.hex E3; G.facing SE; step T-REACT");
    assert_eq!(ends(&game, "react K01 "), "D3 E4 F2 F3");
    assert_eq!(game.legal().len(), 26);
}

#[test]
fn sc_26_push_with_no_room() {
    let mut game = game(&["D2 N S5 pw1 [K08]", "D1 S", "C1 N [K03]", "E1 N"]);
    play(&mut game, &["A K08 G", "roll G 5,1"]);
    holds(&game, "G.hex D1; B.power 0; B.score 1; active O");
}

#[test]
fn sc_27_from_behind_pushed_out_of_the_line() {
    let mut game = game(&["D4 N S5 pw1 [K08]", "D3 N [K05]"]);
    play(&mut game, &["A K08 G", "roll G 6,6"]);
    holds(&game, "attack.behind G");
    play(&mut game, &["push C3"]);
    holds(&game, "G.hex C3; G.facing N; B.score 2; G.hand K05; step T-TURN");
}

#[test]
fn sc_28_fumble() {
    for (facing, next) in [("S", Step::React), ("N", Step::Turn)] {
        let mut game = game(&["D4 N S4 pw1 [K09]", &format!("D3 {facing} [K05]")]);
        play(&mut game, &["A K09 G", "roll G 1,1,2"]);
        assert_eq!(game.actor(), Actor::Seat(1));
        assert_eq!(game.legal(), ["fumble NE", "fumble SE", "fumble S", "fumble SW", "fumble NW"]);
        refused(&game, "decline");
        play(&mut game, &["fumble SW"]);
        holds(&game, "B.facing SW; B.power 0");
        assert_eq!(game.step(), next);
    }
    let mut custom = game_with(&[Card::new("X1", "1", "dpf", "x")], &["D4 N S4 [X1]", "D3 S [K05]"]);
    play(&mut custom, &["A X1 G", "roll G 1", "push D2", "fumble S"]);
    holds(&custom, "step T-REACT; G.hex D2; B.facing S");
}

#[test]
fn sc_29_barrage() {
    let mut game = game(&["D4 N S1 pw1 [K10]", "D3 S [K06]", "C3 SE pw1 [K12]", "E4 SE [K05]"]);
    assert_eq!(starting(&game, "A"), 1);
    play(&mut game, &["A K10 *"]);
    assert_eq!(game.chance_kind(), "roll 2 G O R");
    play(&mut game, &["roll G 3,3 O 3,4 R 4,6"]);
    holds(&game, "B.power 0; attack.hits G 2 O 1 R 2; attack.behind R; step T-ORDER");
    assert_eq!(game.legal(), ["order G", "order O"]);
    play(&mut game, &["order O", "react K12"]);
    holds(&game, "step T-REACT; attack.current G; attack.done O; B.score 0");
    play(&mut game, &["react K06"]);
    holds(&game, "B.score 3; attack.targets -");
}

#[test]
fn sc_30_special_leader() {
    let hexes = ["A1", "D4", "G1", "D7"];
    let leader = |powers: &[usize]| {
        let seats: Vec<String> =
            powers.iter().zip(hexes).map(|(power, hex)| format!("{hex} N pw{power} [K03]")).collect();
        let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
        let game = special(&seats);
        if let Actor::Seat(seat) = game.actor() {
            return Some(seat);
        }
        assert_eq!(game.step(), Step::Draw);
        None
    };
    assert_eq!(leader(&[0, 0]), None);
    assert_eq!(leader(&[1, 0]), Some(0));
    assert_eq!(leader(&[3, 2, 2]), Some(0));
    assert_eq!(leader(&[3, 3, 1]), None);
    assert_eq!(leader(&[2, 2, 2, 2]), None);
    assert_eq!(leader(&[0, 0, 1, 0]), Some(2));
}

#[test]
fn sc_31_special_turn_may_be_passed() {
    let mut a = special(&["D4 N S1 pw2 [K07]", "D7 N pw1"]);
    assert_eq!((a.legal().len(), starting(&a, "M K07")), (37, 36));
    assert_eq!(a.legal().last().map(String::as_str), Some("pass"));
    play(&mut a, &["pass"]);
    holds(&a, "step DRAW; round 2; B.power 2");
    refused(&game(&["D4 N S1 pw2 [K07]", "D7 N pw1"]), "pass");
    holds(&special(&["D4 N S1 pw2 []", "D7 N pw1 [K07]"]), "step DRAW; round 2");
}

#[test]
fn sc_32_winning_with_more_than_five() {
    let mut start = position(&["D4 N S1 pw1 sc4 [K09 K05]", "D3 S sc4"], 1);
    start.row = vec![1, 0, 1, 0];
    let mut game = Game::from_position(Setup::standard(2), start);
    play(&mut game, &["A K09 G", "roll G 3,5,6", "fumble S"]);
    holds(&game, "B.facing S; B.score 7; step GAME_OVER; slot 1; result B");
    let result = game.result().expect("the game is over");
    assert_eq!((result.winners, result.scores, result.capped), (vec![0], vec![7, 4], false));
    assert_eq!(game.actor(), Actor::Over);
    assert!(game.legal().is_empty());
    refused(&game, "M K05 D3 @N");
    assert!(game.resign(1).is_err());
}

#[test]
fn sc_33_a_shield_saves_the_game() {
    let mut game = game(&["D4 N S1 sc4 [K07]", "D3 S [K05]"]);
    play(&mut game, &["A K07 G", "roll G 6,1"]);
    let mut declined = game.clone();
    play(&mut game, &["react K05"]);
    assert_eq!((field(&game, "B.score"), game.result()), ("4".to_string(), None));
    play(&mut declined, &["decline"]);
    holds(&declined, "B.score 5; result B");
}

#[test]
fn sc_34_empty_power_pile() {
    for (power, gained) in [(9, "11"), (10, "10")] {
        let mut game = game(&["D4 N S1 pw10 [K03]", &format!("D7 N pw{power} [K07]")]);
        play(&mut game, &["M K03"]);
        assert_eq!((field(&game, "B.power"), game.pile()), (gained.to_string(), 0));
    }
}

#[test]
fn sc_35_icon_strings() {
    let good = [
        (Section::Move, vec!["2", "1z", "++", "0+", "z1", "3-"]),
        (Section::Attack, vec!["dd", "ddp-", "dddf-", "ddb-", "dpf", "dddd", "dbp", "fdb", "dbpf"]),
        (Section::Reaction, vec!["x", "1x-", "xx-", "2-", "++", "0"]),
    ];
    for (section, texts) in good {
        for text in texts {
            assert_eq!(section_fault(section, text), None, "{text}");
        }
    }
    let bad = [
        (Section::Move, "", "E01"),
        (Section::Move, "5", "E02"),
        (Section::Move, "2 ", "E02"),
        (Section::Move, "5x", "E02"),
        (Section::Move, "2x", "E03"),
        (Section::Move, "12", "E04"),
        (Section::Move, "12z", "E04"),
        (Section::Move, "z", "E05"),
        (Section::Move, "0z", "E05"),
        (Section::Move, "-", "E10"),
        (Section::Attack, "p", "E06"),
        (Section::Attack, "p1", "E03"),
        (Section::Attack, "ddddd", "E07"),
        (Section::Attack, "dbb", "E08"),
        (Section::Attack, "dbpp", "E08"),
        (Section::Attack, "bp", "E06"),
        (Section::Attack, "1d", "E03"),
        (Section::Reaction, "1z", "E03"),
        (Section::Reaction, "d", "E03"),
        (Section::Reaction, "X", "E02"),
        (Section::Reaction, "xxxxx", "E11"),
    ];
    for (section, text, code) in bad {
        assert_eq!(section_fault(section, text), Some(code), "{text}");
    }
}

#[test]
fn sc_35_canonical_forms_and_long_sections() {
    assert_eq!(canonical("z1"), "1z");
    assert_eq!(canonical("fdb"), "dbf");
    for card in standard_deck() {
        assert_eq!(card.face(), [card.move_section, card.attack_section, card.reaction_section]);
    }
    assert!(["3", "4", "2z", "z2", "3z+", "4-"].iter().all(|section| is_long(section)));
    assert!(!["0", "1", "2", "1z", "++"].iter().any(|section| is_long(section)));
}

#[test]
fn sc_36_barrage_with_push_and_fumble() {
    let mut game = game_with(&[Card::new("X6", "1", "dbpf", "x")], &["D4 N S1 [X6]", "D3 S", "E4 SE"]);
    play(&mut game, &["A X6 *", "roll G 4 O 2"]);
    assert_eq!(ends(&game, "push G "), "C2 C3 D2 E2 E3");
    assert_eq!(ends(&game, "push O "), "D5 E3 E5 F3 F4");
    assert_eq!(game.legal().len(), 10);
    play(&mut game, &["push O E3"]);
    assert_eq!(game.legal(), ["push G C2", "push G C3", "push G D2", "push G E2"]);
    play(&mut game, &["push G D2"]);
    holds(&game, "step T-FORDER; attack.behind O");
    assert_eq!(game.legal(), ["order G", "order O"]);
    play(&mut game, &["order O"]);
    assert_eq!((game.actor(), game.legal().len()), (Actor::Seat(2), 5));
    refused(&game, "fumble N");
    play(&mut game, &["fumble S"]);
    assert_eq!((game.actor(), game.legal().len()), (Actor::Seat(1), 5));
    refused(&game, "fumble S");
    play(&mut game, &["fumble N"]);
    holds(&game, "G.hex D2; G.facing S; O.hex E3; O.facing SE; B.hex D4; B.facing N; B.score 1");
}

#[test]
fn sc_37_push_and_fumble_options() {
    let next = |options: bool, seats: &[&str], attack: &[&str]| {
        let mut setup = Setup::standard(seats.len());
        if options {
            setup.push_away = true;
            setup.fumble_must_turn = false;
        }
        let mut game = Game::from_position(setup, position(seats, 0));
        play(&mut game, attack);
        if game.step() == Step::Push { ends(&game, "push ") } else { ends(&game, "fumble ") }
    };
    let push = ["A K08 G", "roll G 1,1"];
    let fumble = ["A K09 G", "roll G 1,1,1"];
    let a = ["D4 N S5 pw1 [K08]", "D3 S"];
    let d = ["D2 N S5 pw1 [K08]", "D1 S"];
    let e = ["D4 N S4 pw1 [K09]", "D3 S"];
    assert_eq!(next(true, &a, &push), "C2 D2 E2");
    assert_eq!(next(true, &["D4 N S5 pw1 [K08]", "D3 S", "D2 S"], &push), "C2 E2");
    assert_eq!(next(true, &["D4 N S4 pw1 [K08]", "C2 S"], &push), "B1 C1");
    assert_eq!(next(true, &d, &push), "");
    assert_eq!(next(true, &e, &fumble), FACINGS.join(" "));
    assert_eq!(next(false, &a, &push), "C2 C3 D2 E2 E3");
    assert_eq!(next(false, &d, &push), "C1 E1");
    assert_eq!(next(false, &e, &fumble), "NE SE S SW NW");
}

#[test]
fn sc_38_running_out_of_time() {
    assert_eq!(game(&["D4 SE [K01 K03 K08]", "D7 N"]).default_action(), "M K03");
    assert_eq!(game(&["D4 SE [K01 K08]", "D7 N"]).default_action(), "M K08 @SE");
    let mut c = game(&["D4 N [K07 K12]", "D3 S [K05]"]);
    assert_eq!(c.default_action(), "M K07 C3 @N");
    let d = game(&["D1 S S3 [K07]", "D2 S", "C1 S", "E1 S"]);
    assert_eq!((d.legal(), d.default_action()), (vec!["A K07 G".to_string()], "A K07 G".to_string()));
    assert_eq!(special(&["D4 SE pw1 [K01 K08]", "D7 N"]).default_action(), "pass");
    play(&mut c, &["A K07 G", "roll G 1,1"]);
    assert_eq!(c.default_action(), "decline");
    for seat in 0..2 {
        assert!(c.clone().resign(seat).is_ok());
    }
}

#[test]
fn sc_38_defaults_of_push_and_fumble() {
    let mut game = game_with(&[Card::new("X6", "1", "dbpf", "x")], &["D4 N S1 [X6]", "D3 S", "E4 SE"]);
    play(&mut game, &["A X6 *", "roll G 4 O 2"]);
    assert_eq!(game.default_action(), "push G D2");
    play(&mut game, &["push G D2"]);
    assert_eq!(game.default_action(), "push O E3");
    play(&mut game, &["push O E3"]);
    assert_eq!(game.default_action(), "order G");
    play(&mut game, &["order G"]);
    assert_eq!(game.default_action(), "fumble NE");
}

#[test]
fn sc_39_chance_carries_faces() {
    let mut game = game(&["D4 N S1 [K07]", "D3 S [K05]"]);
    play(&mut game, &["A K07 G"]);
    for wrong in ["roll G 3", "roll G 0,7", "roll O 3,4", "roll G 3,4 O 1,1", "roll G 3,4,5", "M K07 D5 @N"] {
        refused(&game, wrong);
    }
    let mut other = game.clone();
    play(&mut game, &["roll G 3,4"]);
    play(&mut other, &["roll G 6,6"]);
    assert_eq!(game.dump(), other.dump());
    holds(&game, "attack.hits G 2");
}

#[test]
fn sc_41_a_long_walk() {
    let mut game = game_with(&[Card::new("X3", "3+", "dd", "x")], &["D4 N S1 [X3 K07]", "D3 S [K05]"]);
    let counts = ["M X3", "M K07", "A"].map(|start| starting(&game, start));
    assert_eq!((game.legal().len(), counts), (33, [1, 30, 2]));
    play(&mut game, &["M X3"]);
    holds(&game, "B.discard X3; B.hex D4; B.power 0; step T-WALK; walk.start D4; walk.left 3; card X3");
    assert_eq!(game.actor(), Actor::Seat(0));
    assert_eq!(game.legal().len(), 204);
    for (hex, free) in [("D1", false), ("D3", false), ("D4", false), ("D2", true)] {
        assert_eq!(game.accepts(&format!("to {hex} @S")).is_ok(), free);
    }
    play(&mut game, &["to D2 @S"]);
    holds(&game, "B.hex D2; B.facing S; B.power 1; active G; walk.start -");
}

#[test]
fn sc_42_a_reduced_game() {
    let mut setup = Setup::standard(2);
    setup.board = Board::hexagon(1);
    setup.board.add_start(&[("B1", "S"), ("B3", "N")]);
    let names: Vec<String> = setup.board.hexes.iter().map(|&hex| setup.board.name(hex)).collect();
    assert_eq!(names.join(" "), "A1 A2 B1 B2 B3 C1 C2");
    setup.styles = Some(vec!["S1".to_string(), "S1".to_string()]);
    let kept = ["K02", "K05", "K06", "K07", "K08", "K12"];
    for deck in &mut setup.decks {
        deck.retain(|card| kept.contains(&card.id.as_str()));
    }
    setup.hand_size = 2;
    setup.win_score = 2;
    setup.round_cap = 10;
    let mut game = Game::new(setup);
    assert_eq!(game.chance_kind(), "hand B 2");
    let mut hands = BTreeSet::new();
    for first in kept {
        for second in kept {
            let text = format!("hand B {first} {second}");
            if game.accepts(&text).is_ok() {
                hands.insert(text);
            }
        }
    }
    assert_eq!(hands.len(), 15);
    play(&mut game, &["hand B K05 K07", "hand G K02 K08", "row B G", "row B G", "M K05 B2 @S"]);
    play(&mut game, &["M K08 @N", "A K07 G", "roll G 3,3", "decline"]);
    holds(&game, "result B; B.score 2");
}

// More than the examples show.

#[test]
fn equal_faces_are_listed_once_under_the_lowest_id_held() {
    let both = game(&["D1 S [K01 K04]", "D7 N"]);
    assert_eq!((starting(&both, "M K01"), starting(&both, "M K04")), (48, 0));
    let one = game(&["D1 S [K04]", "D7 N"]);
    assert_eq!((starting(&one, "M K01"), starting(&one, "M K04")), (0, 48));
}

#[test]
fn whichever_copy_is_named_the_lowest_id_held_is_played() {
    for (hand, left) in [("K01 K04", "B.hand K04; B.discard K01"), ("K04", "B.hand -; B.discard K04")] {
        for named in ["K01", "K04"] {
            let mut game = game(&[&format!("D1 S [{hand}]"), "D7 N [K07]"]);
            play(&mut game, &[&format!("M {named} D3 @S")]);
            holds(&game, left);
        }
    }
    refused(&game(&["D1 S [K02]", "D7 N"]), "M K01 D3 @S");
}

#[test]
fn a_long_walk_with_displace_goes_step_by_step() {
    let cards = [Card::new("X1", "2z+", "dd", "x")];
    let mut game = game_with(&cards, &["D4 N [X1]", "D3 S [K05]"]);
    play(&mut game, &["M X1"]);
    assert!(game.accepts("step E3").is_ok());
    refused(&game, "step D3>D4");
    play(&mut game, &["step D3>D2"]);
    holds(&game, "B.hex D3; B.facing N; G.hex D2; walk.left 1; walk.start D4; B.power 0");
    refused(&game, "step D4 @N");
    refused(&game, "step D2>D3 @N");
    refused(&game, "step C2");
    // The hex the walk began on may take the figure on a later step only if it is next to it.
    assert_eq!(ends(&game, "step D2>"), "C1 C2 D1 E1 E2");
    play(&mut game, &["step D2>E2 @SE"]);
    holds(&game, "B.hex D2; B.facing SE; G.hex E2; B.power 1; active G");
}

#[test]
fn a_long_walk_needs_a_complete_walk() {
    // Blue can step only to D2 and back: one hex of room.
    let cards = [Card::new("X1", "3", "dd", "x"), Card::new("X2", "4", "dd", "x")];
    let mut setup = Setup::standard(2);
    for deck in &mut setup.decks {
        deck.extend(cards.iter().cloned());
    }
    for name in ["C1", "E1", "C2", "E2", "D3"] {
        let wall = setup.board.by_name(name).expect("the hex exists");
        setup.board.walls.push(wall);
    }
    let game = Game::from_position(setup, position(&["D1 S [X1 X2]", "D7 N"], 0));
    assert_eq!(game.legal(), ["M X1"]);
}

#[test]
fn a_long_reaction_is_played_with_or_without_its_walk() {
    let cards = [Card::new("X1", "1", "dd", "3x+"), Card::new("X0", "1", "dd", "0")];
    let mut game = game_with(&cards, &["D4 N [K07]", "D3 S [X1 X0]"]);
    play(&mut game, &["A K07 G", "roll G 6,6"]);
    assert_eq!((game.legal()[0].as_str(), game.legal()[1].as_str()), ("react X0", "react X0 @N"));
    assert_eq!(game.legal()[7..], ["react X1", "react X1 walk", "decline"]);
    play(&mut game, &["react X1 walk"]);
    holds(&game, "step T-WALK; attack.hits G 1; G.power 0; attack.current G; card X1; section reaction");
    assert_eq!(game.actor(), Actor::Seat(1));
    play(&mut game, &["to D1 @S"]);
    holds(&game, "G.hex D1; G.power 1; B.score 1; step T-TURN; active G");
}

#[test]
fn resigning_takes_effect_when_the_turn_ends() {
    let mut game = game(&["D4 N [K07]", "D3 S pw2 [K05]", "A1 N [K03]"]);
    play(&mut game, &["A K07 G"]);
    game.resign(1).expect("anybody may leave");
    assert!(game.resign(1).is_err());
    holds(&game, "resigning G; G.hex D3");
    play(&mut game, &["roll G 6,1"]);
    // Green's reaction was declined, the hit scored, then Green left and its slot was passed over.
    holds(&game, "B.score 1; G.hex -; G.power 0; G.hand -; resigning -; slot 2; active O");
    play(&mut game, &["M K03"]);
    holds(&game, "step DRAW; round 2");
    play(&mut game, &["hand B K01 K02 K03 K04", "hand O K01 K02 K03 K04", "row B O", "row O B"]);
    assert_eq!(game.row(), [0, 2, 2, 0]);
    game.resign(0).expect("anybody may leave");
    // Blue's turn was played by default before Blue left.
    holds(&game, "step GAME_OVER; result O; B.hex -; B.discard K03");
}

#[test]
fn resigning_between_turns_takes_effect_at_once() {
    let mut game = Game::new(Setup::standard(3));
    play(&mut game, &["style B S1", "style G S2"]);
    game.resign(2).expect("anybody may leave");
    assert_eq!(game.chance_kind(), "hand B 4");
    play(&mut game, &["hand B K01 K02 K03 K04"]);
    game.resign(0).expect("anybody may leave");
    assert_eq!(game.result().expect("one is left").winners, [1]);
}

#[test]
fn the_last_round_ends_the_game() {
    let cap = |scores: [usize; 3]| {
        let mut setup = Setup::standard(3);
        setup.round_cap = 7;
        let seats: Vec<String> =
            scores.iter().zip(["D1", "D4", "D7"]).map(|(score, hex)| format!("{hex} N sc{score}")).collect();
        let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
        let mut start = position(&seats, 6);
        start.round = 7;
        Game::from_position(setup, start).result().map(|result| (result.winners, result.capped))
    };
    assert_eq!(cap([1, 3, 2]), Some((vec![1], true)));
    assert_eq!(cap([3, 1, 3]), Some((vec![0, 2], true)));
    assert_eq!(cap([0, 0, 0]), Some((vec![0, 1, 2], true)));
}

#[test]
fn all_leaving_in_one_turn_draw() {
    let mut game = game(&["D4 N [K07]", "D3 S [K05]"]);
    play(&mut game, &["A K07 G"]);
    game.resign(1).expect("anybody may leave");
    game.resign(0).expect("anybody may leave");
    play(&mut game, &["roll G 1,1"]);
    assert_eq!(game.result().expect("nobody is left").winners, [0, 1]);
}

/// Counts whole walks with Displace by following every part.
fn count_walks(game: &Game) -> usize {
    if game.step() != Step::Walk {
        return 1;
    }
    let mut walks = 0;
    for action in game.legal() {
        let mut copy = game.clone();
        play(&mut copy, &[&action]);
        walks += count_walks(&copy);
    }
    walks
}

#[test]
fn a_walk_of_two_with_displace_between_three_enemies() {
    let cards = [Card::new("X1", "2z", "dd", "x")];
    let walks = |enemies: [&str; 3]| {
        let [green, orange, red] = enemies.map(|hex| format!("{hex} N"));
        let mut game = game_with(&cards, &["D4 N [X1]", &green, &orange, &red]);
        play(&mut game, &["M X1"]);
        assert!(game.legal().len() <= 18);
        count_walks(&game)
    };
    assert_eq!(walks(["C3", "E3", "D5"]), 1008);
    assert_eq!(walks(["C3", "C4", "E3"]), 1032);
    assert_eq!(walks(["C3", "D3", "C4"]), 960);
}
