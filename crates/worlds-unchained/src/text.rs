//! The card language: every wording of a Skill. What is declared here is read, written back and documented; there
//! is no other grammar. Names are numbers in the order of declaration.

mod numbers;

use cardlang::{
    AndList, Any, Count, Digits, Either, HowMany, Options, OrList, Sentences, Signed, Sorted, ThenList,
    named, phrase, words,
};

pub use numbers::{ChainKinds, ChainWords, Cost, Duration, Possessive, Times};

named! {
    /// A Vassal by its card.
    pub VassalCard: 0 "CARD" "the name of a Vassal";
    /// A token Vassal by its card.
    pub TokenCard: 1 "TOKEN" "the name of a token";
    /// A Status by its card.
    pub StatusCard: 2 "STATUS" "the name of a Status";
    /// A Resource by its card.
    pub ResourceCard: 3 "RESOURCE" "the name of a Resource";
    /// A World.
    pub World: 4 "WORLD" "the name of a World";
}

/// What is done: one instruction after another, each of actions that are one.
pub type Steps = ThenList<Step>;
/// The sentences of a Chain or single trigger Ability.
pub type Effect = Sentences<Clause>;
/// The sentences of a solid state Ability or Passive.
pub type Statics = Sentences<Static>;

phrase! {
    /// One Skill of a card. Rules: WU-1.5.1, WU-7.0.1, WU-1.5.3, WU-7.2.1, WU-7.6.1, WU-7.6.2, WU-7.9.2.
    pub enum Skill {
        /// A Chain. Rules: WU-7.2.3.
        Chain: "{^}" words: ChainWords, "" cost: Cost, "" limit: Option<Limit>, ":" effect: Effect;
        /// A single trigger Ability. Rules: WU-7.8.1.
        Trigger: "{^}" triggers: OrList<Trigger>, "" limit: Option<Limit>, ":" effect: Effect;
        /// A solid state Ability. Rules: WU-7.7.1.
        Solid: "{^}" when: Solid, ":" statics: Statics;
        /// A Passive. Rules: WU-7.9.1.
        Passive: "Passive :" statics: Statics;
    }

    /// How often in a bout. Rules: WU-9.2.16, WU-R97.
    pub struct Limit: ", Limit" count: Digits;

    /// What sets an Ability off. Rules: WU-9.0.2, WU-9.2.1.
    pub enum Trigger {
        /// This Vassal is eliminated. Rules: WU-9.2.8, WU-R108.
        Eliminated: "Eliminated";
        /// This Vassal eliminates another. Rules: WU-9.2.9, WU-R107.
        Elimination: "Elimination";
        /// It wins as Challenger. Rules: WU-9.2.21, WU-R99.
        Win: "Win";
        /// It loses as Challenger. Rules: WU-9.2.14, WU-R99.
        Lose: "Lose";
        /// It ties as Challenger. Rules: WU-9.2.20, WU-R99.
        Tie: "Tie";
        /// It was Challenger. Rules: WU-9.2.19.
        Survive: "Survive";
        /// It wins by so much. Rules: WU-9.2.15, WU-R100.
        Overkill: "Overkill" margin: Digits;
        /// So many losses in a row. Rules: WU-9.2.17, WU-R98.
        Revenge: "Revenge" count: Digits;
        /// So many wins in a row. Rules: WU-9.2.18, WU-R98.
        Streak: "Streak" count: Digits;
        /// Once, before the first round. Rules: WU-9.2.22, WU-R53.
        StartOfBout: "Start of Bout";
        /// An event. Rules: WU-7.8.2.
        When: "When" event: Event, "" condition: Option<While>;
    }
    /// What must hold at the moment of the event.
    pub struct While: "while" condition: Condition;

    /// When a solid state Ability is on.
    pub enum Solid {
        /// Any injury. Rules: WU-9.2.10.
        Injured: "Injured";
        /// No injury. Rules: WU-9.2.11.
        Uninjured: "Uninjured";
        /// Any exhaustion. Rules: WU-9.2.12.
        Exhausted: "Exhausted";
        /// No exhaustion. Rules: WU-9.2.13.
        Unexhausted: "Unexhausted";
        /// As long as it holds. Rules: WU-7.7.2.
        While: "While" condition: Condition;
    }

    /// One sentence of an effect.
    pub enum Clause {
        /// Instructions.
        Steps: "" steps: Steps;
        /// Instructions on a condition.
        If: "if" condition: Condition, "," steps: Steps;
        /// What takes the place of the sentence before, on a condition.
        Instead: "if" condition: Condition, "," steps: Steps, "instead";
        /// What follows if an optional action was done, or was not. Rules: WU-R123.
        IfDo: "if" who: Doer, "do" not: Negation, "," steps: Steps;
        /// What follows if the condition before did not hold.
        Otherwise: "otherwise ," steps: Steps;
        /// An optional action. Rules: WU-R123.
        May: "" who: Decider, "may" orders: AndList<Order>;
        /// One of several.
        Choose: "choose one :" options: Options<Steps>;
        /// Once for each, `it` being that one.
        ForEach: "for each {=one}" group: Group, "," steps: Steps;
        /// Hidden bids, revealed and spent. Rules: WU-4.9.1, WU-R124.
        Bid: "each player secretly bids up to" most: Digits, "{most|Boosts|Boost}";
        /// A statement that holds for a while.
        Until: "until" until: Until, "," statement: Static;
    }

    /// Actions that are one instruction: all choices, then all changes.
    pub struct Step: "" actions: AndList<Action>;

    /// One action.
    pub enum Action {
        /// The user acts.
        Order: "" order: Order;
        /// Something happens, or another player acts.
        Report: "" report: Report;
    }

    /// What the user does. Rules: WU-9.1.1.
    pub enum Order {
        /// Stacks on or off, each one an event. Rules: WU-9.1.6, WU-9.1.7, WU-9.1.8, WU-9.1.9.
        Stack: "{=many}" verb: StackVerb, "" target: Target, "" times: Times;
        /// All injuries to it are prevented for a while. Rules: WU-9.1.14, WU-R116.
        Protect: "protect" target: Target, "" until: Duration;
        /// Into the infirmary of its owner. Rules: WU-9.1.13, WU-R107.
        Eliminate: "eliminate" target: Target;
        /// A Status on it, until cleared unless an end is written. Rules: WU-9.1.2, WU-R112, WU-R141.
        Apply: "apply" status: StatusCard, "to" target: Target, "" until: Option<Lasting>;
        /// Statuses off it. Rules: WU-9.1.3, WU-R112.
        Clear: "clear" pick: StatusPick, "from" target: Target;
        /// One more Skill for it, in which `you` is its controller. Rules: WU-9.1.4, WU-R114.
        Augment: "augment" target: Target, "with [" skill: Box<Skill>, "]" until: Option<Lasting>;
        /// Skills it has now are gone; the user picks. Rules: WU-9.1.5, WU-R115.
        Erase: "erase" pick: SkillPick, "from" target: Target, "" until: Option<Lasting>;
        /// Boosts of whoever acts are paid. Rules: WU-9.1.10, WU-R19, WU-R20.
        Spend: "spend" amount: BoostAmount;
        /// Boosts for whoever acts. Rules: WU-R20.
        Gain: "gain" amount: BoostAmount;
        /// Token Vassals in empty extra zones, as many as fit. Rules: WU-9.1.11, WU-R41.
        Summon: "summon" count: HowMany, "{=count}" token: TokenCard;
        /// Resources in the stockpile, as many as fit. Rules: WU-9.1.12, WU-R141.
        Fabricate: "fabricate" count: HowMany, "{=count}" resource: ResourceCard;
        /// Own Resources are used up; done only if all were there. Rules: WU-R25.
        Expend: "expend" count: HowMany, "{=count}" resource: ResourceCard;
        /// The Resource itself is used up. Rules: WU-R25.
        ExpendThis: "expend this Resource";
        /// A Chain undone, but not what was paid for it. Rules: WU-9.1.15, WU-R117, WU-R118.
        Negate: "negate that Chain";
        /// Two Vassals exchange zones. Rules: WU-9.1.16, WU-R110, WU-R111.
        Swap: "swap" one: Target, "with" other: Target;
        /// To the challenger zone or back from it. Rules: WU-R127.
        Move: "move" target: Target, "to" zone: MoveZone;
        /// Out of the infirmary, fresh. Rules: WU-R127.
        Return: "return" target: Target, "to an empty reinforcer zone";
    }

    /// What happens to somebody, or what another player does.
    pub enum Report {
        /// Something happens to Vassals.
        Vassal: "" target: Target, "{=target}" change: Change;
        /// Another player acts, or is concerned.
        Player: "" who: Player, "{=one}" deed: Deed;
    }
    /// What happens to Vassals.
    pub enum Change {
        /// Base power up, for a Challenger only. Rules: WU-R63.
        GainPower: "{#|gain|gains}" amount: PowerAmount;
        /// Base power down, for a Challenger only. Rules: WU-R63.
        LosePower: "{#|lose|loses}" amount: PowerAmount;
        /// One more Skill, until end of round unless another end is written. Rules: WU-7.10.1, WU-R95.
        Has: "{#|have|has} [" skill: Box<Skill>, "]" until: Duration;
    }
    /// What another player does, or what happens to their Boosts.
    pub enum Deed {
        /// Boosts.
        Boosts: "" change: BoostChange, "" amount: BoostAmount;
        /// Stacks on or off, of Vassals that player chooses.
        Stack: "" verb: StackVerb, "" target: Target, "" times: Times;
        /// Out of play.
        Eliminate: "{#|eliminate|eliminates}" target: Target;
        /// No injuries until end of round.
        Protect: "{#|protect|protects}" target: Target;
        /// Resources.
        Resource: "" deed: ResourceDeed, "" count: HowMany, "{=count}" resource: ResourceCard;
    }

    /// How long, where there is no other end.
    pub struct Lasting: "until" until: Until;

    /// Which Status is cleared.
    pub enum StatusPick {
        /// One of that name.
        One: "" status: StatusCard;
        /// All of that name.
        Each: "each" status: StatusCard;
        /// One of any name.
        Any: "a Status";
        /// All.
        All: "each Status";
    }

    /// Which Skill is erased.
    pub enum SkillPick {
        /// One of that kind.
        One: "{a}" kind: SkillKind;
        /// All of that kind.
        Each: "each" kind: SkillKind;
    }

    /// So many Boosts.
    pub enum BoostAmount {
        /// A number, perhaps times a count.
        Number: "" number: Digits, "{number|Boosts|Boost}" each: Option<ForEach>;
        /// As many as something.
        Equal: "Boosts equal to" expr: Expr;
    }
    /// So much power.
    pub enum PowerAmount {
        /// A number, perhaps times a count.
        Number: "" number: Digits, "power" each: Option<ForEach>;
        /// As much as something.
        Equal: "power equal to" expr: Expr;
    }
    /// Times a count.
    pub struct ForEach: "for each {=one}" what: Countable;

    /// A sum, read from left to right; never below 0.
    pub struct Expr(first): "" first: Term, "" rest: Any<More>;
    /// What is added or taken away.
    pub enum More {
        /// Added.
        Plus: "plus" term: Term;
        /// Taken away.
        Minus: "minus" term: Term;
    }
    /// A part of a sum.
    pub enum Term {
        /// A number.
        Number: "" number: Digits;
        /// Something.
        Once(quantity): "" quantity: Quantity;
        /// Two times something.
        Twice(quantity): "twice" quantity: Quantity;
        /// Half of it, rounded down.
        Half(quantity): "half" quantity: Quantity;
    }
    /// What numbers can be read from.
    pub enum Quantity {
        /// A count.
        Number: "the number of {=many}" what: Countable;
        /// Boosts of a player.
        Boosts(many): "" whose: Whose, "Boosts";
        /// A bid of this effect.
        Bid: "" whose: Bidder, "bid";
        /// Power, 0 for those who are no Challengers.
        Power: "" of: Possessive, "power";
        /// Stacks on a Vassal.
        Stacks(many): "the stacks of" kind: StackKind, "on" single: Single;
        /// The number of the round.
        Round: "the round number";
        /// The last amount that was carried out.
        ThatMany: "that many";
    }
    /// What can be counted.
    pub enum Countable {
        /// Chains of all players, negated ones too.
        Chains: "{#|Chains|Chain} activated this round";
        /// Objects.
        Group: "" group: Group;
    }

    /// Whom an action concerns.
    pub enum Target {
        /// One that is named.
        Single: "" single: Single;
        /// As many as the user chooses. Rules: WU-7.1.3, WU-R73.
        Choose(count): "" count: HowMany, "{=count}" group: Group;
        /// So many or fewer.
        UpTo(count): "up to" count: Count, "{=count}" group: Group;
        /// By chance. Rules: WU-R125.
        Random(count): "" count: HowMany, "{=count} random" group: Group;
        /// All.
        Each: "each {=one}" group: Group;
        /// Of those the acting player controls.
        OfTheir(count): "" count: Digits, "of their {=many}" group: Group;
        /// The last several chosen.
        Those(many): "those Vassals";
    }

    /// What objects.
    pub struct Group: "" adjectives: Sorted<Adjective>, "" noun: Noun, "" qualifiers: Sorted<Qualifier>;
    /// What stands before the noun, in this order.
    pub enum Adjective {
        /// Not the bearer.
        Other: "other";
        /// A state.
        Is: "" standing: Standing;
        /// A side.
        Side: "" side: Side;
        /// No card.
        Token: "token";
        /// Of any Class but one.
        NonMob: "non-Mob";
        /// From a World.
        World: "" world: World;
        /// Of a Class.
        Class: "" class: Class;
    }
    /// What is meant.
    pub enum Noun {
        /// Vassals in play.
        Vassal: "{#|Vassals|Vassal}";
        /// Vassals in reinforcer zones.
        Reinforcer: "{#|reinforcers|reinforcer}";
        /// Vassals in challenger zones.
        Challenger: "{#|Challengers|Challenger}";
        /// Vassals without a World. Rules: WU-2.1.3.
        Wanderer: "{#|Wanderers|Wanderer}";
        /// Vassals of a Class.
        Class: "" class: Class;
        /// Vassals by name.
        Card: "" card: VassalCard;
        /// Tokens by name.
        Token: "" card: TokenCard;
        /// Resources in a stockpile.
        Resource: "" card: ResourceCard;
    }
    /// What stands behind the noun, in this order.
    pub enum Qualifier {
        /// From where somebody else is. Rules: WU-R24.
        SameWorld: "with the same World as" single: Single;
        /// So many stacks.
        Stacks: "with" count: Count, "or more stacks of" kind: StackKind;
        /// Bearing a Status.
        With: "with" status: StatusCard;
        /// Not bearing a Status.
        Without: "without" status: StatusCard;
        /// Cards there, not in play.
        Infirmary: "in" whose: Whose, "infirmary";
    }

    /// What must hold.
    pub enum Condition {
        /// All of these.
        All: "" atoms: AndList<Atom>;
        /// One of these.
        Any: "" atoms: Either<Atom>;
    }
    /// Something that holds or does not.
    pub enum Atom {
        /// What somebody is.
        Is: "" single: Single, "is" not: Negation, "" state: State;
        /// Eliminated by this effect so far.
        Eliminated: "" single: Single, "was eliminated this way";
        /// Bearing a Status or not.
        Has: "" single: Single, "" has: Bearing, "" status: StatusCard;
        /// How many somebody controls.
        Controls: "" who: Controller, "" count: HowMuch, "" group: Group;
        /// Two numbers.
        Compare: "" left: Expr, "{left|are|is}" compare: Compare, "" right: Expr;
    }
    /// How many at least or at most.
    pub enum HowMuch {
        /// None.
        No: "no {=many}";
        /// At least so many.
        Some: "" count: HowMany, "{=count}";
        /// At least so many.
        OrMore: "" count: Count, "or more {=many}";
        /// At most so many.
        OrFewer: "" count: Count, "or fewer {=many}";
    }
    /// What somebody can be.
    pub enum State {
        /// A state.
        Standing: "" standing: Standing;
        /// One's own Challenger.
        YourChallenger: "your Challenger";
        /// A Challenger.
        Challenger: "a Challenger";
        /// A reinforcer.
        Reinforcer: "a reinforcer";
        /// A Wanderer.
        Wanderer: "a Wanderer";
        /// A token.
        Token: "a token";
        /// Of a Class.
        Class: "{a}" class: Class;
        /// From a World.
        From: "from" world: World;
    }

    /// What can happen.
    pub enum Event {
        /// The bout starts.
        BoutStarts: "the bout starts";
        /// A round starts or ends.
        Round: "the round" edge: Edge;
        /// A phase starts.
        Phase: "the" phase: Phase, "phase starts";
        /// Secrets are out.
        Revealed: "" what: Secret, "are revealed";
        /// Something about a Vassal.
        Vassal: "" subject: Subject, "" what: Happening;
        /// An injury did not happen.
        Prevented: "an injury to" subject: Subject, "is prevented";
        /// A Status comes or goes.
        Status: "" status: StatusCard, "is" change: StatusChange, "" subject: Subject;
        /// Something about a player.
        Player: "" who: Party, "{=who}" what: PlayerEvent;
        /// A Chain is negated.
        Negated: "{a}" side: Option<Side>, "Chain is negated";
    }
    /// What can happen to Vassals, or be done by them.
    pub enum Happening {
        /// Something was done to it, perhaps by somebody.
        Is: "is" done: Done, "" by: Option<By>;
        /// It did something. Rules: WU-R75.
        Does: "" does: Does, "" object: Subject;
        /// By selection, Swap or Move.
        Becomes: "becomes a Challenger";
        /// No longer in the challenger zone.
        Stops: "stops being a Challenger";
        /// A result is labelled.
        Combat: "" result: CombatResult, "combat";
        /// A Chain. Rules: WU-R72.
        Activates: "activates a" kinds: ChainKinds, "Chain";
    }
    /// What players can do, or what can happen to their Boosts.
    pub enum PlayerEvent {
        /// Boosts change, in one payment by so many.
        Boosts: "" change: BoostChange, "" least: Option<AtLeast>, "Boosts";
        /// A Resource comes or goes.
        Resource: "" deed: ResourceDeed, "{a}" resource: ResourceCard;
        /// A Chain. Rules: WU-R72.
        Activates: "{#|activate|activates} a" kinds: ChainKinds, "Chain";
    }
    /// By whom.
    pub struct By: "by" subject: Subject;
    /// By how many.
    pub struct AtLeast: "" count: Digits, "or more";

    /// Whom an event concerns.
    pub enum Subject {
        /// The bearer.
        ThisVassal: "this Vassal";
        /// One's own Challenger.
        YourChallenger: "your Challenger";
        /// The other Challenger.
        OpposingChallenger: "the opposing Challenger";
        /// Any of a group.
        Any: "{a} {=one}" group: Group;
    }

    /// What holds as long as it is on. Rules: WU-R93.
    pub enum Static {
        /// What is so of somebody.
        Of: "" scope: Scope, "" what: Holding;
        /// Chains cost more or less. Rules: WU-R76.
        Cost: "Chains of" scope: Scope, "cost" number: Digits, "" change: MoreOrLess;
        /// An action does not happen: what follows takes its place. Rules: WU-R122.
        Instead: "if" subject: Subject, "would be" what: Threat, "," steps: Steps, "instead";
    }
    /// What is so of somebody.
    pub enum Holding {
        /// Power up or down. Rules: WU-R63.
        Power: "{n|have|has}" change: Signed, "power" each: Option<ForEach>;
        /// A Skill. Rules: WU-7.10.2.
        Has: "{n|have|has} [" skill: Box<Skill>, "]";
        /// No injuries.
        Protected: "{n|are|is} protected";
        /// What does not happen to it.
        CannotBe: "cannot be" what: Immunity;
        /// No Chains.
        CannotActivate: "cannot activate Chains";
        /// More Chains. Rules: WU-7.2.7.
        MayActivate: "may activate" count: Count, "Chains each round";
        /// A Challenger though exhausted. Rules: WU-6.2.3.
        MayBeSelected: "may be selected while exhausted";
        /// No tax.
        IgnoresTax: "{n|ignore|ignores} the reinforcer tax";
        /// One more World.
        CountsAsFrom: "{n|count|counts} as from" world: World;
        /// One more Class.
        CountsAsClass: "{n|count|counts} as {a}" class: Class;
        /// Another limit of stacks. Rules: WU-R132.
        Limit: "is eliminated by" count: Count, "stacks of" kind: StackKind, "instead of" usual: Count;
    }

    /// Whom a statement concerns.
    pub enum Scope {
        /// One that is named.
        Single: "" single: Single;
        /// All of a group.
        Each: "each {=one}" group: Group;
    }
}

