//! Liar's Dice for two seats. Bids rise by quantity, then by face; the highest face is wild; rewards
//! are 1 and -1.

use engine::{
    Actions, Actor, EventData, Fault, Faults, Game, Log, NoLog, OptionSpec, Outcome, Purpose, Refusal, Rng,
    Seat, Settings, Sources, Start, Turn, Values, Viewer, Weighted, position_text, text,
};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::{Value, json};

/// The game. Rules: LIAR-1 to LIAR-8.
pub struct LiarsDice;

/// The options of a setup.
pub struct Rules {
    /// Dice of each seat.
    dice: u8,
    sides: u8,
}

impl Rules {
    /// The faces of a die.
    pub fn sides(&self) -> u8 {
        self.sides
    }

    /// How many bids there are. Rules: LIAR-4.
    #[inline]
    fn bids(&self) -> u8 {
        2 * self.dice * self.sides
    }

    /// The quantity and the face of a bid. Rules: LIAR-4.
    #[inline]
    fn unrank(&self, bid: Rank) -> (u8, u8) {
        (bid / self.sides + 1, bid % self.sides + 1)
    }

    fn bid_name(&self, bid: Rank) -> String {
        let (quantity, face) = self.unrank(bid);
        format!("{quantity}x{face}")
    }

    fn read_bid(&self, text: &str) -> Result<Rank, Fault> {
        let form = format!("a bid QUANTITYxFACE, up to {}x{}", 2 * self.dice, self.sides);
        let number = |text, most| text::number::<u8>(text, "").ok().filter(|n| (1..=most).contains(n));
        text.split_once('x')
            .and_then(|(quantity, face)| Some((number(quantity, 2 * self.dice)?, number(face, self.sides)?)))
            .map(|(quantity, face)| (quantity - 1) * self.sides + face - 1)
            .ok_or_else(|| text::misread(text, &form))
    }

    /// The dice of a seat as digits; `?` is rolled but hidden, `-` not rolled.
    fn dice_text(&self, dice: [Face; MOST], rolled: u8) -> String {
        (0..self.dice)
            .map(|die| match dice[usize::from(die)] {
                NONE if die < rolled => '?',
                NONE => '-',
                face => char::from(b'0' + face),
            })
            .collect()
    }
}

/// The most dice a seat may have.
const MOST: usize = 3;

/// A face of a die, from 1.
type Face = u8;

/// A die that is not rolled, or hidden.
const NONE: Face = 0;

/// The rank of a bid: `(quantity - 1) * sides + face - 1`.
type Rank = u8;

/// How the game ended, if it did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum End {
    NotYet,
    Called,
    Conceded(Seat),
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The bids so far, a bit for each rank: they ascend, so this is also their order.
    bids: u64,
    dice: [[Face; MOST]; 2],
    /// Dice of both seats that are rolled.
    rolled: u8,
    end: End,
}

/// Anything a seat or Chance can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Claim that there are at least so many of a face.
    Bid(Rank),
    /// Doubt the last bid.
    Liar,
    /// Chance rolls a die.
    Die(Face),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A die of a seat was rolled; others do not see the face.
    Rolled(Seat, Option<Face>),
    /// A seat made a bid.
    Bid(Seat, Rank),
    /// A seat called the other a liar.
    Called(Seat),
    /// All dice were shown.
    Shown([[Face; MOST]; 2]),
    /// A seat won; how many dice match the last bid.
    Won(Seat, u8),
    /// A seat gave up.
    Conceded(Seat),
}

/// A position as somebody may see it: hidden dice are blanked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    known: State,
    hidden: [bool; 2],
    rules: [u8; 2],
}

impl View {
    fn rules(&self) -> Rules {
        Rules { dice: self.rules[0], sides: self.rules[1] }
    }

