//! A view drawn for the terminal: the board with figures, facings and reach, and a line for each seat.

use crate::board::{Board, Hex};
use crate::hex::Axial;
use crate::moves::Hexes;
use crate::notation::{SEATS, card_ids, facing_name};
use crate::setup::Rules;
use crate::state::{GONE, Step};
use crate::view::View;

/// Which way somebody faces.
pub const ARROWS: [char; 6] = ['↑', '↗', '↘', '↓', '↙', '↖'];
/// Which way the north is, in a corner of every board.
pub const NORTH: &str = "N↑";
/// From one column of the board to the next.
const WIDTH: usize = 5;

/// The picture.
pub fn draw(rules: &Rules, view: &View) -> String {
    let mut lines = board(rules, view);
    lines.push(String::new());
    lines.extend(view.figures.iter().enumerate().map(|(seat, _)| seat_line(rules, view, seat)));
    lines.push(String::new());
    lines.push(state_line(view));
    lines.join("\n")
}

/// Whose reach is shown: the attacker's or whoever takes its turn.
pub fn shown_reach(rules: &Rules, view: &View) -> [Hexes; 2] {
    let state = view.known();
    let acting = !matches!(state.step, Step::Style | Step::Hand | Step::Row | Step::Over);
    let figure = &state.figures[usize::from(state.active)];
    if !acting || figure.hex == GONE || usize::from(figure.style) >= rules.styles.len() {
        return [Hexes::default(); 2];
    }
    rules.reach(figure.style, figure.hex, figure.facing).map(Hexes)
}

/// Where hexes stand on paper: columns side by side, each half a hex lower or higher than the next.
pub struct Paper<'a> {
    board: &'a Board,
    top: i32,
    west: i8,
    /// How many rows there are.
    pub rows: usize,
}

impl<'a> Paper<'a> {
    /// Just large enough for a board.
    pub fn of(board: &'a Board) -> Self {
        let places = || board.hexes().map(|hex| board.place(hex));
        let top = places().map(row).min().unwrap_or(0);
        let bottom = places().map(row).max().unwrap_or(0);
        let west = places().map(|place| place.q).min().unwrap_or(0);
        Self { board, top, west, rows: (bottom - top + 1) as usize }
    }

    /// The row and the column of a hex, both from 0.
    pub fn spot(&self, hex: Hex) -> (usize, usize) {
        let place = self.board.place(hex);
        ((row(place) - self.top) as usize, usize::from((place.q - self.west).unsigned_abs()))
    }
}

fn row(place: Axial) -> i32 {
    2 * i32::from(place.r) + i32::from(place.q)
}

fn board(rules: &Rules, view: &View) -> Vec<String> {
    let board = &rules.board;
    let state = view.known();
    let [three, four] = shown_reach(rules, view);
    let paper = Paper::of(board);
    let mut canvas: Vec<Vec<char>> = vec![Vec::new(); paper.rows];
    for hex in board.hexes() {
        let (row, column) = paper.spot(hex);
        let mut text = format!("{} ", board.name(hex));
        match state.occupant(hex.index()) {
            Some(seat) => {
                text += SEATS[seat];
                text.push(ARROWS[usize::from(state.figures[seat].facing)]);
            }
            None if board.is_wall(hex) => text += "##",
            None if !(three.has(hex.index()) || four.has(hex.index())) => text += "·",
            None => {}
        }
        if three.has(hex.index()) {
            text += "3+";
        } else if four.has(hex.index()) {
            text += "4+";
        }
        let line = &mut canvas[row];
        line.resize(line.len().max(column * WIDTH), ' ');
        line.extend(text.chars());
    }
    let mut lines: Vec<String> = canvas.into_iter().map(String::from_iter).collect();
    match lines.first_mut().and_then(|first| first.strip_prefix("  ").map(str::to_owned)) {
        Some(rest) => lines[0] = format!("{NORTH}{rest}"),
        None => lines.insert(0, NORTH.to_owned()),
    }
    lines
}

fn seat_line(rules: &Rules, view: &View, seat: usize) -> String {
    let figure = &view.figures[seat];
    let state = &view.known().figures[seat];
    let Some(hex) = &figure.hex else {
        return format!("  {} has left with {} points", figure.seat, figure.score);
    };
    let mark = if view.waits_for == Some(figure.seat) { '>' } else { ' ' };
    let hand = match &figure.hand {
        Some(hand) if hand.is_empty() => "-".to_owned(),
        Some(hand) => hand.join(" "),
        None => format!("{} hidden", figure.cards),
    };
    let discard = card_ids(rules, seat, state.discard).join(" ");
    format!(
        "{mark} {} {hex} {:<2}  Style {}  Power {:>2}  Score {:>2}  hand {hand}  played {}",
        figure.seat,
        facing_name(state.facing),
        figure.style.as_deref().unwrap_or("-"),
        figure.power,
        figure.score,
        if discard.is_empty() { "-" } else { &discard }
    )
}

fn state_line(view: &View) -> String {
    let row: Vec<String> = view
        .row
        .iter()
        .enumerate()
        .map(|(slot, seat)| {
            let card = if *seat == "special" { "*" } else { seat };
            if slot == usize::from(view.slot) && view.step != "over" {
                format!("[{card}]")
            } else {
                card.to_owned()
            }
        })
        .collect();
    let mut line = format!("  Round {}  row {}  pile {}", view.round, row.join(" "), view.pile);
    if let Some(attack) = &view.attack {
        let targets: Vec<String> = attack
            .targets
            .iter()
            .map(|target| {
                let behind = if target.behind { " from behind" } else { "" };
                let hits = if target.hits == 1 { "hit" } else { "hits" };
                format!("{}: {} {hits}{behind}", target.seat, target.hits)
            })
            .collect();
        line += &format!("  {} attacks {}", attack.by, targets.join(", "));
    }
    match (view.winner, view.step) {
        (Some(winner), _) => line += &format!("  {winner} has won"),
        (None, "over") => line += "  drawn",
        (None, step) => line += &format!("  {}", step.replace('-', " ")),
    }
    line
}
