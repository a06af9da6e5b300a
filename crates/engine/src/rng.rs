//! Random numbers that anybody can recompute.
//!
//! One named generator (`ChaCha8`), our own documented bounded draw, and one independent stream for
//! each purpose and occasion, so that neither a library upgrade nor a different number of rolls
//! changes an old game. `docs/randomness.md` gives the definitions and test vectors.

use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng};

use crate::fault::Fault;

/// A stream of random numbers.
///
/// ```
/// use engine::Rng;
/// let mut a = Rng::from_number(7);
/// let mut b = Rng::from_number(7);
/// assert_eq!(a.below(1000), b.below(1000));
/// ```
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The stream whose `ChaCha8` key is `key`.
    pub fn from_key(key: [u8; 32]) -> Self {
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A stream for tests and benchmarks: the key is the number, little end first, then zeros.
    pub fn from_number(number: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&number.to_le_bytes());
        Self::from_key(key)
    }

    /// The next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// The next 64 bits: two 32-bit words, the low one first.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let low = self.next_u32();
        u64::from(self.next_u32()) << 32 | u64::from(low)
    }

    /// Uniform in `0..n`, exactly: the high half of `word * n`, drawn again while the low half is
    /// below `2^32 mod n`. Rules: none; this definition never changes.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "a draw from nothing");
        let mut product = u64::from(self.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Uniform in `0..n` for weights beyond 32 bits, by the same method on 64-bit words.
    #[inline]
    pub fn below_u64(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0, "a draw from nothing");
        let mut product = u128::from(self.next_u64()) * u128::from(n);
        if (product as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u64) < threshold {
                product = u128::from(self.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// One of `items`, each equally likely. There must be one.
    #[inline]
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// True in `part` of `whole` cases.
    #[inline]
    pub fn chance(&mut self, part: u32, whole: u32) -> bool {
        self.below(whole) < part
    }

    /// Puts `items` in random order: for `i` from the last down to 1, swap with `below(i + 1)`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            items.swap(i, j);
        }
    }

    /// An independent stream split off this one.
    #[must_use]
    pub fn fork(&mut self) -> Self {
        let mut key = [0; 32];
        for word in key.chunks_exact_mut(4) {
            word.copy_from_slice(&self.next_u32().to_le_bytes());
        }
        Self::from_key(key)
    }
}

/// What a chance event is for. Events of different purposes draw from different streams.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Purpose {
    /// A word of the game: `deal`, `dice`.
    pub name: &'static str,
    /// Which of several: the seat that is dealt to, for instance.
    pub index: u8,
}

impl Purpose {
    /// The only stream of that name.
    pub const fn new(name: &'static str) -> Self {
        Self { name, index: 0 }
    }

    /// One of several streams of that name.
    pub const fn nth(name: &'static str, index: u8) -> Self {
        Self { name, index }
    }
}

/// 32 bytes from which every die and draw of a game follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// A seed for tests: the number, little end first, then zeros.
    pub fn from_number(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Self(bytes)
    }

    /// Reads 64 hexadecimal digits.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        parse_hex(text).map(Self).ok_or_else(|| {
            Fault::new(format!("`{text}` is not a seed"), "write exactly 64 hexadecimal digits in lower case")
        })
    }

    /// The hash to publish before the first action: `BLAKE3("agon seed commitment v1" as key context, seed)`.
    pub fn commitment(&self) -> Commitment {
        Commitment(blake3::derive_key("agon seed commitment v1", &self.0))
    }

    /// The seed of a game: this one mixed with what each player contributed, in order of seats.
    #[must_use]
    pub fn mixed_with(&self, contributions: &[String]) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("agon game seed v1");
        hasher.update(&self.0);
        for contribution in contributions {
            hasher.update(&(contribution.len() as u64).to_le_bytes());
            hasher.update(contribution.as_bytes());
        }
        Self(*hasher.finalize().as_bytes())
    }

    /// The seed of game `number` of a series, counted from 1; none of them tells this one or another.
    #[must_use]
    pub fn of_game(&self, number: u32) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("agon series seed v1");
        hasher.update(&self.0);
        hasher.update(&number.to_le_bytes());
        Self(*hasher.finalize().as_bytes())
    }

    /// The stream for the `occasion`-th event of `purpose`, counted from 0.
    pub fn stream(&self, purpose: Purpose, occasion: u32) -> Rng {
        self.stream_after(purpose, occasion, 0)
    }

    /// The same in a game that has gone back so many times: other dice fall then.
    pub fn stream_after(&self, purpose: Purpose, occasion: u32, backs: u32) -> Rng {
        let context = match backs {
            0 => "agon chance stream v1",
            _ => "agon chance stream after going back v1",
        };
        let mut hasher = blake3::Hasher::new_derive_key(context);
        hasher.update(&self.0);
        hasher.update(&(purpose.name.len() as u64).to_le_bytes());
        hasher.update(purpose.name.as_bytes());
        hasher.update(&[purpose.index]);
        hasher.update(&occasion.to_le_bytes());
        if backs > 0 {
            hasher.update(&backs.to_le_bytes());
        }
        Rng::from_key(*hasher.finalize().as_bytes())
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

/// The published hash of a seed that is still secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commitment(pub [u8; 32]);

impl Commitment {
    /// Reads 64 hexadecimal digits.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        parse_hex(text).map(Self).ok_or_else(|| {
            Fault::new(
                format!("`{text}` is not a seed commitment"),
                "write exactly 64 hexadecimal digits in lower case",
            )
        })
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

fn write_hex(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

fn parse_hex(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 || !digits.iter().all(|d| d.is_ascii_digit() || (b'a'..=b'f').contains(d)) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}
