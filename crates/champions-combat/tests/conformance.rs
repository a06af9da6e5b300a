//! The whole conformance kit, with the shipped cards and with odd ones.

use champions_combat::ChampionsCombat;
use champions_combat::action::{Action, Deed, EVERYONE, NOTHING, Part, Play, React, Roll};
use champions_combat::setup::Rules;
use champions_combat::state::{GONE, State, Step};
use champions_combat::view::View;
use engine::{Actions, Game, Rng, Seat, Sources, Viewer};
use testkit::{Subject, Table};

struct Kit;

/// Cards that no shipped deck has: long walks, displacing ones, every mix of effects, two of one face.
fn odd_cards() -> Sources {
    let mut sources = deck(&[
        ("X01", "3+", "dbpf", "0x"),
        ("X02", "2z", "ddbp", "3"),
        ("X03", "4-", "dpf+", "1xx"),
        ("X04", "3z+", "db", "4-"),
        ("X05", "0", "dddd-", "x+"),
        ("X06", "1z", "dbf", "2"),
        ("X07", "+", "dfp", "1+"),
        ("X08", "0", "d++", "--1x"),
        ("X09", "1", "dd", "x"),
        ("X10", "1", "dd", "x"),
    ]);
    let seats = [("C2", "S"), ("D2", "SW"), ("C4", "N"), ("B3", "NE")];
    sources.push("pit.toml", board("pit", 2, &["A1", "E3"], &seats));
    sources
}

fn board(id: &str, radius: u8, walls: &[&str], seats: &[(&str, &str)]) -> String {
    let seats = seats.iter().map(|(hex, face)| format!("{{ hex = \"{hex}\", face = \"{face}\" }}"));
    let seats: Vec<String> = seats.collect();
    format!(
        "id = \"{id}\"\nradius = {radius}\nwalls = {walls:?}\n[[start]]\nplayers = {}\nseats = [{}]\n",
        seats.len(),
        seats.join(", ")
    )
}

fn deck(cards: &[(&str, &str, &str, &str)]) -> Sources {
    let toml = cards.iter().map(|(id, walk, attack, reaction)| {
        format!(
            "[[card]]\nid = \"{id}\"\nmove = \"{walk}\"\nattack = \"{attack}\"\nreaction = \"{reaction}\"\n"
        )
    });
    let mut sources = Sources::none();
    sources.push("deck.toml", toml.collect::<String>());
    sources
}

/// A corridor of five hexes, where nobody can get out of the way and walks end in dead ends.
fn cramped() -> Sources {
    let mut sources = deck(&[
        ("Z1", "2z", "dbpf", "3"),
        ("Z2", "4", "dd", "x"),
        ("Z3", "1z", "dbpf", "2"),
        ("Z4", "3z", "d+", "1-"),
    ]);
    sources.push("cramped.toml", board("cramped", 1, &["B2", "C2"], &[("A1", "SE"), ("C1", "NW")]));
    sources
}

/// Two cards and seven hexes: every position can be enumerated.
fn tiny() -> Sources {
    let mut sources = Sources::none();
    sources.push(
        "tiny.toml",
        "[[card]]\nid = \"Y1\"\nmove = \"0\"\nattack = \"d\"\nreaction = \"x\"\n\
         [[card]]\nid = \"Y2\"\nmove = \"+\"\nattack = \"d-\"\nreaction = \"+\"\n\
         [[card]]\nid = \"Y3\"\nmove = \"+\"\nattack = \"d-\"\nreaction = \"+\"\n",
    );
    sources.push(
        "seven.toml",
        "id = \"seven\"\nradius = 1\n[[start]]\nplayers = 2\n\
         seats = [{ hex = \"B1\", face = \"S\" }, { hex = \"B2\", face = \"N\" }]\n",
    );
    sources
}

impl Subject for Kit {
    type Game = ChampionsCombat;
    const HIDES: bool = true;

    fn tables() -> Vec<Table> {
        vec![
            Table::new("two players", "round_cap=1 win_score=2"),
            Table::new("four players", "players=4 round_cap=1 win_score=3"),
            Table {
                sources: odd_cards(),
                ..Table::new(
                    "odd cards",
                    "players=4 round_cap=1 hand_size=3 styles=S5,S5,S1,S3 push_direction=away board=pit",
                )
            },
            Table {
                sources: cramped(),
                ..Table::new("cramped", "board=cramped hand_size=3 round_cap=1 styles=S5,S8")
            },
            Table {
                sources: tiny(),
                ..Table::enumerable("tiny", "board=seven styles=S1,S3 hand_size=1 round_cap=1 win_score=1")
            },
        ]
    }

