//! Scripted players.

use std::cmp::Ordering;

use engine::{Actions, Bot, Game, NoLog, Rng, Seen};
use smallvec::SmallVec;

use crate::action::{Action, Deed, NO_CARD, Strike, UNKNOWN_CARD};
use crate::arena::{
    Arena, BLANK, Facing, NOWHERE, STRIDE, Square, bits, column_row, distance, forward, relative,
};
use crate::cards::Arena as Terrain;
use crate::faces::{Face, standing};
use crate::game::{TimeRift, legal};
use crate::rules::Rules;
use crate::scene::{
    agility, champion_initiative, change, free, grid_value, hands_needed, hands_used, is_forbidden,
    printed_defense,
};
use crate::state::{
    ACTION_POISON, Blow, Dice, End, Fight, Frame, LIFE_POISON, NEUTRALS, NO_SEAT, Part, Running, SAVE, SEATS,
    State, Step, TIE, TIRE, Unit, Wait, flag, mark, seat_slot, unit,
};
use crate::text::{Ability, CardType, Deed as Forbidden, Event as Trigger, Mover, Timing};
use crate::{attacks, chance, effects, flow, windows};

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

/// Cases in which the chances of an attack are counted: 1296 throws, twice because of ties.
const CASES: i64 = 2592;
/// Stances: four facings on each of 32 numbers of spaces.
const STANCES: usize = 128;

/// A space and a facing.
type Stance = (Square, Facing);

fn index((square, facing): Stance) -> usize {
    usize::from(square) * 4 + usize::from(facing)
}

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

/// Of 1296 throws those that hit, and those that hit with doubles, by the margin from -20 and whether ties win.
const THROWS: [[(u16, u16); 2]; 41] = {
    let mut table = [[(0, 0); 2]; 41];
    let mut throw = 0;
    while throw < 1296 {
        let (a, b, c, d) = (throw / 216, throw / 36 % 6, throw / 6 % 6, throw % 6);
        let mut margin = 0;
        while margin < 41 {
            let over = a + b + margin as i32 - 20 - c - d;
            let mut ties_win = 0;
            while ties_win < 2 {
                if over + ties_win as i32 > 0 {
                    table[margin][ties_win].0 += 1;
                    table[margin][ties_win].1 += (a == b) as u16;
                }
                ties_win += 1;
            }
            margin += 1;
        }
        throw += 1;
    }
    table
};

/// In how many of [`CASES`] an attack hits, and hits with doubles, before any die has fallen. Rules: TR-R54.
fn chances(margin: i32, initiative: Ordering) -> (i64, i64) {
    let [lost, won] = THROWS[(margin.clamp(-20, 20) + 20) as usize];
    let (a, b) = match initiative {
        Ordering::Less => (lost, lost),
        Ordering::Equal => (lost, won),
        Ordering::Greater => (won, won),
    };
    (i64::from(a.0) + i64::from(b.0), i64::from(a.1) + i64::from(b.1))
}

/// The same when the attacker has to throw more than `need`.
fn chances_against(need: i32, initiative: Ordering) -> (i64, i64) {
    let (mut hit, mut critical) = (0, 0);
    for throw in 0..36 {
        let (a, b) = (throw / 6 + 1, throw % 6 + 1);
        let cases = match ((a + b).cmp(&need), initiative) {
            (Ordering::Greater, _) | (Ordering::Equal, Ordering::Greater) => 72,
            (Ordering::Equal, Ordering::Equal) => 36,
            _ => 0,
        };
        hit += cases;
        critical += if a == b { cases } else { 0 };
    }
    (hit, critical)
}

/// How often an attack hits and hits critically, in [`CASES`], and the damage of both.
#[derive(Clone, Copy, Debug)]
struct Odds {
    hit: i64,
    critical: i64,
    plain: u8,
    doubled: u8,
}

/// ATK less DEF, without the grid.
fn margin(rules: &Rules, state: &State, fight: &Fight) -> i32 {
    change(rules, state, standing::ATK, fight.attacker, Some(fight))
        - i32::from(printed_defense(rules, state, fight.target))
        - change(rules, state, standing::DEF, fight.target, Some(fight))
}

/// Whether ties hit: the attacker's Champion Initiative beside the defender's. Rules: TR-R54.
fn initiative(rules: &Rules, state: &State, fight: &Fight) -> Ordering {
    let own = champion_initiative(rules, state, fight.attacker);
    own.cmp(&champion_initiative(rules, state, fight.target))
}

