//! The decision tree as far as it was walked, folded so that it fits a screen.
//!
//! Of the whole tree only the current path is kept open: for each queen on it, the squares
//! that were considered beside hers, and what became of them. A branch that was left is one
//! entry with the number of queens placed in it and of solutions found there.

use bezzel::methods::Event;
use bezzel::{Line, Square};
use serde::Serialize;
use utoipa::ToSchema;

/// The squares considered with 0, 1, 2, … queens on the board.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Tree {
    levels: Vec<Vec<Branch>>,
}

/// One square that was considered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Branch {
    square: Square,
    #[serde(flatten)]
    state: BranchState,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "state")]
enum BranchState {
    /// It is being looked at.
    Tried,
    /// It was refused.
    Refused { line: Line },
    /// A queen stands there now.
    Open { placed: u64, solutions: u64 },
    /// The branch was walked and left.
    Left { placed: u64, solutions: u64 },
}

impl Tree {
    /// Takes in one more event.
    pub(crate) fn add(&mut self, event: &Event<'_>) {
        match *event {
            Event::Try { square } => self.set(square, BranchState::Tried),
            Event::Refused { square, line, .. } => self.refuse(square, line),
            Event::Place { square } => self.open(square),
            Event::Remove { square } => self.leave(square),
            Event::Solution { .. } => self.each_open(|_, solutions| *solutions += 1),
            _ => {}
        }
    }

    /// The level where squares are considered now: below all that are open.
    fn depth(&self) -> usize {
        let is_open = |level: &&Vec<Branch>| {
            level
                .iter()
                .any(|branch| matches!(branch.state, BranchState::Open { .. }))
        };
        self.levels.iter().take_while(is_open).count()
    }

    fn set(&mut self, square: Square, state: BranchState) {
        let depth = self.depth();
        self.levels.truncate(depth + 1);
        if self.levels.len() == depth {
            self.levels.push(Vec::new());
        }
        let level = &mut self.levels[depth];
        match level.iter_mut().find(|branch| branch.square == square) {
            Some(branch) => branch.state = state,
            None => level.push(Branch { square, state }),
        }
    }

    /// Brute force refuses squares that hold a queen already: then the branch stays open.
    fn refuse(&mut self, square: Square, line: Line) {
        let is_open = |branch: &Branch| {
            branch.square == square && matches!(branch.state, BranchState::Open { .. })
        };
        if !self.levels.iter().flatten().any(is_open) {
            self.set(square, BranchState::Refused { line });
        }
    }

    fn open(&mut self, square: Square) {
        self.each_open(|placed, _| *placed += 1);
        let (placed, solutions) = (1, 0);
        self.set(square, BranchState::Open { placed, solutions });
    }

    fn leave(&mut self, square: Square) {
        let is_open = |level: &Vec<Branch>| {
            level.iter().any(|branch| {
                branch.square == square && matches!(branch.state, BranchState::Open { .. })
            })
        };
        let Some(depth) = self.levels.iter().position(is_open) else {
            return;
        };
        self.levels.truncate(depth + 1);
        for branch in &mut self.levels[depth] {
            if let BranchState::Open { placed, solutions } = branch.state {
                branch.state = BranchState::Left { placed, solutions };
            }
        }
    }

    fn each_open(&mut self, mut change: impl FnMut(&mut u64, &mut u64)) {
        for branch in self.levels.iter_mut().flatten() {
            if let BranchState::Open { placed, solutions } = &mut branch.state {
                change(placed, solutions);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use bezzel::methods::{Data, Method, Observer};

    use super::*;

    /// Looks at the tree with each event, and keeps the branches that were left below the root.
    struct Walk {
        tree: Tree,
        queens: usize,
    }

    impl Observer for Walk {
        fn event(&mut self, event: Event<'_>, _: &dyn Fn() -> Data) -> ControlFlow<()> {
            self.tree.add(&event);
            match event {
                Event::Place { .. } => self.queens += 1,
                Event::Remove { .. } => self.queens -= 1,
                _ => {}
            }
            assert_eq!(self.tree.depth(), self.queens, "after {event:?}");
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn branches_hold_all_solutions_and_all_queens() {
        for method in Method::ALL {
            let (tree, queens) = (Tree::default(), 0);
            let mut walk = Walk { tree, queens };
            let _ = method.observe(6, &mut walk).unwrap();
            let work = method.counters(6).unwrap();
            let mut found = (0, 0);
            for branch in &walk.tree.levels[0] {
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
