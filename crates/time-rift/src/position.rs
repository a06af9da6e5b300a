//! The text form of a position: one line that holds all of it. Rules: the engine model, 7.3.
//!
//! Beyond the model's grammar: `seats=` gives the seats in the order of the text if that is not 0, 1, 2, ...;
//! `won=` the roll-offs of this round; `place=` the place in the list of turns of one against several; `entering=`
//! who is chosen for a Tire Fight; a few words in pending things, each written only where it is needed.

use engine::{Fault, Faults, NoLog};

use crate::action::{Argument, Arguments, MOST_ARGUMENTS, NO_CARD, Strike};
use crate::arena::{NOWHERE, POINTS, bits, read_facing, read_square, square_name};
use crate::event::{reason_name, stage_name};
use crate::faces::Window;
use crate::flow::{self, name_rank};
use crate::notation::{read_seat_name, seat_name, strike_text};
use crate::rules::Rules;
use crate::setup::Feature;
use crate::state::{
    Blow, Dice, End, Fight, Frame, Lasting, Loss, MOST_NEUTRALS, MOST_TOKENS, NEUTRALS, NO_SEAT, NOBODY,
    OVER, Opening, Part, Reason, Running, SEATS, SLOTS, Side, Slot, State, Step, TIE, TIRE, Unit, Use, Wait,
    flag, mark, seat_slot, unit,
};
use crate::{chests, effects};

const STEPS: [(Step, &str); 22] = [
    (Step::Z1, "Z1"),
    (Step::Z2, "Z2"),
    (Step::Z3, "Z3"),
    (Step::Z4, "Z4"),
    (Step::P1, "P1"),
    (Step::P2, "P2"),
    (Step::P3, "P3"),
    (Step::P4, "P4"),
    (Step::P5, "P5"),
    (Step::P6, "P6"),
    (Step::P7, "P7"),
    (Step::P8, "P8"),
    (Step::T1, "T1"),
    (Step::T2, "T2"),
    (Step::T3, "T3"),
    (Step::T4, "T4"),
    (Step::E1, "E1"),
    (Step::E2, "E2"),
    (Step::E3, "E3"),
    (Step::G1, "G1"),
    (Step::G2, "G2"),
    (Step::G3, "G3"),
];

/// The steps of an attack at which it can rest, and how they are written: while a window is open the step of the
/// window.
const BLOWS: [(Blow, &str); 8] = [
    (Blow::A4, "A3"),
    (Blow::A5, "A5"),
    (Blow::A7, "A6"),
    (Blow::A8, "A8"),
    (Blow::A10, "A9"),
    (Blow::A11, "A11"),
    (Blow::A13, "A12"),
    (Blow::A15, "A14"),
];

/// The word of a step; an attack or effect of a turn is T3.
pub fn step_name(state: &State) -> &'static str {
    if state.step == Step::T2 && !state.frames.is_empty() {
        return "T3";
    }
    STEPS.iter().find(|(step, _)| *step == state.step).map_or("?", |(_, name)| name)
}

/// The seats in the order of the notation.
pub fn in_text_order(rules: &Rules, state: &State) -> Vec<u8> {
    let mut seats: Vec<u8> = (0..rules.players).collect();
    seats.sort_by_key(|&seat| name_rank(state.seats[usize::from(seat)].name));
    seats
}

/// What a seat is called now.
pub fn name_of(state: &State, seat: u8) -> String {
    state.seats.get(usize::from(seat)).map_or_else(|| "-".to_owned(), |side| seat_name(side.name))
}

/// What a unit is called: `W`, `E.2`, `n1` for a neutral.
pub fn unit_name(state: &State, who: Unit) -> String {
    match seat_slot(who) {
        _ if who >= NEUTRALS => format!("n{}", who - NEUTRALS + 1),
        (seat, 0) => name_of(state, seat),
        (seat, slot) => format!("{}.{slot}", name_of(state, seat)),
    }
}

fn token_name(rules: &Rules, name: u8) -> String {
    match name {
        0..=2 => rules.tokens[usize::from(name)].clone(),
        _ => format!("\"{}\"", rules.tokens[usize::from(name)]),
    }
}

fn tokens_text(rules: &Rules, state: &State, who: Unit) -> Vec<String> {
    let own = state.tokens.iter().filter(|token| token.unit == who);
    own.map(|token| format!("{}={}", token_name(rules, token.name), token.count)).collect()
}

fn uses_text(rules: &Rules, card: u16, uses: crate::state::Uses) -> Vec<String> {
    if card == NO_CARD {
        return Vec::new();
    }
    let notes = rules.face(card).notes.iter().enumerate().filter(|(_, note)| note.limit > 0);
    notes
        .filter_map(|(ability, note)| match uses.of(note.counter) {
            0 => None,
            1 => Some(format!("u{}", ability + 1)),
            count => Some(format!("u{}x{count}", ability + 1)),
        })
        .collect()
}

/// A slot as the notation shows it, if anything lies in it.
fn slot_text(rules: &Rules, state: &State, seat: u8, slot: u8) -> Option<String> {
    let laid = state.slot(seat, slot);
    if !laid.is_filled() {
        return None;
    }
    let id = rules.id(laid.card);
    if laid.is_down() {
        let side = &state.seats[usize::from(seat)];
        let mut seen = String::new();
        for by in in_text_order(rules, state) {
            if side.is_seen(usize::from(slot) - 1, usize::from(by)) {
                seen += &format!("^{}", name_of(state, by));
            }
        }
        return Some(format!("{slot}:({id}){seen}"));
    }
    let mut text = format!("{slot}:{id}");
    if laid.has(mark::DEPLETED) {
        text.push('!');
    }
    let face = rules.face(laid.card);
    if laid.has(mark::DEPLOYED) {
        text += &format!(",@{}", square_name(laid.square));
        if face.has_facing() {
            text.push(POINTS[usize::from(laid.facing & 3)]);
        }
        if face.is_minion() {
            text += &format!(",L{}", laid.life);
        }
    }
    if laid.has(mark::HANDS) {
        text += ",h";
    }
    if laid.has(mark::ATTACKED) {
        text += ",a";
    }
    let more =
        uses_text(rules, laid.card, laid.uses).into_iter().chain(tokens_text(rules, state, unit(seat, slot)));
    more.for_each(|part| text += &format!(",{part}"));
    Some(text)
}

fn seat_text(rules: &Rules, state: &State, seat: u8) -> String {
    let side = &state.seats[usize::from(seat)];
    let id = match side.champion {
        NO_CARD if side.is_alive() => "?",
        champion => rules.id(champion),
    };
    let place = match side.square {
        NOWHERE => "-".to_owned(),
        square => format!("{}{}", square_name(square), POINTS[usize::from(side.facing & 3)]),
    };
    let mut parts = vec![format!("{} {id}@{place} L{} A{}", seat_name(side.name), side.life, side.actions)];
    for (bit, letter) in [(flag::MOVED, "m"), (flag::ATTACKED, "t"), (flag::SEALED, "k")] {
        if side.flags & bit != 0 {
            parts.push(letter.to_owned());
        }
    }
    parts.extend(uses_text(rules, side.champion, side.uses));
    parts.extend(tokens_text(rules, state, unit(seat, 0)));
    if side.gone_hands > 0 {
        parts.push(format!("h={}", side.gone_hands));
    }
    parts.extend((1..=SLOTS as u8).filter_map(|slot| slot_text(rules, state, seat, slot)));
    let out: Vec<&str> =
        state.out.iter().filter(|(of, _)| *of == seat).map(|&(_, card)| rules.id(card)).collect();
    if !out.is_empty() {
        parts.push(format!("out({})", out.join(",")));
    }
    let chest = state.chests.as_ref().and_then(|chests| chests.get(usize::from(seat)));
    if let Some(chest) = chest.filter(|chest| !chest.is_empty()) {
        let ids: Vec<&str> = chest.iter().map(|&card| rules.id(card)).collect();
        parts.push(format!("chest({})", ids.join(",")));
    }
    parts.join(" ")
}

