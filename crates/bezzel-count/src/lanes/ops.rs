//! The vector operations that a backend supplies.

use super::LANES;
use super::layout::{BLOCKED, CacheLine, PLACEMENTS_PER_HALF, Row, Transposed};

/// Distance of the words blocked(r1, c) and blocked(r2, c) of a block from the same words of the block before.
pub(super) const BLOCK_WORDS: usize = 16 * 2 * LANES;

/// The vector operations of a backend, on [`LANES`] words of 32 bits and on lines of 8 words of
/// 64 bits.
///
/// A value of the type shows that the CPU has the features of the backend, so operations are
/// safe except where they use pointers.
pub(super) trait VectorOps: Copy {
    /// Sixteen 32-bit words.
    type Words: Copy;
    /// For each lane, the number of a lane.
    type Index: Copy;
    /// Running counts of zero bits.
    type Tally: Copy;

    /// Returns the operations.
    ///
    /// # Safety
    ///
    /// The CPU must have the features of the backend.
    unsafe fn assume_available() -> Self;

    /// Reads sixteen words.
    ///
    /// # Safety
    ///
    /// `from` must be valid for reads of 16 words. It may be unaligned.
    unsafe fn load(self, from: *const u32) -> Self::Words;

    /// Writes sixteen words.
    ///
    /// # Safety
    ///
    /// `to` must be valid for writes of 16 words. It may be unaligned.
    unsafe fn store(self, to: *mut u32, words: Self::Words);

    /// Computes the bitwise or.
    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Returns numbers of lanes, which are below 16, in the form for [`permute`](Self::permute).
    fn index(self, lanes: Self::Words) -> Self::Index;
    /// Returns for each lane the word with its number.
    fn permute(self, words: Self::Words, index: &Self::Index) -> Self::Words;
    /// Adds 32-bit numbers.
    fn add_u32(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Adds 16-bit numbers with saturation.
    fn adds_u16(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Returns the low 16 bits of all 32 words, and the high 16 bits, in their order.
    fn unzip(self, a: Self::Words, b: Self::Words) -> (Self::Words, Self::Words);

    /// Returns bytes 0 and 2 of each word as 16-bit numbers, and bytes 1 and 3.
    fn split_bytes(self, words: Self::Words) -> [Self::Words; 2];

    /// Returns counts of zero.
    fn zero(self) -> Self::Tally;
    /// Counts the bits that are zero in `a` and in `b`; at most 16 times for one tally.
    fn popcount(self, tally: Self::Tally, a: Self::Words, b: Self::Words) -> Self::Tally;
    /// Does the same for tallies of bytes, which [`add_bytes`](Self::add_bytes) adds.
    #[inline(always)]
    fn popcount_bytes(self, tally: Self::Tally, a: Self::Words, b: Self::Words) -> Self::Tally {
        self.popcount(tally, a, b)
    }
    /// Counts the free squares of a row pair in two columns, in both orders, over all blocks: for bytes
    /// or for 16-bit numbers.
    ///
    /// # Safety
    ///
    /// `low` and `high` must be valid for reads of the 32 words of a column in each of `BLOCKS` blocks,
    /// which are at most 8.
    #[inline(always)]
    unsafe fn tally<const BLOCKS: usize, const BYTES: bool>(
        self,
        low: *const u32,
        high: *const u32,
    ) -> Self::Tally {
        let mut tally = self.zero();
        for block in 0..BLOCKS {
            for (one, other) in [(low, high), (high, low)] {
                // SAFETY: the contract of this function.
                let (a, b) = unsafe {
                    let first = one.add(block * BLOCK_WORDS);
                    let second = other.add(block * BLOCK_WORDS + LANES);
                    (self.load(first), self.load(second))
                };
                tally = if BYTES {
                    self.popcount_bytes(tally, a, b)
                } else {
                    self.popcount(tally, a, b)
                };
            }
        }
        tally
    }
    /// Adds the counts of the four bytes with saturation, in the lanes whose two bits are set in
    /// `clear`.
    fn add_bytes(self, entry: &mut Row, tally: Self::Tally, clear: u32);
    /// Adds the counts of both halves as 16-bit numbers with saturation, in the lanes whose two
    /// bits are set in `clear`.
    fn add(self, entry: &mut Row, tally: Self::Tally, clear: u32);
    /// Adds the counts as 32-bit numbers: the low halves, then the high halves.
    fn add_wide(self, entry: &mut [Row; 2], tally: Self::Tally, clear: u32);

    /// Replaces by zero the lanes whose two bits are not set in `clear`.
    fn mask(self, words: Self::Words, clear: u32) -> Self::Words;
    /// Multiplies the counts of both halves by the 16-bit weights of both halves, which are below
    /// 2¹⁵, and returns the sum of the two products in each lane.
    fn madd(self, tally: Self::Tally, weights: Self::Words) -> Self::Words;

    /// Writes, for each square, the words that do not attack it, with that square added, to its
    /// `to`, and returns where they end. Without vectors: it tests one word at a time.
    ///
    /// # Safety
    ///
    /// Each `to` must be aligned to 8 bytes and valid for writes of as many words as are kept for
    /// its square, and 8 more, which may be overwritten.
    #[inline(always)]
    unsafe fn filter<const COLUMNS: usize>(
        self,
        from: &[CacheLine],
        squares: [u64; COLUMNS],
        mut to: [*mut u64; COLUMNS],
    ) -> [*mut u64; COLUMNS] {
        for line in from {
            for (square, to) in squares.into_iter().zip(&mut to) {
                // A copy: the compiler cannot know that words do not overwrite the addresses.
                let mut next = *to;
                for word in line.0 {
                    // SAFETY: there is room for the words that are kept and for one more.
                    unsafe {
                        *next = word | square;
                        next = next.add(usize::from(word & square == 0));
                    }
                }
                *to = next;
            }
        }
        to
    }

    /// Asks for a line before it is read.
    #[inline(always)]
    fn prefetch(self, _: &CacheLine) {}
    /// Writes 16 blocked words.
    #[inline(always)]
    fn fill(self, to: &mut [u64; PLACEMENTS_PER_HALF]) {
        to.fill(BLOCKED);
    }
    /// Transposes four lines of words of 64 bits into 64 words of 32 bits.
    fn transpose(self, from: [&CacheLine; 4], to: &mut Transposed);
    /// Returns the columns of 16 rows.
    fn transpose_words(self, rows: [&Row; LANES]) -> [Self::Words; LANES];
    /// Returns Σ a·b, Σ a and Σ b over all 16-bit cells, which are below
    /// [`NARROW_LIMIT`](super::NARROW_LIMIT).
    fn dot(self, a: &[Row], b: &[Row]) -> [u64; 3];
    /// Returns Σ a·b modulo 2⁶⁴, Σ a and Σ b over all 32-bit cells.
    #[inline(always)]
    fn dot_wide(self, a: &[Row], b: &[Row]) -> [u64; 3] {
        let mut sums = [0u64; 3];
        for (a, b) in a.iter().zip(b) {
            for (a, b) in a.0.into_iter().zip(b.0) {
                let (a, b) = (u64::from(a), u64::from(b));
                sums[0] = sums[0].wrapping_add(a * b);
                sums[1] += a;
                sums[2] += b;
            }
        }
        sums
    }
}
