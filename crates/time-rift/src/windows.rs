//! Reaction windows: who may use which effect when, in which order. Rules: TR-R45, TR-R63 to TR-R69, TR-R82.

use arrayvec::ArrayVec;
use engine::{Actions, Log};

use crate::action::{Action, Argument, Arguments, Deed};
use crate::arena::NOWHERE;
use crate::effects::{self, Choice};
use crate::event::Event;
use crate::faces::{Face, Note, Window};
use crate::rules::Rules;
use crate::scene::{Scene, attack_kind, chain_complete, has_hands, source};
use crate::state::{Frame, NO_SEAT, NOBODY, Opening, SEATS, State, Unit, Use, mark, seat_slot, unit};
use crate::text::{
    AttackKind, AttackNoun, AttackResult, CostItem, Effect, Event as Trigger, HitOrMiss, Mover, OwnAttack,
    OwnCard, Path, Power, Price, Timing, Victim, Whose, WithThisCard,
};

/// Opens a window if anybody has a card that listens. The first go is that of the first in its order.
pub fn open(state: &mut State, opening: Opening, log: &mut impl Log<Event>) {
    if state.ears & opening.window.bit() == 0 {
        return;
    }
    if let Some(&first) = order(state, &opening).first() {
        log.add(Event::Opened(opening.window));
        state.frames.push(Frame::Window(Opening { go: first, ..opening }));
    }
}

/// A window about somebody, or about nobody.
pub fn about(window: Window, subject: Unit) -> Opening {
    Opening {
        window,
        subject,
        from: NOWHERE,
        to: NOWHERE,
        lost: false,
        defeated: false,
        go: 0,
        had: 0,
        quiet: 0,
        acted: false,
    }
}

/// Who acts in a window, in order. Rules: TR-R52, TR-R64.
/// Rules: TR-ROUND-3.
pub fn order(state: &State, opening: &Opening) -> ArrayVec<u8, SEATS> {
    let mut order = ArrayVec::new();
    // Neutrals have no seat, so they never wait for a go.
    let mut waiting = u32::from(state.living());
    let mut add = |seat: u8| {
        let bit = 1 << (seat & 31);
        if waiting & bit != 0 {
            waiting &= !bit;
            order.push(seat);
        }
    };
    let (attacker, defender) = match state.fight() {
        Some(fight) if opening.window.is_of_attack() => {
            (seat_slot(fight.attacker).0, seat_slot(fight.target).0)
        }
        _ => (NO_SEAT, NO_SEAT),
    };
    match opening.window {
        Window::Defeat => {
            order.push(seat_slot(opening.subject).0);
            return order;
        }
        Window::Declared => {
            add(defender);
            state.order().iter().filter(|&&seat| seat != attacker).for_each(|&seat| add(seat));
            add(attacker);
            return order;
        }
        Window::DefenseDice => {
            add(defender);
            add(attacker);
        }
        Window::AttackDice => {
            add(attacker);
            add(defender);
        }
        _ => {}
    }
    state.order().iter().for_each(|&seat| add(seat));
    order
}

/// A use of an effect that is possible now.
#[derive(Clone, Copy, Debug)]
pub struct Usable {
    /// The card.
    pub unit: Unit,
    /// The ability, counted from 0.
    pub ability: u8,
    /// What is chosen.
    pub arguments: Arguments,
    /// Whether it must be used.
    pub mandatory: bool,
}

impl Usable {
    /// The action that uses it.
    pub fn action(&self) -> Action {
        Deed::Effect(seat_slot(self.unit).1, self.ability + 1, self.arguments).into()
    }
}

/// No more uses of effects than this are listed at a decision.
pub const MOST_USES: usize = 400;

