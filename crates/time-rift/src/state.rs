//! A position: plain data and read-only questions; decides nothing.

use std::ops::{Index, IndexMut};

use smallvec::{Array, SmallVec};

use crate::action::{Arguments, NO_CARD, Strike};
use crate::arena::{Facing, NOWHERE, Square};
use crate::faces::{Window, standing};
use crate::rules::Rules;

/// The most seats of any mode. Rules: TR-R127.
pub const SEATS: usize = 6;
/// The most slots.
pub const SLOTS: usize = 4;
/// No seat.
pub const NO_SEAT: u8 = 255;

/// A card in the Arena or a Champion: `5 * seat + slot`, slot 0 being the Champion; neutrals follow from 30.
pub type Unit = u8;
/// The first neutral.
pub const NEUTRALS: Unit = 30;
/// Nobody.
pub const NOBODY: Unit = 255;
/// The most neutrals.
pub const MOST_NEUTRALS: usize = 6;

/// The unit of a seat's slot.
#[inline]
pub const fn unit(seat: u8, slot: u8) -> Unit {
    seat * 5 + slot
}

/// Whose unit that is, and which slot. Neutrals belong to nobody: their seat is 6 or more.
#[inline]
pub const fn seat_slot(unit: Unit) -> (u8, u8) {
    (unit / 5, unit % 5)
}

/// Rounds count from 1; then come the Tie Breaker and the laps of a Tire Fight.
pub const TIE: u8 = 5;
/// The game is over.
pub const OVER: u8 = 15;
/// The first lap.
pub const TIRE: u8 = 6;

/// The steps of the engine model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "they are named and described in the model")]
pub enum Step {
    Z1,
    Z2,
    Z3,
    Z4,
    P1,
    P2,
    P3,
    P4,
    P5,
    P6,
    P7,
    P8,
    T1,
    T2,
    T3,
    T4,
    E1,
    E2,
    E3,
    G1,
    G2,
    G3,
}

/// What part of G2 is under way: entering, ranking, placing, rolling the order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// Whatever the step begins with.
    Begin,
    /// Who enters a Tire Fight, D15.
    Enter,
    /// Dice for the order of placement.
    Rank,
    /// Placement, D14.
    Place,
    /// Dice for the order of turns, or for the victory.
    Roll,
}

/// Marks of a slot.
pub mod mark {
    /// Face up.
    pub const UP: u8 = 1;
    /// Depleted.
    pub const DEPLETED: u8 = 2;
    /// Its hands count this round.
    pub const HANDS: u8 = 4;
    /// It made its ordinary attack this turn.
    pub const ATTACKED: u8 = 8;
    /// It lies in the Arena.
    pub const DEPLOYED: u8 = 16;
}

/// Marks of a Champion.
pub mod flag {
    /// In the game.
    pub const ALIVE: u8 = 1;
    /// Moved this turn.
    pub const MOVED: u8 = 2;
    /// Attacked this turn.
    pub const ATTACKED: u8 = 4;
    /// Has sealed its choice.
    pub const SEALED: u8 = 8;
    /// One against several: has begun a turn in this round. Rules: TR-R124.
    pub const BEGAN: u8 = 16;
}

/// How often abilities with a limit were used: four counters of four bits ([`Note::counter`](crate::faces::Note)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Uses(pub u16);

impl Uses {
    /// What a counter shows.
    #[inline]
    pub fn of(self, counter: u8) -> u8 {
        (self.0 >> (4 * counter) & 15) as u8
    }

    /// Counts one more use.
    pub fn add(&mut self, counter: u8) {
        if self.of(counter) < 15 {
            self.0 += 1 << (4 * counter);
        }
    }

    /// Sets a counter.
    pub fn set(&mut self, counter: u8, count: u8) {
        self.0 = self.0 & !(15 << (4 * counter)) | u16::from(count & 15) << (4 * counter);
    }
}

/// A slot of a loadout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// The card; [`NO_CARD`] for none.
    pub card: u16,
    /// See [`mark`].
    pub marks: u8,
    /// Where it was deployed.
    pub square: Square,
    /// Which way it faces there.
    pub facing: Facing,
    /// Life of a minion.
    pub life: u8,
    /// Uses of its abilities.
    pub uses: Uses,
}

impl Slot {
    /// Nothing.
    pub const EMPTY: Self =
        Self { card: NO_CARD, marks: 0, square: NOWHERE, facing: 0, life: 0, uses: Uses(0) };

