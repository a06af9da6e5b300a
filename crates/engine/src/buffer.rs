//! Lists that a playout fills again and again without touching the heap.

use arrayvec::ArrayVec;

/// No decision of a player offers more options than this.
pub const MAX_ACTIONS: usize = 512;

/// The options of one decision, in the game's canonical order.
///
/// The storage is in the value itself, so a playout keeps one and never allocates.
///
/// ```
/// let mut actions = engine::Actions::new();
/// actions.push(3);
/// actions.push(5);
/// assert_eq!(&actions[..], [3, 5]);
/// actions.clear();
/// assert!(actions.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Actions<A: Copy>(ArrayVec<A, MAX_ACTIONS>);

impl<A: Copy> Actions<A> {
    /// An empty list.
    #[inline]
    pub fn new() -> Self {
        Self(ArrayVec::new())
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds an option. More than [`MAX_ACTIONS`] is a defect of the game and panics.
    #[inline]
    pub fn push(&mut self, action: A) {
        self.0.push(action);
    }

    /// Adds several options at once, in order.
    #[inline]
    pub fn extend(&mut self, actions: &[A]) {
        self.0.try_extend_from_slice(actions).expect("no decision offers more options than this");
    }

    /// Adds the first options of a list, so many or all, in order. The whole list is copied whatever the number, which
    /// takes no longer than to find out how much of it.
    #[inline]
    pub fn extend_some<const N: usize>(&mut self, actions: &[A; N], some: usize) {
        let known = self.0.len();
        if known + N <= MAX_ACTIONS {
            self.extend(actions);
            self.0.truncate(known + some);
        } else {
            self.extend(&actions[..some.min(N)]);
        }
    }

    /// Sorts the options from the `start`-th on.
    #[inline]
    pub fn sort_from(&mut self, start: usize)
    where
        A: Ord,
    {
        self.0[start..].sort_unstable();
    }
}

impl<A: Copy> Default for Actions<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Copy> std::ops::Deref for Actions<A> {
    type Target = [A];
    #[inline]
    fn deref(&self) -> &[A] {
        &self.0
    }
}

/// The outcomes of one chance event with exact weights: an outcome happens with probability
/// `weight / total`.
///
/// Equal outcomes are merged into one representative with the summed weight. Keep one list and
/// clear it: after the first few events it no longer allocates.
///
/// ```
/// let mut coin = engine::Weighted::new();
/// coin.push("heads", 1);
/// coin.push("tails", 1);
/// assert_eq!(coin.total(), 2);
/// assert_eq!(coin.iter().map(|&(face, _)| face).collect::<Vec<_>>(), ["heads", "tails"]);
/// ```
#[derive(Clone, Debug)]
pub struct Weighted<A> {
    entries: Vec<(A, u64)>,
    total: u64,
}

impl<A> Weighted<A> {
    /// An empty list.
    pub fn new() -> Self {
        Self { entries: Vec::new(), total: 0 }
    }

    /// Empties the list and keeps its storage.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.total = 0;
    }

    /// Adds an outcome. A weight of zero is left out: it cannot happen.
    pub fn push(&mut self, action: A, weight: u64) {
        if weight > 0 {
            self.entries.push((action, weight));
            self.total = self.total.checked_add(weight).expect("weights of one chance event fit 64 bits");
        }
    }

    /// The sum of all weights.
    pub fn total(&self) -> u64 {
        self.total
    }
}

impl<A> Default for Weighted<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> std::ops::Deref for Weighted<A> {
    type Target = [(A, u64)];
    fn deref(&self) -> &[(A, u64)] {
        &self.entries
    }
}