/// The odds of the attack on top, which waits for dice. Rules: TR-R37.
fn odds(rules: &Rules, state: &State, fight: &Fight) -> Odds {
    let grid = i32::from(fight.grid);
    let (hit, mut critical) = match fight.step {
        Blow::A8 => {
            let attack = grid + change(rules, state, standing::ATK, fight.attacker, Some(fight));
            chances_against(i32::from(fight.defense_total) - attack, initiative(rules, state, fight))
        }
        Blow::A11 => (CASES / 2, if fight.attack.doubles() { CASES / 2 } else { 0 }),
        _ => chances(grid + margin(rules, state, fight), initiative(rules, state, fight)),
    };
    if fight.forced {
        critical = hit;
    }
    let done = Fight { hit: Some(true), forced: false, attack: Dice::default(), ..*fight };
    let plain = attacks::damage(rules, state, &done);
    let doubled = attacks::damage(rules, state, &Fight { forced: true, ..done });
    Odds { hit, critical, plain, doubled }
}

/// An attack that has just been announced, before its dice.
fn announced(state: &State, attacker: Unit, slot: u8, target: Unit, grid: i8) -> Fight {
    let card = state.card_of(unit(seat_slot(attacker).0, slot));
    Fight { step: Blow::A5, grid, ..Fight::announced(attacker, card, Strike::ordinary(slot), target) }
}

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
                Some(Frame::Running(_) | Frame::Loss(_)) => break,
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

/// When somebody acts next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// In this round.
    Now,
    /// In another.
    Later,
    /// Not before the game is over.
    Never,
}

/// When a seat acts next; its turn that is under way counts unless it is the `own` one. Rules: TR-ROUND-4, TR-R124.
fn next_turn(rules: &Rules, state: &State, seat: u8, own: bool) -> Next {
    let others = state.order().iter().filter(|&&other| rules.solo != Some(other));
    let place = usize::from(state.place);
    let is_to_come = match others.clone().position(|&other| other == seat) {
        Some(nth) if rules.solo.is_some() => nth >= place / 2,
        Some(nth) => nth > place || (nth == place && state.turn == NO_SEAT),
        None => true,
    };
    let is_under_way = state.turn == seat;
    let in_round = (Step::P1..Step::T4).contains(&state.step);
    if (is_under_way && !own) || (!is_under_way && in_round && is_to_come) {
        return Next::Now;
    }
    let more = match state.stage {
        0 => true,
        stage if stage < TIE => stage < rules.rounds,
        stage if stage >= TIRE => stage - TIRE + 1 < rules.lap_cap,
        _ => false,
    };
    if more || is_level(rules, state) { Next::Later } else { Next::Never }
}

/// Whether several sides have the most Life. Rules: TR-R111.
fn is_level(rules: &Rules, state: &State) -> bool {
    let mut lives = [0u16; SEATS];
    for seat in bits(u32::from(state.living())) {
        lives[usize::from(rules.teams[usize::from(seat)])] += u16::from(state.seats[usize::from(seat)].life);
    }
    let most = lives.iter().max();
    lives.iter().filter(|life| Some(*life) == most).count() > 1
}

/// No way leads there.
const NO_WAY: u8 = 99;

/// The steps from a space to each other one.
fn steps(arena: &Arena, free: u32, from: Square) -> [u8; 32] {
    let mut far = [NO_WAY; 32];
    far[usize::from(from)] = 0;
    let (mut level, mut reached) = (1u32 << from, 1u32 << from);
    for step in 1..NO_WAY {
        let next = bits(level).flat_map(|square| arena.next[usize::from(square)]);
        level = next.filter(|&to| to != NOWHERE).fold(0, |set, to| set | 1u32 << to) & free & !reached;
        if level == 0 {
            break;
        }
        reached |= level;
        bits(level).for_each(|square| far[usize::from(square)] = step);
    }
    far
}

/// Where an attacker is for somebody: in front, beside or behind. Rules: TR-R6.
fn arc((square, facing): Stance, attacker: Square) -> usize {
    match relative(square, facing, attacker).1 {
        1.. => 0,
        0 => 1,
        _ => 2,
    }
}

/// A cell of a Champion's grids: what each slot is expected to do there, by the arc it strikes from.
struct Cell {
    right: i8,
    ahead: i8,
    worth: [[i32; 5]; 3],
}

/// What a Champion can do to another in one turn, with the changes that hold where both stand now.
struct Arsenal {
    cells: SmallVec<[Cell; 12]>,
    /// Slots that can be used together, as bits, and their price.
    sets: SmallVec<[(u8, u8); 4]>,
    /// Actions.
    pool: u8,
    can_move: bool,
    can_rotate: bool,
    /// Hundredths that it counts for.
    weight: i32,
}

