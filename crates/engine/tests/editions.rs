//! Records of older editions of the rules: played as far as today's rules agree, and told apart from forgeries.

use engine::{
    Actions, Actor, Change, Edition, EventData, Fault, Faults, Game, Log, Luck, Opening, OptionSpec, Outcome,
    Play, Purpose, Record, Refusal, Replayed, Rng, Seat, SeatSet, Seed, SeedLine, Settings, Sources, Start,
    Turn, Viewer, Weighted, reseal, text,
};

/// A climb: a die falls, whoever's turn it is takes or leaves it, and the first one on step 20 has won. Its rules as they
/// were in edition `E`: in the second a six that is taken counts twice, in the third the dice are read from the other
/// end, in the fourth a one cannot be taken, in the fifth nothing is new that could be seen in a game.
struct Climb<const E: u32>;

const ALL: [Edition; 5] = [
    Edition { number: 1, since: "2026-01-01", luck: false, changes: &[] },
    Edition {
        number: 2,
        since: "2026-02-01",
        luck: false,
        changes: &[Change { rules: &["CLIMB-2"], text: "a six counts twice" }],
    },
    Edition {
        number: 3,
        since: "2026-03-01",
        luck: true,
        changes: &[Change { rules: &["CLIMB-1"], text: "dice are read from the other end" }],
    },
    Edition {
        number: 4,
        since: "2026-04-01",
        luck: false,
        changes: &[Change { rules: &["CLIMB-2", "CLIMB-3"], text: "a one is left" }],
    },
    Edition {
        number: 5,
        since: "2026-05-01",
        luck: false,
        changes: &[Change { rules: &["CLIMB-1"], text: "three may climb" }],
    },
];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
struct State {
    steps: [u8; 2],
    mover: u8,
    die: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Action {
    Take,
    Leave,
    Fall(u8),
}

const NO_ONE: Refusal = Refusal::new("no-one", "CLIMB-3", "a one cannot be taken");
const NOT_NOW: Refusal = Refusal::new("not-now", "CLIMB-1", "it is not your turn");

impl State {
    fn is_over(&self) -> bool {
        self.steps.iter().any(|&steps| steps >= 20)
    }
}

impl<const E: u32> Game for Climb<E> {
    const ID: &'static str = "climb";
    const TITLE: &'static str = "Climb";
    const VERSION: u32 = 1;
    const EDITIONS: &'static [Edition] = ALL.split_at(E as usize).0;
    const OPTIONS: &'static [OptionSpec] = &[];
    const REFUSALS: &'static [Refusal] = &[NO_ONE, NOT_NOW];
    const ACTION_KINDS: &'static [&'static str] = &["take", "leave", "fall"];
    const EVENT_KINDS: &'static [&'static str] = &["did"];
    type Rules = ();
    type State = State;
    type Action = Action;
    type Event = Action;
    type View = State;

    fn compile(_: &Settings, _: &Sources) -> Result<Start<Self>, Faults> {
        Ok(Start::new((), State { steps: [0, 0], mover: 0, die: 0 }))
    }
    fn seats((): &()) -> u8 {
        2
    }
    fn longest((): &()) -> u32 {
        10_000
    }
    fn turn((): &(), state: &State) -> Turn {
        match state {
            _ if state.is_over() => Turn::Over,
            State { die: 0, .. } => Turn::Chance,
            State { mover, .. } => Turn::Players(SeatSet::only(Seat::new(*mover))),
        }
    }
    fn outcome((): &(), state: &State) -> Option<Outcome> {
        state.is_over().then(|| Outcome::by_score(&state.steps.map(i32::from)))
    }
    fn legal((): &(), state: &State, seat: Seat, out: &mut Actions<Action>) {
        if Self::turn(&(), state).waits_for(seat) {
            if E < 4 || state.die != 1 {
                out.push(Action::Take);
            }
            out.push(Action::Leave);
        }
    }
    fn refuse((): &(), state: &State, actor: Actor, action: Action) -> Option<Refusal> {
        let turn = Self::turn(&(), state);
        match (actor, action) {
            (Actor::Chance, Action::Fall(1..=6)) if turn == Turn::Chance => None,
            (Actor::Seat(seat), Action::Take) if turn.waits_for(seat) && E >= 4 && state.die == 1 => {
                Some(NO_ONE)
            }
            (Actor::Seat(seat), Action::Take | Action::Leave) if turn.waits_for(seat) => None,
            _ => Some(NOT_NOW),
        }
    }
    fn chance((): &(), _: &State, out: &mut Weighted<Action>) {
        (1..=6).for_each(|face| out.push(Action::Fall(face), 1));
    }
    fn sample((): &(), _: &State, rng: &mut Rng) -> Action {
        let face = 1 + rng.below(6) as u8;
        Action::Fall(if E >= 3 { 7 - face } else { face })
    }
    fn purpose((): &(), _: &State) -> Purpose {
        Purpose::new("die")
    }
    fn apply((): &(), state: &mut State, _: Actor, action: Action, log: &mut impl Log<Action>) {
        let again = if E >= 2 && state.die == 6 { 2 } else { 1 };
        match action {
            Action::Fall(face) => state.die = face,
            Action::Take => state.steps[usize::from(state.mover)] += again * state.die,
            Action::Leave => {}
        }
        if !matches!(action, Action::Fall(_)) {
            (state.mover, state.die) = (1 - state.mover, 0);
        }
        log.add(action);
    }
    fn concede((): &(), state: &mut State, seat: Seat, _: &mut impl Log<Action>) {
        state.steps[1 - seat.index()] = 20;
    }
    fn default_action((): &(), _: &State, _: Seat) -> Action {
        Action::Leave
    }
    fn lively((): &(), offered: &[Action], _: &mut Rng) -> Action {
        offered[0]
    }
    fn view((): &(), state: &State, _: Viewer) -> State {
        *state
    }
    fn imagine((): &(), view: &State, _: &mut Rng) -> State {
        *view
    }
    fn witness((): &(), event: &Action, _: Viewer) -> Option<Action> {
        Some(*event)
    }
    fn reveals((): &(), event: &Action) -> bool {
        matches!(event, Action::Fall(_))
    }
    fn kind((): &(), action: Action) -> &'static str {
        match action {
            Action::Take => "take",
            Action::Leave => "leave",
            Action::Fall(_) => "fall",
        }
    }
    fn label((): &(), _: &State, actor: Actor, action: Action) -> String {
        engine::action_text::<Self>(&(), actor, action)
    }
    fn fields((): &(), _: Actor, _: Action) -> serde_json::Value {
        serde_json::Value::Null
    }
    fn tell((): &(), event: &Action) -> EventData {
        let text = engine::action_text::<Self>(&(), Actor::Chance, *event);
        let fields = serde_json::Value::Null;
        EventData { kind: "did", text, rule: "CLIMB-1", clause: None, audience: SeatSet::EMPTY, fields }
    }
    fn picture((): &(), view: &State) -> String {
        format!("{view:?}")
    }
    fn write_action((): &(), _: Actor, action: Action, out: &mut String) {
        match action {
            Action::Take => out.push_str("take"),
            Action::Leave => out.push_str("leave"),
            Action::Fall(face) => *out += &format!("fall {face}"),
        }
    }
    fn read_action((): &(), _: Actor, text: &str) -> Result<Action, Fault> {
        match (text, text.strip_prefix("fall ").map(|face| text::number(face, "a face"))) {
            ("take", _) => Ok(Action::Take),
            ("leave", _) => Ok(Action::Leave),
            (_, Some(Ok(face))) => Ok(Action::Fall(face)),
            _ => Err(text::misread(text, "take, leave or fall")),
        }
    }
    fn write_position((): &(), State { steps: [one, two], mover, die }: &State, out: &mut String) {
        *out += &format!("{one} {two} {mover} {die}");
    }
    fn read_position((): &(), text: &str) -> Result<State, Faults> {
        Err(text::misread(text, "nothing").into())
    }
}

