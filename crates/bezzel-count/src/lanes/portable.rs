//! The backend for every processor: arrays of words, left to the compiler to vectorise.

use super::LANES;
use super::finish::{Row, Transposed};
use super::lists::{BLOCKED, CacheLine, PLACEMENTS_PER_HALF};

/// Plain Rust.
pub(super) struct Portable;

super::kernels!(Portable);

type Words = [u32; LANES];

fn map(a: Words, f: impl Fn(u32) -> u32) -> Words {
    a.map(f)
}

fn zip(a: Words, b: Words, f: impl Fn(u32, u32) -> u32) -> Words {
    std::array::from_fn(|lane| f(a[lane], b[lane]))
}

fn saturating_halves(a: u32, b: u32) -> u32 {
    let low = (a as u16).saturating_add(b as u16);
    let high = ((a >> 16) as u16).saturating_add((b >> 16) as u16);
    u32::from(low) | u32::from(high) << 16
}

impl super::VectorOps for Portable {
    type Words = Words;
    /// Counts of the bits of each byte.
    type Tally = Words;

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Words {
        // SAFETY: the caller gives sixteen readable words.
        unsafe { from.cast::<Words>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(to: *mut u32, words: Words) {
        // SAFETY: the caller gives room for sixteen words.
        unsafe { to.cast::<Words>().write_unaligned(words) }
    }

    #[inline(always)]
    unsafe fn or(a: Words, b: Words) -> Words {
        zip(a, b, |a, b| a | b)
    }

    #[inline(always)]
    unsafe fn pick(words: Words, index: Words) -> Words {
        map(index, |index| words[index as usize % LANES])
    }

    #[inline(always)]
    unsafe fn sum_wide(a: Words, b: Words) -> Words {
        zip(a, b, |a, b| a + b)
    }

    #[inline(always)]
    unsafe fn sum_narrow(a: Words, b: Words) -> Words {
        zip(a, b, saturating_halves)
    }

    #[inline(always)]
    unsafe fn unzip(a: Words, b: Words) -> (Words, Words) {
        let words = |i: usize| if i < LANES { a[i] } else { b[i - LANES] };
        (
            std::array::from_fn(|i| words(2 * i) & 0xffff | words(2 * i + 1) << 16),
            std::array::from_fn(|i| words(2 * i) >> 16 | words(2 * i + 1) & 0xffff_0000),
        )
    }

    #[inline(always)]
    unsafe fn nothing() -> Words {
        [0; LANES]
    }

    #[inline(always)]
    unsafe fn tally(tally: Words, a: Words, b: Words) -> Words {
        let free = zip(a, b, |a, b| !(a | b));
        let two = map(free, |bits| bits - (bits >> 1 & 0x5555_5555));
        let four = map(two, |sums| (sums & 0x3333_3333) + (sums >> 2 & 0x3333_3333));
        let eight = map(four, |sums| (sums + (sums >> 4)) & 0x0f0f_0f0f);
        zip(tally, eight, |tally, count| tally + count)
    }

    #[inline(always)]
    unsafe fn add(entry: *mut Row, tally: Words, clear: u32) {
        // SAFETY: the caller gives one row.
        let sums = unsafe { &mut (*entry).0 };
        for (lane, sum) in sums.iter_mut().enumerate() {
            let counts = (tally[lane] & 0x00ff_00ff) + (tally[lane] >> 8 & 0x00ff_00ff);
            let counts = counts & (clear >> (2 * lane) & 1).wrapping_neg();
            *sum = saturating_halves(*sum, counts);
        }
    }

    #[inline(always)]
    unsafe fn add_wide(entry: *mut Row, tally: Words, clear: u32) {
        // SAFETY: the caller gives two rows.
        let sums = unsafe { &mut *entry.cast::<[Row; 2]>() };
        for (lane, tally) in tally.into_iter().enumerate() {
            let counts = (tally & 0x00ff_00ff) + (tally >> 8 & 0x00ff_00ff);
            let counts = counts & (clear >> (2 * lane) & 1).wrapping_neg();
            sums[0].0[lane] += counts & 0xffff;
            sums[1].0[lane] += counts >> 16;
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
            for line in std::slice::from_raw_parts(from, lines) {
                for (square, to) in squares.into_iter().zip(&mut to) {
                    for word in line.0 {
                        **to = word | square;
                        *to = to.add(usize::from(word & square == 0));
                    }
                }
            }
        }
        to
    }

    #[inline(always)]
    unsafe fn fill(to: *mut u64) {
        // SAFETY: the caller gives room for HALF words.
        unsafe {
            to.cast::<[u64; PLACEMENTS_PER_HALF]>()
                .write_unaligned([BLOCKED; PLACEMENTS_PER_HALF])
        }
    }

    #[inline(always)]
    unsafe fn transpose(low: *const CacheLine, high: *const CacheLine, to: &mut Transposed) {
        // SAFETY: the caller gives HALF words at each.
        let halves = unsafe {
            [
                &*low.cast::<[u64; PLACEMENTS_PER_HALF]>(),
                &*high.cast::<[u64; PLACEMENTS_PER_HALF]>(),
            ]
        };
        for (part, rows) in to.chunks_exact_mut(2).enumerate() {
            let mut words: [u32; 32] = std::array::from_fn(|placement| {
                (halves[placement / PLACEMENTS_PER_HALF][placement % PLACEMENTS_PER_HALF]
                    >> (32 * part)) as u32
            });
            transpose_bits(&mut words);
            rows[0].0.copy_from_slice(&words[..LANES]);
            rows[1].0.copy_from_slice(&words[LANES..]);
        }
    }

    #[inline(always)]
    unsafe fn transpose_words(from: *const Row, stride: usize) -> [Self::Words; LANES] {
        let mut columns = [[0; LANES]; LANES];
        for row in 0..LANES {
            // SAFETY: the caller gives 16 rows, `stride` apart.
            let words = unsafe { &(*from.add(row * stride)).0 };
            for (column, &word) in columns.iter_mut().zip(words) {
                column[row] = word;
            }
        }
        columns
    }

    #[inline(always)]
    unsafe fn dot(a: *const Row, b: *const Row, rows: usize) -> [u64; 3] {
        let halves = |word: u32| [u64::from(word & 0xffff), u64::from(word >> 16)];
        let mut sums = [0; 3];
        // SAFETY: the caller gives that many rows at each.
        let (a, b) = unsafe { (words(a, rows), words(b, rows)) };
        for (&a, &b) in a.iter().zip(b) {
            let ([a0, a1], [b0, b1]) = (halves(a), halves(b));
            sums[0] += a0 * b0 + a1 * b1;
            sums[1] += a0 + a1;
            sums[2] += b0 + b1;
        }
        sums
    }

    #[inline(always)]
    unsafe fn dot_wide(a: *const Row, b: *const Row, rows: usize) -> [u64; 3] {
        let mut sums = [0u64; 3];
        // SAFETY: the caller gives that many rows at each.
        let (a, b) = unsafe { (words(a, rows), words(b, rows)) };
        for (&a, &b) in a.iter().zip(b) {
            let (a, b) = (u64::from(a), u64::from(b));
            sums[0] = sums[0].wrapping_add(a * b);
            sums[1] += a;
            sums[2] += b;
        }
        sums
    }
}

/// The words of `rows` rows.
unsafe fn words<'a>(from: *const Row, rows: usize) -> &'a [u32] {
    // SAFETY: the caller gives that many rows, which are words without gaps.
    unsafe { std::slice::from_raw_parts(from.cast(), rows * LANES) }
}

/// Transposes a square of 32×32 bits: exchanges ever smaller quarters.
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