/// Calls for everything a seat can use in an open window.
pub fn for_each_usable(
    rules: &Rules,
    state: &State,
    opening: &Opening,
    seat: u8,
    mut each: impl FnMut(Usable),
) {
    let first_go = opening.had >> seat & 1 == 0;
    let bit = opening.window.bit();
    let side = &state.seats[usize::from(seat)];
    if !(side.is_alive() && side.ears & bit != 0) && opening.window != Window::Defeat {
        return;
    }
    let depth = state.frames.len() as u8 - 1;
    for_each_listener(rules, state, seat, bit, |unit, face| {
        for (ability, note) in face.notes.iter().enumerate() {
            let ability = ability as u8;
            if note.ears & bit == 0 || (!note.optional && !first_go) {
                continue;
            }
            let Some(effect) = face.effect(ability) else { continue };
            if effect.timing.is_some() && state.uses.contains(&Use { depth, unit, ability }) {
                continue;
            }
            let scene = Scene::of(rules, state, unit);
            let Some(named) = named_by(&scene, effect, opening) else { continue };
            let scene = Scene { named, ..scene };
            if may_use(&scene, effect, note, opening.window) {
                let mandatory = effect.timing.is_some() && !note.optional;
                for_each_use(&scene, ability, &face.choices[usize::from(ability)], &mut |arguments| {
                    each(Usable { unit, ability, arguments, mandatory });
                });
            }
        }
    });
}

/// Calls for every way to choose what an effect asks for and to pay for it.
#[inline]
pub fn for_each_use(scene: &Scene<'_>, ability: u8, choices: &[Choice], each: &mut dyn FnMut(Arguments)) {
    let each = &mut |arguments: Arguments| {
        let paid = effects::cards_paid(scene, ability, &arguments);
        if paid.is_some_and(|paid| effects::leaves_attack(scene, ability, &arguments, paid)) {
            each(arguments);
        }
    };
    if choices.is_empty() {
        each(Arguments::default());
    } else {
        effects::for_each_arguments(scene, choices, None, each);
    }
}

/// Every face-up card of a seat that listens to a window, the Champion first.
#[inline]
pub fn for_each_listener(
    rules: &Rules,
    state: &State,
    seat: u8,
    bit: u32,
    mut each: impl FnMut(Unit, &Face),
) {
    let side = &state.seats[usize::from(seat)];
    for slot in 0..=side.slots.len() {
        let card = match slot {
            0 => side.champion,
            _ if !side.slots[slot - 1].is_up() => continue,
            _ => side.slots[slot - 1].card,
        };
        let face = rules.face(card);
        if face.ears & bit != 0 {
            each(unit(seat, slot as u8), face);
        }
    }
}

/// Whether limit, charge, guard, price and result allow an effect whose event has come.
/// Rules: TR-POW-3, TR-POW-8.
pub fn may_use(scene: &Scene<'_>, effect: &Effect, note: &Note, window: Window) -> bool {
    let state = scene.state;
    if note.limit > 0 && state.uses_of(scene.unit).of(note.counter) >= note.limit {
        return false;
    }
    let (seat, slot) = seat_slot(scene.unit);
    if note.depletes && slot > 0 {
        let depleted = state.slot(seat, slot).has(mark::DEPLETED);
        // The attack that triggers a rider has paid for both. Rules: TR-R45.
        let covered = note.rider && state.fight().is_some_and(|fight| source(fight) == scene.unit);
        if (depleted && !covered) || (!depleted && !has_hands(scene.rules, state, seat, slot)) {
            return false;
        }
    }
    let guarded = effect.guard.as_ref().is_none_or(|guard| scene.holds(&guard.condition.0));
    guarded && can_pay(scene, effect) && effects::can_act(scene, effect, window)
}

/// Whether the price can be paid, cards of choice and cards together left aside. Rules: TR-FX-18, TR-R75, TR-R78.
/// Rules: TR-FX-1, TR-FX-19, TR-FX-20, TR-GLOS-1, TR-GLOS-2.
pub fn can_pay(scene: &Scene<'_>, effect: &Effect) -> bool {
    let Some(cost) = &effect.cost else { return true };
    let (mut actions, mut life) = (0, 0);
    let side = &scene.state.seats[usize::from(scene.seat)];
    let (seat, slot) = seat_slot(scene.unit);
    for item in &cost.items.0 {
        let payable = match item {
            CostItem::Pay { price: Price::Actions { count } } => {
                actions += count.0;
                side.actions >= actions
            }
            CostItem::Pay { price: Price::Life { count } } => {
                life += count.0;
                side.life > life
            }
            CostItem::Remove { name, .. } => {
                let all = cost.items.0.iter().map(|item| match item {
                    CostItem::Remove { count, name: other } if other == name => count.0,
                    _ => 0,
                });
                let name = scene.rules.token(&name.0);
                name.is_some_and(|name| scene.state.tokens_on(scene.unit, name) >= all.sum())
            }
            CostItem::Deplete { card: OwnCard::ThisCard {} } => {
                slot > 0
                    && !scene.state.slot(seat, slot).has(mark::DEPLETED)
                    && has_hands(scene.rules, scene.state, seat, slot)
            }
            CostItem::Discard { card: OwnCard::ThisCard {} } => slot > 0,
            CostItem::Deplete { .. } | CostItem::Discard { .. } => true,
        };
        if !payable {
            return false;
        }
    }
    true
}

