//! The text of positions. `docs/champions-combat.md` describes it.

use engine::{Fault, Faults, Place, text};

use crate::hex::Direction;
use crate::icons::Section;
use crate::notation::{SEATS, card_ids, facing_name, hex_name};
use crate::setup::Rules;
use crate::state::{Figure, GONE, NO_STYLE, POWER_TOKENS, State, Step, seats};
use crate::{attacks, reactions, turns};

/// A position as it is written.
pub fn write(rules: &Rules, state: &State, out: &mut String) {
    for seat in 0..usize::from(rules.players) {
        out.push_str(&figure_text(rules, seat, &state.figures[seat]));
        out.push_str(" | ");
    }
    let half = |from: u8, count: u8| {
        let row = &state.row[usize::from(from)..usize::from(from + count)];
        if count == 0 { "-".to_owned() } else { row.iter().map(|&seat| SEATS[usize::from(seat)]).collect() }
    };
    let [first, second] = state.halves;
    out.push_str(&format!("round {} row {} {} ", state.round, half(0, first), half(first, second)));
    out.push_str(&format!("slot {} | {}", state.slot, step_text(rules, state)));
}

fn figure_text(rules: &Rules, seat: usize, figure: &Figure) -> String {
    let style = rules.styles.get(usize::from(figure.style)).map_or("-", |style| style.id.as_str());
    let (name, score) = (SEATS[seat], figure.score);
    if figure.hex == GONE {
        return format!("{name} gone {style} sc{score}");
    }
    format!(
        "{name} {} {} {style} pw{} sc{score} [{}] ({})",
        hex_name(rules, figure.hex),
        facing_name(figure.facing),
        figure.power,
        card_ids(rules, seat, figure.hand).join(" "),
        card_ids(rules, seat, figure.discard).join(" ")
    )
}

/// The word for a step, as views show it too.
pub fn step_word(step: Step) -> &'static str {
    match step {
        Step::Style => "style",
        Step::Hand => "hand",
        Step::Row => "row",
        Step::Turn => "turn",
        Step::Walk => "walk",
        Step::Roll => "roll",
        Step::Push => "push",
        Step::FumbleOrder => "order-fumbles",
        Step::Fumble => "fumble",
        Step::ReactOrder => "order-reactions",
        Step::React => "react",
        Step::Over => "over",
    }
}

fn letters(set: u8) -> String {
    seats(set).map(|seat| SEATS[seat]).collect()
}

fn step_text(rules: &Rules, state: &State) -> String {
    let word = step_word(state.step);
    let (active, current) = (usize::from(state.active), usize::from(state.current));
    let card = |seat: usize| rules.decks[seat][usize::from(state.card)].id.as_str();
    let mut text = match state.step {
        Step::Style | Step::Hand => format!("{word} {}", SEATS[current]),
        Step::Row => format!("{word} {}", current + 1),
        Step::Turn => format!("{word} {}", SEATS[active]),
        Step::Walk => {
            let from = hex_name(rules, state.walk_from);
            let walk =
                format!("{word} {} {} from {from} left {}", SEATS[current], card(current), state.walk_left);
            if state.reacting { format!("{walk} by {}{}", SEATS[active], targets_text(state)) } else { walk }
        }
        Step::Roll | Step::Push | Step::FumbleOrder => {
            format!("{word} {} {}{}", SEATS[active], card(active), targets_text(state))
        }
        Step::Fumble => {
            format!("{word} {} by {} {}{}", SEATS[current], SEATS[active], card(active), targets_text(state))
        }
        Step::ReactOrder => format!("{word} {}{}", SEATS[active], targets_text(state)),
        Step::React => format!("{word} {} by {}{}", SEATS[current], SEATS[active], targets_text(state)),
        Step::Over if state.capped => format!("{word} capped"),
        Step::Over if state.leaving != 0 => return format!("{word} left {}", letters(state.leaving)),
        Step::Over => word.to_owned(),
    };
    if state.leaving != 0 {
        text += &format!(" leaving {}", letters(state.leaving));
    }
    text
}

