//! The toy: a small game with everything that real games have, and room for one defect.
//!
//! - TOY-1: Five cards: 1, 2a, 2b, 3, 4. The two 2s count alike.
//! - TOY-2: Each round either seat is dealt a card that only it sees.
//! - TOY-3: Both seal a bid of at most their coins. The higher bid is paid into the pot and leads;
//!   equal bids are not paid and seat 0 leads.
//! - TOY-4: Seat 0 keeps or buries the token; only it knows which.
//! - TOY-5: The leader shows its card, passes, or buys for 2 coins.
//! - TOY-6: The other stays or calls for 1 coin.
//! - TOY-7: After a call the higher card takes the pot. Else a die decides: on 1 the higher card, on
//!   2 the lower, on 3 (twice as likely) seat 0 if it kept the token, else seat 1. Cards and token are
//!   turned up.
//! - TOY-8: After the last round the seat with more coins wins.
//! - TOY-9: A seat may concede; the pot goes to the other.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use engine::{
    Actions, Actor, Bot, CATCH_ALL, EventData, Fault, Faults, Game, Log, OptionSpec, Outcome, Purpose,
    Refusal, Rng, Seat, SeatSet, Seen, Settings, Sources, Start, Turn, Values, Viewer, Weighted,
    position_hash, text,
};
use serde_json::{Value, json};

use crate::defect::Defect;

thread_local! {
    /// The defect that the next compiled toy has.
    pub static DEFECT: Cell<Defect> = const { Cell::new(Defect::None) };
    /// What no game may have: something that outlives a play. Each test thread has its own.
    pub static COUNTER: Cell<u64> = const { Cell::new(0) };
    /// What a careless picture remembers.
    static LAST: Cell<u8> = const { Cell::new(0) };
}

fn count() -> u64 {
    COUNTER.replace(COUNTER.get() + 1)
}

/// The toy. `BOOK` chooses its declarations: 0 is honest.
pub struct Toy<const BOOK: u8>;

/// What is compiled.
pub struct Rules {
    coins: u8,
    rounds: u8,
    defect: Defect,
    count: AtomicU64,
}

impl Rules {
    fn is(&self, defect: Defect) -> bool {
        self.defect == defect
    }
}

/// No bid, no conceded seat.
const NONE: u8 = 9;
/// Something hidden, in what a viewer knows.
const HIDDEN: u8 = 8;
/// Rank of each card. Rules: TOY-1.
const RANKS: [u8; 5] = [1, 2, 2, 3, 4];
const CARDS: [&str; 5] = ["1", "2a", "2b", "3", "4"];
const TOKENS: [&str; 3] = ["-", "kept", "buried"];
/// The faces of the die with their weights. Rules: TOY-7.
const DIE: [(u8, u64); 3] = [(1, 1), (2, 1), (3, 2)];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Deal,
    Bid,
    Token,
    Lead,
    Reply,
    Die,
    Over,
}

const STAGES: [(Stage, &str); 7] = [
    (Stage::Deal, "deal"),
    (Stage::Bid, "bid"),
    (Stage::Token, "token"),
    (Stage::Lead, "lead"),
    (Stage::Reply, "reply"),
    (Stage::Die, "die"),
    (Stage::Over, "over"),
];

/// A position as the rules see it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Core {
    pub stage: Stage,
    pub round: u8,
    /// Ranks; 0 is not dealt.
    pub hands: [u8; 2],
    pub coins: [u8; 2],
    pub pot: u8,
    pub bids: [u8; 2],
    /// 0 not chosen, 1 kept, 2 buried.
    pub token: u8,
    pub lead: u8,
    pub charm: bool,
    pub shown: bool,
    /// How the last die fell; 0 before the first.
    pub face: u8,
    /// The seat that conceded.
    pub out: u8,
}

/// A position, with room for careless programming.
#[derive(Clone, Debug)]
pub struct State {
    pub core: Core,
    scratch: u8,
    shared: Arc<AtomicU8>,
    defect: Defect,
}

impl State {
    fn new(core: Core, defect: Defect) -> Self {
        Self { core, scratch: 0, shared: Arc::new(AtomicU8::new(0)), defect }
    }

    /// What equality looks at.
    fn key(&self) -> Core {
        Core { charm: self.charm && self.defect != Defect::EqOverlooks, ..self.core }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
        if self.defect == Defect::HashDiffers {
            self.scratch.hash(hasher);
        }
    }
}

impl Deref for State {
    type Target = Core;
    fn deref(&self) -> &Core {
        &self.core
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Core {
        &mut self.core
    }
}

impl Core {
    /// How many cards of ranks 1 to 4 are in nobody's known hand.
    pub fn left(&self) -> [u8; 4] {
        let mut left = [1, 2, 1, 1];
        for &rank in self.hands.iter().filter(|rank| (1..=4).contains(*rank)) {
            let left: &mut u8 = &mut left[usize::from(rank) - 1];
            *left = left.saturating_sub(1);
        }
        left
    }

    /// The seat that is dealt to next.
    fn dealt(&self) -> usize {
        usize::from(self.hands[0] != 0)
    }

    /// Whether cards and token lie open.
    fn is_open(&self) -> bool {
        self.stage == Stage::Over && self.out == NONE
    }

    /// Whether `viewer` knows the card of `seat`. Rules: TOY-2, TOY-5, TOY-7.
    pub fn knows_hand(&self, viewer: Viewer, seat: u8) -> bool {
        viewer.holds(Seat::new(seat)) || self.is_open() || (self.shown && self.lead == seat)
    }

    /// Whether `viewer` knows the token. Rules: TOY-4, TOY-7.
    pub fn knows_token(&self, viewer: Viewer) -> bool {
        viewer.holds(Seat::new(0)) || self.is_open()
    }

    fn draw(&self, rng: &mut Rng) -> u8 {
        let cards: Vec<u8> =
            self.left().iter().zip(1..).flat_map(|(&left, rank)| vec![rank; usize::from(left)]).collect();
        *rng.one_of(&cards)
    }

    fn strength(&self, seat: usize) -> u8 {
        2 * self.hands[seat] + if self.charm && usize::from(self.lead) == seat { 3 } else { 0 }
    }

    fn higher(&self) -> usize {
        match self.strength(0).cmp(&self.strength(1)) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => usize::from(self.lead),
        }
    }

