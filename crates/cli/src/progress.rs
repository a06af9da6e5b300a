//! What the program remembers from one day to the next.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Where it is kept: `$AGON_HOME`, or the place where the system keeps the state of programs. None if there is none.
pub fn folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("AGON_HOME")
        .or_else(|| set("XDG_STATE_HOME").map(|state| state.join("agon")))
        .or_else(|| set("LOCALAPPDATA").filter(|_| cfg!(windows)).map(|local| local.join("agon")))
        .or_else(|| set("HOME").map(|home| home.join(".local/state/agon")))
}

/// Puts a text in the place of a file, all of it or, if something fails, nothing.
pub fn replace(file: &Path, text: &str) -> io::Result<()> {
    let folder = file.parent().expect("a file lies in a folder");
    fs::create_dir_all(folder)?;
    let new = file.with_extension(format!("new{}", std::process::id()));
    let write = || {
        let mut new = fs::File::create(&new)?;
        new.write_all(text.as_bytes())?;
        new.sync_all()
    };
    let done = write().and_then(|()| fs::rename(&new, file));
    if done.is_err() {
        // Whatever is left of it is of no use; why it failed is told.
        let _ = fs::remove_file(&new);
    }
    done
}
