//! What somebody may see of a position, and what else it might be. Rules: the engine model, section 3; WU-R128,
//! WU-R133, WU-R33.

use std::collections::BTreeMap;

use engine::{Rng, Seat, SeatSet, Viewer};
use serde::Serialize;

pub use crate::event::{reveals, witness};

use crate::flow;
use crate::notation::seat_name;
use crate::position::{self, HIDDEN, mark_name, step_name};
use crate::rules::{Rules, Sort};
use crate::scene;
use crate::state::{NO_SEAT, Player, State, Step, UNKNOWN_CARD, ZONES};
use crate::text::Class;
use crate::tidy::tidied;

/// A position as somebody may see it. Seats are under `P1`, `P2` and so on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    /// The format.
    pub format: String,
    /// The step.
    pub phase: &'static str,
    /// The bout, from 1.
    pub bout: u8,
    /// How many there are.
    pub bouts: u8,
    /// Bouts won by each seat, then those drawn.
    pub score: String,
    /// The round; 0 before the first.
    pub round: u8,
    /// The prime player.
    pub prime: Option<String>,
    /// Who named the prime player.
    pub selector: Option<String>,
    /// Who has priority or decides alone.
    pub to: Option<String>,
    /// The initial player.
    pub by: Option<String>,
    /// The Chain that opened the step, with an exclamation mark if it is negated.
    pub chain: Option<String>,
    /// Chains activated this round.
    pub chains: u8,
    /// Abstentions in a row.
    pub quiet: u8,
    /// Draft cards left.
    pub pool: Vec<String>,
    /// All cards of the draft, where everybody may know them. Rules: WU-R33.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pool_list: Vec<String>,
    /// The deck lists by seat, where everybody may know them. Rules: WU-R128.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub deck_lists: BTreeMap<String, Vec<String>>,
    /// Who has won; nobody before the end.
    pub winners: Vec<String>,
    /// The seats by name.
    #[serde(flatten)]
    pub seats: BTreeMap<String, SeatView>,
    /// The seats of whoever looks.
    #[serde(skip)]
    pub own: SeatSet,
    /// The position with everything blanked that is hidden.
    #[serde(skip)]
    pub(crate) known: State,
}

/// A seat. What stands in zones and lies in piles is written as in a position.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct SeatView {
    /// Boosts.
    pub boosts: u8,
    /// Base power.
    pub base: i16,
    /// Power as it is read.
    pub power: i32,
    /// Mulligans used.
    pub mulligans: u8,
    /// How many cards the deck has, known run included.
    pub deck: usize,
    /// The result of this combat.
    pub label: Option<&'static str>,
    /// By how much a winner won.
    pub margin: i16,
    /// The last result and how often in a row.
    pub run: Option<String>,
    /// Whether a choice is locked.
    pub sealed: bool,
    /// The zones by name; nothing in those that are empty.
    #[serde(flatten)]
    pub zones: BTreeMap<String, Option<String>>,
    /// The stockpile, oldest first.
    pub s: Vec<String>,
    /// The infirmary, in order of arrival.
    pub infirmary: Vec<String>,
    /// The hand, in the order drawn.
    pub hand: Vec<String>,
    /// The shuffled part of the deck, by name.
    pub bag: Vec<String>,
    /// The known run under it, top first.
    pub bottom: Vec<String>,
    /// Cards held in a draft, by name.
    pub draft: Vec<String>,
}

impl View {
    /// Everything that is not hidden. Bots search from here.
    pub fn known(&self) -> &State {
        &self.known
    }
}

