//! Who is where, what holds, and what numbers come to: read-only questions that card texts ask.
//! Rules: TR-R6, TR-R22, TR-R33, TR-R47, TR-R58, TR-R83, TR-R130, TR-R139.

use std::cmp::Reverse;

use crate::arena::{Square, distance, relative};
use crate::faces::{Face, level_bit, standing, stat_bit};
use crate::rules::Rules;
use crate::state::{Fight, NEUTRALS, NO_SEAT, NOBODY, SEATS, State, Unit, flag, mark, seat_slot, unit};
use crate::text::{
    Ability, Action, Adjacent, Arc, Atom, AttackKind, AttackResult, AttackSet, Bound, CardNoun, CardNouns,
    CardState, CardType, Clause, Countable, Deed, DoneThisTurn, Element, Foes, Gift, Grant, Holder, Level,
    Mod, MoreOrLess, Near, Not, Noun, OrLater, Plain, Power, Ref, Rival, Scope, Space, SpaceAdjective,
    SpaceRelation, StaticClause, Target, Trait, Where, Whom, Zone,
};

/// A card looking at the position: whose it is, and what its text can refer to.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position.
    pub state: &'a State,
    /// The seat of the card's owner.
    pub seat: u8,
    /// The card, by its place.
    pub unit: Unit,
    /// The card itself.
    pub card: u16,
    /// Whom the text means by `it` and `that enemy`.
    pub named: Unit,
    /// Whether a forced movement was stopped.
    pub stopped: bool,
}

/// The number of an element. The order is that of [`crate::cards::ELEMENTS`].
fn element_number(element: &Element) -> u8 {
    match element {
        Element::Aether {} => 0,
        Element::Fire {} => 1,
        Element::Metal {} => 2,
        Element::Wood {} => 3,
        Element::Earth {} => 4,
        Element::Water {} => 5,
        Element::Void {} => 6,
    }
}

/// Everybody in the Arena who has Life: Champions and minions by seat, then neutrals.
pub fn units(rules: &Rules, state: &State) -> impl Iterator<Item = Unit> {
    let mut set = 0u64;
    for seat in 0..rules.players {
        for slot in 0..if state.is_laid() { 5 } else { 1 } {
            set |= u64::from(is_living(rules, state, unit(seat, slot))) << unit(seat, slot);
        }
    }
    for nth in 0..rules.neutrals.len() as u8 {
        set |= u64::from(state.life_of(NEUTRALS + nth) > 0) << (NEUTRALS + nth);
    }
    members(set)
}

/// The units of a set.
#[inline]
pub fn members(mut set: u64) -> impl Iterator<Item = Unit> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as Unit;
        set &= set.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    })
}

/// Whether a Champion or minion is in the Arena.
pub fn is_living(rules: &Rules, state: &State, unit: Unit) -> bool {
    if unit == NOBODY {
        return false;
    }
    if unit >= NEUTRALS {
        return state.life_of(unit) > 0;
    }
    match seat_slot(unit) {
        (seat, 0) => state.seats[usize::from(seat)].is_alive() && state.square_of(unit).is_some(),
        (seat, slot) => {
            let slot = state.slot(seat, slot);
            slot.has(mark::DEPLOYED) && rules.face(slot.card).is_minion()
        }
    }
}

impl<'a> Scene<'a> {
    /// A card that refers to nothing.
    pub fn of(rules: &'a Rules, state: &'a State, unit: Unit) -> Self {
        let (seat, _) = seat_slot(unit);
        Self { rules, state, seat, unit, card: state.card_of(unit), named: NOBODY, stopped: false }
    }

    /// The owner's Champion.
    #[inline]
    pub fn you(&self) -> Unit {
        unit(self.seat, 0)
    }

