//! Kills at a chosen write, withdrawals, and damage to small tables.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bezzel_campaign::{Error as LedgerError, Ledger, ProcessInfo, ResultFilter};
use fastrand::Rng;
use rusqlite::Connection;

use crate::campaign::{Campaign, SoakResult, Tally, Worker, suffixed};
use crate::worker::{IMPORT, WORK};

/// Maximum number of the write at which a process is killed.
const MAX_WRITE: u32 = 90;
/// Number of lines that are imported at once, so that a transaction makes the file longer.
const IMPORTED: usize = 300;
/// Maximum size of a file into which more lines are imported.
const MAX_BYTES: u64 = 1 << 19;
/// Maximum time until the process comes to that write.
const MAX_PAUSE: Duration = Duration::from_millis(2500);
/// Number of damaged copies of the file after such a kill.
const COPIES: usize = 2;

impl Campaign {
    /// Kills a process that counts or imports when it writes to the file or journal for the n-th
    /// time.
    pub(crate) fn kill_at_write(
        &mut self,
        workers: Vec<Worker>,
        random: &mut Rng,
        tally: &mut Tally,
    ) -> SoakResult<()> {
        self.kill(workers, random, tally)?;
        let found = Command::new("strace").arg("-V").output();
        if !found.is_ok_and(|output| output.status.success()) {
            tally.no_kills_at_writes = true;
            return Ok(());
        }
        tally.kills_at_writes += 1;
        let write = random.u32(1..=MAX_WRITE);
        let mut command = Command::new("strace");
        // With -D the process itself is the child.
        command.args(["-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64"]);
        command.arg("-e");
        command.arg(format!("inject=pwrite64:signal=KILL:when={write}"));
        command.arg(std::env::current_exe()?);
        let imports = random.bool() && fs::metadata(&self.file)?.len() < MAX_BYTES;
        if imports {
            let lines = self.lines(random)?;
            command.arg(IMPORT).arg(&self.file).arg(lines);
        } else {
            command.arg(WORK).arg(&self.file);
        }
        let mut worker = Worker::of_command(command)?;
        worker.wait(MAX_PAUSE)?;
        self.end(vec![worker], true)?;
        if suffixed(&self.file, "-journal").exists() {
            tally.journals_left += 1;
        }
        for _ in 0..COPIES {
            self.damage_copy(random, tally)?;
        }
        Ok(())
    }

    /// Writes a file of result lines: those of the ledger, as other processes would send them.
    fn lines(&mut self, random: &mut Rng) -> SoakResult<std::path::PathBuf> {
        let ledger = Ledger::open(&self.file)?;
        let units = ledger.units();
        let mut known = Vec::new();
        ledger.each_result(&mut |line| {
            known.push(units.parse(line)?);
            Ok::<(), LedgerError>(())
        })?;
        let mut text = units.header() + "\n";
        for _ in 0..IMPORTED {
            let Some(record) = random.choice(&known) else {
                break;
            };
            let mut record = record.clone();
            record.origin = Arc::new(ProcessInfo {
                program: "import".to_owned(),
                host: "other".to_owned(),
                run: format!("{:x}", random.u64(..)),
            });
            text += &(units.line(&record)? + "\n");
        }
        let path = self.fresh("lines");
        fs::write(&path, text)?;
        Ok(path)
    }

    /// Withdraws all results before the last seconds, so that their units are open again, or undoes
    /// a withdrawal, while other processes count.
    pub(crate) fn withdraw(
        &mut self,
        workers: Vec<Worker>,
        random: &mut Rng,
        tally: &mut Tally,
    ) -> SoakResult<()> {
        let mut ledger = Ledger::open(&self.file)?;
        let in_force: Vec<u64> = self
            .withdrawals
            .iter()
            .filter(|one| one.undone.is_none())
            .map(|one| one.number)
            .collect();
        match random.choice(&in_force) {
            Some(number) => drop(ledger.undo_withdrawal(*number)?),
            None => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() as i64;
                let rule = ResultFilter {
                    program: random.bool().then(|| "import".to_owned()),
                    until: Some(now - 2),
                    ..ResultFilter::default()
                };
                drop(ledger.withdraw(rule, "soak")?);
            }
        }
        tally.withdrawals += 1;
        self.withdrawals = ledger.withdrawals()?;
        drop(ledger);
        self.kill(workers, random, tally)
    }
}

/// Flips a bit in a table that is not that of the results.
pub(crate) fn flip_in_small_table(path: &Path, random: &mut Rng) -> SoakResult<()> {
    let mut bytes = fs::read(path)?;
    let pages = roots(path).unwrap_or_default();
    let size = 4096;
    if let Some(page) = random.choice(&pages) {
        let at = (*page as usize - 1) * size + random.usize(..size);
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << random.u32(..8);
        }
    }
    Ok(fs::write(path, bytes)?)
}

/// Returns the first pages of the tables. The content is not used.
fn roots(path: &Path) -> rusqlite::Result<Vec<u32>> {
    let folder = tempfile::tempdir().map_err(|_| rusqlite::Error::InvalidQuery)?;
    let copy = folder.path().join("q");
    fs::copy(path, &copy).map_err(|_| rusqlite::Error::InvalidQuery)?;
    let db = Connection::open(&copy)?;
    db.pragma_update(None, "writable_schema", true)?;
    let sql = "SELECT rootpage FROM sqlite_schema
               WHERE name IN ('policy', 'withdrawals', 'stored_withdrawals', 'authors', 'origins')";
    let mut statement = db.prepare(sql)?;
    let rows = statement.query_map((), |row| row.get(0))?;
    rows.collect()
}

/// Checks that a recovery that fails says why, in one line.
pub(crate) fn check_failed_recovery(error: &LedgerError) -> SoakResult<()> {
    let is_right = matches!(
        error,
        LedgerError::Unrecoverable { .. }
            | LedgerError::PolicyLost { .. }
            | LedgerError::OtherPlan { .. }
            | LedgerError::NotALedger { .. }
            | LedgerError::Damaged { .. }
    );
    if is_right && !error.to_string().contains('\n') {
        return Ok(());
    }
    Err(format!("a recovery failed with: {error}").into())
}
