//! The conformance scenarios of the game that need no Skill, one test each, named after them. Where only a part
//! of one needs none, that part.

mod common;

use common::{
    card, deck, draw_in_order, duel, five, ids, owing, play, position, setup, side, standard, to_placing,
    to_round,
};
use worlds_unchained_plain::{
    BoutEnd, BoutReason, Card, Format, Game, GameReason, Setup, Step, Turn, check_deck,
};

fn with(mut cards: Vec<Card>, more: &[&str]) -> Vec<Card> {
    cards.extend(more.iter().map(|name| card(name)));
    cards
}

/// WU-S01: deck construction.
#[test]
fn s01_deck_construction() {
    let token = Card { is_token: true, ..card("Sprout") };
    let mobs = |cards: usize| vec![card("mob Cinder Pickets"); cards];
    let twenty_with_a_token = deck("a", 19).into_iter().chain([token]).collect();
    let (standard, speed, stars) = (Format::standard(), Format::speed(), Format::all_stars());
    let decks: Vec<(&str, Vec<Card>, &Format, usize)> = vec![
        ("a", deck("a", 19), &standard, 1),
        ("b", deck("a", 20), &standard, 0),
        ("c", deck("a", 15).into_iter().chain(mobs(10)).collect(), &standard, 0),
        ("d", deck("a", 26), &standard, 1),
        ("e", with(deck("a", 18), &["Vexa Coalhand", "Vexa Coalhand"]), &standard, 1),
        ("f", with(deck("a", 18), &["Vexa Coalhand", "VEXA COALHAND "]), &standard, 1),
        ("g", deck("a", 11), &speed, 1),
        ("h", deck("a", 12), &speed, 0),
        ("i", deck("a", 15), &speed, 0),
        ("j", deck("a", 16), &speed, 1),
        ("k", mobs(12), &speed, 0),
        ("l", deck("a", 7), &stars, 0),
        ("m", deck("a", 6), &stars, 1),
        ("n", deck("a", 8), &stars, 1),
        ("o", with(deck("a", 6), &["mob"]), &stars, 1),
        ("p", with(deck("a", 6), &["a1"]), &stars, 1),
        ("q", twenty_with_a_token, &standard, 1),
    ];
    for (letter, deck, format, faults) in decks {
        assert_eq!(check_deck(&deck, format).len(), faults, "{letter}: {:?}", check_deck(&deck, format));
    }
    // All faults at once.
    assert_eq!(check_deck(&with(deck("a", 20), &["mob", "mob", "a1"]), &stars).len(), 3);
}

/// WU-S02: the draft.
#[test]
fn s02_draft() {
    let pool: Vec<Card> = (1..=25).map(|number| card(&format!("c{number}"))).collect();
    let mut game = Game::new(Setup::with_pool(Format::draft(), pool)).expect("a draft");
    assert_eq!(game.chance(), [("pick P1".to_string(), 1), ("pick P2".to_string(), 1)]);
    play(&mut game, "* pick P1");
    assert_eq!(game.legal(0), ["first P1", "first P2"]);
    play(&mut game, "P1 first P2");
    for turn in 1..=12 {
        let drafter = usize::from(turn % 2 == 1);
        let (kept, given) = (2 * turn - 1, 2 * turn);
        assert_eq!(game.chance().len(), 27 - 2 * turn);
        play(&mut game, &format!("* pool c{kept}; * pool c{given}"));
        assert_eq!(game.turn(), Turn::Seats(vec![drafter]));
        assert_eq!(game.legal(drafter).len(), 2);
        game.apply(drafter, &format!("take c{kept}")).expect("a card to take");
        if turn == 1 {
            assert_eq!((side(&game, 1), side(&game, 2)), ("P1 0 draft{c2}".into(), "P2 0 draft{c1}".into()));
        }
    }
    play(&mut game, "* pool c25");
    assert_eq!(side(&game, 2), "P2 0 draft{c1 c12 c13 c16 c17 c20 c21 c24 c4 c5 c8 c9}");
    assert_eq!(side(&game, 1), "P1 0 draft{c10 c11 c14 c15 c18 c19 c2 c22 c23 c25 c3 c6 c7}");
    assert_eq!(owing(&game), "P1");
    assert_eq!(game.legal(0).len(), 14);
    assert_eq!(game.default_action(0), "cut -");
    play(&mut game, "P1 cut c25");
    assert_eq!((game.sides()[0].bag.len(), game.sides()[1].bag.len()), (12, 12));
    assert_eq!(game.step(), Step::Draw);
    draw_in_order(&mut game);
    assert_eq!((game.step(), game.sides()[0].hand.len(), game.sides()[1].hand.len()), (Step::Prime, 7, 7));
    assert_eq!(game.turn(), Turn::Chance, "who names the prime player is picked anew (WU-R35)");
}

