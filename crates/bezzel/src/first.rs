//! One solution for any n, without a search.
//!
//! Write the even numbers up to n and then the odd ones, with columns numbered from 1. If n mod
//! 6 is 2 or 3, some numbers change places (E. Pauls, Deutsche Schachzeitung 1874, gave the
//! first solution for every n ≥ 4):
//!
//! ```text
//!   n mod 6    even part                odd part
//!   2          2 4 6 … n                3 1 7 9 … n-1 5
//!   3          4 6 … n-1 2              5 7 9 … n 1 3
//!   else       2 4 6 …                  1 3 5 …
//! ```

use std::iter::FusedIterator;
use std::ops::Range;

use crate::board::checked_size;
use crate::{Error, Placement};

/// Iterator over one solution: the column of each row from the top, computed on demand. O(1)
/// memory.
///
/// ```
/// let rows = bezzel::first(1_000_000)?.unwrap();
/// assert_eq!(rows.size(), 1_000_000);
/// assert_eq!(rows.take(3).collect::<Vec<_>>(), [1, 3, 5]);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct FirstSolution {
    n: u32,
    rows: Range<u32>,
}

/// Returns a solution for n queens, or `None` for n = 2 and n = 3, which have none.
///
/// Fails for n > [`MAX_SIZE`](crate::MAX_SIZE).
///
/// ```
/// let columns: Vec<u32> = bezzel::first(8)?.unwrap().collect();
/// assert_eq!(columns, [1, 3, 5, 7, 2, 0, 6, 4]);
/// assert!(bezzel::first(3)?.is_none());
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn first(n: u32) -> Result<Option<FirstSolution>, Error> {
    checked_size(n.into())?;
    Ok((n != 2 && n != 3).then_some(FirstSolution { n, rows: 0..n }))
}

impl FirstSolution {
    /// Returns the size of the board.
    pub fn size(&self) -> u32 {
        self.n
    }

    /// Returns the whole solution, including rows already taken from the iterator. 4n bytes.
    pub fn placement(&self) -> Placement {
        Placement::from_columns((0..self.n).map(|row| self.column(row)))
            .expect("columns are on the board")
    }

    /// Returns the column of a row. Until the last line, numbers start at 1 as in the table
    /// above.
    fn column(&self, row: u32) -> u32 {
        let evens = self.n / 2;
        let number = if row < evens {
            match self.n % 6 {
                3 if row + 1 == evens => 2,
                3 => 2 * row + 4,
                _ => 2 * row + 2,
            }
        } else {
            let odds = self.n - evens;
            let place = row - evens;
            match (self.n % 6, place) {
                (2, 0) => 3,
                (2, 1) => 1,
                (2, _) if place + 1 == odds => 5,
                (2, _) => 2 * place + 3,
                (3, _) if place + 2 >= odds => 2 * (place + 2 - odds) + 1,
                (3, _) => 2 * place + 5,
                _ => 2 * place + 1,
            }
        };
        number - 1
    }
}

impl Iterator for FirstSolution {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.rows.next().map(|row| self.column(row))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl ExactSizeIterator for FirstSolution {}
impl FusedIterator for FirstSolution {}
