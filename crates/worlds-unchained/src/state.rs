//! A position: plain data and read-only questions; decides nothing.
//!
//! It has two halves. The [`Table`] is what effects change and what a Negate puts back; everything else is the
//! structure of the game, which is never put back. Rules: WU-R118.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use smallvec::SmallVec;

use crate::action::Act;
use crate::by_seat::BySeat;
use crate::deeds::Doers;
use crate::few::Few;
use crate::seldom::Seldom;
use crate::text::{StackKind, StackVerb, Threat};
use crate::tidy::tidied;
use crate::zones::{Hints, Places, Zones};

/// Copies these fields, which are all there are; a copy over another one keeps the room that its lists have.
macro_rules! copied {
    ($name:ident: $($field:ident),* $(,)?) => {
        impl Clone for $name {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone()),* }
            }

            #[inline]
            fn clone_from(&mut self, from: &Self) {
                $(self.$field.clone_from(&from.$field);)*
            }
        }
    };
}

/// The most seats. Rules: WU-R4.
pub const SEATS: usize = 4;
/// No seat.
pub const NO_SEAT: u8 = 255;
/// No card.
pub const NO_CARD: u16 = u16::MAX;
/// A card that is hidden from whoever looks.
pub const UNKNOWN_CARD: u16 = u16::MAX - 1;
/// The World of Wanderers, which is none. Rules: WU-2.1.3.2.
pub const NO_WORLD: u8 = 255;

/// Something in play, by a number that is not used twice in a bout; 0 is nothing. Rules: WU-1.2.1, WU-1.2.3.
pub type Id = u16;

/// A zone of a domain that holds one Vassal: the challenger zone is 0, vassal zones are 1 to 5, extra zones 6 and 7.
/// Rules: WU-4.0.3, WU-R39.
pub type Zone = u8;
/// The challenger zone.
pub const CHALLENGER: Zone = 0;
/// The first extra zone.
pub const EXTRA: Zone = 6;
/// How many zones there are.
pub const ZONES: usize = 8;
/// Of how many Vassals it is noted where they were put.
pub const SEEN: usize = 16;

/// As many cards as are drawn in the official formats.
pub const HAND: usize = 8;

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
    /// Who "they" are in it, or [`NO_SEAT`]. Rules: WU-R140.
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
    fn make_room(&mut self) {
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

/// The cards of a seat that are not in play. Rules: WU-R125, WU-4.7.1.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct Deck {
    /// The shuffled part, sorted; in a draft the cards held so far that only their holder knows.
    pub bag: Few<u16, 27>,
    /// The known run under it, top first; in a draft the cards that were given, sorted. Rules: WU-R51, WU-R33.
    pub bottom: Few<u16, 15>,
    /// The hand, in the order drawn; in a draft the two cards looked at.
    pub hand: Few<u16, HAND>,
}

copied!(Deck: bag, bottom, hand);

/// How a combat went for a player. Rules: WU-8.5.2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// The highest power alone.
    Win,
    /// Less than the highest.
    Lose,
    /// The highest with others.
    Tie,
}

/// What belongs to one seat and is never put back. Rules: WU-1.1.1.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct Player {
    /// Cards that are not in play.
    pub deck: Deck,
    /// The sealed choice of the step.
    pub sealed: Option<Act>,
    /// Bouts won.
    pub wins: u8,
    /// Mulligans used in this game.
    pub mulligans: u8,
    /// Marks of the preparation: see [`seat_flag`].
    pub flags: u8,
    /// The result of this combat. Rules: WU-R101.
    pub label: Option<Mark>,
    /// By how much a winner won. Rules: WU-R100.
    pub margin: i16,
    /// The last result in this bout.
    pub last: Option<Mark>,
    /// How often in a row.
    pub row: u8,
    /// The bid of the effect that runs, and 1 more; 0 for none. Rules: WU-R124.
    pub bid: u8,
}

copied!(Player: deck, sealed, wins, mulligans, flags, label, margin, last, row, bid);

