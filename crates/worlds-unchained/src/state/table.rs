//! The half of a position that effects change and a Negate puts back. Rules: WU-R118.

use super::{Id, NO_CARD, NO_WORLD, SEATS};
use crate::by_seat::BySeat;
use crate::few::Few;
use crate::zones::Zones;

/// When something ends. Rules: WU-R65.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum End {
    /// With the round.
    Round,
    /// As the next round starts.
    Start,
    /// With the bout, as everything does.
    Bout,
    /// Not by time.
    #[default]
    Never,
}

impl End {
    /// Whether it comes before the next round has started.
    pub const fn is_soon(self) -> bool {
        matches!(self, Self::Round | Self::Start)
    }
}

/// A Vassal in a zone. Rules: WU-2.0.1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(8))]
pub struct Vassal {
    /// Its card; [`NO_CARD`] in an empty zone.
    pub card: u16,
    /// Its number.
    pub id: Id,
    /// Its World, or [`NO_WORLD`]; tokens have that of what made them. Rules: WU-R13.
    pub world: u8,
    /// Stacks of injury. Rules: WU-1.7.1, WU-1.7.2.
    pub injuries: u8,
    /// Stacks of exhaustion.
    pub exhaustion: u8,
    /// Whose card it is, and behind that until when it is protected.
    bonds: u8,
}

// Vassals are moved about and looked at all the time.
const _: () = assert!(size_of::<Vassal>() == 8);

impl Vassal {
    /// Nobody.
    pub const NONE: Self = Self::new(NO_CARD, 0, 0, NO_WORLD);

    /// The bits of [`Vassal::bonds`] that tell the owner.
    const OWNER: u8 = SEATS as u8 - 1;
    /// Where those of protection begin.
    const SAFE: u32 = 4;

    /// One that comes into play.
    pub const fn new(card: u16, id: Id, owner: u8, world: u8) -> Self {
        Self { card, id, world, injuries: 0, exhaustion: 0, bonds: owner & Self::OWNER }
    }

    /// Whether there is one.
    #[inline]
    pub const fn is_some(&self) -> bool {
        self.card != NO_CARD
    }

    /// Whether it has any exhaustion.
    #[inline]
    pub const fn is_exhausted(&self) -> bool {
        self.exhaustion > 0
    }

    /// Whose card it is. Rules: WU-1.3.3.
    #[inline]
    pub const fn owner(&self) -> u8 {
        self.bonds & Self::OWNER
    }

    /// It is a card of that seat.
    pub const fn set_owner(&mut self, owner: u8) {
        self.bonds = self.bonds & !Self::OWNER | owner & Self::OWNER;
    }

    /// Until when it is protected: bit 0 the end of the round, bit 1 the start, bit 2 the bout. Rules: WU-R141.
    #[inline]
    pub const fn safe(&self) -> u8 {
        self.bonds >> Self::SAFE
    }

    /// Whether it is protected by what was done.
    #[inline]
    pub const fn is_safe(&self) -> bool {
        self.safe() != 0
    }

    /// It is protected until then, too.
    pub const fn protect(&mut self, until: u8) {
        self.bonds |= until << Self::SAFE;
    }

    /// What protected it until then has ended.
    pub const fn unprotect(&mut self, until: u8) {
        self.bonds &= !(until << Self::SAFE);
    }
}

/// A Resource in a stockpile. Rules: WU-R25.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Resource {
    /// Its card.
    pub card: u16,
    /// Its number; a higher one is younger.
    pub id: Id,
    /// Its World, or [`NO_WORLD`].
    pub world: u8,
}

/// A card in an infirmary. Rules: WU-4.6.1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fallen {
    /// The card.
    pub card: u16,
    /// The number it had in this bout, which Limit and Chain use go by; 0 from earlier bouts. Rules: WU-R17.
    pub id: Id,
}

