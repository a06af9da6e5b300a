//! The worked examples of the game that need no card text, one test each, named after them, and a
//! few more for what they leave out.

mod common;

use common::{
    bare, card, champion, deck, fact, features, fist, options, packaged, play, position, rotate_through,
};
use time_rift_plain::{
    Actor, Deck, Fault, Game, InitialFacing, Kind, Location, Mode, Point, Reason, Setup, SoloHandicap,
    Square, Stage, Step, TacticalSide, check_deck,
};

fn duel(west: &str, east: &str, west_text: &str, east_text: &str) -> Game {
    position(fist(&[west, east]), 1, &[0, 1], &[west_text, east_text])
}

fn life(game: &Game, seat: usize) -> i32 {
    game.seats()[seat].life
}

fn actions(game: &Game, seat: usize) -> i32 {
    game.seats()[seat].actions
}

fn result(game: &Game) -> (Vec<usize>, Reason) {
    let result = game.result().expect("the game is over");
    (result.winners, result.reason)
}

/// TR-S1: a Defense Total, and a tie won by Initiative.
#[test]
fn s1_defense_total_and_tie_won() {
    let mut game = duel("spartacus", "leonidas", "W b2E L10 A4", "E c2W L11 A3");
    play(&mut game, "0 Bxc2");
    assert_eq!(fact(&game, "chance"), "C1");
    assert_eq!(fact(&game, "chance seats"), "1");
    play(&mut game, "C 43");
    assert_eq!(fact(&game, "attack defense total"), "8");
    assert_eq!(fact(&game, "attack step"), "A8");
    play(&mut game, "C 34");
    assert_eq!((life(&game, 1), actions(&game, 0)), (10, 3));
    assert_eq!(fact(&game, "seat 0 marks"), "t");
}

/// TR-S2: +0 is a number.
#[test]
fn s2_zero_is_a_number() {
    let mut game = duel("spartacus", "miyamoto-musashi", "W b2E L10 A4", "E c3S L8 A4");
    play(&mut game, "0 Bxc3; C 23; C 24");
    assert_eq!(life(&game, 1), 7);
}

/// TR-S3: equal totals.
#[test]
fn s3_equal_totals() {
    let mut lost = duel("spartacus", "miyamoto-musashi", "W b2E L10 A4", "E c2W L8 A4");
    play(&mut lost, "0 Bxc2; C 53; C 34");
    assert_eq!(life(&lost, 1), 8);
    let setup = fist(&["spartacus", "miyamoto-musashi"]);
    let mut won = position(setup, 1, &[1, 0], &["W b2E L10 A4", "E c2W L8 A4"]);
    play(&mut won, "1 Bxb2; C 44; C 61");
    assert_eq!(life(&won, 0), 9);
    for (die, left) in [("3", 10), ("4", 9)] {
        let mut even = duel("spartacus", "spartacus", "W b2E L10 A4", "E c2W L10 A4");
        play(&mut even, "0 Bxc2; C 44; C 34");
        assert_eq!(fact(&even, "chance"), "C5");
        assert_eq!(fact(&even, "attack step"), "A11");
        assert!(even.apply_chance("dice(34)").is_err());
        play(&mut even, &format!("C {die}"));
        assert_eq!(life(&even, 1), left);
    }
}

/// TR-S4: a critical hit, and doubles without a hit.
#[test]
fn s4_critical_hit() {
    let mut game = duel("spartacus", "miyamoto-musashi", "W b2E L10 A4", "E c2W L8 A4");
    play(&mut game, "0 Bxc2; C 12; C 22");
    assert_eq!(life(&game, 1), 6);
    play(&mut game, "0 Bxc2; C 65; C 55");
    assert_eq!(life(&game, 1), 6);
}

/// TR-S5 without the bonus: the printed damage of the card is doubled, the Champion's is not added.
#[test]
fn s5_weapon_damage_is_doubled() {
    let decks = vec![packaged("spartacus"), packaged("miyamoto-musashi")];
    let setup = Setup::new(Mode::Normal, decks);
    let mut game = position(setup, 1, &[0, 1], &["W b2E L5 A4", "E c2W L8 A4"]);
    play(&mut game, "0 L1xc2; C 23; C 33");
    assert_eq!(life(&game, 1), 4);
}

/// TR-S6: grids turn with the facing and are not mirrored.
#[test]
fn s6_grid_rotation() {
    let grid = champion("miyamoto-musashi").grid;
    let (b2, c2) = (Square::parse("b2").expect("a space"), Square::parse("c2").expect("a space"));
    let value =
        |facing| grid.numbered(b2, facing).into_iter().find(|&(at, _)| at == c2).map(|(_, value)| value);
    assert_eq!(value(Point::N), Some(-1));
    assert_eq!(value(Point::E), Some(1));
    assert_eq!(value(Point::S), Some(1));
    assert_eq!(value(Point::W), None);
}

/// TR-S7 without the text of the spear: blank cells, and every attack uses its own grid.
#[test]
fn s7_grids_are_not_combined() {
    let decks = vec![packaged("boudica"), packaged("spartacus")];
    let setup = Setup::new(Mode::Normal, decks);
    let mut game = position(setup, 1, &[0, 1], &["W b1N L9 A4", "E c2W L10 A4"]);
    assert!(options(&game, 0).contains("Bxc2") && options(&game, 0).contains("L1xc2"));
    play(&mut game, "0 b1-b2N");
    assert!(!options(&game, 0).contains('x'));
}

