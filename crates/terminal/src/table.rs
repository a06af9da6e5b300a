//! A table: who sits where, and the series they play. It does no input or output.

use engine::{
    AnyBot, AnyGame, AnyPlay, Closed, Faults, Luck, NoUndo, Offer, Opening, Outcome, Purpose, Rejection,
    Seat, SeatSet, Seed, SeedLine, Series, Turn, Viewer,
};

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// A person, counted from 0. One person may hold several seats.
    Person(u8),
    /// A built-in bot, by name.
    Bot(String),
}

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The person at the screen chooses for this seat.
    Choose(Seat),
    /// Somebody else must come to the screen.
    HandOver(u8),
    /// Dice fall or a bot moves: [`Table::step`].
    Step,
    /// The game is over: [`Table::next_game`].
    Over,
}

/// Something that happened, as the person at the screen may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// The step of the game, counted from 0.
    pub step: usize,
    /// What happened.
    pub text: String,
    /// The rule by which it did.
    pub rule: &'static str,
    /// The words of the card that caused it.
    pub clause: Option<String>,
}

/// One thing the person can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What is offered.
    pub offer: Offer,
    /// How it will fall out, where chance has a say.
    pub odds: Option<String>,
}

/// A game or series with everybody in their seats.
pub struct Table<'g> {
    game: &'g dyn AnyGame,
    series: Series<'g>,
    sitters: Vec<Sitter>,
    bots: Vec<Option<Box<dyn AnyBot>>>,
    seed: Seed,
    /// Choices that are in but not yet open; a record leaves them out.
    sealed: Vec<(Seat, String)>,
    /// The person who may look at the screen.
    here: Option<u8>,
}

/// All that a table is made of, to be kept in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Who sits where.
    pub sitters: Vec<Sitter>,
    /// How many games the series has at most.
    pub length: u8,
    /// The seed of the series.
    pub seed: Seed,
    /// The records of all games so far.
    pub records: Vec<String>,
    /// Choices that are in but not yet open.
    pub sealed: Vec<(Seat, String)>,
}

impl<'g> Table<'g> {
    /// Sets up a series. The opening's names and luck are replaced by those of the sitters and of the seed.
    pub fn new(
        game: &'g dyn AnyGame,
        opening: Opening,
        seed: Seed,
        length: u8,
        sitters: Vec<Sitter>,
    ) -> Result<Self, Faults> {
        let players = sitters.iter().map(|sitter| sitter_name(sitter, people(&sitters))).collect();
        let series = Series::new(game, Opening { players, luck: Luck::seeded(seed), ..opening }, length)?;
        Ok(Self::around(game, series, seed, sitters))
    }

    /// A table that was left, exactly as it was.
    pub fn resumed(game: &'g dyn AnyGame, kept: Kept) -> Result<Self, Faults> {
        let first = kept.records.first().map(String::as_str).unwrap_or_default();
        let opening = engine::Record::parse(first)?.opening;
        let opening = Opening { luck: Luck::seeded(kept.seed), ..opening };
        let series = Series::resumed(game, opening, kept.length, &kept.records)?;
        if series.playing().seats() as usize != kept.sitters.len() {
            let what = format!("{} sit at a table of {}", kept.sitters.len(), series.playing().seats());
            return Err(engine::Fault::new(what, "the file is damaged; forget it").into());
        }
        let mut table = Self::around(game, series, kept.seed, kept.sitters);
        for (seat, notation) in kept.sealed {
            table.submit(seat, &notation).map_err(|rejection| {
                engine::Fault::new(
                    format!("a sealed choice is refused: {rejection}"),
                    "the file is damaged; forget it",
                )
            })?;
        }
        Ok(table)
    }

    fn around(game: &'g dyn AnyGame, series: Series<'g>, seed: Seed, sitters: Vec<Sitter>) -> Self {
        let bot = |sitter: &Sitter| match sitter {
            Sitter::Bot(name) => game.bot(name),
            Sitter::Person(_) => None,
        };
        let bots = sitters.iter().map(bot).collect();
        let here = (people(&sitters) == 1).then_some(0);
        Self { game, series, sitters, bots, seed, sealed: Vec::new(), here }
    }

