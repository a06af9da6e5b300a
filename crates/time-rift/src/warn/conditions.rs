//! Conditions that always hold, never hold, or exclude one another; places where nobody is.

use cardlang::{Phrase, written};

use super::{Look, Occasion, Reason};
use crate::cards::{ELEMENTS, Kind};
use crate::faces::Window;
use crate::text::{
    Adjacent, Arc, Atom, AttackResult, Bound, CardNoun, CardNouns, CardState, Countable, Event, FilterOne,
    MoreOrLess, Mover, Near, Not, Noun, OrLater, Path, Ref, Rival, Space, SpaceAdjective, SpaceRelation,
    Target, Trait, Victim, Where, Whom,
};

/// The furthest that two spaces of the largest Arena are apart. Rules: TR-R6, TR-R13.
const FURTHEST: u8 = 4;
/// Loadout cards of a Champion.
const LOADOUT: u8 = 4;

/// Somebody whose place matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Person {
    You,
    ThisCard,
    Attacker,
    Defender,
    Ally,
    Enemy,
    Minion,
    /// Anybody of any side.
    Anybody,
}

/// What a space is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Somebody goes there who needs it free.
    Goal,
    /// Somebody stands there.
    Stand(Person),
    /// Somebody's movement began or ended there.
    Path(Person, bool),
}

