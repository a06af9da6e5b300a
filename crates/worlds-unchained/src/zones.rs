//! The zones of a domain, and in short what stands in them.

use std::hash::{Hash, Hasher};
use std::ops::Index;

use crate::state::{Ears, Vassal, ZONES, Zone};
use crate::text::StackKind;

/// Zones as bits.
pub type ZoneSet = u8;

/// Places of Vassals as bits: the eight zones of seat 0, then those of seat 1, and so on.
pub type Places = u32;

/// A place.
#[inline]
pub const fn place(seat: u8, zone: Zone) -> Places {
    1 << (seat as u32 * 8 + zone as u32)
}

/// Seats and zones of places, in order.
#[inline]
pub fn each_place(places: Places) -> impl Iterator<Item = (u8, Zone)> {
    let mut left = places;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros() as u8;
        left &= left.checked_sub(1)?;
        Some((place / 8, place % 8))
    })
}

/// The zones of a domain. Whatever changes a Vassal in one of them goes through here, so that every step finds those
/// it looks for in a set of bits, without asking one after another. Rules: WU-4.0.3.
#[derive(Clone, Copy, Debug)]
pub struct Zones {
    vassals: [Vassal; ZONES],
    /// Where somebody stands, who has any injury, any exhaustion, and who is protected: a set of zones each, in this
    /// order from the lowest byte on.
    marks: u32,
    /// Who listens to what, and perhaps more.
    hints: Listeners,
    /// The same without what concerns themselves alone.
    wide: Listeners,
}

/// The lowest bit of each set of [`Zones::marks`].
const EACH_MARK: u32 = 0x0101_0101;
/// Which byte of [`Zones::marks`] they are.
const INJURED: u32 = 8;
const EXHAUSTED: u32 = 16;
const SAFE: u32 = 24;

/// What the Skills of a Vassal listen to and change, and perhaps more, as [`Ears::hint`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hints {
    /// Everything.
    pub all: u16,
    /// Without what concerns itself alone.
    pub wide: u16,
}

impl Hints {
    /// Nothing.
    pub const NONE: Self = Self { all: 0, wide: 0 };
    /// Everything there is.
    pub const ALL: Self = Self { all: !0, wide: !0 };
    /// Marks those that may have other Skills than those printed on them: more, or fewer.
    pub const EXTRAS: u16 = 1 << 15;

    /// Those of printed Skills.
    #[inline]
    pub const fn of(ears: Ears) -> Self {
        Self { all: Ears::hint(ears.all), wide: Ears::hint(ears.wide) }
    }
}

impl Zones {
    /// Nobody anywhere.
    pub const EMPTY: Self =
        Self { vassals: [Vassal::NONE; ZONES], marks: 0, hints: Listeners::NONE, wide: Listeners::NONE };

