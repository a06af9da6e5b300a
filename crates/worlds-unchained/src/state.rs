//! A position: plain data and read-only questions; decides nothing.
//!
//! It has two halves. The [`Table`] is what effects change and what a Negate puts back; everything else is the
//! structure of the game, which is never put back. Rules: WU-R118.

use std::hash::{Hash, Hasher};

use crate::action::Act;
use crate::by_seat::BySeat;
use crate::few::Few;
use crate::seldom::Seldom;
use crate::tidy::tidied;
use crate::zones::{Hints, Places};

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

mod pending;
mod table;

pub use pending::{
    Cause, Doing, Due, Ghost, Late, Link, PICKS, Paid, Replacement, Snapshot, Snapshots, VALUES, Wait,
    Waiting,
};
pub use table::{
    Domain, End, Erased, Fallen, GRANTED, Given, Instance, Resource, Status, Table, Timed, Vassal,
};

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
        self.snapshots.make_room();
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
