/// The files of one game, as they are built into the program.
pub(crate) struct Files {
    pub(crate) game: &'static str,
    pub(crate) catalogue: &'static str,
    pub(crate) rulings: Option<&'static str>,
}

macro_rules! game {
    ($name:literal) => {
        Files {
            game: $name,
            catalogue: include_str!(concat!("../../../rules/", $name, ".toml")),
            rulings: None,
        }
    };
    ($name:literal with rulings) => {
        Files {
            rulings: Some(include_str!(concat!("../../../rules/", $name, ".rulings.md"))),
            ..game!($name)
        }
    };
}

/// Every game, by name. A new game is one line here.
pub(crate) const GAMES: [Files; 11] = [
    game!("champions-combat" with rulings),
    game!("goofspiel"),
    game!("kuhn-poker"),
    game!("leduc-poker"),
    game!("liars-dice"),
    game!("nim"),
    game!("oshi-zumo"),
    game!("pig"),
    game!("tic-tac-toe"),
    game!("time-rift" with rulings),
    game!("worlds-unchained" with rulings),
];