impl Look<'_> {
    /// Conditions that must hold together.
    pub(super) fn condition(&mut self, atoms: &[&Atom], at: &Occasion) {
        for atom in atoms {
            self.atom(atom, at);
        }
        for (i, second) in atoms.iter().enumerate() {
            for first in &atoms[..i] {
                if first == second {
                    self.warn(Reason::Repeated, *second);
                } else if excludes(first, second) {
                    self.warn(Reason::Contradiction, *second);
                } else if implies(first, second) {
                    self.warn(Reason::Implied, *second);
                } else if implies(second, first) {
                    self.warn(Reason::Implied, *first);
                }
            }
        }
        self.rounds(atoms);
    }

    /// Cards that are face up or down in some round. Rules: TR-R16, TR-R142.
    fn rounds(&mut self, atoms: &[&Atom]) {
        let mut bounds = (1, u8::MAX);
        for atom in atoms {
            if let Atom::Round { count, later } = atom {
                let last = if matches!(later, OrLater::Only {}) { count.0 } else { u8::MAX };
                bounds = (bounds.0.max(count.0), bounds.1.min(last));
            }
        }
        for atom in atoms {
            if self.loadouts_needed(atom) > bounds.1 {
                self.warn(Reason::TooEarly, *atom);
            }
            if let Atom::Count { count, bound: Bound::More {}, what: Countable::FaceDown {} } = atom {
                let most = LOADOUT.saturating_sub(bounds.0);
                self.warn_if(
                    bounds.0 > 1 && count.0 > most && count.0 < LOADOUT,
                    Reason::TooLateInGame,
                    *atom,
                );
            }
        }
    }

    /// How many loadout cards must be face up for a condition.
    fn loadouts_needed(&self, atom: &Atom) -> u8 {
        match atom {
            Atom::SeveralFaceUp { count, filter } => match filter.noun {
                CardNouns::Cards {} => count.0.saturating_sub(1),
                CardNouns::Loadout {} | CardNouns::Type { .. } => count.0,
            },
            Atom::AnotherFaceUp { filter } if !matches!(filter.noun, CardNoun::Card {}) => {
                if self.is_champion() { 1 } else { 2 }
            }
            _ => 0,
        }
    }

    fn atom(&mut self, atom: &Atom, at: &Occasion) {
        match atom {
            Atom::Count { count, bound, what } => self.count(atom, count.0, bound, what, at),
            Atom::Life { rival, .. } => {
                let same = match rival {
                    Rival::Attacker {} => at.you_attack(),
                    Rival::Defender {} => at.you_defend(),
                    Rival::EachEnemy {} | Rival::AnEnemy {} => false,
                };
                self.warn_if(same, Reason::NeverSelf, atom);
            }
            Atom::FaceUp { filter } => {
                let itself = self.is_one(filter);
                self.warn_if(itself, Reason::AlwaysSelf, atom);
                self.filter_keyword(filter.keyword.as_ref().map(|keyword| &*keyword.0));
            }
            Atom::AnotherFaceUp { filter } => {
                // A Champion is always face up.
                let champion = matches!(filter.noun, CardNoun::Card {}) && !self.is_champion();
                let any = filter.element.is_none() && filter.keyword.is_none();
                self.warn_if(champion && any, Reason::AlwaysCount, atom);
                self.filter_keyword(filter.keyword.as_ref().map(|keyword| &*keyword.0));
            }
            Atom::SeveralFaceUp { count, filter } => {
                let noun = match &filter.noun {
                    CardNouns::Cards {} => CardNoun::Card {},
                    CardNouns::Loadout {} => CardNoun::Loadout {},
                    CardNouns::Type { sort } => CardNoun::Type { sort: sort.clone() },
                };
                let most = LOADOUT + u8::from(matches!(noun, CardNoun::Card {}));
                let any = filter.element.is_none() && filter.keyword.is_none();
                let sure = 1 + u8::from(any && matches!(noun, CardNoun::Card {}) && !self.is_champion());
                let one =
                    FilterOne { element: filter.element.clone(), keyword: filter.keyword.clone(), noun };
                let itself = self.is_one(&one);
                self.warn_if(count.0 > most, Reason::NeverFaceUp, atom);
                self.warn_if(count.0 == 0, Reason::AlwaysCount, atom);
                self.warn_if((1..=sure).contains(&count.0) && itself, Reason::AlwaysSelf, atom);
                self.filter_keyword(filter.keyword.as_ref().map(|keyword| &*keyword.0));
            }
            Atom::Done { not, .. } if at.is_outside_turns() => {
                let not = matches!(not, Not::Not {});
                self.warn(if not { Reason::AlwaysInTurn } else { Reason::NeverInTurn }, atom);
            }
            Atom::Place { whom, place } => {
                let who = whom_person(whom, at);
                match place {
                    Where::Near { near } => self.near(near, who, at, atom, false),
                    Where::In { space } => self.space(space, Purpose::Stand(who), at),
                }
            }
            Atom::Adjacent { whom, reference } => {
                let (who, of) = (whom_person(whom, at), self.person(reference, at));
                self.reference(reference, atom);
                self.warn_if(same(who, of), Reason::NeverSelf, atom);
            }
            Atom::CardIs { state } => match state {
                CardState::Charged {} => self.warn_if(self.is_champion(), Reason::AlwaysState, atom),
                CardState::Depleted {} => self.warn_if(self.is_champion(), Reason::NeverState, atom),
                CardState::Deployed {} if self.is_champion() => self.warn(Reason::NeverState, atom),
                CardState::Deployed {} => self.warn_if(!self.can_deploy(), Reason::NeverDeployed, atom),
            },
            Atom::ChainComplete {} => {
                self.warn_if(at.event == Some(Event::ChainComplete {}), Reason::AlwaysResult, atom);
            }
            Atom::Round { count, later: OrLater::Later {} } => {
                self.warn_if(count.0 <= 1, Reason::AlwaysRound, atom);
            }
            Atom::Doubles {} | Atom::DieShows { .. } => {
                self.warn_if(at.victim == Some(Victim::Ally {}), Reason::NeverDice, atom);
            }
            Atom::Attack { result } => {
                if let Some(known) = &at.result {
                    self.warn_if(results_exclude(known, result), Reason::NeverResult, atom);
                    self.warn_if(result_implies(known, result), Reason::AlwaysResult, atom);
                }
            }
            Atom::AttackIs { kind } => {
                if let Some(known) = &at.kind {
                    self.warn(if known == kind { Reason::AlwaysResult } else { Reason::NeverKind }, atom);
                }
            }
            Atom::ChampionIs { trait_of } => self.champion_is(atom, trait_of),
            _ => {}
        }
    }

    fn count(&mut self, atom: &Atom, count: u8, bound: &Bound, what: &Countable, at: &Occasion) {
        let more = matches!(bound, Bound::More {});
        match what {
            Countable::Life {} => {
                let defeat = at.only_in(&[Window::Defeat]);
                let (never, always) = match (more, defeat) {
                    (true, false) => (false, count <= 1),
                    (true, true) => (count > 0, count == 0),
                    (false, false) => (count == 0, false),
                    (false, true) => (false, true),
                };
                self.warn_if(never, Reason::NeverLife, atom);
                self.warn_if(always, Reason::AlwaysCount, atom);
            }
            Countable::Unspent {} => self.warn_if(more && count == 0, Reason::AlwaysCount, atom),
            Countable::Tokens { name } => {
                self.warn_if(more && count == 0, Reason::AlwaysCount, atom);
                self.warn_if(!self.known.put.contains(&name.0), Reason::TokenNeverPut, name);
            }
            Countable::FaceDown {} => {
                // Standing text of a Champion holds before the first reveal, too.
                let most = if self.is_champion() && at.windows.is_empty() { LOADOUT } else { LOADOUT - 1 };
                self.warn_if(more && count > most, Reason::NeverFaceDown, atom);
                self.warn_if(if more { count == 0 } else { count >= most }, Reason::AlwaysCount, atom);
            }
        }
    }

    /// Whether the card itself is one of those.
    fn is_one(&self, filter: &FilterOne) -> bool {
        let sort = match (&filter.noun, &self.card.kind) {
            (CardNoun::Card {}, _) => true,
            (CardNoun::Loadout {}, kind) => matches!(kind, Kind::Loadout { .. }),
            (CardNoun::Type { sort }, Kind::Loadout { sort: own, .. }) => sort == own,
            (CardNoun::Type { .. }, Kind::Champion { .. }) => false,
        };
        sort && filter.element.as_ref().is_none_or(|element| self.is_of(&written(element)))
            && filter.keyword.as_ref().is_none_or(|keyword| self.shows(&keyword.0))
    }

    fn is_of(&self, element: &str) -> bool {
        ELEMENTS[usize::from(self.card.element)] == element
    }

    pub(super) fn shows(&self, keyword: &str) -> bool {
        let words = &self.card.keywords;
        words.region == keyword
            || words.culture == keyword
            || words.designations.iter().chain(&words.rift).any(|word| word == keyword)
    }

    /// Whether the card is of an element.
    pub(super) fn is_of_element<P: Phrase>(&self, element: &P) -> bool {
        self.is_of(&written(element))
    }

    pub(super) fn filter_keyword(&mut self, keyword: Option<&str>) {
        if let Some(keyword) = keyword {
            self.keyword(keyword, false);
        }
    }

    fn champion_is(&mut self, atom: &Atom, trait_of: &Trait) {
        let is = match trait_of {
            Trait::Keyword { keyword } => self.shows(&keyword.0),
            Trait::Element { element } => self.is_of(&written(element)),
        };
        if self.is_champion() {
            self.warn(if is { Reason::AlwaysChampion } else { Reason::NeverChampion }, atom);
        } else if let Trait::Keyword { keyword } = trait_of {
            self.keyword(&keyword.0, true);
        }
    }

    /// Somebody near somebody. `other` says that whoever is meant is not the one it is measured from.
    pub(super) fn near<P: Phrase>(
        &mut self,
        near: &Near,
        who: Person,
        at: &Occasion,
        phrase: &P,
        other: bool,
    ) {
        match near {
            Near::Arc { arc } => {
                // On one's own line one is beside oneself.
                let beside = matches!(arc, Arc::Beside {});
                self.warn_if(who == Person::You && !beside, Reason::NeverSelf, phrase);
                self.warn_if(who == Person::You && beside, Reason::AlwaysCount, phrase);
            }
            Near::Within { count, of } => {
                let reference = of.as_ref().map_or(&Ref::You {}, |of| &of.reference);
                let of = self.person(reference, at);
                self.reference(reference, phrase);
                self.within(count.0, who, of, phrase, other);
            }
        }
    }

    fn within<P: Phrase>(&mut self, count: u8, who: Person, of: Person, phrase: &P, other: bool) {
        if same(who, of) && !other {
            self.warn(Reason::AlwaysCount, phrase);
        } else if count >= FURTHEST {
            self.warn(Reason::AlwaysNear, phrase);
        } else if count == 0 && self.apart(who, of) {
            self.warn(Reason::NobodyThere, phrase);
        }
    }

    /// Whether two are never on the same space, nor the same card.
    fn apart(&self, who: Person, of: Person) -> bool {
        use Person::{Ally, Attacker, Defender, Enemy, Minion, ThisCard, You};
        let apart = [(You, Ally), (You, Enemy), (You, Minion), (Ally, Enemy), (Attacker, Defender)];
        if who == ThisCard || of == ThisCard {
            return !self.lies_under() && self.arena().is_some();
        }
        apart.contains(&(who, of)) || apart.contains(&(of, who))
    }

    fn person(&self, reference: &Ref, at: &Occasion) -> Person {
        match reference {
            Ref::You {} => Person::You,
            Ref::ThisCard {} if self.is_champion() => Person::You,
            Ref::ThisCard {} => Person::ThisCard,
            Ref::Enemy {} => Person::Enemy,
            Ref::Ally {} => Person::Ally,
            Ref::Attacker {} => whom_person(&Whom::Attacker {}, at),
            Ref::Defender {} => whom_person(&Whom::Defender {}, at),
        }
    }

    /// A place measured from this card, which must lie somewhere.
    fn reference<P: Phrase>(&mut self, reference: &Ref, phrase: &P) {
        let nowhere = matches!(reference, Ref::ThisCard {}) && !self.is_champion() && !self.can_deploy();
        self.warn_if(nowhere, Reason::NeverDeployed, phrase);
    }

    /// A space and what it is for.
    pub(super) fn space(&mut self, space: &Space, purpose: Purpose, at: &Occasion) {
        let noun = match space {
            Space::ThisCards {} => return self.this_cards_space(space, purpose),
            Space::Any { space } => &space.0,
        };
        let adjectives: Vec<&SpaceAdjective> =
            noun.adjectives.iter().flat_map(|several| &several.0).collect();
        let wall = |adjective: &&SpaceAdjective| {
            matches!(adjective, SpaceAdjective::Wall {} | SpaceAdjective::Corner {})
        };
        let center = adjectives.contains(&&SpaceAdjective::Center {});
        self.warn_if(center && adjectives.iter().any(wall), Reason::NoSuchSpace, space);
        for (i, adjective) in adjectives.iter().enumerate() {
            self.warn_if(adjectives[..i].contains(adjective), Reason::Repeated, space);
        }
        let stands = matches!(purpose, Purpose::Stand(_));
        let empty = adjectives.contains(&&SpaceAdjective::Empty {});
        self.warn_if(stands && empty, Reason::StandsOnEmpty, space);
        match (&noun.relation, purpose) {
            (None, _) => {}
            (Some(SpaceRelation::Adjacent { reference }), _) => {
                self.reference(reference, space);
                let of = self.person(reference, at);
                let same = matches!(purpose, Purpose::Stand(who) | Purpose::Path(who, true) if same(who, of));
                self.warn_if(same, Reason::NeverSelf, space);
            }
            (Some(SpaceRelation::Within { count, reference }), Purpose::Goal) => {
                self.reference(reference, space);
                let free = matches!(reference, Ref::ThisCard {}) && self.lies_under();
                self.warn_if(count.0 == 0 && !free, Reason::SpaceTaken, space);
                self.warn_if(count.0 >= FURTHEST, Reason::AlwaysNear, space);
            }
            (
                Some(SpaceRelation::Within { count, reference }),
                Purpose::Stand(who) | Purpose::Path(who, _),
            ) => {
                self.reference(reference, space);
                let of = self.person(reference, at);
                // Where somebody was before is not measured from where he is now.
                let other = matches!(purpose, Purpose::Path(_, false));
                self.within(count.0, who, of, space, other);
            }
        }
    }

    fn this_cards_space(&mut self, space: &Space, purpose: Purpose) {
        if self.is_champion() {
            return;
        }
        // A minion is an ally, and moves itself.
        let itself = self.is_minion()
            && matches!(purpose, Purpose::Stand(Person::Ally) | Purpose::Path(Person::Ally, _));
        if !self.can_deploy() {
            self.warn(Reason::NeverDeployed, space);
        } else if !self.lies_under() && !itself {
            self.warn(Reason::Occupied, space);
        }
    }

    /// Whom an effect concerns.
    pub(super) fn target(&mut self, target: &Target, at: &Occasion) {
        match target {
            Target::Chosen { adjacent, noun, near, .. } => {
                let who = match noun {
                    Noun::Enemy {} | Noun::EnemyMinion {} => Person::Enemy,
                    Noun::Ally {} => Person::Ally,
                    Noun::Champion {} => Person::Anybody,
                    Noun::Minion {} => Person::Minion,
                };
                let Some(near) = near else { return };
                self.near(near, who, at, target, true);
                let own = matches!(near, Near::Within { of, .. }
                    if of.as_ref().is_none_or(|of| matches!(of.reference, Ref::You {})));
                let twice = own && matches!(adjacent, Adjacent::Adjacent {});
                self.warn_if(twice, Reason::Repeated, target);
            }
            Target::YouAndAllies { near: Some(near) } | Target::YouOrAlly { near: Some(near) } => {
                self.near(near, Person::Ally, at, target, true);
            }
            Target::ThatEnemy {} | Target::ThatChampion {} => {
                self.warn_if(at.is_defeat(), Reason::EnemyGone, target);
            }
            _ => {}
        }
    }

    /// A movement that an effect waits for.
    pub(super) fn movement(&mut self, mover: &Mover, path: &Path, space: &Space, at: &Occasion) {
        let who = match mover {
            Mover::You {} => Person::You,
            Mover::Enemy {} => Person::Enemy,
            Mover::Ally {} => Person::Ally,
            Mover::Champion {} => Person::Anybody,
        };
        self.space(space, Purpose::Path(who, matches!(path, Path::Into {})), at);
    }
}

