//! `agon play`: people play, against bots and each other.

use std::io::{IsTerminal as _, StdinLock, StdoutLock, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use engine::{AnyPlay, Luck, Opening, Registered, Registry, Seed};
use terminal::Left;
use terminal::plain::Dialogue;
use terminal::saving::{Listed, Shelf, folder, may_be_record};
use terminal::screen::Screen;
use terminal::session::Session;
use terminal::setup::{Wish, seatings};
use terminal::table::Table;

use crate::commands::matches::seed;
use crate::errors::{Failure, in_setup};
use crate::interrupt;
use crate::opening::Own;
use crate::output::{FAINT, STRONG};

/// Play a game, against bots or each other
///
/// Without a game you are asked what to play. Every move is saved: after quitting, a crash or a power cut,
/// `agon play --resume` goes on exactly. docs/playing.md tells the rest.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("saved").args(["resume", "list", "forget"]))]
pub struct Args {
    /// Which game (see `agon games`)
    game: Option<String>,
    /// A named setup of the game, or one of its modes or formats
    #[arg(long, visible_alias = "format", visible_alias = "variant")]
    mode: Option<String>,
    /// Further settings, for example `arena=5` (see `agon games --options`)
    #[arg(long, default_value = "")]
    setup: String,
    /// A deck for a seat; seats without one get a ready deck. May be given several times
    #[arg(long = "deck", value_name = "SEAT=NAME")]
    decks: Vec<String>,
    #[command(flatten)]
    own: Own,
    /// How many seats there are
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// The bot in the seats that nobody sits in; the strongest unless given
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
    /// The seats of a person, with commas between: `0`, or `0,1` for two champions of one team. Given several times,
    /// several people take turns at the screen; `all` is a person in each seat, `none` only watches
    #[arg(long = "seat", value_name = "SEATS", conflicts_with = "watch")]
    seats: Vec<String>,
    /// Bots play, you watch
    #[arg(long)]
    watch: bool,
    /// A number or 64 hexadecimal digits; without it every game is different
    #[arg(long)]
    seed: Option<String>,
    /// Play a series of at most so many games (an odd number)
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=99))]
    best_of: Option<u8>,
    /// Write the record of the finished game to this file; games of a series get a number before the ending. With
    /// --resume it takes the place of the file that was given before
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// A dialogue of lines instead of the full screen; so it is anyway without a terminal
    #[arg(long)]
    plain: bool,
    /// Go on with a saved game: the one of that name, the latest of a game, or the latest of all
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = LATEST, conflicts_with_all = NEW)]
    resume: Option<String>,
    /// List the saved games
    #[arg(long, conflicts_with_all = NEW, conflicts_with = "record")]
    list: bool,
    /// Forget a saved game
    #[arg(long, value_name = "NAME", conflicts_with_all = NEW, conflicts_with = "record")]
    forget: Option<String>,
}

/// What is said of a new game only; and one thing is done at a time.
const NEW: [&str; 11] =
    ["game", "mode", "setup", "decks", "files", "players", "bot", "seats", "watch", "seed", "best_of"];

/// What `--resume` alone means.
const LATEST: &str = "latest";

/// Where people are asked and play.
enum Front {
    Plain(Dialogue<StdinLock<'static>, StdoutLock<'static>>),
    Full(Screen),
}

