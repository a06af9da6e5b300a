//! What host and bot say to each other. Each message is one JSON object with its `type`.
//!
//! Receivers ignore fields they do not know. A bot ignores messages of types it does not know; the host takes them
//! as faults.

use std::collections::BTreeMap;

use engine::EventData;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a host tells a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToBot {
    /// The first message. The bot answers with its own hello.
    Hello(HostHello),
    /// A game begins. The bot answers `ready`.
    Setup(Setup),
    /// What happened at one step of the game, as the bot's seat saw it.
    Events(Events),
    /// The bot's seat owes a choice. The bot answers `action`.
    Decide(Decide),
    /// The answer to a decision is no longer needed; one that is under way is ignored.
    Withdraw(Withdraw),
    /// The action cannot be done; the decision is still open and its time goes on.
    Refused(Refused),
    /// The game is over. Another `setup` or `bye` follows.
    End(End),
    /// The bot answers `pong` with the same id, whatever else it does.
    Ping(Ping),
    /// Something was wrong with what the bot said or left unsaid.
    Error(Trouble),
    /// Nothing more will come; the bot ends itself.
    Bye,
}

/// What a bot tells its host.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToHost {
    /// Who the bot is and what it wants to be told.
    Hello(BotHello),
    /// The bot is set for the game.
    Ready(Ready),
    /// What the bot does.
    Action(Action),
    /// The answer to a ping.
    Pong(Ping),
    /// Words for whoever debugs the bot; the host does not read them.
    Log(Words),
}

/// Who hosts, and within which limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostHello {
    /// The version of the protocol.
    pub protocol: u32,
    /// The program that hosts, with its version.
    pub host: String,
    /// What the bot must keep to.
    pub limits: Limits,
}

/// What a bot must keep to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// The longest line a bot may write, its end not counted.
    pub line_bytes: usize,
    /// So many strikes in one game lose it.
    pub strikes: u32,
    /// How long the bot may take for its hello.
    pub hello_ms: u64,
    /// How long it may take to be ready for a game.
    pub ready_ms: u64,
    /// More lines than this that nobody asked for, while one answer is awaited, are a strike.
    pub unasked_lines: u32,
    /// How long it may take to end after `bye`.
    pub grace_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            line_bytes: 65_536,
            strikes: 3,
            hello_ms: 10_000,
            ready_ms: 10_000,
            unasked_lines: 100,
            grace_ms: 500,
        }
    }
}

/// Who a bot is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotHello {
    /// The version of the protocol.
    pub protocol: u32,
    /// What to call the bot.
    pub name: String,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// What it wants to be told: `view`, `events`, `files`. Without it everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wants: Option<Vec<String>>,
}

impl BotHello {
    /// Whether the bot wants to be told that.
    pub fn wants(&self, what: &str) -> bool {
        self.wants.as_ref().is_none_or(|wants| wants.iter().any(|word| word == what))
    }
}

/// The game that begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// The version of its rules and notation.
    pub game_version: u32,
    /// The game's name for people.
    pub title: String,
    /// What players may know of the settings, as `key=value` pairs.
    pub setup: String,
    /// How many seats there are.
    pub seats: u8,
    /// The bot's own, counted from 0.
    pub seat: u8,
    /// What people call each seat.
    pub names: Vec<String>,
    /// Who sits there.
    pub players: Vec<String>,
    /// The usual time for a decision.
    pub budget_ms: u64,
    /// A number for the bot's own random choices, so that a match can be played again.
    pub seed: u64,
    /// Which game of the match this is, counted from 1.
    pub number: u32,
    /// How many the match has.
    pub games: u32,
    /// The hash of the seed that the dice follow from, where programs can check them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The texts that the game is played with, by name, where everybody may know them and the bot wants them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

/// The bot is set for the game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ready {
    /// What the bot mixes into the dice; see [`fault_of_contribution`](crate::luck::fault_of_contribution).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contribution: Option<String>,
}

/// What happened at one step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Events {
    /// The step, counted from 0.
    pub number: usize,
    /// The events in order.
    pub events: Vec<Event>,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Which kind of event.
    pub kind: String,
    /// A sentence for people.
    pub text: String,
    /// The rule by which it happened.
    pub rule: String,
    /// The card clause that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// Its parts.
    #[serde(default)]
    pub fields: Value,
}

impl From<EventData> for Event {
    fn from(event: EventData) -> Self {
        Self {
            kind: event.kind.to_owned(),
            text: event.text,
            rule: event.rule.to_owned(),
            clause: event.clause,
            fields: event.fields,
        }
    }
}

/// A choice that is owed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decide {
    /// To be named in the answer; no two decisions have the same.
    pub id: u64,
    /// The public number of the position: how many steps were made.
    pub number: usize,
    /// The position as the seat may see it, unless the bot does not want it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Value>,
    /// Everything the seat can do, in notation.
    pub actions: Vec<String>,
    /// The time for the answer.
    pub budget_ms: u64,
}

/// A choice that is no longer owed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Withdraw {
    /// The decision.
    pub id: u64,
}

/// Why an action cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refused {
    /// The decision, which is still open.
    pub id: u64,
    /// The game's code for the reason, `unreadable`, or `no-such-index`.
    pub code: String,
    /// The rule that forbids it, where it is a rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The reason for people.
    pub text: String,
    /// How many more strikes lose the game.
    pub strikes_left: u32,
}

/// How the game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct End {
    /// The place of each seat, 1 for the best.
    pub places: Vec<u8>,
    /// What each seat takes home.
    pub scores: Vec<f64>,
    /// Whether it was played to its end.
    pub reason: Reason,
    /// The seats that lost by forfeit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeited_by: Vec<u8>,
    /// The seed that was committed to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What was mixed into it, by seat; nothing if nobody contributed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contributions: Vec<String>,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By its rules.
    Played,
    /// Somebody forfeited; others may have played on.
    Forfeit,
}

/// A ping, and the pong that answers it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ping {
    /// The same in both.
    pub id: u64,
}

/// Something was wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trouble {
    /// For programs; see [`Fault`](crate::host::Fault).
    pub code: String,
    /// For people.
    pub text: String,
    /// How many more strikes lose the game.
    pub strikes_left: u32,
}

/// What a bot does: one of the offered actions, by its notation or by its place in the list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Action {
    /// The decision it answers.
    pub id: u64,
    /// The notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The place in the list of actions, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
}

/// A few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Words {
    /// The words.
    pub text: String,
}
