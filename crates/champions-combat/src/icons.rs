//! The icon notation of card sections. Rules: CC-DATA-4, CC-R71.

use std::fmt;

/// Which section of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Played on a turn to move.
    Move,
    /// Played on a turn to attack.
    Attack,
    /// Played when attacked.
    Reaction,
}

impl Kind {
    /// The icons that may stand in such a section.
    fn allowed(self) -> &'static str {
        match self {
            Self::Move => "01234z+-",
            Self::Attack => "dbpf+-",
            Self::Reaction => "01234x+-",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Move => "Move",
            Self::Attack => "Attack",
            Self::Reaction => "Reaction",
        })
    }
}

/// A section as it works: how many of each icon. The order they are printed in has no meaning (CC-R22).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "one for each icon that stands at most once")]
pub struct Section {
    /// How many hexes to walk, if there is a number.
    pub steps: Option<u8>,
    /// Whether the walk may displace figures.
    pub displace: bool,
    /// Dice to roll.
    pub dice: u8,
    /// Whether every enemy in reach is attacked.
    pub barrage: bool,
    /// Whether the target is pushed.
    pub push: bool,
    /// Whether the target turns the attacker.
    pub fumble: bool,
    /// Hits taken off.
    pub shields: u8,
    /// Power tokens gained.
    pub gain: u8,
    /// Power tokens spent.
    pub cost: u8,
}

/// Why a section is no section: the code of the validation table, where in the string, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// `E01` to `E11`.
    pub code: &'static str,
    /// The byte it lies at.
    pub at: usize,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub remedy: &'static str,
}

impl Section {
    /// Reads a section. Gives the first flaw in the order of the codes.
    pub fn read(kind: Kind, text: &str) -> Result<Self, Flaw> {
        let flaw = |code, at, what: String, remedy| Err(Flaw { code, at, what, remedy });
        if text.is_empty() {
            return flaw("E01", 0, format!("the {kind} section is empty"), "give it at least one icon");
        }
        if let Some((at, icon)) = text.char_indices().find(|(_, icon)| !"01234zdbpfx+-".contains(*icon)) {
            let what = format!("`{icon}` is no icon");
            return flaw("E02", at, what, "the icons are 0 to 4, z d b p f x + and -, without blanks");
        }
        if let Some((at, icon)) = text.char_indices().find(|(_, icon)| !kind.allowed().contains(*icon)) {
            let what = format!("`{icon}` does not belong into the {kind} section");
            let remedy = match kind {
                Kind::Move => "a Move takes a number, z, + and -",
                Kind::Attack => "an Attack takes d, b, p, f, + and -",
                Kind::Reaction => "a Reaction takes a number, x, + and -",
            };
            return flaw("E03", at, what, remedy);
        }
        let places = |wanted: &str| -> Vec<usize> {
            text.char_indices().filter(|(_, icon)| wanted.contains(*icon)).map(|(at, _)| at).collect()
        };
        let digits = places("01234");
        if let [_, second, ..] = digits[..] {
            return flaw("E04", second, "there are two numbers".to_owned(), "give one");
        }
        let steps = digits.first().map(|&at| text.as_bytes()[at] - b'0');
        let displace = places("z");
        if displace.len() > 1 || (!displace.is_empty() && steps.unwrap_or(0) == 0) {
            let what = "z needs a walk of one or more, and stands once".to_owned();
            return flaw("E05", *displace.last().unwrap_or(&0), what, "write for example 1z");
        }
        let dice = places("d");
        if kind == Kind::Attack && dice.is_empty() {
            return flaw("E06", 0, "an Attack without dice".to_owned(), "add one to four d");
        }
        if let Some(&fifth) = dice.get(4) {
            return flaw("E07", fifth, "there are more than four dice".to_owned(), "the game has four");
        }
        for icon in ["b", "p", "f"] {
            if let [_, second, ..] = places(icon)[..] {
                return flaw("E08", second, format!("`{icon}` stands twice"), "give it once");
            }
        }
        if text.chars().all(|icon| icon == '-') {
            return flaw("E10", 0, "a price for nothing".to_owned(), "add what it pays for");
        }
        for icon in ["+", "-", "x"] {
            if let Some(&fifth) = places(icon).get(4) {
                return flaw("E11", fifth, format!("more than four `{icon}`"), "four are the most");
            }
        }
        let count = |icon| places(icon).len() as u8;
        Ok(Self {
            steps,
            displace: count("z") > 0,
            dice: count("d"),
            barrage: count("b") > 0,
            push: count("p") > 0,
            fumble: count("f") > 0,
            shields: count("x"),
            gain: count("+"),
            cost: count("-"),
        })
    }

