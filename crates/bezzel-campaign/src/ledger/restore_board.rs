//! The board of a damaged ledger, determined from the fingerprint of its plan.

use std::path::Path;

use bezzel_count::{PLAN_VERSION, Plan};
use rusqlite::{Connection, OptionalExtension};

use super::schema;
use crate::units::shortened;
use crate::{Error, UnitList};

/// Later plan versions differ from this one in the boundaries of units, not in the meaning of their
/// names. The results are valid if all units are the same.
const OLDEST_PLAN_VERSION: u32 = 2;
/// Maximum number of boards that are tried.
const MAX_BOARDS: usize = 256;

/// The row of the table `campaign` of a damaged ledger.
pub(super) struct Header {
    pub(super) n: u32,
    pub(super) plan_version: u32,
    pub(super) fingerprint: String,
}

impl Header {
    fn units(&self, board: Option<&str>) -> Result<UnitList, Error> {
        match self.plan_version {
            OLDEST_PLAN_VERSION..=PLAN_VERSION => {
                UnitList::of_version(self.n, board, self.plan_version)
            }
            _ => UnitList::of_text(self.n, board),
        }
    }

    /// Returns true if the fingerprint is that of these units, except for at most `wrong`
    /// characters.
    fn fits(&self, units: &UnitList, wrong: usize) -> bool {
        let (found, expected) = (self.fingerprint.as_bytes(), units.fingerprint().as_bytes());
        let pairs = found.iter().zip(expected);
        found.len() == expected.len() && pairs.filter(|(a, b)| a != b).count() <= wrong
    }
}

/// Returns the units of a damaged ledger, and what was determined from the fingerprint. `given` is
/// the board that the user names, if there is one.
pub(super) fn restored_units(
    from: &Path,
    db: &Connection,
    header: &Header,
    given: Option<&str>,
) -> Result<(UnitList, Vec<String>), Error> {
    let stored = stored_board(db);
    let text = stored.as_ref().map(|bytes| std::str::from_utf8(bytes).ok());
    let first = match text {
        Some(None) => None,
        Some(Some(text)) => header.units(Some(text)).ok(),
        None => header.units(None).ok(),
    };
    let lost = |what: &str| Error::BoardLost {
        path: from.to_owned(),
        what: what.to_owned(),
    };
    if let Some(units) = first {
        let wrong = units.fingerprint() != header.fingerprint;
        if header.fits(&units, 1) {
            let what = "the fingerprint of the plan, in which one character was wrong";
            let restored = wrong.then(|| what.to_owned());
            if given.is_some_and(|given| Some(given) != units.plan().constraint()) {
                return Err(lost(
                    "expected the board of the campaign, which is intact, found another",
                ));
            }
            return Ok((units, restored.into_iter().collect()));
        }
    }
    if let Some(given) = given {
        let units = header.units(Some(given))?;
        if header.fits(&units, 0) {
            let what = format!("the board of the campaign, {}, as given", shortened(given));
            return Ok((units, vec![what]));
        }
        return Err(lost(
            "expected the board of the campaign, found one whose plan has another fingerprint",
        ));
    }
    if let Some(units) = stored.and_then(|stored| corrected(header, &stored)) {
        let board = units.plan().constraint().unwrap_or_default();
        let what = format!("the board of the campaign, {board}, in which one bit was wrong");
        return Ok((units, vec![what]));
    }
    let has_board = schema::format(db).is_ok_and(|format| format >= 5);
    if has_board && header.plan_version == PLAN_VERSION {
        return Err(lost(
            "its board is damaged: the fingerprint of its plan is that of another board",
        ));
    }
    let plan_version = header.plan_version;
    Err(Error::OtherPlan {
        path: from.to_owned(),
        found: format!("plan version {plan_version}, whose units differ"),
        wanted: format!("the units of plan version {PLAN_VERSION}"),
    })
}

/// Returns the text of the board, which need not be UTF-8 any more.
fn stored_board(db: &Connection) -> Option<Vec<u8>> {
    let sql = "SELECT CAST(text AS BLOB) FROM board";
    let row = db.query_row(sql, (), |row| row.get(0)).optional();
    row.ok().flatten()
}

/// Looks for the wrong bit of a board.
fn corrected(header: &Header, stored: &[u8]) -> Option<UnitList> {
    let boards = (0..8 * stored.len()).filter_map(|bit| {
        let mut bytes = stored.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let text = String::from_utf8(bytes).ok()?;
        Plan::of_text(header.n, Some(&text)).is_ok().then_some(text)
    });
    let mut units = boards
        .take(MAX_BOARDS)
        .filter_map(|text| header.units(Some(&text)).ok());
    units.find(|units| header.fits(units, 0))
}
