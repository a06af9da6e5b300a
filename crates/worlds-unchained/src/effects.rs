//! Effects, sentence by sentence: what is chosen, then what changes. Rules: WU-7.1.1 to WU-7.1.3, WU-R73, WU-R75,
//! WU-R88, WU-R95, WU-R123, WU-R124, WU-R139; card language 5.2 to 5.6.

mod choosing;
mod instead;
mod planning;
mod reading;

use std::ops::ControlFlow;

use engine::Log;
use smallvec::SmallVec;

use crate::deeds::{Amounts, Change, carry_out, carry_out_all, check_late, subject_of};
use crate::event::{Cap, Event};
use crate::program::{Asked, Clause, Instruction, Says, Whom, names_anew};
use crate::rules::{Face, Rules};
use crate::scene::{Ids, Scene, held, is_in, place_of, played, thing, vassal};
use crate::state::{Cause, Doing, End, Id, NO_CARD, NO_SEAT, State, Timed, Wait, Waiting};
use crate::text::{BoostChange, Decider, Player};
use crate::zones::Places;
use crate::{combat, negate};

pub use choosing::{choose, choosers, hits, options};
use instead::{
    Choice, begin_instead, choices_instead, choices_seen, is_price, next_instead, settle_instead, threat_of,
};
pub use planning::NUMBER;
use planning::{Plain, Plan, Planner, Stop, plain};
use reading::forget_read;
pub use reading::read_values;

/// A choice that an effect waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Need {
    /// D29: which opponent.
    Versus(u8),
    /// D19, D22: a target.
    Target {
        /// Who chooses.
        by: u8,
        /// Where the Vassals stand that can be chosen.
        at: Places,
        /// What else can be chosen.
        from: Ids,
        /// Whether none is a choice.
        enough: bool,
    },
    /// C7: a target by chance.
    Hit(Ids),
    /// D20: whether to do it.
    May(u8),
    /// D21: one of so many.
    Option(u8, u8),
    /// D23: a Skill of something, by its number from 1.
    Skill {
        /// Who chooses.
        by: u8,
        /// Whose.
        on: Id,
        /// Which can be chosen.
        from: SmallVec<[u8; 8]>,
    },
    /// D23: a Status on something, by its number from 1.
    Status {
        /// Who chooses.
        by: u8,
        /// On whom.
        on: Id,
        /// Which can be chosen.
        from: SmallVec<[u8; 8]>,
    },
    /// D26: the next member.
    Member {
        /// Who chooses.
        by: u8,
        /// What is left.
        from: Ids,
    },
    /// D25: bids of all who still owe one, as bits, and the most.
    Bid(u8, u8),
    /// D27: the kind of zone.
    Zone(u8),
    /// D24: which replacement: whose, and the number of its Skill.
    Instead {
        /// Who chooses.
        by: u8,
        /// Which can be chosen.
        from: SmallVec<[(Id, u8); 4]>,
    },
}

/// No more statements "until X" than these for a player. Rules: WU-R141.
const MOST_TIMED: usize = 8;
/// Starts an effect.
pub fn start<L: Log<Event>>(rules: &Rules, state: &mut State, of: Waiting, chain: bool, log: &mut L) {
    if !chain && L::LIVE {
        let skills = held(rules, state, of.bearer);
        let number = skills.iter().position(|held| held.instance == of.instance).map_or(1, |nth| nth + 1);
        log.add(Event::AbilityUsed(of.user, card_told(rules, state, &of), number as u8));
    }
    state.doing = Some(begin(rules, state, of, chain));
}

fn begin(rules: &Rules, state: &State, of: Waiting, chain: bool) -> Doing {
    let versus = versus_at_start(rules, state, &of);
    Doing { chain, it: of.it, many: of.many.into(), versus, ..Doing::of(Waiting { number: 0, ..of }) }
}

/// The opponent that is fixed from the beginning: the only one, or the player of the event. Rules: WU-R140.
fn versus_at_start(rules: &Rules, state: &State, of: &Waiting) -> u8 {
    fixed_opponent(rules, state, of.user, of.bearer, of.player)
}

