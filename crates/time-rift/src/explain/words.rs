//! Phrases of the card language in plain words, with the rulings that settle what they mean.

use cardlang::AndList;

use crate::cards::Card;
use crate::text::{
    Action, Adjacent, Again, Amount, Arc, Atom, AttackKind, AttackNoun, AttackResult, AttackSet, Bound,
    CardNoun, CardNouns, CardState, CardType, Clause, Construction, CostItem, Countable, Deed, DiceCount,
    DoneThisTurn, Duration, Element, Event, Facing, FilterMany, FilterOne, Foes, Gain, Gift, Grant,
    HitOrMiss, Holder, Level, May, Mod, MoreOrLess, Mover, Near, Not, Noun, OrLater, OwnAttack, OwnCard,
    Path, Pick, Plain, Power, Price, Ref, Rival, Scope, Space, SpaceAdjective, SpaceRelation, Stat,
    StaticClause, Step, Subject, Target, Timing, TokenPlace, Trait, UpTo, Victim, Where, Whom, Whose,
    WithThisCard, Zone,
};

/// Tells what phrases mean and notes the rulings they touch.
pub struct Teller<'c> {
    card: &'c Card,
    rules: Vec<&'static str>,
}

impl<'c> Teller<'c> {
    /// For the texts of a card.
    pub fn new(card: &'c Card) -> Self {
        Self { card, rules: Vec::new() }
    }

    /// Notes a ruling.
    pub fn rule(&mut self, id: &'static str) {
        if !self.rules.contains(&id) {
            self.rules.push(id);
        }
    }

