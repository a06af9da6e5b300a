#![no_main]
//! Feeds arbitrary and reworded card texts to the compiler of Time Rift, and what compiles to those who explain
//! it and warn of it. Run by `cargo xtask soak fuzz`.

use libfuzzer_sys::fuzz_target;
use time_rift::cards::{self, Card};
use time_rift::check::Facts;
use time_rift::compile::compile;
use time_rift::explain::explain;
use time_rift::setup::shipped_sources;
use time_rift::warn::{Known, warnings};

thread_local! {
    static CARDS: Vec<Card> = shipped_sources().iter().flat_map(|file| cards::read(file).0).collect();
    static TEXTS: Vec<String> = CARDS.with(|cards| cards.iter().map(|card| card.program.text()).collect());
    static KNOWN: Known = CARDS.with(|cards| Known::of(cards));
}

/// A text as it is written back, if it compiles on some card.
fn read(text: &str) -> Option<String> {
    let read_as = |champion: bool| {
        let facts = Facts { champion, chain: !champion, deployable: !champion };
        let program = compile(text, facts).ok()?;
        let card = CARDS.with(|cards| Card { program, ..cards[usize::from(!champion)].clone() });
        explain(&card);
        KNOWN.with(|known| warnings(&card, known));
        Some(card.program.text())
    };
    [true, false].into_iter().filter_map(read_as).last()
}

fuzz_target!(|data: &[u8]| TEXTS.with(|texts| {
    testkit::fuzz::card_text(data, texts, read);
}));
