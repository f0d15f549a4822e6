//! Shared parts of the backends with 128-bit vectors: four of them hold the sixteen lanes.
//!
//! * *filter* tests one placement at a time: a permutation of two 64-bit words costs more than it
//!   saves.
//! * *transpose* exchanges bits between vectors by shifts and masks, then bytes by interleaving.
//!
//! The targets of these backends have the vector instructions everywhere, so nothing is detected at
//! run time, and closures are compiled with them too.

use std::marker::PhantomData;

use super::LANES;
use super::layout::{CacheLine, Row, Transposed};
use super::ops::{BLOCK_WORDS, VectorOps};

/// A vector of 128 bits.
pub(super) trait Vector: Copy {
    /// For each lane, where [`permute`](Self::permute) finds its word.
    type Index: Copy;
    /// Reads four words.
    ///
    /// # Safety
    ///
    /// `from` must be valid for reads of 4 words. It may be unaligned.
    unsafe fn load(from: *const u32) -> Self;
    /// Writes four words.
    ///
    /// # Safety
    ///
    /// `to` must be valid for writes of 4 words. It may be unaligned.
    unsafe fn store(self, to: *mut u32);
    /// Repeats a word.
    fn splat(word: u32) -> Self;

    /// Computes the bitwise and.
    fn and(self, other: Self) -> Self;
    /// Computes the bitwise or.
    fn or(self, other: Self) -> Self;
    /// Returns all ones in the words that have both bits of `bits`. Words have both or none of them.
    fn has(self, bits: Self) -> Self;
    /// Returns the high byte of each 16-bit number.
    fn high_bytes(self) -> Self;
    /// Returns the high 16 bits of each word.
    fn high_halves(self) -> Self;

    /// Adds 32-bit numbers.
    fn add_words(self, other: Self) -> Self;
    /// Adds 16-bit numbers with saturation.
    fn add_halves(self, other: Self) -> Self;
    /// Adds bytes with saturation.
    fn add_bytes(self, other: Self) -> Self;
    /// Adds the two bytes of each 16-bit number.
    fn sum_bytes(self) -> Self;
    /// Multiplies 16-bit numbers below 2¹⁵ and returns the sum of the two products of each word.
    fn madd(self, weights: Self) -> Self;

    /// Adds 16-bit numbers to 32-bit sums, two to each.
    fn sum_halves(self, sums: Self) -> Self;
    /// Adds words to 64-bit sums, two to each.
    fn sum_words(self, sums: Self) -> Self;
    /// Adds products of 16-bit numbers below 2¹⁵ to 64-bit sums.
    fn sum_half_products(self, other: Self, sums: Self) -> Self;
    /// Returns the sum of both 64-bit numbers modulo 2⁶⁴.
    fn total(self) -> u64;

    /// Returns the low 16 bits of the eight words of two vectors, and the high 16 bits.
    fn unzip_halves(self, next: Self) -> [Self; 2];
    /// Returns the bytes of two vectors in turn.
    fn zip_bytes(self, other: Self) -> [Self; 2];
    /// Returns the words of two vectors in turn.
    fn zip_words(self, other: Self) -> [Self; 2];
    /// Returns the 64-bit words of two vectors in turn.
    fn zip_longs(self, other: Self) -> [Self; 2];
    /// Exchanges the bits of the first vector whose number in a byte has the bit `BIT` with those of
    /// the second vector whose number does not.
    fn exchange<const BIT: i32>(self, other: Self) -> [Self; 2];

    /// Returns numbers of lanes, which are below 16, in the form for [`permute`](Self::permute).
    fn index(lanes: [Self; 4]) -> Self::Index;
    /// Returns for each lane the word with its number.
    fn permute(words: [Self; 4], index: &Self::Index) -> [Self; 4];

