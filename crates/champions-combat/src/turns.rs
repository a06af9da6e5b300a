//! The turn of the active player. Rules: CC-RES-1 to CC-RES-7.

use engine::{Actions, Log, Rng};

use crate::action::{Action, Deed, EVERYONE, Play, React};
use crate::event::Event;
use crate::icons::Kind;
use crate::setup::{Manner, Rules};
use crate::state::{Figure, State, seats};
use crate::walks::{self, Menu, Options, Room, nth_card};
use crate::{attacks, rounds};

/// The cards of a hand, of equal faces the lowest only. Rules: CC-R8.
#[inline]
pub fn cards(rules: &Rules, state: &State, seat: usize) -> impl Iterator<Item = u8> + use<> {
    bits(rules.faces_of(seat, state.figures[seat].hand))
}

/// The same action with the card that stands for its face in the hand: whichever copy is named, the lowest that is
/// held is played. Rules: CC-R8.
pub fn as_listed(rules: &Rules, state: &State, action: Action) -> Action {
    let Some(seat) = state.waits_for() else { return action };
    let held = |card| rules.held_copy(seat, state.figures[seat].hand, card).unwrap_or(card);
    match action.deed() {
        Deed::Play(play) => Deed::Play(Play { card: held(play.card), ..play }).into(),
        Deed::React(react) => Deed::React(React { card: held(react.card), ..react }).into(),
        _ => action,
    }
}

/// The cards of a set in order.
#[inline]
fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let card = set.trailing_zeros() as u8;
            set &= set - 1;
            card
        })
    })
}

/// Whether a seat has anything to play on its turn. Rules: CC-RES-7, CC-R19.
#[inline]
pub fn is_playable(rules: &Rules, state: &State, seat: usize) -> bool {
    let Figure { hand, power, .. } = state.figures[seat];
    let (sorts, power) = (rules.sorts(seat), usize::from(power.min(4)));
    let (walks, attacks) = (hand & sorts.can_walk[power], hand & sorts.can_attack[power]);
    if walks & (sorts.walk[Manner::Still as usize] | sorts.walk[Manner::Turn as usize]) != 0 {
        return true;
    }
    let mut room = Room::new(rules, state, seat);
    bits(walks).any(|card| room.can_walk(&rules.face(seat, card).walk))
        || (attacks != 0 && attacks::in_reach(rules, state, seat) != 0)
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
                for target in seats(in_reach) {
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

/// One of the turns, each equally likely, without listing them: first what sort of turn, then which.
#[inline]
pub fn pick(rules: &Rules, state: &State, rng: &mut Rng) -> (Action, u32) {
    let seat = usize::from(state.active);
    let Figure { hand, power, .. } = state.figures[seat];
    let (sorts, power) = (rules.sorts(seat), usize::from(power.min(4)));
    let hand = rules.faces_of(seat, hand);
    let mut menu = Menu::new(rules, state, seat, hand & sorts.can_walk[power], &sorts.walk);
    let in_reach = attacks::in_reach(rules, state, seat);
    let attacks = if in_reach == 0 { 0 } else { hand & sorts.can_attack[power] };
    let (barrages, singles) = (attacks & sorts.barrage, attacks & !sorts.barrage);
    let targets = in_reach.count_ones();
    let special = u32::from(state.is_special());
    let count = menu.total + barrages.count_ones() + singles.count_ones() * targets + special;
    let mut nth = rng.below(count);
    if nth < menu.total {
        let (card, options, nth) = menu.nth(nth);
        return (menu.room.nth(options, Deed::Play(Play::walk(card)).into(), nth), count);
    }
    nth -= menu.total;
    if nth < barrages.count_ones() {
        let card = nth_card(barrages, nth);
        return (Deed::Play(Play::attack(card, EVERYONE)).into(), count);
    }
    nth -= barrages.count_ones();
    if nth < singles.count_ones() * targets {
        let target = seats(in_reach).nth((nth % targets) as usize).expect("it was counted");
        return (Deed::Play(Play::attack(nth_card(singles, nth / targets), target as u8 + 1)).into(), count);
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

#[cfg(test)]
mod tests {
    use engine::{Game as _, Luck, Opening, Seat, Seed, SeedLine, Settings, Sources};
    use testkit::rules as cites;

    use crate::game::ChampionsCombat;

    #[cites("CC-R8")]
    #[test]
    fn whichever_copy_is_named_the_listed_one_is_recorded() {
        let position =
            "B D1 S S1 pw0 sc0 [K01 K04] () | G D7 N S2 pw0 sc0 [K07] () | round 1 row BG BG slot 0 | turn B";
        let records = ["M K01 D2 @S", "M K04 D2 @S"].map(|text| {
            let luck = Luck::seeded(Seed::from_number(1));
            let position = Some(position.to_owned());
            let mut play = engine::Play::<ChampionsCombat>::new(Opening {
                position,
                ..Opening::new(Settings::none(), luck)
            })
            .unwrap_or_else(|faults| panic!("{faults}"));
            let blue = Seat::new(0);
            let action = ChampionsCombat::read_action(play.rules(), blue.into(), text).expect("an action");
            play.submit(blue, action).expect("a copy of that face is held");
            play.record(SeedLine::WhenOver)
        });
        assert_eq!(records[0], records[1]);
        assert!(records[0].contains("0 M K01 D2 @S"), "{}", records[0]);
    }

    /// Standing still is a Move, not an Attack with a card that could stand still if it were paid for.
    #[cites("CC-DATA-6")]
    #[test]
    fn a_timeout_never_strikes_while_it_can_walk() {
        let mut sources = Sources::none();
        let card = |id: &str, walk: &str| {
            format!("[[card]]\nid = \"{id}\"\nmove = \"{walk}\"\nattack = \"d\"\nreaction = \"x\"\n")
        };
        sources.push("d.toml", card("Q1", "+-") + &card("Q2", "1"));
        let settings = Settings::parse("hand_size=2 styles=S1,S2").unwrap();
        let rules = crate::setup::rules(&settings, &sources).unwrap_or_else(|faults| panic!("{faults}"));
        let position = |power: u8| {
            let text = format!(
                "B D4 N S1 pw{power} sc0 [Q1 Q2] () | G D3 S S2 pw0 sc0 [] () | round 1 row BG GB slot 0 | turn B"
            );
            crate::position::read(&rules, &text).unwrap_or_else(|faults| panic!("{faults}"))
        };
        let default = |power| {
            let action = crate::phases::default_action(&rules, &position(power));
            crate::notation::write(&rules, engine::Actor::Seat(Seat::new(0)), action)
        };
        assert_eq!(default(0), "M Q2 C3 @N");
        assert_eq!(default(1), "M Q1");
    }
}
