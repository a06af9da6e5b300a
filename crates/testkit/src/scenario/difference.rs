//! What is expected and what is, told by what they differ in. All of it is bounded.

use serde_json::Value;

/// So many entries of a list are told.
const ENTRIES: usize = 8;
/// Texts up to this length are told whole beside each other.
const SHORT: usize = 60;
/// No text that is told is longer.
const LONG: usize = 100;

/// What two lists differ in, entry by entry; nothing if they are the same.
pub fn of_lists(expected: &[String], actual: &[String]) -> Option<String> {
    if expected == actual {
        return None;
    }
    let missing = without(expected, actual);
    let too_much = without(actual, expected);
    if missing.is_empty() && too_much.is_empty() {
        let at = expected.iter().zip(actual).take_while(|(one, other)| one == other).count();
        return Some(format!(
            "the order differs from entry {} on: `{}` should stand there and `{}` does",
            at + 1,
            brief(&expected[at]),
            brief(&actual[at])
        ));
    }
    let mut parts = Vec::new();
    if !missing.is_empty() {
        parts.push(format!("missing: {}", some_of(&missing)));
    }
    if !too_much.is_empty() {
        parts.push(format!("too much: {}", some_of(&too_much)));
    }
    Some(parts.join("; "))
}

/// The entries of a list that are left when each of another one has taken away its equal.
fn without<'t>(list: &'t [String], other: &[String]) -> Vec<&'t String> {
    let mut count = std::collections::BTreeMap::<&String, usize>::new();
    for entry in other {
        *count.entry(entry).or_default() += 1;
    }
    let mut left = |entry: &&String| match count.get_mut(*entry) {
        Some(n) if *n > 0 => {
            *n -= 1;
            false
        }
        _ => true,
    };
    list.iter().filter(|entry| left(entry)).collect()
}

/// The first entries, quoted, and how many more there are.
pub fn some_of<T: AsRef<str>>(entries: &[T]) -> String {
    let mut told: Vec<String> =
        entries.iter().take(ENTRIES).map(|entry| format!("`{}`", brief(entry.as_ref()))).collect();
    if entries.len() > ENTRIES {
        told.push(format!("and {} more", entries.len() - ENTRIES));
    }
    told.join(", ")
}

/// A text, or its beginning if it is long.
pub fn brief(text: &str) -> String {
    match text.char_indices().nth(LONG) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// What two texts differ in: both if they are short, else the first word that differs; nothing if they are the same.
pub fn of_texts(expected: &str, actual: &str) -> Option<String> {
    if expected == actual {
        return None;
    }
    if expected.len() <= SHORT && actual.len() <= SHORT {
        return Some(format!("should be `{expected}` and is `{actual}`"));
    }
    let (one, other): (Vec<&str>, Vec<&str>) =
        (expected.split_whitespace().collect(), actual.split_whitespace().collect());
    let at = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let word = |words: &[&str]| {
        words.get(at).map_or_else(|| "nothing more".to_owned(), |word| format!("`{}`", brief(word)))
    };
    let before = match at {
        0 => "at its beginning".to_owned(),
        _ => format!("after `{}`", brief(&one[at.saturating_sub(3)..at].join(" "))),
    };
    if at == one.len() && at == other.len() {
        return Some("differs in blanks only".to_owned());
    }
    Some(format!("should have {} and has {} as word {}, {before}", word(&one), word(&other), at + 1))
}

/// Where two pieces of data first differ, and what stands there on either side; nothing if they are the same.
pub struct Apart {
    /// With dots; empty for the whole.
    pub path: String,
    pub one: String,
    pub other: String,
}

/// Where two pieces of data first differ; nothing if they are the same.
pub fn first(one: &Value, other: &Value) -> Option<Apart> {
    let mut path = Vec::new();
    let (one, other) = descend(one, other, &mut path)?;
    let told =
        |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), |value| brief(&value.to_string()));
    Some(Apart { path: path.join("."), one: told(one), other: told(other) })
}

type Pair<'v> = (Option<&'v Value>, Option<&'v Value>);