/// TR-S8: the reach anchor, and cells outside the Arena.
#[test]
fn s8_reach() {
    let spear = card("iceni-war-spear").strike.expect("a weapon").grid;
    let a1 = Square::parse("a1").expect("a space");
    let inside = spear.numbered(a1, Point::N).into_iter().filter(|(at, _)| at.is_inside(4));
    let mut values: Vec<String> = inside.map(|(at, value)| format!("{at}{value:+}")).collect();
    values.sort();
    assert_eq!(values, ["a2+1", "a3+0", "a4-1", "b2-1"]);
    let decks = vec![packaged("boudica"), packaged("miyamoto-musashi")];
    let setup = Setup::new(Mode::Normal, decks);
    let mut game = position(setup, 1, &[0, 1], &["W a1N L9 A4", "E a4S L8 A4"]);
    play(&mut game, "0 L1xa4; C 11; C 12");
    assert_eq!((life(&game, 1), actions(&game, 0)), (8, 3));
    assert_eq!(fact(&game, "seat 0 slot 1"), "iceni-war-spear!,h,a");
}

/// TR-S9: placement of two.
#[test]
fn s9_two_player_placement() {
    let mut game = Game::new(fist(&["miyamoto-musashi", "leonidas"])).expect("a game");
    assert_eq!(game.actor(), Actor::Seats(vec![1]));
    assert_eq!((game.seats()[1].side, game.seats()[0].side), (Some(Point::W), Some(Point::E)));
    assert_eq!(options(&game, 1), "@a1E @a2E @a3E @a4E");
    assert_eq!(options(&game, 0), "");
    play(&mut game, "1 @a2E");
    assert_eq!(options(&game, 0), "@c1W @c2W @c3W @c4W @d1W @d2W @d3W @d4W");

    let mut tied = Game::new(fist(&["spartacus", "spartacus"])).expect("a game");
    assert_eq!(tied.actor(), Actor::Chance);
    assert_eq!((fact(&tied, "stage"), fact(&tied, "step")), ("R0".to_string(), "Z2".to_string()));
    play(&mut tied, "C 44");
    assert_eq!(fact(&tied, "roll-off"), "0:11,4 1:11,4");
    play(&mut tied, "C 52");
    assert_eq!(tied.actor(), Actor::Seats(vec![1]));
    assert_eq!(tied.seats()[1].side, Some(Point::W));
    assert_eq!(tied.legal(1).len(), 4);
    play(&mut tied, "1 @a1E");
    assert_eq!(tied.legal(0).len(), 8);
}

/// TR-S10: four players.
#[test]
fn s10_four_players() {
    let names = ["leonidas", "joan-of-arc", "khutulun", "cleopatra"];
    for (tactical_side, spaces) in [
        (TacticalSide::Trimmed, "@b3S @b4S @c3S @c4S"),
        (TacticalSide::Half, "@a3S @b3S @b4S @c3S @c4S @d3S"),
    ] {
        let decks = names.iter().map(|name| packaged(name)).collect();
        let setup = Setup { tactical_side, ..Setup::new(Mode::Ffa, decks) };
        let mut game = Game::new(setup).expect("a game");
        assert_eq!(options(&game, 0), "side=E side=S side=W");
        play(&mut game, "0 side=S");
        assert_eq!(options(&game, 0), "@a1N @b1N @c1N @d1N");
        play(&mut game, "0 @a1N");
        assert_eq!(options(&game, 1), "side=E side=W");
        play(&mut game, "1 side=W");
        assert_eq!(options(&game, 1), "@a2E @a3E @a4E");
        play(&mut game, "1 @a4E");
        assert_eq!(options(&game, 2), "@d1W @d2W @d3W @d4W");
        play(&mut game, "2 @d4W");
        assert_eq!(game.seats()[3].side, Some(Point::N));
        assert_eq!(options(&game, 3), spaces);
    }
}

/// TR-S11 without the boots: Round Order.
#[test]
fn s11_round_order() {
    let decks = vec![packaged("boudica"), packaged("miyamoto-musashi"), packaged("joan-of-arc")];
    let mut game = Game::new(Setup::new(Mode::Ffa, decks)).expect("a game");
    play(&mut game, "2 side=S; 2 @b1N; 0 side=W; 0 @a2E; 1 @d2W");
    assert_eq!(game.actor(), Actor::Seats(vec![0, 1, 2]));
    play(&mut game, "1 s1=long-sword-of-two-heavens; 0 s1=iceni-war-spear");
    assert_eq!(game.actor(), Actor::Seats(vec![2]));
    assert_eq!((options(&game, 1), fact(&game, "seat 1 marks")), (String::new(), "k".to_string()));
    play(&mut game, "2 s1=voices-of-domremy");
    assert_eq!(game.actor(), Actor::Seats(vec![0, 1, 2]));
    assert_eq!(options(&game, 0), "s2=burning-wagons s2=torc-and-woad s2=wrath-of-the-iceni");
    for slot in 2..=4 {
        for seat in 0..3 {
            let text = game.default_action(seat);
            assert!(text.starts_with(&format!("s{slot}=")));
            game.apply(seat, &text).expect("a card");
        }
    }
    assert_eq!(game.order(), [2, 1, 0]);
    assert_eq!((fact(&game, "stage"), fact(&game, "step")), ("R1".to_string(), "T2".to_string()));
    assert_eq!(fact(&game, "seat 0 slot 1"), "iceni-war-spear");
    assert_eq!(fact(&game, "seat 0 slot 2"), "(torc-and-woad)");
}

