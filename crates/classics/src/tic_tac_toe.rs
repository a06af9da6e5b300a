//! Tic-tac-toe. Actions are cells; rewards are 1, 0, -1; seat 0 (x) begins.

use engine::{
    Actions, Actor, EventData, Fault, Faults, Game, Log, OptionSpec, Outcome, Purpose, Refusal, Rng, Seat,
    Settings, Sources, Start, Turn, Viewer, Weighted, text,
};
use serde::Serialize;
use serde_json::{Value, json};

/// The game. Rules: TTT-1 to TTT-7.
pub struct TicTacToe;

/// The empty rules: there are no options.
pub struct Rules;

/// The nine cells as bits, three a row, `a1` first. Rules: TTT-1.
const FULL: u16 = 0o777;

/// Which sets of cells hold three in line, one bit a set. Rules: TTT-4.
static WINS: [u64; 8] = wins();

const fn wins() -> [u64; 8] {
    const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut table = [0; 8];
    let mut cells = 0u16;
    while cells < 512 {
        let mut line = 0;
        while line < 8 {
            if cells & LINES[line] == LINES[line] {
                table[cells as usize / 64] |= 1 << (cells % 64);
            }
            line += 1;
        }
        cells += 1;
    }
    table
}

#[inline]
fn has_line(cells: u16) -> bool {
    WINS[(cells / 64) as usize & 7] >> (cells % 64) & 1 == 1
}

/// How far the game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    Running,
    Won(Seat),
    Drawn,
}

/// A position: the cells of each seat, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    marks: [u16; 2],
    mover: Seat,
    stage: Stage,
}

/// A cell to mark.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mark(u8);

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat marked a cell.
    Marked(Seat, Mark),
    /// A seat has three in line.
    Won(Seat),
    /// The board is full.
    Drawn,
    /// A seat gave up.
    Conceded(Seat),
}

/// Nothing is hidden, so everybody sees the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    /// Nine characters, `a1 b1 c1 a2 ...`: `x`, `o` or `.`.
    board: String,
    mover: Seat,
    stage: Stage,
    #[serde(skip)]
    state: State,
}

const NOT_YOUR_TURN: Refusal = Refusal::new("not-your-turn", "TTT-2", "it is not your turn");
const CELL_TAKEN: Refusal = Refusal::new("cell-taken", "TTT-3", "that cell is already marked");
const OVER: Refusal = Refusal::new("game-over", "TTT-7", "the game is over");

fn cell_name(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % 3), 1 + cell / 3)
}

impl State {
    fn free(&self) -> u16 {
        !(self.marks[0] | self.marks[1]) & FULL
    }

    fn board(&self) -> String {
        (0..9)
            .map(|cell| match (self.marks[0] >> cell & 1, self.marks[1] >> cell & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '.',
            })
            .collect()
    }
}

