//! What no position can be.

use engine::{Actions, Fault, Seat, Turn, Weighted};

use super::{HIDDEN, name_of, step_name, usual_winners};
use crate::action::Act;
use crate::decks::POOL;
use crate::ending::{self, in_a_bout};
use crate::notation::{self, seat_name};
use crate::rules::{Rules, Sort, ears};
use crate::settle::{MOST_RUNS, MOST_SETTLED};
use crate::state::{CHALLENGER, Deck, NO_SEAT, State, Step, UNKNOWN_CARD, Vassal, seat_flag};
use crate::text::{Immunity, StackKind, Threat};
use crate::{chance, combat, flow};

type Read<T> = Result<T, Fault>;

/// Refuses what no play could make sense of.
pub(super) fn check(rules: &Rules, state: &State) -> Read<()> {
    let fault = |what: String, remedy: String| Err(Fault::new(what, remedy));
    let format = &rules.format;
    let drafts = state.step <= Step::DraftCut;
    let in_bout = in_a_bout(state.step);
    check_score(rules, state)?;
    check_round(rules, state)?;
    check_head(state)?;
    if drafts && !format.draft {
        return fault("this format has no draft".to_owned(), "name a step of a bout".to_owned());
    }
    let held = state.players.iter().map(|player| &player.deck);
    let held: usize = held.map(|deck| deck.bag.len() + deck.bottom.len() + deck.hand.len()).sum();
    if drafts && state.pool.len() + held != POOL {
        let what = format!("{} cards are drafted (WU-R34)", state.pool.len() + held);
        return fault(what, format!("write {POOL} in `pool`, `hand`, `draft` and `given` together"));
    }
    if in_bout && state.prime == NO_SEAT {
        return fault("a bout has a prime player".to_owned(), "write `prime P1` after the step".to_owned());
    }
    let combat =
        matches!(state.step, Step::Chain | Step::Reaction) && !state.settling && state.doing.is_none();
    if combat && state.to == NO_SEAT {
        return fault("nobody has priority".to_owned(), "write `to P1`".to_owned());
    }
    if combat && state.step == Step::Reaction && (state.by == NO_SEAT || state.open.is_none()) {
        let remedy = "write `by P1 chain P1.c.1`: the initial player and the Chain";
        return fault("a reaction step follows a Chain".to_owned(), remedy.to_owned());
    }
    let idle = !state.settling && state.doing.is_none();
    if decides_alone(state.step) && idle && state.to == NO_SEAT {
        return fault(format!("nobody decides in {}", name_of(state.step)), "write `to P1`".to_owned());
    }
    let stands = |seat: &u8| state.table.domains[usize::from(*seat)].zones.iter().any(Vassal::is_some);
    if in_bout && idle && flow::in_bout(state).filter(stands).count() < 2 {
        let what = "the bout is over: not two players have a Vassal".to_owned();
        return fault(what, "give each of two at least one Vassal".to_owned());
    }
    let within = state.instead.iter().map(|due| due.within).chain(state.late.get().map(|late| late.within));
    if within.max().is_some_and(|within| within > state.replacing()) {
        let what = "an action waits within more replacements than there are".to_owned();
        return fault(what, "write less behind `/` in `due`, and behind `late`".to_owned());
    }
    if usize::from(state.ordered) > state.batch.len() {
        let what = format!("{} Abilities are in order, and {} wait", state.ordered, state.batch.len());
        return fault(what, "write fewer behind `ordered`".to_owned());
    }
    let runs = state.ran.iter().map(|(.., runs)| *runs).max().unwrap_or(0);
    if runs > MOST_RUNS + 1 || state.settled >= MOST_SETTLED {
        let remedy = format!(
            "write at most {} behind `=`, and less than {MOST_SETTLED} behind `settle`",
            MOST_RUNS + 1
        );
        return fault("more Abilities were carried out than a settle allows (WU-R91)".to_owned(), remedy);
    }
    let (waiting, most) = (state.batch.len().max(state.fresh.len()), 128);
    if waiting > most {
        return fault(format!("there are {waiting} Abilities waiting"), format!("there are at most {most}"));
    }
    for seat in 0..state.players.seats() {
        check_step_of_side(state, seat)?;
        check_side(rules, state, seat)?;
    }
    Ok(())
}