type Deed = (Seat, Action);

/// A game from a seed, played by `chooser` to its end.
fn played<const E: u32>(seed: u64, chooser: impl Fn(&State) -> Action) -> Play<Climb<E>> {
    let opening = Opening::new(Settings::none(), Luck::seeded(Seed::from_number(seed)));
    let mut play = Play::<Climb<E>>::new(opening).unwrap();
    play.settle();
    while let Turn::Players(owed) = play.turn() {
        let (seat, action): Deed = (owed.lowest(), chooser(play.state()));
        play.submit(seat, action).unwrap();
        play.settle();
    }
    play
}

fn always(_: &State) -> Action {
    Action::Take
}

/// Takes neither a one nor a six.
fn wary(state: &State) -> Action {
    if matches!(state.die, 1 | 6) { Action::Leave } else { Action::Take }
}

fn replayed<const E: u32>(text: &str) -> Result<Replayed<Play<Climb<E>>>, Faults> {
    Play::replay(&Record::parse(text)?)
}

/// The first seed under edition 1 whose game has a six that is taken before the end.
fn with_six() -> Play<Climb<1>> {
    let six = |play: &Play<Climb<1>>| {
        let faces: Vec<u8> = play.steps().filter_map(fallen).collect();
        faces.iter().position(|&face| face == 6).is_some_and(|at| at > 0 && at + 2 < faces.len())
    };
    (0..10_000).map(|seed| played::<1>(seed, always)).find(six).unwrap()
}

