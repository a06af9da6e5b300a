//! A game that a block plays: who its words name, and what they do.

use engine::{AnyGame, AnyPlay, NoUndo, Rejection, Seat, SeatSet, Turn, Viewer};
use rulebook::Rulebook;

use super::difference;
use super::words::{meant, meant_statement, unquoted};
use super::{Done, Trouble, note, stop};

/// How a file names its seats; reports name them the same way.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Spelling {
    /// By number.
    Number,
    /// As the game names its seats.
    #[default]
    Own,
    /// As the position names them.
    Called,
}

/// A game under way.
pub struct Scene<'a> {
    pub game: &'a dyn AnyGame,
    pub play: Box<dyn AnyPlay>,
    pub spelling: Spelling,
    /// The number of the position before the last action.
    pub before: usize,
    /// So many steps the last action took itself; what came after them came by itself.
    pub own: usize,
}

impl<'a> Scene<'a> {
    /// A game that was just set up; chance events that a seed decides have fallen.
    pub fn new(game: &'a dyn AnyGame, mut play: Box<dyn AnyPlay>, spelling: Spelling) -> Self {
        play.settle();
        let before = play.number();
        Self { game, play, spelling, before, own: 0 }
    }

    fn spelled(&self, seat: Seat, spelling: Spelling) -> String {
        match spelling {
            Spelling::Number => seat.to_string(),
            Spelling::Own => self.play.seat_name(seat),
            Spelling::Called => self.play.called(Viewer::everyone(self.play.seats()), seat),
        }
    }

    /// The seat that a text names, by its number, its name in the game or its name in the position.
    pub fn seat(&mut self, text: &str) -> Result<Seat, Trouble> {
        let text = text.trim();
        let seats = Seat::all(self.play.seats());
        for spelling in [Spelling::Number, Spelling::Own, Spelling::Called] {
            let named = |seat: &Seat| self.spelled(*seat, spelling).eq_ignore_ascii_case(text);
            if let Some(seat) = seats.clone().find(named) {
                self.spelling = spelling;
                return Ok(seat);
            }
        }
        let names: Vec<String> = seats.map(|seat| self.name(seat)).collect();
        let others = ["chance", "each", "both", "spectator"];
        let known = names.iter().map(String::as_str).chain(others);
        // Names of a letter or two are all near to each other.
        let near = if text.len() > 3 { meant(text, known) } else { None };
        let remedy = near.unwrap_or_else(|| format!("the seats are {}", names.join(", ")));
        Err(stop(format!("`{text}` is no seat"), remedy))
    }

    /// A seat in the words of the file.
    pub fn name(&self, seat: Seat) -> String {
        self.spelled(seat, self.spelling)
    }

    /// A seat in a sentence: `seat 0`, `P1`.
    pub fn who(&self, seat: Seat) -> String {
        match self.name(seat) {
            number if number == seat.to_string() => format!("seat {number}"),
            name => name,
        }
    }

    /// Seats in the words of the file: `0,2`.
    pub fn names(&self, seats: SeatSet) -> String {
        seats.iter().map(|seat| self.name(seat)).collect::<Vec<_>>().join(",")
    }

    /// A viewer in a sentence.
    pub fn viewer_name(&self, viewer: Viewer) -> String {
        match viewer {
            Viewer::Seats(seats) if seats.len() == 1 => self.who(seats.lowest()),
            Viewer::Seats(_) => "everybody together".to_owned(),
            Viewer::Spectator => "the spectator".to_owned(),
        }
    }

    /// A seat or `spectator`.
    pub fn viewer(&mut self, text: &str) -> Result<Viewer, Trouble> {
        match text.trim() {
            "spectator" => Ok(Viewer::Spectator),
            who => self.seat(who).map(Viewer::seat),
        }
    }

