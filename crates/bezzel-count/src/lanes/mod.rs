//! Backends: the same algorithm on different vector units.
//!
//! [`expand`] and [`finish`] hold the algorithm, written on the trait [`VectorOps`]; [`portable`],
//! [`avx2`](self) and [`avx512`](self) supply the vector operations. [`Backend::detect`] and
//! [`Backend::kernels`] are the only places that ask what the processor can do. This is also
//! the only module with unsafe code.

mod expand;
pub(crate) mod finish;
pub(crate) mod lists;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use std::fmt;
use std::str::FromStr;

use self::finish::{Row, Scratch, Transposed};
use self::lists::{CacheLine, Lists};
use crate::Error;
use crate::colour::cover::Group;
use crate::colour::quarter::Quarter;
use crate::colour::steps::{LastLevelSet, Level};
use bezzel::UnknownName;

/// How many row pairs are finished side by side.
pub(crate) const LANES: usize = 16;

/// The vector operations of a backend on [`LANES`] words of 32 bits and on lines of 8 words
/// of 64 bits. All are unsafe because they need the features of the backend; pointers must
/// lead to as many readable or writable words as the operation touches.
pub(crate) trait VectorOps {
    /// Sixteen 32-bit words.
    type Words: Copy;
    /// Running counts of zero bits.
    type Tally: Copy;

    /// Reads sixteen words at any alignment.
    unsafe fn load(from: *const u32) -> Self::Words;
    /// Writes sixteen words at any alignment.
    unsafe fn store(to: *mut u32, words: Self::Words);
    /// Bitwise or.
    unsafe fn or(a: Self::Words, b: Self::Words) -> Self::Words;
    /// `words[index[lane]]` for each lane; indices are below 16.
    unsafe fn pick(words: Self::Words, index: Self::Words) -> Self::Words;
    /// Sums of 32-bit numbers.
    unsafe fn sum_wide(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Sums of 16-bit numbers, which saturate.
    unsafe fn sum_narrow(a: Self::Words, b: Self::Words) -> Self::Words;
    /// The low 16 bits of all 32 words, and the high 16 bits, in their order.
    unsafe fn unzip(a: Self::Words, b: Self::Words) -> (Self::Words, Self::Words);

    /// The counts before anything was counted.
    unsafe fn nothing() -> Self::Tally;
    /// Counts the bits that are zero in `a` and in `b`; at most 16 times.
    unsafe fn tally(tally: Self::Tally, a: Self::Words, b: Self::Words) -> Self::Tally;
    /// Adds the counts of both halves as 16-bit numbers that saturate, in the lanes whose two
    /// bits are set in `clear`.
    unsafe fn add(entry: *mut Row, tally: Self::Tally, clear: u32);
    /// The same with 32-bit numbers: the low halves, then the high halves.
    unsafe fn add_wide(entry: *mut Row, tally: Self::Tally, clear: u32);

    /// For each square, writes the words that do not meet it, with that square added, at its
    /// `to`, and returns where they end. Up to a line beyond them may be overwritten.
    unsafe fn filter<const COLUMNS: usize>(
        from: *const CacheLine,
        lines: usize,
        squares: [u64; COLUMNS],
        to: [*mut u64; COLUMNS],
    ) -> [*mut u64; COLUMNS];
    /// Writes 16 blocked words.
    unsafe fn fill(to: *mut u64);
    /// Transposes 16 + 16 words into 64 words of 32 bits.
    unsafe fn transpose(low: *const CacheLine, high: *const CacheLine, to: &mut Transposed);
    /// The columns of 16 rows, which lie `stride` rows apart.
    unsafe fn transpose_words(from: *const Row, stride: usize) -> [Self::Words; LANES];
    /// Σ a·b, Σ a and Σ b over all 16-bit cells of `rows` rows, which are below
    /// [`NARROW_LIMIT`](finish::NARROW_LIMIT).
    unsafe fn dot(a: *const Row, b: *const Row, rows: usize) -> [u64; 3];
    /// Σ a·b modulo 2⁶⁴, Σ a and Σ b over all 32-bit cells of `rows` rows.
    unsafe fn dot_wide(a: *const Row, b: *const Row, rows: usize) -> [u64; 3];
}

/// The routines of one backend. Where there are two, the second is for counts of 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Kernels {
    pub expand: unsafe fn(&Lists, &mut Lists, &Level, &Quarter, u32, &mut Vec<u32>) -> u64,
    pub finish: [Finish; 2],
    pub spread: [Spread; 2],
    pub dot: [Dot; 2],
}

type Finish =
    unsafe fn([&Lists; 2], &[LastLevelSet], &Quarter, &[Group], &mut [Vec<Row>], &mut Scratch);
type Spread = unsafe fn(&[Row], &mut [Row], &[[usize; LANES]; 2], [usize; 2], bool) -> bool;
type Dot = unsafe fn(&[Row], &[Row]) -> [u64; 3];

