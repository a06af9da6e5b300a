//! Nim for two seats. Rewards are 1 and -1; seat 0 begins; misère unless the setup says otherwise.

use engine::{
    Actions, Actor, EventData, Fault, Faults, Game, Log, OptionSpec, Outcome, Place, Purpose, Refusal, Rng,
    Seat, Settings, Sources, Start, Turn, Values, Viewer, Weighted, text,
};
use serde::Serialize;
use serde_json::{Value, json};

/// The game. Rules: NIM-1 to NIM-7.
pub struct Nim;

/// The most piles. Rules: NIM-1.
const MOST_PILES: usize = 8;
/// The most objects in a pile. Rules: NIM-1.
const MOST_IN_PILE: u8 = 30;
/// The most objects in all. Rules: NIM-1.
const MOST_OBJECTS: u32 = 120;

/// The objects of each pile; piles that do not exist hold none.
type Piles = [u8; MOST_PILES];

/// The piles at the start, and what the last object means.
pub struct Rules {
    piles: Piles,
    count: u8,
    objects: u8,
    misere: bool,
}

/// How far the game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    Running,
    /// The last object was taken; this seat won.
    Won(Seat),
    /// This seat gave up.
    Conceded(Seat),
}

/// A position: what is left, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    piles: Piles,
    objects: u8,
    mover: Seat,
    stage: Stage,
}

/// So many objects from one pile. Ordered by number, then by pile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take {
    number: u8,
    /// Counted from 0.
    pile: u8,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat took objects.
    Took(Seat, Take),
    /// The last object is gone; this seat won.
    Won(Seat),
    /// A seat gave up.
    Conceded(Seat),
}

/// Nothing is hidden, so everybody sees the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    /// The objects left in each pile.
    piles: Vec<u8>,
    mover: Seat,
    stage: Stage,
    #[serde(skip)]
    state: State,
}

const NO_SUCH_SEAT: Refusal = Refusal::new("no-such-seat", "NIM-2", "there are only seats 0 and 1");
const NO_CHANCE: Refusal = Refusal::new("no-chance", "NIM-2", "chance has no part in this game");
const NOT_YOUR_TURN: Refusal = Refusal::new("not-your-turn", "NIM-2", "it is not your turn");
const PILE_EMPTY: Refusal = Refusal::new("pile-empty", "NIM-3", "that pile is empty");
const PILE_TOO_SMALL: Refusal = Refusal::new("pile-too-small", "NIM-3", "that pile holds fewer objects");
const OVER: Refusal = Refusal::new("game-over", "NIM-4", "the game is over");

impl Rules {
    /// Who wins when `taker` takes the last object. Rules: NIM-5, NIM-6.
    #[inline]
    fn winner(&self, taker: Seat) -> Seat {
        if self.misere { taker.next(2) } else { taker }
    }

    fn count(&self) -> usize {
        usize::from(self.count)
    }
}