/// ` on G2 O1b R0d`.
fn targets_text(state: &State) -> String {
    let mut text = " on".to_owned();
    for seat in seats(state.targets) {
        text += &format!(" {}{}", SEATS[seat], state.hits[seat]);
        text += if state.behind >> seat & 1 == 1 { "b" } else { "" };
        text += if state.done >> seat & 1 == 1 { "d" } else { "" };
    }
    text
}

/// A position as it is read. Everything is checked that could make no sense; all that is wrong is told.
pub fn read(rules: &Rules, text: &str) -> Result<State, Faults> {
    let players = usize::from(rules.players);
    let parts: Vec<&str> = text.split(" | ").collect();
    if parts.len() != players + 2 {
        let what = format!("a position of {} parts", parts.len());
        let remedy = format!("write {players} seats, the Round and what is waited for, with ` | ` between");
        return Err(Fault::new(what, remedy).at(Place::Part("position")).into());
    }
    let mut faults = Faults::none();
    let mut state = crate::rounds::start(rules);
    for (seat, part) in parts.iter().enumerate().take(players) {
        if let Some(figure) = faults.take(read_figure(rules, seat, part)) {
            state.figures[seat] = figure;
        }
    }
    faults.take(read_round(rules, parts[players], &mut state));
    if faults.is_empty() {
        faults.take(read_step(rules, parts[players + 1], &mut state));
    }
    if faults.is_empty() {
        check(rules, &state, &mut faults);
    }
    if faults.is_empty() {
        let mut again = String::new();
        write(rules, &state, &mut again);
        if again != text {
            faults.push(Fault::new("that is another way to write a position", format!("write `{again}`")));
        }
    }
    for fault in &mut faults.0 {
        fault.place = Place::Part("position");
    }
    faults.or(state)
}

fn wrong(what: impl Into<String>, remedy: impl Into<String>) -> Fault {
    Fault::new(what, remedy)
}

fn read_figure(rules: &Rules, seat: usize, part: &str) -> Result<Figure, Fault> {
    let form = format!(
        "seat {} such as `{} D4 N S1 pw0 sc0 [K07] (K01)` or `{0} gone S1 sc3`",
        SEATS[seat], SEATS[seat]
    );
    let misread = || text::misread(part, &form);
    let rest = part.strip_prefix(SEATS[seat]).and_then(|rest| rest.strip_prefix(' ')).ok_or_else(misread)?;
    let number = |text: &str, prefix: &str| -> Result<u8, Fault> {
        text::number(text.strip_prefix(prefix).ok_or_else(misread)?, "a number of tokens")
    };
    let style = |id: &str| match id {
        "-" => Ok(NO_STYLE),
        _ => rules.styles.iter().position(|style| style.id == id).map(|i| i as u8).ok_or_else(|| {
            let known: Vec<&str> = rules.styles.iter().map(|style| style.id.as_str()).collect();
            wrong(format!("there is no Style `{id}`"), format!("the Styles are {}", known.join(", ")))
        }),
    };
    if let Some(gone) = rest.strip_prefix("gone ") {
        let [id, score] = text::words(gone, &form)?;
        let (style, score) = (style(id)?, number(score, "sc")?);
        return Ok(Figure { hex: GONE, facing: 0, style, power: 0, score, hand: 0, discard: 0 });
    }
    let (head, cards) = rest.split_once(" [").ok_or_else(misread)?;
    let (hand, discard) = cards.split_once("] (").ok_or_else(misread)?;
    let discard = discard.strip_suffix(')').ok_or_else(misread)?;
    let [hex, facing, id, power, score] = text::words(head, &form)?;
    let hex = rules
        .board
        .read(hex)
        .ok_or_else(|| wrong(format!("there is no hex `{hex}`"), "give a hex of the board"))?;
    let facing = Direction::read(facing).ok_or_else(|| {
        wrong(format!("there is no facing `{facing}`"), "the facings are N, NE, SE, S, SW and NW")
    })?;
    Ok(Figure {
        hex: hex.index() as u8,
        facing: facing.index() as u8,
        style: style(id)?,
        power: number(power, "pw")?,
        score: number(score, "sc")?,
        hand: read_cards(rules, seat, hand)?,
        discard: read_cards(rules, seat, discard)?,
    })
}

