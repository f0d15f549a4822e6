//! The combinatorial part of the colour-split counter: sets, symmetry, quarters, covers.
//!
//! A diagonal move keeps the parity of row + column, so queens on black squares never share a
//! diagonal with queens on white squares. With b(R,C) the number of placements of queens on
//! black squares in exactly the rows R and columns C, and w(R,C) the same for white,
//!
//! ```text
//!   Q(n) = Σ b(R,C) · w(¬R,¬C)   over all R and C
//! ```
//!
//! Each colour consists of two [`quarter`]s. [`orbit`] selects representatives under the eight
//! symmetries, [`constraint`] has the constraints of a board, [`cover`]
//! selects the order in which rows are added, and [`groups`] those that are finished together.
//! [`every_row`] is the counterpart of [`cover`] for occupancies. This module knows neither tables nor
//! vector instructions: [`lowering`](crate::lowering) turns its results into flat tables.

pub(crate) mod constraint;
pub(crate) mod cover;
pub(crate) mod every_row;
pub(crate) mod groups;
pub(crate) mod orbit;
pub(crate) mod quarter;
pub(crate) mod sets;
