//! Whether a text that can be read makes sense: the checks behind the grammar. Rules: TR-R52, TR-R62, TR-R63,
//! TR-R65, TR-R68, TR-R70, TR-R76, TR-R78, TR-R85 to TR-R99.

use cardlang::{AndList, Diagnostic, Phrase, Span, written};

use crate::action::MOST_ARGUMENTS;
use crate::faces::{costs, pays_actions, power, target_of};
use crate::text::{
    Ability, Action, Atom, AttackNoun, Clause, CostItem, Countable, Deed, Duration, Effect, Event, Foes,
    Frequency, Gift, Grant, Holder, Level, Mod, Mover, Near, Noun, OwnCard, Pick, Plain, Power, Price, Ref,
    Rival, Scope, Space, SpaceRelation, Stat, Static, StaticClause, Step, Subject, Target, Timing, Victim,
    Where, Whom, Whose,
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

/// Dice that have just been rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Roll {
    YourDefense,
    YourAttack,
    EnemysDefense,
    EnemysAttack,
}

impl Roll {
    /// Whether these are the dice that a text means.
    fn is_of(self, whose: &Whose) -> bool {
        match whose {
            Whose::Your {} => matches!(self, Self::YourDefense | Self::YourAttack),
            Whose::Attackers {} => matches!(self, Self::YourAttack | Self::EnemysAttack),
            Whose::Defenders {} => matches!(self, Self::YourDefense | Self::EnemysDefense),
            Whose::ThatEnemys {} => matches!(self, Self::EnemysDefense | Self::EnemysAttack),
        }
    }
}

/// When a text holds or can be used, as far as the checks care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Moment {
    /// Always: standing text.
    Standing,
    /// No time is given: whenever it can act.
    AnyTime,
    /// In the own turn, outside attacks.
    OwnIdle,
    /// A phase: reveal, start or end of rounds and own turns.
    Phase,
    /// An attack was announced; whether by an enemy.
    Declared(bool),
    /// Dice of either side lie.
    AnyRoll,
    /// Dice lie.
    Rolled(Roll),
    /// An attack hit or missed; whether an enemy's.
    Result(bool),
    /// Life was lost.
    Life,
    /// The own Champion is at 0 Life.
    Defeat,
    /// Somebody moved; whether neither you nor an ally.
    Moved(bool),
    /// An enemy's turn starts or ends.
    EnemyTurn,
}

impl Moment {
    fn of(effect: &Effect) -> Self {
        let Some(timed) = &effect.timing else {
            return match power(effect) {
                Some(power) => Self::natural(power),
                None if pays_actions(effect) => Self::OwnIdle,
                None => Self::AnyTime,
            };
        };
        let Timing::When { event } = &timed.timing else { return Self::Phase };
        match event {
            Event::ChainComplete {} | Event::Deployed {} => Self::Phase,
            Event::YouDeclare { .. } => Self::Declared(false),
            Event::EnemyDeclares { .. } => Self::Declared(true),
            Event::YouRollAttack { .. } => Self::Rolled(Roll::YourAttack),
            Event::EnemyRollsDefense {} => Self::Rolled(Roll::EnemysDefense),
            Event::YouRollDefense {} => Self::Rolled(Roll::YourDefense),
            Event::EnemyRollsAttack { .. } => Self::Rolled(Roll::EnemysAttack),
            Event::YourAttack { .. } => Self::Result(false),
            Event::EnemyAttack { .. } => Self::Result(true),
            Event::YouLoseLife {} | Event::EnemyLosesLife {} | Event::EnemyDefeated {} => Self::Life,
            Event::YouWouldBeDefeated {} => Self::Defeat,
            Event::Moves { mover, .. } => Self::Moved(matches!(mover, Mover::Enemy {} | Mover::Champion {})),
            Event::EnemyStartsTurn {} | Event::EnemyEndsTurn {} => Self::EnemyTurn,
        }
    }

