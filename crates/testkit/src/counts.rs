//! Counts files: how many legal paths of each length lead from named positions.
//!
//! ```text
//! # comment
//! count three players
//! setup players=3
//! position ...            (optional: else the game's own start)
//! depth 1 = 4
//! depth 2 = 12
//! ```
//!
//! Every option of a player is one branch, every merged chance outcome is one branch, and seats that
//! choose simultaneously choose one after the other in order of seats. A path that ends early counts
//! at no greater depth.

use std::path::Path;

use engine::{Actions, Actor, Game, NoLog, Settings, Sources, Turn, Weighted};

/// The number of legal paths of exactly `depth` actions.
pub fn paths<G: Game>(rules: &G::Rules, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |actor, action| {
        let mut next = state.clone();
        G::apply(rules, &mut next, actor, action, &mut NoLog);
        paths::<G>(rules, &next, depth - 1)
    };
    match G::turn(rules, state) {
        Turn::Over => 0,
        Turn::Chance => {
            let mut outcomes = Weighted::new();
            G::chance(rules, state, &mut outcomes);
            if depth == 1 {
                return outcomes.len() as u64;
            }
            outcomes.iter().map(|&(action, _)| after(Actor::Chance, action)).sum()
        }
        Turn::Players(owed) => {
            let seat = owed.lowest();
            let mut actions = Actions::new();
            G::legal(rules, state, seat, &mut actions);
            if depth == 1 {
                return actions.len() as u64;
            }
            actions.iter().map(|&action| after(Actor::Seat(seat), action)).sum()
        }
    }
}

/// Computes the counts file at `path` anew and compares, or rewrites it when blessing.
pub fn check_file<G: Game>(path: &Path, sources: &Sources) {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let actual = recount::<G>(&text, sources).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    crate::expect_file(path, &actual, "cargo xtask counts --bless");
}

/// The same text with every count computed anew.
pub fn recount<G: Game>(text: &str, sources: &Sources) -> Result<String, String> {
    let mut out = String::new();
    let (mut settings, mut position): (Settings, Option<&str>) = (Settings::none(), None);
    if !text.lines().any(|line| line.starts_with("depth ")) {
        return Err("nothing is counted; write `depth N = 0` and bless".to_owned());
    }
    for (i, line) in text.lines().enumerate() {
        let fail = |what: String| format!("line {}: {what}", i + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "count" => (settings, position) = (Settings::none(), None),
            "setup" => settings = Settings::parse(rest).map_err(|faults| fail(faults.to_string()))?,
            "position" => position = Some(rest),
            "depth" => {
                let depth = rest.split(' ').next().and_then(|n| n.parse().ok());
                let depth = depth.ok_or_else(|| fail("write `depth N = COUNT`".into()))?;
                let start = G::compile(&settings, sources).map_err(|faults| fail(faults.to_string()))?;
                let state = match position {
                    Some(text) => {
                        G::read_position(&start.rules, text).map_err(|faults| fail(faults.to_string()))?
                    }
                    None => start.state,
                };
                out += &format!("depth {depth} = {}\n", paths::<G>(&start.rules, &state, depth));
                continue;
            }
            "" => {}
            _ if word.starts_with('#') => {}
            _ => return Err(fail(format!("`{word}` is not count, setup, position, depth or a comment"))),
        }
        out += line;
        out.push('\n');
    }
    Ok(out)
}
