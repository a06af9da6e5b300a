//! The language of scenarios: what its statements do, and what is said where they fail.

use std::path::PathBuf;

use testkit::scenario::{Scenario, run_text, run_text_of};

/// Runs one block. Its first line is line 3.
fn block(block: &str) -> Scenario {
    run_text(&format!("# A block\n```play\n{block}\n```\n"), &games::registry()).remove(0)
}

fn told(scenario: &Scenario) -> Vec<String> {
    scenario.failures.iter().map(ToString::to_string).collect()
}

fn passes(text: &str) {
    assert_eq!(told(&block(text)), Vec::<String>::new(), "{text}");
}

/// The block has exactly these failures.
fn fails(text: &str, wanted: &[&str]) {
    assert_eq!(told(&block(text)), wanted, "{text}");
}

/// A card of Time Rift, of an element that stands in its line 5.
fn card(element: &str) -> String {
    format!(
        "[[card]]\nid = \"loaded\"\nname = \"Loaded\"\ntype = \"Inspiration\"\nelement = \"{element}\"\ninitiative = 4\n\
         region = \"Europe\"\nculture = \"Greek\"\ndesignation = [\"Dice\"]\n\
         text = \"Once per round, set one of your dice to 6.\"\n"
    )
}

const DUEL: &str = "position tr1 normal; R2 T2 > W E turn W spent 0; W spartacus@b2E L10 A4 1:loaded; \
                    E miyamoto-musashi@c2W L8 A4; idle";

/// A folder of this test, made anew.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("scenarios").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

#[test]
fn a_source_is_a_whole_file_in_the_block_or_beside_it() {
    let folder = folder("sources");
    std::fs::create_dir(folder.join("cards")).unwrap();
    std::fs::write(folder.join("cards/own.toml"), format!("\u{feff}{}", card("Wood"))).unwrap();
    std::fs::write(folder.join("cards/wrong.toml"), card("Cheese")).unwrap();
    std::fs::write(folder.join("cards/long.toml"), "#".repeat((1 << 20) + 1)).unwrap();
    std::fs::write(folder.join("cards/bytes.toml"), b"# one\n\xff").unwrap();
    let file = folder.join("deep").join("file.md");
    let run = |source: &str| {
        let text = format!("```play\ngame time-rift\n{source}\n{DUEL}\nexpect turn 0\n```\n");
        told(&run_text_of(&file, &text, &games::registry()).remove(0))
    };
    std::fs::create_dir(folder.join("deep")).unwrap();
    let none: [&str; 0] = [];
    assert_eq!(run(&format!("source cards.toml\n{}end source", card("Wood"))), none);
    assert_eq!(run("source cards.toml from ../cards/own.toml"), none);
    let told = run("source cards.toml from ../cards/wrong.toml");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("line 3: the setup is refused at ../cards/wrong.toml:5:"), "{told:?}");
    for (source, wanted) in [
        ("cards.toml from ../cards/none.toml", "line 3: cannot read `../cards/none.toml`: "),
        (
            "cards.toml from /etc/hostname",
            "line 3: `/etc/hostname` is no path from here; give it from the folder",
        ),
        ("cards.toml from ../cards", "line 3: `../cards` is no file; "),
        ("cards.toml from ../cards/long.toml", "line 3: `../cards/long.toml` has more than 250000 bytes; "),
        ("cards.toml from ../cards/bytes.toml", "line 3: `../cards/bytes.toml`: line 2 is not UTF-8 text; "),
        ("cards.toml from ", "line 3: the source does not end; add a line `end source`"),
    ] {
        let told = run(&format!("source {source}"));
        assert!(told.len() == 1 && told[0].starts_with(wanted), "{source}: {told:?}");
    }
    fails(
        "game time-rift\nsource cards.toml from own.toml",
        &["line 4: this text stands in no folder, so no file stands beside it; put the lines into the block"],
    );
}

