//! The decision tree of a run, grown by its events: all squares of a part of it, or what fits a screen at a step.
//!
//! A *folded* tree has only the current path: for each of its queens, the squares that were tried at that level. When a
//! queen is removed, what is below it is left out, and only its numbers of queens and solutions stay.

use std::ops::ControlFlow;

use bezzel::methods::{Context, Event, Method, Observer, Stoppable};
use bezzel::shared::check_range;
use bezzel::{Line, Square};
use serde::{Deserialize, Serialize};

use crate::Host;
use crate::host::Deadline;
use crate::limits;
use crate::problem::Problem;
use crate::run::{Run, check_step};

/// The part of a decision tree to return.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeRequest {
    run: Run,
    /// Step that places the queen above this part; the root of the tree if absent.
    root: Option<u64>,
    /// Number of levels; deeper ones are only counted.
    depth: usize,
}

impl TreeRequest {
    /// Returns the squares that were tried, in the order of the run.
    pub(crate) fn tree(&self, host: &dyn Host) -> Result<DecisionTree, Problem> {
        let run = self.run.check()?;
        check_step(self.root.unwrap_or(0))?;
        check_range("depth", self.depth as u64, 1..=limits::MAX_STEPS_N.into())?;
        let deadline = Deadline::new(host, limits::SEARCH_SECONDS);
        // The colour split does not try the squares of the other colour, which is no pruning.
        let has_pruning = self.run.method != Method::ColourSplit;
        let columns = if has_pruning { self.run.n } else { 0 };
        let mut tree = Tree::new(self.root, self.depth, Some(columns));
        let should_stop = || deadline.is_over();
        let flow = run.observe(&mut Stoppable::new(&mut tree, &should_stop));
        let complete = flow.is_continue() || tree.has_ended();
        tree.leave(0);
        Ok(DecisionTree {
            complete,
            nodes: tree.nodes,
        })
    }
}

/// A part of the tree of the squares that a run tries.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct DecisionTree {
    /// Squares in the order of the run.
    nodes: Vec<Decision>,
    /// False if the time limit or the limit of nodes was reached before the end of the part.
    complete: bool,
}

/// A square of a decision tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Decision {
    /// Index of the square above; null at the first level.
    parent: Option<usize>,
    square: Square,
    /// Step that decides the square.
    step: u64,
    #[serde(flatten)]
    result: Decided,
}

/// Result of a square of a decision tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "result")]
enum Decided {
    /// The candidate of a folded tree.
    Tried,
    /// Tried and rejected, because a queen on this line attacks it.
    Rejected { line: Line },
    /// A queen is on it.
    Open,
    /// A queen was placed and removed.
    Placed {
        /// Number of queens placed below.
        placed: u64,
        /// Number of solutions below.
        solutions: u64,
        /// True if it has squares below that were left out.
        folded: bool,
    },
    /// Not even tried.
    Pruned,
}

/// The last square of a folded tree after a step: the squares before it are those before the step.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct LastDecision {
    at: usize,
    node: Decision,
}

/// Numbers of queens placed and solutions found so far, and of queens below the last level. The cost of an event is
/// independent of its depth: the numbers below a queen are differences.
#[derive(Debug, Clone, Copy, Default)]
struct Numbers {
    placed: u64,
    solutions: u64,
    hidden: u64,
}

/// A queen on the board.
#[derive(Debug)]
struct Queen {
    square: Square,
    /// Its node, if it is in the part.
    node: Option<usize>,
    /// Numbers after it was placed.
    before: Numbers,
}

/// A tree that grows.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Decision>,
    path: Vec<Queen>,
    /// Number of steps so far.
    pub(crate) steps: u64,
    numbers: Numbers,
    root: Option<u64>,
    depth: usize,
    /// Number of columns whose squares are pruned if they are not tried; absent for a folded tree.
    columns: Option<u32>,
    /// Number of queens above the first level; absent outside the part.
    base: Option<usize>,
}

