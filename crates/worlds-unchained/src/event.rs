//! What happened, for the log and the question "why?".

use cardlang::written_with;
use engine::{EventData, Seat, SeatSet, Viewer};
use serde_json::{Value, json};

use crate::action::Place;
use crate::label::title;
use crate::notation::{place_name, seat_name, zone_name};
use crate::position::mark_name;
use crate::rules::Rules;
use crate::state::{Mark, UNKNOWN_CARD, Zone};
use crate::text::{BoostChange, Phase, Skill};

/// Something that happened. Seats, zones, cards and Skills are numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is told in words below, with its rule")]
pub enum Event {
    BoutBegan(u8),
    RoundBegan(u8),
    PhaseBegan(Phase),
    /// A seat drew a card, for whoever may see which.
    Drew(u8, u16),
    Mulliganed(u8),
    Kept(u8),
    /// A seat shuffled its infirmary into its deck.
    Shuffled(u8),
    /// A seat left its infirmary as it is.
    Unshuffled(u8),
    /// Chance picked a player, or it was their turn to name one.
    Selected(u8),
    PrimeIs(u8),
    Placed(u8, Zone, u16),
    Stopped(u8),
    PutUnder(u8, u8),
    BoostsSet(u8, u8),
    /// A seat sealed a choice.
    Sealed(u8),
    /// A Challenger was revealed.
    Sent(u8, Zone, u16),
    Bet(u8, u8),
    /// A secret bid was revealed.
    Bid(u8, u8),
    Injured(u8, Zone, u16),
    /// An injury did not happen.
    Prevented(u8, Zone, u16),
    Healed(u8, Zone, u16),
    Exhausted(u8, Zone, u16),
    Restored(u8, Zone, u16),
    Protected(u8, Zone, u16),
    Eliminated(u8, Zone, u16),
    /// An effect moved a Vassal.
    Moved(u8, Zone, Zone, u16),
    /// A Challenger went back to a reinforcer zone at the end of its round.
    WentBack(u8, Zone, Zone, u16),
    /// Two Vassals exchanged zones.
    Swapped(u8, Zone, u8, Zone),
    /// A token left its domain.
    Vanished(u8, Zone, u16),
    /// A Vassal came into the domain of another seat.
    Controlled(u8, Zone, u16),
    /// A card came back out of an infirmary.
    Returned(u8, Zone, u16),
    Summoned(u8, Zone, u16),
    Fabricated(u8, u16),
    Expended(u8, u16),
    /// A Status came onto a Vassal: seat and zone of it, and the Status.
    Applied(u8, Zone, u16),
    Cleared(u8, Zone, u16),
    /// A Vassal was given a Skill: seat, zone, and the Skill in the rules.
    Augmented(u8, Zone, u16),
    /// The same of a Skill nested in a Chain or Ability.
    Nested(u8, Zone, u16),
    Erased(u8, Zone, u16),
    /// Boosts of a seat changed: how, and by how many.
    BoostsChanged(u8, BoostChange, u8),
    /// Base power of a seat as it is now.
    Power(u8, i16),
    Result(u8, Mark, i16),
    /// A Chain was activated: who, the card, its Skill counted from 1.
    ChainUsed(u8, u16, u8),
    Abstained(u8),
    /// The same in a reaction step.
    AbstainedFromReacting(u8),
    /// An Ability was carried out: who uses it, the card, its Skill counted from 1.
    AbilityUsed(u8, u16, u8),
    /// A sentence of a card is carried out: the card, its Skill in the rules, and which sentence or statement.
    Effect(u16, u16, u8),
    /// A Chain was negated: whose, and the card.
    Negated(u8, u16),
    /// What a Negate has put back.
    Back(Back),
    /// Something did not fit.
    Capped(Cap),
    RoundCapReached,
    BoutWon(u8),
    BoutDrawn,
    /// The winners as bits.
    GameOver(u8),
    Conceded(u8),
    ConcededBout(u8),
    OutOfBout(u8),
    /// Whether a seat restores the Vassal that it had to injure.
    Roused(u8, bool),
    /// Chance picked a target.
    Hit(Place),
    /// A drafter looks at a card, for whoever may see which.
    Dealt(u8, u16),
    Took(u8),
    /// A card of the draft was given to a seat, for whoever may see which.
    Given(u8, u16),
    Cut(u8),
    /// Chance picked the player who names the first drafter.
    SelectedForDraft(u8),
    DraftsFirst(u8),
}

