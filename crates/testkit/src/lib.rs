//! What every game is tested with.
//!
//! - [`conformance!`]: one line a game runs the whole kit ([`kit`]).
//! - [`scenario`]: literate Markdown with `play` blocks, checked move by move.
//! - [`counts`] and [`playthrough`]: reviewable text files that the engine must reproduce.
//! - [`faces`]: what people are shown, in every position of whole games.
//! - [`shared`]: work shared among threads.
//! - [`truth`]: exact values and best responses of small games, for published figures.
//! - [`alloc`]: counts heap allocations and what they hold.
//! - [`monsters`]: texts that are too long, too deep or too many.
//! - [`fuzz`]: the readers of untrusted text, for fuzzers and fixed-seed tests.

pub mod alloc;
pub mod chi;
pub mod counts;
pub mod faces;
pub mod fuzz;
pub mod kit;
pub mod monsters;
pub mod playthrough;
pub mod scenario;
pub mod shared;
pub mod truth;

pub use kit::{Effort, Subject, Table};
pub use rulebook::ledger::Citation;
pub use testkit_macros::rules;

/// Whether the tests should rewrite their expected files (`AGON_BLESS=1`) instead of comparing.
pub fn blessing() -> bool {
    std::env::var_os("AGON_BLESS").is_some_and(|value| value == "1")
}

/// Compares `actual` with the file at `path`, or rewrites the file when blessing. Panics with both
/// texts' first difference and the command to accept it.
pub fn expect_file(path: &std::path::Path, actual: &str, command: &str) {
    if blessing() {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).expect("the folder of an expected file can be made");
        }
        std::fs::write(path, actual).expect("an expected file can be written");
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    if expected == actual {
        return;
    }
    let at = expected.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.lines().nth(at).unwrap_or("(end of file)").to_owned();
    panic!(
        "{} differs at line {}:\n  expected: {}\n  actual:   {}\nif the change is right, run `{command}` and explain the diff in the commit",
        path.display(),
        at + 1,
        line(&expected),
        line(actual),
    );
}
