//! A game as people write it down: one line for each placement, slot, roll-off, reveal, window outside of turns,
//! turn and result. Rules: the engine model, 7.2; docs/time-rift.md.
//!
//! A score is written from the actions and events of a game. It is read by playing: of everything that can be done,
//! that is done after which the score goes on as it is written. So a score is understood exactly if it would be
//! written that way, and passes, which are left out, come back where they belong.

use engine::{Actions, Actor, Fault, Game as _, Place, Seat, Turn};

use crate::action::{Action, Deed, NO_CARD};
use crate::arena::{Square, bits, distance, square_name};
use crate::event::{Event, reason_name, stage_name};
use crate::faces::Window;
use crate::flow::{self, name_rank};
use crate::position::name_of;
use crate::rules::Rules;
use crate::scene::round_initiative;
use crate::state::{Blow, Dice, Frame, NEUTRALS, NO_SEAT, State, Unit, seat_slot};
use crate::{TimeRift, effects, notation};

/// Something that was done, in a game that is written down.
pub type Step = engine::Step<Action>;

/// The score of a game from its first position and its steps.
pub fn write(rules: &Rules, start: &State, steps: &[Step]) -> String {
    let mut scribe = Scribe::new();
    let (mut state, mut text) = (start.clone(), String::new());
    for step in each(steps) {
        state = scribe.step(rules, &state, &step, &mut text);
    }
    text
}

/// The steps one by one: sealed choices in the order of the seats.
pub fn each(steps: &[Step]) -> impl Iterator<Item = Step> {
    steps.iter().flat_map(|step| match step {
        Step::Sealed(choices) => {
            choices.iter().map(|&(seat, action)| Step::Act(Actor::Seat(seat), action)).collect()
        }
        step => vec![step.clone()],
    })
}

/// What is being written and has to be closed again.
#[derive(Clone, Copy)]
enum Open {
    /// An attack without an outcome: its dice, and whether their bracket is open.
    Fight { attacker: Unit, target: Unit, defense: Dice, attack: Dice, bracket: bool },
    /// A go in a window: the window's frame, and whose go it is.
    Go { frame: usize, seat: u8 },
}

/// What the line that is being written is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Nothing that goes on.
    Done,
    /// A slot that is being filled.
    Slot(u8),
    /// The turn of a seat.
    Turn(u8),
    /// A window outside of turns, and whose go is being written.
    Window(Window, Option<u8>),
}

/// A round that has begun: its stage, and the cards that were revealed.
type NewRound = (u8, Vec<(u8, u16)>);

/// Writes step after step; only ever adds to the text.
#[derive(Clone)]
struct Scribe {
    /// Whether anything was written.
    begun: bool,
    line: Line,
    open: Vec<Open>,
    /// A round whose line is still to be written.
    round: Option<NewRound>,
    stage: u8,
    /// The order that was told last.
    order: Vec<u8>,
    /// Whose turn it is, from the event of its beginning to that of its end.
    turn: Option<u8>,
    /// Passes since anything was written.
    passes: usize,
}

/// One step while it is written: the positions around it, and where the text goes.
struct Moment<'a> {
    rules: &'a Rules,
    before: &'a State,
    after: &'a State,
    events: &'a [Event],
    text: &'a mut String,
}

impl Moment<'_> {
    fn name(&self, seat: u8) -> String {
        name_of(self.before, seat)
    }

    /// Where a unit is when an event comes.
    fn place_of(&self, event: usize, who: Unit) -> Option<Square> {
        let moved = self.events[..event].iter().rev().find_map(|event| match *event {
            Event::Moved(unit, _, to) | Event::Forced(unit, _, to, _) if unit == who => Some(to),
            _ => None,
        });
        moved.or_else(|| self.before.square_of(who))
    }
}

/// Windows that open between turns.
fn is_between(window: Window) -> bool {
    use Window::{Reveal, RoundEnd, RoundStart, TurnEnd, TurnStart};
    matches!(window, Reveal | RoundStart | TurnStart | TurnEnd | RoundEnd)
}