/// WU-S03: the prime player and Boost totals.
#[test]
fn s03_prime_player_and_boosts() {
    let names = |letter: &str| -> Vec<Card> {
        let mobs = vec![card(&format!("mob {letter}")); 6];
        deck(letter, 14).into_iter().chain(mobs).collect()
    };
    let setup = Setup::with_decks(Format::standard(), vec![names("a"), names("b")]);
    let mut game = Game::read(
        setup,
        "WU1 standard b2/3 1-0-0 r0 prep.mulligan selector P2 | P1 0 hand{mob-a*2 a1 a2 a3 a4 a5} \
         | P2 0 hand{mob-b b1 b2 b3 b4 b5 b6} bag{mob-b*3} infirmary{mob-b}",
    )
    .expect("a position");
    play(&mut game, "P2 keep; P1 keep");
    assert_eq!(owing(&game), "P1", "the other one names the prime player now");
    assert_eq!(game.legal(0), ["prime P1", "prime P2"]);
    play(&mut game, "P1 prime P1");
    for (one, other) in [("mob-a", "mob-b"), ("mob-a", "b1"), ("a1", "b2"), ("a2", "b3"), ("a3", "b4")] {
        play(&mut game, &format!("P1 place {one}; P2 place {other}"));
    }
    play(&mut game, "P1 under a4; P2 under b6");
    assert_eq!((game.sides()[0].boosts, game.sides()[1].boosts), (42, 44));
    assert_eq!(game.prime(), Some(0));
    play(&mut game, "P1 concede bout");
    assert_eq!(game.selector(), Some(0));
    let mut third = game.clone();
    while third.step() != Step::Prime {
        match third.turn() {
            Turn::Chance => third.apply_chance(&third.chance()[0].0.clone()).expect("an outcome"),
            Turn::Seats(seats) => third.apply(seats[0], &third.default_action(seats[0])).expect("a default"),
            Turn::Over => panic!("one bout each"),
        }
    }
    assert_eq!(owing(&third), "P2");
}

/// WU-S04: mulligans are counted per game, and formats are data.
#[test]
fn s04_mulligans() {
    let mut game = Game::new(setup(Format::standard(), 25)).expect("a game");
    draw_in_order(&mut game);
    assert_eq!(owing(&game), "P1 P2");
    play(&mut game, "P1 mulligan");
    assert_eq!(owing(&game), "P2");
    assert!(side(&game, 1).starts_with("P1 0 sealed(mulligan) hand{a1 a2"));
    play(&mut game, "P2 keep");
    for used in 1..=2 {
        assert_eq!(game.sides()[0].mulligans, used);
        assert_eq!((game.sides()[0].bag.len(), game.sides()[0].hand.len()), (25, 0));
        assert_eq!((game.turn(), game.chance().len()), (Turn::Chance, 25));
        draw_in_order(&mut game);
        assert_eq!(game.sides()[0].hand.len(), 7);
        if used == 1 {
            assert_eq!(owing(&game), "P1");
            play(&mut game, "P1 mulligan");
        }
    }
    assert_eq!(game.step(), Step::Prime);
    play(&mut game, "* pick P1; P1 prime P1");
    to_round(&mut game);
    play(&mut game, "P1 concede bout");
    draw_in_order(&mut game);
    assert_eq!((game.bout(), game.step(), owing(&game)), (2, Step::Mulligan, "P2".to_string()));
    assert!(side(&game, 1).starts_with("P1 0 mulligans 2 kept hand{"));

    let mut speed = Game::new(setup(Format::speed(), 12)).expect("a game");
    draw_in_order(&mut speed);
    assert_eq!((speed.step(), speed.sides()[0].hand.len()), (Step::Prime, 7));

    let custom = Format { name: "five".to_string(), drawn: 5, mulligans: 1, ..Format::standard() };
    let mut custom = Game::new(setup(custom, 20)).expect("a game");
    draw_in_order(&mut custom);
    assert_eq!(owing(&custom), "P1 P2");
    play(&mut custom, "P1 mulligan; P2 mulligan");
    draw_in_order(&mut custom);
    assert_eq!((custom.step(), custom.sides()[1].hand.len()), (Step::Prime, 5));
}

