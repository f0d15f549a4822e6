//! Likely causes: a fault is named if a program with this fault prints what was printed, for each n.
//!
//! The faulty programs are simulated for small n, and their outputs compared as numbers or, in any
//! order, as boards.

mod faulty;

use bezzel::methods::Method;
use serde::Serialize;

use crate::kinds::{Kind, Mode};
use crate::printed::Printed;
use crate::run::Run;
use crate::totals::Totals;
use faulty::Compared;

/// Largest n for which faulty programs are simulated.
const MAX_SIMULATED: u32 = 9;
/// Smallest n whose boards are compared: lists of up to three numbers may be pairs, rows or numbers.
const MIN_LISTED: u32 = 4;
/// Most causes that are named: five kinds of marks that stay may count the same.
const MAX_CAUSES: usize = 5;

/// Fault of a program that explains its outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "cause")]
#[non_exhaustive]
pub enum Cause {
    /// Each solution is the same list, which changes later.
    SharedList,
    /// Queens are not removed from the board when the search backtracks.
    QueensStay,
    /// The search ends with the first solution.
    StopsAfterFirst,
    /// No marker is removed when the search backtracks.
    NothingUnmarked,
    /// Markers of columns are removed, those of diagonals are not.
    DiagonalsNotUnmarked,
    /// Markers of columns are not removed.
    ColumnsNotUnmarked,
    /// Markers of one kind of diagonal are not removed.
    DiagonalNotUnmarked {
        /// True for row + column.
        is_anti: bool,
    },
    /// One kind of diagonal is not tested, as with a wrong sign.
    DiagonalNotTested {
        /// True for row + column.
        is_anti: bool,
    },
    /// No diagonal is tested.
    DiagonalsNotTested,
    /// Columns are not tested.
    ColumnsNotTested,
    /// Diagonals with row − column and column − row share a marker.
    AbsoluteDifference,
    /// Diagonals are numbered modulo n, so that two of them share a marker.
    DifferenceModuloN,
    /// The attacked square ends the loop over the columns.
    BreakForContinue,
    /// The loop over columns ends one too late.
    ColumnTooMany,
    /// The loop over columns ends before the last one.
    LastColumnNotTried,
    /// The loop over columns begins with the second one.
    FirstColumnNotTried,
    /// In the first row, the last column is not tried.
    LastColumnOfFirstRowNotTried,
    /// The search ends one row early.
    EndsRowEarly,
    /// The first queen is not compared with the candidate.
    FirstQueenNotCompared,
    /// The queen of the row above is not compared with the candidate.
    LastQueenNotCompared,
    /// Only the queen of the row above is compared.
    OnlyLastQueenCompared,
    /// All queens are compared along columns, the one of the row above along diagonals (OEIS A002464).
    OnlyNeighbouringDiagonals,
    /// Diagonals continue on the other side of the board (OEIS A007705).
    Torus,
    /// Each solution is printed twice.
    PrintsTwice,
    /// The number is that of fundamental solutions (OEIS A002562).
    CountsFundamental,
    /// The number is that of all solutions, and not of fundamental ones.
    CountsAll,
    /// The number is that of another n.
    CountsOtherSize {
        /// n of the program minus n.
        more: i32,
    },
    /// The number is twice the right one.
    CountsTwice,
    /// The number is half the right one.
    CountsHalf,
    /// The number is the right one modulo a power of 2.
    Overflows {
        /// Bits of the integer type.
        bits: u32,
        /// True if the type has negative numbers.
        is_signed: bool,
    },
    /// The number is one more or one less.
    OffByOne {
        /// 1 or −1.
        more: i32,
    },
}

