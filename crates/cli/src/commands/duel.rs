//! `agon duel`: which of two bots is better, in mirrored pairs of games.

mod result;
mod state;

use std::io::Write as _;
use std::path::PathBuf;

use engine::{AnyPlay, Opening, Registered, Seat, Seed, Sources, Turn};
use protocol::host::{Bout, Host, Player, Stop};
use protocol::luck::{BotSeeds, Dice};
use protocol::message::Limits;

use self::state::{FORMAT, Group, Terms, cannot_write, digest, resumed};
use crate::best_of::BestOf;
use crate::commands::host::{EXIT_CODES, Pace, failure, player};
use crate::commands::matches::seed;
use crate::errors::{Failure, read};
use crate::interrupt;
use crate::opening::Own;
use crate::output::Progress;

/// Let two bots play mirrored pairs of games and tell how often the first wins
///
/// Both games of a pair have the same seed, with seats swapped; a draw counts half. With more than two sides, every
/// way to give each side to one of the bots is played with the same seed. The interval is that of 95 % over pairs or
/// such groups. A setup that is a match by itself is played as a whole match and counts as one game.
#[derive(clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Args {
    /// Which game (see `agon games`)
    game: String,
    /// A built-in bot, or `cmd:` and the command line of a program
    a: String,
    /// The other one
    b: String,
    /// A named setup of the game; may be given several times
    #[arg(long = "variant", value_name = "VARIANT")]
    variants: Vec<String>,
    /// The setup, for example `mode=fist`; given several times, each is played, and told of, by itself
    #[arg(long = "setup", value_name = "SETUP")]
    setups: Vec<String>,
    /// A file of more setups, one a line; empty lines and lines that begin with `#` are left out
    #[arg(long, value_name = "FILE")]
    setups_from: Option<PathBuf>,
    #[command(flatten)]
    own: Own,
    #[command(flatten)]
    pace: Pace,
    /// How many pairs of games for each setup
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pairs: u32,
    /// Keep what was played in this file, and go on from there the next time
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

/// One of the setups: a game, or a match of several.
struct Match {
    opening: Opening,
    /// All that it is played with.
    files: Sources,
    /// How many games it has at most.
    length: u8,
    /// The side of each seat, counted from 0: a team, or the seat itself.
    sides: Vec<usize>,
}

impl Match {
    fn new(known: &Registered, variant: Option<&str>, setup: &str, own: &Own) -> Result<Self, Failure> {
        let (opening, opened) = own.open(known, variant, setup, Seed::from_number(0))?;
        let (length, files) = (opened.games(), opened.opening().sources.clone());
        let sides = sides(opened);
        if sides.iter().all(|&side| side == 0) {
            let what = if setup.is_empty() { known.game.id() } else { setup };
            return Err(Failure::Usage(format!(
                "`{what}` has one side only; a duel needs two, choose another setup"
            )));
        }
        Ok(Self { opening, files, length, sides })
    }

    /// Which bot plays each side, in every way that leaves none of them out; those of a pair come after each other.
    fn arrangements(&self) -> Vec<Vec<usize>> {
        let sides = self.sides.iter().max().map_or(0, |last| last + 1);
        let every = 1..(1_usize << sides) - 1;
        // The first bot has side 0 first, then the second bot.
        let halves = every.clone().filter(|second| second & 1 == 0);
        let pairs = halves.flat_map(|second| [second, every.end - second]);
        pairs.map(|second| (0..sides).map(|side| second >> side & 1).collect()).collect()
    }

    /// The half points of each game that the first bot gets if all its sides come before all others.
    fn most_halves(&self) -> Vec<u32> {
        let most = |bots: Vec<usize>| {
            let first = bots.iter().filter(|&&bot| bot == 0).count();
            2 * (first * (bots.len() - first)) as u32
        };
        self.arrangements().into_iter().map(most).collect()
    }

    /// How many games a group has at most.
    fn games(&self) -> u32 {
        self.arrangements().len() as u32 * u32::from(self.length)
    }

    fn fits(&self, group: &Group) -> bool {
        let most = self.most_halves();
        group.halves.len() == most.len()
            && group.halves.iter().zip(most).all(|(&halves, most)| halves <= most)
    }
}

impl Group {
    /// Which of so many setups it was played in.
    fn setup(&self, setups: usize) -> usize {
        (self.number as usize - 1) % setups
    }
}