impl Tree {
    fn new(root: Option<u64>, depth: usize, columns: Option<u32>) -> Self {
        let base = root.is_none().then_some(0);
        Self {
            root,
            depth,
            columns,
            base,
            ..Self::default()
        }
    }

    pub(crate) fn folded() -> Self {
        Self::new(None, usize::MAX, None)
    }

    /// True if the queen above the part was removed.
    fn has_ended(&self) -> bool {
        self.base.is_some_and(|base| self.path.len() < base)
    }

    pub(crate) fn grow(&mut self, event: &Event) {
        let on_path = |square| self.path.iter().rposition(|queen| queen.square == square);
        match *event {
            Event::Try { square } if self.columns.is_none() => self.decide(square, Decided::Tried),
            // The brute force rejects queens of full boards, which are nodes already.
            Event::Rejected { square, line, .. } if on_path(square).is_none() => {
                self.decide(square, Decided::Rejected { line });
            }
            Event::Place { square } => self.place(square),
            Event::Remove { square } => on_path(square)
                .into_iter()
                .for_each(|depth| self.leave(depth)),
            Event::Solution { .. } => self.numbers.solutions += 1,
            Event::Exhausted { row } => self.prune(row),
            _ => {}
        }
        self.steps += 1;
    }

    pub(crate) fn last(&self) -> Option<LastDecision> {
        let node = self.nodes.last()?.clone();
        let at = self.nodes.len() - 1;
        Some(LastDecision { at, node })
    }

    /// Returns the node above the next square if that square is in the part.
    fn parent(&self) -> Option<Option<usize>> {
        let level = self.path.len().checked_sub(self.base?)?;
        (level < self.depth).then(|| match level {
            0 => None,
            _ => self.path.last().and_then(|queen| queen.node),
        })
    }

    /// Adds a square; in a folded tree, it replaces what was known about it.
    fn decide(&mut self, square: Square, result: Decided) {
        let Some(parent) = self.parent() else { return };
        if self.columns.is_none() {
            self.nodes
                .pop_if(|node| (node.parent, node.square) == (parent, square));
        }
        let step = self.steps;
        self.nodes.push(Decision {
            parent,
            square,
            step,
            result,
        });
    }

    fn place(&mut self, square: Square) {
        let is_shown = self.parent().is_some();
        self.decide(square, Decided::Open);
        self.numbers.placed += 1;
        self.numbers.hidden += u64::from(self.base.is_some() && !is_shown);
        self.path.push(Queen {
            square,
            node: is_shown.then(|| self.nodes.len() - 1),
            before: self.numbers,
        });
        if self.root == Some(self.steps) {
            self.base = Some(self.path.len());
        }
    }

    /// Removes the queens from this one on.
    fn leave(&mut self, depth: usize) {
        for Queen { node, before, .. } in self.path.drain(depth..).rev() {
            let Some(node) = node else { continue };
            self.nodes[node].result = Decided::Placed {
                placed: self.numbers.placed - before.placed,
                solutions: self.numbers.solutions - before.solutions,
                folded: self.numbers.hidden > before.hidden,
            };
            if self.columns.is_none() {
                self.nodes.truncate(node + 1);
            }
        }
    }

    /// Adds the squares of an exhausted row that were never tried.
    fn prune(&mut self, row: u32) {
        let (Some(parent), Some(columns)) = (self.parent(), self.columns) else {
            return;
        };
        // The squares of a row are the last nodes with this parent.
        let siblings = &self.nodes[parent.map_or(0, |node| node + 1)..];
        let siblings = siblings.iter().filter(|node| node.parent == parent);
        let tried: Vec<Square> = siblings.map(|node| node.square).collect();
        for square in (0..columns).map(|column| Square::new(row, column)) {
            if !tried.contains(&square) {
                self.decide(square, Decided::Pruned);
            }
        }
    }
}

impl Observer for Tree {
    fn event(&mut self, event: Event, _: &Context<'_>) -> ControlFlow<()> {
        self.grow(&event);
        match self.has_ended() || self.nodes.len() > limits::MAX_TREE_NODES {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
