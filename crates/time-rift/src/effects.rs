//! Effects: what is chosen before, the price, and clause by clause what happens. Rules: TR-R63, TR-R73 to TR-R82,
//! TR-R85 to TR-R100, TR-R134, TR-R141.

mod choices;
mod clauses;
mod moving;
mod options;

use engine::Log;
use smallvec::SmallVec;

use crate::action::{Action, Argument, Arguments, Deed, NO_CARD};
use crate::arena::{NOWHERE, Square};
use crate::event::{Event, Why};
use crate::faces::{Window, costs, standing};
use crate::losses::lose_life;
use crate::moves::{Forced, force};
use crate::rules::Rules;
use crate::scene::{Scene, free, hands_needed, hands_used};
use crate::state::{
    Dice, Frame, NEUTRALS, NOBODY, Opening, Running, Shove, State, Unit, Wait, mark, seat_slot, unit,
};
use crate::text::{Action as Doing, Clause, CostItem, May, OwnCard, Pick, Plain, Power, Price, Step, Target};
use crate::windows::{self, Usable, about};
use crate::{attacks, turns};

pub use choices::{Choice, bind, choice_count, choices, for_each_arguments};
use choices::{PRICE, argument_of};
use clauses::do_clause;
pub use clauses::{dice_due, do_dice, is_reroll};
use moving::{Movement, moved_together, set_square};
pub use moving::{moved, set_place, step};
pub use options::{can_act, leaves_attack, step_options};
use options::{dice_window, forced_target, targets};

/// The most Actions anybody can have.
pub const MOST_ACTIONS: u8 = 20;

/// Pays for an effect, from left to right; its card is depleted last, or before it goes to the discard pile, so
/// that its hands count. Rules: TR-FX-18, TR-POW-6, TR-R71, TR-R75, TR-R76.
pub fn pay(rules: &Rules, state: &mut State, usable: &Usable, log: &mut impl Log<Event>) {
    let Usable { unit: of, ability, .. } = *usable;
    let face = rules.face(state.card_of(of));
    let choices = &face.choices[usize::from(ability)];
    let depletes = face.notes[usize::from(ability)].depletes;
    let effect = face.effect(ability).expect("only effects are paid for");
    let (seat, own_slot) = seat_slot(of);
    let deplete_own = |state: &mut State, log: &mut _| {
        if depletes && own_slot > 0 && !state.slot(seat, own_slot).has(mark::DEPLETED) {
            deplete(state, seat, own_slot, true, log);
        }
    };
    let mut chosen = 0;
    for item in effect.cost.iter().flat_map(|cost| &cost.items.0) {
        let mut card = |card: &OwnCard| {
            if matches!(card, OwnCard::ThisCard {}) {
                return own_slot;
            }
            chosen_slot(choices, &mut chosen, &usable.arguments)
        };
        match item {
            CostItem::Pay { price: Price::Actions { count } } => {
                turns::spend(state, seat, count.0);
                log.add(Event::Paid(seat, count.0, false));
            }
            CostItem::Pay { price: Price::Life { count } } => {
                state.seats[usize::from(seat)].life -= count.0;
                log.add(Event::Paid(seat, count.0, true));
            }
            CostItem::Remove { count, name } => {
                if let Some(name) = rules.token(&name.0) {
                    let left = state.tokens_on(of, name).saturating_sub(count.0);
                    state.set_tokens(of, name, left);
                    log.add(Event::Tokens(of, name, left));
                }
            }
            CostItem::Deplete { card: own } => {
                let slot = card(own);
                if slot > 0 {
                    deplete(state, seat, slot, true, log);
                }
            }
            CostItem::Discard { card: own } => {
                let slot = card(own);
                if slot == own_slot {
                    deplete_own(state, log);
                }
                if slot > 0 {
                    discard(rules, state, seat, slot, log);
                }
            }
        }
    }
    deplete_own(state, log);
}

/// What a price does to the own cards.
#[derive(Clone, Copy, Default)]
pub struct Paid {
    /// The slots whose cards are depleted, the card that is used included, as bits.
    depleted: u8,
    /// The slots whose cards are discarded, as bits.
    discarded: u8,
    /// The hands that this commits.
    hands: u8,
}

