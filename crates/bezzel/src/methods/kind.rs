//! Kinds of step: the finer names by which listings, breakpoints and searches refer to steps.

use std::fmt;
use std::str::FromStr;

use super::observer::{Event, Probe};
use super::{Method, Text};
use crate::{Error, Square, Symmetry, UnknownName};

/// Kind of a step. Every kind that a method reports has one line in each of its
/// [listings](super::Listing).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    /// A placement on even squares is joined with those on odd squares.
    Join,
    /// A solution was found.
    Solution,
    /// An image of the solution is counted with it.
    Image,
    /// A step that only one method has, with its name.
    Own(&'static str),
}

impl StepKind {
    /// Kinds that several methods may have.
    const COMMON: [StepKind; 18] = [
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

    /// Returns all kinds: first the kinds that several methods have, then the kinds of a single method.
    pub fn all() -> Vec<StepKind> {
        let own = Method::ALL
            .into_iter()
            .flat_map(|method| method.about().kinds);
        let own = own.map(|kind| StepKind::Own(kind.name));
        Self::COMMON.into_iter().chain(own).collect()
    }

    /// Returns a description of the kind, for a reader who chooses one.
    ///
    /// ```
    /// use bezzel::methods::StepKind;
    /// assert_eq!(StepKind::Exhausted.title().english, "row exhausted: backtrack");
    /// ```
    pub fn title(self) -> Text {
        match self {
            StepKind::Try => Text::new("candidate", "候选格"),
            StepKind::TestQueen => Text::new("comparison with a queen", "与皇后比较"),
            StepKind::TestCell => Text::new("cell read", "读取单元格"),
            StepKind::TestColumn => Text::new("column marker read", "读取列标记"),
            StepKind::TestDiagonal => Text::new("diagonal marker read", "读取主对角线标记"),
            StepKind::TestAntiDiagonal => {
                Text::new("anti-diagonal marker read", "读取副对角线标记")
            }
            StepKind::TestMasks => Text::new("masks read", "读取掩码"),
            StepKind::Rejected => Text::new("conflict: square rejected", "冲突：不可放置"),
            StepKind::Place => Text::new("queen placed", "放置皇后"),
            StepKind::PlaceStart => {
                Text::new("queen of the start position placed", "放置起始局面的皇后")
            }
            StepKind::Remove => Text::new("queen removed", "移除皇后"),
            StepKind::RemoveStart => {
                Text::new("queen of the start position removed", "移除起始局面的皇后")
            }
            StepKind::Masks => Text::new("masks moved to the next row", "掩码移到下一行"),
            StepKind::MasksStart => Text::new(
                "masks moved below the start position",
                "掩码移到起始局面的下一行",
            ),
            StepKind::Exhausted => Text::new("row exhausted: backtrack", "本行试完：回溯"),
            StepKind::Join => Text::new("even and odd squares joined", "偶格与奇格合并"),
            StepKind::Solution => Text::new("solution", "解"),
            StepKind::Image => Text::new("image of a solution", "解的对称像"),
            StepKind::Own(name) => {
                let mut own = Method::ALL
                    .into_iter()
                    .flat_map(|method| method.about().kinds);
                let kind = own.find(|kind| kind.name == name);
                kind.map_or_else(|| Text::new(name, name), |kind| kind.title.clone())
            }
        }
    }

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
            StepKind::Own(name) => name,
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

impl serde::Serialize for StepKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl FromStr for StepKind {
    type Err = Error;

    /// Finds a kind by name. The error for an unknown name suggests the nearest one.
    fn from_str(name: &str) -> Result<Self, Error> {
        let named = |kind: StepKind| (kind.name(), kind);
        let names: Vec<_> = Self::all().into_iter().map(named).collect();
        Ok(UnknownName::find("kind of step", name, &names)?)
    }
}

/// Follows the events of a run: names the kind of each and keeps the queens on the board.
#[derive(Debug, Default)]
pub(super) struct Follower {
    /// Queens on the board, in the order in which they were placed.
    pub(super) queens: Vec<Square>,
    /// Number of solutions before each of these queens was placed.
    pub(super) solutions_before: Vec<u64>,
    solutions: u64,
    /// Queens of the start position: they were placed without being tried.
    start: Vec<Square>,
    tried: Option<Square>,
}

impl Follower {
    /// Returns the kind of the next event.
    pub(super) fn kind(&mut self, event: &Event) -> StepKind {
        match event {
            Event::Try { square } => {
                self.tried = Some(*square);
                StepKind::Try
            }
            Event::Test { probe, .. } => tested(probe),
            Event::Rejected { .. } => StepKind::Rejected,
            Event::Place { square } => {
                self.queens.push(*square);
                self.solutions_before.push(self.solutions);
                if self.tried.take() == Some(*square) {
                    return StepKind::Place;
                }
                self.start.push(*square);
                StepKind::PlaceStart
            }
            Event::Remove { square } => {
                if let Some(at) = self.queens.iter().position(|queen| queen == square) {
                    self.queens.remove(at);
                    self.solutions_before.remove(at);
                }
                let moves = self.tried.is_some_and(|to| to.row == square.row);
                let fixed = self.start.len();
                self.start.retain(|queen| queen != square);
                if self.start.len() < fixed && !moves {
                    StepKind::RemoveStart
                } else {
                    StepKind::Remove
                }
            }
            Event::Masks { .. } if self.queens.last() == self.start.last() => StepKind::MasksStart,
            Event::Masks { .. } => StepKind::Masks,
            Event::Exhausted { .. } => StepKind::Exhausted,
            Event::Join { .. } => StepKind::Join,
            Event::Solution { image, .. } => {
                self.solutions += 1;
                match image {
                    Symmetry::Identity => StepKind::Solution,
                    _ => StepKind::Image,
                }
            }
            Event::Own { name, .. } => {
                let mut common = StepKind::COMMON.into_iter();
                common
                    .find(|kind| kind.name() == *name)
                    .unwrap_or(StepKind::Own(name))
            }
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
