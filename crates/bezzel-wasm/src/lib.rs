//! The engine of the page, compiled to WebAssembly: the page needs no server for it, and neither do
//! the npm package and notebooks.
//!
//! Requests and answers are JSON. There are five modules: one with methods and boards, one with puzzles
//! and the reader, one with verdicts about programs, and two with the colour-split counter, with and without
//! SIMD. The features `methods`, `puzzles`, `count` and `judge` choose the subjects of a module.

#![deny(missing_docs)]
// A module with some of the subjects does not use all that they share.
#![cfg_attr(
    not(all(
        feature = "methods",
        feature = "puzzles",
        feature = "count",
        feature = "judge"
    )),
    allow(dead_code, unused_variables)
)]

mod answer;
mod board;
#[cfg(feature = "methods")]
mod boards;
#[cfg(feature = "methods")]
mod completions;
#[cfg(feature = "count")]
mod count;
#[cfg(feature = "schema")]
mod documents;
mod host;
#[cfg(feature = "judge")]
mod judge;
mod limits;
#[cfg(target_arch = "wasm32")]
mod memory;
mod problem;
#[cfg(feature = "puzzles")]
mod puzzles;
#[cfg(feature = "methods")]
mod race;
#[cfg(feature = "puzzles")]
mod read;
#[cfg(feature = "methods")]
mod run;
#[cfg(feature = "methods")]
mod runs;
#[cfg(feature = "methods")]
mod tree;

pub use answer::Engine;
#[cfg(feature = "schema")]
pub use documents::{methods, types};
pub use host::Host;
