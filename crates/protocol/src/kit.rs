//! Tells the author of a bot what is wrong with it.
//!
//! The kit plays small games with the bot and provokes it with everything that a host may do: pings in the middle,
//! refusals, fields and messages of later versions, long lines, a second game. Nothing is a strike here; every fault
//! is told with a remedy.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use engine::cut;
use engine::text::shown;
use engine::{AnyGame, AnyPlay, Luck, Opening, Purpose, Rng, Seat, Seed, Settings, Turn, Viewer};
use serde::Serialize;
use serde_json::{Value, json};

use crate::PROTOCOL;
use crate::host::excerpt;
use crate::luck::fault_of_contribution;
use crate::message::{
    Action, BotHello, Decide, End, Events, HostHello, Limits, Reason, Setup, ToBot, ToHost,
};
use crate::program::{Heard, Launcher, Program, wait};

/// One thing that the kit looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// What a bot should do.
    pub what: &'static str,
    /// Whether it came to that.
    pub tried: bool,
    /// What this one did instead, each with a remedy; empty if all is well.
    pub faults: Vec<String>,
}

/// Tries a bot in these games, each for a few rounds, and lists everything that was looked at.
pub fn check(
    command: &[String],
    games: &[&dyn AnyGame],
    budget: Duration,
    limits: Limits,
    launcher: &Launcher,
) -> io::Result<Vec<Check>> {
    let mut kit = Kit {
        program: launcher.start(command, limits.line_bytes)?,
        limits,
        budget,
        checks: Vec::new(),
        hello: None,
        next_id: 1,
        gone: false,
    };
    kit.run(games);
    let said_hello = kit.hello.is_some();
    let mut checks = std::mem::take(&mut kit.checks);
    drop(kit);
    if said_hello {
        checks.push(end_of_input(command, limits, launcher)?);
    }
    Ok(checks)
}

const HELLO: &str = "says hello when the host does";
const READY: &str = "says ready after each setup";
const ANSWERS: &str = "answers every decision with one of its actions, in time";
const PINGS: &str = "answers every ping with a pong of its id, while it waits and while it thinks";
const RETRIES: &str = "answers a refused action with another action for the same decision";
const LATER: &str = "goes on after messages and fields of later versions, long lines and text beyond ASCII";
const LINES: &str = "writes nothing but messages to its output";
const AGAIN: &str = "plays a second game in another seat";
const LEAVES: &str = "ends after bye, with exit code 0";
const ENDS: &str = "ends when its input ends without a bye";

struct Kit {
    program: Program,
    limits: Limits,
    budget: Duration,
    checks: Vec<Check>,
    hello: Option<BotHello>,
    next_id: u64,
    gone: bool,
}

impl Kit {
    fn run(&mut self, games: &[&dyn AnyGame]) {
        for what in [HELLO, LINES, READY, ANSWERS, PINGS, RETRIES, LATER, AGAIN, LEAVES] {
            self.checks.push(Check { what, tried: false, faults: Vec::new() });
        }
        let hello =
            HostHello { protocol: PROTOCOL, host: "agon conformance kit".to_owned(), limits: self.limits };
        self.send(&ToBot::Hello(hello));
        if self.await_hello() {
            let trials = games.iter().flat_map(|game| [(*game, Seat::new(0)), (*game, Seat::new(1))]);
            for (number, (game, seat)) in (1..).zip(trials) {
                if !self.play(game, seat, number) {
                    if number == 2 {
                        let remedy = "begin anew when `setup` comes, and read your seat from it";
                        self.fault(AGAIN, "the first game went well, the second stopped", remedy);
                    }
                    // One fault leads to many; those that follow would only confuse.
                    break;
                }
            }
            if !self.gone {
                self.leave();
            }
        }
    }

