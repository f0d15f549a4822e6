//! Counts units on graphics cards.

#![deny(missing_docs)]

/// Its examples are tested with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod backends;
mod book;
mod cache;
mod cuda;
mod device;
#[cfg(test)]
mod emulated;
mod engine;
mod load;
mod memory;
mod nvrtc;
mod opencl;
#[cfg(test)]
mod primitives;
mod source;

pub use backends::{Backends, cards};
pub use device::About;