/// WU-S06: placing, stopping early, leftovers.
#[test]
fn s06_placing_and_leftovers() {
    let mut game = Game::new(setup(Format::standard(), 25)).expect("a game");
    to_placing(&mut game);
    assert_eq!(owing(&game), "P1");
    assert_eq!(
        game.legal(0),
        ["place a1", "place a2", "place a3", "place a4", "place a5", "place a6", "place a7", "stop"]
    );
    assert!(game.legal(1).is_empty());
    play(&mut game, "P1 place a3; P2 place b1; P1 place a1");
    assert_eq!(game.default_action(1), "place b2", "the clock never stops for a player (WU-R126)");
    play(&mut game, "P2 stop; P1 place a2; P1 place a5; P1 place a4");
    assert_eq!(owing(&game), "P1");
    assert_eq!(game.legal(0), ["under a6", "under a7"]);
    play(&mut game, "P1 under a7");
    assert_eq!(owing(&game), "P2");
    assert_eq!(game.sides()[0].bottom.len(), 2);
    play(&mut game, "P2 under b7; P2 under b6; P2 under b5; P2 under b4; P2 under b2");
    assert_eq!(
        (ids(&game.sides()[0].bottom), ids(&game.sides()[1].bottom)),
        ("a7 a6".into(), "b7 b6 b5 b4 b2 b3".into())
    );
    assert_eq!((game.sides()[0].deck_size(), game.sides()[1].deck_size()), (20, 24));
    assert!(side(&game, 1).starts_with("P1 40 v1:a3 v2:a1 v3:a2 v4:a5 v5:a4 bag{"));
    // P2 has one Vassal, which is sent without a question.
    assert_eq!((game.round(), owing(&game)), (1, "P1".to_string()));

    let mut nobody = Game::new(setup(Format::standard(), 25)).expect("a game");
    to_placing(&mut nobody);
    play(&mut nobody, "P1 place a1; P2 stop; P1 stop");
    to_round_or_bout(&mut nobody);
    assert_eq!(nobody.ended_bouts(), [BoutEnd { winner: Some(0), reason: BoutReason::Vassals }]);
    assert_eq!((nobody.bout(), ids(&nobody.sides()[0].infirmary)), (2, "a1".to_string()));
}

/// Puts leftovers away as they come.
fn to_round_or_bout(game: &mut Game) {
    while game.step() == Step::Leftovers {
        let Turn::Seats(seats) = game.turn() else { panic!("leftovers are put away by players") };
        game.apply(seats[0], &game.default_action(seats[0])).expect("a card");
    }
}

