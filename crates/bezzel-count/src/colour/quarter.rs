//! The four quarter boards and the placements on one of them.
//!
//! Taking every second row and every second column leaves a quarter of the board:
//!
//! ```text
//!   even row, even column   EE  black      EO  white   even row, odd column
//!   odd row,  even column   OE  white      OO  black   odd row,  odd column
//! ```
//!
//! With i and j the row and column inside the quarter, the diagonals of one colour are
//! numbered so that two quarters of that colour agree:
//!
//! ```text
//!   anti-diagonal   i + j     (+ 1 on OO)
//!   diagonal        i − j     (+ 1 on OE)  + K,  K = ⌈n/2⌉ − 1
//! ```
//!
//! Each needs at most n numbers. For n ≤ 32 the diagonals that a set of queens occupies are
//! 64 bits: anti-diagonals low, diagonals high. Two sets of queens on quarters of one colour
//! attack each other exactly when these words meet.

use super::sets;

/// The rows and columns of a quarter board and how its diagonals are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Quarter {
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub columns: u32,
    /// Number of the anti-diagonal through square (0,0).
    pub anti_diagonal: u32,
    /// Number of the diagonal through square (0,0).
    pub diagonal: u32,
}

impl Quarter {
    /// The quarter EE, OO, EO or OE of an n×n board, by the parity of its rows and columns.
    pub fn new(n: u32, odd_rows: bool, odd_columns: bool) -> Self {
        let (even, odd) = (n.div_ceil(2), n / 2);
        Self {
            rows: if odd_rows { odd } else { even },
            columns: if odd_columns { odd } else { even },
            anti_diagonal: u32::from(odd_rows && odd_columns),
            diagonal: even.saturating_sub(1) + u32::from(odd_rows && !odd_columns),
        }
    }

    /// The diagonals through square (row, column).
    pub fn diagonals(&self, row: u32, column: u32) -> u64 {
        debug_assert!(row < self.rows && column < self.columns);
        1 << (self.anti_diagonal + row + column) | 1 << (32 + self.diagonal + row - column)
    }
}

/// `occupied` after rows and columns are exchanged, which maps EE and OO onto themselves and
/// EO and OE onto each other.
pub(crate) fn transposed(occupied: u64, n: u32, white: bool) -> u64 {
    let centre = n.div_ceil(2).saturating_sub(1);
    let last = 2 * centre + u32::from(white);
    let mirrored = ((occupied >> 32) as u32).reverse_bits() >> (31 - last);
    occupied & 0xffff_ffff | u64::from(mirrored) << 32
}

/// All placements that use exactly the given columns, grouped by their set of rows.
#[derive(Debug, Default)]
pub(crate) struct QuarterPlacements {
    words: Vec<u64>,
    begin: Vec<usize>,
}

impl QuarterPlacements {
    /// Lists the placements on `columns` for each of the wanted sets of rows.
    ///
    /// Cost: twice the tree of placements on these columns and any rows, once to count them.
    pub fn list(quarter: &Quarter, columns: u32, row_sets: &[u32]) -> Self {
        let mut group = vec![u32::MAX; 1 << quarter.rows];
        for (index, &rows) in row_sets.iter().enumerate() {
            debug_assert_eq!(rows.count_ones(), columns.count_ones());
            group[rows as usize] = index as u32;
        }
        let search = Search {
            quarter,
            columns: sets::elements(columns).collect(),
            group: &group,
        };
        let mut begin = vec![0; row_sets.len() + 1];
        search.place(0, 0, 0, &mut |index, _| begin[index as usize + 1] += 1);
        for index in 0..row_sets.len() {
            begin[index + 1] += begin[index];
        }
        let mut next = begin.clone();
        let mut words = vec![0; begin[row_sets.len()]];
        search.place(0, 0, 0, &mut |index, word| {
            words[next[index as usize]] = word;
            next[index as usize] += 1;
        });
        Self { words, begin }
    }

    /// The occupied diagonals of each placement on the row set of this index.
    pub fn group(&self, index: usize) -> &[u64] {
        &self.words[self.begin[index]..self.begin[index + 1]]
    }

    /// The same placements with rows and columns exchanged.
    pub fn transpose(&mut self, n: u32, white: bool) {
        for word in &mut self.words {
            *word = transposed(*word, n, white);
        }
    }
}

struct Search<'a> {
    quarter: &'a Quarter,
    columns: Vec<u32>,
    group: &'a [u32],
}

impl Search<'_> {
    fn place(&self, depth: usize, rows: u32, occupied: u64, found: &mut impl FnMut(u32, u64)) {
        let Some(&column) = self.columns.get(depth) else {
            let group = self.group[rows as usize];
            if group != u32::MAX {
                found(group, occupied);
            }
            return;
        };
        for row in sets::elements(sets::full(self.quarter.rows) & !rows) {
            let square = self.quarter.diagonals(row, column);
            if occupied & square == 0 {
                self.place(depth + 1, rows | 1 << row, occupied | square, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel::Square;

    /// The words meet exactly where the squares of the whole board share a diagonal.
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
