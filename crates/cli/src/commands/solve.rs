//! `agon solve`: exact answers.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anstyle::Style;
use engine::{Fault, Faults, Source, Sources, nearest};
use players::fist_fight::arena::Move;
use players::fist_fight::play::{self, Asked, best_first};
use players::fist_fight::table::{Placement, Table};
use players::fist_fight::{Fighter, Named, Stage, cache, layers};
use serde::Serialize;
use time_rift::cards::{self, Card, Kind};

use crate::errors::{self, Failure, in_setup, read};
use crate::interrupt;
use crate::output::{GOOD, Progress, STRONG, table};

/// Solve a small game exactly
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    game: Solvable,
}

#[derive(clap::Subcommand)]
enum Solvable {
    FistFight(FistFight),
}

/// Time Rift's Fist Fight between two Champions: who wins how often, and what every move is worth
///
/// Chances are those of the first-named when both play as well as can be. The whole fight is solved at once, in
/// well under a second, and kept in a file of a few megabytes (13 at most) in the user's cache folder, from
/// which the next answer comes at once. See docs/fist-fight.md.
#[derive(clap::Args)]
struct FistFight {
    /// A Champion: its id, its name, or a part of it that no other has
    first: String,
    /// The other Champion
    second: String,
    /// Leave the texts of Champions out (TR-R120), as needed for Champions that have one
    #[arg(long)]
    pure: bool,
    /// A file with Champions of your own; may be given several times
    #[arg(long = "cards", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Tell what every action is worth in a position, which is written as in docs/fist-fight.md
    #[arg(long, value_name = "NOTATION")]
    position: Option<String>,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    /// Keep tables in this folder instead of the user's cache folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "no_cache")]
    cache_dir: Option<PathBuf>,
    /// Neither use nor keep tables in files
    #[arg(long)]
    no_cache: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.game {
        Solvable::FistFight(args) => args.run(),
    }
}

/// Values that differ by less are the same: a table tells no smaller differences apart.
const EQUAL: f64 = 1e-7;

impl FistFight {
    fn run(&self) -> Result<(), Failure> {
        let (pool, sources) = pool(&self.files)?;
        let champions = [find(&pool, &self.first)?, find(&pool, &self.second)?];
        if let Some(card) = champions.iter().find(|card| !self.pure && has_text(card)) {
            return Err(Failure::Usage(format!(
                "{} has a text, and only fights without texts are solved; leave all texts out with --pure (TR-R120)",
                card.name
            )));
        }
        let fighters = champions.map(|card| Fighter::of(card).expect("only Champions are found"));
        let asked = match &self.position {
            Some(text) => {
                let ids = champions.map(|card| card.id.as_str());
                let (rules, state) = play::read_position(text, ids, &sources)?;
                Some(play::asked(&rules, &state, play::seats(&rules, &state, ids)?)?)
            }
            None => None,
        };
        let solved = self.table(&fighters)?;
        if self.json {
            return tell_json(champions, &solved, asked.as_ref());
        }
        match asked {
            Some(asked) => tell_position(champions, &solved, &asked),
            None => tell_fight(champions, &solved),
        }
    }

