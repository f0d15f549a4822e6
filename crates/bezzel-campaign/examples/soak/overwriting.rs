//! Files that are copied over a ledger in place while processes count.

use std::collections::HashSet;
use std::fs;

use bezzel_campaign::Ledger;
use fastrand::Rng;

use crate::campaign::{Campaign, SoakResult, Tally, Worker};

/// The name of an older state of the ledger.
const OLDER: &str = "older";

impl Campaign {
    /// Keeps the state of the file before processes are started.
    pub(crate) fn keep_older(&self) -> SoakResult<()> {
        fs::copy(&self.file, self.beside(OLDER))?;
        Ok(())
    }

    fn beside(&self, name: &str) -> std::path::PathBuf {
        self.file.with_file_name(name)
    }

    /// Copies another file over the ledger: the processes end and rescue all results that they know,
    /// which are those at the start and their own.
    pub(crate) fn overwrite(
        &mut self,
        workers: Vec<Worker>,
        random: &mut Rng,
        tally: &mut Tally,
    ) -> SoakResult<()> {
        let kind = random.usize(..4);
        tally.overwrites[kind] += 1;
        let other = self.fresh("other");
        match kind {
            0 => drop(fs::copy(self.beside(OLDER), &other)?),
            1 => drop(Ledger::create(&other, self.n)?),
            2 => drop(Ledger::create(&other, self.n - 1)?),
            _ => fs::write(&other, "")?,
        }
        fs::copy(&other, &self.file)?;
        fs::remove_file(&other)?;
        self.withdrawals.clear();
        let mut ends = Vec::new();
        for worker in workers {
            ends.push(worker.end(false)?);
        }
        // Results of a process that had ended before are in no memory.
        let mut lost: HashSet<String> = HashSet::new();
        let is_known = ends.iter().any(|(_, _, code)| *code == Some(2));
        for (lines, errors, code) in &ends {
            let said = "changed or overwritten by another program while it was in use";
            match code {
                Some(0) => lost.extend(lines.iter().cloned()),
                Some(2) if errors.contains(said) && errors.lines().count() == 1 => {
                    self.reported.extend(lines.iter().cloned());
                }
                _ => return Err(format!("a worker ended with {code:?}: {errors}").into()),
            }
        }
        if !is_known {
            self.reported.clear();
        }
        self.reported.retain(|line| !lost.contains(line));
        self.renew()?;
        for (_, errors, _) in &ends {
            self.import(errors)?;
        }
        let ledger = Ledger::open(&self.file)?;
        let missing = self.missing(&ledger)?;
        if missing > 0 {
            let all = self.reported.len();
            let said: Vec<&String> = ends.iter().map(|(_, errors, _)| errors).collect();
            return Err(format!("{missing} of {all} results are lost after {said:?}").into());
        }
        Ok(())
    }

    /// Creates the ledger again, unless the one that was copied is of this campaign and intact.
    fn renew(&mut self) -> SoakResult<()> {
        if let Ok(ledger) = Ledger::open(&self.file)
            && ledger.units().plan().n() == self.n
        {
            self.withdrawals = ledger.withdrawals().to_vec();
            return Ok(());
        }
        fs::remove_file(&self.file)?;
        self.create()
    }

    /// Creates the ledger where there is none.
    pub(crate) fn create(&self) -> SoakResult<()> {
        drop(Ledger::create(&self.file, self.n)?);
        Ok(())
    }
}