fn whom_person(whom: &Whom, at: &Occasion) -> Person {
    match whom {
        Whom::You {} => Person::You,
        Whom::Attacker {} if at.you_attack() => Person::You,
        Whom::Attacker {} if at.mine == Some(false) => Person::Enemy,
        Whom::Attacker {} => Person::Attacker,
        Whom::Defender {} if at.you_defend() => Person::You,
        Whom::Defender {} if at.mine == Some(true) => Person::Enemy,
        Whom::Defender {} => Person::Defender,
        Whom::Ally {} => Person::Ally,
        Whom::Enemy {} => Person::Enemy,
    }
}

/// Whether two are certainly the same card.
fn same(one: Person, other: Person) -> bool {
    one == other && matches!(one, Person::You | Person::ThisCard | Person::Attacker | Person::Defender)
}

/// What is counted, and the bounds of it.
fn bounds(atom: &Atom) -> Option<(String, u8, u8)> {
    match atom {
        Atom::Count { count, bound, what } => Some(match bound {
            Bound::More {} => (written(what), count.0, u8::MAX),
            Bound::Less {} => (written(what), 0, count.0),
        }),
        Atom::SeveralFaceUp { count, filter } => Some((written(filter), count.0, u8::MAX)),
        Atom::Round { count, later } => {
            let last = if matches!(later, OrLater::Only {}) { count.0 } else { u8::MAX };
            Some(("round".to_owned(), count.0, last))
        }
        _ => None,
    }
}

