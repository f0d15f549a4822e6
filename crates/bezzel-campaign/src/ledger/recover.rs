//! Making a new ledger of what is sound in a damaged one.

use std::path::Path;

use bezzel_count::PLAN_VERSION;
use serde::Serialize;

use super::Ledger;
use super::open::{copy_of, writer};
use super::place::Place;
use super::results::sound_results;
use super::sums::Sums;
use crate::{Error, UnitList};

/// Results that are written at once.
const CHUNK: usize = 4096;

/// What was saved of a damaged ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Recovered {
    /// Results that fit their checksums. They are in the new ledger.
    pub results: u64,
    /// Results that were stored in the old one, if it still says so.
    pub stored: Option<u64>,
}

impl Ledger {
    /// Makes a ledger at `to` of all results at `from` that fit their checksums. The damaged file
    /// is only read. Fails if it does not say what it counts, or if there is something at `to`.
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
            why: "it does not say what it counts, so that nothing of it can be recovered"
                .to_owned(),
        };
        let (n, plan_version, fingerprint) = found.map_err(|_| unknown())?;
        let units = UnitList::new(n).map_err(|_| unknown())?;
        if units.fingerprint() != fingerprint {
            return Err(Error::OtherPlan {
                path: from.to_owned(),
                found: format!("of plan version {plan_version}"),
                wanted: format!("plan version {PLAN_VERSION} with its list of units"),
            });
        }
        // Ledgers of earlier formats do not say it.
        let stored = Sums::stored(&db).ok().map(|sums| sums.results);
        let mut new = Self::create_for(to, units)?;
        let old = Self::of_connection(from, place, new.units.clone(), db);
        let mut results = 0;
        let mut chunk = Vec::new();
        sound_results(&old, &mut |record| {
            results += 1;
            chunk.push(record);
            if chunk.len() >= CHUNK {
                new.record(&chunk)?;
                chunk.clear();
            }
            Ok(())
        })?;
        new.record(&chunk)?;
        Ok((new, Recovered { results, stored }))
    }
}