impl Paid {
    /// Whether a card is still there for an attack, and has its hands. Rules: TR-R46, TR-R47.
    fn leaves(self, scene: &Scene<'_>, slot: u8) -> bool {
        let committed =
            (self.depleted >> slot & 1 == 1) || scene.state.slot(scene.seat, slot).has(mark::HANDS);
        let hands = || {
            let used = hands_used(scene.rules, scene.state, scene.seat) + self.hands;
            used + hands_needed(scene.rules, scene.state, scene.seat, slot) <= 2
        };
        self.leaves_grid(slot) && (committed || hands())
    }

    /// Whether a card is still there to lend its grid.
    fn leaves_grid(self, slot: u8) -> bool {
        self.discarded >> slot & 1 == 0
    }
}

/// What a price does to cards, if they can pay it together: none is depleted or discarded twice, nor depleted after
/// it is discarded, and all that are depleted fit into two hands, the card that is used included.
/// Rules: TR-WIELD-5, TR-R43, TR-R47.
pub fn cards_paid(scene: &Scene<'_>, ability: u8, arguments: &Arguments) -> Option<Paid> {
    let face = scene.rules.face(scene.card);
    let effect = face.effect(ability)?;
    let choices = &face.choices[usize::from(ability)];
    let (seat, own_slot) = seat_slot(scene.unit);
    let is_charged = |slot: u8| !scene.state.slot(seat, slot).has(mark::DEPLETED);
    let depletes = face.notes[usize::from(ability)].depletes && own_slot > 0 && is_charged(own_slot);
    let (mut paid, mut chosen) = (Paid::default(), 0);
    for item in costs(effect) {
        let (CostItem::Deplete { card } | CostItem::Discard { card }) = item else { continue };
        let named = matches!(card, OwnCard::ThisCard {});
        let slot = if named { own_slot } else { chosen_slot(choices, &mut chosen, arguments) };
        if !(1..=4).contains(&slot) || !scene.state.slot(seat, slot).is_filled() {
            continue;
        }
        let bit = 1 << slot;
        if matches!(item, CostItem::Deplete { .. }) {
            // Whoever names the card that a power depletes anyway means that depletion.
            let by_power = depletes && slot == own_slot && !named;
            if by_power || (paid.depleted | paid.discarded) & bit != 0 {
                return None;
            }
            paid.depleted |= bit;
        } else if paid.discarded & bit != 0 {
            return None;
        } else {
            paid.discarded |= bit;
        }
    }
    paid.depleted |= u8::from(depletes) << own_slot;
    paid.hands = (1..=4)
        .filter(|&slot| paid.depleted >> slot & 1 == 1 && !scene.state.slot(seat, slot).has(mark::HANDS))
        .map(|slot| hands_needed(scene.rules, scene.state, seat, slot))
        .sum::<u8>();
    let fits = paid.hands == 0 || hands_used(scene.rules, scene.state, seat) + paid.hands <= 2;
    fits.then_some(paid)
}

/// The slot of the next card that is chosen for a price; 0 for none.
fn chosen_slot(choices: &[Choice], chosen: &mut usize, arguments: &Arguments) -> u8 {
    *chosen += 1;
    match argument_of(choices, PRICE, *chosen - 1, arguments) {
        Argument::Slot(slot) => slot,
        _ => 0,
    }
}

/// Depletes a card that is still there; as a price of its owner it also commits its hands. Rules: TR-R43, TR-R47.
/// Rules: TR-GLOS-3.
pub fn deplete(state: &mut State, seat: u8, slot: u8, own: bool, log: &mut impl Log<Event>) {
    if !state.slot(seat, slot).is_filled() {
        return;
    }
    let laid = state.slot_mut(seat, slot);
    laid.marks |= mark::DEPLETED | if own { mark::HANDS } else { 0 };
    let card = laid.card;
    log.add(Event::Depleted(unit(seat, slot), card));
}

