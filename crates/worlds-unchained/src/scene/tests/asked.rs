//! Groups, pronouns, conditions and numbers: card language 5.3 to 5.5, WU-R140.

use super::{Board, Spec};
use crate::scene::{FALLEN, Scene, fallen_id, place_of};
use crate::state::NO_SEAT;
use crate::text::Single;

const CARDS: [Spec<'_>; 8] = [
    ("Ann", "Ash Vanguard", &[]),
    ("Bob", "Ash Mob", &[]),
    ("Cid", "Bay Mob", &[]),
    ("Dot", "Wanderer Scout", &[]),
    ("Eve", "Bay Sentry", &[]),
    ("Imp", "Token Mob", &[]),
    ("Woe", "Status", &["Passive: This Vassal has -1 power."]),
    ("Coin", "Resource", &[]),
];

/// P1: Ann ahead, Bob in v1, Dot in v2, Imp in e1, two Coins; P2: Eve ahead, Cid in v1, a Coin. They have the
/// numbers 1 to 9 in this order.
fn board() -> Board {
    let mut board = Board::new(2, &CARDS);
    for (seat, zone, name) in [(0, 0, "Ann"), (0, 1, "Bob"), (0, 2, "Dot"), (0, 6, "Imp")] {
        board.put(seat, zone, name);
    }
    board.stock(0, "Coin");
    board.stock(0, "Coin");
    board.put(1, 0, "Eve");
    board.put(1, 1, "Cid");
    board.stock(1, "Coin");
    board
}

#[track_caller]
fn expect_members(scene: Scene<'_>, board: &Board, group: &str, expected: &[u16]) {
    let read = board.group(group);
    assert_eq!(scene.members(&read)[..], *expected, "{group}");
    for id in 1..10 {
        assert_eq!(scene.fits(&read, id), expected.contains(&id), "{group}: {id}");
    }
}

#[test]
fn nouns_and_sides() {
    let board = board();
    let scene = board.scene(0, 1);
    for (group, expected) in [
        ("Vassals", &[1, 2, 3, 4, 7, 8][..]),
        ("friendly Vassals", &[1, 2, 3, 4]),
        ("opposing Vassals", &[7, 8]),
        ("other friendly Vassals", &[2, 3, 4]),
        ("reinforcers", &[2, 3, 4, 8]),
        ("Challengers", &[1, 7]),
        ("Wanderers", &[3, 4]),
        ("Mobs", &[2, 4, 8]),
        ("Anns", &[1]),
        ("Imps", &[4]),
        ("token Vassals", &[4]),
        ("non-Mob reinforcers", &[3]),
        ("Ash Vassals", &[1, 2]),
        ("Bay Mobs", &[8]),
        ("Mob reinforcers", &[2, 4, 8]),
    ] {
        expect_members(scene, &board, group, expected);
    }
}

/// A Resource as noun is one's own unless a side is said.
#[test]
fn resources_as_nouns() {
    let board = board();
    for (user, own, opposing) in [(0, &[5, 6][..], &[9][..]), (1, &[9], &[5, 6])] {
        let scene = board.scene(user, 0);
        expect_members(scene, &board, "Coins", own);
        expect_members(scene, &board, "friendly Coins", own);
        expect_members(scene, &board, "opposing Coins", opposing);
    }
    let coins = board.group("Coins");
    assert_eq!(board.scene(0, 0).members_of(&coins, 1)[..], [9]);
    assert_eq!(board.scene(0, 0).members_of(&board.group("Mobs"), 1)[..], [8]);
}

#[test]
fn states_and_statuses() {
    let mut board = board();
    board.change(2, |vassal| vassal.injuries = 1);
    board.change(8, |vassal| vassal.exhaustion = 3);
    board.change(3, |vassal| vassal.protect(1));
    board.apply(1, "Woe", 4);
    let scene = board.scene(0, 1);
    for (group, expected) in [
        ("injured Vassals", &[2][..]),
        ("uninjured friendly Vassals", &[1, 3, 4]),
        ("exhausted Vassals", &[8]),
        ("unexhausted reinforcers", &[2, 3, 4]),
        ("protected Vassals", &[3]),
        ("Vassals with one or more stacks of injury", &[2]),
        ("Vassals with three or more stacks of exhaustion", &[8]),
        ("Vassals with four or more stacks of exhaustion", &[]),
        ("Vassals with Woe", &[4]),
        ("friendly reinforcers without Woe", &[2, 3]),
    ] {
        expect_members(scene, &board, group, expected);
    }
}

