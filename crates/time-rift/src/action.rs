//! What a seat or Chance can do.

use smallvec::SmallVec;

use crate::arena::{Arena, Facing, NOWHERE, STRIDE, Square};
use crate::moves::BY_SQUARE;

/// One argument of an effect, as it is stored: [`Argument::None`] is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// Nothing was to be chosen.
    None,
    /// Whoever stands on a space.
    Square(Square),
    /// So many.
    Number(u8),
    /// The own card in a slot.
    Slot(u8),
    /// The own cards in two slots.
    Swap(u8, u8),
    /// A unit, once an effect is under way: whoever was on the space that was named.
    Unit(u8),
}

impl Argument {
    /// One byte; each kind has a range of its own.
    pub const fn pack(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Square(square) => 1 + square,
            Self::Number(number) => 32 + number,
            Self::Slot(slot) => 64 + slot,
            Self::Swap(a, b) => 72 + a * 8 + b,
            Self::Unit(unit) => 128 + (unit & 63),
        }
    }

    /// What a byte stands for.
    pub const fn unpack(byte: u8) -> Self {
        match byte {
            0 => Self::None,
            1..=31 => Self::Square(byte - 1),
            32..=63 => Self::Number(byte - 32),
            64..=71 => Self::Slot(byte - 64),
            72..=127 => Self::Swap((byte - 72) / 8, (byte - 72) % 8),
            128.. => Self::Unit(byte - 128),
        }
    }
}

/// No effect has more arguments, a card of the War Chest left aside.
pub const MOST_ARGUMENTS: usize = 4;

/// What was chosen before an effect is paid for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Arguments {
    /// [`Argument`]s, packed.
    pub list: [u8; MOST_ARGUMENTS],
    /// One more than the number of a card of the War Chest; 0 for none.
    pub card: u16,
}

impl Arguments {
    /// These, and no card of the War Chest.
    pub fn new(list: &[Argument]) -> Self {
        let list = std::array::from_fn(|nth| list.get(nth).map_or(0, |argument| argument.pack()));
        Self { list, card: 0 }
    }

    /// One of them.
    #[inline]
    pub fn get(&self, nth: usize) -> Argument {
        self.list.get(nth).map_or(Argument::None, |&byte| Argument::unpack(byte))
    }

    /// The same with another one.
    #[must_use]
    pub fn with(mut self, nth: usize, argument: Argument) -> Self {
        self.list[nth] = argument.pack();
        self
    }
}

/// The number of no card.
pub const NO_CARD: u16 = u16::MAX;
/// The number of a card that is hidden from whoever looks.
pub const UNKNOWN_CARD: u16 = u16::MAX - 1;
/// No granted move is longer.
pub const LONGEST_MOVE: usize = 12;

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// D1: a battle deck, by its place among the candidates.
    Deck(u8),
    /// D1, D17 in a match: one card for the battle deck; nothing for no more.
    Pick(Option<u16>),
    /// D2: a side, as a facing.
    Side(Facing),
    /// D3, D14: a space and a facing.
    Place(Square, Facing),
    /// D4: slot, and the number of the card; nothing leaves it empty.
    Fill(u8, Option<u16>),
    /// A way of one step or more, and the facing at its end.
    Move(Way, Facing),
    /// A move of zero spaces.
    Stay(Square),
    /// A turn on the spot.
    Rotate(Square, Facing),
    /// Straight to a space.
    Jump(Square, Square, Facing),
    /// D10: a direction and a distance.
    Forced(Square, Facing, u8),
    /// A slot into a space; minions get a facing.
    Deploy(u8, Square, Option<Facing>),
    /// An attack.
    Strike(Strike),
    /// Slot, ability counted from 1, arguments.
    Effect(u8, u8, Arguments),
    /// D9: dice to roll again, as bits.
    Reroll(u8),
    /// D9: a die and its new value; dice count from 0.
    SetDie(u8, u8),
    /// D9: two dice kept.
    Keep(u8, u8),
    /// D13: the name of a seat (four times the point of its side, and its number in the team), and a slot.
    Look(u8, u8),
    /// D15: the Champion on a space.
    Enter(Square),
    /// The end of a turn.
    End,
    /// A pass, or something declined.
    Pass,
    /// Dice: how many, and their faces in order.
    Dice(u8, [u8; 6]),
}

/// What a step adds to the number of a space: north, east, south, west, then the diagonals clockwise.
const STEPS: [u8; 8] = [5, 1, 27, 31, 6, 28, 26, 4];

