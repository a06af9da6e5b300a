//! Leduc poker for two seats. Rewards are chips won or lost.

use engine::{
    Actions, Actor, EventData, Fault, Faults, Game, Log, OptionSpec, Outcome, Purpose, Refusal, Rng, Seat,
    Settings, Sources, Start, Turn, Viewer, Weighted, text,
};
use serde::Serialize;
use serde_json::{Value, json};

/// The game. Rules: LEDUC-1 to LEDUC-9.
pub struct Leduc;

/// The empty rules: there are no options.
pub struct Rules;

/// A rank: 0 jack, 1 queen, 2 king. Rules: LEDUC-1.
pub type Rank = u8;

/// No card yet, or a card that is hidden.
const NONE: Rank = 3;

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// A card is dealt to the mover.
    Deal,
    /// The mover bets.
    Bet,
    /// The card between the rounds is dealt.
    Flop,
    /// Both showed.
    Showdown,
    /// The mover folded or conceded.
    Folded,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    hands: [Rank; 2],
    public: Rank,
    paid: [u8; 2],
    raises: u8,
    calls: u8,
    round: u8,
    mover: Seat,
    stage: Stage,
    /// The bets so far, two bits each behind a leading one: what both seats remember.
    history: u32,
}

/// Anything a seat or Chance can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Give up what was paid.
    Fold,
    /// Pay what is owed, or check.
    Call,
    /// Pay what is owed and more.
    Raise,
    /// Chance deals a card.
    Deal(Rank),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat got a card; others do not see which.
    Dealt(Seat, Option<Rank>),
    /// The face-up card fell.
    Flopped(Rank),
    /// A seat folded.
    Folded(Seat),
    /// A seat owed nothing and let it be.
    Checked(Seat),
    /// A seat paid what it owed; what it has paid now.
    Called(Seat, u8),
    /// A seat raised; what it has paid now.
    Raised(Seat, u8),
    /// Both showed their cards.
    Shown([Rank; 2]),
    /// A seat gave up.
    Conceded(Seat),
}

/// A position as somebody may see it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    /// The cards in hand; `?` is hidden, `-` not dealt.
    hands: [char; 2],
    /// The face-up card, `-` before it is dealt.
    public: char,
    paid: [u8; 2],
    round: u8,
    mover: Seat,
    stage: Stage,
    /// `f`, `c` and `r` in order.
    bets: String,
    #[serde(skip)]
    known: State,
}

impl View {
    /// The two hands and the face-up card, as far as the viewer knows them.
    pub fn cards(&self) -> [Option<Rank>; 3] {
        self.known.cards()
    }
}

const NOT_YOUR_TURN: Refusal = Refusal::new("not-your-turn", "LEDUC-3", "it is not your turn to bet");
const NOTHING_OWED: Refusal =
    Refusal::new("nothing-owed", "LEDUC-4", "you owe nothing, so you cannot fold: call is a check");
const RAISED_TWICE: Refusal =
    Refusal::new("raised-twice", "LEDUC-5", "there were two raises this round already");
const CHANCE_DEALS: Refusal = Refusal::new("chance-deals", "LEDUC-2", "cards are dealt by chance");
const CHANCE_ONLY_DEALS: Refusal =
    Refusal::new("chance-only-deals", "LEDUC-2", "chance deals cards and does nothing else");
const NO_DEAL_NOW: Refusal = Refusal::new("no-deal-now", "LEDUC-3", "no card is due");
const CARD_GONE: Refusal = Refusal::new("card-gone", "LEDUC-1", "both cards of that rank are out");
const STILL_DEALING: Refusal =
    Refusal::new("still-dealing", "LEDUC-3", "a card is being dealt, so nobody bets");
const OVER: Refusal = Refusal::new("game-over", "LEDUC-9", "the game is over");

const RANKS: [char; 3] = ['J', 'Q', 'K'];

fn rank_name(rank: Rank) -> char {
    RANKS.get(usize::from(rank)).copied().unwrap_or('-')
}

fn read_rank(text: &str) -> Option<Rank> {
    RANKS.iter().position(|rank| *text == rank.to_string()).map(|rank| rank as Rank)
}

impl State {
    /// The two hands and the face-up card, as far as they are dealt.
    pub fn cards(&self) -> [Option<Rank>; 3] {
        [self.hands[0], self.hands[1], self.public].map(|rank| (rank != NONE).then_some(rank))
    }

    /// The same position with other cards.
    #[must_use]
    pub fn with_cards(&self, cards: [Option<Rank>; 3]) -> Self {
        let [first, second, public] = cards.map(|card| card.unwrap_or(NONE));
        Self { hands: [first, second], public, ..*self }
    }

