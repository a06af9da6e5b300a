//! The whole conformance kit: duels, crowds, teams, arenas with features, and cards that use every wording.

use engine::{Rng, Seat, Sources, Viewer};
use testkit::{Subject, Table};
use time_rift::TimeRift;
use time_rift::action::{Action, Argument, Arguments, Deed, NO_CARD, Strike, Way};
use time_rift::rules::Rules;
use time_rift::scene::hands_used;
use time_rift::state::{NEUTRALS, State, Step, flag, mark};
use time_rift::view::View;

struct Kit;

/// Seat 0 has Weapons and an Inspiration left and no full deck: it leaves slots empty, and can fill them from its
/// War Chest.
const LATE_MATCH: &str = "match=3 rounds=2 life_cap=2 slots=3 \
    chests=spartacus+joan-of-arc*3+mere-pounamu*4+retiarius-net*4+caravan-of-samarkand*4+gladius-of-the-revolt*4,men-of-iron \
    spent=joan-of-arc*2+mere-pounamu*2+retiarius-net*4+caravan-of-samarkand*3+gladius-of-the-revolt*4,leonidas+dory";

/// A Champion who owes two things at once, and must choose which comes first.
fn oaths() -> Sources {
    let mut sources = Sources::none();
    sources.push(
        "oaths.toml",
        "[[card]]\nid = \"oath-bound\"\nname = \"Oath-Bound\"\ntype = \"Champion\"\nelement = \"Earth\"\n\
         initiative = 8\nlife = 2\nagility = 2\ndamage = 1\ndef = 0\nregion = \"Europe\"\nculture = \"Greek\"\n\
         rift = \"Red\"\ngrid = \"\"\"\n. . .\n+0 +2 +0\n. ^ .\n. . .\n\"\"\"\n\
         text = \"At the start of each round, put 1 \\\"Vow\\\" token on this card. At the start of each round, \
         each adjacent enemy loses 1 Life. Only if you have 9 or more Life, pay 1 Action: **Heal** 1. Once per round, pay 1 Action: move up to 1 \
         space, then you may rotate.\"\n",
    );
    sources
}

/// A Champion who moves all others at once.
fn storm() -> Sources {
    let mut sources = Sources::none();
    sources.push(
        "storm.toml",
        "[[card]]\nid = \"storm\"\nname = \"Storm\"\ntype = \"Champion\"\nelement = \"Void\"\ninitiative = 8\n\
         life = 2\nagility = 2\ndamage = 1\ndef = 0\nregion = \"Europe\"\nculture = \"Greek\"\nrift = \"Red\"\n\
         grid = \"\"\"\n. . .\n+0 +2 +0\n. ^ .\n. . .\n\"\"\"\n\
         text = \"Pay 1 Action: **Push** each enemy up to 2 spaces. Pay 1 Action: **Pull** each enemy 1 space, then if \
         the movement was stopped, you lose 1 Life.\"\n",
    );
    sources
}

/// Two Champions who can hardly move, with two cards each.
fn tiny() -> Sources {
    let champion = |id: &str, deck: &str, initiative: u8| {
        format!(
            "[[card]]\nid = \"{id}\"\ndeck = \"{deck}\"\nname = \"{id}\"\ntype = \"Champion\"\nelement = \"Fire\"\n\
             initiative = {initiative}\nlife = 1\nagility = 1\ndamage = 1\ndef = 3\nregion = \"Europe\"\n\
             culture = \"Roman\"\nrift = \"Red\"\ngrid = \"\"\"\n. . .\n. -3 .\n. ^ .\n. . .\n\"\"\"\n"
        )
    };
    let card = |id: &str, deck: &str, sort: &str, initiative: u8| {
        format!(
            "[[card]]\nid = \"{id}\"\ndeck = \"{deck}\"\nname = \"{id}\"\ntype = \"{sort}\"\nelement = \"Fire\"\n\
             initiative = {initiative}\nregion = \"Europe\"\nculture = \"Roman\"\n"
        )
    };
    let mut sources = Sources::none();
    sources.push(
        "tiny.toml",
        [
            champion("ant", "ants", 5),
            card("leaf", "ants", "Inspiration", 4),
            card("crumb", "ants", "Special", 2),
            champion("bee", "bees", 9),
            card("wax", "bees", "Inspiration", 3),
            card("comb", "bees", "Special", 1),
        ]
        .concat(),
    );
    sources
}

