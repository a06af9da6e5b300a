//! Who is where, what holds, and what numbers come to: read-only questions that rules and card texts ask.
//! Rules: WU-R9, WU-R24, WU-R63, WU-R76, WU-R93, WU-R140; card language 5.3 to 5.5 and 5.7.

mod asking;
mod hearing;
mod standing;
#[cfg(test)]
mod tests;

use smallvec::SmallVec;

use crate::action::{Place, Spot};
use crate::program::Subject;
use crate::rules::Rules;
use crate::state::{
    CHALLENGER, Fallen, Ghost, Id, Instance, NO_CARD, NO_SEAT, NO_WORLD, Resource, SEEN, State, Timed,
    Vassal, ZONES, Zone,
};
use crate::text::{Class, Done};
use crate::zones::Zones;

pub use hearing::{ears, ears_of, ears_of_statement, ears_until, kind_of_statement, renew_hints, wide_of};
pub use standing::{
    Bars, BarsAt, bars, bars_at, cannot, cannot_activate, cost, cost_from, each_held, held, held_by,
    is_class, is_from, is_protected, listening, may_be_selected_exhausted, most_chains, power, powers,
    replacements, same_world, stack_limit, statement,
};
pub use standing::{Finds, Found, Pass, Stage};

/// Things in play by number.
pub type Ids = SmallVec<[Id; 16]>;

/// Marks the numbers that stand for cards in infirmaries, which may have no number of their own: behind it the seat
/// and the place, from 0. They are good until the infirmary changes.
pub const FALLEN: Id = 1 << 15;

/// The number that stands for a card in an infirmary.
pub const fn fallen_id(seat: u8, nth: u8) -> Id {
    FALLEN | (seat as Id) << 8 | nth as Id
}

/// A Vassal in play: whose domain it stands in, the zone, and itself.
#[inline]
pub fn vassal(state: &State, id: Id) -> Option<(u8, Zone, &Vassal)> {
    if id == 0 {
        return None;
    }
    let seen = state.seen[usize::from(id) % SEEN];
    let (seat, zone) = (seen / ZONES as u8, seen % ZONES as u8);
    if let Some(domain) = state.table.domains.get(usize::from(seat)) {
        let vassal = &domain.zones[usize::from(zone)];
        if vassal.id == id {
            return Some((seat, zone, vassal));
        }
    }
    search(state, id)
}

/// A Vassal that is not where it was last put, or not in play.
#[cold]
#[inline(never)]
fn search(state: &State, id: Id) -> Option<(u8, Zone, &Vassal)> {
    state.table.domains.iter().enumerate().find_map(|(seat, domain)| {
        // Empty zones have no number.
        let zone = domain.zones.iter().position(|vassal| vassal.id == id)?;
        Some((seat as u8, zone as Zone, &domain.zones[zone]))
    })
}

/// Whether Skills may listen to or change any of this where it concerns the Vassal in a zone: those of others, or its
/// own. Where [`State::ears`](crate::state::State::ears) does not have it nobody does.
#[inline]
pub fn may_concern(rules: &Rules, state: &State, seat: u8, zone: Zone, bits: u64) -> bool {
    state.ears.wide & bits != 0
        || (state.ears.all & bits != 0
            && is_heard_by(rules, &state.table.domains[usize::from(seat)].zones, zone, bits))
}

/// Whether the Vassal in a zone may have a Skill that listens to any of this or changes it.
#[inline]
pub fn is_heard_by(rules: &Rules, zones: &Zones, zone: Zone, bits: u64) -> bool {
    let card = zones[usize::from(zone)].card;
    zones.has_extras(zone) || rules.print(card).ears.all & bits != 0
}

/// Changes a Vassal in play; says whether it is.
pub fn change_vassal(state: &mut State, id: Id, change: impl FnOnce(&mut Vassal)) -> bool {
    let Some((seat, zone, _)) = vassal(state, id) else { return false };
    state.table.domains[usize::from(seat)].zones.change(zone, change);
    true
}

/// The Challenger of a seat; 0 for none. Rules: WU-R55, WU-9.3.1, WU-9.3.1.1, WU-9.3.1.2.
pub fn challenger(state: &State, seat: u8) -> Id {
    let vassal = &state.table.domains[usize::from(seat)].zones[0];
    if vassal.is_some() { vassal.id } else { 0 }
}

/// Where something is: a Vassal, a Resource, or a card in an infirmary by its own number or by [`fallen_id`].
pub fn place_of(state: &State, id: Id) -> Option<Place> {
    if let Some((seat, zone, _)) = vassal(state, id) {
        return Some(Place { seat, spot: Spot::Zone(zone) });
    }
    state.table.domains.iter().enumerate().find_map(|(seat, domain)| {
        let seat = seat as u8;
        let stock = domain.stock.iter().position(|resource| resource.id == id);
        let fallen = domain.infirmary.iter().enumerate();
        let fallen = fallen.map(|(nth, fallen)| (nth as u8, fallen));
        let fallen =
            fallen.filter(|(nth, fallen)| id == fallen_id(seat, *nth) || (id != 0 && fallen.id == id));
        let spot = stock.map(|nth| Spot::Stock(nth as u8));
        let spot = spot.or_else(|| fallen.map(|(nth, _)| Spot::Infirmary(nth)).next());
        spot.map(|spot| Place { seat, spot })
    })
}

