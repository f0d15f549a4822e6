//! Withdrawals: results that stay in the ledger and no longer count.

use serde::Serialize;

use super::Ledger;
use super::state::Entry;
use crate::filter::{ResultFilter, Withdrawal};
use crate::grammar::{undone_line, withdrawal_line};
use crate::judge::State;
use crate::stored_result::now;
use crate::words::word;
use crate::{Author, Error, ProcessInfo, printable};

/// Maximum length of the reason of a withdrawal, in characters.
const MAX_REASON_CHARS: usize = 200;

/// The effect of a withdrawal, or of undoing one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Withdrawn {
    /// The rule, with its reason, as the ledger stores it.
    #[serde(flatten)]
    pub withdrawal: Withdrawal,
    /// Number of stored results that it covers.
    pub results: u64,
    /// Number of units that have no result that counts now, of those that it covers.
    pub open: u64,
}

impl Ledger {
    /// Withdraws results: they are kept, but no longer count, and their units are open again unless
    /// other results remain. Results that arrive later are withdrawn as well. Fails if the filter
    /// covers every result, or if there is no reason.
    pub fn withdraw(&mut self, rule: ResultFilter, reason: &str) -> Result<Withdrawn, Error> {
        let reason = printable(reason.trim()).into_owned();
        rule.check().map_err(Error::Invalid)?;
        if reason.is_empty() || reason.chars().count() > MAX_REASON_CHARS {
            let what = format!("expected a reason of 1 to {MAX_REASON_CHARS} characters");
            return Err(Error::Invalid(what));
        }
        self.append(|ledger| {
            let one = Withdrawal {
                number: ledger.state.withdrawals.len() as u64 + 1,
                rule,
                reason,
                time: now(),
                undone: None,
            };
            Ok(vec![withdrawal_line(&ledger.state.units, &one)])
        })?;
        let last = self.state.withdrawals.last();
        Ok(self.effect(last.expect("one was added").clone()))
    }

    /// Undoes a withdrawal: its results count again. Fails if there is none of this number, or if
    /// it is undone already.
    pub fn undo_withdrawal(&mut self, number: u64) -> Result<Withdrawn, Error> {
        self.append(|ledger| {
            if ledger.state.in_force().any(|one| one.number == number) {
                return Ok(vec![undone_line(&ledger.state.units, number, now())]);
            }
            Err(Error::Invalid(format!(
                "expected the number of a withdrawal in force, found {number}: `bezzel campaign \
                     withdraw FILE` lists them"
            )))
        })?;
        let mut known = self.state.withdrawals.iter();
        let undone = known.find(|one| one.number == number);
        Ok(self.effect(undone.expect("it is known").clone()))
    }

    fn effect(&self, withdrawal: Withdrawal) -> Withdrawn {
        let is_covered = |entry: &&Entry| self.state.covers(&withdrawal.rule, entry);
        let results = self.state.entries.iter().filter(is_covered).count() as u64;
        let mut open = self.units_with(&withdrawal.rule);
        open.retain(|unit| self.state.known(*unit).state == State::Open);
        Withdrawn {
            withdrawal,
            results,
            open: open.len() as u64,
        }
    }

    /// Returns all withdrawals, also those that are undone.
    pub fn withdrawals(&self) -> &[Withdrawal] {
        &self.state.withdrawals
    }

    /// Returns the counted units that have a result with these properties, withdrawn or not.
    pub fn units_with(&self, filter: &ResultFilter) -> Vec<u64> {
        let entries = self.state.entries.iter();
        let covered = entries.filter(|entry| self.state.covers(filter, entry));
        let mut units: Vec<u64> = covered.map(|entry| u64::from(entry.unit)).collect();
        units.sort_unstable();
        units.dedup();
        units
    }

    /// Fails if results of this process, author and backend would be withdrawn now. A process
    /// should call this before it counts.
    pub fn refuse_withdrawn_origin(
        &self,
        process: &ProcessInfo,
        author: Option<Author>,
        backend: &str,
    ) -> Result<(), Error> {
        let backend = &word(backend);
        let time = now();
        let mut in_force = self.state.in_force();
        let Some(one) = in_force.find(|one| one.rule.covers(author, process, backend, time)) else {
            return Ok(());
        };
        Err(Error::Invalid(format!(
            "results of {} are withdrawn ({}): `bezzel campaign withdraw FILE --undo {}` \
                 accepts them again",
            one.rule, one.reason, one.number
        )))
    }
}
