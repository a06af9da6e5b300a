//! Texts that are too long, too deep or too many for a careless reader, made from sound ones.

use engine::Rng;

/// What a monster is made of.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// What it is called in a report.
    pub name: &'static str,
    make: fn(&str, usize, &mut Rng) -> String,
}

/// All shapes. Each makes a text of about so many bytes from a sound one.
pub const SHAPES: &[Shape] = &[
    Shape { name: "one line many times", make: |text, size, rng| repeated(text, size, '\n', rng) },
    Shape { name: "one part many times", make: part_repeated },
    Shape { name: "unknown words", make: unknown_words },
    Shape { name: "the whole many times", make: |text, size, _| copies(text, size, |_| text.to_owned()) },
    Shape { name: "numbered copies", make: numbered_copies },
    Shape { name: "numbered keys", make: numbered_keys },
    Shape { name: "a long word", make: long_word },
    Shape { name: "a long number", make: long_number },
    Shape { name: "marks in a row", make: marks_in_a_row },
    Shape { name: "nothing but marks", make: |_, size, rng| (*rng.one_of(MARKS)).repeat(size / 2 + 1) },
    Shape { name: "deep nesting", make: deep },
    Shape { name: "one line", make: |text, size, _| copies(text, size, |_| text.replace('\n', " ")) },
    Shape { name: "empty lines", make: |text, size, rng| put(text, &"\n".repeat(size), rng) },
    Shape { name: "hidden characters", make: |text, size, rng| put(text, &"\u{202e}".repeat(size / 3), rng) },
    Shape { name: "wide characters", make: |text, size, rng| put(text, &"🎲é".repeat(size / 6), rng) },
];

/// What opens, parts or closes something in one of the languages.
const MARKS: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "\"",
    "\"\"\"",
    "'''",
    "`",
    "```play\n",
    "```\n",
    "a.",
    "a=",
    "[[",
    "[[card]]\n",
    "{a=",
    "[{",
    "+",
    "-",
    "*",
    ",",
    ";",
    ":",
    "/",
    " / ",
    "|",
    "#",
    "\\",
    "=",
    " ",
    "\n",
    "0",
    "9",
    "_",
    "\u{0}",
    "\r\n",
    "x*99+",
    "\\u202e",
    "**",
    "- ",
    "and ",
    "or ",
];

/// A monster of at most `most` bytes, small ones as often as large ones, and the name of its shape.
pub fn monster(text: &str, most: usize, rng: &mut Rng) -> (&'static str, String) {
    let shape = rng.one_of(SHAPES);
    let digits = most.ilog2();
    let size = (1_usize << rng.below(digits + 1)) + rng.below(1000) as usize;
    let mut made = (shape.make)(text, size.min(most), rng);
    // What shapes add beside the filler is little, but a bound is a bound.
    if made.len() > most {
        let end = (0..=most).rev().find(|&end| made.is_char_boundary(end)).unwrap_or(0);
        made.truncate(end);
    }
    (shape.name, made)
}

/// Copies until there is enough; at least one.
fn copies(text: &str, size: usize, copy: impl Fn(usize) -> String) -> String {
    let most = size / text.len().max(1) + 1;
    let mut out = String::new();
    for nth in 0..most {
        out += &copy(nth);
        out.push('\n');
        if out.len() >= size {
            break;
        }
    }
    out
}

/// Puts something at a random place.
fn put(text: &str, what: &str, rng: &mut Rng) -> String {
    let at = place(text, rng);
    format!("{}{what}{}", &text[..at], &text[at..])
}

