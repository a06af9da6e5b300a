//! What programs get to know of chance, and what they may add to it (`docs/randomness.md`, "Bots").

use engine::Seed;

/// The longest contribution of a bot, in bytes.
pub const LONGEST: usize = 64;

/// Whether programs can check the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dice {
    /// Programs are told the commitment, may contribute, and are told the seed when the game is over.
    Committed,
    /// They are told nothing, since they could use it: the seed is easily guessed, or its dice fall once more in a
    /// later game.
    Untold,
}

impl Dice {
    /// What may be told of dice from that seed. Whoever writes a seed by hand writes a short one, and a commitment to
    /// it could be looked up in a table: a seed tells too much if most of its bytes are zero.
    pub fn of(seed: &Seed) -> Self {
        let used = seed.0.iter().filter(|&&byte| byte != 0).count();
        if used < seed.0.len() / 2 { Self::Untold } else { Self::Committed }
    }
}

/// Where the `seed` in each program's `setup` comes from. The dice have no part in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotSeeds {
    /// The base of a whole match.
    pub base: Seed,
    /// Counted from 1; games of the same round have the same seeds.
    pub round: u32,
}

impl BotSeeds {
    /// The seed of the program in that seat: a number of 52 bits, which every language can hold.
    pub fn of(&self, seat: u8) -> u64 {
        let mut hasher = blake3::Hasher::new_derive_key("agon bot seed v1");
        hasher.update(&self.base.0);
        hasher.update(&self.round.to_le_bytes());
        hasher.update(&[seat]);
        let mut first = [0; 8];
        hasher.finalize_xof().fill(&mut first);
        u64::from_le_bytes(first) >> 12
    }
}

/// What is wrong with a contribution: it stands in a line of the record.
pub fn fault_of_contribution(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return Some(format!("a contribution of {} bytes; give at most {LONGEST}", text.len()));
    }
    let odd = text.chars().find(|c| !(' '..='~').contains(c))?;
    Some(format!("a contribution with {odd:?}; give printable ASCII characters only"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_that_people_type_are_untold() {
        for number in [0, 1, 42, 20_261_119, u64::MAX] {
            assert_eq!(Dice::of(&Seed::from_number(number)), Dice::Untold, "{number}");
        }
        let typed = format!("{:064x}", 0xdead_beef_u32);
        assert_eq!(Dice::of(&Seed::parse(&typed).expect("64 digits")), Dice::Untold);
        for number in 0..200 {
            let drawn = Seed::from_number(number).of_game(1);
            assert_eq!(Dice::of(&drawn), Dice::Committed, "{number}");
        }
    }

    /// The definition of docs/randomness.md, which never changes.
    #[test]
    fn bot_seeds_are_as_defined() {
        let seeds = |base: u64, round| BotSeeds { base: Seed::from_number(base), round };
        let input: Vec<u8> = [&Seed::from_number(7).0[..], &2u32.to_le_bytes(), &[1]].concat();
        let key = blake3::derive_key("agon bot seed v1", &input);
        let first = u64::from_le_bytes(key[..8].try_into().expect("8 bytes"));
        assert_eq!(seeds(7, 2).of(1), first >> 12);
        assert_eq!(seeds(7, 2).of(1), 3_150_702_054_424_731);
        let all = [seeds(7, 2).of(1), seeds(7, 2).of(0), seeds(7, 1).of(1), seeds(8, 2).of(1)];
        for (i, one) in all.iter().enumerate() {
            assert!(*one < 1 << 52 && !all[..i].contains(one), "{all:?}");
        }
    }

    #[test]
    fn contributions_fit_a_line() {
        for good in ["", "x", " blanks around ", &"~".repeat(64)] {
            assert_eq!(fault_of_contribution(good), None, "{good}");
        }
        for (bad, words) in [
            (&*"x".repeat(65), "of 65 bytes; give at most 64"),
            ("two\nlines", "with '\\n'; give printable ASCII"),
            ("grüße", "with 'ü'"),
        ] {
            assert!(fault_of_contribution(bad).is_some_and(|fault| fault.contains(words)), "{bad}");
        }
    }
}
