//! Simulated programs with a fault.

use std::ops::ControlFlow;

use crate::printed::digest;

/// Boards that were printed, in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Compared {
    /// Number of boards.
    pub(super) boards: u64,
    /// Sum of their digests.
    pub(super) digest: u64,
}

impl Compared {
    fn add(&mut self, squares: impl Iterator<Item = (i64, i64)>) {
        self.boards += 1;
        self.digest = self.digest.wrapping_add(digest(squares));
    }

    /// Returns each board this many times.
    fn times(self, times: u64) -> Self {
        Self {
            boards: self.boards * times,
            digest: self.digest.wrapping_mul(times),
        }
    }
}

/// Queens that are not removed when the search backtracks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stay {
    /// None: all are removed.
    None,
    /// Those of the board that is printed; the search has markers of its own.
    Printed,
    /// Those of the board on which the search looks for attacks.
    Tested,
}

/// Queens that are compared with a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    All,
    AllButFirst,
    AllButLast,
    Last,
    /// All for columns, the last one for diagonals.
    LastForDiagonals,
    /// All but those where a scan along these lines meets the border, here the first row or a side.
    InsideBorder {
        lines: u8,
        border: u8,
    },
}

/// Index of the marker of a diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Index {
    /// row − column and row + column.
    Exact,
    /// |row − column|.
    Absolute,
    /// (row − column) modulo n.
    ModuloN,
    /// Both modulo n.
    Torus,
}

/// What one list has become after the search that was added for each solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shared {
    Emptied,
    /// Zeros, which may be read in several ways.
    Zeros,
    /// The last column in each row.
    LastColumn,
    /// The last column in each row that was not attacked.
    LastPlaced,
}

/// What a program that adds the mirror image of each board does with the middle column of the first row, for odd n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Middle {
    /// It adds the mirror images of its boards, which are found there already.
    Mirrored,
    /// It never tries it.
    LeftOut,
}

/// Kinds of line, as bits.
pub(super) const COLUMN: u8 = 1;
pub(super) const DIAGONAL: u8 = 2;
pub(super) const ANTI: u8 = 4;

/// Parts of the border, as bits.
pub(super) const TOP: u8 = 1;
pub(super) const SIDE: u8 = 2;

/// How a program searches for n queens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    /// Kinds of lines that are not tested.
    pub(super) not_tested: u8,
    /// Kinds of lines whose markers are not removed.
    pub(super) not_unmarked: u8,
    pub(super) index: Index,
    pub(super) compared: Rows,
    /// True if an attacked square ends the loop over the columns.
    pub(super) breaks: bool,
    pub(super) more_columns: i32,
    pub(super) more_columns_of_first_row: i32,
    /// Known if only the left half of the first row is tried, and the right half mirrored.
    pub(super) middle: Option<Middle>,
    pub(super) more_rows: i32,
    pub(super) stay: Stay,
    /// True if the search goes through the columns, and so prints the board mirrored.
    pub(super) is_transposed: bool,
    pub(super) stops: bool,
    pub(super) times: u64,
    pub(super) shared: Option<Shared>,
}

/// The rules of a program without a fault.
pub(super) const RIGHT: Rules = Rules {
    not_tested: 0,
    not_unmarked: 0,
    index: Index::Exact,
    compared: Rows::All,
    breaks: false,
    more_columns: 0,
    more_columns_of_first_row: 0,
    middle: None,
    more_rows: 0,
    stay: Stay::None,
    is_transposed: false,
    stops: false,
    times: 1,
    shared: None,
};

impl Rules {
    /// Returns true if a program with these rules prints this for n queens, or this as its first board.
    pub(super) fn prints(&self, n: u32, first_only: bool, found: Compared) -> bool {
        match self.shared {
            Some(shared) => shared.lists(n).contains(&found),
            None => self.output(n, first_only) == found,
        }
    }

