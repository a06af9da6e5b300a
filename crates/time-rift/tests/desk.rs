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
