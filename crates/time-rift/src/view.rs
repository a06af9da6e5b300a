//! What somebody may see of a position, and what else it might be. Rules: the engine model, 3; TR-R15, TR-R16,
//! TR-R84, TR-R121, TR-R123, TR-R141.

use std::collections::BTreeMap;

use engine::{Actions, Actor, Rng, Seat, SeatSet, Viewer};
use serde::Serialize;

use crate::action::{Action, Deed, NO_CARD, UNKNOWN_CARD};
use crate::arena::{NOWHERE, POINTS, square_name};
use crate::event::{reason_name, stage_name};
use crate::faces::standing;
use crate::notation;
use crate::position::{features, lasting_text, name_of, pending_text, step_name, unit_name};
use crate::rules::{Deck, Rules};
use crate::scene::{champion_initiative, change, grid_value, hands_used, own_defense, round_initiative};
use crate::state::{Blow, Fight, Frame, OVER, Side, Slot, State, Step, Unit, flag, mark, seat_slot, unit};
use crate::{attacks, chests};

/// A position as somebody may see it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    /// The mode.
    pub mode: &'static str,
    /// Round, Tie Breaker or lap.
    pub stage: String,
    /// The step of the model.
    pub step: &'static str,
    /// The order in force, whoever is gone left out.
    pub order: Vec<String>,
    /// Whose turn it is.
    pub turn: Option<String>,
    /// Actions spent this turn.
    pub spent: u8,
    /// By seat.
    pub seats: Vec<SeatView>,
    /// What lies in the Arena.
    pub features: Vec<String>,
    /// Changes that last.
    pub lasting: Vec<String>,
    /// What is pending, as the position notation says it.
    pub pending: String,
    /// The attack in progress.
    pub attack: Option<AttackView>,
    /// The exact chances of every attack that is offered.
    pub odds: Vec<Odds>,
    /// How the game ended.
    pub result: Option<ResultView>,
    /// The seats of whoever looks.
    #[serde(skip)]
    pub own: SeatSet,
    /// The position with everything blanked that is hidden.
    #[serde(skip)]
    pub(crate) known: State,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
pub struct SeatView {
    /// Its name: the side, in teams with a number.
    pub name: String,
    /// Its team.
    pub team: u8,
    /// The Champion; nothing before it is shown.
    pub champion: Option<String>,
    /// Whether it is still in the game.
    pub alive: bool,
    /// Where it stands.
    pub square: Option<String>,
    /// Which way it faces.
    pub facing: Option<char>,
    /// Life left.
    pub life: u8,
    /// Unspent Actions.
    pub actions: u8,
    /// Round Initiative.
    pub initiative: u8,
    /// Whether it moved this turn.
    pub moved: bool,
    /// Whether it attacked this turn.
    pub attacked: bool,
    /// Whether it has sealed its choice.
    pub sealed: bool,
    /// Hands committed this round.
    pub hands: u8,
    /// Tokens on the Champion.
    pub tokens: BTreeMap<String, u8>,
    /// The slots.
    pub slots: Vec<SlotView>,
    /// The discard pile.
    pub discard: Vec<String>,
    /// The War Chest, in a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chest: Option<ChestView>,
}

/// A War Chest.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct ChestView {
    /// How many cards are in it.
    pub count: usize,
    /// Which, for whoever may see them.
    pub cards: Option<Vec<String>>,
    /// What was spent in the games before.
    pub spent: Vec<String>,
}

/// A slot.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct SlotView {
    /// The card; nothing if there is none, or if it is hidden.
    pub card: Option<String>,
    /// `up`, `down` or `empty`.
    pub face: &'static str,
    /// Whether it is depleted.
    pub depleted: bool,
    /// Whether its hands count this round.
    pub hands: bool,
    /// Whether it made its ordinary attack this turn.
    pub attacked: bool,
    /// Where it was deployed.
    pub square: Option<String>,
    /// Which way it faces there.
    pub facing: Option<char>,
    /// Life of a minion in the Arena.
    pub life: Option<u8>,
    /// Tokens on it.
    pub tokens: BTreeMap<String, u8>,
}