/// Whether two conditions never hold together.
fn excludes(one: &Atom, other: &Atom) -> bool {
    if let (Some((what, least, most)), Some((other, low, high))) = (bounds(one), bounds(other)) {
        return what == other && (least > high || low > most);
    }
    match (one, other) {
        (Atom::Done { not, what }, Atom::Done { not: other_not, what: other }) => {
            what == other && not != other_not
        }
        (Atom::CardIs { state }, Atom::CardIs { state: other }) => {
            let pair = [state, other];
            pair.contains(&&CardState::Charged {}) && pair.contains(&&CardState::Depleted {})
        }
        (Atom::Attack { result }, Atom::Attack { result: other }) => results_exclude(result, other),
        (Atom::AttackIs { kind }, Atom::AttackIs { kind: other }) => kind != other,
        (
            Atom::ChampionIs { trait_of: Trait::Element { element } },
            Atom::ChampionIs { trait_of: Trait::Element { element: other } },
        ) => element != other,
        (Atom::Life { more, rival }, Atom::Life { more: other_more, rival: other }) => {
            more != other_more && lives_exclude(rival, other)
        }
        (
            Atom::Place { whom, place: Where::In { space } },
            Atom::Place { whom: other_whom, place: Where::In { space: other } },
        ) => {
            whom == other_whom
                && !matches!(whom, Whom::Ally {} | Whom::Enemy {})
                && spaces_exclude(space, other)
        }
        (
            Atom::Place { whom, place: Where::Near { near: Near::Arc { arc } } },
            Atom::Place { whom: other_whom, place: Where::Near { near: Near::Arc { arc: other } } },
        ) => whom == other_whom && !matches!(whom, Whom::Ally {} | Whom::Enemy {}) && arc != other,
        _ => false,
    }
}

