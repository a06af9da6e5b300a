//! All games together: what an id means.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;
use std::{fs, io};

use crate::shipped::GAMES;
use crate::{Catalogue, Fault, Rule, Ruling, Rulings};

/// A mistyped id is taken for another one up to this many wrong letters away.
const FAR: usize = 3;

/// The rules and rulings of every game.
#[derive(Clone, Debug)]
pub struct Rulebook {
    games: Vec<Game>,
    index: BTreeMap<String, Position>,
}

/// The rules and rulings of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its rules.
    pub catalogue: Catalogue,
    /// Its rulings; none for a game whose rules leave nothing open.
    pub rulings: Rulings,
}

/// What an id names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<'a> {
    /// A rule.
    Rule(&'a Rule),
    /// A ruling.
    Ruling(&'a Ruling),
}

#[derive(Clone, Copy, Debug)]
enum Position {
    Rule(usize, usize),
    Ruling(usize, usize),
}

impl Game {
    /// Reads both files of a game and checks each against the other.
    ///
    /// Every file is given as its name and its text. All faults of both are reported at once.
    ///
    /// ```
    /// let rules = r#"
    /// game = "nim"
    /// title = "Nim"
    /// prefix = "NIM"
    /// version = 1
    /// [[rule]]
    /// id = "NIM-1"
    /// section = "Play"
    /// kind = "procedure"
    /// testable = true
    /// text = "A player takes from one heap."
    /// source = "book"
    /// rulings = ["NIM-R1"]
    /// "#;
    /// let faults = rulebook::Game::parse(("nim.toml", rules), None).unwrap_err();
    /// assert_eq!(faults[0].what, "NIM-1 names NIM-R1, which is no ruling");
    /// ```
    pub fn parse(catalogue: (&str, &str), rulings: Option<(&str, &str)>) -> Result<Self, Vec<Fault>> {
        let (catalogue_file, catalogue_text) = catalogue;
        let (rulings_file, rulings_text) = rulings.unwrap_or_default();
        let (catalogue, mut faults) = Catalogue::read(catalogue_file, catalogue_text);
        let (rulings, more) = Rulings::read(rulings_file, rulings_text);
        faults.extend(catalogue.check_rulings(catalogue_file, &rulings));
        faults.extend(more);
        faults.extend(rulings.check_rules(rulings_file, &catalogue));
        if faults.is_empty() {
            Ok(Self { catalogue, rulings })
        } else {
            faults.sort();
            Err(faults)
        }
    }
}

impl<'a> Entry<'a> {
    /// Its id.
    ///
    /// ```
    /// assert_eq!(rulebook::Rulebook::shipped().find("TR-R12").unwrap().id(), "TR-R12");
    /// ```
    pub fn id(self) -> &'a str {
        match self {
            Self::Rule(rule) => &rule.id,
            Self::Ruling(ruling) => &ruling.id,
        }
    }

    /// The chapter of a rule, or the title of a ruling.
    ///
    /// ```
    /// assert_eq!(rulebook::Rulebook::shipped().find("CC-R3").unwrap().heading(), "Facing");
    /// ```
    pub fn heading(self) -> &'a str {
        match self {
            Self::Rule(rule) => &rule.section,
            Self::Ruling(ruling) => &ruling.title,
        }
    }

    /// The rule itself, or the whole body of the ruling.
    ///
    /// ```
    /// let ruling = rulebook::Rulebook::shipped().find("CC-R3").unwrap();
    /// assert!(ruling.text().starts_with("- Rules: CC-MOVE-6"));
    /// ```
    pub fn text(self) -> &'a str {
        match self {
            Self::Rule(rule) => &rule.text,
            Self::Ruling(ruling) => &ruling.body,
        }
    }
}