fn read_cards(rules: &Rules, seat: usize, list: &str) -> Result<u32, Fault> {
    let ids: Vec<&str> = list.split(' ').filter(|_| !list.is_empty()).collect();
    if let Some((_, twice)) = ids.iter().enumerate().find(|(i, id)| ids[..*i].contains(id)) {
        return Err(wrong(format!("`{twice}` is named twice"), "a card is in one place"));
    }
    ids.into_iter().map(|id| read_card(rules, seat, id)).try_fold(0, |set, card| Ok(set | 1 << card?))
}

fn read_card(rules: &Rules, seat: usize, id: &str) -> Result<u8, Fault> {
    let card = rules.decks[seat].iter().position(|card| card.id == id);
    card.map(|card| card as u8).ok_or_else(|| {
        wrong(format!("there is no card `{id}` in the deck of {}", SEATS[seat]), "give cards of that deck")
    })
}

fn read_round(rules: &Rules, part: &str, state: &mut State) -> Result<(), Fault> {
    let form = "the Round such as `round 1 row BG GB slot 0`";
    let [round_word, round, row_word, first, second, slot_word, slot] = text::words(part, form)?;
    if (round_word, row_word, slot_word) != ("round", "row", "slot") {
        return Err(text::misread(part, form));
    }
    state.round = text::number(round, "the number of a Round")?;
    state.slot = text::number(slot, "a slot")?;
    state.row = [0; 8];
    state.halves = [0; 2];
    let mut length = 0;
    for (half, text) in [first, second].into_iter().enumerate() {
        let named = read_seats(rules, text)?;
        if named.len() > 4 {
            return Err(wrong(format!("`{text}` is no half of a row"), "name each seat once"));
        }
        state.halves[half] = named.len() as u8;
        for seat in named {
            state.row[length] = seat;
            length += 1;
        }
    }
    Ok(())
}

/// `BGO`, or `-` for nobody; each once.
fn read_seats(rules: &Rules, text: &str) -> Result<Vec<u8>, Fault> {
    let mut named = Vec::new();
    for letter in text.chars().filter(|_| text != "-") {
        let seat = SEATS[..usize::from(rules.players)].iter().position(|known| known.starts_with(letter));
        let seat = seat.ok_or_else(|| {
            wrong(
                format!("there is no seat `{letter}`"),
                format!("the seats are {}", SEATS[..usize::from(rules.players)].join(", ")),
            )
        })? as u8;
        if named.contains(&seat) {
            return Err(wrong(format!("`{text}` names {letter} twice"), "name each seat once"));
        }
        named.push(seat);
    }
    Ok(named)
}

