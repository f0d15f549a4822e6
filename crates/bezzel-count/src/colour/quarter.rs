//! The four quarters of a board and the placements on one quarter.
//!
//! Every second row and every second column form a quarter of the board:
//!
//! ```text
//!   even row, even column   EE  black      EO  white   even row, odd column
//!   odd row,  even column   OE  white      OO  black   odd row,  odd column
//! ```
//!
//! With i and j the row and column inside the quarter, the diagonals are numbered so that both
//! quarters of a colour agree:
//!
//! ```text
//!   anti-diagonal   i + j     (+ 1 on OO)
//!   diagonal        i − j     (+ 1 on OE)  + K,  K = ⌈n/2⌉ − 1
//! ```
//!
//! Each direction needs at most n numbers. For n ≤ 32 the diagonals of a set of queens are a set
//! of 64 bits: anti-diagonals low, diagonals high. Queens on two quarters of one colour attack
//! each other along a diagonal exactly if these words have a bit in common.

use super::sets;

/// A quarter: its numbers of rows and columns, and the numbering of its diagonals. Square (r, c)
/// occupies the bits `anti_diagonal + r + c` and `32 + diagonal + r − c` of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quarter {
    rows: u32,
    columns: u32,
    anti_diagonal: u32,
    diagonal: u32,
    /// Blocked columns of each row.
    blocked: [u16; 16],
    /// The bit that is part of the diagonals of blocked squares.
    reserved: u64,
}

impl Quarter {
    /// Returns the quarter EE, OO, EO or OE of an n×n board, by the parity of its rows and
    /// columns.
    ///
    /// # Panics
    ///
    /// For n > 32. The limits that vector code relies on follow from n ≤ 32: at most 16 rows and
    /// columns, `anti_diagonal` ≤ 1 and `diagonal` ≤ 16.
    pub fn new(n: u32, odd_rows: bool, odd_columns: bool) -> Self {
        assert!(n <= 32, "expected n from 0 to 32, found {n}");
        let (even, odd) = (n.div_ceil(2), n / 2);
        Self {
            rows: if odd_rows { odd } else { even },
            columns: if odd_columns { odd } else { even },
            anti_diagonal: u32::from(odd_rows && odd_columns),
            diagonal: even.saturating_sub(1) + u32::from(odd_rows && !odd_columns),
            blocked: [0; 16],
            reserved: 0,
        }
    }

    /// Returns the quarter with blocked squares, by row and column. Their diagonals include the
    /// bit `reserved`, which no diagonal of the colour has.
    pub fn with_blocked(self, blocked: [u16; 16], reserved: u64) -> Self {
        let columns = sets::full(self.columns) as u16;
        let mut quarter = self;
        quarter.reserved = reserved;
        for (row, &blocked) in blocked.iter().enumerate().take(self.rows as usize) {
            quarter.blocked[row] = blocked & columns;
        }
        quarter
    }

    /// Returns the quarter `image` with the blocked squares of this quarter, after rows and columns
    /// are exchanged.
    pub fn transposed_to(&self, image: Quarter) -> Self {
        let mut blocked = [0; 16];
        for (row, &columns) in self.blocked.iter().enumerate() {
            for column in sets::elements(columns.into()) {
                blocked[column as usize] |= 1 << row;
            }
        }
        image.with_blocked(blocked, self.reserved)
    }

    /// Returns whether a square is blocked.
    pub fn has_blocked(&self) -> bool {
        self.blocked.iter().any(|&columns| columns != 0)
    }

    /// Returns the number of the reserved bit, if a square is blocked.
    pub fn reserved_bit(&self) -> Option<u32> {
        self.has_blocked().then(|| self.reserved.trailing_zeros())
    }

    /// Returns the blocked columns of a row.
    pub fn blocked(&self, row: u32) -> u32 {
        self.blocked[row as usize].into()
    }

