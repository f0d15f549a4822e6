//! Kills at a chosen write, withdrawals, and damage to copies.

use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bezzel_campaign::{Error as LedgerError, Ledger, ProcessInfo, ResultFilter};
use fastrand::Rng;

use crate::campaign::{Campaign, SoakResult, Tally, Worker};
use crate::worker::{IMPORT, WORK};

/// Maximum number of the write at which a process is killed.
const MAX_WRITE: u32 = 90;
/// Number of lines that are imported at once, in one write.
const IMPORTED: usize = 300;
/// Maximum size of a file into which more lines are imported.
const MAX_BYTES: u64 = 1 << 19;
/// Maximum time until the process comes to that write.
const MAX_PAUSE: Duration = Duration::from_millis(2500);
/// Number of damaged copies of the file after such a kill.
const COPIES: usize = 4;

impl Campaign {
    /// Kills a process that counts or imports when it writes for the n-th time.
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
        command.args(["-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=write"]);
        command.arg("-e");
        command.arg(format!("inject=write:signal=KILL:when={write}"));
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
        self.note_torn(tally)?;
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
            let Some(stored) = random.choice(&known) else {
                break;
            };
            let mut stored = stored.clone();
            stored.origin = Arc::new(ProcessInfo {
                program: "import".to_owned(),
                host: "other".to_owned(),
                run: format!("{:x}", random.u64(..)),
            });
            text += &(units.line(&stored)? + "\n");
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
        self.withdrawals = ledger.withdrawals().to_vec();
        drop(ledger);
        self.kill(workers, random, tally)
    }
}

/// Damages the bytes of a log: flips a bit, cuts an end off, or deletes, doubles or swaps lines.
pub(crate) fn damage(mut bytes: Vec<u8>, random: &mut Rng) -> Vec<u8> {
    let at = random.usize(..bytes.len());
    match random.u32(..8) {
        0 => return bytes[at..].to_vec(),
        1 => bytes.truncate(at),
        2..=4 => {
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
            let [one, other] = [(); 2].map(|()| random.usize(..lines.len()));
            match random.u32(..3) {
                0 => drop(lines.remove(one)),
                1 => lines.insert(other, lines[one]),
                _ => lines.swap(one, other),
            }
            return lines.concat();
        }
        _ => bytes[at] ^= 1 << random.u32(..8),
    }
    bytes
}
