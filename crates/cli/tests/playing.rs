//! `agon play` on a terminal: the real program behind a pseudo-terminal, its screen read back.
//!
//! With `AGON_CAPTURE=FOLDER` the tests write the screens they meet to text files there, to be looked at.
#![cfg(unix)]

use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// A screen that says nothing for so long has most likely said all.
const QUIET: Duration = Duration::from_millis(8);
/// One that says nothing for so long has.
const REST: Duration = Duration::from_millis(250);
/// Nothing takes longer than this.
const PATIENCE: Duration = Duration::from_mins(1);

/// `agon play` with its terminal.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn std::io::Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
}

/// A folder for the saved games of one test, empty.
fn home(test: &str) -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("playing").join(test);
    let _ = std::fs::remove_dir_all(&home);
    home
}

/// A dialogue of lines with the answers from a pipe: what it says and its exit code.
fn talk(home: &PathBuf, arguments: &[&str], answers: &str) -> (String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .arg("play")
        .args(arguments)
        .env("AGON_HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("agon runs");
    // Whoever does not ask does not read; that is no fault.
    let _ = child.stdin.take().expect("a pipe").write_all(answers.as_bytes());
    let output = child.wait_with_output().expect("agon ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout) + &text(output.stderr), output.status.code().expect("an exit code"))
}

fn play(home: &PathBuf, arguments: &[&str], (columns, rows): (u16, u16), no_colour: bool) -> Terminal {
    let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_agon"));
    command.args(["play"]);
    command.args(arguments);
    command.env("AGON_HOME", home);
    command.env("TERM", "xterm-256color");
    if no_colour {
        command.env("NO_COLOR", "1");
    } else {
        command.env_remove("NO_COLOR");
    }
    let child = pair.slave.spawn_command(command).expect("agon runs");
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let (sender, output) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 1 << 14];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            if sender.send(bytes[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    let keys = pair.master.take_writer().expect("a writer");
    Terminal { child, master: pair.master, keys, output, screen: vt100::Parser::new(rows, columns, 0) }
}

impl Terminal {
    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("agon reads keys");
        self.keys.flush().expect("agon reads keys");
        if let Ok(bytes) = self.output.recv_timeout(Duration::from_secs(2)) {
            self.screen.process(&bytes);
        }
    }

    /// Reads until the screen is quiet.
    fn settle(&mut self, quiet: Duration) -> String {
        while let Ok(bytes) = self.output.recv_timeout(quiet) {
            self.screen.process(&bytes);
        }
        self.text()
    }

    fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Reads until the screen shows `text`.
    fn expect(&mut self, text: &str) -> String {
        let since = Instant::now();
        loop {
            if self.text().contains(text) {
                return self.text();
            }
            assert!(since.elapsed() < PATIENCE, "`{text}` never came:\n{}", self.text());
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
                self.screen.process(&bytes);
            }
        }
    }

    /// Waits for the program to end and gives its exit code.
    fn ended(&mut self) -> u32 {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                self.settle(REST);
                return status.exit_code();
            }
            assert!(since.elapsed() < PATIENCE, "agon did not end:\n{}", self.text());
            self.settle(QUIET);
        }
    }

    fn capture(&mut self, name: &str) {
        if let Some(folder) = std::env::var_os("AGON_CAPTURE") {
            self.settle(REST);
            let folder = PathBuf::from(folder);
            std::fs::create_dir_all(&folder).expect("a folder for captures");
            std::fs::write(folder.join(format!("{name}.txt")), self.text()).expect("a capture");
        }
    }
}

/// A small generator, so that every run presses the same keys.
struct Keys(u64);

