//! The ten classic methods.

pub mod observer;
mod opening;