    fn fight(&self) -> Option<&'a Fight> {
        self.state.fight()
    }

    /// Whether a unit is an enemy in the sense of card texts; every neutral is. Rules: TR-R39, TR-R102.
    pub fn is_enemy(&self, unit: Unit) -> bool {
        if unit < NEUTRALS { self.rules.hostile(self.seat, seat_slot(unit).0) } else { unit != NOBODY }
    }

    /// Whether a unit is an ally: another Champion of the team, or a friendly minion. Rules: TR-R130.
    pub fn is_ally(&self, unit: Unit) -> bool {
        unit < NEUTRALS && unit != self.you() && !self.rules.hostile(self.seat, seat_slot(unit).0)
    }

    fn square(&self, unit: Unit) -> Option<Square> {
        self.state.square_of(unit)
    }

    /// Whether a space is as near to what a text refers to; of several it may mean, `except` is none.
    fn is_near_ref(&self, square: Square, reference: &Ref, most: u8, except: Unit) -> bool {
        let near = |unit: Unit| self.square(unit).is_some_and(|at| distance(at, square) <= most);
        let any = |is: &dyn Fn(Unit) -> bool| {
            units(self.rules, self.state).any(|unit| unit != except && is(unit) && near(unit))
        };
        match reference {
            Ref::You {} => near(self.you()),
            Ref::ThisCard {} => near(self.unit),
            Ref::Enemy {} => any(&|unit| self.is_enemy(unit)),
            Ref::Ally {} => any(&|unit| self.is_ally(unit)),
            Ref::Attacker {} => self.fight().is_some_and(|fight| near(fight.attacker)),
            Ref::Defender {} => self.fight().is_some_and(|fight| near(fight.target)),
        }
    }

    /// Whether a space lies in an arc of somebody; neutrals face nowhere. Rules: TR-R6, TR-R102.
    fn is_in_arc(&self, square: Square, arc: &Arc, of: Unit) -> bool {
        if of >= NEUTRALS {
            return false;
        }
        let Some(at) = self.square(of) else { return false };
        let (_, ahead) = relative(at, self.state.facing_of(of), square);
        match arc {
            Arc::Front {} => ahead > 0,
            Arc::Beside {} => ahead == 0,
            Arc::Behind {} => ahead < 0,
        }
    }

    fn is_near(&self, unit: Unit, near: &Near) -> bool {
        let Some(square) = self.square(unit) else { return false };
        match near {
            Near::Within { count, of } => {
                let reference = of.as_ref().map_or(&Ref::You {}, |of| &of.reference);
                self.is_near_ref(square, reference, count.0, unit)
            }
            Near::Arc { arc } => self.is_in_arc(square, arc, self.you()),
        }
    }

    /// Spaces with terrain on them: pits and deployed Hazards, Obstacles and Edges.
    fn terrain(&self) -> u32 {
        let deployed = self.state.seats.iter().flat_map(|side| &side.slots);
        let deployed = deployed.filter(|slot| slot.has(mark::DEPLOYED));
        deployed
            .filter(|slot| !self.rules.face(slot.card).is_minion())
            .fold(self.rules.pits, |set, slot| set | 1 << slot.square)
    }

    /// Whether a space fits; `mover` does not count as being anywhere. Rules: TR-R33.
    pub fn space_fits(&self, space: &Space, square: Square, mover: Unit) -> bool {
        let Space::Any { space } = space else {
            return self.unit != mover && self.square(self.unit) == Some(square);
        };
        let bit = 1u32 << square;
        let arena = &self.rules.arena;
        let adjectives = space.0.adjectives.iter().flat_map(|several| &several.0);
        for adjective in adjectives {
            let fits = match adjective {
                SpaceAdjective::Empty {} => {
                    let own = self.square(mover).map_or(0, |at| 1u32 << at);
                    (self.state.occupied(self.rules) & !own | self.terrain()) & bit == 0
                }
                SpaceAdjective::Wall {} => arena.wall & bit != 0,
                SpaceAdjective::Corner {} => arena.corner & bit != 0,
                SpaceAdjective::Center {} => arena.center & bit != 0,
            };
            if !fits {
                return false;
            }
        }
        match &space.0.relation {
            None => true,
            Some(SpaceRelation::Adjacent { reference }) => {
                self.is_near_ref(square, reference, 1, mover) && !self.is_on(square, reference)
            }
            Some(SpaceRelation::Within { count, reference }) => {
                self.is_near_ref(square, reference, count.0, mover)
            }
        }
    }

    /// Whether the space is that of the one card a text refers to: nothing is adjacent to itself.
    fn is_on(&self, square: Square, reference: &Ref) -> bool {
        let unit = match reference {
            Ref::You {} => self.you(),
            Ref::ThisCard {} => self.unit,
            Ref::Attacker {} => self.fight().map_or(NOBODY, |fight| fight.attacker),
            Ref::Defender {} => self.fight().map_or(NOBODY, |fight| fight.target),
            Ref::Enemy {} | Ref::Ally {} => return false,
        };
        unit != NOBODY && self.square(unit) == Some(square)
    }

    fn is_at(&self, unit: Unit, place: &Where) -> bool {
        match place {
            Where::Near { near } => self.is_near(unit, near),
            Where::In { space } => {
                self.square(unit).is_some_and(|square| self.space_fits(space, square, unit))
            }
        }
    }

    /// Whether all conditions hold.
    pub fn holds(&self, condition: &[Atom]) -> bool {
        condition.iter().all(|atom| self.atom(atom))
    }

    fn atom(&self, atom: &Atom) -> bool {
        let side = &self.state.seats[usize::from(self.seat)];
        match atom {
            Atom::Count { count, bound, what } => {
                let have = match what {
                    Countable::Life {} => side.life,
                    Countable::Unspent {} => side.actions,
                    Countable::Tokens { name } => self.own_tokens(&name.0),
                    Countable::FaceDown {} => side.slots.iter().filter(|slot| slot.is_down()).count() as u8,
                };
                match bound {
                    Bound::More {} => have >= count.0,
                    Bound::Less {} => have <= count.0,
                }
            }
            Atom::Life { more, rival } => {
                let beats = |unit: Unit| {
                    let theirs = self.state.life_of(unit);
                    match more {
                        MoreOrLess::More {} => side.life > theirs,
                        MoreOrLess::Less {} => side.life < theirs,
                    }
                };
                let mut enemies = units(self.rules, self.state).filter(|&unit| self.is_enemy(unit));
                match rival {
                    Rival::EachEnemy {} => enemies.all(beats),
                    Rival::AnEnemy {} => enemies.any(beats),
                    Rival::Attacker {} => self.fight().is_some_and(|fight| beats(fight.attacker)),
                    Rival::Defender {} => self.fight().is_some_and(|fight| beats(fight.target)),
                }
            }
            Atom::FaceUp { filter } => {
                self.face_up(filter.element.as_ref(), filter.keyword.as_ref(), Sort::one(&filter.noun), false)
                    >= 1
            }
            Atom::AnotherFaceUp { filter } => {
                self.face_up(filter.element.as_ref(), filter.keyword.as_ref(), Sort::one(&filter.noun), true)
                    >= 1
            }
            Atom::SeveralFaceUp { count, filter } => {
                self.face_up(
                    filter.element.as_ref(),
                    filter.keyword.as_ref(),
                    Sort::many(&filter.noun),
                    false,
                ) >= count.0
            }
            Atom::FreeHand {} => hands_used(self.rules, self.state, self.seat) < 2,
            Atom::Done { not, what } => {
                let done = match what {
                    DoneThisTurn::Moved {} => side.flags & flag::MOVED != 0,
                    DoneThisTurn::Attacked {} => side.flags & flag::ATTACKED != 0,
                };
                done == matches!(not, Not::Indeed {})
            }
            Atom::Place { whom, place } => self.whom(whom, &|unit| self.is_at(unit, place)),
            Atom::Adjacent { whom, reference } => self.whom(whom, &|unit| {
                let beside =
                    |square| self.is_near_ref(square, reference, 1, unit) && !self.is_on(square, reference);
                self.square(unit).is_some_and(beside)
            }),
            Atom::CardIs { state } => {
                let (seat, slot) = seat_slot(self.unit);
                let marks = if slot == 0 { 0 } else { self.state.slot(seat, slot).marks };
                match state {
                    CardState::Charged {} => marks & mark::DEPLETED == 0,
                    CardState::Depleted {} => marks & mark::DEPLETED != 0,
                    CardState::Deployed {} => marks & mark::DEPLOYED != 0,
                }
            }
            Atom::ChainComplete {} => chain_complete(self.rules, self.state, self.seat, self.card),
            Atom::Round { count, later } => match later {
                OrLater::Later {} => self.state.stage >= count.0,
                OrLater::Only {} => self.state.stage == count.0,
            },
            Atom::Doubles {} => self.own_dice().is_some_and(crate::state::Dice::doubles),
            Atom::DieShows { value } => {
                self.own_dice().is_some_and(|dice| dice.faces().any(|face| face == value.0))
            }
            Atom::Attack { result } => self.fight().is_some_and(|fight| match result {
                AttackResult::Hits {} => fight.hit == Some(true),
                AttackResult::Misses {} => fight.hit == Some(false),
                AttackResult::Critical {} => fight.is_critical(),
            }),
            Atom::AttackIs { kind } => {
                self.fight().is_some_and(|fight| attack_kind(self.rules, fight) == *kind)
            }
            Atom::Stopped {} => self.stopped,
            Atom::ChampionIs { trait_of } => {
                let face = self.rules.face(side.champion);
                match trait_of {
                    Trait::Keyword { keyword } => face.has_keyword(&keyword.0),
                    Trait::Element { element } => face.card.element == element_number(element),
                }
            }
        }
    }

    /// Tokens of a name on everything the owner has.
    fn own_tokens(&self, name: &str) -> u8 {
        let Some(name) = self.rules.token(name) else { return 0 };
        let own = self.state.tokens.iter().filter(|token| seat_slot(token.unit).0 == self.seat);
        own.filter(|token| token.name == name).map(|token| token.count).sum()
    }

    fn own_dice(&self) -> Option<crate::state::Dice> {
        let fight = self.fight()?;
        if seat_slot(fight.attacker).0 == self.seat && fight.attack.0 != 0 {
            Some(fight.attack)
        } else if seat_slot(fight.target).0 == self.seat {
            Some(fight.defense)
        } else {
            None
        }
    }

    fn whom(&self, whom: &Whom, is: &dyn Fn(Unit) -> bool) -> bool {
        match whom {
            Whom::You {} => is(self.you()),
            Whom::Attacker {} => self.fight().is_some_and(|fight| is(fight.attacker)),
            Whom::Defender {} => self.fight().is_some_and(|fight| is(fight.target)),
            Whom::Ally {} => units(self.rules, self.state).any(|unit| self.is_ally(unit) && is(unit)),
            Whom::Enemy {} => units(self.rules, self.state).any(|unit| self.is_enemy(unit) && is(unit)),
        }
    }

    /// How many own face-up cards fit. Rules: TR-R83.
    /// Rules: TR-ELEM-2, TR-ELEM-3, TR-FX-3, TR-FX-22.
    fn face_up(
        &self,
        element: Option<&Element>,
        keyword: Option<&cardlang::Bracketed>,
        sort: Sort<'_>,
        another: bool,
    ) -> u8 {
        let side = &self.state.seats[usize::from(self.seat)];
        let fits = |card: u16| {
            let face = self.rules.face(card);
            element.is_none_or(|element| face.card.element == element_number(element))
                && keyword.is_none_or(|keyword| face.has_keyword(&keyword.0))
                && match sort {
                    Sort::Any => true,
                    Sort::Loadout => face.sort.is_some(),
                    Sort::Type(sort) => face.sort.as_ref() == Some(sort),
                }
        };
        let champion = (!another || self.unit != self.you()) && side.champion != crate::action::NO_CARD;
        let slots =
            side.slots.iter().enumerate().filter(|(nth, slot)| {
                slot.is_up() && (!another || unit(self.seat, *nth as u8 + 1) != self.unit)
            });
        u8::from(champion && fits(side.champion)) + slots.filter(|(_, slot)| fits(slot.card)).count() as u8
    }

    /// Whether a card of the War Chest fits. Rules: TR-R134.
    pub fn filter_fits(&self, filter: &crate::text::FilterOne, card: u16) -> bool {
        let face = self.rules.face(card);
        filter.element.as_ref().is_none_or(|element| face.card.element == element_number(element))
            && filter.keyword.as_ref().is_none_or(|keyword| face.has_keyword(&keyword.0))
            && match Sort::one(&filter.noun) {
                Sort::Any | Sort::Loadout => face.sort.is_some(),
                Sort::Type(sort) => face.sort.as_ref() == Some(sort),
            }
    }

    /// Whether a unit is one that a target may be. Rules: cardtext 4.4.
    pub fn target_fits(&self, target: &Target, who: Unit) -> bool {
        if !is_living(self.rules, self.state, who) {
            return false;
        }
        match target {
            Target::Chosen { adjacent, noun, near, .. } => {
                let champion = seat_slot(who).1 == 0 && who < NEUTRALS;
                let of_noun = match noun {
                    Noun::Enemy {} => self.is_enemy(who),
                    Noun::Ally {} => self.is_ally(who),
                    Noun::Champion {} => champion,
                    Noun::Minion {} => !champion && who < NEUTRALS,
                    Noun::EnemyMinion {} => !champion && who < NEUTRALS && self.is_enemy(who),
                };
                let close = match adjacent {
                    Adjacent::Adjacent {} => {
                        let (here, there) = (self.square(self.you()), self.square(who));
                        here.zip(there).is_some_and(|(here, there)| distance(here, there) == 1)
                    }
                    Adjacent::Anywhere {} => true,
                };
                of_noun && close && near.as_ref().is_none_or(|near| self.is_near(who, near))
            }
            Target::Attacker {} => self.fight().is_some_and(|fight| fight.attacker == who),
            Target::Defender {} => self.fight().is_some_and(|fight| fight.target == who),
            Target::ThatEnemy {} | Target::ThatChampion {} => who == self.named,
            Target::You {} => who == self.you(),
            Target::YouAndAllies { near } | Target::YouOrAlly { near } => {
                who == self.you()
                    || (self.is_ally(who) && near.as_ref().is_none_or(|near| self.is_near(who, near)))
            }
        }
    }

    /// Whether somebody bears a standing change.
    fn is_held(&self, holder: &Holder, bearer: Unit, fight: Option<&Fight>) -> bool {
        match holder {
            Holder::You {} => bearer == self.you(),
            Holder::ThisCard {} => {
                bearer == self.unit
                    || fight.is_some_and(|fight| fight.attacker == bearer && source(fight) == self.unit)
            }
            Holder::EachEnemy { near } => {
                self.is_enemy(bearer) && near.as_ref().is_none_or(|near| self.is_near(bearer, near))
            }
            Holder::EachAlly { near } => {
                self.is_ally(bearer) && near.as_ref().is_none_or(|near| self.is_near(bearer, near))
            }
        }
    }

    /// Whether an attack is of a set.
    fn is_of_set(&self, set: &AttackSet, fight: &Fight) -> bool {
        let kind = || attack_kind(self.rules, fight);
        let face = || self.rules.face(fight.card);
        match set {
            AttackSet::Attacks {} => true,
            AttackSet::Base {} => kind() == AttackKind::Base {},
            AttackSet::Weapon {} => kind() == AttackKind::Weapon {},
            AttackSet::Special {} => kind() == AttackKind::Special {},
            AttackSet::Keyword { keyword } => face().has_keyword(&keyword.0),
            AttackSet::Element { element } => face().card.element == element_number(element),
            AttackSet::ThisCard {} => fight.card == self.card && seat_slot(source(fight)).0 == self.seat,
        }
    }

    /// Whether a change counts in an attack, for its bearer.
    pub fn is_in_scope(&self, scope: Option<&Scope>, bearer: Unit, fight: &Fight) -> bool {
        match scope {
            None => true,
            Some(Scope::With { set, against }) => {
                bearer == fight.attacker
                    && self.is_of_set(set, fight)
                    && against.as_ref().is_none_or(|against| self.is_against(&against.foes, bearer, fight))
            }
            Some(Scope::Against { foes }) => self.is_against(foes, bearer, fight),
        }
    }

    fn is_against(&self, foes: &Foes, bearer: Unit, fight: &Fight) -> bool {
        match foes {
            Foes::Enemies { place } => {
                let other = if bearer == fight.attacker { fight.target } else { fight.attacker };
                self.is_at(other, place)
            }
            Foes::Attacks { set, side } => {
                bearer == fight.target
                    && self.is_of_set(set, fight)
                    && side.as_ref().is_none_or(|side| {
                        self.square(fight.attacker).is_some_and(|at| self.is_in_arc(at, &side.arc, bearer))
                    })
            }
        }
    }
}

