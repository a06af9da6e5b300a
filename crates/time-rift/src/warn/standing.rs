//! Standing text and changes of statistics: scopes and sides on which they do not count.

use cardlang::{AndList, Phrase};

use super::conditions::{Person, is_of_turn, names_other};
use super::{Look, Occasion, Reason, cells};
use crate::text::{
    Atom, AttackKind, AttackSet, Deed, Foes, Holder, Level, Mod, Scope, Stat, Static, StaticClause, Where,
    Whom,
};

/// Who bears a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bearer {
    You,
    ThisCard,
    Enemy,
    Ally,
    /// An announced attack, or somebody who is not known.
    Unknown,
}

impl Look<'_> {
    pub(super) fn standing(&mut self, standing: &Static) {
        let at = Occasion::default();
        let atoms: Vec<&Atom> =
            standing.condition.iter().flat_map(|condition| &condition.condition.0).collect();
        self.condition(&atoms, &at);
        for clause in &standing.clauses.0 {
            match clause {
                StaticClause::Has { who, mods, scope } => {
                    let bearer = self.holder(who, &at);
                    self.mods(mods, scope.as_ref(), bearer, &at);
                    self.standing_side(clause, mods, bearer, &atoms);
                }
                StaticClause::Exactly { who, level } => {
                    let bearer = self.holder(who, &at);
                    let defends = matches!(level, Level::Def { .. });
                    let never = bearer == Bearer::ThisCard && defends && !self.is_minion();
                    self.warn_if(never, Reason::NeverDefends, level);
                }
                StaticClause::Cannot { who, deed } => {
                    let bearer = self.holder(who, &at);
                    self.warn_if(bearer == Bearer::ThisCard && !self.does(deed), Reason::NeverDoes, clause);
                }
                StaticClause::GridAlso { zone, .. } => {
                    let Some(grid) = self.grid() else {
                        self.warn(Reason::NoGrid, clause);
                        continue;
                    };
                    let full = cells(zone)
                        .iter()
                        .all(|cell| grid.0.iter().any(|numbered| (numbered.0, numbered.1) == *cell));
                    self.warn_if(full, Reason::ZoneFull, clause);
                }
                StaticClause::GridAll { value } => {
                    self.warn_if(self.grid().is_none(), Reason::NoGrid, clause);
                    self.warn_if(value.0 == 0, Reason::ZeroChange, clause);
                }
                StaticClause::Hands { count } => {
                    let hands = self.card.hands;
                    self.warn_if(count.0 == 0, Reason::ZeroAmount, clause);
                    self.warn_if(hands == 0 && count.0 > 0, Reason::NoHands, clause);
                    self.warn_if(hands > 0 && count.0 > hands, Reason::HandsBeyond, clause);
                }
            }
        }
    }

    fn holder(&mut self, who: &Holder, at: &Occasion) -> Bearer {
        match who {
            Holder::You {} => Bearer::You,
            Holder::ThisCard {} if self.is_champion() => Bearer::You,
            Holder::ThisCard {} => Bearer::ThisCard,
            Holder::EachEnemy { near } => {
                if let Some(near) = near {
                    self.near(near, Person::Enemy, at, who, true);
                }
                Bearer::Enemy
            }
            Holder::EachAlly { near } => {
                if let Some(near) = near {
                    self.near(near, Person::Ally, at, who, true);
                }
                Bearer::Ally
            }
        }
    }

    /// Whether this card, which is no Champion, ever does that.
    fn does(&self, deed: &Deed) -> bool {
        match deed {
            Deed::Maneuver {} | Deed::Rotate {} | Deed::Move {} | Deed::GainLife {} => self.is_minion(),
            Deed::Attack {} => self.attack_kind().is_some(),
            Deed::Base {} => self.attack_kind() == Some(AttackKind::Base {}),
            Deed::Weapon {} => self.attack_kind() == Some(AttackKind::Weapon {}),
            Deed::Special {} => self.attack_kind() == Some(AttackKind::Special {}),
        }
    }

    /// Changes of statistics, with the attacks they are for.
    pub(super) fn mods(&mut self, mods: &AndList<Mod>, scope: Option<&Scope>, bearer: Bearer, at: &Occasion) {
        for (i, change) in mods.0.iter().enumerate() {
            self.warn_if(change.value.0 == 0, Reason::ZeroChange, change);
            let same = mods.0.iter().filter(|other| other.stat == change.stat);
            let sum: i16 = same.clone().map(|other| i16::from(other.value.0)).sum();
            let first = mods.0.iter().position(|other| other.stat == change.stat) == Some(i);
            self.warn_if(first && sum == 0 && same.count() > 1, Reason::ChangesCancel, mods);
            if bearer == Bearer::ThisCard {
                let defends = matches!(change.stat, Stat::Def {});
                let attacks = matches!(change.stat, Stat::Atk {} | Stat::Damage {});
                self.warn_if(defends && !self.is_minion(), Reason::NeverDefends, change);
                self.warn_if(attacks && self.attack_kind().is_none(), Reason::NoAttack, change);
            }
            if let Some(scope) = scope {
                self.scoped(&change.stat, scope);
            }
        }
        match scope {
            None => {}
            Some(Scope::With { set, against }) => {
                self.own_set(set, bearer);
                if let Some(against) = against {
                    let attacks = matches!(against.foes, Foes::Attacks { .. });
                    self.warn_if(attacks, Reason::AttackAgainstAttack, against);
                    self.foes(&against.foes, bearer, at);
                }
            }
            Some(Scope::Against { foes }) => self.foes(foes, bearer, at),
        }
    }

    fn scoped(&mut self, stat: &Stat, scope: &Scope) {
        match (stat, scope) {
            (Stat::Agility {} | Stat::Initiative {}, _) => self.warn(Reason::ScopeOfNoAttack, scope),
            (Stat::Def {}, Scope::With { .. }) => self.warn(Reason::DefWithOwn, scope),
            (Stat::Atk {} | Stat::Damage {}, Scope::Against { foes: Foes::Attacks { .. } }) => {
                self.warn(Reason::AtkAgainstAttacks, scope);
            }
            _ => {}
        }
    }

    /// Attacks of the bearer.
    fn own_set(&mut self, set: &AttackSet, bearer: Bearer) {
        self.set_keyword(set);
        match set {
            AttackSet::ThisCard {} => {
                let others = match bearer {
                    Bearer::Enemy => true,
                    Bearer::Ally => !self.is_minion(),
                    Bearer::You | Bearer::ThisCard | Bearer::Unknown => false,
                };
                if others {
                    self.warn(Reason::OthersWithThisCard, set);
                } else {
                    self.warn_if(self.attack_kind().is_none(), Reason::NoAttack, set);
                }
            }
            _ if bearer != Bearer::ThisCard || self.attack_kind().is_none() => {}
            AttackSet::Attacks {} => {}
            AttackSet::Base {} => self.warn(Reason::OtherKindOfCard, set),
            AttackSet::Weapon {} => {
                self.warn_if(self.attack_kind() != Some(AttackKind::Weapon {}), Reason::OtherKindOfCard, set);
            }
            AttackSet::Special {} => {
                self.warn_if(
                    self.attack_kind() != Some(AttackKind::Special {}),
                    Reason::OtherKindOfCard,
                    set,
                );
            }
            AttackSet::Keyword { keyword } => {
                self.warn_if(!self.shows(&keyword.0), Reason::OtherKindOfCard, set);
            }
            AttackSet::Element { element } => {
                self.warn_if(!self.is_of_element(element), Reason::OtherKindOfCard, set);
            }
        }
    }

    fn set_keyword(&mut self, set: &AttackSet) {
        if let AttackSet::Keyword { keyword } = set {
            self.filter_keyword(Some(&keyword.0));
        }
    }

    fn foes(&mut self, foes: &Foes, bearer: Bearer, at: &Occasion) {
        match foes {
            Foes::Enemies { place } => match place {
                Where::Near { near } => self.near(near, Person::Enemy, at, foes, true),
                Where::In { space } => {
                    self.space(space, super::conditions::Purpose::Stand(Person::Enemy), at);
                }
            },
            Foes::Attacks { set, .. } => {
                self.set_keyword(set);
                if matches!(set, AttackSet::ThisCard {}) {
                    let own = matches!(bearer, Bearer::You | Bearer::ThisCard | Bearer::Ally);
                    self.warn_if(own, Reason::AgainstOwnCard, foes);
                    let never = !own && self.attack_kind().is_none();
                    self.warn_if(never, Reason::NoAttack, foes);
                }
            }
        }
    }

    /// Conditions that leave the own Champion only the other side of an attack, or none.
    fn standing_side<P: Phrase>(&mut self, clause: &P, mods: &AndList<Mod>, bearer: Bearer, atoms: &[&Atom]) {
        let attacked = atoms.iter().any(|atom| names_other(atom, &Whom::Attacker {}));
        let attacking = atoms.iter().any(|atom| names_other(atom, &Whom::Defender {}));
        for change in &mods.0 {
            let wrong = match change.stat {
                Stat::Atk {} | Stat::Damage {} => attacked && !attacking,
                Stat::Def {} => attacking && !attacked,
                Stat::Agility {} | Stat::Initiative {} => false,
            };
            self.warn_if(bearer == Bearer::You && wrong, Reason::WrongSide, change);
            let order = matches!(change.stat, Stat::Initiative {});
            let turn = atoms.iter().any(|atom| is_of_turn(atom));
            self.warn_if(order && turn, Reason::OrderOutsideTurns, clause);
        }
    }
}
