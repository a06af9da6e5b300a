//! Goofspiel for two seats: bid a hand of cards for a row of prizes. Bids are simultaneous. The last
//! cards are played without a choice, so a game with 13 cards has 12 bids of each seat.

use engine::{
    Actions, Actor, EventData, Fault, Faults, Game, Log, NoLog, OptionSpec, Outcome, Place, Purpose, Refusal,
    Rng, Seat, SeatSet, Settings, Sources, Start, Turn, Values, Viewer, Weighted, position_text, text,
};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The game. Rules: GOOF-1 to GOOF-9.
pub struct Goofspiel;

/// In which order the prizes come. Rules: GOOF-2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Random,
    Descending,
    Ascending,
}

/// What the scores measure. Rules: GOOF-7.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reward {
    WinLoss,
    PointsDifference,
}

/// Whether past bids are shown. Rules: GOOF-5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Information {
    Perfect,
    Imperfect,
}

/// The options of a setup.
pub struct Rules {
    cards: u8,
    order: Order,
    reward: Reward,
    information: Information,
}

impl Rules {
    /// The cards of each hand, valued from 1.
    pub fn cards(&self) -> u8 {
        self.cards
    }

    /// Whether nobody sees the other's bids.
    pub fn is_imperfect(&self) -> bool {
        self.information == Information::Imperfect
    }
}

/// The most cards of an imperfect game: `imagine` counts every consistent world.
const MOST_HIDDEN: u8 = 8;

/// The value of a card, from 1.
type Card = u8;

/// No card.
const NONE: Card = 0;

/// A sealed card that the viewer does not know.
const HIDDEN: Card = 15;

/// A set of cards: bit 0 is the card 1.
type Cards = u16;

#[inline]
fn bit(card: Card) -> Cards {
    1 << (card - 1)
}

#[inline]
fn lowest(cards: Cards) -> Card {
    cards.trailing_zeros() as Card + 1
}

#[inline]
fn highest(cards: Cards) -> Card {
    (Cards::BITS - cards.leading_zeros()) as Card
}

/// How many bits a byte has, and where its bits are, the lowest first.
static BITS: [(u8, [u8; 8]); 256] = bits();

const fn bits() -> [(u8, [u8; 8]); 256] {
    let mut table = [(0, [0; 8]); 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0;
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte].1[table[byte].0 as usize] = place;
                table[byte].0 += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
}

/// One of `cards`, of which there are `count`, each equally likely.
#[inline]
fn draw(cards: Cards, count: u8, rng: &mut Rng) -> Card {
    debug_assert_eq!(cards.count_ones(), u32::from(count), "the caller knows how many cards there are");
    let nth = rng.below(u32::from(count)) as u8;
    let (in_low, _) = BITS[usize::from(cards as u8)];
    // No processor could predict which byte it is, so there is no branch.
    let beyond = u8::from(nth >= in_low);
    let byte = (cards >> (8 * beyond)) as u8;
    let (_, places) = BITS[usize::from(byte)];
    1 + 8 * beyond + places[usize::from((nth - in_low * beyond) & 7)]
}

fn list(mut cards: Cards) -> Vec<Card> {
    let mut list = Vec::new();
    while cards != 0 {
        list.push(lowest(cards));
        cards &= cards - 1;
    }
    list
}

/// A sequence of cards, four bits each, the first one lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Sequence(u64);

impl Sequence {
    const EMPTY: Self = Self(0);

    /// Puts `card` at place `index`, which was empty.
    #[inline]
    fn put(&mut self, index: u8, card: Card) {
        self.0 |= u64::from(card) << (4 * index);
    }

    #[inline]
    fn at(self, index: u8) -> Card {
        (self.0 >> (4 * index) & 15) as Card
    }

    /// The cards in order; none of them is 0.
    fn list(self) -> Vec<Card> {
        (0..16).map(|index| self.at(index)).take_while(|&card| card != NONE).collect()
    }
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The bids of each seat that were opened.
    bids: [Sequence; 2],
    /// The prizes that were shown.
    shown: Sequence,
    hands: [Cards; 2],
    /// The prizes that are still to come.
    prizes: Cards,
    points: [u8; 2],
    /// The prize that is bid for; none if it must be drawn first.
    prize: Card,
    sealed: [Card; 2],
    /// Rounds that are done.
    rounds: u8,
    conceded: Option<Seat>,
}

/// Anything a seat or Chance can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Bid a card of the hand.
    Bid(Card),
    /// Chance shows a prize.
    Prize(Card),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A prize was shown.
    Shown(Card),
    /// A seat sealed its bid; nobody sees which card.
    Locked(Seat),
    /// Both bids were compared; in the imperfect game a seat sees only its own.
    Opened([Option<Card>; 2]),
    /// A seat took the prize.
    Took(Seat, Card),
    /// Equal bids discarded the prize.
    Discarded(Card),
    /// The last cards are played; the points of both seats.
    Ended([u8; 2]),
    /// A seat gave up.
    Conceded(Seat),
}

/// A position as somebody may see it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Bids and hands that are hidden are empty, and a hidden sealed bid is `HIDDEN`.
    known: State,
    /// Whose past bids are hidden.
    hidden: [bool; 2],
    /// Who took each prize, as cards: 1 and 2 for the seats, 3 for nobody.
    takers: Sequence,
}

