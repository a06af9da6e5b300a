//! Why something cannot be done.

use engine::{Actions, Actor, Refusal, Turn, Weighted};

use crate::action::{Act, Spot};
use crate::game::kind;
use crate::rules::Rules;
use crate::state::{CHALLENGER, State, Step, Vassal, Zone};
use crate::text::{ChainKind, Skill};
use crate::{chance, ending, flow, scene};

const OVER: Refusal = Refusal::new("game-over", "WU-5.3.1", "the game is over");
const CHANCE_FIRST: Refusal = Refusal::new("chance-first", "WU-R125", "chance comes first");
const WRONG_CHANCE: Refusal = Refusal::new("wrong-chance", "WU-R125", "that cannot come out now");
const OTHER_TURN: Refusal = Refusal::new("not-your-turn", "WU-8.1.1", "somebody else has to choose");
const CHOSEN: Refusal = Refusal::new("already-chosen", "WU-R60", "your choice is made and locked");
const OTHER_MOMENT: Refusal = Refusal::new("wrong-moment", "WU-5.0.1", "that is not to be chosen now");
const NO_COMBAT: Refusal =
    Refusal::new("not-in-combat", "WU-7.2.3.1", "Chains are activated in combat, by whoever has priority");
const TIRED: Refusal = Refusal::new("exhausted", "WU-6.2.3", "that Vassal is exhausted");
const TIRED_BEARER: Refusal = Refusal::new("exhausted-bearer", "WU-7.2.7", "that Vassal is exhausted");
const NOBODY: Refusal = Refusal::new("empty-zone", "WU-6.2.3", "no Vassal of yours stands there");
const NO_VICTIM: Refusal = Refusal::new("no-victim", "WU-6.2.2", "no Vassal of yours stands there");
const BET: Refusal = Refusal::new("too-much", "WU-6.4.2", "you have not so many Boosts");
const BID: Refusal = Refusal::new("bid-too-much", "WU-R124", "that is more than you can bid");
const NO_CHAIN: Refusal = Refusal::new("no-such-chain", "WU-7.2.2", "there is no such Chain");
const ERASED: Refusal = Refusal::new("erased", "WU-9.1.5", "that Chain is erased");
const REACTION: Refusal = Refusal::new("is-a-reaction", "WU-7.5.1", "that is a reaction: it answers a Chain");
const NO_REACTION: Refusal = Refusal::new("no-reaction", "WU-8.4.3", "only a reaction answers a Chain");
const COMBO: Refusal = Refusal::new("combo", "WU-8.4.2.3", "only the initial player uses a Combo");
const RIPOSTE: Refusal = Refusal::new("riposte", "WU-8.4.2.4", "the initial player uses no Riposte");
const REINFORCE: Refusal =
    Refusal::new("reinforcers-only", "WU-7.4.2.1", "only a reinforcer uses that Chain");
const CHALLENGE: Refusal =
    Refusal::new("challengers-only", "WU-7.4.2.2", "only a Challenger uses that Chain");
const NOT_FIRST: Refusal = Refusal::new("not-first", "WU-7.3.1", "it is not the first Chain of the round");
const USED: Refusal = Refusal::new("used-up", "WU-7.2.7", "that Vassal has used its Chain of the round");
const RESOURCE_USED: Refusal =
    Refusal::new("resource-used-up", "WU-R26", "that Resource has used its Chain of the round");
const FORBIDDEN: Refusal = Refusal::new("forbidden", "WU-1.0.1", "a card rules that out");
const LIMIT: Refusal = Refusal::new("limit", "WU-9.2.16", "it has been used as often as it can be");
const UNPAID: Refusal = Refusal::new("cannot-pay", "WU-7.2.3", "you have not enough Boosts for that");
const NO_DRAFT_CARD: Refusal = Refusal::new("not-drafted", "WU-3.3.1.3", "that card is not among yours");
const NO_HAND_CARD: Refusal = Refusal::new("no-such-card", "WU-5.2.5", "that card is not in your hand");
const NO_PLAYER: Refusal = Refusal::new("no-such-player", "WU-5.2.4", "that player cannot be named");
const NO_TARGET: Refusal = Refusal::new("no-such-target", "WU-7.1.3", "that cannot be chosen for it");
const MUST: Refusal = Refusal::new("must-choose", "WU-7.1.3", "one more must be chosen");

/// Every refusal there is.
pub const ALL: &[Refusal] = &[
    OVER,
    CHANCE_FIRST,
    WRONG_CHANCE,
    OTHER_TURN,
    CHOSEN,
    OTHER_MOMENT,
    NO_COMBAT,
    TIRED,
    TIRED_BEARER,
    NOBODY,
    NO_VICTIM,
    BET,
    BID,
    NO_CHAIN,
    ERASED,
    REACTION,
    NO_REACTION,
    COMBO,
    RIPOSTE,
    REINFORCE,
    CHALLENGE,
    NOT_FIRST,
    USED,
    RESOURCE_USED,
    FORBIDDEN,
    LIMIT,
    UNPAID,
    NO_DRAFT_CARD,
    NO_HAND_CARD,
    NO_PLAYER,
    NO_TARGET,
    MUST,
];

