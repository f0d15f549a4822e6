//! The library but its reader, by subject.

mod board;
#[cfg(all(feature = "json", feature = "parallel"))]
mod constrained;
mod enumeration;
mod exact_cover;
mod features;
mod listings;
#[cfg(feature = "parallel")]
mod methods;
#[cfg(feature = "json")]
mod notation;
mod sequences;
mod symmetry;
