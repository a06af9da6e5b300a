//! The turn of the active player. Rules: CC-RES-1 to CC-RES-7.

use engine::{Actions, Log, Rng};

use crate::action::{Action, Deed, EVERYONE, Play};
use crate::event::Event;
use crate::icons::Kind;
use crate::setup::Rules;
use crate::state::State;
use crate::walks::{self, Options, Room};
use crate::{attacks, rounds};

/// The cards of a hand, of equal faces the lowest only. Rules: CC-R8.
#[inline]
pub fn cards<'r>(rules: &'r Rules, state: &State, seat: usize) -> impl Iterator<Item = u8> + use<'r> {
    let hand = state.figures[seat].hand;
    let mut left = hand;
    std::iter::from_fn(move || {
        while left != 0 {
            let card = left.trailing_zeros() as u8;
            left &= left - 1;
            if hand & rules.twins(seat, card) == 0 {
                return Some(card);
            }
        }
        None
    })
}

/// Whether a seat has anything to play on its turn. Rules: CC-RES-7, CC-R19.
#[inline]
pub fn is_playable(rules: &Rules, state: &State, seat: usize) -> bool {
    let power = state.figures[seat].power;
    let mut room = Room::new(rules, state, seat);
    let mut in_reach = None;
    cards(rules, state, seat).any(|card| {
        let face = rules.face(seat, card);
        (face.walk.cost <= power && room.can_walk(&face.walk))
            || (face.attack.cost <= power
                && *in_reach.get_or_insert_with(|| attacks::in_reach(rules, state, seat) != 0))
    })
}

/// Adds all turns: card by card, Move before Attack. Rules: CC-RES-2, CC-RES-5, CC-RES-6, CC-POWER-3, CC-R18,
/// CC-R21, CC-R24.
#[inline]
pub fn legal(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    let seat = usize::from(state.active);
    let power = state.figures[seat].power;
    let in_reach = attacks::in_reach(rules, state, seat);
    let mut room = Room::new(rules, state, seat);
    for card in cards(rules, state, seat) {
        let face = rules.face(seat, card);
        if face.walk.cost <= power
            && let Some(options) = options(&mut room, &face.walk)
        {
            room.list(options, Deed::Play(Play::walk(card)).into(), out);
        }
        if face.attack.cost <= power && in_reach != 0 {
            if face.attack.barrage {
                out.push(Deed::Play(Play::attack(card, EVERYONE)).into());
            } else {
                for target in crate::state::seats(in_reach) {
                    out.push(Deed::Play(Play::attack(card, target as u8 + 1)).into());
                }
            }
        }
    }
    if state.is_special() {
        out.push(Deed::Pass.into());
    }
}

/// The ways to use a Move section; a long one has one way if it can be walked at all. Rules: CC-R72.
#[inline]
fn options(room: &mut Room<'_>, section: &crate::icons::Section) -> Option<Options> {
    if section.is_long() {
        return room.can_walk(section).then_some(Options::One);
    }
    Some(room.options(section))
}

/// One of the turns, each equally likely, without listing them.
#[inline]
pub fn pick(rules: &Rules, state: &State, rng: &mut Rng) -> (Action, u32) {
    let seat = usize::from(state.active);
    let power = state.figures[seat].power;
    let in_reach = attacks::in_reach(rules, state, seat);
    let targets = in_reach.count_ones();
    let mut room = Room::new(rules, state, seat);
    let mut menu = [(0u8, Options::One, 0u32, 0u32); 6];
    let (mut total, mut lines) = (0, 0);
    for (line, card) in menu.iter_mut().zip(cards(rules, state, seat)) {
        let face = rules.face(seat, card);
        let options = if face.walk.cost <= power { options(&mut room, &face.walk) } else { None };
        let walks = options.map_or(0, |options| room.count(options));
        let attacks = match face.attack.cost <= power {
            true if face.attack.barrage => targets.min(1),
            true => targets,
            false => 0,
        };
        *line = (card, options.unwrap_or(Options::One), walks, attacks);
        total += walks + attacks;
        lines += 1;
    }
    let count = total + u32::from(state.is_special());
    let mut nth = rng.below(count);
    for &(card, options, walks, attacks) in &menu[..lines] {
        if nth < walks {
            return (room.nth(options, Deed::Play(Play::walk(card)).into(), nth), count);
        }
        nth -= walks;
        if nth < attacks {
            let barrage = rules.face(seat, card).attack.barrage;
            let target = crate::state::seats(in_reach).nth(nth as usize).map_or(EVERYONE, |t| t as u8 + 1);
            return (Deed::Play(Play::attack(card, if barrage { EVERYONE } else { target })).into(), count);
        }
        nth -= attacks;
    }
    (Deed::Pass.into(), count)
}

/// What a time-out plays on an ordinary turn: stand still if possible, else the first Move, else the first
/// Attack. Rules: CC-R69.
pub fn default_action(rules: &Rules, state: &State, actions: &[Action]) -> Action {
    let seat = usize::from(state.active);
    let facing = state.figures[seat].facing + 1;
    let stands = |action: &&Action| match action.deed() {
        Deed::Play(play) if !play.attack => {
            let steps = rules.face(seat, play.card).walk.steps;
            steps.is_none() || (steps == Some(0) && play.facing == facing)
        }
        _ => false,
    };
    *actions.iter().find(stands).or(actions.iter().find(|action| !action.is_attack())).unwrap_or(&actions[0])
}

/// A turn with a Move section. Rules: CC-R22, CC-R72.
#[inline]
pub fn take(rules: &Rules, state: &mut State, play: &Play, log: &mut impl Log<Event>) {
    let seat = usize::from(state.active);
    let section = &rules.face(seat, play.card).walk;
    log.add(Event::Played(state.active, play.card, Kind::Move));
    walks::spend(state, seat, play.card, section, log);
    if section.is_long() {
        return walks::begin(state, seat, play.card, false, section);
    }
    walks::go(state, seat, play.hex, play.relocation, play.facing, log);
    walks::gain(state, seat, section, log);
    rounds::end_turn(rules, state, log);
}

/// Leaving the Special turn. Rules: CC-R15.
pub fn pass(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    log.add(Event::Passed(state.active));
    rounds::end_turn(rules, state, log);
}