    /// All that a file must keep.
    pub fn kept(&self) -> Kept {
        let mut records = self.series.records();
        records.pop();
        // The seed of the game being played is told, or it could not go on as it would have.
        records.push(self.play().record(SeedLine::Always));
        Kept {
            sitters: self.sitters.clone(),
            length: self.series.length(),
            seed: self.seed,
            records,
            sealed: self.sealed.clone(),
        }
    }

    /// Which game it is.
    pub fn game(&self) -> &'g dyn AnyGame {
        self.game
    }

    /// The game being played.
    pub fn play(&self) -> &dyn AnyPlay {
        self.series.playing()
    }

    /// The series.
    pub fn series(&self) -> &Series<'g> {
        &self.series
    }

    /// Who sits where.
    pub fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    /// How many people play.
    pub fn people(&self) -> u8 {
        people(&self.sitters)
    }

    /// The person who may look at the screen.
    pub fn here(&self) -> Option<u8> {
        self.here
    }

    /// Somebody comes to the screen, or everybody leaves it.
    pub fn hand_over(&mut self, person: Option<u8>) {
        self.here = person;
    }

    /// The seats of a person.
    pub fn seats_of(&self, person: u8) -> SeatSet {
        let seats = Seat::all(self.sitters.len() as u8);
        seats.filter(|seat| self.sitters[seat.index()] == Sitter::Person(person)).collect()
    }

    /// Whose eyes the screen is for. Who watches bots sees everything.
    pub fn viewer(&self) -> Viewer {
        match self.here {
            Some(person) => Viewer::Seats(self.seats_of(person)),
            None if self.people() == 0 => Viewer::everyone(self.play().seats()),
            None => Viewer::Spectator,
        }
    }

    /// What the board calls a seat.
    fn called(&self, seat: Seat) -> String {
        called(self.play(), self.viewer(), seat)
    }

    /// A seat for people: `Blue (you)`, `seat 1 (greedy)`.
    pub fn seat_name(&self, seat: Seat) -> String {
        let who = match &self.sitters[seat.index()] {
            Sitter::Person(person) if self.people() == 1 || self.here == Some(*person) => "you".to_owned(),
            sitter => sitter_name(sitter, self.people()),
        };
        format!("{} ({who})", self.called(seat))
    }

    /// A person for people: `player 2 (seats 2, 3)`.
    pub fn person_name(&self, person: u8) -> String {
        let seats: Vec<String> = self.seats_of(person).iter().map(|seat| self.called(seat)).collect();
        format!("player {} ({})", person + 1, seats.join(", "))
    }

    /// What the table waits for. Of several who choose at once, whoever is at the screen comes first and bots last.
    pub fn next(&self) -> Next {
        let owed = match self.play().turn() {
            Turn::Over => return Next::Over,
            Turn::Chance => return Next::Step,
            Turn::Players(owed) => owed,
        };
        let asked = |seat: Seat| match self.sitters[seat.index()] {
            Sitter::Person(person) => Some((self.here != Some(person), seat, person)),
            Sitter::Bot(_) => None,
        };
        match owed.iter().filter_map(asked).min() {
            None => Next::Step,
            Some((false, seat, _)) => Next::Choose(seat),
            Some((true, _, person)) => Next::HandOver(person),
        }
    }

    /// Lets the dice fall or one bot move. Says whether there was such a thing to do.
    pub fn step(&mut self) -> bool {
        if self.next() != Next::Step {
            return false;
        }
        let Turn::Players(owed) = self.play().turn() else { return self.series.current().roll() };
        let seat = owed.lowest();
        // A stream for every choice: whoever resumes the game meets the same bot.
        let mut rng =
            self.game_seed().stream(Purpose::nth("bot", seat.index() as u8), self.play().number() as u32);
        let bot = self.bots[seat.index()].as_mut().expect("people were asked first");
        let notation = bot.choose(self.series.playing(), seat, &mut rng).expect("it is the bot's turn");
        self.submit(seat, &notation).expect("bots choose from what is offered");
        true
    }

    fn game_seed(&self) -> Seed {
        self.seed.of_game(self.series.game_number() as u32)
    }

    /// All that `seat` can do, with odds.
    pub fn choices(&self, seat: Seat) -> Vec<Choice> {
        let odds = |offer: Offer| Choice { odds: self.play().odds(seat, &offer.notation), offer };
        self.play().legal(seat).into_iter().map(odds).collect()
    }

    /// What `seat` might think of doing and cannot.
    pub fn closed(&self, seat: Seat) -> Vec<Closed> {
        self.play().closed(seat)
    }

    /// `seat` does something.
    pub fn submit(&mut self, seat: Seat, notation: &str) -> Result<(), Rejection> {
        let number = self.play().number();
        self.series.current().submit(seat, notation)?;
        if self.play().number() == number {
            self.sealed.push((seat, notation.to_owned()));
        } else {
            self.sealed.clear();
        }
        Ok(())
    }

    /// Why `seat` cannot do something, tried on a copy.
    pub fn refusal(&self, seat: Seat, notation: &str) -> Option<Rejection> {
        self.play().branch(self.play().number()).submit(seat, notation).err()
    }

    /// Takes back the last thing that the person at the screen did, where nobody need agree.
    pub fn undo(&mut self) -> Result<(), NoUndo> {
        let seats = self.here.map_or(SeatSet::EMPTY, |person| self.seats_of(person));
        let sealed = self.sealed.iter().rev().map(|&(seat, _)| seat).filter(|&seat| seats.has(seat));
        let mut reason = NoUndo::Nothing;
        for seat in sealed.chain(seats.iter()).collect::<Vec<_>>() {
            match self.series.current().undo(seat) {
                Ok(()) => {
                    self.sealed.retain(|&(other, _)| other != seat);
                    return Ok(());
                }
                Err(NoUndo::Nothing) => {}
                Err(why) => reason = why,
            }
        }
        Err(reason)
    }

    /// The person at the screen gives the game up, in all seats. Says whether it still could.
    pub fn concede(&mut self) -> bool {
        let seats = self.here.map_or(SeatSet::EMPTY, |person| self.seats_of(person));
        let number = self.play().number();
        let mut any = false;
        for seat in seats.iter() {
            any |= self.series.current().concede(seat);
        }
        if self.play().number() != number {
            self.sealed.clear();
        }
        any
    }

    /// What happened from step `from` on, as the person at the screen saw it.
    pub fn log(&self, from: usize) -> Vec<LogLine> {
        let viewer = self.viewer();
        let names = &names(self.play(), viewer);
        let lines = |step| {
            let line = move |event: engine::EventData| LogLine {
                step,
                text: with_names(&event.text, names),
                rule: event.rule,
                clause: event.clause,
            };
            self.play().told(step, viewer).into_iter().map(line)
        };
        (from..self.play().number()).flat_map(lines).collect()
    }

    /// The next game of the series. Says whether there is one.
    pub fn next_game(&mut self) -> Result<bool, Faults> {
        let more = self.series.next_game()?;
        // Everybody has looked at the result; new hands are for one of them.
        if more && self.people() > 1 {
            self.here = None;
        }
        Ok(more)
    }

    /// How the game stands in the series: `game 2 of at most 3, 1 - 0`.
    pub fn standing(&self) -> Option<String> {
        let length = self.series.length();
        let wins: Vec<String> = self.series.wins().iter().map(u8::to_string).collect();
        let number = self.series.game_number();
        (length > 1).then(|| format!("game {number} of at most {length}, {}", wins.join(" - ")))
    }

    /// How the game ended, one line a seat after the first.
    pub fn result(&self) -> Option<Vec<String>> {
        let outcome = self.play().outcome()?;
        let mut lines = vec![self.verdict(&outcome)];
        lines.extend(Seat::all(outcome.seats()).map(|seat| {
            let score = &outcome.score_texts()[seat.index()];
            format!("{}: place {}, score {score}", self.seat_name(seat), outcome.place(seat))
        }));
        if self.series.length() > 1 {
            lines.extend(self.standing());
        }
        if let Some(winners) = self.series.winners().filter(|_| self.series.length() > 1) {
            let names: Vec<String> = winners.iter().map(|seat| self.seat_name(seat)).collect();
            lines.push(match winners.len() {
                1 => format!("the series goes to {}", names[0]),
                _ => format!("the series is shared by {}", names.join(", ")),
            });
        }
        Some(lines)
    }

    fn verdict(&self, outcome: &Outcome) -> String {
        let winners = outcome.winners();
        let drawn = winners.iter().any(|seat| outcome.team(seat) != outcome.team(winners.lowest()));
        let names: Vec<String> = winners.iter().map(|seat| self.seat_name(seat)).collect();
        let yours = self.seats_of(0);
        match () {
            () if drawn => format!("drawn between {}", names.join(" and ")),
            () if self.people() == 1 && winners.iter().any(|seat| yours.has(seat)) => {
                "you have won".to_owned()
            }
            () if self.people() == 1 => format!("you have lost; {} won", names.join(" and ")),
            () => format!("{} won", names.join(" and ")),
        }
    }
}

