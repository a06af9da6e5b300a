//! Effects: times, limits, prices and results that come to nothing.

use cardlang::{AndList, Phrase};

use super::conditions::Purpose;
use super::standing::Bearer;
use super::{Look, Occasion, Reason, TokenUse, token_uses};
use crate::cards::Arena;
use crate::faces::{Window, costs, power};
use crate::text::{
    Action, Again, Amount, Atom, AttackKind, AttackNoun, AttackResult, AttackSet, CardState, Clause,
    CostItem, Deed, Duration, Effect, Event, Foes, Frequency, Gift, Grant, Mod, Noun, OrLater, OwnAttack,
    OwnCard, Pick, Plain, Power, Price, Ref, Scope, Space, SpaceAdjective, SpaceRelation, Stat, Step,
    Subject, Target, Timing, TokenPlace, Victim, Whose, WithThisCard,
};

/// The most Life that can be paid: one must remain of twelve. Rules: TR-R75, TR-R110.
const PAYABLE_LIFE: u8 = 11;
/// The furthest anybody is pushed or pulled in the largest Arena.
const FURTHEST: u8 = 4;

/// A side of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Attacks,
    Defends,
    LooksOn,
}

impl Look<'_> {
    pub(super) fn effect(&mut self, effect: &Effect) {
        let at = Occasion::of(effect, self);
        self.timing(effect, &at);
        self.limit(effect);
        let guard: Vec<&Atom> = effect.guard.iter().flat_map(|guard| &guard.condition.0).collect();
        match &effect.guard {
            Some(guard) => self.warn_if(at.windows.is_empty(), Reason::NoWindow, guard),
            None => self.warn_if(at.windows.is_empty(), Reason::NoWindow, &effect.body),
        }
        self.condition(&guard, &at);
        self.price(effect, &guard, &at);
        self.bargain(effect);
        for (place, clause) in effect.body.0.iter().enumerate() {
            let mut atoms: Vec<&Atom> =
                clause.condition.iter().flat_map(|condition| &condition.condition.0).collect();
            // What holds before an effect without a price still holds at its first clause.
            if place == 0 && effect.cost.is_none() && !atoms.is_empty() {
                atoms.splice(0..0, guard.iter().copied());
            }
            self.condition(&atoms, &at);
            let before = &effect.body.0[..place];
            match &clause.action {
                Action::Power { power } => self.power(power, &guard, &at),
                Action::Plain { plain } => self.plain(plain, before, &guard, &at),
            }
        }
    }

    fn timing(&mut self, effect: &Effect, at: &Occasion) {
        let Some(timed) = &effect.timing else { return };
        let Timing::When { event } = &timed.timing else { return };
        let this_card = match event {
            Event::YouDeclare { attack } => matches!(attack, AttackNoun::ThisCard {}),
            Event::YouRollAttack { with } => matches!(with, WithThisCard::ThisCard {}),
            Event::YourAttack { attack, .. } => matches!(attack, OwnAttack::ThisCard {}),
            _ => false,
        };
        self.warn_if(this_card && self.attack_kind().is_none(), Reason::NoAttack, event);
        match event {
            Event::EnemyDeclares { attack: AttackNoun::ThisCard {}, .. } => {
                self.warn(Reason::EnemyWithThisCard, event);
            }
            Event::Deployed {} => self.warn_if(!self.can_deploy(), Reason::NeverDeployed, event),
            Event::Moves { mover, path, space } => self.movement(mover, path, space, at),
            _ => {}
        }
    }

    /// Frequencies that say nothing. Rules: TR-R69.
    fn limit(&mut self, effect: &Effect) {
        let Some(limited) = &effect.frequency else { return };
        let frequency = &limited.frequency;
        if power(effect).is_some() {
            self.warn_if(!matches!(frequency, Frequency::Game {}), Reason::PowerLimit, frequency);
            return;
        }
        if matches!(frequency, Frequency::Times { count } if count.0 == 1) {
            self.warn(Reason::OnceByNumber, frequency);
        }
        let discards =
            costs(effect).any(|item| matches!(item, CostItem::Discard { card: OwnCard::ThisCard {} }));
        self.warn_if(discards, Reason::DiscardLimit, frequency);
        let Some(timed) = &effect.timing else { return };
        let rare = match &timed.timing {
            Timing::Reveal {} | Timing::When { event: Event::ChainComplete {} | Event::Deployed {} } => true,
            Timing::RoundStart {} | Timing::RoundEnd {} => !matches!(frequency, Frequency::Game {}),
            Timing::TurnStart {}
            | Timing::TurnEnd {}
            | Timing::When { event: Event::EnemyStartsTurn {} | Event::EnemyEndsTurn {} } => {
                matches!(frequency, Frequency::Turn {})
            }
            Timing::When { .. } => false,
        };
        self.warn_if(rare, Reason::TimeLimit, frequency);
    }

    /// Prices that nobody can pay. Rules: TR-R70, TR-R75, TR-R76.
    fn price(&mut self, effect: &Effect, guard: &[&Atom], at: &Occasion) {
        let (mut life, mut depleted, mut discarded) = (0, false, false);
        let reveal = matches!(effect.timing.as_ref().map(|timed| &timed.timing), Some(Timing::Reveal {}));
        let charges = self.note().power && !self.note().rider && !self.is_champion();
        for item in costs(effect) {
            match item {
                CostItem::Pay { price } => {
                    self.zero_price(price, item);
                    if let Price::Life { count } = price {
                        life += count.0;
                        self.warn_if(life > PAYABLE_LIFE, Reason::CostLife, item);
                        let defeat = at.only_in(&[Window::Defeat]) && count.0 > 0;
                        self.warn_if(defeat, Reason::CostLifeAtDefeat, item);
                    }
                }
                CostItem::Remove { count, name } => {
                    self.warn_if(count.0 == 0, Reason::ZeroAmount, item);
                    self.tokens_here(item, &name.0, count.0);
                }
                CostItem::Deplete { card } => match card {
                    OwnCard::ThisCard {} => {
                        self.warn_if(depleted || discarded, Reason::CostTwice, item);
                        self.warn_if(charges || reveal, Reason::CostOfPower, item);
                        depleted = true;
                    }
                    OwnCard::Depleted {} => self.warn(Reason::CostNotCharged, item),
                    _ => {}
                },
                CostItem::Discard { card: OwnCard::ThisCard {} } => {
                    self.warn_if(discarded, Reason::CostTwice, item);
                    discarded = true;
                }
                CostItem::Discard { .. } => {}
            }
        }
        for atom in guard {
            let never = matches!(atom, Atom::CardIs { state: CardState::Depleted {} });
            self.warn_if(never && (charges || depleted), Reason::CostDepleted, *atom);
        }
    }

    /// Actions for Actions, or Life for Life. Rules: TR-R75.
    fn bargain(&mut self, effect: &Effect) {
        let (mut actions, mut life) = (0, 0);
        for item in costs(effect) {
            match item {
                CostItem::Pay { price: Price::Actions { count } } => actions += count.0,
                CostItem::Pay { price: Price::Life { count } } => life += count.0,
                _ => {}
            }
        }
        let [clause] = &effect.body.0[..] else { return };
        let vain = match &clause.action {
            Action::Plain { plain: Plain::Gain { gain } } => {
                matches!(gain.who, Subject::You {}) && (1..=actions).contains(&gain.count.0)
            }
            Action::Power { power: Power::Heal { target: None | Some(Target::You {}), count } } => {
                (1..=life).contains(&count.0)
            }
            _ => false,
        };
        self.warn_if(vain, Reason::PaysItself, clause);
    }

    /// Tokens that must lie on this card. Champions and minions may have got them from others.
    fn tokens_here(&mut self, item: &CostItem, name: &str, count: u8) {
        let (mut put, mut unlimited) = (0, false);
        for use_of in token_uses(self.card) {
            if let (TokenUse::PutHere(once), other) = use_of
                && other == name
            {
                put += once.unwrap_or(0);
                unlimited |= once.is_none();
            }
        }
        let gets = self.is_champion() || self.is_minion();
        if unlimited || gets && self.known.given.contains(name) {
            return;
        }
        self.warn_if(put == 0, Reason::TokenNeverPut, item);
        self.warn_if(put > 0 && count > put, Reason::TokenTooFew, item);
    }

    fn zero_price<P: Phrase>(&mut self, price: &Price, phrase: &P) {
        let count = match price {
            Price::Actions { count } => count.0,
            Price::Life { count } => count.0,
        };
        self.warn_if(count == 0, Reason::ZeroAmount, phrase);
    }

    fn amount<P: Phrase>(&mut self, amount: &Amount, phrase: &P) {
        self.warn_if(amount.count.0 == 0, Reason::ZeroAmount, phrase);
    }

    fn power(&mut self, power: &Power, guard: &[&Atom], at: &Occasion) {
        match power {
            Power::Combo { step } | Power::React { step } => self.step(step, at),
            Power::Deploy { space } => self.deploy(space, guard, at),
            Power::DisarmAttack { so } => {
                if let Some(so) = so {
                    self.mods(&so.mods, None, Bearer::Unknown, at);
                }
            }
            Power::DisarmWeapon { target } => {
                self.target(target, at);
                self.warn_if(is_minion(target), Reason::MinionWeapon, target);
            }
            Power::Dodge { amount } => self.amount(amount, power),
            Power::Fear { target, grant } => {
                self.target(target, at);
                self.grant(grant, Some(target), at);
            }
            Power::Heal { target, count } => {
                self.warn_if(count.0 == 0, Reason::ZeroAmount, power);
                if let Some(target) = target {
                    self.target(target, at);
                }
            }
            Power::Jump { space } => self.space(space, Purpose::Goal, at),
            Power::Poison { target, price } => {
                self.target(target, at);
                self.zero_price(price, power);
                self.minion_actions(target, price, power);
            }
            Power::Pull { target, amount } | Power::Push { target, amount } => {
                self.target(target, at);
                self.amount(amount, power);
                self.warn_if(amount.count.0 > FURTHEST, Reason::ForcedTooFar, amount);
            }
            Power::Rage { grant } => self.grant(grant, None, at),
            Power::Reroll { .. } => {}
            Power::Save { count } => self.warn_if(count.0 == 0, Reason::ZeroAmount, power),
            Power::Support { target, gift } => {
                self.target(target, at);
                let who = match gift {
                    Gift::Grant { grant } => {
                        self.grant(grant, Some(target), at);
                        match grant {
                            Grant::Has { who, .. } | Grant::Cannot { who, .. } => who,
                        }
                    }
                    Gift::Gain { gain } => {
                        self.warn_if(gain.count.0 == 0, Reason::ZeroAmount, gain);
                        self.warn_if(is_minion(target), Reason::MinionActions, power);
                        self.warn_if(at.only_in(&[Window::RoundEnd]), Reason::ActionsVanish, gain);
                        &gain.who
                    }
                };
                let unused = matches!(who, Subject::You {}) && !matches!(target, Target::You {});
                self.warn_if(unused, Reason::UnusedTarget, gift);
            }
        }
    }

    fn deploy(&mut self, space: &Space, guard: &[&Atom], at: &Occasion) {
        for atom in guard {
            let again = matches!(atom, Atom::CardIs { state: CardState::Deployed {} });
            self.warn_if(again, Reason::DeployedTwice, *atom);
        }
        let Space::Any { space: noun } = space else {
            return self.warn(Reason::DeployAtItself, space);
        };
        let itself = matches!(
            noun.0.relation,
            Some(
                SpaceRelation::Adjacent { reference: Ref::ThisCard {} }
                    | SpaceRelation::Within { reference: Ref::ThisCard {}, .. }
            )
        );
        if itself {
            return self.warn(Reason::DeployAtItself, space);
        }
        let center = noun.0.adjectives.iter().any(|several| several.0.contains(&SpaceAdjective::Center {}));
        self.warn_if(center && self.arena() == Some(Arena::Edge), Reason::EdgeInCenter, space);
        self.space(space, Purpose::Goal, at);
    }

    fn step(&mut self, step: &Step, at: &Occasion) {
        match step {
            Step::Attack { kind, with, against, grid, .. } => {
                let this = matches!(with, WithThisCard::ThisCard {});
                let fits = self.attack_kind().as_ref() == Some(kind);
                self.warn_if(this && !fits, Reason::OtherKindOfAttack, step);
                if let Some(against) = against {
                    self.target(&against.target, at);
                    self.warn_if(is_own_side(&against.target), Reason::AttackOnOwn, against);
                    let many = matches!(against.target, Target::Chosen { pick: Pick::Each {}, .. });
                    self.warn_if(many, Reason::AttackOnMany, against);
                }
                if let Some(grid) = grid {
                    let none = match grid.card {
                        OwnCard::Armor {} | OwnCard::FaceDown {} => true,
                        OwnCard::ThisCard {} => self.grid().is_none(),
                        _ => false,
                    };
                    self.warn_if(none, Reason::NoGridToLend, grid);
                }
            }
            Step::Move { amount } => self.amount(amount, step),
            Step::Rotate {} => {}
            Step::Spend { count } => self.warn_if(count.0 == 0, Reason::ZeroAmount, step),
        }
    }

    fn plain(&mut self, plain: &Plain, before: &[Clause], guard: &[&Atom], at: &Occasion) {
        match plain {
            Plain::Move { amount } => self.amount(amount, plain),
            Plain::Rotate {}
            | Plain::SetDie { .. }
            | Plain::ChangeDie { .. }
            | Plain::ExtraDice { .. }
            | Plain::LifeBecomes { .. } => {}
            Plain::Has { who, mods, scope } => {
                let role = role_of(who, before, at);
                self.for_attack(mods, scope.as_ref(), bearer(who), role, at);
            }
            Plain::Gain { gain } => {
                self.warn_if(gain.count.0 == 0, Reason::ZeroAmount, gain);
                self.warn_if(at.only_in(&[Window::RoundEnd]), Reason::ActionsVanish, gain);
                let gone = at.is_defeat() && before.is_empty() && !matches!(gain.who, Subject::You {});
                self.warn_if(gone, Reason::EnemyGone, gain);
            }
            Plain::Lose { target, price } => {
                self.target(target, at);
                self.zero_price(price, plain);
                self.minion_actions(target, price, plain);
                let actions = matches!(price, Price::Actions { .. });
                self.warn_if(actions && at.only_in(&[Window::RoundEnd]), Reason::ActionsVanish, plain);
            }
            Plain::Reduce { count } => {
                self.warn_if(count.0 == 0, Reason::ZeroAmount, plain);
                self.warn_if(at.result == Some(AttackResult::Misses {}), Reason::NoDamage, plain);
            }
            Plain::Critical {} => {
                self.warn_if(at.result == Some(AttackResult::Misses {}), Reason::NoDamage, plain);
            }
            Plain::Put { count, name, place } => {
                self.warn_if(count.0 == 0, Reason::ZeroAmount, plain);
                self.warn_if(!self.known.asked.contains(&name.0), Reason::TokenUnused, plain);
                if let TokenPlace::Target { target } = place {
                    self.target(target, at);
                }
            }
            Plain::Recharge { card, again } => self.recharge(plain, card, again, at),
            Plain::Swap {} => {
                let late = guard.iter().any(|atom| match atom {
                    Atom::Round { count, later: OrLater::Later {} | OrLater::Only {} } => count.0 >= 3,
                    _ => false,
                });
                self.warn_if(late, Reason::NothingToSwap, plain);
            }
            Plain::Look { whose } => {
                let own = match whose {
                    Whose::Your {} => true,
                    Whose::Attackers {} => at.mine == Some(true),
                    Whose::Defenders {} => at.you_defend(),
                    Whose::ThatEnemys {} => false,
                };
                self.warn_if(own, Reason::LookAtOwn, plain);
                let gone = at.is_defeat() && matches!(whose, Whose::ThatEnemys {});
                self.warn_if(gone, Reason::EnemyGone, plain);
            }
            Plain::Take { filter } => {
                self.filter_keyword(filter.0.keyword.as_ref().map(|keyword| &*keyword.0));
            }
        }
    }

    fn recharge(&mut self, plain: &Plain, card: &OwnCard, again: &Again, at: &Occasion) {
        let charged = match card {
            OwnCard::Charged {} | OwnCard::FaceDown {} => true,
            OwnCard::ThisCard {} => self.is_champion(),
            _ => false,
        };
        self.warn_if(charged, Reason::RechargeCharged, plain);
        if matches!(again, Again::Again {}) {
            let none = match card {
                OwnCard::Armor {} => true,
                OwnCard::ThisCard {} => self.attack_kind().is_none(),
                _ => false,
            };
            self.warn_if(none, Reason::NoAttackAgain, again);
            self.warn_if(at.is_outside_turns(), Reason::NoTurn, again);
        }
    }

    /// Actions of minions, which have none.
    fn minion_actions<P: Phrase>(&mut self, target: &Target, price: &Price, phrase: &P) {
        let actions = matches!(price, Price::Actions { .. });
        self.warn_if(actions && is_minion(target), Reason::MinionActions, phrase);
    }

    /// A change for a while.
    fn grant(&mut self, grant: &Grant, target: Option<&Target>, at: &Occasion) {
        let (who, duration) = match grant {
            Grant::Has { who, duration, .. } | Grant::Cannot { who, duration, .. } => (who, duration),
        };
        let minion = target.is_some_and(is_minion) && !matches!(who, Subject::You {});
        let turn = matches!(duration, Duration::Turn {}) && at.own_turn;
        match duration {
            Duration::Turn {} => {
                self.warn_if(at.is_outside_turns(), Reason::NoTurn, duration);
                self.warn_if(at.only_in(&[Window::TurnEnd]), Reason::TurnOver, duration);
            }
            Duration::Round {} => self.warn_if(at.only_in(&[Window::RoundEnd]), Reason::RoundOver, duration),
            Duration::ItsNextTurn {} => self.warn_if(minion, Reason::MinionTurn, duration),
            Duration::Attack {} | Duration::Game {} | Duration::YourNextTurn {} => {}
        }
        match grant {
            Grant::Cannot { deed, .. } => {
                let idle = turn && !matches!(deed, Deed::GainLife {});
                self.warn_if(idle && target.is_some_and(is_enemy), Reason::OnlyByReact, grant);
                let never = minion && matches!(deed, Deed::Base {} | Deed::Weapon {});
                self.warn_if(never, Reason::MinionDeeds, grant);
            }
            Grant::Has { mods, scope, .. } => {
                let short = matches!(duration, Duration::Attack {} | Duration::Turn {} | Duration::Round {});
                let made = at.only_in(&[Window::TurnStart, Window::Idle, Window::TurnEnd, Window::RoundEnd]);
                for change in &mods.0 {
                    let order = matches!(change.stat, Stat::Initiative {});
                    self.warn_if(order && short && made, Reason::OrderMade, change);
                    let enemy = target.is_some_and(is_enemy) && !matches!(who, Subject::You {});
                    let idle = match change.stat {
                        Stat::Atk {} | Stat::Damage {} => enemy,
                        Stat::Def {} => !enemy,
                        Stat::Agility {} | Stat::Initiative {} => false,
                    };
                    self.warn_if(idle && turn, Reason::OnlyByReact, change);
                }
                if matches!(duration, Duration::Attack {}) {
                    let role = match (who, target) {
                        (Subject::You {}, _) => own_role(at),
                        (_, Some(target)) => target_role(target, at),
                        (_, None) => None,
                    };
                    self.for_attack(mods, scope.as_ref(), bearer(who), role, at);
                } else {
                    self.mods(mods, scope.as_ref(), bearer(who), at);
                }
            }
        }
    }

    /// Changes for the attack in progress: they must count on that side, and in time. Rules: TR-R52.
    fn for_attack(
        &mut self,
        mods: &AndList<Mod>,
        scope: Option<&Scope>,
        bearer: Bearer,
        role: Option<Role>,
        at: &Occasion,
    ) {
        self.mods(mods, scope, bearer, at);
        let set = match scope {
            Some(Scope::With { set, .. } | Scope::Against { foes: Foes::Attacks { set, .. } }) => {
                set_kind(set)
            }
            _ => None,
        };
        if let (Some(scope), Some(set), Some(kind)) = (scope, set, &at.kind) {
            self.warn_if(set != *kind, Reason::OtherAttackNow, scope);
        }
        for change in &mods.0 {
            let wrong = match role {
                Some(Role::LooksOn) => true,
                Some(Role::Defends) => matches!(change.stat, Stat::Atk {} | Stat::Damage {}),
                Some(Role::Attacks) => matches!(change.stat, Stat::Def {}),
                None => false,
            };
            let late = match change.stat {
                Stat::Atk {} => at.only_in(&[Window::Result]),
                Stat::Def {} => at.only_in(&[Window::AttackDice, Window::Result]),
                Stat::Damage {} | Stat::Agility {} | Stat::Initiative {} => false,
            };
            let order = matches!(change.stat, Stat::Initiative {});
            self.warn_if(order, Reason::OrderMade, change);
            self.warn_if(wrong && !order, Reason::WrongSide, change);
            self.warn_if(late && !wrong, Reason::TotalFixed, change);
        }
    }
}

