//! Skills that things have, and continuous statements: card language 5.7, WU-R93.

use super::{Board, Spec};
use crate::program::{Fact, Says};
use crate::rules::ears;
use crate::scene::{
    Held, Scene, cannot, cannot_activate, cost, ears_of, held, is_class, is_from, is_protected,
    may_be_selected_exhausted, most_chains, replacements, same_world, stack_limit, statement,
};
use crate::state::{Ears, GRANTED, Id, Instance, Mark};
use crate::text::{Class, Done, Immunity, Single, Skill, StackKind, Threat, World};

const PLAIN: [Spec<'_>; 3] =
    [("Ann", "Ash Vanguard", &[]), ("Bob", "Bay Mob", &[]), ("Dot", "Wanderer Scout", &[])];

/// Cards of a test, with three that have no Skills.
fn board(cards: &[Spec<'_>]) -> Board {
    Board::new(2, &[&PLAIN[..], cards].concat())
}

impl Board {
    fn held(&self, id: Id) -> Vec<Held> {
        held(&self.rules, &self.state, id).into_vec()
    }

    /// The Skills that something has and that are not erased, as they are written.
    fn texts(&self, id: Id) -> Vec<String> {
        let held = self.held(id).into_iter().filter(|held| !held.erased);
        let skill = |held: Held| &self.rules.skills[usize::from(held.instance.skill)].skill;
        held.map(|held| cardlang::written_with(skill(held), &self.names)).collect()
    }

    fn is_safe(&self, id: Id) -> bool {
        is_protected(&self.rules, &self.state, id)
    }
}

/// Power is the base of the zone with modifiers, never read below 0, and 0 without a Challenger.
/// Rules: WU-R63, WU-9.4.3.
#[test]
fn power_is_read() {
    let mut board = board(&[
        ("Rax", "Ash Mob", &["Injured: This Vassal has +2 power."]),
        ("Sly", "Ash Mob", &["Passive: The opposing Challenger has -3 power."]),
        ("Gus", "Ash Mob", &["Passive: Each friendly Challenger has +1 power for each friendly reinforcer."]),
    ]);
    let rax = board.put(0, 0, "Rax");
    board.base(0, 4);
    board.base(1, 2);
    assert_eq!([board.power(0), board.power(1)], [4, 0]);
    board.change(rax, |vassal| vassal.injuries = 1);
    assert_eq!(board.power(0), 6);
    board.put(1, 3, "Sly");
    assert_eq!(board.power(0), 3);
    board.base(0, -20);
    assert_eq!(board.power(0), 0);
    board.base(0, 4);
    board.put(0, 1, "Gus");
    board.put(0, 6, "Bob");
    assert_eq!(board.power(0), 5);
    let scene = board.scene(1, 0);
    assert_eq!(scene.value(&board.sum("the opposing Challenger's power")), 5);
}

/// Conditions that read power see the power of the first pass, so the result is unique. Rules: WU-R93.
#[test]
fn power_in_conditions() {
    let mut board = board(&[
        ("Low", "Ash Mob", &["While this Vassal's power is at most 3: This Vassal has +5 power."]),
        ("Duo", "Ash Mob", &["Passive: Your Challenger has +2 power."]),
        ("Big", "Ash Mob", &["While your Challenger's power is at least 8: Your Challenger has +9 power."]),
        (
            "Lend",
            "Ash Mob",
            &[
                "While your Challenger's power is at least 1: This Vassal has [Passive: Your Challenger has +1 power.].",
            ],
        ),
    ]);
    board.put(0, 0, "Low");
    board.base(0, 1);
    assert_eq!(board.power(0), 6, "its own bonus does not switch it off");
    board.put(0, 1, "Duo");
    assert_eq!(board.power(0), 8, "a standing bonus counts: 1 and 2 are at most 3");
    board.put(0, 2, "Big");
    assert_eq!(board.power(0), 8, "a bonus that reads power is not seen by another");
    board.put(0, 3, "Lend");
    assert_eq!(board.power(0), 9, "what was granted so takes part in the second pass");
    board.base(0, 2);
    assert_eq!(board.power(0), 5, "now 4 before the bonus: Low is off, Lend adds one");
    board.base(0, 6);
    assert_eq!(board.power(0), 18);
    let read = board.sum("your Challenger's power");
    assert_eq!(board.scene(0, 1).value(&read), 18, "effects read it as it is");
    assert_eq!(Scene { standing: true, ..board.scene(0, 1) }.value(&read), 8);
}

#[test]
fn protection() {
    let mut board = board(&[
        ("Sil", "Ash Mob", &["Exhausted: This Vassal is protected."]),
        ("Aeg", "Ash Mob", &["Passive: Each other friendly Mob is protected."]),
        (
            "Zed",
            "Ash Mob",
            &[
                "While this Vassal is protected: This Vassal has +3 power.",
                "While this Vassal is protected: This Vassal has [Chain: Gain 1 Boost.].",
            ],
        ),
    ]);
    let sil = board.put(0, 1, "Sil");
    let ann = board.put(0, 2, "Ann");
    assert!(!board.is_safe(sil) && !board.is_safe(ann));
    board.change(sil, |vassal| vassal.exhaustion = 1);
    board.change(ann, |vassal| vassal.protect(2));
    assert!(board.is_safe(sil) && board.is_safe(ann));
    let zed = board.put(0, 0, "Zed");
    assert_eq!(board.power(0), 0);
    let aeg = board.put(0, 3, "Aeg");
    assert!(board.is_safe(zed) && !board.is_safe(aeg));
    assert_eq!(board.power(0), 3, "power comes after protection");
    assert_eq!(board.texts(zed).len(), 2, "granting comes before it");
    board.change(zed, |vassal| vassal.protect(1));
    assert_eq!(board.texts(zed).len(), 3, "but it sees what an effect has done");
    let bob = board.put(1, 1, "Bob");
    assert!(!board.is_safe(bob), "not friendly");
    let group = board.group("protected Vassals");
    assert_eq!(board.scene(0, 0).members(&group)[..], [zed, sil, ann]);
}

/// Every Passive works only while its bearer is in play and until it is erased. Rules: WU-R94, WU-R115.
#[test]
fn the_life_of_a_passive() {
    let mut board = board(&[
        ("Aeg", "Ash Mob", &["Passive: Your Challenger is protected."]),
        ("Ward", "Resource", &["Passive: Your Challenger has +4 power."]),
    ]);
    let ann = board.put(0, 0, "Ann");
    let aeg = board.put(0, 1, "Aeg");
    assert!(board.is_safe(ann));
    let instance = board.held(aeg)[0].instance;
    board.erase(aeg, instance);
    assert!(!board.is_safe(ann) && board.held(aeg)[0].erased);
    board.state.table.erased.clear();
    assert!(board.is_safe(ann));
    board.eliminate(aeg);
    assert!(!board.is_safe(ann));
    board.stock(0, "Ward");
    assert_eq!([board.power(0), board.power(1)], [4, 0]);
}

#[test]
fn prohibitions_and_permissions() {
    let mut board = board(&[
        (
            "Nul",
            "Ash Mob",
            &["Passive: Each opposing Vassal cannot be healed. Your Challenger cannot be injured."],
        ),
        ("Hex", "Ash Mob", &["Passive: Each opposing Mob cannot activate Chains."]),
        (
            "Duo",
            "Ash Mob",
            &[
                "Passive: This Vassal may activate two Chains each round. This Vassal may be selected while exhausted.",
            ],
        ),
        ("Trio", "Status", &["Passive: This Vassal may activate three Chains each round."]),
    ]);
    let (ann, bob) = (board.put(0, 0, "Ann"), board.put(1, 1, "Bob"));
    board.put(0, 1, "Nul");
    board.put(0, 2, "Hex");
    let duo = board.put(1, 2, "Duo");
    let (rules, state) = (&board.rules, &board.state);
    assert!(cannot(rules, state, bob, Immunity::Healed) && !cannot(rules, state, ann, Immunity::Healed));
    assert!(cannot(rules, state, ann, Immunity::Injured) && !cannot(rules, state, bob, Immunity::Injured));
    assert!(!cannot(rules, state, bob, Immunity::Targeted));
    assert!(cannot_activate(rules, state, bob) && !cannot_activate(rules, state, ann));
    assert_eq!([most_chains(rules, state, duo), most_chains(rules, state, bob)], [2, 1]);
    assert!(may_be_selected_exhausted(rules, state, duo) && !may_be_selected_exhausted(rules, state, bob));
    board.apply(0, "Trio", duo);
    assert_eq!(most_chains(&board.rules, &board.state, duo), 3);
}

/// As printed, with the tax, increases and reductions; never below 0. Rules: WU-R76, WU-R77.
#[test]
fn costs() {
    let mut board = board(&[
        ("Fay", "Ash Mob", &["Reinforce 2: Gain 1 Boost.", "Reinforce: Gain 1 Boost."]),
        ("Vag", "Wanderer Mob", &["Reinforce 2: Gain 1 Boost."]),
        ("Vag Two", "Wanderer Mob", &["Challenge 2: Gain 1 Boost."]),
        ("Toll", "Ash Mob", &["Passive: Chains of each opposing Vassal cost 3 more."]),
        ("Sale", "Ash Mob", &["Passive: Chains of each friendly Vassal cost 4 less."]),
        ("Free", "Status", &["Passive: This Vassal ignores the reinforcer tax."]),
        ("Seal", "Resource", &["Chain 2: Gain 1 Boost."]),
    ]);
    let skill = |board: &Board, name: &str, nth: usize| board.rules.face(board.card(name)).skills[nth];
    let price = |board: &Board, id: Id, name: &str, nth: usize| {
        cost(&board.rules, &board.state, 0, id, skill(board, name, nth))
    };
    let (fay, way, seal) = (board.put(0, 1, "Fay"), board.put(0, 2, "Vag"), board.stock(0, "Seal"));
    assert_eq!(price(&board, fay, "Fay", 0), 3, "no Challenger, so the tax is due");
    assert_eq!(price(&board, fay, "Fay", 1), 1, "free Chains too");
    assert_eq!(price(&board, seal, "Seal", 0), 2, "Resources pay none");
    board.put(0, 0, "Ann");
    assert_eq!(price(&board, fay, "Fay", 0), 2, "the same World");
    assert_eq!(price(&board, way, "Vag", 0), 3);
    let ahead = board.put(0, 0, "Vag Two");
    assert_eq!(price(&board, way, "Vag", 0), 3, "Wanderers share no World");
    assert_eq!(price(&board, fay, "Fay", 0), 3);
    assert_eq!(price(&board, ahead, "Vag Two", 0), 2, "Challengers pay none");
    board.put(1, 1, "Toll");
    assert_eq!(price(&board, fay, "Fay", 0), 6);
    assert_eq!(price(&board, seal, "Seal", 0), 2, "a Resource is no Vassal");
    board.apply(0, "Free", fay);
    assert_eq!(price(&board, fay, "Fay", 0), 5);
    board.put(0, 3, "Sale");
    assert_eq!(price(&board, fay, "Fay", 0), 1);
    board.put(0, 4, "Sale");
    assert_eq!(price(&board, fay, "Fay", 0), 0);
}

/// A World or Class is added; who has one is no Wanderer. Rules: WU-R24, WU-R93.
#[test]
fn what_counts_as_what() {
    let mut board = board(&[
        ("Kin", "Ash Mob", &["Passive: Each friendly Scout counts as from Ash."]),
        ("Cry", "Bay Scout", &["While you control an Ash Scout: This Vassal counts as a Sentry."]),
        ("Oath", "Ash Mob", &["Passive: Each Ash Scout is protected. Each Ash Scout cannot be swapped."]),
        ("Sun", "Ash Mob", &["While you control two or more Ash Vassals: Your Challenger has +2 power."]),
    ]);
    let (dot, cry) = (board.put(0, 0, "Dot"), board.put(0, 2, "Cry"));
    board.put(0, 3, "Sun");
    let (ash, bay) = (World(0), World(1));
    assert!(
        !is_from(&board.rules, &board.state, dot, ash) && !same_world(&board.rules, &board.state, dot, cry)
    );
    assert_eq!(board.power(0), 0);
    board.put(0, 1, "Kin");
    let (rules, state) = (&board.rules, &board.state);
    assert!(
        is_from(rules, state, dot, ash) && is_from(rules, state, cry, ash) && is_from(rules, state, cry, bay)
    );
    assert!(!is_from(rules, state, dot, bay));
    assert!(same_world(rules, state, dot, cry));
    assert_eq!(
        board.scene(0, 0).members(&board.group("Wanderers")).len(),
        1,
        "a World is added, nothing taken away"
    );
    assert_eq!(board.power(0), 2, "power sees what counts");
    assert!(!is_class(rules, state, cry, Class::Sentry), "what counts as what is judged on what is printed");
    assert!(is_class(rules, state, cry, Class::Scout));
    board.put(1, 1, "Oath");
    assert!(board.is_safe(dot), "protection and prohibitions see it as well");
    assert!(cannot(&board.rules, &board.state, cry, Immunity::Swapped));
}

/// The highest limit that is stated. Rules: WU-R132.
#[test]
fn limits_of_stacks() {
    let limit = "Passive: This Vassal is eliminated by three stacks of injury instead of two.";
    let mut board = board(&[
        ("Oru", "Ash Mob", &[limit]),
        ("Iron", "Status", &["Passive: This Vassal is eliminated by five stacks of injury instead of two."]),
        (
            "Frail",
            "Status",
            &["Passive: This Vassal is eliminated by one stacks of exhaustion instead of four."],
        ),
    ]);
    let (oru, ann) = (board.put(0, 0, "Oru"), board.put(0, 1, "Ann"));
    let limits = |board: &Board, id| {
        [StackKind::Injury, StackKind::Exhaustion]
            .map(|kind| stack_limit(&board.rules, &board.state, id, kind))
    };
    assert_eq!([limits(&board, oru), limits(&board, ann)], [[3, 4], [2, 4]]);
    board.apply(0, "Iron", oru);
    board.apply(1, "Frail", ann);
    assert_eq!([limits(&board, oru), limits(&board, ann)], [[5, 4], [2, 1]]);
}

/// Rules: WU-R122.
#[test]
fn replacements_are_found() {
    let mut board = board(&[
        (
            "Yso",
            "Ash Mob",
            &["Uninjured: If this Vassal would be injured, exhaust this Vassal twice instead."],
        ),
        (
            "Guard",
            "Ash Mob",
            &[
                "Passive: This Vassal has -1 power. If another friendly Mob would be injured, injure this Vassal instead.",
            ],
        ),
        ("Shun", "Ash Mob", &["Passive: If a protected Vassal would be exhausted, gain 1 Boost instead."]),
        ("Aeg", "Ash Mob", &["Passive: Each other friendly Vassal is protected."]),
        (
            "Vow",
            "Ash Mob",
            &["Chain: Until end of round, if your Challenger would be eliminated, gain 1 Boost instead."],
        ),
    ]);
    let (yso, guard) = (board.put(0, 0, "Yso"), board.put(0, 1, "Guard"));
    let found = |board: &Board, id, threat| replacements(&board.rules, &board.state, id, threat).into_vec();
    let first = board.held(yso)[0].instance;
    let second = board.held(guard)[0].instance;
    assert_eq!(found(&board, yso, Threat::Injured), [(yso, first, 0, 0), (guard, second, 1, 0)]);
    assert!(found(&board, guard, Threat::Injured).is_empty());
    assert!(found(&board, yso, Threat::Exhausted).is_empty());
    board.put(1, 1, "Shun");
    board.put(0, 2, "Aeg");
    assert_eq!(found(&board, yso, Threat::Exhausted).len(), 1, "with all that holds");
    board.change(yso, |vassal| vassal.injuries = 1);
    assert_eq!(found(&board, yso, Threat::Injured), [(guard, second, 1, 0)]);
    board.declare(0, "Vow", guard, 0);
    let vow = found(&board, yso, Threat::Eliminated);
    let [(bearer, Instance { origin: GRANTED, skill }, 0, 0)] = vow[..] else { panic!("{vow:?}") };
    assert_eq!(bearer, guard);
    assert!(matches!(statement(&board.rules, skill, 0), Some(Fact { says: Says::Instead(..), .. })));
    assert!(matches!(statement(&board.rules, second.skill, 1), Some(Fact { says: Says::Instead(..), .. })));
}

/// Statements "until X" hold for the user of their Skill and for whom they were said. Rules: WU-R141.
#[test]
fn statements_for_a_while() {
    let mut board = board(&[
        ("Slag", "Ash Mob", &["Chain 2: Until end of round, each opposing Challenger has -2 power."]),
        ("Pact", "Ash Mob", &["When a Vassal is injured: Until end of round, that Vassal is protected."]),
        ("Loan", "Ash Mob", &["Chain: Until end of round, each friendly Mob has [Chain 1: Gain 1 Boost.]."]),
    ]);
    let (ann, bob) = (board.put(0, 0, "Ann"), board.put(1, 0, "Bob"));
    board.base(0, 5);
    board.base(1, 5);
    board.declare(1, "Slag", bob, 0);
    assert_eq!([board.power(0), board.power(1)], [3, 5]);
    board.declare(1, "Pact", bob, ann);
    assert!(board.is_safe(ann) && !board.is_safe(bob));
    board.declare(1, "Loan", bob, 0);
    assert_eq!(board.texts(bob), ["Chain 1: Gain 1 Boost."]);
    assert_eq!(board.held(bob)[0].instance.origin, GRANTED | bob);
    assert!(board.texts(ann).is_empty());
}

/// Printed, then given and those of Statuses by age, then granted by places; "you" is as WU-R113 and WU-R114 say.
#[test]
fn skills_by_age() {
    let mut board = board(&[
        ("Pro", "Ash Mob", &["Chain 1: Gain 1 Boost.", "Chain 2: Gain 2 Boosts."]),
        ("Gift", "Ash Mob", &["Chain 3: Gain 3 Boosts."]),
        ("Mark", "Status", &["Win: Gain 4 Boosts.", "Chain 4: Gain 4 Boosts."]),
        ("Lord", "Ash Mob", &["Passive: Each other friendly Mob has [Chain 5: Gain 5 Boosts.]."]),
    ]);
    let pro = board.put(0, 1, "Pro");
    let (mark, gift) = (board.apply(1, "Mark", pro), board.give(pro, "Gift"));
    let lord = board.put(0, 4, "Lord");
    let second = board.put(0, 2, "Lord");
    let held = board.held(pro);
    let texts = [
        "Chain 1: Gain 1 Boost.",
        "Chain 2: Gain 2 Boosts.",
        "Win: Gain 4 Boosts.",
        "Chain 4: Gain 4 Boosts.",
        "Chain 3: Gain 3 Boosts.",
        "Chain 5: Gain 5 Boosts.",
        "Chain 5: Gain 5 Boosts.",
    ];
    assert_eq!(board.texts(pro), texts);
    let origins: Vec<Id> = held.iter().map(|held| held.instance.origin).collect();
    assert_eq!(origins, [0, 0, mark, mark, gift, GRANTED | second, GRANTED | lord]);
    assert_eq!(held.iter().map(|held| held.user).collect::<Vec<_>>(), [0, 0, 1, 0, 0, 0, 0]);
    assert_eq!(board.texts(lord).len(), 2, "its own and the other's, not to itself");
    board.eliminate(pro);
    assert_eq!(board.held(pro), held, "as it last was");
    assert!(board.held(99).is_empty());
}

/// Granted Skills grant in turn, and go with the Skill that grants them. Rules: WU-R93, WU-R115.
#[test]
fn grants_within_grants() {
    let deep = "Passive: Each friendly Mob has [Passive: Your Challenger has [Passive: This Vassal has +1 power.].].";
    let mut board = board(&[
        ("Chief", "Ash Scout", &[deep]),
        ("Kes", "Ash Scout", &["Injured: This Vassal has [Chain 1: Gain 1 Boost.]."]),
    ]);
    let ann = board.put(0, 0, "Ann");
    let chief = board.put(0, 1, "Chief");
    let bob = board.put(0, 2, "Bob");
    board.put(0, 3, "Bob");
    assert_eq!(board.power(0), 2, "each Bob grants one");
    assert_eq!(board.held(ann).len(), 2);
    assert_eq!(board.held(ann)[0].instance.origin, GRANTED | bob);
    let granted = board.held(bob)[0].instance;
    board.erase(bob, granted);
    assert_eq!(board.power(0), 1);
    let printed = board.held(chief)[0].instance;
    board.erase(chief, printed);
    assert_eq!(board.power(0), 0);
    let kes = board.put(1, 1, "Kes");
    assert_eq!(board.held(kes).len(), 1);
    board.change(kes, |vassal| vassal.injuries = 1);
    assert_eq!(board.held(kes).len(), 2);
}

/// Equal Skills of equal Statuses are told apart, and so is what they grant. Rules: WU-R97, WU-R112.
#[test]
fn equal_statuses() {
    let mut board = board(&[
        ("Spur", "Status", &["Passive: This Vassal has [Passive: This Vassal has +1 power.]."]),
        ("Max", "Ash Mob", &["Passive: This Vassal has +5 power."]),
    ]);
    let ann = board.put(0, 0, "Ann");
    let spurs = [board.apply(0, "Spur", ann), board.apply(0, "Spur", ann)];
    assert_eq!(board.power(0), 2);
    let held = board.held(ann);
    let origins: Vec<Id> = held.iter().map(|held| held.instance.origin).collect();
    assert_eq!(origins, [spurs[0], spurs[1], GRANTED | spurs[0], GRANTED | spurs[1]]);
    board.erase(ann, held[2].instance);
    assert_eq!(board.power(0), 1);
    board.state.table.statuses.clear();
    board.give(ann, "Max");
    assert_eq!(board.power(0), 5);
}

/// "You" in a Status is who applied it; "your opponent" is then who controls the Vassal. Rules: WU-R113, WU-R140.
#[test]
fn statuses_of_others() {
    let mut board = Board::new(
        3,
        &[
            ("Ann", "Ash Vanguard", &[]),
            ("Bane", "Status", &["While your opponent controls no Mobs: Your Challenger has +3 power."]),
            ("Bob", "Bay Mob", &[]),
        ],
    );
    board.put(0, 0, "Ann");
    let victim = board.put(1, 0, "Ann");
    board.apply(0, "Bane", victim);
    assert_eq!([board.power(0), board.power(1)], [3, 0]);
    board.put(1, 1, "Bob");
    assert_eq!(board.power(0), 0, "P3 has no part in it");
}

/// In a continuous statement the opposing Challenger is that of the highest base power. Rules: WU-R140 point 5.
#[test]
fn the_opposing_challenger_in_statements() {
    let mut board = Board::new(
        3,
        &[
            ("Ann", "Ash Vanguard", &[]),
            ("Hess", "Ash Mob", &["Unexhausted: The opposing Challenger has -4 power."]),
            (
                "Pyx",
                "Ash Mob",
                &["Passive: If the opposing Challenger would be injured, gain 1 Boost instead."],
            ),
        ],
    );
    let hess = board.put(0, 1, "Hess");
    for seat in 0..3 {
        board.put(seat, 0, "Ann");
        board.base(seat, 5);
    }
    assert_eq!([0, 1, 2].map(|seat| board.power(seat)), [5, 1, 5], "the first clockwise");
    board.base(2, 6);
    assert_eq!([0, 1, 2].map(|seat| board.power(seat)), [5, 5, 2]);
    board.change(hess, |vassal| vassal.exhaustion = 1);
    assert_eq!(board.power(2), 6);
    board.put(0, 2, "Pyx");
    let challengers = [0, 1, 2].map(|seat| crate::scene::challenger(&board.state, seat));
    let found = challengers.map(|id| replacements(&board.rules, &board.state, id, Threat::Injured).len());
    assert_eq!(found, [0, 0, 1]);
    let standing = Scene { standing: true, ..board.scene(0, hess) };
    assert_eq!(standing.single(Single::OpposingChallenger), challengers[2]);
}

#[test]
fn what_skills_listen_to() {
    let board = board(&[]);
    let heard = |text: &str| ears_of(&board.read::<Skill>(text));
    assert_eq!(heard("Chain 1: Gain 1 Boost."), ears::CHAIN);
    assert_eq!(heard("Riposte 1: Gain 1 Boost."), ears::RIPOSTE);
    assert_eq!(heard("Tie or Start of Bout: Gain 1 Boost."), ears::result(Mark::Tie) | ears::BOUT_STARTS);
    assert_eq!(heard("Revenge 2: Gain 1 Boost."), ears::result(Mark::Lose));
    assert_eq!(heard("Survive: Gain 1 Boost."), ears::result(Mark::Win) | ears::result(Mark::Lose));
    let (done, done_by) = (ears::done(Done::Healed), ears::done_by(Done::Healed));
    assert_eq!(heard("When this Vassal is healed: Gain 1 Boost."), done);
    assert_eq!(heard("When this Vassal is healed by a friendly Vassal: Gain 1 Boost."), done_by);
    assert_eq!(heard("When a Vassal heals this Vassal: Gain 1 Boost."), done_by);
    assert_eq!(heard("Passive: This Vassal has +1 power."), ears::POWER);
    assert_eq!(
        heard("While this Vassal's power is at least 2: This Vassal is protected."),
        ears::PROTECT | ears::READS_POWER
    );
    assert_eq!(
        heard(
            "Passive: This Vassal has [While this Vassal's power is at least 2: This Vassal is protected.]."
        ),
        ears::PROTECT | ears::GRANT
    );
    assert_eq!(heard("Passive: This Vassal has [Chain: Gain 1 Boost.]."), ears::CHAIN | ears::GRANT);
    assert_eq!(heard("Chain: This Vassal has [Win: Gain 1 Boost.]."), ears::CHAIN, "not before it is given");
}

#[test]
fn every_event_has_a_bit_of_its_own() {
    use crate::text::{BoostChange, Immunity, Phase, Secret, StackKind, Threat};
    let mut bits = vec![ears::CHAIN, ears::RIPOSTE, ears::COMBO, ears::READS_POWER];
    bits.extend([ears::POWER, ears::GRANT, ears::PROTECT, ears::COUNTS_AS_FROM, ears::COUNTS_AS_CLASS]);
    bits.extend([ears::CANNOT_ACTIVATE, ears::MAY_ACTIVATE, ears::MAY_BE_SELECTED, ears::COST, ears::TAX]);
    bits.extend(StackKind::ALL.iter().map(|&kind| ears::limit(kind)));
    bits.extend(Threat::ALL.iter().map(|&of| ears::instead(of)));
    bits.extend(Immunity::ALL.iter().map(|&what| ears::cannot(what)));
    bits.extend([
        ears::BOUT_STARTS,
        ears::ROUND_STARTS,
        ears::ROUND_ENDS,
        ears::result(Mark::Win),
        ears::result(Mark::Lose),
        ears::PREVENTED,
    ]);
    bits.extend([ears::BECOMES, ears::STOPS, ears::ACTIVATED, ears::NEGATED]);
    bits.extend(Phase::ALL.iter().map(|&phase| ears::phase(phase)));
    bits.extend(Secret::ALL.iter().map(|&what| ears::revealed(what)));
    // Vassals do the first six to one another; the others are seldom heard of and share a bit.
    let (often, seldom) = Done::ALL.split_at(6);
    bits.extend(often.iter().flat_map(|&done| [ears::done(done), ears::done_by(done)]));
    bits.push(ears::done(seldom[0]));
    assert!(seldom.iter().all(|&done| ears::done(done) == ears::done(seldom[0])));
    bits.extend([ears::STATUS, ears::RESOURCE, ears::DEARER]);
    bits.extend(BoostChange::ALL.iter().map(|&change| ears::boosts(change)));
    for (nth, bit) in bits.iter().enumerate() {
        assert!(bits[..nth].iter().all(|other| other & bit == 0), "{nth}");
    }
}

/// Whether nothing in play cares is only the short way: without it every answer is the same.
#[test]
fn the_short_way_is_right() {
    let mut seed = 1_u32;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize % below
    };
    let pool = crate::cards::shipped();
    let named = |cards: &[crate::cards::Card]| cards.iter().map(|card| card.name.clone()).collect::<Vec<_>>();
    let (vassals, statuses) = (named(&pool.vassals), named(&pool.statuses));
    let resources = named(&pool.resources);
    let fresh = Board::of(2, pool);
    for _ in 0..200 {
        let mut board =
            Board { state: fresh.state.clone(), rules: fresh.rules.clone(), names: fresh.names.clone() };
        for seat in 0..2 {
            for zone in [0, 1, 2, 5] {
                let id = board.put(seat, zone, &vassals[random(vassals.len())]);
                board.change(id, |vassal| vassal.injuries = random(2) as u8);
                board.change(id, |vassal| vassal.exhaustion = random(2) as u8);
                if random(3) == 0 {
                    board.apply(random(2) as u8, &statuses[random(statuses.len())], id);
                }
            }
            board.stock(seat, &resources[random(resources.len())]);
            board.base(seat, random(9) as i16);
        }
        let short = answers(&board);
        board.state.ears = Ears { all: u64::MAX, wide: u64::MAX };
        assert_eq!(short, answers(&board));
    }
}

/// What can be asked of everything in play, as numbers.
fn answers(board: &Board) -> Vec<i32> {
    let (rules, state) = (&board.rules, &board.state);
    let mut all = vec![board.power(0), board.power(1)];
    for id in 1..state.next {
        all.extend(
            [is_protected, cannot_activate, may_be_selected_exhausted]
                .map(|ask| i32::from(ask(rules, state, id))),
        );
        all.extend(Immunity::ALL.iter().map(|&what| i32::from(cannot(rules, state, id, what))));
        all.extend(Class::ALL.iter().map(|&class| i32::from(is_class(rules, state, id, class))));
        all.extend(
            (0..rules.worlds.len()).map(|world| i32::from(is_from(rules, state, id, World(world as u16)))),
        );
        all.extend(StackKind::ALL.iter().map(|&kind| i32::from(stack_limit(rules, state, id, kind))));
        all.extend(Threat::ALL.iter().map(|&threat| replacements(rules, state, id, threat).len() as i32));
        all.extend((1..state.next).map(|other| i32::from(same_world(rules, state, id, other))));
        all.push(i32::from(most_chains(rules, state, id)));
        all.extend(board.held(id).iter().map(|held| i32::from(held.instance.skill)));
    }
    all
}

#[test]
fn whoever_has_no_skills_of_its_own_uses_a_granted_chain() {
    let teacher = "Passive: Each other friendly Vassal has [Reinforce 1: Your Challenger gains 1 power.].";
    let mut board =
        Board::new(2, &[("Teacher", "Sootspire Mob", &[teacher]), ("Pupil", "Sootspire Mob", &[])]);
    board.put(0, 0, "Teacher");
    board.put(0, 1, "Pupil");
    board.put(1, 0, "Pupil");
    board.state.table.domains[0].boosts = 5;
    assert!(crate::combat::note_chances(&board.rules, &mut board.state));
    assert_eq!(board.state.chances, [crate::action::Act::Use(crate::action::Spot::Zone(1), 1)]);
}