    /// Whether some play could lead here.
    fn is_sound(&self, rules: &Rules) -> bool {
        let conceded = self.out != NONE;
        let late = matches!(self.stage, Stage::Lead | Stage::Reply | Stage::Die) || self.is_open();
        let all = u16::from(self.coins[0]) + u16::from(self.coins[1]) + u16::from(self.pot);
        let hands = match self.stage {
            Stage::Deal => self.hands[1] == 0,
            Stage::Over if conceded => self.hands[0] != 0 || self.hands[1] == 0,
            _ => self.hands[0] != 0 && self.hands[1] != 0,
        };
        let bids = match self.stage {
            Stage::Bid => {
                (0..2).all(|s| self.bids[s] == NONE || self.bids[s] <= self.coins[s])
                    && self.bids.contains(&NONE)
            }
            _ => self.bids == [NONE; 2],
        };
        let extras = !(self.charm && self.shown)
            && (!self.charm || self.pot >= 2 || self.stage == Stage::Over)
            && (late && self.stage != Stage::Lead
                || conceded && self.token != 0
                || !self.charm && !self.shown);
        all == 2 * u16::from(rules.coins)
            && hands
            && bids
            && extras
            && (self.hands[0] == 2 || self.hands[0] == 0 || self.hands[0] != self.hands[1])
            && (self.round < rules.rounds) != self.is_open()
            && self.round <= rules.rounds
            && (self.face == 0 || self.round > 0)
            && (late == (self.token != 0) || conceded)
            && (self.token == 0 || self.hands[1] != 0)
            && (conceded || self.stage != Stage::Deal && self.stage != Stage::Bid || self.lead == 0)
            && (conceded
                || self.stage != Stage::Deal && self.stage != Stage::Bid && !self.is_open()
                || self.pot == 0)
            && (!conceded || self.stage == Stage::Over && self.pot == 0)
    }
}

/// Anything a seat or Chance can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    Bid(u8),
    Keep,
    Bury,
    Show,
    Pass,
    Buy,
    Stay,
    Call,
    /// A card by its place in the deck.
    Deal(u8),
    Roll(u8),
}

/// What happened. The last number of some is 0 in the honest toy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Dealt(Seat, Option<u8>, u8),
    Sealed(Seat, Option<u8>),
    Opened([u8; 2]),
    Chosen(Seat, Option<u8>),
    Shown(Seat, u8),
    Passed(Seat),
    Bought(Seat),
    Stayed(Seat),
    Called(Seat),
    Rolled(u8),
    Turned([u8; 2], u8),
    Won(Seat, u8),
    Conceded(Seat, u8),
}

const NOT_YOUR_TURN: Refusal = Refusal::new("not-your-turn", "TOY-5", "it is the other's turn");
const NO_SUCH_SEAT: Refusal = Refusal::new("no-such-seat", "TOY-2", "there are two seats");
const WRONG_PHASE: Refusal = Refusal::new("wrong-phase", "TOY-3", "this is not the time for it");
const TOO_POOR: Refusal = Refusal::new("too-poor", "TOY-5", "you cannot pay for it");
const ALREADY_SEALED: Refusal = Refusal::new("already-sealed", "TOY-3", "your bid is sealed");
const CHANCE_DECIDES: Refusal = Refusal::new("chance-decides", "TOY-2", "chance deals and rolls");
const SEATS_DECIDE: Refusal = Refusal::new("seats-decide", "TOY-3", "chance only deals and rolls");
const NO_CHANCE_NOW: Refusal = Refusal::new("no-chance-now", "TOY-2", "no card or die is due");
const WRONG_CHANCE: Refusal =
    Refusal::new("wrong-chance", "TOY-7", "a card is dealt or a die rolled, not the other");
const NO_SUCH_CARD: Refusal = Refusal::new("no-such-card", "TOY-1", "there are five cards");
const CARD_GONE: Refusal = Refusal::new("card-gone", "TOY-1", "that card is dealt");
const NO_SUCH_FACE: Refusal = Refusal::new("no-such-face", "TOY-7", "the die has faces 1 to 3");
const OVER: Refusal = Refusal::new("game-over", "TOY-8", "the game is over");
const MARTIAN: Refusal = Refusal::new("not-your-turn", "MARS-1", "it is the other's turn");
const TWIN: Refusal = Refusal::new("game-over", "TOY-1", "the game is over and out");
const MARTIAN_TOO: Refusal = Refusal::new("martian", "MARS-1", "not on this planet");
const NEVER: Refusal = Refusal::new("never", "TOY-1", "nobody is ever told this");

const HONEST_REFUSALS: &[Refusal] = NEVER_REFUSALS.split_at(13).0;
const TWIN_REFUSALS: &[Refusal] = &with_refusal(TWIN);
const MARTIAN_REFUSALS: &[Refusal] = &with_refusal(MARTIAN_TOO);
const NEVER_REFUSALS: &[Refusal] = &with_refusal(NEVER);

/// The honest refusals and one more.
const fn with_refusal(more: Refusal) -> [Refusal; 14] {
    [
        NOT_YOUR_TURN,
        NO_SUCH_SEAT,
        WRONG_PHASE,
        TOO_POOR,
        ALREADY_SEALED,
        CHANCE_DECIDES,
        SEATS_DECIDE,
        NO_CHANCE_NOW,
        WRONG_CHANCE,
        NO_SUCH_CARD,
        CARD_GONE,
        NO_SUCH_FACE,
        OVER,
        more,
    ]
}

const COINS: OptionSpec = OptionSpec {
    key: "coins",
    values: Values::Whole(1, 3),
    default: "2",
    help: "coins of each seat at the start",
};
const ROUNDS: OptionSpec = OptionSpec {
    key: "rounds",
    values: Values::Whole(1, 4),
    default: "1",
    help: "how many rounds are played",
};
const BAD_ROUNDS: OptionSpec = OptionSpec { default: "9", ..ROUNDS };

const ACTION_KINDS: &[&str] = &["bid", "keep", "bury", "show", "pass", "buy", "stay", "call", "deal", "roll"];
const MORE_ACTION_KINDS: &[&str] =
    &["bid", "keep", "bury", "show", "pass", "buy", "stay", "call", "deal", "roll", "dance"];
const EVENT_KINDS: &[&str] = &[
    "dealt", "sealed", "opened", "chosen", "shown", "passed", "bought", "stayed", "called", "rolled",
    "turned", "won", "conceded",
];
const MORE_EVENT_KINDS: &[&str] = &[
    "dealt", "sealed", "opened", "chosen", "shown", "passed", "bought", "stayed", "called", "rolled",
    "turned", "won", "conceded", "danced",
];

/// Books of declarations.
pub const HONEST: u8 = 0;
pub const TWIN_CODES: u8 = 1;
pub const UNKNOWN_RULE: u8 = 2;
pub const EVENT_NEVER: u8 = 3;
pub const ACTION_NEVER: u8 = 4;
pub const REFUSAL_NEVER: u8 = 5;
pub const BAD_DEFAULT: u8 = 6;
pub const TWIN_OPTIONS: u8 = 7;
pub const BAD_ID: u8 = 8;

/// Whether anybody listens.
fn is_live<L: Log<Event>>(_: &L) -> bool {
    L::LIVE
}