/// The windows that are open, outermost first: frame, and which one.
fn windows(state: &State) -> impl DoubleEndedIterator<Item = (usize, Window)> {
    state.frames.iter().enumerate().filter_map(|(nth, frame)| match frame {
        Frame::Window(opening) => Some((nth, opening.window)),
        _ => None,
    })
}

/// Whether the go of a seat in a window goes on.
fn goes_on(state: &State, frame: usize, seat: u8) -> bool {
    matches!(state.frames.get(frame), Some(Frame::Window(opening)) if opening.acted && opening.go == seat)
}

fn faces(dice: Dice) -> String {
    dice.faces().map(|face| (b'0' + face) as char).collect()
}

/// `+1`; nothing for 0.
fn modifier(total: i8, dice: Dice) -> String {
    match i16::from(total) - i16::from(dice.sum()) {
        0 => String::new(),
        more => format!("{more:+}"),
    }
}

impl Scribe {
    fn new() -> Self {
        Self {
            begun: false,
            line: Line::Done,
            open: Vec::new(),
            round: None,
            stage: 0,
            order: Vec::new(),
            turn: None,
            passes: 0,
        }
    }

    /// Carries out a step and writes it. Gives the position after it.
    fn step(&mut self, rules: &Rules, before: &State, step: &Step, text: &mut String) -> State {
        let (mut events, mut after): (Vec<Event>, State) = (Vec::new(), before.clone());
        match step {
            Step::Act(actor, action) => TimeRift::apply(rules, &mut after, *actor, *action, &mut events),
            Step::Concede(seat) => TimeRift::concede(rules, &mut after, *seat, &mut events),
            Step::Sealed(_) => unreachable!("sealed choices come one by one"),
            Step::Back(_) | Step::Edition(_) => unreachable!("only what led to the position is written down"),
        }
        if before.turn != NO_SEAT {
            self.turn = Some(before.turn);
        }
        let written = text.len();
        let mut now = Moment { rules, before, after: &after, events: &events, text };
        match step {
            Step::Act(Actor::Seat(seat), action) => self.decision(&mut now, seat.index() as u8, *action),
            Step::Concede(seat) => self.concession(&mut now, seat.index() as u8),
            _ => {}
        }
        let told = match step {
            Step::Act(_, action) if !matches!(before.frames.last(), Some(Frame::Running(_))) => {
                let used = matches!(action.deed(), Deed::Effect(..));
                events.iter().position(|event| used && matches!(event, Event::Used(..)))
            }
            _ => None,
        };
        for event in (0..events.len()).filter(|&event| told != Some(event)) {
            self.event(&mut now, event);
        }
        self.settle(&mut now);
        self.passes = if text.len() > written { 0 } else { self.passes + 1 };
        after
    }

    /// Begins a line.
    fn begin(&mut self, now: &mut Moment<'_>, line: Line, head: &str) {
        self.close_from(now, 0);
        if self.begun {
            now.text.push('\n');
        }
        *now.text += head;
        (self.begun, self.line) = (true, line);
    }

    /// Closes what is open, down to that place.
    fn close_from(&mut self, now: &mut Moment<'_>, place: usize) {
        while self.open.len() > place {
            now.text.push_str(match self.open.pop() {
                Some(Open::Fight { bracket: true, .. }) => "]~",
                Some(Open::Fight { .. }) => "~",
                _ => "}",
            });
        }
    }

    /// What a seat chose.
    fn decision(&mut self, now: &mut Moment<'_>, seat: u8, action: Action) {
        let name = now.name(seat);
        let text = notation::write(now.rules, Actor::Seat(Seat::new(seat)), action);
        match action.deed() {
            Deed::Pass => self.pass(now),
            Deed::Place(..) => self.begin(now, Line::Done, &format!("{name}{text}")),
            Deed::Side(_) => {
                let head = format!("{}: {text}", name_of(now.after, seat));
                self.begin(now, Line::Done, &head);
            }
            Deed::Deck(_) | Deed::Pick(_) | Deed::Enter(_) => {
                self.begin(now, Line::Done, &format!("{name}: {text}"));
            }
            Deed::Fill(slot, card) => {
                if self.line != Line::Slot(slot) {
                    self.begin(now, Line::Slot(slot), &format!("s{slot}"));
                }
                *now.text += &format!(" {name}={}", now.rules.id(card.unwrap_or(NO_CARD)));
            }
            Deed::Keep(a, b) => self.keep(now, &name, (a, b), &text),
            _ => self.item(now, seat, &text),
        }
    }

