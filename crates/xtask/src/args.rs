//! The flags of a command: parsing, help, and suggestions for misspelt words.

use crate::Failure;
use crate::table::aligned;

/// One flag, or the free words, that a command understands.
pub struct Flag {
    /// As typed: `--job`. For free words, what the usage line calls them: `JOB`.
    pub name: &'static str,
    kind: Kind,
    about: &'static str,
}

enum Kind {
    Switch,
    Value(&'static str),
    Words,
}

impl Flag {
    /// A flag that is there or not.
    pub const fn switch(name: &'static str, about: &'static str) -> Self {
        Self { name, kind: Kind::Switch, about }
    }

    /// A flag with a value: `--job NAME` or `--job=NAME`.
    pub const fn value(name: &'static str, value: &'static str, about: &'static str) -> Self {
        Self { name, kind: Kind::Value(value), about }
    }

    /// Words without a flag.
    pub const fn words(name: &'static str, about: &'static str) -> Self {
        Self { name, kind: Kind::Words, about }
    }

    fn title(&self) -> String {
        match self.kind {
            Kind::Value(value) => format!("{} {value}", self.name),
            Kind::Switch | Kind::Words => self.name.to_owned(),
        }
    }
}

/// What was typed after the command, in order.
#[derive(Debug, Default, PartialEq)]
pub struct Parsed {
    switches: Vec<&'static str>,
    values: Vec<(&'static str, String)>,
    /// The free words.
    pub words: Vec<String>,
}

impl Parsed {
    pub fn has(&self, name: &str) -> bool {
        self.switches.contains(&name)
    }

    /// All values given for a flag.
    pub fn all(&self, name: &str) -> Vec<String> {
        self.values.iter().filter(|(flag, _)| *flag == name).map(|(_, value)| value.clone()).collect()
    }
}

pub fn is_help(word: &str) -> bool {
    matches!(word, "--help" | "-h")
}

/// Reads the words typed after `command`.
pub fn parse(command: &str, flags: &'static [Flag], words: &[String]) -> Result<Parsed, Failure> {
    let mut parsed = Parsed::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, attached) = match word.split_once('=') {
            Some((name, value)) if name.starts_with('-') => (name, Some(value)),
            _ => (word.as_str(), None),
        };
        match flags.iter().find(|flag| flag.name == name && !matches!(flag.kind, Kind::Words)) {
            Some(Flag { kind: Kind::Value(value), name, .. }) => {
                let given =
                    attached.map(str::to_owned).or_else(|| words.next().cloned()).ok_or_else(|| {
                        Failure::Usage(format!("`{name}` needs a value; write `{name} {value}`"))
                    })?;
                parsed.values.push((name, given));
            }
            Some(Flag { name, .. }) => {
                if attached.is_some() {
                    return Err(Failure::Usage(format!("`{name}` takes no value; write `{name}` alone")));
                }
                parsed.switches.push(name);
            }
            None if !name.starts_with('-') && flags.iter().any(|flag| matches!(flag.kind, Kind::Words)) => {
                parsed.words.push(word.clone());
            }
            None => return Err(unknown(command, flags, name)),
        }
    }
    Ok(parsed)
}

fn unknown(command: &str, flags: &[Flag], word: &str) -> Failure {
    let kind = if word.starts_with('-') { "flag" } else { "argument" };
    let names = flags.iter().filter(|flag| !matches!(flag.kind, Kind::Words)).map(|flag| flag.name);
    let otherwise = format!("`cargo xtask {command} --help` lists what it takes");
    Failure::Usage(format!("unknown {kind} `{word}` of `{command}`; {}", remedy(word, names, &otherwise)))
}

/// The lines of a help text that describe the flags.
pub fn describe(flags: &[Flag]) -> String {
    let rows: Vec<[String; 2]> =
        flags.iter().map(|flag| [format!("  {}", flag.title()), flag.about.to_owned()]).collect();
    aligned(&rows, &[])
}

/// The end of an error message: the nearest known word if one is near, or else what to do.
pub fn remedy<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    match suggestion(typed, known) {
        Some(word) => format!("did you mean `{word}`?"),
        None => otherwise.to_owned(),
    }
}

/// The known word nearest to what was typed, if it is near enough to be meant.
fn suggestion<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let bare = |word: &str| word.trim_start_matches('-').to_owned();
    known
        .into_iter()
        .filter_map(|word| {
            let letters = bare(word).chars().count();
            let distance = strsim::osa_distance(&bare(&typed), &bare(word));
            let begins = bare(&typed).len() >= 2 && bare(word).starts_with(&bare(&typed));
            (begins || distance <= letters.div_ceil(3)).then_some((if begins { 0 } else { distance }, word))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    static FLAGS: &[Flag] = &[
        Flag::value("--job", "NAME", "one job"),
        Flag::switch("--list", "list"),
        Flag::words("FILE", "file"),
    ];
    static STRICT: &[Flag] = &[Flag::switch("--bless", "rewrite")];

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn fault(flags: &'static [Flag], line: &str) -> String {
        match parse("test", flags, &words(line)) {
            Err(Failure::Usage(message)) => message,
            _ => panic!("`{line}` is no usage error"),
        }
    }

    #[test]
    fn switches_values_and_words_are_told_apart() {
        let Ok(parsed) = parse("test", FLAGS, &words("a --job fmt --list --job=doc b")) else {
            panic!("refused");
        };
        assert!(parsed.has("--list"));
        assert!(!parsed.has("--bless"));
        assert_eq!(parsed.all("--job"), ["fmt", "doc"]);
        assert_eq!(parsed.words, ["a", "b"]);
    }

    #[test]
    fn faults_name_the_remedy() {
        assert_eq!(fault(FLAGS, "--job"), "`--job` needs a value; write `--job NAME`");
        assert_eq!(fault(FLAGS, "--list=yes"), "`--list` takes no value; write `--list` alone");
        assert_eq!(fault(STRICT, "--bles"), "unknown flag `--bles` of `test`; did you mean `--bless`?");
        assert_eq!(fault(STRICT, "bless"), "unknown argument `bless` of `test`; did you mean `--bless`?");
        assert_eq!(
            fault(STRICT, "--wat"),
            "unknown flag `--wat` of `test`; `cargo xtask test --help` lists what it takes"
        );
    }

    #[test]
    fn suggestions_are_near() {
        let known = ["play", "test", "soak", "perf", "counts", "playthroughs", "rules"];
        assert_eq!(suggestion("pref", known), Some("perf"));
        assert_eq!(suggestion("tests", known), Some("test"));
        assert_eq!(suggestion("RULES", known), Some("rules"));
        assert_eq!(suggestion("playt", known), Some("playthroughs"));
        assert_eq!(suggestion("count", known), Some("counts"));
        assert_eq!(suggestion("x", known), None);
        assert_eq!(suggestion("deploy", known), None);
    }
}
