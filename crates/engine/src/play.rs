//! Checked play: the door that refuses, records, steps back and branches.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::bounds;
use crate::buffer::{Actions, Weighted};
use crate::event::{EventData, NoLog};
use crate::fault::{Fault, Faults, Place};
use crate::game::{Game, Start, action_text, event_data, position_hash, position_text};
use crate::history::{Entry, History, perform};
use crate::record::{Draw, Luck, Opening};
use crate::refusal::Refusal;
use crate::rng::{Purpose, Rng, Seed};
use crate::seat::{Actor, Seat, SeatSet, Viewer};
use crate::text;
use crate::turn::{Outcome, Turn};

/// One entry of a play. Entries are only ever added: what was taken back stays, with the entry that took it back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<A> {
    /// A seat or Chance acted.
    Act(Actor, A),
    /// Several seats chose in secret; opened together, in order of seats. A set that is cut short
    /// by a concession holds only those who had chosen.
    Sealed(Vec<(Seat, A)>),
    /// A seat gave up.
    Concede(Seat),
    /// The position is again the one with this number.
    Back(Back),
    /// The game goes on under this edition of the rules.
    Edition(u32),
}

/// How a play went back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Back {
    /// The number of the position that holds again.
    pub to: usize,
    /// The seat that took its own action back; nobody if all agreed.
    pub by: Option<Seat>,
}

impl<A> Step<A> {
    /// Whether Chance acted.
    pub(crate) fn is_chance(&self) -> bool {
        matches!(self, Self::Act(Actor::Chance, _))
    }

    /// Whether `seat` took part in it.
    fn is_of(&self, seat: Seat) -> bool {
        match self {
            Self::Act(actor, _) => *actor == Actor::Seat(seat),
            Self::Sealed(choices) => choices.iter().any(|&(s, _)| s == seat),
            Self::Concede(who) => *who == seat,
            Self::Back(_) | Self::Edition(_) => false,
        }
    }
}

/// Why an action cannot be taken back, or not without the others' consent.
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
    /// The position asked for does not lie behind.
    NotBefore,
    /// Actions were taken back [`MOST_BACKS`] times.
    TooOften,
}

impl NoUndo {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::Nothing,
        Self::SomebodyActed,
        Self::ChanceHappened,
        Self::HiddenRevealed,
        Self::Conceded,
        Self::Over,
        Self::NotBefore,
        Self::TooOften,
    ];

    /// A stable code for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::Nothing => "nothing-to-undo",
            Self::SomebodyActed => "somebody-acted",
            Self::ChanceHappened => "chance-happened",
            Self::HiddenRevealed => "hidden-revealed",
            Self::Conceded => "conceded",
            Self::Over => "game-over",
            Self::NotBefore => "not-before",
            Self::TooOften => "too-often",
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
            Self::NotBefore => "that position does not lie behind",
            Self::TooOften => "too much was taken back in this game already",
        })
    }
}

/// So many times a game goes back at most, so that its record stays short.
pub const MOST_BACKS: u32 = 1000;

/// Tells where the play stands, and keeps what it hides to itself.
impl<G: Game> fmt::Debug for Play<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Play({} at {}, {:?})", G::ID, self.number(), self.turn())
    }
}

/// Choices that are in but not yet open.
struct Sealing<G: Game> {
    base: G::State,
    owed: SeatSet,
    choices: Vec<(Seat, G::Action)>,
}

/// A game in progress, from its setup to its result.
///
/// Every action goes through [`Play::submit`], which refuses with a rule id what the rules forbid.
/// See the crate's page for an example.
pub struct Play<G: Game> {
    start: Start<G>,
    opening: Opening,
    /// The edition of the rules that the play began with.
    edition: u32,
    state: G::State,
    history: History<G>,
    sealing: Option<Sealing<G>>,
    /// How many chance events of each purpose lie behind the position.
    occasions: BTreeMap<Purpose, u32>,
    /// How often the play went back.
    backs: u32,
}

