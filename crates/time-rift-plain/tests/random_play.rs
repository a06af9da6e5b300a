//! Whole games played at random over all modes and options, with the invariants checked at every step.

mod common;

use std::collections::BTreeSet;

use common::{Dice, NAMES, bare, card, deck, features, packaged};
use time_rift_plain::{
    Actor, Deck, Feature, Game, InitialFacing, Mode, Reason, Setup, SoloHandicap, Stage, TacticalSide,
};

/// What the games came to.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    steps: BTreeSet<String>,
    stages: BTreeSet<String>,
    reasons: BTreeSet<String>,
    chances: BTreeSet<&'static str>,
    actions: BTreeSet<char>,
    longest: usize,
}

/// A deck that may be illegal, short, or of any legal make.
fn random_deck(mode: Mode, slots: usize, dice: &mut Dice) -> Deck {
    let name = *dice.pick(&NAMES);
    if !mode.has_loadouts() {
        return bare(name);
    }
    let mut deck = match dice.below(4) {
        0 => packaged(name),
        1 => deck(name, &["open-hand", "free-knife", "blank-vow", "iron-hat"]),
        2 => deck(name, &["carved-oar", "dory", "aspis", "voices-of-domremy"]),
        _ => deck(name, &["carved-oar", "open-hand", "white-harness", "wrestlers-jacket"]),
    };
    if dice.below(3) == 0 {
        deck.loadout[3] = card("iceni-war-spear");
    }
    deck.loadout.truncate(if dice.below(4) == 0 { dice.below(slots + 1) } else { slots });
    deck
}

fn random_features(arena: i32, dice: &mut Dice) -> Vec<Feature> {
    let pool: &[&str] = if arena <= 3 {
        &["pit@b2", "pit@a1", "obstacle@b1", "spike@a1W"]
    } else {
        &[
            "pit@b2",
            "pit@c3",
            "pit@a3",
            "obstacle@c2",
            "obstacle@b4",
            "neutral@b3L2+1",
            "neutral@d2L3-1",
            "spike@a2W",
        ]
    };
    let mut texts = Vec::new();
    for text in pool {
        if dice.below(3) == 0 {
            texts.push(*text);
        }
    }
    features(&texts)
}

fn random_setup(mode: Mode, dice: &mut Dice) -> Setup {
    let seats = *dice.pick(&mode.seats());
    let slots = 1 + dice.below(4);
    let mut decks: Vec<Deck> = (0..seats).map(|_| random_deck(mode, slots, dice)).collect();
    if dice.below(2) == 0 {
        // Ties of Champion Initiative.
        for deck in &mut decks {
            deck.champion.initiative = 7 + dice.below(2) as i32;
        }
    }
    let mut setup = Setup::new(mode, decks);
    setup.slots = slots;
    setup.rounds = 1 + dice.below(4);
    setup.lap_cap = 1 + dice.below(4);
    setup.life_cap = *dice.pick(&[12, 12, 3, 1]);
    let smallest = if seats == 2 && mode != Mode::Tire { 2 } else { 4 };
    setup.arena = smallest + dice.below(6 - smallest as usize) as i32;
    setup.initial_facing = *dice.pick(&[InitialFacing::Edge, InitialFacing::Center]);
    setup.tactical_side = *dice.pick(&[TacticalSide::Trimmed, TacticalSide::Half]);
    setup.solo_handicap = *dice.pick(&[SoloHandicap::Full, SoloHandicap::None]);
    if dice.below(2) == 0 {
        setup.features = random_features(setup.arena, dice);
    }
    setup.teams = match mode {
        Mode::OneVsTwo => vec![0, 1, 0],
        Mode::OneVsThree => vec![1, 1, 0, 1],
        Mode::TwoVsTwo => vec![0, 1, 1, 0],
        Mode::ThreeVsThree => vec![0, 1, 1, 0, 0, 1],
        _ => Vec::new(),
    };
    setup
}

/// What must hold in every position. Rules: TR-MOVE-8, TR-R35, TR-R47, TR-R48, TR-R110.
fn check(game: &Game) {
    let setup = game.setup();
    let mut taken = BTreeSet::new();
    for feature in game.features() {
        assert!(feature.square().is_inside(setup.arena));
        if feature.occupies() {
            assert!(taken.insert(feature.square()), "two occupiers");
        }
    }
    for (number, seat) in game.seats().iter().enumerate() {
        assert_eq!(seat.living, seat.life > 0);
        assert!(seat.life <= setup.starting_life(number));
        assert!((0..=setup.decks[number].champion.agility).contains(&seat.actions));
        if let Some((square, _)) = seat.standing {
            assert!(seat.living && square.is_inside(setup.arena));
            assert!(taken.insert(square), "two occupiers of {square}");
            if matches!(game.stage(), Stage::Tire(_)) {
                assert!(square.is_center(setup.arena));
            }
        }
        let laid: Vec<_> = seat.slots.iter().flatten().collect();
        let hands: i32 = laid.iter().filter(|laid| laid.committed).map(|laid| laid.card.hands).sum();
        assert!(hands <= 2);
        let face_up: Vec<_> = laid.iter().filter(|laid| laid.face_up).map(|laid| &laid.card).collect();
        for (index, card) in face_up.iter().enumerate() {
            for other in &face_up[index + 1..] {
                assert_ne!(card.kind, other.kind);
                assert!(card.location.is_none() || card.location != other.location);
            }
        }
        // No card is lost or made.
        let cards = laid.len() + seat.loadout.len() + seat.discard.len() + seat.returned.len();
        assert_eq!(cards, setup.decks[number].loadout.len());
        assert!(seat.living || laid.is_empty() && seat.loadout.is_empty());
    }
    for &seat in game.order() {
        assert!(game.seats()[seat].living);
    }
    assert_eq!(game.result().is_some(), game.actor() == Actor::Over);
}

