//! Scores: games written down for people, and read back.

use engine::{Actions, Actor, Game as _, NoLog, Rng, Seat, Settings, Sources, Start, Turn};
use time_rift::TimeRift;
use time_rift::position::name_of;
use time_rift::rules::Rules;
use time_rift::score::{self, Step};
use time_rift::state::State;

/// Two weapons and a Champion that are made for the examples.
const DRILL: &str = r#"
[[card]]
id = "twin-dice"
name = "Twin Dice"
type = "Weapon"
element = "Void"
initiative = 5
cost = 1
damage = 2
hands = 1
region = "Asia"
culture = "Japanese"
grid = """
. . .
+0 +1 +0
. ^ .
. . .
"""
text = "When you roll attack dice with this card, roll 1 extra die and keep 2."
[[card]]
id = "lunge"
name = "Lunge"
type = "Weapon"
element = "Void"
initiative = 5
cost = 1
damage = 2
hands = 1
region = "Asia"
culture = "Japanese"
grid = """
. . .
. +2 .
. ^ .
. . .
"""
text = "On reveal, you may **Combo** to make a free weapon attack with this card from any facing."
[[card]]
id = "storm"
name = "Storm"
type = "Champion"
element = "Void"
initiative = 5
life = 3
agility = 3
damage = 1
def = 0
region = "Asia"
culture = "Japanese"
rift = "Red"
grid = """
. . .
. +2 .
. ^ .
. . .
"""
text = "Pay 1 Action: **Push** each enemy within 2 spaces up to 2 spaces. Pay 1 Action: **Pull** each enemy 1 space."
"#;