fn bearer(who: &Subject) -> Bearer {
    match who {
        Subject::You {} => Bearer::You,
        Subject::It {} | Subject::ThatEnemy {} => Bearer::Unknown,
    }
}

/// Whom a subject means, as far as the time tells.
fn role_of(who: &Subject, before: &[Clause], at: &Occasion) -> Option<Role> {
    match who {
        Subject::You {} => own_role(at),
        Subject::It {} | Subject::ThatEnemy {} if before.is_empty() => {
            at.mine.map(|mine| if mine { Role::Defends } else { Role::Attacks })
        }
        Subject::It {} | Subject::ThatEnemy {} => None,
    }
}

/// On which side of the attack the own Champion is.
fn own_role(at: &Occasion) -> Option<Role> {
    match (at.mine?, &at.victim) {
        (true, _) if at.minion => None,
        (true, _) => Some(Role::Attacks),
        (false, Some(Victim::You {})) => Some(Role::Defends),
        (false, Some(Victim::Ally {})) => Some(Role::LooksOn),
        (false, _) => None,
    }
}

fn target_role(target: &Target, at: &Occasion) -> Option<Role> {
    match target {
        Target::Attacker {} => Some(Role::Attacks),
        Target::Defender {} => Some(Role::Defends),
        Target::ThatEnemy {} | Target::ThatChampion {} => {
            at.mine.map(|mine| if mine { Role::Defends } else { Role::Attacks })
        }
        Target::You {} => own_role(at),
        _ => None,
    }
}

fn is_enemy(target: &Target) -> bool {
    matches!(
        target,
        Target::Chosen { noun: Noun::Enemy {} | Noun::EnemyMinion {}, .. } | Target::ThatEnemy {}
    )
}

/// The kind of attack that a set names, if it names just one.
fn set_kind(set: &AttackSet) -> Option<AttackKind> {
    match set {
        AttackSet::Base {} => Some(AttackKind::Base {}),
        AttackSet::Weapon {} => Some(AttackKind::Weapon {}),
        AttackSet::Special {} => Some(AttackKind::Special {}),
        _ => None,
    }
}

fn is_minion(target: &Target) -> bool {
    matches!(target, Target::Chosen { noun: Noun::Minion {} | Noun::EnemyMinion {}, .. })
}

fn is_own_side(target: &Target) -> bool {
    matches!(
        target,
        Target::Chosen { noun: Noun::Ally {}, .. }
            | Target::You {}
            | Target::YouAndAllies { .. }
            | Target::YouOrAlly { .. }
    )
}
