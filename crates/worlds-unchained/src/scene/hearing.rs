//! What Skills listen to and change, as bits: boards without such Skills cost nothing.

use crate::flow::bits as zones_of;
use crate::program;
use crate::rules::{Rules, ears};
use crate::state::{Ears, Mark, State, Table, Vassal};
use crate::text::{
    Atom, ChainKind, Clause, CombatResult, Condition, Done, Edge, Event, Expr, Happening, Holding,
    MoreOrLess, PlayerEvent, Quantity, Scope, Single, Skill, Solid, Static, Subject, Trigger,
};
use crate::zones::Hints;

/// What a Skill listens to and changes, with all that it grants as long as it is on.
pub fn ears_of(skill: &Skill) -> u64 {
    match skill {
        Skill::Chain { words, .. } => {
            let riposte = if words.0.has(ChainKind::Riposte) { ears::RIPOSTE } else { 0 };
            let combo = if words.0.has(ChainKind::Combo) { ears::COMBO } else { 0 };
            if riposte | combo == 0 { ears::CHAIN } else { riposte | combo }
        }
        Skill::Trigger { triggers, .. } => triggers.0.iter().map(trigger).fold(0, |a, b| a | b),
        Skill::Solid { when, statics } => {
            let reads = matches!(when, Solid::While { condition } if reads_power(condition));
            let reads = if reads { ears::READS_POWER } else { 0 };
            statics.0.iter().map(ears_of_statement).fold(reads, |a, b| a | b)
        }
        Skill::Passive { statics } => statics.0.iter().map(ears_of_statement).fold(0, |a, b| a | b),
    }
}

/// What the statements change that its effect puts into force for a time.
pub fn ears_until(skill: &Skill) -> u64 {
    let (Skill::Chain { effect, .. } | Skill::Trigger { effect, .. }) = skill else { return 0 };
    effect.0.iter().fold(0, |bits, clause| match clause {
        Clause::Until { statement: of, .. } => bits | ears_of_statement(of),
        _ => bits,
    })
}

/// What of that does not concern the bearer alone: the rest is asked of it only about itself.
pub fn wide_of(skill: &Skill) -> u64 {
    match skill {
        Skill::Chain { .. } => ears_of(skill),
        Skill::Trigger { triggers, .. } => {
            let wide = triggers.0.iter().filter(|trigger| !is_about_bearer(trigger));
            wide.map(trigger).fold(0, |a, b| a | b)
        }
        Skill::Solid { statics, .. } | Skill::Passive { statics } => {
            statics.0.iter().map(wide_statement).fold(ears_of(skill) & ears::READS_POWER, |a, b| a | b)
        }
    }
}

/// Whether only events can set it off whose participant is the bearer.
fn is_about_bearer(trigger: &Trigger) -> bool {
    let own = |subject: &Subject| matches!(subject, Subject::ThisVassal {});
    match trigger {
        Trigger::Eliminated {}
        | Trigger::Win {}
        | Trigger::Lose {}
        | Trigger::Tie {}
        | Trigger::Survive {}
        | Trigger::Overkill { .. } => true,
        Trigger::When { event, .. } => match event {
            Event::Vassal { subject, what } => {
                !matches!(what, Happening::Does { .. } | Happening::Activates { .. }) && own(subject)
            }
            Event::Prevented { subject } | Event::Status { subject, .. } => own(subject),
            _ => false,
        },
        _ => false,
    }
}

fn wide_statement(of: &Static) -> u64 {
    let own = Scope::Single { single: Single::ThisVassal };
    match of {
        Static::Of { scope, what: Holding::Has { skill } } if *scope == own => {
            ears::GRANT | wide_of(skill) & !ears::READS_POWER
        }
        Static::Of { scope, .. } | Static::Cost { scope, .. } if *scope == own => 0,
        Static::Instead { subject: Subject::ThisVassal {}, .. } => 0,
        _ => ears_of_statement(of),
    }
}

/// What everything in play listens to and changes; [`State::ears`] follows from the table by this.
pub fn ears(rules: &Rules, state: &State) -> Ears {
    let table = &state.table;
    let mut bits = Ears::default();
    table.domains.fold((), |(), _, domain| {
        // Empty zones have nothing that listens.
        domain.zones.iter().for_each(|vassal| bits |= rules.print(vassal.card).ears);
        domain.stock.iter().for_each(|resource| bits |= rules.print(resource.card).ears);
    });
    table.statuses.iter().for_each(|status| bits |= rules.print(status.card).ears);
    table.given.iter().for_each(|given| bits |= rules.skills[usize::from(given.skill)].ears);
    for timed in &table.timed {
        // It is judged by itself, wherever its bearer is.
        if let Some(&program::Clause::Until { ears: all, .. }) =
            rules.skills[usize::from(timed.skill)].effect().get(usize::from(timed.clause))
        {
            bits |= Ears { all, wide: all };
        }
    }
    bits
}