    /// The table of a pair, from its file or worked out.
    fn table(&self, fighters: &[Fighter; 2]) -> Result<Table, Failure> {
        let folder = if self.no_cache { None } else { self.cache_dir.clone().or_else(cache_folder) };
        if let Some(folder) = &folder {
            match cache::load(folder, fighters) {
                Ok(Some(table)) => return Ok(table),
                Ok(None) => {}
                Err(unfit) => {
                    let file = cache::file(folder, fighters);
                    errors::line(format_args!("note: {} {unfit}; solving again", file.display()));
                }
            }
        }
        interrupt::listen();
        let mut progress = Progress::new("solving", layers::decisions(fighters));
        let solved = layers::solve_watched(fighters, |_, _| {
            progress.step();
            if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        progress.clear();
        let solved = solved.ok_or(Failure::Interrupted)?;
        if let Some(folder) = &folder
            && let Err(error) = cache::keep(folder, &solved)
        {
            errors::line(format_args!(
                "note: the table cannot be kept in {}: {error}; give another folder with --cache-dir, or --no-cache",
                folder.display()
            ));
        }
        if interrupt::asked() { Err(Failure::Interrupted) } else { Ok(solved) }
    }
}

/// Where this user's programs keep what can be made again.
fn cache_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let caches = folder("XDG_CACHE_HOME").or_else(|| {
        if cfg!(windows) {
            folder("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            folder("HOME").map(|home| home.join("Library/Caches"))
        } else {
            folder("HOME").map(|home| home.join(".cache"))
        }
    });
    caches.map(|caches| caches.join("agon"))
}

/// The shipped cards and those of the files, and the files; a card of one's own takes the place of a shipped one of
/// its id.
fn pool(files: &[PathBuf]) -> Result<(Vec<Card>, Sources), Failure> {
    let (mut own, mut sources, mut faults) = (Vec::<Card>::new(), Sources::none(), Faults::none());
    for file in files {
        let (name, text) = (file.display().to_string(), read(file, engine::bounds::FILE)?);
        // Some editors put a mark of three bytes before the text.
        let source = Source { name, text: text.trim_start_matches('\u{feff}').to_owned() };
        let (found, wrong) = cards::read(&source);
        faults.append(wrong);
        for card in found {
            if own.iter().any(|known| known.id == card.id) {
                let what = format!("{}: `{}` is in two files", source.name, card.id);
                faults.push(Fault::new(what, "leave one out or rename it"));
            }
            own.push(card);
        }
        sources.push(source.name, source.text);
    }
    if !faults.is_empty() {
        return Err(in_setup(&faults, &sources, ""));
    }
    for source in time_rift::setup::shipped_sources() {
        let (cards, faults) = cards::read(&source);
        assert!(faults.is_empty(), "a shipped set is sound: {faults}");
        let missing: Vec<Card> =
            cards.into_iter().filter(|card| own.iter().all(|known| known.id != card.id)).collect();
        own.extend(missing);
    }
    Ok((own, sources))
}

fn is_champion(card: &Card) -> bool {
    matches!(card.kind, Kind::Champion { .. })
}

fn has_text(card: &Card) -> bool {
    !card.program.0.is_empty()
}

/// The one Champion that a word means: all of its id or name, some words of it, or some letters.
fn find<'p>(pool: &'p [Card], word: &str) -> Result<&'p Card, Fault> {
    let plain = |text: &str| text.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-");
    let wanted = plain(word);
    let spellings = |card: &Card| [plain(&card.id), plain(&card.name)];
    let whole = |text: &str| text == wanted;
    let some_words = |text: &str| format!("-{text}-").contains(&format!("-{wanted}-"));
    let some_letters = |text: &str| !wanted.is_empty() && text.contains(&wanted);
    let champions: Vec<&Card> = pool.iter().filter(|card| is_champion(card)).collect();
    let listed = |cards: &[&Card]| cards.iter().map(|card| &*card.id).collect::<Vec<_>>().join(", ");
    for test in [&whole as &dyn Fn(&str) -> bool, &some_words, &some_letters] {
        let fits = |card: &&Card| spellings(card).iter().any(|text| test(text));
        let found: Vec<&Card> = champions.iter().copied().filter(fits).collect();
        match found[..] {
            [] => {}
            [card] => return Ok(card),
            _ => {
                let what = format!("`{word}` could be {}", listed(&found));
                return Err(Fault::new(what, "give more of the name"));
            }
        }
    }
    if let Some(card) = pool.iter().find(|card| spellings(card).iter().any(|text| whole(text))) {
        let what = format!("{} is no Champion, and only Champions fight", card.name);
        return Err(Fault::new(what, format!("the Champions are {}", listed(&champions))));
    }
    // A slip may be in all of a name or in one word of it.
    let mut known = Vec::new();
    for card in &champions {
        for name in spellings(card) {
            known.extend(name.split('-').map(|word| (word.to_owned(), card)));
            known.push((name, card));
        }
    }
    let near = nearest(&wanted, known.iter().map(|(name, _)| name.as_str()));
    let near = near.and_then(|near| known.iter().find(|(name, _)| name == near));
    let remedy = match near {
        Some((_, card)) => format!("did you mean `{}`?", card.id),
        None => format!("the Champions are {}", listed(&champions)),
    };
    Err(Fault::new(format!("there is no Champion `{word}`"), remedy))
}

/// The ways to be placed of whoever is placed first.
fn placements(solved: &Table, placer: Named) -> Vec<(Move, f64)> {
    best_first(solved.placements(&Placement { tire: None, placer, other: None }), placer)
}

/// The answer for programs.
#[derive(Serialize)]
struct Answer<'a> {
    first: &'a str,
    second: &'a str,
    /// What was asked for: the position if one is given, else the whole fight.
    first_wins: f64,
    /// The whole fight, from its first placement.
    fight_first_wins: f64,
    placements: Vec<Valued>,
    actions: Vec<Valued>,
}

