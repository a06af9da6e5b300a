//! How bouts and games end, and who leaves them. Rules: WU-5.3.1, WU-6.8.1, WU-6.8.2, WU-R5, WU-R36, WU-R54,
//! WU-R67 to WU-R71, WU-R106.

use engine::Log;

use crate::event::Event;
use crate::flow::{
    NEXT, Then, advance, bits, clockwise, go, in_bout, in_game, next_in_bout, note, player, player_mut,
};
use crate::rules::{Rules, Sort};
use crate::state::{Deck, Domain, Ears, Fallen, NO_SEAT, NO_WORLD, Paid, SEATS, State, Step, Table};
use crate::{effects, prep, rounds, scene};

/// Ends the bout if at most one player has a Vassal in play; players without one are out of it. Rules: WU-6.8.1,
/// WU-R67, WU-R68, WU-R69, WU-R106, WU-P-4, WU-P-7, WU-5.1.1.
#[inline]
pub fn bout_end_check(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let domains = &state.table.domains;
    let stands = domains.fold(0, |seats, seat, domain| seats | u8::from(domain.zones.there() != 0) << seat);
    let inside = !(state.gone | state.out);
    if stands & inside == inside && inside.count_ones() > 1 {
        // Mostly all have somebody.
        return;
    }
    end_if_decided(rules, state, log);
}

/// The same where somebody may have nobody left.
#[inline(never)]
fn end_if_decided(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let (mut left, mut winner) = (0, NO_SEAT);
    for seat in in_bout(state) {
        let domain = &mut state.table.domains[usize::from(seat)];
        if domain.zones.there() != 0 {
            left += 1;
            winner = seat;
        } else {
            domain.stock.clear();
            state.out |= 1 << seat;
            log.add(Event::OutOfBout(seat));
        }
    }
    if left < 2 {
        end_bout(rules, state, winner, log);
    }
}

/// The bout is over: won by a seat, or drawn. Rules: WU-6.8.1.1, WU-6.8.1.2, WU-6.8.2.
pub fn end_bout(rules: &Rules, state: &mut State, winner: u8, log: &mut impl Log<Event>) {
    if winner == NO_SEAT {
        state.drawn += 1;
        log.add(Event::BoutDrawn);
    } else {
        player_mut(state, winner).wins += 1;
        log.add(Event::BoutWon(winner));
    }
    clean_up(rules, state);
    go(state, Step::BoutEnd);
}

/// The next bout is prepared unless the game is decided. Rules: WU-5.0.1, WU-R36.
pub fn after_bout(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    let left = rules.format.bouts - state.bout;
    if left == 0 || is_decided(rules, state, left) {
        end_game(state, log);
    } else {
        prep::prepare(state, state.bout + 1, log);
    }
    NEXT
}

/// Whether somebody has won more bouts than anybody else in the game can still reach. Rules: WU-R36.
pub fn is_decided(rules: &Rules, state: &State, left: u8) -> bool {
    let wins = |seat: u8| player(state, seat).wins;
    let beats_all =
        |winner: u8| in_game(state).all(|other| other == winner || wins(winner) > wins(other) + left);
    !rules.format.play_all && in_game(state).any(beats_all)
}

/// Everything of the bout is put away without events: Vassals to their owners' infirmaries, all else is forgotten.
/// Rules: WU-R54, WU-R70.
fn clean_up(rules: &Rules, state: &mut State) {
    for seat in 0..state.players.seats() {
        empty_domain(rules, &mut state.table, seat);
        let domain = &mut state.table.domains[seat];
        domain.boosts = 0;
        domain.base = 0;
        let player = &mut state.players[seat];
        player.sealed = None;
        player.flags = 0;
        player.label = None;
        player.margin = 0;
        player.last = None;
        player.row = 0;
        player.bid = 0;
    }
    for domain in &mut state.table.domains {
        domain.infirmary.iter_mut().for_each(|fallen| fallen.id = 0);
    }
    let table = &mut state.table;
    table.statuses.clear();
    table.given.clear();
    table.erased.clear();
    table.timed.clear();
    state.out = 0;
    state.hurt = [0; SEATS];
    state.round = 0;
    state.prime = NO_SEAT;
    state.to = NO_SEAT;
    state.by = NO_SEAT;
    state.quiet = 0;
    state.chains = 0;
    state.open = None;
    state.snapshots.clear();
    state.used.clear();
    state.limits.clear();
    state.doing = None;
    state.below.clear();
    state.instead.clear();
    state.late.clear();
    (state.activating, state.making) = (None, NO_WORLD);
    state.fresh.clear();
    state.batch.clear();
    state.ordered = 0;
    state.lead = None;
    state.again.clear();
    state.settling = false;
    state.settled = 0;
    state.ran.clear();
    state.ghosts.clear();
    state.next = 1;
    state.ears = Ears::default();
    (state.stocked, state.lasting) = (false, false);
}

