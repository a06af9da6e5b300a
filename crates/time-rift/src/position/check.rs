//! What a position that is read must be.

use engine::{Fault, NoLog};

use super::read::Read;
use super::write::lasting_text;
use crate::action::NO_CARD;
use crate::arena::{NOWHERE, bits};
use crate::cards::Arena;
use crate::chests;
use crate::effects;
use crate::faces::standing;
use crate::flow;
use crate::rules::Rules;
use crate::scene::hands_used;
use crate::state::{
    Blow, Frame, Lasting, NO_SEAT, OVER, Shove, Side, Slot, State, Step, TIE, TIRE, mark, unit,
};
use crate::text::{Action as Doing, Plain, Power, Subject};

/// Refuses what no play could make sense of.
pub(super) fn check(rules: &Rules, state: &State) -> Read<()> {
    let fault = |what: &str, remedy: &str| Err(Fault::new(what.to_owned(), remedy.to_owned()));
    let players = usize::from(rules.players);
    let mut taken = state.obstacles;
    let mut stand = |square: u8| -> bool {
        let free = taken >> square & 1 == 0;
        taken |= 1 << square;
        free
    };
    let mut hazards = rules.pits;
    for (_, neutral) in state.neutrals.iter() {
        if !stand(neutral.square) {
            return fault("two stand on one space", "at most one occupies a space (TR-MOVE-8)");
        }
    }
    for (seat, side) in (0..).zip(state.seats.iter().take(players)) {
        if side.square != NOWHERE && !stand(side.square) {
            return fault("two stand on one space", "at most one occupies a space (TR-MOVE-8)");
        }
        if side.is_alive() && side.champion == NO_CARD && state.step != Step::Z1 {
            return fault("a seat has no Champion", "name it before the @");
        }
        if side.champion == NO_CARD && side.slots.iter().any(Slot::is_filled) {
            return fault("a seat without a Champion has cards", "leave them out");
        }
        for slot in side.slots.iter().filter(|slot| slot.has(mark::DEPLOYED)) {
            if rules.face(slot.card).occupies() && !stand(slot.square) {
                return fault("two stand on one space", "at most one occupies a space (TR-MOVE-8)");
            }
            let shape = rules.face(slot.card).arena();
            if shape == Some(Arena::Hazard) && hazards >> slot.square & 1 == 1 {
                return fault("two Hazards lie on one space", "at most one lies on a space (TR-R35)");
            }
            hazards |= u32::from(shape == Some(Arena::Hazard)) << slot.square;
            let edge = shape == Some(Arena::Edge);
            if edge && rules.arena.next[usize::from(slot.square)][usize::from(slot.facing)] != NOWHERE {
                return fault(
                    "an Edge does not lie on an outer side",
                    "give it the side of its space (TR-R102)",
                );
            }
        }
        if side.square != NOWHERE && side.life == 0 && !is_falling(state, seat) {
            return fault(
                "somebody is in the Arena without Life",
                "give it Life, or write `@-` for the defeated (TR-END-1)",
            );
        }
        if has_too_many_hands(rules, state, seat) {
            return fault("more than two hands are in use", "at most two are in a round (TR-R47)");
        }
        if !side.is_alive() {
            let dead = Side { champion: side.champion, name: side.name, ..Side::EMPTY };
            if *side != dead {
                return fault(
                    "a defeated seat has something left",
                    "it has no Life, Actions, marks or slots (TR-END-1)",
                );
            }
        }
    }
    let over = state.is_over();
    if over != (state.stage == OVER) {
        return fault("the game is over, or is it", "OVER and `over` go together");
    }
    if over {
        let team = rules.teams[state.winners.trailing_zeros() as usize];
        if state.winners != rules.members(team) {
            return fault("not all of a team have won", "name all its seats (TR-R123)");
        }
        return Ok(());
    }
    if state.living() == 0 && state.step != Step::G3 {
        return fault("nobody is left", "give somebody Life");
    }
    let placed =
        state.seats.iter().take(players).filter(|side| side.is_alive()).all(|side| side.square != NOWHERE);
    let in_rounds = (Step::P1..=Step::E3).contains(&state.step);
    let rounds = in_rounds || matches!(state.step, Step::G1);
    if (in_rounds && (state.stage == 0 || !placed)) || (rounds && !placed) {
        return fault(
            "a round without everybody in the Arena",
            "place everybody, or give the stage R0 and the step",
        );
    }
    let ordered = (Step::P5..=Step::E3).contains(&state.step);
    if ordered && bits(u32::from(state.living())).any(|seat| !state.order().contains(&seat)) {
        return fault("the Round Order lacks somebody", "name every living seat after the >");
    }
    if state.step <= Step::Z4 && state.stage != 0 {
        return fault("Round Zero has the stage R0", "write R0");
    }
    let last_lap = TIRE + rules.lap_cap - 1;
    if state.stage > last_lap || (rules.rounds + 1..TIE).contains(&state.stage) {
        let remedy = format!("the stages are R1 to R{}, RT and RX1 to RX{}", rules.rounds, rules.lap_cap);
        return fault("a round or lap after the last", &remedy);
    }
    let rolls = (Step::P4..=Step::P8).contains(&state.step) && state.stage < TIE;
    if !rolls && state.beaten.iter().any(|beaten| *beaten != 0) {
        return fault("`won=` outside of P4 to P8", "leave it out: the order is made (TR-R20)");
    }
    if let Some(lasting) = state.lasting.iter().find(|lasting| !may_bear(rules, lasting)) {
        return fault(
            &format!("`{}` cannot be borne by that one", lasting_text(rules, state, lasting)),
            "Rage is for the own Champion, Fear for enemies, Support for the own side (TR-R89, TR-R95, TR-R99)",
        );
    }
    let turning = (Step::T1..=Step::T4).contains(&state.step);
    if turning != (state.turn != NO_SEAT) {
        return fault("whose turn is it", "name a seat after `turn` in T1 to T4, and nobody else");
    }
    let mut attacks = 0;
    for frame in &state.frames {
        match frame {
            Frame::Fight(fight) => {
                attacks += 1;
                let dice = (fight.step >= Blow::A7) == (fight.defense.0 != 0)
                    && (fight.step >= Blow::A10) == (fight.attack.0 != 0);
                let result = (fight.step >= Blow::A13) == fight.hit.is_some();
                if !dice || !result {
                    return fault(
                        "an attack lacks dice, a result or its card",
                        "give it what its step needs",
                    );
                }
            }
            Frame::Window(opening) if opening.window.is_of_attack() && attacks == 0 => {
                return fault("a window of an attack without one", "put the attack before it");
            }
            _ => {}
        }
    }
    if state
        .frames
        .windows(2)
        .any(|pair| matches!(pair, [Frame::Shove(one), next] if !may_wait(rules, *one, next)))
    {
        return fault(
            "a forced movement without its effect",
            "put those that are chosen before the effect that goes on with the next of them (TR-R152)",
        );
    }
    if attacks > 0 && !in_rounds {
        return fault("an attack outside of rounds", "leave it out");
    }
    if rules.games > 1 && !chests::is_sound(rules, state) {
        return fault(
            "a War Chest or a battle deck could not come about so",
            "give chests in order, and decks as they are chosen from them (TR-R151)",
        );
    }
    if state.step == Step::Z4 && !(1..=rules.slots).contains(&state.filling) {
        return fault("no slot is filled", "write `seal D4` and the slot");
    }
    if !in_rounds && !state.frames.is_empty() {
        return fault("something is under way outside of rounds", "leave it out");
    }
    // Whatever waits for nobody would go on by itself.
    let mut after = state.clone();
    flow::advance(rules, &mut after, &mut NoLog);
    if after != *state {
        return fault(
            "the position waits for nobody: it would go on by itself",
            "give it as it is when somebody chooses or dice fall",
        );
    }
    Ok(())
}