/// The features that lie in the Arena now, in order.
pub fn features(rules: &Rules, state: &State) -> Vec<Feature> {
    let mut features: Vec<Feature> = bits(rules.pits).map(Feature::Pit).collect();
    features.extend(bits(state.obstacles).map(Feature::Obstacle));
    for square in bits(rules.arena.all) {
        let spikes = rules.spikes[usize::from(square)];
        features
            .extend((0..4).filter(|side| spikes >> side & 1 == 1).map(|side| Feature::Spike(square, side)));
    }
    for (nth, &(square, _, defense)) in rules.neutrals.iter().enumerate() {
        if state.neutrals[nth] > 0 {
            features.push(Feature::Neutral(square, state.neutrals[nth], defense));
        }
    }
    features
}

/// A lasting change: `card.1/W>E:turn`.
pub fn lasting_text(rules: &Rules, state: &State, lasting: &Lasting) -> String {
    let clause = if lasting.clause == 0 { String::new() } else { format!(".{}", lasting.clause + 1) };
    let end = match lasting.end {
        End::Attack(nth) if nth == state.fights() => "attack".to_owned(),
        End::Attack(nth) => format!("attack{nth}"),
        End::Turn => "turn".to_owned(),
        End::Round => "round".to_owned(),
        End::Game => "game".to_owned(),
        End::Next(seat) => format!("next{}", name_of(state, seat)),
    };
    format!(
        "{}.{}{clause}/{}>{}:{end}",
        rules.id(lasting.card),
        lasting.ability + 1,
        name_of(state, lasting.owner),
        unit_name(state, lasting.bearer)
    )
}

fn window_text(rules: &Rules, state: &State, depth: usize, opening: &Opening) -> String {
    let mut text = opening.window.name().to_owned();
    if opening.subject != NOBODY {
        text += &format!(" of {}", unit_name(state, opening.subject));
    }
    if opening.from != NOWHERE {
        text += &format!(" {}-{}", square_name(opening.from), square_name(opening.to));
    }
    for (says, word) in [(opening.lost, " lost"), (opening.defeated, " defeated")] {
        text += if says { word } else { "" };
    }
    let had = opening.had.count_ones();
    text += &format!(" go {} had {had} quiet {}", name_of(state, opening.go), opening.quiet);
    text += if opening.acted { " acted" } else { "" };
    let used: Vec<String> = state
        .uses
        .iter()
        .filter(|used| usize::from(used.depth) == depth)
        .map(|used| reference(state, used.unit, used.ability))
        .collect();
    if !used.is_empty() {
        text += &format!(" used {}", used.join(","));
    }
    let _ = rules;
    text
}

/// `W.2.1`.
fn reference(state: &State, who: Unit, ability: u8) -> String {
    let (seat, slot) = seat_slot(who);
    format!("{}.{slot}.{}", name_of(state, seat), ability + 1)
}

fn fight_text(rules: &Rules, state: &State, fight: &Fight) -> String {
    let step = BLOWS.iter().find(|(blow, _)| *blow == fight.step).map_or("A3", |(_, name)| name);
    let strike = Strike {
        free: fight.free,
        slot: fight.slot,
        lent: fight.lent,
        target: fight.square,
        facing: fight.facing,
    };
    let mut text = format!(
        "attack {step} {} {} {}",
        unit_name(state, fight.attacker),
        strike_text(&strike),
        unit_name(state, fight.target)
    );
    if state.card_of(crate::scene::source(fight)) != fight.card {
        text += &format!(" of {}", rules.id(fight.card));
    }
    let faces = |dice: Dice| dice.faces().map(|face| (b'0' + face) as char).collect::<String>();
    if fight.step >= Blow::A5 {
        text += &format!(" g{:+}", fight.grid);
    }
    if fight.defense.0 != 0 {
        text += &format!(" d{}", faces(fight.defense));
    }
    if fight.step >= Blow::A8 {
        text += &format!(" D{}", fight.defense_total);
    }
    if fight.attack.0 != 0 {
        text += &format!(" a{}", faces(fight.attack));
    }
    if fight.step >= Blow::A11 {
        text += &format!(" A{}", fight.attack_total);
    }
    match fight.hit {
        Some(true) if fight.is_critical() => text += " crit",
        Some(true) => text += " hit",
        Some(false) => text += " miss",
        None => {}
    }
    if fight.damage != 0 {
        text += &format!(" dmg{:+}", fight.damage);
    }
    for (says, word) in [(fight.forced, " forced"), (fight.cancelled, " cancelled")] {
        text += if says { word } else { "" };
    }
    text
}

fn running_text(rules: &Rules, state: &State, running: &Running) -> String {
    let mut text =
        format!("effect {} clause {}", reference(state, running.unit, running.ability), running.clause + 1);
    let last = (0..MOST_ARGUMENTS).rfind(|&nth| running.arguments.list[nth] != 0);
    let mut parts: Vec<String> = (0..last.map_or(0, |last| last + 1))
        .map(|nth| match running.arguments.get(nth) {
            Argument::None => "-".to_owned(),
            Argument::Square(square) => square_name(square),
            Argument::Number(number) => number.to_string(),
            Argument::Slot(slot) => format!("s{slot}"),
            Argument::Swap(a, b) => format!("s{a}/{b}"),
            Argument::Unit(63) => "x".to_owned(),
            Argument::Unit(who) => unit_name(state, who),
        })
        .collect();
    if running.arguments.card > 0 {
        parts.push(rules.id(running.arguments.card - 1).to_owned());
    }
    if !parts.is_empty() {
        text += &format!("({})", parts.join(","));
    }
    if state.card_of(running.unit) != running.card {
        text += &format!(" of {}", rules.id(running.card));
    }
    if running.named != NOBODY {
        text += &format!(" it {}", unit_name(state, running.named));
    }
    if running.left != 0 {
        text += &format!(" left {}", running.left);
    }
    text += if running.stopped { " stopped" } else { "" };
    text += match running.wait {
        Wait::No => " again",
        _ => "",
    };
    text
}

/// A set of units: `W,E.2`.
fn units_text(state: &State, set: u32) -> String {
    bits(set).map(|who| unit_name(state, who)).collect::<Vec<_>>().join(",")
}

fn loss_text(rules: &Rules, state: &State, loss: &Loss) -> String {
    let mut text = format!("loss {}", units_text(state, loss.units));
    for (set, word) in [(loss.done, "done"), (loss.gone, "gone")] {
        if set != 0 {
            text += &format!(" {word} {}", units_text(state, set));
        }
    }
    text += if loss.removed { " removed" } else { "" };
    let before: Vec<String> =
        in_text_order(rules, state).iter().map(|&seat| loss.before[usize::from(seat)].to_string()).collect();
    text + &format!(" before {}", before.join(","))
}

/// What is pending, as the notation ends.
pub fn pending_text(rules: &Rules, state: &State) -> String {
    if state.is_over() {
        let seats = in_text_order(rules, state).into_iter().filter(|&seat| state.winners >> seat & 1 == 1);
        let names: Vec<String> = seats.map(|seat| name_of(state, seat)).collect();
        return format!("over {} {}", names.join(" "), reason_name(state.reason));
    }
    let mut parts: Vec<String> = Vec::new();
    for (depth, frame) in state.frames.iter().enumerate() {
        parts.push(match frame {
            Frame::Window(opening) => window_text(rules, state, depth, opening),
            Frame::Fight(fight) => fight_text(rules, state, fight),
            Frame::Running(running) => running_text(rules, state, running),
            Frame::Loss(loss) => loss_text(rules, state, loss),
        });
    }
    match state.frames.last() {
        Some(Frame::Fight(fight)) => {
            let (event, who) = match fight.step {
                Blow::A5 => ("C1", fight.target),
                Blow::A8 => ("C2", fight.attacker),
                _ => ("C5", fight.attacker),
            };
            parts.push(format!("roll {event} {}", name_of(state, seat_slot(who).0)));
        }
        Some(Frame::Running(running)) => {
            let chooser = name_of(state, effects::chooser(rules, state, running));
            parts.push(match running.wait {
                Wait::Dice if effects::is_reroll(rules, running) => format!("roll C3 {chooser}"),
                Wait::Dice => format!("roll C4 {chooser}"),
                Wait::Keep => format!("choose D9 {chooser}"),
                _ => format!("choose D6 {chooser}"),
            });
        }
        Some(_) => {}
        None => parts.push(step_text(rules, state)),
    }
    parts.join(" / ")
}