    /// A card face down.
    pub const fn hidden(card: u16) -> Self {
        Self { card, ..Self::EMPTY }
    }

    /// Whether it has these marks.
    #[inline]
    pub const fn has(&self, marks: u8) -> bool {
        self.marks & marks == marks
    }

    /// Whether a card lies in it, face up or down.
    #[inline]
    pub const fn is_filled(&self) -> bool {
        self.card != NO_CARD
    }

    /// Whether a card lies face up in it (or in the Arena).
    #[inline]
    pub const fn is_up(&self) -> bool {
        self.marks & mark::UP != 0
    }

    /// Whether a card lies in it that is charged and has not attacked this turn.
    #[inline]
    pub const fn is_ready(&self) -> bool {
        self.marks & (mark::UP | mark::DEPLETED | mark::ATTACKED) == mark::UP
    }

    /// Whether a card lies face down in it.
    #[inline]
    pub const fn is_down(&self) -> bool {
        self.card != NO_CARD && self.marks & mark::UP == 0
    }
}

/// A seat: its Champion and its slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Side {
    /// The Champion's card; [`NO_CARD`] before it is chosen.
    pub champion: u16,
    /// Where it stands; [`NOWHERE`] before placement and after defeat.
    pub square: Square,
    /// Which way it faces.
    pub facing: Facing,
    /// Life left.
    pub life: u8,
    /// Unspent Actions.
    pub actions: u8,
    /// Agility when the pool was last put right.
    pub agility: u8,
    /// See [`flag`].
    pub flags: u8,
    /// Hands of cards that were committed this round and have been discarded since. Rules: TR-R47.
    pub gone_hands: u8,
    /// The name of the seat: four times the point of its side, and its number in a team, or 0.
    pub name: u8,
    /// Uses of the Champion's abilities.
    pub uses: Uses,
    /// Who has seen which face-down slot: six bits for each slot.
    pub seen: u32,
    /// What its face-up cards listen to and change by their texts; follows from the cards.
    pub ears: u32,
    /// The slots, the first being slot 1.
    pub slots: [Slot; SLOTS],
}

impl Side {
    /// Nobody.
    pub const EMPTY: Self = Self {
        champion: NO_CARD,
        square: NOWHERE,
        facing: 0,
        life: 0,
        actions: 0,
        agility: 0,
        flags: 0,
        gone_hands: 0,
        name: 0,
        uses: Uses(0),
        seen: 0,
        ears: 0,
        slots: [Slot::EMPTY; SLOTS],
    };

    /// Whether it is still in the game.
    #[inline]
    pub const fn is_alive(&self) -> bool {
        self.flags & flag::ALIVE != 0
    }

    /// Where its cards in the Arena leave room for nobody else, and where its minions are, as bits of spaces.
    /// Rules: TR-R35.
    #[inline(never)]
    fn laid(&self, rules: &Rules) -> (u32, u32) {
        let deployed = self.slots.iter().filter(|slot| slot.has(mark::DEPLOYED));
        deployed.fold((0, 0), |(taken, minions), slot| {
            let bit = 1 << slot.square;
            let occupies = rules.face(slot.card).occupies();
            (taken | if occupies { bit } else { 0 }, minions | if slot.life > 0 { bit } else { 0 })
        })
    }

    /// Whether a seat has seen a face-down slot, counted from 0.
    pub const fn is_seen(&self, slot: usize, by: usize) -> bool {
        self.seen >> (6 * slot + by) & 1 == 1
    }
}

/// The seats. Two lie in the position itself; crowds have the others on the heap, with room for the most.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Seats {
    two: [Side; 2],
    more: Option<Box<[Side; SEATS - 2]>>,
}

impl Seats {
    /// So many seats with nobody in them.
    pub fn new(count: u8) -> Self {
        Self { two: [Side::EMPTY; 2], more: (count > 2).then(|| Box::new([Side::EMPTY; SEATS - 2])) }
    }

    /// A seat, if there is room for it.
    #[inline]
    pub fn get(&self, seat: usize) -> Option<&Side> {
        if seat < 2 { Some(&self.two[seat]) } else { self.more.as_ref()?.get(seat - 2) }
    }

    /// All there is room for, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Side> {
        self.two.iter().chain(self.more.iter().flat_map(|more| more.iter()))
    }

    /// Calls for all there is room for, in order.
    #[inline]
    fn for_each(&self, mut each: impl FnMut(usize, &Side)) {
        each(0, &self.two[0]);
        each(1, &self.two[1]);
        if let Some(more) = &self.more {
            for (nth, side) in more.iter().enumerate() {
                each(nth + 2, side);
            }
        }
    }

    /// All there is room for, in order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Side> {
        self.two.iter_mut().chain(self.more.iter_mut().flat_map(|more| more.iter_mut()))
    }
}

