//! The n queens problem: boards, symmetry, notations, ten classic methods, enumeration.
//!
//! In how many ways can n queens stand on an n×n board so that none attacks another? This
//! library holds the pure computation; the `bezzel` command prints it.

#![deny(missing_docs)]

mod board;
pub mod count;
mod error;
pub mod methods;
pub mod notation;
mod symmetry;

pub use board::{Conflict, Line, MAX_SIZE, Placement, Square};
pub use error::Error;
pub use symmetry::{Symmetry, SymmetryClass};
