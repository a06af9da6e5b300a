//! Everything about a game that does not change while it is played.

use cardlang::Names;
use cardlang::desk::Printed;

use crate::program::{Clause, Common, Does, Fact, Trigger};
use crate::state::{CHALLENGER, EXTRA, Ears, NO_CARD, Zone};
use crate::text::{ChainKinds, Class, ResourceCard, Skill, StatusCard, TokenCard, VassalCard};
use crate::zones::Hints;

/// A way of playing. Rules: WU-3.0.1, WU-R37.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Format {
    /// Its name in setups and positions.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Whether it is one of the official ones, which cannot be changed.
    pub official: bool,
    /// The fewest and the most seats. Rules: WU-P-1.
    pub seats: (u8, u8),
    /// Whether decks are drafted. Rules: WU-3.3.1.
    pub draft: bool,
    /// Whether all may see what the pool holds. Rules: WU-R33.
    pub pool_public: bool,
    /// The fewest and the most cards of a deck. Rules: WU-3.2.1.1, WU-3.4.1.1.
    pub deck: (u8, u8),
    /// Copies of one Vassal that is no Mob; nothing for any number. Rules: WU-3.2.1.2, WU-3.4.1.2.
    pub copies: Option<u8>,
    /// Copies of one Mob; nothing for any number. Rules: WU-3.2.1.3.
    pub mob_copies: Option<u8>,
    /// Bouts. Rules: WU-5.0.2, WU-3.2.2.1, WU-3.3.2.1, WU-3.4.2.1.
    pub bouts: u8,
    /// Whether all of them are played. Rules: WU-R36.
    pub play_all: bool,
    /// Cards drawn for a bout. Rules: WU-3.2.2.2, WU-3.3.2.2, WU-3.4.2.2.
    pub draw: u8,
    /// Mulligans of a player in the whole game. Rules: WU-3.2.2.3, WU-3.3.2.3, WU-3.4.2.3.
    pub mulligans: u8,
    /// Boosts at the start of a bout.
    pub boosts: u8,
    /// More for those who are not the prime player.
    pub non_prime_bonus: u8,
    /// More for each Mob in a vassal zone.
    pub mob_bonus: u8,
    /// Vassal zones, 1 to 5.
    pub vassal_zones: u8,
    /// Extra zones, 0 to 2.
    pub extra_zones: u8,
    /// Whether players choose where Challengers return. Rules: WU-R40.
    pub choose_return: bool,
    /// Stacks of injury that eliminate.
    pub injury_limit: u8,
    /// Stacks of exhaustion that eliminate.
    pub exhaustion_limit: u8,
    /// The last round of a bout. Rules: WU-R71.
    pub round_cap: u8,
    /// Whether deck lists are public. Rules: WU-R128.
    pub lists_public: bool,
}

impl Format {
    /// Its zones, as bits. Rules: WU-R39.
    pub fn zones(&self) -> u8 {
        let kind = |first: Zone, count: u8| ((1 << count) - 1) << first;
        kind(CHALLENGER, 1) | kind(CHALLENGER + 1, self.vassal_zones) | kind(EXTRA, self.extra_zones)
    }
}

/// What a card is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// A Vassal of a deck.
    Vassal,
    /// A token Vassal.
    Token,
    /// A Status.
    Status,
    /// A Resource.
    Resource,
}

/// A card as the rules use it.
#[derive(Clone, Debug)]
pub struct Face {
    /// Its name in small letters with hyphens, as the notation has it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub sort: Sort,
    /// Its World, or [`NO_WORLD`](crate::state::NO_WORLD); of Vassals only.
    pub world: u8,
    /// Its Class; of Vassals and tokens.
    pub class: Class,
    /// What is printed on it besides its Skills.
    pub printed: Printed,
    /// Its Skills, as places in [`Rules::skills`].
    pub skills: Vec<u16>,
    /// What they listen to and change together; see [`ears`].
    pub ears: Ears,
}

/// No card has more Skills than these. Rules: WU-1.5.1.
pub const MOST_SKILLS: usize = 4;

