//! Recovery of the valid results of a damaged ledger.

use std::fs;
use std::path::Path;

use serde::Serialize;
use tempfile::TempDir;

use super::Ledger;
use super::create::Draft;
use super::open::{copy_of, other_format, writer};
use super::place::Place;
use super::repair::restore_schema;
use super::restore_board::{Header, restored_units};
use super::results::{Evidence, Receipt};
use super::rows::{SoundAuthors, sound_results};
use super::schema::{self, FORMAT, OLDEST_FORMAT};
use super::sums::Sums;
use super::withdrawals::{WithdrawalSums, sound_withdrawals};
use crate::{Author, Error, Policy, UnitList};

/// Number of results per transaction.
const RESULTS_PER_TRANSACTION: usize = 4096;

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
/// assert!(recovered.lost.is_empty());
/// assert!(new.is_complete()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Recovered {
    /// Number of results with valid checksums, which are in the new ledger.
    pub results: u64,
    /// Number of results stored in the old one, if it is still readable.
    pub stored: Option<u64>,
    /// Number of withdrawals in the new ledger.
    pub withdrawals: u64,
    /// Descriptions of damaged parts of the old ledger that were determined from others.
    pub restored: Vec<String>,
    /// Descriptions of what the old ledger had and the new one lacks; empty if nothing is lost.
    pub lost: Vec<String>,
}

/// Options of a recovery.
///
/// ```
/// use bezzel_campaign::{Ledger, RecoverOptions};
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let path = folder.path().join("new.bezzel");
/// let options = RecoverOptions {
///     without_policy: true,
///     ..RecoverOptions::default()
/// };
/// let (new, recovered) = Ledger::recover_with(ledger.path(), &path, &options)?;
/// // The policy was intact.
/// assert!(recovered.lost.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct RecoverOptions {
    /// If the policy is damaged, the new ledger has the default policy, which accepts results of
    /// anyone.
    pub without_policy: bool,
    /// The [constraint](bezzel_count::Plan::constraint) of the campaign, such as `Q3/4/4/4`, which
    /// is used if that in the ledger is damaged.
    pub board: Option<String>,
}

impl Ledger {
    /// Creates a ledger at `to` with all results at `from` whose checksums are valid, and with the
    /// policy and the intact withdrawals. Only reads the old file. Accepts earlier formats, and
    /// earlier plan versions that have the same units for this n. Results of formats before 4 count
    /// as imported, because these do not say who counted them.
    ///
    /// One wrong bit in the board, the fingerprint or the key of an author is corrected.
    ///
    /// Fails if n, the board or the policy is unreadable, if the units differ, if none of the stored
    /// results is intact, or if a file exists at `to`. The new file appears only when it is complete.
    pub fn recover(from: &Path, to: &Path) -> Result<(Self, Recovered), Error> {
        recover(from, to, &RecoverOptions::default())
    }

