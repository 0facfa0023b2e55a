//! Ctrl-C and what else asks a program to end: once, and it ends in good order; twice, and it ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::stop::INTERRUPTED;

/// Set once somebody has asked for the end. Who asks again does not want to wait for the game that is running.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&asked);
    on(move || set.store(true, Ordering::Relaxed));
    asked
}

/// Does something when the end is asked for the first time. The second time the program is ended, whatever it does.
pub(crate) fn on(first: impl Fn() + Send + 'static) {
    let asked = AtomicBool::new(false);
    // Without it the first time ends the program at once, which is no worse.
    let _ = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            exit(INTERRUPTED);
        }
        first();
    });
}

/// Ends the program at once, and the programs that it started.
pub(crate) fn exit(code: u8) -> ! {
    crate::play::end_programs();
    std::process::exit(i32::from(code))
}
