//! Whole games played at random over all formats and numbers of seats, with the invariants checked at every step.

mod common;

use std::collections::BTreeSet;

use common::{Dice, card, deck};
use worlds_unchained_plain::{BoutReason, Card, Format, Game, GameReason, Setup, Side, Step, Turn};

/// What the games came to.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    decisions: usize,
    steps: BTreeSet<String>,
    bouts: BTreeSet<String>,
    results: BTreeSet<String>,
    actions: BTreeSet<String>,
    conceded: BTreeSet<String>,
    longest: usize,
}

/// A custom format of any kind.
fn custom(dice: &mut Dice) -> Format {
    let least = 1 + dice.below(20);
    Format {
        name: "house-7".to_string(),
        seats: 2 + dice.below(3),
        deck_min: least,
        deck_max: (least + dice.below(10)).min(40),
        copies: *dice.pick(&[Some(1), Some(2), None]),
        mob_copies: *dice.pick(&[None, Some(9)]),
        bouts: 1 + dice.below(9),
        drawn: 1 + dice.below(10),
        mulligans: dice.below(4),
        starting_boosts: *dice.pick(&[40, 10, 3, 0, 250]),
        non_prime_bonus: *dice.pick(&[3, 0, 20]),
        mob_bonus: *dice.pick(&[1, 0, 3]),
        vassal_zones: 1 + dice.below(5),
        extra_zones: dice.below(3),
        injury_limit: *dice.pick(&[2, 2, 1, 4]),
        exhaustion_limit: *dice.pick(&[4, 4, 1, 2]),
        plays_all_bouts: dice.below(3) == 0,
        round_cap: *dice.pick(&[100, 100, 3]),
        chooses_return_zone: dice.below(2) == 0,
        ..Format::standard()
    }
}

/// A legal deck, with Mobs if the format has them.
fn random_deck(letter: &str, format: &Format, dice: &mut Dice) -> Vec<Card> {
    let size = format.deck_min + dice.below(format.deck_max - format.deck_min + 1);
    let most_mobs = format.mob_copies.unwrap_or(size).min(size);
    let mobs = dice.below(most_mobs + 1);
    let mut cards = deck(letter, size - mobs);
    if format.copies != Some(1) && cards.len() > 1 {
        cards[0] = cards[1].clone();
    }
    cards.extend(vec![card(&format!("mob {letter}")); mobs]);
    cards
}

fn random_setup(number: usize, dice: &mut Dice) -> Setup {
    let mut format = match number {
        0 => Format::standard(),
        1 => Format::speed(),
        2 => Format::all_stars(),
        3 | 4 => Format { bouts: 1 + dice.below(2), ..Format::draft() },
        5 => Format { seats: 2 + dice.below(3), ..Format::all_stars() },
        _ => custom(dice),
    };
    if format.has_draft {
        let mobs = dice.below(20);
        let pool = deck("c", 25 - mobs).into_iter().chain(vec![card("mob"); mobs]).collect();
        format.drawn = *dice.pick(&[7, 10]);
        return Setup::with_pool(format, pool);
    }
    let letters = ["a", "b", "c", "d"];
    let decks = letters.iter().take(format.seats).map(|letter| random_deck(letter, &format, dice)).collect();
    Setup::with_decks(format, decks)
}