    /// Returns the number of rows, at most 16.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns, at most 16.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Returns the number of the anti-diagonal through square (0,0).
    pub fn anti_diagonal(&self) -> u32 {
        self.anti_diagonal
    }

    /// Returns the number of the diagonal through square (0,0).
    pub fn diagonal(&self) -> u32 {
        self.diagonal
    }

    /// Returns the diagonals through square (row, column) as a set.
    pub fn diagonals(&self, row: u32, column: u32) -> u64 {
        debug_assert!(row < self.rows && column < self.columns);
        let blocked = u64::from(self.blocked[row as usize] >> column & 1).wrapping_neg();
        1 << (self.anti_diagonal + row + column)
            | 1 << (32 + self.diagonal + row - column)
            | blocked & self.reserved
    }
}

/// Returns `occupied` after rows and columns are exchanged. That maps EE and OO onto themselves
/// and EO and OE onto each other.
pub(crate) fn transposed(occupied: u64, n: u32, white: bool) -> u64 {
    let centre = n.div_ceil(2).saturating_sub(1);
    let last = 2 * centre + u32::from(white);
    let mirrored = ((occupied >> 32) as u32).reverse_bits() >> (31 - last);
    occupied & 0xffff_ffff | u64::from(mirrored) << 32
}

/// All placements on exactly the given columns, grouped by row set.
#[derive(Debug, Default)]
pub(crate) struct QuarterPlacements {
    words: Vec<u64>,
    begin: Vec<usize>,
}

impl QuarterPlacements {
    /// Lists the placements on `columns` for each of these row sets that share no bit with
    /// `initial`, which becomes part of every word.
    ///
    /// Cost: twice the search tree of placements on these columns and on parts of these row sets, the
    /// first time to count them.
    pub fn list(quarter: &Quarter, columns: u32, row_sets: &[u32], initial: u64) -> Self {
        let mut ranges = vec![u32::MAX; 1 << quarter.rows];
        for (index, &rows) in row_sets.iter().enumerate() {
            debug_assert_eq!(rows.count_ones(), columns.count_ones());
            ranges[rows as usize] = index as u32;
        }
        let columns: Vec<u32> = sets::elements(columns).collect();
        let search = QuarterSearch {
            rows: sets::full(quarter.rows),
            squares: columns
                .iter()
                .map(|&column| squares_of(quarter, column))
                .collect(),
            ranges: &ranges,
            needed: parts_of(row_sets, quarter.rows),
        };
        let mut begin = vec![0; row_sets.len() + 1];
        search.place(0, 0, initial, &mut |index, _| {
            begin[index as usize + 1] += 1
        });
        for index in 0..row_sets.len() {
            begin[index + 1] += begin[index];
        }
        let mut next = begin.clone();
        let mut words = vec![0; begin[row_sets.len()]];
        search.place(0, 0, initial, &mut |index, word| {
            words[next[index as usize]] = word;
            next[index as usize] += 1;
        });
        Self { words, begin }
    }

    /// Returns the diagonals of each placement on the row set with this index.
    pub fn of_set(&self, index: usize) -> &[u64] {
        &self.words[self.begin[index]..self.begin[index + 1]]
    }

    /// Exchanges rows and columns of all placements. The bits of `kept` are not diagonals and stay
    /// where they are.
    pub fn transpose(&mut self, n: u32, white: bool, kept: u64) {
        for word in &mut self.words {
            *word = transposed(*word & !kept, n, white) | *word & kept;
        }
    }
}

/// Returns the diagonals of the squares of a column.
fn squares_of(quarter: &Quarter, column: u32) -> [u64; 16] {
    let mut squares = [0; 16];
    for (row, square) in (0..quarter.rows).zip(&mut squares) {
        *square = quarter.diagonals(row, column);
    }
    squares
}