/// Marks of a [`Player`].
pub mod seat_flag {
    /// Keeps the hand. Rules: WU-R47.
    pub const KEPT: u8 = 1;
    /// Places no more Vassals. Rules: WU-R49.
    pub const DONE: u8 = 2;
    /// Was asked whether to shuffle the infirmary in. Rules: WU-R44.
    pub const ASKED: u8 = 4;
}

/// Seats as bits.
pub type Seats = u8;

/// The steps of the engine model at which play can stop, or from which it goes on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "they are named and described in the model")]
pub enum Step {
    DraftSelect,
    DraftFirst,
    DraftDeal,
    DraftTake,
    DraftCut,
    Infirmary,
    Draw,
    Mulligan,
    Prime,
    Place,
    Leftovers,
    Boosts,
    BoutStart,
    Start,
    ChallengeStart,
    ChallengeForced,
    ChallengeRouse,
    ChallengeSelect,
    RestStart,
    Rest,
    PowerStart,
    PowerBet,
    CombatStart,
    Priority,
    Chain,
    Reaction,
    Result,
    ResolutionStart,
    Injure,
    Exhaust,
    Return,
    Reset,
    EndStart,
    RoundEnd,
    BoutEnd,
    Over,
}

/// What set an Ability off, which decides what a Negate does with it. Rules: WU-R120.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// A payment.
    Payment,
    /// The activation of a Chain.
    Activation,
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
    /// The World of the bearer, or [`NO_WORLD`]: it passes it on even once it is gone. Rules: WU-R13.
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
    /// Members that are still to come, of "for each".
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
    /// Payments since: a seat and Boosts, or a Vassal that was exhausted.
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

/// A payment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Paid {
    /// So many Boosts of a seat.
    Boosts(u8, u8),
    /// A Vassal was exhausted.
    Exhausted(Id),
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

/// What Skills listen to and change, as bits of [`crate::rules::ears`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ears {
    /// Everything.
    pub all: u64,
    /// Without what concerns the bearer alone.
    pub wide: u64,
}

/// Chains of every kind.
const ALL_CHAINS: u64 = {
    use crate::rules::ears::{CHAIN, COMBO, RIPOSTE};
    CHAIN | RIPOSTE | COMBO
};

impl Ears {
    /// What concerns the bearer, or only what concerns others.
    #[inline]
    pub const fn of(self, bearer: bool) -> u64 {
        if bearer { self.all } else { self.wide }
    }

    /// Whether they are those of a Chain.
    #[inline]
    pub const fn has_chains(self) -> bool {
        self.all & ALL_CHAINS != 0
    }

    /// Bits of [`crate::rules::ears`] in short: what has none of these in common has none of those. Chains, which
    /// nearly everybody has, are left out.
    #[inline]
    pub const fn hint(bits: u64) -> u16 {
        let bits = bits & !ALL_CHAINS;
        (bits | bits >> 16 | bits >> 32 | bits >> 48) as u16
    }
}

impl std::ops::BitOrAssign for Ears {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.all |= other.all;
        self.wide |= other.wide;
    }
}

