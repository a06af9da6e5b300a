//! Several games that count as one match: best of three, five, seven.

use crate::any::{AnyGame, AnyPlay};
use crate::fault::{Fault, Faults};
use crate::record::{Luck, Opening, Record, SeedLine};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::turn::Outcome;

/// A best-of series. The games are played one after another; what carries over from one to the
/// next is the game's own affair ([`Game::next_settings`](crate::Game::next_settings)).
///
/// A game won alone counts one win; a drawn game counts for nobody. The series is over as soon as
/// a seat has more wins than half the length, all games are played, or one of two seats has given it up.
pub struct Series<'g> {
    game: &'g dyn AnyGame,
    length: u8,
    opening: Opening,
    current: Box<dyn AnyPlay>,
    outcomes: Vec<Outcome>,
    records: Vec<String>,
    conceded: Option<Seat>,
}

impl<'g> Series<'g> {
    /// Sets up a series of at most `length` games, an odd number from 1 to 99. Each game of several has
    /// a seed of its own, derived from the one given, which no record tells. A setup that is a match by itself
    /// ([`Game::games`](crate::Game::games)) has its own length.
    pub fn new(game: &'g dyn AnyGame, opening: Opening, length: u8) -> Result<Self, Faults> {
        if length.is_multiple_of(2) || length > 99 {
            return Err(Fault::new(
                format!("a series of {length} games"),
                "choose an odd number of games from 1 to 99, so that it can be won",
            )
            .into());
        }
        let first = Opening { luck: luck_of_game(&opening.luck, length, 1), ..opening.clone() };
        let current = game.open(first)?;
        let games = current.games();
        if games > 1 && games != length {
            return Err(Fault::new(
                format!("a series of {length} games from a setup for best of {games}"),
                format!("play best of {games}, or change the setup"),
            )
            .into());
        }
        Ok(Self { game, length, opening, current, outcomes: Vec::new(), records: Vec::new(), conceded: None })
    }

    /// A series that was left in the middle, from the opening it was set up with and the records of its games so far;
    /// the last one is being played, and goes on under today's edition of the rules. Every record is checked by
    /// playing it again.
    pub fn resumed(
        game: &'g dyn AnyGame,
        opening: Opening,
        length: u8,
        records: &[String],
    ) -> Result<Self, Faults> {
        let Some((current, finished)) = records.split_last() else {
            return Err(
                Fault::new("a series without a game", "give the record of the game being played").into()
            );
        };
        let mut series = Self::new(game, opening, length)?;
        for (i, record) in finished.iter().enumerate() {
            let outcome = game.replay(&Record::parse(record)?)?.whole()?.outcome().ok_or_else(|| {
                Fault::new(
                    format!("game {} of the series was not finished", i + 1),
                    "only the last one may be so",
                )
            })?;
            series.outcomes.push(outcome);
            series.records.push(record.clone());
        }
        series.current = game.replay(&Record::parse(current)?)?.whole()?;
        series.current.go_on_under_todays_rules();
        Ok(series)
    }

    /// The game being played, or the last one, to look at.
    pub fn playing(&self) -> &dyn AnyPlay {
        &*self.current
    }

    /// How many games the series has at most.
    pub fn length(&self) -> u8 {
        self.length
    }

    /// The game being played, or the last one.
    pub fn current(&mut self) -> &mut dyn AnyPlay {
        &mut *self.current
    }

    /// The number of the current game, counted from 1.
    pub fn game_number(&self) -> usize {
        self.records.len() + 1
    }

    /// The results of the games that were finished and left behind.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Wins by seat, the current game included once it is over.
    pub fn wins(&self) -> Vec<u8> {
        wins_of(&self.all_outcomes())[..usize::from(self.current.seats())].to_vec()
    }

    /// Whether the series is decided or played out.
    pub fn is_over(&self) -> bool {
        self.conceded.is_some()
            || (self.current.outcome().is_some() && Self::is_decided(self.length, &self.all_outcomes()))
    }

    /// Whether a series of at most `length` games is decided or played out after games with these outcomes.
    pub fn is_decided(length: u8, outcomes: &[Outcome]) -> bool {
        outcomes.len() >= usize::from(length) || wins_of(outcomes).iter().any(|&wins| wins > length / 2)
    }

    /// The outcomes so far, that of the current game included once it is over.
    fn all_outcomes(&self) -> Vec<Outcome> {
        self.outcomes.iter().copied().chain(self.current.outcome()).collect()
    }

    /// The seats with most wins once the series is over; several if it is tied. Whoever gave up has not won.
    pub fn winners(&self) -> Option<SeatSet> {
        if let Some(conceded) = self.conceded {
            return Some(Seat::all(self.current.seats()).filter(|&seat| seat != conceded).collect());
        }
        let wins = self.wins();
        let most = *wins.iter().max()?;
        let best = |seat: &Seat| wins[seat.index()] == most;
        self.is_over().then(|| Seat::all(self.current.seats()).filter(best).collect())
    }

    /// One of two seats gives the whole series up, and the game that is being played: the other has won. Says whether
    /// it still could.
    pub fn concede(&mut self, seat: Seat) -> bool {
        if self.is_over() || self.current.seats() != 2 || seat.index() > 1 {
            return false;
        }
        self.current.concede(seat);
        self.conceded = Some(seat);
        true
    }

    /// Sets up the next game with what carries over. Says whether there is one.
    pub fn next_game(&mut self) -> Result<bool, Faults> {
        let Some(outcome) = self.current.outcome().filter(|_| !self.is_over()) else { return Ok(false) };
        let luck = luck_of_game(&self.opening.luck, self.length, self.game_number() + 1);
        let opening =
            Opening { settings: self.current.next_settings(), luck, position: None, ..self.opening.clone() };
        let next = self.game.open(opening)?;
        self.records.push(self.current.record(SeedLine::WhenOver));
        self.outcomes.push(outcome);
        self.current = next;
        Ok(true)
    }

    /// The records of the games that were finished and left behind, then the current one's.
    pub fn records(&self) -> Vec<String> {
        let mut records = self.records.clone();
        records.push(self.current.record(SeedLine::WhenOver));
        records
    }
}

/// Wins by seat; a drawn game counts for nobody.
fn wins_of(outcomes: &[Outcome]) -> [u8; MAX_SEATS] {
    let mut wins = [0; MAX_SEATS];
    for outcome in outcomes {
        let winners = outcome.winners();
        let won_alone = winners.iter().all(|seat| outcome.team(seat) == outcome.team(winners.lowest()));
        if won_alone {
            winners.iter().for_each(|seat| wins[seat.index()] += 1);
        }
    }
    wins
}

/// The luck of one game of a series. The record of a finished game tells its seed, so no game's seed
/// may give another's away.
fn luck_of_game(luck: &Luck, length: u8, number: usize) -> Luck {
    match luck {
        Luck::Committed { seed: Some(seed), contributions, .. } if length > 1 => {
            let seed = seed.of_game(number as u32);
            Luck::Committed {
                commitment: seed.commitment(),
                contributions: contributions.clone(),
                seed: Some(seed),
            }
        }
        luck => luck.clone(),
    }
}
