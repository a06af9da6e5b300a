//! The table at the board: what a position of the game asks of it, and what is best there.

use std::collections::HashMap;
use std::sync::Arc;

use engine::{Bot, Fault, Faults, Game as _, Place, Rng, Seen, Settings, Sources, Start};
use time_rift::action::{Action, Deed, Strike, Way};
use time_rift::arena::{Facing, STRIDE, Square, column_row};
use time_rift::bots::Greedy;
use time_rift::position::in_text_order;
use time_rift::rules::{Mode, Rules};
use time_rift::state::{Part, Side, State, Step, TIE, TIRE, Uses};
use time_rift::{TimeRift, notation};

use super::arena::{Move, Stance, space};
use super::table::{Placement, Situation, Table};
use super::{Fighter, Named, Stage, layers};

/// What a position asks of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    /// What to spend an Action on.
    Turn(Situation),
    /// Where to be placed.
    Placement(Placement),
}

impl Asked {
    /// Whether it can be looked up in the table of these fighters, or why not.
    pub fn check(&self, fighters: &[Fighter; 2]) -> Result<(), Fault> {
        match self {
            Self::Turn(situation) => situation.check(fighters),
            Self::Placement(placement) => placement.check(fighters),
        }
    }

    /// Who decides.
    pub fn chooser(&self) -> Named {
        match self {
            Self::Turn(situation) => situation.turn,
            Self::Placement(placement) => placement.placer,
        }
    }

    /// Every action and its value for the first-named, the best for the chooser first.
    pub fn actions(&self, table: &Table) -> Vec<(Move, f64)> {
        let values = match self {
            Self::Turn(situation) => table.values(situation),
            Self::Placement(placement) => table.placements(placement),
        };
        best_first(values, self.chooser())
    }
}

/// Sorts actions, the best for whoever chooses first.
pub fn best_first(mut values: Vec<(Move, f64)>, chooser: Named) -> Vec<(Move, f64)> {
    values.sort_by(|one, two| match chooser {
        Named::First => two.1.total_cmp(&one.1),
        Named::Second => one.1.total_cmp(&two.1),
    });
    values
}

fn unsolved(what: impl Into<String>, remedy: impl Into<String>) -> Fault {
    Fault::new(what, remedy).at(Place::Part("position"))
}

/// Reads a position of two Champions in the notation of the game. Gives the rules that its mode and options make.
pub fn read_position(
    text: &str,
    champions: [&str; 2],
    sources: &Sources,
) -> Result<(Arc<Rules>, State), Faults> {
    let in_position = |mut faults: Faults| {
        for fault in &mut faults.0 {
            *fault = fault.clone().at(Place::Part("position"));
        }
        faults
    };
    let mut settings = Settings::none();
    let mut head = text.split(';').next().unwrap_or("").split(' ').skip(1);
    settings.set("mode", head.next().unwrap_or("fist"));
    for (key, value) in head.filter_map(|word| word.split_once('=')) {
        if !["seats", "won", "place", "entering"].contains(&key) {
            settings.set(key, value);
        }
    }
    if let Some(features) = text.split("; ").find_map(|part| part.strip_prefix("arena ")) {
        settings.set("features", features.replace(' ', ","));
    }
    if settings.get("mode") == Some("fist") {
        settings.set("decks", champions.join(","));
    }
    let Start { rules, .. } = TimeRift::compile(&settings, sources).map_err(in_position)?;
    check_rules(&rules)?;
    let state = TimeRift::read_position(&rules, text).map_err(in_position)?;
    Ok((rules, state))
}