impl Index<usize> for Seats {
    type Output = Side;
    #[inline]
    fn index(&self, seat: usize) -> &Side {
        if seat < 2 { &self.two[seat] } else { &self.more.as_ref().expect("a crowd")[seat - 2] }
    }
}

impl IndexMut<usize> for Seats {
    #[inline]
    fn index_mut(&mut self, seat: usize) -> &mut Side {
        if seat < 2 { &mut self.two[seat] } else { &mut self.more.as_mut().expect("a crowd")[seat - 2] }
    }
}

impl Clone for Seats {
    fn clone(&self) -> Self {
        Self { two: self.two, more: self.more.clone() }
    }

    fn clone_from(&mut self, from: &Self) {
        self.two = from.two;
        self.more.clone_from(&from.more);
    }
}

/// A change that lasts. Rules: TR-R79.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lasting {
    /// The card whose text it is.
    pub card: u16,
    /// Which ability of it.
    pub ability: u8,
    /// Which clause of that.
    pub clause: u8,
    /// The seat that used it.
    pub owner: u8,
    /// Who is changed.
    pub bearer: Unit,
    /// When it ends.
    pub end: End,
}

/// When a change ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// With an attack: which of those in progress, counted from 1.
    Attack(u8),
    /// With the turn.
    Turn,
    /// With the round.
    Round,
    /// With the game.
    Game,
    /// With the next turn of a seat, which is yet to begin.
    Next(u8),
}

/// Tokens of one name on one card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Token {
    /// What they lie on.
    pub unit: Unit,
    /// Which name: a place in [`Rules::tokens`].
    pub name: u8,
    /// How many.
    pub count: u8,
}

/// How tokens are called that powers put: Life-poison, Action-poison and Save.
pub const POWER_TOKENS: [&str; 3] = ["lp", "ap", "sv"];
/// Life-poison, the first name. Rules: TR-R92.
pub const LIFE_POISON: u8 = 0;
/// Action-poison.
pub const ACTION_POISON: u8 = 1;
/// Save tokens. Rules: TR-R98.
pub const SAVE: u8 = 2;
/// The most tokens of a name on a card. Rules: TR-R77.
pub const MOST_TOKENS: u8 = 12;

/// An ability that was used, or has lapsed, in a window.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Use {
    /// The frame of the window.
    pub depth: u8,
    /// The card.
    pub unit: Unit,
    /// The ability.
    pub ability: u8,
}

/// An open window. Rules: TR-R64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// Which one.
    pub window: Window,
    /// Whom it is about; [`NOBODY`] if nobody.
    pub subject: Unit,
    /// Where the subject came from, in W-MOVED.
    pub from: Square,
    /// Where it went.
    pub to: Square,
    /// Whether the subject lost Life, in W-DAMAGED.
    pub lost: bool,
    /// Whether the subject was defeated, in W-DAMAGED.
    pub defeated: bool,
    /// Whose go it is.
    pub go: u8,
    /// Seats that have ended their first go, as bits.
    pub had: u8,
    /// Goes in a row without a use.
    pub quiet: u8,
    /// Whether something was used in this go.
    pub acted: bool,
}

/// The steps of an attack at which something is open. Rules: TR-R37.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Blow {
    /// W-DECLARED comes, then the grid is read again.
    A3,
    /// The grid is read again.
    A4,
    /// Defense dice.
    A5,
    /// W-DEF-DICE.
    A6,
    /// The Defense Total.
    A7,
    /// Attack dice.
    A8,
    /// W-ATK-DICE.
    A9,
    /// The Attack Total.
    A10,
    /// The totals are compared; perhaps a die decides.
    A11,
    /// W-RESULT.
    A12,
    /// Damage.
    A13,
    /// The loss is worked out.
    A14,
    /// Done.
    A15,
}

/// Two to five dice, three bits each from the lowest; 0 is no die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dice(pub u16);

