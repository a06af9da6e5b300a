//! The zones of a domain, and in short what stands in them.

use std::hash::{Hash, Hasher};
use std::ops::Index;

use crate::rules::Turn;
use crate::state::{CHALLENGER, Ears, Vassal, ZONES, Zone};
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

/// All places of a seat.
#[inline]
pub const fn seat_places(seat: u8) -> Places {
    (u8::MAX as Places) << (seat as u32 * 8)
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
    /// Where somebody stands, who has any injury, any exhaustion, who is protected, who may have other Skills than
    /// those that are printed, who other Chains, and who may have activated a Chain this round: a set of zones each,
    /// in this order from the lowest byte on.
    marks: Sets,
    /// Who can activate printed Chains when and where, as [`Hints::chains`] has them.
    chains: Sets,
    /// Who listens to what, and perhaps more.
    hints: Listeners,
    /// The same without what concerns themselves alone.
    wide: Listeners,
}

/// Which byte of [`Zones::marks`] they are.
const INJURED: u32 = 8;
const EXHAUSTED: u32 = 16;
const SAFE: u32 = 24;
const EXTRAS: u32 = 32;
const OTHER_CHAINS: u32 = 40;
const USED: u32 = 48;

/// What the Skills of a Vassal listen to and change, and perhaps more, as [`Ears::hint`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// Everything.
    pub all: u16,
    /// Without what concerns itself alone.
    pub wide: u16,
    /// Whether it can activate a printed Chain, as a bit for each of [`Hints::chain_bit`].
    pub chains: u8,
    /// Whether it may have other Skills than those that are printed: more, or fewer.
    pub extras: bool,
    /// Whether it may have other Chains than those that are printed: more, or fewer.
    pub other_chains: bool,
    /// Whether it may have activated a Chain this round.
    pub used: bool,
}

impl Hints {
    /// Nothing.
    pub const NONE: Self =
        Self { all: 0, wide: 0, chains: 0, extras: false, other_chains: false, used: false };
    /// Everything there is.
    pub const ALL: Self =
        Self { all: !0, wide: !0, chains: !0, extras: true, other_chains: true, used: true };

    /// Chains of a kind that can be activated behind or in front, as the first of the round or later. Reactions are
    /// never the first.
    #[inline]
    pub const fn chain_bit(turn: Turn, behind: bool, later: bool) -> u32 {
        match turn {
            Turn::Chain => (behind as u32) << 1 | later as u32,
            Turn::Riposte => 4 | behind as u32,
            Turn::Combo => 6 | behind as u32,
        }
    }
}

