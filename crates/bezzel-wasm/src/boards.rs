//! Boards: images, exports, all solutions.

use bezzel::notation::{Notation, Options, Writer};
use bezzel::shared::{check_range, check_size};
use bezzel::{Placement, Symmetry, SymmetryClass, solutions};
use serde::{Deserialize, Serialize};

use crate::Host;
use crate::answer::Answer;
use crate::board::{Board, named};
use crate::completions::complete;
use crate::host::Deadline;
use crate::limits;
use crate::problem::Problem;

/// A request about a board.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BoardRequest {
    /// Completions; answered by [`Completion`](crate::completions::Completion).
    Complete(Board),
    /// The images of a board; answered by [`Orbit`].
    Orbit(Board),
    /// A board in a notation; answered by a text.
    Export(Export),
    /// Solutions of empty boards; answered by [`Gallery`].
    Solutions(SolutionsRequest),
}

impl BoardRequest {
    pub(crate) fn answer(self, host: &dyn Host) -> Result<Answer, Problem> {
        Ok(match self {
            Self::Complete(board) => Answer::new(&complete(&board, host)?),
            Self::Orbit(board) => Answer::new(&orbit(&board)?),
            Self::Export(export) => Answer::new(&export.text()?),
            Self::Solutions(request) => Answer::new(&request.gallery(host)?),
        })
    }
}

/// A board after one of the eight symmetries.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Image {
    symmetry: Symmetry,
    /// Column of the queen in each row; null for an empty row.
    rows: Vec<Option<u32>>,
    /// True for the canonical form.
    canonical: bool,
}

/// The eight images of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Orbit {
    images: Vec<Image>,
    /// Number of distinct images.
    size: u32,
    symmetry: SymmetryClass,
}

/// Returns the eight images of a board with at most one queen in each row and column.
fn orbit(board: &Board) -> Result<Orbit, Problem> {
    let board = board.placement()?;
    let conflict = |error: bezzel::Error| Problem::new(error, "每行、每列最多只能有一个皇后");
    let canonical = board.canonical().map_err(conflict)?;
    let images = board.images().map_err(conflict)?;
    let images = Symmetry::ALL
        .into_iter()
        .zip(images)
        .map(|(symmetry, image)| Image {
            symmetry,
            canonical: image == canonical,
            rows: image.rows().collect(),
        });
    Ok(Orbit {
        images: images.collect(),
        size: board.orbit_size()?,
        symmetry: board.symmetry_class(),
    })
}

/// A board to be written in a notation.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Export {
    board: Board,
    /// Name of the notation, as `--notation` accepts it.
    #[serde(deserialize_with = "named")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    notation: Notation,
}

impl Export {
    /// Writes a board with at most one queen in each row.
    fn text(&self) -> Result<String, Problem> {
        let board = self.board.placement()?;
        let mut writer = Writer::new(Vec::new(), self.notation, Options::default());
        let written = writer.write(&board).and_then(|()| writer.finish(None));
        let bytes = written.expect("memory takes all that is written");
        Ok(String::from_utf8(bytes).expect("notations are text"))
    }
}

/// Which solutions are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Filter {
    #[default]
    All,
    /// One solution of each orbit.
    Fundamental,
    /// Solutions with half-turn symmetry, including quarter-turn symmetry.
    Symmetric,
}

/// A page of solutions to return.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SolutionsRequest {
    /// Number of queens, at most 14.
    n: u32,
    #[serde(default)]
    filter: Filter,
    /// Index of the first solution of the page.
    from: u32,
    /// Number of solutions per page.
    len: usize,
}

/// A solution, with its symmetry.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Solution {
    columns: Vec<u32>,
    symmetry: SymmetryClass,
    orbit_size: u32,
}

/// Some of the solutions, in lexicographic order.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Gallery {
    boards: Vec<Solution>,
    /// Number of solutions that pass the filter.
    total: u32,
}

impl SolutionsRequest {
    /// Returns a page of the solutions in lexicographic order.
    fn gallery(self, host: &dyn Host) -> Result<Gallery, Problem> {
        check_size(self.n, limits::MAX_GALLERY_N)?;
        let len = self.len as u64;
        check_range("len", len, 1..=limits::MAX_BOARDS_PER_PAGE as u64)?;
        let deadline = Deadline::new(host, limits::SEARCH_SECONDS);
        let (mut boards, mut total) = (Vec::new(), 0);
        let mut found = solutions(self.n)?;
        while let Some(columns) = found.next_columns() {
            if !matches(self.filter, columns) {
                continue;
            }
            if total >= self.from && boards.len() < self.len {
                boards.push(described(columns)?);
            }
            total += 1;
            if total % 1024 == 0 && deadline.is_over() {
                return Err(Problem::new(
                    "the time limit ended before all solutions were found",
                    "超时：未能找出全部解",
                ));
            }
        }
        Ok(Gallery { boards, total })
    }
}

fn matches(filter: Filter, columns: &[u32]) -> bool {
    let last = columns.len().saturating_sub(1);
    match filter {
        Filter::All => true,
        Filter::Fundamental => bezzel::is_canonical(columns),
        // Quarter-turn symmetry implies half-turn symmetry.
        Filter::Symmetric => {
            (0..=last).all(|row| columns[row] + columns[last - row] == last as u32)
        }
    }
}

fn described(columns: &[u32]) -> Result<Solution, Problem> {
    let placement = Placement::from_columns(columns.iter().copied())?;
    Ok(Solution {
        columns: columns.to_vec(),
        symmetry: placement.symmetry_class(),
        orbit_size: placement.orbit_size()?,
    })
}
