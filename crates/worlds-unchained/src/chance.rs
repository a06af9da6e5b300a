//! What comes by chance: players that are picked, cards that are drawn, targets that are hit. Rules: WU-R125.

use engine::{Purpose, Rng, Weighted};
use smallvec::SmallVec;

use crate::action::Act;
use crate::flow::in_game;
use crate::rules::Rules;
use crate::state::{State, Step};
use crate::{effects, notation, prep};

/// Which stream of random numbers the event comes from.
pub fn purpose(state: &State) -> Purpose {
    match state.step {
        Step::DraftSelect => Purpose::nth("pick", 0),
        Step::Prime => Purpose::nth("pick", 1),
        Step::DraftDeal => Purpose::new("pool"),
        Step::Draw => Purpose::new("draw"),
        _ => Purpose::new("hit"),
    }
}

/// The pile that a card comes from, and whose it is; nothing if a player is picked or a target hit.
#[inline]
fn pile<'a>(rules: &Rules, state: &'a State) -> Option<(&'a [u16], Option<u8>)> {
    match state.step {
        _ if state.doing.is_some() || state.settling => None,
        Step::DraftDeal => Some((&state.pool, None)),
        Step::Draw => {
            let seat = prep::drawing(rules, state)?;
            Some((&state.players[usize::from(seat)].deck.bag, Some(seat)))
        }
        _ => None,
    }
}

#[inline]
fn drawn(card: u16, by: Option<u8>) -> Act {
    by.map_or(Act::Pool(card), |seat| Act::Draw(seat, card))
}

/// Every outcome of the event that is due, equal cards merged, by name. Rules: the engine model, section 2.
pub fn list(rules: &Rules, state: &State, out: &mut Weighted<Act>) {
    if let Some((pile, by)) = pile(rules, state) {
        let mut cards: SmallVec<[&[u16]; 32]> = pile.chunk_by(|a, b| a == b).collect();
        cards.sort_by_key(|equal| rules.id(equal[0]));
        cards.into_iter().for_each(|equal| out.push(drawn(equal[0], by), equal.len() as u64));
    } else if matches!(state.step, Step::DraftSelect | Step::Prime) {
        in_game(state).for_each(|seat| out.push(Act::Pick(seat), 1));
    } else {
        effects::hits(rules, state).into_iter().for_each(|hit| out.push(hit, 1));
    }
}

/// What the event that is due draws from, in the order of the draw: cards, players, places.
pub fn drawn_from(rules: &Rules, state: &State) -> Vec<String> {
    if let Some((pile, _)) = pile(rules, state) {
        return pile.iter().map(|&card| rules.id(card).to_owned()).collect();
    }
    let acts = if matches!(state.step, Step::DraftSelect | Step::Prime) {
        in_game(state).map(Act::Pick).collect()
    } else {
        effects::hits(rules, state)
    };
    // `pick P1`, `hit P1.v2`: what is behind the word.
    let name = |act: Act| notation::write(rules, act).split_once(' ').map(|(_, what)| what.to_owned());
    acts.into_iter().filter_map(name).collect()
}

/// One outcome of the event that is due.
#[inline]
pub fn sample(rules: &Rules, state: &State, rng: &mut Rng) -> Act {
    if let Some((pile, by)) = pile(rules, state) {
        return drawn(*rng.one_of(pile), by);
    }
    sample_other(rules, state, rng)
}

/// The same where it is no card.
#[inline(never)]
fn sample_other(rules: &Rules, state: &State, rng: &mut Rng) -> Act {
    if matches!(state.step, Step::DraftSelect | Step::Prime) {
        let count = in_game(state).count() as u32;
        let nth = rng.below(count) as usize;
        return Act::Pick(in_game(state).nth(nth).expect("a seat of those in the game"));
    }
    let hits = effects::hits(rules, state);
    hits[rng.below_u64(hits.len() as u64) as usize]
}
