//! How the screen looks. Everything here is a function of what is on it.
//!
//! Nothing is said by colour alone: what is selected has `>`, what is new has `*`, what is closed has `x`.

use engine::{CardText, Drawing, Tone};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph};

use crate::screen::scene::{Cover, Focus, Item, Overlay, Scene};
use crate::table::Next;
use crate::words::{wrap, wrap_all};

/// The smallest screen that everything fits on.
pub const LEAST: (u16, u16) = (80, 24);

const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);

/// Whether the person wants colours (see no-color.org).
pub fn has_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The first line to show of `count`, so that `selected` is among the `rows` shown.
pub fn first_shown(selected: usize, count: usize, rows: usize) -> usize {
    selected.saturating_sub(rows / 2).min(count.saturating_sub(rows))
}

/// Draws everything.
pub fn scene(frame: &mut Frame<'_>, scene: &Scene<'_, '_>) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let (width, height) = LEAST;
        let text = format!(
            "Agon needs {width} columns and {height} rows.\nThis window has {} and {}.\nMake it larger, or play with --plain.\nq leaves; the game is saved.",
            area.width, area.height
        );
        frame.render_widget(Paragraph::new(text), area);
        return;
    }
    if let Cover::Hidden(person) = scene.cover {
        return hand_over(frame, scene, person);
    }
    let detail_rows = 3;
    let [head, body, detail, foot] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(10),
        Constraint::Length(detail_rows + 1),
        Constraint::Length(1),
    ])
    .areas(area);
    let side = (area.width * 42 / 100).clamp(38, 64);
    let [left, right] = Layout::horizontal([Constraint::Min(40), Constraint::Length(side)]).areas(body);
    let wanted = scene.items().len().max(3) as u16 + 1;
    let options = wanted.min(right.height * 3 / 5);
    let [log_area, options_area] =
        Layout::vertical([Constraint::Min(4), Constraint::Length(options)]).areas(right);
    header(frame, scene, head);
    board(frame, scene, left);
    log(frame, scene, log_area);
    list(frame, scene, options_area);
    details(frame, scene, detail);
    footer(frame, scene, foot);
    match &scene.overlay {
        None => {}
        Some(Overlay::Text { title, text, scroll }) => reading(frame, scene, title, text, *scroll),
        Some(Overlay::Cards { cards, selected, scroll }) => {
            cards_page(frame, scene, cards, *selected, *scroll);
        }
        Some(Overlay::Concede) => {
            let text = [
                "Give this game up?".to_owned(),
                String::new(),
                "y gives up, any other key goes on".to_owned(),
            ];
            notice(frame, "Give up", &text);
        }
        Some(Overlay::SaveAs(file)) => {
            let text = [
                format!("File: {file}_"),
                String::new(),
                "The record tells everything, secrets too.".to_owned(),
                "Enter writes, Esc goes back.".to_owned(),
            ];
            notice(frame, "Write the record", &text);
        }
        Some(Overlay::Result(lines)) => {
            let mut text = lines.clone();
            text.push(String::new());
            let more = !scene.table().series().is_over();
            let next = if more { "Enter begins the next game" } else { "Enter leaves" };
            text.push(format!("{next}, s writes the record, Esc looks at the board."));
            notice(frame, "The game is over", &text);
        }
    }
}

fn hand_over(frame: &mut Frame<'_>, scene: &Scene<'_, '_>, person: u8) {
    let name = scene.table().person_name(person);
    let text = [
        format!("Now {name} plays."),
        "Nobody else should look.".to_owned(),
        String::new(),
        "Enter goes on, q leaves; the game is saved.".to_owned(),
    ];
    notice(frame, scene.table().game().title(), &text);
}

fn style(tone: Tone, colour: bool) -> Style {
    const SEATS: [Color; 8] = [
        Color::Cyan,
        Color::Yellow,
        Color::Magenta,
        Color::Green,
        Color::Blue,
        Color::Red,
        Color::LightCyan,
        Color::LightYellow,
    ];
    match tone {
        Tone::Faint => FAINT,
        Tone::Strong => STRONG,
        Tone::Good if colour => Style::new().fg(Color::Green),
        Tone::Bad if colour => Style::new().fg(Color::Red),
        Tone::Of(seat) if colour => Style::new().fg(SEATS[seat.index() % SEATS.len()]),
        Tone::Plain | Tone::Good | Tone::Bad | Tone::Of(_) => Style::new(),
    }
}