/// Returns for each set of rows whether it is a part of one of these row sets.
fn parts_of(row_sets: &[u32], rows: u32) -> Vec<bool> {
    let mut parts = vec![false; 1 << rows];
    for &set in row_sets {
        parts[set as usize] = true;
    }
    for set in (0..1 << rows).rev() {
        if parts[set as usize] {
            sets::for_each_removal(set, 1, |part| parts[part as usize] = true);
        }
    }
    parts
}

struct QuarterSearch<'a> {
    rows: u32,
    /// For each column the diagonals of its squares.
    squares: Vec<[u64; 16]>,
    /// For each row set the number of its range, or `u32::MAX`.
    ranges: &'a [u32],
    /// For each set of rows whether it leads to a range.
    needed: Vec<bool>,
}

impl QuarterSearch<'_> {
    fn place(&self, depth: usize, rows: u32, occupied: u64, found: &mut impl FnMut(u32, u64)) {
        let Some(squares) = self.squares.get(depth) else {
            let range = self.ranges[rows as usize];
            if range != u32::MAX {
                found(range, occupied);
            }
            return;
        };
        for row in sets::elements(self.rows & !rows) {
            let square = squares[row as usize];
            let rows = rows | 1 << row;
            if occupied & square == 0 && self.needed[rows as usize] {
                self.place(depth + 1, rows, occupied | square, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel::Square;

    /// Words have a common bit exactly if the squares of the whole board share a diagonal.
    #[test]
    fn diagonals_agree_with_the_whole_board() {
        for n in 1..=32 {
            for white in [false, true] {
                let halves = [(false, white), (true, !white)];
                let mut squares = Vec::new();
                for (odd_rows, odd_columns) in halves {
                    let quarter = Quarter::new(n, odd_rows, odd_columns);
                    for i in 0..quarter.rows {
                        for j in 0..quarter.columns {
                            let (odd_row, odd_column) =
                                (u32::from(odd_rows), u32::from(odd_columns));
                            let square = Square::new(2 * i + odd_row, 2 * j + odd_column);
                            squares.push((square, quarter.diagonals(i, j)));
                        }
                    }
                }
                for &(a, a_bits) in &squares {
                    for &(b, b_bits) in squares.iter().filter(|(b, _)| *b != a) {
                        let share = a.row + b.column == b.row + a.column
                            || a.row + a.column == b.row + b.column;
                        assert_eq!(a_bits & b_bits != 0, share, "n = {n}: {a}, {b}");
                    }
                }
            }
        }
    }

    /// The search skips rows that lead to no row set, and finds the same placements.
    #[test]
    fn lists_of_some_row_sets_are_those_of_all() {
        assert_eq!(
            parts_of(&[0b011, 0b110], 3),
            [true, true, true, true, true, false, true, false]
        );
        let quarter = Quarter::new(18, true, false);
        let all = sets::subsets(9, 5);
        let some: Vec<u32> = all.iter().copied().skip(3).step_by(10).collect();
        let lists =
            |row_sets: &[u32]| QuarterPlacements::list(&quarter, 0b1_0110_1001, row_sets, 0);
        let (of_all, of_some) = (lists(&all), lists(&some));
        for (index, set) in some.iter().enumerate() {
            let in_all = all.iter().position(|other| other == set).unwrap();
            assert_eq!(of_some.of_set(index), of_all.of_set(in_all));
        }
        assert!(of_some.words.len() > 200, "{}", of_some.words.len());
    }

    #[test]
    fn transposing_moves_each_square() {
        for n in 1..=32 {
            for (odd_rows, odd_columns) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let quarter = Quarter::new(n, odd_rows, odd_columns);
                let image = Quarter::new(n, odd_columns, odd_rows);
                for i in 0..quarter.rows {
                    for j in 0..quarter.columns {
                        assert_eq!(
                            transposed(quarter.diagonals(i, j), n, odd_rows != odd_columns),
                            image.diagonals(j, i)
                        );
                    }
                }
            }
        }
    }
}
