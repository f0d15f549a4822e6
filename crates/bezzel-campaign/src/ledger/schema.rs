//! The schema of a ledger in each format, and the check that a file has exactly this one.
//!
//! A foreign trigger or view would run within the statements of this program. A file that has one,
//! or whose tables differ, is therefore rejected before it is written.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension};

use super::Ledger;
use crate::Error;

/// Version of the schema.
pub(super) const FORMAT: u32 = 6;
/// The oldest version that is read. Opening such a ledger for writing converts it.
pub(super) const OLDEST_FORMAT: u32 = 4;
/// The schema of the oldest format.
const SCHEMA: &str = include_str!("schema.sql");
/// Tables that format 5 adds.
const FORMAT_5: &str = include_str!("format-5.sql");
/// Columns that format 6 adds.
const FORMAT_6: &str = include_str!("format-6.sql");

/// Tables, indexes and triggers by type and name, with their definitions.
type Schema = BTreeMap<(String, String), String>;

/// Creates the tables of an empty ledger.
pub(super) fn create(db: &Connection, format: u32) -> rusqlite::Result<()> {
    db.execute_batch(SCHEMA)?;
    if format >= 5 {
        db.execute_batch(FORMAT_5)?;
    }
    if format >= 6 {
        db.execute_batch(FORMAT_6)?;
    }
    db.pragma_update(None, "user_version", format)
}

/// Returns the content of a ledger without a campaign, if its format is still read.
pub(super) fn empty_file(format: u32) -> Option<Vec<u8>> {
    if !(OLDEST_FORMAT..=FORMAT).contains(&format) {
        return None;
    }
    let file = tempfile::NamedTempFile::new().ok()?;
    let db = Connection::open(file.path()).ok()?;
    create(&db, format).ok()?;
    db.close().ok()?;
    std::fs::read(file.path()).ok()
}

pub(super) fn format(db: &Connection) -> rusqlite::Result<u32> {
    db.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Returns the constraint of the campaign, such as placed queens, if it has one.
pub(super) fn stored_constraint(db: &Connection) -> rusqlite::Result<Option<String>> {
    if format(db)? < 5 {
        return Ok(None);
    }
    db.query_row("SELECT text FROM board", (), |row| row.get(0))
        .optional()
}

/// Converts a ledger of an earlier format that is still read, within a transaction.
pub(super) fn convert(db: &Connection) -> rusqlite::Result<()> {
    if format(db)? < 5 {
        db.execute_batch(FORMAT_5)?;
        super::withdrawals::store_sums(db)?;
    }
    db.execute_batch(FORMAT_6)?;
    db.pragma_update(None, "user_version", FORMAT)
}

impl Ledger {
    /// Fails unless the file has the tables, indexes and triggers of its format, and no others.
    pub(super) fn check_schema(&self) -> Result<(), Error> {
        let _snapshot = self.read_snapshot()?;
        let format = self.read(format)?;
        let found = self.read(schema).map_err(|error| match error {
            Error::Damaged { what, .. } => {
                self.damaged(format!("its schema is unreadable ({what})"))
            }
            other => other,
        })?;
        let expected = expected(format).map_err(|error| self.error(error))?;
        let foreign = found.keys().find(|key| !expected.contains_key(key));
        if let Some((kind, name)) = foreign {
            let name = crate::printable(name);
            return Err(self.damaged(format!("expected no {kind} '{name}', found one")));
        }
        for (key @ (kind, name), definition) in &expected {
            match found.get(key) {
                Some(found) if found == definition => {}
                Some(_) => {
                    return Err(self.damaged(format!("its {kind} '{name}' was changed")));
                }
                None => return Err(self.damaged(format!("its {kind} '{name}' is missing"))),
            }
        }
        Ok(())
    }

    /// Fails unless these tables have one row, and nobody is withdrawing results.
    pub(super) fn check_single_rows(&self) -> Result<(), Error> {
        let mut tables = vec!["campaign", "policy", "stored", "reopening"];
        if self.read(format)? >= 5 {
            tables.extend(["stored_withdrawals", "board"]);
        }
        for table in tables {
            let sql = format!("SELECT count(*) FROM {table}");
            let rows = self.read(|db| db.query_row(&sql, (), |row| row.get::<_, i64>(0)))?;
            if rows != 1 && (table, rows) != ("board", 0) {
                return Err(self.damaged(format!(
                    "expected one row in its table '{table}', found {rows}"
                )));
            }
        }
        let sql = "SELECT active FROM reopening";
        let active = self.read(|db| db.query_row(sql, (), |row| row.get::<_, i64>(0)))?;
        if active != 0 {
            return Err(self.damaged("its table 'reopening' was changed"));
        }
        Ok(())
    }
}

/// Reads the definitions, without the objects that SQLite creates itself.
fn schema(db: &Connection) -> rusqlite::Result<Schema> {
    let mut statement = db.prepare(
        "SELECT type, name, coalesce(sql, '') FROM sqlite_schema
         WHERE type NOT IN ('table', 'index') OR name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )?;
    let rows = statement.query_map((), |row| {
        let definition: String = row.get(2)?;
        Ok(((row.get(0)?, row.get(1)?), normalised(&definition)))
    })?;
    rows.collect()
}

fn expected(format: u32) -> rusqlite::Result<Schema> {
    let db = Connection::open_in_memory()?;
    create(&db, format)?;
    schema(&db)
}

/// Returns a definition without comments and with single spaces. Text in quotation marks is kept.
fn normalised(definition: &str) -> String {
    let mut text = String::new();
    let mut quote = None;
    let mut rest = definition.chars().peekable();
    while let Some(c) = rest.next() {
        if quote.is_some() {
            text.push(c);
            quote = quote.filter(|quote| *quote != c);
        } else if c == '-' && rest.peek() == Some(&'-') {
            rest.by_ref().find(|c| *c == '\n');
            text.push(' ');
        } else if c.is_ascii_whitespace() {
            text.push(' ');
        } else {
            quote = matches!(c, '\'' | '"' | '`' | '[').then_some(if c == '[' { ']' } else { c });
            text.push(c);
        }
        if text.ends_with("  ") && quote.is_none() {
            text.pop();
        }
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_differ_only_if_their_meaning_does() {
        let a = "CREATE TABLE a (\n    -- It's a number.\n    b INTEGER\n)";
        assert_eq!(normalised(a), "CREATE TABLE a ( b INTEGER )");
        // A comment cannot hide in a string, nor a statement in a comment.
        let text = "SELECT 'a --'); DELETE FROM b; SELECT ('\n  c'";
        assert_eq!(normalised(text), text);
        assert_eq!(normalised("a -- 'x\n'y'"), "a 'y'");
        assert_eq!(normalised("'a  b'  \"c  --\"  d"), "'a  b' \"c  --\" d");
    }

    #[test]
    fn each_format_has_a_schema() {
        let objects = |format| expected(format).unwrap().len();
        assert_eq!(objects(FORMAT), objects(OLDEST_FORMAT) + 3);
    }
}
