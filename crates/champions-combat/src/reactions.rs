//! Reactions and scoring. Rules: CC-REACT-2 to CC-REACT-6, CC-SHLD-1, CC-RMOVE-1, CC-RMOVE-2, CC-SCORE-1,
//! CC-SCORE-2.

use engine::{Actions, Log, Rng};

use crate::action::{Action, Deed, NOTHING, React};
use crate::event::Event;
use crate::icons::{Kind, Section};
use crate::rounds;
use crate::setup::{Manner, Rules};
use crate::state::{Figure, State, Step, seats};
use crate::turns::cards;
use crate::walks::{self, Menu, Options, Room, nth_card};

/// Who may react: not attacked from behind, with a card in hand. Rules: CC-REACT-3, CC-ATTACK-12, CC-ATTACK-15,
/// CC-R47, CC-R64.
pub fn eligible(state: &State) -> u8 {
    let with_cards = seats(state.targets & !state.behind).filter(|&seat| state.figures[seat].hand != 0);
    with_cards.map(|seat| 1 << seat).sum()
}

/// Who reacts next, or the scoring. Rules: CC-BARR-2, CC-REACT-4, CC-R47.
pub fn next(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let left = eligible(state) & !state.done;
    state.current = 0;
    match left.count_ones() {
        0 => score(rules, state, log),
        1 => {
            state.step = Step::React;
            state.current = left.trailing_zeros() as u8;
        }
        _ => state.step = Step::ReactOrder,
    }
}

/// Rules: CC-BARR-2, CC-R47.
pub fn legal_order(state: &State, out: &mut Actions<Action>) {
    for seat in seats(eligible(state) & !state.done) {
        out.push(Deed::Order(seat as u8).into());
    }
}

/// The attacker names who reacts next. Rules: CC-BARR-2.
pub fn order(state: &mut State, seat: u8, log: &mut impl Log<Event>) {
    state.current = seat;
    state.step = Step::React;
    log.add(Event::Ordered(seat, true));
}

/// The ways to move in a Reaction; not moving comes before them. Rules: CC-RMOVE-1, CC-R60, CC-R61, CC-R72.
#[inline]
fn moves(room: &mut Room<'_>, section: &Section, card: u8) -> Option<(Options, Action)> {
    section.steps?;
    let still = React::still(card);
    if section.is_long() {
        return room
            .can_walk(section)
            .then(|| (Options::One, Deed::React(React { walk: true, ..still }).into()));
    }
    Some((room.options(section), Deed::React(still).into()))
}

/// Adds all reactions: card by card, without a move before with one; declining last. Rules: CC-REACT-2,
/// CC-REACT-5, CC-REACT-6, CC-ATTACK-12, CC-ATTACK-13, CC-POWER-3, CC-R58, CC-R59, CC-R60.
#[inline]
pub fn legal(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    let seat = usize::from(state.current);
    let mut room = Room::new(rules, state, seat);
    for card in cards(rules, state, seat) {
        let section = &rules.face(seat, card).reaction;
        if section.cost > state.figures[seat].power {
            continue;
        }
        out.push(Deed::React(React::still(card)).into());
        if let Some((options, base)) = moves(&mut room, section, card) {
            room.list(options, base, out);
        }
    }
    out.push(Deed::Decline.into());
}

/// One of the reactions, each equally likely, without listing them.
#[inline]
pub fn pick(rules: &Rules, state: &State, rng: &mut Rng) -> (Action, u32) {
    let seat = usize::from(state.current);
    let Figure { hand, power, .. } = state.figures[seat];
    let sorts = rules.sorts(seat);
    let cards = rules.faces_of(seat, hand) & sorts.can_react[usize::from(power.min(4))];
    // A section without a number has no way to move.
    let movers = cards & !sorts.reaction[Manner::Still as usize];
    let mut menu = Menu::new(rules, state, seat, movers, &sorts.reaction);
    let still = cards.count_ones();
    let count = menu.total + still + 1;
    let nth = rng.below(count);
    if nth < menu.total {
        let (card, options, nth) = menu.nth(nth);
        let walk = sorts.reaction[Manner::Long as usize] >> card & 1 == 1;
        let base = Deed::React(React { walk, ..React::still(card) }).into();
        return (menu.room.nth(options, base, nth), count);
    }
    match nth - menu.total {
        nth if nth < still => (Deed::React(React::still(nth_card(cards, nth))).into(), count),
        _ => (Deed::Decline.into(), count),
    }
}

/// A Reaction: spend, shields, move and face, gain. Rules: CC-REACT-2, CC-SHLD-1, CC-RMOVE-1, CC-RMOVE-2, CC-R22,
/// CC-R62.
pub fn react(rules: &Rules, state: &mut State, react: &React, log: &mut impl Log<Event>) {
    let seat = usize::from(state.current);
    let section = &rules.face(seat, react.card).reaction;
    log.add(Event::Played(state.current, react.card, Kind::Reaction));
    walks::spend(state, seat, react.card, section, log);
    if section.shields > 0 {
        let off = section.shields.min(state.hits[seat]);
        state.hits[seat] -= off;
        log.add(Event::Shielded(state.current, off, state.hits[seat]));
    }
    if react.walk {
        return walks::begin(state, seat, react.card, true, section);
    }
    walks::go(state, seat, react.hex, NOTHING, react.facing, log);
    walks::gain(state, seat, section, log);
    done(rules, state, log);
}

/// Rules: CC-ATTACK-13, CC-R64.
pub fn decline(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    log.add(Event::Declined(state.current));
    done(rules, state, log);
}

/// Whoever reacts is done. Rules: CC-REACT-4.
pub fn done(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    state.done |= 1 << state.current;
    next(rules, state, log);
}

/// All hits that are left score at once; enough of them win, unless the attacker has resigned. Rules:
/// CC-PHASE-6, CC-SCORE-1, CC-SCORE-2, CC-WIN-1, CC-R11, CC-R49, CC-R65, CC-R67, CC-R74.
fn score(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let active = state.active;
    let points = state.hits.iter().sum::<u8>();
    let score = &mut state.figures[usize::from(active)].score;
    *score += points;
    if points > 0 {
        log.add(Event::Scored(active, points, *score));
    }
    if *score >= rules.win_score && state.leaving >> active & 1 == 0 {
        rounds::win(state, active, log);
    } else {
        rounds::end_turn(rules, state, log);
    }
}