/// What a step without anything under way waits for.
fn step_text(rules: &Rules, state: &State) -> String {
    let choose =
        |point: &str, seat: Option<u8>| format!("choose {point} {}", name_of(state, seat.unwrap_or(NO_SEAT)));
    match (state.step, state.part) {
        (Step::T2, _) => "idle".to_owned(),
        (Step::Z1, _) if rules.games > 1 => format!("seal D1 {}", state.filling),
        (Step::Z1, _) => "seal D1".to_owned(),
        (Step::Z4, _) => format!("seal D4 {}", state.filling),
        (Step::Z3, Part::Begin) => choose("D2", flow::placer(state)),
        (Step::Z3, _) => choose("D3", flow::placer(state)),
        (Step::G2, Part::Enter) => {
            choose("D15", crate::ending::entry_choice(rules, state).map(|(seat, _)| seat))
        }
        (Step::G2, Part::Place) => choose("D14", flow::placer(state)),
        (step, part) => {
            let event =
                if step == Step::G1 || (step == Step::G2 && part == Part::Roll) { "C7" } else { "C6" };
            let mut groups = Vec::new();
            let mut from = 0;
            while from < usize::from(state.ordered) {
                let mut to = from;
                while state.ties >> to & 1 == 1 {
                    to += 1;
                }
                if to > from {
                    let names: Vec<String> =
                        state.order[from..=to].iter().map(|&seat| name_of(state, seat)).collect();
                    groups.push(format!("roll {event} {}", names.join(" ")));
                }
                from = to + 1;
            }
            groups.reverse();
            groups.join(" / ")
        }
    }
}

/// The words of the options and what else stands before the clock.
fn head(rules: &Rules, state: &State) -> String {
    let mut text = format!("tr1 {}", rules.mode.name());
    for (key, value) in &rules.named_options {
        text += &format!(" {key}={value}");
    }
    let order = in_text_order(rules, state);
    if !order.is_sorted() {
        let digits: String = order.iter().map(|seat| (b'0' + seat) as char).collect();
        text += &format!(" seats={digits}");
    }
    let mut won = String::new();
    for (a, beaten) in state.beaten.iter().enumerate() {
        for b in bits(u32::from(*beaten)) {
            won += &format!("{a}{b}");
        }
    }
    if !won.is_empty() {
        text += &format!(" won={won}");
    }
    if state.place != usual_place(rules, state) {
        text += &format!(" place={}", state.place);
    }
    if state.entering != 0 {
        let digits: String = bits(u32::from(state.entering)).map(|seat| (b'0' + seat) as char).collect();
        text += &format!(" entering={digits}");
    }
    text
}

/// The place in the list of turns that goes without saying: that of the seat on turn; of one against several, who
/// has many, the first. Rules: TR-R124.
fn usual_place(rules: &Rules, state: &State) -> u8 {
    let turn = state.turn;
    let place =
        |mut seats: Box<dyn Iterator<Item = u8> + '_>| seats.position(|seat| seat == turn).unwrap_or(0) as u8;
    let Some(solo) = rules.solo else { return place(Box::new(state.order().iter().copied())) };
    let before = state.order().first() == Some(&solo);
    if turn == NO_SEAT {
        0
    } else if turn == solo {
        u8::from(!before)
    } else {
        2 * place(Box::new(state.order().iter().copied().filter(|&seat| seat != solo))) + u8::from(before)
    }
}

fn clock(state: &State) -> String {
    let stage = if state.stage == OVER { "OVER".to_owned() } else { stage_name(state.stage) };
    let mut text = format!("{stage} {} >", step_name(state));
    for &seat in state.order() {
        text += &format!(" {}", name_of(state, seat));
    }
    let turn = if state.turn == NO_SEAT { "-".to_owned() } else { name_of(state, state.turn) };
    text + &format!(" turn {turn} spent {}", state.spent)
}

/// Appends the text of a position.
pub fn write(rules: &Rules, state: &State, out: &mut String) {
    let mut parts = vec![head(rules, state), clock(state)];
    parts.extend(in_text_order(rules, state).into_iter().map(|seat| seat_text(rules, state, seat)));
    let features: Vec<String> = features(rules, state).into_iter().map(Feature::text).collect();
    if !features.is_empty() {
        parts.push(format!("arena {}", features.join(" ")));
    }
    let lasting: Vec<String> =
        state.lasting.iter().map(|lasting| lasting_text(rules, state, lasting)).collect();
    if !lasting.is_empty() {
        parts.push(format!("lasting {}", lasting.join(" ")));
    }
    parts.push(pending_text(rules, state));
    *out += &parts.join("; ");
}

/// Reads the text of a position.
pub fn read(rules: &Rules, text: &str) -> Result<State, Faults> {
    if text.len() > 20_000 {
        return Err(Fault::new("a position is not that long", "give one line of the notation").into());
    }
    let mut reader = Reader { rules, state: flow::nobody(rules), names: Vec::new(), place: None };
    reader.position(text).map_err(Faults::from)?;
    let state = reader.state;
    check(rules, &state).map_err(Faults::from)?;
    let mut again = String::new();
    write(rules, &state, &mut again);
    if again != text {
        let at = again.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        let from = again
            .char_indices()
            .map(|(i, _)| i)
            .take_while(|&i| i <= at.saturating_sub(20))
            .last()
            .unwrap_or(0);
        let shown: String = again[from..].chars().take(60).collect();
        return Err(Fault::new(
            format!("the position is not written in its one way, from character {} on", at + 1),
            format!("write there `{shown}`"),
        )
        .into());
    }
    Ok(state)
}

struct Reader<'a> {
    rules: &'a Rules,
    state: State,
    /// The names of the seats, as they come.
    names: Vec<(u8, u8)>,
    /// The place in the list of turns, where it is given.
    place: Option<u8>,
}

type Read<T> = Result<T, Fault>;

fn misread(what: &str, text: &str, wanted: &str) -> Fault {
    let shown: String = text.chars().take(60).collect();
    Fault::new(format!("{what} `{shown}` cannot be read"), wanted.to_owned())
}

fn number<N: std::str::FromStr + ToString>(text: &str, what: &str) -> Read<N> {
    engine::text::number(text, what)
}