/// Puts a card of a slot into the discard pile; its tokens are gone. Rules: TR-R76, TR-R77, TR-R103.
pub fn discard(rules: &Rules, state: &mut State, seat: u8, slot: u8, log: &mut impl Log<Event>) {
    if !state.slot(seat, slot).is_filled() {
        return;
    }
    // The hands a card has taken stay taken for the round. Rules: TR-R47.
    if state.slot(seat, slot).has(mark::HANDS) {
        state.seats[usize::from(seat)].gone_hands += hands_needed(rules, state, seat, slot);
    }
    let card = std::mem::replace(state.slot_mut(seat, slot), crate::state::Slot::EMPTY).card;
    state.put_out(seat, card);
    let shift = 6 * (slot - 1);
    state.seats[usize::from(seat)].seen &= !(63 << shift);
    state.tokens.retain(|token| token.unit != unit(seat, slot));
    state.lasting.retain(|lasting| lasting.bearer != unit(seat, slot));
    log.add(Event::Discarded(seat, slot, card));
    refresh(rules, state);
}

/// Notes what the face-up cards of each seat, and all of them, listen to and change.
pub fn note_ears(rules: &Rules, state: &mut State) {
    state.ears = 0;
    // Before all decks are in, nobody's cards count.
    let started = state.step != crate::state::Step::Z1;
    for seat in 0..rules.players {
        let side = &mut state.seats[usize::from(seat)];
        side.ears = 0;
        if started && side.is_alive() && side.champion != NO_CARD {
            side.ears = rules.face(side.champion).ears;
            for slot in side.slots.iter().filter(|slot| slot.is_up()) {
                side.ears |= rules.face(slot.card).ears;
                if slot.has(mark::DEPLOYED) {
                    state.ears |= standing::IN_ARENA;
                }
            }
        }
        state.ears |= side.ears;
    }
}

/// Works that out anew after a card has come or gone; a change of Agility counts at once. Rules: TR-R19.
pub fn refresh(rules: &Rules, state: &mut State) {
    let before = state.ears;
    note_ears(rules, state);
    if (before | state.ears) & standing::AGILITY != 0 {
        settle_agility(rules, state, &mut engine::NoLog);
    }
}

/// Puts the pools right if anything there is can have changed Agility. Rules: TR-R19.
#[inline]
pub fn settle(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let changes = state.ears & standing::AGILITY != 0 || !state.lasting.is_empty();
    if changes && state.step >= crate::state::Step::P2 {
        settle_agility(rules, state, log);
    }
}

/// Puts the pools right after Agility has changed. Rules: TR-R19.
pub fn settle_agility(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    if state.stage == 0 || state.is_over() {
        return;
    }
    for seat in 0..rules.players {
        let side = &state.seats[usize::from(seat)];
        if !side.is_alive() {
            continue;
        }
        let now = crate::scene::agility(rules, state, seat);
        if now != side.agility {
            let side = &mut state.seats[usize::from(seat)];
            let pool = i16::from(side.actions) + i16::from(now) - i16::from(side.agility);
            side.agility = now;
            side.actions = pool.clamp(0, i16::from(MOST_ACTIONS)) as u8;
            log.add(Event::Actions(seat, side.actions, Why::Agility));
        }
    }
}

/// The scene of an effect under way.
pub fn scene_of<'a>(rules: &'a Rules, state: &'a State, running: &Running) -> Scene<'a> {
    Scene {
        rules,
        state,
        seat: seat_slot(running.unit).0,
        unit: running.unit,
        card: running.card,
        named: running.named,
        stopped: running.stopped,
    }
}

/// The clause an effect under way is at.
fn clause_of<'a>(rules: &'a Rules, running: &Running) -> Option<&'a Clause> {
    let effect = rules.face(running.card).effect(running.ability)?;
    effect.body.0.get(usize::from(running.clause))
}

fn store(state: &mut State, depth: usize, running: Running) {
    state.frames[depth] = Frame::Running(running);
}

