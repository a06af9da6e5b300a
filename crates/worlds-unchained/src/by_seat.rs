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

    /// Whether there are two seats.
    #[inline]
    pub const fn are_two(&self) -> bool {
        self.more.is_none()
    }

    /// Those of the first two seats.
    #[inline]
    pub const fn first_two(&self) -> &[T; 2] {
        &self.two
    }

    /// Puts together what comes of each, in the order of seats; of a duel's without a loop.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "what is done with each is short, and is done twice")]
    pub fn fold<A>(&self, first: A, mut next: impl FnMut(A, usize, &T) -> A) -> A {
        let [one, other] = &self.two;
        let first = next(first, 0, one);
        let first = next(first, 1, other);
        match &self.more {
            None => first,
            Some(more) => fold_more(more, first, next),
        }
    }

    /// Changes each, in the order of seats; those of a duel without a loop.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "what is done with each is short, and is done twice")]
    pub fn each_mut(&mut self, mut each: impl FnMut(&mut T)) {
        let [one, other] = &mut self.two;
        each(one);
        each(other);
        if let Some(more) = &mut self.more {
            each_more(more, each);
        }
    }

    /// That of a seat, if there is such a seat.
    #[inline]
    pub fn get(&self, seat: usize) -> Option<&T> {
        if seat < self.two.len() { Some(&self.two[seat]) } else { self.get_beyond(seat) }
    }

    /// In the order of seats. Where time counts [`BySeat::fold`] is better: a loop asks at every step in which part it
    /// is.
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

    /// That of a seat beyond the first two, if there is such a seat.
    #[cold]
    #[inline(never)]
    fn get_beyond(&self, seat: usize) -> Option<&T> {
        self.more().get(seat - self.two.len())
    }

    /// That of a seat beyond the first two.
    #[cold]
    #[inline(never)]
    fn beyond(&self, seat: usize) -> &T {
        &self.more()[seat - self.two.len()]
    }

    /// The same, to be changed.
    #[cold]
    #[inline(never)]
    fn beyond_mut(&mut self, seat: usize) -> &mut T {
        let more = self.more.as_mut().expect("a seat of the game");
        &mut more[seat - self.two.len()]
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

#[cold]
#[inline(never)]
fn fold_more<T, A>(more: &[T], first: A, mut next: impl FnMut(A, usize, &T) -> A) -> A {
    more.iter().zip(2..).fold(first, |so_far, (one, seat)| next(so_far, seat, one))
}

#[cold]
#[inline(never)]
fn each_more<T>(more: &mut [T], each: impl FnMut(&mut T)) {
    more.iter_mut().for_each(each);
}

impl<T> Index<usize> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: usize) -> &T {
        if seat < self.two.len() { &self.two[seat] } else { self.beyond(seat) }
    }
}

impl<T> IndexMut<usize> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: usize) -> &mut T {
        if seat < self.two.len() { &mut self.two[seat] } else { self.beyond_mut(seat) }
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
