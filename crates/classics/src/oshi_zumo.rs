//! Oshi-Zumo: two seats bid coins to push a wrestler over the other's edge. Bids are simultaneous;
//! rewards are 1, 0, -1.

use engine::{
    Actions, Actor, EventData, Fault, Faults, Game, Log, OptionSpec, Outcome, Place, Purpose, Refusal, Rng,
    Seat, SeatSet, Settings, Sources, Start, Turn, Values, Viewer, Weighted, text,
};
use serde::Serialize;
use serde_json::{Value, json};

/// The game. Rules: OSHI-1 to OSHI-8.
pub struct OshiZumo;

/// The options of a setup.
pub struct Rules {
    coins: u8,
    size: u8,
    min_bid: u8,
    horizon: u16,
}

impl Rules {
    /// The least a seat must bid, if it has so much.
    pub fn min_bid(&self) -> u8 {
        self.min_bid
    }

    /// The place in the middle. Place 0 and place `edge` are off the field. Rules: OSHI-1.
    #[inline]
    fn centre(&self) -> u8 {
        self.size + 1
    }

    /// The place behind the last one. Rules: OSHI-1.
    #[inline]
    fn edge(&self) -> u8 {
        2 * self.size + 2
    }

    /// No play has more rounds than this: a minimum bid empties both purses. Rules: OSHI-3, OSHI-6.
    fn most_rounds(&self) -> u16 {
        match self.min_bid {
            0 => self.horizon,
            least => self.horizon.min(u16::from(self.coins.div_ceil(least))),
        }
    }
}

/// No bid is sealed.
const NONE: u8 = u8::MAX;

/// A position. Past bids are public and change nothing, so they are not kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    coins: [u8; 2],
    wrestler: u8,
    rounds: u16,
    sealed: [u8; 2],
    conceded: Option<Seat>,
}

/// The coins that a seat bids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bid(u8);

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat sealed its bid; nobody sees how much.
    Locked(Seat),
    /// Both bids were opened and paid.
    Opened([u8; 2]),
    /// A seat pushed the wrestler to a place.
    Pushed(Seat, u8),
    /// Equal bids left the wrestler where it was.
    Held(u8),
    /// The wrestler is off the field, pushed by this seat.
    PushedOff(Seat),
    /// Coins or rounds ran out; the winner by the wrestler's place, if there is one.
    RanOut(Option<Seat>),
    /// A seat gave up.
    Conceded(Seat),
}

/// A position as somebody may see it: only bids that are still sealed are hidden.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    coins: [u8; 2],
    /// Where the wrestler stands, as in the notation of positions.
    wrestler: u8,
    /// Rounds that were played.
    rounds: u16,
    /// Which seats have sealed their bid.
    locked: [bool; 2],
    /// The sealed bids that the viewer knows.
    sealed: [Option<u8>; 2],
    conceded: Option<Seat>,
}

const NO_SUCH_SEAT: Refusal = Refusal::new("no-such-seat", "OSHI-1", "there are only the seats 0 and 1");
const NO_CHANCE: Refusal = Refusal::new("no-chance", "OSHI-2", "the seats bid; nothing is left to chance");
const ALREADY_CHOSEN: Refusal = Refusal::new("already-chosen", "OSHI-2", "your bid is sealed already");
const TOO_FEW_COINS: Refusal = Refusal::new("too-few-coins", "OSHI-3", "you do not have that many coins");
const BELOW_MINIMUM: Refusal = Refusal::new("below-minimum", "OSHI-3", "that is less than you must bid");
const OVER: Refusal = Refusal::new("game-over", "OSHI-8", "the game is over");

impl State {
    fn first(rules: &Rules) -> Self {
        Self {
            coins: [rules.coins; 2],
            wrestler: rules.centre(),
            rounds: 0,
            sealed: [NONE; 2],
            conceded: None,
        }
    }

    /// Rules: OSHI-5, OSHI-6, OSHI-7.
    #[inline]
    fn is_over(&self, rules: &Rules) -> bool {
        self.wrestler == 0
            || self.wrestler == rules.edge()
            || self.coins == [0; 2]
            || self.rounds >= rules.horizon
            || self.conceded.is_some()
    }

