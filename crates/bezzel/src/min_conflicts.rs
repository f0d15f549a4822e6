//! One solution for large n by randomised local search.
//!
//! Every row and every column has one queen from the start: the placement is a permutation. The
//! first rows are filled one by one with random free columns that no earlier queen attacks; the
//! few rows for which no such column is found soon keep any column. Then the search takes each
//! queen with an attacker and exchanges its column with that of a random row, if neither queen
//! attacks another afterwards. It starts again if some queen finds no partner.
//!
//! The number of queens on each of the 2n − 1 diagonals of either direction is kept, so a test
//! takes constant time, and a run about linear time in n. Sources: S. Minton and others,
//! "Minimizing conflicts", Artificial Intelligence 58 (1992); R. Sosič and J. Gu, "Efficient local
//! search with conflict minimization", IEEE TKDE 6 (1994).
//!
//! The solutions are random, but not uniform: some are more likely than others.

use fastrand::Rng;

use crate::board::checked_size;
use crate::{Error, seeded};

/// Number of random columns that are tried for a row of the first phase.
const TRIES_PER_ROW: u32 = 64;
/// Number of random partners that are tried for a queen with an attacker, per row of the board.
const TRIES_PER_QUEEN: usize = 4;
/// Number of rows or tries between two calls of `should_stop`.
const ROWS_PER_CHECK: usize = 1 << 12;

/// Finds a random solution by local search, one column for each row; the same seed gives the same
/// solution. Returns `None` for n = 2 and 3, which have no solution, and after `should_stop`
/// returned true, which is called every few thousand rows. Fails for n >
/// [`MAX_SIZE`](crate::MAX_SIZE).
///
/// Takes about linear time: n = 10⁶ a second. The distribution is not uniform.
///
/// ```
/// use bezzel::{NEVER, Placement, min_conflicts};
/// let columns = min_conflicts(1000, 7, NEVER)?.unwrap();
/// assert!(Placement::from_columns(columns)?.is_solution());
/// assert_eq!(min_conflicts(3, 7, NEVER)?, None);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn min_conflicts(
    n: u32,
    seed: u64,
    should_stop: &dyn Fn() -> bool,
) -> Result<Option<Vec<u32>>, Error> {
    checked_size(n.into())?;
    if n == 2 || n == 3 {
        return Ok(None);
    }
    let mut search = LocalSearch::new(n as usize, seed);
    while !should_stop() {
        if search.fill(should_stop) && search.repair(should_stop) {
            return Ok(Some(search.columns));
        }
    }
    Ok(None)
}

struct LocalSearch {
    random: Rng,
    columns: Vec<u32>,
    /// Number of queens by row + column, and by row − column + n − 1. Numbers of 255 or more are
    /// 255 and stay so: then no queen there counts as free, and the search starts again at worst.
    diagonals: [Vec<u8>; 2],
    /// First row that was filled without a test.
    untested: usize,
}

impl LocalSearch {
    fn new(n: usize, seed: u64) -> Self {
        let empty = || vec![0; (2 * n).saturating_sub(1)];
        Self {
            random: seeded(seed),
            columns: (0..n as u32).collect(),
            diagonals: [empty(), empty()],
            untested: 0,
        }
    }

    fn lines(&self, row: usize, column: u32) -> [usize; 2] {
        let column = column as usize;
        [row + column, row + self.columns.len() - 1 - column]
    }

    fn add(&mut self, row: usize) {
        let lines = self.lines_of(row);
        for (counts, line) in self.diagonals.iter_mut().zip(lines) {
            counts[line] = counts[line].saturating_add(1);
        }
    }

    fn remove(&mut self, row: usize) {
        let lines = self.lines_of(row);
        for (counts, line) in self.diagonals.iter_mut().zip(lines) {
            counts[line] -= u8::from(counts[line] < u8::MAX);
        }
    }

    fn lines_of(&self, row: usize) -> [usize; 2] {
        self.lines(row, self.columns[row])
    }

    /// Returns the greater number of queens on the two diagonals of a square.
    fn crowd(&self, row: usize, column: u32) -> u8 {
        let [anti, main] = self.lines(row, column);
        self.diagonals[0][anti].max(self.diagonals[1][main])
    }

    /// Places all queens, most of them on squares that no earlier queen attacks. Returns false
    /// after a request to stop.
    fn fill(&mut self, should_stop: &dyn Fn() -> bool) -> bool {
        let n = self.columns.len();
        for counts in
            (self.diagonals.iter_mut()).flat_map(|counts| counts.chunks_mut(ROWS_PER_CHECK))
        {
            if should_stop() {
                return false;
            }
            counts.fill(0);
        }
        self.untested = n;
        for row in 0..n {
            if row % ROWS_PER_CHECK == 0 && should_stop() {
                return false;
            }
            if self.untested == n && !self.try_columns(row) {
                self.untested = row;
            }
            if self.untested < n {
                let other = self.row_from(row);
                self.columns.swap(row, other);
            }
            self.add(row);
        }
        true
    }