/// A way through the Arena, step by step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Way {
    /// Where it begins.
    pub from: Square,
    /// How many steps.
    pub steps: u8,
    /// Three bits for the direction of each step, the first one lowest: the four facings, then the diagonals, which
    /// no rule allows but somebody may ask for.
    pub turns: u64,
}

impl Way {
    /// A way of one step.
    pub const fn step(from: Square, direction: Facing) -> Self {
        Self { from, steps: 1, turns: direction as u64 }
    }

    /// The same way and one step more.
    #[must_use]
    pub const fn and(self, direction: Facing) -> Self {
        Self { turns: self.turns | (direction as u64) << (3 * self.steps), steps: self.steps + 1, ..self }
    }

    /// The directions of its steps.
    pub fn directions(self) -> impl Iterator<Item = Facing> {
        (0..self.steps).map(move |step| (self.turns >> (3 * step) & 7) as Facing)
    }

    /// The spaces it leads over, the last one being where it ends. Spaces outside are as on an endless board.
    pub fn squares(self) -> SmallVec<[Square; LONGEST_MOVE]> {
        let mut at = self.from;
        self.directions()
            .map(|direction| {
                let step = STEPS[usize::from(direction)];
                at = at.wrapping_add(step) & 31;
                at
            })
            .collect()
    }

    /// Whether all its steps go along rows and columns. Rules: TR-MOVE-9.
    pub fn is_straight(self) -> bool {
        self.directions().all(|direction| direction < 4)
    }

    /// Where it ends.
    #[inline]
    pub fn end(self) -> Square {
        if self.steps == 1 {
            return self.from.wrapping_add(STEPS[(self.turns & 7) as usize]) & 31;
        }
        self.squares().last().copied().unwrap_or(self.from)
    }
}

/// An attack that is announced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strike {
    /// Whether an effect grants it.
    pub free: bool,
    /// The slot it is made with; 0 for a base attack.
    pub slot: u8,
    /// The slot whose grid is used instead, if any; 0 for none.
    pub lent: u8,
    /// The space of the target.
    pub target: Square,
    /// The facing the grid is read with, if it was chosen.
    pub facing: Option<Facing>,
}

impl Strike {
    /// An ordinary attack with a slot, on whatever space.
    #[inline]
    pub const fn ordinary(slot: u8) -> Self {
        Self { free: false, slot, lent: 0, target: NOWHERE, facing: None }
    }
}

/// A [`Deed`] in eight bytes; the order of the numbers is the canonical order of options.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action(u64);

/// Writes numbers into a word from the top down, so that the first one counts most in its order.
struct Packer {
    word: u64,
    free: u32,
}

impl Packer {
    const fn new(kind: u8) -> Self {
        Self { word: (kind as u64) << 59, free: 59 }
    }
    const fn put(self, value: u64, width: u32) -> Self {
        let free = self.free - width;
        Self { word: self.word | value << free, free }
    }
    const fn action(self) -> Action {
        Action(self.word)
    }
}

struct Unpacker {
    word: u64,
    free: u32,
}

impl Unpacker {
    const fn take(&mut self, width: u32) -> u8 {
        self.free -= width;
        (self.word >> self.free & ((1 << width) - 1)) as u8
    }
    const fn take_wide(&mut self) -> u16 {
        self.free -= 16;
        (self.word >> self.free & 0xffff) as u16
    }
}

/// An optional number below 4 in three bits.
const fn maybe(value: Option<u8>) -> u64 {
    match value {
        Some(value) => 1 + value as u64,
        None => 0,
    }
}

const fn perhaps(bits: u8) -> Option<u8> {
    match bits {
        0 => None,
        bits => Some(bits - 1),
    }
}

