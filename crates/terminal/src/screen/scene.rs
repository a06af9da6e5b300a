//! What is on the screen, and what the keys do. Nothing here touches a terminal.

use std::cell::Cell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use engine::{CardText, Closed, Drawing, Seat};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::Left;
use crate::session::{Session, rule_text};
use crate::table::{Choice, LogLine, Next, Table};

/// Milliseconds between the moves of bots that are watched.
const PACES: [u64; 6] = [3000, 1500, 700, 300, 100, 0];
/// Bots and dice may keep the screen for so long before it is drawn again.
const BREATH: Duration = Duration::from_millis(50);

const HELP: &str = "\
Arrows, PageUp, PageDown, Home, End   move in the options, the log or the board
1, 2, 3...  go to the option of that number
Enter       do what is selected
/           type: notation or words pick options out, Tab completes, Esc stops
Tab         go to the log, the board, and back to the options
w           why? On an event of the log: its rule; on a closed option: why not
c           read the cards that you see
u           take your last action back, if nothing was learnt by it
s           write the record of the game to a file
g           give this game up
q, Ctrl-C   leave; the game is saved at every move

Options marked x are closed. New lines of the log are marked with *.

While you watch bots:
+ and -     change the pace
space bar   stop, and go on
n           one move";

/// Which part of the screen the arrows move in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// The list of options.
    Options,
    /// The log.
    Log,
    /// The board.
    Board,
}

/// What covers the middle of the screen.
pub enum Overlay {
    /// Text to read.
    Text {
        /// Its heading.
        title: String,
        /// Its paragraphs.
        text: Vec<String>,
        /// How many lines are above the first one shown.
        scroll: usize,
    },
    /// Cards to read.
    Cards {
        /// All cards in sight.
        cards: Vec<CardText>,
        /// The one that is read.
        selected: usize,
        /// How many lines of it are above the first one shown.
        scroll: usize,
    },
    /// Whether to give the game up.
    Concede,
    /// Where to write the record: what was typed so far.
    SaveAs(String),
    /// How the game ended.
    Result(Vec<String>),
}

/// Whether the board may be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// It may.
    Open,
    /// The person at the screen reads what came of their move, then hides it for this one.
    Leaving(u8),
    /// Nobody may look until this person says they are alone.
    Hidden(u8),
}

/// How many lines of something are out of sight.
#[derive(Default)]
pub struct Reach {
    /// Of the board.
    pub board: Cell<usize>,
    /// Of the text or card in front.
    pub text: Cell<usize>,
}

/// One line of the list of options.
#[derive(Clone, Copy)]
pub enum Item<'a> {
    /// It can be done; its number counts from 1.
    Open(usize, &'a Choice),
    /// It cannot.
    Shut(&'a Closed),
}

impl Item<'_> {
    /// Its notation.
    pub fn notation(&self) -> &str {
        match self {
            Self::Open(_, choice) => &choice.offer.notation,
            Self::Shut(closed) => &closed.notation,
        }
    }

    /// Its words.
    pub fn label(&self) -> &str {
        match self {
            Self::Open(_, choice) => &choice.offer.label,
            Self::Shut(closed) => &closed.label,
        }
    }
}

/// A game on the screen.
pub struct Scene<'s, 'g> {
    session: &'s mut Session<'g>,
    /// Whether tones are drawn in colour.
    pub colour: bool,
    /// Where the arrows move.
    pub focus: Focus,
    /// Whether secrets are hidden.
    pub cover: Cover,
    /// What is in front.
    pub overlay: Option<Overlay>,
    /// What is being typed.
    pub typed: Option<String>,
    /// The last thing to say.
    pub message: Option<String>,
    /// The log as the person at the screen may know it.
    pub log: Vec<LogLine>,
    /// The line of the log that is selected; the last one if none is.
    pub line: Option<usize>,
    /// How many lines of the board are above the first one shown.
    pub scroll: usize,
    /// How far the board, and the text in front, can be scrolled; known when they are drawn.
    pub reach: Reach,
    /// The steps of the game that each person has seen before their present turn.
    seen: Vec<usize>,
    seat: Option<Seat>,
    choices: Vec<Choice>,
    closed: Vec<Closed>,
    selected: usize,
    digits: String,
    pace: usize,
    stopped: bool,
    due: Instant,
    left: Option<Left>,
    changed: bool,
}