impl Arsenal {
    /// The most to be expected of a Champion in `from`, to which `far` tells the steps, against one in `target`.
    fn best(&self, rules: &Rules, from: Stance, far: &[u8; 32], target: Stance) -> i32 {
        let (x, y) = column_row(target.0);
        let size = rules.arena.size as i8;
        let mut best = 0;
        for facing in 0..4 {
            let ((fx, fy), (rx, ry)) = (forward(facing), forward((facing + 1) % 4));
            for cell in &self.cells {
                let x = x - cell.right * rx - cell.ahead * fx;
                let y = y - cell.right * ry - cell.ahead * fy;
                if !(0..size).contains(&x) || !(0..size).contains(&y) {
                    continue;
                }
                let spot = y as Square * STRIDE + x as Square;
                let steps = match (spot == from.0, facing == from.1) {
                    (true, true) => 0,
                    (true, false) if self.can_rotate => 1,
                    (false, _) if self.can_move => far[usize::from(spot)],
                    _ => NO_WAY,
                };
                if let Some(actions) = self.pool.checked_sub(steps) {
                    best = best.max(self.spent(&cell.worth[arc(target, spot)], actions));
                }
            }
        }
        best * self.weight / 100
    }

    /// The most to be expected of so many Actions spent on attacks from one place.
    fn spent(&self, worth: &[i32; 5], actions: u8) -> i32 {
        let affordable = self.sets.iter().filter(|(_, price)| *price <= actions);
        let values = affordable.map(|&(set, price)| {
            let cards = (1..5).filter(|slot| set >> slot & 1 == 1).map(|slot| worth[slot]);
            i32::from(actions - price) * worth[0] + cards.sum::<i32>()
        });
        values.max().unwrap_or(0)
    }
}

/// An enemy as a plan sees it.
struct Foe {
    stance: Stance,
    /// Its steps to each space.
    far: [u8; 32],
    /// What it can do to the own Champion in its next turn.
    threat: Arsenal,
    /// What the own Champion can do to it in the turn after this one.
    hope: Arsenal,
}

/// What lies ahead when the own turn is over.
struct Outlook {
    foes: SmallVec<[Foe; 2]>,
    /// The steps of the own Champion from each space.
    far: Vec<[u8; 32]>,
}

impl Outlook {
    /// What it is worth that the own Champion stands like this.
    fn at(&self, rules: &Rules, stance: Stance) -> i32 {
        let far = &self.far[usize::from(stance.0)];
        let threats = self.foes.iter().map(|foe| foe.threat.best(rules, foe.stance, &foe.far, stance));
        let hopes = self.foes.iter().map(|foe| foe.hope.best(rules, stance, far, foe.stance));
        let near = self.foes.iter().map(|foe| i32::from(distance(stance.0, foe.stance.0))).min();
        (hopes.max().unwrap_or(0) * HOPE - threats.sum::<i32>() * THREAT) / 100 - near.unwrap_or(0) * NEAR
    }
}

