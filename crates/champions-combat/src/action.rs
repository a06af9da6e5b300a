//! Everything a player or Chance can do.
//!
//! An [`Action`] is eight bytes in the order in which options are listed, so that lists are built, sorted
//! and compared as plain numbers. [`Deed`] is the same thing taken apart.

use std::fmt;

/// A choice that says nothing about a hex, a relocation, a facing or a target.
pub const NOTHING: u8 = 0;
/// The target of a Barrage.
pub const EVERYONE: u8 = 9;

/// A turn. Hexes, relocations, facings and seats are one more than their number, 0 for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    /// The card, by its place in the deck.
    pub card: u8,
    /// Whether its Attack section is used, not its Move section.
    pub attack: bool,
    /// Where the figure goes.
    pub hex: u8,
    /// Where the figure that stood there goes.
    pub relocation: u8,
    /// Which way the figure faces then.
    pub facing: u8,
    /// Whom it attacks; [`EVERYONE`] in a Barrage.
    pub target: u8,
}

impl Play {
    /// The Move section of a card, nothing said yet.
    pub fn walk(card: u8) -> Self {
        Self { card, attack: false, hex: NOTHING, relocation: NOTHING, facing: NOTHING, target: NOTHING }
    }

    /// The Attack section of a card on a target.
    pub fn attack(card: u8, target: u8) -> Self {
        Self { attack: true, target, ..Self::walk(card) }
    }
}

/// A part of a long walk, in the same manner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Whether this is the whole walk, which displaces nobody, and not one step of it.
    pub whole: bool,
    /// Where the figure goes.
    pub hex: u8,
    /// Where the figure that stood there goes.
    pub relocation: u8,
    /// Which way the figure faces then, in the last part.
    pub facing: u8,
}

/// A reaction, in the same manner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct React {
    /// The card, by its place in the deck.
    pub card: u8,
    /// Whether a long walk follows.
    pub walk: bool,
    /// Where the figure goes.
    pub hex: u8,
    /// Which way the figure faces then.
    pub facing: u8,
}

impl React {
    /// A card without its move.
    pub fn still(card: u8) -> Self {
        Self { card, walk: false, hex: NOTHING, facing: NOTHING }
    }
}

/// The dice of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roll {
    /// Who is attacked, as bits.
    pub targets: u8,
    /// Dice for each of them.
    pub dice: u8,
    /// What fell, three bits a die: all dice of the lowest target first.
    pub faces: u64,
}

impl Roll {
    /// What the dice of the `nth` target show.
    pub fn of(self, nth: usize) -> impl Iterator<Item = u8> {
        let dice = usize::from(self.dice);
        (0..dice).map(move |die| (self.faces >> (3 * (nth * dice + die)) & 7) as u8)
    }
}

/// Anything a seat or Chance can do, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Take a turn with a card.
    Play(Play),
    /// A part of a long walk.
    Walk(Part),
    /// Push to a hex; in a Barrage which target, one more than its seat.
    Push(u8, u8),
    /// Turn the attacker.
    Fumble(u8),
    /// Name who is next.
    Order(u8),
    /// React with a card.
    React(React),
    /// Do not react.
    Decline,
    /// Leave the Special turn.
    Pass,
    /// Chance deals a Style to a seat.
    Style(u8, u8),
    /// Chance deals a hand to a seat, one bit a card.
    Hand(u8, u32),
    /// Chance lays half of the row: how many seats, and the seats, two bits each.
    Row(u8, u8),
    /// Chance rolls.
    Roll(Roll),
}

/// Anything a seat or Chance can do. The order is the canonical order of options.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u64);

const PLAY: u8 = 0;
const WALK: u8 = 1;
const PUSH: u8 = 2;
const FUMBLE: u8 = 3;
const ORDER: u8 = 4;
const REACT: u8 = 5;
const DECLINE: u8 = 6;
const PASS: u8 = 7;
const STYLE: u8 = 8;
const HAND: u8 = 9;
const ROW: u8 = 10;
const ROLL: u8 = 11;

/// What one more hex, relocation or facing adds to an action.
const HEX: u64 = 1 << 32;
const RELOCATION: u64 = 1 << 24;
const FACING: u64 = 1 << 16;

impl Action {
    /// The deed, taken apart.
    #[inline]
    pub fn deed(self) -> Deed {
        let [kind, a, b, hex, relocation, facing, target, _] = self.0.to_be_bytes();
        match kind {
            PLAY => Deed::Play(Play { card: a, attack: b != 0, hex, relocation, facing, target }),
            WALK => Deed::Walk(Part { whole: b != 0, hex, relocation, facing }),
            PUSH => Deed::Push(a, hex),
            FUMBLE => Deed::Fumble(facing),
            ORDER => Deed::Order(a),
            REACT => Deed::React(React { card: a, walk: b != 0, hex, facing }),
            DECLINE => Deed::Decline,
            PASS => Deed::Pass,
            STYLE => Deed::Style(a, b),
            HAND => Deed::Hand(a, self.0 as u32),
            ROW => Deed::Row(a, b),
            _ => Deed::Roll(Roll { targets: a & 15, dice: a >> 4, faces: self.0 & 0xffff_ffff_ffff }),
        }
    }

