//! Formats. Rules: WU-3.0.1, WU-3.0.2, WU-R37.

/// Everything a format decides. The four official ones are fixed records; a custom one is any record
/// without faults. Rules: WU-R37.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Format {
    /// The name in the notation.
    pub name: String,
    /// Players, 2 to 4. Rules: WU-R4.
    pub seats: usize,
    /// Least cards of a deck. Rules: WU-3.1.1.1.
    pub deck_min: usize,
    /// Most cards of a deck.
    pub deck_max: usize,
    /// Most copies of a Vassal that is no Mob; nothing if there is no limit. Rules: WU-3.1.1.2.
    pub copies: Option<usize>,
    /// Most copies of a Mob; nothing if there is no limit. Rules: WU-3.1.1.3, WU-3.4.1.3.
    pub mob_copies: Option<usize>,
    /// Bouts of a game. Rules: WU-3.1.2.1.
    pub bouts: usize,
    /// Cards drawn for a bout. Rules: WU-3.1.2.2.
    pub drawn: usize,
    /// Mulligans a player has in a game. Rules: WU-3.1.2.3, WU-R46.
    pub mulligans: usize,
    /// True if decks are drafted from a pool. Rules: WU-3.3.1.
    pub has_draft: bool,
    /// Boosts at the start of a bout. Rules: WU-5.2.7.
    pub starting_boosts: i32,
    /// Boosts more for those who are not the prime player. Rules: WU-5.2.8.
    pub non_prime_bonus: i32,
    /// Boosts more for each Mob. Rules: WU-5.2.9.
    pub mob_bonus: i32,
    /// Vassal zones, 1 to 5. Rules: WU-4.0.3.
    pub vassal_zones: usize,
    /// Extra zones, 0 to 2. Rules: WU-4.0.3.
    pub extra_zones: usize,
    /// Stacks of injury that eliminate. Rules: WU-2.3.4.
    pub injury_limit: i32,
    /// Stacks of exhaustion that eliminate. Rules: WU-2.4.4.
    pub exhaustion_limit: i32,
    /// True if bouts are played that can change nothing. Rules: WU-R36.
    pub plays_all_bouts: bool,
    /// The round whose end draws the bout. Rules: WU-R71.
    pub round_cap: usize,
    /// True if a player chooses the kind of zone a Challenger returns to. Rules: WU-R40.
    pub chooses_return_zone: bool,
    /// True if the list of the draft pool is public. Nothing in this crate looks at it. Rules: WU-R33.
    pub pool_list_is_public: bool,
}

impl Format {
    /// Standard. Rules: WU-3.1.1, WU-3.1.2.
    pub fn standard() -> Self {
        Self {
            name: "standard".to_string(),
            seats: 2,
            deck_min: 20,
            deck_max: 25,
            copies: Some(1),
            mob_copies: None,
            bouts: 3,
            drawn: 7,
            mulligans: 2,
            has_draft: false,
            starting_boosts: 40,
            non_prime_bonus: 3,
            mob_bonus: 1,
            vassal_zones: 5,
            extra_zones: 2,
            injury_limit: 2,
            exhaustion_limit: 4,
            plays_all_bouts: false,
            round_cap: 100,
            chooses_return_zone: false,
            pool_list_is_public: true,
        }
    }

    /// Speed. Rules: WU-3.2.1, WU-3.2.2.
    pub fn speed() -> Self {
        let name = "speed".to_string();
        Self { name, deck_min: 12, deck_max: 15, bouts: 1, mulligans: 0, ..Self::standard() }
    }

    /// Draft. Rules: WU-3.3.1, WU-3.3.2, WU-R34.
    pub fn draft() -> Self {
        let name = "draft".to_string();
        Self { name, deck_max: 13, copies: None, has_draft: true, ..Self::speed() }
    }

    /// All Stars. Rules: WU-3.4.1, WU-3.4.2.
    pub fn all_stars() -> Self {
        let name = "all-stars".to_string();
        Self { name, deck_min: 7, deck_max: 7, mob_copies: Some(0), mulligans: 0, ..Self::standard() }
    }

    /// Everything that is wrong with it. Rules: WU-R4, WU-R37, WU-R141.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut letters = self.name.chars();
        let is_first = letters.next().is_some_and(|letter| letter.is_ascii_lowercase());
        if !is_first || !letters.all(|letter| letter.is_ascii_lowercase() || "-0123456789".contains(letter)) {
            faults.push(format!("the name `{}` is not of small letters, digits and hyphens", self.name));
        }
        let mut check = |what: &str, number: usize, least: usize, most: usize| {
            if number < least || number > most {
                faults.push(format!("{what}: {number} is not from {least} to {most}"));
            }
        };
        check("seats", self.seats, 2, if self.has_draft { 2 } else { 4 });
        check("deck_max", self.deck_max, 1, 40);
        check("deck_min", self.deck_min, 1, self.deck_max);
        check("bouts", self.bouts, 1, 9);
        check("drawn", self.drawn, 1, 10);
        check("mulligans", self.mulligans, 0, 9);
        check("vassal_zones", self.vassal_zones, 1, 5);
        check("extra_zones", self.extra_zones, 0, 2);
        check("round_cap", self.round_cap, 1, usize::MAX);
        let mut check = |what: &str, number: i32, least: i32, most: i32| {
            if number < least || number > most {
                faults.push(format!("{what}: {number} is not from {least} to {most}"));
            }
        };
        check("starting_boosts", self.starting_boosts, 0, 250);
        check("non_prime_bonus", self.non_prime_bonus, 0, 250);
        check("mob_bonus", self.mob_bonus, 0, 250);
        check("injury_limit", self.injury_limit, 1, i32::MAX);
        check("exhaustion_limit", self.exhaustion_limit, 1, i32::MAX);
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WU-R37: the official formats have no faults, and each field has its bounds.
    #[test]
    fn bounds() {
        for format in [Format::standard(), Format::speed(), Format::draft(), Format::all_stars()] {
            assert_eq!(format.faults(), Vec::<String>::new(), "{}", format.name);
        }
        let wrong = Format {
            name: "House Rules".to_string(),
            seats: 5,
            deck_min: 42,
            deck_max: 41,
            bouts: 10,
            drawn: 0,
            mulligans: 10,
            starting_boosts: 251,
            non_prime_bonus: -1,
            mob_bonus: -1,
            vassal_zones: 6,
            extra_zones: 3,
            injury_limit: 0,
            exhaustion_limit: 0,
            round_cap: 0,
            ..Format::standard()
        };
        assert_eq!(wrong.faults().len(), 15);
        // WU-R4: a draft is for two.
        assert_eq!(Format { seats: 3, ..Format::draft() }.faults().len(), 1);
    }
}
