//! Scripted players.

mod odds;
mod outlook;
mod plan;
#[cfg(test)]
mod testing;

use engine::{Actions, Bot, Game as _, NoLog, Rng, Seen};
use smallvec::SmallVec;

use crate::action::{Action, Deed, NO_CARD, UNKNOWN_CARD};
use crate::arena::{BLANK, Facing, NOWHERE, Square, bits};
use crate::faces::Face;
use crate::game::{TimeRift, legal};
use crate::rules::Rules;
use crate::state::{
    ACTION_POISON, Blow, Fight, Frame, LIFE_POISON, NEUTRALS, Part, Running, SAVE, State, Step, Unit, Wait,
    mark, seat_slot,
};
use crate::{chance, effects, flow, windows};
use odds::{CASES, Odds, odds};
use plan::Plan;

/// Plans the rest of its turn and takes the first step of the best plan.
///
/// A Life is worth 1000, the last ones of a Champion more. A plan is worth what its attacks can be expected to do,
/// less what enemies can be expected to do in their next turn from where it ends, and something for what could be
/// done from there in the turn after. An effect, a reaction or a step is worth what the position is worth after it,
/// dice averaged and nobody using anything more. What is hidden is imagined. Ties are broken at random.
///
/// Limits: a plan moves the own Champion only and takes effects one at a time; minions of enemies threaten nothing.
pub struct Greedy;

impl Bot<TimeRift> for Greedy {
    fn choose(&mut self, seen: &Seen<TimeRift>, rng: &mut Rng) -> Action {
        if let [only] = seen.offered {
            return *only;
        }
        let known = seen.view.known();
        let imagined = has_blanks(known).then(|| TimeRift::imagine(seen.rules, seen.view, rng));
        let seat = seen.seat.index() as u8;
        let mut mind = Mind { rules: seen.rules, seat, plan: None, work: MOST_WORK, rng };
        let values = mind.values(imagined.as_ref().unwrap_or(known), seen.offered);
        let best = values.iter().copied().max().expect("something is offered");
        let ties: SmallVec<[Action; 16]> =
            seen.offered.iter().zip(&values).filter(|(_, value)| **value == best).map(|(a, _)| *a).collect();
        *rng.one_of(&ties)
    }
}

/// What a Life is worth.
const LIFE: i32 = 1000;
/// What defeat costs besides the Life.
const DEFEAT: i32 = 3 * LIFE;
/// What the game is worth.
const WIN: i32 = 200 * LIFE;
/// Hundredths that the expected blows of enemies count for.
const THREAT: i32 = 60;
/// Hundredths of that if they fall in the next round only: the own turn may come first.
const LATER: i32 = 25;
/// Hundredths that the own expected blows of the turn after count for.
const HOPE: i32 = 35;
/// What a step nearer to an enemy is worth.
const NEAR: i32 = 20;
/// Hundredths that an enemy's loss counts for among several sides: nobody else loses by it.
const RIVAL: i32 = 30;
/// The same for the enemy who leads.
const LEADER: i32 = 60;
/// What a card is worth for the whole game.
const CARD: i32 = 300;
/// What it is worth that a card is charged.
const CHARGED: i32 = 60;
/// What an Action of a later round is worth.
const ACTION: i32 = 350;

/// Positions that a decision may look at, all options together.
const MOST_WORK: u32 = 600;
/// Positions that are as much work as an outlook.
const OUTLOOK_WORK: u32 = 4;
/// Positions that are as much work as a plan.
const PLAN_WORK: u32 = 20;
/// Choices and throws that follow one another before it is left at that.
const MOST_DEPTH: u8 = 6;
/// Throws that are tried where there are too many to try all.
const SAMPLES: u32 = 12;

/// A space and a facing.
type Stance = (Square, Facing);

/// Whether anything is hidden. The face of such a card must not be asked for.
fn has_blanks(state: &State) -> bool {
    state.seats.iter().any(|side| side.slots.iter().any(|slot| slot.card == UNKNOWN_CARD))
        || state.chests.as_ref().is_some_and(|chests| chests.iter().flatten().any(|&c| c == UNKNOWN_CARD))
}

/// What a Champion's Life is worth: the last ones count more, each being a step to defeat.
const LIVES: [i32; 256] = {
    let mut lives = [0; 256];
    let mut life = 1;
    while life < 256 {
        lives[life] = lives[life - 1] + LIFE + 2 * LIFE / (life as i32 + 1);
        life += 1;
    }
    lives
};

/// What a card promises for a round, roughly.
fn promise(face: &Face) -> i32 {
    let Some(cost) = face.cost else { return LIFE * 2 / 5 };
    let cells = face.cells.0.iter().filter(|&&value| value != BLANK);
    let reach: i32 = cells.map(|&value| 4 + i32::from(value)).sum();
    i32::from(face.damage) * LIFE / 2 - i32::from(cost) * LIFE / 4 + reach * 10
}

/// What a Champion promises for a game, roughly.
fn champion(face: &Face) -> i32 {
    let body = i32::from(face.life) + i32::from(face.defense);
    body * LIFE + promise(face) * i32::from(face.agility) / 2
}

