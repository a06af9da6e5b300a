//! The kit itself under test: an honest toy passes, and each toy with one deliberate defect is caught.

#[path = "toys/defect.rs"]
mod defect;
#[path = "toys/game.rs"]
mod game;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use defect::Defect;
use engine::{Rng, Seat, Viewer};
use game::{Action, COUNTER, Core, DEFECT, Rules, State, Toy, known};
use serde_json::Value;
use testkit::kit::{self, Report};
use testkit::{Effort, Subject, Table};

const EFFORT: Effort = Effort { plays: 5, secrecy_cases: 100, samples: 300, occurrences: 1 };

/// What the kit must be told about the toy.
struct Kit<const BOOK: u8>;

impl<const BOOK: u8> Subject for Kit<BOOK> {
    type Game = Toy<BOOK>;
    const HIDES: bool = true;

    fn tables() -> Vec<Table> {
        vec![Table::enumerable("small", "coins=2 rounds=1"), Table::new("large", "coins=3 rounds=2")]
    }

    fn permute(_: &Rules, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        let mut other = state.clone();
        let hidden: Vec<u8> = (0..2)
            .filter(|&seat| state.hands[usize::from(seat)] != 0 && !state.knows_hand(viewer, seat))
            .collect();
        for &seat in &hidden {
            other.hands[usize::from(seat)] = 0;
        }
        let mut unseen: Vec<u8> = [1, 2, 2, 3, 4].to_vec();
        for rank in other.hands.iter().filter(|rank| **rank != 0) {
            let at = unseen.iter().position(|card| card == rank).expect("a card of the deck");
            unseen.remove(at);
        }
        rng.shuffle(&mut unseen);
        for seat in hidden {
            other.hands[usize::from(seat)] = unseen.pop().expect("five cards for two seats");
        }
        for seat in 0..2 {
            if state.bids[seat] <= state.coins[seat] && !viewer.holds(Seat::new(seat as u8)) {
                other.bids[seat] = rng.below(u32::from(state.coins[seat]) + 1) as u8;
            }
        }
        if state.token != 0 && !state.knows_token(viewer) {
            other.token = 1 + rng.below(2) as u8;
        }
        other
    }

    fn conserved(_: &Rules, state: &State) -> Vec<(&'static str, i64)> {
        vec![("coins", i64::from(state.coins[0]) + i64::from(state.coins[1]) + i64::from(state.pot))]
    }

    fn near_misses(_: &Rules, state: &State, _: &mut Rng) -> Vec<Action> {
        let more = |seat: usize| Action::Bid(state.coins[seat] + 1);
        let mut misses = vec![more(0), more(1), Action::Bid(255), Action::Buy, Action::Call, Action::Show];
        misses.extend([Action::Roll(0), Action::Roll(4), Action::Deal(5), Action::Deal(255)]);
        misses
    }

    /// A rank counts once for each card of it that is left.
    fn weight(_: &Rules, view: &Value, state: &State) -> u64 {
        let mut so_far: Core = known(view);
        let mut weight = 1;
        for seat in 0..2 {
            let rank = state.hands[seat];
            if so_far.hands[seat] != rank && rank != 0 {
                weight *= u64::from(so_far.left()[usize::from(rank) - 1]);
                so_far.hands[seat] = rank;
            }
        }
        weight
    }

    fn secret(_: &Rules, _: &State, _: Seat, action: Action) -> bool {
        matches!(action, Action::Keep | Action::Bury)
    }

    fn knows_rule(id: &str) -> bool {
        matches!(id.strip_prefix("TOY-").map(str::parse), Some(Ok(1..=9)))
    }
}

/// Puts the toy with `defect` before the kit. A kit that panics found something too, if clumsily.
fn examine(defect: Defect, effort: Effort) -> Result<Report, String> {
    DEFECT.set(defect);
    COUNTER.set(0);
    let check = || match defect {
        Defect::BookTwinCodes => kit::check::<Kit<{ game::TWIN_CODES }>>(effort),
        Defect::BookUnknownRule => kit::check::<Kit<{ game::UNKNOWN_RULE }>>(effort),
        Defect::BookEventNever => kit::check::<Kit<{ game::EVENT_NEVER }>>(effort),
        Defect::BookActionNever => kit::check::<Kit<{ game::ACTION_NEVER }>>(effort),
        Defect::BookRefusalNever => kit::check::<Kit<{ game::REFUSAL_NEVER }>>(effort),
        Defect::BookDefault => kit::check::<Kit<{ game::BAD_DEFAULT }>>(effort),
        Defect::BookTwinOptions => kit::check::<Kit<{ game::TWIN_OPTIONS }>>(effort),
        Defect::BookId => kit::check::<Kit<{ game::BAD_ID }>>(effort),
        _ => kit::check::<Kit<{ game::HONEST }>>(effort),
    };
    catch_unwind(AssertUnwindSafe(check)).map_err(|panic| match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(other) => other.downcast::<&str>().map_or_else(|_| "?".to_owned(), |text| (*text).to_owned()),
    })
}

