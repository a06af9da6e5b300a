//! Small readers for notation, and what texts from outside may hold.

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

/// The longest name of a player, in characters.
pub const LONGEST_NAME: usize = 60;

/// Whether a character changes how a text looks without being seen: control characters, marks that turn the direction
/// of writing, what has no width or no ink, and what is no character.
///
/// ```
/// assert!(engine::text::is_hidden('\u{202e}') && engine::text::is_hidden('\u{200b}'));
/// assert!(!engine::text::is_hidden('é') && !engine::text::is_hidden('語'));
/// ```
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || u32::from(c) & 0xfffe == 0xfffe
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// A text on one line with its hidden characters written out, to be shown.
///
/// ```
/// assert_eq!(engine::text::shown("a\u{202e}b\n"), "a\\u{202e}b\\n");
/// ```
pub fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// Refuses hidden characters. Line breaks and tabs are refused, too.
///
/// ```
/// let fault = engine::text::seen("a\u{202e}b", "the value").unwrap_err();
/// assert_eq!(fault.to_string(), "the value holds the hidden character U+202E; leave it out");
/// ```
pub fn seen(text: &str, what: &str) -> Result<(), Fault> {
    match text.chars().find(|&c| is_hidden(c)) {
        None => Ok(()),
        Some(c) => {
            let what = format!("{what} holds the hidden character U+{:04X}", u32::from(c));
            Err(Fault::new(what, "leave it out"))
        }
    }
}

/// Checks the name of a player: 1 to [`LONGEST_NAME`] characters that are seen, no blank at either end.
///
/// ```
/// assert!(engine::text::name("Ada Lovelace").is_ok());
/// assert!(engine::text::name("").is_err() && engine::text::name("a\u{202e}b").is_err());
/// ```
pub fn name(text: &str) -> Result<(), Fault> {
    let fault = |what: String, remedy: String| Err(Fault::new(what, remedy));
    if text.trim().is_empty() {
        return fault("a name is empty".to_owned(), "give it a letter or more".to_owned());
    }
    seen(text, &format!("the name `{text}`"))?;
    if text.trim() != text {
        return fault(format!("the name `{text}` begins or ends with a blank"), "leave it out".to_owned());
    }
    let length = text.chars().count();
    if length > LONGEST_NAME {
        return fault(
            format!("the name `{text}` has {length} characters"),
            format!("give at most {LONGEST_NAME}"),
        );
    }
    Ok(())
}

/// A name that [`name`] takes, as near to `text` as can be; `otherwise` if nothing of it is left.
///
/// ```
/// assert_eq!(engine::text::sober(" Ada\u{7}\n", "bot"), "Ada");
/// assert_eq!(engine::text::sober("\u{200b}", "bot"), "bot");
/// ```
pub fn sober(text: &str, otherwise: &str) -> String {
    let seen: String = text.trim().chars().filter(|&c| !is_hidden(c)).take(LONGEST_NAME).collect();
    let seen = seen.trim();
    if seen.is_empty() { otherwise.to_owned() } else { seen.to_owned() }
}
