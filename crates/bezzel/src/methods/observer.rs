//! Watching a method at work: typed events, and what it holds in its hands at that moment.
//!
//! A method is generic over its [`Observer`]. With [`NoObserver`] every report is removed at
//! compile time, so that not being watched costs nothing (`cargo bench --bench observer_cost`
//! compares with a loop written by hand).

use std::borrow::Cow;
use std::ops::ControlFlow;

use serde::Serialize;

use crate::{Line, Square, Symmetry};

/// One thing a method does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "event")]
#[non_exhaustive]
pub enum Event<'a> {
    /// It considers a queen on this square.
    Try {
        /// The square.
        square: Square,
    },
    /// One elementary test for that square: a cell, a marker, a queen or a mask is looked at.
    Test {
        /// The square that is tested.
        square: Square,
        /// What is looked at.
        probe: Probe,
    },
    /// The square is refused.
    Rejected {
        /// The square.
        square: Square,
        /// A queen that attacks it.
        by: Square,
        /// The line of the attack.
        line: Line,
    },
    /// A queen is put on the board.
    Place {
        /// Her square.
        square: Square,
    },
    /// She is taken off again: one step back in the search.
    Remove {
        /// Her square.
        square: Square,
    },
    /// The three masks of a bit method, before and after a queen was placed.
    Masks {
        /// The row of the queen.
        row: u32,
        /// What `row` saw.
        before: Masks,
        /// What the next row will see.
        after: Masks,
    },
    /// The queens on black squares are complete, and are joined with every way to put queens
    /// on white squares in exactly the other rows and columns.
    Join {
        /// The number of these ways.
        matches: u64,
    },
    /// A solution. Methods that use symmetry report each image they counted as one more
    /// solution, so that there are as many of these events as solutions.
    Solution {
        /// The column of each row.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<u32>))]
        columns: Cow<'a, [u32]>,
        /// `Identity` for the one that was found, else how it follows from that one.
        image: Symmetry,
    },
}

impl Event<'_> {
    /// The same event, borrowing nothing.
    pub fn into_owned(self) -> Event<'static> {
        match self {
            Event::Solution { columns, image } => Event::Solution {
                columns: Cow::Owned(columns.into_owned()),
                image,
            },
            Event::Try { square } => Event::Try { square },
            Event::Test { square, probe } => Event::Test { square, probe },
            Event::Rejected { square, by, line } => Event::Rejected { square, by, line },
            Event::Place { square } => Event::Place { square },
            Event::Remove { square } => Event::Remove { square },
            Event::Masks { row, before, after } => Event::Masks { row, before, after },
            Event::Join { matches } => Event::Join { matches },
        }
    }
}

/// What an elementary test looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "probe")]
#[non_exhaustive]
pub enum Probe {
    /// A queen that stands already: columns and slopes are compared.
    Queen {
        /// Her square.
        square: Square,
    },
    /// A cell of the bordered board, in its own coordinates (the border is 0 and n + 1).
    Cell {
        /// Row of the cell, 1 to n inside the border.
        row: u32,
        /// Column of the cell, 1 to n inside the border.
        column: u32,
    },
    /// The marker of a column.
    ColumnMarker {
        /// Its index.
        index: u32,
    },
    /// The marker of a diagonal, indexed by row − column + n.
    DiagonalMarker {
        /// Its index.
        index: u32,
    },
    /// The marker of an anti-diagonal, indexed by row + column.
    AntiDiagonalMarker {
        /// Its index.
        index: u32,
    },
    /// All three masks at once.
    Masks {
        /// The masks.
        masks: Masks,
    },
}

/// The three integers of a bit method, as one row sees them; bit c stands for column c.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Masks {
    /// Columns that hold a queen.
    pub columns: u64,
    /// Squares attacked along diagonals: the mask moves one column to the right (towards
    /// higher bits) with each row.
    pub diagonals: u64,
    /// Squares attacked along anti-diagonals: the mask moves one column to the left (towards
    /// lower bits) with each row.
    pub anti_diagonals: u64,
}

impl Masks {
    /// The free squares of the row among the n that exist.
    pub fn free(&self, all: u64) -> u64 {
        all & !(self.columns | self.diagonals | self.anti_diagonals)
    }
}

