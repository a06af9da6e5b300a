//! The seven phases of a round. Rules: WU-6.0.1 to WU-6.7.2, WU-8.1.1 to WU-8.5.3, WU-R55 to WU-R65, WU-R83 to WU-R87,
//! WU-R98 to WU-R109.

use std::hint::select_unpredictable;

use engine::Log;
use smallvec::SmallVec;

use crate::action::{Act, Answer};
use crate::event::{Cap, Event};
use crate::flow::{
    NEXT, Then, WAIT, awaits_choices, bits, clockwise, empty_zone, go, in_bout, in_game, next_in_bout,
    player, player_mut, settle_then,
};
use crate::rules::{Rules, ears};
use crate::settle::{self, Happening};
use crate::stacks::{check_limits, places_of, rules_step};
use crate::state::{
    CHALLENGER, Cause, Domain, EXTRA, End, Mark, NO_SEAT, Player, SEATS, Seats, State, Step, Table, Vassal,
    Zone,
};
use crate::text::{BoostChange, Edge, Phase, Secret, StackVerb};
use crate::zones::{ZoneSet, Zones, place};
use crate::{combat, ending, scene};

/// The most base power, up or down. Rules: WU-R141.
pub const MOST_POWER: i16 = 500;

/// From the start of a round to its Challengers, the rows one behind another as long as nothing comes between.
/// Rules: WU-6.1.1, WU-6.2.1, WU-6.2.5.
#[inline(never)]
pub fn start_to_challenge(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    if state.step == Step::Start {
        start(rules, state, log)?;
    }
    if state.step == Step::ChallengeStart {
        start_phase(rules, state, Phase::Challenge, Step::ChallengeForced, log)?;
    }
    if state.step == Step::ChallengeForced {
        open_compulsory_injuries(rules, state, log)?;
    }
    if state.step == Step::ChallengeRouse {
        open_restorings(rules, state, log)?;
    }
    if state.step == Step::ChallengeSelect { open_challengers(rules, state, log) } else { NEXT }
}

/// The rest and power phases. Rules: WU-6.3.1, WU-6.3.3, WU-6.4.1, WU-6.4.4.
#[inline(never)]
pub fn rest_and_power(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    if state.step == Step::RestStart {
        start_phase(rules, state, Phase::Rest, Step::Rest, log)?;
    }
    if state.step == Step::Rest {
        rest(rules, state, log)?;
    }
    if state.step == Step::PowerStart {
        start_phase(rules, state, Phase::Power, Step::PowerBet, log)?;
    }
    open_bets(rules, state, log)
}

/// The combat phase up to its chain step. Rules: WU-6.5.1, WU-8.2.1, WU-8.2.2.
#[inline(never)]
pub fn start_combat(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    if state.step == Step::CombatStart {
        start_phase(rules, state, Phase::Combat, Step::Priority, log)?;
    }
    give_priority(rules, state)
}

/// From the result of a combat to the end of the round. Rules: WU-8.5.1, WU-6.6.1, WU-6.6.6, WU-6.7.1, WU-6.7.2.
#[inline(never)]
pub fn result_to_end(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    if state.step == Step::Result {
        label(rules, state, log)?;
    }
    if state.step == Step::ResolutionStart {
        start_phase(rules, state, Phase::Resolution, Step::Injure, log)?;
    }
    if state.step == Step::Injure {
        injure_challengers(rules, state, log)?;
    }
    if state.step == Step::Exhaust {
        exhaust_challengers(rules, state, log)?;
    }
    if state.step == Step::Return {
        return_challengers(rules, state, log)?;
    }
    if state.step == Step::Reset {
        reset_power(rules, state, log)?;
    }
    if state.step == Step::EndStart {
        start_end_phase(rules, state, log)?;
    }
    end_round(rules, state, log)
}