/// What is as it was after a Negate, but for what was paid. Rules: WU-R118, WU-R121.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is told in words below")]
pub enum Back {
    Boosts(u8, u8),
    Power(u8, i16),
    /// A Vassal is in this zone again.
    Into(u8, Zone, u16),
    /// A Vassal is not in play any more.
    OutOf(u8, Zone, u16),
    /// A Vassal and its stacks of injury and exhaustion.
    Stacks(u8, Zone, u16, [u8; 2]),
    /// A Status, and whether it is there.
    Status(u8, Zone, u16, bool),
    /// A Resource of a seat, and whether it is there.
    Resource(u8, u16, bool),
    /// A Vassal whose given or erased Skills are others.
    Skills(u8, Zone, u16),
    /// What lasts for a time is other.
    Lasting,
}

/// What is bounded. Rules: WU-R141, WU-R91.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is told in words below")]
pub enum Cap {
    Statuses,
    Resources,
    Skills,
    Vassals,
    Statements,
    Boosts,
    Power,
    Stacks,
    Waiting,
    /// One Ability has been carried out too often.
    Loop,
    /// All Abilities together have.
    Settle,
}

/// Every kind of event.
pub const KINDS: &[&str] = &[
    "bout",
    "round",
    "phase",
    "draw",
    "mulligan",
    "keep",
    "shuffle",
    "select",
    "prime",
    "place",
    "stop",
    "under",
    "boosts",
    "seal",
    "send",
    "bet",
    "bid",
    "injure",
    "prevent",
    "heal",
    "exhaust",
    "restore",
    "protect",
    "eliminate",
    "move",
    "swap",
    "vanish",
    "control",
    "return",
    "summon",
    "fabricate",
    "expend",
    "apply",
    "clear",
    "augment",
    "nest",
    "erase",
    "power",
    "result",
    "chain",
    "abstain",
    "ability",
    "effect",
    "negate",
    "back",
    "cap",
    "bout-end",
    "game-end",
    "concede",
    "out",
    "rouse",
    "hit",
    "deal",
    "take",
    "give",
    "cut",
    "first",
];

/// What a viewer sees of an event. Rules: WU-R128, WU-R33.
pub fn witness(_: &Rules, event: &Event, viewer: Viewer) -> Option<Event> {
    let holds = |seat: u8| viewer.holds(Seat::new(seat));
    Some(match *event {
        Event::Drew(seat, _) if !holds(seat) => Event::Drew(seat, UNKNOWN_CARD),
        Event::Dealt(seat, _) if !holds(seat) => Event::Dealt(seat, UNKNOWN_CARD),
        // A draft has two seats, and both know the card.
        Event::Given(seat, _) if !holds(0) && !holds(1) => Event::Given(seat, UNKNOWN_CARD),
        event => event,
    })
}

/// Whether an event tells something that could not be known: a card, what chance did, a sealed choice that is opened.
pub fn reveals(event: &Event) -> bool {
    match event {
        Event::Drew(_, card) | Event::Dealt(_, card) | Event::Given(_, card) => *card != UNKNOWN_CARD,
        Event::Mulliganed(_)
        | Event::Kept(_)
        | Event::Shuffled(_)
        | Event::Unshuffled(_)
        | Event::Selected(_)
        | Event::SelectedForDraft(_)
        | Event::Roused(..)
        | Event::Hit(_)
        | Event::Placed(..)
        | Event::Sent(..)
        | Event::Bet(..)
        | Event::Bid(..)
        | Event::Injured(..)
        | Event::Prevented(..)
        | Event::Restored(..) => true,
        _ => false,
    }
}

fn phase_rule(phase: Phase) -> (&'static str, &'static str) {
    match phase {
        Phase::Start => ("start", "WU-6.1.1"),
        Phase::Challenge => ("challenge", "WU-6.2.1"),
        Phase::Rest => ("rest", "WU-6.3.1"),
        Phase::Power => ("power", "WU-6.4.1"),
        Phase::Combat => ("combat", "WU-6.5.1"),
        Phase::Resolution => ("resolution", "WU-6.6.1"),
        Phase::End => ("end", "WU-6.7.1"),
    }
}