impl<G: Game> Play<G> {
    /// Sets up a game. Reports every fault of the setup, and of the starting position if one is given.
    pub fn new(mut opening: Opening) -> Result<Self, Faults> {
        opening.sources.check()?;
        let mut start = G::compile(&opening.settings, &opening.sources)?;
        if !opening.sources.are_alone() {
            opening.sources = G::embedded(&opening.settings, &opening.sources);
        }
        // What no record could hold is not played.
        opening.sources.check()?;
        let seats = usize::from(G::seats(&start.rules));
        let mut faults = Faults::none();
        if !opening.players.is_empty() && opening.players.len() != seats {
            let what = format!("{} names for {seats} seats", opening.players.len());
            faults.push(Fault::new(what, "name every seat or none").at(Place::Part("players")));
        }
        for name in &opening.players {
            if let Err(fault) = text::name(name) {
                faults.push(fault.at(Place::Part("players")));
            }
        }
        if let Luck::Committed { contributions, .. } = &opening.luck {
            check_contributions(contributions, seats, &mut faults);
        }
        if let Some(position) = &opening.position {
            let fits = bounds::bytes("the position", position.len(), bounds::POSITION);
            match fits.map_err(Faults::from).and_then(|()| G::read_position(&start.rules, position)) {
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
                    faults.append(more.map(|fault| fault.at(Place::Part("position"))));
                }
            }
        }
        let state = start.state.clone();
        faults.or(Self {
            start,
            opening,
            edition: G::EDITION,
            history: History::new(state.clone()),
            state,
            sealing: None,
            occasions: BTreeMap::new(),
            backs: 0,
        })
    }

    /// Mixes what the players contributed into the seed, a line for each seat in order. Possible until something
    /// has happened.
    pub fn contribute(&mut self, given: Vec<String>) -> Result<(), Fault> {
        let begun = self.number() > 0 || self.is_sealing();
        let Luck::Committed { contributions, .. } = &mut self.opening.luck else {
            return Err(Fault::new("the luck of this game is scripted", "contribute to a game with a seed"));
        };
        if begun {
            let remedy = "contributions are mixed in before the first action";
            return Err(Fault::new("the game has begun", remedy));
        }
        let mut faults = Faults::none();
        check_contributions(&given, usize::from(G::seats(&self.start.rules)), &mut faults);
        if let Some(fault) = faults.0.into_iter().next() {
            return Err(fault);
        }
        *contributions = given;
        Ok(())
    }

    /// The public rules.
    pub fn rules(&self) -> &Arc<G::Rules> {
        &self.start.rules
    }

    /// What the play was set up from.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The edition of the rules that the play began with.
    pub fn first_edition(&self) -> u32 {
        self.edition
    }

    /// The edition of the rules that holds now.
    pub fn edition(&self) -> u32 {
        let mut later = self.steps().rev().filter_map(|step| match step {
            Step::Edition(edition) => Some(*edition),
            _ => None,
        });
        later.next().unwrap_or(self.edition)
    }

    /// For replay: the play began under that edition.
    pub(crate) fn begun_under(&mut self, edition: u32) {
        self.edition = edition;
    }

    /// The play goes on under today's edition of the rules; its record tells it. Nothing happens once it is over, or
    /// while some have sealed their choice.
    pub fn go_on_under_todays_rules(&mut self) {
        self.go_on_under(G::EDITION);
    }

    /// The play goes on under a later edition, which is at most today's. Says whether it does.
    pub(crate) fn go_on_under(&mut self, edition: u32) -> bool {
        let open = self.sealing.is_none() && self.turn() != Turn::Over;
        let later = open && self.edition() < edition && edition <= G::EDITION;
        if later {
            self.enter(Step::Edition(edition), None);
        }
        later
    }

    /// The position, sealed choices included. For hosts and tests; players get [`Play::view`].
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// What the position waits for.
    pub fn turn(&self) -> Turn {
        G::turn(self.rules(), &self.state)
    }

    /// The public number of the position: how many entries the play has. It does not move when one of
    /// several seats seals its choice, and it grows when something is taken back, so that no two positions
    /// of a play ever have the same number.
    pub fn number(&self) -> usize {
        self.history.len()
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
        if G::AT_ONCE.contains(&action) {
            // What is sealed stays sealed in the position, as when somebody concedes.
            if self.sealing.is_some() {
                self.open_sealed();
            }
            self.enter(Step::Act(Actor::Seat(seat), action), None);
            return Ok(());
        }
        let action = G::as_listed(self.rules(), &self.state, Actor::Seat(seat), action);
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
        let action = G::sample(self.rules(), &self.state, &mut self.stream(seed, purpose));
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
        let (purpose, ..) = self.chance_due()?;
        Some(G::sample(self.rules(), &self.state, &mut self.stream(seed, purpose)))
    }

    /// The purpose of the chance event that is due, how many events of that purpose came before, and how often the
    /// game has gone back.
    pub fn chance_due(&self) -> Option<(Purpose, u32, u32)> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let purpose = G::purpose(self.rules(), &self.state);
        Some((purpose, self.occasions.get(&purpose).copied().unwrap_or(0), self.backs))
    }

    /// Every die and draw of the play, in the order of its entries, those that were taken back among them.
    pub fn draws(&self) -> Vec<Draw> {
        let (mut draws, mut occasions, mut backs) = (Vec::new(), BTreeMap::new(), 0);
        for (number, entry) in self.history.iter().enumerate() {
            match (&entry.step, entry.purpose) {
                (Step::Act(actor, action), Some(purpose)) => {
                    let occasion = occasions.entry(purpose).or_default();
                    draws.push(Draw {
                        entry: number,
                        purpose: purpose.name,
                        number: purpose.index,
                        occasion: *occasion,
                        backs,
                        from: G::pile(self.rules(), &self.state_at(number)),
                        fell: action_text::<G>(self.rules(), *actor, *action),
                    });
                    *occasion += 1;
                }
                (Step::Back(back), _) => {
                    occasions = self.occasions_at(back.to);
                    backs += 1;
                }
                _ => {}
            }
        }
        draws
    }

    /// The random numbers of the chance event that is due.
    fn stream(&self, seed: Seed, purpose: Purpose) -> Rng {
        seed.stream_after(purpose, self.occasions.get(&purpose).copied().unwrap_or(0), self.backs)
    }

    /// `seat` gives up. Says whether it still could: the game was on, and it had not done so before.
    /// Choices that others have sealed stay sealed in the position and stand in a step of their own.
    pub fn concede(&mut self, seat: Seat) -> bool {
        let gone = |entry: &Entry<G>| matches!(entry.step, Step::Concede(who) if who == seat);
        if self.line().any(|(_, entry)| gone(entry))
            || self.turn() == Turn::Over
            || seat.index() >= usize::from(G::seats(self.rules()))
        {
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

    /// The entries that led to the position, the latest first, without what was taken back.
    fn line(&self) -> impl Iterator<Item = (usize, &Entry<G>)> {
        self.history.line(self.number())
    }

    /// The steps that led to the position, in order, without what was taken back.
    pub fn steps_of_line(&self) -> Vec<&Step<G::Action>> {
        let played = |step: &&Step<G::Action>| !matches!(step, Step::Edition(_));
        let mut steps: Vec<_> = self.line().map(|(_, entry)| &entry.step).filter(played).collect();
        steps.reverse();
        steps
    }

    /// Whether `seat` may take its last action back without consent: nothing hidden was revealed,
    /// no chance happened, and nobody else acted since.
    pub fn can_undo(&self, seat: Seat) -> Result<(), NoUndo> {
        if self.sealing.as_ref().is_some_and(|sealing| sealing.choices.iter().any(|&(s, _)| s == seat)) {
            return Ok(());
        }
        self.undone(seat).map(|_| ())
    }

    /// The number of the position before the last action of `seat`, if it may take that back without consent.
    fn undone(&self, seat: Seat) -> Result<usize, NoUndo> {
        if self.sealing.is_some() {
            return Err(NoUndo::Nothing);
        }
        if self.turn() == Turn::Over {
            return Err(NoUndo::Over);
        }
        let (mut chance, mut others) = (false, false);
        let played = |entry: &Entry<G>| !matches!(entry.step, Step::Edition(_));
        for (number, entry) in self.line().filter(|(_, entry)| played(entry)) {
            if !entry.step.is_of(seat) {
                match entry.step {
                    Step::Act(Actor::Chance, _) => chance = true,
                    _ => others = true,
                }
                continue;
            }
            return match &entry.step {
                Step::Concede(_) => Err(NoUndo::Conceded),
                Step::Act(_, action) if G::AT_ONCE.contains(action) => Err(NoUndo::Conceded),
                _ if others => Err(NoUndo::SomebodyActed),
                _ if chance => Err(NoUndo::ChanceHappened),
                Step::Sealed(_) => Err(NoUndo::HiddenRevealed),
                _ if self.happened(number).iter().any(|event| G::reveals(self.rules(), event)) => {
                    Err(NoUndo::HiddenRevealed)
                }
                _ if self.backs >= MOST_BACKS => Err(NoUndo::TooOften),
                _ => Ok(number),
            };
        }
        Err(NoUndo::Nothing)
    }

    /// Takes `seat`'s last action back, if it may without consent. A sealed choice is as if it had never been made;
    /// anything else stays in the record, with an entry that takes it back.
    pub fn undo(&mut self, seat: Seat) -> Result<(), NoUndo> {
        self.can_undo(seat)?;
        if let Some(mut sealing) = self.sealing.take() {
            sealing.choices.retain(|&(s, _)| s != seat);
            self.state = sealing.base.clone();
            for &(s, action) in &sealing.choices {
                G::apply(&self.start.rules, &mut self.state, Actor::Seat(s), action, &mut NoLog);
            }
            self.sealing = (!sealing.choices.is_empty()).then_some(sealing);
            return Ok(());
        }
        let to = self.undone(seat)?;
        self.go_back(Back { to, by: Some(seat) });
        Ok(())
    }

    /// Goes back to position `number`, as everybody agreed, unless the game is over. What is sealed is forgotten.
    /// Dice that fall from now on are others than before.
    pub fn back_to(&mut self, number: usize) -> Result<(), NoUndo> {
        if self.turn() == Turn::Over {
            return Err(NoUndo::Over);
        }
        match &self.sealing {
            // Nothing that is in the record is taken back.
            Some(sealing) if number == self.number() => {
                self.state = sealing.base.clone();
                self.sealing = None;
                return Ok(());
            }
            _ if number >= self.number() => return Err(NoUndo::NotBefore),
            _ if self.backs >= MOST_BACKS => return Err(NoUndo::TooOften),
            _ => {}
        }
        self.sealing = None;
        self.go_back(Back { to: number, by: None });
        Ok(())
    }

    fn go_back(&mut self, back: Back) {
        self.backs += 1;
        self.state = self.state_at(back.to);
        self.occasions = self.occasions_at(back.to);
        self.history.push(Entry { step: Step::Back(back), purpose: None }, &self.state);
    }

    /// How many chance events of each purpose led to position `number`.
    fn occasions_at(&self, number: usize) -> BTreeMap<Purpose, u32> {
        let mut occasions = BTreeMap::new();
        for purpose in self.history.line(number).filter_map(|(_, entry)| entry.purpose) {
            *occasions.entry(purpose).or_default() += 1;
        }
        occasions
    }

    /// Another play that shares everything up to position `number`, which was reached.
    #[must_use]
    pub fn branch(&self, number: usize) -> Self {
        let history = self.history.up_to(number);
        let backs = history.iter().filter(|entry| matches!(entry.step, Step::Back(_))).count();
        Self {
            start: self.start.clone(),
            opening: self.opening.clone(),
            edition: self.edition,
            state: self.state_at(number),
            occasions: self.occasions_at(number),
            backs: backs as u32,
            history,
            sealing: None,
        }
    }

    /// The position with public number `number`, which must not lie ahead.
    pub fn state_at(&self, number: usize) -> G::State {
        self.history.state_at(self.rules(), number)
    }

    /// All entries so far, those that were taken back and those that took them back among them.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &Step<G::Action>> {
        self.history.iter().map(|entry| &entry.step)
    }

    /// Entry `number`, counted from 0.
    pub fn step(&self, number: usize) -> Option<&Step<G::Action>> {
        self.history.get(number).map(|entry| &entry.step)
    }

    /// Everything that happened at entry `number`, found by playing it again.
    fn happened(&self, number: usize) -> Vec<G::Event> {
        let mut events = Vec::new();
        if let Some(entry) = self.history.get(number) {
            let mut state = self.state_at(number);
            perform::<G>(self.rules(), &mut state, &entry.step, &mut events);
        }
        events
    }

    /// The events of entry `number` (counted from 0) as `viewer` saw them.
    pub fn events(&self, number: usize, viewer: Viewer) -> Vec<G::Event> {
        let events = self.happened(number);
        events.iter().filter_map(|event| G::witness(self.rules(), event, viewer)).collect()
    }

    /// The same in words and data. Going back is told, too, though it is no event of the game.
    pub fn told(&self, number: usize, viewer: Viewer) -> Vec<EventData> {
        let rules = self.rules();
        match self.step(number) {
            Some(Step::Back(back)) => vec![EventData::back(*back, G::seats(rules))],
            Some(Step::Edition(edition)) => vec![EventData::edition(*edition, G::seats(rules))],
            _ => {
                let events = self.happened(number);
                events.iter().filter_map(|event| event_data::<G>(rules, event, viewer)).collect()
            }
        }
    }

    fn enter(&mut self, step: Step<G::Action>, purpose: Option<Purpose>) {
        perform::<G>(&self.start.rules, &mut self.state, &step, &mut NoLog);
        self.history.push(Entry { step, purpose }, &self.state);
        if let Some(purpose) = purpose {
            *self.occasions.entry(purpose).or_default() += 1;
        }
    }
}

fn check_contributions(contributions: &[String], seats: usize, faults: &mut Faults) {
    let mut fault = |what: String, remedy: String| {
        faults.push(Fault::new(what, remedy).at(Place::Part("contributions")));
    };
    if !contributions.is_empty() && contributions.len() != seats {
        let what = format!("{} contributions for {seats} seats", contributions.len());
        fault(what, "give one for each seat, in their order, or none".to_owned());
    }
    if let Some(wrong) = contributions.iter().find_map(|given| text::seen(given, "a contribution").err()) {
        fault(wrong.what, wrong.remedy);
    }
    if let Some(long) = contributions.iter().find(|text| text.len() > MOST_CONTRIBUTED) {
        let what = format!("a contribution of {} bytes", long.len());
        fault(what, format!("give at most {MOST_CONTRIBUTED}"));
    }
}

/// The longest contribution, in bytes.
pub const MOST_CONTRIBUTED: usize = 256;