/// A position. Things in play may be numbered in any way: positions are equal if they are so once they are
/// [tidy](crate::tidy). What every step looks at comes first, where it is reached by the shortest instructions.
#[derive(Debug)]
#[repr(C)]
pub struct State {
    /// The step.
    pub step: Step,
    /// Whether the step has begun: its events have been told.
    pub begun: bool,
    /// Whether a settle is under way: Abilities are carried out until nothing is set off, then the bout may be over.
    pub settling: bool,
    /// Whether something that listened may have left play since [`State::ears`] was noted; not compared.
    pub thinned: bool,
    /// Whether there may be Resources in play; follows from the table, and is not compared.
    pub stocked: bool,
    /// Whether something may be in force that ends with the round or the next one's start; likewise.
    pub lasting: bool,
    /// Who has priority or owes a decision alone, or [`NO_SEAT`].
    pub to: u8,
    /// The initial player, or [`NO_SEAT`].
    pub by: u8,
    /// Abstentions in a row.
    pub quiet: u8,
    /// Chains activated this round.
    pub chains: u8,
    /// The prime player of the bout, or [`NO_SEAT`].
    pub prime: u8,
    /// Who owes a choice; nobody if chance is due. Follows from the rest, and is not compared.
    pub owed: Seats,
    /// Seats that are out of the bout, though not of the game. Rules: WU-R106.
    pub out: Seats,
    /// Seats that are out of the game, and those that there are not. Rules: WU-R5.
    pub gone: Seats,
    /// The round; 0 before the first.
    pub round: u8,
    /// How many of the batch are in their final order.
    pub ordered: u8,
    /// Whether the prime player's come first, once that is known. Rules: WU-R88.
    pub lead: Option<bool>,
    /// Whether it lets choose none of them; likewise.
    pub enough: bool,
    /// Zones of each seat whose Vassals can be Challenger, as bits, while that is chosen; follows from the rest, and is
    /// not compared.
    pub eligible: [u8; SEATS],
    /// By seat whoever was injured in WU-6.2.2 and may be restored, as long as it is in play; 0 for nobody.
    pub hurt: [Id; SEATS],
    /// The Chain that opened the reaction step.
    pub open: Option<Link>,
    /// The Chain that is being activated, until its reaction step opens.
    pub activating: Option<Link>,
    /// The World that what the effect of this Chain makes gets, or [`NO_WORLD`]. Rules: WU-R13.
    pub making: u8,
    /// What Skills in play listen to and change, and perhaps more; follows from the table, and is not compared. See
    /// [`crate::rules::ears`].
    pub ears: Ears,
    /// Where somebody may have stacks enough to be eliminated; follows from the table, and is not compared.
    pub spent: Places,
    /// Where Vassals stand that the running effect lets choose as a target; follows from the rest, and is not compared.
    pub aims: Places,
    /// The number of the next object.
    pub next: Id,
    /// How many Abilities were carried out in this settle. Rules: WU-R91.
    pub settled: u16,
    /// The bout, from 1; a draft belongs to the first.
    pub bout: u8,
    /// Drawn bouts.
    pub drawn: u8,
    /// Who named the prime player last, or [`NO_SEAT`].
    pub selector: u8,
    /// Who has won the game, as bits; all of the best for a tie, nobody before the end.
    pub winners: u8,
    /// Where Vassals were last put, by the end of their numbers; perhaps no longer true, and not compared.
    pub seen: [u8; SEEN],
    /// Power by seat as the combat began; follows from the rest as long as no Chain is activated, and is not compared.
    pub powers: [i32; SEATS],
    /// Abilities set off by the running unit.
    pub fresh: Vec<Waiting>,
    /// Abilities that a Negate has put back to waiting. Rules: WU-R120.
    pub again: Vec<Waiting>,
    /// Actions that something takes the place of, the first one next.
    pub instead: Vec<Due>,
    /// A check for eliminations that waits.
    pub late: Seldom<Late>,
    /// Vassals that have left play in this unit.
    pub ghosts: Vec<Ghost>,
    /// What effects change.
    pub table: Table,
    /// By seat.
    pub players: BySeat<Player>,
    /// The cards left of a draft pool, sorted.
    pub pool: Vec<u16>,
    /// How often this round things have activated Chains: number and count.
    pub used: Vec<(Id, u8)>,
    /// How often Skills with a Limit were used in this bout.
    pub limits: Vec<(Id, Instance, u8)>,
    /// Effects that wait until what takes the place of an action is done, the last one first. Rules: WU-R122.
    pub below: Vec<Doing>,
    /// Abilities of the batch that is carried out, in order as far as that is known.
    pub batch: Vec<Waiting>,
    /// How often each of them was.
    pub ran: Vec<(Id, Instance, u8)>,
    /// What the running effect lets choose as a target that is no Vassal in play; follows from the rest, and is not
    /// compared.
    pub targets: Vec<Id>,
    /// The Chains that whoever has priority can activate; follows from the rest, and is not compared.
    pub chances: Vec<Act>,
    /// The effect that runs.
    pub doing: Option<Doing>,
    /// What Negate needs of that Chain, and of the one that is being activated.
    pub snapshots: Snapshots,
}

