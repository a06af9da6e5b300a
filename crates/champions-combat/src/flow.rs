//! How a game goes: rounds, turns, attacks, reactions, scoring. The only writer of positions.

use engine::Actions;

use crate::action::{Action, EVERYONE, NOTHING, Part, Play, React};
use crate::hex::Direction;
use crate::icons::Section;
use crate::moves::Hexes;
use crate::setup::Rules;
use crate::state::{Figure, GONE, NO_STYLE, State, Step};

fn bits(set: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |seat| set >> seat & 1 == 1)
}

fn direction(facing: u8) -> Direction {
    Direction::N.turned(usize::from(facing))
}

/// The first position. Rules: CC-SETUP-1 to CC-SETUP-6, CC-R5, CC-R10.
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
        draw(rules, &mut state);
    }
    state
}

/// A new Round: hands and discards go back, everybody is dealt anew. Rules: CC-DRAW-1 to CC-DRAW-3, CC-R12.
fn draw(rules: &Rules, state: &mut State) {
    state.round = state.round.saturating_add(1);
    for figure in &mut state.figures {
        figure.hand = 0;
        figure.discard = 0;
    }
    state.row = [0; 8];
    state.halves = [0; 2];
    state.slot = 0;
    state.active = 0;
    state.step = Step::Hand;
    state.current = 0;
    skip_gone(rules, state);
}

/// While something is dealt seat by seat: moves on to the next seat that is still in and has nothing yet.
fn skip_gone(_: &Rules, state: &mut State) {
    while state.current < 4 && state.figures[usize::from(state.current)].hex == GONE {
        state.current += 1;
    }
    if state.current == 4 {
        state.current = 0;
        match state.step {
            Step::Style => unreachable!("Styles are followed by a draw in `apply`"),
            _ => state.step = Step::Row,
        }
    }
}

/// Starts the slot, or what comes after the row. Rules: CC-RES-1, CC-RES-7, CC-INIT-8, CC-R16, CC-R20.
fn slot(rules: &Rules, state: &mut State) {
    loop {
        let ordinary = state.halves[0] + state.halves[1];
        if state.slot > ordinary {
            if rules.round_cap > 0 && state.round >= rules.round_cap {
                state.capped = true;
                return over(state);
            }
            return draw(rules, state);
        }
        let active = if state.slot < ordinary {
            Some(usize::from(state.row[usize::from(state.slot)]))
                .filter(|&seat| state.figures[seat].hex != GONE)
        } else {
            state.leader()
        };
        if let Some(seat) = active {
            state.active = seat as u8;
            state.step = Step::Turn;
            if is_playable(rules, state, seat) {
                return leavers(rules, state);
            }
        }
        state.slot += 1;
    }
}

/// The turn is over: who wanted to leave leaves, and the next slot begins. Rules: CC-R69.
fn end_turn(rules: &Rules, state: &mut State) {
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
    if !remove_leavers(state) {
        state.slot += 1;
        slot(rules, state);
    }
}

/// Takes those who leave off the board. Says whether that ended the game.
fn remove_leavers(state: &mut State) -> bool {
    for seat in bits(state.leaving) {
        let figure = &mut state.figures[seat];
        figure.hex = GONE;
        figure.power = 0;
        figure.hand = 0;
    }
    let left = state.leaving != 0;
    state.leaving = 0;
    if left && state.still_in().count_ones() <= 1 {
        over(state);
        return true;
    }
    false
}

fn over(state: &mut State) {
    state.step = Step::Over;
    state.active = 0;
    state.current = 0;
}

/// A player leaves. Rules: CC-R69.
pub fn resign(rules: &Rules, state: &mut State, seat: usize) {
    state.leaving |= 1 << seat;
    if matches!(state.step, Step::Style | Step::Hand | Step::Row) {
        let dealt = state.step;
        if !remove_leavers(state) && dealt != Step::Row {
            next_dealt(rules, state);
        }
    } else {
        leavers(rules, state);
    }
}

/// After somebody left while cards are dealt: the next who is still to be dealt to.
fn next_dealt(rules: &Rules, state: &mut State) {
    let step = state.step;
    if step == Step::Style {
        while state.current < 4 && state.figures[usize::from(state.current)].hex == GONE {
            state.current += 1;
        }
        if state.current == 4 {
            draw(rules, state);
        }
    } else {
        skip_gone(rules, state);
    }
}

