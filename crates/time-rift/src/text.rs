//! The card language: every wording of a card text. What is declared here is read, written back and documented;
//! there is no other grammar.

use cardlang::{An, AndList, Bracketed, Int, Quoted, Several, Signed, ThenList, counted, phrase};

counted! {
    /// Actions.
    pub Actions: "Action" "Actions";
    /// Spaces.
    pub Spaces: "space" "spaces";
}

phrase! {
    /// One sentence of a card.
    pub enum Ability {
        /// Changes what a loadout may hold.
        Construction: "" construction: Construction;
        /// Holds as long as the card lies face up.
        Static: "" standing: Static;
        /// Happens at its time, or when its owner wishes.
        Effect: "" effect: Effect;
    }

    /// Deck building (TR-R25).
    pub struct Construction:
        "your loadout may include" count: Int, "extra" sort: CardType, "{count|cards|card}" instead: Option<InPlace>, ".";
    /// What is given up for it.
    pub struct InPlace: "in place of your" sort: CardType, "card";

    /// The types of loadout cards.
    pub enum CardType {
        /// A Weapon.
        Weapon: "Weapon";
        /// Armor or an adornment.
        Armor: "Armor";
        /// An Inspiration.
        Inspiration: "Inspiration";
        /// A Special.
        Special: "Special";
    }

    /// A standing change.
    pub struct Static: "" condition: Option<While>, "" clauses: AndList<StaticClause>, ".";
    /// When it holds.
    pub struct While: "while" condition: AndList<Atom>, ",";

    /// What a standing change does.
    pub enum StaticClause {
        /// Adds to statistics.
        Has: "" who: Holder, "{who|have|has}" mods: AndList<Mod>, "" scope: Option<Scope>;
        /// Takes the place of a printed value (TR-R22).
        Exactly: "" who: Holder, "{who|have|has} exactly" level: Level;
        /// Forbids.
        Cannot: "" who: Holder, "cannot" deed: Deed;
        /// Opens blank cells of the grid.
        GridAlso: "this card's grid also has" value: Signed, "in" zone: Zone, "spaces";
        /// Adds to all numbers of the grid.
        GridAll: "this card's grid has" value: Signed, "in every numbered space";
        /// Frees hands.
        Hands: "this card needs" count: Int, "fewer {count|hands|hand}";
    }

    /// Who bears a standing change.
    pub enum Holder {
        /// The own Champion.
        You(many): "you";
        /// The card itself.
        ThisCard: "this card";
        /// Enemies.
        EachEnemy: "each enemy" near: Option<Near>;
        /// Allies.
        EachAlly: "each ally" near: Option<Near>;
    }

    /// A value in the place of the printed one.
    pub enum Level {
        /// Actions a round.
        Agility: "" count: Int, "Agility";
        /// What defense rolls begin with.
        Def: "" value: Signed, "DEF";
    }

    /// A change of one statistic.
    pub struct Mod: "" value: Signed, "" stat: Stat;

    /// The statistics.
    pub enum Stat {
        /// Added to attack rolls.
        Atk: "ATK";
        /// Added to defense rolls.
        Def: "DEF";
        /// Added to damage after doubling.
        Damage: "Damage";
        /// Actions a round.
        Agility: "Agility";
        /// Round Initiative.
        Initiative: "Initiative";
    }

    /// Which attacks a change is for.
    pub enum Scope {
        /// Own attacks.
        With: "with" set: AttackSet, "" against: Option<AgainstFoes>;
        /// Attacks of others, or own ones on some.
        Against: "against" foes: Foes;
    }
    /// Against whom.
    pub struct AgainstFoes: "against" foes: Foes;

    /// Kinds of attacks.
    pub enum AttackSet {
        /// All.
        Attacks: "attacks";
        /// With the Champion's own grid.
        Base: "base attacks";
        /// With Weapons.
        Weapon: "weapon attacks";
        /// With Specials.
        Special: "special attacks";
        /// With cards of a keyword.
        Keyword: "" keyword: Bracketed, "attacks";
        /// With cards of an element.
        Element: "" element: Element, "attacks";
        /// With this card.
        ThisCard: "this card";
    }

    /// Who is on the other side.
    pub enum Foes {
        /// Enemies somewhere.
        Enemies: "enemies" place: Where;
        /// Attacks of a kind.
        Attacks: "" set: AttackSet, "" side: Option<FromArc>;
    }
    /// From which side.
    pub struct FromArc: "from" arc: Arc;

    /// Cells of a grid.
    pub enum Zone {
        /// Straight ahead.
        Front: "front";
        /// Ahead to both sides.
        Diagonal: "diagonal";
        /// At both sides.
        Flank: "flank";
        /// Behind.
        Rear: "rear";
        /// Two ahead.
        Long: "long";
    }

    /// What can be forbidden.
    pub enum Deed {
        /// To step for an Action.
        Maneuver: "maneuver";
        /// To turn by oneself.
        Rotate: "rotate";
        /// To move at all by oneself.
        Move: "move";
        /// To attack.
        Attack: "attack";
        /// To make base attacks.
        Base: "make base attacks";
        /// To make weapon attacks.
        Weapon: "make weapon attacks";
        /// To make special attacks.
        Special: "make special attacks";
        /// To gain Life.
        GainLife: "gain Life";
    }

    /// An effect: when, how often, on what condition, for what price, and what it does.
    pub struct Effect:
        "" timing: Option<Timed>, "" frequency: Option<Limited>, "" guard: Option<Guard>, "" cost: Option<Cost>,
        "" body: ThenList<Clause>, ".";
    /// When.
    pub struct Timed: "" timing: Timing, ",";
    /// How often.
    pub struct Limited: "" frequency: Frequency, ",";
    /// On what condition.
    pub struct Guard: "only if" condition: AndList<Atom>, ",";
    /// For what price.
    pub struct Cost: "" items: AndList<CostItem>, ":";

    /// When an effect is used.
    pub enum Timing {
        /// As its card is revealed.
        Reveal: "on reveal";
        /// As a round starts.
        RoundStart: "at the start of each round";
        /// As a round ends.
        RoundEnd: "at the end of each round";
        /// As the own turn starts.
        TurnStart: "at the start of your turn";
        /// As the own turn ends.
        TurnEnd: "at the end of your turn";
        /// As something happens.
        When: "when" event: Event;
    }

    /// What can happen.
    pub enum Event {
        /// The last part of the chain was revealed.
        ChainComplete: "this chain is complete";
        /// The card came into the Arena.
        Deployed: "this card is deployed";
        /// An own attack was announced.
        YouDeclare: "you declare" attack: AttackNoun;
        /// An enemy's attack was announced.
        EnemyDeclares: "an enemy declares" attack: AttackNoun, "against" victim: Victim;
        /// Own defense dice lie.
        YouRollDefense: "you roll defense dice";
        /// Own attack dice lie.
        YouRollAttack: "you roll attack dice" with: WithThisCard;
        /// An enemy's defense dice lie.
        EnemyRollsDefense: "an enemy rolls defense dice against you";
        /// An enemy's attack dice lie.
        EnemyRollsAttack: "an enemy rolls attack dice against" victim: Victim;
        /// How an own attack went.
        YourAttack: "" attack: OwnAttack, "" result: AttackResult;
        /// How an enemy's attack went.
        EnemyAttack: "an enemy's attack" result: HitOrMiss, "" victim: Victim;
        /// The own Champion lost Life.
        YouLoseLife: "you lose Life";
        /// An enemy lost Life.
        EnemyLosesLife: "an enemy loses Life";
        /// The own Champion is at 0 Life.
        YouWouldBeDefeated: "you would be defeated";
        /// An enemy is gone.
        EnemyDefeated: "an enemy is defeated";
        /// Somebody moved.
        Moves: "" mover: Mover, "" path: Path, "" space: Space;
        /// An enemy's turn starts.
        EnemyStartsTurn: "an enemy starts a turn";
        /// An enemy's turn ends.
        EnemyEndsTurn: "an enemy ends a turn";
    }

    /// An attack that is announced.
    pub enum AttackNoun {
        /// Any.
        Any: "an attack";
        /// A base attack.
        Base: "a base attack";
        /// A weapon attack.
        Weapon: "a weapon attack";
        /// A special attack.
        Special: "a special attack";
        /// One with this card.
        ThisCard: "an attack with this card";
    }

    /// Which dice.
    pub enum WithThisCard {
        /// Of an attack with this card.
        ThisCard: "with this card";
        /// Of any attack.
        Any: "";
    }

    /// An own attack.
    pub enum OwnAttack {
        /// Any.
        Any: "your attack";
        /// A base attack.
        Base: "your base attack";
        /// A weapon attack.
        Weapon: "your weapon attack";
        /// A special attack.
        Special: "your special attack";
        /// One with this card.
        ThisCard: "this card's attack";
    }

    /// How an attack went.
    pub enum AttackResult {
        /// It hit.
        Hits: "hits";
        /// It missed.
        Misses: "misses";
        /// It hit with doubles.
        Critical: "is critical";
    }

    /// How an attack went, without doubles.
    pub enum HitOrMiss {
        /// It hit.
        Hits: "hits";
        /// It missed.
        Misses: "misses";
    }

    /// Who is attacked.
    pub enum Victim {
        /// The own Champion.
        You: "you";
        /// An ally.
        Ally: "an ally";
        /// Either.
        YouOrAlly: "you or an ally";
    }

    /// Who moves.
    pub enum Mover {
        /// The own Champion.
        You: "you move";
        /// An enemy.
        Enemy: "an enemy moves";
        /// An ally.
        Ally: "an ally moves";
        /// Any Champion.
        Champion: "a Champion moves";
    }

    /// How a movement touches a space (TR-R33).
    pub enum Path {
        /// It began there.
        From: "from";
        /// It ended there.
        Into: "into";
        /// It began there and ended elsewhere.
        OutOf: "out of";
    }

    /// How often an effect can be used.
    pub enum Frequency {
        /// Once in a turn.
        Turn: "once per turn";
        /// Once in a round.
        Round: "once per round";
        /// Once in a game.
        Game: "once per game";
        /// Some times in a round.
        Times: "up to" count: Int, "times per round";
    }

    /// A part of a price.
    pub enum CostItem {
        /// Actions or Life.
        Pay: "pay" price: Price;
        /// Tokens.
        Remove: "remove" count: Int, "" name: Quoted, "{count|tokens|token} from this card";
        /// A charge.
        Deplete: "deplete" card: OwnCard;
        /// A card.
        Discard: "discard" card: OwnCard;
    }

    /// So much of something.
    pub enum Price {
        /// Actions.
        Actions: "" count: Actions;
        /// Life.
        Life: "" count: Int, "Life";
    }

    /// A card of one's own.
    pub enum OwnCard {
        /// The card itself.
        ThisCard: "this card";
        /// A Weapon.
        Weapon: "your Weapon";
        /// Armor.
        Armor: "your Armor";
        /// A Special.
        Special: "your Special";
        /// A hidden one.
        FaceDown: "one of your face-down cards";
        /// Another one that is charged.
        Charged: "another of your charged cards";
        /// Another one that is depleted.
        Depleted: "another of your depleted cards";
    }

    /// One thing an effect does.
    pub struct Clause: "" condition: Option<If>, "" may: May, "" action: Action;
    /// On what condition.
    pub struct If: "if" condition: AndList<Atom>, ",";

    /// Whether it is a choice.
    pub enum May {
        /// It is.
        May: "you may";
        /// It is not.
        Must: "";
    }

    /// What is done.
    pub enum Action {
        /// A power ability.
        Power: "" power: Power;
        /// Anything else.
        Plain: "" plain: Plain;
    }

    /// The fifteen power abilities.
    pub enum Power {
        /// A step that breaks a pattern (TR-R85).
        Combo: "**Combo** to" step: Step;
        /// Into the Arena (TR-R86).
        Deploy: "**Deploy** this card into" space: Space;
        /// Against a weapon attack (TR-R87).
        DisarmAttack: "**Disarm** that attack" so: Option<SoItHas>;
        /// Against a Weapon (TR-R87).
        DisarmWeapon: "**Disarm** the Weapon of" target: Target;
        /// Away in an enemy's turn (TR-R88).
        Dodge: "**Dodge**" amount: Amount;
        /// Penalties (TR-R89).
        Fear: "**Fear**" target: Target, "so" grant: Grant;
        /// Life (TR-R90).
        Heal: "**Heal**" target: Option<Target>, "" count: Int;
        /// Over everything (TR-R91).
        Jump: "**Jump** into" space: Space;
        /// A slow loss (TR-R92).
        Poison: "**Poison**" target: Target, "" price: Price;
        /// Closer (TR-R93).
        Pull: "**Pull**" target: Target, "" amount: Amount;
        /// Away (TR-R94).
        Push: "**Push**" target: Target, "" amount: Amount;
        /// Own statistics (TR-R95).
        Rage: "**Rage** so" grant: Grant;
        /// A step in an enemy's turn (TR-R96).
        React: "**React** to" step: Step;
        /// Dice once more (TR-R97).
        Reroll: "**Reroll**" many: DiceCount, "of" whose: Whose, "dice";
        /// Actions for the next round (TR-R98).
        Save: "**Save** up to" count: Actions;
        /// Sharing (TR-R99).
        Support: "**Support**" target: Target, "so" gift: Gift;
    }

    /// What a disarmed attack suffers.
    pub struct SoItHas: "so it has" mods: AndList<Mod>;

    /// How many dice.
    pub enum DiceCount {
        /// One.
        One: "one";
        /// As many as wished.
        Any: "any number";
    }

    /// A step that an effect instructs.
    pub enum Step {
        /// An attack without price.
        Attack:
            "make a free" kind: AttackKind, "attack" with: WithThisCard, "" against: Option<AgainstTarget>,
            "" facing: Facing, "" grid: Option<GridOf>;
        /// A move.
        Move: "move" amount: Amount;
        /// A turn.
        Rotate: "rotate";
        /// Ordinary actions.
        Spend: "spend up to" count: Actions;
    }

    /// Which attack.
    pub enum AttackKind {
        /// With the Champion's grid.
        Base: "base";
        /// With a Weapon.
        Weapon: "weapon";
        /// With a Special.
        Special: "special";
    }
    /// Against whom.
    pub struct AgainstTarget: "against" target: Target;
    /// Whether the grid may be turned.
    pub enum Facing {
        /// It may.
        Any: "from any facing";
        /// It may not.
        Own: "";
    }
    /// Whose grid.
    pub struct GridOf: "using the grid of" card: OwnCard;

    /// How far.
    pub struct Amount: "" up_to: UpTo, "" count: Spaces;
    /// Whether less will do.
    pub enum UpTo {
        /// It will.
        UpTo: "up to";
        /// It will not.
        Exactly: "";
    }

    /// A change for a while.
    pub enum Grant {
        /// Adds to statistics.
        Has: "" who: Subject, "{who|have|has}" mods: AndList<Mod>, "" scope: Option<Scope>, "" duration: Duration;
        /// Forbids.
        Cannot: "" who: Subject, "cannot" deed: Deed, "" duration: Duration;
    }

    /// Actions for somebody.
    pub struct Gain: "" who: Subject, "{who|gain|gains}" count: Actions;

    /// What Support gives.
    pub enum Gift {
        /// A change for a while.
        Grant: "" grant: Grant;
        /// Actions.
        Gain: "" gain: Gain;
    }

    /// Whom a clause is about.
    pub enum Subject {
        /// The own Champion.
        You(many): "you";
        /// Whoever was named.
        It: "it";
        /// The enemy that was named.
        ThatEnemy: "that enemy";
    }

    /// How long (TR-R79).
    pub enum Duration {
        /// Until the attack is done.
        Attack: "for this attack";
        /// Until the turn ends.
        Turn: "this turn";
        /// Until the round ends.
        Round: "this round";
        /// Until the game ends.
        Game: "this game";
        /// Until the owner's next turn ends.
        YourNextTurn: "until the end of your next turn";
        /// Until the bearer's next turn ends.
        ItsNextTurn: "until the end of its next turn";
    }

    /// Everything that needs no power ability.
    pub enum Plain {
        /// A move of the own Champion.
        Move: "move" amount: Amount;
        /// A turn.
        Rotate: "rotate";
        /// A change for one attack.
        Has: "" who: Subject, "{who|have|has}" mods: AndList<Mod>, "" scope: Option<Scope>, "for this attack";
        /// Actions.
        Gain: "" gain: Gain;
        /// A loss.
        Lose: "" target: Target, "{target|lose|loses}" price: Price;
        /// Less damage.
        Reduce: "reduce that damage by" count: Int;
        /// Doubles without doubles.
        Critical: "treat this attack as critical";
        /// A die set.
        SetDie: "set one of" whose: Whose, "dice to" value: Int;
        /// A die changed.
        ChangeDie: "change one of" whose: Whose, "dice by up to" count: Int;
        /// More dice to choose from.
        ExtraDice: "roll" count: Int, "extra {count|dice|die} and keep 2";
        /// Life set.
        LifeBecomes: "your Life becomes" count: Int;
        /// Tokens.
        Put: "put" count: Int, "" name: Quoted, "{count|tokens|token} on" place: TokenPlace;
        /// A charge.
        Recharge: "recharge" card: OwnCard, "" again: Again;
        /// Hidden cards change places.
        Swap: "swap two of your face-down cards";
        /// A hidden card is seen.
        Look: "look at one of" whose: Whose, "face-down cards";
        /// A card from outside.
        Take: "take" filter: An<FilterOne>, "from your War Chest";
    }

    /// Where tokens are put.
    pub enum TokenPlace {
        /// On the card itself.
        ThisCard: "this card";
        /// On somebody.
        Target: "" target: Target;
    }

    /// Whether a recharged card attacks again.
    pub enum Again {
        /// It may.
        Again: "so it may attack again this turn";
        /// It may not.
        No: "";
    }

    /// Whose dice or cards.
    pub enum Whose {
        /// One's own.
        Your: "your";
        /// The attacker's.
        Attackers: "the attacker's";
        /// The defender's.
        Defenders: "the defender's";
        /// Those of the enemy that was named.
        ThatEnemys: "that enemy's";
    }

    /// Whom an effect concerns.
    pub enum Target {
        /// Chosen, or all that fit.
        Chosen: "" pick: Pick, "" adjacent: Adjacent, "" noun: Noun, "" near: Option<Near>;
        /// Of the attack in progress.
        Attacker: "the attacker";
        /// Of the attack in progress.
        Defender: "the defender";
        /// Who was named.
        ThatEnemy: "that enemy";
        /// Who was named.
        ThatChampion: "that Champion";
        /// The own Champion.
        You(many): "you";
        /// The own Champion and all allies.
        YouAndAllies(many): "you and each ally" near: Option<Near>;
        /// The own Champion or an ally.
        YouOrAlly: "you or target ally" near: Option<Near>;
    }

    /// One or all.
    pub enum Pick {
        /// One that the user chooses.
        Target: "target";
        /// All.
        Each: "each";
    }

    /// Whether close by.
    pub enum Adjacent {
        /// Within one space.
        Adjacent: "adjacent";
        /// Anywhere.
        Anywhere: "";
    }

    /// Who can be concerned.
    pub enum Noun {
        /// Enemies.
        Enemy: "enemy";
        /// Allies.
        Ally: "ally";
        /// Champions of any side.
        Champion: "Champion";
        /// Minions of any side.
        Minion: "minion";
        /// Enemies' minions.
        EnemyMinion: "enemy minion";
    }

    /// Where somebody is.
    pub enum Near {
        /// Not further than that.
        Within: "within" count: Spaces, "" of: Option<OfRef>;
        /// On one side.
        Arc: "" arc: Arc;
    }
    /// From whom it is measured.
    pub struct OfRef: "of" reference: Ref;

    /// Where somebody is.
    pub enum Where {
        /// Near somebody.
        Near: "" near: Near;
        /// On a space.
        In: "in" space: Space;
    }

    /// Sides of the own Champion.
    pub enum Arc {
        /// Ahead.
        Front: "in front of you";
        /// Level.
        Beside: "beside you";
        /// At the back.
        Behind: "behind you";
    }

    /// A space.
    pub enum Space {
        /// One that fits.
        Any: "" space: An<SpaceNoun>;
        /// The one the card lies on.
        ThisCards: "this card's space";
    }
    /// What space.
    pub struct SpaceNoun: "" adjectives: Option<Several<SpaceAdjective>>, "space" relation: Option<SpaceRelation>;

    /// What kind of space.
    pub enum SpaceAdjective {
        /// With nothing on it.
        Empty: "empty";
        /// At the edge.
        Wall: "wall";
        /// In a corner.
        Corner: "corner";
        /// Away from the edge.
        Center: "center";
    }

    /// Where a space is.
    pub enum SpaceRelation {
        /// Next to somebody.
        Adjacent: "adjacent to" reference: Ref;
        /// Not further than that.
        Within: "within" count: Spaces, "of" reference: Ref;
    }

    /// From whom places are measured.
    pub enum Ref {
        /// The own Champion.
        You: "you";
        /// The card in the Arena.
        ThisCard: "this card";
        /// Any enemy.
        Enemy: "an enemy";
        /// Any ally.
        Ally: "an ally";
        /// Of the attack in progress.
        Attacker: "the attacker";
        /// Of the attack in progress.
        Defender: "the defender";
    }

    /// Something that holds or does not.
    pub enum Atom {
        /// So much of something.
        Count: "you have" count: Int, "" bound: Bound, "" what: Countable;
        /// Life compared.
        Life: "you have" more: MoreOrLess, "Life than" rival: Rival;
        /// A face-up card.
        FaceUp: "you have {article|an|a} face-up" filter: FilterOne;
        /// Another face-up card.
        AnotherFaceUp: "you have another face-up" filter: FilterOne;
        /// Several face-up cards.
        SeveralFaceUp: "you have" count: Int, "or more face-up" filter: FilterMany;
        /// Fewer than two hands used.
        FreeHand: "you have a free hand";
        /// What was done this turn.
        Done: "you have" not: Not, "" what: DoneThisTurn, "this turn";
        /// Where somebody is.
        Place: "" whom: Whom, "" place: Where;
        /// Next to whom somebody is.
        Adjacent: "" whom: Whom, "adjacent to" reference: Ref;
        /// The card's state.
        CardIs: "this card is" state: CardState;
        /// All parts of the chain are face up.
        ChainComplete: "this chain is complete";
        /// The round.
        Round: "it is round" count: Int, "" later: OrLater;
        /// Doubles lie.
        Doubles: "your dice show doubles";
        /// A value lies.
        DieShows: "one of your dice shows" value: Int;
        /// How the attack went.
        Attack: "the attack" result: AttackResult;
        /// Of which kind the attack is.
        AttackIs: "the attack is a" kind: AttackKind, "attack";
        /// A Push or Pull met something.
        Stopped: "the movement was stopped";
        /// What the Champion is.
        ChampionIs: "your Champion is" trait_of: Trait;
    }

    /// At least or at most.
    pub enum Bound {
        /// At least.
        More: "or more";
        /// At most.
        Less: "or less";
    }
    /// Above or below.
    pub enum MoreOrLess {
        /// Above.
        More: "more";
        /// Below.
        Less: "less";
    }
    /// With whom Life is compared.
    pub enum Rival {
        /// With all enemies.
        EachEnemy: "each enemy";
        /// With any enemy.
        AnEnemy: "an enemy";
        /// With the attacker.
        Attacker: "the attacker";
        /// With the defender.
        Defender: "the defender";
    }
    /// Whether it is so.
    pub enum Not {
        /// It is not.
        Not: "not";
        /// It is.
        Indeed: "";
    }
    /// What can be done in a turn.
    pub enum DoneThisTurn {
        /// A move.
        Moved: "moved";
        /// An attack.
        Attacked: "attacked";
    }
    /// Who is somewhere.
    pub enum Whom {
        /// The own Champion.
        You: "you are";
        /// The attacker.
        Attacker: "the attacker is";
        /// The defender.
        Defender: "the defender is";
        /// An ally.
        Ally: "an ally is";
        /// An enemy.
        Enemy: "an enemy is";
    }
    /// How a card lies.
    pub enum CardState {
        /// Upright.
        Charged: "charged";
        /// Sideways.
        Depleted: "depleted";
        /// In the Arena.
        Deployed: "deployed";
    }
    /// Whether later rounds count.
    pub enum OrLater {
        /// They do.
        Later: "or later";
        /// They do not.
        Only: "";
    }
    /// A keyword or element.
    pub enum Trait {
        /// A keyword.
        Keyword: "" keyword: Bracketed;
        /// An element.
        Element: "" element: Element;
    }

    /// What can be counted.
    pub enum Countable {
        /// Life.
        Life: "Life";
        /// Actions left.
        Unspent: "unspent {n|Action|Actions}";
        /// Tokens.
        Tokens: "" name: Quoted, "{n|token|tokens}";
        /// Hidden cards.
        FaceDown: "face-down {n|card|cards}";
    }

    /// Which card.
    pub struct FilterOne: "" element: Option<Element>, "" keyword: Option<Bracketed>, "" noun: CardNoun;
    /// Which cards.
    pub struct FilterMany: "" element: Option<Element>, "" keyword: Option<Bracketed>, "" noun: CardNouns;

    /// A card.
    pub enum CardNoun {
        /// Any.
        Card: "{n|cards|card}";
        /// No Champion.
        Loadout: "loadout {n|cards|card}";
        /// Of a type.
        Type: "" sort: CardType;
    }
    /// Several cards.
    pub enum CardNouns {
        /// Any.
        Cards: "{n|card|cards}";
        /// No Champions.
        Loadout: "loadout {n|card|cards}";
        /// Of a type.
        Type: "" sort: CardType;
    }

    /// The seven elements.
    pub enum Element {
        /// Inspiration and Life.
        Aether: "Aether";
        /// Attack and Damage.
        Fire: "Fire";
        /// Balance and Weapons.
        Metal: "Metal";
        /// Initiative and grids.
        Wood: "Wood";
        /// Defense and the Arena.
        Earth: "Earth";
        /// Movement and loadouts.
        Water: "Water";
        /// Dice and critical hits.
        Void: "Void";
    }
}
