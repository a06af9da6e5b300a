//! The catalogue of warnings: every reason to doubt a text, with its code, what is told and what to do.

macro_rules! reasons {
    ($($(#[doc = $about:literal])* $name:ident $code:literal $message:literal, $hint:literal;)*) => {
        /// Why a text is doubtful.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Reason {
            $($(#[doc = $about])* $name,)*
        }

        impl Reason {
            /// Every reason, in the order of the catalogue.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its name in the catalogue.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// The code under which it is told, such as `W-COST`.
            pub fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }

            /// What is doubtful, in lower case without a full stop.
            pub fn message(self) -> &'static str {
                match self {
                    $(Self::$name => $message,)*
                }
            }

            /// What to do.
            pub fn hint(self) -> &'static str {
                match self {
                    $(Self::$name => $hint,)*
                }
            }
        }
    };
}

reasons! {
    // W-NOTHING: it does nothing.

    /// A change of +0.
    ZeroChange "W-NOTHING" "+0 changes nothing", "give another number, or leave it out";
    /// Changes of one statistic that add up to nothing.
    ChangesCancel "W-NOTHING" "these changes of one statistic add up to nothing", "leave one of them out";
    /// A number 0 where something is done so many times.
    ZeroAmount "W-NOTHING" "0 of it is nothing", "give another number, or leave it out";
    /// An extra card in place of its own type.
    SameTypeInPlace "W-NOTHING" "a card more for one of its own type fewer is the same loadout", "name another type";
    /// Recharging what is never depleted.
    RechargeCharged "W-NOTHING" "that card is not depleted", "recharge a depleted card";
    /// Looking at one's own cards.
    LookAtOwn "W-NOTHING" "everybody knows his own face-down cards", "name somebody else's";
    /// Actions of minions.
    MinionActions "W-NOTHING" "minions have no Actions (TR-R101)", "name a Champion";
    /// Forbidding what minions never do.
    MinionDeeds "W-NOTHING" "minions make special attacks only (TR-R101)", "forbid those, or name a Champion";
    /// A target that gets nothing.
    UnusedTarget "W-NOTHING" "the target gets nothing of it", "write `it` instead of `you`";
    /// Hands of a card that needs none.
    NoHands "W-NOTHING" "this card needs no hands", "leave it out";

    /// A price as large as what it buys.
    PaysItself "W-NOTHING" "it gives no more than it costs", "ask for less, or give more";

    // W-CAP: a number beyond what can be.

    /// More hands fewer than there are.
    HandsBeyond "W-CAP" "this card does not need that many hands", "give the number of its hands";
    /// More extra cards than a loadout holds.
    ExtraBeyond "W-CAP" "a loadout has four cards, one of each type", "give a smaller number";
    /// Pushing further than the Arena is wide.
    ForcedTooFar "W-CAP" "no Arena is wider than five spaces, so nobody is moved further than 4", "give 1 to 4";

    // W-NEVER: a condition that cannot hold.

    /// Two conditions that exclude each other.
    Contradiction "W-NEVER" "this cannot hold together with what stands before it", "leave one of them out";
    /// Life that nobody has then.
    NeverLife "W-NEVER" "nobody has that Life then: at 0 a Champion is defeated", "give another number";
    /// More face-down cards than there are.
    NeverFaceDown "W-NEVER" "there are never that many face-down cards while this lies face up", "give 3 or less";
    /// More face-up cards than there are.
    NeverFaceUp "W-NEVER" "there are never that many such cards", "there are four loadout cards and a Champion";
    /// More face-up cards than rounds have been played.
    TooEarly "W-NEVER" "not that many cards are face up in that round", "each round reveals one";
    /// More face-down cards than rounds are left.
    TooLateInGame "W-NEVER" "not that many cards are face down any more in that round", "each round reveals one";
    /// A turn's deeds outside turns.
    NeverInTurn "W-NEVER" "nobody has a turn then, so nobody has done anything in it", "use a time within turns";
    /// Somebody compared with himself.
    NeverSelf "W-NEVER" "that is the same card twice", "name somebody else";
    /// The state of a card that never has it.
    NeverState "W-NEVER" "a Champion is never depleted and never deployed (TR-R70)", "leave it out";
    /// A result that the time excludes.
    NeverResult "W-NEVER" "the attack went otherwise, or it would not be that time", "leave it out";
    /// A kind of attack that the time excludes.
    NeverKind "W-NEVER" "that time is for attacks of another kind", "leave it out";
    /// What the Champion that prints it is not.
    NeverChampion "W-NEVER" "this Champion is something else", "leave it out";
    /// Dice that do not lie.
    NeverDice "W-NEVER" "your dice do not lie then", "use a time at which you roll";
    /// No damage to speak of.
    NoDamage "W-NEVER" "an attack that misses deals no damage", "use a time at which an attack hits";
    /// Conditions and results of different moments.
    NoWindow "W-NEVER" "there is no time at which this holds and the effect can do something", "leave the condition out, or give it a time";
    /// Not enough face-down cards to swap.
    NothingToSwap "W-NEVER" "in that round there are no two face-down cards any more", "name an earlier round";

    // W-ALWAYS: a condition that always holds.

    /// A bound that everything meets.
    AlwaysCount "W-ALWAYS" "that is always so", "leave it out, or give another number";
    /// The card itself is one.
    AlwaysSelf "W-ALWAYS" "this card itself is one", "write `another`, or count one more";
    /// A turn's deeds outside turns.
    AlwaysInTurn "W-ALWAYS" "nobody has a turn then, so nobody has done anything in it", "leave it out";
    /// From the first round on.
    AlwaysRound "W-ALWAYS" "there is no earlier round", "leave it out";
    /// A result that the time includes.
    AlwaysResult "W-ALWAYS" "that time says so already", "leave it out";
    /// What the Champion that prints it is.
    AlwaysChampion "W-ALWAYS" "this Champion is just that", "leave it out";
    /// The state of a card that never changes it.
    AlwaysState "W-ALWAYS" "a Champion is never depleted (TR-R70)", "leave it out";
    /// Further than the Arena is wide.
    AlwaysNear "W-ALWAYS" "no two spaces of an Arena are further apart", "give 1 to 3, or leave it out";
    /// Implied by another condition.
    Implied "W-ALWAYS" "another condition says so already", "leave it out";

    // W-SCOPE: a statistic that does not count there.

    /// Agility or Initiative in attacks.
    ScopeOfNoAttack "W-SCOPE" "Agility and Initiative are not for some attacks only", "leave the attacks out";
    /// DEF with own attacks.
    DefWithOwn "W-SCOPE" "DEF does not count in own attacks", "write `against`, or give ATK or Damage";
    /// ATK against attacks.
    AtkAgainstAttacks "W-SCOPE" "ATK and Damage do not count against attacks", "write `with`, or give DEF";
    /// Own attacks against attacks.
    AttackAgainstAttack "W-SCOPE" "attacks are not made against attacks", "name enemies, or leave it out";
    /// Attacks with the own card against one's own side.
    AgainstOwnCard "W-SCOPE" "nobody of your side is attacked with this card (TR-R39)", "name other attacks";
    /// Others' attacks with this card.
    OthersWithThisCard "W-SCOPE" "nobody else attacks with this card", "name other attacks";
    /// A kind of attack that this card does not make.
    OtherKindOfCard "W-SCOPE" "this card makes no such attacks", "name the attacks it makes";
    /// Defense of a card that is never attacked.
    NeverDefends "W-SCOPE" "this card is never attacked, so DEF does not count", "write `you`";
    /// Something forbidden that this card never does.
    NeverDoes "W-SCOPE" "this card never does that", "write `you`";
    /// The side that does not use the statistic in this attack.
    WrongSide "W-SCOPE" "that statistic does not count on that side of the attack", "ATK and Damage are the attacker's, DEF is the defender's";

    /// Attacks of another kind than the one in progress.
    OtherAttackNow "W-SCOPE" "the attack in progress is of another kind", "name its kind, or leave it out";

    // W-LATE: too late to matter.

    /// A total that is fixed already.
    TotalFixed "W-LATE" "that total is fixed by then (TR-R52)", "use an earlier time, or change Damage";
    /// A round that is over.
    RoundOver "W-LATE" "the round is over right after that", "use another time or a longer duration";
    /// A turn that is over.
    TurnOver "W-LATE" "the turn is over right after that", "use another time or a longer duration";
    /// No turn that it could last.
    NoTurn "W-LATE" "nobody has a turn then (TR-R79)", "write `this round`";
    /// What enemies do in somebody else's turn.
    OnlyByReact "W-LATE" "in your own turn enemies act and attack only by **React**", "use a longer duration, such as `until the end of your next turn`";
    /// Initiative after the order is made.
    OrderMade "W-LATE" "the order of this round is made by then (TR-R95)", "use an earlier time or a longer duration";
    /// Initiative that depends on a turn.
    OrderOutsideTurns "W-LATE" "the order of a round is made when nobody has a turn or attacks (TR-R20)", "change another statistic";
    /// An enemy that is gone.
    EnemyGone "W-LATE" "that enemy is gone by then", "name somebody else";
    /// Actions at the end of the round.
    ActionsVanish "W-LATE" "unspent Actions vanish right after that (TR-R36)", "use an earlier time";

    // W-COST: nobody can pay it.

    /// More Life than there is.
    CostLife "W-COST" "nobody has that much Life and 1 more (TR-R75, TR-R110)", "give 11 or less in all";
    /// Life at the point of defeat.
    CostLifeAtDefeat "W-COST" "at 0 Life none can be paid (TR-R75)", "pay something else";
    /// A card paid twice.
    CostTwice "W-COST" "this card can be paid once only, and not after it is discarded", "leave one of them out";
    /// Depletion that the rules add.
    CostOfPower "W-COST" "the power word or the reveal depletes this card already (TR-R43)", "leave it out";
    /// A card that cannot be depleted.
    CostNotCharged "W-COST" "only charged face-up cards can be depleted", "name `another of your charged cards`";
    /// A power of a depleted card.
    CostDepleted "W-COST" "a power ability needs a charged card", "leave the condition out";

    // W-TOKEN: tokens.

    /// Tokens that nothing puts.
    TokenNeverPut "W-TOKEN" "nothing puts such tokens there", "mend the name, or add an ability that puts them";
    /// Fewer tokens than are removed.
    TokenTooFew "W-TOKEN" "so many such tokens never lie there", "put more, or more often";
    /// Tokens that nothing asks for.
    TokenUnused "W-TOKEN" "nothing asks for such tokens", "mend the name, or add an ability that does";

    // W-ATTACK: attacks that are not made.

    /// A card that does not attack.
    NoAttack "W-ATTACK" "this card does not attack", "give it cost, damage and grid, or name other attacks";
    /// An enemy's attack with this card.
    EnemyWithThisCard "W-ATTACK" "enemies do not attack with this card", "name other attacks";
    /// A free attack that this card cannot make.
    OtherKindOfAttack "W-ATTACK" "this card makes no such attack", "name the kind of attack it makes";
    /// A second attack of a card that does not attack.
    NoAttackAgain "W-ATTACK" "that card does not attack", "leave out that it may attack again";

    // W-GRID: grids.

    /// A grid on a card without one.
    NoGrid "W-GRID" "this card has no attack grid", "give it cost, damage and grid";
    /// Cells that are numbered already.
    ZoneFull "W-GRID" "those cells are numbered already, and stay as they are", "name others, or change every number";
    /// A grid without a number.
    EmptyGrid "W-GRID" "no cell is numbered, so its attack reaches nobody", "number a cell";
    /// A grid lent by a card without one.
    NoGridToLend "W-GRID" "that card has no grid to lend", "name a Weapon or a Special";

    // W-DEPLOY: cards in the Arena.

    /// A card of the Arena that never comes there.
    NoDeploy "W-DEPLOY" "nothing brings this card into the Arena", "add **Deploy** to its text";
    /// A place that this card never has.
    NeverDeployed "W-DEPLOY" "this card never lies in the Arena", "add **Deploy** to its text, or name another place";
    /// A space that nobody enters.
    Occupied "W-DEPLOY" "nobody else enters or leaves the space of an Obstacle or Minion (TR-R35)", "make it a Hazard, or name a space next to it";
    /// A place measured from a card that is not there yet.
    DeployAtItself "W-DEPLOY" "before it is deployed this card has no place", "name another place";
    /// A second deployment.
    DeployedTwice "W-DEPLOY" "a card in the Arena is not deployed again (TR-R86)", "leave the condition out";
    /// An Edge away from the edge.
    EdgeInCenter "W-DEPLOY" "an Edge lies at a wall space (TR-R102)", "write `wall` instead of `center`";

    // W-TARGET: nobody fits.

    /// Nobody is that close.
    NobodyThere "W-TARGET" "nobody else stands on the same space", "give 1 or more";
    /// Attacks on one's own side.
    AttackOnOwn "W-TARGET" "nobody attacks his own side (TR-R39)", "name an enemy";
    /// Several targets of one attack.
    AttackOnMany "W-TARGET" "an attack has one target (TR-R40)", "write `target`";
    /// Weapons of minions.
    MinionWeapon "W-TARGET" "minions have no Weapons", "name an enemy";
    /// Turns of minions.
    MinionTurn "W-TARGET" "minions take no turns (TR-R101)", "write another duration";

    // W-SPACE: no such space.

    /// A space that is at the wall and is not.
    NoSuchSpace "W-SPACE" "no space is both at the wall and in the center", "leave one of them out";
    /// A space that is taken.
    SpaceTaken "W-SPACE" "that space is taken by whom it is measured from", "give 1 or more";
    /// An empty space with somebody on it.
    StandsOnEmpty "W-SPACE" "a space with somebody on it is not empty", "leave `empty` out";

    // W-LIMIT: frequencies that say nothing.

    /// The same as once.
    OnceByNumber "W-LIMIT" "that is once per round", "write `once per round`";
    /// A power ability is once per round anyhow.
    PowerLimit "W-LIMIT" "a power ability is used once per round anyhow (TR-R69)", "leave it out, or write `once per game`";
    /// The time comes no more often.
    TimeLimit "W-LIMIT" "that time comes no more often", "leave it out";
    /// The card is gone after the first use.
    DiscardLimit "W-LIMIT" "this card is gone after the first use", "leave it out";

    // The rest.

    /// A keyword that no known card shows.
    UnknownKeyword "W-KEYWORD" "no card that is known here shows this keyword", "mend it, or give the files of those cards as well";
    /// Parts of a chain that are nowhere.
    ChainParts "W-CHAIN" "not all parts of this chain are known here", "give the files of the others as well";
    /// The same id in another file.
    SameId "W-ID" "a card of another file has the same id", "rename one if the files are used together";
    /// Something said twice.
    Repeated "W-REPEAT" "this is said twice", "leave one of them out";
}