/// Whoever leaves decides nothing any more: the defaults are played. Rules: CC-R69.
fn leavers(rules: &Rules, state: &mut State) {
    while let Some(seat) = state.waits_for().filter(|&seat| state.leaving >> seat & 1 == 1) {
        let action = default_action(rules, state, seat);
        carry_out(rules, state, action);
    }
}

// ---------------------------------------------------------------- what can be done

/// The cards of a hand, of equal faces the lowest only. Rules: CC-R8.
fn cards<'r>(rules: &'r Rules, state: &State, seat: usize) -> impl Iterator<Item = usize> + use<'r> {
    let hand = state.figures[seat].hand;
    let twins = &rules.twins[seat];
    (0..rules.decks[seat].len()).filter(move |&card| hand >> card & 1 == 1 && hand & twins[card] == 0)
}

/// The enemies on Style hexes, as bits. Rules: CC-ATTACK-2, CC-ATTACK-3, CC-R40.
fn reachable(rules: &Rules, state: &State, seat: usize) -> u8 {
    let figure = &state.figures[seat];
    let [three, four] = rules.reach(figure.style, usize::from(figure.hex), direction(figure.facing));
    let covered = Hexes(three | four);
    bits(state.still_in())
        .filter(|&other| other != seat && covered.has(usize::from(state.figures[other].hex)))
        .fold(0, |set, other| set | 1 << other)
}

/// Whether a Move section can be used, its price apart. Rules: CC-R19, CC-R27.
fn can_walk(rules: &Rules, state: &State, seat: usize, section: &Section) -> bool {
    let (from, others) = (usize::from(state.figures[seat].hex), state.others(seat));
    match section.steps {
        None | Some(0) => true,
        Some(steps) if section.displace => rules.ways.completes(from, from, others, steps),
        Some(steps) => !rules.ways.walk_ends(from, others, steps).is_empty(),
    }
}

/// Whether a seat has anything to play on its turn. Rules: CC-RES-7, CC-R19.
fn is_playable(rules: &Rules, state: &State, seat: usize) -> bool {
    let power = state.figures[seat].power;
    let in_reach = reachable(rules, state, seat) != 0;
    cards(rules, state, seat).any(|card| {
        let card = &rules.decks[seat][card];
        (card.walk.cost <= power && can_walk(rules, state, seat, &card.walk))
            || (card.attack.cost <= power && in_reach)
    })
}

/// Adds everything that whoever is waited for can do, in canonical order.
pub fn legal(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    match state.step {
        Step::Turn => legal_turn(rules, state, out),
        Step::Walk => legal_walk(rules, state, out),
        Step::Push => legal_push(rules, state, out),
        Step::FumbleOrder => {
            bits(state.targets & !state.done).for_each(|seat| out.push(Action::Order(seat as u8)));
        }
        Step::Fumble => {
            let now = state.figures[usize::from(state.active)].facing;
            (0..6).filter(|&f| f != now || !rules.fumble_must_turn).for_each(|f| out.push(Action::Fumble(f)));
        }
        Step::ReactOrder => {
            bits(eligible(state) & !state.done).for_each(|seat| out.push(Action::Order(seat as u8)));
        }
        Step::React => legal_react(rules, state, out),
        Step::Style | Step::Hand | Step::Row | Step::Roll | Step::Over => {}
    }
}

/// Rules: CC-RES-2, CC-RES-5, CC-RES-6, CC-R18, CC-R21.
fn legal_turn(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    let seat = usize::from(state.active);
    let power = state.figures[seat].power;
    let in_reach = reachable(rules, state, seat);
    for card in cards(rules, state, seat) {
        let (walk, attack) = (&rules.decks[seat][card].walk, &rules.decks[seat][card].attack);
        let blank = Play {
            card: card as u8,
            attack: false,
            hex: NOTHING,
            relocation: NOTHING,
            facing: NOTHING,
            target: NOTHING,
        };
        if walk.cost <= power {
            legal_moves(rules, state, seat, walk, &blank, out);
        }
        if attack.cost <= power && in_reach != 0 {
            let strike = Play { attack: true, ..blank };
            if attack.barrage {
                out.push(Action::Play(Play { target: EVERYONE, ..strike }));
            } else {
                bits(in_reach).for_each(|t| out.push(Action::Play(Play { target: t as u8 + 1, ..strike })));
            }
        }
    }
    if state.is_special() {
        out.push(Action::Pass);
    }
}