    /// A go has ended: the next use is another one.
    fn pass(&mut self, now: &mut Moment<'_>) {
        let top = now.before.frames.len().wrapping_sub(1);
        match self.open.last() {
            Some(Open::Go { frame, .. }) if *frame == top => {
                self.close_from(now, self.open.len() - 1);
            }
            None if windows(now.before).next_back().is_some_and(|(frame, _)| frame == top) => {
                if let Line::Window(_, go) = &mut self.line {
                    *go = None;
                }
            }
            _ => {}
        }
    }

    /// Which dice are kept is told by what they show, unless others show the same.
    fn keep(&mut self, now: &mut Moment<'_>, name: &str, (a, b): (u8, u8), text: &str) {
        self.back_to_fight(now, |_, _| true);
        let Some(Open::Fight { defense, attack, .. }) = self.open.last() else { return };
        let pool = if attack.0 == 0 { defense } else { attack };
        let pairs = (0..pool.count()).flat_map(|a| (a + 1..pool.count()).map(move |b| (a, b)));
        let same = |&(c, d): &(u8, u8)| (pool.get(c), pool.get(d)) == (pool.get(a), pool.get(b));
        if pairs.into_iter().find(same) != Some((a, b)) {
            *now.text += &format!("{{{name}: {text}}}");
        }
    }

    /// Something that is done in a turn or window.
    fn item(&mut self, now: &mut Moment<'_>, seat: u8, text: &str) {
        self.write_round(now);
        let outer = windows(now.before).next();
        let inner = windows(now.before).next_back();
        let own_line = match outer {
            Some((frame, window)) if is_between(window) || self.turn.is_none() => {
                self.window_line(now, window);
                Some(frame)
            }
            _ => {
                self.turn_line(now, seat);
                None
            }
        };
        match inner {
            Some((frame, _)) if own_line == Some(frame) => self.speak(now, seat),
            Some((frame, _)) => {
                let known = |open: &Open| matches!(open, Open::Go { frame: at, .. } if *at == frame);
                match self.open.iter().position(known) {
                    Some(place) => self.close_from(now, place + 1),
                    None => self.react(now, frame, seat),
                }
            }
            None => {}
        }
        *now.text += &format!(" {text}");
    }

    /// A seat gives up: right then, so the passes before it are told.
    fn concession(&mut self, now: &mut Moment<'_>, seat: u8) {
        self.write_round(now);
        let text = " /".repeat(self.passes) + " concede";
        match self.turn {
            Some(turn) if turn == seat && self.open.is_empty() => {
                self.turn_line(now, seat);
                *now.text += &text;
            }
            turn if turn.is_some() || matches!(self.line, Line::Window(..)) => {
                if !matches!(self.line, Line::Window(..)) {
                    self.turn_line(now, seat);
                }
                self.react(now, usize::MAX, seat);
                *now.text += &text;
                self.close_from(now, self.open.len() - 1);
            }
            _ => {
                let head = format!("{}:{text}", now.name(seat));
                self.begin(now, Line::Done, &head);
            }
        }
    }

    /// The line of the turn under way; a line of the seat's own if there is none.
    fn turn_line(&mut self, now: &mut Moment<'_>, seat: u8) {
        match self.turn {
            Some(turn) if self.line != Line::Turn(turn) => {
                let head = format!("{}:", now.name(turn));
                self.begin(now, Line::Turn(turn), &head);
            }
            Some(_) => {}
            None => {
                let head = format!("{}:", now.name(seat));
                self.begin(now, Line::Done, &head);
            }
        }
    }

    fn window_line(&mut self, now: &mut Moment<'_>, window: Window) {
        if !matches!(self.line, Line::Window(known, _) if known == window) {
            self.begin(now, Line::Window(window, None), &format!("({})", window.name()));
        }
    }