impl Keys {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// How many options the screen says are open.
fn open_options(screen: &str) -> u64 {
    let count = screen.split("Options: ").nth(1).and_then(|rest| rest.split_whitespace().next());
    count.and_then(|count| count.parse().ok()).unwrap_or(0)
}

/// Plays to the end by choosing anything, and gives the number of choices.
fn play_out(terminal: &mut Terminal, seed: u64, name: &str) -> u32 {
    let mut keys = Keys(seed);
    let mut choices = 0;
    let since = Instant::now();
    loop {
        assert!(since.elapsed() < 4 * PATIENCE, "{name} does not end:\n{}", terminal.text());
        let screen = terminal.settle(QUIET);
        assert!(!screen.contains("panicked"), "{screen}");
        // A key too many may have closed the result; it is told after the end, too.
        if screen.contains("The game is over") || screen.contains("place 1") {
            terminal.capture(&format!("{name}-over"));
            return choices;
        }
        if screen.contains("Enter goes on, q leaves") || screen.contains("Enter hides the table") {
            terminal.press("\r");
        } else if screen.contains(": choose") {
            if [1, 6, 20, 60].contains(&choices) {
                terminal.capture(&format!("{name}-{choices}"));
            }
            let number = 1 + keys.below(open_options(&screen).max(1));
            terminal.press(&format!("{number}\r"));
            choices += 1;
        }
    }
}

fn every(game: &str, modes: &[&str]) {
    for mode in modes {
        let home = home(&format!("{game}-{mode}"));
        let words = [game, "--mode", mode, "--seed", "7", "--bot", "lively"];
        let mut terminal = play(&home, &words, (100, 30), false);
        assert!(play_out(&mut terminal, 1, &format!("{game}-{mode}")) > 0);
        let _ = terminal.keys.write_all(b"\r");
        assert_eq!(terminal.ended(), 0);
        assert!(terminal.text().contains("place 1"), "{}", terminal.text());
    }
}

#[test]
fn champions_combat_is_played_to_its_end_on_a_screen() {
    every("champions-combat", &["2-players", "3-players", "4-players"]);
}

#[test]
fn time_rift_is_played_to_its_end_on_a_screen() {
    every("time-rift", &["duel", "fist-fight", "4-players", "1v2", "1v3", "2v2", "3v3", "tire"]);
}

#[test]
fn worlds_unchained_is_played_to_its_end_on_a_screen() {
    every("worlds-unchained", &["standard", "speed", "draft", "all-stars", "free-for-all"]);
}

#[test]
fn a_menu_leads_to_a_game() {
    let home = home("menu");
    let mut terminal = play(&home, &["--seed", "3"], (100, 30), false);
    terminal.expect("What would you like to play?");
    terminal.capture("menu-1");
    terminal.press("2\r");
    terminal.expect("which way?");
    terminal.press("\x1b[B\r");
    terminal.expect("Who plays?");
    terminal.capture("menu-3");
    terminal.press("\r");
    terminal.expect(": choose");
    terminal.press("q");
    assert_eq!(terminal.ended(), 0);
    let text = terminal.text();
    assert!(text.contains("agon play --resume time-rift-1"), "{text}");
    assert!(!terminal.screen.screen().alternate_screen(), "the terminal is given back");

    let mut terminal = play(&home, &[], (100, 30), false);
    terminal.expect("Go on with time-rift-1");
    terminal.press("\x03");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn a_killed_game_is_resumed_where_it_was() {
    let home = home("killed");
    let mut terminal = play(&home, &["champions-combat", "--seed", "5"], (100, 30), false);
    for _ in 0..4 {
        terminal.expect(": choose");
        terminal.settle(REST);
        terminal.press("1\r");
    }
    terminal.expect(": choose");
    let before = terminal.settle(REST);
    let pid = terminal.child.process_id().expect("a process").to_string();
    assert!(Command::new("kill").args(["-9", &pid]).status().expect("kill").success());
    terminal.child.wait().expect("killed");

    let mut again = play(&home, &["--resume"], (100, 30), false);
    again.expect(": choose");
    let after = again.settle(REST);
    // New lines are marked anew; everything else is the same.
    let lines = |screen: &str| -> Vec<String> {
        screen.lines().map(|line| line.replace("* ", "  ").trim_end().to_owned()).collect()
    };
    assert_eq!(lines(&before), lines(&after));
    again.press("q");
    assert_eq!(again.ended(), 0);
}

#[test]
fn a_terminated_game_gives_the_terminal_back() {
    for signal in ["-TERM", "-HUP", "-INT"] {
        let home = home(&format!("signal{signal}"));
        let mut terminal = play(&home, &["nim", "--seed", "1"], (80, 24), false);
        terminal.expect(": choose");
        assert!(terminal.screen.screen().alternate_screen());
        let pid = terminal.child.process_id().expect("a process").to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().expect("kill").success());
        assert_eq!(terminal.ended(), 0);
        assert!(!terminal.screen.screen().alternate_screen(), "{signal}");
        assert!(terminal.text().contains("--resume nim-1"), "{}", terminal.text());
    }
}

/// A window that is closed ends the game, saved; nothing stays behind that reads the end of its input for ever.
#[test]
fn a_closed_window_ends_the_program() {
    for arguments in [&["time-rift", "--seed", "1"][..], &[]] {
        let home = home(&format!("closed{}", arguments.len()));
        let Terminal { mut child, master, mut keys, output, .. } = {
            let mut terminal = play(&home, arguments, (100, 30), false);
            terminal.expect(if arguments.is_empty() { "What" } else { ": choose" });
            terminal
        };
        // The thread that reads has a hand on the window until it finds nobody to tell.
        drop(output);
        keys.write_all(b"?").expect("agon reads keys");
        std::thread::sleep(REST);
        drop((master, keys));
        let since = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("a child") {
                break status;
            }
            assert!(since.elapsed() < PATIENCE, "agon did not end");
            std::thread::sleep(REST);
        };
        assert_eq!(status.signal(), None, "it ended itself");
        let (listed, _) = talk(&home, &["--list"], "");
        assert_eq!(listed.contains("time-rift-1"), !arguments.is_empty(), "{listed}");
    }
}

