//! Plays games between programs and built-in bots, by the policy that `docs/bot-protocol.md` states.
//!
//! A *strike* is a fault that the game survives; so many of them in one game, or any worse fault, are a *forfeit*: the
//! seat gives up, and the others play on if the game lets them.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use engine::text::{shown, sober};
use engine::{
    AnyBot, AnyGame, AnyPlay, Faults, Luck, Opening, Outcome, Purpose, Rejection, Rng, Seat, Seed, Turn,
    Viewer, cut,
};

use crate::PROTOCOL;
use crate::luck::{BotSeeds, Dice, fault_of_contribution};
use crate::message::{
    Action, BotHello, Decide, End, Events, HostHello, Limits, Reason, Refused, Setup, ToBot, ToHost, Trouble,
    Withdraw,
};
use crate::program::{Heard, Launcher, Program, wait, words};

/// Who plays: a built-in bot or a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// The built-in bot of that name.
    BuiltIn(String),
    /// The words of a command.
    Program(Vec<String>),
}

impl Player {
    /// A program from its command line; nothing if that names none.
    pub fn program(line: &str) -> Option<Self> {
        words(line).filter(|words| !words.is_empty()).map(Self::Program)
    }

    /// What to call it as long as it has not said its name.
    pub fn name(&self) -> String {
        match self {
            Self::BuiltIn(name) => name.clone(),
            Self::Program(command) => {
                command.first().and_then(|name| name.rsplit('/').next()).unwrap_or("bot").to_owned()
            }
        }
    }
}

/// Something a bot did wrong, by which it got a strike or lost.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Fault {
    /// Where the bot sat.
    pub seat: u8,
    /// For programs: `malformed`, `unfit`, `too-long`, `wrong-id`, `unexpected`, `unasked`, `illegal` and `late` are
    /// strikes; `gone`, `no-hello`, `no-ready`, `protocol` and `strikes` are forfeits.
    pub code: &'static str,
    /// For people.
    pub text: String,
}

/// One game that is to be played.
pub struct Bout<'a> {
    /// What it is set up from; the names of the players are filled in.
    pub opening: Opening,
    /// For each seat which player takes it, none of them twice.
    pub seating: &'a [usize],
    /// Which game of the match it is, counted from 1.
    pub number: u32,
    /// How many games the match has at most.
    pub games: u32,
    /// Where the seeds of the programs come from.
    pub seeds: BotSeeds,
    /// What the programs are told of the dice.
    pub dice: Dice,
}

/// How a game went.
pub struct Report {
    /// The game, over.
    pub play: Box<dyn AnyPlay>,
    /// Its result.
    pub outcome: Outcome,
    /// Who lost by forfeit and why, in the order it happened.
    pub forfeits: Vec<Fault>,
    /// Everything else that bots did wrong.
    pub strikes: Vec<Fault>,
    /// How many decisions each seat was asked for.
    pub decisions: Vec<u32>,
    /// How long each seat took for all of them.
    pub waited: Vec<Duration>,
}

/// Why there is no report.
#[derive(Debug)]
pub enum Stop {
    /// The setup is wrong.
    Setup(Faults),
    /// A program cannot be started.
    Start(String, io::Error),
    /// There is no such built-in bot.
    NoBot(String),
    /// Somebody asked the host to stop.
    Interrupted,
}

/// A host and its players, who stay for many games.
pub struct Host<'a> {
    game: &'a dyn AnyGame,
    guests: Vec<Guest>,
    limits: Limits,
    budget: Duration,
    launcher: Launcher,
    stop: &'a dyn Fn() -> bool,
}

struct Guest {
    player: Player,
    running: Option<Running>,
}

/// A program that was started, with what it said of itself.
struct Running {
    program: Program,
    hello: Option<BotHello>,
    next_id: u64,
    /// Decisions that were settled without the bot's answer, which may still come.
    settled: Vec<u64>,
}

impl Running {
    fn wants(&self, what: &str) -> bool {
        self.hello.as_ref().is_none_or(|hello| hello.wants(what))
    }

    fn settle(&mut self, id: u64) {
        if self.settled.len() == 64 {
            self.settled.remove(0);
        }
        self.settled.push(id);
    }
}

