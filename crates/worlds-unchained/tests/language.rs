//! The card language: every construct, every check, and the page that is written from the grammar.

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use cardlang::{Diagnostic, Grammar, Phrase as _};
use common::{file, pool};
use worlds_unchained::check::Bearer;
use worlds_unchained::compile::compile;
use worlds_unchained::text::Skill;
use worlds_unchained::warn::warnings;

/// Every check with a text that deserves it and a near one that does not.
const CHECKS: &[(&str, Bearer, &str, &str)] = &[
    ("E1", V, "Riposte Combo 1: Gain 1 Boost.", "Riposte Reinforce 1: Gain 1 Boost."),
    ("E1", V, "Reinforce Challenge 1: Gain 1 Boost.", "Combo Challenge 1: Gain 1 Boost."),
    ("E1", V, "Prime Riposte 1: Gain 1 Boost.", "Prime Reinforce 1: Gain 1 Boost."),
    ("E1", V, "Prime Combo: Gain 1 Boost.", "Prime: Gain 1 Boost."),
    ("E1", V, "Prime Prime 1: Gain 1 Boost.", "Prime 1: Gain 1 Boost."),
    ("E1", V, "Chain Chain 1: Gain 1 Boost.", "Chain 1: Gain 1 Boost."),
    (
        "E1",
        V,
        "When you activate a Riposte Combo Chain: Gain 1 Boost.",
        "When you activate a Riposte Chain: Gain 1 Boost.",
    ),
    ("E2", V, "Passive: Gain 1 Boost.", "Passive: This Vassal has +1 power."),
    ("E2", V, "Injured: This Vassal gains 1 power.", "Injured: This Vassal has +1 power."),
    (
        "E2",
        V,
        "While you control a Mob: Heal this Vassal.",
        "While you control a Mob: This Vassal is protected.",
    ),
    ("E3", V, "Passive, Limit 1: This Vassal has +1 power.", "Passive: This Vassal has +1 power."),
    (
        "E3",
        V,
        "Injured, Limit 2: This Vassal has +1 power.",
        "Lose, Limit 2: This Vassal has [Injured: This Vassal has +1 power.].",
    ),
    ("E4", V, "Combo 1: Negate that Chain.", "Riposte 1: Negate that Chain."),
    (
        "E4",
        V,
        "When you spend Boosts: Negate that Chain.",
        "When your opponent activates a Chain: Negate that Chain.",
    ),
    (
        "E4",
        V,
        "When your opponent activates a Chain or Win: Negate that Chain.",
        "When your opponent activates a Chain or When a friendly Vassal activates a Chain: Negate that Chain.",
    ),
    (
        "E4",
        V,
        "Riposte 1: This Vassal has [Win: Negate that Chain.].",
        "Win: This Vassal has [Riposte 1: Negate that Chain.].",
    ),
    (
        "E5",
        V,
        "Chain: Gain 1 Boost. If you do, heal this Vassal.",
        "Chain: You may spend 1 Boost. If you do, heal this Vassal.",
    ),
    (
        "E5",
        V,
        "Chain: You may spend 1 Boost. Gain 1 Boost. If you do not, heal this Vassal.",
        "Chain: You may spend 1 Boost. If you do, gain 1 Boost. If you do not, heal this Vassal.",
    ),
    (
        "E5",
        V,
        "Chain: Your opponent may spend 1 Boost. If you do, heal this Vassal.",
        "Chain: Your opponent may spend 1 Boost. If they do, heal this Vassal.",
    ),
    (
        "E6",
        V,
        "Chain: If you control a Mob, gain 1 Boost instead.",
        "Chain: Gain 2 Boosts. If you control a Mob, gain 1 Boost instead.",
    ),
    (
        "E6",
        V,
        "Chain: You may spend 1 Boost. If you control a Mob, gain 1 Boost instead.",
        "Chain: If you control a token Vassal, gain 2 Boosts. If you control a Mob, gain 1 Boost instead.",
    ),
    (
        "E6",
        V,
        "Chain: Gain 2 Boosts. Otherwise, heal this Vassal.",
        "Chain: If you control a Mob, gain 2 Boosts. Otherwise, heal this Vassal.",
    ),
    (
        "E6",
        V,
        "Chain: If you control a Mob, gain 1 Boost. Heal this Vassal. Otherwise, restore this Vassal.",
        "Chain: Gain 2 Boosts. If you control a Mob, gain 1 Boost instead. Otherwise, heal this Vassal.",
    ),
    (
        "E6",
        V,
        "Chain: Gain 1 Boost. If you control a Mob, gain 2 Boosts instead. If you control a token Vassal, gain 3 Boosts instead.",
        "Chain: You may spend 1 Boost. If you do, gain 2 Boosts. If you control a Mob, gain 3 Boosts instead.",
    ),
    ("E7", V, "Chain: Swap this Vassal with it.", "Chain: Heal a friendly Mob. Swap this Vassal with it."),
    ("E7", V, "Win: Heal it.", "Win: Restore your Challenger. Heal it."),
    (
        "E7",
        V,
        "When this Vassal is injured: Heal that Vassal.",
        "When another Vassal is injured: Heal that Vassal.",
    ),
    (
        "E7",
        V,
        "When a Vassal is injured or Win: Heal that Vassal.",
        "When a Vassal is injured or When a Vassal is exhausted: Heal that Vassal.",
    ),
    (
        "E7",
        V,
        "When the round starts while your Challenger is injured: Heal it.",
        "When the round starts: If your Challenger is injured, heal it.",
    ),
    (
        "E7",
        V,
        "Chain: Choose one: injure a Vassal; or gain 1 Boost. Exhaust it.",
        "Chain: Choose one: injure a Vassal; or heal a Vassal. Exhaust it.",
    ),
    ("E7", V, "Win: Heal those Vassals.", "Win: Restore two Vassals. Heal those Vassals."),
    (
        "E7",
        V,
        "Win: Gain Boosts equal to that many.",
        "Win: Spend 1 Boost, then gain Boosts equal to that many.",
    ),
    (
        "E7",
        V,
        "Win: Gain Boosts equal to its power.",
        "Win: Heal a Vassal, then gain Boosts equal to its power.",
    ),
    (
        "E7",
        V,
        "When you spend Boosts: That player loses 1 Boost.",
        "When your opponent spends Boosts: That player loses 1 Boost.",
    ),
    ("E7", V, "Win: That player may spend 1 Boost.", "Win: Your opponent may spend 1 Boost."),
    (
        "E7",
        V,
        "Win: If your bid is at least 1, gain 1 Boost.",
        "Win: Each player secretly bids up to 2 Boosts. If your bid is at least 1, gain 1 Boost.",
    ),
    (
        "E7",
        V,
        "When a Vassal is injured: This Vassal has [Win: Heal it.].",
        "When a Vassal is injured: This Vassal has [Win: Heal this Vassal.]. Heal it.",
    ),
    ("E8", V, "Win: Apply Overgrwth to this Vassal.", "Win: Apply Overgrowth to this Vassal."),
    ("E8", V, "Win: Summon a Tin Soldier.", "Win: Summon a Sprout."),
    ("E8", V, "Win: Summon a Pearl.", "Win: Fabricate a Pearl."),
    ("E9", R, "Reinforce 1: Gain 1 Boost.", "Prime 1: Gain 1 Boost."),
    ("E9", R, "Challenge 1: Gain 1 Boost.", "Chain 1: Gain 1 Boost."),
    ("E9", R, "Win: Gain 1 Boost.", "Streak 2: Gain 1 Boost."),
    (
        "E9",
        R,
        "Injured: Your Challenger has +1 power.",
        "While your Challenger is injured: Your Challenger has +1 power.",
    ),
    ("E9", R, "Chain: Heal this Vassal.", "Chain: Heal your Challenger."),
    ("E9", R, "When this Vassal is injured: Gain 1 Boost.", "When your Challenger is injured: Gain 1 Boost."),
    ("E9", V, "Chain: Expend this Resource.", "Chain: Expend a Pearl."),
    ("E9", V, "Passive: Chains of this Resource cost 1 less.", "Passive: Chains of this Vassal cost 1 less."),
    (
        "E9",
        R,
        "Passive: This Resource has [Challenge 1: Gain 1 Boost.].",
        "Chain: Your Challenger has [Challenge 1: This Vassal gains 1 power.].",
    ),
    (
        "E10",
        V,
        "While this Vassal is not protected: This Vassal has +1 power.",
        "While this Vassal is protected: This Vassal has +1 power.",
    ),
    (
        "E10",
        V,
        "When the round starts while your Challenger is not from Mosswane: Gain 1 Boost.",
        "When the round starts: If your Challenger is not from Mosswane, gain 1 Boost.",
    ),
    (
        "E10",
        V,
        "While you control no protected Vassals: This Vassal has +1 power.",
        "While you control a protected Vassal: This Vassal has +1 power.",
    ),
    (
        "E10",
        V,
        "While the number of protected Vassals is less than 2: This Vassal has +1 power.",
        "While the number of protected Vassals is at least 2: This Vassal has +1 power.",
    ),
    (
        "E10",
        V,
        "While your Challenger is not a Mob: This Vassal has +1 power.",
        "While your Challenger is not a token: This Vassal has +1 power.",
    ),
    ("E11", V, "Chain 1, Limit 0: Gain 1 Boost.", "Chain 1, Limit 1: Gain 1 Boost."),
    ("E11", V, "Overkill 0: Gain 1 Boost.", "Overkill 1: Gain 1 Boost."),
    ("E11", V, "Revenge 0: Gain 1 Boost.", "Revenge 1: Gain 1 Boost."),
    ("E11", V, "Streak 0: Gain 1 Boost.", "Streak 1: Gain 1 Boost."),
    ("E11", V, "Win: Heal this Vassal 0 times.", "Win: Heal this Vassal 3 times."),
    ("E11", V, "Win: Heal up to 0 Vassals.", "Win: Heal up to two Vassals."),
    (
        "E11",
        V,
        "Win: Each player secretly bids up to 0 Boosts.",
        "Win: Each player secretly bids up to 1 Boost.",
    ),
    ("E11", V, "Chain 31: Gain 1 Boost.", "Chain 30: Gain 1 Boost."),
    (
        "E12",
        V,
        "Win: This Vassal has [Lose: This Vassal has [Tie: This Vassal has [Win: Gain 1 Boost.].].].",
        "Win: This Vassal has [Lose: This Vassal has [Tie: Gain 1 Boost.].].",
    ),
    (
        "E13",
        V,
        "Win: Injure a Vassal in your infirmary.",
        "Win: Gain Boosts equal to the number of Vassals in your infirmary.",
    ),
    (
        "E13",
        V,
        "Win: For each Vassal in your infirmary, gain 1 Boost.",
        "Win: Gain 1 Boost for each Vassal in your infirmary.",
    ),
    (
        "E13",
        V,
        "While you control two or more Vassals in your infirmary: This Vassal has +1 power.",
        "While the number of Vassals in your infirmary is at least 2: This Vassal has +1 power.",
    ),
    (
        "E14",
        V,
        "Chain 1: Return a Mob to an empty reinforcer zone.",
        "Chain 1: Return a Mob in your infirmary to an empty reinforcer zone.",
    ),
    (
        "E14",
        V,
        "Chain 1: Return a Mob in your opponent's infirmary to an empty reinforcer zone.",
        "Chain 1: Return each Mob in your infirmary to an empty reinforcer zone.",
    ),
    (
        "E14",
        V,
        "Chain 1: Move an opposing reinforcer to your challenger zone.",
        "Chain 1: Move a friendly reinforcer to your challenger zone.",
    ),
    (
        "E14",
        V,
        "When an opposing Vassal is injured: Move it to an empty reinforcer zone.",
        "When a friendly Vassal is injured: Move it to an empty reinforcer zone.",
    ),
    ("E15", V, "Win: Injure two or more Vassals.", "Win: Injure up to two Vassals."),
    ("E15", V, "Win: Injure one or fewer Vassals.", "Win: Injure a Vassal."),
    ("E15", V, "Win: Fewer Vassals gain 1 power.", "Win: Two Challengers gain 1 power."),
    (
        "E-PARSE",
        V,
        "While you control two more Mobs: This Vassal has +1 power.",
        "While you control two Mobs: This Vassal has +1 power.",
    ),
    ("E15", V, "Win: Injure no Vassals.", "Win: If you control no Vassals, gain 1 Boost."),
    ("E16", V, NINE, EIGHT),
    ("E17", V, "win: gain 1 boost.", "Win: Gain 1 Boost."),
    ("E17", V, "Chain 0: Gain 1 Boost.", "Chain: Gain 1 Boost."),
    ("E17", V, "Chain Prime 1: Gain 1 Boost.", "Prime 1: Gain 1 Boost."),
    ("E17", V, "Reinforce Prime 1: Gain 1 Boost.", "Prime Reinforce 1: Gain 1 Boost."),
    ("E17", V, "Win: Gain one Boost.", "Win: Gain 1 Boost."),
    ("E17", V, "Win: Gain 2 Boost.", "Win: Gain 2 Boosts."),
    ("E17", V, "Win: Injure one Vassal.", "Win: Injure a Vassal."),
    ("E17", V, "Win: Injure a injured Vassal.", "Win: Injure an injured Vassal."),
    ("E17", V, "Win: Injure 2 Vassals.", "Win: Injure two Vassals."),
    ("E17", V, "Win: Injure a other Vassal.", "Win: Injure another Vassal."),
    ("E17", V, "Win: Injure a friendly injured Vassal.", "Win: Injure an injured friendly Vassal."),
    ("E17", V, "Win: Heal this Vassal 2 times.", "Win: Heal this Vassal twice."),
    ("E17", V, "Win: Heal this Vassal 1 times.", "Win: Heal this Vassal."),
    ("E17", V, "Win: Protect this Vassal until end of round.", "Win: Protect this Vassal until end of bout."),
    ("E17", V, "Win: Two Vassals gains 1 power.", "Win: Two Vassals gain 1 power."),
    ("E17", V, "Win: Fabricate two Pearl.", "Win: Fabricate two Pearls."),
    ("E17", V, "Win: Restore two Sentry.", "Win: Restore two Sentries."),
    ("E17", V, "Win:  Gain 1 Boost.", "Win: Gain 1 Boost."),
    (
        "E17",
        V,
        "Win: Choose one: Gain 1 Boost; or heal this Vassal.",
        "Win: Choose one: gain 1 Boost; or heal this Vassal.",
    ),
    (
        "E17",
        V,
        "Win: Heal a Vassal. If it's power is at least 1, gain 1 Boost.",
        "Win: Heal a Vassal. If its power is at least 1, gain 1 Boost.",
    ),
    (
        "E17",
        V,
        "Win: If your Boosts is at least 1, gain 1 Boost.",
        "Win: If your Boosts are at least 1, gain 1 Boost.",
    ),
    ("E-PARSE", V, "Win: Gain 1 Boost", "Win: Gain 1 Boost."),
    ("E-PARSE", V, "Win: Gian 1 Boost.", "Win: Gain 1 Boost."),
    ("E-PARSE", V, "Win: Restore two Sentrys.", "Win: Restore two Sentries."),
    ("E-PARSE", V, "Win: Gain 1 Boost. (Really.)", "Win: Gain 1 Boost."),
    ("E-PARSE", V, "", "Win: Gain 1 Boost."),
    ("E-RANGE", V, "Win: Gain 100 Boosts.", "Win: Gain 99 Boosts."),
    ("E-RANGE", V, "Win: Gain 99999999999999999999999 Boosts.", "Win: Gain 0 Boosts."),
];