fn read_step(rules: &Rules, part: &str, state: &mut State) -> Result<(), Fault> {
    let form = "what is waited for, such as `turn B`, `roll B K07 on G0`, `react G by B on G2` or `over`";
    let misread = || text::misread(part, form);
    let words: Vec<&str> = part.split(' ').collect();
    let (words, leaving) = match words[..] {
        [ref words @ .., "leaving", who] => (words, read_seats(rules, who)?),
        _ => (&words[..], Vec::new()),
    };
    (state.active, state.current) = (0, 0);
    state.leaving = leaving.iter().map(|seat| 1 << seat).sum();
    let seat = |text: &str| -> Result<u8, Fault> {
        match read_seats(rules, text)?[..] {
            [seat] => Ok(seat),
            _ => Err(misread()),
        }
    };
    let (step, rest) = match words {
        ["style", who] => {
            state.current = seat(who)?;
            (Step::Style, None)
        }
        ["hand", who] => {
            state.current = seat(who)?;
            (Step::Hand, None)
        }
        ["row", "1"] => (Step::Row, None),
        ["row", "2"] => {
            state.current = 1;
            (Step::Row, None)
        }
        ["turn", who] => {
            state.active = seat(who)?;
            (Step::Turn, None)
        }
        ["walk", who, card, "from", hex, "left", left, rest @ ..] => {
            state.current = seat(who)?;
            state.card = read_card(rules, usize::from(state.current), card)?;
            let hex = rules.board.read(hex).ok_or_else(misread)?;
            state.walk_from = hex.index() as u8;
            state.walk_left = text::number(left, "a number of steps")?;
            state.active = state.current;
            let rest = match rest {
                [] => None,
                ["by", by, rest @ ..] => {
                    state.active = seat(by)?;
                    state.reacting = true;
                    Some(rest)
                }
                _ => return Err(misread()),
            };
            (Step::Walk, rest)
        }
        [word @ ("roll" | "push" | "order-fumbles"), by, card, rest @ ..] => {
            state.active = seat(by)?;
            state.card = read_card(rules, usize::from(state.active), card)?;
            let step = match *word {
                "roll" => Step::Roll,
                "push" => Step::Push,
                _ => Step::FumbleOrder,
            };
            (step, Some(rest))
        }
        ["fumble", who, "by", by, card, rest @ ..] => {
            (state.current, state.active) = (seat(who)?, seat(by)?);
            state.card = read_card(rules, usize::from(state.active), card)?;
            (Step::Fumble, Some(rest))
        }
        ["order-reactions", by, rest @ ..] => {
            state.active = seat(by)?;
            (Step::ReactOrder, Some(rest))
        }
        ["react", who, "by", by, rest @ ..] => {
            (state.current, state.active) = (seat(who)?, seat(by)?);
            (Step::React, Some(rest))
        }
        ["over"] => (Step::Over, None),
        ["over", "capped"] => {
            state.capped = true;
            (Step::Over, None)
        }
        ["over", "left", who] if leaving.is_empty() => {
            state.leaving = read_seats(rules, who)?.iter().map(|seat| 1 << seat).sum();
            (Step::Over, None)
        }
        _ => return Err(misread()),
    };
    state.step = step;
    match rest {
        None => Ok(()),
        Some(["on", targets @ ..]) if !targets.is_empty() => {
            targets.iter().try_for_each(|target| read_target(target, state).ok_or_else(misread))
        }
        Some(_) => Err(misread()),
    }
}

/// `G2`, `O1b`, `R0bd`.
fn read_target(text: &str, state: &mut State) -> Option<()> {
    let seat = SEATS.iter().position(|seat| text.starts_with(seat))?;
    let hits = text.as_bytes().get(1).filter(|digit| (b'0'..=b'4').contains(digit))?;
    let (behind, done) = match &text[2..] {
        "" => (0, 0),
        "b" => (1, 0),
        "d" => (0, 1),
        "bd" => (1, 1),
        _ => return None,
    };
    state.targets |= 1 << seat;
    state.behind |= behind << seat;
    state.done |= done << seat;
    state.hits[seat] = hits - b'0';
    Some(())
}

/// Everything that holds in a position, whoever made it.
fn check(rules: &Rules, state: &State, faults: &mut Faults) {
    let mut demand = |holds: bool, what: String, remedy: &str| {
        if !holds {
            faults.push(wrong(what, remedy));
        }
    };
    let players = usize::from(rules.players);
    let on_board: Vec<usize> = seats(state.still_in()).collect();
    let power: u32 = state.figures.iter().map(|figure| u32::from(figure.power)).sum();
    demand(
        power <= u32::from(POWER_TOKENS),
        format!("{power} Power is held"),
        "there are 20 tokens (CC-COMP-7)",
    );
    for seat in 0..players {
        let (name, figure) = (SEATS[seat], &state.figures[seat]);
        let twice = on_board.iter().any(|&other| other < seat && state.figures[other].hex == figure.hex);
        demand(
            figure.hex == GONE || !(twice || rules.ways.is_wall(usize::from(figure.hex))),
            format!("{name} cannot stand on {}", hex_name(rules, figure.hex)),
            "every figure has a hex of its own that is no wall",
        );
        let dealt = figure.style != NO_STYLE;
        let right_style = match (&rules.fixed_styles, state.step) {
            (Some(styles), _) => figure.style == styles[seat],
            (None, Step::Style) if figure.hex != GONE => dealt == (seat < usize::from(state.current)),
            (None, _) => dealt || figure.hex == GONE || (state.step == Step::Over && state.round == 0),
        };
        let shared = rules.fixed_styles.is_none()
            && dealt
            && (0..seat).any(|other| state.figures[other].style == figure.style);
        demand(
            right_style && !shared,
            format!("{name} cannot have that Style here"),
            "Styles are the setup's, or dealt in order of seats and all different (CC-R9)",
        );
        let over = state.step == Step::Over || figure.hex == GONE;
        let most = if over { rules.win_score + 11 } else { rules.win_score - 1 };
        demand(
            figure.score <= most,
            format!("{name} cannot have {} points here", figure.score),
            "whoever has enough points has won, and nobody gets more than 12 at once",
        );
        demand(
            figure.hand & figure.discard == 0,
            format!("a card is both in the hand and the discard of {name}"),
            "a card is in one place",
        );
        demand(
            (figure.hand | figure.discard).count_ones() <= u32::from(rules.hand_size),
            format!("{name} has too many cards"),
            "hand and discard together are at most a hand",
        );
    }
    check_round(rules, state, &mut demand);
    // Reach and room can only be asked of figures that are right.
    if faults.is_empty() {
        check_step(rules, state, &mut |holds, what, remedy| {
            if !holds {
                faults.push(wrong(what, remedy));
            }
        });
    }
}

