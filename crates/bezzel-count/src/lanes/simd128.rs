//! 128-bit vectors of WebAssembly: four of them hold the sixteen lanes.
//!
//! * *filter* tests one placement at a time: a permutation of two 64-bit words costs more than it
//!   saves.
//! * *tally* adds two vectors bit by bit, counts bits with i8x16.popcnt and keeps counts per byte.
//! * *pick* looks up the bytes of each word in every vector (i8x16.swizzle gives 0 for the bytes of
//!   others).
//! * *transpose* exchanges bits between vectors by shifts and masks, then bytes by interleaving.
//!
//! WebAssembly has no detection at run time: a module either needs these instructions or has none.

use std::arch::wasm32::*;

use super::LANES;
use super::finish::{Row, Transposed};
use super::lists::{BLOCKED, CacheLine, PLACEMENTS_PER_HALF};
use super::ops::VectorOps;

/// The operations with the feature `simd128`, which the whole module is compiled with.
#[derive(Clone, Copy)]
pub(super) struct Simd128;

super::kernels::kernels!(Simd128);

type Words = [v128; 4];

/// Counts of the blocked bits of each byte. Engines need about ten instructions to count the bits of a
/// vector, so two vectors are added bit by bit first, and only the carries are counted.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    /// Counts of bits.
    ones: Words,
    /// Counts of carries, which stand for two bits.
    twos: Words,
    /// The bits that are not counted yet.
    sum: Words,
    /// Number of vectors.
    calls: u8,
}

impl Tally {
    /// Returns the counts of zero bits of each byte.
    #[inline(always)]
    fn bytes(&self) -> Words {
        let all = u8x16_splat(8 * self.calls);
        each(|i| {
            let ones = u8x16_add(self.ones[i], u8x16_popcnt(self.sum[i]));
            u8x16_sub(all, u8x16_add(ones, u8x16_add(self.twos[i], self.twos[i])))
        })
    }
}

/// Where the bytes of each lane are in each of the four vectors.
#[derive(Clone, Copy)]
pub(super) struct Index {
    /// For each vector that is picked from: numbers of bytes, from 16 on for those of other vectors.
    bytes: [Words; 4],
    /// Number of vectors that are picked from, at least two.
    parts: u32,
}

/// The bits of `clear` of each lane.
const LANE_BITS: Words = [
    u32x4(3, 3 << 2, 3 << 4, 3 << 6),
    u32x4(3 << 8, 3 << 10, 3 << 12, 3 << 14),
    u32x4(3 << 16, 3 << 18, 3 << 20, 3 << 22),
    u32x4(3 << 24, 3 << 26, 3 << 28, 3 << 30),
];

const ZERO: v128 = u32x4(0, 0, 0, 0);

/// Applies an operation to each vector.
#[inline(always)]
fn each(f: impl Fn(usize) -> v128) -> Words {
    [f(0), f(1), f(2), f(3)]
}

/// Returns all ones in the lanes that are set in `clear`.
#[inline(always)]
fn lane_mask(clear: u32) -> Words {
    let clear = u32x4_splat(clear);
    each(|i| u32x4_eq(v128_and(clear, LANE_BITS[i]), LANE_BITS[i]))
}

/// Returns 16-bit sums of the byte counts in the lanes that are set in `clear`.
#[inline(always)]
fn counts(tally: Tally, clear: u32) -> Words {
    let (mask, bytes) = (lane_mask(clear), tally.bytes());
    each(|i| v128_and(u16x8_extadd_pairwise_u8x16(bytes[i]), mask[i]))
}

/// Reads the words of a row.
#[inline(always)]
fn load_row(row: &Row) -> Words {
    // SAFETY: a row has sixteen words.
    unsafe { Simd128.load(row.0.as_ptr()) }
}

/// Writes the words of a row.
#[inline(always)]
fn store_row(row: &mut Row, words: Words) {
    // SAFETY: a row has sixteen words.
    unsafe { Simd128.store(row.0.as_mut_ptr(), words) }
}

/// Adds four words to `sums`, two to each.
#[inline(always)]
fn add_words(sums: v128, words: v128) -> v128 {
    let low = v128_and(words, u64x2_splat(0xffff_ffff));
    u64x2_add(sums, u64x2_add(low, u64x2_shr(words, 32)))
}

