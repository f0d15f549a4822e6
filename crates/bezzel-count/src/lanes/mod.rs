//! Vector kernels: the inner loops of the record counter on each CPU backend.
//!
//! | module | responsibility |
//! |---|---|
//! | [`kernels`] | the safe boundary: checks lengths, calls the kernels of a backend |
//! | [`expand`], [`finish`], [`finish::weighted`] | the generic kernels, written on the trait [`VectorOps`](ops::VectorOps) |
//! | [`lists`] | the memory layout of lists of placements |
//! | [`memory`] | buffers in large pages |
//! | [`portable`], `avx2`, `avx512`, `simd128` | the vector operations of each backend |
//!
//! All unsafe code of this crate is in these modules. CPU features are detected in this file only.

mod expand;
mod finish;
mod kernels;
mod lists;
mod memory;
mod ops;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
// A release with vector instructions of WebAssembly has no other kernels, so that the module is small.
#[cfg(any(
    debug_assertions,
    not(all(target_arch = "wasm32", target_feature = "simd128"))
))]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

use std::fmt;
use std::str::FromStr;

use bezzel::UnknownName;

use crate::Error;
use crate::lowering::PAIRS_PER_GROUP;
use crate::lowering::scatter::Level;

pub(crate) use self::finish::weighted::{SquareSums, Weights};
pub(crate) use self::finish::{NARROW_LIMIT, NO_ROW, Row, Scratch, TAG_BITS};
pub(crate) use self::kernels::{Kernels, Width, cell_rows, table_rows};
pub(crate) use self::lists::Lists;
pub(crate) use self::memory::Buffer;

/// Number of 32-bit words in a vector: one for each row pair of a group.
pub(crate) const LANES: usize = PAIRS_PER_GROUP;

/// A CPU backend: the set of vector instructions that the kernels use. All backends give the same
/// results and work counters.
///
/// ```
/// use bezzel_count::Backend;
/// let backend: Backend = "portable".parse()?;
/// assert!(backend.is_available());
/// let all = Backend::ALL.into_iter().filter(|backend| backend.is_available());
/// assert_eq!(all.last(), Some(Backend::detect()));
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Plain Rust, on every CPU; in WebAssembly, in modules without vector instructions.
    Portable,
    /// 128-bit vectors of WebAssembly, in modules that are compiled with this feature.
    #[cfg(target_arch = "wasm32")]
    Simd128,
    /// 256-bit vectors: x86-64 CPUs from 2013 on.
    Avx2,
    /// 512-bit vectors: x86-64 servers from 2017 on. BITALG, VBMI and GFNI (all three from
    /// 2019 on), are used if the CPU has them.
    Avx512,
}

impl Backend {
    /// All backends of this kind of machine, from the simplest to the fastest.
    #[cfg(not(target_arch = "wasm32"))]
    pub const ALL: [Backend; 3] = [Backend::Portable, Backend::Avx2, Backend::Avx512];

    /// All backends of this kind of machine, from the simplest to the fastest.
    #[cfg(target_arch = "wasm32")]
    pub const ALL: [Backend; 2] = [Backend::Portable, Backend::Simd128];

    /// Returns the name, as in `--backend` and in results.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Portable => "portable",
            #[cfg(target_arch = "wasm32")]
            Backend::Simd128 => "simd128",
            Backend::Avx2 => "avx2",
            Backend::Avx512 => "avx512",
        }
    }

    /// Returns the fastest backend that this CPU supports.
    pub fn detect() -> Backend {
        Self::ALL
            .into_iter()
            .rev()
            .find(|backend| backend.is_available())
            .unwrap_or(Backend::Portable)
    }

    /// Returns whether this CPU has the features that the backend needs.
    pub fn is_available(self) -> bool {
        self.find_kernels().is_some()
    }

    /// Returns the kernels. Fails with [`Error::MissingBackend`] if the CPU lacks the features.
    pub(crate) fn kernels(self) -> Result<Kernels, Error> {
        self.find_kernels()
            .ok_or(Error::MissingBackend { name: self.name() })
    }

    /// Returns the fastest kernels for this CPU.
    fn find_kernels(self) -> Option<Kernels> {
        self.variants().into_iter().next()
    }

    /// Returns all kernels of this backend that the CPU supports, the fastest first.
    pub(crate) fn variants(self) -> Vec<Kernels> {
        match self {
            #[cfg(any(
                debug_assertions,
                not(all(target_arch = "wasm32", target_feature = "simd128"))
            ))]
            Backend::Portable => vec![portable::KERNELS],
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Backend::Simd128 => vec![simd128::KERNELS],
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 if has_avx2() => vec![avx2::KERNELS],
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 if has_avx512() => {
                let all = is_x86_feature_detected!("avx512bitalg")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("gfni");
                let mut found = vec![avx512::plain::KERNELS];
                if all {
                    found.insert(0, avx512::KERNELS);
                }
                found
            }
            // What this CPU, or this module, does not have.
            _ => Vec::new(),
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
