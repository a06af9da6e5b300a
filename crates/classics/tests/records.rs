//! Records: what is damaged is named by its line, and nothing makes the reader panic.

use classics::{Goofspiel, Kuhn, Leduc, TicTacToe};
use engine::{
    AnyPlay, Doubt, Faults, Luck, Opening, Place, Registry, Rng, Seat, Seed, SeedLine, Settings, Shelf,
    Sources, Turn,
};

const STANDARD: &[(&str, &str)] = &[("standard", "")];

fn registry() -> Registry {
    Registry::new()
        .with::<Leduc>(Shelf::Classic, STANDARD)
        .with::<Kuhn>(Shelf::Classic, STANDARD)
        .with::<Goofspiel>(Shelf::Classic, STANDARD)
        .with::<TicTacToe>(Shelf::Classic, STANDARD)
}

/// A finished game with names, contributions and a source.
fn record(game: &str, settings: &str, seed: u64) -> String {
    let registry = registry();
    let mut sources = Sources::none();
    sources.push("notes/whole.toml", "a = 1\n\nb = \"| 7\"\n");
    sources.push("notes/open.toml", "no line feed");
    let seed = Seed::from_number(seed);
    let opening = Opening {
        settings: Settings::parse(settings).unwrap(),
        sources,
        players: vec!["Ada".into(), "Brook the Bold".into()],
        luck: Luck::Committed {
            commitment: seed.commitment(),
            contributions: vec!["heads".into(), String::new()],
            seed: Some(seed),
        },
        position: None,
    };
    let mut play =
        registry.find(game).unwrap().game.open(opening).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rng = Rng::from_number(1);
    let mut bot = registry.find(game).unwrap().game.bot("lively").unwrap();
    loop {
        play.settle();
        let Turn::Players(owed) = play.turn() else { break };
        for seat in owed.iter() {
            let action = bot.choose(&*play, seat, &mut rng).unwrap();
            play.submit(seat, &action).unwrap();
        }
    }
    play.record(SeedLine::WhenOver)
}

