//! The decision tree up to the current step, folded so that it fits a screen.
//!
//! Only the current path is unfolded: for each of its queens, the squares that were tried at that
//! level and their results. An explored branch is one entry with its numbers of queens placed and
//! solutions found.

use bezzel::methods::Event;
use bezzel::{Line, Square};
use serde::Serialize;

/// A square that was tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Branch {
    square: Square,
    #[serde(flatten)]
    state: BranchState,
}

/// What the search found out about a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "state")]
enum BranchState {
    /// The current candidate.
    Tried,
    /// Rejected, because a queen on this line attacks it.
    Rejected { line: Line },
    /// A queen is placed on it.
    Open,
    /// Its branch was explored and left.
    Left { placed: u64, solutions: u64 },
}

/// Change of the tree by one step: the branch at this level and index is replaced or added, and
/// the levels below it are removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct BranchChange {
    level: usize,
    at: usize,
    branch: Branch,
}

/// Builds the tree from the events of a run. The cost of an event is independent of its depth: the
/// numbers of a branch are differences between its end and its start.
#[derive(Debug, Clone, Default)]
pub(crate) struct BranchesBuilder {
    /// Squares tried with 0, 1, 2, … queens on the board.
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
    /// Adds an event, and returns the level and the index of the branch that it changes.
    pub(crate) fn add(&mut self, event: &Event<'_>) -> Option<(usize, usize)> {
        let depth = self.path.len();
        match *event {
            Event::Try { square } => Some((depth, self.set(square, BranchState::Tried))),
            // `brute-force` rejects squares that hold a queen; their branch stays open.
            Event::Rejected { square, .. } if self.on_path(square).is_some() => None,
            Event::Rejected { square, line, .. } => {
                Some((depth, self.set(square, BranchState::Rejected { line })))
            }
            Event::Place { square } => Some((depth, self.open(square))),
            Event::Remove { square } => self.leave(square),
            Event::Solution { .. } => {
                self.solutions += 1;
                None
            }
            _ => None,
        }
    }

    /// Adds an event, and returns the change of the tree.
    pub(crate) fn change(&mut self, event: &Event<'_>) -> Option<BranchChange> {
        let (level, at) = self.add(event)?;
        let branch = self.levels[level][at].clone();
        Some(BranchChange { level, at, branch })
    }

    /// Returns the squares tried with 0, 1, 2, … queens on the board.
    pub(crate) fn levels(&self) -> &[Vec<Branch>] {
        &self.levels
    }

    /// Sets a square of the level below the path and returns its index there.
    fn set(&mut self, square: Square, state: BranchState) -> usize {
        let depth = self.path.len();
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

    fn open(&mut self, square: Square) -> usize {
        let (placed, solutions) = (self.placed, self.solutions);
        self.placed += 1;
        let at = self.set(square, BranchState::Open);
        self.path.push(OpenBranch {
            at,
            placed,
            solutions,
        });
        at
    }

    fn leave(&mut self, square: Square) -> Option<(usize, usize)> {
        let depth = self.on_path(square)?;
        let OpenBranch {
            at,
            placed,
            solutions,
        } = self.path[depth];
        let (placed, solutions) = (self.placed - placed, self.solutions - solutions);
        self.levels[depth][at].state = BranchState::Left { placed, solutions };
        self.path.truncate(depth);
        self.levels.truncate(depth + 1);
        Some((depth, at))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use bezzel::methods::{Context, Method, Observer};

    use super::*;

    /// Builds the tree and checks its depth, and the tree that the changes give, after each event.
    #[derive(Default)]
    struct DepthCheck {
        builder: BranchesBuilder,
        queens: usize,
        changed: Vec<Vec<Branch>>,
    }

    impl Observer for DepthCheck {
        fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> ControlFlow<()> {
            if let Some(BranchChange { level, at, branch }) = self.builder.change(&event) {
                self.changed.truncate(level + 1);
                self.changed.resize(level + 1, Vec::new());
                match self.changed[level].get_mut(at) {
                    Some(known) => *known = branch,
                    None => self.changed[level].push(branch),
                }
            }
            assert_eq!(self.changed, self.builder.levels, "after {event:?}");
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
            let mut check = DepthCheck::default();
            let _ = method.run(6).unwrap().observe(&mut check);
            let work = method.run(6).unwrap().counters();
            let mut found = (0, 0);
            for branch in &check.builder.levels()[0] {
                if let BranchState::Left { placed, solutions } = branch.state {
                    found = (found.0 + placed, found.1 + solutions);
                }
            }
            // Methods with several start positions have one branch for each of them.
            assert_eq!(found.1, work.solutions, "{method}");
            assert_eq!(found.0, work.placed, "{method}");
        }
    }
}