impl<'a> Host<'a> {
    /// A host of that game. `stop` is asked again and again while bots think.
    pub fn new(
        game: &'a dyn AnyGame,
        players: Vec<Player>,
        limits: Limits,
        budget: Duration,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let guests = players.into_iter().map(|player| Guest { player, running: None }).collect();
        Self { game, guests, limits, budget, launcher: Launcher::default(), stop }
    }

    /// The same with programs that are started in that way.
    #[must_use]
    pub fn launched_by(self, launcher: Launcher) -> Self {
        Self { launcher, ..self }
    }

    /// Plays one game.
    pub fn play(&mut self, bout: Bout<'_>) -> Result<Report, Stop> {
        let seed = bout.opening.luck.game_seed().unwrap_or(Seed::from_number(0));
        let chairs = bout.seating.iter().map(|&guest| Chair::new(guest)).collect();
        let mut table = Table {
            host: self,
            chairs,
            dice: bout.dice,
            play: None,
            begun: false,
            forfeits: Vec::new(),
            strikes: Vec::new(),
        };
        table.greet()?;
        table.open(bout.opening)?;
        table.set_up(bout.seeds, bout.number, bout.games)?;
        table.begin();
        table.play_on(seed)?;
        Ok(table.report())
    }

    /// The processes that are running now.
    pub fn processes(&self) -> Vec<u32> {
        self.guests.iter().filter_map(|guest| Some(guest.running.as_ref()?.program.id())).collect()
    }

    /// Says goodbye to all programs and waits until they have ended, or ends them.
    pub fn close(mut self) {
        let grace = Duration::from_millis(self.limits.grace_ms);
        for running in self.guests.iter_mut().filter_map(|guest| guest.running.as_mut()) {
            running.program.send(&ToBot::Bye);
            running.program.flush();
        }
        for mut running in self.guests.iter_mut().filter_map(|guest| guest.running.take()) {
            running.program.close_input();
            running.program.ends_within(grace);
        }
    }
}

/// One seat of one game.
struct Chair {
    guest: usize,
    strikes: u32,
    /// So many steps of the game were told.
    told: usize,
    /// What it mixes into the dice.
    contribution: String,
    decisions: u32,
    waited: Duration,
}

impl Chair {
    fn new(guest: usize) -> Self {
        Self { guest, strikes: 0, told: 0, contribution: String::new(), decisions: 0, waited: Duration::ZERO }
    }
}

/// An answer that a program owes.
struct Awaited {
    seat: usize,
    want: Want,
    since: Instant,
    deadline: Instant,
    unasked: u32,
}

enum Want {
    Hello,
    Ready,
    Action { id: u64, offered: Vec<String> },
}

impl Awaited {
    fn new(seat: usize, want: Want, patience: Duration) -> Self {
        let since = Instant::now();
        Self { seat, want, since, deadline: since + patience, unasked: 0 }
    }
}

/// What became of an awaited answer.
enum Verdict {
    Open,
    Done,
    /// The seat has forfeited.
    Lost,
}

/// One game.
struct Table<'h, 'a> {
    host: &'h mut Host<'a>,
    chairs: Vec<Chair>,
    dice: Dice,
    /// Nothing until all have said hello.
    play: Option<Box<dyn AnyPlay>>,
    /// Whether all have said that they are ready, or have forfeited.
    begun: bool,
    forfeits: Vec<Fault>,
    strikes: Vec<Fault>,
}

impl Table<'_, '_> {
    /// Starts the programs that do not run and hears their names.
    fn greet(&mut self) -> Result<(), Stop> {
        let mut awaited = Vec::new();
        let limits = self.host.limits;
        for seat in 0..self.chairs.len() {
            let guest = &mut self.host.guests[self.chairs[seat].guest];
            let Player::Program(command) = &guest.player else { continue };
            if guest.running.is_some() {
                continue;
            }
            let started = self.host.launcher.start(command, limits.line_bytes);
            let mut program = started.map_err(|error| Stop::Start(command.join(" "), error))?;
            let host = format!("agon {}", env!("CARGO_PKG_VERSION"));
            program.send(&ToBot::Hello(HostHello { protocol: PROTOCOL, host, limits }));
            program.flush();
            guest.running = Some(Running { program, hello: None, next_id: 1, settled: Vec::new() });
            awaited.push(Awaited::new(seat, Want::Hello, Duration::from_millis(limits.hello_ms)));
        }
        self.gather(awaited)
    }