#[test]
fn faults_of_cards_are_told_at_their_line_of_the_scenario() {
    let scenario = block(&format!(
        "game time-rift\nsource cards.toml\n{}end source\n{DUEL}\nexpect turn 0",
        card("Cheese")
    ));
    let told = told(&scenario);
    assert_eq!(told.len(), 1, "{told:?}");
    // Line 5 is the first one of the source, and the element stands in its line 5.
    assert!(told[0].starts_with("line 9: the setup is refused at column "), "{told:?}");
    assert!(told[0].contains(" (cards.toml:5): "), "{told:?}");
    // What is expected by its words is found all the same.
    passes(&format!(
        "game time-rift\nsource cards.toml\n{}end source\n{DUEL}\nexpect fault cards.toml:5:",
        card("Cheese")
    ));
    fails(
        "game nim\nsetup piles=3 misere=maybe\nposition 1 0\nexpect turn 0",
        &["line 4: the setup is refused for its option `misere`: `maybe` does not fit; give yes or no"],
    );
    let told_of_position = self::told(&block("game nim\n\nposition zzz\nexpect turn 0"));
    assert!(
        told_of_position[0].starts_with("line 5: the setup is refused for its position: "),
        "{told_of_position:?}"
    );
    fails(
        "game nim\nsetup misere=maybe\nexpect fault does not fit\n0: 1",
        &[
            "line 6: the setup was refused, so there is no game; end the block after the faults that it expects",
        ],
    );
}

#[test]
fn shows_tell_what_is_so_and_prove_nothing() {
    let scenario = block(
        "game kuhn-poker\nshow legal\nchance: deal K; show events; show events 1\nchance: deal Q\nshow legal 0\n\
         show position; show view 1; show view spectator: hands; show state paid\nexpect turn 0",
    );
    assert_eq!(told(&scenario), Vec::<String>::new());
    let shown: Vec<(usize, &str, &str)> = scenario
        .shown
        .iter()
        .map(|shown| (shown.line, shown.what.as_str(), shown.found.first().map_or("", String::as_str)))
        .collect();
    assert_eq!(
        shown,
        [
            (4, "legal", "chance: deal J 1"),
            (5, "events", "0 is dealt K (KUHN-2)"),
            (5, "events 1", "0 is dealt ? (KUHN-2)"),
            (7, "legal 0", "pass"),
            (8, "position", "KQ -"),
            (8, "view 1", "bets = \"\""),
            (8, "view spectator: hands", "hands = [\"?\",\"?\"]"),
            (8, "state paid", "paid = [1,1]"),
        ]
    );
    fails(
        "game nim\nshow position",
        &["line 4: the block shows nothing; expect something: a turn, an event, a refusal"],
    );
    fails(
        "game nim\nexpect turn 0\nshow postion",
        &["line 5: `show postion` is no statement; did you mean `position`?"],
    );
    fails(
        "game nim\nexpect turn 0\nshow view",
        &["line 5: nobody looks; write `show view SEAT` or `show view spectator`"],
    );
    fails(
        "game nim\nexpect turn 0\nshow position x",
        &["line 5: `show position` takes no more words; leave them out"],
    );
}

/// Every line that is shown can be expected as it stands.
#[test]
fn what_is_shown_can_be_expected() {
    for known in games::registry().iter() {
        let id = known.game.id();
        let scenario = block(&format!("game {id}\nseed 5\nshow state\nshow view 1\nexpect views equal 1 1"));
        assert_eq!(told(&scenario), Vec::<String>::new(), "{id}");
        let (state, view) = (&scenario.shown[0].found, &scenario.shown[1].found);
        let expected = state.iter().map(|line| format!("expect state {line}\n"));
        let seen = view.iter().map(|line| format!("expect view 1: {line}\n"));
        passes(&format!("game {id}\nseed 5\n{}", expected.chain(seen).collect::<String>()));
    }
}