const V: Bearer = Bearer::Vassal;
const R: Bearer = Bearer::Resource;

/// Rules: WU-R88, WU-R141.
const NINE: &str = "Win: If you control a Mob and you control a Scout and you control a Sentry and you control a \
                    Vanguard and you control a Support, gain Boosts equal to your Boosts plus your opponent's Boosts \
                    plus the round number minus the number of Vassals.";
const EIGHT: &str = "Win: If you control a Mob and you control a Scout and you control a Sentry and you control a \
                     Vanguard and you control a Support, gain Boosts equal to your Boosts plus your opponent's Boosts \
                     plus the round number. Injure a Vassal. If it was eliminated this way, gain 1 Boost. If that many is at least 1, gain Boosts equal to that many.";

fn codes(text: &str, bearer: Bearer) -> Vec<&'static str> {
    let faults = compile(text, &pool().names, bearer).err().unwrap_or_default();
    faults.iter().map(|fault| fault.code).collect()
}

#[test]
fn every_check_tells_wrong_from_right() {
    let mut wrong = Vec::new();
    for &(code, bearer, bad, near) in CHECKS {
        let found = codes(bad, bearer);
        if found.first() != Some(&code) {
            wrong.push(format!("{bad}\n   should be {code} and is {found:?}"));
        }
        let found = compile(near, &pool().names, bearer);
        if let Err(faults) = found {
            wrong.push(format!("{near}\n   should be fine: {}", faults[0]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for number in 1..=17 {
        let code = format!("E{number}");
        assert!(CHECKS.iter().any(|check| check.0 == code), "{code} is not tried");
    }
}

/// Every doubt with Skills of one card that deserve it and near ones that do not.
const DOUBTS: &[(&str, &[&str], &[&str])] = &[
    (
        "W1",
        &["Challenge 1: This Vassal has [Challenge 1: This Vassal gains 4 power.]."],
        &[
            "Challenge 1: This Vassal has [Challenge 1: This Vassal gains 4 power.].",
            "Passive: This Vassal may activate two Chains each round.",
        ],
    ),
    (
        "W1",
        &["Challenge 1: Augment this Vassal with [Prime 1: Gain 1 Boost.]."],
        &["Challenge 1: Augment your Challenger with [Prime 1: Gain 1 Boost.]."],
    ),
    ("W2", &["Reinforce 1: This Vassal gains 2 power."], &["Challenge 1: This Vassal gains 2 power."]),
    (
        "W2",
        &["Combo Reinforce 1: This Vassal gains 2 power."],
        &["Reinforce 1: Your Challenger gains 2 power."],
    ),
    ("W3", &["Win: Gain 0 Boosts."], &["Win: Gain 0 Boosts. Gain 1 Boost."]),
    ("W3", &["Passive: This Vassal has +0 power."], &["Passive: This Vassal has -1 power."]),
    ("W3", &["Win: Heal each friendly opposing Vassal."], &["Win: Heal each friendly Vassal."]),
    ("W3", &["Win: Heal an injured uninjured Vassal."], &["Win: Heal an injured exhausted Vassal."]),
    ("W3", &["Win: Heal a non-Mob Mob."], &["Win: Heal a non-Mob Scout."]),
    (
        "W3",
        &["Passive: This Vassal is eliminated by two stacks of injury instead of two."],
        &["Passive: This Vassal is eliminated by three stacks of injury instead of two."],
    ),
    (
        "W2",
        &["Reinforce 1: Injure your Challenger, then this Vassal gains 2 power."],
        &["Reinforce 1: Swap this Vassal with your Challenger, then this Vassal gains 2 power."],
    ),
    (
        "W3",
        &["Passive: This Vassal is eliminated by two stacks of injury instead of three."],
        &["Passive: This Vassal is eliminated by three stacks of injury instead of three."],
    ),
    ("W4", &["Win: Summon three Sprouts."], &["Win: Summon two Sprouts."]),
];

#[test]
fn every_doubt_tells_wrong_from_right() {
    let names = &pool().names;
    let doubts = |texts: &[&str]| -> Vec<&str> {
        let read =
            |text: &&str| compile(text, names, V).unwrap_or_else(|faults| panic!("{text}: {}", faults[0]));
        let skills: Vec<Skill> = texts.iter().map(read).collect();
        warnings(&skills).into_iter().map(|(_, doubt)| doubt.code).collect()
    };
    for (code, bad, near) in DOUBTS {
        assert_eq!(doubts(bad), [*code], "{bad:?}");
        assert_eq!(doubts(near), [""; 0], "{near:?}");
    }
    for code in ["W1", "W2", "W3", "W4"] {
        assert!(DOUBTS.iter().any(|doubt| doubt.0 == code), "{code} is not tried");
    }
}

fn first(text: &str) -> Diagnostic {
    compile(text, &pool().names, V).expect_err(text).remove(0)
}

#[test]
fn faults_are_told_at_their_place_with_a_remedy() {
    let at = |text: &str| {
        let fault = first(text);
        (text[fault.span.start..fault.span.end].to_owned(), fault.hints.join("; "))
    };
    assert_eq!(at("Win: Gian 1 Boost.").0, "Gian");
    assert!(at("Win: Gian 1 Boost.").1.starts_with("did you mean `gain`"), "{}", at("Win: Gian 1 Boost.").1);
    assert_eq!(
        at("Win: Apply Overgrwth to this Vassal."),
        ("Overgrwth".to_owned(), "did you mean `Overgrowth`".to_owned())
    );
    assert_eq!(at("Riposte Combo 1: Gain 1 Boost.").0, "Riposte Combo");
    assert_eq!(at("Win: Heal that Vassal.").0, "that Vassal");
    assert_eq!(at("Passive: Gain 1 Boost.").0, "Gain 1 Boost.");
    assert_eq!(at("Passive, Limit 1: This Vassal has +1 power.").0, ", Limit 1");
    assert_eq!(at("Win: Injure two or more Vassals.").0, "or");
    assert_eq!(
        at("Win: gain 1 boost."),
        ("g".to_owned(), "write: Win: Gain 1 Boost.".to_owned()),
        "with the text to write"
    );
}

/// Constructs in forms that no shipped card has.
#[test]
fn fixtures_compile() {
    let mut wrong = Vec::new();
    for text in file("tests/language/ok.txt").lines() {
        match compile(text, &pool().names, V) {
            Ok(skill) => assert_eq!(skill.text(&pool().names), text),
            Err(faults) => wrong.push(format!("{text}\n   {}", faults[0])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `docs/card-language-worlds-unchained.md` is written from the grammar, with an example of each wording from the
/// shipped cards.
#[test]
fn the_documentation_is_the_grammar() {
    let names = &pool().names;
    let mut examples = BTreeMap::new();
    for skill in pool().cards().flat_map(|card| &card.skills) {
        let text = skill.text(names);
        skill.visit(&mut |phrase, wording| {
            let shortest = examples.entry((phrase, wording)).or_insert_with(|| text.clone());
            if text.len() < shortest.len() {
                shortest.clone_from(&text);
            }
        });
    }
    let intro = "# The card language of Worlds Unchained\n\nWritten from the grammar by a test (`cargo test -p worlds-unchained --test language`; with `AGON_BLESS=1` it is written anew): \
                 what stands here is what is read. Every example is a Skill of a shipped card.\n\nA card has Skills; each is one text. Words in quotation marks stand as they are, other words name phrases, \
                 `?` may be left out, `*` may stand any number of times, `+` at least once. NUMBER is 0 to 99 or a word from one to ten, SIGNED a number with its sign; \
                 CARD, TOKEN, STATUS, RESOURCE and WORLD are declared names, found before any word and with exactly their letters, also with `s` or `es` or as their `plural`.\n\n\
                 Capitals, articles, singular and plural, the order of adjectives and restrictions, and what is left out because it is usual have one right form. \
                 `agon card fmt --game worlds-unchained` writes it.\n";
    let grammar = Grammar::of::<Skill>();
    let tables = grammar.page(&examples).unwrap_or_else(|without| panic!("no shipped card has {without:#?}"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/card-language-worlds-unchained.md");
    let page = format!("{intro}{tables}");
    testkit::expect_file(&path, &page, "AGON_BLESS=1 cargo test -p worlds-unchained --test language");
}
