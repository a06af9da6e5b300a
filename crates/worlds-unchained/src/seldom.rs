//! Something that there seldom is.

use std::hash::{Hash, Hasher};

/// At most one of a kind, which takes the room of a pointer. Its place on the heap is kept for the next one.
#[derive(Debug)]
pub struct Seldom<T>(Option<Box<Place<T>>>);

#[derive(Debug)]
struct Place<T> {
    is_there: bool,
    thing: T,
}

impl<T> Seldom<T> {
    /// None, and no place for one yet.
    pub const NONE: Self = Self(None);

    /// The one there is.
    #[inline]
    pub fn get(&self) -> Option<&T> {
        self.0.as_ref().filter(|place| place.is_there).map(|place| &place.thing)
    }

    /// The one there is, to be changed.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_mut().filter(|place| place.is_there).map(|place| &mut place.thing)
    }

    /// Whether there is one.
    #[inline]
    pub fn is_some(&self) -> bool {
        self.get().is_some()
    }

    /// There is this one.
    pub fn set(&mut self, thing: T) {
        match &mut self.0 {
            Some(place) => **place = Place { is_there: true, thing },
            none => *none = Some(Box::new(Place { is_there: true, thing })),
        }
    }

    /// There is none.
    pub fn clear(&mut self) {
        if let Some(place) = &mut self.0 {
            place.is_there = false;
        }
    }
}

impl<T: Default> Seldom<T> {
    /// The one there was; there is none any more.
    pub fn take(&mut self) -> Option<T> {
        let thing = self.get_mut().map(std::mem::take);
        self.clear();
        thing
    }
}

impl<T: Clone> Clone for Seldom<T> {
    fn clone(&self) -> Self {
        let mut copy = Self::NONE;
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Self) {
        match from.get() {
            Some(thing) => self.set(thing.clone()),
            None => self.clear(),
        }
    }
}

impl<T: PartialEq> PartialEq for Seldom<T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<T: Eq> Eq for Seldom<T> {}

impl<T: Hash> Hash for Seldom<T> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.get().hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::Seldom;

    #[test]
    fn what_was_there_is_forgotten_and_its_place_kept() {
        let mut one = Seldom::NONE;
        assert_eq!(one.get(), None);
        assert_eq!(one.take(), None);
        one.set(7);
        let copy = one.clone();
        assert_eq!((copy.get(), one.take()), (Some(&7), Some(7)));
        assert!(!one.is_some() && one.0.is_some());
        assert_eq!(one, Seldom::NONE);
        assert_ne!(one, copy);
        one.clone_from(&copy);
        assert_eq!(one, copy);
        one.clear();
        assert_eq!(one.get_mut(), None);
    }
}