impl Rulebook {
    /// The rules built into the program. They are read once.
    ///
    /// ```
    /// let book = rulebook::Rulebook::shipped();
    /// assert_eq!(book.game("worlds-unchained").unwrap().catalogue.rules.len(), 282);
    /// ```
    pub fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<Rulebook> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let games = GAMES.iter().map(|files| {
                let toml = format!("{}.toml", files.game);
                let md = format!("{}.rulings.md", files.game);
                let rulings = files.rulings.map(|text| (md.as_str(), text));
                Game::parse((&toml, files.catalogue), rulings)
            });
            Self::collect(games)
                .unwrap_or_else(|faults| panic!("the shipped rules are at fault: {}", lines(&faults)))
        })
    }

    /// Reads every `<game>.toml` of a folder with its `<game>.rulings.md`, if there is one.
    ///
    /// ```
    /// let faults = rulebook::Rulebook::load("no/such/folder".as_ref()).unwrap_err();
    /// assert_eq!(faults[0].file, "folder");
    /// ```
    pub fn load(dir: &Path) -> Result<Self, Vec<Fault>> {
        let folder = dir.file_name().map_or("rules".into(), |name| name.to_string_lossy());
        let names = match file_names(dir) {
            Ok(names) => names,
            Err(error) => {
                return Err(vec![Fault::new(
                    &folder,
                    1,
                    format!("the folder cannot be read: {error}"),
                    "name the folder that holds the catalogues",
                )]);
            }
        };
        let mut stray = Vec::new();
        let mut games = Vec::new();
        for name in &names {
            if let Some(game) = name.strip_suffix(".toml") {
                let rulings = format!("{game}.rulings.md");
                let rulings = names.contains(&rulings).then_some(rulings);
                games.push(load_game(dir, &folder, name, rulings.as_deref()));
            } else if let Some(game) = name.strip_suffix(".rulings.md")
                && !names.contains(&format!("{game}.toml"))
            {
                stray.push(Fault::new(
                    &format!("{folder}/{name}"),
                    1,
                    format!("there are rulings but no catalogue of {game}"),
                    format!("add {game}.toml or take the rulings out"),
                ));
            }
        }
        if !stray.is_empty() {
            games.push(Err(stray));
        }
        Self::collect(games.into_iter())
    }

    fn collect(games: impl Iterator<Item = Result<Game, Vec<Fault>>>) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut good: Vec<Game> = Vec::new();
        for game in games {
            match game {
                Ok(game) => good.push(game),
                Err(more) => faults.extend(more),
            }
        }
        for (index, game) in good.iter().enumerate() {
            let Catalogue { game, prefix, .. } = &game.catalogue;
            let earlier = good[..index].iter().find(|g| g.catalogue.prefix == *prefix);
            if let Some(earlier) = earlier {
                faults.push(Fault::new(
                    &format!("{game}.toml"),
                    1,
                    format!("the prefix {prefix} belongs to {}", earlier.catalogue.game),
                    "choose a prefix of its own",
                ));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let index = index(&good);
        Ok(Self { games: good, index })
    }

    /// Every game, by name.
    ///
    /// ```
    /// let book = rulebook::Rulebook::shipped();
    /// assert!(book.games().iter().any(|game| game.catalogue.title == "Time Rift"));
    /// ```
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The game of this name, as `time-rift`.
    ///
    /// ```
    /// let book = rulebook::Rulebook::shipped();
    /// assert_eq!(book.game("nim").unwrap().catalogue.prefix, "NIM");
    /// assert!(book.game("chess").is_none());
    /// ```
    pub fn game(&self, name: &str) -> Option<&Game> {
        self.games.iter().find(|game| game.catalogue.game == name)
    }

    /// The prefix of every game, as `TR`.
    ///
    /// ```
    /// assert!(rulebook::Rulebook::shipped().prefixes().contains(&"WU"));
    /// ```
    pub fn prefixes(&self) -> Vec<&str> {
        self.games.iter().map(|game| game.catalogue.prefix.as_str()).collect()
    }

    /// The rule or ruling with this id.
    ///
    /// ```
    /// use rulebook::{Entry, Rulebook};
    ///
    /// let book = Rulebook::shipped();
    /// assert!(matches!(book.find("TR-GOAL-1"), Some(Entry::Rule(_))));
    /// assert!(matches!(book.find("TR-R1"), Some(Entry::Ruling(_))));
    /// assert_eq!(book.find("TR-GAOL-1"), None);
    /// ```
    pub fn find(&self, id: &str) -> Option<Entry<'_>> {
        Some(match *self.index.get(id)? {
            Position::Rule(game, at) => Entry::Rule(&self.games[game].catalogue.rules[at]),
            Position::Ruling(game, at) => Entry::Ruling(&self.games[game].rulings.list[at]),
        })
    }

    /// The rulings that bear on a rule: those it names and those that name it, by number.
    ///
    /// ```
    /// let book = rulebook::Rulebook::shipped();
    /// let ids: Vec<_> = book.rulings_touching("WU-6.3.3").map(|ruling| ruling.id.as_str()).collect();
    /// assert!(ids.contains(&"WU-R2"));
    /// ```
    pub fn rulings_touching(&self, rule: &str) -> impl Iterator<Item = &Ruling> {
        let (game, named) = match self.index.get(rule) {
            Some(&Position::Rule(game, at)) => {
                (Some(&self.games[game]), &self.games[game].catalogue.rules[at].rulings[..])
            }
            _ => (None, &[][..]),
        };
        let all = game.map_or(&[][..], |game| &game.rulings.list[..]);
        all.iter().filter(move |ruling| {
            named.contains(&ruling.id) || ruling.rules.iter().any(|touched| touched == rule)
        })
    }

    /// The id that somebody may have meant by a mistyped one.
    ///
    /// ```
    /// let book = rulebook::Rulebook::shipped();
    /// assert_eq!(book.nearest("TR-GAOL-1"), Some("TR-GOAL-1"));
    /// assert_eq!(book.nearest("something else"), None);
    /// ```
    pub fn nearest(&self, id: &str) -> Option<&str> {
        let by_distance = self
            .index
            .keys()
            .filter(|known| known.len().abs_diff(id.len()) <= FAR)
            .map(|known| (strsim::osa_distance(known, id), known));
        let (distance, nearest) = by_distance.min()?;
        (distance <= FAR).then_some(nearest)
    }
}