impl<const BOOK: u8> Game for Toy<BOOK> {
    const ID: &'static str = if BOOK == BAD_ID { "the toy" } else { "toy" };
    const TITLE: &'static str = "Toy";
    const VERSION: u32 = 1;
    const OPTIONS: &'static [OptionSpec] = match BOOK {
        BAD_DEFAULT => &[COINS, BAD_ROUNDS],
        TWIN_OPTIONS => &[COINS, ROUNDS, ROUNDS],
        _ => &[COINS, ROUNDS],
    };
    const REFUSALS: &'static [Refusal] = match BOOK {
        TWIN_CODES => TWIN_REFUSALS,
        UNKNOWN_RULE => MARTIAN_REFUSALS,
        REFUSAL_NEVER => NEVER_REFUSALS,
        _ => HONEST_REFUSALS,
    };
    const ACTION_KINDS: &'static [&'static str] =
        if BOOK == ACTION_NEVER { MORE_ACTION_KINDS } else { ACTION_KINDS };
    const EVENT_KINDS: &'static [&'static str] =
        if BOOK == EVENT_NEVER { MORE_EVENT_KINDS } else { EVENT_KINDS };

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = Value;

    fn compile(settings: &Settings, _: &Sources) -> Result<Start<Self>, Faults> {
        let (checked, faults) = settings.check(Self::OPTIONS);
        let coins = checked.whole("coins") as u8;
        let rounds = checked.whole("rounds") as u8;
        let rules = Rules { coins, rounds, defect: DEFECT.get(), count: AtomicU64::new(0) };
        let tilt = if rules.is(Defect::CompileCounter) { (count() % 2) as u8 } else { 0 };
        let core = Core {
            stage: Stage::Deal,
            round: 0,
            hands: [0; 2],
            coins: [coins + tilt, coins - tilt],
            pot: 0,
            bids: [NONE; 2],
            token: 0,
            lead: 0,
            charm: false,
            shown: false,
            face: 0,
            out: NONE,
        };
        let state = State::new(core, rules.defect);
        faults.or(Start::new(rules, state))
    }

    fn seats(_: &Rules) -> u8 {
        2
    }

    fn seat_name(rules: &Rules, seat: Seat) -> String {
        if rules.is(Defect::SeatNames) {
            "player".to_owned()
        } else {
            ["north", "south"][seat.index()].to_owned()
        }
    }

    fn longest(rules: &Rules) -> u32 {
        u32::from(rules.rounds) * if rules.is(Defect::TooLong) { 7 } else { 8 }
    }

    fn turn(rules: &Rules, state: &State) -> Turn {
        match state.stage {
            Stage::Deal | Stage::Die => Turn::Chance,
            Stage::Bid => {
                let owing: SeatSet = Seat::all(2).filter(|s| state.bids[s.index()] == NONE).collect();
                match rules.defect {
                    Defect::SealStays => Turn::Players(SeatSet::first(2)),
                    Defect::TurnSealed if state.bids.contains(&0) => Turn::Players(SeatSet::first(2)),
                    Defect::TurnGhost => Turn::Players(owing.with(Seat::new(2))),
                    _ => Turn::Players(owing),
                }
            }
            Stage::Token => Turn::seat(Seat::new(0)),
            Stage::Lead => Turn::seat(Seat::new(state.lead)),
            Stage::Reply if rules.is(Defect::TurnNobody) => Turn::Players(SeatSet::EMPTY),
            Stage::Reply => Turn::seat(Seat::new(1 - state.lead)),
            Stage::Over => Turn::Over,
        }
    }

    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        let early = rules.is(Defect::OutcomeEarly) && state.stage == Stage::Die;
        if state.stage != Stage::Over && !early || rules.is(Defect::OutcomeMissing) && state.out == NONE {
            return None;
        }
        let [a, b] = state.coins.map(i32::from);
        Some(match state.out {
            NONE if rules.is(Defect::OutcomeSeats) => Outcome::by_score(&[a, b, 0]),
            NONE if rules.is(Defect::OutcomePlaces) => Outcome::new(&[a, b], &[0, 1], &[2, 2]),
            NONE => Outcome::by_score(&[a, b]),
            _ if rules.is(Defect::ConcedeNoOutcome) => return None,
            out if rules.is(Defect::OutcomeConceder) => Outcome::won_by(Seat::new(out), 2),
            out => Outcome::won_by(Seat::new(1 - out), 2),
        })
    }

    fn legal(rules: &Rules, state: &State, seat: Seat, out: &mut Actions<Action>) {
        let (core, ghost) = (&state.core, seat.index() >= 2);
        if ghost && !rules.is(Defect::OfferGhost) {
            return;
        }
        let me = seat.index() & 1;
        let coins = core.coins[me];
        match core.stage {
            Stage::Bid if core.bids[me] == NONE => {
                (0..=coins).for_each(|n| out.push(Action::Bid(n)));
            }
            Stage::Token if me == 0 => {
                out.push(Action::Keep);
                out.push(Action::Bury);
            }
            Stage::Lead if usize::from(core.lead) == me || rules.is(Defect::OfferOther) => {
                let hidden = rules.is(Defect::OfferHidden) && core.hands[1 - me] == 4;
                if rules.is(Defect::Unsorted) {
                    out.push(Action::Pass);
                    out.push(Action::Show);
                } else {
                    out.push(Action::Show);
                    if !rules.is(Defect::OfferUnstable) || count().is_multiple_of(2) {
                        out.push(Action::Pass);
                    }
                }
                if rules.is(Defect::Duplicates) {
                    out.push(Action::Pass);
                }
                if (coins >= 2 || rules.is(Defect::OfferRefused)) && !hidden {
                    out.push(Action::Buy);
                }
            }
            Stage::Reply if usize::from(core.lead) != me => {
                if rules.is(Defect::NoOptions) && core.charm {
                    return;
                }
                out.push(Action::Stay);
                if coins > 0 {
                    out.push(Action::Call);
                }
            }
            Stage::Over if rules.is(Defect::OfferOver) => out.push(Action::Pass),
            _ => {}
        }
    }

    fn pick(rules: &Rules, state: &State, seat: Seat, rng: &mut Rng) -> (Action, u32) {
        let mut actions = Actions::new();
        Self::legal(rules, state, seat, &mut actions);
        let mut action = *rng.one_of(&actions);
        let late = rules.is(Defect::PickLate) && state.round > 0 && state.stage == Stage::Reply;
        if (rules.is(Defect::PickBias) || late) && rng.chance(1, 3) {
            action = actions[0];
        }
        if rules.is(Defect::PickUnoffered) && action == Action::Stay && rng.chance(1, 8) {
            action = Action::Pass;
        }
        (action, actions.len() as u32 + u32::from(rules.is(Defect::PickCount) && actions.len() == 3))
    }

    fn refuse(rules: &Rules, state: &State, actor: Actor, action: Action) -> Option<Refusal> {
        let core = &state.core;
        let accepted = match (rules.defect, actor, action) {
            (Defect::AcceptOver, Actor::Chance, Action::Deal(_)) => core.stage == Stage::Over,
            (Defect::AcceptChance, Actor::Chance, Action::Roll(1..=3)) => core.stage == Stage::Lead,
            (Defect::AcceptGone, Actor::Chance, Action::Deal(4)) => core.stage == Stage::Deal,
            (Defect::AcceptFace, Actor::Chance, Action::Roll(4))
            | (Defect::AcceptSeatRolls, Actor::Seat(_), Action::Roll(1..=3)) => core.stage == Stage::Die,
            (Defect::AcceptPhase, Actor::Seat(seat), Action::Show) => {
                core.stage == Stage::Reply && seat == Seat::new(1 - core.lead)
            }
            (Defect::AcceptSeat, Actor::Seat(seat), Action::Pass) => {
                core.stage == Stage::Lead && seat.index() < 2
            }
            (Defect::AcceptGhost, Actor::Seat(seat), Action::Pass) => {
                core.stage == Stage::Lead && seat.index() == 2
            }
            (Defect::AcceptUnpaid, Actor::Seat(seat), Action::Bid(n)) => {
                core.stage == Stage::Bid
                    && seat.index() < 2
                    && core.bids[seat.index()] == NONE
                    && n <= core.coins[seat.index()] + 1
            }
            (Defect::AcceptSealTwice, Actor::Seat(seat), Action::Bid(n)) => {
                core.stage == Stage::Bid && seat.index() < 2 && n <= core.coins[seat.index()]
            }
            _ => false,
        };
        if accepted {
            return None;
        }
        if rules.is(Defect::ChanceTwinRefused) && action == Action::Deal(2) {
            return Some(CARD_GONE);
        }
        if rules.is(Defect::NoOptions) && core.stage == Stage::Reply && core.charm && actor != Actor::Chance {
            return Some(TOO_POOR);
        }
        if rules.is(Defect::OfferHidden)
            && let (Actor::Seat(seat), Action::Buy) = (actor, action)
            && seat == Seat::new(core.lead)
            && core.stage == Stage::Lead
            && core.hands[1 - seat.index()] == 4
        {
            return Some(TOO_POOR);
        }
        let refusal = refuse(core, actor, action)?;
        let other = match actor {
            Actor::Seat(seat) if seat.index() < 2 => core.hands[1 - seat.index()],
            _ => 0,
        };
        Some(match rules.defect {
            Defect::RefusalTextHidden if refusal == TOO_POOR => {
                refusal.because(format!("you cannot pay for it and the other holds {other}"))
            }
            Defect::RefusalCodeHidden if refusal == TOO_POOR && other == 4 => WRONG_PHASE,
            Defect::RefuseUndeclared if refusal == TOO_POOR => {
                Refusal::new("bankrupt", "TOY-5", "you have no money")
            }
            Defect::RefuseCatchAll if refusal != OVER => {
                Refusal::new(CATCH_ALL, "TOY-3", "not among the options")
            }
            Defect::RefuseUnknownRule if refusal == NOT_YOUR_TURN => MARTIAN,
            Defect::RefuseOtherRule if refusal == NOT_YOUR_TURN => Refusal { rule: "TOY-1", ..NOT_YOUR_TURN },
            Defect::RefuseStyle if refusal == TOO_POOR => refusal.because("You cannot pay for it."),
            _ => refusal,
        })
    }

    fn as_listed(rules: &Rules, _: &State, _: Actor, action: Action) -> Action {
        if rules.is(Defect::ListedOther) && action == Action::Buy { Action::Call } else { action }
    }

    fn chance(rules: &Rules, state: &State, out: &mut Weighted<Action>) {
        match state.stage {
            Stage::Deal => {
                let [one, two, three, four] = state.left().map(u64::from);
                if !rules.is(Defect::ChanceMissing) {
                    out.push(Action::Deal(0), one);
                }
                if rules.is(Defect::ChanceUnmerged) && two == 2 {
                    out.push(Action::Deal(1), 1);
                    out.push(Action::Deal(2), 1);
                } else {
                    out.push(Action::Deal(1), two);
                }
                out.push(Action::Deal(3), three);
                out.push(Action::Deal(4), four);
            }
            Stage::Die if !rules.is(Defect::ChanceEmpty) => {
                for (face, weight) in DIE {
                    out.push(Action::Roll(face), weight);
                }
            }
            _ => {}
        }
    }

    fn sample(rules: &Rules, state: &State, rng: &mut Rng) -> Action {
        if state.stage == Stage::Die {
            return match rules.defect {
                Defect::SampleDie => Action::Roll(1 + rng.below(3) as u8),
                Defect::SampleLate if state.round > 0 => Action::Roll(1 + rng.below(3) as u8),
                Defect::SampleOutside => Action::Roll([1, 2, 3, 3][(count() % 4) as usize]),
                _ => Action::Roll([1, 2, 3, 3][rng.below(4) as usize]),
            };
        }
        let left = state.left();
        let mut cards: Vec<u8> =
            (0..5).filter(|&card| left[usize::from(RANKS[usize::from(card)]) - 1] > 0).collect();
        if left[1] == 1 || rules.is(Defect::SampleDeal) {
            cards.retain(|&card| card != 1);
        }
        if rules.is(Defect::SampleGone) {
            cards = vec![0, 1, 2, 3, 4];
        }
        Action::Deal(*rng.one_of(&cards))
    }

    fn purpose(rules: &Rules, state: &State) -> Purpose {
        match state.stage {
            Stage::Deal => Purpose::nth("deal", state.dealt() as u8),
            _ if rules.is(Defect::PurposeOutside) => Purpose::nth("die", (count() % 8) as u8),
            _ => Purpose::new("die"),
        }
    }

    fn apply(rules: &Rules, state: &mut State, actor: Actor, action: Action, log: &mut impl Log<Event>) {
        state.scratch = state.scratch.wrapping_add(1);
        let me = match actor {
            Actor::Seat(seat) => seat.index() & 1,
            Actor::Chance => 0,
        };
        let seat = Seat::new(me as u8);
        match action {
            Action::Deal(card) => {
                let to = state.dealt();
                let rank = RANKS[usize::from(card) % 5];
                state.hands[to] = rank;
                let tail = match rules.defect {
                    Defect::WitnessText | Defect::WitnessLength => rank,
                    Defect::WitnessTwin => u8::from(card == 2),
                    _ => 0,
                };
                log.add(Event::Dealt(Seat::new(to as u8), Some(rank), tail));
                if to == 1 {
                    state.stage = Stage::Bid;
                }
            }
            Action::Bid(n) => bid(rules, state, me, n, log),
            Action::Keep | Action::Bury => {
                state.token = if action == Action::Keep { 1 } else { 2 };
                log.add(Event::Chosen(seat, Some(state.token)));
                state.stage = Stage::Lead;
                if state.token == 2 && rules.is(Defect::TurnToken) {
                    state.lead = 1 - state.lead;
                }
                if state.token == 2 && rules.is(Defect::CoinsToken) && state.pot > 0 {
                    state.pot -= 1;
                    state.coins[0] += 1;
                }
            }
            Action::Show => {
                state.shown = true;
                state.stage = Stage::Reply;
                if !rules.is(Defect::ShowSilent) {
                    log.add(Event::Shown(seat, state.hands[me]));
                }
                if rules.is(Defect::EventRides) && state.hands[1 - me] == 4 {
                    log.add(Event::Passed(seat));
                }
            }
            Action::Pass => {
                state.stage = Stage::Reply;
                log.add(Event::Passed(seat));
                if rules.is(Defect::EventCount) && state.hands[1 - me] == 4 {
                    log.add(Event::Passed(seat));
                }
            }
            Action::Buy => {
                state.stage = Stage::Reply;
                state.coins[me] = state.coins[me].saturating_sub(2);
                if !rules.is(Defect::CoinsLost) {
                    state.pot += 2;
                }
                state.charm = match rules.defect {
                    Defect::GlobalCounter => count().is_multiple_of(2),
                    Defect::RulesCounter => rules.count.fetch_add(1, Ordering::Relaxed).is_multiple_of(2),
                    Defect::SharedCell => state.shared.fetch_add(1, Ordering::Relaxed).is_multiple_of(2),
                    Defect::LogDecides => is_live(log),
                    _ => true,
                };
                log.add(Event::Bought(seat));
            }
            Action::Stay => {
                state.stage = Stage::Die;
                log.add(Event::Stayed(seat));
                if rules.is(Defect::CoinsTokenLater) && state.token == 2 && state.pot > 0 {
                    state.pot -= 1;
                    state.coins[0] += 1;
                }
            }
            Action::Call => {
                state.coins[me] = state.coins[me].saturating_sub(1);
                state.pot += 1;
                log.add(Event::Called(seat));
                finish(rules, state, state.higher(), log);
            }
            Action::Roll(face) => {
                log.add(Event::Rolled(face));
                if !rules.is(Defect::FacesApart) {
                    state.face = face;
                }
                let winner = match face {
                    1 => state.higher(),
                    2 => 1 - state.higher(),
                    _ => usize::from(state.token == 2),
                };
                finish(rules, state, winner, log);
            }
        }
    }

    fn concede(rules: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        let me = seat.index();
        if !rules.is(Defect::ConcedeSilent) {
            let hint = if rules.is(Defect::WitnessConceded) { state.hands[me] } else { 0 };
            log.add(Event::Conceded(seat, hint));
        }
        if rules.is(Defect::ConcedeHangs) {
            return;
        }
        if rules.is(Defect::ConcedeOutside) && !count().is_multiple_of(2) {
            state.coins[me] += state.pot;
        } else if !rules.is(Defect::CoinsConceded) {
            state.coins[1 - me] += state.pot;
        }
        state.pot = 0;
        state.bids = [NONE; 2];
        state.out = me as u8;
        state.stage = Stage::Over;
    }

    fn default_action(rules: &Rules, state: &State, seat: Seat) -> Action {
        match state.stage {
            Stage::Bid => Action::Bid(0),
            Stage::Token => Action::Keep,
            Stage::Lead if rules.is(Defect::DefaultUnoffered) => Action::Buy,
            Stage::Lead => Action::Pass,
            _ if rules.is(Defect::DefaultHidden)
                && state.coins[seat.index()] > 0
                && state.hands[seat.index()] > state.hands[1 - seat.index()] =>
            {
                Action::Call
            }
            _ => Action::Stay,
        }
    }

    fn lively(rules: &Rules, offered: &[Action], rng: &mut Rng) -> Action {
        if rules.is(Defect::LivelyUnoffered) && offered == [Action::Show, Action::Pass] && rng.chance(1, 4) {
            return Action::Buy;
        }
        if rng.chance(1, 2) { offered[offered.len() - 1] } else { *rng.one_of(offered) }
    }

    fn view(rules: &Rules, state: &State, viewer: Viewer) -> Value {
        let core = &state.core;
        let both = viewer == Viewer::everyone(2);
        let hands = [0, 1].map(|seat| {
            let rank = core.hands[usize::from(seat)];
            let own = viewer.holds(Seat::new(seat));
            let knows = match rules.defect {
                Defect::ViewHand => true,
                Defect::ViewSpectator if viewer == Viewer::Spectator => true,
                Defect::ViewRare if core.charm && core.hands[1] == 4 => true,
                Defect::ViewConceded if core.stage == Stage::Over => true,
                Defect::ViewEveryoneBlind if both => core.is_open(),
                Defect::ViewOwnHidden => core.knows_hand(viewer, seat) && (!own || both || core.is_open()),
                Defect::ViewShownHidden => own || core.is_open(),
                _ => core.knows_hand(viewer, seat),
            };
            if rank == 0 {
                "-".to_owned()
            } else if knows {
                rank.to_string()
            } else {
                "?".to_owned()
            }
        });
        let bids = [0, 1].map(|seat: u8| match core.bids[usize::from(seat)] {
            NONE => "-".to_owned(),
            n if viewer.holds(Seat::new(seat)) => n.to_string(),
            _ => "?".to_owned(),
        });
        let locked = core.bids.map(|bid| bid != NONE && (bid > 0 || !rules.is(Defect::ViewLocked)));
        let token = match core.token {
            0 => "-",
            _ if !core.knows_token(viewer) && !rules.is(Defect::ViewToken) => "?",
            token => TOKENS[usize::from(token)],
        };
        let mut coins = core.coins;
        if rules.is(Defect::ViewSealedCoins) {
            (0..2).filter(|&s| core.bids[s] != NONE).for_each(|s| coins[s] -= core.bids[s]);
        }
        let other = match viewer {
            Viewer::Seats(seats) if seats.len() == 1 => core.hands[1 - seats.lowest().index()],
            _ => 0,
        };
        LAST.set(other);
        let note = match rules.defect {
            Defect::ViewLength => json!(".".repeat(usize::from(other))),
            Defect::ViewMinusZero => json!(if other > 2 { -0.0 } else { 0.0 }),
            Defect::ViewHash => json!(position_hash::<Self>(rules, state)),
            _ => Value::Null,
        };
        json!({
            "stage": STAGES.iter().find(|(stage, _)| *stage == core.stage).map(|(_, name)| name),
            "round": core.round,
            "hands": hands,
            "coins": coins,
            "pot": core.pot,
            "bids": bids,
            "locked": locked,
            "token": token,
            "lead": core.lead,
            "charm": core.charm && !rules.is(Defect::ViewDropsCharm),
            "shown": core.shown,
            "face": core.face,
            "out": core.out,
            "note": note,
        })
    }

    /// The law: each hidden card is drawn from the cards that the viewer does not know, every card
    /// equally likely; hidden bids and the hidden token are any, equally likely.
    fn imagine(rules: &Rules, view: &Value, rng: &mut Rng) -> State {
        let mut fixed = Rng::from_number(7);
        let rng = if rules.is(Defect::ImagineConstant) { &mut fixed } else { rng };
        let mut core = known(view);
        if rules.is(Defect::ViewSealedCoins) {
            (0..2).filter(|&s| core.bids[s] < HIDDEN).for_each(|s| core.coins[s] += core.bids[s]);
        }
        for seat in 0..2 {
            if core.hands[seat] == HIDDEN {
                core.hands[seat] = imagined_hand(rules, &core, seat, rng);
            } else if rules.is(Defect::ImagineOwn) && core.hands[seat] == 1 && core.left()[2] == 1 {
                core.hands[seat] = 3;
            } else if rules.is(Defect::ImagineShown)
                && core.shown
                && usize::from(core.lead) == seat
                && core.stage != Stage::Over
            {
                core.hands[seat] = core.draw(rng);
            }
            if core.bids[seat] == HIDDEN {
                core.bids[seat] = match rules.defect {
                    Defect::ImagineBid => 0,
                    Defect::ImagineUnpaid => rng.below(u32::from(core.coins[seat]) + 2) as u8,
                    _ => rng.below(u32::from(core.coins[seat]) + 1) as u8,
                };
            }
        }
        if core.token == HIDDEN {
            core.token = if rules.is(Defect::ImagineToken) { 1 } else { 1 + rng.below(2) as u8 };
        }
        State::new(core, rules.defect)
    }

    fn witness(rules: &Rules, event: &Event, viewer: Viewer) -> Option<Event> {
        let spectator = viewer == Viewer::Spectator;
        match *event {
            Event::Dealt(seat, Some(rank), tail) => Some(match rules.defect {
                Defect::WitnessDeal => event.clone(),
                Defect::WitnessSpectator if spectator => event.clone(),
                Defect::WitnessBlind if viewer == Viewer::seat(seat) => Event::Dealt(seat, None, tail),
                Defect::WitnessLies if viewer == Viewer::seat(seat) => {
                    Event::Dealt(seat, Some(5 - rank), tail)
                }
                _ if viewer.holds(seat) => event.clone(),
                _ => Event::Dealt(seat, None, tail),
            }),
            Event::Sealed(seat, _)
                if !viewer.holds(seat)
                    && !matches!(rules.defect, Defect::WitnessSealed | Defect::WitnessSealedMarked) =>
            {
                Some(Event::Sealed(seat, None))
            }
            Event::Chosen(seat, _)
                if !viewer.holds(seat)
                    && !matches!(rules.defect, Defect::WitnessToken | Defect::WitnessTokenMarked) =>
            {
                Some(Event::Chosen(seat, None))
            }
            Event::Shown(seat, _) if rules.is(Defect::WitnessShownBlind) && !viewer.holds(seat) => None,
            _ => Some(event.clone()),
        }
    }

    fn reveals(rules: &Rules, event: &Event) -> bool {
        match event {
            Event::Dealt(_, card, _) => card.is_some() && !rules.is(Defect::DealtUnmarked),
            Event::Opened(_) => !rules.is(Defect::OpenedUnmarked),
            Event::Shown(..) => !rules.is(Defect::ShowUnmarked),
            Event::Turned(..) => !rules.is(Defect::TurnedUnmarked),
            Event::Rolled(_) => !rules.is(Defect::RolledUnmarked),
            Event::Passed(_) => rules.is(Defect::PassMarked),
            Event::Sealed(..) => rules.is(Defect::WitnessSealedMarked),
            Event::Chosen(..) => rules.is(Defect::WitnessTokenMarked),
            _ => false,
        }
    }

    fn kind(rules: &Rules, action: Action) -> &'static str {
        match action {
            Action::Bid(_) => "bid",
            Action::Keep => "keep",
            Action::Bury => "bury",
            Action::Show => "show",
            Action::Pass => "pass",
            Action::Buy => "buy",
            Action::Stay => "stay",
            Action::Call if rules.is(Defect::KindUndeclared) => "phone",
            Action::Call => "call",
            Action::Deal(_) => "deal",
            Action::Roll(_) => "roll",
        }
    }

    fn label(rules: &Rules, state: &State, actor: Actor, action: Action) -> String {
        match (actor, action) {
            (Actor::Seat(seat), Action::Show)
                if rules.is(Defect::LabelHidden)
                    && seat.index() < 2
                    && state.hands[seat.index()] < state.hands[1 - seat.index()] =>
            {
                "show your lower card".to_owned()
            }
            (_, Action::Pass) if rules.is(Defect::LabelEmpty) => String::new(),
            (_, Action::Keep | Action::Bury) if rules.is(Defect::LabelTwins) => "choose".to_owned(),
            (_, Action::Bid(n)) => format!("bid {n}"),
            (_, Action::Deal(card)) => format!("deal {}", card_name(card)),
            (_, Action::Roll(face)) => format!("roll {face}"),
            _ => Self::kind(rules, action).to_owned(),
        }
    }

    fn fields(_: &Rules, _: Actor, action: Action) -> Value {
        match action {
            Action::Bid(n) => json!({ "coins": n }),
            Action::Deal(card) => json!({ "card": card_name(card) }),
            Action::Roll(face) => json!({ "face": face }),
            _ => json!({}),
        }
    }

    fn tell(rules: &Rules, event: &Event) -> EventData {
        let (kind, mut text, mut rule, fields) = match event {
            Event::Dealt(seat, card, tail) => {
                let name = card.map_or("a card".to_owned(), |rank| format!("the {rank}"));
                let tail = match tail {
                    0 => String::new(),
                    tail if rules.is(Defect::WitnessLength) => ".".repeat(usize::from(*tail)),
                    tail => format!(" ({tail})"),
                };
                (
                    "dealt",
                    format!("{seat} is dealt {name}{tail}"),
                    "TOY-2",
                    json!({ "seat": seat, "card": card }),
                )
            }
            Event::Sealed(seat, bid) => {
                ("sealed", format!("{seat} seals a bid"), "TOY-3", json!({ "seat": seat, "bid": bid }))
            }
            Event::Opened(bids) => (
                "opened",
                format!("0 bids {}, 1 bids {}", bids[0], bids[1]),
                "TOY-3",
                json!({ "bids": bids }),
            ),
            Event::Chosen(seat, token) => (
                "chosen",
                format!("{seat} decides about the token"),
                "TOY-4",
                json!({ "seat": seat, "token": token }),
            ),
            Event::Shown(seat, rank) => {
                ("shown", format!("{seat} shows the {rank}"), "TOY-5", json!({ "seat": seat, "card": rank }))
            }
            Event::Passed(seat) => ("passed", format!("{seat} passes"), "TOY-5", json!({ "seat": seat })),
            Event::Bought(seat) => ("bought", format!("{seat} buys"), "TOY-5", json!({ "seat": seat })),
            Event::Stayed(seat) => ("stayed", format!("{seat} stays"), "TOY-6", json!({ "seat": seat })),
            Event::Called(seat) => ("called", format!("{seat} calls"), "TOY-6", json!({ "seat": seat })),
            Event::Rolled(face) => {
                ("rolled", format!("the die falls on {face}"), "TOY-7", json!({ "face": face }))
            }
            Event::Turned(hands, token) => (
                "turned",
                format!(
                    "0 held the {}, 1 the {}; the token was {}",
                    hands[0],
                    hands[1],
                    TOKENS[usize::from(*token)]
                ),
                "TOY-7",
                json!({ "cards": hands, "token": TOKENS[usize::from(*token)] }),
            ),
            Event::Won(seat, pot) => {
                ("won", format!("{seat} takes {pot}"), "TOY-7", json!({ "seat": seat, "pot": pot }))
            }
            Event::Conceded(seat, hint) => {
                ("conceded", format!("{seat} concedes"), "TOY-9", json!({ "seat": seat, "hint": hint }))
            }
        };
        if kind == "won" {
            match rules.defect {
                Defect::EventStyle => text.push('.'),
                Defect::EventUnknownRule => rule = "MARS-2",
                _ => {}
            }
        }
        let kind = if kind == "won" && rules.is(Defect::EventUndeclared) { "triumphed" } else { kind };
        EventData { kind, text, rule, clause: None, audience: SeatSet::EMPTY, fields }
    }

    fn picture(rules: &Rules, view: &Value) -> String {
        let tail = if rules.is(Defect::PictureGlobal) { format!(" {}", LAST.get()) } else { String::new() };
        format!(
            "{} coins {} pot {}\nhands {}{tail}",
            view["stage"], view["coins"], view["pot"], view["hands"]
        )
    }

    fn write_action(rules: &Rules, _: Actor, action: Action, out: &mut String) {
        match (rules.defect, action) {
            (Defect::ActionAmbiguous, Action::Bury) => out.push_str("keep"),
            (Defect::ActionSemicolon, Action::Bury) => out.push_str("bury;"),
            (Defect::ActionSlash, Action::Bury) => out.push_str("bury / token"),
            (Defect::ActionBlank, Action::Bury) => out.push_str("bury "),
            (_, Action::Bid(n)) => out.push_str(&format!("bid {n}")),
            (_, Action::Deal(card)) => out.push_str(&format!("deal {}", card_name(card))),
            (_, Action::Roll(face)) => out.push_str(&format!("roll {face}")),
            _ => out.push_str(Self::kind(rules, action)),
        }
    }

    fn read_action(rules: &Rules, _: Actor, text: &str) -> Result<Action, Fault> {
        if rules.is(Defect::ActionPanics) {
            let _ = &text[..1];
        }
        let misread = || text::misread(text, "an action of the toy");
        Ok(match (rules.defect, text) {
            (Defect::ActionSemicolon, "bury;")
            | (Defect::ActionSlash, "bury / token")
            | (Defect::ActionBlank, "bury ")
            | (_, "bury") => Action::Bury,
            (Defect::ActionUnread, "deal 2b") => return Err(misread()),
            (Defect::ActionMisread, "deal 2b") => Action::Deal(1),
            (Defect::ActionLoose, "bid 01") => Action::Bid(1),
            (_, "keep") => Action::Keep,
            (_, "show") => Action::Show,
            (_, "pass") => Action::Pass,
            (_, "buy") => Action::Buy,
            (_, "stay") => Action::Stay,
            (Defect::KindUndeclared, "phone") | (_, "call") => Action::Call,
            _ => match text.split_once(' ').ok_or_else(misread)? {
                ("bid", n) => Action::Bid(text::number(n, "a number of coins")?),
                ("roll", face) => Action::Roll(text::number(face, "a face")?),
                ("deal", card) => {
                    Action::Deal(CARDS.iter().position(|name| *name == card).ok_or_else(misread)? as u8)
                }
                _ => return Err(misread()),
            },
        })
    }

    /// For example `reply 0 24 1,0 3 -- kept 1 bought 0 -`.
    fn write_position(rules: &Rules, state: &State, out: &mut String) {
        let core = &state.core;
        let mark = |n: u8| if n == NONE { "-".to_owned() } else { n.to_string() };
        let hand = |n: u8| if n == 0 { "-".to_owned() } else { n.to_string() };
        let stage = STAGES.iter().find(|(stage, _)| *stage == core.stage).map_or("", |(_, name)| name);
        let extra = match (core.charm, core.shown) {
            (true, _) if !rules.is(Defect::TextLosesField) => "bought",
            (_, true) => "shown",
            _ => "-",
        };
        out.push_str(&format!(
            "{stage} {} {}{} {},{} {} {}{} {} {} {extra} {} {}",
            core.round,
            hand(core.hands[0]),
            hand(core.hands[1]),
            core.coins[0],
            core.coins[1],
            core.pot,
            mark(core.bids[0]),
            mark(core.bids[1]),
            TOKENS[usize::from(core.token)],
            core.lead,
            core.face,
            mark(core.out),
        ));
        match rules.defect {
            Defect::TextOutside => out.push_str(&format!(" {}", count() % 2)),
            Defect::TextLines => out.push_str("\n."),
            _ => {}
        }
    }

    fn read_position(rules: &Rules, text: &str) -> Result<State, Faults> {
        if rules.is(Defect::TextPanics) {
            let _ = &text[..1];
        }
        let misread = || text::misread(text, "a position of the toy such as `bid 0 24 2,2 0 -- - 0 - 0 -`");
        let mut trimmed = text;
        for (defect, tail) in [
            (Defect::TextOutside, " 0"),
            (Defect::TextOutside, " 1"),
            (Defect::TextLines, "\n."),
            (Defect::TextLoose, " x"),
            (Defect::TextLoose, " "),
            (Defect::TextLoose, "x"),
        ] {
            if rules.is(defect) {
                trimmed = trimmed.strip_suffix(tail).unwrap_or(trimmed);
            }
        }
        let core = read_core(trimmed).ok_or_else(misread)?;
        let state = State::new(core, rules.defect);
        let mut again = String::new();
        Self::write_position(rules, &state, &mut again);
        let free = rules.is(Defect::TextOutside) || rules.is(Defect::TextLoose);
        let sound = core.is_sound(rules)
            || matches!(
                rules.defect,
                Defect::TextNonsense | Defect::CompileCounter | Defect::CoinsLost | Defect::CoinsConceded
            );
        if (again != text && !free) || !sound {
            return Err(misread().into());
        }
        Ok(state)
    }

    fn next_settings(rules: &Rules, _: &State, settings: &Settings) -> Settings {
        let mut next = settings.clone();
        if rules.is(Defect::NextSettings) {
            next.set("rounds", "99");
        }
        next
    }

    fn bots() -> Vec<(&'static str, Box<dyn Bot<Self>>)> {
        vec![("random", Box::new(engine::Random)), ("toy", Box::new(ToyBot))]
    }
}

