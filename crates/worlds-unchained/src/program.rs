//! Skills as the rules carry them out: what a text says, worked out once and flat. Cards are numbers of
//! [`Rules::faces`](crate::rules::Rules::faces), Skills in brackets places in
//! [`Rules::skills`](crate::rules::Rules::skills). Texts are read and written elsewhere; see [`crate::text`].

mod make;
mod readings;

use crate::state::{End, Mark, Zone};
use crate::text::{
    BoostChange, ChainKinds, Class, Compare, Decider, Done, Edge, Immunity, Party, Phase, Player,
    ResourceDeed, Secret, Side, Single, SkillKind, StackKind, StackVerb, Standing, StatusChange, Threat,
    Whose, World,
};
use crate::zones::{ZoneSet, Zones};

pub use make::Maker;
pub use readings::names_anew;

/// What a Skill does.
#[derive(Clone, Debug)]
pub enum Does {
    /// A Chain, or a single trigger Ability without what sets it off.
    Effect(Effect),
    /// Statements, and when they are on: those of a Passive always.
    Facts(When, Box<[Fact]>),
}

/// The sentences of an effect.
pub type Effect = Box<[Clause]>;

/// Whether something must be so, must not, or does not matter; told of a whole set of bits at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Must {
    flip: u8,
    any: u8,
}

impl Must {
    /// It does not matter.
    pub const ANY: Self = Self { flip: 0, any: !0 };
    /// It must be so.
    pub const YES: Self = Self { flip: 0, any: 0 };
    /// It must not.
    pub const NO: Self = Self { flip: !0, any: 0 };

    /// Those that will do, where these are so.
    #[inline]
    pub const fn among(self, set: u8) -> u8 {
        set ^ self.flip | self.any
    }

    /// Whether this will do.
    #[inline]
    pub const fn holds(self, is: bool) -> bool {
        self.among(is as u8) & 1 == 1
    }
}

/// Things that a text means. What it says of sides, zones and stacks is soon told of many; the rest are tests.
/// Rules: card language 5.3.
#[derive(Clone, Debug)]
pub struct Group {
    /// Where they are.
    pub pile: Pile,
    /// Whose they are, if that is said.
    pub side: Option<Side>,
    /// Whether the bearer is not meant.
    pub other: bool,
    /// Whether any injury is asked for.
    pub injured: Must,
    /// Whether any exhaustion is.
    pub exhausted: Must,
    /// The zones in which they can stand.
    pub zones: ZoneSet,
    /// Whether it tells stacks or protection of those it means.
    pub tells_stacks: bool,
    /// What else must hold.
    pub tests: Box<[Test]>,
}

impl Group {
    /// The zones whose Vassals will do, as far as sides, tests and the bearer leave it.
    #[inline]
    pub fn among(&self, zones: &Zones) -> ZoneSet {
        zones.there()
            & self.zones
            & self.injured.among(zones.injured())
            & self.exhausted.among(zones.exhausted())
    }

    /// Whether somebody in this zone will do.
    #[inline]
    pub fn stands(&self, zone: Zone) -> bool {
        self.zones >> zone & 1 == 1
    }
}

/// Where things can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pile {
    /// Vassals in play.
    Zones,
    /// Resources of this card.
    Stock(u16),
    /// Cards in infirmaries.
    Infirmary(Whose),
}

/// Something that must hold of a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// Nothing is like that.
    Never,
    /// Protected.
    Protected,
    /// No card.
    Token,
    /// Of any Class but one.
    NonMob,
    /// Without a World.
    Wanderer,
    /// From a World.
    World(World),
    /// Of a Class.
    Class(Class),
    /// This card.
    Card(u16),
    /// From where somebody else is.
    SameWorld(Single),
    /// So many stacks.
    Stacks(StackKind, u8),
    /// Bearing this Status, or not.
    Status(u16, bool),
}

