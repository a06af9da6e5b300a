//! A program that plays, and the pipes to it: one JSON object a line, each way.
//!
//! Nothing here ever blocks on the program: pipes are read and written only as far as they are ready, what is read
//! is bounded, and whatever the program started in its process group ends with it.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::cut;
use engine::text::shown;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use serde::Serialize;

use crate::guard::Guard;
use crate::sandbox::Sandbox;

/// How much is read at once.
const GULP: usize = 1 << 13;
/// How much of its standard error is kept.
const TAIL: usize = 1 << 12;
/// A program that leaves more than this unread is not written to any more.
const MOST_UNSENT: usize = 1 << 24;
/// How long the host stays awake for an answer.
const ALERT: Duration = Duration::from_micros(50);
/// How often a silent program is looked after.
const LOOK: Duration = Duration::from_millis(50);

/// The words of a command line: blanks separate them, quotation marks of either kind hold them together. Nothing if one is
/// not closed.
///
/// ```
/// assert_eq!(protocol::program::words("python3 'my bot.py' -v").unwrap(), ["python3", "my bot.py", "-v"]);
/// assert!(protocol::program::words("python3 'my bot.py").is_none());
/// ```
pub fn words(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// What a program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// It wrote a line; its end is cut off.
    Line(Vec<u8>),
    /// It writes a line that is longer than allowed; the line is skipped.
    TooLong,
    /// It has ended or closed its output: nothing more will come. Said once.
    Gone,
}

/// How programs are started.
#[derive(Clone, Default)]
pub struct Launcher {
    /// Ends them if this process is ended before it can.
    pub guard: Option<Arc<Guard>>,
    /// Holds them in a sandbox.
    pub confinement: Option<Confinement>,
}

/// How programs come into their sandbox.
#[derive(Clone)]
pub struct Confinement {
    /// The words before the sandbox, as JSON, and the words of the command: a program that calls
    /// [`enter`](crate::sandbox::enter) and then runs the command.
    pub through: Vec<OsString>,
    /// What they may use.
    pub sandbox: Sandbox,
}

impl Confinement {
    /// The words that run a command in its sandbox.
    fn around(&self, command: &[String]) -> io::Result<Vec<OsString>> {
        let sandbox = serde_json::to_string(&self.sandbox.around(command)?)?;
        let command = command.iter().map(OsString::from);
        Ok(self.through.iter().cloned().chain([sandbox.into()]).chain(command).collect())
    }
}

/// A running program. It is ended when this value goes.
pub struct Program {
    child: Child,
    guard: Option<Arc<Guard>>,
    /// Known once the process is no more.
    status: Option<ExitStatus>,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    unsent: Vec<u8>,
    unread: Vec<u8>,
    /// So many bytes of `unread` hold no end of a line.
    scanned: usize,
    skipping: bool,
    told_gone: bool,
    longest: usize,
    tail: Vec<u8>,
}

impl Launcher {
    /// Starts a program that may write lines of at most `longest` bytes.
    pub fn start(&self, command: &[String], longest: usize) -> io::Result<Program> {
        let words = match &self.confinement {
            None => command.iter().map(OsString::from).collect(),
            Some(confinement) => confinement.around(command)?,
        };
        let (name, arguments) = words.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let program = Program {
            child,
            guard: self.guard.clone(),
            status: None,
            stdin,
            stdout,
            stderr,
            unsent: Vec::new(),
            unread: Vec::new(),
            scanned: 0,
            skipping: false,
            told_gone: false,
            longest,
            tail: Vec::new(),
        };
        if let Some(guard) = &self.guard {
            guard.add(program.id())?;
        }
        let piped = "all three are piped";
        ioctl_fionbio(program.stdin.as_ref().expect(piped), true)?;
        ioctl_fionbio(program.stdout.as_ref().expect(piped), true)?;
        ioctl_fionbio(program.stderr.as_ref().expect(piped), true)?;
        Ok(program)
    }
}

impl Program {
    /// The process's id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Notes a message down; [`Program::flush`] or [`wait`] sends it.
    pub fn send(&mut self, message: &impl Serialize) {
        if self.stdin.is_some() {
            serde_json::to_writer(&mut self.unsent, message).expect("messages are plain data");
            self.unsent.push(b'\n');
        }
    }