/// The opponent that is fixed for a Skill of something and an event of a player: the only one, the player of the event,
/// or for a Status whoever controls its bearer or did so last. Rules: WU-R108, WU-R140.
#[inline]
pub fn fixed_opponent(rules: &Rules, state: &State, user: u8, bearer: Id, player: u8) -> u8 {
    if rules.seats == 2 {
        let other = 1 - user;
        return if is_in(state, other) { other } else { NO_SEAT };
    }
    fixed_of_several(rules, state, user, bearer, player)
}

/// The same with three or four seats.
#[cold]
#[inline(never)]
fn fixed_of_several(rules: &Rules, state: &State, user: u8, bearer: Id, player: u8) -> u8 {
    // An event has fixed the opponent, even one who has left since. Rules: WU-R145.
    if player != NO_SEAT && player != user {
        return player;
    }
    let mut others = Scene::new(rules, state, user, bearer).opponents().collect::<SmallVec<[u8; 4]>>();
    if let Some(thing) = played(state, bearer)
        && others.contains(&thing.seat())
    {
        return thing.seat();
    }
    if others.len() == 1 { others.remove(0) } else { NO_SEAT }
}

/// The effect of a Chain or single trigger Ability.
fn effect_of<'a>(rules: &'a Rules, of: &Waiting) -> &'a [Clause] {
    rules.skills[usize::from(of.instance.skill)].effect()
}

/// What words mean in the middle of an effect; somebody who acts in the sentence is "they".
fn scene<'a>(rules: &'a Rules, state: &'a State, doing: &'a Doing, actor: u8) -> Scene<'a> {
    Scene {
        it: doing.it,
        those: &doing.those,
        player: doing.of.player,
        actor,
        versus: doing.versus,
        many: doing.many,
        gone: &doing.gone,
        chain: doing.chain,
        ..Scene::new(rules, state, doing.of.user, doing.of.bearer)
    }
}

/// What comes next in an effect.
#[expect(clippy::large_enum_variant, reason = "it lives on the stack for a moment")]
enum Next<'a> {
    /// A choice.
    Need(Need),
    /// An instruction of these; behind the last one come so many sentences more.
    Run(&'a [Instruction], u8),
    /// An optional action that was accepted.
    Act(Plan),
    /// A decision without a choice: the option it comes to.
    Decide(u8),
    /// The members of "for each".
    Gather(Ids),
    /// The only member left.
    Take(Id),
    /// All bids are in.
    Bids,
    /// A statement holds from now on, until then.
    Hold(End),
    /// The only replacement: whose, and the number of its Skill.
    Settle((Id, u8)),
    /// So many sentences on.
    Skip(u8),
    /// The effect is done.
    End,
}

