//! Small readers for notation.

use std::str::FromStr;

use crate::fault::Fault;

/// Reads a number that is written as Rust writes it: no sign for zero or more, no leading zeros.
///
/// ```
/// assert_eq!(engine::text::number::<u8>("12", "a card").unwrap(), 12);
/// assert!(engine::text::number::<u8>("012", "a card").is_err());
/// assert!(engine::text::number::<u8>("300", "a card").is_err());
/// ```
pub fn number<N: FromStr + ToString>(text: &str, what: &str) -> Result<N, Fault> {
    match text.parse::<N>() {
        Ok(number) if number.to_string() == text => Ok(number),
        _ => Err(Fault::new(
            format!("`{text}` is not {what}"),
            "write a whole number in range, without leading zeros",
        )),
    }
}

/// The parts of `text` between single blanks, if there are exactly `N`.
///
/// ```
/// assert_eq!(engine::text::words::<2>("bid 3", "bid N").unwrap(), ["bid", "3"]);
/// assert!(engine::text::words::<2>("bid  3", "bid N").is_err());
/// ```
pub fn words<'a, const N: usize>(text: &'a str, form: &str) -> Result<[&'a str; N], Fault> {
    let parts: Vec<&str> = text.split(' ').collect();
    parts.try_into().map_err(|_| misread(text, form))
}

/// The fault of a text that is not of the expected form.
pub fn misread(text: &str, form: &str) -> Fault {
    let shown: String = text.chars().take(60).collect();
    Fault::new(format!("`{shown}` cannot be read"), format!("expected {form}"))
}