/// Rules: CC-MOVE-2 to CC-MOVE-7, CC-DISP-1, CC-R30 to CC-R34.
fn legal_moves(
    rules: &Rules,
    state: &State,
    seat: usize,
    section: &Section,
    blank: &Play,
    out: &mut Actions<Action>,
) {
    let (from, others) = (usize::from(state.figures[seat].hex), state.others(seat));
    let mut all_facings = |hex: u8, relocation: u8| {
        (1..=6).for_each(|facing| out.push(Action::Play(Play { hex, relocation, facing, ..*blank })));
    };
    match section.steps {
        Some(_) if section.is_long() => {
            if can_walk(rules, state, seat, section) {
                out.push(Action::Play(*blank));
            }
        }
        None => out.push(Action::Play(*blank)),
        Some(0) => all_facings(NOTHING, NOTHING),
        Some(_) if section.displace => {
            for hex in rules.ways.around(from).iter() {
                if others.has(hex) {
                    for relocation in rules.ways.relocations(from, hex, others).iter() {
                        all_facings(hex as u8 + 1, relocation as u8 + 1);
                    }
                } else {
                    all_facings(hex as u8 + 1, NOTHING);
                }
            }
        }
        Some(steps) => {
            rules
                .ways
                .walk_ends(from, others, steps)
                .iter()
                .for_each(|hex| all_facings(hex as u8 + 1, NOTHING));
        }
    }
}

/// Rules: CC-R72.
fn legal_walk(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    let seat = usize::from(state.current);
    let (at, others) = (usize::from(state.figures[seat].hex), state.others(seat));
    let (start, left) = (usize::from(state.walk_from), state.walk_left);
    let whole = !walking_section(rules, state).displace;
    let mut part = |hex: usize, relocation: u8, last: bool| {
        let (hex, facings) = (hex as u8 + 1, if last { 1..=6 } else { 0..=0 });
        facings.for_each(|facing| out.push(Action::Walk(Part { whole, hex, relocation, facing })));
    };
    if whole {
        rules.ways.walk_ends(at, others, left).iter().for_each(|hex| part(hex, NOTHING, true));
        return;
    }
    for hex in rules.ways.around(at).iter() {
        if !others.has(hex) {
            if rules.ways.completes(start, hex, others, left - 1) {
                part(hex, NOTHING, left == 1);
            }
            continue;
        }
        for relocation in rules.ways.relocations(at, hex, others).iter() {
            let moved = Hexes(others.0 & !(1 << hex) | 1 << relocation);
            if rules.ways.completes(start, hex, moved, left - 1) {
                part(hex, relocation as u8 + 1, left == 1);
            }
        }
    }
}

fn walking_section<'r>(rules: &'r Rules, state: &State) -> &'r Section {
    let card = &rules.decks[usize::from(state.current)][usize::from(state.card)];
    if state.reacting { &card.reaction } else { &card.walk }
}

/// Rules: CC-PUSH-1 to CC-PUSH-3, CC-R50, CC-R53, CC-R54.
fn legal_push(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    let barrage = attack_section(rules, state).barrage;
    for target in bits(state.targets & !state.done) {
        let name = if barrage { target as u8 + 1 } else { NOTHING };
        push_hexes(rules, state, target).iter().for_each(|hex| out.push(Action::Push(name, hex as u8)));
    }
}

fn push_hexes(rules: &Rules, state: &State, target: usize) -> Hexes {
    let attacker = usize::from(state.active);
    let from = usize::from(state.figures[attacker].hex);
    rules.ways.pushes(from, usize::from(state.figures[target].hex), state.others(target), rules.push_away)
}

/// Rules: CC-REACT-2 to CC-REACT-6, CC-R58 to CC-R64.
fn legal_react(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    let seat = usize::from(state.current);
    let (from, others) = (usize::from(state.figures[seat].hex), state.others(seat));
    for card in cards(rules, state, seat) {
        let section = &rules.decks[seat][card].reaction;
        if section.cost > state.figures[seat].power {
            continue;
        }
        let blank = React { card: card as u8, walk: false, hex: NOTHING, facing: NOTHING };
        out.push(Action::React(blank));
        match section.steps {
            None => {}
            Some(_) if section.is_long() && !can_walk(rules, state, seat, section) => {}
            Some(_) if section.is_long() => out.push(Action::React(React { walk: true, ..blank })),
            Some(0) => (1..=6).for_each(|facing| out.push(Action::React(React { facing, ..blank }))),
            Some(steps) => {
                for hex in rules.ways.walk_ends(from, others, steps).iter() {
                    (1..=6).for_each(|f| {
                        out.push(Action::React(React { hex: hex as u8 + 1, facing: f, ..blank }));
                    });
                }
            }
        }
    }
    out.push(Action::Decline);
}