    /// Whether both have shown their cards.
    pub fn is_shown(&self) -> bool {
        self.stage == Stage::Showdown
    }

    /// How many cards of each rank are still in the deck, four bits a rank. A card that is not dealt
    /// counts in the fourth place, which nobody reads.
    #[inline]
    fn packed_deck(&self) -> u32 {
        let out = |rank: Rank| 1u32 << (4 * rank);
        0x3222 - out(self.hands[0]) - out(self.hands[1]) - out(self.public)
    }

    fn deck(&self) -> [u8; 3] {
        let deck = self.packed_deck();
        [deck & 15, deck >> 4 & 15, deck >> 8 & 15].map(|left| left as u8)
    }

    /// A rank drawn from the deck, each card equally likely.
    #[inline]
    fn draw(&self, rng: &mut Rng) -> Rank {
        let deck = self.packed_deck();
        let (jacks, queens) = (deck & 15, deck >> 4 & 15);
        let card = rng.below(jacks + queens + (deck >> 8 & 15));
        u8::from(card >= jacks) + u8::from(card >= jacks + queens)
    }

    #[inline]
    fn owes(&self) -> bool {
        self.paid[self.mover.index()] < self.paid[1 - self.mover.index()]
    }

    fn bets(&self) -> String {
        let count = self.history.ilog2() / 2;
        (0..count).rev().map(|i| ['f', 'c', 'r', '?'][(self.history >> (2 * i) & 3) as usize]).collect()
    }

    /// What a hand is worth at the showdown. Rules: LEDUC-7.
    fn strength(&self, seat: Seat) -> u8 {
        let rank = self.hands[seat.index()];
        if rank == self.public { 3 + rank } else { rank }
    }
}