fn header(frame: &mut Frame<'_>, scene: &Scene<'_, '_>, area: Rect) {
    let table = scene.table();
    let mut parts = vec![table.game().title().to_owned()];
    parts.extend(table.standing());
    parts.push(format!("step {}", table.play().number()));
    let left = format!(" {}", parts.join(" - "));
    let right = match (scene.cover, table.next()) {
        (Cover::Leaving(person), _) => format!("{} is next ", table.person_name(person)),
        (_, Next::Choose(seat)) => format!("{}: choose ", table.seat_name(seat)),
        (_, Next::Step) if scene.is_watched() => format!("watching, {} ", scene.pace()),
        (_, Next::Step) => "the others play... ".to_owned(),
        (_, Next::Over) => "the game is over ".to_owned(),
        (_, Next::HandOver(_)) => String::new(),
    };
    let blanks = usize::from(area.width).saturating_sub(left.chars().count() + right.chars().count());
    let text = format!("{left}{}{right}", " ".repeat(blanks));
    frame.render_widget(Paragraph::new(Line::styled(text, CHOSEN)), area);
}

/// A pane with its heading, marked if the arrows move in it.
fn pane(scene: &Scene<'_, '_>, focus: Focus, title: &str) -> Block<'static> {
    let focused = scene.focus == focus;
    let title = if focused { format!("> {title} ") } else { format!(" {title} ") };
    let block = Block::new().borders(Borders::TOP).border_style(FAINT);
    block.title(Span::styled(title, if focused { STRONG } else { Style::new() }))
}

fn board(frame: &mut Frame<'_>, scene: &Scene<'_, '_>, area: Rect) {
    let width = usize::from(area.width) - 1;
    let rows = usize::from(area.height) - 1;
    let drawing = scene.board(width);
    let lines = toned(&drawing, width, scene.colour);
    scene.reach.board.set(lines.len().saturating_sub(rows));
    let first = scene.scroll.min(scene.reach.board.get());
    let title = if lines.len() > rows {
        let last = (first + rows).min(lines.len());
        format!("Board, lines {} to {last} of {}", first + 1, lines.len())
    } else {
        "Board".to_owned()
    };
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).take(rows).collect();
    frame.render_widget(Paragraph::new(shown).block(pane(scene, Focus::Board, &title)), area);
}

/// A drawing in styles; lines that are too wide go on below, further in.
fn toned(drawing: &Drawing, width: usize, colour: bool) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for line in &drawing.lines {
        let letters: Vec<(char, Tone)> =
            line.spans.iter().flat_map(|span| span.text.chars().map(|c| (c, span.tone))).collect();
        let indent = letters.iter().take_while(|(c, _)| *c == ' ').count();
        let mut rest = &letters[..];
        let mut lead = 0;
        loop {
            let room = width - lead;
            let cut = if rest.len() <= room {
                rest.len()
            } else {
                let blank = rest[..=room].iter().rposition(|(c, _)| *c == ' ');
                blank.filter(|&at| at > indent).unwrap_or(room)
            };
            let mut spans = vec![Span::raw(" ".repeat(lead))];
            for (c, tone) in &rest[..cut] {
                let style = style(*tone, colour);
                match spans.last_mut() {
                    Some(last) if last.style == style => last.content.to_mut().push(*c),
                    _ => spans.push(Span::styled(c.to_string(), style)),
                }
            }
            lines.push(Line::from(spans));
            rest = &rest[cut..];
            while let [(' ', _), more @ ..] = rest {
                rest = more;
            }
            if rest.is_empty() {
                break;
            }
            lead = (indent + 4).min(width / 2);
        }
    }
    lines
}

fn log(frame: &mut Frame<'_>, scene: &Scene<'_, '_>, area: Rect) {
    let width = usize::from(area.width).saturating_sub(3);
    let rows = usize::from(area.height) - 1;
    let unseen = scene.unseen_from();
    let selected = scene.line.filter(|_| scene.focus == Focus::Log);
    let last = scene.log.len().saturating_sub(1);
    let (mut lines, mut at) = (Vec::new(), 0);
    for (i, event) in scene.log.iter().enumerate() {
        let chosen = scene.focus == Focus::Log && i == selected.unwrap_or(last);
        let fresh = event.step >= unseen;
        for (part, text) in wrap(&format!("{} {}", event.text, event.rule), width).into_iter().enumerate() {
            let mark = match (part, chosen, fresh) {
                (0, true, _) => "> ",
                (0, false, true) => "* ",
                _ => "  ",
            };
            let mut spans = vec![Span::raw(mark)];
            match text.strip_suffix(event.rule) {
                Some(words) => {
                    spans.push(Span::raw(words.to_owned()));
                    spans.push(Span::styled(event.rule, FAINT));
                }
                None => spans.push(Span::raw(text)),
            }
            lines.push(if chosen { Line::from(spans).style(CHOSEN) } else { Line::from(spans) });
        }
        if chosen || selected.is_none() {
            at = lines.len().saturating_sub(1);
        }
    }
    let first = match selected {
        Some(_) => first_shown(at, lines.len(), rows),
        None => lines.len().saturating_sub(rows),
    };
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).take(rows).collect();
    let block = pane(scene, Focus::Log, "Log");
    frame.render_widget(Paragraph::new(shown).block(block), area);
}