/// Takes the last option.
struct ToyBot;

impl<const BOOK: u8> Bot<Toy<BOOK>> for ToyBot {
    fn choose(&mut self, seen: &Seen<Toy<BOOK>>, _: &mut Rng) -> Action {
        if seen.rules.is(Defect::BotUnoffered) { Action::Buy } else { seen.offered[seen.offered.len() - 1] }
    }
}

fn card_name(card: u8) -> &'static str {
    CARDS.get(usize::from(card)).copied().unwrap_or("?")
}

/// The honest refusals, written apart from the honest offers.
fn refuse(core: &Core, actor: Actor, action: Action) -> Option<Refusal> {
    if core.stage == Stage::Over {
        return Some(OVER);
    }
    let seat = match (actor, action) {
        (Actor::Chance, Action::Deal(card)) => {
            return match core.stage {
                Stage::Deal if card >= 5 => Some(NO_SUCH_CARD),
                Stage::Deal => {
                    (core.left()[usize::from(RANKS[usize::from(card)]) - 1] == 0).then_some(CARD_GONE)
                }
                Stage::Die => Some(WRONG_CHANCE),
                _ => Some(NO_CHANCE_NOW),
            };
        }
        (Actor::Chance, Action::Roll(face)) => {
            return match core.stage {
                Stage::Die => (!(1..=3).contains(&face)).then_some(NO_SUCH_FACE),
                Stage::Deal => Some(WRONG_CHANCE),
                _ => Some(NO_CHANCE_NOW),
            };
        }
        (Actor::Chance, _) => return Some(SEATS_DECIDE),
        (Actor::Seat(_), Action::Deal(_) | Action::Roll(_)) => return Some(CHANCE_DECIDES),
        (Actor::Seat(seat), _) => seat.index(),
    };
    if seat >= 2 {
        return Some(NO_SUCH_SEAT);
    }
    let stage = match action {
        Action::Bid(_) => Stage::Bid,
        Action::Keep | Action::Bury => Stage::Token,
        Action::Show | Action::Pass | Action::Buy => Stage::Lead,
        _ => Stage::Reply,
    };
    if core.stage != stage {
        return Some(WRONG_PHASE);
    }
    let lead = usize::from(core.lead);
    let (turn, price) = match action {
        Action::Bid(_) if core.bids[seat] != NONE => return Some(ALREADY_SEALED),
        Action::Bid(n) => (true, n),
        Action::Keep | Action::Bury => (seat == 0, 0),
        Action::Buy => (seat == lead, 2),
        Action::Show | Action::Pass => (seat == lead, 0),
        Action::Call => (seat != lead, 1),
        _ => (seat != lead, 0),
    };
    if turn { (price > core.coins[seat]).then_some(TOO_POOR) } else { Some(NOT_YOUR_TURN) }
}