    /// Whether the walk is declared in parts. It depends on the string alone. Rules: CC-R72.
    pub fn is_long(&self) -> bool {
        let steps = self.steps.unwrap_or(0);
        steps >= 3 || (self.displace && steps >= 2)
    }
}

impl fmt::Display for Section {
    /// In canonical order: number, z, d, b, p, f, x, +, -.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(steps) = self.steps {
            write!(f, "{steps}")?;
        }
        for (icon, count) in [
            ("z", u8::from(self.displace)),
            ("d", self.dice),
            ("b", u8::from(self.barrage)),
            ("p", u8::from(self.push)),
            ("f", u8::from(self.fumble)),
            ("x", self.shields),
            ("+", self.gain),
            ("-", self.cost),
        ] {
            f.write_str(&icon.repeat(usize::from(count)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::rules;

    /// Scenario SC-35.
    #[rules("CC-DATA-4", "CC-RES-4", "CC-REACT-5", "CC-MOVE-8", "CC-COMP-8")]
    #[test]
    fn icon_strings() {
        let good = |kind, list: &[(&str, &str)]| {
            for (text, canonical) in list {
                assert_eq!(
                    Section::read(kind, text).map(|section| section.to_string()),
                    Ok((*canonical).to_owned())
                );
            }
        };
        good(Kind::Move, &[("2", "2"), ("1z", "1z"), ("++", "++"), ("0+", "0+"), ("z1", "1z"), ("3-", "3-")]);
        good(
            Kind::Attack,
            &[("dd", "dd"), ("ddp-", "ddp-"), ("dddf-", "dddf-"), ("dpf", "dpf"), ("dddd", "dddd")],
        );
        good(Kind::Attack, &[("dbp", "dbp"), ("fdb", "dbf"), ("dbpf", "dbpf"), ("ddb-", "ddb-")]);
        good(
            Kind::Reaction,
            &[("x", "x"), ("1x-", "1x-"), ("xx-", "xx-"), ("2-", "2-"), ("++", "++"), ("0", "0")],
        );
        let bad = |kind, list: &[(&str, &str)]| {
            for (text, code) in list {
                assert_eq!(
                    Section::read(kind, text).map_err(|flaw| flaw.code),
                    Err(*code),
                    "{kind} `{text}`"
                );
            }
        };
        bad(
            Kind::Move,
            &[("", "E01"), ("5", "E02"), ("2 ", "E02"), ("2x", "E03"), ("12", "E04"), ("z", "E05")],
        );
        bad(Kind::Move, &[("0z", "E05"), ("-", "E10"), ("1zz", "E05"), ("+++++", "E11"), ("é", "E02")]);
        bad(
            Kind::Attack,
            &[("p", "E06"), ("ddddd", "E07"), ("dbb", "E08"), ("dbpp", "E08"), ("bp", "E06"), ("1d", "E03")],
        );
        bad(Kind::Reaction, &[("1z", "E03"), ("d", "E03"), ("X", "E02"), ("xxxxx", "E11")]);
    }

    #[test]
    fn the_flaw_is_pointed_at() {
        let flaw = Section::read(Kind::Attack, "ddq").unwrap_err();
        assert_eq!((flaw.code, flaw.at), ("E02", 2));
        assert_eq!(Section::read(Kind::Move, "12").unwrap_err().at, 1);
        assert_eq!(Section::read(Kind::Attack, "dpbp").unwrap_err().at, 3);
    }

    #[test]
    fn long_sections() {
        let long = |text| Section::read(Kind::Move, text).unwrap().is_long();
        assert_eq!(
            ["0", "1", "2", "3", "4", "1z", "2z", "3z", "++"].map(long),
            [false, false, false, true, true, false, true, true, false]
        );
    }
}
