//! The readers of untrusted text over every game: no panic, no hang, and what is accepted is canonical.

use engine::{Luck, Opening, Rng, Seed, SeedLine, Settings, Turn};
use testkit::fuzz;

/// One record, every action text and every position text of a game played by the lively bot.
fn texts(id: &str, settings: &str, seed: u64) -> (String, Vec<String>) {
    let registry = games::registry();
    let opening = Opening::new(Settings::parse(settings).unwrap(), Luck::seeded(Seed::from_number(seed)));
    let mut play = registry.find(id).unwrap().game.open(opening).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rng = Rng::from_number(seed);
    let mut bot = registry.find(id).unwrap().game.bot("lively").unwrap();
    let mut texts = vec![play.position(), settings.to_owned()];
    loop {
        match play.turn() {
            Turn::Over => break,
            Turn::Chance => {
                texts.extend(play.chances().into_iter().map(|(text, _)| text));
                play.roll();
            }
            Turn::Players(owed) => {
                let seat = owed.lowest();
                let action = bot.choose(&*play, seat, &mut rng).unwrap();
                play.submit(seat, &action).unwrap();
                texts.push(action);
            }
        }
        texts.push(play.position());
    }
    texts.sort();
    texts.dedup();
    (play.record(SeedLine::Always), texts)
}

#[test]
fn damaged_notation_never_panics() {
    damage_notation(400);
}

#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_damaged_notation_never_panics() {
    damage_notation(200_000);
}

fn damage_notation(cases: usize) {
    let registry = games::registry();
    let mut rng = Rng::from_number(99);
    for (i, known) in registry.iter().enumerate() {
        for (j, variant) in known.variants.iter().enumerate() {
            let (_, texts) = texts(known.game.id(), variant.settings, 5);
            for case in 0..cases {
                let text: &String = rng.one_of(&texts);
                // Sound ones show that what is written is read; damaged ones that nothing breaks.
                let text = if case % 4 == 0 { text.clone() } else { fuzz::damage(text, &mut rng.fork()) };
                let mut data = vec![i as u8, j as u8];
                data.extend(text.bytes());
                fuzz::notation(&data, &registry);
            }
        }
    }
}

#[test]
fn every_record_verifies_and_damaged_ones_never_panic() {
    let registry = games::registry();
    let mut rng = Rng::from_number(7);
    for known in registry.iter() {
        for variant in &known.variants {
            let (record, _) = texts(known.game.id(), variant.settings, 6);
            registry.replay(&record).unwrap_or_else(|faults| panic!("{}: {faults}", known.game.id()));
            for _ in 0..60 {
                fuzz::record(fuzz::damage(&record, &mut rng).as_bytes(), &registry);
            }
        }
    }
}

#[test]
fn damaged_scenarios_never_panic() {
    let registry = games::registry();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../classics/tests/scenarios");
    let mut rng = Rng::from_number(3);
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        files += 1;
        for _ in 0..150 {
            fuzz::scenario(fuzz::damage(&text, &mut rng).as_bytes(), &registry);
        }
    }
    assert!(files > 0);
    for text in [
        "",
        "```play",
        "```play\n```",
        "```play\ngame\n```",
        "```play\ngame nim\nexpect\n```",
        "# x (TR-)\n```play\n;;\n```",
        "```play\ngame pig\nsource x from /dev/zero\nsource from\nsource\nshow\n```",
        "```play\ngame pig\nshow view\nshow view 9: a.b\nexpect views equal x\nexpect score\n```",
        "```play\ngame pig\nexpect state scores.18446744073709551616 = 0\nexpect event \"; times out\n```",
    ] {
        fuzz::scenario(text.as_bytes(), &registry);
    }
}

/// Sound files of cards, Styles and boards are accepted, damaged ones never break anything.
#[test]
fn damaged_content_never_panics() {
    let registry = games::registry();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/content");
    let mut rng = Rng::from_number(17);
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let data = std::fs::read(entry.unwrap().path()).unwrap();
        let (game, text) = data.split_first().unwrap();
        let text = String::from_utf8(text.to_vec()).unwrap();
        files += 1;
        for case in 0..300 {
            let text = if case == 0 { text.clone() } else { fuzz::damage(&text, &mut rng) };
            fuzz::content(&[&[*game], text.as_bytes()].concat(), &registry);
        }
    }
    assert!(files > 0);
}