    /// Does the same with options for a damaged policy or board.
    pub fn recover_with(
        from: &Path,
        to: &Path,
        options: &RecoverOptions,
    ) -> Result<(Self, Recovered), Error> {
        recover(from, to, options)
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

fn recover(from: &Path, to: &Path, options: &RecoverOptions) -> Result<(Ledger, Recovered), Error> {
    let copy = copy_of(from)?;
    let Old {
        ledger: old,
        format,
        mut restored,
    } = opened_with_schema(from, &copy, options)?;
    let plan = old.units.plan();
    let units = UnitList::of_text(plan.n(), plan.constraint())?;
    let mut lost = Vec::new();
    let policy = policy(&old, format, options.without_policy, &mut lost)?;
    let mut draft = Draft::new(to, units, policy)?;
    let new = &mut draft.ledger;
    let withdrawals = if format < OLDEST_FORMAT {
        0
    } else {
        copy_withdrawals(&old, format, new, &mut lost)?
    };
    let (sums, authors) = copy_results(&old, format, new)?;
    let results = sums.results;
    let key = |author: &Author| format!("the key of author {author}, in which one bit was wrong");
    restored.extend(authors.restored.iter().map(key));
    let unchecked: u64 = authors.lost().sum();
    let why = match unchecked {
        0 => String::new(),
        _ => format!(
            " ({unchecked} of them are all results of their author, whose key may be damaged: results \
             that cannot be checked do not count)"
        ),
    };
    // Ledgers of format 2 do not contain it.
    let sql = "SELECT results FROM stored";
    let stored: Option<i64> = old.db.query_row(sql, (), |row| row.get(0)).ok();
    let stored = stored.map(|results| results as u64);
    match stored {
        Some(stored) if results == 0 && stored > 0 => {
            return Err(unrecoverable(
                from,
                format!("none of its {stored} results is intact{why}"),
            ));
        }
        Some(stored) if results < stored => lost.push(format!(
            "{} of {stored} results, which are damaged{why}",
            stored - results
        )),
        // Results of an unfinished write may be there instead of stored ones.
        Some(_) if format >= OLDEST_FORMAT && Sums::stored(&old.db).ok() != Some(sums) => {
            lost.push(
                "an unknown number of results, or of their times of receipt: the joint checksum \
                 differs"
                    .to_owned(),
            );
        }
        Some(_) => {}
        None if format < 3 => {}
        None if results == 0 => {
            return Err(unrecoverable(from, "it has no intact result".to_owned()));
        }
        None => lost.push("the number of its results: some may be missing".to_owned()),
    }
    let recovered = Recovered {
        results,
        stored,
        withdrawals,
        restored,
        lost,
    };
    Ok((draft.finish()?, recovered))
}

fn unrecoverable(path: &Path, what: String) -> Error {
    Error::Unrecoverable {
        path: path.to_owned(),
        what,
    }
}

/// The copy of a damaged ledger.
struct Old {
    ledger: Ledger,
    format: u32,
    restored: Vec<String>,
}

/// Opens the copy of a damaged ledger. If its schema is damaged, the schema of an empty ledger is
/// used instead, unless that gives fewer results.
fn opened_with_schema(from: &Path, copy: &TempDir, options: &RecoverOptions) -> Result<Old, Error> {
    let path = copy.path().join("ledger");
    let first = opened(from, &path, options);
    match &first {
        Ok(old) if old.format < OLDEST_FORMAT => return first,
        Ok(old) if old.ledger.check_schema().is_ok() => return first,
        Err(Error::OtherPlan { .. }) => return first,
        _ => {}
    }
    let repaired = copy.path().join("repaired");
    let is_repaired = fs::copy(&path, &repaired).and_then(|_| restore_schema(&repaired));
    if !matches!(is_repaired, Ok(true)) {
        return first;
    }
    let second = opened(from, &repaired, options);
    let results = |opened: &Result<Old, Error>| {
        let mut results = 0;
        if let Ok(old) = opened {
            sound_results(&old.ledger, old.format, &mut |_, _| {
                results += 1;
                Ok(())
            })?;
        }
        Ok::<u64, Error>(results)
    };
    if second.is_err() || results(&first)? > results(&second)? {
        return first;
    }
    second
}

/// Opens a copy.
fn opened(from: &Path, copy: &Path, options: &RecoverOptions) -> Result<Old, Error> {
    let place = Place::of(copy)?;
    let db = writer(&place).map_err(|error| match Error::of(from, error) {
        Error::Damaged { path, .. } => unrecoverable(&path, "its schema is unreadable".to_owned()),
        other => other,
    })?;
    let unknown = || unrecoverable(from, "its header is unreadable".to_owned());
    let format = schema::format(&db).map_err(|_| unknown())?;
    if format > FORMAT {
        return Err(other_format(from, format));
    }
    let sql = "SELECT n, plan_version, fingerprint FROM campaign";
    let found: Result<(u32, u32, String), _> =
        db.query_row(sql, (), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    let (n, plan_version, fingerprint) = found.map_err(|_| unknown())?;
    let header = Header {
        n,
        plan_version,
        fingerprint,
    };
    let (units, restored) = restored_units(from, &db, &header, options.board.as_deref())?;
    Ok(Old {
        ledger: Ledger::of_connection(from, place, units, db),
        format,
        restored,
    })
}

/// Returns the policy of the old ledger: without it, the campaign would accept what it has promised
/// to refuse. Returns the default policy instead if the caller wants that.
fn policy(
    old: &Ledger,
    format: u32,
    drop_policy: bool,
    lost: &mut Vec<String>,
) -> Result<Policy, Error> {
    if format < OLDEST_FORMAT {
        return Ok(Policy::default());
    }
    match old.stored_policy() {
        Err(Error::Damaged { what, .. }) if drop_policy => {
            lost.push(format!(
                "the policy of the campaign ({what}): the new ledger accepts results of anyone"
            ));
            Ok(Policy::default())
        }
        Err(Error::Damaged { path, what }) => Err(Error::PolicyLost { path, what }),
        policy => policy,
    }
}

fn copy_withdrawals(
    old: &Ledger,
    format: u32,
    new: &mut Ledger,
    lost: &mut Vec<String>,
) -> Result<u64, Error> {
    let (sound, mut damaged) = sound_withdrawals(&old.db);
    let listed = (sound.len() + damaged.len()) as u64;
    match WithdrawalSums::stored(&old.db) {
        Ok(Some(sums)) if sums.withdrawals > listed => {
            let missing = sums.withdrawals - listed;
            damaged.push(format!(
                "{missing} withdrawals, which are missing in its table"
            ));
        }
        Ok(Some(sums)) if damaged.is_empty() && sums != WithdrawalSums::of(&sound) => {
            damaged.push("a withdrawal, which was changed or removed".to_owned());
        }
        Ok(_) => {}
        Err(_) if format < FORMAT => {}
        Err(_) => damaged.push("the number of its withdrawals: some may be missing".to_owned()),
    }
    new.insert_withdrawals(&sound)?;
    let advice = "results that it covered count again until they are withdrawn again";
    lost.extend(damaged.into_iter().map(|what| format!("{what}: {advice}")));
    Ok(sound.len() as u64)
}

fn copy_results(
    old: &Ledger,
    format: u32,
    new: &mut Ledger,
) -> Result<(Sums, SoundAuthors), Error> {
    let mut sums = Sums::default();
    let mut chunk = Vec::new();
    let authors = sound_results(old, format, &mut |evidence, checksum| {
        sums.add(checksum, evidence.own, evidence.received);
        chunk.push(evidence);
        if chunk.len() >= RESULTS_PER_TRANSACTION {
            new.restore(&chunk)?;
            chunk.clear();
        }
        Ok(())
    })?;
    new.restore(&chunk)?;
    Ok((sums, authors))
}