impl Front {
    fn open(plain: bool) -> Result<Self, Failure> {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if plain || dumb || !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            let dialogue = Dialogue::new(std::io::stdin().lock(), std::io::stdout().lock());
            let clears = !dumb && std::io::stdout().is_terminal();
            return Ok(Self::Plain(if clears { dialogue.on_terminal() } else { dialogue }));
        }
        interrupt::listen();
        Ok(Self::Full(Screen::open(interrupt::asked)?))
    }

    /// Which of several; nothing if the person leaves.
    fn pick(&mut self, question: &str, options: &[String]) -> std::io::Result<Option<usize>> {
        match self {
            Self::Plain(dialogue) => dialogue.pick(question, options),
            Self::Full(screen) => screen.pick(question, options),
        }
    }

    fn play(&mut self, session: &mut Session<'_>) -> std::io::Result<Left> {
        match self {
            Self::Plain(dialogue) => dialogue.play(session),
            Self::Full(screen) => screen.play(session),
        }
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let registry = games::registry();
    if args.list {
        return list(&registry);
    }
    if let Some(name) = &args.forget {
        Shelf::new(folder()?).forget(name)?;
        anstream::println!("{name} is forgotten");
        return Ok(());
    }
    // What is wrong with the words is told before the screen is taken.
    let known = args.game.as_deref().map(|game| registry.find(game)).transpose()?;
    let session = match (&args.resume, known) {
        (Some(name), _) => resumed(&registry, args, Some(name.as_str()).filter(|name| *name != LATEST))?,
        (None, Some(known)) => begun(known, args, &wish(args))?,
        (None, None) => {
            let mut front = Front::open(args.plain)?;
            return match asked(&registry, args, &mut front)? {
                Some(session) => played(session, &mut front),
                None => Ok(()),
            };
        }
    };
    played(session, &mut Front::open(args.plain)?)
}

/// Plays, and says afterwards how to go on.
fn played(mut session: Session<'_>, front: &mut Front) -> Result<(), Failure> {
    let left = front.play(&mut session);
    let mut out = anstream::stdout();
    if let Front::Full(screen) = front {
        screen.close();
        for line in session.table().result().unwrap_or_default() {
            writeln!(out, "{line}")?;
        }
    }
    if left? == Left::Early {
        writeln!(out, "{}", session.farewell())?;
    }
    if let Some(warning) = session.warning() {
        writeln!(out, "{warning}")?;
    }
    if let Some(record) = session.last_copy() {
        writeln!(out, "nothing else has the record of this game; put what follows into a file:\n{record}")?;
    }
    session.unsaved().map_or(Ok(()), |told| Err(Failure::Usage(told)))
}

fn resumed<'r>(registry: &'r Registry, args: &Args, name: Option<&str>) -> Result<Session<'r>, Failure> {
    let shelf = Shelf::new(folder()?);
    let mut resumed = shelf.resume(registry, name)?;
    if let Some(file) = &args.record {
        resumed.record_file = Some(record_file(file)?);
    }
    Ok(Session::resumed(resumed, shelf))
}

fn wish(args: &Args) -> Wish {
    Wish {
        mode: args.mode.clone(),
        setup: args.setup.clone(),
        decks: args.decks.clone(),
        players: args.players,
        bot: args.bot.clone(),
        seats: if args.watch { vec!["none".to_owned()] } else { args.seats.clone() },
    }
}

/// A new game as it was asked for.
fn begun<'r>(known: &'r Registered, args: &Args, wish: &Wish) -> Result<Session<'r>, Failure> {
    let record = args.record.as_deref().map(record_file).transpose()?;
    let seed = seed(args.seed.as_deref())?;
    let (opening, play) = opened(known, args, wish, seed)?;
    let sitters = wish.sitters(&*known.game, &*play)?;
    let table = Table::new(&*known.game, opening, seed, args.best_of.unwrap_or(play.games()), sitters)?;
    Ok(Session::new(table, folder().map(Shelf::new), record))
}

/// What a wish comes to: the opening, and the game it opens.
fn opened(
    known: &Registered,
    args: &Args,
    wish: &Wish,
    seed: Seed,
) -> Result<(Opening, Box<dyn AnyPlay>), Failure> {
    let sources = args.own.read(known)?;
    let mut settings = wish.settings(known)?;
    let mut opening = Opening { sources, ..Opening::new(settings.clone(), Luck::seeded(seed)) };
    let open = |opening: &Opening| {
        let opened = known.game.open(opening.clone());
        opened.map_err(|faults| in_setup(&faults, &opening.sources, &opening.settings.to_string()))
    };
    let mut play = open(&opening)?;
    if !wish.decks.is_empty() {
        wish.add_decks(known, &mut settings, play.seats())?;
        opening.settings = settings;
        play = open(&opening)?;
    }
    Ok((opening, play))
}