/// WU-S07: All Stars, second bout.
#[test]
fn s07_all_stars_second_bout() {
    let mut game = Game::new(setup(Format::all_stars(), 7)).expect("a game");
    to_placing(&mut game);
    for number in 1..=5 {
        play(&mut game, &format!("P1 place a{number}; P2 place b{number}"));
    }
    play(&mut game, "P1 under a7; P2 under b6; P2 concede bout");
    assert_eq!((game.bout(), owing(&game)), (2, "P1 P2".to_string()));
    assert_eq!(side(&game, 1), "P1 0 bottom{a7 a6} infirmary{a1 a2 a3 a4 a5}");
    assert_eq!(game.legal(1), ["infirmary no", "infirmary yes"]);
    play(&mut game, "P2 infirmary no");
    assert_eq!(owing(&game), "P1");
    play(&mut game, "P1 infirmary yes");
    assert_eq!(side(&game, 1), "P1 0 bag{a1 a2 a3 a4 a5 a6 a7}");
    draw_in_order(&mut game);
    assert_eq!(side(&game, 1), "P1 0 hand{a1 a2 a3 a4 a5 a6 a7}");
    assert_eq!(side(&game, 2), "P2 0 hand{b6 b7} infirmary{b1 b2 b3 b4 b5}");
    assert_eq!((game.step(), owing(&game)), (Step::Prime, "P2".to_string()));
}

/// WU-S08: Standard decks are not shuffled again.
#[test]
fn s08_decks_are_not_reshuffled() {
    let mut game = Game::new(setup(Format::standard(), 20)).expect("a game");
    for bout in 1..=2 {
        to_placing(&mut game);
        let hand: Vec<String> = game.sides()[0].hand.iter().map(|card| card.id.clone()).collect();
        for _ in 0..5 {
            let (one, other) = (game.default_action(0), game.default_action(1));
            play(&mut game, &format!("P1 {one}"));
            let other = if other.is_empty() { game.default_action(1) } else { other };
            play(&mut game, &format!("P2 {other}"));
        }
        play(&mut game, &format!("P1 under {}", hand[5]));
        to_round_or_bout(&mut game);
        if bout == 1 {
            assert_eq!(ids(&game.sides()[0].bag), "a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a8 a9");
            assert_eq!(ids(&game.sides()[0].bottom), "a6 a7");
            play(&mut game, "P1 concede bout");
        } else {
            assert_eq!(hand.join(" "), "a8 a9 a10 a11 a12 a13 a14");
            play(&mut game, "P2 concede bout");
        }
    }
    assert_eq!((game.bout(), game.sides()[0].infirmary.len()), (3, 10));
    draw_in_order(&mut game);
    assert_eq!(ids(&game.sides()[0].hand), "a15 a16 a17 a18 a19 a20 a6");
    assert_eq!(
        (ids(&game.sides()[0].bag), ids(&game.sides()[0].bottom)),
        (String::new(), "a7 a13 a14".to_string())
    );
}

/// WU-S09: secret selection, an ordinary Vassal standing for the token.
#[test]
fn s09_challenger_selection() {
    let mut game = duel(
        "challenge.select",
        &format!("40 {} x1:a6", five("a")).replace("a1", "a1,e1"),
        &format!("43 {}", five("b")),
    );
    assert_eq!(game.legal(0), ["send v2", "send v3", "send v4", "send v5", "send x1"]);
    assert!(game.apply(0, "send v1").is_err());
    play(&mut game, "P1 send x1");
    assert!(game.legal(0).is_empty(), "what is locked is final (WU-R60)");
    assert_eq!(side(&game, 1), "P1 40 sealed(send x1) v1:a1,e1 v2:a2 v3:a3 v4:a4 v5:a5 x1:a6");
    play(&mut game, "P2 send v3");
    assert_eq!(side(&game, 1), "P1 40 c:a6 v1:a1 v2:a2 v3:a3 v4:a4 v5:a5");
    assert_eq!(side(&game, 2), "P2 43 c:b3 v1:b1 v2:b2 v4:b4 v5:b5");
    assert_eq!(game.step(), Step::PowerBet);
}

