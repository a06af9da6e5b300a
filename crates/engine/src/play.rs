//! Checked play: the door that refuses, records, steps back and branches.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::buffer::{Actions, Weighted};
use crate::event::{EventData, Log, NoLog};
use crate::fault::{Fault, Faults, Place};
use crate::game::{Game, Start, event_data, position_hash, position_text};
use crate::record::{Luck, Opening};
use crate::refusal::Refusal;
use crate::rng::Purpose;
use crate::seat::{Actor, Seat, SeatSet, Viewer};
use crate::turn::{Outcome, Turn};

/// One entry of a play: what happened at one decision point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<A> {
    /// A seat or Chance acted.
    Act(Actor, A),
    /// Several seats chose in secret; opened together, in order of seats. A set that is cut short
    /// by a concession holds only those who had chosen.
    Sealed(Vec<(Seat, A)>),
    /// A seat gave up.
    Concede(Seat),
}

impl<A> Step<A> {
    /// Whether `seat` took part in it.
    fn is_of(&self, seat: Seat) -> bool {
        match self {
            Self::Act(actor, _) => *actor == Actor::Seat(seat),
            Self::Sealed(choices) => choices.iter().any(|&(s, _)| s == seat),
            Self::Concede(who) => *who == seat,
        }
    }
}

/// Why an action cannot be taken back without the others' consent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoUndo {
    /// The seat has not acted yet.
    Nothing,
    /// Somebody else acted since.
    SomebodyActed,
    /// Dice or cards fell since.
    ChanceHappened,
    /// The action showed somebody something hidden.
    HiddenRevealed,
    /// A concession is final.
    Conceded,
    /// The game is over, and its seed may be known.
    Over,
}

impl NoUndo {
    /// A stable code for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::Nothing => "nothing-to-undo",
            Self::SomebodyActed => "somebody-acted",
            Self::ChanceHappened => "chance-happened",
            Self::HiddenRevealed => "hidden-revealed",
            Self::Conceded => "conceded",
            Self::Over => "game-over",
        }
    }
}

impl std::error::Error for NoUndo {}

impl fmt::Display for NoUndo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "there is nothing of yours to take back",
            Self::SomebodyActed => "somebody else has acted since; the others would have to agree",
            Self::ChanceHappened => "dice or cards have fallen since; the others would have to agree",
            Self::HiddenRevealed => "the action showed something hidden; the others would have to agree",
            Self::Conceded => "a concession is final",
            Self::Over => "the game is over",
        })
    }
}

struct Entry<G: Game> {
    step: Step<G::Action>,
    events: Vec<G::Event>,
    /// The random stream a chance step drew from.
    purpose: Option<Purpose>,
}

/// Choices that are in but not yet open.
struct Sealing<G: Game> {
    base: G::State,
    owed: SeatSet,
    choices: Vec<(Seat, G::Action)>,
}

/// A position is kept every so many entries, to step back quickly.
const SNAPSHOT_EVERY: usize = 16;

/// A game in progress, from its setup to its result.
///
/// Every action goes through [`Play::submit`], which refuses with a rule id what the rules forbid.
/// See the crate's page for an example.
pub struct Play<G: Game> {
    start: Start<G>,
    opening: Opening,
    state: G::State,
    entries: Vec<Entry<G>>,
    /// The positions before entry 0, 16, 32...
    snapshots: Vec<G::State>,
    sealing: Option<Sealing<G>>,
    occasions: BTreeMap<Purpose, u32>,
}

impl<G: Game> Clone for Entry<G> {
    fn clone(&self) -> Self {
        Self { step: self.step.clone(), events: self.events.clone(), purpose: self.purpose }
    }
}

