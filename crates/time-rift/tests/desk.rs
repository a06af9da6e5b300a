//! The desk for those who write cards: files of every kind, and formatting.

use cardlang::desk::{Desk as _, Edit};
use engine::{Game as _, Settings, Source, Sources};
use time_rift::explain::CardDesk;
use time_rift::{TimeRift, cards};

/// Whatever is done to a file, nothing panics, and what is formatted says the same and is then left alone.
#[test]
fn damaged_files_are_told_of_and_formatted_safely() {
    let text = CardDesk.shipped().0[0].text.clone();
    let mut random = 1_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let mut edited = 0;
    let starts: Vec<usize> = text.match_indices("[[card]]").map(|(at, _)| at).collect();
    for _ in 0..150 {
        let first = next(starts.len() - 3);
        let mut part: Vec<char> = text[starts[first]..starts[first + 1 + next(3)]].chars().collect();
        for _ in 0..=next(4) {
            let at = next(part.len());
            match next(8) {
                0 => drop(part.remove(at)),
                1 => part[at] = ['"', '\\', '\'', 'é', '\n', '\r', '=', '[', '.', '\u{0}'][next(10)],
                2 => part.insert(at, ['"', '\\', ' ', '\t', 'x', '#'][next(6)]),
                _ => part[at] = part[at].to_ascii_uppercase(),
            }
        }
        let source = Source { name: "f.toml".to_owned(), text: part.into_iter().collect() };
        let reports = CardDesk.check(&Sources::of(vec![source.clone()]));
        assert_eq!(reports.len(), 1);
        let Ok(edits) = CardDesk.format(&Sources::of(vec![source.clone()]), 0) else { continue };
        edited += edits.len();
        let text = Edit::all(&edits, &source.text);
        let formatted = Source { text, ..source.clone() };
        assert_eq!(
            CardDesk.format(&Sources::of(vec![formatted.clone()]), 0),
            Ok(Vec::new()),
            "{}",
            source.text
        );
        assert_eq!(cards::read(&formatted).0.len(), cards::read(&source).0.len());
    }
    assert!(edited >= 20, "{edited} texts were mended");
}

/// Arenas, decks and War Chests are looked at, too, in each file, with the cards of all.
#[test]
fn other_tables_are_checked() {
    let files = [
        (
            "cards.toml",
            "[[card]]\nid = \"my-oath\"\nname = \"My Oath\"\ntype = \"Inspiration\"\nelement = \"Void\"\n\
            initiative = 5\nregion = \"Europe\"\nculture = \"Greek\"\ndesignation = [\"Oath\"]\ntext = \"\"\n\
            [[arena]]\nid = \"yard\"\nsize = 9\nfeatures = [\"pit@b2\", \"well@c3\"]\n",
        ),
        (
            "decks.toml",
            "[[deck]]\nid = \"mine\"\ncards = [\"leonidas\", \"dori\", \"my-oath\"]\nsize = 4\n\
            [[chest]]\nid = \"empty\"\ncards = []\n",
        ),
    ];
    let mut sources = Sources::none();
    for (name, text) in files {
        sources.push(name, text);
    }
    let reports = CardDesk.check(&sources);
    let findings: Vec<_> = reports.iter().flat_map(|report| &report.findings).collect();
    let told: Vec<String> = findings.iter().map(|finding| finding.fault.to_string()).collect();
    let wanted = [
        "cards.toml:13:8: E-RANGE: an Arena has 2 to 5 columns and rows; write `size = 4`",
        "cards.toml:14:23: E-TYPE: `well@c3` is no feature; write pit@b2, obstacle@c3, spike@a1W or neutral@b3L2+1",
        "decks.toml:3:22: E-REF: there is no card `dori`; did you mean `dory`?",
        "decks.toml:4:1: E-FILE: `size` means nothing here; the keys here are id, cards",
        "decks.toml:7:9: E-RANGE: chest `empty` has no cards; list the ids of its cards: `cards = [...]`",
    ];
    assert_eq!(told, wanted);
    assert!(findings.iter().all(|finding| finding.card.is_none()), "none of them is of the card above it");
}

/// What is told of a file.
fn told(text: &str) -> Vec<String> {
    let report =
        &CardDesk.check(&Sources::of(vec![Source { name: "f.toml".to_owned(), text: text.to_owned() }]))[0];
    report.findings.iter().map(|finding| finding.fault.to_string()).collect()
}