/// Looks at the sentence that is reached; changes nothing.
fn look<'a>(rules: &'a Rules, state: &State, doing: &Doing) -> Next<'a> {
    let user = doing.of.user;
    if let Some(threat) = threat_of(doing) {
        return among_instead(state, doing, &choices_seen(rules, state, doing.it, threat));
    }
    if let Some(nth) = doing.statement.checked_sub(1) {
        return match crate::scene::statement(rules, doing.of.instance.skill, nth).map(|fact| &fact.says) {
            // Whoever is out of the bout does nothing any more. Rules: WU-R142.
            Some(Says::Instead(_, steps)) if doing.clause == 0 && is_in(state, user) => Next::Run(steps, 1),
            _ => Next::End,
        };
    }
    let effect = effect_of(rules, &doing.of);
    let holds = |asked: &Asked| reading::holds(rules, state, doing, doing.it, asked);
    let Some(clause) = effect.get(usize::from(doing.clause)) else { return Next::End };
    // "If C, B instead" behind the sentence.
    let other = || match effect.get(usize::from(doing.clause) + 1) {
        Some(Clause::Instead(asked, steps)) => Some((asked, steps)),
        _ => None,
    };
    // The choices of a sentence are made before it is known whether another one takes its place.
    let decide = |asked: &Asked, steps: &[Instruction]| match first_plan(rules, state, doing, steps) {
        Err(need) => Err(need),
        Ok(plan) => {
            let it = if plan.it == 0 { doing.it } else { plan.it };
            Ok(reading::holds(rules, state, doing, it, asked))
        }
    };
    // A sentence that is carried out if something holds, or if it was done or not.
    let gate = |open: bool, steps: &'a [Instruction]| match (doing.option, other()) {
        (0, _) => Next::Decide(if open { OPEN } else { 1 }),
        (1, _) => Next::Skip(1),
        (OPEN, Some((asked, _))) => match decide(asked, steps) {
            Err(need) => Next::Need(need),
            Ok(instead) => Next::Decide(if instead { INSTEAD } else { SETTLED }),
        },
        (INSTEAD, Some((_, steps))) => Next::Run(steps, 2),
        _ => Next::Run(steps, 1),
    };
    match clause {
        Clause::Steps(steps) => Next::Run(steps, 1),
        Clause::Replaceable(steps) => match (doing.option, other()) {
            (0, Some((asked, _))) => match decide(asked, steps) {
                Err(need) => Next::Need(need),
                Ok(instead) => Next::Decide(if instead { INSTEAD } else { 1 }),
            },
            (INSTEAD, Some((_, other))) => Next::Run(other, 2),
            _ => Next::Run(steps, 1),
        },
        Clause::Instead(..) => Next::Skip(1),
        Clause::If(asked, steps) => gate(doing.option > 0 || holds(asked), steps),
        Clause::IfDo(indeed, steps) => gate(doing.did == *indeed, steps),
        Clause::Otherwise(steps) => gate(!doing.held, steps),
        Clause::May(who, deeds) => {
            let mut plan = Plan::empty();
            let mut planner = Planner::new(rules, state, doing, &mut plan);
            let actor = match who {
                Decider::You => user,
                Decider::Opponent => match planner.players(Player::Opponent) {
                    Err(Stop) => return Next::Need(planner.needs()),
                    Ok(list) => list.first().copied().unwrap_or(NO_SEAT),
                },
                Decider::ThatPlayer => planner.that_player().unwrap_or(NO_SEAT),
            };
            if actor == NO_SEAT {
                return Next::Skip(1);
            }
            planner.their = if *who == Decider::You { NO_SEAT } else { actor };
            let mut planned = Ok(());
            for deed in deeds {
                // What cannot be paid is not offered, whatever has to be chosen before it. Rules: WU-R123.
                planner.begin_action();
                let next = planner.deed(deed, actor);
                planned = planned.and(next);
            }
            let needs = planned.map_err(|Stop| planner.needs());
            match (doing.option, needs) {
                // It may come out with the choices that it cannot be done.
                (0, _) | (1, Ok(())) if !plan.possible => Next::Decide(2),
                (0, _) => Next::Need(Need::May(actor)),
                (1, Err(need)) => Next::Need(need),
                (1, Ok(())) => Next::Act(plan),
                _ => Next::Skip(1),
            }
        }
        Clause::Choose(options) => match (doing.option, other()) {
            (0, _) => Next::Need(Need::Option(user, options.len() as u8)),
            (INSTEAD, Some((_, steps))) => Next::Run(steps, 2),
            (option, other) => {
                let chosen = usize::from(option % SETTLED).checked_sub(1);
                match (chosen.and_then(|nth| options.get(nth)), other) {
                    // No play leads there.
                    (None, _) => Next::Skip(1),
                    (Some(steps), Some((asked, _))) if option < SETTLED => match decide(asked, steps) {
                        Err(need) => Next::Need(need),
                        Ok(instead) => Next::Decide(if instead { INSTEAD } else { option + SETTLED }),
                    },
                    (Some(steps), _) => Next::Run(steps, 1),
                }
            }
        },
        Clause::ForEach(..) | Clause::Until { .. }
            if let Some((asked, steps)) = other()
                && (doing.option == INSTEAD
                    || (doing.option == 0
                        && reading::holds(
                            rules,
                            state,
                            doing,
                            stated(rules, state, doing, clause),
                            asked,
                        ))) =>
        {
            if doing.option == 0 {
                Next::Decide(INSTEAD)
            } else {
                Next::Run(steps, 2)
            }
        }
        Clause::ForEach(group, steps) => match doing.option {
            0 => Next::Gather(scene(rules, state, doing, NO_SEAT).members(group)),
            1 => match doing.members[..] {
                [] => Next::Skip(1),
                [only] => Next::Take(only),
                // Those that have ceased to exist have no place to be named by. Rules: WU-R146.
                ref members
                    if let Some(&gone) = members.iter().find(|&&id| place_of(state, id).is_none()) =>
                {
                    Next::Take(gone)
                }
                _ => Next::Need(Need::Member { by: user, from: doing.members.iter().copied().collect() }),
            },
            _ => Next::Run(steps, 0),
        },
        Clause::Bid(most) => {
            let owe = (0..rules.seats)
                .filter(|&seat| is_in(state, seat) && state.players[usize::from(seat)].bid == 0)
                .fold(0u8, |set, seat| set | 1 << seat);
            if owe == 0 { Next::Bids } else { Next::Need(Need::Bid(owe, *most)) }
        }
        Clause::Until { end, .. } => Next::Hold(*end),
    }
}