/// The play of a record that is beyond doubt.
fn replayed(text: &str) -> Box<dyn AnyPlay> {
    let replayed = registry().replay(text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    replayed.trusted().unwrap_or_else(|doubts| panic!("{doubts}\n{text}"))
}

/// Why a record without a fault is not verified.
fn doubts(text: &str) -> Vec<&'static str> {
    let replayed = registry().replay(text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    replayed.doubts.iter().map(Doubt::code).collect()
}

fn faults(text: &str) -> Faults {
    match registry().replay(text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(faults) => faults,
    }
}

fn first_line(faults: &Faults) -> usize {
    match faults.0[0].place {
        Place::Line(line) => line,
        ref place => panic!("{place:?} is no line: {faults}"),
    }
}

/// Writes the checks of an edited record anew, as a forger would.
fn resealed(body: &str) -> String {
    let mut lines = body.lines();
    let first = lines.next().unwrap();
    let mut hash = blake3_of(first.as_bytes(), &[]);
    let mut out = format!("{first}\n");
    for line in lines {
        let text = &line[5..];
        hash = blake3_of(&hash, text.as_bytes());
        out += &format!("{:02x}{:02x} {text}\n", hash[0], hash[1]);
    }
    out
}

fn blake3_of(first: &[u8], second: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(first);
    hasher.update(second);
    *hasher.finalize().as_bytes()
}

#[test]
fn a_record_reads_back_whole() {
    for (game, settings) in
        [("leduc-poker", ""), ("goofspiel", "cards=5 information=imperfect"), ("tic-tac-toe", "")]
    {
        let text = record(game, settings, 11);
        let play = replayed(&text);
        assert_eq!(play.record(SeedLine::WhenOver), text);
        assert_eq!(play.opening().sources.get("notes/whole.toml"), Some("a = 1\n\nb = \"| 7\"\n"));
        assert_eq!(play.opening().sources.get("notes/open.toml"), Some("no line feed"));
        assert_eq!(play.opening().players[1], "Brook the Bold");
    }
}

/// One changed character on any line is named by exactly that line.
#[test]
fn every_corruption_is_named_by_its_line() {
    let text = record("leduc-poker", "", 12);
    let lines: Vec<&str> = text.lines().collect();
    for (i, line) in lines.iter().enumerate() {
        for at in [0, line.len() / 2, line.len() - 1] {
            let mut damaged: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let changed = if &line[at..=at] == "7" { "8" } else { "7" };
            damaged[i].replace_range(at..=at, changed);
            let report = faults(&(damaged.join("\n") + "\n"));
            assert_eq!(first_line(&report), i + 1, "line {} `{}`: {report}", i + 1, damaged[i]);
        }
    }
}

#[test]
fn lost_doubled_and_swapped_lines_are_named() {
    let text = record("leduc-poker", "", 13);
    let lines: Vec<&str> = text.lines().collect();
    for i in 1..lines.len() - 1 {
        let mut lost = lines.clone();
        lost.remove(i);
        assert_eq!(first_line(&faults(&(lost.join("\n") + "\n"))), i + 1, "line {} lost", i + 1);
        let mut doubled = lines.clone();
        doubled.insert(i, lines[i]);
        assert_eq!(first_line(&faults(&(doubled.join("\n") + "\n"))), i + 2, "line {} doubled", i + 1);
        let mut swapped = lines.clone();
        swapped.swap(i, i + 1);
        assert_eq!(first_line(&faults(&(swapped.join("\n") + "\n"))), i + 1, "line {} swapped", i + 1);
    }
}

/// Cut off after any byte: refused, and the message says so.
#[test]
fn a_truncated_record_is_refused() {
    let text = record("leduc-poker", "", 14);
    for length in 0..text.len() - 1 {
        let report = faults(&text[..length]);
        if length > "agon 2\n".len() {
            assert!(report.to_string().contains("without its `end` line"), "{report}");
        }
    }
    // The last line feed alone is no loss.
    assert!(registry().replay(text.trim_end()).is_ok());
}

/// A forger who also mends the checks is caught by the rules, the seed, the result or the hash.
#[test]
fn a_forged_record_is_caught_by_what_it_claims() {
    let text = record("leduc-poker", "", 15);
    let forge = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} not in:\n{text}");
        faults(&resealed(&text.replacen(from, to, 1))).to_string()
    };
    let dealt = text.lines().find(|line| line.contains(" 1. chance deal ")).unwrap();
    let (dealt, _) = dealt.rsplit_once(" #").unwrap();
    let (card, other) = if dealt.ends_with('K') { ("K", "J") } else { (&dealt[dealt.len() - 1..], "K") };
    let report = forge(&format!("1. chance deal {card}"), &format!("1. chance deal {other}"));
    assert!(report.contains("the seed gives `deal"), "{report}");
    let report = forge("seed 0f", "seed 1f");
    assert!(report.contains("does not match the commitment on line 7"), "{report}");
    let report = forge("contribution 0 heads", "contribution 0 tails");
    assert!(report.contains("the seed gives"), "{report}");
    let result = text.lines().find(|line| line.contains(" result ")).unwrap()[5..].to_owned();
    let report = forge(&result, "result 99 -99");
    assert!(report.contains("the record claims the result 99 -99; its play gives the result"), "{report}");
    let report = forge(&result, "result *");
    assert!(report.contains("claims an unfinished game"), "{report}");
    let hash = text.lines().find(|line| line.contains(" hash ")).unwrap()[5..].to_owned();
    let report = forge(&hash, &hash.replace('0', "1"));
    assert!(report.contains("does not have this hash; its hash is"), "{report}");
    let report = forge(" 3. 0 ", " 3. 1 ");
    assert!(
        report.contains("line 20: refused:")
            || report.contains("refused: it is not your turn to bet (LEDUC-3)"),
        "{report}"
    );
}