/// Faults of programs that are simulated, the most frequent ones first.
const SIMULATED: [Cause; 26] = [
    Cause::SharedList,
    Cause::PrintsTwice,
    Cause::StopsAfterFirst,
    Cause::DiagonalNotTested { is_anti: false },
    Cause::DiagonalNotTested { is_anti: true },
    Cause::DiagonalsNotTested,
    Cause::ColumnsNotTested,
    Cause::OnlyNeighbouringDiagonals,
    Cause::NothingUnmarked,
    Cause::DiagonalsNotUnmarked,
    Cause::ColumnsNotUnmarked,
    Cause::DiagonalNotUnmarked { is_anti: false },
    Cause::DiagonalNotUnmarked { is_anti: true },
    Cause::QueensStay,
    Cause::AbsoluteDifference,
    Cause::DifferenceModuloN,
    Cause::Torus,
    Cause::BreakForContinue,
    Cause::LastColumnNotTried,
    Cause::FirstColumnNotTried,
    Cause::ColumnTooMany,
    Cause::LastColumnOfFirstRowNotTried,
    Cause::EndsRowEarly,
    Cause::FirstQueenNotCompared,
    Cause::LastQueenNotCompared,
    Cause::OnlyLastQueenCompared,
];

/// Meanings of a wrong number.
const NUMBERS: [Cause; 12] = [
    Cause::CountsFundamental,
    Cause::CountsAll,
    Cause::overflow(8, true),
    Cause::overflow(8, false),
    Cause::overflow(16, true),
    Cause::overflow(16, false),
    Cause::CountsOtherSize { more: 1 },
    Cause::CountsOtherSize { more: -1 },
    Cause::CountsTwice,
    Cause::CountsHalf,
    Cause::OffByOne { more: 1 },
    Cause::OffByOne { more: -1 },
];

impl Cause {
    const fn overflow(bits: u32, is_signed: bool) -> Self {
        Cause::Overflows { bits, is_signed }
    }
}

/// Finds the causes that explain all runs that ended, the most likely first. All outputs must have been understood.
pub(crate) fn all(mode: Mode, kind: Kind, runs: &[Run]) -> Vec<Cause> {
    let lists = kind != Kind::Numbers;
    let smallest = if lists { MIN_LISTED } else { 1 };
    let ended: Vec<_> = runs
        .iter()
        .filter(|run| run.has_ended() && run.printed.n >= smallest)
        .collect();
    if ended.iter().all(|run| run.printed.n < MIN_LISTED) {
        return Vec::new();
    }
    let right_boards = lists && ended.iter().all(|run| has_right_boards(mode, run));
    let mut causes = Vec::new();
    if !lists || right_boards {
        let explained = |&cause: &Cause| explains(&ended, |run| number_of(cause, run));
        causes.extend(NUMBERS.into_iter().filter(explained));
    }
    let are_small = ended.iter().all(|run| run.printed.n <= MAX_SIMULATED);
    if !right_boards && mode != Mode::Fundamental && are_small {
        // Numbers of these two are among those above, or right.
        let no_number = [Cause::SharedList, Cause::PrintsTwice];
        let simulated = SIMULATED.into_iter();
        let simulated = simulated.filter(|cause| lists || !no_number.contains(cause));
        causes.extend(simulated.filter(|&cause| {
            (0..faulty::variants(cause)).any(|variant| match lists {
                true => {
                    explains_boards(cause, variant, mode, &ended)
                        && finds_one_queen(cause, variant, kind, runs)
                }
                false => explains(&ended, |run| {
                    let printed = faulty::output(cause, variant, run.printed.n, None);
                    Some(i128::from(printed.boards))
                }),
            })
        }));
    }
    causes.truncate(MAX_CAUSES);
    causes
}

/// Returns true if each number is the one of the fault, and one of them is wrong.
fn explains(runs: &[&Run], number: impl Fn(&Run) -> Option<i128>) -> bool {
    let fits = |run: &&Run| {
        let found = run.printed.number.map(|(_, found)| found);
        found.is_some() && found == number(run)
    };
    runs.iter().all(fits) && runs.iter().any(|run| number(run) != right_number(run))
}

fn right_number(run: &Run) -> Option<i128> {
    i128::try_from(run.totals?.solutions).ok()
}

fn explains_boards(cause: Cause, variant: usize, mode: Mode, runs: &[&Run]) -> bool {
    if cause == Cause::SharedList && mode != Mode::All {
        return false;
    }
    let first_only = (mode == Mode::One).then_some(1);
    runs.iter().all(|run| {
        let Printed {
            n, boards, digest, ..
        } = run.printed;
        // An empty list for each solution, and not one for none.
        let empty_lists = run.printed.empty_lists;
        match boards == 0 && empty_lists > 1 {
            true => {
                let solutions = run.totals.map(|totals| totals.solutions);
                cause == Cause::SharedList && variant == 0 && solutions == Some(empty_lists.into())
            }
            false => faulty::prints(cause, variant, n, first_only, Compared { boards, digest }),
        }
    })
}