fn list(frame: &mut Frame<'_>, scene: &Scene<'_, '_>, area: Rect) {
    let width = usize::from(area.width);
    let rows = usize::from(area.height) - 1;
    let items = scene.items();
    let first = first_shown(scene.selected(), items.len(), rows);
    let lines: Vec<Line<'_>> = items
        .iter()
        .enumerate()
        .skip(first)
        .take(rows)
        .map(|(i, item)| {
            let chosen = i == scene.selected();
            let mark = if chosen { ">" } else { " " };
            let (text, shut) = match item {
                Item::Open(number, choice) => {
                    // The first of the odds; the line below the panes has all of them.
                    let odds =
                        choice.odds.as_deref().unwrap_or_default().split(',').next().unwrap_or_default();
                    (spread(&format!("{mark}{number:>3} {}", choice.offer.label), odds, width), false)
                }
                Item::Shut(closed) => (spread(&format!("{mark}  x {}", closed.label), "", width), true),
            };
            let base = if shut { FAINT } else { Style::new() };
            Line::styled(text, if chosen { base.patch(CHOSEN) } else { base })
        })
        .collect();
    let open = items.iter().filter(|item| matches!(item, Item::Open(..))).count();
    let title = match (&scene.typed, items.len() - open) {
        (Some(_), _) => format!("Options that fit: {open}"),
        (None, 0) => format!("Options: {open}"),
        (None, shut) => format!("Options: {open} open, {shut} closed"),
    };
    let lines = if lines.is_empty() && scene.cover == Cover::Open {
        vec![Line::styled(no_options(scene), FAINT)]
    } else {
        lines
    };
    frame.render_widget(Paragraph::new(lines).block(pane(scene, Focus::Options, &title)), area);
}

fn no_options(scene: &Scene<'_, '_>) -> &'static str {
    match scene.table().next() {
        Next::Choose(_) => "  nothing fits; Esc shows all",
        Next::Over => "  the game is over; Enter goes on",
        _ => "  nobody asks you now",
    }
}

/// Words on the left and on the right of a line; those on the right get half of it at most.
fn spread(left: &str, right: &str, width: usize) -> String {
    let right = cut(right, width / 2);
    let tail = if right.is_empty() { String::new() } else { format!(" {right}") };
    let room = width.saturating_sub(tail.chars().count());
    let words = cut(left, room);
    let blanks = " ".repeat(room.saturating_sub(words.chars().count()));
    format!("{words}{blanks}{tail}")
}

/// At most so many characters of a text.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut words: String = text.chars().take(width.saturating_sub(1)).collect();
    words.push('…');
    words
}