impl<'s, 'g> Scene<'s, 'g> {
    /// A session as it is.
    pub fn new(session: &'s mut Session<'g>, colour: bool) -> Self {
        let table = session.table();
        let seen = vec![table.play().number(); usize::from(table.people().max(1))];
        let mut scene = Self {
            colour,
            focus: Focus::Options,
            cover: Cover::Open,
            overlay: None,
            typed: None,
            message: None,
            log: Vec::new(),
            line: None,
            scroll: 0,
            reach: Reach::default(),
            seen,
            seat: None,
            choices: Vec::new(),
            closed: Vec::new(),
            selected: 0,
            digits: String::new(),
            pace: 2,
            stopped: false,
            due: Instant::now(),
            left: None,
            changed: true,
            session,
        };
        scene.refresh();
        scene
    }

    /// The table.
    pub fn table(&self) -> &Table<'g> {
        self.session.table()
    }

    /// The seat that is asked.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// How the screen was left, if it was.
    pub fn left(&self) -> Option<Left> {
        self.left
    }

    /// Whether something is to be drawn again; asked once.
    pub fn changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// The screen has another size.
    pub fn resized(&mut self) {
        self.changed = true;
    }

    /// Whether nobody plays but bots.
    pub fn is_watched(&self) -> bool {
        self.table().people() == 0
    }

    /// The pace of bots that are watched, in words.
    pub fn pace(&self) -> String {
        let of = format!("pace {} of {}", self.pace + 1, PACES.len());
        if self.stopped { format!("stopped, {of}") } else { of }
    }

    /// The first step of the game that the person at the screen has not seen before.
    pub fn unseen_from(&self) -> usize {
        self.seen[usize::from(self.table().here().unwrap_or(0))]
    }

    /// The board for so many columns.
    pub fn board(&self, width: usize) -> Drawing {
        self.table().play().drawing(self.table().viewer(), width)
    }

    /// The options that fit what is typed, open ones first.
    pub fn items(&self) -> Vec<Item<'_>> {
        let typed = self.typed.as_deref().unwrap_or_default().to_lowercase();
        let open = self.choices.iter().enumerate().map(|(i, choice)| Item::Open(i + 1, choice));
        let all = open.chain(self.closed.iter().map(Item::Shut));
        let fits = |item: &Item<'_>| {
            item.notation().to_lowercase().starts_with(&typed) || item.label().to_lowercase().contains(&typed)
        };
        all.filter(fits).collect()
    }

    /// The number of the item that is selected, in the list that is shown.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// Takes up what the table waits for now.
    fn refresh(&mut self) {
        self.changed = true;
        if let Some(warning) = self.session.warning() {
            self.message = Some(warning);
        }
        let table = self.session.table();
        let here = table.here();
        self.log = table.log(0);
        self.line = None;
        match table.next() {
            Next::Choose(seat) => {
                self.choices = table.choices(seat);
                self.closed = table.closed(seat);
                self.seat = Some(seat);
            }
            next => {
                (self.choices, self.closed, self.seat) = (Vec::new(), Vec::new(), None);
                match next {
                    Next::HandOver(person) => {
                        let news =
                            here.is_some() && self.log.iter().any(|line| line.step >= self.unseen_from());
                        self.cover = if news { Cover::Leaving(person) } else { self.hide(person) };
                    }
                    Next::Over if !matches!(self.overlay, Some(Overlay::Result(_))) => {
                        self.overlay = self.table().result().map(Overlay::Result);
                    }
                    _ => {}
                }
            }
        }
        (self.selected, self.typed) = (0, None);
        self.digits.clear();
    }

    fn hide(&mut self, person: u8) -> Cover {
        self.session.hand_over(None);
        self.log.clear();
        Cover::Hidden(person)
    }

    /// How long to wait for a key before [`Scene::tick`].
    pub fn patience(&self) -> Duration {
        if self.table().next() != Next::Step || (self.is_watched() && self.stopped) {
            return Duration::MAX;
        }
        if self.is_watched() { self.due.saturating_duration_since(Instant::now()) } else { Duration::ZERO }
    }

    /// Lets dice fall and bots move, if it is time.
    pub fn tick(&mut self) {
        if !self.patience().is_zero() {
            return;
        }
        self.due = Instant::now() + Duration::from_millis(PACES[self.pace]);
        let since = Instant::now();
        while self.session.step() {
            if self.is_watched() || since.elapsed() > BREATH {
                break;
            }
        }
        self.refresh();
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) {
        self.changed = true;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            self.left = Some(Left::Early);
            return;
        }
        if control {
            return;
        }
        self.message = None;
        match (self.cover, &mut self.overlay) {
            (Cover::Hidden(_) | Cover::Leaving(_), _) => self.key_covered(key.code),
            (Cover::Open, Some(_)) => self.key_overlay(key.code),
            (Cover::Open, None) if self.typed.is_some() => self.key_typing(key.code),
            (Cover::Open, None) => self.key_table(key.code),
        }
    }

    fn key_covered(&mut self, key: KeyCode) {
        match (key, self.cover) {
            (KeyCode::Enter, Cover::Leaving(person)) => {
                self.mark_seen();
                self.cover = self.hide(person);
            }
            (KeyCode::Enter, Cover::Hidden(person)) => {
                self.session.hand_over(Some(person));
                self.cover = Cover::Open;
                self.refresh();
            }
            (KeyCode::Char('q'), _) => self.left = Some(Left::Early),
            _ => {}
        }
    }

    fn mark_seen(&mut self) {
        let (here, number) = (self.table().here().unwrap_or(0), self.table().play().number());
        self.seen[usize::from(here)] = number;
    }

    fn key_overlay(&mut self, key: KeyCode) {
        match (self.overlay.as_mut().expect("an overlay has the keys"), key) {
            (Overlay::SaveAs(file), KeyCode::Char(c)) => file.push(c),
            (Overlay::SaveAs(file), KeyCode::Backspace) => {
                file.pop();
            }
            (Overlay::SaveAs(file), KeyCode::Enter) if !file.trim().is_empty() => {
                let file = PathBuf::from(file.trim());
                self.message = Some(match self.session.save_as(&file) {
                    Ok(()) => format!("the record is in {}; it tells everything", file.display()),
                    Err(message) => message,
                });
                self.overlay = None;
            }
            (Overlay::SaveAs(_), KeyCode::Enter) => {}
            (Overlay::Concede, KeyCode::Char('y')) => {
                self.overlay = None;
                self.mark_seen();
                if !self.session.concede() {
                    self.message = Some("nobody can give up here".to_owned());
                }
                self.refresh();
            }
            (Overlay::Text { scroll, .. }, key) if is_move(key) => {
                *scroll = moved(*scroll, key, self.reach.text.get() + 1);
            }
            (Overlay::Cards { scroll, .. }, key @ (KeyCode::PageUp | KeyCode::PageDown)) => {
                *scroll = moved(*scroll, key, self.reach.text.get() + 1);
            }
            (Overlay::Cards { selected, cards, scroll }, key) if is_move(key) => {
                (*selected, *scroll) = (moved(*selected, key, cards.len()), 0);
            }
            (Overlay::Result(_), KeyCode::Enter) => self.next_game(),
            (Overlay::Result(_), KeyCode::Char('q')) => self.left = Some(self.ending()),
            (Overlay::Result(_), KeyCode::Char('s')) => {
                self.overlay = Some(Overlay::SaveAs(self.file_name()));
            }
            _ => self.overlay = None,
        }
    }

    /// The game is over: the next one begins, or the screen is left.
    fn next_game(&mut self) {
        match self.session.next_game() {
            Ok(true) => {
                self.overlay = None;
                self.seen.fill(0);
                self.refresh();
            }
            Ok(false) => self.left = Some(self.ending()),
            Err(faults) => {
                self.overlay = None;
                self.message = Some(format!("the next game cannot be set up: {faults}"));
            }
        }
    }

    fn ending(&self) -> Left {
        if self.table().series().is_over() { Left::Over } else { Left::Early }
    }

    fn file_name(&self) -> String {
        format!("{}.agon", self.table().game().id())
    }

    fn key_typing(&mut self, key: KeyCode) {
        let typed = self.typed.as_mut().expect("somebody is typing");
        match key {
            KeyCode::Char(c) => {
                typed.push(c);
                self.selected = 0;
            }
            KeyCode::Backspace => {
                typed.pop();
                self.selected = 0;
            }
            KeyCode::Tab => self.complete(),
            KeyCode::Enter => self.submit_typed(),
            KeyCode::Esc => (self.typed, self.selected) = (None, 0),
            key if is_move(key) => self.move_selection(key),
            _ => {}
        }
    }

    /// Adds what all notations have in common that begin with what is typed.
    fn complete(&mut self) {
        let typed = self.typed.clone().unwrap_or_default();
        let begins = |item: &Item<'_>| item.notation().to_lowercase().starts_with(&typed.to_lowercase());
        let mut items = self.items();
        items.retain(|item| matches!(item, Item::Open(..)));
        let mut notations = items.iter().filter(|item| begins(item)).map(Item::notation);
        let Some(first) = notations.next().or_else(|| items.first().map(Item::notation)) else { return };
        let mut common = first.to_owned();
        for other in notations {
            let same = common.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
            common = common.chars().take(same).collect();
        }
        if common.chars().count() > typed.chars().count() || !first.starts_with(&typed) {
            self.typed = Some(common);
        }
    }

    fn submit_typed(&mut self) {
        let typed = self.typed.clone().unwrap_or_default();
        if self.choices.iter().any(|choice| choice.offer.notation == typed) {
            self.submit(&typed);
        } else if !self.items().is_empty() {
            self.submit_selected();
        } else {
            self.submit(&typed);
        }
    }

    fn key_table(&mut self, key: KeyCode) {
        if let KeyCode::Char(digit @ '0'..='9') = key {
            return self.digit(digit);
        }
        self.digits.clear();
        match key {
            KeyCode::Tab => {
                self.focus = match self.focus {
                    Focus::Options => Focus::Log,
                    Focus::Log => Focus::Board,
                    Focus::Board => Focus::Options,
                };
            }
            KeyCode::BackTab => {
                self.focus = match self.focus {
                    Focus::Options => Focus::Board,
                    Focus::Log => Focus::Options,
                    Focus::Board => Focus::Log,
                };
            }
            KeyCode::Esc => self.focus = Focus::Options,
            key if is_move(key) => self.move_in_focus(key),
            KeyCode::Enter if self.table().next() == Next::Over => self.next_game(),
            KeyCode::Enter if self.focus == Focus::Log => self.why(),
            KeyCode::Enter => self.submit_selected(),
            KeyCode::Char('/') if self.seat.is_some() => {
                (self.focus, self.typed, self.selected) = (Focus::Options, Some(String::new()), 0);
            }
            KeyCode::Char('?' | 'h') => self.read("Help", HELP.lines().map(str::to_owned).collect()),
            KeyCode::Char('w') => self.why(),
            KeyCode::Char('c') => self.cards(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('s') => self.overlay = Some(Overlay::SaveAs(self.file_name())),
            KeyCode::Char('g') if self.seat.is_some() => self.overlay = Some(Overlay::Concede),
            KeyCode::Char('q') => self.left = Some(self.ending()),
            KeyCode::Char(key @ ('+' | '=' | '-' | ' ' | 'n')) if self.is_watched() => self.set_pace(key),
            _ => {}
        }
    }

    fn set_pace(&mut self, key: char) {
        match key {
            '-' => self.pace = self.pace.saturating_sub(1),
            ' ' => self.stopped = !self.stopped,
            'n' => {
                self.stopped = true;
                self.session.step();
                self.refresh();
            }
            _ => self.pace = (self.pace + 1).min(PACES.len() - 1),
        }
        self.due = Instant::now() + Duration::from_millis(PACES[self.pace]);
    }

    /// Goes to the option whose number is being typed.
    fn digit(&mut self, digit: char) {
        self.focus = Focus::Options;
        let number =
            |digits: &str| digits.parse::<usize>().ok().filter(|n| (1..=self.choices.len()).contains(n));
        let longer = format!("{}{digit}", self.digits);
        let digits = if number(&longer).is_some() { longer } else { digit.to_string() };
        if let Some(number) = number(&digits) {
            self.selected = number - 1;
            self.digits = digits;
        }
    }

    fn move_in_focus(&mut self, key: KeyCode) {
        match self.focus {
            Focus::Options => self.move_selection(key),
            Focus::Log => {
                let last = self.log.len().saturating_sub(1);
                self.line = Some(moved(self.line.unwrap_or(last), key, self.log.len()));
            }
            Focus::Board => self.scroll = moved(self.scroll, key, self.reach.board.get() + 1),
        }
    }

    fn move_selection(&mut self, key: KeyCode) {
        let count = self.items().len();
        self.selected = moved(self.selected, key, count);
    }

    fn submit_selected(&mut self) {
        let items = self.items();
        match items.get(self.selected) {
            Some(Item::Open(_, choice)) => {
                let notation = choice.offer.notation.clone();
                self.submit(&notation);
            }
            Some(Item::Shut(_)) => self.why(),
            None => {}
        }
    }

    fn submit(&mut self, notation: &str) {
        let Some(seat) = self.seat else { return };
        self.mark_seen();
        match self.session.submit(seat, notation) {
            Ok(()) => {
                self.scroll = 0;
                self.focus = Focus::Options;
                self.refresh();
            }
            Err(rejection) => self.message = Some(rejection.to_string()),
        }
    }

    fn undo(&mut self) {
        let undone = self.session.undo();
        if undone.is_ok() {
            self.refresh();
        }
        self.message = Some(undone.map_or_else(|why| why.to_string(), |()| "taken back".to_owned()));
    }

    fn read(&mut self, title: impl Into<String>, text: Vec<String>) {
        self.overlay = Some(Overlay::Text { title: title.into(), text, scroll: 0 });
    }

    fn cards(&mut self) {
        let cards = self.table().play().cards(self.table().viewer());
        if cards.is_empty() {
            self.message = Some("you see no cards".to_owned());
        } else {
            self.overlay = Some(Overlay::Cards { cards, selected: 0, scroll: 0 });
        }
    }

    /// The rule behind what is selected.
    fn why(&mut self) {
        if self.focus == Focus::Log {
            let last = self.log.len().saturating_sub(1);
            let Some(line) = self.log.get(self.line.unwrap_or(last)) else { return };
            let mut text = vec![line.text.clone()];
            text.extend(line.clause.iter().map(|clause| format!("By the card: {clause}")));
            text.push(String::new());
            text.extend(rule_text(line.rule));
            return self.read("Why?", text);
        }
        let items = self.items();
        let text = match items.get(self.selected) {
            None => return,
            Some(Item::Open(_, choice)) => {
                let mut text = vec![format!("{} [{}]", choice.offer.label, choice.offer.notation)];
                text.extend(choice.odds.clone());
                text.push("This can be done.".to_owned());
                text
            }
            Some(Item::Shut(closed)) => {
                let mut text = vec![format!("{} [{}]", closed.label, closed.notation)];
                text.push(format!("Closed: {}", closed.refusal));
                text.push(String::new());
                text.extend(rule_text(closed.refusal.rule));
                text
            }
        };
        self.read("Why?", text);
    }
}

fn is_move(key: KeyCode) -> bool {
    use KeyCode::{Down, End, Home, PageDown, PageUp, Up};
    matches!(key, Up | Down | PageUp | PageDown | Home | End)
}

/// A place in a list of `count` after a key.
fn moved(from: usize, key: KeyCode, count: usize) -> usize {
    let last = count.saturating_sub(1);
    let to = match key {
        KeyCode::Up => from.saturating_sub(1),
        KeyCode::Down => from + 1,
        KeyCode::PageUp => from.saturating_sub(10),
        KeyCode::PageDown => from + 10,
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => from,
    };
    to.min(last)
}
