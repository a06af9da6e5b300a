//! Actions as people read them, with the titles of the cards.

use cardlang::written_with;
use engine::{Actor, cut};

use crate::action::{Act, Answer, Place, Spot};
use crate::combat::card_of;
use crate::notation::{seat_name, spot_name, write};
use crate::rules::Rules;
use crate::scene::{Thing, held, thing, vassal};
use crate::state::{CHALLENGER, Id, NO_CARD, State, UNKNOWN_CARD, Waiting};
use crate::text::{Clause, Skill};

/// A label is not longer than this.
const LONGEST: usize = 110;

/// A card as people name it.
pub fn title(rules: &Rules, card: u16) -> String {
    match rules.faces.get(usize::from(card)) {
        Some(face) => face.name.clone(),
        None if card == UNKNOWN_CARD => "a hidden card".to_owned(),
        None => "nothing".to_owned(),
    }
}

/// What a Skill says.
pub fn skill_text(rules: &Rules, skill: u16) -> String {
    rules.skills[usize::from(skill)].skill.text(&rules.names)
}

/// What stands or lies in a place.
pub fn thing_at(state: &State, place: Place) -> Option<(Id, u16)> {
    let domain = state.table.domains.get(usize::from(place.seat))?;
    match place.spot {
        Spot::Zone(zone) => {
            let vassal = domain.zones.get(usize::from(zone)).filter(|vassal| vassal.is_some())?;
            Some((vassal.id, vassal.card))
        }
        Spot::Stock(nth) => domain.stock.get(usize::from(nth)).map(|resource| (resource.id, resource.card)),
        Spot::Infirmary(nth) => domain.infirmary.get(usize::from(nth)).map(|fallen| (fallen.id, fallen.card)),
    }
}

/// `Stump-King Dorr (P2 v3)`.
fn at(rules: &Rules, state: &State, place: Place) -> String {
    let name = thing_at(state, place).map_or_else(|| "nobody".to_owned(), |(_, card)| title(rules, card));
    format!("{name} ({} {})", seat_name(place.seat), spot_name(place.spot))
}

/// `Stump-King Dorr (v3)`.
fn own(rules: &Rules, state: &State, seat: u8, spot: Spot) -> String {
    let name = thing_at(state, Place { seat, spot })
        .map_or_else(|| "nobody".to_owned(), |(_, card)| title(rules, card));
    format!("{name} ({})", spot_name(spot))
}

/// What the Skill of something says, counted from 1.
fn skill_at(rules: &Rules, state: &State, place: Place, nth: u8) -> String {
    let Some((id, _)) = thing_at(state, place) else { return "no Skill".to_owned() };
    let skills = held(rules, state, id);
    let skill = usize::from(nth).checked_sub(1).and_then(|nth| skills.get(nth));
    skill.map_or_else(|| "no Skill".to_owned(), |skill| skill_text(rules, skill.instance.skill))
}

/// A Skill that waits or runs: `Stump-King Dorr: Streak 2: Heal another friendly Vassal.`
pub fn waiting(rules: &Rules, state: &State, of: &Waiting) -> String {
    let bearer = thing(state, of.bearer).map(Thing::card).filter(|card| *card != NO_CARD);
    bearer.map_or_else(String::new, |card| title(rules, card) + ": ") + &skill_text(rules, of.instance.skill)
}

/// One of several in the sentence that runs.
fn option(rules: &Rules, state: &State, nth: u8) -> Option<String> {
    let doing = state.doing.as_ref().filter(|doing| doing.statement == 0)?;
    let effect = match &rules.skills[usize::from(doing.of.instance.skill)].skill {
        Skill::Chain { effect, .. } | Skill::Trigger { effect, .. } => effect,
        Skill::Solid { .. } | Skill::Passive { .. } => return None,
    };
    let Clause::Choose { options } = effect.0.get(usize::from(doing.clause))? else { return None };
    let steps = options.0.get(usize::from(nth).checked_sub(1)?)?;
    Some(written_with(steps, &rules.names))
}

