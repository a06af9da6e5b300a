//! Ctrl-C: once to stop cleanly, twice to stop at once.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks the command to stop. Without a handler it would simply end the program.
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Whether somebody pressed Ctrl-C.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
