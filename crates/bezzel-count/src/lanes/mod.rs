//! Vector kernels: the inner loops of the colour-split counter on each CPU backend.
//!
//! | module | responsibility |
//! |---|---|
//! | [`backend`] | names of the backends; the CPU features that they need, which only this file detects |
//! | [`kernels`] | the safe boundary: checks lengths, calls the kernels of a backend |
//! | [`expand`], [`finish`], [`finish::weighted`] | the generic kernels, written on the trait [`VectorOps`](ops::VectorOps) |
//! | [`layout`] | words, lines and rows, which all of them share |
//! | [`lists`] | the memory layout of lists of placements |
//! | [`memory`] | buffers in large pages |
//! | [`portable`], `avx2`, `avx512` | the vector operations of each backend |
//! | `quads` | operations on 128-bit vectors, made of the instructions of `neon` or `simd128` |
//!
//! All unsafe code of this crate is in these modules.

mod backend;
mod expand;
mod finish;
mod kernels;
mod layout;
mod lists;
mod memory;
mod ops;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
// A release with vector instructions of WebAssembly has no other kernels, so that the module is small.
#[cfg(any(
    debug_assertions,
    not(all(target_arch = "wasm32", target_feature = "simd128"))
))]
mod portable;
#[cfg(any(
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod quads;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

use crate::lowering::PAIRS_PER_GROUP;
use crate::lowering::scatter::Level;

pub use self::backend::{Backend, CpuFeature};
pub(crate) use self::finish::weighted::{SquareSums, Weights};
pub(crate) use self::finish::{NARROW_LIMIT, NO_ROW, Scratch, TAGS};
pub(crate) use self::kernels::{DotSums, Kernels, Width};
pub(crate) use self::layout::{Row, cell_rows, table_rows};
pub(crate) use self::lists::Lists;
pub(crate) use self::memory::Buffer;

/// Number of 32-bit words in a vector: one for each row pair of a group.
pub(crate) const LANES: usize = PAIRS_PER_GROUP;