    /// `SEAT: ...`
    pub fn seat_and<'t>(&mut self, text: &'t str) -> Result<(Seat, &'t str), Trouble> {
        let (who, rest) = text
            .split_once(':')
            .ok_or_else(|| stop(format!("`{text}` names no seat"), "write `SEAT: ...`"))?;
        Ok((self.seat(who)?, rest.trim()))
    }

    /// `SEAT: ...` or `spectator: ...`
    pub fn viewer_and<'t>(&mut self, text: &'t str) -> Result<(Viewer, &'t str), Trouble> {
        let (who, rest) = text.split_once(':').ok_or_else(|| {
            stop(format!("`{text}` names no viewer"), "write `SEAT: ...` or `spectator: ...`")
        })?;
        Ok((self.viewer(who)?, rest.trim()))
    }

    /// `0: a1`, `chance: deal K`, `each: pass`, `0 concedes`, `0 undoes`, `0 times out`.
    pub fn act(&mut self, statement: &str) -> Done {
        let before = self.play.number();
        if let Some(who) = statement.strip_suffix(" concedes") {
            let seat = self.seat(who)?;
            if !self.play.concede(seat) {
                return Err(stop(
                    format!("{who} cannot concede here"),
                    "the game is over, or it has given up already",
                ));
            }
        } else if let Some(who) = statement.strip_suffix(" undoes") {
            let seat = self.seat(who)?;
            self.play.undo(seat).map_err(|no| stop(format!("{} may not undo: {no}", self.who(seat)), ""))?;
        } else if let Some(who) = statement.strip_suffix(" times out") {
            self.time_out(who)?;
        } else if let Some((who, action)) = statement.split_once(':') {
            self.do_action(who.trim(), action.trim())?;
        } else {
            return Err(stop(format!("`{statement}` is no statement"), meant_statement(statement)));
        }
        (self.before, self.own) = (before, self.play.number() - before);
        self.play.settle();
        Ok(())
    }

    /// How play ran on by itself after the last action: dice and cards fell that a seed decides.
    pub fn told_of_running_on(&self) -> Option<String> {
        self.told_of_steps_from(self.before + self.own)
    }

    /// How play began by itself, before the first action.
    pub fn told_of_opening(&self) -> Option<String> {
        self.told_of_steps_from(0)
    }

    fn told_of_steps_from(&self, from: usize) -> Option<String> {
        let steps: Vec<String> =
            (from..self.play.number()).filter_map(|number| self.play.step(number)).collect();
        let count = match steps.len() {
            0 => return None,
            1 => "one forced step".to_owned(),
            many => format!("{many} forced steps"),
        };
        Some(format!("play ran on by itself over {count}: {}", difference::some_of(&steps)))
    }

    /// The clock of a seat ran out: what a host then plays for it.
    fn time_out(&mut self, who: &str) -> Done {
        let seat = self.seat(who)?;
        let default = self.play.default_action(seat).ok_or_else(|| {
            stop(
                format!("{} owes no choice, so its time does not run", self.who(seat)),
                "expect the turn first",
            )
        })?;
        self.play.submit(seat, &default).map_err(|rejection| rejected(who, &default, &rejection))
    }

    fn do_action(&mut self, who: &str, action: &str) -> Done {
        match who {
            "each" | "both" => {
                let Turn::Players(owed) = self.play.turn() else {
                    return Err(stop("no seat owes a choice", ""));
                };
                for seat in owed.iter() {
                    self.play
                        .submit(seat, action)
                        .map_err(|rejection| rejected(&self.name(seat), action, &rejection))?;
                }
                Ok(())
            }
            _ => self.submit(who, action)?.map_err(|rejection| rejected(who, action, &rejection)),
        }
    }

    /// A seat or chance does something; the outer fault is that of a statement that names nobody.
    fn submit(&mut self, who: &str, action: &str) -> Result<Result<(), Rejection>, Trouble> {
        if who == "chance" {
            return Ok(self.play.submit_chance(action));
        }
        let seat = self.seat(who)?;
        Ok(self.play.submit(seat, action))
    }

    /// `refuse 0: a1 -> cell-taken TTT-3`, `refuse undo 0 -> somebody-acted`.
    pub fn refuse(&mut self, rest: &str) -> Done {
        let (attempt, wanted) = rest
            .split_once("->")
            .map(|(a, w)| (a.trim(), w.split_whitespace().collect::<Vec<_>>()))
            .filter(|(_, wanted)| !wanted.is_empty())
            .ok_or_else(|| {
                stop("nothing says how it is refused", "write `refuse SEAT: ACTION -> CODE RULE`")
            })?;
        let hash = self.play.hash();
        let undo = attempt.strip_prefix("undo ");
        let got = if let Some(who) = undo {
            let seat = self.seat(who)?;
            match self.play.undo(seat) {
                Ok(()) => return Err(stop(format!("{} was allowed to undo", self.who(seat)), "")),
                Err(no) => vec![no.code().to_owned()],
            }
        } else {
            let (who, action) = attempt.split_once(':').ok_or_else(|| {
                stop(format!("`{attempt}` names no action"), "write `refuse SEAT: ACTION -> CODE`")
            })?;
            let (who, action) = (who.trim(), action.trim());
            match self.submit(who, action)? {
                Ok(()) => return Err(stop(format!("`{attempt}` was accepted"), "it should be refused")),
                Err(Rejection::Refused(refusal)) => vec![refusal.code.to_owned(), refusal.rule.to_owned()],
                Err(Rejection::Notation(fault)) => {
                    return Err(note(format!(
                        "`{action}` cannot even be read: {fault}; use `reject` for that"
                    )));
                }
            }
        };
        if self.play.hash() != hash {
            return Err(stop(format!("`{attempt}` was refused but changed the position"), ""));
        }
        let Some(wrong) = wanted.iter().find(|word| !got.iter().any(|g| g == *word)) else { return Ok(()) };
        let (wanted, got) = (wanted.join(" "), got.join(" "));
        let what = format!("`{attempt}` should be refused with `{wanted}` and is with `{got}`");
        let codes: Vec<&str> = match undo {
            Some(_) => NoUndo::ALL.map(NoUndo::code).to_vec(),
            None => self.game.refusals().iter().map(|refusal| refusal.code).collect(),
        };
        Err(Trouble::Note(engine::Fault::new(what, known_word(wrong, &codes).unwrap_or_default())))
    }

    /// `reject 0: nonsense`: the text is no action at all.
    pub fn reject(&mut self, rest: &str) -> Done {
        let (who, action) =
            rest.split_once(':').ok_or_else(|| stop("nothing to reject", "write `reject SEAT: TEXT`"))?;
        let (who, action) = (who.trim(), unquoted(action.trim()));
        match self.submit(who, action)? {
            Err(Rejection::Notation(_)) => Ok(()),
            Err(Rejection::Refused(refusal)) => {
                Err(note(format!("`{action}` is read and refused: {refusal}; use `refuse` for that")))
            }
            Ok(()) => Err(stop(format!("`{action}` was accepted"), "it should be unreadable")),
        }
    }
}

