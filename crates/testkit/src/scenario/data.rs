//! Paths through the data of a position or a view: `hands.0`, `board.2.cards`.

use serde_json::Value;

use super::difference::{brief, of_texts, of_values, part, some_of};
use super::{Done, Trouble, note, stop};

/// The value at a path; the fault says what stands there instead.
pub fn at<'v>(data: &'v Value, path: &str) -> Result<&'v Value, Trouble> {
    let mut at = data;
    let mut gone = String::new();
    for key in path.split('.') {
        let Some(next) = part(at, key) else { return Err(missing(at, &gone, key)) };
        at = next;
        gone = if gone.is_empty() { key.to_owned() } else { format!("{gone}.{key}") };
    }
    Ok(at)
}

fn missing(data: &Value, path: &str, key: &str) -> Trouble {
    let place = if path.is_empty() { "the position".to_owned() } else { format!("`{path}`") };
    let dotted = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    let remedy = match data {
        Value::Object(parts) => {
            let keys: Vec<&str> = parts.keys().map(String::as_str).collect();
            let near = engine::nearest(key, keys.iter().copied());
            near.map_or_else(
                || format!("it has {}", some_of(&keys)),
                |near| format!("did you mean `{}`?", dotted(near)),
            )
        }
        Value::Array(list) if list.is_empty() => "it is an empty list".to_owned(),
        Value::Array(list) => format!("it is a list; its entries are 0 to {}", list.len() - 1),
        other => format!("it is `{}`, which has no parts", brief(&other.to_string())),
    };
    Trouble::Note(engine::Fault::new(format!("there is no `{}` in {place}", brief(key)), remedy))
}

/// `hands.0 = K`: the value at a path of the data.
pub fn expect(data: &Value, wanted: &str) -> Done {
    let (path, value) = wanted.split_once('=').ok_or_else(|| stop("no value", "write `PATH = VALUE`"))?;
    let (path, value) = (path.trim(), value.trim());
    let told = match at(data, path)? {
        Value::String(text) => of_texts(value.trim_matches('"'), text).map(|told| format!("`{path}` {told}")),
        other => match serde_json::from_str::<Value>(value) {
            Ok(wanted) => of_values(path, &wanted, other),
            Err(_) => {
                Some(format!("`{path}` should be `{}` and is `{}`", brief(value), brief(&other.to_string())))
            }
        },
    };
    told.map_or(Ok(()), |told| Err(note(told)))
}

/// Every value below a path, each on a line `PATH = VALUE`, as `expect` takes it.
pub fn lines(path: &str, data: &Value, out: &mut Vec<String>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match data {
        Value::Object(parts) if !parts.is_empty() => {
            parts.iter().for_each(|(key, value)| lines(&below(key), value, out));
        }
        Value::Array(list) if list.iter().any(|value| value.is_array() || value.is_object()) => {
            list.iter().enumerate().for_each(|(index, value)| lines(&below(&index.to_string()), value, out));
        }
        other => out.push(format!("{path} = {other}")),
    }
}
