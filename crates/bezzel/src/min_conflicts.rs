//! Local search: a solution for large n, or a completion of a board that leaves much freedom.
//!
//! Every row and every column has one queen from the start: the placement is a permutation, in which
//! placed queens stay. The first rows are filled one by one with random free columns that no earlier
//! queen attacks; the few rows for which no such column is found soon keep any column. Then the
//! search takes each queen with an attacker and exchanges its column with that of a random row, if
//! neither queen attacks another afterwards. It starts again if some queen finds no partner.
//!
//! The number of queens on each of the 2n − 1 diagonals of either direction is kept, so a test
//! takes constant time, and a run about linear time in n. Sources: S. Minton and others,
//! "Minimizing conflicts", Artificial Intelligence 58 (1992); R. Sosič and J. Gu, "Efficient local
//! search with conflict minimization", IEEE TKDE 6 (1994).
//!
//! The solutions are random, but not uniform: some are more likely than others. A search that finds
//! nothing proves nothing.

use fastrand::Rng;

use crate::{ConstrainedBoard, Error, Square, seeded};

/// Number of random columns that are tried for a row of the first phase.
const TRIES_PER_ROW: u32 = 64;
/// Number of random partners that are tried for a queen with an attacker, per row of the board.
const TRIES_PER_QUEEN: usize = 4;
/// Number of exchanges that are tried for each open row of a board with constraints.
const SWAPS_PER_ROW: usize = 4000;
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
    let board = ConstrainedBoard::new(n)?;
    if n == 2 || n == 3 {
        return Ok(None);
    }
    let mut search = LocalSearch::<false>::new(&board, seed);
    while !should_stop() {
        if search.attempt(should_stop) {
            return Ok(Some(search.columns));
        }
    }
    Ok(None)
}

/// A permutation of the open columns over the open rows. `GIVEN` is true on boards with constraints, for
/// which the compiler keeps what others do not need.
pub(crate) struct LocalSearch<const GIVEN: bool> {
    random: Rng,
    pub(crate) columns: Vec<u32>,
    /// The rows without a placed queen. Empty without `GIVEN`.
    open: Vec<u32>,
    /// The squares that may have a queen, in reading order. Empty without `GIVEN`.
    possible: Vec<bool>,
    /// Number of queens by row + column, and by row − column + n − 1. Numbers of 255 or more are
    /// 255 and stay so: then no queen there counts as free, and the search starts again at worst.
    diagonals: [Vec<u8>; 2],
    /// Place of the first open row that was filled without a test.
    untested: usize,
    /// Number of pairs of queens on one diagonal, and of queens on squares where none may be. 0 without
    /// `GIVEN`.
    faults: i64,
}

impl<const GIVEN: bool> LocalSearch<GIVEN> {
    /// Creates a search on a board that does not contradict itself.
    pub(crate) fn new(board: &ConstrainedBoard, seed: u64) -> Self {
        let n = board.size();
        let empty = || vec![0; (2 * n as usize).saturating_sub(1)];
        let mut search = Self {
            random: seeded(seed),
            columns: (0..n).collect(),
            open: Vec::new(),
            possible: Vec::new(),
            diagonals: [empty(), empty()],
            untested: 0,
            faults: 0,
        };
        if GIVEN {
            search.constrain(board);
        }
        search
    }

    fn constrain(&mut self, board: &ConstrainedBoard) {
        let n = self.columns.len();
        self.possible = vec![false; n * n];
        for Square { row, column } in board.possible_squares() {
            self.possible[row as usize * n + column as usize] = true;
        }
        let (mut rows, mut columns) = (vec![true; n], vec![true; n]);
        for Square { row, column } in board.queens() {
            (rows[row as usize], columns[column as usize]) = (false, false);
            self.columns[row as usize] = column;
        }
        let open = |lines: &[bool]| {
            (0..)
                .zip(lines)
                .filter(|(_, open)| **open)
                .map(|(line, _)| line)
                .collect()
        };
        self.open = open(&rows);
        let columns: Vec<u32> = open(&columns);
        for (&row, column) in self.open.iter().zip(columns) {
            self.columns[row as usize] = column;
        }
    }

    /// Returns the number of rows without a placed queen.
    pub(crate) fn open_rows(&self) -> usize {
        match GIVEN {
            true => self.open.len(),
            false => self.columns.len(),
        }
    }

    /// Returns the open row of this place.
    fn row(&self, place: usize) -> usize {
        match GIVEN {
            true => self.open[place] as usize,
            false => place,
        }
    }

    /// Returns true if it found a completion, which is then in `columns`.
    pub(crate) fn attempt(&mut self, should_stop: &dyn Fn() -> bool) -> bool {
        self.fill(should_stop) && self.repair(should_stop)
    }

