//! Likely causes: a fault is named if a program with this fault prints what was printed, for each n.
//!
//! The faulty programs are simulated for small n, and their outputs compared as numbers or, in any
//! order, as boards.

mod faulty;

use bezzel::methods::{Method, Text};
use serde::Serialize;

use crate::kinds::{Kind, Mode};
use crate::printed::Printed;
use crate::run::Run;
use crate::totals::Totals;
use faulty::{ANTI, COLUMN, Compared, DIAGONAL, Index, RIGHT, Rows, Rules, Shared, Stay};

type Change = fn(&mut Rules);

/// Largest n for which faulty programs are simulated.
const MAX_SIMULATED: u32 = 9;
/// Smallest n whose boards are compared: lists of up to three numbers may be pairs, rows or numbers.
const MIN_LISTED: u32 = 4;
/// Most causes that are named: five kinds of marks that stay may count the same.
const MAX_CAUSES: usize = 5;

/// Fault of a program that explains its outputs.
#[derive(Debug, Serialize)]
pub struct Cause {
    /// Its kind.
    #[serde(rename = "cause")]
    pub name: &'static str,
    #[serde(flatten)]
    details: Details,
    #[serde(skip)]
    english: &'static str,
    #[serde(skip)]
    chinese: &'static str,
    #[serde(skip)]
    program: Program,
}

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        self.english == other.english
    }
}

/// What distinguishes causes of one kind.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Details {
    None {},
    /// True for the direction in which row + column is equal.
    Direction {
        is_anti: bool,
    },
    More {
        more: i32,
    },
    Integer {
        bits: u32,
        is_signed: bool,
    },
}

/// What a program with a fault does.
#[derive(Debug)]
enum Program {
    /// It searches by rules that differ so from the right ones; programs with one fault may differ.
    Searches(&'static [Change]),
    /// It prints this number for n, from the right numbers.
    Prints(fn(u32, Totals) -> Option<i128>),
}

const fn search(
    name: &'static str,
    changes: &'static [Change],
    english: &'static str,
    chinese: &'static str,
) -> Cause {
    Cause {
        name,
        details: Details::None {},
        english,
        chinese,
        program: Program::Searches(changes),
    }
}

const fn number(
    name: &'static str,
    number: fn(u32, Totals) -> Option<i128>,
    english: &'static str,
    chinese: &'static str,
) -> Cause {
    Cause {
        name,
        details: Details::None {},
        english,
        chinese,
        program: Program::Prints(number),
    }
}

impl Cause {
    const fn with(self, details: Details) -> Self {
        Self { details, ..self }
    }

    /// Returns the rules of the programs with this fault.
    fn rules(&self) -> impl Iterator<Item = Rules> {
        let changes = match self.program {
            Program::Searches(changes) => changes,
            Program::Prints(_) => &[],
        };
        changes.iter().map(|change| {
            let mut rules = RIGHT;
            change(&mut rules);
            rules
        })
    }

