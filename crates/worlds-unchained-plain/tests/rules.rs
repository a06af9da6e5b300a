//! What the scenarios leave out, by rule.

mod common;

use common::{
    card, deck, draw_in_order, duel, ids, owing, play, position, setup, side, standard, to_placing, to_round,
};
use worlds_unchained_plain::{
    BoutEnd, BoutReason, Class, Format, Game, GameReason, Setup, Step, Turn, check_pool,
};

/// A position of three seats in bout 1 of 3, P1 being selector and prime player.
fn table(step: &str, sides: [&str; 3]) -> Game {
    let [p1, p2, p3] = sides;
    let head = format!("WU1 table b1/3 0-0-0-0 r1 {step} selector P1 prime P1");
    position(standard(3), &format!("{head} | P1 {p1} | P2 {p2} | P3 {p3}"))
}

/// A game of three that has come to this preparation step.
fn table_at(step: Step) -> Game {
    let mut game = Game::new(setup(standard(3), 20)).expect("a game");
    while game.step() != step {
        match game.turn() {
            Turn::Chance => game.apply_chance(&game.chance()[0].0.clone()).expect("an outcome"),
            Turn::Seats(seats) => game.apply(seats[0], &game.default_action(seats[0])).expect("a default"),
            Turn::Over => panic!("the game is over"),
        }
    }
    game
}

/// WU-3.0.2, WU-R34, WU-R37: all faults of a setup come at once.
#[test]
fn faults_of_a_setup() {
    let wrong = Setup {
        format: Format { seats: 3, bouts: 0, ..Format::standard() },
        decks: vec![deck("a", 20), deck("b", 3)],
        pool: deck("c", 1),
    };
    assert_eq!(wrong.faults().len(), 4, "{:?}", wrong.faults());
    assert!(Game::new(wrong).is_err());
    let pool = Setup::with_pool(Format::draft(), deck("c", 24));
    assert_eq!(pool.faults(), ["pool: 24 cards, not from 25 to 25"]);
    assert!(check_pool(&vec![card("a"); 25]).is_empty(), "a pool has no limit of copies");
    // The notation tells cards apart by their text alone.
    let mut unlike = setup(Format::standard(), 20);
    unlike.decks[1][0] = card("a1");
    assert_eq!(unlike.faults(), Vec::<String>::new());
    unlike.decks[1][0].class = Class::Scout;
    assert_eq!(unlike.faults(), ["two cards written a1 differ"]);
    unlike.decks[1][0] = card("9 lives");
    assert_eq!(unlike.faults().len(), 1);
}

/// WU-5.2.2, WU-R125: chance draws from the bag with the weights of equal cards.
#[test]
fn draws_by_weight() {
    let cards: Vec<_> = deck("a", 3).into_iter().chain(vec![card("mob a"); 17]).collect();
    let mut game =
        Game::new(Setup::with_decks(Format::standard(), vec![cards, deck("b", 20)])).expect("a game");
    assert_eq!(
        game.chance(),
        [("draw P1 a1", 1), ("draw P1 a2", 1), ("draw P1 a3", 1), ("draw P1 mob-a", 17)]
            .map(|(text, weight)| (text.to_string(), weight))
    );
    assert!(game.apply_chance("draw P2 b1").is_err(), "draws come in seat order");
    assert!(game.apply_chance("draw P1 b1").is_err() && game.apply_chance("pick P1").is_err());
    play(&mut game, "* draw P1 mob-a; * draw P1 a2; * draw P1 mob-a; * draw P1 mob-a");
    assert_eq!(side(&game, 1), "P1 0 hand{mob-a a2 mob-a*2} bag{a1 a3 mob-a*14}");
    draw_in_order(&mut game);
    play(&mut game, "P1 keep; P2 keep; * pick P2; P2 prime P1");
    assert_eq!(
        game.legal(0).iter().filter(|text| text.contains("mob-a")).count(),
        1,
        "equal cards are one option"
    );
}

