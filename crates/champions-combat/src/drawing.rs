//! The board in tones: hexes with names, figures with facings, the reach of whoever takes its turn, and what everybody
//! has.

use engine::{Drawing, Line, Seat, Tone};

use crate::event::colour;
use crate::notation::{SEATS, card_ids, hex_name};
use crate::picture::{ARROWS, NORTH, Paper, shown_reach};
use crate::setup::Rules;
use crate::state::{GONE, NO_STYLE, Step, seats};
use crate::view::View;

/// The board, what goes on beside or below it, and the figures.
pub fn draw(rules: &Rules, view: &View, width: usize) -> Drawing {
    /// Columns for what goes on.
    const PANEL: usize = 20;
    let columns = columns(rules);
    // Wide hexes if they fit.
    let inner = if columns * 7 + 1 + PANEL <= width { 6 } else { 4 };
    let mut drawing = board(rules, view, inner);
    let panel = panel(rules, view);
    let edge = columns * (inner + 1) + 1;
    if edge + PANEL <= width {
        drawing.beside(edge + 1, panel);
    } else {
        drawing.flow(0, width, panel.lines);
    }
    // On a tall board, or with several hands, there is no room for what is on the cards.
    let hands = view.figures.iter().filter(|figure| figure.hand.is_some()).count();
    let cards = if hands > 1 || drawing.lines.len() > 16 { Cards::ByName } else { Cards::InIcons };
    for seat in 0..view.figures.len() {
        figure(rules, view, seat, cards, width, &mut drawing);
    }
    drawing.within(width)
}

/// How the cards of a hand are shown.
#[derive(Clone, Copy)]
enum Cards {
    ByName,
    InIcons,
}

fn columns(rules: &Rules) -> usize {
    let places = rules.board.hexes().map(|hex| rules.board.place(hex).q);
    let (west, east) = places.fold((0, 0), |(west, east), q| (q.min(west), q.max(east)));
    usize::from((east - west).unsigned_abs()) + 1
}

fn of(seat: usize) -> Tone {
    Tone::Of(Seat::new(seat as u8))
}

/// Characters with tones, drawn in any order.
struct Canvas(Vec<Vec<(char, Tone)>>);

impl Canvas {
    fn put(&mut self, row: usize, column: usize, tone: Tone, text: &str) {
        let line = &mut self.0[row];
        line.resize(line.len().max(column + text.chars().count()), (' ', Tone::Plain));
        for (nth, letter) in text.chars().enumerate() {
            line[column + nth] = (letter, tone);
        }
    }

    fn finish(self) -> Drawing {
        let mut drawing = Drawing::default();
        for cells in self.0 {
            let line = drawing.line();
            for run in cells.chunk_by(|a, b| a.1 == b.1) {
                line.tone(run[0].1, run.iter().map(|cell| cell.0).collect::<String>());
            }
        }
        drawing
    }
}

/// Columns of hexes side by side, each half a hex lower or higher than the next.
fn board(rules: &Rules, view: &View, inner: usize) -> Drawing {
    let (board, state) = (&rules.board, view.known());
    let [three, four] = shown_reach(rules, view);
    let paper = Paper::of(board);
    let spot = |hex| {
        let (y, column) = paper.spot(hex);
        (y, column * (inner + 1))
    };
    let mut canvas = Canvas(vec![Vec::new(); paper.rows + 2]);
    for hex in board.hexes() {
        let (y, x) = spot(hex);
        let line = "_".repeat(inner);
        canvas.put(y, x + 1, Tone::Faint, &line);
        canvas.put(y + 1, x, Tone::Faint, "/");
        canvas.put(y + 1, x + inner + 1, Tone::Faint, "\\");
        canvas.put(y + 2, x, Tone::Faint, &format!("\\{line}/"));
    }
    // What stands in a hex goes over its lower line, which the hex below has drawn by now.
    for hex in board.hexes() {
        let (y, x) = spot(hex);
        if board.is_wall(hex) {
            canvas.put(y + 1, x + 1, Tone::Faint, &"#".repeat(inner));
            canvas.put(y + 2, x + 1, Tone::Faint, &"#".repeat(inner));
            continue;
        }
        canvas.put(y + 1, x + inner / 2, Tone::Plain, board.name(hex));
        let reach = match (three.has(hex.index()), four.has(hex.index())) {
            (true, _) => "3+",
            (_, true) => "4+",
            _ => "",
        };
        let active = usize::from(state.active);
        canvas.put(y + 2, x + inner - 1, of(active), reach);
        if let Some(seat) = state.occupant(hex.index()) {
            let arrow = ARROWS[usize::from(state.figures[seat].facing)];
            canvas.put(y + 2, x + inner / 2 - 1, of(seat), &format!("{}{arrow}", SEATS[seat]));
        }
    }
    if canvas.0[0].iter().take(NORTH.chars().count()).any(|&(letter, _)| letter != ' ') {
        canvas.0.insert(0, Vec::new());
    }
    canvas.put(0, 0, Tone::Faint, NORTH);
    canvas.finish()
}