    /// Exchanges columns, after an [`attempt`](Self::attempt) that failed, as long as there are not more
    /// faults afterwards. Returns true if it found a completion.
    pub(crate) fn climb(&mut self, should_stop: &dyn Fn() -> bool) -> bool {
        for swap in 1..=SWAPS_PER_ROW * self.open_rows() {
            if self.faults == 0 {
                break;
            }
            if swap.is_multiple_of(ROWS_PER_CHECK) && should_stop() {
                return false;
            }
            let (row, other) = (self.row_from(0), self.row_from(0));
            if row != other && self.crowd(row, self.columns[row]) > 1 {
                let before = self.faults;
                self.swap(row, other);
                if self.faults > before {
                    self.swap(row, other);
                }
            }
        }
        self.is_completion(should_stop)
    }

    fn lines(&self, row: usize, column: u32) -> [usize; 2] {
        let column = column as usize;
        [row + column, row + self.columns.len() - 1 - column]
    }

    /// Adds the queen of a row to its diagonals, and its faults to their number: one for each queen on
    /// these, and one if it may not be there.
    fn add(&mut self, row: usize) {
        let lines = self.lines_of(row);
        self.faults += i64::from(!self.is_possible(row, self.columns[row]));
        for (counts, line) in self.diagonals.iter_mut().zip(lines) {
            let count = &mut counts[line];
            if GIVEN {
                self.faults += i64::from(*count);
            }
            *count = count.saturating_add(1);
        }
    }

    fn remove(&mut self, row: usize) {
        let lines = self.lines_of(row);
        self.faults -= i64::from(!self.is_possible(row, self.columns[row]));
        for (counts, line) in self.diagonals.iter_mut().zip(lines) {
            let count = &mut counts[line];
            *count -= u8::from(*count < u8::MAX);
            if GIVEN {
                self.faults -= i64::from(*count);
            }
        }
    }

    fn is_possible(&self, row: usize, column: u32) -> bool {
        !GIVEN || self.possible[row * self.columns.len() + column as usize]
    }

    fn lines_of(&self, row: usize) -> [usize; 2] {
        self.lines(row, self.columns[row])
    }

    /// Returns the greater number of queens on the two diagonals of a square, or the greatest of all
    /// if no queen may be there.
    fn crowd(&self, row: usize, column: u32) -> u8 {
        if !self.is_possible(row, column) {
            return u8::MAX;
        }
        let [anti, main] = self.lines(row, column);
        self.diagonals[0][anti].max(self.diagonals[1][main])
    }

    /// Places all queens, most of them on squares that no earlier queen attacks. Returns false
    /// after a request to stop.
    fn fill(&mut self, should_stop: &dyn Fn() -> bool) -> bool {
        let rows = self.open_rows();
        for counts in
            (self.diagonals.iter_mut()).flat_map(|counts| counts.chunks_mut(ROWS_PER_CHECK))
        {
            if should_stop() {
                return false;
            }
            counts.fill(0);
        }
        (self.untested, self.faults) = (rows, 0);
        for place in 0..rows {
            if place % ROWS_PER_CHECK == 0 && should_stop() {
                return false;
            }
            if self.untested == rows && !self.try_columns(place) {
                self.untested = place;
            }
            let row = self.row(place);
            if self.untested < rows {
                let other = self.row_from(place);
                self.columns.swap(row, other);
            }
            self.add(row);
        }
        true
    }

    /// Returns a random open row from this place on, the same on machines of 32 and 64 bits.
    fn row_from(&mut self, place: usize) -> usize {
        let place = self.random.u64(place as u64..self.open_rows() as u64);
        self.row(place as usize)
    }

    /// Moves a random column that is not attacked, of those that are left, to this row.
    fn try_columns(&mut self, place: usize) -> bool {
        let row = self.row(place);
        for _ in 0..TRIES_PER_ROW {
            let other = self.row_from(place);
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
        let rows = self.open_rows();
        let is_stopped = |place: usize| place.is_multiple_of(ROWS_PER_CHECK) && should_stop();
        for place in self.untested..rows {
            if is_stopped(place) {
                return false;
            }
            let row = self.row(place);
            if self.crowd(row, self.columns[row]) > 1 && !self.exchange(row, should_stop) {
                return false;
            }
        }
        // Queens of the first rows may still attack each other on boards with few rows.
        self.is_completion(should_stop)
    }

    fn is_completion(&self, should_stop: &dyn Fn() -> bool) -> bool {
        (0..self.open_rows()).all(|place| {
            let row = self.row(place);
            let is_stopped = place.is_multiple_of(ROWS_PER_CHECK) && should_stop();
            !is_stopped && self.crowd(row, self.columns[row]) == 1
        })
    }

    /// Exchanges the column of a queen with that of another row so that both attack nothing.
    fn exchange(&mut self, row: usize, should_stop: &dyn Fn() -> bool) -> bool {
        for attempt in 1..=TRIES_PER_QUEEN * self.open_rows() {
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
        let mut search = LocalSearch::<false>::new(&ConstrainedBoard::new(300).unwrap(), 1);
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
