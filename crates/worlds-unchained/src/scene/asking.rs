//! Groups, conditions and numbers of card texts. Rules: card language 5.3 to 5.5, WU-R140.

use super::standing::{Board, Pass};
use super::{Ids, Scene, Thing, challenger, fallen, fallen_id, is_in, played, vassal};
use crate::program::{
    Atom, Condition, Countable, Group, Is, Number, Pile, Quantity, Subject, Sum, Test, Whom,
};
use crate::rules::Sort;
use crate::state::{CHALLENGER, Domain, Id, NO_SEAT, ZONES};
use crate::text::{Class, Compare, Side, Single, StackKind, Standing, Whose};
use crate::zones::{Places, each_place, place, seat_places};

impl<'a> Scene<'a> {
    pub(super) fn board(&self) -> Board<'a> {
        Board { rules: self.rules, state: self.state, pass: self.pass }
    }

    fn against(&self, versus: u8) -> Self {
        Self { versus, ..*self }
    }

    /// Who is named, and may have left play; 0 for nobody.
    #[inline]
    pub fn single(&self, single: Single) -> Id {
        match single {
            Single::ThisVassal | Single::ThisResource => self.bearer,
            Single::YourChallenger => challenger(self.state, self.user),
            Single::TheirChallenger => match self.their() {
                NO_SEAT => 0,
                seat => challenger(self.state, seat),
            },
            Single::OpposingChallenger => self.opposing_challenger(),
            Single::ThatVassal | Single::It => self.it,
        }
    }

    /// The one with the most power, or base power for continuous statements, the first clockwise of several.
    /// Rules: WU-R140 point 5.
    fn opposing_challenger(&self) -> Id {
        if self.state.players.are_two() {
            let other = 1 - self.user;
            return if is_in(self.state, other) { challenger(self.state, other) } else { 0 };
        }
        let there = self.opponents().filter(|&seat| challenger(self.state, seat) != 0);
        let power = |seat: u8| {
            if self.standing {
                i32::from(self.state.table.domains[usize::from(seat)].base)
            } else {
                self.board().power(seat)
            }
        };
        let best = there
            .map(|seat| (power(seat), seat))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(0, |(_, seat)| challenger(self.state, seat))
    }

    /// Who "they" are, or [`NO_SEAT`]; with two seats the only opponent, if nobody else is. Rules: WU-R140 point 8.
    pub fn their(&self) -> u8 {
        let nobody = if self.state.players.are_two() { 1 - self.user } else { NO_SEAT };
        let named = [self.actor, self.player, self.versus];
        named.into_iter().find(|&seat| seat != NO_SEAT).unwrap_or(nobody)
    }

    fn is_whose(&self, whose: Whose, seat: u8) -> bool {
        match whose {
            Whose::Your => seat == self.user,
            Whose::Opponents if self.versus == NO_SEAT => seat != self.user,
            Whose::Opponents => seat == self.versus,
            Whose::Their => seat == self.their(),
        }
    }

    /// Whether those of a seat can belong to a group.
    #[inline]
    fn is_side(&self, side: Option<Side>, seat: u8) -> bool {
        side.is_none_or(|side| (side == Side::Friendly) == (seat == self.user))
    }

    /// Whether something belongs to a group: a Vassal in play or that has left play in this unit, a Resource, or a
    /// card in an infirmary.
    pub fn fits(&self, group: &Group, id: Id) -> bool {
        let thing = match group.pile {
            Pile::Infirmary(_) => fallen(self.state, id),
            Pile::Zones | Pile::Stock(_) => played(self.state, id),
        };
        thing.is_some_and(|thing| self.is_one(group, self.user, id, thing))
    }

    /// Whether something belongs to a group in which Resources without a side are those of this seat.
    fn is_one(&self, group: &Group, holder: u8, id: Id, thing: Thing<'_>) -> bool {
        let seat = thing.seat();
        let is_there = match (group.pile, thing) {
            (Pile::Stock(card), Thing::Resource(_, resource)) => {
                resource.card == card && (group.side.is_some() || seat == holder)
            }
            (Pile::Stock(_), _) | (_, Thing::Resource(..)) => false,
            (Pile::Infirmary(whose), _) => self.is_whose(whose, seat),
            (Pile::Zones, _) => thing.zone().is_some_and(|zone| group.stands(zone)),
        };
        let is_bearer = || match thing {
            Thing::Fallen(_, fallen) => fallen.id == self.bearer,
            _ => id == self.bearer,
        };
        is_there
            && self.is_side(group.side, seat)
            && !(group.other && is_bearer())
            && group.injured.holds(stacks(thing, StackKind::Injury) > 0)
            && group.exhausted.holds(stacks(thing, StackKind::Exhaustion) > 0)
            && self.passes(group, id, thing)
    }

    /// Whether something passes the tests of a group.
    #[inline]
    fn passes(&self, group: &Group, id: Id, thing: Thing<'_>) -> bool {
        group.tests.iter().all(|&test| self.test(test, id, thing))
    }

    fn test(&self, test: Test, id: Id, thing: Thing<'_>) -> bool {
        match test {
            Test::Never => false,
            Test::Protected => self.board().is_protected(self.stage, id, thing),
            Test::Token => self.is_token(thing),
            Test::NonMob => !self.board().is_class(self.stage, id, thing, Class::Mob),
            Test::Wanderer => self.board().is_wanderer(thing),
            Test::World(world) => self.board().is_from(self.stage, id, thing, world),
            Test::Class(class) => self.board().is_class(self.stage, id, thing, class),
            Test::Card(card) => thing.card() == card,
            Test::SameWorld(single) => {
                let other = self.single(single);
                let there = super::thing(self.state, other).filter(|_| other != 0);
                there.is_some_and(|there| self.board().same_world(self.stage, (id, thing), (other, there)))
            }
            Test::Stacks(kind, count) => stacks(thing, kind) >= i32::from(count),
            Test::Status(card, has) => self.bears(id, thing, card) == has,
        }
    }

    fn is_token(&self, thing: Thing<'_>) -> bool {
        self.rules.faces.get(usize::from(thing.card())).is_some_and(|face| face.sort == Sort::Token)
    }

    /// Cards in an infirmary have no stacks. Rules: WU-2.3.2.
    fn stands(&self, standing: Standing, id: Id, thing: Thing<'_>) -> bool {
        match standing {
            Standing::Injured => stacks(thing, StackKind::Injury) > 0,
            Standing::Uninjured => stacks(thing, StackKind::Injury) == 0,
            Standing::Exhausted => stacks(thing, StackKind::Exhaustion) > 0,
            Standing::Unexhausted => stacks(thing, StackKind::Exhaustion) == 0,
            Standing::Protected => self.board().is_protected(self.stage, id, thing),
        }
    }

    /// Whether a Vassal bears a Status; one that has left play, if it last had a Skill of it.
    fn bears(&self, id: Id, thing: Thing<'_>, card: u16) -> bool {
        match thing {
            _ if self.is_lost(id, thing) => false,
            Thing::Ghost(ghost) => {
                let of_statuses = ghost.skills.iter().zip(&ghost.users).filter(|(_, user)| **user != NO_SEAT);
                let skills = &self.rules.face(card).skills;
                of_statuses.into_iter().any(|(instance, _)| skills.contains(&instance.skill))
            }
            _ => self.state.table.statuses.iter().any(|status| status.on == id && status.card == card),
        }
    }

    /// The Vassals of a group that are in play.
    pub fn places(&self, group: &Group) -> Places {
        if group.pile != Pile::Zones {
            return 0;
        }
        let domains = &self.state.table.domains;
        let of = |seat: u8, domain: &Domain| {
            Places::from(group.among(&domain.zones)) << (ZONES as u32 * u32::from(seat))
        };
        let places = if group.side == Some(Side::Friendly) {
            of(self.user, &domains[usize::from(self.user)])
        } else {
            domains.fold(0, |places, seat, domain| places | of(seat as u8, domain))
        };
        let places =
            if group.side == Some(Side::Opposing) { places & !seat_places(self.user) } else { places };
        self.sifted(group, places)
    }

    /// Those that a seat controls.
    pub fn places_of(&self, group: &Group, seat: u8) -> Places {
        let Some(domain) = self.state.table.domains.get(usize::from(seat)) else { return 0 };
        if group.pile != Pile::Zones || !self.is_side(group.side, seat) {
            return 0;
        }
        self.sifted(group, Places::from(group.among(&domain.zones)) << (ZONES as u32 * u32::from(seat)))
    }

    /// Those of some places who are not the bearer, if that is said, and pass the tests of a group.
    #[inline]
    fn sifted(&self, group: &Group, mut places: Places) -> Places {
        if group.other
            && let Some((seat, zone, _)) = vassal(self.state, self.bearer)
        {
            places &= !place(seat, zone);
        }
        if group.tests.is_empty() { places } else { self.tested(group, places) }
    }

    fn tested(&self, group: &Group, places: Places) -> Places {
        each_place(places).fold(0, |found, (seat, zone)| {
            let vassal = &self.state.table.domains[usize::from(seat)].zones[usize::from(zone)];
            let passes = self.passes(group, vassal.id, Thing::Vassal(seat, zone, vassal));
            found | if passes { place(seat, zone) } else { 0 }
        })
    }

    /// All of a group that are in play, or in an infirmary by [`fallen_id`], in the order of places.
    pub fn members(&self, group: &Group) -> Ids {
        let mut members = Ids::new();
        self.each_member(group, self.user, None, |id| members.push(id));
        members
    }

    /// Those of a group that a seat controls.
    #[cfg(test)]
    pub fn members_of(&self, group: &Group, seat: u8) -> Ids {
        let mut members = Ids::new();
        self.each_member(group, seat, Some(seat), |id| members.push(id));
        members
    }

    /// How many of a group there are, or of a certain seat.
    fn how_many(&self, group: &Group, of: Option<u8>) -> i32 {
        if group.pile == Pile::Zones {
            let places = of.map_or_else(|| self.places(group), |seat| self.places_of(group, seat));
            return places.count_ones() as i32;
        }
        let mut many = 0;
        self.each_member(group, of.unwrap_or(self.user), of, |_| many += 1);
        many
    }

    /// Calls for all of a group that somebody controls, or a certain seat; Resources without a side are the holder's.
    pub fn each_member(&self, group: &Group, holder: u8, of: Option<u8>, mut each: impl FnMut(Id)) {
        if group.pile == Pile::Zones {
            let places = of.map_or_else(|| self.places(group), |seat| self.places_of(group, seat));
            for (seat, zone) in each_place(places) {
                each(self.state.table.domains[usize::from(seat)].zones[usize::from(zone)].id);
            }
            return;
        }
        for (domain, seat) in self.state.table.domains.iter().zip(0..) {
            if of.is_some_and(|of| of != seat) || !self.is_side(group.side, seat) {
                continue;
            }
            if let Pile::Stock(_) = group.pile {
                for resource in &domain.stock {
                    if self.is_one(group, holder, resource.id, Thing::Resource(seat, resource)) {
                        each(resource.id);
                    }
                }
            } else {
                for (card, nth) in domain.infirmary.iter().zip(0..) {
                    let id = fallen_id(seat, nth);
                    if self.is_one(group, holder, id, Thing::Fallen(seat, card)) {
                        each(id);
                    }
                }
            }
        }
    }

    /// Whether an event with this participant concerns such a subject.
    pub fn subject(&self, subject: &Subject, id: Id) -> bool {
        match subject {
            Subject::This => id == self.bearer,
            Subject::OpposingChallenger if self.standing => self.opposing_challenger() == id,
            Subject::Any(group) => self.fits(group, id),
            _ => played(self.state, id).is_some_and(|thing| self.subject_as(subject, id, thing)),
        }
    }

    /// The same of something that stood elsewhere.
    pub(super) fn subject_as(&self, subject: &Subject, id: Id, thing: Thing<'_>) -> bool {
        let is_challenger = thing.zone() == Some(CHALLENGER);
        match subject {
            Subject::This => id == self.bearer,
            Subject::YourChallenger => is_challenger && thing.seat() == self.user,
            Subject::OpposingChallenger => is_challenger && thing.seat() != self.user,
            Subject::Any(group) => self.is_one(group, self.user, id, thing),
        }
    }

    /// Whether a statement concerns this one.
    #[inline]
    pub(super) fn covers(&self, whom: &Whom, id: Id) -> bool {
        match whom {
            Whom::One(single) => id != 0 && self.single(*single) == id,
            Whom::Each(group) => self.fits(group, id),
            Whom::Threatened(subject) => self.subject(subject, id),
        }
    }

    /// Where the Vassals stand whom a statement concerns.
    pub(super) fn stand(&self, whom: &Whom) -> Places {
        let one = |id: Id| vassal(self.state, id).map_or(0, |(seat, zone, _)| place(seat, zone));
        match whom {
            Whom::One(single) => one(self.single(*single)),
            Whom::Each(group) | Whom::Threatened(Subject::Any(group)) => self.places(group),
            Whom::Threatened(Subject::This) => one(self.bearer),
            Whom::Threatened(Subject::YourChallenger) => one(challenger(self.state, self.user)),
            Whom::Threatened(Subject::OpposingChallenger) => one(self.opposing_challenger()),
        }
    }

    /// All whom a statement concerns.
    pub(super) fn covered(&self, whom: &Whom) -> Ids {
        match whom {
            Whom::One(single) => Some(self.single(*single)).into_iter().filter(|id| *id != 0).collect(),
            Whom::Each(group) => self.members(group),
            Whom::Threatened(_) => Ids::new(),
        }
    }

    /// Whether a condition holds; where no opponent is fixed, of at least one. Rules: WU-R140.
    #[inline]
    pub fn holds(&self, condition: &Condition) -> bool {
        if self.versus != NO_SEAT || self.opponents().next().is_none() {
            return self.is_true(condition);
        }
        self.opponents().any(|versus| self.against(versus).is_true(condition))
    }

    fn is_true(&self, condition: &Condition) -> bool {
        if condition.all {
            condition.atoms.iter().all(|atom| self.atom(atom))
        } else {
            condition.atoms.iter().any(|atom| self.atom(atom))
        }
    }

    /// Of somebody who is not there, nothing holds.
    fn atom(&self, atom: &Atom) -> bool {
        let about = |single: Single| {
            let id = self.single(single);
            let thing = if id == 0 { None } else { super::thing(self.state, id) };
            thing.map(|thing| (id, thing))
        };
        match atom {
            Atom::Is(single, is, indeed) => {
                about(*single).is_some_and(|(id, thing)| self.is(*is, id, thing) == *indeed)
            }
            Atom::Eliminated(single) => self.was_eliminated(*single),
            Atom::Has(single, status, has) => {
                about(*single).is_some_and(|(id, thing)| self.bears(id, thing, *status) == *has)
            }
            Atom::Controls { opponent, least, most, group } => {
                let seat = if *opponent { self.versus } else { self.user };
                let many = self.how_many(group, Some(seat));
                many >= i32::from(*least) && (*most == u8::MAX || many <= i32::from(*most))
            }
            Atom::Compare(left, compare, right) => {
                let (left, right) = (self.value(left), self.value(right));
                match compare {
                    Compare::Greater => left > right,
                    Compare::Less => left < right,
                    Compare::Equal => left == right,
                    Compare::AtLeast => left >= right,
                    Compare::AtMost => left <= right,
                }
            }
        }
    }

    /// Whether somebody has left in this effect, or before that of a Chain: of such a one the card is known, but it
    /// stands nowhere and nothing is on it. Rules: WU-R17, WU-R108, WU-9.3.1.1.
    fn is_lost(&self, id: Id, thing: Thing<'_>) -> bool {
        let is_gone = matches!(thing, Thing::Ghost(_) | Thing::Fallen(..) | Thing::Ceased(_));
        is_gone && (self.chain || self.gone.contains(&id))
    }

    /// Whether somebody was eliminated by this effect; of Challengers it is told by where they stood.
    fn was_eliminated(&self, single: Single) -> bool {
        let ghosts = self.state.ghosts.iter().filter(|ghost| self.gone.contains(&ghost.vassal.id));
        let mut seats = ghosts.filter(|ghost| ghost.zone == CHALLENGER).map(|ghost| ghost.seat);
        match single {
            Single::YourChallenger => seats.any(|seat| seat == self.user),
            Single::TheirChallenger => seats.any(|seat| seat == self.their()),
            Single::OpposingChallenger => seats.any(|seat| seat != self.user),
            _ => match self.single(single) {
                0 => false,
                id => self.gone.contains(&id),
            },
        }
    }

    fn is(&self, is: Is, id: Id, thing: Thing<'_>) -> bool {
        match is {
            Is::Standing(_) | Is::YourChallenger | Is::Challenger | Is::Reinforcer
                if self.is_lost(id, thing) =>
            {
                false
            }
            Is::Standing(standing) => self.stands(standing, id, thing),
            Is::YourChallenger => thing.zone() == Some(CHALLENGER) && thing.seat() == self.user,
            Is::Challenger => thing.zone() == Some(CHALLENGER),
            Is::Reinforcer => thing.zone().is_some_and(|zone| zone != CHALLENGER),
            Is::Wanderer => self.board().is_wanderer(thing),
            Is::Token => self.is_token(thing),
            Is::Class(class) => self.board().is_class(self.stage, id, thing, class),
            Is::From(world) => self.board().is_from(self.stage, id, thing, world),
        }
    }

    /// What a sum comes to.
    pub fn value(&self, sum: &Sum) -> i32 {
        let add = |total: i32, term: &crate::program::Term| {
            let quantity = self.quantity(&term.quantity);
            total + i32::from(term.times) * if term.half { quantity / 2 } else { quantity }
        };
        sum.terms.iter().fold(sum.constant, add).max(0)
    }

    fn quantity(&self, quantity: &Quantity) -> i32 {
        let boosts = |seat: u8| i32::from(self.state.table.domains[usize::from(seat)].boosts);
        let bid = |seat: u8| i32::from(self.state.players[usize::from(seat)].bid.saturating_sub(1));
        match quantity {
            Quantity::Number(what) => self.count(what),
            Quantity::Boosts(Whose::Your) => boosts(self.user),
            Quantity::Boosts(Whose::Opponents) => self.greatest(|scene| boosts(scene.versus)),
            Quantity::Boosts(Whose::Their) => match self.their() {
                seat if seat != NO_SEAT && is_in(self.state, seat) => boosts(seat),
                _ => 0,
            },
            Quantity::Bid { opponents: false } => bid(self.user),
            Quantity::Bid { opponents: true } => self.greatest(|scene| bid(scene.versus)),
            Quantity::Power(single) => self.power(self.single(*single)),
            Quantity::Stacks(kind, single) => match self.single(*single) {
                0 => 0,
                id => super::thing(self.state, id)
                    .filter(|thing| !self.is_lost(id, *thing))
                    .map_or(0, |thing| stacks(thing, *kind)),
            },
            Quantity::Round => i32::from(self.state.round),
            Quantity::ThatMany => i32::from(self.many),
        }
    }

    /// Power of a Challenger; conditions of continuous statements see that of the first pass. Rules: WU-R93.
    fn power(&self, id: Id) -> i32 {
        let Some((seat, CHALLENGER, _)) = vassal(self.state, id) else { return 0 };
        let pass = if self.standing { Pass::First } else { self.pass };
        Board { pass, ..self.board() }.power(seat)
    }

    /// How many there are.
    pub fn count(&self, what: &Countable) -> i32 {
        match what {
            Countable::Chains => i32::from(self.state.chains),
            Countable::Group(group) if group.pile == Pile::Infirmary(Whose::Opponents) => {
                self.greatest(|scene| scene.how_many(group, None))
            }
            Countable::Group(group) => self.how_many(group, None),
        }
    }

    /// How much an amount comes to.
    pub fn number(&self, number: &Number) -> i32 {
        match number {
            Number::Times(number, each) => {
                i32::from(*number) * each.as_ref().map_or(1, |each| self.count(each))
            }
            Number::Equal(sum) => self.value(sum),
        }
    }

    /// A number of the opponent that is fixed, or else the greatest. Rules: WU-R140 point 3.
    fn greatest(&self, number: impl Fn(&Self) -> i32) -> i32 {
        match self.versus {
            NO_SEAT => {}
            seat if is_in(self.state, seat) => return number(self),
            // Numbers of an opponent who has left are 0. Rules: WU-R145.
            _ => return 0,
        }
        self.opponents().map(|versus| number(&self.against(versus))).max().unwrap_or(0)
    }
}

fn stacks(thing: Thing<'_>, kind: StackKind) -> i32 {
    let vassal = thing.vassal();
    vassal.map_or(0, |vassal| match kind {
        StackKind::Injury => i32::from(vassal.injuries),
        StackKind::Exhaustion => i32::from(vassal.exhaustion),
    })
}