impl<G: Game> Play<G> {
    /// Sets up a game. Reports every fault of the setup, and of the starting position if one is given.
    pub fn new(mut opening: Opening) -> Result<Self, Faults> {
        let mut start = G::compile(&opening.settings, &opening.sources)?;
        opening.sources = G::embedded(&opening.settings, &opening.sources);
        let seats = usize::from(G::seats(&start.rules));
        let mut faults = Faults::none();
        if !opening.players.is_empty() && opening.players.len() != seats {
            let what = format!("{} names for {seats} seats", opening.players.len());
            faults.push(Fault::new(what, "name every seat or none").at(Place::Part("players")));
        }
        if let Luck::Committed { contributions, .. } = &opening.luck {
            let place = Place::Part("contributions");
            if contributions.len() > seats {
                let what = format!("{} contributions for {seats} seats", contributions.len());
                faults.push(Fault::new(what, "give at most one a seat").at(place.clone()));
            }
            if contributions.iter().any(|text| text.contains(['\n', '\r'])) {
                let fault = Fault::new(
                    "a contribution has several lines",
                    "give one line, since a record holds it so",
                );
                faults.push(fault.at(place));
            }
        }
        if let Some(position) = &opening.position {
            match G::read_position(&start.rules, position) {
                Ok(state) => {
                    let canonical = position_text::<G>(&start.rules, &state);
                    if canonical != *position {
                        let remedy = format!("every position has one text form; this one is `{canonical}`");
                        let what = format!("`{position}` is not how the position is written");
                        faults.push(Fault::new(what, remedy).at(Place::Part("position")));
                    }
                    start.state = state;
                }
                Err(more) => {
                    faults.0.extend(more.0.into_iter().map(|fault| fault.at(Place::Part("position"))));
                }
            }
        }
        let state = start.state.clone();
        faults.or(Self {
            start,
            opening,
            snapshots: vec![state.clone()],
            state,
            entries: Vec::new(),
            sealing: None,
            occasions: BTreeMap::new(),
        })
    }

    /// The public rules.
    pub fn rules(&self) -> &Arc<G::Rules> {
        &self.start.rules
    }

    /// What the play was set up from.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The position, sealed choices included. For hosts and tests; players get [`Play::view`].
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// What the position waits for.
    pub fn turn(&self) -> Turn {
        G::turn(self.rules(), &self.state)
    }

    /// The public number of the position: decision points passed. It does not move when one of
    /// several seats seals its choice.
    pub fn number(&self) -> usize {
        self.entries.len()
    }

    /// Whether some but not all of several seats have sealed their choice.
    pub fn is_sealing(&self) -> bool {
        self.sealing.is_some()
    }

