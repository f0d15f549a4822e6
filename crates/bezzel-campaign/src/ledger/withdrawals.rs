//! Withdrawals: results that stay in the ledger and no longer count.

use serde::Serialize;

use super::Ledger;
use super::grammar::{undone_line, withdrawal_line};
use crate::judge::State;
use crate::record::now;
use crate::words::{is_word, word};
use crate::{Author, Error, ProcessInfo, Record, printable, utc};

/// Maximum length of the reason of a withdrawal, in characters.
const MAX_REASON_CHARS: usize = 200;

/// A selection of results: those that have all these properties.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ResultFilter {
    /// The author of the signature.
    pub author: Option<Author>,
    /// The name of the machine.
    pub host: Option<String>,
    /// The program and its version.
    pub program: Option<String>,
    /// The name of the backend.
    pub backend: Option<String>,
    /// Earliest time of receipt in seconds since 1970, by the clock of the machine of the ledger.
    /// The time that an imported result claims is not used: anyone can backdate it.
    pub since: Option<i64>,
    /// Latest time of receipt.
    pub until: Option<i64>,
}

impl ResultFilter {
    /// Returns true if every result has these properties, because there are none.
    pub fn is_empty(&self) -> bool {
        self == &Self::default()
    }

    pub(crate) fn covers(
        &self,
        author: Option<Author>,
        process: &ProcessInfo,
        backend: &str,
        received: i64,
    ) -> bool {
        let is = |wanted: &Option<String>, found: &str| {
            wanted.as_ref().is_none_or(|wanted| wanted == found)
        };
        self.author.is_none_or(|wanted| author == Some(wanted))
            && is(&self.host, &process.host)
            && is(&self.program, &process.program)
            && is(&self.backend, backend)
            && self.since.is_none_or(|since| since <= received)
            && self.until.is_none_or(|until| received <= until)
    }

    /// Fails if no result can have these properties, or if all have them.
    fn check(&self) -> Result<(), String> {
        if self.is_empty() {
            return Err(
                "expected an author, host, program, backend or time span, found none".to_owned(),
            );
        }
        let words = [
            ("host", &self.host),
            ("program", &self.program),
            ("backend", &self.backend),
        ];
        for (what, word) in words {
            if let Some(word) = word.as_ref().filter(|word| !is_word(word)) {
                return Err(format!(
                    "expected a {what} without spaces, as `bezzel campaign status` prints it, found '{}'",
                    printable(word)
                ));
            }
        }
        match (self.since, self.until) {
            (Some(since), Some(until)) if since > until => Err(format!(
                "expected a time span that begins before its end, found since {since} and until {until} \
                 in seconds since 1970: no result has such a time"
            )),
            _ => Ok(()),
        }
    }
}

impl std::fmt::Display for ResultFilter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = |name: &str, value: &Option<String>| {
            value.as_ref().map(|value| format!("{name} {value}"))
        };
        let parts = [
            self.author.map(|author| format!("author {author}")),
            text("host", &self.host),
            text("program", &self.program),
            text("backend", &self.backend),
            self.since
                .map(|time| format!("received since {}", utc(time))),
            self.until
                .map(|time| format!("received until {}", utc(time))),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

/// A withdrawal of results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Withdrawal {
    /// Its number, from 1.
    pub number: u64,
    /// The results that it withdraws, now and in the future.
    #[serde(flatten)]
    pub rule: ResultFilter,
    /// The reason.
    pub reason: String,
    /// Time of the withdrawal in seconds since 1970.
    pub time: i64,
    /// Time at which it was undone.
    pub undone: Option<i64>,
}

/// The effect of a withdrawal, or of undoing one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Withdrawn {
    /// The withdrawal.
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
        let wrong = |what: String| Error::Invalid(what);
        rule.check().map_err(wrong)?;
        if reason.is_empty() || reason.chars().count() > MAX_REASON_CHARS {
            let what = format!("expected a reason of 1 to {MAX_REASON_CHARS} characters");
            return Err(wrong(what));
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
            let mut known = ledger.state.withdrawals.iter();
            if known.any(|one| one.number == number && one.undone.is_none()) {
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
        let state = &self.state;
        let mut units: Vec<u32> = state
            .entries
            .iter()
            .filter(|entry| state.covers(&withdrawal.rule, entry))
            .map(|entry| entry.unit)
            .collect();
        let results = units.len() as u64;
        units.sort_unstable();
        units.dedup();
        let open = units
            .iter()
            .filter(|unit| state.brief(u64::from(**unit)).state == State::Open);
        Withdrawn {
            withdrawal,
            results,
            open: open.count() as u64,
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

    /// Fails if one of these own results would be withdrawn: its unit would stay open.
    pub(super) fn refuse_withdrawn(&self, records: &[Record]) -> Result<(), Error> {
        records.iter().try_for_each(|record| {
            self.refuse_withdrawn_origin(&record.origin, record.author(), &record.backend)
        })
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
        let mut in_force = self
            .state
            .withdrawals
            .iter()
            .filter(|one| one.undone.is_none());
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