/// `prizes` shown in order, `takers` of each (null for a discarded one), `points`, the `prize` that is
/// bid for, `hands` and `bids` of each seat (null if hidden), which seats have `locked` a bid, the
/// `sealed` bids that the viewer knows, and who `conceded`.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Shown {
            prizes: Vec<Card>,
            takers: Vec<Option<u8>>,
            points: [u8; 2],
            prize: Option<Card>,
            hands: [Option<Vec<Card>>; 2],
            bids: [Option<Vec<Card>>; 2],
            locked: [bool; 2],
            sealed: [Option<Card>; 2],
            conceded: Option<Seat>,
        }
        let known = &self.known;
        let unless_hidden = |list: [Vec<Card>; 2]| {
            let [first, second] = list;
            [(!self.hidden[0]).then_some(first), (!self.hidden[1]).then_some(second)]
        };
        Shown {
            prizes: known.shown.list(),
            takers: self.takers.list().iter().map(|&taker| (taker != NOBODY).then_some(taker - 1)).collect(),
            points: known.points,
            prize: (known.prize != NONE).then_some(known.prize),
            hands: unless_hidden(known.hands.map(list)),
            bids: unless_hidden(known.bids.map(Sequence::list)),
            locked: known.sealed.map(|card| card != NONE),
            sealed: known.sealed.map(|card| (card != NONE && card != HIDDEN).then_some(card)),
            conceded: known.conceded,
        }
        .serialize(serializer)
    }
}

/// In a sequence of takers: the prize was discarded.
const NOBODY: u8 = 3;

/// Who takes the prize: 1 and 2 for the seats, else [`NOBODY`]. Rules: GOOF-4.
#[inline]
fn taker(first: Card, second: Card) -> u8 {
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => NOBODY,
    }
}

const NO_SUCH_SEAT: Refusal = Refusal::new("no-such-seat", "GOOF-1", "there are only the seats 0 and 1");
const CHANCE_SHOWS: Refusal = Refusal::new("chance-shows", "GOOF-2", "prizes are shown by chance");
const CHANCE_ONLY_SHOWS: Refusal =
    Refusal::new("chance-only-shows", "GOOF-2", "chance shows prizes and does nothing else");
const PRIZE_GONE: Refusal = Refusal::new("prize-gone", "GOOF-2", "that prize was shown before");
const FIXED_ORDER: Refusal =
    Refusal::new("fixed-order", "GOOF-2", "the prizes come in a fixed order without chance");
const BIDS_FIRST: Refusal = Refusal::new("bids-first", "GOOF-3", "the prize is shown and waits for bids");
const PRIZE_FIRST: Refusal = Refusal::new("prize-first", "GOOF-3", "no prize is shown yet");
const ALREADY_CHOSEN: Refusal = Refusal::new("already-chosen", "GOOF-3", "your bid is sealed already");
const CARD_GONE: Refusal = Refusal::new("card-gone", "GOOF-3", "that card is no longer in your hand");
const OVER: Refusal = Refusal::new("game-over", "GOOF-9", "the game is over");

impl State {
    fn first(rules: &Rules) -> Self {
        let all = (1 << rules.cards) - 1;
        let mut state = Self {
            bids: [Sequence::EMPTY; 2],
            shown: Sequence::EMPTY,
            hands: [all; 2],
            prizes: all,
            points: [0; 2],
            prize: NONE,
            sealed: [NONE; 2],
            rounds: 0,
            conceded: None,
        };
        next_prize(rules, &mut state, &mut NoLog);
        state
    }

    /// Rules: GOOF-6, GOOF-8.
    #[inline]
    fn is_over(&self, rules: &Rules) -> bool {
        self.rounds == rules.cards || self.conceded.is_some()
    }

    /// How many cards each hand holds, and how many prizes are to come while none is shown.
    #[inline]
    fn left(&self, rules: &Rules) -> u8 {
        rules.cards - self.rounds
    }

    /// Who took each prize, as [`View`] holds it.
    fn takers(&self) -> Sequence {
        let mut takers = Sequence::EMPTY;
        for round in 0..self.rounds {
            takers.put(round, taker(self.bids[0].at(round), self.bids[1].at(round)));
        }
        takers
    }
}

