//! The game as a dialogue of lines, for pipes and screen readers: nothing is drawn.

use std::io::{self, BufRead, Write};
use std::path::Path;

use engine::text::shown;
use engine::{CardText, Seat};

use crate::Left;
use crate::session::{Session, rule_text};
use crate::table::{Choice, LogLine, Next, Table};
use crate::words::{without_boxes, wrap_all};

/// How wide texts are broken.
const WIDTH: usize = 96;
/// Enough empty lines to push a secret out of sight where there is no screen to be cleared.
const HIDING: usize = 60;
/// Clears a terminal and what it remembers, and goes to its upper corner.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

const HELP: &str = "\
number or notation  do it: `3`, or what stands in brackets behind an option
options             what you can do, with odds
odds                only what chance decides, with its odds
board               the board
cards               the cards you see; `card NAME` reads one out
log                 what has happened; `log 20` for the last 20 lines
why                 the rule behind the last event; `why 12` behind line 12 of the log
why NOTATION        why something cannot be done; `why not` lists what is closed; `why CC-MOVE-2` reads a rule
undo                take your last action back, if nothing was learnt by it
save FILE           write the record of the game so far (it tells everything)
concede             give this game up
quit                leave; the game is saved at every move";

/// A dialogue over any input and output.
pub struct Dialogue<R, W> {
    input: R,
    out: W,
    /// What hides what stands there.
    hiding: String,
}

/// What came of an answer.
enum Answered {
    /// The table has moved.
    Moved,
    /// Ask again.
    Again,
    /// The person leaves.
    Leave,
}

impl<R: BufRead, W: Write> Dialogue<R, W> {
    /// Talks over these.
    pub fn new(input: R, out: W) -> Self {
        Self { input, out, hiding: "\n".repeat(HIDING) }
    }

    /// Talks on a terminal, which can be cleared.
    #[must_use]
    pub fn on_terminal(self) -> Self {
        Self { hiding: CLEAR.to_owned(), ..self }
    }

    /// One line of input; nothing at its end.
    fn line(&mut self) -> io::Result<Option<String>> {
        self.out.flush()?;
        let mut line = String::new();
        let read = self.input.read_line(&mut line).or_else(|error| {
            // What is no text is no answer either.
            if error.kind() == io::ErrorKind::InvalidData { Ok(1) } else { Err(error) }
        })?;
        Ok((read > 0).then(|| line.trim().to_owned()))
    }

    /// Asks until one of several is chosen; nothing if the person leaves.
    pub fn pick(&mut self, question: &str, options: &[String]) -> io::Result<Option<usize>> {
        writeln!(self.out, "{question}")?;
        for (i, option) in options.iter().enumerate() {
            writeln!(self.out, "  {}. {option}", i + 1)?;
        }
        loop {
            write!(self.out, "1 to {}, or quit: ", options.len())?;
            let Some(line) = self.line()? else {
                writeln!(
                    self.out,
                    "\nthe input has ended; say what to play: agon play GAME, see agon games"
                )?;
                return Ok(None);
            };
            match line.parse::<usize>() {
                Ok(number) if (1..=options.len()).contains(&number) => return Ok(Some(number - 1)),
                _ if line == "quit" || line == "q" => return Ok(None),
                _ => writeln!(self.out, "`{line}` is no number from 1 to {}", options.len())?,
            }
        }
    }