fn joined(piles: &[u8]) -> String {
    piles.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

/// Reads the sizes of the piles at the start, and reports every one that does not fit. Rules: NIM-1.
fn read_piles(text: &str, faults: &mut Faults) -> (Piles, u8) {
    let mut fault = |what: String, remedy: String| {
        faults.push(Fault::new(what, remedy).at(Place::Option("piles".to_owned())));
    };
    let (mut piles, mut count) = ([0; MOST_PILES], 0);
    let given = text.split(',').count();
    if given > MOST_PILES {
        fault(format!("{given} piles are too many"), format!("give 1 to {MOST_PILES} piles (NIM-1)"));
    }
    for (pile, size) in piles.iter_mut().zip(text.split(',')) {
        match text::number::<u8>(size, "a pile") {
            Ok(number) if (1..=MOST_IN_PILE).contains(&number) => *pile = number,
            _ => fault(
                format!("`{}` is no size of a pile", size.chars().take(20).collect::<String>()),
                format!(
                    "give whole numbers from 1 to {MOST_IN_PILE} with commas between, for example `1,3,5,7` (NIM-1)"
                ),
            ),
        }
        count += 1;
    }
    let objects: u32 = piles.iter().copied().map(u32::from).sum();
    if objects > MOST_OBJECTS {
        fault(
            format!("{objects} objects are too many"),
            format!("give at most {MOST_OBJECTS} in all (NIM-1)"),
        );
    }
    (piles, count)
}

impl Game for Nim {
    const ID: &'static str = "nim";
    const TITLE: &'static str = "Nim";
    const VERSION: u32 = 1;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            key: "piles",
            values: Values::Text,
            default: "1,3,5,7",
            help: "the sizes of the 1 to 8 piles, each 1 to 30, at most 120 objects in all",
        },
        OptionSpec {
            key: "misere",
            values: Values::YesNo,
            default: "yes",
            help: "whether taking the last object loses rather than wins",
        },
    ];
    const REFUSALS: &'static [Refusal] =
        &[NO_SUCH_SEAT, NO_CHANCE, NOT_YOUR_TURN, PILE_EMPTY, PILE_TOO_SMALL, OVER];
    const ACTION_KINDS: &'static [&'static str] = &["take"];
    const EVENT_KINDS: &'static [&'static str] = &["took", "won", "conceded"];

    type Rules = Rules;
    type State = State;
    type Action = Take;
    type Event = Event;
    type View = View;

    fn compile(settings: &Settings, _: &Sources) -> Result<Start<Self>, Faults> {
        let (checked, mut faults) = settings.check(Self::OPTIONS);
        let (piles, count) = read_piles(checked.text("piles"), &mut faults);
        let objects = piles.iter().sum();
        let rules = Rules { piles, count, objects, misere: checked.yes("misere") };
        faults.or(Start::new(rules, State { piles, objects, mover: Seat::new(0), stage: Stage::Running }))
    }

    fn seats(_: &Rules) -> u8 {
        2
    }

    fn longest(rules: &Rules) -> u32 {
        u32::from(rules.objects)
    }

    #[inline]
    fn turn(_: &Rules, state: &State) -> Turn {
        if state.stage == Stage::Running { Turn::seat(state.mover) } else { Turn::Over }
    }

    /// Rules: NIM-4, NIM-7.
    fn outcome(_: &Rules, state: &State) -> Option<Outcome> {
        match state.stage {
            Stage::Running => None,
            Stage::Won(seat) => Some(Outcome::won_by(seat, 2)),
            Stage::Conceded(seat) => Some(Outcome::won_by(seat.next(2), 2)),
        }
    }

    #[inline]
    fn legal(_: &Rules, state: &State, seat: Seat, out: &mut Actions<Take>) {
        if seat != state.mover || state.stage != Stage::Running {
            return;
        }
        let mut left = state.objects;
        let mut number = 1;
        while left > 0 {
            for (pile, &size) in state.piles.iter().enumerate() {
                if size >= number {
                    out.push(Take { number, pile: pile as u8 });
                    left -= 1;
                }
            }
            number += 1;
        }
    }

    /// Every object that is left stands for one action: take it and those below it in its pile.
    #[inline]
    fn pick(_: &Rules, state: &State, _: Seat, rng: &mut Rng) -> (Take, u32) {
        let options = u32::from(state.objects);
        let mut object = rng.below(options) as u8;
        let mut pile = 0;
        while object >= state.piles[pile] {
            object -= state.piles[pile];
            pile += 1;
        }
        (Take { number: object + 1, pile: pile as u8 }, options)
    }

    fn refuse(_: &Rules, state: &State, actor: Actor, action: Take) -> Option<Refusal> {
        match actor {
            _ if state.stage != Stage::Running => Some(OVER),
            Actor::Chance => Some(NO_CHANCE),
            Actor::Seat(seat) if seat.index() >= 2 => Some(NO_SUCH_SEAT),
            Actor::Seat(seat) if seat != state.mover => Some(NOT_YOUR_TURN),
            Actor::Seat(_) => {
                let pile = action.pile + 1;
                match state.piles[usize::from(action.pile)] {
                    0 => Some(PILE_EMPTY.because(format!("pile {pile} is empty"))),
                    left if left < action.number => {
                        Some(PILE_TOO_SMALL.because(format!("pile {pile} holds only {left}")))
                    }
                    _ => None,
                }
            }
        }
    }

    fn chance(_: &Rules, _: &State, _: &mut Weighted<Take>) {}

    fn sample(_: &Rules, _: &State, _: &mut Rng) -> Take {
        unreachable!("nim has no chance")
    }

    fn purpose(_: &Rules, _: &State) -> Purpose {
        unreachable!("nim has no chance")
    }

    /// Rules: NIM-3, NIM-4.
    #[inline]
    fn apply(rules: &Rules, state: &mut State, _: Actor, action: Take, log: &mut impl Log<Event>) {
        let mover = state.mover;
        state.piles[usize::from(action.pile)] -= action.number;
        state.objects -= action.number;
        state.mover = mover.next(2);
        log.add(Event::Took(mover, action));
        if state.objects == 0 {
            let winner = rules.winner(mover);
            state.stage = Stage::Won(winner);
            log.add(Event::Won(winner));
        }
    }

    /// Rules: NIM-7.
    fn concede(_: &Rules, state: &mut State, seat: Seat, log: &mut impl Log<Event>) {
        state.stage = Stage::Conceded(seat);
        log.add(Event::Conceded(seat));
    }

    /// One object from the first pile that has one.
    fn default_action(_: &Rules, state: &State, _: Seat) -> Take {
        let pile = state.piles.iter().position(|&size| size > 0).expect("a running game has objects left");
        Take { number: 1, pile: pile as u8 }
    }

    /// Takes as much as it can in every other case.
    fn lively(_: &Rules, offered: &[Take], rng: &mut Rng) -> Take {
        match offered.last() {
            Some(&most) if rng.chance(1, 2) => most,
            _ => *rng.one_of(offered),
        }
    }

    fn view(rules: &Rules, state: &State, _: Viewer) -> View {
        let piles = state.piles[..rules.count()].to_vec();
        View { piles, mover: state.mover, stage: state.stage, state: *state }
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

    fn kind(_: &Rules, _: Take) -> &'static str {
        "take"
    }

    fn label(_: &Rules, _: &State, _: Actor, action: Take) -> String {
        format!("take {} from pile {}", action.number, action.pile + 1)
    }

    fn fields(_: &Rules, _: Actor, action: Take) -> Value {
        json!({ "pile": action.pile + 1, "number": action.number })
    }

    fn tell(rules: &Rules, event: &Event) -> EventData {
        let (kind, text, rule, fields) = match event {
            Event::Took(seat, Take { number, pile }) => {
                let pile = pile + 1;
                (
                    "took",
                    format!("{seat} takes {number} from pile {pile}"),
                    "NIM-3",
                    json!({ "seat": seat, "pile": pile, "number": number }),
                )
            }
            Event::Won(seat) if rules.misere => {
                ("won", format!("{seat} left the last object and wins"), "NIM-5", json!({ "seat": seat }))
            }
            Event::Won(seat) => {
                ("won", format!("{seat} took the last object and wins"), "NIM-6", json!({ "seat": seat }))
            }
            Event::Conceded(seat) => {
                ("conceded", format!("{seat} concedes"), "NIM-7", json!({ "seat": seat }))
            }
        };
        crate::event_data(kind, text, rule, fields)
    }

    /// A line for each pile: `|` for what is left, `.` for what was taken.
    fn picture(rules: &Rules, view: &View) -> String {
        let line = |(pile, &left): (usize, &u8)| {
            let taken = rules.piles[pile] - left;
            format!("{} {}{}", pile + 1, "|".repeat(left.into()), ".".repeat(taken.into()))
        };
        view.piles.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Pile and number: `3-2` takes two objects from the third pile.
    fn write_action(_: &Rules, _: Actor, action: Take, out: &mut String) {
        out.push_str(&format!("{}-{}", action.pile + 1, action.number));
    }

    fn read_action(rules: &Rules, _: Actor, text: &str) -> Result<Take, Fault> {
        let most = rules.piles.iter().copied().max().unwrap_or(0);
        let misread = || {
            let form = format!("a pile from 1 to {}, a dash and a number from 1 to {most}", rules.count);
            text::misread(text, &form)
        };
        let (pile, number) = text.split_once('-').ok_or_else(misread)?;
        match (text::number::<u8>(pile, "a pile"), text::number::<u8>(number, "a number")) {
            (Ok(pile), Ok(number)) if (1..=rules.count).contains(&pile) && (1..=most).contains(&number) => {
                Ok(Take { number, pile: pile - 1 })
            }
            _ => Err(misread()),
        }
    }

    /// What is left and the mover: `1,3,0,7 1`; a conceded game adds who did: `1,3,0,7 1 out 0`.
    fn write_position(rules: &Rules, state: &State, out: &mut String) {
        out.push_str(&format!("{} {}", joined(&state.piles[..rules.count()]), state.mover));
        if let Stage::Conceded(seat) = state.stage {
            out.push_str(&format!(" out {seat}"));
        }
    }

    fn read_position(rules: &Rules, text: &str) -> Result<State, Faults> {
        let form = "the objects left in each pile with commas between, then the seat to move, then `out SEAT` if somebody conceded";
        let misread = || text::misread(text, form);
        let parts: Vec<&str> = text.split(' ').collect();
        let (sizes, mover, conceded) = match parts[..] {
            [sizes, mover] => (sizes, mover, None),
            [sizes, mover, "out", seat] => (sizes, mover, Some(seat)),
            _ => return Err(misread().into()),
        };
        let mut faults = Faults::none();
        let mover = faults.take(crate::seat(mover, 2));
        let conceded = conceded.and_then(|seat| faults.take(crate::seat(seat, 2)));
        let mut piles = [0; MOST_PILES];
        let given = sizes.split(',').count();
        if given != rules.count() {
            let remedy = format!("the game began with {}", joined(&rules.piles[..rules.count()]));
            faults.push(Fault::new(format!("there are {given} piles"), remedy));
        }
        for (pile, (size, &most)) in sizes.split(',').zip(&rules.piles[..rules.count()]).enumerate() {
            match faults.take(text::number::<u8>(size, "a number of objects")) {
                Some(left) if left > most => faults.push(Fault::new(
                    format!("pile {} cannot hold {left}", pile + 1),
                    format!("it began with {most} (NIM-1)"),
                )),
                left => piles[pile] = left.unwrap_or(0),
            }
        }
        let Some(mover) = mover.filter(|_| faults.is_empty()) else { return Err(faults) };
        let objects: u8 = piles.iter().sum();
        // Every pile that shrank took one move or more, and no move took less than one object.
        let fewest = piles.iter().zip(&rules.piles).filter(|(left, start)| left < start).count();
        let most = usize::from(rules.objects - objects);
        if fewest == most && most % 2 != mover.index() {
            faults.push(Fault::new(
                format!("seat {mover} cannot be the one to move: the number of moves is exactly {most}"),
                "seat 0 begins and the seats take turns (NIM-2)",
            ));
        }
        if conceded.is_some() && objects == 0 {
            faults.push(Fault::new("nobody can concede after the end", "leave `out SEAT` out (NIM-7)"));
        }
        let stage = match conceded {
            Some(seat) => Stage::Conceded(seat),
            None if objects == 0 => Stage::Won(rules.winner(mover.next(2))),
            None => Stage::Running,
        };
        faults.or(State { piles, objects, mover, stage })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{NoLog, action_text, position_text};

    fn start(settings: &str) -> Start<Nim> {
        Nim::compile(&Settings::parse(settings).unwrap(), &Sources::none()).unwrap()
    }

    fn play(settings: &str, moves: &str) -> (Start<Nim>, State) {
        let start = start(settings);
        let mut state = start.state;
        for text in moves.split_whitespace() {
            let action = Nim::read_action(&start.rules, Actor::Seat(Seat::new(0)), text).unwrap();
            let mover = Actor::Seat(state.mover);
            assert_eq!(Nim::refuse(&start.rules, &state, mover, action), None, "{text}");
            Nim::apply(&start.rules, &mut state, mover, action, &mut NoLog);
        }
        (start, state)
    }

    fn refusal(start: &Start<Nim>, state: &State, actor: Actor, text: &str) -> Option<&'static str> {
        let action = Nim::read_action(&start.rules, Actor::Seat(Seat::new(0)), text).unwrap();
        Nim::refuse(&start.rules, state, actor, action).map(|refusal| refusal.code)
    }

    /// NIM-3: any number from one pile, offered by number and then by pile.
    #[test]
    fn takes_are_offered_by_number_then_pile() {
        let start = start("piles=1,3,2");
        let mut offered = Actions::new();
        Nim::legal(&start.rules, &start.state, Seat::new(0), &mut offered);
        let texts: Vec<String> = offered
            .iter()
            .map(|&take| action_text::<Nim>(&start.rules, Actor::Seat(Seat::new(0)), take))
            .collect();
        assert_eq!(texts, ["1-1", "2-1", "3-1", "2-2", "3-2", "2-3"]);
        assert!(offered.is_sorted());
        let mut none = Actions::new();
        Nim::legal(&start.rules, &start.state, Seat::new(1), &mut none);
        assert!(none.is_empty());
    }

    /// NIM-4, NIM-5, NIM-6: the last object loses or wins.
    #[test]
    fn the_last_object_decides() {
        let (start, state) = play("piles=1,2", "2-2 1-1");
        assert_eq!(Nim::outcome(&start.rules, &state).unwrap().scores(), [1, -1]);
        assert_eq!(position_text::<Nim>(&start.rules, &state), "0,0 0");
        let (start, state) = play("piles=1,2 misere=no", "2-2 1-1");
        assert_eq!(Nim::outcome(&start.rules, &state).unwrap().scores(), [-1, 1]);
        assert_eq!(refusal(&start, &state, Actor::Seat(Seat::new(0)), "1-1"), Some("game-over"));
    }

    /// NIM-2, NIM-3: each refusal has its own code.
    #[test]
    fn refusals_say_why() {
        let (start, state) = play("", "1-1");
        let [first, second, third] = [0, 1, 2].map(|seat| Actor::Seat(Seat::new(seat)));
        assert_eq!(refusal(&start, &state, first, "2-1"), Some("not-your-turn"));
        assert_eq!(refusal(&start, &state, third, "2-1"), Some("no-such-seat"));
        assert_eq!(refusal(&start, &state, Actor::Chance, "2-1"), Some("no-chance"));
        assert_eq!(refusal(&start, &state, second, "1-1"), Some("pile-empty"));
        assert_eq!(refusal(&start, &state, second, "2-4"), Some("pile-too-small"));
        assert_eq!(refusal(&start, &state, second, "2-3"), None);
        for text in ["", "5-1", "0-1", "1-0", "1-8", "01-1", "1-+1", "1-1 ", "1--1", "1"] {
            assert!(Nim::read_action(&start.rules, Actor::Seat(Seat::new(0)), text).is_err(), "{text}");
        }
    }

    /// NIM-1: every fault of a setup is reported at once.
    #[test]
    fn setups_are_checked() {
        let faults = |text: &str| {
            let settings = Settings::parse(text).unwrap();
            Nim::compile(&settings, &Sources::none()).err().map_or(0, |faults| faults.0.len())
        };
        assert_eq!(faults("piles=30,30,30,30"), 0);
        assert_eq!(faults("piles=30,30,30,30,1"), 1);
        assert_eq!(faults("piles=1,1,1,1,1,1,1,1,1"), 1);
        assert_eq!(faults("piles=0,31,x, misere=maybe"), 5);
        assert_eq!(faults("piles="), 1);
    }

    /// NIM-7: the other seat wins, and the position reads back.
    #[test]
    fn conceding_loses() {
        let (start, mut state) = play("", "4-7 3-2");
        Nim::concede(&start.rules, &mut state, Seat::new(1), &mut NoLog);
        assert_eq!(Nim::outcome(&start.rules, &state).unwrap().scores(), [1, -1]);
        let text = position_text::<Nim>(&start.rules, &state);
        assert_eq!(text, "1,3,3,0 0 out 1");
        assert_eq!(Nim::read_position(&start.rules, &text), Ok(state));
    }

    /// NIM-1, NIM-2: exactly the positions that some play reaches can be read.
    #[test]
    fn positions_are_those_of_play() {
        let start = start("piles=2,1,2");
        let mut reached = vec![start.state];
        let mut next = 0;
        while let Some(&state) = reached.get(next) {
            next += 1;
            let mut offered = Actions::new();
            Nim::legal(&start.rules, &state, state.mover, &mut offered);
            for &take in offered.iter() {
                let mut after = state;
                Nim::apply(&start.rules, &mut after, Actor::Seat(state.mover), take, &mut NoLog);
                if !reached.contains(&after) {
                    reached.push(after);
                }
            }
            if state.stage == Stage::Running {
                for seat in Seat::all(2) {
                    let mut after = state;
                    Nim::concede(&start.rules, &mut after, seat, &mut NoLog);
                    reached.push(after);
                }
            }
        }
        let mut read = 0;
        for code in 0..4 * 4 * 4 * 2 * 3 {
            let (piles, rest) = ([code % 4, code / 4 % 4, code / 16 % 4], code / 64);
            let conceded = ["", " out 0", " out 1"][rest / 2];
            let text = format!("{},{},{} {}{conceded}", piles[0], piles[1], piles[2], rest % 2);
            if let Ok(state) = Nim::read_position(&start.rules, &text) {
                assert!(reached.contains(&state), "{text}");
                assert_eq!(position_text::<Nim>(&start.rules, &state), text);
                read += 1;
            }
        }
        assert_eq!(read, reached.len());
    }

    /// NIM-5: seat 0 loses the usual game against best play, and wins it with one more pile of 1.
    #[test]
    fn the_usual_game_is_lost_for_the_first_seat() {
        fn mover_wins(rules: &Rules, state: &State, known: &mut [Option<bool>]) -> bool {
            if let Some(outcome) = Nim::outcome(rules, state) {
                return outcome.score(state.mover) > 0;
            }
            let key = state.piles.iter().fold(0, |key, &size| key * 8 + usize::from(size));
            if let Some(wins) = known[key] {
                return wins;
            }
            let mut offered = Actions::new();
            Nim::legal(rules, state, state.mover, &mut offered);
            let wins = offered.iter().any(|&take| {
                let mut after = *state;
                Nim::apply(rules, &mut after, Actor::Seat(state.mover), take, &mut NoLog);
                !mover_wins(rules, &after, known)
            });
            known[key] = Some(wins);
            wins
        }
        for (settings, wins) in [("", false), ("misere=no", false), ("piles=1,1,3,5,7", true)] {
            let start = start(settings);
            let mut known = vec![None; 1 << 24];
            assert_eq!(mover_wins(&start.rules, &start.state, &mut known), wins, "{settings}");
        }
    }

    /// NIM-3: every legal take is picked equally often.
    #[test]
    fn picks_are_uniform() {
        let start = start("piles=1,3,2");
        let mut offered = Actions::new();
        Nim::legal(&start.rules, &start.state, Seat::new(0), &mut offered);
        let mut counts = vec![0u32; offered.len()];
        let mut rng = Rng::from_number(1);
        for _ in 0..6000 {
            let (take, options) = Nim::pick(&start.rules, &start.state, Seat::new(0), &mut rng);
            assert_eq!(options as usize, offered.len());
            counts[offered.iter().position(|&other| other == take).unwrap()] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