/// Which cards a filter means.
#[derive(Clone, Copy)]
enum Sort<'a> {
    Any,
    Loadout,
    Type(&'a CardType),
}

impl<'a> Sort<'a> {
    fn one(noun: &'a CardNoun) -> Self {
        match noun {
            CardNoun::Card {} => Self::Any,
            CardNoun::Loadout {} => Self::Loadout,
            CardNoun::Type { sort } => Self::Type(sort),
        }
    }
    fn many(noun: &'a CardNouns) -> Self {
        match noun {
            CardNouns::Cards {} => Self::Any,
            CardNouns::Loadout {} => Self::Loadout,
            CardNouns::Type { sort } => Self::Type(sort),
        }
    }
}

/// The card an attack is made with.
#[inline]
pub fn source(fight: &Fight) -> Unit {
    unit(seat_slot(fight.attacker).0, fight.slot)
}

/// Base, weapon or special. Rules: TR-ATK-2, TR-R41.
pub fn attack_kind(rules: &Rules, fight: &Fight) -> AttackKind {
    if fight.slot == 0 {
        return AttackKind::Base {};
    }
    match rules.face(fight.card).sort {
        Some(CardType::Weapon {}) => AttackKind::Weapon {},
        _ => AttackKind::Special {},
    }
}

/// Whether all parts of a card's chain are face up under one owner. Rules: TR-R105.
/// Rules: TR-CHAIN-1.
pub fn chain_complete(rules: &Rules, state: &State, seat: u8, card: u16) -> bool {
    let Some((name, _, of)) = &rules.face(card).card.chain else { return false };
    let side = &state.seats[usize::from(seat)];
    let up = side
        .slots
        .iter()
        .filter(|slot| slot.is_up())
        .filter_map(|slot| rules.face(slot.card).card.chain.as_ref());
    let parts = up
        .filter(|chain| chain.0 == *name && chain.2 == *of)
        .fold(0u8, |set, chain| set | 1 << (chain.1 & 7));
    parts.count_ones() == u32::from(*of)
}

