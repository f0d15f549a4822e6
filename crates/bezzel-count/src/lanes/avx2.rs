//! 256-bit vectors: two registers hold the sixteen lanes.
//!
//! * *filter* tests four placements and moves the survivors together by a table of sixteen
//!   permutations.
//! * *tally* counts bits by looking nibbles up (vpshufb) and keeps counts per byte.
//! * *transpose* brings equal bytes of 32 placements into one register and reads one bit of
//!   each with vpmovmskb, eight times.

use std::arch::x86_64::*;

use super::LANES;
use super::finish::{Row, Transposed};
use super::lists::CacheLine;

/// AVX2 with BMI.
pub(super) struct Avx2;

super::kernels!(Avx2, "avx2,bmi1,bmi2,popcnt");

/// For each set of four 64-bit words: the 32-bit words that bring its members to the front.
static COMPRESS: [[u32; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut word, mut to) = (0, 0);
        while word < 4 {
            if set >> word & 1 == 1 {
                table[set][to] = 2 * word;
                table[set][to + 1] = 2 * word + 1;
                to += 2;
            }
            word += 1;
        }
        set += 1;
    }
    table
};

/// The bits of `clear` that belong to each of the first eight lanes.
const LANE_BITS: [u32; 8] = [3, 3 << 2, 3 << 4, 3 << 6, 3 << 8, 3 << 10, 3 << 12, 3 << 14];

type Words = [__m256i; 2];

/// The same for both registers. A closure would be compiled without the features and called.
macro_rules! both {
    (|$i:ident| $of:expr) => {
        [
            {
                let $i = 0;
                $of
            },
            {
                let $i = 1;
                $of
            },
        ]
    };
}

/// All ones in the lanes set in `clear`.
#[inline(always)]
unsafe fn lane_mask(clear: u32) -> Words {
    // SAFETY: the caller has the features.
    unsafe {
        let bits = _mm256_loadu_si256(LANE_BITS.as_ptr().cast());
        let halves = [clear & 0xffff, clear >> 16];
        both!(|i| {
            let set = _mm256_and_si256(_mm256_set1_epi32(halves[i] as i32), bits);
            _mm256_cmpeq_epi32(set, bits)
        })
    }
}

/// 16-bit sums of the byte counts in the lanes set in `clear`.
#[inline(always)]
unsafe fn counts(tally: Words, clear: u32) -> Words {
    // SAFETY: the caller has the features.
    unsafe {
        let ones = _mm256_set1_epi8(1);
        let mask = lane_mask(clear);
        both!(|i| _mm256_and_si256(_mm256_maddubs_epi16(tally[i], ones), mask[i]))
    }
}

/// `sums` with the eight words added, two to each.
#[inline(always)]
unsafe fn add_words(sums: __m256i, words: __m256i) -> __m256i {
    // SAFETY: the caller has the features.
    unsafe {
        let low = _mm256_and_si256(words, _mm256_set1_epi64x(0xffff_ffff));
        let high = _mm256_srli_epi64::<32>(words);
        _mm256_add_epi64(sums, _mm256_add_epi64(low, high))
    }
}

/// The sums of four words each.
#[inline(always)]
unsafe fn totals(sums: [__m256i; 3]) -> [u64; 3] {
    let mut totals = [0; 3];
    for (total, sum) in totals.iter_mut().zip(sums) {
        let mut parts = [0u64; 4];
        // SAFETY: the caller has the features.
        unsafe { _mm256_storeu_si256(parts.as_mut_ptr().cast(), sum) };
        *total = parts.into_iter().fold(0, u64::wrapping_add);
    }
    totals
}

impl super::VectorOps for Avx2 {
    type Words = Words;
    /// Counts of the bits of each byte.
    type Tally = Words;

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Words {
        // SAFETY: the caller gives sixteen readable words.
        unsafe { both!(|i| _mm256_loadu_si256(from.cast::<__m256i>().add(i))) }
    }

    #[inline(always)]
    unsafe fn store(to: *mut u32, words: Words) {
        let to = to.cast::<__m256i>();
        // SAFETY: the caller gives room for sixteen words.
        unsafe {
            _mm256_storeu_si256(to, words[0]);
            _mm256_storeu_si256(to.add(1), words[1]);
        }
    }

    #[inline(always)]
    unsafe fn or(a: Words, b: Words) -> Words {
        // SAFETY: the caller has the features.
        unsafe { both!(|i| _mm256_or_si256(a[i], b[i])) }
    }