/// Who may react: not attacked from behind, with a card in hand. Rules: CC-REACT-3, CC-R47.
fn eligible(state: &State) -> u8 {
    let with_cards = bits(state.targets & !state.behind).filter(|&seat| state.figures[seat].hand != 0);
    with_cards.fold(0, |set, seat| set | 1 << seat)
}

/// What a time-out plays. Rules: CC-R69.
pub fn default_action(rules: &Rules, state: &State, seat: usize) -> Action {
    let mut actions = Actions::new();
    legal(rules, state, &mut actions);
    match state.step {
        Step::Turn if state.is_special() => Action::Pass,
        Step::Turn => {
            let facing = state.figures[seat].facing + 1;
            let stands = |action: &&Action| match action {
                Action::Play(play) if !play.attack => {
                    let steps = rules.decks[seat][usize::from(play.card)].walk.steps;
                    steps.is_none() || (steps == Some(0) && play.facing == facing)
                }
                _ => false,
            };
            let moves = |action: &&Action| matches!(action, Action::Play(play) if !play.attack);
            *actions.iter().find(stands).or(actions.iter().find(moves)).unwrap_or(&actions[0])
        }
        Step::Push => {
            let Action::Push(target, _) = actions[0] else { unreachable!("a push is due") };
            let hex = usize::from(state.figures[pushed(state, target)].hex);
            let place = rules.board.place(rules.board.hexes().nth(hex).expect("a hex of the board"));
            let clockwise = Direction::ALL.iter().filter_map(|&d| rules.board.at(place.step(d)));
            let first = clockwise
                .map(|next| Action::Push(target, next.index() as u8))
                .find(|push| actions.contains(push));
            first.unwrap_or(actions[0])
        }
        Step::Fumble => Action::Fumble((state.figures[usize::from(state.active)].facing + 1) % 6),
        Step::React => Action::Decline,
        _ => actions[0],
    }
}

// ---------------------------------------------------------------- what happens

/// Carries out an action that is legal, and then whatever those who leave would have decided.
pub fn apply(rules: &Rules, state: &mut State, action: Action) {
    carry_out(rules, state, action);
    leavers(rules, state);
}

fn carry_out(rules: &Rules, state: &mut State, action: Action) {
    match action {
        Action::Style(seat, style) => {
            state.figures[usize::from(seat)].style = style;
            state.current = seat + 1;
            next_dealt(rules, state);
        }
        Action::Hand(seat, hand) => {
            state.figures[usize::from(seat)].hand = canonical(rules, usize::from(seat), hand);
            state.current = seat + 1;
            skip_gone(rules, state);
        }
        Action::Row(count, seats) => lay_row(rules, state, count, seats),
        Action::Play(play) => take_turn(rules, state, &play),
        Action::Walk(part) => walk_part(rules, state, &part),
        Action::Roll(faces) => roll(rules, state, faces),
        Action::Push(name, hex) => {
            let target = pushed(state, name);
            state.figures[target].hex = hex;
            state.done |= 1 << target;
            after_push(rules, state);
        }
        Action::Order(seat) => {
            state.current = seat;
            state.step = if state.step == Step::FumbleOrder { Step::Fumble } else { Step::React };
        }
        Action::Fumble(facing) => {
            state.figures[usize::from(state.active)].facing = facing;
            state.done |= 1 << state.current;
            after_fumble(rules, state);
        }
        Action::React(react) => react_with(rules, state, &react),
        Action::Decline => after_reaction(rules, state),
        Action::Pass => end_turn(rules, state),
    }
}

/// Whom a Push names: outside a Barrage there is one target only.
fn pushed(state: &State, name: u8) -> usize {
    if name == NOTHING { state.targets.trailing_zeros() as usize } else { usize::from(name) - 1 }
}

