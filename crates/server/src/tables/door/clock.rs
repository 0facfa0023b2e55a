//! How long a thread has worked: what others do meanwhile on the same processor is not counted, where the system tells it apart.

use std::time::Duration;

/// How long this thread has worked.
#[cfg(target_os = "linux")]
pub(super) fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let nanos = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanos)
}

/// The time since the program first asked, which is no shorter than what this thread has worked since.
#[cfg(not(target_os = "linux"))]
pub(super) fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}
