//! The bots that the tests start.

#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use protocol::host::Player;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The command of the interpreter; the samples and the broken bots need it.
fn python() -> String {
    static PYTHON: OnceLock<()> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let found = Command::new("python3").arg("--version").output();
        assert!(
            found.is_ok_and(|run| run.status.success()),
            "python3 is missing; install it to test hosted bots"
        );
    });
    "python3".to_owned()
}

/// The command of a bot that is wrong in that way.
pub fn broken_command(way: &str) -> Vec<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/broken.py");
    vec![python(), "-S".to_owned(), script.display().to_string(), way.to_owned()]
}

pub fn broken(way: &str) -> Player {
    Player::Program(broken_command(way))
}

pub fn sample_python_command() -> Vec<String> {
    vec![python(), root().join("examples/bots/random_bot.py").display().to_string()]
}

/// The sample in Rust, compiled once for all tests of a file.
pub fn sample_rust_command() -> Vec<String> {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let bot = BUILT.get_or_init(|| {
        let name = format!("random_bot_{}", std::process::id());
        let bot = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let source = root().join("examples/bots/random_bot.rs");
        let built = Command::new(rustc)
            .args(["--edition", "2024", "-D", "warnings"])
            .arg(source)
            .arg("-o")
            .arg(&bot)
            .output();
        let built = built.expect("rustc runs");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        bot
    });
    vec![bot.display().to_string()]
}

/// Whether a process of that id is there and running; one that has ended and waits for its parent is not.
pub fn is_alive(id: u32) -> bool {
    let shown = Command::new("ps").args(["-o", "stat=", "-p", &id.to_string()]).output().expect("ps runs");
    let state = String::from_utf8_lossy(&shown.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}