impl Game for Goofspiel {
    const ID: &'static str = "goofspiel";
    const TITLE: &'static str = "Goofspiel";
    const VERSION: u32 = 1;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            key: "cards",
            values: Values::Whole(2, 13),
            default: "13",
            help: "cards of each seat, and prizes",
        },
        OptionSpec {
            key: "order",
            values: Values::OneOf(&["random", "descending", "ascending"]),
            default: "random",
            help: "in which order the prizes come",
        },
        OptionSpec {
            key: "reward",
            values: Values::OneOf(&["win-loss", "points-difference"]),
            default: "win-loss",
            help: "whether a seat scores 1, 0 or -1, or its points minus the mean of both",
        },
        OptionSpec {
            key: "information",
            values: Values::OneOf(&["perfect", "imperfect"]),
            default: "perfect",
            help: "whether past bids are shown; imperfect takes at most 8 cards",
        },
    ];
    const REFUSALS: &'static [Refusal] = &[
        NO_SUCH_SEAT,
        CHANCE_SHOWS,
        CHANCE_ONLY_SHOWS,
        PRIZE_GONE,
        FIXED_ORDER,
        BIDS_FIRST,
        PRIZE_FIRST,
        ALREADY_CHOSEN,
        CARD_GONE,
        OVER,
    ];
    const ACTION_KINDS: &'static [&'static str] = &["bid", "prize"];
    const EVENT_KINDS: &'static [&'static str] =
        &["shown", "locked", "opened", "took", "discarded", "ended", "conceded"];

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn compile(settings: &Settings, _: &Sources) -> Result<Start<Self>, Faults> {
        let (checked, mut faults) = settings.check(Self::OPTIONS);
        let rules = Rules {
            cards: checked.whole("cards") as u8,
            order: [Order::Random, Order::Descending, Order::Ascending][checked.choice("order")],
            reward: [Reward::WinLoss, Reward::PointsDifference][checked.choice("reward")],
            information: [Information::Perfect, Information::Imperfect][checked.choice("information")],
        };
        let cards = Place::Option("cards".to_owned());
        let judged = !faults.0.iter().any(|fault| fault.place == cards);
        if judged && rules.information == Information::Imperfect && rules.cards > MOST_HIDDEN {
            faults.push(
                Fault::new(
                    format!("cards={} is too many for information=imperfect", rules.cards),
                    format!(
                        "set `cards` to at most {MOST_HIDDEN}: imagining a hidden hand counts all that fit"
                    ),
                )
                .at(cards),
            );
        }
        let state = State::first(&rules);
        faults.or(Start::new(rules, state))
    }

    fn seats(_: &Rules) -> u8 {
        2
    }

    fn longest(rules: &Rules) -> u32 {
        u32::from(rules.cards - 1) * if rules.order == Order::Random { 3 } else { 2 }
    }

    #[inline]
    fn turn(rules: &Rules, state: &State) -> Turn {
        if state.is_over(rules) {
            return Turn::Over;
        }
        match state.sealed {
            _ if state.prize == NONE => Turn::Chance,
            [NONE, NONE] => Turn::Players(SeatSet::first(2)),
            [NONE, _] => Turn::seat(Seat::new(0)),
            _ => Turn::seat(Seat::new(1)),
        }
    }

    /// Rules: GOOF-7, GOOF-8.
    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        if !state.is_over(rules) {
            return None;
        }
        let all = i32::from(rules.cards) * i32::from(rules.cards + 1) / 2;
        let lead = match state.conceded {
            Some(seat) if seat == Seat::new(0) => -all,
            Some(_) => all,
            None => i32::from(state.points[0]) - i32::from(state.points[1]),
        };
        Some(match rules.reward {
            Reward::WinLoss => Outcome::by_score(&[lead.signum(), -lead.signum()]),
            // Points minus the mean of both seats' points: half the lead.
            Reward::PointsDifference => Outcome::by_score(&[lead, -lead]).in_parts(2),
        })
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if !Self::turn(rules, state).waits_for(seat) {
            return;
        }
        let mut hand = state.hands[seat.index()];
        while hand != 0 {
            out.push(Action::Bid(lowest(hand)));
            hand &= hand - 1;
        }
    }

    #[inline]
    fn pick(rules: &Rules, state: &State, seat: Seat, rng: &mut Rng) -> (Action, u32) {
        let options = state.left(rules);
        (Action::Bid(draw(state.hands[seat.index()], options, rng)), u32::from(options))
    }

    fn refuse(rules: &Rules, state: &State, actor: Actor, action: Action) -> Option<Refusal> {
        match (actor, action) {
            _ if state.is_over(rules) => Some(OVER),
            (Actor::Seat(seat), _) if seat.index() >= 2 => Some(NO_SUCH_SEAT),
            (Actor::Chance, Action::Prize(_)) if rules.order != Order::Random => Some(FIXED_ORDER),
            (Actor::Chance, Action::Prize(_)) if state.prize != NONE => Some(BIDS_FIRST),
            (Actor::Chance, Action::Prize(card)) => (state.prizes & bit(card) == 0)
                .then(|| PRIZE_GONE.because(format!("the prize {card} was shown before"))),
            (Actor::Chance, Action::Bid(_)) => Some(CHANCE_ONLY_SHOWS),
            (Actor::Seat(_), Action::Prize(_)) => Some(CHANCE_SHOWS),
            (Actor::Seat(_), Action::Bid(_)) if state.prize == NONE => Some(PRIZE_FIRST),
            (Actor::Seat(seat), Action::Bid(_)) if state.sealed[seat.index()] != NONE => Some(ALREADY_CHOSEN),
            (Actor::Seat(seat), Action::Bid(card)) => (state.hands[seat.index()] & bit(card) == 0)
                .then(|| CARD_GONE.because(format!("the card {card} is no longer in your hand"))),
        }
    }

    fn chance(_: &Rules, state: &State, out: &mut Weighted<Action>) {
        let mut prizes = state.prizes;
        while prizes != 0 {
            out.push(Action::Prize(lowest(prizes)), 1);
            prizes &= prizes - 1;
        }
    }

    #[inline]
    fn sample(rules: &Rules, state: &State, rng: &mut Rng) -> Action {
        Action::Prize(draw(state.prizes, state.left(rules), rng))
    }

    fn purpose(_: &Rules, _: &State) -> Purpose {
        Purpose::new("prize")
    }

    fn pile(_: &Rules, state: &State) -> Vec<String> {
        list(state.prizes).into_iter().map(|card| card.to_string()).collect()
    }

    #[inline]
    fn apply(rules: &Rules, state: &mut State, actor: Actor, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Prize(card) => show(state, card, log),
            Action::Bid(card) => {
                let Actor::Seat(seat) = actor else { unreachable!("only seats bid") };
                state.sealed[seat.index()] = card;
                log.add(Event::Locked(seat));
                if state.sealed[1 - seat.index()] != NONE {
                    open(rules, state, log);
                }
            }
        }
    }

    /// A bid that is still sealed goes back unopened. Rules: GOOF-8.
    fn concede(_: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        state.sealed = [NONE; 2];
        state.conceded = Some(seat);
        log.add(Event::Conceded(seat));
    }

    fn default_action(_: &Rules, state: &State, seat: Seat) -> Action {
        Action::Bid(lowest(state.hands[seat.index()]))
    }

    /// The higher of two random cards.
    fn lively(_: &Rules, offered: &[Action], rng: &mut Rng) -> Action {
        *rng.one_of(offered).max(rng.one_of(offered))
    }

    /// Rules: GOOF-5.
    fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
        let mut known = *state;
        let mut hidden = [false; 2];
        for seat in Seat::all(2).filter(|&seat| !viewer.holds(seat)) {
            let seat = seat.index();
            if known.sealed[seat] != NONE {
                known.sealed[seat] = HIDDEN;
            }
            if rules.information == Information::Imperfect {
                known.bids[seat] = Sequence::EMPTY;
                known.hands[seat] = 0;
                hidden[seat] = true;
            }
        }
        View { known, hidden, takers: state.takers() }
    }

    /// The law: in the imperfect game the hidden bids are uniform over all sequences, or pairs of
    /// sequences, that agree with who took each prize and use no card twice. Then a hidden sealed bid
    /// is uniform over the hand that is left.
    fn imagine(rules: &Rules, view: &View, rng: &mut Rng) -> State {
        let mut state = view.known;
        if view.hidden != [false; 2] && state.rounds > 0 {
            state.bids = Worlds::new(rules, view).draw(rng);
        }
        for seat in (0..2).filter(|&seat| view.hidden[seat]) {
            let bids = state.bids[seat].list();
            state.hands[seat] = bids.iter().fold((1 << rules.cards) - 1, |hand, &card| hand & !bit(card));
        }
        for seat in 0..2 {
            if state.sealed[seat] == HIDDEN {
                state.sealed[seat] = draw(state.hands[seat], state.left(rules), rng);
            }
        }
        state
    }

    /// Rules: GOOF-5.
    fn witness(rules: &Rules, event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Opened([first, second]) if rules.information == Information::Imperfect => {
                let own = |bid: &Option<Card>, seat| bid.filter(|_| viewer.holds(Seat::new(seat)));
                Some(Event::Opened([own(first, 0), own(second, 1)]))
            }
            _ => Some(event.clone()),
        }
    }

    /// In the perfect game the opened bids tell who takes the prize; in the imperfect game only the
    /// taker is news.
    fn reveals(rules: &Rules, event: &Event) -> bool {
        match event {
            Event::Shown(_) => rules.order == Order::Random,
            Event::Opened(_) => rules.information == Information::Perfect,
            Event::Took(..) | Event::Discarded(_) => rules.information == Information::Imperfect,
            Event::Locked(_) | Event::Ended(_) | Event::Conceded(_) => false,
        }
    }

    fn kind(_: &Rules, action: Action) -> &'static str {
        match action {
            Action::Bid(_) => "bid",
            Action::Prize(_) => "prize",
        }
    }

    fn label(_: &Rules, state: &State, _: Actor, action: Action) -> String {
        match action {
            Action::Bid(card) if state.prize == NONE => format!("bid {card}"),
            Action::Bid(card) => format!("bid {card} for the prize {}", state.prize),
            Action::Prize(card) => format!("show the prize {card}"),
        }
    }

    fn fields(_: &Rules, _: Actor, action: Action) -> Value {
        match action {
            Action::Bid(card) | Action::Prize(card) => json!({ "card": card }),
        }
    }

    fn tell(_: &Rules, event: &Event) -> EventData {
        let (kind, text, rule, fields) = match event {
            Event::Shown(card) => {
                ("shown", format!("the prize is {card}"), "GOOF-2", json!({ "card": card }))
            }
            Event::Locked(seat) => {
                ("locked", format!("{seat} seals a bid"), "GOOF-3", json!({ "seat": seat }))
            }
            Event::Opened(bids) => {
                let shown =
                    bids.map(|bid| bid.map_or_else(|| "a hidden card".to_owned(), |card| card.to_string()));
                (
                    "opened",
                    format!("0 bids {}, 1 bids {}", shown[0], shown[1]),
                    "GOOF-5",
                    json!({ "bids": bids }),
                )
            }
            Event::Took(seat, card) => (
                "took",
                format!("{seat} takes the prize {card}"),
                "GOOF-4",
                json!({ "seat": seat, "card": card }),
            ),
            Event::Discarded(card) => {
                ("discarded", format!("the prize {card} is discarded"), "GOOF-4", json!({ "card": card }))
            }
            Event::Ended(points) => {
                let text = format!("the last cards are played: {} to {} points", points[0], points[1]);
                ("ended", text, "GOOF-6", json!({ "points": points }))
            }
            Event::Conceded(seat) => {
                ("conceded", format!("{seat} concedes"), "GOOF-8", json!({ "seat": seat }))
            }
        };
        crate::event_data(kind, text, rule, fields)
    }

    fn points(_: &Rules, view: &View, seat: Seat) -> Option<i32> {
        view.known.points.get(seat.index()).map(|points| i32::from(*points))
    }

    fn picture(_: &Rules, view: &View) -> String {
        let known = &view.known;
        let words = |cards: Vec<Card>| match cards.len() {
            0 => "-".to_owned(),
            _ => cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        let row = |seat: usize| {
            let bid = match known.sealed[seat] {
                NONE => String::new(),
                HIDDEN => "   bid sealed".to_owned(),
                card => format!("   bid {card} sealed"),
            };
            let cards = if view.hidden[seat] {
                "cards hidden".to_owned()
            } else {
                format!("hand {}   bids {}", words(list(known.hands[seat])), words(known.bids[seat].list()))
            };
            format!("{seat}: {} points   {cards}{bid}", known.points[seat])
        };
        let takers: Vec<String> = known
            .shown
            .list()
            .iter()
            .zip(0..)
            .map(|(card, round)| match view.takers.at(round) {
                NONE => format!("{card}"),
                NOBODY => format!("{card}:-"),
                taker => format!("{card}:{}", taker - 1),
            })
            .collect();
        format!("prizes {}\n{}\n{}", takers.join(" "), row(0), row(1))
    }

    fn write_action(_: &Rules, _: Actor, action: Action, out: &mut String) {
        match action {
            Action::Bid(card) => out.push_str(&format!("bid {card}")),
            Action::Prize(card) => out.push_str(&format!("prize {card}")),
        }
    }

    fn read_action(rules: &Rules, _: Actor, text: &str) -> Result<Action, Fault> {
        let misread =
            || text::misread(text, &format!("bid N, or for chance prize N, N from 1 to {}", rules.cards));
        let (kind, card) = text.split_once(' ').ok_or_else(misread)?;
        let card = read_card(rules, card).map_err(|_| misread())?;
        match kind {
            "bid" => Ok(Action::Bid(card)),
            "prize" => Ok(Action::Prize(card)),
            _ => Err(misread()),
        }
    }

    /// The prizes shown and the bids of each seat, in order: `13,4,7 2,5 3,1`, `-` for none. A sealed
    /// bid adds `sealed 6 -`, a concession `out SEAT`.
    fn write_position(_: &Rules, state: &State, out: &mut String) {
        for (i, sequence) in [state.shown, state.bids[0], state.bids[1]].iter().enumerate() {
            let cards: Vec<String> = sequence.list().iter().map(ToString::to_string).collect();
            out.push_str(if i == 0 { "" } else { " " });
            out.push_str(&if cards.is_empty() { "-".to_owned() } else { cards.join(",") });
        }
        if state.sealed != [NONE; 2] {
            let [first, second] =
                state.sealed.map(|card| if card == NONE { "-".to_owned() } else { card.to_string() });
            out.push_str(&format!(" sealed {first} {second}"));
        }
        if let Some(seat) = state.conceded {
            out.push_str(&format!(" out {seat}"));
        }
    }

    /// Plays the rounds again, so that a position that no play reaches is refused by the same rules.
    fn read_position(rules: &Rules, text: &str) -> Result<State, Faults> {
        let form = "the prizes shown and the bids of each seat, for example `3,4 2 1`, then `sealed 3 -` for a sealed bid or `out SEAT` after a concession";
        let parts: Vec<&str> = text.split(' ').collect();
        let (head, tail) = parts.split_at(parts.len().min(3));
        let &[shown, first, second] = head else { return Err(text::misread(text, form).into()) };
        let (sealed, conceded) = match *tail {
            [] => (None, None),
            ["sealed", card, "-"] => (Some((Seat::new(0), read_card(rules, card)?)), None),
            ["sealed", "-", card] => (Some((Seat::new(1), read_card(rules, card)?)), None),
            ["out", seat] => (None, Some(crate::seat(seat, 2)?)),
            _ => return Err(text::misread(text, form).into()),
        };
        let [shown, first, second] =
            [read_cards(rules, shown)?, read_cards(rules, first)?, read_cards(rules, second)?];
        let mut state = State::first(rules);
        let mut play = |actor, action| {
            if let Some(refusal) = Self::refuse(rules, &state, actor, action) {
                return Err(Fault::new(
                    format!("no play leads here: {refusal}"),
                    "a position must be one that play can reach",
                ));
            }
            Self::apply(rules, &mut state, actor, action, &mut NoLog);
            Ok(())
        };
        // The last round plays itself, and so do prizes in a fixed order.
        let choices = usize::from(rules.cards - 1);
        for (round, &prize) in shown.iter().take(choices).enumerate() {
            if rules.order == Order::Random {
                play(Actor::Chance, Action::Prize(prize))?;
            }
            if let (Some(&first), Some(&second)) = (first.get(round), second.get(round)) {
                play(Seat::new(0).into(), Action::Bid(first))?;
                play(Seat::new(1).into(), Action::Bid(second))?;
            }
        }
        if let Some((seat, card)) = sealed {
            play(seat.into(), Action::Bid(card))?;
        }
        if let Some(seat) = conceded {
            if state.is_over(rules) {
                return Err(
                    Fault::new("nobody can concede after the end", "leave `out SEAT` out (GOOF-8)").into()
                );
            }
            Self::concede(rules, &mut state, seat, &mut NoLog);
        }
        let canonical = position_text::<Self>(rules, &state);
        if canonical == text {
            Ok(state)
        } else {
            let what = format!("these prizes and bids lead to `{canonical}`");
            Err(Fault::new(
                what,
                "give both seats as many bids, and the prizes as they come (GOOF-2, GOOF-3)",
            )
            .into())
        }
    }
}