/// The option of a sentence whose place another one takes, "If C, B instead".
const INSTEAD: u8 = 255;
/// Added to an option that was chosen once it is known that nothing takes its place.
const SETTLED: u8 = 100;
/// The option of a sentence with a condition that holds.
const OPEN: u8 = 2;

/// Whom "it" means once a sentence has been read: whoever a statement for a time names, or the one of before.
fn stated(rules: &Rules, state: &State, doing: &Doing, clause: &Clause) -> Id {
    match clause {
        Clause::Until { fact, .. } => match fact.whom {
            Whom::One(single) if names_anew(single) => {
                let id = scene(rules, state, doing, NO_SEAT).single(single);
                if id == 0 { doing.it } else { id }
            }
            _ => doing.it,
        },
        _ => doing.it,
    }
}

/// What comes next where one of these takes the place of an action.
fn among_instead<'a>(state: &State, doing: &Doing, choices: &[Choice]) -> Next<'a> {
    match choices {
        [] => Next::End,
        [only] => Next::Settle(only.name),
        several => {
            let by = vassal(state, doing.it).map_or(doing.of.user, |(seat, ..)| seat);
            let from = several.iter().map(|choice| choice.name).collect();
            Next::Need(Need::Instead { by, from })
        }
    }
}

/// What the first instruction of a sentence comes to, once its choices are made.
fn first_plan(rules: &Rules, state: &State, doing: &Doing, steps: &[Instruction]) -> Result<Plan, Need> {
    let mut plan = Plan::empty();
    Planner::new(rules, state, doing, &mut plan).step(&steps[0])?;
    Ok(plan)
}

/// The choice that the running effect waits for.
pub fn need(rules: &Rules, state: &State) -> Option<Need> {
    let doing = state.doing.as_ref()?;
    match look(rules, state, doing) {
        Next::Need(need) => Some(need),
        Next::Run(steps, _) => {
            let step = steps.get(usize::from(doing.step))?;
            Planner::new(rules, state, doing, &mut Plan::empty()).step(step).err()
        }
        _ => None,
    }
}

/// Somebody is about to leave: what they have chosen of their own for the instruction that runs is forgotten, so that
/// the choices of the others stay theirs. Rules: WU-R5, WU-R139.
pub fn forget_picks(rules: &Rules, state: &mut State, seat: u8) {
    let Some(doing) = &state.doing else { return };
    let Next::Run(steps, _) = look(rules, state, doing) else { return };
    let Some(step) = steps.get(usize::from(doing.step)) else { return };
    if step.of_their {
        let keeps = |id: Id| vassal(state, id).is_none_or(|(whose, ..)| whose != seat);
        let picks = doing.picks.iter().copied().filter(|&id| keeps(id)).collect();
        running(state).picks = picks;
    }
}

/// So many sentences on. Bids of another sentence are others than those before.
fn skip(rules: &Rules, state: &mut State, sentences: u8) {
    let doing = running(state);
    doing.clause += sentences;
    (doing.step, doing.option) = (0, 0);
    doing.picks.clear();
    if let Some(Clause::Bid(_)) = effect_of(rules, &doing.of).get(usize::from(doing.clause)) {
        state.players.each_mut(|player| player.bid = 0);
    }
}

