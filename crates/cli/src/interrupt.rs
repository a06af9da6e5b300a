//! Ctrl-C and the other ways to be asked to stop: once to stop cleanly, twice to stop at once.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};

static ASKED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Whether it is because the terminal is gone.
static GONE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From now on Ctrl-C asks the command to stop. Without a handler it would simply end the program.
pub fn listen() {
    // What cannot be listened to ends the program as it would anyway.
    let _ = try_listen();
}

fn try_listen() -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        register_conditional_shutdown(signal, 130, Arc::clone(&ASKED))?;
        register(signal, Arc::clone(&ASKED))?;
    }
    #[cfg(unix)]
    {
        register_conditional_shutdown(signal_hook::consts::SIGHUP, 129, Arc::clone(&ASKED))?;
        register(signal_hook::consts::SIGHUP, Arc::clone(&GONE))?;
        register(signal_hook::consts::SIGHUP, Arc::clone(&ASKED))?;
    }
    Ok(())
}

/// From now on a file that grows beyond what is allowed is an error of whoever writes it, as on a full disk.
pub fn survive_full_files() {
    // Once there is a handler the system no longer ends the program.
    #[cfg(unix)]
    let _ = register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Whether somebody asked the command to stop.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The exit code of a command that was asked to stop: the shell's 128 and the number of the signal.
pub fn exit_code() -> u8 {
    if GONE.load(Ordering::Relaxed) { 129 } else { 130 }
}
