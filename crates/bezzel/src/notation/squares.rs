//! Builds boards from single squares, for the notations that draw them.

use std::io::{self, Write};

use crate::board::Builder;
use crate::{Conflict, MAX_SIZE, Placement, Square};

/// Board built square by square, row by row, from the upper left.
#[derive(Default)]
pub(super) struct Drawing {
    rows: Builder,
    /// Number of squares in the unfinished row.
    width: u32,
    /// Queen in the unfinished row.
    queen: Option<u32>,
    conflict: Option<Conflict>,
}

impl Drawing {
    /// Adds the next square of the row. Returns `false` if no board is that wide.
    #[must_use]
    pub(super) fn square(&mut self, holds_queen: bool) -> bool {
        if self.width == MAX_SIZE {
            return false;
        }
        if holds_queen {
            let square = Square::new(self.rows.size(), self.width);
            match self.queen {
                None => self.queen = Some(square.column),
                Some(left) if self.conflict.is_none() => {
                    self.conflict = Conflict::between(Square::new(square.row, left), square);
                }
                Some(_) => {}
            }
        }
        self.width += 1;
        true
    }

    /// Returns the number of squares in the unfinished row.
    pub(super) fn width(&self) -> u32 {
        self.width
    }

    /// Returns the number of finished rows.
    pub(super) fn height(&self) -> u32 {
        self.rows.size()
    }

    /// Ends the row. The caller guarantees that there are no more rows than columns.
    pub(super) fn end_row(&mut self) {
        let added = self.rows.push(self.queen.take());
        debug_assert!(added.is_ok(), "more rows than a board has");
        self.width = 0;
    }

    /// Returns the board, or the first two queens that share a row. The caller guarantees as
    /// many rows as columns.
    pub(super) fn finish(self) -> Result<Placement, Conflict> {
        match self.conflict {
            Some(conflict) => Err(conflict),
            None => Ok(self.rows.finish().expect("as many rows as columns")),
        }
    }
}

/// Queens listed in any order, each with its place `P` in the document.
pub(super) struct Listed<P> {
    queens: Vec<(Square, P)>,
}

impl<P: Copy + Ord> Listed<P> {
    pub(super) fn new() -> Self {
        Self { queens: Vec::new() }
    }

    pub(super) fn push(&mut self, square: Square, place: P) {
        self.queens.push((square, place));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queens.is_empty()
    }

    pub(super) fn len(&self) -> u64 {
        self.queens.len() as u64
    }

    /// Iterates over the squares, in reading order after [`sort`](Self::sort).
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.queens.iter().map(|&(square, _)| square)
    }

    /// Sorts into reading order. Fails with the first repeated square.
    pub(super) fn sort(&mut self) -> Result<(), (Square, P)> {
        self.queens.sort_unstable();
        let repeated = self
            .queens
            .windows(2)
            .filter(|pair| pair[0].0 == pair[1].0)
            .map(|pair| pair[1])
            .min_by_key(|&(_, place)| place);
        repeated.map_or(Ok(()), Err)
    }

    /// Returns `true` if this list may create a board of n rows. A document of a few bytes must
    /// not allocate gigabytes, so a large board needs a queen in at least every sixteenth row.
    pub(super) fn allows_size(&self, n: u64) -> bool {
        n <= u64::from(MAX_SIZE) && n <= self.largest_size()
    }

    /// Returns the largest n for which [`allows_size`](Self::allows_size) is `true`.
    pub(super) fn largest_size(&self) -> u64 {
        (self.len() * 16).max(65_536)
    }

    /// Returns the board of n rows with these queens, or the first two that share a row. The
    /// list must be sorted, all squares on the board and the size allowed.
    pub(super) fn board(&self, n: u32) -> Result<Placement, Conflict> {
        let shared = self
            .queens
            .windows(2)
            .find(|pair| pair[0].0.row == pair[1].0.row);
        if let Some(conflict) = shared.and_then(|pair| Conflict::between(pair[0].0, pair[1].0)) {
            return Err(conflict);
        }
        let mut board = Placement::empty(n).expect("an allowed size");
        for square in self.squares() {
            board.place(square).expect("a square on the board");
        }
        Ok(board)
    }
}

/// Writes one row of n squares, one byte each.
pub(super) fn write_row(
    out: &mut impl Write,
    n: usize,
    queen_at: Option<u32>,
    empty: u8,
    queen: u8,
) -> io::Result<()> {
    match queen_at {
        Some(column) => {
            write_repeated(out, &[empty], column as usize)?;
            out.write_all(&[queen])?;
            write_repeated(out, &[empty], n.saturating_sub(column as usize + 1))
        }
        None => write_repeated(out, &[empty], n),
    }
}

/// Writes `text` `count` times.
pub(super) fn write_repeated(out: &mut impl Write, text: &[u8], count: usize) -> io::Result<()> {
    for _ in 0..count {
        out.write_all(text)?;
    }
    Ok(())
}