impl Group {
    /// Whether it tells stacks of those it means.
    pub fn tells_stacks(&self) -> bool {
        self.adjectives.0.iter().any(|one| matches!(one, Adjective::Is { .. }))
            || self.qualifiers.0.iter().any(|one| matches!(one, Qualifier::Stacks { .. }))
    }
}

impl Condition {
    /// What it is made of, all or any of which must hold.
    pub fn atoms(&self) -> &[Atom] {
        match self {
            Self::All { atoms } => &atoms.0,
            Self::Any { atoms } => &atoms.0,
        }
    }
}

impl Expr {
    /// Everything it reads from the game.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let rest = self.rest.0.iter().map(|more| match more {
            More::Plus { term } | More::Minus { term } => term,
        });
        std::iter::once(&self.first).chain(rest).filter_map(|term| match term {
            Term::Number { .. } => None,
            Term::Once { quantity } | Term::Twice { quantity } | Term::Half { quantity } => Some(quantity),
        })
    }
}

words! {
    /// What a Chain asks for, in this order. Rules: WU-7.3.1, WU-7.4.2, WU-7.5.2.
    pub enum ChainKind {
        /// The first of the round.
        Prime: "Prime";
        /// In a reaction step, by the others.
        Riposte: "Riposte";
        /// In a reaction step, by the initial player.
        Combo: "Combo";
        /// As reinforcer.
        Reinforce: "Reinforce";
        /// As Challenger.
        Challenge: "Challenge";
    }
    /// Who did an optional action.
    pub enum Doer {
        /// The user.
        You: "you";
        /// The other player.
        They: "they";
    }
    /// Whether it is so.
    pub enum Negation {
        /// It is not.
        Not: "not";
        /// It is.
        Indeed: "";
    }
    /// Who may.
    pub enum Decider {
        /// The user.
        You: "you";
        /// The opponent.
        Opponent: "your opponent";
        /// The player of the event.
        ThatPlayer: "that player";
    }
    /// How long. Rules: WU-R65.
    pub enum Until {
        /// Until the round ends.
        EndOfRound: "end of round";
        /// Until the next round starts.
        StartOfRound: "start of round";
        /// Until the bout ends.
        EndOfBout: "end of bout";
    }
    /// One stack on or off.
    pub enum StackVerb {
        /// An injury on.
        Injure: "{#|injure|injures}";
        /// An injury off.
        Heal: "{#|heal|heals}";
        /// An exhaustion on.
        Exhaust: "{#|exhaust|exhausts}";
        /// An exhaustion off.
        Restore: "{#|restore|restores}";
    }
    /// What happens to Boosts. Rules: WU-R20.
    pub enum BoostChange {
        /// Paid.
        Spend: "{#|spend|spends}";
        /// Gained.
        Gain: "{#|gain|gains}";
        /// Lost.
        Lose: "{#|lose|loses}";
    }
    /// What is done with Resources.
    pub enum ResourceDeed {
        /// Made.
        Fabricate: "{#|fabricate|fabricates}";
        /// Used up.
        Expend: "{#|expend|expends}";
    }
    /// Where a Vassal is moved.
    pub enum MoveZone {
        /// To the front.
        Challenger: "your challenger zone";
        /// Back.
        Reinforcer: "an empty reinforcer zone";
    }
    /// Who acts or is concerned, other than the user.
    pub enum Player {
        /// The opponent.
        Opponent: "your opponent";
        /// All opponents.
        EachOpponent: "each opponent";
        /// All players.
        EachPlayer: "each player";
        /// The player of the event.
        ThatPlayer: "that player";
    }
    /// A side of an event.
    pub enum Party {
        /// The user.
        You(many): "you";
        /// The opponent.
        Opponent: "your opponent";
    }
    /// Kinds of Skills.
    pub enum SkillKind {
        /// Any.
        Skill: "Skill";
        /// Chains.
        Chain: "Chain";
        /// Abilities.
        Ability: "Ability";
        /// Passives.
        Passive: "Passive";
    }
    /// Whose Boosts or infirmary.
    pub enum Whose {
        /// The user's.
        Your: "your";
        /// The opponent's.
        Opponents: "your opponent 's";
        /// The acting player's.
        Their: "their";
    }
    /// Whose bid.
    pub enum Bidder {
        /// The user's.
        Your: "your";
        /// The opponent's.
        Opponents: "your opponent 's";
    }
    /// Kinds of stacks.
    pub enum StackKind {
        /// Injuries.
        Injury: "injury";
        /// Exhaustion.
        Exhaustion: "exhaustion";
    }
    /// Somebody who is named.
    pub enum Single {
        /// The bearer.
        ThisVassal: "this Vassal";
        /// The bearer.
        ThisResource: "this Resource";
        /// One's own Challenger.
        YourChallenger: "your Challenger";
        /// The acting player's Challenger.
        TheirChallenger: "their Challenger";
        /// The other Challenger.
        OpposingChallenger: "the opposing Challenger";
        /// Who was spoken of.
        ThatVassal: "that Vassal";
        /// Who was spoken of.
        It: "it";
    }
    /// States that stacks and protection make, in this order.
    pub enum Standing {
        /// Any injury.
        Injured: "injured";
        /// No injury.
        Uninjured: "uninjured";
        /// Any exhaustion.
        Exhausted: "exhausted";
        /// No exhaustion.
        Unexhausted: "unexhausted";
        /// Protected.
        Protected: "protected";
    }
    /// Whose it is.
    pub enum Side {
        /// The user's.
        Friendly: "friendly";
        /// An opponent's.
        Opposing: "opposing";
    }
    /// The nine Classes; see [`Class::role`]. Rules: WU-2.2.2, WU-2.2.1.
    pub enum Class {
        /// Challenger, offence.
        Vanguard: "{#|Vanguards|Vanguard}";
        /// Challenger, defence.
        Protector: "{#|Protectors|Protector}";
        /// Challenger, resources.
        Scout: "{#|Scouts|Scout}";
        /// Challenger, disruption.
        Disruptor: "{#|Disruptors|Disruptor}";
        /// Reinforcer, offence.
        Assault: "{#|Assaults|Assault}";
        /// Reinforcer, defence.
        Sentry: "{#|Sentries|Sentry}";
        /// Reinforcer, resources.
        Support: "{#|Supports|Support}";
        /// Reinforcer, disruption.
        Saboteur: "{#|Saboteurs|Saboteur}";
        /// Common folk.
        Mob: "{#|Mobs|Mob}";
    }
    /// Whether a Status is there.
    pub enum Bearing {
        /// It is.
        Has: "has";
        /// It is not.
        HasNot: "does not have";
    }
    /// Who controls.
    pub enum Controller {
        /// The user.
        You: "you control";
        /// The opponent.
        Opponent: "your opponent controls";
    }
    /// How two numbers compare.
    pub enum Compare {
        /// `>`.
        Greater: "greater than";
        /// `<`.
        Less: "less than";
        /// `=`.
        Equal: "equal to";
        /// `>=`.
        AtLeast: "at least";
        /// `<=`.
        AtMost: "at most";
    }
    /// Start or end.
    pub enum Edge {
        /// The start.
        Starts: "starts";
        /// The end.
        Ends: "ends";
    }
    /// The phases of a round.
    pub enum Phase {
        /// Rules: WU-6.1.1.
        Start: "start";
        /// Rules: WU-6.2.1.
        Challenge: "challenge";
        /// Rules: WU-6.3.1.
        Rest: "rest";
        /// Rules: WU-6.4.1.
        Power: "power";
        /// Rules: WU-6.5.1.
        Combat: "combat";
        /// Rules: WU-6.6.1.
        Resolution: "resolution";
        /// Rules: WU-6.7.1.
        End: "end";
    }
    /// What is revealed.
    pub enum Secret {
        /// The selected Challengers.
        Challengers: "Challengers";
        /// The bets.
        Bets: "bets";
    }
    /// What can be done to a Vassal.
    pub enum Done {
        /// An injury on.
        Injured: "injured";
        /// An injury off.
        Healed: "healed";
        /// An exhaustion on.
        Exhausted: "exhausted";
        /// An exhaustion off.
        Restored: "restored";
        /// Protected.
        Protected: "protected";
        /// Out of play.
        Eliminated: "eliminated";
        /// Made as a token.
        Summoned: "summoned";
        /// Given a Skill.
        Augmented: "augmented";
        /// Swapped.
        Swapped: "swapped";
        /// Moved.
        Moved: "moved";
        /// Back from the infirmary.
        Returned: "returned";
    }
    /// What a Vassal does to another.
    pub enum Does {
        /// An injury on.
        Injures: "injures";
        /// An injury off.
        Heals: "heals";
        /// An exhaustion on.
        Exhausts: "exhausts";
        /// An exhaustion off.
        Restores: "restores";
        /// Protects.
        Protects: "protects";
        /// Out of play.
        Eliminates: "eliminates";
    }
    /// How combat ended.
    pub enum CombatResult {
        /// The highest power.
        Wins: "wins";
        /// Less than the highest.
        Loses: "loses";
        /// The highest with another.
        Ties: "ties";
    }
    /// A Status comes or goes.
    pub enum StatusChange {
        /// It comes.
        Applied: "applied to";
        /// It goes.
        Cleared: "cleared from";
    }
    /// What cannot happen.
    pub enum Immunity {
        /// No injuries.
        Injured: "injured";
        /// No healing.
        Healed: "healed";
        /// No exhaustion.
        Exhausted: "exhausted";
        /// No restoring.
        Restored: "restored";
        /// Stays in play.
        Eliminated: "eliminated";
        /// Stays where it is.
        Swapped: "swapped";
        /// Not chosen by effects of opponents.
        Targeted: "targeted";
    }
    /// What something else can take the place of.
    pub enum Threat {
        /// An injury.
        Injured: "injured";
        /// An exhaustion.
        Exhausted: "exhausted";
        /// Leaving play.
        Eliminated: "eliminated";
    }
    /// Dearer or cheaper.
    pub enum MoreOrLess {
        /// Dearer.
        More: "more";
        /// Cheaper.
        Less: "less";
    }
}

impl Does {
    /// What is done then.
    pub const fn done(self) -> Done {
        match self {
            Self::Injures => Done::Injured,
            Self::Heals => Done::Healed,
            Self::Exhausts => Done::Exhausted,
            Self::Restores => Done::Restored,
            Self::Protects => Done::Protected,
            Self::Eliminates => Done::Eliminated,
        }
    }
}
