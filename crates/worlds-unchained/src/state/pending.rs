//! What waits or runs: Abilities set off, the effect under way, Chains, payments and what a Negate would put back.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use smallvec::SmallVec;

use super::{Id, Instance, NO_SEAT, Table, Vassal, Zone};
use crate::deeds::Doers;
use crate::text::{StackKind, StackVerb, Threat};

/// What set an Ability off, which decides what a Negate does with it. Rules: WU-R120.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// A payment.
    Payment,
    /// The activation of a Chain.
    Activation,
    /// The activation of the Chain that opened the step, which was negated: the Ability waits again.
    Opening,
    /// An effect, or a step of the rules.
    Effect,
}

/// The most values an Ability reads from the common state. Rules: WU-R141.
pub const VALUES: usize = 8;

/// An Ability that was set off and waits. Rules: WU-R88.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Waiting {
    /// The bearer.
    pub bearer: Id,
    /// The Skill.
    pub instance: Instance,
    /// Who uses it.
    pub user: u8,
    /// What set it off.
    pub cause: Cause,
    /// The other participant of the event; 0 for none.
    pub it: Id,
    /// The player of the event, or [`NO_SEAT`].
    pub player: u8,
    /// How many Boosts the event was about.
    pub many: u8,
    /// The World of the bearer, or [`NO_WORLD`](super::NO_WORLD): it passes it on even once it is gone. Rules: WU-R13.
    pub world: u8,
    /// Its number in the batch, from 1; 0 before.
    pub number: u8,
    /// How many values were read.
    pub read: u8,
    /// Conditions and numbers as they were in the common state.
    pub values: [i16; VALUES],
}

impl Waiting {
    /// A Skill that somebody uses, set off by nothing that a text could speak of.
    pub fn by(user: u8, bearer: Id, instance: Instance, cause: Cause, world: u8) -> Self {
        let (it, player, many, number, read, values) = (0, NO_SEAT, 0, 0, 0, [0; VALUES]);
        Self { bearer, instance, user, cause, it, player, many, world, number, read, values }
    }
}

/// What an effect waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wait {
    /// Nothing: it goes on.
    No,
    /// The opponent it is about, D29.
    Opponent,
    /// A target, D19 or D22.
    Target,
    /// A target by chance, C7.
    Hit,
    /// Whether to do it, D20.
    May,
    /// One of several, D21.
    Option,
    /// A Skill or Status, D23.
    Pick,
    /// Which replacement, D24.
    Instead,
    /// Bids, D25.
    Bid,
    /// The next member, D26.
    Member,
    /// The kind of zone, D27.
    Zone,
}

/// As many choices of one instruction as are remembered without the heap.
pub const PICKS: usize = 8;

/// An effect that is worked out: a Chain's, or that of an Ability. Rules: WU-R89.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Doing {
    /// The Skill and what goes with it.
    pub of: Waiting,
    /// Whether it is a Chain: its numbers are read when they are reached.
    pub chain: bool,
    /// The sentence, from 0.
    pub clause: u8,
    /// The instruction within it, from 0.
    pub step: u8,
    /// Of a statement "... instead": which one of its Skill, and 1 more; 0 for an ordinary effect. Rules: WU-R122.
    pub statement: u8,
    /// What it waits for.
    pub wait: Wait,
    /// Who chooses then; [`NO_SEAT`] for chance, or if all do. Follows from the rest.
    pub by: u8,
    /// The option chosen in the sentence, and 1 more; 0 for none yet.
    pub option: u8,
    /// Whether the optional action before was done, and the condition before held.
    pub did: bool,
    /// Whether the condition of the sentence before held.
    pub held: bool,
    /// Whom `it` means.
    pub it: Id,
    /// Whom `those Vassals` means.
    pub those: SmallVec<[Id; 16]>,
    /// The last amount that was carried out.
    pub many: i16,
    /// The opponent that was fixed, or [`NO_SEAT`].
    pub versus: u8,
    /// What was chosen for the instruction, one after another.
    pub picks: SmallVec<[Id; PICKS]>,
    /// Members that are still to come, of "for each"; of what takes the place of an elimination, who did that.
    pub members: SmallVec<[Id; 8]>,
    /// Vassals that this effect has eliminated.
    pub gone: SmallVec<[Id; 8]>,
}