fn cap_words(cap: Cap) -> (&'static str, &'static str) {
    match cap {
        Cap::Statuses => ("statuses", "a Vassal has no room for more Statuses"),
        Cap::Resources => ("resources", "a stockpile has no room for more Resources"),
        Cap::Skills => ("skills", "a Vassal has no room for more Skills"),
        Cap::Vassals => ("vassals", "there is no room for more Vassals"),
        Cap::Statements => ("statements", "no more statements can be in force"),
        Cap::Boosts => ("boosts", "nobody can have more Boosts"),
        Cap::Power => ("power", "base power stops at its bound"),
        Cap::Stacks => ("stacks", "a Vassal has no room for more stacks"),
        Cap::Waiting => ("waiting", "no more Abilities can wait"),
        Cap::Loop => ("loop", "an Ability has been carried out too often and stops"),
        Cap::Settle => ("settle", "too many Abilities have been carried out, and the others stop"),
    }
}

/// An event in words and data.
pub fn tell(rules: &Rules, event: &Event) -> EventData {
    let (kind, rule, text, fields) = words(rules, *event);
    let audience: SeatSet = Seat::all(rules.seats).collect();
    EventData { kind, text, rule, clause: sentence(rules, *event), audience, fields }
}

/// The sentence of a card that is carried out.
fn sentence(rules: &Rules, event: Event) -> Option<String> {
    let Event::Effect(_, skill, nth) = event else { return None };
    let nth = usize::from(nth);
    match &rules.skills.get(usize::from(skill))?.skill {
        Skill::Chain { effect, .. } | Skill::Trigger { effect, .. } => {
            effect.0.get(nth).map(|clause| written_with(clause, &rules.names))
        }
        Skill::Passive { statics } | Skill::Solid { statics, .. } => {
            statics.0.get(nth).map(|statement| written_with(statement, &rules.names))
        }
    }
}

type Words = (&'static str, &'static str, String, Value);

