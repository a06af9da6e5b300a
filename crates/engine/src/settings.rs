//! A setup as data: `players=3 misere=no`, checked against what the game offers.

use std::fmt;

use serde::Serialize;

use crate::bounds;
use crate::fault::{Fault, Faults, Place, nearest};
use crate::text;

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Values {
    /// A whole number from `.0` to `.1`.
    Whole(i64, i64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// `yes` or `no`; `true` and `false` mean the same.
    YesNo,
    /// Anything; the game checks it.
    Text,
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Self::OneOf(words) => write!(f, "one of {}", words.join(", ")),
            Self::YesNo => f.write_str("yes or no"),
            Self::Text => f.write_str("text"),
        }
    }
}

/// One option that a game's setup takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OptionSpec {
    /// The word before `=`.
    pub key: &'static str,
    /// What it takes.
    pub values: Values,
    /// What holds when it is not given.
    pub default: &'static str,
    /// What it means, in one sentence.
    pub help: &'static str,
}

/// A setup in its text form: `key=value` pairs. A value with blanks is put in double quotes.
///
/// ```
/// use engine::Settings;
/// let settings = Settings::parse("players=3 name=\"two words\"").unwrap();
/// assert_eq!(settings.get("name"), Some("two words"));
/// assert_eq!(settings.to_string(), "players=3 name=\"two words\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    pairs: Vec<(String, String)>,
    /// What could not be read; reported with everything else by [`Settings::check`].
    malformed: Faults,
}

impl Settings {
    /// All options at their defaults.
    pub fn none() -> Self {
        Self::default()
    }

    /// Reads `key=value` pairs; reports every malformed pair and every key given twice.
    pub fn parse(text: &str) -> Result<Self, Faults> {
        let settings = Self::lenient(text);
        if settings.malformed.is_empty() { Ok(settings) } else { Err(settings.malformed) }
    }

    /// Reads `key=value` pairs and keeps what is wrong with them for [`Settings::check`], so that the
    /// faults of form and of content come in one report.
    pub fn lenient(text: &str) -> Self {
        let (mut settings, mut faults) = (Self::none(), Faults::none());
        if let Err(fault) = bounds::bytes("the setup", text.len(), bounds::SETUP) {
            settings.malformed = fault.into();
            return settings;
        }
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            if let Err(fault) = bounds::count("the setup", settings.pairs.len(), "options", bounds::OPTIONS) {
                faults.push(Fault { what: "the setup has too many options".to_owned(), ..fault });
                break;
            }
            let end = word_end(rest);
            let (word, tail) = rest.split_at(end);
            rest = tail.trim_start();
            match word.split_once('=') {
                Some((key, value)) if !key.is_empty() && !key.contains('"') => {
                    let value = match value.strip_prefix('"') {
                        Some(quoted) => match quoted.strip_suffix('"') {
                            Some(inner) if !inner.contains('"') => inner,
                            _ => {
                                faults.push(
                                    Fault::new(
                                        "a quoted value does not end in `\"`",
                                        "close the quotation mark",
                                    )
                                    .at(Place::Option(key.to_owned())),
                                );
                                continue;
                            }
                        },
                        None => value,
                    };
                    if value.contains(['"', '\n', '\r']) {
                        faults.push(
                            Fault::new("a value contains a quotation mark or a line break", "leave it out")
                                .at(Place::Option(key.to_owned())),
                        );
                    } else if settings.get(key).is_some() {
                        faults.push(
                            Fault::new("given twice", "give it once").at(Place::Option(key.to_owned())),
                        );
                    } else {
                        settings.pairs.push((key.to_owned(), value.to_owned()));
                    }
                }
                _ => faults.push(Fault::new(
                    format!("`{word}` is not of the form `key=value`"),
                    "write for example `players=2`",
                )),
            }
        }
        settings.malformed = faults;
        settings
    }

    /// The value given for `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    /// Sets `key`, replacing what was given before.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        let value = value.into();
        match self.pairs.iter_mut().find(|(k, _)| k == key) {
            Some(entry) => entry.1 = value,
            None => self.pairs.push((key.to_owned(), value)),
        }
    }

    /// The pairs in the order given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(k, v)| (k.as_str(), v.as_str()))
    }

    /// Checks every pair against `options`, fills in the defaults, and reports all that is wrong.
    /// The game adds its own faults to the report before it gives up.
    pub fn check<'a>(&'a self, options: &'a [OptionSpec]) -> (Checked<'a>, Faults) {
        let mut faults = self.malformed.clone();
        for (key, value) in self.iter() {
            let place = Place::Option(key.to_owned());
            let sound = bounds::bytes("the value", value.len(), bounds::SETUP)
                .and_then(|()| text::seen(value, "the value"));
            if let Err(fault) = sound {
                faults.push(fault.at(place));
                continue;
            }
            let Some(spec) = options.iter().find(|spec| spec.key == key) else {
                let known = options.iter().map(|spec| spec.key);
                let remedy = match nearest(key, known.clone()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if options.is_empty() => "this game has no options".to_owned(),
                    None => format!("the options are {}", known.collect::<Vec<_>>().join(", ")),
                };
                faults.push(Fault::new("there is no such option", remedy).at(place));
                continue;
            };
            let fits = match spec.values {
                Values::Whole(low, high) => {
                    text::number::<i64>(value, "").is_ok_and(|n| (low..=high).contains(&n))
                }
                Values::OneOf(words) => words.contains(&value),
                Values::YesNo => yes_or_no(value).is_some(),
                Values::Text => true,
            };
            if !fits {
                faults.push(
                    Fault::new(format!("`{value}` does not fit"), format!("give {}", spec.values)).at(place),
                );
            }
        }
        (Checked { settings: self, options, trust: faults.is_empty() }, faults)
    }
}