/// Other loadout cards in a War Chest, and another battle deck so far from it; how many Champions it has stays.
fn permute_chest(rules: &Rules, state: &State, other: &mut State, seat: usize, rng: &mut Rng) {
    let is_champion = |card: &u16| rules.face(*card).sort.is_none();
    let (champions, pool): (Vec<u16>, Vec<u16>) = (0..rules.faces.len() as u16).partition(is_champion);
    let Some(chest) = other.chests.as_mut().map(|chests| &mut chests[seat]) else { return };
    for card in chest.iter_mut() {
        *card = *rng.one_of(if is_champion(card) { &champions } else { &pool });
    }
    chest.sort_unstable();
    let mut deck: Vec<u16> = chest.iter().copied().filter(|card| !is_champion(card)).collect();
    rng.shuffle(&mut deck);
    let champions: Vec<u16> = chest.iter().copied().filter(is_champion).collect();
    let side = &mut other.seats[seat];
    if state.step == Step::Z1 && side.is_alive() && side.champion != NO_CARD {
        side.champion = *rng.one_of(&champions);
        side.life = rules.starting_life(seat as u8, side.champion);
        for slot in side.slots.iter_mut().filter(|slot| slot.is_filled()) {
            slot.card = deck.pop().expect("as many as before");
        }
    }
}

impl Subject for Kit {
    type Game = TimeRift;
    const HIDES: bool = true;

    fn tables() -> Vec<Table> {
        vec![
            Table::new("duel", "decks=zheng,leonidas rounds=3 life_cap=4"),
            Table::new("choice of decks", "decks=spartacus|boudica,cleopatra|musashi rounds=1"),
            Table::new(
                "odd decks",
                "decks=zhuge,musashi rounds=3 life_cap=2 lap_cap=1 initial_facing=center",
            ),
            Table::new("features", "field=spiked-pit decks=lautaro,khutulun rounds=2 life_cap=5"),
            Table::new("crowd", "mode=ffa players=3 decks=tecumseh,joan,lakshmibai rounds=1 life_cap=2"),
            Table::new("match", "match=3 rounds=1 life_cap=1"),
            Table::new("late in a match", LATE_MATCH),
            Table {
                sources: oaths(),
                ..Table::new("oaths", "mode=fist decks=oath-bound,oath-bound rounds=1")
            },
            Table {
                sources: storm(),
                ..Table::new(
                    "storm",
                    "mode=fist players=3 decks=storm,storm,storm rounds=1 features=pit@b2,spike@d2E",
                )
            },
            Table::new("three against three", "mode=3v3 rounds=1 life_cap=1 slots=1 pure=on lap_cap=1"),
            Table {
                sources: tiny(),
                ..Table::enumerable("tiny", "arena=2 rounds=2 slots=2 quick=on decks=ants,bees")
            },
        ]
    }

    /// What lies face down is hidden from everybody but its team and those who have looked at it; before decks are
    /// in, everything is.
    fn permute(rules: &Rules, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        let mut other = state.clone();
        let holds = |seat: usize| viewer.holds(Seat::new(seat as u8));
        let players = usize::from(rules.players);
        for seat in 0..players {
            if (0..players).any(|own| holds(own) && rules.teams[own] == rules.teams[seat]) {
                continue;
            }
            if rules.games > 1 {
                permute_chest(rules, state, &mut other, seat, rng);
            }
            if state.step == Step::Z1 && rules.games > 1 {
                continue;
            }
            if state.step == Step::Z1 {
                let decks = &rules.candidates[seat];
                if other.seats[seat].flags & flag::SEALED != 0 {
                    let deck = rng.one_of(decks);
                    let side = &mut other.seats[seat];
                    side.champion = deck.champion;
                    side.life = rules.starting_life(seat as u8, deck.champion);
                    for (nth, slot) in side.slots.iter_mut().enumerate() {
                        slot.card = deck.loadout.get(nth).copied().unwrap_or(NO_CARD);
                    }
                }
                continue;
            }
            let looked =
                |slot: usize| (0..players).any(|own| holds(own) && state.seats[seat].is_seen(slot, own));
            let hidden: Vec<usize> =
                (0..4).filter(|&slot| state.seats[seat].slots[slot].is_down() && !looked(slot)).collect();
            if rules.quick {
                let mut cards: Vec<u16> =
                    hidden.iter().map(|&slot| state.seats[seat].slots[slot].card).collect();
                rng.shuffle(&mut cards);
                for (&slot, &card) in hidden.iter().zip(&cards) {
                    other.seats[seat].slots[slot].card = card;
                }
            } else {
                let pool: Vec<u16> =
                    (0..rules.faces.len() as u16).filter(|&card| rules.face(card).sort.is_some()).collect();
                for &slot in &hidden {
                    other.seats[seat].slots[slot].card = *rng.one_of(&pool);
                }
            }
        }
        other
    }

