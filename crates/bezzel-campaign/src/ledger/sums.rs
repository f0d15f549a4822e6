//! The number of results in a ledger and their joint checksum, which are stored separately.

use rusqlite::Connection;

/// The number of results and the exclusive or of their checksums, which does not depend on the
/// order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) results: u64,
    checksums: u64,
    receipts: u64,
}

impl Sums {
    /// Adds a result that own processes counted or not, with the time of its receipt.
    pub(super) fn add(&mut self, checksum: u64, own: bool, received: i64) {
        self.results += 1;
        self.checksums ^= checksum;
        // Different for each receipt of a result, because the factor is odd.
        let receipt = (received as u64) << 1 | u64::from(own);
        self.receipts ^= (checksum | 1).wrapping_mul(receipt);
    }

    /// Reads the stored sums.
    pub(super) fn stored(db: &Connection) -> rusqlite::Result<Self> {
        db.prepare_cached("SELECT results, checksums, receipts FROM stored")?
            .query_row((), |row| {
                Ok(Self {
                    results: row.get::<_, i64>(0)? as u64,
                    checksums: row.get::<_, i64>(1)? as u64,
                    receipts: row.get::<_, i64>(2)? as u64,
                })
            })
    }

    /// Adds these to the stored sums, in the transaction in which the results are written.
    pub(super) fn store(self, db: &Connection) -> rusqlite::Result<()> {
        if self == Self::default() {
            return Ok(());
        }
        let stored = Self::stored(db)?;
        db.prepare_cached("UPDATE stored SET results = ?, checksums = ?, receipts = ?")?
            .execute((
                (stored.results + self.results) as i64,
                (stored.checksums ^ self.checksums) as i64,
                (stored.receipts ^ self.receipts) as i64,
            ))?;
        Ok(())
    }
}
