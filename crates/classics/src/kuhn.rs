//! Kuhn poker for two to four seats. Rewards are chips won or lost; seat 0 begins.

use engine::{
    Actions, Actor, EventData, Fault, Faults, Game, Log, OptionSpec, Outcome, Purpose, Refusal, Rng, Seat,
    Settings, Sources, Start, Turn, Values, Viewer, Weighted, text,
};
use serde::Serialize;
use serde_json::{Value, json};

/// The game. Rules: KUHN-1 to KUHN-9.
pub struct Kuhn;

/// How many sit at the table.
pub struct Rules {
    players: u8,
}

/// A card by its strength: 0 is the lowest of the deck. Rules: KUHN-1.
type Rank = u8;

/// No card yet, or a card that is hidden. As a bit it lies above every deck.
const NONE: Rank = 7;

/// The most seats. Rules: KUHN-1.
const MOST_SEATS: usize = 4;

/// The cards of the largest deck; a smaller deck holds the last of them. Rules: KUHN-1.
const NAMES: [char; MOST_SEATS + 1] = ['9', 'T', 'J', 'Q', 'K'];

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// A card is dealt to the mover.
    Deal,
    /// The mover passes or bets.
    Bet,
    /// Those still in showed.
    Showdown,
    /// All but one folded or conceded.
    Alone,
}

/// A position. The bets are kept in full: they are what every seat remembers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    hands: [Rank; MOST_SEATS],
    /// How often somebody passed or bet.
    acts: u8,
    /// Which of the acts were bets, the first act in the lowest bit.
    bets: u8,
    /// The seats that conceded, one bit each.
    out: u8,
    /// The next to be dealt to or to act.
    mover: Seat,
    stage: Stage,
}

/// Anything a seat or Chance can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Pay nothing; after a bet, fold.
    Pass,
    /// Pay 1; after a bet, call.
    Bet,
    /// Chance deals a card.
    Deal(Rank),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat got a card; others do not see which.
    Dealt(Seat, Option<Rank>),
    /// A seat passed before any bet.
    Passed(Seat),
    /// A seat passed after a bet.
    Folded(Seat),
    /// A seat bet first.
    Bet(Seat),
    /// A seat bet after a bet.
    Called(Seat),
    /// The seats still in showed their cards.
    Shown([Option<Rank>; MOST_SEATS]),
    /// A seat won a pot of so many chips at a showdown.
    Won(Seat, u8),
    /// A seat won a pot of so many chips because nobody else was left.
    WonAlone(Seat, u8),
    /// A seat gave up.
    Conceded(Seat),
}

/// A position as somebody may see it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    /// The cards in hand; `?` is hidden, `-` not dealt.
    hands: Vec<char>,
    paid: Vec<u8>,
    mover: Seat,
    stage: Stage,
    /// `p` and `b` in order.
    bets: String,
    /// The seats that conceded.
    out: Vec<Seat>,
    #[serde(skip)]
    known: State,
}

impl View {
    /// The card of each seat, as far as the viewer knows them.
    pub fn cards(&self) -> [Option<Rank>; MOST_SEATS] {
        self.known.cards()
    }
}

const NO_SUCH_SEAT: Refusal = Refusal::new("no-such-seat", "KUHN-1", "there is no such seat");
const STILL_DEALING: Refusal = Refusal::new("still-dealing", "KUHN-2", "the cards are not all dealt yet");
const NOT_YOUR_TURN: Refusal = Refusal::new("not-your-turn", "KUHN-3", "it is not your turn to act");
const CHANCE_DEALS: Refusal = Refusal::new("chance-deals", "KUHN-2", "cards are dealt by chance");
const CHANCE_ONLY_DEALS: Refusal =
    Refusal::new("chance-only-deals", "KUHN-2", "chance deals cards and does nothing else");
const NO_DEAL_NOW: Refusal = Refusal::new("no-deal-now", "KUHN-2", "every seat has its card");
const CARD_GONE: Refusal = Refusal::new("card-gone", "KUHN-1", "that card is out");
const OVER: Refusal = Refusal::new("game-over", "KUHN-9", "the game is over");

impl Rules {
    fn name(&self, rank: Rank) -> char {
        match rank {
            NONE => '-',
            _ => NAMES[MOST_SEATS - usize::from(self.players) + usize::from(rank)],
        }
    }

    fn read_rank(&self, text: &str) -> Option<Rank> {
        let mut chars = text.chars();
        let (card, None) = (chars.next()?, chars.next()) else { return None };
        (0..=self.players).find(|&rank| self.name(rank) == card)
    }

    /// The seats as bits.
    #[inline]
    fn everybody(&self) -> u8 {
        (1 << self.players) - 1
    }
}

/// The seats of a set of bits.
fn seats_of(bits: u8) -> impl Iterator<Item = Seat> {
    Seat::all(MOST_SEATS as u8).filter(move |seat| bits >> seat.index() & 1 == 1)
}

/// Whether a set of seats holds just one.
#[inline]
fn is_alone(bits: u8) -> bool {
    bits.is_power_of_two()
}