/// Whether a forced movement can wait beneath another, or beneath its effect, which asks for units behind it.
fn may_wait(rules: &Rules, one: Shove, next: &Frame) -> bool {
    match next {
        Frame::Shove(other) => one.who < other.who,
        Frame::Running(running) => effects::is_shove(rules, running) && one.who < running.left,
        _ => false,
    }
}

/// Whether a Champion without Life waits for its defeat to be worked out.
fn is_falling(state: &State, seat: u8) -> bool {
    let who = unit(seat, 0);
    state.frames.iter().any(|frame| matches!(frame, Frame::Loss(loss) if loss.units.has(who)))
}

/// Whether somebody uses more hands than there are. A card whose hands change may have come to need more since it
/// was committed.
fn has_too_many_hands(rules: &Rules, state: &State, seat: u8) -> bool {
    let laid = state.seats[usize::from(seat)].slots.iter().filter(|slot| slot.is_filled());
    let gone = state.out.iter().filter(|(owner, _)| *owner == seat);
    let mut cards = laid.map(|slot| slot.card).chain(gone.map(|(_, card)| *card));
    hands_used(rules, state, seat) > 2 && !cards.any(|card| rules.face(card).ears & standing::HANDS != 0)
}

/// Whether whoever bears a lasting change is one of those it can be given to.
fn may_bear(rules: &Rules, lasting: &Lasting) -> bool {
    let own = lasting.bearer == unit(lasting.owner, 0);
    let enemy = rules.is_enemy(lasting.owner, lasting.bearer);
    let effect = rules.face(lasting.card).effect(lasting.ability);
    let clause = effect.and_then(|effect| effect.body.0.get(usize::from(lasting.clause)));
    match clause.map(|clause| &clause.action) {
        Some(
            Doing::Power { power: Power::Rage { .. } }
            | Doing::Plain { plain: Plain::Has { who: Subject::You {}, .. } },
        ) => own,
        Some(Doing::Power { power: Power::Fear { .. } | Power::DisarmAttack { .. } }) => enemy,
        Some(Doing::Power { power: Power::Support { .. } }) => !enemy,
        _ => true,
    }
}
