//! Counts units on graphics cards.

#![deny(missing_docs)]

/// Its examples are tested with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod backends;
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
mod load;
#[cfg(feature = "drivers")]
mod memory;
#[cfg(feature = "drivers")]
mod nvrtc;
#[cfg(feature = "drivers")]
mod opencl;
#[cfg(all(test, feature = "drivers"))]
mod primitives;
#[cfg(feature = "drivers")]
mod source;
#[cfg(feature = "drivers")]
mod tables;

pub use backends::{BackendSet, cards};
pub use device::DeviceInfo;