    fn dice(&self) -> [String; 2] {
        let (rules, known) = (self.rules(), &self.known);
        [0, 1].map(|seat| rules.dice_text(known.dice[seat], known.rolled_by(&rules, seat)))
    }
}

/// `dice`, `bids` in order, `mover`, and `end` if the game is over: `called` or the seat that conceded.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = self.rules();
        let mut fields = serializer.serialize_struct("View", 4)?;
        fields.serialize_field("dice", &self.dice())?;
        fields.serialize_field("bids", &self.known.bid_names(&rules))?;
        let mover = match LiarsDice::turn(&rules, &self.known) {
            Turn::Players(seats) => Some(seats.lowest()),
            Turn::Chance | Turn::Over => None,
        };
        fields.serialize_field("mover", &mover)?;
        match self.known.end {
            End::NotYet => fields.serialize_field("end", &None::<u8>)?,
            End::Called => fields.serialize_field("end", "called")?,
            End::Conceded(seat) => fields.serialize_field("end", &seat)?,
        }
        fields.end()
    }
}

const NO_SUCH_SEAT: Refusal = Refusal::new("no-such-seat", "LIAR-1", "there are only the seats 0 and 1");
const CHANCE_ROLLS: Refusal = Refusal::new("chance-rolls", "LIAR-1", "dice are rolled by chance");
const CHANCE_ONLY_ROLLS: Refusal =
    Refusal::new("chance-only-rolls", "LIAR-1", "chance rolls dice and does nothing else");
const NO_ROLL_NOW: Refusal = Refusal::new("no-roll-now", "LIAR-3", "all dice are rolled");
const DICE_FIRST: Refusal = Refusal::new("dice-first", "LIAR-3", "the dice are not all rolled yet");
const NOT_YOUR_TURN: Refusal = Refusal::new("not-your-turn", "LIAR-3", "it is not your turn");
const BID_TOO_LOW: Refusal = Refusal::new("bid-too-low", "LIAR-4", "a bid must be higher than the last one");
const NO_BID_YET: Refusal = Refusal::new("no-bid-yet", "LIAR-5", "there is no bid to doubt yet");
const OVER: Refusal = Refusal::new("game-over", "LIAR-8", "the game is over");

impl State {
    const FIRST: Self = Self { bids: 0, dice: [[NONE; MOST]; 2], rolled: 0, end: End::NotYet };

    #[inline]
    fn is_rolling(&self, rules: &Rules) -> bool {
        self.rolled < 2 * rules.dice
    }

    /// Whose die is rolled next. Rules: LIAR-1.
    #[inline]
    fn roller(&self, rules: &Rules) -> Seat {
        Seat::new(u8::from(self.rolled >= rules.dice))
    }

    fn rolled_by(&self, rules: &Rules, seat: usize) -> u8 {
        match seat {
            0 => self.rolled.min(rules.dice),
            _ => self.rolled.saturating_sub(rules.dice),
        }
    }

    /// Who bids or calls next. Rules: LIAR-3.
    #[inline]
    fn mover(&self) -> Seat {
        Seat::new((self.bids.count_ones() % 2) as u8)
    }

    /// The lowest rank that may be bid. Rules: LIAR-4.
    #[inline]
    fn next_bid(&self) -> Rank {
        (u64::BITS - self.bids.leading_zeros()) as Rank
    }

    fn bid_names(&self, rules: &Rules) -> Vec<String> {
        (0..rules.bids()).filter(|&bid| self.bids >> bid & 1 == 1).map(|bid| rules.bid_name(bid)).collect()
    }

    /// How many dice match the last bid. Rules: LIAR-6.
    fn matches(&self, rules: &Rules) -> u8 {
        let (_, face) = rules.unrank(self.next_bid() - 1);
        self.dice.iter().flatten().filter(|&&die| die == face || die == rules.sides).count() as u8
    }

