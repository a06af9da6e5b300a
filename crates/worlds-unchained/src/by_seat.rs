//! Something of each seat.

use std::iter::Chain;
use std::ops::{Index, IndexMut};
use std::slice::{Iter, IterMut};

/// One of a kind for each of two seats or more. Those of a duel stand in the value itself, without the heap, and are
/// reached without a question where they are.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct BySeat<T> {
    /// The first two.
    two: [T; 2],
    /// The others, if there are any.
    #[expect(
        clippy::box_collection,
        reason = "duels, which are copied most, have no room for the list itself"
    )]
    more: Option<Box<Vec<T>>>,
}

impl<T> BySeat<T> {
    /// As many as there are seats.
    pub fn new(seats: usize, one: impl Fn() -> T) -> Self {
        let more = (seats > 2).then(|| Box::new((2..seats).map(|_| one()).collect()));
        Self { two: [one(), one()], more }
    }

    /// How many seats.
    #[inline]
    pub fn seats(&self) -> usize {
        self.two.len() + self.more().len()
    }

    /// That of a seat, if there is such a seat.
    #[inline]
    pub fn get(&self, seat: usize) -> Option<&T> {
        self.two.get(seat).or_else(|| self.more().get(seat - self.two.len()))
    }

    /// In the order of seats. What goes through all, as `for_each` or `fold`, is faster than a loop, which asks at
    /// every step in which part it is.
    #[inline]
    pub fn iter(&self) -> Chain<Iter<'_, T>, Iter<'_, T>> {
        self.two.iter().chain(self.more())
    }

    /// In the order of seats, to be changed.
    #[inline]
    pub fn iter_mut(&mut self) -> Chain<IterMut<'_, T>, IterMut<'_, T>> {
        let more = self.more.as_mut().map_or(&mut [][..], |more| &mut more[..]);
        self.two.iter_mut().chain(more)
    }

    #[inline]
    fn more(&self) -> &[T] {
        self.more.as_ref().map_or(&[], |more| &more[..])
    }
}

impl<T: Clone> Clone for BySeat<T> {
    fn clone(&self) -> Self {
        Self { two: self.two.clone(), more: self.more.clone() }
    }

    /// A position is mostly copied over another of the same game.
    fn clone_from(&mut self, from: &Self) {
        self.two.iter_mut().zip(&from.two).for_each(|(one, from)| one.clone_from(from));
        match (&mut self.more, &from.more) {
            (Some(more), Some(from)) => more.clone_from(from),
            (more, from) => more.clone_from(from),
        }
    }
}

/// That of a seat beyond the first two.
#[cold]
#[inline(never)]
fn other<T>(more: &[T], seat: usize) -> &T {
    &more[seat - 2]
}

impl<T> Index<usize> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: usize) -> &T {
        if seat < self.two.len() { &self.two[seat] } else { other(self.more(), seat) }
    }
}

impl<T> IndexMut<usize> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: usize) -> &mut T {
        if seat < self.two.len() {
            &mut self.two[seat]
        } else {
            &mut self.more.as_mut().expect("a seat of the game")[seat - 2]
        }
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
