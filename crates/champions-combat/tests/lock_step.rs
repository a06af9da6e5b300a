//! The fast rules and the plain ones, action by action: the same options in the same order, the same
//! positions, the same results. They share no code and talk in notation only.

#![allow(clippy::print_stdout, reason = "the long tier quotes its figures")]

use champions_combat::action::{Action, Deed, Play, React};
use champions_combat::setup::Rules;
use champions_combat::state::{GONE, NO_STYLE, State, Step, seats};
use champions_combat::{ChampionsCombat, notation, rounds};
use champions_combat_plain as plain;
use engine::{Actions, Actor, Game, NoLog, Policy, Rng, Seat, Settings, Sources, action_text};

fn choose(rules: &Rules, policy: Policy, actions: &[Action], rng: &mut Rng) -> Action {
    match policy {
        Policy::Lively => ChampionsCombat::lively(rules, actions, rng),
        _ => *rng.one_of(actions),
    }
}

/// Everything that both positions tell, in the plain one's words.
fn describe(rules: &Rules, state: &State) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    for seat in 0..usize::from(rules.players) {
        let figure = &state.figures[seat];
        let name = notation::SEATS[seat];
        let hexes: Vec<_> = rules.board.hexes().collect();
        let cards = |set: u32| {
            let deck = &rules.decks[seat];
            let ids: Vec<&str> =
                (0..deck.len()).filter(|i| set >> i & 1 == 1).map(|i| deck[i].id.as_str()).collect();
            dash(ids.join(" "))
        };
        let mut add = |key: &str, value: String| fields.push((format!("{name}.{key}"), value));
        let gone = figure.hex == GONE;
        add("hex", if gone { "-".into() } else { rules.board.name(hexes[usize::from(figure.hex)]).into() });
        if gone {
            add("score", figure.score.to_string());
            continue;
        }
        add("facing", champions_combat::hex::Direction::N.turned(usize::from(figure.facing)).name().into());
        add(
            "style",
            if figure.style == NO_STYLE {
                "-".into()
            } else {
                rules.styles[usize::from(figure.style)].id.clone()
            },
        );
        add("power", figure.power.to_string());
        add("score", figure.score.to_string());
        add("hand", cards(figure.hand));
        add("discard", cards(figure.discard));
    }
    if !matches!(state.step, Step::Style | Step::Hand | Step::Row | Step::Over) {
        let laid = usize::from(state.halves[0] + state.halves[1]);
        let row: Vec<&str> =
            state.row[..laid].iter().map(|&seat| notation::SEATS[usize::from(seat)]).collect();
        fields.push(("row".into(), row.join(" ")));
        fields.push(("slot".into(), state.slot.to_string()));
    }
    if state.step == Step::Walk {
        let from = rules.board.name(rules.board.hex(state.walk_from));
        fields.push(("walk.start".into(), from.to_owned()));
        fields.push(("walk.left".into(), state.walk_left.to_string()));
    }
    let letters = |set: u8| dash(seats(set).map(|seat| notation::SEATS[seat]).collect::<Vec<_>>().join(" "));
    fields.push(("round".into(), state.round.to_string()));
    fields.push(("attack.targets".into(), letters(state.targets)));
    fields.push(("attack.behind".into(), letters(state.behind)));
    if state.step != Step::Roll {
        let hits = seats(state.targets).map(|seat| format!("{} {}", notation::SEATS[seat], state.hits[seat]));
        fields.push(("attack.hits".into(), dash(hits.collect::<Vec<_>>().join(" "))));
    }
    if state.step == Step::Over {
        let how = if state.capped { " capped" } else { "" };
        fields.push(("result".into(), format!("{}{how}", letters(rounds::winners(rules, state)))));
    } else {
        fields.push(("resigning".into(), letters(state.leaving)));
        fields.push(("result".into(), "-".into()));
    }
    fields
}

/// The same setup for both.
struct Both {
    start: engine::Start<ChampionsCombat>,
    setup: plain::Setup,
}

impl Both {
    fn standard(players: usize) -> Self {
        Self::new(&format!("players={players}"), &Sources::none(), plain::Setup::standard(players))
    }

    fn new(settings: &str, sources: &Sources, setup: plain::Setup) -> Self {
        let start = ChampionsCombat::compile(&Settings::parse(settings).unwrap(), sources);
        Self { start: start.unwrap_or_else(|faults| panic!("{faults}")), setup }
    }

