//! How programs are started, so that they end with this command and, if wanted, do nothing but play: `agon guard` and
//! `agon confine`, which people do not call.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

use protocol::guard::{Guard, watch};
use protocol::program::{Confinement, Launcher};
use protocol::sandbox::{self, Sandbox};

use crate::errors::Failure;

/// Ends the process groups that a host names on standard input, as soon as the host is gone
#[derive(clap::Args)]
pub struct Args {}

pub fn run(_: &Args) -> Result<(), Failure> {
    watch(std::io::stdin().lock());
    Ok(())
}

/// Runs a command in a sandbox
#[derive(clap::Args)]
pub struct Confined {
    /// The sandbox, as JSON
    sandbox: String,
    /// The command and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

pub fn confine(args: &Confined) -> Result<(), Failure> {
    let sandbox: Sandbox = serde_json::from_str(&args.sandbox)?;
    sandbox::enter(&sandbox).map_err(|why| no_sandbox(&why))?;
    let [name, arguments @ ..] = &args.command[..] else { unreachable!("a command is required") };
    let error = Command::new(name).args(arguments).exec();
    let name = name.display();
    Err(Failure::Usage(format!("cannot start `{name}` in its sandbox: {error}; see --sandbox-read")))
}

fn no_sandbox(why: &str) -> Failure {
    Failure::Usage(format!(
        "there is no sandbox here: {why}; leave --sandbox out to run programs with your rights"
    ))
}

/// What programs may do to the machine.
#[derive(clap::Args)]
pub struct Rights {
    /// Hold programs in a sandbox: no network, no files but the system's programs and their own, limited memory and
    /// time (docs/bot-protocol.md says what exactly). Linux only; refused where it cannot be had
    #[arg(long)]
    sandbox: bool,
    /// A file or folder that programs in the sandbox may read and run; may be given several times
    #[arg(long, value_name = "PATH", requires = "sandbox")]
    sandbox_read: Vec<PathBuf>,
    /// The most memory that a process in the sandbox may reserve, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, requires = "sandbox", value_parser = clap::value_parser!(u64).range(16..=16_777_216))]
    sandbox_memory: u64,
    /// The most processor time that a process in the sandbox may use, in seconds, all games together
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, requires = "sandbox", value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    sandbox_cpu: u64,
}

impl Rights {
    /// What starts programs that have these rights and do not outlive this command.
    pub fn launcher(&self) -> Result<Launcher, Failure> {
        let agon = std::env::current_exe();
        let guard = agon.and_then(|agon| Ok((Guard::start(&agon, &["guard".into()])?, agon)));
        let (guard, agon) = guard.map_err(|error| {
            Failure::Usage(format!("cannot start the guard of the programs: {error}; try again"))
        })?;
        let mut confinement = None;
        if self.sandbox {
            sandbox::available().map_err(|why| no_sandbox(&why))?;
            if let Some(missing) = self.sandbox_read.iter().find(|path| !path.exists()) {
                let what = format!("there is no {}; give --sandbox-read a file or folder", missing.display());
                return Err(Failure::Usage(what));
            }
            let sandbox = Sandbox {
                read: self.sandbox_read.clone(),
                memory_mib: self.sandbox_memory,
                cpu_seconds: self.sandbox_cpu,
            };
            confinement = Some(Confinement { through: vec![agon.into(), "confine".into()], sandbox });
        }
        Ok(Launcher { guard: Some(guard), confinement })
    }
}
