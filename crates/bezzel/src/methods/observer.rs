//! Observers: typed events of a method, with its data structures at that moment.
//!
//! A method is generic over `Watch`. With `Unwatched` the compiler removes every report, so an
//! unobserved run has no overhead (`cargo bench --bench observer_cost` compares with a handwritten
//! loop). An [`Observer`] of another crate is called through one more implementation of `Watch`, so
//! that each method is compiled here and not once more for each observer.

use std::ops::ControlFlow;
use std::panic::Location;

use super::table::Table;
use crate::{Line, Square, Symmetry};

/// Event of a run.
///
/// ```
/// use bezzel::{NEVER, methods::{Event, Method}};
/// let solutions = Method::Bitmask.run(6)?.steps(0, 10_000, NEVER).steps.into_iter()
///     .filter(|step| matches!(step.event, Event::Solution { .. }))
///     .count();
/// assert_eq!(solutions, 4);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Event {
    /// A candidate square is tried.
    Try {
        /// Candidate square.
        square: Square,
    },
    /// One elementary test of a candidate: reads a cell, a marker, a queen or the masks.
    Test {
        /// Tested square.
        square: Square,
        /// What the test reads.
        probe: Probe,
    },
    /// The candidate is rejected.
    Rejected {
        /// Candidate square.
        square: Square,
        /// Square of the queen that attacks it.
        by: Square,
        /// Line along which the queen attacks it.
        line: Line,
    },
    /// A queen is placed.
    Place {
        /// Square of the queen.
        square: Square,
    },
    /// A queen is removed again: the search backtracks.
    Remove {
        /// Square of the queen.
        square: Square,
    },
    /// The three masks of a bit method before and after placing a queen.
    Masks {
        /// Row of the queen.
        row: u32,
        /// Masks of `row`, without the queen.
        before: Masks,
        /// Masks of the next row, with the queen.
        after: Masks,
    },
    /// Every square of a row was tried: the search backtracks to the row above.
    Exhausted {
        /// The row that is entered or left, from 0.
        row: u32,
    },
    /// The queens on even squares are complete and are joined with every placement on odd
    /// squares that occupies exactly the other rows and columns.
    Join {
        /// Number of these placements.
        matches: u64,
    },
    /// A solution. Methods that use symmetry report each counted image as a further solution,
    /// so there are as many of these events as solutions.
    Solution {
        /// Column of the queen in each row, from 0.
        columns: Vec<u32>,
        /// Symmetry that maps the solution found to this one; `Identity` for the solution itself.
        image: Symmetry,
    },
    /// A step that only this method has. Its description names the kind and its meaning.
    Own {
        /// Name of the kind of step.
        name: &'static str,
        /// Square of the step, if it has one.
        at: Option<Square>,
        /// Numbers that the sentence of the step uses.
        values: [u32; 2],
    },
}

impl Event {
    /// Returns the square that the step tries, tests, rejects, fills or clears.
    pub fn square(&self) -> Option<Square> {
        match *self {
            Event::Try { square }
            | Event::Test { square, .. }
            | Event::Rejected { square, .. }
            | Event::Place { square }
            | Event::Remove { square } => Some(square),
            Event::Own { at, .. } => at,
            _ => None,
        }
    }

    /// Returns the entry that the step reads, if it is a test.
    pub fn probe(&self) -> Option<Probe> {
        match *self {
            Event::Test { probe, .. } => Some(probe),
            _ => None,
        }
    }
}

/// Entry that an elementary test reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "probe")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Probe {
    /// A placed queen: columns and slopes are compared.
    Queen {
        /// Square of the queen.
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
        /// Index of the marker.
        index: u32,
    },
    /// The marker of a diagonal, indexed by row − column + n.
    DiagonalMarker {
        /// Index of the marker.
        index: u32,
    },
    /// The marker of an anti-diagonal, indexed by row + column.
    AntiDiagonalMarker {
        /// Index of the marker.
        index: u32,
    },
    /// All three masks at once.
    Masks {
        /// Masks of the row.
        masks: Masks,
    },
}

/// The three integers of a bit method for one row; bit c represents column c.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Masks {
    /// Columns that hold a queen.
    pub columns: u64,
    /// Squares attacked along diagonals. The mask moves one column to the right (towards higher
    /// bits) with each row.
    pub diagonals: u64,
    /// Squares attacked along anti-diagonals. The mask moves one column to the left (towards
    /// lower bits) with each row.
    pub anti_diagonals: u64,
}

impl Masks {
    /// Returns the free squares of the row; `all` has one bit for each of the n columns.
    pub fn free(&self, all: u64) -> u64 {
        all & !(self.columns | self.diagonals | self.anti_diagonals)
    }
}

