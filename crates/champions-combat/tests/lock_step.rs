//! The fast rules and the plain ones, action by action: the same options in the same order, the same
//! positions, the same results. They share no code and talk in notation only.

use champions_combat::action::Action;
use champions_combat::setup::{self, Rules};
use champions_combat::state::{GONE, NO_STYLE, State, Step};
use champions_combat::{flow, notation};
use champions_combat_plain as plain;
use engine::{Actions, Rng, Settings, Sources};

/// How a player chooses among the options.
#[derive(Clone, Copy, PartialEq)]
enum Policy {
    Uniform,
    Lively,
}

fn choose(policy: Policy, actions: &[Action], rng: &mut Rng) -> Action {
    let bold: Vec<Action> = actions
        .iter()
        .copied()
        .filter(|action| {
            matches!(action, Action::Play(play) if play.attack) || matches!(action, Action::React(_))
        })
        .collect();
    if policy == Policy::Lively && !bold.is_empty() && rng.chance(1, 2) {
        return *rng.one_of(&bold);
    }
    if policy == Policy::Lively && actions.contains(&Action::Decline) {
        return Action::Decline;
    }
    *rng.one_of(actions)
}

/// How chance falls, as an action and as text. Hands are dealt with the lowest copies of equal faces.
fn fall(rules: &Rules, state: &State, rng: &mut Rng) -> (Action, String) {
    let seat = usize::from(state.current);
    let action = match state.step {
        Step::Style => {
            let free: Vec<u8> = (0..rules.styles.len() as u8)
                .filter(|style| state.figures.iter().all(|figure| figure.style != *style))
                .collect();
            Action::Style(seat as u8, *rng.one_of(&free))
        }
        Step::Hand => {
            let mut cards: Vec<usize> = (0..rules.decks[seat].len()).collect();
            rng.shuffle(&mut cards);
            cards.truncate(usize::from(rules.hand_size));
            cards.sort_unstable();
            let mut hand = 0u32;
            for card in cards {
                let family = rules.twins[seat][card] | 1 << card;
                let lowest = (0..=card).find(|c| family >> c & 1 == 1 && hand >> c & 1 == 0);
                hand |= 1 << lowest.unwrap_or(card);
            }
            Action::Hand(seat as u8, hand)
        }
        Step::Row => {
            let mut seats: Vec<u8> = (0..4).filter(|&s| state.still_in() >> s & 1 == 1).collect();
            rng.shuffle(&mut seats);
            let packed = seats.iter().enumerate().fold(0, |set, (i, s)| set | s << (2 * i));
            Action::Row(seats.len() as u8, packed)
        }
        Step::Roll => {
            let dice = flow::dice(rules, state);
            let count = state.targets.count_ones() * u32::from(dice);
            let faces = (0..count).fold(0u64, |set, die| set | u64::from(1 + rng.below(6)) << (3 * die));
            return (Action::Roll(faces), notation::write_roll(state.targets, dice, faces));
        }
        step => panic!("{step:?} is no chance"),
    };
    (action, notation::write(rules, seat, action))
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
        add(
            "hex",
            if figure.hex == GONE { "-".into() } else { rules.board.name(hexes[usize::from(figure.hex)]) },
        );
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
    fields.push(("round".into(), state.round.to_string()));
    fields
}

/// The same setup for both.
struct Both {
    rules: Rules,
    setup: plain::Setup,
}

impl Both {
    fn standard(players: usize) -> Self {
        Self::new(&format!("players={players}"), &Sources::none(), plain::Setup::standard(players))
    }

    fn new(settings: &str, sources: &Sources, setup: plain::Setup) -> Self {
        let rules =
            setup::rules(&Settings::parse(settings).unwrap(), sources).unwrap_or_else(|f| panic!("{f}"));
        Self { rules, setup }
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
        let toml = cards.map(|(id, m, a, r)| {
            format!("[[card]]\nid = \"{id}\"\nmove = \"{m}\"\nattack = \"{a}\"\nreaction = \"{r}\"\n")
        });
        let mut sources = Sources::none();
        sources.push("odd.toml", toml.concat());
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

/// Plays one game on both sides. Gives the number of decisions.
fn play(both: &Both, policy: Policy, seed: u64, resigning: bool) -> u64 {
    let mut rng = Rng::from_number(seed);
    let (rules, players) = (&both.rules, both.setup.players);
    let mut state = flow::start(rules);
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
                flow::resign(rules, &mut state, seat);
                game.resign(seat).unwrap_or_else(|error| panic!("{error}"));
                continue;
            }
        }
        let (action, text) = match (state.step, state.waits_for()) {
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
                fall(rules, &state, &mut rng)
            }
            (_, Some(seat)) => {
                assert!(matches!(game.actor(), plain::Actor::Seat(other) if other == seat), "{}", place());
                let mut actions = Actions::new();
                flow::legal(rules, &state, &mut actions);
                assert!(actions.is_sorted_by(|a, b| a < b), "{}: canonical order", place());
                let texts: Vec<String> =
                    actions.iter().map(|&action| notation::write(rules, seat, action)).collect();
                assert_eq!(texts, game.legal(), "{}", place());
                let default = flow::default_action(rules, &state, seat);
                assert_eq!(notation::write(rules, seat, default), game.default_action(), "{}", place());
                decisions += 1;
                let action = choose(policy, &actions, &mut rng);
                (action, notation::write(rules, seat, action))
            }
        };
        flow::apply(rules, &mut state, action);
        game.apply(&text).unwrap_or_else(|error| panic!("seed {seed}, step {step}: `{text}`: {error}"));
    }
    unreachable!("a game ends")
}

fn many(games: u64) {
    let mut decisions = 0;
    for players in 2..=4 {
        for both in [Both::standard(players), Both::odd(players)] {
            for policy in [Policy::Uniform, Policy::Lively] {
                for seed in 0..games {
                    decisions += play(&both, policy, seed * 10 + players as u64, seed % 3 == 2);
                }
            }
        }
    }
    assert!(decisions > games * 100, "{decisions} decisions");
}

#[test]
fn both_play_the_same() {
    many(3);
}

#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_both_play_the_same() {
    many(1_000);
}