/// Bouts and their results, and whether the game is over. Rules: WU-5.3.1, WU-R36.
fn check_score(rules: &Rules, state: &State) -> Read<()> {
    let fault = |what: String, remedy: String| Err(Fault::new(what, remedy));
    let (bout, bouts, step) = (state.bout, rules.format.bouts, name_of(state.step));
    if bout > bouts || bout == 0 {
        return fault(format!("there is no bout {bout}"), format!("write b1 to b{bouts}"));
    }
    let wins = state.players.iter().map(|player| u32::from(player.wins));
    let ended = wins.sum::<u32>() + u32::from(state.drawn);
    let is_over = state.step == Step::Over;
    // Who concedes ends a game in the middle of a bout.
    let fits = match ended.checked_sub(u32::from(bout)) {
        Some(more) => more == 0 && state.step >= Step::BoutEnd,
        None => ended + 1 == u32::from(bout) && (!is_over || state.gone != 0),
    };
    if !fits {
        let wanted = if is_over { bout } else { bout - 1 };
        let remedy = format!("in {step} of bout {bout} there are {wanted}");
        return fault(format!("the score tells of {ended} bouts"), remedy);
    }
    let left = bouts - ended as u8;
    let is_decided = flow::in_game(state).count() < 2 || left == 0 || ending::is_decided(rules, state, left);
    if is_over && !is_decided {
        return fault(
            "the game is not decided".to_owned(),
            "change the score, or name a step of a bout".to_owned(),
        );
    }
    if !is_over && is_decided && state.step != Step::BoutEnd {
        return fault("the game is decided".to_owned(), "change the score, or write `over`".to_owned());
    }
    if state.winners != usual_winners(state) {
        let what = "the winners are others by the score".to_owned();
        return fault(what, "leave `won` out".to_owned());
    }
    Ok(())
}

/// Rules: WU-6.1.1, WU-R54, WU-R71.
fn check_round(rules: &Rules, state: &State) -> Read<()> {
    let last = rules.format.round_cap;
    let (fits, remedy) = match state.step {
        // Between rounds things may settle, before the first one, too.
        Step::Start => (state.round <= last, format!("write r0 to r{last}")),
        step if step > Step::Start && in_a_bout(step) => {
            ((1..=last).contains(&state.round), format!("write r1 to r{last}"))
        }
        _ => (state.round == 0, "write r0".to_owned()),
    };
    if fits {
        return Ok(());
    }
    Err(Fault::new(format!("there is no round {} in {}", state.round, step_name(state)), remedy))
}

/// What stands in the head only in some steps.
fn check_head(state: &State) -> Read<()> {
    use Step::{BoutEnd, Chain, DraftCut, Over, Place, Reaction};
    let step = state.step;
    let idle = !state.settling && state.doing.is_none();
    let decides = decides_alone(step) || matches!(step, Step::Prime | Chain | Reaction);
    for (word, is_there, fits) in [
        ("prime", state.prime != NO_SEAT, (Place..BoutEnd).contains(&step)),
        ("to", state.to != NO_SEAT, decides || !idle),
        ("by", state.by != NO_SEAT, step == Reaction),
        ("chain", state.open.is_some(), step == Reaction),
        ("quiet", state.quiet > 0, matches!(step, Chain | Reaction)),
        ("chains", state.chains > 0, in_a_bout(step)),
        ("late", state.late.is_some(), state.doing.is_some()),
        ("pool", !state.pool.is_empty(), step <= DraftCut || step == Over),
    ] {
        if is_there && !fits {
            let what = format!("there is no `{word}` in {}", step_name(state));
            return Err(Fault::new(what, format!("leave `{word}` out")));
        }
    }
    // In a reaction step the last row stays as it was, whoever leaves.
    let players = if step == Chain { flow::in_bout(state).count() } else { state.players.seats() };
    if idle && usize::from(state.quiet) >= players.max(1) {
        let what = format!("{} of {players} players have abstained in a row", state.quiet);
        return Err(Fault::new(what, format!("write at most {} behind `quiet`", players.max(1) - 1)));
    }
    Ok(())
}

/// Whether one seat decides in a step, outside of effects.
fn decides_alone(step: Step) -> bool {
    matches!(
        step,
        Step::DraftFirst
            | Step::DraftDeal
            | Step::DraftTake
            | Step::DraftCut
            | Step::Place
            | Step::Leftovers
            | Step::Return
    )
}