/// WU-S10 without the protection: the compulsory injury.
#[test]
fn s10_compulsory_injury() {
    let mut game = duel("challenge.forced", "40 v1:a1,e1", &format!("43 {}", five("b")));
    assert_eq!((game.step(), owing(&game)), (Step::ChallengeRouse, "P1".to_string()));
    assert_eq!(side(&game, 1), "P1 40 v1:a1,i1,e1,hurt");
    assert_eq!(game.legal(0), ["rouse no", "rouse yes"]);
    play(&mut game, "P1 rouse yes");
    assert_eq!((side(&game, 1), owing(&game)), ("P1 40 v1:a1,i1".to_string(), "P2".to_string()));
    play(&mut game, "P2 send v1");
    assert_eq!(side(&game, 1), "P1 40 c:a1,i1");

    let lost = duel("challenge.forced", "40 v1:a1,i1,e1", &format!("43 {}", five("b")));
    assert_eq!(lost.ended_bouts(), [BoutEnd { winner: Some(1), reason: BoutReason::Vassals }]);
    assert_eq!((lost.bout(), lost.wins()), (2, &[0, 1][..]));
}

/// WU-S11: nobody to select.
#[test]
fn s11_nobody_to_select() {
    for (bets, results, boosts) in [("0", ["T1", "T1"], 10), ("1", ["L1", "W1"], 9)] {
        let mut game = duel("challenge.forced", "10 v1:a1,e2 v2:a2,e1", &format!("10 {}", five("b")));
        assert_eq!(
            (owing(&game), game.legal(0)),
            ("P1".to_string(), vec!["hurt v1".to_string(), "hurt v2".to_string()])
        );
        play(&mut game, "P1 hurt v1; P1 rouse yes");
        assert_eq!(side(&game, 1), "P1 10 v1:a1,i1,e1 v2:a2,e1");
        assert_eq!(owing(&game), "P2");
        play(&mut game, "P2 send v1");
        assert_eq!(side(&game, 1), "P1 10 v1:a1,i1 v2:a2");
        play(&mut game, &format!("P1 bet 0; P2 bet {bets}"));
        assert_eq!(side(&game, 1), format!("P1 10 run {} v1:a1,i1 v2:a2", results[0]));
        let rest = "v1:b1,e1 v2:b2 v3:b3 v4:b4 v5:b5";
        assert_eq!(side(&game, 2), format!("P2 {boosts} run {} {rest}", results[1]));
        assert_eq!((game.round(), game.step()), (2, Step::ChallengeSelect));
    }
}

/// WU-S12 without its Abilities: resting takes one stack from every Vassal.
#[test]
fn s12_rest_phase() {
    let game = duel("rest", "40 c:a3 v1:a1,e2 v2:a2,e1 v4:a4", "43 c:b1,e1 v2:b2,e3");
    assert_eq!(side(&game, 1), "P1 40 c:a3 v1:a1,e1 v2:a2 v4:a4");
    assert_eq!(side(&game, 2), "P2 43 c:b1 v2:b2,e2");
    assert_eq!(game.step(), Step::PowerBet);
}

/// WU-S13 without its Abilities: betting.
#[test]
fn s13_betting() {
    let mut game = duel("power.bet", "12 c:a1 v2:a2 v3:a3", "0 c:b1 v2:b2 v3:b3");
    assert_eq!(owing(&game), "P1");
    assert_eq!(game.legal(0).len(), 13);
    assert!(game.apply(0, "bet 13").is_err() && game.apply(1, "bet 0").is_err());
    assert_eq!(game.default_action(0), "bet 0");
    play(&mut game, "P1 bet 11");
    assert_eq!(side(&game, 1), "P1 1 run W1 v1:a1,e1 v2:a2 v3:a3");
    assert_eq!(side(&game, 2), "P2 0 run L1 v1:b1,i1,e1 v2:b2 v3:b3");
}

