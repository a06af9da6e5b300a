//! What somebody may see of a position, and what else it might be. Rules: CC-R13, CC-R64.

use engine::{Actions, Actor, Rng, Seat, Viewer};
use serde::Serialize;

use crate::action::{Action, Deed};
use crate::notation::{self, SEATS, card_ids, facing_name, hex_name};
use crate::position::step_word;
use crate::setup::Rules;
use crate::state::{GONE, NO_STYLE, State, Step, seats};
use crate::{attacks, chance, phases, rounds, turns};

/// A position as somebody may see it: hands that are not theirs are blanked.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    /// The Round, counted from 1.
    pub round: u16,
    /// The seats of the row, then `special`; empty before both halves are laid.
    pub row: Vec<&'static str>,
    /// The card of the row that is played.
    pub slot: u8,
    /// Power tokens left.
    pub pile: u8,
    /// What is waited for, in the words of the position notation.
    pub step: &'static str,
    /// The seat that decides.
    pub waits_for: Option<&'static str>,
    /// By seat.
    pub figures: Vec<FigureView>,
    /// The attack that is being worked out.
    pub attack: Option<AttackView>,
    /// The long walk that is under way.
    pub walk: Option<WalkView>,
    /// The exact chances of each Attack that is offered, for whoever sees the hand of the seat that takes its
    /// turn.
    pub odds: Vec<Odds>,
    /// Whether the game ended at the cap.
    pub capped: bool,
    /// The seat that won.
    pub winner: Option<&'static str>,
    /// The position without the hidden hands.
    #[serde(skip)]
    pub(crate) known: State,
}

/// A figure and what its player holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct FigureView {
    /// The seat's letter.
    pub seat: &'static str,
    /// Where it stands; nothing once it is gone.
    pub hex: Option<String>,
    /// Which way it faces.
    pub facing: Option<&'static str>,
    /// Its Style; nothing before it is dealt.
    pub style: Option<String>,
    /// Power tokens held.
    pub power: u8,
    /// Points.
    pub score: u8,
    /// How many cards are in hand.
    pub cards: u8,
    /// The cards in hand; nothing if they are hidden.
    pub hand: Option<Vec<String>>,
    /// Cards played this Round.
    pub discard: Vec<String>,
    /// Whether it leaves when the turn ends.
    pub leaving: bool,
}

/// An attack.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct AttackView {
    /// The attacker.
    pub by: &'static str,
    /// The card, until its Attack section is worked out.
    pub card: Option<String>,
    /// Who is attacked.
    pub targets: Vec<TargetView>,
}

/// One who is attacked.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct TargetView {
    /// The seat's letter.
    pub seat: &'static str,
    /// Hits so far.
    pub hits: u8,
    /// Whether from directly behind.
    pub behind: bool,
    /// Whether done with the present part of the attack.
    pub done: bool,
}

/// A long walk.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct WalkView {
    /// Who walks.
    pub seat: &'static str,
    /// With which card.
    pub card: String,
    /// Where the walk began.
    pub from: String,
    /// Steps left.
    pub left: u8,
}

/// The chances of an Attack.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Odds {
    /// The Attack in notation.
    pub action: String,
    /// By target.
    pub targets: Vec<TargetOdds>,
}

/// The chances against one target.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct TargetOdds {
    /// The seat's letter.
    pub seat: &'static str,
    /// A die hits if it shows so much or more.
    pub need: u8,
    /// Dice rolled.
    pub dice: u8,
    /// Whether the attack comes from directly behind, so that the target cannot react.
    pub behind: bool,
    /// In how many cases there are 0, 1, 2, ... hits.
    pub hits: Vec<u64>,
    /// Of how many cases.
    pub of: u64,
}

impl View {
    /// Everything but the hidden hands. Bots search from here.
    pub fn known(&self) -> &State {
        &self.known
    }
}

/// The position as `viewer` may see it.
pub fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
    let players = usize::from(rules.players);
    let sees = |seat: usize| viewer.holds(Seat::new(seat as u8));
    let mut known = *state;
    for seat in (0..players).filter(|&seat| !sees(seat)) {
        known.figures[seat].hand = 0;
    }
    let figures = (0..players).map(|seat| figure(rules, state, seat, sees(seat))).collect();
    let [first, second] = state.halves;
    let mut row: Vec<&str> =
        state.row[..usize::from(first + second)].iter().map(|&seat| SEATS[usize::from(seat)]).collect();
    if second > 0 {
        row.push("special");
    }
    View {
        round: state.round,
        row,
        slot: state.slot,
        pile: state.pile(),
        step: step_word(state.step),
        waits_for: state.waits_for().map(|seat| SEATS[seat]),
        figures,
        attack: attack(rules, state),
        walk: walk(rules, state),
        odds: if state.waits_for().is_some_and(sees) { odds(rules, state) } else { Vec::new() },
        capped: state.capped,
        winner: rounds::winner(rules, state).map(|seat| SEATS[seat]),
        known,
    }
}

