//! The card language against its fixtures and the shipped cards.

mod common;

use std::path::Path;

use common::{ShippedText, file};
use time_rift::check::Facts;
use time_rift::compile::compile;

fn starter() -> Vec<ShippedText> {
    let texts = common::texts("starter.toml");
    assert_eq!(texts.len(), 40);
    texts
}

#[test]
fn every_shipped_text_is_its_program() {
    common::every_text_is_its_program(&starter());
}

#[test]
fn fixtures_compile() {
    let mut wrong = Vec::new();
    for text in file("tests/language/ok.txt").lines() {
        match compile(text, Facts { deployable: true, chain: true, ..Facts::default() }) {
            Ok(program) => assert_eq!(program.text(), text),
            Err(faults) => wrong.push(format!("{text}\n   {}", faults[0])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn senseless_texts_are_refused() {
    let mut wrong = Vec::new();
    for line in file("tests/language/refused.txt").lines() {
        let (code, text) = line.split_once(" | ").unwrap();
        let facts = Facts { champion: text.starts_with("On reveal"), ..Facts::default() };
        let codes: Vec<&str> = match compile(text, facts) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.iter().map(|fault| fault.code).collect(),
        };
        if codes.first() != Some(&code) {
            wrong.push(format!("{text}\n   should be {code} and is {codes:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A card, a text that is refused on it, where, what is told, and a text close by that compiles.
type Refused = (Facts, &'static str, &'static str, &'static str, &'static str);

const ARMOR: Facts = Facts { champion: false, chain: false, deployable: false };
const CHAMPION: Facts = Facts { champion: true, ..ARMOR };
const HAZARD: Facts = Facts { deployable: true, ..ARMOR };

const RANGE: &str = "E-RANGE: a number is out of range";
const NO_ATTACK_TO_NAME: &str = "E-REF: there is no attack to speak of at that time";
const NO_ENEMY: &str = "E-REF: no enemy was named before";
const NOBODY: &str = "E-REF: nobody was named before";
const NOWHERE: &str = "E-REF: this card lies on no space of the Arena";
const NOT_MOVED: &str = "E-REF: nobody was moved before";
const NO_ATTACK: &str = "E-WINDOW: no attack is in progress at that time";
const NO_DICE: &str = "E-WINDOW: your dice do not lie at that time";
const OTHER_DICE: &str = "E-WINDOW: those dice cannot be changed at that time";
const NO_DAMAGE: &str = "E-WINDOW: there is no damage at that time";
const NOT_DEFEATED: &str = "E-WINDOW: Life is set only at the point of defeat";
const FOREIGN: &str = "E-FAMILY: that does not belong to this power ability";
const NO_POWER: &str = "E-FAMILY: a step in an enemy's turn needs a power ability";
const ACTIONS: &str = "E-ACTIONTIME: Actions are only paid in the own turn, at no other time";
const FEEDS: &str = "E-LOOP: this changes the Actions that it depends on";
const HANDS_FEED: &str = "E-LOOP: this changes the hands that it depends on";
const NEVER_PAID: &str = "E-TYPE: a Champion is neither depleted nor discarded";
const FACE_DOWN: &str = "E-TYPE: a face-down card is not depleted";

#[rustfmt::skip]
const REFUSED: &[Refused] = &[
    (ARMOR, "While it is round 5, you have +1 DEF.", "it is round 5", RANGE, "While it is round 4, you have +1 DEF."),
    (ARMOR, "While it is round 0 or later, you have +1 DEF.", "it is round 0 or later", RANGE, "While it is round 2 or later, you have +1 DEF."),
    (ARMOR, "**Rage** so you have +10 ATK this round.", "+10 ATK", RANGE, "**Rage** so you have +9 ATK this round."),
    (ARMOR, "**Rage** so you have +1 ATK and -10 DEF this round.", "-10 DEF", RANGE, "**Rage** so you have +1 ATK and -9 DEF this round."),
    (ARMOR, "**Fear** target enemy so it has -12 DEF this round.", "-12 DEF", RANGE, "**Fear** target enemy so it has -9 DEF this round."),
    (ARMOR, "**Disarm** that attack so it has -10 ATK.", "-10 ATK", RANGE, "**Disarm** that attack so it has -9 ATK."),
    (ARMOR, "**Support** target ally so it has +11 ATK this round.", "+11 ATK", RANGE, "**Support** target ally so it has +9 ATK this round."),
    (ARMOR, "Up to 0 times per round, pay 1 Life: rotate.", "Up to 0 times per round", RANGE, "Up to 2 times per round, pay 1 Life: rotate."),
    (ARMOR, "This card needs 3 fewer hands.", "This card needs 3 fewer hands", RANGE, "This card needs 2 fewer hands."),

    (ARMOR, "Pay 1 Action: **Combo** to make a free base attack against that enemy.", "that enemy", NO_ENEMY, "When an enemy loses Life, **Combo** to make a free base attack against that enemy."),
    (ARMOR, "**React** to make a free base attack against that enemy.", "that enemy", NO_ENEMY, "**React** to make a free base attack against the attacker."),
    (ARMOR, "Pay 1 Action: put 1 \"Mark\" token on that enemy.", "that enemy", NO_ENEMY, "Pay 1 Action: **Push** target enemy 1 space, then put 1 \"Mark\" token on that enemy."),
    (ARMOR, "When an ally moves into a center space, that enemy loses 1 Life.", "that enemy", NO_ENEMY, "When an ally moves into a center space, that Champion loses 1 Life."),
    (ARMOR, "When a Champion moves into a center space, that enemy loses 1 Life.", "that enemy", NO_ENEMY, "When an enemy moves into a center space, that enemy loses 1 Life."),
    (ARMOR, "**Heal** target ally 1, then that enemy loses 1 Life.", "that enemy", NO_ENEMY, "**Poison** target enemy 1 Life, then that enemy loses 1 Life."),
    (ARMOR, "Pay 1 Life: each enemy loses 1 Life, then that enemy loses 1 Action.", "that enemy", NO_ENEMY, "Pay 1 Life: target enemy loses 1 Life, then that enemy loses 1 Action."),
    (ARMOR, "**Heal** you and each ally 1, then it gains 1 Action.", "it gains 1 Action", NOBODY, "**Heal** you or target ally 1, then it gains 1 Action."),
    (ARMOR, "**Poison** the defender 1 Life.", "the defender", NO_ATTACK_TO_NAME, "When your attack hits, **Poison** the defender 1 Life."),
    (ARMOR, "Pay 1 Action: **Combo** to make a free base attack against the attacker.", "the attacker", NO_ATTACK_TO_NAME, "**React** to make a free base attack against the attacker."),
    (ARMOR, "At the start of each round, each enemy within 1 space of the attacker loses 1 Life.", "the attacker", NO_ATTACK_TO_NAME, "When your attack hits, each enemy within 1 space of the defender loses 1 Life."),
    (ARMOR, "At the start of your turn, if you are adjacent to the attacker, **Heal** 1.", "the attacker", NO_ATTACK_TO_NAME, "When an enemy's attack hits you, if you are adjacent to the attacker, **Heal** 1."),
    (ARMOR, "At the start of your turn, if an ally is within 1 space of the defender, **Heal** 1.", "the defender", NO_ATTACK_TO_NAME, "When your attack hits, if an ally is within 1 space of the defender, **Heal** 1."),
    (ARMOR, "At the start of your turn, if an enemy is in a space adjacent to the defender, **Heal** 1.", "the defender", NO_ATTACK_TO_NAME, "At the start of your turn, if an enemy is in a space adjacent to you, **Heal** 1."),
    (ARMOR, "Only if the movement was stopped, **Push** target enemy 1 space.", "the movement was stopped", NOT_MOVED, "**Push** target enemy 1 space, then if the movement was stopped, that enemy loses 1 Life."),
    (ARMOR, "While the movement was stopped, you have +1 DEF.", "the movement was stopped", NOT_MOVED, "While you have not moved this turn, you have +1 DEF."),
    (ARMOR, "While an enemy is in this card's space, you have +1 DEF.", "this card's space", NOWHERE, "While an enemy is in a wall space, you have +1 DEF."),
    (ARMOR, "Only if you are in a space adjacent to this card, **Heal** 1.", "this card", NOWHERE, "Only if you are in a space adjacent to an enemy, **Heal** 1."),
    (ARMOR, "While you are adjacent to this card, you have +1 DEF.", "this card", NOWHERE, "While you are adjacent to an enemy, you have +1 DEF."),
    (ARMOR, "Each enemy within 1 space of this card has -1 DEF.", "this card", NOWHERE, "Each enemy within 1 space of you has -1 DEF."),
    (ARMOR, "You have +1 ATK against enemies within 1 space of this card.", "this card", NOWHERE, "You have +1 ATK with this card against enemies within 1 space of you."),
    (ARMOR, "When an enemy moves into this card's space, that enemy loses 1 Life.", "this card's space", NOWHERE, "When an enemy moves into a center space, that enemy loses 1 Life."),

    (ARMOR, "**Rage** so you have +1 ATK for this attack.", "for this attack", NO_ATTACK, "When you declare an attack, **Rage** so you have +1 ATK for this attack."),
    (ARMOR, "At the start of each round, **Rage** so you have +1 ATK for this attack.", "for this attack", NO_ATTACK, "At the start of each round, **Rage** so you have +1 ATK this round."),
    (ARMOR, "When an enemy starts a turn, **Fear** that enemy so it has -1 ATK for this attack.", "for this attack", NO_ATTACK, "When an enemy starts a turn, **Fear** that enemy so it has -1 ATK this turn."),
    (ARMOR, "**Support** target ally so it has +1 ATK for this attack.", "for this attack", NO_ATTACK, "**Support** target ally so it has +1 ATK this turn."),
    (ARMOR, "At the start of your turn, you have +1 ATK for this attack.", "you have +1 ATK for this attack", NO_ATTACK, "When you declare an attack, you have +1 ATK for this attack."),
    (ARMOR, "At the start of your turn, treat this attack as critical.", "treat this attack as critical", NO_ATTACK, "When your attack hits, treat this attack as critical."),
    (ARMOR, "Only if the attack is a base attack, **Heal** 1.", "the attack is a base attack", NO_ATTACK, "When your attack hits, only if the attack is a base attack, **Heal** 1."),
    (ARMOR, "**Heal** 1, then reduce that damage by 1.", "reduce that damage by 1", NO_DAMAGE, "When an enemy's attack hits you, **Heal** 1, then reduce that damage by 1."),
    (ARMOR, "Once per game, your Life becomes 2.", "your Life becomes 2", NOT_DEFEATED, "When you would be defeated, once per game, your Life becomes 2."),
    (ARMOR, "When you lose Life, once per game, your Life becomes 2.", "your Life becomes 2", NOT_DEFEATED, "When you would be defeated, your Life becomes 2."),
    (ARMOR, "When you roll attack dice, **Reroll** one of the defender's dice.", "**Reroll** one of the defender's dice", OTHER_DICE, "When you roll attack dice, **Reroll** one of the attacker's dice."),
    (ARMOR, "When you roll defense dice, **Reroll** one of the attacker's dice.", "**Reroll** one of the attacker's dice", OTHER_DICE, "When you roll defense dice, **Reroll** one of your dice."),
    (ARMOR, "When an enemy rolls defense dice against you, change one of your dice by up to 1.", "change one of your dice by up to 1", OTHER_DICE, "When an enemy rolls defense dice against you, change one of that enemy's dice by up to 1."),
    (ARMOR, "When an enemy rolls attack dice against you, set one of your dice to 6.", "set one of your dice to 6", OTHER_DICE, "When an enemy rolls attack dice against you, set one of that enemy's dice to 1."),
    (ARMOR, "When an enemy rolls attack dice against an ally, set one of your dice to 6.", "set one of your dice to 6", OTHER_DICE, "When an enemy rolls attack dice against an ally, set one of the attacker's dice to 1."),
    (ARMOR, "When an enemy rolls attack dice against you, roll 1 extra die and keep 2.", "roll 1 extra die and keep 2", OTHER_DICE, "When you roll defense dice, roll 1 extra die and keep 2."),
    (ARMOR, "When an enemy rolls defense dice against you, if your dice show doubles, **Heal** 1.", "your dice show doubles", NO_DICE, "When an enemy rolls attack dice against you, if your dice show doubles, **Heal** 1."),
    (ARMOR, "While one of your dice shows 6, you have +1 DEF.", "one of your dice shows 6", NO_DICE, "When you roll defense dice, if one of your dice shows 6, you have +1 DEF for this attack."),

    (ARMOR, "At the start of your turn, **Save** up to 1 Action.", "**Save** up to 1 Action", FOREIGN, "At the end of your turn, **Save** up to 1 Action."),
    (ARMOR, "At the end of each round, **Save** up to 1 Action.", "**Save** up to 1 Action", FOREIGN, "**Save** up to 1 Action."),
    (ARMOR, "At the start of your turn, **React** to rotate.", "**React** to rotate", FOREIGN, "When an enemy starts a turn, **React** to rotate."),
    (ARMOR, "On reveal, **React** to move 1 space.", "**React** to move 1 space", FOREIGN, "When an enemy's attack misses you, **React** to move 1 space."),
    (ARMOR, "At the end of your turn, **Dodge** 1 space.", "**Dodge** 1 space", FOREIGN, "When an enemy ends a turn, **Dodge** 1 space."),
    (ARMOR, "When you declare an attack, **Dodge** 1 space.", "**Dodge** 1 space", FOREIGN, "When an enemy moves into a space adjacent to you, you may **Dodge** 1 space."),
    (ARMOR, "When an enemy declares an attack against an ally, **Dodge** 1 space.", "**Dodge** 1 space", FOREIGN, "When an enemy declares an attack against you or an ally, **Dodge** 1 space."),
    (ARMOR, "**Support** target ally so it has -1 ATK this round.", "it has -1 ATK this round", FOREIGN, "**Support** target ally so it has +1 ATK this round."),
    (ARMOR, "**Support** target ally so it has +1 ATK and -1 DEF this round.", "it has +1 ATK and -1 DEF this round", FOREIGN, "**Support** target ally so it has +1 ATK and +1 DEF this round."),
    (ARMOR, "**Support** target ally so it cannot attack this round.", "it cannot attack this round", FOREIGN, "**Fear** target enemy so it cannot attack this round."),
    (ARMOR, "**Support** you so that enemy gains 1 Action.", "**Support** you so that enemy gains 1 Action", FOREIGN, "**Support** you so you gain 1 Action."),
    (ARMOR, "**Combo** to spend up to 2 Actions.", "spend up to 2 Actions", FOREIGN, "**React** to spend up to 2 Actions."),
    (ARMOR, "**Combo** to rotate.", "rotate", FOREIGN, "**Combo** to move 1 space."),
    (ARMOR, "When an enemy declares a base attack against you, **Disarm** that attack.", "**Disarm** that attack", FOREIGN, "When an enemy declares an attack against you, **Disarm** that attack."),
    (ARMOR, "When an enemy declares a special attack against an ally, **Disarm** that attack so it has -1 ATK.", "**Disarm** that attack so it has -1 ATK", FOREIGN, "When an enemy declares a weapon attack against an ally, **Disarm** that attack so it has -1 ATK."),
    (ARMOR, "**Disarm** the Weapon of target ally.", "target ally", FOREIGN, "**Disarm** the Weapon of target enemy."),
    (ARMOR, "**Fear** target enemy so it cannot move this round.", "**Fear** target enemy so it cannot move this round", FOREIGN, "**Fear** target enemy so it cannot maneuver this round."),
    (ARMOR, "When you declare an attack, **Fear** the attacker so it has -1 DEF this round.", "**Fear** the attacker so it has -1 DEF this round", FOREIGN, "When you declare an attack, **Fear** the defender so it has -1 DEF this round."),
    (ARMOR, "When an enemy's attack hits you, **Poison** the defender 1 Life.", "**Poison** the defender 1 Life", FOREIGN, "When an enemy's attack hits you, **Poison** the attacker 1 Life."),
    (ARMOR, "**Push** target Champion 1 space.", "**Push** target Champion 1 space", FOREIGN, "**Push** target enemy minion 1 space."),
    (ARMOR, "When you roll attack dice, **Pull** the attacker 1 space.", "**Pull** the attacker 1 space", FOREIGN, "When you roll attack dice, **Pull** the defender 1 space."),
    (ARMOR, "When you lose Life, once per round, move up to 1 space.", "move up to 1 space", NO_POWER, "When you lose Life, **React** to move up to 1 space."),
    (ARMOR, "When an enemy is defeated, once per round, move up to 1 space.", "move up to 1 space", NO_POWER, "When your attack hits, once per round, move up to 1 space."),
    (ARMOR, "When a Champion moves into a center space, once per round, move up to 1 space.", "move up to 1 space", NO_POWER, "When you move into a center space, once per round, move up to 1 space."),
    (ARMOR, "When an enemy ends a turn, rotate.", "rotate", NO_POWER, "At the end of your turn, rotate."),
    (ARMOR, "When an enemy's attack hits you, **Poison** the attacker 1 Life, then rotate.", "rotate", NO_POWER, "When your attack hits, **Poison** the defender 1 Life, then rotate."),

    (ARMOR, "Pay 1 Action: **Dodge** 1 space.", "Pay 1 Action", ACTIONS, "Pay 1 Life: **Dodge** 1 space."),
    (ARMOR, "Pay 1 Action: **Save** up to 2 Actions.", "Pay 1 Action", ACTIONS, "Pay 1 Life: **Save** up to 2 Actions."),
    (ARMOR, "Pay 1 Life and pay 1 Action: **Reroll** one of your dice.", "pay 1 Action", ACTIONS, "Pay 1 Life: **Reroll** one of your dice."),

    (ARMOR, "While you have a free hand, this card needs 1 fewer hand.", "this card needs 1 fewer hand", HANDS_FEED, "While it is round 2 or later, this card needs 1 fewer hand."),
    (ARMOR, "While it is round 2 or later and you have a free hand, you have +1 DEF and this card needs 1 fewer hand.", "this card needs 1 fewer hand", HANDS_FEED, "While it is round 2 or later and you have a free hand, you have +1 DEF."),
    (ARMOR, "While you have 1 or less unspent Actions, you have +1 DEF and you have +1 Agility.", "you have +1 Agility", FEEDS, "While you have 1 or less unspent Actions, you have +1 DEF and each ally has +1 Agility."),

    (CHAMPION, "Deplete this card: target enemy loses 1 Life.", "Deplete this card", NEVER_PAID, "Deplete your Weapon: target enemy loses 1 Life."),
    (CHAMPION, "Discard this card: target enemy loses 1 Life.", "Discard this card", NEVER_PAID, "Discard your Weapon: target enemy loses 1 Life."),
    (ARMOR, "Deplete one of your face-down cards: target enemy loses 1 Life.", "Deplete one of your face-down cards", FACE_DOWN, "Discard one of your face-down cards: target enemy loses 1 Life."),
];

#[test]
fn what_is_refused_is_told_at_its_words_and_what_is_close_by_compiles() {
    let mut wrong = Vec::new();
    for (facts, text, at, told, sound) in REFUSED {
        let faults = compile(text, *facts).err().unwrap_or_default();
        let found: Vec<(String, &str)> = faults
            .iter()
            .map(|fault| {
                (format!("{}: {}", fault.code, fault.message), &text[fault.span.start..fault.span.end])
            })
            .collect();
        if found != [((*told).to_owned(), *at)] {
            wrong.push(format!("{text}\n   should be {told} at `{at}` and is {found:?}"));
        }
        if let Err(faults) = compile(sound, *facts) {
            wrong.push(format!("{sound}\n   should compile and is {}", faults[0]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A Champion stands in the Arena, other cards must be deployed to lie there.
#[test]
fn cards_of_the_arena_have_a_space() {
    for text in [
        "While an enemy is in this card's space, you have +1 DEF.",
        "When an enemy moves into a space adjacent to this card, that enemy loses 1 Life.",
        "Each enemy within 1 space of this card has -1 DEF.",
    ] {
        assert!(compile(text, ARMOR).is_err(), "{text}");
        for facts in [CHAMPION, HAZARD] {
            compile(text, facts).unwrap_or_else(|faults| panic!("{text}: {}", faults[0]));
        }
    }
}

/// Deleting a word, or swapping two neighbours, never leaves the same program.
#[test]
fn every_word_means_something() {
    let cases = common::every_word_means_something(&starter());
    assert!(cases > 1_000, "{cases} cases");
}

/// Every text that is known to compile: shipped cards, fixtures, and examples for the rest.
fn known_texts() -> Vec<String> {
    let mut known: Vec<String> = starter().into_iter().map(|(_, _, text)| text).collect();
    for file_name in ["ok.txt", "examples.txt"] {
        known.extend(file(&format!("tests/language/{file_name}")).lines().map(str::to_owned));
    }
    known
}

/// `docs/card-language.md` is written from the grammar, with an example of each wording that compiles.
#[test]
fn the_documentation_is_the_grammar() {
    let facts = Facts { deployable: true, chain: true, champion: false };
    let mut examples = std::collections::BTreeMap::new();
    for text in known_texts() {
        let program = compile(&text, facts).unwrap_or_else(|faults| panic!("{text}: {}", faults[0]));
        for ability in &program.0 {
            let sentence = time_rift::compile::Program(vec![ability.clone()]).text();
            cardlang::Phrase::visit(ability, &mut |phrase, wording| {
                let shortest = examples.entry((phrase, wording)).or_insert_with(|| sentence.clone());
                if sentence.len() < shortest.len() {
                    shortest.clone_from(&sentence);
                }
            });
        }
    }
    let grammar = cardlang::Grammar::of::<time_rift::text::Ability>();
    let intro = "# The card language of Time Rift\n\nWritten from the grammar by a test (`cargo test -p time-rift --test language`; with `AGON_BLESS=1` it is written anew): \
                    what stands here is what is read. Every example compiles.\n\nA card text is sentences; each is one ability. Words in quotation marks stand as they are, \
                    other words name phrases, `?` may be left out, INT is a number, SIGNED one with its sign, STRING a name in quotation marks, KEYWORD one in square brackets.\n";
    let tables = grammar.page(&examples).unwrap_or_else(|without| {
        panic!("no example in tests/language/examples.txt for {without:#?}");
    });
    let page = format!("{intro}{tables}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/card-language.md");
    testkit::expect_file(&path, &page, "AGON_BLESS=1 cargo test -p time-rift --test language");
}
