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