    /// The least that `seat` must bid. Rules: OSHI-3.
    #[inline]
    fn least(&self, rules: &Rules, seat: usize) -> u8 {
        rules.min_bid.min(self.coins[seat])
    }

    /// Who wins where the wrestler stands. Rules: OSHI-5, OSHI-6.
    fn ahead(&self, rules: &Rules) -> Option<Seat> {
        match self.wrestler.cmp(&rules.centre()) {
            std::cmp::Ordering::Greater => Some(Seat::new(0)),
            std::cmp::Ordering::Less => Some(Seat::new(1)),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whether `seat` could be offered a bid.
    #[inline]
    fn waits_for(&self, rules: &Rules, seat: Seat) -> bool {
        seat.index() < 2 && self.sealed[seat.index()] == NONE && !self.is_over(rules)
    }
}

impl Game for OshiZumo {
    const ID: &'static str = "oshi-zumo";
    const TITLE: &'static str = "Oshi-Zumo";
    const VERSION: u32 = 1;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            key: "coins",
            values: Values::Whole(1, 100),
            default: "50",
            help: "coins of each seat at the start",
        },
        OptionSpec {
            key: "size",
            values: Values::Whole(1, 10),
            default: "3",
            help: "places on each side of the centre",
        },
        OptionSpec {
            key: "min_bid",
            values: Values::Whole(0, 100),
            default: "0",
            help: "the least that a seat must bid while it can; not more than coins",
        },
        OptionSpec {
            key: "horizon",
            values: Values::Whole(1, 1000),
            default: "1000",
            help: "rounds after which the game ends",
        },
    ];
    const REFUSALS: &'static [Refusal] =
        &[NO_SUCH_SEAT, NO_CHANCE, ALREADY_CHOSEN, TOO_FEW_COINS, BELOW_MINIMUM, OVER];
    const ACTION_KINDS: &'static [&'static str] = &["bid"];
    const EVENT_KINDS: &'static [&'static str] =
        &["locked", "opened", "pushed", "held", "pushed-off", "ran-out", "conceded"];

    type Rules = Rules;
    type State = State;
    type Action = Bid;
    type Event = Event;
    type View = View;

    fn compile(settings: &Settings, _: &Sources) -> Result<Start<Self>, Faults> {
        let (checked, mut faults) = settings.check(Self::OPTIONS);
        let rules = Rules {
            coins: checked.whole("coins") as u8,
            size: checked.whole("size") as u8,
            min_bid: checked.whole("min_bid") as u8,
            horizon: checked.whole("horizon") as u16,
        };
        let [coins, min_bid] = ["coins", "min_bid"].map(|key| Place::Option(key.to_owned()));
        let judged = !faults.0.iter().any(|fault| fault.place == coins || fault.place == min_bid);
        if judged && rules.min_bid > rules.coins {
            faults.push(
                Fault::new(
                    format!("min_bid={} is more than coins={}", rules.min_bid, rules.coins),
                    "lower `min_bid` or raise `coins`",
                )
                .at(min_bid),
            );
        }
        let state = State::first(&rules);
        faults.or(Start::new(rules, state))
    }

    fn seats(_: &Rules) -> u8 {
        2
    }

    fn longest(rules: &Rules) -> u32 {
        2 * u32::from(rules.most_rounds())
    }

    #[inline]
    fn turn(rules: &Rules, state: &State) -> Turn {
        if state.is_over(rules) {
            return Turn::Over;
        }
        match state.sealed {
            [NONE, NONE] => Turn::Players(SeatSet::first(2)),
            [NONE, _] => Turn::seat(Seat::new(0)),
            _ => Turn::seat(Seat::new(1)),
        }
    }

    /// Rules: OSHI-5, OSHI-6, OSHI-7.
    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        if !state.is_over(rules) {
            return None;
        }
        let winner = match state.conceded {
            Some(seat) => Some(seat.next(2)),
            None => state.ahead(rules),
        };
        Some(winner.map_or_else(|| Outcome::drawn(2), |seat| Outcome::won_by(seat, 2)))
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, seat: Seat, out: &mut Actions<Bid>) {
        if !state.waits_for(rules, seat) {
            return;
        }
        for coins in state.least(rules, seat.index())..=state.coins[seat.index()] {
            out.push(Bid(coins));
        }
    }

    #[inline]
    fn pick(rules: &Rules, state: &State, seat: Seat, rng: &mut Rng) -> (Bid, u32) {
        let least = state.least(rules, seat.index());
        let options = u32::from(state.coins[seat.index()] - least) + 1;
        (Bid(least + rng.below(options) as u8), options)
    }

    fn refuse(rules: &Rules, state: &State, actor: Actor, action: Bid) -> Option<Refusal> {
        let Bid(bid) = action;
        let seat = match actor {
            _ if state.is_over(rules) => return Some(OVER),
            Actor::Chance => return Some(NO_CHANCE),
            Actor::Seat(seat) if seat.index() >= 2 => return Some(NO_SUCH_SEAT),
            Actor::Seat(seat) => seat.index(),
        };
        let (coins, least) = (state.coins[seat], state.least(rules, seat));
        if state.sealed[seat] != NONE {
            Some(ALREADY_CHOSEN)
        } else if bid > coins {
            Some(TOO_FEW_COINS.because(format!("you have {coins} coins, not {bid}")))
        } else if bid < least {
            Some(BELOW_MINIMUM.because(if coins < rules.min_bid {
                format!("you have less than the minimum bid, so you must bid all {coins}")
            } else {
                format!("the minimum bid is {least}")
            }))
        } else {
            None
        }
    }

    fn chance(_: &Rules, _: &State, _: &mut Weighted<Bid>) {}

    fn sample(_: &Rules, _: &State, _: &mut Rng) -> Bid {
        unreachable!("oshi-zumo has no chance")
    }

    fn purpose(_: &Rules, _: &State) -> Purpose {
        unreachable!("oshi-zumo has no chance")
    }

    /// Rules: OSHI-2.
    #[inline]
    fn apply(rules: &Rules, state: &mut State, actor: Actor, action: Bid, log: &mut impl Log<Event>) {
        let Actor::Seat(seat) = actor else { unreachable!("oshi-zumo has no chance") };
        state.sealed[seat.index()] = action.0;
        log.add(Event::Locked(seat));
        if state.sealed[1 - seat.index()] != NONE {
            open(rules, state, log);
        }
    }

    /// A bid that is still sealed goes back unopened. Rules: OSHI-7.
    fn concede(_: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        state.sealed = [NONE; 2];
        state.conceded = Some(seat);
        log.add(Event::Conceded(seat));
    }

    fn default_action(rules: &Rules, state: &State, seat: Seat) -> Bid {
        Bid(state.least(rules, seat.index()))
    }

    /// The higher of two random bids.
    fn lively(_: &Rules, offered: &[Bid], rng: &mut Rng) -> Bid {
        *rng.one_of(offered).max(rng.one_of(offered))
    }

    fn view(_: &Rules, state: &State, viewer: Viewer) -> View {
        let known = |seat: Seat| {
            let bid = state.sealed[seat.index()];
            (bid != NONE && viewer.holds(seat)).then_some(bid)
        };
        View {
            coins: state.coins,
            wrestler: state.wrestler,
            rounds: state.rounds,
            locked: state.sealed.map(|bid| bid != NONE),
            sealed: [known(Seat::new(0)), known(Seat::new(1))],
            conceded: state.conceded,
        }
    }

    /// The law: a hidden sealed bid is uniform over the bids that are legal for its seat.
    fn imagine(rules: &Rules, view: &View, rng: &mut Rng) -> State {
        let mut state = State {
            coins: view.coins,
            wrestler: view.wrestler,
            rounds: view.rounds,
            sealed: view.sealed.map(|bid| bid.unwrap_or(NONE)),
            conceded: view.conceded,
        };
        for seat in Seat::all(2) {
            if view.locked[seat.index()] && view.sealed[seat.index()].is_none() {
                state.sealed[seat.index()] = Self::pick(rules, &state, seat, rng).0.0;
            }
        }
        state
    }

    fn witness(_: &Rules, event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn reveals(_: &Rules, event: &Event) -> bool {
        matches!(event, Event::Opened(_))
    }

    fn kind(_: &Rules, _: Bid) -> &'static str {
        "bid"
    }

    fn label(_: &Rules, _: &State, _: Actor, action: Bid) -> String {
        match action.0 {
            0 => "bid nothing".to_owned(),
            1 => "bid 1 coin".to_owned(),
            coins => format!("bid {coins} coins"),
        }
    }

    fn fields(_: &Rules, _: Actor, action: Bid) -> Value {
        json!({ "coins": action.0 })
    }

    fn tell(_: &Rules, event: &Event) -> EventData {
        let (kind, text, rule, fields) = match event {
            Event::Locked(seat) => {
                ("locked", format!("{seat} seals a bid"), "OSHI-2", json!({ "seat": seat }))
            }
            Event::Opened(bids) => (
                "opened",
                format!("0 bids {}, 1 bids {}", bids[0], bids[1]),
                "OSHI-2",
                json!({ "bids": bids }),
            ),
            Event::Pushed(seat, place) => (
                "pushed",
                format!("{seat} pushes the wrestler to {place}"),
                "OSHI-4",
                json!({ "seat": seat, "place": place }),
            ),
            Event::Held(place) => {
                ("held", format!("the wrestler stays at {place}"), "OSHI-4", json!({ "place": place }))
            }
            Event::PushedOff(seat) => (
                "pushed-off",
                format!("{seat} wins: the wrestler is off the field"),
                "OSHI-5",
                json!({ "seat": seat }),
            ),
            Event::RanOut(winner) => {
                let text = winner.map_or_else(
                    || "nobody wins: the wrestler stands at the centre".to_owned(),
                    |seat| format!("{seat} wins by the wrestler's place"),
                );
                ("ran-out", text, "OSHI-6", json!({ "winner": winner }))
            }
            Event::Conceded(seat) => {
                ("conceded", format!("{seat} concedes"), "OSHI-7", json!({ "seat": seat }))
            }
        };
        crate::event_data(kind, text, rule, fields)
    }

    fn picture(rules: &Rules, view: &View) -> String {
        let field: String = (0..=rules.edge())
            .map(|place| match place {
                _ if place == view.wrestler => 'W',
                0 => '|',
                _ if place == rules.edge() => '|',
                _ if place == rules.centre() => '+',
                _ => '.',
            })
            .collect();
        let purse = |seat: usize| {
            let bid = match (view.locked[seat], view.sealed[seat]) {
                (false, _) => String::new(),
                (true, None) => ", bid sealed".to_owned(),
                (true, Some(bid)) => format!(", bid {bid} sealed"),
            };
            format!("{seat}: {} coins{bid}", view.coins[seat])
        };
        format!("{field}   round {}\n{}\n{}", view.rounds, purse(0), purse(1))
    }

    fn write_action(_: &Rules, _: Actor, action: Bid, out: &mut String) {
        out.push_str(&format!("bid {}", action.0));
    }

    fn read_action(rules: &Rules, _: Actor, text: &str) -> Result<Bid, Fault> {
        let form = format!("bid N, N from 0 to {}", rules.coins);
        text.strip_prefix("bid ")
            .and_then(|number| text::number::<u8>(number, "a number of coins").ok())
            .filter(|&coins| coins <= rules.coins)
            .map(Bid)
            .ok_or_else(|| text::misread(text, &form))
    }

    /// The coins of both seats, the wrestler's place and the rounds played: `43 50 at 5 after 1`. Place
    /// 0 is off the field behind seat 0, place 2 * size + 2 behind seat 1. A sealed bid adds
    /// `sealed 7 -`, a concession `out SEAT`.
    fn write_position(_: &Rules, state: &State, out: &mut String) {
        let [first, second] = state.coins;
        out.push_str(&format!("{first} {second} at {} after {}", state.wrestler, state.rounds));
        if state.sealed != [NONE; 2] {
            out.push_str(" sealed");
            for bid in state.sealed {
                out.push(' ');
                out.push_str(&if bid == NONE { "-".to_owned() } else { bid.to_string() });
            }
        }
        if let Some(seat) = state.conceded {
            out.push_str(&format!(" out {seat}"));
        }
    }

    fn read_position(rules: &Rules, text: &str) -> Result<State, Faults> {
        let form = "coins of both seats, place and rounds, for example `43 50 at 5 after 1`, then `sealed 7 -` for a sealed bid or `out SEAT` after a concession";
        let parts: Vec<&str> = text.split(' ').collect();
        let (head, tail) = parts.split_at(parts.len().min(6));
        let &[first, second, "at", place, "after", rounds] = head else {
            return Err(text::misread(text, form).into());
        };
        let mut faults = Faults::none();
        let mut coins = |text| faults.take(limited(text, rules.coins.into(), "coins (OSHI-1)"));
        let coins = [coins(first), coins(second)];
        let place = faults.take(limited(place, rules.edge().into(), "a place (OSHI-1)"));
        let rounds = faults.take(limited(rounds, rules.horizon, "a number of rounds (OSHI-6)"));
        let ([Some(first), Some(second)], Some(place), Some(rounds)) = (coins, place, rounds) else {
            return Err(faults);
        };
        let mut state = State {
            coins: [first as u8, second as u8],
            wrestler: place as u8,
            rounds,
            sealed: [NONE; 2],
            conceded: None,
        };
        if !is_reachable(rules, &state) {
            faults.push(Fault::new(
                format!("no bids lead from the start to `{}` in so many rounds ({rounds})", head[..4].join(" ")),
                "every push costs at least a coin more than the other bid, and every bid at least the minimum (OSHI-3, OSHI-4)",
            ));
        }
        match *tail {
            [] => {}
            ["out", seat] => {
                let seat = crate::seat(seat, 2)?;
                if state.is_over(rules) {
                    faults.push(Fault::new(
                        "nobody can concede after the end",
                        "leave `out SEAT` out (OSHI-7)",
                    ));
                }
                state.conceded = Some(seat);
            }
            ["sealed", "-", bid] => read_sealed(rules, &mut state, Seat::new(1), bid, &mut faults),
            ["sealed", bid, "-"] => read_sealed(rules, &mut state, Seat::new(0), bid, &mut faults),
            _ => faults.push(text::misread(text, form)),
        }
        faults.or(state)
    }
}

