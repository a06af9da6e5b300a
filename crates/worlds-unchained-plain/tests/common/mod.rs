//! Cards, decks and scripts for the tests.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use worlds_unchained_plain::{Card, Class, Format, Game, Setup, Step, Turn};

/// A card without Skills: a Mob if its name says so.
pub fn card(name: &str) -> Card {
    let class = if name.starts_with("mob") { Class::Mob } else { Class::Vanguard };
    Card::new(name, "Sootspire", class)
}

/// So many different cards: `a1`, `a2` and so on.
pub fn deck(letter: &str, cards: usize) -> Vec<Card> {
    (1..=cards).map(|number| card(&format!("{letter}{number}"))).collect()
}

/// The format with decks of so many different cards, `a1` for P1, `b1` for P2 and so on.
pub fn setup(format: Format, cards: usize) -> Setup {
    let decks =
        ["a", "b", "c", "d"].into_iter().take(format.seats).map(|letter| deck(letter, cards)).collect();
    Setup::with_decks(format, decks)
}

/// Standard with so many seats.
pub fn standard(seats: usize) -> Format {
    Format { name: if seats == 2 { "standard" } else { "table" }.to_string(), seats, ..Format::standard() }
}

/// A position of a game of [`setup`] with decks of 20.
pub fn position(format: Format, text: &str) -> Game {
    Game::read(setup(format, 20), text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A position of Standard in bout 1 with P1 as selector and prime player.
pub fn duel(step: &str, p1: &str, p2: &str) -> Game {
    position(
        standard(2),
        &format!("WU1 standard b1/3 0-0-0 r1 {step} selector P1 prime P1 | P1 {p1} | P2 {p2}"),
    )
}

/// Five Vassals in the vassal zones: `v1:a1 v2:a2 ...`.
pub fn five(letter: &str) -> String {
    (1..=5).map(|number| format!("v{number}:{letter}{number}")).collect::<Vec<_>>().join(" ")
}

/// Plays `P1 send v1; P2 send v2; * draw P1 a1`.
pub fn play(game: &mut Game, script: &str) {
    for line in script.split(';').map(str::trim) {
        let done = match line.split_once(' ').expect("an actor and an action") {
            ("*", outcome) => game.apply_chance(outcome),
            (seat, action) => game.apply(seat_of(seat), action),
        };
        done.unwrap_or_else(|error| panic!("{error}\n{}", game.dump()));
    }
}

/// The seat of `P1`.
pub fn seat_of(text: &str) -> usize {
    text[1..].parse::<usize>().expect("a seat") - 1
}

/// Lets chance draw the lowest number first until something else is due.
pub fn draw_in_order(game: &mut Game) {
    while game.step() == Step::Draw && game.turn() == Turn::Chance {
        let number = |text: &str| -> usize {
            let digits: String =
                text.rsplit(' ').next().unwrap().chars().filter(char::is_ascii_digit).collect();
            digits.parse().unwrap_or(0)
        };
        let outcomes = game.chance();
        let (text, _) = outcomes.iter().min_by_key(|(text, _)| number(text)).expect("an outcome");
        game.apply_chance(text).expect("an outcome that is due");
    }
}

/// Draws hands, keeps them, has P1 picked and named, and stops before Vassals are placed.
pub fn to_placing(game: &mut Game) {
    draw_in_order(game);
    while game.step() == Step::Mulligan {
        let Turn::Seats(seats) = game.turn() else { panic!("mulligans are decided by players") };
        game.apply(seats[0], "keep").expect("a hand is kept");
    }
    if game.turn() == Turn::Chance {
        play(game, "* pick P1");
    }
    let Turn::Seats(seats) = game.turn() else { panic!("a player names the prime player") };
    game.apply(seats[0], "prime P1").expect("the prime player is named");
}

/// Plays defaults until the round starts.
pub fn to_round(game: &mut Game) {
    while game.round() == 0 {
        let Turn::Seats(seats) = game.turn() else { panic!("preparation waits for players") };
        let action = game.default_action(seats[0]);
        game.apply(seats[0], &action).expect("a default action");
    }
}

/// `P1` to `P4` as the texts of those who owe a choice.
pub fn owing(game: &Game) -> String {
    match game.turn() {
        Turn::Seats(seats) => seats.iter().map(|seat| format!("P{}", seat + 1)).collect::<Vec<_>>().join(" "),
        Turn::Chance => "chance".to_string(),
        Turn::Over => "over".to_string(),
    }
}

/// The ids of a pile.
pub fn ids(pile: &[Card]) -> String {
    pile.iter().map(|card| card.id.as_str()).collect::<Vec<_>>().join(" ")
}

/// What a side of the position says, from 1.
pub fn side(game: &Game, seat: usize) -> String {
    game.dump().split(" | ").nth(seat).expect("a side").to_string()
}

/// A small generator of numbers with a seed.
pub struct Dice(pub u64);

impl Dice {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    /// One of a list.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}