impl Doing {
    /// An effect at its beginning, with nothing spoken of, chosen or fixed.
    pub fn of(of: Waiting) -> Self {
        Self {
            of,
            chain: false,
            clause: 0,
            step: 0,
            statement: 0,
            wait: Wait::No,
            by: NO_SEAT,
            option: 0,
            did: false,
            held: false,
            it: 0,
            those: SmallVec::new(),
            many: 0,
            versus: NO_SEAT,
            picks: SmallVec::new(),
            members: SmallVec::new(),
            gone: SmallVec::new(),
        }
    }
}

/// A Vassal that has left play in this unit, as it last was. Rules: WU-R90, WU-R108.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ghost {
    /// The Vassal.
    pub vassal: Vassal,
    /// Who controlled it, and where.
    pub seat: u8,
    /// The zone it stood in.
    pub zone: Zone,
    /// The Skills it had.
    pub skills: SmallVec<[Instance; 16]>,
    /// The owners of those that come from Statuses, by place; [`NO_SEAT`] for the others.
    pub users: SmallVec<[u8; 16]>,
}

/// What a Negate puts back, and what it does again. Rules: WU-R118, WU-R120, WU-R121.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Snapshot {
    /// The table just before the effect of the Chain.
    pub table: Table,
    /// Payments since.
    pub paid: SmallVec<[Paid; 4]>,
    /// Abilities that payments and activations have set off since.
    pub owed: SmallVec<[Waiting; 2]>,
}

/// The snapshots that Negate needs, at most two. Their places are filled again and again, which is cheaper than to
/// move them about.
#[derive(Debug)]
pub struct Snapshots {
    places: [Snapshot; 2],
    many: u8,
    /// Where they begin: what was the second one stays in its place when the first is forgotten.
    first: u8,
    /// The table just before the instruction or step that is carried out, where it is noted. Between actions it means
    /// nothing, and is neither copied nor compared. Rules: WU-R90.
    pub before: Table,
}

impl Snapshots {
    pub(super) fn make_room(&mut self) {
        self.before.make_room();
        self.places.iter_mut().for_each(|place| place.table.make_room());
    }

    /// None.
    pub fn none(seats: usize) -> Self {
        let empty = || Snapshot { table: Table::empty(seats), paid: SmallVec::new(), owed: SmallVec::new() };
        Self { places: [empty(), empty()], many: 0, first: 0, before: Table::empty(seats) }
    }

    /// One more, of this table. There are never more than two: that of the Chain which opened the reaction step, and
    /// that of the Chain which is being activated.
    pub fn take(&mut self, table: &Table) {
        if usize::from(self.many) == self.places.len() {
            self.keep_last();
        }
        if let Some(place) = self.next() {
            place.table.clone_from(table);
            place.paid.clear();
            place.owed.clear();
        }
    }

    /// The place of one more, if there is room.
    fn next(&mut self) -> Option<&mut Snapshot> {
        if self.first > 0 {
            self.places.swap(0, 1);
            self.first = 0;
        }
        let place = self.places.get_mut(usize::from(self.many))?;
        self.many += 1;
        Some(place)
    }

    /// One more; says whether there was room.
    pub fn push(&mut self, snapshot: Snapshot) -> bool {
        self.next().map(|place| *place = snapshot).is_some()
    }

    /// Forgets all but the last one.
    pub fn keep_last(&mut self) {
        if self.many == 2 {
            self.first = 1;
            self.many = 1;
        }
    }

    /// Forgets all but so many of the first ones.
    pub fn truncate(&mut self, many: usize) {
        self.many = self.many.min(many as u8);
    }

    /// Forgets all.
    #[inline]
    pub fn clear(&mut self) {
        (self.first, self.many) = (0, 0);
    }
}

