//! Whether a text that can be read makes sense: the checks behind the grammar. Rules: TR-R62, TR-R63, TR-R68,
//! TR-R85 to TR-R99.

use cardlang::{Diagnostic, Span};

use crate::text::{
    Ability, Action, Atom, Clause, CostItem, Deed, Effect, Event, Grant, Holder, Mover, Noun, Plain, Power,
    Price, Ref, Rival, Space, SpaceRelation, Stat, Static, StaticClause, Subject, Target, Timing, Whom,
    Whose,
};

/// What the checks must know of a card besides its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Whether it is a Champion.
    pub champion: bool,
    /// Whether it belongs to a chain.
    pub chain: bool,
    /// Whether it is a Minion or Terrain.
    pub deployable: bool,
}

/// When an effect can be used, as far as the checks care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Moment {
    /// No time is given: whenever it can act.
    Untimed,
    /// No time is given, and Actions are paid: in the own turn, outside attacks.
    OwnIdle,
    /// A phase: reveal, start or end of rounds and own turns.
    Phase,
    /// An attack was announced; whether by an enemy.
    Declared(bool),
    /// Dice lie; whether in an enemy's attack.
    Dice(bool),
    /// An attack hit or missed; whether an enemy's.
    Result(bool),
    /// Life was lost, or would be.
    Life,
    /// Somebody moved; whether an enemy.
    Moved(bool),
    /// An enemy's turn starts or ends.
    EnemyTurn,
}

impl Moment {
    fn of(effect: &Effect) -> Self {
        let Some(timed) = &effect.timing else {
            return if pays_actions(effect) { Self::OwnIdle } else { Self::Untimed };
        };
        let Timing::When { event } = &timed.timing else { return Self::Phase };
        match event {
            Event::ChainComplete {} | Event::Deployed {} => Self::Phase,
            Event::YouDeclare { .. } => Self::Declared(false),
            Event::EnemyDeclares { .. } => Self::Declared(true),
            Event::YouRollAttack { .. } | Event::EnemyRollsDefense {} => Self::Dice(false),
            Event::YouRollDefense {} | Event::EnemyRollsAttack { .. } => Self::Dice(true),
            Event::YourAttack { .. } => Self::Result(false),
            Event::EnemyAttack { .. } => Self::Result(true),
            Event::YouLoseLife {}
            | Event::EnemyLosesLife {}
            | Event::YouWouldBeDefeated {}
            | Event::EnemyDefeated {} => Self::Life,
            Event::Moves { mover, .. } => Self::Moved(matches!(mover, Mover::Enemy {})),
            Event::EnemyStartsTurn {} | Event::EnemyEndsTurn {} => Self::EnemyTurn,
        }
    }

    fn has_attack(self) -> bool {
        matches!(self, Self::Untimed | Self::Declared(_) | Self::Dice(_) | Self::Result(_))
    }

    fn has_dice(self) -> bool {
        matches!(self, Self::Untimed | Self::Dice(_))
    }

    fn has_damage(self) -> bool {
        matches!(self, Self::Untimed | Self::Result(_))
    }

    /// Whether it always comes in an enemy's turn.
    fn is_enemys(self) -> bool {
        matches!(
            self,
            Self::Declared(true)
                | Self::Dice(true)
                | Self::Result(true)
                | Self::Moved(true)
                | Self::EnemyTurn
        )
    }

    /// Whether it always comes in the own turn.
    fn is_own(self) -> bool {
        matches!(self, Self::OwnIdle | Self::Declared(false) | Self::Dice(false) | Self::Result(false))
    }
}

fn pays_actions(effect: &Effect) -> bool {
    let items = effect.cost.iter().flat_map(|cost| &cost.items.0);
    items.into_iter().any(|item| matches!(item, CostItem::Pay { price: Price::Actions { .. } }))
}

/// Everything that makes no sense in an ability that stands at `span`.
pub fn check(ability: &Ability, facts: Facts, span: Span) -> Vec<Diagnostic> {
    let mut checks = Checks { facts, span, found: Vec::new() };
    match ability {
        Ability::Construction { .. } => {}
        Ability::Static { standing } => checks.standing(standing),
        Ability::Effect { effect } => checks.effect(effect),
    }
    checks.found
}