    /// Who wins after a call. The mover is the caller. Rules: LIAR-6.
    fn winner(&self, rules: &Rules) -> Seat {
        let (quantity, _) = rules.unrank(self.next_bid() - 1);
        let caller = self.mover();
        if self.matches(rules) >= quantity { caller.next(2) } else { caller }
    }

    /// Rules: LIAR-2.
    #[inline]
    fn sort_dice(&mut self, rules: &Rules) {
        for dice in &mut self.dice {
            dice[..usize::from(rules.dice)].sort_unstable();
        }
    }
}

impl Game for LiarsDice {
    const ID: &'static str = "liars-dice";
    const TITLE: &'static str = "Liar's Dice";
    const VERSION: u32 = 1;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { key: "dice", values: Values::Whole(1, 3), default: "1", help: "dice of each seat" },
        OptionSpec {
            key: "sides",
            values: Values::Whole(2, 6),
            default: "6",
            help: "sides of each die; the highest face is wild",
        },
    ];
    const REFUSALS: &'static [Refusal] = &[
        NO_SUCH_SEAT,
        CHANCE_ROLLS,
        CHANCE_ONLY_ROLLS,
        NO_ROLL_NOW,
        DICE_FIRST,
        NOT_YOUR_TURN,
        BID_TOO_LOW,
        NO_BID_YET,
        OVER,
    ];
    const ACTION_KINDS: &'static [&'static str] = &["bid", "liar", "die"];
    const EVENT_KINDS: &'static [&'static str] = &["rolled", "bid", "called", "shown", "won", "conceded"];

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn compile(settings: &Settings, _: &Sources) -> Result<Start<Self>, Faults> {
        let (checked, faults) = settings.check(Self::OPTIONS);
        let rules = Rules { dice: checked.whole("dice") as u8, sides: checked.whole("sides") as u8 };
        faults.or(Start::new(rules, State::FIRST))
    }

    fn seats(_: &Rules) -> u8 {
        2
    }

    fn longest(rules: &Rules) -> u32 {
        u32::from(2 * rules.dice) + u32::from(rules.bids()) + 1
    }

    #[inline]
    fn turn(rules: &Rules, state: &State) -> Turn {
        if state.end != End::NotYet {
            Turn::Over
        } else if state.is_rolling(rules) {
            Turn::Chance
        } else {
            Turn::seat(state.mover())
        }
    }

    /// Rules: LIAR-6, LIAR-7.
    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        match state.end {
            End::NotYet => None,
            End::Called => Some(Outcome::won_by(state.winner(rules), 2)),
            End::Conceded(seat) => Some(Outcome::won_by(seat.next(2), 2)),
        }
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if !Self::turn(rules, state).waits_for(seat) {
            return;
        }
        for bid in state.next_bid()..rules.bids() {
            out.push(Action::Bid(bid));
        }
        if state.bids != 0 {
            out.push(Action::Liar);
        }
    }

    #[inline]
    fn pick(rules: &Rules, state: &State, _: Seat, rng: &mut Rng) -> (Action, u32) {
        let next = state.next_bid();
        let higher = u32::from(rules.bids() - next);
        let options = higher + u32::from(state.bids != 0);
        let choice = rng.below(options);
        (if choice < higher { Action::Bid(next + choice as Rank) } else { Action::Liar }, options)
    }

    fn refuse(rules: &Rules, state: &State, actor: Actor, action: Action) -> Option<Refusal> {
        match (actor, action) {
            _ if state.end != End::NotYet => Some(OVER),
            (Actor::Seat(seat), _) if seat.index() >= 2 => Some(NO_SUCH_SEAT),
            (Actor::Chance, Action::Die(_)) => (!state.is_rolling(rules)).then_some(NO_ROLL_NOW),
            (Actor::Chance, _) => Some(CHANCE_ONLY_ROLLS),
            (Actor::Seat(_), Action::Die(_)) => Some(CHANCE_ROLLS),
            (Actor::Seat(_), _) if state.is_rolling(rules) => Some(DICE_FIRST),
            (Actor::Seat(seat), _) if seat != state.mover() => Some(NOT_YOUR_TURN),
            (_, Action::Bid(bid)) => (bid < state.next_bid()).then(|| {
                let last = rules.bid_name(state.next_bid() - 1);
                BID_TOO_LOW.because(format!("{} is not higher than {last}", rules.bid_name(bid)))
            }),
            (_, Action::Liar) => (state.bids == 0).then_some(NO_BID_YET),
        }
    }

    fn chance(rules: &Rules, _: &State, out: &mut Weighted<Action>) {
        for face in 1..=rules.sides {
            out.push(Action::Die(face), 1);
        }
    }

    #[inline]
    fn sample(rules: &Rules, _: &State, rng: &mut Rng) -> Action {
        Action::Die(1 + rng.below(u32::from(rules.sides)) as Face)
    }

    fn purpose(rules: &Rules, state: &State) -> Purpose {
        Purpose::nth("dice", state.roller(rules).index() as u8)
    }

    #[inline]
    fn apply(rules: &Rules, state: &mut State, _: Actor, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Die(face) => roll(rules, state, face, log),
            Action::Bid(bid) => {
                log.add(Event::Bid(state.mover(), bid));
                state.bids |= 1 << bid;
            }
            Action::Liar => call(rules, state, log),
        }
    }

    /// Rules: LIAR-7.
    fn concede(_: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        state.end = End::Conceded(seat);
        log.add(Event::Conceded(seat));
    }

    fn default_action(_: &Rules, state: &State, _: Seat) -> Action {
        if state.bids == 0 { Action::Bid(0) } else { Action::Liar }
    }

    /// Raises in small steps, and calls now and then.
    fn lively(_: &Rules, offered: &[Action], rng: &mut Rng) -> Action {
        match offered {
            [.., Action::Liar] if rng.chance(1, 4) => Action::Liar,
            _ => *rng.one_of(&offered[..offered.len().min(3)]),
        }
    }

    /// A seat sees its own dice, and after a call all. Rules: LIAR-2, LIAR-6.
    fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
        let mut known = *state;
        let hidden = [0, 1].map(|seat| state.end != End::Called && !viewer.holds(Seat::new(seat)));
        for (dice, hidden) in known.dice.iter_mut().zip(hidden) {
            if hidden {
                *dice = [NONE; MOST];
            }
        }
        View { known, hidden, rules: [rules.dice, rules.sides] }
    }

    /// The law: each hidden die that is rolled shows every face equally likely, whatever was bid; then
    /// the dice are put in order, if all are rolled.
    fn imagine(rules: &Rules, view: &View, rng: &mut Rng) -> State {
        let mut state = view.known;
        for seat in 0..2 {
            if view.hidden[seat] {
                let rolled = usize::from(state.rolled_by(rules, seat));
                for die in &mut state.dice[seat][..rolled] {
                    *die = 1 + rng.below(u32::from(rules.sides)) as Face;
                }
            }
        }
        if !state.is_rolling(rules) {
            state.sort_dice(rules);
        }
        state
    }

    fn witness(_: &Rules, event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Rolled(seat, _) if !viewer.holds(*seat) => Some(Event::Rolled(*seat, None)),
            _ => Some(event.clone()),
        }
    }

    fn reveals(_: &Rules, event: &Event) -> bool {
        matches!(event, Event::Rolled(..) | Event::Shown(_))
    }

    fn kind(_: &Rules, action: Action) -> &'static str {
        match action {
            Action::Bid(_) => "bid",
            Action::Liar => "liar",
            Action::Die(_) => "die",
        }
    }

    fn label(rules: &Rules, _: &State, _: Actor, action: Action) -> String {
        match action {
            Action::Bid(bid) => {
                let (quantity, face) = rules.unrank(bid);
                format!(
                    "bid {quantity} {}",
                    if quantity == 1 { format!("die of {face}") } else { format!("dice of {face}") }
                )
            }
            Action::Liar => "call the other a liar".to_owned(),
            Action::Die(face) => format!("roll {face}"),
        }
    }

    fn fields(rules: &Rules, _: Actor, action: Action) -> Value {
        match action {
            Action::Bid(bid) => {
                let (quantity, face) = rules.unrank(bid);
                json!({ "quantity": quantity, "face": face })
            }
            Action::Liar => json!({}),
            Action::Die(face) => json!({ "face": face }),
        }
    }

    fn tell(rules: &Rules, event: &Event) -> EventData {
        let (kind, text, rule, fields) = match event {
            Event::Rolled(seat, face) => {
                let shown = face.map_or_else(|| "?".to_owned(), |face| face.to_string());
                ("rolled", format!("{seat} rolls {shown}"), "LIAR-1", json!({ "seat": seat, "face": face }))
            }
            Event::Bid(seat, bid) => {
                let (quantity, face) = rules.unrank(*bid);
                let fields = json!({ "seat": seat, "quantity": quantity, "face": face });
                ("bid", format!("{seat} bids {quantity}x{face}"), "LIAR-4", fields)
            }
            Event::Called(seat) => {
                ("called", format!("{seat} calls liar"), "LIAR-5", json!({ "seat": seat }))
            }
            Event::Shown(dice) => {
                let dice = dice.map(|dice| rules.dice_text(dice, 0));
                let text = format!("0 shows {}, 1 shows {}", dice[0], dice[1]);
                ("shown", text, "LIAR-6", json!({ "dice": dice }))
            }
            Event::Won(seat, matches) => {
                let fields = json!({ "seat": seat, "matches": matches });
                ("won", format!("{seat} wins: dice that match the bid: {matches}"), "LIAR-6", fields)
            }
            Event::Conceded(seat) => {
                ("conceded", format!("{seat} concedes"), "LIAR-7", json!({ "seat": seat }))
            }
        };
        crate::event_data(kind, text, rule, fields)
    }

    fn picture(rules: &Rules, view: &View) -> String {
        let [first, second] = view.dice();
        let bids = view.known.bid_names(rules);
        let bids = if bids.is_empty() { "-".to_owned() } else { bids.join(" ") };
        format!(
            "dice {first} {second}   bids {bids}{}",
            if view.known.end == End::Called { " liar" } else { "" }
        )
    }

    fn write_action(rules: &Rules, _: Actor, action: Action, out: &mut String) {
        match action {
            Action::Bid(bid) => out.push_str(&format!("bid {}", rules.bid_name(bid))),
            Action::Liar => out.push_str("liar"),
            Action::Die(face) => out.push_str(&format!("die {face}")),
        }
    }

    fn read_action(rules: &Rules, _: Actor, text: &str) -> Result<Action, Fault> {
        if text == "liar" {
            return Ok(Action::Liar);
        }
        if let Some(bid) = text.strip_prefix("bid ") {
            return rules.read_bid(bid).map(Action::Bid);
        }
        let form = format!("bid QUANTITYxFACE, liar, or for chance die N, N from 1 to {}", rules.sides);
        text.strip_prefix("die ")
            .and_then(|face| text::number::<Face>(face, "a face").ok())
            .filter(|face| (1..=rules.sides).contains(face))
            .map(Action::Die)
            .ok_or_else(|| text::misread(text, &form))
    }

    /// The dice of both seats and the bids: `25 -- -`, `2 5 1x3,1x6`; then `liar` after a call or
    /// `out SEAT` after a concession.
    fn write_position(rules: &Rules, state: &State, out: &mut String) {
        let [first, second] = state.dice.map(|dice| rules.dice_text(dice, 0));
        let bids = state.bid_names(rules);
        let bids = if bids.is_empty() { "-".to_owned() } else { bids.join(",") };
        out.push_str(&format!("{first} {second} {bids}"));
        match state.end {
            End::NotYet => {}
            End::Called => out.push_str(" liar"),
            End::Conceded(seat) => out.push_str(&format!(" out {seat}")),
        }
    }

    /// Plays the rolls and bids again, so that a position that no play reaches is refused by the same
    /// rules.
    fn read_position(rules: &Rules, text: &str) -> Result<State, Faults> {
        let form = "the dice of both seats and the bids, for example `2 5 1x3,1x6` or `2 - -`, then `liar` after a call or `out SEAT` after a concession";
        let misread = || text::misread(text, form);
        let parts: Vec<&str> = text.split(' ').collect();
        let (first, second, bids, called, conceded) = match parts[..] {
            [first, second, bids] => (first, second, bids, false, None),
            [first, second, bids, "liar"] => (first, second, bids, true, None),
            [first, second, bids, "out", seat] => (first, second, bids, false, Some(crate::seat(seat, 2)?)),
            _ => return Err(misread().into()),
        };
        if [first, second].iter().any(|dice| dice.len() != usize::from(rules.dice)) {
            let what = format!("the number of dice of each seat is {}", rules.dice);
            return Err(Fault::new(
                what,
                "write a digit for each, or `-` for one that is not rolled (LIAR-1)",
            )
            .into());
        }
        let mut state = State::FIRST;
        let mut play = |action| {
            let actor = if matches!(action, Action::Die(_)) { Actor::Chance } else { state.mover().into() };
            if let Some(refusal) = Self::refuse(rules, &state, actor, action) {
                return Err(Fault::new(
                    format!("no play leads here: {refusal}"),
                    "a position must be one that play can reach",
                ));
            }
            Self::apply(rules, &mut state, actor, action, &mut NoLog);
            Ok(())
        };
        for face in first.chars().chain(second.chars()).take_while(|&face| face != '-') {
            play(Self::read_action(rules, Actor::Chance, &format!("die {face}")).map_err(|_| misread())?)?;
        }
        for bid in bids.split(',').filter(|_| bids != "-") {
            play(Action::Bid(rules.read_bid(bid)?))?;
        }
        if called {
            play(Action::Liar)?;
        }
        if let Some(seat) = conceded {
            Self::concede(rules, &mut state, seat, &mut NoLog);
        }
        let canonical = position_text::<Self>(rules, &state);
        if canonical == text {
            Ok(state)
        } else {
            let what = format!("`{text}` should read `{canonical}`");
            Err(Fault::new(
                what,
                "dice are rolled from the left and then lie in ascending order (LIAR-1, LIAR-2)",
            )
            .into())
        }
    }
}