/// TR-S12 (a): the order of a Fist Fight.
#[test]
fn s12_fist_fight_order() {
    let mut game = duel("boudica", "miyamoto-musashi", "W a1E L9 A4", "E d4W L8 A4");
    for round in 2..=4 {
        rotate_through(&mut game);
        assert_eq!(game.stage(), Stage::Round(round));
        assert_eq!(game.order(), [1, 0]);
    }
    // Equal Champion Initiatives roll in every round.
    let mut tied = duel("boudica", "boudica", "W a1E L9 A4", "E d4W L9 A4");
    for round in 2..=4 {
        rotate_through(&mut tied);
        assert_eq!((tied.stage(), fact(&tied, "step")), (Stage::Round(round), "P4".to_string()));
        play(&mut tied, "C 11; C 26");
        assert_eq!(tied.order(), [1, 0]);
    }
}

/// TR-S13: the duty to spend, and rotation against maneuver.
#[test]
fn s13_duty_to_spend() {
    let mut game = duel("spartacus", "leonidas", "W b2E L10 A4", "E d4W L11 A3");
    assert_eq!(game.legal(0).len(), 19);
    assert!(!game.legal(0).contains(&".".to_string()));
    assert_eq!(game.default_action(0), "b2=S");
    assert!(game.apply(0, "b2=E").is_err());
    assert!(game.apply(0, ".").is_err());
    assert!(game.apply(1, "d4=N").is_err());
    play(&mut game, "0 b2=N");
    assert_eq!((actions(&game, 0), fact(&game, "seat 0 marks")), (3, "-".to_string()));
    assert_eq!(game.default_action(0), ".");
    play(&mut game, "0 b2-b3W");
    assert_eq!((actions(&game, 0), fact(&game, "seat 0 marks")), (2, "m".to_string()));
    assert_eq!(fact(&game, "spent"), "2");
    // The turn ends by itself with the last Action.
    play(&mut game, "0 b3=N; 0 b3=S");
    assert_eq!((game.active(), actions(&game, 0)), (Some(1), 0));
}

/// TR-S14: illegal steps.
#[test]
fn s14_illegal_steps() {
    let game = duel("spartacus", "miyamoto-musashi", "W a1N L10 A4", "E a2S L8 A4");
    assert_eq!(options(&game, 0), "Bxa2 a1-b1E a1-b1N a1-b1S a1-b1W a1=E a1=S a1=W");
}

/// TR-S17 without recharging: a Weapon attacks once.
#[test]
fn s17_weapon_once() {
    let decks = vec![packaged("spartacus"), packaged("miyamoto-musashi")];
    let setup = Setup::new(Mode::Normal, decks);
    let mut game = position(setup, 1, &[0, 1], &["W b2E L10 A4", "E c2W L8 A4"]);
    play(&mut game, "0 L1xc2; C 31; C 24");
    assert_eq!((life(&game, 1), actions(&game, 0)), (6, 3));
    assert!(game.apply(0, "L1xc2").is_err());
    assert!(game.legal(0).contains(&"Bxc2".to_string()));
    assert_eq!(fact(&game, "seat 0 hands"), "1");
    play(&mut game, "0 .");
    assert_eq!(fact(&game, "seat 0 slot 1"), "gladius-of-the-revolt!,h");
    rotate_through(&mut game);
    assert_eq!(game.stage(), Stage::Round(2));
    assert_eq!(
        (fact(&game, "seat 0 slot 1"), fact(&game, "seat 0 hands")),
        ("gladius-of-the-revolt".into(), "0".into())
    );
}

/// TR-S18: two hands in a round. The third attacker is a Special, so that all three may be face up.
#[test]
fn s18_two_hands() {
    let mut swords =
        deck("miyamoto-musashi", &["long-sword-of-two-heavens", "short-sword-of-two-heavens", "carved-oar"]);
    swords.loadout[1].kind = Kind::Armor;
    let setup = Setup { slots: 3, ..Setup::new(Mode::Normal, vec![swords, bare("spartacus")]) };
    let start = ["W b2E L8 A4", "E c2W L10 A4"];
    let attacks = |game: &Game| -> String {
        let all = game.legal(0);
        all.into_iter().filter(|text| text.contains('x')).collect::<Vec<_>>().join(" ")
    };
    let mut game = position(setup.clone(), 3, &[0, 1], &start);
    assert_eq!(attacks(&game), "Bxc2 L1xc2 L2xc2 L3xc2");
    play(&mut game, "0 L1xc2; C 66; C 11");
    assert_eq!(attacks(&game), "Bxc2 L2xc2");
    let mut game = position(setup, 3, &[0, 1], &start);
    play(&mut game, "0 L3xc2; C 66; C 11");
    assert_eq!((attacks(&game), actions(&game, 0)), ("Bxc2".to_string(), 2));
    play(&mut game, "0 .");
    rotate_through(&mut game);
    play(&mut game, "0 b2=N; 0 b2=E");
    assert_eq!(attacks(&game), "Bxc2 L1xc2 L2xc2 L3xc2");
}