/// A game in the middle of a bout. Without Skills two exhausted Vassals and nobody else do not come about, so that
/// the choice of D10 is met in such games alone.
fn random_position(dice: &mut Dice) -> Game {
    let format = Format { copies: Some(1), injury_limit: 2, exhaustion_limit: 4, ..custom(dice) };
    let format = Format { deck_min: 6, deck_max: 20, ..format };
    let letters = ["a", "b", "c", "d"];
    let decks: Vec<Vec<Card>> = letters.iter().take(format.seats).map(|letter| deck(letter, 12)).collect();
    let score = vec!["0"; format.seats + 1].join("-");
    let (selector, prime) = (1 + dice.below(format.seats), 1 + dice.below(format.seats));
    let bouts = format.bouts;
    let mut text =
        format!("WU1 house-7 b1/{bouts} {score} r1 challenge.forced selector P{selector} prime P{prime}");
    for (seat, deck) in decks.iter().enumerate() {
        text += &format!(" | P{} {}", seat + 1, dice.below(30));
        let mut cards = deck.iter();
        let zones = 1 + dice.below(format.vassal_zones);
        for zone in 1..=zones {
            text += &format!(" v{zone}:{}", cards.next().expect("a card").id);
            text += *dice.pick(&["", ",i1"]);
            text += *dice.pick(&["", ",e1", ",e1", ",e2", ",e3"]);
        }
        text += &format!(" bag{{{}}}", sorted(cards).join(" "));
    }
    Game::read(Setup::with_decks(format, decks), &text).expect("a position")
}

fn sorted<'a>(cards: impl IntoIterator<Item = &'a Card>) -> Vec<&'a str> {
    let mut ids: Vec<&str> = cards.into_iter().map(|card| card.id.as_str()).collect();
    ids.sort_unstable();
    ids
}

/// No card is lost or made. Rules: WU-R137.
fn check_cards(game: &Game) {
    let setup = game.setup();
    if setup.format.has_draft {
        let cards = game.pool().iter().chain(game.sides().iter().flat_map(Side::cards)).count();
        assert!(cards == 25 || cards == 24 || game.sides().iter().any(|side| !side.in_game));
        return;
    }
    for (side, deck) in game.sides().iter().zip(&setup.decks) {
        if side.in_game {
            assert_eq!(sorted(side.cards()), sorted(deck));
        } else {
            assert_eq!(*side, Side { in_game: false, ..Side::empty(&setup.format) });
        }
    }
}

/// What must hold in every position.
fn check(game: &Game) {
    let format = &game.setup().format;
    check_cards(game);
    let step = game.step();
    let in_bout = game.sides().iter().filter(|side| side.has_vassals()).count();
    if step.is_in_bout() {
        assert!(in_bout > 1 && game.round() > 0 && game.prime().is_some());
    } else {
        assert_eq!(game.round(), 0);
        assert!(step == Step::Place || step == Step::Leftovers || in_bout == 0);
    }
    assert!(game.round() <= format.round_cap && game.bout() <= format.bouts);
    let bouts = game.wins().iter().sum::<usize>() + game.drawn();
    assert_eq!(bouts, game.ended_bouts().len());
    if step != Step::Over {
        assert_eq!(game.bout(), bouts + 1);
    }
    for side in game.sides() {
        assert!((0..=250).contains(&side.boosts) && side.mulligans <= format.mulligans);
        assert!(side.vassals().len() <= format.vassal_zones);
        assert!(side.vassals().iter().all(|vassal| !vassal.is_spent(format)));
        assert!(side.hand.is_empty() || !step.is_in_bout());
        assert!(!side.kept || matches!(step, Step::Infirmary | Step::Draw | Step::Mulligan));
        assert!(!side.done || step == Step::Place);
        assert!(side.hurt.is_none() || step == Step::ChallengeRouse);
        assert!((side.base, side.label) == (0, None) || step == Step::ResolutionReturn);
        let has_challenger_step = matches!(step, Step::PowerBet | Step::ResolutionReturn);
        assert!(side.challenger.is_none() || has_challenger_step);
    }
    assert_eq!(game.result().is_some(), game.turn() == Turn::Over);
    assert_eq!(game.result().is_some(), step == Step::Over);
}

/// The text of a position says all there is to say.
fn check_text(game: &Game) {
    let read = Game::read(game.setup().clone(), &game.dump()).expect("a position that was written");
    assert_eq!(read.dump(), game.dump());
    assert_eq!((read.turn(), read.chance()), (game.turn(), game.chance()));
    assert_eq!(read.sides(), game.sides());
    for seat in 0..game.sides().len() {
        assert_eq!(read.legal(seat), game.legal(seat));
    }
}

