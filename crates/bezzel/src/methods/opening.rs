//! Start positions: queens fixed before the search, and the images that each solution counts
//! for.
//!
//! A method splits its search into start positions, so that symmetry can weight them and
//! threads can process them in parallel. The sum of `images × solutions` over the start
//! positions of a method is Q(n).

use crate::{Square, Symmetry};

/// Start position: fixed queens, and the images counted with each solution found.
#[derive(Debug, Clone)]
pub(crate) struct Opening {
    /// Fixed queens, in the order in which they are placed.
    pub queens: Vec<Square>,
    /// Images that each solution counts for, including the identity.
    pub images: &'static [Symmetry],
    /// State of the random numbers of a method that draws some.
    pub seed: u64,
}

/// State of the random numbers of a run without a seed; that of the listings.
pub(crate) const USUAL_SEED: u64 = 1;

/// Only the solution itself.
pub(crate) const ITSELF: &[Symmetry] = &[Symmetry::Identity];
/// The solution and its reflection.
pub(crate) const WITH_REFLECTION: &[Symmetry] = &[Symmetry::Identity, Symmetry::MirrorColumns];

impl Opening {
    /// Returns the empty board, where each solution counts once.
    pub(crate) fn start() -> Self {
        Self {
            queens: Vec::new(),
            images: ITSELF,
            seed: USUAL_SEED,
        }
    }

    /// Creates a start position with these queens.
    pub(crate) fn new(queens: impl Into<Vec<Square>>, images: &'static [Symmetry]) -> Self {
        Self {
            queens: queens.into(),
            images,
            seed: USUAL_SEED,
        }
    }

    #[cfg(feature = "parallel")]
    /// Returns every extension by one queen in the first empty row. `attacked` includes squares
    /// that are already attacked (brute force visits them).
    fn extended(&self, n: u32, attacked: bool) -> Vec<Opening> {
        let Some(row) = (0..n).find(|&row| self.queens.iter().all(|queen| queen.row != row)) else {
            return vec![self.clone()];
        };
        (0..n)
            .map(|column| Square::new(row, column))
            .filter(|&square| {
                attacked
                    || self
                        .queens
                        .iter()
                        .all(|queen| queen.line_to(square).is_none())
            })
            .map(|square| {
                let mut queens = self.queens.clone();
                queens.push(square);
                Opening::new(queens, self.images)
            })
            .collect()
    }
}

#[cfg(feature = "parallel")]
/// Splits start positions, row by row, until there are at least `wanted` or the board is full.
pub(crate) fn refined(
    mut openings: Vec<Opening>,
    n: u32,
    wanted: usize,
    attacked: bool,
) -> Vec<Opening> {
    for _ in 0..n {
        if openings.len() >= wanted {
            break;
        }
        openings = openings
            .iter()
            .flat_map(|opening| opening.extended(n, attacked))
            .collect();
    }
    openings
}