/// Whether an attack is of the kind that a text names.
fn kind_fits(kind: &AttackKind, base: bool, weapon: bool, special: bool) -> bool {
    match kind {
        AttackKind::Base {} => base,
        AttackKind::Weapon {} => weapon,
        AttackKind::Special {} => special,
    }
}

/// If an effect's event has come: whom it names, or [`NOBODY`].
fn named_by(scene: &Scene<'_>, effect: &Effect, opening: &Opening) -> Option<Unit> {
    let state = scene.state;
    let turn = state.turn;
    let own_turn = turn == scene.seat;
    let when = |holds: bool, named: Unit| holds.then_some(named);
    let Some(timed) = &effect.timing else { return untimed(scene, effect, opening) };
    let event = match &timed.timing {
        Timing::Reveal {} => {
            let (_, slot) = seat_slot(scene.unit);
            return when(slot > 0 && slot == state.stage, NOBODY);
        }
        Timing::RoundStart {} | Timing::RoundEnd {} => return Some(NOBODY),
        Timing::TurnStart {} | Timing::TurnEnd {} => return when(own_turn, NOBODY),
        Timing::When { event } => event,
    };
    let fight = state.fight();
    let (attacker, target) = fight.map_or((NOBODY, NOBODY), |fight| (fight.attacker, fight.target));
    let kind = || fight.map(|fight| attack_kind(scene.rules, fight));
    let with_this = || fight.is_some_and(|fight| source(fight) == scene.unit);
    let victim = |victim: &Victim| match victim {
        Victim::You {} => target == scene.you(),
        Victim::Ally {} => scene.is_ally(target),
        Victim::YouOrAlly {} => target == scene.you() || scene.is_ally(target),
    };
    let enemy_attacks = scene.is_enemy(attacker);
    match event {
        Trigger::ChainComplete {} => {
            let side = &state.seats[usize::from(scene.seat)];
            let chain = |card: u16| scene.rules.face(card).card.chain.as_ref().map(|chain| &chain.0);
            let new = state.stage.checked_sub(1).and_then(|nth| side.slots.get(usize::from(nth)));
            let last = new.is_some_and(|slot| slot.is_up() && chain(slot.card) == chain(scene.card));
            when(last && chain_complete(scene.rules, state, scene.seat, scene.card), NOBODY)
        }
        Trigger::Deployed {} => when(opening.subject == scene.unit && opening.from == opening.to, NOBODY),
        Trigger::YouDeclare { attack } => {
            let fits = match attack {
                AttackNoun::ThisCard {} => with_this(),
                AttackNoun::Any {} => attacker == scene.you(),
                AttackNoun::Base {} => {
                    attacker == scene.you() && kind().is_some_and(|k| kind_fits(&k, true, false, false))
                }
                AttackNoun::Weapon {} => {
                    attacker == scene.you() && kind().is_some_and(|k| kind_fits(&k, false, true, false))
                }
                AttackNoun::Special {} => {
                    attacker == scene.you() && kind().is_some_and(|k| kind_fits(&k, false, false, true))
                }
            };
            when(fits, NOBODY)
        }
        Trigger::EnemyDeclares { attack, victim: who } => {
            let fits = match attack {
                AttackNoun::Any {} => true,
                AttackNoun::ThisCard {} => false,
                AttackNoun::Base {} => kind().is_some_and(|k| kind_fits(&k, true, false, false)),
                AttackNoun::Weapon {} => kind().is_some_and(|k| kind_fits(&k, false, true, false)),
                AttackNoun::Special {} => kind().is_some_and(|k| kind_fits(&k, false, false, true)),
            };
            when(enemy_attacks && fits && victim(who), attacker)
        }
        Trigger::YouRollDefense {} => when(target == scene.you(), NOBODY),
        Trigger::YouRollAttack { with } => {
            let fits = match with {
                WithThisCard::ThisCard {} => with_this(),
                WithThisCard::Any {} => attacker == scene.you(),
            };
            when(fits, NOBODY)
        }
        Trigger::EnemyRollsDefense {} => when(attacker == scene.you() && scene.is_enemy(target), target),
        Trigger::EnemyRollsAttack { victim: who } => when(enemy_attacks && victim(who), attacker),
        Trigger::YourAttack { attack, result } => {
            let mine = match attack {
                OwnAttack::ThisCard {} => with_this(),
                OwnAttack::Any {} => attacker == scene.you(),
                OwnAttack::Base {} => {
                    attacker == scene.you() && kind().is_some_and(|k| kind_fits(&k, true, false, false))
                }
                OwnAttack::Weapon {} => {
                    attacker == scene.you() && kind().is_some_and(|k| kind_fits(&k, false, true, false))
                }
                OwnAttack::Special {} => {
                    attacker == scene.you() && kind().is_some_and(|k| kind_fits(&k, false, false, true))
                }
            };
            let went = fight.is_some_and(|fight| match result {
                AttackResult::Hits {} => fight.hit == Some(true),
                AttackResult::Misses {} => fight.hit == Some(false),
                AttackResult::Critical {} => fight.is_critical(),
            });
            when(mine && went, NOBODY)
        }
        Trigger::EnemyAttack { result, victim: who } => {
            let went = fight.is_some_and(|fight| match result {
                HitOrMiss::Hits {} => fight.hit == Some(true),
                HitOrMiss::Misses {} => fight.hit == Some(false),
            });
            when(enemy_attacks && went && victim(who), attacker)
        }
        Trigger::YouLoseLife {} => when(opening.lost && opening.subject == scene.you(), NOBODY),
        Trigger::EnemyLosesLife {} => when(opening.lost && scene.is_enemy(opening.subject), opening.subject),
        Trigger::YouWouldBeDefeated {} => when(opening.subject == scene.you(), NOBODY),
        Trigger::EnemyDefeated {} => {
            when(opening.defeated && scene.is_enemy(opening.subject), opening.subject)
        }
        Trigger::Moves { mover, path, space } => {
            let who = opening.subject;
            let champion = seat_slot(who).1 == 0 && who < crate::state::NEUTRALS;
            let fits = opening.from != opening.to
                && match mover {
                    Mover::You {} => who == scene.you(),
                    Mover::Enemy {} => scene.is_enemy(who),
                    Mover::Ally {} => scene.is_ally(who),
                    Mover::Champion {} => champion,
                };
            let inside = |square| scene.space_fits(space, square, who);
            let touches = match path {
                Path::From {} => inside(opening.from),
                Path::Into {} => inside(opening.to),
                Path::OutOf {} => inside(opening.from) && !inside(opening.to),
            };
            when(fits && touches, who)
        }
        Trigger::EnemyStartsTurn {} | Trigger::EnemyEndsTurn {} => {
            when(scene.is_enemy(opening.subject), opening.subject)
        }
    }
}