fn read_card(rules: &Rules, text: &str) -> Result<Card, Fault> {
    text::number::<Card>(text, "a card").ok().filter(|card| (1..=rules.cards).contains(card)).ok_or_else(
        || {
            let shown: String = text.chars().take(20).collect();
            Fault::new(
                format!("`{shown}` is no card"),
                format!("the cards are 1 to {} (GOOF-1)", rules.cards),
            )
        },
    )
}

fn read_cards(rules: &Rules, text: &str) -> Result<Vec<Card>, Fault> {
    if text == "-" { Ok(Vec::new()) } else { text.split(',').map(|card| read_card(rules, card)).collect() }
}

/// Shows a prize. Rules: GOOF-2.
#[inline]
fn show(state: &mut State, card: Card, log: &mut impl Log<Event>) {
    state.prize = card;
    state.prizes &= !bit(card);
    state.shown.put(state.rounds, card);
    log.add(Event::Shown(card));
}

/// Shows the next prize where no chance is needed. Rules: GOOF-2, GOOF-6.
#[inline]
fn next_prize(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let prizes = state.prizes;
    match rules.order {
        Order::Random if state.rounds + 1 < rules.cards => state.prize = NONE,
        Order::Random | Order::Ascending => show(state, lowest(prizes), log),
        Order::Descending => show(state, highest(prizes), log),
    }
}

