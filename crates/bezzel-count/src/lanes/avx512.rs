//! 512-bit vectors: one register holds a word for each of the sixteen lanes.
//!
//! * *filter* tests eight placements and compresses the survivors: vptestnmq, vpcompressq.
//! * *tally* is vpternlogd (nor), vpopcntw, vpaddw.
//! * *transpose* collects equal bytes of eight placements (vpermb), transposes each 8×8 bits
//!   (vgf2p8affineqb with the placements as the matrix), and interleaves the four groups of
//!   eight placements.

use std::arch::x86_64::*;

use super::LANES;
use super::avx2::Avx2;
use super::kernels::Kernels;
use super::layout::{CacheLine, Row, Transposed};
use super::ops::VectorOps;

/// The operations with AVX-512 F, BW and VL, BMI1, BMI2 and POPCNT. With `ALL`, BITALG counts bits, and VBMI and GFNI transpose
/// them; without, those operations are the same as with AVX2. CPUs with AVX-512 have these three from
/// Ice Lake and Zen 4 on. A value shows that the CPU has the features.
#[derive(Clone, Copy)]
pub(super) struct Avx512<const ALL: bool>(());

/// The kernels with all features.
pub(super) mod all {
    super::super::kernels::kernels!(
        super::Avx512<true>,
        "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi,gfni,bmi1,bmi2,popcnt"
    );
}

/// The kernels of the first CPUs with AVX-512.
pub(super) mod plain {
    super::super::kernels::kernels!(
        super::Avx512<false>,
        "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt"
    );
}

/// The kernels with all features. Those that do not use them are the ones without, and so are compiled
/// once.
pub(super) const KERNELS: Kernels = Kernels {
    expand: plain::KERNELS.expand,
    transpose: plain::KERNELS.transpose,
    dot: plain::KERNELS.dot,
    transpose_runs: plain::KERNELS.transpose_runs,
    ..all::KERNELS
};

/// A byte permutation as a table of sources.
macro_rules! byte_order {
    (|$to:ident| $from:expr) => {{
        let mut order = [0u8; 64];
        let mut $to = 0;
        while $to < 64 {
            order[$to] = ($from) as u8;
            $to += 1;
        }
        order
    }};
}

/// Byte p·8 + g goes to g·8 + p.
static BYTES_TOGETHER: [u8; 64] = byte_order!(|to| to % 8 * 8 + to / 8);

/// Byte 16m + 4l + x goes to 16l + 4m + x, from where interleaving moves it to word 16m + 4l + x.
static BEFORE_INTERLEAVING: [u8; 64] = byte_order!(|to| to / 4 % 4 * 16 + to / 16 * 4 + to % 4);

/// The low halves of two times sixteen words.
static LOW_HALVES: [u16; 32] = {
    let mut order = [0; 32];
    let mut to = 0;
    while to < 32 {
        order[to] = 2 * to as u16;
        to += 1;
    }
    order
};

/// The byte 1 << j at each position j of a 64-bit word.
const DIAGONAL: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);

/// Returns the counts of both halves of each word as 16-bit numbers.
#[inline(always)]
fn halves<const ALL: bool>(_: Avx512<ALL>, tally: __m512i) -> __m512i {
    if ALL {
        return tally;
    }
    // SAFETY: `self` shows that the CPU has the features.
    unsafe { _mm512_maddubs_epi16(tally, _mm512_set1_epi8(1)) }
}

/// Adds sixteen words to `sums`, two to each.
#[inline(always)]
fn add_words<const ALL: bool>(_: Avx512<ALL>, sums: __m512i, words: __m512i) -> __m512i {
    // SAFETY: `self` shows that the CPU has the features.
    unsafe {
        let low = _mm512_and_si512(words, _mm512_set1_epi64(0xffff_ffff));
        let high = _mm512_srli_epi64::<32>(words);
        _mm512_add_epi64(sums, _mm512_add_epi64(low, high))
    }
}

impl<const ALL: bool> VectorOps for Avx512<ALL> {
    type Words = __m512i;
    type Index = __m512i;
    /// 16-bit counts of both halves; without `ALL`, counts of the bits of each byte.
    type Tally = __m512i;