    /// The go of a seat in the window of the line.
    fn speak(&mut self, now: &mut Moment<'_>, seat: u8) {
        let name = now.name(seat);
        if let Line::Window(_, go) = &mut self.line
            && *go != Some(seat)
        {
            *go = Some(seat);
            *now.text += &format!(" {name}:");
        }
    }

    /// Opens the brace of a go: right behind an attack that waits for its outcome, else as an item.
    fn react(&mut self, now: &mut Moment<'_>, frame: usize, seat: u8) {
        if !matches!(self.open.last(), Some(Open::Fight { .. })) {
            now.text.push(' ');
        }
        *now.text += &format!("{{{}:", now.name(seat));
        self.open.push(Open::Go { frame, seat });
    }

    /// The line of the round that has begun.
    fn write_round(&mut self, now: &mut Moment<'_>) {
        if self.round.is_some() {
            self.tell_order(now, now.after.order());
        }
    }

    fn tell_order(&mut self, now: &mut Moment<'_>, order: &[u8]) {
        let mut head = stage_name(self.stage);
        let (_, mut cards) = self.round.take().unwrap_or_default();
        cards.sort_by_key(|&(seat, _)| name_rank(now.after.seats[usize::from(seat)].name));
        for (seat, card) in cards {
            let initiative = if now.after.seats[usize::from(seat)].is_alive() {
                round_initiative(now.rules, now.after, seat)
            } else {
                now.rules.face(card).card.initiative
            };
            head += &format!(" {}={}/{initiative}", now.name(seat), now.rules.id(card));
        }
        head += " >";
        for &seat in order {
            head += &format!(" {}", now.name(seat));
        }
        self.begin(now, Line::Done, &head);
        self.order = order.to_vec();
    }

    /// Closes what is open above the attack that fits. Says whether there is one.
    fn back_to_fight(&mut self, now: &mut Moment<'_>, fits: impl Fn(Unit, Unit) -> bool) -> bool {
        let place = self.open.iter().rposition(
            |open| matches!(open, Open::Fight { attacker, target, .. } if fits(*attacker, *target)),
        );
        if let Some(place) = place {
            self.close_from(now, place + 1);
        }
        place.is_some()
    }

    /// Something that happened.
    fn event(&mut self, now: &mut Moment<'_>, nth: usize) {
        match now.events[nth] {
            Event::Round(stage) => {
                self.close_from(now, 0);
                (self.line, self.stage, self.round) = (Line::Done, stage, Some((stage, Vec::new())));
            }
            Event::Revealed(seat, _, card) => {
                if let Some((_, cards)) = &mut self.round {
                    cards.push((seat, card));
                }
            }
            Event::RolledOff(count, seats, faces) => {
                let count = usize::from(count);
                let throws: Vec<String> =
                    (0..count).map(|nth| format!("{}{}", now.name(seats[nth]), faces[nth])).collect();
                self.begin(now, Line::Done, &format!("[{}]", throws.join(" ")));
            }
            Event::Order(count, seats) => {
                let order = &seats[..usize::from(count)];
                if self.round.is_some() || self.order != order {
                    self.tell_order(now, order);
                }
            }
            Event::TurnBegan(seat) => {
                self.write_round(now);
                (self.turn, self.line) = (Some(seat), Line::Done);
            }
            Event::TurnEnded(_) => {
                self.close_from(now, 0);
                (self.turn, self.line) = (None, Line::Done);
            }
            Event::Used(who, _, ability) => self.used(now, nth, who, ability),
            Event::Forced(_, from, to, true) => {
                // Of several that move at once it is told which one.
                let several =
                    now.events.iter().filter(|event| matches!(event, Event::Forced(..))).count() > 1;
                let which = if several { format!(" {}", square_name(from)) } else { String::new() };
                *now.text += &format!("{which}#{}", distance(from, to));
            }
            Event::Lost(who, count, ..) => self.lost(now, nth, who, count),
            Event::Declared(attacker, _, target, _) => {
                let (defense, attack) = (Dice::default(), Dice::default());
                self.open.push(Open::Fight { attacker, target, defense, attack, bracket: false });
            }
            Event::Won(winners, reason) => {
                self.write_round(now);
                let mut seats: Vec<u8> = bits(u32::from(winners)).collect();
                seats.sort_by_key(|&seat| name_rank(now.after.seats[usize::from(seat)].name));
                let names: Vec<String> = seats.into_iter().map(|seat| now.name(seat)).collect();
                self.begin(now, Line::Done, &format!("# {} {}", names.join(" "), reason_name(reason)));
            }
            event => self.fight_event(now, event),
        }
    }