/// WU-5.2.2.1, WU-R44: who declines draws what there is, first the bag, then the known run.
#[test]
fn short_decks() {
    let prepared = |mulligans: usize| {
        let format = Format { mulligans, ..standard(2) };
        let head = "WU1 standard b2/3 0-1-0 r0 prep.infirmary selector P1";
        let p1 = "P1 0 bag{a3} bottom{a2 a1} infirmary{a9 a8 a7 a6 a5}";
        let p2 = "P2 0 bag{b1 b10 b11 b12 b13 b14 b15} infirmary{b2}";
        position(format, &format!("{head} | {p1} | {p2}"))
    };
    let mut game = prepared(0);
    assert_eq!((owing(&game), game.default_action(0)), ("P1".to_string(), "infirmary no".to_string()));
    play(&mut game, "P1 infirmary no");
    assert_eq!(game.chance(), [("draw P1 a3".to_string(), 1)]);
    play(&mut game, "* draw P1 a3");
    assert_eq!(ids(&game.sides()[0].hand), "a3 a2 a1");
    draw_in_order(&mut game);
    assert_eq!((game.step(), game.sides()[1].hand.len()), (Step::Prime, 7));

    // A mulligan asks again, and the whole number is drawn.
    let mut game = prepared(1);
    play(&mut game, "P1 infirmary no; * draw P1 a3");
    draw_in_order(&mut game);
    play(&mut game, "P1 mulligan; P2 keep");
    assert_eq!((game.step(), owing(&game)), (Step::Infirmary, "P1".to_string()));
    assert!(game.dump().contains("| P1 0 mulligans 1 bag{a1 a2 a3} infirmary{a9"));
    assert!(game.dump().contains("| P2 0 kept hand{"));
    play(&mut game, "P1 infirmary yes");
    draw_in_order(&mut game);
    assert_eq!((game.sides()[0].hand.len(), ids(&game.sides()[0].bag)), (7, "a9".to_string()));
    assert_eq!((game.step(), owing(&game)), (Step::Prime, "P2".to_string()));
    // Nobody is asked whose deck suffices or whose infirmary is empty.
    let enough = position(
        standard(2),
        "WU1 standard b2/3 0-1-0 r0 prep.infirmary selector P1 | P1 0 bag{a1} bottom{a2} | P2 0 bag{b1*7} infirmary{b2}",
    );
    assert_eq!((enough.step(), owing(&enough)), (Step::Draw, "chance".to_string()));
}

/// WU-5.2.3, WU-R47: a mulligan mixes in what was put under the deck.
#[test]
fn mulligan_mixes_the_known_run() {
    let text = "WU1 standard b2/3 0-1-0 r0 prep.mulligan selector P1 \
                | P1 0 hand{a1 a2} bag{a5} bottom{a4 a3} | P2 0 mulligans 1 hand{b1}";
    let mut game = position(standard(2), text);
    play(&mut game, "P2 keep; P1 mulligan");
    assert_eq!(side(&game, 1), "P1 0 mulligans 1 bag{a1 a2 a3 a4 a5}");
}

/// WU-5.2.5, WU-R49, WU-R50: who is done is skipped, and nobody places more than there is.
#[test]
fn placing_goes_on_without_the_done() {
    let text = "WU1 table b1/3 0-0-0-0 r0 prep.prime selector P2 to P2 \
                | P1 0 hand{a1} | P2 0 bag{b1} | P3 0 hand{c1 c2 c3}";
    let mut game = position(standard(3), text);
    assert_eq!(game.legal(1), ["prime P1", "prime P2", "prime P3"]);
    play(&mut game, "P2 prime P3");
    assert!(game.dump().contains("prime P3 to P3 |") && side(&game, 2) == "P2 0 done bag{b1}");
    play(&mut game, "P3 place c2");
    assert_eq!(owing(&game), "P1");
    play(&mut game, "P1 place a1");
    assert_eq!((owing(&game), side(&game, 1)), ("P3".to_string(), "P1 0 done v1:a1".to_string()));
    play(&mut game, "P3 place c1; P3 stop");
    // One card left over is put away without a question, and P2 is out of the bout.
    assert_eq!(side(&game, 3), "P3 40 v1:c2 v2:c1 bottom{c3}");
    assert_eq!((side(&game, 1), side(&game, 2)), ("P1 43 v1:a1".to_string(), "P2 43 bag{b1}".to_string()));
    assert_eq!((game.step(), owing(&game)), (Step::ChallengeSelect, "P3".to_string()));
}