/// Whether an effect without a time can be used in a window. Rules: TR-R63, TR-R87, TR-R88, TR-R96 to TR-R98.
fn untimed(scene: &Scene<'_>, effect: &Effect, opening: &Opening) -> Option<Unit> {
    let state = scene.state;
    let own_turn = state.turn == scene.seat;
    let (attacker, target) = state.fight().map_or((NOBODY, NOBODY), |fight| (fight.attacker, fight.target));
    let attacked = target == scene.you() && scene.is_enemy(attacker);
    let involved = seat_slot(attacker).0 == scene.seat || seat_slot(target).0 == scene.seat;
    match crate::faces::power(effect) {
        Some(Power::DisarmAttack { .. } | Power::Dodge { .. } | Power::React { .. }) => {
            attacked.then_some(attacker)
        }
        Some(Power::Reroll { whose, .. }) => {
            let mine = match whose {
                Whose::Your {} if opening.window == Window::DefenseDice => target == scene.you(),
                Whose::Your {} => attacker == scene.you(),
                _ => involved,
            };
            mine.then_some(NOBODY)
        }
        Some(_) => own_turn.then_some(NOBODY),
        None => match opening.window {
            Window::Idle => own_turn.then_some(NOBODY),
            window if window.is_of_attack() => involved.then_some(NOBODY),
            _ => Some(NOBODY),
        },
    }
}

