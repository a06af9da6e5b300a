//! Editions: what the rules of a game were when a record was made.

/// One thing that an edition of the rules changed against the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Change {
    /// The rules and rulings that it concerns.
    pub rules: &'static [&'static str],
    /// What is different now, in one sentence without a full stop.
    pub text: &'static str,
}

/// The rules of a game as they were from some day on. Every record tells the edition that it was played under; a change
/// of the rules that could make a record play differently begins a new edition. `docs/records.md` says what is
/// promised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Edition {
    /// Counted from 1.
    pub number: u32,
    /// The day from which it held, as `2026-11-18`.
    pub since: &'static str,
    /// Whether the same seed gives other dice or cards than before: the way from random numbers to outcomes changed.
    pub luck: bool,
    /// What is different since the edition before.
    pub changes: &'static [Change],
}

/// The editions of a game whose rules never changed.
pub const FIRST_EDITION: &[Edition] =
    &[Edition { number: 1, since: "2026-11-18", luck: false, changes: &[] }];
