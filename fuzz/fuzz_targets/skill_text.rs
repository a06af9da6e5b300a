#![no_main]
//! Feeds arbitrary and reworded Skills to the compiler of Worlds Unchained, and what compiles to those who explain
//! it and warn of it. Run by `cargo xtask soak fuzz`.

use libfuzzer_sys::fuzz_target;
use worlds_unchained::cards::{Card, Pool, shipped};
use worlds_unchained::check::Bearer;
use worlds_unchained::compile::compile;
use worlds_unchained::explain::explain;
use worlds_unchained::warn::warnings;

thread_local! {
    static POOL: Pool = shipped();
    static TEXTS: Vec<String> = POOL.with(|pool| {
        pool.cards().flat_map(|card| &card.skills).map(|skill| skill.text(&pool.names)).collect()
    });
}

/// A text as it is written back, if it compiles on some bearer.
fn read(text: &str) -> Option<String> {
    POOL.with(|pool| {
        let read_as = |bearer: Bearer| {
            let skill = compile(text, &pool.names, bearer).ok()?;
            let back = skill.text(&pool.names);
            let card = Card { skills: vec![skill], ..pool.cards().next()?.clone() };
            explain(&card, "any", pool);
            warnings(&card.skills);
            Some(back)
        };
        [Bearer::Resource, Bearer::Vassal].into_iter().filter_map(read_as).last()
    })
}

fuzz_target!(|data: &[u8]| TEXTS.with(|texts| {
    testkit::fuzz::card_text(data, texts, read);
}));
