//! What a person might think of doing, whether it can be done or not.

use crate::action::{Act, Place, Spot};
use crate::rules::Rules;
use crate::scene;
use crate::state::{State, Step, Wait};
use crate::text::Skill;

/// No more than this is thought of.
const MOST: usize = 40;

/// Adds each thing in its plain form. `known` is what the seat sees.
pub fn conceivable(rules: &Rules, known: &State, seat: u8, out: &mut Vec<Act>) {
    let from = out.len();
    let domain = &known.table.domains[usize::from(seat)];
    if let Some(doing) = &known.doing {
        if doing.wait == Wait::Target {
            targets(known, out);
            out.push(Act::Enough);
        }
    } else if !known.settling {
        match known.step {
            Step::ChallengeSelect => {
                let vassals = domain.zones.iter().enumerate().skip(1).filter(|(_, vassal)| vassal.is_some());
                out.extend(vassals.map(|(zone, _)| Act::Send(zone as u8)));
            }
            Step::PowerBet => out.extend(domain.boosts.checked_add(1).map(Act::Bet)),
            Step::Chain | Step::Reaction => chains(rules, known, seat, out),
            _ => {}
        }
    }
    out.truncate(from + MOST);
}

/// Everybody in play.
fn targets(known: &State, out: &mut Vec<Act>) {
    for (seat, domain) in known.table.domains.iter().enumerate() {
        let vassals = domain.zones.iter().enumerate().filter(|(_, vassal)| vassal.is_some());
        out.extend(
            vassals.map(|(zone, _)| Act::At(Place { seat: seat as u8, spot: Spot::Zone(zone as u8) })),
        );
    }
}

/// Every Chain of everything one has.
fn chains(rules: &Rules, known: &State, seat: u8, out: &mut Vec<Act>) {
    let domain = &known.table.domains[usize::from(seat)];
    let vassals = domain.zones.iter().enumerate().filter(|(_, vassal)| vassal.is_some());
    let vassals = vassals.map(|(zone, vassal)| (Spot::Zone(zone as u8), vassal.id));
    let stock = domain.stock.iter().enumerate().map(|(nth, resource)| (Spot::Stock(nth as u8), resource.id));
    for (spot, id) in vassals.chain(stock) {
        for (nth, held) in scene::held(rules, known, id).iter().enumerate() {
            if matches!(rules.skills[usize::from(held.instance.skill)].skill, Skill::Chain { .. }) {
                out.push(Act::Use(spot, nth as u8 + 1));
            }
        }
    }
}
