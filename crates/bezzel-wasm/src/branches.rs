//! The decision tree up to the current step, folded so that it fits a screen.
//!
//! Only the current path is unfolded: for each of its queens, the squares that were tried at that
//! level and their results. An explored branch is one entry with its numbers of queens placed and
//! solutions found.

use bezzel::methods::Event;
use bezzel::{Line, Square};
use serde::Serialize;

/// Squares tried with 0, 1, 2, … queens on the board.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Branches {
    levels: Vec<Vec<Branch>>,
}

/// A square that was tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Branch {
    square: Square,
    #[serde(flatten)]
    state: BranchState,
}

/// Result of a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "state")]
enum BranchState {
    /// The current candidate.
    Tried,
    /// Rejected, because a queen on this line attacks it.
    Rejected { line: Line },
    /// A queen is placed on it.
    Open { placed: u64, solutions: u64 },
    /// Its branch was explored and left.
    Left { placed: u64, solutions: u64 },
}

/// Builds the tree from the events of a run. The cost of an event is independent of its depth: the
/// numbers of a branch are differences between its end and its start.
#[derive(Debug, Clone, Default)]
pub(crate) struct BranchesBuilder {
    levels: Vec<Vec<Branch>>,
    path: Vec<OpenBranch>,
    placed: u64,
    solutions: u64,
}

/// A branch of the current path.
#[derive(Debug, Clone)]
struct OpenBranch {
    /// Index in its level.
    at: usize,
    /// Queens placed and solutions found before the branch.
    placed: u64,
    solutions: u64,
}

impl BranchesBuilder {
    /// Adds an event.
    pub(crate) fn add(&mut self, event: &Event<'_>) {
        match *event {
            Event::Try { square } => drop(self.set(square, BranchState::Tried)),
            Event::Rejected { square, line, .. } => self.reject(square, line),
            Event::Place { square } => self.open(square),
            Event::Remove { square } => self.leave(square),
            Event::Solution { .. } => self.solutions += 1,
            _ => {}
        }
    }

    /// Returns the tree after the last event.
    pub(crate) fn branches(mut self) -> Branches {
        for (level, open) in self.levels.iter_mut().zip(&self.path) {
            let (placed, solutions) = (self.placed - open.placed, self.solutions - open.solutions);
            level[open.at].state = BranchState::Open { placed, solutions };
        }
        let levels = self.levels;
        Branches { levels }
    }

    /// Sets a square of the level below the path and returns its index there.
    fn set(&mut self, square: Square, state: BranchState) -> usize {
        let depth = self.path.len();
        self.levels.truncate(depth + 1);
        if self.levels.len() == depth {
            self.levels.push(Vec::new());
        }
        let level = &mut self.levels[depth];
        match level.iter().rposition(|branch| branch.square == square) {
            Some(at) => {
                level[at].state = state;
                at
            }
            None => {
                level.push(Branch { square, state });
                level.len() - 1
            }
        }
    }

    /// Returns the depth of the queen on this square, if it is on the path.
    fn on_path(&self, square: Square) -> Option<usize> {
        let is_here = |depth: &usize| self.levels[*depth][self.path[*depth].at].square == square;
        (0..self.path.len()).rev().find(is_here)
    }

    /// Rejects a square. `brute-force` rejects squares that hold a queen; their branch stays open.
    fn reject(&mut self, square: Square, line: Line) {
        if self.on_path(square).is_none() {
            self.set(square, BranchState::Rejected { line });
        }
    }

    fn open(&mut self, square: Square) {
        let (placed, solutions) = (self.placed, self.solutions);
        self.placed += 1;
        let state = BranchState::Open {
            placed: 1,
            solutions: 0,
        };
        let at = self.set(square, state);
        self.path.push(OpenBranch {
            at,
            placed,
            solutions,
        });
    }

    fn leave(&mut self, square: Square) {
        let Some(depth) = self.on_path(square) else {
            return;
        };
        let OpenBranch {
            at,
            placed,
            solutions,
        } = self.path[depth];
        let (placed, solutions) = (self.placed - placed, self.solutions - solutions);
        self.levels[depth][at].state = BranchState::Left { placed, solutions };
        self.path.truncate(depth);
        self.levels.truncate(depth + 1);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use bezzel::methods::{Context, Method, Observer};

    use super::*;

    /// Builds the tree and checks its depth after each event.
    struct DepthCheck {
        builder: BranchesBuilder,
        queens: usize,
    }

    impl Observer for DepthCheck {
        fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> ControlFlow<()> {
            self.builder.add(&event);
            match event {
                Event::Place { .. } => self.queens += 1,
                Event::Remove { .. } => self.queens -= 1,
                _ => {}
            }
            assert_eq!(self.builder.path.len(), self.queens, "after {event:?}");
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn branches_hold_all_solutions_and_all_queens() {
        for method in Method::ALL.into_iter().filter(|method| method.counts()) {
            let (builder, queens) = (BranchesBuilder::default(), 0);
            let mut check = DepthCheck { builder, queens };
            let _ = method.observe(6, &mut check).unwrap();
            let work = method.counters(6).unwrap();
            let mut found = (0, 0);
            for branch in &check.builder.branches().levels[0] {
                if let BranchState::Left { placed, solutions }
                | BranchState::Open { placed, solutions } = branch.state
                {
                    found = (found.0 + placed, found.1 + solutions);
                }
            }
            // Methods with several start positions have one branch for each of them.
            assert_eq!(found.1, work.solutions, "{method}");
            assert_eq!(found.0, work.placed, "{method}");
        }
    }
}