/// Why `actor` cannot do something now; nothing if it can.
pub fn refuse(rules: &Rules, state: &State, actor: Actor, act: Act) -> Option<Refusal> {
    let turn = flow::turn(state);
    let Actor::Seat(seat) = actor else {
        let mut outcomes = Weighted::new();
        return match turn {
            Turn::Over => Some(OVER),
            Turn::Players(_) => Some(WRONG_CHANCE.because("nothing is left to chance now")),
            Turn::Chance => {
                chance::list(rules, state, &mut outcomes);
                let real = outcomes.iter().any(|(outcome, _)| *outcome == act);
                (!real).then_some(WRONG_CHANCE)
            }
        };
    };
    // On whoever's turn. Rules: WU-R5.
    if act == Act::ConcedeBout && turn != Turn::Over && ending::may_concede_bout(state, seat.index() as u8) {
        return None;
    }
    match turn {
        Turn::Over => return Some(OVER),
        Turn::Chance => return Some(CHANCE_FIRST),
        Turn::Players(seats) if !seats.has(seat) => {
            let sealed = state.players.get(seat.index()).is_some_and(|player| player.sealed.is_some());
            return Some(if sealed { CHOSEN } else { OTHER_TURN });
        }
        Turn::Players(_) => {}
    }
    let seat = seat.index() as u8;
    let mut offered = Actions::new();
    flow::legal(rules, state, seat, &mut offered);
    if offered.contains(&act) { None } else { Some(reason(rules, state, seat, act, &offered)) }
}

fn reason(rules: &Rules, state: &State, seat: u8, act: Act, offered: &[Act]) -> Refusal {
    let due = offered.iter().any(|other| kind(*other) == kind(act));
    let combat =
        matches!(state.step, Step::Chain | Step::Reaction) && !state.settling && state.doing.is_none();
    match act {
        Act::Use(spot, skill) if combat => chain(rules, state, seat, spot, skill),
        Act::Use(..) => NO_COMBAT,
        Act::Enough | Act::Decline if offered.iter().any(|act| matches!(act, Act::At(_))) => MUST,
        _ if !due => OTHER_MOMENT,
        Act::Take(_) | Act::Cut(_) => NO_DRAFT_CARD,
        Act::Place(_) | Act::Under(_) => NO_HAND_CARD,
        Act::First(_) | Act::Prime(_) | Act::Versus(_) => NO_PLAYER,
        // Every Vassal that is there can be the victim.
        Act::Hurt(_) => NO_VICTIM,
        Act::Send(zone) => stands(state, seat, zone),
        Act::Bet(_) => BET,
        Act::Bid(_) => BID,
        _ => NO_TARGET,
    }
}

/// Why a Vassal there is not chosen.
fn stands(state: &State, seat: u8, zone: Zone) -> Refusal {
    let vassal = state.table.domains[usize::from(seat)].zones.get(usize::from(zone));
    let there = vassal.is_some_and(|vassal| zone != CHALLENGER && vassal.is_some());
    if there { TIRED } else { NOBODY }
}

/// Why a Chain cannot be activated.
fn chain(rules: &Rules, state: &State, seat: u8, spot: Spot, nth: u8) -> Refusal {
    let domain = &state.table.domains[usize::from(seat)];
    let (id, vassal) = match spot {
        Spot::Zone(zone) => match domain.zones.get(usize::from(zone)).filter(|vassal| vassal.is_some()) {
            Some(vassal) => (vassal.id, Some(vassal)),
            None => return NO_CHAIN,
        },
        Spot::Stock(place) => match domain.stock.get(usize::from(place)) {
            Some(resource) => (resource.id, None),
            None => return NO_CHAIN,
        },
        Spot::Infirmary(_) => return NO_CHAIN,
    };
    let held = scene::held(rules, state, id);
    let Some(held) = usize::from(nth).checked_sub(1).and_then(|nth| held.get(nth)) else { return NO_CHAIN };
    let Skill::Chain { words, limit, .. } = &rules.skills[usize::from(held.instance.skill)].skill else {
        return NO_CHAIN;
    };
    let has = |kind| words.0.has(kind);
    let reacts = has(ChainKind::Riposte) || has(ChainKind::Combo);
    let fits = if seat == state.by { has(ChainKind::Combo) } else { has(ChainKind::Riposte) };
    let used = state.used.iter().find(|(of, _)| *of == id).map_or(0, |(_, count)| *count);
    let uses = state.limits.iter().find(|(of, instance, _)| *of == id && *instance == held.instance);
    let uses = uses.map_or(0, |(.., count)| *count);
    let front = spot == Spot::Zone(CHALLENGER);
    match state.step {
        _ if held.erased => ERASED,
        Step::Chain if reacts => REACTION,
        Step::Reaction if !reacts => NO_REACTION,
        Step::Reaction if !fits && seat == state.by => RIPOSTE,
        Step::Reaction if !fits => COMBO,
        _ if has(ChainKind::Reinforce) && front => REINFORCE,
        _ if has(ChainKind::Challenge) && !front => CHALLENGE,
        _ if has(ChainKind::Prime) && state.chains > 0 => NOT_FIRST,
        _ if used >= scene::most_chains(rules, state, id) => {
            if vassal.is_some() {
                USED
            } else {
                RESOURCE_USED
            }
        }
        _ if vassal.is_some_and(Vassal::is_exhausted) => TIRED_BEARER,
        _ if limit.as_ref().is_some_and(|limit| u32::from(uses) >= u32::from(limit.count.0)) => LIMIT,
        _ if scene::cannot_activate(rules, state, id) => FORBIDDEN,
        _ if scene::cost(rules, state, seat, id, held.instance.skill) > domain.boosts => UNPAID,
        _ => FORBIDDEN,
    }
}