/// TR-S19: body locations at the deck check and at the reveal.
#[test]
fn s19_body_check() {
    let two_torsos =
        deck("khutulun", &["wrestlers-jacket", "white-harness", "steppe-bow", "wager-of-horses"]);
    let faults = check_deck(&two_torsos, 4, false);
    // Without the text of the wager a second Armor is a fault as well.
    assert_eq!(faults, [Fault::KindTwice(Kind::Armor), Fault::LocationTwice(Location::Torso)]);
    // A Special on the torso is refused for its location alone.
    let mut special = two_torsos;
    special.loadout[1].kind = Kind::Special;
    assert_eq!(check_deck(&special, 4, false), [Fault::LocationTwice(Location::Torso)]);
    let setup = Setup::new(Mode::Normal, vec![special, packaged("spartacus")]);
    let mut game = position(setup, 1, &[0, 1], &["W a2E L9 A3", "E d2W L10 A4"]);
    rotate_through(&mut game);
    assert_eq!(fact(&game, "seat 0 slot 1"), "wrestlers-jacket");
    assert_eq!(
        (fact(&game, "seat 0 slot 2"), fact(&game, "seat 0 discard")),
        ("-".into(), "white-harness".into())
    );
    // The round Initiative is 0, so Spartacus with 7 goes first, whatever the harness shows.
    assert_eq!(game.order(), [1, 0]);
}

/// A second card of a type is discarded when it is revealed, the first one stays. Rules: TR-R25, TR-R26.
#[test]
fn second_of_a_type_is_discarded() {
    let swords = ["long-sword-of-two-heavens", "short-sword-of-two-heavens"];
    let setup = Setup::new(Mode::Normal, vec![deck("miyamoto-musashi", &swords), packaged("spartacus")]);
    let mut game = position(setup, 1, &[0, 1], &["W a2E L8 A4", "E d2W L10 A4"]);
    rotate_through(&mut game);
    assert_eq!(fact(&game, "seat 0 slot 1"), "long-sword-of-two-heavens");
    assert_eq!(fact(&game, "seat 0 discard"), "short-sword-of-two-heavens");
}

/// The deck check. Rules: TR-R25, TR-R128, TR-R142.
#[test]
fn deck_check() {
    for name in ["spartacus", "boudica", "leonidas", "zheng-yi-sao", "joan-of-arc", "cleopatra"] {
        assert_eq!(check_deck(&packaged(name), 4, true), [], "{name}");
        assert_eq!(check_deck(&bare(name), 0, true), [], "{name}");
    }
    let mixed = deck("spartacus", &["dory", "torc-and-woad", "voices-of-domremy", "carved-oar"]);
    assert_eq!(check_deck(&mixed, 4, false), []);
    assert_eq!(check_deck(&mixed, 4, true), [Fault::Culture]);
    assert_eq!(check_deck(&mixed, 3, false), [Fault::Count(4)]);
    let mut odd = mixed;
    odd.champion.agility = 0;
    odd.loadout[0].strike = None;
    odd.loadout[1].location = None;
    odd.loadout[2].hands = 3;
    odd.loadout[2].strike = card("dory").strike;
    odd.loadout[3].strike.as_mut().expect("an attacker").cost = 5;
    let faults = check_deck(&odd, 4, false);
    assert_eq!(faults.len(), 6, "{faults:?}");
}

/// TR-S28 without the standard: allies are no targets, and the sum of Life decides.
#[test]
fn s28_two_against_two() {
    let decks: Vec<Deck> = ["joan-of-arc", "spartacus", "leonidas", "boudica"].map(packaged).to_vec();
    let setup = Setup { teams: vec![0, 0, 1, 1], ..Setup::new(Mode::TwoVsTwo, decks) };
    let seats = ["W b2N L3 A4", "W b3S L4 A4", "E c3W L6 A3", "E - L0 A0"];
    let mut game = position(setup, 4, &[1, 0, 2], &seats);
    assert!(!options(&game, 1).contains("xb2"));
    assert_eq!((fact(&game, "seat 3 returned"), game.seats()[3].discard.len()), ("-".to_string(), 4));
    rotate_through(&mut game);
    assert_eq!(result(&game), (vec![0, 1], Reason::Life));
}

/// TR-S38 without poison: last standing is immediate.
#[test]
fn s38_last_standing() {
    let mut game = duel("spartacus", "miyamoto-musashi", "W b2E L1 A4", "E c2W L1 A4");
    play(&mut game, "0 Bxc2; C 22; C 34");
    assert_eq!((result(&game), actions(&game, 0)), ((vec![0], Reason::Ko), 3));
    assert_eq!(game.actor(), Actor::Over);
    assert_eq!(fact(&game, "stage"), "OVER");
    assert!(
        game.concede(0).is_err() && game.apply(0, ".").is_err() && game.apply_chance("dice(11)").is_err()
    );
}

/// TR-S39: the Tie Breaker.
#[test]
fn s39_tie_breaker() {
    let setup = Setup { mode: Mode::Ffa, ..fist(&["spartacus", "miyamoto-musashi", "joan-of-arc"]) };
    let seats = ["W b2E L4 A4", "E c2W L4 A4", "S d1N L3 A4"];
    let mut game = position(setup, 4, &[0, 1, 2], &seats);
    rotate_through(&mut game);
    assert!(!game.seats()[2].living);
    assert_eq!((fact(&game, "stage"), fact(&game, "step")), ("R4".to_string(), "G1".to_string()));
    assert_eq!((fact(&game, "chance"), fact(&game, "chance seats")), ("C7".to_string(), "0 1".to_string()));
    play(&mut game, "C 52");
    assert_eq!((game.stage(), game.active(), actions(&game, 0)), (Stage::Tie, Some(0), 4));
    play(&mut game, "0 b2=N; 0 b2=E; 0 Bxc2; C 22; C 34; 0 .");
    assert_eq!(life(&game, 1), 3);
    rotate_through(&mut game);
    assert_eq!(result(&game), (vec![0], Reason::Tie));
}