#[test]
fn bad_heads_say_what_to_do() {
    let text = record("leduc-poker", "", 16);
    for (from, to, expected) in [
        (
            "agon 2\n",
            "agon 3\n",
            "line 1: record format 3 is newer than this program, which reads formats 1 to 2; update agon",
        ),
        ("agon 2\n", "chess\n", "line 1: this is not an agon record; its first line must be `agon 2`"),
        ("agon 2\n", "agon 02\n", "line 1: this is not an agon record"),
        (
            "agon 2\n",
            "agon 2\r\n",
            "line 1: the lines end in carriage returns; save the file with plain line feeds",
        ),
        (
            "game leduc-poker 1",
            "game leduc-poker 9",
            "line 2: leduc-poker version 9 is not known here; it was made by a newer program: update this one",
        ),
        (
            "game leduc-poker 1",
            "game leduk-poker 1",
            "line 2: there is no game `leduk-poker`; did you mean `leduc-poker`?",
        ),
        ("game leduc-poker 1", "game leduc-poker", "line 2: the game is not named once, with its version"),
        ("edition 1\n", "edition 9\n", "edition 9 of the rules of leduc-poker is not known here"),
        ("edition 1\n", "edition 0\n", "line 3: the edition is not given once, as a number"),
        ("edition 1\n", "edition\n", "line 3: the edition is not given once, as a number"),
        ("setup\n", "setup players=3 x\n", "line 4: `x` is not of the form `key=value`"),
        ("setup\n", "setup players=3 x\n", "line 4: option `players`: there is no such option"),
        ("setup\n", "setup players=3 deck=2\n", "line 4: option `deck`: there is no such option"),
        ("player 1 ", "player 2 ", "line 6: `2` is not the next seat; expected `player 1 ...`"),
        ("luck committed ", "luck borrowed ", "line 7: unknown kind of luck"),
    ] {
        assert!(text.contains(from), "{from}");
        let body = text.replacen(from, to, 1);
        let edited = if to.starts_with("agon") || to == "chess\n" { body } else { resealed(&body) };
        let report = faults(&edited).to_string();
        assert!(report.contains(expected), "expected `{expected}` in:\n{report}");
    }
    // Several faults, one report.
    let report = faults(&resealed(
        &text.replacen("setup\n", "setup x\n", 1).replacen("result", "resilt", 1).replacen(
            "1. chance deal",
            "7. chance",
            1,
        ),
    ));
    assert!(report.0.len() >= 3, "{report}");
}

fn damage_records(cases: u32) {
    let registry = registry();
    let texts =
        [record("leduc-poker", "", 21), record("goofspiel", "cards=4", 22), record("tic-tac-toe", "", 23)];
    let mut rng = Rng::from_number(2024);
    for _ in 0..cases {
        let text: &String = rng.one_of(&texts);
        let damaged = testkit::fuzz::damage(text, &mut rng.fork());
        testkit::fuzz::record(damaged.as_bytes(), &registry);
    }
}

#[test]
fn fixed_seed_damage_never_panics() {
    damage_records(3_000);
}

#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_fixed_seed_damage_never_panics() {
    damage_records(1_000_000);
}

