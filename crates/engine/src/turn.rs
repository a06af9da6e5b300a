//! Whose turn it is, and how a game ended.

use serde::Serialize;

use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// What a position waits for.
///
/// When several seats are named they choose simultaneously: each submits in any order, and after
/// each submission the turn names exactly the seats that still owe theirs. The last one opens all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// These seats each owe one choice; the set is never empty.
    Players(SeatSet),
    /// Dice or cards decide.
    Chance,
    /// Nothing more happens; ask for the outcome.
    Over,
}

impl Turn {
    /// The turn of one seat.
    #[inline]
    pub const fn seat(seat: Seat) -> Self {
        Self::Players(SeatSet::only(seat))
    }

    /// Whether `seat` owes a choice.
    #[inline]
    pub const fn waits_for(self, seat: Seat) -> bool {
        match self {
            Self::Players(seats) => seats.has(seat),
            Self::Chance | Self::Over => false,
        }
    }
}

/// The result of a finished game: a score, a team and a place for each seat.
///
/// The score is what the seat takes home in the game's own measure, higher is better; in a game
/// that is only won or lost it is 1, 0 or -1. Scores are whole numbers of [`Outcome::unit`]ths, since
/// rules use no fractions. Places are 1 for the best; equal places are ties.
///
/// ```
/// use engine::{Outcome, Seat};
/// let outcome = Outcome::by_score(&[3, 7, 3]);
/// assert_eq!(outcome.place(Seat::new(1)), 1);
/// assert_eq!(outcome.place(Seat::new(0)), 2);
/// assert_eq!(outcome.place(Seat::new(2)), 2);
/// assert_eq!(outcome.winners().to_string(), "1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    seats: u8,
    unit: u8,
    scores: [i32; MAX_SEATS],
    teams: [u8; MAX_SEATS],
    places: [u8; MAX_SEATS],
}

impl Outcome {
    /// Every seat for itself, places by score.
    pub fn by_score(scores: &[i32]) -> Self {
        let places: Vec<u8> =
            scores.iter().map(|s| 1 + scores.iter().filter(|&other| other > s).count() as u8).collect();
        let teams: Vec<u8> = (0..scores.len() as u8).collect();
        Self::new(scores, &teams, &places)
    }

    /// One winner of a game that is only won or lost.
    pub fn won_by(winner: Seat, seats: u8) -> Self {
        let scores: Vec<i32> = Seat::all(seats).map(|s| if s == winner { 1 } else { -1 }).collect();
        Self::by_score(&scores)
    }

    /// Nobody won.
    pub fn drawn(seats: u8) -> Self {
        Self::by_score(&vec![0; seats as usize])
    }

    /// Scores, the team of each seat and its place, where the game's own tie-breaks decide places.
    pub fn new(scores: &[i32], teams: &[u8], places: &[u8]) -> Self {
        assert!(scores.len() <= MAX_SEATS && teams.len() == scores.len() && places.len() == scores.len());
        let mut outcome = Self {
            seats: scores.len() as u8,
            unit: 1,
            scores: [0; MAX_SEATS],
            teams: [0; MAX_SEATS],
            places: [0; MAX_SEATS],
        };
        outcome.scores[..scores.len()].copy_from_slice(scores);
        outcome.teams[..teams.len()].copy_from_slice(teams);
        outcome.places[..places.len()].copy_from_slice(places);
        outcome
    }

    /// The same outcome with its scores counted in `unit`ths: with unit 2, a score of 3 is 1.5.
    #[must_use]
    pub fn in_parts(mut self, unit: u8) -> Self {
        assert!(unit > 0, "parts of something");
        self.unit = unit;
        self
    }

    /// How many of the scores' parts make one.
    pub fn unit(&self) -> u8 {
        self.unit
    }

    /// What `seat` takes home as a fraction, for search and statistics.
    pub fn reward(&self, seat: Seat) -> f64 {
        f64::from(self.score(seat)) / f64::from(self.unit)
    }

    /// What each seat takes home, in words: `-1`, `3/2`.
    pub fn score_texts(&self) -> Vec<String> {
        let unit = i64::from(self.unit);
        let words = |&score: &i32| {
            let score = i64::from(score);
            match (score % unit, 2 * score % unit) {
                (0, _) => (score / unit).to_string(),
                // Halves are the usual case; other parts stay as they are.
                (_, 0) => format!("{}/2", 2 * score / unit),
                _ => format!("{score}/{unit}"),
            }
        };
        self.scores().iter().map(words).collect()
    }

    /// How many seats took part.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// What `seat` takes home, in parts of [`Outcome::unit`].
    pub fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// The team `seat` played for; seats of one team share it.
    pub fn team(&self, seat: Seat) -> u8 {
        self.teams[seat.index()]
    }

    /// The place `seat` finished in, 1 for the best.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places[seat.index()]
    }

    /// The seats in first place; all of them when the game was drawn.
    pub fn winners(&self) -> SeatSet {
        Seat::all(self.seats).filter(|&seat| self.place(seat) == 1).collect()
    }

    /// The scores in order of seats.
    pub fn scores(&self) -> &[i32] {
        &self.scores[..self.seats as usize]
    }
}

impl Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row {
            score: i32,
            unit: u8,
            team: u8,
            place: u8,
        }
        serializer.collect_seq(Seat::all(self.seats).map(|seat| Row {
            score: self.score(seat),
            unit: self.unit,
            team: self.team(seat),
            place: self.place(seat),
        }))
    }
}
