//! Simulated programs with a fault.

use std::ops::ControlFlow;

use super::Cause;
use crate::printed::digest;

/// Boards that were printed, in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Compared {
    /// Number of boards.
    pub(crate) boards: u64,
    /// Sum of their digests.
    pub(crate) digest: u64,
}

/// Returns what a program with this fault prints for n queens, or its first boards.
pub(crate) fn output(cause: Cause, n: u32, first: Option<u64>) -> Compared {
    let mut output = Compared::default();
    let limit = match cause {
        Cause::StopsAfterFirst => Some(1),
        _ => first,
    };
    let _ = visit(cause, n, &mut |columns| {
        let squares = (0..).zip(columns.iter().map(|&column| i64::from(column)));
        output.boards += 1;
        output.digest = output.digest.wrapping_add(digest(squares));
        match limit {
            Some(limit) if output.boards == limit => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    output
}

/// Calls `each` with the columns of each board that a program with this fault finds.
pub(crate) fn visit(cause: Cause, n: u32, each: Each<'_>) -> ControlFlow<()> {
    Search::new(Rules::of(cause), n).row(each)
}

/// Counts the solutions on a torus, whose diagonals continue on the other side (OEIS A007705).
pub(crate) fn torus(n: u32) -> u64 {
    let rules = Rules {
        index: Index::ModuloN,
        is_torus: true,
        ..Rules::default()
    };
    let mut boards = 0;
    let _ = Search::new(rules, n).row(&mut |_| {
        boards += 1;
        ControlFlow::Continue(())
    });
    boards
}

/// Kinds of line.
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

/// Queens that are compared with a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rows {
    All,
    AllButFirst,
    AllButLast,
    Last,
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
    first_row_columns_left_out: u32,
    rows_left_out: u32,
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
            first_row_columns_left_out: 0,
            rows_left_out: 0,
        }
    }
}

impl Rules {
    fn of(cause: Cause) -> Self {
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
    columns: u64,
    diagonals: u64,
    anti_diagonals: u64,
}

type Each<'a> = &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>;

impl Search {
    fn new(rules: Rules, n: u32) -> Self {
        Self {
            rules,
            n,
            queens: Vec::new(),
            columns: 0,
            diagonals: 0,
            anti_diagonals: 0,
        }
    }

    fn row(&mut self, each: Each<'_>) -> ControlFlow<()> {
        let rules = self.rules;
        let row = self.queens.len() as u32;
        if row >= self.n.saturating_sub(rules.rows_left_out) {
            return each(&self.queens);
        }
        let mut end = self.n.saturating_sub(rules.columns_left_out);
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
            let flow = self.row(each);
            self.queens.pop();
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
            Rows::Last => other + 1 == row,
        };
        (0..).zip(&self.queens).any(|(other, &at)| {
            is_compared(other) && (at == column || at.abs_diff(column) == row - other)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_fault_finds_all_solutions() {
        for n in 1..=8 {
            let right = output(Cause::SharedList, n, None);
            let all = bezzel::solutions(n).expect("n is small").count();
            assert_eq!(right.boards, all as u64, "n = {n}");
        }
    }

    #[test]
    fn numbers_of_faults_are_those_of_the_literature() {
        let numbers = |cause| [4, 5, 6, 7].map(|n| output(cause, n, None).boards);
        // A099152 and the factorials.
        let one_diagonal = numbers(Cause::DiagonalNotTested { is_anti: false });
        assert_eq!(one_diagonal, [7, 23, 83, 405]);
        assert_eq!(numbers(Cause::DiagonalsNotTested), [24, 120, 720, 5040]);
        // A007705, for 2k + 1.
        assert_eq!([5, 7, 11].map(torus), [10, 28, 88]);
        assert_eq!([4, 6, 8, 9].map(torus), [0; 4]);
    }
}