/// The Skills of a card as far as every step asks for them, so that they are found without being gone through.
#[derive(Clone, Copy, Debug, Default)]
pub struct Print {
    /// What they listen to and change together; see [`ears`].
    pub ears: Ears,
    /// The same in short.
    pub hints: Hints,
    /// The Chains that a Vassal can activate, as a set of Skills for each [`moment`].
    chains: u64,
    /// What each of them listens to and changes: only where it concerns others, and all.
    heard: [[u64; MOST_SKILLS]; 2],
    /// Their places in [`Rules::skills`].
    pub skills: [u16; MOST_SKILLS],
    /// What the Chains among them cost.
    pub costs: [u8; MOST_SKILLS],
    /// How often the Chains among them can be used in a bout; 0 for any number.
    pub limits: [u8; MOST_SKILLS],
}

/// The Skills of a card as bits.
pub type SkillSet = u8;

/// When a Chain can be activated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// In the chain step.
    Chain,
    /// In the reaction step, by the others.
    Riposte,
    /// In the reaction step, by the initial player.
    Combo,
}

impl Turn {
    /// All.
    pub const ALL: [Self; 3] = [Self::Chain, Self::Riposte, Self::Combo];

    /// The bit of such Chains in [`ears`].
    #[inline]
    pub const fn ear(self) -> u64 {
        ears::CHAIN << self as u32
    }
}

/// When Chains can be activated, and where: in front or behind, as the first of the round or later.
#[inline]
pub const fn moment(turn: Turn, behind: bool, later: bool) -> u32 {
    (turn as u32) << 2 | (behind as u32) << 1 | later as u32
}

impl Print {
    /// What is to be known of these Skills.
    pub fn of(skills: &[u16], programs: &[Program]) -> Self {
        let mut print = Self::default();
        for (nth, &skill) in skills.iter().take(MOST_SKILLS).enumerate() {
            let program = &programs[usize::from(skill)];
            print.ears |= program.ears;
            for bearer in [false, true] {
                print.heard[usize::from(bearer)][nth] = program.ears.of(bearer);
            }
            print.skills[nth] = skill;
            let Some(Terms { kinds, cost, limit }) = program.terms else { continue };
            print.costs[nth] = cost;
            print.limits[nth] = limit.unwrap_or(0);
            for turn in Turn::ALL {
                for (behind, later) in [(false, false), (false, true), (true, false), (true, true)] {
                    if kinds.fit(turn, behind, later) {
                        print.hints.chains |= 1 << Hints::chain_bit(turn, behind, later);
                        print.chains |= 1 << (MOST_SKILLS as u32 * moment(turn, behind, later)) << nth;
                    }
                }
            }
        }
        print.hints.all = Ears::hint(print.ears.all);
        print.hints.wide = Ears::hint(print.ears.wide);
        print
    }

    /// The Chains that can be activated at a moment, costs and Limits left aside.
    #[inline]
    pub const fn chains(&self, moment: u32) -> SkillSet {
        (self.chains >> (MOST_SKILLS as u32 * moment)) as SkillSet & ((1 << MOST_SKILLS) - 1)
    }

    /// The Skills that listen to any of this or change it: all that concern the bearer, or only those that concern
    /// others.
    #[inline]
    pub fn hearing(&self, bearer: bool, bits: u64) -> SkillSet {
        let [a, b, c, d] = self.heard[usize::from(bearer)].map(|ears| SkillSet::from(ears & bits != 0));
        a | b << 1 | c << 2 | d << 3
    }
}

/// On what terms a Chain can be activated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Its restrictions.
    pub kinds: ChainKinds,
    /// What it costs.
    pub cost: u8,
    /// How often it can be used in a bout, if there is a Limit.
    pub limit: Option<u8>,
}

/// A Skill as the rules use it.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it says.
    pub skill: Skill,
    /// What it listens to and changes; see [`ears`].
    pub ears: Ears,
    /// The terms of a Chain.
    pub terms: Option<Terms>,
    /// What sets an Ability off.
    pub triggers: Box<[Trigger]>,
    /// How often an Ability can be set off in a bout, if there is a Limit.
    pub limit: Option<u8>,
    /// What it does.
    pub does: Does,
    /// What an Ability reads from the common state of its batch, in the order of the text.
    pub commons: Box<[Common]>,
    /// The places of the Skills in its brackets, in the order of the text.
    pub nested: Box<[u16]>,
    /// Whether it makes tokens, Statuses or Resources, or one in its brackets does.
    pub makes: bool,
    /// The first Skill that says the same: what is given or said for a time goes by that one.
    pub first: u16,
}

