//! The shipped cards, for all tests of the language.

use std::path::Path;
use std::sync::LazyLock;

use worlds_unchained::cards::{Pool, shipped};

static POOL: LazyLock<Pool> = LazyLock::new(shipped);

/// The shipped cards.
pub fn pool() -> &'static Pool {
    &POOL
}

/// A file of this crate.
pub fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
