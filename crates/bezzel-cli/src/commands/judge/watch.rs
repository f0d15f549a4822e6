//! The processes of a running program, from `/proc`, and their end.
//!
//! The command adopts orphans ("child subreaper"), so that all processes of a program are its
//! descendants, also those that left the process group. Elsewhere than on Linux, and without `/proc`,
//! nothing is watched; the process group, or on Windows the process itself, is ended.

use std::process::Child;

/// Processes of a program at one moment.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Usage {
    pub(super) processes: u64,
    pub(super) bytes: u64,
}

/// Returns what this system lacks, for a note.
pub(super) fn missing_limits() -> Option<&'static str> {
    if cfg!(windows) {
        Some("limits on memory, processes and files; bezzel does not kill what a program starts")
    } else if cfg!(not(target_os = "linux")) {
        Some("limits on memory, processes and files")
    } else if std::fs::exists("/proc/thread-self/children").is_ok_and(|there| there) {
        None
    } else {
        Some("limits on memory and processes, which need /proc")
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs;

    use rustix::process::{Resource, Rlimit};

    use super::{Usage, pid_of};

    /// Makes this process the parent of orphans.
    pub(in super::super) fn adopt_orphans() {
        // Without it, processes that leave the group and lose their parent are not found.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }

    /// Limits the files that the process writes, and turns core dumps off.
    pub(in super::super) fn limit(pid: u32, file_bytes: u64) {
        let Some(pid) = pid_of(pid) else { return };
        let set = |resource, value| {
            let limit = Rlimit {
                current: Some(value),
                maximum: Some(value),
            };
            // A process that has ended has no limits.
            let _ = rustix::process::prlimit(Some(pid), resource, limit);
        };
        set(Resource::Core, 0);
        set(Resource::Fsize, file_bytes);
    }

    /// Returns all processes below this one.
    pub(super) fn descendants() -> Vec<u32> {
        let mut found = Vec::new();
        let mut open = vec![std::process::id()];
        while let Some(parent) = open.pop() {
            let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else {
                continue;
            };
            for thread in threads.flatten() {
                let children = fs::read_to_string(thread.path().join("children"));
                let children = children.unwrap_or_default();
                for child in children.split_whitespace().flat_map(str::parse) {
                    found.push(child);
                    open.push(child);
                }
            }
        }
        found
    }

    /// Returns the number of processes that have not ended, and their memory.
    pub(in super::super) fn usage() -> Usage {
        let mut usage = Usage::default();
        for pid in descendants() {
            // A process that has ended has no memory until its parent reads its exit code.
            if let Some(bytes) = memory(&pid.to_string(), "VmRSS:") {
                usage.bytes += bytes;
                usage.processes += 1;
            }
        }
        usage
    }

    /// Returns the most memory that this process has had.
    pub(in super::super) fn own_peak() -> Option<u64> {
        memory("self", "VmHWM:")
    }

    /// Returns the bytes in a field of the status of a process.
    fn memory(process: &str, field: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let kilobytes = status.lines().find_map(|line| line.strip_prefix(field))?;
        let number: u64 = kilobytes.trim().trim_end_matches(" kB").parse().ok()?;
        Some(number << 10)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::Usage;

    pub(in super::super) fn adopt_orphans() {}

    pub(in super::super) fn limit(_pid: u32, _file_bytes: u64) {}

    pub(in super::super) fn usage() -> Usage {
        Usage::default()
    }

    pub(in super::super) fn own_peak() -> Option<u64> {
        None
    }
}

pub(super) use system::{adopt_orphans, limit, own_peak, usage};

#[cfg(unix)]
fn pid_of(pid: u32) -> Option<rustix::process::Pid> {
    let pid = i32::try_from(pid).ok()?;
    rustix::process::Pid::from_raw(pid)
}

/// Returns true if the process has ended; its exit code can still be read, and its number is not used
/// again before.
#[cfg(unix)]
pub(super) fn has_ended(child: &mut Child) -> std::io::Result<bool> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let pid = pid_of(child.id()).expect("the number of a process");
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(pid), options)?.is_some())
}

#[cfg(not(unix))]
pub(super) fn has_ended(child: &mut Child) -> std::io::Result<bool> {
    Ok(child.try_wait()?.is_some())
}

/// Ends all processes of a program. Call it before the exit code of the first one is read.
#[cfg(unix)]
pub(super) fn end(child: &mut Child) {
    use rustix::process::{Signal, kill_process_group};
    if let Some(group) = pid_of(child.id()) {
        // A group without a process that can be ended is no fault.
        let _ = kill_process_group(group, Signal::KILL);
    }
    #[cfg(target_os = "linux")]
    end_descendants(child.id());
}

/// Ends processes that left the group, and those that they start meanwhile.
#[cfg(target_os = "linux")]
fn end_descendants(first: u32) {
    use rustix::process::{Signal, WaitId, WaitIdOptions, kill_process, waitid};
    const MAX_ROUNDS: usize = 1000;
    for _ in 0..MAX_ROUNDS {
        let others: Vec<_> = system::descendants()
            .into_iter()
            .filter(|&pid| pid != first)
            .filter_map(pid_of)
            .collect();
        if others.is_empty() {
            return;
        }
        for pid in others {
            let _ = kill_process(pid, Signal::KILL);
            // Reads the exit code of those that this process has adopted.
            let _ = waitid(
                WaitId::Pid(pid),
                WaitIdOptions::EXITED | WaitIdOptions::NOHANG,
            );
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[cfg(not(unix))]
pub(super) fn end(child: &mut Child) {
    // A process that has ended cannot be ended.
    let _ = child.kill();
}