/// Returns true if the output for n = 1, a board or a number in its place, is as empty as that of the
/// fault.
fn finds_one_queen(cause: Cause, variant: usize, kind: Kind, runs: &[Run]) -> bool {
    let one = runs
        .iter()
        .find(|run| run.printed.n == 1 && run.has_ended());
    // A board without a row cannot be told from an empty list.
    matches!(cause, Cause::EndsRowEarly | Cause::SharedList)
        || one.is_none_or(|run| {
            let is_empty = run.printed.boards == 0 && run.printed.lone_board(kind).is_none();
            is_empty == (faulty::output(cause, variant, 1, None).boards == 0)
        })
}

/// Returns the number that a program prints which counts something else.
fn number_of(cause: Cause, run: &Run) -> Option<i128> {
    let n = run.printed.n;
    let Totals {
        solutions,
        fundamental,
    } = run.totals?;
    let number = i128::try_from(solutions).ok()?;
    Some(match cause {
        Cause::CountsFundamental => i128::try_from(fundamental).ok()?,
        Cause::CountsAll => number,
        Cause::CountsOtherSize { more } => {
            let size = n.checked_add_signed(more)?;
            i128::try_from(Method::Bitmask.count(size).ok()?).ok()?
        }
        Cause::CountsTwice => 2 * number,
        Cause::CountsHalf => number / 2,
        Cause::Overflows { bits, is_signed } => {
            let kept = number % (1 << bits);
            let is_negative = is_signed && kept >= 1 << (bits - 1);
            kept - if is_negative { 1 << bits } else { 0 }
        }
        Cause::OffByOne { more } => number + i128::from(more),
        _ => return None,
    })
}