impl Dice {
    /// These faces.
    pub fn new(faces: &[u8]) -> Self {
        faces.iter().rev().fold(Self(0), |dice, &face| Self(dice.0 << 3 | u16::from(face)))
    }
    /// One of them.
    #[inline]
    pub fn get(self, die: u8) -> u8 {
        (self.0 >> (3 * die) & 7) as u8
    }
    /// How many.
    #[inline]
    pub fn count(self) -> u8 {
        (0..5).take_while(|&die| self.get(die) != 0).count() as u8
    }
    /// Turns one.
    pub fn set(&mut self, die: u8, face: u8) {
        self.0 = self.0 & !(7 << (3 * die)) | u16::from(face) << (3 * die);
    }
    /// Their sum.
    #[inline]
    pub fn sum(self) -> i8 {
        (0..5).map(|die| self.get(die) as i8).sum()
    }
    /// Whether there are two and they are equal. Rules: TR-CRIT-1.
    #[inline]
    pub fn doubles(self) -> bool {
        self.0 >> 6 == 0 && self.get(0) == self.get(1) && self.0 != 0
    }
    /// The faces in order.
    pub fn faces(self) -> impl Iterator<Item = u8> {
        (0..self.count()).map(move |die| self.get(die))
    }
}

/// An attack in progress. Rules: TR-R37.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// What comes next.
    pub step: Blow,
    /// The card that attacks: a Champion or a minion.
    pub attacker: Unit,
    /// The card it is made with, which may have left its slot.
    pub card: u16,
    /// Slot of the card it is made with; 0 for a base attack.
    pub slot: u8,
    /// Slot whose grid is used instead; 0 for none.
    pub lent: u8,
    /// The facing chosen for the grid, if any.
    pub facing: Option<Facing>,
    /// Who is attacked.
    pub target: Unit,
    /// The space that was named.
    pub square: Square,
    /// Whether an effect granted it.
    pub free: bool,
    /// Whether it was cancelled. Rules: TR-R87.
    pub cancelled: bool,
    /// Whether it counts as critical. Rules: TR-R56.
    pub forced: bool,
    /// Whether it hits, once known.
    pub hit: Option<bool>,
    /// The grid's number, once read.
    pub grid: i8,
    /// Defense dice.
    pub defense: Dice,
    /// Attack dice.
    pub attack: Dice,
    /// Defense Total, from A7.
    pub defense_total: i8,
    /// Attack Total, from A10.
    pub attack_total: i8,
    /// Changes of the pending damage by effects.
    pub damage: i8,
}

impl Fight {
    /// An attack that was just announced.
    pub fn announced(attacker: Unit, card: u16, strike: Strike, target: Unit) -> Self {
        Self {
            step: Blow::A3,
            attacker,
            card,
            slot: strike.slot,
            lent: strike.lent,
            facing: strike.facing,
            target,
            square: strike.target,
            free: strike.free,
            cancelled: false,
            forced: false,
            hit: None,
            grid: 0,
            defense: Dice::default(),
            attack: Dice::default(),
            defense_total: 0,
            attack_total: 0,
            damage: 0,
        }
    }

    /// Whether it hits critically. Rules: TR-CRIT-1, TR-R55, TR-R56.
    pub fn is_critical(&self) -> bool {
        self.hit == Some(true) && (self.forced || self.attack.doubles())
    }
}

/// What an effect waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wait {
    /// Nothing: the clause begins.
    No,
    /// Its user does the clause's step, or declines it.
    Step,
    /// Dice that are rolled again, or extra ones.
    Dice,
    /// The owner of the dice keeps two.
    Keep,
    /// What the clause set going.
    Done,
}

/// An effect that is worked out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Running {
    /// The card, by its place.
    pub unit: Unit,
    /// The card itself, which may have left its place.
    pub card: u16,
    /// Which ability.
    pub ability: u8,
    /// Which clause, counted from 0.
    pub clause: u8,
    /// What is waited for.
    pub wait: Wait,
    /// Actions that may still be spent (React), dice that fall (Reroll, as bits; extra dice, a number), or the first
    /// unit that a push or pull of several has not asked for.
    pub left: u8,
    /// Whether a forced movement was stopped.
    pub stopped: bool,
    /// Whom the trigger, or the clause before, named.
    pub named: Unit,
    /// What was chosen before.
    pub arguments: Arguments,
}

/// A push or pull that was chosen: it waits until all of its clause are, for they move at once. Rules: TR-R152.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shove {
    /// Who is moved.
    pub who: Unit,
    /// Which way.
    pub direction: Facing,
    /// How far, if nothing stops it.
    pub far: u8,
}

/// A set of units in few bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Units([u8; 5]);

impl Units {
    /// The set with these bits.
    pub fn of(bits: u64) -> Self {
        let [low @ .., _, _, _] = bits.to_le_bytes();
        Self(low)
    }

