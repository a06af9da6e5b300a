//! What happened in a play, entry by entry. It only grows, and branches share it.

use std::sync::Arc;

use crate::event::{Log, NoLog};
use crate::game::Game;
use crate::play::Step;
use crate::rng::Purpose;
use crate::seat::Actor;

/// One entry, with the random stream that a chance event drew from.
pub(crate) struct Entry<G: Game> {
    pub(crate) step: Step<G::Action>,
    pub(crate) purpose: Option<Purpose>,
}

impl<G: Game> Clone for Entry<G> {
    fn clone(&self) -> Self {
        Self { step: self.step.clone(), purpose: self.purpose }
    }
}

/// A position is kept every so many entries, so that any other is found with few steps.
const CHUNK: usize = 16;

/// Some entries one behind another, and the position before them. An entry that goes back is always the last.
struct Chunk<G: Game> {
    start: usize,
    before: G::State,
    entries: Vec<Entry<G>>,
}

impl<G: Game> Clone for Chunk<G> {
    fn clone(&self) -> Self {
        Self { start: self.start, before: self.before.clone(), entries: self.entries.clone() }
    }
}

pub(crate) struct History<G: Game> {
    /// Never empty; branches share all but the last.
    chunks: Vec<Arc<Chunk<G>>>,
}

impl<G: Game> Clone for History<G> {
    fn clone(&self) -> Self {
        Self { chunks: self.chunks.clone() }
    }
}

impl<G: Game> History<G> {
    pub(crate) fn new(before: G::State) -> Self {
        Self { chunks: vec![Arc::new(Chunk { start: 0, before, entries: Vec::new() })] }
    }

    fn last(&self) -> &Chunk<G> {
        self.chunks.last().expect("there is always a chunk")
    }

    pub(crate) fn len(&self) -> usize {
        self.last().start + self.last().entries.len()
    }

    /// The chunk that the position of that number is found from.
    fn chunk(&self, number: usize) -> &Chunk<G> {
        &self.chunks[self.chunks.partition_point(|chunk| chunk.start <= number) - 1]
    }

    pub(crate) fn get(&self, number: usize) -> Option<&Entry<G>> {
        let chunk = self.chunk(number);
        chunk.entries.get(number - chunk.start)
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Entry<G>> {
        self.chunks.iter().flat_map(|chunk| &chunk.entries)
    }

    /// Adds an entry that leads to `after`.
    pub(crate) fn push(&mut self, entry: Entry<G>, after: &G::State) {
        let goes_back = matches!(entry.step, Step::Back(_));
        let last = self.chunks.last_mut().expect("there is always a chunk");
        Arc::make_mut(last).entries.push(entry);
        if goes_back || self.last().entries.len() == CHUNK {
            let next = Chunk { start: self.len(), before: after.clone(), entries: Vec::new() };
            self.chunks.push(Arc::new(next));
        }
    }

    /// The history up to position `number`, which was reached.
    pub(crate) fn up_to(&self, number: usize) -> Self {
        let kept = self.chunks.partition_point(|chunk| chunk.start <= number);
        let mut chunks = self.chunks[..kept].to_vec();
        let last = chunks.last_mut().expect("the first chunk begins at 0");
        if last.start + last.entries.len() > number {
            let length = number - last.start;
            Arc::make_mut(last).entries.truncate(length);
        }
        Self { chunks }
    }

    /// The position of that number, which was reached.
    pub(crate) fn state_at(&self, rules: &G::Rules, number: usize) -> G::State {
        assert!(number <= self.len(), "a position that was reached");
        let chunk = self.chunk(number);
        let mut state = chunk.before.clone();
        for entry in &chunk.entries[..number - chunk.start] {
            perform::<G>(rules, &mut state, &entry.step, &mut NoLog);
        }
        state
    }

    /// The numbers of the entries that led to position `number`, the latest first: what was taken back before it is
    /// left out.
    pub(crate) fn line(&self, number: usize) -> impl Iterator<Item = (usize, &Entry<G>)> {
        let mut at = number;
        std::iter::from_fn(move || {
            while let Some(before) = at.checked_sub(1) {
                at = before;
                let entry = self.get(at).expect("an entry that was made");
                match entry.step {
                    Step::Back(back) => at = back.to,
                    _ => return Some((before, entry)),
                }
            }
            None
        })
    }
}

/// Carries out an entry. One that goes back is the last of its chunk, so nothing is ever carried out after it.
pub(crate) fn perform<G: Game>(
    rules: &G::Rules,
    state: &mut G::State,
    step: &Step<G::Action>,
    log: &mut impl Log<G::Event>,
) {
    match step {
        Step::Act(actor, action) => G::apply(rules, state, *actor, *action, log),
        Step::Sealed(choices) => {
            for &(seat, action) in choices {
                G::apply(rules, state, Actor::Seat(seat), action, log);
            }
        }
        Step::Concede(seat) => G::concede(rules, state, *seat, log),
        Step::Back(_) | Step::Edition(_) => {}
    }
}