fn has_right_boards(mode: Mode, run: &Run) -> bool {
    let expected = run.totals.map(|totals| match mode {
        Mode::Fundamental => totals.fundamental,
        _ => totals.solutions,
    });
    let Printed { wrong, repeats, .. } = run.printed;
    wrong == 0 && repeats == 0 && Some(u128::from(run.printed.found())) == expected
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::*;
    use crate::{Ending, Program};

    fn list(squares: &[(i64, i64)]) -> String {
        let columns: Vec<_> = squares
            .iter()
            .map(|(_, column)| column.to_string())
            .collect();
        format!("[{}]\n", columns.join(", "))
    }

    fn drawing(n: u32, squares: &[(i64, i64)]) -> String {
        let n = i64::from(n);
        let row = |row| {
            let sign = move |column| {
                if squares.contains(&(row, column)) {
                    "Q"
                } else {
                    "."
                }
            };
            let signs: String = (0..n).map(sign).collect();
            signs + "\n"
        };
        (0..n).map(row).collect::<String>() + "\n"
    }

    /// Returns the outputs of a program with a fault: boards for n = 1 to 6, or their numbers.
    fn outputs(cause: Cause, are_numbers: bool) -> Vec<String> {
        let output = |n| {
            let (mut text, mut boards) = (String::new(), 0);
            let times = if cause == Cause::PrintsTwice { 2 } else { 1 };
            let _ = faulty::visit(cause, 0, n, &mut |squares| {
                for _ in 0..times {
                    boards += 1;
                    text += &match cause {
                        Cause::QueensStay => drawing(n, squares),
                        _ => list(squares),
                    };
                }
                match cause {
                    Cause::StopsAfterFirst => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
            match (are_numbers, boards) {
                (true, _) => format!("{boards}\n"),
                (false, 0) => "[]\n".to_owned(),
                _ => text,
            }
        };
        (1..=6).map(output).collect()
    }

    fn causes(outputs: &[String]) -> Vec<Cause> {
        let mut program = Program::new(Mode::All);
        for (n, output) in (1..).zip(outputs) {
            let mut reader = program.reader(n);
            reader.push(output.as_bytes());
            program.add(reader.finish(), Ending::Ended);
        }
        program.judgement().causes
    }

    #[test]
    fn each_simulated_fault_is_named() {
        for cause in SIMULATED
            .into_iter()
            .filter(|&cause| cause != Cause::SharedList)
        {
            let named = causes(&outputs(cause, false));
            // One right solution for each n is said, and is no fault.
            assert!(
                !named.is_empty() || cause == Cause::StopsAfterFirst,
                "{cause:?}"
            );
            // Programs that print the same cannot be told apart.
            let same = |&other: &Cause| {
                let same = |variant| {
                    let output = |cause, variant, n| faulty::output(cause, variant, n, None);
                    (4..=6).all(|n| output(other, variant, n) == output(cause, 0, n))
                };
                (0..faulty::variants(other)).any(same)
            };
            assert!(named.iter().all(same), "{cause:?}: {named:?}");
            // The search itself may be right.
            let named = causes(&outputs(cause, true));
            assert!(!named.is_empty() || cause == Cause::QueensStay, "{cause:?}");
        }
    }

    /// Returns the outputs for n = 1 to 6 of a program that prints this for each solution.
    fn each(board: impl Fn(u32) -> String) -> Vec<String> {
        let solutions = |n| Totals::of(n).solutions as usize;
        (1..=6).map(|n| board(n).repeat(solutions(n))).collect()
    }

    #[test]
    fn what_a_shared_list_becomes_is_told_from_a_solution_that_is_printed_again() {
        let columns = |column| list(&(0..6).map(|row| (row, column)).collect::<Vec<_>>());
        for outputs in [
            each(|_| "[]\n".to_owned()),
            each(|n| list(&(0..n.into()).map(|row| (row, 0)).collect::<Vec<_>>())),
            each(|n| {
                list(
                    &(0..n.into())
                        .map(|row| (row, i64::from(n) - 1))
                        .collect::<Vec<_>>(),
                )
            }),
            each(|n| drawing(n, &[])),
        ] {
            assert_eq!(causes(&outputs), [Cause::SharedList], "{outputs:?}");
        }
        let first = |n| bezzel::solutions(n).unwrap().next();
        let first = |n| {
            first(n).map_or(String::new(), |first| {
                list(
                    &first
                        .queens()
                        .map(|queen| (queen.row.into(), queen.column.into()))
                        .collect::<Vec<_>>(),
                )
            })
        };
        assert_eq!(causes(&each(first)), []);
        assert_eq!(causes(&each(|_| columns(3))), []);
    }

    #[test]
    fn a_program_that_prints_nothing_may_never_reach_the_last_row() {
        let never = [Cause::LastColumnNotTried, Cause::FirstColumnNotTried];
        for output in ["", "[]\n"] {
            assert_eq!(causes(&[output; 6].map(String::from)), never);
        }
        let text = ["", "", "", "hello", "hello", "hello"].map(String::from);
        assert_eq!(causes(&text), []);
    }

    #[test]
    fn numbers_that_overflow_are_named() {
        let numbers = |bits, is_signed| {
            let number = |n| {
                let right = Totals::of(n).solutions as i64;
                match (bits, is_signed) {
                    (8, true) => i64::from(right as i8),
                    (8, false) => i64::from(right as u8),
                    (16, true) => i64::from(right as i16),
                    _ => i64::from(right as u16),
                }
            };
            let largest = if bits == 8 { 10 } else { 13 };
            (1..=largest)
                .map(|n| number(n).to_string())
                .collect::<Vec<_>>()
        };
        for bits in [8, 16] {
            for is_signed in [false, true] {
                let named = causes(&numbers(bits, is_signed));
                assert!(
                    named.contains(&Cause::Overflows { bits, is_signed }),
                    "{bits} {is_signed}: {named:?}"
                );
            }
        }
    }

    #[test]
    fn each_fault_has_its_own_sentence_in_both_languages() {
        let all = SIMULATED.into_iter().chain(NUMBERS);
        let all: Vec<_> = all.collect();
        let texts = || all.iter().map(|cause| cause.text());
        let english: BTreeSet<_> = texts().map(|text| text.english).collect();
        let chinese: BTreeSet<_> = texts().map(|text| text.chinese).collect();
        assert_eq!([english.len(), chinese.len()], [all.len(); 2]);
    }
}