/// The last round is over, and with the last of all the bout is drawn; else another one starts.
/// Rules: WU-6.1.1, WU-6.1.2, WU-6.7.2, WU-R65, WU-R71, WU-R138.
fn start(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    if state.round >= rules.format.round_cap {
        return end_last_round(rules, state, log);
    }
    if state.round > 0 && state.lasting {
        close_round(rules, state, log)?;
    }
    state.settled = 0;
    state.ran.clear();
    // What the start of the bout has brought for the round lasts until the end of the first one. Rules: WU-R53.
    let lasting = state.lasting && state.round == 0;
    state.round += 1;
    sweep_up(rules, state, &[End::Start]);
    state.lasting = lasting;
    state.used.clear();
    state.table.domains.each_mut(|domain| domain.zones.set_used(false));
    state.chains = 0;
    log.add(Event::RoundBegan(state.round));
    log.add(Event::PhaseBegan(Phase::Start));
    check_limits(rules, state, log);
    settle::fire(rules, state, &Happening::Round(Edge::Starts), Cause::Effect, log);
    settle_then(state, Step::ChallengeStart)
}

/// The second sweep of a round, and what comes of it. Rules: WU-R65, WU-R71.
#[cold]
#[inline(never)]
fn close_round(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    sweep_up(rules, state, &[End::Round]);
    // What ends with the start of the next round is still there.
    state.lasting = true;
    check_limits(rules, state, log);
    settle_then(state, Step::Start)
}

/// The last round is over, and the bout is drawn. Rules: WU-R71.
#[cold]
#[inline(never)]
fn end_last_round(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    close_round(rules, state, log)?;
    log.add(Event::RoundCapReached);
    ending::end_bout(rules, state, NO_SEAT, log);
    NEXT
}

/// Ends what lasts until now, and notes what Skills listen to that are left.
#[inline]
fn sweep_up(rules: &Rules, state: &mut State, ends: &[End]) {
    let ended = state.lasting && sweep(state, ends);
    state.lasting = false;
    if ended || state.thinned {
        // What has left play listens no more.
        state.ears = scene::ears(rules, state);
        state.stocked = state.table.domains.iter().any(|domain| !domain.stock.is_empty());
        state.thinned = false;
    }
    if ended {
        scene::renew_hints(rules, state);
    }
}

/// A phase starts. Rules: WU-6.2.1, WU-6.3.1, WU-6.4.1, WU-6.5.1, WU-6.6.1, WU-R138.
#[inline]
fn start_phase(
    rules: &Rules,
    state: &mut State,
    phase: Phase,
    next: Step,
    log: &mut impl Log<Event>,
) -> Then {
    if state.ears.all & ears::phase(phase) == 0 {
        log.add(Event::PhaseBegan(phase));
        go(state, next);
        return NEXT;
    }
    tell_of_phase(rules, state, phase, log);
    settle_then(state, next)
}

/// Tells that a phase starts.
fn tell_of_phase(rules: &Rules, state: &mut State, phase: Phase, log: &mut impl Log<Event>) {
    log.add(Event::PhaseBegan(phase));
    settle::fire(rules, state, &Happening::Phase(phase), Cause::Effect, log);
}

/// Those among whom a player has to injure one: all, if all are exhausted, else nobody. Rules: WU-6.2.2, WU-R56.
pub fn forced(state: &State, seat: u8) -> ZoneSet {
    let domain = &state.table.domains[usize::from(seat)];
    if domain.zones.rested() == 0 { domain.zones.there() } else { 0 }
}

/// D10: whoever has only exhausted Vassals injures one of them. Rules: WU-6.2.2, WU-6.2.2.1, WU-R56.
fn open_compulsory_injuries(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    // Mostly everybody has somebody who is not exhausted.
    let rested = |seat| state.table.domains[usize::from(seat)].zones.rested() != 0;
    if !state.begun && in_bout(state).all(rested) {
        go(state, Step::ChallengeSelect);
        return NEXT;
    }
    if awaits_choices(rules, state, Step::ChallengeForced) {
        return WAIT;
    }
    let mut victims = 0;
    for seat in in_bout(state) {
        let victim = match player_mut(state, seat).sealed.take() {
            Some(Act::Hurt(zone)) => zone,
            _ => match forced(state, seat) {
                0 => continue,
                only => only.trailing_zeros() as Zone,
            },
        };
        let id = state.table.domains[usize::from(seat)].zones[usize::from(victim)].id;
        state.hurt[usize::from(seat)] = id;
        victims |= place(seat, victim);
    }
    if victims == 0 {
        go(state, Step::ChallengeSelect);
        return NEXT;
    }
    rules_step(rules, state, StackVerb::Injure, victims, 0, true, log);
    forget_fallen(state);
    settle_then(state, Step::ChallengeRouse)
}

