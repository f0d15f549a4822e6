//! One campaign and its faults.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use bezzel_campaign::{Error as LedgerError, Ledger, RecoverOptions, UnitList, Withdrawal};
use fastrand::Rng;
use tempfile::TempDir;

use crate::faults::damage;
use crate::worker::{MAKE, OPENED, WORK};

pub(crate) type SoakResult<T> = Result<T, Box<dyn Error>>;

/// Boards that are counted within seconds.
const SIZES: [u32; 3] = [12, 13, 14];
/// Maximum counting time before the next fault, in milliseconds.
const MAX_PAUSE: u64 = 400;
/// Number of damaged copies of the file after each kill.
const COPIES: usize = 8;
/// Number of processes that create a ledger and are killed, and their maximum life time in
/// microseconds.
const CREATIONS: usize = 4;
const MAX_CREATION: u64 = 12_000;
/// Maximum time until a process notices a fault. It waits for a full disk.
const LIMIT: Duration = Duration::from_secs(120);
/// Free space of a small disk.
const SMALL_DISK_BYTES: u64 = 16 << 10;

/// Numbers of events.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    campaigns: u64,
    creations: u64,
    partial: u64,
    kills: u64,
    pub(crate) kills_at_writes: u64,
    pub(crate) no_kills_at_writes: bool,
    pub(crate) torn: u64,
    pub(crate) withdrawals: u64,
    moves: u64,
    removals: u64,
    replacements: u64,
    pub(crate) overwrites: [u64; 4],
    full_disks: u64,
    no_full_disks: Option<String>,
    damaged_copies: u64,
    noticed: u64,
    checked: u64,
    /// Copies that lack lines.
    incomplete: u64,
    totals: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} killed creations left {} partial files, all removed by the next process",
            self.creations, self.partial
        )?;
        writeln!(
            f,
            "{} campaigns with {} kills and {} kills at a write ({} left a torn line), {} withdrawals, {} \
             moves, {} removals, {} replacements, {} full disks",
            self.campaigns,
            self.kills,
            self.kills_at_writes,
            self.torn,
            self.withdrawals,
            self.moves,
            self.removals,
            self.replacements,
            self.full_disks
        )?;
        let [older, fresh, other, empty] = self.overwrites;
        writeln!(
            f,
            "{} files copied over ledgers in place: {older} older states, {fresh} fresh ledgers, {other} \
             ledgers of another n, {empty} empty files",
            older + fresh + other + empty
        )?;
        if self.no_kills_at_writes {
            writeln!(f, "skipped: kills at a write, as strace is missing here")?;
        }
        if let Some(why) = &self.no_full_disks {
            writeln!(f, "skipped: full disks, as none can be mounted here: {why}")?;
        }
        writeln!(
            f,
            "{} damaged copies: {} refused, {} without some lines, every intact line found",
            self.damaged_copies, self.noticed, self.incomplete
        )?;
        write!(
            f,
            "{} reported results were looked for, none is lost without a message; {} totals are right",
            self.checked, self.totals
        )
    }
}

/// A counting process.
pub(crate) struct Worker {
    child: Child,
    said: BufReader<ChildStdout>,
}

