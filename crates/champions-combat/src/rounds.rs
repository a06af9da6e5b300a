//! Setup, Draw, Initiative, the row, the end of turns, and those who leave.

use engine::Log;

use crate::event::Event;
use crate::phases;
use crate::setup::Rules;
use crate::state::{Figure, GONE, NO_STYLE, State, Step, seats};
use crate::turns;

/// The first position. Rules: CC-SETUP-1, CC-SETUP-5, CC-SETUP-6, CC-COMP-4, CC-COMP-5, CC-R5, CC-R10.
pub fn start(rules: &Rules) -> State {
    let gone = Figure { hex: GONE, facing: 0, style: NO_STYLE, power: 0, score: 0, hand: 0, discard: 0 };
    let mut state = State {
        figures: [gone; 4],
        round: 0,
        row: [0; 8],
        halves: [0; 2],
        slot: 0,
        step: Step::Style,
        active: 0,
        current: 0,
        card: 0,
        reacting: false,
        targets: 0,
        behind: 0,
        done: 0,
        hits: [0; 4],
        walk_from: 0,
        walk_left: 0,
        leaving: 0,
        capped: false,
    };
    let starts = rules.board.start(rules.players).expect("checked in setup");
    for (seat, start) in starts.iter().enumerate() {
        state.figures[seat].hex = start.hex.index() as u8;
        state.figures[seat].facing = start.face.index() as u8;
        if let Some(styles) = &rules.fixed_styles {
            state.figures[seat].style = styles[seat];
        }
    }
    if rules.fixed_styles.is_some() {
        draw(&mut state, &mut engine::NoLog);
    }
    state
}

/// Rules: CC-SETUP-4, CC-COMP-2, CC-R9.
pub fn deal_style(rules: &Rules, state: &mut State, seat: u8, style: u8, log: &mut impl Log<Event>) {
    debug_assert!(usize::from(style) < rules.styles.len(), "a Style of the game");
    state.figures[usize::from(seat)].style = style;
    log.add(Event::Styled(seat, style));
    state.current = seat + 1;
    next_dealt(state, log);
}

/// A new Round: hands and discards go back, everybody is dealt anew. Rules: CC-PHASE-1, CC-PHASE-2,
/// CC-PHASE-3, CC-DRAW-1, CC-DRAW-2, CC-R12.
fn draw(state: &mut State, log: &mut impl Log<Event>) {
    state.round = state.round.saturating_add(1);
    log.add(Event::RoundBegan(state.round));
    for figure in &mut state.figures {
        figure.hand = 0;
        figure.discard = 0;
    }
    state.row = [0; 8];
    state.halves = [0; 2];
    state.slot = 0;
    state.step = Step::Hand;
    state.current = 0;
    next_dealt(state, log);
}

/// Rules: CC-DRAW-3, CC-R8, CC-R12.
pub fn deal_hand(rules: &Rules, state: &mut State, seat: u8, hand: u32, log: &mut impl Log<Event>) {
    let hand = rules.canonical(usize::from(seat), hand);
    state.figures[usize::from(seat)].hand = hand;
    log.add(Event::Dealt(seat, hand.count_ones() as u8, Some(hand)));
    state.current = seat + 1;
    next_dealt(state, log);
}

/// While something is dealt seat by seat: the next seat that is still in, or what follows.
fn next_dealt(state: &mut State, log: &mut impl Log<Event>) {
    while state.current < 4 && state.figures[usize::from(state.current)].hex == GONE {
        state.current += 1;
    }
    if state.current == 4 {
        state.current = 0;
        if state.step == Step::Style {
            draw(state, log);
        } else {
            state.step = Step::Row;
        }
    }
}

/// Rules: CC-PHASE-4, CC-SETUP-3, CC-COMP-3, CC-DATA-2, CC-INIT-1 to CC-INIT-6, CC-R14.
pub fn lay_row(rules: &Rules, state: &mut State, count: u8, seats: u8, log: &mut impl Log<Event>) {
    let half = usize::from(state.current);
    let offset = if half == 0 { 0 } else { usize::from(state.halves[0]) };
    for i in 0..usize::from(count) {
        state.row[(offset + i) & 7] = seats >> (2 * i) & 3;
    }
    state.halves[half & 1] = count;
    log.add(Event::RowLaid(half as u8, count, seats));
    if half == 0 {
        state.current = 1;
    } else {
        state.current = 0;
        begin_slot(rules, state, log);
    }
}

/// Starts the slot, or what comes after the row. Rules: CC-PHASE-5, CC-RES-1, CC-RES-7, CC-RES-9, CC-RES-10,
/// CC-INIT-8, CC-INIT-9, CC-R16, CC-R20, CC-R68.
fn begin_slot(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    loop {
        let ordinary = state.halves[0] + state.halves[1];
        if state.slot > ordinary {
            if rules.round_cap > 0 && state.round >= rules.round_cap {
                state.capped = true;
                state.slot = ordinary;
                over(state);
                return log.add(Event::Capped(state.round, winners(rules, state)));
            }
            return draw(state, log);
        }
        let special = state.slot == ordinary;
        let active = if special {
            let leader = state.leader();
            if leader.is_none() {
                log.add(Event::NoLeader);
            }
            leader
        } else {
            let seat = usize::from(state.row[usize::from(state.slot & 7)]);
            Some(seat).filter(|&seat| state.figures[seat & 3].hex != GONE)
        };
        if let Some(seat) = active {
            if turns::is_playable(rules, state, seat) {
                state.active = seat as u8;
                state.step = Step::Turn;
                let began = if special { Event::SpecialBegan } else { Event::TurnBegan };
                log.add(began(seat as u8));
                return;
            }
            let cards = state.figures[seat].hand.count_ones() as u8;
            log.add(Event::Skipped(seat as u8, cards, special));
        }
        state.slot += 1;
    }
}

