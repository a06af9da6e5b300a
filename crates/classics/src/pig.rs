//! Pig for two seats. Rewards are 1, 0, -1; seat 0 begins.

use engine::{
    Actions, Actor, EventData, Fault, Faults, Game, Log, OptionSpec, Outcome, Purpose, Refusal, Rng, Seat,
    Settings, Sources, Start, Turn, Values, Viewer, Weighted, text,
};
use serde::Serialize;
use serde_json::{Value, json};

/// The game. Rules: PIG-1 to PIG-9.
pub struct Pig;

/// The options of the setup. Rules: PIG-1, PIG-6, PIG-8.
pub struct Rules {
    target: u16,
    sides: u8,
    horizon: u16,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// The mover rolls or stops.
    Choose,
    /// The die is about to fall.
    Throw,
    /// This seat reached the target.
    Won(Seat),
    /// The horizon is used up.
    Drawn,
    /// This seat gave up.
    Conceded(Seat),
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    scores: [u16; 2],
    total: u16,
    moves: u16,
    mover: Seat,
    stage: Stage,
}

/// Anything a seat or Chance can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Have the die thrown.
    Roll,
    /// Keep the turn total and end the turn.
    Stop,
    /// Chance throws this face.
    Die(u8),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat chose to roll.
    Rolled(Seat),
    /// The die fell; the turn total after it.
    Fell(Seat, u8, u16),
    /// A seat threw a 1 and lost this turn total.
    Lost(Seat, u16),
    /// A seat stopped and added its turn total; the score after it.
    Stopped(Seat, u16, u16),
    /// A seat reached the target.
    Won(Seat),
    /// The horizon is used up.
    Drawn,
    /// A seat gave up.
    Conceded(Seat),
}

/// Nothing is hidden, so everybody sees the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    scores: [u16; 2],
    /// What the mover has gathered in this turn.
    total: u16,
    /// The rolls and stops so far.
    moves: u16,
    mover: Seat,
    stage: Stage,
    #[serde(skip)]
    state: State,
}

const NO_SUCH_SEAT: Refusal = Refusal::new("no-such-seat", "PIG-1", "there are only seats 0 and 1");
const NOT_YOUR_TURN: Refusal = Refusal::new("not-your-turn", "PIG-2", "it is not your turn");
const DIE_IN_AIR: Refusal = Refusal::new("die-in-the-air", "PIG-3", "the die has not fallen yet");
const CHANCE_THROWS: Refusal = Refusal::new("chance-throws", "PIG-3", "the die falls by chance");
const CHANCE_ONLY_THROWS: Refusal =
    Refusal::new("chance-only-throws", "PIG-3", "chance throws the die and does nothing else");
const NO_THROW_NOW: Refusal = Refusal::new("no-throw-now", "PIG-3", "nobody has rolled the die");
const MUST_STOP: Refusal = Refusal::new("must-stop", "PIG-6", "the target is in reach, so you can only stop");
const OVER: Refusal = Refusal::new("game-over", "PIG-7", "the game is over");

impl State {
    /// What each seat has banked. Rules: PIG-5.
    pub fn scores(&self) -> [u16; 2] {
        self.scores
    }

    /// What the seat whose turn it is has gathered and may still lose. Rules: PIG-3.
    pub fn turn_total(&self) -> u16 {
        self.total
    }

    /// Whose turn it is. Rules: PIG-2.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// Whether the mover must stop. Rules: PIG-6.
    #[inline]
    fn reaches(&self, rules: &Rules) -> bool {
        self.scores[self.mover.index()] + self.total >= rules.target
    }

    /// Ends the turn. Rules: PIG-2.
    #[inline]
    fn pass_on(&mut self) {
        self.total = 0;
        self.mover = self.mover.next(2);
    }
}

