//! Text in lines.

/// Breaks a text into lines of at most `width` characters, at blanks.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is always a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// The same for several paragraphs, where a paragraph keeps its indent, and its blanks if it fits on one line.
pub fn wrap_all<'t>(paragraphs: impl IntoIterator<Item = &'t str>, width: usize) -> Vec<String> {
    let broken = |paragraph: &str| {
        if paragraph.chars().count() <= width {
            return vec![paragraph.to_owned()];
        }
        let indent = paragraph.len() - paragraph.trim_start().len();
        let indent = " ".repeat(indent.min(width / 2));
        wrap(paragraph, width - indent.len()).into_iter().map(|line| format!("{indent}{line}")).collect()
    };
    paragraphs.into_iter().flat_map(broken).collect()
}

/// A picture without the lines that a board is drawn with, for whoever has it read aloud.
pub fn without_boxes(picture: &str) -> String {
    let is_line = |c: char| matches!(c, '|' | '+' | '─'..='╿');
    let rule = |line: &&str| {
        let drawn = line.chars().any(|c| is_line(c) || c == '-');
        !(drawn && line.chars().all(|c| is_line(c) || c == '-' || c == ' '))
    };
    let clean = |line: &str| {
        // A plus beside a number says something; elsewhere it is drawn.
        let letters: Vec<char> = line.chars().collect();
        let is_word = |i: usize| letters.get(i).is_some_and(char::is_ascii_alphanumeric);
        let spoken = |i: usize, c: char| c == '+' && (is_word(i + 1) || i > 0 && is_word(i - 1));
        let letter = |(i, &c): (usize, &char)| if is_line(c) && !spoken(i, c) { ' ' } else { c };
        let text: String = letters.iter().enumerate().map(letter).collect();
        text.trim_end().to_owned() + "\n"
    };
    picture.lines().filter(rule).map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_at_blanks() {
        assert_eq!(wrap("a bb ccc dddd", 6), ["a bb", "ccc", "dddd"]);
        assert_eq!(wrap("unbreakable", 4), ["unbreakable"]);
        assert_eq!(wrap_all(["  a bb ccc", "", "d"], 6), ["  a bb", "  ccc", "", "d"]);
    }

    #[test]
    fn what_is_drawn_is_left_out() {
        let board = "   +---+---+\n 2 | A>|   |\n   +---+---+\nLife +1 -2\n";
        assert_eq!(without_boxes(board), " 2   A>\nLife +1 -2\n");
        assert_eq!(without_boxes("D3 G3+  C4 4+"), "D3 G3+  C4 4+\n");
    }
}