/// A place between two characters.
fn place(text: &str, rng: &mut Rng) -> usize {
    let near = rng.below(text.len() as u32 + 1) as usize;
    (0..=near).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// One of the parts between two marks is repeated.
fn repeated(text: &str, size: usize, mark: char, rng: &mut Rng) -> String {
    let parts: Vec<&str> = text.split(mark).collect();
    let nth = rng.below(parts.len() as u32) as usize;
    let times = size / (parts[nth].len() + 1);
    let mut out = parts[..nth].join(&mark.to_string());
    for _ in 0..=times {
        out.push(mark);
        out += parts[nth];
    }
    for part in &parts[nth + 1..] {
        out.push(mark);
        out += part;
    }
    out
}

fn part_repeated(text: &str, size: usize, rng: &mut Rng) -> String {
    let present: Vec<char> = " ,+/;|:.-=\"".chars().filter(|&mark| text.contains(mark)).collect();
    let mark = if present.is_empty() { ' ' } else { *rng.one_of(&present) };
    repeated(text, size, mark, rng)
}

/// Words that mean nothing but look like something, at a place where there is a word.
fn unknown_words(text: &str, size: usize, rng: &mut Rng) -> String {
    let mark = *rng.one_of(&[",", " ", "+", ";", "\n", "\", \"", " = 1\n"]);
    let alike: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2).collect();
    let word = if alike.is_empty() { "word" } else { rng.one_of(&alike) };
    let words: Vec<String> = (0..size / (word.len() + 6)).map(|nth| format!("{word}{nth}")).collect();
    put(text, &words.join(mark), rng)
}

/// Copies of all, each with numbers of its own behind its words in quotation marks.
fn numbered_copies(text: &str, size: usize, _: &mut Rng) -> String {
    copies(text, size, |nth| {
        let parts: Vec<&str> = text.split("\"\n").collect();
        parts.join(&format!("{nth}\"\n"))
    })
}

fn numbered_keys(text: &str, size: usize, rng: &mut Rng) -> String {
    let mark = *rng.one_of(&["\n", " "]);
    let keys: Vec<String> = (0..size / 12).map(|nth| format!("key{nth}=1")).collect();
    put(text, &format!("{mark}{}{mark}", keys.join(mark)), rng)
}

fn long_word(text: &str, size: usize, rng: &mut Rng) -> String {
    let letter = *rng.one_of(&["a", "F", "é", "A-", "a ", "card "]);
    put(text, &letter.repeat(size / letter.len()), rng)
}

fn long_number(text: &str, size: usize, rng: &mut Rng) -> String {
    let digits: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let at = if digits.is_empty() { 0 } else { *rng.one_of(&digits) };
    format!("{}{}{}", &text[..at], (*rng.one_of(&["9", "0", "1_"])).repeat(size / 2), &text[at..])
}

fn marks_in_a_row(text: &str, size: usize, rng: &mut Rng) -> String {
    let mark = *rng.one_of(MARKS);
    put(text, &mark.repeat(size / mark.len() + 1), rng)
}

/// Brackets within brackets, tables within tables, options within options.
fn deep(text: &str, size: usize, rng: &mut Rng) -> String {
    let (open, middle, close) = *rng.one_of(&[
        ("[", "1", "]"),
        ("{a=", "1", "}"),
        ("(", "a", ")"),
        ("a.", "a=1", ""),
        ("[a.", "b]\n", ""),
        ("if it has a Chain, ", "it", ""),
        ("\"[", "a", "]\""),
        ("choose one: ", "a", "; or b"),
    ]);
    let depth = size / (open.len() + close.len());
    let nest = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
    let before = *rng.one_of(&["\n", "\na = ", " a=", ""]);
    put(text, &format!("{before}{nest}\n"), rng)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monsters_are_as_large_as_was_asked_and_always_the_same() {
        let text = "[[card]]\nid = \"a1\"\nname = \"Né\"\ndeck=a,b+c*3 x\n";
        for shape in SHAPES {
            let made = (shape.make)(text, 100_000, &mut Rng::from_number(1));
            assert!((40_000..400_000).contains(&made.len()), "{}: {}", shape.name, made.len());
        }
        for number in 0..200 {
            let (shape, made) = monster(text, 5_000, &mut Rng::from_number(number));
            assert!(made.len() <= 5_000, "{shape}: {}", made.len());
            assert_eq!(monster(text, 5_000, &mut Rng::from_number(number)), (shape, made));
        }
    }

    #[test]
    fn there_are_monsters_of_nothing() {
        for shape in SHAPES {
            assert!((shape.make)("", 10, &mut Rng::from_number(1)).len() < 200, "{}", shape.name);
        }
    }
}