/// What an answer to a yes-or-no option means.
fn yes_or_no(value: &str) -> Option<bool> {
    match value {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}

/// Where the word at the start of `text` ends: at a blank outside quotation marks.
fn word_end(text: &str) -> usize {
    let mut quoted = false;
    text.char_indices()
        .find(|&(_, c)| {
            quoted ^= c == '"';
            c.is_whitespace() && !quoted
        })
        .map_or(text.len(), |(i, _)| i)
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (key, value)) in self.iter().enumerate() {
            let blank = if i == 0 { "" } else { " " };
            if value.contains(char::is_whitespace) {
                write!(f, "{blank}{key}=\"{value}\"")?;
            } else {
                write!(f, "{blank}{key}={value}")?;
            }
        }
        Ok(())
    }
}

/// Settings that were checked: asks for values by key, given or default.
pub struct Checked<'a> {
    settings: &'a Settings,
    options: &'a [OptionSpec],
    trust: bool,
}

impl Checked<'_> {
    fn spec(&self, key: &str) -> &OptionSpec {
        self.options.iter().find(|spec| spec.key == key).expect("a game asks for its own options")
    }

    /// The value of `key` as text.
    pub fn text(&self, key: &str) -> &str {
        let spec = self.spec(key);
        self.settings.get(key).unwrap_or(spec.default)
    }

    /// The value of a whole-number option; its default if what was given is already reported as a fault.
    pub fn whole(&self, key: &str) -> i64 {
        let spec = self.spec(key);
        let Values::Whole(low, high) = spec.values else { panic!("`{key}` is no whole number") };
        let given = self.text(key).parse().ok().filter(|n| (low..=high).contains(n));
        debug_assert!(!self.trust || given.is_some(), "checked settings hold valid numbers");
        given.unwrap_or_else(|| spec.default.parse().expect("defaults are valid"))
    }

    /// The value of a yes-or-no option; its default if what was given is already reported as a fault.
    pub fn yes(&self, key: &str) -> bool {
        let default = self.spec(key).default;
        yes_or_no(self.text(key)).or_else(|| yes_or_no(default)).expect("defaults are valid")
    }

    /// Which of the words of a one-of option was chosen.
    pub fn choice(&self, key: &str) -> usize {
        let spec = self.spec(key);
        let Values::OneOf(words) = spec.values else { panic!("`{key}` is no choice") };
        let index = |value: &str| words.iter().position(|&word| word == value);
        index(self.text(key)).or_else(|| index(spec.default)).expect("defaults are valid")
    }
}
