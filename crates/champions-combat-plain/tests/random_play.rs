//! Whole games played at random, with the invariants checked at every step.

use std::collections::BTreeSet;

use champions_combat_plain::content::standard_deck;
use champions_combat_plain::{Actor, Board, Card, Game, Setup, Step, seat_letter};

/// A small generator of numbers with a seed.
struct Dice(u64);

impl Dice {
    /// A number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    /// One of a list.
    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Policy {
    Uniform,
    Lively,
}

/// What the games of one cell came to.
#[derive(Debug, Default)]
struct Tally {
    rounds: usize,
    capped: usize,
    turns: usize,
    attacks: usize,
    longest: usize,
    steps: Vec<Step>,
}

/// An outcome for what chance has to give.
fn chance(game: &Game, dice: &mut Dice) -> String {
    let kind = game.chance_kind();
    let words: Vec<&str> = kind.split(' ').collect();
    match words[0] {
        "style" => {
            let open: Vec<String> = game
                .setup()
                .style_cards
                .iter()
                .map(|style| format!("style {} {}", words[1], style.id))
                .filter(|text| game.accepts(text).is_ok())
                .collect();
            open[dice.below(open.len())].clone()
        }
        "hand" => {
            let seat = (0..4).find(|&seat| seat_letter(seat) == words[1]).expect("a seat");
            let mut deck: Vec<String> = game.setup().decks[seat].iter().map(|card| card.id.clone()).collect();
            let mut hand = Vec::new();
            for _ in 0..game.setup().hand_size {
                hand.push(deck.remove(dice.below(deck.len())));
            }
            hand.sort();
            format!("hand {} {}", words[1], hand.join(" "))
        }
        "row" => {
            let mut left: Vec<&str> = words[2..].to_vec();
            let mut text = "row".to_string();
            while !left.is_empty() {
                text = format!("{text} {}", left.remove(dice.below(left.len())));
            }
            text
        }
        _ => {
            let count: usize = words[1].parse().expect("a number of dice");
            let mut text = "roll".to_string();
            for target in &words[2..] {
                let faces: Vec<String> = (0..count).map(|_| (1 + dice.below(6)).to_string()).collect();
                text = format!("{text} {target} {}", faces.join(","));
            }
            text
        }
    }
}

/// A decision by a policy.
fn decide(game: &Game, legal: &[String], policy: Policy, dice: &mut Dice) -> String {
    let all: Vec<&str> = legal.iter().map(String::as_str).collect();
    if policy == Policy::Lively && game.step() == Step::Turn {
        let attacks: Vec<&str> = all.iter().copied().filter(|action| action.starts_with("A ")).collect();
        if !attacks.is_empty() && dice.below(2) == 0 {
            return dice.pick(&attacks).to_string();
        }
    }
    if policy == Policy::Lively && game.step() == Step::React {
        let cards: Vec<&str> = all.iter().copied().filter(|action| *action != "decline").collect();
        if !cards.is_empty() && dice.below(2) == 0 {
            return dice.pick(&cards).to_string();
        }
        return "decline".to_string();
    }
    dice.pick(&all).to_string()
}

/// What must hold in every position. Rules: CC-R10, CC-R12, CC-R25, CC-R26, CC-R33.
fn check(game: &Game) {
    let setup = game.setup();
    let held: usize = game.seats().iter().map(|seat| seat.power).sum();
    assert_eq!(held + game.pile(), 20);
    for (number, seat) in game.seats().iter().enumerate() {
        if let Some(hex) = seat.hex {
            assert!(setup.board.is_floor(hex));
            for other in &game.seats()[number + 1..] {
                assert_ne!(other.hex, Some(hex), "two figures share a hex");
            }
        }
        assert!(seat.facing < 6);
        assert!(seat.hand.len() + seat.discard.len() <= setup.hand_size);
        assert!(!seat.hand.iter().any(|card| seat.discard.contains(card)));
        let over = game.step() == Step::Over;
        assert!(seat.score < setup.win_score || (over && seat.score <= setup.win_score + 11));
    }
    let attacking = matches!(
        game.step(),
        Step::Roll | Step::Push | Step::FumbleOrder | Step::Fumble | Step::Order | Step::React | Step::Walk
    );
    let attack = game.attack();
    assert!(attacking || attack.targets.is_empty() && attack.hits.is_empty() && attack.done.is_empty());
    assert!(setup.round_cap == 0 || game.round() <= setup.round_cap);
    assert_eq!(game.result().is_some(), game.step() == Step::Over);
}

/// Plays a game to its end.
fn play_out(setup: Setup, policy: Policy, leaving: bool, dice: &mut Dice, tally: &mut Tally) {
    let mut game = Game::new(setup);
    loop {
        check(&game);
        if !tally.steps.contains(&game.step()) {
            tally.steps.push(game.step());
        }
        if leaving && dice.below(300) == 0 {
            let players = game.still_in();
            let seat = players[dice.below(players.len())];
            if game.resign(seat).is_ok() {
                continue;
            }
        }
        let action = match game.actor() {
            Actor::Over => break,
            Actor::Chance => {
                assert!(game.legal().is_empty() && game.default_action().is_empty());
                chance(&game, dice)
            }
            Actor::Seat(_) => {
                assert!(game.chance_kind().is_empty());
                let legal = game.legal();
                assert!(!legal.is_empty() && legal.len() <= 512);
                let once: BTreeSet<&String> = legal.iter().collect();
                assert_eq!(once.len(), legal.len(), "an action is listed twice");
                tally.longest = tally.longest.max(legal.len());
                assert!(legal.contains(&game.default_action()));
                let action = decide(&game, &legal, policy, dice);
                if game.step() == Step::Turn && action != "pass" {
                    tally.turns += 1;
                    tally.attacks += usize::from(action.starts_with("A "));
                }
                action
            }
        };
        game.apply(&action).unwrap_or_else(|error| panic!("{action}: {error}"));
    }
    let result = game.result().expect("the game is over");
    assert!(!result.winners.is_empty());
    tally.rounds += game.round();
    tally.capped += usize::from(result.capped);
}

/// Plays games with 2, 3 and 4 players.
fn play_cells(games: usize, policy: Policy) -> Vec<Tally> {
    let mut tallies = Vec::new();
    for players in 2..=4 {
        let mut tally = Tally::default();
        for seed in 0..games {
            let mut dice = Dice(1000 * players as u64 + seed as u64);
            play_out(Setup::standard(players), policy, false, &mut dice, &mut tally);
        }
        tallies.push(tally);
    }
    tallies
}

#[test]
fn uniform_games_end_by_the_cap() {
    let tallies = play_cells(50, Policy::Uniform);
    for tally in tallies {
        assert!(tally.capped >= 25, "{tally:?}");
        assert!(tally.longest <= 372, "{tally:?}");
    }
}

#[test]
fn lively_games_end_by_the_cap() {
    let tallies = play_cells(50, Policy::Lively);
    for tally in tallies {
        assert!(tally.capped <= 25, "{tally:?}");
        assert!(tally.attacks * 100 >= tally.turns * 2, "{tally:?}");
    }
}

#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_many_games_end_by_the_cap() {
    for policy in [Policy::Uniform, Policy::Lively] {
        for tally in play_cells(300, policy) {
            eprintln!("{tally:?}");
            assert!(tally.longest <= 372, "{tally:?}");
        }
    }
}