impl Game for Pig {
    const ID: &'static str = "pig";
    const TITLE: &'static str = "Pig";
    const VERSION: u32 = 1;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            key: "target",
            values: Values::Whole(2, 1000),
            default: "100",
            help: "the score that wins",
        },
        OptionSpec {
            key: "sides",
            values: Values::Whole(2, 20),
            default: "6",
            help: "how many sides the die has",
        },
        OptionSpec {
            key: "horizon",
            values: Values::Whole(1, 10_000),
            default: "1000",
            help: "after how many rolls and stops the game is drawn",
        },
    ];
    const REFUSALS: &'static [Refusal] = &[
        NO_SUCH_SEAT,
        NOT_YOUR_TURN,
        DIE_IN_AIR,
        CHANCE_THROWS,
        CHANCE_ONLY_THROWS,
        NO_THROW_NOW,
        MUST_STOP,
        OVER,
    ];
    const ACTION_KINDS: &'static [&'static str] = &["roll", "stop", "die"];
    const EVENT_KINDS: &'static [&'static str] =
        &["rolled", "fell", "lost", "stopped", "won", "drawn", "conceded"];

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn compile(settings: &Settings, _: &Sources) -> Result<Start<Self>, Faults> {
        let (checked, faults) = settings.check(Self::OPTIONS);
        let rules = Rules {
            target: checked.whole("target") as u16,
            sides: checked.whole("sides") as u8,
            horizon: checked.whole("horizon") as u16,
        };
        let state = State { scores: [0; 2], total: 0, moves: 0, mover: Seat::new(0), stage: Stage::Choose };
        faults.or(Start::new(rules, state))
    }

    fn seats(_: &Rules) -> u8 {
        2
    }

    /// Every move but the last may be a roll that is thrown. Rules: PIG-8.
    fn longest(rules: &Rules) -> u32 {
        2 * u32::from(rules.horizon) - 1
    }

    #[inline]
    fn turn(_: &Rules, state: &State) -> Turn {
        match state.stage {
            Stage::Choose => Turn::seat(state.mover),
            Stage::Throw => Turn::Chance,
            Stage::Won(_) | Stage::Drawn | Stage::Conceded(_) => Turn::Over,
        }
    }

    /// Rules: PIG-7, PIG-8, PIG-9.
    fn outcome(_: &Rules, state: &State) -> Option<Outcome> {
        match state.stage {
            Stage::Choose | Stage::Throw => None,
            Stage::Won(seat) => Some(Outcome::won_by(seat, 2)),
            Stage::Drawn => Some(Outcome::drawn(2)),
            Stage::Conceded(seat) => Some(Outcome::won_by(seat.next(2), 2)),
        }
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if state.stage != Stage::Choose || seat != state.mover {
            return;
        }
        if !state.reaches(rules) {
            out.push(Action::Roll);
        }
        out.push(Action::Stop);
    }

    #[inline]
    fn pick(rules: &Rules, state: &State, _: Seat, rng: &mut Rng) -> (Action, u32) {
        let options = 2 - u32::from(state.reaches(rules));
        (if rng.below(options) == 0 { Action::Stop } else { Action::Roll }, options)
    }

    fn refuse(rules: &Rules, state: &State, actor: Actor, action: Action) -> Option<Refusal> {
        match (actor, action) {
            _ if Self::turn(rules, state) == Turn::Over => Some(OVER),
            (Actor::Chance, Action::Die(_)) => (state.stage != Stage::Throw).then_some(NO_THROW_NOW),
            (Actor::Chance, Action::Roll | Action::Stop) => Some(CHANCE_ONLY_THROWS),
            (Actor::Seat(seat), _) if seat.index() >= 2 => Some(NO_SUCH_SEAT),
            (Actor::Seat(_), Action::Die(_)) => Some(CHANCE_THROWS),
            (Actor::Seat(seat), _) if seat != state.mover => Some(NOT_YOUR_TURN),
            (Actor::Seat(_), _) if state.stage == Stage::Throw => Some(DIE_IN_AIR),
            (Actor::Seat(_), Action::Roll) => state.reaches(rules).then_some(MUST_STOP),
            (Actor::Seat(_), Action::Stop) => None,
        }
    }

    fn chance(rules: &Rules, _: &State, out: &mut Weighted<Action>) {
        for face in 1..=rules.sides {
            out.push(Action::Die(face), 1);
        }
    }

    #[inline]
    fn sample(rules: &Rules, _: &State, rng: &mut Rng) -> Action {
        Action::Die(1 + rng.below(u32::from(rules.sides)) as u8)
    }

    fn purpose(_: &Rules, _: &State) -> Purpose {
        Purpose::new("die")
    }

    #[inline]
    fn apply(rules: &Rules, state: &mut State, _: Actor, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Roll => {
                state.moves += 1;
                state.stage = Stage::Throw;
                log.add(Event::Rolled(state.mover));
                draw_at_horizon(rules, state, log);
            }
            Action::Stop => stop(rules, state, log),
            Action::Die(face) => fall(state, face, log),
        }
    }

    /// Rules: PIG-9.
    fn concede(_: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        state.stage = Stage::Conceded(seat);
        log.add(Event::Conceded(seat));
    }

    fn default_action(_: &Rules, _: &State, _: Seat) -> Action {
        Action::Stop
    }

    /// Rolls in seven of eight cases, where it can.
    fn lively(_: &Rules, offered: &[Action], rng: &mut Rng) -> Action {
        if offered.contains(&Action::Roll) && rng.chance(3, 4) { Action::Roll } else { *rng.one_of(offered) }
    }

    fn view(_: &Rules, state: &State, _: Viewer) -> View {
        let State { scores, total, moves, mover, stage } = *state;
        View { scores, total, moves, mover, stage, state: *state }
    }

    /// The law: nothing is hidden, so there is one world.
    fn imagine(_: &Rules, view: &View, _: &mut Rng) -> State {
        view.state
    }

    fn witness(_: &Rules, event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    /// Nobody can know how the die falls before it does.
    fn reveals(_: &Rules, event: &Event) -> bool {
        matches!(event, Event::Fell(..) | Event::Lost(..))
    }

    fn kind(_: &Rules, action: Action) -> &'static str {
        match action {
            Action::Roll => "roll",
            Action::Stop => "stop",
            Action::Die(_) => "die",
        }
    }

    fn label(_: &Rules, state: &State, _: Actor, action: Action) -> String {
        match action {
            Action::Roll => "roll the die".to_owned(),
            Action::Stop => format!("stop and keep {}", state.total),
            Action::Die(face) => format!("throw {face}"),
        }
    }

    fn fields(_: &Rules, _: Actor, action: Action) -> Value {
        match action {
            Action::Die(face) => json!({ "face": face }),
            Action::Roll | Action::Stop => json!({}),
        }
    }

    fn tell(rules: &Rules, event: &Event) -> EventData {
        let (kind, text, rule, fields) = match event {
            Event::Rolled(seat) => ("rolled", format!("{seat} rolls"), "PIG-2", json!({ "seat": seat })),
            Event::Fell(seat, face, total) => (
                "fell",
                format!("{seat} throws {face}, turn total {total}"),
                "PIG-3",
                json!({ "seat": seat, "face": face, "total": total }),
            ),
            Event::Lost(seat, lost) => (
                "lost",
                format!("{seat} throws 1 and loses a turn total of {lost}"),
                "PIG-4",
                json!({ "seat": seat, "lost": lost }),
            ),
            Event::Stopped(seat, kept, score) => (
                "stopped",
                format!("{seat} stops, keeps {kept} and has {score}"),
                "PIG-5",
                json!({ "seat": seat, "kept": kept, "score": score }),
            ),
            Event::Won(seat) => (
                "won",
                format!("{seat} reaches the target of {}", rules.target),
                "PIG-7",
                json!({ "seat": seat }),
            ),
            Event::Drawn => {
                ("drawn", format!("the horizon of {} is reached", rules.horizon), "PIG-8", json!({}))
            }
            Event::Conceded(seat) => {
                ("conceded", format!("{seat} concedes"), "PIG-9", json!({ "seat": seat }))
            }
        };
        crate::event_data(kind, text, rule, fields)
    }

    fn points(_: &Rules, view: &View, seat: Seat) -> Option<i32> {
        view.scores.get(seat.index()).map(|score| i32::from(*score))
    }

    fn picture(rules: &Rules, view: &View) -> String {
        format!(
            "scores {} {} of {}   turn of {}, total {}   moves {} of {}",
            view.scores[0], view.scores[1], rules.target, view.mover, view.total, view.moves, rules.horizon
        )
    }

    fn write_action(_: &Rules, _: Actor, action: Action, out: &mut String) {
        match action {
            Action::Roll => out.push_str("roll"),
            Action::Stop => out.push_str("stop"),
            Action::Die(face) => out.push_str(&format!("die {face}")),
        }
    }

    fn read_action(rules: &Rules, _: Actor, text: &str) -> Result<Action, Fault> {
        match text {
            "roll" => Ok(Action::Roll),
            "stop" => Ok(Action::Stop),
            _ => text
                .strip_prefix("die ")
                .and_then(|face| text::number::<u8>(face, "a face").ok())
                .filter(|face| (1..=rules.sides).contains(face))
                .map(Action::Die)
                .ok_or_else(|| {
                    text::misread(text, &format!("roll, stop, or for chance die 1 to {}", rules.sides))
                }),
        }
    }

    /// Scores, turn total, moves and mover: `20,14 6 12 1`; then `rolling` while the die is in the
    /// air, or `out SEAT` after a concession.
    fn write_position(_: &Rules, state: &State, out: &mut String) {
        let State { scores: [first, second], total, moves, mover, stage } = state;
        out.push_str(&format!("{first},{second} {total} {moves} {mover}"));
        match stage {
            Stage::Throw => out.push_str(" rolling"),
            Stage::Conceded(seat) => out.push_str(&format!(" out {seat}")),
            Stage::Choose | Stage::Won(_) | Stage::Drawn => {}
        }
    }

    fn read_position(rules: &Rules, text: &str) -> Result<State, Faults> {
        let form = "both scores, the turn total, the moves and the seat whose turn it is, for example `20,14 6 12 1`, then `rolling` while the die is in the air or `out SEAT` after a concession";
        let misread = || text::misread(text, form);
        let parts: Vec<&str> = text.split(' ').collect();
        let (scores, numbers, rest) = match parts[..] {
            [scores, total, moves, mover, ref rest @ ..] => (scores, [total, moves, mover], rest),
            _ => return Err(misread().into()),
        };
        let (first, second) = scores.split_once(',').ok_or_else(misread)?;
        let mut faults = Faults::none();
        let stage = match *rest {
            [] => Some(Stage::Choose),
            ["rolling"] => Some(Stage::Throw),
            ["out", seat] => faults.take(crate::seat(seat, 2)).map(Stage::Conceded),
            _ => return Err(misread().into()),
        };
        let [first, second] = [first, second].map(|score| faults.take(text::number(score, "a score")));
        let total = faults.take(text::number(numbers[0], "a turn total"));
        let moves = faults.take(text::number(numbers[1], "a number of moves"));
        let mover = faults.take(crate::seat(numbers[2], 2));
        let (Some(first), Some(second), Some(total), Some(moves), Some(mover), Some(stage)) =
            (first, second, total, moves, mover, stage)
        else {
            return Err(faults);
        };
        let mut state = State { scores: [first, second], total, moves, mover, stage };
        check_numbers(rules, &state)?;
        let winner = Seat::all(2).find(|seat| state.scores[seat.index()] >= rules.target);
        let over = match winner {
            Some(seat) => Some(Stage::Won(seat)),
            None if moves == rules.horizon => Some(Stage::Drawn),
            None => None,
        };
        match over {
            Some(_) if stage != Stage::Choose => {
                faults.push(Fault::new(
                    "the game is over",
                    "leave out what comes after the mover (PIG-7, PIG-8)",
                ));
            }
            Some(over) => state.stage = over,
            None => {}
        }
        check_play(rules, &state, &mut faults);
        faults.or(state)
    }
}