/// The side of each seat: all give up, and the result tells the teams.
fn sides(mut play: Box<dyn AnyPlay>) -> Vec<usize> {
    while play.outcome().is_none() {
        for seat in Seat::all(play.seats()) {
            play.concede(seat);
        }
        match play.turn() {
            Turn::Over => break,
            Turn::Chance => assert!(play.roll(), "it has a seed"),
            Turn::Players(owed) => {
                for seat in owed.iter() {
                    if let Some(action) = play.default_action(seat) {
                        play.submit(seat, &action).expect("the default is legal");
                    }
                }
            }
        }
    }
    let outcome = play.outcome().expect("the game is over");
    let mut teams = Vec::new();
    let side = |seat| {
        let team = outcome.team(seat);
        teams.iter().position(|&other| other == team).unwrap_or_else(|| {
            teams.push(team);
            teams.len() - 1
        })
    };
    Seat::all(outcome.seats()).map(side).collect()
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let registry = games::registry();
    let known = registry.find(&args.game)?;
    let matches = matches(known, args)?;
    let (a, b) = (player(known, &args.a, "bot")?, player(known, &args.b, "bot")?);
    let mut terms = Terms {
        duel: FORMAT,
        game: known.game.id().to_owned(),
        game_version: known.game.version(),
        setups: matches.iter().map(|game| game.opening.settings.to_string()).collect(),
        edition: known.game.edition(),
        files: digest(matches.iter().map(|game| &game.files)),
        a: args.a.clone(),
        b: args.b.clone(),
        budget_ms: args.pace.budget,
        seed: seed(args.pace.seed.as_deref())?.to_string(),
        bot_seed: args.pace.bot_seed()?.to_string(),
    };
    let fits = |group: &Group| matches[group.setup(matches.len())].fits(group);
    let (mut file, mut played) = match &args.state {
        Some(path) => {
            let (file, played) = resumed(path, &mut terms, &args.pace, fits)?;
            (Some((file, path)), played)
        }
        None => (None, Vec::new()),
    };
    let (base, bot_seed) = (Seed::parse(&terms.seed)?, Seed::parse(&terms.bot_seed)?);
    interrupt::listen();
    // Each bot may have all seats but one.
    let most = matches.iter().map(|game| game.sides.len() - 1).max().expect("there is a setup");
    let players: Vec<Player> = [vec![a; most], vec![b; most]].concat();
    let mut host = Host::new(&*known.game, players, Limits::default(), args.pace.budget(), &interrupt::asked)
        .launched_by(args.pace.rights.launcher()?);
    let groups = args.pairs.checked_mul(matches.len() as u32).ok_or_else(|| {
        Failure::Usage(format!("{} pairs for {} setups are too many; play fewer", args.pairs, matches.len()))
    })?;
    let mut progress = Progress::new("playing", groups as usize);
    let mut stopped = None;
    let mut before = 0;
    let games = matches.iter().map(Match::games).sum::<u32>().saturating_mul(args.pairs);
    for number in 1..=groups {
        let game = &matches[(number as usize - 1) % matches.len()];
        if played.len() < number as usize {
            let seeds = BotSeeds { base: bot_seed, round: number };
            match play_group(&mut host, game, most, base.of_game(number), seeds, before, games) {
                Ok(group) => {
                    if let Some((file, path)) = &mut file {
                        let line = serde_json::to_string(&group)? + "\n";
                        file.write_all(line.as_bytes()).map_err(|error| cannot_write(path, &error))?;
                    }
                    played.push(group);
                }
                Err(stop) => {
                    stopped = Some(failure(stop));
                    break;
                }
            }
        }
        before = u32::saturating_add(before, game.games());
        progress.step();
    }
    progress.clear();
    host.close();
    played.truncate(groups as usize);
    if !played.is_empty() {
        result::tell(&terms, &matches, &played, args.pace.json)?;
    }
    match stopped {
        Some(failure) => Err(failure),
        None if played.iter().any(|group| group.forfeits != [0, 0]) => Err(Failure::Forfeited),
        None => Ok(()),
    }
}