struct Checks {
    facts: Facts,
    span: Span,
    found: Vec<Diagnostic>,
}

impl Checks {
    /// Notes a fault; of each code one is enough for a sentence.
    fn fault(&mut self, code: &'static str, message: &str, hint: &str) {
        if self.found.iter().all(|known| known.code != code) {
            self.found.push(Diagnostic::new(code, self.span, message).hint(hint));
        }
    }

    fn standing(&mut self, standing: &Static) {
        let conditions = standing.condition.iter().flat_map(|condition| &condition.condition.0);
        for atom in conditions {
            self.chain(matches!(atom, Atom::ChainComplete {}));
            if needs_dice(atom) || matches!(atom, Atom::Attack { .. } | Atom::Stopped {}) {
                self.fault("E-WINDOW", "what always holds cannot look at one roll", "give it a time");
            }
        }
        for clause in &standing.clauses.0 {
            match clause {
                StaticClause::Has { mods, who, .. } => {
                    let large = mods.0.iter().any(|change| !(-9..=9).contains(&change.value.0));
                    self.range(large, "a change is -9 to +9");
                    let card = matches!(who, Holder::ThisCard {});
                    let odd = mods
                        .0
                        .iter()
                        .any(|change| matches!(change.stat, Stat::Agility {} | Stat::Initiative {}));
                    if card && odd {
                        self.fault(
                            "E-FAMILY",
                            "a card has no Agility or Initiative to change",
                            "say who has",
                        );
                    }
                }
                StaticClause::GridAlso { value, .. } | StaticClause::GridAll { value } => {
                    self.range(!(-3..=3).contains(&value.0), "a grid shows -3 to +3");
                }
                StaticClause::Cannot { .. } | StaticClause::Hands { .. } => {}
            }
        }
    }

    fn chain(&mut self, named: bool) {
        if named && !self.facts.chain {
            self.fault("E-REF", "the card belongs to no chain", "give it a `chain`, or leave the chain out");
        }
    }

    fn range(&mut self, outside: bool, hint: &str) {
        if outside {
            self.fault("E-RANGE", "a number is out of range", hint);
        }
    }

    fn effect(&mut self, effect: &Effect) {
        let moment = Moment::of(effect);
        self.timing(effect);
        if pays_actions(effect) && effect.timing.is_some() {
            let hint = "leave the time out, or pay something else";
            self.fault("E-ACTIONTIME", "Actions are only paid in the own turn, at no other time", hint);
        }
        let guards = effect.guard.iter().flat_map(|guard| &guard.condition.0);
        for atom in guards {
            self.atom(atom, moment);
        }
        for (place, clause) in effect.body.0.iter().enumerate() {
            self.clause(effect, clause, place, moment);
        }
        self.powers(effect);
        self.loops(effect);
    }

    fn timing(&mut self, effect: &Effect) {
        let Some(timed) = &effect.timing else { return };
        match &timed.timing {
            Timing::Reveal {} if self.facts.champion => {
                let hint = "use another time, such as the start of each round";
                self.fault("E-TYPE", "a Champion is not revealed in a slot", hint);
            }
            Timing::When { event: Event::ChainComplete {} } => self.chain(true),
            Timing::When { event: Event::Deployed {} } => self.deployable(),
            Timing::When { event: Event::Moves { space, .. } } => self.space(space, Moment::of(effect)),
            _ => {}
        }
    }

    fn deployable(&mut self) {
        if !self.facts.deployable {
            self.fault("E-TYPE", "only Minions and Terrain are deployed", "give the card an `arena`");
        }
    }

    fn space(&mut self, space: &Space, moment: Moment) {
        match space {
            Space::ThisCards {} => self.deployable(),
            Space::Any { space } => match &space.0.relation {
                Some(SpaceRelation::Adjacent { reference } | SpaceRelation::Within { reference, .. }) => {
                    self.reference(reference, moment);
                }
                None => {}
            },
        }
    }

