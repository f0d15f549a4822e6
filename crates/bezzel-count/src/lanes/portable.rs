//! The backend for every CPU: arrays of words, vectorised by the compiler.

use super::LANES;
use super::layout::{CacheLine, Row, Transposed};
use super::ops::VectorOps;

/// The operations in plain Rust.
#[derive(Clone, Copy)]
pub(super) struct Portable;

super::kernels::kernels!(Portable);

type Words = [u32; LANES];

// Plain loops: a release has the same code with `array::map` and `array::from_fn`, but builds in several
// units of code, as in the tests, leave calls for each lane.

#[inline(always)]
fn each_lane(f: impl Fn(usize) -> u32) -> Words {
    let mut words = [0; LANES];
    for (lane, word) in words.iter_mut().enumerate() {
        *word = f(lane);
    }
    words
}

#[inline(always)]
fn map(mut words: Words, f: impl Fn(u32) -> u32) -> Words {
    for word in &mut words {
        *word = f(*word);
    }
    words
}

#[inline(always)]
fn zip(mut a: Words, b: Words, f: impl Fn(u32, u32) -> u32) -> Words {
    for (a, b) in a.iter_mut().zip(b) {
        *a = f(*a, b);
    }
    a
}

fn saturating_halves(a: u32, b: u32) -> u32 {
    let low = (a as u16).saturating_add(b as u16);
    let high = ((a >> 16) as u16).saturating_add((b >> 16) as u16);
    u32::from(low) | u32::from(high) << 16
}

impl VectorOps for Portable {
    type Words = Words;
    type Index = Words;
    /// Counts of the bits of each byte.
    type Tally = Words;