    /// Notes a fault down once.
    fn fault(&mut self, what: &'static str, fault: impl AsRef<str>, remedy: &str) {
        let text = format!("{}; {remedy}", fault.as_ref());
        let check = self.tried(what);
        if !check.faults.contains(&text) && check.faults.len() < 3 {
            check.faults.push(text);
        }
    }

    /// It came to that.
    fn tried(&mut self, what: &'static str) -> &mut Check {
        let check = self.checks.iter_mut().find(|check| check.what == what).expect("all are listed");
        check.tried = true;
        check
    }

    /// Sends a message with a field that no version knows, as a later one might.
    fn send(&mut self, message: &ToBot) {
        let mut value = serde_json::to_value(message).expect("messages are plain data");
        value["x_kit"] = json!({ "type": "bye", "id": 0, "actions": ["\"quoted\", [not] {an} action"] });
        self.send_raw(&value);
    }

    fn send_raw(&mut self, value: &Value) {
        self.program.send(value);
        self.program.flush();
    }

    fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// The next message, or nothing if none comes in time or the bot is gone. Lines that are none are faults.
    fn hear(&mut self, what: &'static str, until: Instant) -> Option<ToHost> {
        let mut unasked = 0;
        loop {
            while let Some(heard) = self.program.hear() {
                match heard {
                    Heard::Gone => {
                        self.gone = true;
                        let how = self.program.post_mortem();
                        self.fault(
                            what,
                            format!("the bot is gone: {how}"),
                            "see its standard error, and catch what it raised",
                        );
                        return None;
                    }
                    Heard::TooLong => {
                        let most = self.limits.line_bytes;
                        self.fault(
                            LINES,
                            format!("a line of more than {most} bytes"),
                            "keep lines short, and end each with a line feed",
                        );
                    }
                    Heard::Line(line) => match serde_json::from_slice(&line) {
                        Ok(ToHost::Log(_)) => {
                            unasked += 1;
                            let most = self.limits.unasked_lines;
                            if unasked == most + 1 {
                                let fault = format!("more than {most} lines of log before one answer");
                                self.fault(LINES, fault, "a host takes that as a fault; use standard error");
                            }
                        }
                        Ok(message) => return Some(message),
                        Err(error) => {
                            let remedy = if error.is_data() {
                                "see the list of messages in docs/bot-protocol.md"
                            } else {
                                "write one JSON object a line, and anything else to standard error"
                            };
                            self.fault(
                                LINES,
                                format!(
                                    "not a message: {} ({})",
                                    excerpt(&line),
                                    shown(&cut(&error.to_string(), 200))
                                ),
                                remedy,
                            );
                        }
                    },
                }
            }
            if Instant::now() >= until {
                return None;
            }
            wait(&mut [&mut self.program], until);
        }
    }

    fn await_hello(&mut self) -> bool {
        let until = Instant::now() + Duration::from_millis(self.limits.hello_ms);
        loop {
            match self.hear(HELLO, until) {
                Some(ToHost::Hello(hello)) => {
                    if hello.protocol != PROTOCOL {
                        let fault = format!("it speaks version {} of the protocol", hello.protocol);
                        self.fault(HELLO, fault, &format!("say \"protocol\":{PROTOCOL}"));
                        return false;
                    }
                    if hello.name.trim().is_empty() || hello.name.chars().any(engine::text::is_hidden) {
                        self.fault(HELLO, "its name is empty or has line breaks", "give a name of one line");
                    }
                    for word in hello
                        .wants
                        .iter()
                        .flatten()
                        .filter(|word| !["view", "events", "files"].contains(&word.as_str()))
                    {
                        let fault = format!("it wants `{word}`, which no host knows");
                        self.fault(HELLO, fault, "the words are `view`, `events` and `files`");
                    }
                    self.hello = Some(hello);
                    self.tried(HELLO);
                    self.tried(LINES);
                    return true;
                }
                Some(_) => self.fault(HELLO, "something else came before the hello", "say hello first"),
                None if self.gone => return false,
                None => {
                    let fault = format!("no hello within {} ms", self.limits.hello_ms);
                    self.fault(
                        HELLO,
                        fault,
                        "answer `hello` with `hello`, end the line, and flush your output after each line",
                    );
                    return false;
                }
            }
        }
    }