/// Whether the second holds wherever the first does.
fn implies(one: &Atom, other: &Atom) -> bool {
    if let (Some((what, least, most)), Some((other, low, high))) = (bounds(one), bounds(other)) {
        return what == other && least >= low && most <= high;
    }
    match (one, other) {
        (Atom::Attack { result }, Atom::Attack { result: other }) => result_implies(result, other),
        (
            Atom::Life { more, rival: Rival::EachEnemy {} },
            Atom::Life { more: other, rival: Rival::AnEnemy {} },
        ) => more == other,
        _ => false,
    }
}

fn results_exclude(one: &AttackResult, other: &AttackResult) -> bool {
    matches!(one, AttackResult::Misses {}) != matches!(other, AttackResult::Misses {})
}

fn result_implies(one: &AttackResult, other: &AttackResult) -> bool {
    one == other || matches!((one, other), (AttackResult::Critical {}, AttackResult::Hits {}))
}

/// Whether one cannot have more Life than the one and less than the other.
fn lives_exclude(one: &Rival, other: &Rival) -> bool {
    match (one, other) {
        (Rival::EachEnemy {}, Rival::EachEnemy {} | Rival::AnEnemy {})
        | (Rival::AnEnemy {}, Rival::EachEnemy {}) => true,
        _ => one == other && !matches!(one, Rival::AnEnemy {}),
    }
}