    fn reference(&mut self, reference: &Ref, moment: Moment) {
        match reference {
            Ref::ThisCard {} => self.deployable(),
            Ref::Attacker {} | Ref::Defender {} => self.attack(moment),
            Ref::You {} | Ref::Enemy {} | Ref::Ally {} => {}
        }
    }

    fn attack(&mut self, moment: Moment) {
        if !moment.has_attack() {
            self.fault("E-REF", "there is no attack to speak of at that time", "use a time within an attack");
        }
    }

    fn dice(&mut self, moment: Moment) {
        if !moment.has_dice() {
            self.fault("E-WINDOW", "no dice lie at that time", "use `when you roll attack dice` or its like");
        }
    }

    fn atom(&mut self, atom: &Atom, moment: Moment) {
        if needs_dice(atom) {
            self.dice(moment);
        }
        match atom {
            Atom::ChainComplete {} => self.chain(true),
            Atom::DieShows { value } => self.range(!(1..=6).contains(&value.0), "a die shows 1 to 6"),
            Atom::Round { count, .. } => self.range(!(1..=4).contains(&count.0), "there are four rounds"),
            Atom::Attack { .. } if !moment.has_damage() => {
                self.fault(
                    "E-WINDOW",
                    "no attack has hit or missed at that time",
                    "use `when your attack hits`",
                );
            }
            Atom::AttackIs { .. }
            | Atom::Place { whom: Whom::Attacker {} | Whom::Defender {}, .. }
            | Atom::Adjacent { whom: Whom::Attacker {} | Whom::Defender {}, .. }
            | Atom::Life { rival: Rival::Attacker {} | Rival::Defender {}, .. } => self.attack(moment),
            _ => {}
        }
    }

    fn clause(&mut self, effect: &Effect, clause: &Clause, place: usize, moment: Moment) {
        for atom in clause.condition.iter().flat_map(|condition| &condition.condition.0) {
            if matches!(atom, Atom::Stopped {}) && !moves_others(&effect.body.0[..place]) {
                self.fault("E-REF", "nobody was moved before", "push or pull somebody first");
            }
            self.atom(atom, moment);
        }
        let before = &effect.body.0[..place];
        match &clause.action {
            Action::Power { power } => self.power(effect, power, moment),
            Action::Plain { plain } => self.plain(effect, plain, before, moment),
        }
    }

    /// Whether somebody was named whom `that enemy` or `it` can mean.
    fn named(&mut self, effect: &Effect, before: &[Clause]) {
        let by_event = effect.timing.as_ref().is_some_and(|timed| match &timed.timing {
            Timing::When { event } => match event {
                Event::EnemyDeclares { .. }
                | Event::EnemyRollsDefense {}
                | Event::EnemyRollsAttack { .. }
                | Event::EnemyAttack { .. }
                | Event::EnemyLosesLife {}
                | Event::EnemyDefeated {}
                | Event::EnemyStartsTurn {}
                | Event::EnemyEndsTurn {} => true,
                Event::Moves { mover, .. } => !matches!(mover, Mover::You {}),
                _ => false,
            },
            _ => false,
        });
        if !by_event && !before.iter().any(|clause| target_of(clause).is_some()) {
            self.fault(
                "E-REF",
                "nobody was named before",
                "name a target, or use a time that names an enemy",
            );
        }
    }

    fn target(&mut self, effect: &Effect, target: &Target, before: &[Clause], moment: Moment) {
        match target {
            Target::Attacker {} | Target::Defender {} => self.attack(moment),
            Target::ThatEnemy {} | Target::ThatChampion {} => self.named(effect, before),
            _ => {}
        }
    }

    fn subject(&mut self, effect: &Effect, subject: &Subject, before: &[Clause]) {
        if !matches!(subject, Subject::You {}) {
            self.named(effect, before);
        }
    }

    fn whose(&mut self, effect: &Effect, whose: &Whose, before: &[Clause], moment: Moment) {
        match whose {
            Whose::Your {} => {}
            Whose::Attackers {} | Whose::Defenders {} => self.attack(moment),
            Whose::ThatEnemys {} => self.named(effect, before),
        }
    }

