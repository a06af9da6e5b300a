//! The shipped cards, and files with every kind of fault.

use std::path::Path;

use engine::Source;
use time_rift::cards::{self, Arena, Card, Grid, Kind};

fn starter() -> Vec<Card> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards/time-rift/starter.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (cards, faults) = cards::read(&Source { name: "starter.toml".to_owned(), text });
    assert!(faults.is_empty(), "{faults}");
    cards
}

#[test]
fn the_starter_set() {
    let cards = starter();
    assert_eq!(cards.len(), 40);
    let card = |id: &str| cards.iter().find(|card| card.id == id).unwrap_or_else(|| panic!("{id}"));
    let Kind::Champion { life, agility, grid, .. } = &card("miyamoto-musashi").kind else {
        panic!("a Champion")
    };
    assert_eq!((*life, *agility), (8, 4));
    assert_eq!(grid.0, [(-1, 1, 0), (0, 1, 1), (1, 1, 0), (-1, 0, 1), (1, 0, -1)]);
    let Kind::Loadout { attack: Some(spear), .. } = &card("iceni-war-spear").kind else { panic!("a Weapon") };
    assert!(spear.grid.0.contains(&(0, 3, -1)), "three rows ahead");
    let minions = cards
        .iter()
        .filter(|card| matches!(card.kind, Kind::Loadout { arena: Some(Arena::Minion { .. }), .. }));
    assert_eq!(minions.count(), 1);
    assert_eq!(card("long-sword-of-two-heavens").chain, Some(("Two Heavens".to_owned(), 1, 2)));
    for deck in ["spartacus", "musashi", "boudica", "leonidas", "zheng", "joan", "cleopatra", "khutulun"] {
        assert_eq!(cards.iter().filter(|card| card.deck.as_deref() == Some(deck)).count(), 5, "{deck}");
    }
}

#[test]
fn grids() {
    let grid = |rows: [&str; 4]| Grid::read(&rows.join("\n"));
    assert_eq!(grid([". +1 .", ". ^ .", ". . .", ". . -3"]).unwrap().0, [(0, 1, 1), (1, -2, -3)]);
    for rows in [
        [". . .", ". ^ .", ". . .", ". ."],
        [". . .", ". . .", ". . .", ". . ."],
        [". ^ .", ". ^ .", ". . .", ". . ."],
        ["^ . .", ". . .", ". . .", ". . ."],
        [". 1 .", ". ^ .", ". . .", ". . ."],
        [". +4 .", ". ^ .", ". . .", ". . ."],
        [". -0 .", ". ^ .", ". . .", ". . ."],
    ] {
        assert!(grid(rows).is_err(), "{rows:?}");
    }
}

#[test]
fn every_fault_is_told_at_its_place() {
    let text = "[[card]]\nid = \"mine\"\nname = \"Mine\"\ntype = \"Weapn\"\nelement = \"Fire\"\ninitiative = 25\n\
                region = \"Europe\"\nculture = \"Roman\"\ntext = \"\"\"Pay 1 Action: **Psh** target enemy 1 space.\"\"\"\n\
                [[card]]\nid = \"sound\"\nname = \"Sound\"\ntype = \"Armor\"\nelement = \"Fire\"\ninitiative = 5\n\
                region = \"Europe\"\nculture = \"Roman\"\nlife = 3\ntext = \"You gain 1 Action. You have +1 def.\"\n";
    let (_, faults) = cards::read(&Source { name: "m.toml".to_owned(), text: text.to_owned() });
    let report = faults.to_string();
    for words in [
        "m.toml:4:9: E-TYPE: `Weapn` is no type (`mine`); write one of Champion, Weapon",
        "m.toml:6:14: E-RANGE: `initiative` is 25 (`mine`); give 0 to 20",
        "E-TYPE: Armor without a place on the body",
        "m.toml:9:25: E-PARSE: `**Psh**` does not fit here (`mine`); did you mean `**Push**`",
        "m.toml:18:1: `life` means nothing here",
        "m.toml:19:9: E-LOOP: this could feed itself",
        "E-FORM: this is not the one way to write it (`sound`); write: You gain 1 Action. You have +1 DEF.",
    ] {
        assert!(report.contains(words), "`{words}` is missing:\n{report}");
    }
}

/// A name with a line break would write lines of its own into a log.
#[test]
fn names_and_keywords_are_one_line_each() {
    let card = |key: &str, value: &str| {
        let given = [("name", "Mine"), ("region", "Asia"), ("culture", "Greek"), ("deck", "d")];
        let lines = given.map(|(known, usual)| {
            let value = if known == key { value } else { usual };
            format!("{known} = \"{value}\"\n")
        });
        let designation = if key == "designation" { value } else { "Net" };
        let text = format!(
            "[[card]]\nid = \"mine\"\ntype = \"Special\"\nelement = \"Wood\"\ninitiative = 4\n\
             designation = [\"{designation}\"]\ntext = \"Once per round, set one of your dice to 6.\"\n{}",
            lines.concat()
        );
        cards::read(&Source { name: "m.toml".to_owned(), text }).1.to_string()
    };
    assert_eq!(card("", ""), "");
    for key in ["name", "region", "culture", "deck", "designation"] {
        for value in ["a\\n[99] W wins", "a\\tb"] {
            let report = card(key, value);
            let expected =
                format!("`{key}` has line breaks or tabs (`mine`); write it on one line with blanks");
            assert!(report.contains(&expected), "{key}: {report}");
        }
        assert!(card(key, "a\\u2800b").contains("hidden character U+2800"), "{key}");
    }
}
