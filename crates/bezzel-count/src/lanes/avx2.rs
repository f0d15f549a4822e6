//! 256-bit vectors: two registers hold the sixteen lanes.
//!
//! * *filter* tests four placements and compacts the survivors by a table of sixteen
//!   permutations.
//! * *tally* counts bits with a lookup of nibbles (vpshufb) and keeps counts per byte.
//! * *transpose* collects equal bytes of 32 placements in one register and reads one bit of
//!   each with vpmovmskb, eight times.

use std::arch::x86_64::*;

use super::LANES;
use super::layout::{CacheLine, Row, Transposed};
use super::ops::VectorOps;

/// The operations with AVX2, BMI1, BMI2 and POPCNT. A value shows that the CPU has them.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

super::kernels::kernels!(Avx2, "avx2,bmi1,bmi2,popcnt");

/// For each set of four 64-bit words: the permutation of 32-bit words that moves its members to
/// the front.
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

/// The bits of `clear` of each of the first eight lanes.
const LANE_BITS: [u32; 8] = [3, 3 << 2, 3 << 4, 3 << 6, 3 << 8, 3 << 10, 3 << 12, 3 << 14];

type Words = [__m256i; 2];

/// Repeats an expression for both registers. A closure would be compiled without the features
/// and called.
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

/// Returns all ones in the lanes that are set in `clear`.
#[inline(always)]
fn lane_mask(_: Avx2, clear: u32) -> Words {
    // SAFETY: `self` shows that the CPU has the features.
    unsafe {
        let bits = _mm256_loadu_si256(LANE_BITS.as_ptr().cast());
        let halves = [clear & 0xffff, clear >> 16];
        both!(|i| {
            let set = _mm256_and_si256(_mm256_set1_epi32(halves[i] as i32), bits);
            _mm256_cmpeq_epi32(set, bits)
        })
    }
}

/// Returns 16-bit sums of the byte counts in the lanes that are set in `clear`.
#[inline(always)]
fn counts(ops: Avx2, tally: Words, clear: u32) -> Words {
    // SAFETY: `self` shows that the CPU has the features.
    unsafe {
        let ones = _mm256_set1_epi8(1);
        let mask = lane_mask(ops, clear);
        both!(|i| _mm256_and_si256(_mm256_maddubs_epi16(tally[i], ones), mask[i]))
    }
}

/// Adds eight words to `sums`, two to each.
#[inline(always)]
fn add_words(_: Avx2, sums: __m256i, words: __m256i) -> __m256i {
    // SAFETY: `self` shows that the CPU has the features.
    unsafe {
        let low = _mm256_and_si256(words, _mm256_set1_epi64x(0xffff_ffff));
        let high = _mm256_srli_epi64::<32>(words);
        _mm256_add_epi64(sums, _mm256_add_epi64(low, high))
    }
}

/// Returns the sums of four words each.
#[inline(always)]
fn totals(_: Avx2, sums: [__m256i; 3]) -> [u64; 3] {
    let mut totals = [0; 3];
    for (total, sum) in totals.iter_mut().zip(sums) {
        let mut parts = [0u64; 4];
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { _mm256_storeu_si256(parts.as_mut_ptr().cast(), sum) };
        *total = parts.into_iter().fold(0, u64::wrapping_add);
    }
    totals
}

impl VectorOps for Avx2 {
    type Words = Words;
    type Index = Words;
    /// Counts of the bits of each byte.
    type Tally = Words;