/// What can be counted.
#[derive(Clone, Debug)]
pub enum Countable {
    /// Chains activated this round.
    Chains,
    /// Things.
    Group(Group),
}

/// What numbers can be read from.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// A count.
    Number(Countable),
    /// Boosts.
    Boosts(Whose),
    /// A bid of this effect: of the opponent, or one's own.
    Bid {
        /// Whether it is the opponent's.
        opponents: bool,
    },
    /// Power.
    Power(Single),
    /// Stacks on somebody.
    Stacks(StackKind, Single),
    /// The number of the round.
    Round,
    /// The last amount that was carried out.
    ThatMany,
}

/// A sum, never below 0.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The numbers in it.
    pub constant: i32,
    /// What else is added.
    pub terms: Box<[Term]>,
}

/// A part of a sum: so many times a quantity, then divided.
#[derive(Clone, Debug)]
pub struct Term {
    /// What.
    pub quantity: Quantity,
    /// How often; below 0 if it is taken away.
    pub times: i8,
    /// Whether half of it is meant.
    pub half: bool,
}

/// What must hold: all of these, or any.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Whether all must hold.
    pub all: bool,
    /// Its parts.
    pub atoms: Box<[Atom]>,
}

/// Something that holds or does not.
#[derive(Clone, Debug)]
pub enum Atom {
    /// What somebody is, or is not.
    Is(Single, Is, bool),
    /// Eliminated by this effect so far.
    Eliminated(Single),
    /// Whether somebody bears a Status.
    Has(Single, u16, bool),
    /// How many somebody controls.
    Controls {
        /// Whether the opponent does.
        opponent: bool,
        /// At least so many.
        least: u8,
        /// At most so many.
        most: u8,
        /// Of what.
        group: Group,
    },
    /// Two numbers.
    Compare(Sum, Compare, Sum),
}

/// What somebody can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Is {
    /// In a state.
    Standing(Standing),
    /// One's own Challenger.
    YourChallenger,
    /// A Challenger.
    Challenger,
    /// A reinforcer.
    Reinforcer,
    /// A Wanderer.
    Wanderer,
    /// A token.
    Token,
    /// Of a Class.
    Class(Class),
    /// From a World.
    From(World),
}

/// Who acts where something is read, and whom "their" means therefore. Rules: WU-R140 point 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acts {
    /// Nobody but the user.
    You,
    /// The opponent that is fixed.
    Opponent,
    /// The player of the event.
    ThatPlayer,
    /// Several, each for themself.
    Each,
}

/// A condition or number that an Ability reads from the common state of its batch. Rules: WU-R88.
#[derive(Clone, Debug)]
pub struct Common {
    /// Who acts there.
    pub acts: Acts,
    /// What is read.
    pub what: Readable,
}

/// What can be read.
#[derive(Clone, Debug)]
pub enum Readable {
    /// A condition.
    Condition(Condition),
    /// A number.
    Number(Number),
}

/// When a condition or number of an effect is read, and of whom. Rules: WU-R88, WU-R140; card language 5.4, 5.5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its place among what an Ability reads from the common state, if it is read there.
    pub common: Option<u8>,
    /// Whether it is a number as it stands.
    pub constant: bool,
    /// Whether it is about "your opponent".
    pub opponent: bool,
    /// Whether it is about "their" things.
    pub them: bool,
    /// Whom it names last, but for "it".
    pub named: Option<Single>,
}

/// A condition of an effect.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What must hold.
    pub condition: Condition,
    /// When it is read.
    pub reading: Reading,
}

/// An amount of an effect.
#[derive(Clone, Debug)]
pub struct Amount {
    /// How much.
    pub number: Number,
    /// When it is read.
    pub reading: Reading,
}

/// A number.
#[derive(Clone, Debug)]
pub enum Number {
    /// As it stands, or so many times a count.
    Times(u8, Option<Countable>),
    /// A sum.
    Equal(Sum),
}

