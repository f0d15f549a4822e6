//! Likely causes: a fault is named if a program with this fault prints what was printed, for each n.
//!
//! The faulty programs are simulated for small n, and their outputs compared as numbers or, in any
//! order, as boards.

mod faulty;
mod named;

use bezzel::methods::Text;

use crate::kinds::{Kind, Mode};
use crate::printed::Printed;
use crate::totals::Totals;
use crate::verdict::Run;
use faulty::{Compared, RIGHT, Rules, Shared};
use named::CAUSES;

type Change = fn(&mut Rules);

/// Largest n for which faulty programs are simulated.
const MAX_SIMULATED: u32 = 9;
/// Smallest n whose boards are compared: lists of up to three numbers may be pairs, rows or numbers.
const MIN_LISTED: u32 = 4;
/// Most causes that are named: five kinds of marks that stay may count the same.
const MAX_CAUSES: usize = 5;

/// Fault of a program that explains its outputs.
#[derive(Debug)]
pub struct Cause {
    /// Its name, such as `torus`.
    pub name: &'static str,
    english: &'static str,
    chinese: &'static str,
    program: Program,
}

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// What a program with a fault does.
#[derive(Debug)]
enum Program {
    /// It searches by rules that differ so from the right ones; programs with one fault may differ.
    Searches(&'static [Change]),
    /// It prints this number for n, from the right numbers.
    Prints(fn(u32, Totals) -> Option<i128>),
}

impl Cause {
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

/// Finds the causes that explain all runs that ended, the most likely first. All outputs must have been understood.
pub(crate) fn all(mode: Mode, kind: Kind, runs: &[&Run]) -> Vec<&'static Cause> {
    let lists = kind != Kind::Numbers;
    let smallest = if lists { MIN_LISTED } else { 1 };
    let ended = runs.iter().copied();
    let ended: Vec<_> = ended
        .filter(|run| run.has_ended() && run.printed.n >= smallest)
        .collect();
    if ended.iter().all(|run| run.printed.n < MIN_LISTED) {
        return Vec::new();
    }
    let right_boards = lists && ended.iter().all(|run| has_right_boards(mode, run));
    let are_small = ended.iter().all(|run| run.printed.n <= MAX_SIMULATED);
    let is_simulated = !right_boards && mode != Mode::Fundamental && are_small;
    let causes = CAUSES.iter().filter(|cause| match cause.program {
        Program::Prints(number) => {
            (!lists || right_boards) && explains(&ended, |run| number(run.printed.n, run.totals?))
        }
        Program::Searches(_) if !is_simulated => false,
        Program::Searches(_) => cause.rules().any(|rules| match lists {
            true => explains_boards(&rules, mode, &ended) && is_as_empty(&rules, runs),
            // Numbers of these two are among those above, or right.
            false if rules.shared.is_some() || rules.times > 1 => false,
            false => explains(&ended, |run| {
                Some(i128::from(rules.output(run.printed.n, false).boards))
            }),
        }),
    });
    causes.take(MAX_CAUSES).collect()
}

/// Returns true if each number is the one of the fault, and one of them is wrong.
fn explains(runs: &[&Run], number: impl Fn(&Run) -> Option<i128>) -> bool {
    let fits = |run: &&Run| {
        let found = run.printed.number.map(|(_, found)| found);
        found.is_some() && found == number(run)
    };
    let right = |run: &Run| i128::try_from(run.totals?.solutions).ok();
    runs.iter().all(fits) && runs.iter().any(|run| number(run) != right(run))
}

fn explains_boards(rules: &Rules, mode: Mode, runs: &[&Run]) -> bool {
    // Of one board, these print the right one.
    let is_of_all = rules.shared.is_some() || rules.stops || rules.middle.is_some();
    if is_of_all && mode != Mode::All {
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

/// Returns true if each output for n up to 3, boards or a number in their place, is as empty as that of the fault.
fn is_as_empty(rules: &Rules, runs: &[&Run]) -> bool {
    let is_same = |run: &&Run| {
        let Printed { n, boards, .. } = run.printed;
        let number = run.printed.number.filter(|&(_, number)| number != 0);
        let is_empty = boards == 0 && number.is_none();
        // A board without a row cannot be told from an empty list.
        let is_as_empty = is_empty == (rules.output(n, false).boards == 0);
        let is_wrong = n == 1 && run.printed.wrong.is_some();
        !is_wrong && is_as_empty || n == 1 && rules.more_rows < 0
    };
    let is_read =
        |run: &&Run| run.has_ended() && (run.printed.n == 1 || run.printed.text.is_none());
    let small = |run: &&Run| run.printed.n < MIN_LISTED && is_read(run);
    rules.shared.is_some() || runs.iter().copied().filter(small).all(|run| is_same(&run))
}

fn has_right_boards(mode: Mode, run: &Run) -> bool {
    let expected = run.totals.map(|totals| match mode {
        Mode::Fundamental => totals.fundamental,
        _ => totals.solutions,
    });
    let Printed {
        wrong, repeated, ..
    } = &run.printed;
    wrong.is_none() && repeated.is_none() && Some(u128::from(run.printed.found())) == expected
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::faulty::Stay;
    use super::*;
    use crate::Ending;

    fn list(columns: impl IntoIterator<Item = i64>) -> String {
        let columns: Vec<_> = columns
            .into_iter()
            .map(|column| column.to_string())
            .collect();
        format!("[{}]\n", columns.join(", "))
    }

    fn drawing(n: u32, squares: &[(i64, i64)]) -> String {
        let n = i64::from(n);
        let row = |row| {
            let is_queen = move |column| squares.contains(&(row, column));
            let sign = move |column| if is_queen(column) { "Q" } else { "." };
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
                        Stay::None => list(squares.iter().map(|&(_, column)| column)),
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
        for cause in &CAUSES {
            let rules = cause.rules().next();
            let Some(rules) = &rules.filter(|rules| rules.shared.is_none()) else {
                continue;
            };
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
        for outputs in [
            each(|_| list([])),
            each(|n| list((0..n).map(|_| 0))),
            each(|n| list((0..n).map(|_| i64::from(n) - 1))),
            each(|n| drawing(n, &[])),
        ] {
            assert_eq!(names(&outputs), ["shared-list"], "{outputs:?}");
        }
        let first = |n| {
            let first = bezzel::solutions(n).unwrap().next();
            first.map_or(String::new(), |first| list(first.columns().map(i64::from)))
        };
        assert_eq!(names(&each(first)), [""; 0]);
        assert_eq!(names(&each(|_| list([3; 6]))), [""; 0]);
    }

    #[test]
    fn a_program_without_solutions_has_one_cause() {
        assert_eq!(names(&["[]\n"; 6].map(String::from)), ["finds-nothing"]);
        let text = ["", "", "", "hello", "hello", "hello"].map(String::from);
        assert_eq!(names(&text), [""; 0]);
        // A small n is treated apart.
        for special in [["0 1\n", "", ""], ["", "0 1\n", ""], ["", "", "0 2 1\n"]] {
            let outputs = special.into_iter().chain([""; 3]).map(String::from);
            let outputs: Vec<_> = outputs.collect();
            assert_eq!(names(&outputs), [""; 0], "{special:?}");
        }
    }

    #[test]
    fn numbers_that_overflow_are_named() {
        for cause in CAUSES
            .iter()
            .filter(|cause| cause.name.starts_with("overflows"))
        {
            let Program::Prints(number) = cause.program else {
                panic!("{cause:?}")
            };
            let printed = |n| number(n, Totals::of(n)).unwrap().to_string();
            let largest = if cause.name.ends_with("-8") { 10 } else { 13 };
            let named = causes(&(1..=largest).map(printed).collect::<Vec<_>>());
            assert!(named.contains(&cause), "{cause:?}: {named:?}");
        }
    }

    #[test]
    fn each_fault_has_its_own_name_and_its_own_sentence_in_both_languages() {
        let names: BTreeSet<_> = CAUSES.iter().map(|cause| cause.name).collect();
        let english: BTreeSet<_> = CAUSES.iter().map(|cause| cause.english).collect();
        let chinese: BTreeSet<_> = CAUSES.iter().map(|cause| cause.chinese).collect();
        assert_eq!(
            [names.len(), english.len(), chinese.len()],
            [CAUSES.len(); 3]
        );
    }
}
