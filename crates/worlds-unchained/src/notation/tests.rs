//! Every action both ways, and the lines of the model.

use super::*;
use crate::state::UNKNOWN_CARD;
use crate::testing;

fn every_act(rules: &Rules) -> Vec<(Actor, Act)> {
    let card = rules.card("sapling-levy").expect("a card");
    let place = |seat, spot| Place { seat, spot };
    let places = [
        place(0, Spot::Zone(0)),
        place(3, Spot::Zone(7)),
        place(1, Spot::Stock(15)),
        place(2, Spot::Infirmary(254)),
    ];
    let mut acts = vec![
        Act::Take(card),
        Act::Cut(card),
        Act::CutNone,
        Act::Mulligan,
        Act::Keep,
        Act::Place(card),
        Act::Stop,
        Act::Under(card),
        Act::Bet(0),
        Act::Bet(250),
        Act::Use(Spot::Zone(0), 1),
        Act::Use(Spot::Stock(9), 12),
        Act::Pass,
        Act::BackVassal,
        Act::BackExtra,
        Act::Next(1),
        Act::Next(128),
        Act::Enough,
        Act::Do,
        Act::Decline,
        Act::Option(3),
        Act::Bid(7),
        Act::Lead,
        Act::Trail,
    ];
    for answer in [Answer::Yes, Answer::No] {
        acts.extend([Act::Infirmary(answer), Act::Rouse(answer)]);
    }
    for seat in 0..4 {
        acts.extend([Act::First(seat), Act::Prime(seat), Act::Versus(seat)]);
    }
    for zone in 0..8 {
        acts.extend([Act::Hurt(zone), Act::Send(zone)]);
    }
    for place in places {
        acts.extend([Act::At(place), Act::For(place), Act::PickSkill(place, 2)]);
        acts.extend([Act::PickStatus(place, 6), Act::Instead(place, 1)]);
    }
    let mut chance = vec![Act::Pool(card), Act::Pick(0), Act::Pick(3), Act::Draw(1, card)];
    chance.extend(places.map(Act::Hit));
    let seat = Actor::Seat(Seat::new(1));
    acts.into_iter()
        .map(|act| (seat, act))
        .chain(chance.into_iter().map(|act| (Actor::Chance, act)))
        .collect()
}

#[test]
fn every_action_reads_back() {
    let rules = testing::rules(2);
    for (actor, act) in every_act(&rules) {
        let text = write(&rules, act);
        assert_eq!(read(&rules, actor, &text), Ok(act), "{text}");
        assert_eq!(read_line(&rules, &line(&rules, actor, act)), Ok((actor, act)));
        for wrong in [format!("{text} "), format!(" {text}"), text.replace(' ', "  "), format!("{text}0x")] {
            assert!(wrong == text || read(&rules, actor, &wrong).is_err(), "{wrong}");
        }
    }
}

#[test]
fn faults_say_what_to_write() {
    let rules = testing::rules(2);
    let seat = Actor::Seat(Seat::new(0));
    for (actor, text, part) in [
        (seat, "bett 3", "did you mean `bet`?"),
        (seat, "", "begin with one of first, take"),
        (seat, "bet 03", "write for example `bet 5`"),
        (seat, "bet 256", "`bet 256` cannot be read"),
        (seat, "send v6", "write for example `send v2`"),
        (seat, "send P1.v2", "write for example `send v2`"),
        (seat, "use i1.1", "write for example `use v2.1`"),
        (seat, "use v2.0", "write for example `use v2.1`"),
        (seat, "place saplin-levy", "did you mean `sapling-levy`?"),
        (seat, "place ?", "no card `?`"),
        (seat, "pick P2", "pick P2.c.2"),
        (seat, "trail behind", "`lead` or `trail`"),
        (seat, "draw P1 sapling-levy", "is no action"),
        (Actor::Chance, "bet 3", "is no action"),
        (Actor::Chance, "draw P5 sapling-levy", "write for example `draw P1 clerk-ademar`"),
    ] {
        let fault = read(&rules, actor, text).expect_err(text).to_string();
        assert!(fault.contains(part), "{text}: {fault}");
    }
    assert_eq!(write(&rules, Act::Draw(0, UNKNOWN_CARD)), "draw P1 ?");
}

/// Eleven of the twelve lines of the model; the twelfth is a position.
#[test]
fn the_lines_of_the_model() {
    let rules = testing::rules(2);
    let deck = "deck standard P1 vexa-coalhand tamsin-flarewright brother-slagg cinder-pickets*7";
    let (seat, cards) = read_deck_line(&rules, deck).expect("a deck");
    assert_eq!((seat, cards.len()), (0, 10));
    assert_eq!(deck_line(&rules, seat, &cards), deck);
    for text in [
        "* draw P1 vexa-coalhand",
        "P1 place vexa-coalhand",
        "P2 under shoal-bailiffs",
        "P1 use v2.1",
        "P2 at P1.v4",
        "P1 trail",
        "P2 pick P1.c!1",
        "* hit P2.v2",
    ] {
        let (actor, act) = read_line(&rules, text).expect(text);
        assert_eq!(line(&rules, actor, act), text);
    }
    for text in ["= P1 send v1 & P2 send v3", "= P1 bet 5 & P2 bet 3"] {
        let acts = read_reveal(&rules, text).expect(text);
        assert_eq!(reveal(&rules, &acts), text);
    }
    assert!(read_reveal(&rules, "= P2 bet 5 & P1 bet 3").is_err());
    assert!(read_reveal(&rules, "= * pick P1").is_err());
    assert!(read_line(&rules, "P5 pass").is_err());
    assert!(read_deck_line(&rules, "deck standard P1 vexa-coalhand vexa-coalhand").is_err());
}

#[test]
fn names_become_small_letters_with_hyphens() {
    assert_eq!(slug("Osk the Writbearer"), "osk-the-writbearer");
    assert_eq!(slug("O'Shan-Vel 2"), "oshan-vel-2");
}
