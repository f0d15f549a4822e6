//! Counts units on graphics cards.

#![deny(missing_docs)]

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
