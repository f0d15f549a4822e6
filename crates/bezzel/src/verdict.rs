//! The check of a board.

use crate::Conflict;
use crate::reader::{Board, BoardFault};

/// The result of a check. Rows and columns count from 0.
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

impl Board {
    /// Checks the board; `partial` accepts rows without a queen. O(n) for one queen in each row.
    pub fn verdict(&self, partial: bool) -> Verdict {
        let mut verdict = Verdict {
            n: self.n,
            valid: false,
            conflict: None,
            empty_row: None,
            fault: None,
        };
        match self.fault(partial) {
            None => verdict.valid = true,
            Some(BoardFault::Attack { pair }) => verdict.conflict = Some(pair),
            Some(BoardFault::EmptyRow { row }) => verdict.empty_row = Some(row),
            Some(fault) => verdict.fault = Some(fault),
        }
        verdict
    }
}