/// What is refused changes nothing.
fn check_refusals(game: &Game) {
    let mut copy = game.clone();
    for seat in 0..=game.sides().len() {
        for text in
            ["", "pass", "bet 251", "bet -1", "send c", "place ?", "stop", "cut -", "P1 stop", "keep "]
        {
            if !game.legal(seat).contains(&text.to_string()) {
                assert!(copy.apply(seat, text).is_err(), "{text}");
            }
        }
        assert_eq!(game.clone().apply(seat, "concede bout").is_ok(), game.may_concede_bout(seat));
        assert_eq!(game.clone().apply(seat, "concede game").is_ok(), game.may_concede_game(seat));
    }
    for text in ["", "pick P9", "draw", "pool ?", "draw P1 ?", "* pick P1"] {
        assert!(copy.apply_chance(text).is_err());
    }
    assert_eq!(copy.dump(), game.dump());
}

/// Secret choices come to the same in whatever order they are made. Rules: WU-R133.
fn check_order(game: &Game, seats: &[usize], dice: &mut Dice) {
    let choices: Vec<(usize, String)> =
        seats.iter().map(|&seat| (seat, dice.pick(&game.legal(seat)).clone())).collect();
    let (mut forwards, mut backwards) = (game.clone(), game.clone());
    for (seat, text) in &choices {
        assert_eq!(
            (forwards.step(), forwards.bout()),
            (game.step(), game.bout()),
            "opened before all are in"
        );
        forwards.apply(*seat, text).expect("a legal action");
    }
    for (seat, text) in choices.iter().rev() {
        backwards.apply(*seat, text).expect("a legal action");
    }
    assert_eq!(forwards.dump(), backwards.dump());
}

/// Chance decides by its weights.
fn sample(game: &Game, dice: &mut Dice) -> String {
    let outcomes = game.chance();
    assert!(outcomes.is_sorted());
    let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
    let mut left = dice.below(total as usize) as u64;
    for (text, weight) in outcomes {
        if left < weight {
            return text;
        }
        left -= weight;
    }
    panic!("weights add up to their sum")
}