/// Works on the effect on top. Says whether somebody has to choose, or dice to fall.
#[inline(never)]
pub fn advance(rules: &Rules, state: &mut State, mut running: Running, log: &mut impl Log<Event>) -> bool {
    let depth = state.frames.len() - 1;
    let (seat, _) = seat_slot(running.unit);
    match running.wait {
        Wait::Step | Wait::Keep | Wait::Dice => {
            // Whoever is gone chooses nothing any more, nor about whoever is gone. Rules: TR-R119.
            if !state.seats[usize::from(seat)].is_alive() {
                state.frames.truncate(depth);
                return false;
            }
            let mut any = running.wait == Wait::Dice;
            step_options(rules, state, &running, &mut |_| any = true);
            if !any {
                running.wait = Wait::Done;
                store(state, depth, running);
            }
            return any;
        }
        Wait::Done if is_shoving(state, depth) => {
            shove(rules, state, depth, running, log);
            return false;
        }
        Wait::Done => {
            running.clause += 1;
            running.left = 0;
            running.wait = Wait::No;
        }
        Wait::No => {}
    }
    let Some(clause) = clause_of(rules, &running) else {
        state.frames.truncate(depth);
        return false;
    };
    let alive = state.seats[usize::from(seat)].is_alive();
    // In W-DEFEAT its owner is as good as gone, and yet acts.
    if !alive {
        state.frames.truncate(depth);
        return false;
    }
    let scene = scene_of(rules, state, &running);
    let holds = clause.condition.as_ref().is_none_or(|condition| scene.holds(&condition.condition.0));
    if !holds {
        running.wait = Wait::Done;
        store(state, depth, running);
        return false;
    }
    let asked = running.clause > 0 && matches!(clause.may, May::May {});
    if let Some(count) = spending(clause)
        && !running.stopped
    {
        // The flag says here that spending has begun.
        (running.left, running.stopped) = (count, true);
    }
    if asked || is_step(clause) {
        let mut any = false;
        step_options(rules, state, &running, &mut |_| any = true);
        running.wait = if any { Wait::Step } else { Wait::Done };
        store(state, depth, running);
        return any;
    }
    do_clause(rules, state, running, clause, log)
}

/// How many Actions a clause lets its user spend on ordinary actions, if it does. Rules: TR-R96.
fn spending(clause: &Clause) -> Option<u8> {
    match &clause.action {
        Doing::Power {
            power: Power::React { step: Step::Spend { count } } | Power::Combo { step: Step::Spend { count } },
        } => Some(count.0),
        _ => None,
    }
}

/// Whether an effect under way lets its user spend Actions on ordinary actions now. Rules: TR-R96.
pub fn is_spending(rules: &Rules, running: &Running) -> bool {
    clause_of(rules, running).and_then(spending).is_some()
}

/// Whether a clause is a step that its user carries out.
fn is_step(clause: &Clause) -> bool {
    match &clause.action {
        Doing::Power { power } => matches!(
            power,
            Power::Combo { .. }
                | Power::React { .. }
                | Power::Deploy { .. }
                | Power::Dodge { .. }
                | Power::Jump { .. }
                | Power::Pull { .. }
                | Power::Push { .. }
                | Power::Reroll { .. }
        ),
        Doing::Plain { plain } => matches!(
            plain,
            Plain::Move { .. }
                | Plain::Rotate {}
                | Plain::SetDie { .. }
                | Plain::ChangeDie { .. }
                | Plain::Look { .. }
        ),
    }
}

fn pool(fight: &crate::state::Fight, attackers: bool) -> Dice {
    if attackers { fight.attack } else { fight.defense }
}

fn pool_mut(fight: &mut crate::state::Fight, attackers: bool) -> &mut Dice {
    if attackers { &mut fight.attack } else { &mut fight.defense }
}

/// Whether the dice that an effect under way changes are the attacker's.
fn running_attackers(_: &Rules, state: &State, _: &Running) -> bool {
    dice_window(state) == Window::AttackDice
}

/// Who has to choose for the effect on top: its user, or the owner of dice that are kept. Rules: TR-R53.
pub fn chooser(rules: &Rules, state: &State, running: &Running) -> u8 {
    if running.wait == Wait::Keep
        && let Some(fight) = state.fight()
    {
        let attackers = running_attackers(rules, state, running);
        return seat_slot(if attackers { fight.attacker } else { fight.target }).0;
    }
    seat_slot(running.unit).0
}