/// Rolls the die that is due, and puts the dice in order after the last. Rules: LIAR-1, LIAR-2.
#[inline]
fn roll(rules: &Rules, state: &mut State, face: Face, log: &mut impl Log<Event>) {
    let seat = state.roller(rules);
    let die = usize::from(state.rolled) - seat.index() * usize::from(rules.dice);
    state.dice[seat.index()][die] = face;
    state.rolled += 1;
    log.add(Event::Rolled(seat, Some(face)));
    if !state.is_rolling(rules) {
        state.sort_dice(rules);
    }
}

/// The mover calls, and all dice are shown. Rules: LIAR-5, LIAR-6.
#[inline]
fn call<L: Log<Event>>(rules: &Rules, state: &mut State, log: &mut L) {
    state.end = End::Called;
    if L::LIVE {
        log.add(Event::Called(state.mover()));
        log.add(Event::Shown(state.dice));
        log.add(Event::Won(state.winner(rules), state.matches(rules)));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

    fn start(settings: &str) -> Start<LiarsDice> {
        let settings = Settings::parse(settings).expect("the test's setup is well formed");
        LiarsDice::compile(&settings, &Sources::none()).expect("the test's setup is valid")
    }

    /// Plays actions in notation, each by whoever is due, and gives the refusal that stops them.
    fn play(game: &mut Start<LiarsDice>, actions: &[&str]) -> Option<&'static str> {
        for text in actions {
            let actor = match LiarsDice::turn(&game.rules, &game.state) {
                Turn::Players(seats) => Actor::Seat(seats.lowest()),
                Turn::Chance => Actor::Chance,
                Turn::Over => Actor::Seat(SEATS[0]),
            };
            let action = LiarsDice::read_action(&game.rules, Actor::Seat(Seat::new(0)), text)
                .expect("the test's action is well formed");
            if let Some(refusal) = LiarsDice::refuse(&game.rules, &game.state, actor, action) {
                return Some(refusal.code);
            }
            LiarsDice::apply(&game.rules, &mut game.state, actor, action, &mut NoLog);
        }
        None
    }

    fn text(game: &Start<LiarsDice>) -> String {
        position_text::<LiarsDice>(&game.rules, &game.state)
    }

    fn scores(game: &Start<LiarsDice>) -> Option<Vec<i32>> {
        LiarsDice::outcome(&game.rules, &game.state).map(|outcome| outcome.scores().to_vec())
    }

    /// Rules: LIAR-1, LIAR-2.
    #[test]
    fn dice_are_rolled_in_turn_then_sorted() {
        let mut game = start("dice=2");
        assert_eq!(play(&mut game, &["die 5", "die 2", "die 6"]), None);
        assert_eq!(text(&game), "52 6- -");
        assert_eq!(play(&mut game, &["die 1"]), None);
        assert_eq!(text(&game), "25 16 -");
        assert_eq!(play(&mut game, &["die 1"]), Some("chance-rolls"));
    }

    /// Rules: LIAR-2.
    #[test]
    fn a_seat_sees_only_its_own_dice() {
        let mut game = start("dice=2 sides=3");
        play(&mut game, &["die 3", "die 1", "die 2", "die 2", "bid 1x2"]);
        let view = LiarsDice::view(&game.rules, &game.state, Viewer::seat(SEATS[1]));
        assert_eq!(view.dice(), ["??", "22"]);
        let shown = json!({ "dice": ["??", "22"], "bids": ["1x2"], "mover": 1, "end": null });
        assert_eq!(serde_json::to_value(&view).ok(), Some(shown));
        for seed in 0..20 {
            let imagined = LiarsDice::imagine(&game.rules, &view, &mut Rng::from_number(seed));
            assert!(imagined.dice[0][0] <= imagined.dice[0][1]);
            assert_eq!(LiarsDice::view(&game.rules, &imagined, Viewer::seat(SEATS[1])), view);
        }
    }

    /// Rules: LIAR-3, LIAR-4, LIAR-5.
    #[test]
    fn bids_rise_and_a_call_needs_one() {
        let mut game = start("");
        assert_eq!(
            LiarsDice::refuse(&game.rules, &game.state, SEATS[0].into(), Action::Liar),
            Some(DICE_FIRST)
        );
        assert_eq!(play(&mut game, &["die 2", "die 5", "liar"]), Some("no-bid-yet"));
        assert_eq!(play(&mut game, &["bid 1x5", "bid 1x5"]), Some("bid-too-low"));
        assert_eq!(
            LiarsDice::refuse(&game.rules, &game.state, SEATS[0].into(), Action::Liar),
            Some(NOT_YOUR_TURN)
        );
        assert_eq!(play(&mut game, &["bid 2x1", "bid 2x6"]), None);
        let mut offered = Actions::new();
        LiarsDice::legal(&game.rules, &game.state, SEATS[1], &mut offered);
        assert_eq!(offered[..], [Action::Liar]);
        assert_eq!(text(&game), "2 5 1x5,2x1,2x6");
    }

    /// Rules: LIAR-6. The six is wild; the last bidder wins with enough dice.
    #[test]
    fn wild_dice_match_every_bid() {
        for (dice, bid, expected) in [
            (["die 6", "die 3"], "bid 2x3", [1, -1]),
            (["die 2", "die 3"], "bid 2x3", [-1, 1]),
            (["die 2", "die 3"], "bid 1x3", [1, -1]),
            (["die 3", "die 3"], "bid 1x6", [-1, 1]),
            (["die 6", "die 6"], "bid 2x1", [1, -1]),
        ] {
            let mut game = start("");
            assert_eq!(play(&mut game, &dice), None);
            assert_eq!(play(&mut game, &[bid, "liar"]), None);
            assert_eq!(scores(&game), Some(expected.to_vec()), "{dice:?} {bid}");
            let view = LiarsDice::view(&game.rules, &game.state, Viewer::Spectator);
            assert!(!view.dice().concat().contains('?'));
            assert_eq!(play(&mut game, &["liar"]), Some("game-over"));
        }
    }

    /// Counts the ends below `state` and collects what the seats see when they choose.
    fn explore(rules: &Rules, state: &State, seen: &mut HashSet<View>) -> u32 {
        let mut next: Vec<(Actor, Action)> = Vec::new();
        match LiarsDice::turn(rules, state) {
            Turn::Over => return 1,
            Turn::Chance => next.extend((1..=rules.sides).map(|face| (Actor::Chance, Action::Die(face)))),
            Turn::Players(seats) => {
                let seat = seats.lowest();
                seen.insert(LiarsDice::view(rules, state, Viewer::seat(seat)));
                let mut offered = Actions::new();
                LiarsDice::legal(rules, state, seat, &mut offered);
                next.extend(offered.iter().map(|&action| (Actor::Seat(seat), action)));
            }
        }
        let ends = next.into_iter().map(|(actor, action)| {
            let mut next = *state;
            LiarsDice::apply(rules, &mut next, actor, action, &mut NoLog);
            explore(rules, &next, seen)
        });
        ends.sum()
    }

    /// Rules: LIAR-2, LIAR-4. The published size: six faces of the own die and the sets of twelve bids.
    #[test]
    fn the_game_has_its_published_size() {
        let game = start("");
        let mut seen = HashSet::new();
        assert_eq!(explore(&game.rules, &game.state, &mut seen), 147_420);
        assert_eq!(seen.len(), 24_576);
    }

    /// Rules: LIAR-7.
    #[test]
    fn a_concession_loses_and_shows_nothing() {
        let mut game = start("");
        play(&mut game, &["die 4"]);
        LiarsDice::concede(&game.rules, &mut game.state, SEATS[1], &mut NoLog);
        assert_eq!(scores(&game), Some(vec![1, -1]));
        assert_eq!(text(&game), "4 - - out 1");
        assert_eq!(LiarsDice::view(&game.rules, &game.state, Viewer::Spectator).dice(), ["?", "-"]);
        assert_eq!(LiarsDice::read_position(&game.rules, "4 - - out 1"), Ok(game.state));
    }

    #[test]
    fn positions_that_no_play_reaches_are_refused() {
        let game = start("dice=2 sides=4");
        for good in ["-- -- -", "41 -- -", "41 4- - out 0", "14 24 -", "14 24 1x1,4x4 liar"] {
            assert!(LiarsDice::read_position(&game.rules, good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "41 24 -",
            "1- 2- -",
            "-1 -- -",
            "15 24 -",
            "14 24 1x2,1x1",
            "14 24 5x1",
            "14 24 - liar",
            "1- -- 1x1",
            "14 24 ",
            "14 24 1x1,",
            "14 24 1x1,-",
            "1é 24 -",
            "14 24 1x1 liar out 0",
            "14 24 1x1 out 2",
        ] {
            assert!(LiarsDice::read_position(&game.rules, bad).is_err(), "{bad}");
        }
    }
}