impl Deref for Snapshots {
    type Target = [Snapshot];
    #[inline]
    fn deref(&self) -> &[Snapshot] {
        &self.places[usize::from(self.first)..][..usize::from(self.many)]
    }
}

impl DerefMut for Snapshots {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Snapshot] {
        &mut self.places[usize::from(self.first)..][..usize::from(self.many)]
    }
}

/// Places that hold nothing any more are not copied.
impl Clone for Snapshots {
    fn clone(&self) -> Self {
        let mut copy = Self::none(self.places[0].table.domains.seats());
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Self) {
        (self.first, self.many) = (0, from.many);
        for (place, snapshot) in self.places.iter_mut().zip(from.iter()) {
            place.table.clone_from(&snapshot.table);
            place.paid.clone_from(&snapshot.paid);
            place.owed.clone_from(&snapshot.owed);
        }
    }
}

impl PartialEq for Snapshots {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Snapshots {}

impl Hash for Snapshots {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (**self).hash(hasher);
    }
}

/// A payment, or what took the place of one. Rules: WU-R118, WU-R121.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Paid {
    /// So many Boosts of a seat.
    Boosts(u8, u8),
    /// A Vassal was exhausted.
    Exhausted(Id),
    /// A Vassal was injured.
    Injured(Id),
    /// A Vassal was eliminated.
    Eliminated(Id),
    /// A Resource was expended.
    Expended(Id),
    /// A Status was cleared.
    Cleared(Id),
}

/// A payment of a thing.
type OfThing = fn(Id) -> Paid;

impl Paid {
    /// What of a thing it takes, by the letter of the notation.
    pub const OF_THINGS: [(&'static str, OfThing); 5] = [
        ("e", Self::Exhausted),
        ("i", Self::Injured),
        ("x", Self::Eliminated),
        ("s", Self::Expended),
        ("!", Self::Cleared),
    ];

    /// The thing it was taken of, to be numbered anew.
    pub fn thing(&mut self) -> Option<&mut Id> {
        match self {
            Self::Boosts(..) => None,
            Self::Exhausted(id)
            | Self::Injured(id)
            | Self::Eliminated(id)
            | Self::Expended(id)
            | Self::Cleared(id) => Some(id),
        }
    }
}

/// A Chain that was activated. Rules: WU-R85.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Link {
    /// Who activated it.
    pub player: u8,
    /// Its bearer.
    pub bearer: Id,
    /// The Skill.
    pub instance: Instance,
    /// Whether it is marked as negated.
    pub negated: bool,
}

/// An action that something takes the place of. Rules: WU-R122.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Due {
    /// Whom it concerns.
    pub on: Id,
    /// What it is.
    pub threat: Threat,
    /// Who does it, should it come after all. Rules: WU-R144.
    pub by: Doers,
    /// Within how many replacements.
    pub within: u8,
    /// What would take its place, though the same instruction may take that away. Rules: WU-R122, WU-R139.
    pub sure: Option<Replacement>,
    /// Whether it counts for "that many", should it come after all. Rules: WU-R144, WU-R148.
    pub counts: bool,
}

impl Due {
    /// An action that something takes the place of, within so many replacements.
    pub fn new(on: Id, threat: Threat, by: Doers, within: u8) -> Self {
        Self { on, threat, by, within, sure: None, counts: false }
    }
}

/// A statement "... instead": whose it is, the Skill, its number there from 0, and who uses it.
pub type Replacement = (Id, Instance, u8, u8);

/// An instruction or step is not complete before what takes the place of its parts is done, and the check for
/// eliminations waits until then. Rules: WU-R28.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Late {
    /// Within how many replacements it stands.
    pub within: u8,
    /// Who has given stacks to whom in it: on whom, by whom, which. Rules: WU-R29.
    pub credit: SmallVec<[(Id, Id, StackKind); 12]>,
    /// The stacks of its other parts. They come at the same time: what takes the place of an action does not hang on
    /// them. Rules: WU-R61, WU-R105, WU-R139.
    pub plain: SmallVec<[(Id, StackVerb); 16]>,
}