/// The checks that broke, `panic` if the kit itself did.
fn broken(defect: Defect, effort: Effort) -> BTreeSet<&'static str> {
    examine(defect, effort).map_or_else(|_| BTreeSet::from(["panic"]), |report| report.broken())
}

/// Defects and, for each, the checks that must find it. More may.
type Expected = &'static [(Defect, &'static [&'static str])];

const LEAKS: Expected = &[
    (Defect::ViewHand, &["secrecy", "private-chance"]),
    (Defect::ViewSpectator, &["secrecy", "private-chance"]),
    (Defect::ViewLength, &["secrecy", "private-chance"]),
    (Defect::ViewMinusZero, &["secrecy", "private-chance"]),
    (Defect::ViewHash, &["secrecy", "sealed-choice", "private-chance"]),
    (Defect::ViewRare, &["secrecy-events"]),
    (Defect::ViewToken, &["secrecy", "sealed-choice"]),
    (Defect::ViewLocked, &["secrecy", "sealed-choice"]),
    (Defect::ViewSealedCoins, &["secrecy", "sealed-choice"]),
    (Defect::ViewDropsCharm, &["imagine-law"]),
    (Defect::PictureGlobal, &["secrecy", "private-chance"]),
    (Defect::OfferHidden, &["secrecy"]),
    (Defect::LabelHidden, &["secrecy"]),
    (Defect::TurnSealed, &["secrecy", "sealed-choice", "sealing"]),
    (Defect::TurnToken, &["sealed-choice"]),
    (Defect::CoinsToken, &["sealed-choice"]),
    (Defect::CoinsTokenLater, &["secrecy-events", "undo"]),
    (Defect::WitnessText, &["private-chance"]),
    (Defect::WitnessLength, &["private-chance"]),
    (Defect::WitnessTwin, &["private-chance"]),
    (Defect::WitnessSealed, &["sealed-choice"]),
    (Defect::WitnessToken, &["sealed-choice"]),
    (Defect::EventCount, &["secrecy-events"]),
    (Defect::WitnessBlind, &["private-chance"]),
    (Defect::WitnessShownBlind, &["secrecy-events"]),
];

const IMAGINATION: Expected = &[
    (Defect::ImagineOwn, &["imagine"]),
    (Defect::ImagineNeverTruth, &["imagine-law"]),
    (Defect::ImagineBias, &["imagine-law"]),
    (Defect::ImagineJoint, &["imagine-law"]),
    (Defect::ImagineSameCard, &["imagine-law"]),
    (Defect::ImagineShown, &["imagine"]),
    (Defect::ImagineToken, &["imagine-law"]),
    (Defect::ImagineBid, &["imagine-law"]),
    (Defect::ImagineUnpaid, &["imagine-law"]),
    (Defect::ImagineConstant, &["imagine-law"]),
];

const CHANCE: Expected = &[
    (Defect::SampleDie, &["sample-law"]),
    (Defect::SampleDeal, &["sample-law"]),
    (Defect::SampleOutside, &["same-seed", "record", "step-back"]),
    (Defect::PurposeOutside, &["same-seed", "record", "step-back"]),
    (Defect::ChanceUnmerged, &["chance-merged"]),
    (Defect::ChanceMissing, &["sample-law"]),
    (Defect::ChanceTwinRefused, &["offered-accepted"]),
    (Defect::PickBias, &["pick-law"]),
    (Defect::PickCount, &["pick"]),
    (Defect::PickUnoffered, &["pick"]),
];

const LEGALITY: Expected = &[
    (Defect::OfferRefused, &["offered-accepted"]),
    (Defect::OfferOther, &["offered", "offered-accepted"]),
    (Defect::OfferOver, &["offered"]),
    (Defect::OfferUnstable, &["same-seed"]),
    (Defect::AcceptPhase, &["unoffered-refused"]),
    (Defect::AcceptSeat, &["unoffered-refused"]),
    (Defect::AcceptUnpaid, &["unoffered-refused"]),
    (Defect::AcceptChance, &["unoffered-refused"]),
    (Defect::AcceptOver, &["unoffered-refused"]),
    (Defect::AcceptGhost, &["unoffered-refused"]),
    (Defect::AcceptSeatRolls, &["unoffered-refused"]),
    (Defect::AcceptSealTwice, &["sealing", "unoffered-refused"]),
    (Defect::RefuseUndeclared, &["refusal-declared"]),
    (Defect::RefuseCatchAll, &["vague-refusals"]),
    (Defect::RefuseUnknownRule, &["refusal-declared"]),
    (Defect::RefuseOtherRule, &["refusal-declared"]),
];

const DECLARATIONS: Expected = &[
    (Defect::BookTwinCodes, &["refusal-codes"]),
    (Defect::BookUnknownRule, &["refusal-rules"]),
    (Defect::BookEventNever, &["coverage"]),
    (Defect::BookActionNever, &["coverage"]),
    (Defect::BookTwinOptions, &["options"]),
    (Defect::BookId, &["record"]),
    (Defect::EventUnknownRule, &["event-rules"]),
    (Defect::EventUndeclared, &["kinds", "coverage"]),
    (Defect::KindUndeclared, &["kinds", "coverage"]),
    (Defect::LabelEmpty, &["label"]),
];

const TEXT: Expected = &[
    (Defect::TextLosesField, &["position-text"]),
    (Defect::TextOutside, &["position-text", "clone", "record"]),
    (Defect::TextLines, &["position-text"]),
    (Defect::ActionAmbiguous, &["notation", "record"]),
    (Defect::ActionUnread, &["notation", "record"]),
    (Defect::ActionMisread, &["notation", "record"]),
    (Defect::ActionSemicolon, &["notation"]),
    (Defect::ActionSlash, &["notation"]),
    (Defect::ActionBlank, &["notation"]),
    (Defect::GlobalCounter, &["same-seed", "record", "step-back"]),
    (Defect::RulesCounter, &["record", "step-back"]),
    (Defect::SharedCell, &["record", "step-back"]),
    (Defect::CompileCounter, &["same-seed"]),
    (Defect::LogDecides, &["step-back"]),
];

const FLOW: Expected = &[
    (Defect::NeverEnds, &["ends"]),
    (Defect::TooLong, &["ends"]),
    (Defect::OutcomeMissing, &["outcome"]),
    (Defect::OutcomeEarly, &["outcome"]),
    (Defect::OutcomeSeats, &["outcome"]),
    (Defect::NoOptions, &["offered", "turn"]),
    (Defect::Unsorted, &["canonical-order"]),
    (Defect::Duplicates, &["canonical-order"]),
    (Defect::TurnGhost, &["turn"]),
    (Defect::SealOrder, &["sealing-order"]),
    (Defect::SealStays, &["sealing"]),
    (Defect::SealSkips, &["sealing", "sealing-order"]),
    (Defect::DefaultUnoffered, &["default-action"]),
    (Defect::LivelyUnoffered, &["lively"]),
    (Defect::CoinsLost, &["conservation"]),
    (Defect::ConcedeSilent, &["concede"]),
    (Defect::ConcedeNoOutcome, &["outcome"]),
    (Defect::ShowUnmarked, &["undo"]),
    (Defect::TurnedUnmarked, &["undo"]),
    (Defect::OpenedUnmarked, &["undo"]),
    (Defect::RolledUnmarked, &["private-chance"]),
    (Defect::DealtUnmarked, &["private-chance"]),
    (Defect::ShowSilent, &["undo", "coverage"]),
];

/// Found only in that the kit panics: it ought to report and go on.
const PANICS: &[Defect] = &[Defect::SampleGone, Defect::ChanceEmpty, Defect::TurnNobody];

/// Known wrong: defects that the kit does not find. Whoever mends the kit moves them to a list above.
const ESCAPED: &[Defect] = &[
    // A concession's view, events and coins are not looked at, nor who wins by it.
    Defect::ViewConceded,
    Defect::WitnessConceded,
    Defect::ImagineConceded,
    Defect::CoinsConceded,
    Defect::ConcedeHangs,
    Defect::ConcedeOutside,
    Defect::OutcomeConceder,
    // An event that says it reveals excuses everything after it, whoever witnesses it.
    Defect::WitnessDeal,
    Defect::WitnessSpectator,
    Defect::WitnessSealedMarked,
    Defect::WitnessTokenMarked,
    Defect::EventRides,
    // What a host also sends: refusals and the action of a time-out.
    Defect::RefusalTextHidden,
    Defect::RefusalCodeHidden,
    Defect::DefaultHidden,
    // Views and events that tell too little, or what is false.
    Defect::ViewEveryoneBlind,
    Defect::ViewOwnHidden,
    Defect::ViewShownHidden,
    Defect::WitnessLies,
    Defect::PassMarked,
    // Laws late in a game.
    Defect::SampleLate,
    Defect::PickLate,
    // What chance may do, and what a seat that does not exist is offered.
    Defect::AcceptFace,
    Defect::AcceptGone,
    Defect::OfferGhost,
    // Equality and hash.
    Defect::EqOverlooks,
    Defect::HashDiffers,
    // Readers that accept too much or panic.
    Defect::TextLoose,
    Defect::TextNonsense,
    Defect::TextPanics,
    Defect::ActionLoose,
    Defect::ActionPanics,
    // Declarations and words.
    Defect::BookRefusalNever,
    Defect::BookDefault,
    Defect::RefuseStyle,
    Defect::EventStyle,
    Defect::LabelTwins,
    Defect::SeatNames,
    // Places, series and bots.
    Defect::OutcomePlaces,
    Defect::NextSettings,
    Defect::BotUnoffered,
];

/// Known wrong: toys without a defect that the kit accuses. Outcomes of chance are told apart only by
/// the positions they lead to, though everybody saw which one fell.
const ACCUSED: Expected = &[(Defect::InnocentDie, &["chance-merged"])];

fn all_caught(defects: Expected, effort: Effort) {
    let mut missed = String::new();
    for &(defect, checks) in defects {
        let found = broken(defect, effort);
        if !checks.iter().all(|check| found.contains(check)) {
            missed.push_str(&format!("{defect:?}: expected {checks:?}, found {found:?}\n"));
        }
    }
    assert!(missed.is_empty(), "the kit overlooks:\n{missed}");
}

#[test]
fn the_honest_toy_passes() {
    let report = examine(Defect::None, EFFORT).expect("no panic");
    assert!(report.findings.is_empty(), "{report}");
}

#[test]
fn leaks_are_caught() {
    all_caught(LEAKS, EFFORT);
}

#[test]
fn false_imagination_is_caught() {
    all_caught(IMAGINATION, EFFORT);
}

#[test]
fn loaded_dice_are_caught() {
    all_caught(CHANCE, EFFORT);
}

#[test]
fn illegal_offers_and_refusals_are_caught() {
    all_caught(LEGALITY, EFFORT);
}

#[test]
fn wrong_declarations_are_caught() {
    all_caught(DECLARATIONS, EFFORT);
}

#[test]
fn lost_and_ambiguous_states_are_caught() {
    all_caught(TEXT, EFFORT);
}

#[test]
fn broken_flow_is_caught() {
    all_caught(FLOW, EFFORT);
}

/// These should become findings, like those above.
#[test]
fn the_kit_panics_at_these() {
    for &defect in PANICS {
        assert_eq!(
            broken(defect, EFFORT),
            BTreeSet::from(["panic"]),
            "{defect:?} no longer panics: expect its finding"
        );
    }
}

/// These should be caught. The kit is known to overlook them.
#[test]
fn the_kit_still_overlooks_these() {
    let caught: Vec<_> = ESCAPED
        .iter()
        .map(|&defect| (defect, broken(defect, EFFORT)))
        .filter(|(_, found)| !found.is_empty())
        .collect();
    assert!(caught.is_empty(), "now caught; move them to the lists of what is: {caught:?}");
}

/// These should pass. The kit is known to accuse them.
#[test]
fn the_kit_still_accuses_these() {
    all_caught(ACCUSED, EFFORT);
}

#[test]
fn every_defect_is_in_one_list() {
    let expected = [LEAKS, IMAGINATION, CHANCE, LEGALITY, DECLARATIONS, TEXT, FLOW, ACCUSED].concat();
    let mut listed: Vec<Defect> = expected.iter().map(|(defect, _)| *defect).collect();
    listed.extend(PANICS.iter().chain(ESCAPED).chain(&[Defect::None]));
    listed.sort();
    assert_eq!(listed, Defect::ALL.iter().copied().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>());
}

/// More effort finds no less, and still nothing wrong with the honest toy.
#[test]
#[ignore = "long: some minutes"]
fn soak_toys() {
    let effort = Effort { plays: 60, secrecy_cases: 10_000, samples: 4_000, occurrences: 1 };
    let report = examine(Defect::None, effort).expect("no panic");
    assert!(report.findings.is_empty(), "{report}");
    for list in [LEAKS, IMAGINATION, CHANCE, LEGALITY, DECLARATIONS, TEXT, FLOW] {
        all_caught(list, effort);
    }
}