    /// Whether it is an Attack.
    #[inline]
    pub fn is_attack(self) -> bool {
        self.0 >> 40 & 0xff_00ff == 1
    }

    /// The same action to all six facings, if it has none yet.
    #[inline]
    pub fn all_facings(self) -> [Self; 6] {
        [1, 2, 3, 4, 5, 6].map(|facing| Self(self.0 + facing * FACING))
    }

    /// The same action with a facing, if it has none yet; one more than its number.
    #[inline]
    #[must_use]
    pub fn facing(self, facing: u32) -> Self {
        Self(self.0 + u64::from(facing) * FACING)
    }

    /// The same action to a hex, if it has none yet.
    #[inline]
    #[must_use]
    pub fn to(self, hex: usize) -> Self {
        Self(self.0 + (hex as u64 + 1) * HEX)
    }

    /// The same action with a relocation, if it has none yet.
    #[inline]
    #[must_use]
    pub fn relocating(self, hex: usize) -> Self {
        Self(self.0 + (hex as u64 + 1) * RELOCATION)
    }

    fn of(kind: u8, a: u8, b: u8, rest: [u8; 4]) -> Self {
        let [hex, relocation, facing, target] = rest;
        Self(u64::from_be_bytes([kind, a, b, hex, relocation, facing, target, 0]))
    }
}

impl From<Deed> for Action {
    #[inline]
    fn from(deed: Deed) -> Self {
        match deed {
            Deed::Play(Play { card, attack, hex, relocation, facing, target }) => {
                Self::of(PLAY, card, attack.into(), [hex, relocation, facing, target])
            }
            Deed::Walk(Part { whole, hex, relocation, facing }) => {
                Self::of(WALK, 0, whole.into(), [hex, relocation, facing, 0])
            }
            Deed::Push(target, hex) => Self::of(PUSH, target, 0, [hex, 0, 0, 0]),
            Deed::Fumble(facing) => Self::of(FUMBLE, 0, 0, [0, 0, facing, 0]),
            Deed::Order(seat) => Self::of(ORDER, seat, 0, [0; 4]),
            Deed::React(React { card, walk, hex, facing }) => {
                Self::of(REACT, card, walk.into(), [hex, 0, facing, 0])
            }
            Deed::Decline => Self::of(DECLINE, 0, 0, [0; 4]),
            Deed::Pass => Self::of(PASS, 0, 0, [0; 4]),
            Deed::Style(seat, style) => Self::of(STYLE, seat, style, [0; 4]),
            Deed::Hand(seat, hand) => {
                Self(u64::from_be_bytes([HAND, seat, 0, 0, 0, 0, 0, 0]) | u64::from(hand))
            }
            Deed::Row(count, seats) => Self::of(ROW, count, seats, [0; 4]),
            Deed::Roll(Roll { targets, dice, faces }) => {
                Self(u64::from_be_bytes([ROLL, targets | dice << 4, 0, 0, 0, 0, 0, 0]) | faces)
            }
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deed().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_come_apart_as_they_were_put_together() {
        let play = Play { card: 29, attack: false, hex: 63, relocation: 2, facing: 6, target: 0 };
        let deeds = [
            Deed::Play(play),
            Deed::Play(Play::attack(3, EVERYONE)),
            Deed::Walk(Part { whole: true, hex: 1, relocation: 63, facing: 1 }),
            Deed::Push(4, 62),
            Deed::Fumble(5),
            Deed::Order(3),
            Deed::React(React { card: 7, walk: true, hex: 0, facing: 0 }),
            Deed::Decline,
            Deed::Pass,
            Deed::Style(3, 15),
            Deed::Hand(2, 0x3fff_ffff),
            Deed::Row(4, 0b11_10_01_00),
            Deed::Roll(Roll { targets: 0b1110, dice: 4, faces: 0xf_ffff_ffff }),
        ];
        for deed in deeds {
            let action = Action::from(deed);
            assert_eq!(action.deed(), deed);
            assert_eq!(action.is_attack(), matches!(deed, Deed::Play(play) if play.attack), "{deed:?}");
        }
        let order = deeds.map(Action::from);
        assert!(order[2..].is_sorted(), "kinds follow each other");
        let whole = Action::from(Deed::Play(Play::walk(3))).to(61).relocating(5);
        let facings = whole.all_facings();
        assert_eq!(
            facings[2].deed(),
            Deed::Play(Play { hex: 62, relocation: 6, facing: 3, ..Play::walk(3) })
        );
        assert_eq!(whole.facing(3), facings[2]);
        assert_eq!(size_of::<Action>(), 8);
    }
}