/// Reading takes time in proportion to the length, also of what makes no sense.
#[test]
fn long_nonsense_is_read_quickly() {
    let began = std::time::Instant::now();
    for filler in ["\n", "x\n", "0000 x\n", "0000 |\n", "0000 1. 0 a1 / 1 a1\n"] {
        let text = format!("agon 2\n{}x", filler.repeat(200_000));
        let report = faults(&text);
        assert!(report.0.len() < 60, "{} faults", report.0.len());
    }
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

/// Half of a simultaneous choice at the end is a fault, however well it is sealed.
#[test]
fn half_a_simultaneous_choice_is_a_fault() {
    let text = record("goofspiel", "cards=4 order=descending", 3);
    let head = &text[..text.find(" 1. 0 bid ").unwrap() - 4];
    let hash = registry()
        .find("goofspiel")
        .unwrap()
        .game
        .open(Opening::new(Settings::parse("cards=4 order=descending").unwrap(), Luck::Scripted))
        .unwrap_or_else(|faults| panic!("{faults}"))
        .hash();
    let forged = format!("{head}0000 1. 0 bid 3 #0000\n0000 result *\n0000 hash {hash}\n0000 end\n");
    let report = faults(&resealed(&forged)).to_string();
    assert!(report.contains("in the middle of a simultaneous choice"), "{report}");
}

#[test]
fn one_way_to_write_a_record() {
    let text = record("leduc-poker", "", 17);
    for (from, to, expected) in [
        (" 1. chance deal", " 1. chance  deal", "cannot be read"),
        ("game leduc-poker 1", "game leduc-poker +1", "not named once, with its version"),
        (" 1. chance", " 01. chance", "move number 01; expected 1"),
        ("player 0", "player +0", "`+0` is not the next seat"),
    ] {
        let report = faults(&resealed(&text.replacen(from, to, 1))).to_string();
        assert!(report.contains(expected), "expected `{expected}` in:\n{report}");
    }
    let hash = text.lines().find(|line| line.contains(" hash ")).unwrap();
    let doubled = text.replace(hash, &format!("{hash}\n{hash}"));
    assert!(faults(&resealed(&doubled)).to_string().contains("the hash is given twice"));
    let lone = text.lines().find(|line| line.contains(" player 1 ")).unwrap();
    let report = faults(&resealed(&text.replace(&format!("{lone}\n"), ""))).to_string();
    assert!(report.contains("line 5: 1 names for 2 seats"), "{report}");
}

/// An unfinished game keeps its seed to itself unless it is one's own save.
#[test]
fn an_unfinished_record_hides_its_seed() {
    let opening = Opening::new(Settings::none(), Luck::seeded(Seed::from_number(5)));
    let mut play = registry()
        .find("leduc-poker")
        .unwrap()
        .game
        .open(opening)
        .unwrap_or_else(|faults| panic!("{faults}"));
    play.settle();
    play.submit(Seat::new(0), "raise").unwrap();
    let public = play.record(SeedLine::WhenOver);
    assert!(!public.contains("seed ") && public.contains("result *"));
    let known = replayed(&public);
    assert_eq!(known.hash(), play.hash());
    let mut saved = replayed(&play.record(SeedLine::Always));
    // The save goes on exactly as the game would have.
    for play in [&mut play, &mut saved] {
        play.submit(Seat::new(1), "call").unwrap();
        play.settle();
    }
    assert_eq!(play.hash(), saved.hash());
}

/// A line of the record left out, or told otherwise, with all checks made anew.
fn without(text: &str, begins: &str, otherwise: Option<&str>) -> String {
    let changed = text.lines().filter_map(|line| match line.get(5..) {
        Some(body) if body.starts_with(begins) => otherwise.map(|other| format!("{}{other}\n", &line[..5])),
        _ => Some(format!("{line}\n")),
    });
    let changed: String = changed.collect();
    assert_ne!(changed, text);
    resealed(&changed)
}

/// What nobody can check is no fault, and not verified either.
#[test]
fn what_cannot_be_checked_is_told_as_such() {
    let text = record("leduc-poker", "", 17);
    assert_eq!(doubts(&text), Vec::<&str>::new());
    let seedless = without(&text, "seed ", None);
    assert_eq!(doubts(&seedless), ["no-seed"]);
    // Luck that is said to be scripted after the fact.
    let scripted = without(&seedless, "contribution ", None);
    let scripted = without(&scripted, "luck committed ", Some("luck scripted"));
    assert_eq!(doubts(&scripted), ["scripted"]);
    // Where no die falls there is nothing to doubt.
    let text = record("tic-tac-toe", "", 17);
    let scripted = without(&without(&text, "seed ", None), "contribution ", None);
    let scripted = without(&scripted, "luck committed ", Some("luck scripted"));
    assert_eq!(doubts(&scripted), Vec::<&str>::new());
}

#[test]
fn nothing_stands_after_the_end() {
    let text = record("tic-tac-toe", "", 18);
    for more in ["\n", " ", "\n\n", "x", "0000 hash\n"] {
        let report = faults(&format!("{text}{more}")).to_string();
        assert!(
            report.contains("there is more after `end`; a record ends with that line"),
            "{more:?}: {report}"
        );
    }
}
