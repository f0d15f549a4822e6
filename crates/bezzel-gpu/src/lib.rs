//! Counts units on graphics cards.

#![deny(missing_docs)]

mod cache;
mod cuda;
mod device;
#[cfg(test)]
mod emulated;
mod nvrtc;
mod opencl;
#[cfg(test)]
mod primitives;
mod source;

pub use device::About;
