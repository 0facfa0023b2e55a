//! A program with all that it starts: they end together, however this one ends.

use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Groups that run, by the number of the process that began each.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A program that was started, and whatever it starts in turn.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) child: Child,
}

impl Group {
    /// Starts a program as the first of a group.
    pub(super) fn start(command: &mut Command) -> std::io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut running = running();
        let child = command.spawn()?;
        running.push(child.id());
        Ok(Self { child })
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Until somebody has waited for the first of it, its number is nobody else's.
        let mut running = running();
        end(self.child.id());
        running.retain(|id| *id != self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Ends all groups that run: this program is about to end, and nobody will drop them.
pub(crate) fn end_all() {
    running().iter().for_each(|id| end(*id));
}

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn end(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // Whoever is gone already need not be ended.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end(_: u32) {}