/// Returns the sums of two words each.
#[inline(always)]
fn totals(sums: [v128; 3]) -> [u64; 3] {
    sums.map(|sum| u64x2_extract_lane::<0>(sum).wrapping_add(u64x2_extract_lane::<1>(sum)))
}

impl VectorOps for Simd128 {
    type Words = Words;
    type Index = Index;
    type Tally = Tally;

    /// Returns the operations.
    ///
    /// # Safety
    ///
    /// None: this module is compiled for targets that have them.
    #[inline(always)]
    unsafe fn assume_available() -> Self {
        Self
    }

    /// Reads sixteen words.
    ///
    /// # Safety
    ///
    /// `from` must be valid for reads of 16 words.
    #[inline(always)]
    unsafe fn load(self, from: *const u32) -> Words {
        // SAFETY: the contract of this function.
        each(|i| unsafe { v128_load(from.cast::<v128>().add(i)) })
    }

    /// Writes sixteen words.
    ///
    /// # Safety
    ///
    /// `to` must be valid for writes of 16 words.
    #[inline(always)]
    unsafe fn store(self, to: *mut u32, words: Words) {
        for (i, word) in words.into_iter().enumerate() {
            // SAFETY: the contract of this function.
            unsafe { v128_store(to.cast::<v128>().add(i), word) };
        }
    }

    #[inline(always)]
    fn or(self, a: Words, b: Words) -> Words {
        each(|i| v128_or(a[i], b[i]))
    }

    #[inline(always)]
    fn index(self, lanes: Words) -> Index {
        let any_from = |first: u32| {
            let beyond = each(|i| u32x4_ge(lanes[i], u32x4_splat(first)));
            let [a, b, c, d] = beyond;
            v128_any_true(v128_or(v128_or(a, b), v128_or(c, d)))
        };
        let part = |part: u8| {
            each(|i| {
                let first = u32x4_mul(lanes[i], u32x4_splat(0x0404_0404));
                let bytes = u32x4_add(first, u32x4_splat(0x0302_0100));
                u8x16_sub(bytes, u8x16_splat(16 * part))
            })
        };
        Index {
            bytes: [part(0), part(1), part(2), part(3)],
            parts: 2 + u32::from(any_from(8)) + u32::from(any_from(12)),
        }
    }

    #[inline(always)]
    fn pick(self, words: Words, index: &Index) -> Words {
        let from = |part: usize, i: usize| u8x16_swizzle(words[part], index.bytes[part][i]);
        let two = |i: usize| v128_or(from(0, i), from(1, i));
        match index.parts {
            2 => each(two),
            3 => each(|i| v128_or(two(i), from(2, i))),
            _ => each(|i| v128_or(two(i), v128_or(from(2, i), from(3, i)))),
        }
    }

    #[inline(always)]
    fn sum_wide(self, a: Words, b: Words) -> Words {
        each(|i| u32x4_add(a[i], b[i]))
    }

    #[inline(always)]
    fn sum_narrow(self, a: Words, b: Words) -> Words {
        each(|i| u16x8_add_sat(a[i], b[i]))
    }