type Demand<'a> = &'a mut dyn FnMut(bool, String, &str);

fn check_round(rules: &Rules, state: &State, demand: Demand<'_>) {
    let [first, second] = state.halves;
    let laid = match (state.step, state.current) {
        (Step::Style | Step::Hand, _) | (Step::Row, 0) => (false, false),
        (Step::Row, _) => (true, false),
        // Whoever wins by staying may do so at any time.
        (Step::Over, _) if state.still_in().count_ones() < 2 => (first > 0, second > 0),
        _ => (true, true),
    };
    demand(
        (first > 0, second > 0) == laid,
        "the row does not fit what is waited for".into(),
        "both halves are laid before the first turn, the first before the second",
    );
    let named = |half: usize| {
        let from = if half == 0 { 0 } else { usize::from(first) };
        state.row[from..from + usize::from(state.halves[half])].iter().fold(0, |set, seat| set | 1u8 << seat)
    };
    let everybody = state.still_in();
    let missing = (0..2).any(|half| state.halves[half] > 0 && everybody & !named(half) != 0);
    demand(
        !missing && (second == 0 || named(1) & !named(0) == 0),
        "the row does not name everybody".into(),
        "name each seat in the game once in each half",
    );
    demand(
        state.slot <= first + second,
        format!("there is no slot {}", state.slot),
        "slots are counted from 0 to the Special card",
    );
    let dealing = matches!(state.step, Step::Style | Step::Hand | Step::Row);
    demand(!dealing || state.slot == 0, "the slot is not 0".into(), "it is, before the first turn");
    let styling = state.step == Step::Style;
    let began = state.round > 0 || styling || (state.step == Step::Over && second == 0);
    demand(
        began && (!styling || state.round == 0),
        format!("Round {} does not fit", state.round),
        "it is 0 while Styles are dealt, then 1 and more",
    );
    let in_time = rules.round_cap == 0 || state.round <= rules.round_cap;
    demand(
        in_time,
        format!("Round {} is beyond the cap", state.round),
        "the game ends after the last Round (CC-R68)",
    );
    for (seat, name) in SEATS.into_iter().enumerate().take(usize::from(rules.players)) {
        let figure = &state.figures[seat];
        let empty = match state.step {
            Step::Style => true,
            Step::Hand => seat >= usize::from(state.current),
            _ => false,
        };
        demand(
            (!empty || figure.hand == 0) && (!dealing || figure.discard == 0),
            format!("{name} has cards before they are dealt"),
            "hands are dealt in order of seats, and nothing is discarded before the first turn",
        );
        let full = dealing && !empty && figure.hex != GONE;
        demand(
            !full || figure.hand.count_ones() == u32::from(rules.hand_size),
            format!("{name} was dealt another number of cards"),
            "a whole hand is dealt",
        );
    }
}