/// What a setup with a file is refused for, without the places.
fn refused(settings: &str, text: &str) -> Vec<String> {
    let sources = Sources::of(vec![Source { name: "f.toml".to_owned(), text: text.to_owned() }]);
    let settings = Settings::parse(settings).expect("settings");
    let faults = TimeRift::compile(&settings, &sources).err().map(|faults| faults.0).unwrap_or_default();
    faults.into_iter().map(|fault| format!("{}; {}", fault.what, fault.remedy)).collect()
}

fn deck(cards: &[&str]) -> String {
    format!("[[deck]]\nid = \"mine\"\ncards = {cards:?}\n")
}

/// A deck is judged in the words of a setup that names it.
#[testkit::rules("TR-LOAD-2", "TR-LOAD-4")]
#[test]
fn decks_are_judged_as_by_a_setup() {
    let whole = ["spartacus", "gladius-of-the-revolt", "arena-manica", "brothers-in-chains", "retiarius-net"];
    let weapons = ["gladius-of-the-revolt", "iceni-war-spear", "brothers-in-chains", "retiarius-net"];
    let wrong = [
        deck(&["gladius-of-the-revolt", "arena-manica", "brothers-in-chains", "retiarius-net", "spartacus"]),
        deck(&[&["spartacus"], &weapons[..]].concat()),
    ];
    for text in &wrong {
        let set_up = refused("decks=mine,ready", text);
        assert!(!set_up.is_empty(), "{text}");
        let wanted: Vec<String> = set_up.iter().map(|what| format!("f.toml:2:7: E-DECK: {what}")).collect();
        assert_eq!(told(text), wanted);
    }
    assert!(told(&wrong[0])[0].contains("deck `mine`: `gladius-of-the-revolt` is no Champion (TR-LOAD-4)"));
    // What is sound in every way, and what a setup leaves out or needs fewer slots for.
    assert_eq!(told(&deck(&whole)), Vec::<String>::new());
    assert_eq!(told(&deck(&[&whole[..], &["dory"]].concat())), Vec::<String>::new());
    let short = deck(&whole[..4]);
    let set_up = refused("decks=mine,ready", &short);
    assert_eq!(told(&short), [format!("f.toml:2:7: W-DECK: {}", set_up[0])]);
    assert_eq!(refused("decks=mine,ready slots=3", &short), Vec::<String>::new());
    // A card that is not there is told once, as such.
    assert_eq!(told(&deck(&["spartacus", "dori"])).len(), 1);
}

/// So are those that cards name themselves, at the first of them.
#[test]
fn decks_of_cards_are_judged() {
    let card = |id: &str, deck: &str| {
        format!(
            "[[card]]\nid = \"{id}\"\ndeck = \"{deck}\"\nname = \"{id}\"\ntype = \"Inspiration\"\n\
             element = \"Void\"\ninitiative = 5\nregion = \"Europe\"\nculture = \"Greek\"\n\
             designation = [\"Oath\"]\ntext = \"\"\n"
        )
    };
    let text = card("first", "new") + &card("second", "new") + &card("third", "leonidas");
    let set_up = refused("decks=new,ready", &text);
    assert_eq!(set_up.len(), 2, "{set_up:?}");
    let judged: Vec<String> = told(&text).into_iter().filter(|fault| fault.contains("-DECK")).collect();
    let champion = format!("f.toml:3:9: E-DECK: {}", set_up[0]);
    assert_eq!(judged, [champion], "and nothing of the shipped deck, which has cards enough");
    // Nobody knows whether a card that cannot be read goes with the others.
    let unread = text.replacen("Inspiration", "Inspirasion", 1);
    assert!(told(&unread).iter().all(|fault| !fault.contains("-DECK")), "{:?}", told(&unread));
}

/// Each in its place, and the pit beside the obstacle is no fault.
#[testkit::rules("TR-R102")]
#[test]
fn features_are_judged_as_by_a_setup() {
    let text = "[[arena]]\nid = \"yard\"\nsize = 3\nfeatures = [\n\"obstacle@b2\",\n\"neutral@b2L2+1\",\n\
                \"pit@d4\",\n\"spike@b2W\",\n\"pit@b2\"]\n";
    let set_up = refused("field=yard", text);
    assert_eq!(set_up.len(), 3, "{set_up:?}");
    let places = ["6:1", "7:1", "8:1"];
    let wanted =
        places.iter().zip(&set_up).map(|(at, what)| format!("f.toml:{at}: E-ARENA: Arena `yard`: {what}"));
    assert_eq!(told(text), wanted.collect::<Vec<_>>());
}