    #[inline(always)]
    fn unzip(self, a: Words, b: Words) -> (Words, Words) {
        let words = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]];
        let low =
            |i: usize| u16x8_shuffle::<0, 2, 4, 6, 8, 10, 12, 14>(words[2 * i], words[2 * i + 1]);
        let high =
            |i: usize| u16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(words[2 * i], words[2 * i + 1]);
        (each(low), each(high))
    }

    #[inline(always)]
    fn split_bytes(self, words: Words) -> [Words; 2] {
        [
            each(|i| v128_and(words[i], u16x8_splat(0xff))),
            each(|i| u16x8_shr(words[i], 8)),
        ]
    }

    #[inline(always)]
    fn nothing(self) -> Tally {
        Tally {
            ones: [ZERO; 4],
            twos: [ZERO; 4],
            sum: [ZERO; 4],
            calls: 0,
        }
    }

    #[inline(always)]
    fn tally(self, tally: Tally, a: Words, b: Words) -> Tally {
        Tally {
            ones: each(|i| u8x16_add(tally.ones[i], u8x16_popcnt(v128_or(a[i], b[i])))),
            calls: tally.calls + 1,
            ..tally
        }
    }

    #[inline(always)]
    fn tally_two(self, tally: Tally, pairs: [[Words; 2]; 2]) -> Tally {
        let blocked = pairs.map(|[a, b]| each(|i| v128_or(a[i], b[i])));
        let differ = each(|i| v128_xor(blocked[0][i], blocked[1][i]));
        let carry = |i: usize| {
            let equal = v128_andnot(blocked[0][i], differ[i]);
            v128_or(v128_and(tally.sum[i], differ[i]), equal)
        };
        Tally {
            twos: each(|i| u8x16_add(tally.twos[i], u8x16_popcnt(carry(i)))),
            sum: each(|i| v128_xor(tally.sum[i], differ[i])),
            calls: tally.calls + 2,
            ..tally
        }
    }

    #[inline(always)]
    fn add(self, entry: &mut Row, tally: Tally, clear: u32) {
        let sums = self.sum_narrow(load_row(entry), counts(tally, clear));
        store_row(entry, sums);
    }

    #[inline(always)]
    fn add_bytes(self, entry: &mut Row, tally: Tally, clear: u32) {
        let (sums, mask, bytes) = (load_row(entry), lane_mask(clear), tally.bytes());
        let sums = each(|i| u8x16_add_sat(sums[i], v128_and(bytes[i], mask[i])));
        store_row(entry, sums);
    }

    #[inline(always)]
    fn add_wide(self, [low, high]: &mut [Row; 2], tally: Tally, clear: u32) {
        let counts = counts(tally, clear);
        let halves = [
            each(|i| v128_and(counts[i], u32x4_splat(0xffff))),
            each(|i| u32x4_shr(counts[i], 16)),
        ];
        for (row, counts) in [low, high].into_iter().zip(halves) {
            let sums = self.sum_wide(load_row(row), counts);
            store_row(row, sums);
        }
    }

    #[inline(always)]
    fn keep(self, words: Words, clear: u32) -> Words {
        let mask = lane_mask(clear);
        each(|i| v128_and(words[i], mask[i]))
    }

    #[inline(always)]
    fn weigh(self, tally: Tally, weights: Words) -> Words {
        let bytes = tally.bytes();
        each(|i| i32x4_dot_i16x8(u16x8_extadd_pairwise_u8x16(bytes[i]), weights[i]))
    }

    /// Filters words for each square.
    ///
    /// # Safety
    ///
    /// Each `to` must be aligned to 8 bytes and valid for writes of as many words as are kept for
    /// its square, and 8 more.
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

    #[inline(always)]
    fn prefetch(self, _: &CacheLine) {}

    #[inline(always)]
    fn fill(self, to: &mut [u64; PLACEMENTS_PER_HALF]) {
        to.fill(BLOCKED);
    }

    #[inline(always)]
    fn transpose(self, from: [&CacheLine; 4], to: &mut Transposed) {
        let to = to.as_mut_ptr().cast::<v128>();
        let low = transpose_half([from[0], from[1]]);
        let high = transpose_half([from[2], from[3]]);
        // By bits 2 and 5 of the number of a word; bits 4 and 3 are inside. In a loop, the vectors would
        // be in memory.
        let put = |bit2: usize, bit5: usize| {
            let at = 4 * bit2 + bit5;
            // Placements 0 to 7 and 16 to 23 of 32, then those after them.
            let first = interleave(low[at], high[at]);
            let second = interleave(low[at + 2], high[at + 2]);
            let words = [
                interleave(first[0], second[0]),
                interleave(first[1], second[1]),
            ];
            let store = |bit4: usize, bit3: usize| {
                let index = 8 * bit5 + 4 * bit4 + 2 * bit3 + bit2;
                // SAFETY: sixteen vectors are 64 words.
                unsafe { v128_store(to.add(index), words[bit4][bit3]) };
            };
            (store(0, 0), store(0, 1), store(1, 0), store(1, 1));
        };
        (put(0, 0), put(0, 1), put(1, 0), put(1, 1));
    }

    #[inline(always)]
    fn transpose_words(self, rows: [&Row; LANES]) -> [Words; LANES] {
        let mut transposed = [[ZERO; 4]; LANES];
        for (part, rows) in rows.as_chunks::<4>().0.iter().enumerate() {
            let [a, b, c, d] = rows.map(load_row);
            for (quarter, to) in transposed.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                let [a, b, c, d] = [a[quarter], b[quarter], c[quarter], d[quarter]];
                let low = [
                    u32x4_shuffle::<0, 4, 1, 5>(a, b),
                    u32x4_shuffle::<0, 4, 1, 5>(c, d),
                ];
                let high = [
                    u32x4_shuffle::<2, 6, 3, 7>(a, b),
                    u32x4_shuffle::<2, 6, 3, 7>(c, d),
                ];
                to[0][part] = u64x2_shuffle::<0, 2>(low[0], low[1]);
                to[1][part] = u64x2_shuffle::<1, 3>(low[0], low[1]);
                to[2][part] = u64x2_shuffle::<0, 2>(high[0], high[1]);
                to[3][part] = u64x2_shuffle::<1, 3>(high[0], high[1]);
            }
        }
        transposed
    }

    #[inline(always)]
    fn dot(self, a: &[Row], b: &[Row]) -> [u64; 3] {
        // Sums of two products are below 2³¹; those of two cells are below 2¹⁶, so 2¹⁶ of them fit 32
        // bits.
        let mut sums = [ZERO; 3];
        for (a, b) in a.chunks(1 << 14).zip(b.chunks(1 << 14)) {
            let (mut left, mut right) = (ZERO, ZERO);
            for (a, b) in a.iter().zip(b) {
                for (a, b) in load_row(a).into_iter().zip(load_row(b)) {
                    sums[0] = add_words(sums[0], i32x4_dot_i16x8(a, b));
                    left = u32x4_add(left, i32x4_extadd_pairwise_i16x8(a));
                    right = u32x4_add(right, i32x4_extadd_pairwise_i16x8(b));
                }
            }
            sums[1] = add_words(sums[1], left);
            sums[2] = add_words(sums[2], right);
        }
        totals(sums)
    }

    #[inline(always)]
    fn dot_wide(self, a: &[Row], b: &[Row]) -> [u64; 3] {
        let mut sums = [ZERO; 3];
        for (a, b) in a.iter().zip(b) {
            for (a, b) in load_row(a).into_iter().zip(load_row(b)) {
                let low = u64x2_extmul_low_u32x4(a, b);
                let high = u64x2_extmul_high_u32x4(a, b);
                sums[0] = u64x2_add(sums[0], u64x2_add(low, high));
                sums[1] = add_words(sums[1], a);
                sums[2] = add_words(sums[2], b);
            }
        }
        totals(sums)
    }
}

