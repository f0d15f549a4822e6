//! Backends: the same algorithm on different vector units.
//!
//! [`generic`] holds the algorithm, written on the trait [`Lanes`]; [`portable`],
//! [`avx2`](self) and [`avx512`](self) supply the vector operations. [`Backend::detect`] and
//! [`Backend::kernels`] are the only places that ask what the processor can do. This is also
//! the only module with unsafe code.

pub(crate) mod generic;
pub(crate) mod lists;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use std::fmt;
use std::str::FromStr;

use self::generic::{Row, Scratch, Transposed};
use self::lists::{Line, Lists};
use crate::Error;
use crate::count::colour::cover::Group;
use crate::count::colour::quarter::Quarter;
use crate::count::colour::steps::{Level, Step, Steps};
use crate::error::by_name;

/// How many row pairs are finished side by side.
pub(crate) const LANES: usize = 16;

/// The vector operations of a backend on [`LANES`] words of 32 bits and on lines of 8 words
/// of 64 bits. All are unsafe because they need the features of the backend; pointers must
/// lead to as many readable or writable words as the operation touches.
pub(crate) trait Lanes {
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
    /// The low 16 bits of each word.
    unsafe fn low_half(words: Self::Words) -> Self::Words;
    /// The high 16 bits of each word.
    unsafe fn high_half(words: Self::Words) -> Self::Words;

    /// The counts before anything was counted.
    unsafe fn nothing() -> Self::Tally;
    /// Counts the bits that are zero in `a` and in `b`; at most 16 times.
    unsafe fn tally(tally: Self::Tally, a: Self::Words, b: Self::Words) -> Self::Tally;
    /// Adds the counts of both halves as 16-bit numbers, in the lanes whose two bits are set
    /// in `clear`.
    unsafe fn add(entry: *mut Row, tally: Self::Tally, clear: u32);
    /// The same with 32-bit numbers: the low halves, then the high halves.
    unsafe fn add_wide(entry: *mut Row, tally: Self::Tally, clear: u32);

    /// For each step, appends the words that do not meet the square of its column, with that
    /// square added, at `base + next[step.to]`, and advances that. Up to a line beyond them
    /// may be overwritten.
    unsafe fn filter(
        from: *const Line,
        lines: usize,
        steps: &[Step],
        squares: &[u64; 16],
        next: *mut u32,
        base: *mut u64,
    );
    /// Writes 16 blocked words.
    unsafe fn fill(to: *mut u64);
    /// Transposes 16 + 16 words into 64 words of 32 bits.
    unsafe fn transpose(low: *const Line, high: *const Line, to: &mut Transposed);
    /// The columns of 16 rows, which lie `stride` rows apart.
    unsafe fn transpose_words(from: *const Row, stride: usize) -> [Self::Words; LANES];
    /// Σ a·b modulo 2⁶⁴, Σ a and Σ b over `length` numbers, a multiple of 16.
    unsafe fn dot(a: *const u32, b: *const u32, length: usize) -> [u64; 3];
}

/// The routines of one backend.
#[derive(Clone, Copy)]
pub(crate) struct Kernels {
    pub expand: unsafe fn(&Lists, &mut Lists, &Level, &Quarter, u32) -> u64,
    pub finish: [Finish; 2],
    pub spread: [Spread; 2],
    pub dot: unsafe fn(&[u32], &[u32]) -> [u64; 3],
}

type Finish =
    unsafe fn([&Lists; 2], &Steps, &Quarter, &[Group], &mut [Vec<Row>], &mut Scratch) -> u64;
type Spread = unsafe fn(&[Row], &mut [u32], &[[usize; LANES]; 2], usize, usize);

/// Compiles the generic algorithm for one backend, inside functions that have its features.
macro_rules! kernels {
    ($lanes:ty $(, $features:literal)?) => {
        pub(super) const KERNELS: $crate::count::lanes::Kernels = {
            use $crate::count::colour::{cover::Group, quarter::Quarter, steps::{Level, Steps}};
            use $crate::count::lanes::generic::{self, Row, Scratch};
            use $crate::count::lanes::{Kernels, LANES, Lanes, lists::Lists};

            $(#[target_feature(enable = $features)])?
            fn expand(
                from: &Lists,
                to: &mut Lists,
                level: &Level,
                quarter: &Quarter,
                row: u32,
            ) -> u64 {
                // SAFETY: this function has the features.
                unsafe { generic::expand::<$lanes>(from, to, level, quarter, row) }
            }

            $(#[target_feature(enable = $features)])?
            fn finish<const WIDE: bool>(
                lists: [&Lists; 2],
                steps: &Steps,
                quarter: &Quarter,
                groups: &[Group],
                tables: &mut [Vec<Row>],
                scratch: &mut Scratch,
            ) -> u64 {
                // SAFETY: this function has the features.
                unsafe {
                    generic::finish::<$lanes, WIDE>(lists, steps, quarter, groups, tables, scratch)
                }
            }

            $(#[target_feature(enable = $features)])?
            fn spread<const WIDE: bool>(
                table: &[Row],
                cells: &mut [u32],
                to: &[[usize; LANES]; 2],
                lanes: usize,
                width: usize,
            ) {
                // SAFETY: this function has the features.
                unsafe { generic::spread::<$lanes, WIDE>(table, cells, to, lanes, width) }
            }

            $(#[target_feature(enable = $features)])?
            fn dot(a: &[u32], b: &[u32]) -> [u64; 3] {
                assert!(a.len() == b.len() && a.len() % LANES == 0);
                // SAFETY: both hold that many words, and this function has the features.
                unsafe { <$lanes>::dot(a.as_ptr(), b.as_ptr(), a.len()) }
            }

            Kernels {
                expand,
                finish: [finish::<false>, finish::<true>],
                spread: [spread::<false>, spread::<true>],
                dot,
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
    /// 512-bit vectors with VBMI, BITALG and GFNI: x86-64 servers from 2019, desktops from 2022 on.
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

    /// Having the routines is the licence to call them.
    fn find_kernels(self) -> Option<Kernels> {
        match self {
            Backend::Portable => Some(portable::KERNELS),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => {
                let features = is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt");
                features.then_some(avx2::KERNELS)
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => {
                let features = is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512bitalg")
                    && is_x86_feature_detected!("gfni")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt");
                features.then_some(avx512::KERNELS)
            }
            #[cfg(not(target_arch = "x86_64"))]
            Backend::Avx2 | Backend::Avx512 => None,
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Backend {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        by_name(
            "backend",
            name,
            &Self::ALL.map(|backend| (backend.name(), backend)),
        )
    }
}