    /// Opens the game under the names of the players.
    fn open(&mut self, mut opening: Opening) -> Result<(), Stop> {
        let name = |chair: &Chair| {
            let guest = &self.host.guests[chair.guest];
            let hello = guest.running.as_ref().and_then(|running| running.hello.as_ref());
            sober(&hello.map_or_else(|| guest.player.name(), |hello| hello.name.clone()), "bot")
        };
        opening.players = self.chairs.iter().map(name).collect();
        self.play = Some(self.host.game.open(opening).map_err(Stop::Setup)?);
        Ok(())
    }

    fn set_up(&mut self, seeds: BotSeeds, number: u32, games: u32) -> Result<(), Stop> {
        let play = self.play.as_ref().expect("opened before");
        let names: Vec<String> = Seat::all(play.seats()).map(|seat| play.seat_name(seat)).collect();
        let setup = Setup {
            game: play.game().to_owned(),
            game_version: self.host.game.version(),
            title: self.host.game.title().to_owned(),
            setup: self.host.game.public(&play.opening().settings).to_string(),
            seats: play.seats(),
            seat: 0,
            names,
            players: play.opening().players.clone(),
            budget_ms: self.host.budget.as_millis() as u64,
            seed: 0,
            number,
            games,
            commitment: match &play.opening().luck {
                Luck::Committed { commitment, .. } if self.dice == Dice::Committed => {
                    Some(commitment.to_string())
                }
                _ => None,
            },
            files: BTreeMap::new(),
        };
        let mut files = BTreeMap::new();
        if self.host.game.open_files() {
            let sources = play.opening().sources.0.iter();
            files.extend(sources.map(|source| (source.name.clone(), source.text.clone())));
        }
        let patience = Duration::from_millis(self.host.limits.ready_ms);
        let mut awaited = Vec::new();
        for seat in 0..self.chairs.len() {
            let Some(running) = self.running(seat) else { continue };
            let seed = seeds.of(seat as u8);
            let files = if running.wants("files") { files.clone() } else { BTreeMap::new() };
            running.program.send(&ToBot::Setup(Setup { seat: seat as u8, seed, files, ..setup.clone() }));
            running.program.flush();
            awaited.push(Awaited::new(seat, Want::Ready, patience));
        }
        self.gather(awaited)
    }

    /// Mixes in what was contributed; then whoever has forfeited meanwhile gives up.
    fn begin(&mut self) {
        let play = self.play.as_mut().expect("opened before");
        let given: Vec<String> = self.chairs.iter().map(|chair| chair.contribution.clone()).collect();
        if self.dice == Dice::Committed && given.iter().any(|text| !text.is_empty()) {
            play.contribute(given).expect("each was looked at, and nothing has happened yet");
        }
        for forfeit in &self.forfeits {
            play.concede(Seat::new(forfeit.seat));
        }
        self.begun = true;
    }

    fn play_on(&mut self, seed: Seed) -> Result<(), Stop> {
        let mut bots: Vec<Option<(Box<dyn AnyBot>, Rng)>> = Vec::new();
        for (seat, chair) in self.chairs.iter().enumerate() {
            bots.push(match &self.host.guests[chair.guest].player {
                Player::Program(_) => None,
                Player::BuiltIn(name) => {
                    let bot = self.host.game.bot(name).ok_or_else(|| Stop::NoBot(name.clone()))?;
                    Some((bot, seed.stream(Purpose::nth("bots", seat as u8), 0)))
                }
            });
        }
        loop {
            if (self.host.stop)() {
                return Err(Stop::Interrupted);
            }
            let play = self.play.as_mut().expect("opened before");
            match play.turn() {
                Turn::Over => return Ok(()),
                Turn::Chance => assert!(play.roll(), "a hosted game has a seed"),
                Turn::Players(owed) => {
                    // Programs think while built-in bots choose; nobody is shown what another has sealed.
                    let asked = owed.iter().filter_map(|seat| self.ask(seat.index())).collect();
                    for seat in owed.iter() {
                        let Some((bot, rng)) = &mut bots[seat.index()] else { continue };
                        let play = self.play.as_mut().expect("opened before");
                        let since = Instant::now();
                        let action = bot.choose(&**play, seat, rng).expect("it is the bot's turn");
                        play.submit(seat, &action).expect("built-in bots do what is offered");
                        let chair = &mut self.chairs[seat.index()];
                        chair.decisions += 1;
                        chair.waited += since.elapsed();
                    }
                    self.gather(asked)?;
                }
            }
        }
    }

