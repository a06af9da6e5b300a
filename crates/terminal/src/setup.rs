//! From what a person asks for to a table.

use engine::{AnyGame, AnyPlay, Fault, Registered, Seat, SeatSet, Settings, Values};

use crate::table::{Sitter, teams};

/// What a person asks for; everything has a default.
#[derive(Clone, Default, Debug)]
pub struct Wish {
    /// A named setup, or a value of the game's option `mode` or `format`.
    pub mode: Option<String>,
    /// Further settings, `key=value`.
    pub setup: String,
    /// A deck for a seat: `0=NAME`, or in the order of seats.
    pub decks: Vec<String>,
    /// How many seats.
    pub players: Option<u8>,
    /// The bot of the seats that nobody sits in; the strongest unless given.
    pub bot: Option<String>,
    /// A person for each entry: its seats with commas between; `all` for a person in each seat, `none` to watch.
    pub seats: Vec<String>,
}

/// The settings of a named setup, or those given.
pub fn settings(known: &Registered, variant: Option<&str>, setup: &str) -> Result<Settings, Fault> {
    let text = match variant {
        None => setup,
        Some(name) => {
            known.variants.iter().find(|v| v.name == name).map(|v| v.settings).ok_or_else(|| {
                let names: Vec<&str> = known.variants.iter().map(|v| v.name).collect();
                Fault::new(
                    format!("{} has no setup called `{name}`", known.game.id()),
                    format!("it has {}", names.join(", ")),
                )
            })?
        }
    };
    Ok(Settings::lenient(text))
}

impl Wish {
    /// The settings, decks excepted, which need the number of seats.
    pub fn settings(&self, known: &Registered) -> Result<Settings, Fault> {
        let mut settings = match &self.mode {
            None => Settings::none(),
            Some(mode) => mode_settings(known, mode)?,
        };
        // What is written out has the last word; what cannot be read is reported by the game.
        let given = Settings::lenient(&self.setup);
        if Settings::parse(&self.setup).is_err() {
            return Ok(given);
        }
        for (key, value) in given.iter() {
            settings.set(key, value);
        }
        if let Some(players) = self.players {
            settings.set("players", players.to_string());
        }
        Ok(settings)
    }

    /// Adds the decks to settings for so many seats.
    pub fn add_decks(&self, known: &Registered, settings: &mut Settings, seats: u8) -> Result<(), Fault> {
        if self.decks.is_empty() {
            return Ok(());
        }
        let options = known.game.options();
        let Some(spec) = options.iter().find(|spec| spec.key == "decks") else {
            return Err(Fault::new(format!("{} has no decks", known.game.title()), "leave --deck out"));
        };
        let mut decks: Vec<Option<&str>> = vec![None; usize::from(seats)];
        for (i, text) in self.decks.iter().enumerate() {
            let (seat, name) = match text.split_once('=') {
                Some((seat, name)) => (seat_number(seat, seats)?.index(), name),
                None => (i, text.as_str()),
            };
            let Some(place) = decks.get_mut(seat) else {
                return Err(Fault::new(
                    format!("{} decks for {seats} seats", self.decks.len()),
                    "leave some out",
                ));
            };
            if place.replace(name).is_some() {
                return Err(Fault::new(
                    format!("seat {seat} has two decks"),
                    "write each as --deck SEAT=NAME",
                ));
            }
        }
        let missing = decks.iter().position(Option::is_none);
        if let Some(seat) = missing.filter(|_| spec.default != "ready") {
            let what = format!("seat {seat} has no deck");
            return Err(Fault::new(what, format!("name one for every seat: --deck {seat}=NAME")));
        }
        let decks: Vec<&str> = decks.into_iter().map(|deck| deck.unwrap_or("ready")).collect();
        settings.set("decks", decks.join(","));
        Ok(())
    }