impl State {
    const START: Self =
        Self { hands: [NONE; MOST_SEATS], acts: 0, bets: 0, out: 0, mover: Seat::new(0), stage: Stage::Deal };

    /// The card of each seat, as far as they are dealt. Rules: KUHN-2.
    pub fn cards(&self) -> [Option<Rank>; MOST_SEATS] {
        self.hands.map(|rank| (rank != NONE).then_some(rank))
    }

    /// The same position with other cards.
    #[must_use]
    pub fn with_cards(&self, cards: [Option<Rank>; MOST_SEATS]) -> Self {
        Self { hands: cards.map(|card| card.unwrap_or(NONE)), ..*self }
    }

    /// Whether `seat` has shown its card. Rules: KUHN-7.
    pub fn is_shown(&self, rules: &Rules, seat: Seat) -> bool {
        self.stage == Stage::Showdown && self.still_in(rules) >> seat.index() & 1 == 1
    }

    /// The cards still in the deck, one bit a rank.
    #[inline]
    fn deck(&self, rules: &Rules) -> u8 {
        let dealt = self.hands.iter().fold(0, |dealt, rank| dealt | 1u8 << rank);
        ((1 << (rules.players + 1)) - 1) & !dealt
    }

    /// A card drawn from the deck, each equally likely.
    #[inline]
    fn draw(&self, rules: &Rules, rng: &mut Rng) -> Rank {
        let mut deck = self.deck(rules);
        for _ in 0..rng.below(deck.count_ones()) {
            deck &= deck - 1;
        }
        deck.trailing_zeros() as Rank
    }

    /// After how many acts the betting is over, as far as one can tell now. Rules: KUHN-5.
    #[inline]
    fn limit(&self, rules: &Rules) -> u8 {
        if self.bets == 0 { rules.players } else { rules.players + self.bets.trailing_zeros() as u8 }
    }

    /// The seats that bet, as bits.
    fn bettors(&self, rules: &Rules) -> u8 {
        (self.bets | self.bets >> rules.players) & rules.everybody()
    }

    /// The seats that neither folded nor conceded, as bits. Rules: KUHN-4, KUHN-8.
    fn still_in(&self, rules: &Rules) -> u8 {
        // Only what came after the lowest bet can be a fold.
        let after_bet = if self.bets == 0 { 0 } else { !(self.bets ^ (self.bets - 1)) };
        let folds = after_bet & !self.bets & ((1u16 << self.acts) - 1) as u8;
        rules.everybody() & !(folds | folds >> rules.players) & !self.out
    }

    fn paid(&self, rules: &Rules, seat: Seat) -> u8 {
        1 + (self.bettors(rules) >> seat.index() & 1)
    }

    fn pot(&self, rules: &Rules) -> u8 {
        rules.players + self.bets.count_ones() as u8
    }

    /// Who takes the pot. Rules: KUHN-6, KUHN-7.
    fn winner(&self, rules: &Rules) -> Option<Seat> {
        let still_in = seats_of(self.still_in(rules));
        match self.stage {
            Stage::Deal | Stage::Bet => None,
            Stage::Showdown | Stage::Alone => still_in.max_by_key(|seat| self.hands[seat.index()]),
        }
    }

    fn written_bets(&self) -> String {
        (0..self.acts).map(|act| if self.bets >> act & 1 == 1 { 'b' } else { 'p' }).collect()
    }

    /// Adds an act of the mover. Rules: KUHN-3, KUHN-4.
    #[inline]
    fn act(&mut self, rules: &Rules, bet: bool, log: &mut impl Log<Event>) {
        log.add(match (bet, self.bets) {
            (false, 0) => Event::Passed(self.mover),
            (false, _) => Event::Folded(self.mover),
            (true, 0) => Event::Bet(self.mover),
            (true, _) => Event::Called(self.mover),
        });
        self.bets |= u8::from(bet) << self.acts;
        self.acts += 1;
        self.mover = self.mover.next(rules.players);
    }

    /// Goes on to the next choice, or ends the game. Rules: KUHN-5, KUHN-6, KUHN-8.
    #[inline]
    fn settle(&mut self, rules: &Rules, log: &mut impl Log<Event>) {
        loop {
            let done = self.stage == Stage::Bet && self.acts == self.limit(rules);
            if done || (self.out != 0 && is_alone(self.still_in(rules))) {
                return self.end(rules, log);
            }
            if self.stage == Stage::Deal || self.out >> self.mover.index() & 1 == 0 {
                return;
            }
            self.act(rules, false, log);
        }
    }

    /// Ends the game, with a showdown unless just one seat is left. Rules: KUHN-6, KUHN-7.
    #[inline]
    fn end<L: Log<Event>>(&mut self, rules: &Rules, log: &mut L) {
        let still_in = self.still_in(rules);
        self.stage = if is_alone(still_in) { Stage::Alone } else { Stage::Showdown };
        if !L::LIVE {
            return;
        }
        let (winner, pot) = (self.winner(rules).expect("the game just ended"), self.pot(rules));
        if self.stage == Stage::Alone {
            log.add(Event::WonAlone(winner, pot));
        } else {
            let mut shown = [None; MOST_SEATS];
            for seat in seats_of(still_in) {
                shown[seat.index()] = Some(self.hands[seat.index()]);
            }
            log.add(Event::Shown(shown));
            log.add(Event::Won(winner, pot));
        }
    }
}