/// Opens both bids; the last cards are then played at once. Rules: GOOF-3, GOOF-6.
#[inline]
fn open(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    compare(state, log);
    next_prize(rules, state, log);
    if state.rounds + 1 == rules.cards {
        state.sealed = state.hands.map(lowest);
        compare(state, log);
        log.add(Event::Ended(state.points));
    }
}

/// Gives the prize to the higher of the sealed bids. Rules: GOOF-4.
#[inline]
fn compare(state: &mut State, log: &mut impl Log<Event>) {
    let [first, second] = state.sealed;
    state.sealed = [NONE; 2];
    for (seat, card) in [first, second].into_iter().enumerate() {
        state.hands[seat] &= !bit(card);
        state.bids[seat].put(state.rounds, card);
    }
    state.rounds += 1;
    let prize = state.prize;
    state.points[0] += if first > second { prize } else { 0 };
    state.points[1] += if second > first { prize } else { 0 };
    log.add(Event::Opened([Some(first), Some(second)]));
    log.add(match taker(first, second) {
        NOBODY => Event::Discarded(prize),
        taker => Event::Took(Seat::new(taker - 1), prize),
    });
}

/// All the bids that a view allows, counted from each pair of cards used.
struct Worlds<'a> {
    view: &'a View,
    /// All cards of a hand.
    all: Cards,
    /// How many ways there are to go on once these cards are used; [`UNKNOWN`] until it is asked.
    /// Only hidden seats count in the index, since the others' cards follow from the round.
    ways: Vec<u64>,
}