impl Reader<'_> {
    fn position(&mut self, text: &str) -> Read<()> {
        let parts: Vec<&str> = text.split("; ").collect();
        let players = usize::from(self.rules.players);
        if parts.len() < players + 3 {
            return Err(misread(
                "the position",
                text,
                &format!("write `tr1 mode; clock; {players} seats; ...; pending`"),
            ));
        }
        // Names of seats are needed for the clock and for everything after.
        let seats = &parts[2..2 + players];
        let numbers = self.head(parts[0])?;
        for (nth, part) in seats.iter().enumerate() {
            let name = part.split(' ').next().unwrap_or("");
            let name = read_seat_name(name)
                .ok_or_else(|| misread("the seat", name, "write W, S, E, N or W1, E2"))?;
            self.names.push((name, numbers[nth]));
            self.state.seats[usize::from(numbers[nth])].name = name;
        }
        let mut known: Vec<u8> = self.names.iter().map(|(name, _)| *name).collect();
        let sorted = known.is_sorted_by_key(|&name| name_rank(name));
        known.sort_unstable();
        known.dedup();
        if known.len() != players || !sorted || !names_fit(self.rules, &self.names) {
            return Err(Fault::new(
                "the seats are not those of the mode",
                "give them in the order W, S, E, N, team by team",
            ));
        }
        self.clock(parts[1])?;
        for (nth, part) in seats.iter().enumerate() {
            self.seat(numbers[nth], part)?;
        }
        let mut rest = parts[2 + players..].iter().copied().peekable();
        self.features(rest.next_if(|part| part.starts_with("arena ")))?;
        let lasting = rest.next_if(|part| part.starts_with("lasting "));
        let (Some(pending), None) = (rest.next(), rest.next()) else {
            return Err(misread(
                "the position",
                text,
                "after the seats come `arena`, `lasting` and what is pending",
            ));
        };
        // Durations count the attacks in progress, so these come first.
        self.pending(pending)?;
        if let Some(lasting) = lasting {
            self.lasting(lasting)?;
        }
        effects::note_ears(self.rules, &mut self.state);
        for seat in 0..self.rules.players {
            let side = &self.state.seats[usize::from(seat)];
            if side.is_alive() && side.champion != NO_CARD && self.state.stage > 0 && !self.state.is_over() {
                let agility = crate::scene::agility(self.rules, &self.state, seat);
                self.state.seats[usize::from(seat)].agility = agility;
            }
        }
        Ok(())
    }

    /// Mode and options; gives the seats in the order of the text.
    fn head(&mut self, text: &str) -> Read<Vec<u8>> {
        let mut words = text.split(' ');
        if words.next() != Some("tr1") {
            return Err(misread("the position", text, "begin with `tr1` and the mode"));
        }
        let mode = words.next().unwrap_or("");
        if mode != self.rules.mode.name() {
            return Err(Fault::new(
                format!("the position is of mode `{mode}`, the setup of mode `{}`", self.rules.mode.name()),
                format!("set up the game with mode={mode}"),
            ));
        }
        let players = self.rules.players;
        let mut seats: Vec<u8> = (0..players).collect();
        let mut options: Vec<(&str, &str)> = Vec::new();
        for word in words {
            let (key, value) =
                word.split_once('=').ok_or_else(|| misread("the option", word, "write name=value"))?;
            let digits = || -> Read<Vec<u8>> {
                let digit = |byte: u8| byte.checked_sub(b'0').filter(|digit| *digit < players);
                let digits: Option<Vec<u8>> = value.bytes().map(digit).collect();
                digits.ok_or_else(|| misread("the option", word, "write numbers of seats"))
            };
            match key {
                "seats" => {
                    let given = digits()?;
                    let mut sorted = given.clone();
                    sorted.sort_unstable();
                    if sorted != seats {
                        return Err(misread("the option", word, "write every seat once"));
                    }
                    seats = given;
                }
                "won" => {
                    for pair in digits()?.chunks(2) {
                        let &[a, b] = pair else {
                            return Err(misread("the option", word, "write pairs of seats"));
                        };
                        if a == b {
                            return Err(misread("the option", word, "write pairs of seats"));
                        }
                        self.state.beaten[usize::from(a)] |= 1 << b;
                    }
                }
                "place" => self.place = Some(number(value, "a place in the list of turns")?),
                "entering" => {
                    self.state.entering = digits()?.into_iter().fold(0, |set, seat| set | 1 << seat);
                }
                _ => options.push((key, value)),
            }
        }
        let named: Vec<(&str, &str)> =
            self.rules.named_options.iter().map(|(key, value)| (*key, value.as_str())).collect();
        if options != named {
            let list = |options: &[(&str, &str)]| {
                let words: Vec<String> =
                    options.iter().map(|(key, value)| format!("{key}={value}")).collect();
                if words.is_empty() { "none".to_owned() } else { words.join(" ") }
            };
            return Err(Fault::new(
                format!("the position has options {}, the setup {}", list(&options), list(&named)),
                "set up the game with the options of the position",
            ));
        }
        Ok(seats)
    }

    fn seat_named(&self, text: &str) -> Read<u8> {
        let name = read_seat_name(text);
        let found = self.names.iter().find(|(known, _)| Some(*known) == name);
        found.map(|(_, seat)| *seat).ok_or_else(|| misread("the seat", text, "name one of the seats"))
    }

    fn unit_named(&self, text: &str) -> Read<Unit> {
        if let Some(nth) = text.strip_prefix('n') {
            let nth: u8 = number(nth, "a neutral")?;
            let there = nth >= 1 && usize::from(nth) <= self.rules.neutrals.len();
            return if there {
                Ok(NEUTRALS + nth - 1)
            } else {
                Err(misread("the neutral", text, "count from n1"))
            };
        }
        match text.split_once('.') {
            None => self.seat_named(text).map(|seat| unit(seat, 0)),
            Some((seat, slot)) => {
                let slot: u8 = number(slot, "a slot")?;
                let seat = self.seat_named(seat)?;
                if (1..=4).contains(&slot) {
                    Ok(unit(seat, slot))
                } else {
                    Err(misread("the slot", text, "write 1 to 4"))
                }
            }
        }
    }

    fn card(&self, id: &str) -> Read<u16> {
        self.rules.card(id).ok_or_else(|| misread("the card", id, "name a card by its id"))
    }

    fn clock(&mut self, text: &str) -> Read<()> {
        let wrong = || misread("the clock", text, "write for example `R1 T2 > E W turn E spent 0`");
        let (left, right) = text.split_once(" >").ok_or_else(wrong)?;
        let (stage, step) = left.split_once(' ').ok_or_else(wrong)?;
        self.state.stage = match stage {
            "OVER" => OVER,
            "RT" => TIE,
            _ => match stage.strip_prefix("RX") {
                Some(lap) => {
                    TIRE + number::<u8>(lap, "a lap")?
                        .checked_sub(1)
                        .filter(|lap| *lap < 9)
                        .ok_or_else(wrong)?
                }
                None => number::<u8>(stage.strip_prefix('R').ok_or_else(wrong)?, "a round")
                    .ok()
                    .filter(|round| *round <= 4)
                    .ok_or_else(wrong)?,
            },
        };
        let (step, _) = STEPS.iter().find(|(_, name)| *name == step).ok_or_else(wrong)?;
        self.state.step = if *step == Step::T3 { Step::T2 } else { *step };
        let (order, rest) = right
            .split_once(" turn ")
            .or_else(|| Some(("", right.strip_prefix(" turn ")?)))
            .ok_or_else(wrong)?;
        let mut count = 0;
        for name in order.split(' ').filter(|name| !name.is_empty()) {
            let seat = self.seat_named(name)?;
            if self.state.order[..count].contains(&seat) {
                return Err(Fault::new(format!("`{name}` is in the order twice"), "name each seat once"));
            }
            self.state.order[count] = seat;
            count += 1;
        }
        self.state.ordered = count as u8;
        let (turn, spent) = rest.split_once(" spent ").ok_or_else(wrong)?;
        self.state.turn = if turn == "-" { NO_SEAT } else { self.seat_named(turn)? };
        self.state.spent = number(spent, "Actions spent")?;
        if self.state.turn != NO_SEAT && !self.state.order().contains(&self.state.turn) {
            return Err(Fault::new("the seat on turn is not in the order", "name it there"));
        }
        self.state.place = self.place.unwrap_or_else(|| usual_place(self.rules, &self.state));
        Ok(())
    }

    fn seat(&mut self, seat: u8, text: &str) -> Read<()> {
        let mut words = text.split(' ').skip(1);
        let wrong = || misread("the seat", text, "write for example `W spartacus@a2E L10 A4`");
        let (id, place) = words.next().and_then(|word| word.split_once('@')).ok_or_else(wrong)?;
        let mut side = Side { name: self.state.seats[usize::from(seat)].name, ..Side::EMPTY };
        if id != "?" && id != "-" {
            side.champion = self.card(id)?;
            if self.rules.face(side.champion).sort.is_some() {
                return Err(Fault::new(format!("`{id}` is no Champion"), "name a Champion before the @"));
            }
        }
        if place != "-" {
            let (square, facing) = place.split_at_checked(2).ok_or_else(wrong)?;
            side.square =
                read_square(square).filter(|&square| self.rules.arena.has(square)).ok_or_else(wrong)?;
            let mut letters = facing.chars();
            side.facing = letters.next().and_then(read_facing).ok_or_else(wrong)?;
            if letters.next().is_some() {
                return Err(wrong());
            }
        }
        side.life = number(words.next().and_then(|word| word.strip_prefix('L')).ok_or_else(wrong)?, "Life")?;
        side.actions =
            number(words.next().and_then(|word| word.strip_prefix('A')).ok_or_else(wrong)?, "Actions")?;
        if side.life > self.rules.cap(seat) || side.actions > effects::MOST_ACTIONS {
            return Err(Fault::new(
                format!("`{text}` has too much Life or too many Actions"),
                format!(
                    "Life is at most {}, Actions at most {}",
                    self.rules.cap(seat),
                    effects::MOST_ACTIONS
                ),
            ));
        }
        let unchosen = id == "?" && self.state.step == Step::Z1;
        if side.life > 0 || side.square != NOWHERE || unchosen {
            side.flags |= flag::ALIVE;
        }
        let rest = words.collect::<Vec<_>>().join(" ");
        self.state.seats[usize::from(seat)] = side;
        for word in marks(&rest) {
            self.seat_mark(seat, word)?;
        }
        Ok(())
    }

    fn seat_mark(&mut self, seat: u8, word: &str) -> Read<()> {
        let list = |word: &str, head: &str| -> Option<Vec<String>> {
            let inner = word.strip_prefix(head)?.strip_suffix(')')?;
            Some(inner.split(',').map(str::to_owned).collect())
        };
        let side = &mut self.state.seats[usize::from(seat)];
        match word {
            "m" => side.flags |= flag::MOVED,
            "t" => side.flags |= flag::ATTACKED,
            "k" => side.flags |= flag::SEALED,
            _ if word.starts_with("h=") => side.gone_hands = number(&word[2..], "hands")?,
            _ if word.starts_with("out(") => {
                for id in
                    list(word, "out(").ok_or_else(|| misread("the mark", word, "write out(card,card)"))?
                {
                    let card = self.card(&id)?;
                    self.state.put_out(seat, card);
                }
            }
            _ if word.starts_with("chest(") => {
                let ids = list(word, "chest(")
                    .ok_or_else(|| misread("the mark", word, "write chest(card,card)"))?;
                let cards: Vec<u16> = ids.iter().map(|id| self.card(id)).collect::<Read<_>>()?;
                if seat > 1 {
                    return Err(Fault::new("only two sides have War Chests", "leave `chest` out"));
                }
                let chests = self.state.chests.get_or_insert_default();
                chests[usize::from(seat)] = cards;
            }
            _ => {
                if let [digit @ b'1'..=b'4', b':', ..] = word.as_bytes() {
                    self.slot(seat, digit - b'0', &word[2..])?;
                } else {
                    let champion = self.state.seats[usize::from(seat)].champion;
                    self.mark(unit(seat, 0), champion, word)?;
                }
            }
        }
        Ok(())
    }

    /// Uses and tokens of a unit.
    fn mark(&mut self, who: Unit, card: u16, word: &str) -> Read<()> {
        let wrong = || misread("the mark", word, "write for example u1, u2x3, lp=1 or \"Ankh\"=2");
        if let Some(used) = word.strip_prefix('u') {
            let (ability, count) = used.split_once('x').unwrap_or((used, "1"));
            let ability: usize = number(ability, "an ability")?;
            let count: u8 = number(count, "a number of uses")?;
            if card == NO_CARD {
                return Err(wrong());
            }
            let notes = &self.rules.face(card).notes;
            let note = ability.checked_sub(1).and_then(|nth| notes.get(nth)).filter(|note| note.limit > 0);
            let note = note.filter(|note| (1..=note.limit.max(1)).contains(&count)).ok_or_else(wrong)?;
            self.state.uses_of_mut(who).set(note.counter, count);
            return Ok(());
        }
        let (name, count) = word.rsplit_once('=').ok_or_else(wrong)?;
        let count: u8 = number(count, "a number of tokens")?;
        let plain = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
        let place = match plain {
            Some(name) => self.rules.tokens.iter().skip(3).position(|known| known == name).map(|nth| nth + 3),
            None => self.rules.tokens.iter().take(3).position(|known| known == name),
        };
        let place = place.ok_or_else(wrong)?;
        if !(1..=MOST_TOKENS).contains(&count) {
            return Err(misread("the mark", word, "tokens are 1 to 12"));
        }
        self.state.set_tokens(who, place as u8, count);
        Ok(())
    }

    fn slot(&mut self, seat: u8, slot: u8, text: &str) -> Read<()> {
        let wrong =
            || misread("the slot", text, "write `card`, `card!,h,a` or `(card)` for one that lies face down");
        if slot > self.rules.slots || self.state.slot(seat, slot).is_filled() {
            return Err(Fault::new(
                format!("slot {slot} is not there, or given twice"),
                "name each slot once",
            ));
        }
        if let Some(rest) = text.strip_prefix('(') {
            let (id, seen) = rest.split_once(')').ok_or_else(wrong)?;
            let card = self.loadout_card(id)?;
            *self.state.slot_mut(seat, slot) = Slot::hidden(card);
            for name in seen.split('^').skip(1) {
                let by = self.seat_named(name)?;
                self.state.seats[usize::from(seat)].seen |= 1 << (6 * (slot - 1) + by);
            }
            return Ok(());
        }
        let mut parts = text.split(',');
        let head = parts.next().ok_or_else(wrong)?;
        let (id, depleted) = match head.strip_suffix('!') {
            Some(id) => (id, mark::DEPLETED),
            None => (head, 0),
        };
        let card = self.loadout_card(id)?;
        let mut laid = Slot { marks: mark::UP | depleted, ..Slot::hidden(card) };
        let mut more = Vec::new();
        for part in parts {
            match part {
                "h" => laid.marks |= mark::HANDS,
                "a" => laid.marks |= mark::ATTACKED,
                _ if part.starts_with('@') => {
                    let (square, facing) = part[1..].split_at_checked(2).ok_or_else(wrong)?;
                    laid.square =
                        read_square(square).filter(|&at| self.rules.arena.has(at)).ok_or_else(wrong)?;
                    laid.facing = match facing.chars().next() {
                        Some(letter) => read_facing(letter).ok_or_else(wrong)?,
                        None => 0,
                    };
                    laid.marks |= mark::DEPLOYED;
                    if self.rules.face(card).arena().is_none() {
                        return Err(Fault::new(format!("`{id}` cannot be deployed"), "leave its space out"));
                    }
                }
                _ if part.starts_with('L') => laid.life = number(&part[1..], "Life")?,
                _ => more.push(part),
            }
        }
        let face = self.rules.face(card);
        let deployed_minion = laid.has(mark::DEPLOYED) && face.is_minion();
        if laid.life > face.life || (laid.life > 0) != deployed_minion {
            return Err(Fault::new(
                format!("`{text}` has no such Life"),
                "a deployed minion has 1 to its printed Life",
            ));
        }
        *self.state.slot_mut(seat, slot) = laid;
        for part in more {
            self.mark(unit(seat, slot), card, part)?;
        }
        Ok(())
    }

    fn loadout_card(&self, id: &str) -> Read<u16> {
        let card = self.card(id)?;
        if self.rules.face(card).sort.is_none() {
            return Err(Fault::new(format!("`{id}` is a Champion"), "a slot holds a loadout card"));
        }
        Ok(card)
    }

    fn features(&mut self, text: Option<&str>) -> Read<()> {
        let words = text.map_or(Vec::new(), |text| text.split(' ').skip(1).collect());
        let (mut pits, mut obstacles) = (0u32, 0u32);
        let mut spikes = [0u8; 32];
        let mut neutrals = [0u8; MOST_NEUTRALS];
        for word in words {
            let feature = Feature::read(word)
                .ok_or_else(|| misread("the feature", word, "write for example pit@b2"))?;
            let known = match feature {
                Feature::Pit(square) => {
                    pits |= 1 << square;
                    self.rules.pits >> square & 1 == 1
                }
                Feature::Obstacle(square) => {
                    obstacles |= 1 << square;
                    self.rules.obstacles >> square & 1 == 1
                }
                Feature::Spike(square, side) => {
                    spikes[usize::from(square)] |= 1 << side;
                    self.rules.spikes[usize::from(square)] >> side & 1 == 1
                }
                Feature::Neutral(square, life, defense) => {
                    let nth = self
                        .rules
                        .neutrals
                        .iter()
                        .position(|&(at, most, def)| at == square && life <= most && def == defense);
                    if let Some(nth) = nth {
                        neutrals[nth] = life;
                    }
                    nth.is_some()
                }
            };
            if !known {
                return Err(Fault::new(
                    format!("the setup has no {word}"),
                    "set up the game with the features of the position",
                ));
            }
        }
        if pits != self.rules.pits || spikes != self.rules.spikes {
            return Err(Fault::new(
                "pits or spikes of the setup are missing",
                "they never go away: name all of them",
            ));
        }
        (self.state.obstacles, self.state.neutrals) = (obstacles, neutrals);
        Ok(())
    }

    fn lasting(&mut self, text: &str) -> Read<()> {
        for word in text.split(' ').skip(1) {
            let wrong = || misread("the lasting effect", word, "write for example torc-and-woad.1/W>E:nextW");
            let (source, rest) = word.split_once('/').ok_or_else(wrong)?;
            let mut parts = source.split('.');
            let card = self.card(parts.next().unwrap_or(""))?;
            let ability: u8 = number(parts.next().ok_or_else(wrong)?, "an ability")?;
            let clause: u8 = parts.next().map_or(Ok(1), |clause| number(clause, "a clause"))?;
            let (owner, rest) = rest.split_once('>').ok_or_else(wrong)?;
            let (bearer, end) = rest.split_once(':').ok_or_else(wrong)?;
            let fights = self.state.fights();
            let end = match end {
                "attack" => End::Attack(fights),
                "turn" => End::Turn,
                "round" => End::Round,
                "game" => End::Game,
                _ => match (end.strip_prefix("next"), end.strip_prefix("attack")) {
                    (Some(seat), _) => End::Next(self.seat_named(seat)?),
                    (None, Some(nth)) => End::Attack(number(nth, "an attack")?),
                    _ => return Err(wrong()),
                },
            };
            if matches!(end, End::Attack(nth) if nth == 0 || nth > fights) {
                return Err(Fault::new(
                    format!("`{word}` lasts for an attack that is not there"),
                    "name another end",
                ));
            }
            let lasting = Lasting {
                card,
                ability: ability.checked_sub(1).ok_or_else(wrong)?,
                clause: clause.checked_sub(1).ok_or_else(wrong)?,
                owner: self.seat_named(owner)?,
                bearer: self.unit_named(bearer)?,
                end,
            };
            if crate::scene::granted_by(self.rules, &lasting).is_none() {
                return Err(Fault::new(
                    format!("`{source}` gives nothing that lasts"),
                    "name an ability that does",
                ));
            }
            self.state.lasting.push(lasting);
        }
        Ok(())
    }

    fn pending(&mut self, text: &str) -> Read<()> {
        let frames: Vec<&str> = text.split(" / ").collect();
        let wrong = || {
            misread("what is pending", text, "write `idle`, an open window, an attack, an effect or a choice")
        };
        for (nth, frame) in frames.iter().enumerate() {
            let last = nth + 1 == frames.len();
            let (head, rest) = frame.split_once(' ').unwrap_or((frame, ""));
            match head {
                "idle" if frames.len() == 1 && rest.is_empty() => {}
                "over" if frames.len() == 1 => self.over(rest)?,
                "attack" => self.fight(rest)?,
                "effect" => self.running(rest)?,
                "loss" => self.loss(rest)?,
                "seal" if last => match rest.split_once(' ') {
                    None if rest == "D1" => {}
                    Some(("D1", card)) => self.state.filling = number(card, "a card of the deck")?,
                    Some(("D4", slot)) => self.state.filling = number(slot, "a slot")?,
                    _ => return Err(wrong()),
                },
                "choose" if last => {
                    let (point, _) = rest.split_once(' ').ok_or_else(wrong)?;
                    self.choose(point)?;
                }
                "roll" => self.roll(rest)?,
                _ if head.starts_with("W-") => self.window(head, rest)?,
                _ => return Err(wrong()),
            }
        }
        // A step that has opened something has begun.
        let opened = !self.state.frames.is_empty() || self.state.ties != 0;
        if self.state.part == Part::Begin && opened && !matches!(self.state.step, Step::T2 | Step::Z3) {
            self.state.part = Part::Roll;
        }
        if self.state.step == Step::G3 && !self.state.is_over() {
            let dead = self.state.living() == 0;
            self.state.reason = if dead { Reason::Ko } else { Reason::Tire };
        }
        Ok(())
    }

    fn over(&mut self, text: &str) -> Read<()> {
        let (names, reason) = text
            .rsplit_once(' ')
            .ok_or_else(|| misread("the result", text, "write for example `over W ko`"))?;
        for name in names.split(' ') {
            let seat = self.seat_named(name)?;
            self.state.winners |= 1 << seat;
        }
        let reasons = [Reason::Ko, Reason::Life, Reason::Tie, Reason::Tire, Reason::Concede];
        self.state.reason = reasons
            .into_iter()
            .find(|&known| reason_name(known) == reason)
            .ok_or_else(|| misread("the reason", reason, "write ko, life, tie, tire or concede"))?;
        Ok(())
    }

    /// What kind of choice is due; whose it is follows from the position.
    fn choose(&mut self, point: &str) -> Read<()> {
        let wait = match self.state.frames.last_mut() {
            Some(Frame::Running(running)) => Some(&mut running.wait),
            _ => None,
        };
        match (point, wait) {
            ("D6", Some(wait)) => *wait = Wait::Step,
            ("D9", Some(wait)) => *wait = Wait::Keep,
            ("D2", None) => self.state.part = Part::Begin,
            ("D3" | "D14", None) => self.state.part = Part::Place,
            ("D15", None) => self.state.part = Part::Enter,
            _ => {
                return Err(misread("the choice", point, "write D2, D3, D6, D9, D14 or D15 where it is due"));
            }
        }
        Ok(())
    }

    fn roll(&mut self, text: &str) -> Read<()> {
        let (event, names) = text.split_once(' ').unwrap_or((text, ""));
        match (event, self.state.frames.last_mut()) {
            ("C3" | "C4", Some(Frame::Running(running))) => running.wait = Wait::Dice,
            ("C1" | "C2" | "C5", Some(Frame::Fight(_))) => {}
            ("C6" | "C7", None) => {
                let mut places = Vec::new();
                for name in names.split(' ') {
                    let seat = self.seat_named(name)?;
                    let place = self.state.order().iter().position(|&other| other == seat);
                    places.push(place.ok_or_else(|| {
                        Fault::new(format!("`{name}` is not in the order"), "name it there")
                    })?);
                }
                if !places.windows(2).all(|pair| pair[1] == pair[0] + 1) || places.len() < 2 {
                    return Err(misread(
                        "the roll",
                        text,
                        "name seats that stand next to each other in the order",
                    ));
                }
                for place in &places[..places.len() - 1] {
                    self.state.ties |= 1 << place;
                }
                self.state.part = match (self.state.step, event) {
                    (Step::G2, "C6") => Part::Rank,
                    _ => Part::Roll,
                };
            }
            _ => return Err(misread("the roll", text, "write C1 to C7 where it is due")),
        }
        Ok(())
    }

    fn window(&mut self, name: &str, text: &str) -> Read<()> {
        let wrong = || misread("the window", text, "write for example `W-ATK-DICE of S go W had 1 quiet 1`");
        let window = Window::ALL.into_iter().find(|window| window.name() == name && *window != Window::Idle);
        let mut opening = crate::windows::about(
            window.ok_or_else(|| misread("the window", name, "see the model, section 6"))?,
            NOBODY,
        );
        let mut words = text.split(' ').peekable();
        if words.next_if_eq(&"of").is_some() {
            opening.subject = self.unit_named(words.next().ok_or_else(wrong)?)?;
            if let Some(path) = words.next_if(|word| word.contains('-')) {
                let (from, to) = path.split_once('-').ok_or_else(wrong)?;
                let on = |square: &str| read_square(square).filter(|&at| self.rules.arena.has(at));
                (opening.from, opening.to) = (on(from).ok_or_else(wrong)?, on(to).ok_or_else(wrong)?);
            }
        }
        opening.lost = words.next_if_eq(&"lost").is_some();
        opening.defeated = words.next_if_eq(&"defeated").is_some();
        let mut named = |word: &str| -> Read<&str> {
            if words.next() == Some(word) { words.next().ok_or_else(wrong) } else { Err(wrong()) }
        };
        let (go, had, quiet) = (named("go")?, named("had")?, named("quiet")?);
        opening.go = self.seat_named(go)?;
        let had: usize = number(had, "goes")?;
        opening.quiet = number(quiet, "goes")?;
        opening.acted = words.next_if_eq(&"acted").is_some();
        let depth = self.state.frames.len() as u8;
        if words.next_if_eq(&"used").is_some() {
            for reference in words.next().ok_or_else(wrong)?.split(',') {
                let (who, ability) = self.reference(reference)?;
                self.state.uses.push(Use { depth, unit: who, ability });
            }
        }
        if words.next().is_some() {
            return Err(wrong());
        }
        let order = crate::windows::order(&self.state, &opening);
        if had > order.len() || usize::from(opening.quiet) >= order.len().max(1) {
            return Err(Fault::new(
                format!("`{text}`: so many goes cannot have been"),
                "count the seats of the window",
            ));
        }
        opening.had = order[..had].iter().fold(0, |set, seat| set | 1 << seat);
        self.state.frames.push(Frame::Window(opening));
        Ok(())
    }

    fn reference(&self, text: &str) -> Read<(Unit, u8)> {
        let wrong = || misread("the ability", text, "write seat.slot.ability, such as W.2.1");
        let (place, ability) = text.rsplit_once('.').ok_or_else(wrong)?;
        let (seat, slot) = place.split_once('.').ok_or_else(wrong)?;
        let slot: u8 = number(slot, "a slot")?;
        let ability: u8 = number(ability, "an ability")?;
        let seat = self.seat_named(seat)?;
        let fits = slot <= 4 && (1..=9).contains(&ability);
        if fits { Ok((unit(seat, slot), ability - 1)) } else { Err(wrong()) }
    }

    fn fight(&mut self, text: &str) -> Read<()> {
        let wrong = || misread("the attack", text, "write for example `A9 S L1xc2 W g+1 d42 D6 a66`");
        let mut words = text.split(' ').peekable();
        let step = words.next().ok_or_else(wrong)?;
        let (step, _) = *BLOWS.iter().find(|(_, name)| *name == step).ok_or_else(wrong)?;
        let attacker = self.unit_named(words.next().ok_or_else(wrong)?)?;
        let strike = words.next().ok_or_else(wrong)?;
        let target = self.unit_named(words.next().ok_or_else(wrong)?)?;
        let seat = engine::Actor::Chance;
        let action = crate::notation::read(self.rules, seat, strike)?;
        let crate::action::Deed::Strike(strike) = action.deed() else { return Err(wrong()) };
        if attacker >= NEUTRALS {
            return Err(wrong());
        }
        for slot in [strike.slot, strike.lent].into_iter().filter(|&slot| slot > 0) {
            let laid = self.state.slot(seat_slot(attacker).0, slot);
            if laid.is_filled() && self.rules.face(laid.card).cost.is_none() {
                return Err(Fault::new(format!("slot {slot} does not attack"), "name a card with a grid"));
            }
        }
        let mut card = self.state.card_of(unit(seat_slot(attacker).0, strike.slot));
        if words.next_if_eq(&"of").is_some() {
            card = self.card(words.next().ok_or_else(wrong)?)?;
        }
        if card == NO_CARD || self.rules.face(card).cost.is_none() {
            return Err(Fault::new(format!("`{text}`: that card does not attack"), "name one that does"));
        }
        let mut fight = Fight { step, ..Fight::announced(attacker, card, strike, target) };
        let dice = |text: &str| -> Read<Dice> {
            let faces: Option<Vec<u8>> =
                text.bytes().map(|byte| (b'1'..=b'6').contains(&byte).then(|| byte - b'0')).collect();
            faces
                .filter(|faces| (2..=5).contains(&faces.len()))
                .map(|faces| Dice::new(&faces))
                .ok_or_else(wrong)
        };
        if let Some(grid) = words.next_if(|word| word.starts_with('g')) {
            fight.grid = grid[1..].parse().ok().filter(|grid: &i8| grid.abs() <= 30).ok_or_else(wrong)?;
        }
        if let Some(faces) = words.next_if(|word| word.starts_with('d') && !word.starts_with("dmg")) {
            fight.defense = dice(&faces[1..])?;
        }
        if let Some(total) = words.next_if(|word| word.starts_with('D')) {
            fight.defense_total = number(&total[1..], "a total")?;
        }
        if let Some(faces) = words.next_if(|word| word.starts_with('a')) {
            fight.attack = dice(&faces[1..])?;
        }
        if let Some(total) = words.next_if(|word| word.starts_with('A')) {
            fight.attack_total = number(&total[1..], "a total")?;
        }
        if let Some(result) = words.next_if(|word| ["hit", "miss", "crit"].contains(word)) {
            fight.hit = Some(result != "miss");
        }
        if let Some(damage) = words.next_if(|word| word.starts_with("dmg")) {
            fight.damage =
                damage[3..].parse().ok().filter(|damage: &i8| damage.abs() <= 60).ok_or_else(wrong)?;
        }
        fight.forced = words.next_if_eq(&"forced").is_some();
        fight.cancelled = words.next_if_eq(&"cancelled").is_some();
        if words.next().is_some() {
            return Err(wrong());
        }
        self.state.frames.push(Frame::Fight(fight));
        Ok(())
    }

    fn running(&mut self, text: &str) -> Read<()> {
        let wrong = || misread("the effect", text, "write for example `W.4.1 clause 1(c3)`");
        let (reference, rest) = text.split_once(" clause ").ok_or_else(wrong)?;
        let (who, ability) = self.reference(reference)?;
        let (clause, list, rest) = match rest.split_once('(') {
            Some((clause, rest)) if !clause.contains(' ') => {
                let (list, rest) = rest.split_once(')').ok_or_else(wrong)?;
                (clause, Some(list), rest.strip_prefix(' ').unwrap_or(rest))
            }
            _ => match rest.split_once(' ') {
                Some((clause, rest)) => (clause, None, rest),
                None => (rest, None, ""),
            },
        };
        let clause: u8 = number(clause, "a clause")?;
        let mut arguments = Arguments::default();
        let mut nth = 0;
        for part in list.into_iter().flat_map(|list| list.split(',')) {
            if let Some(card) = self.rules.card(part) {
                arguments.card = card + 1;
                continue;
            }
            let argument = match part {
                "-" => Argument::None,
                "x" => Argument::Unit(63),
                _ if part.starts_with('s') => match part[1..].split_once('/') {
                    Some((a, b)) => Argument::Swap(number(a, "a slot")?, number(b, "a slot")?),
                    None => Argument::Slot(number(&part[1..], "a slot")?),
                },
                _ if part.starts_with(|c: char| c.is_ascii_digit()) => {
                    Argument::Number(number(part, "a number")?)
                }
                _ => Argument::Unit(self.unit_named(part)?),
            };
            let sane = match argument {
                Argument::Slot(slot) => (1..=4).contains(&slot),
                Argument::Swap(a, b) => (1..b).contains(&a) && b <= 4,
                Argument::Number(number) => number <= 31,
                _ => true,
            };
            if nth == MOST_ARGUMENTS || !sane {
                return Err(wrong());
            }
            arguments = arguments.with(nth, argument);
            nth += 1;
        }
        let mut words = rest.split(' ').filter(|word| !word.is_empty()).peekable();
        let mut card = self.state.card_of(who);
        if words.next_if_eq(&"of").is_some() {
            card = self.card(words.next().ok_or_else(wrong)?)?;
        }
        let named = match words.next_if_eq(&"it") {
            Some(_) => self.unit_named(words.next().ok_or_else(wrong)?)?,
            None => NOBODY,
        };
        let left = match words.next_if_eq(&"left") {
            Some(_) => number(words.next().ok_or_else(wrong)?, "a number")?,
            None => 0,
        };
        let stopped = words.next_if_eq(&"stopped").is_some();
        let wait = if words.next_if_eq(&"again").is_some() { Wait::No } else { Wait::Done };
        if words.next().is_some() || card == NO_CARD || left > 64 {
            return Err(wrong());
        }
        let effect = self.rules.face(card).effect(ability).ok_or_else(wrong)?;
        let clause = clause
            .checked_sub(1)
            .filter(|clause| usize::from(*clause) < effect.body.0.len())
            .ok_or_else(wrong)?;
        self.state.frames.push(Frame::Running(Running {
            unit: who,
            card,
            ability,
            clause,
            wait,
            left,
            stopped,
            named,
            arguments,
        }));
        Ok(())
    }

    fn loss(&mut self, text: &str) -> Read<()> {
        let wrong = || misread("the loss", text, "write for example `loss E before 4,3`");
        let mut words = text.split(' ').peekable();
        let set = |reader: &Self, list: Option<&str>| -> Read<u32> {
            let mut set = 0;
            for name in list.ok_or_else(wrong)?.split(',') {
                let who = reader.unit_named(name)?;
                if who >= NEUTRALS {
                    return Err(wrong());
                }
                set |= 1 << who;
            }
            Ok(set)
        };
        let units = set(self, words.next())?;
        let done = if words.next_if_eq(&"done").is_some() { set(self, words.next())? } else { 0 };
        let gone = if words.next_if_eq(&"gone").is_some() { set(self, words.next())? } else { 0 };
        let removed = words.next_if_eq(&"removed").is_some();
        if words.next() != Some("before") {
            return Err(wrong());
        }
        let mut before = [0; SEATS];
        let lives: Vec<&str> = words.next().ok_or_else(wrong)?.split(',').collect();
        if lives.len() != self.names.len() || words.next().is_some() {
            return Err(wrong());
        }
        for (life, (_, seat)) in lives.iter().zip(&self.names) {
            before[usize::from(*seat)] = number(life, "Life")?;
        }
        self.state.frames.push(Frame::Loss(Loss { units, done, removed, gone, before }));
        Ok(())
    }
}