fn file_names(dir: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn load_game(dir: &Path, folder: &str, catalogue: &str, rulings: Option<&str>) -> Result<Game, Vec<Fault>> {
    let read = |name: &str| {
        let label = format!("{folder}/{name}");
        match fs::read_to_string(dir.join(name)) {
            Ok(text) => Ok((label, text)),
            Err(error) => Err(vec![Fault::new(
                &label,
                1,
                format!("the file cannot be read: {error}"),
                "make it a readable file in UTF-8",
            )]),
        }
    };
    let (catalogue_file, catalogue_text) = read(catalogue)?;
    let rulings = rulings.map(read).transpose()?;
    let rulings = rulings.as_ref().map(|(file, text)| (file.as_str(), text.as_str()));
    Game::parse((&catalogue_file, &catalogue_text), rulings)
}

fn index(games: &[Game]) -> BTreeMap<String, Position> {
    let mut index = BTreeMap::new();
    for (game, Game { catalogue, rulings }) in games.iter().enumerate() {
        for (at, rule) in catalogue.rules.iter().enumerate() {
            index.insert(rule.id.clone(), Position::Rule(game, at));
        }
        for (at, ruling) in rulings.list.iter().enumerate() {
            index.insert(ruling.id.clone(), Position::Ruling(game, at));
        }
    }
    index
}

fn lines(faults: &[Fault]) -> String {
    let lines: Vec<_> = faults.iter().map(Fault::to_string).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_dir() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"))
    }

    #[test]
    fn the_shipped_rules_are_complete() {
        let book = Rulebook::shipped();
        for (name, rules, testable, rulings) in [
            ("champions-combat", 99, 92, 76),
            ("time-rift", 297, 272, 152),
            ("worlds-unchained", 282, 273, 151),
        ] {
            let game = book.game(name).unwrap();
            let all = &game.catalogue.rules;
            assert_eq!(all.len(), rules, "{name}");
            assert_eq!(all.iter().filter(|rule| rule.testable).count(), testable);
            assert_eq!(game.rulings.list.len(), rulings);
        }
    }

    #[test]
    fn every_catalogue_of_the_folder_is_shipped() {
        let loaded = Rulebook::load(rules_dir()).unwrap_or_else(|f| panic!("{}", lines(&f)));
        let shipped = Rulebook::shipped();
        assert_eq!(loaded.games(), shipped.games());
    }

    #[test]
    fn a_rule_and_its_rulings_name_each_other() {
        let book = Rulebook::shipped();
        for game in book.games() {
            for rule in &game.catalogue.rules {
                for ruling in book.rulings_touching(&rule.id) {
                    let both = rule.rulings.contains(&ruling.id) && ruling.rules.contains(&rule.id);
                    assert!(both, "{} and {} name each other", rule.id, ruling.id);
                }
            }
        }
    }

    #[test]
    fn rulings_touch_a_rule_through_a_range() {
        let book = Rulebook::shipped();
        let touching: Vec<_> = book.rulings_touching("CC-INIT-3").map(|ruling| ruling.id.as_str()).collect();
        assert!(touching.contains(&"CC-R14"), "{touching:?}");
        assert_eq!(book.rulings_touching("CC-INIT-300").count(), 0);
        assert_eq!(book.rulings_touching("CC-R14").count(), 0);
    }

    #[test]
    fn faults_of_both_files_come_together() {
        let catalogue = "game = \"nim\"\ntitle = \"Nim\"\nprefix = \"NIM\"\nversion = 1\n\
            [[rule]]\nid = \"NIM-1\"\nsection = \"s\"\nkind = \"timing\"\ntestable = true\n\
            text = \"t\"\nsource = \"b\"\nrulings = [\"NIM-R2\"]\nnote = 1\n";
        let rulings = "### NIM-R1 Title\n- Rules: NIM-9\n- Problem: p\n- Ruling: r\n";
        let faults = Game::parse(("nim.toml", catalogue), Some(("nim.rulings.md", rulings)));
        let whats: Vec<_> = faults.unwrap_err().into_iter().map(|f| f.what).collect();
        assert_eq!(
            whats,
            [
                "NIM-R1 has 0 bullets `- Why:`",
                "NIM-R1 touches NIM-9, which is no rule",
                "NIM-1 names NIM-R2, which is no ruling",
                "NIM-1 has the unknown key `note`",
            ]
        );
    }

    #[test]
    fn two_games_do_not_share_a_prefix() {
        let nim = Rulebook::shipped().game("nim").unwrap().clone();
        let faults = Rulebook::collect([Ok(nim.clone()), Ok(nim)].into_iter()).unwrap_err();
        assert_eq!(faults[0].what, "the prefix NIM belongs to nim");
    }
}