/// Who was injured and has left play cannot be restored. Rules: WU-R56.
fn forget_fallen(state: &mut State) {
    for seat in 0..state.players.seats() {
        if scene::vassal(state, state.hurt[seat]).is_none() {
            state.hurt[seat] = 0;
        }
    }
}

/// D11: those who want to restore the injured Vassal by one. Rules: WU-6.2.2, WU-R57.
fn open_restorings(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    forget_fallen(state);
    if awaits_choices(rules, state, Step::ChallengeRouse) {
        return WAIT;
    }
    let mut roused = 0;
    for seat in 0..state.players.seats() {
        let hurt = std::mem::take(&mut state.hurt[seat]);
        let Some(answer) = state.players[seat].sealed.take() else { continue };
        let rouses = answer == Act::Rouse(Answer::Yes);
        log.add(Event::Roused(seat as u8, rouses));
        // It may have changed places.
        if let Some((whose, zone, _)) = scene::vassal(state, hurt).filter(|_| rouses) {
            roused |= place(whose, zone);
        }
    }
    rules_step(rules, state, StackVerb::Restore, roused, 0, false, log);
    settle_then(state, Step::ChallengeSelect)
}

/// Where Vassals stand in reinforcer zones that can be Challenger. Rules: WU-6.2.3, WU-R60.
fn eligible(rules: &Rules, state: &State, seat: u8) -> ZoneSet {
    let domain = &state.table.domains[usize::from(seat)];
    let rested = domain.zones.rested();
    let reinforcers = !(1 << CHALLENGER);
    if state.ears.all & ears::MAY_BE_SELECTED == 0 {
        return rested & reinforcers;
    }
    let may = |vassal: &Vassal| scene::may_be_selected_exhausted(rules, state, vassal.id);
    (rested | domain.zones.filter(domain.zones.exhausted(), may)) & reinforcers
}

/// Notes that of all seats.
pub fn note_eligible(rules: &Rules, state: &mut State) {
    for seat in in_game(state) {
        state.eligible[usize::from(seat)] = eligible(rules, state, seat);
    }
}

/// D12: the Challengers are revealed and move together. Who could choose nobody has none.
/// Rules: WU-6.2.3, WU-6.2.4, WU-6.2.5, WU-R59.
fn open_challengers(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    if awaits_choices(rules, state, Step::ChallengeSelect) {
        return WAIT;
    }
    let loses = settle::may_lose(state, false);
    let mut sent: Seats = 0;
    for seat in in_bout(state) {
        let zone = match player_mut(state, seat).sealed.take() {
            Some(Act::Send(zone)) => zone,
            _ => match state.eligible[usize::from(seat)] {
                0 => continue,
                only => only.trailing_zeros() as Zone,
            },
        };
        state.exchange(seat, CHALLENGER, zone);
        let vassal = state.table.domains[usize::from(seat)].zones[usize::from(CHALLENGER)];
        sent |= 1 << seat;
        log.add(Event::Sent(seat, zone, vassal.card));
    }
    settle::fire(rules, state, &Happening::Revealed(Secret::Challengers), Cause::Effect, log);
    for seat in bits(sent) {
        let becomes = |state: &State| Happening::Becomes(scene::challenger(state, seat));
        settle::fire_of(rules, state, (seat, CHALLENGER), ears::BECOMES, becomes, log);
    }
    if loses {
        tell_those_who_lost(rules, state, sent, log);
    }
    check_limits(rules, state, log);
    settle_then(state, Step::RestStart)
}

/// Abilities that were lost as the Challengers of these seats moved hear of it, too. Rules: WU-R90.
#[cold]
#[inline(never)]
fn tell_those_who_lost(rules: &Rules, state: &mut State, sent: Seats, log: &mut impl Log<Event>) {
    let becomes = bits(sent).map(|seat| Happening::Becomes(scene::challenger(state, seat)));
    let mut happened: SmallVec<[Happening; SEATS + 1]> = becomes.collect();
    happened.push(Happening::Revealed(Secret::Challengers));
    let ghosts = state.ghosts.len();
    settle::fire_lost(rules, state, &happened, Cause::Effect, ghosts, log);
}

