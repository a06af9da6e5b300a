//! Numbers of the engine model: hits and critical hits, options, placements, and exact values of
//! small Fist Fights.

mod common;

use std::collections::BTreeMap;

use common::{bare, champion, fist, position};
use time_rift_plain::{Actor, Deck, Game, Grid, Mode, Point, Setup, Square, Step};

fn apply_dice(game: &mut Game, faces: &str) {
    game.apply_chance(&format!("dice({faces})")).expect("dice that are due");
}

fn pairs() -> Vec<String> {
    let faces = 1..=6;
    faces.clone().flat_map(|first| faces.clone().map(move |second| format!("{first}{second}"))).collect()
}

/// Hits and critical hits, each counted six times to make room for the tie die.
fn hits_and_crits(grid_value: i32, defense: i32, initiative: i32) -> (i32, i32) {
    let mut setup = fist(&["spartacus", "spartacus"]);
    let rows = format!(". . .\n. {grid_value:+} .\n. ^ .\n. . .");
    setup.decks[0].champion.grid = Grid::parse(&rows).expect("a grid");
    setup.decks[0].champion.initiative = initiative;
    setup.decks[1].champion.defense = defense;
    let mut game = position(setup, 1, &[0, 1], &["W b2E L10 A4", "E c2W L10 A4"]);
    game.apply(0, "Bxc2").expect("a target");
    let (mut hits, mut crits) = (0, 0);
    for defense in pairs() {
        let mut defended = game.clone();
        apply_dice(&mut defended, &defense);
        for attack in pairs() {
            let mut attacked = defended.clone();
            apply_dice(&mut attacked, &attack);
            for tie_die in 1..=6 {
                let mut done = attacked.clone();
                if done.actor() == Actor::Chance {
                    apply_dice(&mut done, &tie_die.to_string());
                }
                hits += i32::from(done.seats()[1].life < 10);
                crits += i32::from(done.seats()[1].life == 8);
            }
        }
    }
    (hits, crits)
}

/// The table of section 2.1, by enumeration of all dice.
#[test]
fn hits_and_critical_hits() {
    let hits = [35, 70, 126, 206, 310, 435, 575, 721, 861, 986, 1090, 1170, 1226, 1261];
    let crits = [13, 22, 34, 48, 64, 81, 99, 117, 135, 152, 168, 182, 194, 203];
    for m in [-6, -3, 0, 1, 4, 6] {
        let grid_value = m / 2;
        let defense = grid_value - m;
        let row = (m + 6) as usize;
        assert_eq!(
            hits_and_crits(grid_value, defense, 10),
            (6 * hits[row], 6 * crits[row]),
            "ties lose at {m}"
        );
        assert_eq!(
            hits_and_crits(grid_value, defense, 12),
            (6 * hits[row + 1], 6 * crits[row + 1]),
            "ties win at {m}"
        );
        let mean = (3 * (hits[row] + hits[row + 1]), 3 * (crits[row] + crits[row + 1]));
        assert_eq!(hits_and_crits(grid_value, defense, 11), mean, "equal Initiatives at {m}");
    }
}

/// Section 1: at most 21 options in a Fist Fight of two, reached in the middle of the Arena.
#[test]
fn most_options() {
    let setup = Setup { arena: 5, ..fist(&["spartacus", "miyamoto-musashi"]) };
    let mut game = position(setup, 1, &[0, 1], &["W c3E L10 A4", "E d4W L8 A4"]);
    assert_eq!(game.legal(0).len(), 20);
    game.apply(0, "c3=S").expect("a rotation");
    game.apply(0, "c3=E").expect("a rotation");
    assert_eq!(game.legal(0).len(), 21);
}

/// Section 8: placements of two Champions.
#[test]
fn placements_of_two() {
    let mut game = Game::new(fist(&["spartacus", "miyamoto-musashi"])).expect("a game");
    assert_eq!(game.legal(0).len(), 4);
    game.apply(0, "@a2E").expect("a placement");
    assert_eq!(game.legal(1).len(), 8);
    let setup = Setup { mode: Mode::Tire, ..fist(&["spartacus", "miyamoto-musashi"]) };
    let mut game = Game::new(setup).expect("a game");
    assert_eq!(game.legal(0).len(), 16);
    game.apply(0, "@b2E").expect("a placement");
    assert_eq!(game.legal(1).len(), 12);
}