impl Program {
    /// The sentences of a Chain or single trigger Ability.
    #[inline]
    pub fn effect(&self) -> &[Clause] {
        match &self.does {
            Does::Effect(effect) => effect,
            Does::Facts(..) => &[],
        }
    }

    /// The statements of a Passive or solid state Ability.
    #[inline]
    pub fn facts(&self) -> &[Fact] {
        match &self.does {
            Does::Facts(_, facts) => facts,
            Does::Effect(_) => &[],
        }
    }
}

/// What Skills listen to and what statements change, as bits: the short way to "nothing in play cares".
pub mod ears {
    use crate::state::Mark;
    use crate::text::{BoostChange, Done, Immunity, Phase, Secret, StackKind, Threat};

    /// A statement about power.
    pub const POWER: u64 = 1 << 0;
    /// A statement that grants Skills.
    pub const GRANT: u64 = 1 << 1;
    /// A statement that protects.
    pub const PROTECT: u64 = 1 << 2;
    /// A statement about Worlds.
    pub const COUNTS_AS_FROM: u64 = 1 << 3;
    /// A statement about Classes.
    pub const COUNTS_AS_CLASS: u64 = 1 << 4;
    /// A statement that Chains cannot be activated.
    pub const CANNOT_ACTIVATE: u64 = 1 << 5;
    /// A statement that more Chains can be activated.
    pub const MAY_ACTIVATE: u64 = 1 << 6;
    /// A statement that exhausted Vassals can be Challenger.
    pub const MAY_BE_SELECTED: u64 = 1 << 7;
    /// A statement about costs.
    pub const COST: u64 = 1 << 8;
    /// A statement about the tax.
    pub const TAX: u64 = 1 << 9;

    /// A statement about limits of stacks.
    pub const fn limit(kind: StackKind) -> u64 {
        1 << (10 + kind as u32)
    }

    /// A replacement.
    pub const fn instead(of: Threat) -> u64 {
        1 << (12 + of as u32)
    }

    /// A statement that something cannot happen.
    pub const fn cannot(what: Immunity) -> u64 {
        1 << (15 + what as u32)
    }

    /// A statement that makes Chains dearer.
    pub const DEARER: u64 = 1 << 62;
    /// A Chain of the chain step.
    pub const CHAIN: u64 = 1 << 22;
    /// A Chain with Riposte, behind that.
    pub const RIPOSTE: u64 = CHAIN << 1;
    /// A Chain with Combo, behind that.
    pub const COMBO: u64 = CHAIN << 2;
    /// A solid state Ability whose condition reads power. Rules: WU-R93.
    pub const READS_POWER: u64 = 1 << 25;
    /// The bout starts.
    pub const BOUT_STARTS: u64 = 1 << 26;
    /// The round starts.
    pub const ROUND_STARTS: u64 = 1 << 27;
    /// The round ends.
    pub const ROUND_ENDS: u64 = 1 << 28;
    /// An injury is prevented.
    pub const PREVENTED: u64 = 1 << 30;
    /// Somebody becomes a Challenger.
    pub const BECOMES: u64 = 1 << 31;
    /// Somebody stops being a Challenger.
    pub const STOPS: u64 = 1 << 32;
    /// A Chain is activated.
    pub const ACTIVATED: u64 = 1 << 33;
    /// A Chain is negated.
    pub const NEGATED: u64 = 1 << 34;

    /// A result is labelled.
    pub const fn result(mark: Mark) -> u64 {
        const RESULTS: [u64; 3] = {
            let mut bits = [1 << 29; 3];
            bits[Mark::Lose as usize] = 1 << 63;
            bits
        };
        RESULTS[mark as usize]
    }

    /// A phase starts.
    pub const fn phase(phase: Phase) -> u64 {
        1 << (35 + phase as u32)
    }

    /// Secrets are revealed.
    pub const fn revealed(what: Secret) -> u64 {
        1 << (42 + what as u32)
    }