copied!(
    State: seen, table, players, out, gone, pool, bout, drawn, round, step, begun, selector, prime, to, by, quiet,
    chains, open, snapshots, used, limits, doing, below, instead, late, activating, making, fresh, batch, ordered,
    lead, again, settling, settled, ran, ghosts, next, winners, powers, targets, aims, enough, chances,
    thinned, spent, stocked, lasting, owed, eligible, hurt, ears
);

// States are copied by the thousand in a search. Lists that are mostly empty where somebody chooses are on the heap,
// and keep their room when a position is copied over another.
const _: () = assert!(size_of::<State>() <= 4096);
const _: () = assert!(size_of::<State>() - size_of::<Snapshots>() <= 1536);

/// The most that any list of a position has in all but the oddest bouts.
const ROOM: usize = 32;

impl State {
    /// Every Skill that waits or is worked out, or would wait again.
    pub fn waiting_mut(&mut self) -> impl Iterator<Item = &mut Waiting> {
        let lists = self.batch.iter_mut().chain(&mut self.fresh).chain(&mut self.again);
        let doing = self.doing.iter_mut().chain(&mut self.below).map(|doing| &mut doing.of);
        lists.chain(doing).chain(self.snapshots.iter_mut().flat_map(|snapshot| &mut snapshot.owed))
    }

    /// Nothing in play and no cards, at the beginning of the first bout's preparation.
    pub fn empty(seats: u8) -> Self {
        let seats = usize::from(seats);
        Self {
            table: Table::empty(seats),
            players: BySeat::new(seats, Player::default),
            out: 0,
            gone: Seats::MAX << seats,
            pool: Vec::new(),
            bout: 1,
            drawn: 0,
            round: 0,
            step: Step::Infirmary,
            begun: false,
            selector: NO_SEAT,
            prime: NO_SEAT,
            to: NO_SEAT,
            by: NO_SEAT,
            quiet: 0,
            chains: 0,
            open: None,
            snapshots: Snapshots::none(seats),
            used: Vec::new(),
            limits: Vec::new(),
            doing: None,
            below: Vec::new(),
            instead: Vec::new(),
            late: Seldom::NONE,
            activating: None,
            making: NO_WORLD,
            fresh: Vec::new(),
            batch: Vec::new(),
            ordered: 0,
            lead: None,
            again: Vec::new(),
            settling: false,
            settled: 0,
            ran: Vec::new(),
            ghosts: Vec::new(),
            next: 1,
            winners: 0,
            seen: [0; SEEN],
            powers: [0; SEATS],
            targets: Vec::new(),
            aims: 0,
            enough: false,
            chances: Vec::new(),
            thinned: true,
            spent: Places::MAX,
            stocked: true,
            lasting: true,
            owed: 0,
            eligible: [0; SEATS],
            hurt: [0; SEATS],
            ears: Ears::default(),
        }
    }

    /// Gives its lists room on the heap once, so that they need not grow one by one while it is played on.
    #[inline]
    pub fn make_room(&mut self) {
        if self.fresh.capacity() < ROOM {
            self.make_all_room();
        }
    }

    #[cold]
    #[inline(never)]
    fn make_all_room(&mut self) {
        for waiting in [&mut self.fresh, &mut self.again, &mut self.batch] {
            waiting.reserve(ROOM);
        }
        self.instead.reserve(ROOM);
        self.below.reserve(ROOM / 4);
        self.ghosts.reserve(ROOM);
        self.used.reserve(ROOM);
        self.limits.reserve(ROOM);
        self.ran.reserve(ROOM);
        self.targets.reserve(ROOM);
        self.chances.reserve(ROOM);
        self.players.each_mut(|Player { deck, .. }| {
            deck.bag.make_room();
            deck.bottom.make_room();
            deck.hand.make_room();
        });
        self.table.make_room();
        self.snapshots.before.make_room();
        self.snapshots.places.iter_mut().for_each(|place| place.table.make_room());
    }