fn figure(rules: &Rules, state: &State, seat: usize, sees: bool) -> FigureView {
    let figure = &state.figures[seat];
    let ids = |cards: u32| card_ids(rules, seat, cards).into_iter().map(str::to_owned).collect();
    let here = figure.hex != GONE;
    FigureView {
        seat: SEATS[seat],
        hex: here.then(|| hex_name(rules, figure.hex).to_owned()),
        facing: here.then(|| facing_name(figure.facing)),
        style: (figure.style != NO_STYLE).then(|| rules.styles[usize::from(figure.style)].id.clone()),
        power: figure.power,
        score: figure.score,
        cards: figure.hand.count_ones() as u8,
        hand: sees.then(|| ids(figure.hand)),
        discard: ids(figure.discard),
        leaving: state.leaving >> seat & 1 == 1,
    }
}

fn attack(rules: &Rules, state: &State) -> Option<AttackView> {
    if state.targets == 0 {
        return None;
    }
    let by = usize::from(state.active);
    let carded = matches!(state.step, Step::Roll | Step::Push | Step::FumbleOrder | Step::Fumble);
    let target = |seat: usize| TargetView {
        seat: SEATS[seat],
        hits: state.hits[seat],
        behind: state.behind >> seat & 1 == 1,
        done: state.done >> seat & 1 == 1,
    };
    Some(AttackView {
        by: SEATS[by],
        card: carded.then(|| rules.decks[by][usize::from(state.card)].id.clone()),
        targets: seats(state.targets).map(target).collect(),
    })
}

fn walk(rules: &Rules, state: &State) -> Option<WalkView> {
    let seat = usize::from(state.current);
    (state.step == Step::Walk).then(|| WalkView {
        seat: SEATS[seat],
        card: rules.decks[seat][usize::from(state.card)].id.clone(),
        from: hex_name(rules, state.walk_from).to_owned(),
        left: state.walk_left,
    })
}

/// The chances of every Attack that is offered. Rules: CC-ATTACK-5 to CC-ATTACK-9, CC-R44.
fn odds(rules: &Rules, state: &State) -> Vec<Odds> {
    let mut actions = Actions::new();
    phases::legal(rules, state, &mut actions);
    actions.iter().filter(|action| action.is_attack()).map(|&action| odds_of(rules, state, action)).collect()
}

fn odds_of(rules: &Rules, state: &State, action: Action) -> Odds {
    let attacker = usize::from(state.active);
    let Deed::Play(play) = action.deed() else { unreachable!("an Attack") };
    let dice = rules.face(attacker, play.card).attack.dice;
    let targets = attacks::struck(rules, state, play.target);
    let behind = attacks::behind(rules, state, attacker, targets);
    let target = |seat: usize| {
        let need = attacks::need(rules, state, attacker, seat);
        let hits = chance::hits(dice, need);
        let of = hits.iter().sum();
        TargetOdds { seat: SEATS[seat], need, dice, behind: behind >> seat & 1 == 1, hits, of }
    };
    let actor = Actor::Seat(Seat::new(state.active));
    Odds { action: notation::write(rules, actor, action), targets: seats(targets).map(target).collect() }
}

/// A position that looks like the view. The law: every hidden hand is any set of so many cards of the deck
/// without those played this Round, all equally likely; of the seat that takes its turn only hands with
/// something to play.
pub fn imagine(rules: &Rules, view: &View, rng: &mut Rng) -> State {
    let mut state = view.known;
    for (seat, figure) in view.figures.iter().enumerate().filter(|(_, figure)| figure.hand.is_none()) {
        let discard = state.figures[seat].discard;
        let deck = ((1u64 << rules.decks[seat].len()) - 1) as u32;
        loop {
            let cards = chance::some_of(deck & !discard, u32::from(figure.cards), rng);
            state.figures[seat].hand = rules.lowest(seat, cards, !discard);
            let must_play = state.step == Step::Turn && usize::from(state.active) == seat;
            if !must_play || turns::is_playable(rules, &state, seat) {
                break;
            }
        }
    }
    state
}