/// Carries out instructions from the one on that is reached; behind the last one come so many sentences more. Says
/// whether somebody must choose.
fn run(
    rules: &Rules,
    state: &mut State,
    steps: &[Instruction],
    sentences: u8,
    log: &mut impl Log<Event>,
) -> bool {
    loop {
        let doing = running(state);
        let Some(step) = steps.get(usize::from(doing.step)) else {
            if sentences == 0 {
                // The next member.
                (doing.option, doing.step) = (1, 0);
            } else {
                skip(rules, state, sentences);
            }
            return false;
        };
        match if step.plain { plain(rules, state, running_now(state), step) } else { Plain::Other } {
            Plain::Change { change, it, chosen } => run_plain(rules, state, change, (it, chosen), log),
            Plain::Choose(at) => {
                let (by, from, enough) = (running_now(state).of.user, Ids::new(), false);
                wait_for(state, Need::Target { by, at, from, enough });
                return true;
            }
            Plain::Other if run_planned(rules, state, step, log) => return true,
            Plain::Other => {}
        }
        let doing = running(state);
        doing.step += 1;
        doing.picks.clear();
        if !state.instead.is_empty() {
            // What takes the place of something comes before the next instruction.
            return false;
        }
    }
}

/// Carries out an instruction that comes to this change and names or chooses somebody, or nobody.
#[inline]
fn run_plain(
    rules: &Rules,
    state: &mut State,
    change: Option<Change>,
    (it, chosen): (Id, Id),
    log: &mut impl Log<Event>,
) {
    tell_sentence(rules, state, log);
    let doing = running(state);
    doing.it = if it == 0 { doing.it } else { it };
    if chosen != 0 {
        doing.those.clear();
        doing.those.push(chosen);
    }
    carry_out_here(rules, state, (change.as_slice(), 0), log);
}

/// Carries out an instruction once all choices are made. Says whether somebody must choose.
#[inline(never)]
fn run_planned(rules: &Rules, state: &mut State, step: &Instruction, log: &mut impl Log<Event>) -> bool {
    let mut plan = Plan::empty();
    if let Err(need) = Planner::new(rules, state, running_now(state), &mut plan).step(step) {
        wait_for(state, need);
        return true;
    }
    perform(rules, state, &plan, log);
    false
}

