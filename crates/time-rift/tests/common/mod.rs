//! The texts of the shipped cards, and what must hold for every one of them.

use std::path::Path;

use time_rift::check::Facts;
use time_rift::compile::compile;

/// A text as it stands in a card file, with the id of its card and what the checks must know.
pub type ShippedText = (String, Facts, String);

/// A file of this crate.
pub fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The texts of a shipped card file. They are cut out of the file, so that no reader can hide a fault.
pub fn texts(name: &str) -> Vec<ShippedText> {
    let cards = file(&format!("../../cards/time-rift/{name}"));
    let mut texts = Vec::new();
    for card in cards.split("[[card]]").skip(1) {
        let id = card.split("id = \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let text = card.split("\ntext = \"\"\"").nth(1).and_then(|rest| rest.split("\"\"\"").next());
        let facts = Facts {
            champion: card.contains("type = \"Champion\""),
            chain: card.contains("\nchain = "),
            deployable: card.contains("\narena = "),
        };
        texts.push((id.to_owned(), facts, text.unwrap_or_default().to_owned()));
    }
    texts
}

/// Every text compiles, and its program is written back byte by byte.
pub fn every_text_is_its_program(texts: &[ShippedText]) {
    for (id, facts, text) in texts {
        let program = compile(text, *facts).unwrap_or_else(|faults| panic!("{id}: {text}\n{faults:?}"));
        assert_eq!(&program.text(), text, "{id}");
    }
}

/// Deleting a word, or swapping two neighbours, never leaves the same program. Gives how often that was tried.
pub fn every_word_means_something(texts: &[ShippedText]) -> usize {
    let mut cases = 0;
    for (id, facts, text) in texts {
        let program = compile(text, *facts).expect("shipped texts are sound");
        for mutant in mutants(text) {
            cases += 1;
            assert!(compile(&mutant, *facts).as_ref() != Ok(&program), "{id}: `{mutant}` means the same");
        }
    }
    cases
}

/// A text without one of its words, for each of them, and with two different neighbours swapped.
fn mutants(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut mutants = Vec::new();
    for at in 0..words.len() {
        let mut shorter = words.clone();
        shorter.remove(at);
        mutants.push(shorter.join(" "));
        if at + 1 < words.len() && words[at] != words[at + 1] {
            let mut swapped = words.clone();
            swapped.swap(at, at + 1);
            mutants.push(swapped.join(" "));
        }
    }
    mutants
}
