//! Playthroughs: a whole game as text that a person can review and a test compares.

use std::fmt::Write as _;
use std::path::Path;

use engine::{Game, Luck, Opening, Play, Policy, Rng, Seed, Settings, Sources, Turn, Viewer, action_text};

/// One game by `policy` from `seed`, told step by step.
pub fn render<G: Game>(settings: &str, sources: &Sources, policy: Policy, seed: u64) -> String {
    let opening = Opening {
        sources: sources.clone(),
        ..Opening::new(
            Settings::parse(settings).expect("settings of a playthrough"),
            Luck::seeded(Seed::from_number(seed)),
        )
    };
    let mut play = Play::<G>::new(opening).expect("a playthrough compiles");
    let rules = play.rules().clone();
    let everyone = Viewer::everyone(G::seats(&rules));
    let mut rng = Rng::from_number(seed);
    let mut out = format!(
        "{} version {}\nsetup {settings}\npolicy {}, seed {seed}\n",
        G::ID,
        G::VERSION,
        policy.name()
    );
    loop {
        let number = play.number();
        writeln!(out, "\n{number}. {}", play.position()).expect("writing to a string");
        for line in G::picture(&rules, &play.view(everyone)).lines() {
            writeln!(out, "   {line}").expect("writing to a string");
        }
        match play.turn() {
            Turn::Over => break,
            Turn::Chance => {
                play.roll();
            }
            Turn::Players(owed) => {
                for seat in owed.iter() {
                    let actions = play.legal(seat);
                    let texts: Vec<String> = actions
                        .iter()
                        .map(|&action| action_text::<G>(&rules, engine::Actor::Seat(seat), action))
                        .collect();
                    let action = match policy {
                        Policy::Lively => G::lively(&rules, &actions, &mut rng),
                        Policy::Uniform | Policy::Pick => *rng.one_of(&actions),
                    };
                    writeln!(out, "   {seat} may {}", texts.join(" | ")).expect("writing to a string");
                    play.submit(seat, action).expect("offered actions are accepted");
                }
            }
        }
        for (number, step) in (number..play.number()).zip(play.steps().skip(number)) {
            writeln!(out, "   > {}", engine::step_text::<G>(&rules, step)).expect("writing to a string");
            for event in play.told(number, everyone) {
                writeln!(out, "     {} ({})", event.text, event.rule).expect("writing to a string");
            }
        }
    }
    let scores = play.outcome().expect("the play is over").score_texts().join(" ");
    writeln!(out, "\nresult {scores}\nhash {}", play.hash()).expect("writing to a string");
    out
}

/// Renders a playthrough and compares it with the file at `path`, or rewrites it when blessing.
pub fn check_file<G: Game>(path: &Path, settings: &str, sources: &Sources, policy: Policy, seed: u64) {
    crate::expect_file(
        path,
        &render::<G>(settings, sources, policy, seed),
        "cargo xtask playthroughs --bless",
    );
}
