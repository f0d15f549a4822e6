//! Kinds of step: the finer names by which listings, breakpoints and searches refer to steps.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::observer::{Event, Probe};
use crate::{Error, Square, Symmetry, UnknownName};

/// Kind of a step. Every kind that a method reports has one line in each of its
/// [listings](super::Listing).
///
/// ```
/// use bezzel::{NEVER, methods::{Method, StepKind, steps}};
/// let page = steps(Method::SlopeTest, 4, 0, 2, NEVER)?;
/// assert_eq!(page.steps[0].kind, StepKind::Try);
/// assert_eq!(page.steps[1].kind, StepKind::Place);
/// assert_eq!("test-queen".parse(), Ok(StepKind::TestQueen));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StepKind {
    /// A candidate square is tried.
    Try,
    /// A square is compared with a queen.
    TestQueen,
    /// A cell of the bordered board is read.
    TestCell,
    /// The marker of a column is read.
    TestColumn,
    /// The marker of a diagonal is read.
    TestDiagonal,
    /// The marker of an anti-diagonal is read.
    TestAntiDiagonal,
    /// The masks are read.
    TestMasks,
    /// The candidate, or the full board of `brute-force`, is rejected.
    Rejected,
    /// A queen is placed on the candidate.
    Place,
    /// A queen of a start position is placed.
    PlaceStart,
    /// A queen is removed: the search backtracks.
    Remove,
    /// A queen of a start position is removed.
    RemoveStart,
    /// The masks move to the next row.
    Masks,
    /// The masks move to the next row below a queen of a start position.
    MasksStart,
    /// Every square of a row was tried.
    Exhausted,
    /// A placement on black squares is joined with those on white squares.
    Join,
    /// A solution was found.
    Solution,
    /// An image of the solution is counted with it.
    Image,
}

impl StepKind {
    /// All kinds.
    pub const ALL: [StepKind; 18] = [
        StepKind::Try,
        StepKind::TestQueen,
        StepKind::TestCell,
        StepKind::TestColumn,
        StepKind::TestDiagonal,
        StepKind::TestAntiDiagonal,
        StepKind::TestMasks,
        StepKind::Rejected,
        StepKind::Place,
        StepKind::PlaceStart,
        StepKind::Remove,
        StepKind::RemoveStart,
        StepKind::Masks,
        StepKind::MasksStart,
        StepKind::Exhausted,
        StepKind::Join,
        StepKind::Solution,
        StepKind::Image,
    ];

    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            StepKind::Try => "try",
            StepKind::TestQueen => "test-queen",
            StepKind::TestCell => "test-cell",
            StepKind::TestColumn => "test-column",
            StepKind::TestDiagonal => "test-diagonal",
            StepKind::TestAntiDiagonal => "test-anti-diagonal",
            StepKind::TestMasks => "test-masks",
            StepKind::Rejected => "rejected",
            StepKind::Place => "place",
            StepKind::PlaceStart => "place-start",
            StepKind::Remove => "remove",
            StepKind::RemoveStart => "remove-start",
            StepKind::Masks => "masks",
            StepKind::MasksStart => "masks-start",
            StepKind::Exhausted => "exhausted",
            StepKind::Join => "join",
            StepKind::Solution => "solution",
            StepKind::Image => "image",
        }
    }

    /// Returns `true` for the steps in which a queen has just been placed: they belong to the
    /// row of that queen.
    pub(super) fn has_just_placed(self) -> bool {
        matches!(
            self,
            StepKind::Place | StepKind::PlaceStart | StepKind::Masks | StepKind::MasksStart
        )
    }
}

impl fmt::Display for StepKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for StepKind {
    type Err = Error;

    /// Finds a kind by name. The error for an unknown name suggests the nearest one.
    fn from_str(name: &str) -> Result<Self, Error> {
        let names = Self::ALL.map(|kind| (kind.name(), kind));
        Ok(UnknownName::find("kind of step", name, &names)?)
    }
}

/// Follows the events of a run: names the kind of each and keeps the queens on the board.
#[derive(Debug, Default)]
pub(super) struct Follower {
    /// Queens on the board, in the order in which they were placed.
    pub(super) queens: Vec<Square>,
    /// Queens of the start position: they were placed without being tried.
    start: Vec<Square>,
    tried: Option<Square>,
}

impl Follower {
    /// Returns the kind of the next event.
    pub(super) fn kind(&mut self, event: &Event<'_>) -> StepKind {
        match event {
            Event::Try { square } => {
                self.tried = Some(*square);
                StepKind::Try
            }
            Event::Test { probe, .. } => tested(probe),
            Event::Rejected { .. } => StepKind::Rejected,
            Event::Place { square } => {
                self.queens.push(*square);
                if self.tried.take() == Some(*square) {
                    return StepKind::Place;
                }
                self.start.push(*square);
                StepKind::PlaceStart
            }
            Event::Remove { square } => {
                self.queens.retain(|queen| queen != square);
                let fixed = self.start.len();
                self.start.retain(|queen| queen != square);
                if self.start.len() < fixed {
                    StepKind::RemoveStart
                } else {
                    StepKind::Remove
                }
            }
            Event::Masks { .. } if self.queens.last() == self.start.last() => StepKind::MasksStart,
            Event::Masks { .. } => StepKind::Masks,
            Event::Exhausted { .. } => StepKind::Exhausted,
            Event::Join { .. } => StepKind::Join,
            Event::Solution { image, .. } if *image == Symmetry::Identity => StepKind::Solution,
            Event::Solution { .. } => StepKind::Image,
        }
    }

    /// Returns the number of queens above the row of a step of this kind, which is its depth in
    /// the recursion.
    pub(super) fn depth(&self, kind: StepKind) -> usize {
        self.queens.len() - usize::from(kind.has_just_placed())
    }
}

fn tested(probe: &Probe) -> StepKind {
    match probe {
        Probe::Queen { .. } => StepKind::TestQueen,
        Probe::Cell { .. } => StepKind::TestCell,
        Probe::ColumnMarker { .. } => StepKind::TestColumn,
        Probe::DiagonalMarker { .. } => StepKind::TestDiagonal,
        Probe::AntiDiagonalMarker { .. } => StepKind::TestAntiDiagonal,
        Probe::Masks { .. } => StepKind::TestMasks,
    }
}