    /// Subtracts bytes.
    fn sub_bytes(self, other: Self) -> Self;
    /// Returns the number of bits of each byte.
    fn ones(self) -> Self;
    /// Counts as [`VectorOps::tally`] does, for the lanes of one vector.
    ///
    /// # Safety
    ///
    /// That of [`VectorOps::tally`], for four words instead of sixteen.
    #[inline(always)]
    unsafe fn tally<const BLOCKS: usize>(low: *const u32, high: *const u32) -> Self {
        let mut ones = Self::splat(0);
        for block in 0..BLOCKS {
            // SAFETY: the contract of this function.
            for blocked in unsafe { blocked::<Self>(low, high, block) } {
                ones = ones.add_bytes(blocked.ones());
            }
        }
        bits::<Self>(2 * BLOCKS).sub_bytes(ones)
    }
}

/// Returns the number of bits of some bytes, in each byte.
#[inline(always)]
pub(super) fn bits<V: Vector>(bytes: usize) -> V {
    V::splat(8 * bytes as u32 * 0x0101_0101)
}

/// Returns the words of a block that block a square of the pair, in both orders.
///
/// # Safety
///
/// That of [`Vector::tally`], for a block of that number.
#[inline(always)]
pub(super) unsafe fn blocked<V: Vector>(low: *const u32, high: *const u32, block: usize) -> [V; 2] {
    let (first, second) = (block * BLOCK_WORDS, block * BLOCK_WORDS + LANES);
    // SAFETY: the contract of this function.
    unsafe {
        [
            V::load(low.add(first)).or(V::load(high.add(second))),
            V::load(high.add(first)).or(V::load(low.add(second))),
        ]
    }
}

/// The operations on sixteen lanes with four vectors.
#[derive(Clone, Copy)]
pub(super) struct Quads<V>(PhantomData<V>);

/// The bits of `clear` of each lane.
static LANE_BITS: Row = {
    let mut bits = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        bits[lane] = 3 << (2 * lane);
        lane += 1;
    }
    Row(bits)
};

/// Applies an operation to each vector.
#[inline(always)]
pub(super) fn each<V>(f: impl Fn(usize) -> V) -> [V; 4] {
    [f(0), f(1), f(2), f(3)]
}

/// Reads the words of a row.
#[inline(always)]
fn load_row<V: Vector>(row: &Row) -> [V; 4] {
    // SAFETY: a row has sixteen words.
    each(|i| unsafe { V::load(row.0.as_ptr().add(4 * i)) })
}

/// Writes the words of a row.
#[inline(always)]
fn store_row<V: Vector>(row: &mut Row, words: [V; 4]) {
    for (i, word) in words.into_iter().enumerate() {
        // SAFETY: a row has sixteen words.
        unsafe { word.store(row.0.as_mut_ptr().add(4 * i)) };
    }
}

/// Replaces by zero the lanes whose two bits are not set in `clear`.
#[inline(always)]
fn mask<V: Vector>(words: [V; 4], clear: u32) -> [V; 4] {
    let (clear, bits) = (V::splat(clear), load_row::<V>(&LANE_BITS));
    each(|i| words[i].and(clear.has(bits[i])))
}

/// Returns 16-bit sums of the byte counts in the lanes that are set in `clear`.
#[inline(always)]
fn counts<V: Vector>(bytes: [V; 4], clear: u32) -> [V; 4] {
    mask(each(|i| bytes[i].sum_bytes()), clear)
}

impl<V: Vector> VectorOps for Quads<V> {
    type Words = [V; 4];
    type Index = V::Index;
    /// Counts of the bits of each byte.
    type Tally = [V; 4];

    #[inline(always)]
    unsafe fn assume_available() -> Self {
        Self(PhantomData)
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u32) -> [V; 4] {
        // SAFETY: the contract of this function.
        each(|i| unsafe { V::load(from.add(4 * i)) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u32, words: [V; 4]) {
        for (i, word) in words.into_iter().enumerate() {
            // SAFETY: the contract of this function.
            unsafe { word.store(to.add(4 * i)) };
        }
    }

    #[inline(always)]
    fn or(self, a: [V; 4], b: [V; 4]) -> [V; 4] {
        each(|i| a[i].or(b[i]))
    }

    #[inline(always)]
    fn index(self, lanes: [V; 4]) -> V::Index {
        V::index(lanes)
    }

    #[inline(always)]
    fn permute(self, words: [V; 4], index: &V::Index) -> [V; 4] {
        V::permute(words, index)
    }

    #[inline(always)]
    fn add_u32(self, a: [V; 4], b: [V; 4]) -> [V; 4] {
        each(|i| a[i].add_words(b[i]))
    }

    #[inline(always)]
    fn adds_u16(self, a: [V; 4], b: [V; 4]) -> [V; 4] {
        each(|i| a[i].add_halves(b[i]))
    }

    #[inline(always)]
    fn unzip(self, a: [V; 4], b: [V; 4]) -> ([V; 4], [V; 4]) {
        let words = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]];
        let halves = each(|i| words[2 * i].unzip_halves(words[2 * i + 1]));
        (each(|i| halves[i][0]), each(|i| halves[i][1]))
    }