#[cfg(test)]
mod tests {
    use engine::Seat;

    use super::*;
    use crate::{notation, position, testing};

    const COMBAT: &str = "WU1 standard b1/3 0-0-0 r1 combat.chain prime P1 to P1";

    /// The code and rule that an attempt of the first seat is refused with.
    fn refused(text: &str, act: &str) -> (&'static str, &'static str) {
        let rules = testing::rules(2);
        let state = position::read(&rules, text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        let actor = Actor::Seat(Seat::new(0));
        let act = notation::read(&rules, actor, act).expect(act);
        let refusal = refuse(&rules, &state, actor, act).expect("a refusal");
        assert!(ALL.iter().any(|known| known.code == refusal.code && known.rule == refusal.rule));
        (refusal.code, refusal.rule)
    }

    #[test]
    fn choices_of_the_phases() {
        let select = "WU1 standard b1/3 0-0-0 r1 challenge.select prime P1 | P1 9 v1:footman v2:guard,e1 v4:guard \
            | P2 9 v1:pikeman v2:pikeman";
        assert_eq!(refused(select, "send v2"), ("exhausted", "WU-6.2.3"));
        assert_eq!(refused(select, "send v3"), ("empty-zone", "WU-6.2.3"));
        assert_eq!(refused(select, "send c"), ("empty-zone", "WU-6.2.3"));
        assert_eq!(refused(select, "pass"), ("wrong-moment", "WU-5.0.1"));
        assert_eq!(refused(select, "use v1.1"), ("not-in-combat", "WU-7.2.3.1"));
        let sealed = select.replace("| P1 9", "| P1 9 sealed(send v1)");
        assert_eq!(refused(&sealed, "send v4"), ("already-chosen", "WU-R60"));
        let bets = "WU1 standard b1/3 0-0-0 r1 power.bet prime P1 | P1 9 c:footman | P2 9 c:pikeman";
        assert_eq!(refused(bets, "bet 10"), ("too-much", "WU-6.4.2"));
        let place = "WU1 standard b1/3 0-0-0 r0 prep.place selector P1 prime P1 to P1 | P1 0 hand{guard footman} \
            | P2 0 hand{pikeman}";
        assert_eq!(refused(place, "place pikeman"), ("no-such-card", "WU-5.2.5"));
        let other = place.replace("to P1", "to P2");
        assert_eq!(refused(&other, "place guard"), ("not-your-turn", "WU-8.1.1"));
        let over = "WU1 standard b3/3 2-1-0 r0 over | P1 0 bag{guard} | P2 0 bag{guard}";
        assert_eq!(refused(over, "pass"), ("game-over", "WU-5.3.1"));
    }

    #[test]
    fn chains() {
        let sides = "| P1 0 c:a2 v1:a2,e1 v2:a2,used1 v3:a2,limit 1=2 v4:guard v5:a2,~1/r \
            | P2 9 c:a2,+[Riposte: Gain 1 Boost.]";
        let text = format!("{COMBAT} {sides}");
        assert_eq!(refused(&text, "use c.1"), ("cannot-pay", "WU-7.2.3"));
        assert_eq!(refused(&text, "use c.2"), ("no-such-chain", "WU-7.2.2"));
        assert_eq!(refused(&text, "use c.3"), ("no-such-chain", "WU-7.2.2"));
        assert_eq!(refused(&text, "use x1.1"), ("no-such-chain", "WU-7.2.2"));
        assert_eq!(refused(&text, "use s1.1"), ("no-such-chain", "WU-7.2.2"));
        assert_eq!(refused(&text, "use v1.1"), ("exhausted-bearer", "WU-7.2.7"));
        assert_eq!(refused(&text, "use v2.1"), ("used-up", "WU-7.2.7"));
        assert_eq!(refused(&text, "use v3.1"), ("limit", "WU-9.2.16"));
        assert_eq!(refused(&text, "use v5.1"), ("erased", "WU-9.1.5"));
        let reaction =
            text.replace("combat.chain prime P1 to P1", "combat.reaction prime P1 to P1 by P1 chain P1.v2.1");
        assert_eq!(refused(&reaction, "use c.1"), ("no-reaction", "WU-8.4.3"));
    }
}
