//! What can be done and what happens, step by step: one exhaustive match each. The only way into the rules.

use engine::{Actions, Log, Rng};

use crate::action::{Action, Deed};
use crate::event::Event;
use crate::setup::Rules;
use crate::state::{State, Step};
use crate::{attacks, reactions, rounds, turns, walks};

/// Adds everything that whoever is waited for can do, in canonical order.
#[inline]
pub fn legal(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    match state.step {
        Step::Turn => turns::legal(rules, state, out),
        Step::Walk => walks::legal(rules, state, out),
        Step::Push => attacks::legal_push(rules, state, out),
        Step::FumbleOrder => attacks::legal_fumble_order(state, out),
        Step::Fumble => attacks::legal_fumble(rules, state, out),
        Step::ReactOrder => reactions::legal_order(state, out),
        Step::React => reactions::legal(rules, state, out),
        Step::Style | Step::Hand | Step::Row | Step::Roll | Step::Over => {}
    }
}

/// One of the legal actions, each equally likely, and how many there are; the long lists are only counted.
#[inline]
pub fn pick(rules: &Rules, state: &State, rng: &mut Rng) -> (Action, u32) {
    match state.step {
        Step::Turn => turns::pick(rules, state, rng),
        Step::React => reactions::pick(rules, state, rng),
        _ => {
            let mut actions = Actions::new();
            legal(rules, state, &mut actions);
            (*rng.one_of(&actions), actions.len() as u32)
        }
    }
}

/// What a time-out plays. Rules: CC-R69.
pub fn default_action(rules: &Rules, state: &State) -> Action {
    let mut actions = Actions::new();
    legal(rules, state, &mut actions);
    match state.step {
        Step::Turn if state.is_special() => Deed::Pass.into(),
        Step::Turn => turns::default_action(rules, state, &actions),
        Step::Push => attacks::default_push(rules, state, &actions),
        Step::Fumble => Deed::Fumble((state.figures[usize::from(state.active)].facing + 1) % 6).into(),
        Step::React => Deed::Decline.into(),
        _ => actions[0],
    }
}

/// Carries out an action that is legal, and then whatever those who leave would have decided.
#[inline]
pub fn apply(rules: &Rules, state: &mut State, action: Action, log: &mut impl Log<Event>) {
    carry_out(rules, state, action, log);
    if state.leaving != 0 {
        leavers(rules, state, log);
    }
}

/// Whoever leaves decides nothing any more: the defaults are played. Rules: CC-R69.
pub fn leavers(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    while state.waits_for().is_some_and(|seat| state.leaving >> seat & 1 == 1) {
        let action = default_action(rules, state);
        carry_out(rules, state, action, log);
    }
}

#[inline]
fn carry_out(rules: &Rules, state: &mut State, action: Action, log: &mut impl Log<Event>) {
    match action.deed() {
        Deed::Style(seat, style) => rounds::deal_style(rules, state, seat, style, log),
        Deed::Hand(seat, hand) => rounds::deal_hand(rules, state, seat, hand, log),
        Deed::Row(count, seats) => rounds::lay_row(rules, state, count, seats, log),
        Deed::Play(play) if play.attack => attacks::declare(rules, state, &play, log),
        Deed::Play(play) => turns::take(rules, state, &play, log),
        Deed::Pass => turns::pass(rules, state, log),
        Deed::Walk(part) => walks::go_on(rules, state, &part, log),
        Deed::Roll(roll) => attacks::roll(rules, state, roll, log),
        Deed::Push(name, hex) => attacks::push(rules, state, name, hex, log),
        Deed::Order(seat) if state.step == Step::FumbleOrder => attacks::order(state, seat, log),
        Deed::Order(seat) => reactions::order(state, seat, log),
        Deed::Fumble(facing) => attacks::fumble(rules, state, facing, log),
        Deed::React(react) => reactions::react(rules, state, &react, log),
        Deed::Decline => reactions::decline(rules, state, log),
    }
}