/// Every Vassal of a domain goes to its owner's infirmary, in the order of zones; tokens and Resources cease to exist.
/// Rules: WU-R70, WU-R11.
fn empty_domain(rules: &Rules, table: &mut Table, seat: usize) {
    table.domains[seat].stock.clear();
    for zone in bits(table.domains[seat].zones.there()) {
        let vassal = table.domains[seat].zones.take(zone);
        let owner = usize::from(vassal.owner());
        if rules.face(vassal.card).sort == Sort::Vassal {
            table.domains[owner].infirmary.push(Fallen { card: vassal.card, id: vassal.id });
        }
    }
}

/// Those still in the game with the most bouts are best: one has won, several tie. Rules: WU-5.3.1, WU-5.3.1.1.
fn end_game(state: &mut State, log: &mut impl Log<Event>) {
    let wins = |seat: u8| player(state, seat).wins;
    let most = in_game(state).map(wins).max().unwrap_or(0);
    state.winners = in_game(state).filter(|&seat| wins(seat) == most).fold(0, |bits, seat| bits | 1 << seat);
    go(state, Step::Over);
    log.add(Event::GameOver(state.winners));
}

/// Whether a bout is under way. Rules: WU-R5.
pub fn in_a_bout(step: Step) -> bool {
    step >= Step::BoutStart && step < Step::BoutEnd
}

/// A player gives the game up and leaves with everything. The others go on; the last one left has won. Rules: WU-R5.
pub fn concede(rules: &Rules, state: &mut State, seat: u8, log: &mut impl Log<Event>) {
    if state.step == Step::Over || state.gone >> seat & 1 == 1 {
        return;
    }
    log.add(Event::Conceded(seat));
    if state.step <= Step::DraftCut {
        // What is held in a draft is a deck from now on.
        state.players.iter_mut().for_each(|player| prep::shuffle_in(&mut player.deck, []));
    }
    effects::forget_picks(rules, state, seat);
    empty_domain(rules, &mut state.table, usize::from(seat));
    state.table.domains[usize::from(seat)] = Domain::empty();
    let leaver = player_mut(state, seat);
    leaver.deck = Deck::default();
    leaver.sealed = None;
    leaver.mulligans = 0;
    leaver.flags = 0;
    leaver.label = None;
    leaver.margin = 0;
    leaver.last = None;
    leaver.row = 0;
    leaver.bid = 0;
    state.gone |= 1 << seat;
    state.out &= !(1 << seat);
    let left = rules.format.bouts - state.bout + 1;
    if in_game(state).count() == 1 || is_decided(rules, state, left) {
        clean_up(rules, state);
        end_game(state, log);
    } else if in_a_bout(state.step) {
        leave_play(rules, state, seat, log);
    } else if state.to == seat {
        match state.step {
            Step::Prime => prep::select(state, prep::next_in_game(state, seat), log),
            Step::Place => state.to = prep::next_placer(state, seat + 1),
            _ => {}
        }
    }
    note(rules, state);
    advance(rules, state, log);
}

/// Whether a seat may give the bout up. Rules: WU-R5.
pub fn may_concede_bout(state: &State, seat: u8) -> bool {
    in_a_bout(state.step) && scene::is_in(state, seat)
}