/// Of equal faces the lowest ids, so that equal hands are equal positions. Rules: CC-R8.
fn canonical(rules: &Rules, seat: usize, hand: u32) -> u32 {
    let twins = &rules.twins[seat];
    let mut kept = 0u32;
    for card in (0..rules.decks[seat].len()).filter(|card| hand >> card & 1 == 1) {
        // The lowest card of this face that is not taken yet.
        let family = twins[card] | 1 << card;
        let lowest = (0..=card).find(|&c| family >> c & 1 == 1 && kept >> c & 1 == 0).unwrap_or(card);
        kept |= 1 << lowest;
    }
    kept
}

/// Rules: CC-INIT-1 to CC-INIT-6, CC-R14.
fn lay_row(rules: &Rules, state: &mut State, count: u8, seats: u8) {
    let half = usize::from(state.current);
    let offset = usize::from(if half == 0 { 0 } else { state.halves[0] });
    for i in 0..usize::from(count) {
        state.row[offset + i] = seats >> (2 * i) & 3;
    }
    state.halves[half] = count;
    if half == 0 {
        state.current = 1;
    } else {
        state.current = 0;
        state.slot = 0;
        slot(rules, state);
    }
}

fn spend(state: &mut State, seat: usize, section: &Section) {
    state.figures[seat].power -= section.cost;
}

/// Rules: CC-POWER-4, CC-R25.
fn gain(state: &mut State, seat: usize, section: &Section) {
    state.figures[seat].power += section.gain.min(state.pile());
}

fn discard(state: &mut State, seat: usize, card: u8) {
    state.figures[seat].hand &= !(1 << card);
    state.figures[seat].discard |= 1 << card;
}

/// Moves a figure, and whoever stood there. Rules: CC-MOVE-6, CC-DISP-2, CC-DISP-4.
fn go(state: &mut State, seat: usize, hex: u8, relocation: u8, facing: u8) {
    if hex != NOTHING {
        if relocation != NOTHING
            && let Some(other) = state.occupant(usize::from(hex) - 1)
        {
            state.figures[other].hex = relocation - 1;
        }
        state.figures[seat].hex = hex - 1;
    }
    if facing != NOTHING {
        state.figures[seat].facing = facing - 1;
    }
}

fn take_turn(rules: &Rules, state: &mut State, play: &Play) {
    let seat = usize::from(state.active);
    let card = &rules.decks[seat][usize::from(play.card)];
    if play.attack {
        return attack(rules, state, play);
    }
    discard(state, seat, play.card);
    spend(state, seat, &card.walk);
    if card.walk.is_long() {
        return begin_walk(state, seat, play.card, false, card.walk.steps.unwrap_or(0));
    }
    go(state, seat, play.hex, play.relocation, play.facing);
    gain(state, seat, &card.walk);
    end_turn(rules, state);
}

fn begin_walk(state: &mut State, seat: usize, card: u8, reacting: bool, steps: u8) {
    state.step = Step::Walk;
    state.current = seat as u8;
    state.card = card;
    state.reacting = reacting;
    state.walk_from = state.figures[seat].hex;
    state.walk_left = steps;
}

/// Rules: CC-R37, CC-R72.
fn walk_part(rules: &Rules, state: &mut State, part: &Part) {
    let seat = usize::from(state.current);
    go(state, seat, part.hex, part.relocation, part.facing);
    state.walk_left -= 1;
    if part.facing == NOTHING {
        return;
    }
    let section = walking_section(rules, state);
    gain(state, seat, section);
    state.walk_left = 0;
    state.walk_from = 0;
    if state.reacting {
        state.reacting = false;
        state.card = 0;
        after_reaction(rules, state);
    } else {
        end_turn(rules, state);
    }
}

/// Declares an attack: targets and who is attacked from behind are fixed here. Rules: CC-REACT-3, CC-R42,
/// CC-R43, CC-R57.
fn attack(rules: &Rules, state: &mut State, play: &Play) {
    let seat = usize::from(state.active);
    let section = &rules.decks[seat][usize::from(play.card)].attack;
    discard(state, seat, play.card);
    spend(state, seat, section);
    state.card = play.card;
    state.targets =
        if play.target == EVERYONE { reachable(rules, state, seat) } else { 1 << (play.target - 1) };
    let from = usize::from(state.figures[seat].hex);
    state.behind = bits(state.targets)
        .filter(|&target| {
            let figure = &state.figures[target];
            let hex = rules.board.hexes().nth(usize::from(figure.hex)).expect("a hex of the board");
            rules.board.step(hex, direction(figure.facing).turned(3)).is_some_and(|b| b.index() == from)
        })
        .fold(0, |set, target| set | 1 << target);
    state.step = Step::Roll;
}

