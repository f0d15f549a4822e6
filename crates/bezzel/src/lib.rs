//! The n-queens problem: boards, symmetry, notations, solution methods and enumeration.
//!
//! A solution places n queens on an n×n board so that no two attack each other.
//! Use this library to check placements, to list solutions with or without their symmetric
//! images, to read boards in any form, to write them in eight notations, and to run or step
//! through methods from brute force to bit masks. It opens no files, reads no clocks and prints
//! nothing.
//!
//! Rows and columns are numbered from 0, from the top left.
//!
//! # Check a placement
//!
//! ```
//! use bezzel::{Line, Placement};
//!
//! let board = Placement::from_columns([0, 4, 7, 5, 2, 6, 3, 1])?;
//! let pair = board.first_conflict().expect("two queens attack each other");
//! assert_eq!((pair.first.row, pair.second.row, pair.line), (2, 6, Line::AntiDiagonal));
//! # Ok::<(), bezzel::Error>(())
//! ```
//!
//! # List solutions
//!
//! ```
//! use bezzel::{first, fundamental_solutions, solutions};
//!
//! assert_eq!(solutions(8)?.count(), 92); // an iterator over placements
//! assert_eq!(fundamental_solutions(8)?.count(), 12); // one of each orbit
//! let huge = first(1_000_000)?.expect("every n except 2 and 3 has a solution");
//! assert!(huge.placement().is_solution()); // from a formula, without a search
//! # Ok::<(), bezzel::Error>(())
//! ```
//!
//! # Compare methods
//!
//! ```
//! use bezzel::{NEVER, methods::{Event, Method}};
//!
//! let (slow, fast) = (Method::BruteForce.run(5)?.counters(), Method::Bitmask.run(5)?.counters());
//! assert_eq!((slow.solutions, fast.solutions), (10, 10));
//! assert_eq!((slow.placed, fast.placed), (3905, 53));
//!
//! // The first three steps of the bitmask method: test row 0, try a square, place a queen.
//! let page = Method::Bitmask.run(5)?.steps(0, 3, NEVER);
//! assert!(matches!(page.steps[2].event, Event::Place { .. }));
//! # Ok::<(), bezzel::Error>(())
//! ```
//!
//! The folder `examples` has complete programs: `check` reads boards in any notation,
//! `solutions` lists them, and `watch` observes a method with a custom
//! [`Observer`](methods::Observer).
//!
//! # Map
//!
//! | item | content |
//! |---|---|
//! | [`Placement`], [`Square`], [`Line`], [`Conflict`], [`Verdict`] | boards, attacking pairs and checks |
//! | [`Symmetry`], [`SymmetryClass`], [`is_canonical`] | images, orbits and canonical forms |
//! | [`solutions`], [`fundamental_solutions`], [`first`] | enumeration |
//! | [`ConstrainedBoard`], [`proof`], [`exact_cover`] | completions of boards with placed queens and blocked squares |
//! | [`OrbitCounts`], [`half_turn_solutions`], [`quarter_turn_solutions`] | symmetric solutions |
//! | [`methods`] | the methods, observers and steps |
//! | [`notation`], [`reader`] | writing and reading of boards |
//! | [`seeded`] | random numbers from a seed |
//! | [`NEVER`] | for searches that run to their end |
//! | [`Error`], [`UnknownName`], [`counted`] | errors and messages |
//!
//! The crate `bezzel-count` contains the colour-split counter for n ≤ 32, and `bezzel-puzzle`
//! queens with regions.
//!
//! # Debug builds
//!
//! Debug builds list solutions about twenty times more slowly than release builds (n = 11, Intel
//! Xeon, 2026-11-27), unless the Cargo.toml of your program has these lines:
//!
//! ```toml
//! [profile.dev.package]
//! bezzel-core.opt-level = 3
//! ```
//!
//! # Feature flags
//!
//! - `parallel` (on by default): counts with threads,
//!   [`count_parallel`](methods::Method::count_parallel) and
//!   [`count_completions_parallel`](ConstrainedBoard::count_completions_parallel).
//! - `schema` (off by default): derives `utoipa::ToSchema` for the types that are serialised,
//!   for OpenAPI descriptions.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

/// Makes the examples of the README run as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod board;
mod classes;
mod constrained;
mod error;
pub mod exact_cover;
mod first;
mod limits;
pub mod methods;
mod min_conflicts;
pub mod notation;
#[cfg(feature = "parallel")]
mod parallel;
mod picture;
pub mod printable;
mod random;
pub mod reader;
mod solutions;
mod square;
mod symmetry;
mod verdict;

pub use board::Placement;
pub use classes::{OrbitCounts, half_turn_solutions, quarter_turn_solutions};
pub use constrained::JsonBoard;
pub use constrained::{ConstrainedBoard, RandomModel, RowOrColumn, proof};
pub use error::{Contradiction, Error, OutsideBoard, ReadError, UnknownName, counted};
pub use first::{FirstSolution, first};
pub use limits::{MAX_COMPLETED, MAX_COVERED_SIZE, MAX_DRAWN_SIZE, MAX_SIZE};
pub use min_conflicts::min_conflicts;
pub use random::seeded;
pub use solutions::{Advance, Fundamental, Solutions, fundamental_solutions, solutions};
pub use square::{Conflict, Line, Square};
pub use symmetry::{Symmetry, SymmetryClass, is_canonical};
pub use verdict::Verdict;

/// Value of `should_stop` for a search that runs to its end: a function that always returns `false`.
///
/// ```
/// use bezzel::{ConstrainedBoard, NEVER};
///
/// assert_eq!(ConstrainedBoard::new(6)?.count_completions(NEVER)?, Some(4));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub const NEVER: &(dyn Fn() -> bool + Sync) = &|| false;

/// Items that other crates of bezzel share with this one. The module is no interface for others and
/// changes in any version: the pictures, random numbers whose sequence is part of a format, and ranges of
/// numbers in requests.
#[doc(hidden)]
pub mod shared {
    pub use crate::limits::{OutOfRange, check_range, check_size};
    pub use crate::picture::{Picture, definitions};
    pub use crate::random::Random;
}