impl From<Deed> for Action {
    #[inline]
    fn from(deed: Deed) -> Self {
        let new = Packer::new;
        let wide = |value: u8| u64::from(value);
        match deed {
            Deed::Deck(index) => new(0).put(wide(index), 8).action(),
            Deed::Side(side) => new(1).put(wide(side), 2).action(),
            Deed::Place(square, facing) => new(2).put(wide(square), 5).put(wide(facing), 2).action(),
            Deed::Fill(slot, card) => {
                new(3).put(wide(slot), 3).put(u64::from(card.unwrap_or(NO_CARD)), 16).action()
            }
            Deed::Move(way, facing) => new(4)
                .put(wide(way.from), 5)
                .put(wide(way.end()), 5)
                .put(wide(facing), 2)
                .put(wide(way.steps), 4)
                .put(way.turns, 36)
                .action(),
            Deed::Stay(square) => new(5).put(wide(square), 5).action(),
            Deed::Rotate(square, facing) => new(6).put(wide(square), 5).put(wide(facing), 2).action(),
            Deed::Jump(from, to, facing) => {
                new(7).put(wide(from), 5).put(wide(to), 5).put(wide(facing), 2).action()
            }
            Deed::Forced(square, facing, far) => {
                new(8).put(wide(square), 5).put(wide(facing), 2).put(wide(far), 4).action()
            }
            Deed::Deploy(slot, square, facing) => {
                new(9).put(wide(slot), 3).put(wide(square), 5).put(maybe(facing), 3).action()
            }
            Deed::Strike(strike) => new(10)
                .put(u64::from(strike.free), 1)
                .put(wide(strike.slot), 3)
                .put(wide(strike.lent), 3)
                .put(wide(strike.target), 5)
                .put(maybe(strike.facing), 3)
                .action(),
            Deed::Effect(slot, ability, arguments) => {
                let packer = new(11).put(wide(slot), 3).put(wide(ability), 4);
                let packer =
                    arguments.list.into_iter().fold(packer, |packer, byte| packer.put(wide(byte), 8));
                packer.put(u64::from(arguments.card), 16).action()
            }
            Deed::Reroll(dice) => new(12).put(wide(dice), 5).action(),
            Deed::SetDie(die, value) => new(13).put(wide(die), 3).put(wide(value), 3).action(),
            Deed::Keep(a, b) => new(14).put(wide(a), 3).put(wide(b), 3).action(),
            Deed::Look(seat, slot) => new(15).put(wide(seat), 4).put(wide(slot), 3).action(),
            Deed::Enter(square) => new(16).put(wide(square), 5).action(),
            Deed::End => new(17).action(),
            Deed::Pass => new(18).action(),
            Deed::Pick(card) => new(20).put(u64::from(card.unwrap_or(NO_CARD)), 16).action(),
            Deed::Dice(count, faces) => {
                let packer = new(19).put(wide(count), 3);
                faces.into_iter().fold(packer, |packer, face| packer.put(wide(face), 3)).action()
            }
        }
    }
}

impl Action {
    /// What is done.
    #[inline]
    pub fn deed(self) -> Deed {
        let mut word = Unpacker { word: self.0, free: 59 };
        match self.0 >> 59 {
            0 => Deed::Deck(word.take(8)),
            1 => Deed::Side(word.take(2)),
            2 => Deed::Place(word.take(5), word.take(2)),
            3 => Deed::Fill(word.take(3), Some(word.take_wide()).filter(|&card| card != NO_CARD)),
            4 => {
                let (from, _, facing, steps) = (word.take(5), word.take(5), word.take(2), word.take(4));
                let turns = self.0 >> (word.free - 36) & ((1 << 36) - 1);
                Deed::Move(Way { from, steps, turns }, facing)
            }
            5 => Deed::Stay(word.take(5)),
            6 => Deed::Rotate(word.take(5), word.take(2)),
            7 => Deed::Jump(word.take(5), word.take(5), word.take(2)),
            8 => Deed::Forced(word.take(5), word.take(2), word.take(4)),
            9 => Deed::Deploy(word.take(3), word.take(5), perhaps(word.take(3))),
            10 => Deed::Strike(Strike {
                free: word.take(1) == 1,
                slot: word.take(3),
                lent: word.take(3),
                target: word.take(5),
                facing: perhaps(word.take(3)),
            }),
            11 => {
                let (slot, ability) = (word.take(3), word.take(4));
                let list = std::array::from_fn(|_| word.take(8));
                Deed::Effect(slot, ability, Arguments { list, card: word.take_wide() })
            }
            12 => Deed::Reroll(word.take(5)),
            13 => Deed::SetDie(word.take(3), word.take(3)),
            14 => Deed::Keep(word.take(3), word.take(3)),
            15 => Deed::Look(word.take(4), word.take(3)),
            16 => Deed::Enter(word.take(5)),
            17 => Deed::End,
            18 => Deed::Pass,
            20 => Deed::Pick(Some(word.take_wide()).filter(|&card| card != NO_CARD)),
            _ => Deed::Dice(word.take(3), std::array::from_fn(|_| word.take(3))),
        }
    }