    /// Who sits where in a game that was opened.
    pub fn sitters(&self, game: &dyn AnyGame, play: &dyn AnyPlay) -> Result<Vec<Sitter>, Fault> {
        let seats = play.seats();
        let bot = match &self.bot {
            Some(name) => name.clone(),
            None => strongest(game).to_owned(),
        };
        if !game.bots().contains(&bot.as_str()) {
            let remedy = format!("{} has {}", game.id(), game.bots().join(", "));
            return Err(Fault::new(format!("there is no bot `{bot}`"), remedy));
        }
        let mut sitters = vec![Sitter::Bot(bot); usize::from(seats)];
        for (person, seat) in self.persons(seats)? {
            let sitter = &mut sitters[seat.index()];
            if matches!(sitter, Sitter::Person(_)) {
                return Err(Fault::new(format!("seat {seat} is given twice"), "give it to one person"));
            }
            *sitter = Sitter::Person(person);
        }
        Ok(sitters)
    }

    fn persons(&self, seats: u8) -> Result<Vec<(u8, Seat)>, Fault> {
        let words: Vec<&str> = self.seats.iter().map(String::as_str).collect();
        match words[..] {
            [] => return Ok(vec![(0, Seat::new(0))]),
            ["none"] => return Ok(Vec::new()),
            ["all"] => return Ok(Seat::all(seats).map(|seat| (seat.index() as u8, seat)).collect()),
            _ => {}
        }
        let mut persons = Vec::new();
        for (person, word) in words.iter().enumerate() {
            for seat in word.split(',') {
                persons.push((person as u8, seat_number(seat, seats)?));
            }
        }
        Ok(persons)
    }
}

fn seat_number(text: &str, seats: u8) -> Result<Seat, Fault> {
    match text.trim().parse::<u8>() {
        Ok(seat) if seat < seats => Ok(Seat::new(seat)),
        _ => {
            let remedy = format!("the seats are 0 to {}", seats - 1);
            Err(Fault::new(format!("there is no seat `{text}`"), remedy))
        }
    }
}

/// A named setup, or a value of the option `mode` or `format`.
fn mode_settings(known: &Registered, mode: &str) -> Result<Settings, Fault> {
    let named = settings(known, Some(mode), "");
    let takes = |key: &str| {
        let spec = known.game.options().iter().find(|spec| spec.key == key)?;
        match spec.values {
            Values::OneOf(words) if words.contains(&mode) => Some(key.to_owned()),
            Values::Text => Some(key.to_owned()),
            _ => None,
        }
    };
    match (named, takes("mode").or_else(|| takes("format"))) {
        (Err(_), Some(key)) => {
            let mut settings = Settings::none();
            settings.set(&key, mode);
            Ok(settings)
        }
        (named, _) => named.map_err(|fault| {
            let modes = known.game.options().iter().find(|spec| spec.key == "mode").map(|spec| spec.values);
            let more = modes.map_or_else(String::new, |values| format!(", and the modes are {values}"));
            Fault::new(fault.what, fault.remedy + &more)
        }),
    }
}

/// The built-in bot that plays best.
pub fn strongest(game: &dyn AnyGame) -> &'static str {
    let bots = game.bots();
    ["greedy", "lively"].into_iter().find(|bot| bots.contains(bot)).unwrap_or("random")
}

/// The ways to sit down to a game, in words and as [`Wish::seats`]: against bots, with one's whole team, all at one
/// screen, to watch.
pub fn seatings(play: &dyn AnyPlay) -> Vec<(String, Vec<String>)> {
    let name = |seat: Seat| crate::table::bare_name(play, seat);
    let names = |seats: SeatSet| seats.iter().map(name).collect::<Vec<_>>().join(" and ");
    let mut ways = Vec::new();
    let teams = teams(play);
    for team in teams.iter().filter(|team| team.len() > 1) {
        ways.push((format!("You play {}, bots play the others", names(*team)), vec![team.to_string()]));
    }
    for seat in Seat::all(play.seats()) {
        ways.push((format!("You play {}, bots play the others", name(seat)), vec![seat.to_string()]));
    }
    if teams.iter().any(|team| team.len() > 1) {
        let seats = teams.iter().map(ToString::to_string).collect();
        ways.push(("A person for each team, taking turns at this screen".to_owned(), seats));
    }
    ways.push(("A person for each seat, taking turns at this screen".to_owned(), vec!["all".to_owned()]));
    ways.push(("Bots play, you watch".to_owned(), vec!["none".to_owned()]));
    ways
}
