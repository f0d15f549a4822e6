//! Counting by colour.
//!
//! A diagonal move keeps the parity of row + column, so queens on black squares never share a
//! diagonal with queens on white squares. With b(R,C) the number of ways to put queens on
//! black squares of exactly the rows R and columns C, and w(R,C) the same for white,
//!
//! ```text
//!   Q(n) = Σ b(R,C) · w(¬R,¬C)   over all R and C
//! ```
//!
//! Each colour consists of two [`quarter`] boards. [`orbit`] chooses representatives under
//! the eight images, [`unit`] sums one share of the rest. [`join`] makes the tables b and w:
//! [`cover`] decides in which order rows are handled, [`steps`] what happens to the columns.

pub(crate) mod cover;
pub(crate) mod join;
pub(crate) mod orbit;
pub(crate) mod quarter;
pub(crate) mod sets;
pub(crate) mod steps;
pub(crate) mod unit;