    /// As bits.
    pub fn bits(self) -> u64 {
        let mut bytes = [0; 8];
        bytes[..self.0.len()].copy_from_slice(&self.0);
        u64::from_le_bytes(bytes)
    }

    /// Whether it has a unit.
    pub fn has(self, unit: Unit) -> bool {
        self.bits() >> unit & 1 == 1
    }

    /// Puts a unit in.
    pub fn add(&mut self, unit: Unit) {
        *self = Self::of(self.bits() | 1 << unit);
    }
}

/// Lost Life that is worked out. Rules: TR-R106 to TR-R108.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loss {
    /// Who lost Life (or was put out) by this one change, as bits of units.
    pub units: Units,
    /// Of these, whose W-DEFEAT or W-DAMAGED has been.
    pub done: Units,
    /// Whether the defeated have been removed.
    pub removed: bool,
    /// Of the units, those that were defeated.
    pub gone: Units,
    /// Life of the Champions before it.
    pub before: [u8; SEATS],
}

/// Something that is under way; the last one goes on first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// A window.
    Window(Opening),
    /// An attack.
    Fight(Fight),
    /// A push or pull, beneath the effect that will carry it out.
    Shove(Shove),
    /// An effect.
    Running(Running),
    /// Lost Life.
    Loss(Loss),
}

/// Who stands where, as bits of spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crowd {
    /// Where nobody else fits.
    pub taken: u32,
    /// The Champion and the minions of the seat that looks.
    pub own: u32,
    /// Whom that seat may attack.
    pub enemies: u32,
}

/// Somebody without a player whom everybody may attack, and whom texts mean by enemies. Rules: TR-R102.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Neutral {
    /// Its Life; none if it is not there.
    pub life: u8,
    /// Where it stands.
    pub square: Square,
}

/// Up to six of them in few bytes: ten bits each, the lower half the space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Neutrals(u64);

impl Neutrals {
    /// The one of that number, counted from 0; one without Life if there is none.
    pub fn get(self, nth: usize) -> Neutral {
        let bits = if nth < MOST_NEUTRALS { self.0 >> (10 * nth) } else { 0 };
        Neutral { life: (bits >> 5 & 31) as u8, square: (bits & 31) as u8 }
    }

    /// Puts one down.
    pub fn set(&mut self, nth: usize, neutral: Neutral) {
        let bits = u64::from(neutral.life & 31) << 5 | u64::from(neutral.square & 31);
        self.0 = self.0 & !(1023 << (10 * nth)) | bits << (10 * nth);
    }

    /// Those in the Arena, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Unit, Neutral)> {
        // Whoever has gone leaves no bits.
        let mut nth = 0;
        let mut left = self.0;
        std::iter::from_fn(move || {
            while left != 0 {
                let neutral = Self(left).get(0);
                (left, nth) = (left >> 10, nth + 1);
                if neutral.life > 0 {
                    return Some((NEUTRALS + nth - 1, neutral));
                }
            }
            None
        })
    }
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The last enemy was defeated.
    Ko,
    /// Most Life after the last round.
    Life,
    /// Most Life after the Tie Breaker.
    Tie,
    /// The Tire Fight, or the dice after or instead of it.
    Tire,
    /// The last enemy gave up.
    Concede,
}

/// A position. Its lists have room for what duels need; crowds spill to the heap, whose memory a position that is
/// written over keeps.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// By seat.
    pub seats: Seats,
    /// What is under way, outermost first.
    pub frames: SmallVec<[Frame; 7]>,
    /// Changes that last, in order.
    pub lasting: SmallVec<[Lasting; 8]>,
    /// Tokens, in order.
    pub tokens: SmallVec<[Token; 8]>,
    /// Discard piles: seat and card, seat by seat, oldest first.
    pub out: SmallVec<[(u8, u16); 8]>,
    /// Abilities used or lapsed in the open windows, in order.
    pub uses: SmallVec<[Use; 8]>,
    /// What is left in the War Chests, in matches; in order. Battle decks leave them once all decks are in.
    pub chests: Option<Box<[Vec<u16>; 2]>>,
    /// 0 before the first round, then rounds, [`TIE`], laps from [`TIRE`].
    pub stage: u8,
    /// The step.
    pub step: Step,
    /// What part of it.
    pub part: Part,
    /// Round Order, or the order of placement.
    pub order: [u8; SEATS],
    /// How many are in the order.
    pub ordered: u8,
    /// Bit `i`: places `i` and `i + 1` of the order are tied and not yet rolled for.
    pub ties: u8,
    /// Whom each seat has beaten in a roll-off this round, as bits.
    pub beaten: [u8; SEATS],
    /// Whose turn it is; [`NO_SEAT`] between turns.
    pub turn: u8,
    /// Which place of the list of turns that is.
    pub place: u8,
    /// Actions spent this turn.
    pub spent: u8,
    /// The slot that is filled, in Z4; in Z1 of a match which card of the deck is chosen, the Champion first.
    pub filling: u8,
    /// Who is chosen to enter the Tire Fight, as bits.
    pub entering: u8,
    /// Obstacles of the Arena that still stand.
    pub obstacles: u32,
    /// Where the neutrals are, and their Life.
    pub neutrals: Neutrals,
    /// What all face-up cards listen to and change; follows from the cards.
    pub ears: u32,
    /// Who won, as bits; nobody before the end.
    pub winners: u8,
    /// Why.
    pub reason: Reason,
}