    /// An effect that was used by itself. What that does to dice is told by the dice. Rules: TR-R145.
    fn used(&mut self, now: &mut Moment<'_>, nth: usize, who: Unit, ability: u8) {
        let (seat, slot) = seat_slot(who);
        let opened = now.events[..nth].iter().rev().find_map(|event| match event {
            Event::Opened(window) => Some(*window),
            _ => None,
        });
        let under_way = windows(now.before).next_back();
        let window = opened.or(under_way.map(|(_, window)| window)).unwrap_or(Window::Idle);
        if matches!(window, Window::DefenseDice | Window::AttackDice) {
            return;
        }
        self.write_round(now);
        let text = format!(" *{slot}.{ability}");
        let in_window = matches!(self.line, Line::Window(..));
        if is_between(window) || (self.turn.is_none() && !in_window) {
            self.window_line(now, window);
            self.speak(now, seat);
            *now.text += &text;
            return;
        }
        if !in_window {
            self.turn_line(now, seat);
        }
        // In the same window the go of whoever was before is over.
        if let (None, Some((at, _)), Some(Open::Go { frame, .. })) = (opened, under_way, self.open.last())
            && *frame == at
        {
            self.close_from(now, self.open.len() - 1);
        }
        self.react(now, usize::MAX, seat);
        *now.text += &text;
        self.close_from(now, self.open.len() - 1);
    }

    /// Lost Life; that of a hit is told with it.
    fn lost(&mut self, now: &mut Moment<'_>, nth: usize, who: Unit, count: u8) {
        let hit = nth.checked_sub(1).map(|nth| now.events[nth]);
        if matches!(hit, Some(Event::Hit(target, ..)) if target == who) {
            return;
        }
        let Some(square) = now.place_of(nth, who) else { return };
        self.write_round(now);
        if !matches!(self.line, Line::Window(..)) {
            let seat = if who < NEUTRALS { seat_slot(who).0 } else { 0 };
            self.turn_line(now, seat);
        }
        *now.text += &format!(" {}%{count}", square_name(square));
    }

    /// What happened in an attack.
    fn fight_event(&mut self, now: &mut Moment<'_>, event: Event) {
        let fits = |attacker: Unit, target: Unit| match event {
            Event::Evaded(by, of) => (attacker, target) == (by, of),
            Event::DefenseDice(of, _) | Event::Hit(of, ..) | Event::Missed(of) => target == of,
            Event::AttackDice(by, _) => attacker == by,
            Event::Adjusted(..) | Event::Totals(..) | Event::Tie(_) | Event::TieDie(_) => true,
            _ => false,
        };
        if !self.back_to_fight(now, fits) {
            return;
        }
        let Some(Open::Fight { defense, attack, bracket, .. }) = self.open.last_mut() else { return };
        let text = match event {
            Event::DefenseDice(_, dice) => {
                (*defense, *bracket) = (dice, true);
                format!("[{}", faces(dice))
            }
            Event::AttackDice(_, dice) => {
                *attack = dice;
                let total = now.before.fight().map_or(0, |fight| fight.defense_total);
                format!("{}|{}", modifier(total, *defense), faces(dice))
            }
            Event::Adjusted(attackers, dice) => {
                let pool = if attackers { attack } else { defense };
                let (old, new) = (faces(*pool), faces(dice));
                *pool = dice;
                // Extra dice lie beside the others.
                match new.strip_prefix(&old) {
                    Some(more) if !more.is_empty() => more.to_owned(),
                    _ => format!(">{new}"),
                }
            }
            Event::Totals(against, total) => {
                *bracket = against == total;
                format!("{}{}", modifier(total, *attack), if *bracket { "" } else { "]" })
            }
            Event::Tie(_) => {
                *bracket = false;
                "t]".to_owned()
            }
            Event::TieDie(face) => {
                *bracket = false;
                format!("d{face}]")
            }
            Event::Hit(_, damage, critical) => format!("{}{damage}", if critical { "!!" } else { "!" }),
            Event::Missed(_) => "-".to_owned(),
            _ => "~".to_owned(),
        };
        *now.text += &text;
        if matches!(event, Event::Hit(..) | Event::Missed(_) | Event::Evaded(..)) {
            self.open.pop();
        }
    }

