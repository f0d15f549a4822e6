//! *Weighted finish* finds how often each square is used by the last two queens. As the plain
//! kernel, it counts the possibilities to add two queens, but separately for both orders of the
//! columns. It multiplies each count by the weight of the lane and of the final set, which is the
//! number of placements of the other colour, and adds the product to the sums of both squares:
//!
//! ```text
//!   first(c1)  += weight · popcount(¬blocked(r1,c1) & ¬blocked(r2,c2))
//!   second(c2) += the same product
//! ```
//!
//! So there is no table of counts, no transposition and no dot product.

use super::*;

/// The weights of one group: for each final set a row with the 16-bit weights of the low and the
/// high half of each lane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights<'a> {
    pub rows: &'a [Row],
    /// Upper bound of all weights.
    pub largest: u32,
}

/// For each column: the sums of the first finishing row of each lane, then the sums of the second row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SquareSums(pub [[[u64; LANES]; 2]; 16]);

impl SquareSums {
    pub const ZERO: Self = Self([[[0; LANES]; 2]; 16]);
}

/// The same sums in 32 bits, since the last flush.
type NarrowSums = [[Row; 2]; 16];

/// Upper bound of the narrow sums: vector operations take them for signed numbers.
const MAX_NARROW_SUM: u64 = 1 << 31;