/// Opens and pays both bids, moves the wrestler and ends the game where it ends. Rules: OSHI-2,
/// OSHI-4, OSHI-5, OSHI-6.
#[inline]
fn open(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let [first, second] = state.sealed;
    state.sealed = [NONE; 2];
    state.coins[0] -= first;
    state.coins[1] -= second;
    state.rounds += 1;
    state.wrestler = state.wrestler + u8::from(first > second) - u8::from(first < second);
    log.add(Event::Opened([first, second]));
    log.add(match first.cmp(&second) {
        std::cmp::Ordering::Greater => Event::Pushed(Seat::new(0), state.wrestler),
        std::cmp::Ordering::Less => Event::Pushed(Seat::new(1), state.wrestler),
        std::cmp::Ordering::Equal => Event::Held(state.wrestler),
    });
    if state.wrestler == 0 {
        log.add(Event::PushedOff(Seat::new(1)));
    } else if state.wrestler == rules.edge() {
        log.add(Event::PushedOff(Seat::new(0)));
    } else if state.is_over(rules) {
        log.add(Event::RanOut(state.ahead(rules)));
    }
}

/// Reads a number up to `limit`.
fn limited(text: &str, limit: u16, what: &str) -> Result<u16, Fault> {
    text::number::<u16>(text, what).and_then(|number| {
        if number <= limit {
            Ok(number)
        } else {
            Err(Fault::new(format!("{number} is too much for {what}"), format!("there are at most {limit}")))
        }
    })
}

