//! Simulated programs with a fault.

use std::ops::ControlFlow;

use super::Cause;
use crate::printed::digest;

/// Boards that were printed, in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Compared {
    pub(crate) boards: u64,
    /// Sum of their digests.
    pub(crate) digest: u64,
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

/// Number of programs that have a fault in common.
pub(crate) fn variants(cause: Cause) -> usize {
    match cause {
        Cause::SharedList => 4,
        Cause::QueensStay => 3,
        _ => 1,
    }
}

/// Returns true if a program with this fault prints this for n queens, or this as its first boards.
pub(crate) fn prints(
    cause: Cause,
    variant: usize,
    n: u32,
    first: Option<u64>,
    found: Compared,
) -> bool {
    match cause {
        Cause::SharedList => shared_lists(variant, n).contains(&found),
        _ => output(cause, variant, n, first) == found,
    }
}

/// Returns what a program with this fault prints for n queens, or its first boards.
pub(crate) fn output(cause: Cause, variant: usize, n: u32, first: Option<u64>) -> Compared {
    let mut output = Compared::default();
    let limit = match cause {
        Cause::StopsAfterFirst => Some(1),
        _ => first,
    };
    let _ = visit(cause, variant, n, &mut |squares| {
        output.add(squares.iter().copied());
        match limit {
            Some(limit) if output.boards == limit => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    output.times(if cause == Cause::PrintsTwice { 2 } else { 1 })
}

/// Calls `each` with the squares of each board that a program with this fault finds.
pub(crate) fn visit(cause: Cause, variant: usize, n: u32, each: Each<'_>) -> ControlFlow<()> {
    Search::new(Rules::of(cause, variant), n).row(each)
}

/// Returns one list for each solution, as it is after the search: emptied, or with zeros, with the last column that was
/// tried in each row, or with the last one that was not attacked. Zeros may be read in several ways.
fn shared_lists(variant: usize, n: u32) -> Vec<Compared> {
    let mut search = Search::new(Rules::default(), n);
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
    match variant {
        0 => vec![lists(Vec::new(), solutions)],
        // Lists of n zeros, or matrices.
        1 if solutions.is_multiple_of(rows) => vec![
            lists(same(0), solutions),
            lists(Vec::new(), solutions / rows),
            lists(same(0), solutions * rows),
        ],
        1 => vec![lists(same(0), solutions), lists(same(0), solutions * rows)],
        2 => vec![lists(same(n.saturating_sub(1)), solutions)],
        _ => vec![lists(search.last_placed, solutions)],
    }
}

/// Lines along which a simulated search tests for attacks.
#[derive(Debug, Clone, Copy)]
struct Lines {
    column: bool,
    diagonal: bool,
    anti: bool,
}

const ALL: Lines = Lines {
    column: true,
    diagonal: true,
    anti: true,
};

/// Index of the marker of a diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Index {
    /// row − column.
    Difference,
    /// |row − column|.
    Absolute,
    /// (row − column) modulo n.
    ModuloN,
}

/// Queens that are not removed when the search backtracks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stay {
    /// None: all are removed.
    None,
    /// Those of the board that is printed; the search has markers of its own.
    Printed,
    /// Those of the board on which the search looks for attacks.
    Tested,
}

/// Queens that are compared with a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rows {
    All,
    AllButFirst,
    AllButLast,
    Last,
    /// All for columns, the last one for diagonals.
    LastForDiagonals,
}

/// Program for n queens, right by default.
#[derive(Debug, Clone, Copy)]
struct Rules {
    tested: Lines,
    unmarked: Lines,
    index: Index,
    is_torus: bool,
    compared: Rows,
    breaks: bool,
    first_column: u32,
    columns_left_out: u32,
    columns_too_many: u32,
    first_row_columns_left_out: u32,
    rows_left_out: u32,
    stay: Stay,
    is_transposed: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            tested: ALL,
            unmarked: ALL,
            index: Index::Difference,
            is_torus: false,
            compared: Rows::All,
            breaks: false,
            first_column: 0,
            columns_left_out: 0,
            columns_too_many: 0,
            first_row_columns_left_out: 0,
            rows_left_out: 0,
            stay: Stay::None,
            is_transposed: false,
        }
    }
}