/// Lists of plain values are copied as a whole.
fn copied<A: Array<Item: Copy>>(list: &SmallVec<A>) -> SmallVec<A> {
    SmallVec::from_slice(list)
}

/// The same into a list whose memory is kept.
fn copy_into<A: Array<Item: Copy>>(list: &mut SmallVec<A>, from: &SmallVec<A>) {
    list.clear();
    list.extend_from_slice(from);
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            seats: self.seats.clone(),
            frames: copied(&self.frames),
            lasting: copied(&self.lasting),
            tokens: copied(&self.tokens),
            out: copied(&self.out),
            uses: copied(&self.uses),
            chests: self.chests.clone(),
            stage: self.stage,
            step: self.step,
            part: self.part,
            order: self.order,
            ordered: self.ordered,
            ties: self.ties,
            beaten: self.beaten,
            turn: self.turn,
            place: self.place,
            spent: self.spent,
            filling: self.filling,
            entering: self.entering,
            obstacles: self.obstacles,
            neutrals: self.neutrals,
            ears: self.ears,
            winners: self.winners,
            reason: self.reason,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        // Named one by one, so that none is forgotten.
        let Self {
            seats,
            frames,
            lasting,
            tokens,
            out,
            uses,
            chests,
            stage,
            step,
            part,
            order,
            ordered,
            ties,
            beaten,
            turn,
            place,
            spent,
            filling,
            entering,
            obstacles,
            neutrals,
            ears,
            winners,
            reason,
        } = from;
        self.seats.clone_from(seats);
        copy_into(&mut self.frames, frames);
        copy_into(&mut self.lasting, lasting);
        copy_into(&mut self.tokens, tokens);
        copy_into(&mut self.out, out);
        copy_into(&mut self.uses, uses);
        self.chests.clone_from(chests);
        self.stage = *stage;
        self.step = *step;
        self.part = *part;
        self.order = *order;
        self.ordered = *ordered;
        self.ties = *ties;
        self.beaten = *beaten;
        self.turn = *turn;
        self.place = *place;
        self.spent = *spent;
        self.filling = *filling;
        self.entering = *entering;
        self.obstacles = *obstacles;
        self.neutrals = *neutrals;
        self.ears = *ears;
        self.winners = *winners;
        self.reason = *reason;
    }
}