/// Every exhausted Vassal loses one stack. Rules: WU-6.3.2, WU-6.3.3, WU-R2, WU-R61.
fn rest(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    let tired = places_of(state, Zones::exhausted);
    rules_step(rules, state, StackVerb::Restore, tired, 0, false, log);
    settle_then(state, Step::PowerStart)
}

/// D13: the bets are revealed, spent and turned into power. Who has no Boosts bets 0. Rules: WU-6.4.2, WU-6.4.3,
/// WU-6.4.4, WU-R20, WU-R62, WU-4.9.2.
fn open_bets(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    if awaits_choices(rules, state, Step::PowerBet) {
        return WAIT;
    }
    let mut bets = [0; SEATS];
    for seat in in_bout(state) {
        let bet = match player_mut(state, seat).sealed.take() {
            Some(Act::Bet(boosts)) => boosts,
            _ => 0,
        };
        let domain = &mut state.table.domains[usize::from(seat)];
        domain.boosts -= bet;
        let base = domain.base + i16::from(bet);
        domain.base = base.min(MOST_POWER);
        log.add(Event::Bet(seat, bet));
        if base > MOST_POWER {
            log.add(Event::Capped(Cap::Power));
        }
        log.add(Event::Power(seat, domain.base));
        bets[usize::from(seat)] = bet;
    }
    settle::fire(rules, state, &Happening::Revealed(Secret::Bets), Cause::Effect, log);
    for (seat, bet) in (0..).zip(bets) {
        if bet > 0 {
            let (player, change, amount) = (seat, BoostChange::Spend, i32::from(bet));
            settle::fire(rules, state, &Happening::Boosts { player, change, amount }, Cause::Effect, log);
        }
    }
    check_limits(rules, state, log);
    settle_then(state, Step::CombatStart)
}

/// First priority: the greatest power, then the fewest injuries, then the prime player or the first clockwise from
/// there. Rules: WU-8.2.1, WU-R86, WU-8.2.2.
fn give_priority(rules: &Rules, state: &mut State) -> Then {
    note_powers(rules, state);
    let (mut most, mut best) = (i32::MIN, state.prime);
    for seat in clockwise(state, state.prime) {
        let challenger = &state.table.domains[usize::from(seat)].zones[usize::from(CHALLENGER)];
        // Nobody in the zone is worse than any Challenger.
        let injuries = select_unpredictable(challenger.is_some(), challenger.injuries, u8::MAX);
        let rank = state.powers[usize::from(seat)] * (i32::from(u8::MAX) + 1) - i32::from(injuries);
        let is_better = rank > most && scene::is_in(state, seat);
        most = select_unpredictable(is_better, rank, most);
        best = select_unpredictable(is_better, seat, best);
    }
    state.to = best;
    state.quiet = 0;
    go(state, Step::Chain);
    NEXT
}

/// Notes the power of all.
pub fn note_powers(rules: &Rules, state: &mut State) {
    state.powers = scene::powers(rules, state);
}

/// D14: whoever has no legal Chain abstains without being asked. Rules: WU-8.3.2, WU-8.3.3, WU-R84, WU-R87, WU-8.3.1.
#[inline]
pub fn chain_step(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    let players = in_bout(state).count();
    while usize::from(state.quiet) < players {
        if combat::note_chances(rules, state) {
            return WAIT;
        }
        abstain_from_chains(state, log);
    }
    state.to = NO_SEAT;
    state.quiet = 0;
    go(state, Step::Result);
    NEXT
}

/// D15, D16: likewise; the initial player's abstention ends the step. Rules: WU-8.4.3, WU-8.4.4, WU-R83, WU-R87,
/// WU-8.4.1.
#[inline]
pub fn reaction_step(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    while state.step == Step::Reaction {
        if combat::note_chances(rules, state) {
            return WAIT;
        }
        abstain_from_reactions(state, log);
    }
    NEXT
}

/// Whoever has priority abstains and passes it on.
pub fn abstain(state: &mut State, log: &mut impl Log<Event>) {
    match state.step {
        Step::Chain => abstain_from_chains(state, log),
        _ => abstain_from_reactions(state, log),
    }
}

/// In the chain step. Rules: WU-8.3.2.2.
#[inline]
fn abstain_from_chains(state: &mut State, log: &mut impl Log<Event>) {
    log.add(Event::Abstained(state.to));
    state.quiet += 1;
    state.to = next_in_bout(state, state.to);
}