fn setup(text: &str) -> Start<TimeRift> {
    let settings = Settings::parse(text).expect("settings");
    let mut sources = Sources::none();
    sources.push("drill.toml", DRILL);
    TimeRift::compile(&settings, &sources).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

/// The score of a few actions from a position: `W Bxc2; C dice(34)`.
fn score_from(text: &str, position: &str, script: &str) -> String {
    let Start { rules, state } = setup(text);
    let start = match position {
        "" => state,
        _ => {
            TimeRift::read_position(&rules, position).unwrap_or_else(|faults| panic!("{position}: {faults}"))
        }
    };
    let (mut state, mut steps) = (start.clone(), Vec::new());
    for line in script.split("; ") {
        let (name, text) = line.split_once(' ').expect("who and what");
        let seat = (0..rules.players).find(|&seat| name_of(&state, seat) == name);
        let actor = seat.map_or(Actor::Chance, |seat| Actor::Seat(Seat::new(seat)));
        let action = TimeRift::read_action(&rules, actor, text).unwrap_or_else(|fault| panic!("{fault}"));
        let refusal = TimeRift::refuse(&rules, &state, actor, action);
        assert!(refusal.is_none(), "{line}: {refusal:?}");
        let step = Step::Act(actor, action);
        perform(&rules, &mut state, &step);
        steps.push(step);
    }
    let written = score::write(&rules, &start, &steps);
    let read = score::read(&rules, &start, &written).unwrap_or_else(|fault| panic!("{fault}\n{written}"));
    assert_eq!(read, steps, "{written}");
    written
}

fn perform(rules: &Rules, state: &mut State, step: &Step) {
    match step {
        Step::Act(actor, action) => TimeRift::apply(rules, state, *actor, *action, &mut NoLog),
        Step::Concede(seat) => TimeRift::concede(rules, state, *seat, &mut NoLog),
        Step::Sealed(_) => unreachable!("sealed choices come one by one"),
        Step::Back(_) | Step::Edition(_) => unreachable!("only what led to the position is written down"),
    }
}

/// Plays a game, lively or at random, now and then with somebody giving up. Gives its steps and its last position.
fn game(start: &Start<TimeRift>, rng: &mut Rng) -> (Vec<Step>, State) {
    let rules = &*start.rules;
    let lively = rng.chance(3, 4);
    let quitter = rng.chance(1, 8).then(|| rng.below(120));
    let (mut state, mut steps) = (start.state.clone(), Vec::new());
    loop {
        let step = match TimeRift::turn(rules, &state) {
            Turn::Over => return (steps, state),
            _ if quitter == Some(steps.len() as u32) && state.living() != 0 => {
                let living: Vec<u8> =
                    (0..rules.players).filter(|&seat| state.living() >> seat & 1 == 1).collect();
                Step::Concede(Seat::new(*rng.one_of(&living)))
            }
            Turn::Chance => Step::Act(Actor::Chance, TimeRift::sample(rules, &state, rng)),
            Turn::Players(seats) => {
                let seat = seats.iter().next().expect("somebody acts");
                let mut offered = Actions::new();
                TimeRift::legal(rules, &state, seat, &mut offered);
                let action =
                    if lively { TimeRift::lively(rules, &offered, rng) } else { *rng.one_of(&offered) };
                Step::Act(Actor::Seat(seat), action)
            }
        };
        perform(rules, &mut state, &step);
        steps.push(step);
    }
}

#[testkit::rules("TR-R152")]
#[test]
fn of_several_that_move_at_once_it_is_told_who_is_stopped() {
    let written = score_from(
        "mode=fist players=3 decks=storm,storm,storm",
        "tr1 fist; R1 T2 > W S E turn W spent 0; W storm@b2E L3 A3; S storm@c2N L3 A3; E storm@d2W L3 A3; idle",
        "W *0.1; W c2>E2; W d2>E1",
    );
    assert_eq!(written, "W: *0.1 c2>E2 d2>E1 c2#0 d2#0");
}

/// The fourteen examples of the model, each from a position that leads to it.
#[test]
fn the_examples_of_the_model() {
    let fist = "mode=fist pure=on";
    let first = score_from(fist, "", "W @a2E; E @c2W");
    assert_eq!(first, "W@a2E\nE@c2W\nR1 > E W");
    let second = score_from(
        "decks=spartacus,musashi",
        "",
        "W @a2E; E @c2W; W s1=gladius-of-the-revolt; E s1=way-of-the-empty-sky; W s2=arena-manica; E s2=carved-oar; \
         W s3=retiarius-net; E s3=long-sword-of-two-heavens; W s4=brothers-in-chains; E s4=short-sword-of-two-heavens",
    );
    assert!(second.ends_with("\nR1 W=gladius-of-the-revolt/5 E=way-of-the-empty-sky/9 > E W"), "{second}");
    assert!(second.contains("\ns1 W=gladius-of-the-revolt E=way-of-the-empty-sky\n"), "{second}");
    for (setup, position, script, wanted) in [
        (
            fist,
            "tr1 fist pure=on; R1 T2 > W E turn W spent 0; W spartacus@a2E L10 A4; E miyamoto-musashi@d2W L8 A4; idle",
            "W a2-b2E; W b2-c2E; W Bxd2; C dice(34); C dice(55); W .",
            "W: a2-b2E b2-c2E Bxd2[34|55+1]!!2 .",
        ),
        (
            fist,
            "tr1 fist pure=on; R1 T2 > E W turn E spent 0; W spartacus@d3S L10 A4; E zheng-yi-sao@d2W L8 A5; idle",
            "E d2=N; E Bxd3; C dice(61); C dice(24); E .",
            "E: d2=N Bxd3[61|24]- .",
        ),
        (
            "",
            "tr1 normal; R1 T2 > W E turn W spent 0; W zheng-yi-sao@c2N L8 A5; E miyamoto-musashi@c3S L8 A4 1:arena-manica; idle",
            "W Bxc3; C dice(26); C dice(45); W .",
            "W: Bxc3[26+1|45t]- .",
        ),
        (
            fist,
            "tr1 fist pure=on; R1 T2 > E W turn E spent 0; W zheng-yi-sao@b2N L8 A5; E zheng-yi-sao@b3S L8 A5; idle",
            "E Bxb2; C dice(33); C dice(15); C dice(5); E .",
            "E: Bxb2[33|15d5]!1 .",
        ),
        (
            "",
            "tr1 normal; R1 T2 > E W turn E spent 0; W spartacus@c2N L10 A4; E miyamoto-musashi@d2W L8 A4 1:twin-dice; idle",
            "E L1xc2; C dice(25); C dice(44); C dice(6); E k12; E .",
            "E: L1xc2[25|446>44+1]!!4 .",
        ),
        (
            "",
            "tr1 normal; R2 T2 > W E turn W spent 0; W spartacus@b2E L10 A4; E zheng-yi-sao@c2W L8 A5 2:quilted-sea-coat; idle",
            "W Bxc2; E *2.1; E c2-d2W; W .",
            "W: Bxc2{E: *2.1 c2-d2W}~ .",
        ),
        (
            "",
            "tr1 normal; R4 T2 > W E turn W spent 0; W spartacus@a3E L10 A4 4:retiarius-net; E zheng-yi-sao@c3W L8 A5; idle",
            "W *4.1(c3); W c3>W1; W .",
            "W: *4.1(c3) c3>W1 .",
        ),
        (
            "",
            "tr1 normal; R1 T2 > E W turn E spent 0; W spartacus@a1E L10 A4; E zheng-yi-sao@b2W L8 A5; idle",
            "E *0.1; E b2^d3S; E .",
            "E: *0.1 b2^d3S .",
        ),
        (
            "",
            "tr1 normal; R4 T2 > E W turn E spent 0; W spartacus@d1E L10 A4; E zheng-yi-sao@a2W L8 A5 4:red-flag-boarders; idle",
            "E *4.1; E +4a3E; E a2-b2N; E .",
            "E: *4.1 +4a3E a2-b2N .",
        ),
        (
            fist,
            "tr1 fist pure=on; R1 T2 > W E turn W spent 0; W spartacus@c2E L10 A4; E miyamoto-musashi@d2W L1 A4; idle",
            "W Bxd2; C dice(11); C dice(66)",
            "W: Bxd2[11|66+1]!!2\n# W ko",
        ),
        (
            "",
            "tr1 normal; R2 T2 > W E turn E spent 1; W kamehameha@a1E L9 A0 2:torc-and-woad; E joan-of-arc@d4W L6 A3; idle",
            "E .; E *0.1; W *2.1",
            "E: .\nR3 > E W\n(W-ROUND-START) E: *0.1 W: *2.1",
        ),
        (
            "slots=1",
            "tr1 normal slots=1; R0 Z4 > turn - spent 0; W miyamoto-musashi@c2N L8 A0 1:(lunge); E spartacus@b2E L10 A0 1:(arena-manica); seal D4 1",
            "W s1=lunge; E s1=arena-manica; W *1.1; W fL1xb2W; C dice(43); C dice(24)",
            "s1 W=lunge E=arena-manica\nR1 W=lunge/5 E=arena-manica/7 > E W\n(W-REVEAL) W: *1.1 fL1xb2W[43|24+2]!2",
        ),
    ] {
        assert_eq!(score_from(setup, position, script), wanted, "{position}");
    }
}

/// The score in the document is one.
#[test]
fn the_document_shows_a_score() {
    let document = include_str!("../../../docs/time-rift.md");
    let (_, block) = document.split_once("```\nW@a2E\n").expect("a score in the document");
    let text = format!("W@a2E\n{}", block.split("\n```").next().expect("its end"));
    let Start { rules, state } = setup("mode=fist pure=on");
    let steps = score::read(&rules, &state, &text).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(steps.len(), 2 + 5 + 5);
}

#[test]
fn a_score_that_does_not_fit_is_refused_at_its_line() {
    let Start { rules, state } = setup("mode=fist pure=on");
    for (text, words) in [
        ("W@a2E\nE@c2W\nR1 > W E", "line 3: the game cannot go on as in `R1 > W E`; there comes `E W`"),
        (
            "W@a2E\nE@c2W\nR1 > E W\nE: c2-e2W",
            "line 4: the game cannot go on as in `E: c2-e2W`; there it could be E: c2-",
        ),
        ("W@a9E", "line 1: the game cannot go on as in `W@a9E`; there it could be W: @a1E or"),
        (
            "W@a2E\nE@c2W\nR1 > E W\nE: c2-b2W Bxa2[34|99",
            "line 4: the game cannot go on as in `E: c2-b2W Bxa2[34|99`; dice fall there",
        ),
        (
            "W: concede\n# E concede\nW@a2E",
            "line 3: the game cannot go on as in `W@a2E`; the game is over there",
        ),
        ("W@a2E\nE@c2W", "line 2: the game cannot go on as in `E@c2W`; there comes `R1 > E W`"),
        ("W@ä2E", "line 1: the game cannot go on"),
    ] {
        let fault = score::read(&rules, &state, text).expect_err(text);
        assert!(fault.to_string().starts_with(words), "{fault}");
    }
    let long = "W@a2E\n".repeat(1 << 18);
    assert!(score::read(&rules, &state, &long).is_err());
    assert_eq!(score::read(&rules, &state, ""), Ok(Vec::new()));
    assert_eq!(score::write(&rules, &state, &[]), "");
}

/// Whatever is done to a score, it is refused or is the score of another game.
#[test]
fn damaged_scores_are_refused_or_read_as_they_are() {
    let rng = &mut Rng::from_number(3);
    let mut refused = 0;
    for text in ["mode=fist", "decks=zheng,joan", "mode=ffa players=3 life_cap=4"] {
        let start = setup(text);
        let (steps, _) = game(&start, rng);
        let written = score::write(&start.rules, &start.state, &steps);
        for _ in 0..100 {
            let mut damaged: Vec<u8> = written.bytes().collect();
            let at = rng.below(damaged.len() as u32) as usize;
            match rng.below(3) {
                0 => drop(damaged.remove(at)),
                1 => damaged.insert(at, *rng.one_of(&damaged)),
                _ => damaged[at] = *rng.one_of(&damaged),
            }
            let damaged = String::from_utf8(damaged).expect("scores are ASCII");
            match score::read(&start.rules, &start.state, &damaged) {
                Ok(read) => assert_eq!(score::write(&start.rules, &start.state, &read), damaged),
                Err(fault) => {
                    assert!(fault.to_string().starts_with("line "), "{fault}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

/// Every mode, every option that changes what is written, and every ready deck.
const SETUPS: &[&str] = &[
    "decks=spartacus,musashi",
    "decks=boudica,leonidas",
    "decks=zheng,joan",
    "decks=cleopatra,khutulun",
    "decks=shaka,hannibal",
    "decks=kamehameha,lautaro",
    "decks=tecumseh,zhuge",
    "decks=lakshmibai,caterina",
    "decks=spartacus|boudica,cleopatra|musashi life_cap=6",
    "mode=ffa players=3",
    "mode=ffa players=4 life_cap=5",
    "mode=fist",
    "mode=fist players=4",
    "match=3",
    "match=5",
    "mode=fist pure=on life_cap=3 decks=spartacus,spartacus",
    "mode=1v2",
    "mode=1v3 life_cap=4",
    "mode=2v2",
    "mode=3v3 life_cap=4",
    "mode=tire",
    "mode=tire players=4",
    "field=spiked-pit decks=lautaro,khutulun",
    "field=bear-garden decks=tecumseh,zheng",
    "field=pillars mode=ffa players=3",
    "field=old-wall decks=joan,zhuge rounds=1 lap_cap=1",
    "arena=5 features=pit@b2,obstacle@c4 decks=boudica,shaka",
    "quick=on initial_facing=center rounds=2 slots=2",
    "mode=fist players=3 decks=storm,storm,storm features=pit@b2,spike@d2E",
];

fn round_trips(games: u64) {
    for (nth, text) in SETUPS.iter().enumerate() {
        let start = setup(text);
        for seed in 0..games {
            let rng = &mut Rng::from_number(1000 * nth as u64 + seed);
            let (steps, end) = game(&start, rng);
            let written = score::write(&start.rules, &start.state, &steps);
            let read = score::read(&start.rules, &start.state, &written)
                .unwrap_or_else(|fault| panic!("{text}, game {seed}: {fault}\n{written}"));
            let mut state = start.state.clone();
            for step in &read {
                perform(&start.rules, &mut state, step);
            }
            assert_eq!(score::write(&start.rules, &start.state, &read), written, "{text}, game {seed}");
            assert_eq!(state, end, "{text}, game {seed}:\n{written}");
            if read != steps {
                let at = read.iter().zip(&steps).position(|(a, b)| a != b).unwrap_or(0);
                let show = |steps: &[Step]| {
                    steps[at.saturating_sub(2)..]
                        .iter()
                        .take(6)
                        .map(|step| match step {
                            Step::Act(actor, action) => format!(
                                "{actor} {}",
                                engine::action_text::<TimeRift>(&start.rules, *actor, *action)
                            ),
                            step => format!("{step:?}"),
                        })
                        .collect::<Vec<_>>()
                        .join(", ")
                };
                panic!("{text}, game {seed}:\n{written}\nread {}\nwas {}", show(&read), show(&steps));
            }
        }
    }
}

#[test]
fn a_score_is_read_back_to_the_game() {
    round_trips(20);
}

#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_a_score_is_read_back_to_the_game() {
    round_trips(2_000);
}
