//! The draft, and how a bout is prepared: drawing, mulligans, prime player, placing, leftovers, Boosts.
//! Rules: WU-3.3.1, WU-5.2.1 to WU-5.2.10, WU-R32 to WU-R35, WU-R44 to WU-R53.

use engine::Log;

use crate::action::{Act, Answer};
use crate::ending;
use crate::event::{Cap, Event};
use crate::few::Few;
use crate::flow::{NEXT, Then, WAIT, clockwise, empty_zone, go, in_game, player, player_mut, settle_then};
use crate::rules::{Rules, Sort};
use crate::settle::{self, Happening};
use crate::state::{Cause, Deck, NO_SEAT, State, Step, Vassal, seat_flag};
use crate::text::Class;

/// The most Boosts a player can have. Rules: WU-R141.
pub const MOST_BOOSTS: u16 = 250;

/// A choice or a chance event of draft and preparation.
#[inline(never)]
pub fn apply(rules: &Rules, state: &mut State, seat: u8, act: Act, log: &mut impl Log<Event>) {
    match act {
        Act::Pick(seat) if state.step == Step::DraftSelect => {
            state.to = seat;
            go(state, Step::DraftFirst);
            log.add(Event::SelectedForDraft(seat));
        }
        Act::Pick(seat) => select(state, seat, log),
        Act::First(first) => {
            state.to = first;
            go(state, Step::DraftDeal);
            log.add(Event::DraftsFirst(first));
        }
        Act::Pool(card) => deal(state, card, log),
        Act::Take(card) => take(state, seat, card, log),
        Act::Cut(card) => cut(state, seat, Some(card), log),
        Act::CutNone => cut(state, seat, None, log),
        Act::Prime(prime) => name_prime(rules, state, prime, log),
        Act::Place(card) => place(rules, state, seat, card, log),
        Act::Stop => {
            player_mut(state, seat).flags |= seat_flag::DONE;
            state.to = next_placer(state, seat + 1);
            log.add(Event::Stopped(seat));
        }
        Act::Under(card) => {
            let deck = &mut player_mut(state, seat).deck;
            deck.hand.take_out(card);
            deck.bottom.push(card);
            log.add(Event::PutUnder(seat, 1));
        }
        _ => {}
    }
}

/// C3 to C5: a card is drawn; says whether chance is due again at once. Rules: WU-5.2.2.
pub fn draw(rules: &Rules, state: &mut State, seat: u8, card: u16, log: &mut impl Log<Event>) -> bool {
    let deck = &mut player_mut(state, seat).deck;
    let at = deck.bag.partition_point(|&other| other < card);
    if deck.bag.get(at) == Some(&card) {
        deck.bag.remove(at);
    }
    deck.hand.push(card);
    log.add(Event::Drew(seat, card));
    deck.hand.len() < usize::from(rules.format.draw) && !deck.bag.is_empty()
}

/// Adds a card to a pile that is sorted.
fn hold<const N: usize>(pile: &mut Few<u16, N>, card: u16) {
    pile.push(card);
    pile.sort_unstable();
}

/// Shuffles cards into the whole deck, known ones and all. Rules: WU-R47, WU-R125.
pub fn shuffle_in(deck: &mut Deck, cards: impl IntoIterator<Item = u16>) {
    deck.bag.extend(deck.bottom.iter().copied().chain(cards));
    deck.bottom.clear();
    deck.bag.sort_unstable();
}

/// C2: a card of the pool for the drafter to look at; the last one is the second drafter's. Rules: WU-3.3.1.3.
fn deal(state: &mut State, card: u16, log: &mut impl Log<Event>) {
    let drafter = state.to;
    if let Some(at) = state.pool.iter().position(|&other| other == card) {
        state.pool.remove(at);
    }
    log.add(Event::Dealt(drafter, card));
    let last = state.pool.is_empty();
    let deck = &mut player_mut(state, drafter).deck;
    if last {
        hold(&mut deck.bag, card);
        return go(state, Step::DraftCut);
    }
    deck.hand.push(card);
    if deck.hand.len() == 2 {
        go(state, Step::DraftTake);
    }
}

/// D3: one card is kept, the other given. Before the last card the turn stays with the second drafter, who gets it.
/// Rules: WU-3.3.1.3, WU-R32.
fn take(state: &mut State, seat: u8, card: u16, log: &mut impl Log<Event>) {
    let other = 1 - seat;
    let deck = &mut player_mut(state, seat).deck;
    deck.hand.take_out(card);
    let given = deck.hand.pop();
    hold(&mut deck.bag, card);
    log.add(Event::Took(seat));
    if let Some(given) = given {
        hold(&mut player_mut(state, other).deck.bottom, given);
        log.add(Event::Given(other, given));
    }
    if state.pool.len() > 1 {
        state.to = other;
    }
    go(state, Step::DraftDeal);
}