    /// Everything there is to compare.
    fn parts(&self) -> impl PartialEq + Hash {
        let Self {
            table,
            players,
            out,
            gone,
            pool,
            bout,
            drawn,
            round,
            step,
            begun,
            selector,
            prime,
            to,
            by,
            quiet,
            chains,
            open,
            snapshots,
            used,
            limits,
            doing,
            below,
            instead,
            late,
            activating,
            making,
            fresh,
            batch,
            ordered,
            lead,
            again,
            settling,
            settled,
            ran,
            ghosts,
            next,
            winners,
            seen: _,
            powers: _,
            targets: _,
            aims: _,
            enough: _,
            chances: _,
            thinned: _,
            spent: _,
            stocked: _,
            lasting: _,
            owed: _,
            eligible: _,
            hurt,
            ears: _,
        } = self;
        (
            (table, players, pool, bout, drawn, round, step, begun, selector, prime),
            (to, by, quiet, chains, open, snapshots, used, limits, doing, below),
            (instead, activating, making, fresh, batch, ordered, lead, again, settling, settled, ran),
            (ghosts, next, winners, out, gone, late, hurt),
        )
    }

    /// Puts a Vassal that listens to this into a zone.
    #[inline]
    pub fn put(&mut self, seat: u8, zone: Zone, vassal: Vassal, hints: Hints) {
        self.table.domains[usize::from(seat)].zones.put(zone, vassal, hints);
        self.see(seat, zone, vassal.id);
        self.forget_spent();
    }

    /// Somebody has come or gone: who has stacks enough to be eliminated may stand anywhere, if there is anybody.
    #[inline]
    fn forget_spent(&mut self) {
        if self.spent != 0 {
            self.spent = Places::MAX;
        }
    }

    /// Notes where a Vassal is put.
    #[inline]
    fn see(&mut self, seat: u8, zone: Zone, id: Id) {
        self.seen[usize::from(id) % SEEN] = seat * ZONES as u8 + zone;
    }

    /// The Vassals in two zones of a seat, or none, change places.
    #[inline]
    pub fn exchange(&mut self, seat: u8, one: Zone, other: Zone) {
        let zones = &mut self.table.domains[usize::from(seat)].zones;
        zones.exchange(one, other);
        let ids = [one, other].map(|zone| zones[usize::from(zone)].id);
        self.see(seat, one, ids[0]);
        self.see(seat, other, ids[1]);
        self.forget_spent();
    }

    /// How many replacements are being carried out, one within another. Rules: WU-R122.
    pub fn replacing(&self) -> u8 {
        self.below.iter().chain(&self.doing).filter(|doing| doing.statement > 0).count() as u8
    }

    /// Something takes the place of actions, of those behind the ones that were known. In a step of the rules they come
    /// in prime order, since players choose. Rules: WU-R139.
    #[inline]
    pub fn order_instead(&mut self, known: usize) {
        if self.instead.len() > known + 1 {
            self.order_several_instead(known);
        }
    }

    #[cold]
    #[inline(never)]
    fn order_several_instead(&mut self, known: usize) {
        if self.doing.is_none() && self.prime != NO_SEAT {
            let (seats, prime) = (self.players.seats() as u8, self.prime);
            let domains = &self.table.domains;
            let controller = |due: &Due| {
                let stands = |domain: &Domain| domain.zones.iter().any(|vassal| vassal.id == due.on);
                domains.iter().position(stands).map_or(NO_SEAT, |seat| (seat as u8 + seats - prime) % seats)
            };
            self.instead[known..].sort_by_key(controller);
        }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (tidied(self), tidied(other));
        one.parts() == other.parts()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        tidied(self).parts().hash(hasher);
    }
}