/// Wanderers share a World with nobody, not even with themselves. Rules: WU-R24.
#[test]
fn the_same_world() {
    let board = board();
    expect_members(board.scene(0, 2), &board, "Vassals with the same World as your Challenger", &[1, 2]);
    expect_members(board.scene(0, 3), &board, "Vassals with the same World as this Vassal", &[]);
    let scene = Scene { it: 8, ..board.scene(0, 1) };
    expect_members(scene, &board, "Vassals with the same World as it", &[7, 8]);
    expect_members(
        scene,
        &board,
        "opposing reinforcers with the same World as the opposing Challenger",
        &[8],
    );
}

/// Cards there are not in play, and also those of earlier bouts count. Rules: WU-R9.
#[test]
fn infirmaries() {
    let mut board = board();
    board.lay(0, "Cid");
    board.eliminate(2);
    board.state.ghosts.clear();
    board.lay(1, "Ann");
    let scene = board.scene(0, 1);
    expect_members(scene, &board, "Ash Vassals", &[1]);
    let own = board.group("Mobs in your infirmary");
    assert_eq!(scene.members(&own)[..], [fallen_id(0, 0), fallen_id(0, 1)]);
    assert!(scene.fits(&own, fallen_id(0, 0)) && scene.fits(&own, 2) && !scene.fits(&own, 4));
    assert_eq!(place_of(&board.state, fallen_id(0, 1)), place_of(&board.state, 2));
    assert!(!scene.fits(&own, fallen_id(0, 2)), "nothing lies there");
    let others = board.group("other Mobs in your infirmary");
    assert_eq!(board.scene(0, 2).members(&others)[..], [fallen_id(0, 0)]);
    let opposing = board.group("Vassals in your opponent's infirmary");
    assert_eq!(scene.members(&opposing)[..], [FALLEN | 1 << 8]);
    let theirs = board.group("Ash Vassals in their infirmary");
    assert_eq!(Scene { actor: 1, ..scene }.members(&theirs)[..], [fallen_id(1, 0)]);
    assert_eq!(Scene { actor: 0, ..scene }.members(&theirs)[..], [fallen_id(0, 1)]);
}

#[test]
fn who_is_named() {
    let mut board = board();
    let scene = Scene { it: 8, player: 1, ..board.scene(0, 3) };
    assert_eq!(scene.single(Single::ThisVassal), 3);
    assert_eq!(scene.single(Single::YourChallenger), 1);
    assert_eq!(scene.single(Single::OpposingChallenger), 7);
    assert_eq!(scene.single(Single::TheirChallenger), 7);
    assert_eq!(Scene { actor: 0, ..scene }.single(Single::TheirChallenger), 1);
    assert_eq!(scene.single(Single::It), 8);
    assert_eq!(scene.single(Single::ThatVassal), 8);
    assert_eq!(board.scene(0, 3).single(Single::It), 0);
    assert_eq!(board.scene(0, 5).single(Single::ThisResource), 5);
    board.eliminate(7);
    assert_eq!(board.scene(0, 3).single(Single::OpposingChallenger), 0);
    assert_eq!(board.scene(1, 7).single(Single::YourChallenger), 0);
}

#[track_caller]
fn expect_holds(scene: Scene<'_>, board: &Board, conditions: &[&str], expected: bool) {
    for text in conditions {
        assert_eq!(scene.holds(&board.condition(text)), expected, "{text}");
    }
}

