//! A table whose every move is saved, with the words that both front ends show.

use std::path::{Path, PathBuf};

use engine::{Faults, NoUndo, Rejection, Seat, SeedLine, Turn};
use rulebook::Rulebook;

use crate::saving::{Lock, Resumed, Shelf, numbered, write_whole};
use crate::table::Table;

/// A game being played, saved at every move.
pub struct Session<'g> {
    table: Table<'g>,
    shelf: Option<Shelf>,
    name: Option<String>,
    record_file: Option<PathBuf>,
    /// Nobody else plays this game as long as this is held.
    lock: Option<Lock>,
    /// What could not be saved, to be told once.
    warning: Option<String>,
    /// Why the saved game is older than the table.
    unkept: Option<String>,
    /// Why a record that the person wants is not written.
    unwritten: Option<String>,
    /// Whether the session took up a saved game.
    resumed: bool,
}

impl<'g> Session<'g> {
    /// A game that begins, with a name of its own on the shelf. What cannot be saved can still be played.
    pub fn new(table: Table<'g>, shelf: Result<Shelf, engine::Fault>, record_file: Option<PathBuf>) -> Self {
        let named = shelf.and_then(|shelf| {
            let (name, lock) = shelf.reserve(table.game().id())?;
            shelf.keep(&name, &table, record_file.as_deref())?;
            Ok((lock, name, shelf))
        });
        let mut session = Self {
            table,
            shelf: None,
            name: None,
            record_file,
            lock: None,
            warning: None,
            unkept: None,
            unwritten: None,
            resumed: false,
        };
        match named {
            Ok((lock, name, shelf)) => {
                (session.lock, session.name, session.shelf) = (Some(lock), Some(name), Some(shelf));
            }
            Err(fault) => {
                session.unkept = Some(format!("this game is not saved: {fault}"));
                session.warning.clone_from(&session.unkept);
            }
        }
        session
    }

    /// A game that goes on.
    pub fn resumed(resumed: Resumed<'g>, shelf: Shelf) -> Self {
        let Resumed { table, record_file, name, lock } = resumed;
        let (shelf, name, lock) = (Some(shelf), Some(name), Some(lock));
        let mut session = Self {
            table,
            shelf,
            name,
            record_file,
            lock,
            warning: None,
            unkept: None,
            unwritten: None,
            resumed: true,
        };
        // The program may have been killed between the last move and this.
        session.finish();
        session
    }

