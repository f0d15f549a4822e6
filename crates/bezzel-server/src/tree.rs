//! The decision tree as far as it was walked, folded so that it fits a screen.
//!
//! Of the whole tree only the current path is kept open: for each queen on it, the squares
//! that were considered beside hers, and what became of them. A branch that was left is one
//! entry with the number of queens placed in it and of solutions found there.

use bezzel::methods::Event;
use bezzel::{Line, Square};
use serde::Serialize;

/// The squares considered with 0, 1, 2, … queens on the board.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Tree {
    levels: Vec<Vec<Branch>>,
}

/// One square that was considered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Branch {
    square: Square,
    #[serde(flatten)]
    state: BranchState,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "state")]
enum BranchState {
    /// It is being looked at.
    Tried,
    /// It was refused.
    Rejected { line: Line },
    /// A queen stands there now.
    Open { placed: u64, solutions: u64 },
    /// The branch was walked and left.
    Left { placed: u64, solutions: u64 },
}

/// A walk through the decision tree. Each event costs the same however deep it is: what was
/// placed and found in a branch is the difference between its end and its beginning.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    levels: Vec<Vec<Branch>>,
    path: Vec<Open>,
    placed: u64,
    solutions: u64,
}

/// A branch of the current path.
#[derive(Debug)]
struct Open {
    /// Its place in its level.
    at: usize,
    /// How many queens were placed before, and how many solutions found.
    placed: u64,
    solutions: u64,
}

impl Walk {
    /// Takes in one more event.
    pub(crate) fn add(&mut self, event: &Event<'_>) {
        match *event {
            Event::Try { square } => drop(self.set(square, BranchState::Tried)),
            Event::Rejected { square, line, .. } => self.refuse(square, line),
            Event::Place { square } => self.open(square),
            Event::Remove { square } => self.leave(square),
            Event::Solution { .. } => self.solutions += 1,
            _ => {}
        }
    }

    /// The tree as it is now.
    pub(crate) fn tree(mut self) -> Tree {
        for (level, open) in self.levels.iter_mut().zip(&self.path) {
            let (placed, solutions) = (self.placed - open.placed, self.solutions - open.solutions);
            level[open.at].state = BranchState::Open { placed, solutions };
        }
        let levels = self.levels;
        Tree { levels }
    }

    /// Sets a square of the level below the path, and says where it stands there.
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

    /// Where on the path the queen of this square is.
    fn on_path(&self, square: Square) -> Option<usize> {
        let stands = |depth: &usize| self.levels[*depth][self.path[*depth].at].square == square;
        (0..self.path.len()).rev().find(stands)
    }

    /// Brute force refuses squares that hold a queen already: then the branch stays open.
    fn refuse(&mut self, square: Square, line: Line) {
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
        self.path.push(Open {
            at,
            placed,
            solutions,
        });
    }

    fn leave(&mut self, square: Square) {
        let Some(depth) = self.on_path(square) else {
            return;
        };
        let Open {
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

    use bezzel::methods::{Data, Method, Observer};

    use super::*;

    /// Looks at the tree with each event, and keeps the branches that were left below the root.
    struct Watch {
        walk: Walk,
        queens: usize,
    }

    impl Observer for Watch {
        fn event(&mut self, event: Event<'_>, _: &dyn Fn() -> Data) -> ControlFlow<()> {
            self.walk.add(&event);
            match event {
                Event::Place { .. } => self.queens += 1,
                Event::Remove { .. } => self.queens -= 1,
                _ => {}
            }
            assert_eq!(self.walk.path.len(), self.queens, "after {event:?}");
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn branches_hold_all_solutions_and_all_queens() {
        for method in Method::ALL {
            let (walk, queens) = (Walk::default(), 0);
            let mut watch = Watch { walk, queens };
            let _ = method.observe(6, &mut watch).unwrap();
            let work = method.counters(6).unwrap();
            let mut found = (0, 0);
            for branch in &watch.walk.tree().levels[0] {
                if let BranchState::Left { placed, solutions }
                | BranchState::Open { placed, solutions } = branch.state
                {
                    found = (found.0 + placed, found.1 + solutions);
                }
            }
            // A method of several searches with a first queen each leaves all of them.
            assert_eq!(found.1, work.solutions, "{method}");
            assert_eq!(found.0, work.placed, "{method}");
        }
    }
}