    /// The rulings noted, by number.
    pub fn rules(mut self) -> Vec<&'static str> {
        self.rules.sort_by_key(|id| id.rsplit('R').next().and_then(|n| n.parse::<u16>().ok()));
        self.rules
    }

    // Deck building and standing changes.

    /// What deck building text allows.
    pub fn construction(&mut self, text: &Construction) -> String {
        self.rule("TR-R25");
        let (count, sort) = (text.count.0, card_type(&text.sort));
        let more = format!("your loadout may hold {count} more {sort} than the one that is normal");
        match &text.instead {
            None => format!("{more}."),
            Some(instead) => {
                format!("{more}; in exchange it holds one {} fewer.", card_type(&instead.sort))
            }
        }
    }

    /// What a standing change does.
    pub fn standing(&mut self, clause: &StaticClause) -> String {
        match clause {
            StaticClause::Has { who, mods, scope } => {
                format!("{} has {}{}", self.holder(who), self.mods(mods), self.scope_of(scope.as_ref()))
            }
            StaticClause::Exactly { who, level } => {
                self.rule("TR-R22");
                let level = match level {
                    Level::Agility { count } => format!("Agility {}", count.0),
                    Level::Def { value } => format!("DEF {:+}", value.0),
                };
                format!(
                    "{} has {level} in the place of what is printed, changes added; of several such texts the \
                     one prevails whose owner has the highest Champion Initiative",
                    self.holder(who)
                )
            }
            StaticClause::Cannot { who, deed } => format!("{} cannot {}", self.holder(who), self.deed(deed)),
            StaticClause::GridAlso { value, zone } => {
                self.rule("TR-R2");
                self.rule("TR-R3");
                format!(
                    "blank cells of this card's attack grid {} become numbered {:+}; numbered ones stay",
                    zone_cells(zone),
                    value.0
                )
            }
            StaticClause::GridAll { value } => {
                self.rule("TR-R2");
                format!("every number of this card's attack grid is changed by {:+}", value.0)
            }
            StaticClause::Hands { count } => {
                self.rule("TR-R47");
                format!("this card needs {} fewer, but never less than none", counted(count.0, "hand"))
            }
        }
    }

    fn holder(&mut self, who: &Holder) -> String {
        match who {
            Holder::You {} => "your Champion".to_owned(),
            Holder::ThisCard {} => "this card".to_owned(),
            Holder::EachEnemy { near } => {
                format!("every enemy Champion, minion and neutral{}", self.near_of(near.as_ref()))
            }
            Holder::EachAlly { near } => {
                self.rule("TR-R130");
                format!(
                    "every ally (a team-mate's Champion or a friendly minion){}",
                    self.near_of(near.as_ref())
                )
            }
        }
    }

    /// `+1 ATK and -1 Initiative`, with what they are added to.
    fn mods(&mut self, mods: &AndList<Mod>) -> String {
        let told: Vec<String> = mods.0.iter().map(|change| self.change(change)).collect();
        told.join(" and ")
    }

    fn change(&mut self, change: &Mod) -> String {
        let (name, to) = match change.stat {
            Stat::Atk {} => ("ATK", "added to Attack Totals"),
            Stat::Def {} => ("DEF", "added to Defense Totals"),
            Stat::Damage {} => {
                self.rule("TR-R57");
                ("Damage", "added after doubling")
            }
            Stat::Agility {} => {
                self.rule("TR-R19");
                ("Agility", "unspent Actions change at once")
            }
            Stat::Initiative {} => {
                self.rule("TR-R20");
                ("Initiative", "of the round, as often as its order is computed")
            }
        };
        format!("{:+} {name} ({to})", change.value.0)
    }

    fn scope_of(&mut self, scope: Option<&Scope>) -> String {
        match scope {
            None => String::new(),
            Some(Scope::With { set, against }) => {
                let foes = against.as_ref().map(|against| self.foes(&against.foes));
                format!(", only in its own {}{}", self.attack_set(set), foes.unwrap_or_default())
            }
            Some(Scope::Against { foes }) => format!(", only{}", self.foes(foes)),
        }
    }

    fn attack_set(&mut self, set: &AttackSet) -> String {
        match set {
            AttackSet::Attacks {} => "attacks".to_owned(),
            AttackSet::Base {} => "base attacks".to_owned(),
            AttackSet::Weapon {} => "weapon attacks".to_owned(),
            AttackSet::Special {} => "special attacks".to_owned(),
            AttackSet::Keyword { keyword } => {
                self.rule("TR-R83");
                format!("attacks with cards that show the keyword [{}]", keyword.0)
            }
            AttackSet::Element { element } => {
                self.rule("TR-R83");
                format!("attacks with {} cards", element_name(element))
            }
            AttackSet::ThisCard {} => "attacks made with this card".to_owned(),
        }
    }

    fn foes(&mut self, foes: &Foes) -> String {
        match foes {
            Foes::Enemies { place } => {
                format!(" against enemies, attackers or targets, that are{}", self.place(place))
            }
            Foes::Attacks { set, side } => {
                let side = side.as_ref().map(|side| {
                    self.rule("TR-R6");
                    format!(" whose attacker stands {}", arc(&side.arc))
                });
                format!(" against {}{}", self.attack_set(set), side.unwrap_or_default())
            }
        }
    }

    fn deed(&mut self, deed: &Deed) -> &'static str {
        self.rule("TR-R22");
        match deed {
            Deed::Maneuver {} => "maneuver",
            Deed::Rotate {} => "rotate for an Action",
            Deed::Move {} => {
                self.rule("TR-R32");
                "move by itself, by maneuver or by card text; it can still be pushed and pulled, and turn"
            }
            Deed::Attack {} => "attack",
            Deed::Base {} => "make base attacks",
            Deed::Weapon {} => "make weapon attacks",
            Deed::Special {} => "make special attacks",
            Deed::GainLife {} => "gain Life",
        }
    }

    // When.

    /// When a timed effect comes, with the window's place in the game.
    pub fn timing(&mut self, timing: &Timing) -> String {
        match timing {
            Timing::Reveal {} => {
                self.rule("TR-R71");
                "when the cards of this card's round have been revealed and checked".to_owned()
            }
            Timing::RoundStart {} => {
                self.rule("TR-R20");
                "at the start of every round, after the reveal and before the first turn".to_owned()
            }
            Timing::RoundEnd {} => {
                self.rule("TR-R36");
                "at the end of every round, after Life poison and before unspent Actions vanish".to_owned()
            }
            Timing::TurnStart {} => "at the start of your own turn".to_owned(),
            Timing::TurnEnd {} => "at the end of your own turn".to_owned(),
            Timing::When { event } => self.event(event),
        }
    }

    fn event(&mut self, event: &Event) -> String {
        match event {
            Event::ChainComplete {} => {
                self.rule("TR-R105");
                let chain = self.card.chain.as_ref().map_or("its chain", |(name, _, _)| name);
                format!(
                    "when the last part of the chain {chain} has been revealed and all of them are face up"
                )
            }
            Event::Deployed {} => {
                self.rule("TR-R86");
                "right after this card has come into the Arena".to_owned()
            }
            Event::YouDeclare { attack } => {
                self.rule("TR-R37");
                format!("after you have announced and paid for {}, before any dice", attack_noun(attack))
            }
            Event::EnemyDeclares { attack, victim } => {
                self.rule("TR-R37");
                format!(
                    "after an enemy has announced and paid for {} against {}, before any dice",
                    attack_noun(attack),
                    self.victim(victim)
                )
            }
            Event::YouRollDefense {} => {
                self.rule("TR-R52");
                "when your defense dice lie, before the Defense Total is fixed".to_owned()
            }
            Event::YouRollAttack { with } => {
                self.rule("TR-R52");
                let with = match with {
                    WithThisCard::ThisCard {} => " of an attack with this card",
                    WithThisCard::Any {} => "",
                };
                format!("when your attack dice{with} lie, before the Attack Total is fixed")
            }
            Event::EnemyRollsDefense {} => {
                self.rule("TR-R52");
                "when an enemy's defense dice against your attack lie, before the Defense Total is fixed"
                    .to_owned()
            }
            Event::EnemyRollsAttack { victim } => {
                self.rule("TR-R52");
                format!(
                    "when an enemy's attack dice against {} lie, before the Attack Total is fixed",
                    self.victim(victim)
                )
            }
            Event::YourAttack { attack, result } => {
                self.rule("TR-R37");
                let result = match result {
                    AttackResult::Hits {} => "has hit, before damage",
                    AttackResult::Misses {} => "has missed",
                    AttackResult::Critical {} => {
                        self.rule("TR-R56");
                        "is a critical hit, before damage"
                    }
                };
                format!("when {} {result}", own_attack(attack))
            }
            Event::EnemyAttack { result, victim } => {
                self.rule("TR-R37");
                let victim = self.victim(victim);
                match result {
                    HitOrMiss::Hits {} => format!("when an enemy's attack has hit {victim}, before damage"),
                    HitOrMiss::Misses {} => format!("when an enemy's attack has missed {victim}"),
                }
            }
            Event::YouLoseLife {} => {
                self.rule("TR-R109");
                "after your Champion has lost Life by damage or otherwise; paying Life does not count"
                    .to_owned()
            }
            Event::EnemyLosesLife {} => {
                self.rule("TR-R109");
                "after an enemy Champion, minion or neutral has lost Life; paying Life does not count"
                    .to_owned()
            }
            Event::YouWouldBeDefeated {} => {
                self.rule("TR-R106");
                "when your Champion is at 0 Life or less, before it is removed".to_owned()
            }
            Event::EnemyDefeated {} => {
                self.rule("TR-R106");
                "after an enemy Champion, minion or neutral has been defeated".to_owned()
            }
            Event::Moves { mover, path, space } => {
                self.rule("TR-R33");
                let mover = match mover {
                    Mover::You {} => "your Champion",
                    Mover::Enemy {} => "an enemy Champion, minion or neutral",
                    Mover::Ally {} => {
                        self.rule("TR-R130");
                        "an ally"
                    }
                    Mover::Champion {} => "any Champion, your own as well,",
                };
                let space = self.space(space);
                let path = match path {
                    Path::From {} => format!("that began on {space}"),
                    Path::Into {} => format!("that ended on {space}"),
                    Path::OutOf {} => format!("that began on {space} and ended on none such"),
                };
                format!("right after {mover} has made a movement, forced or not, {path}")
            }
            Event::EnemyStartsTurn {} => "at the start of an enemy's turn".to_owned(),
            Event::EnemyEndsTurn {} => "at the end of an enemy's turn".to_owned(),
        }
    }

    fn victim(&mut self, victim: &Victim) -> &'static str {
        match victim {
            Victim::You {} => "your Champion",
            Victim::Ally {} => {
                self.rule("TR-R130");
                "one of your allies"
            }
            Victim::YouOrAlly {} => {
                self.rule("TR-R130");
                "your Champion or one of your allies"
            }
        }
    }

    // What it costs.

    /// One part of a price, with who chooses it.
    pub fn cost(&mut self, item: &CostItem) -> String {
        match item {
            CostItem::Pay { price: Price::Actions { count } } => {
                self.rule("TR-R78");
                counted(count.0, "unspent Action")
            }
            CostItem::Pay { price: Price::Life { count } } => {
                self.rule("TR-R75");
                format!("{} Life, if at least 1 remains (paying is not losing)", count.0)
            }
            CostItem::Remove { count, name } => {
                self.rule("TR-R77");
                format!("{} from this card", counted(count.0, &format!("\"{}\" token", name.0)))
            }
            CostItem::Deplete { card } => {
                self.rule("TR-R43");
                self.rule("TR-R47");
                let card = self.own_card(card, "");
                format!("depleting {card}: charged before, and within the two hands of the round")
            }
            CostItem::Discard { card } => {
                self.rule("TR-R76");
                let shown = if matches!(card, OwnCard::FaceDown {}) { ", shown as it goes" } else { "" };
                format!("discarding {}{shown}", self.own_card(card, ""))
            }
        }
    }

    /// A card of one's own, with who chooses it.
    fn own_card(&mut self, card: &OwnCard, which: &str) -> String {
        match card {
            OwnCard::ThisCard {} => "this card".to_owned(),
            OwnCard::Weapon {} => format!("a face-up{which} Weapon of yours that you choose"),
            OwnCard::Armor {} => format!("a face-up{which} Armor of yours that you choose"),
            OwnCard::Special {} => format!("a face-up{which} Special of yours that you choose"),
            OwnCard::FaceDown {} => {
                self.rule("TR-R84");
                "a face-down card of yours that you choose".to_owned()
            }
            OwnCard::Charged {} => "another charged card of yours that you choose".to_owned(),
            OwnCard::Depleted {} => "another depleted card of yours that you choose".to_owned(),
        }
    }

    // What it does.

    /// What one clause does, who chooses what, and when. `place` counts the clauses before it.
    pub fn clause(&mut self, clause: &Clause, place: usize) -> String {
        let action = match &clause.action {
            Action::Power { power } => self.power(power),
            Action::Plain { plain } => self.plain(plain),
        };
        let condition = clause.condition.as_ref().map(|condition| {
            self.rule("TR-R81");
            format!("only if {} by then: ", self.condition(&condition.condition.0))
        });
        let may = matches!(clause.may, May::May {}) && place > 0;
        let may = if may { " You may leave this part out when it is reached." } else { "" };
        format!("{}{action}{may}", condition.unwrap_or_default())
    }

    fn power(&mut self, power: &Power) -> String {
        match power {
            Power::Combo { step } => {
                self.rule("TR-R85");
                format!("Combo: {}", self.step(step))
            }
            Power::Deploy { space } => {
                self.rule("TR-R86");
                self.rule("TR-R103");
                format!(
                    "Deploy: this card goes from its slot into the Arena, onto {} that nothing occupies; you choose \
                     the space, and a minion's facing, when it is carried out. It still belongs to its slot, and it \
                     is not deployed again.",
                    self.space(space)
                )
            }
            Power::DisarmAttack { so } => {
                self.rule("TR-R87");
                match so {
                    None => "Disarm: the weapon attack that was announced is cancelled. It counts as evaded, and what \
                             was paid for it stays paid."
                        .to_owned(),
                    Some(so) => {
                        format!("Disarm: the weapon attack that was announced has {}.", self.mods(&so.mods))
                    }
                }
            }
            Power::DisarmWeapon { target } => {
                self.rule("TR-R87");
                let (who, choice) = self.target(target);
                format!("Disarm: one charged face-up Weapon of {who} is depleted.{choice}")
            }
            Power::Dodge { amount } => {
                self.rule("TR-R88");
                self.rule("TR-R38");
                format!(
                    "Dodge: your Champion moves {}. {} An attack that was announced then needs its target within its \
                     grid again, or it is evaded.",
                    spaces(amount),
                    self.walk(amount)
                )
            }
            Power::Fear { target, grant } => {
                self.rule("TR-R89");
                let (who, choice) = self.target(target);
                format!("Fear: {}.{choice}", self.grant(grant, &who))
            }
            Power::Heal { target, count } => {
                self.rule("TR-R90");
                self.rule("TR-R110");
                let (who, choice) = match target {
                    None => ("your Champion".to_owned(), String::new()),
                    Some(target) => self.target(target),
                };
                format!("Heal: {who} gains {} Life, up to its cap.{choice}", count.0)
            }
            Power::Jump { space } => {
                self.rule("TR-R91");
                format!(
                    "Jump: your Champion goes over everything in between to {} that nothing occupies, in one \
                     movement, and may turn. You choose space and facing when it is carried out.",
                    self.space(space)
                )
            }
            Power::Poison { target, price } => {
                self.rule("TR-R92");
                let (who, choice) = self.target(target);
                let (token, tick) = match price {
                    Price::Life { count } => (
                        counted(count.0, "Life-poison token"),
                        "at the end of each round each bearer loses 1 Life and one token",
                    ),
                    Price::Actions { count } => (
                        counted(count.0, "Action-poison token"),
                        "as each round begins each bearer has 1 Action fewer and loses one token",
                    ),
                };
                format!("Poison: {who} gets {token}; {tick}.{choice}")
            }
            Power::Pull { target, amount } => {
                self.rule("TR-R93");
                self.forced("Pull", "towards", target, amount)
            }
            Power::Push { target, amount } => {
                self.rule("TR-R94");
                self.forced("Push", "away from", target, amount)
            }
            Power::Rage { grant } => {
                self.rule("TR-R95");
                format!("Rage: {}.", self.grant(grant, "your Champion"))
            }
            Power::React { step } => {
                self.rule("TR-R96");
                format!("React, in an enemy's turn only: {}", self.step(step))
            }
            Power::Reroll { many, whose } => {
                self.rule("TR-R97");
                self.rule("TR-R53");
                let many = match many {
                    DiceCount::One {} => "one",
                    DiceCount::Any {} => "any number",
                };
                format!(
                    "Reroll: {many} of {} are rolled again, and the new result stands. You choose which when it is \
                     carried out.",
                    dice(whose)
                )
            }
            Power::Save { count } => {
                self.rule("TR-R98");
                format!(
                    "Save: up to {} become Save tokens on this card, and extra Actions as the next round begins. You \
                     choose how many, 0 included, as you use it.",
                    counted(count.0, "unspent Action")
                )
            }
            Power::Support { target, gift } => {
                self.rule("TR-R99");
                let (who, choice) = self.target(target);
                match gift {
                    Gift::Grant { grant } => format!("Support: {}.{choice}", self.grant(grant, &who)),
                    Gift::Gain { gain } => format!("Support: {}.{choice}", self.gain(gain, &who)),
                }
            }
        }
    }

    fn forced(&mut self, word: &str, way: &str, target: &Target, amount: &Amount) -> String {
        self.rule("TR-R100");
        let (who, choice) = self.target(target);
        let far = match amount.up_to {
            UpTo::UpTo {} => " You choose how far, 0 included, when it is carried out.",
            UpTo::Exactly {} => "",
        };
        let together = if matches!(target, Target::Chosen { pick: Pick::Each {}, .. }) {
            self.rule("TR-R152");
            " Several move at once."
        } else {
            ""
        };
        format!(
            "{word}: {who} is moved {} in a straight line {way} your Champion, until something is in the way; its facing \
             stays.{together} Where both axes are as far, you choose one.{far}{choice}",
            spaces(amount)
        )
    }

    fn plain(&mut self, plain: &Plain) -> String {
        match plain {
            Plain::Move { amount } => {
                self.rule("TR-R73");
                format!("your Champion moves {}, without Actions. {}", spaces(amount), self.walk(amount))
            }
            Plain::Rotate {} => {
                self.rule("TR-R73");
                self.rule("TR-R32");
                "your Champion turns to another facing, without Actions. You choose which when it is carried out."
                    .to_owned()
            }
            Plain::Has { who, mods, scope } => {
                self.rule("TR-R79");
                format!(
                    "{} has {}{} until this attack is over.",
                    subject(who, "it"),
                    self.mods(mods),
                    self.scope_of(scope.as_ref())
                )
            }
            Plain::Gain { gain } => format!("{}.", self.gain(gain, "it")),
            Plain::Lose { target, price } => {
                let (who, choice) = self.target(target);
                match price {
                    Price::Life { count } => {
                        self.rule("TR-R109");
                        format!(
                            "{who} loses {} Life; that is no damage and cannot be reduced as such.{choice}",
                            count.0
                        )
                    }
                    Price::Actions { count } => {
                        format!(
                            "{who} loses {}, as far as there are any.{choice}",
                            counted(count.0, "unspent Action")
                        )
                    }
                }
            }
            Plain::Reduce { count } => {
                self.rule("TR-R57");
                self.rule("TR-R109");
                format!("the damage of this attack is {} less, but never below 0.", count.0)
            }
            Plain::Critical {} => {
                self.rule("TR-R57");
                "if this attack hits, it is critical whatever its dice show: printed damage counts twice."
                    .to_owned()
            }
            Plain::SetDie { whose, value } => {
                self.rule("TR-R53");
                format!(
                    "one of {} is set to {}. You choose which when it is carried out.",
                    dice(whose),
                    value.0
                )
            }
            Plain::ChangeDie { whose, count } => {
                self.rule("TR-R53");
                format!(
                    "one of {} is turned up or down by at most {}, within 1 to 6. You choose which, and by how much, \
                     when it is carried out.",
                    dice(whose),
                    count.0
                )
            }
            Plain::ExtraDice { count } => {
                self.rule("TR-R53");
                let extra =
                    if count.0 == 1 { "1 more die is" } else { &format!("{} more dice are", count.0) };
                format!("{extra} rolled, and of all of them their owner keeps two.")
            }
            Plain::LifeBecomes { count } => {
                self.rule("TR-R106");
                format!("your Champion's Life becomes {}, and it is not defeated.", count.0)
            }
            Plain::Put { count, name, place } => {
                self.rule("TR-R77");
                let tokens = counted(count.0, &format!("\"{}\" token", name.0));
                match place {
                    TokenPlace::ThisCard {} => format!("this card gets {tokens}, at most 12 in all."),
                    TokenPlace::Target { target } => {
                        let (who, choice) = self.target(target);
                        format!("{who} gets {tokens}, at most 12 in all.{choice}")
                    }
                }
            }
            Plain::Recharge { card, again } => {
                self.rule("TR-R74");
                self.rule("TR-R42");
                let again = match again {
                    Again::Again {} => {
                        "it may make one more ordinary attack in this turn; its hands count once"
                    }
                    Again::No {} if matches!(card, OwnCard::Armor {}) => {
                        "its power ability is not used again"
                    }
                    Again::No {} => "it still makes no second ordinary attack in this turn",
                };
                format!("{} becomes charged; {again}.", self.own_card(card, " depleted"))
            }
            Plain::Swap {} => {
                self.rule("TR-R141");
                "two of your face-down cards change places. You choose which; everybody sees which slots, nobody the \
                 cards."
                    .to_owned()
            }
            Plain::Look { whose } => {
                self.rule("TR-R141");
                let owner = match whose {
                    Whose::Your {} => "your own",
                    Whose::Attackers {} => "the attacker's",
                    Whose::Defenders {} => "the defender's",
                    Whose::ThatEnemys {} => "that enemy's",
                };
                format!(
                    "you look at one of {owner} face-down cards. You choose which; everybody sees which slot, only \
                     you the card."
                )
            }
            Plain::Take { filter } => {
                self.rule("TR-R134");
                format!(
                    "you take {} that you choose from your War Chest, face up into an empty slot whose round has come; \
                     outside a match nothing happens.",
                    self.filter_one(&filter.0)
                )
            }
        }
    }

    fn gain(&mut self, gain: &Gain, it: &str) -> String {
        self.rule("TR-R19");
        format!("{} gains {}", subject(&gain.who, it), counted(gain.count.0, "unspent Action"))
    }

    fn grant(&mut self, grant: &Grant, it: &str) -> String {
        self.rule("TR-R79");
        match grant {
            Grant::Has { who, mods, scope, duration } => format!(
                "{} has {}{} {}",
                subject(who, it),
                self.mods(mods),
                self.scope_of(scope.as_ref()),
                until(duration)
            ),
            Grant::Cannot { who, deed, duration } => {
                format!("{} cannot {} {}", subject(who, it), self.deed(deed), until(duration))
            }
        }
    }

    fn step(&mut self, step: &Step) -> String {
        match step {
            Step::Attack { kind, with, against, facing, grid } => {
                self.rule("TR-R46");
                let with = match with {
                    WithThisCard::ThisCard {} => " with this card",
                    WithThisCard::Any {} => "",
                };
                let mut told = format!(
                    "you make a {} attack{with} that costs no Actions, needs no charged card and depletes none; its \
                     hands count.",
                    kind_name(kind)
                );
                if matches!((kind, with), (AttackKind::Weapon {} | AttackKind::Special {}, "")) {
                    told += " You choose the card.";
                }
                match against {
                    None => told += " You choose the target within the grid when it is carried out.",
                    Some(against) => {
                        let (who, choice) = self.target(&against.target);
                        told += &format!(" It goes against {who}, who must stand within the grid.{choice}");
                    }
                }
                if matches!(facing, Facing::Any {}) {
                    told += " You may read the grid as if you faced any direction; your real facing stays.";
                }
                if let Some(grid) = grid {
                    told += &format!(
                        " It reaches as far as the grid of {}, which commits no hands.",
                        self.own_card(&grid.card, "")
                    );
                }
                told
            }
            Step::Move { amount } => {
                self.rule("TR-R73");
                format!("your Champion moves {}, without Actions. {}", spaces(amount), self.walk(amount))
            }
            Step::Rotate {} => {
                self.rule("TR-R73");
                "your Champion turns to another facing, without Actions. You choose which when it is carried out."
                    .to_owned()
            }
            Step::Spend { count } => {
                self.rule("TR-R78");
                format!(
                    "you spend up to {} on ordinary actions, one after another. You choose each as you come to it, and \
                     may stop.",
                    counted(count.0, "unspent Action")
                )
            }
        }
    }

    /// How a voluntary movement is chosen.
    fn walk(&mut self, amount: &Amount) -> String {
        self.rule("TR-R34");
        let far = match amount.up_to {
            UpTo::UpTo {} => "how far, 0 included, ",
            UpTo::Exactly {} => "",
        };
        format!(
            "You choose {far}the way along rows and columns through free spaces, and the facing at its end, when it is \
             carried out."
        )
    }

    // Who and where.

    /// Whom a clause concerns, and who chooses.
    fn target(&mut self, target: &Target) -> (String, String) {
        let none = String::new();
        match target {
            Target::Chosen { pick, adjacent, noun, near } => {
                let place = match adjacent {
                    Adjacent::Adjacent {} => {
                        self.rule("TR-R6");
                        " within 1 space of your Champion"
                    }
                    Adjacent::Anywhere {} => "",
                };
                let place = format!("{place}{}", self.near_of(near.as_ref()));
                let noun = self.noun(noun);
                match pick {
                    Pick::Target {} => {
                        self.rule("TR-R82");
                        let choice = format!(
                            " You choose the target, one {noun}{place}, before anything is paid; without one the effect \
                             cannot be used."
                        );
                        ("the target".to_owned(), choice)
                    }
                    Pick::Each {} => {
                        self.rule("TR-R107");
                        (format!("every {noun}{place}"), " All at once; nobody chooses.".to_owned())
                    }
                }
            }
            Target::Attacker {} => ("the attacker".to_owned(), none),
            Target::Defender {} => ("the defender".to_owned(), none),
            Target::ThatEnemy {} => ("the enemy that was named before".to_owned(), none),
            Target::ThatChampion {} => ("the Champion that was named before".to_owned(), none),
            Target::You {} => ("your Champion".to_owned(), none),
            Target::YouAndAllies { near } => {
                self.rule("TR-R130");
                (format!("your Champion, and every ally{},", self.near_of(near.as_ref())), none)
            }
            Target::YouOrAlly { near } => {
                self.rule("TR-R82");
                self.rule("TR-R130");
                let near = self.near_of(near.as_ref());
                let choice =
                    format!(" You choose, before anything is paid: your Champion or one ally{near}.");
                ("the target".to_owned(), choice)
            }
        }
    }

    fn noun(&mut self, noun: &Noun) -> &'static str {
        match noun {
            Noun::Enemy {} => "enemy Champion, minion or neutral",
            Noun::Ally {} => {
                self.rule("TR-R130");
                "ally (a team-mate's Champion or a friendly minion)"
            }
            Noun::Champion {} => "Champion of any side",
            Noun::Minion {} => {
                self.rule("TR-R101");
                "minion of any side"
            }
            Noun::EnemyMinion {} => {
                self.rule("TR-R101");
                "enemy minion"
            }
        }
    }

    fn near_of(&mut self, near: Option<&Near>) -> String {
        near.map(|near| self.near(near)).unwrap_or_default()
    }

    /// Where somebody is, with a blank before it.
    fn near(&mut self, near: &Near) -> String {
        self.rule("TR-R6");
        match near {
            Near::Within { count, of } => {
                let of = of.as_ref().map_or("your Champion", |of| reference(&of.reference));
                format!(" within {} of {of}", counted(count.0, "space"))
            }
            Near::Arc { arc: side } => format!(" {}", arc(side)),
        }
    }

    fn place(&mut self, place: &Where) -> String {
        match place {
            Where::Near { near } => self.near(near),
            Where::In { space } => format!(" on {}", self.space(space)),
        }
    }

    fn space(&mut self, space: &Space) -> String {
        let noun = match space {
            Space::ThisCards {} => {
                self.rule("TR-R102");
                return "the space on which this card lies".to_owned();
            }
            Space::Any { space } => &space.0,
        };
        let mut told = "a space".to_owned();
        let adjectives: Vec<&str> = noun
            .adjectives
            .iter()
            .flat_map(|several| &several.0)
            .map(|adjective| match adjective {
                SpaceAdjective::Empty {} => "without occupier and terrain",
                SpaceAdjective::Wall {} => "at the wall",
                SpaceAdjective::Corner {} => "in a corner",
                SpaceAdjective::Center {} => "in the center",
            })
            .collect();
        if !adjectives.is_empty() {
            told += &format!(" {}", adjectives.join(" and "));
        }
        if let Some(relation) = &noun.relation {
            self.rule("TR-R6");
            told += &match relation {
                SpaceRelation::Adjacent { reference: of } => format!(" next to {}", reference(of)),
                SpaceRelation::Within { count, reference: of } => {
                    format!(" within {} of {}", counted(count.0, "space"), reference(of))
                }
            };
        }
        told
    }

    // Conditions.

    /// Conditions that hold together.
    pub fn condition(&mut self, atoms: &[Atom]) -> String {
        let told: Vec<String> = atoms.iter().map(|atom| self.atom(atom)).collect();
        told.join(", and ")
    }

    fn atom(&mut self, atom: &Atom) -> String {
        match atom {
            Atom::Count { count, bound, what } => {
                let bound = match bound {
                    Bound::More {} => "at least",
                    Bound::Less {} => "at most",
                };
                match what {
                    Countable::Life {} => format!("your Champion has {bound} {} Life", count.0),
                    Countable::Unspent {} => {
                        format!("you have {bound} {}", counted(count.0, "unspent Action"))
                    }
                    Countable::Tokens { name } => {
                        self.rule("TR-R77");
                        format!("you have {bound} {}", counted(count.0, &format!("\"{}\" token", name.0)))
                    }
                    Countable::FaceDown {} => {
                        format!("you have {bound} {}", counted(count.0, "face-down card"))
                    }
                }
            }
            Atom::Life { more, rival } => {
                let more = match more {
                    MoreOrLess::More {} => "more",
                    MoreOrLess::Less {} => "less",
                };
                let rival = match rival {
                    Rival::EachEnemy {} => "every enemy",
                    Rival::AnEnemy {} => "some enemy",
                    Rival::Attacker {} => "the attacker",
                    Rival::Defender {} => "the defender",
                };
                format!("your Champion has {more} Life than {rival}")
            }
            Atom::FaceUp { filter } => format!("you have {} face up", self.filter_one(filter)),
            Atom::AnotherFaceUp { filter } => {
                format!("you have, besides this card, {} face up", self.filter_one(filter))
            }
            Atom::SeveralFaceUp { count, filter } => {
                format!("you have at least {} {} face up", count.0, self.filter_many(filter))
            }
            Atom::FreeHand {} => {
                self.rule("TR-R47");
                "the cards you have committed this round take fewer than two hands".to_owned()
            }
            Atom::Done { not, what } => {
                let not = match not {
                    Not::Not {} => "not ",
                    Not::Indeed {} => "",
                };
                let what = match what {
                    DoneThisTurn::Moved {} => "moved",
                    DoneThisTurn::Attacked {} => "attacked",
                };
                format!("your Champion has {not}{what} in the turn being played")
            }
            Atom::Place { whom, place } => format!("{} is{}", whom_name(whom), self.place(place)),
            Atom::Adjacent { whom, reference: of } => {
                self.rule("TR-R6");
                format!("{} is next to {}", whom_name(whom), reference(of))
            }
            Atom::CardIs { state } => {
                let state = match state {
                    CardState::Charged {} => "charged",
                    CardState::Depleted {} => "depleted",
                    CardState::Deployed {} => "in the Arena",
                };
                format!("this card is {state}")
            }
            Atom::ChainComplete {} => {
                self.rule("TR-R105");
                let chain = self.card.chain.as_ref().map_or("its chain", |(name, _, _)| name);
                format!("all parts of the chain {chain} are face up")
            }
            Atom::Round { count, later } => match later {
                OrLater::Later {} => format!("round {} or a later one is played", count.0),
                OrLater::Only {} => format!("round {} is played", count.0),
            },
            Atom::Doubles {} => "your dice show doubles".to_owned(),
            Atom::DieShows { value } => format!("one of your dice shows {}", value.0),
            Atom::Attack { result } => match result {
                AttackResult::Hits {} => "the attack has hit".to_owned(),
                AttackResult::Misses {} => "the attack has missed".to_owned(),
                AttackResult::Critical {} => {
                    self.rule("TR-R56");
                    "the attack is a critical hit".to_owned()
                }
            },
            Atom::AttackIs { kind } => format!("the attack is a {} attack", kind_name(kind)),
            Atom::Stopped {} => {
                self.rule("TR-R100");
                "something was in the way of the movement".to_owned()
            }
            Atom::ChampionIs { trait_of } => {
                self.rule("TR-R83");
                match trait_of {
                    Trait::Keyword { keyword } => format!("your Champion shows the keyword [{}]", keyword.0),
                    Trait::Element { element } => {
                        format!("your Champion is of the element {}", element_name(element))
                    }
                }
            }
        }
    }

    fn filter_one(&mut self, filter: &FilterOne) -> String {
        let noun = match &filter.noun {
            CardNoun::Card {} => "a card",
            CardNoun::Loadout {} => "a loadout card",
            CardNoun::Type { sort } => match sort {
                CardType::Weapon {} => "a Weapon",
                CardType::Armor {} => "an Armor",
                CardType::Inspiration {} => "an Inspiration",
                CardType::Special {} => "a Special",
            },
        };
        self.filtered(noun, filter.element.as_ref(), filter.keyword.as_ref().map(|keyword| &*keyword.0))
    }

    fn filter_many(&mut self, filter: &FilterMany) -> String {
        let noun = match &filter.noun {
            CardNouns::Cards {} => "cards",
            CardNouns::Loadout {} => "loadout cards",
            CardNouns::Type { sort } => match sort {
                CardType::Weapon {} => "Weapons",
                CardType::Armor {} => "Armors",
                CardType::Inspiration {} => "Inspirations",
                CardType::Special {} => "Specials",
            },
        };
        self.filtered(noun, filter.element.as_ref(), filter.keyword.as_ref().map(|keyword| &*keyword.0))
    }

    fn filtered(&mut self, noun: &str, element: Option<&Element>, keyword: Option<&str>) -> String {
        self.rule("TR-R83");
        let element = element.map(|element| format!(" of the element {}", element_name(element)));
        let keyword = keyword.map(|keyword| format!(" with the keyword [{keyword}]"));
        format!("{noun}{}{}", element.unwrap_or_default(), keyword.unwrap_or_default())
    }
}