impl Game for TicTacToe {
    const ID: &'static str = "tic-tac-toe";
    const TITLE: &'static str = "Tic-tac-toe";
    const VERSION: u32 = 1;
    const OPTIONS: &'static [OptionSpec] = &[];
    const REFUSALS: &'static [Refusal] = &[NOT_YOUR_TURN, CELL_TAKEN, OVER];
    const ACTION_KINDS: &'static [&'static str] = &["mark"];
    const EVENT_KINDS: &'static [&'static str] = &["marked", "won", "drawn", "conceded"];

    type Rules = Rules;
    type State = State;
    type Action = Mark;
    type Event = Event;
    type View = View;

    fn compile(settings: &Settings, _: &Sources) -> Result<Start<Self>, Faults> {
        let (_, faults) = settings.check(Self::OPTIONS);
        faults.or(Start::new(Rules, State { marks: [0; 2], mover: Seat::new(0), stage: Stage::Running }))
    }

    fn seats(_: &Rules) -> u8 {
        2
    }

    fn longest(_: &Rules) -> u32 {
        9
    }

    #[inline]
    fn turn(_: &Rules, state: &State) -> Turn {
        if state.stage == Stage::Running { Turn::seat(state.mover) } else { Turn::Over }
    }

    fn outcome(_: &Rules, state: &State) -> Option<Outcome> {
        match state.stage {
            Stage::Running => None,
            Stage::Won(seat) => Some(Outcome::won_by(seat, 2)),
            Stage::Drawn => Some(Outcome::drawn(2)),
        }
    }

    #[inline]
    fn legal(_: &Rules, state: &State, seat: Seat, out: &mut Actions<Mark>) {
        if seat != state.mover || state.stage != Stage::Running {
            return;
        }
        let mut free = state.free();
        while free != 0 {
            out.push(Mark(free.trailing_zeros() as u8));
            free &= free - 1;
        }
    }

    #[inline]
    fn pick(_: &Rules, state: &State, _: Seat, rng: &mut Rng) -> (Mark, u32) {
        let mut free = state.free();
        let options = free.count_ones();
        for _ in 0..rng.below(options) {
            free &= free - 1;
        }
        (Mark(free.trailing_zeros() as u8), options)
    }

    fn refuse(rules: &Rules, state: &State, actor: Actor, action: Mark) -> Option<Refusal> {
        match actor {
            _ if state.stage != Stage::Running => Some(OVER),
            Actor::Seat(seat) if Self::turn(rules, state).waits_for(seat) => (state.free() >> action.0 & 1
                == 0)
                .then(|| CELL_TAKEN.because(format!("{} is already marked", cell_name(action.0)))),
            _ => Some(NOT_YOUR_TURN),
        }
    }

    fn chance(_: &Rules, _: &State, _: &mut Weighted<Mark>) {}

    fn sample(_: &Rules, _: &State, _: &mut Rng) -> Mark {
        unreachable!("tic-tac-toe has no chance")
    }

    fn purpose(_: &Rules, _: &State) -> Purpose {
        unreachable!("tic-tac-toe has no chance")
    }

    #[inline]
    fn apply(_: &Rules, state: &mut State, _: Actor, action: Mark, log: &mut impl Log<Event>) {
        let mover = state.mover;
        let marks = state.marks[mover.index()] | 1 << action.0;
        state.marks[mover.index()] = marks;
        log.add(Event::Marked(mover, action));
        if has_line(marks) {
            state.stage = Stage::Won(mover);
            log.add(Event::Won(mover));
        } else if state.free() == 0 {
            state.stage = Stage::Drawn;
            log.add(Event::Drawn);
        }
        state.mover = mover.next(2);
    }

    /// Rules: TTT-6.
    fn concede(_: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        state.stage = Stage::Won(seat.next(2));
        log.add(Event::Conceded(seat));
    }

    fn default_action(_: &Rules, state: &State, _: Seat) -> Mark {
        Mark(state.free().trailing_zeros() as u8)
    }

    fn lively(_: &Rules, offered: &[Mark], rng: &mut Rng) -> Mark {
        *rng.one_of(offered)
    }

    fn view(_: &Rules, state: &State, _: Viewer) -> View {
        View { board: state.board(), mover: state.mover, stage: state.stage, state: *state }
    }

    /// The law: nothing is hidden, so there is one world.
    fn imagine(_: &Rules, view: &View, _: &mut Rng) -> State {
        view.state
    }

    fn witness(_: &Rules, event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn reveals(_: &Rules, _: &Event) -> bool {
        false
    }

    fn kind(_: &Rules, _: Mark) -> &'static str {
        "mark"
    }

    fn label(_: &Rules, _: &State, _: Actor, action: Mark) -> String {
        format!("mark {}", cell_name(action.0))
    }

    fn fields(_: &Rules, _: Actor, action: Mark) -> Value {
        json!({ "cell": cell_name(action.0) })
    }

    fn tell(_: &Rules, event: &Event) -> EventData {
        let (kind, text, rule, fields) = match event {
            Event::Marked(seat, mark) => {
                let cell = cell_name(mark.0);
                ("marked", format!("{seat} marks {cell}"), "TTT-3", json!({ "seat": seat, "cell": cell }))
            }
            Event::Won(seat) => {
                ("won", format!("{seat} has three in line"), "TTT-4", json!({ "seat": seat }))
            }
            Event::Drawn => ("drawn", "the board is full".to_owned(), "TTT-5", json!({})),
            Event::Conceded(seat) => {
                ("conceded", format!("{seat} concedes"), "TTT-6", json!({ "seat": seat }))
            }
        };
        crate::event_data(kind, text, rule, fields)
    }

    fn picture(_: &Rules, view: &View) -> String {
        let row = |n: usize| format!("{} {}", n + 1, &view.board[n * 3..n * 3 + 3]);
        format!("{}\n{}\n{}\n  abc", row(2), row(1), row(0))
    }

    fn write_action(_: &Rules, _: Actor, action: Mark, out: &mut String) {
        out.push_str(&cell_name(action.0));
    }

    fn read_action(_: &Rules, _: Actor, text: &str) -> Result<Mark, Fault> {
        (0..9)
            .find(|&cell| cell_name(cell) == text)
            .map(Mark)
            .ok_or_else(|| text::misread(text, "a cell from a1 to c3"))
    }

    /// `x.o......` and the mover; a conceded game adds who gave up: `x........ 1 out 0`.
    fn write_position(_: &Rules, state: &State, out: &mut String) {
        out.push_str(&state.board());
        out.push_str(&format!(" {}", state.mover));
        if let Stage::Won(seat) = state.stage
            && !has_line(state.marks[seat.index()])
        {
            out.push_str(&format!(" out {}", seat.next(2)));
        }
    }

    fn read_position(_: &Rules, text: &str) -> Result<State, Faults> {
        let form = "nine of `x`, `o`, `.`, then the seat to move, then `out SEAT` if somebody conceded";
        let misread = || text::misread(text, form);
        let parts: Vec<&str> = text.split(' ').collect();
        let (board, mover, conceded) = match parts[..] {
            [board, mover] => (board, mover, None),
            [board, mover, "out", seat] => (board, mover, Some(crate::seat(seat, 2)?)),
            _ => return Err(misread().into()),
        };
        let mut state = State { marks: [0; 2], mover: crate::seat(mover, 2)?, stage: Stage::Running };
        if board.len() != 9 {
            return Err(misread().into());
        }
        for (cell, mark) in board.bytes().enumerate() {
            match mark {
                b'x' => state.marks[0] |= 1 << cell,
                b'o' => state.marks[1] |= 1 << cell,
                b'.' => {}
                _ => return Err(misread().into()),
            }
        }
        let [x, o] = state.marks.map(u16::count_ones);
        let lines = state.marks.map(has_line);
        let mut faults = Faults::none();
        if x != o + u32::from(state.mover == Seat::new(1)) {
            faults.push(Fault::new(
                format!("{x} marks of x, {o} of o and seat {} to move do not fit", state.mover),
                "x begins and the seats alternate (TTT-2)",
            ));
        }
        if lines[state.mover.index()]
            || (lines[0] && lines[1])
            || (conceded.is_some() && lines[1 - state.mover.index()])
        {
            faults.push(Fault::new("play went on after three in line", "the game ends at once (TTT-4)"));
        }
        if conceded.is_some() && state.free() == 0 {
            faults.push(Fault::new("nobody can concede on a full board", "leave `out SEAT` out (TTT-5)"));
        }
        state.stage = match conceded {
            Some(seat) => Stage::Won(seat.next(2)),
            None if lines[0] => Stage::Won(Seat::new(0)),
            None if lines[1] => Stage::Won(Seat::new(1)),
            None if state.free() == 0 => Stage::Drawn,
            None => Stage::Running,
        };
        faults.or(state)
    }
}