fn check_step(rules: &Rules, state: &State, demand: Demand<'_>) {
    let still_in = state.still_in();
    let is_in = |seat: u8| still_in >> seat & 1 == 1;
    let (active, current) = (usize::from(state.active), usize::from(state.current));
    let due = match state.step {
        Step::Over => return check_end(rules, state, demand),
        Step::Row => None,
        Step::Style | Step::Hand => Some(state.current),
        _ => Some(state.active),
    };
    demand(still_in.count_ones() > 1, "fewer than two are left".into(), "then the game is over");
    let present = due.is_none_or(is_in) && (state.step == Step::Row || is_in(state.current) || current == 0);
    demand(present, "somebody who has left is waited for".into(), "name seats that are in the game");
    let dealing = matches!(state.step, Step::Style | Step::Hand | Step::Row);
    demand(
        state.leaving & !still_in == 0 && (!dealing || state.leaving == 0),
        "somebody leaves who cannot".into(),
        "those leave who are in the game, and between turns at once",
    );
    let waited = state.waits_for().is_some_and(|seat| state.leaving >> seat & 1 == 1);
    demand(!waited, "somebody who leaves is waited for".into(), "the defaults are played for them (CC-R69)");
    demand(
        state.step != Step::Style || rules.fixed_styles.is_none(),
        "no Styles are dealt in this setup".into(),
        "they are fixed",
    );
    if dealing || !present {
        return;
    }
    let ordinary = state.halves[0] + state.halves[1];
    let named =
        if state.slot < ordinary { Some(usize::from(state.row[usize::from(state.slot)])) } else { None };
    let right = match (state.step, named) {
        (Step::Turn, None) => state.leader() == Some(active),
        (_, None) => true,
        (_, Some(seat)) => seat == active,
    };
    demand(
        right,
        format!("it is not {}'s turn", SEATS[active]),
        "the row, or for the Special card the lead in Power, says whose it is",
    );
    if state.step == Step::Turn {
        demand(
            turns::is_playable(rules, state, active),
            format!("{} has nothing to play", SEATS[active]),
            "such a turn is skipped (CC-RES-7)",
        );
    } else if state.step == Step::Walk {
        check_walk(rules, state, demand);
    }
    if state.step != Step::Turn && (state.step != Step::Walk || state.reacting) {
        check_attack(rules, state, demand);
    }
}

fn check_walk(rules: &Rules, state: &State, demand: Demand<'_>) {
    let seat = usize::from(state.current);
    let face = rules.face(seat, state.card);
    let section = if state.reacting { &face.reaction } else { &face.walk };
    let steps = section.steps.unwrap_or(0);
    let (at, from) = (usize::from(state.figures[seat].hex), usize::from(state.walk_from));
    let left = state.walk_left;
    let fits = section.is_long()
        && (1..=steps).contains(&left)
        && (section.displace || left == steps)
        && (left < steps || at == from)
        && !rules.ways.is_wall(from)
        && if section.displace {
            rules.ways.completes(from, at, state.others(seat), left)
        } else {
            !rules.ways.walk_ends(at, state.others(seat), left).is_empty()
        };
    demand(
        fits,
        "no such walk is possible".into(),
        "name a card with a long section (CC-R72), where the walk began and the steps left",
    );
    check_played(state, seat, demand);
    let owner = state.reacting != (state.active == state.current);
    demand(
        owner,
        "the walk belongs to somebody else".into(),
        "the active player walks, or in a Reaction a target",
    );
    let asked = !state.reacting || (state.targets & !state.behind & !state.done) >> seat & 1 == 1;
    demand(asked, "the walker was not asked to react".into(), "targets that are not done walk in a Reaction");
}

fn check_played(state: &State, seat: usize, demand: Demand<'_>) {
    let played = state.figures[seat].discard >> state.card & 1 == 1;
    demand(
        played,
        format!("{} has not played that card", SEATS[seat]),
        "a card goes to the discard when it is played (CC-RES-3)",
    );
}