/// What lies ahead.
impl Mind<'_> {
    fn outlook(&self, state: &State) -> Outlook {
        let rules = self.rules;
        let own = &state.seats[usize::from(self.seat)];
        // Changes that are over by then do not count.
        let mut now = state.clone();
        now.frames.clear();
        now.lasting.retain(|lasting| lasting.end != End::Turn || state.turn != self.seat);
        let mut later = now.clone();
        later.lasting.retain(|lasting| !matches!(lasting.end, End::Turn | End::Round));
        let taken = state.occupied(rules) & !(1 << own.square);
        let mut foes = SmallVec::new();
        for enemy in self.enemies(state) {
            let side = &state.seats[usize::from(enemy)];
            if side.square == NOWHERE || side.champion == NO_CARD {
                continue;
            }
            let mut arsenal = |by: u8, on: u8| {
                let when = next_turn(rules, state, by, by == self.seat);
                let scene = if when == Next::Now { &mut now } else { &mut later };
                (when, self.arsenal(scene, by, on, when))
            };
            let (when, mut threat) = arsenal(enemy, self.seat);
            // Somebody who can strike others too strikes here less often.
            let rivals = bits(u32::from(state.living())).filter(|&seat| rules.hostile(enemy, seat)).count();
            threat.weight = 50 + 50 / rivals.max(1) as i32;
            // Without loadouts the order of turns stays as it is.
            if when == Next::Later && rules.slots > 0 {
                threat.weight = threat.weight * LATER / 100;
            }
            foes.push(Foe {
                stance: (side.square, side.facing),
                far: steps(&rules.arena, rules.arena.all & !taken, side.square),
                threat,
                hope: arsenal(self.seat, enemy).1,
            });
        }
        let free = rules.arena.all & !taken;
        let far = (0..32)
            .map(|from| if free >> from & 1 == 1 { steps(&rules.arena, free, from) } else { [NO_WAY; 32] });
        Outlook { foes, far: far.collect() }
    }

    /// What the Champion of a seat can do to that of another in its next turn.
    fn arsenal(&self, state: &mut State, by: u8, on: u8, when: Next) -> Arsenal {
        let rules = self.rules;
        let champion = unit(by, 0);
        let pool = match when {
            Next::Now => state.seats[usize::from(by)].actions,
            Next::Later => {
                let saved: u8 = (0..5).map(|slot| state.tokens_on(unit(by, slot), SAVE)).sum();
                let poisoned = u8::from(state.tokens_on(champion, ACTION_POISON) > 0);
                (agility(rules, state, by) + saved).saturating_sub(poisoned)
            }
            Next::Never => 0,
        };
        let may = |is: fn(&Forbidden) -> bool| !cannot(rules, state, champion, is);
        let mut arsenal = Arsenal {
            cells: SmallVec::new(),
            sets: SmallVec::from_slice(&[(0, 0)]),
            pool,
            can_move: may(|deed| matches!(deed, Forbidden::Maneuver {} | Forbidden::Move {})),
            can_rotate: may(|deed| matches!(deed, Forbidden::Rotate {})),
            weight: 100,
        };
        let placed = |seat: u8| state.seats[usize::from(seat)].square != NOWHERE;
        if pool == 0 || !placed(by) || !placed(on) {
            return arsenal;
        }
        for slot in 0..=rules.slots {
            if slot > 0 && !add_sets(rules, state, &mut arsenal, by, slot, when) {
                continue;
            }
            let face = rules.face(state.card_of(unit(by, slot)));
            let is_weapon = matches!(face.sort, Some(CardType::Weapon {}));
            let forbidden = cannot(rules, state, champion, |deed| match deed {
                Forbidden::Attack {} => true,
                Forbidden::Base {} => slot == 0,
                Forbidden::Weapon {} => is_weapon,
                Forbidden::Special {} => slot > 0 && !is_weapon,
                _ => false,
            });
            if !forbidden {
                self.add_cells(state, &mut arsenal, by, slot, on);
            }
        }
        arsenal
    }

    /// Adds what the card in a slot can do.
    fn add_cells(&self, state: &mut State, arsenal: &mut Arsenal, by: u8, slot: u8, on: u8) {
        let rules = self.rules;
        let (card, target) = (unit(by, slot), unit(on, 0));
        let from = state.seats[usize::from(by)].square;
        let (at, facing) = (state.seats[usize::from(on)].square, state.seats[usize::from(on)].facing);
        let fight = announced(state, unit(by, 0), slot, target, 0);
        state.frames.push(Frame::Fight(fight));
        let odds = odds(rules, state, &fight);
        let ties = initiative(rules, state, &fight);
        let mut margins = [margin(rules, state, &fight); 3];
        if state.ears & standing::DEF != 0 {
            for turned in 0..4 {
                state.seats[usize::from(on)].facing = turned;
                margins[arc((at, turned), from)] = margin(rules, state, &fight);
            }
            state.seats[usize::from(on)].facing = facing;
        }
        state.frames.pop();
        let face = rules.face(state.card_of(card));
        for ahead in -3..=3i8 {
            for right in -1..=1i8 {
                let printed = face.cells.get(right, ahead);
                let value = if face.ears & standing::GRID != 0 && ahead >= -2 {
                    // Any space will do: the middle of the largest Arena, looking north.
                    grid_value(rules, state, card, (12, 0), ((2 + ahead) * 5 + 2 + right) as Square)
                } else {
                    printed
                };
                let Some(value) = value else { continue };
                let nth = arsenal.cells.iter().position(|cell| (cell.right, cell.ahead) == (right, ahead));
                let nth = nth.unwrap_or_else(|| {
                    arsenal.cells.push(Cell { right, ahead, worth: [[0; 5]; 3] });
                    arsenal.cells.len() - 1
                });
                for (arc, margin) in margins.into_iter().enumerate() {
                    let (hit, critical) = chances(margin + i32::from(value), ties);
                    let odds = Odds { hit, critical, ..odds };
                    arsenal.cells[nth].worth[arc][usize::from(slot)] = self.gain(state, target, &odds);
                }
            }
        }
    }
}

/// Adds the sets of cards that one in a slot makes possible; says whether it can attack. Rules: TR-R42, TR-R47.
fn add_sets(rules: &Rules, state: &State, arsenal: &mut Arsenal, by: u8, slot: u8, when: Next) -> bool {
    let laid = state.slot(by, slot);
    if !laid.is_up() || (when == Next::Now && laid.marks & (mark::DEPLETED | mark::ATTACKED) != 0) {
        return false;
    }
    let face = rules.face(laid.card);
    let Some(cost) = face.cost.filter(|_| !face.is_minion()) else { return false };
    let hands = if when == Next::Now { hands_used(rules, state, by) } else { 0 };
    for nth in 0..arsenal.sets.len() {
        let (set, price) = (arsenal.sets[nth].0 | 1 << slot, arsenal.sets[nth].1 + cost);
        let held = (1..5).filter(|other| set >> other & 1 == 1);
        let held: u8 = held.map(|other| hands_needed(rules, state, by, other)).sum();
        if hands + held <= 2 && price <= arsenal.pool {
            arsenal.sets.push((set, price));
        }
    }
    true
}