    /// A board with walls, and two decks: the shipped one for the first seat, one with equal faces for the rest.
    fn walled(players: usize) -> Self {
        let cards = [
            ("T01", "1", "db", "x"),
            ("T02", "1", "db", "x"),
            ("T03", "1z", "dp", "1"),
            ("T04", "1z", "dp", "1"),
            ("T05", "0+", "ddf-", "xx-"),
            ("T06", "++", "dd", "2-"),
            ("T07", "1", "db", "x"),
        ];
        let mut sources = Sources::none();
        sources.push("twins.toml", toml(&cards));
        let mut setup = plain::Setup::standard(players);
        let twins: Vec<_> = cards.iter().map(|(id, m, a, r)| plain::Card::new(id, m, a, r)).collect();
        for seat in 1..players {
            setup.decks[seat].clone_from(&twins);
        }
        setup.hand_size = 6;
        setup.round_cap = 30;
        let (board, name) = if players == 3 {
            let mut board = plain::Board::hexagon(3);
            board.walls = ["D3", "E4", "C4"].map(|name| board.by_name(name).unwrap()).to_vec();
            board.add_start(&[("D1", "S"), ("G4", "NW"), ("A4", "NE")]);
            (board, "three-pillars")
        } else {
            let whole = plain::Board::hexagon(4).hexes;
            let mut board =
                plain::Board::new(whole.into_iter().filter(|hex| ![(-4, 0), (4, 0)].contains(hex)).collect());
            board.walls = ["B3", "C4", "G4", "H4"].map(|name| board.by_name(name).unwrap()).to_vec();
            board.add_start(&[("E1", "S"), ("E9", "N")]);
            board.add_start(&[("C1", "SE"), ("G1", "SW"), ("G7", "NW"), ("C7", "NE")]);
            (board, "gate-59")
        };
        setup.board = board;
        let decks = ["standard", "twins.toml", "twins.toml", "twins.toml"][..players].join(",");
        let settings = format!("players={players} board={name} decks={decks} hand_size=6 round_cap=30");
        Self::new(&settings, &sources, setup)
    }

    /// Cards that no shipped deck has: long walks, displacing ones, every mix of effects, other options.
    fn odd(players: usize) -> Self {
        let cards = [
            ("X01", "3+", "dbpf", "0x"),
            ("X02", "2z", "ddbp", "3"),
            ("X03", "4-", "dpf+", "1xx"),
            ("X04", "3z+", "db", "4-"),
            ("X05", "0", "dddd-", "x+"),
            ("X06", "1z", "dbf", "2"),
            ("X07", "+", "dfp", "1+"),
            ("X08", "z1", "d++", "--1x"),
            ("X09", "1", "dd", "x"),
        ];
        let mut sources = Sources::none();
        sources.push("odd.toml", toml(&cards));
        let deck: Vec<_> = cards.iter().map(|(id, m, a, r)| plain::Card::new(id, m, a, r)).collect();
        let styles = &["S5", "S3", "S5", "S1"][..players];
        let mut setup = plain::Setup::standard(players);
        setup.decks = vec![deck; players];
        setup.styles = Some(styles.iter().map(|&id| id.to_owned()).collect());
        (setup.push_away, setup.fumble_must_turn) = (true, false);
        (setup.win_score, setup.hand_size, setup.round_cap) = (12, 3, 25);
        let settings = format!(
            "players={players} styles={} win_score=12 hand_size=3 round_cap=25 push_direction=away fumble_must_turn=no",
            styles.join(",")
        );
        Self::new(&settings, &sources, setup)
    }
}

fn toml(cards: &[(&str, &str, &str, &str)]) -> String {
    let card = |(id, m, a, r): &(&str, &str, &str, &str)| {
        format!("[[card]]\nid = \"{id}\"\nmove = \"{m}\"\nattack = \"{a}\"\nreaction = \"{r}\"\n")
    };
    cards.iter().map(card).collect()
}

/// The same action naming any copy of its card.
fn another_copy(rules: &Rules, state: &State, action: Action, rng: &mut Rng) -> Action {
    let Some(seat) = state.waits_for() else { return action };
    let deck = &rules.decks[seat];
    let mut copy = |card: u8| {
        let face = |card: usize| (deck[card].walk, deck[card].attack, deck[card].reaction);
        let copies: Vec<usize> = (0..deck.len()).filter(|&i| face(i) == face(usize::from(card))).collect();
        *rng.one_of(&copies) as u8
    };
    match action.deed() {
        Deed::Play(play) => Deed::Play(Play { card: copy(play.card), ..play }).into(),
        Deed::React(react) => Deed::React(React { card: copy(react.card), ..react }).into(),
        _ => action,
    }
}