/// WU-R51: no order is asked for in the last bout.
#[test]
fn leftovers_of_the_last_bout() {
    let mut game = Game::new(setup(Format::speed(), 12)).expect("a game");
    to_placing(&mut game);
    play(&mut game, "P1 place a3; P2 stop; P1 stop");
    assert_eq!(ids(&game.sides()[0].bottom), "a1 a2 a4 a5 a6 a7");
    assert_eq!(game.result().map(|result| result.winner), Some(Some(0)));
}

/// WU-R49: nobody places anybody.
#[test]
fn nobody_placed() {
    let mut game = Game::new(setup(Format::speed(), 12)).expect("a game");
    to_placing(&mut game);
    play(&mut game, "P1 stop; P2 stop");
    assert_eq!(game.result().map(|result| (result.winner, result.reason)), Some((None, GameReason::Bouts)));
    assert!(game.dump().starts_with("WU1 speed b1/1 0-0-1 r0 over selector P1 | P1 0 bag{"));
}

/// WU-5.2.7 to WU-5.2.9, WU-R141: the numbers are the format's, and Boosts stop at 250.
#[test]
fn boosts_of_a_custom_format() {
    let name = "rich".to_string();
    let format =
        Format { name, starting_boosts: 240, non_prime_bonus: 5, mob_bonus: 4, drawn: 3, ..Format::speed() };
    let cards = |letter: &str| vec![card(&format!("mob {letter}")); 12];
    let mut game = Game::new(Setup::with_decks(format, vec![cards("a"), cards("b")])).expect("a game");
    to_placing(&mut game);
    play(&mut game, "P1 place mob-a; P2 place mob-b; P1 stop; P2 place mob-b; P2 stop");
    assert_eq!((game.sides()[0].boosts, game.sides()[1].boosts), (244, 250));
}

/// WU-6.2.2, WU-R56: all who must choose do so in secret, and the check is made once.
#[test]
fn compulsory_injuries_of_several() {
    let mut game =
        table("challenge.forced", ["9 v1:a1,e1 v2:a2,e2", "9 v1:b1,i1,e1 v3:b3,e1", "9 v1:c1 v2:c2,e1"]);
    assert_eq!(owing(&game), "P1 P2");
    play(&mut game, "P2 hurt v1");
    assert_eq!(
        (owing(&game), side(&game, 2)),
        ("P1".into(), "P2 9 sealed(hurt v1) v1:b1,i1,e1 v3:b3,e1".into())
    );
    play(&mut game, "P1 hurt v2");
    assert_eq!((game.step(), owing(&game)), (Step::ChallengeRouse, "P1".to_string()), "b1 is gone");
    assert_eq!(side(&game, 1), "P1 9 v1:a1,e1 v2:a2,i1,e2,hurt");
    assert_eq!(game.default_action(0), "rouse no");
    play(&mut game, "P1 rouse no");
    // P1 and P2 have nobody to send, P3 one only; after rest all bet.
    assert_eq!((game.step(), owing(&game)), (Step::PowerBet, "P1 P2 P3".to_string()));
    assert_eq!(side(&game, 1), "P1 9 v1:a1 v2:a2,i1,e1");
    assert_eq!(side(&game, 2), "P2 9 v3:b3 infirmary{b1}");
    // WU-R102: an absent Challenger neither deals nor takes injuries.
    play(&mut game, "P1 bet 9; P2 bet 1; P3 bet 0");
    // In the next round each has one to send.
    assert_eq!((game.round(), game.step()), (2, Step::PowerBet));
    assert_eq!(side(&game, 1), "P1 0 run T1 c:a1 v2:a2,i1");
    assert_eq!(side(&game, 2), "P2 8 run T1 c:b3 infirmary{b1}");
    assert_eq!(side(&game, 3), "P3 9 run T1 c:c2 v1:c1");
}

