//! What people are shown beside a game's rules: drawings, cards to read, options that are closed and why.

use serde::Serialize;

use crate::refusal::Refusal;
use crate::seat::Seat;

/// How a piece of a drawing should look. A front end without colour leaves it out: nothing may be said by tone
/// alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// As the rest.
    #[default]
    Plain,
    /// Lines of the board, things of little weight.
    Faint,
    /// Headings, what matters now.
    Strong,
    /// Good for whom it concerns: life, won.
    Good,
    /// Bad for whom it concerns: injured, lost.
    Bad,
    /// Something that belongs to a seat, in the seat's colour.
    Of(Seat),
}

/// A piece of a line in one tone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Span {
    /// The text, without line breaks.
    pub text: String,
    /// How it looks.
    pub tone: Tone,
}

/// Lines of text in tones: the board with everything on it.
///
/// ```
/// use engine::{Drawing, Tone};
/// let mut drawing = Drawing::default();
/// drawing.line().plain("Life ").tone(Tone::Good, "10");
/// assert_eq!(drawing.to_string(), "Life 10\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Drawing {
    /// From top to bottom.
    pub lines: Vec<Line>,
}

/// One line of a drawing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Line {
    /// From left to right.
    pub spans: Vec<Span>,
}

impl Drawing {
    /// A drawing of plain lines.
    pub fn plain(text: &str) -> Self {
        let mut drawing = Self::default();
        for line in text.lines() {
            drawing.line().plain(line);
        }
        drawing
    }

    /// Begins a line below the others.
    pub fn line(&mut self) -> &mut Line {
        self.lines.push(Line::default());
        self.lines.last_mut().expect("it was just pushed")
    }

    /// Puts another drawing to the right of this one, from a column on.
    pub fn beside(&mut self, column: usize, other: Self) {
        for (nth, line) in other.lines.into_iter().enumerate() {
            if nth == self.lines.len() {
                self.line();
            }
            self.lines[nth].to(column).spans.extend(line.spans);
        }
    }

    /// Adds parts one behind the other in as many lines as they take, each line indented.
    pub fn flow(&mut self, indent: usize, width: usize, parts: impl IntoIterator<Item = Line>) {
        let mut open = false;
        for part in parts {
            let room = self.lines.last().is_some_and(|line| line.width() + 2 + part.width() <= width);
            let line = if open && room {
                let line = self.lines.last_mut().expect("it is open");
                line.plain("  ")
            } else {
                open = true;
                self.line().plain(" ".repeat(indent))
            };
            line.spans.extend(part.spans);
        }
    }

    /// Cuts every line to so many columns.
    #[must_use]
    pub fn within(mut self, width: usize) -> Self {
        for line in self.lines.iter_mut().filter(|line| line.width() > width) {
            let mut room = width.saturating_sub(1);
            for at in 0..line.spans.len() {
                let span = &mut line.spans[at];
                let count = span.text.chars().count();
                if count > room {
                    span.text = span.text.chars().take(room).chain((width > 0).then_some('…')).collect();
                    line.spans.truncate(at + 1);
                    break;
                }
                room -= count;
            }
        }
        self
    }
}

/// A text in at most so many columns: `Law of the Splinte…`.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    if width == 0 { kept } else { format!("{}…", kept.trim_end()) }
}

impl Line {
    /// Adds plain text.
    pub fn plain(&mut self, text: impl Into<String>) -> &mut Self {
        self.tone(Tone::Plain, text)
    }

    /// Adds text in a tone.
    pub fn tone(&mut self, tone: Tone, text: impl Into<String>) -> &mut Self {
        self.spans.push(Span { text: text.into(), tone });
        self
    }

    /// How many columns it takes.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|span| span.text.chars().count()).sum()
    }

    /// Fills up with blanks to a column.
    pub fn to(&mut self, column: usize) -> &mut Self {
        let width = self.width();
        if width < column { self.plain(" ".repeat(column - width)) } else { self }
    }
}

impl std::fmt::Display for Drawing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for line in &self.lines {
            for span in &line.spans {
                f.write_str(&span.text)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A card that somebody sees, to be read in full.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CardText {
    /// As notation names it.
    pub name: String,
    /// As people name it.
    pub title: String,
    /// Where it lies: `your hand`, `slot 2 of East`.
    pub place: String,
    /// Everything printed on it, one paragraph an entry.
    pub text: Vec<String>,
}

/// Something a seat might think of doing and cannot, with the reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Closed {
    /// The text form of the action.
    pub notation: String,
    /// A short sentence for people.
    pub label: String,
    /// Why not.
    pub refusal: Refusal,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_stand_beside_each_other_flow_and_are_cut() {
        let mut drawing = Drawing::plain("ab\ncdef");
        drawing.beside(4, Drawing::plain("1\n2\n3"));
        assert_eq!(drawing.to_string(), "ab  1\ncdef2\n    3\n");
        assert_eq!(drawing.clone().within(3).to_string(), "ab…\ncd…\n  …\n");
        let parts = ["one", "two", "three"].map(|word| Drawing::plain(word).lines.remove(0));
        let mut flow = Drawing::default();
        flow.flow(1, 9, parts);
        assert_eq!(flow.to_string(), " one  two\n three\n");
        for (width, text) in [(0, ""), (1, "…"), (4, "a b…"), (5, "a bcd")] {
            assert_eq!(cut("a bcd", width), text);
        }
    }
}