/// A count that was not made yet.
const UNKNOWN: u64 = u64::MAX;

impl<'a> Worlds<'a> {
    fn new(rules: &Rules, view: &'a View) -> Self {
        let hidden = view.hidden.iter().filter(|&&hidden| hidden).count();
        Self {
            view,
            all: (1 << rules.cards) - 1,
            ways: vec![UNKNOWN; 1 << (hidden * usize::from(rules.cards))],
        }
    }

    /// What `seat` may have bid in `round` after it used these cards.
    fn bids(&self, seat: usize, round: u8, used: Cards) -> Cards {
        if self.view.hidden[seat] { self.all & !used } else { bit(self.view.known.bids[seat].at(round)) }
    }

    fn index(&self, used: [Cards; 2]) -> usize {
        let of = |seat: usize| if self.view.hidden[seat] { usize::from(used[seat]) } else { 0 };
        if self.view.hidden[1] { of(0) * (usize::from(self.all) + 1) + of(1) } else { of(0) }
    }

    /// How many ways there are to bid in `round` and later. At most 8! for each seat.
    fn count(&mut self, round: u8, used: [Cards; 2]) -> u64 {
        if round == self.view.known.rounds {
            return 1;
        }
        let index = self.index(used);
        if self.ways[index] == UNKNOWN {
            let mut ways = 0;
            self.each(round, used, |worlds, _, used| {
                ways += worlds.count(round + 1, used);
                false
            });
            self.ways[index] = ways;
        }
        self.ways[index]
    }

    /// Calls `visit` with each pair of bids that fits `round` and the cards used after it, until it
    /// says true.
    fn each(
        &mut self,
        round: u8,
        used: [Cards; 2],
        mut visit: impl FnMut(&mut Self, [Card; 2], [Cards; 2]) -> bool,
    ) {
        let wanted = self.view.takers.at(round);
        let mut firsts = self.bids(0, round, used[0]);
        while firsts != 0 {
            let first = lowest(firsts);
            firsts &= firsts - 1;
            let mut seconds = self.bids(1, round, used[1]);
            while seconds != 0 {
                let second = lowest(seconds);
                seconds &= seconds - 1;
                if taker(first, second) == wanted
                    && visit(self, [first, second], [used[0] | bit(first), used[1] | bit(second)])
                {
                    return;
                }
            }
        }
    }

