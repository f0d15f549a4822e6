//! The n queens problem: boards, symmetry, notations, ten classic methods, enumeration.
//!
//! In how many ways can n queens stand on an n×n board so that none attacks another? This
//! library holds the pure computation; the `bezzel` command prints it.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

/// Its examples are tested with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod board;
mod classes;
mod completions;
mod constrained;
mod error;
pub mod exact_cover;
mod first;
pub mod methods;
pub mod notation;
pub mod puzzle;
mod solutions;
mod symmetry;

pub use board::{Conflict, Line, MAX_SIZE, Placement, Square};
pub use classes::{OrbitCounts, half_turn_solutions, quarter_turn_solutions};
pub use completions::{MAX_COMPLETED, completions};
pub use constrained::{Completions, ConstrainedBoard, Contradiction, MAX_DRAWN_SIZE, OutsideBoard};
pub use error::{Error, UnknownName};
pub use first::{FirstSolution, first};
pub use solutions::{Advance, Fundamental, Solutions, fundamental_solutions, solutions};
pub use symmetry::{Symmetry, SymmetryClass, is_canonical};