impl Zones {
    /// Nobody anywhere.
    pub const EMPTY: Self = Self {
        vassals: [Vassal::NONE; ZONES],
        marks: Sets::NONE,
        chains: Sets::NONE,
        hints: Listeners::NONE,
        wide: Listeners::NONE,
    };

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
        self.marks.set(0)
    }

    /// Where somebody has any injury.
    #[inline]
    pub const fn injured(&self) -> ZoneSet {
        self.marks.set(INJURED)
    }

    /// Where somebody has any exhaustion.
    #[inline]
    pub const fn exhausted(&self) -> ZoneSet {
        self.marks.set(EXHAUSTED)
    }

    /// Where somebody has none.
    #[inline]
    pub const fn rested(&self) -> ZoneSet {
        self.there() & !self.exhausted()
    }

    /// Where somebody is protected by what was done.
    #[inline]
    pub const fn safe(&self) -> ZoneSet {
        self.marks.set(SAFE)
    }

    /// Where somebody may have other Skills than those that are printed: more, or fewer.
    #[inline]
    pub const fn extras(&self) -> ZoneSet {
        self.marks.set(EXTRAS)
    }

    /// Where somebody may have other Chains than those that are printed: more, or fewer.
    #[inline]
    pub const fn other_chains(&self) -> ZoneSet {
        self.marks.set(OTHER_CHAINS)
    }

    /// Where somebody may have activated a Chain this round.
    #[inline]
    pub const fn used(&self) -> ZoneSet {
        self.marks.set(USED)
    }

    /// The one in a zone activates a Chain.
    #[inline]
    pub const fn use_up(&mut self, zone: Zone) {
        self.marks.mark(USED, zone, true);
    }

    /// Whether anybody may have activated a Chain this round.
    #[inline]
    pub const fn set_used(&mut self, used: bool) {
        let all = (ZoneSet::MAX as u64) << USED;
        self.marks.0 = if used { self.marks.0 | all } else { self.marks.0 & !all };
    }

    /// Whether the one in a zone may have other Skills than those that are printed.
    #[inline]
    pub const fn has_extras(&self, zone: Zone) -> bool {
        self.extras() >> zone & 1 == 1
    }

    /// Where somebody has a printed Chain that can be activated there, as the first of the round or later.
    #[inline]
    pub const fn with_chains(&self, turn: Turn, later: bool) -> ZoneSet {
        let [front, behind] = [
            self.chains.set(8 * Hints::chain_bit(turn, false, later)),
            self.chains.set(8 * Hints::chain_bit(turn, true, later)),
        ];
        front & 1 << CHALLENGER | behind & !(1 << CHALLENGER)
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
        Hints {
            all: self.hints.of(zone),
            wide: self.wide.of(zone),
            chains: self.chains.of(zone),
            extras: self.has_extras(zone),
            other_chains: self.other_chains() >> zone & 1 == 1,
            used: self.used() >> zone & 1 == 1,
        }
    }

    /// Puts a Vassal into a zone, or nobody.
    #[inline]
    pub fn put(&mut self, zone: Zone, vassal: Vassal, hints: Hints) {
        self.vassals[usize::from(zone)] = vassal;
        self.note(zone);
        self.set_hints(zone, hints);
    }

    /// Empties a zone.
    #[inline]
    pub fn take(&mut self, zone: Zone) -> Vassal {
        let vassal = std::mem::replace(&mut self.vassals[usize::from(zone)], Vassal::NONE);
        self.marks.clear(zone);
        self.chains.clear(zone);
        self.hints.map(|_, sets| sets.clear(zone));
        self.wide.map(|_, sets| sets.clear(zone));
        vassal
    }

    /// What stands in two zones changes places.
    #[inline]
    pub fn exchange(&mut self, one: Zone, other: Zone) {
        self.vassals.swap(usize::from(one), usize::from(other));
        self.marks.exchange(one, other);
        self.chains.exchange(one, other);
        self.hints.map(|_, sets| sets.exchange(one, other));
        self.wide.map(|_, sets| sets.exchange(one, other));
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
        self.marks.mark(mark, zone, now > 0);
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

    /// Somebody has another Skill, which listens to this.
    #[inline]
    pub fn hear(&mut self, zone: Zone, ears: Ears) {
        self.hints.set(zone, self.hints.of(zone) | Ears::hint(ears.all));
        self.wide.set(zone, self.wide.of(zone) | Ears::hint(ears.wide));
        self.marks.mark(EXTRAS, zone, true);
        if ears.has_chains() {
            self.marks.mark(OTHER_CHAINS, zone, true);
        }
    }

    /// Somebody has lost a Skill.
    pub fn lose(&mut self, zone: Zone) {
        self.marks.mark(EXTRAS, zone, true);
        self.marks.mark(OTHER_CHAINS, zone, true);
    }

    /// The Vassal in a zone listens to this.
    pub fn set_hints(&mut self, zone: Zone, hints: Hints) {
        let Hints { all, wide, chains, extras, other_chains, used } = hints;
        self.hints.set(zone, all);
        self.wide.set(zone, wide);
        self.chains = self.chains.with(zone, chains);
        self.marks.mark(EXTRAS, zone, extras);
        self.marks.mark(OTHER_CHAINS, zone, other_chains);
        self.marks.mark(USED, zone, used);
    }

    /// Notes in short what stands in a zone.
    #[inline]
    fn note(&mut self, zone: Zone) {
        const NOTED: u64 = 1 | 1 << INJURED | 1 << EXHAUSTED | 1 << SAFE;
        let vassal = &self.vassals[usize::from(zone)];
        let marks = u64::from(vassal.is_some())
            | u64::from(vassal.injuries > 0) << INJURED
            | u64::from(vassal.is_exhausted()) << EXHAUSTED
            | u64::from(vassal.is_safe()) << SAFE;
        self.marks.0 = self.marks.0 & !(NOTED << zone) | marks << zone;
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

/// Eight sets of zones, one in each byte.
#[derive(Clone, Copy, Debug)]
struct Sets(u64);

/// The lowest bit of every byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

impl Sets {
    const NONE: Self = Self(0);

    /// The set whose byte begins with this bit.
    #[inline]
    const fn set(self, byte: u32) -> ZoneSet {
        (self.0 >> byte) as ZoneSet
    }

    /// Whether a zone belongs to one of them.
    #[inline]
    const fn mark(&mut self, byte: u32, zone: Zone, belongs: bool) {
        let bit = byte + zone as u32;
        self.0 = self.0 & !(1 << bit) | (belongs as u64) << bit;
    }

    /// A zone belongs to none of them.
    #[inline]
    const fn clear(&mut self, zone: Zone) {
        self.0 &= !(LOWEST << zone);
    }

    /// Two zones change places in all of them.
    #[inline]
    const fn exchange(&mut self, one: Zone, other: Zone) {
        let differ = (self.0 >> one ^ self.0 >> other) & LOWEST;
        self.0 ^= differ << one | differ << other;
    }

    /// The sets that a zone belongs to, as bits.
    #[inline]
    const fn of(self, zone: Zone) -> u8 {
        // Byte n comes to bit n of the highest byte.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        ((self.0 >> zone & LOWEST).wrapping_mul(GATHER) >> 56) as u8
    }

    /// The same where a zone belongs to these.
    #[inline]
    const fn with(self, zone: Zone, sets: u8) -> Self {
        // Each byte has its own bit, and then 1 where it is set.
        let own = (sets as u64).wrapping_mul(LOWEST) & 0x8040_2010_0804_0201;
        let set = (own + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & LOWEST;
        Self(self.0 & !(LOWEST << zone) | set << zone)
    }
}

/// For each bit of a hint the zones of those who have it.
#[derive(Clone, Copy, Debug)]
struct Listeners([u8; Listeners::HINTS]);

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

    /// Changes eight sets at once.
    #[inline]
    fn map(&mut self, change: impl Fn(usize, &mut Sets)) {
        for (nth, eight) in self.0.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mut sets = Sets(u64::from_le_bytes(*eight));
            change(nth, &mut sets);
            *eight = sets.0.to_le_bytes();
        }
    }

    /// The hint of the one in a zone.
    #[inline]
    fn of(&self, zone: Zone) -> u16 {
        let eights = self.0.as_chunks::<8>().0.iter().zip([0, 8]);
        eights.fold(0, |hint, (eight, shift)| {
            hint | u16::from(Sets(u64::from_le_bytes(*eight)).of(zone)) << shift
        })
    }

    /// The one in a zone has this hint.
    #[inline]
    fn set(&mut self, zone: Zone, hint: u16) {
        let bytes = hint.to_le_bytes();
        self.map(|nth, sets| *sets = sets.with(zone, bytes[nth]));
    }
}

#[cfg(test)]
mod tests {
    use super::{Hints, StackKind, Zones};
    use crate::state::{Ears, Vassal, ZONES};

    fn vassal(id: u16, injuries: u8, exhaustion: u8, safe: u8) -> Vassal {
        let mut vassal = Vassal::new(7, id, 0, 0);
        (vassal.injuries, vassal.exhaustion) = (injuries, exhaustion);
        vassal.protect(safe);
        vassal
    }

    #[test]
    fn sets_follow_what_is_put_moved_changed_and_taken() {
        let mut zones = Zones::EMPTY;
        zones.put(1, vassal(1, 1, 0, 0), Hints { all: 0b1001, wide: 0b0001, ..Hints::NONE });
        zones.put(3, vassal(2, 0, 2, 1), Hints { all: 1 << 14, ..Hints::NONE });
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
        let hints = |zone: u8, salt: u16| Hints {
            all: hint(zone.into(), salt),
            wide: hint(zone.into(), salt + 4000),
            chains: hint(zone.into(), salt + 9000) as u8,
            extras: hint(zone.into(), salt + 7000) % 3 == 0,
            other_chains: hint(zone.into(), salt + 6000) % 3 == 0,
            used: hint(zone.into(), salt + 8000) % 3 == 0,
        };
        for salt in 0..2000 {
            let mut zones = Zones::EMPTY;
            for zone in 0..ZONES as u8 {
                zones.put(zone, vassal(1, 0, 0, 0), hints(zone, salt));
            }
            let (one, other) = ((salt % 8) as u8, (salt / 8 % 8) as u8);
            zones.exchange(one, other);
            for zone in 0..ZONES as u8 {
                let from = match zone {
                    zone if zone == one => other,
                    zone if zone == other => one,
                    zone => zone,
                };
                let put = hints(from, salt);
                assert_eq!(zones.hints(zone), put);
                let heard = |bit: u16| zones.hearing(1 << bit) >> zone & 1 == 1;
                assert!((0..16).all(|bit| heard(bit) == (put.all >> bit & 1 == 1)));
            }
            zones.hear(one, Ears { all: 1 << 3, wide: 0 });
            let before = hints(other, salt);
            let hears = Hints { all: before.all | 1 << 3, extras: true, ..before };
            assert_eq!(zones.hints(one), hears);
            zones.lose(one);
            assert_eq!(zones.hints(one), Hints { other_chains: true, ..hears });
        }
    }
}
