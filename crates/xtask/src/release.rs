//! The fastest `agon`: built once to watch itself play, and again with what was seen.
//!
//! From such a profile the compiler knows which branches are taken and which functions belong together. The ordinary
//! release build needs none, and plays the same games.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failure;
use crate::args::Parsed;
use crate::workspace::{Workspace, emptied, output, run};

/// Games whose playouts are watched: those that searches and comparisons play most.
const WATCHED: [&str; 3] = ["champions-combat", "time-rift", "worlds-unchained"];

pub fn command(_: &Parsed) -> Result<u8, Failure> {
    let workspace = Workspace::find()?;
    let profdata = profdata(&workspace)?;
    let folder = workspace.target.join("guided");
    let (seen, profile) = (folder.join("seen"), folder.join("agon.profdata"));
    let watching =
        workspace.build_agon_in(&folder.join("watching"), Some(&flag("-Cprofile-generate=", &seen)))?;
    // What compiler plug-ins have left there while they were built says nothing about agon.
    emptied(&seen)?;
    for game in WATCHED {
        run(&mut watching.command(["bench", game, "--seconds", "2"]))?;
    }
    run(Command::new(profdata).arg("merge").arg("-o").arg(&profile).arg(&seen))?;
    let agon = workspace.build_agon_in(&folder, Some(&flag("-Cprofile-use=", &profile)))?;
    println!("The fastest agon is {}.", agon.path().display());
    println!("`agon bench` of this one and of {} tells how much faster.", workspace.agon_path().display());
    Ok(0)
}

fn flag(name: &str, path: &Path) -> String {
    format!("{name}{}", path.display())
}

/// The tool that puts profiles together; rustup has it for each compiler.
fn profdata(workspace: &Workspace) -> Result<PathBuf, String> {
    let libraries = output(workspace.rustc().args(["--print", "target-libdir"]))?;
    let tool = beside(Path::new(libraries.trim()));
    if !tool.exists() {
        run(Command::new("rustup").current_dir(&workspace.root).args(["component", "add", "llvm-tools"]))
            .map_err(|fault| format!("{fault}; `llvm-profdata` of this compiler is needed"))?;
    }
    if tool.exists() { Ok(tool) } else { Err(format!("there is no {}; install llvm-tools", tool.display())) }
}

/// Where the compiler's own tools are, given its libraries.
fn beside(libraries: &Path) -> PathBuf {
    let name = format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX);
    libraries.with_file_name("bin").join(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_stand_beside_the_libraries() {
        let tool = beside(Path::new("toolchain/lib/rustlib/some-host/lib"));
        assert!(tool.starts_with("toolchain/lib/rustlib/some-host/bin"), "{}", tool.display());
    }
}
