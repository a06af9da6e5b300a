//! The attribute hands the ids and the name of the test to the guard, and keeps the body.

// The attribute speaks to the crate `testkit`; here this program takes its place.
extern crate self as testkit;

use std::cell::RefCell;

use testkit_macros::rules;

thread_local! {
    static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

pub struct Citation(String);

impl Citation {
    pub fn new(ids: &'static [&'static str], test: &str) -> Self {
        let text = format!("{test} cites {}", ids.join(" "));
        SEEN.with_borrow_mut(|seen| seen.push(format!("begin {text}")));
        Self(text)
    }
}

impl Drop for Citation {
    fn drop(&mut self) {
        SEEN.with_borrow_mut(|seen| seen.push(format!("end {}", self.0)));
    }
}

fn note(text: &str) {
    SEEN.with_borrow_mut(|seen| seen.push(text.to_owned()));
}

fn seen() -> Vec<String> {
    SEEN.take()
}

#[rules("TTT-1", "TTT-2")]
fn plain() {
    note("body");
}

mod deeper {
    use super::{note, rules};

    /// With a comment, a visibility, an argument, an answer and a comma behind the last id.
    #[rules("CC-SETUP-1..CC-SETUP-6")]
    #[inline]
    pub(crate) fn r#match<T: Into<i32>, const N: usize>(words: &[T; N]) -> Result<&T, String> {
        note("body");
        words.first().ok_or_else(|| "none".to_owned())
    }
}

#[test]
fn the_guard_lives_as_long_as_the_body() {
    plain();
    assert_eq!(
        seen(),
        ["begin rules::plain cites TTT-1 TTT-2", "body", "end rules::plain cites TTT-1 TTT-2",]
    );
}

#[test]
fn signatures_of_all_kinds_are_kept() {
    assert_eq!(deeper::r#match(&[1, 2]), Ok(&1));
    assert_eq!(
        seen(),
        [
            "begin rules::deeper::match cites CC-SETUP-1..CC-SETUP-6",
            "body",
            "end rules::deeper::match cites CC-SETUP-1..CC-SETUP-6",
        ]
    );
}

#[rules("TTT-1")]
#[test]
fn above_test() {
    assert_eq!(seen(), ["begin rules::above_test cites TTT-1"]);
}

#[test]
#[rules("TTT-1")]
fn below_test() {
    assert_eq!(seen(), ["begin rules::below_test cites TTT-1"]);
}