    /// Returns what a program with these rules finds for n queens, or its first board.
    pub(super) fn output(&self, n: u32, first_only: bool) -> Compared {
        let mut output = Compared::default();
        let _ = self.visit(n, &mut |squares| {
            output.add(squares.iter().copied());
            match first_only || self.stops {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        output.times(self.times)
    }

    /// Calls `each` with the squares of each board that a program with these rules finds.
    pub(super) fn visit(&self, n: u32, each: Each<'_>) -> ControlFlow<()> {
        Search::new(*self, n).row(each)
    }
}

impl Shared {
    /// Returns the list as it is after the search, once for each solution, in all ways to read it.
    fn lists(self, n: u32) -> Vec<Compared> {
        let mut search = Search::new(RIGHT, n);
        let mut solutions = 0;
        let _ = search.row(&mut |_| {
            solutions += 1;
            ControlFlow::Continue(())
        });
        let lists = |columns: Vec<u32>, lists: u64| {
            let mut list = Compared::default();
            list.add((0..).zip(columns.into_iter().map(i64::from)));
            list.times(lists)
        };
        let same = |column: u32| vec![column; n as usize];
        let rows = u64::from(n);
        match self {
            Shared::Emptied => vec![lists(Vec::new(), solutions)],
            // Lists of n zeros, or matrices.
            Shared::Zeros if solutions.is_multiple_of(rows) => vec![
                lists(same(0), solutions),
                lists(Vec::new(), solutions / rows),
                lists(same(0), solutions * rows),
            ],
            Shared::Zeros => vec![lists(same(0), solutions), lists(same(0), solutions * rows)],
            Shared::LastColumn => vec![lists(same(n.saturating_sub(1)), solutions)],
            Shared::LastPlaced => vec![lists(search.last_placed, solutions)],
        }
    }
}

/// Search of a program, by markers or by comparisons.
struct Search {
    rules: Rules,
    n: u32,
    queens: Vec<u32>,
    /// Squares with queens, row by row.
    board: Vec<(i64, i64)>,
    /// The last queen of each row.
    last_placed: Vec<u32>,
    columns: u64,
    diagonals: u64,
    anti_diagonals: u64,
}

type Each<'a> = &'a mut dyn FnMut(&[(i64, i64)]) -> ControlFlow<()>;

impl Search {
    fn new(rules: Rules, n: u32) -> Self {
        Self {
            rules,
            n,
            queens: Vec::new(),
            board: Vec::new(),
            last_placed: vec![0; n as usize],
            columns: 0,
            diagonals: 0,
            anti_diagonals: 0,
        }
    }

    fn row(&mut self, each: Each<'_>) -> ControlFlow<()> {
        let rules = self.rules;
        let row = self.queens.len() as u32;
        if row >= self.n.saturating_add_signed(rules.more_rows) {
            return self.pass_on(each);
        }
        let mut end = self.n.saturating_add_signed(rules.more_columns);
        if row == 0 {
            end = match rules.middle {
                None => end.saturating_add_signed(rules.more_columns_of_first_row),
                Some(Middle::Mirrored) => end.div_ceil(2),
                Some(Middle::LeftOut) => end / 2,
            };
        }
        for column in 0..end {
            if self.is_attacked(row, column) {
                match rules.breaks {
                    true => break,
                    false => continue,
                }
            }
            let (diagonal, anti) = self.bits(row, column);
            self.columns |= 1 << column;
            self.diagonals |= diagonal;
            self.anti_diagonals |= anti;
            self.queens.push(column);
            self.last_placed[row as usize] = column;
            let square = (row.into(), column.into());
            if let Err(at) = self.board.binary_search(&square) {
                self.board.insert(at, square);
            }
            let flow = self.row(each);
            self.queens.pop();
            if rules.stay == Stay::None {
                self.board.pop();
            }
            let is_unmarked = |line: u8| rules.not_unmarked & line == 0;
            if is_unmarked(COLUMN) {
                self.columns &= !(1 << column);
            }
            if is_unmarked(DIAGONAL) {
                self.diagonals &= !diagonal;
            }
            if is_unmarked(ANTI) {
                self.anti_diagonals &= !anti;
            }
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn pass_on(&self, each: Each<'_>) -> ControlFlow<()> {
        let last = i64::from(self.n) - 1;
        let squares = self.board.iter();
        if self.rules.middle.is_some() {
            each(&self.board)?;
            let mirrored = squares.map(|&(row, column)| (row, last - column));
            return each(&mirrored.collect::<Vec<_>>());
        }
        if !self.rules.is_transposed {
            return each(&self.board);
        }
        let mut board: Vec<_> = squares.map(|&(row, column)| (column, row)).collect();
        board.sort_unstable();
        each(&board)
    }

    /// Returns the markers of the two diagonals of a square.
    fn bits(&self, row: u32, column: u32) -> (u64, u64) {
        let n = self.n;
        let diagonal = match self.rules.index {
            Index::Exact => row + n - column,
            Index::Absolute => row.abs_diff(column),
            Index::ModuloN | Index::Torus => (row + n - column) % n,
        };
        let anti = match self.rules.index {
            Index::Torus => (row + column) % n,
            _ => row + column,
        };
        (1 << diagonal, 1 << anti)
    }

    fn is_attacked(&self, row: u32, column: u32) -> bool {
        let compared = self.rules.compared;
        if self.rules.stay == Stay::Tested {
            let square = (i64::from(row), i64::from(column));
            return self.board.iter().any(|&(r, c)| {
                r < square.0 && (c == square.1 || (c - square.1).abs() == square.0 - r)
            });
        }
        if compared == Rows::All {
            let (diagonal, anti) = self.bits(row, column);
            let is_tested = |line: u8| self.rules.not_tested & line == 0;
            return is_tested(COLUMN) && self.columns >> column & 1 == 1
                || is_tested(DIAGONAL) && self.diagonals & diagonal != 0
                || is_tested(ANTI) && self.anti_diagonals & anti != 0;
        }
        let is_compared = |other: u32, at: u32| match compared {
            Rows::All => true,
            Rows::AllButFirst => other > 0,
            Rows::AllButLast => other + 1 < row,
            Rows::Last => other + 1 == row,
            Rows::LastForDiagonals => other + 1 == row || at == column,
            Rows::InsideBorder { lines, border } => {
                let (line, side) = if at < column {
                    (DIAGONAL, 0)
                } else {
                    (ANTI, self.n - 1)
                };
                let is_on = |part: u8, is_there: bool| border & part != 0 && is_there;
                at == column
                    || lines & line == 0
                    || !is_on(TOP, other == 0) && !is_on(SIDE, at == side)
            }
        };
        (0..).zip(&self.queens).any(|(other, &at)| {
            let is_attacking = at == column || at.abs_diff(column) == row - other;
            is_attacking && is_compared(other, at)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_fault_finds_all_solutions() {
        for n in 1..=8 {
            let all = bezzel::solutions(n).expect("n is small").count();
            assert_eq!(RIGHT.output(n, false).boards, all as u64, "n = {n}");
        }
    }

    #[test]
    fn numbers_of_faults_are_those_of_the_literature() {
        let numbers = |rules: Rules| [4, 5, 6, 7].map(|n| rules.output(n, false).boards);
        let without = |not_tested| {
            numbers(Rules {
                not_tested,
                ..RIGHT
            })
        };
        // A099152 and the factorials.
        assert_eq!(without(DIAGONAL), [7, 23, 83, 405]);
        assert_eq!(without(DIAGONAL | ANTI), [24, 120, 720, 5040]);
        // A002464.
        let compared = Rows::LastForDiagonals;
        assert_eq!(numbers(Rules { compared, ..RIGHT }), [2, 14, 90, 646]);
        // The middle column begins 2 of 10 and 6 of 40 solutions.
        let half = |middle| {
            let middle = Some(middle);
            numbers(Rules { middle, ..RIGHT })
        };
        assert_eq!(half(Middle::Mirrored), [2, 12, 4, 46]);
        assert_eq!(half(Middle::LeftOut), [2, 8, 4, 34]);
        // A007705, for 2k + 1.
        let index = Index::Torus;
        let torus = |n| Rules { index, ..RIGHT }.output(n, false).boards;
        assert_eq!([5, 7, 11].map(torus), [10, 28, 88]);
        assert_eq!([4, 6, 8, 9].map(torus), [0; 4]);
    }
}
