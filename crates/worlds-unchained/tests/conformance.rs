//! The whole conformance kit: every format, with ready decks that bring all sorts of cards into play.

use engine::{Rng, Seat, Viewer};
use testkit::{Subject, Table};
use worlds_unchained::WorldsUnchained;
use worlds_unchained::action::{Act, Answer, Place, Spot};
use worlds_unchained::flow;
use worlds_unchained::rules::Rules;
use worlds_unchained::state::{Deck, State, Step, Wait, ZONES};

struct Kit;

/// Every card of a deck that is not in play, whatever pile it is in.
fn piles(deck: &mut Deck) -> impl Iterator<Item = &mut u16> {
    deck.bag.iter_mut().chain(&mut deck.bottom).chain(&mut deck.hand)
}

/// What a seat could have chosen instead of what it has sealed or bid.
fn permute_choice(rules: &Rules, state: &mut State, seat: usize, rng: &mut Rng) {
    let bids = state.doing.as_ref().is_some_and(|doing| doing.wait == Wait::Bid);
    if state.players[seat].sealed.is_some() || (bids && state.players[seat].bid > 0) {
        flow::choose_anew(rules, state, seat as u8, rng);
    }
}

impl Subject for Kit {
    type Game = WorldsUnchained;
    const HIDES: bool = true;

    fn tables() -> Vec<Table> {
        vec![
            Table::new("speed", "format=speed decks=forge-hands,court-costs"),
            Table::new("draft", "format=draft"),
            Table::new("all stars", "format=all-stars decks=seven-rings,seven-strangers"),
            Table::new("standard", "decks=orrery-nine-standard,tatterkeel-standard"),
            Table::new(
                "Chains erased and negated",
                "format=custom decks=moll-grit-in-the-gears*3+the-grand-complication*3,wardress-halloran*3+irenna-slipgear*3 \
                 bouts=1 draw=5 mulligans=0 boosts=20 round_cap=5",
            ),
            Table::new(
                "back from the infirmary",
                "format=custom decks=grave-prefect-odile*2+nameless-shade*3,grave-prefect-odile*2+nameless-shade*3 bouts=1 \
                 draw=5 mulligans=0 boosts=40 round_cap=20 injury_limit=1",
            ),
            Table::new("three", "format=free-for-all players=3 decks=forge-hands,slow-tide,court-costs"),
            Table::new(
                "four",
                "format=custom decks=full-wind-up,changing-places,first-strike,court-costs draw=3 mulligans=0 bouts=1 \
                 boosts=12 round_cap=2",
            ),
            Table::new(
                "where to go back",
                "format=custom decks=changing-places,court-costs bouts=2 draw=5 mulligans=1 boosts=9 round_cap=4 \
                 choose_return_zone=on play_all_bouts=on deck_lists=public",
            ),
        ]
    }

    /// Decks and hands are hidden from everybody else, and so are choices until all have made theirs. In a draft
    /// both players know which cards were given. Rules: WU-R128, WU-R133, WU-R33, WU-R60.
    fn permute(rules: &Rules, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        let mut other = state.clone();
        let holds = |seat: usize| viewer.holds(Seat::new(seat as u8));
        let drafts = state.step <= Step::DraftCut;
        let plays = (0..usize::from(rules.seats)).any(holds);
        let mut hidden: Vec<&mut u16> = Vec::new();
        for (_, player) in other.players.iter_mut().enumerate().filter(|(seat, _)| !holds(*seat)) {
            let deck = &mut player.deck;
            if drafts && plays {
                hidden.extend(deck.bag.iter_mut().chain(&mut deck.hand));
            } else if rules.format.draft {
                hidden.extend(piles(deck));
            } else if rules.format.lists_public {
                let mut cards: Vec<u16> = piles(deck).map(|card| *card).collect();
                rng.shuffle(&mut cards);
                piles(deck).zip(cards).for_each(|(card, other)| *card = other);
            } else {
                piles(deck).for_each(|card| *card = rng.below(u32::from(rules.begins[0])) as u16);
            }
        }
        if !hidden.is_empty() {
            hidden.extend(&mut other.pool);
            let mut cards: Vec<u16> = hidden.iter().map(|card| **card).collect();
            rng.shuffle(&mut cards);
            hidden.into_iter().zip(cards).for_each(|(card, other)| *card = other);
        }
        other.pool.sort_unstable();
        for seat in (0..usize::from(rules.seats)).filter(|&seat| !holds(seat)) {
            let deck = &mut other.players[seat].deck;
            deck.bag.sort_unstable();
            if drafts {
                deck.bottom.sort_unstable();
            }
            permute_choice(rules, &mut other, seat, rng);
        }
        other
    }

