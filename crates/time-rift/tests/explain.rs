//! Cards in plain words: the shipped ones and all fixtures as they are told, and that every word of a text counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cardlang::desk::{Explained, ExplainedAbility};
use engine::Source;
use time_rift::cards::{self, Card};
use time_rift::check::Facts;
use time_rift::compile::{Program, compile};
use time_rift::explain::{canonical, explain};
use time_rift::text::Ability;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn file(name: &str) -> String {
    let path = path(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn starter() -> Vec<Card> {
    let text = file("../../cards/time-rift/starter.toml");
    cards::read(&Source { name: "starter.toml".to_owned(), text }).0
}

/// A shipped card with another text.
fn with_text(id: &str, text: &str) -> Card {
    let facts = Facts { deployable: true, chain: true, champion: false };
    let program = compile(text, facts).unwrap_or_else(|faults| panic!("{text}: {}", faults[0]));
    let card = starter().into_iter().find(|card| card.id == id).unwrap_or_else(|| panic!("{id}"));
    Card { program, ..card }
}

fn told(ability: &ExplainedAbility) -> String {
    let mut out = format!("- {}\n", ability.text);
    for (name, words) in &ability.points {
        out += &format!("  {name}: {words}\n");
    }
    out + &format!("  rulings: {}\n", ability.rules.join(", "))
}

fn card_told(card: &Explained) -> String {
    let facts: Vec<String> =
        card.printed.facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let mut out = format!("# {}\n{}\n", card.id, facts.join("; "));
    for line in &card.picture {
        out += &format!("{line}\n");
    }
    out += &format!("rulings: {}\n", card.rules.join(", "));
    card.abilities.iter().for_each(|ability| out += &told(ability));
    out
}

const BLESS: &str = "AGON_BLESS=1 cargo test -p time-rift --test explain";

#[test]
fn the_starter_set_is_explained() {
    let all: Vec<String> = starter().iter().map(|card| card_told(&explain(card))).collect();
    testkit::expect_file(&path("tests/explain/starter.txt"), &all.join("\n"), BLESS);
}

/// Every sentence that is known to compile.
fn known_sentences() -> Vec<Ability> {
    let mut abilities: Vec<Ability> = starter().into_iter().flat_map(|card| card.program.0).collect();
    for name in ["ok.txt", "examples.txt"] {
        for text in file(&format!("tests/language/{name}")).lines() {
            let facts = Facts { deployable: true, chain: true, champion: false };
            abilities.extend(compile(text, facts).unwrap_or_else(|faults| panic!("{text}: {}", faults[0])).0);
        }
    }
    abilities
}

#[test]
fn every_wording_is_explained() {
    let mut all = Vec::new();
    for name in ["ok.txt", "examples.txt"] {
        for text in file(&format!("tests/language/{name}")).lines() {
            let card = explain(&with_text("long-sword-of-two-heavens", text));
            all.extend(card.abilities.iter().map(told));
        }
    }
    testkit::expect_file(&path("tests/explain/fixtures.txt"), &all.join(""), BLESS);
}

/// What is told comes from the program: two sentences that mean different things are told differently.
#[test]
fn different_programs_are_told_differently() {
    let card = with_text("long-sword-of-two-heavens", "");
    let mut seen: BTreeMap<String, Ability> = BTreeMap::new();
    let mut cases = 0;
    for ability in known_sentences() {
        let text = Program(vec![ability.clone()]).text();
        let mut variants = vec![ability];
        // The same sentence with another number, sign or name at each place.
        for (from, to) in [("1", "3"), ("2", "4"), ("+1", "-1"), ("+0", "+2"), ("\"", "\"X"), ("[", "[X")] {
            for (at, _) in text.match_indices(from) {
                let mut changed = text.clone();
                changed.replace_range(at..at + from.len(), to);
                let changed = canonical(&changed).unwrap_or_default();
                let facts = Facts { deployable: true, chain: true, champion: false };
                variants.extend(compile(&changed, facts).ok().into_iter().flat_map(|program| program.0));
            }
        }
        for ability in variants {
            let told = explain(&Card { program: Program(vec![ability.clone()]), ..card.clone() });
            let told = &told.abilities[0];
            let words: Vec<String> =
                told.points.iter().map(|(name, told)| format!("{name}: {told}")).collect();
            let earlier = seen.entry(words.join("\n")).or_insert_with(|| ability.clone());
            let text = |ability: &Ability| Program(vec![ability.clone()]).text();
            // `adjacent` and `within 1 space` mean the same; so does `you may` before a power word.
            let same = text(earlier).replace("adjacent ", "").replace("you may ", "");
            let other = text(&ability).replace("adjacent ", "").replace("you may ", "");
            let within = |text: &str| text.replace(" within 1 space", "");
            assert!(
                *earlier == ability || within(&same).eq_ignore_ascii_case(&within(&other)),
                "told alike:\n{}\n{}\n{}",
                text(earlier),
                text(&ability),
                words.join("\n")
            );
            cases += 1;
        }
    }
    assert!(cases > 300, "{cases} cases");
}

#[testkit::rules("TR-R52", "TR-R63")]
#[test]
fn windows_of_effects() {
    for (text, wanted) in [
        ("On reveal, **Heal** 1.", "W-REVEAL"),
        ("When this chain is complete, **Heal** 1.", "W-REVEAL"),
        ("When this card is deployed, **Heal** 1.", "W-MOVED"),
        ("Pay 1 Action: **Heal** 1.", "W-IDLE"),
        ("**Heal** 1.", "W-IDLE"),
        ("**Dodge** 1 space.", "W-DECLARED"),
        ("**Reroll** one of your dice.", "W-DEF-DICE W-ATK-DICE"),
        ("**Reroll** one of the defender's dice.", "W-DEF-DICE"),
        ("**Save** up to 1 Action.", "W-TURN-END"),
        ("**Disarm** that attack.", "W-DECLARED"),
        ("**Disarm** the Weapon of target enemy.", "W-IDLE"),
        ("At the end of your turn, **Save** up to 1 Action.", "W-TURN-END"),
        ("When an enemy loses Life, **Heal** 1.", "W-DAMAGED"),
        ("When you would be defeated, your Life becomes 1.", "W-DEFEAT"),
        (
            "Once per round, pay 1 Life: rotate.",
            "W-TURN-START W-IDLE W-DECLARED W-DEF-DICE W-ATK-DICE W-RESULT W-TURN-END",
        ),
        ("Once per round, you have +1 DEF for this attack.", "W-DECLARED W-DEF-DICE"),
        ("Once per round, you have +1 ATK for this attack.", "W-DECLARED W-DEF-DICE W-ATK-DICE"),
        ("Once per round, you have +1 Damage for this attack.", "W-DECLARED W-DEF-DICE W-ATK-DICE W-RESULT"),
        ("Once per round, reduce that damage by 1.", "W-RESULT"),
        ("Once per round, set one of the attacker's dice to 1.", "W-ATK-DICE"),
        (
            "Once per round, only if your dice show doubles, you have +1 ATK for this attack.",
            "W-DEF-DICE W-ATK-DICE",
        ),
        ("Once per round, the attacker loses 1 Life.", "W-DECLARED W-DEF-DICE W-ATK-DICE W-RESULT"),
    ] {
        let card = with_text("phocian-wall", text);
        let explained = explain(&card);
        assert_eq!(explained.abilities[0].windows.join(" "), wanted, "{text}");
        let when = explained.abilities[0].points.iter().find(|point| point.0 == "when").unwrap();
        assert!(wanted.split(' ').all(|window| when.1.contains(window)), "{text}: {}", when.1);
    }
}

#[test]
fn grids_are_drawn_where_they_reach() {
    let drawn = |rows: [&str; 4]| {
        let text = format!(
            "[[card]]\nid = \"a\"\nname = \"A\"\ntype = \"Weapon\"\nelement = \"Fire\"\ninitiative = 1\ncost = 1\n\
             damage = 1\nregion = \"Asia\"\nculture = \"Mongol\"\ngrid = \"\"\"\n{}\n\"\"\"\ntext = \"\"\n",
            rows.join("\n")
        );
        let (cards, faults) = cards::read(&Source { name: String::new(), text });
        assert!(faults.is_empty(), "{faults}");
        let picture = explain(&cards[0]).picture;
        let rows: Vec<String> =
            picture.iter().skip(1).step_by(2).map(|row| row.replace(['|', ' '], "")).collect();
        rows.join("/")
    };
    assert_eq!(drawn([". -1 .", "+0 . +1", ". ^ .", ". . +3"]), "-1/+0+1/^/+3");
    assert_eq!(drawn([". -1 .", ". . .", ". . .", ". ^ ."]), "-1///^");
    assert_eq!(drawn([". . .", ". ^ .", ". . .", ". -2 ."]), "/^//-2");
    assert_eq!(drawn([". ^ .", ". . .", ". . .", "+0 . ."]), "^///+0");
    assert_eq!(drawn([". +1 .", ". ^ .", ". . .", ". . ."]), "/+1/^/", "the usual place where any would do");
}

#[test]
fn the_one_spelling_is_found() {
    for (text, right) in [
        ("you have +1 def against Base Attacks.", Some("You have +1 DEF against base attacks.")),
        ("You  gain\n1 actions .", Some("You gain 1 Action.")),
        ("", Some("")),
        (" ", Some("")),
        ("You gain 1 Life.", None),
        ("(You) gain 1 Action.", None),
        ("You gain 1 Action", None),
    ] {
        assert_eq!(canonical(text).as_deref(), right, "{text}");
        if let Some(right) = right {
            assert_eq!(canonical(right).as_deref(), Some(right), "a fixed point");
        }
    }
}