/// Ends the game when the moves are used up. Rules: PIG-8.
#[inline]
fn draw_at_horizon(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    if state.moves == rules.horizon {
        state.stage = Stage::Drawn;
        log.add(Event::Drawn);
    }
}

/// The mover keeps its turn total. Rules: PIG-5, PIG-7.
#[inline]
fn stop(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let (seat, kept) = (state.mover, state.total);
    let score = state.scores[seat.index()] + kept;
    state.scores[seat.index()] = score;
    state.moves += 1;
    state.pass_on();
    log.add(Event::Stopped(seat, kept, score));
    if score >= rules.target {
        state.stage = Stage::Won(seat);
        log.add(Event::Won(seat));
    } else {
        draw_at_horizon(rules, state, log);
    }
}

/// The die falls. Rules: PIG-3, PIG-4.
#[inline]
fn fall(state: &mut State, face: u8, log: &mut impl Log<Event>) {
    let seat = state.mover;
    state.stage = Stage::Choose;
    if face == 1 {
        log.add(Event::Lost(seat, state.total));
        state.pass_on();
    } else {
        state.total += u16::from(face);
        log.add(Event::Fell(seat, face, state.total));
    }
}

/// The most that a seat with `score`, which is below the target, can throw in a turn: as much as it
/// can without reaching the target, and the highest face. Rules: PIG-3, PIG-6.
fn most_throws(rules: &Rules, score: u16) -> u16 {
    let room = rules.target - 1 - score;
    let before_last = match room {
        1 => 0,
        _ if rules.sides == 2 => room / 2 * 2,
        _ => room,
    };
    before_last + u16::from(rules.sides)
}