    /// The table, to look at.
    pub fn table(&self) -> &Table<'g> {
        &self.table
    }

    /// What could not be saved, if anybody should be told.
    pub fn warning(&mut self) -> Option<String> {
        self.warning.take()
    }

    /// How to go on with a game that is left.
    pub fn farewell(&self) -> String {
        match &self.name {
            Some(name) if self.unkept.is_some() => {
                format!(
                    "the last moves could not be saved; what was saved before goes on with: agon play --resume {name}"
                )
            }
            Some(name) => format!("saved as {name}; go on with: agon play --resume {name}"),
            None => "the game was not saved".to_owned(),
        }
    }

    fn keep(&mut self) {
        let (Some(shelf), Some(name)) = (&self.shelf, &self.name) else { return };
        let kept = shelf.keep(name, &self.table, self.record_file.as_deref());
        let unkept = kept.err().map(|fault| format!("the game could not be saved: {fault}"));
        // Told once, and again only if there is another reason.
        if unkept != self.unkept {
            self.warning = unkept.clone().or(self.warning.take());
        }
        self.unkept = unkept;
    }

    /// Why something that was played, or is wanted, is not on the disk as it should be.
    pub fn unsaved(&self) -> Option<String> {
        let told: Vec<&str> =
            [&self.unkept, &self.unwritten].into_iter().flatten().map(String::as_str).collect();
        (!told.is_empty()).then(|| told.join("\n"))
    }

    /// The record of the game, if it would be lost with this session: neither it nor the saved game could be written.
    pub fn last_copy(&self) -> Option<String> {
        let kept = self.name.is_some() && self.unkept.is_none();
        (self.unsaved().is_some() && !kept).then(|| self.table.play().record(SeedLine::Always))
    }

    /// Somebody comes to the screen, or everybody leaves it.
    pub fn hand_over(&mut self, person: Option<u8>) {
        self.table.hand_over(person);
    }

    /// Lets the dice fall or one bot move.
    pub fn step(&mut self) -> bool {
        let dice = self.table.play().turn() == Turn::Chance;
        let done = self.table.step();
        // Dice need no saving: the seed lets them fall the same way again.
        if !dice {
            self.keep();
        }
        self.finish();
        done
    }

    /// `seat` does something.
    pub fn submit(&mut self, seat: Seat, notation: &str) -> Result<(), Rejection> {
        self.table.submit(seat, notation)?;
        self.keep();
        self.finish();
        Ok(())
    }

    /// Takes back the last thing that the person at the screen did.
    pub fn undo(&mut self) -> Result<(), NoUndo> {
        self.table.undo()?;
        self.keep();
        Ok(())
    }

    /// The person at the screen gives the game up.
    pub fn concede(&mut self) -> bool {
        let done = self.table.concede();
        self.keep();
        self.finish();
        done
    }

    /// The next game of the series.
    pub fn next_game(&mut self) -> Result<bool, Faults> {
        let more = self.table.next_game()?;
        self.keep();
        Ok(more)
    }

    /// Writes the record of a finished game where the person wants it, and forgets a finished series once all its records
    /// are written.
    fn finish(&mut self) {
        if self.table.play().outcome().is_none() {
            return;
        }
        let written = self.write_records();
        self.unwritten = written.err().map(|message| match self.name.as_ref().filter(|_| self.unkept.is_none()) {
            Some(name) => format!(
                "{message}\nthe game stays saved as {name}; agon play --resume {name} --record FILE writes its record"
            ),
            None => message,
        });
        self.warning = self.unwritten.clone().or(self.warning.take());
        if self.table.series().is_over() && self.unwritten.is_none() {
            if let (Some(shelf), Some(name)) = (&self.shelf, self.name.take())
                && let Err(fault) = shelf.remove(&name)
            {
                self.warning = Some(fault.to_string());
            }
            // Nothing is left that would have to be kept.
            (self.lock, self.unkept) = (None, None);
        }
    }

    /// Writes the record of the game, and those of the games before it if they may be missing.
    fn write_records(&self) -> Result<(), String> {
        let Some(file) = &self.record_file else { return Ok(()) };
        let number = self.table.series().game_number();
        if self.table.series().length() == 1 {
            return self.save_record(file);
        }
        if self.unwritten.is_some() || self.resumed {
            for (nth, record) in self.table.kept().records.iter().enumerate().take(number - 1) {
                save(&numbered(file, nth + 1), record)?;
            }
        }
        self.save_record(&numbered(file, number))
    }

    /// Writes the record of the game so far to a new file.
    pub fn save_as(&self, file: &Path) -> Result<(), String> {
        if file.exists() {
            return Err(format!("there is a file {} already; choose another name", file.display()));
        }
        self.save_record(file)
    }

    /// Writes the record of the game so far. It tells everything, secrets included.
    fn save_record(&self, file: &Path) -> Result<(), String> {
        save(file, &self.table.play().record(SeedLine::WhenOver))
    }
}

fn save(file: &Path, record: &str) -> Result<(), String> {
    write_whole(file, record)
        .map_err(|error| format!("cannot write {}: {error}; choose another file", file.display()))
}

/// A rule or ruling in full, one paragraph an entry: what "why?" is answered with.
pub fn rule_text(id: &str) -> Vec<String> {
    let book = Rulebook::shipped();
    let Some(entry) = book.find(id) else { return vec![format!("{id} is not in the rule catalogue")] };
    let mut text = vec![format!("{} {}", entry.id(), entry.heading())];
    text.extend(entry.text().lines().map(str::to_owned));
    for ruling in book.rulings_touching(id) {
        text.push(String::new());
        text.push(format!("Ruling {} {}", ruling.id, ruling.title));
        text.extend(ruling.body.trim().lines().map(str::to_owned));
    }
    text
}