/// In the reaction step, which ends where the initial player abstains, or is out of the bout and skipped.
/// Rules: WU-8.4.3.2, WU-8.4.4, WU-R106.
#[inline]
fn abstain_from_reactions(state: &mut State, log: &mut impl Log<Event>) {
    log.add(Event::AbstainedFromReacting(state.to));
    let next = next_in_bout(state, state.to);
    if state.to == state.by || passes(state, state.to, next, state.by) {
        end_reactions(state, next);
    } else {
        state.to = next;
    }
}

/// Whether priority that goes from one seat to another passes this one, who is out of the bout.
fn passes(state: &State, from: u8, to: u8, seat: u8) -> bool {
    !scene::is_in(state, seat)
        && clockwise(state, from).skip(1).take_while(|&other| other != to).any(|other| other == seat)
}

/// A Chain opens a reaction step: the player clockwise of the initial player has priority. Rules: WU-8.4.2, WU-R85.
pub fn open_reactions(state: &mut State, initial: u8) {
    state.by = initial;
    state.to = next_in_bout(state, initial);
    state.quiet = 0;
    go(state, Step::Reaction);
}

/// Back to the chain step, with nobody's abstentions counted. Rules: WU-8.4.4, WU-R83, WU-R84.
pub fn end_reactions(state: &mut State, next: u8) {
    state.by = NO_SEAT;
    state.open = None;
    state.snapshots.clear();
    state.to = next;
    state.quiet = 0;
    go(state, Step::Chain);
}

/// Results are labelled and recorded, an empty zone being a Challenger with power 0. Rules: WU-8.5.1, WU-8.5.2,
/// WU-8.5.3, WU-R98, WU-R99, WU-R100, WU-R102, WU-6.5.2.2, WU-6.5.3, WU-8.5.2.1, WU-8.5.2.2, WU-8.5.2.3.
fn label(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    // Only Chains change anything during a combat.
    if state.chains > 0 {
        note_powers(rules, state);
    }
    let (mut highest, mut second) = (-1, -1);
    for seat in in_bout(state) {
        let power = state.powers[usize::from(seat)];
        second = second.max(power.min(highest));
        highest = highest.max(power);
    }
    for seat in in_bout(state) {
        let power = state.powers[usize::from(seat)];
        let (is_highest, are_several) = (power == highest, second == highest);
        let mark = MARKS[usize::from(is_highest)][usize::from(are_several)];
        let margin = select_unpredictable(is_highest, highest - second, 0) as i16;
        let player = player_mut(state, seat);
        player.label = Some(mark);
        player.margin = margin;
        player.row = select_unpredictable(player.last == Some(mark), player.row.saturating_add(1), 1);
        player.last = Some(mark);
        log.add(Event::Result(seat, mark, margin));
    }
    for seat in in_bout(state) {
        let &Player { label, margin, .. } = player(state, seat);
        if let Some(mark) = label {
            let on = |state: &State| scene::challenger(state, seat);
            let result = |state: &State| Happening::Result { player: seat, on: on(state), mark, margin };
            settle::fire_of(rules, state, (seat, CHALLENGER), ears::result(mark), result, log);
        }
    }
    settle_then(state, Step::ResolutionStart)
}

/// How a combat goes for one whose power is the highest or not, if several have the highest or one.
const MARKS: [[Mark; 2]; 2] = [[Mark::Lose; 2], [Mark::Win, Mark::Tie]];

/// Winners and those who tie injure all others that lost or tied, once each.
/// Rules: WU-6.6.2, WU-6.6.2.1, WU-6.6.2.2, WU-R101, WU-R102, WU-R104, WU-R105, WU-R106.
fn injure_challengers(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    let fighters = fighters(state);
    let has = |seat: u8, mark: Mark| u8::from(player(state, seat).label == Some(mark));
    let (mut injuring, mut falling) = (0, 0);
    for seat in bits(fighters) {
        let tie = has(seat, Mark::Tie);
        injuring |= (has(seat, Mark::Win) | tie) << seat;
        falling |= (has(seat, Mark::Lose) | tie) << seat;
    }
    // It takes another one to be injured.
    let is_hit = |seat: &u8| injuring & !(1 << seat) != 0;
    let victims = bits(falling).filter(is_hit).fold(0, |places, seat| places | place(seat, CHALLENGER));
    rules_step(rules, state, StackVerb::Injure, victims, injuring, false, log);
    settle_then(state, Step::Exhaust)
}