/// A player gives the bout up: their Vassals leave it, and the last one left has won it. Possible while a bout is
/// under way that the player is still in. Rules: WU-R5.
#[cold]
#[inline(never)]
pub fn concede_bout(rules: &Rules, state: &mut State, seat: u8, log: &mut impl Log<Event>) {
    if !may_concede_bout(state, seat) {
        return;
    }
    log.add(Event::ConcededBout(seat));
    effects::forget_picks(rules, state, seat);
    empty_domain(rules, &mut state.table, usize::from(seat));
    state.out |= 1 << seat;
    let leaver = player_mut(state, seat);
    leaver.sealed = None;
    leaver.bid = 0;
    leave_play(rules, state, seat, log);
    note(rules, state);
    advance(rules, state, log);
}

/// A player is no longer in the bout. The last one left has won it. Rules: WU-R5, WU-R143.
fn leave_play(rules: &Rules, state: &mut State, seat: u8, log: &mut impl Log<Event>) {
    let mut left = in_bout(state);
    if let (Some(last), None) = (left.next(), left.next()) {
        return end_bout(rules, state, last, log);
    }
    state.hurt[usize::from(seat)] = 0;
    state.ears = scene::ears(rules, state);
    drop_effects(rules, state, seat);
    pass_priority(state, seat);
    // In the middle of a settle its end is soon enough. Rules: WU-R68.
    if state.doing.is_none() && !state.settling {
        state.ghosts.clear();
        bout_end_check(rules, state, log);
    }
}

/// Whatever a player who has left would still do is not done, and a Chain that they were activating is none.
/// Rules: WU-R143.
fn drop_effects(rules: &Rules, state: &mut State, seat: u8) {
    state.below.retain(|doing| doing.of.user != seat);
    if state.doing.as_ref().is_some_and(|doing| doing.of.user == seat) {
        state.doing = state.below.pop();
    }
    // What their effects would have come to is not done, nor anything in its place.
    let within = state.replacing();
    state.instead.retain(|due| due.within <= within);
    if state.late.get().is_some_and(|late| late.within > within) {
        state.late.take();
    }
    // A Negate brings nothing of theirs back, and cards of others that they had to where those belong. Rules: WU-R10.
    let at = usize::from(seat);
    let &Domain { boosts, base, .. } = &state.table.domains[at];
    for snapshot in state.snapshots.iter_mut() {
        snapshot.owed.retain(|waiting| waiting.user != seat);
        // Their Boosts are as they are now: nothing of them is paid once more.
        snapshot.paid.retain(|paid| !matches!(paid, Paid::Boosts(payer, _) if *payer == seat));
        empty_domain(rules, &mut snapshot.table, at);
        let domain = &mut snapshot.table.domains[at];
        (domain.boosts, domain.base) = (boosts, base);
        if state.gone >> seat & 1 == 1 {
            *domain = Domain::empty();
        }
    }
    if state.activating.is_some_and(|link| link.player == seat) {
        (state.activating, state.making) = (None, NO_WORLD);
        state.chains = state.chains.saturating_sub(1);
        state.begun = false;
        state.snapshots.truncate(usize::from(state.open.is_some()));
    }
    let ordered = state.batch.iter().take(usize::from(state.ordered)).filter(|one| one.user != seat).count();
    state.ordered = ordered as u8;
    state.batch.retain(|waiting| waiting.user != seat);
    state.fresh.retain(|waiting| waiting.user != seat);
    state.again.retain(|waiting| waiting.user != seat);
}

/// Somebody else has priority instead of a player who has left, whose abstention no longer counts. Rules: WU-8.1.2.
fn pass_priority(state: &mut State, seat: u8) {
    let next = next_in_bout(state, seat);
    match state.step {
        // A reaction that is being activated opens a step of its own.
        Step::Reaction
            if state.activating.is_none() && state.by != NO_SEAT && !scene::is_in(state, state.by) =>
        {
            rounds::end_reactions(state, next);
        }
        Step::Chain | Step::Reaction if state.to == seat => state.to = next,
        Step::Chain => {
            let between = clockwise(state, seat).skip(1).take_while(|&other| other != state.to);
            let since = 1 + between.filter(|&other| scene::is_in(state, other)).count();
            state.quiet -= u8::from(since <= usize::from(state.quiet));
        }
        _ => {}
    }
}