    /// Hands are hidden from everybody else; that somebody takes a turn tells that it has something to play.
    fn permute(rules: &Rules, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        let mut other = *state;
        for seat in 0..usize::from(rules.players) {
            let figure = &state.figures[seat];
            if viewer.holds(Seat::new(seat as u8)) || figure.hex == GONE {
                continue;
            }
            let turn = state.step == Step::Turn && usize::from(state.active) == seat;
            for _ in 0..40 {
                let mut cards: Vec<usize> =
                    (0..rules.decks[seat].len()).filter(|card| figure.discard >> card & 1 == 0).collect();
                rng.shuffle(&mut cards);
                cards.truncate(figure.hand.count_ones() as usize);
                // Of equal faces the lowest that is not played yet.
                let mut hand = 0u32;
                for card in cards {
                    let same = |&other: &usize| {
                        let face = |card: usize| {
                            let card = &rules.decks[seat][card];
                            (card.walk, card.attack, card.reaction)
                        };
                        face(other) == face(card) && (hand | figure.discard) >> other & 1 == 0
                    };
                    hand |= 1 << (0..32).find(same).unwrap_or(card);
                }
                other.figures[seat].hand = hand;
                let mut actions = Actions::new();
                ChampionsCombat::legal(rules, &other, Seat::new(seat as u8), &mut actions);
                let only_pass = matches!(&actions[..], [pass] if pass.deed() == Deed::Pass);
                if !turn || !(actions.is_empty() || only_pass) {
                    break;
                }
                other.figures[seat].hand = figure.hand;
            }
        }
        other
    }

    /// Power, and that nobody stands where another does and no card is in two places.
    fn conserved(rules: &Rules, state: &State) -> Vec<(&'static str, i64)> {
        let power: i64 = state.figures.iter().map(|figure| i64::from(figure.power)).sum();
        let hexes: Vec<u8> =
            state.figures.iter().map(|figure| figure.hex).filter(|&hex| hex != GONE).collect();
        let shared = (0..hexes.len()).filter(|&i| hexes[..i].contains(&hexes[i])).count();
        let twice = state.figures.iter().filter(|figure| figure.hand & figure.discard != 0).count();
        let many = (0..usize::from(rules.players)).filter(|&seat| {
            let figure = &state.figures[seat];
            (figure.hand | figure.discard).count_ones() > u32::from(rules.hand_size)
        });
        vec![
            ("Power with the pile", power + i64::from(state.pile())),
            ("figures on one hex", shared as i64),
            ("cards in two places", twice as i64),
            ("too many cards", many.count() as i64),
        ]
    }

    fn private(_: &Rules, _: &State, outcome: Action) -> Option<Seat> {
        match outcome.deed() {
            Deed::Hand(seat, _) => Some(Seat::new(seat)),
            _ => None,
        }
    }

    /// Every set of cards is equally likely: a face counts once for each way to choose its copies among those
    /// not played; and whoever takes its turn has something to play.
    fn weight(rules: &Rules, view: &View, state: &State) -> u64 {
        let mut weight = 1;
        for (seat, figure) in view.figures.iter().enumerate().filter(|(_, figure)| figure.hand.is_none()) {
            let (hand, discard) = (state.figures[seat].hand, state.figures[seat].discard);
            if hand.count_ones() != u32::from(figure.cards) || hand & discard != 0 {
                return 0;
            }
            let deck = &rules.decks[seat];
            for (i, card) in deck.iter().enumerate() {
                let same = |j: &usize| {
                    (deck[*j].walk, deck[*j].attack, deck[*j].reaction)
                        == (card.walk, card.attack, card.reaction)
                };
                if (0..i).any(|j| same(&j)) {
                    continue;
                }
                let family: Vec<usize> = (i..deck.len()).filter(same).collect();
                let free = family.iter().filter(|&&j| discard >> j & 1 == 0).count() as u64;
                let held = family.iter().filter(|&&j| hand >> j & 1 == 1).count() as u64;
                weight *= (0..held).fold(1, |ways, k| ways * (free - k) / (k + 1));
            }
        }
        let mut actions = Actions::new();
        if let engine::Turn::Players(owed) = ChampionsCombat::turn(rules, state) {
            ChampionsCombat::legal(rules, state, owed.lowest(), &mut actions);
            let passes = actions.len() == 1 && actions[0].deed() == Deed::Pass;
            if actions.is_empty() || passes {
                return 0;
            }
        }
        weight
    }

