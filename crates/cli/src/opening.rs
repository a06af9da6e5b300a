//! The flags that say what is played, and the opening they come to.

use std::path::PathBuf;

use engine::{AnyPlay, Luck, Opening, Registered, Seed, Sources};
use terminal::setup::settings;

use crate::errors::{Failure, in_setup, sources};

/// What is played.
#[derive(clap::Args)]
pub struct Setting {
    /// A named setup of the game
    #[arg(long, conflicts_with = "setup")]
    variant: Option<String>,
    /// The setup, for example `players=3`
    #[arg(long, default_value = "")]
    setup: String,
    #[command(flatten)]
    own: Own,
}

/// Files of one's own.
#[derive(clap::Args)]
pub struct Own {
    /// A file with cards, Styles, a board or a format of your own; may be given several times
    #[arg(long = "cards", visible_alias = "board", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Own {
    /// What the files say, for a game that is played with files.
    pub fn read(&self, known: &Registered) -> Result<Sources, Failure> {
        if known.game.files().is_empty() && !self.files.is_empty() {
            let title = known.game.title();
            return Err(Failure::Usage(format!("{title} is played without files; leave --cards out")));
        }
        sources(&self.files)
    }

    /// The opening of a named setup or of the one given, with these files and that luck, and the game it opens.
    pub fn open(
        &self,
        known: &Registered,
        variant: Option<&str>,
        setup: &str,
        seed: Seed,
    ) -> Result<(Opening, Box<dyn AnyPlay>), Failure> {
        let sources = self.read(known)?;
        let settings = settings(known, variant, setup)?;
        let opening = Opening { sources, ..Opening::new(settings, Luck::seeded(seed)) };
        let opened = known.game.open(opening.clone());
        let play = opened.map_err(|faults| in_setup(&faults, &opening.sources, setup))?;
        Ok((opening, play))
    }
}

impl Setting {
    /// The opening with that luck, and the game it opens.
    pub fn open(&self, known: &Registered, seed: Seed) -> Result<(Opening, Box<dyn AnyPlay>), Failure> {
        self.own.open(known, self.variant.as_deref(), &self.setup, seed)
    }
}
