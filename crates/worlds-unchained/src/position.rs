//! The text of a position, and back. Rules: the engine model, 7.3.
//!
//! Where the model leaves something open:
//! - things are told by place; what is no longer on the table, or comes back only with a Negate, has a number
//!   behind `#`. Numbers on the table follow from the order of the text ([`crate::tidy`]) and are left out;
//! - a Skill is told by its place among those of its bearer (printed ones, then those of Statuses and given ones
//!   by age), else as `(S12#5)`: the twelfth Skill of the rules, because of number 5; `g` if a statement grants it;
//! - `won`, `out`, `gone` and `here` stand only where they do not follow from the rest.

mod check;
mod read;
mod write;

use smallvec::SmallVec;

use crate::action::{Act, Spot};
use crate::rules::Rules;
use crate::state::{
    End, Given, Id, Instance, Mark, NO_SEAT, State, Status, Step, Table, UNKNOWN_CARD, Vassal, Wait, Zone,
};

pub use read::{read, read_known};
pub use write::{fallen_text, link_text, resource_text, vassal_text, write};

/// The names of the steps.
pub const STEPS: [(Step, &str); 36] = [
    (Step::DraftSelect, "draft.select"),
    (Step::DraftFirst, "draft.first"),
    (Step::DraftDeal, "draft.deal"),
    (Step::DraftTake, "draft.take"),
    (Step::DraftCut, "draft.cut"),
    (Step::Infirmary, "prep.infirmary"),
    (Step::Draw, "prep.draw"),
    (Step::Mulligan, "prep.mulligan"),
    (Step::Prime, "prep.prime"),
    (Step::Place, "prep.place"),
    (Step::Leftovers, "prep.leftovers"),
    (Step::Boosts, "prep.boosts"),
    (Step::BoutStart, "bout.start"),
    (Step::Start, "start"),
    (Step::ChallengeStart, "challenge.start"),
    (Step::ChallengeForced, "challenge.forced"),
    (Step::ChallengeRouse, "challenge.rouse"),
    (Step::ChallengeSelect, "challenge.select"),
    (Step::RestStart, "rest.start"),
    (Step::Rest, "rest"),
    (Step::PowerStart, "power.start"),
    (Step::PowerBet, "power.bet"),
    (Step::CombatStart, "combat.start"),
    (Step::Priority, "combat.priority"),
    (Step::Chain, "combat.chain"),
    (Step::Reaction, "combat.reaction"),
    (Step::Result, "combat.result"),
    (Step::ResolutionStart, "resolution.start"),
    (Step::Injure, "resolution.injure"),
    (Step::Exhaust, "resolution.exhaust"),
    (Step::Return, "resolution.return"),
    (Step::Reset, "resolution.reset"),
    (Step::EndStart, "end.start"),
    (Step::RoundEnd, "end.round"),
    (Step::BoutEnd, "bout.end"),
    (Step::Over, "over"),
];

/// The steps of which each settles and goes on to the next.
const SETTLING: [Step; 19] = [
    Step::Start,
    Step::ChallengeStart,
    Step::ChallengeForced,
    Step::ChallengeRouse,
    Step::ChallengeSelect,
    Step::RestStart,
    Step::Rest,
    Step::PowerStart,
    Step::PowerBet,
    Step::CombatStart,
    Step::Priority,
    Step::Result,
    Step::ResolutionStart,
    Step::Injure,
    Step::Exhaust,
    Step::Return,
    Step::Reset,
    Step::EndStart,
    Step::RoundEnd,
];

fn name_of(step: Step) -> &'static str {
    STEPS.iter().find(|(known, _)| *known == step).map_or("over", |(_, name)| name)
}

/// The step whose events are being settled, the next one not having begun; else the step itself.
fn shown_step(state: &State) -> Step {
    if !state.settling || state.begun {
        return state.step;
    }
    match state.step {
        Step::Start if state.round == 0 => Step::BoutStart,
        Step::Start => Step::RoundEnd,
        Step::BoutStart => Step::Boosts,
        step => match SETTLING.iter().position(|known| *known == step) {
            Some(nth) if nth > 0 => SETTLING[nth - 1],
            _ => step,
        },
    }
}

/// The name of the step a position is in.
pub fn step_name(state: &State) -> &'static str {
    name_of(shown_step(state))
}

/// The step that is told by a name while things settle.
fn settled_step(shown: Step) -> Step {
    match shown {
        Step::BoutStart | Step::RoundEnd => Step::Start,
        Step::Boosts => Step::BoutStart,
        step => {
            let nth = SETTLING.iter().position(|known| *known == step);
            nth.and_then(|nth| SETTLING.get(nth + 1)).copied().unwrap_or(step)
        }
    }
}

/// Whether a step has begun where nothing else is said.
fn usually_begun(state: &State) -> bool {
    !state.settling && !matches!(state.step, Step::Over)
}

/// What a player has left.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Leaving {
    /// The bout.
    out: bool,
    /// The game.
    gone: bool,
}

/// Who has left what where nothing else is said: who has no card the game, and who has no Vassal in a bout the bout.
fn usual_leaving(state: &State, seat: usize) -> Leaving {
    let domain = &state.table.domains[seat];
    let deck = &state.players[seat].deck;
    let controls = domain.zones.iter().any(Vassal::is_some);
    let cards =
        deck.bag.len() + deck.bottom.len() + deck.hand.len() + domain.infirmary.len() + domain.stock.len();
    let drafts = state.step <= Step::DraftCut;
    let gone = !controls && cards == 0 && !drafts;
    let in_bout = (Step::BoutStart..=Step::RoundEnd).contains(&state.step);
    Leaving { out: in_bout && !controls && !gone, gone }
}