impl State {
    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.winners != 0
    }

    /// The order, as a list.
    #[inline]
    pub fn order(&self) -> &[u8] {
        &self.order[..usize::from(self.ordered)]
    }

    /// The seats in the game, as bits.
    #[inline]
    pub fn living(&self) -> u8 {
        let mut living = 0;
        self.seats.for_each(|seat, side| living |= u8::from(side.is_alive()) << seat);
        living
    }

    /// A slot, counted from 1.
    #[inline]
    pub fn slot(&self, seat: u8, slot: u8) -> &Slot {
        &self.seats[usize::from(seat)].slots[usize::from(slot) - 1]
    }

    /// A slot, counted from 1.
    #[inline]
    pub fn slot_mut(&mut self, seat: u8, slot: u8) -> &mut Slot {
        &mut self.seats[usize::from(seat)].slots[usize::from(slot) - 1]
    }

    /// The card of a unit that is no neutral.
    #[inline]
    pub fn card_of(&self, unit: Unit) -> u16 {
        match seat_slot(unit) {
            (seat, 0) => self.seats[usize::from(seat)].champion,
            (seat, slot) => self.slot(seat, slot).card,
        }
    }

    /// Where a unit stands; nothing if it is not in the Arena.
    #[inline]
    pub fn square_of(&self, unit: Unit) -> Option<Square> {
        if unit >= NEUTRALS {
            let nth = usize::from(unit - NEUTRALS);
            return Some(self.neutrals.get(nth))
                .filter(|neutral| neutral.life > 0)
                .map(|neutral| neutral.square);
        }
        let square = match seat_slot(unit) {
            (seat, 0) => self.seats[usize::from(seat)].square,
            (seat, slot) => {
                let slot = self.slot(seat, slot);
                if slot.has(mark::DEPLOYED) { slot.square } else { NOWHERE }
            }
        };
        (square != NOWHERE).then_some(square)
    }

    /// Which way a unit faces.
    #[inline]
    pub fn facing_of(&self, unit: Unit) -> Facing {
        match seat_slot(unit) {
            (seat, 0) if unit < NEUTRALS => self.seats[usize::from(seat)].facing,
            (seat, slot) if unit < NEUTRALS => self.slot(seat, slot).facing,
            _ => 0,
        }
    }

    /// Where a Champion or deployed minion stands, and which way it faces; [`NOWHERE`] if it is not in the Arena.
    #[inline]
    pub fn stance_of(&self, unit: Unit) -> (Square, Facing) {
        let (seat, slot) = seat_slot(unit);
        let side = &self.seats[usize::from(seat)];
        match side.slots.get(usize::from(slot).wrapping_sub(1)) {
            None => (side.square, side.facing),
            Some(slot) if slot.has(mark::DEPLOYED) => (slot.square, slot.facing),
            Some(_) => (NOWHERE, 0),
        }
    }

    /// Life of a unit; 0 if it has none.
    pub fn life_of(&self, unit: Unit) -> u8 {
        if unit >= NEUTRALS {
            return self.neutrals.get(usize::from(unit - NEUTRALS)).life;
        }
        match seat_slot(unit) {
            (seat, 0) => self.seats[usize::from(seat)].life,
            (seat, slot) => self.slot(seat, slot).life,
        }
    }

    /// Sets Life.
    pub fn set_life(&mut self, unit: Unit, life: u8) {
        if unit >= NEUTRALS {
            let nth = usize::from(unit - NEUTRALS);
            self.neutrals.set(nth, Neutral { life, ..self.neutrals.get(nth) });
            return;
        }
        match seat_slot(unit) {
            (seat, 0) => self.seats[usize::from(seat)].life = life,
            (seat, slot) => self.slot_mut(seat, slot).life = life,
        }
    }

    /// The innermost attack in progress.
    pub fn fight(&self) -> Option<&Fight> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Fight(fight) => Some(fight),
            _ => None,
        })
    }

    /// The innermost attack in progress.
    pub fn fight_mut(&mut self) -> Option<&mut Fight> {
        self.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Fight(fight) => Some(fight),
            _ => None,
        })
    }

    /// How many attacks are in progress.
    pub fn fights(&self) -> u8 {
        self.frames.iter().filter(|frame| matches!(frame, Frame::Fight(_))).count() as u8
    }

    /// Puts a card into a discard pile; the piles lie one behind the other.
    pub fn put_out(&mut self, seat: u8, card: u16) {
        let place = self.out.iter().position(|&(of, _)| of > seat).unwrap_or(self.out.len());
        self.out.insert(place, (seat, card));
    }

    /// Tokens of a name on a unit.
    pub fn tokens_on(&self, unit: Unit, name: u8) -> u8 {
        let found = self.tokens.iter().find(|token| token.unit == unit && token.name == name);
        found.map_or(0, |token| token.count)
    }

    /// Sets the tokens of a name on a unit. Rules: TR-R77.
    pub fn set_tokens(&mut self, unit: Unit, name: u8, count: u8) {
        let count = count.min(MOST_TOKENS);
        let place = self.tokens.iter().position(|token| (token.unit, token.name) >= (unit, name));
        let place = place.unwrap_or(self.tokens.len());
        let there = self.tokens.get(place).is_some_and(|token| token.unit == unit && token.name == name);
        match (there, count) {
            (true, 0) => drop(self.tokens.remove(place)),
            (true, _) => self.tokens[place].count = count,
            (false, 0) => {}
            (false, _) => self.tokens.insert(place, Token { unit, name, count }),
        }
    }

    /// Uses of a unit's abilities.
    #[inline]
    pub fn uses_of(&self, unit: Unit) -> Uses {
        match seat_slot(unit) {
            (seat, 0) => self.seats[usize::from(seat)].uses,
            (seat, slot) => self.slot(seat, slot).uses,
        }
    }

    /// Uses of a unit's abilities.
    pub fn uses_of_mut(&mut self, unit: Unit) -> &mut Uses {
        match seat_slot(unit) {
            (seat, 0) => &mut self.seats[usize::from(seat)].uses,
            (seat, slot) => &mut self.slot_mut(seat, slot).uses,
        }
    }

    /// Whether any card lies in the Arena.
    #[inline]
    pub fn is_laid(&self) -> bool {
        self.ears & standing::IN_ARENA != 0
    }

    /// The spaces that are taken, as bits. Rules: TR-MOVE-8, TR-R35.
    #[inline]
    pub fn occupied(&self, rules: &Rules) -> u32 {
        self.crowd(rules, NO_SEAT).taken
    }

    /// Who stands where, as a seat sees it. Rules: TR-MOVE-8, TR-R35, TR-R39.
    #[inline]
    pub fn crowd(&self, rules: &Rules, seat: u8) -> Crowd {
        let mut crowd = Crowd { taken: self.obstacles, own: 0, enemies: 0 };
        let own_team = rules.teams.get(usize::from(seat)).copied().unwrap_or(NO_SEAT);
        // Nobody stands outside: bits of no space are masked in the end.
        self.seats.for_each(|nth, side| {
            let mut living = 1 << side.square;
            if self.is_laid() {
                let (taken, minions) = side.laid(rules);
                crowd.taken |= taken;
                living |= minions;
            }
            crowd.taken |= living;
            if nth == usize::from(seat) {
                crowd.own = living;
            } else if rules.teams[nth] != own_team {
                crowd.enemies |= living;
            }
        });
        for (_, neutral) in self.neutrals.iter() {
            crowd.taken |= 1 << neutral.square;
            crowd.enemies |= 1 << neutral.square;
        }
        let all = rules.arena.all;
        Crowd { taken: crowd.taken & all, own: crowd.own & all, enemies: crowd.enemies & all }
    }

    /// The unit with Life that stands on a space. Rules: TR-MOVE-8.
    pub fn unit_on(&self, rules: &Rules, square: Square) -> Option<Unit> {
        for seat in 0..rules.players {
            let side = &self.seats[usize::from(seat)];
            if side.square == square && square != NOWHERE {
                return Some(unit(seat, 0));
            }
            if !self.is_laid() {
                continue;
            }
            for (nth, slot) in side.slots.iter().enumerate() {
                if slot.has(mark::DEPLOYED) && slot.square == square && rules.face(slot.card).is_minion() {
                    return Some(unit(seat, nth as u8 + 1));
                }
            }
        }
        self.neutrals.iter().find(|(_, neutral)| neutral.square == square).map(|(who, _)| who)
    }
}