/// What to do about a word after `->` that is neither a code nor a rule; nothing if it is one.
fn known_word(word: &str, codes: &[&str]) -> Option<String> {
    let book = Rulebook::shipped();
    if codes.contains(&word) || book.find(word).is_some() {
        return None;
    }
    let what = format!("there is no code or rule `{word}`");
    let near = if looks_like_rule(word) {
        book.nearest(word).map(|near| format!("did you mean `{near}`?"))
    } else {
        meant(word, codes.iter().copied())
    };
    Some(near.map_or_else(
        || format!("{what}; docs/refusals.md lists the codes"),
        |near| format!("{what}; {near}"),
    ))
}

/// Whether a word begins like the id of a rule.
fn looks_like_rule(word: &str) -> bool {
    let begins = |prefix: &&str| word.strip_prefix(*prefix).is_some_and(|rest| rest.starts_with('-'));
    Rulebook::shipped().prefixes().iter().any(begins)
}

/// What to do about a rule that an event should cite and that does not exist.
pub fn unknown_rule(rule: &str) -> Option<String> {
    let book = Rulebook::shipped();
    (looks_like_rule(rule) && book.find(rule).is_none()).then(|| {
        book.nearest(rule)
            .map_or_else(|| "cite a rule that exists".to_owned(), |near| format!("did you mean {near}?"))
    })
}

fn rejected(who: &str, action: &str, rejection: &Rejection) -> Trouble {
    let code = match rejection {
        Rejection::Refused(refusal) => refusal.code,
        Rejection::Notation(_) => "unreadable",
    };
    stop(format!("{who} cannot `{action}`: {rejection}"), format!("[{code}]"))
}