fn check_attack(rules: &Rules, state: &State, demand: Demand<'_>) {
    let (active, targets) = (usize::from(state.active), state.targets);
    let present = targets & !state.still_in() == 0 && targets >> active & 1 == 0;
    demand(present, "a target cannot be attacked".into(), "targets are others in the game");
    let mut asked = state.targets & !state.done;
    let makes = |section: &Section| {
        state.hits.iter().all(|&hits| hits <= section.dice) && (section.barrage || targets.is_power_of_two())
    };
    let carded = matches!(state.step, Step::Roll | Step::Push | Step::FumbleOrder | Step::Fumble);
    if carded {
        check_played(state, active, demand);
        let section = &rules.face(active, state.card).attack;
        let fits = match state.step {
            Step::Roll => {
                state.done == 0
                    && state.hits == [0; 4]
                    && targets & !attacks::in_reach(rules, state, active) == 0
                    && (!section.barrage || targets == attacks::in_reach(rules, state, active))
                    && state.behind == attacks::behind(rules, state, active, targets)
            }
            Step::Push => {
                section.push
                    && seats(asked).any(|target| !attacks::push_hexes(rules, state, target).is_empty())
            }
            _ => section.fumble,
        };
        demand(
            fits && makes(section),
            "that attack does not fit its card or the board".into(),
            "see who is in reach, from where, and what the card does",
        );
    } else {
        asked &= reactions::eligible(state);
        let played = state.figures[active].discard;
        let made = (0..32).any(|card| played >> card & 1 == 1 && makes(&rules.face(active, card).attack));
        demand(
            made,
            "no card that was played makes that attack".into(),
            "the attacker has discarded one with as many dice, and a Barrage on several (CC-RES-3, CC-BARR-1)",
        );
    }
    let next = match state.step {
        Step::FumbleOrder | Step::ReactOrder => asked.count_ones() > 1,
        Step::Fumble | Step::React => asked >> state.current & 1 == 1,
        _ => true,
    };
    demand(
        next,
        "nobody, or somebody else, is to be asked".into(),
        "targets that are not done are asked; one left needs no order",
    );
    // Whoever was attacked from behind, or has no card, is never asked and so never done.
    let could_react = |seat: usize| {
        let figure = &state.figures[seat];
        state.behind >> seat & 1 == 0 && figure.hand | figure.discard != 0
    };
    demand(
        carded || seats(state.done).all(could_react),
        "somebody who cannot react has reacted".into(),
        "those attacked from behind, or without a card, are not asked (CC-REACT-3, CC-R47)",
    );
}

