//! Engines that count work units of the n-queens problem on GPUs, through CUDA.
//!
//! [`devices`] lists the devices, and [`BackendSet`] opens engines by name, such as `cuda:0`.
//! Drivers are loaded at run time. Unsafe code is limited to calls of driver libraries, in
//! `cuda.rs`, `nvrtc.rs` and, for tests, `emulated.rs`, and to the launch of kernels on their
//! buffers in `batch.rs`.

#![deny(missing_docs)]

/// Makes the examples of the README run as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod backends;
#[cfg(feature = "drivers")]
mod batch;
#[cfg(feature = "drivers")]
mod cache;
#[cfg(feature = "drivers")]
mod cuda;
mod device;
#[cfg(all(test, feature = "drivers"))]
mod emulated;
#[cfg(feature = "drivers")]
mod engine;
#[cfg(feature = "drivers")]
mod memory;
#[cfg(feature = "drivers")]
mod nvrtc;
#[cfg(all(test, feature = "drivers"))]
mod primitives;
#[cfg(feature = "drivers")]
mod source;
#[cfg(feature = "drivers")]
mod tables;

pub use backends::{BackendSet, devices};
pub use device::DeviceInfo;
