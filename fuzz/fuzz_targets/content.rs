#![no_main]
//! Feeds arbitrary bytes to the readers of cards, Styles and boards. Run by `cargo xtask soak fuzz`.

use libfuzzer_sys::fuzz_target;

thread_local! {
    static REGISTRY: engine::Registry = games::registry();
}

fuzz_target!(|data: &[u8]| REGISTRY.with(|registry| testkit::fuzz::content(data, registry)));