/// What is refused changes nothing.
fn check_refusals(game: &Game) {
    let before = game.dump();
    let mut copy = game.clone();
    for seat in 0..=game.seats().len() {
        for text in ["", ".", "/", "concede", "a1=X", "Bxa9", "b2-b4N", "dice(11)"] {
            if seat >= game.seats().len() || !game.legal(seat).contains(&text.to_string()) {
                assert!(copy.apply(seat, text).is_err());
            }
        }
    }
    for text in ["dice()", "dice(7)", "dice(1", "dice(1234567)", "43", "dice(4 )"] {
        assert!(copy.apply_chance(text).is_err());
    }
    assert_eq!(copy.dump(), before);
}

/// One game to its end.
fn play_out(setup: Setup, concessions: bool, dice: &mut Dice, tally: &mut Tally) {
    let mut game = Game::new(setup).expect("a setup without faults");
    let names: Vec<String> = game.dump().into_iter().map(|(name, _)| name).collect();
    // Calm games last longer.
    let is_calm = dice.below(3) == 0;
    let mut actions = 0;
    loop {
        check(&game);
        tally.steps.insert(format!("{:?}", game.step()));
        tally.stages.insert(game.stage().to_string());
        if concessions && dice.below(60) == 0 && game.result().is_none() {
            let seat = dice.below(game.seats().len());
            let is_living = game.seats()[seat].living;
            assert_eq!(game.concede(seat).is_ok(), is_living);
            continue;
        }
        if dice.below(50) == 0 {
            check_refusals(&game);
            assert_eq!(game.dump().into_iter().map(|(name, _)| name).collect::<Vec<_>>(), names);
        }
        match game.actor() {
            Actor::Over => break,
            Actor::Chance => {
                let due = game.chance_due().expect("dice");
                tally.chances.insert(due.event);
                // Few faces make many ties.
                let text = if dice.below(3) == 0 {
                    let faces: String = (0..due.dice).map(|_| *dice.pick(&['3', '4'])).collect();
                    format!("dice({faces})")
                } else {
                    dice.roll(due.dice)
                };
                game.apply_chance(&text).expect("dice that are due");
            }
            Actor::Seats(seats) => {
                assert!(!seats.is_empty());
                let seat = *dice.pick(&seats);
                let legal = game.legal(seat);
                assert!(!legal.is_empty(), "no option at {:?}", game.dump());
                let mut sorted = legal.clone();
                sorted.sort();
                sorted.dedup();
                assert_eq!(sorted, legal);
                assert!(legal.contains(&game.default_action(seat)));
                let attacks: Vec<String> = legal.iter().filter(|text| text.contains('x')).cloned().collect();
                let text = match dice.below(8) {
                    0 => game.default_action(seat),
                    1..=6 if is_calm => game.default_action(seat),
                    1..=3 if !attacks.is_empty() => dice.pick(&attacks).clone(),
                    _ => dice.pick(&legal).clone(),
                };
                tally.actions.insert(text.chars().next().expect("an action"));
                game.apply(seat, &text).expect("a legal action");
            }
        }
        actions += 1;
        assert!(actions < 5_000, "the game does not end");
    }
    for seat in 0..game.seats().len() {
        assert!(game.legal(seat).is_empty() && game.default_action(seat).is_empty());
    }
    let result = game.result().expect("a result");
    let team = game.setup().team(result.winners[0]);
    assert_eq!(result.winners, game.setup().members(team));
    if result.reason == Reason::Ko || result.reason == Reason::Concede {
        assert!(
            (0..game.seats().len()).all(|seat| game.setup().team(seat) == team || !game.seats()[seat].living)
        );
    }
    tally.reasons.insert(result.reason.to_string());
    tally.longest = tally.longest.max(actions);
    tally.games += 1;
}

fn play_many(games: usize, seed: u64) -> Tally {
    let mut dice = Dice(seed);
    let mut tally = Tally::default();
    let mut refused = 0;
    for number in 0..games {
        let mode = Mode::ALL[number % Mode::ALL.len()];
        let setup = random_setup(mode, &mut dice);
        if !setup.faults().is_empty() {
            refused += 1;
            continue;
        }
        play_out(setup, number % 4 == 0, &mut dice, &mut tally);
    }
    assert!(refused * 4 < games, "{refused} setups had faults");
    tally
}

/// All modes and options; everything the machine can wait for is met.
#[test]
fn random_games() {
    let tally = play_many(2_000, 7);
    let all = |wanted: &str, found: &dyn Fn(&str) -> bool| {
        for word in wanted.split(' ') {
            assert!(found(word), "{word} was never met: {tally:?}");
        }
    };
    all("Z2 Z3 Z4 P4 T2 T3 TieRoll TireEnter TireRank TirePlace TireRoll WinnerRoll", &|w| {
        tally.steps.contains(w)
    });
    all("R0 R1 R2 R3 R4 RT RX1 RX4", &|w| tally.stages.contains(w));
    all("ko life tie tire concede", &|w| tally.reasons.contains(w));
    all("C1 C2 C5 C6 C7", &|w| tally.chances.contains(w));
    all("s @ B L . a i", &|w| tally.actions.contains(&w.chars().next().expect("a letter")));
}

/// Many more games.
#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_many_random_games() {
    for seed in 0..20 {
        play_many(10_000, 1_000 + seed);
    }
}