#[test]
fn seats_are_called_as_the_file_calls_them() {
    let bouts = "game worlds-unchained\nseed 3\n";
    fails(&format!("{bouts}expect turn P1"), &["line 5: the turn should be `P1` and is `P1,P2`"]);
    fails(&format!("{bouts}expect turn 0"), &["line 5: the turn should be `0` and is `0,1`"]);
    fails(
        &format!("{bouts}expect options P2 = 9"),
        &["line 5: the number of options of P2 should be `9` and is `2`"],
    );
    fails(
        &format!("{bouts}expect options 1 = 9"),
        &["line 5: the number of options of seat 1 should be `9` and is `2`"],
    );
    fails(
        &format!("{bouts}p1: keep\nexpect sees P1: nonsense"),
        &[
            "line 6: P1 should see `nonsense`; seen: nothing; nothing has happened yet; a choice is owed by P2",
        ],
    );
    fails(&format!("{bouts}expect options P9 = 1"), &["line 5: `P9` is no seat; the seats are P1, P2"]);
    // Time Rift names its seats in the position.
    let duel = DUEL.replace(" 1:loaded", "");
    passes(&format!(
        "game time-rift\n{duel}\nexpect turn W\nexpect options E = 0\nW concedes\nexpect outcome -1 1"
    ));
    fails(&format!("game time-rift\n{duel}\nexpect turn E"), &["line 5: the turn should be `E` and is `W`"]);
    let shown = block(&format!("game time-rift\n{duel}\nexpect turn W\nshow legal"));
    assert!(shown.shown[0].found.iter().all(|line| line.starts_with("W: ")), "{:?}", shown.shown);
}

#[test]
fn failures_tell_the_difference_only() {
    let nine = "game tic-tac-toe\nexpect legal 0: ";
    fails(
        &format!("{nine}a1 | b1 | c1 | a2 | b2 | c2 | a3 | b3 | z9"),
        &["line 4: the options of seat 0 differ; missing: `z9`; too much: `c3`"],
    );
    fails(
        &format!("{nine}b1 | a1 | c1 | a2 | b2 | c2 | a3 | b3 | c3"),
        &[
            "line 4: the options of seat 0 differ; the order differs from entry 1 on: `b1` should stand there and `a1` does",
        ],
    );
    fails(
        &format!("{nine}none"),
        &[
            "line 4: the options of seat 0 differ; too much: `a1`, `b1`, `c1`, `a2`, `b2`, `c2`, `a3`, `b3`, and 1 more",
        ],
    );
    fails(
        "game kuhn-poker\nexpect chance deal J 1 | deal Q 2",
        &["line 4: the outcomes of chance differ; missing: `deal Q 2`; too much: `deal Q 1`, `deal K 1`"],
    );
    fails(
        "game goofspiel\nsetup cards=4\nexpect state hands.0 = [1,3,5]",
        &["line 5: `hands.0` differs; missing: `5`; too much: `2`, `4`"],
    );
    fails(
        "game goofspiel\nsetup cards=2\nexpect state hands = [[1,2],[1,3]]",
        &["line 5: `hands.1.1` should be `3` and is `2`"],
    );
    let duel = DUEL.replace(" 1:loaded", "");
    fails(
        &format!("game time-rift\n{duel}\nexpect {}", duel.replace("L8", "L9")),
        &[
            "line 5: the position should have `L9` and has `L8` as word 18, after `A4; E miyamoto-musashi@c2W`",
        ],
    );
}

#[test]
fn a_seat_that_times_out_plays_the_default() {
    // The default of Kuhn poker is what costs nothing.
    passes(
        "game kuhn-poker\nchance: deal K; chance: deal Q\n0 times out\nexpect event 0 passes (KUHN-3)\nexpect turn 1",
    );
    // A sealed choice stays sealed until the other one is made.
    passes(
        "game worlds-unchained\nseed 3\nP1 times out\nexpect turn P2\nP2 times out\nexpect not offered P1: keep",
    );
    fails(
        "game kuhn-poker\nchance: deal K; chance: deal Q\n1 times out",
        &["line 5: seat 1 owes no choice, so its time does not run; expect the turn first"],
    );
}