fn fallen(step: &engine::Step<Action>) -> Option<u8> {
    match step {
        engine::Step::Act(_, Action::Fall(face)) => Some(*face),
        _ => None,
    }
}

#[test]
fn a_record_tells_its_edition() {
    let text = played::<2>(1, always).record(SeedLine::WhenOver);
    assert!(text.lines().nth(2).unwrap().ends_with(" edition 2"), "{text}");
    assert!(replayed::<2>(&text).unwrap().doubts.is_empty());
    let fault = replayed::<1>(&text).unwrap_err().to_string();
    let expected =
        "line 3: edition 2 of the rules of climb is not known here; it was made by a newer program";
    assert!(fault.starts_with(expected), "{fault}");
}

#[test]
fn an_older_record_that_all_rules_play_alike_is_verified() {
    let text = played::<1>(3, wary).record(SeedLine::WhenOver);
    let play = replayed::<2>(&text).unwrap().trusted().unwrap();
    assert_eq!((play.edition(), play.first_edition()), (1, 1));
    assert_eq!(play.record(SeedLine::WhenOver), text, "it stays a record of its edition");
}

/// Where the rules part is found by the check of the position, told with the rules that changed, and no forgery.
#[test]
fn an_older_record_is_played_until_the_rules_part() {
    let play = with_six();
    let text = play.record(SeedLine::WhenOver);
    let replayed = replayed::<2>(&text).unwrap();
    let parting = replayed.parting().unwrap();
    let six = play.steps().position(|step| fallen(step) == Some(6)).unwrap();
    assert_eq!((parting.number, replayed.play.number()), (six + 1, six + 1));
    assert_eq!(*replayed.play.state(), play.state_at(six + 1));
    let fault = replayed.doubts[0].fault().to_string();
    let expected = format!(
        "line {}: the record was played under edition 1 of the rules; edition 2 parts from it at entry {}: \
         it does not lead to the position of the record; changed since: a six counts twice (CLIMB-2)",
        7 + six + 1,
        six + 2
    );
    assert_eq!(fault, expected);
    assert_eq!(replayed.doubts[0].code(), "older-rules");
    assert!(replayed.trusted().is_err());
}

/// A forger of a record of today's edition has no such excuse.
#[test]
fn a_record_of_today_that_parts_is_a_forgery() {
    let text = with_six().record(SeedLine::WhenOver).replacen(" edition 1\n", " edition 2\n", 1);
    let fault = replayed::<2>(&reseal(&text)).unwrap_err().to_string();
    assert!(
        fault.contains("it does not lead to the position of the record; its hash begins with"),
        "{fault}"
    );
}

/// Under an older edition, too, a die that the seed does not give is a forgery, as long as the way to draw is the same
/// and the position before it is that of the record.
#[test]
fn a_forged_die_of_an_older_record_is_told() {
    let play = played::<1>(3, wary);
    let text = play.record(SeedLine::WhenOver);
    let (at, face) =
        play.steps().enumerate().skip(2).find_map(|(at, step)| Some((at, fallen(step)?))).unwrap();
    let other = if face == 5 { 4 } else { face + 1 };
    let forged = text.replacen(
        &format!(" {}. chance fall {face} ", at + 1),
        &format!(" {}. chance fall {other} ", at + 1),
        1,
    );
    assert_ne!(forged, text);
    let fault = replayed::<2>(&reseal(&forged)).unwrap_err().to_string();
    assert!(fault.contains(&format!("chance did not fall as the seed says, `fall {other}`")), "{fault}");
    // Once the way to draw has changed, nothing can be said: other dice are what the new edition gives.
    let replayed = replayed::<3>(&text).unwrap();
    let fault = replayed.parting().unwrap().fault().to_string();
    assert!(fault.contains("dice are read from the other end (CLIMB-1)"), "{fault}");
}