impl Number {
    /// A number that is no sum and no count.
    #[inline]
    pub const fn as_it_stands(&self) -> i32 {
        match self {
            Self::Times(number, _) => *number as i32,
            Self::Equal(_) => 0,
        }
    }
}

/// What sets an Ability off, and what must hold then.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// What happens.
    pub on: On,
    /// What must hold then.
    pub condition: Option<Condition>,
}

/// What Abilities wait for. Rules: WU-9.2.8 to WU-9.2.22.
#[derive(Clone, Debug)]
pub enum On {
    /// The bearer is eliminated.
    Eliminated,
    /// The bearer eliminates another.
    Elimination,
    /// It has this result as Challenger, or any.
    Result(Option<Mark>),
    /// It wins by so much.
    Overkill(u8),
    /// So many results of a kind in a row.
    Row(Mark, u8),
    /// The bout starts.
    BoutStarts,
    /// A round starts or ends.
    Round(Edge),
    /// A phase starts.
    Phase(Phase),
    /// Secrets are out.
    Revealed(Secret),
    /// Something is done to somebody, perhaps by somebody.
    Done(Done, Subject, Option<Subject>),
    /// Somebody does something to somebody.
    Does(Done, Subject, Subject),
    /// Somebody becomes a Challenger.
    Becomes(Subject),
    /// Somebody stops being one.
    Stops(Subject),
    /// Somebody has a result.
    Combat(Mark, Subject),
    /// Somebody activates a Chain of these kinds.
    Activates(ChainKinds, Subject),
    /// An injury to somebody is prevented.
    Prevented(Subject),
    /// A Status comes to somebody or goes.
    Status(u16, StatusChange, Subject),
    /// Boosts of a player change by at least so many.
    Boosts(Party, BoostChange, u8),
    /// A player makes or uses up a Resource.
    Resource(Party, ResourceDeed, u16),
    /// A player activates a Chain of these kinds.
    Uses(Party, ChainKinds),
    /// A Chain is negated.
    Negated(Option<Side>),
}

/// Whom an event concerns.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The bearer.
    This,
    /// One's own Challenger.
    YourChallenger,
    /// The other Challenger.
    OpposingChallenger,
    /// Any of a group.
    Any(Group),
}

/// When statements are on.
#[derive(Clone, Debug)]
pub enum When {
    /// Always.
    Always,
    /// While the bearer has any injury, or none.
    Injured(bool),
    /// While the bearer has any exhaustion, or none.
    Exhausted(bool),
    /// While something holds.
    While(Condition),
}

/// A statement. Rules: WU-R93.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What it changes by itself, as a bit of [`ears`](crate::rules::ears).
    pub kind: u64,
    /// Whom it concerns.
    pub whom: Whom,
    /// What it says.
    pub says: Says,
}

/// Whom a statement concerns.
#[derive(Clone, Debug)]
pub enum Whom {
    /// Somebody who is named.
    One(Single),
    /// All of a group.
    Each(Group),
    /// Whom something would happen to.
    Threatened(Subject),
}

/// What a statement says.
#[derive(Clone, Debug)]
pub enum Says {
    /// Power up or down, perhaps times a count.
    Power(i32, Option<Countable>),
    /// One more Skill.
    Has(u16),
    /// No injuries.
    Protected,
    /// What does not happen.
    Cannot(Immunity),
    /// No Chains.
    CannotActivate,
    /// So many Chains each round.
    MayActivate(u8),
    /// A Challenger though exhausted.
    MayBeSelected,
    /// No tax.
    IgnoresTax,
    /// One more World.
    CountsAsFrom(World),
    /// One more Class.
    CountsAsClass(Class),
    /// Another limit of stacks.
    Limit(StackKind, u8),
    /// Chains cost so much more.
    Cost(i32),
    /// Something else takes the place.
    Instead(Threat, Steps),
}