#[test]
fn scores_are_points_or_else_the_outcome() {
    passes(
        "game pig\nexpect score 0 0\n0: roll; chance: die 5; 0: stop\nexpect score 5 0; expect score 0 = 5; expect score 1 = 0",
    );
    passes("game goofspiel\nchance: prize 7\n0: bid 2; 1: bid 1\nexpect score 7 0");
    passes(
        "game champions-combat\nposition B D1 S S6 pw0 sc3 [K07 K10 K11 K15] () | G D7 N S5 pw0 sc1 [K02 K06 K08 K10] () | \
         round 1 row GB GB slot 0 | turn G\nexpect score 3 1; expect score G = 1",
    );
    passes(
        "game worlds-unchained\nposition WU1 standard b2/3 1-0-0 r3 power.bet selector P1 prime P1 | \
         P1 30 c:hollis-redrake | P2 30 c:brineheld-ossa,i1\nexpect score 1 0; expect score P1 = 1",
    );
    passes(
        "game kuhn-poker\nchance: deal K; chance: deal Q\n0: bet; 1: bet\nexpect score 2 -2; expect score 1 = -2",
    );
    fails("game pig\nexpect score 1 = 3", &["line 4: the score of seat 1 should be `3` and is `0`"]);
    fails(
        "game kuhn-poker\nexpect score 0 0",
        &[
            "line 4: Kuhn poker counts no points before its end; expect the score once it is over, or a value of the state",
        ],
    );
}

#[test]
fn views_are_compared() {
    let dealt = "game kuhn-poker\nchance: deal K; chance: deal Q\n";
    passes("game tic-tac-toe\nexpect views equal; expect views equal 0 spectator");
    fails(
        &format!("{dealt}expect views equal 0 1"),
        &["line 5: the views differ at `hands.0`: seat 0 sees `\"K\"` and seat 1 sees `\"?\"`"],
    );
    fails(
        &format!("{dealt}expect views equal spectator 1"),
        &["line 5: the views differ at `hands.1`: the spectator sees `\"?\"` and seat 1 sees `\"Q\"`"],
    );
    fails(
        &format!("{dealt}expect views equal"),
        &["line 5: the views differ at `hands.0`: seat 0 sees `\"K\"` and seat 1 sees `\"?\"`"],
    );
    fails(
        &format!("{dealt}expect views equal 0"),
        &["line 5: one view alone is equal to itself; name two seats, or a seat and `spectator`"],
    );
}

#[test]
fn semicolons_in_quotes_and_comments_separate_nothing() {
    let dealt = "game kuhn-poker\nchance: deal K; # the first card; dealt\nchance: deal Q\n";
    passes(&format!("{dealt}# 0: bet; 1: call\nexpect turn 0; # his; 1: call"));
    passes(&format!(
        "{dealt}0: bet; expect event \"0 bets\" (KUHN-3); expect no event \"bets; 1\"; expect turn 1"
    ));
    passes(&format!("{dealt}reject 0: \"bet; call\"; expect state bets = \"\"; 0: bet; expect turn 1"));
    fails(
        &format!("{dealt}expect event \"bets; 1\""),
        &["line 6: `\"bets; 1\"` should happen; seen: `1 is dealt Q (KUHN-2)`"],
    );
    fails(
        &format!("{dealt}expect no event bets; her money"),
        &["line 6: `her money` is no statement; see docs/scenarios.md for the statements; \
         words that hold a `;` stand between double quotes"],
    );
}