/// Section 1: 24 ways to fill four slots.
#[test]
fn ways_to_fill_slots() {
    fn count(game: &Game) -> usize {
        let ways = game.legal(0);
        if game.step() != Step::Z4 {
            return 1;
        }
        let after = |text: &String| {
            let mut next = game.clone();
            next.apply(0, text).expect("a card");
            next.apply(1, &next.default_action(1)).expect("a card");
            count(&next)
        };
        ways.iter().map(after).sum()
    }
    let setup = Setup::new(Mode::Normal, vec![common::packaged("leonidas"), common::packaged("boudica")]);
    let mut game = Game::new(setup).expect("a game");
    game.apply(0, "@a1E").expect("a placement");
    game.apply(1, "@d1W").expect("a placement");
    assert_eq!(count(&game), 24);
}

/// Section 9: turning a position by 90 degrees turns the options with it.
#[test]
fn quarter_turn() {
    fn turned(text: &str) -> String {
        // Clockwise: a1 becomes a4, a4 becomes d4.
        let mut out = String::new();
        let letters: Vec<char> = text.chars().collect();
        let mut index = 0;
        while index < letters.len() {
            let pair: String = letters[index..(index + 2).min(letters.len())].iter().collect();
            if let Some(square) = Square::parse(&pair) {
                out.push_str(&Square { x: square.y, y: 3 - square.x }.to_string());
                index += 2;
                continue;
            }
            let letter = letters[index].to_string();
            out.push_str(&Point::parse(&letter).map_or(letter, |point| point.right().to_string()));
            index += 1;
        }
        out
    }
    let setup = fist(&["miyamoto-musashi", "boudica"]);
    for (here, there) in [("b2N", "c3S"), ("a1E", "b1N"), ("d3W", "c4W"), ("c2S", "b1E")] {
        let options = |here: &str, there: &str| {
            let seats = [format!("W {here} L8 A4"), format!("E {there} L8 A4")];
            position(setup.clone(), 1, &[0, 1], &[&seats[0], &seats[1]]).legal(0)
        };
        let mut expected: Vec<String> = options(here, there).iter().map(|text| turned(text)).collect();
        // Only squares and facings turn; a Base Attack keeps its letter.
        expected.sort();
        assert_eq!(options(&turned(here), &turned(there)), expected);
    }
}

/// A weight, and dice that lead there.
type Outcome = (f64, Vec<String>);

/// A solver for two seats: the probability that seat 0 wins when both play as well as possible.
#[derive(Default)]
struct Solver {
    known: BTreeMap<String, f64>,
    /// The results an attack can have, with weights and dice, by attacker, grid value and target's Life.
    attacks: BTreeMap<(usize, i32, i32), Vec<Outcome>>,
}

impl Solver {
    fn value(&mut self, game: &Game) -> f64 {
        match game.actor() {
            Actor::Over => f64::from(u8::from(game.result().expect("a result").winners == [0])),
            Actor::Seats(seats) => self.best(game, seats[0]),
            Actor::Chance if game.attack().is_some() => self.mean_of_attack(game),
            // Equal dice are thrown again, so the two orders are equally likely.
            Actor::Chance => {
                let mut sum = 0.0;
                for faces in ["61", "16"] {
                    let mut next = game.clone();
                    apply_dice(&mut next, faces);
                    sum += self.value(&next);
                }
                sum / 2.0
            }
        }
    }

    fn best(&mut self, game: &Game, seat: usize) -> f64 {
        let key = format!("{seat} {}", position_text(game));
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let mut best = if seat == 0 { 0.0_f64 } else { 1.0 };
        for text in game.legal(seat) {
            let mut next = game.clone();
            next.apply(seat, &text).expect("a legal action");
            let value = self.value(&next);
            best = if seat == 0 { best.max(value) } else { best.min(value) };
        }
        self.known.insert(key, best);
        best
    }

