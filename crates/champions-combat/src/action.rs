//! Everything a player or Chance can do. The order of actions is the canonical order of options.

/// A choice that says nothing about a hex, a relocation, a facing or a target.
pub const NOTHING: u8 = 0;
/// The target of a Barrage.
pub const EVERYONE: u8 = 9;

/// A turn. Hexes, relocations, facings and seats are one more than their number, 0 for none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

/// A part of a long walk, in the same manner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

/// Anything a seat or Chance can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
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
    /// Chance rolls: three bits a die, all dice of the lowest target first.
    Roll(u64),
}