/// An attack.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct AttackView {
    /// Who attacks.
    pub attacker: String,
    /// The announcement.
    pub action: String,
    /// Who is attacked.
    pub target: String,
    /// The number of the grid, once read.
    pub grid: Option<i8>,
    /// Defense dice.
    pub defense: Vec<u8>,
    /// Attack dice.
    pub dice: Vec<u8>,
    /// The Defense Total, once fixed.
    pub defense_total: Option<i8>,
    /// The Attack Total, once fixed.
    pub attack_total: Option<i8>,
    /// `hit`, `miss` or `crit`.
    pub result: Option<&'static str>,
}

/// The chances of an attack, nobody using anything.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Odds {
    /// The attack in notation.
    pub action: String,
    /// In how many cases it hits.
    pub hit: u32,
    /// In how many it hits critically.
    pub critical: u32,
    /// Of how many cases.
    pub of: u32,
    /// Damage of all cases together: the mean is this by `of`.
    pub damage: u32,
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct ResultView {
    /// Who won.
    pub winners: Vec<String>,
    /// Why.
    pub reason: &'static str,
}

impl View {
    /// Everything that is not hidden. Bots search from here.
    pub fn known(&self) -> &State {
        &self.known
    }
}

/// Whether a viewer sees the hidden cards of a seat: team-mates do. Rules: TR-R123.
pub fn sees(rules: &Rules, viewer: Viewer, seat: u8) -> bool {
    Seat::all(rules.players).any(|own| viewer.holds(own) && !rules.hostile(own.index() as u8, seat))
}

/// Whether a viewer holds a seat that has looked at a slot.
fn has_looked(rules: &Rules, viewer: Viewer, side: &Side, slot: usize) -> bool {
    Seat::all(rules.players).any(|own| viewer.holds(own) && side.is_seen(slot, own.index()))
}

/// The position with everything blanked that a viewer may not know.
fn blanked(rules: &Rules, state: &State, viewer: Viewer) -> State {
    let mut known = state.clone();
    for seat in (0..rules.players).filter(|&seat| !sees(rules, viewer, seat)) {
        if let Some(chests) = &mut known.chests
            && let Some(chest) = chests.get_mut(usize::from(seat))
        {
            chest.fill(UNKNOWN_CARD);
        }
        let side = &mut known.seats[usize::from(seat)];
        if state.step == Step::Z1 {
            *side = Side { flags: side.flags, name: side.name, ..Side::EMPTY };
            continue;
        }
        for nth in 0..side.slots.len() {
            if side.slots[nth].is_down() && !has_looked(rules, viewer, &state.seats[usize::from(seat)], nth) {
                side.slots[nth] = Slot::hidden(UNKNOWN_CARD);
            }
        }
        if state.filling > 0 {
            // What a sealed choice left empty is not shown before it is opened.
            let rest = &mut side.slots[usize::from(state.filling) - 1..usize::from(rules.slots)];
            rest.sort_by_key(|slot| slot.card == NO_CARD);
        }
    }
    known
}

fn tokens(rules: &Rules, state: &State, who: Unit) -> BTreeMap<String, u8> {
    let own = state.tokens.iter().filter(|token| token.unit == who);
    own.map(|token| (rules.token_label(token.name), token.count)).collect()
}

