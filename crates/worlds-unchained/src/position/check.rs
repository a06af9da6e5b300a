//! What no position can be.

use engine::{Actions, Fault, Seat, Turn, Weighted};

use super::{HIDDEN, name_of, step_name};
use crate::action::Act;
use crate::notation::{self, seat_name};
use crate::rules::{Rules, ears};
use crate::state::{NO_SEAT, State, Step, Vassal, seat_flag};
use crate::text::{Immunity, StackKind};
use crate::{chance, flow};

type Read<T> = Result<T, Fault>;

/// Refuses what no play could make sense of.
pub(super) fn check(rules: &Rules, state: &State) -> Read<()> {
    let fault = |what: String, remedy: String| Err(Fault::new(what, remedy));
    let format = &rules.format;
    let drafts = state.step <= Step::DraftCut;
    let in_bout = (Step::BoutStart..=Step::RoundEnd).contains(&state.step);
    if state.bout > format.bouts || state.bout == 0 {
        return fault(format!("there is no bout {}", state.bout), format!("write b1 to b{}", format.bouts));
    }
    let ended =
        state.players.iter().map(|player| u32::from(player.wins)).sum::<u32>() + u32::from(state.drawn);
    if ended > u32::from(format.bouts) {
        return fault(format!("{ended} bouts have been played"), format!("there are {}", format.bouts));
    }
    if state.round > format.round_cap {
        return fault(
            format!("there is no round {}", state.round),
            format!("the last is r{}", format.round_cap),
        );
    }
    if drafts && !format.draft {
        return fault("this format has no draft".to_owned(), "name a step of a bout".to_owned());
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
    let alone = matches!(
        state.step,
        Step::DraftFirst
            | Step::DraftDeal
            | Step::DraftTake
            | Step::DraftCut
            | Step::Place
            | Step::Leftovers
            | Step::Return
    );
    let idle = !state.settling && state.doing.is_none();
    if alone && idle && state.to == NO_SEAT {
        return fault(format!("nobody decides in {}", name_of(state.step)), "write `to P1`".to_owned());
    }
    let stands = |seat: &u8| state.table.domains[usize::from(*seat)].zones.iter().any(Vassal::is_some);
    if in_bout && idle && flow::in_bout(state).filter(stands).count() < 2 {
        let what = "the bout is over: not two players have a Vassal".to_owned();
        return fault(what, "give each of two at least one Vassal".to_owned());
    }
    if usize::from(state.ordered) > state.batch.len() {
        let what = format!("{} Abilities are in order, and {} wait", state.ordered, state.batch.len());
        return fault(what, "write fewer behind `ordered`".to_owned());
    }
    let (waiting, most) = (state.batch.len().max(state.fresh.len()), 128);
    if waiting > most {
        return fault(format!("there are {waiting} Abilities waiting"), format!("there are at most {most}"));
    }
    for seat in 0..state.players.seats() {
        check_side(rules, state, seat)?;
    }
    Ok(())
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
    // Where a Skill raises limits or forbids eliminations, stacks can outlast it until the next check. Rules: WU-R132.
    let bending = StackKind::ALL.iter().map(|&kind| ears::limit(kind));
    let bending = bending.fold(ears::cannot(Immunity::Eliminated), |bits, bit| bits | bit);
    let bends = rules.skills.iter().any(|program| program.ears.all & bending != 0);
    for vassal in vassals {
        let id = rules.id(vassal.card);
        let limits = [
            ("injury", vassal.injuries, format.injury_limit),
            ("exhaustion", vassal.exhaustion, format.exhaustion_limit),
        ];
        for (what, stacks, limit) in limits {
            if stacks >= limit && !bends && state.doing.is_none() {
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
    let may_keep = player.mulligans >= format.mulligans && player.flags & seat_flag::KEPT == 0;
    if state.step == Step::Mulligan && may_keep && state.gone >> seat & 1 == 0 {
        return Err(Fault::new(format!("{name} has no mulligan left to choose"), "write `kept`"));
    }
    if player.hurt > 0 && state.step != Step::ChallengeRouse && state.step != Step::ChallengeForced {
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
    match flow::turn(rules, state) {
        Turn::Over => Ok(()),
        Turn::Chance => {
            let mut outcomes = Weighted::new();
            chance::list(rules, state, &mut outcomes);
            if outcomes.is_empty() { stands_still() } else { Ok(()) }
        }
        // What is under way in an effect or a settle is taken as it is written.
        Turn::Players(_) if state.settling || state.doing.is_some() => Ok(()),
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
