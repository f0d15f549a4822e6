//! Boards from the column of each row, for the notations that list columns.

use super::ReadError;
use super::number::{Largest, Number};
use super::scanner::Position;
use crate::board::Builder;
use crate::{MAX_SIZE, Placement};

/// Columns read so far. The size of the board is their number, so that a column can only be checked at
/// the end.
pub(super) struct Columns {
    rows: Builder,
    /// Number of the first column, 0 or 1.
    first: u32,
    largest: Largest,
    /// First number below `first`.
    below: Option<Number>,
    /// True if a column is 0.
    has_zero: bool,
}

impl Columns {
    pub(super) fn new(first: u32) -> Self {
        Self {
            rows: Builder::default(),
            first,
            largest: Largest::default(),
            below: None,
            has_zero: false,
        }
    }

    /// Adds a row with a queen.
    pub(super) fn number(&mut self, number: Number) -> Result<(), ReadError> {
        let first = u64::from(self.first);
        if number.value < first && self.below.is_none() {
            self.below = Some(number);
        }
        self.has_zero |= number.value == 0;
        self.largest.see(number);
        // A column that is too large for any board is wrong, but the accepted range is known
        // only at the end.
        let column = number.value.saturating_sub(first);
        let column = u32::try_from(column).ok().filter(|&c| c < MAX_SIZE);
        self.row(column, number.at)
    }

    /// Adds a row without a queen.
    pub(super) fn empty_row(&mut self, at: Position) -> Result<(), ReadError> {
        self.row(None, at)
    }

    fn row(&mut self, column: Option<u32>, at: Position) -> Result<(), ReadError> {
        self.rows
            .push(column)
            .map_err(|_| ReadError::malformed(at, format!("at most {MAX_SIZE} rows"), "one more"))
    }

    pub(super) fn finish(self) -> Result<Placement, ReadError> {
        let (first, n) = (u64::from(self.first), u64::from(self.rows.size()));
        let last = (n + first).saturating_sub(1);
        if let Some(number) = self.below {
            return Err(number.outside("column", first, last));
        }
        if let Some(number) = self.largest.number()
            && first == 0
            && n > 1
            && number.value == n
            && !self.has_zero
        {
            let Position { line, column } = number.at;
            return Err(ReadError::CountedFromOne { line, column, n });
        }
        self.largest.check("column", first, last)?;
        Ok(self.rows.finish().expect("no column above the last"))
    }
}
