//! The library but its reader, by subject.

mod board;
#[cfg(feature = "parallel")]
mod constrained;
mod enumeration;
mod exact_cover;
mod listings;
#[cfg(feature = "parallel")]
mod methods;
mod notation;
mod printing;
mod sequences;
mod symmetry;