    /// Plays one game against choices at random. Says whether it came to its end.
    fn play(&mut self, game: &dyn AnyGame, seat: Seat, number: u32) -> bool {
        let seed = Seed::from_number(u64::from(number));
        let mut play =
            game.open(Opening::new(Settings::none(), Luck::seeded(seed))).expect("a game without settings");
        if seat.index() >= usize::from(play.seats()) {
            return true;
        }
        self.send(&ToBot::Setup(Setup {
            game: game.id().to_owned(),
            game_version: game.version(),
            title: game.title().to_owned(),
            setup: String::new(),
            seats: play.seats(),
            seat: seat.index() as u8,
            names: Seat::all(play.seats()).map(|seat| play.seat_name(seat)).collect(),
            players: Seat::all(play.seats()).map(|seat| format!("jugadør {seat} “♞”")).collect(),
            budget_ms: self.budget.as_millis() as u64,
            seed: u64::from(number),
            number,
            games: number + 1,
            commitment: Some(seed.commitment().to_string()),
            files: BTreeMap::new(),
        }));
        let Some(contribution) = self.await_ready() else { return false };
        let mut contributions = Vec::new();
        if !contribution.is_empty() {
            contributions.resize(usize::from(play.seats()), String::new());
            contributions[seat.index()] = contribution;
            play.contribute(contributions.clone()).expect("it was looked at, and nothing has happened yet");
        }
        let mut rng = seed.stream(Purpose::new("kit"), 0);
        let (mut told, mut decisions) = (0, 0);
        loop {
            match play.turn() {
                Turn::Over => break,
                Turn::Chance => assert!(play.roll(), "the game has a seed"),
                Turn::Players(owed) => {
                    for other in owed.iter().filter(|&other| other != seat) {
                        choose(&mut *play, other, &mut rng);
                    }
                    if owed.has(seat) {
                        decisions += 1;
                        self.tell(&*play, seat, &mut told);
                        if !self.decide(&mut *play, seat, decisions, number) {
                            return false;
                        }
                    }
                }
            }
        }
        self.tell(&*play, seat, &mut told);
        if number > 1 {
            self.tried(AGAIN);
        }
        let outcome = play.outcome().expect("the game is over");
        let seats = || Seat::all(outcome.seats());
        self.send(&ToBot::End(End {
            places: seats().map(|seat| outcome.place(seat)).collect(),
            scores: seats().map(|seat| outcome.reward(seat)).collect(),
            reason: Reason::Played,
            forfeited_by: Vec::new(),
            seed: Some(seed.to_string()),
            contributions,
        }));
        true
    }

    /// What the bot contributes to the dice, once it is ready; nothing if it does not come to that.
    fn await_ready(&mut self) -> Option<String> {
        let until = Instant::now() + Duration::from_millis(self.limits.ready_ms);
        loop {
            match self.hear(READY, until) {
                Some(ToHost::Ready(ready)) => {
                    self.tried(READY);
                    let contribution = ready.contribution.unwrap_or_default();
                    let Some(fault) = fault_of_contribution(&contribution) else { return Some(contribution) };
                    self.fault(READY, fault, "a host takes that as a fault and waits for another `ready`");
                    return None;
                }
                Some(other) => self.unexpected(READY, &other),
                None if self.gone => return None,
                None => {
                    let fault = format!("not ready within {} ms", self.limits.ready_ms);
                    self.fault(READY, fault, "answer every `setup` with `{\"type\":\"ready\"}`");
                    return None;
                }
            }
        }
    }