/// `1 Action`, `2 Actions`.
pub fn counted(count: u8, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `exactly 1 space`, `up to 2 spaces`.
fn spaces(amount: &Amount) -> String {
    let up_to = match amount.up_to {
        UpTo::UpTo {} => "up to",
        UpTo::Exactly {} => "exactly",
    };
    format!("{up_to} {}", counted(amount.count.0, "space"))
}

fn subject(subject: &Subject, it: &str) -> String {
    match subject {
        Subject::You {} => "your Champion".to_owned(),
        Subject::It {} if it == "it" => "the one named before".to_owned(),
        Subject::It {} => it.to_owned(),
        Subject::ThatEnemy {} => "that enemy".to_owned(),
    }
}

fn until(duration: &Duration) -> &'static str {
    match duration {
        Duration::Attack {} => "until this attack is over",
        Duration::Turn {} => "until the turn being played ends, whosever it is",
        Duration::Round {} => "until the round ends",
        Duration::Game {} => "until the game ends",
        Duration::YourNextTurn {} => "until your next turn that has yet to begin ends",
        Duration::ItsNextTurn {} => "until its own next turn that has yet to begin ends",
    }
}

fn dice(whose: &Whose) -> &'static str {
    match whose {
        Whose::Your {} => "your dice",
        Whose::Attackers {} => "the attacker's dice",
        Whose::Defenders {} => "the defender's dice",
        Whose::ThatEnemys {} => "that enemy's dice",
    }
}