/// A Tie Breaker that leads to a Tire Fight; the seats face away from each other.
fn until_tire_fight(features_in: &[&str]) -> Game {
    let setup = Setup { features: features(features_in), ..fist(&["khutulun", "spartacus"]) };
    let mut game = position(setup, 4, &[0, 1], &["W b2W L4 A3", "E c2E L4 A4"]);
    rotate_through(&mut game);
    play(&mut game, "C 33; C 12");
    rotate_through(&mut game);
    game
}

/// TR-S40 with a maneuver in place of the Push: the Tire Fight.
#[test]
fn s40_tire_fight() {
    let mut game = until_tire_fight(&["obstacle@c3", "neutral@a3L2+1", "pit@b3", "spike@a1W"]);
    assert_eq!((fact(&game, "stage"), fact(&game, "step")), ("RT".to_string(), "G2".to_string()));
    // Everybody is lifted, the obstacle on the center is gone, Spartacus has the lower Initiative.
    assert_eq!(fact(&game, "features"), "neutral@a3L2+1 pit@b3 spike@a1W");
    assert_eq!(game.actor(), Actor::Seats(vec![1]));
    assert_eq!(game.legal(1).len(), 16);
    play(&mut game, "1 @c2W");
    assert_eq!(game.legal(0).len(), 12);
    play(&mut game, "0 @b3E");
    assert_eq!(life(&game, 0), 4, "placement on a pit is no movement");
    assert_eq!(fact(&game, "chance"), "C7");
    play(&mut game, "C 63");
    assert_eq!((fact(&game, "stage"), game.active()), ("RX1".to_string(), Some(0)));
    let mut left = game.clone();
    play(&mut left, "0 b3=N; 0 .; 1 c2-d2W");
    assert_eq!(result(&left), (vec![0], Reason::Ko));
    // Without a decision the last lap ends with a roll-off.
    for lap in 1..=4 {
        assert_eq!(game.stage(), Stage::Tire(lap));
        rotate_through(&mut game);
    }
    assert_eq!(
        (fact(&game, "step"), fact(&game, "chance"), fact(&game, "chance dice")),
        ("G3".into(), "C6".into(), "2".into())
    );
    play(&mut game, "C 22; C 25");
    assert_eq!(result(&game), (vec![1], Reason::Tire));
}

/// TR-S44: turns of one against two.
#[test]
fn s44_solo_turns() {
    let others = [deck("boudica", &["iceni-war-spear"]), deck("spartacus", &["gladius-of-the-revolt"])];
    let start = |first_card: &str, solo_handicap| {
        let mut decks = vec![deck("cleopatra", &[first_card])];
        decks.extend(others.clone());
        let mut setup =
            Setup { teams: vec![1, 0, 0], slots: 1, solo_handicap, ..Setup::new(Mode::OneVsTwo, decks) };
        setup.rounds = 1;
        let mut game = Game::new(setup).expect("a game");
        // Spartacus has the lowest Champion Initiative, so his team is West.
        assert_eq!((game.seats()[0].side, game.seats()[1].side), (Some(Point::E), Some(Point::W)));
        play(&mut game, "2 @a1E; 1 @a2E; 0 @c2W");
        for seat in 0..3 {
            let text = game.default_action(seat);
            game.apply(seat, &text).expect("the only card");
        }
        game
    };
    let turns = |game: &mut Game| {
        let mut turns = Vec::new();
        while let Some(seat) = game.active() {
            turns.push(seat);
            let turn = fact(game, "turn index");
            assert_eq!(actions(game, seat), 4);
            while fact(game, "turn index") == turn && game.active().is_some() {
                let text = game.default_action(seat);
                game.apply(seat, &text).expect("a default action");
            }
        }
        turns
    };
    let mut before = start("uraeus-crown", SoloHandicap::Full);
    assert_eq!(life(&before, 0), 18);
    let mut after = start("the-new-isis", SoloHandicap::Full);
    assert_eq!(turns(&mut before.clone()), [0, 1, 0, 2]);
    assert_eq!(turns(&mut after.clone()), [1, 0, 2, 0]);
    let mut none = start("uraeus-crown", SoloHandicap::None);
    assert_eq!((life(&none, 0), turns(&mut none)), (9, vec![0, 1, 2]));
    // Boudica is out during the first turn of Cleopatra.
    before.concede(1).expect("Boudica is in the game");
    assert_eq!(turns(&mut before), [0, 0, 2]);
    // Boudica's turn began, so it is followed by one of Cleopatra.
    after.concede(1).expect("Boudica is in the game");
    assert_eq!(turns(&mut after), [0, 2, 0]);
}

