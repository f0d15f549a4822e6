//! The check of a placement.

use crate::reader::{Board, BoardFault};
use crate::{Conflict, Placement};

/// The result of a check. Rows and columns count from 0.
///
/// ```
/// use bezzel::Placement;
/// let board: Placement = "1 3 - 2".parse()?;
/// let verdict = board.verdict(false);
/// assert_eq!((verdict.valid, verdict.empty_row), (false, Some(2)));
/// assert!(board.verdict(true).valid);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Verdict {
    /// Number of rows that the board has or should have.
    pub n: u32,
    /// True if nothing is wrong.
    pub valid: bool,
    /// The first attacking pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
    /// The first row without a queen, if no queens attack each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty_row: Option<u32>,
    /// Any other fault: the size, or a queen outside of the board.
    #[serde(flatten)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<BoardFault>,
}

impl Verdict {
    fn new(n: u32, conflict: Option<Conflict>, empty_row: Option<u32>) -> Self {
        Self {
            n,
            valid: conflict.is_none() && empty_row.is_none(),
            conflict,
            empty_row,
            fault: None,
        }
    }
}

impl Placement {
    /// Checks the placement; `partial` accepts rows without a queen. O(n).
    pub fn verdict(&self, partial: bool) -> Verdict {
        let conflict = self.first_conflict();
        let is_full = partial || conflict.is_some();
        let empty_row = (!is_full).then(|| self.first_empty_row()).flatten();
        Verdict::new(self.size(), conflict, empty_row)
    }
}

impl Board {
    /// Checks the board; `partial` accepts rows without a queen. O(n) for one queen in each row.
    pub fn verdict(&self, partial: bool) -> Verdict {
        let mut verdict = Verdict::new(self.n, None, None);
        match self.fault(partial) {
            None => return verdict,
            Some(BoardFault::Attack { pair }) => verdict.conflict = Some(pair),
            Some(BoardFault::EmptyRow { row }) => verdict.empty_row = Some(row),
            Some(fault) => verdict.fault = Some(fault),
        }
        verdict.valid = false;
        verdict
    }
}