    /// So many kinds of [`Done`] come first that Vassals do to one another. The others are seldom heard of.
    const BY_VASSALS: u32 = Done::Eliminated as u32 + 1;

    /// Something is done to a Vassal, whoever does it. What is seldom heard of has one bit together.
    pub const fn done(done: Done) -> u64 {
        let kind = done as u32;
        1 << (44 + if kind < BY_VASSALS { kind } else { BY_VASSALS })
    }

    /// The same where Vassals do it; who asks by whom it is done listens to this alone.
    pub const fn done_by(done: Done) -> u64 {
        let kind = done as u32;
        if kind < BY_VASSALS { 1 << (44 + BY_VASSALS + 1 + kind) } else { self::done(done) }
    }

    /// Boosts change.
    pub const fn boosts(change: BoostChange) -> u64 {
        1 << (57 + change as u32)
    }

    /// A Resource comes or goes.
    pub const RESOURCE: u64 = 1 << 60;
    /// A Status comes or goes.
    pub const STATUS: u64 = 1 << 61;
}

/// Everything about a game that does not change while it is played. All of it is public: decks are in the position.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The format.
    pub format: Format,
    /// How many seats.
    pub seats: u8,
    /// Every card: Vassals, tokens, Statuses, Resources, one after another.
    pub faces: Vec<Face>,
    /// The Skills of each card in short, and behind them those of no card, which are none.
    pub prints: Vec<Print>,
    /// Where tokens, Statuses and Resources begin in [`Rules::faces`].
    pub begins: [u16; 3],
    /// Every Skill, those in brackets too.
    pub skills: Vec<Program>,
    /// What cards and Worlds are called in the texts of Skills.
    pub names: Names,
    /// The Worlds by number.
    pub worlds: Vec<String>,
    /// The cards of the draft pool at the start, sorted.
    pub pool: Vec<u16>,
    /// The deck lists at the start by seat, sorted; empty where they are private.
    pub lists: Vec<Vec<u16>>,
    /// The zones that exist in this format, as bits.
    pub zones: u8,
    /// Whether any Skill can negate a Chain, so that snapshots are needed.
    pub negates: bool,
    /// The least stacks of injury and of exhaustion that can eliminate anybody, whatever statements say.
    pub least_limits: [u8; 2],
}

impl Rules {
    /// A card.
    #[inline]
    pub fn face(&self, card: u16) -> &Face {
        &self.faces[usize::from(card)]
    }

    /// The Skills of a card in short; [`NO_CARD`] has none.
    #[inline]
    pub fn print(&self, card: u16) -> &Print {
        let none = self.prints.len() - 1;
        &self.prints[usize::from(card).min(none)]
    }

    /// The number of a card by its name in the notation.
    pub fn card(&self, id: &str) -> Option<u16> {
        self.faces.iter().position(|face| face.id == id).map(|card| card as u16)
    }

    /// The name of a card in the notation; a hyphen for none.
    pub fn id(&self, card: u16) -> &str {
        let unknown = if card == NO_CARD { "-" } else { "?" };
        self.faces.get(usize::from(card)).map_or(unknown, |face| &face.id)
    }

    /// The number of a Vassal that a text names.
    #[inline]
    pub fn vassal(&self, card: VassalCard) -> u16 {
        card.0
    }

    /// The number of a token that a text names.
    #[inline]
    pub fn token(&self, card: TokenCard) -> u16 {
        self.begins[0] + card.0
    }

    /// The number of a Status that a text names.
    #[inline]
    pub fn status(&self, card: StatusCard) -> u16 {
        self.begins[1] + card.0
    }

    /// The number of a Resource that a text names.
    #[inline]
    pub fn resource(&self, card: ResourceCard) -> u16 {
        self.begins[2] + card.0
    }

    /// Zones that hold Vassals, the challenger zone left aside: how many a player can control. Rules: WU-R39.
    pub fn most_vassals(&self) -> u8 {
        self.format.vassal_zones + self.format.extra_zones
    }

    /// Whether a zone exists in this format.
    pub fn has_zone(&self, zone: Zone) -> bool {
        self.zones >> zone & 1 == 1
    }
}
