//! The scripted bots: greedy is the floor for every player to come.

use champions_combat::ChampionsCombat;
use engine::{Actions, Actor, Bot, Game, NoLog, Rng, Seat, Seen, Settings, Sources, Start, Turn, Viewer};

/// Plays one game; gives the seats in first place and the Rounds it took.
fn play(start: &Start<ChampionsCombat>, names: &[&str], rng: &mut Rng) -> (Vec<usize>, u16) {
    let bot = |name: &&str| {
        let (_, bot) = ChampionsCombat::bots().into_iter().find(|(known, _)| known == name).expect("a bot");
        bot
    };
    let mut bots: Vec<Box<dyn Bot<ChampionsCombat>>> = names.iter().map(bot).collect();
    let rules = &*start.rules;
    let mut state = start.state;
    loop {
        let (actor, action) = match ChampionsCombat::turn(rules, &state) {
            Turn::Over => break,
            Turn::Chance => (Actor::Chance, ChampionsCombat::sample(rules, &state, rng)),
            Turn::Players(owed) => {
                let seat = owed.lowest();
                let mut offered = Actions::new();
                ChampionsCombat::legal(rules, &state, seat, &mut offered);
                let view = ChampionsCombat::view(rules, &state, Viewer::seat(seat));
                let seen = Seen { rules, view: &view, seat, offered: &offered };
                (Actor::Seat(seat), bots[seat.index()].choose(&seen, rng))
            }
        };
        ChampionsCombat::apply(rules, &mut state, actor, action, &mut NoLog);
    }
    let outcome = ChampionsCombat::outcome(rules, &state).expect("the game is over");
    (outcome.winners().iter().map(Seat::index).collect(), state.round)
}

fn start(players: u8) -> Start<ChampionsCombat> {
    let settings = Settings::parse(&format!("players={players}")).expect("settings");
    ChampionsCombat::compile(&settings, &Sources::none()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Seats are taken in turn. Wins of the first-named bot, ties left out.
fn wins(first: &str, second: &str, games: u64) -> (u64, u64) {
    let (start, mut rng) = (start(2), Rng::from_number(11));
    let (mut won, mut lost) = (0, 0);
    for game in 0..games {
        let swapped = game % 2 == 1;
        let names = if swapped { [second, first] } else { [first, second] };
        match play(&start, &names, &mut rng).0[..] {
            [winner] if (winner == 1) == swapped => won += 1,
            [_] => lost += 1,
            _ => {}
        }
    }
    (won, lost)
}

#[test]
fn greedy_beats_lively_and_random() {
    for other in ["lively", "random"] {
        let (won, lost) = wins("greedy", other, 60);
        assert!(won >= 54 && lost <= 6, "greedy won {won} and lost {lost} of 60 against {other}");
    }
}

/// Greedy players seek the fight: games end long before the cap. Rules: CC-R68.
#[test]
fn greedy_games_end() {
    for players in 2..=4u8 {
        let (start, mut rng) = (start(players), Rng::from_number(u64::from(players)));
        let names = vec!["greedy"; usize::from(players)];
        let rounds: Vec<u16> = (0..40).map(|_| play(&start, &names, &mut rng).1).collect();
        let mean = f64::from(rounds.iter().sum::<u16>()) / rounds.len() as f64;
        assert!(mean < 20.0, "{players} players: {mean} Rounds, {rounds:?}");
    }
}