/// Seals a bid, and opens both once both are in. Rules: TOY-3.
fn bid(rules: &Rules, state: &mut State, me: usize, n: u8, log: &mut impl Log<Event>) {
    state.bids[me] = n;
    log.add(Event::Sealed(Seat::new(me as u8), Some(n)));
    if rules.is(Defect::SealSkips) && n == 0 && state.bids[1 - me] == NONE {
        state.bids[1 - me] = 0;
    }
    if state.bids.contains(&NONE) {
        return;
    }
    let bids = state.bids;
    log.add(Event::Opened(bids));
    state.lead = u8::from(bids[1] > bids[0]);
    if bids[0] == bids[1] {
        if rules.is(Defect::SealOrder) {
            state.lead = me as u8;
        }
    } else {
        let lead = usize::from(state.lead);
        state.coins[lead] = state.coins[lead].saturating_sub(bids[lead]);
        state.pot += bids[lead];
    }
    state.bids = [NONE; 2];
    state.stage = Stage::Token;
}

/// Turns everything up and pays the pot. Rules: TOY-7, TOY-8.
fn finish(rules: &Rules, state: &mut State, winner: usize, log: &mut impl Log<Event>) {
    log.add(Event::Turned(state.hands, state.token));
    log.add(Event::Won(Seat::new(winner as u8), state.pot));
    state.coins[winner] += state.pot;
    state.pot = 0;
    state.round += 1;
    if rules.is(Defect::NeverEnds) {
        state.round = 0;
    }
    if state.round == rules.rounds {
        state.stage = Stage::Over;
        return;
    }
    state.stage = Stage::Deal;
    state.hands = [0; 2];
    state.token = 0;
    state.lead = 0;
    state.charm = false;
    state.shown = false;
}

