//! The desk for those who write cards: files of every kind, and formatting.

use cardlang::desk::{Desk as _, Edit};
use engine::{Source, Sources};
use time_rift::cards;
use time_rift::explain::CardDesk;

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
        let reports = CardDesk.check(&Sources(vec![source.clone()]));
        assert_eq!(reports.len(), 1);
        let Ok(edits) = CardDesk.format(&source) else { continue };
        edited += edits.len();
        let text = Edit::all(&edits, &source.text);
        let formatted = Source { text, ..source.clone() };
        assert_eq!(CardDesk.format(&formatted), Ok(Vec::new()), "{}", source.text);
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
