//! Writing a record.

use std::fmt::Write as _;

use super::{FORMAT, Luck, SeedLine};
use crate::any::step_text;
use crate::event::NoLog;
use crate::game::{Game, position_hash};
use crate::history::perform;
use crate::play::{Play, Step};
use crate::sources::Source;

/// So many digits of the hash of its position stand behind each entry.
pub(super) const CHECK: usize = 4;

/// The check in front of each line, chained over all lines before it.
pub(super) struct Chain([u8; 32]);

impl Chain {
    pub(super) fn new(first_line: &str) -> Self {
        Self(*blake3::hash(first_line.as_bytes()).as_bytes())
    }

    pub(super) fn next(&mut self, line: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0);
        hasher.update(line.as_bytes());
        self.0 = *hasher.finalize().as_bytes();
        format!("{:02x}{:02x}", self.0[0], self.0[1])
    }
}

struct Writer {
    text: String,
    chain: Chain,
}

impl Writer {
    fn new() -> Self {
        let first = format!("agon {FORMAT}");
        Self { chain: Chain::new(&first), text: first + "\n" }
    }

    fn line(&mut self, line: &str) {
        let check = self.chain.next(line);
        writeln!(self.text, "{check} {line}").expect("writing to a string");
    }
}

/// Writes the checks of an edited record anew, so that its readers look at what it says. Lines too
/// short to hold a check are kept as they are. For tests and fuzzers: a forger can do the same, and is
/// caught by the rules, the seed or the hash.
pub fn reseal(text: &str) -> String {
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default();
    let mut chain = Chain::new(first);
    let mut out = first.to_owned();
    for line in lines {
        out.push('\n');
        match line.split_at_checked(5) {
            Some((_, body)) => write!(out, "{} {body}", chain.next(body)).expect("writing to a string"),
            None => out.push_str(line),
        }
    }
    out
}

impl<G: Game> Play<G> {
    /// The record of the play so far, for the host. Choices that are sealed but not open are left out.
    pub fn record(&self, seed_line: SeedLine) -> String {
        let (opening, rules) = (self.opening(), self.rules());
        let mut out = Writer::new();
        out.line(&format!("game {} {}", G::ID, G::VERSION));
        out.line(&format!("edition {}", self.first_edition()));
        out.line(format!("setup {}", opening.settings).trim_end());
        for (seat, name) in opening.players.iter().enumerate() {
            out.line(&format!("player {seat} {}", one_line(name)));
        }
        match &opening.luck {
            Luck::Scripted => out.line("luck scripted"),
            Luck::Committed { commitment, contributions, .. } => {
                out.line(&format!("luck committed {commitment}"));
                for (seat, contribution) in contributions.iter().enumerate() {
                    out.line(&format!("contribution {seat} {}", one_line(contribution)));
                }
            }
        }
        if let Some(position) = &opening.position {
            out.line(&format!("position {position}"));
        }
        for source in &opening.sources.0 {
            write_source(&mut out, source);
        }
        out.line("play");
        let mut state = self.state_at(0);
        let mut hash = position_hash::<G>(rules, &state);
        for (i, step) in self.steps().enumerate() {
            match step {
                Step::Back(back) => state = self.state_at(back.to),
                _ => perform::<G>(rules, &mut state, step, &mut NoLog),
            }
            hash = position_hash::<G>(rules, &state);
            out.line(&format!("{}. {} #{}", i + 1, step_text::<G>(rules, step), &hash[..CHECK]));
        }
        let outcome = self.outcome();
        if let Luck::Committed { seed: Some(seed), .. } = &opening.luck
            && (outcome.is_some() || seed_line == SeedLine::Always)
        {
            out.line(&format!("seed {seed}"));
        }
        match &outcome {
            Some(outcome) => out.line(&format!("result {}", outcome.score_texts().join(" "))),
            None => out.line("result *"),
        }
        out.line(&format!("hash {hash}"));
        out.line("end");
        out.text
    }
}

/// A name or contribution must not break the line it stands on.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Embeds a text line by line; whether it ends in a line feed is part of its head.
fn write_source(out: &mut Writer, source: &Source) {
    let (body, ending) = match source.text.strip_suffix('\n') {
        Some(body) => (body, "whole"),
        None => (source.text.as_str(), "open"),
    };
    out.line(&format!("source {ending} {}", one_line(&source.name)));
    for line in body.split('\n') {
        out.line(&format!("|{line}"));
    }
}
