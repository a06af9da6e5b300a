//! Who sits where, who acts, who looks.

use std::fmt;

use serde::Serialize;

/// The most seats any game may have.
pub const MAX_SEATS: usize = 8;

/// One place at the table, counted from 0. A person may hold several.
///
/// ```
/// use engine::Seat;
/// assert_eq!(Seat::new(1).to_string(), "1");
/// assert_eq!(Seat::new(1).next(3), Seat::new(2));
/// assert_eq!(Seat::new(2).next(3), Seat::new(0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Seat(u8);

impl Seat {
    /// Seat number `index`, which must be below [`MAX_SEATS`].
    #[inline]
    pub const fn new(index: u8) -> Self {
        assert!((index as usize) < MAX_SEATS, "seat out of range");
        Self(index)
    }

    /// The seat's number, for arrays with one entry a seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat to the left at a table of `seats`.
    #[inline]
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        if self.0 + 1 >= seats { Self(0) } else { Self(self.0 + 1) }
    }

    /// The first `seats` seats in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..seats).map(Self::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats.
///
/// ```
/// use engine::{Seat, SeatSet};
/// let both = SeatSet::first(2);
/// assert_eq!(both.iter().count(), 2);
/// assert_eq!(both.without(Seat::new(0)), SeatSet::only(Seat::new(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat at all.
    pub const EMPTY: Self = Self(0);

    /// Just this seat.
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Seats 0 to `seats - 1`.
    #[inline]
    pub const fn first(seats: u8) -> Self {
        Self(((1u16 << seats) - 1) as u8)
    }

    /// The seats whose bits are set, seat 0 being the lowest.
    #[inline]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Whether `seat` belongs to the set.
    #[inline]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// The set with `seat`.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set without `seat`.
    #[inline]
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Whether nobody is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in it.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest seat of a set that is not empty.
    #[inline]
    pub const fn lowest(self) -> Seat {
        debug_assert!(self.0 != 0, "lowest seat of an empty set");
        Seat(self.0.trailing_zeros() as u8 & (MAX_SEATS as u8 - 1))
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS as u8).map(Seat).filter(move |&seat| self.has(seat))
    }
}

impl Serialize for SeatSet {
    /// A list of seat numbers.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

impl fmt::Display for SeatSet {
    /// Writes the seats with commas: `0,2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, seat) in self.iter().enumerate() {
            write!(f, "{}{seat}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Whoever performs an action: a seat, or Chance with its dice and decks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Actor {
    /// A player's seat.
    Seat(Seat),
    /// Dice and draws.
    Chance,
}

impl From<Seat> for Actor {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => seat.fmt(f),
            Self::Chance => f.write_str("chance"),
        }
    }
}

/// Whose eyes a view is for.
///
/// Holding several seats gives what all of them may know together; a spectator holds none.
/// Whoever holds every seat sees everything that anybody at the table knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Viewer {
    /// A person who holds these seats.
    Seats(SeatSet),
    /// Somebody who only watches.
    Spectator,
}

impl Viewer {
    /// The viewer who holds just `seat`.
    #[inline]
    pub const fn seat(seat: Seat) -> Self {
        Self::Seats(SeatSet::only(seat))
    }

    /// Whoever holds all of the first `seats` seats.
    #[inline]
    pub const fn everyone(seats: u8) -> Self {
        Self::Seats(SeatSet::first(seats))
    }

    /// Whether this viewer holds `seat`.
    #[inline]
    pub const fn holds(self, seat: Seat) -> bool {
        match self {
            Self::Seats(seats) => seats.has(seat),
            Self::Spectator => false,
        }
    }

    /// Every single seat of a table, then the spectator: the viewers a table normally has.
    pub fn around(seats: u8) -> impl Iterator<Item = Self> {
        Seat::all(seats).map(Self::seat).chain([Self::Spectator])
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seats(seats) => write!(f, "seat {seats}"),
            Self::Spectator => f.write_str("spectator"),
        }
    }
}