fn spaces_exclude(one: &Space, other: &Space) -> bool {
    let adjectives = |space: &Space| -> Vec<SpaceAdjective> {
        match space {
            Space::ThisCards {} => Vec::new(),
            Space::Any { space } => space.0.adjectives.iter().flat_map(|several| several.0.clone()).collect(),
        }
    };
    let (one, other) = (adjectives(one), adjectives(other));
    let wall = |list: &[SpaceAdjective]| {
        list.iter().any(|a| matches!(a, SpaceAdjective::Wall {} | SpaceAdjective::Corner {}))
    };
    let center = |list: &[SpaceAdjective]| list.contains(&SpaceAdjective::Center {});
    wall(&one) && center(&other) || center(&one) && wall(&other)
}

/// Whether the attacker, or the defender, is somebody else than the own Champion.
pub(super) fn names_other(atom: &Atom, role: &Whom) -> bool {
    match atom {
        Atom::Adjacent { whom, reference: Ref::You {} } => whom == role,
        Atom::Place { whom, place: Where::Near { near: Near::Arc { arc } } } => {
            whom == role && !matches!(arc, Arc::Beside {})
        }
        Atom::Life { rival, more: MoreOrLess::More {} | MoreOrLess::Less {} } => matches!(
            (rival, role),
            (Rival::Attacker {}, Whom::Attacker {}) | (Rival::Defender {}, Whom::Defender {})
        ),
        _ => false,
    }
}

/// Whether a condition is about a turn or an attack.
pub(super) fn is_of_turn(atom: &Atom) -> bool {
    match atom {
        Atom::Done { not, .. } => matches!(not, Not::Indeed {}),
        Atom::AttackIs { .. }
        | Atom::Place { whom: Whom::Attacker {} | Whom::Defender {}, .. }
        | Atom::Adjacent { whom: Whom::Attacker {} | Whom::Defender {}, .. }
        | Atom::Life { rival: Rival::Attacker {} | Rival::Defender {}, .. } => true,
        _ => false,
    }
}