impl Rules {
    fn of(cause: Cause, variant: usize) -> Self {
        let mut rules = Self::default();
        let diagonal = |is_anti: bool| Lines {
            column: true,
            diagonal: is_anti,
            anti: !is_anti,
        };
        match cause {
            Cause::NothingUnmarked => {
                rules.unmarked = Lines {
                    column: false,
                    diagonal: false,
                    anti: false,
                };
            }
            Cause::DiagonalsNotUnmarked => {
                rules.unmarked = Lines {
                    diagonal: false,
                    anti: false,
                    ..ALL
                };
            }
            Cause::ColumnsNotUnmarked => {
                rules.unmarked = Lines {
                    column: false,
                    ..ALL
                };
            }
            Cause::DiagonalNotUnmarked { is_anti } => rules.unmarked = diagonal(is_anti),
            Cause::DiagonalNotTested { is_anti } => rules.tested = diagonal(is_anti),
            Cause::DiagonalsNotTested => {
                rules.tested = Lines {
                    diagonal: false,
                    anti: false,
                    ..ALL
                };
            }
            Cause::ColumnsNotTested => {
                rules.tested = Lines {
                    column: false,
                    ..ALL
                };
            }
            Cause::AbsoluteDifference => rules.index = Index::Absolute,
            Cause::DifferenceModuloN => rules.index = Index::ModuloN,
            Cause::BreakForContinue => rules.breaks = true,
            Cause::LastColumnNotTried => rules.columns_left_out = 1,
            Cause::FirstColumnNotTried => rules.first_column = 1,
            Cause::LastColumnOfFirstRowNotTried => rules.first_row_columns_left_out = 1,
            Cause::EndsRowEarly => rules.rows_left_out = 1,
            Cause::FirstQueenNotCompared => rules.compared = Rows::AllButFirst,
            Cause::LastQueenNotCompared => rules.compared = Rows::AllButLast,
            Cause::OnlyLastQueenCompared => rules.compared = Rows::Last,
            Cause::OnlyNeighbouringDiagonals => rules.compared = Rows::LastForDiagonals,
            Cause::ColumnTooMany => rules.columns_too_many = 1,
            Cause::Torus => {
                rules.index = Index::ModuloN;
                rules.is_torus = true;
            }
            Cause::QueensStay => {
                // A search that goes through the columns prints the board mirrored.
                rules.stay = if variant == 0 {
                    Stay::Printed
                } else {
                    Stay::Tested
                };
                rules.is_transposed = variant == 2;
            }
            _ => {}
        }
        rules
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
        if row >= self.n.saturating_sub(rules.rows_left_out) {
            return self.pass_on(each);
        }
        let mut end = self.n.saturating_sub(rules.columns_left_out) + rules.columns_too_many;
        if row == 0 {
            end = end.saturating_sub(rules.first_row_columns_left_out);
        }
        for column in rules.first_column..end {
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
            if rules.unmarked.column {
                self.columns &= !(1 << column);
            }
            if rules.unmarked.diagonal {
                self.diagonals &= !diagonal;
            }
            if rules.unmarked.anti {
                self.anti_diagonals &= !anti;
            }
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn pass_on(&self, each: Each<'_>) -> ControlFlow<()> {
        if !self.rules.is_transposed {
            return each(&self.board);
        }
        let mut board: Vec<_> = self
            .board
            .iter()
            .map(|&(row, column)| (column, row))
            .collect();
        board.sort_unstable();
        each(&board)
    }

    /// Returns the markers of the two diagonals of a square.
    fn bits(&self, row: u32, column: u32) -> (u64, u64) {
        let n = self.n;
        let diagonal = match self.rules.index {
            Index::Difference => row + n - column,
            Index::Absolute => row.abs_diff(column),
            Index::ModuloN => (row + n - column) % n,
        };
        let anti = match self.rules.is_torus {
            true => (row + column) % n,
            false => row + column,
        };
        (1 << diagonal, 1 << anti)
    }

    fn is_attacked(&self, row: u32, column: u32) -> bool {
        let Rules {
            tested, compared, ..
        } = self.rules;
        if self.rules.stay == Stay::Tested {
            let square = (i64::from(row), i64::from(column));
            return self.board.iter().any(|&(r, c)| {
                r < square.0 && (c == square.1 || (c - square.1).abs() == square.0 - r)
            });
        }
        if compared == Rows::All {
            let (diagonal, anti) = self.bits(row, column);
            return tested.column && self.columns >> column & 1 == 1
                || tested.diagonal && self.diagonals & diagonal != 0
                || tested.anti && self.anti_diagonals & anti != 0;
        }
        let is_compared = |other: u32| match compared {
            Rows::All => true,
            Rows::AllButFirst => other > 0,
            Rows::AllButLast => other + 1 < row,
            Rows::Last | Rows::LastForDiagonals => other + 1 == row,
        };
        (0..).zip(&self.queens).any(|(other, &at)| {
            let is_same =
                at == column && (is_compared(other) || compared == Rows::LastForDiagonals);
            is_same || is_compared(other) && at.abs_diff(column) == row - other
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_fault_finds_all_solutions() {
        for n in 1..=8 {
            let right = output(Cause::SharedList, 0, n, None);
            let all = bezzel::solutions(n).expect("n is small").count();
            assert_eq!(right.boards, all as u64, "n = {n}");
        }
    }

    #[test]
    fn numbers_of_faults_are_those_of_the_literature() {
        let numbers = |cause: Cause| [4, 5, 6, 7].map(|n| output(cause, 0, n, None).boards);
        // A099152 and the factorials.
        let one_diagonal = numbers(Cause::DiagonalNotTested { is_anti: false });
        assert_eq!(one_diagonal, [7, 23, 83, 405]);
        assert_eq!(numbers(Cause::DiagonalsNotTested), [24, 120, 720, 5040]);
        // A002464.
        let neighbours = numbers(Cause::OnlyNeighbouringDiagonals);
        assert_eq!(neighbours, [2, 14, 90, 646]);
        // A007705, for 2k + 1.
        let torus = |n| output(Cause::Torus, 0, n, None).boards;
        assert_eq!([5, 7, 11].map(torus), [10, 28, 88]);
        assert_eq!([4, 6, 8, 9].map(torus), [0; 4]);
    }
}