/// WU-6.6.2.1, WU-R100, WU-R106: with three Challengers the winner injures both losers.
#[test]
fn one_winner_of_three() {
    let name = "asked".to_string();
    let format = Format { name, seats: 3, chooses_return_zone: true, ..Format::standard() };
    let text = "WU1 asked b1/3 0-0-0-0 r1 power.bet selector P1 prime P2 \
                | P1 9 c:a1 v2:a2 | P2 9 c:b1 v1:b2 v2:b3 v3:b4 v4:b5 v5:b6 | P3 9 c:c1 v2:c2 x1:c3 x2:c4";
    let mut game = position(format, text);
    play(&mut game, "P1 bet 4; P2 bet 2; P3 bet 7");
    // P2 has only extra zones and P3 only vassal zones empty, so that P1 alone is asked.
    assert_eq!(
        game.dump(),
        "WU1 asked b1/3 0-0-0-0 r1 resolution.return selector P1 prime P2 to P1 \
         | P1 5 base 4 label L0 run L1 c:a1,i1,e1 v2:a2 \
         | P2 7 base 2 label L0 run L1 v1:b2 v2:b3 v3:b4 v4:b5 v5:b6 x1:b1,i1,e1 \
         | P3 2 base 7 label W3 run W1 v1:c1,e1 v2:c2 x1:c3 x2:c4"
    );
}

/// WU-R68: the bout ends with the injuries, or else with the exhaustion, not later.
#[test]
fn bout_ends_on_the_spot() {
    // a1 would be eliminated by its fourth exhaustion, which is not given any more.
    let mut game = duel("power.bet", "9 c:a1,e3", "9 c:b1,i1");
    play(&mut game, "P1 bet 1; P2 bet 0");
    assert_eq!(game.ended_bouts(), [BoutEnd { winner: Some(0), reason: BoutReason::Vassals }]);
    let text = "WU1 standard b1/3 0-0-0 r100 power.bet selector P1 prime P1 | P1 9 c:a1,e3 | P2 9 c:b1";
    let mut game = position(standard(2), text);
    play(&mut game, "P1 bet 1; P2 bet 0");
    assert_eq!(game.ended_bouts(), [BoutEnd { winner: Some(1), reason: BoutReason::Vassals }]);
}

/// WU-R40, WU-R42: a Challenger returns to the lowest empty vassal zone, wherever it came from.
#[test]
fn return_to_the_lowest_zone() {
    let mut game = duel("challenge.select", "9 v3:a3 v4:a4 v5:a5", "9 v1:b1 v2:b2 v3:b3");
    play(&mut game, "P1 send v4; P2 send v2; P1 bet 1; P2 bet 1");
    assert_eq!(side(&game, 1), "P1 8 run T1 v1:a4,i1,e1 v3:a3 v5:a5");
    assert_eq!(side(&game, 2), "P2 8 run T1 v1:b1 v2:b2,i1,e1 v3:b3");
}

/// WU-R98: results in a row.
#[test]
fn results_in_a_row() {
    let mut game = duel("power.bet", "9 run W2 c:a1 v2:a2 v3:a3", "9 run L2 c:b1 v2:b2 v3:b3");
    play(&mut game, "P1 bet 1; P2 bet 0");
    assert!(side(&game, 1).contains(" run W3 ") && side(&game, 2).contains(" run L3 "));
    play(&mut game, "P1 send v2; P2 send v2; P1 bet 1; P2 bet 2");
    assert!(side(&game, 1).contains(" run L1 ") && side(&game, 2).contains(" run W1 "));
}

/// WU-2.3.4, WU-2.4.4, WU-R37: limits are the format's.
#[test]
fn custom_limits() {
    let name = "frail".to_string();
    let format = Format {
        name,
        injury_limit: 3,
        exhaustion_limit: 1,
        vassal_zones: 2,
        extra_zones: 0,
        ..Format::standard()
    };
    let text =
        "WU1 frail b1/3 0-0-0 r1 power.bet selector P1 prime P1 | P1 9 c:a1,i1 v2:a2 | P2 9 c:b1,i2 v1:b2";
    let mut game = position(format, text);
    play(&mut game, "P1 bet 1; P2 bet 1");
    // One more injury eliminates b1 alone, then exhaustion a1; the last two fight at once.
    assert_eq!(side(&game, 1), "P1 8 run T1 c:a2 infirmary{a1}");
    assert_eq!(side(&game, 2), "P2 8 run T1 c:b2 infirmary{b1}");
    play(&mut game, "P1 bet 1; P2 bet 0");
    assert_eq!(game.ended_bouts(), [BoutEnd { winner: None, reason: BoutReason::Vassals }]);
}

