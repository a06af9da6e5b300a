//! Every warning with a text that deserves it and one close by that does not.

use std::path::Path;

use cardlang::desk::{Desk as _, Report, Severity};
use engine::{Source, Sources};
use time_rift::cards;
use time_rift::explain::CardDesk;
use time_rift::warn::{Known, Reason, warnings};

/// A card of a kind with a text, as a file.
fn file(kind: &str, text: &str) -> String {
    let grid = "grid = \"\"\"\n . .  .\n . +1 .\n . ^ +0\n . .  .\n\"\"\"\n";
    let attack = format!("cost = 1\ndamage = 2\n{grid}");
    let (sort, rest) = match kind {
        "Champion" => {
            ("Champion", format!("life = 9\nagility = 4\ndamage = 1\ndef = 0\nrift = \"Red\"\n{grid}"))
        }
        "Weapon" => ("Weapon", format!("hands = 1\n{attack}")),
        "Blank" => ("Weapon", format!("hands = 1\n{}", attack.replace("+1", " .").replace("+0", " ."))),
        "Chain" => ("Weapon", format!("chain = \"Two Heavens 1 of 2\"\n{attack}")),
        "Broken chain" => ("Weapon", format!("chain = \"Two Hells 1 of 3\"\n{attack}")),
        "Armor" => ("Armor", "body = \"arms\"\n".to_owned()),
        "Inspiration" => ("Inspiration", String::new()),
        "Special" => ("Special", String::new()),
        "Attack" => ("Special", attack),
        "Minion" => ("Special", format!("arena = \"Minion\"\nlife = 2\ndef = 0\n{attack}")),
        arena => ("Special", format!("arena = \"{arena}\"\n")),
    };
    format!(
        "[[card]]\nid = \"tried\"\nname = \"Tried\"\ntype = \"{sort}\"\nelement = \"Fire\"\ninitiative = 5\n\
         region = \"Europe\"\nculture = \"Roman\"\ndesignation = [\"Blade\"]\n{rest}text = '''{text}'''\n"
    )
}

/// The reasons that a card with a text gives, alone with the shipped ones.
fn reasons(kind: &str, text: &str) -> Result<Vec<Reason>, String> {
    let source = Source { name: "tried.toml".to_owned(), text: file(kind, text) };
    let (own, faults) = cards::read(&source);
    if !faults.is_empty() {
        return Err(faults.to_string());
    }
    let mut all: Vec<_> = CardDesk.shipped().0.iter().flat_map(|file| cards::read(file).0).collect();
    all.extend(own.clone());
    let mut found: Vec<Reason> =
        warnings(&own[0], &Known::of(&all)).into_iter().map(|warning| warning.reason).collect();
    found.dedup();
    Ok(found)
}