impl Game for Kuhn {
    const ID: &'static str = "kuhn-poker";
    const TITLE: &'static str = "Kuhn poker";
    const VERSION: u32 = 1;
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec {
        key: "players",
        values: Values::Whole(2, MOST_SEATS as i64),
        default: "2",
        help: "how many play; the deck holds one card more",
    }];
    const REFUSALS: &'static [Refusal] = &[
        NO_SUCH_SEAT,
        STILL_DEALING,
        NOT_YOUR_TURN,
        CHANCE_DEALS,
        CHANCE_ONLY_DEALS,
        NO_DEAL_NOW,
        CARD_GONE,
        OVER,
    ];
    const ACTION_KINDS: &'static [&'static str] = &["pass", "bet", "deal"];
    const EVENT_KINDS: &'static [&'static str] =
        &["dealt", "passed", "folded", "bet", "called", "shown", "won", "won-alone", "conceded"];

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn compile(settings: &Settings, _: &Sources) -> Result<Start<Self>, Faults> {
        let (checked, faults) = settings.check(Self::OPTIONS);
        let rules = Rules { players: checked.whole("players") as u8 };
        faults.or(Start::new(rules, State::START))
    }

    fn seats(rules: &Rules) -> u8 {
        rules.players
    }

    /// A card each, and at most all but one pass before the first bet. Rules: KUHN-5.
    fn longest(rules: &Rules) -> u32 {
        3 * u32::from(rules.players) - 1
    }

    #[inline]
    fn turn(_: &Rules, state: &State) -> Turn {
        match state.stage {
            Stage::Deal => Turn::Chance,
            Stage::Bet => Turn::seat(state.mover),
            Stage::Showdown | Stage::Alone => Turn::Over,
        }
    }

    /// Rules: KUHN-6, KUHN-7.
    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        let winner = state.winner(rules)?;
        let mut scores = [0; MOST_SEATS];
        for seat in Seat::all(rules.players) {
            let won = if seat == winner { state.pot(rules) } else { 0 };
            scores[seat.index()] = i32::from(won) - i32::from(state.paid(rules, seat));
        }
        Some(Outcome::by_score(&scores[..usize::from(rules.players)]))
    }

    #[inline]
    fn legal(_: &Rules, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if state.stage == Stage::Bet && seat == state.mover {
            out.push(Action::Pass);
            out.push(Action::Bet);
        }
    }

    #[inline]
    fn pick(_: &Rules, _: &State, _: Seat, rng: &mut Rng) -> (Action, u32) {
        (if rng.below(2) == 0 { Action::Pass } else { Action::Bet }, 2)
    }

    fn refuse(rules: &Rules, state: &State, actor: Actor, action: Action) -> Option<Refusal> {
        match (actor, action) {
            _ if matches!(state.stage, Stage::Showdown | Stage::Alone) => Some(OVER),
            (Actor::Chance, Action::Deal(_)) if state.stage != Stage::Deal => Some(NO_DEAL_NOW),
            (Actor::Chance, Action::Deal(rank)) => (state.deck(rules) >> rank & 1 == 0)
                .then(|| CARD_GONE.because(format!("{} is out", rules.name(rank)))),
            (Actor::Chance, Action::Pass | Action::Bet) => Some(CHANCE_ONLY_DEALS),
            (Actor::Seat(seat), _) if seat.index() >= usize::from(rules.players) => {
                Some(NO_SUCH_SEAT.because(format!("the seats are 0 to {}", rules.players - 1)))
            }
            (Actor::Seat(_), Action::Deal(_)) => Some(CHANCE_DEALS),
            (Actor::Seat(_), _) if state.stage == Stage::Deal => Some(STILL_DEALING),
            (Actor::Seat(seat), Action::Pass | Action::Bet) => (seat != state.mover).then_some(NOT_YOUR_TURN),
        }
    }

    fn chance(rules: &Rules, state: &State, out: &mut Weighted<Action>) {
        let deck = state.deck(rules);
        for rank in 0..=rules.players {
            out.push(Action::Deal(rank), u64::from(deck >> rank & 1));
        }
    }

    #[inline]
    fn sample(rules: &Rules, state: &State, rng: &mut Rng) -> Action {
        Action::Deal(state.draw(rules, rng))
    }

    fn purpose(_: &Rules, state: &State) -> Purpose {
        Purpose::nth("deal", state.mover.index() as u8)
    }

    fn pile(rules: &Rules, state: &State) -> Vec<String> {
        let deck = state.deck(rules);
        (0..=rules.players)
            .filter(|rank| deck >> rank & 1 == 1)
            .map(|rank| rules.name(rank).to_string())
            .collect()
    }

    #[inline]
    fn apply(rules: &Rules, state: &mut State, _: Actor, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Deal(rank) => deal(rules, state, rank, log),
            Action::Pass => state.act(rules, false, log),
            Action::Bet => state.act(rules, true, log),
        }
        state.settle(rules, log);
    }

    /// The seat folds and the others play on. Nothing happens if it has conceded before.
    /// Rules: KUHN-8.
    fn concede(rules: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        if state.out >> seat.index() & 1 == 0 {
            state.out |= 1 << seat.index();
            log.add(Event::Conceded(seat));
            state.settle(rules, log);
        }
    }

    fn default_action(_: &Rules, _: &State, _: Seat) -> Action {
        Action::Pass
    }

    /// Bets in three of four cases.
    fn lively(_: &Rules, offered: &[Action], rng: &mut Rng) -> Action {
        if offered.contains(&Action::Bet) && rng.chance(1, 2) { Action::Bet } else { *rng.one_of(offered) }
    }

    fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
        let mut known = *state;
        let mut hands = Vec::with_capacity(usize::from(rules.players));
        for seat in Seat::all(rules.players) {
            let rank = state.hands[seat.index()];
            let seen = rank == NONE || viewer.holds(seat) || state.is_shown(rules, seat);
            if !seen {
                known.hands[seat.index()] = NONE;
            }
            hands.push(if seen { rules.name(rank) } else { '?' });
        }
        View {
            hands,
            paid: Seat::all(rules.players).map(|seat| state.paid(rules, seat)).collect(),
            mover: state.mover,
            stage: state.stage,
            bets: state.written_bets(),
            out: seats_of(state.out).collect(),
            known,
        }
    }

    /// The law: each hidden card is drawn from the cards the viewer cannot see, every card equally
    /// likely, whatever was bet.
    fn imagine(rules: &Rules, view: &View, rng: &mut Rng) -> State {
        let mut state = view.known;
        for (seat, _) in view.hands.iter().enumerate().filter(|&(_, &card)| card == '?') {
            state.hands[seat] = state.draw(rules, rng);
        }
        state
    }

    fn witness(_: &Rules, event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Dealt(seat, _) if !viewer.holds(*seat) => Some(Event::Dealt(*seat, None)),
            _ => Some(event.clone()),
        }
    }

    fn reveals(_: &Rules, event: &Event) -> bool {
        matches!(event, Event::Dealt(..) | Event::Shown(_))
    }

    fn kind(_: &Rules, action: Action) -> &'static str {
        match action {
            Action::Pass => "pass",
            Action::Bet => "bet",
            Action::Deal(_) => "deal",
        }
    }

    fn label(rules: &Rules, state: &State, _: Actor, action: Action) -> String {
        match (action, state.bets) {
            (Action::Pass, 0) => "pass".to_owned(),
            (Action::Pass, _) => "pass and fold".to_owned(),
            (Action::Bet, 0) => "bet 1".to_owned(),
            (Action::Bet, _) => "bet 1 and stay in".to_owned(),
            (Action::Deal(rank), _) => format!("deal {}", rules.name(rank)),
        }
    }

    fn fields(rules: &Rules, _: Actor, action: Action) -> Value {
        match action {
            Action::Deal(rank) => json!({ "card": rules.name(rank) }),
            Action::Pass | Action::Bet => json!({}),
        }
    }

    fn tell(rules: &Rules, event: &Event) -> EventData {
        let (kind, text, rule, fields) = match event {
            Event::Dealt(seat, card) => {
                let card = card.map_or('?', |rank| rules.name(rank));
                ("dealt", format!("{seat} is dealt {card}"), "KUHN-2", json!({ "seat": seat, "card": card }))
            }
            Event::Passed(seat) => ("passed", format!("{seat} passes"), "KUHN-3", json!({ "seat": seat })),
            Event::Folded(seat) => ("folded", format!("{seat} folds"), "KUHN-4", json!({ "seat": seat })),
            Event::Bet(seat) => ("bet", format!("{seat} bets"), "KUHN-3", json!({ "seat": seat })),
            Event::Called(seat) => ("called", format!("{seat} calls"), "KUHN-4", json!({ "seat": seat })),
            Event::Shown(hands) => {
                let cards =
                    &hands.map(|card| card.map(|rank| rules.name(rank)))[..usize::from(rules.players)];
                let shows: Vec<String> = (0..rules.players)
                    .zip(cards)
                    .filter_map(|(seat, card)| card.map(|card| format!("{seat} shows {card}")))
                    .collect();
                ("shown", shows.join(", "), "KUHN-7", json!({ "cards": cards }))
            }
            Event::Won(seat, pot) => (
                "won",
                format!("{seat} wins the pot of {pot}"),
                "KUHN-7",
                json!({ "seat": seat, "pot": pot }),
            ),
            Event::WonAlone(seat, pot) => (
                "won-alone",
                format!("{seat} is the only one left and wins the pot of {pot}"),
                "KUHN-6",
                json!({ "seat": seat, "pot": pot }),
            ),
            Event::Conceded(seat) => {
                ("conceded", format!("{seat} concedes"), "KUHN-8", json!({ "seat": seat }))
            }
        };
        crate::event_data(kind, text, rule, fields)
    }

    fn picture(_: &Rules, view: &View) -> String {
        let hands: Vec<String> = view.hands.iter().map(char::to_string).collect();
        let paid: Vec<String> = view.paid.iter().map(u8::to_string).collect();
        let mut picture = format!("hands {}   paid {}   bets {}", hands.join(" "), paid.join(" "), view.bets);
        if !view.out.is_empty() {
            let out: Vec<String> = view.out.iter().map(Seat::to_string).collect();
            picture.push_str(&format!("   out {}", out.join(" ")));
        }
        picture
    }

    fn write_action(rules: &Rules, _: Actor, action: Action, out: &mut String) {
        match action {
            Action::Pass => out.push_str("pass"),
            Action::Bet => out.push_str("bet"),
            Action::Deal(rank) => {
                out.push_str("deal ");
                out.push(rules.name(rank));
            }
        }
    }

    fn read_action(rules: &Rules, _: Actor, text: &str) -> Result<Action, Fault> {
        match text {
            "pass" => Ok(Action::Pass),
            "bet" => Ok(Action::Bet),
            _ => text
                .strip_prefix("deal ")
                .and_then(|card| rules.read_rank(card))
                .map(Action::Deal)
                .ok_or_else(|| {
                    let cards: Vec<String> =
                        (0..=rules.players).map(|rank| rules.name(rank).to_string()).collect();
                    text::misread(
                        text,
                        &format!("pass, bet, or for chance deal with one of {}", cards.join(", ")),
                    )
                }),
        }
    }

    /// Hands and bets: `KJ pb`, or `K- -` during the deal; then who conceded: `KJQ pb out 0,1`.
    fn write_position(rules: &Rules, state: &State, out: &mut String) {
        out.extend(state.hands[..usize::from(rules.players)].iter().map(|&rank| rules.name(rank)));
        out.push(' ');
        let bets = state.written_bets();
        out.push_str(if bets.is_empty() { "-" } else { &bets });
        if state.out != 0 {
            let seats: Vec<String> = seats_of(state.out).map(|seat| seat.to_string()).collect();
            out.push_str(&format!(" out {}", seats.join(",")));
        }
    }

    fn read_position(rules: &Rules, text: &str) -> Result<State, Faults> {
        let form = "the hands and the bets, for example `KJ pb` or during the deal `K- -`, then `out SEATS` after a concession";
        let misread = || text::misread(text, form);
        let parts: Vec<&str> = text.split(' ').collect();
        let (hands, bets, out) = match parts[..] {
            [hands, bets] => (hands, bets, ""),
            [hands, bets, "out", out] if !out.is_empty() => (hands, bets, out),
            _ => return Err(misread().into()),
        };
        let mut state = State::START;
        read_hands(rules, &mut state, hands).map_err(|fault| fault.unwrap_or_else(misread))?;
        read_bets(rules, &mut state, bets).map_err(|fault| fault.unwrap_or_else(misread))?;
        for seat in out.split(',').filter(|_| !out.is_empty()) {
            let seat = 1 << crate::seat(seat, rules.players)?.index();
            if state.out >= seat {
                return Err(Fault::new(
                    "the seats that conceded are not in order",
                    "name each once, lowest first",
                )
                .into());
            }
            state.out |= seat;
        }
        place(rules, &mut state)?;
        Ok(state)
    }
}