#[test]
fn what_todays_rules_forbid_parts_them_too() {
    // Only ones and sixes part editions 3 and 4.
    let one = |play: &Play<Climb<3>>| play.steps().any(|step| fallen(step) == Some(1));
    let play = (0..10_000).map(|seed| played::<3>(seed, always)).find(one).unwrap();
    let replayed = replayed::<4>(&play.record(SeedLine::WhenOver)).unwrap();
    let fault = replayed.parting().unwrap().fault().to_string();
    assert!(fault.contains("refused: a one cannot be taken (CLIMB-3)"), "{fault}");
    assert!(fault.ends_with("changed since: a one is left (CLIMB-2, CLIMB-3)"), "{fault}");
}

/// A game that is resumed under newer rules says so in its record, and the record replays.
#[test]
fn a_running_game_goes_on_under_todays_rules_and_says_so() {
    let play = played::<1>(3, wary);
    let half = play.branch(4).record(SeedLine::Always);
    let mut going = replayed::<2>(&half).unwrap().trusted().unwrap();
    going.go_on_under_todays_rules();
    assert_eq!((going.number(), going.edition(), going.first_edition()), (5, 2, 1));
    assert_eq!(going.told(4, Viewer::Spectator)[0].text, "from here on edition 2 of the rules holds");
    going.go_on_under_todays_rules();
    assert_eq!(going.number(), 5, "once");
    going.settle();
    while let Turn::Players(owed) = going.turn() {
        going.submit(owed.lowest(), Action::Take).unwrap();
        going.settle();
    }
    let text = going.record(SeedLine::WhenOver);
    assert!(text.contains(" 5. edition 2 #"), "{text}");
    let again = replayed::<2>(&text).unwrap().trusted().unwrap();
    assert_eq!(again.record(SeedLine::WhenOver), text);
    // A still newer program plays the first part by the first edition's word and parts in the second.
    assert!(replayed::<3>(&text).unwrap().parting().is_some());
}

/// What went on under an edition that is old by now is played under the one after it, too.
#[test]
fn a_game_goes_on_through_several_editions() {
    let half = played::<3>(3, wary).branch(4).record(SeedLine::Always);
    let mut going = replayed::<4>(&half).unwrap().trusted().unwrap();
    going.go_on_under_todays_rules();
    going.settle();
    while let Turn::Players(owed) = going.turn() {
        going.submit(owed.lowest(), wary(going.state())).unwrap();
        going.settle();
    }
    let text = going.record(SeedLine::WhenOver);
    assert!(text.contains(" edition 4 #") && going.turn() == Turn::Over, "{text}");
    let later = replayed::<5>(&text).unwrap().trusted().unwrap();
    assert_eq!((later.first_edition(), later.edition()), (3, 4));
    assert_eq!(later.record(SeedLine::WhenOver), text);
}

/// An entry that tells of an edition, but changes nothing, is none of a game that was played.
#[test]
fn editions_do_not_come_where_they_cannot() {
    let play = played::<1>(3, wary);
    let (text, hash) = (play.record(SeedLine::WhenOver), play.hash());
    let seed = text.lines().position(|line| line[5..].starts_with("seed ")).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let entry = format!("0000 {}. edition 2 #{}", play.number() + 1, &hash[..4]);
    lines.insert(seed, &entry);
    let fault = replayed::<2>(&reseal(&(lines.join("\n") + "\n"))).unwrap();
    let told = fault.parting().expect("it does not belong there").fault().to_string();
    assert!(told.contains("edition 2 cannot follow edition 1 here"), "{told}");
}

/// Records of format 1 tell no edition and no positions: they are of the first one.
#[test]
fn records_of_the_first_format_are_of_the_first_edition() {
    let old = |text: &str| {
        let body = text.lines().filter(|line| !line.ends_with(" edition 1"));
        let plain = body.map(|line| line.rsplit_once(" #").map_or(line, |(line, _)| line).to_owned() + "\n");
        reseal(&plain.collect::<String>().replacen("agon 2\n", "agon 1\n", 1))
    };
    let text = old(&played::<1>(3, wary).record(SeedLine::WhenOver));
    assert!(replayed::<1>(&text).unwrap().doubts.is_empty());
    assert!(replayed::<2>(&text).unwrap().doubts.is_empty());
    // Without positions to compare, what parts is found where a die, an action or the end does not fit.
    let text = old(&with_six().record(SeedLine::WhenOver));
    let replayed = replayed::<2>(&text).unwrap();
    assert!(replayed.parting().is_some() && replayed.doubts.len() == 1, "{:?}", replayed.doubts);
}