    /// Tells everything and asks for a decision, if a program sits there.
    fn ask(&mut self, seat: usize) -> Option<Awaited> {
        self.tell(seat);
        let budget = self.host.budget;
        let play = self.play.as_ref().expect("opened before");
        let running = self.host.guests[self.chairs[seat].guest].running.as_mut()?;
        let id = running.next_id;
        running.next_id += 1;
        let at = Seat::new(seat as u8);
        let view = running.wants("view").then(|| play.view(Viewer::seat(at)));
        let decide = ToBot::Decide(Decide {
            id,
            number: play.number(),
            view,
            actions: play.notations(at),
            budget_ms: budget.as_millis() as u64,
        });
        running.program.send(&decide);
        let ToBot::Decide(Decide { actions: offered, .. }) = decide else { unreachable!("just made") };
        // The clock starts before the bot can: the system may let it run before `flush` is back.
        let awaited = Awaited::new(seat, Want::Action { id, offered }, budget);
        running.program.flush();
        self.chairs[seat].decisions += 1;
        Some(awaited)
    }

    /// Notes down for a program what its seat saw since it was told last.
    fn tell(&mut self, seat: usize) {
        let chair = &mut self.chairs[seat];
        let Some(running) = &mut self.host.guests[chair.guest].running else { return };
        let play = self.play.as_ref().expect("opened before");
        let from = std::mem::replace(&mut chair.told, play.number());
        if !running.wants("events") {
            return;
        }
        for number in from..play.number() {
            let events = play.told(number, Viewer::seat(Seat::new(seat as u8)));
            if !events.is_empty() {
                let events = events.into_iter().map(Into::into).collect();
                running.program.send(&ToBot::Events(Events { number, events }));
            }
        }
    }

    /// Waits for all these answers, each until its deadline. If somebody forfeits a game that is on, or does something
    /// that brings it to another position before all have answered, the others are asked anew.
    fn gather(&mut self, mut open: Vec<Awaited>) -> Result<(), Stop> {
        let number = self.play.as_ref().map(|play| play.number());
        while let Some(until) = open.iter().map(|awaited| awaited.deadline).min() {
            if (self.host.stop)() {
                return Err(Stop::Interrupted);
            }
            let guests: Vec<usize> = open.iter().map(|awaited| self.chairs[awaited.seat].guest).collect();
            let mut programs: Vec<&mut Program> = Vec::with_capacity(guests.len());
            for (number, guest) in self.host.guests.iter_mut().enumerate() {
                if guests.contains(&number) {
                    programs.extend(guest.running.as_mut().map(|running| &mut running.program));
                }
            }
            wait(&mut programs, until);
            let now = Instant::now();
            let mut next = 0;
            while next < open.len() {
                let verdict = self.attend(&mut open[next], now);
                if matches!(verdict, Verdict::Open) {
                    next += 1;
                    continue;
                }
                drop(open.remove(next));
                let moved = self.play.as_ref().map(|play| play.number()) != number;
                let decisions = open.iter().any(|other| matches!(other.want, Want::Action { .. }));
                if (moved || matches!(verdict, Verdict::Lost)) && decisions {
                    open.drain(..).for_each(|other| self.withdraw(&other));
                }
            }
        }
        Ok(())
    }

    fn withdraw(&mut self, awaited: &Awaited) {
        let Want::Action { id, .. } = awaited.want else { return };
        if let Some(running) = self.running(awaited.seat) {
            running.settle(id);
            running.program.send(&ToBot::Withdraw(Withdraw { id }));
        }
    }

    /// Takes in what the program said, and looks at the clock.
    fn attend(&mut self, awaited: &mut Awaited, now: Instant) -> Verdict {
        let seat = awaited.seat;
        while let Some(heard) = self.running(seat).and_then(|running| running.program.hear()) {
            let verdict = match heard {
                Heard::Gone => {
                    let mut how =
                        self.running(seat).map_or(String::new(), |running| running.program.post_mortem());
                    if self.host.launcher.confinement.is_some() && how.contains("ermission denied") {
                        how += "; in the sandbox it reads its own files only: --sandbox-read allows more";
                    }
                    self.forfeit(seat, "gone", how)
                }
                Heard::TooLong => {
                    let most = self.host.limits.line_bytes;
                    self.strike(seat, "too-long", format!("a line of more than {most} bytes"))
                }
                Heard::Line(line) => match serde_json::from_slice(&line) {
                    Ok(message) => self.hear(awaited, message, now),
                    Err(error) => {
                        let code = if error.is_data() { "unfit" } else { "malformed" };
                        let what = shown(&cut(&error.to_string(), 200));
                        self.strike(seat, code, format!("{what} in: {}", excerpt(&line)))
                    }
                },
            };
            if !matches!(verdict, Verdict::Open) {
                return verdict;
            }
        }
        if now < awaited.deadline { Verdict::Open } else { self.late(awaited) }
    }