/// What a clause gives somebody for a while: changes of statistics, or something forbidden.
pub enum Granted<'a> {
    /// Changes, and for which attacks.
    Mods(&'a [Mod], Option<&'a Scope>),
    /// Something forbidden.
    Cannot(&'a Deed),
}

/// What a clause grants, if it does.
pub fn granted(clause: &Clause) -> Option<Granted<'_>> {
    match &clause.action {
        Action::Power { power } => match power {
            Power::Fear { grant, .. }
            | Power::Rage { grant }
            | Power::Support { gift: Gift::Grant { grant }, .. } => Some(match grant {
                Grant::Has { mods, scope, .. } => Granted::Mods(&mods.0, scope.as_ref()),
                Grant::Cannot { deed, .. } => Granted::Cannot(deed),
            }),
            Power::DisarmAttack { so: Some(so) } => Some(Granted::Mods(&so.mods.0, None)),
            _ => None,
        },
        Action::Plain { plain: Plain::Has { mods, scope, .. } } => {
            Some(Granted::Mods(&mods.0, scope.as_ref()))
        }
        Action::Plain { .. } => None,
    }
}

/// Every face-up card that changes something of that kind while it stands, with its owner.
fn standing_cards<'a>(
    rules: &'a Rules,
    state: &'a State,
    bit: u32,
) -> impl Iterator<Item = (Unit, &'a Face)> {
    let seats = if state.ears & bit == 0 { 0 } else { rules.players };
    (0..seats).flat_map(move |seat| {
        let side = &state.seats[usize::from(seat)];
        let champion = (side.is_alive() && side.champion != crate::action::NO_CARD)
            .then_some((unit(seat, 0), side.champion));
        let slots = side.slots.iter().enumerate().filter(|(_, slot)| slot.is_up());
        let slots = slots.map(move |(nth, slot)| (unit(seat, nth as u8 + 1), slot.card));
        champion.into_iter().chain(slots).filter_map(move |(unit, card)| {
            let face = rules.face(card);
            (face.ears & bit != 0).then_some((unit, face))
        })
    })
}