    /// The window of a power ability without a time. Rules: TR-R85 to TR-R99.
    fn natural(power: &Power) -> Self {
        match power {
            Power::DisarmAttack { .. } | Power::Dodge { .. } | Power::React { .. } => Self::Declared(true),
            Power::Reroll { .. } => Self::AnyRoll,
            Power::Save { .. } => Self::Phase,
            _ => Self::OwnIdle,
        }
    }

    fn has_attack(self) -> bool {
        matches!(self, Self::Standing | Self::AnyTime | Self::AnyRoll) || self.is_attacked().is_some()
    }

    /// Whether the own dice lie, be they fixed or not.
    fn has_own_dice(self) -> bool {
        match self {
            Self::AnyTime | Self::AnyRoll => true,
            Self::Rolled(roll) => roll != Roll::EnemysDefense,
            _ => false,
        }
    }

    /// Whether those dice can be changed. Rules: TR-R52.
    fn has_dice_of(self, whose: &Whose) -> bool {
        match self {
            Self::AnyTime | Self::AnyRoll => true,
            Self::Rolled(roll) => roll.is_of(whose),
            _ => false,
        }
    }

    fn has_damage(self) -> bool {
        matches!(self, Self::AnyTime | Self::Result(_))
    }

    /// Whether the attack that must be in progress is an enemy's.
    fn is_attacked(self) -> Option<bool> {
        match self {
            Self::Declared(enemys) | Self::Result(enemys) => Some(enemys),
            Self::Rolled(roll) => Some(matches!(roll, Roll::YourDefense | Roll::EnemysAttack)),
            _ => None,
        }
    }

    /// Whether it comes by what others do, and so in their turns.
    fn is_others(self) -> bool {
        matches!(self, Self::Life | Self::Defeat | Self::Moved(true) | Self::EnemyTurn)
            || self.is_attacked() == Some(true)
    }

    /// Whether it never comes in an enemy's turn, but by a step of one's own there.
    fn is_own(self) -> bool {
        matches!(self, Self::OwnIdle | Self::Phase) || self.is_attacked() == Some(false)
    }
}

/// Everything that makes no sense in an ability, which is that part of a text.
pub fn check(ability: &Ability, facts: Facts, text: &str, span: Span) -> Vec<Diagnostic> {
    let sentence = &text[span.start..span.end];
    let mut checks = Checks { facts, sentence, span, found: Vec::new() };
    match ability {
        Ability::Construction { .. } => {}
        Ability::Static { standing } => checks.standing(standing),
        Ability::Effect { effect } => checks.effect(effect),
    }
    checks.found
}

/// Where words stand in a sentence, whose first letter is a capital.
pub fn place_of(words: &str, sentence: &str) -> Option<Span> {
    let at = sentence.to_ascii_lowercase().find(&words.to_ascii_lowercase())?;
    (!words.is_empty()).then(|| Span::new(at, at + words.len()))
}

struct Checks<'t> {
    facts: Facts,
    sentence: &'t str,
    /// Where the sentence stands in its text.
    span: Span,
    found: Vec<Diagnostic>,
}