/// Data structures of a method.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Data {
    /// Columns of the placed queens.
    Positions {
        /// Index = row, value = column.
        columns: Vec<u32>,
    },
    /// The board with its border, and the linked list of queens.
    BorderedBoard {
        /// (n + 2)² cells, row by row: 0 empty, 1 queen, 2 border.
        cells: Vec<u8>,
        /// Current queens, first queen first.
        positions: Vec<Square>,
    },
    /// The marker arrays.
    Markers {
        /// Indexed by column; n entries.
        columns: Vec<bool>,
        /// Indexed by row − column + n; index 0 is unused.
        diagonals: Vec<bool>,
        /// Indexed by row + column.
        anti_diagonals: Vec<bool>,
    },
    /// The doubly linked list of free columns and the diagonal markers.
    Links {
        /// Previous free column; index n is the head of the list.
        previous: Vec<u32>,
        /// Next free column; index n is the head of the list.
        next: Vec<u32>,
        /// Indexed by row − column + n; index 0 is unused.
        diagonals: Vec<bool>,
        /// Indexed by row + column.
        anti_diagonals: Vec<bool>,
    },
    /// The three masks of the current row, and the candidates not yet tried.
    Masks {
        /// Masks of the row.
        masks: Masks,
        /// Free squares of the row that have not been tried yet.
        candidates: u64,
    },
    /// The row set and column set of one colour, and the table of placements on odd squares.
    Colours {
        /// "odd" while the table is filled, "even" while it is read.
        colour: &'static str,
        /// Rows that hold a queen of this colour, one bit each.
        rows: u64,
        /// Columns that hold a queen of this colour, one bit each.
        columns: u64,
        /// Number of different (rows, columns) pairs in the table.
        pairs: usize,
        /// Number of placements in the table.
        placements: u64,
    },
    /// Tables that the method draws itself, for front ends that know nothing about it.
    Tables {
        /// Tables, in the order in which they are shown.
        tables: Vec<Table>,
    },
}

/// Receives the events of a run. Return `Break` to stop it.
///
/// ```
/// use std::ops::ControlFlow;
/// use bezzel::methods::{Context, Event, Method, Observer};
///
/// /// Stops at the first rejected square.
/// struct UntilRejected(Option<bezzel::Square>);
///
/// impl Observer for UntilRejected {
///     fn event(&mut self, event: Event, _: &Context<'_>) -> ControlFlow<()> {
///         if let Event::Rejected { square, .. } = event {
///             self.0 = Some(square);
///             return ControlFlow::Break(());
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut observer = UntilRejected(None);
/// let _ = Method::SlopeTest.run(8)?.observe(&mut observer);
/// assert_eq!(observer.0, Some(bezzel::Square::new(1, 0)));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub trait Observer {
    /// Handles one event.
    fn event(&mut self, event: Event, context: &Context<'_>) -> ControlFlow<()>;
}

/// State of the method at an event.
///
/// ```
/// use std::ops::ControlFlow;
/// use bezzel::methods::{Context, Data, Event, Method, Observer};
///
/// /// Stops at the first solution, with the data of the method and its source line.
/// struct AtSolution(Option<(Data, u32)>);
///
/// impl Observer for AtSolution {
///     fn event(&mut self, event: Event, context: &Context<'_>) -> ControlFlow<()> {
///         if matches!(event, Event::Solution { .. }) {
///             self.0 = Some((context.data(), context.source().line()));
///             return ControlFlow::Break(());
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut observer = AtSolution(None);
/// let _ = Method::SlopeTest.run(6)?.observe(&mut observer);
/// let (data, line) = observer.0.unwrap();
/// assert!(matches!(data, Data::Positions { columns } if columns.len() == 6) && line > 0);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub struct Context<'a> {
    data: &'a dyn Fn() -> Data,
    source: &'static Location<'static>,
}

impl Context<'_> {
    /// Copies the data structures of the method.
    pub fn data(&self) -> Data {
        (self.data)()
    }

    /// Returns the source line of the method that reports the event.
    pub fn source(&self) -> &'static Location<'static> {
        self.source
    }
}

/// Receives the events of a run, known when the methods are compiled.
pub(crate) trait Watch {
    /// `false` disables all reports at compile time.
    const ENABLED: bool = true;

    /// Handles one event. `Location::caller` is the source line of the method that reports it.
    #[track_caller]
    fn event(&mut self, event: Event, data: &dyn Fn() -> Data) -> ControlFlow<()>;
}

/// Ignores everything and costs nothing.
pub(crate) struct Unwatched;

impl Watch for Unwatched {
    const ENABLED: bool = false;

    fn event(&mut self, _: Event, _: &dyn Fn() -> Data) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Reports all events to an observer.
pub(crate) struct Observed<'a>(pub &'a mut dyn Observer);