/// Standing clauses of a kind whose condition holds.
fn for_each_standing<'a>(
    rules: &'a Rules,
    state: &'a State,
    bit: u32,
    mut each: impl FnMut(Scene<'a>, &'a StaticClause),
) {
    for (unit, face) in standing_cards(rules, state, bit) {
        for (ability, note) in face.abilities.iter().zip(&face.notes) {
            let Ability::Static { standing } = ability else { continue };
            if note.ears & bit == 0 {
                continue;
            }
            let scene = Scene::of(rules, state, unit);
            if standing.condition.as_ref().is_none_or(|condition| scene.holds(&condition.condition.0)) {
                for clause in &standing.clauses.0 {
                    each(scene, clause);
                }
            }
        }
    }
}

/// The scene of a lasting change: its card may have left play. Rules: TR-R80.
fn lasting_scene<'a>(rules: &'a Rules, state: &'a State, lasting: &crate::state::Lasting) -> Scene<'a> {
    let side = &state.seats[usize::from(lasting.owner)];
    let slot = side.slots.iter().position(|slot| slot.card == lasting.card).map_or(0, |nth| nth as u8 + 1);
    Scene {
        rules,
        state,
        seat: lasting.owner,
        unit: unit(lasting.owner, slot),
        card: lasting.card,
        named: NOBODY,
        stopped: false,
    }
}