/// What a view says, with `HIDDEN` for what it does not.
pub fn known(view: &Value) -> Core {
    let word = |key: &str| view[key].as_str().unwrap_or_default().to_owned();
    let number = |value: &Value| value.as_u64().unwrap_or_default() as u8;
    let pair = |key: &str, none: u8| {
        [0, 1].map(|seat: usize| match view[key][seat].as_str() {
            Some("-") => none,
            Some("?") | None => HIDDEN,
            Some(rank) => rank.parse().expect("a number"),
        })
    };
    Core {
        stage: STAGES.iter().find(|(_, name)| *name == word("stage")).expect("a stage").0,
        round: number(&view["round"]),
        hands: pair("hands", 0),
        coins: [number(&view["coins"][0]), number(&view["coins"][1])],
        pot: number(&view["pot"]),
        bids: pair("bids", NONE),
        token: TOKENS.iter().position(|name| *name == word("token")).map_or(HIDDEN, |at| at as u8),
        lead: number(&view["lead"]),
        charm: view["charm"] == true,
        shown: view["shown"] == true,
        face: number(&view["face"]),
        out: number(&view["out"]),
    }
}

fn imagined_hand(rules: &Rules, core: &Core, seat: usize, rng: &mut Rng) -> u8 {
    let ranks: Vec<u8> = (1..=4).filter(|&rank| core.left()[usize::from(rank) - 1] > 0).collect();
    match rules.defect {
        Defect::ImagineNeverTruth => loop {
            let rank = core.draw(rng);
            if rank != 4 {
                return rank;
            }
        },
        Defect::ImagineBias => *rng.one_of(&ranks),
        Defect::ImagineJoint if seat == 1 && core.hands[0] == 1 => *rng.one_of(&ranks),
        Defect::ImagineSameCard if core.hands.contains(&4) => *rng.one_of(&[1, 2, 2, 3, 4]),
        Defect::ImagineConceded if core.stage == Stage::Over => 0,
        _ => core.draw(rng),
    }
}