    /// Describes the fault in one sentence, with what to look at.
    pub fn text(&self) -> Text {
        Text::new(self.english, self.chinese)
    }
}

fn solutions(n: u32) -> Option<i128> {
    Method::Bitmask.count(n).ok()?.try_into().ok()
}

const fn integer(bits: u32, is_signed: bool) -> Details {
    Details::Integer { bits, is_signed }
}

/// Meanings of a wrong number.
static NUMBERS: [Cause; 12] = [
    number(
        "counts-fundamental",
        |_, totals| totals.fundamental.try_into().ok(),
        "this is the number of fundamental solutions (OEIS A002562), not of all",
        "这是基本解的个数（OEIS A002562），而不是所有解的个数",
    ),
    number(
        "counts-all",
        |_, totals| totals.solutions.try_into().ok(),
        "this is the number of all solutions (OEIS A000170), not of fundamental ones",
        "这是所有解的个数（OEIS A000170），而不是基本解的个数",
    ),
    number(
        "overflows",
        |_, totals| Some(i128::from(totals.solutions as i8)),
        "the number overflows, as in signed integers of 8 bits: use a larger type",
        "个数溢出，例如用了 8 位有符号整数：请使用更大的类型",
    )
    .with(integer(8, true)),
    number(
        "overflows",
        |_, totals| Some(i128::from(totals.solutions as u8)),
        "the number overflows, as in unsigned integers of 8 bits: use a larger type",
        "个数溢出，例如用了 8 位无符号整数：请使用更大的类型",
    )
    .with(integer(8, false)),
    number(
        "overflows",
        |_, totals| Some(i128::from(totals.solutions as i16)),
        "the number overflows, as in signed integers of 16 bits: use a larger type",
        "个数溢出，例如用了 16 位有符号整数：请使用更大的类型",
    )
    .with(integer(16, true)),
    number(
        "overflows",
        |_, totals| Some(i128::from(totals.solutions as u16)),
        "the number overflows, as in unsigned integers of 16 bits: use a larger type",
        "个数溢出，例如用了 16 位无符号整数：请使用更大的类型",
    )
    .with(integer(16, false)),
    number(
        "counts-other-size",
        |n, _| solutions(n + 1),
        "this is the number for the next n, n + 1",
        "这是 n + 1 个皇后的解数",
    )
    .with(Details::More { more: 1 }),
    number(
        "counts-other-size",
        |n, _| solutions(n.checked_sub(1)?),
        "this is the number for the n before, n − 1",
        "这是 n − 1 个皇后的解数",
    )
    .with(Details::More { more: -1 }),
    number(
        "counts-twice",
        |_, totals| (2 * totals.solutions).try_into().ok(),
        "this is twice the number: each solution is counted two times",
        "这是正确个数的两倍：每个解数了两次",
    ),
    number(
        "counts-half",
        |_, totals| (totals.solutions / 2).try_into().ok(),
        "this is half the number: the mirrored solutions are not counted",
        "这是正确个数的一半：没有计入镜像解",
    ),
    number(
        "off-by-one",
        |_, totals| Some(i128::try_from(totals.solutions).ok()? + 1),
        "the number is one too large: look at the first value of the counter",
        "个数多了 1：请检查计数器的初值",
    )
    .with(Details::More { more: 1 }),
    number(
        "off-by-one",
        |_, totals| Some(i128::try_from(totals.solutions).ok()? - 1),
        "the number is one too small: look at the first value of the counter",
        "个数少了 1：请检查计数器的初值",
    )
    .with(Details::More { more: -1 }),
];

/// Faults of programs that are simulated, the most frequent ones first.
static SIMULATED: [Cause; 26] = [
    search(
        "shared-list",
        &[
            |rules| rules.shared = Some(Shared::Emptied),
            |rules| rules.shared = Some(Shared::Zeros),
            |rules| rules.shared = Some(Shared::LastColumn),
            |rules| rules.shared = Some(Shared::LastPlaced),
        ],
        "every solution is the same list, which changes later: add a copy of the list, not the list",
        "所有解都是同一个列表，后来又有改动：应加入列表的副本，而不是列表本身",
    ),
    search(
        "prints-twice",
        &[|rules| rules.times = 2],
        "each solution is printed twice: look for a second print or append, or a second call",
        "每个解都输出了两次：检查是否重复输出、重复加入或重复调用",
    ),
    search(
        "stops-after-first",
        &[|rules| rules.stops = true],
        "the search ends with the first solution: do not return or break there",
        "找到第一个解就结束了：不要在那里 return 或 break",
    ),
    search(
        "diagonal-not-tested",
        &[|rules| rules.not_tested = DIAGONAL],
        "diagonals (row − column is equal) are not tested: look for a wrong sign",
        "没有检查主对角线方向（行 − 列相等）：请检查正负号",
    )
    .with(Details::Direction { is_anti: false }),
    search(
        "diagonal-not-tested",
        &[|rules| rules.not_tested = ANTI],
        "anti-diagonals (row + column is equal) are not tested: look for a wrong sign",
        "没有检查副对角线方向（行 + 列相等）：请检查正负号",
    )
    .with(Details::Direction { is_anti: true }),
    search(
        "diagonals-not-tested",
        &[|rules| rules.not_tested = DIAGONAL | ANTI],
        "no diagonal is tested: these are the placements of rooks",
        "没有检查对角线：数的是 n 个车的布局",
    ),
    search(
        "columns-not-tested",
        &[|rules| rules.not_tested = COLUMN],
        "columns are not tested, only diagonals",
        "只检查了对角线，没有检查列",
    ),
    search(
        "only-neighbouring-diagonals",
        &[|rules| rules.compared = Rows::LastForDiagonals],
        "along diagonals, only the queen of the row above is compared (OEIS A002464): compare all rows above",
        "对角线只与上一行的皇后比较（OEIS A002464）：应与上面所有行比较",
    ),
    search(
        "nothing-unmarked",
        &[|rules| rules.not_unmarked = COLUMN | DIAGONAL | ANTI],
        "no marker is removed when the search backtracks: unmark after the recursive call",
        "回溯时没有取消任何标记：递归调用返回后要取消标记",
    ),
    search(
        "diagonals-not-unmarked",
        &[|rules| rules.not_unmarked = DIAGONAL | ANTI],
        "the markers of diagonals are not removed when the search backtracks",
        "回溯时没有取消对角线的标记",
    ),
    search(
        "columns-not-unmarked",
        &[|rules| rules.not_unmarked = COLUMN],
        "the markers of columns are not removed when the search backtracks",
        "回溯时没有取消列的标记",
    ),
    search(
        "diagonal-not-unmarked",
        &[|rules| rules.not_unmarked = DIAGONAL],
        "the markers of diagonals (row − column) are not removed when the search backtracks",
        "回溯时没有取消主对角线（行 − 列）的标记",
    )
    .with(Details::Direction { is_anti: false }),
    search(
        "diagonal-not-unmarked",
        &[|rules| rules.not_unmarked = ANTI],
        "the markers of anti-diagonals (row + column) are not removed when the search backtracks",
        "回溯时没有取消副对角线（行 + 列）的标记",
    )
    .with(Details::Direction { is_anti: true }),
    search(
        "queens-stay",
        &[
            |rules| rules.stay = Stay::Printed,
            |rules| rules.stay = Stay::Tested,
            |rules| {
                rules.stay = Stay::Tested;
                rules.is_transposed = true;
            },
        ],
        "queens stay on the board when the search backtracks: clear the square after the recursive call",
        "回溯时没有移除皇后：递归调用返回后要移除皇后",
    ),
    search(
        "absolute-difference",
        &[|rules| rules.index = Index::Absolute],
        "row − column and column − row share a marker: do not take the absolute value, add n instead",
        "行 − 列与列 − 行共用了一个标记：不要取绝对值，应加上 n",
    ),
    search(
        "difference-modulo-n",
        &[|rules| rules.index = Index::ModuloN],
        "two diagonals share a marker, as in an array of n entries indexed by row − column: it needs 2n − 1",
        "两条主对角线共用了一个标记：例如数组只有 n 个元素，却用“行 − 列”作下标；应有 2n − 1 个元素",
    ),
    search(
        "torus",
        &[|rules| rules.index = Index::Torus],
        "diagonals continue on the other side of the board, as on a torus (OEIS A007705): do not take row + column and row − column modulo n",
        "对角线越过边界后从对侧接上，如同环面（OEIS A007705）：行 + 列与行 − 列不要对 n 取余",
    ),
    search(
        "break-for-continue",
        &[|rules| rules.breaks = true],
        "an attacked square ends the loop over the columns: use continue instead of break",
        "遇到受攻击的格子就退出了列循环：应使用 continue，而不是 break",
    ),
    search(
        "last-column-not-tried",
        &[|rules| rules.more_columns = -1],
        "the last column is never tried: the loop over the columns ends one too early",
        "最后一列从未尝试：列循环少了一轮",
    ),
    search(
        "first-column-not-tried",
        &[|rules| rules.first_column = 1],
        "the first column is never tried: the loop over the columns begins one too late",
        "第一列从未尝试：列循环的起始值大了 1",
    ),
    search(
        "column-too-many",
        &[|rules| rules.more_columns = 1],
        "the loop over the columns ends one too late: there are n columns",
        "列循环多了一轮：只有 n 列",
    ),
    search(
        "last-column-of-first-row-not-tried",
        &[|rules| rules.more_columns_of_first_row = -1],
        "in the first row the last column is never tried: its loop ends one too early",
        "第一行的最后一列从未尝试：第一行的循环少了一轮",
    ),
    search(
        "ends-row-early",
        &[|rules| rules.more_rows = -1],
        "the search ends one row early, with one queen too few: compare the row with n",
        "搜索提前一行结束，只放了 n − 1 个皇后：行号应与 n 比较",
    ),
    search(
        "first-queen-not-compared",
        &[|rules| rules.compared = Rows::AllButFirst],
        "the queen of the first row is never compared: the loop over the rows begins one too late",
        "从未与第一行的皇后比较：行循环的起始值大了 1",
    ),
    search(
        "last-queen-not-compared",
        &[|rules| rules.compared = Rows::AllButLast],
        "the queen of the row above is never compared: the loop over the rows ends one too early",
        "从未与上一行的皇后比较：行循环少了一轮",
    ),
    search(
        "only-last-queen-compared",
        &[|rules| rules.compared = Rows::Last],
        "only the queen of the row above is compared, not those further up",
        "只与上一行的皇后比较，没有与再上面各行的皇后比较",
    ),
];

/// Finds the causes that explain all runs that ended, the most likely first. All outputs must have been understood.
pub(crate) fn all(mode: Mode, kind: Kind, runs: &[Run]) -> Vec<&'static Cause> {
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
        causes.extend(NUMBERS.iter().filter(|cause| match cause.program {
            Program::Prints(number) => explains(&ended, |run| number(run.printed.n, run.totals?)),
            Program::Searches(_) => false,
        }));
    }
    let are_small = ended.iter().all(|run| run.printed.n <= MAX_SIMULATED);
    if !right_boards && mode != Mode::Fundamental && are_small {
        causes.extend(SIMULATED.iter().filter(|cause| {
            cause.rules().any(|rules| match lists {
                true => {
                    explains_boards(&rules, mode, &ended) && finds_one_queen(&rules, kind, runs)
                }
                // Numbers of these two are among those above, or right.
                false if rules.shared.is_some() || rules.times > 1 => false,
                false => explains(&ended, |run| {
                    Some(i128::from(rules.output(run.printed.n, false).boards))
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

fn explains_boards(rules: &Rules, mode: Mode, runs: &[&Run]) -> bool {
    if rules.shared.is_some() && mode != Mode::All {
        return false;
    }
    runs.iter().all(|run| {
        let Printed {
            n, boards, digest, ..
        } = run.printed;
        // An empty list for each solution, and not one for none.
        let empty_lists = run.printed.empty_lists;
        let number = run.printed.number.map_or(0, |(_, number)| number);
        let is_unread = run.printed.text.is_some() || number != 0;
        match boards == 0 {
            true if empty_lists > 1 => {
                let solutions = run.totals.map(|totals| totals.solutions);
                rules.shared == Some(Shared::Emptied) && solutions == Some(empty_lists.into())
            }
            // The boards may be there, in a form that is not read.
            true if is_unread => false,
            _ => rules.prints(n, mode == Mode::One, Compared { boards, digest }),
        }
    })
}

/// Returns true if the output for n = 1, a board or a number in its place, is as empty as that of the
/// fault.
fn finds_one_queen(rules: &Rules, kind: Kind, runs: &[Run]) -> bool {
    let one = runs
        .iter()
        .find(|run| run.printed.n == 1 && run.has_ended());
    // A board without a row cannot be told from an empty list.
    rules.more_rows < 0
        || rules.shared.is_some()
        || one.is_none_or(|run| {
            let is_empty = run.printed.boards == 0 && run.printed.lone_board(kind).is_none();
            is_empty == (rules.output(1, false).boards == 0)
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
    use crate::Ending;

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
    fn outputs(rules: &Rules, are_numbers: bool) -> Vec<String> {
        let output = |n| {
            let (mut text, mut boards) = (String::new(), 0);
            let _ = rules.visit(n, &mut |squares| {
                for _ in 0..rules.times {
                    boards += 1;
                    text += &match rules.stay {
                        Stay::None => list(squares),
                        _ => drawing(n, squares),
                    };
                }
                match rules.stops {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
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

    fn causes(outputs: &[String]) -> Vec<&'static Cause> {
        let mut program = crate::Program::new(Mode::All);
        for (n, output) in (1..).zip(outputs) {
            let mut reader = program.reader(n);
            reader.push(output.as_bytes());
            program.add(reader.finish(), Ending::Ended);
        }
        program.judgement().causes
    }

    fn names(outputs: &[String]) -> Vec<&'static str> {
        causes(outputs).iter().map(|cause| cause.name).collect()
    }

    #[test]
    fn each_simulated_fault_is_named() {
        for cause in &SIMULATED {
            let rules = &cause.rules().next().unwrap();
            if rules.shared.is_some() {
                continue;
            }
            let named = causes(&outputs(rules, false));
            // One right solution for each n is said, and is no fault.
            assert!(!named.is_empty() || rules.stops, "{cause:?}");
            // Programs that print the same cannot be told apart.
            let same = |other: &&Cause| {
                let same = |other: Rules| {
                    (4..=6).all(|n| other.output(n, false) == rules.output(n, false))
                };
                other.rules().any(same)
            };
            assert!(named.iter().all(same), "{cause:?}: {named:?}");
            // The search itself may be right.
            let named = causes(&outputs(rules, true));
            assert!(!named.is_empty() || rules.stay != Stay::None, "{cause:?}");
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
            assert_eq!(names(&outputs), ["shared-list"], "{outputs:?}");
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
        assert_eq!(names(&each(first)), [""; 0]);
        assert_eq!(names(&each(|_| columns(3))), [""; 0]);
    }

    #[test]
    fn a_program_that_prints_nothing_may_never_reach_the_last_row() {
        let never = ["last-column-not-tried", "first-column-not-tried"];
        for output in ["", "[]\n"] {
            assert_eq!(names(&[output; 6].map(String::from)), never);
        }
        let text = ["", "", "", "hello", "hello", "hello"].map(String::from);
        assert_eq!(names(&text), [""; 0]);
    }

    #[test]
    fn numbers_that_overflow_are_named() {
        for cause in NUMBERS.iter().filter(|cause| cause.name == "overflows") {
            let Program::Prints(number) = cause.program else {
                panic!("{cause:?}")
            };
            let printed = |n| number(n, Totals::of(n)).unwrap().to_string();
            let largest = match cause.details {
                Details::Integer { bits: 8, .. } => 10,
                _ => 13,
            };
            let named = causes(&(1..=largest).map(printed).collect::<Vec<_>>());
            assert!(named.contains(&cause), "{cause:?}: {named:?}");
        }
    }

    #[test]
    fn each_fault_has_its_own_sentence_in_both_languages() {
        let all = || SIMULATED.iter().chain(&NUMBERS);
        let english: BTreeSet<_> = all().map(|cause| cause.english).collect();
        let chinese: BTreeSet<_> = all().map(|cause| cause.chinese).collect();
        assert_eq!([english.len(), chinese.len()], [all().count(); 2]);
    }
}