/// WU-R106: a player without Vassals is out of the bout and skipped.
#[test]
fn out_of_the_bout() {
    let mut game = table("power.bet", ["9 c:a1 v2:a2", "9 c:b1,i1", "9 c:c1 v2:c2 v3:c3"]);
    play(&mut game, "P1 bet 2; P2 bet 1; P3 bet 2");
    assert_eq!(side(&game, 2), "P2 8 run L1 infirmary{b1}");
    assert_eq!((game.round(), owing(&game)), (2, "P3".to_string()));
    assert!(game.apply(1, "concede bout").is_err());
    play(&mut game, "P3 send v2");
    assert_eq!(owing(&game), "P1 P3");
    play(&mut game, "P1 bet 0; P3 bet 1");
    assert_eq!(side(&game, 2), "P2 8 run L1 infirmary{b1}");
    assert!(side(&game, 3).starts_with("P3 6 run W1 "), "{}", game.dump());
}

/// WU-R5: conceding the bout.
#[test]
fn conceding_the_bout() {
    let mut game = table("power.bet", ["9 c:a1 v2:a2", "9 c:b1 v2:b2", "9 c:c1 v2:c2"]);
    play(&mut game, "P1 bet 3; P2 bet 1");
    let mut other = game.clone();
    // The last one who owed leaves, and the others' choices are opened.
    play(&mut game, "P3 concede bout");
    assert_eq!(side(&game, 3), "P3 9 infirmary{c1 c2}");
    assert!(side(&game, 1).starts_with("P1 6 run W1 ") && side(&game, 2).starts_with("P2 8 run L1 "));
    // A choice of somebody who leaves is dropped, the others' stay.
    play(&mut other, "P1 concede bout");
    assert_eq!((owing(&other), side(&other, 1)), ("P3".to_string(), "P1 9 infirmary{a1 a2}".to_string()));
    play(&mut other, "P2 concede bout");
    assert_eq!(other.ended_bouts(), [BoutEnd { winner: Some(2), reason: BoutReason::Concession }]);
    assert_eq!((other.bout(), other.wins()), (2, &[0, 0, 1][..]));

    // In every step that somebody acts in; not before the bout has started.
    let mut forced = table("challenge.forced", ["9 v1:a1,e1 v2:a2,e1", "9 v1:b1 v2:b2", "9 v1:c1 v2:c2"]);
    let mut rouse = forced.clone();
    play(&mut forced, "P1 concede bout");
    assert_eq!((forced.step(), owing(&forced)), (Step::ChallengeSelect, "P2 P3".to_string()));
    play(&mut rouse, "P1 hurt v1; P1 concede bout");
    assert_eq!((rouse.step(), side(&rouse, 1)), (Step::ChallengeSelect, "P1 9 infirmary{a1 a2}".to_string()));
    let mut early = Game::new(setup(standard(2), 20)).expect("a game");
    assert!(early.apply(0, "concede bout").is_err());
    to_placing(&mut early);
    assert!(!early.may_concede_bout(0) && early.apply(0, "concede bout").is_err());
    to_round(&mut early);
    assert!(early.may_concede_bout(0));
}