    /// Of one position only one seat gives up; `leaving.md` shows what happens if all do.
    fn unreachable_kinds() -> &'static [&'static str] {
        &["drawn"]
    }

    fn near_misses(rules: &Rules, state: &State, rng: &mut Rng) -> Vec<Action> {
        let mut number = |most: u32| rng.below(most) as u8;
        let hexes = rules.board.hexes().count() as u32;
        let seat = usize::from(if state.step == Step::React { state.current } else { state.active });
        let deck = rules.decks[seat].len() as u32;
        let held: Vec<u8> =
            (0..deck as u8).filter(|card| state.figures[seat].hand >> card & 1 == 1).collect();
        let mut wrong: Vec<Deed> = vec![
            Deed::Pass,
            Deed::Decline,
            Deed::Fumble(number(6)),
            Deed::Fumble(state.figures[usize::from(state.active)].facing),
            Deed::Order(number(4)),
            Deed::Push(number(5), number(hexes)),
            Deed::Push(NOTHING, number(hexes)),
            Deed::Push(state.targets.trailing_zeros().min(3) as u8 + 1, number(hexes)),
            Deed::Style(number(u32::from(rules.players)), number(rules.styles.len() as u32)),
            Deed::Style(state.current & 3, 0),
            Deed::Hand(state.current & 3, 0b111),
            Deed::Hand(0, 0b1),
            Deed::Row(rules.players, 0),
            Deed::Row(2, 0b0100),
            Deed::Roll(Roll { targets: state.targets, dice: 1, faces: 6 }),
            Deed::Roll(Roll { targets: state.targets ^ 1, dice: 2, faces: 0o66 }),
            Deed::Roll(Roll { targets: state.targets, dice: 2, faces: 0o70 }),
        ];
        let others: Vec<u8> =
            state.figures.iter().map(|figure| figure.hex).filter(|&hex| hex != GONE).collect();
        for card in held.iter().copied() {
            let mut any = || others[usize::from(number(others.len() as u32))] + 1;
            let (hex, relocation) = (any(), any());
            wrong.push(Deed::Play(Play { hex, relocation, facing: 1, ..Play::walk(card) }));
            wrong.push(Deed::Walk(Part { whole: false, hex, relocation, facing: NOTHING }));
        }
        for card in held.iter().copied().chain([number(deck)]) {
            let (walk, still) = (Play::walk(card), React::still(card));
            // Near where the figure stands, and anywhere.
            let here = u32::from(state.figures[seat].hex);
            let places = [here.saturating_sub(1), here, here + 1, here + 5, u32::from(number(hexes))];
            for place in places.map(|place| place.min(hexes - 1) as u8 + 1) {
                let (facing, relocation) = (number(7), 1 + number(hexes));
                let there = Play { hex: place, facing, ..walk };
                wrong.extend([
                    Deed::Play(there),
                    Deed::Play(Play { relocation, ..there }),
                    Deed::Play(Play { relocation: here as u8 + 1, ..there }),
                    Deed::Play(Play { relocation: place, ..there }),
                    Deed::React(React { hex: place, facing, ..still }),
                ]);
                let step = Part { whole: false, hex: place, relocation: NOTHING, facing };
                wrong.extend([
                    Deed::Walk(step),
                    Deed::Walk(Part { relocation, ..step }),
                    Deed::Walk(Part { whole: true, ..step }),
                    Deed::Walk(Part { whole: true, relocation, ..step }),
                ]);
            }
            wrong.extend([
                Deed::Play(walk),
                Deed::Play(Play { facing: 1 + number(6), ..walk }),
                Deed::Play(Play::attack(card, EVERYONE)),
                Deed::Play(Play::attack(card, 1 + number(4))),
                Deed::React(still),
                Deed::React(React { facing: 1 + number(6), ..still }),
                Deed::React(React { walk: true, ..still }),
            ]);
        }
        rng.shuffle(&mut wrong);
        wrong.truncate(24);
        if state.step == Step::Walk {
            let step = Part { whole: false, hex: NOTHING, relocation: NOTHING, facing: NOTHING };
            wrong.extend((1..=hexes as u8).map(|hex| Deed::Walk(Part { hex, ..step })));
        }
        wrong.into_iter().map(Action::from).collect()
    }
}

testkit::conformance!(Kit);
