//! Cards, positions and dice for the tests.
#![allow(dead_code, reason = "each test file uses its own part")]

use time_rift_plain::{
    Actor, Card, Champion, Deck, Feature, Game, Grid, Kind, Location, Mode, Placed, Point, Position, Setup,
    Strike,
};

/// Champions: id, Initiative, Life, Agility, Damage, DEF, culture, grid rows.
const CHAMPIONS: &str = "
spartacus 11 10 4 1 0 Roman | . . . | +0 +1 +0 | +0 ^ +0 | . . .
miyamoto-musashi 18 8 4 1 0 Japanese | . . . | +0 +1 +0 | +1 ^ -1 | . . .
boudica 15 9 4 1 0 Celtic | . -1 . | +0 +1 +0 | . ^ . | . . .
leonidas 7 11 3 1 1 Greek | . . . | +0 +2 +0 | +0 ^ +0 | . . .
zheng-yi-sao 14 8 5 1 0 Chinese | . . . | +0 +0 +0 | +0 ^ +0 | . +0 .
joan-of-arc 9 11 4 1 0 French | . . . | +0 +1 +0 | -1 ^ -1 | . . .
cleopatra 16 9 4 1 0 Egyptian | . . . | +0 +0 +0 | +0 ^ +0 | . . .
khutulun 12 9 3 2 0 Mongol | . . . | +0 -1 +0 | +0 ^ +0 | . . .
";

/// Loadout cards: deck, id, type, Initiative, hands, body, culture, and for attackers Cost, damage,
/// grid rows. The text of the cards is left out.
const CARDS: &str = "
spartacus gladius-of-the-revolt Weapon 5 1 - Roman | 1 2 | . . . | . +1 . | . ^ +0 | . . .
spartacus arena-manica Armor 7 0 arms Roman
spartacus brothers-in-chains Inspiration 3 0 - Roman
spartacus retiarius-net Special 8 1 - Roman
miyamoto-musashi long-sword-of-two-heavens Weapon 6 1 - Japanese | 1 2 | . . . | +0 +1 . | . ^ . | . . .
miyamoto-musashi short-sword-of-two-heavens Weapon 4 1 - Japanese | 1 1 | . . . | . +0 +1 | . ^ +0 | . . .
miyamoto-musashi way-of-the-empty-sky Inspiration 9 0 - Japanese
miyamoto-musashi carved-oar Special 2 2 - Japanese | 2 3 | . +1 . | +0 +0 +0 | . ^ . | . . .
boudica iceni-war-spear Weapon 6 1 - Celtic | 1 2 | . -1 . | . +0 . | -1 +1 -1 | . ^ .
boudica torc-and-woad Armor 8 0 torso Celtic
boudica wrath-of-the-iceni Inspiration 4 0 - Celtic
boudica burning-wagons Special 5 0 - Celtic
leonidas dory Weapon 4 1 - Greek | 1 2 | . +0 . | -1 +1 -1 | . ^ . | . . .
leonidas aspis Armor 3 1 arms Greek
leonidas come-and-take-them Inspiration 6 0 - Greek
leonidas phocian-wall Special 8 0 - Greek
zheng-yi-sao boarding-dao Weapon 7 1 - Chinese | 1 2 | . . . | +0 +0 +0 | . ^ . | . . .
zheng-yi-sao quilted-sea-coat Armor 6 0 torso Chinese
zheng-yi-sao code-of-the-red-flag Inspiration 8 0 - Chinese
zheng-yi-sao red-flag-boarders Special 3 0 - Chinese
joan-of-arc sword-of-fierbois Weapon 5 1 - French | 1 2 | . . . | +0 +1 +0 | . ^ . | . . .
joan-of-arc white-harness Armor 3 0 torso French
joan-of-arc voices-of-domremy Inspiration 9 0 - French
joan-of-arc standard-of-orleans Special 6 1 - French
cleopatra khopesh-of-two-lands Weapon 6 1 - Egyptian | 1 2 | . . . | +0 +0 . | +1 ^ . | . . .
cleopatra uraeus-crown Armor 9 0 head Egyptian
cleopatra the-new-isis Inspiration 2 0 - Egyptian
cleopatra asp-of-alexandria Special 7 0 - Egyptian | 1 1 | . . . | . +1 . | . ^ . | . . .
khutulun steppe-bow Weapon 5 2 - Mongol | 2 3 | +0 +1 +0 | . +1 . | . . . | . ^ .
khutulun riders-boots Armor 6 0 legs Mongol
khutulun wrestlers-jacket Armor 7 0 torso Mongol
khutulun wager-of-horses Inspiration 3 0 - Mongol
fixture free-knife Weapon 5 1 - None | 0 1 | . . . | . +1 . | . ^ . | . . .
fixture open-hand Special 4 0 - None | 1 2 | . . . | +0 +1 +0 | +0 ^ +0 | . . .
fixture blank-vow Inspiration 1 0 - None
fixture iron-hat Armor 2 0 head None
";

/// The ids of the eight Champions.
pub const NAMES: [&str; 8] = [
    "spartacus",
    "miyamoto-musashi",
    "boudica",
    "leonidas",
    "zheng-yi-sao",
    "joan-of-arc",
    "cleopatra",
    "khutulun",
];

