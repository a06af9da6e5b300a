//! `agon` as a command, run from the root of the workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs it.
pub fn agon(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(arguments).current_dir(root()).output().expect("agon runs")
}

/// What it wrote.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// Everything a run says that must end with `code`.
pub fn said(arguments: &[&str], code: i32) -> String {
    let output = agon(arguments);
    let all = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "agon {arguments:?}:\n{all}");
    assert!(!all.contains("panicked") && !all.contains('\x1b'), "{all}");
    all
}