    #[inline(always)]
    unsafe fn assume_available() -> Self {
        Self(())
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u32) -> Words {
        // SAFETY: the contract of this function; `self` shows that the CPU has the features.
        unsafe { both!(|i| _mm256_loadu_si256(from.cast::<__m256i>().add(i))) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u32, words: Words) {
        let to = to.cast::<__m256i>();
        // SAFETY: the contract of this function; `self` shows that the CPU has the features.
        unsafe {
            _mm256_storeu_si256(to, words[0]);
            _mm256_storeu_si256(to.add(1), words[1]);
        }
    }

    #[inline(always)]
    fn or(self, a: Words, b: Words) -> Words {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { both!(|i| _mm256_or_si256(a[i], b[i])) }
    }

    #[inline(always)]
    fn index(self, lanes: Words) -> Words {
        lanes
    }

    #[inline(always)]
    fn permute(self, words: Words, index: &Words) -> Words {
        // SAFETY: `self` shows that the CPU has the features. Bit 3 of the index chooses the register.
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
    fn add_u32(self, a: Words, b: Words) -> Words {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { both!(|i| _mm256_add_epi32(a[i], b[i])) }
    }

    #[inline(always)]
    fn adds_u16(self, a: Words, b: Words) -> Words {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { both!(|i| _mm256_adds_epu16(a[i], b[i])) }
    }

    #[inline(always)]
    fn unzip(self, a: Words, b: Words) -> (Words, Words) {
        // SAFETY: `self` shows that the CPU has the features. Packing works in halves of registers, whose
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
    fn split_bytes(self, words: Words) -> [Words; 2] {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe {
            let mask = _mm256_set1_epi16(0xff);
            [
                both!(|i| _mm256_and_si256(words[i], mask)),
                both!(|i| _mm256_srli_epi16::<8>(words[i])),
            ]
        }
    }

    #[inline(always)]
    fn zero(self) -> Words {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { [_mm256_setzero_si256(); 2] }
    }

    #[inline(always)]
    fn popcount(self, tally: Words, a: Words, b: Words) -> Words {
        // SAFETY: `self` shows that the CPU has the features.
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
    fn add(self, entry: &mut Row, tally: Words, clear: u32) {
        let entry = entry.0.as_mut_ptr().cast::<__m256i>();
        // SAFETY: `self` shows that the CPU has the features. Rows are aligned.
        unsafe {
            let counts = counts(self, tally, clear);
            for (i, count) in counts.into_iter().enumerate() {
                let sum = _mm256_load_si256(entry.add(i));
                _mm256_store_si256(entry.add(i), _mm256_adds_epu16(sum, count));
            }
        }
    }

    #[inline(always)]
    fn add_bytes(self, entry: &mut Row, tally: Words, clear: u32) {
        let entry = entry.0.as_mut_ptr().cast::<__m256i>();
        // SAFETY: `self` shows that the CPU has the features. Rows are aligned.
        unsafe {
            let mask = lane_mask(self, clear);
            for (i, mask) in mask.into_iter().enumerate() {
                let sum = _mm256_load_si256(entry.add(i));
                let counts = _mm256_and_si256(tally[i], mask);
                _mm256_store_si256(entry.add(i), _mm256_adds_epu8(sum, counts));
            }
        }
    }

    #[inline(always)]
    fn add_wide(self, entry: &mut [Row; 2], tally: Words, clear: u32) {
        // SAFETY: `self` shows that the CPU has the features. Rows are aligned.
        unsafe {
            let counts = counts(self, tally, clear);
            let mask = _mm256_set1_epi32(0xffff);
            let halves = [
                both!(|i| _mm256_and_si256(counts[i], mask)),
                both!(|i| _mm256_srli_epi32::<16>(counts[i])),
            ];
            for (row, counts) in entry.iter_mut().zip(halves) {
                let row = row.0.as_mut_ptr().cast::<__m256i>();
                for (i, count) in counts.into_iter().enumerate() {
                    let sum = _mm256_load_si256(row.add(i));
                    _mm256_store_si256(row.add(i), _mm256_add_epi32(sum, count));
                }
            }
        }
    }

    #[inline(always)]
    fn mask(self, words: Words, clear: u32) -> Words {
        let mask = lane_mask(self, clear);
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { both!(|i| _mm256_and_si256(words[i], mask[i])) }
    }

    #[inline(always)]
    fn madd(self, tally: Words, weights: Words) -> Words {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe {
            let ones = _mm256_set1_epi8(1);
            both!(|i| _mm256_madd_epi16(_mm256_maddubs_epi16(tally[i], ones), weights[i]))
        }
    }

    #[inline(always)]
    unsafe fn filter<const COLUMNS: usize>(
        self,
        from: &[CacheLine],
        squares: [u64; COLUMNS],
        mut to: [*mut u64; COLUMNS],
    ) -> [*mut u64; COLUMNS] {
        // SAFETY: the contract of this function; `self` shows that the CPU has the features.
        unsafe {
            let lines = from.len();
            let from = from.as_ptr().cast::<__m256i>();
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
    fn prefetch(self, line: &CacheLine) {
        // SAFETY: a prefetch has no effect but on time.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.0.as_ptr().cast()) };
    }

    #[inline(always)]
    fn fill(self, to: &mut [u64; 16]) {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe {
            let blocked = _mm256_set1_epi64x(-1);
            for four in 0..4 {
                _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>().add(four), blocked);
            }
        }
    }

    #[inline(always)]
    fn transpose(self, from: [&CacheLine; 4], to: &mut Transposed) {
        // SAFETY: `self` shows that the CPU has the features. Lines are aligned.
        unsafe {
            // Lane 0 of every register comes from the first two lines, lane 1 from the others.
            let mut words = [_mm256_setzero_si256(); 8];
            for (i, word) in words.iter_mut().enumerate() {
                let two = |line: &CacheLine| line.0.as_ptr().cast::<__m128i>().wrapping_add(i % 4);
                let low = _mm_load_si128(two(from[i / 4]));
                let high = _mm_load_si128(two(from[2 + i / 4]));
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
    fn transpose_words(self, rows: [&Row; LANES]) -> [Self::Words; LANES] {
        // SAFETY: `self` shows that the CPU has the features. Rows are aligned.
        unsafe {
            let mut transposed = [[_mm256_setzero_si256(); 2]; LANES];
            for (quarter, to) in transposed.chunks_exact_mut(4).enumerate() {
                for eight in [0, 1] {
                    // Words 4·quarter to 4·quarter + 3 of rows i and i + 4.
                    let mut parts = [_mm256_setzero_si256(); 4];
                    for (i, part) in parts.iter_mut().enumerate() {
                        let at = rows[i + 8 * eight].0.as_ptr().cast::<__m128i>();
                        let below = rows[i + 8 * eight + 4].0.as_ptr().cast::<__m128i>();
                        *part = _mm256_inserti128_si256::<1>(
                            _mm256_castsi128_si256(_mm_load_si128(at.add(quarter))),
                            _mm_load_si128(below.add(quarter)),
                        );
                    }
                    let [a, b, c, d] = parts;
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
    fn dot(self, a: &[Row], b: &[Row]) -> [u64; 3] {
        // SAFETY: `self` shows that the CPU has the features. Sums of two products are below
        // 2³¹. Sums of two cells are below 2¹⁶, so 2¹⁶ of them fit 32 bits.
        unsafe {
            let mut sums = [_mm256_setzero_si256(); 3];
            let ones = _mm256_set1_epi16(1);
            for (a, b) in a.chunks(1 << 15).zip(b.chunks(1 << 15)) {
                let (mut left, mut right) = (_mm256_setzero_si256(), _mm256_setzero_si256());
                for (a, b) in a.iter().zip(b) {
                    for half in 0..2 {
                        let a = _mm256_load_si256(a.0.as_ptr().cast::<__m256i>().add(half));
                        let b = _mm256_load_si256(b.0.as_ptr().cast::<__m256i>().add(half));
                        sums[0] = add_words(self, sums[0], _mm256_madd_epi16(a, b));
                        left = _mm256_add_epi32(left, _mm256_madd_epi16(a, ones));
                        right = _mm256_add_epi32(right, _mm256_madd_epi16(b, ones));
                    }
                }
                sums[1] = add_words(self, sums[1], left);
                sums[2] = add_words(self, sums[2], right);
            }
            totals(self, sums)
        }
    }
}
