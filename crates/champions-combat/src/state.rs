//! A position: plain data and read-only questions; decides nothing.

use crate::moves::Hexes;

/// The hex of a figure that has left the board.
pub const GONE: u8 = 63;
/// No Style yet.
pub const NO_STYLE: u8 = 255;
/// Power tokens in the game. Rules: CC-COMP-7.
pub const POWER_TOKENS: u8 = 20;

/// The seats of a set of bits, in order.
#[inline]
pub fn seats(set: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |seat| set >> seat & 1 == 1)
}

/// What the position waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// Chance deals a Style to `current`.
    Style,
    /// Chance deals a hand to `current`.
    Hand,
    /// Chance lays half of the row.
    Row,
    /// The active player takes its turn.
    Turn,
    /// The player of a long section walks.
    Walk,
    /// Chance rolls the dice.
    Roll,
    /// The attacker pushes.
    Push,
    /// The attacker names who fumbles next.
    FumbleOrder,
    /// `current` turns the attacker.
    Fumble,
    /// The attacker names who reacts next.
    ReactOrder,
    /// `current` reacts.
    React,
    /// The game is over.
    Over,
}

/// A figure and what its player holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    /// Where it stands; [`GONE`] once its player has left.
    pub hex: u8,
    /// Which way it faces.
    pub facing: u8,
    /// Its Style, an index; [`NO_STYLE`] before it is dealt.
    pub style: u8,
    /// Power tokens held.
    pub power: u8,
    /// Points.
    pub score: u8,
    /// Cards in hand, one bit each.
    pub hand: u32,
    /// Cards played this Round.
    pub discard: u32,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// One for each seat; those beyond the players are gone.
    pub figures: [Figure; 4],
    /// The Round, counted from 1.
    pub round: u16,
    /// The Initiative row, both halves one after the other.
    pub row: [u8; 8],
    /// How long each half is.
    pub halves: [u8; 2],
    /// The card of the row that is played.
    pub slot: u8,
    /// What is waited for.
    pub step: Step,
    /// Whose turn it is.
    pub active: u8,
    /// Who is dealt to, fumbles, reacts or walks.
    pub current: u8,
    /// The card whose section is being used.
    pub card: u8,
    /// Whether the walk belongs to a Reaction.
    pub reacting: bool,
    /// Who is attacked, as bits.
    pub targets: u8,
    /// Who of them is attacked from directly behind.
    pub behind: u8,
    /// Who of them is done with the present part of the attack.
    pub done: u8,
    /// Hits on each seat.
    pub hits: [u8; 4],
    /// Where a long walk began.
    pub walk_from: u8,
    /// Steps it still has.
    pub walk_left: u8,
    /// Who leaves when the turn ends.
    pub leaving: u8,
    /// Whether the game ended at the cap.
    pub capped: bool,
}

/// A position is cloned all the time: it is plain bytes, and few.
const _: () = {
    const fn is_copy<T: Copy>() {}
    is_copy::<State>();
    assert!(size_of::<State>() <= 128);
};

impl State {
    /// The seats still in the game, as bits.
    #[inline]
    pub fn still_in(&self) -> u8 {
        (0..4).map(|seat| u8::from(self.figures[seat].hex != GONE) << seat).sum()
    }

    /// The hexes of all figures but one. Those who are gone take none: no board has a hex of that number.
    #[inline]
    pub fn others(&self, seat: usize) -> Hexes {
        let taken = self.figures.iter().fold(0, |set, figure| set | 1u64 << (figure.hex & 63));
        Hexes(taken & !(1 << (self.figures[seat].hex & 63)))
    }

    /// Whoever stands on a hex.
    #[inline]
    pub fn occupant(&self, hex: usize) -> Option<usize> {
        (0..4).find(|&seat| usize::from(self.figures[seat].hex) == hex && self.figures[seat].hex != GONE)
    }

    /// Power tokens left in the pile. Rules: CC-COMP-7, CC-SETUP-5.
    pub fn pile(&self) -> u8 {
        POWER_TOKENS - self.figures.iter().map(|figure| figure.power).sum::<u8>()
    }

    /// Whether the Special card is being played. Rules: CC-INIT-8.
    pub fn is_special(&self) -> bool {
        self.slot == self.halves[0] + self.halves[1]
    }

    /// The sole player with most Power, if there is one. Rules: CC-INIT-8, CC-INIT-9, CC-R16.
    pub fn leader(&self) -> Option<usize> {
        let still_in = self.still_in();
        let power =
            |seat: usize| if still_in >> seat & 1 == 1 { i16::from(self.figures[seat].power) } else { -1 };
        (0..4)
            .find(|&seat| power(seat) > 0 && (0..4).all(|other| other == seat || power(other) < power(seat)))
    }

    /// Whom the position waits for; nobody while chance acts and at the end.
    #[inline]
    pub fn waits_for(&self) -> Option<usize> {
        match self.step {
            Step::Style | Step::Hand | Step::Row | Step::Roll | Step::Over => None,
            Step::Turn | Step::Push | Step::FumbleOrder | Step::ReactOrder => Some(usize::from(self.active)),
            Step::Walk | Step::Fumble | Step::React => Some(usize::from(self.current)),
        }
    }
}
