//! Groups, conditions and numbers of card texts. Rules: card language 5.3 to 5.5, WU-R140.

use cardlang::{AndList, Either};

use super::standing::{Board, Pass, Stage};
use super::{Ids, Scene, Thing, challenger, fallen, fallen_id, played};
use crate::flow::bits;
use crate::rules::Sort;
use crate::state::{CHALLENGER, Id, NO_SEAT};
use crate::text::{
    Adjective, Atom, Bearing, Bidder, Class, Compare, Condition, Controller, Countable, Expr, Group, HowMuch,
    More, Negation, Noun, Qualifier, Quantity, Scope, Side, Single, StackKind, Standing, State as Is,
    StatusCard, Subject, Term, Whose,
};
use crate::zones::{ZoneSet, Zones};

/// A scene, and what is known of continuous statements.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub scene: Scene<'a>,
    pub stage: Stage,
    pub pass: Pass,
}

impl<'a> Look<'a> {
    /// With all that holds.
    pub fn of(scene: &Scene<'a>) -> Self {
        Self { scene: *scene, stage: Stage::All, pass: Pass::Second }
    }

    fn board(&self) -> Board<'a> {
        Board { rules: self.scene.rules, state: self.scene.state, pass: self.pass }
    }

    fn against(&self, versus: u8) -> Self {
        Self { scene: Scene { versus, ..self.scene }, ..*self }
    }

    pub fn single(&self, single: Single) -> Option<Id> {
        let scene = &self.scene;
        let id = match single {
            Single::ThisVassal | Single::ThisResource => scene.bearer,
            Single::YourChallenger => challenger(scene.state, scene.user),
            Single::TheirChallenger => match self.their() {
                NO_SEAT => 0,
                seat => challenger(scene.state, seat),
            },
            Single::OpposingChallenger => self.opposing_challenger(),
            Single::ThatVassal | Single::It => scene.it,
        };
        (id != 0).then_some(id)
    }

    /// The one with the most power, or base power for continuous statements, the first clockwise of several.
    /// Rules: WU-R140 point 5.
    fn opposing_challenger(&self) -> Id {
        let state = self.scene.state;
        let there = self.scene.opponents().filter(|&seat| challenger(state, seat) != 0);
        let power = |seat: u8| match self.scene.standing {
            _ if state.players.seats() == 2 => 0,
            true => i32::from(state.table.domains[usize::from(seat)].base),
            false => self.board().power(seat),
        };
        let best = there
            .map(|seat| (power(seat), seat))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(0, |(_, seat)| challenger(state, seat))
    }

    /// Who "they" are; with two seats the only opponent, if nobody else is. Rules: WU-R140 point 8.
    pub fn their(&self) -> u8 {
        let Scene { actor, player, versus, user, .. } = self.scene;
        let nobody = if self.scene.state.players.seats() == 2 { 1 - user } else { NO_SEAT };
        [actor, player, versus].into_iter().find(|&seat| seat != NO_SEAT).unwrap_or(nobody)
    }

    fn is_whose(&self, whose: Whose, seat: u8) -> bool {
        match whose {
            Whose::Your => seat == self.scene.user,
            Whose::Opponents if self.scene.versus == NO_SEAT => seat != self.scene.user,
            Whose::Opponents => seat == self.scene.versus,
            Whose::Their => seat == self.their(),
        }
    }

    pub fn fits(&self, group: &Group, id: Id) -> bool {
        let state = self.scene.state;
        let thing = if infirmary(group).is_some() { fallen(state, id) } else { played(state, id) };
        thing.is_some_and(|thing| self.is_one(group, self.scene.user, id, thing))
    }

    /// Whether something belongs to a group in which Resources without a side are those of this seat.
    fn is_one(&self, group: &Group, holder: u8, id: Id, thing: Thing<'a>) -> bool {
        self.noun(group, holder, id, thing)
            && group.adjectives.0.iter().all(|adjective| self.adjective(adjective, id, thing))
            && group.qualifiers.0.iter().all(|qualifier| self.qualifier(qualifier, id, thing))
    }

    fn noun(&self, group: &Group, holder: u8, id: Id, thing: Thing<'a>) -> bool {
        let (rules, card) = (self.scene.rules, thing.card());
        let vassal = !matches!(thing, Thing::Resource(..));
        match &group.noun {
            Noun::Vassal {} => vassal,
            Noun::Reinforcer {} => thing.zone().is_some_and(|zone| zone != CHALLENGER),
            Noun::Challenger {} => thing.zone() == Some(CHALLENGER),
            Noun::Wanderer {} => vassal && self.board().is_wanderer(thing),
            Noun::Class { class } => self.board().is_class(self.stage, id, thing, *class),
            Noun::Card { card: named } => card == named.0,
            Noun::Token { card: named } => card == rules.begins[0] + named.0,
            Noun::Resource { card: named } => {
                let sided = group.adjectives.0.iter().any(|one| matches!(one, Adjective::Side { .. }));
                card == rules.begins[2] + named.0 && (sided || thing.seat() == holder)
            }
        }
    }

    fn adjective(&self, adjective: &Adjective, id: Id, thing: Thing<'a>) -> bool {
        match adjective {
            Adjective::Other {} => match thing {
                Thing::Fallen(_, fallen) => fallen.id != self.scene.bearer,
                _ => id != self.scene.bearer,
            },
            Adjective::Is { standing } => self.stands(*standing, id, thing),
            Adjective::Side { side: Side::Friendly } => thing.seat() == self.scene.user,
            Adjective::Side { side: Side::Opposing } => thing.seat() != self.scene.user,
            Adjective::Token {} => self.is_token(thing),
            Adjective::NonMob {} => !self.board().is_class(self.stage, id, thing, Class::Mob),
            Adjective::World { world } => self.board().is_from(self.stage, id, thing, *world),
            Adjective::Class { class } => self.board().is_class(self.stage, id, thing, *class),
        }
    }

    fn qualifier(&self, qualifier: &Qualifier, id: Id, thing: Thing<'a>) -> bool {
        match qualifier {
            Qualifier::SameWorld { single } => self.single(*single).is_some_and(|other| {
                let there = super::thing(self.scene.state, other);
                there.is_some_and(|there| self.board().same_world(self.stage, (id, thing), (other, there)))
            }),
            Qualifier::Stacks { count, kind } => stacks(thing, *kind) >= i32::from(count.0),
            Qualifier::With { status } => self.bears(id, thing, *status),
            Qualifier::Without { status } => !self.bears(id, thing, *status),
            Qualifier::Infirmary { whose } => self.is_whose(*whose, thing.seat()),
        }
    }

    fn is_token(&self, thing: Thing<'_>) -> bool {
        self.scene.rules.face(thing.card()).sort == Sort::Token
    }

    /// Cards in an infirmary have no stacks. Rules: WU-2.3.2.
    fn stands(&self, standing: Standing, id: Id, thing: Thing<'a>) -> bool {
        match standing {
            Standing::Injured => stacks(thing, StackKind::Injury) > 0,
            Standing::Uninjured => stacks(thing, StackKind::Injury) == 0,
            Standing::Exhausted => stacks(thing, StackKind::Exhaustion) > 0,
            Standing::Unexhausted => stacks(thing, StackKind::Exhaustion) == 0,
            Standing::Protected => self.board().is_protected(self.stage, id, thing),
        }
    }

    /// Whether a Vassal bears a Status; one that has left play, if it last had a Skill of it.
    fn bears(&self, id: Id, thing: Thing<'_>, status: StatusCard) -> bool {
        let rules = self.scene.rules;
        let card = rules.begins[1] + status.0;
        match thing {
            _ if self.is_lost(id, thing) => false,
            Thing::Ghost(ghost) => {
                let of_statuses = ghost.skills.iter().zip(&ghost.users).filter(|(_, user)| **user != NO_SEAT);
                of_statuses.into_iter().any(|(instance, _)| rules.face(card).skills.contains(&instance.skill))
            }
            _ => self.scene.state.table.statuses.iter().any(|status| status.on == id && status.card == card),
        }
    }

    /// Calls for all of a group, by seats and places.
    pub fn each_member(&self, group: &Group, each: impl FnMut(Id)) {
        self.each_there(group, self.scene.user, None, each);
    }

    /// Calls for those that a seat controls.
    pub fn each_member_of(&self, group: &Group, seat: u8, each: impl FnMut(Id)) {
        self.each_there(group, seat, Some(seat), each);
    }

    /// All of a group.
    pub fn members(&self, group: &Group) -> Ids {
        let mut members = Ids::new();
        self.each_member(group, |id| members.push(id));
        members
    }

    /// Calls for all of a group that somebody controls, or a certain seat; Resources without a side are the holder's.
    #[inline]
    fn each_there(&self, group: &Group, holder: u8, of: Option<u8>, mut each: impl FnMut(Id)) {
        let sieve = Sieve::new(group);
        let but = if sieve.other { self.scene.bearer } else { 0 };
        let fits = |id, thing| self.is_one(group, holder, id, thing);
        self.scene.state.table.domains.iter().enumerate().for_each(|(seat, domain)| {
            let seat = seat as u8;
            let friendly = seat == self.scene.user;
            if of.is_some_and(|of| of != seat) || sieve.side.is_some_and(|side| side != friendly) {
                return;
            }
            if sieve.infirmary {
                for (nth, card) in domain.infirmary.iter().enumerate() {
                    let id = fallen_id(seat, nth as u8);
                    if fits(id, Thing::Fallen(seat, card)) {
                        each(id);
                    }
                }
                return;
            }
            for zone in bits(sieve.zones(&domain.zones)) {
                let vassal = &domain.zones[usize::from(zone)];
                if vassal.id != but && (sieve.exact || fits(vassal.id, Thing::Vassal(seat, zone, vassal))) {
                    each(vassal.id);
                }
            }
            if sieve.resources {
                for resource in &domain.stock {
                    if fits(resource.id, Thing::Resource(seat, resource)) {
                        each(resource.id);
                    }
                }
            }
        });
    }

    pub fn subject(&self, subject: &Subject, id: Id) -> bool {
        match subject {
            Subject::ThisVassal {} => id == self.scene.bearer,
            Subject::OpposingChallenger {} if self.scene.standing => self.opposing_challenger() == id,
            Subject::Any { group } => self.fits(group, id),
            _ => played(self.scene.state, id).is_some_and(|thing| self.subject_as(subject, id, thing)),
        }
    }

    /// The same of something that stood elsewhere.
    pub fn subject_as(&self, subject: &Subject, id: Id, thing: Thing<'a>) -> bool {
        let (user, is_challenger) = (self.scene.user, thing.zone() == Some(CHALLENGER));
        match subject {
            Subject::ThisVassal {} => id == self.scene.bearer,
            Subject::YourChallenger {} => is_challenger && thing.seat() == user,
            Subject::OpposingChallenger {} => is_challenger && thing.seat() != user,
            Subject::Any { group } => self.is_one(group, user, id, thing),
        }
    }

    /// Whether a statement concerns this one.
    pub fn covers(&self, scope: &Scope, id: Id) -> bool {
        match scope {
            Scope::Single { single } => self.single(*single) == Some(id),
            Scope::Each { group } => self.fits(group, id),
        }
    }

    /// All whom a statement concerns.
    pub fn covered(&self, scope: &Scope) -> Ids {
        match scope {
            Scope::Single { single } => self.single(*single).into_iter().collect(),
            Scope::Each { group } => self.members(group),
        }
    }

    pub fn holds(&self, condition: &Condition) -> bool {
        if self.scene.versus != NO_SEAT || self.scene.opponents().next().is_none() {
            return self.is_true(condition);
        }
        self.scene.opponents().any(|versus| self.against(versus).is_true(condition))
    }

    fn is_true(&self, condition: &Condition) -> bool {
        match condition {
            Condition::All { atoms: AndList(atoms) } => atoms.iter().all(|atom| self.atom(atom)),
            Condition::Any { atoms: Either(atoms) } => atoms.iter().any(|atom| self.atom(atom)),
        }
    }

    /// Of somebody who is not there, nothing holds.
    fn atom(&self, atom: &Atom) -> bool {
        let about = |single: &Single| {
            let id = self.single(*single)?;
            Some((id, super::thing(self.scene.state, id)?))
        };
        match atom {
            Atom::Is { single, not, state } => about(single)
                .is_some_and(|(id, thing)| self.is(state, id, thing) == (*not == Negation::Indeed)),
            Atom::Eliminated { single } => self.was_eliminated(*single),
            Atom::Has { single, has, status } => about(single)
                .is_some_and(|(id, thing)| self.bears(id, thing, *status) == (*has == Bearing::Has)),
            Atom::Controls { who, count, group } => {
                let seat = match who {
                    Controller::You => self.scene.user,
                    Controller::Opponent => self.scene.versus,
                };
                let mut there = 0;
                self.each_member_of(group, seat, |_| there += 1);
                match count {
                    HowMuch::No {} => there == 0,
                    HowMuch::Some { count } => there >= usize::from(count.0),
                    HowMuch::OrMore { count } => there >= usize::from(count.0),
                    HowMuch::OrFewer { count } => there <= usize::from(count.0),
                }
            }
            Atom::Compare { left, compare, right } => {
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
        let is_gone = matches!(thing, Thing::Ghost(_) | Thing::Fallen(..));
        is_gone && (self.scene.chain || self.scene.gone.contains(&id))
    }

    /// Whether somebody was eliminated by this effect; of Challengers it is told by where they stood.
    fn was_eliminated(&self, single: Single) -> bool {
        let (scene, their) = (&self.scene, self.their());
        let ghosts = scene.state.ghosts.iter().filter(|ghost| scene.gone.contains(&ghost.vassal.id));
        let mut seats = ghosts.filter(|ghost| ghost.zone == CHALLENGER).map(|ghost| ghost.seat);
        match single {
            Single::YourChallenger => seats.any(|seat| seat == scene.user),
            Single::TheirChallenger => seats.any(|seat| seat == their),
            Single::OpposingChallenger => seats.any(|seat| seat != scene.user),
            _ => self.single(single).is_some_and(|id| scene.gone.contains(&id)),
        }
    }

    fn is(&self, state: &Is, id: Id, thing: Thing<'a>) -> bool {
        match state {
            Is::Standing { .. } | Is::YourChallenger {} | Is::Challenger {} | Is::Reinforcer {}
                if self.is_lost(id, thing) =>
            {
                false
            }
            Is::Standing { standing } => self.stands(*standing, id, thing),
            Is::YourChallenger {} => thing.zone() == Some(CHALLENGER) && thing.seat() == self.scene.user,
            Is::Challenger {} => thing.zone() == Some(CHALLENGER),
            Is::Reinforcer {} => thing.zone().is_some_and(|zone| zone != CHALLENGER),
            Is::Wanderer {} => self.board().is_wanderer(thing),
            Is::Token {} => self.is_token(thing),
            Is::Class { class } => self.board().is_class(self.stage, id, thing, *class),
            Is::From { world } => self.board().is_from(self.stage, id, thing, *world),
        }
    }

    pub fn value(&self, expr: &Expr) -> i32 {
        let sum = expr.rest.0.iter().fold(self.term(&expr.first), |sum, more| match more {
            More::Plus { term } => sum + self.term(term),
            More::Minus { term } => sum - self.term(term),
        });
        sum.max(0)
    }

    fn term(&self, term: &Term) -> i32 {
        match term {
            Term::Number { number } => i32::from(number.0),
            Term::Once { quantity } => self.quantity(quantity),
            Term::Twice { quantity } => 2 * self.quantity(quantity),
            Term::Half { quantity } => self.quantity(quantity) / 2,
        }
    }

    fn quantity(&self, quantity: &Quantity) -> i32 {
        let state = self.scene.state;
        let boosts = |seat: u8| i32::from(state.table.domains[usize::from(seat)].boosts);
        let bid = |seat: u8| i32::from(state.players[usize::from(seat)].bid.saturating_sub(1));
        match quantity {
            Quantity::Number { what } => self.count(what),
            Quantity::Boosts { whose: Whose::Your } => boosts(self.scene.user),
            Quantity::Boosts { whose: Whose::Opponents } => self.greatest(|look| boosts(look.scene.versus)),
            Quantity::Boosts { whose: Whose::Their } => match self.their() {
                seat if seat != NO_SEAT && super::is_in(state, seat) => boosts(seat),
                _ => 0,
            },
            Quantity::Bid { whose: Bidder::Your } => bid(self.scene.user),
            Quantity::Bid { whose: Bidder::Opponents } => self.greatest(|look| bid(look.scene.versus)),
            Quantity::Power { of } => self.single(of.0).map_or(0, |id| self.power(id)),
            Quantity::Stacks { kind, single } => self
                .single(*single)
                .and_then(|id| super::thing(state, id).filter(|thing| !self.is_lost(id, *thing)))
                .map_or(0, |thing| stacks(thing, *kind)),
            Quantity::Round {} => i32::from(state.round),
            Quantity::ThatMany {} => i32::from(self.scene.many),
        }
    }

    /// Power of a Challenger; conditions of continuous statements see that of the first pass. Rules: WU-R93.
    fn power(&self, id: Id) -> i32 {
        let Some(Thing::Vassal(seat, CHALLENGER, _)) = played(self.scene.state, id) else { return 0 };
        let pass = if self.scene.standing { Pass::First } else { self.pass };
        Board { pass, ..self.board() }.power(seat)
    }

    pub fn count(&self, what: &Countable) -> i32 {
        let count = |look: &Self, group| {
            let mut count = 0;
            look.each_member(group, |_| count += 1);
            count
        };
        match what {
            Countable::Chains {} => i32::from(self.scene.state.chains),
            Countable::Group { group } if infirmary(group) == Some(Whose::Opponents) => {
                self.greatest(|look| count(look, group))
            }
            Countable::Group { group } => count(self, group),
        }
    }

    /// A number of the opponent that is fixed, or else the greatest. Rules: WU-R140 point 3.
    fn greatest(&self, number: impl Fn(&Self) -> i32) -> i32 {
        match self.scene.versus {
            NO_SEAT => {}
            seat if super::is_in(self.scene.state, seat) => return number(self),
            // Numbers of an opponent who has left are 0. Rules: WU-R145.
            _ => return 0,
        }
        self.scene.opponents().map(|versus| number(&self.against(versus))).max().unwrap_or(0)
    }
}

/// What a group says of sides, zones and stacks, which is soon told of many Vassals.
#[expect(clippy::struct_excessive_bools, reason = "each says something else")]
struct Sieve {
    /// Whether only friendly or only opposing ones belong to it.
    side: Option<bool>,
    /// Whether it speaks of cards in infirmaries.
    infirmary: bool,
    /// Whether Resources can belong to it.
    resources: bool,
    /// Whether the bearer does not.
    other: bool,
    /// Of [`Sieve::marks`]: what counts, and what it must be.
    counts: u8,
    must: u8,
    /// Whether that is all it says of Vassals.
    exact: bool,
}

impl Sieve {
    const INJURED: u8 = 1;
    const EXHAUSTED: u8 = 2;
    const CHALLENGER: u8 = 4;

    fn new(group: &Group) -> Self {
        let mut sieve = Self {
            side: None,
            infirmary: infirmary(group).is_some(),
            resources: matches!(group.noun, Noun::Resource { .. }),
            other: false,
            counts: 0,
            must: 0,
            exact: group.qualifiers.0.is_empty(),
        };
        match group.noun {
            Noun::Vassal {} => {}
            Noun::Reinforcer {} => sieve.asks(Self::CHALLENGER, false),
            Noun::Challenger {} => sieve.asks(Self::CHALLENGER, true),
            _ => sieve.exact = false,
        }
        for adjective in &group.adjectives.0 {
            match adjective {
                Adjective::Other {} => sieve.other = true,
                Adjective::Side { side } => sieve.side = Some(*side == Side::Friendly),
                Adjective::Is { standing: Standing::Injured } => sieve.asks(Self::INJURED, true),
                Adjective::Is { standing: Standing::Uninjured } => sieve.asks(Self::INJURED, false),
                Adjective::Is { standing: Standing::Exhausted } => sieve.asks(Self::EXHAUSTED, true),
                Adjective::Is { standing: Standing::Unexhausted } => sieve.asks(Self::EXHAUSTED, false),
                _ => sieve.exact = false,
            }
        }
        sieve
    }

    /// Says that a mark must be there, or not; nothing has both.
    fn asks(&mut self, mark: u8, there: bool) {
        // What is asked for and ruled out at once is left to the words.
        self.exact &= self.counts & mark == 0;
        self.counts |= mark;
        self.must |= if there { mark } else { 0 };
    }

    /// The zones whose Vassals may belong to the group.
    #[inline]
    fn zones(&self, zones: &Zones) -> ZoneSet {
        let all = |is: u8| ZoneSet::MAX * is;
        // Those who have a mark, or have it not, or all.
        let having =
            |mark: u32, having: ZoneSet| having ^ all(!self.must >> mark & 1) | all(!self.counts >> mark & 1);
        zones.there()
            & having(Self::INJURED.trailing_zeros(), zones.injured())
            & having(Self::EXHAUSTED.trailing_zeros(), zones.exhausted())
            & having(Self::CHALLENGER.trailing_zeros(), 1 << CHALLENGER)
    }
}

/// Whose infirmary a group speaks of, if it does.
fn infirmary(group: &Group) -> Option<Whose> {
    group.qualifiers.0.iter().find_map(|qualifier| match qualifier {
        Qualifier::Infirmary { whose } => Some(*whose),
        _ => None,
    })
}

fn stacks(thing: Thing<'_>, kind: StackKind) -> i32 {
    let vassal = thing.vassal();
    vassal.map_or(0, |vassal| match kind {
        StackKind::Injury => i32::from(vassal.injuries),
        StackKind::Exhaustion => i32::from(vassal.exhaustion),
    })
}