impl Checks<'_> {
    /// Notes a fault at a phrase; of each code one is enough for a sentence.
    fn fault<P: Phrase>(&mut self, code: &'static str, phrase: &P, message: &str, hint: &str) {
        if self.found.iter().any(|known| known.code == code) {
            return;
        }
        let span = place_of(&written(phrase), self.sentence)
            .map_or(self.span, |at| Span::new(self.span.start + at.start, self.span.start + at.end));
        self.found.push(Diagnostic::new(code, span, message).hint(hint));
    }

    fn range<P: Phrase>(&mut self, outside: bool, phrase: &P, hint: &str) {
        if outside {
            self.fault("E-RANGE", phrase, "a number is out of range", hint);
        }
    }

    fn family<P: Phrase>(&mut self, foreign: bool, phrase: &P, hint: &str) {
        if foreign {
            self.fault("E-FAMILY", phrase, "that does not belong to this power ability", hint);
        }
    }

    fn window<P: Phrase>(&mut self, closed: bool, phrase: &P, message: &str, hint: &str) {
        if closed {
            self.fault("E-WINDOW", phrase, message, hint);
        }
    }

    fn standing(&mut self, standing: &Static) {
        let (mut by_actions, mut by_hands) = (false, false);
        for atom in standing.condition.iter().flat_map(|condition| &condition.condition.0) {
            self.atom(atom, &[], Moment::Standing);
            by_actions |= matches!(atom, Atom::Count { what: Countable::Unspent {}, .. });
            by_hands |= matches!(atom, Atom::FreeHand {});
        }
        for clause in &standing.clauses.0 {
            match clause {
                StaticClause::Has { mods, who, scope } => {
                    // Agility changes the Actions at once. Rules: TR-R19, TR-R68.
                    let agility = mods.0.iter().any(|change| matches!(change.stat, Stat::Agility {}));
                    if by_actions && agility && matches!(who, Holder::You {}) {
                        let message = "this changes the Actions that it depends on";
                        self.fault("E-LOOP", clause, message, "change something else than Agility");
                    }
                    self.holder(who);
                    self.mods(mods);
                    self.scope(scope.as_ref());
                    let odd = |change: &&Mod| matches!(change.stat, Stat::Agility {} | Stat::Initiative {});
                    if let (Holder::ThisCard {}, Some(change)) = (who, mods.0.iter().find(odd)) {
                        let message = "a card has no Agility or Initiative to change";
                        self.fault("E-FAMILY", change, message, "say who has");
                    }
                }
                StaticClause::Exactly { who, level } => {
                    self.holder(who);
                    match level {
                        Level::Agility { count } => {
                            self.range(!(0..=9).contains(&count.0), level, "Agility is 0 to 9");
                            if by_actions && matches!(who, Holder::You {}) {
                                let message = "this changes the Actions that it depends on";
                                self.fault("E-LOOP", clause, message, "change something else than Agility");
                            }
                            if matches!(who, Holder::ThisCard {}) {
                                self.fault("E-FAMILY", level, "a card has no Agility", "say who has");
                            }
                        }
                        Level::Def { value } => {
                            self.range(!(-3..=3).contains(&value.0), level, "DEF is -3 to +3");
                        }
                    }
                }
                StaticClause::Cannot { who, .. } => self.holder(who),
                StaticClause::GridAlso { value, .. } | StaticClause::GridAll { value } => {
                    self.range(!(-3..=3).contains(&value.0), value, "a grid shows -3 to +3");
                }
                StaticClause::Hands { count } => {
                    // Which hands are free follows from the hands that cards need. Rules: TR-R47, TR-R68.
                    if by_hands {
                        let message = "this changes the hands that it depends on";
                        self.fault("E-LOOP", clause, message, "use another condition than a free hand");
                    }
                    self.range(count.0 > 2, clause, "a card needs 0 to 2 hands");
                }
            }
        }
    }

    fn holder(&mut self, who: &Holder) {
        if let Holder::EachEnemy { near: Some(near) } | Holder::EachAlly { near: Some(near) } = who {
            self.near(near, Moment::Standing);
        }
    }

    fn mods(&mut self, mods: &AndList<Mod>) {
        for change in &mods.0 {
            self.range(!(-9..=9).contains(&change.value.0), change, "a change is -9 to +9");
        }
    }

    /// Which attacks a change is for: they come later.
    fn scope(&mut self, scope: Option<&Scope>) {
        let foes = match scope {
            Some(Scope::With { against, .. }) => against.as_ref().map(|against| &against.foes),
            Some(Scope::Against { foes }) => Some(foes),
            None => None,
        };
        if let Some(Foes::Enemies { place }) = foes {
            self.place(place, Moment::Standing);
        }
    }

    fn chain<P: Phrase>(&mut self, phrase: &P) {
        if !self.facts.chain {
            let hint = "give it a `chain`, or leave the chain out";
            self.fault("E-REF", phrase, "the card belongs to no chain", hint);
        }
    }

    fn effect(&mut self, effect: &Effect) {
        let moment = Moment::of(effect);
        self.loops(effect);
        self.timing(effect, moment);
        if let Some(limited) = &effect.frequency {
            let never = matches!(&limited.frequency, Frequency::Times { count } if count.0 == 0);
            self.range(never, &limited.frequency, "0 times is never: give 1 or more");
        }
        for atom in effect.guard.iter().flat_map(|guard| &guard.condition.0) {
            self.atom(atom, &[], moment);
        }
        self.price(effect, moment);
        let many = crate::effects::choice_count(effect) > MOST_ARGUMENTS;
        self.range(many, effect, "an effect lets its user choose at most four things");
        for (place, clause) in effect.body.0.iter().enumerate() {
            self.clause(effect, clause, place, moment);
        }
    }

    fn timing(&mut self, effect: &Effect, moment: Moment) {
        let Some(timed) = &effect.timing else { return };
        match &timed.timing {
            Timing::Reveal {} if self.facts.champion => {
                let hint = "use another time, such as the start of each round";
                self.fault("E-TYPE", &timed.timing, "a Champion is not revealed in a slot", hint);
            }
            Timing::When { event } => match event {
                Event::ChainComplete {} => self.chain(event),
                Event::Deployed {} => self.deployable(event),
                Event::Moves { space, .. } => self.space(space, moment),
                _ => {}
            },
            _ => {}
        }
    }

    /// What is paid, and when. Rules: TR-R70, TR-R76, TR-R78.
    fn price(&mut self, effect: &Effect, moment: Moment) {
        for item in costs(effect) {
            match item {
                CostItem::Pay { price: Price::Actions { .. } } if moment != Moment::OwnIdle => {
                    let message = "Actions are only paid in the own turn, at no other time";
                    let hint = "leave the time out, or pay something else";
                    self.fault("E-ACTIONTIME", item, message, hint);
                }
                CostItem::Deplete { card: OwnCard::ThisCard {} }
                | CostItem::Discard { card: OwnCard::ThisCard {} }
                    if self.facts.champion =>
                {
                    let message = "a Champion is neither depleted nor discarded";
                    self.fault("E-TYPE", item, message, "pay something else");
                }
                CostItem::Deplete { card: OwnCard::FaceDown {} } => {
                    let hint = "discard it, or name `another of your charged cards`";
                    self.fault("E-TYPE", item, "a face-down card is not depleted", hint);
                }
                _ => {}
            }
        }
    }

    fn deployable<P: Phrase>(&mut self, phrase: &P) {
        if !self.facts.deployable {
            let hint = "give the card an `arena`";
            self.fault("E-TYPE", phrase, "only Minions and Terrain are deployed", hint);
        }
    }

    /// Where this card is: Champions stand in the Arena, other cards must be deployed.
    fn here<P: Phrase>(&mut self, phrase: &P) {
        if !self.facts.deployable && !self.facts.champion {
            let hint = "measure from `you`, or give the card an `arena`";
            self.fault("E-REF", phrase, "this card lies on no space of the Arena", hint);
        }
    }

    fn near(&mut self, near: &Near, moment: Moment) {
        if let Near::Within { of: Some(of), .. } = near {
            self.reference(&of.reference, moment);
        }
    }

    fn place(&mut self, place: &Where, moment: Moment) {
        match place {
            Where::Near { near } => self.near(near, moment),
            Where::In { space } => self.space(space, moment),
        }
    }

    fn space(&mut self, space: &Space, moment: Moment) {
        match space {
            Space::ThisCards {} => self.here(space),
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
            Ref::ThisCard {} => self.here(reference),
            Ref::Attacker {} | Ref::Defender {} => self.attack(reference, moment),
            Ref::You {} | Ref::Enemy {} | Ref::Ally {} => {}
        }
    }

    /// An attacker or defender needs an attack.
    fn attack<P: Phrase>(&mut self, phrase: &P, moment: Moment) {
        if !moment.has_attack() {
            let message = "there is no attack to speak of at that time";
            self.fault("E-REF", phrase, message, "use a time within an attack");
        }
    }

    fn this_attack<P: Phrase>(&mut self, phrase: &P, moment: Moment) {
        let closed = !moment.has_attack();
        self.window(closed, phrase, "no attack is in progress at that time", "use a time within an attack");
    }

    fn atom(&mut self, atom: &Atom, before: &[Clause], moment: Moment) {
        match atom {
            Atom::ChainComplete {} => self.chain(atom),
            Atom::Doubles {} => self.own_dice(atom, moment),
            Atom::DieShows { value } => {
                self.own_dice(atom, moment);
                self.range(!(1..=6).contains(&value.0), atom, "a die shows 1 to 6");
            }
            Atom::Round { count, .. } => {
                self.range(!(1..=4).contains(&count.0), atom, "there are four rounds");
            }
            Atom::Attack { .. } => {
                let message = "no attack has hit or missed at that time";
                self.window(!moment.has_damage(), atom, message, "use `when your attack hits`");
            }
            Atom::AttackIs { .. } => self.this_attack(atom, moment),
            Atom::Life { rival: Rival::Attacker {} | Rival::Defender {}, .. } => self.attack(atom, moment),
            Atom::Place { whom, place } => {
                self.whom(whom, moment);
                self.place(place, moment);
            }
            Atom::Adjacent { whom, reference } => {
                self.whom(whom, moment);
                self.reference(reference, moment);
            }
            Atom::Stopped {} if !moves_others(before) => {
                self.fault("E-REF", atom, "nobody was moved before", "push or pull somebody first");
            }
            _ => {}
        }
    }

    fn whom(&mut self, whom: &Whom, moment: Moment) {
        if matches!(whom, Whom::Attacker {} | Whom::Defender {}) {
            self.attack(whom, moment);
        }
    }

    fn own_dice(&mut self, atom: &Atom, moment: Moment) {
        let hint = "use `when you roll attack dice` or its like";
        self.window(!moment.has_own_dice(), atom, "your dice do not lie at that time", hint);
    }

    /// Dice that a text changes. Rules: TR-R52.
    fn dice<P: Phrase>(&mut self, whose: &Whose, phrase: &P, moment: Moment) {
        let message = "those dice cannot be changed at that time";
        let hint = "use the time at which they are rolled, such as `when you roll attack dice`";
        self.window(!moment.has_dice_of(whose), phrase, message, hint);
    }

    fn clause(&mut self, effect: &Effect, clause: &Clause, place: usize, moment: Moment) {
        let before = &effect.body.0[..place];
        for atom in clause.condition.iter().flat_map(|condition| &condition.condition.0) {
            self.atom(atom, before, moment);
        }
        if let Some(target) = target_of(clause) {
            self.target(effect, target, before, moment);
        }
        match &clause.action {
            // One power word, in the first clause.
            Action::Power { power } if place > 0 => {
                let hint = "write a power ability first, and another one in a sentence of its own";
                self.fault("E-FAMILY", power, "a power ability stands first, and alone", hint);
            }
            Action::Power { power } => self.power(effect, power, moment),
            Action::Plain { plain } => self.plain(effect, plain, before, moment),
        }
    }

    /// Whether somebody was named whom a phrase can mean: by the time, else as a target before.
    fn named<P: Phrase>(&mut self, effect: &Effect, phrase: &P, enemy: bool, before: &[Clause]) {
        let fits = match named_by(effect) {
            Some(by_enemy) => by_enemy || !enemy,
            None => before.iter().filter_map(target_of).any(|target| {
                let one = match target {
                    Target::Chosen { pick, .. } => matches!(pick, Pick::Target {}),
                    Target::YouAndAllies { .. } => false,
                    _ => true,
                };
                one && !(enemy && is_friendly(target))
            }),
        };
        if !fits {
            let (message, hint) = if enemy {
                ("no enemy was named before", "name a target, or use a time that names an enemy")
            } else {
                ("nobody was named before", "name a target, or use a time that names somebody")
            };
            self.fault("E-REF", phrase, message, hint);
        }
    }

    fn target(&mut self, effect: &Effect, target: &Target, before: &[Clause], moment: Moment) {
        match target {
            Target::Attacker {} | Target::Defender {} => self.attack(target, moment),
            Target::ThatEnemy {} => self.named(effect, target, true, before),
            Target::ThatChampion {} => self.named(effect, target, false, before),
            Target::Chosen { near, .. } | Target::YouAndAllies { near } | Target::YouOrAlly { near } => {
                if let Some(near) = near {
                    self.near(near, moment);
                }
            }
            Target::You {} => {}
        }
    }

    fn subject<P: Phrase>(&mut self, effect: &Effect, who: &Subject, phrase: &P, before: &[Clause]) {
        match who {
            Subject::You {} => {}
            Subject::It {} => self.named(effect, phrase, false, before),
            Subject::ThatEnemy {} => self.named(effect, phrase, true, before),
        }
    }

    fn whose(&mut self, effect: &Effect, whose: &Whose, before: &[Clause], moment: Moment) {
        match whose {
            Whose::Your {} => {}
            Whose::Attackers {} | Whose::Defenders {} => self.attack(whose, moment),
            Whose::ThatEnemys {} => self.named(effect, whose, true, before),
        }
    }

    fn plain(&mut self, effect: &Effect, plain: &Plain, before: &[Clause], moment: Moment) {
        match plain {
            Plain::Move { .. } | Plain::Rotate {} if moment.is_others() => {
                let message = "a step in an enemy's turn needs a power ability";
                self.fault("E-FAMILY", plain, message, "use **Dodge** or **React**");
            }
            Plain::Has { who, mods, scope } => {
                self.this_attack(plain, moment);
                self.mods(mods);
                self.scope(scope.as_ref());
                self.subject(effect, who, plain, before);
            }
            Plain::Gain { gain } => self.subject(effect, &gain.who, gain, before),
            Plain::Reduce { .. } => {
                let hint = "use `when an enemy's attack hits you`";
                self.window(!moment.has_damage(), plain, "there is no damage at that time", hint);
            }
            Plain::Critical {} => self.this_attack(plain, moment),
            Plain::SetDie { whose, value } => {
                self.dice(whose, plain, moment);
                self.range(!(1..=6).contains(&value.0), plain, "a die shows 1 to 6");
                self.whose(effect, whose, before, moment);
            }
            Plain::ChangeDie { whose, count } => {
                self.dice(whose, plain, moment);
                self.range(!(1..=5).contains(&count.0), plain, "a die changes by 1 to 5");
                self.whose(effect, whose, before, moment);
            }
            Plain::ExtraDice { count } => {
                self.dice(&Whose::Your {}, plain, moment);
                self.range(!(1..=3).contains(&count.0), plain, "one to three extra dice");
            }
            Plain::Look { whose } => self.whose(effect, whose, before, moment),
            Plain::LifeBecomes { count } => {
                let hint = "use `when you would be defeated`, or **Heal**";
                self.window(moment != Moment::Defeat, plain, "Life is set only at the point of defeat", hint);
                self.range(count.0 == 0, plain, "Life becomes 1 to 12");
            }
            _ => {}
        }
    }

    fn power(&mut self, effect: &Effect, power: &Power, moment: Moment) {
        let timing = effect.timing.as_ref().map(|timed| &timed.timing);
        match power {
            Power::Combo { step } => {
                let foreign = matches!(step, Step::Rotate {} | Step::Spend { .. });
                self.family(foreign, step, "Combo is a free attack or a free move");
            }
            Power::Deploy { space } => {
                self.deployable(power);
                self.space(space, moment);
            }
            Power::Jump { space } => self.space(space, moment),
            Power::DisarmAttack { so } => {
                let closed = moment != Moment::Declared(true);
                let hint = "use `when an enemy declares`";
                self.window(closed, power, "no enemy has announced an attack then", hint);
                let other = matches!(
                    timing,
                    Some(Timing::When {
                        event: Event::EnemyDeclares {
                            attack: AttackNoun::Base {} | AttackNoun::Special {},
                            ..
                        }
                    })
                );
                self.family(other, power, "only weapon attacks are disarmed: write `a weapon attack`");
                if let Some(so) = so {
                    self.mods(&so.mods);
                    let fine = so.mods.0.iter().all(|change| {
                        change.value.0 < 0 && matches!(change.stat, Stat::Atk {} | Stat::Damage {})
                    });
                    self.family(!fine, so, "Disarm takes ATK or Damage off an attack");
                }
            }
            Power::DisarmWeapon { target } => {
                self.family(is_own_side(target, moment), target, "Disarm is for enemies' Weapons");
            }
            Power::Dodge { .. } => {
                self.family(moment.is_own(), power, "Dodge is for an enemy's turn");
                self.family(is_of_ally(timing), power, "Dodge answers attacks on you: use **React**");
            }
            Power::React { .. } => self.family(moment.is_own(), power, "React is for an enemy's turn"),
            Power::Fear { target, grant } => {
                self.grant(grant, moment);
                let fine = is_hostile(target)
                    && !is_own_side(target, moment)
                    && match grant {
                        Grant::Has { who, mods, .. } => {
                            !matches!(who, Subject::You {})
                                && mods.0.iter().all(|change| {
                                    change.value.0 < 0 && matches!(change.stat, Stat::Atk {} | Stat::Def {})
                                })
                        }
                        Grant::Cannot { who, deed, .. } => {
                            !matches!(who, Subject::You {})
                                && !matches!(deed, Deed::GainLife {} | Deed::Move {})
                        }
                    };
                let hint =
                    "Fear gives enemies negative ATK or DEF, or forbids them to maneuver, rotate or attack";
                self.family(!fine, power, hint);
            }
            Power::Rage { grant } => {
                self.grant(grant, moment);
                let fine = matches!(grant, Grant::Has { who: Subject::You {}, .. });
                self.family(!fine, power, "Rage changes the statistics of the own Champion");
            }
            Power::Support { target, gift } => {
                let (who, fine) = match gift {
                    Gift::Grant { grant } => {
                        self.grant(grant, moment);
                        match grant {
                            Grant::Has { who, mods, .. } => {
                                (who, mods.0.iter().all(|change| change.value.0 >= 0))
                            }
                            Grant::Cannot { who, .. } => (who, false),
                        }
                    }
                    Gift::Gain { gain } => (&gain.who, true),
                };
                self.family(!fine, gift, "Support gives a bonus or Actions");
                let hostile = is_hostile(target) || matches!(who, Subject::ThatEnemy {});
                self.family(hostile, power, "Support is for you and your allies");
            }
            Power::Poison { target, .. } => {
                self.family(is_own_side(target, moment), power, "this is done to enemies");
            }
            Power::Push { target, .. } | Power::Pull { target, .. } => {
                let foreign = !is_hostile(target) || is_own_side(target, moment);
                self.family(foreign, power, "this is done to enemies");
            }
            Power::Reroll { whose, .. } => {
                self.dice(whose, power, moment);
                self.whose(effect, whose, &[], moment);
            }
            Power::Save { .. } => {
                let fits = matches!(timing, None | Some(Timing::TurnEnd {}));
                self.family(!fits, power, "Save works at the end of the own turn");
            }
            Power::Heal { .. } => {}
        }
    }

    /// A change for a while. Rules: TR-R79.
    fn grant(&mut self, grant: &Grant, moment: Moment) {
        let duration = match grant {
            Grant::Has { mods, scope, duration, .. } => {
                self.mods(mods);
                self.scope(scope.as_ref());
                duration
            }
            Grant::Cannot { duration, .. } => duration,
        };
        if matches!(duration, Duration::Attack {}) {
            self.this_attack(duration, moment);
        }
    }

    /// Nothing feeds itself, nothing is free without end. Rules: TR-R68.
    fn loops(&mut self, effect: &Effect) {
        let consumes = costs(effect).any(|item| match item {
            CostItem::Pay { price: Price::Actions { count } } => count.0 > 0,
            CostItem::Pay { price: Price::Life { count } } | CostItem::Remove { count, .. } => count.0 > 0,
            CostItem::Deplete { .. } | CostItem::Discard { .. } => true,
        });
        let discards = costs(effect).any(|item| matches!(item, CostItem::Discard { .. }));
        let phase = effect.timing.as_ref().is_some_and(|timed| match &timed.timing {
            Timing::When { event } => matches!(event, Event::ChainComplete {}),
            _ => true,
        });
        let feeds = effect.body.0.iter().any(|clause| {
            let Action::Plain { plain } = &clause.action else { return false };
            matches!(plain, Plain::Gain { .. } | Plain::Recharge { .. } | Plain::Move { .. })
        });
        let limited = effect.frequency.is_some() || power(effect).is_some();
        let hint = "add a frequency such as `once per round`";
        if feeds && !(limited || phase || discards) {
            self.fault("E-LOOP", effect, "this could feed itself without end", hint);
        } else if effect.timing.is_none() && !limited && !consumes {
            self.fault("E-LOOP", effect, "this is free and can be used without end", hint);
        }
    }
}