#[test]
fn near_words_are_suggested() {
    let taken = "game tic-tac-toe\n0: a1\n";
    // Put together here, so that it is no citation of a rule.
    let unknown = ["TTT", "33"].join("-");
    fails(
        &format!("{taken}refuse 1: a1 -> cell-takn"),
        &["line 5: `1: a1` should be refused with `cell-takn` and is with `cell-taken TTT-3`; \
         there is no code or rule `cell-takn`; did you mean `cell-taken`?"],
    );
    fails(
        &format!("{taken}refuse 1: a1 -> zebra"),
        &["line 5: `1: a1` should be refused with `zebra` and is with `cell-taken TTT-3`; \
         there is no code or rule `zebra`; docs/refusals.md lists the codes"],
    );
    fails(
        &format!("{taken}refuse 1: a1 -> {unknown}"),
        &[&format!(
            "line 5: `1: a1` should be refused with `{unknown}` and is with `cell-taken TTT-3`; \
             there is no code or rule `{unknown}`; did you mean `TTT-3`?"
        )],
    );
    fails(
        &format!("{taken}refuse 1: a1 -> TTT-1"),
        &["line 5: `1: a1` should be refused with `TTT-1` and is with `cell-taken TTT-3`"],
    );
    fails(
        &format!("{taken}refuse undo 1 -> nothing-undo"),
        &["line 5: `undo 1` should be refused with `nothing-undo` and is with `nothing-to-undo`; \
         there is no code or rule `nothing-undo`; did you mean `nothing-to-undo`?"],
    );
    fails(
        &format!("{taken}expect event a1 ({unknown})"),
        &[&format!("line 5: no event can cite `{unknown}`; did you mean TTT-3?")],
    );
    fails(
        &format!("{taken}expect no event z9 ({unknown})"),
        &[&format!("line 5: no event can cite `{unknown}`; did you mean TTT-3?")],
    );
    fails(
        "game pig\nexpect state score = [0,0]",
        &["line 4: there is no `score` in the position; did you mean `scores`?"],
    );
    fails(
        "game pig\nexpect state scores.9 = 0",
        &["line 4: there is no `9` in `scores`; it is a list; its entries are 0 to 1"],
    );
    fails(
        "game pig\nexpect state total.x = 0",
        &["line 4: there is no `x` in `total`; it is `0`, which has no parts"],
    );
    fails(
        "game pig\nexpect view 0: zebra = 0",
        &["line 4: there is no `zebra` in the position; it has `mover`, `moves`, `scores`, `stage`, `total`"],
    );
    fails(
        "game pig\nexepct turn 0\nexpect turn 0",
        &["line 4: `exepct turn 0` is no statement; did you mean `expect`?"],
    );
    fails("game pig\nexpect trun 0", &["line 4: `expect trun` is no statement; did you mean `turn`?"]);
    fails("game pig\nchnce: die 4", &["line 4: `chnce` is no seat; did you mean `chance`?"]);
    fails(
        "game pig\nexpect offered 0: rol",
        &["line 4: `rol` is not offered to seat 0; did you mean `roll`?"],
    );
}

#[test]
fn what_play_does_by_itself_is_told() {
    let seeded = block("game pig\nseed 1\n0: roll\nexpect turn 0");
    assert_eq!(told(&seeded), Vec::<String>::new());
    let notes: Vec<String> = seeded.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(
        notes[0].starts_with("line 5: play ran on by itself over one forced step: `chance die "),
        "{notes:?}"
    );
    let missed = told(&block("game pig\nseed 1\n0: roll\nexpect event nonsense"));
    assert!(missed[0].contains("; play ran on by itself over one forced step: `chance die "), "{missed:?}");
    let deals = block("game kuhn-poker\nseed 1\nexpect turn 0");
    assert!(
        deals.notes[0].to_string().starts_with("line 5: play ran on by itself over 2 forced steps: "),
        "{:?}",
        deals.notes
    );
    assert_eq!(block("game pig\n0: roll\nchance: die 4\nexpect turn 0").notes, []);
}