/// Cards with everything the shipped ones lack.
fn odd_cards() -> Vec<Card> {
    vec![
        Card::new("X01", "3+", "dbp", "3x"),
        Card::new("X02", "2z", "ddbf", "4-+"),
        Card::new("X03", "4z--", "dbpf", "0"),
        Card::new("X04", "z3+", "dpf+", "0x+"),
        Card::new("X05", "4", "ddddb--", "4"),
        Card::new("X06", "+3z", "bdfp", "3"),
    ]
}

/// A small board with walls in it.
fn walled_board() -> Board {
    let mut board = Board::hexagon(2);
    for name in ["B2", "D3"] {
        let wall = board.by_name(name).expect("the hex exists");
        board.walls.push(wall);
    }
    board.add_start(&[("C1", "S"), ("C5", "N")]);
    board.add_start(&[("C1", "S"), ("E3", "NW"), ("A3", "NE")]);
    board.add_start(&[("C1", "S"), ("E3", "NW"), ("A3", "NE"), ("C3", "N")]);
    board
}

#[test]
fn odd_cards_boards_options_and_leavers() {
    let mut tally = Tally::default();
    for seed in 0..120 {
        let mut dice = Dice(seed);
        let players = 2 + dice.below(3);
        let mut setup = Setup::standard(players);
        for deck in &mut setup.decks {
            *deck = odd_cards();
            if dice.below(2) == 0 {
                deck.extend(standard_deck());
            }
        }
        if dice.below(2) == 0 {
            setup.board = walled_board();
        }
        if dice.below(2) == 0 {
            setup.styles = Some(vec!["S5".to_string(); players]);
        }
        setup.push_away = dice.below(2) == 0;
        setup.fumble_must_turn = dice.below(2) == 0;
        setup.hand_size = 1 + dice.below(4);
        setup.win_score = 1 + dice.below(20);
        setup.round_cap = 10;
        let leaving = dice.below(2) == 0;
        play_out(setup, Policy::Lively, leaving, &mut dice, &mut tally);
    }
    // Every step at which a game can wait has come up.
    assert_eq!(tally.steps.len(), 12, "{tally:?}");
}
