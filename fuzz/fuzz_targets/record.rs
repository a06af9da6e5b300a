#![no_main]
//! Feeds arbitrary bytes to the record reader. Run by `cargo xtask soak fuzz`.

use libfuzzer_sys::fuzz_target;

thread_local! {
    static REGISTRY: engine::Registry = games::registry();
}

fuzz_target!(|data: &[u8]| REGISTRY.with(|registry| testkit::fuzz::record(data, registry)));
