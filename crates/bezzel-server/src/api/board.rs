//! Boards: images, exports, all solutions.

use axum::extract::State;
use axum::http::{HeaderName, header};
use bezzel::notation::{Notation, Options, Writer};
use bezzel::{Placement, Symmetry, SymmetryClass, solutions};
use serde::{Deserialize, Serialize};

use super::requests::{Board, Json, Query, size, within};
use crate::app::{App, limits};
use crate::problem::{Code, Problem};
use crate::reason::Reason;

/// An image of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Image {
    symmetry: Symmetry,
    /// Column of the queen in each row; null for an empty row.
    rows: Vec<Option<u32>>,
    /// True for the canonical form.
    canonical: bool,
}

/// The eight images of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Orbit {
    images: Vec<Image>,
    /// Number of distinct images.
    size: u32,
    symmetry: SymmetryClass,
}

/// Returns the eight images of a board with at most one queen in each row and column.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/board/orbit", tag = "boards", request_body = Board,
    responses(
        (status = 200, body = Orbit),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 409, body = Problem, content_type = "application/problem+json"),
        (status = 413, body = Problem, content_type = "application/problem+json"),
        (status = 415, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn orbit(Json(board): Json<Board>) -> Result<axum::Json<Orbit>, Problem> {
    let board = board.placement()?;
    let conflict = |error: bezzel::Error| {
        let detail = error.to_string();
        Problem::from(Reason::NoImages { detail })
    };
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
    Ok(axum::Json(Orbit {
        images: images.collect(),
        size: board.orbit_size()?,
        symmetry: board.symmetry_class(),
    }))
}

/// Notations of exported boards.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Written {
    Positions,
    Leetcode,
    Svg,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(super) struct Export {
    /// Notation of the export.
    notation: Written,
}

/// Exports a board with at most one queen in each row.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/board/export", tag = "boards", params(Export),
    request_body = Board,
    responses(
        (status = 200, description = "The board in the requested notation", content(
            (String = "text/plain"), (Vec<Vec<String>> = "application/json"), (String = "image/svg+xml"))),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 409, body = Problem, content_type = "application/problem+json"),
        (status = 413, body = Problem, content_type = "application/problem+json"),
        (status = 415, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn export(
    Query(export): Query<Export>,
    Json(board): Json<Board>,
) -> Result<([(HeaderName, &'static str); 1], Vec<u8>), Problem> {
    let (notation, kind) = match export.notation {
        Written::Positions => (Notation::Positions, "text/plain; charset=utf-8"),
        Written::Leetcode => (Notation::Leetcode, "application/json"),
        Written::Svg => (Notation::Svg, "image/svg+xml"),
    };
    let board = board.placement()?;
    let mut writer = Writer::new(Vec::new(), notation, Options::default());
    let written = writer.write(&board).and_then(|()| writer.finish(None));
    let failed = |error: std::io::Error| Problem::new(Code::Internal, error.to_string());
    Ok(([(header::CONTENT_TYPE, kind)], written.map_err(failed)?))
}

/// Filter of solutions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Filter {
    #[default]
    All,
    /// One solution of each orbit.
    Fundamental,
    /// Solutions with half-turn symmetry, including quarter-turn symmetry.
    Symmetric,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(super) struct Listing {
    /// Number of queens.
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 14, example = 8))]
    n: u32,
    /// Filter of solutions.
    #[serde(default)]
    filter: Filter,
    /// Index of the first solution of the page.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(maximum = 1_000_000))]
    from: u32,
    /// Number of solutions per page.
    #[serde(default = "page")]
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 1000, default = 200))]
    len: usize,
}

fn page() -> usize {
    200
}

/// A solution.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Solution {
    columns: Vec<u32>,
    symmetry: SymmetryClass,
    orbit_size: u32,
}

/// A page of solutions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Gallery {
    boards: Vec<Solution>,
    /// Number of solutions that pass the filter.
    total: u32,
}

/// Returns a page of the solutions in lexicographic order.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/solutions", tag = "boards", params(Listing),
    responses(
        (status = 200, body = Gallery),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn solutions_page(
    State(app): State<App>,
    Query(listing): Query<Listing>,
) -> Result<axum::Json<Gallery>, Problem> {
    let Listing {
        n,
        filter,
        from,
        len,
    } = listing;
    size(n, limits::MAX_GALLERY_N)?;
    within("len", len as u64, 1, limits::MAX_BOARDS_PER_PAGE as u64)?;
    let gallery = app.compute(move |deadline| {
        let (mut boards, mut total) = (Vec::new(), 0);
        let mut found = solutions(n)?;
        while let Some(columns) = found.next_columns() {
            if !matches(filter, columns) {
                continue;
            }
            if total >= from && boards.len() < len {
                boards.push(described(columns)?);
            }
            total += 1;
            if total % 1024 == 0 && deadline.is_over() {
                return Err(Reason::Untimely.into());
            }
        }
        Ok(Gallery { boards, total })
    });
    gallery.await.map(axum::Json)
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