/// D4: a card is out of the game or not, and what is held becomes the decks. Rules: WU-3.3.1.4, WU-3.3.1.5, WU-R34.
fn cut(state: &mut State, seat: u8, card: Option<u16>, log: &mut impl Log<Event>) {
    state.players.iter_mut().for_each(|player| shuffle_in(&mut player.deck, []));
    if let Some(card) = card {
        player_mut(state, seat).deck.bag.take_out(card);
    }
    log.add(Event::Cut(seat));
    state.to = NO_SEAT;
    prepare(state, 1, log);
}

/// Begins to prepare a bout. Rules: WU-5.1.2.
pub fn prepare(state: &mut State, bout: u8, log: &mut impl Log<Event>) {
    state.bout = bout;
    go(state, Step::Infirmary);
    log.add(Event::BoutBegan(bout));
}

/// Whether a player about to draw has too small a deck, and an infirmary to shuffle in. Who has kept a hand draws no
/// more. Rules: WU-5.2.2.1, WU-R44.
pub fn is_short(rules: &Rules, state: &State, seat: u8) -> bool {
    let player = player(state, seat);
    player.flags & seat_flag::KEPT == 0
        && player.deck.bag.len() + player.deck.bottom.len() < usize::from(rules.format.draw)
        && !state.table.domains[usize::from(seat)].infirmary.is_empty()
}

/// D5: the answers are revealed, and those who said yes shuffle their infirmaries in. Rules: WU-5.2.2.1, WU-R44.
pub fn open_infirmaries(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    if crate::flow::awaits_choices(rules, state, Step::Infirmary) {
        return WAIT;
    }
    if state.players.iter().any(|player| player.sealed.is_some()) {
        shuffle_infirmaries(state, log);
    }
    go(state, Step::Draw);
    NEXT
}

/// Those who said yes.
#[inline(never)]
fn shuffle_infirmaries(state: &mut State, log: &mut impl Log<Event>) {
    for (seat, player) in state.players.iter_mut().enumerate() {
        match player.sealed.take() {
            Some(Act::Infirmary(Answer::Yes)) => {
                let infirmary = &mut state.table.domains[seat].infirmary;
                shuffle_in(&mut player.deck, infirmary.iter().map(|fallen| fallen.card));
                infirmary.clear();
                log.add(Event::Shuffled(seat as u8));
            }
            Some(_) => log.add(Event::Unshuffled(seat as u8)),
            None => {}
        }
    }
}

/// The first seat that still has a card to draw. Rules: WU-5.2.2.
#[inline]
pub fn drawing(rules: &Rules, state: &State) -> Option<u8> {
    in_game(state).find(|&seat| {
        let player = player(state, seat);
        player.flags & seat_flag::KEPT == 0
            && player.deck.hand.len() < usize::from(rules.format.draw)
            && !(player.deck.bag.is_empty() && player.deck.bottom.is_empty())
    })
}

/// Draws from the known run without chance once the bag is empty. Rules: WU-R51, WU-R125.
pub fn draw_known(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    while let Some(seat) = drawing(rules, state) {
        let deck = &mut player_mut(state, seat).deck;
        if !deck.bag.is_empty() {
            return WAIT;
        }
        let card = deck.bottom.remove(0);
        deck.hand.push(card);
        log.add(Event::Drew(seat, card));
    }
    go(state, Step::Mulligan);
    NEXT
}

/// D6: who has no mulligan left keeps; the others choose; who takes one draws anew.
/// Rules: WU-5.2.3, WU-R46, WU-R47.
pub fn open_mulligans(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    for seat in in_game(state) {
        let player = player_mut(state, seat);
        if player.mulligans >= rules.format.mulligans {
            player.flags |= seat_flag::KEPT;
        }
    }
    if crate::flow::awaits_choices(rules, state, Step::Mulligan) {
        return WAIT;
    }
    let mut somebody_draws = false;
    for (seat, player) in state.players.iter_mut().enumerate() {
        match player.sealed.take() {
            Some(Act::Mulligan) => {
                player.mulligans += 1;
                let Deck { bag, hand, .. } = &mut player.deck;
                bag.extend(hand.iter().copied());
                hand.clear();
                shuffle_in(&mut player.deck, []);
                somebody_draws = true;
                log.add(Event::Mulliganed(seat as u8));
            }
            Some(_) => {
                player.flags |= seat_flag::KEPT;
                log.add(Event::Kept(seat as u8));
            }
            None => {}
        }
    }
    if somebody_draws {
        go(state, Step::Infirmary);
        return NEXT;
    }
    state.players.iter_mut().for_each(|player| player.flags &= !seat_flag::KEPT);
    go(state, Step::Prime);
    // In bout 1 chance picks the selector, later it is the next player clockwise. Rules: WU-5.2.4, WU-R48.
    if state.selector != NO_SEAT {
        select(state, next_in_game(state, state.selector), log);
    }
    NEXT
}