    /// Nobody stands where another does, nobody has a third hand, no token is beyond its bound, nobody who is out
    /// has anything in the Arena.
    fn conserved(rules: &Rules, state: &State) -> Vec<(&'static str, i64)> {
        let mut squares: Vec<u8> = Vec::new();
        let mut loose = 0;
        for side in state.seats.iter().take(usize::from(rules.players)) {
            if side.square != 31 {
                squares.push(side.square);
            }
            for slot in side.slots.iter().filter(|slot| slot.has(mark::DEPLOYED)) {
                if rules.face(slot.card).occupies() {
                    squares.push(slot.square);
                }
                loose += i64::from(!side.is_alive());
            }
        }
        squares.extend(state.neutrals.iter().map(|(_, neutral)| neutral.square));
        let shared = (0..squares.len()).filter(|&i| squares[..i].contains(&squares[i])).count();
        let third = (0..rules.players).filter(|&seat| hands_used(rules, state, seat) > 2).count();
        let many = state.tokens.iter().filter(|token| token.count > 12 || token.count == 0).count();
        let alive = (0..usize::from(rules.players))
            .filter(|&seat| state.seats[seat].life > rules.cap(seat as u8))
            .count();
        vec![
            ("units on one space", shared as i64),
            ("cards of the defeated", loose),
            ("third hands", third as i64),
            ("tokens beyond bounds", many as i64),
            ("Life beyond bounds", alive as i64),
        ]
    }

    /// Which card is put into a slot, or into a battle deck; that a slot stays empty is seen.
    fn secret(_: &Rules, _: &State, _: Seat, action: Action) -> bool {
        matches!(action.deed(), Deed::Fill(_, Some(_)) | Deed::Pick(Some(_)))
    }

    /// Team-mates see each other's cards.
    fn shares(rules: &Rules, viewer: Viewer, seat: Seat) -> bool {
        let team = |seat: Seat| rules.teams[seat.index()];
        Seat::all(rules.players).any(|own| viewer.holds(own) && team(own) == team(seat))
    }

    /// In the tiny setup hidden cards are in any order.
    fn weight(_: &Rules, _: &View, _: &State) -> u64 {
        1
    }

    /// Legal decks reveal nothing illegal.
    fn unreachable_kinds() -> &'static [&'static str] {
        &["illegal"]
    }

    fn near_misses(rules: &Rules, state: &State, rng: &mut Rng) -> Vec<Action> {
        let mut number = |most: u32| rng.below(most) as u8;
        let mut wrong = vec![
            Deed::End,
            Deed::Pass,
            Deed::Side(number(4)),
            Deed::Place(number(25), number(4)),
            Deed::Fill(1 + number(4), None),
            Deed::Fill(1 + number(4), Some(u16::from(number(rules.faces.len() as u32)))),
            Deed::Enter(number(25)),
            Deed::Deck(number(3)),
            Deed::Pick(None),
            Deed::Pick(Some(u16::from(number(rules.faces.len() as u32)))),
            Deed::Dice(2, [6, 6, 0, 0, 0, 0]),
            Deed::Dice(2, [7, 1, 0, 0, 0, 0]),
            Deed::Dice(3, [1, 2, 3, 0, 0, 0]),
            Deed::Dice(1, [4, 0, 0, 0, 0, 0]),
            Deed::Look(number(16), 1 + number(4)),
            Deed::Reroll(1 + number(3)),
            Deed::SetDie(number(2), 1 + number(6)),
            Deed::Keep(0, 1),
            Deed::Stay(number(25)),
            Deed::Jump(number(25), number(25), number(4)),
            Deed::Forced(number(25), number(4), 1 + number(3)),
            Deed::Deploy(1 + number(4), number(25), Some(number(4))),
            Deed::Deploy(1 + number(4), number(25), None),
        ];
        for chest in state.chests.iter().flat_map(|chests| chests.iter()).filter(|chest| !chest.is_empty()) {
            wrong.extend((0..4).map(|_| Deed::Pick(Some(*rng.one_of(chest)))));
        }
        let mut number = |most: u32| rng.below(most) as u8;
        for side in state.seats.iter().take(usize::from(rules.players)) {
            let at = side.square.min(24);
            wrong.extend([
                Deed::Rotate(at, number(4)),
                Deed::Rotate(at, side.facing),
                Deed::Move(Way::step(at, number(4)), number(4)),
                Deed::Move(Way::step(at, 4 + number(4)), number(4)),
                Deed::Move(Way::step(at, number(4)).and(number(4)), number(4)),
            ]);
            for slot in 0..5 {
                let strike = Strike { free: false, slot, lent: 0, target: at, facing: None };
                wrong.extend([
                    Deed::Strike(strike),
                    Deed::Strike(Strike { free: true, ..strike }),
                    Deed::Strike(Strike { facing: Some(number(4)), ..strike }),
                    Deed::Strike(Strike { lent: 1 + number(4), ..strike }),
                    Deed::Effect(slot, 1 + number(3), Arguments::default()),
                    Deed::Effect(slot, 1 + number(2), Arguments::new(&[Argument::Square(at)])),
                    Deed::Effect(slot, 1 + number(9), Arguments::new(&[Argument::Slot(1 + number(4))])),
                ]);
            }
        }
        debug_assert_eq!(NEUTRALS, 30);
        wrong.into_iter().map(Action::from).collect()
    }
}

testkit::conformance!(Kit);
