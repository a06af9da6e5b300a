//! Something of each seat.

use std::iter::Chain;
use std::ops::{Index, IndexMut};
use std::slice::{Iter, IterMut};

/// One of a kind for each of two seats or more. Those of a duel stand in the value itself: no heap, and no question
/// where they are.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct BySeat<T> {
    duel: [T; 2],
    more: Vec<T>,
}

impl<T> BySeat<T> {
    /// As many as there are seats.
    pub fn new(seats: usize, one: impl Fn() -> T) -> Self {
        Self { duel: [one(), one()], more: (2..seats).map(|_| one()).collect() }
    }

    /// How many seats.
    #[inline]
    pub fn seats(&self) -> usize {
        self.duel.len() + self.more.len()
    }

    /// That of a seat, if there is such a seat.
    pub fn get(&self, seat: usize) -> Option<&T> {
        self.iter().nth(seat)
    }

    /// In the order of seats.
    #[inline]
    pub fn iter(&self) -> Chain<Iter<'_, T>, Iter<'_, T>> {
        self.duel.iter().chain(&self.more)
    }

    /// In the order of seats, to be changed.
    #[inline]
    pub fn iter_mut(&mut self) -> Chain<IterMut<'_, T>, IterMut<'_, T>> {
        self.duel.iter_mut().chain(&mut self.more)
    }
}

impl<T: Clone> Clone for BySeat<T> {
    fn clone(&self) -> Self {
        Self { duel: self.duel.clone(), more: self.more.clone() }
    }

    fn clone_from(&mut self, from: &Self) {
        self.duel.clone_from(&from.duel);
        self.more.clone_from(&from.more);
    }
}

impl<T> Index<usize> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: usize) -> &T {
        if seat < 2 { &self.duel[seat] } else { &self.more[seat - 2] }
    }
}

impl<T> IndexMut<usize> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: usize) -> &mut T {
        if seat < 2 { &mut self.duel[seat] } else { &mut self.more[seat - 2] }
    }
}

impl<'a, T> IntoIterator for &'a BySeat<T> {
    type Item = &'a T;
    type IntoIter = Chain<Iter<'a, T>, Iter<'a, T>>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut BySeat<T> {
    type Item = &'a mut T;
    type IntoIter = Chain<IterMut<'a, T>, IterMut<'a, T>>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