/// What a lasting change grants.
pub fn granted_by<'a>(rules: &'a Rules, lasting: &crate::state::Lasting) -> Option<Granted<'a>> {
    let effect = rules.face(lasting.card).effect(lasting.ability)?;
    granted(effect.body.0.get(usize::from(lasting.clause))?)
}

/// The sum of all changes of a statistic for somebody; those for some attacks only count in such an attack.
/// Rules: TR-R22, TR-R58.
/// Rules: TR-FX-7, TR-FX-8.
#[inline]
pub fn change(rules: &Rules, state: &State, bit: u32, bearer: Unit, fight: Option<&Fight>) -> i32 {
    if state.ears & bit == 0 && state.lasting.is_empty() {
        return 0;
    }
    sum_of_changes(rules, state, bit, bearer, fight)
}

fn sum_of_changes(rules: &Rules, state: &State, bit: u32, bearer: Unit, fight: Option<&Fight>) -> i32 {
    let mut sum = 0;
    let counts = |scene: &Scene<'_>, scope: Option<&Scope>| match fight {
        Some(fight) => scene.is_in_scope(scope, bearer, fight),
        None => scope.is_none(),
    };
    if state.ears & bit != 0 {
        for_each_standing(rules, state, bit, |scene, clause| {
            let StaticClause::Has { who, mods, scope } = clause else { return };
            let value: i32 = mods
                .0
                .iter()
                .filter(|change| stat_bit(&change.stat) == bit)
                .map(|change| i32::from(change.value.0))
                .sum();
            if value != 0 && scene.is_held(who, bearer, fight) && counts(&scene, scope.as_ref()) {
                sum += value;
            }
        });
    }
    for lasting in state.lasting.iter().filter(|lasting| lasting.bearer == bearer) {
        if matches!(lasting.end, crate::state::End::Attack(nth) if fight.is_none() || nth != state.fights()) {
            continue;
        }
        if let Some(Granted::Mods(mods, scope)) = granted_by(rules, lasting) {
            let value: i32 = mods
                .iter()
                .filter(|change| stat_bit(&change.stat) == bit)
                .map(|change| i32::from(change.value.0))
                .sum();
            if value != 0 && counts(&lasting_scene(rules, state, lasting), scope) {
                sum += value;
            }
        }
    }
    sum
}

/// What stands in the place of a printed value: of several the one whose controller has the highest Champion
/// Initiative, then who comes first in Round Order (before there is one, in the order of names); of one controller
/// the card that was revealed last. Rules: TR-FX-8, TR-R22.
fn exactly(rules: &Rules, state: &State, bit: u32, bearer: Unit) -> Option<i8> {
    if state.ears & standing::EXACTLY == 0 {
        return None;
    }
    let mut best = None;
    for_each_standing(rules, state, standing::EXACTLY, |scene, clause| {
        let StaticClause::Exactly { who, level } = clause else { return };
        if level_bit(level) != bit || !scene.is_held(who, bearer, None) {
            return;
        }
        let value = match level {
            Level::Agility { count } => count.0 as i8,
            Level::Def { value } => value.0,
        };
        let place = state.order().iter().position(|&seat| seat == scene.seat).unwrap_or(SEATS);
        let name = crate::flow::name_rank(state.seats[usize::from(scene.seat)].name);
        let initiative = champion_initiative(rules, state, scene.unit);
        let rank = (initiative, Reverse(place), Reverse(name), scene.unit);
        if best.is_none_or(|(known, _)| rank > known) {
            best = Some((rank, value));
        }
    });
    best.map(|(_, value)| value)
}