/// Works on the open window on top: passes for those who can do nothing, uses what must be used and needs no
/// choice. Says whether somebody has to choose. Rules: TR-R64.
/// Rules: TR-FX-9, TR-FX-13, TR-FX-14.
#[inline(never)]
pub fn advance(rules: &Rules, state: &mut State, mut opening: Opening, log: &mut impl Log<Event>) -> bool {
    let order = order(state, &opening);
    let depth = state.frames.len() - 1;
    loop {
        if usize::from(opening.quiet) >= order.len() {
            state.frames.pop();
            state.uses.retain(|used| usize::from(used.depth) != depth);
            return false;
        }
        if !order.contains(&opening.go) {
            opening.go = order[0];
        }
        let seat = opening.go;
        let (mut first, mut more) = (None, false);
        for_each_usable(rules, state, &opening, seat, |usable| {
            more |= first.is_some();
            first.get_or_insert(usable);
        });
        match first {
            None => pass(&mut opening, &order),
            Some(only) if !more && only.mandatory && only.arguments == Arguments::default() => {
                state.frames[depth] = Frame::Window(opening);
                use_effect(rules, state, &only, log);
                return false;
            }
            Some(_) => {
                state.frames[depth] = Frame::Window(opening);
                return true;
            }
        }
    }
}

/// Ends a go.
fn pass(opening: &mut Opening, order: &[u8]) {
    opening.had |= 1 << opening.go;
    opening.quiet = if opening.acted { 0 } else { opening.quiet + 1 };
    opening.acted = false;
    let at = order.iter().position(|&seat| seat == opening.go).unwrap_or(0);
    opening.go = order[(at + 1) % order.len()];
}

/// The seat whose go it is passes.
pub fn pass_go(state: &mut State) {
    let Some(Frame::Window(mut opening)) = state.frames.last().copied() else { return };
    let order = order(state, &opening);
    pass(&mut opening, &order);
    *state.frames.last_mut().expect("a window") = Frame::Window(opening);
}

/// Uses an effect in the window on top, or in the own turn. Rules: TR-R82, TR-R43.
pub fn use_effect(rules: &Rules, state: &mut State, usable: &Usable, log: &mut impl Log<Event>) {
    let Usable { unit, ability, arguments, .. } = *usable;
    let card = state.card_of(unit);
    let face = rules.face(card);
    let note = face.notes[usize::from(ability)];
    let effect = face.effect(ability).expect("only effects are used");
    let mut named = NOBODY;
    let depth = state.frames.len().wrapping_sub(1);
    if let Some(Frame::Window(opening)) = state.frames.last().copied() {
        named = named_by(&Scene::of(rules, state, unit), effect, &opening).unwrap_or(NOBODY);
        state.frames[depth] = Frame::Window(Opening { acted: true, quiet: 0, ..opening });
        if effect.timing.is_some() {
            let used = Use { depth: depth as u8, unit, ability };
            let place = state.uses.iter().position(|known| *known > used).unwrap_or(state.uses.len());
            state.uses.insert(place, used);
        }
    }
    log.add(Event::Used(unit, card, ability + 1));
    if note.limit > 0 {
        state.uses_of_mut(unit).add(note.counter);
    }
    let arguments = effects::bind(rules, state, arguments);
    state.frames.push(Frame::Running(crate::state::Running {
        unit,
        card,
        ability,
        clause: 0,
        wait: crate::state::Wait::No,
        left: 0,
        stopped: false,
        named,
        arguments,
    }));
    effects::pay(rules, state, usable, log);
}

/// What the seat whose go it is can do in the window on top, in order.
pub fn options(rules: &Rules, state: &State, opening: &Opening, out: &mut Actions<Action>) {
    let mut owed = false;
    let before = out.len();
    for_each_usable(rules, state, opening, opening.go, |usable| {
        if out.len() - before < MOST_USES {
            owed |= usable.mandatory;
            out.push(usable.action());
        }
    });
    out.sort_from(before);
    if !owed {
        out.push(Deed::Pass.into());
    }
}

const _: () = {
    // Arguments are compared with the default to see whether there are any.
    assert!(Argument::None.pack() == 0);
};
