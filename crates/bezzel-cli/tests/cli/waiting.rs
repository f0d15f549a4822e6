//! Waiting for events instead of times, and choosing work that takes long enough.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use bezzel_count::{Backend, Counter, Plan, Route};
use bezzel_oracle::totals;
use bezzel_run::Stopwatch;
use sha2::{Digest, Sha256};

use crate::Ran;

/// Time after which a test counts as hanging, on a slow machine with other work too.
pub(crate) const HANG_TIMEOUT: Duration = Duration::from_secs(600);

/// Waits until the condition holds.
#[track_caller]
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(
            started.elapsed() < HANG_TIMEOUT,
            "timed out waiting until {what}"
        );
        thread::sleep(Duration::from_millis(2));
    }
}

/// A process that is killed when its test ends, however it ends.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        Self(command.spawn().expect("bezzel starts"))
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.try_wait().expect("whether it runs").is_some()
    }

    /// Kills it at once.
    pub(crate) fn kill(self) {}

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn ended(mut self) -> Ran {
        drop(self.stdin.take());
        let stdout = self.stdout.take().map(read);
        let stderr = self.stderr.take().map(read);
        until("it ends", || self.has_ended());
        let code = self.wait().expect("how it ended").code();
        let [stdout, stderr] = [stdout, stderr]
            .map(|output| output.map_or_else(String::new, |output| output.join().expect("UTF-8")));
        Ran {
            code,
            stdout,
            stderr,
        }
    }
}

/// Reads a pipe to its end in the background.
fn read(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("UTF-8");
        text
    })
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the number of results in a ledger to which others may write.
pub(crate) fn results(file: &str) -> u64 {
    let text = fs::read(file).expect(file);
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let is_result = |line: &&[u8]| line.starts_with(b"u ") && line.ends_with(b"\n");
    lines.filter(is_result).count() as u64
}

/// Returns the names of the processes that have leased units from a ledger, and of killed ones.
pub(crate) fn lease_holders(file: &str) -> BTreeSet<OsString> {
    let entries = fs::read_dir(format!("{file}.leases")).into_iter().flatten();
    entries.flatten().map(|entry| entry.file_name()).collect()
}

/// Returns a line of a ledger with these words and a checksum, as another program could write it.
pub(crate) fn line(body: &str) -> String {
    let digest = Sha256::digest(body);
    let sum: String = digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{body} {sum}\n")
}

/// Returns a board and its number of solutions. Counting takes at least one CPU second on one
/// thread of the portable backend, on this machine in this build, whatever its load.
pub(crate) fn long_count() -> (String, String) {
    let mut counter = Counter::new(Backend::Portable).expect("always available");
    let mut seconds = |n: u32| {
        let plan = Plan::new(n).expect("a small size");
        let times = (1..=3).map(|quarter| {
            let unit = plan.unit(plan.len() * quarter / 4).expect("a unit");
            let watch = Stopwatch::start(true);
            counter.count(&unit, Route::Direct);
            watch.elapsed().0.as_secs_f64() / unit.cost()
        });
        times.fold(f64::INFINITY, f64::min) * plan.cost()
    };
    let n = (15..20).find(|n| seconds(*n) > 1.0).unwrap_or(20);
    let published = totals()
        .into_iter()
        .find(|line| line.n == n)
        .expect("published");
    eprintln!("n = {n} is long here");
    (n.to_string(), format!("{}\n", published.all))
}

/// Processes as Linux reports them.
#[cfg(target_os = "linux")]
pub(crate) mod processes {
    use std::fs;

    use super::{Running, until};

    /// Waits until a process handles SIGINT and SIGTERM, which would end it before.
    #[track_caller]
    pub(crate) fn until_it_listens(child: &mut Running) {
        use nix::sys::signal::Signal;
        let file = format!("/proc/{}/status", child.id());
        until("it handles signals", || {
            let status = fs::read_to_string(&file).expect("a process");
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            let caught = u64::from_str_radix(caught.unwrap_or("0").trim(), 16);
            let caught = caught.expect("a hexadecimal number");
            [Signal::SIGINT, Signal::SIGTERM]
                .iter()
                .all(|signal| caught >> (*signal as u64 - 1) & 1 == 1)
        });
        assert!(!child.has_ended(), "it was not long");
    }

    /// Waits until a process that handles SIGINT has used 0.1 s of CPU time.
    #[track_caller]
    pub(crate) fn until_it_computes(child: &mut Running) {
        until_it_listens(child);
        until("it computes", || cpu_ticks(child) >= 10);
        assert!(!child.has_ended(), "it was not long");
    }

    /// Waits until a process has ended, without reading its output.
    #[track_caller]
    pub(crate) fn until_it_is_done(child: &Running) {
        until("it ends", || stat(child)[0] == "Z");
    }

    /// CPU time that a process has used, in ticks of 10 ms.
    pub(crate) fn cpu_ticks(child: &Running) -> u64 {
        let fields = stat(child);
        let ticks = |field: &String| field.parse::<u64>().expect("a number of ticks");
        ticks(&fields[11]) + ticks(&fields[12])
    }

    /// Returns the fields after the name: state, parent, …
    fn stat(child: &Running) -> Vec<String> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("a process");
        let (_, fields) = stat.rsplit_once(") ").expect("a name");
        fields.split(' ').map(str::to_owned).collect()
    }
}