/// The position with everything blanked that a viewer may not know.
fn blanked(rules: &Rules, state: &State, viewer: Viewer) -> State {
    let mut known = tidied(state);
    let secret_bids = bids_are_due(state);
    let drafts = known.step <= Step::DraftCut;
    let plays = Seat::all(rules.seats).any(|seat| viewer.holds(seat));
    for (seat, player) in known.players.iter_mut().enumerate() {
        if viewer.holds(Seat::new(seat as u8)) {
            continue;
        }
        player.deck.bag.fill(UNKNOWN_CARD);
        // In a draft these are the cards that the other player gave, which both know.
        if !(drafts && plays) {
            player.deck.bottom.fill(UNKNOWN_CARD);
        }
        player.deck.hand.fill(UNKNOWN_CARD);
        if player.sealed.is_some() {
            player.sealed = Some(HIDDEN);
        }
        if player.bid > 0 && secret_bids {
            player.bid = HIDDEN_BID;
        }
    }
    // What is left of the pool is known if all that has come out of it is.
    let hidden = known.players.iter().any(|player| {
        let deck = &player.deck;
        deck.bag.iter().chain(&deck.hand).chain(&deck.bottom).any(|&card| card == UNKNOWN_CARD)
    });
    if hidden || !rules.format.pool_public {
        known.pool.fill(UNKNOWN_CARD);
    }
    known
}

/// A bid that somebody has made and others may not know.
const HIDDEN_BID: u8 = 255;

/// Whether bids are being made. Rules: WU-R124.
fn bids_are_due(state: &State) -> bool {
    state.doing.as_ref().is_some_and(|doing| doing.wait == crate::state::Wait::Bid)
}

fn names(rules: &Rules, cards: &[u16]) -> Vec<String> {
    cards.iter().map(|&card| rules.id(card).to_owned()).collect()
}

fn sorted_names(rules: &Rules, cards: &[u16]) -> Vec<String> {
    let mut names = names(rules, cards);
    names.sort();
    names
}

fn seat_view(rules: &Rules, known: &State, seat: u8) -> SeatView {
    let domain = &known.table.domains[usize::from(seat)];
    let player = &known.players[usize::from(seat)];
    let deck = &player.deck;
    let drafts = known.step <= Step::DraftCut;
    let (mut bag, mut bottom) = (sorted_names(rules, &deck.bag), names(rules, &deck.bottom));
    let mut draft = Vec::new();
    if drafts {
        draft.append(&mut bag);
        draft.append(&mut bottom);
        draft.sort();
    }
    let zones = (0..ZONES as u8).filter(|&zone| rules.has_zone(zone));
    SeatView {
        boosts: domain.boosts,
        base: domain.base,
        power: scene::power(rules, known, seat),
        mulligans: player.mulligans,
        deck: bag.len() + bottom.len(),
        label: player.label.map(mark_name),
        margin: player.margin,
        run: player.last.map(|last| format!("{}{}", mark_name(last), player.row)),
        sealed: player.sealed.is_some() || player.bid > 0 && bids_are_due(known),
        zones: zones
            .map(|zone| {
                (
                    crate::notation::zone_name(zone),
                    position::vassal_text(rules, known, seat, zone).map(|text| text.replace(",hurt", "")),
                )
            })
            .collect(),
        s: domain.stock.iter().map(|resource| position::resource_text(rules, known, resource)).collect(),
        infirmary: domain
            .infirmary
            .iter()
            .map(|fallen| position::fallen_text(rules, known, fallen))
            .collect(),
        hand: names(rules, &deck.hand),
        bag,
        bottom,
        draft,
    }
}

/// The position as a viewer may see it.
pub fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
    let known = blanked(rules, state, viewer);
    let seat = |seat: u8| (seat != NO_SEAT).then(|| seat_name(seat));
    let mut score: Vec<String> = known.players.iter().map(|player| player.wins.to_string()).collect();
    score.push(known.drawn.to_string());
    View {
        format: rules.format.id.clone(),
        phase: step_name(&known),
        bout: known.bout,
        bouts: rules.format.bouts,
        score: score.join("-"),
        round: known.round,
        prime: seat(known.prime),
        selector: seat(known.selector),
        to: seat(known.to),
        by: seat(known.by),
        chain: known.open.as_ref().map(|link| position::link_text(rules, &known, link)),
        chains: known.chains,
        quiet: known.quiet,
        pool: sorted_names(rules, &known.pool),
        pool_list: if rules.format.pool_public { sorted_names(rules, &rules.pool) } else { Vec::new() },
        deck_lists: (0..rules.seats)
            .zip(&rules.lists)
            .filter(|(_, list)| !list.is_empty())
            .map(|(seat, list)| (seat_name(seat), sorted_names(rules, list)))
            .collect(),
        winners: (0..rules.seats).filter(|seat| known.winners >> seat & 1 == 1).map(seat_name).collect(),
        seats: (0..rules.seats).map(|seat| (seat_name(seat), seat_view(rules, &known, seat))).collect(),
        own: Seat::all(rules.seats).filter(|&seat| viewer.holds(seat)).collect(),
        known,
    }
}

