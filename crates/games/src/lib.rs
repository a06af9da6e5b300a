//! Every game that the front ends list. Adding a game is one crate and one line here.

use champions_combat::ChampionsCombat;
use classics::{Goofspiel, Kuhn, Leduc, LiarsDice, Nim, OshiZumo, Pig, TicTacToe};
use engine::{Registry, Shelf};
use time_rift::TimeRift;
use worlds_unchained::WorldsUnchained;

const STANDARD: &[(&str, &str)] = &[("standard", "")];

/// All games, those for players first.
///
/// ```
/// let registry = games::registry();
/// assert!(registry.find("leduc-poker").is_ok());
/// ```
pub fn registry() -> Registry {
    Registry::new()
        .with::<ChampionsCombat>(
            Shelf::Arena,
            &[("2-players", ""), ("3-players", "players=3"), ("4-players", "players=4")],
        )
        .with::<TimeRift>(
            Shelf::Arena,
            &[
                ("duel", ""),
                ("fist-fight", "mode=fist pure=on"),
                ("4-players", "mode=ffa players=4"),
                ("2v2", "mode=2v2"),
                ("3v3", "mode=3v3 arena=5"),
            ],
        )
        .with::<WorldsUnchained>(
            Shelf::Arena,
            &[
                ("standard", ""),
                ("speed", "format=speed"),
                ("draft", "format=draft"),
                ("all-stars", "format=all-stars"),
                ("free-for-all", "format=free-for-all"),
            ],
        )
        .with::<TicTacToe>(Shelf::Classic, STANDARD)
        .with::<Nim>(Shelf::Classic, &[("misere", ""), ("normal", "misere=no")])
        .with::<Kuhn>(Shelf::Classic, &[("2-players", ""), ("3-players", "players=3")])
        .with::<Leduc>(Shelf::Classic, STANDARD)
        .with::<Goofspiel>(
            Shelf::Classic,
            &[
                ("13-cards", ""),
                ("4-descending", "cards=4 order=descending"),
                ("8-imperfect", "cards=8 information=imperfect"),
            ],
        )
        .with::<OshiZumo>(Shelf::Classic, &[("50-coins", ""), ("10-coins", "coins=10 min_bid=1")])
        .with::<LiarsDice>(Shelf::Classic, &[("1-die", ""), ("2-dice", "dice=2")])
        .with::<Pig>(Shelf::Classic, &[("100-points", "")])
}