/// Round, row, whose turn, the attack and the walk, each part short.
fn panel(rules: &Rules, view: &View) -> Drawing {
    let state = view.known();
    let mut panel = Drawing::default();
    panel.line().tone(Tone::Strong, format!("Round {}", view.round)).plain(format!(", pile {}", view.pile));
    if !view.row.is_empty() {
        let line = panel.line();
        line.plain(if view.row.len() > 7 { "row " } else { "row" });
        for (slot, seat) in view.row.iter().enumerate() {
            let who = SEATS.iter().position(|name| name == seat);
            let name = if who.is_some() { seat } else { "*" };
            let now = slot == usize::from(view.slot) && view.step != "over";
            let blank = if view.row.len() > 7 { "" } else { " " };
            let text = if now { format!("{blank}[{name}]") } else { format!("{blank}{name}") };
            line.tone(who.map_or(Tone::Plain, of), text);
        }
    }
    match (view.winner, state.waits_for()) {
        (Some(winner), _) => {
            let seat = SEATS.iter().position(|name| *name == winner).unwrap_or(0);
            panel.line().tone(of(seat), format!("{} has won", colour(seat as u8)));
        }
        (None, _) if state.step == Step::Over => {
            panel.line().tone(Tone::Strong, "a draw");
        }
        (None, Some(seat)) => {
            let due = match state.step {
                Step::Turn if state.is_special() => ": Special turn".to_owned(),
                Step::Turn => "'s turn".to_owned(),
                Step::Walk => " walks".to_owned(),
                Step::Push => " pushes".to_owned(),
                Step::Fumble => format!(" turns {}", colour(state.active)),
                Step::React => " may react".to_owned(),
                _ => ": who is next?".to_owned(),
            };
            panel.line().tone(of(seat), colour(seat as u8)).plain(due);
        }
        (None, None) => {
            let due = if state.step == Step::Roll { "the dice fall" } else { "cards are dealt" };
            panel.line().plain(due);
        }
    }
    if let Some(attack) = &view.attack {
        let line = panel.line();
        line.tone(of(usize::from(state.active)), colour(state.active)).plain(" attacks");
        if let Some(card) = &attack.card {
            line.plain(format!(": {card}"));
        }
        for seat in seats(state.targets) {
            let behind = if state.behind >> seat & 1 == 1 { ", behind" } else { "" };
            let hits = crate::event::plural(state.hits[seat], "hit", "hits");
            let told = if state.step == Step::Roll {
                behind.trim_start_matches(", ").to_owned()
            } else {
                format!("{hits}{behind}")
            };
            panel.line().tone(of(seat), colour(seat as u8)).plain(format!(" {told}"));
        }
    }
    if let Some(walk) = &view.walk {
        panel.line().plain(format!("{} from {}, {} left", walk.card, walk.from, walk.left));
    }
    let reach = shown_reach(rules, view);
    if !(reach[0].is_empty() && reach[1].is_empty()) {
        let line = panel.line();
        line.tone(of(usize::from(state.active)), "3+ 4+")
            .plain(format!(" reach of {}", colour(state.active)));
    }
    panel
}

/// Where a figure stands, what it has, what it played, and its hand if that is seen.
fn figure(rules: &Rules, view: &View, seat: usize, cards: Cards, width: usize, drawing: &mut Drawing) {
    let (shown, figure) = (&view.figures[seat], &view.known().figures[seat]);
    let mark = if view.waits_for == Some(shown.seat) { "▸" } else { " " };
    let line = drawing.line();
    line.tone(of(seat), format!("{mark}{:<6}", colour(seat as u8)));
    if figure.hex == GONE {
        line.plain(format!(" has left with {} points", shown.score));
        return;
    }
    let arrow = ARROWS[usize::from(figure.facing)];
    let style = if figure.style == NO_STYLE { "-" } else { &rules.styles[usize::from(figure.style)].id };
    line.plain(format!(" {}{arrow} Style {style}  Power {}  ", hex_name(rules, figure.hex), shown.power));
    line.tone(Tone::Strong, format!("Score {}/{}", shown.score, rules.win_score));
    if shown.hand.is_none() {
        line.plain(format!("  {}", crate::event::plural(shown.cards, "card", "cards")));
    }
    if shown.leaving {
        line.tone(Tone::Bad, " leaves");
    }
    let ids = |cards: u32| card_ids(rules, seat, cards);
    let deck = &rules.decks[seat];
    let hand =
        (0..deck.len()).filter(|card| shown.hand.is_some() && figure.hand >> card & 1 == 1).map(|card| {
            let card = &deck[card];
            match cards {
                Cards::ByName => card.id.clone(),
                Cards::InIcons => format!("{} {}/{}/{}", card.id, card.walk, card.attack, card.reaction),
            }
        });
    let mut parts: Vec<Line> = hand.map(|text| Drawing::plain(&text).lines.remove(0)).collect();
    if let Some(first) = parts.first_mut() {
        first.spans[0].text.insert_str(0, "hand ");
    }
    if figure.discard != 0 {
        let mut played = Line::default();
        played.tone(Tone::Faint, format!("played {}", ids(figure.discard).join(" ")));
        parts.push(played);
    }
    drawing.flow(8, width, parts);
}