fn descend<'v>(one: &'v Value, other: &'v Value, path: &mut Vec<String>) -> Option<Pair<'v>> {
    if one == other {
        return None;
    }
    let keys: Vec<String> = match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))).cloned().collect()
        }
        (Value::Array(one), Value::Array(other)) => {
            (0..one.len().max(other.len())).map(|index| index.to_string()).collect()
        }
        _ => return Some((Some(one), Some(other))),
    };
    for key in keys {
        let (mine, theirs) = (part(one, &key), part(other, &key));
        if mine == theirs {
            continue;
        }
        path.push(key);
        return match (mine, theirs) {
            (Some(mine), Some(theirs)) => descend(mine, theirs, path),
            pair => Some(pair),
        };
    }
    None
}

/// What stands under a key or an index.
pub fn part<'v>(data: &'v Value, key: &str) -> Option<&'v Value> {
    match data {
        Value::Array(list) => list.get(key.parse::<usize>().ok()?),
        _ => data.get(key),
    }
}

/// What a value differs in from the one expected: lists by their entries, other data by its first difference.
pub fn of_values(path: &str, expected: &Value, actual: &Value) -> Option<String> {
    let plain = |list: &[Value]| list.iter().all(|value| !value.is_array() && !value.is_object());
    if let (Value::Array(one), Value::Array(other)) = (expected, actual)
        && plain(one)
        && plain(other)
    {
        let texts = |list: &[Value]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        return of_lists(&texts(one), &texts(other)).map(|told| format!("`{path}` differs; {told}"));
    }
    let apart = first(expected, actual)?;
    let place = if apart.path.is_empty() { path.to_owned() } else { format!("{path}.{}", apart.path) };
    Some(format!("`{place}` should be `{}` and is `{}`", apart.one, apart.other))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn list(text: &str) -> Vec<String> {
        text.split_whitespace().map(ToOwned::to_owned).collect()
    }

    #[test]
    fn lists_differ_by_what_is_missing_or_too_much() {
        assert_eq!(of_lists(&list("a b"), &list("a b")), None);
        assert_eq!(of_lists(&list("a b b"), &list("c b a")).unwrap(), "missing: `b`; too much: `c`");
        assert_eq!(of_lists(&list("a"), &[]).unwrap(), "missing: `a`");
        let order = of_lists(&list("a b c"), &list("a c b")).unwrap();
        assert_eq!(order, "the order differs from entry 2 on: `b` should stand there and `c` does");
        let many: Vec<String> = (0..128).map(|n| n.to_string()).collect();
        let told = of_lists(&many, &[]).unwrap();
        assert!(told.ends_with("`7`, and 120 more"), "{told}");
    }

    #[test]
    fn long_texts_differ_by_their_first_word() {
        assert_eq!(of_texts("a", "b").unwrap(), "should be `a` and is `b`");
        let long = |word: &str| format!("{} one two three {word} five", "x ".repeat(60).trim());
        assert_eq!(of_texts(&long("a"), &long("a")), None);
        let told = of_texts(&long("a"), &long("b")).unwrap();
        assert_eq!(told, "should have `a` and has `b` as word 64, after `one two three`");
        let told = of_texts(&long("a"), &format!("{} six", long("a"))).unwrap();
        assert_eq!(told, "should have nothing more and has `six` as word 66, after `three a five`");
        assert_eq!(of_texts(&long("a"), &format!("{} ", long("a"))).unwrap(), "differs in blanks only");
    }

    #[test]
    fn data_differs_at_its_first_path() {
        let apart = first(&json!({"a": [1, {"b": 2}]}), &json!({"a": [1, {"b": 3}]})).unwrap();
        assert_eq!((apart.path.as_str(), apart.one.as_str(), apart.other.as_str()), ("a.1.b", "2", "3"));
        let apart = first(&json!({"a": [1]}), &json!({"a": [1, 2], "c": 0})).unwrap();
        assert_eq!((apart.path.as_str(), apart.one.as_str(), apart.other.as_str()), ("a.1", "nothing", "2"));
        assert!(first(&json!([null]), &json!([null])).is_none());
        let told = of_values("hand", &json!(["K", "Q"]), &json!(["Q", "J"])).unwrap();
        assert_eq!(told, "`hand` differs; missing: `\"K\"`; too much: `\"J\"`");
        assert_eq!(
            of_values("n", &json!({"x": 1}), &json!({"x": 2})).unwrap(),
            "`n.x` should be `1` and is `2`"
        );
    }
}