    /// The bids of one world, each equally likely.
    fn draw(mut self, rng: &mut Rng) -> [Sequence; 2] {
        let mut bids = [Sequence::EMPTY; 2];
        let mut used = [0; 2];
        let mut world = rng.below_u64(self.count(0, used));
        for round in 0..self.view.known.rounds {
            let mut chosen = ([NONE; 2], used);
            self.each(round, used, |worlds, pair, used| {
                let ways = worlds.count(round + 1, used);
                chosen = (pair, used);
                let here = world < ways;
                world -= if here { 0 } else { ways };
                here
            });
            let (pair, after) = chosen;
            bids[0].put(round, pair[0]);
            bids[1].put(round, pair[1]);
            used = after;
        }
        bids
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::*;

    const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

    fn start(settings: &str) -> Start<Goofspiel> {
        let settings = Settings::parse(settings).expect("the test's setup is well formed");
        Goofspiel::compile(&settings, &Sources::none()).expect("the test's setup is valid")
    }

    /// Bids for both seats, each a legal card.
    fn bid(game: &mut Start<Goofspiel>, cards: [Card; 2]) -> Vec<Event> {
        let mut log = Vec::new();
        for (seat, card) in SEATS.into_iter().zip(cards) {
            assert_eq!(Goofspiel::refuse(&game.rules, &game.state, seat.into(), Action::Bid(card)), None);
            Goofspiel::apply(&game.rules, &mut game.state, seat.into(), Action::Bid(card), &mut log);
        }
        log
    }

    fn prize(game: &mut Start<Goofspiel>, card: Card) {
        assert_eq!(Goofspiel::refuse(&game.rules, &game.state, Actor::Chance, Action::Prize(card)), None);
        Goofspiel::apply(&game.rules, &mut game.state, Actor::Chance, Action::Prize(card), &mut NoLog);
    }

    fn text(game: &Start<Goofspiel>) -> String {
        position_text::<Goofspiel>(&game.rules, &game.state)
    }

    fn scores(game: &Start<Goofspiel>) -> Option<Vec<i32>> {
        Goofspiel::outcome(&game.rules, &game.state).map(|outcome| outcome.scores().to_vec())
    }

    fn code(game: &Start<Goofspiel>, actor: Actor, action: Action) -> Option<&'static str> {
        Goofspiel::refuse(&game.rules, &game.state, actor, action).map(|refusal| refusal.code)
    }

    /// Rules: GOOF-1, GOOF-2.
    #[test]
    fn prizes_come_as_the_order_says() {
        let mut game = start("cards=4");
        assert_eq!(Goofspiel::turn(&game.rules, &game.state), Turn::Chance);
        assert_eq!(code(&game, SEATS[0].into(), Action::Bid(1)), Some("prize-first"));
        prize(&mut game, 2);
        bid(&mut game, [1, 4]);
        assert_eq!(text(&game), "2 1 4");
        assert_eq!(code(&game, Actor::Chance, Action::Prize(2)), Some("prize-gone"));
        assert_eq!(text(&start("cards=4 order=descending")), "4 - -");
        let mut ascending = start("cards=4 order=ascending");
        bid(&mut ascending, [1, 4]);
        assert_eq!(text(&ascending), "1,2 1 4");
        assert_eq!(code(&ascending, Actor::Chance, Action::Prize(3)), Some("fixed-order"));
    }

    /// Rules: GOOF-3.
    #[test]
    fn bids_are_sealed_and_cards_spent() {
        let mut game = start("cards=4 order=descending");
        let state = game.state;
        Goofspiel::apply(&game.rules, &mut game.state, SEATS[1].into(), Action::Bid(3), &mut NoLog);
        assert_eq!(Goofspiel::turn(&game.rules, &game.state), Turn::seat(SEATS[0]));
        assert_eq!(code(&game, SEATS[1].into(), Action::Bid(1)), Some("already-chosen"));
        let view = Goofspiel::view(&game.rules, &game.state, Viewer::seat(SEATS[0]));
        let view = serde_json::to_value(view).expect("views are data");
        assert_eq!((&view["locked"], &view["sealed"]), (&json!([false, true]), &json!([null, null])));
        Goofspiel::apply(&game.rules, &mut game.state, SEATS[0].into(), Action::Bid(2), &mut NoLog);
        let mut other = Start { state, ..game.clone() };
        bid(&mut other, [2, 3]);
        assert_eq!(other.state, game.state);
        assert_eq!(code(&game, SEATS[1].into(), Action::Bid(3)), Some("card-gone"));
    }

    /// Rules: GOOF-4, GOOF-6, GOOF-7. Of 3, 2 and 1, seat 0 takes the 3, the 2 is discarded, and the
    /// last cards, 1 and 3, give the 1 to seat 1.
    #[test]
    fn the_last_cards_play_themselves() {
        for (reward, expected) in [("win-loss", [1, -1]), ("points-difference", [2, -2])] {
            let mut game = start(&format!("cards=3 order=descending reward={reward}"));
            bid(&mut game, [3, 1]);
            assert_eq!(scores(&game), None);
            let events = bid(&mut game, [2, 2]);
            let last = [
                Event::Opened([Some(2), Some(2)]),
                Event::Discarded(2),
                Event::Shown(1),
                Event::Opened([Some(1), Some(3)]),
                Event::Took(SEATS[1], 1),
                Event::Ended([3, 1]),
            ];
            assert_eq!(events[2..], last);
            assert_eq!(text(&game), "3,2,1 3,2,1 1,2,3");
            assert_eq!(scores(&game), Some(expected.to_vec()));
        }
    }

    /// Rules: GOOF-6. The default game has twelve rounds with choices.
    #[test]
    fn the_last_prize_needs_no_chance() {
        let mut game = start("");
        for card in 1..=12 {
            prize(&mut game, card);
            bid(&mut game, [card, card]);
        }
        assert_eq!(Goofspiel::turn(&game.rules, &game.state), Turn::Over);
        assert_eq!(scores(&game), Some(vec![0, 0]));
        assert_eq!(Goofspiel::longest(&game.rules), 36);
    }