/// How many people there are.
pub fn people(sitters: &[Sitter]) -> u8 {
    let number = |sitter: &Sitter| match sitter {
        Sitter::Person(person) => person + 1,
        Sitter::Bot(_) => 0,
    };
    sitters.iter().map(number).max().unwrap_or(0)
}

fn sitter_name(sitter: &Sitter, people: u8) -> String {
    match sitter {
        Sitter::Person(_) if people == 1 => "person".to_owned(),
        Sitter::Person(person) => format!("player {}", person + 1),
        Sitter::Bot(name) => name.clone(),
    }
}

/// What people call a seat before the game; a bare number says what it counts.
pub(crate) fn bare_name(play: &dyn AnyPlay, seat: Seat) -> String {
    worded(play.seat_name(seat))
}

fn worded(name: String) -> String {
    if name.parse::<u8>().is_ok() { format!("seat {name}") } else { name }
}

/// What the board for a viewer calls a seat.
fn called(play: &dyn AnyPlay, viewer: Viewer, seat: Seat) -> String {
    worded(play.called(viewer, seat))
}

/// What the board for a viewer calls all seats.
pub fn names(play: &dyn AnyPlay, viewer: Viewer) -> Vec<String> {
    Seat::all(play.seats()).map(|seat| called(play, viewer, seat)).collect()
}