/// What a side has only in some steps. Rules: WU-R38, WU-R54, WU-R70.
fn check_step_of_side(state: &State, seat: usize) -> Read<()> {
    let (domain, player, step) = (&state.table.domains[seat], &state.players[seat], state.step);
    let in_bout = in_a_bout(step);
    let placed = (Step::Place..Step::BoutEnd).contains(&step);
    let keeps = matches!(step, Step::Infirmary | Step::Draw | Step::Mulligan);
    let fights = (Step::RestStart..=Step::Return).contains(&step);
    let labelled = (Step::ResolutionStart..=Step::Reset).contains(&step);
    for (what, is_there, fits) in [
        ("Boosts", domain.boosts > 0, in_bout),
        ("base power", domain.base != 0, in_bout),
        ("Vassals", domain.zones.iter().any(Vassal::is_some), placed),
        ("a Challenger", domain.zones[usize::from(CHALLENGER)].is_some(), fights),
        ("Resources", !domain.stock.is_empty(), in_bout),
        ("a hand", !player.deck.hand.is_empty(), !in_bout),
        ("`kept`", player.flags & seat_flag::KEPT != 0, keeps),
        ("`done`", player.flags & seat_flag::DONE != 0, step == Step::Place),
        ("`label`", player.label.is_some(), labelled),
        ("a `run`", player.last.is_some(), in_bout && player.row > 0),
    ] {
        if is_there && !fits {
            let what = format!("{} has {what} in {}", seat_name(seat as u8), step_name(state));
            return Err(Fault::new(what, "leave it out, or name another step or round"));
        }
    }
    Ok(())
}

/// Whether there can have been a Skill that raises limits, or that forbids or replaces eliminations: stacks outlast it
/// until the next check. What is hidden may be anything. Rules: WU-R132.
fn may_bend(rules: &Rules, state: &State) -> bool {
    let (table, players) = (&state.table, &state.players);
    let piles = players.iter().flat_map(|player| {
        let Deck { bag, bottom, hand } = &player.deck;
        bag.iter().chain(bottom).chain(hand)
    });
    let vassals = table.domains.iter().flat_map(|domain| domain.zones.iter().map(|vassal| vassal.card));
    let fallen = table.domains.iter().flat_map(|domain| domain.infirmary.iter().map(|fallen| fallen.card));
    let mut skills = table.given.iter().map(|given| given.skill);
    let stock = table.domains.iter().flat_map(|domain| domain.stock.iter().map(|resource| resource.card));
    let statuses = table.statuses.iter().map(|status| status.card);
    let mut cards = vassals.chain(fallen).chain(stock).chain(statuses).chain(piles.copied());
    // Everything that effects make is taken to be there wherever something makes any.
    let made = || rules.faces.iter().filter(|face| face.sort != Sort::Vassal);
    let bending = made().any(|face| face.skills.iter().any(|&skill| bends(rules, skill)));
    let any = |skill: u16| bends(rules, skill) || (bending && rules.skills[usize::from(skill)].makes);
    skills.any(any)
        || cards.any(|card| match rules.faces.get(usize::from(card)) {
            Some(face) => face.skills.iter().any(|&skill| any(skill)),
            None => card == UNKNOWN_CARD,
        })
}

/// Whether a Skill, or one in its brackets, raises limits, or forbids or replaces eliminations.
fn bends(rules: &Rules, skill: u16) -> bool {
    let limits = StackKind::ALL.iter().map(|&kind| ears::limit(kind));
    let others = ears::cannot(Immunity::Eliminated) | ears::instead(Threat::Eliminated);
    let program = &rules.skills[usize::from(skill)];
    (program.ears.all | crate::scene::ears_until(&program.skill))
        & limits.fold(others, |bits, bit| bits | bit)
        != 0
        || program.nested.iter().any(|&inner| bends(rules, inner))
}