fn check_end(rules: &Rules, state: &State, demand: Demand<'_>) {
    let still_in = state.still_in();
    let winners = seats(still_in).filter(|&seat| state.figures[seat].score >= rules.win_score).count();
    let (left, gone) = (still_in.count_ones(), ((1u8 << rules.players) - 1) & !still_in);
    let fits = if state.capped {
        winners == 0
            && state.leaving == 0
            && left > 1
            && rules.round_cap > 0
            && state.round == rules.round_cap
    } else if left == 0 {
        // One alone would have won.
        state.leaving.count_ones() > 1 && state.leaving & !gone == 0
    } else {
        state.leaving == 0 && (left == 1 || winners == 1)
    };
    demand(
        fits,
        "the game would not be over so".into(),
        "one has enough points, or is left, or the last Round is done",
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Settings, Sources};

    /// What no play could make sense of is told, and never breaks anything.
    #[test]
    fn impossible_positions_are_refused() {
        let rules = crate::setup::rules(&Settings::none(), &Sources::none()).unwrap();
        let told = |text: &str| read(&rules, text).map(|_| ()).unwrap_err().to_string();
        let good = "B D4 N S1 pw0 sc0 [] (K07) | G D3 S S2 pw0 sc0 [] () | round 1 row BG GB slot 0 | roll B K07 on G0";
        assert!(read(&rules, good).is_ok());
        for (from, to, words) in [
            ("D4 N S1", "D4 N -", "B cannot have that Style here"),
            ("D3 S S2", "D3 S S1", "G cannot have that Style here"),
            ("D3 S", "D4 S", "G cannot stand on D4"),
            ("pw0 sc0 [] (K07)", "pw21 sc0 [] (K07)", "21 Power is held"),
            ("pw0 sc0 [] (K07)", "pw0 sc5 [] (K07)", "B cannot have 5 points here"),
            ("[] (K07)", "[K07] (K07)", "both in the hand and the discard"),
            ("[] (K07)", "[K01 K02 K03 K05] (K07)", "too many cards"),
            ("[] (K07)", "[K01 K01] (K07)", "`K01` is named twice"),
            ("[] (K07)", "[] ()", "B has not played that card"),
            ("round 1", "round 61", "beyond the cap"),
            ("round 1", "round 0", "Round 0 does not fit"),
            ("row BG GB", "row BG -", "the row does not fit"),
            ("row BG GB", "row BB GB", "names B twice"),
            ("row BG GB", "row B GB", "the row does not name everybody"),
            ("slot 0", "slot 5", "there is no slot 5"),
            ("slot 0", "slot 1", "it is not B's turn"),
            ("on G0", "on G1", "that attack does not fit"),
            ("on G0", "on G0b", "that attack does not fit"),
            ("on G0", "on B0", "a target cannot be attacked"),
            ("D3 S", "D1 S", "that attack does not fit"),
            ("on G0", "on G0 leaving B", ""),
            ("roll B K07 on G0", "react G by B on G1", "is to be asked"),
            ("roll B K07 on G0", "walk B K07 from D4 left 1", "no such walk is possible"),
            ("roll B K07 on G0", "turn B", "B has nothing to play"),
            ("roll B K07 on G0", "style B", "Styles are the setup's"),
            ("roll B K07 on G0", "over", "the game would not be over so"),
            ("roll B K07 on G0", "nothing", "cannot be read"),
            ("D4 N S1 pw0 sc0 [] (K07)", "gone S1 sc0", "fewer than two are left"),
        ] {
            let text = good.replacen(from, to, 1);
            if words.is_empty() {
                assert!(read(&rules, &text).is_ok(), "`{text}`");
            } else {
                assert!(told(&text).contains(words), "`{text}`: `{words}` is missing:\n{}", told(&text));
            }
        }
        assert!(told("B D4 N").contains("a position of 1 parts"));
        let reacting = good
            .replace("S S2 pw0 sc0 [] ()", "S S2 pw0 sc0 [K05] ()")
            .replace("roll B K07 on G0", "react G by B on G2");
        assert!(read(&rules, &reacting).is_ok());
        let unplayed = reacting.replace("[] (K07)", "[K07] ()");
        assert!(told(&unplayed).contains("no card that was played makes that attack"));
        let one_die = reacting.replace("[] (K07)", "[] (K05)");
        assert!(told(&one_die).contains("no card that was played makes that attack"));
    }

    /// The same among four.
    #[test]
    fn impossible_positions_of_several_are_refused() {
        let settings = Settings::parse("players=4").unwrap();
        let rules = crate::setup::rules(&settings, &Sources::none()).unwrap();
        let told = |text: &str| read(&rules, text).map(|_| ()).unwrap_err().to_string();
        let barrage = "B D4 N S1 pw0 sc0 [] (K06) | G D3 S S2 pw0 sc0 [K05] () | O E4 S S3 pw0 sc0 [] (K05) \
                       | R A1 SE S4 pw0 sc0 [] () | round 1 row BGOR GBOR slot 0 | react G by B on G1 O1d";
        assert!(read(&rules, barrage).is_ok());
        let single = barrage.replace("(K06)", "(K07)");
        assert!(told(&single).contains("no card that was played makes that attack"));
        let bare = barrage.replace("[] (K05)", "[] ()");
        assert!(told(&bare).contains("somebody who cannot react has reacted"));
        let behind = barrage.replace("O1d", "O1bd");
        assert!(told(&behind).contains("somebody who cannot react has reacted"));
        let gone = "B gone S1 sc0 | G gone S2 sc0 | O gone S3 sc0 | R gone S4 sc0 | round 1 row BGOR GBOR slot 0 | over left GO";
        assert!(read(&rules, gone).is_ok());
        assert!(told(&gone.replace("left GO", "left G")).contains("the game would not be over so"));
    }
}