/// Refuses numbers beyond what the setup allows, so that they can be added without care.
/// Rules: PIG-1, PIG-6, PIG-8.
fn check_numbers(rules: &Rules, state: &State) -> Result<(), Faults> {
    let mut faults = Faults::none();
    let most = most_throws(rules, 0);
    for (what, number) in
        [("a score", state.scores[0]), ("a score", state.scores[1]), ("a turn total", state.total)]
    {
        if number > most {
            faults.push(Fault::new(
                format!("{number} is too much for {what}"),
                format!("give at most {most} (PIG-6)"),
            ));
        } else if number == 1 || (rules.sides == 2 && number % 2 == 1) {
            let remedy = "throws of 2 or more must add up to it (PIG-3)";
            faults.push(Fault::new(format!("no throws give {what} of {number}"), remedy));
        }
    }
    if state.moves > rules.horizon {
        let remedy = format!("give at most {} (PIG-8)", rules.horizon);
        faults.push(Fault::new(format!("{} moves are too many", state.moves), remedy));
    }
    faults.or(())
}

/// Refuses a position that no play reaches, as far as a few sums can tell.
/// Rules: PIG-2, PIG-5, PIG-6, PIG-7.
fn check_play(rules: &Rules, state: &State, faults: &mut Faults) {
    let sides = u16::from(rules.sides);
    let reaching = state.scores.map(|score| score >= rules.target);
    if reaching[state.mover.index()] || (reaching != [false; 2] && state.total != 0) {
        faults.push(Fault::new("play went on after the target was reached", "the game ends at once (PIG-7)"));
    } else if state.total > most_throws(rules, state.scores[state.mover.index()]) {
        faults.push(Fault::new(
            format!("seat {} rolled although the target was in reach", state.mover),
            "give less for its score or turn total (PIG-6)",
        ));
    }
    // The last move of a drawn game with a turn total was a roll, which was not thrown.
    let rolling = state.stage == Stage::Throw || (state.stage == Stage::Drawn && state.total > 0);
    if rolling && state.reaches(rules) {
        faults.push(Fault::new(
            format!("seat {} cannot roll with the target in reach", state.mover),
            "it can only stop (PIG-6)",
        ));
    }
    // The fewest moves: one turn for each score, and turns with nothing where the seats alternate.
    let thrown = |points: u16| points.div_ceil(sides);
    let scored = state.scores.map(|score| u16::from(score > 0));
    let ahead = u16::from(state.mover == Seat::new(1));
    let second_turns = scored[1].max(scored[0].saturating_sub(ahead));
    let turns = 2 * second_turns + ahead;
    let rolls = thrown(state.scores[0]) + thrown(state.scores[1]) + thrown(state.total) + u16::from(rolling);
    let fewest = turns + rolls;
    // Without an idle turn more moves need smaller throws, or two turns more.
    let most_rolls = state.scores[0] / 2 + state.scores[1] / 2 + state.total / 2 + u16::from(rolling);
    let known_throw = match state.stage {
        Stage::Choose | Stage::Throw | Stage::Won(_) => true,
        Stage::Drawn => state.total > 0,
        Stage::Conceded(_) => state.reaches(rules),
    };
    let one_more = turns == scored[0] + scored[1] && most_rolls == rolls && state.moves == fewest + 1;
    if state.moves < fewest {
        let remedy = format!("give at least {fewest} (PIG-2, PIG-5)");
        faults.push(Fault::new(format!("{} moves are too few", state.moves), remedy));
    } else if one_more && known_throw {
        let remedy = format!("give {fewest} or at least {} (PIG-2, PIG-5)", fewest + 2);
        faults.push(Fault::new(format!("{} moves do not lead here", state.moves), remedy));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{NoLog, position_text};

    fn start(settings: &str) -> Start<Pig> {
        Pig::compile(&Settings::parse(settings).unwrap(), &Sources::none()).unwrap()
    }

    /// Plays `r` for roll, `s` for stop and digits for the die.
    fn play(settings: &str, actions: &str) -> (Start<Pig>, State, Vec<Event>) {
        let start = start(settings);
        let (mut state, mut log) = (start.state, Vec::new());
        for letter in actions.chars() {
            let (actor, action) = match letter {
                'r' => (Actor::Seat(state.mover), Action::Roll),
                's' => (Actor::Seat(state.mover), Action::Stop),
                face => (Actor::Chance, Action::Die(face as u8 - b'0')),
            };
            assert_eq!(Pig::refuse(&start.rules, &state, actor, action), None, "{letter} of {actions}");
            Pig::apply(&start.rules, &mut state, actor, action, &mut log);
        }
        (start, state, log)
    }

    fn position(settings: &str, actions: &str) -> String {
        let (start, state, _) = play(settings, actions);
        position_text::<Pig>(&start.rules, &state)
    }

    fn scores(settings: &str, actions: &str) -> Vec<i32> {
        let (start, state, _) = play(settings, actions);
        Pig::outcome(&start.rules, &state).expect("the game is over").scores().to_vec()
    }

    /// PIG-2 to PIG-5: what a throw and a stop do.
    #[test]
    fn turns_add_up() {
        assert_eq!(position("", ""), "0,0 0 0 0");
        assert_eq!(position("", "r"), "0,0 0 1 0 rolling");
        assert_eq!(position("", "r6r3"), "0,0 9 2 0");
        assert_eq!(position("", "r6r3s"), "9,0 0 3 1");
        assert_eq!(position("", "r6r3sr5r1"), "9,0 0 5 0");
        assert_eq!(position("", "s"), "0,0 0 1 1");
        let (_, _, log) = play("", "r5r1");
        assert_eq!(log[3], Event::Lost(Seat::new(0), 5));
    }

    /// PIG-6, PIG-7: the target must be banked.
    #[test]
    fn the_target_wins() {
        let (start, state, _) = play("target=10", "r6r4");
        let mut offered = Actions::new();
        Pig::legal(&start.rules, &state, Seat::new(0), &mut offered);
        assert_eq!(&offered[..], [Action::Stop]);
        assert_eq!(
            Pig::pick(&start.rules, &state, Seat::new(0), &mut Rng::from_number(1)),
            (Action::Stop, 1)
        );
        assert_eq!(scores("target=10", "r6r4s"), [1, -1]);
        assert_eq!(scores("target=10", "sr6r6s"), [-1, 1]);
        assert_eq!(position("target=10", "sr6r6s"), "0,12 0 4 0");
    }

    /// PIG-8: the last move ends the game, won only by a stop at the target.
    #[test]
    fn the_horizon_draws() {
        assert_eq!(scores("horizon=3", "r6r6r"), [0, 0]);
        assert_eq!(position("horizon=3", "r6r6r"), "0,0 12 3 0");
        assert_eq!(scores("horizon=3", "sss"), [0, 0]);
        assert_eq!(scores("horizon=3 target=12", "r6r6s"), [1, -1]);
        assert_eq!(Pig::longest(&start("horizon=3").rules), 5);
    }

    /// PIG-1, PIG-2, PIG-3, PIG-6, PIG-7: each refusal has its own code.
    #[test]
    fn refusals_say_why() {
        let code = |actions: &str, actor: Actor, text: &str| {
            let (start, state, _) = play("target=6", actions);
            let action = Pig::read_action(&start.rules, Actor::Seat(Seat::new(0)), text).unwrap();
            Pig::refuse(&start.rules, &state, actor, action).map(|refusal| refusal.code)
        };
        let [first, second, third] = [0, 1, 2].map(|index| Actor::Seat(Seat::new(index)));
        assert_eq!(code("", second, "roll"), Some("not-your-turn"));
        assert_eq!(code("", third, "roll"), Some("no-such-seat"));
        assert_eq!(code("", first, "die 3"), Some("chance-throws"));
        assert_eq!(code("", Actor::Chance, "die 3"), Some("no-throw-now"));
        assert_eq!(code("r", Actor::Chance, "stop"), Some("chance-only-throws"));
        assert_eq!(code("r", first, "stop"), Some("die-in-the-air"));
        assert_eq!(code("r6", first, "roll"), Some("must-stop"));
        assert_eq!(code("r6s", second, "stop"), Some("game-over"));
        for text in ["", "die 0", "die 7", "die 01", "die", "die  1", "Roll", "stop "] {
            assert!(Pig::read_action(&start("").rules, Actor::Seat(Seat::new(0)), text).is_err(), "{text}");
        }
    }

    /// PIG-1, PIG-6, PIG-8: every fault of a setup is reported at once.
    #[test]
    fn setups_are_checked() {
        let settings = Settings::parse("target=1 sides=21 horizon=0 players=3").unwrap();
        assert_eq!(Pig::compile(&settings, &Sources::none()).err().map(|faults| faults.0.len()), Some(4));
    }

    /// PIG-3 to PIG-9: every position of play reads back. With a low target the check of the
    /// moves, which is only a bound, lets a few others through.
    #[test]
    fn positions_read_back() {
        for (settings, others) in [
            ("target=5 sides=3 horizon=6", 0),
            ("target=4 sides=2 horizon=5", 0),
            ("target=2 sides=4 horizon=4", 19),
        ] {
            let start = start(settings);
            let rules = &start.rules;
            let mut reached = vec![start.state];
            let mut next = 0;
            while let Some(&state) = reached.get(next) {
                next += 1;
                let mut actions = Weighted::new();
                let actor = match Pig::turn(rules, &state) {
                    Turn::Over => continue,
                    Turn::Chance => {
                        Pig::chance(rules, &state, &mut actions);
                        Actor::Chance
                    }
                    Turn::Players(_) => {
                        let mut offered = Actions::new();
                        Pig::legal(rules, &state, state.mover, &mut offered);
                        offered.iter().for_each(|&action| actions.push(action, 1));
                        Actor::Seat(state.mover)
                    }
                };
                let mut after = Vec::new();
                for &(action, _) in actions.iter() {
                    let mut copy = state;
                    Pig::apply(rules, &mut copy, actor, action, &mut NoLog);
                    after.push(copy);
                }
                for seat in Seat::all(2) {
                    let mut copy = state;
                    Pig::concede(rules, &mut copy, seat, &mut NoLog);
                    assert_eq!(Pig::outcome(rules, &copy).unwrap().score(seat), -1);
                    after.push(copy);
                }
                for state in after {
                    if !reached.contains(&state) {
                        reached.push(state);
                    }
                }
            }
            for state in &reached {
                let text = position_text::<Pig>(rules, state);
                assert_eq!(Pig::read_position(rules, &text).as_ref(), Ok(state), "{text}");
            }
            let mut read = 0;
            for code in 0..9 * 9 * 9 * 8 * 2 * 4 {
                let tail = ["", " rolling", " out 0", " out 1"][code / (9 * 9 * 9 * 8 * 2)];
                let [first, second, total] = [code % 9, code / 9 % 9, code / 81 % 9];
                let text = format!("{first},{second} {total} {} {}{tail}", code / 729 % 8, code / 5832 % 2);
                if let Ok(state) = Pig::read_position(rules, &text) {
                    assert_eq!(position_text::<Pig>(rules, &state), text);
                    read += 1;
                }
            }
            assert_eq!(read - reached.len(), others, "{settings}");
        }
    }

    /// PIG-3, PIG-6, PIG-7: what cannot be is refused.
    #[test]
    fn impossible_positions_are_refused() {
        let start = start("");
        for text in [
            "",
            "0,0 0 0",
            "0 0 0 0",
            "0,0 0 0 2",
            "0,0 0 0 1",
            "0,0 1 1 0",
            "0,0 0 1 0",
            "0,0 0 1001 0",
            "100,0 0 20 0",
            "100,100 0 60 0",
            "106,0 0 60 1",
            "97,0 12 60 0",
            "97,0 3 60 0 rolling",
            "60,0 0 5 1",
            "0,0 0 1000 0 rolling",
            "0,0 0 1000 0 out 1",
            "0,0 0 0 0 out 2",
            "0,0 0 0 0 ",
            "00,0 0 0 0",
            "0,0,0 0 0 0",
            "70000,0 0 0 0",
            "65535,65535 65535 65535 1 rolling",
        ] {
            assert!(Pig::read_position(&start.rules, text).is_err(), "{text}");
        }
    }
}
