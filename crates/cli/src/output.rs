//! How the command looks.

use std::io::{self, ErrorKind, IsTerminal as _, Write};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};

/// Headings and names.
pub const STRONG: Style = Style::new().bold();
/// Rule ids and other side information.
pub const FAINT: Style = Style::new().dimmed();
/// What went well.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// What did not.
pub const ERROR: Style = AnsiColor::Red.on_default().bold();

/// What should be looked at.
pub const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// A rate or count in three digits: `12.3 M`, `456 k`, `789`.
pub fn short(value: f64) -> String {
    let (value, unit) = match value {
        v if v >= 1e9 => (v / 1e9, " G"),
        v if v >= 1e6 => (v / 1e6, " M"),
        v if v >= 1e3 => (v / 1e3, " k"),
        v => (v, ""),
    };
    let digits = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.digits$}{unit}")
}

/// Standard output for commands that Ctrl-C stops: also while nobody reads what they write.
pub fn stdout() -> anstream::AutoStream<Box<dyn Write>> {
    let choice = anstream::AutoStream::choice(&io::stdout());
    anstream::AutoStream::new(Box::new(Patient { held: Vec::new() }), choice)
}

/// Writes whole lines, and never waits longer for a reader than until somebody asks the command to stop.
struct Patient {
    held: Vec<u8>,
}

impl Patient {
    /// What a pipe that can be written to takes at once, on every system.
    const PART: usize = 512;

    /// Waits until the output can be written to. It fails with [`ErrorKind::TimedOut`] if the command shall stop.
    #[cfg(unix)]
    fn await_reader() -> io::Result<()> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let pause = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        loop {
            let out = io::stdout();
            match poll(&mut [PollFd::new(&out, PollFlags::OUT)], Some(&pause)) {
                Ok(0) if crate::interrupt::asked() => return Err(ErrorKind::TimedOut.into()),
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                // What cannot be waited for is written to as it is.
                Ok(_) | Err(_) => return Ok(()),
            }
        }
    }

    #[cfg(not(unix))]
    fn await_reader() -> io::Result<()> {
        Ok(())
    }
}

impl Write for Patient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        if bytes.contains(&b'\n') {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        let mut out = io::stdout().lock();
        for part in held.chunks(Self::PART) {
            Self::await_reader()?;
            out.write_all(part)?;
            out.flush()?;
        }
        Ok(())
    }
}

/// A table with aligned columns; the first `left` columns are aligned left, the others right.
pub fn table(rows: &[Vec<String>], left: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| {
        rows.iter().filter_map(|row| row.get(c)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(c, cell)| {
                let space = " ".repeat(widths[c] - cell.chars().count());
                if c < left { format!("{cell}{space}") } else { format!("{space}{cell}") }
            })
            .collect();
        cells.join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// A bar on the terminal once something takes long.
pub struct Progress {
    what: &'static str,
    done: usize,
    of: usize,
    since: Instant,
    drawn: Option<Instant>,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_secs(2);
    const PAUSE: Duration = Duration::from_millis(100);
    const WIDTH: usize = 40;

    pub fn new(what: &'static str, of: usize) -> Self {
        Self { what, done: 0, of, since: Instant::now(), drawn: None }
    }

    /// One more is done.
    pub fn step(&mut self) {
        self.done += 1;
        let recent = self.drawn.is_some_and(|drawn| drawn.elapsed() < Self::PAUSE);
        if self.since.elapsed() > Self::PATIENCE && !recent && io::stderr().is_terminal() {
            self.drawn = Some(Instant::now());
            let full = Self::WIDTH * self.done / self.of;
            let (full, rest) = ("#".repeat(full), ".".repeat(Self::WIDTH - full));
            let percent = 100 * self.done / self.of;
            anstream::eprint!("\r\x1b[2K{} [{full}{rest}] {percent} %", self.what);
        }
    }

    pub fn clear(&self) {
        if self.drawn.is_some() {
            anstream::eprint!("\r\x1b[2K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(
            ["0.00", "12.3", "999", "1.50 k", "65.4 M"],
            [0.0, 12.34, 999.0, 1_500.0, 65_432_100.0].map(short)[..]
        );
    }
}