impl Game for Leduc {
    const ID: &'static str = "leduc-poker";
    const TITLE: &'static str = "Leduc poker";
    const VERSION: u32 = 1;
    const OPTIONS: &'static [OptionSpec] = &[];
    const REFUSALS: &'static [Refusal] = &[
        NOT_YOUR_TURN,
        NOTHING_OWED,
        RAISED_TWICE,
        CHANCE_DEALS,
        CHANCE_ONLY_DEALS,
        NO_DEAL_NOW,
        CARD_GONE,
        STILL_DEALING,
        OVER,
    ];
    const ACTION_KINDS: &'static [&'static str] = &["fold", "call", "raise", "deal"];
    const EVENT_KINDS: &'static [&'static str] =
        &["dealt", "flopped", "folded", "checked", "called", "raised", "shown", "conceded"];

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn compile(settings: &Settings, _: &Sources) -> Result<Start<Self>, Faults> {
        let (_, faults) = settings.check(Self::OPTIONS);
        let state = State {
            hands: [NONE; 2],
            public: NONE,
            paid: [1; 2],
            raises: 0,
            calls: 0,
            round: 0,
            mover: Seat::new(0),
            stage: Stage::Deal,
            history: 1,
        };
        faults.or(Start::new(Rules, state))
    }

    fn seats(_: &Rules) -> u8 {
        2
    }

    fn longest(_: &Rules) -> u32 {
        11
    }

    #[inline]
    fn turn(_: &Rules, state: &State) -> Turn {
        match state.stage {
            Stage::Bet => Turn::seat(state.mover),
            Stage::Deal | Stage::Flop => Turn::Chance,
            Stage::Showdown | Stage::Folded => Turn::Over,
        }
    }

    /// Rules: LEDUC-6, LEDUC-7.
    fn outcome(_: &Rules, state: &State) -> Option<Outcome> {
        let [first, second] = [Seat::new(0), Seat::new(1)];
        let winner = match state.stage {
            Stage::Folded => Some(state.mover.next(2)),
            Stage::Showdown => match state.strength(first).cmp(&state.strength(second)) {
                std::cmp::Ordering::Greater => Some(first),
                std::cmp::Ordering::Less => Some(second),
                std::cmp::Ordering::Equal => None,
            },
            _ => return None,
        };
        let Some(winner) = winner else { return Some(Outcome::drawn(2)) };
        let stake = i32::from(state.paid[1 - winner.index()]);
        let mut scores = [-stake; 2];
        scores[winner.index()] = stake;
        Some(Outcome::by_score(&scores))
    }

    #[inline]
    fn legal(_: &Rules, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if state.stage != Stage::Bet || seat != state.mover {
            return;
        }
        if state.owes() {
            out.push(Action::Fold);
        }
        out.push(Action::Call);
        if state.raises < 2 {
            out.push(Action::Raise);
        }
    }

    #[inline]
    fn pick(_: &Rules, state: &State, _: Seat, rng: &mut Rng) -> (Action, u32) {
        let first = u32::from(!state.owes());
        let options = 2 + u32::from(state.raises < 2) - first;
        let action = match first + rng.below(options) {
            0 => Action::Fold,
            1 => Action::Call,
            _ => Action::Raise,
        };
        (action, options)
    }

    fn refuse(_: &Rules, state: &State, actor: Actor, action: Action) -> Option<Refusal> {
        match (actor, action) {
            _ if matches!(state.stage, Stage::Showdown | Stage::Folded) => Some(OVER),
            (Actor::Chance, Action::Deal(rank)) => match state.stage {
                Stage::Bet => Some(NO_DEAL_NOW),
                _ => (state.deck()[usize::from(rank)] == 0).then_some(CARD_GONE),
            },
            (Actor::Chance, _) => Some(CHANCE_ONLY_DEALS),
            (Actor::Seat(_), Action::Deal(_)) => Some(CHANCE_DEALS),
            (Actor::Seat(_), _) if state.stage != Stage::Bet => Some(STILL_DEALING),
            (Actor::Seat(seat), _) if seat != state.mover => Some(NOT_YOUR_TURN),
            (_, Action::Fold) => (!state.owes()).then_some(NOTHING_OWED),
            (_, Action::Call) => None,
            (_, Action::Raise) => (state.raises >= 2).then_some(RAISED_TWICE),
        }
    }

    fn chance(_: &Rules, state: &State, out: &mut Weighted<Action>) {
        for (rank, &left) in state.deck().iter().enumerate() {
            out.push(Action::Deal(rank as Rank), u64::from(left));
        }
    }

    #[inline]
    fn sample(_: &Rules, state: &State, rng: &mut Rng) -> Action {
        Action::Deal(state.draw(rng))
    }

    fn purpose(_: &Rules, state: &State) -> Purpose {
        match state.stage {
            Stage::Deal => Purpose::nth("deal", state.mover.index() as u8),
            _ => Purpose::new("flop"),
        }
    }

    fn pile(_: &Rules, state: &State) -> Vec<String> {
        let deck = state.deck().into_iter().enumerate();
        deck.flat_map(|(rank, left)| {
            std::iter::repeat_n(rank_name(rank as Rank).to_string(), usize::from(left))
        })
        .collect()
    }

    #[inline]
    fn apply(_: &Rules, state: &mut State, _: Actor, action: Action, log: &mut impl Log<Event>) {
        let mover = state.mover;
        let bet = match action {
            Action::Deal(rank) => return deal(state, rank, log),
            Action::Fold => {
                state.stage = Stage::Folded;
                log.add(Event::Folded(mover));
                0
            }
            Action::Call => {
                call(state, log);
                1
            }
            Action::Raise => {
                state.paid[mover.index()] =
                    state.paid[1 - mover.index()] + if state.round == 0 { 2 } else { 4 };
                state.raises += 1;
                state.calls = 0;
                state.mover = mover.next(2);
                log.add(Event::Raised(mover, state.paid[mover.index()]));
                2
            }
        };
        state.history = state.history << 2 | bet;
    }

    /// Rules: LEDUC-8.
    fn concede(_: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        state.mover = seat;
        state.stage = Stage::Folded;
        log.add(Event::Conceded(seat));
    }

    fn default_action(_: &Rules, state: &State, _: Seat) -> Action {
        if state.owes() { Action::Fold } else { Action::Call }
    }

    fn lively(_: &Rules, offered: &[Action], rng: &mut Rng) -> Action {
        if offered.contains(&Action::Raise) && rng.chance(1, 2) {
            Action::Raise
        } else {
            *rng.one_of(offered)
        }
    }

    fn view(_: &Rules, state: &State, viewer: Viewer) -> View {
        let mut known = *state;
        let mut hands = state.hands.map(rank_name);
        for seat in Seat::all(2) {
            let shown = viewer.holds(seat) || state.stage == Stage::Showdown;
            if !shown && state.hands[seat.index()] != NONE {
                known.hands[seat.index()] = NONE;
                hands[seat.index()] = '?';
            }
        }
        View {
            hands,
            public: rank_name(state.public),
            paid: state.paid,
            round: state.round,
            mover: state.mover,
            stage: state.stage,
            bets: state.bets(),
            known,
        }
    }

    /// The law: each hidden card is drawn from the cards the viewer cannot see, every card equally
    /// likely, whatever was bet.
    fn imagine(_: &Rules, view: &View, rng: &mut Rng) -> State {
        let mut state = view.known;
        for seat in 0..2 {
            if view.hands[seat] == '?' {
                state.hands[seat] = state.draw(rng);
            }
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
        matches!(event, Event::Dealt(_, Some(_)) | Event::Flopped(_) | Event::Shown(_))
    }

    fn kind(_: &Rules, action: Action) -> &'static str {
        match action {
            Action::Fold => "fold",
            Action::Call => "call",
            Action::Raise => "raise",
            Action::Deal(_) => "deal",
        }
    }

    fn label(rules: &Rules, state: &State, _: Actor, action: Action) -> String {
        match action {
            Action::Call if state.owes() => "call".to_owned(),
            Action::Call => "check".to_owned(),
            Action::Raise => format!("raise by {}", if state.round == 0 { 2 } else { 4 }),
            Action::Deal(rank) => format!("deal {}", rank_name(rank)),
            Action::Fold => Self::kind(rules, action).to_owned(),
        }
    }

    fn fields(_: &Rules, _: Actor, action: Action) -> Value {
        match action {
            Action::Deal(rank) => json!({ "card": rank_name(rank) }),
            _ => json!({}),
        }
    }

    fn tell(_: &Rules, event: &Event) -> EventData {
        let (kind, text, rule, fields) = match event {
            Event::Dealt(seat, card) => {
                let card = card.map_or('?', rank_name);
                ("dealt", format!("{seat} is dealt {card}"), "LEDUC-2", json!({ "seat": seat, "card": card }))
            }
            Event::Flopped(rank) => {
                let card = rank_name(*rank);
                ("flopped", format!("{card} is dealt face up"), "LEDUC-3", json!({ "card": card }))
            }
            Event::Folded(seat) => ("folded", format!("{seat} folds"), "LEDUC-6", json!({ "seat": seat })),
            Event::Checked(seat) => ("checked", format!("{seat} checks"), "LEDUC-4", json!({ "seat": seat })),
            Event::Called(seat, paid) => (
                "called",
                format!("{seat} calls at {paid}"),
                "LEDUC-4",
                json!({ "seat": seat, "paid": paid }),
            ),
            Event::Raised(seat, paid) => (
                "raised",
                format!("{seat} raises to {paid}"),
                "LEDUC-5",
                json!({ "seat": seat, "paid": paid }),
            ),
            Event::Shown(hands) => {
                let cards = hands.map(rank_name);
                (
                    "shown",
                    format!("0 shows {}, 1 shows {}", cards[0], cards[1]),
                    "LEDUC-7",
                    json!({ "cards": cards }),
                )
            }
            Event::Conceded(seat) => {
                ("conceded", format!("{seat} concedes"), "LEDUC-8", json!({ "seat": seat }))
            }
        };
        crate::event_data(kind, text, rule, fields)
    }

    fn picture(_: &Rules, view: &View) -> String {
        format!(
            "hands {} {}   table {}   paid {} {}   bets {}",
            view.hands[0], view.hands[1], view.public, view.paid[0], view.paid[1], view.bets
        )
    }

    fn write_action(_: &Rules, _: Actor, action: Action, out: &mut String) {
        match action {
            Action::Fold => out.push_str("fold"),
            Action::Call => out.push_str("call"),
            Action::Raise => out.push_str("raise"),
            Action::Deal(rank) => {
                out.push_str("deal ");
                out.push(rank_name(rank));
            }
        }
    }

    fn read_action(_: &Rules, _: Actor, text: &str) -> Result<Action, Fault> {
        match text {
            "fold" => Ok(Action::Fold),
            "call" => Ok(Action::Call),
            "raise" => Ok(Action::Raise),
            _ => text
                .strip_prefix("deal ")
                .and_then(read_rank)
                .map(Action::Deal)
                .ok_or_else(|| text::misread(text, "fold, call, raise, or for chance deal J, Q or K")),
        }
    }

    /// Hands, face-up card and bets: `KJ Q rcc`; after a concession also `out SEAT`.
    fn write_position(_: &Rules, state: &State, out: &mut String) {
        out.extend(state.hands.map(rank_name));
        out.push(' ');
        out.push(rank_name(state.public));
        out.push(' ');
        let bets = state.bets();
        out.push_str(if bets.is_empty() { "-" } else { &bets });
        if state.stage == Stage::Folded && !bets.ends_with('f') {
            out.push_str(&format!(" out {}", state.mover));
        }
    }

    /// Plays the bets again, so that a position that no play reaches is refused by the same rules.
    fn read_position(rules: &Rules, text: &str) -> Result<State, Faults> {
        let form = "two hands, the face-up card and the bets, for example `KJ - rc`, `K- - -` or `KJ Q rcc`, then `out SEAT` after a concession";
        let misread = || text::misread(text, form);
        let parts: Vec<&str> = text.split(' ').collect();
        let (hands, public, bets, conceded) = match parts[..] {
            [hands, public, bets] => (hands, public, bets, None),
            [hands, public, bets, "out", seat] => (hands, public, bets, Some(crate::seat(seat, 2)?)),
            _ => return Err(misread().into()),
        };
        let mut state = Self::compile(&Settings::none(), &Sources::none())?.state;
        let mut play = |actor: Option<Actor>, action| {
            let actor = actor.unwrap_or(Actor::Seat(state.mover));
            if let Some(refusal) = Self::refuse(rules, &state, actor, action) {
                return Err(Fault::new(
                    format!("no play leads here: {refusal}"),
                    "a position must be one that play can reach",
                ));
            }
            Self::apply(rules, &mut state, actor, action, &mut engine::NoLog);
            Ok(())
        };
        let mut cards: Vec<&str> = hands.split("").filter(|c| !c.is_empty()).collect();
        if cards.len() != 2 {
            return Err(misread().into());
        }
        cards.push(public);
        let dealt = cards.iter().take_while(|&&card| card != "-").count();
        let mut cards = cards.iter().map(|card| read_rank(card));
        for _ in 0..dealt.min(2) {
            play(Some(Actor::Chance), Action::Deal(cards.next().flatten().ok_or_else(misread)?))?;
        }
        if cards.clone().skip(dealt.saturating_sub(2)).any(|card| card.is_some()) {
            return Err(misread().into());
        }
        let mut public = (dealt == 3).then(|| cards.next().flatten().ok_or_else(misread)).transpose()?;
        for (i, bet) in bets.chars().enumerate() {
            let action = match bet {
                'f' => Action::Fold,
                'c' => Action::Call,
                'r' => Action::Raise,
                '-' if i == 0 && bets.len() == 1 => break,
                _ => return Err(misread().into()),
            };
            // The face-up card falls as soon as the first round is done.
            if let Err(fault) = play(None, action) {
                let Some(rank) = public.take() else { return Err(fault.into()) };
                play(Some(Actor::Chance), Action::Deal(rank))?;
                play(None, action)?;
            }
        }
        if let Some(rank) = public {
            play(Some(Actor::Chance), Action::Deal(rank))?;
        }
        if let Some(seat) = conceded {
            if Self::turn(rules, &state) == Turn::Over {
                return Err(
                    Fault::new("nobody can concede after the end", "leave `out SEAT` out (LEDUC-8)").into()
                );
            }
            Self::concede(rules, &mut state, seat, &mut engine::NoLog);
        }
        // What is left out, such as the `-` of no bets, is no other way to write the same.
        if engine::position_text::<Self>(rules, &state) == text { Ok(state) } else { Err(misread().into()) }
    }
}

