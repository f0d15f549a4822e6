//! Outputs that only the other outputs of a program explain: headings, and the only row of n = 1.

use std::borrow::Cow;

use bezzel::reader::{Family, Rank};

use crate::kinds::Kind;
use crate::printed::Printed;
use crate::verdict::{MIN_SEVERAL, Program, Run};

impl Program {
    /// Returns the program without headings above its boards, if it prints any: lists that count up, as the names of
    /// columns and the rows of queens do, and n itself where no board follows.
    pub(crate) fn without_headings(&self) -> Option<Self> {
        let large = || self.runs.iter().filter(|run| run.printed.n >= MIN_SEVERAL);
        let mut with_boards = large().filter(|run| run.printed.boards > 0).peekable();
        let counts_rows = with_boards.peek().is_some()
            && with_boards
                .all(|run| run.printed.may_count_rows() && run.printed.other_wrong.is_none());
        let is_headed = large().any(|run| run.printed.has_heads);
        let is_heading = |printed: &Printed| {
            let number = printed.number.map(|(_, number)| number);
            is_headed && printed.boards == 0 && number == Some(printed.n.into()) && printed.n > 1
        };
        if !counts_rows && !self.runs.iter().any(|run| is_heading(&run.printed)) {
            return None;
        }
        let mut program = self.clone();
        for run in &mut program.runs {
            if counts_rows {
                run.printed.drop_counting_lists();
            }
            if is_heading(&run.printed) {
                run.printed.number = None;
            }
        }
        Some(program)
    }

    /// Returns a run for n = 1 with the board that its first number is: the column of the only queen, counted from 0 or
    /// from 1. A program that repeats it prints the board twice, unless it is the n that was read. A program that
    /// prints the number of solutions before larger boards prints it before this one, too.
    pub(crate) fn with_lone_board<'a>(&self, run: &'a Run, kind: Kind) -> Cow<'a, Run> {
        let mut runs = self.runs.iter();
        let (before, after) = match kind {
            Kind::Boards => (0, 0),
            Kind::BoardsAndNumber if runs.any(|run| run.printed.number_is_first()) => (1, 0),
            Kind::BoardsAndNumber | Kind::SomeBoardsAndNumber => (0, 1),
            Kind::Nothing => return Cow::Borrowed(run),
            Kind::Numbers => return Self::with_lone_number(run),
        };
        let numbers = &run.printed.first_numbers;
        let is_column = |&(_, number, rank): &(u64, i128, Rank)| match self.base {
            Some(base) if rank == Rank::Alone => number == i128::from(base),
            Some(_) => matches!(number, 0 | 1),
            None => matches!(number, -1..=1),
        };
        let is_lone =
            run.printed.n == 1 && run.printed.boards == 0 && numbers.len() > before + after;
        let columns = match is_lone {
            true => &numbers[before..numbers.len() - after],
            false => &[],
        };
        let Some(first) = columns.iter().position(is_column) else {
            return Cow::Borrowed(run);
        };
        let columns = &columns[first..];
        let has_heads = self.runs.iter().any(|run| run.printed.has_heads);
        let has_larger = self.runs.iter().any(|run| run.printed.n >= MIN_SEVERAL);
        // The head of a table may have the same number as its row.
        let is_repeated = columns.len() > 1
            && columns[0].1 == columns[1].1
            && columns[..2].iter().all(|number| number.2 == Rank::Alone);
        let boards = 1 + usize::from(is_repeated && has_larger && !has_heads);
        let lines: Vec<u64> = columns[..boards].iter().map(|&(line, ..)| line).collect();
        let total = match (before, after) {
            (1, _) => numbers.first(),
            (_, 1) => numbers.last(),
            _ => None,
        };
        let total = total.map(|&(line, number, _)| (line, number));
        let mut run = run.clone();
        for line in lines {
            run.printed.boards += 1;
            run.printed.solution(self.mode, line, vec![0], Family::List);
        }
        run.printed.number = total;
        Cow::Owned(run)
    }

    /// Returns the run with the number of solutions of n = 1 behind n, such as `1 1`, which was read as the only square.
    fn with_lone_number(run: &Run) -> Cow<'_, Run> {
        let Printed { n, number, .. } = run.printed;
        let mut boards = run.printed.solutions.values();
        let Some(line) = boards.next().map(|kept| kept.line) else {
            return Cow::Borrowed(run);
        };
        if n != 1 || number.is_some() || run.printed.boards > 1 {
            return Cow::Borrowed(run);
        }
        let mut run = run.clone();
        (run.printed.boards, run.printed.number) = (0, Some((line, 1)));
        Cow::Owned(run)
    }
}