#[test]
fn conditions() {
    let mut board = board();
    board.change(2, |vassal| vassal.injuries = 1);
    board.apply(1, "Woe", 2);
    let scene = board.scene(0, 2);
    let yes = [
        "this Vassal is injured",
        "your Challenger is not injured",
        "your Challenger is your Challenger",
        "the opposing Challenger is a Challenger",
        "the opposing Challenger is not your Challenger",
        "this Vassal is a reinforcer",
        "this Vassal is a Mob",
        "this Vassal is from Ash",
        "this Vassal is not a token",
        "this Vassal is not a Wanderer",
        "this Vassal has Woe",
        "your Challenger does not have Woe",
        "you control four or more Vassals",
        "you control a Wanderer",
        "you control two Coins",
        "your opponent controls a Coin",
        "your opponent controls no Wanderers",
        "your opponent controls two or fewer Vassals",
        "this Vassal is injured and you control an Imp",
        "this Vassal is uninjured or you control an Imp",
    ];
    expect_holds(scene, &board, &yes, true);
    let no = [
        "this Vassal is uninjured",
        "this Vassal is a Challenger",
        "this Vassal is protected",
        "this Vassal does not have Woe",
        "you control five or more Vassals",
        "you control three or fewer Vassals",
        "you control no Wanderers",
        "your opponent controls two Coins",
        "this Vassal is injured and you control an Eve",
        "this Vassal is uninjured or you control an Eve",
        "this Vassal was eliminated this way",
    ];
    expect_holds(scene, &board, &no, false);
    expect_holds(Scene { gone: &[2], ..scene }, &board, &["this Vassal was eliminated this way"], true);
}

/// Nothing holds of somebody who is not there.
#[test]
fn conditions_about_nobody() {
    let mut board = board();
    board.state.table.domains[0].zones.take(0);
    let nobody = ["your Challenger is injured", "your Challenger is not injured", "your Challenger has Woe"];
    expect_holds(board.scene(0, 2), &board, &nobody, false);
    expect_holds(board.scene(0, 2), &board, &["your Challenger does not have Woe"], false);
}

/// Those that have left play are as they last were. Rules: WU-R108.
#[test]
fn those_who_left() {
    let mut board = board();
    board.change(7, |vassal| vassal.injuries = 2);
    board.apply(0, "Woe", 7);
    board.eliminate(7);
    let scene = board.scene(1, 7);
    let conditions = ["this Vassal is injured", "this Vassal is from Bay", "this Vassal has Woe"];
    expect_holds(scene, &board, &conditions, true);
    assert_eq!(scene.value(&board.sum("the stacks of injury on this Vassal")), 2);
    assert_eq!(scene.value(&board.sum("this Vassal's power")), 0);
    let subject = |user: u8, text: &str| board.scene(user, 1).subject(&board.subject(text), 7);
    assert!(subject(0, "an opposing Vassal") && subject(0, "the opposing Challenger"));
    assert!(subject(1, "your Challenger") && subject(1, "a friendly Sentry with Woe"));
    assert!(!subject(0, "your Challenger") && !subject(0, "this Vassal") && !subject(0, "an opposing Mob"));
    assert!(board.scene(0, 1).members(&board.group("opposing Sentries")).is_empty());
}

#[test]
fn sums() {
    let mut board = board();
    board.base(0, 5);
    board.base(1, -3);
    board.state.round = 6;
    board.state.chains = 4;
    board.change(8, |vassal| vassal.exhaustion = 3);
    board.state.table.domains[0].boosts = 30;
    board.state.table.domains[1].boosts = 17;
    board.state.players[0].bid = 3;
    board.state.players[1].bid = 1;
    let scene = Scene { it: 8, many: 7, actor: 1, ..board.scene(0, 1) };
    for (text, expected) in [
        ("4", 4),
        ("the round number plus 1", 7),
        ("the round number minus 9", 0),
        ("the round number minus 9 plus 4", 1),
        ("twice the number of friendly Vassals", 8),
        ("half your opponent's Boosts", 8),
        ("your Boosts", 30),
        ("their Boosts", 17),
        ("your bid", 2),
        ("your opponent's bid", 0),
        ("your Challenger's power", 5),
        ("the opposing Challenger's power", 0),
        ("its power", 0),
        ("the stacks of exhaustion on it", 3),
        ("that many", 7),
        ("the number of Chains activated this round", 4),
    ] {
        assert_eq!(scene.value(&board.sum(text)), expected, "{text}");
    }
    let boosts = |text: &str| scene.number(&board.boosts(text));
    assert_eq!(boosts("3 Boosts"), 3);
    assert_eq!(boosts("3 Boosts for each Mob"), 9);
    assert_eq!(boosts("Boosts equal to half that many"), 3);
    let power = |text: &str| scene.number(&board.power_amount(text));
    assert_eq!(power("2 power for each Chain activated this round"), 8);
    assert_eq!(power("power equal to your bid"), 2);
    assert_eq!(scene.count(&board.maker().countable(&board.read("Coins"))), 2);
}

