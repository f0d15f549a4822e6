//! Recovery of the valid results of a damaged ledger.

use std::path::Path;

use bezzel_count::PLAN_VERSION;
use serde::Serialize;

use super::open::{copy_of, writer};
use super::place::Place;
use super::results::{Evidence, Receipt};
use super::rows::sound_results;
use super::{FORMAT, Ledger};
use crate::{Error, UnitList};

/// Number of results per transaction.
const CHUNK: usize = 4096;

/// The recovered results of a damaged ledger.
///
/// ```
/// use bezzel_campaign::Ledger;
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let mut queue = bezzel_campaign::LedgerQueue::new(&mut ledger, process);
/// # bezzel_campaign::run(&mut queue, engines, bezzel_campaign::TimeLimit::none(), &mut |_| true)?;
/// # let path = folder.path().join("new.bezzel");
/// let (new, recovered) = Ledger::recover(ledger.path(), &path)?;
/// assert_eq!(recovered.stored, Some(recovered.results));
/// assert!(new.is_complete()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Recovered {
    /// Number of results with valid checksums, which are in the new ledger.
    pub results: u64,
    /// Number of results stored in the old one, if it is still readable.
    pub stored: Option<u64>,
}

impl Ledger {
    /// Creates a ledger at `to` with all results at `from` whose checksums are valid. Only reads
    /// the old file. Accepts earlier formats, and earlier plan versions that have the same units
    /// for this n. Results of formats before 4 count as imported, because these do not say who
    /// counted them. Fails if n or the policy is unreadable, if the units differ, or if a file exists
    /// at `to`.
    pub fn recover(from: &Path, to: &Path) -> Result<(Self, Recovered), Error> {
        let failed = |error| Error::of(from, error);
        let copy = copy_of(from)?;
        let place = Place::of(&copy.path().join("ledger"))?;
        let db = writer(&place).map_err(failed)?;
        let sql = "SELECT n, plan_version, fingerprint FROM campaign";
        let found: Result<(u32, u32, String), _> =
            db.query_row(sql, (), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let unknown = || Error::Storage {
            path: from.to_owned(),
            why: "its header is unreadable, so nothing can be recovered".to_owned(),
        };
        let (n, plan_version, fingerprint) = found.map_err(|_| unknown())?;
        // Later plan versions differ from this one in the boundaries of units, not in the meaning
        // of their names. The results are valid if all units are the same.
        const OLDEST_PLAN_VERSION: u32 = 2;
        let old_units = match plan_version {
            OLDEST_PLAN_VERSION..=PLAN_VERSION => {
                UnitList::of_version(n, plan_version).map_err(|_| unknown())?
            }
            _ => UnitList::new(n).map_err(|_| unknown())?,
        };
        if old_units.fingerprint() != fingerprint {
            return Err(Error::OtherPlan {
                path: from.to_owned(),
                found: format!("plan version {plan_version}, whose units differ"),
                wanted: format!("the units of plan version {PLAN_VERSION}"),
            });
        }
        let units = UnitList::new(n)?;
        // Ledgers of format 2 do not contain it.
        let sql = "SELECT results FROM stored";
        let stored: Option<i64> = db.query_row(sql, (), |row| row.get(0)).ok();
        let stored = stored.map(|results| results as u64);
        let format = db.pragma_query_value(None, "user_version", |row| row.get(0));
        let format: u32 = format.map_err(|_| unknown())?;
        let mut old = Self::of_connection(from, place, old_units, db);
        if format >= FORMAT {
            // Without its policy, the campaign would accept what it has promised to refuse.
            old.policy = old.stored_policy()?;
        }
        let mut new = Self::create_with(to, units, old.policy.clone())?;
        if format >= FORMAT {
            new.copy_withdrawals(&old)?;
        }
        let mut results = 0;
        let mut chunk = Vec::new();
        sound_results(&old, format, &mut |evidence| {
            results += 1;
            chunk.push(evidence);
            if chunk.len() >= CHUNK {
                new.restore(&chunk)?;
                chunk.clear();
            }
            Ok(())
        })?;
        new.restore(&chunk)?;
        Ok((new, Recovered { results, stored }))
    }

    /// Stores results with their receipts.
    pub(super) fn restore(&mut self, evidence: &[Evidence]) -> Result<(), Error> {
        let records: Vec<_> = evidence.iter().map(|one| one.record.clone()).collect();
        let receipt = |at: usize| Receipt {
            own: evidence[at].own,
            received: evidence[at].received,
        };
        self.store(&records, &receipt).map(drop)
    }
}
