//! Where things are, and how child processes are run.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folders of this workspace, as cargo tells them.
pub struct Workspace {
    pub root: PathBuf,
    pub target: PathBuf,
}

impl Workspace {
    /// Asks cargo, from the folder the user stands in.
    pub fn find() -> Result<Self, String> {
        let mut cargo = cargo_command();
        cargo.args(["metadata", "--no-deps", "--format-version", "1"]);
        let metadata = metadata_of(&mut cargo)?;
        let folder = |key: &str| {
            let path = metadata[key].as_str();
            path.map(PathBuf::from).ok_or_else(|| format!("`cargo metadata` names no {key}; update cargo"))
        };
        Ok(Self { root: folder("workspace_root")?, target: folder("target_directory")? })
    }

    /// A cargo command in the root folder, with the tools of `<target>/tools` within reach.
    pub fn cargo<const N: usize>(&self, args: [&str; N]) -> Command {
        let mut command = cargo_command();
        command.args(args).current_dir(&self.root);
        // Absolute, since the user's CARGO_TARGET_DIR may be relative to another folder.
        command.env("CARGO_TARGET_DIR", &self.target);
        command.env("PATH", self.path_with_tools());
        command
    }

    /// The folder below target that holds installed tools.
    pub fn tools(&self) -> PathBuf {
        self.target.join("tools")
    }

    fn path_with_tools(&self) -> OsString {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let tools = self.tools().join("bin");
        let folders = std::env::split_paths(&path).chain([tools]);
        std::env::join_paths(folders).unwrap_or(path)
    }

    /// A command that builds release targets of `agon` and of the measured playouts.
    ///
    /// The packages are always both named, even for a target of one: dependencies have features by the packages
    /// that are named, and with other features everything would be built again.
    pub fn cargo_release<const N: usize>(&self, targets: [&str; N]) -> Command {
        let mut cargo =
            self.cargo(["build", "--release", "--locked", "--package", "cli", "--package", "games"]);
        cargo.args(targets);
        cargo
    }

    /// Builds the release `agon`.
    pub fn build_agon(&self) -> Result<Agon, String> {
        self.build_agon_in(&self.target, None)
    }

    /// Builds the release `agon` in another target folder, perhaps with a flag for the compiler.
    pub fn build_agon_in(&self, target: &Path, flag: Option<&str>) -> Result<Agon, String> {
        let mut cargo = self.cargo_release(["--bin", "agon"]);
        cargo.env("CARGO_TARGET_DIR", target);
        if let Some(flag) = flag {
            // Unlike RUSTFLAGS this adds to the flags of the workspace.
            cargo.arg("--config").arg(format!("target.'cfg(all())'.rustflags=[{}]", serde_json::json!(flag)));
        }
        run(&mut cargo)?;
        Ok(Agon { path: agon_in(target), root: self.root.clone() })
    }

    /// Where the release `agon` is once it is built.
    pub fn agon_path(&self) -> PathBuf {
        agon_in(&self.target)
    }

    /// The compiler of this workspace.
    pub fn rustc(&self) -> Command {
        let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        command.current_dir(&self.root);
        command
    }

    /// The files `crates/*/<folder>/*.<extension>`, sorted.
    pub fn crate_files(&self, folder: &str, extension: &str) -> Result<Vec<PathBuf>, String> {
        let mut files = Vec::new();
        for krate in entries(&self.root.join("crates"))? {
            let folder = krate.join(folder);
            if folder.is_dir() {
                files.extend(
                    entries(&folder)?
                        .into_iter()
                        .filter(|file| file.extension().is_some_and(|found| found == extension)),
                );
            }
        }
        files.sort();
        Ok(files)
    }
}

fn agon_in(target: &Path) -> PathBuf {
    target.join("release").join(format!("agon{}", std::env::consts::EXE_SUFFIX))
}

/// The built `agon` command.
pub struct Agon {
    path: PathBuf,
    root: PathBuf,
}

impl Agon {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs in the root folder.
    pub fn command<const N: usize>(&self, args: [&str; N]) -> Command {
        let mut command = Command::new(&self.path);
        command.args(args).current_dir(&self.root);
        command
    }

    /// Runs where the user stands.
    pub fn here(&self, args: &[String]) -> Command {
        let mut command = Command::new(&self.path);
        command.args(args);
        command
    }
}