/// Goes on with the effect that runs. Says whether somebody must choose. Rules: WU-1.2.2.
#[inline(never)]
pub fn advance(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> bool {
    if state.late.is_some() || !state.instead.is_empty() {
        replace(rules, state, log);
    }
    loop {
        if !state.instead.is_empty() && next_instead(state, state.replacing()).is_some() {
            return false;
        }
        let Some(doing) = &state.doing else { return false };
        if doing.statement == 0 {
            // Mostly a sentence is nothing but instructions.
            match effect_of(rules, &doing.of).get(usize::from(doing.clause)) {
                Some(Clause::Steps(steps)) => {
                    if run(rules, state, steps, 1, log) {
                        return true;
                    }
                    continue;
                }
                None => {
                    end(rules, state, log);
                    return false;
                }
                _ => {}
            }
        }
        if let ControlFlow::Break(waits) = go_on(rules, state, log) {
            return waits;
        }
    }
}

/// What takes the place of an action begins.
#[inline(never)]
fn replace(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    check_late(rules, state, log);
    begin_instead(rules, state, log);
    // The last part may have come after all.
    check_late(rules, state, log);
}

/// Goes on with a sentence that is more than instructions. Says when to stop, and whether somebody must choose.
#[inline(never)]
fn go_on(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) -> ControlFlow<bool> {
    let doing = running_now(state);
    let choices = threat_of(doing).map(|threat| choices_instead(rules, state, threat));
    let doing = running_now(state);
    let next = match choices {
        Some(choices) => among_instead(state, doing, &choices),
        None => look(rules, state, doing),
    };
    match next {
        Next::Need(need) => {
            if !begin_bids(state, &need) {
                wait_for(state, need);
                return ControlFlow::Break(true);
            }
        }
        Next::Run(steps, sentences) => {
            if run(rules, state, steps, sentences, log) {
                return ControlFlow::Break(true);
            }
        }
        Next::Act(plan) => {
            let amount = perform(rules, state, &plan, log);
            running(state).did = amount > 0;
            skip(rules, state, 1);
        }
        Next::Decide(option) => decide(rules, state, option),
        Next::Gather(members) => {
            let doing = running(state);
            doing.members = members.into_iter().collect();
            (doing.option, doing.held) = (1, false);
        }
        Next::Take(id) => take_member(running(state), id),
        Next::Bids => {
            spend_bids(rules, state, log);
            skip(rules, state, 1);
        }
        Next::Hold(end) => {
            hold(rules, state, end, log);
            state.ears = crate::scene::ears(rules, state);
            running(state).held = false;
            skip(rules, state, 1);
        }
        Next::Settle(name) => {
            if let Some(threat) = threat_of(doing) {
                settle_instead(rules, state, threat, name);
            }
        }
        Next::Skip(sentences) => skip(rules, state, sentences),
        Next::End if doing.statement > 0 => {
            // What an action became belongs to the effect that it stands in.
            let gone = doing.gone.clone();
            state.doing = state.below.pop();
            if let Some(doing) = &mut state.doing {
                doing.gone.extend(gone);
            }
            return ControlFlow::Break(false);
        }
        Next::End => {
            end(rules, state, log);
            return ControlFlow::Break(false);
        }
    }
    ControlFlow::Continue(())
}

/// The effect that runs is done.
fn end(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let chain = running_now(state).chain;
    state.doing = None;
    state.players.each_mut(|player| player.bid = 0);
    if chain {
        combat::effect_done(rules, state, log);
    }
}

/// The effect that runs, to be changed.
fn running(state: &mut State) -> &mut Doing {
    state.doing.as_mut().expect("an effect that runs")
}

/// The effect that runs.
fn running_now(state: &State) -> &Doing {
    state.doing.as_ref().expect("an effect that runs")
}

/// A decision without a choice comes to this option.
fn decide(rules: &Rules, state: &mut State, option: u8) {
    let doing = running(state);
    let clauses = &effect_of(rules, &doing.of)[usize::from(doing.clause)..];
    let chosen = usize::from(std::mem::replace(&mut doing.option, option));
    match clauses {
        [Clause::May(..), ..] => doing.did = false,
        // "Otherwise" is about the sentence right before it.
        [_, Clause::Instead(..), ..] => doing.held = option == INSTEAD,
        _ => doing.held = option >= 2,
    }
    let Some(doing) = &state.doing else { return };
    let (mut it, mut those) = (stated(rules, state, doing, &clauses[0]), Ids::new());
    let steps = match clauses {
        [
            Clause::Replaceable(steps)
            | Clause::If(_, steps)
            | Clause::IfDo(_, steps)
            | Clause::Otherwise(steps),
            ..,
        ] => Some(steps),
        [Clause::Choose(options), ..] => chosen.checked_sub(1).and_then(|nth| options.get(nth)),
        _ => None,
    };
    let other_choices = steps.is_some() && option == INSTEAD;
    if let Some(steps) = steps
        && other_choices
        && let Ok(plan) = first_plan(rules, state, doing, steps)
    {
        // Another instruction makes choices of its own; whom the first one chose stays "it".
        it = if plan.it == 0 { doing.it } else { plan.it };
        those = plan.those;
    }
    let asked = match clauses {
        [_, Clause::Instead(asked, _), ..] if option == INSTEAD => Some(asked),
        [Clause::If(asked, _), ..] if option <= OPEN => Some(asked),
        _ => None,
    };
    // Whom a condition names is "it" from then on. Rules: card language 5.4.
    if let Some(single) = asked.and_then(|asked| asked.reading.named) {
        let id = scene(rules, state, doing, NO_SEAT).single(single);
        it = if id == 0 { it } else { id };
    }
    let doing = running(state);
    doing.it = it;
    if !those.is_empty() {
        doing.those = those;
    }
    if other_choices {
        doing.picks.clear();
    }
}

/// Seats without Boosts bid 0 without being asked. Says whether one did.
fn begin_bids(state: &mut State, need: &Need) -> bool {
    let Need::Bid(owe, _) = need else { return false };
    let mut any = false;
    for seat in 0..state.players.seats() {
        if owe >> seat & 1 == 1 && state.table.domains[seat].boosts == 0 {
            state.players[seat].bid = 1;
            any = true;
        }
    }
    any
}

/// All spend what they have bid. Rules: WU-R124.
fn spend_bids(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let changes: SmallVec<[Change; 4]> = (0..rules.seats)
        .filter(|&seat| state.players[usize::from(seat)].bid > 1)
        .map(|seat| {
            let amount = i32::from(state.players[usize::from(seat)].bid) - 1;
            Change::Boosts { seat, change: BoostChange::Spend, amount }
        })
        .collect();
    for seat in 0..rules.seats {
        let bid = state.players[usize::from(seat)].bid;
        if bid > 0 {
            log.add(Event::Bid(seat, bid - 1));
        }
    }
    let within = state.replacing();
    let amounts = carry_out(rules, state, &changes, within, Cause::Effect, log);
    let doing = running(state);
    doing.many = that_many(amounts);
    if amounts.all > 0 {
        forget_read(doing);
    }
}

/// What "that many" is after an instruction.
fn that_many(amounts: Amounts) -> i16 {
    amounts.last.clamp(0, 999) as i16
}

/// A statement holds until its end. Whom it names is "it" from then on. Rules: WU-R141, card language 5.4.
fn hold(rules: &Rules, state: &mut State, end: End, log: &mut impl Log<Event>) {
    let &mut Doing { of, clause, it, versus, .. } = running(state);
    let sentence = &effect_of(rules, &of)[usize::from(clause)];
    let Clause::Until { them, .. } = sentence else { return };
    if let Some(doing) = &state.doing {
        let named = stated(rules, state, doing, sentence);
        running(state).it = named;
    }
    let their = if *them && of.player == NO_SEAT { versus } else { of.player };
    let their = if *them { their } else { NO_SEAT };
    let statement = Timed {
        world: thing(state, of.bearer).map_or(of.world, |bearer| bearer.world(rules)),
        skill: rules.skills[usize::from(of.instance.skill)].first,
        clause,
        user: of.user,
        bearer: of.bearer,
        it,
        their,
        end,
    };
    // Of somebody who is not in play it says nothing. Rules: WU-R17, WU-R90.
    if subject_of(rules, &statement).is_some_and(|id| vassal(state, id).is_none()) {
        return;
    }
    let own = state.table.timed.iter().filter(|timed| timed.user == of.user).count();
    if own >= MOST_TIMED {
        log.add(Event::Capped(Cap::Statements));
        return;
    }
    state.lasting |= end.is_soon();
    state.table.timed.push(statement);
    forget_read(running(state));
}

fn take_member(doing: &mut Doing, id: Id) {
    doing.members.retain(|member| *member != id);
    doing.it = id;
    (doing.option, doing.step) = (2, 0);
    doing.picks.clear();
}

fn wait_for(state: &mut State, need: Need) {
    let (wait, by) = match need {
        Need::Versus(by) => (Wait::Opponent, by),
        Need::Target { by, at, from, enough } => {
            state.targets.clear();
            state.targets.extend(from);
            (state.aims, state.enough) = (at, enough);
            (Wait::Target, by)
        }
        Need::Hit(_) => (Wait::Hit, NO_SEAT),
        Need::May(by) => (Wait::May, by),
        Need::Option(by, _) => (Wait::Option, by),
        Need::Skill { by, .. } | Need::Status { by, .. } => (Wait::Pick, by),
        Need::Member { by, .. } => (Wait::Member, by),
        Need::Bid(..) => (Wait::Bid, NO_SEAT),
        Need::Zone(by) => (Wait::Zone, by),
        Need::Instead { by, .. } => (Wait::Instead, by),
    };
    let doing = running(state);
    (doing.wait, doing.by) = (wait, by);
}

/// Notes in a position that was read who has to choose.
pub fn note_chooser(rules: &Rules, state: &mut State) {
    if let Some(need) = need(rules, state) {
        wait_for(state, need);
    }
}

/// Tells the sentence that is reached.
#[inline]
fn tell_sentence<L: Log<Event>>(rules: &Rules, state: &State, log: &mut L) {
    let doing = running_now(state);
    if L::LIVE && doing.step == 0 {
        let sentence = doing.statement.checked_sub(1).unwrap_or(doing.clause);
        log.add(Event::Effect(card_told(rules, state, &doing.of), doing.of.instance.skill, sentence));
    }
}

/// The card of a bearer for the log; of one that is gone for good the first that has such a Skill.
fn card_told(rules: &Rules, state: &State, of: &Waiting) -> u16 {
    let card = combat::card_of(state, of.bearer);
    if card != NO_CARD {
        return card;
    }
    let has = |face: &Face| face.skills.contains(&of.instance.skill);
    rules.faces.iter().position(has).map_or(NO_CARD, |card| card as u16)
}

/// Carries out changes of the effect that runs, the last action beginning with a certain one. Says how much was done.
#[inline]
fn carry_out_here(
    rules: &Rules,
    state: &mut State,
    changes: (&[Change], usize),
    log: &mut impl Log<Event>,
) -> i32 {
    let replaces = running_now(state).statement > 0;
    let within = if state.below.is_empty() { u8::from(replaces) } else { state.replacing() };
    let amounts = if replaces && is_price(rules, state) {
        pay_instead(rules, state, changes, within, log)
    } else {
        carry_out_all(rules, state, changes, within, Cause::Effect, log)
    };
    let doing = running(state);
    doing.many = that_many(amounts);
    if amounts.all > 0 {
        forget_read(doing);
    }
    amounts.all
}

/// What takes the place of a price is paid: a Negate will not bring it back. Rules: WU-R118, WU-R120, WU-R121.
#[cold]
#[inline(never)]
fn pay_instead(
    rules: &Rules,
    state: &mut State,
    changes: (&[Change], usize),
    within: u8,
    log: &mut impl Log<Event>,
) -> Amounts {
    let before = negate::before_paying(state);
    let amounts = carry_out_all(rules, state, changes, within, Cause::Payment, log);
    negate::note_paid(state, before);
    amounts
}

/// How many opponents a Skill has.
fn opponents(rules: &Rules, state: &State, of: &Waiting) -> usize {
    Scene::new(rules, state, of.user, of.bearer).opponents().count()
}

/// Players have come back by a Negate: the only opponent of before is not the one that is meant, unless a sentence has
/// spoken of them. Rules: WU-R140, WU-R147.
#[cold]
#[inline(never)]
fn choose_anew(rules: &Rules, state: &mut State) {
    let names = |steps: &[Instruction]| {
        steps.iter().flat_map(|step| &step.actions).any(|action| action.who == Some(Player::Opponent))
    };
    let doing = running_now(state);
    let (before, now) = effect_of(rules, &doing.of).split_at(usize::from(doing.clause));
    let done = |steps: &[Instruction]| names(&steps[..usize::from(doing.step).min(steps.len())]);
    let in_this = match now.first() {
        Some(
            Clause::Steps(steps)
            | Clause::Replaceable(steps)
            | Clause::If(_, steps)
            | Clause::IfDo(_, steps)
            | Clause::Otherwise(steps),
        ) => done(steps),
        _ => false,
    };
    let has_named = in_this
        || before.iter().any(|clause| match clause {
            Clause::Steps(steps)
            | Clause::Replaceable(steps)
            | Clause::If(_, steps)
            | Clause::Instead(_, steps)
            | Clause::IfDo(_, steps)
            | Clause::Otherwise(steps)
            | Clause::ForEach(_, steps) => names(steps),
            Clause::Choose(options) => options.iter().any(|steps| names(steps)),
            Clause::May(who, _) => *who == Decider::Opponent,
            Clause::Bid(_) | Clause::Until { .. } => false,
        });
    if !has_named && doing.statement == 0 {
        let versus = versus_at_start(rules, state, &doing.of);
        running(state).versus = versus;
    }
}

/// Carries out an instruction. Says how much was done.
fn perform(rules: &Rules, state: &mut State, plan: &Plan, log: &mut impl Log<Event>) -> i32 {
    tell_sentence(rules, state, log);
    let doing = running(state);
    if plan.it != 0 {
        doing.it = plan.it;
    }
    if !plan.those.is_empty() {
        doing.those.clear();
        doing.those.extend(plan.those.iter().copied());
    }
    let mut negated = false;
    if plan.negates {
        let (chain, of) = (doing.chain, doing.of);
        let others = opponents(rules, state, &of);
        negated = negate::negate(rules, state, chain, &of, log);
        if others == 1 && opponents(rules, state, &of) > 1 {
            choose_anew(rules, state);
        }
        if negated {
            forget_read(running(state));
        }
    }
    let amount = carry_out_here(rules, state, (&plan.changes, plan.last), log);
    for change in &plan.changes {
        if let Change::Eliminate { on, .. } = *change
            && vassal(state, on).is_none()
        {
            running(state).gone.push(on);
        }
    }
    amount + i32::from(negated)
}