    fn plain(&mut self, effect: &Effect, plain: &Plain, before: &[Clause], moment: Moment) {
        match plain {
            Plain::Move { .. } if moment.is_enemys() => {
                let hint = "use **Dodge** or **React**";
                self.fault("E-FAMILY", "moving in an enemy's turn needs a power ability", hint);
            }
            Plain::Has { who, mods, .. } => {
                self.attack(moment);
                self.range(
                    mods.0.iter().any(|change| !(-9..=9).contains(&change.value.0)),
                    "a change is -9 to +9",
                );
                self.subject(effect, who, before);
            }
            Plain::Gain { gain } => self.subject(effect, &gain.who, before),
            Plain::Lose { target, .. } => self.target(effect, target, before, moment),
            Plain::Reduce { .. } if !moment.has_damage() => {
                self.fault(
                    "E-WINDOW",
                    "there is no damage at that time",
                    "use `when an enemy's attack hits you`",
                );
            }
            Plain::Critical {} => self.attack(moment),
            Plain::SetDie { whose, value } => {
                self.dice(moment);
                self.range(!(1..=6).contains(&value.0), "a die shows 1 to 6");
                self.whose(effect, whose, before, moment);
            }
            Plain::ChangeDie { whose, count } => {
                self.dice(moment);
                self.range(!(1..=5).contains(&count.0), "a die changes by 1 to 5");
                self.whose(effect, whose, before, moment);
            }
            Plain::ExtraDice { count } => {
                self.dice(moment);
                self.range(!(1..=3).contains(&count.0), "one to three extra dice");
            }
            Plain::Look { whose } => self.whose(effect, whose, before, moment),
            Plain::LifeBecomes { count } => self.range(count.0 == 0, "Life becomes 1 to 12"),
            _ => {}
        }
    }

    fn power(&mut self, effect: &Effect, power: &Power, moment: Moment) {
        if let Some(target) = power_target(power) {
            self.target(effect, target, &[], moment);
        }
        match power {
            Power::Deploy { space } => {
                self.deployable();
                self.space(space, moment);
            }
            Power::Jump { space } => self.space(space, moment),
            Power::DisarmAttack { so } => {
                if !matches!(moment, Moment::Untimed | Moment::Declared(true)) {
                    self.fault(
                        "E-WINDOW",
                        "no enemy has announced an attack then",
                        "use `when an enemy declares`",
                    );
                }
                let foreign = so.iter().flat_map(|so| &so.mods.0).any(|change| {
                    change.value.0 >= 0 || !matches!(change.stat, Stat::Atk {} | Stat::Damage {})
                });
                self.family(foreign, "Disarm takes ATK or Damage off an attack");
            }
            Power::Dodge { .. } => {
                let fits = matches!(moment, Moment::Untimed | Moment::Declared(true));
                self.family(!fits, "Dodge answers an enemy's attack");
            }
            Power::React { .. } => self.family(moment.is_own(), "React is for an enemy's turn"),
            Power::Fear { target, grant } => {
                let fine = is_hostile(target)
                    && match grant {
                        Grant::Has { who, mods, .. } => {
                            !matches!(who, Subject::You {})
                                && mods.0.iter().all(|change| {
                                    change.value.0 < 0 && matches!(change.stat, Stat::Atk {} | Stat::Def {})
                                })
                        }
                        Grant::Cannot { who, deed, .. } => {
                            !matches!(who, Subject::You {}) && !matches!(deed, Deed::GainLife {})
                        }
                    };
                self.family(
                    !fine,
                    "Fear gives enemies negative ATK or DEF, or forbids them to move or attack",
                );
            }
            Power::Rage { grant } => {
                let fine = matches!(grant, Grant::Has { who: Subject::You {}, .. });
                self.family(!fine, "Rage changes the statistics of the own Champion");
            }
            Power::Support { target, .. } => {
                self.family(is_hostile(target), "Support is for you and your allies");
            }
            Power::Poison { target, .. } | Power::Push { target, .. } | Power::Pull { target, .. } => {
                self.family(is_friendly(target), "this is done to enemies");
            }
            Power::Reroll { whose, .. } => {
                self.dice(moment);
                self.whose(effect, whose, &[], moment);
            }
            Power::Save { .. } => {
                let fits = matches!(moment, Moment::Untimed | Moment::Phase);
                self.family(!fits, "Save works at the end of the own turn");
            }
            Power::Combo { .. } | Power::DisarmWeapon { .. } | Power::Heal { .. } => {}
        }
    }