/// The parsed answer of a `cargo metadata` command.
pub fn metadata_of(cargo: &mut Command) -> Result<serde_json::Value, String> {
    cargo.stderr(Stdio::inherit());
    let output = cargo.output().map_err(|error| cannot_start(cargo, &error))?;
    if !output.status.success() {
        return Err(format!("{} {}; see above", shown(cargo), output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("{}: {error}; update cargo", shown(cargo)))
}

/// The cargo that started this program, without what `cargo run` says about this package:
/// such variables would leak into the builds and tests started here.
fn cargo_command() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_")
            || ["CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH", "CARGO_BIN_NAME", "CARGO_CRATE_NAME"]
                .contains(&name.as_ref())
        {
            command.env_remove(name.as_ref());
        }
    }
    command
}

/// Says what is run, runs it with its output on the screen, and fails if it fails.
pub fn run(command: &mut Command) -> Result<(), String> {
    announce(command);
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", short(command))) }
}

/// Runs a command in silence and hands back its exit code.
pub fn exit_code(command: &mut Command) -> Result<u8, String> {
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    Ok(status.code().map_or(1, |code| u8::try_from(code).unwrap_or(1)))
}

/// Says what is run and hands back its output; errors stay on the screen.
pub fn output(command: &mut Command) -> Result<String, String> {
    announce(command);
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| cannot_start(command, &error))?;
    if !output.status.success() {
        return Err(format!("{} ended with {}", short(command), output.status));
    }
    String::from_utf8(output.stdout)
        .map_err(|_| format!("{} printed something that is no text", short(command)))
}

/// Runs a command, shows each line of its error stream and hands it to `watch`.
/// Hands back the exit code; a signal counts as 255.
pub fn watch(command: &mut Command, mut watch: impl FnMut(&str)) -> Result<u8, String> {
    announce(command);
    let mut child = command.stderr(Stdio::piped()).spawn().map_err(|error| cannot_start(command, &error))?;
    if let Some(stream) = child.stderr.take() {
        for line in BufReader::new(stream).split(b'\n') {
            let line = line.map_err(|error| format!("cannot read from {}: {error}", short(command)))?;
            let line = String::from_utf8_lossy(&line);
            eprintln!("{line}");
            watch(&line);
        }
    }
    let status = child.wait().map_err(|error| format!("cannot wait for {}: {error}", short(command)))?;
    Ok(status.code().map_or(255, |code| u8::try_from(code).unwrap_or(255)))
}

fn announce(command: &Command) {
    // With the output of cargo, so that `cargo xtask play bench --json` can be piped.
    eprintln!("$ {}", shown(command));
}

/// The command as one would type it, with the variables that it sets for the reader's sake.
pub fn shown(command: &Command) -> String {
    let quiet = ["CARGO_TARGET_DIR", "PATH"];
    let variables = command.get_envs().filter_map(|(name, value)| {
        let name = name.to_string_lossy();
        value.filter(|_| !quiet.contains(&name.as_ref())).map(|value| format!("{name}={}", value.display()))
    });
    let words = command.get_args().map(|word| word.to_string_lossy().into_owned());
    variables.chain([program(command)]).chain(words).collect::<Vec<_>>().join(" ")
}

/// The program and its first word: enough to know which command it was.
fn short(command: &Command) -> String {
    let first = command.get_args().next().map(|word| format!(" {}", word.display()));
    format!("`{}{}`", program(command), first.unwrap_or_default())
}

fn program(command: &Command) -> String {
    let path = Path::new(command.get_program());
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start `{}`: {error}; is it installed?", command.get_program().display())
}

/// What a folder holds, sorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let fault = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        paths.push(entry.map_err(fault)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// Empties a folder, or makes it.
pub fn emptied(folder: &Path) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("cannot empty {}: {error}", folder.display());
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(fault)?;
    }
    std::fs::create_dir_all(folder).map_err(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("cargo");
        command
            .args(["doc", "--locked"])
            .env("RUSTDOCFLAGS", "-Dwarnings")
            .env("CARGO_TARGET_DIR", "elsewhere");
        assert_eq!(shown(&command), "RUSTDOCFLAGS=-Dwarnings cargo doc --locked");
        assert_eq!(short(&command), "`cargo doc`");
    }

    #[test]
    fn a_missing_program_is_told_with_a_remedy() {
        let message = run(&mut Command::new("no-such-program-of-agon")).expect_err("there is none");
        assert!(message.starts_with("cannot start `no-such-program-of-agon`"), "{message}");
        assert!(message.ends_with("is it installed?"), "{message}");
    }
}