fn reference(reference: &Ref) -> &'static str {
    match reference {
        Ref::You {} => "your Champion",
        Ref::ThisCard {} => "this card",
        Ref::Enemy {} => "an enemy",
        Ref::Ally {} => "an ally",
        Ref::Attacker {} => "the attacker",
        Ref::Defender {} => "the defender",
    }
}

fn whom_name(whom: &Whom) -> &'static str {
    match whom {
        Whom::You {} => "your Champion",
        Whom::Attacker {} => "the attacker",
        Whom::Defender {} => "the defender",
        Whom::Ally {} => "an ally",
        Whom::Enemy {} => "an enemy",
    }
}

fn arc(arc: &Arc) -> &'static str {
    match arc {
        Arc::Front {} => "in front of your Champion, further ahead than its own line",
        Arc::Beside {} => "beside your Champion, on its own line",
        Arc::Behind {} => "behind your Champion's own line",
    }
}

fn kind_name(kind: &AttackKind) -> &'static str {
    match kind {
        AttackKind::Base {} => "base",
        AttackKind::Weapon {} => "weapon",
        AttackKind::Special {} => "special",
    }
}

fn attack_noun(attack: &AttackNoun) -> &'static str {
    match attack {
        AttackNoun::Any {} => "an attack",
        AttackNoun::Base {} => "a base attack",
        AttackNoun::Weapon {} => "a weapon attack",
        AttackNoun::Special {} => "a special attack",
        AttackNoun::ThisCard {} => "an attack with this card",
    }
}

