//! Rust source without its tests.

/// Blanks what is there for tests only, and keeps every line where it was.
///
/// These are the attributes `#[rules(...)]`, items under `#[test]` or `#[cfg(test)]`, and whole
/// files under `#![cfg(test)]`. Comments and strings are passed over, so that a bracket within
/// them does not count.
pub(crate) fn without_tests(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut kept = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        if let Some(end) = opaque_end(bytes, at) {
            at = end;
            continue;
        }
        let Some((kind, end)) = attribute(text, at) else {
            at += 1;
            continue;
        };
        let end = match kind {
            Attribute::Rules => end,
            Attribute::Test => item_end(text, end),
            Attribute::TestFile => bytes.len(),
            Attribute::Other => {
                at = end;
                continue;
            }
        };
        blank(&mut kept[at..end]);
        at = end;
    }
    String::from_utf8_lossy(&kept).into_owned()
}

enum Attribute {
    Rules,
    Test,
    TestFile,
    Other,
}

/// The attribute that begins here, and where it ends.
fn attribute(text: &str, at: usize) -> Option<(Attribute, usize)> {
    let rest = text.as_bytes().get(at..)?;
    let inner = rest.starts_with(b"#![");
    if !inner && !rest.starts_with(b"#[") {
        return None;
    }
    let open = at + 1 + usize::from(inner);
    let end = group_end(text.as_bytes(), open);
    let words: String =
        text.get(open + 1..end.saturating_sub(1))?.chars().filter(|c| !c.is_whitespace()).collect();
    let for_tests = words == "cfg(test)" || words.starts_with("cfg(all(test,");
    let kind = match (inner, for_tests) {
        (true, true) => Attribute::TestFile,
        (false, true) => Attribute::Test,
        (false, false) if words == "test" => Attribute::Test,
        (false, false) if words.starts_with("rules(") || words.starts_with("testkit::rules(") => {
            Attribute::Rules
        }
        _ => Attribute::Other,
    };
    Some((kind, end))
}

/// Where the item that follows ends: behind its braces or its semicolon.
fn item_end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        if let Some(end) = opaque_end(bytes, at) {
            at = end;
            continue;
        }
        match bytes[at] {
            b';' => return at + 1,
            b'{' => return group_end(bytes, at),
            b'(' | b'[' => at = group_end(bytes, at),
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Where the bracket that opens here is closed again.
fn group_end(bytes: &[u8], open: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = open;
    while at < bytes.len() {
        if let Some(end) = opaque_end(bytes, at) {
            at = end;
            continue;
        }
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return at;
        }
    }
    bytes.len()
}

/// Where the comment, string or character that begins here ends.
fn opaque_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    match rest {
        [b'/', b'/', ..] => Some(at + find(rest, b"\n").unwrap_or(rest.len())),
        [b'/', b'*', ..] => Some(block_comment_end(bytes, at)),
        [b'"', ..] => Some(string_end(bytes, at)),
        [b'r', b'"' | b'#', ..] if !follows_word(bytes, at) => raw_string_end(bytes, at),
        [b'\'', b'\\', _, tail @ ..] => Some(at + 3 + find(tail, b"'").map_or(tail.len(), |end| end + 1)),
        [b'\'', tail @ ..] => {
            // A lifetime has no second quotation mark one character on.
            let width = tail.first().map_or(1, |&lead| match lead {
                0xF0.. => 4,
                0xE0.. => 3,
                0xC0.. => 2,
                _ => 1,
            });
            (tail.get(width) == Some(&b'\'')).then_some(at + width + 2)
        }
        _ => None,
    }
}

fn block_comment_end(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    while at < bytes.len() {
        match bytes[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                at += 2;
            }
            [b'*', b'/', ..] => {
                depth = depth.saturating_sub(1);
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    bytes.len()
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn raw_string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let after = &bytes[start + 1..];
    let marks = after.iter().take_while(|&&b| b == b'#').count();
    if after.get(marks) != Some(&b'"') {
        return None;
    }
    let mut close = vec![b'"'];
    close.resize(marks + 1, b'#');
    let body = start + marks + 2;
    let end = find(&bytes[body..], &close).map(|end| body + end + close.len());
    Some(end.unwrap_or(bytes.len()))
}

/// Whether the letter here belongs to a word; `br"` and `cr"` are the beginning of a string.
fn follows_word(bytes: &[u8], at: usize) -> bool {
    let is_word = |at: usize| bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_';
    if at == 0 || !is_word(at - 1) {
        return false;
    }
    !(matches!(bytes[at - 1], b'b' | b'c') && (at == 1 || !is_word(at - 2)))
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

fn blank(bytes: &mut [u8]) {
    for byte in bytes {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::without_tests;

    fn words(text: &str) -> Vec<String> {
        let kept = without_tests(text);
        assert_eq!(kept.lines().count(), text.lines().count());
        kept.split_whitespace()
            .filter(|word| word.contains("KEEP") || word.contains("DROP"))
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn code_and_comments_stay() {
        let text = "/// KEEP1\nfn a() { let s = \" KEEP2 \"; }\n// KEEP3\n#[derive( KEEP4 )]\nstruct S;";
        assert_eq!(words(text), ["KEEP1", "KEEP2", "KEEP3", "KEEP4"]);
    }

    #[test]
    fn test_modules_go() {
        let text = "fn a() {} // KEEP1\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n fn b() { \"}\"; '}'; '\\''; r#\"}\"#; /* } */ }\n // DROP\n}\nfn c<'a>() {} // KEEP2";
        assert_eq!(words(text), ["KEEP1", "KEEP2"]);
        assert_eq!(words("#[cfg(test)] mod tests; // KEEP\n"), ["KEEP"]);
        assert_eq!(words("#[cfg( test )] use a::{ DROP }; fn KEEP () {}"), ["KEEP"]);
        assert_eq!(words("#[cfg(all(test, unix))] fn f(x: [u8; 3]) { DROP } KEEP"), ["KEEP"]);
        assert_eq!(words("#[cfg(not(test))] fn f() { KEEP }"), ["KEEP"]);
        assert_eq!(words("// KEEP\n#![cfg(test)]\n DROP"), ["KEEP"]);
    }

    #[test]
    fn tests_and_their_rules_go() {
        let text = "#[rules(\" DROP \", \"]\")]\n#[test]\nfn a() { DROP }\nfn b() { KEEP }";
        assert_eq!(words(text), ["KEEP"]);
        assert_eq!(words("#[testkit::rules( DROP )] fn a() { KEEP }"), ["KEEP"]);
    }

    #[test]
    fn brackets_in_strings_and_characters_do_not_count() {
        for filler in [
            "\"}\"",
            "\"\\\"}\"",
            "'}'",
            "b'}'",
            "'\\u{7d}'",
            "'é'",
            "r\"}\"",
            "br#\"\"}\"#",
            "// }\n",
            "/* /* } */ } */",
            "&'a str",
            "xr",
            "r#type",
        ] {
            let text = format!("#[test] fn a() {{ {filler} ; DROP }} KEEP");
            assert_eq!(words(&text), ["KEEP"], "{filler}");
        }
    }

    #[test]
    fn broken_source_does_no_harm() {
        for text in [
            "#[",
            "#[cfg(test)]",
            "#[test] fn a() {",
            "\"",
            "r#\"",
            "/*",
            "'",
            "'\\",
            "#![",
            "é#[é",
            "#[test]é",
        ] {
            assert_eq!(without_tests(text).lines().count(), text.lines().count());
        }
    }
}