/// The marks of a seat: blanks within quotation marks and brackets do not separate.
fn marks(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut from, mut quoted) = (0, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => {
                words.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    if from < text.len() {
        words.push(&text[from..]);
    }
    words
}

/// Whether names are those of the mode: sides once each, teams whole and apart.
fn names_fit(rules: &Rules, names: &[(u8, u8)]) -> bool {
    match rules.mode.first_team() {
        None => {
            let points: Vec<u8> = names.iter().map(|(name, _)| name / 4).collect();
            let plain = names.iter().all(|(name, _)| name % 4 == 0);
            let known: &[u8] = match rules.players {
                2 => &[3, 1],
                3 => &[3, 2, 1],
                _ => &[3, 2, 1, 0],
            };
            plain && points == known
        }
        Some(_) => names.iter().all(|&(name, seat)| {
            let same = |&&(other, of): &&(u8, u8)| {
                (other / 4 == name / 4) == (rules.teams[usize::from(of)] == rules.teams[usize::from(seat)])
            };
            let before = names.iter().filter(|(other, of)| other / 4 == name / 4 && of < &seat).count() as u8;
            names.iter().filter(same).count() == names.len()
                && name % 4 == before + 1
                && matches!(name / 4, 1 | 3)
        }),
    }
}

/// Refuses what no play could make sense of.
fn check(rules: &Rules, state: &State) -> Read<()> {
    let fault = |what: &str, remedy: &str| Err(Fault::new(what.to_owned(), remedy.to_owned()));
    let players = usize::from(rules.players);
    let mut taken = state.obstacles;
    let mut stand = |square: u8| -> bool {
        let free = taken >> square & 1 == 0;
        taken |= 1 << square;
        free
    };
    for (nth, neutral) in rules.neutrals.iter().enumerate() {
        if state.neutrals[nth] > 0 && !stand(neutral.0) {
            return fault("two stand on one space", "at most one occupies a space (TR-MOVE-8)");
        }
    }
    for side in state.seats.iter().take(players) {
        if side.square != NOWHERE && !stand(side.square) {
            return fault("two stand on one space", "at most one occupies a space (TR-MOVE-8)");
        }
        if side.is_alive() && side.champion == NO_CARD && state.step != Step::Z1 {
            return fault("a seat has no Champion", "name it before the @");
        }
        if side.champion == NO_CARD && side.slots.iter().any(Slot::is_filled) {
            return fault("a seat without a Champion has cards", "leave them out");
        }
        for slot in side.slots.iter().filter(|slot| slot.has(mark::DEPLOYED)) {
            if rules.face(slot.card).occupies() && !stand(slot.square) {
                return fault("two stand on one space", "at most one occupies a space (TR-MOVE-8)");
            }
            let edge = rules.face(slot.card).arena() == Some(crate::cards::Arena::Edge);
            if edge && rules.arena.next[usize::from(slot.square)][usize::from(slot.facing)] != NOWHERE {
                return fault(
                    "an Edge does not lie on an outer side",
                    "give it the side of its space (TR-R102)",
                );
            }
        }
        if !side.is_alive() {
            let dead = Side { champion: side.champion, name: side.name, ..Side::EMPTY };
            if *side != dead {
                return fault(
                    "a defeated seat has something left",
                    "it has no Life, Actions, marks or slots (TR-END-1)",
                );
            }
        }
    }
    let over = state.is_over();
    if over != (state.stage == OVER) {
        return fault("the game is over, or is it", "OVER and `over` go together");
    }
    if over {
        let team = rules.teams[state.winners.trailing_zeros() as usize];
        if state.winners != rules.members(team) {
            return fault("not all of a team have won", "name all its seats (TR-R123)");
        }
        return Ok(());
    }
    if state.living() == 0 && state.step != Step::G3 {
        return fault("nobody is left", "give somebody Life");
    }
    let placed =
        state.seats.iter().take(players).filter(|side| side.is_alive()).all(|side| side.square != NOWHERE);
    let in_rounds = (Step::P1..=Step::E3).contains(&state.step);
    let rounds = in_rounds || matches!(state.step, Step::G1);
    if (in_rounds && (state.stage == 0 || !placed)) || (rounds && !placed) {
        return fault(
            "a round without everybody in the Arena",
            "place everybody, or give the stage R0 and the step",
        );
    }
    let ordered = (Step::P5..=Step::E3).contains(&state.step);
    if ordered && bits(u32::from(state.living())).any(|seat| !state.order().contains(&seat)) {
        return fault("the Round Order lacks somebody", "name every living seat after the >");
    }
    if state.step <= Step::Z4 && state.stage != 0 {
        return fault("Round Zero has the stage R0", "write R0");
    }
    let turning = (Step::T1..=Step::T4).contains(&state.step);
    if turning != (state.turn != NO_SEAT) {
        return fault("whose turn is it", "name a seat after `turn` in T1 to T4, and nobody else");
    }
    let mut attacks = 0;
    for frame in &state.frames {
        match frame {
            Frame::Fight(fight) => {
                attacks += 1;
                let dice = (fight.step >= Blow::A7) == (fight.defense.0 != 0)
                    && (fight.step >= Blow::A10) == (fight.attack.0 != 0);
                let result = (fight.step >= Blow::A13) == fight.hit.is_some();
                if !dice || !result {
                    return fault(
                        "an attack lacks dice, a result or its card",
                        "give it what its step needs",
                    );
                }
            }
            Frame::Window(opening) if opening.window.is_of_attack() && attacks == 0 => {
                return fault("a window of an attack without one", "put the attack before it");
            }
            _ => {}
        }
    }
    if attacks > 0 && !in_rounds {
        return fault("an attack outside of rounds", "leave it out");
    }
    if rules.games > 1 && !chests::is_sound(rules, state) {
        return fault(
            "a War Chest or a battle deck could not come about so",
            "give chests in order, and decks as they are chosen from them (TR-R151)",
        );
    }
    if state.step == Step::Z4 && !(1..=rules.slots).contains(&state.filling) {
        return fault("no slot is filled", "write `seal D4` and the slot");
    }
    if !in_rounds && !state.frames.is_empty() {
        return fault("something is under way outside of rounds", "leave it out");
    }
    // Whatever waits for nobody would go on by itself.
    let mut after = state.clone();
    flow::advance(rules, &mut after, &mut NoLog);
    if after != *state {
        return fault(
            "the position waits for nobody: it would go on by itself",
            "give it as it is when somebody chooses or dice fall",
        );
    }
    Ok(())
}