fn seat_view(rules: &Rules, known: &State, seat: u8) -> SeatView {
    let side = &known.seats[usize::from(seat)];
    let on = |square: u8| (square != NOWHERE).then(|| square_name(square));
    let slots = (1..=rules.slots).map(|slot| {
        let laid = known.slot(seat, slot);
        let deployed = laid.has(mark::DEPLOYED);
        SlotView {
            card: (laid.is_filled() && laid.card != UNKNOWN_CARD).then(|| rules.id(laid.card).to_owned()),
            face: if laid.is_up() {
                "up"
            } else if laid.is_filled() {
                "down"
            } else {
                "empty"
            },
            depleted: laid.has(mark::DEPLETED),
            hands: laid.has(mark::HANDS),
            attacked: laid.has(mark::ATTACKED),
            square: if deployed { on(laid.square) } else { None },
            facing: (deployed && rules.face(laid.card).has_facing())
                .then(|| POINTS[usize::from(laid.facing & 3)]),
            life: (laid.life > 0).then_some(laid.life),
            tokens: tokens(rules, known, unit(seat, slot)),
        }
    });
    SeatView {
        name: name_of(known, seat),
        team: rules.teams[usize::from(seat)],
        champion: (side.champion != NO_CARD).then(|| rules.id(side.champion).to_owned()),
        alive: side.is_alive(),
        square: on(side.square),
        facing: (side.square != NOWHERE).then(|| POINTS[usize::from(side.facing & 3)]),
        life: side.life,
        actions: side.actions,
        initiative: if side.is_alive() { round_initiative(rules, known, seat) } else { 0 },
        moved: side.flags & flag::MOVED != 0,
        attacked: side.flags & flag::ATTACKED != 0,
        sealed: side.flags & flag::SEALED != 0,
        hands: hands_used(rules, known, seat),
        tokens: tokens(rules, known, unit(seat, 0)),
        slots: slots.collect(),
        discard: known
            .out
            .iter()
            .filter(|(of, _)| *of == seat)
            .map(|&(_, card)| rules.id(card).to_owned())
            .collect(),
        chest: (rules.games > 1).then(|| chest_view(rules, known, seat)),
    }
}

fn chest_view(rules: &Rules, known: &State, seat: u8) -> ChestView {
    let ids = |cards: &[u16]| cards.iter().map(|&card| rules.id(card).to_owned()).collect();
    let chest = chests::of(known, seat);
    ChestView {
        count: chest.len(),
        cards: (!chest.contains(&UNKNOWN_CARD)).then(|| ids(chest)),
        spent: ids(&rules.spent[usize::from(seat)]),
    }
}

fn attack_view(state: &State, fight: &Fight) -> AttackView {
    let strike = crate::action::Strike {
        free: fight.free,
        slot: fight.slot,
        lent: fight.lent,
        target: fight.square,
        facing: fight.facing,
    };
    AttackView {
        attacker: unit_name(state, fight.attacker),
        action: notation::strike_text(&strike),
        target: unit_name(state, fight.target),
        grid: (fight.step >= Blow::A5).then_some(fight.grid),
        defense: fight.defense.faces().collect(),
        dice: fight.attack.faces().collect(),
        defense_total: (fight.step >= Blow::A8).then_some(fight.defense_total),
        attack_total: (fight.step >= Blow::A11).then_some(fight.attack_total),
        result: fight.hit.map(|hit| match hit {
            true if fight.is_critical() => "crit",
            true => "hit",
            false => "miss",
        }),
    }
}

/// In how many of the 1296 throws an attack hits, and hits critically, with what it has over the defense. Rules:
/// TR-COMBAT-8, TR-COMBAT-9, TR-CRIT-1.
/// Rules: TR-ODDS-2, TR-ODDS-4.
pub fn throws(margin: i32, ties_win: bool) -> (u32, u32) {
    let (mut hits, mut criticals) = (0, 0);
    // Ways to throw each sum with two dice.
    let ways = |sum: i32| 6 - (sum - 7).abs();
    for defense in 2..=12 {
        for first in 1..=6 {
            for second in 1..=6 {
                let over = first + second + margin - defense;
                if over > 0 || (over == 0 && ties_win) {
                    hits += ways(defense) as u32;
                    criticals += if first == second { ways(defense) as u32 } else { 0 };
                }
            }
        }
    }
    (hits, criticals)
}