    #[inline(always)]
    unsafe fn assume_available() -> Self {
        Self
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u32) -> Words {
        // SAFETY: the contract of this function.
        unsafe { from.cast::<Words>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u32, words: Words) {
        // SAFETY: the contract of this function.
        unsafe { to.cast::<Words>().write_unaligned(words) }
    }

    #[inline(always)]
    fn or(self, a: Words, b: Words) -> Words {
        zip(a, b, |a, b| a | b)
    }

    #[inline(always)]
    fn index(self, lanes: Words) -> Words {
        lanes
    }

    #[inline(always)]
    fn permute(self, words: Words, index: &Words) -> Words {
        map(*index, |index| words[index as usize % LANES])
    }

    #[inline(always)]
    fn add_u32(self, a: Words, b: Words) -> Words {
        zip(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn adds_u16(self, a: Words, b: Words) -> Words {
        zip(a, b, saturating_halves)
    }

    #[inline(always)]
    fn unzip(self, a: Words, b: Words) -> (Words, Words) {
        let words = |i: usize| if i < LANES { a[i] } else { b[i - LANES] };
        (
            each_lane(|i| words(2 * i) & 0xffff | words(2 * i + 1) << 16),
            each_lane(|i| words(2 * i) >> 16 | words(2 * i + 1) & 0xffff_0000),
        )
    }

    #[inline(always)]
    fn split_bytes(self, words: Words) -> [Words; 2] {
        let bytes = |shift: u32| map(words, |word| word >> shift & 0x00ff_00ff);
        [bytes(0), bytes(8)]
    }

    #[inline(always)]
    fn zero(self) -> Words {
        [0; LANES]
    }

    #[inline(always)]
    fn popcount(self, tally: Words, a: Words, b: Words) -> Words {
        let free = zip(a, b, |a, b| !(a | b));
        let two = map(free, |bits| bits - (bits >> 1 & 0x5555_5555));
        let four = map(two, |sums| (sums & 0x3333_3333) + (sums >> 2 & 0x3333_3333));
        let eight = map(four, |sums| (sums + (sums >> 4)) & 0x0f0f_0f0f);
        zip(tally, eight, |tally, count| tally + count)
    }

    #[inline(always)]
    fn add(self, entry: &mut Row, tally: Words, clear: u32) {
        for (lane, sum) in entry.0.iter_mut().enumerate() {
            let counts = (tally[lane] & 0x00ff_00ff) + (tally[lane] >> 8 & 0x00ff_00ff);
            let counts = counts & (clear >> (2 * lane) & 1).wrapping_neg();
            *sum = saturating_halves(*sum, counts);
        }
    }

    #[inline(always)]
    fn add_bytes(self, entry: &mut Row, tally: Words, clear: u32) {
        for (lane, (sum, tally)) in entry.0.iter_mut().zip(tally).enumerate() {
            let counts = tally & (clear >> (2 * lane) & 1).wrapping_neg();
            let (mut bytes, new) = (sum.to_le_bytes(), counts.to_le_bytes());
            for (byte, new) in bytes.iter_mut().zip(new) {
                *byte = byte.saturating_add(new);
            }
            *sum = u32::from_le_bytes(bytes);
        }
    }

    #[inline(always)]
    fn add_wide(self, [low, high]: &mut [Row; 2], tally: Words, clear: u32) {
        for (lane, tally) in tally.into_iter().enumerate() {
            let counts = (tally & 0x00ff_00ff) + (tally >> 8 & 0x00ff_00ff);
            let counts = counts & (clear >> (2 * lane) & 1).wrapping_neg();
            low.0[lane] += counts & 0xffff;
            high.0[lane] += counts >> 16;
        }
    }

    #[inline(always)]
    fn mask(self, words: Words, clear: u32) -> Words {
        each_lane(|lane| words[lane] & (clear >> (2 * lane) & 1).wrapping_neg())
    }

    #[inline(always)]
    fn madd(self, tally: Words, weights: Words) -> Words {
        zip(tally, weights, |tally, weights| {
            let counts = (tally & 0x00ff_00ff) + (tally >> 8 & 0x00ff_00ff);
            (counts & 0xffff) * (weights & 0xffff) + (counts >> 16) * (weights >> 16)
        })
    }

    #[inline(always)]
    fn transpose(self, from: [&CacheLine; 4], to: &mut Transposed) {
        for (part, rows) in to.chunks_exact_mut(2).enumerate() {
            let mut words = [0; 2 * LANES];
            for (placement, word) in words.iter_mut().enumerate() {
                *word = (from[placement / 8].0[placement % 8] >> (32 * part)) as u32;
            }
            transpose_bits(&mut words);
            rows[0].0.copy_from_slice(&words[..LANES]);
            rows[1].0.copy_from_slice(&words[LANES..]);
        }
    }

    #[inline(always)]
    fn transpose_words(self, rows: [&Row; LANES]) -> [Words; LANES] {
        let mut columns = [[0; LANES]; LANES];
        for (row, words) in rows.into_iter().enumerate() {
            for (column, &word) in columns.iter_mut().zip(&words.0) {
                column[row] = word;
            }
        }
        columns
    }

    #[inline(always)]
    fn dot(self, a: &[Row], b: &[Row]) -> [u64; 3] {
        let halves = |word: u32| [u64::from(word & 0xffff), u64::from(word >> 16)];
        let mut sums = [0; 3];
        for (a, b) in a.iter().zip(b) {
            for (a, b) in a.0.into_iter().zip(b.0) {
                let ([a0, a1], [b0, b1]) = (halves(a), halves(b));
                sums[0] += a0 * b0 + a1 * b1;
                sums[1] += a0 + a1;
                sums[2] += b0 + b1;
            }
        }
        sums
    }
}

/// Transposes 32×32 bits by exchanging squares of 16, 8, 4, 2 and 1 bits.
#[inline(always)]
fn transpose_bits(words: &mut [u32; 32]) {
    let mut mask = 0x0000_ffff;
    let mut span = 16;
    while span > 0 {
        for block in (0..32).step_by(2 * span) {
            for i in block..block + span {
                let exchange = (words[i] >> span ^ words[i + span]) & mask;
                words[i] ^= exchange << span;
                words[i + span] ^= exchange;
            }
        }
        span /= 2;
        mask ^= mask << span;
    }
}
