//! A short list that stands in the value itself.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::hint::select_unpredictable;
use std::ops::{Deref, DerefMut};

/// A list of which up to so many stand in the value itself. It is copied with one stroke, whatever its length; only
/// where it has grown longer it is on the heap, and its room there is kept for the next time.
pub struct Few<T, const N: usize> {
    /// How many stand here, or [`Few::SPILLED`].
    many: u8,
    here: [T; N],
    #[expect(
        clippy::box_collection,
        reason = "seldom there, and short lists have no room for more than a pointer"
    )]
    more: Option<Box<Vec<T>>>,
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// All are on the heap.
    const SPILLED: u8 = u8::MAX;

    /// Nothing.
    pub fn new() -> Self {
        Self { many: 0, here: [T::default(); N], more: None }
    }

    /// One more, behind the others.
    #[inline]
    pub fn push(&mut self, one: T) {
        match self.here.get_mut(usize::from(self.many)) {
            Some(place) => {
                *place = one;
                self.many += 1;
            }
            None => self.spilled().push(one),
        }
    }

    /// All on the heap, where they are from now on.
    #[cold]
    #[inline(never)]
    fn spilled(&mut self) -> &mut Vec<T> {
        let more = self.more.get_or_insert_default();
        if self.many != Self::SPILLED {
            more.clear();
            more.extend_from_slice(&self.here[..usize::from(self.many)]);
            self.many = Self::SPILLED;
        }
        more
    }

    /// Takes one out; the others keep their order. All places are gone through whatever their number: which of them
    /// move cannot be foreseen.
    #[inline]
    pub fn remove(&mut self, nth: usize) -> T {
        if self.many == Self::SPILLED {
            return self.spilled().remove(nth);
        }
        let one = self[nth];
        // Places are numbered as shortly as most of what stands there, so that several are compared at once.
        for at in 1..N {
            let moves = at as u16 > nth as u16;
            self.here[at - 1] = select_unpredictable(moves, self.here[at], self.here[at - 1]);
        }
        self.many -= 1;
        one
    }

    /// Takes out the first that is equal to this one, if there is one; the others keep their order.
    #[inline]
    pub fn take_out(&mut self, one: T)
    where
        T: PartialEq,
    {
        let len = self.len();
        let first = match self.places() {
            Some(places) => {
                let places = places.iter().enumerate().rev();
                places.fold(N, |first, (at, other)| select_unpredictable(*other == one, at, first))
            }
            None => self.iter().position(|other| *other == one).unwrap_or(len),
        };
        if first < len {
            self.remove(first);
        }
    }

    /// The last one, which is there no more.
    pub fn pop(&mut self) -> Option<T> {
        let last = self.len().checked_sub(1)?;
        Some(self.remove(last))
    }

    /// All its places, of which as many are filled as it is long; nothing if it has grown longer.
    #[inline]
    pub fn places(&self) -> Option<&[T; N]> {
        (self.many != Self::SPILLED).then_some(&self.here)
    }

    /// Keeps those of which something holds, in their order.
    pub fn retain(&mut self, keeps: impl Fn(&T) -> bool) {
        if self.many == Self::SPILLED {
            return self.spilled().retain(keeps);
        }
        let mut left = 0;
        for nth in 0..usize::from(self.many) {
            let one = self.here[nth];
            self.here[left] = one;
            left += usize::from(keeps(&one));
        }
        self.many = left as u8;
    }

    /// Forgets all.
    #[inline]
    pub fn clear(&mut self) {
        self.many = 0;
    }

    /// Gets room on the heap for many times as many as stand here, if it has none yet.
    pub fn make_room(&mut self) {
        self.more.get_or_insert_with(|| Box::new(Vec::with_capacity(8 * N)));
    }

    /// Has on the heap what another one has there.
    #[cold]
    #[inline(never)]
    fn copy_heap(&mut self, from: &Self) {
        let more = self.more.get_or_insert_default();
        more.clear();
        more.extend_from_slice(from.on_heap());
    }

    #[cold]
    #[inline(never)]
    fn on_heap(&self) -> &[T] {
        self.more.as_ref().map_or(&[], |more| &more[..])
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy + Default, const N: usize> Deref for Few<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        self.here.get(..usize::from(self.many)).unwrap_or_else(|| self.on_heap())
    }
}

impl<T: Copy + Default, const N: usize> DerefMut for Few<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        if self.many == Self::SPILLED { self.spilled() } else { &mut self.here[..usize::from(self.many)] }
    }
}

impl<T: Copy + Default, const N: usize> Clone for Few<T, N> {
    fn clone(&self) -> Self {
        let more = if self.many == Self::SPILLED { self.more.clone() } else { None };
        Self { many: self.many, here: self.here, more }
    }

    #[inline]
    fn clone_from(&mut self, from: &Self) {
        self.here = from.here;
        self.many = from.many;
        if from.many == Self::SPILLED {
            self.copy_heap(from);
        }
    }
}

impl<T: Copy + Default + PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Copy + Default + Eq, const N: usize> Eq for Few<T, N> {}

impl<T: Copy + Default + Hash, const N: usize> Hash for Few<T, N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (**self).hash(hasher);
    }
}

impl<T: Copy + Default + fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<'a, T: Copy + Default, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T: Copy + Default, const N: usize> IntoIterator for &'a mut Few<T, N> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for Few<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, list: I) {
        list.into_iter().for_each(|one| self.push(one));
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(list: I) -> Self {
        let mut few = Self::new();
        few.extend(list);
        few
    }
}

#[cfg(test)]
mod tests {
    use super::Few;

    /// Whatever is done to it, it is what a plain list would be.
    #[test]
    fn it_is_a_list() {
        let mut plain: Vec<u16> = Vec::new();
        let mut few: Few<u16, 3> = Few::new();
        let mut copy: Few<u16, 3> = Few::new();
        for step in 0..2000_u16 {
            match step.wrapping_mul(40_503) >> 8 & 15 {
                0..8 => {
                    plain.push(step);
                    few.push(step);
                }
                8 | 9 if !plain.is_empty() => {
                    let nth = usize::from(step) % plain.len();
                    assert_eq!(plain.remove(nth), few.remove(nth));
                }
                10 => {
                    plain.retain(|one| one % 3 != step % 3);
                    few.retain(|one| one % 3 != step % 3);
                }
                11 => {
                    plain.clear();
                    few.clear();
                }
                12 => {
                    plain.extend([step, 7]);
                    few.extend([step, 7]);
                }
                13 => {
                    few.make_room();
                    assert_eq!(plain.pop(), few.pop());
                    let at = plain.iter().position(|one| *one == 7);
                    at.map(|at| plain.remove(at));
                    few.take_out(7);
                }
                14 => plain.iter_mut().zip(&mut few).for_each(|(a, b)| (*a, *b) = (step, step)),
                _ => {}
            }
            copy.clone_from(&few);
            assert_eq!((&few[..], &copy[..]), (&plain[..], &plain[..]));
            assert_eq!(few, few.clone());
            assert_eq!(few, plain.iter().copied().collect());
        }
    }
}