/// The World that what a Skill of something makes gets, of a Skill that makes anything: the thing's own, in play or not,
/// or [`NO_WORLD`]. Rules: WU-R13.
#[inline]
pub fn world_of(rules: &Rules, state: &State, bearer: Id, skill: u16) -> u8 {
    if !rules.skills[usize::from(skill)].makes {
        return NO_WORLD;
    }
    thing(state, bearer).map_or(NO_WORLD, |thing| thing.world(rules))
}

/// Something that texts can speak of, and whose it is.
#[derive(Clone, Copy, Debug)]
pub enum Thing<'a> {
    /// A Vassal in play.
    Vassal(u8, Zone, &'a Vassal),
    /// One that has left play in this unit, as it last was.
    Ghost(&'a Ghost),
    /// A Resource.
    Resource(u8, &'a Resource),
    /// A card in an infirmary.
    Fallen(u8, &'a Fallen),
    /// What does not exist any more but has made a statement that is in force: its World is known.
    Ceased(&'a Timed),
}

impl<'a> Thing<'a> {
    /// Who controls it. Rules: WU-R10, WU-1.3.4.
    pub fn seat(self) -> u8 {
        match self {
            Self::Vassal(seat, ..) | Self::Resource(seat, _) | Self::Fallen(seat, _) => seat,
            Self::Ghost(ghost) => ghost.seat,
            Self::Ceased(statement) => statement.user,
        }
    }

    /// Its card; [`NO_CARD`] if that is not known any more.
    pub fn card(self) -> u16 {
        match self {
            Self::Vassal(_, _, vassal) => vassal.card,
            Self::Ghost(ghost) => ghost.vassal.card,
            Self::Resource(_, resource) => resource.card,
            Self::Fallen(_, fallen) => fallen.card,
            Self::Ceased(_) => NO_CARD,
        }
    }

    /// The Vassal, as it is or last was in play.
    pub fn vassal(self) -> Option<&'a Vassal> {
        match self {
            Self::Vassal(_, _, vassal) => Some(vassal),
            Self::Ghost(ghost) => Some(&ghost.vassal),
            Self::Resource(..) | Self::Fallen(..) | Self::Ceased(_) => None,
        }
    }

    /// The zone of a Vassal.
    pub fn zone(self) -> Option<Zone> {
        match self {
            Self::Vassal(_, zone, _) => Some(zone),
            Self::Ghost(ghost) => Some(ghost.zone),
            Self::Resource(..) | Self::Fallen(..) | Self::Ceased(_) => None,
        }
    }

    /// Its own World, or [`NO_WORLD`].
    pub fn world(self, rules: &Rules) -> u8 {
        match self {
            Self::Ceased(statement) => statement.world,
            Self::Resource(_, resource) => resource.world,
            Self::Fallen(_, fallen) => rules.face(fallen.card).world,
            Self::Vassal(_, _, vassal) => vassal.world,
            Self::Ghost(ghost) => ghost.vassal.world,
        }
    }

    /// Its own Class; Resources have none.
    fn class(self, rules: &Rules) -> Option<Class> {
        (!matches!(self, Self::Resource(..) | Self::Ceased(_))).then(|| rules.face(self.card()).class)
    }
}

/// Something in play, or a Vassal that has left play in this unit.
pub fn played(state: &State, id: Id) -> Option<Thing<'_>> {
    if let Some((seat, zone, vassal)) = vassal(state, id) {
        return Some(Thing::Vassal(seat, zone, vassal));
    }
    if id == 0 {
        return None;
    }
    let resource = state.table.domains.iter().enumerate().find_map(|(seat, domain)| {
        let resource = domain.stock.iter().find(|resource| resource.id == id)?;
        Some(Thing::Resource(seat as u8, resource))
    });
    let mut ghosts = state.ghosts.iter().rev();
    resource.or_else(|| ghosts.find(|ghost| ghost.vassal.id == id).map(Thing::Ghost))
}

/// A card in an infirmary by its own number or by [`fallen_id`].
pub fn fallen(state: &State, id: Id) -> Option<Thing<'_>> {
    match place_of(state, id)? {
        Place { seat, spot: Spot::Infirmary(nth) } => {
            let infirmary = &state.table.domains[usize::from(seat)].infirmary;
            Some(Thing::Fallen(seat, &infirmary[usize::from(nth)]))
        }
        _ => None,
    }
}

/// Anything that has this number, or had it when it made a statement that is in force.
pub fn thing(state: &State, id: Id) -> Option<Thing<'_>> {
    played(state, id).or_else(|| fallen(state, id)).or_else(|| {
        let mut statements = state.table.timed.iter();
        statements.find(|statement| statement.bearer == id && statement.world != NO_WORLD).map(Thing::Ceased)
    })
}