/// A reason, what kind of card, a text that deserves it, one that does not.
type Case = (Reason, &'static str, &'static str, &'static str);

const DEPLOY: &str = "**Deploy** this card into an empty space within 2 spaces of you.";

#[rustfmt::skip]
const CASES: &[Case] = {
    use Reason::*;
    &[
    (ZeroChange, "Armor", "You have +0 DEF.", "You have +1 DEF."),
    (ZeroChange, "Armor", "**Rage** so you have +1 ATK and +0 DEF this round.", "**Rage** so you have +1 ATK and -1 DEF this round."),
    (ZeroChange, "Weapon", "This card's grid has +0 in every numbered space.", "This card's grid also has +0 in rear spaces."),
    (ChangesCancel, "Armor", "You have +1 ATK and -1 ATK.", "You have +1 ATK and -1 DEF."),
    (ZeroAmount, "Armor", "**Heal** 0.", "**Heal** 1."),
    (ZeroAmount, "Armor", "Pay 0 Actions: **Heal** 1.", "Pay 1 Action: **Heal** 1."),
    (ZeroAmount, "Armor", "Pay 0 Life: **Heal** 1.", "Pay 1 Life: **Heal** 2."),
    (ZeroAmount, "Armor", "When you lose Life, put 1 \"Ankh\" token on this card. Remove 0 \"Ankh\" tokens from this card: **Heal** 2.", "When you lose Life, put 1 \"Ankh\" token on this card. Remove 1 \"Ankh\" token from this card: **Heal** 2."),
    (ZeroAmount, "Armor", "When you lose Life, put 0 \"Ankh\" tokens on this card.", "When you lose Life, put 1 \"Ankh\" token on this card."),
    (ZeroAmount, "Armor", "Once per round, pay 1 Life: move up to 0 spaces.", "Once per round, pay 1 Life: move up to 1 space."),
    (ZeroAmount, "Armor", "**Push** target adjacent enemy 0 spaces.", "**Push** target adjacent enemy 1 space."),
    (ZeroAmount, "Armor", "**Dodge** 0 spaces.", "**Dodge** 1 space."),
    (ZeroAmount, "Armor", "**React** to move 0 spaces.", "**React** to move 1 space."),
    (ZeroAmount, "Armor", "**React** to spend up to 0 Actions.", "**React** to spend up to 1 Action."),
    (ZeroAmount, "Armor", "**Poison** target enemy 0 Life.", "**Poison** target enemy 1 Life."),
    (ZeroAmount, "Armor", "**Save** up to 0 Actions.", "**Save** up to 1 Action."),
    (ZeroAmount, "Armor", "**Support** you so you gain 0 Actions.", "**Support** you so you gain 1 Action."),
    (ZeroAmount, "Armor", "Once per round, you gain 0 Actions.", "Once per round, you gain 1 Action."),
    (ZeroAmount, "Armor", "Once per round, target enemy loses 0 Life.", "Once per round, target enemy loses 1 Life."),
    (ZeroAmount, "Armor", "When an enemy's attack hits you, reduce that damage by 0.", "When an enemy's attack hits you, reduce that damage by 1."),
    (ZeroAmount, "Weapon", "This card needs 0 fewer hands.", "This card needs 1 fewer hand."),
    (ZeroAmount, "Armor", "Your loadout may include 0 extra Weapon cards.", "Your loadout may include 1 extra Weapon card."),
    (SameTypeInPlace, "Armor", "Your loadout may include 1 extra Armor card in place of your Armor card.", "Your loadout may include 1 extra Armor card in place of your Special card."),
    (RechargeCharged, "Armor", "Once per round, recharge another of your charged cards.", "Once per round, recharge another of your depleted cards."),
    (RechargeCharged, "Armor", "Once per round, recharge one of your face-down cards.", "Once per round, recharge your Weapon."),
    (RechargeCharged, "Champion", "Once per round, recharge this card.", "Once per round, recharge your Armor."),
    (LookAtOwn, "Armor", "At the start of your turn, look at one of your face-down cards.", "When an enemy starts a turn, look at one of that enemy's face-down cards."),
    (LookAtOwn, "Armor", "When your attack hits, look at one of the attacker's face-down cards.", "When your attack hits, look at one of the defender's face-down cards."),
    (LookAtOwn, "Armor", "When an enemy's attack hits you, look at one of the defender's face-down cards.", "When an enemy's attack hits you, look at one of the attacker's face-down cards."),
    (MinionActions, "Armor", "**Poison** target enemy minion 1 Action.", "**Poison** target enemy minion 1 Life."),
    (MinionActions, "Armor", "Once per round, target minion loses 1 Action.", "Once per round, target Champion loses 1 Action."),
    (MinionActions, "Armor", "**Support** target minion so it gains 1 Action.", "**Support** target ally so it gains 1 Action."),
    (MinionDeeds, "Armor", "**Fear** target enemy minion so it cannot make weapon attacks this round.", "**Fear** target enemy minion so it cannot make special attacks this round."),
    (UnusedTarget, "Armor", "**Support** target ally so you have +1 ATK this round.", "**Support** target ally so it has +1 ATK this round."),
    (NoHands, "Armor", "This card needs 1 fewer hand.", "You have +1 DEF."),
    (PaysItself, "Armor", "Once per round, pay 1 Action: you gain 1 Action.", "Once per round, pay 1 Action: you gain 2 Actions."),
    (PaysItself, "Armor", "Pay 2 Life: **Heal** 2.", "Pay 2 Life: **Heal** 3."),
    (PaysItself, "Armor", "Pay 1 Life and pay 1 Life: **Heal** you 1.", "Pay 1 Life: **Heal** target ally 1."),
    (HandsBeyond, "Weapon", "This card needs 2 fewer hands.", "This card needs 1 fewer hand."),
    (ExtraBeyond, "Armor", "Your loadout may include 4 extra Weapon cards.", "Your loadout may include 3 extra Weapon cards."),
    (ExtraBeyond, "Armor", "Your loadout may include 2 extra Weapon cards in place of your Special card.", "Your loadout may include 1 extra Weapon card in place of your Special card."),
    (ForcedTooFar, "Armor", "**Pull** target enemy up to 5 spaces.", "**Pull** target enemy up to 4 spaces."),

    (Contradiction, "Armor", "While you have 7 or more Life and you have 5 or less Life, you have +1 DEF.", "While you have 5 or more Life and you have 7 or less Life, you have +1 DEF."),
    (Contradiction, "Armor", "While you have 5 or less Life and you have 6 or more Life, you have +1 DEF.", "While you have 5 or less Life and you have 5 or more Life, you have +1 DEF."),
    (Contradiction, "Minion", "**Deploy** this card into a space. While this card is depleted and this card is charged, you have +1 DEF.", "**Deploy** this card into a space. While this card is deployed and this card is charged, you have +1 DEF."),
    (Contradiction, "Armor", "Only if it is round 2 and it is round 3, **Heal** 1.", "Only if it is round 2 or later, **Heal** 1."),
    (Contradiction, "Armor", "While you have moved this turn and you have not moved this turn, you have +1 DEF.", "While you have moved this turn and you have not attacked this turn, you have +1 DEF."),
    (Contradiction, "Armor", "While this card is charged and this card is depleted, you have +1 DEF.", "While this card is charged, you have +1 DEF."),
    (Contradiction, "Armor", "Once per round, only if the attack hits and the attack misses, reduce that damage by 1.", "Once per round, only if the attack hits, reduce that damage by 1."),
    (Contradiction, "Armor", "While the attack is a base attack and the attack is a weapon attack, you have +1 DEF.", "While the attack is a base attack, you have +1 DEF."),
    (Contradiction, "Armor", "While your Champion is Fire and your Champion is Water, you have +1 DEF.", "While your Champion is Fire and your Champion is [Mongol], you have +1 DEF."),
    (Contradiction, "Armor", "While you have more Life than each enemy and you have less Life than an enemy, you have +1 DEF.", "While you have more Life than an enemy and you have less Life than an enemy, you have +1 DEF."),
    (Contradiction, "Armor", "While you are in a wall space and you are in a center space, you have +1 DEF.", "While you are in a wall space and an enemy is in a center space, you have +1 DEF."),
    (Contradiction, "Armor", "While the attacker is behind you and the attacker is in front of you, you have +1 DEF.", "While the attacker is behind you and an ally is in front of you, you have +1 DEF."),
    (Contradiction, "Armor", "At the start of each round, only if you have 7 or more Life, if you have 5 or less Life, **Heal** 1.", "At the start of each round, only if you have 7 or more Life, pay 3 Life: if you have 5 or less Life, target enemy loses 1 Life."),
    (NeverLife, "Armor", "While you have 0 or less Life, you have +1 DEF.", "While you have 1 or less Life, you have +1 DEF."),
    (NeverLife, "Armor", "When you would be defeated, only if you have 1 or more Life, your Life becomes 2.", "When you lose Life, only if you have 2 or more Life, **Heal** 1."),
    (NeverFaceDown, "Armor", "While you have 4 or more face-down cards, you have +1 DEF.", "While you have 3 or more face-down cards, you have +1 DEF."),
    (NeverFaceDown, "Champion", "While you have 5 or more face-down cards, you have +1 DEF.", "While you have 4 or more face-down cards, you have +1 Agility."),
    (NeverFaceUp, "Armor", "While you have 6 or more face-up cards, you have +1 DEF.", "While you have 5 or more face-up cards, you have +1 DEF."),
    (NeverFaceUp, "Armor", "While you have 5 or more face-up loadout cards, you have +1 DEF.", "While you have 4 or more face-up loadout cards, you have +1 DEF."),
    (TooEarly, "Armor", "While you have 2 or more face-up loadout cards and it is round 1, you have +1 DEF.", "While you have 2 or more face-up loadout cards and it is round 2, you have +1 DEF."),
    (TooEarly, "Armor", "While you have another face-up loadout card and it is round 1, you have +1 DEF.", "While you have another face-up Wood card and it is round 1, you have +1 DEF."),
    (TooLateInGame, "Armor", "While you have 2 or more face-down cards and it is round 3 or later, you have +1 DEF.", "While you have 2 or more face-down cards and it is round 2, you have +1 DEF."),
    (NeverInTurn, "Armor", "At the start of each round, if you have moved this turn, you may **Heal** 1.", "At the end of your turn, if you have moved this turn, you may **Heal** 1."),
    (NeverSelf, "Armor", "While you are adjacent to you, you have +1 DEF.", "While you are adjacent to an ally, you have +1 DEF."),
    (NeverSelf, "Armor", "When you declare an attack, if the attacker is behind you, you have +1 ATK for this attack.", "When you declare an attack, if the defender is behind you, you have +1 ATK for this attack."),
    (NeverSelf, "Armor", "When an enemy declares an attack against you, if you have less Life than the defender, you have +1 DEF for this attack.", "When an enemy declares an attack against you, if you have less Life than the attacker, you have +1 DEF for this attack."),
    (NeverSelf, "Armor", "When you move into a space adjacent to you, **Heal** 1.", "When you move into a space adjacent to an ally, **Heal** 1."),
    (NeverSelf, "Champion", "While you are adjacent to this card, you have +1 DEF.", "While an enemy is adjacent to this card, you have +1 DEF."),
    (NeverSelf, "Armor", "When an enemy declares an attack against you, if the defender is adjacent to you, you have +1 DEF for this attack.", "When an enemy declares an attack against an ally, if the defender is adjacent to you, **React** to rotate."),
    (NeverState, "Champion", "While this card is depleted, you have +1 DEF.", "While you have 5 or less Life, you have +1 DEF."),
    (NeverState, "Champion", "While this card is deployed, you have +1 DEF.", "You have +1 DEF."),
    (NeverResult, "Armor", "When your attack hits, if the attack misses, **Heal** 1.", "When your attack hits, if the attack is critical, **Heal** 1."),
    (NeverResult, "Armor", "When your attack misses, only if the attack is critical, **Heal** 1.", "When your attack misses, **Heal** 1."),
    (NeverKind, "Armor", "When you declare a base attack, if the attack is a weapon attack, you have +1 ATK for this attack.", "When you declare an attack, if the attack is a weapon attack, you have +1 ATK for this attack."),
    (NeverKind, "Weapon", "When this card's attack hits, if the attack is a special attack, **Heal** 1.", "When your attack hits, if the attack is a special attack, **Heal** 1."),
    (NeverChampion, "Champion", "While your Champion is Water, you have +1 DEF.", "While you have a face-up Water card, you have +1 DEF."),
    (NeverDice, "Armor", "When an enemy rolls attack dice against an ally, if one of your dice shows 6, set one of the attacker's dice to 1.", "When an enemy rolls attack dice against you or an ally, if one of your dice shows 6, set one of the attacker's dice to 1."),
    (NoDamage, "Armor", "When an enemy's attack misses you, reduce that damage by 1.", "When an enemy's attack hits you, reduce that damage by 1."),
    (NoDamage, "Armor", "When your attack misses, treat this attack as critical.", "When your attack hits, treat this attack as critical."),
    (NoWindow, "Armor", "Once per round, only if the attack hits, set one of your dice to 6.", "Once per round, only if your dice show doubles, set one of your dice to 6."),
    (NothingToSwap, "Armor", "At the end of your turn, only if it is round 3 or later, swap two of your face-down cards.", "At the end of your turn, only if it is round 2, swap two of your face-down cards."),

    (AlwaysCount, "Armor", "While you have 0 or more unspent Actions, you have +1 DEF.", "While you have 0 or less unspent Actions, you have +1 DEF."),
    (AlwaysCount, "Armor", "While you have 1 or more Life, you have +1 DEF.", "While you have 2 or more Life, you have +1 DEF."),
    (AlwaysCount, "Armor", "When you would be defeated, only if you have 3 or less Life, your Life becomes 2.", "When you lose Life, only if you have 3 or less Life, **Heal** 1."),
    (AlwaysCount, "Armor", "While you have 3 or less face-down cards, you have +1 DEF.", "While you have 2 or less face-down cards, you have +1 DEF."),
    (AlwaysCount, "Armor", "While you have 0 or more face-up Wood cards, you have +1 DEF.", "While you have 1 or more face-up Wood cards, you have +1 DEF."),
    (AlwaysCount, "Armor", "While you have 0 or more \"Ankh\" tokens, you have +1 DEF.", "While you have 1 or more \"Ankh\" tokens, you have +1 DEF."),
    (AlwaysCount, "Armor", "While you have another face-up card, you have +1 DEF.", "While you have another face-up loadout card, you have +1 DEF."),
    (AlwaysCount, "Armor", "While you are within 2 spaces, you have +1 DEF.", "While an enemy is within 2 spaces, you have +1 DEF."),
    (AlwaysSelf, "Armor", "While you have a face-up Fire card, you have +1 DEF.", "While you have another face-up Fire card, you have +1 DEF."),
    (AlwaysSelf, "Armor", "While you have a face-up Armor, you have +1 DEF.", "While you have a face-up Weapon, you have +1 DEF."),
    (AlwaysSelf, "Armor", "While you have 1 or more face-up [Blade] loadout cards, you have +1 DEF.", "While you have 2 or more face-up [Blade] loadout cards, you have +1 DEF."),
    (AlwaysSelf, "Armor", "While you have 2 or more face-up cards, you have +1 DEF.", "While you have 3 or more face-up cards, you have +1 DEF."),
    (AlwaysInTurn, "Armor", "On reveal, only if you have not attacked this turn, **Heal** 1.", "When an enemy declares an attack against you, only if you have not attacked this turn, you may **Dodge** 1 space."),
    (AlwaysRound, "Armor", "While it is round 1 or later, you have +1 DEF.", "While it is round 1, you have +1 DEF."),
    (AlwaysResult, "Armor", "When your attack is critical, if the attack hits, **Heal** 1.", "When your attack hits, if the attack is critical, **Heal** 1."),
    (AlwaysResult, "Armor", "When you declare a base attack, if the attack is a base attack, you have +1 ATK for this attack.", "When you declare an attack, if the attack is a base attack, you have +1 ATK for this attack."),
    (AlwaysResult, "Chain", "When this chain is complete, if this chain is complete, **Heal** 1.", "At the start of each round, if this chain is complete, **Heal** 1."),
    (AlwaysChampion, "Champion", "While your Champion is [Roman], you have +1 DEF.", "While you have another face-up [Roman] card, you have +1 DEF."),
    (AlwaysState, "Champion", "While this card is charged, you have +1 DEF.", "You have +1 DEF."),
    (AlwaysNear, "Armor", "Each enemy within 4 spaces has -1 DEF.", "Each enemy within 3 spaces has -1 DEF."),
    (AlwaysNear, "Armor", "**Jump** into an empty space within 4 spaces of you.", "**Jump** into an empty space within 3 spaces of you."),
    (AlwaysNear, "Armor", "**Push** target enemy within 5 spaces 1 space.", "**Push** target enemy within 2 spaces 1 space."),
    (Implied, "Armor", "While you have 7 or more Life and you have 5 or more Life, you have +1 DEF.", "While you have 7 or more Life and you have 2 or more unspent Actions, you have +1 DEF."),
    (Implied, "Armor", "While you have more Life than an enemy and you have more Life than each enemy, you have +1 DEF.", "While you have more Life than each enemy, you have +1 DEF."),

    (Implied, "Armor", "While you have 2 or more face-up Wood cards and you have 3 or more face-up Wood cards, you have +1 DEF.", "While you have 2 or more face-up Wood cards and you have 3 or more face-up Water cards, you have +1 DEF."),

    (ScopeOfNoAttack, "Armor", "You have +1 Agility with base attacks.", "You have +1 ATK with base attacks."),
    (ScopeOfNoAttack, "Armor", "You have +1 Initiative against enemies in a center space.", "You have +1 Damage against enemies in a center space."),
    (DefWithOwn, "Armor", "You have +1 DEF with weapon attacks.", "You have +1 DEF against weapon attacks."),
    (AtkAgainstAttacks, "Armor", "You have +1 ATK against weapon attacks.", "You have +1 ATK with weapon attacks."),
    (AttackAgainstAttack, "Armor", "You have +1 ATK with base attacks against weapon attacks.", "You have +1 ATK with base attacks against enemies in a wall space."),
    (AgainstOwnCard, "Weapon", "You have +1 DEF against this card.", "Each enemy has -1 DEF against this card."),
    (OthersWithThisCard, "Weapon", "Each enemy has -1 ATK with this card.", "You have +1 ATK with this card."),
    (OthersWithThisCard, "Weapon", "Each ally has +1 ATK with this card.", "Each ally has +1 ATK with weapon attacks."),
    (OtherKindOfCard, "Weapon", "This card has +1 ATK with base attacks.", "This card has +1 ATK with weapon attacks."),
    (OtherKindOfCard, "Weapon", "This card has +1 ATK with Water attacks.", "This card has +1 ATK with Fire attacks."),
    (OtherKindOfCard, "Attack", "This card has +1 ATK with weapon attacks.", "This card has +1 ATK with special attacks."),
    (OtherKindOfCard, "Weapon", "This card has +1 ATK with special attacks.", "This card has +1 ATK with [Blade] attacks."),
    (OtherKindOfCard, "Weapon", "This card has +1 ATK with [Bow] attacks.", "This card has +1 ATK with attacks."),
    (NeverDefends, "Weapon", "This card has +1 DEF.", "This card has +1 ATK."),
    (NeverDoes, "Weapon", "This card cannot maneuver.", "This card cannot attack."),
    (NeverDoes, "Armor", "This card cannot attack.", "You cannot attack."),
    (NeverDoes, "Weapon", "This card cannot make special attacks.", "This card cannot make weapon attacks."),
    (WrongSide, "Armor", "When you declare an attack, you have +1 DEF for this attack.", "When you declare an attack, you have +1 ATK for this attack."),
    (WrongSide, "Armor", "When an enemy declares an attack against you, you have +1 Damage for this attack.", "When an enemy declares an attack against you, you have +1 DEF for this attack."),
    (WrongSide, "Armor", "When an enemy declares an attack against an ally, you have +1 DEF for this attack.", "When an enemy declares an attack against you or an ally, you have +1 DEF for this attack."),
    (WrongSide, "Armor", "When an enemy declares an attack against you, that enemy has -1 DEF for this attack.", "When an enemy declares an attack against you, that enemy has -1 ATK for this attack."),
    (WrongSide, "Armor", "When an enemy declares an attack against you, **Fear** the attacker so it has -1 DEF for this attack.", "When you declare an attack, **Fear** the defender so it has -1 DEF for this attack."),
    (WrongSide, "Armor", "While the attacker is behind you, you have +1 ATK.", "While the attacker is behind you, you have +1 DEF."),
    (WrongSide, "Armor", "While the defender is adjacent to you, you have +1 DEF.", "While the defender is adjacent to you, you have +1 ATK."),

    (OtherAttackNow, "Armor", "When you declare a base attack, you have +1 ATK with weapon attacks for this attack.", "When you declare an attack, you have +1 ATK with weapon attacks for this attack."),
    (OtherAttackNow, "Armor", "When an enemy declares a base attack against you, you have +1 DEF against special attacks for this attack.", "When an enemy declares a base attack against you, you have +1 DEF against base attacks for this attack."),

    (TotalFixed, "Armor", "When your attack hits, you have +1 ATK for this attack.", "When your attack hits, you have +1 Damage for this attack."),
    (TotalFixed, "Armor", "When an enemy rolls attack dice against you, you have +1 DEF for this attack.", "When you roll defense dice, you have +1 DEF for this attack."),
    (RoundOver, "Armor", "At the end of each round, **Rage** so you have +1 ATK this round.", "At the start of each round, **Rage** so you have +1 ATK this round."),
    (TurnOver, "Armor", "At the end of your turn, **Rage** so you have +1 DEF this turn.", "At the end of your turn, **Rage** so you have +1 DEF this round."),
    (NoTurn, "Armor", "On reveal, **Rage** so you have +1 ATK this turn.", "On reveal, **Rage** so you have +1 ATK this round."),
    (NoTurn, "Armor", "At the start of each round, recharge your Weapon so it may attack again this turn.", "At the start of your turn, recharge your Weapon so it may attack again this turn."),
    (OnlyByReact, "Armor", "**Rage** so you have +1 DEF this turn.", "**Rage** so you have +1 DEF this round."),
    (OnlyByReact, "Armor", "At the start of your turn, **Fear** each enemy so it has -1 ATK this turn.", "At the start of your turn, **Fear** each enemy so it has -1 DEF this turn."),
    (OnlyByReact, "Armor", "Pay 1 Action: **Fear** target enemy so it cannot maneuver this turn.", "When an enemy starts a turn, **Fear** that enemy so it cannot maneuver this turn."),
    (OrderMade, "Armor", "**Rage** so you have +3 Initiative this round.", "**Rage** so you have +3 Initiative until the end of your next turn."),
    (OrderMade, "Armor", "When you declare an attack, you have +1 Initiative for this attack.", "On reveal, **Rage** so you have +1 Initiative this round."),
    (OrderOutsideTurns, "Armor", "While you have attacked this turn, you have +1 Initiative.", "While you have not attacked this turn, you have +1 Initiative."),
    (EnemyGone, "Armor", "When an enemy is defeated, that enemy loses 1 Life.", "When an enemy is defeated, target enemy loses 1 Life."),
    (EnemyGone, "Armor", "When an enemy is defeated, look at one of that enemy's face-down cards.", "When an enemy loses Life, look at one of that enemy's face-down cards."),
    (EnemyGone, "Armor", "When an enemy is defeated, once per round, that enemy gains 1 Action.", "When an enemy is defeated, once per round, you gain 1 Action."),
    (ActionsVanish, "Armor", "At the end of each round, you gain 1 Action.", "At the start of each round, you gain 1 Action."),
    (ActionsVanish, "Armor", "At the end of each round, each enemy loses 1 Action.", "At the end of each round, each enemy loses 1 Life."),
    (ActionsVanish, "Armor", "At the end of each round, **Support** you so you gain 1 Action.", "At the start of each round, **Support** you so you gain 1 Action."),


    (CostLife, "Armor", "Pay 12 Life: **Poison** target enemy 1 Life.", "Pay 11 Life: **Poison** target enemy 1 Life."),
    (CostLife, "Armor", "Pay 6 Life and pay 6 Life: **Poison** target enemy 1 Life.", "Pay 6 Life and pay 5 Life: **Poison** target enemy 1 Life."),
    (CostLifeAtDefeat, "Armor", "When you would be defeated, pay 1 Life: your Life becomes 2.", "When you would be defeated, discard this card: your Life becomes 2."),
    (CostTwice, "Armor", "Discard this card and deplete this card: target enemy loses 1 Life.", "Deplete this card and discard this card: target enemy loses 1 Life."),
    (CostTwice, "Armor", "Discard this card and discard this card: target enemy loses 1 Life.", "Discard this card and discard your Weapon: target enemy loses 1 Life."),
    (CostOfPower, "Armor", "Deplete this card: **Heal** 1.", "Deplete your Weapon: **Heal** 1."),
    (CostOfPower, "Armor", "On reveal, deplete this card: you gain 1 Action.", "On reveal, deplete your Weapon: you gain 1 Action."),
    (CostNotCharged, "Armor", "Deplete another of your depleted cards: target enemy loses 1 Life.", "Discard another of your depleted cards: target enemy loses 1 Life."),
    (CostDepleted, "Armor", "Only if this card is depleted, **Heal** 1.", "Only if this card is charged, **Heal** 1."),
    (CostDepleted, "Armor", "Only if this card is depleted, deplete this card: target enemy loses 1 Life.", "Only if this card is depleted, discard this card: target enemy loses 1 Life."),

    (TokenNeverPut, "Armor", "Remove 1 \"Oath\" token from this card: target enemy loses 1 Life.", "When you lose Life, put 1 \"Oath\" token on this card. Remove 1 \"Oath\" token from this card: target enemy loses 1 Life."),
    (TokenNeverPut, "Armor", "Remove 1 \"Ankh\" token from this card: target enemy loses 1 Life.", "While you have 1 or more \"Ankh\" tokens, you have +1 DEF."),
    (TokenNeverPut, "Champion", "Remove 1 \"Mark\" token from this card: target enemy loses 1 Life.", "At the start of each round, put 1 \"Mark\" token on each Champion. Remove 1 \"Mark\" token from this card: target enemy loses 1 Life."),
    (TokenNeverPut, "Armor", "While you have 1 or more \"Ankhs\" tokens, you have +1 DEF.", "While you have 1 or more \"Ankh\" tokens, you have +1 DEF."),
    (TokenTooFew, "Armor", "On reveal, put 1 \"Oath\" token on this card. Remove 2 \"Oath\" tokens from this card: target enemy loses 1 Life.", "On reveal, put 2 \"Oath\" tokens on this card. Remove 2 \"Oath\" tokens from this card: target enemy loses 1 Life."),
    (TokenUnused, "Armor", "When you lose Life, put 1 \"Scar\" token on this card.", "When you lose Life, put 1 \"Scar\" token on this card. While you have 2 or more \"Scar\" tokens, you have +1 ATK."),

    (NoAttack, "Armor", "When this card's attack hits, **Heal** 1.", "When your attack hits, **Heal** 1."),
    (NoAttack, "Special", "When you declare an attack with this card, you have +1 ATK for this attack.", "When you declare a special attack, you have +1 ATK for this attack."),
    (NoAttack, "Inspiration", "When you roll attack dice with this card, **Reroll** one of your dice.", "When you roll attack dice, **Reroll** one of your dice."),
    (NoAttack, "Armor", "You have +1 ATK with this card.", "You have +1 ATK with base attacks."),
    (NoAttack, "Armor", "Each enemy has -1 DEF against this card.", "Each enemy has -1 DEF against weapon attacks."),
    (NoAttack, "Armor", "This card has +1 ATK.", "You have +1 ATK."),
    (EnemyWithThisCard, "Weapon", "When an enemy declares an attack with this card against you, **Dodge** 1 space.", "When an enemy declares a weapon attack against you, **Dodge** 1 space."),
    (OtherKindOfAttack, "Weapon", "**Combo** to make a free special attack with this card.", "**Combo** to make a free weapon attack with this card."),
    (OtherKindOfAttack, "Armor", "**React** to make a free weapon attack with this card.", "**React** to make a free weapon attack."),
    (NoAttackAgain, "Armor", "Discard this card: recharge your Armor so it may attack again this turn.", "Discard this card: recharge your Weapon so it may attack again this turn."),
    (NoAttackAgain, "Armor", "Once per round, recharge this card so it may attack again this turn.", "Once per round, recharge this card."),

    (NoGrid, "Armor", "This card's grid also has +0 in front spaces.", "You have +1 DEF."),
    (NoGrid, "Special", "This card's grid has +1 in every numbered space.", "You have +1 DEF."),
    (ZoneFull, "Weapon", "This card's grid also has +2 in front spaces.", "This card's grid also has +2 in flank spaces."),
    (EmptyGrid, "Blank", "You have +1 DEF.", "This card's grid also has +0 in front spaces."),
    (NoGridToLend, "Armor", "**Combo** to make a free base attack using the grid of your Armor.", "**Combo** to make a free base attack using the grid of your Weapon."),
    (NoGridToLend, "Armor", "**Combo** to make a free base attack using the grid of this card.", "**Combo** to make a free base attack using the grid of another of your charged cards."),

    (NoDeploy, "Obstacle", "You have +1 DEF.", DEPLOY),
    (NeverDeployed, "Hazard", "When an enemy moves into this card's space, that enemy loses 1 Life.", "**Deploy** this card into an empty space. When an enemy moves into this card's space, that enemy loses 1 Life."),
    (NeverDeployed, "Minion", "When this card is deployed, **Heal** 1.", "**Deploy** this card into an empty space. When this card is deployed, **Heal** 1."),
    (NeverDeployed, "Armor", "While this card is deployed, you have +1 DEF.", "While this card is depleted, you have +1 DEF."),
    (Occupied, "Obstacle", "**Deploy** this card into an empty space. When an enemy moves into this card's space, that enemy loses 1 Life.", "**Deploy** this card into an empty space. When an enemy moves into a space adjacent to this card, that enemy loses 1 Life."),
    (Occupied, "Minion", "**Deploy** this card into an empty space. While an enemy is in this card's space, you have +1 DEF.", "**Deploy** this card into an empty space. While an enemy is adjacent to this card, you have +1 DEF."),
    (DeployAtItself, "Minion", "**Deploy** this card into a space adjacent to this card.", "**Deploy** this card into a space adjacent to you."),
    (DeployAtItself, "Minion", "**Deploy** this card into this card's space.", "**Deploy** this card into a space."),
    (DeployedTwice, "Minion", "Only if this card is deployed, **Deploy** this card into an empty space.", "**Deploy** this card into an empty space. Once per round, only if this card is deployed, you gain 1 Action."),
    (EdgeInCenter, "Edge", "**Deploy** this card into a center space.", "**Deploy** this card into a wall space."),

    (NobodyThere, "Armor", "**Push** target enemy within 0 spaces 1 space.", "**Push** target enemy within 1 space 1 space."),
    (NobodyThere, "Armor", "**Heal** target minion within 0 spaces 1.", "**Heal** target minion within 1 space 1."),
    (NobodyThere, "Armor", "**Support** you and each ally within 0 spaces so it has +1 ATK this round.", "**Support** you so you have +1 ATK this round."),
    (NobodyThere, "Armor", "While an ally is within 0 spaces, you have +1 DEF.", "While an ally is within 1 space, you have +1 DEF."),
    (NobodyThere, "Minion", "**Deploy** this card into an empty space. Each enemy within 0 spaces of this card has -1 DEF.", "**Deploy** this card into an empty space. Each enemy within 1 space of this card has -1 DEF."),
    (NobodyThere, "Armor", "When an enemy declares an attack against you, if the attacker is within 0 spaces, you have +1 DEF for this attack.", "While the attacker is within 0 spaces, you have +1 DEF."),
    (NobodyThere, "Armor", "When you declare an attack, if the defender is within 0 spaces, you have +1 ATK for this attack.", "While the defender is within 0 spaces, you have +1 DEF."),
    (AttackOnOwn, "Armor", "**Combo** to make a free base attack against target ally.", "**Combo** to make a free base attack against target enemy."),
    (AttackOnMany, "Armor", "**Combo** to make a free base attack against each enemy.", "**Combo** to make a free base attack against target enemy."),
    (MinionWeapon, "Armor", "**Disarm** the Weapon of target enemy minion.", "**Disarm** the Weapon of target enemy."),
    (MinionTurn, "Armor", "**Fear** target enemy minion so it has -1 ATK until the end of its next turn.", "**Fear** target enemy minion so it has -1 ATK until the end of your next turn."),

    (NoSuchSpace, "Armor", "**Jump** into an empty wall center space.", "**Jump** into an empty center space."),
    (NoSuchSpace, "Armor", "While you are in a corner center space, you have +1 DEF.", "While you are in a corner wall space, you have +1 DEF."),
    (SpaceTaken, "Armor", "**Jump** into a space within 0 spaces of an enemy.", "**Jump** into a space within 1 space of an enemy."),
    (SpaceTaken, "Minion", "**Deploy** this card into a space. **Jump** into a space within 0 spaces of this card.", "**Deploy** this card into a space. **Jump** into a space within 1 space of this card."),
    (SpaceTaken, "Hazard", "**Deploy** this card into a space. **Jump** into a space within 0 spaces of you.", "**Deploy** this card into a space. **Jump** into a space within 0 spaces of this card."),
    (StandsOnEmpty, "Armor", "While you are in an empty space, you have +1 DEF.", "While you are in a wall space, you have +1 DEF."),

    (OnceByNumber, "Armor", "Up to 1 times per round, pay 1 Life: rotate.", "Once per round, pay 1 Life: rotate."),
    (PowerLimit, "Armor", "Once per round, **Heal** 1.", "Once per game, **Heal** 1."),
    (TimeLimit, "Armor", "On reveal, once per game, you gain 1 Action.", "On reveal, you gain 1 Action."),
    (TimeLimit, "Armor", "At the start of each round, once per round, you gain 1 Action.", "At the start of each round, once per game, you gain 1 Action."),
    (TimeLimit, "Armor", "At the start of your turn, once per turn, you gain 1 Action.", "At the start of your turn, once per round, you gain 1 Action."),
    (DiscardLimit, "Armor", "Once per game, discard this card: you gain 1 Action.", "Once per game, discard your Weapon: you gain 1 Action."),

    (UnknownKeyword, "Armor", "You have +1 ATK with [Blad] attacks.", "You have +1 ATK with [Blade] attacks."),
    (UnknownKeyword, "Armor", "While you have another face-up [Fencing] card, you have +1 ATK.", "While you have another face-up [Oath] card, you have +1 ATK."),
    (UnknownKeyword, "Armor", "While your Champion is [Bow], you have +1 ATK.", "While your Champion is [Mongol], you have +1 ATK."),
    (UnknownKeyword, "Armor", "Once per game, pay 2 Actions: take a [Gun] Weapon from your War Chest.", "Once per game, pay 2 Actions: take a [Bow] Weapon from your War Chest."),
    (ChainParts, "Broken chain", "You have +1 DEF.", ""),
    (Repeated, "Armor", "While it is round 2 and it is round 2, you have +1 DEF.", "While it is round 2, you have +1 DEF."),
    (Repeated, "Armor", "**Jump** into an empty empty space.", "**Jump** into an empty space."),
    (Repeated, "Armor", "**Push** target adjacent enemy within 2 spaces 1 space.", "**Push** target adjacent enemy in front of you 1 space."),
    ]
};

#[test]
fn every_warning_has_a_text_that_deserves_it_and_one_that_does_not() {
    let mut wrong = Vec::new();
    for (reason, kind, doubtful, sound) in CASES {
        let found = reasons(kind, doubtful);
        if found.as_deref() != Ok(&[*reason]) {
            wrong.push(format!("{kind}: {doubtful}\n   should be {reason:?} and is {found:?}"));
        }
        // The other parts of this chain are shipped.
        let kind = if *kind == "Broken chain" { "Chain" } else { kind };
        let found = reasons(kind, sound);
        if found.as_deref() != Ok(&[]) {
            wrong.push(format!("{kind}: {sound}\n   should be sound and is {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for reason in Reason::ALL.iter().filter(|reason| **reason != Reason::SameId) {
        assert!(CASES.iter().any(|case| case.0 == *reason), "{reason:?} is not tried");
    }
}

fn check(files: &[(&str, String)]) -> Vec<Report> {
    let mut sources = Sources::none();
    for (name, text) in files {
        sources.push(*name, text.clone());
    }
    CardDesk.check(&sources)
}

#[test]
fn the_shipped_cards_give_no_warnings() {
    let reports = CardDesk.check(&CardDesk.shipped());
    for (file, report) in CardDesk.shipped().0.iter().zip(&reports) {
        assert_eq!(report.findings, [], "{}", file.name);
    }
    assert!(reports.iter().map(|report| report.cards.len()).sum::<usize>() >= 100);
}

#[test]
fn warnings_stand_at_their_words() {
    let text = "You have +1 DEF. While you have 7 or more Life and you have 5 or less Life, you have +1 ATK.";
    let [report] = &check(&[("a.toml", file("Armor", text))])[..] else { panic!("one report") };
    let [finding] = &report.findings[..] else { panic!("{:?}", report.findings) };
    assert_eq!((finding.severity, finding.code.as_str()), (Severity::Warning, "W-NEVER"));
    assert_eq!(finding.card.as_deref(), Some("tried"));
    let line = 1 + file("Armor", text).lines().position(|line| line.starts_with("text")).unwrap();
    let column = 1 + "text = '''".len() + text.find("you have 5 or less").unwrap();
    let place = format!("a.toml:{line}:{column}: W-NEVER: this cannot hold together");
    assert!(finding.fault.to_string().starts_with(&place), "{}\n{place}", finding.fault);
    // A field, and the first words of a sentence, whose capital is not the grammar's.
    let [report] = &check(&[("b.toml", file("Obstacle", "Each enemy within 4 spaces has -1 DEF."))])[..]
    else {
        panic!("one report")
    };
    let told: Vec<String> = report.findings.iter().map(|finding| finding.fault.to_string()).collect();
    assert!(told[0].starts_with("b.toml:10:9: W-DEPLOY: nothing brings"), "{told:?}");
    assert!(told[1].starts_with("b.toml:11:11: W-ALWAYS: no two spaces"), "{told:?}");
}

#[test]
fn cards_are_looked_at_together() {
    let other = file("Weapon", "You have +1 ATK.").replace("[\"Blade\"]", "[\"Gun\"]");
    let asks = file("Armor", "You have +1 ATK with [Gun] attacks.").replace("tried", "asks");
    let codes = |reports: &[Report]| -> Vec<Vec<String>> {
        let codes = |report: &Report| report.findings.iter().map(|finding| finding.code.clone()).collect();
        reports.iter().map(codes).collect()
    };
    assert_eq!(codes(&check(&[("asks.toml", asks.clone())])), [["W-KEYWORD"]]);
    let both = check(&[("asks.toml", asks.clone()), ("other.toml", other.clone())]);
    assert_eq!(codes(&both), [vec![], Vec::<String>::new()]);
    let twice = check(&[("a.toml", other.clone()), ("b.toml", other.clone())]);
    assert_eq!(codes(&twice), [["W-ID"], ["W-ID"]]);
    // The other part of a chain, and a near keyword.
    let part = |part: &str| {
        let id = format!("part-{}", part.replace(' ', "-"));
        file("Broken chain", "").replace("1 of 3", part).replace("tried", &id)
    };
    let parts = [("1.toml", part("1 of 2")), ("2.toml", part("2 of 2"))];
    assert_eq!(codes(&check(&parts)), [vec![], Vec::<String>::new()]);
    assert_eq!(codes(&check(&parts[..1])), [["W-CHAIN"]]);
    let near = check(&[("n.toml", file("Armor", "You have +1 ATK with [Blad] attacks."))]);
    assert!(near[0].findings[0].fault.remedy.ends_with("did you mean [Blade]?"), "{near:?}");
}

#[test]
fn a_card_with_faults_gives_no_warnings() {
    let faulty = file("Armor", "You have +0 DEF.").replace("initiative = 5", "initiative = 50");
    let sound = file("Armor", "You have +0 DEF.").replace("tried", "other");
    let report = &check(&[("f.toml", faulty + &sound)])[0];
    let told: Vec<(&str, Option<&str>)> =
        report.findings.iter().map(|finding| (finding.code.as_str(), finding.card.as_deref())).collect();
    assert_eq!(told, [("E-RANGE", Some("tried")), ("W-NOTHING", Some("other"))]);
}

/// `docs/card-warnings.md` is written from the catalogue and the texts above.
#[test]
fn the_documentation_lists_every_warning() {
    let mut page = "# Warnings about cards\n\nWritten from the catalogue by a test (`cargo test -p time-rift --test warnings`; with \
                    `AGON_BLESS=1` it is written anew). `agon card check` tells them after the errors; a card with warnings is played \
                    all the same. Every text below is tried.\n\n| code | told | to do | on | a text that deserves it | one that does not |\n| \
                    --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for reason in Reason::ALL {
        let case = CASES.iter().find(|case| case.0 == *reason);
        let files = ("", "two files with a card of one id", "one of them alone");
        let (kind, doubtful, sound) =
            case.map_or(files, |(_, kind, doubtful, sound)| (*kind, *doubtful, *sound));
        page += &format!(
            "| {} | {} | {} | {kind} | {doubtful} | {sound} |\n",
            reason.code(),
            reason.message(),
            reason.hint()
        );
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/card-warnings.md");
    testkit::expect_file(&path, &page, "AGON_BLESS=1 cargo test -p time-rift --test warnings");
}