    #[inline(always)]
    unsafe fn pick(words: Words, index: Words) -> Words {
        // SAFETY: the caller has the features. Bit 3 of the index chooses the register.
        unsafe {
            both!(|i| {
                let index = index[i];
                let low = _mm256_permutevar8x32_epi32(words[0], index);
                let high = _mm256_permutevar8x32_epi32(words[1], index);
                let choice = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(index));
                _mm256_castps_si256(_mm256_blendv_ps(
                    _mm256_castsi256_ps(low),
                    _mm256_castsi256_ps(high),
                    choice,
                ))
            })
        }
    }

    #[inline(always)]
    unsafe fn sum_wide(a: Words, b: Words) -> Words {
        // SAFETY: the caller has the features.
        unsafe { both!(|i| _mm256_add_epi32(a[i], b[i])) }
    }

    #[inline(always)]
    unsafe fn sum_narrow(a: Words, b: Words) -> Words {
        // SAFETY: the caller has the features.
        unsafe { both!(|i| _mm256_adds_epu16(a[i], b[i])) }
    }

    #[inline(always)]
    unsafe fn unzip(a: Words, b: Words) -> (Words, Words) {
        // SAFETY: the caller has the features. Packing works in halves of registers, whose
        // order is mended by the permutation.
        unsafe {
            let mask = _mm256_set1_epi32(0xffff);
            let mut halves = [[_mm256_setzero_si256(); 2]; 2];
            for (i, words) in [a, b].into_iter().enumerate() {
                let low = both!(|i| _mm256_and_si256(words[i], mask));
                let high = both!(|i| _mm256_srli_epi32::<16>(words[i]));
                let low = _mm256_packus_epi32(low[0], low[1]);
                let high = _mm256_packus_epi32(high[0], high[1]);
                halves[0][i] = _mm256_permute4x64_epi64::<0b11_01_10_00>(low);
                halves[1][i] = _mm256_permute4x64_epi64::<0b11_01_10_00>(high);
            }
            (halves[0], halves[1])
        }
    }

    #[inline(always)]
    unsafe fn nothing() -> Words {
        // SAFETY: the caller has the features.
        unsafe { [_mm256_setzero_si256(); 2] }
    }

    #[inline(always)]
    unsafe fn tally(tally: Words, a: Words, b: Words) -> Words {
        // SAFETY: the caller has the features.
        unsafe {
            let nibble = _mm256_set1_epi8(15);
            // The table counts the zero bits of a nibble, so that a nor is not needed.
            let zeros = _mm256_setr_epi8(
                4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0, //
                4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0,
            );
            both!(|i| {
                let blocked = _mm256_or_si256(a[i], b[i]);
                let low = _mm256_and_si256(blocked, nibble);
                let high = _mm256_and_si256(_mm256_srli_epi32::<4>(blocked), nibble);
                let low = _mm256_shuffle_epi8(zeros, low);
                let high = _mm256_shuffle_epi8(zeros, high);
                _mm256_add_epi8(tally[i], _mm256_add_epi8(low, high))
            })
        }
    }

    #[inline(always)]
    unsafe fn add(entry: *mut Row, tally: Words, clear: u32) {
        let entry = entry.cast::<__m256i>();
        // SAFETY: the caller gives one row.
        unsafe {
            let counts = counts(tally, clear);
            for (i, count) in counts.into_iter().enumerate() {
                let sum = _mm256_load_si256(entry.add(i));
                _mm256_store_si256(entry.add(i), _mm256_adds_epu16(sum, count));
            }
        }
    }

    #[inline(always)]
    unsafe fn add_wide(entry: *mut Row, tally: Words, clear: u32) {
        // SAFETY: the caller gives two rows.
        unsafe {
            let counts = counts(tally, clear);
            let mask = _mm256_set1_epi32(0xffff);
            let halves = [
                both!(|i| _mm256_and_si256(counts[i], mask)),
                both!(|i| _mm256_srli_epi32::<16>(counts[i])),
            ];
            for (half, counts) in halves.into_iter().enumerate() {
                let row = entry.add(half).cast::<__m256i>();
                for (i, count) in counts.into_iter().enumerate() {
                    let sum = _mm256_load_si256(row.add(i));
                    _mm256_store_si256(row.add(i), _mm256_add_epi32(sum, count));
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn filter<const COLUMNS: usize>(
        from: *const CacheLine,
        lines: usize,
        squares: [u64; COLUMNS],
        mut to: [*mut u64; COLUMNS],
    ) -> [*mut u64; COLUMNS] {
        // SAFETY: the caller gives `lines` lines, and room for what is kept and a line more.
        unsafe {
            let from = from.cast::<__m256i>();
            let zero = _mm256_setzero_si256();
            for four in 0..2 * lines {
                let words = _mm256_load_si256(from.add(four));
                let mut column = 0;
                while column < COLUMNS {
                    let square = _mm256_set1_epi64x(squares[column] as i64);
                    let free = _mm256_cmpeq_epi64(_mm256_and_si256(words, square), zero);
                    let free = _mm256_movemask_pd(_mm256_castsi256_pd(free)) as usize;
                    let order = _mm256_loadu_si256(COMPRESS.as_ptr().add(free).cast());
                    let taken = _mm256_or_si256(words, square);
                    let kept = _mm256_permutevar8x32_epi32(taken, order);
                    _mm256_storeu_si256(to[column].cast(), kept);
                    to[column] = to[column].add(free.count_ones() as usize);
                    column += 1;
                }
            }
        }
        to
    }

    #[inline(always)]
    unsafe fn fill(to: *mut u64) {
        // SAFETY: the caller gives room for 16 words.
        unsafe {
            let blocked = _mm256_set1_epi64x(-1);
            for four in 0..4 {
                _mm256_storeu_si256(to.cast::<__m256i>().add(four), blocked);
            }
        }
    }

    #[inline(always)]
    unsafe fn transpose(low: *const CacheLine, high: *const CacheLine, to: &mut Transposed) {
        // SAFETY: the caller gives two lines at each.
        unsafe {
            // Lane 0 of every register comes from `low`, lane 1 from `high`.
            let mut words = [_mm256_setzero_si256(); 8];
            for (i, word) in words.iter_mut().enumerate() {
                let low = _mm_load_si128(low.cast::<__m128i>().add(i));
                let high = _mm_load_si128(high.cast::<__m128i>().add(i));
                *word = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high);
            }
            // Four rounds of interleaving bring the 16 bytes of each position together.
            for _ in 0..4 {
                let from = words;
                for i in 0..4 {
                    words[2 * i] = _mm256_unpacklo_epi8(from[i], from[i + 4]);
                    words[2 * i + 1] = _mm256_unpackhi_epi8(from[i], from[i + 4]);
                }
            }
            let to = to.as_mut_ptr().cast::<u32>();
            for (byte, mut bits) in words.into_iter().enumerate() {
                for bit in (0..8).rev() {
                    *to.add(8 * byte + bit) = _mm256_movemask_epi8(bits) as u32;
                    bits = _mm256_add_epi8(bits, bits);
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn transpose_words(from: *const Row, stride: usize) -> [Self::Words; LANES] {
        // SAFETY: the caller gives 16 rows, `stride` apart.
        unsafe {
            let mut transposed = [[_mm256_setzero_si256(); 2]; LANES];
            for (quarter, to) in transposed.chunks_exact_mut(4).enumerate() {
                for eight in [0, 1] {
                    // Words 4·quarter to 4·quarter + 3 of rows i and i + 4.
                    let mut rows = [_mm256_setzero_si256(); 4];
                    for (i, row) in rows.iter_mut().enumerate() {
                        let at = from.add((i + 8 * eight) * stride).cast::<__m128i>();
                        let below = from.add((i + 8 * eight + 4) * stride).cast::<__m128i>();
                        *row = _mm256_inserti128_si256::<1>(
                            _mm256_castsi128_si256(_mm_load_si128(at.add(quarter))),
                            _mm_load_si128(below.add(quarter)),
                        );
                    }
                    let [a, b, c, d] = rows;
                    let (ab0, ab1) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
                    let (cd0, cd1) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
                    to[0][eight] = _mm256_unpacklo_epi64(ab0, cd0);
                    to[1][eight] = _mm256_unpackhi_epi64(ab0, cd0);
                    to[2][eight] = _mm256_unpacklo_epi64(ab1, cd1);
                    to[3][eight] = _mm256_unpackhi_epi64(ab1, cd1);
                }
            }
            transposed
        }
    }

    #[inline(always)]
    unsafe fn dot(a: *const Row, b: *const Row, rows: usize) -> [u64; 3] {
        let (a, b) = (a.cast::<__m256i>(), b.cast::<__m256i>());
        // SAFETY: the caller gives that many rows at each. Sums of two products are below
        // 2³¹; those of two cells are below 2¹⁶, so 2¹⁶ of them fit 32 bits.
        unsafe {
            let mut sums = [_mm256_setzero_si256(); 3];
            let ones = _mm256_set1_epi16(1);
            for begin in (0..2 * rows).step_by(1 << 16) {
                let (mut left, mut right) = (_mm256_setzero_si256(), _mm256_setzero_si256());
                for at in begin..(2 * rows).min(begin + (1 << 16)) {
                    let (a, b) = (_mm256_load_si256(a.add(at)), _mm256_load_si256(b.add(at)));
                    sums[0] = add_words(sums[0], _mm256_madd_epi16(a, b));
                    left = _mm256_add_epi32(left, _mm256_madd_epi16(a, ones));
                    right = _mm256_add_epi32(right, _mm256_madd_epi16(b, ones));
                }
                sums[1] = add_words(sums[1], left);
                sums[2] = add_words(sums[2], right);
            }
            totals(sums)
        }
    }

    #[inline(always)]
    unsafe fn dot_wide(a: *const Row, b: *const Row, rows: usize) -> [u64; 3] {
        let (a, b) = (a.cast::<__m256i>(), b.cast::<__m256i>());
        // SAFETY: the caller gives that many rows at each.
        unsafe {
            let mut sums = [_mm256_setzero_si256(); 3];
            for at in 0..2 * rows {
                let (a, b) = (_mm256_load_si256(a.add(at)), _mm256_load_si256(b.add(at)));
                let (a1, b1) = (_mm256_srli_epi64::<32>(a), _mm256_srli_epi64::<32>(b));
                let product = _mm256_add_epi64(_mm256_mul_epu32(a, b), _mm256_mul_epu32(a1, b1));
                sums[0] = _mm256_add_epi64(sums[0], product);
                sums[1] = add_words(sums[1], a);
                sums[2] = add_words(sums[2], b);
            }
            totals(sums)
        }
    }
}
