//! Processes that SIGSTOP halts in each phase of a write, while others use the same ledger.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use bezzel_campaign::{Ledger, ProcessInfo, StoreOutcome, StoredResult};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::{finish, stored_result};
use crate::Place;

const TEST: &str =
    "faults::stopped::a_process_that_is_stopped_in_any_phase_of_a_write_harms_no_other";
/// Mark a writer, and contain the folder of its ledger and its number.
const FOLDER: &str = "BEZZEL_TEST_STOPPED_FOLDER";
const NUMBER: &str = "BEZZEL_TEST_STOPPED_NUMBER";
/// Number of results in a write: so many that reading them takes much longer than a signal.
const BATCH: u64 = 500;
/// Number of stops in each phase.
const STOPS: usize = 3;

/// The moment at which a process was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// It waits for the lock.
    Waiting,
    /// It has the lock and reads what others have written.
    Reading,
    /// It has the lock and has written its lines, which may not be synced.
    Written,
}

/// Returns the results of this batch of a writer, which differ from all others.
fn batch(template: &StoredResult, writer: usize, number: u64) -> Vec<StoredResult> {
    let run = format!("writer{writer}");
    let origin = ProcessInfo {
        run,
        ..(*template.origin).clone()
    };
    let origin = std::sync::Arc::new(origin);
    let one = |microseconds| StoredResult {
        microseconds,
        origin: origin.clone(),
        ..template.clone()
    };
    (number * BATCH..(number + 1) * BATCH).map(one).collect()
}

fn reported_by(folder: &Path, writer: usize) -> PathBuf {
    folder.join(format!("reported.{writer}"))
}

/// Writes a batch for each line of the input, and reports it when it is stored.
fn write_batches(folder: &Path, writer: usize) {
    let mut ledger = Ledger::open(&folder.join("q")).unwrap();
    let template = stored_result(&ledger, 3, "h");
    ledger.lease(1).unwrap();
    let mut reported = File::create(reported_by(folder, writer)).unwrap();
    for (number, line) in (0..).zip(std::io::stdin().lines()) {
        line.unwrap();
        ledger.record(&batch(&template, writer, number)).unwrap();
        writeln!(reported, "{number}").unwrap();
    }
}

/// Another process that writes to the ledger `q`.
struct Writer {
    child: Child,
    number: usize,
    folder: PathBuf,
    /// Number of batches that it was asked for.
    asked: u64,
}

impl Writer {
    fn start(folder: &Path, number: usize) -> Self {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", TEST])
            .env(FOLDER, folder)
            .env(NUMBER, number.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn();
        let mut writer = Self {
            child: child.unwrap(),
            number,
            folder: folder.to_owned(),
            asked: 0,
        };
        writer.ask();
        writer.finish_batch();
        writer
    }

    fn ask(&mut self) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(b"\n").unwrap();
        self.asked += 1;
    }

    fn wait_for(&self, has_come: impl Fn(&Self) -> bool) {
        while !has_come(self) {
            let ended = waitpid(Some(self.pid()), WaitOptions::NOHANG).unwrap();
            assert!(ended.is_none(), "the writer ended: {ended:?}");
            thread::yield_now();
        }
    }

    /// Waits until what it was asked for is reported as stored.
    fn finish_batch(&self) {
        self.wait_for(|writer| writer.reported() == writer.asked);
    }

    fn reported(&self) -> u64 {
        let text = fs::read_to_string(reported_by(&self.folder, self.number));
        text.unwrap_or_default().matches('\n').count() as u64
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    fn stop(&self) {
        self.signal(Signal::STOP);
        let stopped = waitpid(Some(self.pid()), WaitOptions::UNTRACED).unwrap();
        assert!(stopped.unwrap().1.stopped());
    }

    /// Returns true if the system says that this process has locked the ledger.
    fn has_lock(&self) -> bool {
        let ledger = fs::metadata(self.folder.join("q")).unwrap();
        let inode = format!(":{}", ledger.ino());
        let pid = self.child.id().to_string();
        let locks = fs::read_to_string("/proc/locks").unwrap();
        locks.lines().any(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words.get(1) == Some(&"FLOCK")
                && words.get(4) == Some(&pid.as_str())
                && words.get(5).is_some_and(|word| word.ends_with(&inode))
        })
    }