fn read_sealed(rules: &Rules, state: &mut State, seat: Seat, text: &str, faults: &mut Faults) {
    let Some(bid) =
        faults.take(OshiZumo::read_action(rules, Actor::Seat(Seat::new(0)), &format!("bid {text}")))
    else {
        return;
    };
    match OshiZumo::refuse(rules, state, Actor::Seat(seat), bid) {
        None => state.sealed[seat.index()] = bid.0,
        Some(refusal) => {
            faults.push(Fault::new(
                format!("seat {seat} cannot have sealed {}: {refusal}", bid.0),
                "seal a legal bid",
            ));
        }
    }
}

/// Whether some bids lead to these coins, place and rounds. Exact without a minimum bid; with one it
/// asks only that both paid it. Rules: OSHI-3, OSHI-4.
fn is_reachable(rules: &Rules, state: &State) -> bool {
    let rounds = i32::from(state.rounds);
    let spent = state.coins.map(|left| i32::from(rules.coins - left));
    let least = i32::from(rules.coins).min(rounds * i32::from(rules.min_bid));
    let lead = i32::from(state.wrestler) - i32::from(rules.centre());
    // The seat that is ahead, or either when nobody is, against the other.
    let (ahead, behind) = if lead < 0 { (spent[1], spent[0]) } else { (spent[0], spent[1]) };
    let lead = lead.abs();
    let only_ahead_pushed = match lead {
        0 => ahead == behind && (rounds > 0 || ahead == 0),
        _ => rounds >= lead && ahead >= behind + lead,
    };
    let both_pushed = rounds >= lead + 2 && ahead > lead && behind > 0;
    rounds <= i32::from(rules.most_rounds())
        && spent.iter().all(|&s| s >= least)
        && (only_ahead_pushed || both_pushed)
}

