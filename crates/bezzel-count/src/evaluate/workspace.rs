//! The buffers of one thread, and tables of counts.

use crate::lanes::{Buffer, DotSums, Kernels, LANES, Lists, Row, Scratch};

/// The event that a count needs more than 16 bits: the tile must be counted again with wide
/// tables.
#[derive(Debug)]
pub(super) struct CountOverflow;

/// Work counters, the same on every backend.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Work {
    pub tests: u64,
    pub finished: u64,
}

/// A phase of the colour-split counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Expand,
    Finish,
    Transpose,
    Dot,
}

/// The kernels and buffers of one thread.
pub(crate) struct Workspace {
    pub(super) kernels: Kernels,
    /// For each level the lists of both start lists.
    pub(super) levels: Vec<[Lists; 2]>,
    /// Number of lists of each level in use: one if four start lists share it, else two.
    pub(super) lists: usize,
    /// The starts of four lists with their tags.
    pub(super) tagged: Vec<u64>,
    pub(super) tables: Buffer<Row>,
    pub(super) scratch: Scratch,
    pub(super) most: Vec<u32>,
    pub(super) work: Work,
    /// The count tables b and w of a tile, kept for the next one.
    pub(super) cells: [Buffer<Row>; 2],
    /// Counts in 32 bits even where 16 suffice, for tests.
    pub always_wide: bool,
    /// The clock that is read at the ends of phases, if they are recorded.
    pub clock: Option<fn() -> u64>,
    /// The ticks of this clock in each [`Phase`].
    pub ticks: [u64; 4],
}

impl Workspace {
    pub fn new(kernels: Kernels) -> Self {
        Self {
            kernels,
            levels: Vec::new(),
            lists: 2,
            tagged: Vec::new(),
            tables: Buffer::default(),
            scratch: Scratch::default(),
            most: Vec::new(),
            work: Work::default(),
            cells: Default::default(),
            always_wide: false,
            clock: None,
            ticks: [0; 4],
        }
    }

    /// Performs some work and records its time.
    pub(super) fn timed<T>(&mut self, phase: Phase, work: impl FnOnce(&mut Self) -> T) -> T {
        let Some(clock) = self.clock else {
            return work(self);
        };
        let begin = clock();
        let done = work(self);
        self.ticks[phase as usize] += clock().wrapping_sub(begin);
        done
    }

    /// Returns Σ a·b, Σ a and Σ b over tables of the same width.
    pub(super) fn dot(&self, a: &[Row], b: &[Row], wide: bool) -> (u128, u64, u64) {
        let DotSums {
            products,
            left,
            right,
        } = self.kernels.dot(wide, a, b);
        // Σ a·b ≤ Σ a · Σ b: if this fits 64 bits, the sum has not wrapped.
        if !wide || left.checked_mul(right).is_some() {
            return (products.into(), left, right);
        }
        let exact = (a.iter().zip(b))
            .flat_map(|(a, b)| a.0.into_iter().zip(b.0))
            .map(|(a, b)| u128::from(a) * u128::from(b))
            .sum();
        (exact, left, right)
    }
}

/// A table of counts for several start lists. Counts have 16 bits, or 32 if they are `wide`.
pub(super) struct CountTable<'a> {
    pub rows: &'a mut [Row],
    pub wide: bool,
    /// Counts are added to the table; otherwise they replace it.
    pub add: bool,
}

impl<'a> CountTable<'a> {
    /// Returns a table in a buffer, which grows to this many rows. Every cell is written before
    /// it is read.
    pub fn new(buffer: &'a mut Buffer<Row>, rows: usize, wide: bool) -> Self {
        buffer.grow(rows);
        Self {
            rows: buffer,
            wide,
            add: false,
        }
    }
}

/// Returns one count of a table.
pub(super) fn cell(rows: &[Row], index: usize, wide: bool) -> u32 {
    if wide {
        rows[index / LANES].0[index % LANES]
    } else {
        let word = rows[index / (2 * LANES)].0[index / 2 % LANES];
        word >> (16 * (index % 2)) & 0xffff
    }
}

/// Replaces one count of a table.
pub(super) fn set_cell(rows: &mut [Row], index: usize, wide: bool, count: u32) {
    if wide {
        rows[index / LANES].0[index % LANES] = count;
    } else {
        let word = &mut rows[index / (2 * LANES)].0[index / 2 % LANES];
        let shift = 16 * (index % 2);
        *word = *word & !(0xffff << shift) | count << shift;
    }
}