    /// Asks for a batch and stops the process in this phase of its write.
    fn stop_in(&mut self, phase: Phase, ledger: &mut Ledger, add: &mut dyn FnMut(&mut Ledger)) {
        let file = self.folder.join("q");
        let length = || fs::metadata(&file).unwrap().len();
        loop {
            add(ledger);
            let before = length();
            let lock = File::open(&file).unwrap();
            if phase == Phase::Waiting {
                lock.lock().unwrap();
            }
            self.ask();
            match phase {
                Phase::Waiting => {}
                Phase::Reading => {
                    self.wait_for(|writer| writer.has_lock() || writer.reported() == writer.asked);
                }
                Phase::Written => self.wait_for(|_| length() > before),
            }
            self.stop();
            let found = match (self.has_lock(), length() > before) {
                (true, true) => Some(Phase::Written),
                (true, false) => Some(Phase::Reading),
                (false, false) => Some(Phase::Waiting),
                (false, true) => None,
            };
            if found == Some(phase) {
                return;
            }
            // It was faster than the signal.
            self.signal(Signal::CONT);
            self.finish_batch();
        }
    }
}

#[test]
fn a_process_that_is_stopped_in_any_phase_of_a_write_harms_no_other() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let number = std::env::var(NUMBER).unwrap().parse().unwrap();
        return write_batches(Path::new(&folder), number);
    }
    for processes in 2..=4 {
        let place = Place::new();
        let mut ledger = place.ledger("q");
        let template = stored_result(&ledger, 4, "h");
        let numbers = 1..processes;
        let mut writers: Vec<Writer> = numbers.map(|at| Writer::start(place.path(), at)).collect();
        let mut own = 0;
        let mut add = |ledger: &mut Ledger| {
            ledger.record(&batch(&template, 0, own)).unwrap();
            own += 1;
        };
        let phases = [Phase::Waiting, Phase::Reading, Phase::Written];
        for phase in phases.into_iter().cycle().take(phases.len() * STOPS) {
            writers.rotate_left(1);
            let (stopped, others) = writers.split_first_mut().unwrap();
            stopped.stop_in(phase, &mut ledger, &mut add);
            // A reader does not wait, and sees the leases of the stopped process.
            let reader = Ledger::open_to_read(&place.file("q")).unwrap();
            assert_eq!(reader.status().unwrap().processes, processes as u64 - 1);
            others.iter_mut().for_each(Writer::ask);
            // Other writers wait for a process that has the lock, and for no other.
            if phase != Phase::Waiting {
                stopped.signal(Signal::CONT);
            }
            add(&mut ledger);
            others.iter().for_each(Writer::finish_batch);
            stopped.signal(Signal::CONT);
            stopped.finish_batch();
        }
        // A kill of a stopped process releases its lock.
        let (killed, others) = writers.split_first_mut().unwrap();
        killed.stop_in(Phase::Written, &mut ledger, &mut add);
        killed.signal(Signal::KILL);
        let killed_number = killed.number;
        add(&mut ledger);
        others.iter_mut().for_each(Writer::ask);
        assert!(!killed.child.wait().unwrap().success());
        for writer in others {
            drop(writer.child.stdin.take());
            assert!(writer.child.wait().unwrap().success());
            assert_eq!(writer.reported(), writer.asked);
        }
        ledger.check_at_end().unwrap();
        let text = fs::read_to_string(place.file("q")).unwrap();
        let found: HashSet<&str> = text.lines().collect();
        let by_writers = writers.iter().map(|one| (one.number, one.reported()));
        for (writer, batches) in by_writers.chain([(0, own)]) {
            let run = format!(" writer{writer} ");
            let is_of_writer = |line: &&&str| line.starts_with("r ") && line.contains(&run);
            let stored = found.iter().filter(is_of_writer).count() as u64;
            // The killed one may have written a batch that it did not report.
            let unreported = stored - batches * BATCH;
            assert!(unreported == 0 || (unreported == BATCH && writer == killed_number));
        }
        let outcome = ledger.record(&batch(&template, 0, own)[..1]).unwrap();
        assert_eq!(outcome, [StoreOutcome::Repeated]);
        finish(&mut ledger);
    }
}