    fn mean_of_attack(&mut self, game: &Game) -> f64 {
        let attack = game.attack().expect("an attack");
        let key = (attack.attacker, attack.grid_value, game.seats()[1 - attack.attacker].life);
        let outcomes = self.attacks.entry(key).or_insert_with(|| outcomes(game)).clone();
        let mut mean = 0.0;
        for (weight, dice) in outcomes {
            let mut next = game.clone();
            for faces in dice {
                apply_dice(&mut next, &faces);
            }
            mean += weight * self.value(&next);
        }
        mean
    }
}

/// What decides the rest of a game of two without loadouts.
fn position_text(game: &Game) -> String {
    let seat = |number: usize| {
        let seat = &game.seats()[number];
        let standing = seat.standing.map(|(square, facing)| format!("{square}{facing}"));
        format!("{} L{} A{}", standing.unwrap_or_default(), seat.life, seat.actions)
    };
    format!(
        "{} {:?} {:?} {:?} {} {}",
        game.stage(),
        game.step(),
        game.order(),
        game.active(),
        seat(0),
        seat(1)
    )
}

/// All throws of an attack, put together by the position they lead to.
fn outcomes(game: &Game) -> Vec<Outcome> {
    let mut found: BTreeMap<String, Outcome> = BTreeMap::new();
    for defense in pairs() {
        for attack in pairs() {
            let mut next = game.clone();
            apply_dice(&mut next, &defense);
            apply_dice(&mut next, &attack);
            let faces = if next.attack().is_some() { vec!["1", "2", "3", "4", "5", "6"] } else { vec![""] };
            for face in &faces {
                let mut done = next.clone();
                let mut dice = vec![defense.clone(), attack.clone()];
                if !face.is_empty() {
                    apply_dice(&mut done, face);
                    dice.push((*face).to_string());
                }
                let entry = found.entry(position_text(&done)).or_insert((0.0, dice));
                entry.0 += 1.0 / 1296.0 / faces.len() as f64;
            }
        }
    }
    found.into_values().collect()
}

fn close(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value} instead of {expected}");
}

/// Section 8: a Tire Fight of Spartacus and Musashi with 1 Life each.
#[test]
fn exact_tire_fight() {
    let decks = vec![bare("spartacus"), bare("miyamoto-musashi")];
    let setup = Setup { life_cap: 1, ..Setup::new(Mode::Tire, decks) };
    let game = Game::new(setup).expect("a game");
    close(Solver::default().value(&game), 0.462_664_133);
}

/// The Champions of the fixtures F1 and F2 of section 8.
fn fixture(first: i32, second: i32, defense: i32) -> Setup {
    let deck = |grid_of: &str, initiative: i32, defense: i32| {
        let champion = time_rift_plain::Champion {
            initiative,
            life: 2,
            agility: 2,
            damage: 1,
            defense,
            ..champion(grid_of)
        };
        Deck { champion, loadout: Vec::new() }
    };
    Setup::new(Mode::Fist, vec![deck("miyamoto-musashi", first, 0), deck("boudica", second, defense)])
}

/// Fixture F1 with one Life and one Action each: a whole Fist Fight that is small enough for every day. The solver in
/// `players` is asked for the same figure.
#[test]
fn exact_fist_fight_with_one_life() {
    let mut setup = fixture(5, 3, 1);
    for deck in &mut setup.decks {
        (deck.champion.life, deck.champion.agility) = (1, 1);
    }
    let game = Game::new(setup).expect("a game");
    close(Solver::default().value(&game), 0.637_182_477);
}

/// Section 8: the whole Fist Fight of fixture F1.
#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_exact_fist_fight_f1() {
    let game = Game::new(fixture(5, 3, 1)).expect("a game");
    close(Solver::default().value(&game), 0.497_222_191);
}

/// Section 8: the whole Fist Fight of fixture F2, with roll-offs in every round.
#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_exact_fist_fight_f2() {
    let game = Game::new(fixture(4, 4, 0)).expect("a game");
    close(Solver::default().value(&game), 0.445_404_849);
}
