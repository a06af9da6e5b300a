//! What a position that is read must be.

use engine::{Fault, NoLog};

use super::read::Read;
use crate::action::NO_CARD;
use crate::arena::{NOWHERE, bits};
use crate::chests;
use crate::flow;
use crate::rules::Rules;
use crate::state::{Blow, Frame, NO_SEAT, OVER, Side, Slot, State, Step, mark};

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
    for (nth, neutral) in rules.neutrals.iter().enumerate() {
        if state.neutrals[nth] > 0 && !stand(neutral.0) {
            return fault("two stand on one space", "at most one occupies a space (TR-MOVE-8)");
        }
    }
    for side in state.seats.iter().take(players) {
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
            let edge = rules.face(slot.card).arena() == Some(crate::cards::Arena::Edge);
            if edge && rules.arena.next[usize::from(slot.square)][usize::from(slot.facing)] != NOWHERE {
                return fault(
                    "an Edge does not lie on an outer side",
                    "give it the side of its space (TR-R102)",
                );
            }
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