/// A position is cloned all the time: there is room for what duels need, and not much more.
const _: () = assert!(size_of::<State>() <= 512);

#[cfg(test)]
mod tests {
    use engine::{Game, Settings, Sources, Start};

    use super::*;
    use crate::arena::read_square;
    use crate::game::TimeRift;

    #[testkit::rules("TR-R102")]
    #[test]
    fn a_neutral_without_life_is_nowhere() {
        let settings = Settings::parse("features=neutral@c2L2+1").expect("settings");
        let start: Start<TimeRift> =
            TimeRift::compile(&settings, &Sources::none()).unwrap_or_else(|faults| panic!("{faults}"));
        let mut state = start.state.clone();
        assert_eq!(state.square_of(NEUTRALS), read_square("c2"));
        state.set_life(NEUTRALS, 0);
        assert_eq!(state.square_of(NEUTRALS), None);
        assert_eq!(state.square_of(NEUTRALS + 1), None, "there is no second one");
    }

    #[test]
    fn two_seats_need_no_heap_and_crowds_have_room_for_six() {
        for (count, room) in [(2, 2), (3, 6), (6, 6)] {
            let mut seats = Seats::new(count);
            assert_eq!(seats.iter().count(), room);
            seats.iter_mut().zip(1..).for_each(|(side, life)| side.life = life);
            for seat in 0..room {
                assert_eq!(seats[seat].life, seat as u8 + 1);
                assert_eq!(seats.get(seat), Some(&seats[seat]));
            }
            assert_eq!(seats.get(room), None);
            seats[room - 1].life = 99;
            let mut other = Seats::new(count);
            assert_ne!(other, seats);
            other.clone_from(&seats);
            assert_eq!((&other, other.clone()), (&seats, seats.clone()));
        }
    }
}