    fn unexpected(&mut self, what: &'static str, message: &ToHost) {
        let line = serde_json::to_string(message).expect("messages are plain data");
        self.fault(
            what,
            format!("nobody asked for {}", excerpt(line.as_bytes())),
            "answer each message once and say nothing else",
        );
    }

    fn tell(&mut self, play: &dyn AnyPlay, seat: Seat, told: &mut usize) {
        let from = std::mem::replace(told, play.number());
        if self.hello.as_ref().is_some_and(|hello| hello.wants("events")) {
            for number in from..play.number() {
                let events = play.told(number, Viewer::seat(seat)).into_iter().map(Into::into).collect();
                self.send(&ToBot::Events(Events { number, events }));
            }
        }
    }

    /// Asks for a decision, with a provocation that depends on how many went before. Says whether it was answered.
    fn decide(&mut self, play: &mut dyn AnyPlay, seat: Seat, decision: u32, game: u32) -> bool {
        let id = self.id();
        let wants_view = self.hello.as_ref().is_some_and(|hello| hello.wants("view"));
        let message = ToBot::Decide(Decide {
            id,
            number: play.number(),
            view: wants_view.then(|| play.view(Viewer::seat(seat))),
            actions: play.notations(seat),
            budget_ms: self.budget.as_millis() as u64,
        });
        let (mut ping, mut refuse, mut after) = (None, false, ANSWERS);
        match (decision, game) {
            (1, 1) => {}
            (1, 2) => {
                after = LATER;
                self.send_raw(
                    &json!({ "type": "x-kit-novelty", "id": id, "text": "a message of a later version" }),
                );
                self.send_raw(&json!({ "type": "error", "code": "x-kit", "text": "grüße “from” the kit ♞\n", "strikes_left": 3 }));
                self.send_raw(
                    &json!({ "type": "withdraw", "id": id - 1, "x_kit_padding": "♞ ".repeat(50_000) }),
                );
            }
            (2, _) if game % 2 == 1 => {
                let id = self.id();
                self.send(&ToBot::Ping(crate::message::Ping { id }));
                ping = Some(id);
            }
            _ => refuse = game == 2 || decision == 3,
        }
        self.send(&message);
        if decision == 2 && game.is_multiple_of(2) {
            let id = self.id();
            self.send(&ToBot::Ping(crate::message::Ping { id }));
            ping = Some(id);
        }
        let mut until = Instant::now() + self.budget;
        let mut done = false;
        while !done || ping.is_some() {
            match self.hear(after, until) {
                Some(ToHost::Pong(pong)) if Some(pong.id) == ping => {
                    ping = None;
                    self.tried(PINGS);
                }
                Some(ToHost::Pong(pong)) => {
                    self.fault(
                        PINGS,
                        format!("a pong with id {}", pong.id),
                        "give the id of the ping that you answer",
                    );
                }
                Some(ToHost::Action(action)) if action.id == id && !done => {
                    if !self.act(play, seat, &action, &message) {
                        return false;
                    }
                    if std::mem::take(&mut refuse) {
                        after = RETRIES;
                        let text = "the kit refuses this action to see what you do; any action will do";
                        let value = json!({ "type": "refused", "id": id, "code": "x-kit", "rule": "KIT-1", "text": text, "strikes_left": 2 });
                        self.send_raw(&value);
                        until = Instant::now() + self.budget;
                    } else {
                        done = true;
                        self.tried(ANSWERS);
                        self.tried(after);
                        carry_out(play, seat, &action, &message);
                    }
                }
                Some(ToHost::Action(action)) => {
                    let fault = format!("an action with id {} while decision {id} was open", action.id);
                    self.fault(
                        ANSWERS,
                        fault,
                        "give the id of the decision that you answer, and answer it once",
                    );
                }
                Some(other) => self.unexpected(ANSWERS, &other),
                None if self.gone => return false,
                None => {
                    let ms = self.budget.as_millis();
                    if !done {
                        let remedy = match after {
                            RETRIES => "choose again when `refused` comes; the decision is still open",
                            LATER => {
                                "ignore types and fields that you do not know, and read lines of any length"
                            }
                            _ => "answer within `budget_ms`, and flush your output after each line",
                        };
                        self.fault(after, format!("no answer within {ms} ms"), remedy);
                        return false;
                    }
                    let remedy = "answer `ping` with `pong` and its id at any time";
                    self.fault(PINGS, format!("no pong within {ms} ms"), remedy);
                    return true;
                }
            }
        }
        true
    }