/// What a hit on a target needs. Rules: CC-ATTACK-3, CC-R40.
pub fn need(rules: &Rules, state: &State, target: usize) -> u8 {
    let figure = &state.figures[usize::from(state.active)];
    let [three, _] = rules.reach(figure.style, usize::from(figure.hex), direction(figure.facing));
    if Hexes(three).has(usize::from(state.figures[target].hex)) { 3 } else { 4 }
}

/// How many dice are rolled for each target. Rules: CC-ATTACK-5, CC-R44.
pub fn dice(rules: &Rules, state: &State) -> u8 {
    rules.decks[usize::from(state.active)][usize::from(state.card)].attack.dice
}

fn roll(rules: &Rules, state: &mut State, faces: u64) {
    let count = usize::from(dice(rules, state));
    for (i, target) in bits(state.targets).enumerate() {
        let need = u64::from(need(rules, state, target));
        state.hits[target] =
            (0..count).filter(|die| faces >> (3 * (i * count + die)) & 7 >= need).count() as u8;
    }
    after_push(rules, state);
}

fn attack_section<'r>(rules: &'r Rules, state: &State) -> &'r Section {
    &rules.decks[usize::from(state.active)][usize::from(state.card)].attack
}

/// The next Push, if one is due and there is room. Rules: CC-R50, CC-R54, CC-R55.
fn after_push(rules: &Rules, state: &mut State) {
    let room = |&target: &usize| !push_hexes(rules, state, target).is_empty();
    if attack_section(rules, state).push && bits(state.targets & !state.done).any(|target| room(&target)) {
        state.step = Step::Push;
        return;
    }
    state.done = 0;
    if attack_section(rules, state).fumble { next_fumble(state) } else { after_effects(rules, state) }
}

/// Rules: CC-R50, CC-R51.
fn next_fumble(state: &mut State) {
    let left = state.targets & !state.done;
    if left.count_ones() > 1 {
        state.step = Step::FumbleOrder;
    } else {
        state.step = Step::Fumble;
        state.current = left.trailing_zeros() as u8;
    }
}

fn after_fumble(rules: &Rules, state: &mut State) {
    if state.targets & !state.done == 0 {
        state.done = 0;
        after_effects(rules, state);
    } else {
        next_fumble(state);
    }
}

/// The attacker gains, then the targets react. Rules: CC-R42, CC-R45.
fn after_effects(rules: &Rules, state: &mut State) {
    gain(state, usize::from(state.active), attack_section(rules, state));
    state.card = 0;
    state.done = 0;
    next_reaction(rules, state);
}

/// Rules: CC-BARR-2, CC-R47.
fn next_reaction(rules: &Rules, state: &mut State) {
    let left = eligible(state) & !state.done;
    state.current = 0;
    match left.count_ones() {
        0 => score(rules, state),
        1 => {
            state.step = Step::React;
            state.current = left.trailing_zeros() as u8;
        }
        _ => state.step = Step::ReactOrder,
    }
}

/// Rules: CC-REACT-5, CC-REACT-6, CC-SHLD-1, CC-RMOVE-1, CC-R60, CC-R62.
fn react_with(rules: &Rules, state: &mut State, react: &React) {
    let seat = usize::from(state.current);
    let section = &rules.decks[seat][usize::from(react.card)].reaction;
    discard(state, seat, react.card);
    spend(state, seat, section);
    state.hits[seat] = state.hits[seat].saturating_sub(section.shields);
    if react.walk {
        return begin_walk(state, seat, react.card, true, section.steps.unwrap_or(0));
    }
    go(state, seat, react.hex, NOTHING, react.facing);
    gain(state, seat, section);
    after_reaction(rules, state);
}

fn after_reaction(rules: &Rules, state: &mut State) {
    state.done |= 1 << state.current;
    next_reaction(rules, state);
}

/// Rules: CC-SCORE-1, CC-SCORE-2, CC-WIN-1, CC-R65, CC-R66.
fn score(rules: &Rules, state: &mut State) {
    let active = usize::from(state.active);
    state.figures[active].score += state.hits.iter().sum::<u8>();
    if state.figures[active].score >= rules.win_score {
        state.targets = 0;
        state.behind = 0;
        state.done = 0;
        state.hits = [0; 4];
        state.leaving = 0;
        return over(state);
    }
    end_turn(rules, state);
}
