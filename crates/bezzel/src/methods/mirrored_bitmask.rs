//! Mirrored bitmask: the bitmask search on the left half of the first row.
//!
//! The mirror image of a solution has its first queen in the other half of the first row.
//! So only the left half is searched, and every solution stands for 2. If n is odd and the
//! first queen is in the middle, which the mirror does not move, the second row decides in
//! the same way (its queen cannot be in the middle too).
//!
//! Time half of the bitmask method's, memory the same. Adds to it: the factor 2. (All eight
//! images could be used, but then symmetric solutions need care; see the mirrored markers.)

use std::ops::ControlFlow;

use super::Search;
use super::bitmask::Bitmask;
use super::observer::Observer;
use super::opening::{AND_MIRRORED, Opening};
use crate::Square;

pub(super) struct MirroredBitmask;

impl Search for MirroredBitmask {
    fn openings(n: u32) -> Vec<Opening> {
        if n <= 1 {
            return vec![Opening::start()];
        }
        let middle = n / 2;
        let mut openings: Vec<_> = (0..middle)
            .map(|column| Opening::new([Square::new(0, column)], AND_MIRRORED))
            .collect();
        if n % 2 == 1 {
            // The square beside the middle one is attacked by the first queen.
            openings.extend((0..middle - 1).map(|column| {
                let queens = [Square::new(0, middle), Square::new(1, column)];
                Opening::new(queens, AND_MIRRORED)
            }));
        }
        openings
    }

    fn search<O: Observer>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        Bitmask::search(n, opening, observer)
    }
}