/// Whether something is forbidden to somebody.
fn cannot(rules: &Rules, state: &State, who: Unit, is: impl Fn(&Forbidden) -> bool) -> bool {
    (state.ears & standing::CANNOT != 0 || !state.lasting.is_empty()) && is_forbidden(rules, state, who, is)
}

/// A plan for the rest of a turn.
struct Plan {
    /// The position with the own Champion lifted off.
    key: State,
    /// How many sets of cards there are.
    sets: usize,
    /// What it is worth to have so many Actions left, to have used a set of cards, and to be in a stance.
    values: Vec<i32>,
    /// What it is worth to end the turn in a stance.
    end: [i32; STANCES],
    /// What a base attack, or that of a slot, is expected to do from a stance.
    blows: [[i32; STANCES]; 5],
    /// Slots that can attack: the bit of each in a set, and its price.
    slots: [Option<(u8, u8)>; 5],
    /// A bit of every set that an attack belongs to, if nobody can move after an attack.
    stuck: usize,
    /// What it costs to enter a space, and the Actions it takes besides.
    enter: [(i32, u8); 32],
}

impl Plan {
    fn place(&self, actions: u8, set: usize, stance: Stance) -> usize {
        (usize::from(actions) * self.sets + set) * STANCES + index(stance)
    }

    fn at(&self, actions: u8, set: usize, stance: Stance) -> i32 {
        self.values[self.place(actions, set, stance)]
    }

    /// What it is worth to go to a stance on the next space with so many Actions, nothing paid yet.
    fn going(&self, actions: u8, set: usize, to: Stance) -> i32 {
        let (toll, slow) = self.enter[usize::from(to.0)];
        self.at(actions.saturating_sub(1 + slow), set, to) - toll
    }
}

