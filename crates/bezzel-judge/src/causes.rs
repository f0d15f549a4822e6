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
const MAX_SIMULATED: u32 = 8;
/// Smallest n whose boards show a fault.
const MIN_LISTED: u32 = 4;
/// Most causes that are named.
const MAX_CAUSES: usize = 3;

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
    /// The number is that of fundamental solutions (OEIS A002562).
    CountsFundamental,
    /// The number is that of all solutions, and not of fundamental ones.
    CountsAll,
    /// The number is that of solutions on a torus (OEIS A007705).
    CountsTorus,
    /// The number is that of another n.
    CountsOtherSize {
        /// n of the program minus n.
        more: i32,
    },
    /// The number is twice the right one.
    CountsTwice,
    /// The number is half the right one.
    CountsHalf,
    /// The number is one more or one less.
    OffByOne {
        /// 1 or −1.
        more: i32,
    },
}

/// Faults of programs that are simulated, the most frequent ones first.
const SIMULATED: [Cause; 20] = [
    Cause::StopsAfterFirst,
    Cause::NothingUnmarked,
    Cause::DiagonalsNotUnmarked,
    Cause::ColumnsNotUnmarked,
    Cause::DiagonalNotUnmarked { is_anti: false },
    Cause::DiagonalNotUnmarked { is_anti: true },
    Cause::DiagonalNotTested { is_anti: false },
    Cause::DiagonalNotTested { is_anti: true },
    Cause::DiagonalsNotTested,
    Cause::ColumnsNotTested,
    Cause::AbsoluteDifference,
    Cause::DifferenceModuloN,
    Cause::BreakForContinue,
    Cause::LastColumnNotTried,
    Cause::FirstColumnNotTried,
    Cause::LastColumnOfFirstRowNotTried,
    Cause::EndsRowEarly,
    Cause::FirstQueenNotCompared,
    Cause::LastQueenNotCompared,
    Cause::OnlyLastQueenCompared,
];

/// Meanings of a wrong number.
const NUMBERS: [Cause; 9] = [
    Cause::CountsFundamental,
    Cause::CountsAll,
    Cause::CountsTorus,
    Cause::CountsOtherSize { more: 1 },
    Cause::CountsOtherSize { more: -1 },
    Cause::CountsTwice,
    Cause::CountsHalf,
    Cause::OffByOne { more: 1 },
    Cause::OffByOne { more: -1 },
];