/// A position that looks exactly like a view.
///
/// Hidden cards are dealt at random from those that are not seen: in a draft from the pool, with a public deck list
/// from that list, so that every arrangement is equally likely. Where nothing is known of a deck, each hidden card is
/// one of the Vassals that the format still allows beside those seen, each equally likely. A locked choice is any of
/// those its seat had.
pub fn imagine(rules: &Rules, view: &View, rng: &mut Rng) -> State {
    let mut state = view.known.clone();
    if rules.format.draft {
        let mut unseen = rules.pool.clone();
        for seat in 0..rules.seats {
            take_out(&mut unseen, &seen_of(rules, &state, seat));
        }
        take_out(&mut unseen, &state.pool);
        rng.shuffle(&mut unseen);
        for seat in 0..rules.seats {
            deal(rules, &mut state, seat, &mut unseen, rng);
        }
        for card in state.pool.iter_mut().filter(|card| **card == UNKNOWN_CARD) {
            *card = unseen.pop().unwrap_or_else(|| any_vassal(rules, &[], rng));
        }
        state.pool.sort_unstable();
    } else {
        for seat in 0..rules.seats {
            let mut unseen = rules.lists.get(usize::from(seat)).cloned().unwrap_or_default();
            take_out(&mut unseen, &seen_of(rules, &state, seat));
            rng.shuffle(&mut unseen);
            deal(rules, &mut state, seat, &mut unseen, rng);
        }
    }
    for seat in 0..rules.seats {
        let Player { sealed, bid, .. } = &state.players[usize::from(seat)];
        if *sealed == Some(HIDDEN) || *bid == HIDDEN_BID {
            flow::choose_anew(rules, &mut state, seat, rng);
        }
    }
    state
}

fn take_out(cards: &mut Vec<u16>, seen: &[u16]) {
    for card in seen {
        if let Some(place) = cards.iter().position(|known| known == card) {
            cards.swap_remove(place);
        }
    }
}

/// The cards of a seat's deck that are seen, wherever they are.
fn seen_of(rules: &Rules, state: &State, seat: u8) -> Vec<u16> {
    let deck = &state.players[usize::from(seat)].deck;
    let vassals = state.table.domains.iter().flat_map(|domain| &domain.zones);
    let vassals =
        vassals.filter(|vassal| vassal.is_some() && vassal.owner() == seat).map(|vassal| vassal.card);
    let fallen = state.table.domains[usize::from(seat)].infirmary.iter().map(|fallen| fallen.card);
    let own = deck.bag.iter().chain(&deck.bottom).chain(&deck.hand).copied();
    let all = vassals.chain(fallen).chain(own).filter(|&card| card != UNKNOWN_CARD);
    all.filter(|&card| rules.face(card).sort == Sort::Vassal).collect()
}

/// Puts unseen cards in the place of those that are hidden in a seat's deck.
fn deal(rules: &Rules, state: &mut State, seat: u8, unseen: &mut Vec<u16>, rng: &mut Rng) {
    let mut held = seen_of(rules, state, seat);
    let drafts = state.step <= Step::DraftCut;
    let deck = &mut state.players[usize::from(seat)].deck;
    let piles = deck.bag.iter_mut().chain(&mut deck.bottom).chain(&mut deck.hand);
    for card in piles.filter(|card| **card == UNKNOWN_CARD) {
        *card = unseen.pop().unwrap_or_else(|| any_vassal(rules, &held, rng));
        held.push(*card);
    }
    deck.bag.sort_unstable();
    if drafts {
        deck.bottom.sort_unstable();
    }
}

