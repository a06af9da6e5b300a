//! The card language against its fixtures and the shipped cards.

mod common;

use std::path::Path;

use common::{ShippedText, file};
use time_rift::check::Facts;
use time_rift::compile::compile;

fn starter() -> Vec<ShippedText> {
    let texts = common::texts("starter.toml");
    assert_eq!(texts.len(), 40);
    texts
}

#[test]
fn every_shipped_text_is_its_program() {
    common::every_text_is_its_program(&starter());
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
    let cases = common::every_word_means_something(&starter());
    assert!(cases > 1_000, "{cases} cases");
}

/// Every text that is known to compile: shipped cards, fixtures, and examples for the rest.
fn known_texts() -> Vec<String> {
    let mut known: Vec<String> = starter().into_iter().map(|(_, _, text)| text).collect();
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