#[test]
fn comparisons() {
    let mut board = board();
    board.state.round = 3;
    let yes = [
        "the round number is at least 3",
        "the round number is at most 3",
        "the round number is equal to 3",
        "the round number is greater than 2",
        "the round number is less than 4",
    ];
    expect_holds(board.scene(0, 1), &board, &yes, true);
    let no = [
        "the round number is at least 4",
        "the round number is at most 2",
        "the round number is equal to 2",
        "the round number is greater than 3",
        "the round number is less than 3",
    ];
    expect_holds(board.scene(0, 1), &board, &no, false);
}

/// Four seats: Ann, Bob, Cid, Eve ahead, with the numbers 1 to 4, and base power 0, 2, 6, 6.
fn four() -> Board {
    let mut board = Board::new(4, &CARDS);
    for (seat, name) in ["Ann", "Bob", "Cid", "Eve"].into_iter().enumerate() {
        board.put(seat as u8, 0, name);
    }
    for (seat, base) in [0, 2, 6, 6].into_iter().enumerate() {
        board.base(seat as u8, base);
    }
    board
}

/// The most power, the first clockwise of several; empty zones are passed over. Rules: WU-R140 point 5.
#[test]
fn the_opposing_challenger_of_several() {
    let mut board = four();
    let opposing = |board: &Board, user| board.scene(user, 0).single(Single::OpposingChallenger);
    assert_eq!([0, 1, 2, 3].map(|user| opposing(&board, user)), [3, 3, 4, 3]);
    board.apply(0, "Woe", 3);
    assert_eq!(opposing(&board, 0), 4, "by power as read");
    let standing = Scene { standing: true, ..board.scene(0, 1) };
    assert_eq!(standing.single(Single::OpposingChallenger), 3, "by base power");
    let event = |id| board.scene(0, 1).subject(&board.subject("the opposing Challenger"), id);
    assert!(event(2) && event(3) && event(4) && !event(1));
    board.state.table.domains[2].zones.take(0);
    board.state.out = 1 << 3;
    assert_eq!(opposing(&board, 0), 2);
    let mut board = four();
    board.base(0, 6);
    assert_eq!([1, 2, 3].map(|user| opposing(&board, user)), [3, 4, 1], "clockwise");
    board.state.gone |= 1;
    assert_eq!(opposing(&board, 3), 3);
}

/// True of at least one, and of the whole condition. Rules: WU-R140 points 2 and 3.
#[test]
fn conditions_about_several_opponents() {
    let mut board = four();
    for (seat, boosts) in [10, 3, 20, 30].into_iter().enumerate() {
        board.state.table.domains[seat].boosts = boosts;
    }
    board.lay(1, "Dot");
    board.lay(3, "Dot");
    let scene = board.scene(0, 1);
    let more = "your opponent's Boosts are greater than your Boosts";
    let both = "your opponent's Boosts are less than your Boosts and your opponent controls a Sentry";
    expect_holds(scene, &board, &[more, "your opponent's Boosts are less than 4"], true);
    expect_holds(scene, &board, &[both], false);
    expect_holds(Scene { versus: 1, ..scene }, &board, &[more], false);
    assert_eq!(scene.value(&board.sum("your opponent's Boosts")), 30);
    assert_eq!(Scene { versus: 1, ..scene }.value(&board.sum("your opponent's Boosts")), 3);
    let fallen = board.sum("the number of Vassals in your opponent's infirmary");
    assert_eq!(scene.value(&fallen), 1);
    assert_eq!(Scene { versus: 2, ..scene }.value(&fallen), 0);
    assert_eq!(scene.opponents().collect::<Vec<_>>(), [1, 2, 3]);
    board.state.out = 1 << 3;
    let scene = board.scene(2, 3);
    assert_eq!(scene.opponents().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(scene.value(&board.sum("your opponent's Boosts")), 10);
    assert_eq!(scene.versus, NO_SEAT);
}

/// Who acts, else that player, else the fixed opponent. Rules: WU-R140 point 8.
#[test]
fn their() {
    let board = four();
    let scene = Scene { versus: 3, ..board.scene(0, 1) };
    assert_eq!(scene.single(Single::TheirChallenger), 4);
    assert_eq!(Scene { player: 2, ..scene }.single(Single::TheirChallenger), 3);
    assert_eq!(Scene { player: 2, actor: 1, ..scene }.single(Single::TheirChallenger), 2);
    assert_eq!(board.scene(0, 1).single(Single::TheirChallenger), 0);
}