/// What Vassals listen to once some of their Statuses and given Skills have ended, or Skills were erased.
#[inline(never)]
pub fn renew_hints(rules: &Rules, state: &mut State) {
    let Table { domains, statuses, given, erased, .. } = &mut state.table;
    for zones in domains.iter_mut().map(|domain| &mut domain.zones) {
        for zone in zones_of(zones.there()) {
            let &Vassal { id: on, card, .. } = &zones[usize::from(zone)];
            let used = zones.used() >> zone & 1 == 1;
            zones.set_hints(zone, Hints { used, ..rules.print(card).hints });
            for status in statuses.iter().filter(|status| status.on == on) {
                zones.hear(zone, rules.face(status.card).ears);
            }
            for given in given.iter().filter(|given| given.on == on) {
                zones.hear(zone, rules.skills[usize::from(given.skill)].ears);
            }
            if erased.iter().any(|erased| erased.on == on) {
                zones.lose(zone);
            }
        }
    }
}

/// What a statement changes, with all that it grants.
pub fn ears_of_statement(statement: &Static) -> u64 {
    match statement {
        Static::Of { what: Holding::Has { skill }, .. } => ears::GRANT | ears_of(skill) & !ears::READS_POWER,
        _ => kind_of_statement(statement),
    }
}

/// What a statement changes by itself.
pub fn kind_of_statement(statement: &Static) -> u64 {
    match statement {
        Static::Of { what, .. } => match what {
            Holding::Power { .. } => ears::POWER,
            Holding::Has { .. } => ears::GRANT,
            Holding::Protected {} => ears::PROTECT,
            Holding::CannotBe { what } => ears::cannot(*what),
            Holding::CannotActivate {} => ears::CANNOT_ACTIVATE,
            Holding::MayActivate { .. } => ears::MAY_ACTIVATE,
            Holding::MayBeSelected {} => ears::MAY_BE_SELECTED,
            Holding::IgnoresTax {} => ears::TAX,
            Holding::CountsAsFrom { .. } => ears::COUNTS_AS_FROM,
            Holding::CountsAsClass { .. } => ears::COUNTS_AS_CLASS,
            Holding::Limit { kind, .. } => ears::limit(*kind),
        },
        Static::Cost { change: MoreOrLess::More, .. } => ears::COST | ears::DEARER,
        Static::Cost { .. } => ears::COST,
        Static::Instead { what, .. } => ears::instead(*what),
    }
}

fn trigger(trigger: &Trigger) -> u64 {
    match trigger {
        Trigger::Eliminated {} | Trigger::Elimination {} => ears::done(Done::Eliminated),
        Trigger::Win {} | Trigger::Overkill { .. } | Trigger::Streak { .. } => ears::result(Mark::Win),
        Trigger::Lose {} | Trigger::Revenge { .. } => ears::result(Mark::Lose),
        Trigger::Tie {} => ears::result(Mark::Tie),
        Trigger::Survive {} => {
            [Mark::Win, Mark::Lose, Mark::Tie].map(ears::result).iter().fold(0, |a, b| a | b)
        }
        Trigger::StartOfBout {} => ears::BOUT_STARTS,
        Trigger::When { event: what, .. } => event(what),
    }
}

fn event(event: &Event) -> u64 {
    match event {
        Event::BoutStarts {} => ears::BOUT_STARTS,
        Event::Round { edge: Edge::Starts } => ears::ROUND_STARTS,
        Event::Round { edge: Edge::Ends } => ears::ROUND_ENDS,
        Event::Phase { phase } => ears::phase(*phase),
        Event::Revealed { what } => ears::revealed(*what),
        Event::Vassal { what, .. } => match what {
            Happening::Is { done, by: None } => ears::done(*done),
            Happening::Is { done, by: Some(_) } => ears::done_by(*done),
            Happening::Does { does, .. } => ears::done_by(does.done()),
            Happening::Becomes {} => ears::BECOMES,
            Happening::Stops {} => ears::STOPS,
            Happening::Combat { result } => ears::result(match result {
                CombatResult::Wins => Mark::Win,
                CombatResult::Loses => Mark::Lose,
                CombatResult::Ties => Mark::Tie,
            }),
            Happening::Activates { .. } => ears::ACTIVATED,
        },
        Event::Player { what, .. } => match what {
            PlayerEvent::Boosts { change, .. } => ears::boosts(*change),
            PlayerEvent::Resource { .. } => ears::RESOURCE,
            PlayerEvent::Activates { .. } => ears::ACTIVATED,
        },
        Event::Prevented { .. } => ears::PREVENTED,
        Event::Status { .. } => ears::STATUS,
        Event::Negated { .. } => ears::NEGATED,
    }
}