    /// In the order of zones, with those where nobody is.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, Vassal> {
        self.vassals.iter()
    }

    /// What stands there, if there is such a zone.
    pub fn get(&self, zone: usize) -> Option<&Vassal> {
        self.vassals.get(zone)
    }

    /// Where somebody stands.
    #[inline]
    pub const fn there(&self) -> ZoneSet {
        self.marks as ZoneSet
    }

    /// Where somebody has any injury.
    #[inline]
    pub const fn injured(&self) -> ZoneSet {
        (self.marks >> INJURED) as ZoneSet
    }

    /// Where somebody has any exhaustion.
    #[inline]
    pub const fn exhausted(&self) -> ZoneSet {
        (self.marks >> EXHAUSTED) as ZoneSet
    }

    /// Where somebody has none.
    #[inline]
    pub const fn rested(&self) -> ZoneSet {
        self.there() & !self.exhausted()
    }

    /// Where somebody is protected by what was done.
    #[inline]
    pub const fn safe(&self) -> ZoneSet {
        (self.marks >> SAFE) as ZoneSet
    }

    /// Where somebody listens to any of this, a hint.
    #[inline]
    pub fn hearing(&self, hint: u16) -> ZoneSet {
        self.hints.to(hint)
    }

    /// Where somebody listens to any of this though it concerns others.
    #[inline]
    pub fn hearing_others(&self, hint: u16) -> ZoneSet {
        self.wide.to(hint)
    }

    /// Where somebody listens to what has this number in a hint: in some zones though it concerns themselves alone, and
    /// in others only where it concerns others.
    #[inline]
    pub fn hearers(&self, bit: u32, own: ZoneSet, others: ZoneSet) -> ZoneSet {
        let bit = bit as usize % Listeners::HINTS;
        self.hints.0[bit] & own | self.wide.0[bit] & others
    }

    /// Whether the Vassal in a zone listens to any of this.
    #[inline]
    pub fn hears(&self, zone: Zone, hint: u16) -> bool {
        self.hearing(hint) >> zone & 1 == 1
    }

    /// Where something holds of somebody.
    #[inline]
    pub fn filter(&self, among: ZoneSet, holds: impl Fn(&Vassal) -> bool) -> ZoneSet {
        let mut left = among & self.there();
        let mut found = 0;
        while left != 0 {
            let zone = left.trailing_zeros() as usize;
            found |= ZoneSet::from(holds(&self.vassals[zone])) << zone;
            left &= left - 1;
        }
        found
    }

    /// What the Vassal in a zone listens to.
    #[inline]
    pub fn hints(&self, zone: Zone) -> Hints {
        Hints { all: self.hints.of(zone), wide: self.wide.of(zone) }
    }

    /// Puts a Vassal into a zone, or nobody.
    #[inline]
    pub fn put(&mut self, zone: Zone, vassal: Vassal, hints: Hints) {
        self.vassals[usize::from(zone)] = vassal;
        self.note(zone);
        self.hints.set(zone, hints.all);
        self.wide.set(zone, hints.wide);
    }

    /// Empties a zone.
    #[inline]
    pub fn take(&mut self, zone: Zone) -> Vassal {
        let vassal = std::mem::replace(&mut self.vassals[usize::from(zone)], Vassal::NONE);
        self.marks &= !(EACH_MARK << zone);
        self.hints.map(|_, eight| eight & !(LOWEST << zone));
        self.wide.map(|_, eight| eight & !(LOWEST << zone));
        vassal
    }

    /// What stands in two zones changes places.
    #[inline]
    pub fn exchange(&mut self, one: Zone, other: Zone) {
        self.vassals.swap(usize::from(one), usize::from(other));
        let differ = (self.marks >> one ^ self.marks >> other) & EACH_MARK;
        self.marks ^= differ << one | differ << other;
        self.hints.exchange(one, other);
        self.wide.exchange(one, other);
    }

    /// Changes what stands in a zone.
    #[inline]
    pub fn change<T>(&mut self, zone: Zone, change: impl FnOnce(&mut Vassal) -> T) -> T {
        let result = change(&mut self.vassals[usize::from(zone)]);
        self.note(zone);
        result
    }

    /// Gives somebody one more or less stack, if there is room for one, or one to take off; whether so.
    #[inline]
    pub fn stack(&mut self, zone: Zone, kind: StackKind, more: bool) -> bool {
        let vassal = &mut self.vassals[usize::from(zone)];
        let (stacks, mark) = match kind {
            StackKind::Injury => (&mut vassal.injuries, INJURED),
            StackKind::Exhaustion => (&mut vassal.exhaustion, EXHAUSTED),
        };
        let changed = if more { stacks.checked_add(1) } else { stacks.checked_sub(1) };
        let Some(now) = changed else { return false };
        *stacks = now;
        let mark = mark + u32::from(zone);
        self.marks = self.marks & !(1 << mark) | u32::from(now > 0) << mark;
        true
    }

    /// Changes all that stand in some zones.
    #[inline]
    pub fn change_all(&mut self, zones: ZoneSet, mut change: impl FnMut(&mut Vassal)) {
        let mut left = zones & self.there();
        while left != 0 {
            self.change(left.trailing_zeros() as Zone, &mut change);
            left &= left - 1;
        }
    }

    /// Somebody has another Skill, which listens to this, or has lost one.
    #[inline]
    pub fn hear(&mut self, zone: Zone, ears: Ears) {
        let Hints { all, wide } = Hints::of(ears);
        self.hints.set(zone, self.hints.of(zone) | all | Hints::EXTRAS);
        self.wide.set(zone, self.wide.of(zone) | wide);
    }

    /// The Vassal in a zone listens to this.
    pub fn set_hints(&mut self, zone: Zone, hints: Hints) {
        self.hints.set(zone, hints.all);
        self.wide.set(zone, hints.wide);
    }

    /// Notes in short what stands in a zone.
    #[inline]
    fn note(&mut self, zone: Zone) {
        let vassal = &self.vassals[usize::from(zone)];
        let marks = u32::from(vassal.is_some())
            | u32::from(vassal.injuries > 0) << INJURED
            | u32::from(vassal.is_exhausted()) << EXHAUSTED
            | u32::from(vassal.safe > 0) << SAFE;
        self.marks = self.marks & !(EACH_MARK << zone) | marks << zone;
    }
}

impl Index<usize> for Zones {
    type Output = Vassal;
    #[inline]
    fn index(&self, zone: usize) -> &Vassal {
        &self.vassals[zone]
    }
}

impl<'a> IntoIterator for &'a Zones {
    type Item = &'a Vassal;
    type IntoIter = std::slice::Iter<'a, Vassal>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// All else follows from the Vassals, or from them and what they have on them.
impl PartialEq for Zones {
    fn eq(&self, other: &Self) -> bool {
        self.vassals == other.vassals
    }
}

impl Eq for Zones {}

impl Hash for Zones {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.vassals.hash(hasher);
    }
}

/// For each bit of a hint the zones of those who have it.
#[derive(Clone, Copy, Debug)]
struct Listeners([u8; Listeners::HINTS]);

/// The lowest bit of every byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

impl Listeners {
    const HINTS: usize = 16;
    const NONE: Self = Self([0; Self::HINTS]);

    /// The zones of those who have any bit of a hint.
    #[inline]
    fn to(&self, hint: u16) -> ZoneSet {
        let (mut left, mut zones) = (hint, 0);
        while left != 0 {
            zones |= self.0[left.trailing_zeros() as usize % Self::HINTS];
            left &= left - 1;
        }
        zones
    }