fn read_core(text: &str) -> Option<Core> {
    let [stage, round, hands, coins, pot, bids, token, lead, extra, face, out] =
        text::words::<11>(text, "").ok()?;
    let digit = |byte: u8, none: u8| match byte {
        b'-' => Some(none),
        b'0'..=b'8' => Some(byte - b'0'),
        _ => None,
    };
    let pair = |text: &str, none: u8| match text.as_bytes() {
        &[a, b] => Some([digit(a, none)?, digit(b, none)?]),
        _ => None,
    };
    let (first, second) = coins.split_once(',')?;
    let lead = text::number::<u8>(lead, "").ok()?;
    let out = match out {
        "-" => NONE,
        seat => text::number::<u8>(seat, "").ok().filter(|seat| *seat < 2)?,
    };
    let hands = pair(hands, 0)?;
    let face = text::number::<u8>(face, "").ok()?;
    if lead > 1 || face > 3 || hands.iter().any(|rank| *rank > 4) {
        return None;
    }
    Some(Core {
        stage: STAGES.iter().find(|(_, name)| *name == stage)?.0,
        round: text::number(round, "").ok()?,
        hands,
        coins: [text::number(first, "").ok()?, text::number(second, "").ok()?],
        pot: text::number(pot, "").ok()?,
        bids: pair(bids, NONE)?,
        token: TOKENS.iter().position(|name| *name == token)? as u8,
        lead,
        charm: extra == "bought",
        shown: extra == "shown",
        face,
        out,
    })
}