#[cfg(test)]
mod tests {
    use engine::{NoLog, position_text};

    use super::*;

    const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

    fn start(settings: &str) -> Start<OshiZumo> {
        let settings = Settings::parse(settings).expect("the test's setup is well formed");
        OshiZumo::compile(&settings, &Sources::none()).expect("the test's setup is valid")
    }

    /// Plays rounds of bids and gives the events of the last one.
    fn play(start: &mut Start<OshiZumo>, rounds: &[[u8; 2]]) -> Vec<Event> {
        let mut log = Vec::new();
        for bids in rounds {
            log.clear();
            for seat in SEATS {
                let bid = Bid(bids[seat.index()]);
                assert_eq!(OshiZumo::refuse(&start.rules, &start.state, seat.into(), bid), None);
                OshiZumo::apply(&start.rules, &mut start.state, seat.into(), bid, &mut log);
            }
        }
        log
    }

    fn scores(start: &Start<OshiZumo>) -> Option<Vec<i32>> {
        OshiZumo::outcome(&start.rules, &start.state).map(|outcome| outcome.scores().to_vec())
    }

    fn legal(start: &Start<OshiZumo>, seat: Seat) -> Vec<u8> {
        let mut out = Actions::new();
        OshiZumo::legal(&start.rules, &start.state, seat, &mut out);
        out.iter().map(|bid| bid.0).collect()
    }