/// The data a method works with, as a learner would draw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
#[non_exhaustive]
pub enum Data {
    /// The column of each row so far.
    Positions {
        /// Index = row, value = column.
        columns: Vec<u32>,
    },
    /// The board with its border, and the linked list of positions.
    BorderedBoard {
        /// (n + 2)² cells, row by row: 0 empty, 1 queen, 2 border.
        cells: Vec<u8>,
        /// The current solution, first queen first.
        positions: Vec<Square>,
    },
    /// The marker arrays.
    Markers {
        /// By column, n of them.
        columns: Vec<bool>,
        /// By row − column + n; index 0 stays unused.
        diagonals: Vec<bool>,
        /// By row + column.
        anti_diagonals: Vec<bool>,
    },
    /// The doubly linked list of free columns and the diagonal markers.
    Links {
        /// The free column before; index n is the head of the ring.
        previous: Vec<u32>,
        /// The free column after; index n is the head of the ring.
        next: Vec<u32>,
        /// By row − column + n; index 0 stays unused.
        diagonals: Vec<bool>,
        /// By row + column.
        anti_diagonals: Vec<bool>,
    },
    /// The three masks the current row sees, and the candidates not yet tried.
    Masks {
        /// The masks.
        masks: Masks,
        /// Free squares of the row that are still to be tried.
        candidates: u64,
    },
    /// The sets of rows and columns that one colour uses, and the table it is joined with.
    Colours {
        /// "white" while the table is filled, "black" while it is read.
        colour: &'static str,
        /// Rows that hold a queen of this colour, one bit each.
        rows: u64,
        /// Columns that hold a queen of this colour, one bit each.
        columns: u64,
        /// Different (rows, columns) pairs in the table of white placements.
        pairs: usize,
        /// White placements in the table.
        placements: u64,
    },
}

/// Receives the events of a method. Return `Break` to stop it.
pub trait Observer {
    /// False only where nobody looks: then methods report nothing at all.
    const ENABLED: bool = true;

    /// Something happened. `data` draws what the method holds; it is made only when called.
    /// [`Location::caller`](std::panic::Location::caller) is the line of the method's source
    /// that reports it.
    #[track_caller]
    fn event(&mut self, event: Event<'_>, data: &dyn Fn() -> Data) -> ControlFlow<()>;
}

/// The observer that is not there.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    const ENABLED: bool = false;

    fn event(&mut self, _: Event<'_>, _: &dyn Fn() -> Data) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The work a method did. All methods count the same things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Counters {
    /// Squares on which a queen was considered. The queens that a mirrored method starts with
    /// are placed without being tried.
    pub tried: u64,
    /// Queens that were put on the board.
    pub placed: u64,
    /// Queens that were taken off again.
    pub backtracks: u64,
    /// Elementary tests: one cell, marker, pair of queens, set of masks or table entry each.
    pub tests: u64,
    /// Solutions.
    pub solutions: u64,
}

impl Counters {
    /// Counts one event.
    pub fn add(&mut self, event: &Event<'_>) {
        match event {
            Event::Try { .. } => self.tried += 1,
            Event::Place { .. } => self.placed += 1,
            Event::Remove { .. } => self.backtracks += 1,
            Event::Test { .. } | Event::Join { .. } => self.tests += 1,
            Event::Solution { .. } => self.solutions += 1,
            Event::Rejected { .. } | Event::Masks { .. } => {}
        }
    }
}

impl Observer for Counters {
    #[inline]
    fn event(&mut self, event: Event<'_>, _: &dyn Fn() -> Data) -> ControlFlow<()> {
        self.add(&event);
        ControlFlow::Continue(())
    }
}

/// Calls a function with each solution and ignores the rest.
pub(crate) struct EachSolution<F>(pub F);

impl<F: FnMut(&[u32]) -> ControlFlow<()>> Observer for EachSolution<F> {
    #[inline]
    fn event(&mut self, event: Event<'_>, _: &dyn Fn() -> Data) -> ControlFlow<()> {
        match event {
            Event::Solution { columns, .. } => (self.0)(&columns),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Reports one event, or compiles to nothing where nobody watches.
#[inline(always)]
#[track_caller]
pub(crate) fn emit<'a, O: Observer>(
    observer: &mut O,
    event: impl FnOnce() -> Event<'a>,
    data: impl Fn() -> Data,
) -> ControlFlow<()> {
    if O::ENABLED {
        observer.event(event(), &data)
    } else {
        ControlFlow::Continue(())
    }
}

/// Reports a solution and the images that the method counts with it.
#[inline(always)]
#[track_caller]
pub(crate) fn emit_solution<O: Observer>(
    observer: &mut O,
    columns: &[u32],
    images: &[Symmetry],
    data: impl Fn() -> Data,
) -> ControlFlow<()> {
    if O::ENABLED {
        let mut mirrored = Vec::new();
        for &image in images {
            let columns = if image == Symmetry::Identity {
                columns
            } else {
                image.apply_to_columns(columns, &mut mirrored);
                &mirrored
            };
            observer.event(
                Event::Solution {
                    columns: Cow::Borrowed(columns),
                    image,
                },
                &data,
            )?;
        }
    }
    ControlFlow::Continue(())
}
