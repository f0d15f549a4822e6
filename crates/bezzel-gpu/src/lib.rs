//! Counts units on graphics cards.

#![deny(missing_docs)]

mod device;

pub use device::About;