impl Worker {
    fn start(file: &Path) -> SoakResult<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(WORK).arg(file);
        Self::of_command(command)
    }

    pub(crate) fn of_command(mut command: Command) -> SoakResult<Self> {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let said = BufReader::new(child.stdout.take().ok_or("no pipe")?);
        Ok(Self { child, said })
    }

    /// Waits until it has opened the file, or has ended.
    pub(crate) fn opened(&mut self) -> SoakResult<()> {
        let mut line = String::new();
        self.said.read_line(&mut line)?;
        if line.trim_end() == OPENED || line.is_empty() {
            return Ok(());
        }
        Err(format!("a worker said {line}").into())
    }

    /// Waits until it ends, but not longer.
    pub(crate) fn wait(&mut self, limit: Duration) -> SoakResult<()> {
        let until = Instant::now() + limit;
        while self.child.try_wait()?.is_none() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Waits until it ends, or kills it if `kill` is set. Returns its output: lines of results, and
    /// its last message.
    pub(crate) fn end(mut self, kill: bool) -> SoakResult<(Vec<String>, String, Option<i32>)> {
        if kill {
            // It may have ended.
            let _ = self.child.kill();
        }
        let mut child = self.child;
        let mut errors = child.stderr.take().ok_or("no pipe")?;
        let reading = std::thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).map(|_| text)
        });
        let mut said = self.said;
        let hearing = std::thread::spawn(move || {
            let mut text = Vec::new();
            said.read_to_end(&mut text).map(|_| text)
        });
        let limit = Instant::now() + LIMIT;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if Instant::now() > limit {
                child.kill()?;
                return Err("a worker counts on as if nothing had happened".into());
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let text = String::from_utf8(hearing.join().map_err(|_| "a thread failed")??)?;
        let errors = reading.join().map_err(|_| "a thread failed")??;
        // The kill may have truncated the last line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let lines = text[..whole].lines().filter(|line| *line != OPENED);
        Ok((lines.map(str::to_owned).collect(), errors, status.code()))
    }
}

pub(crate) struct Campaign {
    folder: TempDir,
    pub(crate) file: PathBuf,
    pub(crate) n: u32,
    /// The results that were reported as stored.
    pub(crate) reported: HashSet<String>,
    /// The withdrawals that were reported as stored.
    pub(crate) withdrawals: Vec<Withdrawal>,
    /// The small disk, if the file is on one.
    disk: Option<PathBuf>,
    numbered: u32,
}

impl Campaign {
    pub(crate) fn new(random: &mut Rng, tally: &mut Tally) -> SoakResult<Self> {
        let folder = tempfile::tempdir()?;
        let n = SIZES[random.usize(..SIZES.len())];
        let file = folder.path().join("q.bezzel");
        for _ in 0..CREATIONS {
            kill_creation(&file, n, random)?;
            tally.creations += 1;
        }
        let left = fs::read_dir(folder.path())?.count() - usize::from(file.exists());
        tally.partial += left as u64;
        drop(Ledger::open_or_create_for(&file, UnitList::new(n)?)?);
        let names = fs::read_dir(folder.path())?.count();
        if names != 1 {
            return Err(format!("{names} files are left by killed creations").into());
        }
        Ok(Self {
            folder,
            file,
            n,
            reported: HashSet::new(),
            withdrawals: Vec::new(),
            disk: None,
            numbered: 0,
        })
    }

    /// Keeps the folder, to find the cause of a failure.
    pub(crate) fn keep(self) -> PathBuf {
        let mut this = self;
        let folder = std::mem::replace(&mut this.folder, tempfile::tempdir().expect("a folder"));
        folder.keep()
    }

    /// Runs processes and injects faults until all units are counted.
    pub(crate) fn run(
        &mut self,
        random: &mut Rng,
        tally: &mut Tally,
        until: Instant,
    ) -> SoakResult<()> {
        tally.campaigns += 1;
        while Instant::now() < until {
            if Ledger::open(&self.file)?.is_complete() {
                return self.check_total(tally);
            }
            self.keep_older()?;
            let workers = (0..random.usize(1..=3)).map(|_| Worker::start(&self.file));
            let mut workers: Vec<Worker> = workers.collect::<SoakResult<_>>()?;
            for worker in &mut workers {
                worker.opened()?;
            }
            std::thread::sleep(Duration::from_millis(random.u64(..MAX_PAUSE)));
            match random.u32(..18) {
                0..=4 => self.kill(workers, random, tally)?,
                5 => self.relocate(workers, tally)?,
                6 => self.remove(workers, random.bool(), tally)?,
                7 => self.fill_disk(workers, random, tally)?,
                8 => self.withdraw(workers, random, tally)?,
                9..=12 => self.kill_at_write(workers, random, tally)?,
                13..=15 => self.overwrite(workers, random, tally)?,
                _ => self.kill_some(workers, random, tally)?,
            }
            self.check_all(tally)?;
        }
        Ok(())
    }