    /// Rules: GOOF-5. Seat 1 bid 2 and lost, then bid 1 and lost: seat 0 may have bid 3 and 2, 3 and 4,
    /// 4 and 2, or 4 and 3.
    #[test]
    fn imagined_bids_fit_the_takers_evenly() {
        let mut game = start("cards=4 order=ascending information=imperfect");
        bid(&mut game, [4, 2]);
        bid(&mut game, [3, 1]);
        let view = Goofspiel::view(&game.rules, &game.state, Viewer::seat(SEATS[1]));
        let shown = serde_json::to_value(view).expect("views are data");
        assert_eq!((&shown["bids"], &shown["takers"]), (&json!([null, [2, 1]]), &json!([0, 0])));
        let mut rng = Rng::from_number(3);
        let mut seen = BTreeMap::new();
        for _ in 0..4000 {
            let imagined = Goofspiel::imagine(&game.rules, &view, &mut rng);
            assert_eq!(Goofspiel::view(&game.rules, &imagined, Viewer::seat(SEATS[1])), view);
            *seen.entry(imagined.bids[0].list()).or_insert(0) += 1;
        }
        assert_eq!(seen.keys().cloned().collect::<Vec<_>>(), [[3, 2], [3, 4], [4, 2], [4, 3]]);
        assert!(seen.values().all(|count| (900..1100).contains(count)), "{seen:?}");
    }

    /// Rules: GOOF-5.
    #[test]
    fn nobody_sees_the_other_bids() {
        let game = start("cards=4 information=imperfect");
        let opened = Event::Opened([Some(3), Some(2)]);
        let seen = |viewer| Goofspiel::witness(&game.rules, &opened, viewer);
        assert_eq!(seen(Viewer::seat(SEATS[1])), Some(Event::Opened([None, Some(2)])));
        assert_eq!(seen(Viewer::Spectator), Some(Event::Opened([None, None])));
        assert_eq!(seen(Viewer::everyone(2)), Some(opened.clone()));
    }

    /// Counts the ends below `state` and collects what the seats see when they bid.
    fn explore(rules: &Rules, state: &State, seen: &mut HashSet<(Seat, View)>) -> u32 {
        let Turn::Players(seats) = Goofspiel::turn(rules, state) else { return 1 };
        let seat = seats.lowest();
        seen.insert((seat, Goofspiel::view(rules, state, Viewer::seat(seat))));
        let mut offered = Actions::new();
        Goofspiel::legal(rules, state, seat, &mut offered);
        let ends = offered.iter().map(|&action| {
            let mut next = *state;
            Goofspiel::apply(rules, &mut next, seat.into(), action, &mut NoLog);
            explore(rules, &next, seen)
        });
        ends.sum()
    }

    /// Rules: GOOF-5, GOOF-6. The published sizes of the game with prizes in descending order.
    #[test]
    fn the_imperfect_game_has_its_published_size() {
        for (cards, ends, views) in [(4, 576, 162), (5, 14400, 2124)] {
            let game = start(&format!("cards={cards} order=descending information=imperfect"));
            let mut seen = HashSet::new();
            assert_eq!(explore(&game.rules, &game.state, &mut seen), ends);
            assert_eq!(seen.len(), views);
        }
    }

    /// Rules: GOOF-8.
    #[test]
    fn a_concession_loses() {
        for (reward, expected) in [("win-loss", [1, -1]), ("points-difference", [10, -10])] {
            let mut game = start(&format!("cards=4 order=descending reward={reward}"));
            bid(&mut game, [1, 2]);
            Goofspiel::apply(&game.rules, &mut game.state, SEATS[0].into(), Action::Bid(4), &mut NoLog);
            Goofspiel::concede(&game.rules, &mut game.state, SEATS[1], &mut NoLog);
            assert_eq!(scores(&game), Some(expected.to_vec()));
            assert_eq!(text(&game), "4,3 1 2 out 1");
            assert_eq!(Goofspiel::read_position(&game.rules, "4,3 1 2 out 1"), Ok(game.state));
        }
    }

    #[test]
    fn setups_report_every_fault() {
        let faults = |settings| {
            let settings = Settings::parse(settings).expect("the test's setup is well formed");
            Goofspiel::compile(&settings, &Sources::none()).err().map_or(0, |faults| faults.0.len())
        };
        assert_eq!(faults("information=imperfect"), 1);
        assert_eq!(faults("information=imperfect cards=8"), 0);
        assert_eq!(faults("information=imperfect cards=9 order=up reward=none"), 3);
        assert_eq!(faults("information=imperfect cards=99"), 1);
    }

    #[test]
    fn positions_that_no_play_reaches_are_refused() {
        let game = start("cards=3");
        for good in ["- - -", "2 - -", "2 1 3", "2,3 1 3 sealed - 2", "2,3,1 1,2,3 3,2,1", "2,3 1 3 out 0"] {
            assert!(Goofspiel::read_position(&game.rules, good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "2 1 -",
            "2,2 1 3",
            "2 1,2 3,1",
            "2,3 1,2 3,2",
            "2,3,1 1,2,3 3,2,2",
            "2,3,1 1,2,3 3,2,1 out 0",
            "2 1 3 sealed 2 -",
            "2 - - sealed - -",
            "2 - - sealed 1 1",
            "4 - -",
            "02 - -",
            "2, - -",
        ] {
            assert!(Goofspiel::read_position(&game.rules, bad).is_err(), "{bad}");
        }
    }
}