    fn hear(&mut self, awaited: &mut Awaited, message: ToHost, now: Instant) -> Verdict {
        let seat = awaited.seat;
        match (message, &awaited.want) {
            (ToHost::Hello(hello), Want::Hello) if hello.protocol != PROTOCOL => {
                let text = format!("it speaks version {}, this host version {PROTOCOL}", hello.protocol);
                self.forfeit(seat, "protocol", text)
            }
            (ToHost::Hello(hello), Want::Hello) => {
                self.running(seat).expect("it has just spoken").hello = Some(hello);
                Verdict::Done
            }
            (ToHost::Ready(ready), Want::Ready) => {
                let contribution = ready.contribution.unwrap_or_default();
                if let Some(fault) = fault_of_contribution(&contribution) {
                    return self.strike(seat, "unfit", fault);
                }
                self.chairs[seat].contribution = contribution;
                Verdict::Done
            }
            (ToHost::Action(action), Want::Action { id, offered }) if action.id == *id => {
                let verdict = self.act(seat, &action, offered);
                if matches!(verdict, Verdict::Done) {
                    self.chairs[seat].waited += now.saturating_duration_since(awaited.since);
                }
                verdict
            }
            (ToHost::Action(action), _) => {
                let settled = &mut self.running(seat).expect("it has just spoken").settled;
                match settled.iter().position(|&id| id == action.id) {
                    Some(at) => {
                        settled.remove(at);
                        Verdict::Open
                    }
                    None => self.strike(seat, "wrong-id", format!("decision {} is not open", action.id)),
                }
            }
            (ToHost::Pong(_) | ToHost::Log(_), _) => {
                awaited.unasked += 1;
                if awaited.unasked <= self.host.limits.unasked_lines {
                    return Verdict::Open;
                }
                awaited.unasked = 0;
                let most = self.host.limits.unasked_lines;
                self.strike(seat, "unasked", format!("more than {most} lines that nobody asked for"))
            }
            (ToHost::Hello(_), _) => self.strike(seat, "unexpected", "a hello at a wrong time".to_owned()),
            (ToHost::Ready(_), _) => self.strike(seat, "unexpected", "a ready at a wrong time".to_owned()),
        }
    }

    /// Carries out an answer, or refuses it.
    fn act(&mut self, seat: usize, action: &Action, offered: &[String]) -> Verdict {
        let notation = match (&action.action, action.index) {
            (Some(notation), None) => notation,
            (None, Some(index)) if index < offered.len() => &offered[index],
            (None, Some(index)) => {
                let text = format!("there is no action {index}; give 0 to {}", offered.len() - 1);
                return self.refuse(seat, action.id, "no-such-index", None, text);
            }
            (Some(_), Some(_)) | (None, None) => {
                let text = "an answer has either `action` or `index`".to_owned();
                return self.strike(seat, "unfit", text);
            }
        };
        let play = self.play.as_mut().expect("opened before");
        match play.submit(Seat::new(seat as u8), notation) {
            Ok(()) => Verdict::Done,
            Err(Rejection::Notation(fault)) => {
                self.refuse(seat, action.id, "unreadable", None, fault.to_string())
            }
            Err(Rejection::Refused(refusal)) => {
                let text = refusal.text.clone().into_owned();
                self.refuse(seat, action.id, refusal.code, Some(refusal.rule), text)
            }
        }
    }

    fn refuse(&mut self, seat: usize, id: u64, code: &str, rule: Option<&str>, text: String) -> Verdict {
        let strikes_left = self.count_strike(seat, "illegal", text.clone());
        let rule = rule.map(str::to_owned);
        let refused = Refused { id, code: code.to_owned(), rule, text, strikes_left };
        self.answer_strike(seat, strikes_left, &ToBot::Refused(refused))
    }