    /// Rules: OSHI-1, OSHI-4.
    #[test]
    fn the_higher_bid_pushes_and_both_pay() {
        let mut game = start("");
        assert_eq!(position_text::<OshiZumo>(&game.rules, &game.state), "50 50 at 4 after 0");
        play(&mut game, &[[7, 3]]);
        assert_eq!(position_text::<OshiZumo>(&game.rules, &game.state), "43 47 at 5 after 1");
        play(&mut game, &[[0, 2], [4, 4]]);
        assert_eq!(position_text::<OshiZumo>(&game.rules, &game.state), "39 41 at 4 after 3");
    }

    /// Rules: OSHI-2.
    #[test]
    fn a_sealed_bid_waits_for_the_other() {
        let game = start("coins=5");
        let mut sealed = game.state;
        OshiZumo::apply(&game.rules, &mut sealed, SEATS[1].into(), Bid(2), &mut NoLog);
        assert_eq!(OshiZumo::turn(&game.rules, &sealed), Turn::seat(SEATS[0]));
        assert_eq!(OshiZumo::refuse(&game.rules, &sealed, SEATS[1].into(), Bid(2)), Some(ALREADY_CHOSEN));
        assert_eq!(position_text::<OshiZumo>(&game.rules, &sealed), "5 5 at 4 after 0 sealed - 2");
        let view = OshiZumo::view(&game.rules, &sealed, Viewer::seat(SEATS[0]));
        assert_eq!((view.locked, view.sealed), ([false, true], [None, None]));
        let imagined = OshiZumo::imagine(&game.rules, &view, &mut Rng::from_number(1));
        assert_eq!(OshiZumo::view(&game.rules, &imagined, Viewer::seat(SEATS[0])), view);
    }

