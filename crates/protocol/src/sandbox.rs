//! Programs that may do nothing but play: `docs/bot-protocol.md`, "The sandbox", says what that means.
//!
//! The process that is to become the program gives its rights up and then runs it: files by Landlock, the network and
//! what changes files or other processes without opening them by a filter of system calls, memory and time by limits.
//! No part of it needs privileges. Linux on processors of 64 bits only; elsewhere it is refused.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What a program may use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sandbox {
    /// Files and folders that it may read and run, beyond the system's and its own.
    pub read: Vec<PathBuf>,
    /// The most memory of a process, in MiB.
    pub memory_mib: u64,
    /// The most processor time of a process, in seconds.
    pub cpu_seconds: u64,
}

impl Sandbox {
    /// The sandbox of that command: it may also read the program and every file that its words name.
    pub fn around(&self, command: &[String]) -> io::Result<Self> {
        let mut read = self.read.clone();
        read.push(found(command.first().ok_or(io::ErrorKind::InvalidInput)?)?);
        read.extend(command[1..].iter().map(PathBuf::from).filter(|path| path.is_file()));
        Ok(Self { read, ..self.clone() })
    }
}

/// The file that a word runs, as the system would look for it.
fn found(word: &str) -> io::Result<PathBuf> {
    if word.contains('/') {
        return std::fs::canonicalize(word);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let files = std::env::split_paths(&path).map(|folder| folder.join(word));
    // Where a link leads is what counts.
    files.filter(|file| file.is_file()).find_map(|file| file.canonicalize().ok()).ok_or_else(|| {
        io::Error::new(io::ErrorKind::NotFound, "there is no such program in the folders of PATH")
    })
}

pub use system::{available, enter};

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
mod system {
    use super::Sandbox;

    /// Whether programs can be held here; if not, why.
    pub fn available() -> Result<(), String> {
        Err("it needs Linux on a processor of 64 bits".to_owned())
    }

    /// Gives up all rights of this process but those.
    pub fn enter(_: &Sandbox) -> Result<(), String> {
        available()
    }
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod system {
    use std::collections::BTreeMap;
    use std::path::Path;

    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
        RulesetCreated, RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };
    use rustix::process::{Resource, Rlimit, setrlimit};
    use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule,
    };

    use super::Sandbox;

    /// What a program needs to start: read, not written.
    const SYSTEM: [&str; 21] = [
        "/usr",
        "/bin",
        "/sbin",
        "/lib",
        "/lib32",
        "/lib64",
        "/etc/alternatives",
        "/etc/ld.so.cache",
        "/etc/ld.so.conf",
        "/etc/ld.so.conf.d",
        "/etc/ld.so.preload",
        "/etc/localtime",
        "/nix/store",
        "/dev/full",
        "/dev/random",
        "/dev/urandom",
        "/dev/zero",
        "/proc/cpuinfo",
        "/proc/meminfo",
        "/proc/self",
        "/sys/devices/system/cpu",
    ];

    /// Whether programs can be held here; if not, why.
    pub fn available() -> Result<(), String> {
        nothing_allowed().map_err(|error| {
            format!("it needs Landlock of Linux 6.2 or later, switched on, which this system does not offer ({error})")
        })?;
        filter().map(drop)
    }

    /// Rules that allow nothing. What stands first must be there; what came with later systems is taken if it is.
    fn nothing_allowed() -> Result<RulesetCreated, RulesetError> {
        Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V3))?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(ABI::V5))?
            .handle_access(AccessNet::from_all(ABI::V4))?
            .scope(Scope::from_all(ABI::V6))?
            .create()
    }

    /// Gives up all rights of this process but those.
    pub fn enter(sandbox: &Sandbox) -> Result<(), String> {
        for (resource, most) in [
            (Resource::As, sandbox.memory_mib.saturating_mul(1 << 20)),
            (Resource::Cpu, sandbox.cpu_seconds),
            (Resource::Core, 0),
            (Resource::Nofile, 256),
        ] {
            let limit = Rlimit { current: Some(most), maximum: Some(most) };
            setrlimit(resource, limit)
                .map_err(|error| format!("a limit of {resource:?} cannot be set: {error}"))?;
        }
        confine_files(&sandbox.read).map_err(|error| format!("Landlock does not hold: {error}"))?;
        seccompiler::apply_filter(&filter()?)
            .map_err(|error| format!("the filter does not hold: {error}"))?;
        // The two above have made sure that running a program gives none of them back, not even to root.
        let none = CapabilitySet::empty();
        let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
        set_capabilities(None, sets).map_err(|error| format!("privileges cannot be given up: {error}"))
    }

    fn confine_files(read: &[impl AsRef<Path>]) -> Result<(), String> {
        let allowed = || {
            let readable = AccessFs::from_read(ABI::V3);
            nothing_allowed()?
                .add_rules(path_beneath_rules(SYSTEM, readable))?
                .add_rules(path_beneath_rules(read, readable))?
                .add_rules(path_beneath_rules(["/dev/null"], AccessFs::ReadFile | AccessFs::WriteFile))?
                .restrict_self()
        };
        let status = allowed().map_err(|error: RulesetError| error.to_string())?;
        match status.ruleset {
            RulesetStatus::NotEnforced => Err("nothing is enforced".to_owned()),
            RulesetStatus::PartiallyEnforced | RulesetStatus::FullyEnforced => Ok(()),
        }
    }

    /// What is refused: sockets and what else processes share; leaving the process group; other namespaces and what is
    /// the system's; changing files by their names or open for reading; limits and priorities of other processes.
    fn filter() -> Result<BpfProgram, String> {
        let refused = [
            libc::SYS_socket,
            libc::SYS_io_uring_setup,
            libc::SYS_shmget,
            libc::SYS_msgget,
            libc::SYS_semget,
            libc::SYS_mq_open,
            libc::SYS_add_key,
            libc::SYS_request_key,
            libc::SYS_keyctl,
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_chroot,
            libc::SYS_pivot_root,
            libc::SYS_mount,
            libc::SYS_umount2,
            libc::SYS_sethostname,
            libc::SYS_setdomainname,
            libc::SYS_setsid,
            libc::SYS_setpgid,
            libc::SYS_fchmod,
            libc::SYS_fchmodat,
            SYS_FCHMODAT2,
            libc::SYS_fchown,
            libc::SYS_fchownat,
            libc::SYS_utimensat,
            libc::SYS_setxattr,
            libc::SYS_lsetxattr,
            libc::SYS_fsetxattr,
            libc::SYS_removexattr,
            libc::SYS_lremovexattr,
            libc::SYS_fremovexattr,
            SYS_SETXATTRAT,
            SYS_REMOVEXATTRAT,
        ];
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
            refused.into_iter().chain(ONCE.iter().copied()).map(|call| (call, Vec::new())).collect();
        // With an argument that is not 0 they concern other processes, or all of the user.
        let not_zero = |argument: u8| {
            let other = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0);
            other.and_then(|other| SeccompRule::new(vec![other])).map_err(|error| error.to_string())
        };
        for call in [
            libc::SYS_prlimit64,
            libc::SYS_sched_setaffinity,
            libc::SYS_sched_setattr,
            libc::SYS_sched_setparam,
            libc::SYS_sched_setscheduler,
        ] {
            rules.insert(call, vec![not_zero(0)?]);
        }
        for call in [libc::SYS_setpriority, libc::SYS_ioprio_set] {
            rules.insert(call, vec![not_zero(0)?, not_zero(1)?]);
        }
        // The same calls by their other numbers.
        #[cfg(target_arch = "x86_64")]
        for (call, rule) in rules.clone() {
            rules.insert(call | 0x4000_0000, rule);
        }
        let refuse = SeccompAction::Errno(libc::EPERM as u32);
        let arch = std::env::consts::ARCH.try_into();
        let arch =
            arch.map_err(|_| format!("it does not know processors of type {}", std::env::consts::ARCH))?;
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch);
        filter.and_then(TryInto::try_into).map_err(|error| error.to_string())
    }

    // Numbers that are the same on all processors and not yet in every version of the list.
    const SYS_FCHMODAT2: i64 = 452;
    const SYS_SETXATTRAT: i64 = 463;
    const SYS_REMOVEXATTRAT: i64 = 466;

    /// Calls that newer processors do not have any more.
    #[cfg(target_arch = "x86_64")]
    const ONCE: [i64; 6] = [
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
    ];
    #[cfg(not(target_arch = "x86_64"))]
    const ONCE: [i64; 0] = [];
}