#[test]
fn a_small_window_says_what_it_needs_and_a_larger_one_goes_on() {
    let home = home("small");
    let mut terminal = play(&home, &["time-rift", "--seed", "1"], (60, 20), false);
    terminal.expect("Agon needs 80 columns and 24 rows");
    terminal.capture("small");
    terminal
        .master
        .resize(PtySize { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 })
        .expect("a resize");
    terminal.screen.screen_mut().set_size(40, 120);
    terminal.expect(": choose");
    terminal.settle(REST);
    terminal.capture("large");
    terminal.press("q");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn no_colour_means_none() {
    let mut terminal =
        play(&home("no-colour"), &["champions-combat", "--seed", "1", "--watch"], (100, 30), true);
    terminal.expect("watching");
    terminal.settle(REST);
    let screen = terminal.screen.screen();
    let cells = (0..30).flat_map(|row| (0..100).map(move |column| (row, column)));
    for cell in cells.filter_map(|(row, column)| screen.cell(row, column)) {
        assert_eq!((cell.fgcolor(), cell.bgcolor()), (vt100::Color::Default, vt100::Color::Default));
    }
    terminal.press("q");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn people_hand_the_screen_over() {
    let home = home("hand-over");
    let mut terminal = play(&home, &["kuhn-poker", "--seat", "all", "--seed", "2"], (100, 30), false);
    terminal.expect("Nobody else should look");
    let hidden = terminal.settle(REST);
    assert!(!hidden.contains("Options"), "{hidden}");
    terminal.capture("hand-over");
    assert!(play_out(&mut terminal, 4, "hot-seat") >= 2);
    let _ = terminal.keys.write_all(b"q");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn cards_and_reasons_are_read_on_the_screen() {
    for game in ["champions-combat", "time-rift", "worlds-unchained"] {
        let home = home(&format!("reading-{game}"));
        let mut terminal = play(&home, &[game, "--seed", "4"], (100, 30), false);
        for _ in 0..8 {
            terminal.expect(": choose");
            terminal.settle(REST);
            terminal.press("1\r");
        }
        terminal.expect(": choose");
        terminal.press("c");
        let screen = terminal.settle(REST);
        terminal.capture(&format!("{game}-cards"));
        assert!(
            screen.contains("Cards ──") && screen.contains("your hand") | screen.contains("your slot"),
            "{screen}"
        );
        terminal.press("\x1b");
        terminal.settle(REST);
        terminal.press("\x1b[Fw");
        terminal.expect("Why?");
        terminal.settle(REST);
        terminal.capture(&format!("{game}-why-option"));
        terminal.press("\x1b");
        terminal.settle(REST);
        terminal.press("\tw");
        terminal.expect("Why?");
        terminal.settle(REST);
        terminal.capture(&format!("{game}-why-event"));
        terminal.press("\x03");
        assert_eq!(terminal.ended(), 0);
    }
}

#[test]
fn without_a_terminal_it_is_a_dialogue() {
    let home = home("dialogue");
    let (out, code) = talk(&home, &["tic-tac-toe", "--seed", "1"], "b2\n");
    assert_eq!(code, 0);
    assert!(out.contains("go on with: agon play --resume tic-tac-toe-1") && !out.contains('\x1b'), "{out}");
    let (out, _) = talk(&home, &["--list"], "");
    assert!(out.contains("tic-tac-toe-1: Tic-tac-toe, step 2, just now person 0, bot lively"), "{out}");
    let (out, _) = talk(&home, &["--resume", "tic-tac-toe"], "log\n");
    assert!(out.contains("[1] ") && out.contains("b2"), "{out}");
    let (out, _) = talk(&home, &[], "1\nquit\n");
    assert!(out.contains("Go on with tic-tac-toe-1") && out.contains("Tic-tac-toe: "), "{out}");
    assert_eq!(talk(&home, &["--forget", "tic-tac-toe-1"], "").1, 0);
    let (out, code) = talk(&home, &["--resume"], "");
    assert!(
        code == 2 && out.contains("there is no saved game to resume; start one with `agon play`"),
        "{out}"
    );
}

#[test]
fn a_menu_asks_line_by_line_too() {
    let home = home("line-menu");
    let (out, code) = talk(&home, &["--seed", "1"], "x\n2\n4\n1\nquit\n");
    assert_eq!(code, 0);
    for said in
        ["`x` is no number", "Time Rift: which way?", "You play seat 0 and seat 1, bots play the others"]
    {
        assert!(out.contains(said), "`{said}` is missing:\n{out}");
    }
    let (out, code) = talk(&home, &[], "");
    assert!(code == 0 && out.contains("the input has ended; say what to play"), "{out}");
}

#[test]
fn decks_records_and_series_are_taken_from_flags() {
    let home = home("flags");
    std::fs::create_dir_all(&home).expect("a folder");
    let file = home.join("fight.agon");
    let record = file.display().to_string();
    let words = ["time-rift", "--mode", "fist", "--deck", "1=boudica", "--seed", "3", "--record", &record];
    let (out, code) = talk(&home, &words, &"1\n".repeat(500));
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("boudica"), "{out}");
    let verified = Command::new(env!("CARGO_BIN_EXE_agon")).arg("verify").arg(&file).output();
    assert!(verified.expect("agon runs").status.success());
    let (out, _) = talk(&home, &["tic-tac-toe", "--best-of", "3", "--seed", "1"], "concede\nyes\n\n");
    assert!(out.contains("game 2 of at most 3, 0 - 1"), "{out}");
}

#[test]
fn what_is_wrong_is_told_with_the_remedy() {
    let home = home("wrong");
    for (words, said) in [
        (&["time-rft"][..], "did you mean `time-rift`?"),
        (&["time-rift", "--mode", "chess"], "it has duel, fist-fight"),
        (&["time-rift", "--deck", "0=spartakus"], "did you mean `spartacus`?"),
        (&["time-rift", "--seat", "4"], "the seats are 0 to 1"),
        (&["time-rift", "--bot", "clever"], "time-rift has random, lively, greedy"),
        (&["time-rift", "--players", "9"], "a whole number from 0 to 6"),
        (&["time-rift", "--setup", "arena=9"], "a whole number from 2 to 5"),
        (&["time-rift", "--setup", "arena"], "is not of the form `key=value`"),
        (&["time-rift", "--best-of", "2"], "choose an odd number"),
        (&["time-rift", "--record", "/nowhere/at/all.agon"], "there is no folder /nowhere/at"),
        (&["time-rift", "--cards", "/nowhere.toml"], "cannot read /nowhere.toml"),
        (&["nim", "--cards", "/nowhere.toml"], "leave --cards out"),
        (&["nim", "--deck", "0=x"], "leave --deck out"),
        (&["nim", "--seat", "0", "--watch"], "cannot be used with"),
        (&["--resume", "nim-7"], "there is no saved game `nim-7`"),
        (&["--forget", "nim-7"], "`agon play --list` lists what there is"),
        (&["nim", "--list"], "cannot be used with"),
    ] {
        let (out, code) = talk(&home, words, "");
        assert!(code == 2 && out.contains(said), "{words:?} gives {code}:\n{out}");
    }
}

/// Runs `agon play` with a bound on the size of files, as on a full disk: what it says, on both ways out, and its exit
/// code.
fn play_on_full_disk(home: &PathBuf, blocks: u32, arguments: &[&str]) -> (String, String, i32) {
    let script = format!("ulimit -f {blocks}; exec \"$0\" play \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_agon")])
        .args(arguments)
        .env("AGON_HOME", home)
        .output()
        .expect("a shell runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code().expect("an exit code"))
}

const WATCHED: [&str; 5] = ["tic-tac-toe", "--watch", "--plain", "--seed", "1"];

fn verified(record: &std::path::Path) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_agon")).arg("verify").arg(record).output().expect("agon runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_record_that_cannot_be_written_is_told_and_stays_saved() {
    let home = home("unwritten");
    let (said, code) = talk(&home, &[&WATCHED[..], &["--record", "/dev/full"]].concat(), "");
    assert_eq!(code, 2, "{said}");
    let remedy = "the game stays saved as tic-tac-toe-1; agon play --resume tic-tac-toe-1 --record FILE";
    assert!(said.contains("error: cannot write /dev/full") && said.contains(remedy), "{said}");
    let elsewhere = home.join("late.agon");
    let (said, code) = talk(&home, &["--resume", "--plain", "--record", elsewhere.to_str().unwrap()], "");
    assert_eq!(code, 0, "{said}");
    verified(&elsewhere);
    let (said, _) = talk(&home, &["--list"], "");
    assert!(said.contains("there is no saved game"), "{said}");
}

#[test]
fn what_nothing_else_holds_is_printed() {
    let home = home("full-disk");
    std::fs::create_dir_all(&home).unwrap();
    let record = home.join("r.agon");
    let wanted = ["--record", record.to_str().unwrap()];
    let (told, errors, code) = play_on_full_disk(&home, 0, &[&WATCHED[..], &wanted].concat());
    assert_eq!(code, 2, "{told}{errors}");
    assert!(told.contains("this game is not saved: cannot write"), "{told}");
    assert!(errors.contains("error: cannot write"), "{errors}");
    // Neither an empty save nor an empty record is left behind.
    let left: Vec<_> =
        std::fs::read_dir(home.join("saves")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.iter().all(|file| file.extension().is_some_and(|ending| ending == "lock")), "{left:?}");
    assert!(!record.exists());
    let printed = told.split_once("put what follows into a file:\n").expect("the record").1.trim_end();
    std::fs::write(&record, format!("{printed}\n")).unwrap();
    verified(&record);
}

/// Whoever leaves a game that was never saved gets its record, and the exit code says it.
#[test]
fn a_game_without_a_place_to_be_saved_is_printed() {
    let home = home("no-folder");
    std::fs::create_dir_all(home.parent().unwrap()).unwrap();
    std::fs::write(&home, "a file in the place of the folder").unwrap();
    let (said, code) = talk(&home, &["pig", "--plain", "--seed", "1"], "1\nquit\n");
    assert_eq!(code, 2, "{said}");
    assert!(
        said.contains("this game is not saved: cannot ") && said.contains("the game was not saved"),
        "{said}"
    );
    assert!(said.contains("put what follows into a file:\nagon 2\n"), "{said}");
    let (said, code) = talk(&home, &["nim", "--watch", "--plain", "--seed", "1"], "");
    assert_eq!(code, 0, "nothing is wanted of a game that is over: {said}");
    std::fs::remove_file(&home).unwrap();
}

#[test]
fn what_was_saved_before_stays() {
    let home = home("half-full-disk");
    // A block has 512 bytes: there is room for the first save, not for the last moves.
    let person = ["tic-tac-toe", "--plain", "--seed", "1", "--seat", "all"];
    let (said, _) = talk(&home, &person, "1\nquit\n");
    let file = home.join("saves").join("tic-tac-toe-1.json");
    let before = std::fs::read_to_string(&file).expect(&said);
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -f 1; exec \"$0\" play --resume --plain", env!("CARGO_BIN_EXE_agon")])
        .env("AGON_HOME", &home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell runs");
    child.stdin.take().expect("a pipe").write_all(b"1\nquit\n").unwrap();
    let output = child.wait_with_output().expect("agon ends");
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.contains("the game could not be saved") && told.contains("the last moves could not be"),
        "{told}"
    );
    assert!(told.contains("put what follows into a file:\nagon 2\n"), "{told}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before, "the old save stays");
}