/// TR-S45: sides and facing in setup.
#[test]
fn s45_sides_and_facing() {
    let decks: Vec<Deck> = ["leonidas", "joan-of-arc", "khutulun"].map(packaged).to_vec();
    let start = |tactical_side| {
        Game::new(Setup { tactical_side, ..Setup::new(Mode::Ffa, decks.clone()) }).expect("a game")
    };
    let mut game = start(TacticalSide::Trimmed);
    play(&mut game, "0 side=W; 0 @a2E; 1 side=E; 1 @d3W");
    assert_eq!(options(&game, 2), "@a1N @b1N @b2N @c1N @c2N @d1N");
    let mut game = start(TacticalSide::Half);
    play(&mut game, "0 side=W; 0 @a2E; 1 side=E; 1 @d3W");
    assert_eq!(options(&game, 2), "@a1N @b1N @b2N @c1N @c2N @d1N @d2N");
    let mut game = start(TacticalSide::Trimmed);
    play(&mut game, "0 side=S; 0 @b1N; 1 side=E; 1 @d3W");
    assert_eq!(options(&game, 2), "@a1E @a2E @a3E @a4E @b2E @b3E @b4E");

    let setup = Setup { initial_facing: InitialFacing::Center, ..fist(&["leonidas", "miyamoto-musashi"]) };
    let mut game = Game::new(setup).expect("a game");
    assert_eq!(options(&game, 0), "@a1E @a1N @a2E @a3E @a4E @a4S");
    play(&mut game, "0 @a1N");
    assert_eq!(options(&game, 1), "@c1N @c2N @c2W @c3S @c3W @c4S @d1N @d1W @d2W @d3W @d4S @d4W");
}

/// TR-S46: a small setup.
#[test]
fn s46_small_setup() {
    let setup = Setup { arena: 3, rounds: 1, ..fist(&["leonidas", "miyamoto-musashi"]) };
    let mut game = Game::new(Setup { life_cap: 8, ..setup }).expect("a game");
    assert_eq!(options(&game, 0), "@a1E @a2E @a3E");
    play(&mut game, "0 @a1E");
    assert_eq!(options(&game, 1), "@c1W @c2W @c3W");
    play(&mut game, "1 @c3W");
    rotate_through(&mut game);
    assert_eq!(fact(&game, "chance"), "C7");
    play(&mut game, "C 12");
    rotate_through(&mut game);
    assert_eq!((fact(&game, "step"), fact(&game, "chance")), ("G3".to_string(), "C6".to_string()));
    play(&mut game, "C 12");
    assert_eq!(result(&game), (vec![1], Reason::Tire));
}

/// Features: pits, obstacles and neutrals. Rules: TR-R102, TR-R140.
#[test]
fn features_in_play() {
    let texts = ["pit@b3", "obstacle@a2", "neutral@c2L2+1", "spike@a1W"];
    let setup = Setup { features: features(&texts), ..fist(&["spartacus", "miyamoto-musashi"]) };
    let mut game = position(setup.clone(), 1, &[0, 1], &["W b2E L2 A4", "E d4W L8 A4"]);
    // The obstacle is no target and no way, the neutral no way but a target.
    assert!(!options(&game, 0).contains("-a2") && !options(&game, 0).contains("-c2"));
    assert!(!options(&game, 0).contains("xa2"));
    play(&mut game, "0 Bxc2; C 12");
    assert_eq!(
        (fact(&game, "attack target"), fact(&game, "attack defense total")),
        ("neutral".into(), "4".into())
    );
    assert_eq!(fact(&game, "chance"), "C2");
    // A tie with the neutral's Initiative 0 is a hit.
    play(&mut game, "C 12");
    assert_eq!(fact(&game, "features"), "pit@b3 obstacle@a2 neutral@c2L1+1 spike@a1W");
    play(&mut game, "0 Bxc2; C 12; C 44");
    assert_eq!(fact(&game, "features"), "pit@b3 obstacle@a2 spike@a1W");
    // Maneuver and pit take the last two Actions and end the turn.
    play(&mut game, "0 b2-b3N");
    assert_eq!((life(&game, 0), actions(&game, 0), game.active()), (1, 0, Some(1)));
    // Dying in a pit.
    let mut game = position(setup, 1, &[0, 1], &["W b2E L1 A4", "E d4W L8 A4"]);
    play(&mut game, "0 b2-b3N");
    assert_eq!((result(&game), life(&game, 0)), ((vec![1], Reason::Ko), 0));
    assert_eq!(fact(&game, "seat 0 square"), "-");
}

/// With features that make West and East differ the first one chooses. Rules: TR-R10.
#[test]
fn choice_of_west_or_east() {
    let lop_sided = Setup { features: features(&["pit@b2"]), ..fist(&["spartacus", "leonidas"]) };
    let mut game = Game::new(lop_sided).expect("a game");
    assert_eq!(options(&game, 1), "side=E side=W");
    play(&mut game, "1 side=E");
    assert_eq!(game.seats()[0].side, Some(Point::W));
    assert_eq!(options(&game, 1), "@d1W @d2W @d3W @d4W");
    play(&mut game, "1 @d1W");
    assert_eq!(game.legal(0).len(), 8);
    let texts = ["pit@b2", "pit@c3", "spike@a1W", "spike@d4E", "neutral@a4L1+0", "neutral@d1L1+0"];
    let even = Setup { features: features(&texts), ..fist(&["spartacus", "leonidas"]) };
    let game = Game::new(even).expect("a game");
    assert_eq!(options(&game, 1), "@a1E @a2E @a3E");
}

