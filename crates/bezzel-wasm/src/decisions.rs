//! The whole decision tree of a run, or a part of it.

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
        let mut grower = Grower::new(self);
        let should_stop = || deadline.is_over();
        let flow = run.observe(&mut Stoppable::new(&mut grower, &should_stop));
        let ended = grower.base.is_some_and(|base| grower.path.len() < base);
        Ok(DecisionTree {
            complete: flow.is_continue() || ended,
            nodes: grower.nodes,
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
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct Decision {
    /// Index of the square above; null at the first level.
    parent: Option<usize>,
    square: Square,
    /// Step that decides the square.
    step: u64,
    #[serde(flatten)]
    result: Decided,
}

/// Result of a square of a decision tree.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "result")]
enum Decided {
    /// A queen was placed.
    Placed {
        /// Number of queens placed below.
        placed: u64,
        /// Number of solutions below.
        solutions: u64,
        /// True if it has squares below that were left out.
        folded: bool,
    },
    /// Tried and rejected, because a queen on this line attacks it.
    Rejected { line: Line },
    /// Not even tried.
    Pruned,
}

/// Builds the tree from the events of a run.
struct Grower {
    method: Method,
    n: u32,
    root: Option<u64>,
    depth: usize,
    index: u64,
    nodes: Vec<Decision>,
    /// Queens on the board, with their nodes if they are in the part.
    path: Vec<(Square, Option<usize>)>,
    /// Number of queens above the first level; absent outside the part.
    base: Option<usize>,
}

impl Grower {
    fn new(request: &TreeRequest) -> Self {
        let &TreeRequest {
            run: Run { method, n, .. },
            root,
            depth,
        } = request;
        Self {
            method,
            n,
            root,
            depth,
            index: 0,
            nodes: Vec::new(),
            path: Vec::new(),
            base: root.is_none().then_some(0),
        }
    }

    /// Returns the node above the next square if that square is in the part.
    fn parent(&self) -> Option<Option<usize>> {
        let level = self.path.len().checked_sub(self.base?)?;
        (level < self.depth).then(|| match level {
            0 => None,
            _ => self.path.last().and_then(|(_, node)| *node),
        })
    }

    fn push(&mut self, square: Square, result: Decided) -> Option<usize> {
        let parent = self.parent()?;
        self.nodes.push(Decision {
            parent,
            square,
            step: self.index,
            result,
        });
        Some(self.nodes.len() - 1)
    }

    fn place(&mut self, square: Square) {
        let is_hidden = self.base.is_some() && self.parent().is_none();
        for (_, node) in &self.path {
            let Some(node) = node else { continue };
            if let Decided::Placed { placed, folded, .. } = &mut self.nodes[*node].result {
                *placed += 1;
                *folded |= is_hidden;
            }
        }
        let result = Decided::Placed {
            placed: 0,
            solutions: 0,
            folded: false,
        };
        let node = self.push(square, result);
        self.path.push((square, node));
        if self.root == Some(self.index) {
            self.base = Some(self.path.len());
        }
    }

    /// Removes a queen. Breaks at the end of the part.
    fn remove(&mut self, square: Square) -> ControlFlow<()> {
        // A start position may be removed in any order.
        self.path.retain(|(queen, _)| *queen != square);
        match self.base {
            Some(base) if self.path.len() < base => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn solution(&mut self) {
        for (_, node) in &self.path {
            let Some(node) = node else { continue };
            if let Decided::Placed { solutions, .. } = &mut self.nodes[*node].result {
                *solutions += 1;
            }
        }
    }

    /// Adds the squares of an exhausted row that were never tried.
    fn prune(&mut self, row: u32) {
        // The colour split does not try the squares of the other colour, which is no pruning.
        let Some(parent) = self.parent() else { return };
        if self.method == Method::ColourSplit {
            return;
        }
        // The squares of a row are the last nodes with this parent.
        let above = parent.map_or(0, |node| node + 1);
        let siblings = self.nodes[above..]
            .iter()
            .filter(|node| node.parent == parent);
        let tried: Vec<Square> = siblings.map(|node| node.square).collect();
        for column in 0..self.n {
            let square = Square::new(row, column);
            if !tried.contains(&square) {
                self.push(square, Decided::Pruned);
            }
        }
    }
}

impl Observer for Grower {
    fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        match event {
            Event::Place { square } => self.place(square),
            Event::Remove { square } => flow = self.remove(square),
            // The brute force rejects queens of full boards, which are nodes already.
            Event::Rejected { square, line, .. }
                if self.path.iter().all(|(queen, _)| *queen != square) =>
            {
                self.push(square, Decided::Rejected { line });
            }
            Event::Solution { .. } => self.solution(),
            Event::Exhausted { row } => self.prune(row),
            _ => {}
        }
        self.index += 1;
        if self.nodes.len() > limits::MAX_TREE_NODES {
            return ControlFlow::Break(());
        }
        flow
    }
}
