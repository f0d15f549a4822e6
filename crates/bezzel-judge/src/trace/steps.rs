//! The moves as steps, for a player of runs.

use std::borrow::Cow;

use bezzel::methods::{Counters, Data, Event, SourceLine, Step, StepKind, Steps, Text};
use bezzel::{Square, Symmetry};

use super::{Move, Trace};

#[derive(Default)]
struct State {
    queens: Vec<Square>,
    solutions_before: Vec<u64>,
    counters: Counters,
}

impl State {
    fn play(&mut self, read: Move) -> (StepKind, Event<'static>) {
        let (kind, event) = match read {
            Move::Place { square } => {
                self.queens.push(square);
                self.solutions_before.push(self.counters.solutions);
                (StepKind::Place, Event::Place { square })
            }
            Move::Remove { square } => {
                if let Some(at) = self.queens.iter().rposition(|queen| *queen == square) {
                    self.queens.remove(at);
                    self.solutions_before.remove(at);
                }
                (StepKind::Remove, Event::Remove { square })
            }
            Move::Solution => {
                let mut queens = self.queens.clone();
                queens.sort_unstable();
                let columns = queens.iter().map(|queen| queen.column).collect();
                let solution = Event::Solution {
                    columns: Cow::Owned(columns),
                    image: Symmetry::Identity,
                };
                (StepKind::Solution, solution)
            }
        };
        self.counters.add(&event);
        (kind, event)
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
        let moves = self.moves();
        let mut state = State::default();
        let mut steps = Vec::new();
        for (index, (line, read)) in (0..).zip(&moves) {
            if steps.len() == len {
                break;
            }
            let (kind, event) = state.play(*read);
            if index >= from {
                steps.push(Step {
                    index,
                    kind,
                    event,
                    queens: state.queens.clone(),
                    counters: state.counters,
                    data: Data::Tables { tables: Vec::new() },
                    source: SourceLine {
                        file: "",
                        line: u32::try_from(*line).unwrap_or(u32::MAX),
                    },
                    solutions_before: state.solutions_before.clone(),
                });
            }
        }
        let ended = from + steps.len() as u64 >= moves.len() as u64;
        Steps { steps, ended }
    }

    /// Returns the number of the first step at or after `from` that is a solution.
    pub fn next_solution(&self, from: u64) -> Option<u64> {
        let is_later = |&at: &u64| at >= from;
        self.solutions().find(is_later)
    }

    /// Returns the number of the last step before `before` that is a solution.
    pub fn previous_solution(&self, before: u64) -> Option<u64> {
        self.solutions().take_while(|&at| at < before).last()
    }

    fn solutions(&self) -> impl Iterator<Item = u64> {
        let moves = (0..).zip(self.moves());
        moves.filter_map(|(at, (_, read))| (read == Move::Solution).then_some(at))
    }

    /// Describes a step, with the line of its move.
    pub fn sentence(&self, step: &Step) -> Text {
        let line = step.source.line;
        let text = match &step.event {
            Event::Place { square } => crate::moves::placed(*square),
            Event::Remove { square } => crate::moves::removed(*square),
            _ => crate::moves::solution(step.counters.solutions),
        };
        let english = format!("line {line}: {}", text.english);
        (english, format!("第 {line} 行：{}", text.chinese)).into()
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
                columns: Cow::Owned(vec![1, 3, 0, 2]),
                image: Symmetry::Identity,
            }
        );
        assert_eq!(all.steps[5].counters.backtracks, 1);
        assert_eq!(trace.steps(2, 2).steps, all.steps[2..4]);
        assert!(!trace.steps(2, 2).ended);
        assert_eq!(
            (trace.next_solution(0), trace.next_solution(5)),
            (Some(4), None)
        );
        assert_eq!(
            (trace.previous_solution(6), trace.previous_solution(4)),
            (Some(4), None)
        );
        let sentence = trace.sentence(&all.steps[0]).english;
        assert_eq!(sentence, "line 2: queen placed at row {0} column {1}");
    }
}
