//! Games on disk: every move is saved at once, and a game that was left goes on exactly.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use engine::text::seen;
use engine::{AnyGame, Fault, Faults, Registry, Seat, Seed, bounds};
use serde::{Deserialize, Serialize};

use crate::table::{Kept, Sitter, Table};

/// The version of the files this program writes.
const FORMAT: u32 = 1;

/// No file is larger, in bytes: it holds the records of a series.
const LARGEST: usize = 4 * bounds::RECORD;

/// A table as its file has it.
#[derive(Serialize, Deserialize)]
struct Page {
    format: u32,
    game: String,
    /// For each seat `person N` or `bot NAME`.
    seats: Vec<String>,
    best_of: u8,
    seed: String,
    /// Where the person wants the record of a finished game.
    record_file: Option<PathBuf>,
    /// Choices that are in but not yet open: seat and notation.
    sealed: Vec<(u8, String)>,
    /// The records of the games so far.
    records: Vec<String>,
}

/// A game that can be resumed, for lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The name to resume it by.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// Who sits where, in words.
    pub seats: Vec<String>,
    /// How many steps were played in the current game.
    pub steps: usize,
    /// When it was played last.
    pub played: SystemTime,
}

/// A game that was resumed.
pub struct Resumed<'g> {
    /// The table as it was.
    pub table: Table<'g>,
    /// Where the person wants the record.
    pub record_file: Option<PathBuf>,
    /// The name it is kept under.
    pub name: String,
    /// Nobody else plays it as long as this is held.
    pub lock: Lock,
}

/// The right to play a saved game: only one program at a time has it. It ends with this value, or with the program.
pub struct Lock {
    _file: File,
}

/// Where the program keeps what it remembers: `$AGON_HOME`, or `agon` where the system keeps the state of programs.
pub fn home() -> Option<PathBuf> {
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    var("AGON_HOME").or_else(|| {
        let state = if cfg!(windows) {
            var("LOCALAPPDATA")
        } else {
            var("XDG_STATE_HOME")
                .filter(|path| path.is_absolute())
                .or_else(|| Some(var("HOME")?.join(".local").join("state")))
        };
        Some(state?.join("agon"))
    })
}

/// The folder of saved games: `saves` in [`home`].
pub fn folder() -> Result<PathBuf, Fault> {
    let remedy = "set AGON_HOME to a folder for saved games";
    home().map(|home| home.join("saves")).ok_or_else(|| Fault::new("there is no home folder", remedy))
}

