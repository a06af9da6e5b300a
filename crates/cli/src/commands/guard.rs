//! `agon guard`, which people do not call: ends the programs of a host that is gone.

use std::ffi::OsString;

use protocol::guard::{Guard, watch};
use protocol::program::Launcher;

use crate::errors::Failure;

/// Ends the process groups that a host names on standard input, as soon as the host is gone
#[derive(clap::Args)]
pub struct Args {}

pub fn run(_: &Args) -> Result<(), Failure> {
    watch(std::io::stdin().lock());
    Ok(())
}

/// What starts programs that do not outlive this command.
pub fn launcher() -> Result<Launcher, Failure> {
    let guard = std::env::current_exe().and_then(|agon| Guard::start(&agon, &[OsString::from("guard")]));
    match guard {
        Ok(guard) => Ok(Launcher { guard: Some(guard) }),
        Err(error) => {
            Err(Failure::Usage(format!("cannot start the guard of the programs: {error}; try again")))
        }
    }
}