/// The chances of an attack that a seat could announce now.
pub fn odds(rules: &Rules, state: &State, seat: u8, action: Action) -> Option<Odds> {
    let Deed::Strike(strike) = action.deed() else { return None };
    let mut after = state.clone();
    attacks::declare(rules, &mut after, seat, strike, &mut engine::NoLog);
    let Some(Frame::Fight(mut fight)) = after.frames.last().copied() else { return None };
    let from = after.square_of(fight.attacker)?;
    let at = after.square_of(fight.target)?;
    let card = unit(seat, if strike.lent > 0 { strike.lent } else { strike.slot });
    let facing = strike.facing.unwrap_or_else(|| after.facing_of(fight.attacker));
    fight.grid = grid_value(rules, &after, card, (from, facing), at)?;
    let attack = i32::from(fight.grid) + change(rules, &after, standing::ATK, fight.attacker, Some(&fight));
    let defense = i32::from(own_defense(rules, &after, fight.target))
        + change(rules, &after, standing::DEF, fight.target, Some(&fight));
    let own = champion_initiative(rules, &after, fight.attacker);
    let other = champion_initiative(rules, &after, fight.target);
    let (hit, critical, of) = match own.cmp(&other) {
        std::cmp::Ordering::Greater => {
            let (hit, critical) = throws(attack - defense, true);
            (hit, critical, 1296)
        }
        std::cmp::Ordering::Less => {
            let (hit, critical) = throws(attack - defense, false);
            (hit, critical, 1296)
        }
        std::cmp::Ordering::Equal => {
            let (won, lost) = (throws(attack - defense, true), throws(attack - defense, false));
            (won.0 + lost.0, won.1 + lost.1, 2592)
        }
    };
    fight.hit = Some(true);
    let plain = attacks::damage(rules, &after, &fight);
    fight.forced = true;
    let doubled = attacks::damage(rules, &after, &fight);
    let damage = (hit - critical) * u32::from(plain) + critical * u32::from(doubled);
    Some(Odds {
        action: notation::write(rules, Actor::Seat(Seat::new(seat)), action),
        hit,
        critical,
        of,
        damage,
    })
}

/// The position as a viewer may see it.
pub fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
    let known = blanked(rules, state, viewer);
    let mut odds_list = Vec::new();
    let attacks_open = matches!(state.frames.last(), None | Some(Frame::Running(_))) && !state.is_over();
    if attacks_open && let engine::Turn::Players(seats) = crate::flow::turn(rules, state) {
        let seat = seats.lowest();
        if matches!(state.step, Step::T1 | Step::T2 | Step::T4 | Step::P5 | Step::P7 | Step::E2) {
            let mut actions = Actions::new();
            crate::game::legal(rules, state, seat.index() as u8, &mut actions);
            odds_list
                .extend(actions.iter().filter_map(|&action| odds(rules, state, seat.index() as u8, action)));
        }
    }
    View {
        mode: rules.mode.name(),
        stage: if state.stage == OVER { "OVER".to_owned() } else { stage_name(state.stage) },
        step: step_name(state),
        order: state
            .order()
            .iter()
            .filter(|&&seat| state.seats[usize::from(seat)].is_alive())
            .map(|&seat| name_of(state, seat))
            .collect(),
        turn: (state.turn != crate::state::NO_SEAT).then(|| name_of(state, state.turn)),
        spent: state.spent,
        seats: (0..rules.players).map(|seat| seat_view(rules, &known, seat)).collect(),
        features: features(rules, state),
        lasting: state.lasting.iter().map(|lasting| lasting_text(rules, state, lasting)).collect(),
        pending: pending_text(rules, &known),
        attack: state.fight().map(|fight| attack_view(state, fight)),
        odds: odds_list,
        result: state.is_over().then(|| ResultView {
            winners: (0..rules.players)
                .filter(|seat| state.winners >> seat & 1 == 1)
                .map(|seat| name_of(state, seat))
                .collect(),
            reason: reason_name(state.reason),
        }),
        own: Seat::all(rules.players).filter(|&seat| viewer.holds(seat)).collect(),
        known,
    }
}