    /// Whether an answer is one of the offered actions.
    fn act(&mut self, play: &dyn AnyPlay, seat: Seat, action: &Action, message: &ToBot) -> bool {
        let ToBot::Decide(decide) = message else { unreachable!("only decisions are answered") };
        let last = decide.actions.len() - 1;
        match (&action.action, action.index) {
            (Some(text), None) if decide.actions.contains(text) => return true,
            (Some(text), None) => {
                // The game itself says best why not; the bot's own game is not touched.
                let why = play.branch(play.number()).submit(seat, text);
                let why = why.err().map_or("it is not in the list".to_owned(), |why| why.to_string());
                self.fault(ANSWERS, format!("`{text}` was not offered: {why}"), "choose from `actions`");
            }
            (None, Some(index)) if index <= last => return true,
            (None, Some(index)) => {
                self.fault(
                    ANSWERS,
                    format!("there is no action {index}"),
                    &format!("here 0 to {last} could be chosen"),
                );
            }
            _ => self.fault(
                ANSWERS,
                "an answer with both or neither of `action` and `index`",
                "give one of them",
            ),
        }
        false
    }

    fn leave(&mut self) {
        let grace = Duration::from_millis(self.limits.grace_ms);
        self.send(&ToBot::Bye);
        self.tried(LEAVES);
        if !self.program.ends_within(grace) {
            let fault = format!("it still ran {} ms after bye", self.limits.grace_ms);
            self.fault(LEAVES, fault, "end the program when `bye` comes; the host ends it by force");
            self.program.kill();
        } else if let Some(status) = self.program.kill().filter(|status| !status.success()) {
            self.fault(LEAVES, format!("it ended with {status}"), "end with exit code 0");
        }
    }
}

fn carry_out(play: &mut dyn AnyPlay, seat: Seat, action: &Action, message: &ToBot) {
    let ToBot::Decide(decide) = message else { unreachable!("only decisions are answered") };
    let by_index = action.index.map(|index| &decide.actions[index]);
    let notation = action.action.as_ref().or(by_index).expect("checked before");
    play.submit(seat, notation).expect("what was offered is accepted");
}

/// Somebody else's choice.
fn choose(play: &mut dyn AnyPlay, seat: Seat, rng: &mut Rng) {
    let actions = play.notations(seat);
    let action: &String = rng.one_of(&actions);
    play.submit(seat, action).expect("what was offered is accepted");
}

/// A host may be ended itself; its bots must not stay behind.
fn end_of_input(command: &[String], limits: Limits, launcher: &Launcher) -> io::Result<Check> {
    let mut program = launcher.start(command, limits.line_bytes)?;
    program.send(&ToBot::Hello(HostHello {
        protocol: PROTOCOL,
        host: "agon conformance kit".to_owned(),
        limits,
    }));
    let until = Instant::now() + Duration::from_millis(limits.hello_ms);
    while program.hear().is_none() && Instant::now() < until {
        wait(&mut [&mut program], until);
    }
    program.close_input();
    let mut check = Check { what: ENDS, tried: true, faults: Vec::new() };
    if !program.ends_within(Duration::from_millis(limits.grace_ms)) {
        let fault = format!("it still ran {} ms after its input had ended", limits.grace_ms);
        check.faults.push(format!("{fault}; leave the loop when nothing more can be read"));
    }
    Ok(check)
}