/// WU-S15: a round without Chains.
#[test]
fn s15_round_without_chains() {
    let (one, other) = (five("a").replace("v1", "c"), five("b").replace("v1", "c"));
    let mut game = duel("power.bet", &format!("40 {one}"), &format!("43 {other}"));
    play(&mut game, "P2 bet 3; P1 bet 5");
    assert_eq!(side(&game, 1), "P1 35 run W1 v1:a1,e1 v2:a2 v3:a3 v4:a4 v5:a5");
    assert_eq!(side(&game, 2), "P2 40 run L1 v1:b1,i1,e1 v2:b2 v3:b3 v4:b4 v5:b5");
    assert_eq!((game.round(), game.step()), (2, Step::ChallengeSelect));
    assert_eq!(game.legal(0), ["send v2", "send v3", "send v4", "send v5"]);
    assert_eq!(game.legal(1), game.legal(0));

    let asked = Format { chooses_return_zone: true, ..standard(2) };
    let text =
        format!("WU1 standard b1/3 0-0-0 r1 power.bet selector P1 prime P1 | P1 40 {one} | P2 43 {other}");
    let mut game = position(asked, &text);
    play(&mut game, "P2 bet 3; P1 bet 5");
    assert_eq!(
        game.dump(),
        "WU1 standard b1/3 0-0-0 r1 resolution.return selector P1 prime P1 to P1 \
         | P1 35 base 5 label W2 run W1 c:a1,e1 v2:a2 v3:a3 v4:a4 v5:a5 \
         | P2 40 base 3 label L0 run L1 c:b1,i1,e1 v2:b2 v3:b3 v4:b4 v5:b5"
    );
    assert_eq!(game.legal(0), ["back v", "back x"]);
    play(&mut game, "P1 back x");
    assert_eq!(owing(&game), "P2");
    play(&mut game, "P2 back v");
    assert_eq!(side(&game, 1), "P1 35 run W1 v2:a2 v3:a3 v4:a4 v5:a5 x1:a1,e1");
    assert_eq!(side(&game, 2), "P2 40 run L1 v1:b1,i1,e1 v2:b2 v3:b3 v4:b4 v5:b5");
}

/// WU-S17 without its Abilities: ties.
#[test]
fn s17_ties() {
    let mut both = duel("power.bet", "40 c:a1,i1 v2:a2", "43 c:b1,i1 v2:b2");
    play(&mut both, "P1 bet 3; P2 bet 3");
    // The two that are left are sent without a question.
    assert_eq!(
        (side(&both, 1), side(&both, 2)),
        ("P1 37 run T1 c:a2 infirmary{a1}".into(), "P2 40 run T1 c:b2 infirmary{b1}".into())
    );
    let mut draw = duel("power.bet", "40 c:a1,i1", "43 c:b1,i1");
    play(&mut draw, "P1 bet 3; P2 bet 3");
    assert_eq!(draw.ended_bouts(), [BoutEnd { winner: None, reason: BoutReason::Vassals }]);
    assert_eq!((draw.wins(), draw.drawn(), draw.bout()), (&[0, 0][..], 1, 2));
    let text = "WU1 table b1/3 0-0-0-0 r1 power.bet selector P1 prime P1 | P1 40 c:a1 v2:a2 | P2 43 c:b1 v2:b2 | P3 43 c:c1 v2:c2";
    let mut three = position(standard(3), text);
    play(&mut three, "P3 bet 3; P1 bet 5; P2 bet 5");
    assert_eq!(side(&three, 1), "P1 35 run T1 c:a2 v1:a1,i1");
    assert_eq!(side(&three, 2), "P2 38 run T1 c:b2 v1:b1,i1");
    assert_eq!(side(&three, 3), "P3 40 run L1 c:c2 v1:c1,i1");
}