    /// If it is a step or a turn on the spot: from where, to where, and the facing then.
    #[inline]
    pub fn step(self) -> Option<(Square, Square, Facing)> {
        let bits = |from: u32, width: u32| (self.0 >> from) as u8 & ((1 << width) - 1);
        match self.0 >> 59 {
            4 if bits(43, 4) == 1 => Some((bits(54, 5), bits(49, 5), bits(47, 2))),
            6 => Some((bits(54, 5), bits(54, 5), bits(52, 2))),
            _ => None,
        }
    }

    /// Whether it is an attack.
    #[inline]
    pub fn is_strike(self) -> bool {
        self.0 >> 59 == 10
    }

    /// Whether it uses an effect.
    #[inline]
    pub fn is_effect(self) -> bool {
        self.0 >> 59 == 11
    }

    /// Dice with these faces.
    pub fn dice(faces: &[u8]) -> Self {
        let mut all = [0; 6];
        all[..faces.len()].copy_from_slice(faces);
        Deed::Dice(faces.len() as u8, all).into()
    }

    /// Two dice.
    #[inline]
    pub const fn two_dice(a: u8, b: u8) -> Self {
        Packer::new(19).put(2, 3).put(a as u64, 3).put(b as u64, 3).action()
    }

    /// A step in a direction to the space there, with each facing at its end. The same as from the [`Deed`]s, faster.
    #[inline]
    pub const fn maneuvers(from: Square, to: Square, direction: Facing) -> [Self; 4] {
        let packer = Packer::new(4).put(from as u64, 5).put(to as u64, 5).put(0, 2).put(1, 4);
        let word = packer.put(direction as u64, 36).word;
        let facing = 1 << (59 - 12);
        [Self(word), Self(word + facing), Self(word + 2 * facing), Self(word + 3 * facing)]
    }

    /// A turn on the spot.
    #[inline]
    pub const fn rotate(square: Square, facing: Facing) -> Self {
        Packer::new(6).put(square as u64, 5).put(facing as u64, 2).action()
    }

    /// An ordinary attack with a slot.
    #[inline]
    pub const fn strike(slot: u8, target: Square) -> Self {
        Packer::new(10).put(0, 1).put(slot as u64, 3).put(0, 3).put(target as u64, 5).put(0, 3).action()
    }

    /// The end of the turn.
    pub const END: Self = Packer::new(17).action();
}

/// Every step and every turn on the spot in an Arena, ready to be offered.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The spaces next to each one, as bits.
    near: [u32; 32],
    /// By the space, and which of the spaces next to it are free: south, west, east, north from the lowest bit.
    maneuvers: [[Maneuvers; 16]; 32],
    rotations: [[[Action; 3]; 4]; 32],
}

/// Steps to one to four spaces, with each facing at the end of each.
#[derive(Clone, Copy, Debug)]
struct Maneuvers {
    count: u8,
    list: [Action; 16],
}

impl Maneuvers {
    fn new(from: Square, next: [Square; 4], open: usize) -> Self {
        let mut maneuvers = Self { count: 0, list: [Action::END; 16] };
        for (_, direction) in BY_SQUARE.into_iter().enumerate().filter(|(nth, _)| open >> nth & 1 == 1) {
            let steps = Action::maneuvers(from, next[usize::from(direction)], direction);
            maneuvers.list[usize::from(maneuvers.count)..][..4].copy_from_slice(&steps);
            maneuvers.count += 4;
        }
        maneuvers
    }
}

impl Steps {
    /// Those of an Arena.
    pub fn new(arena: &Arena) -> Self {
        let facings = |own: usize| {
            let mut others = (0..4).filter(|&facing| usize::from(facing) != own);
            std::array::from_fn::<Facing, 3, _>(|_| others.next().unwrap_or(0))
        };
        Self {
            near: arena.next.map(|next| next.into_iter().fold(0, |set, to| set | 1 << to) & arena.all),
            maneuvers: std::array::from_fn(|from| {
                std::array::from_fn(|open| Maneuvers::new(from as Square, arena.next[from], open))
            }),
            rotations: std::array::from_fn(|at| {
                std::array::from_fn(|own| facings(own).map(|facing| Action::rotate(at as Square, facing)))
            }),
        }
    }

    /// Every step to one of these spaces from the one beside it, in order.
    #[inline]
    pub fn maneuvers(&self, from: Square, free: u32) -> &[Action] {
        // The space to the south comes to lie on bit 0, the others on 4, 6 and 10.
        let around = u64::from(free & self.near[usize::from(from & 31)]) << STRIDE >> (from & 31);
        let open = around & 1 | around >> 3 & 2 | around >> 4 & 4 | around >> 7 & 8;
        let Maneuvers { count, list } = &self.maneuvers[usize::from(from & 31)][open as usize & 15];
        &list[..usize::from(*count)]
    }

