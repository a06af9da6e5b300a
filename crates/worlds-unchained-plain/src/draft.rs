//! The draft. Rules: WU-3.3.1, WU-R32, WU-R34, WU-R35.

use crate::action::Action;
use crate::cards::{different, shuffle, take_card};
use crate::game::{Game, Step};

impl Game {
    /// C1: the picked player will name the first drafter. Rules: WU-3.3.1.2.
    pub(crate) fn select_drafter(&mut self, seat: usize) {
        self.to = Some(seat);
        self.step = Step::DraftFirst;
    }

    /// D2: the first drafter is named. Rules: WU-3.3.1.2.
    pub(crate) fn start_draft(&mut self, first: usize) {
        self.to = Some(first);
        self.step = Step::DraftDeal;
    }

    /// C2: a card from the pool for the drafter to look at; the last one is the second drafter's.
    /// Rules: WU-3.3.1.3.
    pub(crate) fn deal(&mut self, id: &str) {
        let drafter = self.to.expect("a drafter");
        let card = take_card(&mut self.pool, id);
        let side = &mut self.sides[drafter];
        if self.pool.is_empty() {
            side.draft.push(card);
            shuffle(&mut side.draft);
            self.step = Step::DraftCut;
            return;
        }
        side.hand.push(card);
        if side.hand.len() == 2 {
            self.step = Step::DraftTake;
        }
    }

    /// D3: which of the two cards may be kept.
    pub(crate) fn cards_to_take(&self, seat: usize) -> Vec<Action> {
        different(&self.sides[seat].hand).into_iter().map(Action::Take).collect()
    }

    /// D3: one card is kept, the other given. Before the last card the turn stays with the second drafter,
    /// who gets it. Rules: WU-3.3.1.3, WU-R32.
    pub(crate) fn take(&mut self, seat: usize, id: &str) {
        let other = 1 - seat;
        let mut hand = std::mem::take(&mut self.sides[seat].hand);
        let kept = take_card(&mut hand, id);
        self.sides[seat].draft.push(kept);
        self.sides[other].draft.append(&mut hand);
        for side in &mut self.sides {
            shuffle(&mut side.draft);
        }
        if self.pool.len() > 1 {
            self.to = Some(other);
        }
        self.step = Step::DraftDeal;
    }

    /// D4: which cards may be removed, or none.
    pub(crate) fn cards_to_cut(&self, seat: usize) -> Vec<Action> {
        let cards = different(&self.sides[seat].draft).into_iter().map(|id| Action::Cut(Some(id)));
        cards.chain([Action::Cut(None)]).collect()
    }

    /// D4: a card is removed or not, and the collections become the decks. Rules: WU-3.3.1.4, WU-3.3.1.5.
    pub(crate) fn cut(&mut self, seat: usize, id: Option<&str>) {
        if let Some(id) = id {
            take_card(&mut self.sides[seat].draft, id);
        }
        for side in &mut self.sides {
            let deck = std::mem::take(&mut side.draft);
            side.shuffle_in(deck);
        }
        self.to = None;
        self.step = Step::Infirmary;
    }
}
