//! Counts units on graphics cards.

#![deny(missing_docs)]

mod device;
#[cfg(test)]
mod emulated;
mod opencl;
#[cfg(test)]
mod primitives;
mod source;

pub use device::About;