    /// The result, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome(self.rules(), &self.state)
    }

    /// Everything `seat` can do now, in canonical order; nothing if it is not its turn.
    pub fn legal(&self, seat: Seat) -> Actions<G::Action> {
        let mut actions = Actions::new();
        G::legal(self.rules(), &self.state, seat, &mut actions);
        actions
    }

    /// The outcomes of the chance event that is due, if one is.
    pub fn chances(&self) -> Weighted<G::Action> {
        let mut outcomes = Weighted::new();
        if self.turn() == Turn::Chance {
            G::chance(self.rules(), &self.state, &mut outcomes);
        }
        outcomes
    }

    /// The position as `viewer` may see it.
    pub fn view(&self, viewer: Viewer) -> G::View {
        G::view(self.rules(), &self.state, viewer)
    }

    /// The position's text form.
    pub fn position(&self) -> String {
        position_text::<G>(self.rules(), &self.state)
    }

    /// The position's hash.
    pub fn hash(&self) -> String {
        position_hash::<G>(self.rules(), &self.state)
    }

    /// `seat` does `action`, or learns why it cannot and nothing changes.
    pub fn submit(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        if let Some(refusal) = G::refuse(self.rules(), &self.state, Actor::Seat(seat), action) {
            return Err(refusal);
        }
        if G::is_at_once(self.rules(), action) {
            // What is sealed stays sealed in the position, as when somebody concedes.
            if self.sealing.is_some() {
                self.open_sealed();
            }
            self.enter(Step::Act(Actor::Seat(seat), action), None);
            return Ok(());
        }
        let Turn::Players(owed) = self.turn() else { unreachable!("an accepted action had its turn") };
        if self.sealing.is_none() && owed.len() > 1 {
            self.sealing = Some(Sealing { base: self.state.clone(), owed, choices: Vec::new() });
        }
        match &mut self.sealing {
            None => self.enter(Step::Act(Actor::Seat(seat), action), None),
            Some(sealing) => {
                sealing.choices.push((seat, action));
                if sealing.choices.len() < sealing.owed.len() as usize {
                    G::apply(&self.start.rules, &mut self.state, Actor::Seat(seat), action, &mut NoLog);
                } else {
                    self.open_sealed();
                }
            }
        }
        Ok(())
    }

    /// Enters the sealed choices as one step, in order of seats.
    fn open_sealed(&mut self) {
        let Sealing { base, mut choices, .. } = self.sealing.take().expect("called while choices are sealed");
        choices.sort_by_key(|&(seat, _)| seat);
        self.state = base;
        self.enter(Step::Sealed(choices), None);
    }

    /// Lets the seed decide the chance event that is due. Says whether there was one it could decide.
    pub fn roll(&mut self) -> bool {
        let Some(seed) = self.opening.luck.game_seed() else { return false };
        if self.turn() != Turn::Chance {
            return false;
        }
        let purpose = G::purpose(self.rules(), &self.state);
        let occasion = self.occasions.get(&purpose).copied().unwrap_or(0);
        let action = G::sample(self.rules(), &self.state, &mut seed.stream(purpose, occasion));
        self.enter(Step::Act(Actor::Chance, action), Some(purpose));
        true
    }

    /// Rolls until a player must choose or the game is over.
    pub fn settle(&mut self) {
        while self.roll() {}
    }

    /// A test or a record says how the chance event falls.
    pub fn submit_chance(&mut self, action: G::Action) -> Result<(), Refusal> {
        if let Some(refusal) = G::refuse(self.rules(), &self.state, Actor::Chance, action) {
            return Err(refusal);
        }
        let purpose = G::purpose(self.rules(), &self.state);
        self.enter(Step::Act(Actor::Chance, action), Some(purpose));
        Ok(())
    }

    /// What the seed makes of the chance event that is due.
    pub fn foretold(&self) -> Option<G::Action> {
        let seed = self.opening.luck.game_seed()?;
        if self.turn() != Turn::Chance {
            return None;
        }
        let purpose = G::purpose(self.rules(), &self.state);
        let occasion = self.occasions.get(&purpose).copied().unwrap_or(0);
        Some(G::sample(self.rules(), &self.state, &mut seed.stream(purpose, occasion)))
    }

    /// `seat` gives up. Says whether it still could: the game was on, and it had not done so before.
    /// Choices that others have sealed stay sealed in the position and stand in a step of their own.
    pub fn concede(&mut self, seat: Seat) -> bool {
        let gone = self.steps().any(|step| matches!(step, Step::Concede(who) if *who == seat));
        if gone || self.turn() == Turn::Over || seat.index() >= usize::from(G::seats(self.rules())) {
            return false;
        }
        // Whoever had left before the position that the play began with has nothing to give up.
        let mut after = self.state.clone();
        G::concede(self.rules(), &mut after, seat, &mut NoLog);
        if after == self.state {
            return false;
        }
        if self.sealing.is_some() {
            self.open_sealed();
        }
        self.enter(Step::Concede(seat), None);
        true
    }

    /// Whether `seat` may take its last action back without consent: nothing hidden was revealed,
    /// no chance happened, and nobody else acted since.
    pub fn can_undo(&self, seat: Seat) -> Result<(), NoUndo> {
        if let Some(sealing) = &self.sealing {
            return if sealing.choices.iter().any(|&(s, _)| s == seat) {
                Ok(())
            } else {
                Err(NoUndo::Nothing)
            };
        }
        if self.turn() == Turn::Over {
            return Err(NoUndo::Over);
        }
        let Some(last) = self.entries.iter().rposition(|entry| entry.step.is_of(seat)) else {
            return Err(NoUndo::Nothing);
        };
        let since = &self.entries[last + 1..];
        let is_chance = |entry: &Entry<G>| matches!(entry.step, Step::Act(Actor::Chance, _));
        match &self.entries[last].step {
            Step::Concede(_) => Err(NoUndo::Conceded),
            Step::Act(_, action) if G::is_at_once(self.rules(), *action) => Err(NoUndo::Conceded),
            _ if since.iter().any(|entry| !is_chance(entry)) => Err(NoUndo::SomebodyActed),
            _ if !since.is_empty() => Err(NoUndo::ChanceHappened),
            Step::Sealed(_) => Err(NoUndo::HiddenRevealed),
            Step::Act(..)
                if self.entries[last].events.iter().any(|event| G::reveals(self.rules(), event)) =>
            {
                Err(NoUndo::HiddenRevealed)
            }
            Step::Act(..) => Ok(()),
        }
    }

    /// Takes `seat`'s last action back, if it may without consent.
    pub fn undo(&mut self, seat: Seat) -> Result<(), NoUndo> {
        self.can_undo(seat)?;
        match self.sealing.take() {
            Some(mut sealing) => {
                sealing.choices.retain(|&(s, _)| s != seat);
                self.state = sealing.base.clone();
                for &(s, action) in &sealing.choices {
                    G::apply(&self.start.rules, &mut self.state, Actor::Seat(s), action, &mut NoLog);
                }
                self.sealing = (!sealing.choices.is_empty()).then_some(sealing);
            }
            None => self.back_to(self.number() - 1),
        }
        Ok(())
    }

    /// Goes back to position `number`, as everybody agreed. Later numbers are ignored. The seed
    /// decides a chance event that is met again as it did before.
    pub fn back_to(&mut self, number: usize) {
        if number > self.number() || (number == self.number() && self.sealing.is_none()) {
            return;
        }
        self.state = self.state_at(number);
        self.sealing = None;
        self.entries.truncate(number);
        self.snapshots.truncate(number / SNAPSHOT_EVERY + 1);
        self.occasions.clear();
        for purpose in self.entries.iter().filter_map(|entry| entry.purpose) {
            *self.occasions.entry(purpose).or_default() += 1;
        }
    }

    /// Another play that shares everything up to position `number`.
    #[must_use]
    pub fn branch(&self, number: usize) -> Self {
        let mut branch = Self {
            start: self.start.clone(),
            opening: self.opening.clone(),
            state: self.state.clone(),
            entries: self.entries.clone(),
            snapshots: self.snapshots.clone(),
            sealing: self.sealing.as_ref().map(|s| Sealing {
                base: s.base.clone(),
                owed: s.owed,
                choices: s.choices.clone(),
            }),
            occasions: self.occasions.clone(),
        };
        branch.back_to(number);
        branch
    }

    /// The position with public number `number`, which must not lie ahead.
    pub fn state_at(&self, number: usize) -> G::State {
        assert!(number <= self.number(), "a position that was reached");
        let mut state = self.snapshots[number / SNAPSHOT_EVERY].clone();
        for entry in &self.entries[number / SNAPSHOT_EVERY * SNAPSHOT_EVERY..number] {
            perform::<G>(&self.start.rules, &mut state, &entry.step, &mut NoLog);
        }
        state
    }

    /// The steps so far.
    pub fn steps(&self) -> impl Iterator<Item = &Step<G::Action>> {
        self.entries.iter().map(|entry| &entry.step)
    }

    /// The events of step `number` (counted from 0) as `viewer` saw them.
    pub fn events(&self, number: usize, viewer: Viewer) -> Vec<G::Event> {
        let Some(entry) = self.entries.get(number) else { return Vec::new() };
        entry.events.iter().filter_map(|event| G::witness(self.rules(), event, viewer)).collect()
    }

    /// The same in words and data.
    pub fn told(&self, number: usize, viewer: Viewer) -> Vec<EventData> {
        let Some(entry) = self.entries.get(number) else { return Vec::new() };
        let rules = self.rules();
        entry.events.iter().filter_map(|event| event_data::<G>(rules, event, viewer)).collect()
    }

    fn enter(&mut self, step: Step<G::Action>, purpose: Option<Purpose>) {
        let mut events = Vec::new();
        perform::<G>(&self.start.rules, &mut self.state, &step, &mut events);
        self.entries.push(Entry { step, events, purpose });
        if let Some(purpose) = purpose {
            *self.occasions.entry(purpose).or_default() += 1;
        }
        if self.entries.len().is_multiple_of(SNAPSHOT_EVERY) {
            self.snapshots.push(self.state.clone());
        }
    }
}

fn perform<G: Game>(
    rules: &G::Rules,
    state: &mut G::State,
    step: &Step<G::Action>,
    log: &mut impl Log<G::Event>,
) {
    match step {
        Step::Act(actor, action) => G::apply(rules, state, *actor, *action, log),
        Step::Sealed(choices) => {
            for &(seat, action) in choices {
                G::apply(rules, state, Actor::Seat(seat), action, log);
            }
        }
        Step::Concede(seat) => G::concede(rules, state, *seat, log),
    }
}