/// A Vassal that the format allows beside others.
fn any_vassal(rules: &Rules, held: &[u16], rng: &mut Rng) -> u16 {
    let allowed = |card: u16| {
        let mob = rules.face(card).class == Class::Mob;
        let most = if mob { rules.format.mob_copies } else { rules.format.copies };
        most.is_none_or(|most| held.iter().filter(|&&other| other == card).count() < usize::from(most))
    };
    let cards: Vec<u16> = (0..rules.begins[0]).filter(|&card| allowed(card)).collect();
    if cards.is_empty() { rng.below(u32::from(rules.begins[0])) as u16 } else { *rng.one_of(&cards) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    const POSITION: &str = "WU1 standard b1/3 0-0-0 r3 power.bet selector P1 prime P1 | P1 9 run W2 c:footman,i1 \
        v2:a2,e1 s1:mainspring,of mosswane bag{a3 guard} bottom{vexa-coalhand brother-slagg} infirmary{footman} \
        | P2 9 sealed(bet 7) c:pikeman,!writ-of-debt@P1 v2:pikeman x1:sprout,of mosswane bag{footman*2}";

    #[test]
    fn secrets_are_blanked() {
        let rules = testing::rules(2);
        let state = position::read(&rules, POSITION).expect("a position");
        let seen = |viewer| serde_json::to_value(view(&rules, &state, viewer)).expect("data");
        let own = seen(Viewer::seat(Seat::new(0)));
        let other = seen(Viewer::seat(Seat::new(1)));
        let nobody = seen(Viewer::Spectator);
        assert_eq!(own["P1"]["bottom"], serde_json::json!(["vexa-coalhand", "brother-slagg"]));
        assert_eq!(own["P1"]["bag"], serde_json::json!(["a3", "guard"]));
        assert_eq!(own["P2"]["sealed"], true);
        assert_eq!(own["P2"]["c"], "pikeman,!writ-of-debt@P1");
        assert_eq!(own["P2"]["v1"], serde_json::Value::Null);
        assert_eq!(own["P2"]["x1"], "sprout,of mosswane");
        assert_eq!(own["P1"]["run"], "W2");
        assert_eq!(own["phase"], "power.bet");
        assert_eq!(own["prime"], "P1");
        assert_eq!(other["P1"]["bottom"], serde_json::json!(["?", "?"]));
        assert_eq!(other["P1"]["deck"], 4);
        assert_eq!(nobody["P1"]["s"], serde_json::json!(["mainspring,of mosswane"]));
        assert_eq!(nobody["P1"]["infirmary"], serde_json::json!(["footman"]));
        for hidden in ["a3", "vexa", "guard"] {
            assert!(!other.to_string().contains(hidden) && !nobody.to_string().contains(hidden), "{hidden}");
        }
        assert!(!own.to_string().contains("bet 7"));
    }

    #[test]
    fn imagined_positions_look_the_same() {
        let rules = testing::rules(2);
        let state = position::read(&rules, POSITION).expect("a position");
        let mut rng = Rng::from_number(1);
        for viewer in Viewer::around(2).chain([Viewer::everyone(2)]) {
            let seen = view(&rules, &state, viewer);
            let mut different = 0;
            for _ in 0..50 {
                let other = imagine(&rules, &seen, &mut rng);
                assert_eq!(view(&rules, &other, viewer), seen);
                let mut text = String::new();
                position::write(&rules, &other, &mut text);
                assert_eq!(position::read(&rules, &text), Ok(other.clone()));
                different += u32::from(other != state);
            }
            assert_eq!(different == 0, viewer == Viewer::everyone(2));
        }
    }

    #[test]
    fn public_lists_leave_only_orders_open() {
        let mut rules = testing::rules(2);
        let state = position::read(&rules, POSITION).expect("a position");
        let mut list = seen_of(&rules, &state, 0);
        list.sort_unstable();
        rules.lists[0].clone_from(&list);
        let seen = view(&rules, &state, Viewer::seat(Seat::new(1)));
        let mut rng = Rng::from_number(2);
        for _ in 0..50 {
            let mut cards = seen_of(&rules, &imagine(&rules, &seen, &mut rng), 0);
            cards.sort_unstable();
            assert_eq!(cards, list);
        }
    }
}