/// Carries out what was chosen for the effect on top.
/// Rules: TR-PA-4, TR-PA-9, TR-PA-10, TR-PA-12.
pub fn do_step(
    rules: &Rules,
    state: &mut State,
    mut running: Running,
    action: Action,
    log: &mut impl Log<Event>,
) {
    let depth = state.frames.len() - 1;
    let (seat, slot) = seat_slot(running.unit);
    let you = unit(seat, 0);
    let Some(clause) = clause_of(rules, &running) else { return };
    running.wait = Wait::Done;
    if spending(clause).is_some() {
        if action.deed() == Deed::Pass {
            store(state, depth, running);
            return;
        }
        let cost = turns::price(rules, state, seat, &action.deed());
        running.left -= cost;
        running.wait = Wait::No;
        store(state, depth, running);
        turns::do_ordinary(rules, state, seat, action.deed(), log);
        return;
    }
    match action.deed() {
        Deed::Pass => {
            store(state, depth, running);
            log.add(Event::Declined(running.unit, running.card, running.ability + 1));
        }
        Deed::Move(way, facing) => {
            store(state, depth, running);
            let to = way.end();
            set_place(state, you, to, facing, log);
            moved(rules, state, you, way.from, to, log);
        }
        Deed::Stay(_) => {
            next_target(rules, state, &mut running, clause);
            store(state, depth, running);
        }
        Deed::Rotate(_, facing) => {
            store(state, depth, running);
            state.seats[usize::from(seat)].facing = facing;
            log.add(Event::Turned(you, facing));
        }
        Deed::Jump(from, to, facing) => {
            store(state, depth, running);
            set_place(state, you, to, facing, log);
            moved(rules, state, you, from, to, log);
        }
        Deed::Strike(strike) => {
            store(state, depth, running);
            attacks::declare(rules, state, seat, strike, log);
        }
        Deed::Deploy(_, square, facing) => {
            store(state, depth, running);
            state.ears |= standing::IN_ARENA;
            let laid = state.slot_mut(seat, slot);
            laid.marks |= mark::DEPLOYED;
            laid.square = square;
            laid.facing = facing.unwrap_or(0);
            laid.life = rules.face(laid.card).life;
            let card = laid.card;
            log.add(Event::Deployed(running.unit, card, square));
            let opening = Opening { from: square, to: square, ..about(Window::Moved, running.unit) };
            windows::open(state, opening, log);
        }
        Deed::Forced(at, direction, far) => {
            next_target(rules, state, &mut running, clause);
            store(state, depth, running);
            if let Some(who) = state.unit_on(rules, at) {
                state.frames.insert(depth, Frame::Shove(Shove { who, direction, far }));
            }
        }
        Deed::Reroll(dice) => {
            running.left = dice;
            running.wait = Wait::Dice;
            store(state, depth, running);
        }
        Deed::SetDie(die, value) => {
            store(state, depth, running);
            let attackers = running_attackers(rules, state, &running);
            if let Some(fight) = state.fight_mut() {
                let dice = pool_mut(fight, attackers);
                dice.set(die, value);
                let dice = *dice;
                log.add(Event::Adjusted(attackers, dice));
            }
        }
        Deed::Keep(a, b) => {
            store(state, depth, running);
            let attackers = running_attackers(rules, state, &running);
            if let Some(fight) = state.fight_mut() {
                let dice = pool_mut(fight, attackers);
                *dice = Dice::new(&[dice.get(a), dice.get(b)]);
                let dice = *dice;
                log.add(Event::Adjusted(attackers, dice));
            }
        }
        Deed::Look(name, slot) => {
            store(state, depth, running);
            if let Some(owner) =
                (0..rules.players).find(|&owner| state.seats[usize::from(owner)].name == name)
            {
                // Whose own card it is knows it anyway.
                let by = u32::from(owner != seat) << seat;
                state.seats[usize::from(owner)].seen |= by << (6 * (slot - 1));
                let card = state.slot(owner, slot).card;
                log.add(Event::Looked(seat, owner, slot, Some(card)));
            }
        }
        Deed::Effect(_, _, accepted) => {
            // Only what this clause asks for is taken over.
            let accepted = bind(rules, state, accepted);
            for (place, byte) in accepted.list.iter().enumerate().filter(|(_, byte)| **byte != 0) {
                running.arguments.list[place] = *byte;
            }
            running.arguments.card = running.arguments.card.max(accepted.card);
            running.wait = Wait::No;
            store(state, depth, running);
            do_clause(rules, state, running, clause, log);
        }
        _ => store(state, depth, running),
    }
}

