//! The moves as steps, for a player of runs.

use bezzel::methods::{Counters, Data, Event, SourceLine, Step, StepKind, Steps, Text};
use bezzel::{Conflict, Square, Symmetry, texts};

use super::{MoveKind, Trace, TraceFault};
use crate::text::at;

/// The queens on the board while moves are played.
#[derive(Default)]
pub(crate) struct Player {
    queens: Vec<Square>,
    solutions_before: Vec<u64>,
    counters: Counters,
}

impl Player {
    /// Makes a move, unless it is not possible.
    pub(crate) fn play(&mut self, kind: MoveKind, square: Square) -> Option<(StepKind, Event)> {
        let place = self.queens.iter().position(|queen| *queen == square);
        let made = match (kind, place) {
            (MoveKind::Place, None) => {
                self.queens.push(square);
                self.solutions_before.push(self.counters.solutions);
                (StepKind::Place, Event::Place { square })
            }
            (MoveKind::Remove, Some(at)) => {
                self.queens.remove(at);
                self.solutions_before.remove(at);
                (StepKind::Remove, Event::Remove { square })
            }
            (MoveKind::Place | MoveKind::Remove, _) => return None,
            (MoveKind::Solution, _) => {
                let queens = self.sorted_queens();
                let columns = queens.iter().map(|queen| queen.column).collect();
                let solution = Event::Solution {
                    columns,
                    image: Symmetry::Identity,
                };
                (StepKind::Solution, solution)
            }
        };
        self.counters.add(&made.1);
        Some(made)
    }

    pub(super) fn sorted_queens(&self) -> Vec<Square> {
        let mut queens = self.queens.clone();
        queens.sort_unstable();
        queens
    }

    /// Returns why the queens are no solution for n queens, if they are none.
    pub(super) fn solution_fault(&self, n: u32) -> Option<TraceFault> {
        let queens = self.queens.len() as u32;
        if queens != n {
            return Some(TraceFault::QueensMissing { queens });
        }
        let mut seconds = self.queens.iter().enumerate();
        seconds.find_map(|(at, &second)| {
            let mut firsts = self.queens[..at].iter();
            let pair = firsts.find_map(|&first| Conflict::between(first, second))?;
            Some(TraceFault::Attack { pair })
        })
    }

    /// Returns a step with the queens as they are.
    pub(crate) fn step(
        &self,
        index: u64,
        (kind, event): (StepKind, Event),
        data: Data,
        line: u32,
    ) -> Step {
        Step {
            index,
            kind,
            event,
            queens: self.queens.clone(),
            counters: self.counters,
            data,
            source: SourceLine { file: "", line },
            solutions_before: self.solutions_before.clone(),
        }
    }
}

impl Trace {
    /// Returns the steps `from`, `from + 1`, …, at most `len` of them: one for each move up to the
    /// first fault. The source line of a step is the line of its move. O(moves).
    ///
    /// ```
    /// use bezzel_judge::Trace;
    /// let trace = Trace::read_text("n 4\nplace 0 1\nremove 0 1\nplace 0 2\n");
    /// let page = trace.steps(1, 10);
    /// assert_eq!((page.steps.len(), page.ended), (2, true));
    /// assert_eq!(page.steps[1].queens.len(), 1);
    /// ```
    pub fn steps(&self, from: u64, len: usize) -> Steps {
        let possible = self
            .error()
            .map_or(self.moves.len() as u64, |error| error.index);
        let end = possible.min(from.saturating_add(len as u64));
        let mut steps = Vec::new();
        self.replay(|index, made, played, player| {
            if let (true, Ok(played)) = ((from..end).contains(&index), played) {
                let line = u32::try_from(made.line).unwrap_or(u32::MAX);
                let data = Data::Tables { tables: Vec::new() };
                steps.push(player.step(index, played, data, line));
            }
        });
        let ended = end == possible;
        Steps { steps, ended }
    }

    /// Describes a step, with the line of its move.
    pub fn sentence(&self, step: &Step) -> Text {
        let line = step.source.line;
        let made = match step.event {
            Event::Place { square } => {
                texts!([at = at(square)], "queen placed at {at}", "在{at}放置皇后")
            }
            Event::Remove { square } => {
                texts!(
                    [at = at(square)],
                    "queen removed from {at}",
                    "移除{at}的皇后"
                )
            }
            _ => texts!(
                "solution {number} reported",
                "报告第 {number} 个解",
                number = step.counters.solutions
            ),
        };
        texts!([made], "line {line}: {made}", "{made}（记录第 {line} 行）")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_steps_up_to_the_first_fault() {
        let text =
            "n 4\nplace 0 1\nplace 1 3\nplace 2 0\nplace 3 2\nsolution\nremove 3 2\nremove 3 2\n";
        let trace = Trace::read_text(text);
        let all = trace.steps(0, 100);
        assert_eq!((all.steps.len(), all.ended), (6, true));
        assert_eq!(
            all.steps[4].event,
            Event::Solution {
                columns: vec![1, 3, 0, 2],
                image: Symmetry::Identity,
            }
        );
        assert_eq!(all.steps[5].counters.backtracks, 1);
        assert_eq!(trace.steps(2, 2).steps, all.steps[2..4]);
        assert!(!trace.steps(2, 2).ended);
        let sentence = trace.sentence(&all.steps[0]).english;
        assert_eq!(sentence, "line 2: queen placed at row {0} column {1}");
    }
}