/// Deals a card to the mover. Rules: KUHN-2.
#[inline]
fn deal(rules: &Rules, state: &mut State, rank: Rank, log: &mut impl Log<Event>) {
    let seat = state.mover;
    state.hands[seat.index()] = rank;
    state.mover = seat.next(rules.players);
    if state.mover == Seat::new(0) {
        state.stage = Stage::Bet;
    }
    log.add(Event::Dealt(seat, Some(rank)));
}

/// Reads the hands of a position: every seat in order has a card, or none from there on.
/// No fault means that the text has the wrong form. Rules: KUHN-1, KUHN-2.
fn read_hands(rules: &Rules, state: &mut State, text: &str) -> Result<(), Option<Fault>> {
    if text.chars().count() != usize::from(rules.players) {
        return Err(None);
    }
    let mut buffer = [0; 4];
    for card in text.trim_end_matches('-').chars() {
        let rank = rules.read_rank(card.encode_utf8(&mut buffer)).ok_or(None)?;
        if state.deck(rules) >> rank & 1 == 0 {
            let remedy = "each seat has a card of its own (KUHN-1)";
            return Err(Some(Fault::new(format!("{card} is dealt twice"), remedy)));
        }
        deal(rules, state, rank, &mut engine::NoLog);
    }
    Ok(())
}