#[derive(Serialize)]
struct Valued {
    notation: String,
    first_wins: f64,
}

fn tell_json(champions: [&Card; 2], solved: &Table, asked: Option<&Asked>) -> Result<(), Failure> {
    let list = |values: Vec<(Move, f64)>| {
        let valued = |(what, first_wins): (Move, f64)| Valued { notation: what.to_string(), first_wins };
        values.into_iter().map(valued).collect()
    };
    let fight_first_wins = solved.value();
    let actions = asked.map(|asked| asked.actions(solved)).unwrap_or_default();
    let answer = Answer {
        first: &champions[0].id,
        second: &champions[1].id,
        first_wins: actions.first().map_or(fight_first_wins, |&(_, best)| best),
        fight_first_wins,
        placements: list(placements(solved, Named::slower(solved.fighters())[0])),
        actions: list(actions),
    };
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
    Ok(())
}

/// What people call the two; numbers tell a Champion from itself.
fn names(champions: [&Card; 2]) -> [String; 2] {
    let [first, second] = champions.map(|card| card.name.clone());
    if first == second { [format!("{first} (1)"), format!("{second} (2)")] } else { [first, second] }
}

fn tell_fight(champions: [&Card; 2], solved: &Table) -> Result<(), Failure> {
    let names = names(champions);
    let [first, second] = &names;
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "{STRONG}{first} v {second}{STRONG:#}, pure Fist Fight: {first} wins {STRONG}{:.9}{STRONG:#}",
        solved.value()
    )?;
    let placers = Named::slower(solved.fighters());
    for &placer in placers {
        let by_roll = if placers.len() == 2 { "if the roll-off says so, " } else { "" };
        let name = &names[placer as usize];
        writeln!(out, "\n{by_roll}{name} is placed first; {first} wins after")?;
        list(&mut out, &placements(solved, placer), 9, |_| String::new())?;
    }
    Ok(())
}

fn tell_position(champions: [&Card; 2], solved: &Table, asked: &Asked) -> Result<(), Failure> {
    let names = names(champions);
    let (first, chooser) = (&names[0], &names[asked.chooser() as usize]);
    let moment = match asked {
        Asked::Placement(Placement { tire: None, .. }) => format!("{chooser} is about to be placed"),
        Asked::Placement(Placement { tire: Some(life), .. }) => {
            format!("Tire Fight at {life} Life, {chooser} is about to be placed")
        }
        Asked::Turn(situation) => {
            let stage = match situation.stage {
                Stage::Round(round) => format!("round {round}"),
                Stage::TieBreaker => "Tie Breaker".to_owned(),
                Stage::Lap(lap) => format!("Tire Fight, lap {lap}"),
            };
            let plural = if situation.left == 1 { "" } else { "s" };
            format!("{stage}, {chooser} has {} Action{plural} left", situation.left)
        }
    };
    let values = asked.actions(solved);
    let mut out = anstream::stdout().lock();
    writeln!(out, "{STRONG}{moment}{STRONG:#}; {first} wins {STRONG}{:.6}{STRONG:#}", values[0].1)?;
    list(&mut out, &values, 6, |what| match (asked, what) {
        (Asked::Turn(situation), Move::Attack(_)) => {
            let (value, odds) = solved.odds(situation).expect("an attack that was listed");
            let defense = solved.fighters()[situation.turn.other() as usize].defense;
            let against = if defense == 0 { String::new() } else { format!(" against DEF {defense:+}") };
            let share = 100.0 * f64::from(odds.hits) / f64::from(odds.of);
            format!("{value:+}{against} hits {} of {}, {share:.2} %", odds.hits, odds.of)
        }
        _ => String::new(),
    })?;
    Ok(())
}

/// Actions with values, the best first: what each gives away, and what else there is to say.
fn list(
    out: &mut impl std::io::Write,
    values: &[(Move, f64)],
    digits: usize,
    note: impl Fn(Move) -> String,
) -> Result<(), Failure> {
    let away = |value: f64| (value - values[0].1).abs();
    let rows: Vec<Vec<String>> = values
        .iter()
        .map(|&(what, value)| {
            let away = away(value);
            let away = if away < EQUAL { "best".to_owned() } else { format!("-{away:.digits$}") };
            vec![format!("  {what}"), format!("{value:.digits$}"), away, note(what)]
        })
        .collect();
    for (line, &(_, value)) in table(&rows, 1).lines().zip(values) {
        let style = if away(value) < EQUAL { GOOD } else { Style::new() };
        writeln!(out, "{style}{line}{style:#}")?;
    }
    Ok(())
}