/// WU-S18 without its Abilities and tokens: bout end, clean-up, game result.
#[test]
fn s18_bout_and_game_end() {
    let bout = |head: &str| {
        let text = format!(
            "WU1 standard {head} r4 power.bet selector P1 prime P1 \
             | P1 12 c:a3 v5:a5,i1 bag{{a6*7}} infirmary{{a1}} | P2 9 c:b1,i1 bag{{b6*7}}"
        );
        position(standard(2), &text)
    };
    let mut game = bout("b1/3 0-0-0");
    play(&mut game, "P1 bet 6; P2 bet 2");
    assert_eq!(game.wins(), [1, 0]);
    assert_eq!(side(&game, 1), "P1 0 bag{a6*7} infirmary{a1 a3 a5}");
    assert_eq!((game.bout(), game.round(), game.prime()), (2, 0, None));

    let result = |game: &Game| game.result().map(|result| (result.winner, result.reason));
    let mut two = bout("b2/3 1-0-0");
    play(&mut two, "P1 bet 6; P2 bet 2");
    assert_eq!(result(&two), Some((Some(0), GameReason::Bouts)));
    assert!(two.dump().starts_with("WU1 standard b2/3 2-0-0 r0 over selector P1 | P1 0 "));
    let draw = |game: &mut Game| play(game, "P1 concede bout");
    let mut lost = bout("b2/3 1-0-0");
    draw(&mut lost);
    assert_eq!((result(&lost), lost.bout()), (None, 3));
    let mut tie = bout("b3/3 0-1-1");
    play(&mut tie, "P1 bet 6; P2 bet 2");
    assert_eq!(result(&tie), Some((None, GameReason::Bouts)));
    let mut third = bout("b3/3 0-0-2");
    play(&mut third, "P1 bet 6; P2 bet 2");
    assert_eq!(result(&third), Some((Some(0), GameReason::Bouts)));

    // WU-R67: a Challenger counts as remaining.
    let mut last = duel("power.bet", "12 c:a3", "9 c:b1 v2:b2");
    play(&mut last, "P1 bet 6; P2 bet 2");
    assert_eq!((last.bout(), last.round()), (1, 2));

    let mut conceded = bout("b1/3 0-0-0");
    play(&mut conceded, "P2 concede game");
    assert_eq!(result(&conceded), Some((Some(0), GameReason::Concession)));
    assert_eq!(
        conceded.dump(),
        "WU1 standard b1/3 0-0-0 r0 over selector P1 | P1 0 bag{a6*7} infirmary{a1 a3 a5} | P2 0"
    );
    let mut bout_only = bout("b1/3 0-0-0");
    play(&mut bout_only, "P1 bet 3; P2 concede bout");
    assert_eq!(bout_only.ended_bouts(), [BoutEnd { winner: Some(0), reason: BoutReason::Concession }]);
    assert_eq!(side(&bout_only, 1), "P1 0 bag{a6*7} infirmary{a1 a3 a5}");

    let text =
        "WU1 standard b1/3 0-0-0 r100 power.bet selector P1 prime P1 | P1 9 c:a1 v2:a2 | P2 9 c:b1 v2:b2";
    let mut capped = position(standard(2), text);
    play(&mut capped, "P1 bet 1; P2 bet 2");
    assert_eq!(capped.ended_bouts(), [BoutEnd { winner: None, reason: BoutReason::RoundCap }]);
    assert_eq!((capped.drawn(), capped.bout()), (1, 2));
}

/// WU-S30 without its Skills: a fourth exhaustion after a win.
#[test]
fn s30_fourth_exhaustion() {
    let mut game = duel("power.bet", "40 c:a1,e3 v2:a2", "43 c:b1 v2:b2 v3:b3");
    play(&mut game, "P1 bet 5; P2 bet 1");
    assert_eq!(side(&game, 1), "P1 35 run W1 v2:a2 infirmary{a1}");
    assert_eq!(side(&game, 2), "P2 42 run L1 v1:b1,i1,e1 v2:b2 v3:b3");
}

/// WU-S41 without its Skills: base power below zero is read as 0 and goes on counting.
#[test]
fn s41_base_power_below_zero() {
    let mut game = duel("power.bet", "40 base -2 c:a1 v2:a2", "43 c:b1 v2:b2");
    play(&mut game, "P1 bet 2; P2 bet 0");
    assert!(side(&game, 1).starts_with("P1 38 run T1 "), "{}", game.dump());
    let mut game = duel("power.bet", "40 base -5 c:a1 v2:a2", "43 c:b1 v2:b2");
    play(&mut game, "P1 bet 2; P2 bet 0");
    assert!(side(&game, 1).starts_with("P1 38 run T1 "), "{}", game.dump());
}