/// A position that looks exactly like a view. What an enemy hides is one of the decks with its Champion (those it
/// could choose, or the ready ones) that fits what is seen, each equally likely, in any order; if none fits, cards
/// of the pool at random, at most one of a type as far as that is possible. A War Chest is made of ready decks, each
/// equally likely, the last one cut to fit; of a battle deck that is being chosen from it every card is equally
/// likely among those it could be.
pub fn imagine(rules: &Rules, view: &View, rng: &mut Rng) -> State {
    let mut state = view.known.clone();
    for seat in 0..rules.players {
        let hidden_chest = imagine_chest(rules, &mut state, seat, rng);
        if state.step == Step::Z1 && rules.games > 1 {
            if hidden_chest {
                imagine_picks(rules, &mut state, seat, rng);
            }
            continue;
        }
        if state.step == Step::Z1 {
            let side = &state.seats[usize::from(seat)];
            let candidates = &rules.candidates[usize::from(seat)];
            let chosen = side.flags & flag::SEALED != 0 || candidates.is_empty();
            if side.champion == NO_CARD && chosen && side.is_alive() {
                let ready: Vec<&Deck> = rules.packaged.iter().map(|(_, deck)| deck).collect();
                let deck = match candidates.len() {
                    0 if ready.is_empty() => continue,
                    0 => (*rng.one_of(&ready)).clone(),
                    _ => rng.one_of(candidates).clone(),
                };
                let side = &mut state.seats[usize::from(seat)];
                side.champion = deck.champion;
                side.life = rules.starting_life(seat, deck.champion);
                for (nth, &card) in deck.loadout.iter().enumerate().take(usize::from(rules.slots)) {
                    side.slots[nth] = Slot::hidden(card);
                }
            }
            continue;
        }
        imagine_seat(rules, &mut state, seat, rng);
    }
    state
}

/// Fills a War Chest that is hidden. Says whether it was.
fn imagine_chest(rules: &Rules, state: &mut State, seat: u8, rng: &mut Rng) -> bool {
    let Some(chest) = state.chests.as_mut().and_then(|chests| chests.get_mut(usize::from(seat))) else {
        return false;
    };
    if !chest.contains(&UNKNOWN_CARD) {
        return false;
    }
    let legal = |deck: &&Deck| crate::decks::faults(rules, deck, false).is_empty();
    let ready: Vec<&Deck> = rules.packaged.iter().map(|(_, deck)| deck).filter(legal).collect();
    let size = chest.len();
    chest.clear();
    while chest.len() < size {
        let room = size - chest.len();
        if ready.is_empty() {
            // Every file of cards has a Champion that could fight without a loadout.
            let champions = (0..rules.faces.len() as u16).filter(|&card| rules.face(card).sort.is_none());
            chest.push(*rng.one_of(&champions.collect::<Vec<_>>()));
        } else {
            let deck = *rng.one_of(&ready);
            chest.extend([deck.champion].iter().chain(&deck.loadout).take(room));
        }
    }
    chest.sort_unstable();
    true
}

/// Chooses the cards that a seat has sealed, or chosen before, from its imagined War Chest.
fn imagine_picks(rules: &Rules, state: &mut State, seat: u8, rng: &mut Rng) {
    let mut side = state.seats[usize::from(seat)];
    let sealed = u8::from(side.flags & flag::SEALED != 0);
    for nth in 1..state.filling + sealed {
        let mut options = Vec::new();
        chests::picks(rules, &side, chests::of(state, seat), nth, &mut |card| options.push(card));
        chests::put(rules, &mut side, seat, nth, *rng.one_of(&options));
    }
    state.seats[usize::from(seat)] = side;
}