    /// Plays to the end of the series, or until the person leaves.
    pub fn play(&mut self, session: &mut Session<'_>) -> io::Result<Left> {
        let people = usize::from(session.table().people().max(1));
        let mut told = vec![session.table().play().number(); people];
        settle(session);
        self.introduce(session.table())?;
        loop {
            if let Some(warning) = session.warning() {
                writeln!(self.out, "{warning}")?;
            }
            let at_screen = usize::from(session.table().here().unwrap_or(0));
            match session.table().next() {
                Next::Step => {
                    session.step();
                    if session.table().people() == 0 {
                        self.tell(session.table(), &mut told[0])?;
                    }
                }
                Next::HandOver(person) => {
                    if session.table().here().is_some() && self.tell(session.table(), &mut told[at_screen])? {
                        write!(self.out, "Enter hides this: ")?;
                        if self.line()?.is_none() {
                            return Ok(Left::Early);
                        }
                    }
                    if !self.hand_over(session, person)? {
                        return Ok(Left::Early);
                    }
                }
                Next::Choose(seat) => {
                    self.tell(session.table(), &mut told[at_screen])?;
                    if !self.choose(session, seat)? {
                        return Ok(Left::Early);
                    }
                    let number = session.table().play().number();
                    for told in &mut told {
                        *told = (*told).min(number);
                    }
                }
                Next::Over => {
                    self.tell(session.table(), &mut told[at_screen])?;
                    if !self.next_game(session)? {
                        let over = session.table().series().is_over();
                        return Ok(if over { Left::Over } else { Left::Early });
                    }
                    told.fill(0);
                }
            }
        }
    }

    fn introduce(&mut self, table: &Table<'_>) -> io::Result<()> {
        let names: Vec<String> = Seat::all(table.play().seats()).map(|seat| table.seat_name(seat)).collect();
        writeln!(self.out, "{}: {}", table.game().title(), names.join(", "))?;
        if let Some(standing) = table.standing() {
            writeln!(self.out, "{standing}")?;
        }
        if table.people() > 0 {
            writeln!(self.out, "`help` lists what you can type")?;
        }
        if table.people() < 2 {
            self.board(table)?;
        }
        Ok(())
    }

    fn board(&mut self, table: &Table<'_>) -> io::Result<()> {
        let picture = without_boxes(&table.play().picture(table.viewer()));
        writeln!(self.out, "{}", picture.trim_end())
    }

    /// Tells what happened since; says whether there was anything.
    fn tell(&mut self, table: &Table<'_>, told: &mut usize) -> io::Result<bool> {
        let number = table.play().number();
        if *told >= number {
            return Ok(false);
        }
        let log = table.log(0);
        let new = log.iter().filter(|line| line.step >= *told).count();
        self.log(&log, new)?;
        *told = number;
        Ok(new > 0)
    }

    /// The last lines of a log, with their numbers.
    fn log(&mut self, log: &[LogLine], last: usize) -> io::Result<()> {
        let first = log.len().saturating_sub(last);
        for (i, line) in log.iter().enumerate().skip(first) {
            writeln!(self.out, "[{}] {} ({})", i + 1, line.text, line.rule)?;
        }
        Ok(())
    }

    /// Hides everything until the next person says that only they are looking.
    fn hand_over(&mut self, session: &mut Session<'_>, person: u8) -> io::Result<bool> {
        session.hand_over(None);
        write!(self.out, "{}", self.hiding)?;
        writeln!(self.out, "Now {} plays; nobody else should look", session.table().person_name(person))?;
        write!(self.out, "Enter goes on, `quit` leaves: ")?;
        match self.line()?.as_deref() {
            None | Some("quit" | "q") => return Ok(false),
            Some(_) => {}
        }
        session.hand_over(Some(person));
        self.board(session.table())?;
        Ok(true)
    }

    /// Asks until the person has done something. Says whether they stay.
    fn choose(&mut self, session: &mut Session<'_>, seat: Seat) -> io::Result<bool> {
        let choices = session.table().choices(seat);
        let closed = session.table().closed(seat).len();
        self.options(&choices, |_| true)?;
        if closed > 0 {
            writeln!(self.out, "{closed} more cannot be done now; `why not` tells why")?;
        }
        loop {
            if let Some(warning) = session.warning() {
                writeln!(self.out, "{warning}")?;
            }
            write!(self.out, "{}: ", session.table().seat_name(seat))?;
            let Some(line) = self.line()? else {
                writeln!(self.out, "\nthe input has ended")?;
                return Ok(false);
            };
            match self.answer(session, seat, &choices, &line)? {
                Answered::Moved => return Ok(true),
                Answered::Again => {}
                Answered::Leave => return Ok(false),
            }
        }
    }