impl Watch for Observed<'_> {
    fn event(&mut self, event: Event, data: &dyn Fn() -> Data) -> ControlFlow<()> {
        let source = Location::caller();
        self.0.event(event, &Context { data, source })
    }
}

/// Work counters of a run, defined alike for all methods.
///
/// ```
/// use bezzel::methods::Method;
/// let work = Method::DiagonalMarkers.run(8)?.counters();
/// assert_eq!((work.placed, work.backtracks, work.solutions), (2056, 2056, 92));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Counters {
    /// Squares tried. The fixed queens of a mirrored method are placed without being tried.
    pub tried: u64,
    /// Queens placed, including the fixed queens of a mirrored method.
    pub placed: u64,
    /// Queens removed because the search went back.
    pub backtracks: u64,
    /// Elementary tests of a cell, marker, pair of queens, set of masks or table entry.
    pub tests: u64,
    /// Solutions found, including the images that a mirrored method counts.
    pub solutions: u64,
}

/// One of the [`Counters`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Work {
    /// Squares tried.
    Tried,
    /// Queens placed.
    Placed,
    /// Queens removed.
    Backtracks,
    /// Elementary tests.
    Tests,
    /// Solutions found.
    Solutions,
}

impl Counters {
    /// Returns the value of one counter.
    pub fn of(&self, work: Work) -> u64 {
        match work {
            Work::Tried => self.tried,
            Work::Placed => self.placed,
            Work::Backtracks => self.backtracks,
            Work::Tests => self.tests,
            Work::Solutions => self.solutions,
        }
    }

    /// Counts one event.
    pub fn add(&mut self, event: &Event) {
        match event {
            Event::Try { .. } => self.tried += 1,
            Event::Place { .. } => self.placed += 1,
            Event::Remove { .. } => self.backtracks += 1,
            Event::Test { .. } | Event::Join { .. } => self.tests += 1,
            Event::Solution { .. } => self.solutions += 1,
            Event::Rejected { .. }
            | Event::Masks { .. }
            | Event::Exhausted { .. }
            | Event::Own { .. } => {}
        }
    }
}

impl Observer for Counters {
    fn event(&mut self, event: Event, _: &Context<'_>) -> ControlFlow<()> {
        self.add(&event);
        ControlFlow::Continue(())
    }
}

/// Number of squares on which a queen is placed between two checks for a request to stop.
const PLACED_PER_STOP_CHECK: u64 = 4096;

/// Counts the events, passes the solutions on, and stops when asked.
pub(crate) struct Counted<'a> {
    pub counters: Counters,
    pub each: &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    pub should_stop: &'a dyn Fn() -> bool,
}

impl Watch for Counted<'_> {
    #[inline]
    fn event(&mut self, event: Event, _: &dyn Fn() -> Data) -> ControlFlow<()> {
        self.counters.add(&event);
        match event {
            Event::Solution { columns, .. } => (self.each)(&columns),
            Event::Place { .. } => {
                let is_due = self.counters.placed.is_multiple_of(PLACED_PER_STOP_CHECK);
                match is_due && (self.should_stop)() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Tells an observer of the steps of a search, or compiles to nothing if the observer is disabled.
pub(super) struct Report<'o, O> {
    /// Images that each solution counts for.
    images: &'static [Symmetry],
    observer: &'o mut O,
}

impl<'o, O: Watch> Report<'o, O> {
    pub(super) fn new(images: &'static [Symmetry], observer: &'o mut O) -> Self {
        Self { images, observer }
    }

    /// Reports one event.
    #[inline(always)]
    #[track_caller]
    pub(super) fn event(&mut self, event: Event, data: impl Fn() -> Data) -> ControlFlow<()> {
        match O::ENABLED {
            true => self.observer.event(event, &data),
            false => ControlFlow::Continue(()),
        }
    }

    /// Reports that the queen that `by` returns attacks a candidate.
    #[inline(always)]
    #[track_caller]
    pub(super) fn rejected(
        &mut self,
        square: Square,
        by: impl FnOnce() -> Square,
        data: impl Fn() -> Data,
    ) -> ControlFlow<()> {
        if !O::ENABLED {
            return ControlFlow::Continue(());
        }
        let by = by();
        let line = square.line_to(by).expect("the queens attack each other");
        self.event(Event::Rejected { square, by, line }, data)
    }

    /// Reports a solution and the images counted with it.
    #[inline(always)]
    #[track_caller]
    pub(super) fn solution(&mut self, columns: &[u32], data: impl Fn() -> Data) -> ControlFlow<()> {
        if O::ENABLED {
            for &image in self.images {
                let mut moved = Vec::new();
                image.apply_to_columns(columns, &mut moved);
                let columns = moved;
                self.observer
                    .event(Event::Solution { columns, image }, &data)?;
            }
        }
        ControlFlow::Continue(())
    }
}
