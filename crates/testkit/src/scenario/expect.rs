//! What a block expects of a position and of what has just happened.

use engine::{EventData, Fault, Turn, Viewer};

use super::difference::{first, of_lists, of_texts, some_of};
use super::scene::{Scene, unknown_rule};
use super::words::{meant, meant_expectation, unquoted, word_and_rest};
use super::{Done, Trouble, data, note, stop};

/// Fails softly unless `actual` is `expected`.
fn same(what: &str, expected: &str, actual: &str) -> Done {
    of_texts(expected, actual).map_or(Ok(()), |told| Err(note(format!("{what} {told}"))))
}

/// The same for lists whose entries ` | ` separates.
fn same_list(what: &str, expected: &str, actual: &[String]) -> Done {
    let expected: Vec<String> = match expected {
        "none" => Vec::new(),
        list => list.split(" | ").map(ToOwned::to_owned).collect(),
    };
    of_lists(&expected, actual).map_or(Ok(()), |told| Err(note(format!("{what} differ; {told}"))))
}

impl Scene<'_> {
    pub fn expect(&mut self, statement: &str) -> Done {
        let (word, rest) = word_and_rest(statement);
        let everyone = Viewer::everyone(self.play.seats());
        match word {
            "turn" => self.expect_turn(rest),
            "position" => same("the position", rest, &self.play.position()),
            "number" => same("the number of the position", rest, &self.play.number().to_string()),
            "outcome" => {
                let outcome = self.play.outcome();
                let actual =
                    outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.score_texts().join(" "));
                same("the outcome", rest, &actual)
            }
            "score" => self.expect_score(rest),
            "legal" => {
                let (seat, wanted) = self.seat_and(rest)?;
                same_list(&format!("the options of {}", self.who(seat)), wanted, &self.play.notations(seat))
            }
            "options" => {
                let (who, count) = rest
                    .split_once('=')
                    .ok_or_else(|| stop("no number of options", "write `expect options SEAT = N`"))?;
                let seat = self.seat(who)?;
                let actual = self.play.notations(seat).len().to_string();
                same(&format!("the number of options of {}", self.who(seat)), count.trim(), &actual)
            }
            "offered" => self.expect_offered(rest, true),
            "not" if rest.starts_with("offered ") => self.expect_offered(&rest["offered ".len()..], false),
            "chance" => same_list("the outcomes of chance", rest, &self.chances()),
            "state" => data::expect(&self.play.view(everyone), rest),
            "view" => {
                let (viewer, wanted) = self.viewer_and(rest)?;
                data::expect(&self.play.view(viewer), wanted)
            }
            "views" if word_and_rest(rest).0 == "equal" => self.expect_views_equal(word_and_rest(rest).1),
            "event" => self.expect_event(everyone, rest, true),
            "no" if rest.starts_with("event ") => self.expect_event(everyone, &rest["event ".len()..], false),
            "sees" | "unseen" => {
                let (viewer, wanted) = self.viewer_and(rest)?;
                self.expect_event(viewer, wanted, word == "sees")
            }
            _ => Err(stop(format!("`expect {word}` is no statement"), meant_expectation(statement))),
        }
    }

    fn expect_turn(&mut self, wanted: &str) -> Done {
        let wanted = match wanted {
            "chance" | "over" => wanted.to_owned(),
            _ => {
                let seats: Result<engine::SeatSet, Trouble> =
                    wanted.split(',').map(|who| self.seat(who)).collect();
                self.names(seats?)
            }
        };
        let actual = match self.play.turn() {
            Turn::Players(seats) => self.names(seats),
            Turn::Chance => "chance".to_owned(),
            Turn::Over => "over".to_owned(),
        };
        same("the turn", &wanted, &actual)
    }

    /// The outcomes of the chance event that is due, each with its weight.
    pub fn chances(&self) -> Vec<String> {
        self.play.chances().iter().map(|(text, weight)| format!("{text} {weight}")).collect()
    }

    /// `SEAT = N`, or the points of all seats in order.
    fn expect_score(&mut self, rest: &str) -> Done {
        let scores = self.scores()?;
        let Some((who, wanted)) = rest.split_once('=') else {
            return same("the score", rest, &scores.join(" "));
        };
        let seat = self.seat(who)?;
        same(&format!("the score of {}", self.who(seat)), wanted.trim(), &scores[seat.index()])
    }

    /// The points of the seats so far; in a game that counts none, what its outcome gives them.
    fn scores(&self) -> Result<Vec<String>, Trouble> {
        let points: Option<Vec<String>> = engine::Seat::all(self.play.seats())
            .map(|seat| self.play.points(seat).map(|points| points.to_string()))
            .collect();
        let outcome = || self.play.outcome().map(|outcome| outcome.score_texts());
        points.or_else(outcome).ok_or_else(|| {
            let what = format!("{} counts no points before its end", self.game.title());
            stop(what, "expect the score once it is over, or a value of the state")
        })
    }

    fn expect_offered(&mut self, rest: &str, wanted: bool) -> Done {
        let (seat, action) = self.seat_and(rest)?;
        let offers = self.play.notations(seat);
        if offers.iter().any(|offer| offer == action) == wanted {
            return Ok(());
        }
        let what = format!("`{action}` is {}offered to {}", if wanted { "not " } else { "" }, self.who(seat));
        let near = if wanted { meant(action, offers.iter().map(String::as_str)) } else { None };
        Err(Trouble::Note(Fault::new(what, near.unwrap_or_default())))
    }

    /// Two viewers, or all seats and the spectator, are shown the same data.
    fn expect_views_equal(&mut self, rest: &str) -> Done {
        let viewers: Vec<Viewer> = match rest {
            "" => Viewer::around(self.play.seats()).collect(),
            two => two.split_whitespace().map(|who| self.viewer(who)).collect::<Result<_, _>>()?,
        };
        if viewers.len() < 2 {
            return Err(stop(
                "one view alone is equal to itself",
                "name two seats, or a seat and `spectator`",
            ));
        }
        let view = self.play.view(viewers[0]);
        for viewer in &viewers[1..] {
            if let Some(apart) = first(&view, &self.play.view(*viewer)) {
                let (one, other) = (self.viewer_name(viewers[0]), self.viewer_name(*viewer));
                return Err(note(format!(
                    "the views differ at `{}`: {one} sees `{}` and {other} sees `{}`",
                    apart.path, apart.one, apart.other
                )));
            }
        }
        Ok(())
    }

    /// The events of the last action, those of what came after it by itself among them.
    pub fn events(&self, viewer: Viewer) -> Vec<EventData> {
        (self.before..self.play.number()).flat_map(|number| self.play.told(number, viewer)).collect()
    }

    /// An event whose words contain these; `(RULE)` at the end also asks for its rule.
    fn expect_event(&self, viewer: Viewer, wanted: &str, present: bool) -> Done {
        let (words, rule) = match wanted.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
            Some((words, rule)) => (words.trim_end(), Some(rule)),
            None => (wanted, None),
        };
        let words = unquoted(words);
        if let Some(remedy) = rule.and_then(unknown_rule) {
            return Err(Trouble::Note(Fault::new(
                format!("no event can cite `{}`", rule.unwrap_or_default()),
                remedy,
            )));
        }
        let events = self.events(viewer);
        let fits =
            |event: &EventData| event.text.contains(words) && rule.is_none_or(|rule| event.rule == rule);
        if events.iter().any(fits) == present {
            return Ok(());
        }
        let not = if present { "" } else { "not " };
        let what = match viewer {
            Viewer::Seats(seats) if seats.len() > 1 || self.play.seats() == 1 => {
                format!("`{wanted}` should {not}happen")
            }
            _ => format!("{} should {not}see `{wanted}`", self.viewer_name(viewer)),
        };
        Err(Trouble::Note(Fault::new(format!("{what}; {}", seen(&events)), self.why())))
    }

    /// What explains that so much or so little was seen.
    fn why(&self) -> String {
        if let Some(told) = self.told_of_running_on() {
            return told;
        }
        match self.play.turn() {
            Turn::Players(owed) if self.own == 0 => {
                format!("nothing has happened yet; a choice is owed by {}", self.names(owed))
            }
            _ => String::new(),
        }
    }
}

/// An event on a line.
pub fn told(event: &EventData) -> String {
    match event.rule {
        "" => event.text.clone(),
        rule => format!("{} ({rule})", event.text),
    }
}

fn seen(events: &[EventData]) -> String {
    if events.is_empty() {
        return "seen: nothing".to_owned();
    }
    let told: Vec<String> = events.iter().map(told).collect();
    format!("seen: {}", some_of(&told))
}