/// Whether the time of an effect names somebody, and then whether that is an enemy.
fn named_by(effect: &Effect) -> Option<bool> {
    let Timing::When { event } = &effect.timing.as_ref()?.timing else { return None };
    match event {
        Event::EnemyDeclares { .. }
        | Event::EnemyRollsDefense {}
        | Event::EnemyRollsAttack { .. }
        | Event::EnemyAttack { .. }
        | Event::EnemyLosesLife {}
        | Event::EnemyDefeated {}
        | Event::EnemyStartsTurn {}
        | Event::EnemyEndsTurn {} => Some(true),
        Event::Moves { mover, .. } => match mover {
            Mover::You {} => None,
            Mover::Enemy {} => Some(true),
            Mover::Ally {} | Mover::Champion {} => Some(false),
        },
        Event::ChainComplete {}
        | Event::Deployed {}
        | Event::YouDeclare { .. }
        | Event::YouRollDefense {}
        | Event::YouRollAttack { .. }
        | Event::YourAttack { .. }
        | Event::YouLoseLife {}
        | Event::YouWouldBeDefeated {} => None,
    }
}

/// Whether a time is that of attacks on allies alone.
fn is_of_ally(timing: Option<&Timing>) -> bool {
    let Some(Timing::When { event }) = timing else { return false };
    matches!(
        event,
        Event::EnemyDeclares { victim: Victim::Ally {}, .. }
            | Event::EnemyRollsAttack { victim: Victim::Ally {} }
            | Event::EnemyAttack { victim: Victim::Ally {}, .. }
    )
}

fn moves_others(clauses: &[Clause]) -> bool {
    clauses.iter().any(|clause| {
        matches!(&clause.action, Action::Power { power: Power::Push { .. } | Power::Pull { .. } })
    })
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

/// Whether a target is never an enemy, also as one side of the attack in progress.
fn is_own_side(target: &Target, moment: Moment) -> bool {
    match target {
        Target::Attacker {} => moment.is_attacked() == Some(false),
        Target::Defender {} => moment.is_attacked() == Some(true),
        _ => is_friendly(target),
    }
}