    #[inline(always)]
    fn split_bytes(self, words: [V; 4]) -> [[V; 4]; 2] {
        let low = V::splat(0x00ff_00ff);
        [each(|i| words[i].and(low)), each(|i| words[i].high_bytes())]
    }

    #[inline(always)]
    fn zero(self) -> [V; 4] {
        [V::splat(0); 4]
    }

    #[inline(always)]
    fn popcount(self, tally: [V; 4], a: [V; 4], b: [V; 4]) -> [V; 4] {
        let count = |i: usize| bits::<V>(1).sub_bytes(a[i].or(b[i]).ones());
        each(|i| tally[i].add_bytes(count(i)))
    }

    /// Counts for one vector after the other: all four at once do not fit sixteen registers.
    #[inline(always)]
    unsafe fn tally<const BLOCKS: usize, const BYTES: bool>(
        self,
        low: *const u32,
        high: *const u32,
    ) -> [V; 4] {
        // SAFETY: the contract of this function.
        each(|i| unsafe { V::tally::<BLOCKS>(low.add(4 * i), high.add(4 * i)) })
    }

    #[inline(always)]
    fn add(self, entry: &mut Row, tally: [V; 4], clear: u32) {
        let sums = self.adds_u16(load_row(entry), counts(tally, clear));
        store_row(entry, sums);
    }

    #[inline(always)]
    fn add_bytes(self, entry: &mut Row, tally: [V; 4], clear: u32) {
        let (sums, bytes) = (load_row::<V>(entry), mask(tally, clear));
        store_row(entry, each(|i| sums[i].add_bytes(bytes[i])));
    }

    #[inline(always)]
    fn add_wide(self, [low, high]: &mut [Row; 2], tally: [V; 4], clear: u32) {
        let counts = counts(tally, clear);
        let halves = [
            each(|i| counts[i].and(V::splat(0xffff))),
            each(|i| counts[i].high_halves()),
        ];
        for (row, counts) in [low, high].into_iter().zip(halves) {
            let sums = self.add_u32(load_row(row), counts);
            store_row(row, sums);
        }
    }

    #[inline(always)]
    fn mask(self, words: [V; 4], clear: u32) -> [V; 4] {
        mask(words, clear)
    }

    #[inline(always)]
    fn madd(self, tally: [V; 4], weights: [V; 4]) -> [V; 4] {
        each(|i| tally[i].sum_bytes().madd(weights[i]))
    }

    #[inline(always)]
    fn transpose(self, from: [&CacheLine; 4], to: &mut Transposed) {
        let to = to.as_mut_ptr().cast::<u32>();
        let low = transpose_half::<V>([from[0], from[1]]);
        let high = transpose_half::<V>([from[2], from[3]]);
        // By bits 2 and 5 of the number of a word; bits 4 and 3 are inside. In a loop, the vectors would
        // be in memory.
        let put = |bit2: usize, bit5: usize| {
            let at = 4 * bit2 + bit5;
            // Placements 0 to 7 and 16 to 23 of 32, then those after them.
            let first = low[at].zip_bytes(high[at]);
            let second = low[at + 2].zip_bytes(high[at + 2]);
            let words = [first[0].zip_bytes(second[0]), first[1].zip_bytes(second[1])];
            let store = |bit4: usize, bit3: usize| {
                let index = 8 * bit5 + 4 * bit4 + 2 * bit3 + bit2;
                // SAFETY: sixteen vectors are 64 words.
                unsafe { words[bit4][bit3].store(to.add(4 * index)) };
            };
            (store(0, 0), store(0, 1), store(1, 0), store(1, 1));
        };
        (put(0, 0), put(0, 1), put(1, 0), put(1, 1));
    }