    /// What is over after a step is closed.
    fn settle(&mut self, now: &mut Moment<'_>) {
        let after = now.after;
        let fighting = |frame: &&Frame| matches!(frame, Frame::Fight(fight) if fight.step < Blow::A14);
        let fights = after.frames.iter().filter(fighting).count();
        let mut seen = 0;
        let is_over = |open: &Open| match *open {
            Open::Fight { .. } => {
                seen += 1;
                seen > fights
            }
            Open::Go { frame, seat } => !goes_on(after, frame, seat),
        };
        if let Some(place) = self.open.iter().position(is_over) {
            self.close_from(now, place);
        }
        if let Line::Window(window, go) = self.line {
            self.line = match windows(after).next() {
                Some((frame, known)) if known == window => {
                    Line::Window(window, go.filter(|&seat| goes_on(after, frame, seat)))
                }
                _ => Line::Done,
            };
        }
    }
}

/// No score is longer.
const LONGEST: usize = 1 << 20;
/// No more steps are tried.
const MOST_TRIALS: usize = 1 << 20;

/// What is done stands so near, behind the line of a round at most.
const NEAR: usize = 400;

/// A position that is reached while a score is read.
struct Reached {
    state: State,
    scribe: Scribe,
    /// So much of the text is read.
    read: usize,
    /// What may have been done then, the likeliest last.
    choices: Vec<Step>,
}

/// The steps of a game from its first position and its score, sealed choices one by one. A score that ends before the
/// game does is read to its end; passes behind that are not known.
pub fn read(rules: &Rules, start: &State, text: &str) -> Result<Vec<Step>, Fault> {
    let text = text.trim_end_matches('\n');
    if text.len() > LONGEST {
        return Err(Fault::new("a score is not that long", "give the score of one game"));
    }
    let mut steps = Vec::new();
    let mut furthest = Furthest { read: 0, state: start.clone(), instead: None };
    let choices = choices_of(rules, start, text);
    let mut reached = vec![Reached { state: start.clone(), scribe: Scribe::new(), read: 0, choices }];
    let mut trials = 0;
    while let Some(last) = reached.last_mut() {
        if last.read == text.len() {
            return Ok(steps);
        }
        let Some(step) = last.choices.pop() else {
            reached.pop();
            steps.pop();
            continue;
        };
        trials += 1;
        if trials > MOST_TRIALS {
            break;
        }
        let (mut scribe, mut piece) = (last.scribe.clone(), String::new());
        let state = scribe.step(rules, &last.state, &step, &mut piece);
        let ahead = &text[last.read..];
        if let Some(rest) = ahead.strip_prefix(&piece) {
            let read = text.len() - rest.len();
            if read > furthest.read {
                furthest = Furthest { read, state: state.clone(), instead: None };
            }
            let choices = choices_of(rules, &state, rest);
            steps.push(step);
            reached.push(Reached { state, scribe, read, choices });
            continue;
        }
        let same = ahead.chars().zip(piece.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8());
        let same: usize = same.sum();
        if last.read + same > furthest.read {
            let instead = piece[same..].trim_start_matches('\n').lines().next().map(str::to_owned);
            furthest = Furthest { read: last.read + same, state: last.state.clone(), instead };
        }
    }
    Err(furthest.fault(rules, text))
}

/// Where a score was understood to.
struct Furthest {
    read: usize,
    state: State,
    /// How it would have had to go on after what was done last.
    instead: Option<String>,
}