/// Whom a push or pull is about.
fn shoved(clause: &Clause) -> Option<&Target> {
    match &clause.action {
        Doing::Power { power: Power::Push { target, .. } | Power::Pull { target, .. } } => Some(target),
        _ => None,
    }
}

/// Whether an effect under way pushes or pulls now.
pub fn is_shove(rules: &Rules, running: &Running) -> bool {
    clause_of(rules, running).and_then(shoved).is_some()
}

/// A push or pull of several goes on with the next of them. If there is only one, it is who `it` means from then on.
fn next_target(rules: &Rules, state: &State, running: &mut Running, clause: &Clause) {
    let Some(target) = shoved(clause) else { return };
    let scene = scene_of(rules, state, running);
    let Some(who) = forced_target(&scene, running, target) else { return };
    if running.named == NOBODY && targets(&scene, running, target).is_power_of_two() {
        running.named = who;
    }
    if matches!(target, Target::Chosen { pick: Pick::Each {}, .. }) {
        running.left = who + 1;
        running.wait = Wait::No;
    }
}

/// Whether pushes and pulls lie beneath a frame.
fn is_shoving(state: &State, depth: usize) -> bool {
    depth.checked_sub(1).is_some_and(|below| matches!(state.frames[below], Frame::Shove(_)))
}

/// Carries out the pushes and pulls that lie beneath an effect, all at once; then comes what follows for each, in
/// Round Order. Rules: TR-PA-9, TR-PA-10, TR-R100, TR-R107, TR-R152.
fn shove(rules: &Rules, state: &mut State, depth: usize, mut running: Running, log: &mut impl Log<Event>) {
    let mut all: SmallVec<[Forced; 6]> = SmallVec::new();
    let mut first = depth;
    while let Some(Frame::Shove(Shove { who, direction, far })) =
        first.checked_sub(1).map(|nth| state.frames[nth])
    {
        first -= 1;
        // Somebody may have given up since.
        if let Some(at) = state.square_of(who) {
            all.push(Forced { who, at, direction, far, stopped: false });
        }
    }
    state.frames.drain(first..depth);
    let place = |seat: u8| state.order().iter().position(|&other| other == seat);
    all.sort_unstable_by_key(|one| (one.who >= NEUTRALS, place(seat_slot(one.who).0), one.who));
    let before: SmallVec<[Square; 6]> = all.iter().map(|one| one.at).collect();
    let power = clause_of(rules, &running).map(|clause| &clause.action);
    let pull = matches!(power, Some(Doing::Power { power: Power::Pull { .. } }));
    if let Some(source) = state.square_of(unit(seat_slot(running.unit).0, 0)) {
        force(&rules.arena, free(rules, state), source, pull, &mut all);
    }
    running.stopped = all.iter().any(|one| one.stopped);
    store(state, first, running);
    let mut movements: SmallVec<[Movement; 6]> = SmallVec::new();
    let mut spiked: SmallVec<[(Unit, u8); 6]> = SmallVec::new();
    for (one, from) in all.into_iter().zip(before) {
        let Forced { who, at, direction, stopped, .. } = one;
        log.add(Event::Forced(who, from, at, stopped));
        set_square(state, who, at);
        if at != from {
            movements.push((who, from, at));
        }
        if stopped
            && rules.spikes[usize::from(at)] >> direction & 1 == 1
            && rules.arena.next[usize::from(at)][usize::from(direction)] == NOWHERE
        {
            spiked.push((who, 1));
        }
    }
    moved_together(rules, state, &movements, log);
    if !spiked.is_empty() && !state.is_over() {
        lose_life(rules, state, &spiked, Why::Spikes, log);
    }
}