    fn options(&mut self, choices: &[Choice], wanted: impl Fn(&Choice) -> bool) -> io::Result<()> {
        for (i, choice) in choices.iter().enumerate().filter(|(_, choice)| wanted(choice)) {
            let odds = choice.odds.as_ref().map_or_else(String::new, |odds| format!(": {odds}"));
            writeln!(self.out, "{}. {} [{}]{odds}", i + 1, choice.offer.label, choice.offer.notation)?;
        }
        Ok(())
    }

    fn answer(
        &mut self,
        session: &mut Session<'_>,
        seat: Seat,
        choices: &[Choice],
        line: &str,
    ) -> io::Result<Answered> {
        let offered = |notation: &str| choices.iter().any(|choice| choice.offer.notation == notation);
        if let Ok(number) = line.parse::<usize>()
            && !offered(line)
        {
            return match number.checked_sub(1).and_then(|i| choices.get(i)) {
                Some(choice) => self.submit(session, seat, &choice.offer.notation),
                None => self.say(&format!("there is no option {number}; give 1 to {}", choices.len())),
            };
        }
        if offered(line) {
            return self.submit(session, seat, line);
        }
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word, rest) {
            ("", _) => return self.say("give a number or a notation; `help` lists what else you can type"),
            ("help" | "?", _) => return self.say(HELP),
            ("options", "") => self.options(choices, |_| true)?,
            ("odds", "") if choices.iter().all(|choice| choice.odds.is_none()) => {
                return self.say("chance has no say in what you can do now");
            }
            ("odds", "") => self.options(choices, |choice| choice.odds.is_some())?,
            ("board", "") => self.board(session.table())?,
            ("cards", "") => self.cards(session.table())?,
            ("card", name) if !name.is_empty() => self.card(session.table(), name)?,
            ("log", count) => {
                let log = session.table().log(0);
                self.log(&log, count.parse().unwrap_or(log.len()))?;
            }
            ("why", what) => self.why(session.table(), seat, what)?,
            ("undo", "") => match session.undo() {
                Ok(()) => {
                    writeln!(self.out, "taken back")?;
                    return Ok(Answered::Moved);
                }
                Err(why) => writeln!(self.out, "{why}")?,
            },
            ("save", "") => return self.say("name a file: save game.agon"),
            ("save", file) => match session.save_as(Path::new(file)) {
                Ok(()) => writeln!(self.out, "the record is in {}; it tells everything", shown(file))?,
                Err(message) => writeln!(self.out, "{}", shown(&message))?,
            },
            ("concede", "") => {
                write!(self.out, "give this game up? yes or no: ")?;
                match self.line()?.as_deref() {
                    None => return Ok(Answered::Leave),
                    Some("yes" | "y") if session.concede() => return Ok(Answered::Moved),
                    Some(_) => writeln!(self.out, "the game goes on")?,
                }
            }
            ("quit" | "q", "") => return Ok(Answered::Leave),
            _ => return self.submit(session, seat, line),
        }
        Ok(Answered::Again)
    }

    fn say(&mut self, text: &str) -> io::Result<Answered> {
        writeln!(self.out, "{text}")?;
        Ok(Answered::Again)
    }

    fn submit(&mut self, session: &mut Session<'_>, seat: Seat, notation: &str) -> io::Result<Answered> {
        match session.submit(seat, notation) {
            Ok(()) => Ok(Answered::Moved),
            Err(rejection) => {
                self.say(&format!("{rejection}\n`options` lists what you can do, `help` what you can type"))
            }
        }
    }

    fn cards(&mut self, table: &Table<'_>) -> io::Result<()> {
        let cards = table.play().cards(table.viewer());
        if cards.is_empty() {
            return writeln!(self.out, "you see no cards");
        }
        cards.iter().try_for_each(|card| writeln!(self.out, "{}, {} [{}]", card.title, card.place, card.name))
    }

    fn card(&mut self, table: &Table<'_>, name: &str) -> io::Result<()> {
        let cards = table.play().cards(table.viewer());
        let wanted = name.to_lowercase();
        let is = |card: &&CardText| card.name.to_lowercase() == wanted || card.title.to_lowercase() == wanted;
        let Some(card) = cards.iter().find(is) else {
            let near = engine::nearest(name, cards.iter().map(|card| card.name.as_str()));
            let near = near.map_or_else(String::new, |near| format!(" did you mean `{near}`?"));
            return writeln!(
                self.out,
                "you see no card `{}`;{near} `cards` lists those you see",
                shown(name)
            );
        };
        writeln!(self.out, "{}, {} [{}]", card.title, card.place, card.name)?;
        self.paragraphs(card.text.iter().map(String::as_str))
    }

    fn paragraphs<'t>(&mut self, text: impl IntoIterator<Item = &'t str>) -> io::Result<()> {
        wrap_all(text, WIDTH).iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }

    fn why(&mut self, table: &Table<'_>, seat: Seat, what: &str) -> io::Result<()> {
        let log = table.log(0);
        if what == "not" {
            let closed = table.closed(seat);
            if closed.is_empty() {
                return writeln!(self.out, "nothing is closed that the game thinks of; try `why NOTATION`");
            }
            return closed.iter().try_for_each(|shut| {
                writeln!(self.out, "{} [{}]: {}", shut.label, shut.notation, shut.refusal)
            });
        }
        let line = if what.is_empty() { Some(log.len()) } else { what.parse().ok() };
        if let Some(number) = line {
            let Some(line) = number.checked_sub(1).and_then(|i| log.get(i)) else {
                return writeln!(self.out, "there is no line {number} in the log; it has {}", log.len());
            };
            writeln!(self.out, "[{number}] {}", line.text)?;
            if let Some(clause) = &line.clause {
                writeln!(self.out, "by the card: {clause}")?;
            }
            let text = rule_text(line.rule);
            return self.paragraphs(text.iter().map(String::as_str));
        }
        let id = what.to_uppercase();
        if rulebook::Rulebook::shipped().find(&id).is_some() {
            let text = rule_text(&id);
            return self.paragraphs(text.iter().map(String::as_str));
        }
        if is_rule_id(&id) {
            let near = rulebook::Rulebook::shipped()
                .nearest(&id)
                .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return writeln!(self.out, "there is no rule `{id}`{near}");
        }
        match table.refusal(seat, what) {
            None => writeln!(self.out, "it can be done: type `{what}`"),
            Some(engine::Rejection::Notation(fault)) => writeln!(self.out, "{fault}"),
            Some(engine::Rejection::Refused(refusal)) => {
                writeln!(self.out, "{refusal}")?;
                let text = rule_text(refusal.rule);
                self.paragraphs(text.iter().map(String::as_str))
            }
        }
    }

    /// Tells the result. Says whether another game of the series begins.
    fn next_game(&mut self, session: &mut Session<'_>) -> io::Result<bool> {
        for line in session.table().result().unwrap_or_default() {
            writeln!(self.out, "{line}")?;
        }
        if let Some(warning) = session.warning() {
            writeln!(self.out, "{warning}")?;
        }
        if session.table().series().is_over() {
            return Ok(false);
        }
        if session.table().people() > 0 {
            write!(self.out, "Enter for the next game, `quit` leaves: ")?;
            match self.line()?.as_deref() {
                None | Some("quit" | "q") => return Ok(false),
                Some(_) => {}
            }
        }
        match session.next_game() {
            Ok(more) => {
                settle(session);
                self.introduce(session.table())?;
                Ok(more)
            }
            Err(faults) => {
                writeln!(self.out, "the next game cannot be set up: {faults}")?;
                Ok(false)
            }
        }
    }
}

/// Lets dice fall and bots move until a person is asked.
fn settle(session: &mut Session<'_>) {
    while session.table().people() > 0 && session.step() {}
}

/// Whether a text has the form of a rule's id: `CC-R21`, `WU-6.2.2`.
fn is_rule_id(text: &str) -> bool {
    let Some((game, rest)) = text.split_once('-') else { return false };
    let letters = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_uppercase());
    letters(game)
        && game.len() <= 3
        && rest.ends_with(|c: char| c.is_ascii_digit())
        && rest.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '-' | '.'))
}