/// WU-R5: conceding the game with three players.
#[test]
fn conceding_the_game_of_three() {
    let out = "P1 0";
    for step in [Step::Draw, Step::Mulligan, Step::Prime, Step::Place, Step::Leftovers] {
        let mut game = table_at(step);
        play(&mut game, "P1 concede game");
        assert_eq!(side(&game, 1), out, "{step}");
        assert!(game.apply(0, "concede game").is_err() && game.legal(0).is_empty());
        match step {
            Step::Draw => assert!(game.chance()[0].0.starts_with("draw P2 "), "{step}"),
            Step::Mulligan => assert_eq!(owing(&game), "P2 P3"),
            Step::Prime => assert_eq!(game.chance().len(), 2),
            // P1 was selector and prime player.
            _ => assert_eq!(owing(&game), "P2"),
        }
        play(&mut game, "P2 concede game");
        let result = game.result().expect("one player is left");
        assert_eq!((result.winner, result.reason), (Some(2), GameReason::Concession));
        assert!(game.apply(2, "concede game").is_err() && game.legal(2).is_empty());
    }

    // The selector leaves, then the prime player.
    let mut game = table_at(Step::Prime);
    play(&mut game, "* pick P2; P2 concede game");
    assert_eq!(
        (owing(&game), game.legal(2)),
        ("P3".to_string(), vec!["prime P1".to_string(), "prime P3".to_string()])
    );
    play(&mut game, "P3 prime P3; P3 place c1; P1 place a1");
    let mut left = game.clone();
    play(&mut left, "P3 concede game");
    assert_eq!(left.result().map(|result| result.winner), Some(Some(0)));
    to_round(&mut game);
    assert_eq!((game.sides()[0].boosts, game.sides()[2].boosts), (43, 40));
    play(&mut game, "P3 concede bout");
    assert_eq!((game.bout(), game.selector(), game.wins()), (2, Some(2), &[1, 0, 0][..]));
    draw_in_order(&mut game);
    play(&mut game, "P1 keep; P3 keep");
    assert_eq!(owing(&game), "P1", "clockwise of P3 among those in the game");

    // Clockwise of P1 is P3 once P2 has left, who gets no mark of a player either.
    let mut game = table_at(Step::Mulligan);
    play(&mut game, "P2 concede game; P1 mulligan; P3 keep");
    assert_eq!(side(&game, 2), "P2 0");
    draw_in_order(&mut game);
    play(&mut game, "P1 keep; * pick P1; P1 prime P3; P3 place c1");
    assert_eq!(owing(&game), "P1");
    play(&mut game, "P1 place a1");
    assert_eq!(owing(&game), "P3");
    to_round(&mut game);
    play(&mut game, "P3 concede bout");
    draw_in_order(&mut game);
    play(&mut game, "P1 keep; P3 keep");
    assert_eq!((game.bout(), game.step(), owing(&game)), (2, Step::Prime, "P3".to_string()));

    // Without a prime player everybody else has the bonus.
    let mut game = table_at(Step::Place);
    play(&mut game, "P1 place a1; P2 place b1; P1 concede game");
    to_round(&mut game);
    assert_eq!((game.sides()[1].boosts, game.sides()[2].boosts, game.prime()), (43, 43, Some(0)));
    play(&mut game, "P2 concede game");
    assert_eq!(game.result().map(|result| result.winner), Some(Some(2)));

    // In a bout: it ends if one of two left in it leaves the game, and the next one is played by the others.
    let mut game = table("power.bet", ["9 c:a1 v2:a2", "9 infirmary{b1}", "9 c:c1"]);
    play(&mut game, "P3 bet 2; P1 concede game");
    assert_eq!(game.ended_bouts(), [BoutEnd { winner: Some(2), reason: BoutReason::Concession }]);
    assert_eq!((game.bout(), owing(&game)), (2, "P2 P3".to_string()));
}

/// WU-R36: a game ends as soon as it is decided, unless all bouts are to be played.
#[test]
fn decided_games() {
    let won = |format: Format, head: &str| {
        let text = format!(
            "WU1 {head} r1 power.bet selector P1 prime P1 | P1 9 c:a1 bag{{a2*9}} | P2 9 c:b1 bag{{b2*9}}"
        );
        let mut game = position(format, &text);
        play(&mut game, "P2 concede bout");
        game
    };
    let all = Format { plays_all_bouts: true, ..standard(2) };
    assert!(won(all.clone(), "standard b2/3 1-0-0").result().is_none());
    assert_eq!(won(all, "standard b3/3 0-2-0").result().map(|result| result.winner), Some(Some(1)));
    assert!(won(standard(2), "standard b2/3 0-0-1").result().is_none());
    assert!(won(standard(2), "standard b2/3 1-0-0").result().is_some());

    // Somebody who could still have caught up leaves.
    let text =
        "WU1 table b3/3 1-1-0-0 r0 prep.mulligan selector P1 | P1 0 hand{a1} | P2 0 hand{b1} | P3 0 hand{c1}";
    let mut three = position(standard(3), text);
    play(&mut three, "P3 concede game");
    assert!(three.result().is_none());
    let mut three = position(standard(3), text);
    play(&mut three, "P2 concede game");
    assert!(three.result().is_none(), "P3 can still win this bout");
    let format = Format { bouts: 5, ..standard(3) };
    let text = text.replace("b3/3 1-1-0-0", "b5/5 2-2-0-0");
    let mut five = position(format, &text);
    play(&mut five, "P2 concede game");
    let result = five.result().expect("P3 cannot win two bouts any more");
    assert_eq!((result.winner, result.reason), (Some(0), GameReason::Bouts));
}