/// An action as a short sentence.
pub fn label(rules: &Rules, state: &State, actor: Actor, act: Act) -> String {
    let seat = match actor {
        Actor::Seat(seat) => seat.index() as u8,
        Actor::Chance => 0,
    };
    let text = match act {
        Act::First(who) => format!("{} drafts first", seat_name(who)),
        Act::Take(card) => format!("take {} and give the other one away", title(rules, card)),
        Act::Cut(card) => format!("remove {} from the deck", title(rules, card)),
        Act::CutNone => "remove no card from the deck".to_owned(),
        Act::Infirmary(Answer::Yes) => "shuffle the infirmary into the deck".to_owned(),
        Act::Infirmary(Answer::No) => "leave the infirmary as it is".to_owned(),
        Act::Mulligan => "draw another hand".to_owned(),
        Act::Keep => "keep this hand".to_owned(),
        Act::Prime(who) => format!("{} is the prime player", seat_name(who)),
        Act::Place(card) => format!("place {}", title(rules, card)),
        Act::Stop => "place no more Vassals".to_owned(),
        Act::Under(card) => format!("put {} under the deck", title(rules, card)),
        Act::Hurt(zone) => format!("injure {}", own(rules, state, seat, Spot::Zone(zone))),
        Act::Rouse(answer) => {
            let hurt = state.hurt.get(usize::from(seat)).and_then(|&id| vassal(state, id));
            let whom = hurt.map_or_else(
                || "it".to_owned(),
                |(whose, zone, _)| own(rules, state, whose, Spot::Zone(zone)),
            );
            let verb = if answer == Answer::Yes { "restore" } else { "do not restore" };
            format!("{verb} {whom}")
        }
        Act::Send(zone) => format!("send {} as Challenger", own(rules, state, seat, Spot::Zone(zone))),
        Act::Bet(0) => "bet nothing".to_owned(),
        Act::Bet(boosts) => format!("bet {boosts} {}", if boosts == 1 { "Boost" } else { "Boosts" }),
        Act::Use(spot, nth) => {
            let place = Place { seat, spot };
            let name =
                thing_at(state, place).map_or_else(|| "nobody".to_owned(), |(_, card)| title(rules, card));
            format!("{name} ({}.{nth}): {}", spot_name(spot), skill_at(rules, state, place, nth))
        }
        Act::Pass => "abstain: no Chain".to_owned(),
        Act::BackVassal => format!("{} goes to a vassal zone", returning(rules, state, seat)),
        Act::BackExtra => format!("{} goes to an extra zone", returning(rules, state, seat)),
        Act::Next(nth) => {
            let next = state.batch.iter().find(|waiting| waiting.number == nth);
            let told = next.map_or_else(|| format!("Ability {nth}"), |next| waiting(rules, state, next));
            format!("next w{nth}, {told}")
        }
        Act::At(place) => format!("choose {}", at(rules, state, place)),
        Act::Enough => "choose no more".to_owned(),
        Act::Do => "do it".to_owned(),
        Act::Decline => "do not do it".to_owned(),
        Act::Option(nth) => {
            let told = option(rules, state, nth).map_or_else(String::new, |text| format!(": {text}"));
            format!("option {nth}{told}")
        }
        Act::PickSkill(place, nth) => {
            format!("{}, Skill {nth}: {}", at(rules, state, place), skill_at(rules, state, place, nth))
        }
        Act::PickStatus(place, nth) => {
            let statuses = thing_at(state, place)
                .into_iter()
                .flat_map(|(id, _)| state.table.statuses.iter().filter(move |status| status.on == id));
            let status = statuses.into_iter().nth(usize::from(nth).saturating_sub(1));
            let name = status.map_or_else(|| "nothing".to_owned(), |status| title(rules, status.card));
            format!("{}, Status {nth}: {name}", at(rules, state, place))
        }
        Act::Instead(place, nth) => {
            let by = at(rules, state, place);
            format!("instead by {by}, Skill {nth}: {}", skill_at(rules, state, place, nth))
        }
        Act::Bid(boosts) => format!("bid {boosts} {}", if boosts == 1 { "Boost" } else { "Boosts" }),
        Act::For(place) => format!("next {}", at(rules, state, place)),
        Act::Versus(who) => format!("against {}", seat_name(who)),
        Act::Lead => "the prime player's Abilities first".to_owned(),
        Act::Trail => "the prime player's Abilities last".to_owned(),
        Act::ConcedeBout => "give up this bout".to_owned(),
        Act::Pick(_) | Act::Pool(_) | Act::Draw(..) | Act::Hit(_) => write(rules, act),
    };
    cut(&text, LONGEST)
}

/// Who is on the way back: whoever the running effect moves, else the Challenger.
fn returning(rules: &Rules, state: &State, seat: u8) -> String {
    let id = state.doing.as_ref().map(|doing| doing.it).filter(|&it| it != 0);
    match id {
        Some(id) => title(rules, card_of(state, id)),
        None => own(rules, state, seat, Spot::Zone(CHALLENGER)),
    }
}