    fn family(&mut self, foreign: bool, hint: &str) {
        if foreign {
            self.fault("E-FAMILY", "that does not belong to this power ability", hint);
        }
    }

    /// One power word, in the first clause.
    fn powers(&mut self, effect: &Effect) {
        let late = effect.body.0.iter().skip(1).any(is_power);
        if late {
            let hint = "write a power ability first, and another one in a sentence of its own";
            self.fault("E-FAMILY", "a power ability stands first, and alone", hint);
        }
    }

    /// Nothing feeds itself, nothing is free without end. Rules: TR-R68.
    fn loops(&mut self, effect: &Effect) {
        let power = effect.body.0.iter().any(is_power);
        let costs: Vec<&CostItem> = effect.cost.iter().flat_map(|cost| &cost.items.0).collect();
        let consumes = costs.iter().any(|item| match item {
            CostItem::Pay { price: Price::Actions { count } } => count.0 > 0,
            CostItem::Pay { price: Price::Life { count } } | CostItem::Remove { count, .. } => count.0 > 0,
            CostItem::Deplete { .. } | CostItem::Discard { .. } => true,
        });
        let discards = costs.iter().any(|item| matches!(item, CostItem::Discard { .. }));
        let phase = effect.timing.as_ref().is_some_and(|timed| match &timed.timing {
            Timing::When { event } => matches!(event, Event::ChainComplete {}),
            _ => true,
        });
        let feeds = effect.body.0.iter().any(|clause| {
            let Action::Plain { plain } = &clause.action else { return false };
            matches!(plain, Plain::Gain { .. } | Plain::Recharge { .. } | Plain::Move { .. })
        });
        let limited = effect.frequency.is_some() || power;
        let hint = "add a frequency such as `once per round`";
        if feeds && !(limited || phase || discards) {
            self.fault("E-LOOP", "this could feed itself without end", hint);
        } else if effect.timing.is_none() && !limited && !consumes {
            self.fault("E-LOOP", "this is free and can be used without end", hint);
        }
    }
}

fn needs_dice(atom: &Atom) -> bool {
    matches!(atom, Atom::Doubles {} | Atom::DieShows { .. })
}

fn is_power(clause: &Clause) -> bool {
    matches!(clause.action, Action::Power { .. })
}

fn moves_others(clauses: &[Clause]) -> bool {
    clauses.iter().any(|clause| {
        matches!(&clause.action, Action::Power { power: Power::Push { .. } | Power::Pull { .. } })
    })
}

fn power_target(power: &Power) -> Option<&Target> {
    match power {
        Power::DisarmWeapon { target }
        | Power::Fear { target, .. }
        | Power::Poison { target, .. }
        | Power::Pull { target, .. }
        | Power::Push { target, .. }
        | Power::Support { target, .. } => Some(target),
        Power::Heal { target, .. } => target.as_ref(),
        _ => None,
    }
}

/// Whom a clause names, if anybody.
fn target_of(clause: &Clause) -> Option<&Target> {
    match &clause.action {
        Action::Power { power } => power_target(power),
        Action::Plain { plain: Plain::Lose { target, .. } } => Some(target),
        Action::Plain { .. } => None,
    }
}

fn is_hostile(target: &Target) -> bool {
    match target {
        Target::Chosen { noun, .. } => matches!(noun, Noun::Enemy {} | Noun::EnemyMinion {}),
        Target::Attacker {} | Target::Defender {} | Target::ThatEnemy {} => true,
        Target::ThatChampion {} | Target::You {} | Target::YouAndAllies { .. } | Target::YouOrAlly { .. } => {
            false
        }
    }
}

fn is_friendly(target: &Target) -> bool {
    match target {
        Target::Chosen { noun, .. } => matches!(noun, Noun::Ally {}),
        Target::You {} | Target::YouAndAllies { .. } | Target::YouOrAlly { .. } => true,
        _ => false,
    }
}