/// Whether anything may be forbidden to anybody.
#[inline]
pub fn is_restrained(state: &State) -> bool {
    state.ears & standing::CANNOT != 0 || !state.lasting.is_empty()
}

/// Whether something is forbidden to somebody. Rules: TR-R22, TR-R32.
pub fn is_forbidden(rules: &Rules, state: &State, who: Unit, is: impl Fn(&Deed) -> bool) -> bool {
    let mut forbidden = false;
    if state.ears & standing::CANNOT != 0 {
        for_each_standing(rules, state, standing::CANNOT, |scene, clause| {
            if let StaticClause::Cannot { who: holder, deed } = clause {
                forbidden |= is(deed) && scene.is_held(holder, who, None);
            }
        });
    }
    forbidden
        || state
            .lasting
            .iter()
            .filter(|lasting| lasting.bearer == who)
            .any(|lasting| matches!(granted_by(rules, lasting), Some(Granted::Cannot(deed)) if is(deed)))
}

/// Whether a card's own text forbids something to it, whoever attacks with it. Rules: TR-R22, TR-R101.
pub fn is_forbidden_to_card(rules: &Rules, state: &State, card: Unit, is: impl Fn(&Deed) -> bool) -> bool {
    let mut forbidden = false;
    if state.ears & standing::CANNOT != 0 {
        for_each_standing(rules, state, standing::CANNOT, |scene, clause| {
            let own = scene.unit == card;
            forbidden |= matches!(
                clause,
                StaticClause::Cannot { who: Holder::ThisCard {}, deed } if own && is(deed)
            );
        });
    }
    forbidden
}

/// Agility now. Rules: TR-R19, TR-R58.
pub fn agility(rules: &Rules, state: &State, seat: u8) -> u8 {
    let champion = unit(seat, 0);
    let printed = || rules.face(state.seats[usize::from(seat)].champion).agility as i8;
    let printed = i32::from(exactly(rules, state, standing::AGILITY, champion).unwrap_or_else(printed));
    (printed + change(rules, state, standing::AGILITY, champion, None)).clamp(0, 9) as u8
}

/// Round Initiative. Rules: TR-REVL-6, TR-REVL-7, TR-R20, TR-R58.
/// Rules: TR-WEAP-2, TR-GLOS-7.
pub fn round_initiative(rules: &Rules, state: &State, seat: u8) -> u8 {
    let slot = match state.stage {
        stage @ 1..=4 => &state.seats[usize::from(seat)].slots[usize::from(stage) - 1],
        _ => return 0,
    };
    let printed = if slot.is_up() { i32::from(rules.face(slot.card).card.initiative) } else { 0 };
    (printed + change(rules, state, standing::INITIATIVE, unit(seat, 0), None)).clamp(0, 99) as u8
}

/// Hands that a card in a slot takes. Rules: TR-R49, cardtext 4.5.
/// Rules: TR-WEAP-7, TR-WIELD-2, TR-WIELD-3.
#[inline]
pub fn hands_needed(rules: &Rules, state: &State, seat: u8, slot: u8) -> u8 {
    let laid = state.slot(seat, slot);
    let face = rules.face(laid.card);
    if face.ears & standing::HANDS == 0 || !laid.is_up() {
        return face.card.hands;
    }
    face.card.hands.saturating_sub(fewer_hands(rules, state, seat, slot))
}

#[inline(never)]
fn fewer_hands(rules: &Rules, state: &State, seat: u8, slot: u8) -> u8 {
    let mut fewer = 0;
    for_each_standing(rules, state, standing::HANDS, |scene, clause| {
        if let (true, StaticClause::Hands { count }) = (scene.unit == unit(seat, slot), clause) {
            fewer += count.0;
        }
    });
    fewer
}

/// Hands of the cards committed this round. Rules: TR-WIELD-5, TR-R47.
/// Rules: TR-WIELD-4, TR-SPEC-6.
#[inline]
pub fn hands_used(rules: &Rules, state: &State, seat: u8) -> u8 {
    let side = &state.seats[usize::from(seat)];
    let marks = side.slots.iter().fold(0, |all, slot| all | slot.marks);
    side.gone_hands + if marks & mark::HANDS == 0 { 0 } else { hands_committed(rules, state, seat) }
}