fn own_attack(attack: &OwnAttack) -> &'static str {
    match attack {
        OwnAttack::Any {} => "your attack",
        OwnAttack::Base {} => "your base attack",
        OwnAttack::Weapon {} => "your weapon attack",
        OwnAttack::Special {} => "your special attack",
        OwnAttack::ThisCard {} => "an attack with this card",
    }
}

fn zone_cells(zone: &Zone) -> &'static str {
    match zone {
        Zone::Front {} => "straight ahead",
        Zone::Diagonal {} => "ahead to the left and to the right",
        Zone::Flank {} => "to the left and to the right",
        Zone::Rear {} => "straight behind",
        Zone::Long {} => "two straight ahead",
    }
}

/// The name of a type of cards.
pub fn card_type(sort: &CardType) -> &'static str {
    match sort {
        CardType::Weapon {} => "Weapon",
        CardType::Armor {} => "Armor",
        CardType::Inspiration {} => "Inspiration",
        CardType::Special {} => "Special",
    }
}

fn element_name(element: &Element) -> &'static str {
    match element {
        Element::Aether {} => "Aether",
        Element::Fire {} => "Fire",
        Element::Metal {} => "Metal",
        Element::Wood {} => "Wood",
        Element::Earth {} => "Earth",
        Element::Water {} => "Water",
        Element::Void {} => "Void",
    }
}