/// One decision.
struct Mind<'a> {
    rules: &'a Rules,
    seat: u8,
    /// The last plan: many options differ only in where the own Champion stands.
    plan: Option<Box<Plan>>,
    /// Positions that may still be looked at.
    work: u32,
    rng: &'a mut Rng,
}

/// What options and positions are worth.
impl Mind<'_> {
    fn values(&mut self, state: &State, offered: &[Action]) -> Vec<i32> {
        match (state.frames.is_empty(), state.step, state.part) {
            (true, Step::T2, _) => self.idle(state, offered),
            (true, Step::Z1 | Step::Z4, _)
            | (true, Step::Z3, Part::Begin)
            | (true, Step::G2, Part::Enter) => {
                offered.iter().map(|&action| self.beforehand(state, action)).collect()
            }
            _ => offered.iter().map(|&action| self.option(state, action, offered.len())).collect(),
        }
    }

    /// What is chosen while nobody fights: decks, sides, slots, who enters a Tire Fight.
    fn beforehand(&self, state: &State, action: Action) -> i32 {
        let face = |card: u16| self.rules.face(card);
        match action.deed() {
            Deed::Deck(nth) => {
                let deck = &self.rules.candidates[usize::from(self.seat)][usize::from(nth)];
                let cards: i32 = deck.loadout.iter().map(|&card| promise(face(card))).sum();
                champion(face(deck.champion)) + cards
            }
            Deed::Pick(Some(card)) if face(card).sort.is_none() => champion(face(card)),
            Deed::Pick(card) => card.map_or(0, |card| promise(face(card))),
            // What does most comes first: it can be used in every round from then on.
            Deed::Fill(_, card) => card.map_or(0, |card| promise(face(card))),
            Deed::Enter(square) => {
                let who = state.unit_on(self.rules, square).filter(|&who| who < NEUTRALS);
                who.map_or(0, |who| promise(face(state.card_of(who))))
            }
            _ => 0,
        }
    }

    fn is_own(&self, who: Unit) -> bool {
        who < NEUTRALS && !self.rules.hostile(self.seat, seat_slot(who).0)
    }

    fn enemies(&self, state: &State) -> impl Iterator<Item = u8> + Clone {
        let (rules, seat) = (self.rules, self.seat);
        bits(u32::from(state.living())).filter(move |&other| rules.hostile(seat, other))
    }

    /// Hundredths that what an enemy has counts for.
    fn rivalry(&self, state: &State, enemy: u8) -> i32 {
        if self.rules.mode.first_team().is_some() || self.enemies(state).count() < 2 {
            return 100;
        }
        let leader = self.enemies(state).max_by_key(|&seat| state.seats[usize::from(seat)].life);
        if leader == Some(enemy) { LEADER } else { RIVAL }
    }

    /// What a loss of Life is worth to whoever likes it.
    fn loss(&self, state: &State, who: Unit, lost: u8) -> i32 {
        let life = state.life_of(who);
        let left = life.saturating_sub(lost);
        if who >= NEUTRALS {
            return i32::from(life - left);
        }
        let (seat, slot) = seat_slot(who);
        let loss = match slot {
            0 => LIVES[usize::from(life)] - LIVES[usize::from(left)] + if left == 0 { DEFEAT } else { 0 },
            _ => minion(life) - minion(left),
        };
        if self.is_own(who) { loss } else { loss * self.rivalry(state, seat) / 100 }
    }

    /// What an attack can be expected to do, to whoever likes it.
    fn gain(&self, state: &State, target: Unit, odds: &Odds) -> i32 {
        let (plain, doubled) = (self.loss(state, target, odds.plain), self.loss(state, target, odds.doubled));
        let sum = (odds.hit - odds.critical) * i64::from(plain) + odds.critical * i64::from(doubled);
        (sum / CASES) as i32
    }

    /// What a position is worth as it lies: Life, tokens, cards.
    fn worth(&self, state: &State) -> i32 {
        let rounds = i32::from(self.rules.rounds.saturating_sub(state.stage)) + 1;
        let mut sum = 0;
        for seat in bits(u32::from(state.living())) {
            let side = &state.seats[usize::from(seat)];
            let mut own = LIVES[usize::from(side.life)] + DEFEAT;
            for slot in side.slots.iter().filter(|slot| slot.is_filled()) {
                own += CARD * rounds / 4;
                own += if slot.is_up() && !slot.has(mark::DEPLETED) { CHARGED } else { 0 };
                if slot.has(mark::DEPLOYED) {
                    own += if slot.life > 0 { minion(slot.life) } else { LIFE / 10 };
                }
            }
            let hostile = self.rules.hostile(self.seat, seat);
            sum += if hostile { -own * self.rivalry(state, seat) / 100 } else { own };
        }
        for token in state.tokens.iter().filter(|token| token.unit < NEUTRALS) {
            let count = i32::from(token.count);
            let value = match token.name {
                LIFE_POISON => -count.min(rounds) * LIFE * 9 / 10,
                ACTION_POISON => -count.min(rounds) * ACTION,
                SAVE => count * ACTION,
                _ => count * LIFE / 10,
            };
            sum += if self.is_own(token.unit) { value } else { -value };
        }
        sum
    }

    /// What one of so many options is worth; each has its share of the work.
    fn option(&mut self, state: &State, action: Action, of: usize) -> i32 {
        self.work = MOST_WORK / of.max(1) as u32 + 1;
        self.after(state, self.seat, action, 0)
    }

    /// Carries out an option of `seat` and looks what can be expected then.
    fn after(&mut self, state: &State, seat: u8, action: Action, depth: u8) -> i32 {
        let mut next = state.clone();
        flow::apply(self.rules, &mut next, Some(seat), action, &mut NoLog);
        self.expect(next, depth)
    }

    /// What can be expected of a position if nobody uses anything that is not owed: attacks that are under way
    /// strike, steps of effects are taken.
    fn expect(&mut self, mut state: State, depth: u8) -> i32 {
        let mut sum = 0;
        // Windows and attacks lie in each other only a few deep; whatever takes longer is not worth it.
        for _ in 0..40 {
            self.work = self.work.saturating_sub(1);
            if state.is_over() {
                return if state.winners >> self.seat & 1 == 1 { WIN } else { -WIN };
            }
            match state.frames.last().copied() {
                Some(Frame::Window(opening)) => {
                    let (mut options, pass) = (Actions::new(), Action::from(Deed::Pass));
                    windows::options(self.rules, &state, &opening, &mut options);
                    let action = if options.contains(&pass) { pass } else { options[0] };
                    flow::apply(self.rules, &mut state, Some(opening.go), action, &mut NoLog);
                }
                Some(Frame::Fight(fight)) => {
                    let gain = self.gain(&state, fight.target, &odds(self.rules, &state, &fight));
                    sum += if self.is_own(fight.target) { -gain } else { gain };
                    // What it does is counted; the rest goes on as if it had missed.
                    let missed = Fight { step: Blow::A13, hit: Some(false), ..fight };
                    *state.frames.last_mut().expect("the attack") = Frame::Fight(missed);
                    flow::advance(self.rules, &mut state, &mut NoLog);
                }
                Some(Frame::Running(running)) if depth < MOST_DEPTH => {
                    return sum
                        + match running.wait {
                            Wait::Dice => self.mean(&state, depth),
                            _ => self.best_step(&state, &running, depth),
                        };
                }
                Some(Frame::Running(_) | Frame::Shove(_) | Frame::Loss(_)) => break,
                None => return sum + self.at_rest(&state),
            }
        }
        sum + self.worth(&state)
    }

    /// The mean over the dice that an effect waits for.
    fn mean(&mut self, state: &State, depth: u8) -> i32 {
        let count = flow::dice_due(self.rules, state);
        let throws = match count {
            0..=2 => 6u32.pow(u32::from(count)),
            _ => SAMPLES,
        };
        let (mut sum, mut tried) = (0i64, 0);
        while tried < throws && (tried == 0 || self.work > 0) {
            // High and low by turns, should the work end before all are tried.
            let nth = (tried * 5 % throws) as u8;
            let throw = match count {
                0 => Action::dice(&[]),
                1 => Action::dice(&[nth + 1]),
                2 => Action::dice(&[nth / 6 + 1, nth % 6 + 1]),
                _ => chance::sample(self.rules, state, self.rng),
            };
            let mut next = state.clone();
            flow::apply(self.rules, &mut next, None, throw, &mut NoLog);
            sum += i64::from(self.expect(next, depth + 1));
            tried += 1;
        }
        (sum / i64::from(tried)) as i32
    }

    /// A step of an effect: the best one for whoever chooses it.
    fn best_step(&mut self, state: &State, running: &Running, depth: u8) -> i32 {
        let chooser = effects::chooser(self.rules, state, running);
        let mut offered = Actions::new();
        legal(self.rules, state, chooser, &mut offered);
        let is_enemy = self.rules.hostile(self.seat, chooser);
        let mut best: Option<i32> = None;
        for &action in offered.iter() {
            let value = self.after(state, chooser, action, depth + 1);
            let is_better = best.is_none_or(|best| if is_enemy { value < best } else { value > best });
            best = if is_better { Some(value) } else { best };
            if self.work == 0 {
                break;
            }
        }
        best.unwrap_or_else(|| self.worth(state))
    }

    /// What a position is worth in which nothing is under way.
    fn at_rest(&mut self, state: &State) -> i32 {
        let worth = self.worth(state);
        let side = &state.seats[usize::from(self.seat)];
        if !side.is_alive() || side.square == NOWHERE || side.champion == NO_CARD {
            return worth;
        }
        let stance = (side.square, side.facing);
        if state.step == Step::T2 && state.turn == self.seat {
            return worth + self.plan_of(state).at(side.actions, 0, stance);
        }
        self.work = self.work.saturating_sub(OUTLOOK_WORK);
        worth + self.outlook(state).at(self.rules, stance)
    }
}

/// What a minion with so much Life is worth.
fn minion(life: u8) -> i32 {
    i32::from(life) * LIFE / 3 + if life > 0 { LIFE / 4 } else { 0 }
}
