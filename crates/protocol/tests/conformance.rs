//! The kit passes sound bots and names what is wrong with the others.

#![cfg(unix)]

mod common;

use std::time::Duration;

use classics::{Goofspiel, Kuhn, TicTacToe};
use engine::Face;
use protocol::kit::{Check, check};
use protocol::message::Limits;
use protocol::program::Launcher;

use common::{broken_command, sample_python_command, sample_rust_command};

fn tried(command: &[String], budget: Duration) -> Vec<Check> {
    let limits = Limits { ready_ms: 2_000, ..Limits::default() };
    let (plain, secret, sealed) = (Face::<TicTacToe>::new(), Face::<Kuhn>::new(), Face::<Goofspiel>::new());
    check(command, &[&plain, &secret, &sealed], budget, limits, &Launcher::default()).expect("the bot starts")
}

#[test]
fn samples_are_sound() {
    let mut contributing = broken_command("contribute");
    contributing.push(" luck ".to_owned());
    let wanting = broken_command("wants-all");
    for command in
        [sample_python_command(), sample_rust_command(), broken_command("sound"), contributing, wanting]
    {
        for check in tried(&command, Duration::from_secs(10)) {
            assert!(check.tried && check.faults.is_empty(), "{command:?}: {check:?}");
        }
    }
}

/// The first words of the check that fails and of its fault, for each way to be wrong.
#[test]
fn every_way_to_be_wrong_is_named() {
    let limits = Limits { hello_ms: 500, ..Limits::default() };
    let silent = check(&broken_command("silent"), &[], Duration::from_secs(1), limits, &Launcher::default())
        .expect("it starts");
    assert!(silent[0].faults[0].starts_with("no hello within 500 ms; answer `hello`"), "{silent:?}");
    let ways = [
        ("crash", "says hello", "the bot is gone: it ended with exit code 7; its last words: cannot find"),
        ("other-protocol", "says hello", "it speaks version 2 of the protocol; say \"protocol\":1"),
        ("odd-name", "says hello", "its name is empty or has line breaks; give"),
        (
            "wants-odd",
            "says hello",
            "it wants `everything`, which no host knows; the words are `view`, `events`",
        ),
        ("malformed", "writes nothing", "not a message: my move is 5 (expected value"),
        ("unknown-type", "writes nothing", "not a message: {\"type\": \"resign\"} (unknown variant `resign`"),
        ("chatter", "writes nothing", "more than 100 lines of log before one answer; a host takes that"),
        ("huge-line", "writes nothing", "a line of more than 65536 bytes; keep"),
        ("not-ready", "says ready", "not ready within 2000 ms; answer every `setup`"),
        ("contribute-again", "says ready", "a contribution of 65 bytes; give at most 64; a host takes that"),
        ("crash-later", "answers every decision", "the bot is gone: it ended with exit code 3"),
        ("illegal", "answers every decision", "`no such thing` was not offered: "),
        ("bad-index", "answers every decision", "there is no action 9999; here 0 to 8 could be chosen"),
        ("neither", "answers every decision", "an answer with both or neither"),
        ("wrong-id", "answers every decision", "an action with id 1002 while decision 2 was open; give"),
        ("never-answers", "answers every decision", "no answer within 700 ms; answer within `budget_ms`"),
        ("many-hellos", "answers every decision", "nobody asked for {\"type\":\"hello\""),
        ("twice", "answers every decision", "an action with id 2 while decision 3 was open"),
        ("close-output", "answers every decision", "the bot is gone: it closed its output but went on"),
        ("no-pong", "answers every ping", "no pong within 700 ms; answer `ping`"),
        ("gives-up-when-refused", "answers a refused", "no answer within 700 ms; choose again"),
        ("one-game", "plays a second game", "the first game went well, the second stopped; begin anew"),
        ("stays", "ends after bye", "it still ran 500 ms after bye; end the program"),
    ];
    let try_one = |&(way, what, fault): &(&str, &str, &str)| {
        let checks = tried(&broken_command(way), Duration::from_millis(700));
        let found = checks.iter().find(|check| check.what.starts_with(what)).expect("such a check");
        assert!(found.faults.iter().any(|text| text.starts_with(fault)), "{way}: {checks:#?}");
    };
    // Most of the time is spent waiting.
    std::thread::scope(|scope| {
        for some in ways.chunks(5) {
            scope.spawn(|| some.iter().for_each(try_one));
        }
    });
}
