//! Plays any game of Agon at random, with the standard library alone: `rustc -O random_bot.rs` (docs/bot-protocol.md).
//!
//! It reads no more JSON than it needs: the fields of the outermost object, each found by its name.

use std::io::{BufRead, Write};

fn main() {
    let (mut dice, mut offered) = (1, 0);
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let number = |name| field(&line, name).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
        match field(&line, "type") {
            // A bot that plays at random needs to see nothing; leave "wants" out to be told everything.
            Some("\"hello\"") => {
                say(r#"{"type":"hello","protocol":1,"name":"random.rs","version":"1","wants":[]}"#);
            }
            Some("\"setup\"") => {
                dice = number("seed") | 1;
                say(r#"{"type":"ready"}"#);
            }
            Some(kind @ ("\"decide\"" | "\"refused\"")) => {
                if kind == "\"decide\"" {
                    offered = field(&line, "actions").map_or(0, items);
                }
                let index = below(&mut dice, offered);
                say(&format!(r#"{{"type":"action","id":{},"index":{index}}}"#, number("id")));
            }
            Some("\"ping\"") => say(&format!(r#"{{"type":"pong","id":{}}}"#, number("id"))),
            Some("\"bye\"") => break,
            _ => {}
        }
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // Whoever does not listen any more has ended the game.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// A number below `n`, by a generator of three shifts.
fn below(dice: &mut u64, n: u64) -> u64 {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    *dice % n.max(1)
}

/// The text of a field of the outermost object.
fn field<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    parts(object).find_map(|part| {
        let (key, value) = part.trim().strip_prefix('"')?.split_once('"')?;
        (key == name).then(|| value.trim_start().trim_start_matches(':').trim())
    })
}

/// How many items a list has.
fn items(list: &str) -> u64 {
    parts(list).filter(|part| !part.trim().is_empty()).count() as u64
}

/// What stands between the commas of an object or a list, not counting those further inside.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim();
    let inside = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    inside.split(move |c| {
        let was_escaped = escaped;
        escaped = quoted && !was_escaped && c == '\\';
        match c {
            '"' if !was_escaped => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            _ => return c == ',' && depth == 0 && !quoted,
        }
        false
    })
}