    /// Eight sets at once, and what they become.
    #[inline]
    fn map(&mut self, change: impl Fn(usize, u64) -> u64) {
        for (nth, eight) in self.0.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            *eight = change(nth, u64::from_le_bytes(*eight)).to_le_bytes();
        }
    }

    /// The hint of the one in a zone.
    #[inline]
    fn of(&self, zone: Zone) -> u16 {
        // Byte n of the eight comes to bit n of the highest byte.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let mut hint = 0;
        for (nth, eight) in self.0.as_chunks::<8>().0.iter().enumerate() {
            let bits = (u64::from_le_bytes(*eight) >> zone & LOWEST).wrapping_mul(GATHER) >> 56;
            hint |= (bits as u16) << (8 * nth);
        }
        hint
    }

    /// The one in a zone has this hint.
    #[inline]
    fn set(&mut self, zone: Zone, hint: u16) {
        self.map(|nth, eight| {
            let bits = u64::from(hint >> (8 * nth) as u16 & 0xFF);
            // Each byte has its own bit of the hint, and then 1 where it is set.
            let own = bits.wrapping_mul(LOWEST) & 0x8040_2010_0804_0201;
            let set = (own + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & LOWEST;
            eight & !(LOWEST << zone) | set << zone
        });
    }

    /// Those in two zones change places.
    #[inline]
    fn exchange(&mut self, one: Zone, other: Zone) {
        self.map(|_, eight| {
            let differ = (eight >> one ^ eight >> other) & LOWEST;
            eight ^ (differ << one | differ << other)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Hints, StackKind, Zones};
    use crate::state::{Ears, Vassal, ZONES};

    fn vassal(id: u16, injuries: u8, exhaustion: u8, safe: u8) -> Vassal {
        Vassal { injuries, exhaustion, safe, ..Vassal::new(7, id, 0, 0) }
    }

    #[test]
    fn sets_follow_what_is_put_moved_changed_and_taken() {
        let mut zones = Zones::EMPTY;
        zones.put(1, vassal(1, 1, 0, 0), Hints { all: 0b1001, wide: 0b0001 });
        zones.put(3, vassal(2, 0, 2, 1), Hints { all: 1 << 14, wide: 0 });
        assert_eq!(
            (zones.there(), zones.injured(), zones.exhausted(), zones.rested(), zones.safe()),
            (0b1010, 0b10, 0b1000, 0b10, 0b1000)
        );
        zones.exchange(0, 3);
        assert_eq!((zones.there(), zones.exhausted(), zones.safe()), (0b11, 1, 1));
        assert_eq!(zones[0].id, 2);
        assert_eq!((zones.hearing(1 << 14), zones.hearing(0b1000), zones.hearing_others(0b1001)), (1, 2, 2));
        zones.change(0, |vassal| vassal.exhaustion = 0);
        assert_eq!((zones.exhausted(), zones.rested()), (0, 0b11));
        assert!(!zones.stack(0, StackKind::Injury, false) && zones.stack(1, StackKind::Exhaustion, true));
        assert_eq!((zones.injured(), zones.exhausted()), (0b10, 0b10));
        zones.change_all(!0, |vassal| vassal.injuries += 1);
        assert_eq!(zones.injured(), 0b11);
        assert_eq!(zones.filter(!0, |vassal| vassal.injuries > 1), 0b10);
        assert_eq!(zones.take(0).id, 2);
        assert_eq!((zones.there(), zones.injured(), zones.hearing(1 << 14)), (0b10, 0b10, 0));
    }

    /// Whatever zone and hint: what is put is found, and nothing else changes.
    #[test]
    fn hints_of_all_zones_are_kept_apart() {
        let hint =
            |zone: u16, salt: u16| zone.wrapping_mul(40_503).rotate_left(7) ^ salt.wrapping_mul(25_173);
        for salt in 0..2000 {
            let mut zones = Zones::EMPTY;
            for zone in 0..ZONES as u8 {
                let hints = Hints { all: hint(zone.into(), salt), wide: hint(zone.into(), salt + 4000) };
                zones.put(zone, vassal(1, 0, 0, 0), hints);
            }
            let (one, other) = ((salt % 8) as u8, (salt / 8 % 8) as u8);
            zones.exchange(one, other);
            for zone in 0..ZONES as u8 {
                let from = match zone {
                    zone if zone == one => other,
                    zone if zone == other => one,
                    zone => zone,
                };
                let put = Hints { all: hint(from.into(), salt), wide: hint(from.into(), salt + 4000) };
                assert_eq!(zones.hints(zone), put);
                let heard = |bit: u16| zones.hearing(1 << bit) >> zone & 1 == 1;
                assert!((0..16).all(|bit| heard(bit) == (put.all >> bit & 1 == 1)));
            }
            zones.hear(one, Ears { all: 1 << 3, wide: 0 });
            let before = hint(other.into(), salt);
            assert_eq!(zones.hints(one).all, before | 1 << 3 | Hints::EXTRAS);
        }
    }
}