/// What belongs to one seat and can be put back. Rules: WU-R118, WU-1.1.3, WU-4.0.1, WU-4.1.2.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Domain {
    /// The zones by number.
    pub zones: Zones,
    /// Boosts, 0 to 250. Rules: WU-R141, WU-4.8.2.
    pub boosts: u8,
    /// Base power of the challenger zone, -500 to 500. Rules: WU-R63.
    pub base: i16,
    /// The stockpile, oldest first. Rules: WU-4.5.1.
    pub stock: Few<Resource, 3>,
    /// The infirmary, in order of arrival.
    pub infirmary: Few<Fallen, 17>,
}

copied!(Domain: zones, boosts, base, stock, infirmary);

impl Domain {
    /// Nothing.
    pub fn empty() -> Self {
        Self { zones: Zones::EMPTY, boosts: 0, base: 0, stock: Few::new(), infirmary: Few::new() }
    }
}

/// A Status on a Vassal. Rules: WU-9.6.1, WU-R27, WU-9.6.3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Status {
    /// Its card.
    pub card: u16,
    /// Its number: a higher one is younger.
    pub id: Id,
    /// The Vassal.
    pub on: Id,
    /// Who applied it. Rules: WU-9.6.2.
    pub owner: u8,
    /// When it ends.
    pub end: End,
}

/// A Skill that a Vassal was given. Rules: WU-R114, WU-R95.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Given {
    /// Which, in [`Rules::skills`](crate::rules::Rules).
    pub skill: u16,
    /// Its number: a higher one is younger.
    pub id: Id,
    /// The Vassal.
    pub on: Id,
    /// When it ends.
    pub end: End,
}

/// A Skill of something, told from equal ones by where it comes from. Rules: WU-R97, WU-R115.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Instance {
    /// 0 for what is printed on the bearer's card, else the number of the [`Given`] or [`Status`] it comes from;
    /// for what a continuous statement grants, the number of the [`Given`] or [`Status`] which that statement comes
    /// from, or else of its bearer, and the bit [`GRANTED`].
    pub origin: Id,
    /// Which Skill, in [`Rules::skills`](crate::rules::Rules).
    pub skill: u16,
}

/// Marks the origin of Skills that continuous statements grant.
pub const GRANTED: Id = 1 << 15;

/// A Skill that was erased. Rules: WU-R115.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Erased {
    /// The bearer.
    pub on: Id,
    /// The Skill.
    pub instance: Instance,
    /// When it comes back.
    pub end: End,
}

/// A statement "until X" that is in force. Rules: WU-R141.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Timed {
    /// The Skill whose effect it stands in.
    pub skill: u16,
    /// The sentence of that effect, from 0.
    pub clause: u8,
    /// Who used the Skill.
    pub user: u8,
    /// The bearer of the Skill.
    pub bearer: Id,
    /// The World of the bearer, which may cease to exist, or [`NO_WORLD`]. Rules: WU-R13, WU-R108.
    pub world: u8,
    /// Whom `it` and `that Vassal` mean in it.
    pub it: Id,
    /// Who "they" are in it, or [`NO_SEAT`](super::NO_SEAT). Rules: WU-R140.
    pub their: u8,
    /// When it ends.
    pub end: End,
}

/// What effects change and a Negate puts back. Rules: WU-R118.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Table {
    /// By seat.
    pub domains: BySeat<Domain>,
    /// Statuses, oldest first.
    pub statuses: Few<Status, 7>,
    /// Given Skills, oldest first.
    pub given: Few<Given, 4>,
    /// Erased Skills.
    pub erased: Few<Erased, 1>,
    /// Statements in force, oldest first.
    pub timed: Few<Timed, 2>,
}

copied!(Table: domains, statuses, given, erased, timed);

impl Table {
    pub(super) fn make_room(&mut self) {
        self.domains.each_mut(|domain| {
            domain.stock.make_room();
            domain.infirmary.make_room();
        });
        self.statuses.make_room();
        self.given.make_room();
        self.erased.make_room();
        self.timed.make_room();
    }

    /// Nothing in play.
    pub fn empty(seats: usize) -> Self {
        Self {
            domains: BySeat::new(seats, Domain::empty),
            statuses: Few::new(),
            given: Few::new(),
            erased: Few::new(),
            timed: Few::new(),
        }
    }
}