/// The saved games of a folder.
pub struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// The games in `folder`, which need not exist yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }

    /// Finds a name for a new game, with the right to play it: nobody else gets the name as long as that is held. Its
    /// file comes with the first save, so that there is never an empty one.
    pub fn reserve(&self, game: &str) -> Result<(String, Lock), Fault> {
        fs::create_dir_all(&self.folder).map_err(|error| cannot("make", &self.folder, &error))?;
        for number in 1_u32.. {
            let name = format!("{game}-{number}");
            if self.file(&name).exists() {
                continue;
            }
            match self.try_lock(&name)? {
                // Somebody else may have saved and left in the meantime.
                Some(lock) if !self.file(&name).exists() => return Ok((name, lock)),
                _ => {}
            }
        }
        unreachable!("there are more numbers than files")
    }

    /// Writes a table so that a crash leaves the old file or the new one.
    pub fn keep(&self, name: &str, table: &Table<'_>, record_file: Option<&Path>) -> Result<(), Fault> {
        let file = self.file(name);
        let page = Page::of(table, record_file);
        let text = serde_json::to_string_pretty(&page).expect("a page is plain data") + "\n";
        write_private(&file, &text).map_err(|error| cannot("write", &file, &error))
    }

    /// Takes the right to play a game, if nobody has it.
    pub fn lock(&self, name: &str) -> Result<Lock, Fault> {
        self.try_lock(name)?.ok_or_else(|| {
            Fault::new(format!("`{name}` is being played in another window"), "leave it there first")
        })
    }

    /// The right to play a game; nothing if somebody else has it.
    fn try_lock(&self, name: &str) -> Result<Option<Lock>, Fault> {
        let path = self.folder.join(format!("{name}.lock"));
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| cannot("write", &path, &error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // Where there are no locks, two windows are the person's own care.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(Lock { _file: file })),
        }
    }

    /// Forgets a game that nobody plays.
    pub fn forget(&self, name: &str) -> Result<(), Fault> {
        self.known(name)?;
        let _lock = self.lock(name)?;
        self.remove(name)
    }

    /// Removes the files of a game by whoever has the right to play it.
    pub fn remove(&self, name: &str) -> Result<(), Fault> {
        let file = self.file(name);
        let _ = fs::remove_file(self.folder.join(format!("{name}.lock")));
        fs::remove_file(&file).map_err(|error| cannot("remove", &file, &error))
    }

    /// All games that can be resumed, the latest first.
    pub fn list(&self) -> Vec<Listed> {
        let mut list: Vec<Listed> = self.names().into_iter().filter_map(|name| self.listed(name)).collect();
        list.sort_by(|a, b| b.played.cmp(&a.played).then_with(|| a.name.cmp(&b.name)));
        list
    }

    /// The names of files that cannot be read as games.
    pub fn damaged(&self) -> Vec<String> {
        self.names().into_iter().filter(|name| self.page(name).is_err()).collect()
    }

    fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let name = |entry: io::Result<fs::DirEntry>| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            let name = name.strip_suffix(".json")?;
            // What has hidden characters in its name is none of ours.
            seen(name, "the name").is_ok().then(|| name.to_owned())
        };
        let mut names: Vec<String> = entries.filter_map(name).collect();
        names.sort();
        names
    }

    fn listed(&self, name: String) -> Option<Listed> {
        let played = fs::metadata(self.file(&name)).ok()?.modified().ok()?;
        let page = self.page(&name).ok()?;
        let steps =
            page.records.last().map_or(0, |record| record.lines().filter(|line| is_step(line)).count());
        Some(Listed { name, game: page.game, seats: page.seats, steps, played })
    }

    /// A name as it was given, or a fault that says what there is.
    fn known(&self, name: &str) -> Result<(), Fault> {
        let names = self.names();
        if names.iter().any(|known| known == name) {
            return Ok(());
        }
        let remedy = match engine::nearest(name, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`agon play --list` lists what there is".to_owned(),
        };
        Err(Fault::new(format!("there is no saved game `{name}`"), remedy))
    }

    fn page(&self, name: &str) -> Result<Page, Fault> {
        self.known(name)?;
        let file = self.file(name);
        let length = fs::metadata(&file).map_or(0, |data| data.len());
        bounds::bytes("it", length.try_into().unwrap_or(usize::MAX), LARGEST)
            .map_err(|fault| damaged(name, &fault.to_string()))?;
        let text = fs::read_to_string(&file).map_err(|error| cannot("read", &file, &error))?;
        let page: Page = serde_json::from_str(&text).map_err(|error| damaged(name, &error.to_string()))?;
        if page.format > FORMAT {
            return Err(Fault::new(format!("`{name}` was saved by a newer program"), "update agon"));
        }
        Ok(page)
    }

    /// Takes a saved game up again: the one of that name, else the latest of the game of that name, else the latest.
    pub fn resume<'g>(&self, registry: &'g Registry, name: Option<&str>) -> Result<Resumed<'g>, Faults> {
        let name = match name {
            Some(name) if registry.find(name).is_err() => name.to_owned(),
            game => {
                let wanted = |listed: &Listed| game.is_none_or(|game| listed.game == game);
                let latest = self.list().into_iter().find(wanted);
                latest.map(|listed| listed.name).ok_or_else(|| {
                    Fault::new("there is no saved game to resume", "start one with `agon play`")
                })?
            }
        };
        self.known(&name)?;
        let lock = self.lock(&name)?;
        let page = self.page(&name)?;
        let game = &*registry.find(&page.game)?.game;
        let record_file = page.record_file.clone();
        let kept = page.kept(game).map_err(|what| damaged(&name, &what))?;
        let table = Table::resumed(game, kept).map_err(|mut faults| {
            for fault in &mut faults.0 {
                fault.what = format!("saved game `{name}`: {}", fault.what);
            }
            faults
        })?;
        Ok(Resumed { table, record_file, name, lock })
    }
}