/// All setups that were asked for, in order; the standard one if none was.
fn matches(known: &Registered, args: &Args) -> Result<Vec<Match>, Failure> {
    let mut asked: Vec<(Option<&str>, &str)> =
        args.variants.iter().map(|variant| (Some(variant.as_str()), "")).collect();
    asked.extend(args.setups.iter().map(|setup| (None, setup.as_str())));
    let text = args.setups_from.as_deref().map(|path| read(path, engine::bounds::SCRIPT)).transpose()?;
    let lines = text.iter().flat_map(|text| text.lines()).map(str::trim);
    asked.extend(lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| (None, line)));
    if asked.is_empty() {
        match &args.setups_from {
            Some(path) => {
                let what = format!("{} holds no setup; write one a line", path.display());
                return Err(Failure::Usage(what));
            }
            None => asked.push((None, "")),
        }
    }
    asked.into_iter().map(|(variant, setup)| Match::new(known, variant, setup, &args.own)).collect()
}

/// The games of a group. The dice of the first fall again in the others, so nothing is told of them.
fn play_group(
    host: &mut Host<'_>,
    game: &Match,
    most: usize,
    seed: Seed,
    seeds: BotSeeds,
    before: u32,
    games: u32,
) -> Result<Group, Stop> {
    let mut group = Group { number: seeds.round, halves: Vec::new(), forfeits: [0; 2], strikes: [0; 2] };
    let length = u32::from(game.length);
    for (arrangement, bots) in (0..).zip(game.arrangements()) {
        let bot_of: Vec<usize> = game.sides.iter().map(|&side| bots[side]).collect();
        let mut taken = [0, most];
        let seating: Vec<usize> = bot_of
            .iter()
            .map(|&bot| {
                taken[bot] += 1;
                taken[bot] - 1
            })
            .collect();
        let mut series = BestOf::new(&game.opening, seed, game.length);
        while let Some((number, opening)) = series.next() {
            let number = before.saturating_add(arrangement * length + number);
            let bout = Bout { opening, seating: &seating, number, games, seeds, dice: Dice::Untold };
            let report = host.play(bout)?;
            report.forfeits.iter().for_each(|fault| group.forfeits[bot_of[usize::from(fault.seat)]] += 1);
            report.strikes.iter().for_each(|fault| group.strikes[bot_of[usize::from(fault.seat)]] += 1);
            series.add(&report);
        }
        group.halves.push(half_points(&series.standing(), &game.sides, &bots));
    }
    Ok(group)
}

/// 2 for each side of the second bot that a side of the first came before, 1 for each that it drew with.
fn half_points(standing: &[u32], sides: &[usize], bots: &[usize]) -> u32 {
    let stands =
        |side| standing[sides.iter().position(|&other| other == side).expect("every side has a seat")];
    let of = |bot| (0..bots.len()).filter(move |&side| bots[side] == bot);
    let pairs = of(0).flat_map(|first| of(1).map(move |second| (first, second)));
    let halves = pairs.map(|(first, second)| match u32::cmp(&stands(first), &stands(second)) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    });
    halves.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_sides(sides: &[usize]) -> Match {
        let opening = Opening::new(engine::Settings::none(), engine::Luck::Scripted);
        Match { opening, files: Sources::none(), length: 1, sides: sides.to_vec() }
    }

    #[test]
    fn every_side_is_given_to_each_bot_as_often() {
        assert_eq!(of_sides(&[0, 1]).arrangements(), [[0, 1], [1, 0]]);
        assert_eq!(of_sides(&[0, 1, 0, 1]).arrangements(), [[0, 1], [1, 0]], "a team has one bot");
        for sides in 2..=6 {
            let game = of_sides(&(0..sides).collect::<Vec<_>>());
            let all = game.arrangements();
            assert_eq!(all.len(), (1 << sides) - 2);
            for (number, one) in all.iter().enumerate() {
                assert!(one.contains(&0) && one.contains(&1) && !all[..number].contains(one), "{all:?}");
            }
            for side in 0..sides {
                assert_eq!(all.iter().filter(|one| one[side] == 0).count() * 2, all.len(), "{all:?}");
            }
        }
    }

    #[test]
    fn points_are_counted_over_pairs_of_opponents() {
        let sides = [0, 1, 2];
        assert_eq!(of_sides(&sides).most_halves(), [4; 6]);
        assert_eq!(half_points(&[1, 2, 3], &sides, &[0, 1, 1]), 4);
        assert_eq!(half_points(&[2, 1, 2], &sides, &[0, 1, 1]), 1);
        assert_eq!(half_points(&[2, 1, 2], &sides, &[1, 0, 0]), 3, "mirrored");
        assert_eq!(half_points(&[1, 2, 1, 2], &[0, 1, 0, 1], &[1, 0]), 0, "teams");
    }
}