/// The turn is over: who wanted to leave leaves, and the next slot begins. Rules: CC-RES-9, CC-R69.
pub fn end_turn(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    clear_turn(state);
    if state.leaving == 0 || !remove_leavers(state, log) {
        state.slot += 1;
        begin_slot(rules, state, log);
    }
}

/// Forgets everything that belongs to a turn alone.
fn clear_turn(state: &mut State) {
    state.targets = 0;
    state.behind = 0;
    state.done = 0;
    state.hits = [0; 4];
    state.card = 0;
    state.current = 0;
    state.active = 0;
    state.reacting = false;
    state.walk_from = 0;
    state.walk_left = 0;
}

/// A seat has won by points. Rules: CC-WIN-1, CC-SCORE-2, CC-R66.
pub fn win(state: &mut State, seat: u8, log: &mut impl Log<Event>) {
    log.add(Event::Won(seat));
    clear_turn(state);
    state.leaving = 0;
    over(state);
}

fn over(state: &mut State) {
    state.step = Step::Over;
    state.active = 0;
    state.current = 0;
}

/// Takes those who leave off the board. Says whether that ended the game; if nobody is left, the position
/// keeps who went last. Rules: CC-R69, CC-R74.
fn remove_leavers(state: &mut State, log: &mut impl Log<Event>) -> bool {
    for seat in seats(state.leaving) {
        let Figure { style, score, .. } = state.figures[seat];
        state.figures[seat] = Figure { hex: GONE, facing: 0, style, power: 0, score, hand: 0, discard: 0 };
        log.add(Event::Left(seat as u8));
    }
    let left = state.still_in();
    if left.count_ones() > 1 {
        state.leaving = 0;
        return false;
    }
    if left == 0 {
        log.add(Event::Drawn(state.leaving));
    } else {
        state.leaving = 0;
        log.add(Event::Outlasted(left.trailing_zeros() as u8));
    }
    over(state);
    true
}

/// A player leaves: at once between turns, else when the turn ends. Rules: CC-R69.
pub fn resign(rules: &Rules, state: &mut State, seat: u8, log: &mut impl Log<Event>) {
    if state.figures[usize::from(seat)].hex == GONE || state.leaving >> seat & 1 == 1 {
        return;
    }
    state.leaving |= 1 << seat;
    log.add(Event::Resigned(seat));
    if !matches!(state.step, Step::Style | Step::Hand | Step::Row) {
        phases::leavers(rules, state, log);
    } else if !remove_leavers(state, log) && state.step != Step::Row {
        next_dealt(state, log);
    }
}

/// Who has won alone. Rules: CC-WIN-1, CC-R68, CC-R69.
pub fn winner(rules: &Rules, state: &State) -> Option<usize> {
    let set = winners(rules, state);
    set.is_power_of_two().then(|| set.trailing_zeros() as usize)
}

/// Who has won, or draws for the win, once the game is over. Rules: CC-WIN-1, CC-R68, CC-R69, CC-R74.
pub fn winners(rules: &Rules, state: &State) -> u8 {
    let still_in = state.still_in();
    match still_in.count_ones() {
        _ if state.step != Step::Over => 0,
        0 => state.leaving,
        1 => still_in,
        _ => {
            let best = seats(still_in).map(|seat| state.figures[seat].score).max().unwrap_or(0);
            debug_assert!(state.capped || best >= rules.win_score, "somebody ended the game");
            seats(still_in).filter(|&seat| state.figures[seat].score == best).map(|seat| 1 << seat).sum()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Settings, Sources};

    /// Whoever has resigned, or is gone, does not do so again.
    #[test]
    fn nobody_resigns_twice() {
        let settings = Settings::parse("players=4 styles=S1,S2,S3,S4").unwrap();
        let rules =
            crate::setup::rules(&settings, &Sources::none()).unwrap_or_else(|faults| panic!("{faults}"));
        let text = "B F1 SW S1 pw0 sc0 [K07] () | G F5 NW S2 pw0 sc0 [] () | O B5 NE S3 pw0 sc0 [] () | R gone S4 sc0 \
                    | round 1 row BGO BGO slot 0 | turn B";
        let mut state = crate::position::read(&rules, text).unwrap_or_else(|faults| panic!("{faults}"));
        for (seat, leaving) in [(3, 0), (2, 0b100), (2, 0b100), (3, 0b100), (1, 0b110), (1, 0b110)] {
            let mut events: Vec<Event> = Vec::new();
            let before = state;
            resign(&rules, &mut state, seat, &mut events);
            assert_eq!(state.leaving, leaving, "{seat}");
            assert_eq!(events.is_empty(), state == before, "{seat}: {events:?}");
        }
    }
}