/// Whether fights by these rules are solved, or why not. Rules: TR-R120.
pub fn check_rules(rules: &Rules) -> Result<(), Fault> {
    if rules.mode != Mode::Fist || rules.players != 2 {
        return Err(unsolved(
            "this is no Fist Fight of two",
            "only the mode `fist` is solved: begin with `tr1 fist`",
        ));
    }
    if let Some((key, value)) = rules.named_options.iter().find(|(key, _)| *key != "pure") {
        return Err(unsolved(
            format!("`{key}={value}` is not solved"),
            "only `pure=on` is; leave other options out",
        ));
    }
    if rules.pits | rules.obstacles != 0 || rules.spikes != [0; 32] || !rules.neutrals.is_empty() {
        return Err(unsolved("something lies in the Arena", "two seats fight in a bare Arena; leave it out"));
    }
    Ok(())
}

/// The seats of two Champions by the order of their names; of two equal ones the first in the text comes first.
pub fn seats(rules: &Rules, state: &State, champions: [&str; 2]) -> Result<[u8; 2], Fault> {
    let seats = in_text_order(rules, state);
    let ids = [0, 1].map(|nth: usize| rules.id(state.seats[usize::from(seats[nth])].champion));
    if ids == champions {
        return Ok([seats[0], seats[1]]);
    }
    if ids == [champions[1], champions[0]] {
        return Ok([seats[1], seats[0]]);
    }
    let known = format!("the fighters are `{}` and `{}`", champions[0], champions[1]);
    match ids.iter().find(|id| !champions.contains(id)) {
        Some(id) => Err(unsolved(format!("`{id}` does not fight here"), known)),
        None => Err(unsolved("somebody is there twice", known)),
    }
}

/// The fighters of two seats.
pub fn fighters(rules: &Rules, state: &State, seats: [u8; 2]) -> Option<[Fighter; 2]> {
    let fighter = |seat: u8| Fighter::of(&rules.face(state.seats[usize::from(seat)].champion).card);
    Some([fighter(seats[0])?, fighter(seats[1])?])
}

/// What a position asks of the table of its fighters, or why that has no answer. The rules must be checked.
pub fn asked(rules: &Rules, state: &State, seats: [u8; 2]) -> Result<Asked, Fault> {
    let sides = seats.map(|seat| &state.seats[usize::from(seat)]);
    let named = |seat: u8| if seat == seats[0] { Named::First } else { Named::Second };
    if !rules.pure && sides.iter().any(|side| !rules.face(side.champion).card.program.0.is_empty()) {
        return Err(unsolved("texts of Champions are not solved", "begin with `tr1 fist pure=on`"));
    }
    if !state.frames.is_empty() {
        return Err(unsolved(
            "an attack is under way",
            "give the position before it or after it, with `idle`",
        ));
    }
    let strange = |side: &&Side| side.uses != Uses(0) || side.gone_hands != 0;
    if !(state.tokens.is_empty()
        && state.lasting.is_empty()
        && state.out.is_empty()
        && state.chests.is_none())
        || sides.iter().any(strange)
    {
        return Err(unsolved(
            "tokens, cards and lasting effects are not solved",
            "a pure Fist Fight has none of them; leave them out",
        ));
    }
    let asked = match (state.step, state.part) {
        (Step::T2, _) if !state.is_over() => Asked::Turn(turn(state, sides, named)?),
        (Step::Z3 | Step::G2, Part::Place) if !state.is_over() => {
            let placer = named(time_rift::flow::placer(state).expect("a position waits for somebody"));
            let (own, other) = (sides[placer as usize], sides[placer.other() as usize]);
            let lives = seats.map(|seat| rules.starting_life(seat, state.seats[usize::from(seat)].champion));
            let tire = (state.step == Step::G2).then_some(own.life);
            if tire.is_some() && own.life != other.life {
                return Err(unsolved("a Tire Fight begins with equal Life", "give both the same Life"));
            }
            if tire.is_none() && sides.map(|side| side.life) != lives {
                let [one, two] = lives;
                return Err(unsolved("all Life is there at first", format!("give L{one} and L{two}")));
            }
            Asked::Placement(Placement { tire, placer, other: stance(other) })
        }
        _ => {
            return Err(unsolved(
                "nothing that is solved is decided here",
                "end with `idle` for whoever may act, or with `choose D3 W` or `choose D14 W` for a placement",
            ));
        }
    };
    asked.check(&fighters(rules, state, seats).expect("Champions stand in the seats"))?;
    Ok(asked)
}