/// Compiles the generic algorithm for one backend, inside functions that have its features.
macro_rules! kernels {
    ($lanes:ty $(, $features:literal)?) => {
        pub(in crate::lanes) const KERNELS: $crate::lanes::Kernels = {
            use $crate::colour::{cover::Group, quarter::Quarter, steps::{LastLevelSet, Level}};
            use $crate::lanes::finish::{self, Row, Scratch};
            use $crate::lanes::{Kernels, LANES, VectorOps, expand, lists::Lists};

            $(#[target_feature(enable = $features)])?
            fn expand(
                from: &Lists,
                to: &mut Lists,
                level: &Level,
                quarter: &Quarter,
                row: u32,
                most: &mut Vec<u32>,
            ) -> u64 {
                // SAFETY: this function has the features.
                unsafe { expand::expand::<$lanes>(from, to, level, quarter, row, most) }
            }

            $(#[target_feature(enable = $features)])?
            fn finish<const WIDE: bool>(
                lists: [&Lists; 2],
                last_level_sets: &[LastLevelSet],
                quarter: &Quarter,
                groups: &[Group],
                tables: &mut [Vec<Row>],
                scratch: &mut Scratch,
            ) {
                // SAFETY: this function has the features.
                unsafe {
                    finish::finish::<$lanes, WIDE>(lists, last_level_sets, quarter, groups, tables, scratch)
                }
            }

            $(#[target_feature(enable = $features)])?
            fn spread<const WIDE: bool>(
                table: &[Row],
                cells: &mut [Row],
                to: &[[usize; LANES]; 2],
                shape: [usize; 2],
                add: bool,
            ) -> bool {
                // SAFETY: this function has the features.
                unsafe {
                    if add {
                        finish::spread::<$lanes, WIDE, true>(table, cells, to, shape)
                    } else {
                        finish::spread::<$lanes, WIDE, false>(table, cells, to, shape)
                    }
                }
            }

            $(#[target_feature(enable = $features)])?
            fn dot<const WIDE: bool>(a: &[Row], b: &[Row]) -> [u64; 3] {
                assert_eq!(a.len(), b.len());
                // SAFETY: both hold that many rows, and this function has the features.
                unsafe {
                    if WIDE {
                        <$lanes>::dot_wide(a.as_ptr(), b.as_ptr(), a.len())
                    } else {
                        <$lanes>::dot(a.as_ptr(), b.as_ptr(), a.len())
                    }
                }
            }

            Kernels {
                expand,
                finish: [finish::<false>, finish::<true>],
                spread: [spread::<false>, spread::<true>],
                dot: [dot::<false>, dot::<true>],
            }
        };
    };
}
use kernels;

/// Which vector unit does the counting. All give the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Plain Rust, on every processor.
    Portable,
    /// 256-bit vectors: x86-64 from 2013 on.
    Avx2,
    /// 512-bit vectors: x86-64 servers from 2017 on. BITALG, and VBMI with GFNI (both from
    /// 2019 on), are used where the processor has them.
    Avx512,
}

impl Backend {
    /// From the simplest to the fastest.
    pub const ALL: [Backend; 3] = [Backend::Portable, Backend::Avx2, Backend::Avx512];

    /// The name for `--backend` and for records.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Portable => "portable",
            Backend::Avx2 => "avx2",
            Backend::Avx512 => "avx512",
        }
    }

    /// The fastest backend of this processor.
    pub fn detect() -> Backend {
        Self::ALL
            .into_iter()
            .rev()
            .find(|backend| backend.is_available())
            .unwrap_or(Backend::Portable)
    }

    /// Whether this processor has what the backend needs.
    pub fn is_available(self) -> bool {
        self.find_kernels().is_some()
    }

    /// The routines, or an error if the processor lacks the features.
    pub(crate) fn kernels(self) -> Result<Kernels, Error> {
        self.find_kernels()
            .ok_or(Error::MissingBackend { name: self.name() })
    }

    /// The best routines for this processor. Having them is the licence to call them.
    fn find_kernels(self) -> Option<Kernels> {
        self.variants().into_iter().next()
    }

    /// All routines of this backend that the processor can run, the best first.
    pub(crate) fn variants(self) -> Vec<Kernels> {
        match self {
            Backend::Portable => vec![portable::KERNELS],
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 if has_avx2() => vec![avx2::KERNELS],
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 if has_avx512() => {
                let count = is_x86_feature_detected!("avx512bitalg");
                let turn =
                    is_x86_feature_detected!("gfni") && is_x86_feature_detected!("avx512vbmi");
                let all = [
                    (count && turn, avx512::both::KERNELS),
                    (count, avx512::count::KERNELS),
                    (turn, avx512::turn::KERNELS),
                    (true, avx512::plain::KERNELS),
                ];
                let runs = all.into_iter().filter(|(runs, _)| *runs);
                runs.map(|(_, kernels)| kernels).collect()
            }
            Backend::Avx2 | Backend::Avx512 => Vec::new(),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Backend {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let names = Self::ALL.map(|backend| (backend.name(), backend));
        Ok(UnknownName::find("backend", name, &names)?)
    }
}
