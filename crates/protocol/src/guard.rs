//! A process that outlives a host for a moment, to end the programs that it left running.
//!
//! The host holds one end of a pipe and the guard the other; the guard learns which process groups there are, and when
//! the pipe closes, in whatever way the host came to its end, it ends those that are left.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, BufRead, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};

use rustix::process::{Pid, Signal, kill_process_group};

/// The host's side of a guard. The guard ends together with this value.
pub struct Guard {
    child: Mutex<Child>,
    pipe: Mutex<Option<ChildStdin>>,
}

impl Guard {
    /// Starts a program that calls [`watch`].
    pub fn start(program: &Path, arguments: &[OsString]) -> io::Result<Arc<Self>> {
        // A group of its own: what interrupts the host spares the guard.
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let pipe = child.stdin.take();
        Ok(Arc::new(Self { child: Mutex::new(child), pipe: Mutex::new(pipe) }))
    }

    /// From now on the guard ends that process group with the host.
    pub fn add(&self, group: u32) -> io::Result<()> {
        let said = self.say(&format!("+{group}\n"));
        said.map_err(|error| {
            io::Error::new(error.kind(), format!("the guard of the programs is gone: {error}"))
        })
    }

    /// That process group has been ended; its number may soon be another's.
    pub fn remove(&self, group: u32) {
        // A guard that is gone ends nothing any more.
        let _ = self.say(&format!("-{group}\n"));
    }

    fn say(&self, line: &str) -> io::Result<()> {
        let mut pipe = self.pipe.lock().expect("nobody panics meanwhile");
        pipe.as_mut().expect("it is closed at last").write_all(line.as_bytes())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Ok(pipe) = self.pipe.get_mut() {
            *pipe = None;
        }
        if let Ok(child) = self.child.get_mut() {
            let _ = child.wait();
        }
    }
}

/// The guard's side: listens until the host is gone, then ends whatever it left.
pub fn watch(mut input: impl BufRead) {
    let mut groups = BTreeSet::new();
    let mut line = String::new();
    // A line without its end was cut short, and so may be its number.
    while matches!(input.read_line(&mut line), Ok(1..)) && line.ends_with('\n') {
        let (sign, group) = line.trim_end().split_at(1);
        if let Some(group) = group.parse::<i32>().ok().filter(|&group| group > 1) {
            match sign {
                "+" => drop(groups.insert(group)),
                _ => drop(groups.remove(&group)),
            }
        }
        line.clear();
    }
    for group in groups.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}