/// Whether a condition reads power. Rules: WU-R93.
fn reads_power(condition: &Condition) -> bool {
    let reads = |expr: &Expr| expr.quantities().any(|quantity| matches!(quantity, Quantity::Power { .. }));
    condition
        .atoms()
        .iter()
        .any(|atom| matches!(atom, Atom::Compare { left, right, .. } if reads(left) || reads(right)))
}

#[cfg(test)]
mod tests {
    use engine::{Actions, Actor, Game, NoLog, Rng, Seat, Settings, Sources, Start, Turn};

    use super::{ears, renew_hints, zones_of};
    use crate::action::Act;
    use crate::game::WorldsUnchained;
    use crate::state::{Ears, State, ZONES, Zone};
    use crate::zones::Hints;

    /// What is noted while a game goes on is all that is listened to, and perhaps more.
    fn nothing_is_missed(start: &Start<WorldsUnchained>, state: &State) {
        let mut anew = state.clone();
        anew.ears = ears(&start.rules, &anew);
        renew_hints(&start.rules, &mut anew);
        assert_eq!(anew.ears.all & !state.ears.all, 0, "{state:?}");
        assert_eq!(anew.ears.wide & !state.ears.wide, 0, "{state:?}");
        for (exact, noted) in anew.table.domains.iter().zip(&state.table.domains) {
            for zone in 0..ZONES as Zone {
                let (exact, noted) = (exact.zones.hints(zone), noted.zones.hints(zone));
                assert_eq!(
                    (exact.all & !noted.all, exact.wide & !noted.wide),
                    (0, 0),
                    "{noted:?} of {zone} in {state:?}"
                );
            }
        }
    }

    const SETUPS: [&str; 4] = ["", "format=draft", "format=all-stars", "format=free-for-all players=4"];

    /// Plays lively games; each position is looked at before an action, which is carried out by the caller.
    fn play(games: u64, mut go: impl FnMut(&Start<WorldsUnchained>, &mut State, Actor, Act)) {
        for setup in SETUPS {
            let settings = Settings::parse(setup).expect("settings");
            let start = WorldsUnchained::compile(&settings, &Sources::none()).expect("a setup");
            for game in 0..games {
                let (mut rng, mut state) = (Rng::from_number(game), start.state.clone());
                loop {
                    let (actor, act) = match WorldsUnchained::turn(&start.rules, &state) {
                        Turn::Over => break,
                        Turn::Chance => {
                            (Actor::Chance, WorldsUnchained::sample(&start.rules, &state, &mut rng))
                        }
                        Turn::Players(seats) => {
                            let offered = legal(&start, &state, seats.lowest());
                            let act = WorldsUnchained::lively(&start.rules, &offered, &mut rng);
                            (Actor::Seat(seats.lowest()), act)
                        }
                    };
                    go(&start, &mut state, actor, act);
                }
            }
        }
    }

    fn legal(start: &Start<WorldsUnchained>, state: &State, seat: Seat) -> Actions<Act> {
        let mut offered = Actions::new();
        WorldsUnchained::legal(&start.rules, state, seat, &mut offered);
        offered
    }

    #[test]
    fn nothing_is_missed_in_whole_games() {
        play(30, |start, state, actor, act| {
            nothing_is_missed(start, state);
            WorldsUnchained::apply(&start.rules, state, actor, act, &mut NoLog);
        });
    }

    /// Whoever takes everybody to listen to everything goes all the long ways, and comes to the same.
    #[test]
    fn short_ways_lead_to_the_same() {
        play(30, |start, state, actor, act| {
            let mut long = state.clone();
            long.ears = Ears { all: u64::MAX, wide: u64::MAX };
            for zones in long.table.domains.iter_mut().map(|domain| &mut domain.zones) {
                for zone in zones_of(zones.there()) {
                    zones.set_hints(zone, Hints::ALL);
                }
            }
            (long.spent, long.thinned, long.stocked, long.lasting) = (!0, true, true, true);
            let [mut short_log, mut long_log] = [Vec::new(), Vec::new()];
            WorldsUnchained::apply(&start.rules, state, actor, act, &mut short_log);
            WorldsUnchained::apply(&start.rules, &mut long, actor, act, &mut long_log);
            assert_eq!(short_log, long_log);
            assert_eq!(*state, long);
            for seat in Seat::all(start.rules.seats) {
                assert_eq!(legal(start, state, seat)[..], legal(start, &long, seat)[..]);
            }
        });
    }
}