/// The next player clockwise who is still in the game.
pub fn next_in_game(state: &State, seat: u8) -> u8 {
    clockwise(state, seat + 1).find(|next| state.gone >> next & 1 == 0).unwrap_or(seat)
}

/// This player names the prime player. Rules: WU-5.2.4.
pub fn select(state: &mut State, seat: u8, log: &mut impl Log<Event>) {
    state.selector = seat;
    state.to = seat;
    log.add(Event::Selected(seat));
}

/// D7: the prime player is named and places first. Rules: WU-5.2.4, WU-5.2.5.
fn name_prime(rules: &Rules, state: &mut State, prime: u8, log: &mut impl Log<Event>) {
    state.prime = prime;
    log.add(Event::PrimeIs(prime));
    in_game(state).for_each(|seat| note_done(rules, state, seat));
    state.to = next_placer(state, prime);
    go(state, Step::Place);
}

/// Who has no card or no empty vassal zone left is done. Rules: WU-R49.
fn note_done(rules: &Rules, state: &mut State, seat: u8) {
    if player(state, seat).deck.hand.is_empty() || empty_zone(rules, state, seat, 1).is_none() {
        player_mut(state, seat).flags |= seat_flag::DONE;
    }
}

/// The first player from this seat on who goes on placing. Rules: WU-R50.
pub fn next_placer(state: &State, from: u8) -> u8 {
    let goes_on =
        |seat: &u8| state.gone >> seat & 1 == 0 && player(state, *seat).flags & seat_flag::DONE == 0;
    clockwise(state, from).find(goes_on).unwrap_or(NO_SEAT)
}

/// D8: a card goes to the lowest empty vassal zone. Rules: WU-5.2.5, WU-R42, WU-R50, WU-P-2.
fn place(rules: &Rules, state: &mut State, seat: u8, card: u16, log: &mut impl Log<Event>) {
    let zone = empty_zone(rules, state, seat, 1).expect("an empty vassal zone, as the seat is not done");
    player_mut(state, seat).deck.hand.take_out(card);
    let face = rules.face(card);
    let vassal = Vassal::new(card, state.next, seat, face.world);
    state.next += 1;
    state.ears |= face.ears;
    state.put(seat, zone, vassal, rules.print(card).hints);
    log.add(Event::Placed(seat, zone, card));
    note_done(rules, state, seat);
    state.to = next_placer(state, seat + 1);
}

/// Placing goes on until everybody is done. Rules: WU-5.2.5, WU-R49.
pub fn place_on(state: &mut State) -> Then {
    if state.to != NO_SEAT {
        return WAIT;
    }
    state.players.iter_mut().for_each(|player| player.flags &= !seat_flag::DONE);
    go(state, Step::Leftovers);
    NEXT
}

/// Hands go under the decks, in seat order. The order is asked for with two cards or more, except in the last bout.
/// Rules: WU-5.2.6, WU-R51.
pub fn put_leftovers_away(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    state.to = NO_SEAT;
    let is_last = state.bout == rules.format.bouts;
    for seat in in_game(state) {
        let deck = &mut player_mut(state, seat).deck;
        if deck.hand.len() > 1 && !is_last {
            state.to = seat;
            return WAIT;
        }
        if !deck.hand.is_empty() {
            log.add(Event::PutUnder(seat, deck.hand.len() as u8));
        }
        deck.bottom.extend(deck.hand.iter().copied());
        deck.hand.clear();
    }
    go(state, Step::Boosts);
    NEXT
}

/// Boosts, then the check for players without Vassals, then the bout starts.
/// Rules: WU-5.2.7, WU-5.2.8, WU-5.2.9, WU-5.2.10, WU-R49, WU-R52, WU-R53, WU-R134.
pub fn set_boosts(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    let format = &rules.format;
    for seat in in_game(state) {
        let domain = &mut state.table.domains[usize::from(seat)];
        let is_mob = |vassal: &&Vassal| {
            vassal.is_some() && {
                let face = rules.face(vassal.card);
                face.class == Class::Mob && face.sort == Sort::Vassal
            }
        };
        let mobs = domain.zones.iter().filter(is_mob).count() as u16;
        let bonus = if state.prime == seat { 0 } else { u16::from(format.non_prime_bonus) };
        let boosts = u16::from(format.boosts) + bonus + u16::from(format.mob_bonus) * mobs;
        domain.boosts = boosts.min(MOST_BOOSTS) as u8;
        if boosts > MOST_BOOSTS {
            log.add(Event::Capped(Cap::Boosts));
        }
        log.add(Event::BoostsSet(seat, domain.boosts));
    }
    go(state, Step::BoutStart);
    ending::bout_end_check(rules, state, log);
    NEXT
}

/// Rules: WU-9.2.22, WU-R53.
pub fn start_bout(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    state.make_room();
    settle::fire(rules, state, &Happening::BoutStarts, Cause::Effect, log);
    settle_then(state, Step::Start)
}