/// The own turn.
impl Mind<'_> {
    /// What each option of the own turn is worth.
    fn idle(&mut self, state: &State, offered: &[Action]) -> Vec<i32> {
        let (side, worth) = (&state.seats[usize::from(self.seat)], self.worth(state));
        let here = (side.square, side.facing);
        let mut scratch = state.clone();
        let planned = offered.iter().map(|&action| {
            let value = match action.deed() {
                Deed::Move(way, facing) if way.from == side.square => {
                    self.plan_of(state).going(side.actions, 0, (way.end(), facing))
                }
                Deed::Rotate(square, facing) if square == side.square => {
                    self.plan_of(state).at(side.actions.saturating_sub(1), 0, (square, facing))
                }
                Deed::Strike(strike) => {
                    let target = state.unit_on(self.rules, strike.target);
                    let gain = target.map_or(0, |who| self.strike(&mut scratch, strike.slot, who));
                    let plan = self.plan_of(state);
                    let (set, cost) = match plan.slots[usize::from(strike.slot)] {
                        Some((bit, cost)) => (1 << bit, cost),
                        None => (0, 1),
                    };
                    gain + plan.at(side.actions.saturating_sub(cost), set | plan.stuck, here)
                }
                Deed::End => self.plan_of(state).end[index(here)],
                _ => return None,
            };
            Some(worth + value)
        });
        let planned: Vec<Option<i32>> = planned.collect();
        let others = planned.iter().filter(|value| value.is_none()).count();
        let values = offered.iter().zip(planned);
        values.map(|(&action, value)| value.unwrap_or_else(|| self.option(state, action, others))).collect()
    }

    /// What an ordinary attack can be expected to do from where its attacker stands.
    fn strike(&self, state: &mut State, slot: u8, target: Unit) -> i32 {
        let rules = self.rules;
        let attacker = attacks::attacker_of(rules, state, self.seat, slot);
        let (Some(from), Some(at)) = (state.square_of(rules, attacker), state.square_of(rules, target))
        else {
            return 0;
        };
        let stance = (from, state.facing_of(attacker));
        let Some(grid) = grid_value(rules, state, unit(self.seat, slot), stance, at) else { return 0 };
        let fight = announced(state, attacker, slot, target, grid);
        state.frames.push(Frame::Fight(fight));
        let odds = odds(rules, state, &fight);
        state.frames.pop();
        self.gain(state, target, &odds)
    }

    /// The plan for a position of the own turn.
    fn plan_of(&mut self, state: &State) -> &Plan {
        let mut key = state.clone();
        let side = &mut key.seats[usize::from(self.seat)];
        (side.square, side.facing) = (NOWHERE, 0);
        if self.plan.as_ref().is_none_or(|plan| plan.key != key) {
            self.work = self.work.saturating_sub(PLAN_WORK);
            self.plan = Some(Box::new(self.make_plan(state, key)));
        }
        self.plan.as_ref().expect("just made")
    }

    /// Works a plan out, from no Actions left to all of them.
    fn make_plan(&self, state: &State, key: State) -> Plan {
        let rules = self.rules;
        let side = &state.seats[usize::from(self.seat)];
        let you = unit(self.seat, 0);
        let mut slots = [None; 5];
        let mut count = 0;
        for slot in 1..=rules.slots {
            if let Some(cost) = attacks::ordinary_cost(rules, state, self.seat, slot, side.actions) {
                slots[usize::from(slot)] = Some((count, cost));
                count += 1;
            }
        }
        let is_move = |deed: &Forbidden| matches!(deed, Forbidden::Maneuver {} | Forbidden::Move {});
        let can_move = !cannot(rules, state, you, is_move);
        let can_rotate = !cannot(rules, state, you, |deed| matches!(deed, Forbidden::Rotate {}));
        let mut attacked = state.clone();
        attacked.seats[usize::from(self.seat)].flags |= flag::ATTACKED;
        let sticks = can_move && cannot(rules, &attacked, you, is_move);
        let sets = 1 << (count + u8::from(sticks));
        let mut plan = Plan {
            key,
            sets,
            values: vec![0; (usize::from(side.actions) + 1) * sets * STANCES],
            end: [0; STANCES],
            blows: [[0; STANCES]; 5],
            slots,
            stuck: if sticks { 1 << count } else { 0 },
            enter: self.entering(state),
        };
        let spaces = free(rules, state) | (1 << side.square & rules.arena.all);
        self.look_around(state, &mut plan, spaces);
        let in_hand: SmallVec<[bool; 32]> = (0..sets).map(|set| self.has_hands(state, &plan, set)).collect();
        for actions in 0..=side.actions {
            // A set comes after those with more in it: an attack may cost nothing.
            for set in (0..sets).rev() {
                for square in bits(spaces) {
                    let mut away = i32::MIN;
                    for facing in (0..4).filter(|_| actions > 0) {
                        if can_rotate {
                            away = away.max(plan.at(actions - 1, set, (square, facing)));
                        }
                        let next = rules.arena.next[usize::from(square)].into_iter();
                        for to in next.filter(|&to| can_move && set & plan.stuck == 0 && to != NOWHERE) {
                            if spaces >> to & 1 == 1 {
                                away = away.max(plan.going(actions, set, (to, facing)));
                            }
                        }
                    }
                    for facing in 0..4 {
                        let stance = (square, facing);
                        let best = strikes(&plan, actions, set, stance, &in_hand);
                        let place = plan.place(actions, set, stance);
                        plan.values[place] = plan.end[index(stance)].max(away).max(best);
                    }
                }
            }
        }
        plan
    }

    /// What attacks from each stance are expected to do, and what it is worth to end there.
    fn look_around(&self, state: &State, plan: &mut Plan, spaces: u32) {
        let (rules, seat) = (self.rules, usize::from(self.seat));
        let start = &state.seats[seat];
        let outlook = self.outlook(state);
        let mut scratch = state.clone();
        for square in bits(spaces) {
            let moved = if square == start.square { 0 } else { flag::MOVED };
            (scratch.seats[seat].square, scratch.seats[seat].flags) = (square, start.flags | moved);
            for facing in 0..4 {
                scratch.seats[seat].facing = facing;
                let nth = index((square, facing));
                plan.end[nth] = outlook.at(rules, (square, facing));
                for slot in
                    (0..=rules.slots).filter(|&slot| slot == 0 || plan.slots[usize::from(slot)].is_some())
                {
                    let mut targets: SmallVec<[Unit; 6]> = SmallVec::new();
                    let strike = Strike { free: false, slot, lent: 0, target: NOWHERE, facing: None };
                    attacks::for_each_target(rules, &scratch, self.seat, strike, |_, who| targets.push(who));
                    let blows = targets.into_iter().map(|who| self.strike(&mut scratch, slot, who));
                    plan.blows[usize::from(slot)][nth] = blows.max().unwrap_or(0);
                }
            }
        }
    }

    /// Whether there are hands for all cards of a set. Rules: TR-R47.
    fn has_hands(&self, state: &State, plan: &Plan, set: usize) -> bool {
        let taken = (1..=self.rules.slots).filter(|&slot| {
            plan.slots[usize::from(slot)].is_some_and(|(bit, _)| set >> bit & 1 == 1)
                && !state.slot(self.seat, slot).has(mark::HANDS)
        });
        let taken: u8 = taken.map(|slot| hands_needed(self.rules, state, self.seat, slot)).sum();
        hands_used(self.rules, state, self.seat) + taken <= 2
    }

    /// What it costs the own Champion to enter each space, and how many Actions besides. Rules: TR-R102, TR-R117.
    fn entering(&self, state: &State) -> [(i32, u8); 32] {
        let rules = self.rules;
        let one = self.loss(state, unit(self.seat, 0), 1);
        let mut enter = [(0, 0); 32];
        bits(rules.pits).for_each(|square| enter[usize::from(square)] = (one, 1));
        for seat in (0..rules.players).filter(|_| state.is_laid()) {
            for slot in state.seats[usize::from(seat)].slots.iter().filter(|slot| slot.has(mark::DEPLOYED)) {
                if is_trap(rules.face(slot.card), rules.hostile(self.seat, seat)) {
                    enter[usize::from(slot.square)].0 += one;
                }
            }
        }
        let is_inside = rules.arena.center >> state.seats[usize::from(self.seat)].square & 1 == 1;
        if state.stage >= TIRE && is_inside {
            let outside = rules.arena.all & !rules.arena.center;
            bits(outside).for_each(|square| enter[usize::from(square)].0 += WIN / 2);
        }
        enter
    }
}