    #[inline(always)]
    unsafe fn assume_available() -> Self {
        Self(())
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u32) -> __m512i {
        // SAFETY: the contract of this function; `self` shows that the CPU has the features.
        unsafe { _mm512_loadu_epi32(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u32, words: __m512i) {
        // SAFETY: the contract of this function; `self` shows that the CPU has the features.
        unsafe { _mm512_storeu_epi32(to.cast(), words) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn index(self, lanes: __m512i) -> __m512i {
        lanes
    }

    #[inline(always)]
    fn permute(self, words: __m512i, index: &__m512i) -> __m512i {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { _mm512_permutexvar_epi32(*index, words) }
    }

    #[inline(always)]
    fn add_u32(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { _mm512_add_epi32(a, b) }
    }

    #[inline(always)]
    fn adds_u16(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { _mm512_adds_epu16(a, b) }
    }

    #[inline(always)]
    fn unzip(self, a: __m512i, b: __m512i) -> (__m512i, __m512i) {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe {
            let low = _mm512_loadu_si512(LOW_HALVES.as_ptr().cast());
            let high = _mm512_add_epi16(low, _mm512_set1_epi16(1));
            (
                _mm512_permutex2var_epi16(a, low, b),
                _mm512_permutex2var_epi16(a, high, b),
            )
        }
    }

    #[inline(always)]
    fn split_bytes(self, words: __m512i) -> [__m512i; 2] {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe {
            [
                _mm512_and_si512(words, _mm512_set1_epi16(0xff)),
                _mm512_srli_epi16::<8>(words),
            ]
        }
    }

    #[inline(always)]
    fn zero(self) -> __m512i {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn popcount(self, tally: __m512i, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe {
            if ALL {
                let free = _mm512_ternarylogic_epi32::<0b0000_0011>(a, b, b);
                return _mm512_add_epi16(tally, _mm512_popcnt_epi16(free));
            }
            // The zero bits of each nibble.
            let zeros = _mm512_broadcast_i32x4(_mm_setr_epi8(
                4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0,
            ));
            let nibble = _mm512_set1_epi8(15);
            let blocked = _mm512_or_si512(a, b);
            let low = _mm512_and_si512(blocked, nibble);
            let high = _mm512_and_si512(_mm512_srli_epi32::<4>(blocked), nibble);
            let low = _mm512_shuffle_epi8(zeros, low);
            let high = _mm512_shuffle_epi8(zeros, high);
            _mm512_add_epi8(tally, _mm512_add_epi8(low, high))
        }
    }

    #[inline(always)]
    fn add(self, entry: &mut Row, tally: __m512i, clear: u32) {
        // SAFETY: `self` shows that the CPU has the features. Rows are aligned.
        unsafe {
            let tally = halves(self, tally);
            let entry: *mut __m512i = entry.0.as_mut_ptr().cast();
            let sum = _mm512_load_si512(entry);
            let sum = _mm512_mask_adds_epu16(sum, clear, sum, tally);
            _mm512_store_si512(entry, sum);
        }
    }

    #[inline(always)]
    fn popcount_bytes(self, tally: __m512i, a: __m512i, b: __m512i) -> __m512i {
        if !ALL {
            return self.popcount(tally, a, b);
        }
        // SAFETY: `self` shows that the CPU has the features.
        unsafe {
            let free = _mm512_ternarylogic_epi32::<0b0000_0011>(a, b, b);
            _mm512_add_epi8(tally, _mm512_popcnt_epi8(free))
        }
    }

    #[inline(always)]
    fn add_bytes(self, entry: &mut Row, tally: __m512i, clear: u32) {
        // SAFETY: `self` shows that the CPU has the features. Rows are aligned.
        unsafe {
            let entry: *mut __m512i = entry.0.as_mut_ptr().cast();
            let counts = _mm512_maskz_mov_epi16(clear, tally);
            let sum = _mm512_adds_epu8(_mm512_load_si512(entry), counts);
            _mm512_store_si512(entry, sum);
        }
    }

    #[inline(always)]
    fn add_wide(self, entry: &mut [Row; 2], tally: __m512i, clear: u32) {
        // SAFETY: `self` shows that the CPU has the features. Rows are aligned.
        unsafe {
            let tally = _mm512_maskz_mov_epi16(clear, halves(self, tally));
            let [low_row, high_row] = entry;
            let low = _mm512_load_si512(low_row.0.as_ptr().cast());
            let high = _mm512_load_si512(high_row.0.as_ptr().cast());
            let low = _mm512_add_epi32(low, _mm512_and_si512(tally, _mm512_set1_epi32(0xffff)));
            let high = _mm512_add_epi32(high, _mm512_srli_epi32::<16>(tally));
            _mm512_store_si512(low_row.0.as_mut_ptr().cast(), low);
            _mm512_store_si512(high_row.0.as_mut_ptr().cast(), high);
        }
    }

    #[inline(always)]
    fn mask(self, words: __m512i, clear: u32) -> __m512i {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { _mm512_maskz_mov_epi16(clear, words) }
    }

    #[inline(always)]
    fn madd(self, tally: __m512i, weights: __m512i) -> __m512i {
        // SAFETY: `self` shows that the CPU has the features.
        unsafe { _mm512_madd_epi16(halves(self, tally), weights) }
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
            for line in from {
                let words = _mm512_load_si512(line.0.as_ptr().cast());
                let mut column = 0;
                while column < COLUMNS {
                    let square = _mm512_set1_epi64(squares[column] as i64);
                    let free = _mm512_testn_epi64_mask(words, square);
                    let taken = _mm512_or_si512(words, square);
                    let kept = _mm512_maskz_compress_epi64(free, taken);
                    _mm512_storeu_si512(to[column].cast(), kept);
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
            let blocked = _mm512_set1_epi64(-1);
            _mm512_storeu_si512(to.as_mut_ptr().cast(), blocked);
            _mm512_storeu_si512(to.as_mut_ptr().add(8).cast(), blocked);
        }
    }

    #[inline(always)]
    fn transpose(self, from: [&CacheLine; 4], to: &mut Transposed) {
        if !ALL {
            // SAFETY: CPUs with AVX-512 have AVX2, and `self` shows the other features.
            return unsafe { Avx2::assume_available() }.transpose(from, to);
        }
        // SAFETY: `self` shows that the CPU has the features. Lines are aligned.
        unsafe {
            let together = _mm512_loadu_si512(BYTES_TOGETHER.as_ptr().cast());
            let before = _mm512_loadu_si512(BEFORE_INTERLEAVING.as_ptr().cast());
            let diagonal = _mm512_set1_epi64(DIAGONAL);
            let mut turned = [
                _mm512_load_si512(from[0].0.as_ptr().cast()),
                _mm512_load_si512(from[1].0.as_ptr().cast()),
                _mm512_load_si512(from[2].0.as_ptr().cast()),
                _mm512_load_si512(from[3].0.as_ptr().cast()),
            ];
            for words in &mut turned {
                let bytes = _mm512_permutexvar_epi8(together, *words);
                let bits = _mm512_gf2p8affine_epi64_epi8::<0>(diagonal, bytes);
                *words = _mm512_permutexvar_epi8(before, bits);
            }
            let [a, b, c, d] = turned;
            let (ab0, ab1) = (_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b));
            let (cd0, cd1) = (_mm512_unpacklo_epi8(c, d), _mm512_unpackhi_epi8(c, d));
            let words = [
                _mm512_unpacklo_epi16(ab0, cd0),
                _mm512_unpackhi_epi16(ab0, cd0),
                _mm512_unpacklo_epi16(ab1, cd1),
                _mm512_unpackhi_epi16(ab1, cd1),
            ];
            for (row, words) in to.iter_mut().zip(words) {
                _mm512_store_si512(row.0.as_mut_ptr().cast(), words);
            }
        }
    }

    #[inline(always)]
    fn transpose_words(self, rows: [&Row; LANES]) -> [Self::Words; LANES] {
        // SAFETY: `self` shows that the CPU has the features. Rows are aligned.
        unsafe {
            let mut columns = [_mm512_setzero_si512(); LANES];
            for (quarter, to) in columns.chunks_exact_mut(4).enumerate() {
                // Words 4·quarter to 4·quarter + 3 of rows i, i + 4, i + 8 and i + 12.
                let mut parts = [_mm512_setzero_si512(); 4];
                for (i, part) in parts.iter_mut().enumerate() {
                    let quarter_of =
                        |row: usize| rows[row].0.as_ptr().cast::<__m128i>().add(quarter);
                    let words = _mm512_castsi128_si512(_mm_load_si128(quarter_of(i)));
                    let words = _mm512_inserti32x4::<1>(words, _mm_load_si128(quarter_of(i + 4)));
                    let words = _mm512_inserti32x4::<2>(words, _mm_load_si128(quarter_of(i + 8)));
                    *part = _mm512_inserti32x4::<3>(words, _mm_load_si128(quarter_of(i + 12)));
                }
                let [a, b, c, d] = parts;
                let (ab0, ab1) = (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
                let (cd0, cd1) = (_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
                to[0] = _mm512_unpacklo_epi64(ab0, cd0);
                to[1] = _mm512_unpackhi_epi64(ab0, cd0);
                to[2] = _mm512_unpacklo_epi64(ab1, cd1);
                to[3] = _mm512_unpackhi_epi64(ab1, cd1);
            }
            columns
        }
    }

    #[inline(always)]
    fn dot(self, a: &[Row], b: &[Row]) -> [u64; 3] {
        // SAFETY: `self` shows that the CPU has the features. Rows are aligned. Sums of two products are below
        // 2³¹. Sums of two cells are below 2¹⁶, so 2¹⁶ of them fit 32 bits.
        unsafe {
            let mut sums = [_mm512_setzero_si512(); 3];
            let ones = _mm512_set1_epi16(1);
            for (a, b) in a.chunks(1 << 16).zip(b.chunks(1 << 16)) {
                let (mut left, mut right) = (_mm512_setzero_si512(), _mm512_setzero_si512());
                for (a, b) in a.iter().zip(b) {
                    let a = _mm512_load_si512(a.0.as_ptr().cast());
                    let b = _mm512_load_si512(b.0.as_ptr().cast());
                    sums[0] = add_words(self, sums[0], _mm512_madd_epi16(a, b));
                    left = _mm512_add_epi32(left, _mm512_madd_epi16(a, ones));
                    right = _mm512_add_epi32(right, _mm512_madd_epi16(b, ones));
                }
                sums[1] = add_words(self, sums[1], left);
                sums[2] = add_words(self, sums[2], right);
            }
            let mut totals = [0; 3];
            for (total, sum) in totals.iter_mut().zip(sums) {
                *total = _mm512_reduce_add_epi64(sum) as u64;
            }
            totals
        }
    }
}
