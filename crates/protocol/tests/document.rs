//! The examples of docs/bot-protocol.md are what the types read and write, and none is missing.

use std::collections::BTreeSet;

use protocol::PROTOCOL;
use protocol::message::{HostHello, Limits, ToBot, ToHost};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../docs/bot-protocol.md");

/// The text between two headings.
fn chapter(title: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("\n## {title}\n")).expect(title);
    rest.split("\n## ").next().expect("a chapter")
}

fn examples(chapter: &str) -> Vec<&str> {
    let blocks = chapter.split("```json\n").skip(1);
    blocks.map(|block| block.split("\n```").next().expect("the end of a block")).collect()
}

/// Reads a line as a message and writes it again: no field may be lost. Gives its type.
fn read<T: Serialize + DeserializeOwned>(line: &str) -> String {
    let value: Value = serde_json::from_str(line).expect(line);
    let message: T = serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert_eq!(serde_json::to_value(&message).expect("plain data"), value, "a field is unknown: {line}");
    value["type"].as_str().expect("a type").to_owned()
}

/// The types that a side can say, as the reader itself lists them when it meets another.
fn known<T: DeserializeOwned>() -> BTreeSet<String> {
    let error = serde_json::from_value::<T>(json!({ "type": "?" })).err().expect("unknown").to_string();
    let (_, list) = error.split_once("expected one of ").expect("a list of types");
    list.split(", ").map(|word| word.trim_matches('`').to_owned()).collect()
}

#[test]
fn every_message_has_an_example_that_reads() {
    let host: BTreeSet<String> = examples(chapter("From the host")).into_iter().map(read::<ToBot>).collect();
    assert_eq!(host, known::<ToBot>());
    let bot: BTreeSet<String> = examples(chapter("From the bot")).into_iter().map(read::<ToHost>).collect();
    assert_eq!(bot, known::<ToHost>());
}

#[test]
fn the_dialogue_reads() {
    let (_, rest) = PAGE.split_once("```dialogue\n").expect("a dialogue");
    let lines: Vec<&str> = rest.split("```").next().expect("its end").lines().collect();
    let types: Vec<String> = lines
        .iter()
        .map(|line| match line.split_at(2) {
            ("> ", line) => read::<ToBot>(line),
            ("< ", line) => read::<ToHost>(line),
            _ => panic!("who says `{line}`?"),
        })
        .collect();
    assert_eq!(
        (types.first().map(String::as_str), types.last().map(String::as_str)),
        (Some("hello"), Some("bye"))
    );
    assert!(lines.len() > 10);
}

#[test]
fn the_page_states_version_and_limits() {
    assert!(PAGE.starts_with(&format!("# Bot protocol, version {PROTOCOL}\n")));
    let hello = ToBot::Hello(HostHello {
        protocol: PROTOCOL,
        host: format!("agon {}", env!("CARGO_PKG_VERSION")),
        limits: Limits::default(),
    });
    assert_eq!(examples(chapter("From the host"))[0], serde_json::to_string(&hello).expect("plain data"));
}

/// Every code that the host uses is explained.
#[test]
fn every_code_is_explained() {
    let policy = chapter("What happens to bots that break the rules");
    let source = include_str!("../src/host.rs");
    let mut codes = 0;
    for call in ["self.strike(seat, \"", "self.forfeit(seat, \"", "count_strike(seat, \""] {
        for after in source.split(call).skip(1) {
            let code = after.split('"').next().expect("a code");
            assert!(policy.contains(&format!("`{code}`")), "{code} is not explained");
            codes += 1;
        }
    }
    assert!(codes >= 10, "the codes are looked for in the wrong place");
}
