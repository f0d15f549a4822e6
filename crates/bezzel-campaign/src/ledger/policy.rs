//! The policy of a campaign in its ledger.

use rusqlite::Connection;

use super::Ledger;
use crate::{Admission, Author, AuthorList, Error, Policy};

/// Numbers of the kinds of admission in the file.
const ANYONE: u8 = 0;
const SIGNED: u8 = 1;
const LISTED: u8 = 2;

/// Writes the policy of a new ledger.
pub(super) fn store_policy(db: &Connection, policy: &Policy) -> rusqlite::Result<()> {
    let authors = match &policy.authors {
        Admission::Anyone => ANYONE,
        Admission::Signed => SIGNED,
        Admission::Listed(list) => {
            let mut add = db.prepare("INSERT INTO authors (key, name, listed) VALUES (?, ?, 1)")?;
            for (author, name) in list {
                add.execute((author.bytes(), name))?;
            }
            LISTED
        }
    };
    let values = rusqlite::params![
        authors,
        policy.copies,
        policy.both_routes,
        policy.audit,
        policy.probation,
        policy.seed as i64,
        policy.checksum(),
        policy.since,
        policy.commit_parts,
    ];
    db.execute(
        "INSERT INTO policy VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values,
    )?;
    Ok(())
}

impl Ledger {
    /// Reads the policy. Fails if it was changed.
    pub(super) fn stored_policy(&self) -> Result<Policy, Error> {
        let unreadable = |why: &str| self.damaged(format!("its policy is unreadable ({why})"));
        let (policy, checksum) = self.read(read_policy).map_err(|error| match error {
            Error::Damaged { what, .. } => unreadable(&what),
            other => other,
        })?;
        let policy = policy
            .check()
            .map_err(|error| unreadable(&error.to_string()))?;
        if policy.checksum() != checksum {
            return Err(self.damaged("its policy does not fit its checksum"));
        }
        Ok(policy)
    }
}

fn read_policy(db: &Connection) -> rusqlite::Result<(Policy, String)> {
    let listed = || -> rusqlite::Result<AuthorList> {
        let mut statement = db.prepare("SELECT key, name FROM authors WHERE listed = 1")?;
        let author = |row: &rusqlite::Row| Ok((Author::from_bytes(row.get(0)?), row.get(1)?));
        statement.query_map((), author)?.collect()
    };
    db.query_row("SELECT * FROM policy", (), |row| {
        // Ledgers of earlier formats lack two columns.
        let has_all = row.as_ref().column_count() > 7;
        let policy = Policy {
            authors: match row.get(0)? {
                LISTED => Admission::Listed(listed()?),
                SIGNED => Admission::Signed,
                _ => Admission::Anyone,
            },
            copies: row.get(1)?,
            both_routes: row.get(2)?,
            audit: row.get(3)?,
            probation: row.get(4)?,
            seed: row.get::<_, i64>(5)? as u64,
            since: has_all.then(|| row.get(7)).transpose()?.flatten(),
            commit_parts: has_all && row.get(8)?,
        };
        Ok((policy, row.get(6)?))
    })
}
