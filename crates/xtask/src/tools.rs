//! Cargo tools that a job needs: found, or installed below the target folder.

use crate::workspace::{Workspace, run};

/// A cargo subcommand from the crate registry.
pub struct Tool {
    pub name: &'static str,
    /// The version that is installed if none is on the path.
    pub version: &'static str,
}

pub const DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };
pub const FUZZ: Tool = Tool { name: "cargo-fuzz", version: "0.13.2" };
pub const MUTANTS: Tool = Tool { name: "cargo-mutants", version: "27.1.0" };

/// Makes sure that `Workspace::cargo` can run the tool.
/// One on the path is taken as it is; the one below target has the version named here.
pub fn ensure(workspace: &Workspace, tool: &Tool) -> Result<(), String> {
    if is_on_path(tool.name) || is_installed(workspace, tool) {
        return Ok(());
    }
    println!("{} {} is not there yet; installing it below the target folder", tool.name, tool.version);
    let mut install =
        workspace.cargo(["install", "--locked", tool.name, "--version", tool.version, "--root"]);
    install.arg(workspace.tools());
    // It runs for seconds; to optimise it takes minutes.
    install.arg("--debug").env("CARGO_PROFILE_DEV_DEBUG", "false");
    // A target folder of its own, so that a clean-up of the tools keeps what they were built from.
    install.env("CARGO_TARGET_DIR", workspace.tools().join("build"));
    run(&mut install).map_err(|message| {
        format!(
            "{message}; install it by hand: cargo install --locked {} --version {}",
            tool.name, tool.version
        )
    })
}

/// Whether a program of this name is on the path.
pub fn is_on_path(program: &str) -> bool {
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(&name).is_file())
}

fn is_installed(workspace: &Workspace, tool: &Tool) -> bool {
    let binary = format!("{}{}", tool.name, std::env::consts::EXE_SUFFIX);
    let records = std::fs::read_to_string(workspace.tools().join(".crates.toml")).unwrap_or_default();
    workspace.tools().join("bin").join(binary).is_file() && is_recorded(&records, tool)
}

/// Whether cargo's own record of installed crates names this very version.
fn is_recorded(records: &str, tool: &Tool) -> bool {
    records.contains(&format!("\"{} {} (", tool.name, tool.version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_version_is_taken_as_installed() {
        let records = "[v1]\n\"cargo-deny 0.20.2 (registry+https://example.org/index)\" = [\"cargo-deny\"]\n";
        assert!(is_recorded(records, &DENY));
        assert!(!is_recorded(records, &Tool { name: "cargo-deny", version: "0.20.3" }));
        assert!(!is_recorded(records, &FUZZ));
        assert!(!is_recorded("", &DENY));
    }

    #[test]
    fn what_nobody_has_is_not_on_the_path() {
        assert!(!is_on_path("no-such-program-of-agon"));
    }
}