    /// Writes as much as the program takes now.
    pub fn flush(&mut self) {
        while let Some(stdin) = self.stdin.as_mut().filter(|_| !self.unsent.is_empty()) {
            match stdin.write(&self.unsent) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock && self.unsent.len() <= MOST_UNSENT => {
                    return;
                }
                Err(_) => self.close_input(),
            }
        }
    }

    /// The program reads the end of its input.
    pub fn close_input(&mut self) {
        self.stdin = None;
        self.unsent.clear();
    }

    /// The next thing the program did, of what was read so far.
    pub fn hear(&mut self) -> Option<Heard> {
        loop {
            let end = self.unread[self.scanned..].iter().position(|&byte| byte == b'\n');
            let Some(end) = end.map(|end| self.scanned + end) else {
                let too_long = self.unread.len() > self.longest && !self.skipping;
                self.skipping |= too_long;
                if self.skipping {
                    self.unread.clear();
                }
                self.scanned = self.unread.len();
                let gone = !too_long && self.stdout.is_none() && !self.told_gone;
                self.told_gone |= gone;
                return too_long.then_some(Heard::TooLong).or(gone.then_some(Heard::Gone));
            };
            let mut line: Vec<u8> = self.unread.drain(..=end).collect();
            self.scanned = 0;
            line.pop();
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            return Some(if line.len() > self.longest { Heard::TooLong } else { Heard::Line(line) });
        }
    }

    fn read_output(&mut self) {
        let Some(stdout) = &mut self.stdout else { return };
        let before = self.unread.len();
        self.unread.resize(before + GULP, 0);
        let count = stdout.read(&mut self.unread[before..]);
        self.unread.truncate(before + *count.as_ref().unwrap_or(&0));
        if ended(&count) {
            self.stdout = None;
        }
    }

    fn read_errors(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut gulp = [0; TAIL];
        let count = stderr.read(&mut gulp);
        self.tail.extend_from_slice(&gulp[..*count.as_ref().unwrap_or(&0)]);
        let old = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..old);
        if ended(&count) {
            self.stderr = None;
        }
    }

    /// Whether the process has ended. It stays known to the system until [`Program::kill`], so that nobody else gets
    /// its id meanwhile.
    pub fn has_ended(&self) -> bool {
        if self.status.is_some() {
            return true;
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None))
    }

    /// Says goodbye, closes the program's input, and waits until it ends. Says whether it did.
    pub fn leave(&mut self, message: &impl Serialize, grace: Duration) -> bool {
        self.send(message);
        self.flush();
        if self.unsent.is_empty() {
            self.close_input();
        }
        self.ends_within(grace)
    }

    /// Waits until the program ends, whatever it writes. Says whether it did.
    pub fn ends_within(&mut self, grace: Duration) -> bool {
        let until = Instant::now() + grace;
        let mut nap = Duration::from_micros(200);
        while !self.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            wait(&mut [self], until.min(Instant::now() + nap));
            while self.hear().is_some() {}
            nap = (nap * 2).min(Duration::from_millis(10));
        }
        true
    }

    /// Ends the program and whatever it started in its process group.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            // It was not waited for before, so its id and that of its group are still its own.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            if let Some(guard) = &self.guard {
                guard.remove(self.id());
            }
            self.status = self.child.wait().ok();
        }
        self.status
    }

    /// How a program that is gone came to it, with the last words of its standard error; it is ended if it still runs.
    pub fn post_mortem(&mut self) -> String {
        let ended = self.ends_within(LOOK);
        let status = self.kill();
        while self.stderr.is_some() {
            let before = self.tail.clone();
            self.read_errors();
            if self.tail == before {
                break;
            }
        }
        let how = match (ended, status) {
            (false, _) | (_, None) => "it closed its output but went on running".to_owned(),
            (true, Some(status)) => match (status.code(), status.signal()) {
                (Some(code), _) => format!("it ended with exit code {code}"),
                (None, signal) => format!("it was ended by signal {}", signal.unwrap_or(0)),
            },
        };
        let words = String::from_utf8_lossy(&self.tail);
        match words.lines().rfind(|line| !line.trim().is_empty()) {
            Some(last) => {
                format!("{how}; its last words: {}", shown(&cut(last.trim(), 200)))
            }
            None => how,
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Whether a pipe has come to its end.
fn ended(count: &io::Result<usize>) -> bool {
    match count {
        Ok(count) => *count == 0,
        Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
    }
}

fn timespec(time: Duration) -> Timespec {
    Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) }
}

#[derive(Clone, Copy)]
enum Pipe {
    In,
    Out,
    Err,
}

/// Reads and writes whatever is ready of these programs, waiting for it until then at the longest. May return early.
pub fn wait(programs: &mut [&mut Program], until: Instant) {
    let (mut fds, mut pipes) = (Vec::with_capacity(4), Vec::with_capacity(4));
    for (number, program) in programs.iter().enumerate() {
        if let Some(stdout) = &program.stdout {
            fds.push(PollFd::new(stdout, PollFlags::IN));
            pipes.push((number, Pipe::Out));
        }
        if let Some(stderr) = &program.stderr {
            fds.push(PollFd::new(stderr, PollFlags::IN));
            pipes.push((number, Pipe::Err));
        }
        if let Some(stdin) = program.stdin.as_ref().filter(|_| !program.unsent.is_empty()) {
            fds.push(PollFd::new(stdin, PollFlags::OUT));
            pipes.push((number, Pipe::In));
        }
    }
    let now = Instant::now();
    // Quick bots answer sooner than the system wakes a sleeper; their turn on a shared core is not taken from them.
    let alert = until.min(now + ALERT);
    let mut count = poll(&mut fds, Some(&timespec(Duration::ZERO))).unwrap_or(0);
    while count == 0 && Instant::now() < alert {
        std::thread::yield_now();
        count = poll(&mut fds, Some(&timespec(Duration::ZERO))).unwrap_or(0);
    }
    if count == 0 {
        let patience = until.saturating_duration_since(now).min(LOOK);
        count = poll(&mut fds, Some(&timespec(patience))).unwrap_or(0);
    }
    let ready: Vec<bool> = fds.iter().map(|fd| !fd.revents().is_empty()).collect();
    drop(fds);
    for (&(number, pipe), _) in pipes.iter().zip(ready).filter(|(_, ready)| *ready) {
        match pipe {
            Pipe::In => programs[number].flush(),
            Pipe::Out => programs[number].read_output(),
            Pipe::Err => programs[number].read_errors(),
        }
    }
    if count == 0 {
        // Something that the program started may hold its pipes open after it.
        for program in programs {
            if program.stdout.is_some() && program.has_ended() {
                program.read_output();
                program.stdout = None;
            }
        }
    }
}
