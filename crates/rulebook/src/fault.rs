use std::fmt;

/// Something wrong with a file of rules: where, what, and how to mend it.
///
/// ```
/// use rulebook::Catalogue;
///
/// let faults = Catalogue::parse("nim.toml", "game = 7").unwrap_err();
/// assert!(faults.iter().any(|fault| fault.to_string()
///     == "nim.toml:1: `game` is an integer, not a string; write it in quotation marks"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file, as it was named to the parser.
    pub file: String,
    /// The line, counted from one. A fault of the whole file is at line one.
    pub line: usize,
    /// What is wrong, in lower case without a full stop.
    pub what: String,
    /// What to do about it.
    pub remedy: String,
}

impl Fault {
    pub(crate) fn new(file: &str, line: usize, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line, what: what.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, what, remedy } = self;
        write!(f, "{file}:{line}: {what}; {remedy}")
    }
}

impl std::error::Error for Fault {}
