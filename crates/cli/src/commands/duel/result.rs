//! What a duel came to.

use std::io::Write as _;

use engine::text::shown;
use serde::Serialize;

use super::Match;
use super::state::{Group, Terms};
use crate::errors::Failure;
use crate::output::{STRONG, stdout, table};

/// What some groups came to.
#[derive(Serialize)]
struct Tally {
    pairs: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    win_rate: f64,
    low: f64,
    high: f64,
}

impl Tally {
    fn of(matches: &[Match], groups: &[&Group]) -> Self {
        // The first bot's share of each game, from 0 to 1.
        let shares = |group: &Group| -> Vec<f64> {
            let most = matches[group.setup(matches.len())].most_halves();
            group.halves.iter().zip(most).map(|(&halves, most)| f64::from(halves) / f64::from(most)).collect()
        };
        let games: Vec<Vec<f64>> = groups.iter().map(|group| shares(group)).collect();
        let count = |is: fn(f64) -> bool| games.iter().flatten().filter(|&&share| is(share)).count();
        let points: Vec<f64> =
            games.iter().map(|shares| shares.iter().sum::<f64>() / shares.len() as f64).collect();
        let (win_rate, low, high) = interval(&points);
        Self {
            pairs: groups.len(),
            wins: count(|share| share > 0.5),
            draws: count(|share| (share - 0.5).abs() < f64::EPSILON),
            losses: count(|share| share < 0.5),
            win_rate,
            low,
            high,
        }
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let counts = [self.pairs, self.wins, self.draws, self.losses].map(|count| count.to_string());
        let shares = [self.win_rate, self.low, self.high].map(percent);
        [name.to_owned()].into_iter().chain(counts).chain(shares).collect()
    }
}

/// The result for programs.
#[derive(Serialize)]
struct Result95<'a> {
    #[serde(flatten)]
    terms: &'a Terms,
    #[serde(flatten)]
    whole: Tally,
    forfeits: [u32; 2],
    strikes: [u32; 2],
    by_setup: Vec<BySetup<'a>>,
}

#[derive(Serialize)]
struct BySetup<'a> {
    setup: &'a str,
    #[serde(flatten)]
    tally: Tally,
}

pub fn tell(terms: &Terms, matches: &[Match], played: &[Group], json: bool) -> Result<(), Failure> {
    let sum = |of: fn(&Group) -> [u32; 2]| {
        played.iter().map(of).fold([0, 0], |sum, group| [sum[0] + group[0], sum[1] + group[1]])
    };
    let by_setup = terms.setups.iter().enumerate().filter_map(|(number, setup)| {
        let groups: Vec<&Group> =
            played.iter().filter(|group| group.setup(matches.len()) == number).collect();
        (!groups.is_empty()).then(|| BySetup { setup, tally: Tally::of(matches, &groups) })
    });
    let result = Result95 {
        terms,
        whole: Tally::of(matches, &played.iter().collect::<Vec<_>>()),
        forfeits: sum(|group| group.forfeits),
        strikes: sum(|group| group.strikes),
        by_setup: by_setup.collect(),
    };
    let mut out = stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&result)?)?;
        return Ok(());
    }
    let Tally { pairs, wins, draws, losses, win_rate, low, high } = result.whole;
    let percent = |share: f64| 100.0 * share;
    writeln!(
        out,
        "{STRONG}{} v {}{STRONG:#} in {}: {STRONG}{:.1} %{STRONG:#} for {}, 95 % within {:.1} to {:.1} %",
        shown(&terms.a),
        shown(&terms.b),
        terms.game,
        percent(win_rate),
        shown(&terms.a),
        percent(low),
        percent(high)
    )?;
    let groups = if matches.iter().all(|game| game.arrangements().len() == 2) { "pairs" } else { "groups" };
    writeln!(out, "{pairs} {groups}: {wins} won, {draws} drawn, {losses} lost; seed {}", terms.seed)?;
    if terms.setups.len() > 1 {
        let head =
            ["setup", groups, "won", "drawn", "lost", "share", "from", "to"].map(str::to_owned).to_vec();
        let name = |setup: &str| if setup.is_empty() { "(standard)".to_owned() } else { setup.to_owned() };
        let rows = result.by_setup.iter().map(|row| row.tally.cells(&name(row.setup)));
        let rows: Vec<Vec<String>> = [head].into_iter().chain(rows).collect();
        write!(out, "{}", table(&rows, 1))?;
    }
    for (bot, name) in [&terms.a, &terms.b].into_iter().enumerate() {
        let (forfeits, strikes) = (result.forfeits[bot], result.strikes[bot]);
        if forfeits + strikes > 0 {
            let name = shown(name);
            writeln!(out, "{name}: {forfeits} games forfeited, {strikes} strikes; `agon host` tells why")?;
        }
    }
    Ok(())
}

/// The mean of the groups' results, each from 0 to 1, and its interval of 95 %.
///
/// Four groups are thought added, two lost and two won (Agresti and Coull), so that a short or one-sided duel does not
/// look certain.
fn interval(points: &[f64]) -> (f64, f64, f64) {
    let all = || points.iter().copied().chain([0.0, 0.0, 1.0, 1.0]);
    let n = points.len() as f64 + 4.0;
    let centre = all().sum::<f64>() / n;
    let variance = all().map(|point| (point - centre).powi(2)).sum::<f64>() / (n - 1.0);
    let half = 1.96 * (variance / n).sqrt();
    let mean = points.iter().sum::<f64>() / points.len() as f64;
    (mean, (centre - half).clamp(0.0, mean), (centre + half).clamp(mean, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Rng;

    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        let mut rng = Rng::from_number(1);
        for (pairs, percent, same) in [(20, 50, 0), (50, 70, 0), (200, 90, 0), (50, 50, 80), (100, 60, 100)] {
            let truth = f64::from(percent) / 100.0;
            let trials = 4000;
            let mut held = 0;
            for _ in 0..trials {
                let game = |rng: &mut Rng| f64::from(u8::from(rng.chance(percent, 100)));
                let points: Vec<f64> = (0..pairs)
                    .map(|_| {
                        let first = game(&mut rng);
                        // Games of a pair resemble each other more or less.
                        let second = if rng.chance(same, 100) { first } else { game(&mut rng) };
                        f64::midpoint(first, second)
                    })
                    .collect();
                let (_, low, high) = interval(&points);
                held += u32::from(low <= truth && truth <= high);
            }
            let share = f64::from(held) / f64::from(trials);
            assert!((0.935..=0.995).contains(&share), "{pairs} pairs, {percent} %, {same} % alike: {share}");
        }
    }

    #[test]
    fn a_clean_sweep_is_not_certain() {
        let (mean, low, high) = interval(&[1.0; 10]);
        assert!(mean > 0.99 && low > 0.6 && low < 0.95 && high > 0.99, "{mean} {low} {high}");
        let (mean, low, high) = interval(&[0.5; 3]);
        assert!((0.49..0.51).contains(&mean) && low < 0.4 && high > 0.6, "{mean} {low} {high}");
    }
}