    /// Nothing is beyond its bounds, nobody has the number of another, every Vassal has an owner.
    fn conserved(_: &Rules, state: &State) -> Vec<(&'static str, i64)> {
        let domains = &state.table.domains;
        let vassals = || domains.iter().flat_map(|domain| &domain.zones).filter(|vassal| vassal.is_some());
        let mut ids: Vec<u16> = vassals().map(|vassal| vassal.id).collect();
        ids.extend(domains.iter().flat_map(|domain| &domain.stock).map(|resource| resource.id));
        let twice = (0..ids.len()).filter(|&at| ids[at] == 0 || ids[..at].contains(&ids[at])).count();
        let rich = domains.iter().filter(|domain| domain.boosts > 250 || domain.base.abs() > 500).count();
        let strays = vassals().filter(|vassal| usize::from(vassal.owner()) >= domains.seats()).count();
        vec![
            ("numbers used twice", twice as i64),
            ("Boosts or power beyond bounds", rich as i64),
            ("Vassals of nobody", strays as i64),
        ]
    }

    /// Which leftover card goes under the deck, and which card of a draft is left out.
    fn secret(_: &Rules, _: &State, _: Seat, action: Act) -> bool {
        matches!(action, Act::Under(_) | Act::Cut(_))
    }

    fn private(_: &Rules, state: &State, outcome: Act) -> Option<Seat> {
        match outcome {
            Act::Draw(seat, _) => Some(Seat::new(seat)),
            Act::Pool(_) => Some(Seat::new(state.to)),
            _ => None,
        }
    }

    fn near_misses(rules: &Rules, state: &State, rng: &mut Rng) -> Vec<Act> {
        let mut number = |most: usize| rng.below(most as u32) as u8;
        let card = u16::from(number(usize::from(rules.begins[0]).min(255)));
        let seat = number(usize::from(rules.seats) + 1);
        let place = Place { seat: number(usize::from(rules.seats)), spot: Spot::Zone(number(ZONES)) };
        let boosts = state.table.domains[usize::from(place.seat)].boosts;
        let zone = number(ZONES);
        let mut wrong = vec![
            Act::First(seat),
            Act::Take(card),
            Act::Cut(card),
            Act::CutNone,
            Act::Infirmary(Answer::Yes),
            Act::Mulligan,
            Act::Keep,
            Act::Prime(seat),
            Act::Place(card),
            Act::Stop,
            Act::Under(card),
            Act::Hurt(zone),
            Act::Rouse(Answer::No),
            Act::Send(zone),
            Act::Bet(boosts.saturating_add(1)),
            Act::Bid(boosts.saturating_add(1)),
            Act::Pass,
            Act::BackVassal,
            Act::BackExtra,
            Act::Next(number(4)),
            Act::At(place),
            Act::At(Place { spot: Spot::Stock(number(3)), ..place }),
            Act::At(Place { spot: Spot::Infirmary(number(5)), ..place }),
            Act::Enough,
            Act::Do,
            Act::Decline,
            Act::Option(number(4)),
            Act::PickSkill(place, number(3)),
            Act::PickStatus(place, number(3)),
            Act::Instead(place, number(3)),
            Act::For(place),
            Act::Versus(seat),
            Act::Lead,
            Act::Trail,
            Act::Pick(seat),
            Act::Pool(card),
            Act::Draw(seat, card),
            Act::Hit(place),
        ];
        for skill in 0..5 {
            wrong.extend((0..ZONES as u8).map(|zone| Act::Use(Spot::Zone(zone), skill)));
            wrong.push(Act::Use(Spot::Stock(number(4)), skill));
            wrong.push(Act::Use(Spot::Infirmary(0), skill));
        }
        for at in 0..2 {
            let held = state.players[at].deck.hand.first().or(state.players[at].deck.bag.first());
            wrong.extend(
                held.into_iter().flat_map(|&card| [Act::Place(card), Act::Take(card), Act::Under(card)]),
            );
        }
        // The kit compares the first ones between positions that look alike.
        rng.shuffle(&mut wrong);
        wrong
    }
}

testkit::conformance!(Kit);