    /// Rules: OSHI-3.
    #[test]
    fn a_poor_seat_bids_all_it_has() {
        let mut game = start("coins=5 min_bid=2");
        assert_eq!(legal(&game, SEATS[0]), [2, 3, 4, 5]);
        play(&mut game, &[[4, 2]]);
        assert_eq!(legal(&game, SEATS[0]), [1]);
        assert_eq!(legal(&game, SEATS[1]), [2, 3]);
        let refused =
            |bid| OshiZumo::refuse(&game.rules, &game.state, SEATS[0].into(), Bid(bid)).map(|r| r.code);
        assert_eq!(
            [refused(0), refused(1), refused(2)],
            [Some("below-minimum"), None, Some("too-few-coins")]
        );
    }

    /// Rules: OSHI-5.
    #[test]
    fn pushing_off_the_field_wins() {
        let mut game = start("size=1");
        let events = play(&mut game, &[[1, 2], [0, 1]]);
        assert_eq!(
            events[2..],
            [Event::Opened([0, 1]), Event::Pushed(SEATS[1], 0), Event::PushedOff(SEATS[1])]
        );
        assert_eq!(scores(&game), Some(vec![-1, 1]));
    }

    /// Rules: OSHI-6.
    #[test]
    fn coins_or_rounds_run_out() {
        let mut game = start("coins=3 horizon=2");
        play(&mut game, &[[3, 2]]);
        assert_eq!(scores(&game), None);
        play(&mut game, &[[0, 0]]);
        assert_eq!(scores(&game), Some(vec![1, -1]));
        let mut level = start("coins=3");
        let events = play(&mut level, &[[3, 3]]);
        assert_eq!(events.last(), Some(&Event::RanOut(None)));
        assert_eq!(scores(&level), Some(vec![0, 0]));
    }

    /// Rules: OSHI-7.
    #[test]
    fn a_concession_loses() {
        let mut game = start("");
        OshiZumo::apply(&game.rules, &mut game.state, SEATS[0].into(), Bid(9), &mut NoLog);
        OshiZumo::concede(&game.rules, &mut game.state, SEATS[0], &mut NoLog);
        assert_eq!(scores(&game), Some(vec![-1, 1]));
        assert_eq!(position_text::<OshiZumo>(&game.rules, &game.state), "50 50 at 4 after 0 out 0");
    }

    #[test]
    fn setups_report_every_fault() {
        let faults = |settings| {
            let settings = Settings::parse(settings).expect("the test's setup is well formed");
            OshiZumo::compile(&settings, &Sources::none()).err().map_or(0, |faults| faults.0.len())
        };
        assert_eq!(faults("min_bid=51"), 1);
        assert_eq!(faults("min_bid=50"), 0);
        assert_eq!(faults("min_bid=51 size=0 horizon=0"), 3);
        assert_eq!(faults("min_bid=51 coins=0"), 1);
    }

    #[test]
    fn positions_that_no_play_reaches_are_refused() {
        let game = start("coins=5 size=2 horizon=9");
        for good in [
            "5 5 at 3 after 9",
            "4 5 at 4 after 1",
            "3 4 at 4 after 3",
            "0 0 at 3 after 1",
            "1 4 at 3 after 2 out 1",
        ] {
            assert!(OshiZumo::read_position(&game.rules, good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "5 5 at 3 after 10",
            "5 5 at 4 after 1",
            "4 5 at 3 after 1",
            "4 5 at 2 after 2",
            "6 5 at 3 after 1",
            "4 4 at 4 after 2",
            "5 5 at 7 after 1",
            "05 5 at 3 after 0",
            "0 0 at 3 after 1 out 1",
            "5 5 at 3 after 0 sealed 6 -",
            "5 5 at 3 after 0 sealed 1 1",
            "5 5 at 3 after 0 sealed - -",
            "5 5 at 3 after 0 out 2",
            "5 5 at 3 after 0 ",
        ] {
            assert!(OshiZumo::read_position(&game.rules, bad).is_err(), "{bad}");
        }
    }
}