/// What is selected in full, or the last thing to say.
fn details(frame: &mut Frame<'_>, scene: &Scene<'_, '_>, area: Rect) {
    let width = usize::from(area.width) - 2;
    let items = scene.items();
    let text = if let Some(message) = &scene.message {
        message.clone()
    } else if let Cover::Leaving(_) = scene.cover {
        "Read what came of it; then Enter hides the table.".to_owned()
    } else {
        match items.get(scene.selected()) {
            Some(Item::Open(_, choice)) => {
                let odds = choice.odds.as_ref().map_or_else(String::new, |odds| format!(" - {odds}"));
                format!("{}  [{}]{odds}", choice.offer.label, choice.offer.notation)
            }
            Some(Item::Shut(closed)) => {
                format!("{}  [{}] - closed: {}", closed.label, closed.notation, closed.refusal)
            }
            None => String::new(),
        }
    };
    let lines: Vec<Line<'_>> = text
        .lines()
        .flat_map(|line| wrap(line, width))
        .take(usize::from(area.height) - 1)
        .map(|line| {
            Line::styled(format!(" {line}"), if scene.message.is_some() { STRONG } else { Style::new() })
        })
        .collect();
    let block = Block::new().borders(Borders::TOP).border_style(FAINT);
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn footer(frame: &mut Frame<'_>, scene: &Scene<'_, '_>, area: Rect) {
    let text = match (&scene.typed, scene.cover) {
        (_, Cover::Leaving(_)) => " Enter hide the table   q leave".to_owned(),
        (Some(typed), _) => format!(" / {typed}_   (Tab completes, Enter does it, Esc goes back)"),
        (None, _) if scene.is_watched() => {
            " + - pace  space stop  n one move  Tab pane  w why  c cards  ? help  q leave".to_owned()
        }
        (None, _) => {
            " Enter do  / type  Tab pane  w why  c cards  u undo  s record  ? help  q leave".to_owned()
        }
    };
    frame.render_widget(Paragraph::new(text), area);
}

/// A box in the middle of the screen.
fn boxed(frame: &mut Frame<'_>, title: &str, width: u16, height: u16) -> Rect {
    let area = frame.area();
    let (width, height) = (width.min(area.width), height.min(area.height));
    let place = Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
    frame.render_widget(Clear, place);
    let block = Block::bordered().title(Span::styled(format!(" {title} "), STRONG));
    let inner = block.inner(place);
    frame.render_widget(block, place);
    inner
}

fn notice(frame: &mut Frame<'_>, title: &str, text: &[String]) {
    let most = usize::from(frame.area().width) - 4;
    let width = text.iter().map(|line| line.chars().count()).max().unwrap_or(0).clamp(30, most.min(76));
    let lines: Vec<Line<'_>> =
        wrap_all(text.iter().map(String::as_str), width).into_iter().map(Line::raw).collect();
    let inner = boxed(frame, title, width as u16 + 4, lines.len() as u16 + 2);
    let inner = Rect { x: inner.x + 1, width: inner.width - 2, ..inner };
    frame.render_widget(Paragraph::new(lines), inner);
}

fn reading(frame: &mut Frame<'_>, scene: &Scene<'_, '_>, title: &str, text: &[String], scroll: usize) {
    let area = frame.area();
    let width = (area.width - 6).min(92);
    let lines = wrap_all(text.iter().map(String::as_str), usize::from(width) - 4);
    let height = (lines.len() as u16 + 4).min(area.height - 2);
    let inner = boxed(frame, title, width, height);
    let rows = usize::from(inner.height) - 1;
    scene.reach.text.set(lines.len().saturating_sub(rows));
    let first = scroll.min(scene.reach.text.get());
    let more = lines.len() > rows;
    let shown: Vec<Line<'_>> =
        lines.into_iter().skip(first).take(rows).map(|line| Line::raw(format!(" {line}"))).collect();
    frame.render_widget(Paragraph::new(shown), inner);
    let hint = if more { " Up and Down scroll, Esc closes" } else { " Esc closes" };
    let foot = Rect { y: inner.y + inner.height - 1, height: 1, ..inner };
    frame.render_widget(Paragraph::new(Line::styled(hint, FAINT)), foot);
}

fn cards_page(
    frame: &mut Frame<'_>,
    scene: &Scene<'_, '_>,
    cards: &[CardText],
    selected: usize,
    scroll: usize,
) {
    let area = frame.area();
    let inner = boxed(frame, "Cards", area.width - 4, area.height - 2);
    let [body, foot] = Layout::vertical([Constraint::Min(3), Constraint::Length(1)]).areas(inner);
    let [names, page] = Layout::horizontal([Constraint::Percentage(46), Constraint::Min(20)]).areas(body);
    let rows = usize::from(names.height);
    let width = usize::from(names.width) - 1;
    let first = first_shown(selected, cards.len(), rows);
    let lines: Vec<Line<'_>> = (first..cards.len().min(first + rows))
        .map(|i| {
            let mark = if i == selected { ">" } else { " " };
            let title = format!("{mark} {}", cards[i].title);
            let place = cut(&cards[i].place, width.saturating_sub(title.chars().count() + 1));
            let line = spread(&title, &place, width);
            Line::styled(line, if i == selected { CHOSEN } else { Style::new() })
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), names);
    let card = &cards[selected];
    let width = usize::from(page.width) - 2;
    let text = wrap_all(card.text.iter().map(String::as_str), width);
    let rows = usize::from(page.height) - 3;
    scene.reach.text.set(text.len().saturating_sub(rows));
    let first = scroll.min(scene.reach.text.get());
    let hint = if text.len() > rows { ", PageUp and PageDown scroll" } else { "" };
    let mut lines = vec![
        Line::styled(format!(" {}", card.title), STRONG),
        Line::styled(format!(" {} [{}]", card.place, card.name), FAINT),
        Line::raw(""),
    ];
    lines.extend(text.into_iter().skip(first).take(rows).map(|line| Line::raw(format!(" {line}"))));
    frame.render_widget(Paragraph::new(lines), page);
    let hint = format!(" Up and Down choose a card{hint}, Esc closes");
    frame.render_widget(Paragraph::new(Line::styled(hint, FAINT)), foot);
}