/// Whether a seat is still in the bout. Rules: WU-R106.
#[inline]
pub fn is_in(state: &State, seat: u8) -> bool {
    (state.out | state.gone) >> seat & 1 == 0
}

/// A Skill that something has, and who uses it. Rules: WU-R15, WU-R113, WU-1.5.2, WU-1.5.2.1, WU-7.0.2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The Skill.
    pub instance: Instance,
    /// Who "you" is for Abilities and Passives; of a Chain it is the bearer's controller.
    pub user: u8,
    /// Whether it is erased.
    pub erased: bool,
}

/// What the words of a text mean at its place.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What does not change.
    pub rules: &'a Rules,
    /// The position.
    pub state: &'a State,
    /// "Those Vassals".
    pub those: &'a [Id],
    /// Who was "eliminated this way".
    pub gone: &'a [Id],
    /// "This Vassal" or "this Resource"; it may have left play.
    pub bearer: Id,
    /// "It" and "that Vassal"; 0 for nobody.
    pub it: Id,
    /// "That many".
    pub many: i16,
    /// Who "you" is.
    pub user: u8,
    /// "That player", or [`NO_SEAT`].
    pub player: u8,
    /// Who acts in the sentence, for "their", or [`NO_SEAT`].
    pub actor: u8,
    /// The opponent that is fixed, or [`NO_SEAT`]. Rules: WU-R140.
    pub versus: u8,
    /// Whether it is a continuous statement or its condition. Rules: WU-R93, WU-R140.
    pub standing: bool,
    /// Whether it is the effect of a Chain.
    pub chain: bool,
    /// What is known of continuous statements.
    pub stage: Stage,
    /// Which of them take part.
    pub pass: Pass,
}

impl<'a> Scene<'a> {
    /// At the beginning of a text, with nothing spoken of yet.
    #[inline]
    pub fn new(rules: &'a Rules, state: &'a State, user: u8, bearer: Id) -> Self {
        Self {
            rules,
            state,
            those: &[],
            gone: &[],
            bearer,
            it: 0,
            many: 0,
            user,
            player: NO_SEAT,
            actor: NO_SEAT,
            versus: NO_SEAT,
            standing: false,
            chain: false,
            stage: Stage::All,
            pass: Pass::Second,
        }
    }

    /// The same of somebody whom this has just happened to, as it was before: without that stack, or with it, and
    /// also where it was moved from.
    pub fn subject_before(&self, subject: &Subject, id: Id, done: Done) -> bool {
        let is_plain = match subject {
            Subject::Any(group) => !group.tells_stacks,
            _ => true,
        };
        if is_plain && done != Done::Moved {
            return self.subject(subject, id);
        }
        let change = |vassal: &mut Vassal| match done {
            Done::Injured => vassal.injuries = vassal.injuries.saturating_sub(1),
            Done::Healed => vassal.injuries = vassal.injuries.saturating_add(1),
            Done::Exhausted => vassal.exhaustion = vassal.exhaustion.saturating_sub(1),
            Done::Restored => vassal.exhaustion = vassal.exhaustion.saturating_add(1),
            _ => {}
        };
        match (played(self.state, id), done) {
            (Some(Thing::Vassal(seat, zone, vassal)), Done::Moved) => {
                let from = if zone == CHALLENGER { 1 } else { CHALLENGER };
                self.subject(subject, id) || self.subject_as(subject, id, Thing::Vassal(seat, from, vassal))
            }
            (Some(Thing::Vassal(seat, zone, &vassal)), _) => {
                let mut before = vassal;
                change(&mut before);
                self.subject_as(subject, id, Thing::Vassal(seat, zone, &before))
            }
            (Some(Thing::Ghost(ghost)), _) => {
                let mut before = ghost.clone();
                change(&mut before.vassal);
                self.subject_as(subject, id, Thing::Ghost(&before))
            }
            _ => self.subject(subject, id),
        }
    }

    /// Whether somebody who has just become a Challenger is such a subject, or was one as a reinforcer.
    pub fn subject_becoming(&self, subject: &Subject, id: Id) -> bool {
        self.subject(subject, id)
            || matches!(played(self.state, id), Some(Thing::Vassal(seat, _, vassal))
                if self.subject_as(subject, id, Thing::Vassal(seat, 1, vassal)))
    }

    /// Whether somebody who was the Challenger of a seat until now is such a subject.
    pub fn subject_was(&self, subject: &Subject, id: Id, seat: u8) -> bool {
        played(self.state, id)
            .and_then(Thing::vassal)
            .is_some_and(|vassal| self.subject_as(subject, id, Thing::Vassal(seat, CHALLENGER, vassal)))
    }

    /// The opponents who are still in the bout, clockwise from the user. Rules: WU-R140, WU-1.1.4.
    pub fn opponents(&self) -> impl Iterator<Item = u8> + use<'a> {
        let (state, user, seats) = (self.state, self.user, self.state.players.seats() as u8);
        (1..seats).map(move |next| (user + next) % seats).filter(move |&seat| is_in(state, seat))
    }
}