/// Returns the bytes of two vectors in turn.
#[inline(always)]
fn interleave(a: v128, b: v128) -> [v128; 2] {
    [
        i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b),
        i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b),
    ]
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
fn transpose_half(lines: [&CacheLine; 2]) -> [v128; 8] {
    let load = |line: usize, i: usize| {
        // SAFETY: a line has four vectors.
        unsafe { v128_load(lines[line].0.as_ptr().cast::<v128>().add(i)) }
    };
    let pair = |i: usize| {
        let (a, b) = (load(0, i), load(1, i));
        [u64x2_shuffle::<0, 2>(a, b), u64x2_shuffle::<1, 3>(a, b)]
    };
    let ([a, b], [c, d], [e, f], [g, h]) = (pair(0), pair(1), pair(2), pair(3));
    let ([a, b], [c, d]) = (exchange::<1>(a, b), exchange::<1>(c, d));
    let ([e, f], [g, h]) = (exchange::<1>(e, f), exchange::<1>(g, h));
    let ([a, c], [b, d]) = (exchange::<2>(a, c), exchange::<2>(b, d));
    let ([e, g], [f, h]) = (exchange::<2>(e, g), exchange::<2>(f, h));
    let ([a, e], [b, f]) = (exchange::<4>(a, e), exchange::<4>(b, f));
    let ([c, g], [d, h]) = (exchange::<4>(c, g), exchange::<4>(d, h));
    let ([a, c], [b, d]) = (interleave(a, c), interleave(b, d));
    let ([e, g], [f, h]) = (interleave(e, g), interleave(f, h));
    let ([a, b], [c, d]) = (interleave(a, b), interleave(c, d));
    let ([e, f], [g, h]) = (interleave(e, f), interleave(g, h));
    [a, b, c, d, e, f, g, h]
}

/// Exchanges the bits of the first vector whose number in a byte has this bit with those of the
/// second vector whose number does not.
#[inline(always)]
fn exchange<const BIT: u32>(a: v128, b: v128) -> [v128; 2] {
    let mask = u8x16_splat(const { 0xff / ((1 << BIT) + 1) as u8 });
    let exchanged = v128_and(v128_xor(u64x2_shr(a, BIT), b), mask);
    [
        v128_xor(a, u64x2_shl(exchanged, BIT)),
        v128_xor(b, exchanged),
    ]
}