    #[inline(always)]
    fn transpose_words(self, rows: [&Row; LANES]) -> [[V; 4]; LANES] {
        let mut transposed = [[V::splat(0); 4]; LANES];
        for (part, rows) in rows.as_chunks::<4>().0.iter().enumerate() {
            let [a, b, c, d] = rows.map(load_row::<V>);
            for (quarter, to) in transposed.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                let [low, high] = a[quarter].zip_words(b[quarter]);
                let [below, above] = c[quarter].zip_words(d[quarter]);
                [to[0][part], to[1][part]] = low.zip_longs(below);
                [to[2][part], to[3][part]] = high.zip_longs(above);
            }
        }
        transposed
    }

    #[inline(always)]
    fn dot(self, a: &[Row], b: &[Row]) -> [u64; 3] {
        // Sums of two products are below 2³¹. Sums of two cells are below 2¹⁶, so 2¹⁶ of them fit 32
        // bits.
        let zero = V::splat(0);
        let mut sums = [zero; 3];
        for (a, b) in a.chunks(1 << 14).zip(b.chunks(1 << 14)) {
            let (mut left, mut right) = (zero, zero);
            for (a, b) in a.iter().zip(b) {
                for (a, b) in load_row::<V>(a).into_iter().zip(load_row(b)) {
                    sums[0] = a.sum_half_products(b, sums[0]);
                    left = a.sum_halves(left);
                    right = b.sum_halves(right);
                }
            }
            sums[1] = left.sum_words(sums[1]);
            sums[2] = right.sum_words(sums[2]);
        }
        sums.map(V::total)
    }
}

/// Transposes the bits of sixteen placements. Each byte of the result has one bit of eight of them.
///
/// A place has a vector, a byte and a bit, and each step exchanges one bit of their numbers: of
/// placement p = p₃p₂p₁p₀ and of bit w = w₅w₄w₃w₂w₁w₀.
///
/// | vector | byte | bit |
/// |---|---|---|
/// | p₃p₂p₁ | p₀w₅w₄w₃ | w₂w₁w₀ |
/// | p₂p₁p₀ | p₃w₅w₄w₃ | w₂w₁w₀ |
/// | w₂w₁w₀ | p₃w₅w₄w₃ | p₂p₁p₀ |
/// | w₂p₃w₅ | w₄w₃w₁w₀ | p₂p₁p₀ |
#[inline(always)]
fn transpose_half<V: Vector>(lines: [&CacheLine; 2]) -> [V; 8] {
    let load = |line: usize, i: usize| {
        // SAFETY: a line has four vectors.
        unsafe { V::load(lines[line].0.as_ptr().add(2 * i).cast()) }
    };
    let pair = |i: usize| load(0, i).zip_longs(load(1, i));
    let ([a, b], [c, d], [e, f], [g, h]) = (pair(0), pair(1), pair(2), pair(3));
    let ([a, b], [c, d]) = (a.exchange::<1>(b), c.exchange::<1>(d));
    let ([e, f], [g, h]) = (e.exchange::<1>(f), g.exchange::<1>(h));
    let ([a, c], [b, d]) = (a.exchange::<2>(c), b.exchange::<2>(d));
    let ([e, g], [f, h]) = (e.exchange::<2>(g), f.exchange::<2>(h));
    let ([a, e], [b, f]) = (a.exchange::<4>(e), b.exchange::<4>(f));
    let ([c, g], [d, h]) = (c.exchange::<4>(g), d.exchange::<4>(h));
    let ([a, c], [b, d]) = (a.zip_bytes(c), b.zip_bytes(d));
    let ([e, g], [f, h]) = (e.zip_bytes(g), f.zip_bytes(h));
    let ([a, b], [c, d]) = (a.zip_bytes(b), c.zip_bytes(d));
    let ([e, f], [g, h]) = (e.zip_bytes(f), g.zip_bytes(h));
    [a, b, c, d, e, f, g, h]
}