/// WU-3.3.1.3: two equal cards are one option, and conceding ends a draft.
#[test]
fn draft_of_equal_cards() {
    let pool = vec![card("mob a"); 25];
    let mut game = Game::new(Setup::with_pool(Format::draft(), pool)).expect("a draft");
    play(&mut game, "* pick P2; P2 first P1");
    assert_eq!(game.chance(), [("pool mob-a".to_string(), 25)]);
    play(&mut game, "* pool mob-a; * pool mob-a");
    assert_eq!(
        game.dump(),
        "WU1 draft b1/1 0-0-0 r0 draft.take to P1 pool{mob-a*23} | P1 0 hand{mob-a*2} | P2 0"
    );
    assert_eq!(game.legal(0), ["take mob-a"]);
    play(&mut game, "P1 concede game");
    assert_eq!(game.result().map(|result| result.winner), Some(Some(1)));
}

/// Positions that nobody could play on from are refused.
#[test]
fn nonsense_is_not_read() {
    let good = "WU1 standard b1/3 0-0-0 r1 power.bet selector P1 prime P1 | P1 9 c:a1 bag{a2 a3} | P2 9 sealed(bet 3) c:b1";
    assert!(Game::read(setup(standard(2), 20), good).is_ok());
    for (old, new) in [
        ("WU1", "WU2"),
        ("standard", "speed"),
        ("b1/3", "b4/3"),
        ("b1/3", "b0/3"),
        ("b1/3", "b1/2"),
        ("0-0-0", "0-0"),
        ("r1", "r101"),
        ("r1", "1"),
        ("power.bet", "power.bid"),
        ("power.bet", "over"),
        ("power.bet", "draft.deal to P1"),
        ("power.bet", "prep.place"),
        ("selector P1", "selector P3"),
        ("selector P1", "chooser P1"),
        (" prime P1", ""),
        ("prime P1", "prime P1 to"),
        (" | P2 9 sealed(bet 3) c:b1", ""),
        ("| P2", "| P3"),
        ("P1 9", "P1"),
        ("P1 9", "P1 -1"),
        ("P1 9", "P1 9 base 501"),
        ("P1 9", "P1 9 mulligans 3"),
        ("P1 9", "P1 9 done kept"),
        ("P1 9", "P1 9 label X1"),
        ("P1 9", "P1 9 asleep"),
        ("c:a1", "c:z1"),
        ("c:a1", "c:a1,i2"),
        ("c:a1", "c:a1,e-1"),
        ("c:a1", "c:a1,hurt"),
        ("c:a1", "c:a1,x"),
        ("c:a1", "v6:a1"),
        ("c:a1", "v0:a1"),
        ("c:a1", "y1:a1"),
        ("c:a1", "v1:a4 c:a1"),
        ("c:a1 ", ""),
        ("bag{a2 a3}", "bag{a3 a2}"),
        ("bag{a2 a3}", "bag{a2 a2}"),
        ("bag{a2 a3}", "bag{a2*x}"),
        ("bag{a2 a3}", "pile{a2}"),
        ("bet 3", "bet 10"),
        ("bet 3", "send v1"),
        ("bet 3", "sleep"),
    ] {
        let text = good.replacen(old, new, 1);
        assert_ne!(text, good, "{old}");
        assert!(Game::read(setup(standard(2), 20), &text).is_err(), "{text}");
    }
    let speed = Format { seats: 1, ..Format::speed() };
    assert!(Game::read(setup(speed, 12), good).is_err());
}