/// Who has won where nothing else is said: the last one left, else those with the most bouts. Rules: WU-5.3.1, WU-R5.
fn usual_winners(state: &State) -> u8 {
    if state.step != Step::Over {
        return 0;
    }
    let left = || (0..state.players.seats()).filter(|&seat| state.gone >> seat & 1 == 0);
    let most = left().map(|seat| state.players[seat].wins).max().unwrap_or(0);
    let best = left().filter(|&seat| state.players[seat].wins == most || left().count() == 1);
    best.fold(0, |bits, seat| bits | 1 << seat)
}

/// The Skills of a card, given ones and those of Statuses, in the order in which they are counted.
pub fn skills_of(rules: &Rules, table: &Table, id: Id) -> SmallVec<[Instance; 8]> {
    let mut skills = SmallVec::new();
    let Some((_, _, card)) = find(table, id) else { return skills };
    let Some(face) = rules.faces.get(usize::from(card)) else { return skills };
    skills.extend(face.skills.iter().map(|&skill| Instance { origin: 0, skill }));
    for thing in things_on(table, id) {
        match thing {
            Thing::Status(status) => {
                let face = rules.face(status.card);
                skills.extend(face.skills.iter().map(|&skill| Instance { origin: status.id, skill }));
            }
            Thing::Given(given) => skills.push(Instance { origin: given.id, skill: given.skill }),
        }
    }
    skills
}

enum Thing<'a> {
    Status(&'a Status),
    Given(&'a Given),
}

impl Thing<'_> {
    fn id(&self) -> Id {
        match self {
            Self::Status(status) => status.id,
            Self::Given(given) => given.id,
        }
    }
}

/// Statuses and given Skills on a Vassal, oldest first.
fn things_on(table: &Table, id: Id) -> Vec<Thing<'_>> {
    let statuses = table.statuses.iter().filter(|status| status.on == id).map(Thing::Status);
    let given = table.given.iter().filter(|given| given.on == id).map(Thing::Given);
    let mut things: Vec<Thing<'_>> = statuses.chain(given).collect();
    things.sort_by_key(Thing::id);
    things
}

/// Where something on a table is, and its card.
fn find(table: &Table, id: Id) -> Option<(u8, Spot, u16)> {
    if id == 0 {
        return None;
    }
    table.domains.iter().enumerate().find_map(|(seat, domain)| {
        let seat = seat as u8;
        let zone = domain.zones.iter().position(|vassal| vassal.is_some() && vassal.id == id);
        let stock = domain.stock.iter().position(|resource| resource.id == id);
        let fallen = domain.infirmary.iter().position(|fallen| fallen.id == id);
        zone.map(|zone| (seat, Spot::Zone(zone as Zone), domain.zones[zone].card))
            .or_else(|| stock.map(|nth| (seat, Spot::Stock(nth as u8), domain.stock[nth].card)))
            .or_else(|| fallen.map(|nth| (seat, Spot::Infirmary(nth as u8), domain.infirmary[nth].card)))
    })
}

/// The World of something in a zone or a stockpile.
fn world_at(table: &Table, id: Id) -> Option<u8> {
    let (seat, spot, _) = find(table, id)?;
    let domain = &table.domains[usize::from(seat)];
    match spot {
        Spot::Zone(zone) => Some(domain.zones[usize::from(zone)].world),
        Spot::Stock(nth) => Some(domain.stock[usize::from(nth)].world),
        Spot::Infirmary(_) => None,
    }
}

/// Whether something is in a zone or a stockpile.
fn is_played(table: &Table, id: Id) -> bool {
    matches!(find(table, id), Some((_, Spot::Zone(_) | Spot::Stock(_), _)))
}

/// Who uses a Skill where nothing else is said. Rules: WU-R113.
fn usual_user(table: &Table, id: Id, of: Instance) -> u8 {
    let status = table.statuses.iter().find(|status| status.id == of.origin && of.origin != 0);
    status.map_or_else(|| find(table, id).map_or(NO_SEAT, |found| found.0), |status| status.owner)
}

/// What stands for a sealed choice that the reader may not know.
pub const HIDDEN: Act = Act::Pool(UNKNOWN_CARD);

const ENDS: [(End, &str); 4] = [(End::Round, "/r"), (End::Start, "/s"), (End::Bout, "/b"), (End::Never, "")];

fn end_text(end: End) -> &'static str {
    ENDS.iter().find(|(known, _)| *known == end).map_or("", |(_, text)| text)
}

const WAITS: [(Wait, &str); 11] = [
    (Wait::No, "no"),
    (Wait::Opponent, "opponent"),
    (Wait::Target, "target"),
    (Wait::Hit, "hit"),
    (Wait::May, "may"),
    (Wait::Option, "option"),
    (Wait::Pick, "pick"),
    (Wait::Instead, "instead"),
    (Wait::Bid, "bid"),
    (Wait::Member, "member"),
    (Wait::Zone, "zone"),
];

/// `W`, `L`, `T`.
pub fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::Win => "W",
        Mark::Lose => "L",
        Mark::Tie => "T",
    }
}

#[cfg(test)]
mod tests;