    /// Returns a random row from this one on, the same on machines of 32 and 64 bits.
    fn row_from(&mut self, row: usize) -> usize {
        self.random.u64(row as u64..self.columns.len() as u64) as usize
    }

    /// Moves a random column that is not attacked, of those that are left, to this row.
    fn try_columns(&mut self, row: usize) -> bool {
        for _ in 0..TRIES_PER_ROW {
            let other = self.row_from(row);
            if self.crowd(row, self.columns[other]) == 0 {
                self.columns.swap(row, other);
                return true;
            }
        }
        false
    }

    /// Exchanges columns until no queen attacks another. Returns false if a queen finds no partner,
    /// or after a request to stop.
    fn repair(&mut self, should_stop: &dyn Fn() -> bool) -> bool {
        let n = self.columns.len();
        let is_stopped = |row: usize| row.is_multiple_of(ROWS_PER_CHECK) && should_stop();
        for row in self.untested..n {
            if is_stopped(row) {
                return false;
            }
            if self.crowd(row, self.columns[row]) > 1 && !self.exchange(row, should_stop) {
                return false;
            }
        }
        // Queens of the first rows may still attack each other on boards with few rows.
        (0..n).all(|row| !is_stopped(row) && self.crowd(row, self.columns[row]) == 1)
    }

    /// Exchanges the column of a queen with that of another row so that both attack nothing.
    fn exchange(&mut self, row: usize, should_stop: &dyn Fn() -> bool) -> bool {
        let n = self.columns.len();
        for attempt in 1..=TRIES_PER_QUEEN * n {
            if attempt % ROWS_PER_CHECK == 0 && should_stop() {
                return false;
            }
            let other = self.row_from(0);
            if other == row {
                continue;
            }
            self.swap(row, other);
            if [row, other]
                .iter()
                .all(|&row| self.crowd(row, self.columns[row]) == 1)
            {
                return true;
            }
            self.swap(row, other);
        }
        false
    }

    /// Exchanges the columns of two rows.
    fn swap(&mut self, row: usize, other: usize) {
        self.remove(row);
        self.remove(other);
        self.columns.swap(row, other);
        self.add(row);
        self.add(other);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::{NEVER, Placement};

    #[test]
    fn a_diagonal_with_more_queens_than_a_byte_counts_is_never_free() {
        let mut search = LocalSearch::new(300, 1);
        // The columns are in order: all queens are on the main diagonal.
        (0..300).for_each(|row| search.add(row));
        (0..300).for_each(|row| search.remove(row));
        assert!(search.crowd(0, 0) > 1);
    }

    #[test]
    fn every_size_but_2_and_3_gets_a_solution() {
        for n in (0..=40).chain([100, 1000, 20_000]) {
            for seed in 0..3 {
                let found = min_conflicts(n, seed, NEVER).unwrap();
                assert_eq!(found, min_conflicts(n, seed, NEVER).unwrap());
                let Some(columns) = found else {
                    assert!(n == 2 || n == 3, "n = {n}");
                    continue;
                };
                assert_eq!(columns.len(), n as usize);
                let placement = Placement::from_columns(columns).unwrap();
                assert!(placement.is_solution(), "n = {n}, seed = {seed}");
            }
        }
    }

    #[test]
    fn seeds_give_different_solutions_and_the_search_stops() {
        let found = |seed| min_conflicts(100, seed, NEVER).unwrap().unwrap();
        assert_ne!(found(1), found(2));
        assert_eq!(min_conflicts(1 << 20, 1, &|| true).unwrap(), None);
        // No phase is longer than some thousand rows: a request at any call ends the search at once.
        let n = 1 << 14;
        let calls = Cell::new(0);
        let count = || {
            calls.set(calls.get() + 1);
            false
        };
        assert!(min_conflicts(n, 1, &count).unwrap().is_some());
        let all = calls.get();
        assert!(all > 4 * (n as usize / ROWS_PER_CHECK), "{all} calls");
        for last in 1..=all {
            calls.set(0);
            let stop = || {
                calls.set(calls.get() + 1);
                calls.get() >= last
            };
            assert_eq!(min_conflicts(n, 1, &stop).unwrap(), None, "call {last}");
            assert!(calls.get() <= last + 1, "call {last}");
        }
        assert!(min_conflicts(u32::MAX, 1, NEVER).is_err());
    }
}