#[expect(clippy::too_many_lines, reason = "one event after another")]
fn words(rules: &Rules, event: Event) -> Words {
    // Data names cards as the notation does, sentences by their titles.
    let id = |card: u16| rules.id(card).to_owned();
    let name = |card: u16| title(rules, card);
    let p = seat_name;
    // Something about a seat, about a seat and a card, about a Vassal in a zone.
    let seat = |kind, rule, seat: u8, what: &str| -> Words {
        (kind, rule, format!("{} {what}", p(seat)), json!({ "seat": p(seat) }))
    };
    let number = |kind, rule, seat: u8, what: String, number: i16| -> Words {
        (kind, rule, format!("{} {what}", p(seat)), json!({ "seat": p(seat), "number": number }))
    };
    let card = |kind, rule, seat: u8, what: &str, card: u16| -> Words {
        let text = if card == UNKNOWN_CARD { "a card".to_owned() } else { name(card) };
        (kind, rule, format!("{} {what} {text}", p(seat)), json!({ "seat": p(seat), "card": id(card) }))
    };
    let vassal = |kind, rule, seat: u8, zone: Zone, card: u16, what: &str| -> Words {
        let place = format!("{}.{}", p(seat), zone_name(zone));
        let fields = json!({ "seat": p(seat), "place": place, "card": id(card) });
        (kind, rule, format!("{} ({place}) {what}", name(card)), fields)
    };
    let on = |kind, rule, seat: u8, zone: Zone, what: &str, [thing, text]: [String; 2]| -> Words {
        let place = format!("{}.{}", p(seat), zone_name(zone));
        (kind, rule, format!("{text} {what} {place}"), json!({ "place": place, "what": thing }))
    };
    let skill = |skill: u16| {
        let program = rules.skills.get(usize::from(skill));
        let text = program.map_or_else(
            || "a Skill".to_owned(),
            |program| format!("[{}]", program.skill.text(&rules.names)),
        );
        [text.clone(), text]
    };
    let status = |card: u16| [id(card), name(card)];
    match event {
        Event::BoutBegan(bout) => {
            ("bout", "WU-5.1.2", format!("bout {bout} is prepared"), json!({ "bout": bout }))
        }
        Event::RoundBegan(round) => {
            ("round", "WU-6.1.1", format!("round {round} begins"), json!({ "round": round }))
        }
        Event::PhaseBegan(phase) => {
            let (name, rule) = phase_rule(phase);
            ("phase", rule, format!("the {name} phase begins"), json!({ "phase": name }))
        }
        Event::Drew(who, drawn) => card("draw", "WU-5.2.2", who, "draws", drawn),
        Event::Mulliganed(who) => seat("mulligan", "WU-5.2.3", who, "takes a mulligan"),
        Event::Kept(who) => seat("keep", "WU-R47", who, "keeps the hand"),
        Event::Shuffled(who) => seat("shuffle", "WU-5.2.2.1", who, "shuffles the infirmary into the deck"),
        Event::Unshuffled(who) => seat("shuffle", "WU-R44", who, "leaves the infirmary as it is"),
        Event::Selected(who) => seat("select", "WU-5.2.4", who, "is selected"),
        Event::Roused(who, true) => seat("rouse", "WU-6.2.2", who, "restores the injured Vassal"),
        Event::Roused(who, false) => seat("rouse", "WU-6.2.2", who, "does not restore the injured Vassal"),
        Event::Hit(place) => {
            let place = place_name(place);
            ("hit", "WU-R125", format!("chance hits {place}"), json!({ "place": place }))
        }
        Event::PrimeIs(who) => seat("prime", "WU-5.2.4", who, "is the prime player"),
        Event::Placed(who, zone, placed) => vassal("place", "WU-5.2.5", who, zone, placed, "is placed"),
        Event::Stopped(who) => seat("stop", "WU-R49", who, "places no more Vassals"),
        Event::PutUnder(who, count) => {
            number("under", "WU-5.2.6", who, format!("puts {count} under the deck"), i16::from(count))
        }
        Event::BoostsSet(who, boosts) => {
            number("boosts", "WU-5.2.7", who, format!("starts with {boosts} Boosts"), i16::from(boosts))
        }
        Event::Sealed(who) => seat("seal", "WU-R133", who, "has chosen"),
        Event::Sent(who, zone, sent) => vassal("send", "WU-6.2.4", who, zone, sent, "is the Challenger"),
        Event::Bet(who, bet) => number("bet", "WU-6.4.3", who, format!("bets {bet}"), i16::from(bet)),
        Event::Bid(who, bid) => number("bid", "WU-4.9.1", who, format!("bids {bid}"), i16::from(bid)),
        Event::Injured(who, zone, hurt) => vassal("injure", "WU-2.3.1", who, zone, hurt, "is injured"),
        Event::Prevented(who, zone, safe) => {
            vassal("prevent", "WU-9.1.14", who, zone, safe, "is protected from an injury")
        }
        Event::Healed(who, zone, healed) => vassal("heal", "WU-9.1.7", who, zone, healed, "is healed"),
        Event::Exhausted(who, zone, tired) => vassal("exhaust", "WU-2.4.1", who, zone, tired, "is exhausted"),
        Event::Restored(who, zone, rested) => vassal("restore", "WU-9.1.9", who, zone, rested, "is restored"),
        Event::Protected(who, zone, safe) => vassal("protect", "WU-9.1.14", who, zone, safe, "is protected"),
        Event::Eliminated(who, zone, gone) => {
            vassal("eliminate", "WU-9.1.13", who, zone, gone, "is eliminated")
        }
        Event::Moved(who, from, to, moved) | Event::WentBack(who, from, to, moved) => {
            let rule = if matches!(event, Event::Moved(..)) { "WU-R127" } else { "WU-6.6.4" };
            let (from, to) = (zone_name(from), zone_name(to));
            let fields = json!({ "seat": p(who), "from": from, "to": to, "card": id(moved) });
            ("move", rule, format!("{} of {} goes from {from} to {to}", name(moved), p(who)), fields)
        }
        Event::Swapped(one, from, other, to) => {
            let places =
                [(one, from), (other, to)].map(|(who, zone)| format!("{}.{}", p(who), zone_name(zone)));
            let text = format!("{} and {} are swapped", places[0], places[1]);
            ("swap", "WU-9.1.16", text, json!({ "places": places }))
        }
        Event::Vanished(who, zone, token) => {
            vassal("vanish", "WU-1.4.3", who, zone, token, "ceases to exist")
        }
        Event::Controlled(who, zone, other) => {
            vassal("control", "WU-R111", who, zone, other, &format!("is controlled by {} now", p(who)))
        }
        Event::Returned(who, zone, back) => vassal("return", "WU-R127", who, zone, back, "returns to play"),
        Event::Summoned(who, zone, token) => vassal("summon", "WU-9.1.11", who, zone, token, "is summoned"),
        Event::Fabricated(who, made) => card("fabricate", "WU-9.1.12", who, "fabricates", made),
        Event::Expended(who, used) => card("expend", "WU-R25", who, "expends", used),
        Event::Applied(who, zone, card) => on("apply", "WU-9.1.2", who, zone, "is applied to", status(card)),
        Event::Cleared(who, zone, card) => {
            on("clear", "WU-9.1.3", who, zone, "is cleared from", status(card))
        }
        Event::Augmented(who, zone, given) => {
            on("augment", "WU-9.1.4", who, zone, "is given to", skill(given))
        }
        Event::Nested(who, zone, given) => on("nest", "WU-7.10.1", who, zone, "is given to", skill(given)),
        Event::Erased(who, zone, erased) => {
            on("erase", "WU-9.1.5", who, zone, "is erased from", skill(erased))
        }
        Event::BoostsChanged(who, change, amount) => {
            let (verb, sign) = match change {
                BoostChange::Gain => ("gains", 1),
                BoostChange::Spend => ("spends", -1),
                BoostChange::Lose => ("loses", -1),
            };
            let what = if amount == 1 { "Boost" } else { "Boosts" };
            number("boosts", "WU-R20", who, format!("{verb} {amount} {what}"), sign * i16::from(amount))
        }
        Event::Effect(bearer, ..) => {
            let sentence = sentence(rules, event).unwrap_or_default();
            let fields = json!({ "card": id(bearer), "sentence": sentence });
            ("effect", "WU-7.1.1", format!("{}: {sentence}", name(bearer)), fields)
        }
        Event::Power(who, base) => number("power", "WU-R63", who, format!("has base power {base}"), base),
        Event::Result(who, mark, margin) => {
            let what = match mark {
                Mark::Win => format!("wins the combat by {margin}"),
                Mark::Lose => "loses the combat".to_owned(),
                Mark::Tie => "ties the combat".to_owned(),
            };
            let fields = json!({ "seat": p(who), "result": mark_name(mark), "margin": margin });
            ("result", "WU-8.5.2", format!("{} {what}", p(who)), fields)
        }
        Event::ChainUsed(who, bearer, nth) => {
            let fields = json!({ "seat": p(who), "card": id(bearer), "skill": nth });
            ("chain", "WU-7.2.3", format!("{} activates Chain {nth} of {}", p(who), name(bearer)), fields)
        }
        Event::Abstained(who) => seat("abstain", "WU-8.3.2", who, "abstains"),
        Event::AbstainedFromReacting(who) => seat("abstain", "WU-8.4.3.2", who, "abstains"),
        Event::AbilityUsed(who, bearer, nth) => {
            let fields = json!({ "seat": p(who), "card": id(bearer), "skill": nth });
            ("ability", "WU-7.8.1", format!("{} uses Ability {nth} of {}", p(who), name(bearer)), fields)
        }
        Event::Negated(who, bearer) => {
            let fields = json!({ "seat": p(who), "card": id(bearer) });
            ("negate", "WU-9.1.15", format!("the Chain of {} is negated", name(bearer)), fields)
        }
        Event::Back(back) => {
            const RULE: &str = "WU-R118";
            let vassal = |who, zone, card, what: &str| vassal("back", RULE, who, zone, card, what);
            match back {
                Back::Boosts(who, boosts) => {
                    let text =
                        format!("is back at {boosts} {}", if boosts == 1 { "Boost" } else { "Boosts" });
                    number("back", RULE, who, text, i16::from(boosts))
                }
                Back::Power(who, base) => {
                    number("back", RULE, who, format!("is back at base power {base}"), base)
                }
                Back::Into(who, zone, card) => vassal(who, zone, card, "is back"),
                Back::OutOf(who, zone, card) => vassal(who, zone, card, "is gone again"),
                Back::Stacks(who, zone, card, [injuries, exhaustion]) => {
                    let what = format!("is back at injury {injuries}, exhaustion {exhaustion}");
                    vassal(who, zone, card, &what)
                }
                Back::Status(who, zone, card, true) => {
                    on("back", RULE, who, zone, "is back on", status(card))
                }
                Back::Status(who, zone, card, false) => {
                    on("back", RULE, who, zone, "is gone again from", status(card))
                }
                Back::Resource(who, made, true) => card("back", RULE, who, "gets back", made),
                Back::Resource(who, made, false) => card("back", RULE, who, "no longer has", made),
                Back::Skills(who, zone, card) => vassal(who, zone, card, "has the Skills back that it had"),
                Back::Lasting => {
                    ("back", RULE, "what lasts for a time is back as it was".to_owned(), json!({}))
                }
            }
        }
        Event::Capped(cap) => {
            let (name, text) = cap_words(cap);
            let rule = if matches!(cap, Cap::Loop | Cap::Settle) { "WU-R91" } else { "WU-R141" };
            ("cap", rule, text.to_owned(), json!({ "cap": name }))
        }
        Event::RoundCapReached => {
            ("cap", "WU-R71", "that was the last round".to_owned(), json!({ "cap": "rounds" }))
        }
        Event::BoutWon(who) => seat("bout-end", "WU-6.8.1.1", who, "wins the bout"),
        Event::BoutDrawn => ("bout-end", "WU-6.8.1.2", "the bout is drawn".to_owned(), json!({})),
        Event::GameOver(winners) => {
            let seats: Vec<String> = (0..8).filter(|seat| winners >> seat & 1 == 1).map(p).collect();
            let (rule, what) = if seats.len() == 1 { ("WU-5.3.1", "wins") } else { ("WU-5.3.1.1", "tie") };
            ("game-end", rule, format!("{} {what} the game", seats.join(" and ")), json!({ "seats": seats }))
        }
        Event::Conceded(who) => seat("concede", "WU-R5", who, "concedes the game"),
        Event::ConcededBout(who) => seat("concede", "WU-R5", who, "concedes the bout"),
        Event::OutOfBout(who) => seat("out", "WU-R106", who, "is out of the bout"),
        Event::SelectedForDraft(who) => seat("select", "WU-3.3.1.2", who, "is selected"),
        Event::DraftsFirst(who) => seat("first", "WU-3.3.1.2", who, "drafts first"),
        Event::Dealt(who, dealt) => card("deal", "WU-3.3.1.3", who, "looks at", dealt),
        Event::Took(who) => seat("take", "WU-3.3.1.3", who, "keeps one of two cards"),
        Event::Given(to, given) => card("give", "WU-3.3.1.3", to, "is given", given),
        Event::Cut(who) => seat("cut", "WU-3.3.1.4", who, "has removed a card or none"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    const DRAWN: Event = Event::Drew(1, 0);

    #[test]
    fn hidden_cards_are_seen_by_their_owner_only() {
        let rules = testing::rules(2);
        let seen =
            |event: Event, viewer| witness(&rules, &event, viewer).map(|event| tell(&rules, &event).text);
        let (one, two) = (Viewer::seat(Seat::new(0)), Viewer::seat(Seat::new(1)));
        let drawn = format!("P2 draws {}", title(&rules, 0));
        assert_eq!(seen(DRAWN, two).as_deref(), Some(drawn.as_str()));
        assert_eq!(seen(DRAWN, one).as_deref(), Some("P2 draws a card"));
        assert_eq!(
            seen(Event::Given(1, 0), one).as_deref(),
            Some(format!("P2 is given {}", title(&rules, 0)).as_str())
        );
        assert_eq!(seen(Event::Given(1, 0), Viewer::Spectator).as_deref(), Some("P2 is given a card"));
        assert!(reveals(&DRAWN) && !reveals(&Event::Drew(1, UNKNOWN_CARD)) && !reveals(&Event::Sealed(0)));
    }

    #[test]
    fn kinds_are_declared_and_rules_cited() {
        let rules = testing::rules(2);
        for event in [
            DRAWN,
            Event::PhaseBegan(Phase::Rest),
            Event::Sent(0, 0, 1),
            Event::Moved(0, 0, 3, 1),
            Event::WentBack(0, 0, 3, 1),
            Event::AbstainedFromReacting(1),
            Event::Swapped(0, 0, 1, 7),
            Event::Vanished(0, 12, 1),
            Event::Controlled(1, 0, 1),
            Event::Back(Back::Stacks(0, 1, 1, [1, 0])),
            Event::Back(Back::Resource(1, 1, false)),
            Event::Back(Back::Lasting),
            Event::Erased(0, 1, 3),
            Event::BoostsChanged(1, BoostChange::Lose, 3),
            Event::Effect(0, 0, 0),
            Event::Result(0, Mark::Win, 4),
            Event::Capped(Cap::Loop),
            Event::GameOver(3),
            Event::Cut(1),
            Event::DraftsFirst(0),
        ] {
            let told = tell(&rules, &event);
            assert!(KINDS.contains(&told.kind) && told.rule.starts_with("WU-"), "{told:?}");
            assert!(
                !told.text.is_empty() && !told.text.ends_with('.') && !told.text.contains('?'),
                "{told:?}"
            );
        }
    }
}
