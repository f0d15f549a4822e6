//! Openings: queens that stand before the search begins, and what each search stands for.
//!
//! A method cuts its search into openings so that symmetry can weigh them and threads can
//! share them. The sum of `images × solutions` over the openings of a method is Q(n).

use crate::{Square, Symmetry};

/// Queens that stand from the start, and the images counted with each solution found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The queens, in the order in which they are placed.
    pub queens: Vec<Square>,
    /// Each solution found stands for these images of itself, the identity among them.
    pub images: &'static [Symmetry],
}

/// A solution that stands for itself alone.
pub(crate) const ITSELF: &[Symmetry] = &[Symmetry::Identity];
/// A solution that stands for itself and its mirror image.
pub(crate) const AND_MIRRORED: &[Symmetry] = &[Symmetry::Identity, Symmetry::MirrorColumns];

impl Opening {
    /// The empty board, each solution standing for itself.
    pub fn start() -> Self {
        Self {
            queens: Vec::new(),
            images: ITSELF,
        }
    }

    /// The opening with these queens.
    pub(crate) fn new(queens: impl Into<Vec<Square>>, images: &'static [Symmetry]) -> Self {
        Self {
            queens: queens.into(),
            images,
        }
    }

    /// Every way to add a queen to the first empty row. `attacked` says whether squares that
    /// are attacked already are wanted too (brute force walks them).
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

/// Cuts openings into smaller ones, row by row, until there are at least `wanted` or the
/// board is full.
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
