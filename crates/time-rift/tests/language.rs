//! The card language against its fixtures and the shipped cards.

use std::path::Path;

use time_rift::check::Facts;
use time_rift::compile::compile;

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The texts of the shipped cards, with their ids and what the checks must know.
fn texts() -> Vec<(String, Facts, String)> {
    let cards = file("../../cards/time-rift/starter.toml");
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
    assert_eq!(texts.len(), 40);
    texts
}

#[test]
fn every_shipped_text_is_its_program() {
    for (id, facts, text) in texts() {
        let program = compile(&text, facts).unwrap_or_else(|faults| panic!("{id}: {text}\n{faults:?}"));
        assert_eq!(program.text(), text, "{id}");
    }
}

#[test]
fn fixtures_compile() {
    let mut wrong = Vec::new();
    for text in file("tests/language/ok.txt").lines() {
        match compile(text, Facts { deployable: true, chain: true, ..Facts::default() }) {
            Ok(program) => assert_eq!(program.text(), text),
            Err(faults) => wrong.push(format!("{text}\n   {}", faults[0])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn senseless_texts_are_refused() {
    let mut wrong = Vec::new();
    for line in file("tests/language/refused.txt").lines() {
        let (code, text) = line.split_once(" | ").unwrap();
        let facts = Facts { champion: text.starts_with("On reveal"), ..Facts::default() };
        let codes: Vec<&str> = match compile(text, facts) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.iter().map(|fault| fault.code).collect(),
        };
        if codes.first() != Some(&code) {
            wrong.push(format!("{text}\n   should be {code} and is {codes:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Deleting a word, or swapping two neighbours, never leaves the same program.
#[test]
fn every_word_means_something() {
    let mut cases = 0;
    for (id, facts, text) in texts() {
        let program = compile(&text, facts).expect("shipped texts are sound");
        let words: Vec<&str> = text.split(' ').collect();
        for at in 0..words.len() {
            let mut shorter = words.clone();
            shorter.remove(at);
            let mut changed = vec![shorter];
            if at + 1 < words.len() && words[at] != words[at + 1] {
                let mut swapped = words.clone();
                swapped.swap(at, at + 1);
                changed.push(swapped);
            }
            for words in changed {
                cases += 1;
                let text = words.join(" ");
                assert!(compile(&text, facts).as_ref() != Ok(&program), "{id}: `{text}` means the same");
            }
        }
    }
    assert!(cases > 1_000, "{cases} cases");
}

/// Every text that is known to compile: shipped cards, fixtures, and examples for the rest.
fn known_texts() -> Vec<String> {
    let mut known: Vec<String> = texts().into_iter().map(|(_, _, text)| text).collect();
    for file_name in ["ok.txt", "examples.txt"] {
        known.extend(file(&format!("tests/language/{file_name}")).lines().map(str::to_owned));
    }
    known
}

/// `docs/card-language.md` is written from the grammar, with an example of each wording that compiles.
#[test]
fn the_documentation_is_the_grammar() {
    let facts = Facts { deployable: true, chain: true, champion: false };
    let mut examples = std::collections::BTreeMap::new();
    for text in known_texts() {
        let program = compile(&text, facts).unwrap_or_else(|faults| panic!("{text}: {}", faults[0]));
        for ability in &program.0 {
            let sentence = time_rift::compile::Program(vec![ability.clone()]).text();
            cardlang::Phrase::visit(ability, &mut |phrase, wording| {
                let shortest = examples.entry((phrase, wording)).or_insert_with(|| sentence.clone());
                if sentence.len() < shortest.len() {
                    shortest.clone_from(&sentence);
                }
            });
        }
    }
    let grammar = cardlang::Grammar::of::<time_rift::text::Ability>();
    let without: Vec<String> = grammar
        .productions()
        .iter()
        .filter(|production| !examples.contains_key(&(production.phrase, production.name)))
        .map(|production| format!("{}::{}: {}", production.phrase, production.name, production.wording))
        .collect();
    assert!(without.is_empty(), "no example in tests/language/examples.txt for\n{}", without.join("\n"));
    let mut page = "# The card language of Time Rift\n\nWritten from the grammar by a test (`cargo test -p time-rift --test language`; with `AGON_BLESS=1` it is written anew): \
                    what stands here is what is read. Every example compiles.\n\nA card text is sentences; each is one ability. Words in quotation marks stand as they are, \
                    other words name phrases, `?` may be left out, INT is a number, SIGNED one with its sign, STRING a name in quotation marks, KEYWORD one in square brackets.\n"
        .to_owned();
    let mut phrase = "";
    for production in grammar.productions() {
        if production.phrase != phrase {
            phrase = production.phrase;
            page += &format!("\n## {phrase}\n\n| wording | means | example |\n| --- | --- | --- |\n");
        }
        let wording = if production.wording.is_empty() { "(nothing)" } else { &production.wording };
        let example = &examples[&(production.phrase, production.name)];
        let cell = |text: &str| text.replace('|', "\\|");
        page += &format!("| {} | {} | {} |\n", cell(wording), cell(&production.about), cell(example));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/card-language.md");
    testkit::expect_file(&path, &page, "AGON_BLESS=1 cargo test -p time-rift --test language");
}
