//! A position as text.

use super::{BLOWS, features, in_text_order, name_of, step_name, unit_name};
use crate::action::{Argument, MOST_ARGUMENTS, NO_CARD, Strike};
use crate::arena::{NOWHERE, POINTS, bits, square_name};
use crate::effects;
use crate::event::{reason_name, stage_name};
use crate::flow;
use crate::notation::{seat_name, strike_text};
use crate::rules::Rules;
use crate::scene::members;
use crate::state::{
    Blow, Dice, End, Fight, Frame, Lasting, Loss, NO_SEAT, NOBODY, OVER, Opening, POWER_TOKENS, Part,
    Running, SLOTS, Shove, State, Step, Unit, Units, Wait, flag, mark, seat_slot, unit,
};

fn token_name(rules: &Rules, name: u8) -> String {
    match POWER_TOKENS.get(usize::from(name)) {
        Some(word) => (*word).to_owned(),
        None => format!("\"{}\"", rules.tokens[usize::from(name)]),
    }
}

pub(super) fn tokens_text(rules: &Rules, state: &State, who: Unit) -> Vec<String> {
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
    if (side.flags & flag::BEGAN != 0) != usually_began(rules, state, seat) {
        parts.push("n".to_owned());
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
pub(super) fn reference(state: &State, who: Unit, ability: u8) -> String {
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
            Argument::Unit(63) => "?".to_owned(),
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
fn units_text(state: &State, set: Units) -> String {
    members(set.bits()).map(|who| unit_name(state, who)).collect::<Vec<_>>().join(",")
}

fn loss_text(rules: &Rules, state: &State, loss: &Loss) -> String {
    let mut text = format!("loss {}", units_text(state, loss.units));
    for (set, word) in [(loss.done, "done"), (loss.gone, "gone")] {
        if set != Units::default() {
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
            Frame::Shove(Shove { who, direction, far }) => {
                format!("forced {}>{}{far}", unit_name(state, *who), POINTS[usize::from(*direction & 3)])
            }
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
pub(super) fn head(rules: &Rules, state: &State) -> String {
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
        text += &format!(" place={}", state.place / 2 + 1);
    }
    if state.entering != 0 {
        let digits: String = bits(u32::from(state.entering)).map(|seat| (b'0' + seat) as char).collect();
        text += &format!(" entering={digits}");
    }
    text
}

/// The place in the list of turns that goes without saying: that of the seat on turn; of one against several, who
/// has many, the first. Rules: TR-R124.
pub(super) fn usual_place(rules: &Rules, state: &State) -> u8 {
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

/// Whether it goes without saying that one against several has begun a turn in this round: in its turns, and where
/// one of them precedes the turn of the enemy who is on. It fails where the enemies before that one fell before
/// their turns. Rules: TR-R124.
pub(super) fn usually_began(rules: &Rules, state: &State, seat: u8) -> bool {
    let is_later = || state.order().iter().find(|&&other| other != seat) != Some(&state.turn);
    rules.solo == Some(seat)
        && state.turn != NO_SEAT
        && (state.turn == seat || state.order().first() == Some(&seat) || is_later())
}

pub(super) fn clock(state: &State) -> String {
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
    let features = features(rules, state);
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
