//! Why the rules forbid an action.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

/// The code of a refusal that says no more than "not among the options". A game should hardly ever
/// need it: the test kit fails a game that uses it for one refusal in a hundred.
pub const CATCH_ALL: &str = "not-offered";

/// The rules forbid an action: a stable code for programs, the rule that forbids it, and words for
/// people. The state is unchanged.
///
/// A game lists all its refusals in [`Game::REFUSALS`](crate::Game::REFUSALS):
///
/// ```
/// use engine::Refusal;
/// const TAKEN: Refusal = Refusal::new("cell-taken", "TTT-3", "that cell is already marked");
/// assert_eq!(TAKEN.to_string(), "that cell is already marked (TTT-3)");
/// assert_eq!(TAKEN.because("b2 is already marked").code, "cell-taken");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// Stable, for programs: `cell-taken`.
    pub code: &'static str,
    /// The id of the rule that forbids it.
    pub rule: &'static str,
    /// For people, in lower case without a full stop.
    pub text: Cow<'static, str>,
}

impl Refusal {
    /// A refusal with its usual words.
    pub const fn new(code: &'static str, rule: &'static str, text: &'static str) -> Self {
        Self { code, rule, text: Cow::Borrowed(text) }
    }

    /// The same refusal in words that fit the case at hand.
    #[must_use]
    pub fn because(&self, text: impl Into<String>) -> Self {
        Self { text: Cow::Owned(text.into()), ..self.clone() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text, self.rule)
    }
}

impl std::error::Error for Refusal {}