    /// Returns an unused path.
    pub(crate) fn fresh(&mut self, name: &str) -> PathBuf {
        self.numbered += 1;
        self.folder.path().join(format!("{name}{}", self.numbered))
    }

    /// Lets the workers end, or kills them, and results the results that they reported.
    pub(crate) fn end(
        &mut self,
        workers: Vec<Worker>,
        kill: bool,
    ) -> SoakResult<Vec<(String, Option<i32>)>> {
        let mut ends = Vec::new();
        for worker in workers {
            let (lines, errors, code) = worker.end(kill)?;
            if errors.contains("panicked") || errors.lines().count() > 1 {
                return Err(format!("a worker said more than a line: {errors}").into());
            }
            if kill && code == Some(2) {
                return Err(format!("a worker that was to be killed has failed: {errors}").into());
            }
            self.reported.extend(lines);
            ends.push((errors, code));
        }
        Ok(ends)
    }

    pub(crate) fn kill(
        &mut self,
        workers: Vec<Worker>,
        random: &mut Rng,
        tally: &mut Tally,
    ) -> SoakResult<()> {
        tally.kills += workers.len() as u64;
        self.end(workers, true)?;
        self.note_torn(tally)?;
        for _ in 0..COPIES {
            self.damage_copy(random, tally)?;
        }
        Ok(())
    }

    /// Notes whether a kill has left an incomplete last line.
    pub(crate) fn note_torn(&self, tally: &mut Tally) -> SoakResult<()> {
        tally.torn += u64::from(Ledger::open_to_read(&self.file)?.incomplete_bytes() > 0);
        Ok(())
    }

    /// Kills one worker while the others continue for some time.
    fn kill_some(
        &mut self,
        mut workers: Vec<Worker>,
        random: &mut Rng,
        tally: &mut Tally,
    ) -> SoakResult<()> {
        let victim = workers.swap_remove(random.usize(..workers.len()));
        tally.kills += 1;
        self.end(vec![victim], true)?;
        std::thread::sleep(Duration::from_millis(random.u64(..MAX_PAUSE)));
        self.kill(workers, random, tally)
    }

    /// Damages a copy of the file after a kill, like a faulty disk, and opens it.
    pub(crate) fn damage_copy(&self, random: &mut Rng, tally: &mut Tally) -> SoakResult<()> {
        let folder = tempfile::tempdir()?;
        let copy = folder.path().join("q");
        let bytes = damage(fs::read(&self.file)?, random);
        fs::write(&copy, &bytes)?;
        tally.damaged_copies += 1;
        let mut lost = None;
        let ledger = match Ledger::open(&copy) {
            // Whole lines at the end may be missing.
            Ok(ledger) => Some(ledger),
            Err(error) => {
                tally.noticed += 1;
                check_refusal(&error)?;
                if fs::read(&copy)? != bytes {
                    return Err("a ledger that is refused was changed".into());
                }
                let options = RecoverOptions {
                    without_policy: true,
                    ..RecoverOptions::default()
                };
                match Ledger::recover(&copy, &folder.path().join("new"), &options) {
                    Ok((ledger, recovered)) => {
                        lost = Some(recovered.lost);
                        Some(ledger)
                    }
                    Err(LedgerError::Unrecoverable { .. }) => None,
                    Err(error) => return Err(format!("a recovery failed with: {error}").into()),
                }
            }
        };
        // Every line that is in the bytes must be found. Without recovery, a last line without its end
        // is an incomplete one.
        let text = String::from_utf8_lossy(&bytes);
        let end = if lost.is_some() { "" } else { "\n" };
        let expected = self
            .reported
            .iter()
            .filter(|line| text.contains(&format!("r {line}{end}")));
        let found = ledger.as_ref().map_or(Ok(HashSet::new()), lines)?;
        let mut missing = expected.filter(|line| !found.contains(*line));
        if let Some(line) = missing.next() {
            let kept = folder.keep();
            return Err(format!("{line} is not found in {}", kept.display()).into());
        }
        let is_whole = self.reported.iter().all(|line| found.contains(line));
        if !is_whole && lost.is_some_and(|lost| lost.is_empty()) {
            let kept = folder.keep();
            return Err(format!("a loss is not named in {}", kept.display()).into());
        }
        if !is_whole && ledger.is_some() {
            tally.incomplete += 1;
        }
        Ok(())
    }