/// Decks with fewer cards than slots leave slots empty. Rules: TR-R16, TR-R133.
#[test]
fn short_decks() {
    let decks = vec![deck("spartacus", &["gladius-of-the-revolt"]), bare("miyamoto-musashi")];
    let setup = Setup { slots: 2, ..Setup::new(Mode::Normal, decks) };
    let mut game = Game::new(setup).expect("a game");
    play(&mut game, "0 @a1E; 1 @d1W");
    assert_eq!(
        (options(&game, 0), options(&game, 1)),
        ("s1=- s1=gladius-of-the-revolt".into(), "s1=-".into())
    );
    assert_eq!(game.default_action(0), "s1=gladius-of-the-revolt");
    play(&mut game, "0 s1=-; 1 s1=-");
    assert_eq!((options(&game, 0), options(&game, 1)), ("s2=gladius-of-the-revolt".into(), "s2=-".into()));
    play(&mut game, "1 s2=-; 0 s2=gladius-of-the-revolt");
    // Nothing in slot 1: Champion Initiative decides.
    assert_eq!(game.order(), [1, 0]);
    rotate_through(&mut game);
    assert_eq!(game.order(), [0, 1]);
    // Rounds beyond the slots have no Reveal.
    rotate_through(&mut game);
    assert_eq!((game.stage(), game.order().to_vec()), (Stage::Round(3), vec![1, 0]));
}

/// Cost 0: the turn does not end by itself while such an attack is possible, and it is no spending.
/// Rules: TR-R28, TR-R29, TR-R50.
#[test]
fn free_of_cost_is_not_free_of_duty() {
    let setup = Setup {
        slots: 1,
        ..Setup::new(Mode::Normal, vec![deck("spartacus", &["free-knife"]), bare("boudica")])
    };
    let start = ["W b2E L9 A1", "E c2W L9 A4"];
    let mut game = position(setup.clone(), 1, &[0, 1], &start);
    play(&mut game, "0 L1xc2; C 66; C 11");
    assert!(!game.legal(0).contains(&".".to_string()));
    let mut game = position(setup, 1, &[0, 1], &start);
    play(&mut game, "0 Bxc2; C 66; C 11");
    assert_eq!(options(&game, 0), ". L1xc2");
    play(&mut game, "0 L1xc2; C 66; C 11");
    assert_eq!(game.active(), Some(1));
}

/// Conceding in the middle of things. Rules: TR-R61, TR-R119.
#[test]
fn conceding() {
    let setup = Setup { mode: Mode::Ffa, ..fist(&["spartacus", "miyamoto-musashi", "joan-of-arc"]) };
    let seats = ["W b2E L4 A4", "E c2W L4 A4", "S d1N L3 A4"];
    let start = || position(setup.clone(), 1, &[0, 1, 2], &seats);
    // The target of an attack.
    let mut game = start();
    play(&mut game, "0 Bxc2; C 11");
    game.concede(1).expect("in the game");
    assert_eq!((game.active(), actions(&game, 0), game.actor()), (Some(0), 3, Actor::Seats(vec![0])));
    assert!(game.concede(1).is_err());
    // The attacker.
    let mut game = start();
    play(&mut game, "0 Bxc2; C 11");
    game.concede(0).expect("in the game");
    assert_eq!((game.active(), life(&game, 1), game.order().to_vec()), (Some(1), 4, vec![1, 2]));
    // Somebody else, then the last enemy.
    let mut game = start();
    play(&mut game, "0 Bxc2; C 11");
    game.concede(2).expect("in the game");
    assert_eq!(game.actor(), Actor::Chance);
    game.concede(1).expect("in the game");
    assert_eq!(result(&game), (vec![0], Reason::Concede));

    // While placing: the one before the last gets Tactical Advantage and, with four, North.
    let names = ["leonidas", "joan-of-arc", "khutulun", "cleopatra"];
    let mut game = Game::new(fist(&names)).expect("a game");
    play(&mut game, "0 side=S; 0 @a1N");
    game.concede(3).expect("in the game");
    play(&mut game, "1 side=W; 1 @a4E");
    assert_eq!(game.seats()[2].side, Some(Point::N));
    assert_eq!(options(&game, 2), "@b3S @b4S @c3S @c4S @d3S @d4S");
    game.concede(2).expect("in the game");
    assert_eq!(game.step(), Step::T2);

    // The side of whoever has left is free again, and belongs to nobody's Starting Row.
    let mut game = Game::new(fist(&names)).expect("a game");
    play(&mut game, "0 side=W; 0 @a1E");
    game.concede(0).expect("in the game");
    assert_eq!(options(&game, 1), "side=E side=S side=W");
    play(&mut game, "1 side=E; 1 @d2W; 2 side=S; 2 @b1N");
    assert_eq!(options(&game, 3), "@a3S @a4S @b3S @b4S @c3S @c4S @d4S");

    // In a roll-off: a group of one throws no more.
    let mut game = Game::new(fist(&["boudica", "boudica", "boudica"])).expect("a game");
    play(&mut game, "C 363");
    assert_eq!(fact(&game, "chance seats"), "0 2");
    game.concede(2).expect("in the game");
    assert_eq!(game.actor(), Actor::Seats(vec![0]));

    // While filling slots.
    let decks: Vec<Deck> = ["leonidas", "joan-of-arc", "khutulun"].map(packaged).to_vec();
    let mut game = Game::new(Setup::new(Mode::Ffa, decks)).expect("a game");
    play(&mut game, "0 side=S; 0 @a1N; 1 side=W; 1 @a4E; 2 @d1W; 0 s1=dory; 2 s1=steppe-bow");
    game.concede(1).expect("in the game");
    assert_eq!(game.actor(), Actor::Seats(vec![0, 2]));
    assert!(options(&game, 0).starts_with("s2="));
    assert_eq!(game.seats()[1].returned.len(), 4);
}