    fn strike(&mut self, seat: usize, code: &'static str, text: String) -> Verdict {
        let strikes_left = self.count_strike(seat, code, text.clone());
        let trouble = ToBot::Error(Trouble { code: code.to_owned(), text, strikes_left });
        self.answer_strike(seat, strikes_left, &trouble)
    }

    fn count_strike(&mut self, seat: usize, code: &'static str, text: String) -> u32 {
        self.strikes.push(Fault { seat: seat as u8, code, text });
        self.chairs[seat].strikes += 1;
        self.host.limits.strikes.saturating_sub(self.chairs[seat].strikes)
    }

    fn answer_strike(&mut self, seat: usize, strikes_left: u32, answer: &ToBot) -> Verdict {
        if let Some(running) = self.running(seat) {
            running.program.send(answer);
            running.program.flush();
        }
        if strikes_left > 0 {
            return Verdict::Open;
        }
        let last = self.strikes.last().map_or("", |fault| &fault.text);
        let text = format!("strike {}: {last}", self.chairs[seat].strikes);
        self.forfeit(seat, "strikes", text)
    }

    /// The time is up.
    fn late(&mut self, awaited: &Awaited) -> Verdict {
        let seat = awaited.seat;
        let text = format!("no answer within {} ms", (awaited.deadline - awaited.since).as_millis());
        match awaited.want {
            Want::Hello => self.forfeit(seat, "no-hello", text),
            Want::Ready => self.forfeit(seat, "no-ready", text),
            Want::Action { id, .. } => {
                self.chairs[seat].waited += awaited.deadline - awaited.since;
                self.running(seat).expect("it was asked").settle(id);
                if matches!(self.strike(seat, "late", text), Verdict::Lost) {
                    return Verdict::Lost;
                }
                let play = self.play.as_mut().expect("opened before");
                let at = Seat::new(seat as u8);
                let default =
                    play.default_action(at).expect("decisions that nobody owes any more are withdrawn");
                play.submit(at, &default).expect("the default is legal");
                Verdict::Done
            }
        }
    }

    /// The seat gives up, and its program is ended.
    fn forfeit(&mut self, seat: usize, code: &'static str, text: String) -> Verdict {
        let grace = Duration::from_millis(self.host.limits.grace_ms);
        if let Some(mut running) = self.host.guests[self.chairs[seat].guest].running.take() {
            let trouble = Trouble { code: code.to_owned(), text: text.clone(), strikes_left: 0 };
            running.program.send(&ToBot::Error(trouble));
            running.program.leave(&ToBot::Bye, grace);
        }
        self.forfeits.push(Fault { seat: seat as u8, code, text });
        if self.begun {
            self.play.as_mut().expect("opened before").concede(Seat::new(seat as u8));
        }
        Verdict::Lost
    }

    fn report(mut self) -> Report {
        let outcome = self.play.as_ref().and_then(|play| play.outcome()).expect("the game is over");
        let seats = || Seat::all(outcome.seats());
        let play = self.play.as_ref().expect("opened before");
        let (seed, contributions) = match &play.opening().luck {
            Luck::Committed { seed: Some(seed), contributions, .. } if self.dice == Dice::Committed => {
                (Some(seed.to_string()), contributions.clone())
            }
            _ => (None, Vec::new()),
        };
        let reason = if self.forfeits.is_empty() { Reason::Played } else { Reason::Forfeit };
        let end = ToBot::End(End {
            places: seats().map(|seat| outcome.place(seat)).collect(),
            scores: seats().map(|seat| outcome.reward(seat)).collect(),
            reason,
            forfeited_by: self.forfeits.iter().map(|fault| fault.seat).collect(),
            seed,
            contributions,
        });
        for seat in 0..self.chairs.len() {
            self.tell(seat);
            if let Some(running) = self.running(seat) {
                running.program.send(&end);
                running.program.flush();
            }
        }
        Report {
            outcome,
            decisions: self.chairs.iter().map(|chair| chair.decisions).collect(),
            waited: self.chairs.iter().map(|chair| chair.waited).collect(),
            play: self.play.expect("opened before"),
            forfeits: self.forfeits,
            strikes: self.strikes,
        }
    }

    fn running(&mut self, seat: usize) -> Option<&mut Running> {
        self.host.guests[self.chairs[seat].guest].running.as_mut()
    }
}

/// The beginning of a line, to quote.
pub(crate) fn excerpt(line: &[u8]) -> String {
    shown(&cut(&String::from_utf8_lossy(line), 80))
}