#[inline(never)]
fn hands_committed(rules: &Rules, state: &State, seat: u8) -> u8 {
    let committed =
        (1..).zip(&state.seats[usize::from(seat)].slots).filter(|(_, slot)| slot.has(mark::HANDS));
    committed.map(|(slot, _)| hands_needed(rules, state, seat, slot)).sum()
}

/// Whether there are hands left for a card; one that is committed already needs no more. Rules: TR-R47.
pub fn has_hands(rules: &Rules, state: &State, seat: u8, slot: u8) -> bool {
    state.slot(seat, slot).has(mark::HANDS)
        || hands_used(rules, state, seat) + hands_needed(rules, state, seat, slot) <= 2
}

/// The number that a card's grid shows for a space. Rules: TR-GRID-5 to TR-GRID-9, TR-R3, TR-R139.
pub fn grid_value(
    rules: &Rules,
    state: &State,
    card: Unit,
    (from, facing): (Square, u8),
    target: Square,
) -> Option<i8> {
    let face = rules.face(state.card_of(card));
    let (right, ahead) = relative(from, facing, target);
    if (right, ahead) == (0, 0) {
        return None;
    }
    let mut value = face.cells.get(right, ahead);
    if face.ears & standing::GRID != 0 {
        let mut more = 0;
        for_each_standing(rules, state, standing::GRID, |scene, clause| {
            if scene.unit != card {
                return;
            }
            match clause {
                StaticClause::GridAlso { value: also, zone } => {
                    let cells: &[(i8, i8)] = match zone {
                        Zone::Front {} => &[(0, 1)],
                        Zone::Long {} => &[(0, 2)],
                        Zone::Diagonal {} => &[(-1, 1), (1, 1)],
                        Zone::Flank {} => &[(-1, 0), (1, 0)],
                        Zone::Rear {} => &[(0, -1)],
                    };
                    if value.is_none() && cells.contains(&(right, ahead)) {
                        value = Some(also.0);
                    }
                }
                StaticClause::GridAll { value: all } => more += all.0,
                _ => {}
            }
        });
        value = value.map(|value| value + more);
    }
    value
}

/// Champion Initiative of whoever controls a unit; neutrals have 0. Rules: TR-R54.
pub fn champion_initiative(rules: &Rules, state: &State, unit: Unit) -> u8 {
    let (seat, _) = seat_slot(unit);
    if usize::from(seat) >= SEATS {
        return 0;
    }
    rules.face(state.seats[usize::from(seat)].champion).card.initiative
}

/// The DEF that changes are added to: the printed one, or what a card says in its place.
/// Rules: TR-CHAMP-11, TR-R22, TR-R101, TR-R140.
/// Rules: TR-CHAMP-12.
pub fn own_defense(rules: &Rules, state: &State, unit: Unit) -> i8 {
    if let Some(value) = exactly(rules, state, standing::DEF, unit) {
        return value;
    }
    if unit >= NEUTRALS {
        return rules.neutrals[usize::from(unit - NEUTRALS)].2;
    }
    rules.face(state.card_of(unit)).defense
}

/// Free spaces around, as bits.
pub fn free(rules: &Rules, state: &State) -> u32 {
    rules.arena.all & !state.occupied(rules)
}

const _: () = assert!(NO_SEAT == 255);

#[cfg(test)]
mod tests {
    use engine::{Game, Settings, Sources, Start};

    use super::*;
    use crate::arena::read_square;
    use crate::check::Facts;
    use crate::compile::compile;
    use crate::faces::power;
    use crate::game::TimeRift;

    /// Somebody who stands on a pit leaves the space no emptier than each of them would.
    #[testkit::rules("TR-R33")]
    #[test]
    fn a_taken_space_with_terrain_is_not_empty() {
        let program = compile("Pay 1 Action: **Jump** into an empty space.", Facts::default());
        let program = program.unwrap_or_else(|faults| panic!("{}", faults[0]));
        let Ability::Effect { effect } = &program.0[0] else { panic!("an effect") };
        let Some(Power::Jump { space }) = power(effect) else { panic!("a Jump") };
        let settings = Settings::parse("features=pit@b2,pit@c2").expect("settings");
        let start: Start<TimeRift> =
            TimeRift::compile(&settings, &Sources::none()).unwrap_or_else(|faults| panic!("{faults}"));
        let [pit, taken_pit, taken, free] =
            ["b2", "c2", "c3", "b3"].map(|name| read_square(name).expect("a space"));
        let mut state = start.state.clone();
        (state.seats[0].square, state.seats[1].square) = (taken, taken_pit);
        let scene = Scene::of(&start.rules, &state, unit(0, 0));
        let fits = |square: Square, mover: Unit| scene.space_fits(space, square, mover);
        assert!(fits(free, NOBODY));
        assert!(!fits(pit, NOBODY) && !fits(taken, NOBODY) && !fits(taken_pit, NOBODY));
        assert!(fits(taken, unit(0, 0)), "nobody takes a space from oneself");
        assert!(!fits(taken_pit, unit(1, 0)), "the pit is still there");
    }
}