/// The best attack of a plan with what follows it.
fn strikes(plan: &Plan, actions: u8, set: usize, stance: Stance, in_hand: &[bool]) -> i32 {
    let nth = index(stance);
    let mut best = i32::MIN;
    if actions > 0 && plan.blows[0][nth] > 0 {
        best = plan.blows[0][nth] + plan.at(actions - 1, set | plan.stuck, stance);
    }
    for (slot, blows) in plan.blows.iter().enumerate().skip(1) {
        let Some((bit, cost)) = plan.slots[slot] else { continue };
        let then = set | 1 << bit;
        if blows[nth] > 0 && then != set && cost <= actions && in_hand[then] {
            best = best.max(blows[nth] + plan.at(actions - cost, then | plan.stuck, stance));
        }
    }
    best
}

/// Whether a card in the Arena does something to a Champion that enters its space: an enemy of its owner, or not.
fn is_trap(face: &Face, enemy: bool) -> bool {
    let springs = |timing: &Timing| match timing {
        Timing::When { event: Trigger::Moves { mover, .. } } => match mover {
            Mover::Champion {} => true,
            Mover::Enemy {} => enemy,
            Mover::You {} | Mover::Ally {} => false,
        },
        _ => false,
    };
    face.arena() == Some(Terrain::Hazard)
        && face.abilities.iter().any(|ability| match ability {
            Ability::Effect { effect } => effect.timing.as_ref().is_some_and(|timed| springs(&timed.timing)),
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Settings, Sources, Start};

    /// What West thinks of a position of a duel.
    fn think<T>(text: &str, question: impl FnOnce(&mut Mind<'_>, &State) -> T) -> T {
        let start: Start<TimeRift> = TimeRift::compile(&Settings::none(), &Sources::none())
            .unwrap_or_else(|faults| panic!("{faults}"));
        let state = TimeRift::read_position(&start.rules, text).unwrap_or_else(|faults| panic!("{faults}"));
        let mut rng = Rng::from_number(1);
        let mut mind = Mind { rules: &start.rules, seat: 0, plan: None, work: MOST_WORK, rng: &mut rng };
        question(&mut mind, &state)
    }

    /// In how many of 1296 cases Spartacus hits Leonidas with +1 against DEF 1, ties won, and how many are critical.
    const EVEN: (i32, i32) = (721, 117);

    /// The mean of so much damage, against somebody with enough Life, of which each is worth the same.
    fn blow(life: usize, damage: usize) -> i32 {
        let loss = |damage: usize| i64::from(LIVES[life] - LIVES[life - damage]);
        let (hit, critical) = (i64::from(EVEN.0), i64::from(EVEN.1));
        (((hit - critical) * loss(damage) + critical * loss(2 * damage)) / 1296) as i32
    }

    /// It is the last turn, so that nothing counts but attacks and a step nearer.
    #[test]
    fn a_plan_adds_its_attacks_up() {
        let text = "tr1 normal; R4 T2 > E W turn W spent 1; W spartacus@b2E L10 A3 1:gladius-of-the-revolt; \
                    E leonidas@c2W L11 A0; idle";
        think(text, |mind, state| {
            let plan = mind.plan_of(state);
            let here = (6, 1);
            assert_eq!(plan.at(0, 0, here), -NEAR);
            assert_eq!(plan.at(1, 0, here), blow(11, 2) - NEAR, "the blade");
            assert_eq!(plan.at(2, 0, here), blow(11, 2) + blow(11, 1) - NEAR, "the blade once, and a fist");
            assert_eq!(plan.at(3, 0, here), blow(11, 2) + 2 * blow(11, 1) - NEAR);
            assert_eq!(plan.at(2, 1, here), 2 * blow(11, 1) - NEAR, "the blade has been used");
            // With the back to him: a turn first.
            assert_eq!(plan.at(2, 0, (6, 3)), blow(11, 2) - NEAR);
            // From the corner it takes two steps, with the turn for nothing.
            assert_eq!(plan.at(3, 0, (0, 0)), blow(11, 2) - NEAR);
        });
    }

    /// Leonidas has one Action left in this round: he strikes what is before him, or nothing. Spartacus could answer
    /// with all of his in the next round.
    #[test]
    fn a_place_is_worth_what_can_happen_there() {
        let text =
            "tr1 normal; R2 T2 > W E turn W spent 1; W spartacus@b2E L10 A3; E leonidas@c2W L11 A1; idle";
        think(text, |mind, state| {
            let outlook = mind.outlook(state);
            let foe = &outlook.foes[0];
            assert_eq!((foe.threat.pool, foe.hope.pool), (1, 4));
            let at = |square: Square, facing: Facing| outlook.at(mind.rules, (square, facing));
            let far = |square: Square| &outlook.far[usize::from(square)];
            let threat = |square: Square| foe.threat.best(mind.rules, foe.stance, &foe.far, (square, 1));
            let hope = |square, facing| foe.hope.best(mind.rules, (square, facing), far(square), foe.stance);
            assert!(threat(6) > 0 && threat(0) == 0 && threat(15) == 0);
            assert_eq!(hope(6, 1), 4 * blow(11, 1));
            assert_eq!(hope(6, 3), 3 * blow(11, 1), "one Action to turn around");
            assert_eq!(hope(5, 3), 3 * blow(11, 1), "one to come closer");
            assert_eq!(at(6, 1), (4 * blow(11, 1) * HOPE - threat(6) * THREAT) / 100 - NEAR);
            assert_eq!(at(5, 1), 3 * blow(11, 1) * HOPE / 100 - 2 * NEAR);
        });
    }

    /// Rules: TR-R111, TR-R124.
    #[test]
    fn when_somebody_acts_next() {
        let next = |text: &str| {
            think(text, |mind, state| [0, 1].map(|seat| next_turn(mind.rules, state, seat, seat == 0)))
        };
        let text = |clock: &str, life: u8| {
            format!(
                "tr1 normal; {clock} turn W spent 1; W spartacus@b2E L10 A3; E leonidas@c2W L{life} A1; idle"
            )
        };
        assert_eq!(next(&text("R2 T2 > W E", 9)), [Next::Later, Next::Now]);
        assert_eq!(next(&text("R2 T2 > E W", 9)), [Next::Later, Next::Later]);
        assert_eq!(next(&text("R4 T2 > E W", 9)), [Next::Never, Next::Never]);
        assert_eq!(next(&text("R4 T2 > E W", 10)), [Next::Later, Next::Later], "a Tie Breaker");
    }

    #[test]
    fn chances_are_those_of_the_view() {
        for margin in -12..=12 {
            for (ties_win, initiative) in [(false, Ordering::Less), (true, Ordering::Greater)] {
                let (hit, critical) = crate::view::throws(margin, ties_win);
                assert_eq!(chances(margin, initiative), (2 * i64::from(hit), 2 * i64::from(critical)));
            }
            let (lost, won) = (chances(margin, Ordering::Less), chances(margin, Ordering::Greater));
            let (hit, critical) = chances(margin, Ordering::Equal);
            assert_eq!((2 * hit, 2 * critical), (lost.0 + won.0, lost.1 + won.1));
        }
        // Against each Defense Total in turn it comes to the same.
        for ties in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
            let each = (0..36).map(|throw| chances_against(throw / 6 + throw % 6 + 2 - 1, ties));
            let sum = each.fold((0, 0), |sum, (hit, critical)| (sum.0 + hit, sum.1 + critical));
            assert_eq!((sum.0 / 36, sum.1 / 36), chances(1, ties));
        }
    }

    #[test]
    fn steps_go_around_what_is_in_the_way() {
        let arena = Arena::new(4);
        // a1 to c1 with b1 and b2 taken: by a2, a3, b3, c3, c2.
        let far = steps(&arena, arena.all & !(1 << 1 | 1 << 6), 0);
        assert_eq!((far[2], far[1], far[5]), (6, NO_WAY, 1));
    }
}