    /// Moves the file: the processes end and report the new path.
    fn relocate(&mut self, workers: Vec<Worker>, tally: &mut Tally) -> SoakResult<()> {
        tally.moves += 1;
        let to = self.fresh("moved");
        fs::rename(&self.file, &to)?;
        let ends = self.end(workers, false)?;
        self.file = to;
        self.check_ends(&ends, "was moved")
    }

    /// Removes the file, and may create another one in its place: the processes end and rescue all
    /// its results.
    fn remove(&mut self, workers: Vec<Worker>, replace: bool, tally: &mut Tally) -> SoakResult<()> {
        fs::remove_file(&self.file)?;
        self.withdrawals.clear();
        if replace {
            tally.replacements += 1;
            self.create()?;
        } else {
            tally.removals += 1;
        }
        let ends = self.end(workers, false)?;
        if !self.file.exists() {
            self.create()?;
        }
        self.check_ends(&ends, "was re")?;
        // A worker that has ended before has rescued nothing.
        if ends.iter().all(|(_, code)| *code == Some(0)) {
            self.reported.clear();
        }
        Ok(())
    }

    /// Imports the rescued results; each worker has succeeded or has reported the fault.
    fn check_ends(&mut self, ends: &[(String, Option<i32>)], said: &str) -> SoakResult<()> {
        for (errors, code) in ends {
            let is_told = *code == Some(2) && errors.contains(said);
            if *code != Some(0) && !is_told {
                return Err(format!("a worker ended with {code:?}: {errors}").into());
            }
            self.import(errors)?;
        }
        Ok(())
    }

    /// Imports the result file that a message names.
    pub(crate) fn import(&mut self, message: &str) -> SoakResult<()> {
        const BEFORE: &str = " saved in ";
        let Some(end) = message.find(", which `bezzel campaign merge` imports") else {
            return Ok(());
        };
        let start = message[..end].rfind(BEFORE).ok_or("no file is named")? + BEFORE.len();
        let file = PathBuf::from(&message[start..end]);
        Ledger::open(&self.file)?.merge(&file)?;
        fs::remove_file(file)?;
        Ok(())
    }

    /// Moves the campaign to a disk that is soon full, and may free space there.
    fn fill_disk(
        &mut self,
        workers: Vec<Worker>,
        random: &mut Rng,
        tally: &mut Tally,
    ) -> SoakResult<()> {
        self.kill(workers, random, tally)?;
        let disk = self.fresh("disk");
        fs::create_dir(&disk)?;
        let size = fs::metadata(&self.file)?.len() + SMALL_DISK_BYTES;
        let size = format!("size={}k", size >> 10);
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(&disk)
            .output()?;
        if !mounted.status.success() {
            let why = String::from_utf8_lossy(&mounted.stderr).trim().to_owned();
            tally.no_full_disks = Some(why);
            return Ok(());
        }
        tally.full_disks += 1;
        self.disk = Some(disk.clone());
        let home = self.file.clone();
        let on_disk = disk.join("q.bezzel");
        transfer(&home, &on_disk)?;
        self.file = on_disk.clone();
        let mut workers = vec![Worker::start(&self.file)?];
        workers[0].opened()?;
        // The file is truncated at the end of the disk.
        let ballast = disk.join("ballast");
        let _ = fs::write(&ballast, vec![1; 1 << 18]);
        std::thread::sleep(Duration::from_millis(random.u64(..2 * MAX_PAUSE)));
        let kills = random.bool();
        if !kills {
            fs::remove_file(&ballast)?;
            std::thread::sleep(Duration::from_millis(random.u64(..MAX_PAUSE)));
        }
        self.end(workers, true)?;
        let _ = fs::remove_file(&ballast);
        transfer(&on_disk, &home)?;
        self.file = home;
        self.unmount();
        Ok(())
    }