fn imagine_seat(rules: &Rules, state: &mut State, seat: u8, rng: &mut Rng) {
    let side = &state.seats[usize::from(seat)];
    let hidden: Vec<usize> =
        (0..side.slots.len()).filter(|&nth| side.slots[nth].card == UNKNOWN_CARD).collect();
    if hidden.is_empty() {
        return;
    }
    let seen =
        side.slots.iter().map(|slot| slot.card).filter(|&card| card != NO_CARD && card != UNKNOWN_CARD);
    let out = state.out.iter().filter(|(of, _)| *of == seat).map(|&(_, card)| card);
    let known: Vec<u16> = seen.chain(out).collect();
    // What is left of each deck when the cards that are known are taken out.
    let candidates =
        rules.candidates[usize::from(seat)].iter().chain(rules.packaged.iter().map(|(_, deck)| deck));
    let mut rests: Vec<Vec<u16>> = Vec::new();
    for deck in candidates.filter(|deck| deck.champion == side.champion) {
        let mut rest = deck.loadout.clone();
        rest.truncate(usize::from(rules.slots));
        let fits = known.iter().all(|card| {
            let place = rest.iter().position(|other| other == card);
            place.map(|place| rest.remove(place)).is_some()
        });
        if fits && rest.len() == hidden.len() && !rests.contains(&rest) {
            rests.push(rest);
        }
    }
    let mut cards = if rests.is_empty() {
        any_cards(rules, &known, hidden.len(), rng)
    } else {
        rng.one_of(&rests).clone()
    };
    let filling = state.filling > 0;
    if !filling {
        rng.shuffle(&mut cards);
    }
    // While slots are filled, those before are in any order; what is left lies in the order of the deck file.
    let from = if filling { usize::from(state.filling) - 1 } else { usize::from(rules.slots) };
    let side = &mut state.seats[usize::from(seat)];
    for &nth in hidden.iter().filter(|&&nth| nth < from) {
        let pick = if filling { rng.below(cards.len() as u32) as usize } else { 0 };
        side.slots[nth] = Slot::hidden(cards.remove(pick));
    }
    for (&nth, &card) in hidden.iter().filter(|&&nth| nth >= from).zip(&cards) {
        side.slots[nth] = Slot::hidden(card);
    }
    if filling && side.flags & flag::SEALED != 0 {
        // What was sealed is any card that is left, or nothing where there are not enough.
        let rest = &mut side.slots[from..usize::from(rules.slots)];
        let empty = rest.iter().position(|slot| !slot.is_filled());
        let choices = cards.len() + usize::from(empty.is_some());
        let chosen = rng.below(choices as u32) as usize;
        rest[..=chosen].rotate_right(1);
    }
}

/// So many loadout cards of the pool, of different types if possible.
fn any_cards(rules: &Rules, known: &[u16], count: usize, rng: &mut Rng) -> Vec<u16> {
    let pool: Vec<u16> =
        (0..rules.faces.len() as u16).filter(|&card| rules.face(card).sort.is_some()).collect();
    let mut cards: Vec<u16> = Vec::new();
    for _ in 0..count {
        let mut card = *rng.one_of(&pool);
        for _ in 0..40 {
            let clash = known
                .iter()
                .chain(&cards)
                .any(|&other| other == card || rules.face(other).sort == rules.face(card).sort);
            if !clash {
                break;
            }
            card = *rng.one_of(&pool);
        }
        cards.push(card);
    }
    cards
}

/// The seats whose cards an event about hidden things may be told to.
pub fn witnesses(rules: &Rules, viewer: Viewer, by: u8, owner: u8) -> bool {
    viewer.holds(Seat::new(by)) || sees(rules, viewer, owner)
}

const _: () = assert!(seat_slot(unit(2, 3)).1 == 3);
