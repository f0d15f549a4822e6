//! Min-conflicts: local search from a random placement.
//!
//! Every row has a queen from the start, in a random column. As long as queens attack each other,
//! one of them is chosen at random and moves to the square of its row that the fewest others
//! attack; of several such squares, to a random one. One move in sixteen goes to any square of the
//! row: without it, the search could stay for ever where no single move is better.
//!
//! The method finds one solution. It does not count, and it cannot find out that no solution exists: n = 2
//! and n = 3, the only boards without a solution, are left out. The random numbers come from a
//! seed, so the same seed gives the same run.
//!
//! Time: about n moves, each of which compares n squares with n queens; memory n columns. Gain: it
//! finds solutions for boards on which no search row by row comes to an end. Source: S. Minton and
//! others, "Minimizing conflicts", Artificial Intelligence 58 (1992).
//! [`min_conflicts`](crate::min_conflicts()) finds one for a million queens, with counted diagonals.

pub(super) mod about;

use std::ops::ControlFlow;

use super::frames::{Frame, Moment};
use super::observer::{Data, Event, Report, Watch};
use super::opening::Opening;
use super::{SearchMethod, SplitRule, Step, Text};
use crate::Square;

pub(super) struct MinConflicts;

impl SearchMethod for MinConflicts {
    const SPLIT_RULE: SplitRule = SplitRule::Whole;
    const IS_RANDOM: bool = true;

    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        let mut search = LocalSearch {
            n,
            columns: Vec::with_capacity(n as usize),
            seed: opening.seed,
            report: Report::new(opening.images, observer),
        };
        match n {
            2 | 3 => ControlFlow::Continue(0),
            _ => search.run(),
        }
    }

    fn frames(moment: Moment<'_>) -> Vec<Frame> {
        about::frames(moment)
    }

    fn own_sentence(_: u32, step: &Step) -> Option<Text> {
        about::sentence(step)
    }
}

struct LocalSearch<'o, O> {
    n: u32,
    columns: Vec<u32>,
    seed: u64,
    report: Report<'o, O>,
}

impl<O: Watch> LocalSearch<'_, O> {
    fn run(&mut self) -> ControlFlow<(), u64> {
        for row in 0..self.n {
            let column = self.draw(self.n);
            self.columns.push(column); //@ place-start
            let square = Square::new(row, column);
            self.report.event(Event::Place { square }, || {
                data(self.n, &self.columns, Some(row))
            })?;
        }
        loop {
            let is_attacked = |row: &u32| conflicts(&self.columns, self.queen(*row)) > 0;
            let rows: Vec<u32> = (0..self.n).filter(is_attacked).collect();
            if rows.is_empty() {
                //@ solution
                self.report
                    .solution(&self.columns, || data(self.n, &self.columns, None))?;
                return ControlFlow::Continue(1);
            }
            let row = rows[self.draw(rows.len() as u32) as usize]; //@ pick
            self.report_own("pick", self.queen(row), rows.len() as u32)?;
            let squares = (0..self.n).map(|column| Square::new(row, column));
            let counts: Vec<u32> = squares
                .map(|square| conflicts(&self.columns, square))
                .collect(); //@ count
            let fewest = *counts.iter().min().expect("a row has squares");
            let best: Vec<u32> = (0..self.n)
                .filter(|column| counts[*column as usize] == fewest)
                .collect();
            self.report_own("count", Square::new(row, best[0]), best.len() as u32)?;
            let column = match self.draw(16) {
                0 => self.draw(self.n),
                _ => best[self.draw(best.len() as u32) as usize], //@ try
            };
            self.move_queen(Square::new(row, column))?;
        }
    }

    /// Returns the next random number, below `most`.
    fn draw(&mut self, most: u32) -> u32 {
        self.seed = (self.seed * 1_103_515_245 + 12_345) % (1 << 31);
        (self.seed / 65_536) as u32 % most
    }

    fn queen(&self, row: u32) -> Square {
        Square::new(row, self.columns[row as usize])
    }

    fn move_queen(&mut self, to: Square) -> ControlFlow<()> {
        let from = self.queen(to.row);
        let data = |columns: &[u32]| data(self.n, columns, Some(to.row));
        self.report
            .event(Event::Try { square: to }, || data(&self.columns))?;
        self.report
            .event(Event::Remove { square: from }, || data(&self.columns))?;
        self.columns[to.row as usize] = to.column; //@ remove place
        self.report
            .event(Event::Place { square: to }, || data(&self.columns))
    }

    fn report_own(&mut self, name: &'static str, square: Square, number: u32) -> ControlFlow<()> {
        let own = || Event::Own {
            name,
            at: Some(square),
            values: [conflicts(&self.columns, square), number],
        };
        self.report
            .event(own(), || data(self.n, &self.columns, Some(square.row)))
    }
}

/// Returns the number of queens in other rows that attack a square.
fn conflicts(columns: &[u32], square: Square) -> u32 {
    let queens = (0..)
        .zip(columns)
        .map(|(row, column)| Square::new(row, *column));
    let others = queens.filter(|queen| queen.row != square.row);
    others
        .filter(|queen| queen.line_to(square).is_some())
        .count() as u32
}

fn data(n: u32, columns: &[u32], row: Option<u32>) -> Data {
    Data::Tables {
        tables: vec![about::table(n, columns, row)],
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use crate::methods::Method;
    use crate::{NEVER, Placement};

    #[test]
    fn a_local_search_finds_a_solution_and_does_not_count() {
        let method = Method::MinConflicts;
        let error = method.count(8).unwrap_err().to_string();
        assert!(error.contains(
            "min-conflicts, which finds one solution: the methods that count are brute-force,"
        ));
        #[cfg(feature = "parallel")]
        assert_eq!(
            method
                .count_parallel(8, 2, &|_| {})
                .unwrap_err()
                .to_string(),
            error
        );
        for n in (0..=12).chain([20, 32]) {
            for seed in 0..10 {
                let run = method.run(n).unwrap().seeded(seed);
                let mut found = Vec::new();
                let flow = run.visit_solutions(NEVER, &mut |columns| {
                    found.push(Placement::from_columns(columns.iter().copied()).unwrap());
                    ControlFlow::Continue(())
                });
                assert!(flow.is_continue());
                assert_eq!(found.len(), usize::from(n != 2 && n != 3), "n = {n}");
                assert!(found.iter().all(Placement::is_solution));
            }
        }
    }
}