/// Reads the bets of a position. No fault means that the text has the wrong form.
/// Rules: KUHN-3, KUHN-4, KUHN-5.
fn read_bets(rules: &Rules, state: &mut State, text: &str) -> Result<(), Option<Fault>> {
    if text == "-" {
        return Ok(());
    }
    if state.stage == Stage::Deal {
        return Err(Some(Fault::new(
            "somebody acted before every seat had its card",
            "write `-` for the bets (KUHN-2)",
        )));
    }
    if text.is_empty() {
        return Err(None);
    }
    for act in text.chars() {
        if state.acts == state.limit(rules) {
            return Err(Some(Fault::new(
                "somebody acted after the betting was over",
                "leave the last bets out (KUHN-5)",
            )));
        }
        match act {
            'p' => state.act(rules, false, &mut engine::NoLog),
            'b' => state.act(rules, true, &mut engine::NoLog),
            _ => return Err(None),
        }
    }
    Ok(())
}

/// Finds the stage of a position whose hands, acts and concessions are known, and refuses what no
/// order of them reaches. Rules: KUHN-5, KUHN-6, KUHN-8.
fn place(rules: &Rules, state: &mut State) -> Result<(), Fault> {
    let still_in = state.still_in(rules);
    if still_in == 0 {
        return Err(Fault::new("nobody is left", "the last seat wins the pot and cannot leave (KUHN-6)"));
    }
    if state.stage == Stage::Bet && state.acts == state.limit(rules) {
        // The betting ended the game, so every concession came before the last act.
        let last = state.acts - 1;
        let mut before = *state;
        before.acts = last;
        before.bets &= (1 << last) - 1;
        if before.still_in(rules).count_ones() < 2 {
            return Err(Fault::new(
                "somebody acted although just one seat was left",
                "leave the last bet out (KUHN-6)",
            ));
        }
        let actor = last % rules.players;
        if state.out >> actor & 1 == 1 && state.bets >> last & 1 == 1 {
            return Err(Fault::new(
                format!("seat {actor} bet last and cannot have conceded"),
                "leave it out (KUHN-8)",
            ));
        }
        state.stage = if is_alone(still_in) { Stage::Alone } else { Stage::Showdown };
    } else if is_alone(still_in) {
        state.stage = Stage::Alone;
    } else if state.stage == Stage::Bet && state.out >> state.mover.index() & 1 == 1 {
        let what = format!("it is the turn of seat {}, which conceded", state.mover);
        return Err(Fault::new(what, "write its pass as `p` (KUHN-8)"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{NoLog, position_text};

    fn start(players: u8) -> Start<Kuhn> {
        Kuhn::compile(&Settings::parse(&format!("players={players}")).unwrap(), &Sources::none()).unwrap()
    }

    fn seat(index: u8) -> Seat {
        Seat::new(index)
    }

    /// Who is asked in a position.
    fn asked(rules: &Rules, state: &State) -> Actor {
        match Kuhn::turn(rules, state) {
            Turn::Chance => Actor::Chance,
            _ => Actor::Seat(state.mover),
        }
    }

    /// Plays actions from the start; `out 1` is a concession.
    fn play(players: u8, actions: &[&str]) -> (Start<Kuhn>, State, Vec<Event>) {
        let start = start(players);
        let (mut state, mut log) = (start.state, Vec::new());
        for text in actions {
            if let Some(seat) = text.strip_prefix("out ") {
                let seat = crate::seat(seat, players).unwrap();
                Kuhn::concede(&start.rules, &mut state, seat, &mut log);
                continue;
            }
            let action = Kuhn::read_action(&start.rules, Actor::Seat(Seat::new(0)), text).unwrap();
            let actor = asked(&start.rules, &state);
            assert_eq!(Kuhn::refuse(&start.rules, &state, actor, action), None, "{text}");
            Kuhn::apply(&start.rules, &mut state, actor, action, &mut log);
        }
        (start, state, log)
    }

    fn scores(players: u8, actions: &[&str]) -> Vec<i32> {
        let (start, state, _) = play(players, actions);
        Kuhn::outcome(&start.rules, &state).expect("the game is over").scores().to_vec()
    }

    /// KUHN-3 to KUHN-7: the five ways two seats can bet.
    #[test]
    fn two_seats_settle_the_pot() {
        let deal = ["deal J", "deal Q"];
        let played = |bets: &[&str]| scores(2, &[&deal[..], bets].concat());
        assert_eq!(played(&["pass", "pass"]), [-1, 1]);
        assert_eq!(played(&["pass", "bet", "pass"]), [-1, 1]);
        assert_eq!(played(&["pass", "bet", "bet"]), [-2, 2]);
        assert_eq!(played(&["bet", "pass"]), [1, -1]);
        assert_eq!(played(&["bet", "bet"]), [-2, 2]);
    }

    /// KUHN-4, KUHN-5, KUHN-7: the seats before the first bettor act once more.
    #[test]
    fn three_seats_settle_the_pot() {
        let deal = ["deal T", "deal K", "deal J"];
        let played = |bets: &[&str]| scores(3, &[&deal[..], bets].concat());
        assert_eq!(played(&["pass", "pass", "pass"]), [-1, 2, -1]);
        assert_eq!(played(&["bet", "pass", "pass"]), [2, -1, -1]);
        assert_eq!(played(&["bet", "bet", "bet"]), [-2, 4, -2]);
        assert_eq!(played(&["pass", "pass", "bet", "bet", "pass"]), [-2, -1, 3]);
        assert_eq!(played(&["pass", "bet", "pass", "pass"]), [-1, 2, -1]);
    }

    /// KUHN-6, KUHN-7: a showdown shows those still in; a hand won alone shows nothing.
    #[test]
    fn only_a_showdown_shows_cards() {
        let (start, state, log) =
            play(3, &["deal T", "deal K", "deal J", "pass", "pass", "bet", "bet", "pass"]);
        assert!(log.contains(&Event::Shown([Some(0), None, Some(1), None])));
        assert_eq!(log.last(), Some(&Event::Won(seat(2), 5)));
        let view = Kuhn::view(&start.rules, &state, Viewer::Spectator);
        assert_eq!(view.hands, ['T', '?', 'J']);
        let (start, state, log) = play(2, &["deal J", "deal K", "bet", "pass"]);
        assert_eq!(log.last(), Some(&Event::WonAlone(seat(0), 3)));
        assert!(!log.iter().any(|event| matches!(event, Event::Shown(_))));
        let view = Kuhn::view(&start.rules, &state, Viewer::seat(seat(1)));
        assert_eq!((view.hands.as_slice(), view.bets.as_str()), (&['?', 'K'][..], "bp"));
    }

    /// KUHN-8: two seats play on without the third; with one left the game is over.
    #[test]
    fn conceding_folds() {
        let deal = ["deal T", "deal K", "deal J"];
        let played = |rest: &[&str]| scores(3, &[&deal[..], rest].concat());
        assert_eq!(played(&["out 1", "pass", "pass"]), [-1, -1, 2]);
        assert_eq!(played(&["pass", "bet", "out 1", "pass"]), [3, -2, -1]);
        assert_eq!(played(&["bet", "out 0", "bet", "bet"]), [-2, 4, -2]);
        assert_eq!(played(&["out 0", "out 0", "out 1"]), [-1, -1, 2]);
        assert_eq!(scores(2, &["out 0"]), [-1, 1]);
        assert_eq!(scores(3, &["deal T", "out 2", "out 0"]), [-1, 2, -1]);
        let (start, state, _) = play(3, &[&deal[..], &["pass", "out 1", "bet"]].concat());
        assert_eq!(position_text::<Kuhn>(&start.rules, &state), "TKJ ppb out 1");
        assert_eq!(Kuhn::turn(&start.rules, &state), Turn::seat(seat(0)));
    }

    /// KUHN-1, KUHN-2, KUHN-3, KUHN-5: each refusal has its own code.
    #[test]
    fn refusals_say_why() {
        let code = |actions: &[&str], actor: Actor, text: &str| {
            let (start, state, _) = play(2, actions);
            let action = Kuhn::read_action(&start.rules, Actor::Seat(Seat::new(0)), text).unwrap();
            Kuhn::refuse(&start.rules, &state, actor, action).map(|refusal| refusal.code)
        };
        let [first, second, third] = [0, 1, 2].map(|index| Actor::Seat(seat(index)));
        assert_eq!(code(&[], first, "pass"), Some("still-dealing"));
        assert_eq!(code(&[], first, "deal J"), Some("chance-deals"));
        assert_eq!(code(&[], Actor::Chance, "bet"), Some("chance-only-deals"));
        assert_eq!(code(&["deal J"], Actor::Chance, "deal J"), Some("card-gone"));
        let dealt = ["deal J", "deal K"];
        assert_eq!(code(&dealt, Actor::Chance, "deal Q"), Some("no-deal-now"));
        assert_eq!(code(&dealt, second, "pass"), Some("not-your-turn"));
        assert_eq!(code(&dealt, third, "pass"), Some("no-such-seat"));
        assert_eq!(code(&["out 0"], first, "pass"), Some("game-over"));
        for text in ["", "deal T", "deal -", "deal ", "deal JJ", "Pass", "bet "] {
            assert!(Kuhn::read_action(&start(2).rules, Actor::Seat(Seat::new(0)), text).is_err(), "{text}");
        }
        assert!(Kuhn::read_action(&start(3).rules, Actor::Seat(Seat::new(0)), "deal T").is_ok());
    }

    /// Every position that play and concessions reach.
    fn reachable(start: &Start<Kuhn>, concessions: bool) -> Vec<State> {
        let rules = &start.rules;
        let mut reached = vec![start.state];
        let mut next = 0;
        while let Some(&state) = reached.get(next) {
            next += 1;
            let mut after: Vec<State> = Vec::new();
            let mut add = |actor, action| {
                assert_eq!(Kuhn::refuse(rules, &state, actor, action), None);
                let mut copy = state;
                Kuhn::apply(rules, &mut copy, actor, action, &mut NoLog);
                after.push(copy);
            };
            match Kuhn::turn(rules, &state) {
                Turn::Chance => {
                    let mut outcomes = Weighted::new();
                    Kuhn::chance(rules, &state, &mut outcomes);
                    outcomes.iter().for_each(|&(action, _)| add(Actor::Chance, action));
                }
                Turn::Players(_) => {
                    let mut offered = Actions::new();
                    Kuhn::legal(rules, &state, state.mover, &mut offered);
                    offered.iter().for_each(|&action| add(Actor::Seat(state.mover), action));
                }
                Turn::Over => continue,
            }
            for seat in Seat::all(rules.players).filter(|_| concessions) {
                let mut copy = state;
                Kuhn::concede(rules, &mut copy, seat, &mut NoLog);
                after.push(copy);
            }
            for state in after {
                if !reached.contains(&state) {
                    reached.push(state);
                }
            }
        }
        reached
    }

    /// KUHN-1, KUHN-5: how many hands there are; each is zero-sum.
    #[test]
    fn there_are_so_many_hands() {
        for (players, hands) in [(2, 30), (3, 312), (4, 3960)] {
            let start = start(players);
            let ends: Vec<Outcome> = reachable(&start, false)
                .iter()
                .filter_map(|state| Kuhn::outcome(&start.rules, state))
                .collect();
            assert_eq!(ends.len(), hands);
            assert!(ends.iter().all(|outcome| outcome.scores().iter().sum::<i32>() == 0));
        }
    }

    /// KUHN-8: exactly the positions that some play reaches can be read.
    #[test]
    fn positions_are_those_of_play() {
        for players in 2..=3 {
            let start = start(players);
            let rules = &start.rules;
            let reached = reachable(&start, true);
            let mut bets = vec!["-".to_owned()];
            for length in 1..=2 * players {
                bets.extend((0..1 << length).map(|code: u32| {
                    (0..length).map(|act| if code >> act & 1 == 1 { 'b' } else { 'p' }).collect()
                }));
            }
            let cards: Vec<char> = (0..=players).map(|rank| rules.name(rank)).chain(['-']).collect();
            let mut hands = vec![String::new()];
            for _ in 0..players {
                hands = hands
                    .iter()
                    .flat_map(|hand| cards.iter().map(move |card| format!("{hand}{card}")))
                    .collect();
            }
            let mut read = 0;
            for hand in &hands {
                for bets in &bets {
                    for out in 0..1 << players {
                        let seats: Vec<String> = seats_of(out).map(|seat| seat.to_string()).collect();
                        let tail = if out == 0 { String::new() } else { format!(" out {}", seats.join(",")) };
                        let text = format!("{hand} {bets}{tail}");
                        if let Ok(state) = Kuhn::read_position(rules, &text) {
                            assert_eq!(position_text::<Kuhn>(rules, &state), text);
                            assert!(reached.contains(&state), "{text}");
                            read += 1;
                        }
                    }
                }
            }
            assert_eq!(read, reached.len());
            for viewer in Viewer::around(players) {
                let mut rng = Rng::from_number(3);
                for state in &reached {
                    let view = Kuhn::view(rules, state, viewer);
                    let world = Kuhn::imagine(rules, &view, &mut rng);
                    assert_eq!(Kuhn::view(rules, &world, viewer), view);
                    assert!(reached.contains(&world));
                }
            }
        }
        for text in [
            "",
            "KJ",
            "KJ ",
            "KJ  -",
            "KJ - out",
            "KJ - out ",
            "KJ - out 1,0",
            "KJ - out 0,0",
            "KJ - out 2",
            "-K -",
        ] {
            assert!(Kuhn::read_position(&start(2).rules, text).is_err(), "{text}");
        }
    }

    /// KUHN-3 to KUHN-7: the known equilibrium is worth -1/18 to seat 0.
    #[test]
    fn the_equilibrium_loses_an_eighteenth() {
        /// How many thirds of the time the mover bets in the equilibrium in which seat 0 never opens.
        fn thirds(card: char, bets: &str) -> i32 {
            match (card, bets) {
                ('Q', "pb" | "b") | ('J', "p") => 1,
                ('K', "pb" | "p" | "b") => 3,
                _ => 0,
            }
        }
        /// What seat 0 wins, in parts of `3^depth`.
        fn value(rules: &Rules, state: &State, depth: u32) -> i32 {
            if let Some(outcome) = Kuhn::outcome(rules, state) {
                return outcome.score(Seat::new(0)) * 3i32.pow(depth);
            }
            let view = Kuhn::view(rules, state, Viewer::seat(state.mover));
            let bet = thirds(view.hands[state.mover.index()], &view.bets);
            [(Action::Pass, 3 - bet), (Action::Bet, bet)]
                .map(|(action, weight)| {
                    let mut after = *state;
                    Kuhn::apply(rules, &mut after, Actor::Seat(state.mover), action, &mut NoLog);
                    weight * value(rules, &after, depth - 1)
                })
                .iter()
                .sum()
        }
        let start = start(2);
        let dealt = |state: &&State| state.stage == Stage::Bet && state.acts == 0;
        let total: i32 =
            reachable(&start, false).iter().filter(dealt).map(|state| value(&start.rules, state, 3)).sum();
        assert_eq!(total * 18, -(6 * 27));
    }
}