/// Finds the causes that explain all runs that ended, the most likely first.
pub(crate) fn all(mode: Mode, kind: Kind, runs: &[Run]) -> Vec<Cause> {
    let lists = matches!(kind, Kind::Boards | Kind::BoardsAndNumber);
    let smallest = if lists { MIN_LISTED } else { 1 };
    let ended: Vec<_> = runs
        .iter()
        .filter(|run| run.has_ended() && (smallest..=MAX_SIMULATED).contains(&run.printed.n))
        .collect();
    if ended.is_empty() {
        return Vec::new();
    }
    if lists {
        if ended.iter().all(|run| is_shared_list(mode, run)) {
            return vec![Cause::SharedList];
        }
        if ended.iter().any(|run| has_too_many_queens(&run.printed)) {
            return vec![Cause::QueensStay];
        }
    }
    let right_boards = lists && ended.iter().all(|run| has_right_boards(mode, run));
    let mut causes: Vec<_> = match lists && !right_boards {
        true => Vec::new(),
        false => NUMBERS
            .into_iter()
            .filter(|&cause| explains(&ended, |run| number_of(cause, run)))
            .collect(),
    };
    if !right_boards && mode != Mode::Fundamental && kind != Kind::Nothing {
        causes.extend(SIMULATED.into_iter().filter(|&cause| match lists {
            true => explains_boards(cause, mode, &ended) && finds_one_queen(cause, kind, runs),
            false => explains(&ended, |run| {
                let printed = faulty::output(cause, run.printed.n, None);
                Some(i128::from(printed.boards))
            }),
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

fn explains_boards(cause: Cause, mode: Mode, runs: &[&Run]) -> bool {
    let first_only = (mode == Mode::One).then_some(1);
    runs.iter().all(|run| {
        let Printed {
            n, boards, digest, ..
        } = run.printed;
        let expected = faulty::output(cause, n, first_only);
        expected == Compared { boards, digest }
    })
}

/// Returns true if the output for n = 1, a board or a number in its place, is as empty as that of the
/// fault.
fn finds_one_queen(cause: Cause, kind: Kind, runs: &[Run]) -> bool {
    let one = runs
        .iter()
        .find(|run| run.printed.n == 1 && run.has_ended());
    // A board without a row cannot be told from an empty list.
    cause == Cause::EndsRowEarly
        || one.is_none_or(|run| {
            let is_empty = run.printed.boards == 0 && run.printed.lone_board(kind).is_none();
            is_empty == (faulty::output(cause, 1, None).boards == 0)
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
        Cause::CountsTorus => i128::from(faulty::torus(n)),
        Cause::CountsOtherSize { more } => {
            let size = n.checked_add_signed(more)?;
            i128::try_from(Method::Bitmask.count(size).ok()?).ok()?
        }
        Cause::CountsTwice => 2 * number,
        Cause::CountsHalf => number / 2,
        Cause::OffByOne { more } => number + i128::from(more),
        _ => return None,
    })
}

/// Returns true if as many boards as solutions were printed, and all are one board.
fn is_shared_list(mode: Mode, run: &Run) -> bool {
    let Printed { n, boards, .. } = run.printed;
    let boards = u128::from(boards);
    let is_number = |solutions| {
        // Rows of zeros are boards of their own.
        boards == solutions || boards == solutions * u128::from(n)
    };
    let expected = run.totals.map(|totals| totals.solutions);
    mode == Mode::All && run.printed.are_all_equal && boards > 1 && expected.is_some_and(is_number)
}

/// Returns true if the first wrong board has two queens in one row.
fn has_too_many_queens(printed: &Printed) -> bool {
    let wrong = printed.first_wrong.as_ref();
    wrong.is_some_and(|wrong| {
        let queens: usize = wrong.rows.iter().map(Vec::len).sum();
        queens as u64 > u64::from(printed.n)
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

    /// Returns the outputs of a program with a fault: boards for n = 1 to 6, or their numbers.
    fn outputs(cause: Cause, are_numbers: bool) -> Vec<String> {
        let output = |n| {
            let (mut text, mut boards) = (String::new(), 0);
            let _ = faulty::visit(cause, n, &mut |columns| {
                boards += 1;
                let columns: Vec<_> = columns.iter().map(u32::to_string).collect();
                text += &format!("[{}]\n", columns.join(", "));
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
        for cause in SIMULATED {
            let named = causes(&outputs(cause, false));
            // One right solution for each n is said, and is no fault.
            assert!(
                !named.is_empty() || cause == Cause::StopsAfterFirst,
                "{cause:?}"
            );
            // Programs that print the same cannot be told apart.
            let same = |other: &Cause| {
                (4..=6).all(|n| faulty::output(*other, n, None) == faulty::output(cause, n, None))
            };
            assert!(named.iter().all(same), "{cause:?}: {named:?}");
            let named = causes(&outputs(cause, true));
            assert!(!named.is_empty(), "{cause:?}");
        }
    }

    #[test]
    fn a_right_program_has_no_fault() {
        // Not simulated: a program without fault.
        for are_numbers in [false, true] {
            assert_eq!(causes(&outputs(Cause::SharedList, are_numbers)), []);
        }
    }

    #[test]
    fn each_fault_has_its_own_sentence_in_both_languages() {
        let all = SIMULATED.into_iter().chain(NUMBERS);
        let all: Vec<_> = all.chain([Cause::SharedList, Cause::QueensStay]).collect();
        let texts = || all.iter().map(|cause| cause.text());
        let english: BTreeSet<_> = texts().map(|text| text.english).collect();
        let chinese: BTreeSet<_> = texts().map(|text| text.chinese).collect();
        assert_eq!([english.len(), chinese.len()], [all.len(); 2]);
    }
}