fn number(word: &str) -> i32 {
    word.parse().expect("a number")
}

fn grid(rows: &[&str]) -> Grid {
    Grid::parse(&rows.join("\n")).expect("a grid")
}

/// A Champion by its id.
pub fn champion(id: &str) -> Champion {
    let line = CHAMPIONS.lines().find(|line| line.split(' ').next() == Some(id)).expect("a Champion");
    let parts: Vec<&str> = line.split('|').collect();
    let words: Vec<&str> = parts[0].split_whitespace().collect();
    Champion {
        id: id.to_string(),
        initiative: number(words[1]),
        life: number(words[2]),
        agility: number(words[3]),
        damage: number(words[4]),
        defense: number(words[5]),
        grid: grid(&parts[1..]),
        cultures: vec![words[6].to_string()],
    }
}

fn card_of_line(line: &str) -> Card {
    let parts: Vec<&str> = line.split('|').collect();
    let words: Vec<&str> = parts[0].split_whitespace().collect();
    let strike = (parts.len() > 1).then(|| {
        let mut numbers = parts[1].split_whitespace().map(number);
        let cost = numbers.next().expect("a Cost");
        Strike { cost, damage: numbers.next().expect("damage"), grid: grid(&parts[2..]) }
    });
    Card {
        id: words[1].to_string(),
        kind: match words[2] {
            "Weapon" => Kind::Weapon,
            "Armor" => Kind::Armor,
            "Inspiration" => Kind::Inspiration,
            _ => Kind::Special,
        },
        initiative: number(words[3]),
        strike,
        hands: number(words[4]),
        location: match words[5] {
            "head" => Some(Location::Head),
            "torso" => Some(Location::Torso),
            "legs" => Some(Location::Legs),
            "arms" => Some(Location::Arms),
            _ => None,
        },
        cultures: vec![words[6].to_string()],
    }
}

/// A loadout card by its id.
pub fn card(id: &str) -> Card {
    let line = CARDS.lines().find(|line| line.split(' ').nth(1) == Some(id)).expect("a card");
    card_of_line(line)
}

/// A battle deck from a Champion and cards, in this order.
pub fn deck(id: &str, cards: &[&str]) -> Deck {
    Deck { champion: champion(id), loadout: cards.iter().map(|id| card(id)).collect() }
}

/// The packaged deck of a Champion.
pub fn packaged(id: &str) -> Deck {
    let lines = CARDS.lines().filter(|line| line.split(' ').next() == Some(id));
    Deck { champion: champion(id), loadout: lines.map(card_of_line).collect() }
}

/// A deck without cards.
pub fn bare(id: &str) -> Deck {
    deck(id, &[])
}

/// A Fist Fight of these Champions.
pub fn fist(ids: &[&str]) -> Setup {
    Setup::new(Mode::Fist, ids.iter().map(|id| bare(id)).collect())
}

/// Features from their texts.
pub fn features(texts: &[&str]) -> Vec<Feature> {
    texts.iter().map(|text| Feature::parse(text).expect("a feature")).collect()
}

/// A seat of a position from a text such as `W b2E L10 A4`.
pub fn placed(text: &str) -> Placed {
    let words: Vec<&str> = text.split(' ').collect();
    Placed {
        side: Point::parse(words[0]).expect("a side"),
        standing: words[1].to_string(),
        life: number(&words[2][1..]),
        actions: number(&words[3][1..]),
    }
}

/// A game in a round, the first seat of the order being on turn.
pub fn position(setup: Setup, round: usize, order: &[usize], seats: &[&str]) -> Game {
    let seats = seats.iter().map(|text| placed(text)).collect();
    Game::from_position(setup, &Position { round, order: order.to_vec(), seats }).expect("a position")
}

/// Lets seats and chance act: `0 b2=N`, `C 43`, one after another, separated by semicolons.
pub fn play(game: &mut Game, script: &str) {
    for line in script.split(';') {
        let (actor, text) = line.trim().split_once(' ').expect("actor and action");
        match actor {
            "C" => game.apply_chance(&format!("dice({text})")).expect(text),
            seat => game.apply(seat.parse().expect("a seat"), text).expect(text),
        }
    }
}

/// The options of a seat with blanks between.
pub fn options(game: &Game, seat: usize) -> String {
    game.legal(seat).join(" ")
}

/// A fact of the position.
pub fn fact(game: &Game, name: &str) -> String {
    game.dump().into_iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no fact {name}")).1
}

/// Ends the turns of everybody by rotating clockwise until the game stops to be in turns.
pub fn rotate_through(game: &mut Game) {
    let stage = game.stage();
    while let Actor::Seats(seats) = game.actor() {
        if game.stage() != stage || game.active().is_none() {
            return;
        }
        let text = game.default_action(seats[0]);
        game.apply(seats[0], &text).expect("a default action");
    }
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

    /// So many faces.
    pub fn roll(&mut self, dice: usize) -> String {
        let faces: String = (0..dice).map(|_| (1 + self.below(6)).to_string()).collect();
        format!("dice({faces})")
    }
}