/// The file for the record, wherever the game is resumed from.
fn record_file(file: &Path) -> Result<PathBuf, Failure> {
    let file = std::path::absolute(file)?;
    match file.parent() {
        Some(folder) if !folder.is_dir() => Err(Failure::Usage(format!(
            "there is no folder {}; make it, or choose another file with --record",
            folder.display()
        ))),
        _ => may_be_record(&file).map(|()| file.clone()).map_err(Failure::Usage),
    }
}

/// Asks what to play and who plays; nothing if the person leaves.
fn asked<'r>(registry: &'r Registry, args: &Args, front: &mut Front) -> Result<Option<Session<'r>>, Failure> {
    let shelf = folder().map(Shelf::new);
    let saved = shelf.map_or_else(|_| Vec::new(), |shelf| shelf.list());
    let mut options: Vec<String> =
        saved.iter().take(5).map(|listed| format!("Go on with {}", in_words(registry, listed))).collect();
    let resumable = options.len();
    options.extend(registry.iter().map(|known| known.game.title().to_owned()));
    let Some(picked) = front.pick("What would you like to play?", &options)? else { return Ok(None) };
    if picked < resumable {
        return resumed(registry, args, Some(&saved[picked].name)).map(Some);
    }
    let known = registry.iter().nth(picked - resumable).expect("one option a game");
    let mut wish = wish(args);
    if wish.mode.is_none() && wish.setup.is_empty() && known.variants.len() > 1 {
        let modes: Vec<String> =
            known.variants.iter().map(|variant| variant.name.replace('-', " ")).collect();
        let Some(picked) = front.pick(&format!("{}: which way?", known.game.title()), &modes)? else {
            return Ok(None);
        };
        wish.mode = Some(known.variants[picked].name.to_owned());
    }
    if wish.seats.is_empty() {
        let (_, play) = opened(known, args, &wish, Seed::from_number(0))?;
        let (ways, seats): (Vec<String>, Vec<_>) = seatings(&*play).into_iter().unzip();
        let Some(picked) = front.pick("Who plays?", &ways)? else { return Ok(None) };
        wish.seats.clone_from(&seats[picked]);
    }
    begun(known, args, &wish).map(Some)
}

fn list(registry: &Registry) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let shelf = Shelf::new(folder()?);
    let (saved, damaged) = (shelf.list(), shelf.damaged());
    if saved.is_empty() && damaged.is_empty() {
        writeln!(out, "there is no saved game; start one with `agon play`")?;
    }
    for listed in &saved {
        let (name, words) = (&listed.name, in_words(registry, listed));
        let words = words.strip_prefix(name.as_str()).unwrap_or(&words);
        writeln!(out, "{STRONG}{name}{STRONG:#}{words} {FAINT}{}{FAINT:#}", listed.seats.join(", "))?;
    }
    for name in damaged {
        writeln!(out, "{STRONG}{name}{STRONG:#}: damaged; `agon play --forget {name}` removes it")?;
    }
    Ok(())
}

/// A saved game in one line.
fn in_words(registry: &Registry, listed: &Listed) -> String {
    let title = registry.find(&listed.game).map_or(listed.game.as_str(), |known| known.game.title());
    let age = SystemTime::now().duration_since(listed.played).map_or(0, |age| age.as_secs() / 60);
    let ago = match age {
        0 => "just now".to_owned(),
        1..120 => format!("{age} min ago"),
        120..2880 => format!("{} hours ago", age / 60),
        _ => format!("{} days ago", age / 1440),
    };
    format!("{}: {title}, step {}, {ago}", listed.name, listed.steps)
}