    fn unmount(&mut self) {
        if let Some(disk) = self.disk.take() {
            let _ = Command::new("umount").arg("-l").arg(disk).status();
        }
    }

    /// Checks that every reported result is in the ledger.
    fn check_all(&self, tally: &mut Tally) -> SoakResult<()> {
        let ledger = Ledger::open(&self.file)?;
        let missing = self.missing(&ledger)?;
        tally.checked += self.reported.len() as u64;
        if missing > 0 {
            let all = self.reported.len();
            return Err(format!("{missing} of {all} results are lost without a message").into());
        }
        if ledger.withdrawals() != self.withdrawals {
            return Err("a withdrawal is lost without a message".into());
        }
        Ok(())
    }

    /// Returns the number of reported results that a ledger lacks.
    pub(crate) fn missing(&self, ledger: &Ledger) -> SoakResult<u64> {
        let found = lines(ledger)?;
        let missing = self.reported.iter().filter(|line| !found.contains(*line));
        Ok(missing.count() as u64)
    }

    fn check_total(&self, tally: &mut Tally) -> SoakResult<()> {
        let found = Ledger::open(&self.file)?.final_result()?.total.solutions;
        let totals = bezzel_oracle::totals();
        let published = totals.iter().find(|line| line.n == self.n);
        if published.map(|line| line.all) != Some(found) {
            return Err(format!("Q({}) is said to be {found}", self.n).into());
        }
        tally.totals += 1;
        Ok(())
    }
}

impl Drop for Campaign {
    fn drop(&mut self) {
        self.unmount();
    }
}

/// Kills a process that creates a ledger, unless it ends first.
fn kill_creation(file: &Path, n: u32, random: &mut Rng) -> SoakResult<()> {
    let mut child = Command::new(std::env::current_exe()?)
        .args([MAKE.as_ref(), file.as_os_str()])
        .arg(n.to_string())
        .stderr(Stdio::null())
        .spawn()?;
    std::thread::sleep(Duration::from_micros(random.u64(..MAX_CREATION)));
    child.kill()?;
    child.wait()?;
    Ok(())
}

/// Returns the lines of all results.
fn lines(ledger: &Ledger) -> Result<HashSet<String>, LedgerError> {
    let mut found = HashSet::new();
    ledger.each_result(&mut |line| {
        found.insert(line.to_owned());
        Ok::<(), LedgerError>(())
    })?;
    Ok(found)
}

/// Moves a file to another disk.
fn transfer(from: &Path, to: &Path) -> SoakResult<()> {
    fs::copy(from, to)?;
    Ok(fs::remove_file(from)?)
}

/// Checks that a damaged file is rejected for that reason, in one line.
fn check_refusal(error: &LedgerError) -> SoakResult<()> {
    let is_right = matches!(
        error,
        LedgerError::Damaged { .. }
            | LedgerError::NotALedger { .. }
            | LedgerError::OtherPlan { .. }
    );
    if is_right && !error.to_string().contains('\n') {
        return Ok(());
    }
    Err(format!("a damaged ledger is refused with: {error}").into())
}