/// Plays one game on both sides. Gives the number of decisions.
fn play(both: &Both, policy: Policy, seed: u64, resigning: bool) -> u64 {
    let mut rng = Rng::from_number(seed);
    let (rules, players) = (&*both.start.rules, both.setup.players);
    let mut state = both.start.state;
    let mut game = plain::Game::new(both.setup.clone());
    let mut decisions = 0;
    for step in 0.. {
        let place = || format!("seed {seed}, step {step}, {:?}", state.step);
        let dump = game.dump();
        for (key, value) in describe(rules, &state) {
            let other = &dump.iter().find(|(k, _)| *k == key).unwrap_or_else(|| panic!("no {key}")).1;
            assert_eq!(value, *other, "{}: {key}", place());
        }
        if resigning && state.step != Step::Over && rng.chance(1, 200) {
            let seat = rng.below(players as u32) as usize;
            if state.still_in() >> seat & 1 == 1 && state.leaving >> seat & 1 == 0 {
                ChampionsCombat::concede(rules, &mut state, Seat::new(seat as u8), &mut NoLog);
                game.resign(seat).unwrap_or_else(|error| panic!("{error}"));
                continue;
            }
        }
        let (actor, action) = match (state.step, state.waits_for()) {
            (Step::Over, _) => {
                assert!(matches!(game.actor(), plain::Actor::Over), "{}", place());
                return decisions;
            }
            (_, None) => {
                assert!(
                    matches!(game.actor(), plain::Actor::Chance),
                    "{}: {:?}",
                    place(),
                    game.chance_kind()
                );
                (Actor::Chance, ChampionsCombat::sample(rules, &state, &mut rng))
            }
            (_, Some(seat)) => {
                assert!(matches!(game.actor(), plain::Actor::Seat(other) if other == seat), "{}", place());
                let actor = Actor::Seat(Seat::new(seat as u8));
                let mut actions = Actions::new();
                ChampionsCombat::legal(rules, &state, Seat::new(seat as u8), &mut actions);
                assert!(actions.is_sorted_by(|a, b| a < b), "{}: canonical order", place());
                let texts: Vec<String> = actions
                    .iter()
                    .map(|&action| action_text::<ChampionsCombat>(rules, actor, action))
                    .collect();
                assert_eq!(texts, game.legal(), "{}", place());
                let default = ChampionsCombat::default_action(rules, &state, Seat::new(seat as u8));
                let default = action_text::<ChampionsCombat>(rules, actor, default);
                assert_eq!(default, game.default_action(), "{}", place());
                let (picked, count) = ChampionsCombat::pick(
                    rules,
                    &state,
                    Seat::new(seat as u8),
                    &mut Rng::from_number(decisions),
                );
                assert!(actions.contains(&picked), "{}: {picked:?} is picked", place());
                assert_eq!(count as usize, actions.len(), "{}: options counted", place());
                // Now and then every option is picked in the end.
                if decisions % 50 == 0 || (state.step == Step::React && decisions % 3 == 0) {
                    let mut rng = Rng::from_number(decisions);
                    let picks = (0..actions.len() * 40)
                        .map(|_| ChampionsCombat::pick(rules, &state, Seat::new(seat as u8), &mut rng).0);
                    let found: std::collections::BTreeSet<Action> = picks.collect();
                    assert_eq!(found.len(), actions.len(), "{}: some options are never picked", place());
                }
                decisions += 1;
                (actor, choose(rules, policy, &actions, &mut rng))
            }
        };
        let named = another_copy(rules, &state, action, &mut rng);
        assert_eq!(ChampionsCombat::refuse(rules, &state, actor, named), None, "{}: {named:?}", place());
        assert_eq!(ChampionsCombat::as_listed(rules, &state, actor, named), action, "{}", place());
        let text = action_text::<ChampionsCombat>(rules, actor, named);
        ChampionsCombat::apply(rules, &mut state, actor, action, &mut NoLog);
        game.apply(&text).unwrap_or_else(|error| panic!("seed {seed}, step {step}: `{text}`: {error}"));
    }
    unreachable!("a game ends")
}

/// At least so many decisions of every kind of game: players, cards and policy.
fn many(decisions: u64) {
    let mut total = (0, 0);
    for players in 2..=4 {
        let kinds = [
            ("standard", Both::standard(players)),
            ("odd", Both::odd(players)),
            ("walled", Both::walled(players)),
        ];
        for (cards, both) in kinds {
            for policy in [Policy::Uniform, Policy::Lively] {
                let (mut done, mut seed) = (0, 0);
                while done < decisions {
                    // In every third game somebody may leave.
                    done += play(&both, policy, seed * 10 + players as u64, seed % 3 == 2);
                    seed += 1;
                }
                println!(
                    "{players} players, {cards} cards, {}: {seed} games, {done} decisions",
                    policy.name()
                );
                total = (total.0 + seed, total.1 + done);
            }
        }
    }
    println!("{} games, {} decisions, no difference", total.0, total.1);
}

#[test]
fn both_play_the_same() {
    many(300);
}

#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_both_play_the_same() {
    many(600_000);
}
