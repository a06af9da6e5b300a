//! Something of each seat.

use std::ops::{Index, IndexMut};
use std::slice::{Iter, IterMut};

use smallvec::SmallVec;

/// One of a kind for each of two seats or more. Those of a duel stand in the value itself, without the heap.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct BySeat<T>(SmallVec<[T; 2]>);

impl<T> BySeat<T> {
    /// As many as there are seats.
    pub fn new(seats: usize, one: impl Fn() -> T) -> Self {
        Self((0..seats.max(2)).map(|_| one()).collect())
    }

    /// How many seats.
    #[inline]
    pub fn seats(&self) -> usize {
        self.0.len()
    }

    /// That of a seat, if there is such a seat.
    pub fn get(&self, seat: usize) -> Option<&T> {
        self.0.get(seat)
    }

    /// In the order of seats.
    #[inline]
    pub fn iter(&self) -> Iter<'_, T> {
        self.0.iter()
    }

    /// In the order of seats, to be changed.
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        self.0.iter_mut()
    }
}

impl<T: Clone> Clone for BySeat<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    /// A position is mostly copied over another of the same game.
    fn clone_from(&mut self, from: &Self) {
        if self.seats() == from.seats() {
            self.0.iter_mut().zip(&from.0).for_each(|(one, from)| one.clone_from(from));
        } else {
            self.0.clone_from(&from.0);
        }
    }
}

impl<T> Index<usize> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: usize) -> &T {
        &self.0[seat]
    }
}

impl<T> IndexMut<usize> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: usize) -> &mut T {
        &mut self.0[seat]
    }
}

impl<'a, T> IntoIterator for &'a BySeat<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut BySeat<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