/// One game to its end.
fn play_out(mut game: Game, concessions: bool, dice: &mut Dice, tally: &mut Tally) {
    // Some place few Vassals, some bet little: both make other games.
    let stops = dice.below(6) == 0;
    let bets_little = dice.below(2) == 0;
    let mut actions = 0;
    loop {
        check(&game);
        if game.turn() != Turn::Over && dice.below(10) == 0 {
            check_text(&game);
        }
        if dice.below(40) == 0 {
            check_refusals(&game);
        }
        tally.steps.insert(game.step().to_string());
        if concessions && dice.below(60) == 0 {
            let seat = dice.below(game.sides().len());
            let what = *dice.pick(&["concede bout", "concede bout", "concede game"]);
            let step = game.step().to_string();
            if game.apply(seat, what).is_ok() {
                tally.conceded.insert(format!("{what} {step}"));
                continue;
            }
        }
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                assert!((0..game.sides().len()).all(|seat| game.legal(seat).is_empty()));
                let text = sample(&game, dice);
                game.apply_chance(&text).expect("an outcome that is due");
            }
            Turn::Seats(seats) => {
                assert!(!seats.is_empty() && seats.is_sorted() && game.chance().is_empty());
                assert!(seats.iter().all(|&seat| game.sides()[seat].in_game));
                for seat in 0..game.sides().len() {
                    let legal = game.legal(seat);
                    assert_eq!(legal.is_empty(), !seats.contains(&seat), "{}", game.dump());
                    assert!(legal.is_sorted_by(|a, b| a < b) && legal.len() <= 251);
                    assert_eq!(legal.is_empty(), !legal.contains(&game.default_action(seat)));
                }
                if seats.len() > 1 && dice.below(8) == 0 {
                    check_order(&game, &seats, dice);
                }
                let seat = *dice.pick(&seats);
                let mut legal = game.legal(seat);
                if !stops && legal.len() > 1 && dice.below(20) > 0 {
                    legal.retain(|text| text != "stop");
                }
                if bets_little && game.step() == Step::PowerBet && dice.below(4) > 0 {
                    legal.retain(|text| ["bet 0", "bet 1", "bet 2"].contains(&text.as_str()));
                }
                let text = dice.pick(&legal).clone();
                tally.actions.insert(text.split(' ').next().expect("a verb").to_string());
                game.apply(seat, &text).expect("a legal action");
                tally.decisions += 1;
            }
        }
        actions += 1;
        assert!(actions < 20_000, "the game does not end");
    }
    let result = game.result().expect("a result");
    let wins = |seat: usize| game.wins()[seat];
    let players: Vec<usize> = (0..game.sides().len()).filter(|&seat| game.sides()[seat].in_game).collect();
    match (result.reason, result.winner) {
        (GameReason::Concession, winner) => assert_eq!(players, [winner.expect("the last one left")]),
        (GameReason::Bouts, Some(winner)) => {
            assert!(players.iter().all(|&seat| seat == winner || wins(seat) < wins(winner)));
        }
        (GameReason::Bouts, None) => {
            let most = players.iter().map(|&seat| wins(seat)).max().expect("players");
            assert!(players.iter().filter(|&&seat| wins(seat) == most).count() > 1);
        }
    }
    for end in game.ended_bouts() {
        assert!(end.reason != BoutReason::RoundCap || end.winner.is_none());
        tally.bouts.insert(format!(
            "{:?} {}",
            end.reason,
            if end.winner.is_some() { "won" } else { "drawn" }
        ));
    }
    let winner = if result.winner.is_some() { "won" } else { "tied" };
    tally.results.insert(format!("{} {winner}", result.reason));
    tally.longest = tally.longest.max(actions);
    tally.games += 1;
}

fn play_many(games: usize, seed: u64) -> Tally {
    let mut dice = Dice(seed);
    let mut tally = Tally::default();
    for number in 0..games {
        let game = match number % 9 {
            8 => random_position(&mut dice),
            _ => Game::new(random_setup(number % 9, &mut dice)).expect("a setup without faults"),
        };
        play_out(game, number / 9 % 3 == 0, &mut dice, &mut tally);
    }
    tally
}

/// All formats; everything the machine can wait for is met.
#[test]
fn random_games() {
    let tally = play_many(3_000, 7);
    let all = |wanted: &str, found: &BTreeSet<String>| {
        for words in wanted.split(", ") {
            assert!(found.contains(words), "{words} was never met: {tally:?}");
        }
    };
    all("draft.select, draft.first, draft.deal, draft.take, draft.cut", &tally.steps);
    all("prep.infirmary, prep.draw, prep.mulligan, prep.prime, prep.place, prep.leftovers", &tally.steps);
    all(
        "challenge.forced, challenge.rouse, challenge.select, power.bet, resolution.return, over",
        &tally.steps,
    );
    all("first, take, cut, infirmary, mulligan, keep, prime, place, stop, under", &tally.actions);
    all("hurt, rouse, send, bet, back", &tally.actions);
    all("Vassals won, Vassals drawn, Concession won, RoundCap drawn", &tally.bouts);
    all("bouts won, bouts tied, concession won", &tally.results);
    for step in "challenge.forced challenge.rouse challenge.select power.bet resolution.return".split(' ') {
        all(&format!("concede bout {step}, concede game {step}"), &tally.conceded);
    }
    for step in
        "draft.deal prep.infirmary prep.draw prep.mulligan prep.prime prep.place prep.leftovers".split(' ')
    {
        all(&format!("concede game {step}"), &tally.conceded);
    }
}

/// Many more games.
#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_many_random_games() {
    for seed in 0..10 {
        play_many(10_000, 1_000 + seed);
    }
}
