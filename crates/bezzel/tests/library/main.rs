//! The library but its notations, by subject.

mod board;
#[cfg(all(feature = "json", feature = "parallel"))]
mod constrained;
mod enumeration;
mod exact_cover;
mod features;
mod listings;
#[cfg(feature = "parallel")]
mod methods;
mod sequences;
mod symmetry;