    /// Every turn on the spot for somebody who faces that way.
    #[inline]
    pub fn rotations(&self, at: Square, now: Facing) -> &[Action; 3] {
        &self.rotations[usize::from(at & 31)][usize::from(now & 3)]
    }
}

const _: () = assert!(NOWHERE == 31);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::bits;

    #[test]
    fn deeds_pack_and_unpack() {
        let way = Way::step(6, 0).and(1).and(1);
        let deeds = [
            Deed::Deck(200),
            Deed::Pick(Some(151)),
            Deed::Pick(None),
            Deed::Side(3),
            Deed::Place(24, 3),
            Deed::Fill(4, Some(3)),
            Deed::Fill(1, Some(0)),
            Deed::Fill(1, None),
            Deed::Move(way, 2),
            Deed::Stay(7),
            Deed::Rotate(24, 1),
            Deed::Jump(3, 24, 2),
            Deed::Forced(12, 3, 12),
            Deed::Deploy(4, 11, Some(3)),
            Deed::Deploy(4, 11, None),
            Deed::Strike(Strike { free: true, slot: 4, lent: 2, target: 24, facing: Some(3) }),
            Deed::Effect(
                4,
                8,
                Arguments::new(&[Argument::Square(24), Argument::Swap(3, 4), Argument::Number(12)]),
            ),
            Deed::Effect(0, 1, Arguments { card: 500, ..Arguments::new(&[Argument::Slot(4)]) }),
            Deed::Reroll(31),
            Deed::SetDie(4, 6),
            Deed::Keep(0, 4),
            Deed::Look(15, 4),
            Deed::Enter(24),
            Deed::End,
            Deed::Pass,
            Deed::Dice(6, [6; 6]),
        ];
        for deed in deeds {
            let action = Action::from(deed);
            assert_eq!(action.deed(), deed);
            let step = match deed {
                Deed::Rotate(at, facing) => Some((at, at, facing)),
                _ => None,
            };
            assert_eq!(action.step(), step, "a way of several steps is none");
            assert_eq!(action.is_strike(), matches!(deed, Deed::Strike(_)));
            assert_eq!(action.is_effect(), matches!(deed, Deed::Effect(..)));
        }
        for facing in 0..4 {
            let step = Deed::Move(Way::step(6, 3), facing);
            assert_eq!(Action::maneuvers(6, 5, 3)[usize::from(facing)], step.into());
            assert_eq!(Action::from(step).step(), Some((6, 5, facing)));
            assert_eq!(Action::rotate(6, facing), Deed::Rotate(6, facing).into());
        }
        assert_eq!(Action::strike(3, 24), Deed::Strike(Strike { target: 24, ..Strike::ordinary(3) }).into());
        assert_eq!(Action::END, Deed::End.into());
        assert_eq!(Action::two_dice(3, 6), Action::dice(&[3, 6]));
        assert_eq!(way.squares()[..], [11, 12, 13]);
        assert!(Action::from(Deed::Fill(1, Some(0))) < Action::from(Deed::Fill(1, Some(1))));
        assert!(Action::from(Deed::Fill(1, Some(3))) < Action::from(Deed::Fill(1, None)));
        for argument in [Argument::Swap(1, 2), Argument::Swap(3, 4), Argument::Slot(1), Argument::Number(0)] {
            assert_eq!(Argument::unpack(argument.pack()), argument);
        }
    }

    #[test]
    fn steps_lead_to_the_free_spaces_around() {
        for size in 2..=5 {
            let arena = Arena::new(size);
            let steps = Steps::new(&arena);
            for from in bits(arena.all) {
                // Every set of spaces around, with all others free and with none.
                for set in 0..16u32 {
                    let next = arena.next[usize::from(from)];
                    let taken = (0..4).filter(|side| set >> side & 1 == 1);
                    let taken = taken.fold(0u32, |all, side| all | 1 << next[side]);
                    for free in [arena.all & !taken, taken & arena.all] {
                        let open = BY_SQUARE.into_iter().map(|side| (side, next[usize::from(side)]));
                        let open = open.filter(|(_, to)| free >> to & 1 == 1);
                        let wanted: Vec<Action> =
                            open.flat_map(|(side, to)| Action::maneuvers(from, to, side)).collect();
                        assert_eq!(steps.maneuvers(from, free), wanted);
                        assert!(wanted.is_sorted());
                    }
                }
            }
        }
    }
}