/// Ties of teams: all survivors play on, two of each enter the center of 4x4, the owner chooses
/// among equals. Rules: TR-R118, TR-R123.
#[test]
fn tire_fight_of_three_against_three() {
    let decks: Vec<Deck> =
        ["spartacus", "boudica", "leonidas", "joan-of-arc", "cleopatra", "khutulun"].map(bare).to_vec();
    let setup = Setup { teams: vec![0, 0, 0, 1, 1, 1], ..Setup::new(Mode::ThreeVsThree, decks) };
    let seats = ["W a1W L3 A4", "W a2W L3 A4", "W a3W L3 A3", "E d1E L4 A4", "E d2E L4 A4", "E d3E L1 A3"];
    let mut game = position(setup.clone(), 4, &[0, 1, 2, 3, 4, 5], &seats);
    rotate_through(&mut game);
    assert_eq!(fact(&game, "chance dice"), "6");
    play(&mut game, "C 112345; C 21");
    rotate_through(&mut game);
    let choosing = game.clone();
    // East has no choice; West chooses two of three.
    assert_eq!(options(&game, 0), "in=a1 in=a2 in=a3");
    play(&mut game, "0 in=a2");
    assert_eq!(options(&game, 0), "in=a1 in=a3");
    play(&mut game, "0 in=a3");
    let living: Vec<usize> = (0..6).filter(|&seat| game.seats()[seat].living).collect();
    assert_eq!(living, [1, 2, 3, 4]);
    assert_eq!(game.actor(), Actor::Seats(vec![2]), "Leonidas has the lowest Initiative");
    play(&mut game, "2 @b2N; 3 @b3N; 1 @c2N; 4 @c3N; C 1234");
    assert_eq!(game.order(), [4, 3, 2, 1]);
    // If one of West leaves instead, two and three are still too many, and nobody has a choice.
    let mut game = choosing;
    game.concede(0).expect("in the game");
    let living: Vec<usize> = (0..6).filter(|&seat| game.seats()[seat].living).collect();
    assert_eq!(living, [1, 2, 3, 4]);

    // Teams that roll for the victory throw one die each.
    let even = ["W a1W L3 A4", "W a2W L3 A4", "W - L0 A0", "E d1E L2 A4", "E d2E L4 A4", "E - L0 A0"];
    let mut game = position(setup, 4, &[0, 1, 3, 4], &even);
    rotate_through(&mut game);
    play(&mut game, "C 1234");
    rotate_through(&mut game);
    play(&mut game, "3 @b2N; 0 @b3N; 1 @c2N; 4 @c3N; C 1234");
    for _ in 0..4 {
        rotate_through(&mut game);
    }
    assert_eq!(
        (fact(&game, "chance seats"), fact(&game, "chance dice")),
        ("0 3".to_string(), "2".to_string())
    );
    play(&mut game, "C 15");
    assert_eq!(result(&game), (vec![3, 4, 5], Reason::Tire));
}

/// The handicap in the modes one against several. Rules: TR-R110, TR-R124, TR-R126.
#[test]
fn starting_life() {
    let decks: Vec<Deck> = ["cleopatra", "spartacus", "leonidas", "boudica"].map(bare).to_vec();
    let setup = Setup { teams: vec![0, 1, 1, 1], ..Setup::new(Mode::OneVsThree, decks) };
    let lives = |setup: &Setup| (0..4).map(|seat| setup.starting_life(seat)).collect::<Vec<_>>();
    assert_eq!(lives(&setup), [27, 10, 11, 9]);
    assert_eq!(lives(&Setup { life_cap: 8, ..setup.clone() }), [24, 8, 8, 8]);
    assert_eq!(lives(&Setup { solo_handicap: SoloHandicap::None, ..setup }), [9, 10, 11, 9]);
}

/// Setups that are refused.
#[test]
fn faulty_setups() {
    let good = fist(&["spartacus", "leonidas"]);
    assert_eq!(good.faults(), Vec::<String>::new());
    let with = |change: &dyn Fn(&mut Setup)| {
        let mut setup = good.clone();
        change(&mut setup);
        assert!(Game::new(setup).is_err());
    };
    with(&|setup| setup.mode = Mode::Ffa);
    with(&|setup| setup.mode = Mode::TwoVsTwo);
    with(&|setup| setup.arena = 6);
    with(&|setup| setup.rounds = 0);
    with(&|setup| setup.slots = 5);
    with(&|setup| setup.lap_cap = 10);
    with(&|setup| setup.life_cap = 13);
    with(&|setup| setup.teams = vec![0, 1]);
    with(&|setup| setup.decks[0] = packaged("spartacus"));
    with(&|setup| setup.features = features(&["pit@e1"]));
    with(&|setup| setup.features = features(&["pit@b1", "pit@b1"]));
    with(&|setup| setup.features = features(&["neutral@b1L1+0", "obstacle@b1"]));
    with(&|setup| setup.features = features(&["neutral@b1L0+0"]));
    with(&|setup| setup.features = features(&["spike@b1W"]));
    with(&|setup| setup.features = features(&["obstacle@a1", "obstacle@a2", "obstacle@a3", "obstacle@a4"]));
    with(&|setup| {
        setup.arena = 3;
        setup.decks.push(bare("boudica"));
    });
    with(&|setup| {
        setup.arena = 3;
        setup.mode = Mode::Tire;
    });
}