/// A sentence of the log that names seats as the board does: `seat 2` may be `W1` there.
pub fn with_names(text: &str, names: &[String]) -> String {
    let mut pieces = text.split("seat ");
    let mut told = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let digits = piece.len() - piece.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let name = piece[..digits].parse().ok().and_then(|seat: usize| names.get(seat));
        match name.filter(|_| told.is_empty() || told.ends_with([' ', '('])) {
            Some(name) => told.push_str(name),
            None => told.extend(["seat ", &piece[..digits]]),
        }
        told.push_str(&piece[digits..]);
    }
    told
}

/// The seats of each team of the game that is opened, in order; a seat without company is a team of its own.
pub fn teams(play: &dyn AnyPlay) -> Vec<SeatSet> {
    // Only a result tells the teams, so everybody gives up in a copy of the game.
    let mut copy = play.branch(0);
    Seat::all(play.seats()).for_each(|seat| {
        copy.concede(seat);
    });
    let team = |seat: Seat| copy.outcome().map_or(seat.index() as u8, |outcome| outcome.team(seat));
    let mut teams: Vec<(u8, SeatSet)> = Vec::new();
    for seat in Seat::all(play.seats()) {
        match teams.iter_mut().find(|(number, _)| *number == team(seat)) {
            Some((_, seats)) => *seats = seats.with(seat),
            None => teams.push((team(seat), SeatSet::only(seat))),
        }
    }
    teams.into_iter().map(|(_, seats)| seats).collect()
}

#[cfg(test)]
mod tests {
    use super::with_names;

    #[test]
    fn the_log_names_seats_as_the_board_does() {
        let names = ["E1".to_owned(), "W1".to_owned()];
        let told = |text: &str| with_names(text, &names);
        assert_eq!(told("seat 0 is hit by seat 1's slot 2 (seat 0)"), "E1 is hit by W1's slot 2 (E1)");
        assert_eq!(
            told("seat 7 and a seat are not known, nor is unseat 0"),
            "seat 7 and a seat are not known, nor is unseat 0"
        );
        assert_eq!(told("nobody"), "nobody");
    }
}