/// One instruction after another.
pub type Steps = Box<[Instruction]>;

/// Actions that are one: all choices, then all changes.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// What is done.
    pub actions: Box<[Action]>,
    /// Whether it makes no other choices than those of one target.
    pub alone: bool,
    /// Whether some players choose among their own Vassals.
    pub of_their: bool,
    /// Whether it is one action of the user that concerns somebody who is named or chosen in play, or Boosts of the
    /// user or an opponent.
    pub plain: bool,
}

/// An action, and who acts: the user, or players that are named.
#[derive(Clone, Debug)]
pub struct Action {
    /// Who acts, other than the user.
    pub who: Option<Player>,
    /// What is done.
    pub deed: Deed,
}

/// What is done.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Stacks on or off, so many times.
    Stack(StackVerb, u8, Target),
    /// Protection.
    Protect(Target, End),
    /// Out of play.
    Eliminate(Target),
    /// A Status.
    Apply(u16, Target, End),
    /// Statuses off: of this card or any, one or all.
    Clear {
        /// Which.
        card: Option<u16>,
        /// Whether all of them.
        all: bool,
        /// From whom.
        target: Target,
    },
    /// A Skill, by an Augment or not.
    Give {
        /// Which.
        skill: u16,
        /// Whom.
        target: Target,
        /// Until when.
        end: End,
        /// Whether it is an Augment.
        augments: bool,
    },
    /// Skills off: one or all.
    Erase {
        /// Of which kind.
        kind: SkillKind,
        /// Whether all of them.
        all: bool,
        /// From whom.
        target: Target,
        /// Until when.
        end: End,
    },
    /// Boosts of whoever acts. What cannot be paid cannot be chosen.
    Boosts(BoostChange, Amount),
    /// Base power of those who are Challengers, up or down.
    Power {
        /// Whose.
        target: Target,
        /// How much.
        amount: Amount,
        /// Whether down.
        less: bool,
    },
    /// So many tokens.
    Summon(u8, u16),
    /// So many Resources come or go.
    Resource(ResourceDeed, u8, u16),
    /// The bearer, a Resource, is used up.
    ExpendThis,
    /// A Chain is undone.
    Negate,
    /// Two change places.
    Swap(Target, Target),
    /// To the challenger zone.
    Front(Target),
    /// Back from it.
    Back(Target),
    /// Out of the infirmary.
    Return(Target),
}

/// Whom an action concerns.
#[derive(Clone, Debug)]
pub enum Target {
    /// Somebody who is named.
    One(Single),
    /// As many as are chosen.
    Choose(u8, Group),
    /// So many or fewer.
    UpTo(u8, Group),
    /// By chance.
    Random(u8, Group),
    /// All.
    Each(Group),
    /// Of those the acting player controls.
    OfTheir(u8, Group),
    /// The last several chosen.
    Those,
}

/// A sentence of an effect.
#[derive(Clone, Debug)]
pub enum Clause {
    /// Instructions.
    Steps(Steps),
    /// Instructions whose place the next sentence may take.
    Replaceable(Steps),
    /// Instructions on a condition.
    If(Asked, Steps),
    /// What takes the place of the sentence before, on a condition.
    Instead(Asked, Steps),
    /// What follows if an optional action was done, or was not.
    IfDo(bool, Steps),
    /// What follows if the condition before did not hold.
    Otherwise(Steps),
    /// An optional action.
    May(Decider, Box<[Deed]>),
    /// One of several.
    Choose(Box<[Steps]>),
    /// Once for each.
    ForEach(Group, Steps),
    /// Hidden bids, up to so many.
    Bid(u8),
    /// A statement that holds for a while.
    Until {
        /// Until when.
        end: End,
        /// What it says.
        fact: Fact,
        /// What it changes, with all that it grants; see [`ears`](crate::rules::ears).
        ears: u64,
        /// Whether it is about "their" things.
        them: bool,
    },
}