/// Whether a line of a record is a step: its check, a number and a full stop.
fn is_step(line: &str) -> bool {
    line.get(5..)
        .and_then(|body| body.split_once(". "))
        .is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

impl Page {
    fn of(table: &Table<'_>, record_file: Option<&Path>) -> Self {
        let kept = table.kept();
        let seat = |sitter: &Sitter| match sitter {
            Sitter::Person(person) => format!("person {person}"),
            Sitter::Bot(name) => format!("bot {name}"),
        };
        Self {
            format: FORMAT,
            game: table.game().id().to_owned(),
            seats: kept.sitters.iter().map(seat).collect(),
            best_of: kept.length,
            seed: kept.seed.to_string(),
            record_file: record_file.map(Path::to_owned),
            sealed: kept.sealed.into_iter().map(|(seat, choice)| (seat.index() as u8, choice)).collect(),
            records: kept.records,
        }
    }

    fn kept(self, game: &dyn AnyGame) -> Result<Kept, String> {
        let sitter = |text: &String| match text.split_once(' ') {
            Some(("person", number)) => match number.parse() {
                Ok(person) if person < engine::MAX_SEATS as u8 => Ok(Sitter::Person(person)),
                _ => Err(format!("there is no person `{number}`")),
            },
            Some(("bot", name)) if game.bots().contains(&name) => Ok(Sitter::Bot(name.to_owned())),
            _ => Err(format!("`{text}` is neither a person nor a bot of {}", game.id())),
        };
        let seat = |(seat, choice)| {
            let known = usize::from(seat) < engine::MAX_SEATS;
            if known { Ok((Seat::new(seat), choice)) } else { Err(format!("there is no seat {seat}")) }
        };
        Ok(Kept {
            sitters: self.seats.iter().map(sitter).collect::<Result<_, _>>()?,
            length: self.best_of,
            seed: Seed::parse(&self.seed).map_err(|fault| fault.to_string())?,
            sealed: self.sealed.into_iter().map(seat).collect::<Result<_, _>>()?,
            records: self.records,
        })
    }
}

fn damaged(name: &str, what: &str) -> Fault {
    Fault::new(
        format!("the saved game `{name}` is damaged: {what}"),
        format!("`agon play --forget {name}` removes it"),
    )
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> Fault {
    let remedy = "check the permissions, or set AGON_HOME to another folder";
    Fault::new(format!("cannot {what} {}: {error}", path.display()), remedy)
}

/// Writes beside the file, waits for the disk and renames, so that a crash leaves the old file or the new one. A link
/// still leads to its file afterwards, and what is no file, such as a pipe, is written to as it is.
pub fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    match fs::metadata(&file) {
        Ok(data) if !data.is_file() => OpenOptions::new().write(true).open(&file)?.write_all(text.as_bytes()),
        _ => write_with(&mut OpenOptions::new(), &file, text),
    }
}

/// The same for what holds secrets: nobody else may read it.
fn write_private(file: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    write_with(&mut options, file, text)
}

fn write_with(options: &mut OpenOptions, file: &Path, text: &str) -> io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = options.create(true).truncate(true).write(true).open(&beside).and_then(|mut new| {
        if let Ok(old) = fs::metadata(file) {
            new.set_permissions(old.permissions())?;
        }
        new.write_all(text.as_bytes())?;
        new.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, file)).inspect_err(|_| {
        // Nothing is left behind where it does not belong.
        let _ = fs::remove_file(&beside);
    })
}

/// Whether a record may be written there: an older record is replaced, nothing else is.
pub fn may_be_record(file: &Path) -> Result<(), String> {
    let mut head = [0; 5];
    let is_other = |mut old: File| old.read(&mut head).is_ok_and(|read| read > 0) && head != *b"agon ";
    // What cannot be read is told when it cannot be written either.
    if file.is_file() && File::open(file).is_ok_and(is_other) {
        return Err(format!("{} is there already, and no record; choose another name", file.display()));
    }
    Ok(())
}

/// The file of game `number` of a series: `duel.agon` becomes `duel.2.agon`.
pub fn numbered(file: &Path, number: usize) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let ending = file.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    file.with_file_name(format!("{stem}.{number}{ending}"))
}