fn check_side(rules: &Rules, state: &State, seat: usize) -> Read<()> {
    let format = &rules.format;
    let name = seat_name(seat as u8);
    let (domain, player) = (&state.table.domains[seat], &state.players[seat]);
    let most = |what: &str, many: usize, most: u8| {
        if many <= usize::from(most) {
            return Ok(());
        }
        Err(Fault::new(format!("{name} has {many} {what}"), format!("there are at most {most}")))
    };
    let vassals = domain.zones.iter().filter(|vassal| vassal.is_some());
    most("Vassals", vassals.clone().count(), rules.most_vassals())?;
    most("Resources", domain.stock.len(), 16)?;
    most("mulligans used", usize::from(player.mulligans), format.mulligans)?;
    let timed = state.table.timed.iter().filter(|timed| usize::from(timed.user) == seat);
    most("statements in force", timed.count(), 8)?;
    for vassal in vassals {
        let id = rules.id(vassal.card);
        let limits = [
            ("injury", vassal.injuries, format.injury_limit),
            ("exhaustion", vassal.exhaustion, format.exhaustion_limit),
        ];
        for (what, stacks, limit) in limits {
            if stacks >= limit && state.doing.is_none() && !may_bend(rules, state) {
                let what = format!("{name}'s {id} has {stacks} stacks of {what}");
                return Err(Fault::new(what, format!("with {limit} it is eliminated")));
            }
        }
        most(
            "Statuses on a Vassal",
            state.table.statuses.iter().filter(|status| status.on == vassal.id).count(),
            6,
        )?;
        most(
            "Skills given to a Vassal",
            state.table.given.iter().filter(|given| given.on == vassal.id).count(),
            6,
        )?;
    }
    let is_gone = state.gone >> seat & 1 == 1;
    let (is_done, is_kept) = (player.flags & seat_flag::DONE != 0, player.flags & seat_flag::KEPT != 0);
    if state.step == Step::Place && !is_gone {
        let can_place =
            flow::empty_zone(rules, state, seat as u8, 1).is_some() && !player.deck.hand.is_empty();
        if !is_done && !can_place {
            return Err(Fault::new(
                format!("{name} has nothing to place, or no zone for it"),
                "write `done`",
            ));
        }
        if is_done && usize::from(state.to) == seat {
            let what = format!("{name} is done and has no more to place");
            return Err(Fault::new(what, "leave `done` out, or name another seat behind `to`"));
        }
    }
    if is_kept && player.sealed.is_some() && state.step == Step::Mulligan {
        let what = format!("{name} has kept the hand and cannot choose again (WU-R47)");
        return Err(Fault::new(what, "leave out what is sealed, or `kept`"));
    }
    let may_keep = player.mulligans >= format.mulligans && player.flags & seat_flag::KEPT == 0;
    if state.step == Step::Mulligan && may_keep && state.gone >> seat & 1 == 0 {
        return Err(Fault::new(format!("{name} has no mulligan left to choose"), "write `kept`"));
    }
    if state.hurt[seat] > 0 && state.step != Step::ChallengeRouse && state.step != Step::ChallengeForced {
        let remedy = "`hurt` marks who may be restored in challenge.rouse";
        return Err(Fault::new(format!("{name} has no compulsory injury now"), remedy));
    }
    let fits = match player.sealed {
        None | Some(HIDDEN) => true,
        Some(Act::Infirmary(_)) => state.step == Step::Infirmary,
        Some(Act::Mulligan | Act::Keep) => state.step == Step::Mulligan,
        Some(Act::Hurt(zone)) => {
            state.step == Step::ChallengeForced && domain.zones[usize::from(zone)].is_some()
        }
        Some(Act::Rouse(_)) => state.step == Step::ChallengeRouse,
        Some(Act::Send(zone)) => {
            state.step == Step::ChallengeSelect && domain.zones[usize::from(zone)].is_some()
        }
        Some(Act::Bet(boosts)) => state.step == Step::PowerBet && boosts <= domain.boosts,
        Some(Act::Bid(boosts)) => state.doing.is_some() && boosts <= domain.boosts,
        Some(_) => false,
    };
    if !fits {
        let sealed = player.sealed.map_or_else(String::new, |act| notation::write(rules, act));
        let what = format!("{name} cannot have sealed `{sealed}` in {}", step_name(state));
        return Err(Fault::new(what, "leave it out, or seal something that can be chosen there"));
    }
    Ok(())
}

/// Refuses positions in which nothing is to be chosen and nothing comes by chance, though the game is not over: play
/// stops only where somebody or chance has a say.
pub(super) fn check_waiting(rules: &Rules, state: &State) -> Read<()> {
    let remedy = "write the position at a choice, or before chance has its say";
    let stands_still =
        || Err(Fault::new(format!("play does not stop in {} like this", step_name(state)), remedy));
    match flow::turn(state) {
        Turn::Over => Ok(()),
        Turn::Chance => {
            let mut outcomes = Weighted::new();
            chance::list(rules, state, &mut outcomes);
            if outcomes.is_empty() { stands_still() } else { Ok(()) }
        }
        // What is under way in an effect or a settle is taken as it is written.
        Turn::Players(_) if state.settling || state.doing.is_some() => Ok(()),
        // Whoever has no Chain abstains by themself; a position may leave that to a person, but not to everybody.
        Turn::Players(_) if matches!(state.step, Step::Chain | Step::Reaction) => {
            let mut asked = state.clone();
            let can_act = flow::in_bout(state).any(|seat| {
                asked.to = seat;
                combat::note_chances(rules, &mut asked)
            });
            if can_act {
                return Ok(());
            }
            let what = format!("nobody has a Chain to activate in {}", step_name(state));
            Err(Fault::new(what, "give somebody a Chain that can be activated, or write a later step"))
        }
        Turn::Players(seats) => {
            let is_idle = |seat: Seat| {
                let mut offered = Actions::new();
                flow::legal(rules, state, seat.index() as u8, &mut offered);
                offered.is_empty()
            };
            if seats.is_empty() || seats.iter().any(is_idle) { stands_still() } else { Ok(()) }
        }
    }
}