impl Furthest {
    fn fault(&self, rules: &Rules, text: &str) -> Fault {
        let (read, rest) = text.split_at(self.read);
        let line = read.matches('\n').count() + usize::from(rest.starts_with('\n'));
        let shown: String = text.lines().nth(line).unwrap_or("").chars().take(80).collect();
        let remedy = match (&self.instead, TimeRift::turn(rules, &self.state)) {
            (Some(instead), _) => format!("there comes `{instead}`"),
            (None, Turn::Over) => "the game is over there".to_owned(),
            (None, Turn::Chance) => "dice fall there".to_owned(),
            (None, Turn::Players(seats)) => {
                let mut known = Vec::new();
                for seat in seats.iter() {
                    let mut offered = Actions::new();
                    TimeRift::legal(rules, &self.state, seat, &mut offered);
                    let name = name_of(&self.state, seat.index() as u8);
                    let text = |action: &Action| notation::write(rules, Actor::Seat(seat), *action);
                    known.extend(offered.iter().take(3).map(|action| format!("{name}: {}", text(action))));
                }
                format!("there it could be {}", known.join(" or "))
            }
        };
        Fault::new(format!("the game cannot go on as in `{shown}`"), remedy).at(Place::Line(line + 1))
    }
}

/// What may have been done if a score goes on like this, the likeliest last.
fn choices_of(rules: &Rules, state: &State, rest: &str) -> Vec<Step> {
    let near: String = rest.chars().take(NEAR).collect();
    let mut choices = Vec::new();
    match TimeRift::turn(rules, state) {
        Turn::Over => return choices,
        Turn::Chance => {
            choices.extend(fallen(rules, state, rest).map(|dice| Step::Act(Actor::Chance, dice)));
        }
        Turn::Players(seats) => {
            for seat in seats.iter().collect::<Vec<_>>().into_iter().rev() {
                let mut offered = Actions::new();
                TimeRift::legal(rules, state, seat, &mut offered);
                let quiet = |action: &&Action| matches!(action.deed(), Deed::Pass);
                let said = |action: &&Action| match action.deed() {
                    Deed::Pass => false,
                    // These are told in another way.
                    Deed::Fill(..) | Deed::Keep(..) => true,
                    _ => near.contains(&notation::write(rules, Actor::Seat(seat), **action)),
                };
                let act = |action: &Action| Step::Act(Actor::Seat(seat), *action);
                choices.extend(offered.iter().filter(quiet).map(act));
                choices.extend(offered.iter().rev().filter(said).map(act));
            }
        }
    }
    if near.contains("concede") {
        choices.extend(Seat::all(rules.players).map(Step::Concede));
    }
    choices
}

/// The dice that fell if a score goes on like this.
fn fallen(rules: &Rules, state: &State, rest: &str) -> Option<Action> {
    let due = usize::from(flow::dice_due(rules, state));
    let behind = |mark: char| rest.find(mark).map(|at| &rest[at + 1..]);
    let faces: Vec<u8> = match state.frames.last() {
        Some(Frame::Fight(fight)) => {
            let mark = match fight.step {
                Blow::A5 => '[',
                Blow::A8 => '|',
                _ => 'd',
            };
            behind(mark)?.bytes().take(due).collect()
        }
        Some(Frame::Running(running)) if effects::is_reroll(rules, running) => {
            let pool = behind('>')?.bytes().take(5).enumerate();
            pool.filter(|(die, _)| running.left >> die & 1 == 1).map(|(_, face)| face).collect()
        }
        Some(Frame::Running(_)) => rest.bytes().skip_while(|byte| *byte == b'}').take(due).collect(),
        _ => {
            let (throws, _) = behind('[')?.split_once(']')?;
            throws.split(' ').filter_map(|throw| throw.bytes().last()).collect()
        }
    };
    let sound = faces.len() == due && faces.iter().all(|face| (b'1'..=b'6').contains(face));
    sound.then(|| Action::dice(&faces.iter().map(|face| face - b'0').collect::<Vec<_>>()))
}