/// Adds the products of all groups to their sums.
///
/// # Safety
///
/// Both lists must have one list for each set of the batch. `weights` and `sums` must be as long
/// as `groups`, and the rows of each of the weights at least as many as the final sets of the
/// batch. All weights must be below 2¹⁵.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "inputs, sums and buffers of one kernel call"
)]
pub(in crate::lanes) unsafe fn finish<V: VectorOps>(
    ops: V,
    lists: [&Lists; 2],
    batch: &Batch,
    quarter: &Quarter,
    groups: &[RowGroup],
    weights: &[Weights<'_>],
    sums: &mut [SquareSums],
    scratch: &mut Scratch,
) {
    let sets = batch.sets();
    let masks = masks_of(quarter);
    let (mut set, mut block) = (0, 0);
    while set < sets.len() {
        prepare::<V, 16>(ops, lists, sets.len(), [&mut set, &mut block], scratch);
        for ((group, weights), sums) in groups.iter().zip(weights).zip(sums.iter_mut()) {
            let mut narrow = [[Row::ZERO; 2]; 16];
            let mut bound = 0;
            for range in scratch.ranges.iter().filter(|range| range.blocks > 0) {
                let set = &sets[range.set];
                let transposed = &scratch.transposed[range.begin..][..range.blocks];
                let blocked = &mut scratch.blocked;
                gather(ops, transposed, set, quarter, &masks, group, blocked);
                // A column is paired with the others, and counts are below the counts of all blocks.
                let placements = (2 * PLACEMENTS_PER_HALF * range.blocks) as u64;
                let most = set.columns().len() as u64 * placements * u64::from(weights.largest);
                if bound + most >= MAX_NARROW_SUM {
                    flush(&mut narrow, sums);
                    bound = 0;
                }
                bound += most;
                // SAFETY: there is a row of weights for each final set.
                unsafe {
                    weigh_pairs(
                        ops,
                        range.blocks,
                        set,
                        group,
                        blocked,
                        weights.rows,
                        &mut narrow,
                    );
                }
            }
            flush(&mut narrow, sums);
        }
    }
}

#[inline(always)]
fn flush(narrow: &mut NarrowSums, sums: &mut SquareSums) {
    for (narrow, sums) in narrow.iter_mut().zip(&mut sums.0) {
        for (narrow, sums) in narrow.iter_mut().zip(sums) {
            for (narrow, sum) in narrow.0.iter_mut().zip(sums) {
                *sum += u64::from(*narrow);
                *narrow = 0;
            }
        }
    }
}

/// Calls the loop that is compiled for this number of blocks.
///
/// # Safety
///
/// There must be a row of weights for each final set.
#[inline(always)]
unsafe fn weigh_pairs<V: VectorOps>(
    ops: V,
    blocks: usize,
    set: &LastLevelSet,
    group: &RowGroup,
    blocked: &Blocked,
    weights: &[Row],
    sums: &mut NarrowSums,
) {
    // SAFETY: the same as of this function.
    unsafe {
        match blocks {
            1 => pairs_of::<V, 1>(ops, set, group, blocked, weights, sums),
            2 => pairs_of::<V, 2>(ops, set, group, blocked, weights, sums),
            3 => pairs_of::<V, 3>(ops, set, group, blocked, weights, sums),
            4 => pairs_of::<V, 4>(ops, set, group, blocked, weights, sums),
            5 => pairs_of::<V, 5>(ops, set, group, blocked, weights, sums),
            6 => pairs_of::<V, 6>(ops, set, group, blocked, weights, sums),
            7 => pairs_of::<V, 7>(ops, set, group, blocked, weights, sums),
            _ => pairs_of::<V, BLOCKS_PER_PASS>(ops, set, group, blocked, weights, sums),
        }
    }
}

/// The inner loop. The sums of the higher column stay in registers for all of its pairs.
///
/// # Safety
///
/// There must be a row of weights for each final set.
#[inline(always)]
unsafe fn pairs_of<V: VectorOps, const BLOCKS: usize>(
    ops: V,
    set: &LastLevelSet,
    group: &RowGroup,
    blocked: &Blocked,
    weights: &[Row],
    sums: &mut NarrowSums,
) {
    const { assert!(BLOCKS <= BLOCKS_PER_PASS) };
    let words = blocked.as_ptr().cast::<u32>();
    let sums = sums.as_mut_ptr().cast::<u32>();
    let (columns, pairs) = (set.columns(), set.pairs());
    let mut next = 0;
    while let Some(first) = pairs.get(next) {
        let high = first.high();
        // SAFETY: positions, columns and distances are below 16, and positions are positions of columns, by
        // construction of the pairs; entries are below the number of final sets.
        unsafe {
            let column_sums =
                |at: usize| sums.add(usize::from(*columns.get_unchecked(at) % 16) * 2 * LANES);
            let high_words = words.add(high * 2 * LANES);
            let high_sums = column_sums(high);
            let mut high_first = ops.load(high_sums);
            let mut high_second = ops.load(high_sums.add(LANES));
            while let Some(pair) = pairs.get(next).filter(|pair| pair.high() == high) {
                let low_words = words.add(pair.low() * 2 * LANES);
                let low_sums = column_sums(pair.low());
                let mut tallies = [ops.zero(); 2];
                for block in 0..BLOCKS {
                    let (first, second) = (block * BLOCK_WORDS, block * BLOCK_WORDS + LANES);
                    let (low, high) = (low_words, high_words);
                    tallies[0] = ops.popcount(
                        tallies[0],
                        ops.load(low.add(first)),
                        ops.load(high.add(second)),
                    );
                    tallies[1] = ops.popcount(
                        tallies[1],
                        ops.load(high.add(first)),
                        ops.load(low.add(second)),
                    );
                }
                let row = weights.get_unchecked(pair.entry());
                let clear = *group.clear.get_unchecked(pair.distance());
                let row = ops.mask(ops.load(row.0.as_ptr()), clear);
                let low_to_high = ops.madd(tallies[0], row);
                let high_to_low = ops.madd(tallies[1], row);
                ops.store(low_sums, ops.add_u32(ops.load(low_sums), low_to_high));
                let low_second = low_sums.add(LANES);
                ops.store(low_second, ops.add_u32(ops.load(low_second), high_to_low));
                high_second = ops.add_u32(high_second, low_to_high);
                high_first = ops.add_u32(high_first, high_to_low);
                next += 1;
            }
            ops.store(high_sums, high_first);
            ops.store(high_sums.add(LANES), high_second);
        }
    }
}

/// Transposes sixteen runs of words, see
/// [`Kernels::transpose_runs`](super::super::Kernels::transpose_runs). Runs that are too short
/// cause a panic.
#[inline(always)]
pub(in crate::lanes) fn transpose_runs<V: VectorOps>(
    ops: V,
    from: &[&[Row]; LANES],
    to: &mut [Row],
) {
    for (at, to) in to.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let rows: [&Row; LANES] = std::array::from_fn(|lane| &from[lane][at]);
        for (words, to) in ops.transpose_words(rows).into_iter().zip(to) {
            // SAFETY: a row has sixteen words.
            unsafe { ops.store(to.0.as_mut_ptr(), words) };
        }
    }
}
