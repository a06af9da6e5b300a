//! Hosted matches: what a setup asks for, be it a single game or a best-of series.

use engine::{Luck, Opening, Outcome, Seat, SeatSet, Seed, Series};
use protocol::host::Report;

/// A single game, or the games of a setup that is a match by itself, one after another. The seed and the settings of
/// each game are those of [`Series`].
pub struct BestOf {
    length: u8,
    seed: Seed,
    /// What the next game is set up from, but for its luck.
    next: Opening,
    outcomes: Vec<Outcome>,
}

impl BestOf {
    /// A match of at most `length` games that begins with that opening.
    pub fn new(opening: &Opening, seed: Seed, length: u8) -> Self {
        Self { length, seed, next: opening.clone(), outcomes: Vec::new() }
    }

    /// The opening of the next game, counted from 1, unless the match is over.
    pub fn next(&self) -> Option<(u32, Opening)> {
        let number = self.outcomes.len() as u32 + 1;
        let seed = if self.length > 1 { self.seed.of_game(number) } else { self.seed };
        let opening = Opening { luck: Luck::seeded(seed), ..self.next.clone() };
        (!Series::is_decided(self.length, &self.outcomes)).then_some((number, opening))
    }

    /// Takes the result of that game, and what carries over to the next.
    pub fn add(&mut self, report: &Report) {
        self.outcomes.push(report.outcome);
        self.next = Opening { settings: report.play.next_settings(), position: None, ..self.next.clone() };
    }

    /// The games that each seat has won.
    pub fn wins(&self) -> Vec<u32> {
        let seats = self.outcomes.first().map_or(0, Outcome::seats);
        let won = |seat| self.outcomes.iter().filter(|outcome| winners(outcome).has(seat)).count() as u32;
        Seat::all(seats).map(won).collect()
    }

    /// How each seat stands at the end, the lower the better: the place in a single game, else by games won.
    pub fn standing(&self) -> Vec<u32> {
        match &self.outcomes[..] {
            [only] if self.length == 1 => {
                Seat::all(only.seats()).map(|seat| u32::from(only.place(seat))).collect()
            }
            _ => self.wins().into_iter().map(|wins| u32::from(self.length) - wins).collect(),
        }
    }
}

/// Who won a game, alone or as a team; nobody if it was drawn.
pub fn winners(outcome: &Outcome) -> SeatSet {
    let winners = outcome.winners();
    let alone = winners.iter().all(|seat| outcome.team(seat) == outcome.team(winners.lowest()));
    if alone { winners } else { SeatSet::default() }
}
