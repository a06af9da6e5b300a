//! Positions by hand, written and read; what no position can be.

use smallvec::smallvec;

use super::*;
use crate::scene::{self, fallen_id};
use crate::state::{
    CHALLENGER, Cause, Doing, Due, EXTRA, Ears, Fallen, GRANTED, Ghost, Late, Link, NO_WORLD, Paid, Snapshot,
    Timed, Waiting,
};
use crate::testing;
use crate::text::StackKind;
use crate::tidy::tidy;
use crate::zones::Hints;

fn text_of(rules: &Rules, state: &State) -> String {
    let mut text = String::new();
    write(rules, state, &mut text);
    text
}

/// Reads a line, and sees that it is written back as it was and that what is read is tidy.
fn round_trip(rules: &Rules, text: &str) -> State {
    let state = read_known(rules, text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    assert_eq!(text_of(rules, &state), text);
    let mut again = state.clone();
    tidy(&mut again);
    assert_eq!(again, state, "{text}");
    state
}

/// Writes a position, and sees that it is read back as it was.
fn survives(rules: &Rules, state: &State) -> String {
    let mut state = state.clone();
    tidy(&mut state);
    state.ears = scene::ears(rules, &state);
    let text = text_of(rules, &state);
    assert_eq!(read(rules, &text).as_ref(), Ok(&state), "{text}");
    text
}

fn fault(rules: &Rules, text: &str) -> String {
    read(rules, text).expect_err("a fault").to_string()
}

const RICH: &str = "WU1 standard b2/3 0-1-0 r4 combat.chain selector P2 prime P2 to P1 quiet 1 chains 1 \
    | P1 33 base 9 run W2 mulligans 1 c:footman,i1 v2:a2,e1,used1,limit 1=1 v3:a2,safe/s,~2/r \
    x1:sprout,of mosswane s1:mainspring,of orrery-nine bag{footman*2 guard} bottom{vexa-coalhand footman} \
    infirmary{brother-slagg a2,limit 1=2} | P2 36 base -2 run L2 c:pikeman v1:pikeman,e2,safe/r \
    v4:kestrel-nobanner,i1,+[Overkill 3: Gain 2 Boosts.] v5:antlered-wynn,!writ-of-debt@P1/b bag{pikeman*2}";

#[test]
fn the_position_of_the_model() {
    let text = "WU1 standard b1/3 0-0-0 r4 combat.reaction prime P1 to P2 by P1 chain P1.v2.1 chains 1 \
        | P1 33 base 9 run W2 c:vexa-coalhand,i1 v2:tamsin-flarewright,e1,used1 v3:cinder-pickets \
        x1:sprout,of mosswane s1:mainspring,of orrery-nine bag{?*13} bottom{?*2} infirmary{brother-slagg} \
        | P2 36 base -2 run L2 mulligans 1 c:magistrate-ivo-nul v1:osk-the-writbearer,e2,safe/r \
        v4:kestrel-nobanner,i1,+[Overkill 3: Gain 2 Boosts.] v5:antlered-wynn,!writ-of-debt@P1 \
        bag{?*13} bottom{?*2}";
    let rules = testing::rules(2);
    let state = round_trip(&rules, text);
    assert_eq!(state.open.map(|link| link.player), Some(0));
    assert_eq!(state.table.domains[0].zones[2].id, 2);
    let hidden = fault(&rules, text);
    assert!(hidden.contains("hidden at character") && hidden.contains("name every card"), "{hidden}");
}

#[test]
fn a_position_with_nearly_everything() {
    let rules = testing::rules(2);
    let state = round_trip(&rules, RICH);
    assert_eq!(state.table.erased.len(), 1);
    assert_eq!(state.limits.len(), 2);
    assert_eq!(state.table.domains[0].infirmary[0].id, 0, "nothing refers to the first");
    assert_ne!(state.table.domains[0].infirmary[1].id, 0, "its uses go by the number of the second");
    assert_ne!(state.ears, Ears::default());
}

#[test]
fn three_seats_and_locked_choices() {
    let rules = testing::rules(3);
    round_trip(
        &rules,
        "WU1 standard b1/3 0-0-0-0 r1 power.bet prime P3 | P1 9 sealed(bet 3) c:footman | P2 9 sealed c:pikeman \
         | P3 9 c:guard",
    );
    round_trip(
        &rules,
        "WU1 standard b1/3 0-0-0-0 r2 challenge.rouse prime P1 | P1 5 v1:footman,i1,e1,hurt v2:footman,e1 \
         | P2 5 sealed(rouse no) v1:pikeman,i1,e1,hurt | P3 5 v1:guard",
    );
    round_trip(
        &rules,
        "WU1 standard b1/3 0-0-0-0 r1 resolution.return prime P1 to P2 | P1 5 base 7 label W7 run W1 c:footman \
         | P2 5 label L0 run L1 c:pikeman,i1 | P3 5 label L0 run L1 v1:guard",
    );
    round_trip(&rules, "WU1 standard b3/3 1-0-1-1 r0 over | P1 0 bag{guard} | P2 0 | P3 0 bag{footman}");
}

/// The rich position with an effect at work, Abilities waiting, Vassals that have left, and two snapshots.
fn busy(rules: &Rules) -> State {
    let mut state = read(rules, RICH).expect("a position");
    let table = state.table.clone();
    let (me, other) = (table.domains[0].zones[2].id, table.domains[1].zones[4].id);
    let waiting = |bearer: Id, origin: Id, skill: u16| Waiting {
        bearer,
        instance: Instance { origin, skill },
        user: 0,
        cause: Cause::Payment,
        it: other,
        player: 1,
        many: 12,
        world: NO_WORLD,
        number: 0,
        read: 3,
        values: [4, -1, 0, 0, 0, 0, 0, 0],
    };
    let skills = &rules.face(table.domains[0].zones[2].card).skills;
    let given = table.given[0];
    state.doing = Some(Doing {
        of: Waiting { cause: Cause::Activation, ..waiting(me, 0, skills[0]) },
        chain: true,
        clause: 1,
        step: 2,
        statement: 0,
        wait: Wait::Target,
        by: NO_SEAT,
        option: 2,
        did: true,
        held: true,
        it: other,
        those: smallvec![me, other],
        many: -3,
        versus: 1,
        picks: smallvec![other, fallen_id(0, 0)],
        members: smallvec![me, 900],
        gone: smallvec![700],
    });
    state.activating = Some(Link {
        player: 0,
        bearer: me,
        instance: Instance { origin: 0, skill: skills[0] },
        negated: false,
    });
    state.open = Some(Link {
        player: 1,
        bearer: 900,
        instance: Instance { origin: 0, skill: skills[1] },
        negated: true,
    });
    state.batch = vec![
        Waiting { number: 2, ..waiting(me, 0, skills[1]) },
        Waiting { number: 1, user: 1, ..waiting(given.on, given.id, given.skill) },
    ];
    state.below.push(Doing { it: 700, statement: 2, ..state.doing.clone().expect("an effect") });
    state.instead.push(Due {
        on: other,
        threat: crate::text::Threat::ALL[0],
        by: crate::deeds::Doers::one(me),
        within: 1,
        sure: Some((900, Instance { origin: 0, skill: skills[1] }, 2, 1)),
        counts: true,
    });
    state.late.set(Late {
        within: 1,
        credit: smallvec![(other, me, StackKind::Injury), (me, 900, StackKind::Exhaustion)],
        plain: smallvec![(me, crate::text::StackVerb::Exhaust)],
    });
    state.ordered = 1;
    state.fresh = vec![Waiting { it: 0, player: NO_SEAT, read: 0, ..waiting(900, 0, skills[1]) }];
    state.again = vec![waiting(me, GRANTED | other, 3)];
    state.settling = true;
    state.begun = true;
    state.settled = 17;
    state.lead = Some(false);
    state.ran = vec![(me, Instance { origin: 0, skill: skills[1] }, 3)];
    let sprout = rules.card("sprout").expect("a token");
    let mut left = Vassal::new(sprout, 900, 1, 2);
    (left.injuries, left.exhaustion) = (2, 1);
    left.protect(5);
    state.ghosts.push(Ghost {
        vassal: left,
        seat: 0,
        zone: 7,
        skills: smallvec![Instance { origin: 0, skill: 4 }, Instance { origin: 44, skill: 5 }],
        users: smallvec![NO_SEAT, 1],
    });
    let mut before = table;
    before.domains[0].zones.put(7, left, Hints::ALL);
    before.domains[0].zones.exchange(2, 3);
    before.domains[1].boosts = 250;
    before.domains[1].infirmary.push(Fallen { card: rules.card("guard").expect("a card"), id: 0 });
    // A Status that has been cleared since is older than one that is still there.
    let status = before.statuses[0];
    state.next = 950;
    before.statuses = std::iter::once(status).chain(before.statuses.iter().copied()).collect();
    before.statuses[1].id = 940;
    state.table.statuses[0].id = 940;
    before.statuses.push(Status { id: 941, on: 900, end: End::Round, ..status });
    before.timed.push(Timed {
        skill: 3,
        clause: 0,
        world: 1,
        user: 1,
        bearer: 900,
        it: me,
        their: NO_SEAT,
        end: End::Start,
    });
    state.snapshots.push(Snapshot {
        table: before.clone(),
        paid: smallvec![
            Paid::Boosts(1, 3),
            Paid::Exhausted(900),
            Paid::Exhausted(me),
            Paid::Injured(other),
            Paid::Eliminated(900),
            Paid::Expended(900),
            Paid::Cleared(940),
        ],
        owed: smallvec![waiting(me, 0, skills[1])],
    });
    state.snapshots.push(Snapshot { table: before, paid: smallvec![], owed: smallvec![] });
    state.used.push((900, 1));
    state.limits.push((900, Instance { origin: 0, skill: 4 }, 2));
    state.limits.push((given.on, Instance { origin: given.id, skill: given.skill }, 1));
    state.table.timed.push(Timed {
        skill: 3,
        clause: 0,
        world: 0,
        user: 1,
        bearer: me,
        it: 0,
        their: 1,
        end: End::Round,
    });
    state.table.timed.push(Timed {
        skill: 3,
        clause: 0,
        world: 0,
        user: 0,
        bearer: me,
        it: other,
        their: NO_SEAT,
        end: End::Bout,
    });
    // That of a maker which is gone is written.
    state.fresh.push(Waiting { world: 1, ..waiting(800, 0, skills[1]) });
    state.players[1].bid = 1;
    (state.step, state.by, state.quiet) = (Step::Reaction, 1, 0);
    state
}

#[test]
fn effects_at_work_and_snapshots_survive() {
    let rules = testing::rules(2);
    let text = survives(&rules, &busy(&rules));
    for part in [
        " settle 17 trail ",
        " chain #",
        " using P1.v2.1 ",
        " ran(P1.v2.2=3) ",
        " doing(P1.v2.1/a<P2.v4<P2<12{4,-1,0}#2.3 chain wait target option 2 many -3 did held it P2.v4 vs P2 ",
        " picks(P2.v4 P1.i1) ",
        " paid P2 3 paid #",
        " paid P2.v4 i paid #",
        " bid 0 ",
        " wait(w2=P1.v2.2/p<P2.v4<P2<12{4,-1,0} w1=P2.v4.2",
        " below(P1.v2.1",
        " due(P2.v4=0/1+<P1.v2!#15.(S1#0)/3@P2) late 1 credit(P2.v4<P1.v2 P1.v2<#",
        " plain(P1.v2=2) ",
        "+[Overkill 3: Gain 2 Boosts.](1=1)",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    assert_eq!(text.matches(" snap(").count(), 2);
    // What is being activated and what has made a statement may be gone; their Worlds are known.
    let mut state = busy(&rules);
    let link = state.activating.expect("a Chain");
    (state.activating, state.making) = (Some(Link { bearer: 900, ..link }), 1);
    (state.table.timed[0].bearer, state.table.timed[0].world) = (900, 1);
    let text = survives(&rules, &state);
    let world = crate::notation::slug(&rules.worlds[1]);
    for part in [" using #", &format!("@P1<{world} "), &format!("<P2<{world}")] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
}

#[test]
fn ages_on_a_vassal_outlive_numbering() {
    let rules = testing::rules(2);
    let mut state = busy(&rules);
    tidy(&mut state);
    let (now, before) = (&state.table.statuses[0], &state.snapshots[0].table.statuses);
    let same: Vec<Id> = before.iter().filter(|status| status.on == now.on).map(|status| status.id).collect();
    assert_eq!(same.len(), 2);
    assert!(same[0] < now.id && same[1] == now.id, "{same:?} and {}", now.id);
}

#[test]
fn numbers_follow_from_the_text_alone() {
    let rules = testing::rules(2);
    let state = read(&rules, RICH).expect("a position");
    let mut other = state.clone();
    for_all_ids(&mut other, |id| id * 3 + 100);
    other.next = 900;
    assert_ne!(other.table, state.table);
    assert_eq!(other, state, "as positions they are equal");
    tidy(&mut other);
    assert_eq!(other.table, state.table);
}

fn for_all_ids(state: &mut State, change: impl Fn(Id) -> Id) {
    let table = &mut state.table;
    for domain in &mut table.domains {
        domain.zones.change_all(!0, |vassal| vassal.id = change(vassal.id));
        domain.stock.iter_mut().for_each(|resource| resource.id = change(resource.id));
        domain.infirmary.iter_mut().for_each(|fallen| fallen.id = change(fallen.id));
    }
    table
        .statuses
        .iter_mut()
        .for_each(|status| (status.id, status.on) = (change(status.id), change(status.on)));
    table.given.iter_mut().for_each(|given| (given.id, given.on) = (change(given.id), change(given.on)));
    table.erased.iter_mut().for_each(|erased| erased.on = change(erased.on));
    state.used.iter_mut().for_each(|(id, _)| *id = change(*id));
    state.limits.iter_mut().for_each(|(id, ..)| *id = change(*id));
}

#[test]
fn settles_are_named_after_the_step_they_follow() {
    let rules = testing::rules(2);
    let mut state = read(&rules, RICH).expect("a position");
    state.settling = true;
    state.quiet = 0;
    for (step, name) in [
        (Step::Start, "end.round"),
        (Step::ChallengeStart, "start"),
        (Step::ChallengeRouse, "challenge.forced"),
        (Step::RestStart, "challenge.select"),
        (Step::Priority, "combat.start"),
        (Step::ResolutionStart, "combat.result"),
        (Step::Return, "resolution.exhaust"),
        (Step::Chain, "combat.chain"),
        (Step::Reaction, "combat.reaction"),
    ] {
        let mut state = state.clone();
        if !(Step::RestStart..=Step::Return).contains(&step) {
            // There are no Challengers then.
            state.table.domains.each_mut(|domain| domain.zones.exchange(CHALLENGER, EXTRA + 1));
        }
        for begun in [false, true] {
            (state.step, state.begun) = (step, begun);
            let text = survives(&rules, &state);
            assert_eq!(text.contains(&format!(" r4 {name} ")), !begun || name_of(step) == name, "{text}");
        }
    }
}

#[test]
fn what_no_position_can_be() {
    let rules = testing::rules(2);
    let head = "WU1 standard b1/3 0-0-0 r1 power.bet prime P1";
    for (text, part) in [
        ("| P1 9 c:guard v1:guard v1:guard | P2 9 c:guard", "v1 is given twice"),
        ("| P1 9 c:guard v6:guard | P2 9 c:guard", "v6"),
        ("| P1 9 c:guard v1:mainspring,of mosswane | P2 9 c:guard", "`mainspring` at character 65"),
        ("| P1 251 c:guard | P2 9 c:guard", "251"),
        ("| P1 9 c:cinder-pikets | P2 9 c:guard", "did you mean `cinder-pickets`?"),
        ("| P1 9 c:guard", "1 sides and 2 seats"),
        ("| P1 9 c:guard,e1,i1 | P2 9 c:guard", "one way, from character 62 on; write there"),
        ("| P1 9 c:guard sealed(bet 10) | P2 9 c:guard", "cannot have sealed `bet 10`"),
        ("| P1 9 sealed(send v1) c:guard v1:guard | P2 9 c:guard", "cannot have sealed `send v1`"),
        ("| P1 9 c:guard,+[Win: Gain 9 Boosts.] | P2 9 c:guard", "no card of this game"),
        ("| P1 9 c:guard,!guard@P1 | P2 9 c:guard", "name a Status there"),
        ("| P1 9 c:guard,~1 | P2 9 c:guard", "there are 0 Skills"),
        ("| P1 9 c:guard bag{pikeman guard} | P2 9 c:guard", "write there"),
        ("| P1 9 c:guard s2:mainspring,of mosswane | P2 9 c:guard", "from s1"),
        ("| P2 9 c:guard | P1 9 c:guard", "write the side of P1 here"),
    ] {
        let faults = fault(&rules, &format!("{head} {text}"));
        assert!(faults.contains(part) && faults.starts_with("position: "), "{text}: {faults}");
    }
    for (text, part) in [
        ("", "begin with `WU1"),
        ("WU1 speed b1/3 0-0-0 r1 power.bet | P1 9 | P2 9", "set up the game with format=speed"),
        ("WU1 standard b4/3 0-0-0 r1 power.bet prime P1 | P1 9 c:guard | P2 9 c:guard", "no bout 4"),
        ("WU1 standard b1/3 0-0 r1 power.bet prime P1 | P1 9 | P2 9", "bouts won by each seat"),
        ("WU1 standard b1/3 0-0-0 r101 power.bet prime P1 | P1 9 c:guard | P2 9 c:guard", "no round 101"),
        ("WU1 standard b1/3 0-0-0 r1 power.bed prime P1 | P1 9 | P2 9", "did you mean `power.bet`?"),
        ("WU1 standard b1/3 0-0-0 r1 power.bet | P1 9 c:guard | P2 9 c:guard", "prime player"),
        ("WU1 standard b1/3 0-0-0 r1 power.bet prime P3 | P1 9 | P2 9", "`P3` at character 44"),
        (
            "WU1 standard b1/3 0-0-0 r1 combat.chain prime P1 | P1 9 c:guard | P2 9 c:guard",
            "nobody has priority",
        ),
        (
            "WU1 standard b1/3 0-0-0 r1 combat.reaction prime P1 to P2 | P1 9 c:guard | P2 9 c:guard",
            "follows a Chain",
        ),
    ] {
        let faults = fault(&rules, text);
        assert!(faults.contains(part), "{text}: {faults}");
    }
}

#[test]
fn what_no_play_leads_to() {
    let rules = testing::rules(2);
    let bout = "| P1 9 c:guard | P2 9 c:guard";
    let chains = "| P1 9 c:a2 | P2 9 c:guard";
    let decks = "| P1 0 bag{guard*9} | P2 0 bag{guard*9}";
    for (head, sides, part) in [
        ("b1/3 0-0-0 r0 power.bet prime P1", bout, "no round 0 in power.bet; write r1 to r100"),
        ("b1/3 0-0-0 r1 prep.draw", decks, "no round 1 in prep.draw; write r0"),
        ("b3/3 1-1-1 r1 over", decks, "no round 1 in over; write r0"),
        ("b1/3 1-0-0 r1 power.bet prime P1", bout, "tells of 1 bouts; in power.bet of bout 1 there are 0"),
        ("b3/3 1-0-0 r1 power.bet prime P1", bout, "tells of 1 bouts; in power.bet of bout 3 there are 2"),
        ("b3/3 2-0-0 r1 power.bet prime P1", bout, "the game is decided; change the score"),
        ("b1/3 0-0-1 r0 over", decks, "the game is not decided; change the score"),
        ("b2/3 1-0-1 r0 over", decks, "the game is not decided; change the score"),
        ("b3/3 1-0-0 r0 over", decks, "tells of 1 bouts; in over of bout 3 there are 3"),
        ("b2/3 2-0-0 r0 over won P2", decks, "leave `won` out"),
        ("b1/3 0-0-0 r1 power.bet prime P1 quiet 1", bout, "leave `quiet` out"),
        ("b1/3 0-0-0 r1 combat.chain prime P1 to P1 quiet 9", chains, "write at most 1 behind `quiet`"),
        ("b1/3 0-0-0 r0 prep.draw prime P1", decks, "no `prime` in prep.draw; leave `prime` out"),
        ("b1/3 0-0-0 r1 power.bet prime P1 to P1", bout, "leave `to` out"),
        ("b1/3 0-0-0 r1 power.bet prime P1 by P1", bout, "leave `by` out"),
        ("b1/3 0-0-0 r1 power.bet prime P1 pool{guard}", bout, "leave `pool` out"),
    ] {
        let faults = fault(&rules, &format!("WU1 standard {head} {sides}"));
        assert!(faults.contains(part) && faults.starts_with("position: "), "{head} {sides}: {faults}");
    }
    for (step, side, part) in [
        ("r0 prep.mulligan", "9 hand{guard}", "P1 has Boosts in prep.mulligan; leave"),
        ("r0 prep.mulligan", "0 base 2 hand{guard}", "P1 has base power in"),
        ("r0 prep.mulligan", "0 v1:guard", "P1 has Vassals in"),
        ("r0 prep.mulligan", "0 s1:mainspring,of mosswane hand{guard}", "P1 has Resources in"),
        ("r0 prep.mulligan", "0 done hand{guard}", "P1 has `done` in"),
        ("r1 power.bet prime P1", "9 c:guard hand{guard}", "P1 has a hand in power.bet; leave"),
        ("r1 power.bet prime P1", "9 kept c:guard", "P1 has `kept` in"),
        ("r1 power.bet prime P1", "9 label W3 c:guard", "P1 has `label` in"),
        ("r0 prep.mulligan", "0 run W2 hand{guard}", "P1 has a `run` in"),
    ] {
        let other = if step.starts_with("r0") { "0 hand{guard}" } else { "9 c:guard" };
        let text = format!("WU1 standard b1/3 0-0-0 {step} | P1 {side} | P2 {other}");
        let faults = fault(&rules, &text);
        assert!(faults.contains(part) && faults.starts_with("position: "), "{text}: {faults}");
    }
}

#[test]
fn stacks_stay_below_their_limits_unless_a_skill_says_otherwise() {
    let rules = testing::rules(2);
    let text = "WU1 standard b1/3 0-0-0 r1 power.bet prime P1 | P1 9 c:guard,i2 | P2 9 c:guard";
    assert!(fault(&rules, text).contains("P1's guard has 2 stacks of injury"));
    assert!(fault(&rules, &text.replace("i2", "e4")).contains("P1's guard has 4 stacks of exhaustion"));
    // A Skill of another may have lapsed, or of something that another has made.
    for card in ["oru-of-the-ninth-kiln", "widow-nesk-of-the-cauldron"] {
        round_trip(&rules, &format!("{text} infirmary{{{card}}}"));
        round_trip(&rules, &format!("{text} bag{{{card}}}"));
    }
    round_trip(&rules, &format!("{text} bag{{?}}"));
}

#[test]
fn cards_given_in_a_draft_are_marked() {
    let mut rules = testing::rules(2);
    rules.format.draft = true;
    let text = "WU1 standard b1/3 0-0-0 r0 draft.deal to P2 pool{footman*19} | P1 0 draft{a2 guard*2} given{guard} \
        | P2 0 hand{pikeman} draft{a3 pikeman} given{a3}";
    let state = round_trip(&rules, text);
    assert_eq!((state.players[0].deck.bag.len(), state.players[0].deck.bottom.len()), (2, 1));
    let wrong = fault(&rules, &text.replace("given{a3}", "given{a2}"));
    assert!(wrong.contains("stand in `draft` too"), "{wrong}");
    let wrong = fault(&rules, &text.replace("footman*19", "footman*18"));
    assert!(wrong.contains("24 cards are drafted (WU-R34)"), "{wrong}");
}

#[test]
fn damaged_lines_are_refused_or_written_back() {
    let rules = testing::rules(2);
    let busy = survives(&rules, &busy(&rules));
    for text in [RICH, &busy] {
        for at in (0..text.len()).step_by(1 + text.len() / 1000) {
            for damaged in [
                format!("{}{}", &text[..at], &text[at + 1..]),
                format!("{}1{}", &text[..at], &text[at..]),
                format!("{}({}", &text[..at], &text[at + 1..]),
                format!("{}#{}", &text[..at], &text[at + 1..]),
                text[..at].to_owned(),
            ] {
                if let Ok(state) = read(&rules, &damaged) {
                    assert_eq!(text_of(&rules, &state), damaged);
                }
            }
        }
    }
}
