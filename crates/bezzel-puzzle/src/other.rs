//! The search of the generator for another solution.
//!
//! It tries the same squares in the same order as the exact-cover search of [`Puzzle::solutions`],
//! since the puzzle of a seed depends on which solution is found first. Sets of columns as bits take a
//! fraction of the time of linked lists, and need no problem to be built for each change of a board.

use bezzel::Placement;

use crate::Puzzle;

/// The largest board of a generated puzzle.
pub const MAX_GENERATED_SIZE: u32 = 16;
const MOST: usize = MAX_GENERATED_SIZE as usize;

/// In place of the number of free squares: a queen is in this row, column or region.
const COVERED: u8 = u8::MAX;

/// Largest board whose searches have no limit: the puzzles of a seed are the same in every version.
const MAX_UNLIMITED: usize = 12;
/// Queens that a search for a larger board places. Few searches need more, and they take most of the time.
const MAX_QUEENS: u32 = 1000;

/// Result of the search for another solution.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Other {
    Found(Placement),
    None,
    /// The search was given up.
    Unknown,
}

/// Returns the first solution that differs from a known one, given by its columns. The board has at most
/// [`MAX_GENERATED_SIZE`] rows.
pub(crate) fn other_solution(puzzle: &Puzzle, known: &[u32]) -> Other {
    let n = known.len();
    let mut regions = [[0; MOST]; MOST];
    let mut left = Left {
        free: [0; MOST],
        lengths: [0; 3 * MOST],
    };
    left.free[..n].fill(u16::MAX >> (MOST - n));
    left.lengths[..2 * n].fill(n as u8);
    for (index, &region) in puzzle.regions.iter().enumerate() {
        regions[usize::from(region)][index / n] |= 1 << (index % n);
        left.lengths[2 * n + usize::from(region)] += 1;
    }
    let mut search = OtherSearch {
        puzzle,
        regions,
        known,
        columns: [0; MOST],
        queens_left: if n > MAX_UNLIMITED {
            MAX_QUEENS
        } else {
            u32::MAX
        },
    };
    if search.extend(&left) {
        let columns = search.columns[..n].iter().copied();
        return Other::Found(Placement::from_columns(columns).expect("columns below n"));
    }
    match search.queens_left {
        0 => Other::Unknown,
        _ => Other::None,
    }
}

struct OtherSearch<'a> {
    puzzle: &'a Puzzle,
    /// The columns of each region in each row, as bits.
    regions: [[u16; MOST]; MOST],
    known: &'a [u32],
    /// The column of the queen of each row that has one.
    columns: [u32; MOST],
    queens_left: u32,
}

/// The squares that some queens leave free.
#[derive(Clone, Copy)]
struct Left {
    /// The free columns of each row, as bits.
    free: [u16; MOST],
    /// The number of free squares of each row, then of each column, then of each region.
    lengths: [u8; 3 * MOST],
}

impl OtherSearch<'_> {
    /// Returns true if it found another solution, which is then in `columns`.
    fn extend(&mut self, left: &Left) -> bool {
        let n = self.known.len();
        let (mut shortest, mut fewest) = (0, COVERED);
        for (item, &length) in left.lengths[..3 * n].iter().enumerate() {
            if length < fewest {
                (shortest, fewest) = (item, length);
            }
        }
        if fewest == COVERED {
            return self.columns[..n] != *self.known;
        }
        for row in 0..n {
            let of_item = match shortest {
                item if item < n => u16::from(item == row) * u16::MAX,
                item if item < 2 * n => 1 << (item - n),
                item => self.regions[item - 2 * n][row],
            };
            for column in bits(left.free[row] & of_item) {
                if self.queens_left == 0 {
                    return false;
                }
                self.queens_left -= 1;
                self.columns[row] = column as u32;
                if self.extend(&self.with_queen(*left, row, column)) {
                    return true;
                }
            }
        }
        false
    }

    fn with_queen(&self, mut left: Left, row: usize, column: usize) -> Left {
        let n = self.known.len();
        let region = self.region(row, column);
        for other in 0..n {
            let attacked = match other.abs_diff(row) {
                0 => u16::MAX,
                1 => (7u32 << column >> 1) as u16 | self.regions[region][other],
                _ => 1 << column | self.regions[region][other],
            };
            for taken in bits(left.free[other] & attacked) {
                left.lengths[other] -= 1;
                left.lengths[n + taken] -= 1;
                left.lengths[2 * n + self.region(other, taken)] -= 1;
            }
            left.free[other] &= !attacked;
        }
        for item in [row, n + column, 2 * n + region] {
            left.lengths[item] = COVERED;
        }
        left
    }

    fn region(&self, row: usize, column: usize) -> usize {
        usize::from(self.puzzle.regions[row * self.known.len() + column])
    }
}

/// The positions of the bits of a set, in ascending order.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}