/// Deals the card that is due. Rules: LEDUC-2, LEDUC-3.
#[inline]
fn deal(state: &mut State, rank: Rank, log: &mut impl Log<Event>) {
    if state.stage == Stage::Flop {
        state.public = rank;
        state.stage = Stage::Bet;
        log.add(Event::Flopped(rank));
    } else {
        let seat = state.mover;
        state.hands[seat.index()] = rank;
        if seat == Seat::new(1) {
            state.stage = Stage::Bet;
        }
        state.mover = seat.next(2);
        log.add(Event::Dealt(seat, Some(rank)));
    }
}

/// Pays what is owed; ends the round when both have. Rules: LEDUC-3, LEDUC-4, LEDUC-7.
#[inline]
fn call(state: &mut State, log: &mut impl Log<Event>) {
    let mover = state.mover;
    let owed = state.owes();
    state.paid[mover.index()] = state.paid[1 - mover.index()];
    state.calls += 1;
    log.add(if owed { Event::Called(mover, state.paid[mover.index()]) } else { Event::Checked(mover) });
    if state.raises == 0 && state.calls < 2 {
        state.mover = mover.next(2);
    } else if state.round == 0 {
        state.round = 1;
        state.raises = 0;
        state.calls = 0;
        state.mover = Seat::new(0);
        state.stage = Stage::Flop;
    } else {
        state.stage = Stage::Showdown;
        log.add(Event::Shown(state.hands));
    }
}