fn turn(state: &State, sides: [&Side; 2], named: impl Fn(u8) -> Named) -> Result<Situation, Fault> {
    let stage = match state.stage {
        TIE => Stage::TieBreaker,
        lap if lap >= TIRE => Stage::Lap(lap - TIRE + 1),
        round => Stage::Round(round),
    };
    let (order, turn) = (named(state.order()[0]), named(state.turn));
    let [Some(one), Some(two)] = sides.map(stance) else {
        return Err(unsolved("whoever is defeated fights no more", "let both stand somewhere, like `@a2E`"));
    };
    // Whoever is still to come has all Actions; what is left of a turn that is over means nothing.
    let waiting = sides[turn.other() as usize];
    if turn == order && waiting.actions != waiting.agility {
        return Err(unsolved(
            format!(
                "{} has its turn still before it, with other than {} Actions",
                notation::seat_name(waiting.name),
                waiting.actions
            ),
            format!("write A{} there", waiting.agility),
        ));
    }
    Ok(Situation {
        stage,
        order,
        turn,
        left: sides[turn as usize].actions,
        spent: state.spent,
        stances: [one, two],
        lives: sides.map(|side| side.life),
    })
}

fn stance(side: &Side) -> Option<Stance> {
    let (x, y) = column_row(side.square);
    (0..4).contains(&y).then(|| (y as usize * 4 + x as usize) * 4 + usize::from(side.facing))
}

fn square(space: usize) -> Square {
    (space / 4) as Square * STRIDE + (space % 4) as Square
}

/// A move as an action of the game.
pub fn action(what: Move) -> Action {
    let facing = |stance: Stance| (stance % 4) as Facing;
    let deed = match what {
        Move::Place(to) => Deed::Place(square(space(to)), facing(to)),
        Move::Maneuver(from, to) => {
            let direction = match space(to).wrapping_sub(from) {
                4 => 0,
                1 => 1,
                step if step == 4usize.wrapping_neg() => 2,
                _ => 3,
            };
            Deed::Move(Way::step(square(from), direction), facing(to))
        }
        Move::Rotate(to) => Deed::Rotate(square(space(to)), facing(to)),
        Move::Attack(target) => Deed::Strike(Strike { target: square(target), ..Strike::ordinary(0) }),
        Move::End => Deed::End,
    };
    deed.into()
}

/// The best actions of a pair, worked out when they are needed.
pub struct Policy {
    table: Table,
    known: HashMap<Asked, Action>,
}

impl Policy {
    /// The policy of a table.
    pub fn new(table: Table) -> Self {
        Self { table, known: HashMap::new() }
    }

    /// Its table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The best action where something is asked.
    pub fn best(&mut self, asked: Asked) -> Action {
        *self.known.entry(asked).or_insert_with(|| action(asked.actions(&self.table)[0].0))
    }
}

/// A player that makes no mistake in a pure Fist Fight of two, and plays like `greedy` elsewhere.
#[derive(Default)]
pub struct Solved {
    policy: Option<Policy>,
}

impl Bot<TimeRift> for Solved {
    fn choose(&mut self, seen: &Seen<TimeRift>, rng: &mut Rng) -> Action {
        let (state, seats) = (seen.view.known(), [0, 1]);
        let asked = check_rules(seen.rules).and_then(|()| asked(seen.rules, state, seats));
        let (Ok(asked), Some(pair)) = (asked, fighters(seen.rules, state, seats)) else {
            return Greedy.choose(seen, rng);
        };
        let policy = self.policy.take().filter(|policy| *policy.table.fighters() == pair);
        self.policy.insert(policy.unwrap_or_else(|| Policy::new(layers::solve(&pair)))).best(asked)
    }
}