/// The seats that have a Challenger.
fn fighters(state: &State) -> Seats {
    let domains = &state.table.domains;
    let stands = |domain: &Domain| domain.zones.there() >> CHALLENGER & 1;
    domains.fold(0, |seats, seat, domain| seats | stands(domain) << seat) & !state.gone
}

/// Rules: WU-6.6.3, WU-R30, WU-R109.
fn exhaust_challengers(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    let places = bits(fighters(state)).fold(0, |places, seat| places | place(seat, CHALLENGER));
    rules_step(rules, state, StackVerb::Exhaust, places, 0, false, log);
    settle_then(state, Step::Return)
}

/// Challengers return, the prime player's first. With the option a player who can choose is asked.
/// Rules: WU-6.6.4, WU-R40.
fn return_challengers(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    state.to = NO_SEAT;
    for seat in clockwise(state, state.prime) {
        if scene::challenger(state, seat) == 0 {
            continue;
        }
        let [vassal, extra] = [1, EXTRA].map(|first| empty_zone(rules, state, seat, first));
        if rules.format.choose_return && vassal.is_some() && extra.is_some() {
            state.to = seat;
            return WAIT;
        }
        let kind = if vassal.is_some() { 1 } else { EXTRA };
        return_challenger(rules, state, seat, kind, log);
    }
    check_limits(rules, state, log);
    settle_then(state, Step::Reset)
}

/// D17: a Challenger returns to the lowest empty zone of a kind. Rules: WU-R40.
pub fn return_challenger(rules: &Rules, state: &mut State, seat: u8, kind: Zone, log: &mut impl Log<Event>) {
    let Some(zone) = empty_zone(rules, state, seat, kind) else { return };
    let loses = settle::may_lose(state, false);
    state.exchange(seat, CHALLENGER, zone);
    let vassal = state.table.domains[usize::from(seat)].zones[usize::from(zone)];
    log.add(Event::WentBack(seat, CHALLENGER, zone, vassal.card));
    let stops = Happening::Stops(vassal.id, seat);
    settle::fire_of(rules, state, (seat, zone), ears::STOPS, |_| stops, log);
    if loses {
        let ghosts = state.ghosts.len();
        settle::fire_lost(rules, state, &[stops], Cause::Effect, ghosts, log);
    }
}

/// Rules: WU-6.6.5, WU-6.6.6, WU-R64.
fn reset_power(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    state.table.domains.each_mut(|domain| domain.base = 0);
    state.players.each_mut(|player| (player.label, player.margin) = (None, 0));
    check_limits(rules, state, log);
    settle_then(state, Step::EndStart)
}

/// What lasts until the end of the round ends before the Abilities of the end phase. Rules: WU-6.7.1, WU-R65.
fn start_end_phase(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    if state.lasting && sweep(state, &[End::Round]) {
        state.ears = scene::ears(rules, state);
    }
    check_limits(rules, state, log);
    tell_of_phase(rules, state, Phase::End, log);
    settle_then(state, Step::RoundEnd)
}

/// Rules: WU-6.7.2.
fn end_round(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> Then {
    settle::fire(rules, state, &Happening::Round(Edge::Ends), Cause::Effect, log);
    settle_then(state, Step::Start)
}

/// Ends what lasts until now; whether something has ended that Skills or statements came from. Rules: WU-R65.
#[cold]
#[inline(never)]
fn sweep(state: &mut State, ends: &[End]) -> bool {
    let table = &mut state.table;
    let bit = ends.iter().fold(0, |bits, end| bits | if *end == End::Round { 1 } else { 2 });
    table.domains.each_mut(|domain| {
        domain.zones.change_all(domain.zones.safe(), |vassal| vassal.unprotect(bit));
    });
    let many =
        |table: &Table| table.statuses.len() + table.given.len() + table.erased.len() + table.timed.len();
    let before = many(table);
    if before == 0 {
        return false;
    }
    table.statuses.retain(|status| !ends.contains(&status.end));
    table.given.retain(|given| !ends.contains(&given.end));
    table.erased.retain(|erased| !ends.contains(&erased.end));
    table.timed.retain(|timed| !ends.contains(&timed.end));
    many(table) != before
}
